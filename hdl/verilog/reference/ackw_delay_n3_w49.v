// Ackwright, configuration 59ee762d35fb255d
`default_nettype none

// A word that comes out some cycles later. No reset of the word.
module ackw_delay_n3_w49 (
  input  wire        clk,   // clock, rising edge
  input  wire        rst_n, // reset, active low, synchronous
  input  wire [48:0] d,
  output wire [48:0] q
);

  reg  [48:0] stage_0;
  reg  [48:0] stage_1;
  reg  [48:0] stage_2;

  assign q = stage_2;

  // Datapath registers, without reset
  always @(posedge clk) begin
    stage_0 <= d;
    stage_1 <= stage_0;
    stage_2 <= stage_1;
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, rst_n};

endmodule

`default_nettype wire
