// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Simple dual-port RAM, one clock, read latency of two cycles: an SRAM macro and an output register.
//
// Same behaviour as the inferred form, but for a word that is read and written at one edge, and for rdata where nothing
// was read: no block looks at either. The macro stands in ackw_sram_1r1w, which is the module to replace. The output
// register has the read enable of the edge before as its own.
module ackw_ram #(
  parameter WIDTH     = 32,
  parameter ADDR_BITS = 10
) (
  input  wire                 clk,
  input  wire [ADDR_BITS-1:0] raddr,
  output reg  [WIDTH-1:0]     rdata, // the word at raddr two edges ago, if re was high
  input  wire                 we,
  input  wire [ADDR_BITS-1:0] waddr,
  input  wire [WIDTH-1:0]     wdata,
  input  wire                 re     // the word at raddr is needed
);

  wire [WIDTH-1:0] read;
  reg              is_read;

  ackw_sram_1r1w #(
    .WIDTH    (WIDTH),
    .ADDR_BITS(ADDR_BITS)
  ) u_sram (
    .clk  (clk),
    .re   (re),
    .raddr(raddr),
    .rdata(read),
    .we   (we),
    .waddr(waddr),
    .wdata(wdata)
  );

  always @(posedge clk) begin
    is_read <= re;
    if (is_read) rdata <= read;
  end

endmodule

`default_nettype wire
