// Ackwright, configuration 87f371ccaf821bdf
`default_nettype none

// A word that comes out some cycles later. No reset of the word.
module ackw_delay_n4_w32 (
  input  wire        clk,   // clock, rising edge
  input  wire        rst_n, // reset, active low, asynchronous
  input  wire [31:0] d,
  output wire [31:0] q
);

  ackw_ring #(
    .WIDTH    (32),
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
