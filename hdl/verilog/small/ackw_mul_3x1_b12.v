// Ackwright, configuration 019f2c690a393d9a
`default_nettype none

// Exact product of unsigned factors, of three and one slices of 18 bits, two cycles later. No reset.
module ackw_mul_3x1_b12 (
  input  wire        clk,   // clock, rising edge
  input  wire        rst_n, // reset, active low, asynchronous
  input  wire [39:0] a,
  input  wire [11:0] b,
  output wire [51:0] p
);

  reg  [51:0] s2;

  wire [53:0] outer;
  wire [71:0] whole;
  wire [35:0] low_p;
  wire [35:0] mid_p;
  wire [35:0] high_p;

  // products of the slices
  ackw_mul #(
    .A_BITS(18),
    .B_BITS(18)
  ) u_low (
    .clk(clk),
    .a  (a[17:0]),
    .b  ({6'd0, b}),
    .p  (low_p)
  );

  ackw_mul #(
    .A_BITS(18),
    .B_BITS(18)
  ) u_mid (
    .clk(clk),
    .a  (a[35:18]),
    .b  ({6'd0, b}),
    .p  (mid_p)
  );

  ackw_mul_rows #(
    .A_BITS(4),
    .B_BITS(12)
  ) u_high (
    .clk(clk),
    .a  ({14'd0, a[39:36]}),
    .b  ({6'd0, b}),
    .p  (high_p)
  );

  // the outer two stand side by side, so one addition does; the low 18 bits are there
  assign outer = {high_p, low_p[35:18]};
  assign whole = {outer + {18'd0, mid_p}, low_p[17:0]};
  assign p = s2;

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      s2 <= 52'd0;
    end else begin
      // the outer two stand side by side, so one addition does; the low 18 bits are there
      s2 <= whole[51:0];
    end
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, whole[71:52]};

endmodule

`default_nettype wire
