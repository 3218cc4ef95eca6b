// Ackwright, configuration 5af1effd70ced52c. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// HPCC++'s window and rate: one event in and one window out each cycle, 26 cycles later.
// A QP's events must come 8 cycles apart or more: then each sees the context that the one before it left.
module ackw_window (
  input  wire        clk,              // clock, rising edge
  input  wire        rst_n,            // reset, active low, synchronous
  input  wire        set_we,           // writes parameter set set_index, while no event of that set is under way
  input  wire [3:0]  set_index,        // which of the 16
  input  wire [19:0] set_t,            // baseline RTT (draft Figure 3); ns
  input  wire [16:0] set_eta,          // target utilisation (draft Figure 3: 95%); U1.16
  input  wire [4:0]  set_max_stage,    // additive increases before a multiplicative one (draft Figure 3)
  input  wire [31:0] set_w_ai,         // additive increase; bytes, U20.12
  input  wire [39:0] set_w_min,        // lower clamp of W; bytes, U28.12
  input  wire [39:0] set_w_max,        // upper clamp of W, at least W_min; bytes, U28.12
  input  wire        set_sync_first,   // 1: the first ACK sets lastUpdateSeq to snd_nxt
  input  wire [17:0] set_rate_gain_m,  // mantissa of 1/T, to nearest; 1/ns; its top bit set
  input  wire [5:0]  set_rate_gain_e,  // exponent of 1/T; 25 to 37
  input  wire        init_we,          // writes the reset context at init_addr
  input  wire [11:0] init_addr,        // index of the QP whose context is reset
  input  wire [47:0] host_u,           // what a host_write stores, stable while it is under way; U12.36
  input  wire [39:0] host_w,           // window (the draft's algorithm, lines 13, 17); bytes, U28.12
  input  wire [39:0] host_wc,          // reference window (lines 15, 19); bytes, U28.12
  input  wire [4:0]  host_inc_stage,   // additive increases since the last multiplicative step (lines 15, 19)
  input  wire [31:0] host_last_update, // what a host write stores
  input  wire        in_valid,         // an event is issued in this cycle
  input  wire [2:0]  in_kind,          // 4 host_write, 5 host_read, else an update
  input  wire [11:0] in_qpn,           // index of the QP
  input  wire [3:0]  in_set,           // index of its parameter set
  input  wire [5:0]  in_flags,         // bit 0 first telemetry, 1 path changed, 2 too many hops, 3 unknown speed, 4 dts
                                       // = 0, 5 no hop counts
  input  wire        in_ignored,       // by rule the event changes nothing
  input  wire [36:0] in_theta,         // min(tau, T) / T, U1.36, 2^-20 to 1; 0 where no hop was chosen, and then U
                                       // stays
  input  wire [48:0] in_addend,        // what is added to the old U's share, U13.36
  input  wire        in_receiver,      // 1: the QP is a receiver's (hpcc-rx), in_mark is its clock and an update is
                                       // full when more than T has passed; 0: a sender's, in_mark is snd_nxt and an
                                       // update is full once a round trip
  input  wire [23:0] in_seq,           // sequence number that the ACK confirms
  input  wire [31:0] in_mark,          // snd_nxt, below 2^24, or now in ns
  output wire        out_valid,        // a result, 26 cycles after its event
  output wire [2:0]  out_kind,         // as in_kind
  output wire [11:0] out_qpn,          // index of the QP
  output wire [39:0] out_w,            // W, bytes, U28.12
  output wire [39:0] out_r,            // R = W/T, bytes/ns, U12.28
  output wire [14:0] out_flags,        // bit 1 W at w_min, 2 W at w_max, 3 ignored, 9 to 4 as in_flags, 10 U saturated,
                                       // 11 multiplicative, 12 full update, 13 U = 0, 14 rate saturated
  output wire        out_feedback,     // a receiver's full update: W goes to the sender now
  output wire [47:0] out_u,            // of a host_read: U, U12.36
  output wire [39:0] out_wc,           // of a host_read: Wc, bytes, U28.12
  output wire [4:0]  out_inc_stage,    // of a host_read: incStage
  output wire [31:0] out_last_update   // of a host_read: lastUpdateSeq, or lastUpdateTime in ns
);

  localparam [2:0] KIND_HOST_WRITE = 3'd4; // kind of an event
  localparam [2:0] KIND_HOST_READ = 3'd5;
  localparam [39:0] RESET_W = 40'h000f424000; // 62,500 bytes, U28.12
  localparam [4:0] RESET_INC = 5'd0; // incStage

  reg  [25:0] valid;
  reg  [2:0]  s_0_kind;
  reg  [11:0] s_0_qpn;
  reg  [3:0]  s_0_set;
  reg  [5:0]  s_0_asked;
  reg         s_0_ignored;
  reg         s_0_receiver;
  reg         s_0_is_host;
  reg         s_0_loads;
  reg         s_0_reads;
  reg         s_0_adjusts;
  reg         s_0_moves;
  reg         s_0_first;
  reg  [2:0]  s_1_kind;
  reg  [11:0] s_1_qpn;
  reg  [3:0]  s_1_set;
  reg  [5:0]  s_1_asked;
  reg         s_1_ignored;
  reg         s_1_receiver;
  reg         s_1_is_host;
  reg         s_1_loads;
  reg         s_1_reads;
  reg         s_1_adjusts;
  reg         s_1_moves;
  reg         s_1_first;
  reg  [2:0]  s_2_kind;
  reg  [11:0] s_2_qpn;
  reg  [3:0]  s_2_set;
  reg  [5:0]  s_2_asked;
  reg         s_2_ignored;
  reg         s_2_receiver;
  reg         s_2_is_host;
  reg         s_2_loads;
  reg         s_2_reads;
  reg         s_2_adjusts;
  reg         s_2_moves;
  reg         s_2_first;
  reg  [2:0]  s_3_kind;
  reg  [11:0] s_3_qpn;
  reg  [3:0]  s_3_set;
  reg  [5:0]  s_3_asked;
  reg         s_3_ignored;
  reg         s_3_receiver;
  reg         s_3_is_host;
  reg         s_3_loads;
  reg         s_3_reads;
  reg         s_3_adjusts;
  reg         s_3_first;
  reg  [2:0]  s_4_kind;
  reg  [11:0] s_4_qpn;
  reg  [3:0]  s_4_set;
  reg  [5:0]  s_4_asked;
  reg         s_4_ignored;
  reg         s_4_receiver;
  reg         s_4_is_host;
  reg         s_4_loads;
  reg         s_4_reads;
  reg         s_4_adjusts;
  reg  [2:0]  s_5_kind;
  reg  [11:0] s_5_qpn;
  reg  [3:0]  s_5_set;
  reg  [5:0]  s_5_asked;
  reg         s_5_ignored;
  reg         s_5_receiver;
  reg         s_5_is_host;
  reg         s_5_loads;
  reg         s_5_reads;
  reg         s_5_adjusts;
  reg  [2:0]  s_6_kind;
  reg  [11:0] s_6_qpn;
  reg  [3:0]  s_6_set;
  reg  [5:0]  s_6_asked;
  reg         s_6_ignored;
  reg         s_6_receiver;
  reg         s_6_is_host;
  reg         s_6_loads;
  reg         s_6_reads;
  reg         s_6_adjusts;
  reg  [2:0]  s_7_kind;
  reg  [11:0] s_7_qpn;
  reg  [3:0]  s_7_set;
  reg  [5:0]  s_7_asked;
  reg         s_7_ignored;
  reg         s_7_receiver;
  reg         s_7_is_host;
  reg         s_7_loads;
  reg         s_7_reads;
  reg         s_7_adjusts;
  reg  [2:0]  s_8_kind;
  reg  [11:0] s_8_qpn;
  reg  [3:0]  s_8_set;
  reg  [5:0]  s_8_asked;
  reg         s_8_ignored;
  reg         s_8_receiver;
  reg         s_8_is_host;
  reg         s_8_loads;
  reg         s_8_reads;
  reg         s_8_adjusts;
  reg  [2:0]  s_9_kind;
  reg  [11:0] s_9_qpn;
  reg  [3:0]  s_9_set;
  reg  [5:0]  s_9_asked;
  reg         s_9_ignored;
  reg         s_9_receiver;
  reg         s_9_is_host;
  reg         s_9_loads;
  reg         s_9_reads;
  reg         s_9_adjusts;
  reg  [2:0]  s_10_kind;
  reg  [11:0] s_10_qpn;
  reg  [3:0]  s_10_set;
  reg  [5:0]  s_10_asked;
  reg         s_10_ignored;
  reg         s_10_receiver;
  reg         s_10_is_host;
  reg         s_10_loads;
  reg         s_10_reads;
  reg         s_10_adjusts;
  reg  [2:0]  s_11_kind;
  reg  [11:0] s_11_qpn;
  reg  [3:0]  s_11_set;
  reg  [5:0]  s_11_asked;
  reg         s_11_ignored;
  reg         s_11_receiver;
  reg         s_11_is_host;
  reg         s_11_loads;
  reg         s_11_reads;
  reg         s_11_adjusts;
  reg  [2:0]  s_12_kind;
  reg  [11:0] s_12_qpn;
  reg  [3:0]  s_12_set;
  reg  [5:0]  s_12_asked;
  reg         s_12_ignored;
  reg         s_12_receiver;
  reg         s_12_is_host;
  reg         s_12_loads;
  reg         s_12_reads;
  reg         s_12_adjusts;
  reg  [2:0]  s_13_kind;
  reg  [11:0] s_13_qpn;
  reg  [3:0]  s_13_set;
  reg  [5:0]  s_13_asked;
  reg         s_13_ignored;
  reg         s_13_receiver;
  reg         s_13_is_host;
  reg         s_13_loads;
  reg         s_13_reads;
  reg         s_13_adjusts;
  reg  [2:0]  s_14_kind;
  reg  [11:0] s_14_qpn;
  reg  [3:0]  s_14_set;
  reg  [5:0]  s_14_asked;
  reg         s_14_ignored;
  reg         s_14_receiver;
  reg         s_14_is_host;
  reg         s_14_loads;
  reg         s_14_reads;
  reg         s_14_adjusts;
  reg  [2:0]  s_15_kind;
  reg  [11:0] s_15_qpn;
  reg  [3:0]  s_15_set;
  reg  [5:0]  s_15_asked;
  reg         s_15_ignored;
  reg         s_15_receiver;
  reg         s_15_is_host;
  reg         s_15_loads;
  reg         s_15_reads;
  reg         s_15_adjusts;
  reg  [2:0]  s_16_kind;
  reg  [11:0] s_16_qpn;
  reg  [3:0]  s_16_set;
  reg  [5:0]  s_16_asked;
  reg         s_16_ignored;
  reg         s_16_receiver;
  reg         s_16_is_host;
  reg         s_16_loads;
  reg         s_16_adjusts;
  reg  [2:0]  s_17_kind;
  reg  [11:0] s_17_qpn;
  reg  [3:0]  s_17_set;
  reg  [5:0]  s_17_asked;
  reg         s_17_ignored;
  reg         s_17_receiver;
  reg         s_17_is_host;
  reg         s_17_loads;
  reg         s_17_adjusts;
  reg  [2:0]  s_18_kind;
  reg  [11:0] s_18_qpn;
  reg  [3:0]  s_18_set;
  reg  [5:0]  s_18_asked;
  reg         s_18_ignored;
  reg         s_18_receiver;
  reg         s_18_is_host;
  reg         s_18_loads;
  reg         s_18_adjusts;
  reg  [2:0]  s_19_kind;
  reg  [11:0] s_19_qpn;
  reg  [3:0]  s_19_set;
  reg  [5:0]  s_19_asked;
  reg         s_19_ignored;
  reg         s_19_receiver;
  reg         s_19_is_host;
  reg         s_19_loads;
  reg         s_19_adjusts;
  reg  [2:0]  s_20_kind;
  reg  [11:0] s_20_qpn;
  reg  [3:0]  s_20_set;
  reg  [5:0]  s_20_asked;
  reg         s_20_ignored;
  reg         s_20_receiver;
  reg         s_20_is_host;
  reg         s_20_loads;
  reg  [2:0]  s_21_kind;
  reg  [11:0] s_21_qpn;
  reg  [3:0]  s_21_set;
  reg         s_21_ignored;
  reg         s_21_receiver;
  reg         s_21_is_host;
  reg  [2:0]  s_22_kind;
  reg  [11:0] s_22_qpn;
  reg  [3:0]  s_22_set;
  reg         s_22_ignored;
  reg         s_22_receiver;
  reg         s_22_is_host;
  reg  [2:0]  s_23_kind;
  reg  [11:0] s_23_qpn;
  reg         s_23_ignored;
  reg         s_23_receiver;
  reg         s_23_is_host;
  reg  [2:0]  s_24_kind;
  reg  [11:0] s_24_qpn;
  reg         s_24_ignored;
  reg         s_24_receiver;
  reg         s_24_is_host;
  reg  [2:0]  s_25_kind;
  reg  [11:0] s_25_qpn;
  reg         s_25_ignored;
  reg         s_25_receiver;
  reg         s_25_is_host;
  reg         sum_set_we;
  reg  [3:0]  sum_set_index;
  reg  [31:0] sum_set_w_ai;
  reg  [42:0] sum_set_above_min;
  reg  [42:0] sum_set_below_max;
  reg  [15:0] full_line;
  reg  [12:0] u_sat_line;
  reg  [4:0]  zero_line;
  reg  [47:0] read_u;
  reg  [31:0] read_last;
  reg  [39:0] read_reference_wc;
  reg  [4:0]  read_reference_inc_stage;
  reg         s1_near;
  reg         s13_near;
  reg         s14_near;
  reg         s14_takes;
  reg  [39:0] s15_reference_wc;
  reg  [4:0]  s15_reference_inc_stage;
  reg  [39:0] s15_w;
  reg         s21_stores;
  reg  [39:0] s21_stored_wc;
  reg  [4:0]  s21_stored_inc_stage;
  reg  [39:0] s22_stored_wc;
  reg  [4:0]  s22_stored_inc_stage;
  reg         s16_mult;
  reg  [6:0]  s16_n;
  reg  [39:0] s16_base;
  reg  [4:0]  s16_inc;
  reg         s17_mult;
  reg         s17_coarse_by_0;
  reg         s17_coarse_by_16;
  reg         s17_coarse_by_32;
  reg         s17_coarse_by_48;
  reg         s17_coarse_by_64;
  reg         s17_coarse_plain;
  reg  [3:0]  s17_fine;
  reg  [39:0] s17_base;
  reg  [4:0]  s17_inc;
  reg         s18_mult;
  reg  [57:0] s18_shifted;
  reg         s18_over;
  reg  [3:0]  s18_fine;
  reg  [4:0]  s18_inc;
  reg         s19_mult;
  reg  [41:0] s19_halves;
  reg  [15:0] s19_high;
  reg         s19_over;
  reg  [4:0]  s19_inc;
  reg         s20_mult;
  reg  [39:0] s20_sum;
  reg         s20_floor;
  reg         s20_sat;
  reg         s20_max;
  reg  [4:0]  s20_inc;
  reg  [39:0] s21_w;
  reg  [39:0] s22_w;
  reg  [39:0] s23_w;
  reg  [39:0] s24_w;
  reg  [39:0] s25_w;
  reg  [11:0] s21_flags;
  reg  [11:0] s22_flags;
  reg  [11:0] s23_flags;
  reg  [11:0] s24_flags;
  reg  [11:0] s25_flags;

  wire        loads;
  wire        reads;
  wire        adjusts;
  wire        scales;
  reg  [57:0] from_product;
  wire [57:0] shifted;
  wire        clamps;
  wire        beyond;
  reg  [40:0] addend;
  wire [40:0] sum;
  wire [43:0] over_min;
  wire [43:0] under_max;
  wire        above;
  reg  [39:0] new_w;
  wire        near;
  wire        stores;
  reg  [39:0] stored_wc;
  reg  [4:0]  stored_inc_stage;
  wire [31:0] due_s2_last;
  wire        due_s4_full;
  wire [47:0] smooth_s2_u;
  wire [47:0] smooth_s7_u;
  wire        smooth_s7_sat;
  wire [17:0] growth_r;
  wire [6:0]  growth_n;
  wire        growth_above;
  wire        growth_zero;
  wire [39:0] reference_ram_rdata_wc;
  wire [4:0]  reference_ram_rdata_inc_stage;
  reg  [11:0] reference_ram_waddr;
  wire [39:0] w_ram_rdata;
  wire        w_ram_we;
  reg  [11:0] w_ram_waddr;
  reg  [39:0] w_ram_wdata;
  wire [57:0] product_p;
  wire        rate_sat;
  wire [19:0] due_sets_rdata_t;
  wire        due_sets_rdata_sync_first;
  wire [16:0] eta_sets_rdata;
  wire [4:0]  max_stage_sets_rdata;
  wire [31:0] sum_sets_rdata_w_ai;
  wire [42:0] sum_sets_rdata_above_min;
  wire [42:0] sum_sets_rdata_below_max;
  wire [39:0] bounds_sets_rdata_w_min;
  wire [39:0] bounds_sets_rdata_w_max;
  wire [17:0] gain_m_sets_rdata;
  wire [5:0]  gain_e_sets_rdata;

  // the parameter sets, each part near the stage that reads it
  ackw_table #(
    .WIDTH    (21),
    .ADDR_BITS(4)
  ) u_due_sets (
    .clk  (clk),
    .raddr(s_2_set),
    .rdata({due_sets_rdata_sync_first, due_sets_rdata_t}),
    .we   (set_we),
    .waddr(set_index),
    .wdata({set_sync_first, set_t})
  );

  ackw_table #(
    .WIDTH    (17),
    .ADDR_BITS(4)
  ) u_eta_sets (
    .clk  (clk),
    .raddr(s_6_set),
    .rdata(eta_sets_rdata),
    .we   (set_we),
    .waddr(set_index),
    .wdata(set_eta)
  );

  ackw_table #(
    .WIDTH    (5),
    .ADDR_BITS(4)
  ) u_max_stage_sets (
    .clk  (clk),
    .raddr(s_14_set),
    .rdata(max_stage_sets_rdata),
    .we   (set_we),
    .waddr(set_index),
    .wdata(set_max_stage)
  );

  ackw_table #(
    .WIDTH    (80),
    .ADDR_BITS(4)
  ) u_bounds_sets (
    .clk  (clk),
    .raddr(s_19_set),
    .rdata({bounds_sets_rdata_w_max, bounds_sets_rdata_w_min}),
    .we   (set_we),
    .waddr(set_index),
    .wdata({set_w_max, set_w_min})
  );

  ackw_table #(
    .WIDTH    (18),
    .ADDR_BITS(4)
  ) u_gain_m_sets (
    .clk  (clk),
    .raddr(s_20_set),
    .rdata(gain_m_sets_rdata),
    .we   (set_we),
    .waddr(set_index),
    .wdata(set_rate_gain_m)
  );

  ackw_table #(
    .WIDTH    (6),
    .ADDR_BITS(4)
  ) u_gain_e_sets (
    .clk  (clk),
    .raddr(s_22_set),
    .rdata(gain_e_sets_rdata),
    .we   (set_we),
    .waddr(set_index),
    .wdata(set_rate_gain_e)
  );

  // the distances of W_ai from the clamps, in two's complement, exact
  ackw_table #(
    .WIDTH    (118),
    .ADDR_BITS(4)
  ) u_sum_sets (
    .clk  (clk),
    .raddr(s_18_set),
    .rdata({sum_sets_rdata_below_max, sum_sets_rdata_above_min, sum_sets_rdata_w_ai}),
    .we   (sum_set_we),
    .waddr(sum_set_index),
    .wdata({sum_set_below_max, sum_set_above_min, sum_set_w_ai})
  );

  // s0: the event, and what it does; then it goes from stage to stage
  assign loads = in_kind == KIND_HOST_WRITE;
  assign reads = in_kind == KIND_HOST_READ;
  assign adjusts = !loads & !reads & !in_ignored & !(|in_flags[2:0]);

  // s0 to s4: is the update full? What a host read finds is kept until the next one
  ackw_window_due u_due (
    .clk             (clk),
    .rst_n           (rst_n),
    .init_we         (init_we),
    .init_addr       (init_addr),
    .host_last_update(host_last_update),
    .in_valid        (in_valid),
    .valid           (valid[3:0]),
    .in_receiver     (in_receiver),
    .in_seq          (in_seq),
    .in_mark         (in_mark),
    .s0_qpn          (s_0_qpn),
    .s3_receiver     (s_3_receiver),
    .s3_adjusts      (s_3_adjusts),
    .s3_first        (s_3_first),
    .s3_loads        (s_3_loads),
    .s3_t            (due_sets_rdata_t),
    .s3_sync_first   (due_sets_rdata_sync_first),
    .s4_valid        (valid[4]),
    .s4_qpn          (s_4_qpn),
    .s2_last         (due_s2_last),
    .s4_full         (due_s4_full)
  );

  // to s7: the loop of U, which reads with the event. The event 8 ahead, then in s7, is in s8 when this one is in s0
  ackw_window_smooth u_smooth (
    .clk      (clk),
    .rst_n    (rst_n),
    .init_we  (init_we),
    .init_addr(init_addr),
    .host_u   (host_u),
    .in_valid (in_valid),
    .valid    (valid[8:0]),
    .in_theta (in_theta),
    .in_addend(in_addend),
    .in_qpn   (in_qpn),
    .s1_near  (s1_near),
    .s1_moves (s_1_moves),
    .s2_moves (s_2_moves),
    .s2_loads (s_2_loads),
    .s7_valid (valid[7]),
    .s7_qpn   (s_7_qpn),
    .s2_u     (smooth_s2_u),
    .s7_u     (smooth_s7_u),
    .s7_sat   (smooth_s7_sat)
  );

  // s7 to s15: eta/U, between the loops
  ackw_window_growth u_growth (
    .clk  (clk),
    .rst_n(rst_n),
    .valid(valid[14:7]),
    .u    (smooth_s7_u),
    .eta  (eta_sets_rdata),
    .r    (growth_r),
    .n    (growth_n),
    .above(growth_above),
    .zero (growth_zero)
  );

  // s12 to s15: the loop of Wc begins: the slice is read. If the event 8 ahead, in s20, writes it in that cycle, what
  // it wrote is taken from s22
  ackw_ram #(
    .WIDTH    (45),
    .ADDR_BITS(12)
  ) u_reference_ram (
    .clk  (clk),
    .raddr(s_12_qpn),
    .rdata({reference_ram_rdata_inc_stage, reference_ram_rdata_wc}),
    .we   (stores),
    .waddr(reference_ram_waddr),
    .wdata({stored_inc_stage, stored_wc})
  );

  ackw_ram #(
    .WIDTH    (40),
    .ADDR_BITS(12)
  ) u_w_ram (
    .clk  (clk),
    .raddr(s_12_qpn),
    .rdata(w_ram_rdata),
    .we   (w_ram_we),
    .waddr(w_ram_waddr),
    .wdata(w_ram_wdata)
  );

  assign near = valid[20] & (s_20_qpn == s_12_qpn);

  // s15 to s16: Wc times r; the branch. What is not scaled is the base
  ackw_mul_wide #(
    .A_BITS(40),
    .B_BITS(18),
    .HELD  (1)
  ) u_product (
    .clk  (clk),
    .rst_n(rst_n),
    .a    (s15_reference_wc),
    .b    (growth_r),
    .p    (product_p),
    .en   (valid[15])
  );

  // s16 to s17: the product is summed, 58 bits; how far it goes to the right: by n, once it has gone 20 to the left,
  // which leaves the half bit below
  assign scales = s16_mult & !zero_line[0];

  // s17 to s18: to the right by a multiple of 16; 58 bits of it, for with a bit above them W is beyond every W_max
  always @* begin
    from_product = 58'd0;
    if (s17_coarse_by_0) begin
      from_product = product_p << 20;
    end
    if (s17_coarse_by_16) begin
      from_product = from_product | (product_p << 4);
    end
    if (s17_coarse_by_32) begin
      from_product = from_product | (product_p >> 12);
    end
    if (s17_coarse_by_48) begin
      from_product = from_product | (product_p >> 28);
    end
    if (s17_coarse_by_64) begin
      from_product = from_product | (product_p >> 44);
    end
    if (s17_coarse_plain) begin
      from_product = from_product | {17'd0, s17_base, 1'b0};
    end
  end

  // s18 to s19: by the rest, 0 to 15: the half bit, 41 bits of W before W_ai, and those that are too many
  assign shifted = s18_shifted >> s18_fine;

  // s19 to s20: W_ai is added (round half up: the half bit meets a 1 and carries, or borrows), and beside it the
  // distances from the clamps, within 2^43, so the top bit is the sign. U = 0 and what is kept or loaded are not
  // clamped
  assign clamps = s_19_adjusts & !(s19_mult & zero_line[3]);

  always @* begin
    addend = 41'd1;
    if (clamps) begin
      addend = {8'd0, sum_sets_rdata_w_ai, 1'b1};
    end
  end

  assign sum = s19_halves[40:0] + addend;
  assign over_min = {sum_sets_rdata_above_min, 1'b1} + {2'd0, s19_halves};
  assign under_max = {sum_sets_rdata_below_max, 1'b0} - {2'd0, s19_halves};
  assign beyond = s19_over | (|s19_high);
  assign above = clamps & (under_max[43] | beyond);

  // s20: clamp, and write back: W always, Wc and incStage by a full update
  always @* begin
    new_w = s20_sum;
    if (s20_floor) begin
      new_w = bounds_sets_rdata_w_min;
    end
    if (s20_max) begin
      new_w = bounds_sets_rdata_w_max;
    end
  end

  assign w_ram_we = init_we | valid[20];

  always @* begin
    w_ram_waddr = s_20_qpn;
    w_ram_wdata = new_w;
    reference_ram_waddr = s_20_qpn;
    stored_wc = new_w;
    stored_inc_stage = s20_inc;
    if (s_20_loads) begin
      stored_wc = host_wc;
      stored_inc_stage = host_inc_stage;
    end
    if (init_we) begin
      w_ram_waddr = init_addr;
      w_ram_wdata = RESET_W;
      reference_ram_waddr = init_addr;
      stored_wc = RESET_W;
      stored_inc_stage = RESET_INC;
    end
  end

  assign stores = init_we | (valid[20] & (s_20_loads | full_line[15]));

  // s20 to s25: the rate
  ackw_window_rate u_rate (
    .clk   (clk),
    .rst_n (rst_n),
    .valid (valid[24:21]),
    .w     (s21_w),
    .gain_m(gain_m_sets_rdata),
    .gain_e(gain_e_sets_rdata),
    .r     (out_r),
    .sat   (rate_sat)
  );

  // s25: the result
  assign out_valid = valid[25];
  assign out_kind = s_25_kind;
  assign out_qpn = s_25_qpn;
  assign out_w = s25_w;
  assign out_flags = {rate_sat & !s_25_is_host, s25_flags[11:2], s_25_ignored, s25_flags[1:0], 1'b0};
  assign out_feedback = s_25_receiver & s25_flags[10];
  assign out_u = read_u;
  assign out_wc = read_reference_wc;
  assign out_inc_stage = read_reference_inc_stage;
  assign out_last_update = read_last;

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      valid <= 26'd0;
      sum_set_we <= 1'b0;
    end else begin
      sum_set_we <= set_we;

      valid <= {valid[24:0], in_valid};
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    if (set_we) begin
      sum_set_index <= set_index;
      sum_set_w_ai <= set_w_ai;
      sum_set_above_min <= {11'd0, set_w_ai} - {3'd0, set_w_min};
      sum_set_below_max <= {3'd0, set_w_max} - {11'd0, set_w_ai};
    end

    if (in_valid) begin
      s_0_kind <= in_kind;
      s_0_qpn <= in_qpn;
      s_0_set <= in_set;
      s_0_receiver <= in_receiver;
      s_0_is_host <= loads | reads;
      s_0_loads <= loads;
      s_0_reads <= reads;
      s_0_adjusts <= adjusts;
      s_0_moves <= adjusts & !in_flags[5];
      s_0_first <= in_flags[0] & !in_ignored & !in_receiver & !loads & !reads;
      s_0_asked <= in_flags;
      s_0_ignored <= in_ignored;
      if (loads | reads) begin
        s_0_asked <= 6'd0;
        s_0_ignored <= 1'b0;
      end
    end
    if (valid[0]) begin
      s_1_kind <= s_0_kind;
      s_1_qpn <= s_0_qpn;
      s_1_set <= s_0_set;
      s_1_asked <= s_0_asked;
      s_1_ignored <= s_0_ignored;
      s_1_receiver <= s_0_receiver;
      s_1_is_host <= s_0_is_host;
      s_1_loads <= s_0_loads;
      s_1_reads <= s_0_reads;
      s_1_adjusts <= s_0_adjusts;
      s_1_moves <= s_0_moves;
      s_1_first <= s_0_first;
    end
    if (valid[1]) begin
      s_2_kind <= s_1_kind;
      s_2_qpn <= s_1_qpn;
      s_2_set <= s_1_set;
      s_2_asked <= s_1_asked;
      s_2_ignored <= s_1_ignored;
      s_2_receiver <= s_1_receiver;
      s_2_is_host <= s_1_is_host;
      s_2_loads <= s_1_loads;
      s_2_reads <= s_1_reads;
      s_2_adjusts <= s_1_adjusts;
      s_2_moves <= s_1_moves;
      s_2_first <= s_1_first;
    end
    if (valid[2]) begin
      s_3_kind <= s_2_kind;
      s_3_qpn <= s_2_qpn;
      s_3_set <= s_2_set;
      s_3_asked <= s_2_asked;
      s_3_ignored <= s_2_ignored;
      s_3_receiver <= s_2_receiver;
      s_3_is_host <= s_2_is_host;
      s_3_loads <= s_2_loads;
      s_3_reads <= s_2_reads;
      s_3_adjusts <= s_2_adjusts;
      s_3_first <= s_2_first;
    end
    if (valid[3]) begin
      s_4_kind <= s_3_kind;
      s_4_qpn <= s_3_qpn;
      s_4_set <= s_3_set;
      s_4_asked <= s_3_asked;
      s_4_ignored <= s_3_ignored;
      s_4_receiver <= s_3_receiver;
      s_4_is_host <= s_3_is_host;
      s_4_loads <= s_3_loads;
      s_4_reads <= s_3_reads;
      s_4_adjusts <= s_3_adjusts;
    end
    if (valid[4]) begin
      s_5_kind <= s_4_kind;
      s_5_qpn <= s_4_qpn;
      s_5_set <= s_4_set;
      s_5_asked <= s_4_asked;
      s_5_ignored <= s_4_ignored;
      s_5_receiver <= s_4_receiver;
      s_5_is_host <= s_4_is_host;
      s_5_loads <= s_4_loads;
      s_5_reads <= s_4_reads;
      s_5_adjusts <= s_4_adjusts;
    end
    if (valid[5]) begin
      s_6_kind <= s_5_kind;
      s_6_qpn <= s_5_qpn;
      s_6_set <= s_5_set;
      s_6_asked <= s_5_asked;
      s_6_ignored <= s_5_ignored;
      s_6_receiver <= s_5_receiver;
      s_6_is_host <= s_5_is_host;
      s_6_loads <= s_5_loads;
      s_6_reads <= s_5_reads;
      s_6_adjusts <= s_5_adjusts;
    end
    if (valid[6]) begin
      s_7_kind <= s_6_kind;
      s_7_qpn <= s_6_qpn;
      s_7_set <= s_6_set;
      s_7_asked <= s_6_asked;
      s_7_ignored <= s_6_ignored;
      s_7_receiver <= s_6_receiver;
      s_7_is_host <= s_6_is_host;
      s_7_loads <= s_6_loads;
      s_7_reads <= s_6_reads;
      s_7_adjusts <= s_6_adjusts;
    end
    if (valid[7]) begin
      s_8_kind <= s_7_kind;
      s_8_qpn <= s_7_qpn;
      s_8_set <= s_7_set;
      s_8_asked <= s_7_asked;
      s_8_ignored <= s_7_ignored;
      s_8_receiver <= s_7_receiver;
      s_8_is_host <= s_7_is_host;
      s_8_loads <= s_7_loads;
      s_8_reads <= s_7_reads;
      s_8_adjusts <= s_7_adjusts;
    end
    if (valid[8]) begin
      s_9_kind <= s_8_kind;
      s_9_qpn <= s_8_qpn;
      s_9_set <= s_8_set;
      s_9_asked <= s_8_asked;
      s_9_ignored <= s_8_ignored;
      s_9_receiver <= s_8_receiver;
      s_9_is_host <= s_8_is_host;
      s_9_loads <= s_8_loads;
      s_9_reads <= s_8_reads;
      s_9_adjusts <= s_8_adjusts;
    end
    if (valid[9]) begin
      s_10_kind <= s_9_kind;
      s_10_qpn <= s_9_qpn;
      s_10_set <= s_9_set;
      s_10_asked <= s_9_asked;
      s_10_ignored <= s_9_ignored;
      s_10_receiver <= s_9_receiver;
      s_10_is_host <= s_9_is_host;
      s_10_loads <= s_9_loads;
      s_10_reads <= s_9_reads;
      s_10_adjusts <= s_9_adjusts;
    end
    if (valid[10]) begin
      s_11_kind <= s_10_kind;
      s_11_qpn <= s_10_qpn;
      s_11_set <= s_10_set;
      s_11_asked <= s_10_asked;
      s_11_ignored <= s_10_ignored;
      s_11_receiver <= s_10_receiver;
      s_11_is_host <= s_10_is_host;
      s_11_loads <= s_10_loads;
      s_11_reads <= s_10_reads;
      s_11_adjusts <= s_10_adjusts;
    end
    if (valid[11]) begin
      s_12_kind <= s_11_kind;
      s_12_qpn <= s_11_qpn;
      s_12_set <= s_11_set;
      s_12_asked <= s_11_asked;
      s_12_ignored <= s_11_ignored;
      s_12_receiver <= s_11_receiver;
      s_12_is_host <= s_11_is_host;
      s_12_loads <= s_11_loads;
      s_12_reads <= s_11_reads;
      s_12_adjusts <= s_11_adjusts;
    end
    if (valid[12]) begin
      s_13_kind <= s_12_kind;
      s_13_qpn <= s_12_qpn;
      s_13_set <= s_12_set;
      s_13_asked <= s_12_asked;
      s_13_ignored <= s_12_ignored;
      s_13_receiver <= s_12_receiver;
      s_13_is_host <= s_12_is_host;
      s_13_loads <= s_12_loads;
      s_13_reads <= s_12_reads;
      s_13_adjusts <= s_12_adjusts;
    end
    if (valid[13]) begin
      s_14_kind <= s_13_kind;
      s_14_qpn <= s_13_qpn;
      s_14_set <= s_13_set;
      s_14_asked <= s_13_asked;
      s_14_ignored <= s_13_ignored;
      s_14_receiver <= s_13_receiver;
      s_14_is_host <= s_13_is_host;
      s_14_loads <= s_13_loads;
      s_14_reads <= s_13_reads;
      s_14_adjusts <= s_13_adjusts;
    end
    if (valid[14]) begin
      s_15_kind <= s_14_kind;
      s_15_qpn <= s_14_qpn;
      s_15_set <= s_14_set;
      s_15_asked <= s_14_asked;
      s_15_ignored <= s_14_ignored;
      s_15_receiver <= s_14_receiver;
      s_15_is_host <= s_14_is_host;
      s_15_loads <= s_14_loads;
      s_15_reads <= s_14_reads;
      s_15_adjusts <= s_14_adjusts;
    end
    if (valid[15]) begin
      s_16_kind <= s_15_kind;
      s_16_qpn <= s_15_qpn;
      s_16_set <= s_15_set;
      s_16_asked <= s_15_asked;
      s_16_ignored <= s_15_ignored;
      s_16_receiver <= s_15_receiver;
      s_16_is_host <= s_15_is_host;
      s_16_loads <= s_15_loads;
      s_16_adjusts <= s_15_adjusts;
    end
    if (valid[16]) begin
      s_17_kind <= s_16_kind;
      s_17_qpn <= s_16_qpn;
      s_17_set <= s_16_set;
      s_17_asked <= s_16_asked;
      s_17_ignored <= s_16_ignored;
      s_17_receiver <= s_16_receiver;
      s_17_is_host <= s_16_is_host;
      s_17_loads <= s_16_loads;
      s_17_adjusts <= s_16_adjusts;
    end
    if (valid[17]) begin
      s_18_kind <= s_17_kind;
      s_18_qpn <= s_17_qpn;
      s_18_set <= s_17_set;
      s_18_asked <= s_17_asked;
      s_18_ignored <= s_17_ignored;
      s_18_receiver <= s_17_receiver;
      s_18_is_host <= s_17_is_host;
      s_18_loads <= s_17_loads;
      s_18_adjusts <= s_17_adjusts;
    end
    if (valid[18]) begin
      s_19_kind <= s_18_kind;
      s_19_qpn <= s_18_qpn;
      s_19_set <= s_18_set;
      s_19_asked <= s_18_asked;
      s_19_ignored <= s_18_ignored;
      s_19_receiver <= s_18_receiver;
      s_19_is_host <= s_18_is_host;
      s_19_loads <= s_18_loads;
      s_19_adjusts <= s_18_adjusts;
    end
    if (valid[19]) begin
      s_20_kind <= s_19_kind;
      s_20_qpn <= s_19_qpn;
      s_20_set <= s_19_set;
      s_20_asked <= s_19_asked;
      s_20_ignored <= s_19_ignored;
      s_20_receiver <= s_19_receiver;
      s_20_is_host <= s_19_is_host;
      s_20_loads <= s_19_loads;
    end
    if (valid[20]) begin
      s_21_kind <= s_20_kind;
      s_21_qpn <= s_20_qpn;
      s_21_set <= s_20_set;
      s_21_ignored <= s_20_ignored;
      s_21_receiver <= s_20_receiver;
      s_21_is_host <= s_20_is_host;
    end
    if (valid[21]) begin
      s_22_kind <= s_21_kind;
      s_22_qpn <= s_21_qpn;
      s_22_set <= s_21_set;
      s_22_ignored <= s_21_ignored;
      s_22_receiver <= s_21_receiver;
      s_22_is_host <= s_21_is_host;
    end
    if (valid[22]) begin
      s_23_kind <= s_22_kind;
      s_23_qpn <= s_22_qpn;
      s_23_ignored <= s_22_ignored;
      s_23_receiver <= s_22_receiver;
      s_23_is_host <= s_22_is_host;
    end
    if (valid[23]) begin
      s_24_kind <= s_23_kind;
      s_24_qpn <= s_23_qpn;
      s_24_ignored <= s_23_ignored;
      s_24_receiver <= s_23_receiver;
      s_24_is_host <= s_23_is_host;
    end
    if (valid[24]) begin
      s_25_kind <= s_24_kind;
      s_25_qpn <= s_24_qpn;
      s_25_ignored <= s_24_ignored;
      s_25_receiver <= s_24_receiver;
      s_25_is_host <= s_24_is_host;
    end

    full_line <= {full_line[14:0], due_s4_full};
    if (valid[2] & s_2_reads) begin
      read_last <= due_s2_last;
    end

    s1_near <= valid[8] & (s_8_qpn == s_0_qpn);
    u_sat_line <= {u_sat_line[11:0], smooth_s7_sat};
    if (valid[2] & s_2_reads) begin
      read_u <= smooth_s2_u;
    end

    s13_near <= near;
    s14_near <= s13_near;
    s14_takes <= s13_near & s21_stores;
    if (valid[14]) begin
      s15_reference_wc <= reference_ram_rdata_wc;
      s15_reference_inc_stage <= reference_ram_rdata_inc_stage;
      if (s14_takes) begin
        s15_reference_wc <= s22_stored_wc;
        s15_reference_inc_stage <= s22_stored_inc_stage;
      end
    end
    if (valid[14]) begin
      s15_w <= w_ram_rdata;
      if (s14_near) begin
        s15_w <= s22_w;
      end
    end

    if (valid[15] & s_15_reads) begin
      read_reference_wc <= s15_reference_wc;
      read_reference_inc_stage <= s15_reference_inc_stage;
    end
    if (valid[15]) begin
      s16_n <= growth_n;
    end
    zero_line <= {zero_line[3:0], growth_zero};
    if (valid[15]) begin
      s16_mult <= s_15_adjusts & (growth_above | (s15_reference_inc_stage >= max_stage_sets_rdata));
      s16_inc <= s15_reference_inc_stage + 5'd1;
      s16_base <= s15_w;
      if (s_15_adjusts) begin
        s16_base <= s15_reference_wc;
      end
      if (s_15_loads) begin
        s16_base <= host_w;
      end
    end

    if (valid[16]) begin
      s17_coarse_by_0 <= scales & (s16_n[6:4] == 3'd0);
      s17_coarse_by_16 <= scales & (s16_n[6:4] == 3'd1);
      s17_coarse_by_32 <= scales & (s16_n[6:4] == 3'd2);
      s17_coarse_by_48 <= scales & (s16_n[6:4] == 3'd3);
      s17_coarse_by_64 <= scales & s16_n[6];
      s17_coarse_plain <= !scales;
      s17_fine <= 4'd0;
      if (scales) begin
        s17_fine <= s16_n[3:0];
      end
      s17_base <= s16_base;
    end
    if (valid[16]) begin
      s17_mult <= s16_mult;
      s17_inc <= s16_inc;
      if (s16_mult) begin
        s17_inc <= 5'd0;
      end
    end

    if (valid[17]) begin
      s18_shifted <= from_product;
      s18_over <= (s17_coarse_by_0 & (|product_p[57:38])) | (s17_coarse_by_16 & (|product_p[57:54]));
      s18_fine <= s17_fine;
      s18_mult <= s17_mult;
      s18_inc <= s17_inc;
    end

    if (valid[18]) begin
      s19_halves <= shifted[41:0];
      s19_high <= shifted[57:42];
      s19_over <= s18_over;
      s19_mult <= s18_mult;
      s19_inc <= s18_inc;
    end

    if (valid[19]) begin
      s20_sum <= sum[40:1];
      s20_floor <= clamps & over_min[43] & !beyond;
      s20_sat <= above;
      s20_max <= above | (s19_mult & zero_line[3]);
      s20_mult <= s19_mult;
      s20_inc <= s19_inc;
    end

    s21_stores <= stores;
    if (valid[20]) begin
      s21_stored_wc <= stored_wc;
      s21_stored_inc_stage <= stored_inc_stage;
    end
    if (valid[21]) begin
      s22_stored_wc <= s21_stored_wc;
      s22_stored_inc_stage <= s21_stored_inc_stage;
    end

    if (valid[20]) begin
      s21_w <= new_w;
    end
    if (valid[21]) begin
      s22_w <= s21_w;
    end
    if (valid[22]) begin
      s23_w <= s22_w;
    end
    if (valid[23]) begin
      s24_w <= s23_w;
    end
    if (valid[24]) begin
      s25_w <= s24_w;
    end
    if (valid[20]) begin
      s21_flags <= {s20_mult & zero_line[4], full_line[15], s20_mult, u_sat_line[12], s_20_asked, s20_sat, s20_floor};
    end
    if (valid[21]) begin
      s22_flags <= s21_flags;
    end
    if (valid[22]) begin
      s23_flags <= s22_flags;
    end
    if (valid[23]) begin
      s24_flags <= s23_flags;
    end
    if (valid[24]) begin
      s25_flags <= s24_flags;
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, sum[0], over_min[42:0], under_max[42:0]};

endmodule

`default_nettype wire
