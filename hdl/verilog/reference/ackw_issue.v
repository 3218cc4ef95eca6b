// Ackwright, configuration 5af1effd70ced52c. SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none

// Issues one event a cycle, never two of one QP within 8 cycles; what comes for a QP of which one waits joins that.
// An event is compared with the slots as it comes, and joins or enters one in the next cycle; a slot is picked, and
// issues in the next cycle. Vectors have one bit a slot. The slots do not move; the order of age is in younger_*.
module ackw_issue (
  input  wire        clk,           // clock, rising edge
  input  wire        rst_n,         // reset, active low, synchronous
  input  wire        in_valid,      // an event waits at the input
  output wire        in_ready,      // it is taken, if valid: the one before it goes on
  input  wire [2:0]  in_kind,       // 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data
  input  wire        in_ece,        // what counts of it counts as marked
  input  wire [13:0] in_n,          // what counts of it: packets, responses or CNPs
  input  wire [11:0] in_qpn,        // index of the QP
  input  wire [3:0]  in_alg,        // algorithm, handed on
  input  wire [3:0]  in_set,        // parameter set, handed on
  input  wire        in_loss,       // a packet was lost
  input  wire        credit_return, // an update has left the update queue
  input  wire        next_is_host,  // host_valid is 1 in the next cycle
  input  wire        host_valid,    // the host's operation is picked, and issues in the next cycle: no event of its QP
                                    // is in a slot, has come, comes in this cycle or in the next, or was picked in the
                                    // last 7 cycles
  input  wire [2:0]  host_kind,     // 4 host_write, 5 host_read
  input  wire [11:0] watch_qpn,     // index of the QP of the host's operation; it stays for a cycle behind host_valid
  input  wire        watch_all,     // the operation waits for events of any QP
  output wire        watch_waits,   // an event was in a slot in the last cycle, or had come, whose QP is that of
                                    // watch_qpn a cycle before it; or any
  input  wire        hold,          // no slot is picked in the next cycle
  input  wire        fence,         // events of the QP that watch_qpn was in the last cycle are not picked in the next
                                    // one
  output wire        occupied,      // an event is in a slot, has come, or issues
  output wire        out_valid,     // an event issues in this cycle; the fields are 0 while it is low
  output wire [2:0]  out_kind,      // of the first that came, or loss if one of them was; or host_kind
  output wire [13:0] out_n0,        // what counts of all that joined and is not marked
  output wire [13:0] out_n1,        // what counts of all that joined and is marked
  output wire        out_loss,      // one of them was a loss
  output wire [11:0] out_qpn,       // index of the QP
  output wire [3:0]  out_alg,       // as in_alg
  output wire [3:0]  out_set,       // as in_set
  output wire [3:0]  out_slot,      // the slot that it leaves
  output wire        enter_we,      // with in_moves: it enters a slot, and joins no other event
  output wire [3:0]  enter_slot,    // the lowest vacant slot, which it enters then; 0 without a vacant one
  output wire [3:0]  in_slot,       // the slot that it enters, or in which the event waits that it joins
  output wire        in_moves,      // the event that came last enters a slot in this cycle, or joins
  output wire        saturates      // one joined in the last cycle, and its sum is beyond 2^14 - 1 and stays there
);

  localparam [2:0] KIND_LOSS = 3'd1; // kind of an event

  reg         came;
  reg  [2:0]  came_kind;
  reg  [13:0] came_n0;
  reg  [13:0] came_n1;
  reg         came_any0;
  reg         came_any1;
  reg         came_loss;
  reg         came_lost;
  reg  [11:0] came_qpn;
  reg  [3:0]  came_alg;
  reg  [3:0]  came_set;
  reg  [8:0]  came_equal;
  reg  [8:0]  came_put;
  reg         came_follows;
  reg  [3:0]  came_recent;
  reg         came_now;
  reg         came_of_host;
  reg  [8:0]  held;
  reg  [8:0]  vacant_first;
  reg  [8:0]  vacant_next;
  reg         full_first;
  reg         full_next;
  reg  [8:0]  able;
  reg  [8:0]  hazard_0;
  reg  [8:0]  hazard_1;
  reg  [8:0]  hazard_2;
  reg  [8:0]  hazard_3;
  reg  [8:0]  last_filled;
  reg         last_enters;
  reg         filled_may;
  reg         was_behind;
  reg         was_near;
  reg  [8:0]  had_host;
  reg  [8:0]  put;
  reg         put_host;
  reg  [8:0]  last_pick;
  reg  [8:0]  second_pick;
  reg         last_host;
  reg  [2:0]  last_kind;
  reg         issues;
  reg         watched;
  reg  [8:0]  joined;
  reg  [8:0]  saturated;
  reg  [8:0]  stays_over;
  reg         taken;
  reg  [8:0]  younger_0;
  reg  [8:0]  younger_1;
  reg  [8:0]  younger_2;
  reg  [8:0]  younger_3;
  reg  [8:0]  younger_4;
  reg  [8:0]  younger_5;
  reg  [8:0]  younger_6;
  reg  [8:0]  younger_7;
  reg  [8:0]  younger_8;
  reg  [2:0]  slot_kind_0;
  reg  [2:0]  slot_kind_1;
  reg  [2:0]  slot_kind_2;
  reg  [2:0]  slot_kind_3;
  reg  [2:0]  slot_kind_4;
  reg  [2:0]  slot_kind_5;
  reg  [2:0]  slot_kind_6;
  reg  [2:0]  slot_kind_7;
  reg  [2:0]  slot_kind_8;
  reg  [13:0] slot_n0_0;
  reg  [13:0] slot_n0_1;
  reg  [13:0] slot_n0_2;
  reg  [13:0] slot_n0_3;
  reg  [13:0] slot_n0_4;
  reg  [13:0] slot_n0_5;
  reg  [13:0] slot_n0_6;
  reg  [13:0] slot_n0_7;
  reg  [13:0] slot_n0_8;
  reg  [13:0] slot_n1_0;
  reg  [13:0] slot_n1_1;
  reg  [13:0] slot_n1_2;
  reg  [13:0] slot_n1_3;
  reg  [13:0] slot_n1_4;
  reg  [13:0] slot_n1_5;
  reg  [13:0] slot_n1_6;
  reg  [13:0] slot_n1_7;
  reg  [13:0] slot_n1_8;
  reg  [8:0]  slot_over0;
  reg  [8:0]  slot_over1;
  reg         slot_loss_0;
  reg         slot_loss_1;
  reg         slot_loss_2;
  reg         slot_loss_3;
  reg         slot_loss_4;
  reg         slot_loss_5;
  reg         slot_loss_6;
  reg         slot_loss_7;
  reg         slot_loss_8;
  reg  [11:0] slot_qpn_0;
  reg  [11:0] slot_qpn_1;
  reg  [11:0] slot_qpn_2;
  reg  [11:0] slot_qpn_3;
  reg  [11:0] slot_qpn_4;
  reg  [11:0] slot_qpn_5;
  reg  [11:0] slot_qpn_6;
  reg  [11:0] slot_qpn_7;
  reg  [11:0] slot_qpn_8;
  reg  [3:0]  slot_alg_0;
  reg  [3:0]  slot_alg_1;
  reg  [3:0]  slot_alg_2;
  reg  [3:0]  slot_alg_3;
  reg  [3:0]  slot_alg_4;
  reg  [3:0]  slot_alg_5;
  reg  [3:0]  slot_alg_6;
  reg  [3:0]  slot_alg_7;
  reg  [3:0]  slot_alg_8;
  reg  [3:0]  slot_set_0;
  reg  [3:0]  slot_set_1;
  reg  [3:0]  slot_set_2;
  reg  [3:0]  slot_set_3;
  reg  [3:0]  slot_set_4;
  reg  [3:0]  slot_set_5;
  reg  [3:0]  slot_set_6;
  reg  [3:0]  slot_set_7;
  reg  [3:0]  slot_set_8;
  reg  [3:0]  recent_valid;
  reg  [11:0] recent_qpn_0;
  reg  [11:0] recent_qpn_1;
  reg  [11:0] recent_qpn_2;
  reg  [11:0] recent_qpn_3;
  reg  [7:0]  credits;
  reg         last_taken;
  reg         last_returned;
  reg         may_pick;

  wire [8:0]  stays;
  wire [8:0]  valid;
  reg  [8:0]  vacant;
  reg         full;
  reg  [8:0]  of_host;
  reg         came_host;
  reg  [8:0]  ready;
  reg  [8:0]  outranked;
  reg  [8:0]  pick;
  reg  [2:0]  kind;
  reg  [13:0] n0;
  reg  [13:0] n1;
  reg         loss;
  reg  [11:0] qpn;
  reg  [3:0]  alg;
  reg  [3:0]  set;
  reg  [3:0]  slot;
  wire        takes_credit;
  wire [7:0]  all_credits;
  wire        over0;
  wire        over1;
  wire        accept;
  reg  [8:0]  equal;
  reg  [8:0]  came_same;
  reg  [3:0]  recent;
  wire        second;
  wire        follows;
  wire        behind;
  reg         close;
  reg  [2:0]  blocks;
  reg  [8:0]  near_filled;
  wire        has_credit;
  wire        moves;
  wire        enter;
  reg  [8:0]  waits;
  reg  [8:0]  joins;
  reg  [8:0]  first_vacant;
  reg  [8:0]  next_vacant;
  reg         below;
  reg         below_next;
  reg  [8:0]  place;
  reg  [8:0]  filled;
  reg  [3:0]  vacant_slot;
  reg  [3:0]  moved;
  wire [14:0] sum0_0;
  wire [14:0] sum0_1;
  wire [14:0] sum0_2;
  wire [14:0] sum0_3;
  wire [14:0] sum0_4;
  wire [14:0] sum0_5;
  wire [14:0] sum0_6;
  wire [14:0] sum0_7;
  wire [14:0] sum0_8;
  wire [14:0] sum1_0;
  wire [14:0] sum1_1;
  wire [14:0] sum1_2;
  wire [14:0] sum1_3;
  wire [14:0] sum1_4;
  wire [14:0] sum1_5;
  wire [14:0] sum1_6;
  wire [14:0] sum1_7;
  wire [14:0] sum1_8;
  reg  [8:0]  saturates_at;
  reg  [8:0]  over_at;
  reg  [8:0]  overs0;
  reg  [8:0]  overs1;
  reg  [8:0]  of_watched;
  wire        came_is_host;
  reg  [8:0]  fenced;
  wire        may_at_once;

  // one that was picked in the last cycle issues, and holds nothing any more; one was entered in the last cycle, if so
  assign stays = held & ~last_pick;
  assign valid = stays | last_filled;

  always @* begin
    vacant = vacant_first;
    full = full_first;
    if (last_enters) begin
      vacant = vacant_next;
      full = full_next;
    end
  end

  // pick the oldest that is ready; none in a cycle that is the host's, or behind one with hold
  always @* begin
    near_filled = 9'd0;
    if (was_near) begin
      near_filled = last_filled;
    end
  end

  always @* begin
    ready = able & ~last_pick;
    if (filled_may) begin
      ready = (able & ~last_pick) | last_filled;
    end
  end

  always @* begin
    outranked = 9'd0;
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
    if (ready[8]) begin
      outranked = outranked | younger_8;
    end
  end

  always @* begin
    pick = 9'd0;
    if (may_pick) begin
      pick = ready & ~outranked;
    end
  end

  assign takes_credit = (|ready) & may_pick;

  // a cycle later it issues, with what joined it; a sum beyond its bits is all ones (sat). All zero without one
  always @* begin
    kind = 3'd0;
    n0 = 14'd0;
    n1 = 14'd0;
    loss = 1'b0;
    qpn = 12'd0;
    alg = 4'd0;
    set = 4'd0;
    slot = 4'd0;
    if (last_host) begin
      kind = last_kind;
      qpn = watch_qpn;
    end
    if (last_pick[0]) begin
      kind = kind | slot_kind_0;
      n0 = n0 | slot_n0_0;
      n1 = n1 | slot_n1_0;
      loss = loss | slot_loss_0;
      qpn = qpn | slot_qpn_0;
      alg = alg | slot_alg_0;
      set = set | slot_set_0;
      slot = slot | 4'd0;
    end
    if (last_pick[1]) begin
      kind = kind | slot_kind_1;
      n0 = n0 | slot_n0_1;
      n1 = n1 | slot_n1_1;
      loss = loss | slot_loss_1;
      qpn = qpn | slot_qpn_1;
      alg = alg | slot_alg_1;
      set = set | slot_set_1;
      slot = slot | 4'h1;
    end
    if (last_pick[2]) begin
      kind = kind | slot_kind_2;
      n0 = n0 | slot_n0_2;
      n1 = n1 | slot_n1_2;
      loss = loss | slot_loss_2;
      qpn = qpn | slot_qpn_2;
      alg = alg | slot_alg_2;
      set = set | slot_set_2;
      slot = slot | 4'h2;
    end
    if (last_pick[3]) begin
      kind = kind | slot_kind_3;
      n0 = n0 | slot_n0_3;
      n1 = n1 | slot_n1_3;
      loss = loss | slot_loss_3;
      qpn = qpn | slot_qpn_3;
      alg = alg | slot_alg_3;
      set = set | slot_set_3;
      slot = slot | 4'h3;
    end
    if (last_pick[4]) begin
      kind = kind | slot_kind_4;
      n0 = n0 | slot_n0_4;
      n1 = n1 | slot_n1_4;
      loss = loss | slot_loss_4;
      qpn = qpn | slot_qpn_4;
      alg = alg | slot_alg_4;
      set = set | slot_set_4;
      slot = slot | 4'h4;
    end
    if (last_pick[5]) begin
      kind = kind | slot_kind_5;
      n0 = n0 | slot_n0_5;
      n1 = n1 | slot_n1_5;
      loss = loss | slot_loss_5;
      qpn = qpn | slot_qpn_5;
      alg = alg | slot_alg_5;
      set = set | slot_set_5;
      slot = slot | 4'h5;
    end
    if (last_pick[6]) begin
      kind = kind | slot_kind_6;
      n0 = n0 | slot_n0_6;
      n1 = n1 | slot_n1_6;
      loss = loss | slot_loss_6;
      qpn = qpn | slot_qpn_6;
      alg = alg | slot_alg_6;
      set = set | slot_set_6;
      slot = slot | 4'h6;
    end
    if (last_pick[7]) begin
      kind = kind | slot_kind_7;
      n0 = n0 | slot_n0_7;
      n1 = n1 | slot_n1_7;
      loss = loss | slot_loss_7;
      qpn = qpn | slot_qpn_7;
      alg = alg | slot_alg_7;
      set = set | slot_set_7;
      slot = slot | 4'h7;
    end
    if (last_pick[8]) begin
      kind = kind | slot_kind_8;
      n0 = n0 | slot_n0_8;
      n1 = n1 | slot_n1_8;
      loss = loss | slot_loss_8;
      qpn = qpn | slot_qpn_8;
      alg = alg | slot_alg_8;
      set = set | slot_set_8;
      slot = slot | 4'h8;
    end
    if (over0) begin
      n0 = 14'h3fff;
    end
    if (over1) begin
      n1 = 14'h3fff;
    end
  end

  assign over0 = |(last_pick & slot_over0);
  assign over1 = |(last_pick & slot_over1);
  assign out_valid = issues;
  assign out_kind = kind;
  assign out_n0 = n0;
  assign out_n1 = n1;
  assign out_loss = loss;
  assign out_qpn = qpn;
  assign out_alg = alg;
  assign out_set = set;
  assign out_slot = slot;

  // credits: one for each event that is to become an update. The count by which a slot is picked lacks the picks of
  // the two cycles before, so it has to be three
  assign all_credits = credits + {7'd0, last_returned} - {7'd0, last_taken};
  assign has_credit = (|credits[7:2]) | (credits[0] & credits[1]);

  // an event comes: the slots with its QPN, and whether its QP was picked of late
  assign in_ready = !came | !full;
  assign accept = in_valid & (!came | !full);

  always @* begin
    equal = 9'd0;
    equal[0] = slot_qpn_0 == in_qpn;
    equal[1] = slot_qpn_1 == in_qpn;
    equal[2] = slot_qpn_2 == in_qpn;
    equal[3] = slot_qpn_3 == in_qpn;
    equal[4] = slot_qpn_4 == in_qpn;
    equal[5] = slot_qpn_5 == in_qpn;
    equal[6] = slot_qpn_6 == in_qpn;
    equal[7] = slot_qpn_7 == in_qpn;
    equal[8] = slot_qpn_8 == in_qpn;
  end

  always @* begin
    recent = 4'd0;
    recent[0] = recent_valid[0] & (recent_qpn_0 == in_qpn);
    recent[1] = recent_valid[1] & (recent_qpn_1 == in_qpn);
    recent[2] = recent_valid[2] & (recent_qpn_2 == in_qpn);
    recent[3] = recent_valid[3] & (recent_qpn_3 == in_qpn);
  end

  // a cycle later: the slots with its QPN, of which one has been written since; how long ago its QP was picked, the
  // last two
  always @* begin
    came_same = came_equal & ~came_put;
    if (came_follows) begin
      came_same = came_equal | came_put;
    end
  end

  // cycles among them: the slot that has been written since is not one of these, for it was vacant
  assign behind = |(came_equal & last_pick);
  assign second = |(came_equal & second_pick);

  // it joins the one of its QP that waits, or is picked in this cycle; else it enters the lowest vacant slot
  assign moves = came & !full;

  always @* begin
    waits = came_equal & stays;
    if (came_follows) begin
      waits = (came_equal & stays) | last_filled;
    end
  end

  always @* begin
    joins = 9'd0;
    if (moves) begin
      joins = waits;
    end
  end

  assign enter = moves & !((|(came_equal & stays)) | (came_follows & last_enters));

  always @* begin
    vacant_slot = 4'd0;
    if (vacant[0]) begin
      vacant_slot = vacant_slot | 4'd0;
    end
    if (vacant[1]) begin
      vacant_slot = vacant_slot | 4'h1;
    end
    if (vacant[2]) begin
      vacant_slot = vacant_slot | 4'h2;
    end
    if (vacant[3]) begin
      vacant_slot = vacant_slot | 4'h3;
    end
    if (vacant[4]) begin
      vacant_slot = vacant_slot | 4'h4;
    end
    if (vacant[5]) begin
      vacant_slot = vacant_slot | 4'h5;
    end
    if (vacant[6]) begin
      vacant_slot = vacant_slot | 4'h6;
    end
    if (vacant[7]) begin
      vacant_slot = vacant_slot | 4'h7;
    end
    if (vacant[8]) begin
      vacant_slot = vacant_slot | 4'h8;
    end
  end

  // where the event is written, if there is a vacant slot; it may be in vain, if it joins: then the slot stays vacant
  always @* begin
    place = 9'd0;
    if (came) begin
      place = vacant;
    end
  end

  always @* begin
    filled = 9'd0;
    if (enter) begin
      filled = vacant;
    end
  end

  assign in_moves = moves;
  assign enter_we = enter;
  assign enter_slot = vacant_slot;

  always @* begin
    moved = vacant_slot;
    if (|joins) begin
      moved = 4'd0;
    end
    if (joins[0]) begin
      moved = moved | 4'd0;
    end
    if (joins[1]) begin
      moved = moved | 4'h1;
    end
    if (joins[2]) begin
      moved = moved | 4'h2;
    end
    if (joins[3]) begin
      moved = moved | 4'h3;
    end
    if (joins[4]) begin
      moved = moved | 4'h4;
    end
    if (joins[5]) begin
      moved = moved | 4'h5;
    end
    if (joins[6]) begin
      moved = moved | 4'h6;
    end
    if (joins[7]) begin
      moved = moved | 4'h7;
    end
    if (joins[8]) begin
      moved = moved | 4'h8;
    end
  end

  assign in_slot = moved;

  // what has come, or stays
  assign follows = came_qpn == in_qpn;
  assign came_is_host = came_qpn == watch_qpn;

  // what the host's operation waits for, and what waits for that
  always @* begin
    of_watched = 9'd0;
    of_watched[0] = slot_qpn_0 == watch_qpn;
    of_watched[1] = slot_qpn_1 == watch_qpn;
    of_watched[2] = slot_qpn_2 == watch_qpn;
    of_watched[3] = slot_qpn_3 == watch_qpn;
    of_watched[4] = slot_qpn_4 == watch_qpn;
    of_watched[5] = slot_qpn_5 == watch_qpn;
    of_watched[6] = slot_qpn_6 == watch_qpn;
    of_watched[7] = slot_qpn_7 == watch_qpn;
    of_watched[8] = slot_qpn_8 == watch_qpn;
  end

  always @* begin
    came_host = put_host;
    if (came_now) begin
      came_host = came_of_host;
    end
  end

  always @* begin
    of_host = had_host & ~put;
    if (put_host) begin
      of_host = had_host | put;
    end
  end

  assign watch_waits = watched;

  always @* begin
    fenced = 9'd0;
    if (fence) begin
      fenced = of_host;
    end
  end

  // the lowest that is vacant in the next cycle: not one that holds an event in this one, for that may issue then
  always @* begin
    below = 1'b1;
    first_vacant = 9'd0;
    first_vacant[0] = below & !valid[0];
    below = below & valid[0];
    first_vacant[1] = below & !valid[1];
    below = below & valid[1];
    first_vacant[2] = below & !valid[2];
    below = below & valid[2];
    first_vacant[3] = below & !valid[3];
    below = below & valid[3];
    first_vacant[4] = below & !valid[4];
    below = below & valid[4];
    first_vacant[5] = below & !valid[5];
    below = below & valid[5];
    first_vacant[6] = below & !valid[6];
    below = below & valid[6];
    first_vacant[7] = below & !valid[7];
    below = below & valid[7];
    first_vacant[8] = below & !valid[8];
    below = below & valid[8];
  end

  always @* begin
    below_next = 1'b1;
    next_vacant = 9'd0;
    next_vacant[0] = below_next & !valid[0] & !vacant[0];
    below_next = below_next & (valid[0] | vacant[0]);
    next_vacant[1] = below_next & !valid[1] & !vacant[1];
    below_next = below_next & (valid[1] | vacant[1]);
    next_vacant[2] = below_next & !valid[2] & !vacant[2];
    below_next = below_next & (valid[2] | vacant[2]);
    next_vacant[3] = below_next & !valid[3] & !vacant[3];
    below_next = below_next & (valid[3] | vacant[3]);
    next_vacant[4] = below_next & !valid[4] & !vacant[4];
    below_next = below_next & (valid[4] | vacant[4]);
    next_vacant[5] = below_next & !valid[5] & !vacant[5];
    below_next = below_next & (valid[5] | vacant[5]);
    next_vacant[6] = below_next & !valid[6] & !vacant[6];
    below_next = below_next & (valid[6] | vacant[6]);
    next_vacant[7] = below_next & !valid[7] & !vacant[7];
    below_next = below_next & (valid[7] | vacant[7]);
    next_vacant[8] = below_next & !valid[8] & !vacant[8];
    below_next = below_next & (valid[8] | vacant[8]);
  end

  // what comes is there, and what has come or is in a slot is so a cycle later too, or issues
  assign occupied = taken;
  assign may_at_once = !(|came_recent) & !(fence & came_host);

  // a pick of 3 cycles ago and more counts as the event enters, one of the two cycles before it in the cycle behind
  // that
  always @* begin
    close = 1'b0;
    blocks = 3'd0;
    close = close | came_recent[0];
    blocks[0] = close;
    close = close | came_recent[1];
    blocks[1] = close;
    close = close | came_recent[2];
    blocks[2] = close;
  end

  // the slots' events. Of what joins, what counts and a loss are kept; its algorithm and set are those of the one that
  // waits
  always @* begin
    saturates_at = 9'd0;
    saturates_at[0] = sum0_0[14] | sum1_0[14];
    saturates_at[1] = sum0_1[14] | sum1_1[14];
    saturates_at[2] = sum0_2[14] | sum1_2[14];
    saturates_at[3] = sum0_3[14] | sum1_3[14];
    saturates_at[4] = sum0_4[14] | sum1_4[14];
    saturates_at[5] = sum0_5[14] | sum1_5[14];
    saturates_at[6] = sum0_6[14] | sum1_6[14];
    saturates_at[7] = sum0_7[14] | sum1_7[14];
    saturates_at[8] = sum0_8[14] | sum1_8[14];
  end

  always @* begin
    over_at = 9'd0;
    over_at[0] = (slot_over0[0] & came_any0) | (slot_over1[0] & came_any1);
    over_at[1] = (slot_over0[1] & came_any0) | (slot_over1[1] & came_any1);
    over_at[2] = (slot_over0[2] & came_any0) | (slot_over1[2] & came_any1);
    over_at[3] = (slot_over0[3] & came_any0) | (slot_over1[3] & came_any1);
    over_at[4] = (slot_over0[4] & came_any0) | (slot_over1[4] & came_any1);
    over_at[5] = (slot_over0[5] & came_any0) | (slot_over1[5] & came_any1);
    over_at[6] = (slot_over0[6] & came_any0) | (slot_over1[6] & came_any1);
    over_at[7] = (slot_over0[7] & came_any0) | (slot_over1[7] & came_any1);
    over_at[8] = (slot_over0[8] & came_any0) | (slot_over1[8] & came_any1);
  end

  always @* begin
    overs0 = 9'd0;
    overs0[0] = sum0_0[14];
    overs0[1] = sum0_1[14];
    overs0[2] = sum0_2[14];
    overs0[3] = sum0_3[14];
    overs0[4] = sum0_4[14];
    overs0[5] = sum0_5[14];
    overs0[6] = sum0_6[14];
    overs0[7] = sum0_7[14];
    overs0[8] = sum0_8[14];
  end

  always @* begin
    overs1 = 9'd0;
    overs1[0] = sum1_0[14];
    overs1[1] = sum1_1[14];
    overs1[2] = sum1_2[14];
    overs1[3] = sum1_3[14];
    overs1[4] = sum1_4[14];
    overs1[5] = sum1_5[14];
    overs1[6] = sum1_6[14];
    overs1[7] = sum1_7[14];
    overs1[8] = sum1_8[14];
  end

  assign sum0_0 = {1'b0, slot_n0_0} + {1'b0, came_n0};
  assign sum1_0 = {1'b0, slot_n1_0} + {1'b0, came_n1};
  assign sum0_1 = {1'b0, slot_n0_1} + {1'b0, came_n0};
  assign sum1_1 = {1'b0, slot_n1_1} + {1'b0, came_n1};
  assign sum0_2 = {1'b0, slot_n0_2} + {1'b0, came_n0};
  assign sum1_2 = {1'b0, slot_n1_2} + {1'b0, came_n1};
  assign sum0_3 = {1'b0, slot_n0_3} + {1'b0, came_n0};
  assign sum1_3 = {1'b0, slot_n1_3} + {1'b0, came_n1};
  assign sum0_4 = {1'b0, slot_n0_4} + {1'b0, came_n0};
  assign sum1_4 = {1'b0, slot_n1_4} + {1'b0, came_n1};
  assign sum0_5 = {1'b0, slot_n0_5} + {1'b0, came_n0};
  assign sum1_5 = {1'b0, slot_n1_5} + {1'b0, came_n1};
  assign sum0_6 = {1'b0, slot_n0_6} + {1'b0, came_n0};
  assign sum1_6 = {1'b0, slot_n1_6} + {1'b0, came_n1};
  assign sum0_7 = {1'b0, slot_n0_7} + {1'b0, came_n0};
  assign sum1_7 = {1'b0, slot_n1_7} + {1'b0, came_n1};
  assign sum0_8 = {1'b0, slot_n0_8} + {1'b0, came_n0};
  assign sum1_8 = {1'b0, slot_n1_8} + {1'b0, came_n1};
  assign saturates = |(joined & (saturated | stays_over));

  // Control registers
  always @(posedge clk) begin
    if (!rst_n) begin
      came <= 1'b0;
      held <= 9'd0;
      vacant_first <= 9'd1;
      full_first <= 1'b0;
      able <= 9'd0;
      last_filled <= 9'd0;
      last_enters <= 1'b0;
      last_pick <= 9'd0;
      second_pick <= 9'd0;
      last_host <= 1'b0;
      issues <= 1'b0;
      watched <= 1'b0;
      joined <= 9'd0;
      taken <= 1'b0;
      recent_valid <= 4'd0;
      credits <= 8'd128;
      last_taken <= 1'b0;
      last_returned <= 1'b0;
      may_pick <= 1'b1;
    end else begin
      last_pick <= pick;
      second_pick <= last_pick;
      last_host <= host_valid;
      issues <= ((|ready) & may_pick) | host_valid;

      last_taken <= takes_credit;
      last_returned <= credit_return;
      credits <= all_credits;
      may_pick <= has_credit & !hold & !next_is_host;

      came <= accept | (came & full);

      watched <= (|(valid & of_host)) | (came & came_host);
      if (watch_all) begin
        watched <= (|valid) | came;
      end
      // the slots' state. One that enters may go in the next cycle if none of its QP was picked up to 6 cycles ago
      held <= valid;

      vacant_first <= first_vacant;
      full_first <= below;
      last_enters <= enter;

      taken <= accept | came | (|valid);
      last_filled <= filled;
      able <= valid & ~hazard_0 & ~near_filled & ~fenced;

      joined <= joins;

      recent_valid <= {recent_valid[2:0], issues};
    end
  end

  // Datapath registers, without reset
  always @(posedge clk) begin
    last_kind <= host_kind;

    was_behind <= behind;
    was_near <= behind | second;

    came_equal <= came_same;
    came_put <= 9'd0;
    came_recent <= {came_recent[2:0], second};
    came_now <= accept;
    came_of_host <= in_qpn == watch_qpn;
    if (!came | !full) begin
      came_kind <= in_kind;
      came_n0 <= in_n;
      came_n1 <= 14'd0;
      if (in_ece) begin
        came_n0 <= 14'd0;
        came_n1 <= in_n;
      end
      came_any0 <= (|in_n) & !in_ece;
      came_any1 <= (|in_n) & in_ece;
      came_loss <= in_loss;
      came_lost <= in_kind == KIND_LOSS;
      came_qpn <= in_qpn;
      came_alg <= in_alg;
      came_set <= in_set;
      // the slot that is written in this cycle has the QPN of the event before
      came_equal <= equal;
      came_put <= place;
      came_follows <= follows;
      came_recent <= recent;
    end

    had_host <= of_watched;
    put <= place;
    put_host <= came_is_host;

    vacant_next <= next_vacant;
    full_next <= below_next;

    filled_may <= may_at_once & !(behind | second);

    hazard_0 <= (hazard_1 & ~place) | near_filled;
    if (blocks[2]) begin
      hazard_0 <= hazard_1 | near_filled | place;
    end
    hazard_1 <= (hazard_2 & ~place) | near_filled;
    if (blocks[1]) begin
      hazard_1 <= hazard_2 | near_filled | place;
    end
    hazard_2 <= (hazard_3 & ~place) | near_filled;
    if (blocks[0]) begin
      hazard_2 <= hazard_3 | near_filled | place;
    end
    hazard_3 <= 9'd0;
    if (was_behind) begin
      hazard_3 <= last_filled;
    end
    // the order of age
    younger_0 <= younger_0 | place;
    if (place[0]) begin
      younger_0 <= 9'd0;
    end
    younger_1 <= younger_1 | place;
    if (place[1]) begin
      younger_1 <= 9'd0;
    end
    younger_2 <= younger_2 | place;
    if (place[2]) begin
      younger_2 <= 9'd0;
    end
    younger_3 <= younger_3 | place;
    if (place[3]) begin
      younger_3 <= 9'd0;
    end
    younger_4 <= younger_4 | place;
    if (place[4]) begin
      younger_4 <= 9'd0;
    end
    younger_5 <= younger_5 | place;
    if (place[5]) begin
      younger_5 <= 9'd0;
    end
    younger_6 <= younger_6 | place;
    if (place[6]) begin
      younger_6 <= 9'd0;
    end
    younger_7 <= younger_7 | place;
    if (place[7]) begin
      younger_7 <= 9'd0;
    end
    younger_8 <= younger_8 | place;
    if (place[8]) begin
      younger_8 <= 9'd0;
    end

    if (joins[0]) begin
      if (came_lost) begin
        slot_kind_0 <= KIND_LOSS;
      end
      slot_loss_0 <= slot_loss_0 | came_loss;
      slot_n0_0 <= sum0_0[13:0];
      slot_n1_0 <= sum1_0[13:0];
    end
    if (place[0]) begin
      slot_kind_0 <= came_kind;
      slot_n0_0 <= came_n0;
      slot_n1_0 <= came_n1;
      slot_loss_0 <= came_loss;
      slot_qpn_0 <= came_qpn;
      slot_alg_0 <= came_alg;
      slot_set_0 <= came_set;
    end
    if (joins[1]) begin
      if (came_lost) begin
        slot_kind_1 <= KIND_LOSS;
      end
      slot_loss_1 <= slot_loss_1 | came_loss;
      slot_n0_1 <= sum0_1[13:0];
      slot_n1_1 <= sum1_1[13:0];
    end
    if (place[1]) begin
      slot_kind_1 <= came_kind;
      slot_n0_1 <= came_n0;
      slot_n1_1 <= came_n1;
      slot_loss_1 <= came_loss;
      slot_qpn_1 <= came_qpn;
      slot_alg_1 <= came_alg;
      slot_set_1 <= came_set;
    end
    if (joins[2]) begin
      if (came_lost) begin
        slot_kind_2 <= KIND_LOSS;
      end
      slot_loss_2 <= slot_loss_2 | came_loss;
      slot_n0_2 <= sum0_2[13:0];
      slot_n1_2 <= sum1_2[13:0];
    end
    if (place[2]) begin
      slot_kind_2 <= came_kind;
      slot_n0_2 <= came_n0;
      slot_n1_2 <= came_n1;
      slot_loss_2 <= came_loss;
      slot_qpn_2 <= came_qpn;
      slot_alg_2 <= came_alg;
      slot_set_2 <= came_set;
    end
    if (joins[3]) begin
      if (came_lost) begin
        slot_kind_3 <= KIND_LOSS;
      end
      slot_loss_3 <= slot_loss_3 | came_loss;
      slot_n0_3 <= sum0_3[13:0];
      slot_n1_3 <= sum1_3[13:0];
    end
    if (place[3]) begin
      slot_kind_3 <= came_kind;
      slot_n0_3 <= came_n0;
      slot_n1_3 <= came_n1;
      slot_loss_3 <= came_loss;
      slot_qpn_3 <= came_qpn;
      slot_alg_3 <= came_alg;
      slot_set_3 <= came_set;
    end
    if (joins[4]) begin
      if (came_lost) begin
        slot_kind_4 <= KIND_LOSS;
      end
      slot_loss_4 <= slot_loss_4 | came_loss;
      slot_n0_4 <= sum0_4[13:0];
      slot_n1_4 <= sum1_4[13:0];
    end
    if (place[4]) begin
      slot_kind_4 <= came_kind;
      slot_n0_4 <= came_n0;
      slot_n1_4 <= came_n1;
      slot_loss_4 <= came_loss;
      slot_qpn_4 <= came_qpn;
      slot_alg_4 <= came_alg;
      slot_set_4 <= came_set;
    end
    if (joins[5]) begin
      if (came_lost) begin
        slot_kind_5 <= KIND_LOSS;
      end
      slot_loss_5 <= slot_loss_5 | came_loss;
      slot_n0_5 <= sum0_5[13:0];
      slot_n1_5 <= sum1_5[13:0];
    end
    if (place[5]) begin
      slot_kind_5 <= came_kind;
      slot_n0_5 <= came_n0;
      slot_n1_5 <= came_n1;
      slot_loss_5 <= came_loss;
      slot_qpn_5 <= came_qpn;
      slot_alg_5 <= came_alg;
      slot_set_5 <= came_set;
    end
    if (joins[6]) begin
      if (came_lost) begin
        slot_kind_6 <= KIND_LOSS;
      end
      slot_loss_6 <= slot_loss_6 | came_loss;
      slot_n0_6 <= sum0_6[13:0];
      slot_n1_6 <= sum1_6[13:0];
    end
    if (place[6]) begin
      slot_kind_6 <= came_kind;
      slot_n0_6 <= came_n0;
      slot_n1_6 <= came_n1;
      slot_loss_6 <= came_loss;
      slot_qpn_6 <= came_qpn;
      slot_alg_6 <= came_alg;
      slot_set_6 <= came_set;
    end
    if (joins[7]) begin
      if (came_lost) begin
        slot_kind_7 <= KIND_LOSS;
      end
      slot_loss_7 <= slot_loss_7 | came_loss;
      slot_n0_7 <= sum0_7[13:0];
      slot_n1_7 <= sum1_7[13:0];
    end
    if (place[7]) begin
      slot_kind_7 <= came_kind;
      slot_n0_7 <= came_n0;
      slot_n1_7 <= came_n1;
      slot_loss_7 <= came_loss;
      slot_qpn_7 <= came_qpn;
      slot_alg_7 <= came_alg;
      slot_set_7 <= came_set;
    end
    if (joins[8]) begin
      if (came_lost) begin
        slot_kind_8 <= KIND_LOSS;
      end
      slot_loss_8 <= slot_loss_8 | came_loss;
      slot_n0_8 <= sum0_8[13:0];
      slot_n1_8 <= sum1_8[13:0];
    end
    if (place[8]) begin
      slot_kind_8 <= came_kind;
      slot_n0_8 <= came_n0;
      slot_n1_8 <= came_n1;
      slot_loss_8 <= came_loss;
      slot_qpn_8 <= came_qpn;
      slot_alg_8 <= came_alg;
      slot_set_8 <= came_set;
    end
    slot_over0 <= (slot_over0 | (overs0 & joins)) & ~place;
    slot_over1 <= (slot_over1 | (overs1 & joins)) & ~place;
    saturated <= saturates_at;
    stays_over <= over_at;
    // the picks before the last
    recent_qpn_0 <= qpn;
    recent_qpn_1 <= recent_qpn_0;
    recent_qpn_2 <= recent_qpn_1;
    recent_qpn_3 <= recent_qpn_2;
  end

endmodule

`default_nettype wire
