// Ackwright, configuration 43f4ead55955da3d. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// A number that the host reads: word INDEX of the register map, WIDTH bits of it, 1 to 64; the upper half of more than
// 32 bits is the next word. Combinational.
module ackw_status #(
  parameter       WIDTH = 32,
  parameter [9:0] INDEX = 10'd0
) (
  input  wire [WIDTH-1:0] value,
  input  wire [9:0]       rindex, // which word is read
  output wire [31:0]      rdata   // the word, or 0 if another is read
);

  localparam [9:0] UPPER = INDEX + 10'd1;

  reg [63:0] words;

  assign rdata = (rindex == INDEX) ? words[31:0] : (rindex == UPPER) ? words[63:32] : 32'd0;

  always @* begin
    words = 64'd0;
    words[WIDTH-1:0] = value;
  end

endmodule

`default_nettype wire
