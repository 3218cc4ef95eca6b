//! FCR's numbers (R. Even et al., "DC Fast Congestion", Internet-Draft of February 2020; its message is ours): formats
//! with the reason for each, parameters with their ranges, the advices that a QP keeps, and their bits.

use crate::algorithms::{EventKind, Row};
use crate::field::Field;
use crate::fixed::{Format, U};
use crate::hpcc::Window;
use crate::ldcp::{Cw, Rtt};

/// An advice as the message has it, Mbit/s, **U32.0**: the field's width on the wire.
pub type Advice = U<32, 0>;
/// An advice that was taken, Mbit/s, **U22.0**: 4,095 Gbit/s, the greatest speed of HPCC++'s table, are 4,095,000. More
/// is above every line, and never taken.
pub type Mbps = U<22, 0>;
/// The QP's own rate `RC` in bytes per ns, **U7.28**: DCQCN's format, up to 1,024 Gbit/s in steps of 29.8 bit/s.
pub type Rate = U<7, 28>;
/// Number of the switch that sent an advice, **U16.0**, as on the wire.
pub type Switch = U<16, 0>;
/// Sequence number of an advice, **U16.0**, serial.
pub type Seq = U<16, 0>;
/// Validity of an advice in us, **U16.0**, as on the wire: up to 65.5 ms.
pub type Validity = U<16, 0>;
/// The NIC's clock in us, modular, **U17.0**: one bit more than a validity, so that an advice that has just come and
/// one that has ended lie on two halves of the circle. With it a source has 72 bits.
pub type Clock = U<17, 0>;
/// Path MTU in bytes, **U13.0**: the five of the InfiniBand architecture, 256 to 4,096.
pub type Mtu = U<13, 0>;
/// Least time a byte takes, ns, **U13.28**: 8,000 at 1 Mbit/s; at 4,095 Gbit/s an LSB is 2e-6 of it.
pub type Pace = U<13, 28>;

/// Most advices that a QP keeps: `fcr.sources` is 1 to 4. `replay` has all of them.
pub const MAX_SOURCES: usize = 4;

const FLAG: Format = Format::new(1, 0);

pub const LINE: Field = Field {
    name: "line",
    format: Mbps::FORMAT,
    unit: "Mbit/s",
    min: 1,
    max: Mbps::MAX_RAW,
    reset: 100_000,
    doc: "line rate: an advice above it is rejected",
};
pub const ADVICE_MIN: Field = Field {
    name: "advice_min",
    reset: 1,
    doc: "lowest advice that is expected; one below it is rejected, with an alert (draft, Security Considerations)",
    ..LINE
};
pub const ADVICE_MAX: Field = Field {
    name: "advice_max",
    reset: Mbps::MAX_RAW,
    doc: "highest advice that is expected, at least advice_min; one above it is rejected, with an alert",
    ..LINE
};
pub const VALIDITY_MAX: Field = Field {
    name: "validity_max",
    format: Validity::FORMAT,
    unit: "us",
    min: 1,
    max: Validity::MAX_RAW,
    reset: Validity::MAX_RAW,
    doc: "longest validity that is expected; an advice with a longer one, or with 0, is rejected, with an alert",
};
pub const MTU: Field = Field {
    name: "mtu",
    format: Mtu::FORMAT,
    unit: "bytes",
    min: 256,
    max: 4096,
    reset: 1024,
    doc: "one packet: a power of two; no advice makes a window smaller",
};
pub const START_AT_LINE: Field = Field {
    name: "start_at_line",
    format: FLAG,
    unit: "flag",
    min: 0,
    max: 1,
    reset: 0,
    doc: "1: a QP that is opened while no other is open starts at its maximum rate (draft 6, 3)",
};
/// Run-time parameters, in the order of their ports.
pub const PARAMS: [Field; 6] = [LINE, ADVICE_MIN, ADVICE_MAX, VALIDITY_MAX, MTU, START_AT_LINE];

pub const VALID: Field =
    Field { name: "valid", format: FLAG, unit: "flag", min: 0, max: 1, reset: 0, doc: "1 while the source is in use" };
pub const SWITCH: Field = Field {
    name: "switch",
    format: Switch::FORMAT,
    unit: "1",
    min: 0,
    max: Switch::MAX_RAW,
    reset: 0,
    doc: "number of the switch that sent the advice",
};
pub const SEQ: Field = Field {
    name: "seq",
    format: Seq::FORMAT,
    unit: "1",
    min: 0,
    max: Seq::MAX_RAW,
    reset: 0,
    doc: "sequence number of the advice, serial",
};
pub const RATE: Field = Field {
    name: "rate",
    format: Mbps::FORMAT,
    unit: "Mbit/s",
    min: 0,
    max: Mbps::MAX_RAW,
    reset: 0,
    doc: "the advice; 0: it was withdrawn, and only its sequence number is kept",
};
pub const EXPIRY: Field = Field {
    name: "expiry",
    format: Clock::FORMAT,
    unit: "us",
    min: 0,
    max: Clock::MAX_RAW,
    reset: 0,
    doc: "when the source falls free, modular",
};

/// The fields of one source.
macro_rules! source {
    ($i:literal) => {
        [
            Field { name: concat!("valid.", $i), ..VALID },
            Field { name: concat!("switch.", $i), ..SWITCH },
            Field { name: concat!("seq.", $i), ..SEQ },
            Field { name: concat!("rate.", $i), ..RATE },
            Field { name: concat!("expiry.", $i), ..EXPIRY },
        ]
    };
}

/// Fields of one source.
pub const SOURCE_FIELDS: usize = 5;
/// Per-QP state as `replay` shows it: the sources one after the other.
pub const STATE: [Field; MAX_SOURCES * SOURCE_FIELDS] = {
    let [a, b, c, d] = [source!(0), source!(1), source!(2), source!(3)];
    [
        a[0], a[1], a[2], a[3], a[4], b[0], b[1], b[2], b[3], b[4], c[0], c[1], c[2], c[3], c[4], d[0], d[1], d[2],
        d[3], d[4],
    ]
};
/// Bits of context that a source costs: 9 bytes.
pub const SOURCE_BITS: u32 = 1 + Switch::BITS + Seq::BITS + Mbps::BITS + Clock::BITS;

/// What an event of FCR says. The discriminant is `ev`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// A revised CNP.
    Advice = 0,
    /// Time has gone on: the sweep, or an update of the QP's own algorithm.
    Time = 1,
    /// An ACK with ECE, or an ordinary CNP.
    Mark = 2,
    /// The QP is opened.
    Open = 3,
}

impl Kind {
    pub const ALL: [Kind; 4] = [Kind::Advice, Kind::Time, Kind::Mark, Kind::Open];

    pub fn from_bits(bits: u64) -> Option<Kind> {
        Self::ALL.into_iter().find(|kind| *kind as u64 == bits)
    }
}

/// At the block: the host writes one of the QP's places, or reads it.
pub const HOST_WRITE: u64 = 4;
pub const HOST_READ: u64 = 5;

pub const EV: Field = Field {
    name: "ev",
    format: Format::new(2, 0),
    unit: "enum",
    min: 0,
    max: 3,
    reset: 1,
    doc: "0 advice, 1 time (a sweep, or the own algorithm's update), 2 mark (ECE or an ordinary CNP), 3 open",
};
pub const EV_NOW: Field = Field { name: "now", doc: "the NIC's clock, modular", ..EXPIRY };
pub const EV_RATE: Field = Field {
    name: "rate",
    format: Advice::FORMAT,
    max: Advice::MAX_RAW,
    doc: "of an advice: as the message has it",
    ..RATE
};
pub const EV_VALIDITY: Field = Field {
    name: "validity",
    format: Validity::FORMAT,
    unit: "us",
    min: 0,
    max: Validity::MAX_RAW,
    reset: 0,
    doc: "of an advice: how long it holds",
};
pub const EV_WITHDRAW: Field = Field {
    name: "withdraw",
    format: FLAG,
    unit: "flag",
    min: 0,
    max: 1,
    reset: 0,
    doc: "of an advice: 1 ends the switch's advice; rate and validity mean nothing",
};
pub const EV_ALONE: Field = Field { name: "alone", doc: "of open: 1 if no other QP is open", ..EV_WITHDRAW };
pub const EV_RTT: Field = Field {
    name: "rtt",
    format: Rtt::FORMAT,
    unit: "ns",
    min: 0,
    max: Rtt::MAX_RAW,
    reset: 0,
    doc: "round-trip time of the QP's path, for the window",
};
pub const OWN_RC: Field = Field {
    name: "RC",
    format: Rate::FORMAT,
    unit: "bytes/ns",
    min: 0,
    max: Rate::MAX_RAW,
    reset: 0,
    doc: "the QP's own rate, by its own algorithm",
};
pub const OWN_CW: Field = Field {
    name: "cw",
    format: Cw::FORMAT,
    unit: "packets",
    min: 0,
    max: Cw::MAX_RAW,
    reset: 0,
    doc: "its own window in packets",
};
pub const OWN_W: Field = Field {
    name: "W",
    format: Window::FORMAT,
    unit: "bytes",
    min: 0,
    max: Window::MAX_RAW,
    reset: 0,
    doc: "its own window in bytes",
};
pub const OWN_WC: Field = Field { name: "Wc", doc: "its own reference window in bytes", ..OWN_W };
/// Event fields. What the QP's own algorithm does not have is 0.
pub const EVENT: [Field; 13] =
    [EV, EV_NOW, SWITCH, SEQ, EV_RATE, EV_VALIDITY, EV_WITHDRAW, EV_ALONE, EV_RTT, OWN_RC, OWN_CW, OWN_W, OWN_WC];

pub const UPD_CAP: Field = Field { name: "cap", doc: "the lowest live advice; 0: there is none", ..RATE };
pub const UPD_PACE: Field = Field {
    name: "pace",
    format: Pace::FORMAT,
    unit: "ns/byte",
    min: 0,
    max: Pace::MAX_RAW,
    reset: 0,
    doc: "least time a byte takes, at least 1/cap; 0: there is no cap",
};
pub const UPD_RC: Field = Field { name: "RC", doc: "own rate after the event", ..OWN_RC };
pub const UPD_CW: Field = Field { name: "cw", doc: "own window after the event, packets", ..OWN_CW };
pub const UPD_W: Field = Field { name: "W", doc: "own window after the event, bytes", ..OWN_W };
pub const UPD_WC: Field = Field { name: "Wc", doc: "own reference window after the event", ..OWN_W };
pub const SEND_RATE: Field = Field { name: "send_rate", doc: "what the NIC sends at: at most RC and cap", ..OWN_RC };
pub const SEND_CW: Field = Field { name: "send_cw", doc: "at most cw, and at most max(1 packet, cap*RTT)", ..OWN_CW };
pub const SEND_W: Field = Field { name: "send_W", doc: "at most W, and at most max(1 packet, cap*RTT)", ..OWN_W };
/// Update fields; the flags stand beside them.
pub const UPDATE: [Field; 9] = [UPD_CAP, UPD_PACE, UPD_RC, UPD_CW, UPD_W, UPD_WC, SEND_RATE, SEND_CW, SEND_W];

/// What a step says beside the update, and its names in `replay`.
pub mod flag {
    /// At least one advice is live: `pace` holds.
    pub const PACED: u16 = 1 << 0;
    /// cap·RTT is less than a packet: the windows are capped at one packet.
    pub const FLOOR: u16 = 1 << 1;
    /// The cap is beyond RC's format, or cap·RTT beyond a window's.
    pub const SAT: u16 = 1 << 2;
    /// By rule the event changes nothing but what time does: an advice that is not taken, a mark while an advice is
    /// live.
    pub const IGNORED: u16 = 1 << 3;
    /// The cap is below RC, or what it makes of the windows below cw or W.
    pub const LIMITED: u16 = 1 << 4;
    /// The time of at least one source has ended.
    pub const EXPIRED: u16 = 1 << 5;
    /// The cap has risen or ended by expiry or withdrawal: the own values became at most what it allowed.
    pub const CLAMPED: u16 = 1 << 6;
    /// A switch has withdrawn its advice.
    pub const WITHDRAWN: u16 = 1 << 7;
    /// The sequence number is not newer than that of the switch's last message.
    pub const OLD: u16 = 1 << 8;
    /// Rejected: the rate is 0 or above the line.
    pub const RATE: u16 = 1 << 9;
    /// Rejected: the rate is outside advice_min to advice_max.
    pub const RANGE: u16 = 1 << 10;
    /// Rejected: the validity is 0 or above validity_max.
    pub const VALIDITY: u16 = 1 << 11;
    /// More switches than sources: the highest of all advices, this one included, is not kept.
    pub const FULL: u16 = 1 << 12;
    /// The host is to be told: an advice was rejected.
    pub const ALERT: u16 = 1 << 13;
    /// Alone: the QP starts at its line rate.
    pub const START: u16 = 1 << 14;
    pub const BITS: u32 = 15;
    pub const NAMES: [&str; 15] = [
        "paced",
        "floor",
        "sat",
        "ignored",
        "limited",
        "expired",
        "clamped",
        "withdrawn",
        "old",
        "rate",
        "range",
        "validity",
        "full",
        "alert",
        "start",
    ];
}

const KINDS: [EventKind; 4] = [
    EventKind { name: "advice", needs: &["now", "switch", "seq", "rate", "validity"] },
    EventKind { name: "time", needs: &["now"] },
    EventKind { name: "mark", needs: &["now"] },
    EventKind { name: "open", needs: &["alone"] },
];
/// A limit laid over any algorithm: its event has what that algorithm's QP holds.
pub const FCR: Row = Row {
    name: "fcr",
    engine: None,
    params: || PARAMS.to_vec(),
    state: &STATE,
    fractions: &[],
    event: &EVENT,
    counted: &[],
    kinds: &KINDS,
    update: &UPDATE,
    flags: &flag::NAMES,
    note: "own     RC, cw, W and Wc are what the QP's own algorithm holds, before and after the event; 0: it has none\n",
};
