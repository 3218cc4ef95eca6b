//! The prober's numbers: what is kept of a QP by the host, the parameters, and the fields of its streams. Probes are
//! those of the HPCC++ draft (6.2.1, 7.1), RTT requests those of the LDCP draft (3.2).

use crate::field::Field;
use crate::fixed::{Format, U};
use crate::ldcp;

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
