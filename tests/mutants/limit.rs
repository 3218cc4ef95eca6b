//! Bugs in `limit`, which no engine has yet, in the configuration `small`.

use crate::bench::bugs::Bug;

pub const BUGS: &[Bug] = crate::bugs! {
"limit" "ackw_limit.v" {
    "an event of DCQCN says a rate": "(of_dcqcn & (s_upd_kind != KIND_TIMER))" => "1'b0";
    "an opening asks only for the time": "if (choice_opens) begin" => "if (1'b0) begin";
    "an end comes with another QP's place": "entered_qpn = fcr_due_qpn;" => "entered_qpn = advices_out_data_qpn;";
    "what entered a cycle before a choice has the old set": "p1_chosen <= choice_valid & (choice_qpn == p0_qpn);" => "p1_chosen <= 1'b0;";
    "a choice of another QP counts": "p1_chosen <= choice_valid & (choice_qpn == p0_qpn);" => "p1_chosen <= choice_valid;";
    "more enter than there is room for": "open <= ready & (out_count < OPEN_BELOW);" => "open <= ready;";
    "what passes asks fcr": "fcr_in_valid = valid[4] & !p4_q_passes & !p4_q_fetch;" => "fcr_in_valid = valid[4] & !p4_q_fetch;";
    "a lowering's begin asks fcr": "fcr_in_valid = valid[4] & !p4_q_passes & !p4_q_fetch;" => "fcr_in_valid = valid[4] & !p4_q_passes;";
    "a rate of all ones is a limit": "!(&lowering_lower_rate) & " => "";
    "an update of a receiver is limited": "(s_upd_alg == ALG_RECEIVER)" => "1'b0";
    "own values stay as they were behind a lowering": "assign settled = q0_settle & found_owed & !found_queued;" => "assign settled = 1'b0;";
    "a lowering acts on a QP that owes nothing": "assign settled = q0_settle & found_owed & !found_queued;" => "assign settled = q0_settle & !found_queued;";
    "what is owed since the fetch stays unlowered": "assign settled = q0_settle & found_owed & !found_queued;" => "assign settled = q0_settle & found_owed;";
    "an update of another algorithm counts": "assign speaks = q0_update & !q0_passes & same;" => "assign speaks = q0_update & !q0_passes;";
    "what passes has own values": "assign speaks = q0_update & !q0_passes & same;" => "assign speaks = q0_update & same;";
    "a new set alone forgets own values": "assign moves = q0_choice & (q0_opens | !same);" => "assign moves = q0_choice;";
    "a QP that is opened keeps own values": "assign moves = q0_choice & (q0_opens | !same);" => "assign moves = q0_choice & !same;";
    "a QP that is moved keeps what is owed": "assign owed = found_owed & !moves & !settled;" => "assign owed = found_owed & !settled;";
    "marks are ignored for ever": "q1_on <= (|fcr_out_cap) & new_said;" => "q1_on <= new_said;";
    "marks of a QP that is not limited are ignored": "q1_on <= (|fcr_out_cap) & new_said;" => "q1_on <= |fcr_out_cap;";
    "a rejected advice is told": " & !q0_choice & !q0_fetch & !rejects" => " & !q0_choice & !q0_fetch";
    "a choice is told": "(new_said & !q0_choice & !q0_fetch" => "(new_said & !q0_fetch";
    "what is not known is told": "(new_said & !q0_choice & !q0_fetch" => "(!q0_choice & !q0_fetch";
    "no alert is raised": "q1_alerts <= q0_valid & !q0_passes & !q0_fetch & rejects;" => "q1_alerts <= 1'b0;";
    "a choice has the old algorithm": "if (q0_choice) begin" => "if (1'b0) begin";
    "a receiver is lowered": "(now_own_alg != ALG_RECEIVER)" => "1'b1";
    "HPCC++ is limited in packets": "assign in_bytes = now_own_alg == ALG_HPCC;" => "assign in_bytes = 1'b0;";
    "the last cap is not owed": "assign new_owed = owed | clamped;" => "assign new_owed = owed;";
    "a QP waits only once": "assign new_queued = (found_queued & !q0_fetch)" => "assign new_queued = found_queued";
    "the newest cap is owed, not the least": "if (!owed | (lasted < found_lower_window)) begin" => "if (1'b1) begin";
    "the newest rate is owed, not the least": "if (!owed | (fcr_out_rc < found_lower_rate)) begin" => "if (1'b1) begin";
    "a QP waits twice": "pushes <= q0_valid & new_queued & !found_queued;" => "pushes <= q0_valid & new_queued & clamped;";
    "marks are written by what passes": "q1_marks <= q0_valid & !q0_passes & !q0_fetch;" => "q1_marks <= q0_valid & !q0_fetch;";
    "an advice without room is not counted": "lost_count <= lost_count + 48'd1;" => "lost_count <= lost_count;";
}
"limit" "ackw_limit_turn.v" {
    "updates wait for all else": "(others_turn | !upd_valid)" => "1'b1";
    "all else waits for updates": "assign other_goes = free & other & (others_turn | !upd_valid);" => "assign other_goes = free & other & !upd_valid;";
    "ends wait for advices": "!(due_valid & dues_turn)" => "1'b1";
}
"limit" "ackw_limit_lowering.v" {
    "a QP that owes nothing is lowered": "assign finds = fetched & fetched_kept_owed;" => "assign finds = fetched;";
    "two are lowered at once": "!fetching & !offered & !running" => "!fetching & !offered";
    "a lowering ends with its begin": "assign ends = running & lower_done;" => "assign ends = running;";
    "a late update does not hold it": "if (upd_valid | !draining) begin" => "if (!draining) begin";
    "updates without end hold it": "| (taken >= TAKEN_ENOUGH)" => "";
    "it is lowered to what another owed": "if (fetched) begin" => "if (fetched & !offered & !fetched_kept_queued) begin";
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
