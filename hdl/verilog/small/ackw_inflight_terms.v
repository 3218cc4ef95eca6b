// Ackwright, configuration 43f4ead55955da3d
`default_nettype none

// From the chosen hop to theta = min(dts / T, 1) and the addend of U's sum. 23 cycles.
module ackw_inflight_terms (
  input  wire        clk,              // clock, rising edge
  input  wire        rst_n,            // reset, active low, asynchronous
  input  wire [11:0] cfg_tx_unit,      // unit of txBytes; bytes; constant while events of HPCC++ are under way
  input  wire [11:0] cfg_q_unit,       // unit of qLen; bytes; constant while events of HPCC++ are under way
  input  wire        set_we,           // writes parameter set set_index, while no event of that set is under way
  input  wire [3:0]  set_index,
  input  wire [19:0] set_gain_t_ticks, // ceil(T/ts_unit): delta ts below it is below T; ticks
  input  wire [31:0] set_gain_m,       // mantissa of ts_unit/T, to nearest; 1/ticks; its top bit set
  input  wire [5:0]  set_gain_e,       // exponent of ts_unit/T; 32 to 51
  input  wire        spd_we,           // writes the speed of a code
  input  wire [3:0]  spd_code,
  input  wire [31:0] spd_inv_b_m,      // mantissa of 1/(B * ts_unit), to nearest; ticks/byte; its top bit set
  input  wire [5:0]  spd_inv_b_e,      // exponent of 1/(B * ts_unit); 28 to 48
  input  wire [3:0]  in_hop_speed,     // the hop that was chosen: dts in ticks, tx in units of tx_unit, q in units of
                                       // q_unit
  input  wire [23:0] in_hop_dts,
  input  wire [19:0] in_hop_tx,
  input  wire [15:0] in_hop_q,
  input  wire        in_chosen,        // there is one; without, theta and addend are 0
  input  wire [3:0]  in_set,           // index of the parameter set
  output wire [36:0] out_theta,        // share of the new U, U1.36
  output wire [48:0] out_addend        // what is added to (1 - theta) * U, U13.36, saturated
);

  localparam [36:0] ONE = 37'h1000000000;
  localparam [48:0] GREATEST_ADDEND = 49'h1ffffffffffff;

  reg  [23:0] w1_dts;
  reg         w2_short;
  reg  [5:0]  w2_gain_e;
  reg  [5:0]  w2_b_e;
  reg  [5:0]  w3_b_e;
  reg  [40:0] w5_theta;
  reg  [1:0]  w5_theta_shift;
  reg  [37:0] w6_theta;
  reg  [36:0] w7_theta;
  reg  [27:0] w2_q;
  reg  [27:0] w3_q;
  reg  [4:0]  w3_q_lead;
  reg  [27:0] w4_q;
  reg  [2:0]  w4_q_left;
  reg  [27:0] w5_q;
  reg  [71:0] w15_q;
  reg  [6:0]  w2_e_sum;
  reg  [6:0]  w3_e_sum;
  reg  [6:0]  w4_q_shift;
  reg  [23:0] w2_dts;
  reg  [4:0]  w2_dts_lead;
  reg  [23:0] w3_dts;
  reg  [2:0]  w3_dts_left;
  reg  [23:0] w4_dts;
  reg  [17:0] w12_error;
  reg  [23:0] w13_r;
  reg         w13_negative;
  reg  [23:0] w14_r;
  reg  [18:0] w14_corr;
  reg  [35:0] w15_m;
  reg  [31:0] w3_tx;
  reg  [4:0]  w3_tx_lead;
  reg  [31:0] w4_tx;
  reg  [2:0]  w4_tx_left;
  reg  [31:0] w5_tx;
  reg  [5:0]  w3_e;
  reg  [6:0]  w4_tx_shift;
  reg  [6:0]  w15_tx_shift;
  reg  [36:0] w23_theta;
  reg  [48:0] w23_addend;

  wire [60:0] theta_fours;
  wire [40:0] theta_ones;
  wire [23:0] r;
  wire [29:0] error;
  reg  [17:0] corr_high;
  reg  [35:0] corr_sign;
  wire [35:0] inverse;
  wire [49:0] sum;
  wire [19:0] gains_rdata_t_ticks;
  wire [31:0] gains_rdata_m;
  wire [5:0]  gains_rdata_e;
  wire [31:0] inverses_rdata_m;
  wire [5:0]  inverses_rdata_e;
  wire        w6_short_q;
  wire        w14_short_q;
  wire [5:0]  w4_gain_e_q;
  wire [31:0] w8_gain_m_q;
  wire [31:0] w14_gain_m_q;
  wire [31:0] w5_b_m_q;
  wire [55:0] dts_gain_p;
  wire [36:0] w11_theta_q;
  wire [36:0] w22_theta_q;
  wire [27:0] q_bytes_p;
  wire [4:0]  q_lead_pos;
  wire        q_lead_any;
  wire [59:0] q_ticks_p;
  wire [67:0] q_share_p;
  wire [71:0] q_weighted_p;
  wire [35:0] w14_y_q;
  wire [6:0]  w15_q_shift_q;
  wire [48:0] q_round_y;
  wire [48:0] w22_q_term_q;
  wire [4:0]  dts_lead_pos;
  wire        dts_lead_any;
  wire [23:0] w8_dts_q;
  wire [36:0] recip_q;
  wire [47:0] dts_r_p;
  wire [23:0] w12_r_q;
  wire [35:0] corrects_p;
  wire        w14_power_q;
  wire [31:0] tx_bytes_p;
  wire [4:0]  tx_lead_pos;
  wire        tx_lead_any;
  wire [63:0] tx_ticks_p;
  wire [35:0] w15_tx_q;
  wire [71:0] tx_share_p;
  wire [6:0]  w14_tx_shift_q;
  wire [6:0]  w18_tx_shift_q;
  wire [48:0] tx_round_y;
  wire        w22_chosen_q;

  // w0 to w1: the tables
  ackw_table #(
    .WIDTH    (58),
    .ADDR_BITS(4)
  ) u_gains (
    .clk  (clk),
    .raddr(in_set),
    .rdata({gains_rdata_e, gains_rdata_m, gains_rdata_t_ticks}),
    .we   (set_we),
    .waddr(set_index),
    .wdata({set_gain_e, set_gain_m, set_gain_t_ticks})
  );

  ackw_table #(
    .WIDTH    (38),
    .ADDR_BITS(4)
  ) u_inverses (
    .clk  (clk),
    .raddr(in_hop_speed),
    .rdata({inverses_rdata_e, inverses_rdata_m}),
    .we   (spd_we),
    .waddr(spd_code),
    .wdata({spd_inv_b_e, spd_inv_b_m})
  );

  // w1 to w2: is tau below T? What is needed later waits
  ackw_delay #(
    .N    (4),
    .WIDTH(1)
  ) u_w6_short (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (w2_short),
    .q    (w6_short_q)
  );

  ackw_delay #(
    .N    (8),
    .WIDTH(1)
  ) u_w14_short (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (w6_short_q),
    .q    (w14_short_q)
  );

  ackw_delay #(
    .N    (2),
    .WIDTH(6)
  ) u_w4_gain_e (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (w2_gain_e),
    .q    (w4_gain_e_q)
  );

  ackw_delay #(
    .N    (7),
    .WIDTH(32)
  ) u_w8_gain_m (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (gains_rdata_m),
    .q    (w8_gain_m_q)
  );

  ackw_delay #(
    .N    (6),
    .WIDTH(32)
  ) u_w14_gain_m (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (w8_gain_m_q),
    .q    (w14_gain_m_q)
  );

  ackw_delay #(
    .N    (4),
    .WIDTH(32)
  ) u_w5_b_m (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (inverses_rdata_m),
    .q    (w5_b_m_q)
  );

  // w1 to w7: theta = rnd(dts * m, e - 36), 56 bits shifted; e is 32 to 51, so it is the product, 5 places to the left
  // for 4 places and the half bit, to the right by the low 5 bits of e; by fours, by ones, then the half. 2^36 from T
  // on
  ackw_mul_wide #(
    .A_BITS(24),
    .B_BITS(32)
  ) u_dts_gain (
    .clk  (clk),
    .rst_n(rst_n),
    .a    (w1_dts),
    .b    (gains_rdata_m),
    .p    (dts_gain_p)
  );

  assign theta_fours = {dts_gain_p, 5'd0} >> {w4_gain_e_q[4:2], 2'd0};
  assign theta_ones = w5_theta >> w5_theta_shift;

  ackw_delay #(
    .N    (4),
    .WIDTH(37)
  ) u_w11_theta (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (w7_theta),
    .q    (w11_theta_q)
  );

  ackw_delay #(
    .N    (11),
    .WIDTH(37)
  ) u_w22_theta (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (w11_theta_q),
    .q    (w22_theta_q)
  );

  // w0 to w5: Q = q * q_unit, 16 + 12 = 28 bits, its leading one to bit 27
  ackw_mul #(
    .A_BITS(16),
    .B_BITS(12)
  ) u_q_bytes (
    .clk(clk),
    .a  (in_hop_q),
    .b  (cfg_q_unit),
    .p  (q_bytes_p)
  );

  ackw_lzc #(
    .WIDTH   (32),
    .POS_BITS(5)
  ) u_q_lead (
    .a  ({w2_q, 4'd0}),
    .pos(q_lead_pos),
    .any(q_lead_any)
  );

  // w5 to w8: bytes to ticks of the link, 28 + 32 - 24 = 36 bits (trunc)
  ackw_mul_wide #(
    .A_BITS(28),
    .B_BITS(32)
  ) u_q_ticks (
    .clk  (clk),
    .rst_n(rst_n),
    .a    (w5_q),
    .b    (w5_b_m_q),
    .p    (q_ticks_p)
  );

  // w8 to w11: y, the share of T, 36 + 32 - 32 = 36 bits (trunc)
  ackw_mul_wide #(
    .A_BITS(36),
    .B_BITS(32)
  ) u_q_share (
    .clk  (clk),
    .rst_n(rst_n),
    .a    (q_ticks_p[59:24]),
    .b    (w8_gain_m_q),
    .p    (q_share_p)
  );

  // w11 to w15: y * theta, 36 + 36 = 72 bits, and y * 2^36 where theta is one
  ackw_mul_wide #(
    .A_BITS(36),
    .B_BITS(36)
  ) u_q_weighted (
    .clk  (clk),
    .rst_n(rst_n),
    .a    (q_share_p[67:32]),
    .b    (w11_theta_q[35:0]),
    .p    (q_weighted_p)
  );

  ackw_delay #(
    .N    (3),
    .WIDTH(36)
  ) u_w14_y (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (q_share_p[67:32]),
    .q    (w14_y_q)
  );

  // w15 to w19: to 2^-36: by b_e + e - 29 - lead, 11 to 70 places, less one for the half bit
  ackw_delay #(
    .N    (11),
    .WIDTH(7)
  ) u_w15_q_shift (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (w4_q_shift),
    .q    (w15_q_shift_q)
  );

  ackw_inflight_round u_q_round (
    .clk  (clk),
    .rst_n(rst_n),
    .x    (w15_q),
    .shift(w15_q_shift_q),
    .y    (q_round_y)
  );

  ackw_delay #(
    .N    (3),
    .WIDTH(49)
  ) u_w22_q_term (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (q_round_y),
    .q    (w22_q_term_q)
  );

  // w1 to w8: 1 / dts: D, its leading one at bit 23, and r = 2^47 / D, 24 bits, off by 4e-6 of it; of a power of two it
  // would be 2^24, and is half of that, for which a place is taken from the shift
  ackw_lzc #(
    .WIDTH   (32),
    .POS_BITS(5)
  ) u_dts_lead (
    .a  ({w1_dts, 8'd0}),
    .pos(dts_lead_pos),
    .any(dts_lead_any)
  );

  ackw_delay #(
    .N    (4),
    .WIDTH(24)
  ) u_w8_dts (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (w4_dts),
    .q    (w8_dts_q)
  );

  ackw_recip u_recip (
    .clk  (clk),
    .rst_n(rst_n),
    .x    (18'h20000),
    .d    (w4_dts[22:0]),
    .q    (recip_q)
  );

  assign r = recip_q[35:12] | {recip_q[36], 23'd0};

  ackw_delay #(
    .N    (6),
    .WIDTH(1)
  ) u_w14_power (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (recip_q[36]),
    .q    (w14_power_q)
  );

  // w8 to w12: how far D * r is from 2^47: below 2^29, so 30 bits in two's complement hold it, 18 of which count
  ackw_mul_wide #(
    .A_BITS(24),
    .B_BITS(24)
  ) u_dts_r (
    .clk  (clk),
    .rst_n(rst_n),
    .a    (w8_dts_q),
    .b    (r),
    .p    (dts_r_p)
  );

  assign error = 30'd0 - dts_r_p[29:0];

  ackw_delay #(
    .N    (4),
    .WIDTH(24)
  ) u_w12_r (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (r),
    .q    (w12_r_q)
  );

  // w12 to w14: the correction, 18 by 18 bits, floor: the product unsigned, less r where the error is negative
  ackw_mul #(
    .A_BITS(18),
    .B_BITS(18)
  ) u_corrects (
    .clk(clk),
    .a  (w12_r_q[23:6]),
    .b  (w12_error),
    .p  (corrects_p)
  );

  always @* begin
    corr_high = corrects_p[35:18];
    if (w13_negative) begin
      corr_high = corrects_p[35:18] - w13_r[23:6];
    end
  end

  // w14 to w15: the factor of the link's share: 1 / dts, 36 bits for every dts, or 1 / T where tau is below T
  always @* begin
    corr_sign = 36'd0;
    if (w14_corr[18]) begin
      corr_sign = 36'hffff80000;
    end
  end

  assign inverse = {w14_r, 12'd0} + (corr_sign | {17'd0, w14_corr});

  // w0 to w5: X = tx * tx_unit, 20 + 12 = 32 bits, its leading one to bit 31
  ackw_mul_wide #(
    .A_BITS(12),
    .B_BITS(20)
  ) u_tx_bytes (
    .clk  (clk),
    .rst_n(rst_n),
    .a    (cfg_tx_unit),
    .b    (in_hop_tx),
    .p    (tx_bytes_p)
  );

  ackw_lzc #(
    .WIDTH   (32),
    .POS_BITS(5)
  ) u_tx_lead (
    .a  (tx_bytes_p),
    .pos(tx_lead_pos),
    .any(tx_lead_any)
  );

  // w5 to w8: bytes to ticks of the link, 32 + 32 - 28 = 36 bits (trunc)
  ackw_mul_wide #(
    .A_BITS(32),
    .B_BITS(32)
  ) u_tx_ticks (
    .clk  (clk),
    .rst_n(rst_n),
    .a    (w5_tx),
    .b    (w5_b_m_q),
    .p    (tx_ticks_p)
  );

  ackw_delay #(
    .N    (7),
    .WIDTH(36)
  ) u_w15_tx (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (tx_ticks_p[63:28]),
    .q    (w15_tx_q)
  );

  // w15 to w22: times the factor, 36 + 36 = 72 bits, to 2^-36: by b_e + e' - 33 - lead, 7 to 74 places, less one; e' is
  // e + 4 where tau is below T, else the leading one of dts + 36, and one less for a power of two
  ackw_mul_wide #(
    .A_BITS(36),
    .B_BITS(36)
  ) u_tx_share (
    .clk  (clk),
    .rst_n(rst_n),
    .a    (w15_tx_q),
    .b    (w15_m),
    .p    (tx_share_p)
  );

  ackw_delay #(
    .N    (10),
    .WIDTH(7)
  ) u_w14_tx_shift (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (w4_tx_shift),
    .q    (w14_tx_shift_q)
  );

  ackw_delay #(
    .N    (3),
    .WIDTH(7)
  ) u_w18_tx_shift (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (w15_tx_shift),
    .q    (w18_tx_shift_q)
  );

  ackw_inflight_round u_tx_round (
    .clk  (clk),
    .rst_n(rst_n),
    .x    (tx_share_p),
    .shift(w18_tx_shift_q),
    .y    (tx_round_y)
  );

  // w22 to w23: the sum (sat); without a hop nothing is added and U stays
  ackw_delay #(
    .N    (22),
    .WIDTH(1)
  ) u_w22_chosen (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (in_chosen),
    .q    (w22_chosen_q)
  );

  assign sum = {1'b0, w22_q_term_q} + {1'b0, tx_round_y};
  assign out_theta = w23_theta;
  assign out_addend = w23_addend;

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      w1_dts <= 24'd0;
      w2_short <= 1'b0;
      w2_gain_e <= 6'd0;
      w2_b_e <= 6'd0;
      w3_b_e <= 6'd0;
      w5_theta <= 41'd0;
      w5_theta_shift <= 2'd0;
      w6_theta <= 38'd0;
      w7_theta <= 37'd0;
      w2_q <= 28'd0;
      w3_q <= 28'd0;
      w3_q_lead <= 5'd0;
      w4_q <= 28'd0;
      w4_q_left <= 3'd0;
      w5_q <= 28'd0;
      w15_q <= 72'd0;
      w2_e_sum <= 7'd0;
      w3_e_sum <= 7'd0;
      w4_q_shift <= 7'd0;
      w2_dts <= 24'd0;
      w2_dts_lead <= 5'd0;
      w3_dts <= 24'd0;
      w3_dts_left <= 3'd0;
      w4_dts <= 24'd0;
      w12_error <= 18'd0;
      w13_r <= 24'd0;
      w13_negative <= 1'b0;
      w14_r <= 24'd0;
      w14_corr <= 19'd0;
      w15_m <= 36'd0;
      w3_tx <= 32'd0;
      w3_tx_lead <= 5'd0;
      w4_tx <= 32'd0;
      w4_tx_left <= 3'd0;
      w5_tx <= 32'd0;
      w3_e <= 6'd0;
      w4_tx_shift <= 7'd0;
      w15_tx_shift <= 7'd0;
      w23_theta <= 37'd0;
      w23_addend <= 49'd0;
    end else begin
      // w0 to w1
      w1_dts <= in_hop_dts;
      // w1 to w2
      w2_short <= w1_dts < {4'd0, gains_rdata_t_ticks};
      w2_gain_e <= gains_rdata_e;
      w2_b_e <= inverses_rdata_e;
      w3_b_e <= w2_b_e;
      // w1 to w7
      w5_theta <= theta_fours[40:0];
      w5_theta_shift <= w4_gain_e_q[1:0];
      w6_theta <= theta_ones[37:0];
      w7_theta <= ONE;
      if (w6_short_q) begin
        w7_theta <= w6_theta[37:1] + {36'd0, w6_theta[0]};
      end
      // w0 to w5
      w2_q <= q_bytes_p;
      w3_q <= w2_q;
      w3_q_lead <= q_lead_pos;
      w4_q <= w3_q << (~w3_q_lead & 5'd24);
      w4_q_left <= ~w3_q_lead[2:0];
      w5_q <= w4_q << w4_q_left;
      // w11 to w15
      w15_q <= {w14_y_q, 36'd0};
      if (w14_short_q) begin
        w15_q <= q_weighted_p;
      end
      // w15 to w19
      w2_e_sum <= {1'b0, inverses_rdata_e} + {1'b0, gains_rdata_e};
      w3_e_sum <= w2_e_sum;
      w4_q_shift <= w3_e_sum - 7'd26 - {2'd0, w3_q_lead};
      // w1 to w8
      w2_dts <= w1_dts;
      w2_dts_lead <= dts_lead_pos;
      w3_dts <= w2_dts << (~w2_dts_lead & 5'd24);
      w3_dts_left <= ~w2_dts_lead[2:0];
      w4_dts <= w3_dts << w3_dts_left;
      // w8 to w12
      w12_error <= error[29:12];
      // w12 to w14
      w13_r <= w12_r_q;
      w13_negative <= w12_error[17];
      w14_r <= w13_r;
      w14_corr <= {corr_high, corrects_p[17]};
      // w14 to w15
      w15_m <= inverse;
      if (w14_short_q) begin
        w15_m <= {w14_gain_m_q, 4'd0};
      end
      // w0 to w5
      w3_tx <= tx_bytes_p;
      w3_tx_lead <= tx_lead_pos;
      w4_tx <= w3_tx << (~w3_tx_lead & 5'd24);
      w4_tx_left <= ~w3_tx_lead[2:0];
      w5_tx <= w4_tx << w4_tx_left;
      // w15 to w22
      w3_e <= {1'b0, w2_dts_lead} + 6'd28;
      if (w2_short) begin
        w3_e <= w2_gain_e + 6'd4;
      end
      w4_tx_shift <= {1'b0, w3_b_e} + {1'b0, w3_e} - 7'd34 - {2'd0, w3_tx_lead};
      w15_tx_shift <= w14_tx_shift_q;
      if (w14_power_q & !w14_short_q) begin
        w15_tx_shift <= w14_tx_shift_q - 7'd1;
      end
      // w22 to w23
      w23_theta <= 37'd0;
      w23_addend <= 49'd0;
      if (w22_chosen_q) begin
        w23_theta <= w22_theta_q;
        w23_addend <= sum[48:0];
        if (sum[49]) begin
          w23_addend <= GREATEST_ADDEND;
        end
      end
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, theta_fours[60:41], theta_ones[40:38], error[11:0], w4_gain_e_q[5], q_lead_any,
    q_ticks_p[23:0], q_share_p[31:0], dts_lead_any, recip_q[11:0], dts_r_p[47:30], corrects_p[16:0], tx_lead_any,
    tx_ticks_p[27:0]};

endmodule

`default_nettype wire
