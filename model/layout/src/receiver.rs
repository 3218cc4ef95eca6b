//! The receiver's numbers: how a QP is answered, the host's parameters, and the fields of an answer. Its ACKs and CNPs
//! are those of the LDCP draft (2.2, 3.1), of DCQCN and of DCTCP.

use crate::config::Config;
use crate::field::Field;
use crate::fixed::{Format, U};
use crate::ldcp;
use crate::registers::{Access, RECEIVER, Register, count, register};

/// When packets are acknowledged. The discriminant is the value on the port; 3 is as 2.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Mode {
    /// Each packet at once; m does not count.
    Each = 0,
    /// At most m packets an ACK, and a marked packet at once, with all that waits (LDCP 2.2).
    Ldcp = 1,
    /// At most m packets an ACK, and never two of different marks in one (DCTCP).
    Exact = 2,
}

impl Mode {
    pub const fn from_bits(bits: u64) -> Mode {
        match bits {
            0 => Mode::Each,
            1 => Mode::Ldcp,
            _ => Mode::Exact,
        }
    }
}

/// m, **U7.0**: 64 is a power of two.
pub type MaxPackets = U<7, 0>;
/// A time in us, **U16.0**: up to 65.5 ms.
pub type Micros = U<16, 0>;
/// The clock in us, modular, **U18.0**: a time lies up to 2^16 us ahead, and until a walk over 65,536 QPs at a tick a
/// cycle has seen its end, less than half the circle behind.
pub type Clock = U<18, 0>;
/// Packets that an ACK confirms, **U14.0**: LDCP's n. More are 16,383.
pub type Count = ldcp::N;

const fn field(name: &'static str, format: Format, unit: &'static str, doc: &'static str) -> Field {
    Field { name, format, unit, min: 0, max: format.max_raw(), reset: 0, doc }
}

const fn flag(name: &'static str, doc: &'static str) -> Field {
    field(name, Format::new(1, 0), "flag", doc)
}

pub const MODE: Field = Field {
    max: 2,
    ..field(
        "mode",
        Format::new(2, 0),
        "enum",
        "ACKs: 0 each packet, 1 up to m packets and a mark at once (LDCP), 2 up to m packets of one mark",
    )
};
pub const M: Field = Field {
    min: 1,
    max: 64,
    reset: 1,
    ..field("m", MaxPackets::FORMAT, "packets", "most packets that wait for one ACK")
};
pub const CNP: Field = flag("cnp", "1: marked packets give CNPs");
/// What the host writes for a QP, in the order of its ports.
pub const POLICY: [Field; 3] = [MODE, M, CNP];

pub const ACK_TIMEOUT: Field =
    Field { reset: 20, ..field("ack_timeout", Micros::FORMAT, "us", "how long a packet waits for its ACK at most") };
pub const CNP_INTERVAL: Field = Field {
    reset: 4,
    ..field("cnp_interval", Micros::FORMAT, "us", "least time between CNPs of a QP; 0: each marked packet gives one")
};

/// `m_answer`.
pub const ANSWER: [Field; 4] = [
    field("kind", Format::new(3, 0), "enum", "0 ack, 3 cnp"),
    field("psn", ldcp::Psn::FORMAT, "1", "of an ACK the last PSN that it acknowledges, of a CNP 0"),
    flag("ece", "of an ACK: ECN-Echo"),
    field("count", Count::FORMAT, "packets", "of an ACK: packets that it confirms, at most 16,383"),
];

/// Bits of `rcv_status`.
pub const STATUS: [(&str, &str); 1] = [("init_done", "no QP is open yet, and packets count")];

/// What is counted, in the order of its places from [`COUNTERS`] on.
pub const COUNTED: [(&str, &str, &str); 5] = [
    ("rcv_acks", "ACKs", "that were taken; modulo 2^32, as all here"),
    ("rcv_cnps", "CNPs", "that were taken"),
    ("rcv_merged", "packets", "that were counted in the older of two ACKs that waited"),
    ("rcv_cnps_merged", "packets", "marked ones that gave no CNP because one of their QP waited"),
    ("rcv_timeouts", "ACKs", "that were late: their time was over before anything else asked for them"),
];
/// Where in the page they begin.
pub const COUNTERS: u32 = 0x80;

/// The page of registers in a NIC (hdl/src/nic.md): times, the policy of a QP, counters.
pub fn page(config: &Config) -> Vec<Register> {
    let at = |place, access, field| register(RECEIVER + place, access, field);
    let write = |place, name, field: Field| at(place, Access::Write, Field { name, ..field });
    let opens = "any value opens the QP rcv_qpn with this policy: all of its past is dropped";
    let mut all = vec![
        write(0x00, "rcv_ack_timeout", ACK_TIMEOUT),
        write(0x04, "rcv_cnp_interval", CNP_INTERVAL),
        at(0x20, Access::Read, count("rcv_status", STATUS.len() as u32, "flags", "see the bits")),
        at(0x40, Access::Write, count("rcv_qpn", config.qp_bits(), "1", "index of the QP")),
        write(0x44, "rcv_mode", MODE),
        write(0x48, "rcv_m", M),
        write(0x4c, "rcv_cnp", CNP),
        at(0x50, Access::Start, count("rcv_open", 1, "1", opens)),
    ];
    let counter = |(k, (name, unit, doc)): (u32, _)| at(COUNTERS + 4 * k, Access::Read, count(name, 32, unit, doc));
    all.extend((0..).zip(COUNTED).map(counter));
    all
}
