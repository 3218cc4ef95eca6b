// Ackwright, configuration 43f4ead55955da3d. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`ifdef ACKWRIGHT_ASSERT
`define ACKWRIGHT_LOOKS @(posedge clk)
`else
`define ACKWRIGHT_LOOKS @*
`endif

`default_nettype none

// R is the product by 2^(gain_e - 16), rounded half up, and no more than 40 bits hold, whatever the multiplier gave.
// A register takes what counts: `valid` says it, and is checked in `window`.
module ackw_window_rate_properties (
  input wire clk,
  input wire [3:0] valid,
  input wire [5:0] gain_e,
  input wire [39:0] r,
  input wire sat,
  input wire [57:0] product_p
);

  reg  [1:0]  age = 2'd0;
  reg         was_23 = 1'b0, stands_25 = 1'b0;
  reg  [57:0] product_24, product_25;
  reg  [5:0]  e_24, e_25;
  wire [5:0]  shift = e_25 - 6'd16;
  wire [58:0] rate  = ({1'b0, product_25} + (59'd1 << (shift - 6'd1))) >> shift;

  // behind two gains that may be: what registers hold before the first reset says nothing
  always @(posedge clk) begin
    if (gain_e < 6'd25 || gain_e > 6'd37) age <= 2'd0;
    else if (age != 2'd3) age <= age + 1'b1;
    was_23    <= valid[2];
    stands_25 <= valid[3];
    {product_25, product_24} <= {product_24, product_p};
    {e_25, e_24} <= {e_24, gain_e};
  end

  always `ACKWRIGHT_LOOKS begin
`ifndef ACKWRIGHT_ASSERT
    // a simulation begins with gains of 0
    assume (gain_e >= 6'd25 && gain_e <= 6'd37);
`endif
    if (age != 2'd0 && valid[3]) assume (was_23);
    if (age != 2'd0) assume (e_24 >= 6'd25 && e_24 <= 6'd37);
  end

  always `ACKWRIGHT_LOOKS if (age >= 2'd2) begin
    assert (e_25 >= 6'd25 && e_25 <= 6'd37);
  end

  always `ACKWRIGHT_LOOKS if (age >= 2'd2 && stands_25) begin
    assert (sat == |rate[58:40]);
    assert (r == (sat ? 40'hffffffffff : rate[39:0]));
  end

  always @(posedge clk) if (age == 2'd3 && stands_25) begin
    cover (sat && e_25 == 6'd25);
    cover (!sat && r == 40'hffffffffff && e_25 == 6'd30);
    cover (r == 40'd7 && product_25[20] && e_25 == 6'd37);
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
bind ackw_window_rate ackw_window_rate_properties u_properties (.*);
`endif

`default_nettype wire
`undef ACKWRIGHT_LOOKS
