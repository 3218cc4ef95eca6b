// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Small table, one write port and one read port, one clock, read latency of one cycle.
//
// A word that is read and written at the same edge is read as it was before the write. The contents are undefined until
// written. FPGA tools infer distributed RAM. Storage: WIDTH * 2^ADDR_BITS bits.
module ackw_table #(
  parameter WIDTH     = 32,
  parameter ADDR_BITS = 4
) (
  input  wire                 clk,
  input  wire [ADDR_BITS-1:0] raddr,
  output reg  [WIDTH-1:0]     rdata, // the word at raddr at the last edge
  input  wire                 we,
  input  wire [ADDR_BITS-1:0] waddr,
  input  wire [WIDTH-1:0]     wdata
);

  (* ram_style = "distributed" *)
  reg [WIDTH-1:0] words [0:(1 << ADDR_BITS)-1];

  always @(posedge clk) begin
    if (we) words[waddr] <= wdata;
    rdata <= words[raddr];
  end

endmodule

`default_nettype wire
