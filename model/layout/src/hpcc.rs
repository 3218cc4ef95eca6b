//! HPCC++'s numbers (draft-miao-rtgwg-hpccplus-00, sections 4 to 6): formats with the reason for each, parameters with
//! their ranges, the registers that the host derives from them, and the per-QP state with its bit budget.

pub mod record;

use crate::algorithms::Row;
use crate::config::{Config, Unit};
use crate::field::Field;
use crate::fixed::{Format, U};
use crate::record::Algorithm;
use crate::registers;
use crate::timing::{UnitLatency, WINDOW_LATENCY, measure_latency};
use crate::units::{Measure, Sense, UnitRow};

/// Utilisation `U`, normalised inflight bytes, **U12.36**.
///
/// 12 integer bits: the queue that a 16-bit qLen of 80 B can report is 4,194 times the inflight bytes of 10 Gbit/s and
/// 1 us; more saturates. 36 fraction bits: the rounding of one step, about one LSB, adds up over `T/tau` ACKs, so a
/// bound of 2^-16 for a QP with 2^18 ACKs a round trip needs steps good to 2^-34.
pub type Util = U<12, 36>;
/// `W`, `Wc`, `W_init`, `W_min`, `W_max` in bytes, **U28.12**: 268 MB hold 2 Tbit/s for 1 ms.
pub type Window = U<28, 12>;
/// `W_ai` in bytes, **U20.12**: the window's fraction bits, so that adding it is exact and no increment vanishes.
pub type Increment = U<20, 12>;
/// `eta` in (0, 1], **U1.16**.
pub type Eta = U<1, 16>;
/// `incStage`, `maxStage`, **U5.0**: the draft's maxStage is 5, and a QP's context stays within 64 bytes at 5 hops.
pub type Stage = U<5, 0>;
/// `T` in ns, **U20.0**: up to 1.05 ms.
pub type Time = U<20, 0>;
/// Packet sequence number, 24 bits, serial arithmetic (SEMANTICS H12).
pub type Seq = U<24, 0>;
/// The receiver's clock `now` in ns, and the slot of lastUpdateSeq or lastUpdateTime, **U32.0**.
pub type Clock = U<32, 0>;
/// `R = W/T` in bytes per ns (8 Gbit/s), **U12.28**: steps of 30 bit/s, up to 32 Tbit/s.
pub type Rate = U<12, 28>;

/// Timestamp of a hop in ticks of `ts_unit`, modular (draft Figure 4).
pub type Ts = U<24, 0>;
/// Bytes that a hop has transmitted, in units of `tx_unit`, modular.
pub type TxBytes = U<20, 0>;
/// Queue of a hop in units of `q_unit`; a profile with a wider field saturates.
pub type QLen = U<16, 0>;
/// Speed code of a hop: an index into the speed table.
pub type SpeedCode = U<4, 0>;
/// XOR of the switch identifiers along the path.
pub type PathId = U<12, 0>;
/// Hops of the path.
pub type NHop = U<4, 0>;

/// Link speed in Gbit/s, **U12.0**; 0 marks a code without a speed.
pub type Gbps = U<12, 0>;
/// Unit of the header's timestamps, ns a tick, **U8.0**.
pub type TsUnit = U<8, 0>;
/// Units of txBytes and qLen, bytes a count, **U12.0**: ns-3 takes 2,048 and 1,280 at 400 Gbit/s.
pub type ByteUnit = U<12, 0>;
/// Mantissa of a reciprocal that the host writes, its top bit set: the reciprocal is `m·2^-e`.
pub type Mantissa = U<32, 0>;
/// Mantissa of 1/T for the rate, its top bit set.
pub type RateMantissa = U<18, 0>;
/// Exponent `e` of a reciprocal.
pub type Exponent = U<6, 0>;
/// Weight of a queue count in the comparison of hops: at ts_unit = 1 any q_unit fits.
pub type QWeight = U<12, 0>;
/// Weight of a transmit count in the comparison of hops.
pub type TxWeight = U<32, 0>;

/// Entries of the speed table.
pub const SPEEDS: usize = 16;
/// Hops that the reference configuration is built for (SEMANTICS H13).
pub const HOPS: usize = 5;
/// Most hops that `nHop` can say, and the greatest `HOPS`.
pub const MAX_HOPS: usize = 15;

const BYTE: u64 = 1 << Window::FRAC;

pub const T: Field = Field {
    name: "T",
    format: Time::FORMAT,
    unit: "ns",
    min: 256,
    max: Time::MAX_RAW,
    reset: 5000,
    doc: "baseline RTT (draft Figure 3)",
};
pub const ETA: Field = Field {
    name: "eta",
    format: Eta::FORMAT,
    unit: "1",
    min: 1,
    max: 1 << 16,
    reset: 62_259,
    doc: "target utilisation (draft Figure 3: 95%)",
};
pub const MAX_STAGE: Field = Field {
    name: "maxStage",
    format: Stage::FORMAT,
    unit: "1",
    min: 0,
    max: Stage::MAX_RAW,
    reset: 5,
    doc: "additive increases before a multiplicative one (draft Figure 3)",
};
pub const W_AI: Field = Field {
    name: "W_ai",
    format: Increment::FORMAT,
    unit: "bytes",
    min: 0,
    max: Increment::MAX_RAW,
    reset: 80 * BYTE,
    doc: "additive increase; rule of thumb W_init·(1-eta)/N (draft 5)",
};
pub const W_INIT: Field = Field {
    name: "W_init",
    format: Window::FORMAT,
    unit: "bytes",
    min: 1,
    max: Window::MAX_RAW,
    reset: 62_500 * BYTE,
    doc: "W and Wc of a new QP (SEMANTICS H1); reset: 100 Gbit/s for 5 us",
};
pub const W_MIN: Field = Field {
    name: "W_min",
    format: Window::FORMAT,
    unit: "bytes",
    min: 1,
    max: Window::MAX_RAW,
    reset: 1000 * BYTE,
    doc: "lower clamp of W (SEMANTICS H4)",
};
pub const W_MAX: Field = Field {
    name: "W_max",
    format: Window::FORMAT,
    unit: "bytes",
    min: 1,
    max: Window::MAX_RAW,
    reset: W_INIT.reset,
    doc: "upper clamp of W (SEMANTICS H4), at least W_min; W_init times W_max_factor (H26)",
};
/// No register: what a file's W_max is where the file does not name it, in W_init.
pub const W_MAX_FACTOR: Field = Field {
    name: "W_max_factor",
    format: Format::new(12, 12),
    unit: "1",
    min: 1 << 12,
    max: (1 << 24) - 1,
    reset: 1 << 12,
    doc: "W_max = W_init times this, where W_max is not given (SEMANTICS H26)",
};
pub const U_INIT: Field = Field {
    name: "U_init",
    format: Util::FORMAT,
    unit: "1",
    min: 0,
    max: Util::MAX_RAW,
    reset: 1 << Util::FRAC,
    doc: "U of a new QP (SEMANTICS H1)",
};
pub const SYNC_FIRST: Field = Field {
    name: "sync_first",
    format: Format::new(1, 0),
    unit: "flag",
    min: 0,
    max: 1,
    reset: 1,
    doc: "1: the first ACK sets lastUpdateSeq to snd_nxt (SEMANTICS H2, H25)",
};
/// A parameter set, in the order of its ports.
pub const PARAMS: [Field; 9] = [T, ETA, MAX_STAGE, W_AI, W_INIT, W_MIN, W_MAX, U_INIT, SYNC_FIRST];

pub const T_TICKS: Field = Field {
    name: "T_ticks",
    format: Time::FORMAT,
    unit: "ticks",
    min: 2,
    max: Time::MAX_RAW,
    reset: 5000,
    doc: "ceil(T/ts_unit): delta ts below it is below T",
};
pub const TAU_GAIN_M: Field = Field {
    name: "tau_gain_m",
    format: Mantissa::FORMAT,
    unit: "1/ticks",
    min: 1 << 31,
    max: Mantissa::MAX_RAW,
    reset: 3_518_437_209,
    doc: "mantissa of ts_unit/T, to nearest",
};
pub const TAU_GAIN_E: Field = Field {
    name: "tau_gain_e",
    format: Exponent::FORMAT,
    unit: "1",
    min: 32,
    max: 51,
    reset: 44,
    doc: "exponent of ts_unit/T",
};
pub const RATE_GAIN_M: Field = Field {
    name: "rate_gain_m",
    format: RateMantissa::FORMAT,
    unit: "1/ns",
    min: 1 << 17,
    max: RateMantissa::MAX_RAW,
    reset: 214_748,
    doc: "mantissa of 1/T, to nearest",
};
pub const RATE_GAIN_E: Field = Field {
    name: "rate_gain_e",
    format: Exponent::FORMAT,
    unit: "1",
    min: 25,
    max: 37,
    reset: 30,
    doc: "exponent of 1/T",
};
pub const Q_WEIGHT: Field = Field {
    name: "q_weight",
    format: QWeight::FORMAT,
    unit: "1",
    min: 1,
    max: QWeight::MAX_RAW,
    reset: 1,
    doc: "q_unit·ts_unit / gcd(q_unit·ts_unit, tx_unit·T)",
};
pub const TX_WEIGHT: Field = Field {
    name: "tx_weight",
    format: TxWeight::FORMAT,
    unit: "ticks",
    min: 1,
    max: TxWeight::MAX_RAW,
    reset: 8000,
    doc: "tx_unit·T / gcd(q_unit·ts_unit, tx_unit·T)",
};
/// What the host derives from a parameter set and the units, and writes beside it.
pub const DERIVED: [Field; 7] = [T_TICKS, TAU_GAIN_M, TAU_GAIN_E, RATE_GAIN_M, RATE_GAIN_E, Q_WEIGHT, TX_WEIGHT];

pub const TS_UNIT: Field = Field {
    name: "ts_unit",
    format: TsUnit::FORMAT,
    unit: "ns",
    min: 1,
    max: TsUnit::MAX_RAW,
    reset: 1,
    doc: "length of a timestamp's tick (SEMANTICS H8)",
};
pub const TX_UNIT: Field = Field {
    name: "tx_unit",
    format: ByteUnit::FORMAT,
    unit: "bytes",
    min: 1,
    max: ByteUnit::MAX_RAW,
    reset: 128,
    doc: "unit of txBytes (SEMANTICS H8)",
};
pub const Q_UNIT: Field = Field { name: "q_unit", reset: 80, doc: "unit of qLen (SEMANTICS H8)", ..TX_UNIT };
/// Units of the telemetry header, one set for the engine.
pub const UNITS: [Field; 3] = [TS_UNIT, TX_UNIT, Q_UNIT];

/// Speeds in Gbit/s by code (SEMANTICS H10); 0: unknown.
pub const SPEED_TABLE: [u64; SPEEDS] = [25, 50, 100, 200, 400, 10, 40, 800, 0, 0, 0, 0, 0, 0, 0, 0];
pub const SPEED: Field = Field {
    name: "speed",
    format: Gbps::FORMAT,
    unit: "Gbit/s",
    min: 0,
    max: Gbps::MAX_RAW,
    reset: 0,
    doc: "an entry of the speed table; 0: the code is unknown",
};
pub const INV_B_M: Field = Field {
    name: "inv_B_m",
    format: Mantissa::FORMAT,
    unit: "ticks/byte",
    min: 1 << 31,
    max: Mantissa::MAX_RAW,
    reset: 0,
    doc: "mantissa of 1/(B·ts_unit), to nearest",
};
pub const INV_B_E: Field = Field {
    name: "inv_B_e",
    format: Exponent::FORMAT,
    unit: "1",
    min: 28,
    max: 48,
    reset: 0,
    doc: "exponent of 1/(B·ts_unit)",
};

pub const STATE_U: Field = Field {
    name: "U",
    format: Util::FORMAT,
    unit: "1",
    min: 0,
    max: Util::MAX_RAW,
    reset: 1 << Util::FRAC,
    doc: "EWMA of the normalised inflight bytes (the draft's algorithm, line 9)",
};
pub const STATE_W: Field = Field {
    name: "W",
    format: Window::FORMAT,
    unit: "bytes",
    min: 0,
    max: Window::MAX_RAW,
    reset: W_INIT.reset,
    doc: "window (the draft's algorithm, lines 13, 17)",
};
pub const STATE_WC: Field = Field { name: "Wc", doc: "reference window (lines 15, 19)", ..STATE_W };
pub const INC_STAGE: Field = Field {
    name: "incStage",
    format: Stage::FORMAT,
    unit: "1",
    min: 0,
    max: Stage::MAX_RAW,
    reset: 0,
    doc: "additive increases since the last multiplicative step (lines 15, 19)",
};
pub const LAST_UPDATE: Field = Field {
    name: "lastUpdateSeq",
    format: Clock::FORMAT,
    unit: "1",
    min: 0,
    max: Clock::MAX_RAW,
    reset: 0,
    doc: "line 24: 24 bits of sequence number; hpcc-rx: lastUpdateTime, 32 bits of ns (line 32)",
};
/// What a receiver keeps in the same place.
pub const LAST_UPDATE_TIME: Field = Field {
    name: "lastUpdateTime",
    unit: "ns",
    doc: "line 32: the receiver's clock at the last full update",
    ..LAST_UPDATE
};
/// Per-QP state as `replay` shows it at a sender; the hop records L stand beside it.
pub const STATE: [Field; 5] = [STATE_U, STATE_W, STATE_WC, INC_STAGE, LAST_UPDATE];
/// The same at a receiver.
pub const STATE_RX: [Field; 5] = [STATE_U, STATE_W, STATE_WC, INC_STAGE, LAST_UPDATE_TIME];

/// Bits of one hop's record in L: the speed is not kept, line 5 reads it of the ACK.
pub const RECORD_BITS: u32 = Ts::BITS + TxBytes::BITS + QLen::BITS;

/// What a QP's context costs: slice, field, bits, for `hops` hops. At 5 hops it is within 64 bytes; snd_nxt, 24 of the
/// bits, mirrors the NIC's own. The choice of algorithm and parameter set, 8 bits, belongs to no algorithm.
///
/// | slice | field | bits | at 5 hops |
/// |---|---|---|---|
/// | L | ts, txBytes, qLen of each hop | 60·hops | 300 |
/// | L | pathID, nHop, valid | 12 + 4 + 1 | 17 |
/// | U | U | 48 | 48 |
/// | W | Wc | 40 | 40 |
/// | W | W | 40 | 40 |
/// | W | incStage | 5 | 5 |
/// | W | lastUpdateSeq / lastUpdateTime | 32 | 32 |
/// | sent | snd_nxt | 24 | 24 |
/// | | | | **506** |
pub const fn context_bits(hops: u32) -> u32 {
    let l = hops * RECORD_BITS + PathId::BITS + NHop::BITS + 1;
    let w = 2 * Window::BITS + Stage::BITS + Clock::BITS;
    l + Util::BITS + w + Seq::BITS
}

/// What a step says beside W and R, and its names in `replay`. The low four bits mean the same in every algorithm.
pub mod flag {
    /// Never set: every update has its rate.
    pub const PACED: u16 = 1 << 0;
    /// W was clamped at W_min.
    pub const FLOOR: u16 = 1 << 1;
    /// W was clamped at W_max.
    pub const SAT: u16 = 1 << 2;
    /// By rule the event changes nothing: it has no telemetry, or is none of the QP's algorithm.
    pub const IGNORED: u16 = 1 << 3;
    /// The first telemetry of the QP: only L is recorded (SEMANTICS H2).
    pub const FIRST: u16 = 1 << 4;
    /// pathID or nHop differ from L's: only L is replaced (SEMANTICS H3).
    pub const PATH: u16 = 1 << 5;
    /// More hops than the engine is built for: dropped (SEMANTICS H13).
    pub const HOPS: u16 = 1 << 6;
    /// At least one hop has an unknown speed code and was skipped (SEMANTICS H10).
    pub const SPEED: u16 = 1 << 7;
    /// At least one hop has a timestamp delta of 0 and was skipped (SEMANTICS H6).
    pub const STILL: u16 = 1 << 8;
    /// Every u' is 0: U is unchanged (SEMANTICS H7).
    pub const IDLE: u16 = 1 << 9;
    /// U saturated.
    pub const U_SAT: u16 = 1 << 10;
    /// The multiplicative branch (line 13).
    pub const MULT: u16 = 1 << 11;
    /// A full update: Wc, incStage and lastUpdateSeq were committed (lines 15, 19, 24).
    pub const FULL: u16 = 1 << 12;
    /// U is 0 in the multiplicative branch: W = W_max (SEMANTICS H5).
    pub const U_ZERO: u16 = 1 << 13;
    /// R saturated.
    pub const R_SAT: u16 = 1 << 14;
    pub const BITS: u32 = 15;
    pub const NAMES: [&str; 15] = [
        "paced", "floor", "sat", "ignored", "first", "path", "hops", "speed", "still", "idle", "u_sat", "mult", "full",
        "u_zero", "r_sat",
    ];

    /// Place of the first of what the measurement finds, FIRST to IDLE. On its ports they stand from bit 0 on.
    pub const FOUND: u32 = 4;
    /// How many it finds.
    pub const FOUND_BITS: u32 = 6;

    /// The names of the bits that are set, lowest first.
    pub fn names(flags: u16) -> impl Iterator<Item = &'static str> {
        NAMES.into_iter().enumerate().filter(move |(i, _)| flags >> i & 1 == 1).map(|(_, n)| n)
    }
}

/// At the sender, on ACKs (draft 4.2).
pub const HPCC: Row = Row {
    name: "hpcc",
    engine: Some((Algorithm::Hpcc, Unit::Hpcc)),
    params: || record::registers().collect(),
    state: &STATE,
    fractions: &[],
    event: &record::EVENT,
    counted: &[],
    kinds: &[],
    update: &record::UPDATE,
    flags: &flag::NAMES,
    note: concat!(
        "L       state too: {\"path\", \"hops\": [[ts, txBytes, qLen], …]} of the telemetry before; null: none yet\n",
        "wire    layouts of telemetry: hpcc, ns3 (the tables of layout::telemetry; `parse --profile`)\n",
    ),
};
/// At the receiver, on packets (draft 6.3.2).
pub const HPCC_RX: Row = Row {
    name: "hpcc-rx",
    engine: Some((Algorithm::HpccRx, Unit::Hpcc)),
    state: &STATE_RX,
    fractions: &[],
    event: &record::EVENT_RX,
    ..HPCC
};

/// HPCC++'s page: a parameter set; what the telemetry's counts and codes stand for, not to be changed while events of
/// HPCC++ are under way; its part of a context.
fn page(_config: &Config) -> Vec<registers::Register> {
    let at = registers::page(Unit::Hpcc);
    let write = |offset, name, field: Field| {
        registers::register(at + offset, registers::Access::Write, Field { name, ..field })
    };
    // a mantissa has its top bit set, whatever it starts from
    let first = |field: Field| Field { reset: field.min, ..field };
    let doc = "writes set_hpcc_* to this parameter set, in its turn among all events, as a host operation: until it is done \
               set_*, host_* and their starts are refused; refused if w_min > w_max";
    let code = Field {
        max: registers::LAST_SET,
        ..registers::count("spd_write", 4, "1", "writes spd_gbps and spd_inv_b_* for this speed code")
    };
    let set = vec![
        write(0x00, "set_hpcc_t", T),
        write(0x04, "set_hpcc_eta", ETA),
        write(0x08, "set_hpcc_max_stage", MAX_STAGE),
        write(0x0c, "set_hpcc_w_ai", W_AI),
        write(0x10, "set_hpcc_w_min", W_MIN),
        write(0x18, "set_hpcc_w_max", W_MAX),
        write(0x20, "set_hpcc_sync_first", SYNC_FIRST),
        write(0x24, "set_hpcc_rate_gain_m", RATE_GAIN_M),
        write(0x28, "set_hpcc_rate_gain_e", RATE_GAIN_E),
        write(0x2c, "set_hpcc_t_ticks", T_TICKS),
        write(0x30, "set_hpcc_tau_gain_m", TAU_GAIN_M),
        write(0x34, "set_hpcc_tau_gain_e", TAU_GAIN_E),
        write(0x38, "set_hpcc_q_weight", Q_WEIGHT),
        write(0x3c, "set_hpcc_tx_weight", TX_WEIGHT),
        registers::register(
            at + 0x40,
            registers::Access::Start,
            Field { max: registers::LAST_SET, ..registers::count("set_hpcc_write", 4, "1", doc) },
        ),
        write(0x50, "cfg_tx_unit", TX_UNIT),
        write(0x54, "cfg_q_unit", Q_UNIT),
        write(0x60, "spd_gbps", SPEED),
        write(0x64, "spd_inv_b_m", first(INV_B_M)),
        write(0x68, "spd_inv_b_e", first(INV_B_E)),
        registers::register(at + 0x6c, registers::Access::Start, code),
    ];
    let fields = [
        (0x00, ["host_hpcc_u", "found_hpcc_u"], STATE_U),
        (0x08, ["host_hpcc_w", "found_hpcc_w"], STATE_W),
        (0x10, ["host_hpcc_wc", "found_hpcc_wc"], STATE_WC),
        (0x18, ["host_hpcc_inc_stage", "found_hpcc_inc_stage"], INC_STAGE),
        (0x1c, ["host_hpcc_last_update", "found_hpcc_last_update"], LAST_UPDATE),
    ];
    registers::with_context(set, at + registers::HOST, at + registers::FOUND, fields)
}

pub const UNIT: UnitRow = UnitRow {
    name: "hpcc",
    title: "HPCC++",
    place: 1,
    feature: 25,
    senses: &[Sense::Hops],
    reads_psn: true,
    // what waits by slot is read in the cycle of the issue, so it has its event one later
    latency: |config| {
        let measured = measure_latency(config);
        UnitLatency { update: 1 + measured + WINDOW_LATENCY, host: 2 + measured + WINDOW_LATENCY }
    },
    page,
    ordered: Some(["set_hpcc_w_min", "set_hpcc_w_max"]),
    groups: &[
        (
            0,
            "parameter set",
            "Write the values, then the set's index to `set_hpcc_write`, which copies them in its turn among the events: `host_busy` until then. Seven of them follow from T and the \
             units; [below](#worked-example) is how.",
        ),
        (
            0x50,
            "telemetry units and speeds",
            "What the counts and codes of a telemetry header stand for. Change them only while no event of HPCC++ is under way. \
             `spd_write` copies the three `spd_*` above it to one of 16 speed codes; a speed of 0 makes the code unknown.",
        ),
        (registers::HOST, "its part of a context", "To write (`host_*`), and found (`found_*`)."),
    ],
    also: "hop records become not valid",
    first_psn: "hpcc_last_update",
    starts: &[("hpcc_w", Measure::Bytes), ("hpcc_wc", Measure::Bytes)],
    flags: &flag::NAMES,
    flag_texts: |_| "4 first telemetry, 5 path changed, 6 too many hops, 7 unknown speed, 8 dts = 0, 9 no hop counts, 10 U saturated, 11 multiplicative, 12 full update, 13 U = 0, 14 rate saturated",
    example: None,
};
