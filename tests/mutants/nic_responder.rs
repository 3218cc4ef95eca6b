//! Bugs in the responder's page of registers, in what stands between receiver and responder, and where the responder
//! stands in `nic`. What is the responder's own is in its list.

use crate::bench::bugs::Bug;
use layout::config::{Config, Unit};

pub fn config() -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.parser.data_bits, config.hpcc.hops) = (16, 64, 2);
    config.engine.units = vec![Unit::Hpcc];
    (config.nic.receiver, config.nic.responder) = (true, true);
    config
}

pub const BUGS: &[Bug] = crate::bugs! {
"nic" "ackw_responder_page.v" {
    "an address's upper half is not taken": "dst_ip_high_taken | " => "";
}
"nic" "ackw_nic_newest.v" {
    "a packet without telemetry leaves the older one": "u_paths (\n    .clk   (clk),\n    .rst_n (rst_n),\n    .we    (came_valid)" =>
        "u_paths (\n    .clk   (clk),\n    .rst_n (rst_n),\n    .we    (came_valid & rx_echo_telemetry)";
    "a hop is written of every QP in place 0": "u_hops_1 (\n    .clk   (clk),\n    .rst_n (rst_n),\n    .we    (came_valid),\n    .waddr (came_qpn)" =>
        "u_hops_1 (\n    .clk   (clk),\n    .rst_n (rst_n),\n    .we    (came_valid),\n    .waddr (4'd0)";
    "a hop is read of the answer that went before": "rx_echo_hop_0_speed}),\n    .p0_qpn(asked_qpn)" =>
        "rx_echo_hop_0_speed}),\n    .p0_qpn(n1_qpn)";
    "timestamp and bytes change places": "rx_echo_hop_1_q, rx_echo_hop_1_tx," => "rx_echo_hop_1_q, rx_echo_hop_1_ts[19:0],";
    "NAKs echo too": "paths_p3_telemetry & (n3_kind == KIND_ACK)" => "paths_p3_telemetry & (n3_kind != 3'd3)";
    "room for two fewer": "assign in_ready = !(|waiting_count[3:2])" => "assign in_ready = !(|waiting_count[3:1])";
    "no end of room": "assign in_ready = !(|waiting_count[3:2])" => "assign in_ready = !waiting_count[3]";
}
"nic" "ackw_nic_responder.v" {
    "the page takes nothing": "in_answer_taken | page_taken" => "in_answer_taken";
    "the page is not read": "in_answer_rdata | page_rdata" => "in_answer_rdata";
    "the other pages are not read": "in_answer_rdata | page_rdata" => "page_rdata";
    "units start no sets": "assign out_answer_starts = in_answer_starts" => "assign out_answer_starts = 5'd0";
    "the last QP is not initialised": "ready <= &init_at" => "ready <= &init_at[3:1]";
    "CNPs have DSCP 0": ".cfg_cnp_dscp         (page_cnp_dscp)" => ".cfg_cnp_dscp         (6'd0)";
    "ECN-Echo stands where the parser does not look": ".cfg_ece_place        (cfg_ece_place)" =>
        ".cfg_ece_place        (~cfg_ece_place)";
    "no header is written": ".host_we              (page_writes)" => ".host_we              (1'b0)";
    "MAC addresses change places": ".host_dst_mac         (page_header_dst_mac)" =>
        ".host_dst_mac         (page_header_src_mac)";
    "halves of an address change places": ".host_src_ip_high     (page_header_src_ip_high)" =>
        ".host_src_ip_high     (page_header_src_ip_low)";
    "no P_Key": ".host_pkey            (page_header_pkey)" => ".host_pkey            (16'hffff)";
    "MSNs are not looked at": ".msn_we               (msn_we)" => ".msn_we               (1'b0)";
    "two counters change places": ".counts_naks       (responder_naks)" => ".counts_naks       (responder_acks)";
    "a dropped answer is not counted": ".counts_unwritten  (responder_unwritten)" =>
        ".counts_unwritten  (responder_unknown)";
    "NAKs always go first": "s_nak_valid & (!nak_last | !s_answer_valid)" => "s_nak_valid";
    "an answer is taken with a NAK": "room & (nak_last | !s_nak_valid)" => "room";
    "a NAK is taken with an answer": "room & (!nak_last | !s_answer_valid)" => "room";
    "a NAK is an ACK": "asked_kind = KIND_NAK" => "asked_kind = 3'd0";
    "a NAK has the answer's PSN": "asked_psn = s_nak_psn" => "asked_psn = s_answer_psn";
    "no telemetry is echoed": ".s_answer_telemetry   (newest_found_telemetry)" => ".s_answer_telemetry   (1'b0)";
    "a hop has another one's queue": ".s_answer_hop_1_q     (newest_found_hop_1_q)" =>
        ".s_answer_hop_1_q     (newest_found_hop_0_q)";
}
"nic" "ackw_nic_receiver.v" {
    "telemetry of packets that did not come": "assign came_valid = rx_valid" => "assign came_valid = 1'b1";
}
"nic" "ackw_nic.v" {
    "what is answered is taken at once": ".m_answer_ready     (responder_s_answer_ready)" =>
        ".m_answer_ready     (1'b1)";
}
};
