//! Bugs in the receiver, which no engine has yet, in the configuration `small`.

use crate::bench::bugs::Bug;

pub const BUGS: &[Bug] = crate::bugs! {
"receiver" "ackw_receiver.v" {
    "a packet does not see what is taken in its cycle": "s3_turn <= same & !x2_host" => "s3_turn <= 1'b0";
    "a packet does not see that its QP is opened in its cycle": "s3_opens <= same & x2_host" => "s3_opens <= 1'b0";
    "m of 0 is the largest": "host_m - {6'd0, |host_m}" => "host_m - 7'd1";
    "more is taken than there is room for": "& answer_room & !host_we" => "& !host_we";
    "what leaves a queue while the host writes is lost": "& answer_room & !host_we" => "& answer_room";
    "what the walk has found waits for all that is due": "late_out_valid & (!due_out_valid | late_turn)" => "late_out_valid & !due_out_valid";
    "the receiver's own queue is no mark": "s0_marked <= in_ce | in_queue" => "s0_marked <= in_ce";
    "the last packet of a message asks for nothing": "s0_asks <= in_ack_req | in_last" => "s0_asks <= in_ack_req";
    "a packet counts during the initialisation": "s0_valid <= in_valid & !init_we" => "s0_valid <= in_valid";
}
"receiver" "ackw_receiver_packet.v" {
    "marks are exact with LDCP": "exact = policy_mode != 2'd1" => "exact = 1'b1";
    "the last mark of a QP's past counts": "came_ece & !(came_opened ^ taken_opened) & !opens" => "came_ece & !opens";
    "a newest ACK that is taken grows": "(turn & (came_due | late))" => "1'b0";
    "an older ACK that is taken grows": "two = waiting[1] & !opens & !turn" => "two = waiting[1] & !opens";
    "a count wraps": "if (more[14]) begin" => "if (1'b0) begin";
    "the older count wraps": "if (old_more[14]) begin" => "if (1'b0) begin";
    "m + 1 packets wait": "is_full = came_count >= {7'd0, policy_m}" => "is_full = came_count > {7'd0, policy_m}";
    "what begins is due because what was before it is": "is_due = at_once | " => "is_due = came_due | at_once | ";
    "a mark that begins waits": "(marked & (!exact | changes))" => "(marked & !exact)";
    "a packet of the older mark is the newest's": "joins_older = two & changes" => "joins_older = 1'b0";
    "the older ACK keeps its PSN": "made_old_psn = came_old_psn + 24'd1" => "made_old_psn = came_old_psn";
    "an interval that is over limits until the walk comes": "(taken_limited ^ free) & !left[17]" => "(taken_limited ^ free)";
    "an interval is a microsecond longer": "left = taken_until + ~micros" => "left = taken_until - micros";
    "an interval comes back when the clock has gone round": "(taken_limited ^ free) & !left[17]" => "!left[17]";
    "a CNP that is taken in the packet's cycle limits none": "recent = |interval" => "recent = 1'b0";
    "a QP is in the queue twice": "| wants_cnp) & !waits" => "| wants_cnp)";
    "the end moves with each packet": "made_ends = came_ends;" => "made_ends = micros + {2'd0, timeout};";
}
"receiver" "ackw_receiver_take.v" {
    "the walk's finding takes what is due alone": "(came_due | asked_late)" => "came_due";
    "what waits stays when a QP is opened": "if (takes_newer | asked_host) begin" => "if (takes_newer) begin";
    "the newest goes unanswered with the older": "made_group = came_group - 2'd1" => "made_group = came_group";
    "the host takes a QP out of the queue": "taken_queued ^ !(asked_late | asked_host)" => "taken_queued ^ !asked_late";
    "a CNP does not begin an interval": "made_limited = !free" => "made_limited = taken_limited";
}
"receiver" "ackw_receiver_walk.v" {
    "what is due is found": "& !came_p3_due" => "";
    "a QP is found again while it waits": "& !(limit_late ^ word_late)" => "";
    "the walk finds what is taken in its cycle": "& !w3_ends" => "";
    "the walk ends an interval that begins in its cycle": "is_free = !rest[17] & !w3_same" => "is_free = !rest[17]";
    "an interval never ends": "if (is_free) begin" => "if (1'b0) begin";
    "what waits is found before its end": "& !age[17]" => "";
}
"receiver" "ackw_receiver_answer.v" {
    "an ACK is lost behind a CNP": "last = !first_older & !first_newer" => "last = !first_older";
    "an older ACK goes for ever": "first_older & !is_cnp & !older_gone" => "first_older & !is_cnp";
    "a CNP counts as an ACK": "if (fires & !is_cnp) begin" => "if (fires) begin";
    "the next QP's CNP is taken for one that has gone": "cnp_gone <= (cnp_gone | (fires & is_cnp)) & !(fires & last)" => "cnp_gone <= cnp_gone | (fires & is_cnp)";
}
"receiver" "ackw_receiver_queue.v" {
    "QPs are read without room": "(read != write) & !(|ahead_count[3:2])" => "(read != write)";
}
"receiver" "ackw_receiver_view.v" {
    "a write of the cycle before the read is lost": "p1_hit <= meets_p0" => "p1_hit <= 1'b0";
    "a write in the cycle of the read is lost": "p2_hit <= p1_hit | meets_p1" => "p2_hit <= p1_hit";
    "a write in the cycle behind it is lost": "if (meets_p2) begin" => "if (1'b0) begin";
    "a write two cycles behind it is lost": "if (meets_now) begin" => "if (1'b0) begin";
}
};
