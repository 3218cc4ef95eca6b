// Ackwright, configuration 019f2c690a393d9a
`default_nettype none

// A word that comes out N cycles later, N as in the name; W its bits. In the first N cycles after a reset it means nothing.
module ackw_delay_n4_w111 (
  input  wire        clk,          // clock, rising edge
  input  wire        rst_n,        // reset, active low, asynchronous
  input  wire [2:0]  d_event_kind, // the word
  input  wire        d_event_ece,
  input  wire [13:0] d_event_n,
  input  wire [3:0]  d_event_qpn,
  input  wire [3:0]  d_event_alg,
  input  wire [3:0]  d_event_set,
  input  wire [23:0] d_event_una,
  input  wire        d_ignored,
  input  wire [23:0] d_seq,
  input  wire [31:0] d_mark,
  output wire [2:0]  q_event_kind, // the word of N cycles ago
  output wire        q_event_ece,
  output wire [13:0] q_event_n,
  output wire [3:0]  q_event_qpn,
  output wire [3:0]  q_event_alg,
  output wire [3:0]  q_event_set,
  output wire [23:0] q_event_una,
  output wire        q_ignored,
  output wire [23:0] q_seq,
  output wire [31:0] q_mark
);

  ackw_ring #(
    .WIDTH    (111),
    .WORDS    (3),
    .ADDR_BITS(2)
  ) u_ring_0 (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({d_mark, d_seq, d_ignored, d_event_una, d_event_set, d_event_alg, d_event_qpn, d_event_n, d_event_ece,
      d_event_kind}),
    .q    ({q_mark, q_seq, q_ignored, q_event_una, q_event_set, q_event_alg, q_event_qpn, q_event_n, q_event_ece,
      q_event_kind})
  );

endmodule

`default_nettype wire
