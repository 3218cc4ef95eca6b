//! Bugs in `limit`, which no engine has yet, in the configuration `small`.

use crate::bench::bugs::Bug;

pub const BUGS: &[Bug] = crate::bugs! {
"limit" "ackw_limit.v" {
    "what entered a cycle before a choice has the old set": "p1_chosen <= enter_chooses & (enter_chosen_qpn == p0_qpn);" => "p1_chosen <= 1'b0;";
    "a choice of another QP counts": "p1_chosen <= enter_chooses & (enter_chosen_qpn == p0_qpn);" => "p1_chosen <= enter_chooses;";
    "more enter than there is room for": "open <= ready & (out_count < OPEN_BELOW);" => "open <= ready;";
    "a set is written while an event is under way": "assign writes_set = set_valid & !(|valid);" => "assign writes_set = set_valid;";
    "what enters does not wait for a set": "assign enter_open = open & !set_valid;" => "assign enter_open = open;";
    "what waits at the port is idle": " & !out_out_valid & !enter_waits" => " & !enter_waits";
    "what passes asks fcr": "fcr_in_valid = valid[4] & !p4_q_passes & !p4_q_fetch;" => "fcr_in_valid = valid[4] & !p4_q_fetch;";
    "a lowering's begin asks fcr": "fcr_in_valid = valid[4] & !p4_q_passes & !p4_q_fetch;" => "fcr_in_valid = valid[4] & !p4_q_passes;";
    "a QP waits twice": "pushes <= q0_valid & new_queued & !found_queued;" => "pushes <= q0_valid & new_queued;";
    "marks are written by a bubble": "q1_marks <= q0_valid & outcome_marks;" => "q1_marks <= outcome_marks;";
    "no alert is raised": "q1_alerts <= q0_valid & outcome_alert;" => "q1_alerts <= 1'b0;";
    "a bubble changes its QP": ".s3_valid            (q0_valid)" => ".s3_valid            (1'b1)";
}
"limit" "ackw_limit_enter.v" {
    "an event of DCQCN says a rate": "(of_dcqcn & (s_upd_kind != KIND_TIMER))" => "1'b0";
    "an update of a receiver is limited": "(s_upd_alg == ALG_RECEIVER)" => "1'b0";
    "an opening asks only for the time": "if (choice_opens) begin" => "if (1'b0) begin";
    "an end comes with another QP's place": "entered_qpn = due_qpn;" => "entered_qpn = fetch_qpn;";
    "an advice without room is not counted": "lost_count <= lost_count + 48'd1;" => "lost_count <= lost_count;";
    "what is no update has a last PSN": "entered_una = 24'd0;" => "entered_una = s_upd_una_psn;";
}
"limit" "ackw_limit_change.v" {
    "an update of another algorithm counts": "assign speaks = event_update & !event_passes & same;" => "assign speaks = event_update & !event_passes;";
    "what passes has own values": "assign speaks = event_update & !event_passes & same;" => "assign speaks = event_update & same;";
    "a new set alone forgets own values": "assign moves = event_choice & (event_opens | !same);" => "assign moves = event_choice;";
    "a QP that is opened keeps own values": "assign moves = event_choice & (event_opens | !same);" => "assign moves = event_choice & !same;";
    "own values stay as they were behind a lowering": "assign settled = event_settle & found_owed & !found_queued;" => "assign settled = 1'b0;";
    "a lowering acts on a QP that owes nothing": "assign settled = event_settle & found_owed & !found_queued;" => "assign settled = event_settle & !found_queued;";
    "what is owed since the fetch stays unlowered": "assign settled = event_settle & found_owed & !found_queued;" => "assign settled = event_settle & found_owed;";
    "a rate of all ones is a limit": " & !(&operation_rate)" => "";
    "a choice has the old algorithm": "if (event_choice) begin" => "if (1'b0) begin";
    "HPCC++ is limited in packets": "assign in_bytes = own_alg == ALG_HPCC;" => "assign in_bytes = 1'b0;";
    "a QP that is moved keeps what is owed": "assign owed = found_owed & !moves & !settled;" => "assign owed = found_owed & !settled;";
    "the last cap is not owed": "assign new_owed = owed | clamped;" => "assign new_owed = owed;";
    "a QP waits only once": "assign new_queued = (found_queued & !event_fetch) | clamped;" => "assign new_queued = found_queued | clamped;";
    "the newest cap is owed, not the least": "(!owed | (last_window < found_lower_window))" => "1'b1";
    "the newest rate is owed, not the least": "(!owed | (last_rate < found_lower_rate))" => "1'b1";
    "marks are written by what passes": "assign outcome_marks = asked;" => "assign outcome_marks = !event_fetch;";
    "marks are ignored for ever": "assign outcome_ignore = live & said;" => "assign outcome_ignore = said;";
    "marks of a QP that is not limited are ignored": "assign outcome_ignore = live & said;" => "assign outcome_ignore = live;";
    "an update follows a rejected advice": " & !event_fetch & !rejected" => " & !event_fetch";
    "an update follows a choice": "(said & !event_choice & !event_fetch" => "(said & !event_fetch";
    "what is not known is sent": "(said & !event_choice & !event_fetch" => "(!event_choice & !event_fetch";
}
"limit" "ackw_limit_turn.v" {
    "updates wait for all else": "(others_turn | !upd_valid)" => "1'b1";
    "all else waits for updates": "assign other_goes = free & other & (others_turn | !upd_valid);" => "assign other_goes = free & other & !upd_valid;";
    "ends wait for advices": "!(due_valid & dues_turn)" => "1'b1";
}
"limit" "ackw_limit_lowering.v" {
    "a QP that owes nothing is lowered": "assign finds = fetched & found_owed;" => "assign finds = fetched;";
    "two are lowered at once": "waits & !fetching & !offered & !running" => "waits & !fetching & !offered";
    "a lowering ends with its begin": "assign ends = running & lower_done;" => "assign ends = running;";
    "what was owed before an opening is offered": "(offered & !drops & !starts)" => "(offered & !starts)";
    "any QP's opening ends an offer": "assign drops = moved & (moved_qpn == qpn);" => "assign drops = moved;";
    "its end is not waited for": "settling <= (settling | ends) & !settle_goes;" => "settling <= (settling | starts) & !settle_goes;";
    "it is lowered to what another owed": "if (fetched) begin" => "if (fetched & !offered & !found_owed) begin";
}
"limit" "ackw_limit_result.v" {
    "what is owed is no limit of the window": "if (q1_owed & (q1_lower_window < q1_cap_window)) begin" => "if (1'b0) begin";
    "what is owed is no limit of the rate": "if (q1_owed & (q1_lower_rate < q1_cap_rate)) begin" => "if (1'b0) begin";
    "what was owed is a limit": "if (q1_owed & (q1_lower_window < q1_cap_window)) begin" => "if (q1_lower_window < q1_cap_window) begin";
    "a packet's time is cut downwards": "assign raised = shifted + UP;" => "assign raised = shifted;";
    "every packet has 256 bytes": "shifted = of_byte << 4;" => "shifted = of_byte;";
    "what passes is limited": "if (!q2_passes) begin" => "if (1'b1) begin";
    "the window is the advice's": "if (q2_most_window < q2_own_window) begin" => "if (1'b1) begin";
    "a pace in ns is a rate": "if (is_rate & " => "if (";
    "LDCP's time between packets may be too short": "if (paced & ({15'd0, q2_packet} > q2_own_pace)) begin" => "if (1'b0) begin";
    "each algorithm has a time between packets": "assign paced = of_ldcp & " => "assign paced = ";
}
"limit" "ackw_limit_kept.v" {
    "the event just ahead is not seen": "if (s3_valid & s2_meets) begin" => "if (1'b0) begin";
    "the event two ahead is not seen": "if (s3_valid & s1_meets) begin" => "if (1'b0) begin";
    "the event three ahead is not seen": "s1_has <= s3_valid & (s3_qpn == s0_qpn);" => "s1_has <= 1'b0;";
    "a bubble just ahead is seen": "if (s3_valid & s2_meets) begin" => "if (s2_meets) begin";
}
"limit" "ackw_qp_order.v" {
    "a QP that waits is lost": "assign stores = push & !passes;" => "assign stores = 1'b0;";
}
};
