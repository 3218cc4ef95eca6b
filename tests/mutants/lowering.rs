//! Bugs in what FCR's key adds to the engine and its units: lowering, and ignored marks.

use crate::bench::bugs::Bug;
use layout::config::{Config, Unit};

pub fn config() -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.engine.fcr) = (16, true);
    (config.hpcc.hops, config.hpcc.lanes) = (1, 1);
    config.engine.units = vec![Unit::Ldcp, Unit::Hpcc, Unit::Dcqcn, Unit::Dctcp];
    config
}

pub const BUGS: &[Bug] = crate::bugs! {
"engine" "ackw_engine.v" {
    "a mark counts all the same": "assign ignored_ack = ignored & (psn_out_kind == KIND_ACK) & psn_out_ece;" => "assign ignored_ack = 1'b0;";
    "a CNP counts all the same": "assign ignored_cnp = ignored & (psn_out_kind == KIND_CNP);" => "assign ignored_cnp = 1'b0;";
    "an ACK that is not marked is ignored": "ignored & (psn_out_kind == KIND_ACK) & psn_out_ece" => "ignored & (psn_out_kind == KIND_ACK)";
    "packets of an ignored mark count": "counted_ece = 1'b0;\n      counted_n = 14'd0;" => "counted_ece = 1'b0;\n      counted_n = psn_out_n;";
    "a closed QP is lowered": "assign lowers_on = lowers & kept_shared_open;" => "assign lowers_on = lowers;";
    "its end is one of the host's": "done <= (host_ends & !lowers) |" => "done <= host_ends |";
    "those that issued before its end are older": "assign lower_end_issues = issue_out_valid & issued_is_host & lowers;" => "assign lower_end_issues = host_ends & lowers;";
    "every host operation's older updates are waited for": "assign lower_end_issues = issue_out_valid & issued_is_host & lowers;" => "assign lower_end_issues = issue_out_valid & lowers;";
    "every operation lowers": "lowers <= lower_enters | (lowers & !host_ends);" => "lowers <= lower_enters | lowers;";
}
"engine" "ackw_older.v" {
    "older updates are not waited for": "older <= there - {7'd0, taken};" => "older <= 8'd0;";
    "one that leaves with its end is waited for": "older <= there - {7'd0, taken};" => "older <= there;";
    "only one that leaves counts": "if (taken & (|older)) begin" => "if (|older) begin";
}
"engine" "ackw_lower_end.v" {
    "the timer's updates are not waited for": "assign over = draining & events_over & timers_over;" => "assign over = draining & events_over;";
    "the timer's count from the one before": "if (timer_waits | ended) begin" => "if (timer_waits) begin";
    "another is taken meanwhile": "assign busy = ended | draining;" => "assign busy = ended;";
}
"engine" "ackw_host_order.v" {
    "the last is waited for a cycle longer": "(!(|older_0) | ((older_0 == 8'd1) & event_taken_0))" => "!(|older_0)";
    "all are gone with any that is taken": "((older_0 == 8'd1) & event_taken_0)" => "event_taken_0";
    "an operation passes twice": "drains <= (drains & !passes) | host_issues;" => "drains <= drains | host_issues;";
    "one passes in the name of the next": "tells <= (tells & !passes & !host_enters) | host_issues;" => "tells <= (tells & !passes) | host_issues;";
}
"engine" "ackw_ignores.v" {
    "a write beside the reading is not seen": "if (meets_2) begin" => "if (1'b0) begin";
    "a bit stays through the initialisation": "choice_on = 1'b0;" => "choice_on = set_on;";
    "a write is seen by all": "meets_1 <= we & (at == in_qpn);" => "meets_1 <= we;";
}
"engine" "ackw_entry.v" {
    "it does not wait for the host": "assign lower_may = host_may & !host_valid;" => "assign lower_may = host_may;";
    "two operations are under way": "busy <= host_goes | lower_goes |" => "busy <= host_goes |";
    "it never waits long enough": "(host_valid | lowers_due) & !busy" => "host_valid & !busy";
}
"engine" "ackw_pawa.v" {
    "cw becomes what is given": "s11_below_max <= {2'd0, given_window} - s10_base;" => "s11_below_max <= {44{1'b1}};";
    "cw stays": "if (given_on & (s10_rule_kind == KIND_HOST_READ) & s10_valid) begin" => "if (1'b0) begin";
}
"engine" "ackw_ldcp_unit.v" {
    "any value is cw's": "lowers_on & !(|lowers_alg[3:1])" => "lowers_on";
    "what was lowered is found": "if (lowers_reads) begin" => "if (1'b0) begin";
}
"engine" "ackw_window.v" {
    "W becomes what is given": " & (s16_base > lower_w)" => " & 1'b1";
    "W stays": " & (s16_base > lower_w)" => " & 1'b0";
    "Wc becomes what is given": "if (read_reference_wc > lower_w) begin" => "if (1'b1) begin";
    "Wc stays": "if (read_reference_wc > lower_w) begin" => "if (1'b0) begin";
}
"engine" "ackw_hpcc_unit.v" {
    "any value is W's": "lowers_on & (lowers_alg[3:1] == ALGS)" => "lowers_on";
}
"engine" "ackw_dctcp.v" {
    "cwnd becomes what is given": " & ({1'b0, s23_base} > lower_cwnd)" => " & 1'b1";
    "cwnd stays": " & ({1'b0, s23_base} > lower_cwnd)" => " & 1'b0";
    "less than a packet is given": "if (!(|lower_cwnd[40:27])) begin" => "if (1'b0) begin";
}
"engine" "ackw_dctcp_unit.v" {
    "any value is cwnd's": "lowers_on & (lowers_alg == ALG)" => "lowers_on";
}
"engine" "ackw_dcqcn.v" {
    "RC becomes what is given": " & (fine > {given_rate, 1'b0})" => " & 1'b1";
    "RC stays": " & (fine > {given_rate, 1'b0})" => " & 1'b0";
    "the bit below RC does not count": "{contexts_rdata_rc, contexts_rdata_guard[3]}" => "{contexts_rdata_rc, 1'b0}";
    "the bit below RC stays": "contexts_wdata_guard = {1'b0, lowered_guard};" => "contexts_wdata_guard = {1'b1, lowered_guard};";
    "a QP at rest is not woken": "assign wakes = is_above & l4_out & !l4_came;" => "assign wakes = 1'b0;";
    "one in the list is woken": "assign wakes = is_above & l4_out & !l4_came;" => "assign wakes = is_above;";
    "one stays at rest": "rests_wdata_none = 1'b0;" => "rests_wdata_none = 1'b1;";
    "one is as idle as before": "rests_wdata_idle = 5'd0;" => "rests_wdata_idle = 5'd16;";
}
"dcqcn" "ackw_dcqcn.v" {
    "an event behind the waking wakes once more": "s4_read_listed ^ (wakes | l5_woke)" => "s4_read_listed ^ wakes";
    "an event ahead of it is not seen": "l4_came <= l3_came | l3_event;" => "l4_came <= l3_came;";
    "one two ahead is not": "l3_came <= l2_came | l2_event;" => "l3_came <= l2_came;";
    "the mark is the one before, for an event in e2 at s5": "at_s4 = s4_valid & at_vc;" => "at_s4 = s4_valid & is_vc;";
    "for one in e2 at s6": "at_s5 = s5_valid & at_vc;" => "at_s5 = s5_valid & is_vc;";
    "what was counted is dropped": "s4_read_epoch <= swept_marks_rdata_epoch;" => "s4_read_epoch <= !s3_count_epoch;";
}
"engine" "ackw_dcqcn_unit.v" {
    "any value is RC's": "lowers_on & ((lowers_alg == ALG_P) | (lowers_alg == ALG_D))" => "lowers_on";
}
};
