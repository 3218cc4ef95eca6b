// Ackwright, configuration 019f2c690a393d9a
`default_nettype none

// A word that comes out N cycles later, N as in the name; W its bits. In the first N cycles after a reset it means nothing.
module ackw_delay_n5_w64 (
  input  wire        clk,     // clock, rising edge
  input  wire        rst_n,   // reset, active low, asynchronous
  input  wire [3:0]  d_speed, // the word
  input  wire [23:0] d_dts,
  input  wire [19:0] d_tx,
  input  wire [15:0] d_q,
  output wire [3:0]  q_speed, // the word of N cycles ago
  output wire [23:0] q_dts,
  output wire [19:0] q_tx,
  output wire [15:0] q_q
);

  ackw_ring #(
    .WIDTH    (64),
    .WORDS    (4),
    .ADDR_BITS(2)
  ) u_ring_0 (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({d_q, d_tx, d_dts, d_speed}),
    .q    ({q_q, q_tx, q_dts, q_speed})
  );

endmodule

`default_nettype wire
