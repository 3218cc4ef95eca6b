// Ackwright, configuration 019f2c690a393d9a
`default_nettype none

// Holds the bits of the lane whose flag was set, until the frame ends.
module ackw_lane_pick_n16 (
  input  wire        clk,    // clock, rising edge
  input  wire        rst_n,  // reset, active low, asynchronous
  input  wire        fresh,  // a frame begins, or none has: forget
  input  wire        here_0, // lane 0 has the field; a frame sets one of the flags at most once
  input  wire        here_1,
  input  wire [15:0] lane_0,
  input  wire [15:0] lane_1,
  output wire [15:0] held
);

  reg  [15:0] field;

  reg  [15:0] gated_0;
  reg  [15:0] gated_1;
  reg  [15:0] picked;

  always @* begin
    picked = 16'd0;
    if (!fresh) begin
      picked = field;
    end
    picked = picked | gated_0;
    picked = picked | gated_1;
  end

  always @* begin
    gated_0 = 16'd0;
    if (here_0) begin
      gated_0 = lane_0;
    end
  end

  always @* begin
    gated_1 = 16'd0;
    if (here_1) begin
      gated_1 = lane_1;
    end
  end

  assign held = field;

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      field <= 16'd0;
    end else begin
      field <= picked;
    end
  end

endmodule

`default_nettype wire
