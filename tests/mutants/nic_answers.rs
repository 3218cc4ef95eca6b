//! Bugs in what answers a peer's probes (`nic.answers`): the responses among the responder's frames, their page of
//! registers, their turns, and their wires in `nic`; and, beside a prober, which opcodes are whose. What the parser
//! reads of a frame of either is in `nic_prober`'s list.

use crate::bench::bugs::Bug;
use layout::config::{Config, Unit};

pub fn config() -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.parser.data_bits, config.hpcc.hops) = (16, 64, 2);
    config.engine.units = vec![Unit::Hpcc];
    (config.nic.receiver, config.nic.responder, config.nic.answers) = (true, true, true);
    config
}

/// With the prober: the parser reads responses too.
pub fn both() -> Config {
    let mut config = config();
    config.nic.prober = true;
    config
}

pub const OF_BOTH: &[Bug] = crate::bugs! {
"parser" "ackw_parser.v" {
    "a response asks": "asked_rtt = 8'd0" => "asked_rtt = cfg_request_rtt";
    "a response asks for telemetry": "asked_telemetry = 8'd0" => "asked_telemetry = cfg_request_telemetry";
}
};

pub const BUGS: &[Bug] = crate::bugs! {
"responder" "ackw_responder.v" {
    "a response is no answer": "known = is_ack | is_nak | is_cnp | is_reply" => "known = is_ack | is_nak | is_cnp";
    "a telemetry response is no answer": "(said_kind == KIND_RTT) | (said_kind == KIND_TELEMETRY)" =>
        "said_kind == KIND_RTT";
    "a closed QP's response counts as an ACK's": "known & !is_reply & !is_ask" => "known";
    "a response that is dropped counts": "b0_reply <= leaves & !dropped & is_reply" => "b0_reply <= leaves & is_reply";
    "the time is that of the answer behind": "b0_time <= intake_out_time" => "b0_time <= s_answer_time";
}
"responder" "ackw_responder_intake.v" {
    "an RTT response is as long as an ACK": "r2_words <= area + 7'd8" => "r2_words <= area + 7'd7";
    "the length is another answer's": ".in_data  (is_rtt)" => ".in_data  (asks_rtt_out_data)";
}
"responder" "ackw_responder_words.v" {
    "an RTT response has telemetry": "has = said_telemetry & !is_cnp & !is_rtt" => "has = said_telemetry & !is_cnp";
    "opcodes change places": "opcode = cfg_reply_rtt" => "opcode = cfg_reply_telemetry";
    "a telemetry response has its QP's DSCP": "tos = {reply_dscp, 2'd0} | (header_tos & 8'h03)" => "tos = header_tos";
    "a telemetry response has no ECN field": "{reply_dscp, 2'd0} | (header_tos & 8'h03)" => "{reply_dscp, 2'd0}";
}
"nic" "ackw_answers_page.v" {
    "a counter's word is missing": " | lost_rdata" => "";
    "an opcode is not taken": " | telemetry_response_taken" => "";
}
"nic" "ackw_nic_answers.v" {
    "the page takes nothing": "in_answer_taken | page_taken" => "in_answer_taken";
    "the page is not read": "in_answer_rdata | page_rdata" => "in_answer_rdata";
    "the other pages are not read": "in_answer_rdata | page_rdata" => "page_rdata";
    "what is lost is not counted": "if (probed_valid & !waiting_in_ready) begin" => "if (1'b0) begin";
    "all requests are lost": "if (probed_valid & !waiting_in_ready) begin" => "if (probed_valid) begin";
    "what is a response of ours asks": "cfg_request_rtt = 8'd0" => "cfg_request_rtt = page_request_rtt";
    "what is a telemetry response of ours asks": "cfg_request_telemetry = 8'd0" =>
        "cfg_request_telemetry = page_request_telemetry";
    "an RTT request is one for telemetry": "m_kind = KIND_RTT" => "m_kind = KIND_TELEMETRY";
    "a telemetry request is one for an RTT": "m_kind = KIND_TELEMETRY" => "m_kind = KIND_RTT";
    "the response has half of its PSN": "probed_time, probed_psn, probed_qpn" =>
        "probed_time, {12'd0, probed_psn[11:0]}, probed_qpn";
    "the time of all is 0": "probed_telemetry, probed_time," => "probed_telemetry, 32'd0,";
    "a hop's timestamp is another's": "{probed_hop_1_q, probed_hop_1_tx, probed_hop_1_ts," =>
        "{probed_hop_1_q, probed_hop_1_tx, probed_hop_0_ts,";
    "no telemetry": "probed_path, probed_telemetry," => "probed_path, 1'b0,";
}
"nic" "ackw_nic_turns.v" {
    "requests go first": "is_probe = probes & (!probe_last | !s_valid)" => "is_probe = probes";
    "requests go last": "is_probe = probes & (!probe_last | !s_valid)" => "is_probe = probes & !s_valid";
    "an answer is taken beside a request": "s_ready = m_ready & (probe_last | !probes)" => "s_ready = m_ready";
    "a request leaves before it is taken": "assign goes = is_probe & m_ready" => "assign goes = is_probe";
    "a request stands there for ever": "assign goes = is_probe & m_ready" => "assign goes = 1'b0";
    "the response has the answer's PSN": "m_psn = reply_psn" => "m_psn = s_psn";
    "the response is another QP's": "m_qpn = reply_qpn" => "m_qpn = s_qpn";
    "the time is not handed on": "m_time = reply_time" => "m_time = s_time";
    "a hop's bytes are another's": "m_hop_1_tx = reply_hop_1_tx" => "m_hop_1_tx = reply_hop_0_tx";
    "the answer's telemetry": "m_telemetry = reply_telemetry" => "m_telemetry = s_telemetry";
}
"nic" "ackw_nic_responder.v" {
    "closed and answered change places": ".closed               (responder_closed)," =>
        ".closed               (responder_responses),";
    "no DSCP": ".cfg_reply_dscp       (answers_cfg_reply_dscp),\n    .s_answer_time" =>
        ".cfg_reply_dscp       (6'd0),\n    .s_answer_time";
}
"nic" "ackw_top.v" {
    "a request is an event": "!parser_res_drop & !(|asked_kind)" => "!parser_res_drop";
    "a request is counted": "counters_res_valid = parser_res_valid & !(|asked_kind)" =>
        "counters_res_valid = parser_res_valid";
    "RTT requests alone": "parser_res_valid & (|asked_kind)" => "parser_res_valid & asked_kind[1]";
}
};
