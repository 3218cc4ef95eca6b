// Ackwright, configuration ab8e3e3ef275582b. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`ifdef ACKWRIGHT_ASSERT
`define ACKWRIGHT_LOOKS @(posedge clk) if (reset_seen)
`else
`define ACKWRIGHT_LOOKS @*
`endif

`default_nettype none

// The interval is the page's for every window, round-trip time and flag, 0 and 2^32 - 1 where it says so, whatever the
// reciprocal gave.
module ackw_interval_properties (
  input wire clk,
  input wire rst_n,
  input wire in_valid,
  input wire [2:0] in_kind,
  input wire [9:0] in_qpn,
  input wire [41:0] in_cw,
  input wire [23:0] in_rtt,
  input wire [3:0] in_flags,
  input wire out_valid,
  input wire [2:0] out_kind,
  input wire [9:0] out_qpn,
  input wire [41:0] out_cw,
  input wire [31:0] out_interval,
  input wire [3:0] out_flags,
  input wire [17:0] i3_x,
  input wire [22:0] i3_d,
  input wire [36:0] recip_q
);

`ifdef ACKWRIGHT_ASSERT
  // a bench may raise reset late: nothing is looked at before
  reg reset_seen = 1'b0;
  always @(posedge clk) if (!rst_n) reset_seen <= 1'b1;
`endif

  localparam EVENT = $bits(in_qpn) + 49;

  reg                started = 1'b0;
  reg  [9:0]          valid   = 10'd0;
  reg  [10*EVENT-1:0] events; // those in i1 to i10, from the lowest bits on
  reg  [23:0]        rtt_1, rtt_2, rtt_3, rtt_4, rtt_5, rtt_6, rtt_7, rtt_8, rtt_9, rtt_10;
  reg  [36:0]        q_8, q_9, q_10;
  reg  [4:0]         b_10, c_10, b_3, c_3;
  integer            i;

  wire [41:0] cw_3   = events[3*EVENT-1 -: 42];
  wire [41:0] cw_10  = events[10*EVENT-1 -: 42];
  wire        paced  = events[10*EVENT-43];
  wire [6:0]  s      = {2'd0, c_10} + 7'd8 - {2'd0, b_10}; // two's complement
  wire        below  = s[6] || s < 7'd4;
  wire [38:0] y      = ({1'b0, {1'b0, q_10} << 1 >> s[5:0]} + 39'd1) >> 1;
  wire [41:0] x_3    = {18'd0, rtt_3} << (5'd23 - b_3);
  wire [50:0] d_3    = {23'd0, cw_3[27:0]} << (5'd27 - c_3);

  wire [31:0] wanted = !paced ? 32'd0 : cw_10 == 42'd0 ? 32'hffffffff : rtt_10 == 24'd0 ? 32'd0 : below || |y[38:32] ? 32'hffffffff : y[31:0];

  // positions of the leading ones
  always @* begin
    {b_3, c_3, b_10, c_10} = 20'd0;
    for (i = 0; i < 28; i = i + 1) begin
      if (cw_3[i]) c_3 = i;
      if (cw_10[i]) c_10 = i;
      if (i < 24 && rtt_3[i]) b_3 = i;
      if (i < 24 && rtt_10[i]) b_10 = i;
    end
  end

  always @(posedge clk) begin
    started <= 1'b1;
    valid   <= rst_n ? {valid[8:0], in_valid} : 10'd0;
    events  <= {events[9*EVENT-1:0], in_cw, in_flags[0], in_flags[3:1], in_kind, in_qpn};
    {rtt_10, rtt_9, rtt_8, rtt_7, rtt_6, rtt_5, rtt_4, rtt_3, rtt_2, rtt_1} <= {rtt_9, rtt_8, rtt_7, rtt_6, rtt_5, rtt_4, rtt_3, rtt_2, rtt_1, in_rtt};
    {q_10, q_9, q_8} <= {q_9, q_8, recip_q};
  end

  always `ACKWRIGHT_LOOKS begin
    if (!started) assume (!rst_n);
    if (in_valid && in_flags[0]) assume (in_cw[41:28] == 14'd0);
  end

  always `ACKWRIGHT_LOOKS if (started && rst_n) begin
    assert (out_valid == valid[9]);
    if (out_valid) begin
      assert ({out_cw, out_flags[0], out_flags[3:1], out_kind, out_qpn} == events[10*EVENT-1 -: EVENT]);
      assert (out_interval == wanted);
    end
    // what is divided
    if (valid[2] && rtt_3 != 24'd0) assert (i3_x == x_3[23:6]);
    if (valid[2] && cw_3[27:0] != 28'd0) assert (i3_d == d_3[26:4]);
  end

  always @(posedge clk) if (rst_n && out_valid && paced) begin
    cover (out_interval == 32'd7 && valid == 10'h3ff);
    cover (out_interval == 32'hffffffff && !below && cw_10 != 42'd0);
    cover (out_interval == 32'hfffffffe);
    cover (below && rtt_10 == 24'd96);
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
bind ackw_interval ackw_interval_properties u_properties (.*);
`endif

`default_nettype wire
`undef ACKWRIGHT_LOOKS
