//! Bugs in `latest`, which no engine has yet, in the configuration `small`.

use crate::bench::bugs::Bug;

pub const BUGS: &[Bug] = crate::bugs! {
"latest" "ackw_latest.v" {
    "an update of DCQCN has limits with any kind": "p0_limits <= is_timer | !is_dcqcn;" => "p0_limits <= 1'b1;";
    "dcqcn-d is taken for another": "(s_upd_alg == DCQCN_P) | (s_upd_alg == DCQCN_D)" => "s_upd_alg == DCQCN_P";
    "timer says what is acknowledged": "p0_acks <= !is_timer;" => "p0_acks <= 1'b1;";
    "more is taken than there is room for": "((used != PLACES) | near_leaves)" => "1'b1";
    "a place that becomes free is seen a cycle late": "((used != PLACES) | near_leaves)" => "(used != PLACES)";
    "a drop takes the QP out of the queue": "if (t3_drop) begin" => "if (1'b0) begin";
    "an update does not see what is taken in its cycle": "if (t3_valid & p3_same) begin" => "if (1'b0) begin";
    "a QP enters the queue with each update": "enters <= puts & !queued;" => "enters <= puts;";
    "sticky flags are overwritten": "put_new_sticky = p3_sticky | of_put_s3_put_sticky;" => "put_new_sticky = p3_sticky;";
    "an update without limits adds its flags": "put_new_sticky = of_put_s3_put_sticky;" => "put_new_sticky = of_put_s3_put_sticky | p3_sticky;";
    "feedback is overwritten": "put_new_feedback = p3_feedback | of_put_s3_put_feedback;" => "put_new_feedback = p3_feedback;";
    "limits are read as they are written": "if (t2_meets & p3_limits) begin" => "if (1'b0) begin";
    "una is read as it is written": "if (t2_meets & p3_acks) begin" => "if (1'b0) begin";
    "an update without limits writes them": "limits_we = p1_valid & p1_limits;" => "limits_we = p1_valid;";
    "an update without una writes it": "una_we = p1_valid & p1_acks;" => "una_we = p1_valid;";
    "what is dropped next to the port is still counted": "(t3_filled | near_clears_filled)" => "t3_filled";
    "a word goes to the port as its QP is dropped": "near_held = t0_drop | t1_drop | t2_drop | t3_drop;" => "near_held = t0_drop | t1_drop | t2_drop;";
}
"latest" "ackw_latest_reader.v" {
    "the update just ahead is not seen": "if (puts & s2_meets_put) begin" => "if (1'b0) begin";
    "the update two ahead is not seen": "if (puts & s1_meets_put) begin" => "if (1'b0) begin";
    "the update three ahead is not seen": "s1_of_put <= puts & (put_qpn == s0_qpn);" => "s1_of_put <= 1'b0;";
    "a bubble three ahead is seen": "s1_of_put <= puts & (put_qpn == s0_qpn);" => "s1_of_put <= put_qpn == s0_qpn;";
    "what was taken or dropped just ahead is not seen": "if (takes & s2_meets_take) begin" => "if (1'b0) begin";
    "what was taken or dropped two ahead is not seen": "if (takes & s1_meets_take) begin" => "if (1'b0) begin";
    "what was taken or dropped three ahead is not seen": "s1_of_taken <= takes & (take_qpn == s0_qpn);" => "s1_of_taken <= 1'b0;";
    "the older of two that are ahead is seen": "if (!s2_of_put) begin" => "if (1'b1) begin";
}
"latest" "ackw_latest_near.v" {
    "a word goes to the port in the drop's cycle": " & !drop_valid" => "";
    "a word on the port is replaced": "(!word_valid | m_upd_ready)" => "1'b1";
    "a record without anything stays": "gone = goes | (|(first_valid & ~is_filled));" => "gone = goes;";
    "an update joins what leaves": "!(gone & (|(joins & first)))" => "1'b1";
    "an update does not join what comes in its cycle": "load_joins = load & put_same;" => "load_joins = 1'b0;";
    "an una that is none is not 0": "if (!head_acks) begin" => "if (1'b0) begin";
    "limits that are none are not 0": "if (!head_limits) begin" => "if (1'b0) begin";
    "an update behind a drop has joined": "(|(joins & is_filled & ~clears))" => "(|(joins & is_filled))";
}
"latest" "ackw_latest_slot.v" {
    "sticky flags stay after a drop": "found_sticky = 12'd0;" => "found_sticky = kept_sticky;";
    "feedback stays after a drop": "found_feedback = 1'b0;" => "found_feedback = kept_feedback;";
    "sticky flags next to the port are overwritten": "result_sticky = found_sticky | put_sticky;" => "result_sticky = put_sticky;";
    "una next to the port is not replaced": "if (put_acks) begin" => "if (1'b0) begin";
}
"latest" "ackw_qp_order.v" {
    "a QP passes those in the ring": "!(|count) & !r1 & !r2" => "!r1 & !r2";
    "a QP passes the one that comes out of the ring": "!r1 & !r2" => "!r2";
    "the front takes more than it holds": "(short_count <= REFILLED)" => "1'b1";
}
};
