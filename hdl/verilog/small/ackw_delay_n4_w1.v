// Ackwright, configuration 87f371ccaf821bdf
`default_nettype none

// A word that comes out some cycles later. No reset of the word.
module ackw_delay_n4_w1 (
  input  wire clk,   // clock, rising edge
  input  wire rst_n, // reset, active low, asynchronous
  input  wire d,
  output wire q
);

  reg  stage_0;
  reg  stage_1;
  reg  stage_2;
  reg  stage_3;

  assign q = stage_3;

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      stage_0 <= 1'b0;
      stage_1 <= 1'b0;
      stage_2 <= 1'b0;
      stage_3 <= 1'b0;
    end else begin
      stage_0 <= d;
      stage_1 <= stage_0;
      stage_2 <= stage_1;
      stage_3 <= stage_2;
    end
  end

endmodule

`default_nettype wire
