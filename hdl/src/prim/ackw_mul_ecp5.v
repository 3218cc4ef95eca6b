// Unsigned multiplier: the exact product of a and b, one cycle later, in an ECP5 MULT18X18D with its output register;
// two cycles with its input registers too.
//
// Same behaviour as the generic form, but that its registers load in every cycle, whether a and b count or not: they
// have no wires of their own to spare. a and b have at most 18 bits.
module ackw_mul #(
  parameter A_BITS     = 18,
  parameter B_BITS     = 18,
  parameter INPUT_REGS = 0,  // 1: a and b are registered first
  parameter HELD       = 0   // 1: there is an enable
) (
  input  wire                     clk,
  input  wire                     en, // a and b count
  input  wire [A_BITS-1:0]        a,
  input  wire [B_BITS-1:0]        b,
  output wire [A_BITS+B_BITS-1:0] p
);

  wire [18:0] a_18 = {{(19-A_BITS){1'b0}}, a};
  wire [18:0] b_18 = {{(19-B_BITS){1'b0}}, b};
  wire [35:0] p_36;

  MULT18X18D #(
    .REG_INPUTA_CLK(INPUT_REGS == 1 ? "CLK0" : "NONE"),
    .REG_INPUTB_CLK(INPUT_REGS == 1 ? "CLK0" : "NONE"),
    .REG_PIPELINE_CLK("NONE"),
    .REG_OUTPUT_CLK("CLK0"),
    .SOURCEB_MODE("B_SHIFT"), // and SOURCEB 0: the B pins
    .GSR("DISABLED"),
    .RESETMODE("SYNC")
  ) u_block (
    .CLK0(clk), .CLK1(1'b0), .CLK2(1'b0), .CLK3(1'b0), .CE0(1'b1), .CE1(1'b1), .CE2(1'b1), .CE3(1'b1), .RST0(1'b0),
    .RST1(1'b0), .RST2(1'b0), .RST3(1'b0), .SIGNEDA(1'b0), .SIGNEDB(1'b0), .SOURCEA(1'b0), .SOURCEB(1'b0),
    .A0(a_18[0]), .A1(a_18[1]), .A2(a_18[2]), .A3(a_18[3]), .A4(a_18[4]), .A5(a_18[5]), .A6(a_18[6]), .A7(a_18[7]),
    .A8(a_18[8]), .A9(a_18[9]), .A10(a_18[10]), .A11(a_18[11]), .A12(a_18[12]), .A13(a_18[13]), .A14(a_18[14]),
    .A15(a_18[15]), .A16(a_18[16]), .A17(a_18[17]),
    .B0(b_18[0]), .B1(b_18[1]), .B2(b_18[2]), .B3(b_18[3]), .B4(b_18[4]), .B5(b_18[5]), .B6(b_18[6]), .B7(b_18[7]),
    .B8(b_18[8]), .B9(b_18[9]), .B10(b_18[10]), .B11(b_18[11]), .B12(b_18[12]), .B13(b_18[13]), .B14(b_18[14]),
    .B15(b_18[15]), .B16(b_18[16]), .B17(b_18[17]),
    .C0(1'b0), .C1(1'b0), .C2(1'b0), .C3(1'b0), .C4(1'b0), .C5(1'b0), .C6(1'b0), .C7(1'b0), .C8(1'b0), .C9(1'b0),
    .C10(1'b0), .C11(1'b0), .C12(1'b0), .C13(1'b0), .C14(1'b0), .C15(1'b0), .C16(1'b0), .C17(1'b0),
    .P0(p_36[0]), .P1(p_36[1]), .P2(p_36[2]), .P3(p_36[3]), .P4(p_36[4]), .P5(p_36[5]), .P6(p_36[6]), .P7(p_36[7]),
    .P8(p_36[8]), .P9(p_36[9]), .P10(p_36[10]), .P11(p_36[11]), .P12(p_36[12]), .P13(p_36[13]), .P14(p_36[14]),
    .P15(p_36[15]), .P16(p_36[16]), .P17(p_36[17]), .P18(p_36[18]), .P19(p_36[19]), .P20(p_36[20]), .P21(p_36[21]),
    .P22(p_36[22]), .P23(p_36[23]), .P24(p_36[24]), .P25(p_36[25]), .P26(p_36[26]), .P27(p_36[27]), .P28(p_36[28]),
    .P29(p_36[29]), .P30(p_36[30]), .P31(p_36[31]), .P32(p_36[32]), .P33(p_36[33]), .P34(p_36[34]), .P35(p_36[35])
  );

  assign p = p_36[A_BITS+B_BITS-1:0];

  wire unused = &{1'b0, HELD == 1, en, a_18[18], b_18[18], p_36};

endmodule
