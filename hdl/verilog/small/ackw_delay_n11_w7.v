// Ackwright, configuration 019f2c690a393d9a
`default_nettype none

// A word that comes out N cycles later, N as in the name; W its bits. In the first N cycles after a reset it means nothing.
module ackw_delay_n11_w7 (
  input  wire       clk,   // clock, rising edge
  input  wire       rst_n, // reset, active low, asynchronous
  input  wire [6:0] d,     // the word
  output wire [6:0] q      // the word of N cycles ago
);

  reg  [6:0] stage_0;
  reg  [6:0] stage_1;
  reg  [6:0] stage_2;
  reg  [6:0] stage_3;
  reg  [6:0] stage_4;
  reg  [6:0] stage_5;
  reg  [6:0] stage_6;
  reg  [6:0] stage_7;
  reg  [6:0] stage_8;
  reg  [6:0] stage_9;
  reg  [6:0] stage_10;

  assign q = stage_10;

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      stage_0 <= 7'd0;
      stage_1 <= 7'd0;
      stage_2 <= 7'd0;
      stage_3 <= 7'd0;
      stage_4 <= 7'd0;
      stage_5 <= 7'd0;
      stage_6 <= 7'd0;
      stage_7 <= 7'd0;
      stage_8 <= 7'd0;
      stage_9 <= 7'd0;
      stage_10 <= 7'd0;
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
    end
  end

endmodule

`default_nettype wire
