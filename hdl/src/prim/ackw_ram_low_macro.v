// Memory for a part of the queue pairs: an ackw_ram of fewer words than a QP's index tells apart. The low bits of an
// address count.
module ackw_ram_low #(
  parameter WIDTH     = 32,
  parameter PORT_BITS = 10,
  parameter ADDR_BITS = 9
) (
  input  wire                 clk,
  /* sram_test: input  wire [@SRAM_TEST-1:0] sram_test_in, */
  /* sram_test: output wire [@SRAM_TEST-1:0] sram_test_out, */
  input  wire [PORT_BITS-1:0] raddr,
  output wire [WIDTH-1:0]     rdata, // the word at raddr two edges ago, if re was high
  input  wire                 we,
  input  wire [PORT_BITS-1:0] waddr,
  input  wire [WIDTH-1:0]     wdata,
  input  wire                 re     // the word at raddr is needed
);

  wire unused = &{1'b0, raddr[PORT_BITS-1:ADDR_BITS], waddr[PORT_BITS-1:ADDR_BITS]};

  ackw_ram #(
    .WIDTH    (WIDTH),
    .ADDR_BITS(ADDR_BITS)
  ) u_ram (
    .clk  (clk),
    /* sram_test: .sram_test_in(sram_test_in), */
    /* sram_test: .sram_test_out(sram_test_out), */
    .raddr(raddr[ADDR_BITS-1:0]),
    .rdata(rdata),
    .we   (we),
    .waddr(waddr[ADDR_BITS-1:0]),
    .wdata(wdata),
    .re   (re)
  );

endmodule
