// Chooses one of four words, and ORs another one to it. Combinational: a slice's two LUT4 and its PFUMX a bit.
//
// Same behaviour as the generic form, of which synthesis makes four LUT4 a bit, because it takes it as a function of
// seven inputs.
module ackw_mux4 #(
  parameter WIDTH = 32
) (
  input  wire [WIDTH-1:0] d0,
  input  wire [WIDTH-1:0] d1,
  input  wire [WIDTH-1:0] d2,
  input  wire [WIDTH-1:0] d3,
  input  wire [1:0]       sel,
  input  wire [WIDTH-1:0] also,
  output wire [WIDTH-1:0] q    // the word that sel names, ORed with also
);

  wire [WIDTH-1:0] low;
  wire [WIDTH-1:0] high;

  genvar i;
  generate
    for (i = 0; i < WIDTH; i = i + 1) begin : g_bit
      // D | (C ? B : A)
      LUT4 #(.INIT(16'hFFCA)) u_low (.A(d0[i]), .B(d1[i]), .C(sel[0]), .D(also[i]), .Z(low[i]));
      LUT4 #(.INIT(16'hFFCA)) u_high (.A(d2[i]), .B(d3[i]), .C(sel[0]), .D(also[i]), .Z(high[i]));
      PFUMX u_choose (.ALUT(high[i]), .BLUT(low[i]), .C0(sel[1]), .Z(q[i]));
    end
  endgenerate

endmodule
