// Order in a QP: no event overtakes an older one of its QP, none goes within 8 cycles of its QP's last, none is lost or
// changed.
//
// What is asserted of `able` and `pick` is the page's rules 1 and 2, worked out anew in every cycle from what the slots
// hold and from what has issued. The host's operation issues as the page asks for it: that is assumed. `elder` and
// `junior` are any two events of any one QP.
//: clk rst_n in_valid in_ready in_kind in_ece in_n in_qpn in_alg in_set credit_return
//: host_valid host_kind watch_qpn watch_all watch_waits watched last_host
//: out_valid out_kind out_ece out_n out_qpn out_alg out_set out_slot enter_we enter_slot
//: valid able follows youngest fresh last_pick pick ready has_credit credits last_taken last_returned
//: fresh_predecessor fresh_within recent_valid recent_qpn_0 recent_qpn_1 recent_qpn_2 recent_qpn_3 recent_qpn_4
//: now_hazard_0 now_hazard_1 now_hazard_2 now_hazard_3 now_hazard_4 now_hazard_5
//: now_follows now_youngest younger_# now_successor_# slot_qpn_# slot_kind_# slot_ece_# slot_n_# slot_alg_# slot_set_#

  localparam SLOTS = @SLOTS@;
  localparam QPN   = $bits(in_qpn);
  localparam AGO   = 7; // an event of a QP keeps the next one off for so many cycles behind its own

  wire [SLOTS*SLOTS-1:0] younger   = {@ALL younger_#@};
  wire [SLOTS*SLOTS-1:0] successor = {@ALL now_successor_#@};
  wire [SLOTS*QPN-1:0]   qpns      = {@ALL slot_qpn_#@};
  wire [SLOTS*3-1:0]     kinds     = {@ALL slot_kind_#@};
  wire [SLOTS*14-1:0]    ns        = {@ALL slot_n_#@};
  wire [SLOTS*7-1:0]     rest      = {@ALL slot_ece_#, slot_alg_#, slot_set_#@};

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
