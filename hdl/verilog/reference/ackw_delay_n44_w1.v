// Ackwright, configuration 23a18e8812ab10a4
`default_nettype none

// A word that comes out N cycles later, N as in the name; W its bits. In the first N cycles after a reset it means nothing.
module ackw_delay_n44_w1 (
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
  reg  stage_23;
  reg  stage_24;
  reg  stage_25;
  reg  stage_26;
  reg  stage_27;
  reg  stage_28;
  reg  stage_29;
  reg  stage_30;
  reg  stage_31;
  reg  stage_32;
  reg  stage_33;
  reg  stage_34;
  reg  stage_35;
  reg  stage_36;
  reg  stage_37;
  reg  stage_38;
  reg  stage_39;
  reg  stage_40;
  reg  stage_41;
  reg  stage_42;
  reg  stage_43;

  assign q = stage_43;

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
    stage_24 <= stage_23;
    stage_25 <= stage_24;
    stage_26 <= stage_25;
    stage_27 <= stage_26;
    stage_28 <= stage_27;
    stage_29 <= stage_28;
    stage_30 <= stage_29;
    stage_31 <= stage_30;
    stage_32 <= stage_31;
    stage_33 <= stage_32;
    stage_34 <= stage_33;
    stage_35 <= stage_34;
    stage_36 <= stage_35;
    stage_37 <= stage_36;
    stage_38 <= stage_37;
    stage_39 <= stage_38;
    stage_40 <= stage_39;
    stage_41 <= stage_40;
    stage_42 <= stage_41;
    stage_43 <= stage_42;
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, rst_n};

endmodule

`default_nettype wire
