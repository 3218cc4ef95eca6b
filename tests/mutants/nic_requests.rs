//! Bugs in the requests of the own probes, which the responder makes (`nic.prober` with `nic.responder`): their frames
//! among the others, their registers in the prober's page, their turns, and their wires in `nic`. What the prober and
//! the answers to a peer's probes have is in their lists.

use crate::bench::bugs::Bug;
use layout::config::{Config, Unit};

pub fn config() -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.parser.data_bits, config.hpcc.hops) = (16, 64, 2);
    config.engine.units = vec![Unit::Hpcc];
    (config.nic.receiver, config.nic.responder) = (true, true);
    (config.nic.prober, config.nic.answers) = (true, true);
    config
}

pub const BUGS: &[Bug] = crate::bugs! {
"responder" "ackw_responder.v" {
    "a request is no answer": "is_reply | is_ask" => "is_reply";
    "a telemetry request is no answer": "(said_kind == KIND_RTT_REQUEST) | (said_kind == KIND_TELEMETRY_REQUEST)" =>
        "said_kind == KIND_RTT_REQUEST";
    "a closed QP's request counts as an ACK's": "known & !is_reply & !is_ask" => "known & !is_reply";
    "a request that is dropped counts": "b0_ask <= leaves & !dropped & is_ask" => "b0_ask <= leaves & is_ask";
    "a request that is dropped does not count": "b0_unsent <= leaves & is_ask & !intake_out_read_header_valid" =>
        "b0_unsent <= 1'b0";
}
"responder" "ackw_responder_intake.v" {
    "an RTT request is as long as an ACK": "if (s_answer_kind == KIND_RTT_REQUEST) begin" => "if (1'b0) begin";
}
"responder" "ackw_responder_words.v" {
    "an RTT request has telemetry": "if (asks_rtt | asks_telemetry) begin" => "if (asks_telemetry) begin";
    "a telemetry request has telemetry": "if (asks_rtt | asks_telemetry) begin" => "if (asks_rtt) begin";
    "opcodes of requests change places": "opcode = cfg_ask_rtt" => "opcode = cfg_ask_telemetry";
    "a telemetry request has its QP's DSCP": "tos = {asking_dscp, 2'd0} | (header_tos & 8'h03)" => "tos = header_tos";
}
"nic" "ackw_requests_page.v" {
    "a counter's word is missing": " | unsent_rdata" => "";
    "an opcode is not taken": "rtt_request_taken | " => "";
}
"nic" "ackw_nic_requests.v" {
    "the page takes nothing": "in_answer_taken | page_taken" => "in_answer_taken";
    "the page is not read": "in_answer_rdata | page_rdata" => "in_answer_rdata";
    "the other pages are not read": "in_answer_rdata | page_rdata" => "page_rdata";
    "an RTT request is one for telemetry": "m_kind = KIND_RTT" => "m_kind = KIND_TELEMETRY";
    "a telemetry request is one for an RTT": "m_kind = KIND_TELEMETRY" => "m_kind = KIND_RTT";
    "there is no room": "READS = 1'b1" => "READS = 1'b0";
    "there is room for a hop less": "HOPS = 4'd2" => "HOPS = 4'd1";
    "the request is another QP's": "m_qpn = probe_qpn" => "m_qpn = ~probe_qpn";
    "the request has a PSN of its own": "m_psn = probe_psn" => "m_psn = 24'd0";
    "the request has no time": "m_time = probe_time" => "m_time = 32'd0";
}
"nic" "ackw_nic_turns.v" {
    "requests of the own go first": "asks & (!ask_last | !replies)" => "asks";
    "requests of the own go last": "asks & (!ask_last | !replies)" => "asks & !replies";
    "a response leaves beside a request": "reply_ready = goes & !is_ask" => "reply_ready = goes";
    "a request leaves beside a response": "ask_ready = goes & is_ask" => "ask_ready = goes";
    "whose turn it was is forgotten": "ask_last <= is_ask" => "ask_last <= 1'b0";
}
"nic" "ackw_nic_responder.v" {
    "sent and unsent change places": ".unsent             (responder_unsent)," => ".unsent             (responder_requests),";
}
"nic" "ackw_nic.v" {
    "a probe is taken at once": ".m_probe_ready         (responder_probe_ready)" => ".m_probe_ready         (1'b1)";
}
};
