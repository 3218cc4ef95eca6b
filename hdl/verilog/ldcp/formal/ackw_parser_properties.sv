// Ackwright, configuration ab8e3e3ef275582b. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`ifdef ACKWRIGHT_ASSERT
`define ACKWRIGHT_LOOKS @(posedge clk) if (reset_seen)
`else
`define ACKWRIGHT_LOOKS @*
`endif

`default_nettype none

// A frame's result comes nine cycles behind its last beat, and no other result does: what an engine's entry counts on
// while it holds packets off.
module ackw_parser_properties (
  input wire clk,
  input wire rst_n,
  input wire s_axis_tvalid,
  input wire s_axis_tready,
  input wire s_axis_tlast,
  input wire room,
  input wire res_valid
);

`ifdef ACKWRIGHT_ASSERT
  // a bench may raise reset late: nothing is looked at before
  reg reset_seen = 1'b0;
  always @(posedge clk) if (!rst_n) reset_seen <= 1'b1;
`endif

  reg       started = 1'b0;
  reg [8:0] ended;

  always @(posedge clk) begin
    started <= 1'b1;
    ended   <= rst_n ? {ended[7:0], s_axis_tvalid && s_axis_tready && s_axis_tlast} : 9'd0;
  end

  always `ACKWRIGHT_LOOKS if (!started) assume (!rst_n);

  always `ACKWRIGHT_LOOKS if (started && rst_n) begin
    assert (s_axis_tready == room);
    assert (res_valid == ended[8]);
  end

  always @(posedge clk) if (started && rst_n) begin
    cover (res_valid && ended[7:0] == 8'd0);
    cover (&ended);
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
bind ackw_parser ackw_parser_properties u_properties (.*);
`endif

`default_nettype wire
`undef ACKWRIGHT_LOOKS
