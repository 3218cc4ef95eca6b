// Ackwright, configuration ab8e3e3ef275582b. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`ifdef ACKWRIGHT_ASSERT
`define ACKWRIGHT_LOOKS @(posedge clk)
`else
`define ACKWRIGHT_LOOKS @*
`endif

`default_nettype none

// As ackw_recip_properties, a cycle later: between the table and the multipliers there is a step of registers.
//
// The products here are the same words' as the module's, so that none is compared with another's arithmetic. How far q
// is from the exact quotient is not proved but exhausted, over all mantissas.
module ackw_recip_stepped_properties (
  input wire clk,
  input wire [17:0] x,
  input wire [22:0] d,
  input wire [36:0] q,
  input wire [17:0] r1_x,
  input wire [13:0] r1_f,
  input wire [17:0] r2_x,
  input wire [17:0] step_x,
  input wire [18:0] step_c0,
  input wire [17:0] step_t,
  input wire [16:0] step_c1,
  input wire [17:0] r3_x,
  input wire [18:0] rom_data_c0,
  input wire [16:0] rom_data_c1,
  input wire [31:0] x_f_p,
  input wire [35:0] x_c0_p,
  input wire [34:0] t_c1_p
);

  // X and d of r1 and r2, and what r3 and r4 are made of
  reg  [2:0]  age = 3'd0;
  reg  [17:0] x_1, x_2, x_3, x_4, x_5;
  reg  [22:0] d_1, d_2, d_3, d_4, d_5;
  reg  [18:0] c0;
  reg  [16:0] c1;
  reg  [17:0] t;
  reg  [31:0] x_f;
  reg  [35:0] x_c0;
  reg  [34:0] t_c1;
  reg         one;
  reg  [36:0] quotient;

  always @(posedge clk) begin
    if (age != 3'd5) age <= age + 1'b1;
    {x_5, x_4, x_3, x_2, x_1} <= {x_4, x_3, x_2, x_1, x};
    {d_5, d_4, d_3, d_2, d_1} <= {d_4, d_3, d_2, d_1, d};
    {c0, c1, t} <= {rom_data_c0, rom_data_c1, x_f_p[31:14]};
    x_f  <= r1_x * r1_f;
    x_c0 <= step_x * step_c0[17:0];
    one  <= step_c0[18];
    t_c1 <= step_t * step_c1;
    quotient <= {1'b0, x_c0} + {1'b0, one ? x_4 : 18'd0, 18'd0} + {1'b0, x_4, 18'd0} - {9'd0, t_c1[34:7]};
  end

  // the table's words: 2^19 (512 a^2 - 64) / a^3 - 2^18, of which the first alone has 19 bits, and 2^35 / (a (a + 1)),
  // to the nearest, halves up
  wire [511:0] right;

  genvar i;
  generate
    for (i = 0; i < 512; i = i + 1) begin : word
      localparam [63:0] A  = 64'd512 + i;
      localparam [63:0] C0 = (((64'd512 * A * A - 64'd64) << 20) - ((A * A * A) << 19) + A * A * A) / (64'd2 * A * A * A);
      localparam [63:0] C1 = ((64'd1 << 36) + A * (A + 64'd1)) / (64'd2 * A * (A + 64'd1));
      assign right[i] = d_2[22:14] != i || (rom_data_c0 == C0 && rom_data_c1 == C1);
    end
  endgenerate

  always `ACKWRIGHT_LOOKS begin
    assert (age <= 3'd5);
    if (age >= 3'd2) assert (&right);
  end

  always `ACKWRIGHT_LOOKS if (age == 3'd5) begin
    assert (r1_x == x_1 && r2_x == x_2 && step_x == x_3 && r3_x == x_4 && r1_f == d_1[13:0]);
    assert ({step_c0, step_c1, step_t} == {c0, c1, t});
    assert (x_f_p == x_f && x_c0_p == x_c0 && t_c1_p == t_c1);
    assert (q == quotient);
    if (d_5 == 23'd0) assert (q == {x_5, 19'd0});
  end

  always @(posedge clk) if (age == 3'd5) begin
    cover (d_2 == 23'h793fff && rom_data_c1 != 17'd0);
    cover (q[36] && d_2[13:0] != 14'd0);
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
bind ackw_recip_stepped ackw_recip_stepped_properties u_properties (.*);
`endif

`default_nettype wire
`undef ACKWRIGHT_LOOKS
