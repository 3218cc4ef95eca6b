//! DCTCP's numbers (RFC 8257, and the section on DCTCP of "Introduction to Congestion Control for RoCE"): formats with
//! the reason for each, parameters with their ranges, and the per-QP state of 16 bytes.

use crate::algorithms::{EventKind, Row};
use crate::config::{Config, Unit};
use crate::field::Field;
use crate::fixed::{Format, U};
use crate::ldcp::{N, Psn};
use crate::record::{Algorithm, Kind};
use crate::registers::{self, Access, Register};
use crate::timing::UnitLatency;
use crate::units::{Example, Measure, Sense, UnitRow};

/// Window `cwnd` in packets, **U13.27**.
///
/// 13 integer bits hold 800 Gbit/s for 80 us in packets of 1,024 bytes (7,813). The least increment is one packet over
/// the greatest window, more than 2^-13: 27 fraction bits keep half an LSB below 2^-15 of it, so it never vanishes and
/// is within 2^-14 of the ideal's. One bit more of either would not leave CP its 22 bits of the context's 128.
pub type Cwnd = U<13, 27>;
/// `ssthresh` in whole packets, **U13.0**: a cut sets it to the new window without its fraction, which is not above it,
/// so that slow start does not begin anew.
pub type Ssthresh = U<13, 0>;
/// `CP`, the congestion probability, from 0 to 1 with 1 itself, **U1.21**.
///
/// An error of half an LSB a window adds up to `2^-22/g`: 2^-18 for g = 1/16, 2^-12 for the smallest g.
pub type Cp = U<1, 21>;
/// `g`, the weight of the newest window in CP, **U1.16**.
pub type Gain = U<1, 16>;
/// Packets acknowledged in a window, and those of them that were marked, **U14.0**.
///
/// An ACK that ends a window finds at most the packets that were in flight when it began, and those that were sent
/// since: twice 8,191. More saturates.
pub type Count = U<14, 0>;

/// Cycles from an event to the register that holds its window (s29).
pub const LATENCY: u32 = 30;

const PACKET: u64 = 1 << Cwnd::FRAC;

pub const G: Field = Field {
    name: "g",
    format: Gain::FORMAT,
    unit: "1",
    min: 64,
    max: 1 << 16,
    reset: 1 << 12,
    doc: "weight of the newest window in CP; at least 2^-10, so that CP's roundings add up to 2^-12 at most",
};
pub const CP0: Field = Field {
    name: "CP0",
    format: Cp::FORMAT,
    unit: "1",
    min: 0,
    max: 1 << 21,
    reset: 1 << 21,
    doc: "CP of a new QP (SEMANTICS T2)",
};
pub const CWND_MIN: Field = Field {
    name: "cwnd_min",
    format: Cwnd::FORMAT,
    unit: "packets",
    min: PACKET,
    max: 64 * PACKET,
    reset: PACKET,
    doc: "lower clamp of the window (SEMANTICS T2)",
};
pub const CWND_MAX: Field = Field {
    name: "cwnd_max",
    format: Cwnd::FORMAT,
    unit: "packets",
    min: 64 * PACKET,
    max: Cwnd::MAX_RAW,
    reset: Cwnd::MAX_RAW,
    doc: "upper clamp of the window",
};
/// Run-time parameters, in the order of their ports. cwnd_min never exceeds cwnd_max: their ranges meet at 64 packets.
pub const PARAMS: [Field; 4] = [G, CP0, CWND_MIN, CWND_MAX];

pub const CWND: Field = Field {
    name: "cwnd",
    format: Cwnd::FORMAT,
    unit: "packets",
    min: PACKET,
    max: Cwnd::MAX_RAW,
    reset: 10 * PACKET,
    doc: "congestion window; reset: the initial window of RFC 6928",
};
pub const SSTHRESH: Field = Field {
    name: "ssthresh",
    format: Ssthresh::FORMAT,
    unit: "packets",
    min: 1,
    max: Ssthresh::MAX_RAW,
    reset: Ssthresh::MAX_RAW,
    doc: "slow start below it",
};
pub const CP: Field = Field { name: "CP", doc: "congestion probability", ..CP0 };
pub const WINDOW_END: Field = Field {
    name: "window_end",
    format: Psn::FORMAT,
    unit: "1",
    min: 0,
    max: Psn::MAX_RAW,
    reset: 0,
    doc: "PSN behind which the window ends, DCTCP.WindowEnd",
};
pub const ACKED: Field = Field {
    name: "acked",
    format: Count::FORMAT,
    unit: "packets",
    min: 0,
    max: Count::MAX_RAW,
    reset: 0,
    doc: "acknowledged in this window, DCTCP.BytesAcked in packets",
};
pub const MARKED: Field =
    Field { name: "marked", doc: "of these with ECN-Echo, DCTCP.BytesMarked in packets", ..ACKED };
pub const CUT: Field = Field {
    name: "cut",
    format: Format::new(1, 0),
    unit: "flag",
    min: 0,
    max: 1,
    reset: 0,
    doc: "1 once this window has been cut",
};
/// Per-QP state.
pub const STATE: [Field; 7] = [CWND, SSTHRESH, CP, WINDOW_END, ACKED, MARKED, CUT];
/// Bits of context a QP: 16 bytes.
pub const CONTEXT_BITS: u32 =
    Cwnd::BITS + Ssthresh::BITS + Cp::BITS + Psn::BITS + Count::BITS + Count::BITS + CUT.format.bits();

pub const EV: Field = Field {
    name: "ev",
    format: Format::new(2, 0),
    unit: "enum",
    min: 0,
    max: 2,
    reset: 0,
    doc: "0 ack, 1 loss, 2 folded: what came while one waited",
};
pub const EV_N: Field = Field {
    name: "n",
    format: N::FORMAT,
    unit: "packets",
    min: 0,
    max: N::MAX_RAW,
    reset: 0,
    doc: "packets that the ACK confirms",
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
pub const EV_SEQ: Field = Field {
    name: "seq",
    format: Psn::FORMAT,
    unit: "1",
    min: 0,
    max: Psn::MAX_RAW,
    reset: 0,
    doc: "PSN that the ACK confirms; of folded ones the newest",
};
pub const EV_SND_NXT: Field = Field { name: "snd_nxt", doc: "PSN of the next packet to be sent", ..EV_SEQ };
pub const EV_N0: Field = Field { name: "n0", doc: "folded: packets that ACKs without ECN-Echo confirm", ..EV_N };
pub const EV_N1: Field = Field { name: "n1", doc: "folded: packets that ACKs with ECN-Echo confirm", ..EV_N };
pub const EV_LOSS: Field = Field { name: "loss", doc: "folded: a packet was lost", ..EV_ECE };
/// An event: an ACK has `n`, `ece`, `seq` and `snd_nxt`; a loss has none of these; a folded one has the last five.
pub const EVENT: [Field; 8] = [EV, EV_N, EV_ECE, EV_SEQ, EV_SND_NXT, EV_N0, EV_N1, EV_LOSS];

/// What an update says beside its flags.
pub const UPDATE: [Field; 1] = [Field { name: "cwnd", doc: "new congestion window", ..CWND }];

/// Bits of the update's flags.
pub mod flag {
    /// Never set: no window is below one packet.
    pub const PACED: u16 = 1 << 0;
    /// The window was clamped at `cwnd_min`.
    pub const FLOOR: u16 = 1 << 1;
    /// The window was clamped at `cwnd_max`.
    pub const SAT: u16 = 1 << 2;
    /// By rule the event changes nothing: an ACK that confirms nothing, or a loss in a window that has been cut.
    pub const IGNORED: u16 = 1 << 3;
    /// The ACK ends the window: CP is new.
    pub const CLOSE: u16 = 1 << 4;
    /// The window was cut.
    pub const CUT: u16 = 1 << 5;
    /// The window grew by slow start.
    pub const SLOW_START: u16 = 1 << 6;
    /// `acked` or `marked` saturated.
    pub const COUNT_SAT: u16 = 1 << 7;
    pub const BITS: u32 = 8;
    pub const NAMES: [&str; 8] = ["paced", "floor", "sat", "ignored", "close", "cut", "slow_start", "count_sat"];
}

/// Its page of registers: a parameter set, and its part of a context.
fn page(_config: &Config) -> Vec<Register> {
    let at = registers::page(Unit::Dctcp);
    let write = |offset, name, field: Field| registers::register(at + offset, Access::Write, Field { name, ..field });
    let doc = "writes set_dctcp_* to this parameter set, in its turn among all events, as a host operation: until it is done set_*, host_* and their starts are refused";
    let set = vec![
        write(0x00, "set_dctcp_g", G),
        write(0x08, "set_dctcp_cwnd_min", CWND_MIN),
        write(0x10, "set_dctcp_cwnd_max", CWND_MAX),
        registers::register(
            at + 0x18,
            Access::Start,
            Field { max: registers::LAST_SET, ..registers::count("set_dctcp_write", 4, "1", doc) },
        ),
    ];
    let fields = [
        (0x00, ["host_dctcp_cwnd", "found_dctcp_cwnd"], CWND),
        (0x08, ["host_dctcp_ssthresh", "found_dctcp_ssthresh"], SSTHRESH),
        (0x0c, ["host_dctcp_cp", "found_dctcp_cp"], CP),
        (0x10, ["host_dctcp_window_end", "found_dctcp_window_end"], WINDOW_END),
        (0x14, ["host_dctcp_acked", "found_dctcp_acked"], ACKED),
        (0x18, ["host_dctcp_marked", "found_dctcp_marked"], MARKED),
        (0x1c, ["host_dctcp_cut", "found_dctcp_cut"], CUT),
    ];
    registers::with_context(set, at + registers::HOST, at + registers::FOUND, fields)
}

const KINDS: [EventKind; 3] = [
    EventKind { name: "ack", needs: &["n", "ece", "seq", "snd_nxt"] },
    EventKind { name: "loss", needs: &[] },
    EventKind { name: "folded", needs: &["n0", "n1", "seq", "snd_nxt"] },
];
/// Window adjustment on ACKs and losses (RFC 8257, 3.3 to 3.5).
pub const DCTCP: Row = Row {
    name: "dctcp",
    engine: Some((Algorithm::Dctcp, Unit::Dctcp)),
    params: || PARAMS.to_vec(),
    state: &STATE,
    fractions: &[SSTHRESH.name],
    event: &EVENT,
    counted: &[Kind::Ack],
    kinds: &KINDS,
    update: &UPDATE,
    flags: &flag::NAMES,
    note: "",
};

pub const UNIT: UnitRow = UnitRow {
    name: "dctcp",
    title: "DCTCP",
    place: 3,
    feature: 6,
    senses: &[Sense::Psn],
    reads_psn: true,
    // what waits by slot is read in the cycle of the issue, so it has its event one later
    latency: |_| UnitLatency { update: 1 + LATENCY, host: 2 + LATENCY },
    page,
    ordered: None,
    groups: &[
        (
            0,
            "parameter set",
            "Write the values, then the set's index to `set_dctcp_write`, which copies them in its turn among the events: `host_busy` until then.",
        ),
        (registers::HOST, "its part of a context", "To write (`host_*`), and found (`found_*`)."),
    ],
    also: "",
    first_psn: "dctcp_window_end",
    starts: &[("dctcp_cwnd", Measure::Packets)],
    flags: &flag::NAMES,
    flag_texts: |_| "4 the window ends, 5 cut, 6 slow start, 7 a count saturated",
    example: Some(Example {
        about: "The weight of the newest window in CP, and the clamps of cwnd; in U13.27, 500 · 2^27 = {set_dctcp_cwnd_max} takes two words.",
        values: &[
            ("set_dctcp_g", 1, 16, "1/16"),
            ("set_dctcp_cwnd_min", 2, 1, "2 packets"),
            ("set_dctcp_cwnd_max", 500, 1, "500 packets"),
        ],
    }),
};
