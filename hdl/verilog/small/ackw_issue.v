// Ackwright, configuration 43f4ead55955da3d
`default_nettype none

// Issues one event a cycle, never two of one QP within 8 cycles; what comes for a QP of which one waits joins that.
// Vectors have one bit a slot. The slots do not move; the order of age is kept in younger_*.
module ackw_issue (
  input  wire        clk,           // clock, rising edge
  input  wire        rst_n,         // reset, active low, asynchronous
  input  wire        in_valid,      // an event waits at the input
  output wire        in_ready,      // a slot is vacant
  input  wire [2:0]  in_kind,       // 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data
  input  wire        in_ece,        // what counts of it counts as marked
  input  wire [13:0] in_n,          // what counts of it: packets, responses or CNPs
  input  wire [3:0]  in_qpn,        // index of the QP
  input  wire [3:0]  in_alg,        // algorithm, handed on
  input  wire [3:0]  in_set,        // parameter set, handed on
  input  wire        in_loss,       // a packet was lost
  input  wire        credit_return, // an update has left the update queue
  input  wire        host_valid,    // the host's operation issues: no event of its QP is in a slot, enters one in this
                                    // cycle or in the next, or was issued in the last 7 cycles
  input  wire [2:0]  host_kind,     // 4 host_write, 5 host_read
  input  wire [3:0]  watch_qpn,     // index of the QP of the host's operation; it stays for a cycle behind host_valid
  input  wire        watch_all,     // the operation waits for events of any QP
  output wire        watch_waits,   // an event of that QP was in a slot in the last cycle, or of any
  input  wire        hold,          // no event issues in the next cycle
  input  wire        fence,         // events of watch_qpn do not issue in the next cycle
  output wire        occupied,      // an event is in a slot
  output wire        out_valid,     // the event issues in this cycle; the fields are 0 while it is low
  output wire [2:0]  out_kind,      // of the first that came, or loss if one of them was; or host_kind
  output wire [13:0] out_n0,        // what counts of all that joined and is not marked
  output wire [13:0] out_n1,        // what counts of all that joined and is marked
  output wire        out_loss,      // one of them was a loss
  output wire [3:0]  out_qpn,       // index of the QP
  output wire [3:0]  out_alg,       // as in_alg
  output wire [3:0]  out_set,       // as in_set
  output wire [3:0]  out_slot,      // the slot that it leaves
  output wire        enter_we,      // an event enters a slot in this cycle
  output wire [3:0]  enter_slot,    // the slot that it enters, the lowest vacant one; 0 without a vacant one
  output reg  [3:0]  in_slot,       // the slot that the event at the input enters, or in which the one waits that it
                                    // joins
  output wire        saturates      // it joins, and its sum is beyond 2^14 - 1 and stays there
);

  localparam [2:0] KIND_LOSS = 3'd1;

  reg  [7:0]  valid;
  reg  [7:0]  able;
  reg  [7:0]  hazard_0;
  reg  [7:0]  hazard_1;
  reg  [7:0]  hazard_2;
  reg  [7:0]  hazard_3;
  reg  [7:0]  hazard_4;
  reg  [7:0]  watched;
  reg  [7:0]  fresh;
  reg         fresh_behind;
  reg  [4:0]  fresh_within;
  reg  [7:0]  last_pick;
  reg         last_host;
  reg  [7:0]  younger_0;
  reg  [7:0]  younger_1;
  reg  [7:0]  younger_2;
  reg  [7:0]  younger_3;
  reg  [7:0]  younger_4;
  reg  [7:0]  younger_5;
  reg  [7:0]  younger_6;
  reg  [7:0]  younger_7;
  reg  [2:0]  slot_kind_0;
  reg  [2:0]  slot_kind_1;
  reg  [2:0]  slot_kind_2;
  reg  [2:0]  slot_kind_3;
  reg  [2:0]  slot_kind_4;
  reg  [2:0]  slot_kind_5;
  reg  [2:0]  slot_kind_6;
  reg  [2:0]  slot_kind_7;
  reg  [13:0] slot_n0_0;
  reg  [13:0] slot_n0_1;
  reg  [13:0] slot_n0_2;
  reg  [13:0] slot_n0_3;
  reg  [13:0] slot_n0_4;
  reg  [13:0] slot_n0_5;
  reg  [13:0] slot_n0_6;
  reg  [13:0] slot_n0_7;
  reg  [13:0] slot_n1_0;
  reg  [13:0] slot_n1_1;
  reg  [13:0] slot_n1_2;
  reg  [13:0] slot_n1_3;
  reg  [13:0] slot_n1_4;
  reg  [13:0] slot_n1_5;
  reg  [13:0] slot_n1_6;
  reg  [13:0] slot_n1_7;
  reg         slot_loss_0;
  reg         slot_loss_1;
  reg         slot_loss_2;
  reg         slot_loss_3;
  reg         slot_loss_4;
  reg         slot_loss_5;
  reg         slot_loss_6;
  reg         slot_loss_7;
  reg  [3:0]  slot_qpn_0;
  reg  [3:0]  slot_qpn_1;
  reg  [3:0]  slot_qpn_2;
  reg  [3:0]  slot_qpn_3;
  reg  [3:0]  slot_qpn_4;
  reg  [3:0]  slot_qpn_5;
  reg  [3:0]  slot_qpn_6;
  reg  [3:0]  slot_qpn_7;
  reg  [3:0]  slot_alg_0;
  reg  [3:0]  slot_alg_1;
  reg  [3:0]  slot_alg_2;
  reg  [3:0]  slot_alg_3;
  reg  [3:0]  slot_alg_4;
  reg  [3:0]  slot_alg_5;
  reg  [3:0]  slot_alg_6;
  reg  [3:0]  slot_alg_7;
  reg  [3:0]  slot_set_0;
  reg  [3:0]  slot_set_1;
  reg  [3:0]  slot_set_2;
  reg  [3:0]  slot_set_3;
  reg  [3:0]  slot_set_4;
  reg  [3:0]  slot_set_5;
  reg  [3:0]  slot_set_6;
  reg  [3:0]  slot_set_7;
  reg  [4:0]  recent_valid;
  reg  [3:0]  recent_qpn_0;
  reg  [3:0]  recent_qpn_1;
  reg  [3:0]  recent_qpn_2;
  reg  [3:0]  recent_qpn_3;
  reg  [3:0]  recent_qpn_4;
  reg  [7:0]  credits;
  reg         last_taken;
  reg         last_returned;
  reg         has_credit;
  reg         held;

  reg  [7:0]  ready;
  reg  [7:0]  outranked;
  wire [7:0]  pick;
  reg  [2:0]  kind;
  reg  [13:0] n0;
  reg  [13:0] n1;
  reg         loss;
  reg  [3:0]  qpn;
  reg  [3:0]  alg;
  reg  [3:0]  set;
  reg  [3:0]  slot;
  wire        takes_credit;
  wire [7:0]  all_credits;
  wire        issued_within_0;
  wire        issued_within_1;
  wire        issued_within_2;
  wire        issued_within_3;
  wire        issued_within_4;
  wire        issued_within_5;
  reg  [7:0]  now_hazard_0;
  reg  [7:0]  now_hazard_1;
  reg  [7:0]  now_hazard_2;
  reg  [7:0]  now_hazard_3;
  reg  [7:0]  now_hazard_4;
  reg  [7:0]  now_hazard_5;
  wire        accept;
  wire        enter;
  wire [7:0]  vacant;
  reg  [7:0]  place;
  reg  [3:0]  vacant_slot;
  reg  [7:0]  same_qp;
  wire [7:0]  waits;
  reg  [7:0]  joins;
  reg  [13:0] in_n0;
  reg  [13:0] in_n1;
  reg  [14:0] sum_0;
  reg  [14:0] sum_1;
  reg  [14:0] sum_2;
  reg  [14:0] sum_3;
  reg  [14:0] sum_4;
  reg  [14:0] sum_5;
  reg  [14:0] sum_6;
  reg  [14:0] sum_7;
  reg  [7:0]  full;
  reg  [5:0]  recent;
  wire        within_0;
  wire        within_1;
  wire        within_2;
  wire        within_3;
  wire        within_4;
  reg  [4:0]  within_now;
  reg  [3:0]  last_qpn;
  reg  [7:0]  of_host;
  reg  [7:0]  fenced;
  wire        fenced_in;

  // what the event that entered in the last cycle has to wait for: the time since its QP's last issue. With it, the
  // state of
  // all slots is complete (now_*)
  assign issued_within_0 = fresh_behind;
  assign issued_within_1 = fresh_behind | fresh_within[0];
  assign issued_within_2 = fresh_behind | fresh_within[1];
  assign issued_within_3 = fresh_behind | fresh_within[2];
  assign issued_within_4 = fresh_behind | fresh_within[3];
  assign issued_within_5 = fresh_behind | fresh_within[4];

  always @* begin
    now_hazard_0 = hazard_0 & ~fresh;
    if (issued_within_5) begin
      now_hazard_0 = hazard_0 | fresh;
    end
  end

  always @* begin
    now_hazard_1 = hazard_1 & ~fresh;
    if (issued_within_4) begin
      now_hazard_1 = hazard_1 | fresh;
    end
  end

  always @* begin
    now_hazard_2 = hazard_2 & ~fresh;
    if (issued_within_3) begin
      now_hazard_2 = hazard_2 | fresh;
    end
  end

  always @* begin
    now_hazard_3 = hazard_3 & ~fresh;
    if (issued_within_2) begin
      now_hazard_3 = hazard_3 | fresh;
    end
  end

  always @* begin
    now_hazard_4 = hazard_4 & ~fresh;
    if (issued_within_1) begin
      now_hazard_4 = hazard_4 | fresh;
    end
  end

  always @* begin
    now_hazard_5 = 8'd0;
    if (issued_within_0) begin
      now_hazard_5 = fresh;
    end
  end

  // pick the oldest that is ready; none in a cycle that is the host's, or behind one with hold
  always @* begin
    ready = 8'd0;
    if (has_credit & !host_valid & !held) begin
      ready = able;
    end
  end

  always @* begin
    outranked = 8'd0;
    if (ready[0]) begin
      outranked = outranked | younger_0;
    end
    if (ready[1]) begin
      outranked = outranked | younger_1;
    end
    if (ready[2]) begin
      outranked = outranked | younger_2;
    end
    if (ready[3]) begin
      outranked = outranked | younger_3;
    end
    if (ready[4]) begin
      outranked = outranked | younger_4;
    end
    if (ready[5]) begin
      outranked = outranked | younger_5;
    end
    if (ready[6]) begin
      outranked = outranked | younger_6;
    end
    if (ready[7]) begin
      outranked = outranked | younger_7;
    end
  end

  assign pick = ready & ~outranked;

  // the event that issues; all zero without one
  always @* begin
    kind = 3'd0;
    n0 = 14'd0;
    n1 = 14'd0;
    loss = 1'b0;
    qpn = 4'd0;
    alg = 4'd0;
    set = 4'd0;
    slot = 4'd0;
    if (host_valid) begin
      kind = host_kind;
      qpn = watch_qpn;
    end
    if (pick[0]) begin
      kind = kind | slot_kind_0;
      n0 = n0 | slot_n0_0;
      n1 = n1 | slot_n1_0;
      loss = loss | slot_loss_0;
      qpn = qpn | slot_qpn_0;
      alg = alg | slot_alg_0;
      set = set | slot_set_0;
      slot = slot | 4'd0;
    end
    if (pick[1]) begin
      kind = kind | slot_kind_1;
      n0 = n0 | slot_n0_1;
      n1 = n1 | slot_n1_1;
      loss = loss | slot_loss_1;
      qpn = qpn | slot_qpn_1;
      alg = alg | slot_alg_1;
      set = set | slot_set_1;
      slot = slot | 4'd1;
    end
    if (pick[2]) begin
      kind = kind | slot_kind_2;
      n0 = n0 | slot_n0_2;
      n1 = n1 | slot_n1_2;
      loss = loss | slot_loss_2;
      qpn = qpn | slot_qpn_2;
      alg = alg | slot_alg_2;
      set = set | slot_set_2;
      slot = slot | 4'd2;
    end
    if (pick[3]) begin
      kind = kind | slot_kind_3;
      n0 = n0 | slot_n0_3;
      n1 = n1 | slot_n1_3;
      loss = loss | slot_loss_3;
      qpn = qpn | slot_qpn_3;
      alg = alg | slot_alg_3;
      set = set | slot_set_3;
      slot = slot | 4'd3;
    end
    if (pick[4]) begin
      kind = kind | slot_kind_4;
      n0 = n0 | slot_n0_4;
      n1 = n1 | slot_n1_4;
      loss = loss | slot_loss_4;
      qpn = qpn | slot_qpn_4;
      alg = alg | slot_alg_4;
      set = set | slot_set_4;
      slot = slot | 4'd4;
    end
    if (pick[5]) begin
      kind = kind | slot_kind_5;
      n0 = n0 | slot_n0_5;
      n1 = n1 | slot_n1_5;
      loss = loss | slot_loss_5;
      qpn = qpn | slot_qpn_5;
      alg = alg | slot_alg_5;
      set = set | slot_set_5;
      slot = slot | 4'd5;
    end
    if (pick[6]) begin
      kind = kind | slot_kind_6;
      n0 = n0 | slot_n0_6;
      n1 = n1 | slot_n1_6;
      loss = loss | slot_loss_6;
      qpn = qpn | slot_qpn_6;
      alg = alg | slot_alg_6;
      set = set | slot_set_6;
      slot = slot | 4'd6;
    end
    if (pick[7]) begin
      kind = kind | slot_kind_7;
      n0 = n0 | slot_n0_7;
      n1 = n1 | slot_n1_7;
      loss = loss | slot_loss_7;
      qpn = qpn | slot_qpn_7;
      alg = alg | slot_alg_7;
      set = set | slot_set_7;
      slot = slot | 4'd7;
    end
  end

  assign out_valid = (|ready) | host_valid;
  assign out_kind = kind;
  assign out_n0 = n0;
  assign out_n1 = n1;
  assign out_loss = loss;
  assign out_qpn = qpn;
  assign out_alg = alg;
  assign out_set = set;
  assign out_slot = slot;

  // a cycle later: whose it was
  always @* begin
    last_qpn = 4'd0;
    if (last_host) begin
      last_qpn = watch_qpn;
    end
    if (last_pick[0]) begin
      last_qpn = last_qpn | slot_qpn_0;
    end
    if (last_pick[1]) begin
      last_qpn = last_qpn | slot_qpn_1;
    end
    if (last_pick[2]) begin
      last_qpn = last_qpn | slot_qpn_2;
    end
    if (last_pick[3]) begin
      last_qpn = last_qpn | slot_qpn_3;
    end
    if (last_pick[4]) begin
      last_qpn = last_qpn | slot_qpn_4;
    end
    if (last_pick[5]) begin
      last_qpn = last_qpn | slot_qpn_5;
    end
    if (last_pick[6]) begin
      last_qpn = last_qpn | slot_qpn_6;
    end
    if (last_pick[7]) begin
      last_qpn = last_qpn | slot_qpn_7;
    end
  end

  // credits: one for each event that is to become an update; the count is brought up to date a cycle later
  assign takes_credit = |ready;
  assign all_credits = credits + {7'd0, last_returned} - {7'd0, last_taken};

  // an event joins the one of its QP that waits and does not issue in this cycle; else it enters the lowest vacant slot
  assign in_ready = !(&valid);
  assign accept = in_valid & !(&valid);
  assign vacant = ~valid & (valid + 8'd1);

  always @* begin
    same_qp = 8'd0;
    same_qp = {same_qp[7:1], slot_qpn_0 == in_qpn};
    same_qp = {same_qp[7:2], slot_qpn_1 == in_qpn, same_qp[0]};
    same_qp = {same_qp[7:3], slot_qpn_2 == in_qpn, same_qp[1:0]};
    same_qp = {same_qp[7:4], slot_qpn_3 == in_qpn, same_qp[2:0]};
    same_qp = {same_qp[7:5], slot_qpn_4 == in_qpn, same_qp[3:0]};
    same_qp = {same_qp[7:6], slot_qpn_5 == in_qpn, same_qp[4:0]};
    same_qp = {same_qp[7], slot_qpn_6 == in_qpn, same_qp[5:0]};
    same_qp = {slot_qpn_7 == in_qpn, same_qp[6:0]};
  end

  assign waits = same_qp & valid;

  always @* begin
    recent = {5'd0, |(same_qp & last_pick)};
    recent = {recent[5:2], recent_valid[0] & (recent_qpn_0 == in_qpn), recent[0]};
    recent = {recent[5:3], recent_valid[1] & (recent_qpn_1 == in_qpn), recent[1:0]};
    recent = {recent[5:4], recent_valid[2] & (recent_qpn_2 == in_qpn), recent[2:0]};
    recent = {recent[5], recent_valid[3] & (recent_qpn_3 == in_qpn), recent[3:0]};
    recent = {recent_valid[4] & (recent_qpn_4 == in_qpn), recent[4:0]};
  end

  assign within_0 = recent[0];
  assign within_1 = within_0 | recent[1];
  assign within_2 = within_1 | recent[2];
  assign within_3 = within_2 | recent[3];
  assign within_4 = within_3 | recent[4];

  always @* begin
    within_now = 5'd0;
    within_now = {within_now[4:1], within_0};
    within_now = {within_now[4:2], within_1, within_now[0]};
    within_now = {within_now[4:3], within_2, within_now[1:0]};
    within_now = {within_now[4], within_3, within_now[2:0]};
    within_now = {within_4, within_now[3:0]};
  end

  always @* begin
    joins = 8'd0;
    if (accept) begin
      joins = waits & ~pick;
    end
  end

  assign enter = accept & !(|joins);

  // what it adds to, with what counts of it in one of both: the sum's place, sat
  always @* begin
    in_n0 = in_n;
    in_n1 = 14'd0;
    if (in_ece) begin
      in_n0 = 14'd0;
      in_n1 = in_n;
    end
  end

  always @* begin
    full = 8'd0;
    full = {full[7:1], sum_0[14]};
    full = {full[7:2], sum_1[14], full[0]};
    full = {full[7:3], sum_2[14], full[1:0]};
    full = {full[7:4], sum_3[14], full[2:0]};
    full = {full[7:5], sum_4[14], full[3:0]};
    full = {full[7:6], sum_5[14], full[4:0]};
    full = {full[7], sum_6[14], full[5:0]};
    full = {sum_7[14], full[6:0]};
  end

  always @* begin
    sum_0 = {1'b0, slot_n0_0} + {1'b0, in_n};
    if (in_ece) begin
      sum_0 = {1'b0, slot_n1_0} + {1'b0, in_n};
    end
  end

  always @* begin
    sum_1 = {1'b0, slot_n0_1} + {1'b0, in_n};
    if (in_ece) begin
      sum_1 = {1'b0, slot_n1_1} + {1'b0, in_n};
    end
  end

  always @* begin
    sum_2 = {1'b0, slot_n0_2} + {1'b0, in_n};
    if (in_ece) begin
      sum_2 = {1'b0, slot_n1_2} + {1'b0, in_n};
    end
  end

  always @* begin
    sum_3 = {1'b0, slot_n0_3} + {1'b0, in_n};
    if (in_ece) begin
      sum_3 = {1'b0, slot_n1_3} + {1'b0, in_n};
    end
  end

  always @* begin
    sum_4 = {1'b0, slot_n0_4} + {1'b0, in_n};
    if (in_ece) begin
      sum_4 = {1'b0, slot_n1_4} + {1'b0, in_n};
    end
  end

  always @* begin
    sum_5 = {1'b0, slot_n0_5} + {1'b0, in_n};
    if (in_ece) begin
      sum_5 = {1'b0, slot_n1_5} + {1'b0, in_n};
    end
  end

  always @* begin
    sum_6 = {1'b0, slot_n0_6} + {1'b0, in_n};
    if (in_ece) begin
      sum_6 = {1'b0, slot_n1_6} + {1'b0, in_n};
    end
  end

  always @* begin
    sum_7 = {1'b0, slot_n0_7} + {1'b0, in_n};
    if (in_ece) begin
      sum_7 = {1'b0, slot_n1_7} + {1'b0, in_n};
    end
  end

  assign saturates = |(joins & full);

  // where the event is written; it may be in vain, if it joins: then the slot stays vacant
  always @* begin
    place = 8'd0;
    if (accept) begin
      place = vacant;
    end
  end

  always @* begin
    vacant_slot = 4'd0;
    if (vacant[0]) begin
      vacant_slot = vacant_slot | 4'd0;
    end
    if (vacant[1]) begin
      vacant_slot = vacant_slot | 4'd1;
    end
    if (vacant[2]) begin
      vacant_slot = vacant_slot | 4'd2;
    end
    if (vacant[3]) begin
      vacant_slot = vacant_slot | 4'd3;
    end
    if (vacant[4]) begin
      vacant_slot = vacant_slot | 4'd4;
    end
    if (vacant[5]) begin
      vacant_slot = vacant_slot | 4'd5;
    end
    if (vacant[6]) begin
      vacant_slot = vacant_slot | 4'd6;
    end
    if (vacant[7]) begin
      vacant_slot = vacant_slot | 4'd7;
    end
  end

  assign enter_we = enter;
  assign enter_slot = vacant_slot;

  always @* begin
    in_slot = vacant_slot;
    if (joins[0]) begin
      in_slot = 4'd0;
    end
    if (joins[1]) begin
      in_slot = 4'd1;
    end
    if (joins[2]) begin
      in_slot = 4'd2;
    end
    if (joins[3]) begin
      in_slot = 4'd3;
    end
    if (joins[4]) begin
      in_slot = 4'd4;
    end
    if (joins[5]) begin
      in_slot = 4'd5;
    end
    if (joins[6]) begin
      in_slot = 4'd6;
    end
    if (joins[7]) begin
      in_slot = 4'd7;
    end
  end

  // what the host's operation waits for, and what waits for that
  always @* begin
    of_host = 8'd0;
    of_host = {of_host[7:1], slot_qpn_0 == watch_qpn};
    of_host = {of_host[7:2], slot_qpn_1 == watch_qpn, of_host[0]};
    of_host = {of_host[7:3], slot_qpn_2 == watch_qpn, of_host[1:0]};
    of_host = {of_host[7:4], slot_qpn_3 == watch_qpn, of_host[2:0]};
    of_host = {of_host[7:5], slot_qpn_4 == watch_qpn, of_host[3:0]};
    of_host = {of_host[7:6], slot_qpn_5 == watch_qpn, of_host[4:0]};
    of_host = {of_host[7], slot_qpn_6 == watch_qpn, of_host[5:0]};
    of_host = {slot_qpn_7 == watch_qpn, of_host[6:0]};
  end

  always @* begin
    fenced = 8'd0;
    if (fence) begin
      fenced = of_host;
    end
  end

  assign watch_waits = |watched;
  assign fenced_in = fence & (in_qpn == watch_qpn);

  // the slots' state. An entering event may go in the next cycle if none of its QP is here and none was issued of late
  assign occupied = |valid;

  // Control registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      valid <= 8'd0;
      able <= 8'd0;
      watched <= 8'd0;
      fresh <= 8'd0;
      last_pick <= 8'd0;
      last_host <= 1'b0;
      recent_valid <= 5'd0;
      credits <= 8'd128;
      last_taken <= 1'b0;
      last_returned <= 1'b0;
      has_credit <= 1'b1;
      held <= 1'b0;
    end else begin
      // pick the oldest that is ready; none in a cycle that is the host's, or behind one with hold
      held <= hold;
      // a cycle later
      last_host <= host_valid;
      // credits
      last_taken <= takes_credit;
      last_returned <= credit_return;
      credits <= all_credits;
      has_credit <= credit_return | (|all_credits[7:1]) | (has_credit & !takes_credit);
      // what the host's operation waits for, and what waits for that
      watched <= valid & of_host;
      if (watch_all) begin
        watched <= valid;
      end
      // the slots' state
      valid <= valid & ~pick;
      able <= valid & ~pick & ~now_hazard_0 & ~fenced;
      fresh <= 8'd0;
      if (enter) begin
        valid <= (valid & ~pick) | vacant;
        fresh <= vacant;
      end
      if (accept & !(|waits) & !(|recent) & !fenced_in) begin
        able <= (valid & ~pick & ~now_hazard_0 & ~fenced) | vacant;
      end
      last_pick <= pick;
      // the issues before the last
      recent_valid <= {recent_valid[3:0], (|last_pick) | last_host};
    end
  end

  // Datapath registers
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      hazard_0 <= 8'd0;
      hazard_1 <= 8'd0;
      hazard_2 <= 8'd0;
      hazard_3 <= 8'd0;
      hazard_4 <= 8'd0;
      fresh_behind <= 1'b0;
      fresh_within <= 5'd0;
      younger_0 <= 8'd0;
      younger_1 <= 8'd0;
      younger_2 <= 8'd0;
      younger_3 <= 8'd0;
      younger_4 <= 8'd0;
      younger_5 <= 8'd0;
      younger_6 <= 8'd0;
      younger_7 <= 8'd0;
      slot_kind_0 <= 3'd0;
      slot_kind_1 <= 3'd0;
      slot_kind_2 <= 3'd0;
      slot_kind_3 <= 3'd0;
      slot_kind_4 <= 3'd0;
      slot_kind_5 <= 3'd0;
      slot_kind_6 <= 3'd0;
      slot_kind_7 <= 3'd0;
      slot_n0_0 <= 14'd0;
      slot_n0_1 <= 14'd0;
      slot_n0_2 <= 14'd0;
      slot_n0_3 <= 14'd0;
      slot_n0_4 <= 14'd0;
      slot_n0_5 <= 14'd0;
      slot_n0_6 <= 14'd0;
      slot_n0_7 <= 14'd0;
      slot_n1_0 <= 14'd0;
      slot_n1_1 <= 14'd0;
      slot_n1_2 <= 14'd0;
      slot_n1_3 <= 14'd0;
      slot_n1_4 <= 14'd0;
      slot_n1_5 <= 14'd0;
      slot_n1_6 <= 14'd0;
      slot_n1_7 <= 14'd0;
      slot_loss_0 <= 1'b0;
      slot_loss_1 <= 1'b0;
      slot_loss_2 <= 1'b0;
      slot_loss_3 <= 1'b0;
      slot_loss_4 <= 1'b0;
      slot_loss_5 <= 1'b0;
      slot_loss_6 <= 1'b0;
      slot_loss_7 <= 1'b0;
      slot_qpn_0 <= 4'd0;
      slot_qpn_1 <= 4'd0;
      slot_qpn_2 <= 4'd0;
      slot_qpn_3 <= 4'd0;
      slot_qpn_4 <= 4'd0;
      slot_qpn_5 <= 4'd0;
      slot_qpn_6 <= 4'd0;
      slot_qpn_7 <= 4'd0;
      slot_alg_0 <= 4'd0;
      slot_alg_1 <= 4'd0;
      slot_alg_2 <= 4'd0;
      slot_alg_3 <= 4'd0;
      slot_alg_4 <= 4'd0;
      slot_alg_5 <= 4'd0;
      slot_alg_6 <= 4'd0;
      slot_alg_7 <= 4'd0;
      slot_set_0 <= 4'd0;
      slot_set_1 <= 4'd0;
      slot_set_2 <= 4'd0;
      slot_set_3 <= 4'd0;
      slot_set_4 <= 4'd0;
      slot_set_5 <= 4'd0;
      slot_set_6 <= 4'd0;
      slot_set_7 <= 4'd0;
      recent_qpn_0 <= 4'd0;
      recent_qpn_1 <= 4'd0;
      recent_qpn_2 <= 4'd0;
      recent_qpn_3 <= 4'd0;
      recent_qpn_4 <= 4'd0;
    end else begin
      // the slots' state
      fresh_behind <= |waits;
      fresh_within <= within_now;
      hazard_0 <= now_hazard_1;
      hazard_1 <= now_hazard_2;
      hazard_2 <= now_hazard_3;
      hazard_3 <= now_hazard_4;
      hazard_4 <= now_hazard_5;
      // the order of age
      younger_0 <= younger_0 | place;
      if (place[0]) begin
        younger_0 <= 8'd0;
      end
      younger_1 <= younger_1 | place;
      if (place[1]) begin
        younger_1 <= 8'd0;
      end
      younger_2 <= younger_2 | place;
      if (place[2]) begin
        younger_2 <= 8'd0;
      end
      younger_3 <= younger_3 | place;
      if (place[3]) begin
        younger_3 <= 8'd0;
      end
      younger_4 <= younger_4 | place;
      if (place[4]) begin
        younger_4 <= 8'd0;
      end
      younger_5 <= younger_5 | place;
      if (place[5]) begin
        younger_5 <= 8'd0;
      end
      younger_6 <= younger_6 | place;
      if (place[6]) begin
        younger_6 <= 8'd0;
      end
      younger_7 <= younger_7 | place;
      if (place[7]) begin
        younger_7 <= 8'd0;
      end
      // the slots' events. Of what joins, what counts and a loss are kept; its algorithm and set are those of the one
      // that waits
      if (joins[0]) begin
        if (in_kind == KIND_LOSS) begin
          slot_kind_0 <= in_kind;
        end
        slot_loss_0 <= slot_loss_0 | in_loss;
        if (in_ece) begin
          slot_n1_0 <= sum_0[13:0];
          if (full[0]) begin
            slot_n1_0 <= 14'h3fff;
          end
        end else begin
          slot_n0_0 <= sum_0[13:0];
          if (full[0]) begin
            slot_n0_0 <= 14'h3fff;
          end
        end
      end
      if (place[0]) begin
        slot_kind_0 <= in_kind;
        slot_n0_0 <= in_n0;
        slot_n1_0 <= in_n1;
        slot_loss_0 <= in_loss;
        slot_qpn_0 <= in_qpn;
        slot_alg_0 <= in_alg;
        slot_set_0 <= in_set;
      end
      if (joins[1]) begin
        if (in_kind == KIND_LOSS) begin
          slot_kind_1 <= in_kind;
        end
        slot_loss_1 <= slot_loss_1 | in_loss;
        if (in_ece) begin
          slot_n1_1 <= sum_1[13:0];
          if (full[1]) begin
            slot_n1_1 <= 14'h3fff;
          end
        end else begin
          slot_n0_1 <= sum_1[13:0];
          if (full[1]) begin
            slot_n0_1 <= 14'h3fff;
          end
        end
      end
      if (place[1]) begin
        slot_kind_1 <= in_kind;
        slot_n0_1 <= in_n0;
        slot_n1_1 <= in_n1;
        slot_loss_1 <= in_loss;
        slot_qpn_1 <= in_qpn;
        slot_alg_1 <= in_alg;
        slot_set_1 <= in_set;
      end
      if (joins[2]) begin
        if (in_kind == KIND_LOSS) begin
          slot_kind_2 <= in_kind;
        end
        slot_loss_2 <= slot_loss_2 | in_loss;
        if (in_ece) begin
          slot_n1_2 <= sum_2[13:0];
          if (full[2]) begin
            slot_n1_2 <= 14'h3fff;
          end
        end else begin
          slot_n0_2 <= sum_2[13:0];
          if (full[2]) begin
            slot_n0_2 <= 14'h3fff;
          end
        end
      end
      if (place[2]) begin
        slot_kind_2 <= in_kind;
        slot_n0_2 <= in_n0;
        slot_n1_2 <= in_n1;
        slot_loss_2 <= in_loss;
        slot_qpn_2 <= in_qpn;
        slot_alg_2 <= in_alg;
        slot_set_2 <= in_set;
      end
      if (joins[3]) begin
        if (in_kind == KIND_LOSS) begin
          slot_kind_3 <= in_kind;
        end
        slot_loss_3 <= slot_loss_3 | in_loss;
        if (in_ece) begin
          slot_n1_3 <= sum_3[13:0];
          if (full[3]) begin
            slot_n1_3 <= 14'h3fff;
          end
        end else begin
          slot_n0_3 <= sum_3[13:0];
          if (full[3]) begin
            slot_n0_3 <= 14'h3fff;
          end
        end
      end
      if (place[3]) begin
        slot_kind_3 <= in_kind;
        slot_n0_3 <= in_n0;
        slot_n1_3 <= in_n1;
        slot_loss_3 <= in_loss;
        slot_qpn_3 <= in_qpn;
        slot_alg_3 <= in_alg;
        slot_set_3 <= in_set;
      end
      if (joins[4]) begin
        if (in_kind == KIND_LOSS) begin
          slot_kind_4 <= in_kind;
        end
        slot_loss_4 <= slot_loss_4 | in_loss;
        if (in_ece) begin
          slot_n1_4 <= sum_4[13:0];
          if (full[4]) begin
            slot_n1_4 <= 14'h3fff;
          end
        end else begin
          slot_n0_4 <= sum_4[13:0];
          if (full[4]) begin
            slot_n0_4 <= 14'h3fff;
          end
        end
      end
      if (place[4]) begin
        slot_kind_4 <= in_kind;
        slot_n0_4 <= in_n0;
        slot_n1_4 <= in_n1;
        slot_loss_4 <= in_loss;
        slot_qpn_4 <= in_qpn;
        slot_alg_4 <= in_alg;
        slot_set_4 <= in_set;
      end
      if (joins[5]) begin
        if (in_kind == KIND_LOSS) begin
          slot_kind_5 <= in_kind;
        end
        slot_loss_5 <= slot_loss_5 | in_loss;
        if (in_ece) begin
          slot_n1_5 <= sum_5[13:0];
          if (full[5]) begin
            slot_n1_5 <= 14'h3fff;
          end
        end else begin
          slot_n0_5 <= sum_5[13:0];
          if (full[5]) begin
            slot_n0_5 <= 14'h3fff;
          end
        end
      end
      if (place[5]) begin
        slot_kind_5 <= in_kind;
        slot_n0_5 <= in_n0;
        slot_n1_5 <= in_n1;
        slot_loss_5 <= in_loss;
        slot_qpn_5 <= in_qpn;
        slot_alg_5 <= in_alg;
        slot_set_5 <= in_set;
      end
      if (joins[6]) begin
        if (in_kind == KIND_LOSS) begin
          slot_kind_6 <= in_kind;
        end
        slot_loss_6 <= slot_loss_6 | in_loss;
        if (in_ece) begin
          slot_n1_6 <= sum_6[13:0];
          if (full[6]) begin
            slot_n1_6 <= 14'h3fff;
          end
        end else begin
          slot_n0_6 <= sum_6[13:0];
          if (full[6]) begin
            slot_n0_6 <= 14'h3fff;
          end
        end
      end
      if (place[6]) begin
        slot_kind_6 <= in_kind;
        slot_n0_6 <= in_n0;
        slot_n1_6 <= in_n1;
        slot_loss_6 <= in_loss;
        slot_qpn_6 <= in_qpn;
        slot_alg_6 <= in_alg;
        slot_set_6 <= in_set;
      end
      if (joins[7]) begin
        if (in_kind == KIND_LOSS) begin
          slot_kind_7 <= in_kind;
        end
        slot_loss_7 <= slot_loss_7 | in_loss;
        if (in_ece) begin
          slot_n1_7 <= sum_7[13:0];
          if (full[7]) begin
            slot_n1_7 <= 14'h3fff;
          end
        end else begin
          slot_n0_7 <= sum_7[13:0];
          if (full[7]) begin
            slot_n0_7 <= 14'h3fff;
          end
        end
      end
      if (place[7]) begin
        slot_kind_7 <= in_kind;
        slot_n0_7 <= in_n0;
        slot_n1_7 <= in_n1;
        slot_loss_7 <= in_loss;
        slot_qpn_7 <= in_qpn;
        slot_alg_7 <= in_alg;
        slot_set_7 <= in_set;
      end
      // the issues before the last
      recent_qpn_0 <= last_qpn;
      recent_qpn_1 <= recent_qpn_0;
      recent_qpn_2 <= recent_qpn_1;
      recent_qpn_3 <= recent_qpn_2;
      recent_qpn_4 <= recent_qpn_3;
    end
  end

endmodule

`default_nettype wire
