// Ackwright, configuration a7bc15b4d1b601c3. Written by `ackwright export`.
// SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Order in a QP: no event overtakes an older one of its QP, none goes within 8 cycles of its QP's last, none is lost or
// changed.
//
// What is asserted of `able` and `pick` is the page's rules 1 and 2, worked out anew in every cycle from what the slots
// hold and from what has issued. The host's operation issues as the page asks for it: that is assumed. `elder` and
// `junior` are any two events of any one QP.
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
  input wire credit_return,
  input wire host_valid,
  input wire [2:0] host_kind,
  input wire [9:0] watch_qpn,
  input wire watch_all,
  input wire watch_waits,
  input wire [7:0] watched,
  input wire last_host,
  input wire out_valid,
  input wire [2:0] out_kind,
  input wire out_ece,
  input wire [13:0] out_n,
  input wire [9:0] out_qpn,
  input wire [3:0] out_alg,
  input wire [3:0] out_set,
  input wire [3:0] out_slot,
  input wire enter_we,
  input wire [3:0] enter_slot,
  input wire [7:0] valid,
  input wire [7:0] able,
  input wire [7:0] follows,
  input wire [7:0] youngest,
  input wire [7:0] fresh,
  input wire [7:0] last_pick,
  input wire [7:0] pick,
  input wire [7:0] ready,
  input wire has_credit,
  input wire [6:0] credits,
  input wire last_taken,
  input wire last_returned,
  input wire [7:0] fresh_predecessor,
  input wire [4:0] fresh_within,
  input wire [4:0] recent_valid,
  input wire [9:0] recent_qpn_0,
  input wire [9:0] recent_qpn_1,
  input wire [9:0] recent_qpn_2,
  input wire [9:0] recent_qpn_3,
  input wire [9:0] recent_qpn_4,
  input wire [7:0] now_hazard_0,
  input wire [7:0] now_hazard_1,
  input wire [7:0] now_hazard_2,
  input wire [7:0] now_hazard_3,
  input wire [7:0] now_hazard_4,
  input wire [7:0] now_hazard_5,
  input wire [7:0] now_follows,
  input wire [7:0] now_youngest,
  input wire [7:0] younger_0,
  input wire [7:0] younger_1,
  input wire [7:0] younger_2,
  input wire [7:0] younger_3,
  input wire [7:0] younger_4,
  input wire [7:0] younger_5,
  input wire [7:0] younger_6,
  input wire [7:0] younger_7,
  input wire [7:0] now_successor_0,
  input wire [7:0] now_successor_1,
  input wire [7:0] now_successor_2,
  input wire [7:0] now_successor_3,
  input wire [7:0] now_successor_4,
  input wire [7:0] now_successor_5,
  input wire [7:0] now_successor_6,
  input wire [7:0] now_successor_7,
  input wire [9:0] slot_qpn_0,
  input wire [9:0] slot_qpn_1,
  input wire [9:0] slot_qpn_2,
  input wire [9:0] slot_qpn_3,
  input wire [9:0] slot_qpn_4,
  input wire [9:0] slot_qpn_5,
  input wire [9:0] slot_qpn_6,
  input wire [9:0] slot_qpn_7,
  input wire [2:0] slot_kind_0,
  input wire [2:0] slot_kind_1,
  input wire [2:0] slot_kind_2,
  input wire [2:0] slot_kind_3,
  input wire [2:0] slot_kind_4,
  input wire [2:0] slot_kind_5,
  input wire [2:0] slot_kind_6,
  input wire [2:0] slot_kind_7,
  input wire slot_ece_0,
  input wire slot_ece_1,
  input wire slot_ece_2,
  input wire slot_ece_3,
  input wire slot_ece_4,
  input wire slot_ece_5,
  input wire slot_ece_6,
  input wire slot_ece_7,
  input wire [13:0] slot_n_0,
  input wire [13:0] slot_n_1,
  input wire [13:0] slot_n_2,
  input wire [13:0] slot_n_3,
  input wire [13:0] slot_n_4,
  input wire [13:0] slot_n_5,
  input wire [13:0] slot_n_6,
  input wire [13:0] slot_n_7,
  input wire [3:0] slot_alg_0,
  input wire [3:0] slot_alg_1,
  input wire [3:0] slot_alg_2,
  input wire [3:0] slot_alg_3,
  input wire [3:0] slot_alg_4,
  input wire [3:0] slot_alg_5,
  input wire [3:0] slot_alg_6,
  input wire [3:0] slot_alg_7,
  input wire [3:0] slot_set_0,
  input wire [3:0] slot_set_1,
  input wire [3:0] slot_set_2,
  input wire [3:0] slot_set_3,
  input wire [3:0] slot_set_4,
  input wire [3:0] slot_set_5,
  input wire [3:0] slot_set_6,
  input wire [3:0] slot_set_7
);

  localparam SLOTS = 8;
  localparam QPN   = $bits(in_qpn);
  localparam AGO   = 7; // an event of a QP keeps the next one off for so many cycles behind its own

  wire [SLOTS*SLOTS-1:0] younger   = {younger_7, younger_6, younger_5, younger_4, younger_3, younger_2, younger_1, younger_0};
  wire [SLOTS*SLOTS-1:0] successor = {now_successor_7, now_successor_6, now_successor_5, now_successor_4, now_successor_3, now_successor_2, now_successor_1, now_successor_0};
  wire [SLOTS*QPN-1:0]   qpns      = {slot_qpn_7, slot_qpn_6, slot_qpn_5, slot_qpn_4, slot_qpn_3, slot_qpn_2, slot_qpn_1, slot_qpn_0};
  wire [SLOTS*3-1:0]     kinds     = {slot_kind_7, slot_kind_6, slot_kind_5, slot_kind_4, slot_kind_3, slot_kind_2, slot_kind_1, slot_kind_0};
  wire [SLOTS*14-1:0]    ns        = {slot_n_7, slot_n_6, slot_n_5, slot_n_4, slot_n_3, slot_n_2, slot_n_1, slot_n_0};
  wire [SLOTS*7-1:0]     rest      = {slot_ece_7, slot_alg_7, slot_set_7, slot_ece_6, slot_alg_6, slot_set_6, slot_ece_5, slot_alg_5, slot_set_5, slot_ece_4, slot_alg_4, slot_set_4, slot_ece_3, slot_alg_3, slot_set_3, slot_ece_2, slot_alg_2, slot_set_2, slot_ece_1, slot_alg_1, slot_set_1, slot_ece_0, slot_alg_0, slot_set_0};

  // what has issued
  reg  [AGO-1:0]     issued = {AGO{1'b0}};
  reg  [AGO*QPN-1:0] issued_qpns;
  reg                started = 1'b0;

  always @(posedge clk) begin
    started <= 1'b1;
    issued  <= rst_n ? {issued[AGO-2:0], out_valid} : {AGO{1'b0}};
    issued_qpns <= {issued_qpns[(AGO-1)*QPN-1:0], out_qpn};
  end

  always @* if (!started) assume (!rst_n);

  integer i, j, k;

  // the host's operation: nothing of its QP is in a slot, has issued of late, or enters beside it or behind it
  reg  [QPN-1:0] last_qpn;
  always @(posedge clk) last_qpn <= watch_qpn;
  always @* if (started && rst_n) begin
    if (last_host) assume (watch_qpn == last_qpn);
    if (host_valid || last_host) assume (!in_valid || in_qpn != watch_qpn);
    if (host_valid) begin
      assume (host_kind == 3'd4 || host_kind == 3'd5);
      for (i = 0; i < SLOTS; i = i + 1) assume (!valid[i] || qpns[QPN*i +: QPN] != watch_qpn);
      for (k = 0; k < AGO; k = k + 1) assume (!issued[k] || issued_qpns[QPN*k +: QPN] != watch_qpn);
    end
  end

  // slot i may go; it goes
  reg  [SLOTS-1:0] may;
  reg  [SLOTS-1:0] goes;
  reg  [SLOTS-1:0] waits;
  reg  [SLOTS-1:0] last;

  always @* begin
    for (i = 0; i < SLOTS; i = i + 1) begin
      may[i]   = valid[i];
      waits[i] = 1'b0;
      last[i]  = 1'b1;
      for (j = 0; j < SLOTS; j = j + 1) begin
        if (qpns[QPN*i +: QPN] == qpns[QPN*j +: QPN]) begin
          if (valid[j] && younger[SLOTS*j + i]) may[i] = 1'b0;
          if ((valid[j] || (last_pick[j] && !fresh[i])) && younger[SLOTS*j + i]) waits[i] = 1'b1;
          if (valid[j] && younger[SLOTS*i + j]) last[i] = 1'b0;
        end
      end
      for (k = 0; k < AGO; k = k + 1) begin
        if (issued[k] && issued_qpns[QPN*k +: QPN] == qpns[QPN*i +: QPN]) may[i] = 1'b0;
      end
    end
    for (i = 0; i < SLOTS; i = i + 1) begin
      goes[i] = may[i] && has_credit && !host_valid;
      for (j = 0; j < SLOTS; j = j + 1) begin
        if (may[j] && younger[SLOTS*j + i]) goes[i] = 1'b0;
      end
    end
  end

  always @* if (started && rst_n) begin
    assert (able == may);
    assert (pick == goes);
    assert (out_valid == (|goes || host_valid));
    assert (!out_valid || host_valid || pick[out_slot]);
    if (host_valid) assert (out_qpn == watch_qpn && out_kind == host_kind && {out_ece, out_n, out_alg, out_set, out_slot} == 0);
    assert (in_ready == !(&valid));
    assert (!enter_we || (in_valid && in_ready && !valid[enter_slot]));
    if (!out_valid) assert ({out_kind, out_ece, out_n, out_qpn, out_alg, out_set} == 0);
  end

  // what leads there: the order of age is one, and the slots' state is what it says
  always @* if (started && rst_n) begin
    assert ((fresh & ~valid) == 0 && (fresh & (fresh - 1'b1)) == 0);
    assert ((last_pick & valid) == 0 && (last_pick & (last_pick - 1'b1)) == 0);
    assert ((|last_pick || last_host) == issued[0] && !(|last_pick && last_host));
    if (last_host) assert (issued_qpns[QPN-1:0] == last_qpn);
    for (i = 0; i < SLOTS; i = i + 1) begin
      if (last_pick[i]) assert (issued_qpns[QPN-1:0] == qpns[QPN*i +: QPN]);
      if (valid[i]) begin
        assert (now_follows[i] == waits[i]);
        assert (now_youngest[i] == last[i]);
        assert (!younger[SLOTS*i + i]);
      end
      for (j = 0; j < SLOTS; j = j + 1) begin
        if (i != j && valid[i] && valid[j]) assert (younger[SLOTS*i + j] != younger[SLOTS*j + i]);
        if (valid[i] && last_pick[j]) assert (younger[SLOTS*j + i] != younger[SLOTS*i + j]);
        for (k = 0; k < SLOTS; k = k + 1) begin
          if (valid[i] && (valid[j] || last_pick[j]) && (valid[k] || last_pick[k]) && younger[SLOTS*k + j] && younger[SLOTS*j + i]) assert (younger[SLOTS*k + i]);
        end
      end
    end
  end

  // what is too close to an issue, and will be
  wire [6*SLOTS-1:0] hazard = {now_hazard_5, now_hazard_4, now_hazard_3, now_hazard_2, now_hazard_1, now_hazard_0};
  reg  [AGO*SLOTS-1:0] close;
  always @* begin
    for (i = 0; i < SLOTS; i = i + 1) begin
      close[AGO*i] = issued[0] && issued_qpns[QPN-1:0] == qpns[QPN*i +: QPN];
      for (k = 1; k < AGO; k = k + 1) begin
        close[AGO*i + k] = close[AGO*i + k - 1] || (issued[k] && issued_qpns[QPN*k +: QPN] == qpns[QPN*i +: QPN]);
      end
    end
  end

  reg predecessor;
  always @* if (started && rst_n) begin
    assert (recent_valid == issued[5:1]);
    if (recent_valid[0]) assert (recent_qpn_0 == issued_qpns[1*QPN +: QPN]);
    if (recent_valid[1]) assert (recent_qpn_1 == issued_qpns[2*QPN +: QPN]);
    if (recent_valid[2]) assert (recent_qpn_2 == issued_qpns[3*QPN +: QPN]);
    if (recent_valid[3]) assert (recent_qpn_3 == issued_qpns[4*QPN +: QPN]);
    if (recent_valid[4]) assert (recent_qpn_4 == issued_qpns[5*QPN +: QPN]);
    if (fresh == 0 && valid != 0) assert (fresh_predecessor == 0);
    for (i = 0; i < SLOTS; i = i + 1) begin
      for (k = 0; k < 6; k = k + 1) begin
        if (valid[i] && !now_follows[i]) assert (hazard[SLOTS*k + i] == close[AGO*i + 5 - k]);
      end
      for (j = 0; j < SLOTS; j = j + 1) begin
        predecessor = (valid[j] || last_pick[j]) && j != i && qpns[QPN*i +: QPN] == qpns[QPN*j +: QPN];
        for (k = 0; k < SLOTS; k = k + 1) begin
          if ((valid[k] || last_pick[k]) && k != i && younger[SLOTS*j + k] && qpns[QPN*i +: QPN] == qpns[QPN*k +: QPN]) predecessor = 1'b0;
        end
        if (fresh[i]) assert (fresh_predecessor[j] == predecessor);
        if (fresh[i] && j != i && (valid[j] || last_pick[j])) assert (younger[SLOTS*j + i] && !younger[SLOTS*i + j]);
      end
      for (k = 1; k < 6; k = k + 1) begin
        if (fresh[i]) assert ((fresh_within[k-1] || close[AGO*i]) == close[AGO*i + k]);
      end
    end
  end

  // the slot that waits for slot i's event is the next one of its QP
  reg next;
  always @* if (started && rst_n) begin
    for (i = 0; i < SLOTS; i = i + 1) begin
      for (j = 0; j < SLOTS; j = j + 1) begin
        next = valid[j] && !(last_pick[i] && fresh[j]) && younger[SLOTS*i + j] && qpns[QPN*i +: QPN] == qpns[QPN*j +: QPN];
        for (k = 0; k < SLOTS; k = k + 1) begin
          if (valid[k] && younger[SLOTS*i + k] && younger[SLOTS*k + j] && qpns[QPN*k +: QPN] == qpns[QPN*j +: QPN]) next = 1'b0;
        end
        if (valid[i] || last_pick[i]) assert (successor[SLOTS*i + j] == next);
      end
    end
  end

  // two events of a QP
  (* anyseq *) reg mark_elder;
  (* anyseq *) reg mark_junior;
  reg        elder  = 1'b0;
  reg        junior = 1'b0;
  reg  [3:0] elder_slot;
  reg  [3:0] junior_slot;
  reg  [QPN-1:0] qpn;
  reg  [2:0] kind;
  reg  [6:0] tail;
  wire       take_elder  = !elder && !junior && mark_elder && enter_we;
  wire       take_junior = elder && !junior && mark_junior && enter_we && in_qpn == qpn;

  always @(posedge clk) begin
    elder  <= rst_n && (take_elder || (elder && !(out_valid && !host_valid && out_slot == elder_slot)));
    junior <= rst_n && (take_junior || (junior && !(out_valid && !host_valid && out_slot == junior_slot)));
    if (take_elder) {elder_slot, qpn, kind, tail} <= {enter_slot, in_qpn, in_kind, in_ece, in_alg, in_set};
    if (take_junior) junior_slot <= enter_slot;
  end

  always @* if (started && rst_n) begin
    if (elder) assert (elder_slot < SLOTS && valid[elder_slot] && qpns[QPN*elder_slot +: QPN] == qpn);
    if (elder) assert (kinds[3*elder_slot +: 3] == kind && rest[7*elder_slot +: 7] == tail);
    if (junior) assert (junior_slot < SLOTS && valid[junior_slot] && qpns[QPN*junior_slot +: QPN] == qpn);
    if (elder && junior) assert (elder_slot != junior_slot && younger[SLOTS*elder_slot + junior_slot]);
    if (elder && junior && out_valid && !host_valid) assert (out_slot != junior_slot);
    if (elder && out_valid && !host_valid && out_slot == elder_slot) assert ({out_qpn, out_kind, out_ece, out_alg, out_set} == {qpn, kind, tail});
    if (out_valid && !host_valid) assert (out_n == ns[14*out_slot +: 14]);
  end

  always @(posedge clk) if (rst_n) begin
    cover (&valid);
    cover (host_valid && ready == 0 && |able);
    cover (last_host && |fresh);
    cover (elder && junior && out_valid && out_slot != elder_slot);
    cover (junior && !elder && out_valid && out_slot == junior_slot);
  end

endmodule

// Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule
`ifndef YOSYS
bind ackw_issue ackw_issue_properties u_properties (.*);
`endif

`default_nettype wire
