// The synchroniser as silicon has it, in the place of the exported one: each bit arrives late by a time of its own, up
// to `skew_ps` of the bench, at random. A bus whose bits change together is then seen with some of them old and some
// new.
`timescale 1ps/1ps
module ackw_sync #(parameter WIDTH = 1) (
  input  wire             clk,
  input  wire             rst_n,
  input  wire [WIDTH-1:0] d,
  output wire [WIDTH-1:0] q
);
  reg [WIDTH-1:0] late, first, second;

  genvar i;
  generate
    for (i = 0; i < WIDTH; i = i + 1) begin : bits
      initial late[i] = d[i];
      always @(d[i]) begin
        #($unsigned($random(tb.jitter)) % tb.skew_ps);
        late[i] = d[i];
      end
    end
  endgenerate

  always @(posedge clk or negedge rst_n)
    if (!rst_n) begin
      first  <= 0;
      second <= 0;
    end else begin
      first  <= late;
      second <= first;
    end
  assign q = second;
endmodule
