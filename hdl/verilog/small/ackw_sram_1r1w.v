// Ackwright, configuration 87f371ccaf821bdf
`default_nettype none

// Behavioural model of a one-read, one-write SRAM: replace this file by a wrapper of the foundry's or vendor's macro.
//
// What the wrapper must provide: both ports on the rising edge of clk; read latency of one cycle; a read in every cycle; a
// word that is read and written at the same edge is read as it was before the write (add a bypass where the macro leaves
// it undefined). Sizes in use: see the instances of ackw_ram. Nothing is assumed of the contents before they are written.
module ackw_sram_1r1w #(
  parameter WIDTH     = 32,
  parameter ADDR_BITS = 10
) (
  input  wire                 clk,
  input  wire [ADDR_BITS-1:0] raddr,
  output reg  [WIDTH-1:0]     rdata, // the word at raddr one edge ago
  input  wire                 we,
  input  wire [ADDR_BITS-1:0] waddr,
  input  wire [WIDTH-1:0]     wdata
);

  reg [WIDTH-1:0] words [0:(1 << ADDR_BITS)-1];

  always @(posedge clk) begin
    if (we) words[waddr] <= wdata;
    rdata <= words[raddr];
  end

endmodule

`default_nettype wire
