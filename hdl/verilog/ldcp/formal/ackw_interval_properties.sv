// Ackwright, configuration ab8e3e3ef275582b. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
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
  input wire [17:0] i2_x,
  input wire [22:0] i2_d,
  input wire [36:0] recip_q
);

  localparam EVENT = $bits(in_qpn) + 49;

  reg                started = 1'b0;
  reg  [6:0]         valid   = 7'd0;
  reg  [7*EVENT-1:0] events;  // those in i1 to i7, from the lowest bits on
  reg  [23:0]        rtt_1, rtt_2, rtt_3, rtt_4, rtt_5, rtt_6, rtt_7;
  reg  [36:0]        q_7;
  reg  [4:0]         b_7, c_7, b_2, c_2;
  integer            i;

  wire [41:0] cw_2   = events[2*EVENT-1 -: 42];
  wire [41:0] cw_7   = events[7*EVENT-1 -: 42];
  wire        paced  = events[7*EVENT-43];
  wire [6:0]  s      = {2'd0, c_7} + 7'd8 - {2'd0, b_7}; // two's complement
  wire        below  = s[6] || s < 7'd4;
  wire [38:0] y      = ({1'b0, {1'b0, q_7} << 1 >> s[5:0]} + 39'd1) >> 1;
  wire [41:0] x_2    = {18'd0, rtt_2} << (5'd23 - b_2);
  wire [50:0] d_2    = {23'd0, cw_2[27:0]} << (5'd27 - c_2);

  wire [31:0] wanted = !paced ? 32'd0 : cw_7 == 42'd0 ? 32'hffffffff : rtt_7 == 24'd0 ? 32'd0 : below || |y[38:32] ? 32'hffffffff : y[31:0];

  // positions of the leading ones
  always @* begin
    {b_2, c_2, b_7, c_7} = 20'd0;
    for (i = 0; i < 28; i = i + 1) begin
      if (cw_2[i]) c_2 = i;
      if (cw_7[i]) c_7 = i;
      if (i < 24 && rtt_2[i]) b_2 = i;
      if (i < 24 && rtt_7[i]) b_7 = i;
    end
  end

  always @(posedge clk) begin
    started <= 1'b1;
    valid   <= rst_n ? {valid[5:0], in_valid} : 7'd0;
    events  <= {events[6*EVENT-1:0], in_cw, in_flags[0], in_flags[3:1], in_kind, in_qpn};
    {rtt_7, rtt_6, rtt_5, rtt_4, rtt_3, rtt_2, rtt_1} <= {rtt_6, rtt_5, rtt_4, rtt_3, rtt_2, rtt_1, in_rtt};
    q_7     <= recip_q;
  end

  always @* begin
    if (!started) assume (!rst_n);
    if (in_valid && in_flags[0]) assume (in_cw[41:28] == 14'd0);
  end

  always @* if (started && rst_n) begin
    assert (out_valid == valid[6]);
    if (out_valid) begin
      assert ({out_cw, out_flags[0], out_flags[3:1], out_kind, out_qpn} == events[7*EVENT-1 -: EVENT]);
      assert (out_interval == wanted);
    end
    // what is divided
    if (valid[1] && rtt_2 != 24'd0) assert (i2_x == x_2[23:6]);
    if (valid[1] && cw_2[27:0] != 28'd0) assert (i2_d == d_2[26:4]);
  end

  always @(posedge clk) if (rst_n && out_valid && paced) begin
    cover (out_interval == 32'd7 && valid == 7'h7f);
    cover (out_interval == 32'hffffffff && !below && cw_7 != 42'd0);
    cover (out_interval == 32'hfffffffe);
    cover (below && rtt_7 == 24'd96);
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
bind ackw_interval ackw_interval_properties u_properties (.*);
`endif

`default_nettype wire
