// Ackwright, configuration 5af1effd70ced52c. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`ifdef ACKWRIGHT_ASSERT
`define ACKWRIGHT_LOOKS @(posedge clk) if (reset_seen)
`else
`define ACKWRIGHT_LOOKS @*
`endif

`default_nettype none

// The parser returns to the start of a frame behind every last beat, whatever the frames hold, and is nowhere else
// between two of them.
//
// Any beats come, frames of any length, with pauses anywhere and `room` at will. Each stage's idea of where a frame
// begins is held against the beats that were taken.
module ackw_parser_front_properties (
  input wire clk,
  input wire rst_n,
  input wire room,
  input wire [511:0] tdata,
  input wire tvalid,
  input wire tlast,
  input wire s1_beat_valid,
  input wire s1_beat_last,
  input wire s2_beat_valid,
  input wire s2_beat_last,
  input wire s4_beat_valid,
  input wire s4_beat_last,
  input wire s5_fresh,
  input wire s6_fresh,
  input wire s6_beat_valid,
  input wire s8_done,
  input wire turn_0,
  input wire [12:0] s1_at,
  input wire s5_valid,
  input wire s5_last
);

`ifdef ACKWRIGHT_ASSERT
  // a bench may raise reset late: nothing is looked at before
  reg reset_seen = 1'b0;
  always @(posedge clk) if (!rst_n) reset_seen <= 1'b1;
`endif

  reg        started = 1'b0;
  reg        midway_0 = 1'b0; // between the first beat of a frame and its last, as the stream goes in
  reg  [5:0] midway = 6'd0;   // of the beat in stage 1 to 6: there is a beat of its frame before it
  reg  [7:0] beat = 8'd0;     // stage 1 to 8 holds a beat
  reg  [7:0] last;

  wire taken = tvalid && room;

  always @(posedge clk) begin
    started <= 1'b1;
    midway_0 <= rst_n && (taken ? !tlast : midway_0);
    midway   <= rst_n ? {midway[4:0], midway_0} : 6'd0;
    beat     <= rst_n ? {beat[6:0], taken} : 8'd0;
    last     <= {last[6:0], tlast};
  end

  always `ACKWRIGHT_LOOKS if (!started) assume (!rst_n);

  always `ACKWRIGHT_LOOKS if (started && rst_n) begin
    assert ({s6_beat_valid, s4_beat_valid, s2_beat_valid, s1_beat_valid} == {beat[5], beat[3], beat[1], beat[0]});
    assert (s5_valid == beat[4]);
    if (s1_beat_valid) assert (s1_beat_last == last[0]);
    if (s2_beat_valid) assert (s2_beat_last == last[1]);
    if (s4_beat_valid) assert (s4_beat_last == last[3]);
    // a stage is at the start if and only if no frame is under way there, beat or none; the beats are counted anew
    assert (turn_0 == !midway[0]);
    if (!midway[0]) assert (s1_at == 0);
    assert (s5_fresh == !midway[4]);
    assert (s6_fresh == !midway[5]);
    // a frame is done once, when its last beat is in stage 8
    assert (s8_done == (beat[7] && last[7]));
  end

  // what leads there: a stage is where the next one was behind its beat
  always `ACKWRIGHT_LOOKS if (started && rst_n) begin
    assert (midway_0 == (beat[0] ? !last[0] : midway[0]));
    assert (midway[0] == (beat[1] ? !last[1] : midway[1]));
    assert (midway[1] == (beat[2] ? !last[2] : midway[2]));
    assert (midway[2] == (beat[3] ? !last[3] : midway[3]));
    assert (midway[3] == (beat[4] ? !last[4] : midway[4]));
    assert (midway[4] == (beat[5] ? !last[5] : midway[5]));
  end

  always @(posedge clk) if (rst_n) begin
    cover (s8_done && beat == 8'hff && last[6] && s6_fresh);
    cover (!s5_valid && !s5_fresh && taken);
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
bind ackw_parser_front ackw_parser_front_properties u_properties (.*);
`endif

`default_nettype wire
`undef ACKWRIGHT_LOOKS
