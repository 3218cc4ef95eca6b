// Ackwright, configuration 87f371ccaf821bdf
`default_nettype none

// A word that comes out some cycles later. No reset of the word.
module ackw_delay_n2_w8 (
  input  wire       clk,   // clock, rising edge
  input  wire       rst_n, // reset, active low, asynchronous
  input  wire [7:0] d,
  output wire [7:0] q
);

  reg  [7:0] stage_0;
  reg  [7:0] stage_1;

  assign q = stage_1;

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      stage_0 <= 8'd0;
      stage_1 <= 8'd0;
    end else begin
      stage_0 <= d;
      stage_1 <= stage_0;
    end
  end

endmodule

`default_nettype wire
