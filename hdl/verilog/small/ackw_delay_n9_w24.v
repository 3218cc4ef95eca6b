// Ackwright, configuration 019f2c690a393d9a
`default_nettype none

// A word that comes out N cycles later, N as in the name; W its bits. In the first N cycles after a reset it means nothing.
module ackw_delay_n9_w24 (
  input  wire        clk,   // clock, rising edge
  input  wire        rst_n, // reset, active low, asynchronous
  input  wire [23:0] d,     // the word
  output wire [23:0] q      // the word of N cycles ago
);

  ackw_ring #(
    .WIDTH    (24),
    .WORDS    (8),
    .ADDR_BITS(3)
  ) u_ring_0 (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (d),
    .q    (q)
  );

endmodule

`default_nettype wire
