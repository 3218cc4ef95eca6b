// Ackwright, configuration 019f2c690a393d9a
`default_nettype none

// A word that comes out N cycles later, N as in the name; W its bits. In the first N cycles after a reset it means nothing.
module ackw_delay_n3_w36 (
  input  wire        clk,   // clock, rising edge
  input  wire        rst_n, // reset, active low, asynchronous
  input  wire [35:0] d,     // the word
  output wire [35:0] q      // the word of N cycles ago
);

  reg  [35:0] stage_0;
  reg  [35:0] stage_1;
  reg  [35:0] stage_2;

  assign q = stage_2;

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      stage_0 <= 36'd0;
      stage_1 <= 36'd0;
      stage_2 <= 36'd0;
    end else begin
      stage_0 <= d;
      stage_1 <= stage_0;
      stage_2 <= stage_1;
    end
  end

endmodule

`default_nettype wire
