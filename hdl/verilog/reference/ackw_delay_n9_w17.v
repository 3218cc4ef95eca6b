// Ackwright, configuration 23a18e8812ab10a4
`default_nettype none

// A word that comes out N cycles later, N as in the name; W its bits. In the first N cycles after a reset it means nothing.
module ackw_delay_n9_w17 (
  input  wire        clk,         // clock, rising edge
  input  wire        rst_n,       // reset, active low, synchronous
  input  wire        d_telemetry, // the word
  input  wire [11:0] d_path,
  input  wire [3:0]  d_n_hop,
  output wire        q_telemetry, // the word of N cycles ago
  output wire [11:0] q_path,
  output wire [3:0]  q_n_hop
);

  ackw_ring #(
    .WIDTH    (17),
    .WORDS    (8),
    .ADDR_BITS(3)
  ) u_ring_0 (
    .clk  (clk),
    .rst_n(rst_n),
    .d    ({d_n_hop, d_path, d_telemetry}),
    .q    ({q_n_hop, q_path, q_telemetry})
  );

endmodule

`default_nettype wire
