// Ackwright, configuration 5af1effd70ced52c. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// The hop with the greatest normalised inflight bytes, q / (B * T) + tx / (B * dts), compared exactly as fractions n /
// d with n = q_weight * q * dts + tx_weight * tx, d = gbps * dts; and what it adds to U. Every event takes as long.
module ackw_inflight (
  input  wire        clk,            // clock, rising edge
  input  wire        rst_n,          // reset, active low, synchronous
  input  wire [11:0] cfg_tx_unit,    // unit of txBytes; bytes; constant while events of HPCC++ are under way
  input  wire [11:0] cfg_q_unit,     // unit of qLen; bytes; constant while events of HPCC++ are under way
  input  wire        set_we,         // writes parameter set set_index, while no event of that set is under way
  input  wire [3:0]  set_index,
  input  wire [19:0] set_t_ticks,    // ceil(T/ts_unit): delta ts below it is below T; ticks
  input  wire [31:0] set_tau_gain_m, // mantissa of ts_unit/T, to nearest; 1/ticks; its top bit set
  input  wire [5:0]  set_tau_gain_e, // exponent of ts_unit/T; 32 to 51
  input  wire [11:0] set_q_weight,   // q_unit * ts_unit / gcd(q_unit * ts_unit, tx_unit * T); changes with the units
  input  wire [31:0] set_tx_weight,  // tx_unit * T / gcd(q_unit * ts_unit, tx_unit * T); ticks; changes with the units
  input  wire        spd_we,         // writes the speed of a code
  input  wire [3:0]  spd_code,       // the telemetry's speed code
  input  wire [11:0] spd_gbps,       // Gbit/s, 0: unknown
  input  wire [31:0] spd_inv_b_m,    // mantissa of 1/(B * ts_unit), to nearest; ticks/byte; its top bit set
  input  wire [5:0]  spd_inv_b_e,    // exponent of 1/(B * ts_unit); 28 to 48
  input  wire        in_valid,       // an event enters, where in_ready is 1
  input  wire [11:0] in_qpn,         // index of the QP
  input  wire        in_measure,     // the event has hops to compare; without it no hop is used
  input  wire [2:0]  in_flags,       // handed on
  input  wire [3:0]  in_set,         // index of the parameter set
  input  wire        in_hop_0_used,  // the hop is on the path and comparable; else all is zero
  input  wire [3:0]  in_hop_0_speed, // index into the speed table
  input  wire [23:0] in_hop_0_dts,   // time since the last telemetry, modular; ticks of ts_unit
  input  wire [19:0] in_hop_0_tx,    // bytes transmitted since then, modular; tx_unit
  input  wire [15:0] in_hop_0_q,     // the lesser of both queues; q_unit
  input  wire        in_hop_1_used,  // the hop is on the path and comparable; else all is zero
  input  wire [3:0]  in_hop_1_speed, // index into the speed table
  input  wire [23:0] in_hop_1_dts,   // time since the last telemetry, modular; ticks of ts_unit
  input  wire [19:0] in_hop_1_tx,    // bytes transmitted since then, modular; tx_unit
  input  wire [15:0] in_hop_1_q,     // the lesser of both queues; q_unit
  input  wire        in_hop_2_used,  // the hop is on the path and comparable; else all is zero
  input  wire [3:0]  in_hop_2_speed, // index into the speed table
  input  wire [23:0] in_hop_2_dts,   // time since the last telemetry, modular; ticks of ts_unit
  input  wire [19:0] in_hop_2_tx,    // bytes transmitted since then, modular; tx_unit
  input  wire [15:0] in_hop_2_q,     // the lesser of both queues; q_unit
  input  wire        in_hop_3_used,  // the hop is on the path and comparable; else all is zero
  input  wire [3:0]  in_hop_3_speed, // index into the speed table
  input  wire [23:0] in_hop_3_dts,   // time since the last telemetry, modular; ticks of ts_unit
  input  wire [19:0] in_hop_3_tx,    // bytes transmitted since then, modular; tx_unit
  input  wire [15:0] in_hop_3_q,     // the lesser of both queues; q_unit
  input  wire        in_hop_4_used,  // the hop is on the path and comparable; else all is zero
  input  wire [3:0]  in_hop_4_speed, // index into the speed table
  input  wire [23:0] in_hop_4_dts,   // time since the last telemetry, modular; ticks of ts_unit
  input  wire [19:0] in_hop_4_tx,    // bytes transmitted since then, modular; tx_unit
  input  wire [15:0] in_hop_4_q,     // the lesser of both queues; q_unit
  output wire        in_ready,       // the event is taken, if valid; 0 while hops of the last one wait for their lane,
                                     // always 1 with a lane for each hop
  output wire        out_valid,      // the event, always as many cycles later
  output wire [11:0] out_qpn,        // index of the QP
  output wire        out_measure,    // as in_measure
  output wire [5:0]  out_flags,      // bits 2 to 0 as in_flags, 3 a hop of unknown speed, 4 a hop with dts = 0, 5 no
                                     // hop counts: none has sent or queued, or those that have are of unknown speed or
                                     // have dts = 0
  output wire [36:0] out_theta,      // share of the new U, U1.36; 0 where there is none
  output wire [48:0] out_addend      // what is added to (1 - theta) * U, U13.36, saturated
);

  localparam [3:0] BOUND_0 = 4'd0; // a step is compared while no more than so many follow
  localparam [3:0] LAST_STEP = 4'd1; // steps of an event less one

  reg  [3:0]  rest_0;
  reg         active_0;
  reg         later_0_used;
  reg  [3:0]  later_0_speed;
  reg  [23:0] later_0_dts;
  reg  [19:0] later_0_tx;
  reg  [15:0] later_0_q;
  reg         later_1_used;
  reg  [3:0]  later_1_speed;
  reg  [23:0] later_1_dts;
  reg  [19:0] later_1_tx;
  reg  [15:0] later_1_q;
  reg         valid_0;
  reg         valid_1;
  reg         valid_2;
  reg         valid_3;
  reg         valid_4;
  reg         valid_5;
  reg         valid_6;
  reg         valid_7;
  reg         valid_8;
  reg         valid_9;
  reg         valid_10;
  reg         valid_11;
  reg         valid_12;
  reg         valid_13;
  reg         valid_14;
  reg         valid_15;
  reg         valid_16;
  reg         valid_17;
  reg         valid_18;
  reg         valid_19;
  reg         valid_20;
  reg         valid_21;
  reg         valid_22;
  reg         valid_23;
  reg         valid_24;
  reg         valid_25;
  reg         valid_26;
  reg         valid_27;
  reg         valid_28;
  reg         valid_29;
  reg         valid_30;
  reg         valid_31;
  reg         valid_32;
  reg         valid_33;
  reg         valid_34;
  reg         valid_35;
  reg         valid_36;
  reg         valid_37;
  reg         valid_38;
  reg         valid_39;
  reg         valid_40;
  reg         valid_41;
  reg         valid_42;
  reg         valid_43;
  reg         valid_44;
  reg         valid_45;
  reg         valid_46;
  reg         valid_47;
  reg         step_0;
  reg         step_1;
  reg         step_2;
  reg         step_3;
  reg         step_4;
  reg         step_5;
  reg         step_6;
  reg         step_7;
  reg         step_8;
  reg         step_9;
  reg         step_10;
  reg         step_11;
  reg         step_12;
  reg         step_13;
  reg         step_14;
  reg         step_15;
  reg         step_16;
  reg         step_17;
  reg         step_18;
  reg  [11:0] h0_qpn;
  reg         h0_measure;
  reg  [2:0]  h0_flags;
  reg  [3:0]  h0_set;
  reg         h3_unknown;
  reg         h3_still;

  wire [3:0]  follow;
  wire        ready;
  wire        none_used;
  wire [3:0]  none_speed;
  wire [23:0] none_dts;
  wire [19:0] none_tx;
  wire [15:0] none_q;
  reg         aligned;
  wire [52:0] winner_n;
  reg         unknown;
  reg         still;
  wire        chosen;
  wire        h2_first_0_d;
  wire        h2_first_0_q;
  wire        w0_measure_0_q;
  wire [35:0] fold_0_q_d;
  wire [3:0]  fold_0_q_hop_speed;
  wire [23:0] fold_0_q_hop_dts;
  wire [4:0]  fold_0_q_hop_left_dts;
  wire [19:0] fold_0_q_hop_tx;
  wire [15:0] fold_0_q_hop_q;
  wire [3:0]  fold_0_q_hop_left_q;
  wire        compare_0_d;
  wire        compare_0_q;
  wire        tag_q_measure;
  wire [2:0]  tag_q_flags;
  wire [3:0]  w0_set_q;
  wire [11:0] weights_rdata_q;
  wire [31:0] weights_rdata_tx;
  reg  [3:0]  weights_waddr;
  wire [11:0] h3_q_weight_q;
  wire        lane_0_in_valid;
  reg         lane_0_in_hop_used;
  reg  [3:0]  lane_0_in_hop_speed;
  reg  [23:0] lane_0_in_hop_dts;
  reg  [19:0] lane_0_in_hop_tx;
  reg  [15:0] lane_0_in_hop_q;
  wire        lane_0_out_unknown;
  wire        lane_0_out_still;
  wire [52:0] lane_0_out_n;
  wire [35:0] lane_0_out_d;
  wire [3:0]  lane_0_out_hop_speed;
  wire [23:0] lane_0_out_hop_dts;
  wire [4:0]  lane_0_out_hop_left_dts;
  wire [19:0] lane_0_out_hop_tx;
  wire [15:0] lane_0_out_hop_q;
  wire [3:0]  lane_0_out_hop_left_q;
  wire        lane_1_in_valid;
  reg         lane_1_in_hop_used;
  reg  [3:0]  lane_1_in_hop_speed;
  reg  [23:0] lane_1_in_hop_dts;
  reg  [19:0] lane_1_in_hop_tx;
  reg  [15:0] lane_1_in_hop_q;
  wire        lane_1_out_unknown;
  wire        lane_1_out_still;
  wire [52:0] lane_1_out_n;
  wire [35:0] lane_1_out_d;
  wire [3:0]  lane_1_out_hop_speed;
  wire [23:0] lane_1_out_hop_dts;
  wire [4:0]  lane_1_out_hop_left_dts;
  wire [19:0] lane_1_out_hop_tx;
  wire [15:0] lane_1_out_hop_q;
  wire [3:0]  lane_1_out_hop_left_q;
  wire        lane_2_in_valid;
  reg         lane_2_in_hop_used;
  reg  [3:0]  lane_2_in_hop_speed;
  reg  [23:0] lane_2_in_hop_dts;
  reg  [19:0] lane_2_in_hop_tx;
  reg  [15:0] lane_2_in_hop_q;
  wire        lane_2_out_unknown;
  wire        lane_2_out_still;
  wire [52:0] lane_2_out_n;
  wire [35:0] lane_2_out_d;
  wire [3:0]  lane_2_out_hop_speed;
  wire [23:0] lane_2_out_hop_dts;
  wire [4:0]  lane_2_out_hop_left_dts;
  wire [19:0] lane_2_out_hop_tx;
  wire [15:0] lane_2_out_hop_q;
  wire [3:0]  lane_2_out_hop_left_q;
  wire        out_unknown_q;
  wire        out_still_q;
  wire [52:0] pick1_0_out_n;
  wire [35:0] pick1_0_out_d;
  wire [3:0]  pick1_0_out_hop_speed;
  wire [23:0] pick1_0_out_hop_dts;
  wire [4:0]  pick1_0_out_hop_left_dts;
  wire [19:0] pick1_0_out_hop_tx;
  wire [15:0] pick1_0_out_hop_q;
  wire [3:0]  pick1_0_out_hop_left_q;
  wire [52:0] pick2_0_out_n;
  wire [35:0] pick2_0_out_d;
  wire [3:0]  pick2_0_out_hop_speed;
  wire [23:0] pick2_0_out_hop_dts;
  wire [4:0]  pick2_0_out_hop_left_dts;
  wire [19:0] pick2_0_out_hop_tx;
  wire [15:0] pick2_0_out_hop_q;
  wire [3:0]  pick2_0_out_hop_left_q;
  wire [52:0] wait1_0_q_n;
  wire [35:0] wait1_0_q_d;
  wire [3:0]  wait1_0_q_hop_speed;
  wire [23:0] wait1_0_q_hop_dts;
  wire [4:0]  wait1_0_q_hop_left_dts;
  wire [19:0] wait1_0_q_hop_tx;
  wire [15:0] wait1_0_q_hop_q;
  wire [3:0]  wait1_0_q_hop_left_q;
  reg  [3:0]  terms_set_index;
  wire        w20_chosen_q;

  // h0: the event, of which the most waits until w20; with fewer lanes than hops the first step, and those that follow
  assign follow = rest_0;
  assign ready = !(|follow);
  assign in_ready = ready;

  ackw_delay #(
    .N    (47),
    .WIDTH(16),
    .HELD (1)
  ) u_tag (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({h0_flags, h0_measure, h0_qpn}),
    .q    ({tag_q_flags, tag_q_measure, out_qpn}),
    .en   (valid_0)
  );

  ackw_delay #(
    .N    (26),
    .WIDTH(4)
  ) u_w0_set (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (h0_set),
    .q    (w0_set_q),
    .en   (1'b1)
  );

  // h0 to h1: the set's weights
  ackw_table #(
    .WIDTH    (44),
    .ADDR_BITS(4)
  ) u_weights (
    .clk  (clk),
    .raddr(h0_set),
    .rdata({weights_rdata_tx, weights_rdata_q}),
    .we   (set_we),
    .waddr(weights_waddr),
    .wdata({set_tx_weight, set_q_weight})
  );

  always @* begin
    weights_waddr = h0_set;
    if (set_we) begin
      weights_waddr = set_index;
    end
  end

  ackw_delay #(
    .N    (2),
    .WIDTH(12),
    .HELD (1)
  ) u_h3_q_weight (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (weights_rdata_q),
    .q    (h3_q_weight_q),
    .en   (step_1)
  );

  // h0: the hops that wait for their step: hop i goes to lane i mod lanes
  assign none_used = 1'b0;
  assign none_speed = 4'd0;
  assign none_dts = 24'd0;
  assign none_tx = 20'd0;
  assign none_q = 16'd0;

  // h0 to h6: the lanes
  always @* begin
    unknown = 1'b0;
    unknown = unknown | lane_0_out_unknown;
    unknown = unknown | lane_1_out_unknown;
    unknown = unknown | lane_2_out_unknown;
  end

  always @* begin
    still = 1'b0;
    still = still | lane_0_out_still;
    still = still | lane_1_out_still;
    still = still | lane_2_out_still;
  end

  always @* begin
    lane_0_in_hop_used = in_hop_0_used;
    lane_0_in_hop_speed = in_hop_0_speed;
    lane_0_in_hop_dts = in_hop_0_dts;
    lane_0_in_hop_tx = in_hop_0_tx;
    lane_0_in_hop_q = in_hop_0_q;
    if (!ready) begin
      lane_0_in_hop_used = later_0_used;
      lane_0_in_hop_speed = later_0_speed;
      lane_0_in_hop_dts = later_0_dts;
      lane_0_in_hop_tx = later_0_tx;
      lane_0_in_hop_q = later_0_q;
    end
  end

  ackw_inflight_lane u_lane_0 (
    .clk             (clk),
    .rst_n           (rst_n),
    .in_valid        (lane_0_in_valid),
    .in_hop_used     (lane_0_in_hop_used),
    .in_hop_speed    (lane_0_in_hop_speed),
    .in_hop_dts      (lane_0_in_hop_dts),
    .in_hop_tx       (lane_0_in_hop_tx),
    .in_hop_q        (lane_0_in_hop_q),
    .q_weight        (h3_q_weight_q),
    .tx_weight       (weights_rdata_tx),
    .spd_we          (spd_we),
    .spd_code        (spd_code),
    .spd_gbps        (spd_gbps),
    .out_unknown     (lane_0_out_unknown),
    .out_still       (lane_0_out_still),
    .out_n           (lane_0_out_n),
    .out_d           (lane_0_out_d),
    .out_hop_speed   (lane_0_out_hop_speed),
    .out_hop_dts     (lane_0_out_hop_dts),
    .out_hop_left_dts(lane_0_out_hop_left_dts),
    .out_hop_tx      (lane_0_out_hop_tx),
    .out_hop_q       (lane_0_out_hop_q),
    .out_hop_left_q  (lane_0_out_hop_left_q)
  );

  always @* begin
    lane_1_in_hop_used = in_hop_1_used;
    lane_1_in_hop_speed = in_hop_1_speed;
    lane_1_in_hop_dts = in_hop_1_dts;
    lane_1_in_hop_tx = in_hop_1_tx;
    lane_1_in_hop_q = in_hop_1_q;
    if (!ready) begin
      lane_1_in_hop_used = later_1_used;
      lane_1_in_hop_speed = later_1_speed;
      lane_1_in_hop_dts = later_1_dts;
      lane_1_in_hop_tx = later_1_tx;
      lane_1_in_hop_q = later_1_q;
    end
  end

  ackw_inflight_lane u_lane_1 (
    .clk             (clk),
    .rst_n           (rst_n),
    .in_valid        (lane_1_in_valid),
    .in_hop_used     (lane_1_in_hop_used),
    .in_hop_speed    (lane_1_in_hop_speed),
    .in_hop_dts      (lane_1_in_hop_dts),
    .in_hop_tx       (lane_1_in_hop_tx),
    .in_hop_q        (lane_1_in_hop_q),
    .q_weight        (h3_q_weight_q),
    .tx_weight       (weights_rdata_tx),
    .spd_we          (spd_we),
    .spd_code        (spd_code),
    .spd_gbps        (spd_gbps),
    .out_unknown     (lane_1_out_unknown),
    .out_still       (lane_1_out_still),
    .out_n           (lane_1_out_n),
    .out_d           (lane_1_out_d),
    .out_hop_speed   (lane_1_out_hop_speed),
    .out_hop_dts     (lane_1_out_hop_dts),
    .out_hop_left_dts(lane_1_out_hop_left_dts),
    .out_hop_tx      (lane_1_out_hop_tx),
    .out_hop_q       (lane_1_out_hop_q),
    .out_hop_left_q  (lane_1_out_hop_left_q)
  );

  always @* begin
    lane_2_in_hop_used = in_hop_2_used;
    lane_2_in_hop_speed = in_hop_2_speed;
    lane_2_in_hop_dts = in_hop_2_dts;
    lane_2_in_hop_tx = in_hop_2_tx;
    lane_2_in_hop_q = in_hop_2_q;
    if (!ready) begin
      lane_2_in_hop_used = none_used;
      lane_2_in_hop_speed = none_speed;
      lane_2_in_hop_dts = none_dts;
      lane_2_in_hop_tx = none_tx;
      lane_2_in_hop_q = none_q;
    end
  end

  ackw_inflight_lane u_lane_2 (
    .clk             (clk),
    .rst_n           (rst_n),
    .in_valid        (lane_2_in_valid),
    .in_hop_used     (lane_2_in_hop_used),
    .in_hop_speed    (lane_2_in_hop_speed),
    .in_hop_dts      (lane_2_in_hop_dts),
    .in_hop_tx       (lane_2_in_hop_tx),
    .in_hop_q        (lane_2_in_hop_q),
    .q_weight        (h3_q_weight_q),
    .tx_weight       (weights_rdata_tx),
    .spd_we          (spd_we),
    .spd_code        (spd_code),
    .spd_gbps        (spd_gbps),
    .out_unknown     (lane_2_out_unknown),
    .out_still       (lane_2_out_still),
    .out_n           (lane_2_out_n),
    .out_d           (lane_2_out_d),
    .out_hop_speed   (lane_2_out_hop_speed),
    .out_hop_dts     (lane_2_out_hop_dts),
    .out_hop_left_dts(lane_2_out_hop_left_dts),
    .out_hop_tx      (lane_2_out_hop_tx),
    .out_hop_q       (lane_2_out_hop_q),
    .out_hop_left_q  (lane_2_out_hop_left_q)
  );

  assign lane_0_in_valid = in_valid | !ready;
  assign lane_1_in_valid = in_valid | !ready;
  assign lane_2_in_valid = in_valid | !ready;
  assign h2_first_0_d = follow == LAST_STEP;

  ackw_delay #(
    .N    (2),
    .WIDTH(1)
  ) u_h2_first_0 (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (h2_first_0_d),
    .q    (h2_first_0_q),
    .en   (1'b1)
  );

  ackw_delay #(
    .N    (43),
    .WIDTH(1)
  ) u_out_unknown (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (h3_unknown),
    .q    (out_unknown_q),
    .en   (1'b1)
  );

  ackw_delay #(
    .N    (43),
    .WIDTH(1)
  ) u_out_still (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (h3_still),
    .q    (out_still_q),
    .en   (1'b1)
  );

  // the tree, 6 cycles a level: of two the one with the lower index stays, unless the other is strictly greater
  ackw_inflight_pick u_pick1_0 (
    .clk             (clk),
    .rst_n           (rst_n),
    .in_valid        (step_6),
    .a_n             (lane_0_out_n),
    .a_d             (lane_0_out_d),
    .a_hop_speed     (lane_0_out_hop_speed),
    .a_hop_dts       (lane_0_out_hop_dts),
    .a_hop_left_dts  (lane_0_out_hop_left_dts),
    .a_hop_tx        (lane_0_out_hop_tx),
    .a_hop_q         (lane_0_out_hop_q),
    .a_hop_left_q    (lane_0_out_hop_left_q),
    .b_n             (lane_1_out_n),
    .b_d             (lane_1_out_d),
    .b_hop_speed     (lane_1_out_hop_speed),
    .b_hop_dts       (lane_1_out_hop_dts),
    .b_hop_left_dts  (lane_1_out_hop_left_dts),
    .b_hop_tx        (lane_1_out_hop_tx),
    .b_hop_q         (lane_1_out_hop_q),
    .b_hop_left_q    (lane_1_out_hop_left_q),
    .out_n           (pick1_0_out_n),
    .out_d           (pick1_0_out_d),
    .out_hop_speed   (pick1_0_out_hop_speed),
    .out_hop_dts     (pick1_0_out_hop_dts),
    .out_hop_left_dts(pick1_0_out_hop_left_dts),
    .out_hop_tx      (pick1_0_out_hop_tx),
    .out_hop_q       (pick1_0_out_hop_q),
    .out_hop_left_q  (pick1_0_out_hop_left_q)
  );

  ackw_delay #(
    .N    (6),
    .WIDTH(162),
    .HELD (1)
  ) u_wait1_0 (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({lane_2_out_hop_left_q, lane_2_out_hop_q, lane_2_out_hop_tx, lane_2_out_hop_left_dts, lane_2_out_hop_dts,
      lane_2_out_hop_speed, lane_2_out_d, lane_2_out_n}),
    .q    ({wait1_0_q_hop_left_q, wait1_0_q_hop_q, wait1_0_q_hop_tx, wait1_0_q_hop_left_dts, wait1_0_q_hop_dts,
      wait1_0_q_hop_speed, wait1_0_q_d, wait1_0_q_n}),
    .en   (step_6)
  );

  ackw_inflight_pick u_pick2_0 (
    .clk             (clk),
    .rst_n           (rst_n),
    .in_valid        (step_12),
    .a_n             (pick1_0_out_n),
    .a_d             (pick1_0_out_d),
    .a_hop_speed     (pick1_0_out_hop_speed),
    .a_hop_dts       (pick1_0_out_hop_dts),
    .a_hop_left_dts  (pick1_0_out_hop_left_dts),
    .a_hop_tx        (pick1_0_out_hop_tx),
    .a_hop_q         (pick1_0_out_hop_q),
    .a_hop_left_q    (pick1_0_out_hop_left_q),
    .b_n             (wait1_0_q_n),
    .b_d             (wait1_0_q_d),
    .b_hop_speed     (wait1_0_q_hop_speed),
    .b_hop_dts       (wait1_0_q_hop_dts),
    .b_hop_left_dts  (wait1_0_q_hop_left_dts),
    .b_hop_tx        (wait1_0_q_hop_tx),
    .b_hop_q         (wait1_0_q_hop_q),
    .b_hop_left_q    (wait1_0_q_hop_left_q),
    .out_n           (pick2_0_out_n),
    .out_d           (pick2_0_out_d),
    .out_hop_speed   (pick2_0_out_hop_speed),
    .out_hop_dts     (pick2_0_out_hop_dts),
    .out_hop_left_dts(pick2_0_out_hop_left_dts),
    .out_hop_tx      (pick2_0_out_hop_tx),
    .out_hop_q       (pick2_0_out_hop_q),
    .out_hop_left_q  (pick2_0_out_hop_left_q)
  );

  // the steps, 8 cycles a level: a step against the one 1, 2, 4, 8 before it, until the last one has the greatest of
  // all
  always @* begin
    aligned = active_0;
    aligned = aligned & !follow[0];
  end

  assign compare_0_d = aligned & (follow <= BOUND_0);

  ackw_delay #(
    .N    (18),
    .WIDTH(1)
  ) u_compare_0 (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (compare_0_d),
    .q    (compare_0_q),
    .en   (1'b1)
  );

  ackw_inflight_fold u_fold_0 (
    .clk           (clk),
    .rst_n         (rst_n),
    .in_valid      (step_18),
    .d_n           (pick2_0_out_n),
    .d_d           (pick2_0_out_d),
    .d_hop_speed   (pick2_0_out_hop_speed),
    .d_hop_dts     (pick2_0_out_hop_dts),
    .d_hop_left_dts(pick2_0_out_hop_left_dts),
    .d_hop_tx      (pick2_0_out_hop_tx),
    .d_hop_q       (pick2_0_out_hop_q),
    .d_hop_left_q  (pick2_0_out_hop_left_q),
    .compare       (compare_0_q),
    .q_n           (winner_n),
    .q_d           (fold_0_q_d),
    .q_hop_speed   (fold_0_q_hop_speed),
    .q_hop_dts     (fold_0_q_hop_dts),
    .q_hop_left_dts(fold_0_q_hop_left_dts),
    .q_hop_tx      (fold_0_q_hop_tx),
    .q_hop_q       (fold_0_q_hop_q),
    .q_hop_left_q  (fold_0_q_hop_left_q)
  );

  // w0 to w20: theta and the addend of the hop that is left, if its n is above 0
  ackw_delay #(
    .N    (27),
    .WIDTH(1)
  ) u_w0_measure_0 (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (h0_measure),
    .q    (w0_measure_0_q),
    .en   (1'b1)
  );

  assign chosen = (|winner_n) & w0_measure_0_q;

  ackw_inflight_terms u_terms (
    .clk             (clk),
    .rst_n           (rst_n),
    .cfg_tx_unit     (cfg_tx_unit),
    .cfg_q_unit      (cfg_q_unit),
    .set_we          (set_we),
    .set_index       (terms_set_index),
    .set_gain_t_ticks(set_t_ticks),
    .set_gain_m      (set_tau_gain_m),
    .set_gain_e      (set_tau_gain_e),
    .spd_we          (spd_we),
    .spd_code        (spd_code),
    .spd_inv_b_m     (spd_inv_b_m),
    .spd_inv_b_e     (spd_inv_b_e),
    .in_valid        (valid_27),
    .in_hop_speed    (fold_0_q_hop_speed),
    .in_hop_dts      (fold_0_q_hop_dts),
    .in_hop_left_dts (fold_0_q_hop_left_dts),
    .in_hop_tx       (fold_0_q_hop_tx),
    .in_hop_q        (fold_0_q_hop_q),
    .in_hop_left_q   (fold_0_q_hop_left_q),
    .in_chosen       (chosen),
    .in_set          (w0_set_q),
    .out_theta       (out_theta),
    .out_addend      (out_addend)
  );

  always @* begin
    terms_set_index = w0_set_q;
    if (set_we) begin
      terms_set_index = set_index;
    end
  end

  ackw_delay #(
    .N    (20),
    .WIDTH(1)
  ) u_w20_chosen (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (chosen),
    .q    (w20_chosen_q),
    .en   (1'b1)
  );

  // w20: the result
  assign out_valid = valid_47;
  assign out_measure = tag_q_measure;
  assign out_flags = {tag_q_measure & !w20_chosen_q, out_still_q & tag_q_measure, out_unknown_q & tag_q_measure,
    tag_q_flags};

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      rest_0 <= 4'd0;
      active_0 <= 1'b0;
      valid_0 <= 1'b0;
      valid_1 <= 1'b0;
      valid_2 <= 1'b0;
      valid_3 <= 1'b0;
      valid_4 <= 1'b0;
      valid_5 <= 1'b0;
      valid_6 <= 1'b0;
      valid_7 <= 1'b0;
      valid_8 <= 1'b0;
      valid_9 <= 1'b0;
      valid_10 <= 1'b0;
      valid_11 <= 1'b0;
      valid_12 <= 1'b0;
      valid_13 <= 1'b0;
      valid_14 <= 1'b0;
      valid_15 <= 1'b0;
      valid_16 <= 1'b0;
      valid_17 <= 1'b0;
      valid_18 <= 1'b0;
      valid_19 <= 1'b0;
      valid_20 <= 1'b0;
      valid_21 <= 1'b0;
      valid_22 <= 1'b0;
      valid_23 <= 1'b0;
      valid_24 <= 1'b0;
      valid_25 <= 1'b0;
      valid_26 <= 1'b0;
      valid_27 <= 1'b0;
      valid_28 <= 1'b0;
      valid_29 <= 1'b0;
      valid_30 <= 1'b0;
      valid_31 <= 1'b0;
      valid_32 <= 1'b0;
      valid_33 <= 1'b0;
      valid_34 <= 1'b0;
      valid_35 <= 1'b0;
      valid_36 <= 1'b0;
      valid_37 <= 1'b0;
      valid_38 <= 1'b0;
      valid_39 <= 1'b0;
      valid_40 <= 1'b0;
      valid_41 <= 1'b0;
      valid_42 <= 1'b0;
      valid_43 <= 1'b0;
      valid_44 <= 1'b0;
      valid_45 <= 1'b0;
      valid_46 <= 1'b0;
      valid_47 <= 1'b0;
      step_0 <= 1'b0;
      step_1 <= 1'b0;
      step_2 <= 1'b0;
      step_3 <= 1'b0;
      step_4 <= 1'b0;
      step_5 <= 1'b0;
      step_6 <= 1'b0;
      step_7 <= 1'b0;
      step_8 <= 1'b0;
      step_9 <= 1'b0;
      step_10 <= 1'b0;
      step_11 <= 1'b0;
      step_12 <= 1'b0;
      step_13 <= 1'b0;
      step_14 <= 1'b0;
      step_15 <= 1'b0;
      step_16 <= 1'b0;
      step_17 <= 1'b0;
      step_18 <= 1'b0;
    end else begin
      valid_0 <= in_valid & ready;
      rest_0 <= follow - 4'd1;
      active_0 <= 1'b1;
      if (ready) begin
        rest_0 <= 4'd0;
        active_0 <= in_valid & in_measure;
        if (in_valid & in_measure) begin
          rest_0 <= LAST_STEP;
        end
      end
      valid_1 <= valid_0;
      valid_2 <= valid_1;
      valid_3 <= valid_2;
      valid_4 <= valid_3;
      valid_5 <= valid_4;
      valid_6 <= valid_5;
      valid_7 <= valid_6;
      valid_8 <= valid_7;
      valid_9 <= valid_8;
      valid_10 <= valid_9;
      valid_11 <= valid_10;
      valid_12 <= valid_11;
      valid_13 <= valid_12;
      valid_14 <= valid_13;
      valid_15 <= valid_14;
      valid_16 <= valid_15;
      valid_17 <= valid_16;
      valid_18 <= valid_17;
      valid_19 <= valid_18;
      valid_20 <= valid_19;
      valid_21 <= valid_20;
      valid_22 <= valid_21;
      valid_23 <= valid_22;
      valid_24 <= valid_23;
      valid_25 <= valid_24;
      valid_26 <= valid_25;
      valid_27 <= valid_26;
      valid_28 <= valid_27;
      valid_29 <= valid_28;
      valid_30 <= valid_29;
      valid_31 <= valid_30;
      valid_32 <= valid_31;
      valid_33 <= valid_32;
      valid_34 <= valid_33;
      valid_35 <= valid_34;
      valid_36 <= valid_35;
      valid_37 <= valid_36;
      valid_38 <= valid_37;
      valid_39 <= valid_38;
      valid_40 <= valid_39;
      valid_41 <= valid_40;
      valid_42 <= valid_41;
      valid_43 <= valid_42;
      valid_44 <= valid_43;
      valid_45 <= valid_44;
      valid_46 <= valid_45;
      valid_47 <= valid_46;
      step_0 <= in_valid | !ready;
      step_1 <= step_0;
      step_2 <= step_1;
      step_3 <= step_2;
      step_4 <= step_3;
      step_5 <= step_4;
      step_6 <= step_5;
      step_7 <= step_6;
      step_8 <= step_7;
      step_9 <= step_8;
      step_10 <= step_9;
      step_11 <= step_10;
      step_12 <= step_11;
      step_13 <= step_12;
      step_14 <= step_13;
      step_15 <= step_14;
      step_16 <= step_15;
      step_17 <= step_16;
      step_18 <= step_17;
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    if (in_valid & ready) begin
      h0_qpn <= in_qpn;
      h0_measure <= in_measure;
      h0_flags <= in_flags;
      h0_set <= in_set;
    end

    if (in_valid | !ready) begin
      later_0_used <= in_hop_3_used;
      later_0_speed <= in_hop_3_speed;
      later_0_dts <= in_hop_3_dts;
      later_0_tx <= in_hop_3_tx;
      later_0_q <= in_hop_3_q;
    end
    if (in_valid | !ready) begin
      later_1_used <= in_hop_4_used;
      later_1_speed <= in_hop_4_speed;
      later_1_dts <= in_hop_4_dts;
      later_1_tx <= in_hop_4_tx;
      later_1_q <= in_hop_4_q;
    end
    if (!ready) begin
      later_0_used <= none_used;
      later_0_speed <= none_speed;
      later_0_dts <= none_dts;
      later_0_tx <= none_tx;
      later_0_q <= none_q;
    end
    if (!ready) begin
      later_1_used <= none_used;
      later_1_speed <= none_speed;
      later_1_dts <= none_dts;
      later_1_tx <= none_tx;
      later_1_q <= none_q;
    end

    if (step_2) begin
      h3_unknown <= unknown;
      h3_still <= still;
      if (!h2_first_0_q) begin
        h3_unknown <= unknown | h3_unknown;
        h3_still <= still | h3_still;
      end
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, fold_0_q_d};

endmodule

`default_nettype wire
