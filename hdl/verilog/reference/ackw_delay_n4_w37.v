// Ackwright, configuration 23a18e8812ab10a4
`default_nettype none

// A word that comes out N cycles later, N as in the name; W its bits. In the first N cycles after a reset it means nothing.
module ackw_delay_n4_w37 (
  input  wire        clk,   // clock, rising edge
  input  wire        rst_n, // reset, active low, synchronous
  input  wire [36:0] d,     // the word
  output wire [36:0] q      // the word of N cycles ago
);

  ackw_ring #(
    .WIDTH    (37),
    .WORDS    (3),
    .ADDR_BITS(2)
  ) u_ring_0 (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (d),
    .q    (q)
  );

endmodule

`default_nettype wire
