//! The unit with its cycles (hdl/src/dcqcn.md): counts of events, the list of active QPs, and a step a cycle.
//!
//! Each QP's step is the pure function, applied where its visit finds the counts (s2): until its result is written, 22
//! cycles later, nobody reads the context again, for a period has at least 32 cycles and the host waits as long.

use super::params::Params;
use super::step::{Context, Event, Mode, step};
use layout::dcqcn::{IDLE_PERIODS, flag};
use layout::fixed::U;
use std::collections::VecDeque;

/// Parameter sets.
pub const SETS: usize = 16;
/// Cycles from a visit to its update's place in the queue of updates: s0 to s24.
const STAGES: u64 = 25;
/// Cycles that a period has beyond `cfg_period`, which a visit and the list take.
pub const LEAST_PERIOD: u64 = 32;
/// Cycles that an operation of the host waits for older steps of its QP.
const HOST_WAITS: u64 = 32;
/// Cycles of these in which its QP may still be visited: the step is written before the operation enters. So a host
/// that polls one QP without end holds nobody back for longer than an operation.
const HOST_YIELDS: u64 = 8;
/// Visits begin while fewer updates wait.
const ROOM: usize = 4;
/// Bits of the time.
const TIME: u64 = (1 << 20) - 1;
/// Time stands still while the oldest is late by this or more, so that it is never taken for one that is not due yet.
const FROZEN: u64 = 1 << 18;

/// What is kept of a QP, as the host writes and reads it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Qp {
    pub context: Context,
    pub mode: Mode,
    pub set: u8,
}

/// The rules of one set, without what belongs to the unit.
pub type Set = Params;

/// The inputs of a cycle.
#[derive(Copy, Clone, Debug)]
pub struct In {
    /// Low: the list, what is under way and the counters are cleared. The contexts keep what they hold; sweep them with
    /// `init`.
    pub rst_n: bool,
    pub init: Option<u32>,
    /// Writes a parameter set, while no step of that set is under way.
    pub set: Option<(usize, Set)>,
    /// Cycles of a period beyond [`LEAST_PERIOD`].
    pub period: u32,
    pub jitter_mask: u16,
    pub seed: u16,
    /// A QP, and whether a CNP came (a packet was sent).
    pub event: Option<(u32, bool)>,
    /// An operation of the host: the QP, and what a write stores. Held until it ends.
    pub host: Option<(u32, Option<Qp>)>,
    pub out_ready: bool,
}

/// A new rate.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Update {
    pub qpn: u32,
    pub rate: u64,
    pub flags: u16,
}

/// The outputs of a cycle, before its clock edge.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Out {
    pub update: Option<Update>,
    /// The host's operation ends, and what a QP held when it entered.
    pub host_ends: Option<Qp>,
    pub visits: u64,
    pub late_cycles: u64,
    pub late_worst: u32,
}

/// A QP's counts, and whether it is in the list.
#[derive(Copy, Clone, Debug, Default)]
struct Counts {
    cnp: u16,
    tx: u16,
    any: bool,
    listed: bool,
}

/// What the sweep keeps.
#[derive(Copy, Clone, Debug)]
struct Slot {
    qp: Qp,
    /// The last period was none.
    rest: bool,
}

/// A word of the list in the queue in front of its RAM.
#[derive(Copy, Clone, Debug)]
struct Entry {
    qpn: u32,
    due: u64,
}

/// The list: a RAM, two cycles from a read to its word, and a queue of the oldest.
#[derive(Clone, Debug, Default)]
struct List {
    stored: VecDeque<Entry>,
    r1: Option<Entry>,
    r2: Option<Entry>,
    oldest: VecDeque<Entry>,
}

impl List {
    fn head(&self) -> Option<Entry> {
        self.oldest.front().copied()
    }

    /// The clock edge: what comes, and whether the oldest leaves.
    fn edge(&mut self, comes: Option<Entry>, leaves: bool) {
        let fetched = if self.oldest.len() < 4 { self.stored.pop_front() } else { None };
        if leaves {
            self.oldest.pop_front();
        }
        self.oldest.extend(self.r2);
        (self.r2, self.r1) = (self.r1, fetched);
        self.stored.extend(comes);
    }
}

/// What the sweep visits.
#[derive(Copy, Clone, Debug)]
enum Visit {
    Qp(u32),
    Host(u32, bool),
}

/// What leaves the pipeline.
#[derive(Copy, Clone, Debug)]
enum Done {
    Step { qpn: u32, slot: Slot, update: Option<Update> },
    Host { qpn: u32, before: Qp, write: bool },
}

/// The unit.
#[derive(Clone)]
pub struct Unit {
    slots: Vec<Slot>,
    counts: Vec<Counts>,
    sets: [Set; SETS],
    time: u64,
    frozen: bool,
    lfsr: u16,
    jitter: u64,
    length: u64,
    due: u64,
    active: List,
    woken: List,
    /// e0 to e2: an event's counts change in e2, and its QP enters the list behind e3.
    events: [Option<(u32, bool)>; 3],
    wakes: Option<u32>,
    visits: [Option<Visit>; 3],
    /// s3 to s24.
    under_way: VecDeque<Option<Done>>,
    updates: VecDeque<Update>,
    host_count: u64,
    late: Option<u32>,
    counted: (u64, u64, u32),
}

impl Unit {
    pub fn new(qps: u32) -> Self {
        Self {
            slots: vec![Self::reset_slot(); qps as usize],
            counts: vec![Counts::default(); qps as usize],
            sets: [Params::default(); SETS],
            time: 0,
            frozen: false,
            lfsr: 0,
            jitter: 0,
            length: 0,
            due: 0,
            active: List::default(),
            woken: List::default(),
            events: [None; 3],
            wakes: None,
            visits: [None; 3],
            under_way: vec![None; STAGES as usize - 3].into(),
            updates: VecDeque::new(),
            host_count: 0,
            late: None,
            counted: (0, 0, 0),
        }
    }

    /// All zero, as the initialisation writes it.
    fn reset_slot() -> Slot {
        let zero = Context {
            rc: U::ZERO,
            rt: U::ZERO,
            cp: U::ZERO,
            stage: U::ZERO,
            sent: U::ZERO,
            quiet: U::ZERO,
            idle: U::ZERO,
            published: Default::default(),
        };
        Slot { qp: Qp { context: zero, mode: Mode::P, set: 0 }, rest: false }
    }

    /// One clock cycle.
    pub fn step(&mut self, input: &In) -> Out {
        let done = self.under_way.back().copied().flatten();
        let host_ends = match done {
            Some(Done::Host { before, .. }) => Some(before),
            _ => None,
        };
        let (visits, late_cycles, late_worst) = self.counted;
        let out = Out { update: self.updates.front().copied(), host_ends, visits, late_cycles, late_worst };
        self.edge(input, done, host_ends.is_some());
        if !input.rst_n {
            self.reset();
        }
        out
    }

    fn edge(&mut self, input: &In, done: Option<Done>, host_ends: bool) {
        let room = self.updates.len() < ROOM;

        // s24: the write
        match done {
            Some(Done::Step { qpn, slot, update }) => {
                self.slots[qpn as usize] = slot;
                if input.out_ready {
                    self.updates.pop_front();
                }
                self.updates.extend(update);
            }
            Some(Done::Host { qpn, write, .. }) => {
                if let (true, Some((_, Some(qp)))) = (write, input.host) {
                    self.slots[qpn as usize] = Slot { qp, rest: false };
                }
                if input.out_ready {
                    self.updates.pop_front();
                }
            }
            None => {
                if input.out_ready {
                    self.updates.pop_front();
                }
            }
        }

        // s2: the counts up to the event ahead of the one in e2 now are the period's
        let mut begun = None;
        let mut comes = None;
        match self.visits[2] {
            Some(Visit::Qp(qpn)) => {
                let (counts, slot) = (&mut self.counts[qpn as usize], self.slots[qpn as usize]);
                let (any, event) =
                    (counts.any, Event { cnp: U::wrap(counts.cnp.into()), tx: U::wrap(counts.tx.into()) });
                *counts = Counts { listed: counts.listed, ..Counts::default() };
                if slot.rest && !any {
                    counts.listed = false;
                } else {
                    comes = Some(qpn);
                    let event = if any { event } else { Event { cnp: U::ZERO, tx: U::ZERO } };
                    begun = Some(self.stepped(qpn, slot, event));
                }
            }
            Some(Visit::Host(qpn, write)) => {
                let before = self.slots[qpn as usize].qp;
                if write {
                    let counts = &mut self.counts[qpn as usize];
                    *counts = Counts { listed: counts.listed, ..Counts::default() };
                }
                begun = Some(Done::Host { qpn, before, write });
            }
            None => {}
        }

        // e2: the count
        let woken = self.wakes.take();
        if let Some((qpn, cnp)) = self.events[2] {
            let counts = &mut self.counts[qpn as usize];
            if cnp {
                counts.cnp = counts.cnp.saturating_add(1);
            } else {
                counts.tx = counts.tx.saturating_add(1);
            }
            counts.any = true;
            if !counts.listed {
                counts.listed = true;
                self.wakes = Some(qpn);
            }
        }

        // the visit that begins
        let host_enters = input.host.filter(|_| self.host_count == HOST_WAITS);
        let gives_way = self.woken.head().is_some() && self.time & 7 == 7;
        let ripe = self.active.head().filter(|_| !gives_way).and_then(|entry| {
            let late = self.time.wrapping_sub(entry.due) & TIME;
            let kept = self.host_count >= HOST_YIELDS && input.host.is_some_and(|(qpn, _)| qpn == entry.qpn);
            (late >> 19 == 0 && room && host_enters.is_none() && !kept).then_some((entry.qpn, late as u32))
        });
        let visit = match host_enters {
            Some((qpn, write)) => Some(Visit::Host(qpn, write.is_some())),
            None => ripe.map(|(qpn, _)| Visit::Qp(qpn)),
        };
        if let Some(late) = self.late {
            let (visits, cycles, worst) = &mut self.counted;
            *visits += 1;
            *cycles += u64::from(late);
            *worst = (*worst).max(late);
        }
        self.late = ripe.map(|(_, late)| late);

        let frozen = self.active.head().is_some_and(|entry| {
            let late = self.time.wrapping_sub(entry.due) & TIME;
            (FROZEN..2 * FROZEN).contains(&late)
        });

        // the list: a visited QP enters it again; a woken one in a cycle without these
        let from_woken = if comes.is_none() { self.woken.head() } else { None };
        let comes = comes.or(from_woken.map(|entry| entry.qpn)).map(|qpn| Entry { qpn, due: self.due });
        self.active.edge(comes, ripe.is_some());
        self.woken.edge(woken.map(|qpn| Entry { qpn, due: 0 }), from_woken.is_some());

        // time
        self.due = (self.time + LEAST_PERIOD - 2 + self.length) & TIME;
        self.length = u64::from(input.period) + self.jitter;
        self.jitter = u64::from(self.lfsr & input.jitter_mask);
        let bit = |n: u32| self.lfsr >> n & 1;
        let next = !(bit(15) ^ bit(14) ^ bit(12) ^ bit(3)) & 1;
        self.lfsr = if input.init.is_some() { input.seed } else { self.lfsr << 1 | next };
        self.time = (self.time + u64::from(!self.frozen)) & TIME;
        self.frozen = frozen;
        self.host_count = match input.host {
            Some(_) if !host_ends => (self.host_count + 1).min(63),
            _ => 0,
        };

        self.under_way.pop_back();
        self.under_way.push_front(begun);
        self.visits = [visit, self.visits[0], self.visits[1]];
        self.events = [input.event, self.events[0], self.events[1]];
        if let Some((index, set)) = input.set {
            self.sets[index] = set;
        }
        if let Some(address) = input.init {
            self.slots[address as usize] = Self::reset_slot();
            self.counts[address as usize] = Counts::default();
        }
    }

    fn stepped(&self, qpn: u32, slot: Slot, event: Event) -> Done {
        let Qp { context, mode, set } = slot.qp;
        debug_assert!(context.idle.raw() <= IDLE_PERIODS);
        let (next, update) = step(mode, &context, event, &self.sets[set as usize]);
        let ignored = update.flags & flag::IGNORED != 0;
        let update = (!ignored).then_some(Update { qpn, rate: update.rc.raw(), flags: update.flags });
        Done::Step { qpn, slot: Slot { qp: Qp { context: next, mode, set }, rest: ignored }, update }
    }

    /// What a clock edge in reset does, beside what it does to the datapath.
    pub fn reset(&mut self) {
        let (slots, counts) = (std::mem::take(&mut self.slots), std::mem::take(&mut self.counts));
        let (sets, jitter, length, due) = (self.sets, self.jitter, self.length, self.due);
        *self = Self { slots, counts, sets, jitter, length, due, ..Self::new(0) };
    }
}
