// Ackwright, configuration f3241d065c80fc01. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A smoke test of ackw_top: reset, initialisation, and a few frames and events. Each update, the cycle in which it comes and each
// counter must be what the golden model of the generator computed for this configuration. The last line is PASS or FAIL.
`timescale 1ns/1ps
`default_nettype none

module tb_ackw_top;

  localparam PATIENCE = 1000; // cycles that anything may take
  localparam INIT     = 1016; // cycles that the initialisation may take

  reg   clk = 1'b0;
  reg   rst_n = 1'b0;
  reg  [23:0] cfg_qpn_base = 24'd65536;
  reg  [1:0] cfg_ece_place = 2'd0;
  reg  [13:0] cfg_max_frame_bytes = 14'd16383;
  reg  [1:0] cfg_telemetry_place = 2'd2;
  reg  [3:0] cfg_telemetry_offset = 4'd0;
  reg  [5:0] cfg_telemetry_area = 6'd0;
  reg   cfg_telemetry_profile = 1'b0;
  reg  [63:0] s_axis_tdata = 64'd0;
  reg  [7:0] s_axis_tkeep = 8'd0;
  reg   s_axis_tvalid = 1'b0;
  wire  s_axis_tready;
  reg   s_axis_tlast = 1'b0;
  reg   s_axis_tuser = 1'b0;
  reg  [3:0] set_index = 4'd0;
  reg   set_ldcp_we = 1'b0;
  reg  [16:0] set_ldcp_alpha = 17'd0;
  reg  [16:0] set_ldcp_beta = 17'd0;
  reg  [16:0] set_ldcp_gamma = 17'd0;
  reg  [15:0] set_ldcp_eta = 16'd0;
  reg  [41:0] set_ldcp_cw_max = 42'd0;
  reg   set_hpcc_we = 1'b0;
  reg  [19:0] set_hpcc_t = 20'd0;
  reg  [16:0] set_hpcc_eta = 17'd0;
  reg  [4:0] set_hpcc_max_stage = 5'd0;
  reg  [31:0] set_hpcc_w_ai = 32'd0;
  reg  [39:0] set_hpcc_w_min = 40'd0;
  reg  [39:0] set_hpcc_w_max = 40'd0;
  reg   set_hpcc_sync_first = 1'b0;
  reg  [17:0] set_hpcc_rate_gain_m = 18'd0;
  reg  [5:0] set_hpcc_rate_gain_e = 6'd0;
  reg  [19:0] set_hpcc_t_ticks = 20'd0;
  reg  [31:0] set_hpcc_tau_gain_m = 32'd0;
  reg  [5:0] set_hpcc_tau_gain_e = 6'd0;
  reg  [7:0] set_hpcc_q_weight = 8'd0;
  reg  [27:0] set_hpcc_tx_weight = 28'd0;
  reg   spd_we = 1'b0;
  reg  [3:0] spd_code = 4'd0;
  reg  [11:0] spd_gbps = 12'd0;
  reg  [31:0] spd_inv_b_m = 32'd0;
  reg  [5:0] spd_inv_b_e = 6'd0;
  reg  [7:0] cfg_tx_unit = 8'd128;
  reg  [7:0] cfg_q_unit = 8'd80;
  reg  [31:0] time_now = 32'd0;
  reg   tx_valid = 1'b0;
  reg  [3:0] tx_qpn = 4'd0;
  reg  [23:0] tx_psn = 24'd0;
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
  reg   host_valid = 1'b0;
  wire  host_ready;
  reg   host_write = 1'b0;
  reg  [3:0] host_parts = 4'd0;
  reg  [3:0] host_qpn = 4'd0;
  reg  [1:0] host_alg = 2'd0;
  reg  [3:0] host_set = 4'd0;
  reg  [23:0] host_psn = 24'd0;
  reg   host_psn_valid = 1'b0;
  reg  [41:0] host_ldcp_cw = 42'd0;
  reg  [23:0] host_ldcp_rtt = 24'd0;
  reg  [47:0] host_hpcc_u = 48'd0;
  reg  [39:0] host_hpcc_w = 40'd0;
  reg  [39:0] host_hpcc_wc = 40'd0;
  reg  [4:0] host_hpcc_inc_stage = 5'd0;
  reg  [31:0] host_hpcc_last_update = 32'd0;
  wire  host_done;
  wire [1:0] found_alg;
  wire [3:0] found_set;
  wire [23:0] found_psn;
  wire  found_psn_valid;
  wire [41:0] found_ldcp_cw;
  wire [23:0] found_ldcp_rtt;
  wire [47:0] found_hpcc_u;
  wire [39:0] found_hpcc_w;
  wire [39:0] found_hpcc_wc;
  wire [4:0] found_hpcc_inc_stage;
  wire [31:0] found_hpcc_last_update;
  wire  upd_valid;
  reg   upd_ready = 1'b1;
  wire [2:0] upd_kind;
  wire [3:0] upd_qpn;
  wire  upd_hpcc;
  wire [41:0] upd_window;
  wire [39:0] upd_pace;
  wire [13:0] upd_flags;
  wire  upd_feedback;
  wire  init_done;
  wire  frame_dropped;
  wire  alert_telemetry;
  reg  [5:0] cnt_sel = 6'd0;
  wire [31:0] cnt_value;

  integer cycle    = 0;
  integer accepted = 0; // the cycle in which the last frame or event was taken
  integer waited   = 0;
  integer step     = 0;
  integer errors   = 0;
  integer updates  = 0; // that were seen

  ackw_top dut (
    .clk(clk),
    .rst_n(rst_n),
    .cfg_qpn_base(cfg_qpn_base),
    .cfg_ece_place(cfg_ece_place),
    .cfg_max_frame_bytes(cfg_max_frame_bytes),
    .cfg_telemetry_place(cfg_telemetry_place),
    .cfg_telemetry_offset(cfg_telemetry_offset),
    .cfg_telemetry_area(cfg_telemetry_area),
    .cfg_telemetry_profile(cfg_telemetry_profile),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tkeep(s_axis_tkeep),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_axis_tready),
    .s_axis_tlast(s_axis_tlast),
    .s_axis_tuser(s_axis_tuser),
    .set_index(set_index),
    .set_ldcp_we(set_ldcp_we),
    .set_ldcp_alpha(set_ldcp_alpha),
    .set_ldcp_beta(set_ldcp_beta),
    .set_ldcp_gamma(set_ldcp_gamma),
    .set_ldcp_eta(set_ldcp_eta),
    .set_ldcp_cw_max(set_ldcp_cw_max),
    .set_hpcc_we(set_hpcc_we),
    .set_hpcc_t(set_hpcc_t),
    .set_hpcc_eta(set_hpcc_eta),
    .set_hpcc_max_stage(set_hpcc_max_stage),
    .set_hpcc_w_ai(set_hpcc_w_ai),
    .set_hpcc_w_min(set_hpcc_w_min),
    .set_hpcc_w_max(set_hpcc_w_max),
    .set_hpcc_sync_first(set_hpcc_sync_first),
    .set_hpcc_rate_gain_m(set_hpcc_rate_gain_m),
    .set_hpcc_rate_gain_e(set_hpcc_rate_gain_e),
    .set_hpcc_t_ticks(set_hpcc_t_ticks),
    .set_hpcc_tau_gain_m(set_hpcc_tau_gain_m),
    .set_hpcc_tau_gain_e(set_hpcc_tau_gain_e),
    .set_hpcc_q_weight(set_hpcc_q_weight),
    .set_hpcc_tx_weight(set_hpcc_tx_weight),
    .spd_we(spd_we),
    .spd_code(spd_code),
    .spd_gbps(spd_gbps),
    .spd_inv_b_m(spd_inv_b_m),
    .spd_inv_b_e(spd_inv_b_e),
    .cfg_tx_unit(cfg_tx_unit),
    .cfg_q_unit(cfg_q_unit),
    .time_now(time_now),
    .tx_valid(tx_valid),
    .tx_qpn(tx_qpn),
    .tx_psn(tx_psn),
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
    .host_valid(host_valid),
    .host_ready(host_ready),
    .host_write(host_write),
    .host_parts(host_parts),
    .host_qpn(host_qpn),
    .host_alg(host_alg),
    .host_set(host_set),
    .host_psn(host_psn),
    .host_psn_valid(host_psn_valid),
    .host_ldcp_cw(host_ldcp_cw),
    .host_ldcp_rtt(host_ldcp_rtt),
    .host_hpcc_u(host_hpcc_u),
    .host_hpcc_w(host_hpcc_w),
    .host_hpcc_wc(host_hpcc_wc),
    .host_hpcc_inc_stage(host_hpcc_inc_stage),
    .host_hpcc_last_update(host_hpcc_last_update),
    .host_done(host_done),
    .found_alg(found_alg),
    .found_set(found_set),
    .found_psn(found_psn),
    .found_psn_valid(found_psn_valid),
    .found_ldcp_cw(found_ldcp_cw),
    .found_ldcp_rtt(found_ldcp_rtt),
    .found_hpcc_u(found_hpcc_u),
    .found_hpcc_w(found_hpcc_w),
    .found_hpcc_wc(found_hpcc_wc),
    .found_hpcc_inc_stage(found_hpcc_inc_stage),
    .found_hpcc_last_update(found_hpcc_last_update),
    .upd_valid(upd_valid),
    .upd_ready(upd_ready),
    .upd_kind(upd_kind),
    .upd_qpn(upd_qpn),
    .upd_hpcc(upd_hpcc),
    .upd_window(upd_window),
    .upd_pace(upd_pace),
    .upd_flags(upd_flags),
    .upd_feedback(upd_feedback),
    .init_done(init_done),
    .frame_dropped(frame_dropped),
    .alert_telemetry(alert_telemetry),
    .cnt_sel(cnt_sel),
    .cnt_value(cnt_value)
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

  // an operation of the host is complete
  task until_done;
    begin
      waited = 0;
      @(posedge clk);
      while (host_done !== 1'b1 && waited < PATIENCE) begin
        waited = waited + 1;
        @(posedge clk);
      end
      if (host_done !== 1'b1) fault("host_done");
    end
  endtask

  // the next update, so many cycles after the acceptance of what caused it
  task update;
    input integer cycles;
    input [2:0] want_upd_kind;
    input [3:0] want_upd_qpn;
    input  want_upd_hpcc;
    input [41:0] want_upd_window;
    input [39:0] want_upd_pace;
    input [13:0] want_upd_flags;
    input  want_upd_feedback;
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
        if (upd_kind !== want_upd_kind) begin
          $display("step %0d: upd_kind = %0d, the model says %0d", step, upd_kind, want_upd_kind);
          errors = errors + 1;
        end
        if (upd_qpn !== want_upd_qpn) begin
          $display("step %0d: upd_qpn = %0d, the model says %0d", step, upd_qpn, want_upd_qpn);
          errors = errors + 1;
        end
        if (upd_hpcc !== want_upd_hpcc) begin
          $display("step %0d: upd_hpcc = %0d, the model says %0d", step, upd_hpcc, want_upd_hpcc);
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

  // the value of a counter
  task counter(input [5:0] select, input [31:0] value);
    begin
      @(negedge clk) cnt_sel = select;
      @(negedge clk);
      @(posedge clk);
      if (cnt_value !== value) begin
        $display("step %0d: counter %0d is %0d, the model says %0d", step, select, cnt_value, value);
        errors = errors + 1;
      end
    end
  endtask

  initial begin
    repeat (4) @(negedge clk);
    rst_n = 1'b1;
    while (init_done !== 1'b1 && waited < INIT) begin
      waited = waited + 1;
      @(negedge clk);
    end
    if (init_done !== 1'b1) fault("init_done");

    // 1: an ACK with ECN-Echo for a QP as after reset
    step = 1;
    beat(64'h0404020202020202, 8'hff, 1'b0);
    beat(64'h0245000804040404, 8'hff, 1'b0);
    beat(64'h1140004000003000, 8'hff, 1'b0);
    beat(64'h000a0100000ab926, 8'hff, 1'b0);
    beat(64'h1c00b71200c00200, 8'hff, 1'b0);
    beat(64'h0140ffff00110000, 8'hff, 1'b0);
    beat(64'h001f4d0000000300, 8'hff, 1'b0);
    beat(64'ha48215ce0000, 8'h3f, 1'b1);
    @(negedge clk) s_axis_tvalid = 1'b0;
    update(83, 3'd0, 4'd3, 1'b0, 42'd134217728, 40'd20000, 14'd1, 1'b0);

    // 2: an event of another parser: an ACK of 2 packets
    step = 2;
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
    update(74, 3'd0, 4'd3, 1'b0, 42'd150994944, 40'd17778, 14'd1, 1'b0);

    // 3: a frame with a wrong ICRC: dropped and counted
    step = 3;
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

    // 4: the host gives another QP HPCC++
    step = 4;
    @(negedge clk);
    host_write = 1'b1;
    host_parts = 4'd1;
    host_qpn = 4'd5;
    host_alg = 2'd2;
    host_set = 4'd0;
    host_valid = 1'b1;
    waited = 0;
    @(posedge clk);
    while (host_ready !== 1'b1 && waited < PATIENCE) begin
      waited = waited + 1;
      @(posedge clk);
    end
    accepted = cycle;
    if (host_ready !== 1'b1) fault("host_ready");
    @(negedge clk) host_valid = 1'b0;
    until_done;

    // 5: the NIC has sent up to PSN 100
    step = 5;
    @(negedge clk);
    tx_valid = 1'b1;
    tx_qpn = 4'd5;
    tx_psn = 24'd100;
    @(negedge clk);
    tx_valid = 1'b0;
    tx_qpn = 4'd0;
    tx_psn = 24'd0;

    // 6: its first telemetry, in an ACK
    step = 6;
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
    update(83, 3'd0, 4'd5, 1'b1, 42'd256000000, 40'd3355437500, 14'd1, 1'b0);

    // 7: the NIC has sent up to PSN 160
    step = 7;
    @(negedge clk);
    tx_valid = 1'b1;
    tx_qpn = 4'd5;
    tx_psn = 24'd160;
    @(negedge clk);
    tx_valid = 1'b0;
    tx_qpn = 4'd0;
    tx_psn = 24'd0;

    // 8: telemetry 4 us later: a window
    step = 8;
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
    update(83, 3'd0, 4'd5, 1'b1, 42'd227531782, 40'd2982299507, 14'd384, 1'b0);

    // 9: the same by an event, 3 us later
    step = 9;
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
    update(74, 3'd0, 4'd5, 1'b1, 42'd148394675, 40'd1945035380, 14'd128, 1'b0);

    // 10: ACKs that the parser has seen
    step = 10;
    counter(6'd24, 32'd3);

    // 11: frames with a wrong ICRC
    step = 11;
    counter(6'd18, 32'd1);

    silence;
    if (updates != 5) begin
      $display("%0d updates, the model says 5", updates);
      errors = errors + 1;
    end
    if (errors != 0) begin
      $display("FAIL: %0d differences", errors);
      $fatal(1, "the smoke test has failed");
    end else begin
      $display("PASS: 5 updates and 2 counters are what the model computed");
      $finish;
    end
  end

endmodule

`default_nettype wire
