// Ackwright, configuration ab8e3e3ef275582b. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`ifdef ACKWRIGHT_ASSERT
`define ACKWRIGHT_LOOKS @(posedge clk) if (reset_seen)
`else
`define ACKWRIGHT_LOOKS @*
`endif

`default_nettype none

// One event of a QP waits at most, none goes within 8 cycles of its QP's last, and what counts of all that came for it is
// neither lost nor counted twice.
//
// What is asserted of `able` and `pick` is the page's rules 1 and 2, worked out anew in every cycle from what the slots
// hold and from what was picked. The host's operation is picked as the page asks for it: that is assumed. `qp` is any QP.
module ackw_issue_properties (
  input wire clk,
  input wire rst_n,
  input wire in_valid,
  input wire in_ready,
  input wire [2:0] in_kind,
  input wire in_ece,
  input wire [13:0] in_n,
  input wire [9:0] in_qpn,
  input wire [3:0] in_alg,
  input wire [3:0] in_set,
  input wire in_loss,
  input wire credit_return,
  input wire next_is_host,
  input wire host_valid,
  input wire [2:0] host_kind,
  input wire [9:0] watch_qpn,
  input wire watch_all,
  input wire watch_waits,
  input wire last_host,
  input wire [2:0] last_kind,
  input wire hold,
  input wire fence,
  input wire occupied,
  input wire out_valid,
  input wire [2:0] out_kind,
  input wire [13:0] out_n0,
  input wire [13:0] out_n1,
  input wire out_loss,
  input wire [9:0] out_qpn,
  input wire [3:0] out_alg,
  input wire [3:0] out_set,
  input wire [3:0] out_slot,
  input wire enter_we,
  input wire [3:0] enter_slot,
  input wire [3:0] in_slot,
  input wire in_moves,
  input wire saturates,
  input wire came,
  input wire [2:0] came_kind,
  input wire came_lost,
  input wire [13:0] came_n0,
  input wire [13:0] came_n1,
  input wire came_any0,
  input wire came_any1,
  input wire came_loss,
  input wire [9:0] came_qpn,
  input wire [3:0] came_alg,
  input wire [3:0] came_set,
  input wire [3:0] came_recent,
  input wire came_host,
  input wire [8:0] came_put,
  input wire [8:0] valid,
  input wire [8:0] held,
  input wire [8:0] vacant,
  input wire full,
  input wire [8:0] able,
  input wire [8:0] last_pick,
  input wire [8:0] second_pick,
  input wire [8:0] pick,
  input wire [8:0] ready,
  input wire has_credit,
  input wire may_pick,
  input wire [8:0] came_same,
  input wire [8:0] of_host,
  input wire [8:0] slot_over0,
  input wire [8:0] slot_over1,
  input wire [3:0] recent_valid,
  input wire [9:0] recent_qpn_0,
  input wire [9:0] recent_qpn_1,
  input wire [9:0] recent_qpn_2,
  input wire [9:0] recent_qpn_3,
  input wire [8:0] hazard_0,
  input wire [8:0] hazard_1,
  input wire [8:0] hazard_2,
  input wire [8:0] hazard_3,
  input wire [8:0] last_filled,
  input wire last_enters,
  input wire was_behind,
  input wire was_near,
  input wire [8:0] younger_0,
  input wire [8:0] younger_1,
  input wire [8:0] younger_2,
  input wire [8:0] younger_3,
  input wire [8:0] younger_4,
  input wire [8:0] younger_5,
  input wire [8:0] younger_6,
  input wire [8:0] younger_7,
  input wire [8:0] younger_8,
  input wire [9:0] slot_qpn_0,
  input wire [9:0] slot_qpn_1,
  input wire [9:0] slot_qpn_2,
  input wire [9:0] slot_qpn_3,
  input wire [9:0] slot_qpn_4,
  input wire [9:0] slot_qpn_5,
  input wire [9:0] slot_qpn_6,
  input wire [9:0] slot_qpn_7,
  input wire [9:0] slot_qpn_8,
  input wire [2:0] slot_kind_0,
  input wire [2:0] slot_kind_1,
  input wire [2:0] slot_kind_2,
  input wire [2:0] slot_kind_3,
  input wire [2:0] slot_kind_4,
  input wire [2:0] slot_kind_5,
  input wire [2:0] slot_kind_6,
  input wire [2:0] slot_kind_7,
  input wire [2:0] slot_kind_8,
  input wire [13:0] slot_n0_0,
  input wire [13:0] slot_n0_1,
  input wire [13:0] slot_n0_2,
  input wire [13:0] slot_n0_3,
  input wire [13:0] slot_n0_4,
  input wire [13:0] slot_n0_5,
  input wire [13:0] slot_n0_6,
  input wire [13:0] slot_n0_7,
  input wire [13:0] slot_n0_8,
  input wire [13:0] slot_n1_0,
  input wire [13:0] slot_n1_1,
  input wire [13:0] slot_n1_2,
  input wire [13:0] slot_n1_3,
  input wire [13:0] slot_n1_4,
  input wire [13:0] slot_n1_5,
  input wire [13:0] slot_n1_6,
  input wire [13:0] slot_n1_7,
  input wire [13:0] slot_n1_8,
  input wire slot_loss_0,
  input wire slot_loss_1,
  input wire slot_loss_2,
  input wire slot_loss_3,
  input wire slot_loss_4,
  input wire slot_loss_5,
  input wire slot_loss_6,
  input wire slot_loss_7,
  input wire slot_loss_8,
  input wire [3:0] slot_alg_0,
  input wire [3:0] slot_alg_1,
  input wire [3:0] slot_alg_2,
  input wire [3:0] slot_alg_3,
  input wire [3:0] slot_alg_4,
  input wire [3:0] slot_alg_5,
  input wire [3:0] slot_alg_6,
  input wire [3:0] slot_alg_7,
  input wire [3:0] slot_alg_8,
  input wire [3:0] slot_set_0,
  input wire [3:0] slot_set_1,
  input wire [3:0] slot_set_2,
  input wire [3:0] slot_set_3,
  input wire [3:0] slot_set_4,
  input wire [3:0] slot_set_5,
  input wire [3:0] slot_set_6,
  input wire [3:0] slot_set_7,
  input wire [3:0] slot_set_8
);

`ifdef ACKWRIGHT_ASSERT
  // a bench may raise reset late: nothing is looked at before
  reg reset_seen = 1'b0;
  always @(posedge clk) if (!rst_n) reset_seen <= 1'b1;
`endif

  localparam SLOTS = 9;
  localparam QPN   = $bits(in_qpn);
  localparam AGO   = 7; // an event of a QP keeps the next one off for so many cycles behind its own
  localparam EVENT = 3 + 14 + 14 + 1 + QPN + 4 + 4;

  wire [SLOTS*SLOTS-1:0] younger   = {younger_8, younger_7, younger_6, younger_5, younger_4, younger_3, younger_2, younger_1, younger_0};
  wire [SLOTS*QPN-1:0]   qpns      = {slot_qpn_8, slot_qpn_7, slot_qpn_6, slot_qpn_5, slot_qpn_4, slot_qpn_3, slot_qpn_2, slot_qpn_1, slot_qpn_0};
  wire [SLOTS*3-1:0]     kinds     = {slot_kind_8, slot_kind_7, slot_kind_6, slot_kind_5, slot_kind_4, slot_kind_3, slot_kind_2, slot_kind_1, slot_kind_0};
  wire [SLOTS*14-1:0]    n0s       = {slot_n0_8, slot_n0_7, slot_n0_6, slot_n0_5, slot_n0_4, slot_n0_3, slot_n0_2, slot_n0_1, slot_n0_0};
  wire [SLOTS*14-1:0]    n1s       = {slot_n1_8, slot_n1_7, slot_n1_6, slot_n1_5, slot_n1_4, slot_n1_3, slot_n1_2, slot_n1_1, slot_n1_0};
  wire [SLOTS*9-1:0]     rest      = {slot_loss_8, slot_alg_8, slot_set_8, slot_loss_7, slot_alg_7, slot_set_7, slot_loss_6, slot_alg_6, slot_set_6, slot_loss_5, slot_alg_5, slot_set_5, slot_loss_4, slot_alg_4, slot_set_4, slot_loss_3, slot_alg_3, slot_set_3, slot_loss_2, slot_alg_2, slot_set_2, slot_loss_1, slot_alg_1, slot_set_1, slot_loss_0, slot_alg_0, slot_set_0};

  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always `ACKWRIGHT_LOOKS if (!started) assume (!rst_n);

  // what was picked, 1 to 7 cycles ago: the first of these issues in this cycle
  reg  [AGO-2:0]         past = {(AGO-1){1'b0}};
  reg  [(AGO-1)*QPN-1:0] past_qpns;
  wire [AGO-1:0]         picked      = {past, out_valid};
  wire [AGO*QPN-1:0]     picked_qpns = {past_qpns, out_qpn};

  always @(posedge clk) begin
    past      <= rst_n ? picked[AGO-2:0] : {(AGO-1){1'b0}};
    past_qpns <= picked_qpns[(AGO-1)*QPN-1:0];
  end

  integer i, j, k;

  // the host's operation: nothing of its QP is in a slot, has come, was picked of late, or comes beside it or behind it
  reg  [QPN-1:0] last_qpn;
  reg             was_next = 1'b0;
  always @(posedge clk) last_qpn <= watch_qpn;
  always @(posedge clk) was_next <= rst_n && next_is_host;
  always `ACKWRIGHT_LOOKS if (started && rst_n) begin
    assume (host_valid == was_next);
    if (last_host) assume (watch_qpn == last_qpn);
    if (host_valid || last_host) assume (!in_valid || in_qpn != watch_qpn);
    if (host_valid) begin
      assume (host_kind == 3'd4 || host_kind == 3'd5);
      assume (!came || came_qpn != watch_qpn);
      for (i = 0; i < SLOTS; i = i + 1) assume (!valid[i] || qpns[QPN*i +: QPN] != watch_qpn);
      for (k = 0; k < AGO; k = k + 1) assume (!picked[k] || picked_qpns[QPN*k +: QPN] != watch_qpn);
    end
  end

  // what stands before the slots since the last cycle
  reg            fenced = 1'b0;
  reg  [QPN-1:0] fenced_qpn;
  reg            was_held = 1'b0;
  reg            had_credit = 1'b1;
  reg            was_waits = 1'b0;
  reg            goes_on = 1'b0;
  reg            second_host = 1'b0;
  // the slot that an event entered in the last cycle
  reg            entered = 1'b0;
  reg  [3:0]     entered_at;
  always @(posedge clk) begin
    fenced     <= rst_n && fence;
    fenced_qpn <= last_qpn;
    was_held   <= rst_n && hold;
    had_credit <= !rst_n || has_credit;
    was_waits  <= rst_n && waits;
    goes_on    <= rst_n && (|goes || host_valid);
    second_host <= rst_n && last_host;
    entered    <= rst_n && enter_we;
    entered_at <= enter_slot;
  end

  // slot i may go; it goes. An event waits that is watched for
  reg  [SLOTS-1:0] may;
  reg  [SLOTS-1:0] goes;
  reg              waits;

  always @* begin
    waits = came && (watch_all || came_qpn == last_qpn);
    for (i = 0; i < SLOTS; i = i + 1) begin
      if (valid[i] && (watch_all || qpns[QPN*i +: QPN] == last_qpn)) waits = 1'b1;
      may[i] = valid[i] && !(fenced && qpns[QPN*i +: QPN] == fenced_qpn);
      for (k = 0; k < AGO; k = k + 1) begin
        if (picked[k] && picked_qpns[QPN*k +: QPN] == qpns[QPN*i +: QPN]) may[i] = 1'b0;
      end
    end
    for (i = 0; i < SLOTS; i = i + 1) begin
      goes[i] = may[i] && may_pick;
      for (j = 0; j < SLOTS; j = j + 1) begin
        if (may[j] && younger[SLOTS*j + i]) goes[i] = 1'b0;
      end
    end
  end

  always `ACKWRIGHT_LOOKS if (started && rst_n) begin
    assert (ready == may);
    assert (may_pick == (had_credit && !was_held && !host_valid));
    assert (pick == goes);
    assert (watch_waits == was_waits);
    assert (out_valid == goes_on);
    assert (!out_valid || last_host || last_pick[out_slot]);
    if (last_host) assert (out_qpn == watch_qpn && out_kind == last_kind && {out_n0, out_n1, out_loss, out_alg, out_set, out_slot} == 0);
    assert (in_ready == !(came && &(valid | last_pick)));
    assert (in_moves == (came && !(&(valid | last_pick))));
    assert (!enter_we || (in_moves && !valid[enter_slot] && !last_pick[enter_slot]));
    assert (occupied == (came || |valid || |last_pick));
    if (!out_valid) assert ({out_kind, out_n0, out_n1, out_loss, out_qpn, out_alg, out_set} == 0);
  end

  // what comes is what joins or enters
  reg              held_came = 1'b0;
  reg  [EVENT-1:0] held_event;
  wire [EVENT-1:0] event_in   = {in_kind, in_ece ? 14'd0 : in_n, in_ece ? in_n : 14'd0, in_loss, in_qpn, in_alg, in_set};
  wire [EVENT-1:0] event_came = {came_kind, came_n0, came_n1, came_loss, came_qpn, came_alg, came_set};
  always @(posedge clk) begin
    held_came <= rst_n && ((in_valid && in_ready) || (came && !in_moves));
    if (in_valid && in_ready) held_event <= event_in;
  end

  always `ACKWRIGHT_LOOKS if (started && rst_n) begin
    assert (came == held_came);
    if (came) assert (event_came == held_event);
    if (came) assert (came_any0 == |came_n0 && came_any1 == |came_n1);
    if (came) assert (came_lost == (came_kind == 3'd1));
    if (came) assert (came_host == (came_qpn == last_qpn));
    if (last_host) assert (!came || came_qpn != watch_qpn);
    if (second_host) assert (!came || came_qpn != picked_qpns[QPN +: QPN]);
    assert (picked[1] == (|second_pick || second_host));
  end

  // what leads there: the order of age is one, and the slots' state is what it says
  always `ACKWRIGHT_LOOKS if (started && rst_n) begin
    assert (vacant == (~(valid | last_pick) & ((valid | last_pick) + 1'b1)) && full == &(valid | last_pick));
    assert ((second_pick & (second_pick - 1'b1)) == 0);
    assert ((held & came_put) == 0 && (!came || (last_filled & ~came_put) == 0) && last_enters == |last_filled);
    assert ((last_pick & valid) == 0 && (last_pick & (last_pick - 1'b1)) == 0);
    assert (out_valid == (|last_pick || last_host) && !(|last_pick && last_host));
    for (i = 0; i < SLOTS; i = i + 1) begin
      if (last_pick[i]) assert (out_qpn == qpns[QPN*i +: QPN]);
      if (second_pick[i]) assert (picked[1] && picked_qpns[QPN +: QPN] == qpns[QPN*i +: QPN]);
      if (came) assert (came_same[i] == (qpns[QPN*i +: QPN] == came_qpn));
      if (valid[i]) begin
        assert (!younger[SLOTS*i + i]);
        assert (of_host[i] == (qpns[QPN*i +: QPN] == last_qpn));
        assert (!out_valid || out_qpn != qpns[QPN*i +: QPN]);
      end
      for (j = 0; j < SLOTS; j = j + 1) begin
        if (i != j && valid[i] && valid[j]) assert (qpns[QPN*i +: QPN] != qpns[QPN*j +: QPN]);
        if (i != j && valid[i] && valid[j]) assert (younger[SLOTS*i + j] != younger[SLOTS*j + i]);
        for (k = 0; k < SLOTS; k = k + 1) begin
          if (valid[i] && valid[j] && valid[k] && younger[SLOTS*k + j] && younger[SLOTS*j + i]) assert (younger[SLOTS*k + i]);
        end
      end
    end
  end

  // what is too close to a pick, and will be
  // What has just entered is compared with the picks of the two cycles before that only now.
  wire [4*SLOTS-1:0] hazard = {hazard_3, hazard_2, hazard_1, hazard_0};
  reg  [AGO*SLOTS-1:0] of_qp;   // its QP was picked k + 1 cycles ago
  reg  [AGO*SLOTS-1:0] close;   // up to k + 1 cycles ago
  reg  [AGO*SLOTS-1:0] earlier; // so, but not less than 4 cycles ago
  reg  [3:0]           recent_came;
  always @* begin
    for (i = 0; i < SLOTS; i = i + 1) begin
      for (k = 0; k < AGO; k = k + 1) begin
        of_qp[AGO*i + k] = picked[k] && picked_qpns[QPN*k +: QPN] == qpns[QPN*i +: QPN];
        close[AGO*i + k] = of_qp[AGO*i + k] || (k > 0 && close[AGO*i + k - (k > 0)]);
        earlier[AGO*i + k] = k > 2 && (of_qp[AGO*i + k] || earlier[AGO*i + k - (k > 0)]);
      end
    end
    for (k = 0; k < 4; k = k + 1) recent_came[k] = picked[k+2] && picked_qpns[QPN*(k+2) +: QPN] == came_qpn;
  end

  always `ACKWRIGHT_LOOKS if (started && rst_n) begin
    assert (recent_valid == picked[4:1]);
    if (recent_valid[0]) assert (recent_qpn_0 == picked_qpns[1*QPN +: QPN]);
    if (recent_valid[1]) assert (recent_qpn_1 == picked_qpns[2*QPN +: QPN]);
    if (recent_valid[2]) assert (recent_qpn_2 == picked_qpns[3*QPN +: QPN]);
    if (recent_valid[3]) assert (recent_qpn_3 == picked_qpns[4*QPN +: QPN]);
    if (came) assert (came_recent == recent_came);
    for (i = 0; i < SLOTS; i = i + 1) begin
      assert (last_filled[i] == (entered && entered_at == i));
      if (last_filled[i]) begin
        assert (valid[i] && !of_qp[AGO*i]);
        assert (was_behind == of_qp[AGO*i + 1] && was_near == (of_qp[AGO*i + 1] || of_qp[AGO*i + 2]));
      end
      if (valid[i] && !last_filled[i]) assert (!of_qp[AGO*i] && !of_qp[AGO*i + 1]);
      for (k = 0; k < 4; k = k + 1) begin
        if (valid[i]) assert (hazard[SLOTS*k + i] == (last_filled[i] ? earlier[AGO*i + 5 - k] : close[AGO*i + 5 - k]));
      end
    end
  end

  // all that came for a QP since its last issue: its sums, a loss, and the choice of the first
`ifdef ACKWRIGHT_ASSERT
  reg [QPN-1:0] qp;
  initial qp = $bits(qp)'($urandom & 32'd15);
`else
  (* anyconst *) reg [QPN-1:0] qp;
`endif
  reg  [13:0] sum0 = 14'd0;
  reg  [13:0] sum1 = 14'd0;
  reg         loss = 1'b0;
  reg         some = 1'b0;
  reg  [7:0]  choice;
  wire        takes  = in_moves && came_qpn == qp;
  wire        gone   = out_valid && !last_host && out_qpn == qp;
  wire [13:0] held0  = gone ? 14'd0 : sum0;
  wire [13:0] held1  = gone ? 14'd0 : sum1;
  wire [14:0] next0  = {1'b0, held0} + (takes ? came_n0 : 14'd0);
  wire [14:0] next1  = {1'b0, held1} + (takes ? came_n1 : 14'd0);
  reg         took   = 1'b0;
  reg         beyond;

  always @(posedge clk) begin
    sum0 <= !rst_n ? 14'd0 : next0[14] ? 14'h3fff : next0[13:0];
    sum1 <= !rst_n ? 14'd0 : next1[14] ? 14'h3fff : next1[13:0];
    loss <= rst_n && ((loss && !gone) || (takes && came_loss));
    some <= rst_n && ((some && !gone) || takes);
    if (takes && (!some || gone)) choice <= {came_alg, came_set};
    took   <= rst_n && takes;
    beyond <= next0[14] || next1[14];
  end

  reg holds;
  always @* begin
    holds = 1'b0;
    for (i = 0; i < SLOTS; i = i + 1) if ((valid[i] || last_pick[i]) && qpns[QPN*i +: QPN] == qp) holds = 1'b1;
  end

  always `ACKWRIGHT_LOOKS if (started && rst_n) begin
    assert (holds == some);
    if (!some) assert (sum0 == 14'd0 && sum1 == 14'd0 && !loss);
    for (i = 0; i < SLOTS; i = i + 1) begin
      if ((valid[i] || last_pick[i]) && qpns[QPN*i +: QPN] == qp) begin
        assert ((slot_over0[i] ? 14'h3fff : n0s[14*i +: 14]) == sum0);
        assert ((slot_over1[i] ? 14'h3fff : n1s[14*i +: 14]) == sum1);
        assert (rest[9*i +: 9] == {loss, choice});
        if (takes && !gone) assert (in_slot == i && !enter_we);
      end
    end
    if (takes && (!some || gone)) assert (enter_we && in_slot == enter_slot);
    if (took) assert (saturates == beyond);
    if (gone) assert (some && {out_n0, out_n1, out_loss, out_alg, out_set} == {sum0, sum1, loss, choice});
    if (gone) assert (out_kind == kinds[3*out_slot +: 3]);
  end

  always @(posedge clk) if (rst_n) begin
    cover (&valid);
    cover (host_valid && pick == 0 && |ready);
    cover (last_host && came);
    cover (takes && gone);
    cover (takes && some && |(pick & valid) && in_slot == 0 && pick[0]);
    cover (gone && sum0 == 14'h3fff && sum1 != 14'd0 && loss);
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
bind ackw_issue ackw_issue_properties u_properties (.*);
`endif

`default_nettype wire
`undef ACKWRIGHT_LOOKS
