//! `latest`: the newest update of each QP, for one that takes them slowly (hdl/src/latest.md).
//!
//! What waits of a QP is one record, wherever the block holds it. So a record is joined until it goes to the port, and
//! the three places where its QP may stand are only places.

use crate::delay::Delay;
use layout::fixed::U;
use layout::ldcp::Psn;
use layout::record::{Alg, flag, has_limits, has_una};
use std::collections::VecDeque;

/// QPs that stand next to the port.
pub const NEAR: usize = 4;
/// Places of the short queue.
pub const SHORT: usize = 8;
/// While it holds more than so many, none comes out of the long one.
const REFILLED: usize = 5;
/// Cycles from a word at the port's back to its effect.
const TAKING: usize = 3;
/// In the cycle of a drop no word goes to the port, and for so many cycles behind it none of its QP.
const DROPPING: u32 = 4;

/// An update of an engine, as it comes.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Update {
    pub kind: U<3, 0>,
    pub qpn: u32,
    pub alg: Alg,
    /// 42 bits, in the algorithm's format.
    pub window: u64,
    /// 40 bits, likewise.
    pub pace: u64,
    pub flags: u16,
    pub feedback: bool,
    pub una_psn: Psn,
}

/// What the newest update with limits says, and the sticky flags of all.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    pub alg: Alg,
    pub window: u64,
    pub pace: u64,
    pub flags: u16,
    /// 35 bits; 0 where updates have none beside them.
    pub rate: u64,
}

/// What waits of a QP.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    pub limits: Option<Limits>,
    pub una_psn: Option<Psn>,
    pub feedback: bool,
}

impl Record {
    pub const EMPTY: Record = Record { limits: None, una_psn: None, feedback: false };

    pub fn is_empty(&self) -> bool {
        self.limits.is_none() && self.una_psn.is_none()
    }

    /// The rules of an update.
    pub fn join(&mut self, update: &Update, rate: u64) {
        let Update { kind, alg, window, pace, flags, .. } = *update;
        if has_limits(alg, kind) {
            let sticky = self.limits.map_or(0, |waits| waits.flags & !flag::OWN);
            self.limits = Some(Limits { alg, window, pace, flags: flags | sticky, rate });
        }
        if has_una(kind) {
            self.una_psn = Some(update.una_psn);
        }
        self.feedback |= update.feedback;
    }
}

/// The inputs of a cycle.
#[derive(Copy, Clone, Debug, Default)]
pub struct In {
    /// Low: nothing waits, nothing is under way, nothing was counted. Records keep what they hold; sweep them.
    pub rst_n: bool,
    pub init: Option<u32>,
    /// What waits of this QP is forgotten.
    pub drop: Option<u32>,
    pub update: Option<Update>,
    /// Beside it the greatest rate, where there is one.
    pub rate: u64,
    /// The word on the port is taken.
    pub ready: bool,
}

/// What stands on the port.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub qpn: u32,
    pub record: Record,
}

/// The outputs of a cycle.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Out {
    pub word: Option<Word>,
    pub waiting: u32,
    pub joined: u32,
}

/// What has been begun at the queue's head.
#[derive(Copy, Clone, Debug)]
enum Op {
    Take(u32),
    Drop(u32),
}

/// Where a QP stands.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Nowhere,
    /// In the queue, or between it and the port.
    Queue,
    /// Next to the port.
    Near,
}

/// QPs in the order in which they entered: a long queue, and a short one in front of it.
#[derive(Clone, Default)]
pub(crate) struct Order {
    short: VecDeque<u32>,
    long: VecDeque<u32>,
    between: Delay<u32, 2>,
}

impl Order {
    /// The first one.
    pub(crate) fn head(&self) -> Option<u32> {
        self.short.front().copied()
    }

    /// One clock cycle, `head`: the first one of the short queue leaves. Whether a word of the long one is read.
    pub(crate) fn step(&mut self, head: bool, enters: Option<u32>) -> bool {
        let passes = self.long.is_empty() && self.between.quiet_cycles() == u64::MAX && self.short.len() < SHORT;
        let moves = if self.short.len() <= REFILLED { self.long.pop_front() } else { None };
        if head {
            self.short.pop_front();
        }
        self.short.extend(self.between.step(moves));
        match enters {
            Some(qpn) if passes => self.short.push_back(qpn),
            Some(qpn) => self.long.push_back(qpn),
            None => {}
        }
        moves.is_some()
    }

    fn is_empty(&self) -> bool {
        self.short.is_empty() && self.long.is_empty() && self.between.is_empty()
    }
}

/// The block.
#[derive(Clone)]
pub struct Latest {
    records: Vec<Record>,
    places: Vec<Place>,
    updates: Delay<(Update, u64), 4>,
    drops: Delay<u32, 1>,
    ops: Delay<Op, TAKING>,
    /// On the way into the queue.
    enters: Delay<u32, 1>,
    order: Order,
    near: VecDeque<u32>,
    /// Of [`NEAR`] how many are taken, by those too that are on their way.
    taken: usize,
    /// The QP of the last drop, and for how many cycles it is held.
    held: (u32, u32),
    /// Without the counts, which go out a cycle later.
    word: Option<Word>,
    waiting: u32,
    joined: u32,
    out: Out,
}

impl Latest {
    pub fn new(qps: u32) -> Self {
        Self {
            records: vec![Record::EMPTY; qps as usize],
            places: vec![Place::Nowhere; qps as usize],
            updates: Delay::default(),
            drops: Delay::default(),
            ops: Delay::default(),
            enters: Delay::default(),
            order: Order::default(),
            near: VecDeque::new(),
            taken: 0,
            held: (0, 0),
            word: None,
            waiting: 0,
            joined: 0,
            out: Out::default(),
        }
    }

    /// One clock cycle.
    pub fn step(&mut self, input: &In) -> Out {
        let out = self.out;
        (self.out.waiting, self.out.joined) = (self.waiting, self.joined);
        if let Some(qpn) = input.init {
            self.records[qpn as usize] = Record::EMPTY;
            self.places[qpn as usize] = Place::Nowhere;
        }
        let head = self.order.head();
        let left = self.leave(input);
        if left {
            self.taken -= 1;
        }

        let dropped = self.drops.step(input.drop);
        let takes = head.filter(|_| dropped.is_none() && self.taken < NEAR);
        let op = dropped.map(Op::Drop).or(takes.map(Op::Take));
        match self.ops.step(op) {
            Some(Op::Drop(qpn)) => {
                let record = &mut self.records[qpn as usize];
                self.waiting -= u32::from(!record.is_empty());
                *record = Record::EMPTY;
            }
            Some(Op::Take(qpn)) => {
                self.places[qpn as usize] = Place::Near;
                self.near.push_back(qpn);
            }
            None => {}
        }
        self.taken += usize::from(takes.is_some());

        let enters = self.updates.step(input.update.map(|update| (update, input.rate)));
        let enters = enters.and_then(|(update, rate)| self.update(&update, rate));
        self.order.step(takes.is_some(), self.enters.step(enters));
        self.out.word = self.word;

        self.held = input.drop.map_or((self.held.0, self.held.1.saturating_sub(1)), |qpn| (qpn, DROPPING));
        if !input.rst_n {
            let (records, places) = (std::mem::take(&mut self.records), std::mem::take(&mut self.places));
            *self = Self { records, places, ..Self::new(0) };
        }
        out
    }

    /// The QP next to the port leaves it: to the port, or, if its record is empty, for nowhere.
    fn leave(&mut self, input: &In) -> bool {
        let free = self.word.is_none() || input.ready;
        if free {
            self.word = None;
        }
        let Some(&qpn) = self.near.front() else { return false };
        let record = &mut self.records[qpn as usize];
        if !record.is_empty() {
            let held = input.drop.is_some() || (self.held.1 > 0 && self.held.0 == qpn);
            if !free || held {
                return false;
            }
            self.word = Some(Word { qpn, record: std::mem::take(record) });
            self.waiting -= 1;
        }
        self.near.pop_front();
        self.places[qpn as usize] = Place::Nowhere;
        true
    }

    /// Gives the QP, if it enters the queue.
    fn update(&mut self, update: &Update, rate: u64) -> Option<u32> {
        let record = &mut self.records[update.qpn as usize];
        let counter = if record.is_empty() { &mut self.waiting } else { &mut self.joined };
        *counter = counter.wrapping_add(1);
        record.join(update, rate);
        let place = &mut self.places[update.qpn as usize];
        (*place == Place::Nowhere).then(|| {
            *place = Place::Queue;
            update.qpn
        })
    }

    /// What stands on the port in this cycle, which does not depend on its inputs.
    pub fn word(&self) -> Option<Word> {
        self.out.word
    }

    /// Nothing is under way, and without an update nothing changes.
    pub fn is_still(&self) -> bool {
        let shown = (self.out.waiting, self.out.joined) == (self.waiting, self.joined);
        shown
            && self.updates.is_empty()
            && self.drops.is_empty()
            && self.ops.is_empty()
            && self.enters.is_empty()
            && self.order.is_empty()
            && self.near.is_empty()
            && self.word.is_none()
            && self.out.word.is_none()
            && self.held.1 == 0
    }

    /// What waits of a QP, for reports.
    pub fn record(&self, qpn: u32) -> Record {
        self.records[qpn as usize]
    }
}
