// Simple dual-port RAM, one clock, read latency of one cycle: an SRAM macro, which stands in ackw_sram_1r1w.
//
// Same behaviour as the inferred form, but for a word that is read and written at one edge, which nobody looks at.
module ackw_array #(
  parameter WIDTH     = 32,
  parameter ADDR_BITS = 10
) (
  input  wire                 clk,
  input  wire [ADDR_BITS-1:0] raddr,
  output wire [WIDTH-1:0]     rdata, // the word at raddr one edge ago
  input  wire                 we,
  input  wire [ADDR_BITS-1:0] waddr,
  input  wire [WIDTH-1:0]     wdata
);

  ackw_sram_1r1w #(
    .WIDTH    (WIDTH),
    .ADDR_BITS(ADDR_BITS)
  ) u_sram (
    .clk  (clk),
    .raddr(raddr),
    .rdata(rdata),
    .we   (we),
    .waddr(waddr),
    .wdata(wdata)
  );

endmodule
