// Ackwright, configuration 23a18e8812ab10a4
`default_nettype none

// A word that comes out N cycles later, N as in the name; W its bits. In the first N cycles after a reset it means nothing.
module ackw_delay_n23_w1 (
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
  reg  stage_9;
  reg  stage_10;
  reg  stage_11;
  reg  stage_12;
  reg  stage_13;
  reg  stage_14;
  reg  stage_15;
  reg  stage_16;
  reg  stage_17;
  reg  stage_18;
  reg  stage_19;
  reg  stage_20;
  reg  stage_21;
  reg  stage_22;

  assign q = stage_22;

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
    stage_9 <= stage_8;
    stage_10 <= stage_9;
    stage_11 <= stage_10;
    stage_12 <= stage_11;
    stage_13 <= stage_12;
    stage_14 <= stage_13;
    stage_15 <= stage_14;
    stage_16 <= stage_15;
    stage_17 <= stage_16;
    stage_18 <= stage_17;
    stage_19 <= stage_18;
    stage_20 <= stage_19;
    stage_21 <= stage_20;
    stage_22 <= stage_21;
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, rst_n};

endmodule

`default_nettype wire
