// Ackwright, configuration ab8e3e3ef275582b. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// The place of the highest one, for every word.
module ackw_highest_one_properties #(
  parameter WIDTH = 1,
  parameter POS_BITS = 1
) (
  input wire [WIDTH-1:0] a,
  input wire [POS_BITS-1:0] pos,
  input wire any
);

  wire [WIDTH-1:0] above = a >> pos;

  always @* begin
    assert (any == |a);
    if (any) assert (above == 1);
    if (!any) assert (pos == 0);
    cover (pos == WIDTH - 1);
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
bind ackw_highest_one ackw_highest_one_properties #(.WIDTH(WIDTH), .POS_BITS(POS_BITS)) u_properties (.*);
`endif

`default_nettype wire
