//! `fcr`: the block with its cycles (hdl/src/fcr.md).

use super::Params;
use super::step::{self, Context, Own, Source, Update};
use crate::choice::SETS;
use crate::delay::Delay;
use crate::ecc::{Reads, Recent};
use layout::fcr::{Clock, Pace};
use layout::ldcp::Rtt;
use layout::timing::FCR_LATENCY;
use std::collections::VecDeque;

/// Cycles from an event until a visit sees when the first of the QP's advices ends.
pub const NOTED: usize = 10;
/// Cycles from an event until the counters show it.
const COUNTED: usize = 7;
/// With so many QPs that wait to be taken the walk stands still.
const WAIT: usize = 8;
/// Cycles from the read of an event's places to the write of those of the event ahead that meets it.
const MEETS: usize = 5;
/// us after which a walk, or an advice that has ended, stops the clock.
const HOLD: u64 = 1 << 14;

/// What an event asks for.
#[derive(Copy, Clone, Debug)]
pub enum Asks {
    Step(step::Event),
    /// The host writes a place; its time begins now. A validity of 0 makes it free.
    HostWrite {
        place: usize,
        source: Source,
        validity: u64,
    },
    HostRead {
        place: usize,
    },
}

/// The event that enters in a cycle.
#[derive(Copy, Clone, Debug)]
pub struct Issued {
    pub asks: Asks,
    /// As it stands on the port; it comes back with the result.
    pub kind: u8,
    pub qpn: u32,
    /// Index of the parameter set.
    pub set: usize,
    pub rtt: Rtt,
    pub own: Own,
}

/// The inputs of a cycle.
#[derive(Copy, Clone, Debug)]
pub struct In {
    /// Low: all but contexts and parameter sets is as it was at first.
    pub rst_n: bool,
    /// Writes a parameter set, while no event of that set is under way.
    pub set: Option<(usize, Params)>,
    /// Makes all places of the QP at this address free.
    pub init: Option<u32>,
    /// A microsecond has gone by.
    pub tick: bool,
    pub event: Option<Issued>,
    pub due_ready: bool,
}

/// The result of an event.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub kind: u8,
    pub qpn: u32,
    pub update: Update,
    /// What a host read found.
    pub read: Source,
}

/// The outputs of a cycle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Out {
    pub result: Option<Answer>,
    /// A QP of which an advice has ended.
    pub due: Option<u32>,
    pub now: Clock,
    pub counts: Counts,
    /// With check bits: which words count.
    pub reads: Reads,
}

/// What is counted, each modulo 2^48.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// QPs that the walk has found.
    pub dues: u64,
    /// us from an end until the walk found it, at most.
    pub late_worst: u64,
    /// Ticks at which the clock stood still.
    pub held: u64,
    /// Advices that were rejected.
    pub rejected: u64,
    /// Marks that were ignored.
    pub marks: u64,
}

/// A QP, and when its first advice ends.
type Note = (u32, Option<Clock>);

/// The block: one event a cycle, its result [`FCR_LATENCY`] cycles later; a walk that visits a QP a cycle.
#[derive(Clone)]
pub struct Fcr<const SOURCES: usize> {
    contexts: Vec<Context<SOURCES>>,
    sets: [Params; SETS],
    pipe: Delay<Answer, { FCR_LATENCY as usize }>,
    noted: Delay<Note, NOTED>,
    /// Rejected, and ignored.
    counted: Delay<(bool, bool), { COUNTED - 1 }>,
    walk: Walk,
    now: Clock,
    counts: Counts,
    recent: Recent<u32, MEETS>,
}

/// The walk.
#[derive(Clone)]
struct Walk {
    ends: Vec<Option<Clock>>,
    started: bool,
    at: u32,
    visited: Delay<Note, 2>,
    found: Delay<(u32, u64), 1>,
    waiting: VecDeque<u32>,
    /// us since it began at the first QP.
    round: u64,
    /// In this walk, and in the last one, an advice had ended long ago.
    seen: bool,
    was_seen: bool,
}

impl<const SOURCES: usize> Fcr<SOURCES> {
    pub fn new(qps: u32) -> Self {
        Self {
            contexts: vec![Context::default(); qps as usize],
            sets: [Params::default(); SETS],
            pipe: Delay::default(),
            noted: Delay::default(),
            counted: Delay::default(),
            walk: Walk::new(qps),
            now: Clock::ZERO,
            counts: Counts::default(),
            recent: Recent::default(),
        }
    }

    /// What a QP has behind the last event.
    pub fn context(&self, qpn: u32) -> &Context<SOURCES> {
        &self.contexts[qpn as usize]
    }

    /// The QP that stands on `due_*` in this cycle, which does not depend on its inputs.
    pub fn due(&self) -> Option<u32> {
        self.walk.waiting.front().copied()
    }

    /// One clock cycle.
    pub fn step(&mut self, input: &In) -> Out {
        let now = self.now;
        let counts = self.counts;
        if let Some((index, params)) = input.set {
            self.sets[index] = params;
        }
        let result = input.event.map(|event| self.apply(event));
        let note = input.event.map(|event| (event.qpn, soonest(&self.contexts[event.qpn as usize], now)));
        let mut out = Out { result: self.pipe.step(result), due: self.due(), now, counts, reads: Reads::default() };
        let qpn = input.event.map(|event| event.qpn);
        let writes = self.recent.step(input.rst_n, qpn);
        if qpn.is_some() && qpn != writes {
            out.reads.read(2);
        }

        let said = result.filter(|r| r.update.flags & (layout::fcr::flag::ALERT | layout::fcr::flag::IGNORED) != 0);
        let said = said.map(|r| (r.update.flags & layout::fcr::flag::ALERT != 0, r.kind == MARK));
        if let Some((rejected, ignored)) = self.counted.step(said) {
            self.counts.rejected += u64::from(rejected);
            self.counts.marks += u64::from(ignored);
        }

        // what was noted in this cycle is seen by the visit of this cycle
        let noted = self.noted.step(note);
        let written = noted.map(|(qpn, _)| qpn);
        if self.walk.visits().is_some_and(|at| written != Some(at) && input.init != Some(at)) {
            out.reads.read(1);
        }
        let holds = self.walk.holds();
        let tick = input.tick && !holds;
        let late = self.walk.step(input, noted, now, tick);
        if let Some(late) = late {
            self.counts.dues += 1;
            self.counts.late_worst = self.counts.late_worst.max(late);
        }
        self.counts.held += u64::from(input.tick && holds);
        if tick {
            self.now = Clock::wrap(now.raw() + 1);
        }
        if let Some(address) = input.init {
            self.contexts[address as usize] = Context::default();
        }

        if !input.rst_n {
            self.pipe.reset();
            self.noted.reset();
            self.counted.reset();
            self.walk.reset();
            self.now = Clock::ZERO;
            self.counts = Counts::default();
        }
        out
    }

    /// One event: its QP's context, and its update.
    fn apply(&mut self, event: Issued) -> Answer {
        let Issued { asks, kind, qpn, set, rtt, own } = event;
        let context = &mut self.contexts[qpn as usize];
        // an operation of the host changes nothing of what is sent
        let none = Update { cap: layout::fcr::Mbps::ZERO, pace: Pace::ZERO, own, send: own, flags: 0 };
        let (update, read) = match asks {
            Asks::Step(event) => {
                let (after, update) = step::step(context, self.now, rtt, event, &own, &self.sets[set]);
                *context = after;
                (update, Source::default())
            }
            Asks::HostWrite { place, source, validity } => {
                if let Some(there) = context.sources.get_mut(place) {
                    let expiry = Clock::wrap(self.now.raw() + validity);
                    *there = if validity > 0 { Source { valid: true, expiry, ..source } } else { Source::default() };
                }
                (none, Source::default())
            }
            Asks::HostRead { place } => (none, context.sources.get(place).copied().unwrap_or_default()),
        };
        Answer { kind, qpn, update, read }
    }
}

const MARK: u8 = layout::fcr::Kind::Mark as u8;

/// When the first of a QP's places falls free; what has ended already did so at most half a circle ago.
fn soonest<const SOURCES: usize>(context: &Context<SOURCES>, now: Clock) -> Option<Clock> {
    let left = |expiry: Clock| (Clock::wrap(expiry.raw().wrapping_sub(now.raw())).raw() << 47) as i64;
    context.sources.iter().filter(|s| s.valid).map(|s| s.expiry).min_by_key(|expiry| left(*expiry))
}

impl Walk {
    fn new(qps: u32) -> Self {
        Self {
            ends: vec![None; qps as usize],
            started: false,
            at: 0,
            visited: Delay::default(),
            found: Delay::default(),
            waiting: VecDeque::new(),
            round: 0,
            seen: false,
            was_seen: false,
        }
    }

    fn reset(&mut self) {
        let ends = std::mem::take(&mut self.ends);
        *self = Self { ends, ..Self::new(0) };
    }

    /// The clock stands still.
    fn holds(&self) -> bool {
        self.round == HOLD || self.seen || self.was_seen
    }

    /// The QP that it visits in this cycle.
    fn visits(&self) -> Option<u32> {
        (self.started && self.waiting.len() < WAIT).then_some(self.at)
    }

    /// One cycle, in which the clock goes on if `tick`. Gives how late it was where one was found three cycles ago.
    fn step(&mut self, input: &In, noted: Option<Note>, now: Clock, tick: bool) -> Option<u64> {
        if let Some((qpn, end)) = noted {
            self.ends[qpn as usize] = end;
        }
        let goes = self.visits().is_some();
        let ends = goes && self.at as usize == self.ends.len() - 1;
        let visit = goes.then(|| (self.at, self.ends[self.at as usize]));
        let visited = self.visited.step(visit);
        let late = visited.and_then(|(qpn, end)| {
            let late = Clock::wrap(now.raw().wrapping_sub(end?.raw())).raw();
            (late < 1 << (Clock::BITS - 1)).then_some((qpn, late))
        });
        let found = self.found.step(late);
        if input.due_ready {
            self.waiting.pop_front();
        }
        self.waiting.extend(found.map(|(qpn, _)| qpn));

        let overdue = found.is_some_and(|(_, late)| late >= HOLD);
        if ends {
            (self.was_seen, self.seen) = (self.seen, overdue);
        } else {
            self.seen |= overdue;
        }
        if tick && self.started {
            self.round += 1;
        }
        if ends {
            self.round = 0;
        }
        if goes {
            self.at = (self.at + 1) % self.ends.len() as u32;
        }
        if let Some(address) = input.init {
            self.ends[address as usize] = None;
            self.started |= address as usize == self.ends.len() - 1;
        }
        found.map(|(_, late)| late)
    }
}
