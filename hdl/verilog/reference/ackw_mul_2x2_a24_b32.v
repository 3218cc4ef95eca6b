// Ackwright, configuration 23a18e8812ab10a4
`default_nettype none

// Exact product of unsigned factors of two slices of 18 bits each, three cycles later. No reset.
module ackw_mul_2x2_a24_b32 (
  input  wire        clk,   // clock, rising edge
  input  wire        rst_n, // reset, active low, synchronous
  input  wire [23:0] a,
  input  wire [31:0] b,
  output wire [55:0] p
);

  reg  [35:0] s2_low;
  reg  [36:0] s2_mid;
  reg  [35:0] s2_high;
  reg  [55:0] s3;

  wire [53:0] upper;
  wire [71:0] whole;
  wire [35:0] p00_p;
  wire [35:0] p01_p;
  wire [35:0] p10_p;
  wire [35:0] p11_p;

  // products of the slices
  ackw_mul #(
    .A_BITS(18),
    .B_BITS(18)
  ) u_p00 (
    .clk(clk),
    .a  (a[17:0]),
    .b  (b[17:0]),
    .p  (p00_p)
  );

  ackw_mul #(
    .A_BITS(18),
    .B_BITS(18)
  ) u_p01 (
    .clk(clk),
    .a  (a[17:0]),
    .b  ({4'd0, b[31:18]}),
    .p  (p01_p)
  );

  ackw_mul #(
    .A_BITS(18),
    .B_BITS(18)
  ) u_p10 (
    .clk(clk),
    .a  ({12'd0, a[23:18]}),
    .b  (b[17:0]),
    .p  (p10_p)
  );

  ackw_mul #(
    .A_BITS(18),
    .B_BITS(18)
  ) u_p11 (
    .clk(clk),
    .a  ({12'd0, a[23:18]}),
    .b  ({4'd0, b[31:18]}),
    .p  (p11_p)
  );

  // the sum, of which the low 18 bits are there
  assign upper = {s2_high, s2_low[35:18]} + {17'd0, s2_mid};
  assign whole = {upper, s2_low[17:0]};
  assign p = s3;

  // Datapath registers, without reset
  always @(posedge clk) begin
    // the two of weight 2^18: 36 + 36 = 37 bits
    s2_low <= p00_p;
    s2_mid <= {1'b0, p01_p} + {1'b0, p10_p};
    s2_high <= p11_p;
    // the sum, of which the low 18 bits are there
    s3 <= whole[55:0];
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, rst_n, whole[71:56]};

endmodule

`default_nettype wire
