//! The unit with its cycles (hdl/src/dcqcn.md): counts of events, the list of active QPs, and a step every second
//! cycle.
//!
//! Each QP's step is the pure function, applied behind the reading of its counts (s3): until its result is written, 36
//! cycles later, nobody reads the context again, for a period has at least 40 cycles and the host waits longer. With
//! the published form all of these are longer by as many cycles.

use super::params::Params;
use super::reads::{Moves, Reads, Words};
use super::step::{Context, Event, Mode, step};
use layout::dcqcn::{FineRate, IDLE_PERIODS, PUBLISHED_CYCLES, Rate, flag};
use layout::fixed::U;
use std::collections::VecDeque;

/// Parameter sets.
pub const SETS: usize = 16;
/// Stages of a visit without the published form: s0 to s39, where its update enters the queue of updates.
const STAGES: u64 = 40;
/// Cycles that a period has beyond `cfg_period`, which a visit and the list take; without the published form, as below.
pub const LEAST_PERIOD: u64 = 40;
/// Cycles of these that a visit takes until its QP is in the list again, and one until it is seen to be due.
const TO_THE_LIST: u64 = 7;
/// Cycles that an operation of the host waits for older steps of its QP.
const HOST_WAITS: u64 = 50;
/// Cycles of these in which its QP may still be seen to be due: the step is written before the operation enters. So a
/// host that polls one QP without end holds nobody back for longer than an operation.
const HOST_YIELDS: u64 = 8;
/// Visits begin while fewer updates wait.
const ROOM: u64 = 32;
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
    /// No visit begins.
    pub hold: bool,
    /// A QP, and whether a CNP came (a packet was sent).
    pub event: Option<(u32, u16)>,
    /// An operation of the host: the QP, and what a write stores. Held until it ends.
    pub host: Option<(u32, Option<Qp>)>,
    /// In place of an event, with check bits: its counts are written back as they are.
    pub rewrite: Option<u32>,
    /// A read of it lowers RC to this rate, U7.28.
    pub lower: Option<u64>,
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
    /// Nothing without check bits.
    pub words: Words,
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

/// A QP in the list.
#[derive(Copy, Clone, Debug)]
struct Entry {
    qpn: u32,
    due: u64,
}

/// A queue: a RAM and the registers of the oldest two, five cycles from a word to its place in that of the oldest, two
/// from one of these to the next.
#[derive(Clone, Debug)]
struct List<T> {
    head: Option<T>,
    second: Option<T>,
    words: VecDeque<T>,
    /// How many came, how many a cycle ago, and how many have left the RAM.
    write: u64,
    seen: u64,
    read: u64,
    stored: bool,
    moved: bool,
}

impl<T: Copy> List<T> {
    fn new() -> Self {
        Self {
            head: None,
            second: None,
            words: VecDeque::new(),
            write: 0,
            seen: 0,
            read: 0,
            stored: false,
            moved: false,
        }
    }

    /// A clock edge at which nothing comes and nothing leaves changes nothing.
    fn settled(&self) -> bool {
        let moves = self.stored && self.second.is_none();
        let fills = self.head.is_none() && self.second.is_some();
        !self.moved && !moves && !fills && self.seen == self.write && self.stored == (self.read != self.seen)
    }

    /// It holds nothing, nor is something on its way in it.
    fn is_empty(&self) -> bool {
        self.head.is_none() && self.second.is_none() && self.words.is_empty() && self.settled()
    }

    /// The clock edge: what comes, and whether the oldest leaves. Whether a word is taken from the RAM.
    fn edge(&mut self, comes: Option<T>, leaves: bool) -> bool {
        let moves = self.stored && !self.moved && self.second.is_none();
        (self.stored, self.moved, self.seen) = (self.read != self.seen, moves, self.write);
        if leaves || self.head.is_none() {
            self.head = self.second.take();
        }
        if moves {
            self.second = self.words.pop_front();
            self.read += 1;
        }
        self.write += u64::from(comes.is_some());
        self.words.extend(comes);
        moves
    }
}

/// What the sweep visits.
#[derive(Copy, Clone, Debug)]
enum Visit {
    /// With what was counted, from s1 on: none if nothing was.
    Qp(u32, Option<Event>),
    Host(u32, bool),
}

/// What leaves the pipeline.
#[derive(Copy, Clone, Debug)]
enum Done {
    Step {
        qpn: u32,
        slot: Slot,
        update: Option<Update>,
    },
    /// With what FCR's lowering leaves.
    Host {
        qpn: u32,
        before: Qp,
        write: bool,
        lowered: Option<Slot>,
    },
}

/// The unit.
#[derive(Clone)]
pub struct Unit {
    slots: Vec<Slot>,
    counts: Vec<Counts>,
    sets: [Set; SETS],
    time: u64,
    /// The time a cycle ago, by which the oldest is due.
    time_1: u64,
    frozen: bool,
    lfsr: u16,
    jitter: u64,
    length: u64,
    due: u64,
    active: List<Entry>,
    woken: List<u32>,
    /// e0 to e2: an event's counts change in e2, and its QP enters the list behind e3.
    events: [Option<(u32, u16)>; 3],
    wakes: Option<u32>,
    /// The oldest of the list, seen to be due a cycle ago, and how late.
    ripe: Option<(u32, u32)>,
    /// Fewer than 32 updates waited a cycle ago.
    room: bool,
    /// s0 to s3.
    visits: [Option<Visit>; 4],
    /// s4 and s5: the QP that enters the list again.
    comes: [Option<u32>; 2],
    /// s4 to s39.
    under_way: VecDeque<Option<Done>>,
    updates: List<Update>,
    host_count: u64,
    counted: (u64, u64, u32),
    /// What was initialised in the cycle before: it writes its mark with what is in s3.
    swept: Option<u32>,
    /// With check bits.
    reads: Option<Reads>,
    /// By how many cycles a step takes longer: with the published form.
    more: u64,
}

impl Unit {
    /// Without check bits.
    pub fn new(qps: u32) -> Self {
        Self::with_ecc(qps, false)
    }

    /// With check bits, if so.
    pub fn with_ecc(qps: u32, ecc: bool) -> Self {
        Self::of(qps, ecc, false)
    }

    /// With check bits, with parameter sets of the published form, if so.
    pub fn of(qps: u32, ecc: bool, published: bool) -> Self {
        let more = if published { PUBLISHED_CYCLES.into() } else { 0 };
        Self {
            more,
            swept: None,
            reads: ecc.then(Reads::default),
            slots: vec![Self::reset_slot(); qps as usize],
            counts: vec![Counts::default(); qps as usize],
            sets: [Params::default(); SETS],
            time: 0,
            time_1: 0,
            frozen: false,
            lfsr: 0,
            jitter: 0,
            length: 0,
            due: 0,
            active: List::new(),
            woken: List::new(),
            events: [None; 3],
            wakes: None,
            ripe: None,
            room: false,
            visits: [None; 4],
            comes: [None; 2],
            under_way: vec![None; (STAGES + more) as usize - 4].into(),
            updates: List::new(),
            host_count: 0,
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
            guard: U::ZERO,
            published: Default::default(),
        };
        Slot { qp: Qp { context: zero, mode: Mode::P, set: 0 }, rest: false }
    }

    /// An update waits to be taken.
    pub fn has_update(&self) -> bool {
        self.updates.head.is_some()
    }

    /// One clock cycle.
    pub fn step(&mut self, input: &In) -> Out {
        let done = self.under_way.back().copied().flatten();
        let host_ends = match done {
            Some(Done::Host { before, .. }) => Some(before),
            _ => None,
        };
        let (visits, late_cycles, late_worst) = self.counted;
        let in_s3 = self.visits[3].map(|(Visit::Qp(qpn, _) | Visit::Host(qpn, _))| qpn).or(self.swept);
        let event = input.event.map(|(qpn, _)| qpn).or(input.rewrite);
        let moves =
            Moves { event, init: input.init, visits: self.visits[1].is_some() || self.visits[2].is_some(), in_s3 };
        let read = self.reads.as_mut().map(|reads| reads.step(input.rst_n, &moves));
        let update = self.updates.head;
        let taken = self.edge(input, done, host_ends.is_some());
        let words = read.map(|read| Words { read, taken }).unwrap_or_default();
        let out = Out { update, host_ends, visits, late_cycles, late_worst, words };
        if !input.rst_n {
            self.reset();
        }
        out
    }

    /// Whether a word is taken from a list of QPs.
    fn edge(&mut self, input: &In, done: Option<Done>, host_ends: bool) -> bool {
        // s39: the write
        let mut update = None;
        match done {
            Some(Done::Step { qpn, slot, update: new }) => {
                self.slots[qpn as usize] = slot;
                update = new;
            }
            Some(Done::Host { qpn, lowered: Some(slot), .. }) => self.slots[qpn as usize] = slot,
            Some(Done::Host { qpn, write: true, .. }) => {
                if let Some((_, Some(qp))) = input.host {
                    self.slots[qpn as usize] = Slot { qp, rest: false };
                }
            }
            _ => {}
        }
        let room = self.updates.write - self.updates.read < ROOM;
        let had_room = std::mem::replace(&mut self.room, room);
        self.updates.edge(update, input.out_ready && self.updates.head.is_some());

        // s1: what was counted up to now is the period's
        match &mut self.visits[1] {
            Some(Visit::Qp(qpn, event)) => {
                let counts = &mut self.counts[*qpn as usize];
                let event_of =
                    |counts: &Counts| Event { cnp: U::wrap(counts.cnp.into()), tx: U::wrap(counts.tx.into()) };
                *event = counts.any.then(|| event_of(counts));
                *counts = Counts { listed: counts.listed, ..Counts::default() };
            }
            Some(Visit::Host(qpn, true)) => {
                let counts = &mut self.counts[*qpn as usize];
                *counts = Counts { listed: counts.listed, ..Counts::default() };
            }
            _ => {}
        }

        // e2: the count
        let woken = self.wakes.take();
        if let Some((qpn, cnps)) = self.events[2] {
            let counts = &mut self.counts[qpn as usize];
            if cnps > 0 {
                counts.cnp = counts.cnp.saturating_add(cnps);
            } else {
                counts.tx = counts.tx.saturating_add(1);
            }
            counts.any = true;
            if !counts.listed {
                counts.listed = true;
                self.wakes = Some(qpn);
            }
        }

        // s3: a QP at rest to which nothing has happened, up to now, leaves the list
        let mut begun = None;
        let mut comes = None;
        match self.visits[3] {
            Some(Visit::Qp(qpn, event)) => {
                let (counts, slot) = (&mut self.counts[qpn as usize], self.slots[qpn as usize]);
                if slot.rest && event.is_none() && !counts.any {
                    counts.listed = false;
                } else {
                    comes = Some(qpn);
                    begun = Some(self.stepped(qpn, slot, event.unwrap_or(Event { cnp: U::ZERO, tx: U::ZERO })));
                }
            }
            Some(Visit::Host(qpn, write)) => {
                let before = self.slots[qpn as usize].qp;
                let lowered = input.lower.filter(|_| !write).and_then(|rate| lowered(before, rate));
                // it enters the list, so that its periods tell of the rate, and raise it
                let counts = &mut self.counts[qpn as usize];
                if lowered.is_some() && !counts.listed {
                    counts.listed = true;
                    comes = Some(qpn);
                }
                begun = Some(Done::Host { qpn, before, write, lowered });
            }
            None => {}
        }

        // the visit that begins
        let host_enters = input.host.filter(|_| self.host_count == HOST_WAITS + self.more);
        let visited = self.ripe;
        let visit = match host_enters {
            Some((qpn, write)) => Some(Visit::Host(qpn, write.is_some())),
            None => visited.map(|(qpn, _)| Visit::Qp(qpn, None)),
        };
        if let Some((_, late)) = visited {
            let (visits, cycles, worst) = &mut self.counted;
            *visits += 1;
            *cycles += u64::from(late);
            *worst = (*worst).max(late);
        }
        let late_by = |time: u64| self.active.head.map(|entry| (entry.qpn, time.wrapping_sub(entry.due) & TIME));
        let late = late_by(self.time_1);
        // not in a row, nor beside the host's, nor in the cycle ahead of it
        let free = visited.is_none()
            && host_enters.is_none()
            && self.host_count >> 1 != (HOST_WAITS + self.more - 2) >> 1
            && had_room
            && !input.hold;
        self.ripe = late.filter(|_| free).and_then(|(oldest, late)| {
            let kept = self.host_count >= HOST_YIELDS && input.host.is_some_and(|(qpn, _)| qpn == oldest);
            (late >> 19 == 0 && !kept).then_some((oldest, late as u32))
        });
        let frozen = late_by(self.time).is_some_and(|(_, late)| (FROZEN..2 * FROZEN).contains(&late));

        // the list: a visited QP enters it again; a woken one in a cycle without these
        let [in_s4, in_s5] = self.comes;
        self.comes = [comes, in_s4];
        let comes = in_s5;
        let from_woken = if comes.is_none() { self.woken.head } else { None };
        let comes = comes.or(from_woken).map(|qpn| Entry { qpn, due: self.due });
        let taken = self.active.edge(comes, visited.is_some()) | self.woken.edge(woken, from_woken.is_some());

        self.tick(input.period, input.jitter_mask, input.seed, input.init.is_some());
        self.frozen = frozen;
        self.host_count = match input.host {
            Some(_) if !host_ends => (self.host_count + 1).min(63),
            _ => 0,
        };

        self.under_way.pop_back();
        self.under_way.push_front(begun);
        self.visits = [visit, self.visits[0], self.visits[1], self.visits[2]];
        self.events = [input.event, self.events[0], self.events[1]];
        if let Some((index, set)) = input.set {
            self.sets[index] = set;
        }
        self.swept = input.init;
        if let Some(address) = input.init {
            self.slots[address as usize] = Self::reset_slot();
            self.counts[address as usize] = Counts::default();
        }
        taken
    }

    /// The clock edge of the time, and of what a period's end is made of.
    #[inline]
    fn tick(&mut self, period: u32, jitter_mask: u16, seed: u16, init: bool) {
        self.due = (self.time + LEAST_PERIOD + self.more - TO_THE_LIST + self.length) & TIME;
        self.length = u64::from(period) + self.jitter;
        self.jitter = u64::from(self.lfsr & jitter_mask);
        let bit = |n: u32| self.lfsr >> n & 1;
        let next = !(bit(15) ^ bit(14) ^ bit(12) ^ bit(3)) & 1;
        self.lfsr = if init || jitter_mask == 0 { seed } else { self.lfsr << 1 | next };
        self.time_1 = self.time;
        self.time = (self.time + u64::from(!self.frozen)) & TIME;
    }

    /// Nothing is on its way in it: only its time goes on, as long as nothing comes in and no QP is due.
    fn rests(&self) -> bool {
        let still = self.events.iter().all(Option::is_none)
            && self.wakes.is_none()
            && self.ripe.is_none()
            && self.visits.iter().all(Option::is_none)
            && self.comes == [None; 2]
            && self.under_way.iter().all(Option::is_none);
        let clear = self.swept.is_none() && self.host_count == 0 && self.room && !self.frozen && self.reads.is_none();
        still && clear && self.active.settled() && self.woken.is_empty() && self.updates.is_empty()
    }

    /// Cycles until the oldest of the list is due; `None`: nobody is in it.
    fn until_due(&self) -> Option<u64> {
        self.active.head.map(|entry| entry.due.wrapping_sub(self.time_1) & TIME)
    }

    /// For how many cycles nothing but its time changes, if nothing comes in. Its time has 20 bits: so many at the
    /// most.
    pub fn quiet_cycles(&self) -> u64 {
        match self.until_due() {
            _ if !self.rests() => 0,
            None => u64::MAX - 1,
            // what is past is due
            Some(left) if left >> 19 != 0 => 0,
            Some(left) => left,
        }
    }

    /// At most so many cycles.
    pub fn skip(&mut self, cycles: u64, period: u32, jitter_mask: u16, seed: u16) {
        // with no jitter the rest is as it is behind four
        let at_once = if jitter_mask == 0 { cycles.saturating_sub(4) } else { 0 };
        self.time = self.time.wrapping_add(at_once) & TIME;
        for _ in at_once..cycles {
            self.tick(period, jitter_mask, seed, false);
        }
    }

    /// Cycles of a step behind the reading of its counts.
    pub fn least(&self) -> u64 {
        self.under_way.len() as u64
    }

    /// How many cycles pass at the least until it offers an update, if nothing comes in. `None`: none is to come.
    pub fn soonest(&self) -> Option<u64> {
        if !self.updates.is_empty() {
            return Some(0);
        }
        let steps = self.under_way.iter().rposition(|done| matches!(done, Some(Done::Step { .. })));
        let left = steps.map(|at| (self.under_way.len() - 1 - at) as u64);
        let whole = self.least();
        let begins = match self.until_due() {
            Some(left) if left >> 19 == 0 => Some(left + whole),
            Some(_) => Some(whole),
            None if self.active.settled() && self.woken.is_empty() && self.comes == [None; 2] => None,
            None => Some(whole),
        };
        let visits = self.ripe.is_some() || self.visits.iter().any(Option::is_some);
        let waits = self.events.iter().any(Option::is_some) || self.wakes.is_some();
        [left, begins, (visits || waits).then_some(whole)].into_iter().flatten().min()
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
        *self = Self { slots, counts, sets, jitter, length, due, ..Self::of(0, self.reads.is_some(), self.more > 0) };
    }
}

/// What FCR's lowering leaves of a QP whose RC is above `rate`: RC alone is another, and the QP is not at rest.
fn lowered(qp: Qp, rate: u64) -> Option<Slot> {
    let (rc, rt, cp) = qp.context.fine();
    let rate = rate << (FineRate::FRAC - Rate::FRAC);
    let mut context = Context { idle: U::ZERO, ..qp.context };
    context.set_fine(U::wrap(rate), rt, cp);
    (rc.raw() > rate).then_some(Slot { qp: Qp { context, ..qp }, rest: false })
}
