// Ackwright, configuration 5af1effd70ced52c. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Simple dual-port RAM, one clock, read latency of two cycles (array register, then output register).
//
// A word that is read and written at the same edge is read as it was before the write; but no block depends on it,
// for each forwards the words that the RAM gives too late. The attribute tells Yosys so, which else would add a
// bypass; other tools have attributes of their own for it. The contents are undefined until written. FPGA tools
// infer block RAM. Storage: WIDTH * 2^ADDR_BITS bits.
module ackw_ram #(
  parameter WIDTH     = 32,
  parameter ADDR_BITS = 10
) (
  input  wire                 clk,
  input  wire [ADDR_BITS-1:0] raddr,
  output reg  [WIDTH-1:0]     rdata, // the word at raddr two edges ago
  input  wire                 we,
  input  wire [ADDR_BITS-1:0] waddr,
  input  wire [WIDTH-1:0]     wdata
);

  (* no_rw_check *)
  reg [WIDTH-1:0] words [0:(1 << ADDR_BITS)-1];
  reg [WIDTH-1:0] read;

  always @(posedge clk) begin
    if (we) words[waddr] <= wdata;
    read  <= words[raddr];
    rdata <= read;
  end

endmodule

`default_nettype wire
