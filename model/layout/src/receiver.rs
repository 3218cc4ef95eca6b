//! The receiver's numbers: how a QP is answered, the host's parameters, and the fields of an answer. Its ACKs and CNPs
//! are those of the LDCP draft (2.2, 3.1), of DCQCN and of DCTCP.

use crate::field::Field;
use crate::fixed::{Format, U};
use crate::ldcp;

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
    ..field("m", MaxPackets::FORMAT, "packets", "most packets that wait for one ACK, 1 to 64; 0 is as 1")
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
