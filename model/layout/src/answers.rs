//! The numbers of `nic.answers`: what the parser takes as requests of a peer's probes, and what their responses have.
//! Telemetry requests are those of the HPCC++ draft (6.2.1, 7.1), RTT requests those of the LDCP draft (3.2).

use crate::field::Field;
use crate::fixed::Format;
use crate::prober::OPCODES;
use crate::record::Kind;
use crate::registers::{ANSWERS, Access, Register, count, register};

/// Kinds on `s_answer` of the responder, beside ACK, NAK and CNP.
pub const RTT_RESPONSE: u8 = Kind::Rtt as u8;
pub const TELEMETRY_RESPONSE: u8 = Kind::Data as u8;
/// Of one that makes the own probes' requests: numbers that no event of a packet has.
pub const RTT_REQUEST: u8 = Kind::HostWrite as u8;
pub const TELEMETRY_REQUEST: u8 = Kind::HostRead as u8;

/// Opcodes are of the part that BTH leaves to vendors (FORMATS.md).
const fn opcode(name: &'static str, reset: u8, doc: &'static str) -> Field {
    Field {
        name,
        format: Format::new(8, 0),
        unit: "1",
        min: OPCODES.0 as u64,
        max: OPCODES.1 as u64,
        reset: reset as u64,
        doc,
    }
}

pub const RTT_REQUEST_OPCODE: Field = opcode("ans_rtt_request", 0xd2, "BTH.OpCode of an RTT request");
pub const RTT_RESPONSE_OPCODE: Field = opcode("ans_rtt_response", 0xd3, "BTH.OpCode of its response");
pub const TELEMETRY_REQUEST_OPCODE: Field = opcode(
    "ans_telemetry_request",
    0xd4,
    "BTH.OpCode of a telemetry request; where both are the same, it is an RTT request's",
);
pub const TELEMETRY_RESPONSE_OPCODE: Field = opcode("ans_telemetry_response", 0xd5, "BTH.OpCode of its response");
pub const DSCP: Field = Field {
    name: "ans_dscp",
    format: Format::new(6, 0),
    unit: "1",
    min: 0,
    max: 63,
    reset: 0,
    doc: "DSCP of telemetry responses; change it only while no frame is under way",
};

/// What is counted, in the order of its places from [`COUNTERS`] on.
pub const COUNTED: [(&str, &str, &str); 3] = [
    ("ans_responses", "frames", "responses of which all beats are begun; modulo 2^32, as all here"),
    ("ans_closed", "requests", "that were dropped, for their QP has no header"),
    ("ans_lost", "requests", "for which there was no room: more came than are answered"),
];
/// Where in the page they begin.
pub const COUNTERS: u32 = 0x80;

/// The page of registers in a NIC (hdl/src/nic.md).
pub fn page() -> Vec<Register> {
    let at = |place, access, field| register(ANSWERS + place, access, field);
    let mut all = vec![
        at(0x00, Access::Write, RTT_REQUEST_OPCODE),
        at(0x04, Access::Write, RTT_RESPONSE_OPCODE),
        at(0x08, Access::Write, TELEMETRY_REQUEST_OPCODE),
        at(0x0c, Access::Write, TELEMETRY_RESPONSE_OPCODE),
        at(0x10, Access::Write, DSCP),
    ];
    let counter = |(k, (name, unit, doc)): (u32, _)| at(COUNTERS + 4 * k, Access::Read, count(name, 32, unit, doc));
    all.extend((0..).zip(COUNTED).map(counter));
    all
}
