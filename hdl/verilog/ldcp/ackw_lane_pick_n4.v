// Ackwright, configuration a7bc15b4d1b601c3
`default_nettype none

// Holds the bits of the lane whose flag was set, until the frame ends.
module ackw_lane_pick_n4 (
  input  wire       clk,    // clock, rising edge
  input  wire       rst_n,  // reset, active low, synchronous
  input  wire       fresh,  // a frame begins, or none has: forget
  input  wire       here_0, // lane 0 has the field; a frame sets one of the flags at most once
  input  wire       here_1,
  input  wire       here_2,
  input  wire       here_3,
  input  wire [3:0] lane_0,
  input  wire [3:0] lane_1,
  input  wire [3:0] lane_2,
  input  wire [3:0] lane_3,
  output wire [3:0] held
);

  reg  [3:0] field;

  reg  [3:0] gated_0;
  reg  [3:0] gated_1;
  reg  [3:0] gated_2;
  reg  [3:0] gated_3;
  reg  [3:0] picked;

  always @* begin
    picked = 4'd0;
    if (!fresh) begin
      picked = field;
    end
    picked = picked | gated_0;
    picked = picked | gated_1;
    picked = picked | gated_2;
    picked = picked | gated_3;
  end

  always @* begin
    gated_0 = 4'd0;
    if (here_0) begin
      gated_0 = lane_0;
    end
  end

  always @* begin
    gated_1 = 4'd0;
    if (here_1) begin
      gated_1 = lane_1;
    end
  end

  always @* begin
    gated_2 = 4'd0;
    if (here_2) begin
      gated_2 = lane_2;
    end
  end

  always @* begin
    gated_3 = 4'd0;
    if (here_3) begin
      gated_3 = lane_3;
    end
  end

  assign held = field;

  // Datapath registers, without reset
  always @(posedge clk) begin
    field <= picked;
  end

  // Inputs and bits that nothing here depends on
  wire unused = &{1'b0, rst_n};

endmodule

`default_nettype wire
