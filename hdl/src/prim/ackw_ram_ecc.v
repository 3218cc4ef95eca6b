// The RAM of ackw_ram with check bits: it corrects one wrong bit of a word that is read, and finds two.
//
// Read latency of two cycles, as there: the array's register, then the correction before the output register. What was
// wrong is told beside the word, if the read counts (re), and never of a word that is read while it is written, for
// which a macro may give anything. A wrong bit stays in the array until the word is written. inject spoils what is
// read, between array and correction: bit 0 a data bit, which must be corrected; bit 1, which goes before it, two check
// bits, which must be found, and leave the data as it is. Storage: (WIDTH + CHECK_BITS) * 2^ADDR_BITS bits.
module ackw_ram_ecc #(
  parameter WIDTH      = 32,
  parameter ADDR_BITS  = 10,
  parameter CHECK_BITS = 7
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
  input  wire [1:0]           inject, // into the word at raddr one edge ago
  output reg  [1:0]           fault   // beside rdata: bit 0 it was corrected, 1 it is wrong in two bits
);

  wire [CHECK_BITS-1:0] check;
  wire [CHECK_BITS-1:0] read_check;
  wire [WIDTH-1:0]      read;
  wire [WIDTH-1:0]      data;
  wire                  corrected;
  wire                  uncorrectable;
  reg                   counts;

  ackw_array #(
    .WIDTH    (WIDTH + CHECK_BITS),
    .ADDR_BITS(ADDR_BITS)
  ) u_array (
    .clk  (clk),
    /* sram_test: .sram_test_in(sram_test_in), */
    /* sram_test: .sram_test_out(sram_test_out), */
    .re   (re),
    .raddr(raddr),
    .rdata({read_check, read}),
    .we   (we),
    .waddr(waddr),
    .wdata({check, wdata})
  );

  ackw_ecc #(
    .WIDTH     (WIDTH),
    .CHECK_BITS(CHECK_BITS)
  ) u_ecc (
    .plain        (wdata),
    .check        (check),
    .read         (read ^ {{(WIDTH-1){1'b0}}, inject[0] & !inject[1]}),
    .read_check   (read_check ^ {{(CHECK_BITS-2){1'b0}}, {2{inject[1]}}}),
    .data         (data),
    .corrected    (corrected),
    .uncorrectable(uncorrectable)
  );

  always @(posedge clk) begin
    rdata <= data;
  end

  always @(posedge clk /* or negedge rst_n */) begin
    if (!rst_n) begin
      counts <= 1'b0;
      fault  <= 2'd0;
    end else begin
      counts <= re & !(we & (waddr == raddr));
      fault  <= {uncorrectable, corrected} & {2{counts}};
    end
  end

endmodule
