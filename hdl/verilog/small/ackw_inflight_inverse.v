// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// The factor of the link's share: m of 1 / dts = m / 2^e, 36 bits for every dts, or of 1 / T. 12 cycles.
module ackw_inflight_inverse (
  input  wire        clk,      // clock, rising edge
  input  wire        rst_n,    // reset, active low, asynchronous
  input  wire        in_valid, // dts counts
  input  wire [23:0] dts,      // its leading one at bit 23
  input  wire        short,    // r10: the factor is 1 / T
  input  wire [31:0] gain_m,   // r10: its mantissa, of 32 bits
  output wire        power,    // r5: dts is a power of two, m is half of what it would be
  output wire [35:0] m         // r12: the factor
);

  reg  [10:0] valid;
  reg  [13:0] r1_f;
  reg  [13:0] r2_f;
  reg  [18:0] r3_c0;
  reg         r3_power;
  reg  [18:0] r4_start;
  reg         r4_power;
  reg  [23:0] r5_r;
  reg         r5_power;
  reg  [17:0] r8_low;
  reg  [11:0] r8_cross;
  reg  [17:0] r9_error;
  reg  [35:0] r10_base;
  reg  [35:0] r11_base;
  reg         r11_short;
  reg  [35:0] r12_m;

  wire        whole;
  wire [18:0] start;
  wire [35:0] line;
  reg  [35:0] less;
  reg  [18:0] corr;
  wire [18:0] rom_data_c0;
  wire [16:0] rom_data_c1;
  wire [30:0] falls_p;
  wire [23:0] r5_dts_q;
  wire [35:0] low_p;
  wire [17:0] cross_0_p;
  wire [17:0] cross_1_p;
  wire [23:0] r9_r_q;
  wire [35:0] corrects_p;

  // r0 to r5: r = recip(2^17, D - 2^23) >> 12, 24 bits, off by 4e-6 of it: (c0 + 2^18) * 2^17 - (f * c1 >> 4), for
  // 2^17 * f needs no multiplier, nor 2^17 * c0. Of a power of two it would be 2^24, and is half of that
  ackw_recip_rom u_rom (
    .clk (clk),
    .addr(dts[22:14]),
    .data({rom_data_c1, rom_data_c0}),
    .en  (in_valid)
  );

  ackw_mul #(
    .A_BITS    (14),
    .B_BITS    (17),
    .INPUT_REGS(1),
    .HELD      (1)
  ) u_falls (
    .clk(clk),
    .a  (r2_f),
    .b  (rom_data_c1),
    .p  (falls_p),
    .en (valid[1])
  );

  assign whole = r3_c0[18] & !r3_power;
  assign start = {!whole, r3_c0[17:0]};

  // 2^36 has no bit here, but the fall, which is not 0 then, leaves 36 bits
  assign line = {r4_start, 17'd0} - {9'd0, falls_p[30:4]};
  assign power = r5_power;

  ackw_delay #(
    .N    (5),
    .WIDTH(24),
    .HELD (1)
  ) u_r5_dts (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (dts),
    .q    (r5_dts_q),
    .en   (in_valid)
  );

  // r5 to r9: how far D * r is from 2^47: below 2^29, so 30 bits in two's complement hold it, of which the upper 18
  // count: the bits' complement, and one more where those below are 0
  ackw_mul #(
    .A_BITS    (18),
    .B_BITS    (18),
    .INPUT_REGS(1),
    .HELD      (1)
  ) u_low (
    .clk(clk),
    .a  (r5_dts_q[17:0]),
    .b  (r5_r[17:0]),
    .p  (low_p),
    .en (valid[4])
  );

  ackw_mul #(
    .A_BITS    (12),
    .B_BITS    (6),
    .INPUT_REGS(1),
    .HELD      (1)
  ) u_cross_0 (
    .clk(clk),
    .a  (r5_dts_q[11:0]),
    .b  (r5_r[23:18]),
    .p  (cross_0_p),
    .en (valid[4])
  );

  ackw_mul #(
    .A_BITS    (6),
    .B_BITS    (12),
    .INPUT_REGS(1),
    .HELD      (1)
  ) u_cross_1 (
    .clk(clk),
    .a  (r5_dts_q[23:18]),
    .b  (r5_r[11:0]),
    .p  (cross_1_p),
    .en (valid[4])
  );

  ackw_delay #(
    .N    (4),
    .WIDTH(24),
    .HELD (1)
  ) u_r9_r (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (r5_r),
    .q    (r9_r_q),
    .en   (valid[4])
  );

  // r9 to r12: the correction, 18 by 18 bits, floor: the product unsigned, less r where the error is negative
  ackw_mul #(
    .A_BITS    (18),
    .B_BITS    (18),
    .INPUT_REGS(1),
    .HELD      (1)
  ) u_corrects (
    .clk(clk),
    .a  (r9_r_q[23:6]),
    .b  (r9_error),
    .p  (corrects_p),
    .en (valid[8])
  );

  always @* begin
    less = 36'd0;
    if (r9_error[17]) begin
      less = {17'd0, r9_r_q[23:6], 1'b0};
    end
  end

  always @* begin
    corr = corrects_p[35:17];
    if (r11_short) begin
      corr = 19'd0;
    end
  end

  assign m = r12_m;

  // Control registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      valid <= 11'd0;
    end else begin
      valid <= {valid[9:0], in_valid};
    end
  end

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      r1_f <= 14'd0;
      r2_f <= 14'd0;
      r3_c0 <= 19'd0;
      r3_power <= 1'b0;
      r4_start <= 19'd0;
      r4_power <= 1'b0;
      r5_r <= 24'd0;
      r5_power <= 1'b0;
      r8_low <= 18'd0;
      r8_cross <= 12'd0;
      r9_error <= 18'd0;
      r10_base <= 36'd0;
      r11_base <= 36'd0;
      r11_short <= 1'b0;
      r12_m <= 36'd0;
    end else begin
      if (in_valid) begin
        r1_f <= dts[13:0];
      end
      if (valid[0]) begin
        r2_f <= r1_f;
      end
      if (valid[1]) begin
        r3_c0 <= rom_data_c0;
        r3_power <= rom_data_c0[18] & !(|r2_f);
      end
      if (valid[2]) begin
        r4_start <= start;
        r4_power <= r3_power;
      end

      if (valid[3]) begin
        r5_r <= line[35:12];
        r5_power <= r4_power;
      end

      if (valid[6]) begin
        r8_low <= ~low_p[29:12] + {17'd0, !(|low_p[11:0])};
        r8_cross <= cross_0_p[11:0] + cross_1_p[11:0];
      end
      if (valid[7]) begin
        r9_error <= r8_low - {r8_cross, 6'd0};
      end

      if (valid[8]) begin
        r10_base <= {r9_r_q, 12'd0} - less;
      end
      if (valid[9]) begin
        r11_base <= r10_base;
        r11_short <= short;
        if (short) begin
          r11_base <= {gain_m, 4'd0};
        end
      end
      if (valid[10]) begin
        r12_m <= r11_base + {17'd0, corr};
      end
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, line[11:0], falls_p[3:0], low_p[35:30], cross_0_p[17:12], cross_1_p[17:12], corrects_p[16:0]};

endmodule

`default_nettype wire
