//! Bugs in FCR's block, which no engine has yet, in the configuration `small`.

use crate::bench::bugs::Bug;

pub const BUGS: &[Bug] = crate::bugs! {
"fcr" "ackw_fcr_place.v" {
    "an advice holds in the microsecond in which it ends": "now_expiry > s3_asked_now" => "now_expiry >= s3_asked_now";
    "one that has the longest validity has ended": "now_expiry <= s3_asked_limit" => "now_expiry < s3_asked_limit";
    "an end beyond the clock's wrap has passed": "if (s3_asked_wraps) begin" => "if (1'b0) begin";
    "half the circle is newer": "compared_newer <= (|number) & !number[15]" => "compared_newer <= |number[14:0] | number[15]";
    "the same number is newer": "compared_newer <= (|number) & !number[15]" => "compared_newer <= !number[15]";
    "no forward from just ahead": "if (s4_hit_1) begin" => "if (1'b0) begin";
    "no forward from two ahead": "if (s3_hit_2) begin" => "if (1'b0) begin";
    "no forward from three ahead": "if (s2_hit_3) begin" => "if (1'b0) begin";
    "no forward from four ahead": "if (s2_hit_4) begin" => "if (1'b0) begin";
    "no forward from five ahead": "if (s2_hit_5) begin" => "if (1'b0) begin";
    "what the event just ahead wrote is compared as it was": "s4_hit_1 & wrote" => "1'b0";
    "what the event just ahead withdrew is compared as it was": "s4_hit_1 & withdrew" => "1'b0";
    "time acts on a host's operation": "was & (!compared_ended | s4_host)" => "was & !compared_ended";
    "an opened QP keeps its advices": "old_used & !s4_open" => "old_used";
    "a withdrawal changes nothing": "if (s4_withdraws) begin" => "if (1'b0) begin";
    "a withdrawn source caps": "s5_used & (|s5_rate)" => "s5_used";
    "the last cap is that behind time": "before_live <= was & compared_rated" => "before_live <= stays & compared_rated";
    "an initialised source is in use": "ram_wdata_used = 1'b0" => "ram_wdata_used = 1'b1";
}
"fcr" "ackw_fcr_lowest.v" {
    "a source without a rate is the lowest": "b_live & (!a_live | (b_rate < a_rate))" => "b_rate < a_rate";
    "the highest of two": "(high_rate < low_rate)" => "(high_rate > low_rate)";
}
"fcr" "ackw_fcr_allowed.v" {
    "the rate wraps": "if (too_fast) begin" => "if (1'b0) begin";
    "bytes wrap": "if (beyond) begin" => "if (1'b0) begin";
    "packets wrap": "if (too_wide) begin" => "if (1'b0) begin";
    "a window below a packet": "if (short) begin" => "if (1'b0) begin";
    "the product loses its carry": "high_p + {30'd0, low_p[59:36]}" => "high_p | {30'd0, low_p[59:36]}";
    "64/125 is cut downwards": "44'h83126e978d5" => "44'h83126e978d4";
    "a saturated rate is not said": "sat_10 | rc_5[35]" => "sat_10";
    "mtu 4096 is 2048": "if (a9_mtu[4]) begin" => "if (1'b0) begin";
}
"fcr" "ackw_fcr_pace.v" {
    "no margin: faster than the advice": "if (margin_3) begin" => "if (1'b0) begin";
    "a margin where it is exact": "if (margin_3) begin" => "if (1'b1) begin";
    "the pace is cut downwards": "p9 + {40'd0, p9_more}" => "p9";
    "what the first shift drops is forgotten": "p8_more | (|(p8[6:0] & ~kept))" => "|(p8[6:0] & ~kept)";
    "what the second shift drops is forgotten": "p8_more | (|(p8[6:0] & ~kept))" => "p8_more";
}
"fcr" "ackw_fcr_sweep.v" {
    "the first end is the first source's": "s6_b_used & (!s6_a_used | (flipped_b < flipped_a))" => "s6_b_used & !s6_a_used";
    "what has ended is the last to end": "s7_high_left ^ 17'h10000" => "s7_high_left";
    "the walk begins in mid-initialisation": "started | (init_we & !(|(~init_addr)))" => "started | init_we";
    "a full queue does not stop the walk": "started & !(|found_count[4:3])" => "started";
    "what is written while it is read is not seen": "s9_valid & (s9_qpn == at)" => "1'b0";
    "an end in this microsecond is not due": "word_used & !late[16]" => "word_used & !late[16] & (|late)";
    "the worst is the last": "w3_valid & (w3_late > worst)" => "w3_valid";
    "an advice that ended long ago does not stop the clock": "w3_valid & (|w3_late[15:14])" => "1'b0";
    "the clock goes on in a long walk": "round[14] | seen | was_seen" => "seen | was_seen";
    "the clock goes on before a whole walk without a late one": "round[14] | seen | was_seen" => "round[14] | seen";
    "a walk has no end": "goes & !(|(~at))" => "1'b0";
    "ticks at rest are not counted": "held_count <= held_count + 48'd1" => "held_count <= held_count";
}
"fcr" "ackw_fcr_choose.v" {
    "the highest of the sources, not of what was just written": "if (wrote_bits[1]) begin" => "if (1'b0) begin";
    "what was just written first is not the highest": "if (wrote_bits[0]) begin" => "if (1'b0) begin";
    "of equal ones the last": "s4_order_r01 <= s3_a >= s3_b" => "s4_order_r01 <= s3_a > s3_b";
    "a withdrawn source is no place": "if (|spent) begin" => "if (1'b0) begin";
    "a free one goes before its own": "if (|known) begin" => "if ((|known) & !(|free)) begin";
    "an equal advice takes the place of the highest": "chosen = highest & above" => "chosen = highest & reaches";
    "the host's operation waits for an advice": "if (s4_asks_loads) begin" => "if (s4_asks_loads & s4_check_taken) begin";
    "a withdrawn source counts as live": "{s4_d_rated, s4_c_rated, s4_b_rated, s4_a_rated}" => "4'hf";
    "the last of two places of a switch": "known & ~((known << 1)" => "known & ~((known >> 1)";
    "an old message is not said": "(|known) & !is_new" => "1'b0";
    "full is said where one was withdrawn": " & !(|free) & !(|spent)" => " & !(|free)";
}
"fcr" "ackw_fcr_result.v" {
    "a QP that starts loses its window": "(s18_ruled_said_start & !cw_lower)" => "s18_ruled_said_start";
    "Wc is not lowered": "(s18_ruled_clamped & wc_lower)" => "1'b0";
    "a pace without a cap": "if (s18_ruled_capped) begin" => "if (1'b1) begin";
    "a limited window is not said": "rc_limited | cw_limited | w_limited" => "rc_limited | cw_limited";
    "W is sent as its own": "if (w_limited) begin" => "if (1'b0) begin";
    "no alert for the range": "said_said_wrong_rate | said_said_wrong_range |" => "said_said_wrong_rate |";
}
"fcr" "ackw_fcr.v" {
    "an advice at the line is rejected": "s_1_rate > {10'd0, expected_rdata_line}" => "s_1_rate >= {10'd0, expected_rdata_line}";
    "the longest validity is rejected": "s_1_validity > expected_rdata_validity_max" => "s_1_validity >= expected_rdata_validity_max";
    "a validity of 0 is taken": "!(|s_1_validity) | (" => "(";
    "a withdrawal is checked": "s_1_advice & !s_1_withdraw" => "s_1_advice";
    "forward from a bubble": "valid[4] & (s_4_qpn == s_3_qpn)" => "s_4_qpn == s_3_qpn";
    "what was just written is never newer": "(|ahead_number) & !ahead_number[15]" => "!ahead_number[15]";
    "what was just written never ends": "s4_ahead_ended <= !ahead_holds" => "s4_ahead_ended <= 1'b0";
    "marks are counted that are not ignored": "valid[5] & s_5_mark & choose_s5_said_ignored" => "valid[5] & s_5_mark";
    "an advice that rises is a clamp": "s7_said_withdrawn & before_q_live" => "before_q_live";
    "the line of another set": "if (s7_said_start) begin" => "if (1'b0) begin";
    "a host's operation is capped": "s7_ruled_capped = after_q_live & !s_7_host" => "s7_ruled_capped = after_q_live";
    "the third place is read as the fourth": "if (s_5_place[1] & s_5_place[0]) begin" => "if (s_5_place[1]) begin";
}
"fcr" "ackw_mul_wide.v" {
    "the third slice of a factor counts for nothing":
        "{1'b0, products[143:108]} + {1'b0, products[179:144]}" => "{1'b0, products[143:108]}";
}
};
