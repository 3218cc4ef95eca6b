//! Bugs in the shaper, which no engine has yet, in the configuration `small`.

use crate::bench::bugs::Bug;

pub const BUGS: &[Bug] = crate::bugs! {
"shaper" "ackw_shaper.v" {
    "an operation begins while one of its QP is under way": "issues = last & candidate_valid & !blocked" => "issues = last & candidate_valid";
    "what waits is overtaken": "pick_may = ready & (!candidate_valid | !blocked)" => "pick_may = ready";
    "updates leave no place for an opening": "controls < MOST_UPDATES" => "controls < MOST_CONTROLS";
    "a request overtakes its QP's opening": "req_may <= ready_next & !req_next & !openings_next" => "req_may <= ready_next & !req_next";
    "a grant is made beside those that wait": "spare <= !lists_next_valid & free & !capped" => "spare <= free & !capped";
    "an update grants beside a cap": "spare <= !lists_next_valid & free & !capped" => "spare <= !lists_next_valid & free";
    "an operation without a tag makes a grant": "m7_grant = first & valid[7] & m_7_may_grant;" => "m7_grant = first & valid[7];";
    "the cap is not asked": "uncapped <= !capped | (line_free & " => "uncapped <= 1'b1 | (line_free & ";
    "two grants of a capped line are under way": "& !(candidate_valid & (candidate_kind == KIND_GRANT))" => "";
    "a refused grant takes room": "end else if (pops | refused) begin" => "end else if (pops) begin";
}
"shaper" "ackw_shaper_pick.v" {
    "a source that was taken is asked first again": "later <= ~(one | (one - 7'd1))" => "later <= ~(one - 7'd1)";
    "the first source goes before all others": "next = asks_later & (7'd0 - asks_later)" => "next = asks & (7'd0 - asks)";
}
"shaper" "ackw_shaper_place.v" {
    "a QP that left keeps its place": "behind <= stays & (m10_qp_behind | !m10_qp_live |" => "behind <= stays & (m10_qp_behind |";
    "a QP whose time has not come is granted its place": "may = m10_asks & m10_due;" => "may = m10_asks;";
}
"shaper" "ackw_shaper_line.v" {
    "what was not sent is charged once more": "at <= taken" => "at <= added";
    "a late line is charged from when it was free": "added <= sum_burst" => "added <= sum";
}
"shaper" "ackw_shaper_event.v" {
    "a request during a grant is forgotten": "m1_op_empty & is_last_word" => "m1_op_empty";
    "the newest grant alone says that nothing is left": "m1_op_empty & is_last_word" => "m1_op_empty & is_last_word & is_newest";
    "what is not sent again stays in flight": "qp_next_una = before_snd;" => "qp_next_una = m2_qp_una;";
    "an older una counts": "is_acked <= (|una_behind) & !una_behind[23]" => "is_acked <= |una_behind";
    "an una counts that is none": "& m1_op_acks & is_acked" => "& is_acked";
    "limits count that are none": "controls = (is_update & was_open & m1_op_limits) | is_open" => "controls = (is_update & was_open) | is_open";
    "a window that is none is below what is in flight": "is_update & was_open & m1_op_limits & window_less" => "is_update & was_open & window_less";
    "what is returned is lost": "if (e_of_return) begin" => "if (1'b0) begin";
    "a rewind brings all that is asked": "if (too_far) begin" => "if (1'b0) begin";
    "a rewind that goes nowhere moves una": "if (e_goes_back) begin" => "if (1'b1) begin";
    "a grant is younger than it is": "younger <= m1_qp_grants - 7'd1 - m1_word_number;" => "younger <= 7'd0;";
    "a psn_next is believed however far it is": "is_far <= beyond[22] & !beyond[23]" => "is_far <= 1'b0";
    "a rewind goes beyond snd_nxt": "if (!e_ends_beyond) begin" => "if (1'b1) begin";
}
"shaper" "ackw_shaper_offer.v" {
    "the window does not cut an offer": "if (m6_limited & (q_left < q_turn)) begin" => "if (1'b0) begin";
    "more than is left of the window goes at the end": "!m6_limited | (q_level <= q_left)" => "1'b1";
    "a QP that waits in a list is granted beside it": "in_turn = !m6_qp_queued" => "in_turn = 1'b1";
    "the first packets are ECN-capable": "if (starts & (plain_packets < {1'b0, of_whole})) begin" => "if (1'b0) begin";
}
"shaper" "ackw_shaper_settle.v" {
    "a turn that has ended is kept": "keeps_place <= keeps & !(m9_qp_turn & less_than_mtu & less_than_level)" => "keeps_place <= keeps";
    "a lateness is always made good": "on_time <= !m7_qp_old & (rest <= burst)" => "on_time <= !m7_qp_old";
    "an answer does not say what is charged": "if (m7_of_qp & (m7_op_kind == KIND_SENT)) begin" => "if (1'b0) begin";
}
"shaper" "ackw_shaper_lists.v" {
    "a list whose last QP goes is not empty": "empty <= !held | (leaves & same)" => "empty <= !held";
}
"shaper" "ackw_shaper_cost.v" {
    "a cost wraps": "if (|sum[74:45]) begin" => "if (1'b0) begin";
}
"shaper" "ackw_shaper_tree.v" {
    "a top is looked at while it is": "if (hold) begin" => "if (1'b0) begin";
    "a due time stays when it ends": "if (finish_due_valid) begin" => "if (1'b1) begin";
    "a wake and a look of another top meet, and one is forgotten": "held <= (held & ~freed) | hold_one" => "held <= held | hold_one";
}
"shaper" "ackw_shaper_tags.v" {
    "a returned grant is looked at where it was": "scan_given <= scan_some[scanned[2:0]]" => "scan_given <= 1'b1";
    "a grant is answered for another QP": "m1_given & (found_qpn == m1_qpn)" => "m1_given";
    "a slot's tag is always the same": "generation_low <= generation_low ^ to_give;" => "generation_low <= generation_low;";
    "a tag in use is given": "is_free <= !(|(used & turn_one))" => "is_free <= 1'b1";
}
};
