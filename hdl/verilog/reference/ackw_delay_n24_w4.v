// Ackwright, configuration 23a18e8812ab10a4
`default_nettype none

// A word that comes out N cycles later, N as in the name; W its bits. In the first N cycles after a reset it means nothing.
module ackw_delay_n24_w4 (
  input  wire       clk,   // clock, rising edge
  input  wire       rst_n, // reset, active low, synchronous
  input  wire [3:0] d,     // the word
  output wire [3:0] q      // the word of N cycles ago
);

  reg  [3:0] stage_0;
  reg  [3:0] stage_1;
  reg  [3:0] stage_2;
  reg  [3:0] stage_3;
  reg  [3:0] stage_4;
  reg  [3:0] stage_5;
  reg  [3:0] stage_6;
  reg  [3:0] stage_7;
  reg  [3:0] stage_8;
  reg  [3:0] stage_9;
  reg  [3:0] stage_10;
  reg  [3:0] stage_11;
  reg  [3:0] stage_12;
  reg  [3:0] stage_13;
  reg  [3:0] stage_14;
  reg  [3:0] stage_15;
  reg  [3:0] stage_16;
  reg  [3:0] stage_17;
  reg  [3:0] stage_18;
  reg  [3:0] stage_19;
  reg  [3:0] stage_20;
  reg  [3:0] stage_21;
  reg  [3:0] stage_22;
  reg  [3:0] stage_23;

  assign q = stage_23;

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
    stage_23 <= stage_22;
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, rst_n};

endmodule

`default_nettype wire
