// What a packet does to its QP: every packet is in one ACK, marks are exact in number, and no CNP comes too soon.
//
// The module has no register. `newest` and `older` say which ACKs wait behind what is taken in the packet's cycle: at
// a QP's turn all that is due, at an opening all.
//: came_group came_due came_ece came_count came_psn came_ends came_old_ece came_old_count came_old_psn came_queued
//: came_cnp came_opened taken_group taken_queued taken_cnp taken_opened taken_limited taken_until taken_policy_mode
//: taken_policy_m taken_policy_cnp free turn late opens opened_mode opened_m opened_cnp psn marked asks micros timeout
//: interval behind_group behind_due behind_ece behind_count behind_psn behind_ends behind_old_ece behind_old_count
//: behind_old_psn behind_queued behind_cnp behind_opened push merged cnp_merged

  wire [1:0] mode   = opens ? opened_mode : taken_policy_mode;
  wire [6:0] m      = opens ? opened_m : taken_policy_m;
  wire       exact  = mode != 2'd1;
  wire [1:0] wait_1 = came_group - taken_group;

  // what waits before the packet
  wire newest = wait_1 != 2'd0 && !opens && !(turn && (came_due || late));
  wire older  = wait_1 == 2'd2 && !opens && !turn;
  wire in_queue = (came_queued != taken_queued) && !(turn && !late);
  wire cnp_waits = came_cnp != taken_cnp && !turn && !opens;

  // what waits behind it
  wire begins   = behind_group != came_group;
  wire to_older = begins && newest;
  wire has_old  = older || to_older;
  wire queued   = in_queue || push;
  wire cnp_then = behind_cnp != (turn || opens ? came_cnp : taken_cnp);

  // packets that wait, and marked ones: of an ACK with ECE all, where marks are exact
  wire [15:0] packets_before = (newest ? came_count : 14'd0) + {2'd0, older ? came_old_count : 14'd0};
  wire [15:0] packets_behind = behind_count + {2'd0, has_old ? behind_old_count : 14'd0};
  wire [15:0] marks_before   = (newest && came_ece ? came_count : 14'd0) + {2'd0, older && came_old_ece ? came_old_count : 14'd0};
  wire [15:0] marks_behind   = (behind_ece ? behind_count : 14'd0) + {2'd0, has_old && behind_old_ece ? behind_old_count : 14'd0};
  wire        fits           = !(newest && &came_count) && !(older && &came_old_count);

  // the interval of the last CNP, which is taken in this cycle, or was
  wire [17:0] left  = taken_until - micros - 18'd1; // negative: over
  wire        runs  = turn && came_cnp != taken_cnp ? interval != 16'd0 : taken_limited != free && !left[17];
  wire        wants = marked && (opens ? opened_cnp : taken_policy_cnp && !runs);

  always @* begin
    assume (wait_1 != 2'd3 && (wait_1 != 2'd2 || exact || opens));
    // two that wait have different marks, and a place in the queue; so has a CNP
    assume (!older || came_ece != came_old_ece && came_opened == taken_opened);
    assume (!newest || came_opened == taken_opened);
    assume (!(wait_1 == 2'd2 || came_cnp != taken_cnp) || came_queued != taken_queued);
    assume (!(turn && opens));
  end

  always @* begin
    assert (behind_group == came_group || behind_group == came_group + 2'd1);
    assert (begins || newest);
    assert (!(to_older && older));
    // one more packet waits, and one more marked one, if it is
    if (fits) assert (packets_behind == packets_before + 16'd1);
    if (fits && exact) assert (marks_behind == marks_before + {15'd0, marked});
    // counts stay at their greatest value
    if (!fits) assert (packets_behind >= packets_before);
    // an ACK without ECE confirms unmarked packets alone, with one mark for all it is ECE
    if (!exact) assert (behind_ece == (marked || newest && came_ece));
    // what is acknowledged ends with this packet; the older one with the packet before it
    assert (behind_psn == psn);
    if (to_older) assert (behind_old_psn == came_psn && behind_old_count == came_count && behind_old_ece == came_ece);
    if (has_old && !to_older) assert (behind_old_psn == came_old_psn + {23'd0, merged});
    // two that wait have different marks, and never more wait: what is assumed above is left so for the next packet
    if (has_old) assert (behind_ece != behind_old_ece && exact);
    assert (behind_opened == (opens ? !came_opened : taken_opened));
    // what is due has a place in the queue, once
    if (push) assert (!in_queue);
    assert (behind_queued == (came_queued ^ push));
    if (has_old || behind_due || cnp_then) assert (queued);
    // the newest is due when it is asked for, in mode 0, with m packets, and where a mark begins
    if (asks || mode == 2'd0 || begins && m == 7'd0) assert (behind_due);
    if (!begins && !merged && behind_count > {7'd0, m}) assert (behind_due);
    if (mode == 2'd1 && marked) assert (behind_due);
    if (begins && marked && !(came_ece && came_opened == taken_opened && !opens)) assert (behind_due);
    // a CNP waits if one did, or if this packet is marked and the interval is over: never two, never too soon
    assert (cnp_then == (cnp_waits || wants));
    assert (cnp_merged == (cnp_waits && wants));
  end

  always @* begin
    cover (merged && marked);
    cover (to_older && push);
    cover (cnp_then && !cnp_waits && taken_limited != free);
    cover (marked && taken_policy_cnp && !cnp_then);
    cover (!fits);
  end
