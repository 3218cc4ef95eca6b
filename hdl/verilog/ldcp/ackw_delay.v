// Ackwright, configuration a7bc15b4d1b601c3
`default_nettype none

// A word that comes out N cycles later, N as in the name; W its bits. In the first N cycles after a reset it means nothing.
module ackw_delay (
  input  wire        clk,               // clock, rising edge
  input  wire        rst_n,             // reset, active low, synchronous
  input  wire [2:0]  d_arrival_kind,    // the word
  input  wire        d_arrival_ece,
  input  wire        d_arrival_use_psn,
  input  wire [13:0] d_arrival_n,
  input  wire [23:0] d_arrival_psn,
  input  wire [9:0]  d_arrival_qpn,
  input  wire        d_chooses,
  output wire [2:0]  q_arrival_kind,    // the word of N cycles ago
  output wire        q_arrival_ece,
  output wire        q_arrival_use_psn,
  output wire [13:0] q_arrival_n,
  output wire [23:0] q_arrival_psn,
  output wire [9:0]  q_arrival_qpn,
  output wire        q_chooses
);

  ackw_ring #(
    .WIDTH    (54),
    .WORDS    (4),
    .ADDR_BITS(2)
  ) u_ring_0 (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({d_chooses, d_arrival_qpn, d_arrival_psn, d_arrival_n, d_arrival_use_psn, d_arrival_ece, d_arrival_kind}),
    .q    ({q_chooses, q_arrival_qpn, q_arrival_psn, q_arrival_n, q_arrival_use_psn, q_arrival_ece, q_arrival_kind})
  );

endmodule

`default_nettype wire
