// Ackwright, configuration 87f371ccaf821bdf
`default_nettype none

// A word that comes out some cycles later. No reset of the word.
module ackw_delay_n7_w36 (
  input  wire        clk,   // clock, rising edge
  input  wire        rst_n, // reset, active low, asynchronous
  input  wire [35:0] d,
  output wire [35:0] q
);

  ackw_ring #(
    .WIDTH    (36),
    .WORDS    (6),
    .ADDR_BITS(3)
  ) u_ring_0 (
    .clk  (clk),
    .rst_n(rst_n),
    .d    (d),
    .q    (q)
  );

endmodule

`default_nettype wire
