//! Bugs in the prober's page of registers, in what stands around the prober in `nic`, and in what the parser reads of
//! responses. What is the prober's own is in its list. That only some words say what is acknowledged shows where there
//! is a timer, and an event's mark where it confirms packets: neither here.

use crate::bench::bugs::Bug;
use layout::config::{Config, Unit};

pub fn config() -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.parser.data_bits, config.hpcc.hops) = (16, 512, 2);
    config.engine.units = vec![Unit::Ldcp, Unit::Hpcc];
    config.nic.prober = true;
    config
}

pub const BUGS: &[Bug] = crate::bugs! {
"parser" "ackw_parser_probe.v" {
    "an RTT response is as long as an ACK": "RTT_MORE = 9'd4" => "RTT_MORE = 9'd0";
    "a response of any length": "s8_own_found <= s7_bad_size | s7_bad_pad" => "s8_own_found <= s7_bad_pad";
    "a telemetry response of any length": " | (is_telemetry & !s6_payload_is_ack)" => "";
    "a response may be padded": "s8_own_found <= s7_bad_size | s7_bad_pad" => "s8_own_found <= s7_bad_size";
    "the length comes behind the padding": "if (s7_bad_size) begin" => "if (s7_bad_size & !s7_bad_pad) begin";
    "anybody's response": "s8_late_fault_found = s8_late_before_reason == QPN_UNKNOWN" => "s8_late_fault_found = 1'b0";
    "a response's time is an AETH": "s8_late_fault_found = s8_late_before_reason == QPN_UNKNOWN" =>
        "s8_late_fault_found = s8_late_before_found";
    "an RTT response has telemetry": "s8_event_telemetry = 1'b0" => "s8_event_telemetry = s8_event_before_telemetry";
    "a response has ECN-Echo": "s8_event_ece = 1'b0" => "s8_event_ece = s8_event_before_ece";
    "what is dropped answers": "if (s9_drop) begin" => "if (1'b0) begin";
    "an earlier fault is forgotten": "if (s8_before_reason == OPCODE_UNKNOWN) begin" => "if (1'b1) begin";
    "the time is that of the frame before": "s7_time <= first_held" => "s7_time <= s7_time";
}
"nic" "ackw_prober_page.v" {
    "a counter's word is missing": " | lost_rdata" => "";
    "the kind is not taken": "kind_taken | " => "";
}
"nic" "ackw_nic_prober.v" {
    "the page takes nothing": "in_answer_taken | page_taken" => "in_answer_taken";
    "the page is not read": "in_answer_rdata | page_rdata" => "in_answer_rdata";
    "the other pages are not read": "in_answer_rdata | page_rdata" => "page_rdata";
    "units start no sets": "assign out_answer_starts = in_answer_starts" => "assign out_answer_starts = 5'd0";
    "the last QP is not initialised": "ready <= &init_at" => "ready <= &init_at[3:1]";
    "time stands still": ".time_now      (time_now)" => ".time_now      (32'd0)";
    "no packet is told of": ".tx_valid      (tx_valid)" => ".tx_valid      (1'b0)";
    "nothing is acknowledged": "assign prober_una_valid = takes & upd_acks" => "assign prober_una_valid = 1'b0";
    "the host's write and an update meet": "assign holds = goes_in & fresh" => "assign holds = 1'b0";
    "the host's write waits for ever": "goes_in & (fresh | !(upd_valid & upd_ready))" =>
        "goes_in & !(upd_valid & upd_ready)";
    "a write that waits is forgotten": "assign goes_in = page_writes | pending" => "assign goes_in = page_writes";
    "what is lost is not counted": "if (resp_valid & !waiting_in_ready) begin" => "if (1'b0) begin";
    "the prober is asked twice": "assign prober_s_resp_valid = waiting_out_valid & !asked" =>
        "assign prober_s_resp_valid = waiting_out_valid";
    "a response leaves a cycle too soon": "LAST_AGE = 3'd5" => "LAST_AGE = 3'd4";
    "a response leaves before its event": "assign ends = known & (!gives | goes)" => "assign ends = known";
    "responses go first": "assign is_probe = gives & (!probe_last | !s_event_valid)" => "assign is_probe = gives";
    "the NIC's own go first": "assign is_probe = gives & (!probe_last | !s_event_valid)" =>
        "assign is_probe = gives & !s_event_valid";
    "the NIC's own is taken beside a response's": "m_event_ready & (probe_last | !gives)" => "m_event_ready";
    "an RTT response is an ACK": "told_kind = KIND_RTT" => "told_kind = KIND_ACK";
    "it confirms packets": "told_use_psn = 1'b0" => "told_use_psn = 1'b1";
    "it has the own event's PSN": "told_psn = prober_m_rtt_psn" => "told_psn = s_event_psn";
    "it has no telemetry": "m_event_telemetry = waiting_out_data_path_telemetry" => "m_event_telemetry = 1'b0";
    "a hop's bytes are another's": "m_event_hop_1_tx = waiting_hops_1_out_data_tx" =>
        "m_event_hop_1_tx = waiting_hops_0_out_data_tx";
    "an RTT is told before its event": "assign rtt_valid = goes" => "assign rtt_valid = gives";
}
"nic" "ackw_top.v" {
    "a response is an event": "!parser_res_drop & !(|parsed_kind)" => "!parser_res_drop";
    "only telemetry's responses": "parser_res_valid & (|parsed_kind)" => "parser_res_valid & parsed_kind[0]";
}
"nic" "ackw_nic.v" {
    "an update is seen twice": "assign upd_valid = top_upd_valid & !prober_hold" => "assign upd_valid = top_upd_valid";
    "an update that is held is taken": "assign top_upd_ready = upd_ready & !prober_hold" =>
        "assign top_upd_ready = upd_ready";
    "a response's turn is no stall": "s_event_valid & !prober_s_event_ready" => "s_event_valid & !top_s_event_ready";
    "an event that the engine does not take is taken": ".m_event_ready         (top_s_event_ready)" =>
        ".m_event_ready         (1'b1)";
}
};
