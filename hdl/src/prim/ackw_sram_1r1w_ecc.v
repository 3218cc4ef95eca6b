// Behavioural model of a one-read, one-write SRAM that corrects its words itself: replace this file by a wrapper of the
// foundry's or vendor's macros.
//
// What the wrapper must provide
//   clock, read, write, both, contents, shapes   as ackw_sram_1r1w. WIDTH is the data alone: check bits are the macro's
//   errors     corrected and uncorrectable go with rdata: one bit of the word was wrong, and is right in rdata; more were,
//              and rdata means nothing. They are looked at where re was high and the word was not written at that edge
/* sram_test: //   test       as in ackw_sram_1r1w, in the same chain */
/* no_sram_test: // Test, repair and power pins are the wrapper's own. */
//
// The model keeps CHECK_BITS more bits a word, and corrects one wrong bit of all of them.
module ackw_sram_1r1w_ecc #(
  parameter WIDTH      = 32,
  parameter ADDR_BITS  = 10,
  parameter CHECK_BITS = 7
) (
  input  wire                 clk,
  /* sram_test: input  wire [@SRAM_TEST-1:0] sram_test_in,  // from the macro before this one, or the top */
  /* sram_test: output wire [@SRAM_TEST-1:0] sram_test_out, // to the next one, or the top */
  input  wire                 re,            // reads the word at raddr
  input  wire [ADDR_BITS-1:0] raddr,
  output wire [WIDTH-1:0]     rdata,         // the word at raddr one edge ago, if re was high
  input  wire                 we,            // writes wdata to waddr
  input  wire [ADDR_BITS-1:0] waddr,
  input  wire [WIDTH-1:0]     wdata,
  output wire                 corrected,     // beside rdata: it had one wrong bit
  output wire                 uncorrectable  // it is wrong
);

  reg  [WIDTH+CHECK_BITS-1:0] words [0:(1 << ADDR_BITS)-1];
  reg  [WIDTH+CHECK_BITS-1:0] read;
  wire [CHECK_BITS-1:0]       check;

  /* sram_test: assign sram_test_out = sram_test_in; */

  ackw_ecc #(
    .WIDTH     (WIDTH),
    .CHECK_BITS(CHECK_BITS)
  ) u_ecc (
    .plain        (wdata),
    .check        (check),
    .read         (read[WIDTH-1:0]),
    .read_check   (read[WIDTH+CHECK_BITS-1:WIDTH]),
    .data         (rdata),
    .corrected    (corrected),
    .uncorrectable(uncorrectable)
  );

  always @(posedge clk) begin
    if (we) words[waddr] <= {check, wdata};
    if (re) read <= words[raddr];
  end

endmodule
