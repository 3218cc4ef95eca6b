// Ackwright, configuration 23a18e8812ab10a4
`default_nettype none

// A word that comes out N cycles later, N as in the name; W its bits. In the first N cycles after a reset it means nothing.
module ackw_delay_n6_w114 (
  input  wire        clk,        // clock, rising edge
  input  wire        rst_n,      // reset, active low, synchronous
  input  wire [2:0]  d_kind,     // the word
  input  wire [11:0] d_qpn,
  input  wire [41:0] d_window,
  input  wire [39:0] d_pace,
  input  wire [15:0] d_flags,
  input  wire        d_feedback,
  output wire [2:0]  q_kind,     // the word of N cycles ago
  output wire [11:0] q_qpn,
  output wire [41:0] q_window,
  output wire [39:0] q_pace,
  output wire [15:0] q_flags,
  output wire        q_feedback
);

  ackw_ring #(
    .WIDTH    (114),
    .WORDS    (5),
    .ADDR_BITS(3)
  ) u_ring_0 (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({d_feedback, d_flags, d_pace, d_window, d_qpn, d_kind}),
    .q    ({q_feedback, q_flags, q_pace, q_window, q_qpn, q_kind})
  );

endmodule

`default_nettype wire
