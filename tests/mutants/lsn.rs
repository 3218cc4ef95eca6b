//! Bugs in LDCP's byte sequence (`engine.lsn`): in what the parser reads of an ACK with an LSN, in the slice that
//! counts packets by it, on its way beside the engine's events, and in its registers and counters.

use crate::bench::bugs::Bug;
use layout::config::{Config, Unit};

/// With HPCC++ beside LDCP, so that there are two streams of updates, and telemetry.
pub fn config() -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.parser.data_bits, config.hpcc.hops) = (16, 64, 1);
    config.engine.units = vec![Unit::Ldcp, Unit::Hpcc];
    config.engine.lsn = true;
    config
}

/// With requests of a peer's probes, whose opcodes go first.
pub fn both() -> Config {
    let mut config = config();
    (config.nic.receiver, config.nic.responder, config.nic.answers) = (true, true, true);
    config
}

pub const OF_PARSER: &[Bug] = crate::bugs! {
"parser" "ackw_parser_lsn.v" {
    "no such ACK is too short": "s7_bad_size <= s6_payload_bytes != {7'd0, bytes}" => "s7_bad_size <= 1'b0";
    "its pad count is not looked at": "s7_bad_pad <= |s6_pad_count" => "s7_bad_pad <= 1'b0";
    "any version is ours": "s7_bad_version <= head_held[31:28] != VERSION" => "s7_bad_version <= 1'b0";
    "a byte that is to be 0 is not looked at": "(|head_held[23:0])" => "(|head_held[15:0])";
    "unknown flags are let through": "(|(flags & ~(FLAG_ECE | FLAG_READ)))" => "1'b0";
    "the flags change places": "s7_read <= |(flags & FLAG_READ)" => "s7_read <= |(flags & FLAG_ECE)";
    "another version has no name": "s8_late_own_reason <= LSN_VERSION" => "s8_late_own_reason <= LSN_RESERVED";
    "AETH's fault goes behind the own": "if (!s8_late_before_found) begin" => "if (1'b1) begin";
    "READ responses have NAKs": "end else if (s8_read & (s8_event_before_kind == KIND_LOSS)) begin" =>
        "end else if (1'b0) begin";
    "there is telemetry behind AETH": "s8_event_before_telemetry & setup_at_udp" => "s8_event_before_telemetry";
    "the ECN-Echo stands where that of an ACK does": "s8_event_ece = s8_ece" => "s8_event_ece = s8_event_before_ece";
    "a NAK has an LSN": "if (s8_event_before_kind == KIND_ACK) begin\n        s9_given" => "if (1'b1) begin\n        s9_given";
    "what is dropped says something": "if (s9_drop) begin" => "if (1'b0) begin";
    "an LSN goes on into the next frame": "if (s5_beat_last) begin" => "if (1'b0) begin";
}
};

pub const OF_BOTH: &[Bug] = crate::bugs! {
"parser" "ackw_parser.v" {
    "a request's opcode is an ACK's": "of_lsn = 8'd0" => "of_lsn = cfg_lsn_opcode";
}
};

pub const OF_ENGINE: &[Bug] = crate::bugs! {
"engine" "ackw_lsn.v" {
    "what a packet has begun does not count": "p3_rounded <= p2_value + less" => "p3_rounded <= p2_value";
    "no LSN is too far on": "(|(rounded & beyond))" => "1'b0";
    "READ responses are requests": "if (p3_read) begin\n      last" => "if (1'b0) begin\n      last";
    "an LSN counts whatever its PSN": "psn_passes & (p3_alone | psn_stores)" => "psn_passes";
    "an LSN of READ responses needs a PSN": "psn_passes & (p3_alone | psn_stores)" => "psn_passes & psn_stores";
    "opening leaves the LSNs": "if (p3_opens) begin" => "if (1'b0) begin";
    "the event just ahead is not seen": "if (p2_hit_1) begin" => "if (1'b0) begin";
    "the event two ahead is not seen": "if (p1_match_2) begin" => "if (1'b0) begin";
    "what is behind is nowhere": "beyond_all & !(&delta[31:30])" => "beyond_all";
    "what is nowhere goes on": "out_drops = rejects & p3_alone" => "out_drops = 1'b0";
    "una is that of requests": "una = p4_requests + p4_responses" => "una = p4_requests";
}
"engine" "ackw_engine.v" {
    "n is the PSN's": "counted_n = lsn_out_n" => "counted_n = counted_n";
    "an LSN that is nowhere is not told": "seen_rejected = psn_out_rejected | lsn_out_rejected" =>
        "seen_rejected = psn_out_rejected";
    "what is dropped goes on": " & !lsn_out_drops" => "";
    "una_lsn is a slot's that issues later": "came_lsn <= lsn_queue_out_data" => "came_lsn <= lsn_una";
}
};

pub const OF_TOP: &[Bug] = crate::bugs! {
"top" "ackw_top.v" {
    "the page takes nothing": "of_lsn_taken | lsn_taken" => "of_lsn_taken";
    "the page is not read": "of_lsn_rdata | lsn_rdata" => "of_lsn_rdata";
}
"top" "ackw_counters.v" {
    "versions count with reserved bits": "counted_reason == LSN_VERSION" => "counted_reason == LSN_RESERVED";
    "a wrong version is a CNP": "if (of_version | of_reserved) begin" => "if (1'b0) begin";
}
};
