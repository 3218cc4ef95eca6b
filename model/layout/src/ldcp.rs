//! LDCP's numbers (draft-dai-tsvwg-pfc-free-congestion-control-01, section 2.2): formats with the reason for each,
//! parameters with their ranges, and the per-QP state.

use crate::algorithms::{EventKind, Row};
use crate::config::{Config, Unit};
use crate::field::Field;
use crate::fixed::{Format, U};
use crate::record::{Algorithm, EVENT, Kind, UPDATE, flag};
use crate::registers;
use crate::timing::{INTERVAL_LATENCY, PAWA_LATENCY, UnitLatency};
use crate::units::{Measure, UnitRow};

/// Congestion window in packets, **U14.28**.
///
/// 14 integer bits hold windows beyond the 4,096 packets of a 400 Gbit/s, 80 us path. 28 fraction bits come from the
/// drift bound: with an error of at most half an LSB a step, feedback that contracts errors by `1 - alpha/cw^2` and
/// `N = 10^6` steps, the relative drift is at most `sqrt(N/alpha) * 2^-29`; for the smallest `alpha` of 2^-10 that is
/// 6.0e-5, under the promised 1e-4. With 27 bits it would not be.
pub type Cw = U<14, 28>;
/// `alpha`, `beta`, `gamma`: constants in (0, 1], so one integer bit: **U1.16**.
pub type Gain = U<1, 16>;
/// `eta` in (0, 1): **U0.16**.
pub type Eta = U<0, 16>;
/// Packets that one ACK confirms, **U14.0**: as many as the widest window holds; more saturates.
pub type N = U<14, 0>;
/// Round-trip time in ns, **U24.0**: up to 16.7 ms.
pub type Rtt = U<24, 0>;
/// Interval between packets of a QP whose window is below one packet, ns, **U32.0**: 2^24 ns / 2^-8.
pub type Interval = U<32, 0>;
/// Packet sequence number, 24 bits, serial arithmetic.
pub type Psn = U<24, 0>;

const GAIN: Format = Gain::FORMAT;
const ONE: u64 = 1 << 16;

pub const ALPHA: Field = Field {
    name: "alpha",
    format: GAIN,
    unit: "packets",
    min: 64,
    max: ONE,
    reset: ONE,
    doc: "additive increase per round trip (2.2); at least 2^-10, so that no increment vanishes at cw_max",
};
pub const BETA: Field = Field {
    name: "beta",
    format: GAIN,
    unit: "packets",
    min: 1,
    max: ONE,
    reset: ONE / 2,
    doc: "decrease per marked packet (2.2)",
};
pub const GAMMA: Field = Field {
    name: "gamma",
    format: GAIN,
    unit: "packets",
    min: 256,
    max: ONE,
    reset: ONE / 16,
    doc: "increase step below one packet and smallest window (2.2); at least 2^-8, so that RTT/cw fits",
};
pub const ETA: Field = Field {
    name: "eta",
    format: Eta::FORMAT,
    unit: "1",
    min: 1,
    max: Eta::MAX_RAW,
    reset: 1 << 15,
    doc: "decrease factor below one packet (2.2)",
};
pub const CW_MAX: Field = Field {
    name: "cw_max",
    format: Cw::FORMAT,
    unit: "packets",
    min: 1 << 28,
    max: Cw::MAX_RAW,
    reset: Cw::MAX_RAW,
    doc: "upper clamp of the window (SEMANTICS L5)",
};
/// Run-time parameters, in the order of their ports.
pub const PARAMS: [Field; 5] = [ALPHA, BETA, GAMMA, ETA, CW_MAX];

pub const CW: Field = Field {
    name: "cw",
    format: Cw::FORMAT,
    unit: "packets",
    min: 0,
    max: Cw::MAX_RAW,
    reset: 1 << 28,
    doc: "congestion window",
};
pub const RTT: Field = Field {
    name: "rtt",
    format: Rtt::FORMAT,
    unit: "ns",
    min: 1,
    max: Rtt::MAX_RAW,
    reset: 10_000,
    doc: "round-trip time of the QP's path, for the RTT/cw timer (2.2, SEMANTICS L12); written by the host",
};
/// With `ldcp.fast_start`.
pub const IW: Field = Field {
    name: "iw",
    format: N::FORMAT,
    unit: "packets",
    min: 0,
    max: N::MAX_RAW,
    reset: 0,
    doc: "of the initial window's packets those that are not acknowledged (2.3, 3.1); 0: the stable stage",
};
pub const PSN: Field = Field {
    name: "psn",
    format: Psn::FORMAT,
    unit: "1",
    min: 0,
    max: Psn::MAX_RAW,
    reset: 0,
    doc: "last PSN acknowledged",
};
pub const PSN_VALID: Field = Field {
    name: "psn_valid",
    format: Format::new(1, 0),
    unit: "flag",
    min: 0,
    max: 1,
    reset: 0,
    doc: "1 once a PSN has been acknowledged",
};
pub const OPEN: Field = Field {
    name: "open",
    format: Format::new(1, 0),
    unit: "flag",
    min: 0,
    max: 1,
    reset: 0,
    doc: "1 while the QP is open: events of a closed QP are dropped",
};
/// Per-QP state as `replay` shows it.
pub const STATE: [Field; 4] = [CW, RTT, PSN, PSN_VALID];
/// Bits of context a QP: the fields of [`STATE`] and the algorithm bit.
pub const CONTEXT_BITS: u32 = 42 + 24 + 24 + 1 + 1;

const KINDS: [EventKind; 5] = [
    EventKind { name: "ack", needs: &["n", "ece"] },
    EventKind { name: "loss", needs: &[] },
    EventKind { name: "rtt", needs: &[] },
    EventKind { name: "cnp", needs: &[] },
    EventKind { name: "folded", needs: &[] },
];
/// Window adjustment on each ACK (draft 2.2).
pub const LDCP: Row = Row {
    name: "ldcp",
    engine: Some((Algorithm::Ldcp, Unit::Ldcp)),
    params: || PARAMS.to_vec(),
    state: &STATE,
    fractions: &[],
    event: &EVENT,
    counted: &[Kind::Ack],
    kinds: &KINDS,
    update: &UPDATE,
    flags: &flag::NAMES,
    note: "",
};
/// The variant on RTT responses and CNPs (draft 3.2).
pub const LDCP_PCC: Row =
    Row { name: "ldcp-pcc", engine: Some((Algorithm::LdcpPcc, Unit::Ldcp)), counted: &[Kind::Rtt, Kind::Cnp], ..LDCP };

/// LDCP's page: a parameter set, and its part of a context.
fn page(config: &Config) -> Vec<registers::Register> {
    let at = registers::page(Unit::Ldcp);
    let write = |offset, name, field: Field| {
        registers::register(at + offset, registers::Access::Write, Field { name, ..field })
    };
    let doc = "writes set_ldcp_* to this parameter set, in its turn among all events, as a host operation: until it is done \
               set_*, host_* and their starts are refused";
    let set = vec![
        write(0x00, "set_ldcp_alpha", ALPHA),
        write(0x04, "set_ldcp_beta", BETA),
        write(0x08, "set_ldcp_gamma", GAMMA),
        write(0x0c, "set_ldcp_eta", ETA),
        write(0x10, "set_ldcp_cw_max", CW_MAX),
        registers::register(
            at + 0x18,
            registers::Access::Start,
            Field { max: registers::LAST_SET, ..registers::count("set_ldcp_write", 4, "1", doc) },
        ),
    ];
    let fields = [(0x00, ["host_ldcp_cw", "found_ldcp_cw"], CW), (0x08, ["host_ldcp_rtt", "found_ldcp_rtt"], RTT)];
    let iw = config.ldcp.fast_start.then_some((0x0c, ["host_ldcp_iw", "found_ldcp_iw"], IW));
    let fields = fields.into_iter().chain(iw);
    registers::with_context(set, at + registers::HOST, at + registers::FOUND, fields)
}

pub const UNIT: UnitRow = UnitRow {
    name: "ldcp",
    title: "LDCP",
    place: 0,
    feature: 24,
    senses: &[],
    reads_psn: false,
    latency: |_| UnitLatency { update: PAWA_LATENCY + INTERVAL_LATENCY, host: PAWA_LATENCY + 1 },
    page,
    ordered: None,
    groups: &[
        (
            0,
            "parameter set",
            "Write the values, then the set's index to `set_ldcp_write`, which copies them in its turn among the events: `host_busy` until then.",
        ),
        (registers::HOST, "its part of a context", "To write (`host_*`), and found (`found_*`)."),
    ],
    also: "",
    first_psn: "",
    starts: &[("ldcp_cw", Measure::Packets)],
    flags: &flag::NAMES,
    flag_texts: |_| "",
    example: None,
};
