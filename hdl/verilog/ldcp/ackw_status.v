// Ackwright, configuration ab8e3e3ef275582b
`default_nettype none

// A number that the host reads: word INDEX of the register map, WIDTH bits of it, 1 to 32. Combinational.
module ackw_status #(
  parameter       WIDTH = 32,
  parameter [9:0] INDEX = 10'd0
) (
  input  wire [WIDTH-1:0] value,
  input  wire [9:0]       rindex, // which word is read
  output wire [31:0]      rdata   // the word, or 0 if another is read
);

  reg [31:0] word;

  assign rdata = (rindex == INDEX) ? word : 32'd0;

  always @* begin
    word = 32'd0;
    word[WIDTH-1:0] = value;
  end

endmodule

`default_nettype wire
