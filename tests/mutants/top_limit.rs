//! Bugs where `limit` stands in `top`: its page of registers, its clock, and the wires. What is the block's own is in
//! its list.

use crate::bench::bugs::Bug;
use layout::config::{Config, Unit, Updates};

pub fn config() -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.parser.data_bits) = (64, 128);
    config.engine.units = vec![Unit::Ldcp, Unit::Dctcp];
    config.engine.updates = Some(Updates::Every);
    (config.engine.fcr, config.parser.fcr) = (true, true);
    config
}

pub const BUGS: &[Bug] = crate::bugs! {
"top" "ackw_limit_page.v" {
    "values change while a set is written": "assign steady_write = access_write & !busy;" => "assign steady_write = access_write;";
    "bounds out of their order are taken": " & (advice_min_value <= advice_max_value)" => "";
    "sets are not written at first": "assign at_first = !first[4];" => "assign at_first = 1'b0;";
    "at first one set is written 16 times": "if (at_first) begin" => "if (1'b0) begin";
    "a set is offered for ever": "under_way <= (under_way & !set_ready) | start_written;" => "under_way <= under_way | start_written;";
    "no set is offered": "under_way <= (under_way & !set_ready) | start_written;" => "under_way <= 1'b0;";
    "the path MTU is twice as large": "<< 7" => "<< 8";
    "a counter's word is missing": " | dues_rdata" => "";
    "the RTT is not taken": " | rtt_taken" => "";
    "busy is not shown": ".value ({busy, init_done})" => ".value ({1'b0, init_done})";
}
"top" "ackw_microseconds.v" {
    "a microsecond is 1,024 ns": "32'd1000" => "32'd1024";
    "a jump makes pulses": "assign goes_by = !jumps & (ahead >= MICROSECOND);" => "assign goes_by = ahead >= MICROSECOND;";
    "a jump is never caught up": "if (jumps) begin" => "if (1'b0) begin";
    "what is left of a microsecond is lost": "made <= made + MICROSECOND;" => "made <= now_1;";
}
"top" "ackw_top_limit.v" {
    "the page takes nothing": "in_answer_taken | page_taken" => "in_answer_taken";
    "the page is not read": "in_answer_rdata | page_rdata" => "in_answer_rdata";
    "the units are not read": "in_answer_rdata | page_rdata" => "page_rdata";
    "units start no sets": "assign out_answer_starts = in_answer_starts;" => "assign out_answer_starts = 5'd0;";
    "idle is the engine's": "assign out_idle = in_idle & limit_idle;" => "assign out_idle = in_idle;";
    "a read opens": "& !under_way & host_write &" => "& !under_way &";
    "an operation that waits opens": "host_ready & !under_way &" => "host_ready &";
    "the write of a set opens": " & !(|unit_bus_sets)" => "";
    "a unit's part alone opens": " & (|host_parts[1:0])" => "";
    "a QP that is opened keeps its advice": "opens <= host_parts[1];" => "opens <= 1'b0;";
    "one that is moved has none": "opens <= host_parts[1];" => "opens <= 1'b1;";
    "every operation's end is an opening's": "under_way <= (under_way & !host_passed_valid) | starts;" => "under_way <= under_way | starts;";
    "what is ignored is not counted": "ignored <= ignored + {31'd0, seen_ignored};" => "ignored <= ignored;";
    "updates of the engine have no kind": ".s_upd_kind       (s_upd_kind)" => ".s_upd_kind       (3'd0)";
    "two counters change places": ".counts_dues      (limit_dues[31:0])" => ".counts_dues      (limit_held[31:0])";
    "every QP has the first set": ".s_choice_set     (host_passed_set)" => ".s_choice_set     (4'd0)";
    "no advice is withdrawn": ".s_advice_withdraw(advice_withdraw)" => ".s_advice_withdraw(1'b0)";
    "a lowering is never over": ".lower_done       (lower_done)" => ".lower_done       (1'b0)";
}
"top" "ackw_top.v" {
    "the NIC's ready is the engine's": ".upd_ready          (limit_s_upd_ready)" => ".upd_ready          (upd_ready)";
    "time stands still": ".time_now           (time_now)" => ".time_now           (32'd0)";
}
};

/// In a NIC of the same configuration.
pub const IN_NIC: &[Bug] = crate::bugs! {
"nic" "ackw_nic.v" {
    "an advice that is rejected raises no interrupt": ".alert_advice         (top_advice_rejected_valid)" => ".alert_advice         (1'b0)";
}
};
