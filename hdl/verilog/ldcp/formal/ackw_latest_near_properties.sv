// Ackwright, configuration ab8e3e3ef275582b. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`ifdef ACKWRIGHT_ASSERT
`define ACKWRIGHT_LOOKS @(posedge clk) if (reset_seen)
`else
`define ACKWRIGHT_LOOKS @*
`endif

`default_nettype none

// A record next to the port leaves once, with all that was put on it while it stood there, and nothing of what a drop
// has forgotten; an update is told rightly whether it joined.
//
// `qp` is any QP. `stands` and `kept_*` are what the rules say of it.
module ackw_latest_near_properties (
  input wire clk,
  input wire rst_n,
  input wire load,
  input wire [9:0] load_record_qpn,
  input wire load_record_limits,
  input wire load_record_acks,
  input wire [3:0] load_record_alg,
  input wire [41:0] load_record_window,
  input wire [39:0] load_record_pace,
  input wire [3:0] load_record_own,
  input wire [11:0] load_record_sticky,
  input wire load_record_feedback,
  input wire [23:0] load_record_una,
  input wire [9:0] p2_qpn,
  input wire p2_same,
  input wire put_valid,
  input wire put_same,
  input wire [9:0] put_qpn,
  input wire put_limits,
  input wire put_acks,
  input wire [3:0] put_alg,
  input wire [41:0] put_window,
  input wire [39:0] put_pace,
  input wire [3:0] put_own,
  input wire [11:0] put_sticky,
  input wire put_feedback,
  input wire [23:0] put_una,
  input wire [9:0] t2_qpn,
  input wire t2_same,
  input wire clear,
  input wire drop_valid,
  input wire held,
  input wire [9:0] next_held_qpn,
  input wire takes,
  input wire takes_filled,
  input wire clears_filled,
  input wire leaves,
  input wire moves,
  input wire m_upd_valid,
  input wire m_upd_ready,
  input wire [9:0] m_upd_qpn,
  input wire m_upd_limits,
  input wire m_upd_acks,
  input wire [3:0] m_upd_alg,
  input wire [41:0] m_upd_window,
  input wire [39:0] m_upd_pace,
  input wire [3:0] m_upd_own,
  input wire [11:0] m_upd_sticky,
  input wire m_upd_feedback,
  input wire [23:0] m_upd_una,
  input wire [3:0] valid,
  input wire [3:0] first,
  input wire [3:0] last,
  input wire [3:0] match_put,
  input wire [3:0] match_clear,
  input wire [3:0] match_held,
  input wire goes,
  input wire gone,
  input wire [9:0] slot_0_record_qpn,
  input wire [9:0] slot_1_record_qpn,
  input wire [9:0] slot_2_record_qpn,
  input wire [9:0] slot_3_record_qpn,
  input wire slot_0_record_limits,
  input wire slot_1_record_limits,
  input wire slot_2_record_limits,
  input wire slot_3_record_limits,
  input wire slot_0_record_acks,
  input wire slot_1_record_acks,
  input wire slot_2_record_acks,
  input wire slot_3_record_acks,
  input wire [3:0] slot_0_record_alg,
  input wire [3:0] slot_1_record_alg,
  input wire [3:0] slot_2_record_alg,
  input wire [3:0] slot_3_record_alg,
  input wire [41:0] slot_0_record_window,
  input wire [41:0] slot_1_record_window,
  input wire [41:0] slot_2_record_window,
  input wire [41:0] slot_3_record_window,
  input wire [39:0] slot_0_record_pace,
  input wire [39:0] slot_1_record_pace,
  input wire [39:0] slot_2_record_pace,
  input wire [39:0] slot_3_record_pace,
  input wire [3:0] slot_0_record_own,
  input wire [3:0] slot_1_record_own,
  input wire [3:0] slot_2_record_own,
  input wire [3:0] slot_3_record_own,
  input wire [11:0] slot_0_record_sticky,
  input wire [11:0] slot_1_record_sticky,
  input wire [11:0] slot_2_record_sticky,
  input wire [11:0] slot_3_record_sticky,
  input wire slot_0_record_feedback,
  input wire slot_1_record_feedback,
  input wire slot_2_record_feedback,
  input wire slot_3_record_feedback,
  input wire [23:0] slot_0_record_una,
  input wire [23:0] slot_1_record_una,
  input wire [23:0] slot_2_record_una,
  input wire [23:0] slot_3_record_una
);

`ifdef ACKWRIGHT_ASSERT
  // a bench may raise reset late: nothing is looked at before
  reg reset_seen = 1'b0;
  always @(posedge clk) if (!rst_n) reset_seen <= 1'b1;
`endif

  localparam QPN    = $bits(p2_qpn);
  localparam LIMITS = $bits({put_own, put_pace, put_window, put_alg});
  localparam WIDTH  = 2 + LIMITS + 13 + 24; // a record without its QP

`ifdef ACKWRIGHT_ASSERT
  reg [QPN-1:0] qp;
  initial qp = $bits(qp)'($urandom & 32'd15);
`else
  (* anyconst *) reg [QPN-1:0] qp;
`endif

  // records: acks and limits lowest, then the limits, what is sticky, feedback, una
  wire [WIDTH-1:0] loaded = {load_record_una, load_record_feedback, load_record_sticky, load_record_own,
    load_record_pace, load_record_window, load_record_alg, load_record_limits, load_record_acks};
  wire [WIDTH-1:0] slots [0:3];
  wire [QPN-1:0]   qpns  [0:3];
  assign slots[0] = {slot_0_record_una, slot_0_record_feedback, slot_0_record_sticky, slot_0_record_own,
    slot_0_record_pace, slot_0_record_window, slot_0_record_alg, slot_0_record_limits, slot_0_record_acks};
  assign slots[1] = {slot_1_record_una, slot_1_record_feedback, slot_1_record_sticky, slot_1_record_own,
    slot_1_record_pace, slot_1_record_window, slot_1_record_alg, slot_1_record_limits, slot_1_record_acks};
  assign slots[2] = {slot_2_record_una, slot_2_record_feedback, slot_2_record_sticky, slot_2_record_own,
    slot_2_record_pace, slot_2_record_window, slot_2_record_alg, slot_2_record_limits, slot_2_record_acks};
  assign slots[3] = {slot_3_record_una, slot_3_record_feedback, slot_3_record_sticky, slot_3_record_own,
    slot_3_record_pace, slot_3_record_window, slot_3_record_alg, slot_3_record_limits, slot_3_record_acks};
  assign qpns[0] = slot_0_record_qpn, qpns[1] = slot_1_record_qpn;
  assign qpns[2] = slot_2_record_qpn, qpns[3] = slot_3_record_qpn;

  integer i;
  reg             started = 1'b0;
  reg             stands  = 1'b0;
  reg [WIDTH-1:0] kept;
  reg             left = 1'b0; // its record went to the port
  reg [WIDTH-1:0] word;
  reg [QPN-1:0]   p2_qpn_1, t2_qpn_1, held_qpn_1;

  // which slot has it
  reg [3:0] mine;
  always @* for (i = 0; i < 4; i = i + 1) mine[i] = valid[i] && qpns[i] == qp;
  wire is_first = |(mine & first);
  wire ends     = gone && is_first;
  wire puts     = put_valid && put_qpn == qp;
  wire loads    = load && load_record_qpn == qp;
  wire clears   = clear && t2_qpn_1 == qp;
  wire remains  = stands && !ends;

  // the slots that hold something, the first lowest: one behind the other, and the next one is `last`
  wire [1:0] place = {first[3] | first[2], first[3] | first[1]};
  wire [7:0] twice = {valid, valid} >> place;
  wire [3:0] run   = twice[3:0];
  wire [7:0] next  = {4'd0, first} << (run[3] ? 3'd4 : run[2] ? 3'd3 : run[1] ? 3'd2 : run[0] ? 3'd1 : 3'd0);

  // a drop, then the update
  reg [WIDTH-1:0] found, made;
  always @* begin
    found = kept;
    if (clears) found[1:0] = 2'd0;
    if (clears) found[WIDTH-25 -: 13] = 13'd0;
    if (loads) found = loaded;
    made = found;
    if (puts) begin
      made[1:0] = found[1:0] | {put_limits, put_acks};
      made[WIDTH-25] = found[WIDTH-25] | put_feedback;
      if (put_limits) begin
        made[2 +: LIMITS] = {put_own, put_pace, put_window, put_alg};
        made[2+LIMITS +: 12] = found[2+LIMITS +: 12] | put_sticky;
      end
      if (put_acks) made[WIDTH-1 -: 24] = put_una;
    end
  end

  always @(posedge clk) begin
    started <= 1'b1;
    {p2_qpn_1, t2_qpn_1, held_qpn_1} <= {p2_qpn, t2_qpn, next_held_qpn};
    stands <= rst_n && (remains || loads);
    kept   <= made;
    left   <= rst_n && goes && is_first;
    word   <= kept;
  end

  // who uses it: latest
  always `ACKWRIGHT_LOOKS begin
    if (!started) assume (!rst_n);
    assume (p2_same == (p2_qpn == load_record_qpn) && put_same == (put_qpn == load_record_qpn));
    assume (t2_same == (t2_qpn == load_record_qpn));
    if (started) assume (put_qpn == p2_qpn_1);
    assume (!(load && clear));
    // there is room, for latest counts what it has read as here, and no QP is loaded that stands here
    if (load) assume ((valid & last) == 4'd0);
    for (i = 0; i < 4; i = i + 1) if (load) assume (!(valid[i] && qpns[i] == load_record_qpn));
    if (load) assume (load_record_limits || load_record_acks || load_record_sticky == 12'd0 && !load_record_feedback);
    if (put_valid) assume (put_limits || put_acks);
  end

  always `ACKWRIGHT_LOOKS if (started && rst_n) begin
    // an update joins what stands here and does not leave, or what is loaded with it; and is told so
    if (puts) assert (takes == (remains || loads));
    if (puts && takes) assert (takes_filled == |found[1:0]);
    if (clears && remains) assert (clears_filled == |kept[1:0]);
    // no word in a drop's cycle, none of the QP that is held, none without anything in it
    if (drop_valid) assert (!goes);
    if (held && held_qpn_1 == qp) assert (!(goes && is_first));
    if (goes && is_first) assert (|kept[1:0]);
    if (ends && !goes) assert (kept[1:0] == 2'd0);
    assert (leaves == gone && moves == goes);
    // what leaves is what was kept
    if (left) begin
      assert (m_upd_valid && m_upd_qpn == qp && {m_upd_limits, m_upd_acks} == word[1:0]);
      assert ({m_upd_own, m_upd_pace, m_upd_window, m_upd_alg} == (word[1] ? word[2 +: LIMITS] : {LIMITS{1'b0}}));
      assert ({m_upd_feedback, m_upd_sticky} == word[WIDTH-25 -: 13]);
      assert (m_upd_una == (word[0] ? word[WIDTH-1 -: 24] : 24'd0));
    end

    // what the registers hold of it
    assert (first == 4'd1 || first == 4'd2 || first == 4'd4 || first == 4'd8);
    assert (last == 4'd1 || last == 4'd2 || last == 4'd4 || last == 4'd8);
    assert ((run & (run + 4'd1)) == 4'd0 && last == (next[3:0] | next[7:4]));
    assert (stands == |mine && (mine & (mine - 4'd1)) == 4'd0);
    for (i = 0; i < 4; i = i + 1) begin
      if (mine[i]) assert (slots[i] == kept);
      if (valid[i]) assert (match_put[i] == (qpns[i] == put_qpn) && match_clear[i] == (qpns[i] == t2_qpn_1));
      if (valid[i]) assert (match_held[i] == (qpns[i] == held_qpn_1));
    end
  end

  always @(posedge clk) if (started && rst_n) begin
    cover (left && word[1:0] == 2'd3);
    cover (puts && ends);
    cover (puts && clears && remains);
    cover (puts && loads);
    cover (ends && !goes);
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
bind ackw_latest_near ackw_latest_near_properties u_properties (.*);
`endif

`default_nettype wire
`undef ACKWRIGHT_LOOKS
