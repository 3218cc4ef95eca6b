//! Cycle counts that are part of the interface: the model keeps them, the RTL has them, the pages quote them.

use crate::config::{Config, Unit};

/// Cycles from the one in which the last beat of a frame is accepted to the one in which its result is valid.
pub const PARSER_LATENCY: u32 = 9;
/// Cycles from an event's acceptance to its entry into the event queue (PSN slice).
pub const PSN_LATENCY: u32 = 4;
/// Cycles from an event to its QP's algorithm and parameter set.
pub const CHOICE_LATENCY: u32 = 4;
/// Cycles from an event to its QP's snd_nxt.
pub const SENT_LATENCY: u32 = 4;
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

/// The queues of an engine. Inputs are accepted while the event queue held fewer than `room` events in the cycle before; the rest
/// of it takes what is still in the parser and between selection and queue.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Queues {
    /// Entries of the event queue.
    pub events: u32,
    pub room: u32,
    /// Entries of the update queue, and so the number of events between issue and the update's hand-over.
    pub updates: u32,
}

/// Without HPCC++: up to 9 frames in the parser, 4 events in the PSN slice.
pub const COUNTED: Queues = Queues { events: 32, room: 16, updates: 32 };
/// With HPCC++: up to 58 events more, in the measurement, and 10 cycles more from issue to update.
pub const MEASURED: Queues = Queues { events: 128, room: 48, updates: 64 };

/// How many cycles the parts of an engine take, when nothing waits.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Latency {
    /// From the PSN slice's result to the event queue.
    pub measure: u32,
    /// From issue to the update queue.
    pub update: u32,
    /// From the issue of a host operation to `host_done`.
    pub host: u32,
    pub queues: Queues,
}

impl Latency {
    pub fn of(config: &Config) -> Latency {
        if config.has(Unit::Hpcc) {
            let measure = HOPS_LATENCY + inflight_latency(config.hpcc.hops);
            // an event's payload is read in the cycle of its issue, so the window unit has it one later; LDCP's updates wait
            Latency { measure, update: 1 + WINDOW_LATENCY, host: 2 + WINDOW_LATENCY, queues: MEASURED }
        } else {
            let update = PAWA_LATENCY + INTERVAL_LATENCY;
            Latency { measure: 0, update, host: PAWA_LATENCY + 1, queues: COUNTED }
        }
    }

    /// From the acceptance of an event to `upd_valid`: with the queues and the waiting slots, a cycle each.
    pub const fn event(&self) -> u32 {
        PSN_LATENCY + self.measure + 1 + 1 + self.update + 1
    }
}

/// The frames whose results the parser may still hold when `room` falls, and a cycle for `room` itself.
const IN_PARSER: u32 = PARSER_LATENCY + 1;
const _: () = assert!(COUNTED.room + IN_PARSER + PSN_LATENCY <= COUNTED.events);
const _: () = assert!(
    MEASURED.room + IN_PARSER + PSN_LATENCY + HOPS_LATENCY + inflight_latency(crate::hpcc::MAX_HOPS as u32) <= MEASURED.events
);
