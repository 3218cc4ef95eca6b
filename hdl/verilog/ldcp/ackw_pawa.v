// Ackwright, configuration 58a95eb6898a18fb
`default_nettype none

// LDCP's window update, one event in and one window out each cycle, 11 cycles later.
// A QP's events must come 8 cycles apart or more: then each sees the window of the one before.
module ackw_pawa (
  input  wire        clk,        // clock, rising edge
  input  wire        rst_n,      // reset, active low, synchronous
  input  wire        set_we,     // writes parameter set set_index, while no event of that set is under way
  input  wire [3:0]  set_index,
  input  wire [16:0] set_alpha,  // additive increase, packets, U1.16
  input  wire [16:0] set_beta,   // decrease per marked packet, packets, U1.16
  input  wire [16:0] set_gamma,  // step below one packet, and the smallest window, packets, U1.16
  input  wire [15:0] set_eta,    // decrease factor below one packet, U0.16
  input  wire [41:0] set_cw_max, // largest window, packets, U14.28
  input  wire        init_we,    // writes the reset context at init_addr
  input  wire [9:0]  init_addr,  // index of the QP whose context is reset
  input  wire [41:0] host_cw,    // what a host_write stores, stable while it is under way; packets, U14.28
  input  wire [23:0] host_rtt,   // round-trip time, ns
  input  wire        in_valid,   // an event is issued in this cycle
  input  wire [2:0]  in_kind,    // 0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write, 5 host_read, 6 data
  input  wire        in_ece,     // ECN-Echo of an ack
  input  wire [13:0] in_n,       // packets that the ack confirms
  input  wire [9:0]  in_qpn,     // index of the QP
  input  wire        in_pcc,     // the QP's algorithm: 0 ldcp, 1 ldcp-pcc
  input  wire [3:0]  in_set,     // the QP's parameter set
  output wire        out_valid,  // a result, 11 cycles after its event
  output wire [2:0]  out_kind,   // as in_kind
  output wire [9:0]  out_qpn,    // index of the QP
  output wire [41:0] out_cw,     // the new window, packets, U14.28
  output wire [23:0] out_rtt,    // round-trip time, ns
  output wire [3:0]  out_flags   // bit 0 paced, 1 floor, 2 sat, 3 ignored
);

  localparam [2:0] KIND_ACK = 3'd0;
  localparam [2:0] KIND_RTT = 3'd2;
  localparam [2:0] KIND_CNP = 3'd3;
  localparam [2:0] KIND_HOST_WRITE = 3'd4;
  localparam [2:0] KIND_HOST_READ = 3'd5;
  localparam [41:0] RESET_CW = 42'h10000000;
  localparam [23:0] RESET_RTT = 24'h2710;
  localparam [2:0] OP_HOLD = 3'd0;
  localparam [2:0] OP_LOAD = 3'd1;
  localparam [2:0] OP_RAISE = 3'd6;
  localparam [2:0] OP_SHRINK = 3'd3;
  localparam [2:0] OP_STEP = 3'd4;
  localparam [2:0] OP_SCALE = 3'd5;
  localparam [2:0] OP_GROW = 3'd2;

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
  reg  [2:0]  s0_kind;
  reg         s0_ece;
  reg  [13:0] s0_n;
  reg  [9:0]  s0_qpn;
  reg         s0_pcc;
  reg  [3:0]  s0_set;
  reg  [2:0]  s1_kind;
  reg         s1_ece;
  reg         s1_n_zero;
  reg  [13:0] s1_n1;
  reg  [3:0]  s1_n1_lead;
  reg  [16:0] s1_coef;
  reg  [4:0]  s1_coef_lead;
  reg  [9:0]  s1_qpn;
  reg         s1_pcc;
  reg  [3:0]  s1_set;
  reg  [2:0]  s2_kind;
  reg         s2_ece;
  reg         s2_n_zero;
  reg  [9:0]  s2_qpn;
  reg  [4:0]  s2_left;
  reg         s2_hit_8;
  reg         s2_hit_late;
  reg  [41:0] s2_late_cw;
  reg         s2_pcc;
  reg  [3:0]  s2_set;
  reg  [2:0]  s3_kind;
  reg         s3_ece;
  reg         s3_n_zero;
  reg  [9:0]  s3_qpn;
  reg  [30:0] s3_p;
  reg  [31:0] s3_p_left;
  reg  [4:0]  s3_left;
  reg  [41:0] s3_cw;
  reg         s3_below;
  reg  [1:0]  s3_e_high;
  reg  [23:0] s3_rtt;
  reg         s3_pcc;
  reg  [3:0]  s3_set;
  reg  [2:0]  s4_op;
  reg  [2:0]  s4_kind;
  reg  [9:0]  s4_qpn;
  reg  [23:0] s4_rtt;
  reg  [3:0]  s4_set;
  reg  [41:0] s4_cw;
  reg  [30:0] s4_p;
  reg  [17:0] s4_x;
  reg  [22:0] s4_d;
  reg  [5:0]  s4_s;
  reg         s4_b_above;
  reg  [2:0]  s5_kind;
  reg  [9:0]  s5_qpn;
  reg  [23:0] s5_rtt;
  reg  [3:0]  s5_set;
  reg         s5_ignored;
  reg         s5_exact;
  reg         s5_scale;
  reg  [41:0] s5_base;
  reg  [31:0] s5_term;
  reg  [5:0]  s5_s;
  reg  [2:0]  s6_kind;
  reg  [9:0]  s6_qpn;
  reg  [23:0] s6_rtt;
  reg  [3:0]  s6_set;
  reg         s6_ignored;
  reg         s6_exact;
  reg         s6_scale;
  reg  [41:0] s6_base;
  reg  [31:0] s6_term;
  reg  [5:0]  s6_s;
  reg  [43:0] s6_eta_cw;
  reg  [2:0]  s7_kind;
  reg  [9:0]  s7_qpn;
  reg  [23:0] s7_rtt;
  reg  [3:0]  s7_set;
  reg         s7_ignored;
  reg         s7_exact;
  reg  [41:0] s7_base;
  reg  [43:0] s7_other;
  reg         s7_half;
  reg  [3:0]  s7_s_low;
  reg         s7_by_0;
  reg         s7_by_16;
  reg         s7_by_32;
  reg  [2:0]  s8_kind;
  reg  [9:0]  s8_qpn;
  reg  [23:0] s8_rtt;
  reg         s8_ignored;
  reg         s8_exact;
  reg  [41:0] s8_base;
  reg  [43:0] s8_other;
  reg         s8_half;
  reg  [3:0]  s8_s_low;
  reg         s8_by_0;
  reg         s8_by_16;
  reg         s8_by_32;
  reg  [2:0]  s9_kind;
  reg  [9:0]  s9_qpn;
  reg  [23:0] s9_rtt;
  reg         s9_ignored;
  reg  [43:0] s9_base;
  reg  [43:0] s9_above_floor;
  reg  [43:0] s9_below_max;
  reg  [43:0] s9_addend;
  reg         s9_half;
  reg  [16:0] s9_gamma;
  reg  [41:0] s9_cw_max;
  reg  [2:0]  s10_kind;
  reg  [9:0]  s10_qpn;
  reg  [23:0] s10_rtt;
  reg  [41:0] s10_cw;
  reg         s10_floor;
  reg         s10_sat;
  reg         s10_ignored;
  reg  [9:0]  s11_qpn;
  reg  [41:0] s11_cw;

  wire        is_ack;
  wire        old_hit_9;
  wire        old_hit_10;
  reg  [41:0] cw;
  wire [13:0] whole;
  wire [26:0] cw_fours;
  wire [1:0]  e_low;
  wire [31:0] p_left;
  wire [26:0] cw_right;
  reg  [2:0]  op;
  wire [42:0] unshifted;
  reg  [42:0] sixteens;
  wire [42:0] quotient;
  wire [43:0] floor_cw;
  wire [43:0] max_cw;
  wire [44:0] addend_half;
  wire [44:0] sum;
  wire [44:0] over_floor;
  wire [44:0] under_max;
  wire        is_host;
  wire        paced;
  wire [41:0] cw_ram_rdata;
  wire        cw_ram_we;
  reg  [9:0]  cw_ram_waddr;
  reg  [41:0] cw_ram_wdata;
  wire [23:0] rtt_ram_rdata;
  wire        rtt_ram_we;
  reg  [9:0]  rtt_ram_waddr;
  reg  [23:0] rtt_ram_wdata;
  wire [16:0] gains_rdata_alpha;
  wire [16:0] gains_rdata_beta;
  wire [16:0] scales_rdata_gamma;
  wire [15:0] scales_rdata_eta;
  wire [16:0] limits_rdata_gamma;
  wire [41:0] limits_rdata_cw_max;
  wire [30:0] product_p;
  wire [36:0] recip_q;
  wire [33:0] eta_low_p;
  wire [25:0] eta_high_p;
  wire [3:0]  n_lead_pos;
  wire        n_lead_any;
  wire [4:0]  alpha_lead_pos;
  wire        alpha_lead_any;
  wire [4:0]  beta_lead_pos;
  wire        beta_lead_any;
  wire [36:0] cw_fours_shifted;

  // parameter sets, each word read in the stage before the one that uses it
  ackw_table #(
    .WIDTH    (34),
    .ADDR_BITS(4)
  ) u_gains (
    .clk  (clk),
    .raddr(in_set),
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
    .raddr(s3_set),
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
    .raddr(s7_set),
    .rdata({limits_rdata_cw_max, limits_rdata_gamma}),
    .we   (set_we),
    .waddr(set_index),
    .wdata({set_cw_max, set_gamma})
  );

  // s0 to s1: the factors of p = n1 * coef, and their leading ones; the context is read
  ackw_ram #(
    .WIDTH    (42),
    .ADDR_BITS(10)
  ) u_cw_ram (
    .clk  (clk),
    .raddr(s0_qpn),
    .rdata(cw_ram_rdata),
    .we   (cw_ram_we),
    .waddr(cw_ram_waddr),
    .wdata(cw_ram_wdata)
  );

  ackw_ram #(
    .WIDTH    (24),
    .ADDR_BITS(10)
  ) u_rtt_ram (
    .clk  (clk),
    .raddr(s0_qpn),
    .rdata(rtt_ram_rdata),
    .we   (rtt_ram_we),
    .waddr(rtt_ram_waddr),
    .wdata(rtt_ram_wdata)
  );

  assign is_ack = s0_kind == KIND_ACK;

  ackw_lzc #(
    .WIDTH   (14),
    .POS_BITS(4)
  ) u_n_lead (
    .a  (s0_n),
    .pos(n_lead_pos),
    .any(n_lead_any)
  );

  ackw_lzc #(
    .WIDTH   (17),
    .POS_BITS(5)
  ) u_alpha_lead (
    .a  (gains_rdata_alpha),
    .pos(alpha_lead_pos),
    .any(alpha_lead_any)
  );

  ackw_lzc #(
    .WIDTH   (17),
    .POS_BITS(5)
  ) u_beta_lead (
    .a  (gains_rdata_beta),
    .pos(beta_lead_pos),
    .any(beta_lead_any)
  );

  // s1 to s2: p = n1 * coef, 14 + 17 = 31 bits. Its leading one is at the sum of the factors', or one above: to the left
  // by `left` it comes to bit 30 or 31. Which of the events ahead are of this QP? In the next cycle the one in s9 now
  // stands in s10 (8 ahead); those in s10 and s11 (9 and 10 ahead) the RAM gives too late
  ackw_mul #(
    .A_BITS(14),
    .B_BITS(17)
  ) u_product (
    .clk(clk),
    .a  (s1_n1),
    .b  (s1_coef),
    .p  (product_p)
  );

  assign old_hit_9 = s10_valid & (s10_qpn == s1_qpn);
  assign old_hit_10 = s11_valid & (s11_qpn == s1_qpn);

  // s2 to s3: the newest window, and the high bits of e, the position of its integer part's leading one; p goes left, by fours
  always @* begin
    cw = cw_ram_rdata;
    if (s2_hit_late) begin
      cw = s2_late_cw;
    end
    if (s2_hit_8) begin
      cw = s10_cw;
    end
  end

  assign whole = cw[41:28];

  // the slice that only the host writes: from s2, and so before any event behind it reads
  assign rtt_ram_we = init_we | (s2_valid & (s2_kind == KIND_HOST_WRITE));

  always @* begin
    rtt_ram_waddr = s2_qpn;
    rtt_ram_wdata = host_rtt;
    if (init_we) begin
      rtt_ram_waddr = init_addr;
      rtt_ram_wdata = RESET_RTT;
    end
  end

  // s3 to s4: normalise (trunc) p, whose leading one was at b = 30 - left or one above, and cw, to the right by e + 5;
  // decide
  assign p_left = s3_p_left << s3_left[1:0];
  assign cw_fours_shifted = s3_cw[41:5] >> {s3_e_high, 2'd0};
  assign cw_fours = cw_fours_shifted[26:0];
  assign e_low = {|cw_fours[26:25], cw_fours[26] | (cw_fours[24] & !cw_fours[25])};
  assign cw_right = cw_fours >> e_low;

  always @* begin
    op = OP_HOLD;
    if (s3_kind == KIND_HOST_WRITE) begin
      op = OP_LOAD;
    end else if (s3_pcc) begin
      if (s3_kind == KIND_RTT) begin
        op = OP_RAISE;
      end
      if (s3_kind == KIND_CNP) begin
        op = OP_SHRINK;
      end
    end else if ((s3_kind == KIND_ACK) & !s3_n_zero) begin
      if (s3_below) begin
        op = OP_STEP;
        if (s3_ece) begin
          op = OP_SCALE;
        end
      end else begin
        op = OP_GROW;
        if (s3_ece) begin
          op = OP_SHRINK;
        end
      end
    end
  end

  // s4 to s8: the reciprocal, with s4 as its r0 and s8 as its r4
  ackw_recip u_recip (
    .clk  (clk),
    .rst_n(rst_n),
    .x    (s4_x),
    .d    (s4_d),
    .q    (recip_q)
  );

  // s4 to s6: eta * cw for cw below one: 28 + 16 = 44 bits from two products
  ackw_mul #(
    .A_BITS(18),
    .B_BITS(16)
  ) u_eta_low (
    .clk(clk),
    .a  (s4_cw[17:0]),
    .b  (scales_rdata_eta),
    .p  (eta_low_p)
  );

  ackw_mul #(
    .A_BITS(10),
    .B_BITS(16)
  ) u_eta_high (
    .clk(clk),
    .a  (s4_cw[27:18]),
    .b  (scales_rdata_eta),
    .p  (eta_high_p)
  );

  // s8 to s9: the increment q * 2^5 / 2^s with its half bit below (round half up); one of quotient and other is 0.
  // How far the base is from the clamps, in S16.28; 0 where the window is exact, for then nothing is added either
  assign unshifted = {recip_q, 6'd0};

  always @* begin
    sixteens = 43'd0;
    if (s8_by_0) begin
      sixteens = unshifted;
    end
    if (s8_by_16) begin
      sixteens = sixteens | (unshifted >> 16);
    end
    if (s8_by_32) begin
      sixteens = sixteens | (unshifted >> 32);
    end
  end

  assign quotient = sixteens >> s8_s_low;
  assign floor_cw = {15'd0, limits_rdata_gamma, 12'd0};
  assign max_cw = {2'd0, limits_rdata_cw_max};

  // s9 to s10: the sum and its distances from the clamps, side by side, a carry chain each. One bit below the LSB, the
  // half bit meets a 1 and carries; borrows it, where it is subtracted. All are within 2^43, so the top bit is the sign
  assign addend_half = {s9_addend, s9_half};
  assign sum = {s9_base, 1'b1} + addend_half;
  assign over_floor = {s9_above_floor, 1'b1} + addend_half;
  assign under_max = {s9_below_max, 1'b0} - addend_half;

  // s10: write back, and hand on
  assign cw_ram_we = init_we | s10_valid;

  always @* begin
    cw_ram_waddr = s10_qpn;
    cw_ram_wdata = s10_cw;
    if (init_we) begin
      cw_ram_waddr = init_addr;
      cw_ram_wdata = RESET_CW;
    end
  end

  assign is_host = (s10_kind == KIND_HOST_WRITE) | (s10_kind == KIND_HOST_READ);
  assign paced = !(|s10_cw[41:28]) & !is_host;
  assign out_valid = s10_valid;
  assign out_kind = s10_kind;
  assign out_qpn = s10_qpn;
  assign out_cw = s10_cw;
  assign out_rtt = s10_rtt;
  assign out_flags = {s10_ignored, s10_sat, s10_floor, paced};

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
    end else begin
      // s0
      s0_valid <= in_valid;
      // s0 to s1
      s1_valid <= s0_valid;
      // s1 to s2
      s2_valid <= s1_valid;
      // s2 to s3
      s3_valid <= s2_valid;
      // s3 to s4
      s4_valid <= s3_valid;
      // s4 to s5
      s5_valid <= s4_valid;
      // s5 to s6
      s6_valid <= s5_valid;
      // s6 to s7
      s7_valid <= s6_valid;
      // s7 to s8
      s8_valid <= s7_valid;
      // s8 to s9
      s9_valid <= s8_valid;
      // s9 to s10
      s10_valid <= s9_valid;
      // s10
      s11_valid <= s10_valid;
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    // s0: the event
    s0_kind <= in_kind;
    s0_ece <= in_ece;
    s0_n <= in_n;
    s0_qpn <= in_qpn;
    s0_pcc <= in_pcc;
    s0_set <= in_set;
    // s0 to s1
    s1_kind <= s0_kind;
    s1_ece <= s0_ece;
    s1_n_zero <= !(|s0_n);
    s1_qpn <= s0_qpn;
    s1_pcc <= s0_pcc;
    s1_set <= s0_set;
    s1_n1 <= 14'd1;
    s1_n1_lead <= 4'd0;
    if (is_ack) begin
      s1_n1 <= s0_n;
      s1_n1_lead <= n_lead_pos;
    end
    s1_coef <= gains_rdata_alpha;
    s1_coef_lead <= alpha_lead_pos;
    if ((is_ack & s0_ece) | (s0_kind == KIND_CNP)) begin
      s1_coef <= gains_rdata_beta;
      s1_coef_lead <= beta_lead_pos;
    end
    // s1 to s2
    s2_kind <= s1_kind;
    s2_ece <= s1_ece;
    s2_n_zero <= s1_n_zero;
    s2_qpn <= s1_qpn;
    s2_pcc <= s1_pcc;
    s2_set <= s1_set;
    s2_left <= 5'd30 - {1'b0, s1_n1_lead} - s1_coef_lead;
    s2_hit_8 <= s9_valid & (s9_qpn == s1_qpn);
    s2_hit_late <= old_hit_9 | old_hit_10;
    s2_late_cw <= s11_cw;
    if (old_hit_9) begin
      s2_late_cw <= s10_cw;
    end
    // s2 to s3
    s3_kind <= s2_kind;
    s3_ece <= s2_ece;
    s3_n_zero <= s2_n_zero;
    s3_qpn <= s2_qpn;
    s3_pcc <= s2_pcc;
    s3_set <= s2_set;
    s3_p <= product_p;
    s3_p_left <= {1'b0, product_p} << (s2_left & 5'd28);
    s3_left <= s2_left;
    s3_cw <= cw;
    s3_below <= !(|whole);
    s3_e_high <= {|whole[13:8], (|whole[13:12]) | ((|whole[7:4]) & !(|whole[11:8]))};
    s3_rtt <= rtt_ram_rdata;
    if (s2_kind == KIND_HOST_WRITE) begin
      s3_rtt <= host_rtt;
    end
    // s3 to s4
    s4_op <= op;
    s4_kind <= s3_kind;
    s4_qpn <= s3_qpn;
    s4_rtt <= s3_rtt;
    s4_set <= s3_set;
    s4_cw <= s3_cw;
    s4_p <= s3_p;
    s4_x <= p_left[30:13];
    if (p_left[31]) begin
      s4_x <= p_left[31:14];
    end
    s4_b_above <= p_left[31];
    s4_d <= cw_right[22:0];
    s4_s <= {2'd0, s3_e_high, e_low} + {1'b0, s3_left} - 6'd1;
    // s4 to s6
    s6_eta_cw <= {10'd0, eta_low_p} + {eta_high_p, 18'd0};
    // s4 to s5: the base of the sum, and the term that needs no reciprocal. The quotient's shift s = e + 29 - b is 0 to 36
    // where it is used, for there p is not 0 and b at least 6; elsewhere it shifts the whole quotient out
    s5_kind <= s4_kind;
    s5_qpn <= s4_qpn;
    s5_rtt <= s4_rtt;
    s5_set <= s4_set;
    s5_ignored <= (s4_op == OP_HOLD) & (s4_kind != KIND_HOST_READ);
    s5_exact <= (s4_op == OP_HOLD) | (s4_op == OP_LOAD);
    s5_scale <= s4_op == OP_SCALE;
    s5_base <= s4_cw;
    s5_term <= 32'd0;
    s5_s <= 6'd63;
    case (s4_op)
      OP_LOAD: s5_base <= host_cw;
      OP_GROW: s5_s <= s4_s - {5'd0, s4_b_above};
      OP_SHRINK: s5_term <= 32'd0 - {1'b0, s4_p};
      OP_STEP: s5_term <= {15'd0, scales_rdata_gamma};
      OP_SCALE: s5_base <= 42'd0;
      OP_RAISE: s5_term <= {1'b0, s4_p};
      default: ;
    endcase
    // s5 to s6
    s6_kind <= s5_kind;
    s6_qpn <= s5_qpn;
    s6_rtt <= s5_rtt;
    s6_set <= s5_set;
    s6_ignored <= s5_ignored;
    s6_exact <= s5_exact;
    s6_scale <= s5_scale;
    s6_base <= s5_base;
    s6_term <= s5_term;
    s6_s <= s5_s;
    // s6 to s7: the term in S16.28: exact; eta * cw: its half bit goes into the sum's carry (round half up)
    s7_kind <= s6_kind;
    s7_qpn <= s6_qpn;
    s7_rtt <= s6_rtt;
    s7_set <= s6_set;
    s7_ignored <= s6_ignored;
    s7_exact <= s6_exact;
    s7_base <= s6_base;
    s7_s_low <= s6_s[3:0];
    s7_by_0 <= s6_s[5:4] == 2'd0;
    s7_by_16 <= s6_s[5:4] == 2'd1;
    s7_by_32 <= s6_s[5:4] == 2'd2;
    s7_other <= {s6_term, 12'd0};
    s7_half <= 1'b0;
    if (s6_scale) begin
      s7_other <= {16'd0, s6_eta_cw[43:16]};
      s7_half <= s6_eta_cw[15];
    end
    // s7 to s8
    s8_kind <= s7_kind;
    s8_qpn <= s7_qpn;
    s8_rtt <= s7_rtt;
    s8_ignored <= s7_ignored;
    s8_exact <= s7_exact;
    s8_base <= s7_base;
    s8_other <= s7_other;
    s8_half <= s7_half;
    s8_s_low <= s7_s_low;
    s8_by_0 <= s7_by_0;
    s8_by_16 <= s7_by_16;
    s8_by_32 <= s7_by_32;
    // s8 to s9
    s9_kind <= s8_kind;
    s9_qpn <= s8_qpn;
    s9_rtt <= s8_rtt;
    s9_ignored <= s8_ignored;
    s9_base <= {2'd0, s8_base};
    s9_above_floor <= {2'd0, s8_base} - floor_cw;
    s9_below_max <= max_cw - {2'd0, s8_base};
    if (s8_exact) begin
      s9_above_floor <= 44'd0;
      s9_below_max <= 44'd0;
    end
    s9_gamma <= limits_rdata_gamma;
    s9_cw_max <= limits_rdata_cw_max;
    s9_addend <= s8_other | {2'd0, quotient[42:1]};
    s9_half <= s8_half | quotient[0];
    // s9 to s10
    s10_kind <= s9_kind;
    s10_qpn <= s9_qpn;
    s10_rtt <= s9_rtt;
    s10_ignored <= s9_ignored;
    s10_floor <= over_floor[44];
    s10_sat <= under_max[44];
    s10_cw <= sum[42:1];
    if (over_floor[44]) begin
      s10_cw <= {13'd0, s9_gamma, 12'd0};
    end
    if (under_max[44]) begin
      s10_cw <= s9_cw_max;
    end
    // s10
    s11_qpn <= s10_qpn;
    s11_cw <= s10_cw;
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, p_left[12:0], cw_right[26:23], sum[0], sum[44:43], over_floor[43:0], under_max[43:0],
    s6_eta_cw[14:0], n_lead_any, alpha_lead_any, beta_lead_any, cw_fours_shifted[36:27]};

endmodule

`default_nettype wire
