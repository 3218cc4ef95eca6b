//! Bugs in DCQCN's unit, which stands alone: of the small configuration, in a build of its own.

use crate::bench::bugs::Bug;

pub const BUGS: &[Bug] = crate::bugs! {
"dcqcn" "ackw_dcqcn.v" {
    "no forward from the event just ahead": "ahead_1 = e1_valid & (e1_qpn == e0_qpn)" => "ahead_1 = 1'b0";
    "no forward from two events ahead": "ahead_2 = e2_valid & (e2_qpn == e0_qpn)" => "ahead_2 = 1'b0";
    "no forward from three events ahead": "ahead_3 = e3_valid & (e3_qpn == e0_qpn)" => "ahead_3 = 1'b0";
    "no forward from four events ahead": "ahead_4 = e4_valid & (e4_qpn == e0_qpn)" => "ahead_4 = 1'b0";
    "forward from a bubble": "ahead_1 = e1_valid & (" => "ahead_1 = (";
    "an older event's count is ORed to a newer one's": "if (e1_ahead_1 | e1_ahead_2 | e1_ahead_3 | !e1_ahead_4)" => "if (e1_ahead_1 | e1_ahead_2 | !e1_ahead_4)";
    "behind the first event of a period the count before it is there again": "follows_fresh = e2_ahead_1 & e3_fresh" => "follows_fresh = 1'b0";
    "the first event of a period adds to the count before": "if (e3_fresh) begin" => "if (1'b0) begin";
    "an event beside the visit counts for the period that ends": "at_s0 = s0_valid & is_va" => "at_s0 = 1'b0";
    "the first event of a period, just behind the visit, adds to the one before": "e2_at_s2 | (e2_at_s3 & !e2_ahead_2)" => "(e2_at_s3 & !e2_ahead_2)";
    "the second event of a period drops the first": "e2_at_s3 & !e2_ahead_2" => "e2_at_s3";
    "an event behind the visit sees the old mark": "at_s5 = s5_valid & is_vc" => "at_s5 = 1'b0";
    "the visit does not see the event that the RAM has not": "meets = e3_valid & (e3_qpn == va_qpn)" => "meets = 1'b0";
    "the visit does not see the event just ahead of that": "s2_met <= s1_meets" => "s2_met <= 1'b0";
    "the visit takes the older of two events": "if (s2_meets | !s2_met)" => "if (!s2_met)";
    "a visit takes an older epoch back": "s4_read_epoch <= !s3_count_epoch" => "s4_read_epoch <= !swept_marks_rdata_epoch";
    "a QP leaves the list though something was counted": "!s3_came & !e2_at_s3 & !has_events" => "!s3_came & !e2_at_s3";
    "a QP leaves the list though something comes beside its visit": "!s3_came & !e2_at_s3 & !has_events" => "!has_events";
    "a QP that has left the list never wakes": "s4_read_listed <= swept_marks_rdata_listed ^ s3_drops" => "s4_read_listed <= swept_marks_rdata_listed";
    "a visit comes a cycle late": "late = now - active_out_data_due" => "late = now - active_out_data_due - 20'd1";
    "whether the second is due is told by the oldest's time": "early = second_early" => "early = head_early";
    "counts of an earlier period count again": "if (!s4_read_events) begin" => "if (1'b0) begin";
    "the context of a visit is the one before's": "s2_qpn <= va_qpn" => "s2_qpn <= vb_qpn";
    "two visits begin in a row": "has_room & !visits_one & !hold" => "has_room & !hold";
    "a visit begins under hold": "!visits_one & !hold & !host_enters" => "!visits_one & !host_enters";
    "a visit begins in the host's cycle": "& !host_enters &" => "&";
    "the host's QP is visited while its operation waits": "(|host_count[5:3])" => "1'b0";
    "time goes on behind a long stall": "active_out_valid & (late[19:18] == 2'd1)" => "1'b0";
    "updates are lost where nobody takes them": "!kept & has_room" => "!kept";
    "a period that is none is written all the same": "s39_writes <= stores | (steps_end & !step_s38_none)" => "s39_writes <= stores | steps_end";
    "a tap of the LFSR is missing": "lfsr[15] ^ lfsr[14] ^ lfsr[12] ^ lfsr[3]" => "lfsr[15] ^ lfsr[14] ^ lfsr[12]";
}
"dcqcn" "ackw_dcqcn_step.v" {
    "a QP without packets never rests": "(s7_step_none_sent & s7_step_tired) | (s7_step_at_line & s7_step_no_cp)" => "(s7_step_at_line & s7_step_no_cp)";
    "an increase does not wait for packets": "& s7_enough & s7_step_calm" => "& s7_step_calm";
    "a cut is rounded down": "{s30_high, 1'b1}" => "{s30_high, 1'b0}";
    "a cut below half an LSB vanishes": "s32_least <= s31_below & !(|s31_fall)" => "s32_least <= 1'b0";
    "a cut of nothing is one LSB": "s32_least <= s31_below & !(|s31_fall)" => "s32_least <= !(|s31_fall)";
    "halves on the way to RT go up": "tie_up = s33_rt[1] ^ s33_rc[1] ^ s33_rt[0]" => "tie_up = 1'b1";
    "halves on the way to RT go to the even number": "tie_up = s33_rt[1] ^ s33_rc[1] ^ s33_rt[0]" => "tie_up = !(s33_rt[1] ^ s33_rc[1] ^ s33_rt[0])";
    "small CP is rounded to nearest and stands still": "2'd0, !floors_from_s8[13], 15'd0}" => "2'd0, 1'b1, 15'd0}";
    "F lacks what its quotient's lower part gives": "quotient_high[32:4] | {18'd0, quotient_low[25:15]}" => "quotient_high[32:4]";
    "RC snaps where it falls to the floor": "s37_near & !s37_floor & s37_below" => "s37_near & s37_below";
    "every second period behind a CNP is the wrong one": "| !quiet_new[0]" => "| quiet_new[0]";
}
"dcqcn" "ackw_dcqcn_twice.v" {
    "the upper part is there twice": "part <= rest;" => "part <= part;";
}
"dcqcn" "ackw_dcqcn_list_a4.v" {
    "the list takes a word before it is written": "will_move = (place != seen)" => "will_move = (place != write)";
    "the word from the RAM takes the place of the second": "& !moves & (!waits | leaves)" => "& !moves";
    "the list takes a word before the RAM gives it": "will_move = (place != seen) & !moves &" => "will_move = (place != seen) &";
}
};

/// Bugs that show where a QP has 2^16 events in one period.
pub const LONG: &[Bug] = crate::bugs! {
"dcqcn" "ackw_dcqcn.v" {
    "CNPs beyond 2^16 start again at zero": "cnp_full = e3_cnp[16] | cnp_all[16]" => "cnp_full = 1'b0";
    "of several CNPs one counts": "e3_adds_cnp <= e2_cnps" => "e3_adds_cnp <= 14'd1";
    "packets beyond 2^16 start again at zero": "e3_adds_tx & !e3_tx[16]" => "e3_adds_tx";
    "bit 12 of packets is lost where a visit meets their event": "s3_newest_tx <= e4_count_tx;" => "s3_newest_tx <= e4_count_tx & 17'h1efff;";
    "packets stop below 2^16 - 1": "tx_full = (&e3_tx[15:1]) & (e3_tx[0] | e3_adds_tx)" => "tx_full = (&e3_tx[15:1])";
}
};
