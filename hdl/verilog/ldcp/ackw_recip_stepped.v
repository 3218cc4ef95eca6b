// Ackwright, configuration ab8e3e3ef275582b. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Quotient of two normalised numbers without a divider: q = x * (2^23 / D) * 2^19, D = 2^23 + d, five cycles later.
// One table look-up and one correction step; relative error below 4e-6, none where d is 0. One result a cycle, no
// reset, no valid.
module ackw_recip_stepped (
  input  wire        clk,   // clock, rising edge
  input  wire        rst_n, // reset, active low, synchronous
  input  wire [17:0] x,     // numerator mantissa, 2^17 to 2^18-1, or 0
  input  wire [22:0] d,     // divisor mantissa without its leading one
  output wire [36:0] q      // quotient
);

  reg  [17:0] r1_x;
  reg  [13:0] r1_f;
  reg  [17:0] r2_x;
  reg  [17:0] step_x;
  reg  [18:0] step_c0;
  reg  [17:0] step_t;
  reg  [16:0] step_c1;
  reg  [17:0] r3_x;
  reg         r3_one;
  reg  [36:0] r4_q;

  reg  [18:0] x_c0_high;
  wire [18:0] x_high;
  wire [18:0] not_p1_high;
  wire [18:0] partial;
  wire [18:0] carries;
  wire [36:0] plus;
  wire [36:0] minus;
  wire [18:0] rom_data_c0;
  wire [16:0] rom_data_c1;
  wire [31:0] x_f_p;
  wire [35:0] x_c0_p;
  wire [34:0] t_c1_p;

  // r0: the table takes the line's segment
  ackw_recip_rom u_rom (
    .clk (clk),
    .addr(d[22:14]),
    .data({rom_data_c1, rom_data_c0}),
    .en  (1'b1)
  );

  // r1: the table is read; t = x * f, of which the top 18 bits count (trunc)
  ackw_mul #(
    .A_BITS(18),
    .B_BITS(14)
  ) u_x_f (
    .clk(clk),
    .a  (r1_x),
    .b  (r1_f),
    .p  (x_f_p),
    .en (1'b1)
  );

  // r2: a step between the table and the multipliers: registers, which may lie next to these; both products
  ackw_mul #(
    .A_BITS(18),
    .B_BITS(18)
  ) u_x_c0 (
    .clk(clk),
    .a  (step_x),
    .b  (step_c0[17:0]),
    .p  (x_c0_p),
    .en (1'b1)
  );

  ackw_mul #(
    .A_BITS(18),
    .B_BITS(17)
  ) u_t_c1 (
    .clk(clk),
    .a  (step_t),
    .b  (step_c1),
    .p  (t_c1_p),
    .en (1'b1)
  );

  // r3: q = x * c0 + x * 2^18 - p1, below 2^37: 37 bits. p1 = t * c1 / 2^7 (trunc) has 28 bits and never exceeds the
  // sum. One carry chain: only the high 19 bits have three operands, and a carry-save step makes two of them. Where the
  // upper bits of d are 0, c0 = 2^18 has no other bit: its product with x is x * 2^18
  always @* begin
    x_c0_high = {1'b0, x_c0_p[35:18]};
    if (r3_one) begin
      x_c0_high = {1'b0, r3_x};
    end
  end

  assign x_high = {1'b0, r3_x};
  assign not_p1_high = ~{9'd0, t_c1_p[34:25]};
  assign partial = x_c0_high ^ x_high ^ not_p1_high;
  assign carries = (x_c0_high & x_high) | (x_c0_high & not_p1_high) | (x_high & not_p1_high);
  assign plus = {partial, x_c0_p[17:0]};
  assign minus = {~(carries << 1), t_c1_p[24:7]};

  // r4: the result
  assign q = r4_q;

  // Datapath registers, without reset
  always @(posedge clk) begin
    r1_x <= x;
    r1_f <= d[13:0];

    r2_x <= r1_x;

    step_x <= r2_x;
    step_c0 <= rom_data_c0;
    step_t <= x_f_p[31:14];
    step_c1 <= rom_data_c1;
    r3_one <= step_c0[18];
    r3_x <= step_x;

    r4_q <= plus - minus;
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, rst_n, x_f_p[13:0], t_c1_p[6:0]};

endmodule

`default_nettype wire
