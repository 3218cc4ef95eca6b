// Ackwright, configuration 43f4ead55955da3d. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A smoke test of ackw_nic: reset, initialisation, and a few frames and events. Each update, the cycle in which it
// comes and each counter or register that is read must be what the golden model of the generator computed for this
// configuration. The last line is PASS or FAIL.
`timescale 1ns/1ps
`default_nettype none

module tb_ackw_nic;

  localparam PATIENCE = 1000; // cycles that anything may take
  localparam INIT     = 1016; // cycles that the initialisation may take

  reg   clk = 1'b0;
  reg   rst_n = 1'b0;
  reg  [11:0] s_axil_awaddr = 12'd0;
  reg  [2:0] s_axil_awprot = 3'd0;
  reg   s_axil_awvalid = 1'b0;
  wire  s_axil_awready;
  reg  [31:0] s_axil_wdata = 32'd0;
  reg  [3:0] s_axil_wstrb = 4'd0;
  reg   s_axil_wvalid = 1'b0;
  wire  s_axil_wready;
  wire [1:0] s_axil_bresp;
  wire  s_axil_bvalid;
  reg   s_axil_bready = 1'b0;
  reg  [11:0] s_axil_araddr = 12'd0;
  reg  [2:0] s_axil_arprot = 3'd0;
  reg   s_axil_arvalid = 1'b0;
  wire  s_axil_arready;
  wire [31:0] s_axil_rdata;
  wire [1:0] s_axil_rresp;
  wire  s_axil_rvalid;
  reg   s_axil_rready = 1'b0;
  wire  irq;
  reg  [63:0] s_axis_tdata = 64'd0;
  reg  [7:0] s_axis_tkeep = 8'd0;
  reg   s_axis_tvalid = 1'b0;
  wire  s_axis_tready;
  reg   s_axis_tlast = 1'b0;
  reg   s_axis_tuser = 1'b0;
  reg   s_event_valid = 1'b0;
  wire  s_event_ready;
  reg  [2:0] s_event_kind = 3'd0;
  reg   s_event_ece = 1'b0;
  reg   s_event_use_psn = 1'b0;
  reg  [13:0] s_event_n = 14'd0;
  reg  [23:0] s_event_psn = 24'd0;
  reg  [3:0] s_event_qpn = 4'd0;
  reg   s_event_telemetry = 1'b0;
  reg  [11:0] s_event_path = 12'd0;
  reg  [3:0] s_event_n_hop = 4'd0;
  reg  [3:0] s_event_hop_0_speed = 4'd0;
  reg  [23:0] s_event_hop_0_ts = 24'd0;
  reg  [19:0] s_event_hop_0_tx = 20'd0;
  reg  [15:0] s_event_hop_0_q = 16'd0;
  reg  [3:0] s_event_hop_1_speed = 4'd0;
  reg  [23:0] s_event_hop_1_ts = 24'd0;
  reg  [19:0] s_event_hop_1_tx = 20'd0;
  reg  [15:0] s_event_hop_1_q = 16'd0;
  reg  [31:0] time_now = 32'd0;
  reg   tx_valid = 1'b0;
  reg  [3:0] tx_qpn = 4'd0;
  reg  [23:0] tx_psn = 24'd0;
  wire  upd_valid;
  reg   upd_ready = 1'b1;
  wire [3:0] upd_qpn;
  wire  upd_limits;
  wire  upd_acks;
  wire [3:0] upd_alg;
  wire [41:0] upd_window;
  wire [39:0] upd_pace;
  wire [15:0] upd_flags;
  wire  upd_feedback;
  wire [23:0] upd_una_psn;
  wire  init_done;

  integer cycle    = 0;
  integer accepted = 0; // the cycle in which the last frame or event was taken
  integer waited   = 0;
  integer step     = 0;
  integer errors   = 0;
  integer updates  = 0; // that were seen

  ackw_nic dut (
    .clk(clk),
    .rst_n(rst_n),
    .s_axil_awaddr(s_axil_awaddr),
    .s_axil_awprot(s_axil_awprot),
    .s_axil_awvalid(s_axil_awvalid),
    .s_axil_awready(s_axil_awready),
    .s_axil_wdata(s_axil_wdata),
    .s_axil_wstrb(s_axil_wstrb),
    .s_axil_wvalid(s_axil_wvalid),
    .s_axil_wready(s_axil_wready),
    .s_axil_bresp(s_axil_bresp),
    .s_axil_bvalid(s_axil_bvalid),
    .s_axil_bready(s_axil_bready),
    .s_axil_araddr(s_axil_araddr),
    .s_axil_arprot(s_axil_arprot),
    .s_axil_arvalid(s_axil_arvalid),
    .s_axil_arready(s_axil_arready),
    .s_axil_rdata(s_axil_rdata),
    .s_axil_rresp(s_axil_rresp),
    .s_axil_rvalid(s_axil_rvalid),
    .s_axil_rready(s_axil_rready),
    .irq(irq),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tkeep(s_axis_tkeep),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_axis_tready),
    .s_axis_tlast(s_axis_tlast),
    .s_axis_tuser(s_axis_tuser),
    .s_event_valid(s_event_valid),
    .s_event_ready(s_event_ready),
    .s_event_kind(s_event_kind),
    .s_event_ece(s_event_ece),
    .s_event_use_psn(s_event_use_psn),
    .s_event_n(s_event_n),
    .s_event_psn(s_event_psn),
    .s_event_qpn(s_event_qpn),
    .s_event_telemetry(s_event_telemetry),
    .s_event_path(s_event_path),
    .s_event_n_hop(s_event_n_hop),
    .s_event_hop_0_speed(s_event_hop_0_speed),
    .s_event_hop_0_ts(s_event_hop_0_ts),
    .s_event_hop_0_tx(s_event_hop_0_tx),
    .s_event_hop_0_q(s_event_hop_0_q),
    .s_event_hop_1_speed(s_event_hop_1_speed),
    .s_event_hop_1_ts(s_event_hop_1_ts),
    .s_event_hop_1_tx(s_event_hop_1_tx),
    .s_event_hop_1_q(s_event_hop_1_q),
    .time_now(time_now),
    .tx_valid(tx_valid),
    .tx_qpn(tx_qpn),
    .tx_psn(tx_psn),
    .upd_valid(upd_valid),
    .upd_ready(upd_ready),
    .upd_qpn(upd_qpn),
    .upd_limits(upd_limits),
    .upd_acks(upd_acks),
    .upd_alg(upd_alg),
    .upd_window(upd_window),
    .upd_pace(upd_pace),
    .upd_flags(upd_flags),
    .upd_feedback(upd_feedback),
    .upd_una_psn(upd_una_psn),
    .init_done(init_done)
  );

  // inputs change at the falling edge, outputs are looked at at the rising one, before they change
  always #(5.000 / 2.0) clk = ~clk;
  always @(negedge clk) cycle = cycle + 1;
  always @(posedge clk) begin
    if (init_done === 1'b1 && upd_valid === 1'b1) updates = updates + 1;
    if (init_done === 1'b1 && upd_valid === 1'bx) fault("upd_valid is x");
  end

  task fault(input [8*24-1:0] what);
    begin
      $display("step %0d, cycle %0d: fault: %0s", step, cycle, what);
      $display("FAIL");
      $fatal(1, "the smoke test has failed");
    end
  endtask

  // a beat of a frame
  task beat(input [63:0] data, input [7:0] keep, input last);
    begin
      @(negedge clk);
      s_axis_tdata  = data;
      s_axis_tkeep  = keep;
      s_axis_tlast  = last;
      s_axis_tvalid = 1'b1;
      waited        = 0;
      @(posedge clk);
      while (s_axis_tready !== 1'b1 && waited < PATIENCE) begin
        waited = waited + 1;
        @(posedge clk);
      end
      accepted = cycle;
      if (s_axis_tready !== 1'b1) fault("s_axis_tready");
    end
  endtask

  // words of the register map, named as in sw/ackw_registers.h
  localparam ID                    = 12'h000;
  localparam STATUS                = 12'h014;
  localparam SCRATCH               = 12'h018;
  localparam CFG_QPN_BASE          = 12'h080;
  localparam CFG_ECE_PLACE         = 12'h084;
  localparam CFG_MAX_FRAME_BYTES   = 12'h088;
  localparam CFG_TELEMETRY_PLACE   = 12'h08c;
  localparam CFG_TELEMETRY_OFFSET  = 12'h090;
  localparam CFG_TELEMETRY_AREA    = 12'h094;
  localparam CFG_TELEMETRY_PROFILE = 12'h098;
  localparam HOST_ALG              = 12'h180;
  localparam HOST_SET              = 12'h184;
  localparam HOST_PSN              = 12'h188;
  localparam HOST_OPEN             = 12'h18c;
  localparam HOST_QPN              = 12'h1c0;
  localparam HOST_PARTS            = 12'h1c4;
  localparam HOST_START            = 12'h1c8;
  localparam COUNTER_18            = 12'h290;
  localparam COUNTER_26            = 12'h2d0;
  localparam COUNTER_35            = 12'h318;
  localparam COUNTER_36            = 12'h320;
  localparam REFUSED_COUNT         = 12'h3c0;
  localparam SET_LDCP_ALPHA        = 12'h400;
  localparam SET_LDCP_BETA         = 12'h404;
  localparam SET_LDCP_GAMMA        = 12'h408;
  localparam SET_LDCP_ETA          = 12'h40c;
  localparam SET_LDCP_CW_MAX       = 12'h410;
  localparam SET_LDCP_WRITE        = 12'h418;
  localparam CFG_TX_UNIT           = 12'h550;
  localparam CFG_Q_UNIT            = 12'h554;

  reg [31:0] found;
  reg        aw_taken, w_taken;

  // address and data at once; each is withdrawn when it is taken
  task axil_write(input [11:0] address, input [31:0] data);
    begin
      @(negedge clk);
      s_axil_awaddr  = address;
      s_axil_wdata   = data;
      s_axil_wstrb   = 4'hf;
      s_axil_awvalid = 1'b1;
      s_axil_wvalid  = 1'b1;
      waited         = 0;
      while ((s_axil_awvalid || s_axil_wvalid) && waited < PATIENCE) begin
        waited   = waited + 1;
        @(posedge clk);
        aw_taken = s_axil_awready;
        w_taken  = s_axil_wready;
        @(negedge clk);
        if (aw_taken) s_axil_awvalid = 1'b0;
        if (w_taken) s_axil_wvalid = 1'b0;
      end
      s_axil_bready = 1'b1;
      @(posedge clk);
      while (s_axil_bvalid !== 1'b1 && waited < PATIENCE) begin
        waited = waited + 1;
        @(posedge clk);
      end
      if (s_axil_bvalid !== 1'b1) fault("s_axil_bvalid");
      if (s_axil_bresp !== 2'b00) fault("s_axil_bresp");
      @(negedge clk) s_axil_bready = 1'b0;
    end
  endtask

  task axil_read(input [11:0] address);
    begin
      @(negedge clk);
      s_axil_araddr  = address;
      s_axil_arvalid = 1'b1;
      s_axil_rready  = 1'b1;
      waited         = 0;
      @(posedge clk);
      while (s_axil_arready !== 1'b1 && waited < PATIENCE) begin
        waited = waited + 1;
        @(posedge clk);
      end
      @(negedge clk) s_axil_arvalid = 1'b0;
      @(posedge clk);
      while (s_axil_rvalid !== 1'b1 && waited < PATIENCE) begin
        waited = waited + 1;
        @(posedge clk);
      end
      if (s_axil_rvalid !== 1'b1) fault("s_axil_rvalid");
      found = s_axil_rdata;
      @(negedge clk) s_axil_rready = 1'b0;
    end
  endtask

  // a word must have a value
  task axil_expect(input [11:0] address, input [31:0] value);
    begin
      axil_read(address);
      if (found !== value) begin
        $display("step %0d: the register at %h is %h, the model says %h", step, address, found, value);
        errors = errors + 1;
      end
    end
  endtask

  integer asked;
  task axil_poll(input [11:0] address, input [31:0] mask, input [31:0] value);
    begin
      asked = 0;
      axil_read(address);
      while ((found & mask) !== value && asked < PATIENCE) begin
        asked = asked + 1;
        axil_read(address);
      end
      if ((found & mask) !== value) fault("a polled register");
    end
  endtask

  // the next update, so many cycles after the acceptance of what caused it
  task update;
    input integer cycles;
    input [3:0] want_upd_qpn;
    input  want_upd_limits;
    input  want_upd_acks;
    input [3:0] want_upd_alg;
    input [41:0] want_upd_window;
    input [39:0] want_upd_pace;
    input [15:0] want_upd_flags;
    input  want_upd_feedback;
    input [23:0] want_upd_una_psn;
    begin
      waited = 0;
      @(posedge clk);
      while (upd_valid !== 1'b1 && waited < PATIENCE) begin
        waited = waited + 1;
        @(posedge clk);
      end
      if (upd_valid !== 1'b1) fault("no update");
      else begin
        if (cycle - accepted != cycles) begin
          $display("step %0d: an update after %0d cycles, the model says %0d", step, cycle - accepted, cycles);
          errors = errors + 1;
        end
        if (upd_qpn !== want_upd_qpn) begin
          $display("step %0d: upd_qpn = %0d, the model says %0d", step, upd_qpn, want_upd_qpn);
          errors = errors + 1;
        end
        if (upd_limits !== want_upd_limits) begin
          $display("step %0d: upd_limits = %0d, the model says %0d", step, upd_limits, want_upd_limits);
          errors = errors + 1;
        end
        if (upd_acks !== want_upd_acks) begin
          $display("step %0d: upd_acks = %0d, the model says %0d", step, upd_acks, want_upd_acks);
          errors = errors + 1;
        end
        if (upd_alg !== want_upd_alg) begin
          $display("step %0d: upd_alg = %0d, the model says %0d", step, upd_alg, want_upd_alg);
          errors = errors + 1;
        end
        if (upd_window !== want_upd_window) begin
          $display("step %0d: upd_window = %0d, the model says %0d", step, upd_window, want_upd_window);
          errors = errors + 1;
        end
        if (upd_pace !== want_upd_pace) begin
          $display("step %0d: upd_pace = %0d, the model says %0d", step, upd_pace, want_upd_pace);
          errors = errors + 1;
        end
        if (upd_flags !== want_upd_flags) begin
          $display("step %0d: upd_flags = %0d, the model says %0d", step, upd_flags, want_upd_flags);
          errors = errors + 1;
        end
        if (upd_feedback !== want_upd_feedback) begin
          $display("step %0d: upd_feedback = %0d, the model says %0d", step, upd_feedback, want_upd_feedback);
          errors = errors + 1;
        end
        if (upd_una_psn !== want_upd_una_psn) begin
          $display("step %0d: upd_una_psn = %0d, the model says %0d", step, upd_una_psn, want_upd_una_psn);
          errors = errors + 1;
        end
      end
    end
  endtask

  // no update comes
  task silence;
    begin
      waited = updates;
      repeat (PATIENCE) @(negedge clk);
      if (updates != waited) begin
        $display("step %0d: an update where the model has none", step);
        errors = errors + 1;
      end
    end
  endtask

  initial begin
    repeat (4) @(negedge clk);
    rst_n = 1'b1;
    updates = 0; // what was seen before the reset was of no event
    while (init_done !== 1'b1 && waited < INIT) begin
      waited = waited + 1;
      @(negedge clk);
    end
    if (init_done !== 1'b1) fault("init_done");

    // 1: a host finds the device, and waits for it
    step = 1;
    axil_expect(ID, 32'h41434b57);
    axil_write(SCRATCH, 32'h5a5aa5a5);
    axil_expect(SCRATCH, 32'h5a5aa5a5);
    axil_poll(STATUS, 32'h1, 32'h1);

    // 2: the parser's configuration and the units
    step = 2;
    axil_write(CFG_QPN_BASE, 32'h10000);
    axil_write(CFG_ECE_PLACE, 32'h0);
    axil_write(CFG_MAX_FRAME_BYTES, 32'h3fff);
    axil_write(CFG_TELEMETRY_PLACE, 32'h2);
    axil_write(CFG_TELEMETRY_OFFSET, 32'h0);
    axil_write(CFG_TELEMETRY_AREA, 32'h0);
    axil_write(CFG_TELEMETRY_PROFILE, 32'h0);
    axil_write(CFG_TX_UNIT, 32'h80);
    axil_write(CFG_Q_UNIT, 32'h50);
    axil_expect(CFG_QPN_BASE, 32'h10000);
    axil_expect(CFG_ECE_PLACE, 32'h0);
    axil_expect(CFG_MAX_FRAME_BYTES, 32'h3fff);
    axil_expect(CFG_TELEMETRY_PLACE, 32'h2);
    axil_expect(CFG_TELEMETRY_OFFSET, 32'h0);
    axil_expect(CFG_TELEMETRY_AREA, 32'h0);
    axil_expect(CFG_TELEMETRY_PROFILE, 32'h0);
    axil_expect(CFG_TX_UNIT, 32'h80);
    axil_expect(CFG_Q_UNIT, 32'h50);
    axil_expect(REFUSED_COUNT, 32'h0);

    // 3: the host opens a QP
    step = 3;
    axil_write(HOST_PARTS, 32'h3);
    axil_write(HOST_QPN, 32'h3);
    axil_write(HOST_ALG, 32'h0);
    axil_write(HOST_SET, 32'h0);
    axil_write(HOST_PSN, 32'h46);
    axil_write(HOST_OPEN, 32'h1);
    axil_write(HOST_START, 32'h1);
    axil_poll(STATUS, 32'h2, 32'h0);
    axil_expect(REFUSED_COUNT, 32'h0);

    // 4: the NIC has sent up to PSN 100
    step = 4;
    @(negedge clk);
    tx_valid = 1'b1;
    tx_qpn = 4'd3;
    tx_psn = 24'd100;
    @(negedge clk);
    tx_valid = 1'b0;
    tx_qpn = 4'd0;
    tx_psn = 24'd0;

    // 5: an ACK with ECN-Echo
    step = 5;
    beat(64'h0404020202020202, 8'hff, 1'b0);
    beat(64'h0245000804040404, 8'hff, 1'b0);
    beat(64'h1140004000003000, 8'hff, 1'b0);
    beat(64'h000a0100000ab926, 8'hff, 1'b0);
    beat(64'h1c00b71200c00200, 8'hff, 1'b0);
    beat(64'h0140ffff00110000, 8'hff, 1'b0);
    beat(64'h001f4d0000000300, 8'hff, 1'b0);
    beat(64'ha48215ce0000, 8'h3f, 1'b1);
    @(negedge clk) s_axis_tvalid = 1'b0;
    update(59, 4'd3, 1'b1, 1'b1, 4'd0, 42'd16777216, 40'd160000, 16'd3, 1'b0, 24'd77);

    // 6: an event of another parser: an ACK of 2 packets
    step = 6;
    @(negedge clk);
    s_event_kind = 3'd0;
    s_event_ece = 1'b0;
    s_event_use_psn = 1'b0;
    s_event_n = 14'd2;
    s_event_psn = 24'd0;
    s_event_qpn = 4'd3;
    s_event_valid = 1'b1;
    waited = 0;
    @(posedge clk);
    while (s_event_ready !== 1'b1 && waited < PATIENCE) begin
      waited = waited + 1;
      @(posedge clk);
    end
    accepted = cycle;
    if (s_event_ready !== 1'b1) fault("s_event_ready");
    @(negedge clk) s_event_valid = 1'b0;
    update(50, 4'd3, 1'b1, 1'b1, 4'd0, 42'd33554432, 40'd80000, 16'd1, 1'b0, 24'd77);

    // 7: an ACK of what was not sent: rejected and counted
    step = 7;
    beat(64'h0404020202020202, 8'hff, 1'b0);
    beat(64'h0245000804040404, 8'hff, 1'b0);
    beat(64'h1140004000003000, 8'hff, 1'b0);
    beat(64'h000a0100000ab926, 8'hff, 1'b0);
    beat(64'h1c00b71200c00200, 8'hff, 1'b0);
    beat(64'h0140ffff00110000, 8'hff, 1'b0);
    beat(64'h001f640000000300, 8'hff, 1'b0);
    beat(64'h685358bb0000, 8'h3f, 1'b1);
    @(negedge clk) s_axis_tvalid = 1'b0;
    silence;

    // 8: an ACK to a closed QP: dropped and counted
    step = 8;
    beat(64'h0404020202020202, 8'hff, 1'b0);
    beat(64'h0245000804040404, 8'hff, 1'b0);
    beat(64'h1140004000003000, 8'hff, 1'b0);
    beat(64'h000a0100000ab926, 8'hff, 1'b0);
    beat(64'h1c00b71200c00200, 8'hff, 1'b0);
    beat(64'h0140ffff00110000, 8'hff, 1'b0);
    beat(64'h001f4d0000000700, 8'hff, 1'b0);
    beat(64'hf96e44c20000, 8'h3f, 1'b1);
    @(negedge clk) s_axis_tvalid = 1'b0;
    silence;

    // 9: a frame with a wrong ICRC: dropped and counted
    step = 9;
    beat(64'h0404020202020202, 8'hff, 1'b0);
    beat(64'h0245000804040404, 8'hff, 1'b0);
    beat(64'h1140004000003000, 8'hff, 1'b0);
    beat(64'h000a0100000ab926, 8'hff, 1'b0);
    beat(64'h1c00b71200c00200, 8'hff, 1'b0);
    beat(64'h0100ffff00110000, 8'hff, 1'b0);
    beat(64'h001f4e0000010300, 8'hff, 1'b0);
    beat(64'he3226f1e0000, 8'h3f, 1'b1);
    @(negedge clk) s_axis_tvalid = 1'b0;
    silence;

    // 10: the host writes parameter set 1: half of alpha
    step = 10;
    axil_write(SET_LDCP_ALPHA, 32'h8000);
    axil_write(SET_LDCP_BETA, 32'h8000);
    axil_write(SET_LDCP_GAMMA, 32'h1000);
    axil_write(SET_LDCP_ETA, 32'h8000);
    axil_write(SET_LDCP_CW_MAX, 32'hffffffff);
    axil_write(SET_LDCP_WRITE, 32'h1);
    axil_poll(STATUS, 32'h2, 32'h0);
    axil_expect(REFUSED_COUNT, 32'h0);

    // 11: and opens a third QP with it
    step = 11;
    axil_write(HOST_PARTS, 32'h3);
    axil_write(HOST_QPN, 32'h6);
    axil_write(HOST_ALG, 32'h0);
    axil_write(HOST_SET, 32'h1);
    axil_write(HOST_PSN, 32'h5);
    axil_write(HOST_OPEN, 32'h1);
    axil_write(HOST_START, 32'h1);
    axil_poll(STATUS, 32'h2, 32'h0);
    axil_expect(REFUSED_COUNT, 32'h0);

    // 12: the NIC has sent up to PSN 20
    step = 12;
    @(negedge clk);
    tx_valid = 1'b1;
    tx_qpn = 4'd6;
    tx_psn = 24'd20;
    @(negedge clk);
    tx_valid = 1'b0;
    tx_qpn = 4'd0;
    tx_psn = 24'd0;

    // 13: whose ACK without ECN-Echo grows its window by less
    step = 13;
    beat(64'h0404020202020202, 8'hff, 1'b0);
    beat(64'h0245000804040404, 8'hff, 1'b0);
    beat(64'h1140004000003000, 8'hff, 1'b0);
    beat(64'h000a0100000ab926, 8'hff, 1'b0);
    beat(64'h1c00b71200c00200, 8'hff, 1'b0);
    beat(64'h0100ffff00110000, 8'hff, 1'b0);
    beat(64'h001f0a0000000600, 8'hff, 1'b0);
    beat(64'h04c6d4d80000, 8'h3f, 1'b1);
    @(negedge clk) s_axis_tvalid = 1'b0;
    update(59, 4'd6, 1'b1, 1'b1, 4'd0, 42'd939524096, 40'd0, 16'd0, 1'b0, 24'd10);

    // 14: the host opens another QP, with HPCC++
    step = 14;
    axil_write(HOST_PARTS, 32'h3);
    axil_write(HOST_QPN, 32'h5);
    axil_write(HOST_ALG, 32'h2);
    axil_write(HOST_SET, 32'h0);
    axil_write(HOST_PSN, 32'h1e);
    axil_write(HOST_OPEN, 32'h1);
    axil_write(HOST_START, 32'h1);
    axil_poll(STATUS, 32'h2, 32'h0);
    axil_expect(REFUSED_COUNT, 32'h0);

    // 15: the NIC has sent up to PSN 100
    step = 15;
    @(negedge clk);
    tx_valid = 1'b1;
    tx_qpn = 4'd5;
    tx_psn = 24'd100;
    @(negedge clk);
    tx_valid = 1'b0;
    tx_qpn = 4'd0;
    tx_psn = 24'd0;

    // 16: its first telemetry, in an ACK
    step = 16;
    beat(64'h0404020202020202, 8'hff, 1'b0);
    beat(64'h0245000804040404, 8'hff, 1'b0);
    beat(64'h1140004000004400, 8'hff, 1'b0);
    beat(64'h000a0100000aa526, 8'hff, 1'b0);
    beat(64'h3000b71200c00200, 8'hff, 1'b0);
    beat(64'h0100ffff00110000, 8'hff, 1'b0);
    beat(64'h001f280000000500, 8'hff, 1'b0);
    beat(64'h002000005a200000, 8'hff, 1'b0);
    beat(64'h0040fa006400803e, 8'hff, 1'b0);
    beat(64'hf3a77d006400903e, 8'hff, 1'b0);
    beat(64'h55f8, 8'h3, 1'b1);
    @(negedge clk) s_axis_tvalid = 1'b0;
    update(99, 4'd5, 1'b1, 1'b1, 4'd2, 42'd256000000, 40'd3355437500, 16'd16, 1'b0, 24'd40);

    // 17: the NIC has sent up to PSN 160
    step = 17;
    @(negedge clk);
    tx_valid = 1'b1;
    tx_qpn = 4'd5;
    tx_psn = 24'd160;
    @(negedge clk);
    tx_valid = 1'b0;
    tx_qpn = 4'd0;
    tx_psn = 24'd0;

    // 18: telemetry 4 us later: a window
    step = 18;
    beat(64'h0404020202020202, 8'hff, 1'b0);
    beat(64'h0245000804040404, 8'hff, 1'b0);
    beat(64'h1140004000004400, 8'hff, 1'b0);
    beat(64'h000a0100000aa526, 8'hff, 1'b0);
    beat(64'h3000b71200c00200, 8'hff, 1'b0);
    beat(64'h0100ffff00110000, 8'hff, 1'b0);
    beat(64'h001f780000000500, 8'hff, 1'b0);
    beat(64'h012000005a200000, 8'hff, 1'b0);
    beat(64'h01402c0190018038, 8'hff, 1'b0);
    beat(64'hbb52960090019038, 8'hff, 1'b0);
    beat(64'h901c, 8'h3, 1'b1);
    @(negedge clk) s_axis_tvalid = 1'b0;
    update(99, 4'd5, 1'b1, 1'b1, 4'd2, 42'd227531782, 40'd2982299507, 16'd6144, 1'b0, 24'd120);

    // 19: the same by an event, 3 us later
    step = 19;
    @(negedge clk);
    s_event_kind = 3'd0;
    s_event_ece = 1'b0;
    s_event_use_psn = 1'b1;
    s_event_n = 14'd0;
    s_event_psn = 24'd140;
    s_event_qpn = 4'd5;
    s_event_telemetry = 1'b1;
    s_event_path = 12'd90;
    s_event_n_hop = 4'd2;
    s_event_hop_0_speed = 4'd2;
    s_event_hop_0_ts = 24'd8000;
    s_event_hop_0_tx = 20'd900;
    s_event_hop_0_q = 16'd10;
    s_event_hop_1_speed = 4'd4;
    s_event_hop_1_ts = 24'd8001;
    s_event_hop_1_tx = 20'd900;
    s_event_hop_1_q = 16'd5;
    s_event_valid = 1'b1;
    waited = 0;
    @(posedge clk);
    while (s_event_ready !== 1'b1 && waited < PATIENCE) begin
      waited = waited + 1;
      @(posedge clk);
    end
    accepted = cycle;
    if (s_event_ready !== 1'b1) fault("s_event_ready");
    @(negedge clk) s_event_valid = 1'b0;
    update(90, 4'd5, 1'b1, 1'b1, 4'd2, 42'd148394675, 40'd1945035380, 16'd2048, 1'b0, 24'd140);

    // 20: ACKs that the parser has seen
    step = 20;
    axil_expect(COUNTER_26, 32'h6);

    // 21: frames with a wrong ICRC
    step = 21;
    axil_expect(COUNTER_18, 32'h1);

    // 22: ACKs that were rejected
    step = 22;
    axil_expect(COUNTER_35, 32'h1);

    // 23: events of closed QPs
    step = 23;
    axil_expect(COUNTER_36, 32'h1);

    silence;
    if (updates != 6) begin
      $display("%0d updates, the model says 6", updates);
      errors = errors + 1;
    end
    if (errors != 0) begin
      $display("FAIL: %0d differences", errors);
      $fatal(1, "the smoke test has failed");
    end else begin
      $display("PASS: 6 updates and 20 answers to the host are what the model computed");
      $finish;
    end
  end

endmodule

`default_nettype wire
