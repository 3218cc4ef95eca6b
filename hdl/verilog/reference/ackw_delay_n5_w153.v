// Ackwright, configuration 23a18e8812ab10a4
`default_nettype none

// A word that comes out N cycles later, N as in the name; W its bits. In the first N cycles after a reset it means nothing.
module ackw_delay_n5_w153 (
  input  wire        clk,         // clock, rising edge
  input  wire        rst_n,       // reset, active low, synchronous
  input  wire [52:0] d_n,         // the word
  input  wire [35:0] d_d,
  input  wire [3:0]  d_hop_speed,
  input  wire [23:0] d_hop_dts,
  input  wire [19:0] d_hop_tx,
  input  wire [15:0] d_hop_q,
  output wire [52:0] q_n,         // the word of N cycles ago
  output wire [35:0] q_d,
  output wire [3:0]  q_hop_speed,
  output wire [23:0] q_hop_dts,
  output wire [19:0] q_hop_tx,
  output wire [15:0] q_hop_q
);

  ackw_ring #(
    .WIDTH    (153),
    .WORDS    (4),
    .ADDR_BITS(2)
  ) u_ring_0 (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({d_hop_q, d_hop_tx, d_hop_dts, d_hop_speed, d_d, d_n}),
    .q    ({q_hop_q, q_hop_tx, q_hop_dts, q_hop_speed, q_d, q_n})
  );

endmodule

`default_nettype wire
