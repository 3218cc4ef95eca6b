// Ackwright, configuration 5af1effd70ced52c. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// R = W/T, rounded half up, saturating, four cycles later. No reset.
module ackw_window_rate (
  input  wire        clk,    // clock, rising edge
  input  wire        rst_n,  // reset, active low, synchronous
  input  wire [3:0]  valid,  // bit i: an event stands in s(21 + i)
  input  wire [39:0] w,      // W in stage s21, bytes, U28.12
  input  wire [17:0] gain_m, // mantissa of 1/T in s21, 1/ns
  input  wire [5:0]  gain_e, // its exponent in s23: 1/T = m * 2^-e, 25 to 37
  output reg  [39:0] r,      // R in s25, bytes/ns, U12.28
  output wire        sat     // it saturated
);

  reg  [49:0] s24_halves;
  reg  [40:0] s25_r;
  reg         s25_high;

  wire [5:0]  shift;
  wire        over;
  wire [57:0] product_p;

  // s21 to s23: 40 + 18 = 58 bits
  ackw_mul_wide #(
    .A_BITS(40),
    .B_BITS(18),
    .HELD  (1)
  ) u_product (
    .clk  (clk),
    .rst_n(rst_n),
    .a    (w),
    .b    (gain_m),
    .p    (product_p),
    .en   (valid[0])
  );

  // s23 to s24: to the right by e - 16, which is 9 to 21, but for the half bit (round half up): 8, and 0 to 12 more
  assign shift = gain_e - 6'd25;

  // s25: sat
  assign over = s25_high | s25_r[40];
  assign sat = over;

  always @* begin
    r = s25_r[39:0];
    if (over) begin
      r = 40'hffffffffff;
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    if (valid[2]) begin
      s24_halves <= product_p[57:8] >> shift[3:0];
    end
    // s24 to s25: round half up
    if (valid[3]) begin
      s25_r <= {1'b0, s24_halves[40:1]} + {40'd0, s24_halves[0]};
      s25_high <= |s24_halves[49:41];
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, valid[1], shift[5:4], product_p[7:0]};

endmodule

`default_nettype wire
