// Ackwright, configuration 43f4ead55955da3d
`default_nettype none

// Unsigned product of two slices of wider factors, one cycle later, one of them narrow: a row of it for each bit, added
// in logic.
//
// Same behaviour as ackw_mul, for slices too narrow to be worth a multiplier block: no `*`, so that no tool infers one.
// Of a A_BITS count, of b B_BITS; what lies above is zero. The lesser of both is at most 4, so it is an addition behind
// an addition; with SPLIT the product is p + rest, and the addition behind is left out. No reset.
module ackw_mul_rows #(
  parameter A_BITS = 18,
  parameter B_BITS = 4,
  parameter SPLIT  = 0  // 1: rest counts; 0: it is 0
) (
  input  wire        clk,
  input  wire [17:0] a,
  input  wire [17:0] b,
  output reg  [35:0] p,
  output wire [35:0] rest
);

  wire [17:0] wide   = A_BITS < B_BITS ? b : a;
  wire [17:0] narrow = A_BITS < B_BITS ? a : b;

  // two rows each: at most 3 * (2^18 - 1), 20 bits
  wire [19:0] rows_0 = (narrow[0] ? {2'd0, wide} : 20'd0) + (narrow[1] ? {1'd0, wide, 1'd0} : 20'd0);
  wire [19:0] rows_2 = (narrow[2] ? {2'd0, wide} : 20'd0) + (narrow[3] ? {1'd0, wide, 1'd0} : 20'd0);

  generate
    if (SPLIT == 1) begin : g_split
      reg [19:0] upper;

      always @(posedge clk) begin
        p     <= {16'd0, rows_0};
        upper <= rows_2;
      end

      assign rest = {14'd0, upper, 2'd0};
    end else begin : g_whole
      always @(posedge clk) begin
        p <= {16'd0, rows_0} + {14'd0, rows_2, 2'd0};
      end

      assign rest = 36'd0;
    end
  endgenerate

  wire unused = &{1'b0, narrow};

endmodule

`default_nettype wire
