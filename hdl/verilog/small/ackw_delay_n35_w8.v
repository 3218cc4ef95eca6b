// Ackwright, configuration 019f2c690a393d9a
`default_nettype none

// A word that comes out N cycles later, N as in the name; W its bits. In the first N cycles after a reset it means nothing.
module ackw_delay_n35_w8 (
  input  wire       clk,       // clock, rising edge
  input  wire       rst_n,     // reset, active low, asynchronous
  input  wire [3:0] d_qpn,     // the word
  input  wire       d_measure,
  input  wire [2:0] d_flags,
  output wire [3:0] q_qpn,     // the word of N cycles ago
  output wire       q_measure,
  output wire [2:0] q_flags
);

  ackw_ring #(
    .WIDTH    (8),
    .WORDS    (34),
    .ADDR_BITS(6)
  ) u_ring_0 (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({d_flags, d_measure, d_qpn}),
    .q    ({q_flags, q_measure, q_qpn})
  );

endmodule

`default_nettype wire
