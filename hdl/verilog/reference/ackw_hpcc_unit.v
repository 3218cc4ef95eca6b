// Ackwright, configuration 5af1effd70ced52c. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// HPCC++'s unit with its registers: the measurement, then the window; a host operation ends in the cycle of its result.
module ackw_hpcc_unit (
  input  wire        clk,             // clock, rising edge
  input  wire        rst_n,           // reset, active low, synchronous
  input  wire        init_we,         // the contexts are being initialised, and parameter sets and speeds by the low
                                      // bits of the address
  input  wire [11:0] init_addr,       // index of the QP whose context is reset
  input  wire        bus_write,       // the write counts; index and data were the same in the cycle before
  input  wire [9:0]  bus_windex,      // which word is written
  input  wire [31:0] bus_wdata,       // what
  input  wire [9:0]  bus_rindex,      // which word is read
  input  wire [9:0]  bus_last_index,  // which word the write before this one wrote, 0 if it was refused
  input  wire [31:0] bus_last_data,   // what
  input  wire        bus_host_busy,   // a host operation is offered or under way: writes of host_* and starts are
                                      // refused
  input  wire        bus_found_now,   // what the last host read found goes into found_*
  input  wire [4:0]  bus_sets,        // a host operation writes parameter sets, and writes of set_* are refused: bit 0
                                      // ldcp's, 1 hpcc's
  output wire        taken,           // the write on the bus has an effect
  output wire [31:0] rdata,           // the word at bus_rindex, one cycle later; 0 if that is not here
  output wire [4:0]  starts,          // bit 1: the parameter set is to be written; the others are 0
  input  wire        writes_set,      // writes it, while no event of that set is under way
  input  wire        host_writes,     // the host operation under way replaces HPCC++'s part of the context
  input  wire        issued_valid,    // an event is issued in this cycle
  input  wire        issued_host,     // it is a host operation, which goes to every unit
  input  wire [2:0]  issued_kind,     // 0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write, 5 host_read, 6 data
  input  wire [13:0] issued_n0,       // packets that an ack confirms; this, issued_n1 and issued_loss are not used here
  input  wire [13:0] issued_n1,       // packets that ACKs with ECN-Echo confirm; of ldcp-pcc, CNPs
  input  wire        issued_loss,     // a packet was lost
  input  wire [11:0] issued_qpn,      // index of the QP
  input  wire [3:0]  issued_alg,      // 0 ldcp, 1 ldcp-pcc, 2 hpcc, 3 hpcc-rx
  input  wire [3:0]  issued_set,      // index of the parameter set
  output wire        host_ends,       // the host operation is at its end; what it found is kept from the next cycle on
  output wire        out_valid,       // an update
  output wire [2:0]  out_kind,        // 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data
  output wire [11:0] out_qpn,         // index of the QP
  output wire [41:0] out_window,      // bytes, U28.12
  output wire [39:0] out_pace,        // rate, bytes a ns, U12.28
  output wire [15:0] out_flags,       // bit 1 W at w_min, 2 W at w_max, 3 ignored, 4 first telemetry, 5 path changed, 6
                                      // too many hops, 7 unknown speed, 8 dts = 0, 9 no hop counts, 10 U saturated, 11
                                      // multiplicative, 12 full update, 13 U = 0, 14 rate saturated
  output wire        out_feedback,    // the receiver sends the window to the sender now
  input  wire        trace_counts,    // from here to the last hop: what stands beside the event, a cycle after its
                                      // issue
  input  wire [11:0] trace_path,      // pathID of the telemetry header (draft Figure 4)
  input  wire [3:0]  trace_n_hop,     // hops of the path
  input  wire [23:0] trace_seq,       // PSN of the ack or nak
  input  wire [31:0] trace_mark,      // snd_nxt, or of hpcc-rx the clock, ns
  input  wire [3:0]  hop_0_speed,     // telemetry of a hop: speed code, ts in ticks of ts_unit, tx in counts of
                                      // cfg_tx_unit, q in counts of cfg_q_unit
  input  wire [23:0] hop_0_ts,
  input  wire [19:0] hop_0_tx,
  input  wire [15:0] hop_0_q,
  input  wire [3:0]  hop_1_speed,
  input  wire [23:0] hop_1_ts,
  input  wire [19:0] hop_1_tx,
  input  wire [15:0] hop_1_q,
  input  wire [3:0]  hop_2_speed,
  input  wire [23:0] hop_2_ts,
  input  wire [19:0] hop_2_tx,
  input  wire [15:0] hop_2_q,
  input  wire [3:0]  hop_3_speed,
  input  wire [23:0] hop_3_ts,
  input  wire [19:0] hop_3_tx,
  input  wire [15:0] hop_3_q,
  input  wire [3:0]  hop_4_speed,
  input  wire [23:0] hop_4_ts,
  input  wire [19:0] hop_4_tx,
  input  wire [15:0] hop_4_q,
  output wire        lanes_crowded,   // so many events wait for them that no more should issue
  output wire        lanes_waits,     // an event waits for them
  output wire        lanes_overflows, // more wait than there is room for
  output wire [5:0]  lanes_waiting    // so many events wait for them
);

  localparam [2:0] ALGS = 3'd1; // upper bits of the codes of hpcc and hpcc-rx
  localparam [2:0] KIND_HOST_WRITE = 3'd4; // kind of an event
  localparam [2:0] KIND_HOST_READ = 3'd5;

  reg         s0_valid;
  reg  [2:0]  s0_kind;
  reg  [11:0] s0_qpn;
  reg  [3:0]  s0_alg;
  reg  [3:0]  s0_set;
  reg  [47:0] kept_u;
  reg  [39:0] kept_w;
  reg  [39:0] kept_wc;
  reg  [4:0]  kept_inc_stage;
  reg  [31:0] kept_last_update;

  wire        reads;
  wire        ends;
  wire [3:0]  measured_alg;
  wire        made_valid;
  wire [41:0] made_window;
  wire [15:0] made_flags;
  wire        page_set_start;
  wire [19:0] page_set_t;
  wire [16:0] page_set_eta;
  wire [4:0]  page_set_max_stage;
  wire [31:0] page_set_w_ai;
  wire [39:0] page_set_w_min;
  wire [39:0] page_set_w_max;
  wire        page_set_sync_first;
  wire [17:0] page_set_rate_gain_m;
  wire [5:0]  page_set_rate_gain_e;
  wire [3:0]  page_set_index;
  wire [19:0] page_measure_set_t_ticks;
  wire [31:0] page_measure_set_tau_gain_m;
  wire [5:0]  page_measure_set_tau_gain_e;
  wire [11:0] page_measure_set_q_weight;
  wire [31:0] page_measure_set_tx_weight;
  wire        page_measure_spd_we;
  wire [3:0]  page_measure_spd_code;
  wire [11:0] page_measure_spd_gbps;
  wire [31:0] page_measure_spd_inv_b_m;
  wire [5:0]  page_measure_spd_inv_b_e;
  wire [11:0] page_measure_cfg_tx_unit;
  wire [11:0] page_measure_cfg_q_unit;
  wire [47:0] page_host_u;
  wire [39:0] page_host_w;
  wire [39:0] page_host_wc;
  wire [4:0]  page_host_inc_stage;
  wire [31:0] page_host_last_update;
  reg         measure_set_we;
  reg  [3:0]  measure_set_index;
  reg  [19:0] measure_set_t_ticks;
  reg  [31:0] measure_set_tau_gain_m;
  reg  [5:0]  measure_set_tau_gain_e;
  reg  [11:0] measure_set_q_weight;
  reg  [31:0] measure_set_tx_weight;
  reg         measure_spd_we;
  reg  [3:0]  measure_spd_code;
  reg  [11:0] measure_spd_gbps;
  reg  [31:0] measure_spd_inv_b_m;
  reg  [5:0]  measure_spd_inv_b_e;
  wire        measure_out_valid;
  wire [2:0]  measure_out_issued_kind;
  wire [11:0] measure_out_issued_qpn;
  wire [3:0]  measure_out_issued_set;
  wire [5:0]  measure_out_payload_flags;
  wire        measure_out_payload_ignored;
  wire [36:0] measure_out_payload_theta;
  wire [48:0] measure_out_payload_addend;
  wire [23:0] measure_out_payload_seq;
  wire [31:0] measure_out_payload_mark;
  reg         window_set_we;
  reg  [3:0]  window_set_index;
  reg  [19:0] window_set_t;
  reg  [16:0] window_set_eta;
  reg  [4:0]  window_set_max_stage;
  reg  [31:0] window_set_w_ai;
  reg  [39:0] window_set_w_min;
  reg  [39:0] window_set_w_max;
  reg         window_set_sync_first;
  reg  [17:0] window_set_rate_gain_m;
  reg  [5:0]  window_set_rate_gain_e;
  wire        window_out_valid;
  wire [2:0]  window_out_kind;
  wire [39:0] window_out_w;
  wire [14:0] window_out_flags;
  wire [47:0] window_out_u;
  wire [39:0] window_out_wc;
  wire [4:0]  window_out_inc_stage;
  wire [31:0] window_out_last_update;

  // the registers
  ackw_hpcc_page u_page (
    .clk                   (clk),
    .rst_n                 (rst_n),
    .bus_write             (bus_write),
    .bus_windex            (bus_windex),
    .bus_wdata             (bus_wdata),
    .bus_rindex            (bus_rindex),
    .bus_last_index        (bus_last_index),
    .bus_last_data         (bus_last_data),
    .bus_host_busy         (bus_host_busy),
    .bus_found_now         (bus_found_now),
    .bus_sets              (bus_sets),
    .init_done             (!init_we),
    .taken                 (taken),
    .rdata                 (rdata),
    .set_start             (page_set_start),
    .set_t                 (page_set_t),
    .set_eta               (page_set_eta),
    .set_max_stage         (page_set_max_stage),
    .set_w_ai              (page_set_w_ai),
    .set_w_min             (page_set_w_min),
    .set_w_max             (page_set_w_max),
    .set_sync_first        (page_set_sync_first),
    .set_rate_gain_m       (page_set_rate_gain_m),
    .set_rate_gain_e       (page_set_rate_gain_e),
    .set_index             (page_set_index),
    .measure_set_t_ticks   (page_measure_set_t_ticks),
    .measure_set_tau_gain_m(page_measure_set_tau_gain_m),
    .measure_set_tau_gain_e(page_measure_set_tau_gain_e),
    .measure_set_q_weight  (page_measure_set_q_weight),
    .measure_set_tx_weight (page_measure_set_tx_weight),
    .measure_spd_we        (page_measure_spd_we),
    .measure_spd_code      (page_measure_spd_code),
    .measure_spd_gbps      (page_measure_spd_gbps),
    .measure_spd_inv_b_m   (page_measure_spd_inv_b_m),
    .measure_spd_inv_b_e   (page_measure_spd_inv_b_e),
    .measure_cfg_tx_unit   (page_measure_cfg_tx_unit),
    .measure_cfg_q_unit    (page_measure_cfg_q_unit),
    .host_u                (page_host_u),
    .host_w                (page_host_w),
    .host_wc               (page_host_wc),
    .host_inc_stage        (page_host_inc_stage),
    .host_last_update      (page_host_last_update),
    .found_u               (kept_u),
    .found_w               (kept_w),
    .found_wc              (kept_wc),
    .found_inc_stage       (kept_inc_stage),
    .found_last_update     (kept_last_update)
  );

  assign starts = {3'd0, page_set_start, 1'b0};

  // the measurement, a cycle after issue; an event without telemetry takes as long
  ackw_measure u_measure (
    .clk                (clk),
    .rst_n              (rst_n),
    .init_we            (init_we),
    .init_addr          (init_addr),
    .cfg_tx_unit        (page_measure_cfg_tx_unit),
    .cfg_q_unit         (page_measure_cfg_q_unit),
    .set_we             (measure_set_we),
    .set_index          (measure_set_index),
    .set_t_ticks        (measure_set_t_ticks),
    .set_tau_gain_m     (measure_set_tau_gain_m),
    .set_tau_gain_e     (measure_set_tau_gain_e),
    .set_q_weight       (measure_set_q_weight),
    .set_tx_weight      (measure_set_tx_weight),
    .spd_we             (measure_spd_we),
    .spd_code           (measure_spd_code),
    .spd_gbps           (measure_spd_gbps),
    .spd_inv_b_m        (measure_spd_inv_b_m),
    .spd_inv_b_e        (measure_spd_inv_b_e),
    .in_valid           (s0_valid),
    .in_issued_kind     (s0_kind),
    .in_issued_qpn      (s0_qpn),
    .in_issued_alg      (s0_alg),
    .in_issued_set      (s0_set),
    .in_trace_counts    (trace_counts),
    .in_trace_path      (trace_path),
    .in_trace_n_hop     (trace_n_hop),
    .in_trace_seq       (trace_seq),
    .in_trace_mark      (trace_mark),
    .in_hop_0_speed     (hop_0_speed),
    .in_hop_0_ts        (hop_0_ts),
    .in_hop_0_tx        (hop_0_tx),
    .in_hop_0_q         (hop_0_q),
    .in_hop_1_speed     (hop_1_speed),
    .in_hop_1_ts        (hop_1_ts),
    .in_hop_1_tx        (hop_1_tx),
    .in_hop_1_q         (hop_1_q),
    .in_hop_2_speed     (hop_2_speed),
    .in_hop_2_ts        (hop_2_ts),
    .in_hop_2_tx        (hop_2_tx),
    .in_hop_2_q         (hop_2_q),
    .in_hop_3_speed     (hop_3_speed),
    .in_hop_3_ts        (hop_3_ts),
    .in_hop_3_tx        (hop_3_tx),
    .in_hop_3_q         (hop_3_q),
    .in_hop_4_speed     (hop_4_speed),
    .in_hop_4_ts        (hop_4_ts),
    .in_hop_4_tx        (hop_4_tx),
    .in_hop_4_q         (hop_4_q),
    .lanes_crowded      (lanes_crowded),
    .lanes_waits        (lanes_waits),
    .lanes_overflows    (lanes_overflows),
    .lanes_waiting      (lanes_waiting),
    .out_valid          (measure_out_valid),
    .out_issued_kind    (measure_out_issued_kind),
    .out_issued_qpn     (measure_out_issued_qpn),
    .out_issued_alg     (measured_alg),
    .out_issued_set     (measure_out_issued_set),
    .out_payload_flags  (measure_out_payload_flags),
    .out_payload_ignored(measure_out_payload_ignored),
    .out_payload_theta  (measure_out_payload_theta),
    .out_payload_addend (measure_out_payload_addend),
    .out_payload_seq    (measure_out_payload_seq),
    .out_payload_mark   (measure_out_payload_mark)
  );

  always @* begin
    measure_set_we = writes_set;
    measure_set_index = page_set_index;
    measure_set_t_ticks = page_measure_set_t_ticks;
    measure_set_tau_gain_m = page_measure_set_tau_gain_m;
    measure_set_tau_gain_e = page_measure_set_tau_gain_e;
    measure_set_q_weight = page_measure_set_q_weight;
    measure_set_tx_weight = page_measure_set_tx_weight;
    measure_spd_we = page_measure_spd_we;
    measure_spd_code = page_measure_spd_code;
    measure_spd_gbps = page_measure_spd_gbps;
    measure_spd_inv_b_m = page_measure_spd_inv_b_m;
    measure_spd_inv_b_e = page_measure_spd_inv_b_e;
    if (init_we) begin
      measure_set_we = 1'b1;
      measure_set_index = init_addr[3:0];
      measure_set_t_ticks = 20'h01388;
      measure_set_tau_gain_m = 32'hd1b71759;
      measure_set_tau_gain_e = 6'd44;
      measure_set_q_weight = 12'd1;
      measure_set_tx_weight = 32'h00001f40;
      if (init_addr[3:0] == 4'd0) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd0;
        measure_spd_gbps = 12'd25;
        measure_spd_inv_b_m = 32'ha3d70a3d;
        measure_spd_inv_b_e = 6'd33;
      end
      if (init_addr[3:0] == 4'd1) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd1;
        measure_spd_gbps = 12'd50;
        measure_spd_inv_b_m = 32'ha3d70a3d;
        measure_spd_inv_b_e = 6'd34;
      end
      if (init_addr[3:0] == 4'd2) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd2;
        measure_spd_gbps = 12'd100;
        measure_spd_inv_b_m = 32'ha3d70a3d;
        measure_spd_inv_b_e = 6'd35;
      end
      if (init_addr[3:0] == 4'd3) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd3;
        measure_spd_gbps = 12'd200;
        measure_spd_inv_b_m = 32'ha3d70a3d;
        measure_spd_inv_b_e = 6'd36;
      end
      if (init_addr[3:0] == 4'd4) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd4;
        measure_spd_gbps = 12'd400;
        measure_spd_inv_b_m = 32'ha3d70a3d;
        measure_spd_inv_b_e = 6'd37;
      end
      if (init_addr[3:0] == 4'd5) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd5;
        measure_spd_gbps = 12'd10;
        measure_spd_inv_b_m = 32'hcccccccd;
        measure_spd_inv_b_e = 6'd32;
      end
      if (init_addr[3:0] == 4'd6) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd6;
        measure_spd_gbps = 12'd40;
        measure_spd_inv_b_m = 32'hcccccccd;
        measure_spd_inv_b_e = 6'd34;
      end
      if (init_addr[3:0] == 4'd7) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd7;
        measure_spd_gbps = 12'd800;
        measure_spd_inv_b_m = 32'ha3d70a3d;
        measure_spd_inv_b_e = 6'd38;
      end
      if (init_addr[3:0] == 4'd8) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd8;
        measure_spd_gbps = 12'd0;
        measure_spd_inv_b_m = 32'd0;
        measure_spd_inv_b_e = 6'd0;
      end
      if (init_addr[3:0] == 4'd9) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd9;
        measure_spd_gbps = 12'd0;
        measure_spd_inv_b_m = 32'd0;
        measure_spd_inv_b_e = 6'd0;
      end
      if (init_addr[3:0] == 4'd10) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd10;
        measure_spd_gbps = 12'd0;
        measure_spd_inv_b_m = 32'd0;
        measure_spd_inv_b_e = 6'd0;
      end
      if (init_addr[3:0] == 4'd11) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd11;
        measure_spd_gbps = 12'd0;
        measure_spd_inv_b_m = 32'd0;
        measure_spd_inv_b_e = 6'd0;
      end
      if (init_addr[3:0] == 4'd12) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd12;
        measure_spd_gbps = 12'd0;
        measure_spd_inv_b_m = 32'd0;
        measure_spd_inv_b_e = 6'd0;
      end
      if (init_addr[3:0] == 4'd13) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd13;
        measure_spd_gbps = 12'd0;
        measure_spd_inv_b_m = 32'd0;
        measure_spd_inv_b_e = 6'd0;
      end
      if (init_addr[3:0] == 4'd14) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd14;
        measure_spd_gbps = 12'd0;
        measure_spd_inv_b_m = 32'd0;
        measure_spd_inv_b_e = 6'd0;
      end
      if (init_addr[3:0] == 4'd15) begin
        measure_spd_we = 1'b1;
        measure_spd_code = 4'd15;
        measure_spd_gbps = 12'd0;
        measure_spd_inv_b_m = 32'd0;
        measure_spd_inv_b_e = 6'd0;
      end
    end
  end

  // the window
  ackw_window u_window (
    .clk             (clk),
    .rst_n           (rst_n),
    .set_we          (window_set_we),
    .set_index       (window_set_index),
    .set_t           (window_set_t),
    .set_eta         (window_set_eta),
    .set_max_stage   (window_set_max_stage),
    .set_w_ai        (window_set_w_ai),
    .set_w_min       (window_set_w_min),
    .set_w_max       (window_set_w_max),
    .set_sync_first  (window_set_sync_first),
    .set_rate_gain_m (window_set_rate_gain_m),
    .set_rate_gain_e (window_set_rate_gain_e),
    .init_we         (init_we),
    .init_addr       (init_addr),
    .host_u          (page_host_u),
    .host_w          (page_host_w),
    .host_wc         (page_host_wc),
    .host_inc_stage  (page_host_inc_stage),
    .host_last_update(page_host_last_update),
    .in_valid        (measure_out_valid),
    .in_kind         (measure_out_issued_kind),
    .in_qpn          (measure_out_issued_qpn),
    .in_set          (measure_out_issued_set),
    .in_flags        (measure_out_payload_flags),
    .in_ignored      (measure_out_payload_ignored),
    .in_theta        (measure_out_payload_theta),
    .in_addend       (measure_out_payload_addend),
    .in_receiver     (measured_alg[0]),
    .in_seq          (measure_out_payload_seq),
    .in_mark         (measure_out_payload_mark),
    .out_valid       (window_out_valid),
    .out_kind        (window_out_kind),
    .out_qpn         (out_qpn),
    .out_w           (window_out_w),
    .out_r           (out_pace),
    .out_flags       (window_out_flags),
    .out_feedback    (out_feedback),
    .out_u           (window_out_u),
    .out_wc          (window_out_wc),
    .out_inc_stage   (window_out_inc_stage),
    .out_last_update (window_out_last_update)
  );

  always @* begin
    window_set_we = writes_set;
    window_set_index = page_set_index;
    window_set_t = page_set_t;
    window_set_eta = page_set_eta;
    window_set_max_stage = page_set_max_stage;
    window_set_w_ai = page_set_w_ai;
    window_set_w_min = page_set_w_min;
    window_set_w_max = page_set_w_max;
    window_set_sync_first = page_set_sync_first;
    window_set_rate_gain_m = page_set_rate_gain_m;
    window_set_rate_gain_e = page_set_rate_gain_e;
    if (init_we) begin
      window_set_we = 1'b1;
      window_set_index = init_addr[3:0];
      window_set_t = 20'h01388;
      window_set_eta = 17'h0f333;
      window_set_max_stage = 5'd5;
      window_set_w_ai = 32'h00050000;
      window_set_w_min = 40'h00003e8000;
      window_set_w_max = 40'h000f424000;
      window_set_sync_first = 1'b1;
      window_set_rate_gain_m = 18'h346dc;
      window_set_rate_gain_e = 6'd30;
    end
  end

  // what a host operation found is kept
  assign reads = window_out_valid & (window_out_kind == KIND_HOST_READ);
  assign ends = reads | (window_out_valid & (window_out_kind == KIND_HOST_WRITE));
  assign host_ends = ends;

  // the update
  assign made_valid = window_out_valid & !ends;
  assign made_window = {2'd0, window_out_w};
  assign made_flags = {1'b0, window_out_flags};
  assign out_valid = made_valid;
  assign out_kind = window_out_kind;
  assign out_window = made_window;
  assign out_flags = made_flags;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      s0_valid <= 1'b0;
    end else begin
      s0_valid <= issued_valid & ((issued_alg[3:1] == ALGS) | issued_host);
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    // s0: the event, while what stands beside it is read
    s0_kind <= issued_kind;
    if (issued_host & !host_writes) begin
      s0_kind <= KIND_HOST_READ;
    end
    s0_qpn <= issued_qpn;
    s0_alg <= issued_alg;
    s0_set <= issued_set;

    if (reads) begin
      kept_u <= window_out_u;
      kept_w <= window_out_w;
      kept_wc <= window_out_wc;
      kept_inc_stage <= window_out_inc_stage;
      kept_last_update <= window_out_last_update;
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, issued_n0, issued_n1, issued_loss, measured_alg[3:1]};

endmodule

`default_nettype wire
