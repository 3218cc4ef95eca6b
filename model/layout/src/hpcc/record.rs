//! What `replay` and `formats` show of HPCC++ beside the state: the event, the update, and the engine's tables entry by
//! entry.

use super::*;

const COUNT: Field = Field { name: "", format: Seq::FORMAT, unit: "1", min: 0, max: Seq::MAX_RAW, reset: 0, doc: "" };

pub const SEQ: Field = Field { name: "seq", doc: "sequence number of the ACK (line 22)", ..COUNT };
pub const SND_NXT: Field = Field { name: "snd_nxt", doc: "next sequence number to be sent (line 24)", ..COUNT };
pub const NOW: Field = Field {
    name: "now",
    format: Clock::FORMAT,
    unit: "ns",
    max: Clock::MAX_RAW,
    doc: "the receiver's clock, modular (the draft's algorithm, line 29; SEMANTICS H17)",
    ..COUNT
};
pub const PATH: Field = Field {
    name: "path",
    format: PathId::FORMAT,
    max: PathId::MAX_RAW,
    doc: "pathID of the telemetry header (draft Figure 4)",
    ..COUNT
};
pub const HOP_SPEED: Field = Field {
    name: "speed",
    format: SpeedCode::FORMAT,
    unit: "code",
    max: SpeedCode::MAX_RAW,
    doc: "of each hop: index into the speed table",
    ..COUNT
};
pub const HOP_TS: Field =
    Field { name: "ts", format: Ts::FORMAT, unit: "ts_unit", doc: "of each hop: timestamp, modular", ..COUNT };
pub const HOP_TX_BYTES: Field = Field {
    name: "txBytes",
    format: TxBytes::FORMAT,
    unit: "tx_unit",
    max: TxBytes::MAX_RAW,
    doc: "of each hop: bytes transmitted, modular",
    ..COUNT
};
pub const HOP_Q_LEN: Field = Field {
    name: "qLen",
    format: QLen::FORMAT,
    unit: "q_unit",
    max: QLen::MAX_RAW,
    doc: "of each hop: queue",
    ..COUNT
};
/// A hop of an event, in the order of the list in `replay`.
pub const HOP: [Field; 4] = [HOP_SPEED, HOP_TS, HOP_TX_BYTES, HOP_Q_LEN];
/// A hop of L, likewise: the speed is not kept.
pub const HOP_RECORD: [Field; 3] = [HOP_TS, HOP_TX_BYTES, HOP_Q_LEN];
/// Event fields at a sender; the last four once for each hop.
pub const EVENT: [Field; 7] = [SEQ, SND_NXT, PATH, HOP_SPEED, HOP_TS, HOP_TX_BYTES, HOP_Q_LEN];
/// Event fields at a receiver, likewise.
pub const EVENT_RX: [Field; 6] = [NOW, PATH, HOP_SPEED, HOP_TS, HOP_TX_BYTES, HOP_Q_LEN];

pub const UPD_W: Field = Field { name: "W", reset: 0, doc: "window (the draft's algorithm, lines 13, 17)", ..STATE_W };
pub const UPD_R: Field = Field {
    name: "R",
    format: Rate::FORMAT,
    unit: "bytes/ns",
    min: 0,
    max: Rate::MAX_RAW,
    reset: 0,
    doc: "pacing rate W/T (line 27)",
};
/// Update fields; the flags stand beside them.
pub const UPDATE: [Field; 2] = [UPD_W, UPD_R];

/// `field` for each speed code, with a reset value each.
macro_rules! table {
    ($field:expr, $resets:expr, [$($code:literal),*], $name:literal) => {
        [$(Field { name: concat!($name, ".", $code), min: 0, reset: $resets[$code], ..$field }),*]
    };
    ($field:expr, $resets:expr, $name:literal) => {
        table!($field, $resets, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], $name)
    };
}

/// Mantissa and exponent of 1/B of [`SPEED_TABLE`] at a tick of 1 ns: 0.32, 0.16, 0.08, 0.04, 0.02, 0.8, 0.2, 0.01 ns a
/// byte.
const INV_B_RESET: [[u64; SPEEDS]; 2] = {
    const M: u64 = 2_748_779_069; // 0.64·2^32
    [
        [M, M, M, M, M, 3_435_973_837, 3_435_973_837, M, 0, 0, 0, 0, 0, 0, 0, 0],
        [33, 34, 35, 36, 37, 32, 34, 38, 0, 0, 0, 0, 0, 0, 0, 0],
    ]
};
/// The speed table, entry by entry.
pub const SPEEDS_BY_CODE: [Field; SPEEDS] = table!(SPEED, SPEED_TABLE, "speeds");
/// 1/B of each entry; both 0 where the code is unknown.
pub const INV_B_M_BY_CODE: [Field; SPEEDS] = table!(INV_B_M, INV_B_RESET[0], "inv_B_m");
pub const INV_B_E_BY_CODE: [Field; SPEEDS] = table!(INV_B_E, INV_B_RESET[1], "inv_B_e");

/// Every register of HPCC++: the parameter set, what follows from it, units and speed table.
pub fn registers() -> impl Iterator<Item = Field> {
    let set = PARAMS.into_iter().chain(DERIVED).chain(UNITS);
    set.chain(SPEEDS_BY_CODE).chain(INV_B_M_BY_CODE).chain(INV_B_E_BY_CODE)
}
