// Queues with more to send than the line carries, a scheduler of Corundum's ports, and ackw_sender with rates: how much
// does each queue send? The scheduler is that of sched_stub.v, or any other of these ports.
`timescale 1ns / 1ps
`default_nettype none

module sched;

  localparam QUEUES = 4, CYCLES = 25000, CYCLE_NS = 4;
  localparam LATENCY = 200; // cycles from a request to its end
  localparam LINE = 21;     // cycles of a packet: 100 Gbit/s

  reg clk = 0, rst = 1;
  always #2 clk = !clk;
  reg [31:0] now = 0;
  reg gated;

  wire [5:0]  req_queue;
  wire [7:0]  req_tag;
  wire        req_valid;
  reg         req_ready = 0;
  reg  [15:0] status_len;
  reg  [7:0]  status_tag;
  reg         status_valid = 0;
  reg  [5:0]  doorbell_queue = 0;
  reg         doorbell_valid = 0;
  wire [5:0]  ctrl_queue;
  wire        ctrl_enable, ctrl_valid, ctrl_ready;
  reg  [15:0] awaddr = 0;
  reg  [31:0] wdata = 0;
  reg         awvalid = 0;
  wire        awready, bvalid;

  tx_scheduler_rr #(
    .LEN_WIDTH(16), .REQ_TAG_WIDTH(8), .OP_TABLE_SIZE(16), .QUEUE_INDEX_WIDTH(6), .PIPELINE(3), .SCHED_CTRL_ENABLE(1)
  ) u_scheduler (
    .clk(clk), .rst(rst), .m_axis_tx_req_queue(req_queue), .m_axis_tx_req_tag(req_tag), .m_axis_tx_req_valid(req_valid),
    .m_axis_tx_req_ready(req_ready), .s_axis_tx_req_status_len(status_len), .s_axis_tx_req_status_tag(status_tag),
    .s_axis_tx_req_status_valid(status_valid), .s_axis_doorbell_queue(doorbell_queue),
    .s_axis_doorbell_valid(doorbell_valid), .s_axis_sched_ctrl_queue(ctrl_queue),
    .s_axis_sched_ctrl_enable(ctrl_enable), .s_axis_sched_ctrl_valid(ctrl_valid),
    .s_axis_sched_ctrl_ready(ctrl_ready), .s_axil_awaddr(awaddr), .s_axil_awprot(3'd0), .s_axil_awvalid(awvalid),
    .s_axil_awready(awready), .s_axil_wdata(wdata), .s_axil_wstrb(4'hf), .s_axil_wvalid(awvalid), .s_axil_wready(),
    .s_axil_bresp(), .s_axil_bvalid(bvalid), .s_axil_bready(1'b1), .s_axil_araddr(16'd0), .s_axil_arprot(3'd0),
    .s_axil_arvalid(1'b0), .s_axil_arready(), .s_axil_rdata(), .s_axil_rresp(), .s_axil_rvalid(), .s_axil_rready(1'b1),
    .enable(1'b1), .active()
  );

  wire        q_valid, q_ready, sent_valid, sent_ready, sent_empty, grant_valid, grant_ready, init_done, open_ready;
  wire [3:0]  q_qpn, sent_qpn, grant_qpn;
  wire [7:0]  sent_tag, grant_tag;
  wire [23:0] sent_psn_next;
  wire [27:0] sent_bytes;
  wire [19:0] grant_max_bytes;
  wire [13:0] grant_max_packets;
  wire [31:0] count_closed, count_returned, count_not_open, count_too_much;
  reg         open_valid = 0, open_close = 0;
  reg  [15:0] runs = 0;
  reg  [3:0]  open_qpn = 0;
  reg  [39:0] open_pace = 0;

  ackw_corundum_sched #(.QUEUES(16), .QPN_BITS(4), .QUEUE_INDEX_WIDTH(6)) u_sched (
    .clk(clk), .rst_n(!rst), .runs(runs), .doorbell_queue(doorbell_queue), .doorbell_valid(doorbell_valid && gated),
    .tx_req_queue(req_queue), .tx_req_tag(req_tag), .tx_req_taken(req_valid && req_ready),
    .tx_req_status_len(status_len), .tx_req_status_tag(status_tag), .tx_req_status_valid(status_valid),
    .m_axis_sched_ctrl_queue(ctrl_queue), .m_axis_sched_ctrl_enable(ctrl_enable), .m_axis_sched_ctrl_valid(ctrl_valid),
    .m_axis_sched_ctrl_ready(ctrl_ready), .tx_valid(open_valid), .tx_qpn(open_qpn), .tx_psn(24'd0),
    .s_req_valid(q_valid), .s_req_ready(q_ready), .s_req_qpn(q_qpn), .s_sent_valid(sent_valid),
    .s_sent_ready(sent_ready), .s_sent_qpn(sent_qpn), .s_sent_tag(sent_tag), .s_sent_psn_next(sent_psn_next),
    .s_sent_bytes(sent_bytes), .s_sent_empty(sent_empty), .m_grant_valid(grant_valid), .m_grant_ready(grant_ready),
    .m_grant_qpn(grant_qpn), .m_grant_tag(grant_tag), .m_grant_max_bytes(grant_max_bytes),
    .m_grant_max_packets(grant_max_packets)
  );

  ackw_sender u_sender (
    .clk(clk), .rst_n(!rst), .now(now), .pfc_pause(8'd0), .cfg_mtu(14'd1024), .cfg_inv_mtu(29'h4000001),
    .cfg_quantum(20'd4096), .cfg_cap_m(20'd0), .cfg_cap_e(6'd0), .cfg_burst(16'd4000), .cfg_timeout(32'd100000),
    .s_req_valid(q_valid), .s_req_ready(q_ready), .s_req_qpn(q_qpn), .s_req_class(3'd0), .s_req_backlog(28'hfff_ffff),
    .s_req_bytes_to_end(28'd0), .s_sent_valid(sent_valid), .s_sent_ready(sent_ready), .s_sent_qpn(sent_qpn),
    .s_sent_tag(sent_tag), .s_sent_psn_next(sent_psn_next), .s_sent_bytes(sent_bytes), .s_sent_empty(sent_empty),
    .s_sent_rewind(1'b0), .s_upd_valid(1'b0), .s_upd_kind(3'd0), .s_upd_qpn(4'd0), .s_upd_alg(4'd0),
    .s_upd_window(42'd0), .s_upd_pace(40'd0), .s_upd_flags(16'd0), .s_upd_una_psn(24'd0), .s_open_valid(open_valid),
    .s_open_ready(open_ready), .s_open_close(open_close), .s_open_qpn(open_qpn), .s_open_class(3'd0),
    .s_open_first_psn(24'd0), .s_open_bypass(1'b0), .s_open_iw(14'd0), .s_open_unit(2'd3), .s_open_window(42'd0),
    .s_open_pace(open_pace), .m_grant_valid(grant_valid), .m_grant_ready(grant_ready), .m_grant_qpn(grant_qpn),
    .m_grant_tag(grant_tag), .m_grant_max_bytes(grant_max_bytes), .m_grant_max_packets(grant_max_packets),
    .m_grant_ecn_capable(),
    .init_done(init_done), .waiting(), .joined(), .count_closed(count_closed), .count_returned(count_returned),
    .count_not_open(count_not_open), .count_too_much(count_too_much), .count_rewind_outside(),
    .count_closed_in_flight(), .count_window_below(), .count_time_back()
  );

  // The transmit engine: a packet of 1,024 bytes each LINE cycles, or nothing where the queue is empty
  integer     has [0:QUEUES-1], sent [0:QUEUES-1];
  reg  [7:0]  tags  [0:255];
  reg  [5:0]  queues [0:255];
  reg  [31:0] when  [0:255];
  reg  [7:0]  put = 0, get = 0;
  integer     line = 0, i;
  always @(posedge clk) begin
    now          <= now + CYCLE_NS;
    status_valid <= 1'b0;
    line         <= line == 0 ? 0 : line - 1;
    req_ready    <= line <= 1 && !(req_valid && req_ready);
    if (req_valid && req_ready) begin
      tags[put]   <= req_tag;
      queues[put] <= req_queue;
      when[put]   <= now + LATENCY * CYCLE_NS;
      put         <= put + 8'd1;
      line        <= LINE;
    end
    if (put != get && now >= when[get]) begin
      status_valid <= 1'b1;
      status_tag   <= tags[get];
      status_len   <= has[queues[get]] > 0 ? 16'd1024 : 16'd0;
      if (has[queues[get]] > 0) begin
        has[queues[get]]  = has[queues[get]] - 1;
        sent[queues[get]] = sent[queues[get]] + 1;
      end
      get <= get + 8'd1;
    end
  end

  task write(input [15:0] address, input [31:0] data);
    begin
      @(negedge clk);
      {awaddr, wdata, awvalid} = {address, data, 1'b1};
      @(posedge clk);
      while (!awready) @(posedge clk);
      #1 awvalid = 0;
      while (!bvalid) @(posedge clk);
    end
  endtask

  task doorbell(input integer queue, input integer packets);
    begin
      @(negedge clk);
      has[queue]     = has[queue] + packets;
      doorbell_queue = queue;
      doorbell_valid = 1;
      @(negedge clk) doorbell_valid = 0;
    end
  endtask

  // the QP of a queue begins at the sender, or ends there
  task begins(input integer queue);
    begin
      @(negedge clk) {open_valid, open_close, open_qpn} = {2'b10, queue[3:0]};
      open_pace = 40'h0200_0000 << queue; // 1, 2, 4, 8 Gbit/s
      @(posedge clk);
      while (!open_ready) @(posedge clk);
      #1 open_valid = 0;
      repeat (64) @(posedge clk);
      #1 runs[queue] = 1;
    end
  endtask

  task closes(input integer queue);
    begin
      @(negedge clk) {runs[queue], open_valid, open_close, open_qpn} = {3'b011, queue[3:0]};
      @(posedge clk);
      while (!open_ready) @(posedge clk);
      #1 open_valid = 0;
      repeat (64) @(posedge clk);
    end
  endtask

  initial begin
    if (!$value$plusargs("gated=%d", gated)) gated = 1;
    for (i = 0; i < QUEUES; i = i + 1) {has[i], sent[i]} = 0;
    repeat (4) @(posedge clk);
    #1 rst = 0;
    repeat (200) @(posedge clk);
    for (i = 0; i < QUEUES; i = i + 1) begin
      // enabled by itself, or by the scheduler's control
      write(4 * i, gated ? 32'd1 : 32'd3);
      // a host may ring before the QP is open
      if (i == 2) doorbell(i, 1);
      repeat (64) @(posedge clk);
      begins(i);
    end
    for (i = 0; i < QUEUES; i = i + 1) doorbell(i, 1000000);
    repeat (CYCLES) @(posedge clk);
    for (i = 0; i < QUEUES; i = i + 1) $display("queue %0d %0d", i, sent[i]);
    // they run dry, and go on with the next doorbell
    for (i = 0; i < QUEUES; i = i + 1) has[i] = 0;
    repeat (6000) @(posedge clk);
    for (i = 0; i < QUEUES; i = i + 1) sent[i] = 0;
    for (i = 0; i < QUEUES; i = i + 1) doorbell(i, 5 + i);
    repeat (15000) @(posedge clk);
    for (i = 0; i < QUEUES; i = i + 1) $display("later %0d %0d", i, sent[i]);
    $display("closed %0d returned %0d not_open %0d too_much %0d", count_closed, count_returned, count_not_open,
             count_too_much);
    // two are closed while they send; one is rung meanwhile, and both go on when they are opened again
    for (i = 0; i < QUEUES; i = i + 1) doorbell(i, 1000000);
    repeat (2000) @(posedge clk);
    closes(1);
    closes(3);
    repeat (4000) @(posedge clk);
    for (i = 0; i < QUEUES; i = i + 1) sent[i] = 0;
    repeat (4000) @(posedge clk);
    for (i = 0; i < QUEUES; i = i + 1) $display("while %0d %0d", i, sent[i]);
    doorbell(1, 1);
    repeat (64) @(posedge clk);
    begins(1);
    begins(3);
    for (i = 0; i < QUEUES; i = i + 1) sent[i] = 0;
    repeat (CYCLES / 2) @(posedge clk);
    for (i = 0; i < QUEUES; i = i + 1) $display("again %0d %0d", i, sent[i]);
    $display("at the end: closed %0d returned %0d not_open %0d", count_closed, count_returned, count_not_open);
    $display("DONE");
    $finish;
  end

endmodule

`default_nettype wire
