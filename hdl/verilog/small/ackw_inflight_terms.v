// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// From the chosen hop to theta = min(dts / T, 1) and the addend of U's sum. 20 cycles.
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
  input  wire        in_valid,         // an event enters
  input  wire [3:0]  in_hop_speed,     // the hop that was chosen: dts in ticks, q in units of q_unit, both with their
                                       // leading ones at the top and how far they were shifted, tx in units of tx_unit
  input  wire [23:0] in_hop_dts,
  input  wire [4:0]  in_hop_left_dts,
  input  wire [19:0] in_hop_tx,
  input  wire [15:0] in_hop_q,
  input  wire [3:0]  in_hop_left_q,
  input  wire        in_chosen,        // there is one; without, theta and addend are 0
  input  wire [3:0]  in_set,           // index of the parameter set
  output wire [36:0] out_theta,        // share of the new U, U1.36
  output wire [48:0] out_addend        // what is added to (1 - theta) * U, U13.36, saturated
);

  localparam [36:0] ONE = 37'h1000000000; // 1, U1.36
  localparam [48:0] GREATEST_ADDEND = 49'h1ffffffffffff; // all ones: the addend saturates

  reg  [18:0] valid;
  reg  [23:0] w1_dts;
  reg  [23:0] w1_mantissa;
  reg  [4:0]  w1_left;
  reg  [23:0] w2_dts;
  reg  [19:0] w2_gain_t_ticks;
  reg  [31:0] w2_gain_m;
  reg  [5:0]  w2_gain_e;
  reg         w3_short;
  reg  [31:0] w2_b_m;
  reg  [4:0]  w2_left;
  reg  [5:0]  w3_theta_shift;
  reg  [44:0] w6_theta;
  reg  [2:0]  w6_theta_shift;
  reg  [37:0] w7_theta;
  reg  [36:0] w8_theta;
  reg  [35:0] w9_factor;
  reg  [35:0] w10_factor;
  reg  [3:0]  unit_left;
  reg  [11:0] unit;
  reg  [4:0]  w1_q_left;
  reg  [4:0]  w2_q_left;
  reg         w3_q_full;
  reg  [6:0]  w2_e_sum;
  reg  [6:0]  w3_q_shift;
  reg  [6:0]  w4_q_shift;
  reg  [48:0] w18_q_term;
  reg  [31:0] w4_tx;
  reg  [4:0]  w4_tx_lead;
  reg  [31:0] w5_tx;
  reg  [2:0]  w5_tx_left;
  reg  [31:0] w6_tx;
  reg  [4:0]  w3_left;
  reg  [5:0]  w3_gain_e;
  reg  [5:0]  w2_b_e;
  reg  [5:0]  w4_e;
  reg  [6:0]  w5_tx_shift;
  reg  [6:0]  w6_tx_shift;
  reg  [36:0] w20_theta;
  reg  [48:0] w20_addend;

  wire [60:0] theta_eights;
  wire [44:0] theta_ones;
  wire        q_full;
  reg  [27:0] q_norm;
  wire [49:0] q_rounded;
  wire [50:0] sum;
  wire [19:0] gains_rdata_t_ticks;
  wire [31:0] gains_rdata_m;
  wire [5:0]  gains_rdata_e;
  wire [31:0] inverses_rdata_m;
  wire [5:0]  inverses_rdata_e;
  wire        w7_short_q;
  wire        w10_short_q;
  wire [31:0] w6_gain_m_q;
  wire [31:0] w10_gain_m_q;
  wire [31:0] w6_b_m_q;
  wire [55:0] dts_gain_p;
  wire [5:0]  w5_theta_shift_q;
  wire [36:0] w19_theta_q;
  wire [3:0]  unit_lead_pos;
  wire        unit_lead_any;
  wire [27:0] q_bytes_p;
  wire [59:0] q_ticks_p;
  wire [67:0] q_share_p;
  wire [71:0] q_weighted_p;
  wire [6:0]  w14_q_shift_q;
  wire [49:0] q_right_y;
  wire        q_right_above;
  wire [48:0] w19_q_term_q;
  wire [31:0] tx_bytes_p;
  wire [4:0]  tx_lead_pos;
  wire        tx_lead_any;
  wire [63:0] tx_ticks_p;
  wire [35:0] w12_tx_q;
  wire        inverse_power;
  wire [35:0] inverse_m;
  wire [71:0] tx_share_p;
  wire [5:0]  w4_b_e_q;
  wire        w5_short_q;
  wire [6:0]  w16_tx_shift_q;
  wire [49:0] tx_shift_y;
  wire        tx_shift_above;
  wire        w19_chosen_q;

  // w0 to w2: the tables, and dts as it was: to the right by eights, by ones
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

  // w2 to w3: is tau below T? What is needed later waits
  ackw_delay #(
    .N    (2),
    .WIDTH(1)
  ) u_w5_short (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (w3_short),
    .q    (w5_short_q),
    .en   (1'b1)
  );

  ackw_delay #(
    .N    (4),
    .WIDTH(1)
  ) u_w7_short (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (w3_short),
    .q    (w7_short_q),
    .en   (1'b1)
  );

  ackw_delay #(
    .N    (3),
    .WIDTH(1)
  ) u_w10_short (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (w7_short_q),
    .q    (w10_short_q),
    .en   (1'b1)
  );

  ackw_delay #(
    .N    (4),
    .WIDTH(32),
    .HELD (1)
  ) u_w6_gain_m (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (w2_gain_m),
    .q    (w6_gain_m_q),
    .en   (valid[1])
  );

  ackw_delay #(
    .N    (4),
    .WIDTH(32),
    .HELD (1)
  ) u_w10_gain_m (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (w6_gain_m_q),
    .q    (w10_gain_m_q),
    .en   (valid[5])
  );

  ackw_delay #(
    .N    (4),
    .WIDTH(32),
    .HELD (1)
  ) u_w6_b_m (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (w2_b_m),
    .q    (w6_b_m_q),
    .en   (valid[1])
  );

  ackw_delay #(
    .N    (2),
    .WIDTH(6)
  ) u_w4_b_e (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (w2_b_e),
    .q    (w4_b_e_q),
    .en   (1'b1)
  );

  // w1 to w8: theta = rnd(dts * m, e - 36), 56 bits shifted; e is 32 to 51, so it is the product, 5 places to the left
  // for 4 places and the half bit, to the right by the low 5 bits of e and what dts was shifted to the left; by eights,
  // by ones, then the half. 2^36 from T on
  ackw_mul_wide #(
    .A_BITS (24),
    .B_BITS (32),
    .STEPPED(1),
    .HELD   (1)
  ) u_dts_gain (
    .clk  (clk),
    .rst_n(rst_n),
    .a    (w1_mantissa),
    .b    (gains_rdata_m),
    .p    (dts_gain_p),
    .en   (valid[0])
  );

  ackw_delay #(
    .N    (2),
    .WIDTH(6)
  ) u_w5_theta_shift (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (w3_theta_shift),
    .q    (w5_theta_shift_q),
    .en   (1'b1)
  );

  assign theta_eights = {dts_gain_p, 5'd0} >> (w5_theta_shift_q & 6'h38);
  assign theta_ones = w6_theta >> w6_theta_shift;

  ackw_delay #(
    .N    (11),
    .WIDTH(37),
    .HELD (1)
  ) u_w19_theta (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (w8_theta),
    .q    (w19_theta_q),
    .en   (valid[7])
  );

  // w0 to w2: Q = q * q_unit, 16 + 12 = 28 bits, its leading one to bit 27: of both factors it stands at the top, so it
  // stands at bit 26 or there
  ackw_highest_one #(
    .WIDTH   (16),
    .POS_BITS(4)
  ) u_unit_lead (
    .a  ({cfg_q_unit, 4'd0}),
    .pos(unit_lead_pos),
    .any(unit_lead_any)
  );

  ackw_mul #(
    .A_BITS    (16),
    .B_BITS    (12),
    .INPUT_REGS(1),
    .HELD      (1)
  ) u_q_bytes (
    .clk(clk),
    .a  (in_hop_q),
    .b  (unit),
    .p  (q_bytes_p),
    .en (in_valid)
  );

  assign q_full = q_bytes_p[27];

  always @* begin
    q_norm = q_bytes_p << 1;
    if (q_full) begin
      q_norm = q_bytes_p;
    end
  end

  // w2 to w6: bytes to ticks of the link, 28 + 32 - 24 = 36 bits (trunc)
  ackw_mul_wide #(
    .A_BITS (28),
    .B_BITS (32),
    .STEPPED(1),
    .HELD   (1)
  ) u_q_ticks (
    .clk  (clk),
    .rst_n(rst_n),
    .a    (q_norm),
    .b    (w2_b_m),
    .p    (q_ticks_p),
    .en   (valid[1])
  );

  // w6 to w10: y, the share of T, 36 + 32 - 32 = 36 bits (trunc)
  ackw_mul_wide #(
    .A_BITS (36),
    .B_BITS (32),
    .STEPPED(1),
    .HELD   (1)
  ) u_q_share (
    .clk  (clk),
    .rst_n(rst_n),
    .a    (q_ticks_p[59:24]),
    .b    (w6_gain_m_q),
    .p    (q_share_p),
    .en   (valid[5])
  );

  // w10 to w14: y * theta, 36 + 36 = 72 bits
  ackw_mul_wide #(
    .A_BITS (36),
    .B_BITS (36),
    .STEPPED(1),
    .HELD   (1)
  ) u_q_weighted (
    .clk  (clk),
    .rst_n(rst_n),
    .a    (q_share_p[67:32]),
    .b    (w10_factor),
    .p    (q_weighted_p),
    .en   (valid[9])
  );

  // w14 to w18: to 2^-36: by b_e + e - 29 - lead, 11 to 70 places, less one for the half bit, and one where theta is
  // one; the lead is 27 less what q and q_unit were shifted, and one less where their product was
  ackw_delay #(
    .N    (10),
    .WIDTH(7)
  ) u_w14_q_shift (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (w4_q_shift),
    .q    (w14_q_shift_q),
    .en   (1'b1)
  );

  ackw_inflight_shift u_q_right (
    .clk     (clk),
    .rst_n   (rst_n),
    .in_valid(valid[13]),
    .x       (q_weighted_p),
    .shift   (w14_q_shift_q),
    .y       (q_right_y),
    .above   (q_right_above)
  );

  assign q_rounded = {1'b0, q_right_y[49:1]} + {49'd0, q_right_y[0]};

  ackw_delay #(
    .N    (1),
    .WIDTH(49),
    .HELD (1)
  ) u_w19_q_term (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (w18_q_term),
    .q    (w19_q_term_q),
    .en   (valid[17])
  );

  // w0 to w12: the factor of the link's share: 1 / dts, 36 bits for every dts, or 1 / T where tau is below T
  ackw_inflight_inverse u_inverse (
    .clk     (clk),
    .rst_n   (rst_n),
    .in_valid(in_valid),
    .dts     (in_hop_dts),
    .short   (w10_short_q),
    .gain_m  (w10_gain_m_q),
    .power   (inverse_power),
    .m       (inverse_m)
  );

  // w0 to w6: X = tx * tx_unit, 20 + 12 = 32 bits, its leading one to bit 31
  ackw_mul_wide #(
    .A_BITS (12),
    .B_BITS (20),
    .STEPPED(1),
    .HELD   (1)
  ) u_tx_bytes (
    .clk  (clk),
    .rst_n(rst_n),
    .a    (cfg_tx_unit),
    .b    (in_hop_tx),
    .p    (tx_bytes_p),
    .en   (in_valid)
  );

  ackw_highest_one #(
    .WIDTH   (32),
    .POS_BITS(5)
  ) u_tx_lead (
    .a  (tx_bytes_p),
    .pos(tx_lead_pos),
    .any(tx_lead_any)
  );

  // w6 to w10: bytes to ticks of the link, 32 + 32 - 28 = 36 bits (trunc)
  ackw_mul_wide #(
    .A_BITS (32),
    .B_BITS (32),
    .STEPPED(1),
    .HELD   (1)
  ) u_tx_ticks (
    .clk  (clk),
    .rst_n(rst_n),
    .a    (w6_tx),
    .b    (w6_b_m_q),
    .p    (tx_ticks_p),
    .en   (valid[5])
  );

  ackw_delay #(
    .N    (2),
    .WIDTH(36),
    .HELD (1)
  ) u_w12_tx (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (tx_ticks_p[63:28]),
    .q    (w12_tx_q),
    .en   (valid[9])
  );

  // w12 to w19: times the factor, 36 + 36 = 72 bits, to 2^-36: by b_e + e' - 33 - lead, 7 to 74 places, less one; e' is
  // e + 4 where tau is below T, else the leading one of dts + 36, and one less for a power of two
  ackw_mul_wide #(
    .A_BITS (36),
    .B_BITS (36),
    .STEPPED(1),
    .HELD   (1)
  ) u_tx_share (
    .clk  (clk),
    .rst_n(rst_n),
    .a    (w12_tx_q),
    .b    (inverse_m),
    .p    (tx_share_p),
    .en   (valid[11])
  );

  ackw_delay #(
    .N    (10),
    .WIDTH(7)
  ) u_w16_tx_shift (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (w6_tx_shift),
    .q    (w16_tx_shift_q),
    .en   (1'b1)
  );

  ackw_inflight_shift u_tx_shift (
    .clk     (clk),
    .rst_n   (rst_n),
    .in_valid(valid[15]),
    .x       (tx_share_p),
    .shift   (w16_tx_shift_q),
    .y       (tx_shift_y),
    .above   (tx_shift_above)
  );

  // w19 to w20: the sum, the half bit as its carry (sat); without a hop nothing is added and U stays
  ackw_delay #(
    .N    (19),
    .WIDTH(1)
  ) u_w19_chosen (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (in_chosen),
    .q    (w19_chosen_q),
    .en   (1'b1)
  );

  assign sum = {1'b0, tx_shift_y[49:1], 1'b1} + {1'b0, w19_q_term_q, tx_shift_y[0]};
  assign out_theta = w20_theta;
  assign out_addend = w20_addend;

  // Control registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      valid <= 19'd0;
    end else begin
      valid <= {valid[17:0], in_valid};
    end
  end

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      w1_dts <= 24'd0;
      w1_mantissa <= 24'd0;
      w1_left <= 5'd0;
      w2_dts <= 24'd0;
      w2_gain_t_ticks <= 20'd0;
      w2_gain_m <= 32'd0;
      w2_gain_e <= 6'd0;
      w3_short <= 1'b0;
      w2_b_m <= 32'd0;
      w2_left <= 5'd0;
      w3_theta_shift <= 6'd0;
      w6_theta <= 45'd0;
      w6_theta_shift <= 3'd0;
      w7_theta <= 38'd0;
      w8_theta <= 37'd0;
      w9_factor <= 36'd0;
      w10_factor <= 36'd0;
      unit_left <= 4'd0;
      unit <= 12'd0;
      w1_q_left <= 5'd0;
      w2_q_left <= 5'd0;
      w3_q_full <= 1'b0;
      w2_e_sum <= 7'd0;
      w3_q_shift <= 7'd0;
      w4_q_shift <= 7'd0;
      w18_q_term <= 49'd0;
      w4_tx <= 32'd0;
      w4_tx_lead <= 5'd0;
      w5_tx <= 32'd0;
      w5_tx_left <= 3'd0;
      w6_tx <= 32'd0;
      w3_left <= 5'd0;
      w3_gain_e <= 6'd0;
      w2_b_e <= 6'd0;
      w4_e <= 6'd0;
      w5_tx_shift <= 7'd0;
      w6_tx_shift <= 7'd0;
      w20_theta <= 37'd0;
      w20_addend <= 49'd0;
    end else begin
      if (in_valid) begin
        w1_dts <= in_hop_dts >> (in_hop_left_dts & 5'h18);
        w1_mantissa <= in_hop_dts;
        w1_left <= in_hop_left_dts;
      end
      if (valid[0]) begin
        w2_dts <= w1_dts >> w1_left[2:0];
        w2_gain_t_ticks <= gains_rdata_t_ticks;
        w2_gain_m <= gains_rdata_m;
        w2_gain_e <= gains_rdata_e;
        w2_left <= w1_left;
        w2_b_m <= inverses_rdata_m;
        w2_b_e <= inverses_rdata_e;
      end

      if (valid[1]) begin
        w3_short <= w2_dts < {4'd0, w2_gain_t_ticks};
      end

      if (valid[1]) begin
        w3_theta_shift <= {1'b0, w2_gain_e[4:0]} + {1'b0, w2_left};
      end
      if (valid[4]) begin
        w6_theta <= theta_eights[44:0];
        w6_theta_shift <= w5_theta_shift_q[2:0];
      end
      if (valid[5]) begin
        w7_theta <= theta_ones[37:0];
      end
      if (valid[6]) begin
        w8_theta <= ONE;
        if (w7_short_q) begin
          w8_theta <= w7_theta[37:1] + {36'd0, w7_theta[0]};
        end
      end
      // as a factor it is half where it is one, for which a place is taken from the shift
      if (valid[7]) begin
        w9_factor <= w8_theta[35:0] | {w8_theta[36], 35'd0};
      end
      if (valid[8]) begin
        w10_factor <= w9_factor;
      end

      unit_left <= ~unit_lead_pos;
      unit <= cfg_q_unit << unit_left;
      if (in_valid) begin
        w1_q_left <= {1'b0, in_hop_left_q} + {1'b0, unit_left};
      end
      if (valid[0]) begin
        w2_q_left <= w1_q_left;
      end
      if (valid[1]) begin
        w3_q_full <= q_full;
      end

      if (valid[0]) begin
        w2_e_sum <= {1'b0, inverses_rdata_e} + {1'b0, gains_rdata_e};
      end
      if (valid[1]) begin
        w3_q_shift <= w2_e_sum + {2'd0, w2_q_left};
      end
      if (valid[2]) begin
        w4_q_shift <= w3_q_shift - 7'd58 + {6'd0, !w3_q_full};
        if (w3_short) begin
          w4_q_shift <= w3_q_shift - 7'd57 + {6'd0, !w3_q_full};
        end
      end
      if (valid[16]) begin
        w18_q_term <= q_rounded[48:0];
        if (q_right_above | q_rounded[49]) begin
          w18_q_term <= GREATEST_ADDEND;
        end
      end

      if (valid[2]) begin
        w4_tx <= tx_bytes_p;
        w4_tx_lead <= tx_lead_pos;
      end
      if (valid[3]) begin
        w5_tx <= w4_tx << (~w4_tx_lead & 5'h18);
        w5_tx_left <= ~w4_tx_lead[2:0];
      end
      if (valid[4]) begin
        w6_tx <= w5_tx << w5_tx_left;
      end

      if (valid[1]) begin
        w3_left <= w2_left;
        w3_gain_e <= w2_gain_e;
      end
      if (valid[2]) begin
        w4_e <= 6'd59 - {1'b0, w3_left};
        if (w3_short) begin
          w4_e <= w3_gain_e + 6'd4;
        end
      end
      if (valid[3]) begin
        w5_tx_shift <= {1'b0, w4_b_e_q} + {1'b0, w4_e} - 7'd34 - {2'd0, w4_tx_lead};
      end
      if (valid[4]) begin
        w6_tx_shift <= w5_tx_shift;
        if (inverse_power & !w5_short_q) begin
          w6_tx_shift <= w5_tx_shift - 7'd1;
        end
      end

      if (valid[18]) begin
        w20_theta <= 37'd0;
        w20_addend <= 49'd0;
        if (w19_chosen_q) begin
          w20_theta <= w19_theta_q;
          w20_addend <= sum[49:1];
          if (tx_shift_above | sum[50]) begin
            w20_addend <= GREATEST_ADDEND;
          end
        end
      end
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, theta_eights[60:45], theta_ones[44:38], sum[0], unit_lead_any, q_ticks_p[23:0],
    q_share_p[31:0], tx_lead_any, tx_ticks_p[27:0]};

endmodule

`default_nettype wire
