//! The records that pass between blocks: event, update, context.

use crate::algorithms::Row;
use crate::config::Unit;
use crate::each_unit;
use crate::field::Field;
use crate::fixed::{Format, U};
use crate::ldcp::{Cw, Interval, N};
use crate::units::Sense;

/// What an event says. The discriminant is the value on the `kind` port.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// An ACK that confirms `n` packets; `ece` says whether it echoes congestion.
    Ack = 0,
    /// A NAK with code 0 (PSN sequence error).
    Loss = 1,
    /// An RTT response (draft 3.2).
    Rtt = 2,
    /// A congestion notification packet (draft 3.2).
    Cnp = 3,
    /// The host replaces a context.
    HostWrite = 4,
    /// The host reads a context.
    HostRead = 5,
    /// A data packet with telemetry, at the receiver (HPCC++ draft 6.3.2).
    Data = 6,
    /// Of an update alone: a control period has ended (DCQCN). No event is of this kind.
    Timer = 7,
}

impl Kind {
    pub const BITS: u32 = 3;
    /// The kinds that LDCP has rules for.
    pub const EVENTS: [Kind; 4] = [Kind::Ack, Kind::Loss, Kind::Rtt, Kind::Cnp];

    /// Of an event.
    pub const fn from_bits(bits: u8) -> Option<Kind> {
        Some(match bits {
            0 => Kind::Ack,
            1 => Kind::Loss,
            2 => Kind::Rtt,
            3 => Kind::Cnp,
            4 => Kind::HostWrite,
            5 => Kind::HostRead,
            6 => Kind::Data,
            _ => return None,
        })
    }

    /// The name in `replay`'s `"ev"`.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Ack => "ack",
            Kind::Loss => "loss",
            Kind::Rtt => "rtt",
            Kind::Cnp => "cnp",
            Kind::HostWrite => "host_write",
            Kind::HostRead => "host_read",
            Kind::Data => "data",
            Kind::Timer => "timer",
        }
    }
}

macro_rules! algorithms {
    ($($unit:ident in $module:ident: $($algorithm:ident = $code:literal of $row:ident),+;)+) => {
        /// The algorithm of a QP. The discriminant is the value on the `alg` ports.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Algorithm {
            $($(
                #[doc = concat!("[`", stringify!($row), "`](crate::", stringify!($module), "::", stringify!($row), ").")]
                $algorithm = $code,
            )+)+
        }

        impl Algorithm {
            /// In the order of their codes.
            pub const ALL: [Algorithm; [$($($code),+),+].len()] = [$($(Algorithm::$algorithm),+),+];

            pub const fn from_bits(bits: u8) -> Option<Algorithm> {
                Some(match bits {
                    $($($code => Algorithm::$algorithm,)+)+
                    _ => return None,
                })
            }

            /// The unit that computes it.
            pub const fn unit(self) -> Unit {
                match self {
                    $($(Algorithm::$algorithm => Unit::$unit,)+)+
                }
            }

            /// What is known of it.
            pub const fn row(self) -> &'static Row {
                match self {
                    $($(Algorithm::$algorithm => &crate::$module::$row,)+)+
                }
            }
        }
    };
}
each_unit!(algorithms);

/// That of a QP that has chosen none.
impl Default for Algorithm {
    fn default() -> Self {
        Algorithm::ALL[0]
    }
}

impl Algorithm {
    /// One of the window unit of HPCC++, not of LDCP's.
    pub const fn is_hpcc(self) -> bool {
        matches!(self, Algorithm::Hpcc | Algorithm::HpccRx)
    }

    /// Codes and names of the algorithms of these units.
    pub fn listed(units: &[Unit]) -> String {
        let of = Self::ALL.into_iter().filter(|algorithm| units.contains(&algorithm.unit()));
        of.map(|algorithm| format!("{} {}", algorithm as u8, algorithm.name())).collect::<Vec<_>>().join(", ")
    }

    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The number of such events, or of the packets that they confirm, moves its windows.
    pub fn counts(self, kind: Kind) -> bool {
        self.row().counted.contains(&kind)
    }

    pub fn from_name(name: &str) -> Option<Algorithm> {
        Self::ALL.into_iter().find(|a| a.name() == name)
    }
}

/// Whether an update says a window or a rate: a unit with a timer, as DCQCN's, does so with kind timer alone.
pub fn has_limits(alg: Alg, kind: U<3, 0>) -> bool {
    let timed = Algorithm::ALL.into_iter().any(|a| a.unit().senses(Sense::Timer) && a as u64 == alg.raw());
    !timed || !has_una(kind)
}

/// Whether an update says what is acknowledged: with all kinds but timer.
pub fn has_una(kind: U<3, 0>) -> bool {
    kind.raw() != Kind::Timer as u64
}

/// The algorithm that a QP has chosen, **U4.0**: a code of [`Algorithm`]; the others have no unit yet.
pub type Alg = U<4, 0>;
/// The parameter set that a QP has chosen, **U4.0**.
pub type Set = U<4, 0>;

/// Bits of an update's flags.
pub const FLAGS: u32 = 16;

/// Bits of the update's `flags`, and their names in `replay`: those that mean the same in every algorithm, and LDCP's.
pub mod flag {
    /// The new window is below one packet: send one packet each `interval`.
    pub const PACED: u8 = 1 << 0;
    /// The window was clamped at `gamma`.
    pub const FLOOR: u8 = 1 << 1;
    /// The window was clamped at `cw_max`.
    pub const SAT: u8 = 1 << 2;
    /// By rule the event changes nothing (a loss in the stable stage, an ACK that confirms nothing, an event that the
    /// QP's algorithm does not use).
    pub const IGNORED: u8 = 1 << 3;
    pub const BITS: u32 = 4;
    /// Flags that are of one update and no other. Those above them are sticky: where one update stands for several, a
    /// flag of any of them is set.
    pub const OWN: u16 = (1 << BITS) - 1;
    pub const NAMES: [&str; 4] = ["paced", "floor", "sat", "ignored"];

    /// The names of the bits that are set, lowest first.
    pub fn names(flags: u8) -> impl Iterator<Item = &'static str> {
        NAMES.into_iter().enumerate().filter(move |(i, _)| flags >> i & 1 == 1).map(|(_, n)| n)
    }
}

pub const EV: Field = Field {
    name: "ev",
    format: Format::new(3, 0),
    unit: "enum",
    min: 0,
    max: 4,
    reset: 0,
    doc: "0 ack, 1 loss, 2 rtt, 3 cnp, 4 folded: what came while one waited",
};
pub const EV_N: Field = Field {
    name: "n",
    format: N::FORMAT,
    unit: "packets",
    min: 0,
    max: N::MAX_RAW,
    reset: 0,
    doc: "packets that the ACK confirms (draft 2.2, eq. 2)",
};
pub const EV_ECE: Field = Field {
    name: "ece",
    format: Format::new(1, 0),
    unit: "flag",
    min: 0,
    max: 1,
    reset: 0,
    doc: "ECN-Echo of the ACK",
};
pub const EV_N0: Field = Field { name: "n0", doc: "folded: packets that ACKs without ECN-Echo confirm", ..EV_N };
pub const EV_N1: Field = Field { name: "n1", doc: "folded: packets that ACKs with ECN-Echo confirm", ..EV_N };
pub const EV_RTTS: Field = Field { name: "rtts", unit: "1", doc: "folded: RTT responses", ..EV_N };
pub const EV_CNPS: Field = Field { name: "cnps", unit: "1", doc: "folded: CNPs", ..EV_N };
/// Event fields as `replay` takes them.
pub const EVENT: [Field; 7] = [EV, EV_N, EV_ECE, EV_N0, EV_N1, EV_RTTS, EV_CNPS];

pub const UPD_CW: Field = Field {
    name: "cw",
    format: Cw::FORMAT,
    unit: "packets",
    min: 0,
    max: Cw::MAX_RAW,
    reset: 0,
    doc: "new congestion window",
};
pub const UPD_INTERVAL: Field = Field {
    name: "interval",
    format: Interval::FORMAT,
    unit: "ns",
    min: 0,
    max: Interval::MAX_RAW,
    reset: 0,
    doc: "RTT/cw while cw < 1, else 0 (SEMANTICS L12)",
};
/// Update fields as `replay` gives them (its flags stand beside them).
pub const UPDATE: [Field; 2] = [UPD_CW, UPD_INTERVAL];
