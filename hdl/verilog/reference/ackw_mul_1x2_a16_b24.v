// Ackwright, configuration 23a18e8812ab10a4
`default_nettype none

// Exact product of unsigned factors, of one and two slices of 18 bits, two cycles later. No reset.
module ackw_mul_1x2_a16_b24 (
  input  wire        clk,   // clock, rising edge
  input  wire        rst_n, // reset, active low, synchronous
  input  wire [15:0] a,
  input  wire [23:0] b,
  output wire [39:0] p
);

  reg  [39:0] s2;

  wire [35:0] upper;
  wire [53:0] whole;
  wire [35:0] low_p;
  wire [35:0] high_p;

  // products of the slices
  ackw_mul #(
    .A_BITS(18),
    .B_BITS(18)
  ) u_low (
    .clk(clk),
    .a  ({2'd0, a}),
    .b  (b[17:0]),
    .p  (low_p)
  );

  ackw_mul #(
    .A_BITS(18),
    .B_BITS(18)
  ) u_high (
    .clk(clk),
    .a  ({2'd0, a}),
    .b  ({12'd0, b[23:18]}),
    .p  (high_p)
  );

  // their sum
  assign upper = high_p + {18'd0, low_p[35:18]};
  assign whole = {upper, low_p[17:0]};
  assign p = s2;

  // Datapath registers, without reset
  always @(posedge clk) begin
    // their sum
    s2 <= whole[39:0];
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, rst_n, whole[53:40]};

endmodule

`default_nettype wire
