// Ackwright, configuration 87f371ccaf821bdf
`default_nettype none

// A word that comes out some cycles later. No reset of the word.
module ackw_delay_n3_w49 (
  input  wire        clk,   // clock, rising edge
  input  wire        rst_n, // reset, active low, asynchronous
  input  wire [48:0] d,
  output wire [48:0] q
);

  reg  [48:0] stage_0;
  reg  [48:0] stage_1;
  reg  [48:0] stage_2;

  assign q = stage_2;

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      stage_0 <= 49'd0;
      stage_1 <= 49'd0;
      stage_2 <= 49'd0;
    end else begin
      stage_0 <= d;
      stage_1 <= stage_0;
      stage_2 <= stage_1;
    end
  end

endmodule

`default_nettype wire
