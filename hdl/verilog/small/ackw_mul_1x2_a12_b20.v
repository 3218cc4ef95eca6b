// Ackwright, configuration 019f2c690a393d9a
`default_nettype none

// Exact product of unsigned factors, of one and two slices of 18 bits, two cycles later. No reset.
module ackw_mul_1x2_a12_b20 (
  input  wire        clk,   // clock, rising edge
  input  wire        rst_n, // reset, active low, asynchronous
  input  wire [11:0] a,
  input  wire [19:0] b,
  output wire [31:0] p
);

  reg  [31:0] s2;

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
    .a  ({6'd0, a}),
    .b  (b[17:0]),
    .p  (low_p)
  );

  ackw_mul_rows #(
    .A_BITS(12),
    .B_BITS(2)
  ) u_high (
    .clk(clk),
    .a  ({6'd0, a}),
    .b  ({16'd0, b[19:18]}),
    .p  (high_p)
  );

  // their sum
  assign upper = high_p + {18'd0, low_p[35:18]};
  assign whole = {upper, low_p[17:0]};
  assign p = s2;

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      s2 <= 32'd0;
    end else begin
      // their sum
      s2 <= whole[31:0];
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, whole[53:32]};

endmodule

`default_nettype wire
