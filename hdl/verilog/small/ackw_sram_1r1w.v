// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Behavioural model of a one-read, one-write SRAM: replace this file by a wrapper of the foundry's or vendor's macros.
//
// What the wrapper must provide
//   clock      both ports on the rising edge of clk
//   read       with re, the chip enable of the read port: rdata is the word at the raddr of the last edge. Without, rdata
//              may be anything, for nobody looks at it
//   write      with we, the chip enable of the write port: a whole word in any cycle; from the next edge on it is read
//   both       of one address at one edge: the word is written; what is read does not matter, for no block looks at it
//   contents   nothing is assumed of a word before it is written, nor of any after power was off; no reset
//   shapes     WORDS of WIDTH bits, both of each instance; ADDR_BITS = ceil(log2 WORDS)
// Test, repair and power pins are the wrapper's own.
module ackw_sram_1r1w #(
  parameter WIDTH     = 32,
  parameter ADDR_BITS = 10,
  parameter WORDS     = 1 << ADDR_BITS
) (
  input  wire                 clk,
  input  wire                 re,    // reads the word at raddr
  input  wire [ADDR_BITS-1:0] raddr, // below WORDS
  output reg  [WIDTH-1:0]     rdata, // the word at raddr one edge ago, if re was high
  input  wire                 we,    // writes wdata to waddr
  input  wire [ADDR_BITS-1:0] waddr, // below WORDS
  input  wire [WIDTH-1:0]     wdata
);

  reg [WIDTH-1:0] words [0:WORDS-1];


  always @(posedge clk) begin
    if (we) words[waddr] <= wdata;
    if (re) rdata <= words[raddr];
  end

endmodule

`default_nettype wire
