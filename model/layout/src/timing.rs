//! Cycle counts that are part of the interface: the model keeps them, the RTL has them, the pages quote them.

use crate::config::{Config, Unit};

/// Cycles from the one in which the last beat of a frame is accepted to the one in which its result is valid.
pub const PARSER_LATENCY: u32 = 9;
/// Cycles from an event to its n (PSN slice).
pub const PSN_LATENCY: u32 = 4;
/// Cycles from an event to its QP's algorithm and parameter set.
pub const CHOICE_LATENCY: u32 = 4;
/// Cycles from an event to its QP's snd_nxt and snd_max.
pub const SENT_LATENCY: u32 = 5;
/// Cycles from an event's acceptance to its n: what was sent of its QP, then the PSN slice.
pub const ENTRY_LATENCY: u32 = SENT_LATENCY + PSN_LATENCY;
/// An event of a QP may follow the last one of that QP after this many cycles (PAWA's loop, registers s5 to s13).
pub const HAZARD: u32 = 8;
/// Cycles from issue to the register that holds the new window (s13).
pub const PAWA_LATENCY: u32 = 14;
/// Cycles from the new window to the finished update (s13 to s20).
pub const INTERVAL_LATENCY: u32 = 7;
/// Cycles from an event to its hops' differences (L slice of HPCC++).
pub const HOPS_LATENCY: u32 = 4;
/// Cycles from the hops' differences to theta and the addend of U, of an engine for `hops` hops that compares `lanes`
/// of them at once: 7 for a hop's fraction, 6 for each level of the tree of lanes, 23 for the terms; and where there
/// are several steps, one for each that follows the first, and 8 for each level of their tree.
pub const fn inflight_latency(hops: u32, lanes: u32) -> u32 {
    let steps = hops.div_ceil(lanes);
    30 + 6 * lanes.next_power_of_two().trailing_zeros() + (steps - 1) + 8 * steps.next_power_of_two().trailing_zeros()
}
/// Cycles from an HPCC++ event to the register that holds its window and rate (s25).
pub const WINDOW_LATENCY: u32 = 26;
/// Cycles from an event of FCR to the register that holds what is sent (s20).
pub const FCR_LATENCY: u32 = 21;
/// Cycles from an update to the port of `latest`, where nothing waits.
pub const LATEST_LATENCY: u32 = 11;
/// A host's closings and openings of QPs come to `latest` at least so many cycles apart.
pub const LATEST_DROPS_APART: u32 = 4;
/// Cycles from a packet at the receiver to the answer that it makes due, where nothing waits.
pub const RECEIVER_LATENCY: u32 = 15;
/// Cycles from an answer at the responder to the first beat of its frame, where nothing waits.
pub const RESPONDER_LATENCY: u32 = 16;
/// Cycles from the reciprocal's inputs to its result.
pub const RECIP_LATENCY: u32 = 4;

/// The queues of an engine. Inputs are accepted while the event queue held fewer than `room` events in the cycle
/// before; the rest of it takes what may still be under way to it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Queues {
    /// Entries of the event queue.
    pub events: u32,
    pub room: u32,
    /// Entries of the update queue, and so the number of events between issue and the update's hand-over.
    pub updates: u32,
}

/// Without HPCC++, with LDCP alone.
pub const COUNTED: Queues = Queues { events: 32, room: 13, updates: 32 };
/// With a unit that takes longer from issue to update.
pub const COUNTED_LONG: Queues = Queues { updates: 64, ..COUNTED };
/// With HPCC++: events are longer under way before the event queue, and longer from issue to update. `room` is what is
/// left.
const fn measured(under_way: u32) -> Queues {
    let events = 128;
    Queues { events, room: events - under_way, updates: 64 }
}
/// Most entries that a configuration's queues have.
pub const EVENT_QUEUE: u32 = measured(0).events;
pub const UPDATE_QUEUE: u32 = measured(0).updates;
/// With fewer lanes than hops events wait for `inflight` in a queue of so many entries; inputs are accepted while it
/// held fewer than MEASURE_ROOM in the cycle before.
pub const MEASURE_QUEUE: u32 = 32;
pub const MEASURE_ROOM: u32 = 8;

/// Cycles after which the host's operation, or an `s_event`, holds the packets off; and those after which it has
/// entered at the latest: room falls two cycles later, the parser holds PARSER_LATENCY frames, and the other of the two
/// may go first.
pub const ENTRY_PATIENCE: u32 = 32;
pub const ENTRY_BOUND: u32 = 64;
/// FCR's lowering is over when behind its end the timer had no update for so many cycles, or so many of its updates
/// have left: fewer can wait.
pub const LOWER_QUIET: u32 = 16;
pub const LOWER_TIMERS: u32 = 64;
/// Cycles for which reports of the NIC may hold an operation while it holds the packets off: then it waits anew.
pub const ENTRY_HELD: u32 = 32;
const _: () = assert!(ENTRY_PATIENCE + 2 + PARSER_LATENCY + 2 <= ENTRY_BOUND);

/// How many cycles a unit takes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct UnitLatency {
    /// From issue to its update.
    pub update: u32,
    /// From the issue of a host operation to the cycle behind its end.
    pub host: u32,
}

/// Where several units are built, the updates of all wait for the slowest's, so that they come in the order of issue.
pub fn unit_latency(config: &Config, unit: Unit) -> UnitLatency {
    (unit.row().latency)(config)
}

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
        let units = || config.engine.units.iter().map(|unit| unit_latency(config, *unit));
        let update = units().map(|unit| unit.update).max().unwrap_or(0);
        let host = units().map(|unit| unit.host).max().unwrap_or(0);
        if config.has(Unit::Hpcc) {
            let inflight = inflight_latency(config.hpcc.hops, config.lanes());
            let to_hops = IN_PARSER + ENTRY_LATENCY + HOPS_LATENCY;
            // on the way to `inflight`: once MEASURE_ROOM events wait there, nothing enters, and what is before them
            // joins them
            let (queued, waiting) = if config.steps() > 1 { (1, MEASURE_ROOM) } else { (0, 0) };
            let (measure, queues) = (HOPS_LATENCY + queued + inflight, measured(to_hops + waiting + inflight));
            Latency { measure, update, host, queues }
        } else {
            let queues = if update < COUNTED.updates - 4 { COUNTED } else { COUNTED_LONG };
            Latency { measure: 0, update, host, queues }
        }
    }

    /// Cycles without anything in a queue, a slot or at the entry after which nothing is under way.
    pub const fn calm(&self) -> u32 {
        PSN_LATENCY + self.measure + self.update
    }

    /// From the acceptance of an event to `upd_valid`: with the queues and the waiting slots, a cycle each.
    pub const fn event(&self) -> u32 {
        ENTRY_LATENCY + self.measure + 1 + 1 + self.update + 1
    }
}

/// The frames whose results the parser may still hold when `room` falls, and a cycle for `room` itself.
const IN_PARSER: u32 = PARSER_LATENCY + 1;
const _: () = assert!(COUNTED.room + IN_PARSER + ENTRY_LATENCY <= COUNTED.events);
// the host's operation may come with them
const _: () = assert!(MEASURE_ROOM + IN_PARSER + ENTRY_LATENCY + HOPS_LATENCY < MEASURE_QUEUE);
