// Lanes as a beat of the stream, their first byte in the lowest bits. Combinational.
module ackw_inserter_beat_of #(
  parameter LANES = 16
) (
  input  wire [36*LANES-1:0] lane, // four bytes, the first on top, above them their bits of keep; lane 0 lowest
  output wire [32*LANES-1:0] data,
  output wire [4*LANES-1:0]  keep
);

  genvar j, i;
  generate
    for (j = 0; j < LANES; j = j + 1) begin : g_lane
      assign keep[4*j +: 4] = lane[36*j + 32 +: 4];
      for (i = 0; i < 4; i = i + 1) begin : g_byte
        assign data[32*j + 8*i +: 8] = lane[36*j + 8*(3 - i) +: 8];
      end
    end
  endgenerate

endmodule
