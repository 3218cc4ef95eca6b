// Ackwright, configuration ab8e3e3ef275582b. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// LDCP's window update, one event in and one window out each cycle, 14 cycles later.
// A QP's events must come 8 cycles apart or more: then each sees the window of the one before.
module ackw_pawa (
  input  wire        clk,        // clock, rising edge
  input  wire        rst_n,      // reset, active low, synchronous
  input  wire        set_we,     // writes parameter set set_index, while no event of that set is under way
  input  wire [3:0]  set_index,
  input  wire [16:0] set_alpha,  // additive increase per round trip (2.2); packets, U1.16
  input  wire [16:0] set_beta,   // decrease per marked packet (2.2); packets, U1.16
  input  wire [16:0] set_gamma,  // increase step below one packet and smallest window (2.2); packets, U1.16
  input  wire [15:0] set_eta,    // decrease factor below one packet (2.2); U0.16
  input  wire [41:0] set_cw_max, // upper clamp of the window; packets, U14.28
  input  wire        init_we,    // writes the reset context at init_addr, while no event is under way
  input  wire [9:0]  init_addr,  // index of the QP whose context is reset
  input  wire [41:0] host_cw,    // what a host_write stores, stable while it is under way; packets, U14.28
  input  wire [23:0] host_rtt,   // round-trip time of the QP's path, for the RTT/cw timer (2.2); ns
  input  wire        in_valid,   // an event is issued in this cycle
  input  wire [2:0]  in_kind,    // 4 host_write, 5 host_read; of all others in_n0 and in_n1 say what they do
  input  wire [13:0] in_n0,      // packets that ACKs without ECN-Echo confirm; of ldcp-pcc RTT responses
  input  wire [13:0] in_n1,      // packets that ACKs with ECN-Echo confirm; of ldcp-pcc CNPs
  input  wire [9:0]  in_qpn,     // index of the QP
  input  wire        in_pcc,     // the QP's algorithm: 0 ldcp, 1 ldcp-pcc
  input  wire [3:0]  in_set,     // the QP's parameter set
  output wire        out_valid,  // a result, 14 cycles after its event
  output wire [2:0]  out_kind,   // as in_kind
  output wire [9:0]  out_qpn,    // index of the QP
  output wire [41:0] out_cw,     // the new window, packets, U14.28
  output wire [23:0] out_rtt,    // round-trip time, ns
  output wire [3:0]  out_flags   // bit 0 paced, 1 floor, 2 sat, 3 ignored
);

  localparam [2:0] KIND_HOST_WRITE = 3'd4; // kind of an event
  localparam [2:0] KIND_HOST_READ = 3'd5;
  localparam [41:0] RESET_CW = 42'h00010000000; // what a context begins with
  localparam [23:0] RESET_RTT = 24'h002710;

  reg         s0_valid;
  reg         s1_valid;
  reg         s2_valid;
  reg         s3_valid;
  reg         s4_valid;
  reg         s5_valid;
  reg         s6_valid;
  reg         s7_valid;
  reg         s8_valid;
  reg         s9_valid;
  reg         s10_valid;
  reg         s11_valid;
  reg         s12_valid;
  reg         s13_valid;
  reg         s14_valid;
  reg  [2:0]  s0_kind;
  reg  [13:0] s0_n0;
  reg  [13:0] s0_n1;
  reg  [9:0]  s0_qpn;
  reg         s0_pcc;
  reg  [3:0]  s0_set;
  reg  [2:0]  s1_kind;
  reg  [13:0] s1_n0;
  reg  [13:0] s1_n1;
  reg         s1_some0;
  reg         s1_some1;
  reg  [9:0]  s1_qpn;
  reg         s1_pcc;
  reg  [3:0]  s1_set;
  reg  [2:0]  s2_rule_kind;
  reg  [9:0]  s2_rule_qpn;
  reg  [3:0]  s2_rule_set;
  reg         s2_rule_by_window;
  reg         s2_rule_marked;
  reg         s2_rule_adds;
  reg         s2_rule_load;
  reg         s2_rule_exact;
  reg         s2_rule_ignored;
  reg  [2:0]  s3_rule_kind;
  reg  [9:0]  s3_rule_qpn;
  reg  [3:0]  s3_rule_set;
  reg         s3_rule_by_window;
  reg         s3_rule_marked;
  reg         s3_rule_load;
  reg         s3_rule_exact;
  reg         s3_rule_ignored;
  reg  [2:0]  s4_rule_kind;
  reg  [9:0]  s4_rule_qpn;
  reg  [3:0]  s4_rule_set;
  reg         s4_rule_by_window;
  reg         s4_rule_marked;
  reg         s4_rule_load;
  reg         s4_rule_exact;
  reg         s4_rule_ignored;
  reg  [2:0]  s5_rule_kind;
  reg  [9:0]  s5_rule_qpn;
  reg  [3:0]  s5_rule_set;
  reg         s5_rule_by_window;
  reg         s5_rule_marked;
  reg         s5_rule_load;
  reg         s5_rule_exact;
  reg         s5_rule_ignored;
  reg  [2:0]  s6_rule_kind;
  reg  [9:0]  s6_rule_qpn;
  reg  [3:0]  s6_rule_set;
  reg         s6_rule_by_window;
  reg         s6_rule_marked;
  reg         s6_rule_load;
  reg         s6_rule_exact;
  reg         s6_rule_ignored;
  reg  [2:0]  s7_rule_kind;
  reg  [9:0]  s7_rule_qpn;
  reg  [3:0]  s7_rule_set;
  reg         s7_rule_by_window;
  reg         s7_rule_marked;
  reg         s7_rule_load;
  reg         s7_rule_exact;
  reg         s7_rule_ignored;
  reg  [2:0]  s8_rule_kind;
  reg  [9:0]  s8_rule_qpn;
  reg  [3:0]  s8_rule_set;
  reg         s8_rule_exact;
  reg         s8_rule_ignored;
  reg  [2:0]  s9_rule_kind;
  reg  [9:0]  s9_rule_qpn;
  reg  [3:0]  s9_rule_set;
  reg         s9_rule_exact;
  reg         s9_rule_ignored;
  reg  [2:0]  s10_rule_kind;
  reg  [9:0]  s10_rule_qpn;
  reg         s10_rule_exact;
  reg         s10_rule_ignored;
  reg  [2:0]  s11_rule_kind;
  reg  [9:0]  s11_rule_qpn;
  reg         s11_rule_ignored;
  reg  [2:0]  s12_rule_kind;
  reg  [9:0]  s12_rule_qpn;
  reg         s12_rule_ignored;
  reg  [30:0] s3_part_p;
  reg  [4:0]  s3_part_left;
  reg  [30:0] s4_part_p;
  reg  [4:0]  s4_part_left;
  reg  [30:0] s5_part_p;
  reg  [4:0]  s5_part_left;
  reg  [29:0] s3_plus;
  reg  [29:0] s3_minus;
  reg  [31:0] s4_term;
  reg  [31:0] s5_term;
  reg  [31:0] s6_term;
  reg  [31:0] s7_term;
  reg  [31:0] s8_term;
  reg         s2_hits_at_8;
  reg         s2_hits_at_9;
  reg         s2_hits_at_10;
  reg         s2_hits_at_11;
  reg         s2_hits_at_12;
  reg         s2_hits_at_13;
  reg         s3_source_at_8;
  reg         s3_source_at_9;
  reg  [1:0]  s3_source_from;
  reg         s4_source_at_8;
  reg         s4_source_at_9;
  reg  [41:0] s3_stored_cw;
  reg  [3:0]  s3_stored_e;
  reg  [41:0] s3_caught_cw;
  reg  [3:0]  s3_caught_e;
  reg  [41:0] s4_window_cw;
  reg  [3:0]  s4_window_e;
  reg  [41:0] s5_own_cw;
  reg  [3:0]  s5_own_e;
  reg  [22:0] s5_own_d;
  reg  [41:0] s6_cw;
  reg  [3:0]  s6_e;
  reg  [4:0]  s6_left;
  reg         s6_writes_rtt;
  reg  [9:0]  s6_rtt_qpn;
  reg  [23:0] s6_rtt_rtt;
  reg  [41:0] s7_cw;
  reg         s7_low;
  reg  [3:0]  s7_e;
  reg  [5:0]  s7_left;
  reg  [16:0] s7_gamma;
  reg  [41:0] s8_base;
  reg         s8_low;
  reg         s8_grows;
  reg  [5:0]  s8_s;
  reg  [16:0] s8_gamma;
  reg  [43:0] s8_eta_cw;
  reg  [41:0] s9_base;
  reg  [43:0] s9_other;
  reg         s9_half;
  reg  [3:0]  s9_s_low;
  reg  [1:0]  s9_s_high;
  reg  [43:0] s10_base;
  reg         s10_half;
  reg  [3:0]  s10_s_low;
  reg  [1:0]  s10_s_high;
  reg  [43:0] s11_base;
  reg  [43:0] s11_above_floor;
  reg  [43:0] s11_below_max;
  reg  [42:0] s11_addend;
  reg  [16:0] s11_gamma;
  reg  [41:0] s11_cw_max;
  reg  [41:0] s12_sum;
  reg         s12_floor;
  reg         s12_sat;
  reg  [16:0] s12_gamma;
  reg  [41:0] s12_cw_max;
  reg  [3:0]  s12_max_e;
  reg  [2:0]  s13_kind;
  reg  [9:0]  s13_qpn;
  reg  [23:0] s13_rtt;
  reg         s13_floor;
  reg         s13_sat;
  reg         s13_ignored;
  reg         s13_writes;
  reg  [41:0] s13_window_cw;
  reg  [3:0]  s13_window_e;
  reg  [41:0] s13_forward_cw;
  reg  [3:0]  s13_forward_e;
  reg  [9:0]  s14_qpn;
  reg  [41:0] s14_window_cw;
  reg  [3:0]  s14_window_e;
  reg  [41:0] s14_forward_cw;
  reg  [3:0]  s14_forward_e;
  reg  [22:0] s14_forward_d;
  reg  [41:0] s15_window_cw;
  reg  [3:0]  s15_window_e;

  wire        loads;
  wire        reads;
  wire        moves;
  wire        lead_0;
  wire        lead_4;
  wire        lead_8;
  wire [1:0]  by_4;
  wire        by_2;
  reg  [30:0] twos;
  wire [41:0] window_cw;
  wire [3:0]  window_e;
  wire        caught;
  wire [35:0] newest_fives;
  wire [35:0] last_fives;
  wire [35:0] own_fives;
  wire [42:0] unshifted;
  wire [43:0] floor_cw;
  wire [43:0] max_cw;
  wire [45:0] addend_half;
  wire [45:0] sum;
  wire [45:0] over_floor;
  wire [45:0] under_max;
  reg  [41:0] clamped;
  reg  [3:0]  clamped_e;
  wire [1:0]  sum_e_high;
  reg  [1:0]  sum_e_low;
  wire [1:0]  max_e_high;
  reg  [1:0]  max_e_low;
  wire        is_host;
  wire        paced;
  wire [41:0] windows_rdata_cw;
  wire [3:0]  windows_rdata_e;
  wire [23:0] rtt_ram_rdata;
  wire [16:0] gains_rdata_alpha;
  wire [16:0] gains_rdata_beta;
  wire [16:0] scales_rdata_gamma;
  wire [15:0] scales_rdata_eta;
  wire [16:0] limits_rdata_gamma;
  wire [41:0] limits_rdata_cw_max;
  wire [30:0] raised_p;
  wire [30:0] cut_p;
  wire [30:0] p_left_4_d1;
  wire [30:0] p_left_4_d2;
  wire [30:0] p_left_4_d3;
  wire [30:0] p_left_4_q;
  wire [25:0] newest_4_q;
  wire [22:0] newest_1_also;
  wire [22:0] newest_1_q;
  wire [25:0] last_4_q;
  wire [22:0] last_1_q;
  wire [25:0] own_4_q;
  wire [22:0] own_1_q;
  wire [41:0] chosen_cw_q;
  wire [3:0]  chosen_e_q;
  reg  [17:0] recip_x;
  wire [36:0] recip_q;
  wire [33:0] eta_low_p;
  wire [25:0] eta_high_p;
  wire [42:0] quotient_16_d1;
  wire [42:0] quotient_16_d2;
  wire [42:0] quotient_16_q;
  wire [42:0] quotient_4_d1;
  wire [42:0] quotient_4_d2;
  wire [42:0] quotient_4_d3;
  wire [42:0] quotient_4_q;
  wire [42:0] quotient_1_d1;
  wire [42:0] quotient_1_d2;
  wire [42:0] quotient_1_d3;
  wire [42:0] quotient_1_q;

  // parameter sets, each word read in the stage before the one that uses it
  ackw_table #(
    .WIDTH    (34),
    .ADDR_BITS(4)
  ) u_gains (
    .clk  (clk),
    .raddr(s0_set),
    .rdata({gains_rdata_beta, gains_rdata_alpha}),
    .we   (set_we),
    .waddr(set_index),
    .wdata({set_beta, set_alpha})
  );

  ackw_table #(
    .WIDTH    (33),
    .ADDR_BITS(4)
  ) u_scales (
    .clk  (clk),
    .raddr(s5_rule_set),
    .rdata({scales_rdata_eta, scales_rdata_gamma}),
    .we   (set_we),
    .waddr(set_index),
    .wdata({set_eta, set_gamma})
  );

  ackw_table #(
    .WIDTH    (59),
    .ADDR_BITS(4)
  ) u_limits (
    .clk  (clk),
    .raddr(s9_rule_set),
    .rdata({limits_rdata_cw_max, limits_rdata_gamma}),
    .we   (set_we),
    .waddr(set_index),
    .wdata({set_cw_max, set_gamma})
  );

  // s1 to s2: both products, 14 + 17 = 31 bits; what the event does
  ackw_mul #(
    .A_BITS(14),
    .B_BITS(17),
    .HELD  (1)
  ) u_raised (
    .clk(clk),
    .a  (s1_n0),
    .b  (gains_rdata_alpha),
    .p  (raised_p),
    .en (s1_valid)
  );

  ackw_mul #(
    .A_BITS(14),
    .B_BITS(17),
    .HELD  (1)
  ) u_cut (
    .clk(clk),
    .a  (s1_n1),
    .b  (gains_rdata_beta),
    .p  (cut_p),
    .en (s1_valid)
  );

  assign loads = s1_kind == KIND_HOST_WRITE;
  assign reads = s1_kind == KIND_HOST_READ;
  assign moves = (s1_some0 | s1_some1) & !loads & !reads;

  // s3 to s4, s5, s6: p = n0 * alpha goes left until its leading one is bit 30: by 16, by 4 to 12, by 2 and 1. Beside
  // it what is added and subtracted as it is, 30 bits, for a gain is one at most: a term of the sum in S16.16, exact.
  // Of a host's event nothing
  assign lead_0 = |s4_part_p[30:27];
  assign lead_4 = |s4_part_p[26:23];
  assign lead_8 = |s4_part_p[22:19];
  assign by_4 = {!lead_0 & !lead_4, !lead_0 & (lead_4 | !lead_8)};

  ackw_mux4 #(
    .WIDTH(31)
  ) u_p_left_4 (
    .d0  (s4_part_p),
    .d1  (p_left_4_d1),
    .d2  (p_left_4_d2),
    .d3  (p_left_4_d3),
    .sel (by_4),
    .also(31'd0),
    .q   (p_left_4_q)
  );

  assign p_left_4_d1 = s4_part_p << 4;
  assign p_left_4_d2 = s4_part_p << 8;
  assign p_left_4_d3 = s4_part_p << 12;
  assign by_2 = !(|s5_part_p[30:29]);

  always @* begin
    twos = s5_part_p;
    if (by_2) begin
      twos = s5_part_p << 2;
    end
  end

  always @* begin
    recip_x = twos[30:13];
    if (!twos[30]) begin
      recip_x = twos[29:12];
    end
  end

  ackw_recip_stepped u_recip (
    .clk  (clk),
    .rst_n(rst_n),
    .x    (recip_x),
    .d    (newest_1_q),
    .q    (recip_q)
  );

  // s0: the context is read. Which of the events ahead are of this QP? Those 8 to 13 ahead write too late for the RAM
  // to give what they wrote
  ackw_ram #(
    .WIDTH    (46),
    .ADDR_BITS(10)
  ) u_windows (
    .clk  (clk),
    .raddr(s0_qpn),
    .rdata({windows_rdata_e, windows_rdata_cw}),
    .we   (s13_writes),
    .waddr(s13_qpn),
    .wdata({s13_window_e, s13_window_cw})
  );

  // s2 to s3: the RAM's word, and what those 12 and 13 ahead wrote; s3 to s4: or those 10 and 11 ahead. 0 where it is
  // the window of the event 8 or 9 ahead, which comes later
  assign caught = s2_hits_at_12 | s2_hits_at_13;

  ackw_mux4 #(
    .WIDTH(42)
  ) u_chosen_cw (
    .d0  (s3_stored_cw),
    .d1  (s3_caught_cw),
    .d2  (s13_window_cw),
    .d3  (s14_window_cw),
    .sel (s3_source_from),
    .also(42'd0),
    .q   (chosen_cw_q)
  );

  ackw_mux4 #(
    .WIDTH(4)
  ) u_chosen_e (
    .d0  (s3_stored_e),
    .d1  (s3_caught_e),
    .d2  (s13_window_e),
    .d3  (s14_window_e),
    .sel (s3_source_from),
    .also(4'd0),
    .q   (chosen_e_q)
  );

  // s4 to s5: the divisor: cw goes right by 5, by 4 * the high part of e and by its low part; its leading one is bit 23
  assign own_fives = s4_window_cw[40:5];

  ackw_mux4 #(
    .WIDTH(26)
  ) u_own_4 (
    .d0  (own_fives[25:0]),
    .d1  (own_fives[29:4]),
    .d2  (own_fives[33:8]),
    .d3  ({2'd0, own_fives[35:12]}),
    .sel (s4_window_e[3:2]),
    .also(26'd0),
    .q   (own_4_q)
  );

  ackw_mux4 #(
    .WIDTH(23)
  ) u_own_1 (
    .d0  (own_4_q[22:0]),
    .d1  (own_4_q[23:1]),
    .d2  (own_4_q[24:2]),
    .d3  (own_4_q[25:3]),
    .sel (s4_window_e[1:0]),
    .also(23'd0),
    .q   (own_1_q)
  );

  // s13 to s14: the same of the last result, if the event 9 behind is of its QP; else 0
  assign last_fives = s13_window_cw[40:5];

  ackw_mux4 #(
    .WIDTH(26)
  ) u_last_4 (
    .d0  (last_fives[25:0]),
    .d1  (last_fives[29:4]),
    .d2  (last_fives[33:8]),
    .d3  ({2'd0, last_fives[35:12]}),
    .sel (s13_window_e[3:2]),
    .also(26'd0),
    .q   (last_4_q)
  );

  ackw_mux4 #(
    .WIDTH(23)
  ) u_last_1 (
    .d0  (last_4_q[22:0]),
    .d1  (last_4_q[23:1]),
    .d2  (last_4_q[24:2]),
    .d3  (last_4_q[25:3]),
    .sel (s13_window_e[1:0]),
    .also(23'd0),
    .q   (last_1_q)
  );

  // s5 to s6: the newest window: of the three sources all but one are 0. The divisor of the newest result is made in
  // this step; both operands go into the reciprocal, whose r1 is s6
  assign window_cw = s13_forward_cw | s14_forward_cw | s5_own_cw;
  assign window_e = s13_forward_e | s14_forward_e | s5_own_e;
  assign newest_fives = s13_forward_cw[40:5];

  ackw_mux4 #(
    .WIDTH(26)
  ) u_newest_4 (
    .d0  (newest_fives[25:0]),
    .d1  (newest_fives[29:4]),
    .d2  (newest_fives[33:8]),
    .d3  ({2'd0, newest_fives[35:12]}),
    .sel (s13_forward_e[3:2]),
    .also(26'd0),
    .q   (newest_4_q)
  );

  ackw_mux4 #(
    .WIDTH(23)
  ) u_newest_1 (
    .d0  (newest_4_q[22:0]),
    .d1  (newest_4_q[23:1]),
    .d2  (newest_4_q[24:2]),
    .d3  (newest_4_q[25:3]),
    .sel (s13_forward_e[1:0]),
    .also(newest_1_also),
    .q   (newest_1_q)
  );

  assign newest_1_also = s14_forward_d | s5_own_d;

  // s6 to s8: eta * cw for cw below one: 28 + 16 = 44 bits from two products
  ackw_mul #(
    .A_BITS(18),
    .B_BITS(16),
    .HELD  (1)
  ) u_eta_low (
    .clk(clk),
    .a  (s6_cw[17:0]),
    .b  (scales_rdata_eta),
    .p  (eta_low_p),
    .en (s6_valid)
  );

  ackw_mul #(
    .A_BITS(10),
    .B_BITS(16),
    .HELD  (1)
  ) u_eta_high (
    .clk(clk),
    .a  (s6_cw[27:18]),
    .b  (scales_rdata_eta),
    .p  (eta_high_p),
    .en (s6_valid)
  );

  // s10 to s11: the increment q * 2^5 / 2^s with its half bit below (round half up), or eta * cw's. How far the base is
  // from the clamps, in S16.28
  assign unshifted = {recip_q, 6'd0};

  ackw_mux4 #(
    .WIDTH(43)
  ) u_quotient_16 (
    .d0  (unshifted),
    .d1  (quotient_16_d1),
    .d2  (quotient_16_d2),
    .d3  (43'd0),
    .sel (s10_s_high),
    .also(43'd0),
    .q   (quotient_16_q)
  );

  assign quotient_16_d1 = unshifted >> 16;
  assign quotient_16_d2 = unshifted >> 32;

  ackw_mux4 #(
    .WIDTH(43)
  ) u_quotient_4 (
    .d0  (quotient_16_q),
    .d1  (quotient_4_d1),
    .d2  (quotient_4_d2),
    .d3  (quotient_4_d3),
    .sel (s10_s_low[3:2]),
    .also(43'd0),
    .q   (quotient_4_q)
  );

  assign quotient_4_d1 = quotient_16_q >> 4;
  assign quotient_4_d2 = quotient_16_q >> 8;
  assign quotient_4_d3 = quotient_16_q >> 12;

  ackw_mux4 #(
    .WIDTH(43)
  ) u_quotient_1 (
    .d0  (quotient_4_q),
    .d1  (quotient_1_d1),
    .d2  (quotient_1_d2),
    .d3  (quotient_1_d3),
    .sel (s10_s_low[1:0]),
    .also({42'd0, s10_half}),
    .q   (quotient_1_q)
  );

  assign quotient_1_d1 = quotient_4_q >> 1;
  assign quotient_1_d2 = quotient_4_q >> 2;
  assign quotient_1_d3 = quotient_4_q >> 3;
  assign floor_cw = {15'd0, limits_rdata_gamma, 12'd0};
  assign max_cw = {2'd0, limits_rdata_cw_max};

  // s11 to s12: the sum and its distances from the clamps, side by side, a carry chain each. One bit below the LSB, the
  // half bit meets a 1 and carries; borrows it, where it is subtracted. The top bit is the sign, whatever the quotient
  // is
  assign addend_half = {3'd0, s11_addend};
  assign sum = {1'b0, s11_base, 1'b1} + addend_half;
  assign over_floor = {s11_above_floor[43], s11_above_floor, 1'b1} + addend_half;
  assign under_max = {s11_below_max[43], s11_below_max, 1'b0} - addend_half;
  assign max_e_high = {|s11_cw_max[41:36], (|s11_cw_max[41:40]) | ((|s11_cw_max[35:32]) & !(|s11_cw_max[39:36]))};

  always @* begin
    max_e_low = {|s11_cw_max[31:30], s11_cw_max[31] | (s11_cw_max[29] & !s11_cw_max[30])};
    if (|s11_cw_max[35:32]) begin
      max_e_low = {|s11_cw_max[35:34], s11_cw_max[35] | (s11_cw_max[33] & !s11_cw_max[34])};
    end
    if (|s11_cw_max[39:36]) begin
      max_e_low = {|s11_cw_max[39:38], s11_cw_max[39] | (s11_cw_max[37] & !s11_cw_max[38])};
    end
    if (|s11_cw_max[41:40]) begin
      max_e_low = {1'b0, s11_cw_max[41]};
    end
  end

  // s12 to s13: clamp; to the RAM, and to the event 8 behind if it is of this QP. Initialisation comes in here
  always @* begin
    clamped = s12_sum;
    if (s12_floor) begin
      clamped = {13'd0, s12_gamma, 12'd0};
    end
    if (s12_sat) begin
      clamped = s12_cw_max;
    end
  end

  assign sum_e_high = {|s12_sum[41:36], (|s12_sum[41:40]) | ((|s12_sum[35:32]) & !(|s12_sum[39:36]))};

  always @* begin
    sum_e_low = {|s12_sum[31:30], s12_sum[31] | (s12_sum[29] & !s12_sum[30])};
    if (|s12_sum[35:32]) begin
      sum_e_low = {|s12_sum[35:34], s12_sum[35] | (s12_sum[33] & !s12_sum[34])};
    end
    if (|s12_sum[39:36]) begin
      sum_e_low = {|s12_sum[39:38], s12_sum[39] | (s12_sum[37] & !s12_sum[38])};
    end
    if (|s12_sum[41:40]) begin
      sum_e_low = {1'b0, s12_sum[41]};
    end
  end

  always @* begin
    clamped_e = {sum_e_high, sum_e_low};
    if (s12_floor) begin
      clamped_e = 4'd0;
    end
    if (s12_sat) begin
      clamped_e = s12_max_e;
    end
  end

  // s13: write back, and hand on
  assign is_host = (s13_kind == KIND_HOST_WRITE) | (s13_kind == KIND_HOST_READ);
  assign paced = !(|s13_window_cw[41:28]) & !is_host;
  assign out_valid = s13_valid;
  assign out_kind = s13_kind;
  assign out_qpn = s13_qpn;
  assign out_cw = s13_window_cw;
  assign out_rtt = s13_rtt;
  assign out_flags = {s13_ignored, s13_sat, s13_floor, paced};

  // the slice that only the host writes: from s6, and so before the host's own result reads it in s10, and long after
  // the events ahead of it did
  ackw_ram #(
    .WIDTH    (24),
    .ADDR_BITS(10)
  ) u_rtt_ram (
    .clk  (clk),
    .raddr(s10_rule_qpn),
    .rdata(rtt_ram_rdata),
    .we   (s6_writes_rtt),
    .waddr(s6_rtt_qpn),
    .wdata(s6_rtt_rtt)
  );

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      s0_valid <= 1'b0;
      s1_valid <= 1'b0;
      s2_valid <= 1'b0;
      s3_valid <= 1'b0;
      s4_valid <= 1'b0;
      s5_valid <= 1'b0;
      s6_valid <= 1'b0;
      s7_valid <= 1'b0;
      s8_valid <= 1'b0;
      s9_valid <= 1'b0;
      s10_valid <= 1'b0;
      s11_valid <= 1'b0;
      s12_valid <= 1'b0;
      s13_valid <= 1'b0;
      s14_valid <= 1'b0;
      s6_writes_rtt <= 1'b0;
      s13_writes <= 1'b0;
    end else begin
      s0_valid <= in_valid;

      s1_valid <= s0_valid;

      s2_valid <= s1_valid;

      s3_valid <= s2_valid;
      s4_valid <= s3_valid;
      s5_valid <= s4_valid;

      s6_valid <= s5_valid;

      s7_valid <= s6_valid;

      s8_valid <= s7_valid;

      s9_valid <= s8_valid;

      s10_valid <= s9_valid;

      s11_valid <= s10_valid;

      s12_valid <= s11_valid;

      s13_valid <= s12_valid;
      s13_writes <= s12_valid | init_we;

      s14_valid <= s13_valid;

      s6_writes_rtt <= init_we | (s5_valid & s5_rule_load);
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    // s0: the event
    if (in_valid) begin
      s0_kind <= in_kind;
      s0_n0 <= in_n0;
      s0_n1 <= in_n1;
      s0_qpn <= in_qpn;
      s0_pcc <= in_pcc;
      s0_set <= in_set;
    end
    // s0 to s1: whether there is something to multiply; alpha and beta are read
    if (s0_valid) begin
      s1_kind <= s0_kind;
      s1_n0 <= s0_n0;
      s1_n1 <= s0_n1;
      s1_some0 <= |s0_n0;
      s1_some1 <= |s0_n1;
      s1_qpn <= s0_qpn;
      s1_pcc <= s0_pcc;
      s1_set <= s0_set;
    end

    if (s1_valid) begin
      s2_rule_kind <= s1_kind;
      s2_rule_qpn <= s1_qpn;
      s2_rule_set <= s1_set;
      s2_rule_by_window <= moves & !s1_pcc;
      s2_rule_marked <= s1_some1;
      s2_rule_adds <= moves & s1_pcc;
      s2_rule_load <= loads;
      s2_rule_exact <= !moves;
      s2_rule_ignored <= !moves & !loads & !reads;
    end

    if (s2_valid) begin
      s3_rule_kind <= s2_rule_kind;
      s3_rule_qpn <= s2_rule_qpn;
      s3_rule_set <= s2_rule_set;
      s3_rule_by_window <= s2_rule_by_window;
      s3_rule_marked <= s2_rule_marked;
      s3_rule_load <= s2_rule_load;
      s3_rule_exact <= s2_rule_exact;
      s3_rule_ignored <= s2_rule_ignored;
      s3_part_p <= raised_p;
      s3_part_left <= 5'd0;
      s3_plus <= 30'd0;
      if (s2_rule_adds) begin
        s3_plus <= raised_p[29:0];
      end
      s3_minus <= cut_p[29:0];
      if (s2_rule_exact) begin
        s3_minus <= 30'd0;
      end
    end
    if (s3_valid) begin
      s4_rule_kind <= s3_rule_kind;
      s4_rule_qpn <= s3_rule_qpn;
      s4_rule_set <= s3_rule_set;
      s4_rule_by_window <= s3_rule_by_window;
      s4_rule_marked <= s3_rule_marked;
      s4_rule_load <= s3_rule_load;
      s4_rule_exact <= s3_rule_exact;
      s4_rule_ignored <= s3_rule_ignored;
      s4_term <= {2'd0, s3_plus} - {2'd0, s3_minus};
      s4_part_p <= s3_part_p;
      s4_part_left <= s3_part_left;
      if (!(|s3_part_p[30:15])) begin
        s4_part_p <= s3_part_p << 16;
        s4_part_left <= 5'd16;
      end
    end
    if (s4_valid) begin
      s5_rule_kind <= s4_rule_kind;
      s5_rule_qpn <= s4_rule_qpn;
      s5_rule_set <= s4_rule_set;
      s5_rule_by_window <= s4_rule_by_window;
      s5_rule_marked <= s4_rule_marked;
      s5_rule_load <= s4_rule_load;
      s5_rule_exact <= s4_rule_exact;
      s5_rule_ignored <= s4_rule_ignored;
      s5_term <= s4_term;
    end
    if (s4_valid) begin
      s5_part_p <= p_left_4_q;
      s5_part_left <= s4_part_left | {1'b0, by_4, 2'd0};
    end
    if (s5_valid) begin
      s6_left <= s5_part_left | {3'd0, by_2, 1'b0} | {4'd0, !twos[30]};
      s6_term <= s5_term;
    end

    s2_hits_at_8 <= s9_valid & (s9_rule_qpn == s1_qpn);
    s2_hits_at_9 <= s10_valid & (s10_rule_qpn == s1_qpn);
    s2_hits_at_10 <= s11_valid & (s11_rule_qpn == s1_qpn);
    s2_hits_at_11 <= s12_valid & (s12_rule_qpn == s1_qpn);
    s2_hits_at_12 <= s13_valid & (s13_qpn == s1_qpn);
    s2_hits_at_13 <= s14_valid & (s14_qpn == s1_qpn);

    if (s2_valid) begin
      s3_stored_cw <= windows_rdata_cw;
      s3_stored_e <= windows_rdata_e;
      s3_caught_cw <= s14_window_cw;
      s3_caught_e <= s14_window_e;
      if (s2_hits_at_13) begin
        s3_caught_cw <= s15_window_cw;
        s3_caught_e <= s15_window_e;
      end
    end
    s3_source_at_8 <= s2_hits_at_8;
    s3_source_at_9 <= s2_hits_at_9;
    s3_source_from <= {s2_hits_at_10 | s2_hits_at_11, s2_hits_at_11 | caught};
    s4_source_at_8 <= s3_source_at_8;
    s4_source_at_9 <= s3_source_at_9;
    if (s3_valid) begin
      s4_window_cw <= chosen_cw_q;
      s4_window_e <= chosen_e_q;
      if (s3_source_at_8 | s3_source_at_9) begin
        s4_window_cw <= 42'd0;
        s4_window_e <= 4'd0;
      end
    end

    if (s4_valid) begin
      s5_own_cw <= s4_window_cw;
      s5_own_e <= s4_window_e;
      s5_own_d <= own_1_q;
    end

    s14_forward_cw <= s13_window_cw;
    s14_forward_e <= s13_window_e;
    s14_forward_d <= last_1_q;
    if (!s4_source_at_9) begin
      s14_forward_cw <= 42'd0;
      s14_forward_e <= 4'd0;
      s14_forward_d <= 23'd0;
    end

    if (s5_valid) begin
      s6_rule_kind <= s5_rule_kind;
      s6_rule_qpn <= s5_rule_qpn;
      s6_rule_set <= s5_rule_set;
      s6_rule_by_window <= s5_rule_by_window;
      s6_rule_marked <= s5_rule_marked;
      s6_rule_load <= s5_rule_load;
      s6_rule_exact <= s5_rule_exact;
      s6_rule_ignored <= s5_rule_ignored;
      s6_cw <= window_cw;
      s6_e <= window_e;
    end
    // s6 to s7: which rule?
    if (s6_valid) begin
      s7_rule_kind <= s6_rule_kind;
      s7_rule_qpn <= s6_rule_qpn;
      s7_rule_set <= s6_rule_set;
      s7_rule_by_window <= s6_rule_by_window;
      s7_rule_marked <= s6_rule_marked;
      s7_rule_load <= s6_rule_load;
      s7_rule_exact <= s6_rule_exact;
      s7_rule_ignored <= s6_rule_ignored;
      s7_term <= s6_term;
      s7_cw <= s6_cw;
      s7_low <= s6_rule_by_window & !(|s6_cw[41:28]);
      s7_e <= s6_e;
      s7_left <= {1'b0, s6_left} - 6'd1;
      s7_gamma <= scales_rdata_gamma;
    end
    // s7 to s8: the base of the sum; what may be added to it below one packet; and the quotient's shift s = e + 29 - b.
    // It is 0 to 36 where it is used, for there p is not 0 and b at least 6
    if (s7_valid) begin
      s8_rule_kind <= s7_rule_kind;
      s8_rule_qpn <= s7_rule_qpn;
      s8_rule_set <= s7_rule_set;
      s8_rule_exact <= s7_rule_exact;
      s8_rule_ignored <= s7_rule_ignored;
      s8_term <= s7_term;
      s8_base <= s7_cw;
      if (s7_rule_load) begin
        s8_base <= host_cw;
      end
      if (s7_low & s7_rule_marked) begin
        s8_base <= 42'd0;
      end
      s8_low <= s7_low;
      s8_grows <= s7_rule_by_window & !s7_low;
      s8_s <= s7_left + {2'd0, s7_e};
      s8_gamma <= s7_gamma;
      if (s7_rule_marked) begin
        s8_gamma <= 17'd0;
      end
      s8_eta_cw <= {10'd0, eta_low_p} + {eta_high_p, 18'd0};
      if (!s7_rule_marked) begin
        s8_eta_cw <= 44'd0;
      end
    end
    // s8 to s9: the term in S16.28, exact; eta * cw: its half bit goes into the sum's carry (round half up)
    if (s8_valid) begin
      s9_rule_kind <= s8_rule_kind;
      s9_rule_qpn <= s8_rule_qpn;
      s9_rule_set <= s8_rule_set;
      s9_rule_exact <= s8_rule_exact;
      s9_rule_ignored <= s8_rule_ignored;
      s9_base <= s8_base;
      s9_other <= {s8_term, 12'd0};
      s9_half <= 1'b0;
      if (s8_low) begin
        s9_other <= {15'd0, s8_gamma, 12'd0} | {16'd0, s8_eta_cw[43:16]};
        s9_half <= s8_eta_cw[15];
      end
      s9_s_low <= s8_s[3:0];
      s9_s_high <= 2'd3;
      if (s8_grows) begin
        s9_s_high <= s8_s[5:4];
      end
    end
    // s9 to s10: all but the quotient, which is not there yet, in S16.28
    if (s9_valid) begin
      s10_rule_kind <= s9_rule_kind;
      s10_rule_qpn <= s9_rule_qpn;
      s10_rule_exact <= s9_rule_exact;
      s10_rule_ignored <= s9_rule_ignored;
      s10_base <= {2'd0, s9_base} + s9_other;
      s10_half <= s9_half;
      s10_s_low <= s9_s_low;
      s10_s_high <= s9_s_high;
    end

    if (s10_valid) begin
      s11_rule_kind <= s10_rule_kind;
      s11_rule_qpn <= s10_rule_qpn;
      s11_rule_ignored <= s10_rule_ignored;
      s11_base <= s10_base;
      s11_above_floor <= s10_base - floor_cw;
      s11_below_max <= max_cw - s10_base;
      if (s10_rule_exact) begin
        s11_above_floor <= 44'd0;
        s11_below_max <= 44'd0;
      end
      s11_gamma <= limits_rdata_gamma;
      s11_cw_max <= limits_rdata_cw_max;
      s11_addend <= quotient_1_q;
    end

    if (s11_valid) begin
      s12_rule_kind <= s11_rule_kind;
      s12_rule_qpn <= s11_rule_qpn;
      s12_rule_ignored <= s11_rule_ignored;
      s12_sum <= sum[42:1];
      s12_floor <= over_floor[45];
      s12_sat <= under_max[45];
      s12_gamma <= s11_gamma;
      s12_cw_max <= s11_cw_max;
    end
    if (s11_valid) begin
      s12_max_e <= {max_e_high, max_e_low};
    end

    if (s12_valid | init_we) begin
      s13_kind <= s12_rule_kind;
      s13_qpn <= s12_rule_qpn;
      s13_rtt <= rtt_ram_rdata;
      s13_ignored <= s12_rule_ignored;
      s13_floor <= s12_floor;
      s13_sat <= s12_sat;
      s13_window_cw <= clamped;
      s13_window_e <= clamped_e;
      if (init_we) begin
        s13_qpn <= init_addr;
        s13_window_cw <= RESET_CW;
        s13_window_e <= 4'd0;
      end
    end
    s13_forward_cw <= clamped;
    s13_forward_e <= clamped_e;
    if (!s4_source_at_8) begin
      s13_forward_cw <= 42'd0;
      s13_forward_e <= 4'd0;
    end

    if (s13_valid) begin
      s14_qpn <= s13_qpn;
      s14_window_cw <= s13_window_cw;
      s14_window_e <= s13_window_e;
    end
    if (s14_valid) begin
      s15_window_cw <= s14_window_cw;
      s15_window_e <= s14_window_e;
    end

    if (s5_valid | init_we) begin
      s6_rtt_qpn <= s5_rule_qpn;
      s6_rtt_rtt <= host_rtt;
      if (init_we) begin
        s6_rtt_qpn <= init_addr;
        s6_rtt_rtt <= RESET_RTT;
      end
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, twos[11:0], sum[0], sum[45:43], over_floor[44:0], under_max[44:0], cut_p[30], s8_eta_cw[14:0]};

endmodule

`default_nettype wire
