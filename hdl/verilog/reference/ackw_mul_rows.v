// Ackwright, configuration bf2dec66e72ad8e6
`default_nettype none

// Unsigned product of two slices of wider factors, one cycle later, one of them narrow: a row of it for each bit, added
// in logic.
//
// Same behaviour as ackw_mul, for slices too narrow to be worth a multiplier block: no `*`, so that no tool infers one.
// Of a A_BITS count, of b B_BITS; what lies above is zero. The lesser of both is at most 4, so it is an addition behind
// an addition. No reset.
module ackw_mul_rows #(
  parameter A_BITS = 18,
  parameter B_BITS = 4
) (
  input  wire        clk,
  input  wire [17:0] a,
  input  wire [17:0] b,
  output reg  [35:0] p
);

  wire [17:0] wide   = A_BITS < B_BITS ? b : a;
  wire [17:0] narrow = A_BITS < B_BITS ? a : b;

  // two rows each: at most 3 * (2^18 - 1), 20 bits
  wire [19:0] rows_0 = (narrow[0] ? {2'd0, wide} : 20'd0) + (narrow[1] ? {1'd0, wide, 1'd0} : 20'd0);
  wire [19:0] rows_2 = (narrow[2] ? {2'd0, wide} : 20'd0) + (narrow[3] ? {1'd0, wide, 1'd0} : 20'd0);

  always @(posedge clk) begin
    p <= {16'd0, rows_0} + {14'd0, rows_2, 2'd0};
  end

  wire unused = &{1'b0, narrow};

endmodule

`default_nettype wire
