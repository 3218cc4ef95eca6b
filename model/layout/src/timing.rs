//! Cycle counts that are part of the interface: the model keeps them, the RTL has them, the pages quote them.

use crate::config::{Config, Unit};
use crate::units::Sense;

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
/// Cycles from an event's acceptance to the event queue, in front of which a register stands.
pub const ARRIVAL_LATENCY: u32 = ENTRY_LATENCY + 1;
/// An event of a QP may follow the last one of that QP after this many cycles (PAWA's loop, registers s5 to s13).
pub const HAZARD: u32 = 8;
/// Cycles from an event's acceptance by the waiting slots to its issue, where none of its QP issued of late: it comes,
/// joins or enters, is picked.
pub const ISSUE_LATENCY: u32 = 3;
/// Cycles from issue to the register that holds the new window (s13).
pub const PAWA_LATENCY: u32 = 14;
/// Cycles from the new window to the finished update (s14, i1 to i10).
pub const INTERVAL_LATENCY: u32 = 10;
/// Cycles from an event to its hops' differences (L slice of HPCC++).
pub const HOPS_LATENCY: u32 = 4;
/// Cycles from the hops' differences to theta and the addend of U, of an engine for `hops` hops that compares `lanes`
/// of them at once: 7 for a hop's fraction, 6 for each level of the tree of lanes, 20 for the terms; and where there
/// are several steps, one for each that follows the first, and 8 for each level of their tree.
pub const fn inflight_latency(hops: u32, lanes: u32) -> u32 {
    let steps = hops.div_ceil(lanes);
    27 + 6 * lanes.next_power_of_two().trailing_zeros() + (steps - 1) + 8 * steps.next_power_of_two().trailing_zeros()
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
/// Cycles from the beat at the inserter that decides what becomes of its frame (the last one, or that with BTH behind
/// two tags and IPv6) to the frame's first beat that goes, where nothing waits.
pub const INSERTER_LATENCY: u32 = 16;
/// Cycles from a packet's news at the prober to the probe of its QP, where nothing waits.
pub const PROBER_LATENCY: u32 = 15;
/// Cycles from a response at the prober to the RTT, where nothing waits.
pub const PROBER_RTT_LATENCY: u32 = 6;
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
pub const COUNTED: Queues = Queues { events: 32, room: 11, updates: 32 };
/// With a unit that takes longer from issue to update.
pub const COUNTED_LONG: Queues = Queues { updates: 64, ..COUNTED };
/// With HPCC++, whose events take longest.
pub const MEASURED: Queues = Queues { updates: 128, ..COUNTED };
/// Most entries that a configuration's queues have.
pub const EVENT_QUEUE: u32 = COUNTED.events;
pub const UPDATE_QUEUE: u32 = MEASURED.updates;
/// With fewer lanes than hops events wait for `inflight` in a queue of so many entries; nothing issues while it held
/// MEASURE_ROOM or more three cycles before.
pub const MEASURE_QUEUE: u32 = 32;
pub const MEASURE_ROOM: u32 = 16;
/// Beside HPCC++ the other units' updates have a queue of so many entries; nothing issues while it held FAST_ROOM or
/// more three cycles before.
pub const FAST_QUEUE: u32 = 64;
pub const FAST_ROOM: u32 = 24;

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
const _: () = assert!(ENTRY_PATIENCE + 3 + PARSER_LATENCY + 2 <= ENTRY_BOUND);

/// How many cycles a unit takes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct UnitLatency {
    /// From issue to its update.
    pub update: u32,
    /// From the issue of a host operation to the cycle behind its end.
    pub host: u32,
}

/// A unit's in the engine of a configuration.
pub fn unit_latency(config: &Config, unit: Unit) -> UnitLatency {
    (unit.row().latency)(config)
}

/// Cycles of HPCC++'s measurement, when nothing waits: the L slice, with fewer lanes than hops a queue, the lanes.
pub fn measure_latency(config: &Config) -> u32 {
    HOPS_LATENCY + u32::from(config.steps() > 1) + inflight_latency(config.hpcc.hops, config.lanes())
}

/// How many cycles the parts of an engine take, when nothing waits. There are two streams of updates: that of the unit
/// that senses hops, and that of the others, which wait for the slowest of them. Within a stream updates come in the
/// order of issue.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Latency {
    /// From issue to the update queue, of units that do not sense hops; 0 if there are none.
    pub counted: u32,
    /// Of the one that does; 0 if there is none.
    pub measured: u32,
    /// From the issue of a host operation to `host_done`.
    pub host: u32,
    pub queues: Queues,
}

impl Latency {
    pub fn of(config: &Config) -> Latency {
        let most = |of: &dyn Fn(Unit) -> Option<u32>| config.engine.units.iter().filter_map(|unit| of(*unit)).max();
        let of = |hops| most(&|unit| (unit.senses(Sense::Hops) == hops).then(|| unit_latency(config, unit).update));
        let (counted, measured) = (of(false).unwrap_or(0), of(true).unwrap_or(0));
        let host = most(&|unit| Some(unit_latency(config, unit).host)).unwrap_or(0);
        let queues = match (measured, counted) {
            (0, counted) if counted + 6 < COUNTED.updates => COUNTED,
            (0, _) => COUNTED_LONG,
            _ => MEASURED,
        };
        Latency { counted, measured, host, queues }
    }

    /// From issue to the update queue, of this unit: within a stream all wait for the slowest.
    pub fn update(&self, unit: Unit) -> u32 {
        if unit.senses(Sense::Hops) { self.measured } else { self.counted }
    }

    /// Of the slowest.
    pub fn slowest(&self) -> u32 {
        self.counted.max(self.measured)
    }

    /// There are both streams.
    pub fn two_streams(&self) -> bool {
        self.counted > 0 && self.measured > 0
    }

    /// Cycles without an event in a slot after which all that have left one have read their parameter sets: a slot is
    /// picked a cycle before its event issues.
    pub fn drained(&self) -> u32 {
        self.slowest() + 1
    }

    /// Cycles without anything in a queue, a slot or at the entry after which nothing is under way.
    pub fn calm(&self) -> u32 {
        PSN_LATENCY + self.slowest()
    }

    /// From the acceptance of an event of this unit to `upd_valid`: with the queues, a cycle each, and the waiting
    /// slots.
    pub fn event(&self, unit: Unit) -> u32 {
        ARRIVAL_LATENCY + 1 + ISSUE_LATENCY + self.update(unit) + 1
    }
}

/// The frames whose results the parser may still hold when `room` falls, and a cycle for `room` itself. Hops stay in
/// their queues a cycle longer than events.
const IN_PARSER: u32 = PARSER_LATENCY + 1;
const _: () = assert!(COUNTED.room + IN_PARSER + ARRIVAL_LATENCY < COUNTED.events);
// behind the last cycle in which the queue has room issue may go on for three, and the host's operation may come too
const _: () = assert!(MEASURE_ROOM + 3 + 1 + HOPS_LATENCY + 2 < MEASURE_QUEUE);
// likewise; of the units without a measurement none takes longer
const _: () = assert!(FAST_ROOM + 3 + 32 < FAST_QUEUE);
