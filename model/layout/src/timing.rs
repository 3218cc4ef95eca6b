//! Cycle counts that are part of the interface: the model keeps them, the RTL has them, the pages quote them.

/// Cycles from the one in which the last beat of a frame is accepted to the one in which its result is valid.
pub const PARSER_LATENCY: u32 = 8;
/// Cycles from an event's acceptance to its entry into the event queue (PSN slice).
pub const PSN_LATENCY: u32 = 4;
/// An event of a QP may follow the last one of that QP after this many cycles (PAWA's loop, registers s2 to s10).
pub const HAZARD: u32 = 8;
/// Cycles from issue to the register that holds the new window (s10).
pub const PAWA_LATENCY: u32 = 11;
/// Cycles from the new window to the finished update (s10 to s17).
pub const INTERVAL_LATENCY: u32 = 7;
/// Cycles from an event to its hops' differences (L slice of HPCC++).
pub const HOPS_LATENCY: u32 = 4;
/// Cycles from a hop's differences to theta and the addend of U: 7 for a hop's fraction, 6 for each level of the tree of an engine
/// for `hops` hops, 23 for the terms.
pub const fn inflight_latency(hops: u32) -> u32 {
    30 + 6 * hops.next_power_of_two().trailing_zeros()
}
/// Cycles from an HPCC++ event to the register that holds its window and rate (s25).
pub const WINDOW_LATENCY: u32 = 26;
/// Cycles from the reciprocal's inputs to its result.
pub const RECIP_LATENCY: u32 = 4;
/// Entries of the event queue.
pub const EVENT_QUEUE: u32 = 32;
/// Inputs are accepted while the event queue held fewer events than this in the cycle before; the rest of the queue
/// takes what is still in the parser (8) and in the PSN slice (4).
pub const EVENT_QUEUE_ROOM: u32 = 16;
/// Entries of the update queue, and so the number of events between issue and the update's hand-over.
pub const UPDATE_QUEUE: u32 = 32;
