// Ackwright, configuration 5af1effd70ced52c
`default_nettype none

// Unsigned multiplier: the exact product of a and b, one cycle later.
//
// The inputs come from registers, so that an FPGA's multiplier block can absorb them and the product register. No
// reset.
module ackw_mul #(
  parameter A_BITS = 18,
  parameter B_BITS = 18
) (
  input  wire                     clk,
  input  wire [A_BITS-1:0]        a,
  input  wire [B_BITS-1:0]        b,
  output reg  [A_BITS+B_BITS-1:0] p
);

  always @(posedge clk) begin
    p <= {{B_BITS{1'b0}}, a} * {{A_BITS{1'b0}}, b};
  end

endmodule

`default_nettype wire
