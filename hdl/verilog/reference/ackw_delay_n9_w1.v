// Ackwright, configuration 23a18e8812ab10a4
`default_nettype none

// A word that comes out N cycles later, N as in the name; W its bits. In the first N cycles after a reset it means nothing.
module ackw_delay_n9_w1 (
  input  wire clk,   // clock, rising edge
  input  wire rst_n, // reset, active low, synchronous
  input  wire d,     // the word
  output wire q      // the word of N cycles ago
);

  reg  stage_0;
  reg  stage_1;
  reg  stage_2;
  reg  stage_3;
  reg  stage_4;
  reg  stage_5;
  reg  stage_6;
  reg  stage_7;
  reg  stage_8;

  assign q = stage_8;

  // Datapath registers, without reset
  always @(posedge clk) begin
    stage_0 <= d;
    stage_1 <= stage_0;
    stage_2 <= stage_1;
    stage_3 <= stage_2;
    stage_4 <= stage_3;
    stage_5 <= stage_4;
    stage_6 <= stage_5;
    stage_7 <= stage_6;
    stage_8 <= stage_7;
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, rst_n};

endmodule

`default_nettype wire
