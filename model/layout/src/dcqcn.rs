//! DCQCN's numbers (Broadcom, "Introduction to Congestion Control for RoCE"; SEMANTICS D1 to D11): formats with the
//! reason for each, parameters with their ranges, and the per-QP state with its bit budget. Rates are in bytes per ns:
//! 1 is 8 Gbit/s.

mod unit;

pub use unit::{HOST_CYCLES, PUBLISHED_CYCLES, SET_WAITS, TX_QUEUE, UNIT, more_cycles};

use crate::algorithms::Row;
use crate::field::Field;
use crate::fixed::{Format, U};
use crate::record::Kind;

/// `RC`, `RT` and every other rate in bytes per ns, **U7.28**.
///
/// 7 integer bits hold 100 bytes per ns, 800 Gbit/s. 28 fraction bits are steps of 29.8 bit/s: the least rate, 1
/// Mbit/s, has 15 significant bits, and any `rai` is added exactly, so that no increase vanishes.
pub type Rate = U<7, 28>;
/// `CP`, the estimated probability of congestion, and `F`, the fraction of CNPs: 0 to 1, **U1.26**.
///
/// The least `g·F` is 2^-10 · 2^-16: one LSB, so that no CNP of 65,535 packets vanishes. An error of half an LSB a
/// period adds up to at most 2^-27/g.
pub type Prob = U<1, 26>;
/// RC and RT as a step computes with them, **U7.29**: a bit more than [`Rate`], of [`Guard`].
///
/// What a step rounds stays in RC until a cut takes CP/2 of it away, line rate all of it. At the least rate, 1 Mbit/s,
/// half an LSB is 7.5e-6 of it.
pub type FineRate = U<7, 29>;
/// CP and F as a step computes with them, **U1.28**: two bits more than [`Prob`], of [`Guard`].
///
/// CP stands still where g·(F − CP) is less than half an LSB: by 2^-29/g at most it is off for as long as F stays the
/// same, and each cut with it by half of that.
pub type FineProb = U<1, 28>;
/// The bits below those of RC (bit 3), RT (bit 2) and CP (bits 1 and 0), **U4.0**: [`FineRate`] and [`FineProb`].
pub type Guard = U<4, 0>;
/// `g`, the weight of the newest period: **U0.16**, 2^-10 to 1/4.
pub type Gain = U<0, 16>;
/// CNPs and packets of one control period, **U16.0**: 45 us at 800 Gbit/s are 53,571 packets of 64 bytes; more
/// saturates.
pub type Count = U<16, 0>;
/// Increase steps since the last decrease, **U5.0**: 15 of fast recovery and 15 that double `rai` make 30; more
/// saturates.
pub type Stage = U<5, 0>;
/// Steps of fast recovery, **U4.0**: three by default, five in the published form.
pub type Steps = U<4, 0>;
/// How often `rai` doubles at most, **U4.0**: 15 times takes 25 Mbit/s to 800 Gbit/s.
pub type Doublings = U<4, 0>;
/// Exponent of the distance from line rate within which RC becomes the line rate, in LSBs of the rate, **U5.0**.
pub type Snap = U<5, 0>;
/// Packets sent since the last increase step, **U8.0**; more saturates.
pub type Sent = U<8, 0>;
/// Periods since the one of the last CNP, **U4.0**; more saturates.
pub type Quiet = U<4, 0>;
/// Periods in a row without a packet, **U5.0**: 0 to [`IDLE_PERIODS`].
pub type Idle = U<5, 0>;
/// Length of a control period in ns, **U20.0**: up to 1.05 ms.
pub type Period = U<20, 0>;
/// log2 of the jitter's range in cycles, **U4.0**.
pub type Jitter = U<4, 0>;
/// Control periods between two ticks of a timer of the published form, **U8.0**: 255 of 1 us at least.
pub type Periods = U<8, 0>;
/// Packets of the byte counter of the published form, **U24.0**: 10 MB are 10,000 packets of 1,000 bytes.
pub type Packets = U<24, 0>;

/// Periods without a packet after which activity ends (SEMANTICS D10).
pub const IDLE_PERIODS: u64 = 16;
/// 1 Mbit/s, the least rate: 2^28/8000 = 33,554.43.
pub const MBPS: u64 = 33_554;
/// 800 Gbit/s, the greatest: 100 bytes per ns.
pub const GBPS_800: u64 = 100 << 28;
/// 100 Gbit/s.
const GBPS_100: u64 = 25 << 27;

const fn flag_of(name: &'static str, reset: u64, doc: &'static str) -> Field {
    Field { name, format: Format::new(1, 0), unit: "flag", min: 0, max: 1, reset, doc }
}

pub const G: Field = Field {
    name: "g",
    format: Gain::FORMAT,
    unit: "1",
    min: 64,
    max: 1 << 14,
    reset: 256,
    doc: "weight of the newest period in CP; 2^-10, so that no CNP vanishes, to 1/4, so that a step stays within 2^-20",
};
pub const RAI: Field = Field {
    name: "rai",
    format: Rate::FORMAT,
    unit: "bytes/ns",
    min: 1,
    max: GBPS_800,
    reset: 1_342_177,
    doc: "first active increase of RT; 40 Mbit/s",
};
pub const LINE: Field = Field {
    name: "line",
    format: Rate::FORMAT,
    unit: "bytes/ns",
    min: MBPS,
    max: GBPS_800,
    reset: GBPS_100,
    doc: "line rate: RC and RT of a new QP, and their upper clamp (SEMANTICS D5)",
};
pub const RC_MIN: Field = Field {
    name: "rc_min",
    format: Rate::FORMAT,
    unit: "bytes/ns",
    min: MBPS,
    max: GBPS_800,
    reset: MBPS,
    doc: "lower clamp of RC (SEMANTICS D5), at most line; 1 Mbit/s",
};
pub const CP0: Field = Field {
    name: "CP0",
    format: Prob::FORMAT,
    unit: "1",
    min: 0,
    max: 1 << Prob::FRAC,
    reset: 1 << Prob::FRAC,
    doc: "CP of a new QP (SEMANTICS D5)",
};
pub const RECOVERY: Field = Field {
    name: "recovery",
    format: Steps::FORMAT,
    unit: "1",
    min: 0,
    max: Steps::MAX_RAW,
    reset: 3,
    doc: "steps of fast recovery before active increase",
};
pub const DOUBLINGS: Field = Field {
    name: "doublings",
    format: Doublings::FORMAT,
    unit: "1",
    min: 0,
    max: Doublings::MAX_RAW,
    reset: Doublings::MAX_RAW,
    doc: "how often the active increase doubles at most (SEMANTICS D7); 0: never",
};
pub const SNAP: Field = Field {
    name: "snap",
    format: Snap::FORMAT,
    unit: "log2",
    min: 0,
    max: 24,
    reset: 10,
    doc: "an increase that leaves less than 2^snap LSBs to line rate takes RC there (SEMANTICS D6); 30.5 kbit/s",
};
pub const OLD_CP: Field = flag_of("old_cp", 0, "1: RC falls by the CP of before this period's update (SEMANTICS D1)");
pub const CLAMP_TARGET: Field =
    flag_of("clamp_target", 1, "0: of decreases in a row only the first sets RT to RC (SEMANTICS D4)");
pub const MIN_TX: Field = Field {
    name: "min_tx",
    format: Sent::FORMAT,
    unit: "packets",
    min: 0,
    max: Sent::MAX_RAW,
    reset: 1,
    doc: "packets sent since the last increase step, without which none is due (SEMANTICS D9)",
};
pub const INCAST_PERIODS: Field = Field {
    name: "incast_periods",
    format: Quiet::FORMAT,
    unit: "periods",
    min: 0,
    max: 14,
    reset: 0,
    doc: "so many periods after a CNP an increase step is due every second period only (SEMANTICS D9); 0: off",
};
pub const PERIOD: Field = Field {
    name: "period",
    format: Period::FORMAT,
    unit: "ns",
    min: 1000,
    max: Period::MAX_RAW,
    reset: 45_000,
    doc: "control period: of the timer, not of a step",
};
pub const JITTER: Field = Field {
    name: "jitter",
    format: Jitter::FORMAT,
    unit: "log2",
    min: 0,
    max: 12,
    reset: 9,
    doc: "each control period is longer by 0 to 2^jitter - 1 cycles, at random (SEMANTICS D8); 0: none",
};
/// What both have.
pub const PARAMS: [Field; 14] = [
    G,
    RAI,
    LINE,
    RC_MIN,
    CP0,
    RECOVERY,
    DOUBLINGS,
    SNAP,
    OLD_CP,
    CLAMP_TARGET,
    MIN_TX,
    INCAST_PERIODS,
    PERIOD,
    JITTER,
];

pub const PUBLISHED: Field =
    flag_of("published", 0, "1: the published form, with timers of its own and a byte counter (SEMANTICS D11)");
pub const ALPHA_PERIODS: Field = Field {
    name: "alpha_periods",
    format: Periods::FORMAT,
    unit: "periods",
    min: 1,
    max: Periods::MAX_RAW,
    reset: 1,
    doc: "published form: periods without a CNP after which CP is updated",
};
pub const RATE_PERIODS: Field = Field {
    name: "rate_periods",
    format: Periods::FORMAT,
    unit: "periods",
    min: 1,
    max: Periods::MAX_RAW,
    reset: 1,
    doc: "published form: periods without a CNP after which the rate timer raises the rate",
};
pub const BYTE_PACKETS: Field = Field {
    name: "byte_packets",
    format: Packets::FORMAT,
    unit: "packets",
    min: 0,
    max: Packets::MAX_RAW,
    reset: 10_000,
    doc: "published form: packets after which the byte counter raises the rate; 0: never",
};
pub const HAI: Field = Field {
    name: "hai",
    format: Rate::FORMAT,
    unit: "bytes/ns",
    min: 1,
    max: GBPS_800,
    reset: 13_421_773,
    doc: "published form: hyper-active increase of RT; 400 Mbit/s",
};
/// What dcqcn-p has beside them.
pub const PARAMS_PUBLISHED: [Field; 5] = [PUBLISHED, ALPHA_PERIODS, RATE_PERIODS, BYTE_PACKETS, HAI];

/// The parameter set `dcqcn-2015` (SEMANTICS D11): what differs from the reset values, raw. The weight and the five
/// steps of fast recovery are the paper's, and so is the order of the two formulas; a period of 55 us is its alpha
/// timer.
pub const DCQCN_2015: [(&str, u64); 9] = [
    ("g", 256),
    ("recovery", 5),
    ("doublings", 0),
    ("snap", 0),
    ("old_cp", 1),
    ("period", 55_000),
    ("jitter", 0),
    ("published", 1),
    ("byte_packets", 10_000),
];

pub const RC: Field = Field {
    name: "RC",
    format: Rate::FORMAT,
    unit: "bytes/ns",
    min: 0,
    max: Rate::MAX_RAW,
    reset: GBPS_100,
    doc: "current rate; of a new QP line",
};
pub const RT: Field = Field { name: "RT", doc: "target rate; of a new QP line", ..RC };
pub const CP: Field = Field {
    name: "CP",
    format: Prob::FORMAT,
    unit: "1",
    min: 0,
    max: Prob::MAX_RAW,
    reset: CP0.reset,
    doc: "estimated probability of congestion; of a new QP CP0",
};
pub const STAGE: Field = Field {
    name: "stage",
    format: Stage::FORMAT,
    unit: "1",
    min: 0,
    max: Stage::MAX_RAW,
    reset: 0,
    doc: "increase steps since the last decrease",
};
pub const SENT: Field = Field {
    name: "sent",
    format: Sent::FORMAT,
    unit: "packets",
    min: 0,
    max: Sent::MAX_RAW,
    reset: 0,
    doc: "packets since the last increase step (SEMANTICS D9)",
};
pub const QUIET: Field = Field {
    name: "quiet",
    format: Quiet::FORMAT,
    unit: "periods",
    min: 0,
    max: Quiet::MAX_RAW,
    reset: Quiet::MAX_RAW,
    doc: "periods since the one of the last CNP (SEMANTICS D9)",
};
pub const IDLE: Field = Field {
    name: "idle",
    format: Idle::FORMAT,
    unit: "periods",
    min: 0,
    max: IDLE_PERIODS,
    reset: 0,
    doc: "periods in a row without a packet (SEMANTICS D10)",
};
pub const GUARD: Field = Field {
    name: "guard",
    format: Guard::FORMAT,
    unit: "bits",
    min: 0,
    max: Guard::MAX_RAW,
    reset: 0,
    doc: "the bits below those of RC (bit 3: 2^-29), RT (bit 2: 2^-29) and CP (bits 1 and 0: 2^-27, 2^-28)",
};
/// Per-QP state of dcqcn-d.
pub const STATE: [Field; 8] = [RC, RT, CP, STAGE, SENT, QUIET, IDLE, GUARD];

pub const BYTE_STAGE: Field =
    Field { name: "byte_stage", doc: "published form: ticks of the byte counter since the last CNP", ..STAGE };
pub const PACKETS: Field = Field {
    name: "packets",
    format: Packets::FORMAT,
    unit: "packets",
    min: 0,
    max: Packets::MAX_RAW,
    reset: 0,
    doc: "published form: packets since the last tick of the byte counter",
};
pub const SINCE_ALPHA: Field = Field {
    name: "since_alpha",
    format: Periods::FORMAT,
    unit: "periods",
    min: 0,
    max: Periods::MAX_RAW,
    reset: 0,
    doc: "published form: periods since the last update of CP",
};
pub const SINCE_RATE: Field =
    Field { name: "since_rate", doc: "published form: periods since the last tick of the rate timer", ..SINCE_ALPHA };
/// What dcqcn-p has beside it.
pub const STATE_PUBLISHED: [Field; 4] = [BYTE_STAGE, PACKETS, SINCE_ALPHA, SINCE_RATE];

/// What a QP's state costs in bits, beside the counts of the running period: 123, and 168 with the published form. With
/// a bit for the algorithm and four for the parameter set 128, exactly 16 bytes; 173, within 24.
pub const STATE_BITS: u32 = 2 * FineRate::BITS + FineProb::BITS + Stage::BITS + Sent::BITS + Quiet::BITS + Idle::BITS;
pub const STATE_PUBLISHED_BITS: u32 = STATE_BITS + Stage::BITS + Packets::BITS + 2 * Periods::BITS;

pub const CNP: Field = Field {
    name: "cnp",
    format: Count::FORMAT,
    unit: "packets",
    min: 0,
    max: Count::MAX_RAW,
    reset: 0,
    doc: "CNPs received in the control period",
};
pub const TX: Field = Field { name: "tx", doc: "packets sent in the control period", ..CNP };
/// A control period as `replay` takes it.
pub const EVENT: [Field; 2] = [CNP, TX];

/// The update: the rate at which the QP may send.
pub const UPDATE: [Field; 1] = [Field { doc: "the new current rate", reset: 0, ..RC }];

/// What a step says beside the rate, and its names in `replay`. The low four bits mean the same in every algorithm.
pub mod flag {
    /// RC is below the line rate: the QP's packets are spaced.
    pub const PACED: u16 = 1 << 0;
    /// RC was clamped at `rc_min`.
    pub const FLOOR: u16 = 1 << 1;
    /// RC or RT was clamped at `line`, CP at 1.
    pub const SAT: u16 = 1 << 2;
    /// By rule the period changes nothing: the QP is not active and no CNP came (SEMANTICS D10).
    pub const IGNORED: u16 = 1 << 3;
    /// A CNP came: RC fell.
    pub const CUT: u16 = 1 << 4;
    /// A step of fast recovery.
    pub const RECOVERY: u16 = 1 << 5;
    /// A step of active increase.
    pub const ACTIVE: u16 = 1 << 6;
    /// A step of hyper-active increase (published form).
    pub const HYPER: u16 = 1 << 7;
    /// No CNP came, but an increase step was not due (SEMANTICS D9, D11).
    pub const HELD: u16 = 1 << 8;
    /// RC was less than 2^snap LSBs from the line rate and became it (SEMANTICS D6).
    pub const SNAP: u16 = 1 << 9;
    pub const BITS: u32 = 10;
    pub const NAMES: [&str; 10] =
        ["paced", "floor", "sat", "ignored", "cut", "recovery", "active", "hyper", "held", "snap"];

    /// The names of the bits that are set, lowest first.
    pub fn names(flags: u16) -> impl Iterator<Item = &'static str> {
        NAMES.into_iter().enumerate().filter(move |(i, _)| flags >> i & 1 == 1).map(|(_, n)| n)
    }
}

const NOTE: &str = "event   one a control period; cnp and tx count what came and what was sent in it\n";

/// Deterministic marking: F is the share of CNPs.
pub const DCQCN_D: Row = Row {
    name: "dcqcn-d",
    engine: None,
    params: || PARAMS.to_vec(),
    state: &STATE,
    fractions: &[],
    event: &EVENT,
    counted: &[Kind::Cnp],
    kinds: &[],
    update: &UPDATE,
    flags: &flag::NAMES,
    note: NOTE,
};
/// Per-QP state of dcqcn-p.
pub const STATE_P: [Field; 12] = concat(&STATE, &STATE_PUBLISHED);
/// Parameters of dcqcn-p.
pub const PARAMS_P: [Field; 19] = concat(&PARAMS, &PARAMS_PUBLISHED);
/// Probabilistic marking: F is 1 where a CNP came; and, by a parameter, the published form.
pub const DCQCN_P: Row = Row { name: "dcqcn-p", params: || PARAMS_P.to_vec(), state: &STATE_P, ..DCQCN_D };

const fn concat<const N: usize>(head: &[Field], tail: &[Field]) -> [Field; N] {
    assert!(head.len() + tail.len() == N);
    let mut all = [head[0]; N];
    let mut i = 0;
    while i < N {
        all[i] = if i < head.len() { head[i] } else { tail[i - head.len()] };
        i += 1;
    }
    all
}
