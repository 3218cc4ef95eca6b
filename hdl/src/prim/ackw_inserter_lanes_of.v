// The lanes of a beat: four bytes, the first on top, and above them their bits of keep. A byte that is not kept is 0.
module ackw_inserter_lanes_of #(
  parameter LANES = 16
) (
  input  wire [32*LANES-1:0] data,
  input  wire [4*LANES-1:0]  keep,
  output wire [36*LANES-1:0] lane  // lane 0 lowest
);

  genvar j, i;
  generate
    for (j = 0; j < LANES; j = j + 1) begin : g_lane
      assign lane[36*j + 32 +: 4] = keep[4*j +: 4];
      for (i = 0; i < 4; i = i + 1) begin : g_byte
        assign lane[36*j + 8*(3 - i) +: 8] = data[32*j + 8*i +: 8] & {8{keep[4*j + i]}};
      end
    end
  endgenerate

endmodule
