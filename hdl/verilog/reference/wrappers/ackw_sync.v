// Ackwright, configuration 5af1effd70ced52c. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Two flip-flops in a row, for a signal of another clock. A bus may be given only if one of its bits changes at a time
// (Gray code) or if its bits are looked at one by one.
module ackw_sync #(
  parameter WIDTH = 1
) (
  input  wire             clk,
  input  wire             rst_n, // asynchronous; tie it to 1 where the value in reset does not matter
  input  wire [WIDTH-1:0] d,     // of another clock, from a register
  output wire [WIDTH-1:0] q
);

  (* ASYNC_REG = "TRUE" *) reg [WIDTH-1:0] first;
  (* ASYNC_REG = "TRUE" *) reg [WIDTH-1:0] second;

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      first  <= {WIDTH{1'b0}};
      second <= {WIDTH{1'b0}};
    end else begin
      first  <= d;
      second <= first;
    end
  end

  assign q = second;

endmodule

`default_nettype wire
