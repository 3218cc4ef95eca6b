//! Bugs in DCQCN's unit, which stands alone: of the small configuration, in a build of its own.

use crate::bench::bugs::Bug;

pub const BUGS: &[Bug] = crate::bugs! {
"dcqcn" "ackw_dcqcn.v" {
    "no forward from the event just ahead": "ahead_1 = e2_valid & (e2_qpn == e1_qpn)" => "ahead_1 = 1'b0";
    "no forward from two events ahead": "ahead_2 = e3_valid & (e3_qpn == e1_qpn)" => "ahead_2 = 1'b0";
    "forward from a bubble": "ahead_1 = e2_valid & (" => "ahead_1 = (";
    "an event beside the visit counts for the period that ends": "at_s2 = s1_flips & (s1_qpn == e1_qpn)" => "at_s2 = 1'b0";
    "an event behind the visit sees the old mark": "at_s4 = s3_flips & (s3_visit_qpn == e1_qpn)" => "at_s4 = 1'b0";
    "the visit does not see the event just ahead": "meets_e2 = e2_valid & (e2_qpn == s1_qpn)" => "meets_e2 = 1'b0";
    "a visit takes an older epoch back": "s2_mark_epoch = !s2_count_epoch" => "s2_mark_epoch = !swept_marks_rdata_epoch";
    "a QP leaves the list though something was counted": "contexts_rdata_rest & !has_events" => "contexts_rdata_rest";
    "a QP that has left the list never wakes": "s2_mark_listed = swept_marks_rdata_listed ^ s2_drops" => "s2_mark_listed = swept_marks_rdata_listed";
    "a visit comes a cycle late": "late = now - active_out_data_due" => "late = now - active_out_data_due - 20'd1";
    "the host's QP is visited while its operation waits": "(|host_count[5:3])" => "1'b0";
    "time goes on behind a long stall": "active_out_valid & (late[19:18] == 2'd1)" => "1'b0";
    "a woken QP waits as long as others are due": "!(woken_out_valid & (&now[2:0]))" => "1'b1";
    "updates are lost where nobody takes them": "!(|updates_count[5:2]) & !host_enters" => "!host_enters";
    "a tap of the LFSR is missing": "lfsr[15] ^ lfsr[14] ^ lfsr[12] ^ lfsr[3]" => "lfsr[15] ^ lfsr[14] ^ lfsr[12]";
}
"dcqcn" "ackw_dcqcn_step.v" {
    "a QP without packets never rests": "(s4_none_sent & s4_tired) | (s4_at_line & s4_no_cp)" => "(s4_at_line & s4_no_cp)";
    "an increase does not wait for packets": "& s4_enough & s4_calm" => "& s4_calm";
    "a cut is rounded down": "halves[0] | (|s19_low[16:0]) | s19_sticky" => "1'b0";
    "the last bit of a cut is forgotten": "(|s19_low[16:0]) | s19_sticky" => "(|s19_low[16:0])";
    "small CP is rounded to nearest and stands still": "{diff_high_p, 2'd0, !control_9_floors, 15'd0}" => "{diff_high_p, 2'd0, 1'b1, 15'd0}";
    "RC snaps where it falls to the floor": "near & !s23_floor & (|s23_left)" => "near & (|s23_left)";
    "every second period behind a CNP is the wrong one": "| !quiet_new[0]" => "| quiet_new[0]";
}
"dcqcn" "ackw_dcqcn_list.v" {
    "the list forgets where it is full": "!(|oldest_count[3:2])" => "1'b1";
}
};
