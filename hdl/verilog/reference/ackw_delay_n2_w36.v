// Ackwright, configuration 23a18e8812ab10a4
`default_nettype none

// A word that comes out N cycles later, N as in the name; W its bits. In the first N cycles after a reset it means nothing.
module ackw_delay_n2_w36 (
  input  wire        clk,   // clock, rising edge
  input  wire        rst_n, // reset, active low, synchronous
  input  wire [35:0] d,     // the word
  output wire [35:0] q      // the word of N cycles ago
);

  reg  [35:0] stage_0;
  reg  [35:0] stage_1;

  assign q = stage_1;

  // Datapath registers, without reset
  always @(posedge clk) begin
    stage_0 <= d;
    stage_1 <= stage_0;
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, rst_n};

endmodule

`default_nettype wire
