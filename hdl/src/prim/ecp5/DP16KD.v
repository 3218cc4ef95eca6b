// Simulation only: of Lattice ECP5's block RAM what ackw_ram uses, port A to write and port B to read through its
// output register, and of ackw_*_rom, whose words are parameters. Synthesis has its own. The port list is that of
// Yosys' ecp5/cells_bb.v; the behaviour is written for this use and has not been held against the vendor's model.
module DP16KD #(
  parameter DATA_WIDTH_A = 18,
  parameter DATA_WIDTH_B = 18,
  parameter REGMODE_A    = "NOREG",
  parameter [47:0] REGMODE_B = "NOREG",
  parameter RESETMODE    = "SYNC",
  parameter WRITEMODE_A  = "NORMAL",
  parameter WRITEMODE_B  = "NORMAL",
  parameter CSDECODE_A   = "0b000",
  parameter CSDECODE_B   = "0b000",
  parameter GSR          = "ENABLED",
  parameter [319:0] INITVAL_00 = 320'd0,
  parameter [319:0] INITVAL_01 = 320'd0,
  parameter [319:0] INITVAL_02 = 320'd0,
  parameter [319:0] INITVAL_03 = 320'd0,
  parameter [319:0] INITVAL_04 = 320'd0,
  parameter [319:0] INITVAL_05 = 320'd0,
  parameter [319:0] INITVAL_06 = 320'd0,
  parameter [319:0] INITVAL_07 = 320'd0,
  parameter [319:0] INITVAL_08 = 320'd0,
  parameter [319:0] INITVAL_09 = 320'd0,
  parameter [319:0] INITVAL_0A = 320'd0,
  parameter [319:0] INITVAL_0B = 320'd0,
  parameter [319:0] INITVAL_0C = 320'd0,
  parameter [319:0] INITVAL_0D = 320'd0,
  parameter [319:0] INITVAL_0E = 320'd0,
  parameter [319:0] INITVAL_0F = 320'd0,
  parameter [319:0] INITVAL_10 = 320'd0,
  parameter [319:0] INITVAL_11 = 320'd0,
  parameter [319:0] INITVAL_12 = 320'd0,
  parameter [319:0] INITVAL_13 = 320'd0,
  parameter [319:0] INITVAL_14 = 320'd0,
  parameter [319:0] INITVAL_15 = 320'd0,
  parameter [319:0] INITVAL_16 = 320'd0,
  parameter [319:0] INITVAL_17 = 320'd0,
  parameter [319:0] INITVAL_18 = 320'd0,
  parameter [319:0] INITVAL_19 = 320'd0,
  parameter [319:0] INITVAL_1A = 320'd0,
  parameter [319:0] INITVAL_1B = 320'd0,
  parameter [319:0] INITVAL_1C = 320'd0,
  parameter [319:0] INITVAL_1D = 320'd0,
  parameter [319:0] INITVAL_1E = 320'd0,
  parameter [319:0] INITVAL_1F = 320'd0,
  parameter [319:0] INITVAL_20 = 320'd0,
  parameter [319:0] INITVAL_21 = 320'd0,
  parameter [319:0] INITVAL_22 = 320'd0,
  parameter [319:0] INITVAL_23 = 320'd0,
  parameter [319:0] INITVAL_24 = 320'd0,
  parameter [319:0] INITVAL_25 = 320'd0,
  parameter [319:0] INITVAL_26 = 320'd0,
  parameter [319:0] INITVAL_27 = 320'd0,
  parameter [319:0] INITVAL_28 = 320'd0,
  parameter [319:0] INITVAL_29 = 320'd0,
  parameter [319:0] INITVAL_2A = 320'd0,
  parameter [319:0] INITVAL_2B = 320'd0,
  parameter [319:0] INITVAL_2C = 320'd0,
  parameter [319:0] INITVAL_2D = 320'd0,
  parameter [319:0] INITVAL_2E = 320'd0,
  parameter [319:0] INITVAL_2F = 320'd0,
  parameter [319:0] INITVAL_30 = 320'd0,
  parameter [319:0] INITVAL_31 = 320'd0,
  parameter [319:0] INITVAL_32 = 320'd0,
  parameter [319:0] INITVAL_33 = 320'd0,
  parameter [319:0] INITVAL_34 = 320'd0,
  parameter [319:0] INITVAL_35 = 320'd0,
  parameter [319:0] INITVAL_36 = 320'd0,
  parameter [319:0] INITVAL_37 = 320'd0,
  parameter [319:0] INITVAL_38 = 320'd0,
  parameter [319:0] INITVAL_39 = 320'd0,
  parameter [319:0] INITVAL_3A = 320'd0,
  parameter [319:0] INITVAL_3B = 320'd0,
  parameter [319:0] INITVAL_3C = 320'd0,
  parameter [319:0] INITVAL_3D = 320'd0,
  parameter [319:0] INITVAL_3E = 320'd0,
  parameter [319:0] INITVAL_3F = 320'd0
) (
  input wire CLKA, CEA, OCEA, WEA, RSTA, CSA0, CSA1, CSA2,
  input wire ADA0, ADA1, ADA2, ADA3, ADA4, ADA5, ADA6, ADA7, ADA8, ADA9, ADA10, ADA11, ADA12, ADA13,
  input wire DIA0, DIA1, DIA2, DIA3, DIA4, DIA5, DIA6, DIA7, DIA8, DIA9, DIA10, DIA11, DIA12, DIA13, DIA14, DIA15,
  DIA16, DIA17,
  input wire CLKB, CEB, OCEB, WEB, RSTB, CSB0, CSB1, CSB2,
  input wire ADB0, ADB1, ADB2, ADB3, ADB4, ADB5, ADB6, ADB7, ADB8, ADB9, ADB10, ADB11, ADB12, ADB13,
  input wire DIB0, DIB1, DIB2, DIB3, DIB4, DIB5, DIB6, DIB7, DIB8, DIB9, DIB10, DIB11, DIB12, DIB13, DIB14, DIB15,
  DIB16, DIB17,
  output wire DOB0, DOB1, DOB2, DOB3, DOB4, DOB5, DOB6, DOB7, DOB8, DOB9, DOB10, DOB11, DOB12, DOB13, DOB14, DOB15,
  DOB16, DOB17
);

  localparam SKIP = DATA_WIDTH_A == 18 ? 4 : DATA_WIDTH_A == 9 ? 3 : DATA_WIDTH_A == 4 ? 2 : DATA_WIDTH_A == 2 ? 1 : 0;

  wire [13:0] write_address = {
    ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0
  };
  wire [13:0] read_address = {
    ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0
  };
  wire [17:0] data = {
    DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1,
    DIA0
  };
  wire        enabled = DATA_WIDTH_A != 18 || (ADA0 & ADA1); // the byte enables of the widest shape

  reg [DATA_WIDTH_A-1:0] words [0:(1 << (14 - SKIP))-1];
  reg [DATA_WIDTH_A-1:0] read;
  reg [DATA_WIDTH_A-1:0] out;

  // in the widest shape, which a ROM has: 16 words a parameter, 20 bits a word, of which 18 count
  localparam [64*320-1:0] INIT = {
    INITVAL_3F, INITVAL_3E, INITVAL_3D, INITVAL_3C, INITVAL_3B, INITVAL_3A, INITVAL_39, INITVAL_38,
    INITVAL_37, INITVAL_36, INITVAL_35, INITVAL_34, INITVAL_33, INITVAL_32, INITVAL_31, INITVAL_30,
    INITVAL_2F, INITVAL_2E, INITVAL_2D, INITVAL_2C, INITVAL_2B, INITVAL_2A, INITVAL_29, INITVAL_28,
    INITVAL_27, INITVAL_26, INITVAL_25, INITVAL_24, INITVAL_23, INITVAL_22, INITVAL_21, INITVAL_20,
    INITVAL_1F, INITVAL_1E, INITVAL_1D, INITVAL_1C, INITVAL_1B, INITVAL_1A, INITVAL_19, INITVAL_18,
    INITVAL_17, INITVAL_16, INITVAL_15, INITVAL_14, INITVAL_13, INITVAL_12, INITVAL_11, INITVAL_10,
    INITVAL_0F, INITVAL_0E, INITVAL_0D, INITVAL_0C, INITVAL_0B, INITVAL_0A, INITVAL_09, INITVAL_08,
    INITVAL_07, INITVAL_06, INITVAL_05, INITVAL_04, INITVAL_03, INITVAL_02, INITVAL_01, INITVAL_00
  };
  integer i;

  initial begin
    if (DATA_WIDTH_A == 18) begin
      for (i = 0; i < 1024; i = i + 1) words[i] = INIT[i*20 +: DATA_WIDTH_A];
    end
  end

  always @(posedge CLKA) begin
    if (CEA & WEA & enabled & !CSA0 & !CSA1 & !CSA2) words[write_address[13:SKIP]] <= data[DATA_WIDTH_A-1:0];
  end

  always @(posedge CLKB) begin
    if (CEB & !CSB0 & !CSB1 & !CSB2) read <= words[read_address[13:SKIP]];
    if (OCEB) out <= read;
  end

  wire [18:0] shown = {{(19-DATA_WIDTH_A){1'b0}}, REGMODE_B == "OUTREG" ? out : read};
  assign {
    DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1,
    DOB0
  } = shown[17:0];

  // what this model leaves out
  wire unused = &{1'b0, OCEA, RSTA, RSTB, WEB, shown[18], data, write_address, read_address, REGMODE_A == "", RESETMODE == "",
    WRITEMODE_A == "", WRITEMODE_B == "", CSDECODE_A == "", CSDECODE_B == "", GSR == "", DATA_WIDTH_B == 0,
    DIB0, DIB1, DIB2, DIB3, DIB4, DIB5, DIB6, DIB7, DIB8, DIB9, DIB10, DIB11, DIB12, DIB13, DIB14, DIB15, DIB16,
    DIB17};

endmodule
