// Simple dual-port RAM, one clock, read latency of two cycles: ECP5 block RAM with its output register.
//
// Same behaviour as the inferred form, whose second register synthesis leaves outside the block RAM: there the word
// comes 4.3 ns after the edge, here 0.7 (nextpnr's model, grade 8), and deep memories need no mux of blocks before a
// register. A DP16KD holds 2^14 words of 1 bit, 2^13 of 2, 2^12 of 4, 2^11 of 9 or 2^10 of 18; beyond 2^14 words there
// are banks. Port A writes, port B reads. The contents are undefined until written.
module ackw_ram #(
  parameter WIDTH     = 32,
  parameter ADDR_BITS = 10
) (
  input  wire                 clk,
  input  wire [ADDR_BITS-1:0] raddr,
  output wire [WIDTH-1:0]     rdata, // the word at raddr two edges ago
  input  wire                 we,
  input  wire [ADDR_BITS-1:0] waddr,
  input  wire [WIDTH-1:0]     wdata
);

  // how many blocks hold a word
  function integer blocks(input integer width, input integer bits);
    begin
      blocks = 1;
      while (blocks * bits < width) blocks = blocks + 1;
    end
  endfunction

  // the shape of a block: bits of a word, and the address pins below it
  localparam BITS  = ADDR_BITS >= 14 ? 1 : ADDR_BITS == 13 ? 2 : ADDR_BITS == 12 ? 4 : ADDR_BITS == 11 ? 9 : 18;
  localparam SKIP  = ADDR_BITS >= 14 ? 0 : ADDR_BITS == 13 ? 1 : ADDR_BITS == 12 ? 2 : ADDR_BITS == 11 ? 3 : 4;
  localparam LANES = blocks(WIDTH, BITS);
  localparam BANKS = ADDR_BITS > 14 ? 1 << (ADDR_BITS - 14) : 1;
  localparam WIDE  = LANES * BITS;

  // bank and address within it, up to 2^16 words
  wire [16:0]           reading = {{(17-ADDR_BITS){1'b0}}, raddr};
  wire [16:0]           writing = {{(17-ADDR_BITS){1'b0}}, waddr};
  wire [WIDE:0]         wdata_wide = {{(WIDE+1-WIDTH){1'b0}}, wdata};
  wire [BANKS*WIDE-1:0] words; // of all banks
  reg  [1:0]            bank_1;
  reg  [1:0]            bank_2;

  always @(posedge clk) begin
    bank_1 <= reading[15:14];
    bank_2 <= bank_1;
  end

  genvar bank;
  genvar lane;
  generate
    for (bank = 0; bank < BANKS; bank = bank + 1) begin : g_bank
      wire bank_we = we & (BANKS == 1 || writing[15:14] == bank);
      for (lane = 0; lane < LANES; lane = lane + 1) begin : g_lane
        // in the widest shape the two lowest address pins of a writing port enable its bytes
        wire [13:0] to   = (writing[13:0] << SKIP) | (BITS == 18 ? 14'd3 : 14'd0);
        wire [13:0] from = reading[13:0] << SKIP;
        wire [18:0] in   = {{(19-BITS){1'b0}}, wdata_wide[lane*BITS +: BITS]};
        wire [17:0] out;
        wire        unused = &{1'b0, in[18], out};
        assign words[bank*WIDE + lane*BITS +: BITS] = out[BITS-1:0];

        DP16KD #(
          .DATA_WIDTH_A(BITS),
          .DATA_WIDTH_B(BITS),
          .REGMODE_A("NOREG"),
          .REGMODE_B("OUTREG"),
          .RESETMODE("SYNC"),
          .WRITEMODE_A("NORMAL"),
          .WRITEMODE_B("NORMAL"),
          .CSDECODE_A("0b000"),
          .CSDECODE_B("0b000"),
          .GSR("DISABLED")
        ) u_block (
          .CLKA(clk), .CEA(1'b1), .OCEA(1'b1), .WEA(bank_we), .RSTA(1'b0), .CSA0(1'b0), .CSA1(1'b0), .CSA2(1'b0),
          .ADA0(to[0]), .ADA1(to[1]), .ADA2(to[2]), .ADA3(to[3]), .ADA4(to[4]), .ADA5(to[5]), .ADA6(to[6]),
          .ADA7(to[7]), .ADA8(to[8]), .ADA9(to[9]), .ADA10(to[10]), .ADA11(to[11]), .ADA12(to[12]), .ADA13(to[13]),
          .DIA0(in[0]), .DIA1(in[1]), .DIA2(in[2]), .DIA3(in[3]), .DIA4(in[4]), .DIA5(in[5]), .DIA6(in[6]),
          .DIA7(in[7]), .DIA8(in[8]), .DIA9(in[9]), .DIA10(in[10]), .DIA11(in[11]), .DIA12(in[12]), .DIA13(in[13]),
          .DIA14(in[14]), .DIA15(in[15]), .DIA16(in[16]), .DIA17(in[17]),
          .CLKB(clk), .CEB(1'b1), .OCEB(1'b1), .WEB(1'b0), .RSTB(1'b0), .CSB0(1'b0), .CSB1(1'b0), .CSB2(1'b0),
          .ADB0(from[0]), .ADB1(from[1]), .ADB2(from[2]), .ADB3(from[3]), .ADB4(from[4]), .ADB5(from[5]),
          .ADB6(from[6]), .ADB7(from[7]), .ADB8(from[8]), .ADB9(from[9]), .ADB10(from[10]), .ADB11(from[11]),
          .ADB12(from[12]), .ADB13(from[13]),
          .DIB0(1'b0), .DIB1(1'b0), .DIB2(1'b0), .DIB3(1'b0), .DIB4(1'b0), .DIB5(1'b0), .DIB6(1'b0), .DIB7(1'b0),
          .DIB8(1'b0), .DIB9(1'b0), .DIB10(1'b0), .DIB11(1'b0), .DIB12(1'b0), .DIB13(1'b0), .DIB14(1'b0),
          .DIB15(1'b0), .DIB16(1'b0), .DIB17(1'b0),
          .DOB0(out[0]), .DOB1(out[1]), .DOB2(out[2]), .DOB3(out[3]), .DOB4(out[4]), .DOB5(out[5]), .DOB6(out[6]),
          .DOB7(out[7]), .DOB8(out[8]), .DOB9(out[9]), .DOB10(out[10]), .DOB11(out[11]), .DOB12(out[12]),
          .DOB13(out[13]), .DOB14(out[14]), .DOB15(out[15]), .DOB16(out[16]), .DOB17(out[17])
        );
      end
    end
  endgenerate

  assign rdata = words[bank_2*WIDE +: WIDTH];

  wire unused = &{1'b0, reading[16], writing[16:14], wdata_wide[WIDE], words};

endmodule
