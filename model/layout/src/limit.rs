//! `limit`, which lays switches' advices over an engine's updates: its numbers, and its page of registers in `top`.

use crate::fcr::{self, Rate};
use crate::field::Field;
use crate::ldcp::Rtt;
use crate::registers::{Access, LAST_SET, LIMIT, Register, count, register};
use crate::timing::FCR_LATENCY;

/// Cycles from an event's entry until `fcr` has it.
pub const BEFORE: u32 = 5;
/// Cycles behind `fcr`.
pub const BEHIND: u32 = 3;
/// Cycles from an update to the port, where nothing waits: in, through `fcr`, and a place in the queue.
pub const LIMIT_LATENCY: u32 = BEFORE + FCR_LATENCY + BEHIND + 1;
/// Updates that may wait at the port.
pub const WAITING: u32 = 64;
/// While fewer wait, one may enter: what is under way has a place.
pub const OPEN_BELOW: u32 = 30;
const _: () = assert!(OPEN_BELOW + BEFORE + FCR_LATENCY + BEHIND + 2 <= WAITING);
/// Advices that may wait.
pub const ADVICES: u32 = 16;

/// `upd_rate` where nothing limits the rate.
pub const NO_RATE: u64 = Rate::MAX_RAW;

pub const RTT: Field = Field {
    name: "rtt",
    format: Rtt::FORMAT,
    unit: "ns",
    min: 1,
    max: Rtt::MAX_RAW,
    reset: 8_000,
    doc: "round-trip time of the paths of this set: what an advice allows is its rate times this",
};

/// In `top` its clock's tick is this many ns; a clock that is 2^JUMP_BIT ns or more ahead has jumped.
pub const MICROSECOND: u32 = 1000;
pub const JUMP_BIT: u32 = 16;

/// Bits of `fcr_status`.
pub const STATUS: [(&str, &str); 2] = [
    ("init_done", "QPs have no advice, and advices are taken"),
    ("busy", "a parameter set is being written: `fcr_line` to `fcr_rtt` and `fcr_set_write` are refused"),
];

/// What is counted, in the order of the places from [`COUNTERS`] on, with its bits.
pub const COUNTED: [(&str, u32, &str, &str); 7] = [
    ("fcr_lost", 32, "advices", "that came while 16 waited; modulo 2^32, as the next four"),
    ("fcr_rejected", 32, "advices", "whose rate or validity was out of the bounds of its QP's set: who sends them?"),
    ("fcr_lowerings", 32, "QPs", "whose own value was lowered behind an advice"),
    ("fcr_dues", 32, "advices", "that the walk has found at their end"),
    ("fcr_held", 32, "us", "in which the clock of advices stood still, so that none was forgotten"),
    ("fcr_late_worst", 16, "us", "from an advice's end until it was found, at most"),
    ("fcr_ignored", 32, "events", "ACKs with ECN-Echo and CNPs that were ignored, for an advice was live; modulo 2^32"),
];
/// Where in the page they begin.
pub const COUNTERS: u32 = 0x40;

/// Bytes of a packet, of a path MTU as InfiniBand codes it.
pub const fn mtu(code: u64) -> u64 {
    128 << code
}

/// The registers, in the order of their places.
pub fn page() -> Vec<Register> {
    let at = |place, access, field| register(LIMIT + place, access, field);
    let held = |place, name, field: Field| at(place, Access::Context, Field { name, ..field });
    let read = |place, name, bits, unit, doc| at(place, Access::Read, count(name, bits, unit, doc));
    let path_mtu = Field {
        min: 1,
        max: 5,
        reset: 3,
        ..count(
            "",
            3,
            "enum",
            "path MTU as InfiniBand codes it: 1 is 256 bytes, 2 512, 3 1024, 4 2048, 5 4096; no advice makes a window smaller than that",
        )
    };
    let start = "writes fcr_line to fcr_rtt to this parameter set, between two events; refused while fcr_advice_min is above fcr_advice_max";
    let mut all = vec![
        held(0x00, "fcr_line", fcr::LINE),
        held(0x04, "fcr_advice_min", fcr::ADVICE_MIN),
        held(0x08, "fcr_advice_max", fcr::ADVICE_MAX),
        held(0x0c, "fcr_validity_max", fcr::VALIDITY_MAX),
        held(0x10, "fcr_path_mtu", path_mtu),
        held(0x14, "fcr_rtt", RTT),
        at(0x18, Access::Start, Field { max: LAST_SET, ..count("fcr_set_write", 4, "1", start) }),
        read(0x20, "fcr_status", STATUS.len() as u32, "flags", "see the bits"),
    ];
    let counter = |(k, (name, bits, unit, doc)): (u32, _)| read(COUNTERS + 4 * k, name, bits, unit, doc);
    all.extend((0..).zip(COUNTED).map(counter));
    all
}
