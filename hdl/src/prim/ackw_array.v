// Simple dual-port RAM, one clock, read latency of one cycle: the array of a RAM whose output register stands behind
// logic.
//
// A word that is read and written at the same edge is read as it was before the write; but nothing depends on it, as
// the attribute tells Yosys. The contents are undefined until written. FPGA tools infer block RAM. Storage: WIDTH *
// 2^ADDR_BITS bits.
module ackw_array #(
  parameter WIDTH     = 32,
  parameter ADDR_BITS = 10
) (
  input  wire                 clk,
  input  wire                 re,    // the word at raddr is needed
  input  wire [ADDR_BITS-1:0] raddr,
  output reg  [WIDTH-1:0]     rdata, // the word at raddr one edge ago, if re was high
  input  wire                 we,
  input  wire [ADDR_BITS-1:0] waddr,
  input  wire [WIDTH-1:0]     wdata
);

  (* no_rw_check *)
  reg [WIDTH-1:0] words [0:(1 << ADDR_BITS)-1];

  always @(posedge clk) begin
    if (we) words[waddr] <= wdata;
    if (re) rdata <= words[raddr];
  end

endmodule
