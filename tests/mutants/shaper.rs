//! Bugs in the shaper, which no engine has yet, in the configuration `small`.

use crate::bench::bugs::Bug;

pub const BUGS: &[Bug] = crate::bugs! {
"shaper" "ackw_shaper.v" {
    "an operation begins while one of its QP is under way": "issues = last & pick_valid & !(|(same & valid[7:0]))" => "issues = last & pick_valid";
    "a source that waits loses its turn": "turn <= pick + {2'd0, issues}" => "turn <= pick + 3'd1";
    "updates leave no place for an opening": "controls < MOST_UPDATES" => "controls < MOST_CONTROLS";
    "a request overtakes its QP's opening": "req_turn = ready & !req_valid & !(|openings)" => "req_turn = ready & !req_valid";
    "the cap is not asked": "(line_free & !(|grants_under_way))" => "1'b1";
    "a turn that has ended is kept": "keeps = popped & qp_live & !qp_behind & (qp_class == m_8_class) & !(qp_turn & settle_m8_short)" => "keeps = popped & qp_live & !qp_behind & (qp_class == m_8_class)";
    "a QP that left keeps its place": "settle_m8_qp_behind | !settle_m8_qp_live |" => "settle_m8_qp_behind |";
    "a refused grant takes room": "credits_less + {3'd0, pops} + {3'd0, refused}" => "credits_less + {3'd0, pops}";
    "a QP whose time has not come is granted its place": "may = asks & settle_m8_due;" => "may = asks;";
}
"shaper" "ackw_shaper_event.v" {
    "a request during a grant is forgotten": "if (empties & newest & !qp_rung) begin" => "if (empties & newest) begin";
    "an older una counts": "& op_acks & (|una_behind) & !una_behind[23]) begin" => "& op_acks & (|una_behind)) begin";
    "an una counts that is none": "& op_acks & (|una_behind)" => "& (|una_behind)";
    "limits count that are none": "controls = (is_update & was_open & op_limits) | is_open" => "controls = (is_update & was_open) | is_open";
    "a window that is none is below what is in flight": "is_update & was_open & op_limits & (" => "is_update & was_open & (";
    "what is returned is lost": "if (of_return) begin" => "if (1'b0) begin";
    "a rewind brings all that is asked": "if ({7'd0, op_bytes} > in_flight_p) begin" => "if (1'b0) begin";
    "a rewind goes beyond snd_nxt": "if (!ends_beyond) begin" => "if (1'b1) begin";
}
"shaper" "ackw_shaper_offer.v" {
    "the window does not cut an offer": "if (m4_limited & (q_left < q_turn)) begin" => "if (1'b0) begin";
    "more than is left of the window goes at the end": "(!m4_limited | (q_level <= q_left))" => "1'b1";
    "the first packets are ECN-capable": "starts & (plain_packets < {1'b0, of_whole})" => "1'b0";
}
"shaper" "ackw_shaper_settle.v" {
    "a lateness is always made good": "if (!m5_qp_old & (rest <= burst)) begin" => "if (!m5_qp_old) begin";
    "an answer does not say what is charged": "if (m5_of_qp & (m5_op_kind == KIND_SENT)) begin" => "if (1'b0) begin";
}
"shaper" "ackw_shaper_cost.v" {
    "a cost wraps": "if (|sum[74:45]) begin" => "if (1'b0) begin";
}
"shaper" "ackw_shaper_tree.v" {
    "a top is looked at while it is": "if (hold) begin" => "if (1'b0) begin";
    "a due time stays when it ends": "if (finish_due_valid) begin" => "if (1'b1) begin";
}
"shaper" "ackw_shaper_tags.v" {
    "a grant is answered for another QP": "(words_rdata_qpn == qpn) &" => "";
    "a tag in use is given": "is_free = !(|(used & take_one))" => "is_free = 1'b1";
}
};
