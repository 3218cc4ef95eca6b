// Ackwright, configuration 43f4ead55955da3d
`default_nettype none

// Simple dual-port RAM, one clock, read latency of two cycles: an SRAM macro and an output register.
//
// Same behaviour as the inferred form, but for a word that is read and written at one edge, which no block looks at.
// The macro stands in ackw_sram_1r1w, which is the module to replace.
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

  wire [WIDTH-1:0] read;

  ackw_sram_1r1w #(
    .WIDTH    (WIDTH),
    .ADDR_BITS(ADDR_BITS)
  ) u_sram (
    .clk  (clk),
    .raddr(raddr),
    .rdata(read),
    .we   (we),
    .waddr(waddr),
    .wdata(wdata)
  );

  always @(posedge clk) begin
    rdata <= read;
  end

endmodule

`default_nettype wire
