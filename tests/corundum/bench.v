// The application block between a NIC that sends and takes frames and a host that reads registers. Prints what comes
// out, for tests/corundum.rs to compare with the model; what must hold in each cycle is checked here. The last line is
// DONE or a fault.
`timescale 1ns/1ps
`default_nettype none

module bench;

  localparam W      = `DATA_BITS;
  localparam SECOND = 1000000000;

  reg clk = 1'b0;
  reg rst = 1'b1;
  always #2 clk = ~clk;

  reg [31:0] random = 32'h2545f491;
  always @(negedge clk) begin
    random = random ^ (random << 13);
    random = random ^ (random >> 17);
    random = random ^ (random << 5);
  end

  // all other streams carry noise, which must pass by
  wire [4*W-1:0] noise = {(4 * W / 32){random}};

  reg  [W-1:0]   s_tdata = 0;
  reg  [W/8-1:0] s_tkeep = 0;
  reg            s_tvalid = 1'b0, s_tlast = 1'b0, m_tready = 1'b1;
  wire [W-1:0]   m_tdata;
  wire [W/8-1:0] m_tkeep;
  wire           m_tvalid, m_tlast, s_tready;
  wire [96:0]    m_tuser;
  wire [96:0]    s_tuser = {noise[95:0], 1'b0};

  wire [W-1:0]   tx_tdata, if_tx_tdata, if_rx_tdata, direct_tx_tdata, direct_rx_tdata;
  wire [95:0]    cpl_ts;
  wire           tx_tvalid, tx_tready, if_tx_tvalid, if_tx_tready, if_rx_tvalid, if_rx_tready, cpl_valid;
  wire           direct_tx_tvalid, direct_rx_tvalid;

  reg  [29:0] ns = SECOND - 1000;
  reg  [47:0] seconds = 48'd7;

  reg  [23:0] awaddr = 0, araddr = 0;
  reg  [31:0] wdata = 0;
  reg         awvalid = 1'b0, wvalid = 1'b0, bready = 1'b0, arvalid = 1'b0, rready = 1'b0;
  wire        awready, wready, bvalid, arready, rvalid;
  wire [1:0]  bresp, rresp;
  wire [31:0] rdata;

  mqnic_app_block #(.COPY_ADDR_BITS(`COPY_BITS), .MAIL_ADDR_BITS(`MAIL_BITS)) dut (
    .clk(clk), .rst(rst),
    .s_axil_app_ctrl_awaddr(awaddr), .s_axil_app_ctrl_awprot(3'd0), .s_axil_app_ctrl_awvalid(awvalid), .s_axil_app_ctrl_awready(awready),
    .s_axil_app_ctrl_wdata(wdata), .s_axil_app_ctrl_wstrb(4'hf), .s_axil_app_ctrl_wvalid(wvalid), .s_axil_app_ctrl_wready(wready),
    .s_axil_app_ctrl_bresp(bresp), .s_axil_app_ctrl_bvalid(bvalid), .s_axil_app_ctrl_bready(bready),
    .s_axil_app_ctrl_araddr(araddr), .s_axil_app_ctrl_arprot(3'd0), .s_axil_app_ctrl_arvalid(arvalid), .s_axil_app_ctrl_arready(arready),
    .s_axil_app_ctrl_rdata(rdata), .s_axil_app_ctrl_rresp(rresp), .s_axil_app_ctrl_rvalid(rvalid), .s_axil_app_ctrl_rready(rready),
    .`TIME({seconds, 2'b00, ns, 16'd0}),
    .s_axis_sync_rx_tdata(s_tdata), .s_axis_sync_rx_tkeep(s_tkeep), .s_axis_sync_rx_tvalid(s_tvalid), .s_axis_sync_rx_tready(s_tready),
    .s_axis_sync_rx_tlast(s_tlast), .s_axis_sync_rx_tuser(s_tuser),
    .m_axis_sync_rx_tdata(m_tdata), .m_axis_sync_rx_tkeep(m_tkeep), .m_axis_sync_rx_tvalid(m_tvalid), .m_axis_sync_rx_tready(m_tready),
    .m_axis_sync_rx_tlast(m_tlast), .m_axis_sync_rx_tuser(m_tuser),
    .s_axis_sync_tx_tdata(noise[W-1:0]), .s_axis_sync_tx_tvalid(noise[0]), .s_axis_sync_tx_tready(tx_tready),
    .m_axis_sync_tx_tdata(tx_tdata), .m_axis_sync_tx_tvalid(tx_tvalid), .m_axis_sync_tx_tready(noise[1]),
    .s_axis_sync_tx_cpl_ts(noise[95:0]), .s_axis_sync_tx_cpl_valid(noise[2]), .m_axis_sync_tx_cpl_ts(cpl_ts), .m_axis_sync_tx_cpl_valid(cpl_valid),
    .s_axis_if_tx_tdata(noise[W-1:0]), .s_axis_if_tx_tvalid(noise[3]), .s_axis_if_tx_tready(if_tx_tready),
    .m_axis_if_tx_tdata(if_tx_tdata), .m_axis_if_tx_tvalid(if_tx_tvalid), .m_axis_if_tx_tready(noise[4]),
    .s_axis_if_rx_tdata(noise[W-1:0]), .s_axis_if_rx_tvalid(noise[5]), .s_axis_if_rx_tready(if_rx_tready),
    .m_axis_if_rx_tdata(if_rx_tdata), .m_axis_if_rx_tvalid(if_rx_tvalid), .m_axis_if_rx_tready(noise[6]),
    .s_axis_direct_tx_tdata(noise[W-1:0]), .s_axis_direct_tx_tvalid(noise[7]), .m_axis_direct_tx_tdata(direct_tx_tdata),
    .m_axis_direct_tx_tvalid(direct_tx_tvalid), .s_axis_direct_rx_tdata(noise[W-1:0]), .s_axis_direct_rx_tvalid(noise[8]),
    .m_axis_direct_rx_tdata(direct_rx_tdata), .m_axis_direct_rx_tvalid(direct_rx_tvalid)
  );

  task fault(input [8*32-1:0] what);
    begin
      $display("FAULT at %0t: %0s", $time, what);
      $finish;
    end
  endtask

  // in each cycle: the streams are wires, and the time goes on by as much as the NIC's, over the end of a second too
  integer    cycle = 0, start = 0, frames = 0;
  reg        left = 1'b0;
  reg [31:0] time_before;
  always @(posedge clk) begin
    cycle = cycle + 1;
    if ({m_tdata, m_tkeep, m_tvalid, m_tlast, m_tuser} !== {s_tdata, s_tkeep, s_tvalid, s_tlast, s_tuser}) fault("sync_rx");
    if (s_tready !== m_tready) fault("sync_rx ready");
    if ({tx_tdata, tx_tvalid, tx_tready} !== {noise[W-1:0], noise[0], noise[1]}) fault("sync_tx");
    if ({cpl_ts, cpl_valid} !== {noise[95:0], noise[2]}) fault("sync_tx_cpl");
    if ({if_tx_tdata, if_tx_tvalid, if_tx_tready} !== {noise[W-1:0], noise[3], noise[4]}) fault("if_tx");
    if ({if_rx_tdata, if_rx_tvalid, if_rx_tready} !== {noise[W-1:0], noise[5], noise[6]}) fault("if_rx");
    if ({direct_tx_tdata, direct_tx_tvalid} !== {noise[W-1:0], noise[7]}) fault("direct_tx");
    if ({direct_rx_tdata, direct_rx_tvalid} !== {noise[W-1:0], noise[8]}) fault("direct_rx");
    if (cycle > 20 && dut.u_ackw.time_now !== time_before + 32'd4) fault("time_now");
    time_before = dut.u_ackw.time_now;
    // a frame that is left out is counted once, at its first beat without room
    if (dut.u_ackw.u_copy.loses) left = 1'b1;
    if (s_tvalid && s_tready && s_tlast) begin
      $display("frame %0d %0d", frames, left);
      frames = frames + 1;
      left   = 1'b0;
    end
    if (dut.upd_valid === 1'b1)
      $display("update %0d %0d %0d %0d %0d %0d %0d", dut.upd_qpn, dut.upd_kind, dut.upd_alg, dut.upd_window, dut.upd_pace, dut.upd_flags,
        dut.u_ackw.upd_una_psn);
  end
  always @(negedge clk) begin
    if (ns + 4 >= SECOND) begin
      ns      = ns + 4 - SECOND;
      seconds = seconds + 1;
    end else ns = ns + 4;
  end

  reg [W/8+W:0] beats [0:`BEATS-1];
  integer       at = 0;
  integer       opens;

  // offers a beat until the NIC's side takes it
  task send(input stalls);
    begin
      if (stalls) while (random[9:8] == 0) @(negedge clk);
      {s_tlast, s_tkeep, s_tdata} = beats[at];
      s_tvalid = 1'b1;
      m_tready = !stalls || random[10];
      @(posedge clk);
      while (s_tready !== 1'b1) begin
        @(negedge clk) m_tready = random[11];
        @(posedge clk);
      end
      @(negedge clk) s_tvalid = 1'b0;
      at = at + 1;
    end
  endtask

  // order 1: the address first, 2: the data first, else both at once
  reg aw_took, w_took, aw_done, w_done;
  task axi_write(input [23:0] address, input [31:0] data, input [1:0] order);
    begin
      @(negedge clk);
      awaddr  = address;
      wdata   = data;
      awvalid = order != 2'd2;
      wvalid  = order != 2'd1;
      aw_done = 1'b0;
      w_done  = 1'b0;
      while (!aw_done || !w_done) begin
        @(posedge clk);
        aw_took = awvalid && awready;
        w_took  = wvalid && wready;
        @(negedge clk);
        aw_done = aw_done || aw_took;
        w_done  = w_done || w_took;
        awvalid = !aw_done && (order != 2'd2 || w_done);
        wvalid  = !w_done && (order != 2'd1 || aw_done);
      end
      repeat (random[1:0]) @(negedge clk);
      bready = 1'b1;
      @(posedge clk);
      while (bvalid !== 1'b1) @(posedge clk);
      if (bresp !== 2'b00) fault("bresp");
      @(negedge clk) bready = 1'b0;
    end
  endtask

  reg [31:0] found;
  task axi_read(input [23:0] address);
    begin
      @(negedge clk) araddr = address;
      arvalid = 1'b1;
      @(posedge clk);
      while (arready !== 1'b1) @(posedge clk);
      @(negedge clk) arvalid = 1'b0;
      repeat (random[3:2]) @(negedge clk);
      rready = 1'b1;
      @(posedge clk);
      while (rvalid !== 1'b1) @(posedge clk);
      found = rdata;
      if (rresp !== 2'b00) fault("rresp");
      @(negedge clk) rready = 1'b0;
      if (rvalid === 1'b1) fault("rvalid stays");
    end
  endtask

  task show(input [8*12-1:0] name, input [23:0] address);
    begin
      axi_read(address);
      $display("%0s %h", name, found);
    end
  endtask

  // a write, and a read that is sent in the same cycle as its address and data, or one later, before its response is
  // taken
  task overtake(input [23:0] address, input [31:0] data, input late);
    begin
      @(negedge clk);
      awaddr  = address;
      araddr  = address;
      wdata   = data;
      awvalid = 1'b1;
      wvalid  = 1'b1;
      arvalid = !late;
      @(posedge clk);
      if (!awready || !wready || !arready) fault("busy");
      @(negedge clk);
      awvalid = 1'b0;
      wvalid  = 1'b0;
      arvalid = late;
      if (late) @(posedge clk);
      if (late && !arready) fault("busy");
      if (late) @(negedge clk);
      arvalid = 1'b0;
      rready  = 1'b1;
      @(posedge clk);
      while (rvalid !== 1'b1) @(posedge clk);
      if (rdata !== data) fault("a read overtook a write");
      if (address == 24'h00102c && !told) fault("a read overtook a report");
      @(negedge clk);
      rready = 1'b0;
      bready = 1'b1;
      @(posedge clk);
      while (bvalid !== 1'b1) @(posedge clk);
      @(negedge clk) bready = 1'b0;
    end
  endtask

  // the engine was told what this QP has sent
  reg [23:0] told_qpn;
  reg        told;
  always @(posedge clk)
    if (dut.u_ackw.any_tx_valid === 1'b1 && dut.u_ackw.any_tx_qpn == told_qpn && dut.u_ackw.any_tx_psn == `SENT)
      told <= 1'b1;

  // what the host must do before a QP's ACKs count: open it, whose first PSN is 0, and tell what was sent. It reads
  // that back, for its writes may be posted
  task open(input [23:0] qpn);
    begin
      axi_write(24'h0001c0, {8'd0, qpn}, 2'd0);
      axi_write(24'h0001c4, 32'd2, 2'd0); // host_parts: PSN and open
      axi_write(24'h000188, 32'h00ffffff, 2'd0);
      axi_write(24'h00018c, 32'd1, 2'd0);
      axi_write(24'h0001c8, 32'd1, 2'd0);
      axi_read(24'h000014);
      while (found[1]) axi_read(24'h000014);
      axi_write(24'h001028, {8'd0, qpn}, 2'd0);
      told_qpn = qpn;
      told     = 1'b0;
      overtake(24'h00102c, `SENT, qpn[0]);
    end
  endtask

  // takes what is in the mailbox, and what comes in its place
  reg [31:0] word_0, word_1, word_2, word_3;
  task drain;
    begin
      axi_read(24'h001010);
      word_0 = found;
      while (word_0[31]) begin
        axi_read(24'h001014);
        word_1 = found;
        axi_read(24'h001018);
        word_2 = found;
        axi_read(24'h00101c);
        word_3 = found;
        axi_read(24'h001020);
        $display("mailed %0d %0d %0d %0d %0d %0d %0d", word_0[15:0], word_0[18:16], word_0[22:19], {word_2[9:0], word_1}, {found[7:0], word_3},
          word_2[31:16], found[31:8]);
        axi_write(24'h001020, 32'd1, random[1:0]);
        axi_read(24'h001010);
        word_0 = found;
      end
    end
  endtask

  initial begin
    $readmemh("beats.hex", beats);
    repeat (8) @(negedge clk);
    rst = 1'b0;
    axi_write(24'h000e00, 32'd0, 2'd0); // nothing is there: refused, and answered
    axi_write(24'h000080, `QPN_BASE, 2'd0);
    repeat (`INIT) @(negedge clk);
    for (opens = 0; opens < `QPS; opens = opens + 1) open(opens[23:0]);
    // nobody reads the mailbox: the engine comes to stand still
    start = cycle;
    while (at < `FIRST) send(1'b0);
    $display("first %0d cycles", cycle - start);
    repeat (1000) @(negedge clk);
    show("waited", 24'h001008);
    show("mail", 24'h00100c);
    drain;
    while (at < `BEATS) send(1'b1);
    repeat (1000) @(negedge clk);
    drain;
    show("id", 24'h000000);
    overtake(24'h000018, 32'ha5a5a5a5, 1'b0);
    overtake(24'h000018, 32'h12345678, 1'b1);
    overtake(24'h001028, 32'd1, 1'b0);
    overtake(24'h001028, 32'd2, 1'b1);
    axi_write(24'h000018, 32'h5a5aa5a5, 2'd1);
    axi_write(24'h00100c, 32'hffffffff, 2'd2);
    axi_write(24'h7ff00c, 32'hffffffff, 2'd0);
    show("scratch", 24'h000018);
    show("updates", 24'h0003c8);
    show("refused", 24'h0003c0);
    show("copied", 24'h001000);
    show("left_out", 24'h001004);
    show("empty", 24'h00100c);
    show("beyond", 24'h002000);
    show("far", 24'hfff000);
    $display("DONE");
    $finish;
  end

endmodule

`default_nettype wire
