// Ackwright, configuration 019f2c690a393d9a
`default_nettype none

// A word that comes out N cycles later, N as in the name; W its bits. In the first N cycles after a reset it means nothing.
module ackw_delay_n32_w1 (
  input  wire clk,   // clock, rising edge
  input  wire rst_n, // reset, active low, asynchronous
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
  reg  stage_23;
  reg  stage_24;
  reg  stage_25;
  reg  stage_26;
  reg  stage_27;
  reg  stage_28;
  reg  stage_29;
  reg  stage_30;
  reg  stage_31;

  assign q = stage_31;

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      stage_0 <= 1'b0;
      stage_1 <= 1'b0;
      stage_2 <= 1'b0;
      stage_3 <= 1'b0;
      stage_4 <= 1'b0;
      stage_5 <= 1'b0;
      stage_6 <= 1'b0;
      stage_7 <= 1'b0;
      stage_8 <= 1'b0;
      stage_9 <= 1'b0;
      stage_10 <= 1'b0;
      stage_11 <= 1'b0;
      stage_12 <= 1'b0;
      stage_13 <= 1'b0;
      stage_14 <= 1'b0;
      stage_15 <= 1'b0;
      stage_16 <= 1'b0;
      stage_17 <= 1'b0;
      stage_18 <= 1'b0;
      stage_19 <= 1'b0;
      stage_20 <= 1'b0;
      stage_21 <= 1'b0;
      stage_22 <= 1'b0;
      stage_23 <= 1'b0;
      stage_24 <= 1'b0;
      stage_25 <= 1'b0;
      stage_26 <= 1'b0;
      stage_27 <= 1'b0;
      stage_28 <= 1'b0;
      stage_29 <= 1'b0;
      stage_30 <= 1'b0;
      stage_31 <= 1'b0;
    end else begin
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
      stage_24 <= stage_23;
      stage_25 <= stage_24;
      stage_26 <= stage_25;
      stage_27 <= stage_26;
      stage_28 <= stage_27;
      stage_29 <= stage_28;
      stage_30 <= stage_29;
      stage_31 <= stage_30;
    end
  end

endmodule

`default_nettype wire
