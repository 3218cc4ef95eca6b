//! Numbers of `limit`, which lays switches' advices over an engine's updates.

use crate::fcr::Rate;
use crate::field::Field;
use crate::ldcp::Rtt;
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
/// A lowering is settled when behind it no update has come for so many cycles, or so many updates have: an engine holds
/// fewer.
pub const SETTLED_QUIET: u32 = 16;
pub const SETTLED_UPDATES: u32 = 256;

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
