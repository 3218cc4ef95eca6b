// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Holds the bits of the lane whose flag was set, from then to the end of the frame; before, it is zero.
//
// A frame sets one flag at most once, so all is joined by OR: no chain of priorities, and no enable with a large
// fan-out. No reset.
module ackw_lane_pick #(
  parameter LANES = 16,
  parameter WIDTH = 8
) (
  input  wire                   clk,
  input  wire                   rst_n,
  input  wire                   fresh, // a frame begins, or none has: forget
  input  wire [LANES-1:0]       here,  // bit j: lane j has the field
  input  wire [LANES*WIDTH-1:0] lane,  // of each lane the bits that may be the field, lane 0 lowest
  output reg  [WIDTH-1:0]       held
);

  reg [WIDTH-1:0] picked;

  integer j;
  always @* begin
    picked = fresh ? {WIDTH{1'b0}} : held;
    for (j = 0; j < LANES; j = j + 1) begin
      picked = picked | (here[j] ? lane[WIDTH*j +: WIDTH] : {WIDTH{1'b0}});
    end
  end

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      held <= {WIDTH{1'b0}};
    end else begin
      held <= picked;
    end
  end

  wire unused = &{1'b0, rst_n};

endmodule

`default_nettype wire
