// Simple dual-port RAM, one clock, read latency of one cycle: an SRAM macro, which stands in ackw_sram_1r1w.
//
// Same behaviour as the inferred form, but for a word that is read and written at one edge, and for rdata where nothing
// was read: nobody looks at either.
module ackw_array #(
  parameter WIDTH     = 32,
  parameter ADDR_BITS = 10
) (
  input  wire                 clk,
  /* sram_test: input  wire [@SRAM_TEST-1:0] sram_test_in, */
  /* sram_test: output wire [@SRAM_TEST-1:0] sram_test_out, */
  input  wire                 re,    // the word at raddr is needed
  input  wire [ADDR_BITS-1:0] raddr,
  output wire [WIDTH-1:0]     rdata, // the word at raddr one edge ago, if re was high
  input  wire                 we,
  input  wire [ADDR_BITS-1:0] waddr,
  input  wire [WIDTH-1:0]     wdata
);

  ackw_sram_1r1w #(
    .WIDTH    (WIDTH),
    .ADDR_BITS(ADDR_BITS)
  ) u_sram (
    .clk  (clk),
    /* sram_test: .sram_test_in(sram_test_in), */
    /* sram_test: .sram_test_out(sram_test_out), */
    .re   (re),
    .raddr(raddr),
    .rdata(rdata),
    .we   (we),
    .waddr(waddr),
    .wdata(wdata)
  );

endmodule
