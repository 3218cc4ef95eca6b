// The RAM of ackw_ram around a macro that corrects its words itself: ackw_sram_1r1w_ecc, the module to replace.
//
// Read latency of two cycles, as there. What was wrong is told beside the word, if the read counts (re), and never of a
// word that is read while it is written. A wrong bit stays in the macro until the word is written. inject makes a report
// of its own and leaves the word alone: bit 0 that it was corrected; bit 1, which goes before it, that it is wrong.
module ackw_ram_ecc #(
  parameter WIDTH      = 32,
  parameter ADDR_BITS  = 10,
  parameter CHECK_BITS = 7   // those of the macro's model
) (
  input  wire                 clk,
  input  wire                 rst_n,
  /* sram_test: input  wire [@SRAM_TEST-1:0] sram_test_in, */
  /* sram_test: output wire [@SRAM_TEST-1:0] sram_test_out, */
  input  wire [ADDR_BITS-1:0] raddr,
  output reg  [WIDTH-1:0]     rdata,  // the word at raddr two edges ago, if re was high
  input  wire                 we,
  input  wire [ADDR_BITS-1:0] waddr,
  input  wire [WIDTH-1:0]     wdata,
  input  wire                 re,     // the word at raddr counts
  input  wire [1:0]           inject, // beside the word at raddr one edge ago
  output reg  [1:0]           fault   // beside rdata: bit 0 it was corrected, 1 it is wrong in two bits
);

  wire [WIDTH-1:0] read;
  wire             corrected;
  wire             uncorrectable;
  reg              is_read;
  reg              counts;

  ackw_sram_1r1w_ecc #(
    .WIDTH     (WIDTH),
    .ADDR_BITS (ADDR_BITS),
    .CHECK_BITS(CHECK_BITS)
  ) u_sram (
    .clk          (clk),
    /* sram_test: .sram_test_in(sram_test_in), */
    /* sram_test: .sram_test_out(sram_test_out), */
    .re           (re),
    .raddr        (raddr),
    .rdata        (read),
    .we           (we),
    .waddr        (waddr),
    .wdata        (wdata),
    .corrected    (corrected),
    .uncorrectable(uncorrectable)
  );

  always @(posedge clk) begin
    is_read <= re;
    if (is_read) rdata <= read;
  end

  always @(posedge clk /* or negedge rst_n */) begin
    if (!rst_n) begin
      counts <= 1'b0;
      fault  <= 2'd0;
    end else begin
      counts   <= re & !(we & (waddr == raddr));
      fault[0] <= counts & (corrected | inject[0]) & !inject[1];
      fault[1] <= counts & (uncorrectable | inject[1]);
    end
  end

endmodule
