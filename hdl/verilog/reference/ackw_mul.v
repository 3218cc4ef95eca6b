// Ackwright, configuration 5af1effd70ced52c. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Unsigned multiplier: the exact product of a and b, one cycle later, or two with registers of its own for the factors.
//
// Without these the inputs come from registers. An FPGA's multiplier block can absorb registers on both sides. No reset.
// Each register has an enable: it takes only what counts.
module ackw_mul #(
  parameter A_BITS     = 18,
  parameter B_BITS     = 18,
  parameter INPUT_REGS = 0,  // 1: a and b are registered first
  parameter HELD       = 0   // 1: there is an enable
) (
  input  wire                     clk,
  input  wire                     en, // a and b count
  input  wire [A_BITS-1:0]        a,
  input  wire [B_BITS-1:0]        b,
  output reg  [A_BITS+B_BITS-1:0] p
);

  wire [A_BITS-1:0] a_mul;
  wire [B_BITS-1:0] b_mul;
  wire              en_mul;

  generate
    if (INPUT_REGS == 1) begin : g_input
      reg [A_BITS-1:0] a_in;
      reg [B_BITS-1:0] b_in;

      always @(posedge clk) begin
        if (en) begin
          a_in <= a;
          b_in <= b;
        end
      end

      assign a_mul = a_in;
      assign b_mul = b_in;

      if (HELD == 1) begin : g_held
        reg en_in;

        always @(posedge clk) begin
          en_in <= en;
        end

        assign en_mul = en_in;
      end else begin : g_free
        assign en_mul = 1'b1;
      end
    end else begin : g_direct
      assign a_mul = a;
      assign b_mul = b;
      assign en_mul = en;
    end
  endgenerate

  always @(posedge clk) begin
    if (en_mul) p <= {{B_BITS{1'b0}}, a_mul} * {{A_BITS{1'b0}}, b_mul};
  end

endmodule

`default_nettype wire
