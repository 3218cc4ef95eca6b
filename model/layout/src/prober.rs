//! The prober's numbers: what is kept of a QP by the host, the parameters, and the fields of its streams. Probes are
//! those of the HPCC++ draft (6.2.1, 7.1), RTT requests those of the LDCP draft (3.2).

use crate::config::Config;
use crate::field::Field;
use crate::fixed::{Format, U};
use crate::ldcp;
use crate::registers::{Access, PROBER, Register, count, register};

/// What a QP's probes are. The discriminant is the value on the ports; 3 is refused.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// No probes: the QP is closed, or its data packets carry telemetry.
    None = 0,
    /// A telemetry request (HPCC++).
    Telemetry = 1,
    /// An RTT request (`ldcp-pcc`).
    Rtt = 2,
}

impl Kind {
    pub const fn from_bits(bits: u64) -> Option<Kind> {
        match bits {
            0 => Some(Kind::None),
            1 => Some(Kind::Telemetry),
            2 => Some(Kind::Rtt),
            _ => None,
        }
    }
}

/// The clock in ns, modular, **U32.0**: what an RTT request carries (FORMATS.md).
pub type Now = U<32, 0>;
/// A period, a timeout and an RTT in ns, **U24.0**: up to 16.7 ms. A response that comes later is one that nobody waits
/// for, so no RTT is longer.
pub type Ns = U<24, 0>;
/// The RTT that is kept, in ns, **U24.3**: a response brings an eighth.
pub type Kept = U<24, 3>;

const fn field(name: &'static str, format: Format, unit: &'static str, doc: &'static str) -> Field {
    Field { name, format, unit, min: 0, max: format.max_raw(), reset: 0, doc }
}

pub const KIND: Field =
    Field { max: 2, ..field("kind", Format::new(2, 0), "enum", "0 no probes, 1 telemetry requests, 2 RTT requests") };
pub const PERIOD: Field = Field {
    min: 1000,
    reset: 10_000,
    ..field("period", Ns::FORMAT, "ns", "least time from a probe of the QP to its next one")
};
/// What the host writes for a QP, beside whether it opens it, and its first PSN.
pub const POLICY: [Field; 2] = [KIND, PERIOD];

pub const TIMEOUT: Field = Field {
    min: 1000,
    reset: 1_000_000,
    ..field("timeout", Ns::FORMAT, "ns", "how long a probe's response is waited for")
};
pub const SMOOTH: Field =
    field("smooth", Format::new(1, 0), "flag", "1: an RTT counts for an eighth in the one that is kept; 0: it is kept");

pub const TIMED: Field =
    field("timed", Format::new(1, 0), "flag", "1: a telemetry response echoes its probe's time, too");

/// `m_probe`.
pub const PROBE: [Field; 3] = [
    field("kind", Format::new(2, 0), "enum", "1 telemetry request, 2 RTT request"),
    field("psn", ldcp::Psn::FORMAT, "1", "snd_nxt when it leaves"),
    field("time", Now::FORMAT, "ns", "the clock then"),
];
/// `m_rtt`.
pub const RTT: [Field; 4] = [
    field("kind", Format::new(2, 0), "enum", "what was answered: 1 telemetry request, 2 RTT request"),
    field("psn", ldcp::Psn::FORMAT, "1", "snd_nxt when the probe left"),
    field("measured", Ns::FORMAT, "ns", "from the probe to its response"),
    field("smoothed", Ns::FORMAT, "ns", "the RTT that is kept, without its fraction"),
];

/// Opcodes of probes and responses are of the part that BTH leaves to vendors (FORMATS.md).
const fn opcode(name: &'static str, reset: u8, doc: &'static str) -> Field {
    Field {
        min: OPCODES.0 as u64,
        max: OPCODES.1 as u64,
        reset: reset as u64,
        ..field(name, Format::new(8, 0), "1", doc)
    }
}

/// The least and the greatest.
pub const OPCODES: (u8, u8) = (0xc0, 0xff);
/// What the parser takes as responses, `cfg_response`.
pub const OPCODE_RTT: Field = opcode("rtt", 0xd3, "BTH.OpCode of an RTT response");
pub const OPCODE_TELEMETRY: Field =
    opcode("telemetry", 0xd5, "BTH.OpCode of a telemetry response; where both are the same, it is an RTT response's");
/// Bytes behind BTH of an RTT response: the time that it echoes, and as many that are not looked at.
pub const RTT_BYTES: usize = 8;

/// What the frames of requests have, where the NIC makes them.
pub const RTT_REQUEST_OPCODE: Field = opcode("prb_rtt_request", 0xd2, "BTH.OpCode of an RTT request");
pub const TELEMETRY_REQUEST_OPCODE: Field = opcode("prb_telemetry_request", 0xd4, "BTH.OpCode of a telemetry request");
pub const REQUEST_DSCP: Field = Field {
    max: 63,
    ..field(
        "prb_dscp",
        Format::new(6, 0),
        "1",
        "DSCP of telemetry requests; change it only while no frame is under way",
    )
};

/// Bits of `prb_status`.
pub const STATUS: [(&str, &str); 1] = [("init_done", "no QP has probes yet, and openings can be written")];

/// What is counted, in the order of its places from [`COUNTERS`] on.
pub const COUNTED: [(&str, &str, &str); 5] = [
    ("prb_probes", "probes", "that were taken; modulo 2^32, as all here"),
    ("prb_responses", "responses", "that were waited for, and of which the event is taken"),
    ("prb_unexpected", "responses", "that nobody waits for"),
    ("prb_timeouts", "probes", "whose response was waited for too long"),
    ("prb_lost", "responses", "for which there was no room: more came than are looked at"),
];
/// Where in the page they begin.
pub const COUNTERS: u32 = 0x80;
/// Likewise of requests, behind them.
pub const REQUESTED: [(&str, &str, &str); 2] = [
    ("prb_requests", "frames", "requests of which all beats are begun"),
    ("prb_unsent", "probes", "that were dropped, for their QP has no header"),
];
/// Where in the page they begin.
pub const REQUEST_COUNTERS: u32 = COUNTERS + 4 * COUNTED.len() as u32;

/// The page of registers in a NIC (hdl/src/nic.md): how all are probed, the probes of a QP, counters; and where the NIC
/// makes them, what requests have.
pub fn page(config: &Config) -> Vec<Register> {
    let mut all = own_page(config);
    if config.makes_requests() {
        all.extend(request_page());
    }
    all.sort_by_key(|register| register.offset);
    all
}

/// What of it is there without requests' frames.
pub fn own_page(config: &Config) -> Vec<Register> {
    let at = |place, access, field| register(PROBER + place, access, field);
    let write = |place, name, field: Field| at(place, Access::Write, Field { name, ..field });
    let first = count("prb_psn", ldcp::Psn::FORMAT.bits(), "1", "PSN of the first packet");
    let starts =
        "1 opens the QP prb_qpn anew, with kind 0 closes it: all of its past is dropped; 0 writes its period alone";
    let mut all = vec![
        write(0x00, "prb_timeout", TIMEOUT),
        write(0x04, "prb_smooth", SMOOTH),
        write(0x08, "prb_timed", TIMED),
        write(0x0c, "prb_rtt_opcode", OPCODE_RTT),
        write(0x10, "prb_telemetry_opcode", OPCODE_TELEMETRY),
        at(0x20, Access::Read, count("prb_status", STATUS.len() as u32, "flags", "see the bits")),
        at(0x40, Access::Write, count("prb_qpn", config.qp_bits(), "1", "index of the QP")),
        write(0x44, "prb_kind", KIND),
        write(0x48, "prb_period", PERIOD),
        at(0x4c, Access::Write, first),
        at(0x50, Access::Start, count("prb_start", 1, "1", starts)),
    ];
    let counter = |(k, (name, unit, doc)): (u32, _)| at(COUNTERS + 4 * k, Access::Read, count(name, 32, unit, doc));
    all.extend((0..).zip(COUNTED).map(counter));
    all
}

/// What is there more with them.
pub fn request_page() -> Vec<Register> {
    let at = |place, access, field| register(PROBER + place, access, field);
    let mut all = vec![
        at(0x14, Access::Write, RTT_REQUEST_OPCODE),
        at(0x18, Access::Write, TELEMETRY_REQUEST_OPCODE),
        at(0x1c, Access::Write, REQUEST_DSCP),
    ];
    let place = |k: u32| REQUEST_COUNTERS + 4 * k;
    let counter = |(k, (name, unit, doc)): (u32, _)| at(place(k), Access::Read, count(name, 32, unit, doc));
    all.extend((0..).zip(REQUESTED).map(counter));
    all
}
