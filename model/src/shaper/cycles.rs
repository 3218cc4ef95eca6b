//! `shaper`: the block with its cycles (hdl/src/shaper.md). What an operation does to a QP is this folder's rules;
//! which one goes when, and where a QP waits meanwhile, is the page's.

use super::event::{Counters, Grant, Open, Request, Rewind, Sent, Update};
use super::host::Host;
use super::offer::Offer;
use super::qp::{NUMBER, Qp, lsbs};
use super::shares::Shares;
use crate::psn::ahead;
use layout::fixed::U;
use layout::ldcp::Psn;
use layout::shaper::{CLASSES, GrantBytes, Level, Packets, TAGS, Tag};
use std::collections::{BTreeSet, VecDeque};

/// Stages of an operation, a slot each.
const STAGES: usize = 11;
/// Cycles of a slot.
const SLOT: u8 = 4;
/// Cycles from an update's or an opening's acceptance until it may be picked.
const CONVERTED: u8 = 12;
/// Updates and openings that may be under way.
const CONTROLS: usize = 8;
/// Grants that may wait at `m_grant`.
const WAITING: usize = 8;
/// QPs with the same low bits share a tree.
const TREES: usize = 16;
/// When the block begins, ns: a multiple of all its wraps, late enough for `now - C`.
const BEGIN: u64 = 1 << 40;
/// LSBs of `Due` in the unit of a tree's keys, 32 ns.
const KEY: u64 = lsbs(32);
/// LSBs after which a line has always been free, and of which it is ahead at most.
const LONG: i64 = 1 << 45;
const MOST_DEFICIT: u64 = 1 << (GrantBytes::BITS - 1);
const SLOTS: u8 = TAGS as u8 - 1;

/// What comes at `s_sent`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Said {
    Sent(Sent),
    Rewind(Rewind),
}

/// What comes at `s_open`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Open(Open),
    Close(u32),
}

/// The inputs of a cycle.
#[derive(Copy, Clone, Debug)]
pub struct In {
    pub rst_n: bool,
    /// ns, modulo 2^32.
    pub now: u32,
    pub pause: u8,
    pub request: Option<Request>,
    pub said: Option<Said>,
    pub update: Option<Update>,
    pub command: Option<Command>,
    pub grant_ready: bool,
    /// Counts with `shaper.wake`.
    pub wake_ready: bool,
}

/// What stands at `m_wake`: whether a QP may send, but for its class's pause, as the block saw it last.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Woken {
    pub qpn: u32,
    pub enable: bool,
}

/// The outputs of a cycle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Out {
    pub request_ready: bool,
    pub said_ready: bool,
    pub update_ready: bool,
    pub command_ready: bool,
    pub grant: Option<Grant>,
    /// With `shaper.wake`.
    pub wake: Option<Woken>,
    /// Bit n: QP n may send. With `shaper.wake` and up to 64 QPs.
    pub may_send: u64,
    pub init_done: bool,
    /// Updates and openings that are taken and have not been picked.
    pub not_picked: u8,
    pub counters: Counters,
}

/// What an operation is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A grant that nobody answers.
    Return(Tag),
    Said(Said),
    Update(Update),
    Command(Command),
    Request(Request),
    /// Where does the QP belong? Of a due time that has come, or of the sweep.
    Look {
        wake: bool,
    },
    Grant {
        class: usize,
    },
}

/// An operation.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Op {
    pub kind: Kind,
    pub qpn: u32,
    /// When it began, ns since the block began.
    pub now: u64,
    /// The tag of the grant that it may make: of a grant, and of an update or a due time that is picked while no QP of
    /// a class that is not paused may send, and there is no cap.
    pub tag: Option<Tag>,
}

/// An operation that has ended, and what it granted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    pub op: Op,
    pub grant: Option<Grant>,
}

/// A QP and where it is.
#[derive(Clone, Debug)]
struct Kept {
    qp: Qp,
    /// It stands in a list.
    queued: bool,
    /// It may send, as it was seen last.
    live: bool,
    /// Its place in the list is no longer its own.
    behind: bool,
}

/// An open grant.
#[derive(Copy, Clone, Debug)]
struct Word {
    tag: Tag,
    qpn: u32,
    opening: u64,
    number: u64,
    bytes: u64,
    packets: u64,
    first: bool,
    deadline: u64,
}

#[derive(Clone, Debug)]
struct Flight {
    op: Op,
    /// The grant that it answers or returns.
    hit: Option<Word>,
    result: Option<Done>,
}

#[derive(Clone, Debug)]
struct Done {
    kept: Kept,
    offer: Option<Offer>,
    counted: Counters,
    /// Bytes that come back to a class.
    share: Option<(usize, u64)>,
    /// What an answer gives back to the line, or takes more.
    line: Option<(u64, bool)>,
}

/// What the second cycle of a slot sees: due times that have come, classes that may send, free tags.
#[derive(Clone, Debug, Default)]
struct Seen {
    top: Option<usize>,
    class: Option<usize>,
    tag_free: bool,
    uncapped: bool,
    /// What is picked may make a grant.
    spare: bool,
    sweeps: bool,
    /// The line has been free for long.
    line_long: bool,
}

/// What is taken next, if anything may be.
#[derive(Copy, Clone, Debug)]
enum Pick {
    Return,
    Said,
    Control,
    Request,
    Due { top: usize, qpn: u32 },
    Grant { class: usize, qpn: u32 },
    Sweep,
}

/// Open grants.
#[derive(Clone, Debug)]
struct Tags {
    used: u64,
    given: u64,
    /// The slot that is taken next, if it is free, and how often each has had a grant, modulo 4.
    next: u8,
    generations: [u8; TAGS],
    scan: u8,
    /// The grant at `scan` was open when it was read.
    scan_given: bool,
    scan_word: Option<Word>,
    /// It, if its time is over.
    scan_over: Option<(Tag, u32)>,
    words: [Option<Word>; TAGS],
    over: Option<(Tag, u32)>,
}

/// Due times that are to come.
#[derive(Clone, Debug)]
struct Trees {
    levels: u32,
    /// What has come to the tops: by key, of equal ones the lower index.
    arrived: Vec<BTreeSet<(u64, u32)>>,
    key: Vec<Option<u64>>,
    held: [bool; TREES],
    /// Slots until it is there, QP, key, whether it is a wake's.
    way: VecDeque<(u32, u32, Option<u64>, bool)>,
}

/// Who is told of whom: of each QP the newest, however often it changes until then.
#[derive(Clone, Debug)]
struct Wakes {
    /// It may send, as it was seen last.
    live: Vec<bool>,
    /// It is among those that wait, and in which class it was seen last.
    waits: Vec<bool>,
    class: Vec<usize>,
    queue: VecDeque<u32>,
    /// There were some in the slot's second cycle.
    some: bool,
    /// The first of them, and one that is read.
    head: Option<u32>,
    read: Option<u32>,
    out: Option<Woken>,
    may_send: u64,
}

/// The block.
#[derive(Clone, Debug)]
pub struct Shaper {
    host: Host,
    wakes: Option<Wakes>,
    /// Where they are not strict they are those of the host.
    shares: Shares,
    phase: u8,
    init: u64,
    started: bool,
    clock: u32,
    /// ns, without end.
    time: u64,
    paused: u8,
    request: Option<Request>,
    said: Option<Said>,
    /// Updates and openings, and in how many cycles they may be picked.
    controls: VecDeque<(Kind, u8)>,
    /// The source that is asked first.
    turn: u8,
    /// What the second cycle of a slot sees.
    seen: Seen,
    pick: Option<Pick>,
    /// The source of what was taken in the cycle before.
    taken: Option<u8>,
    /// What was taken and has not begun, and whether a stage has its QP.
    candidate: Option<Op>,
    blocked: bool,
    sweep: u32,
    stages: [Option<Flight>; STAGES],
    qps: Vec<Kept>,
    lists: [VecDeque<u32>; CLASSES],
    tags: Tags,
    trees: Trees,
    /// When the line is free; old: it has been for long, as is seen once a slot; was_old: so it was a slot before.
    line: i64,
    line_old: bool,
    line_was_old: bool,
    /// It was free in the slot's first cycle.
    line_free: bool,
    out: VecDeque<Grant>,
    credits: usize,
    counters: Counters,
    ended: Option<Ended>,
}

impl Shaper {
    pub fn new(qps: u32, host: Host) -> Self {
        let closed = Kept { qp: Qp::CLOSED, queued: false, live: false, behind: false };
        Self {
            host,
            wakes: None,
            shares: Shares::default(),
            phase: 0,
            init: 0,
            started: false,
            clock: 0,
            time: BEGIN,
            paused: 0,
            request: None,
            said: None,
            controls: VecDeque::new(),
            turn: 0,
            seen: Seen::default(),
            pick: None,
            taken: None,
            candidate: None,
            blocked: false,
            sweep: 0,
            stages: Default::default(),
            qps: vec![closed; qps as usize],
            lists: Default::default(),
            tags: Tags {
                used: 0,
                given: 0,
                next: 0,
                generations: [0; TAGS],
                scan: 0,
                scan_given: false,
                scan_word: None,
                scan_over: None,
                words: [None; TAGS],
                over: None,
            },
            trees: Trees {
                levels: qps.ilog2() - 4,
                arrived: vec![BTreeSet::new(); TREES],
                key: vec![None; qps as usize],
                held: [false; TREES],
                way: VecDeque::new(),
            },
            line: 0,
            line_old: true,
            line_was_old: true,
            line_free: true,
            out: VecDeque::new(),
            credits: WAITING,
            counters: Counters::default(),
            ended: None,
        }
    }

    /// The same with `shaper.wake`, if so.
    pub fn telling(qps: u32, host: Host, wake: bool) -> Self {
        let wakes = wake.then(|| Wakes::new(qps as usize));
        Self { wakes, ..Self::new(qps, host) }
    }

    /// What the host sets, from the next cycle on.
    pub fn set_host(&mut self, host: Host) {
        self.host = host;
    }

    /// The operation that ended in the last cycle.
    pub fn ended(&self) -> Option<Ended> {
        self.ended
    }

    /// ns since the block began, as operations have it.
    pub fn time(&self) -> u64 {
        self.time
    }

    /// An update, an opening or a closing of this QP is taken and has not been picked.
    pub fn has_control(&self, qpn: u32) -> bool {
        self.controls.iter().any(|(kind, _)| match kind {
            Kind::Update(update) => update.qpn == qpn,
            Kind::Command(Command::Open(open)) => open.qpn == qpn,
            Kind::Command(Command::Close(closed)) => *closed == qpn,
            _ => false,
        })
    }

    /// For how many ns nothing happens by itself if nothing comes and the pause stays; 0: something is under way, or a
    /// grant is open.
    pub fn rests_ns(&self, pause: u8) -> u64 {
        let free = |class: usize| self.paused >> class & 1 == 0;
        let still = self.ready()
            && self.paused == pause
            && self.request.is_none()
            && self.said.is_none()
            && self.controls.is_empty()
            && self.pick.is_none()
            && self.candidate.is_none()
            && self.stages.iter().all(Option::is_none)
            && self.out.is_empty()
            && self.tags.used == 0
            && self.tags.over.is_none()
            && self.trees.way.is_empty()
            && (0..CLASSES).all(|class| self.lists[class].is_empty() || !free(class))
            && self.wakes.as_ref().is_none_or(Wakes::rest)
            && self.sweep == self.sweep_at();
        if !still {
            return 0;
        }
        let each = (1 << 33) / self.qps.len() as u64;
        let sweep = each - self.time % each;
        let line = if self.line_old { u64::MAX } else { (self.line + LONG) as u64 / lsbs(1) - self.time };
        sweep.min(line).min(self.due_ns().unwrap_or(u64::MAX))
    }

    /// In how many ns the next due time comes. `None`: nobody waits for one.
    pub fn due_ns(&self) -> Option<u64> {
        let first = self.trees.arrived.iter().filter_map(|top| top.first()).map(|&(key, _)| key).min()?;
        Some((32 * first).saturating_sub(self.time))
    }

    /// In how many cycles a grant may stand on its port at the soonest, whatever comes; 0: in this one.
    pub fn soonest_grant(&self) -> u64 {
        if !self.out.is_empty() {
            return 0;
        }
        let is_grant = |flight: &Option<Flight>| flight.as_ref().is_some_and(|flight| flight.op.tag.is_some());
        // what is in stage 7 goes out in the slot's second cycle
        let reached = if self.phase <= 1 { 8 } else { 7 };
        let waits = self.candidate.is_some_and(|op| op.tag.is_some());
        let left = match self.stages[..reached].iter().rposition(is_grant) {
            Some(7) => return u64::from(2 - self.phase),
            Some(at) => 6 - at as u64,
            None if waits => 7,
            None => 8,
        };
        u64::from(SLOT - self.phase) + u64::from(SLOT) * left + 2
    }

    /// A QP may send, as the block saw it last.
    pub fn is_live(&self, qpn: u32) -> bool {
        self.qps[qpn as usize].live
    }

    fn ready(&self) -> bool {
        self.init == self.qps.len() as u64
    }

    /// The outputs of this cycle, which do not depend on its inputs.
    pub fn outputs(&self) -> Out {
        let ready = self.ready();
        // updates leave a place for an opening
        let room = |places: usize| ready && self.controls.len() < places;
        // each is asked in every second cycle
        let updates = self.phase.is_multiple_of(2);
        let opens = self.controls.iter().any(|(kind, _)| matches!(kind, Kind::Command(_)));
        Out {
            // one that comes behind its QP's opening or closing acts behind it
            request_ready: ready && self.request.is_none() && !opens,
            said_ready: ready && self.said.is_none(),
            update_ready: room(CONTROLS - 1) && updates,
            command_ready: room(CONTROLS) && !updates,
            grant: self.out.front().copied(),
            wake: self.wakes.as_ref().and_then(|wakes| wakes.out),
            may_send: self.wakes.as_ref().map_or(0, |wakes| wakes.may_send),
            init_done: ready,
            not_picked: self.controls.len() as u8,
            counters: self.counters,
        }
    }

    /// One cycle.
    pub fn step(&mut self, i: &In) -> Out {
        let out = self.outputs();
        if !i.rst_n {
            *self = Self::telling(self.qps.len() as u32, self.host, self.wakes.is_some());
            return out;
        }
        self.ended = None;
        let pops = i.grant_ready && self.out.pop_front().is_some();
        let paused = self.paused;
        let may_send = self.wakes.as_ref().map_or(0, |wakes| wakes.may_send(paused));
        self.tell();
        match self.phase {
            0 => self.first(),
            1 => self.second(),
            2 => self.third(),
            _ => self.last(),
        }
        self.credits += usize::from(pops);
        if let Some(wakes) = &mut self.wakes {
            wakes.may_send = may_send;
            wakes.out = wakes.out.filter(|_| out.wake.is_none() || !i.wake_ready);
        }
        self.accept(i, &out);
        self.phase = (self.phase + 1) % SLOT;
        self.init += u64::from(!self.ready());
        self.paused = i.pause;
        self.tick(i.now);
        out
    }

    fn tick(&mut self, now: u32) {
        let passed = now.wrapping_sub(self.clock);
        if !self.started {
            (self.started, self.clock) = (true, now);
        } else if passed >= 1 << 31 {
            self.counters.time_back += 1;
        } else {
            (self.clock, self.time) = (now, self.time + u64::from(passed));
        }
    }

    fn accept(&mut self, i: &In, out: &Out) {
        if out.request_ready {
            self.request = i.request;
        }
        if out.said_ready {
            self.said = i.said;
        }
        self.controls.iter_mut().for_each(|(_, left)| *left = left.saturating_sub(1));
        let command = i.command.filter(|_| out.command_ready).map(Kind::Command);
        let update = i.update.filter(|_| out.update_ready).map(Kind::Update);
        self.controls.extend(command.or(update).map(|kind| (kind, CONVERTED)));
    }

    /// What is picked is taken, due times reach the tops, answered grants are no longer open.
    fn first(&mut self) {
        if let Some(word) = self.stages[2].as_ref().and_then(|flight| flight.hit) {
            self.tags.end(word.tag);
        }
        let back = self.stages[8].as_ref().and_then(|flight| flight.result.as_ref()?.share);
        self.shares.comes_back(back);
        self.line_free = self.line_old || self.line <= lsbs(self.time) as i64;
        self.take();
        self.arrive();
    }

    /// Grants go out, operations end; is an answer's grant open?
    fn second(&mut self) {
        // what was taken leaves its register a cycle later
        match self.taken.take() {
            Some(1) => self.said = None,
            Some(2) => _ = self.controls.pop_front(),
            Some(3) => self.request = None,
            _ => {}
        }
        self.see();
        let time = self.time;
        if let Some(flight) = &mut self.stages[1] {
            flight.hit = self.tags.look(&flight.op, time);
        }
        // its deadline is compared a cycle later
        self.tags.scan_word = self.tags.words[(self.tags.scan.wrapping_sub(1) & SLOTS) as usize];
        if let Some(flight) = &self.stages[7] {
            self.go_out(&flight.clone());
        }
        let same = |op: &Op| self.stages[..STAGES - 1].iter().flatten().any(|f| f.op.qpn == op.qpn);
        self.blocked = self.candidate.as_ref().is_some_and(same);
        if let Some(flight) = &self.stages[10] {
            self.end(&flight.clone());
        }
    }

    fn go_out(&mut self, flight: &Flight) {
        let Some(tag) = flight.op.tag else { return };
        let done = flight.result.as_ref().expect("stage 7 has a result");
        let slot = tag.raw() as u8 & SLOTS;
        let qpn = flight.op.qpn;
        match done.offer {
            Some(offer) => {
                let number = done.kept.qp.grants.wrapping_sub(1) & NUMBER;
                let grant = grant_of(qpn, tag, &offer);
                self.out.push_back(grant);
                self.tags.words[slot as usize] = Some(Word {
                    tag,
                    qpn,
                    opening: done.kept.qp.opening,
                    number,
                    bytes: offer.bytes,
                    packets: offer.packets,
                    first: offer.first,
                    deadline: flight.op.now + self.host.timeout.raw(),
                });
                self.tags.given |= 1 << slot;
                self.tags.generations[slot as usize] = (self.tags.generations[slot as usize] + 1) % 4;
            }
            None => {
                self.tags.used &= !(1 << slot);
                self.credits += 1;
            }
        }
    }

    /// Where the QP belongs.
    fn end(&mut self, flight: &Flight) {
        let Flight { op, result, .. } = flight;
        let done = result.as_ref().expect("stage 10 has a result");
        let (mtu, now, qpn) = (self.host.mtu, lsbs(op.now), op.qpn);
        let mut kept = done.kept.clone();
        let popped = match op.kind {
            Kind::Grant { class } => Some(class),
            _ => None,
        };
        let (due, asks) = (kept.qp.due(mtu), kept.qp.asks(mtu));
        let may = asks && due <= now;
        let turn_ends = kept.qp.turn && kept.qp.deficit < mtu.raw().min(kept.qp.level);
        kept.queued &= popped.is_none();
        if may {
            if kept.queued {
                kept.behind |= !kept.live || turn_ends;
            } else {
                let keeps = popped == Some(kept.qp.class) && kept.live && !kept.behind && !turn_ends;
                let list = &mut self.lists[kept.qp.class];
                if keeps {
                    list.push_front(qpn)
                } else {
                    list.push_back(qpn)
                }
                kept.behind = false;
            }
            kept.qp.turn &= !turn_ends;
            (kept.queued, kept.live) = (true, true);
        } else {
            (kept.live, kept.qp.turn, kept.qp.deficit) = (false, false, 0);
        }
        let key = (asks && due > now).then(|| due.div_ceil(KEY));
        let wake = op.kind == Kind::Look { wake: true };
        self.trees.way.push_back((self.trees.levels + 1, qpn, key, wake));
        self.qps[qpn as usize] = kept;
        let (sum, more) = (&mut self.counters, &done.counted);
        sum.closed += more.closed;
        sum.returned += more.returned;
        sum.not_open += more.not_open;
        sum.too_much += more.too_much;
        sum.rewind_outside += more.rewind_outside;
        sum.closed_in_flight += more.closed_in_flight;
        sum.window_below += more.window_below;
        if let Some(wakes) = &mut self.wakes {
            let kept = &self.qps[qpn as usize];
            wakes.see(qpn, kept.live, kept.qp.class);
        }
        let grant = op.tag.zip(done.offer).map(|(tag, offer)| grant_of(qpn, tag, &offer));
        self.ended = Some(Ended { op: *op, grant });
    }

    fn arrive(&mut self) {
        let trees = &mut self.trees;
        trees.way.iter_mut().for_each(|(left, ..)| *left -= 1);
        while let Some(&(0, qpn, key, wake)) = trees.way.front() {
            trees.way.pop_front();
            let (top, index) = (qpn as usize % TREES, qpn / TREES as u32);
            if let Some(old) = std::mem::replace(&mut trees.key[qpn as usize], key) {
                trees.arrived[top].remove(&(old, index));
            }
            if let Some(key) = key {
                trees.arrived[top].insert((key, index));
            }
            trees.held[top] &= !wake;
        }
    }

    /// The next QP of which the NIC is told: it is taken, read and shown, each in its cycle.
    fn tell(&mut self) {
        let Some(wakes) = &mut self.wakes else { return };
        match self.phase {
            0 => {
                if let Some(qpn) = wakes.read.take() {
                    wakes.waits[qpn as usize] = false;
                    wakes.out = Some(Woken { qpn, enable: wakes.live[qpn as usize] });
                }
            }
            1 => wakes.some = !wakes.queue.is_empty(),
            2 => {
                // its newest is on its way
                let ends = |qpn: u32| self.stages[STAGES - 2..].iter().flatten().any(|flight| flight.op.qpn == qpn);
                if wakes.out.is_none() {
                    wakes.read = wakes.head.take_if(|qpn| !ends(*qpn));
                }
            }
            _ => {
                if wakes.head.is_none() && wakes.some {
                    wakes.head = wakes.queue.pop_front();
                }
            }
        }
    }

    /// Who may have an operation: lists as they were before this slot's push, due times that have come.
    fn see(&mut self) {
        let key = self.time / 32;
        let due = |top: &usize| {
            let first = self.trees.arrived[*top].first();
            !self.trees.held[*top] && first.is_some_and(|(first, _)| *first <= key)
        };
        let capped = self.host.cap.m.raw() > 0;
        let under_way = self.stages.iter().flatten().map(|f| &f.op).chain(&self.candidate);
        let grants_under_way = under_way.into_iter().any(|op| matches!(op.kind, Kind::Grant { .. }));
        let may = (0..CLASSES).filter(|&c| self.paused >> c & 1 == 0 && !self.lists[c].is_empty());
        let may = may.fold(0u8, |bits, class| bits | 1 << class);
        let chosen = self.shares.see(may, &self.host).checked_ilog2();
        let class = chosen.map(|class| class as usize);
        self.seen = Seen {
            top: (0..TREES).rev().find(due),
            class,
            tag_free: self.tags.used >> self.tags.next & 1 == 0,
            uncapped: !capped || (self.line_free && !grants_under_way),
            spare: class.is_none() && !capped,
            sweeps: self.sweep != self.sweep_at(),
            line_long: lsbs(self.time) as i64 - self.line >= LONG,
        };
    }

    /// A source is picked, those in turn first.
    fn third(&mut self) {
        self.shares.forget();
        let free = self.seen.tag_free && self.credits > 0;
        self.seen.spare &= free;
        let seen = &self.seen;
        let may_grant = seen.class.is_some() && free && seen.uncapped;
        let sources = [
            self.tags.over.is_some(),
            self.said.is_some(),
            self.controls.front().is_some_and(|(_, left)| *left == 0),
            self.request.is_some(),
            seen.top.is_some(),
            may_grant,
            seen.sweeps,
        ];
        let ahead = (self.turn as usize..sources.len()).chain(0..sources.len()).find(|&source| sources[source]);
        self.pick = ahead.filter(|_| self.ready()).map(|source| match source {
            0 => Pick::Return,
            1 => Pick::Said,
            2 => Pick::Control,
            3 => Pick::Request,
            4 => {
                let top = seen.top.expect("it asks");
                let (_, index) = self.trees.arrived[top].first().expect("its due time has come");
                Pick::Due { top, qpn: index * TREES as u32 + top as u32 }
            }
            5 => {
                let class = seen.class.expect("it asks");
                Pick::Grant { class, qpn: *self.lists[class].front().expect("a QP of it may send") }
            }
            _ => Pick::Sweep,
        });
        self.tags.next = (self.tags.next + u8::from(!seen.tag_free)) & SLOTS;
        let word = self.tags.scan_word.filter(|word| self.tags.scan_given && word.deadline <= self.time);
        self.tags.scan_over = word.map(|word| (word.tag, word.qpn));
        self.line_was_old = self.line_old;
        self.line_old |= self.seen.line_long;
    }

    /// Which QP's age is looked at: all of them once in 2^33 ns.
    fn sweep_at(&self) -> u32 {
        let qps = self.qps.len() as u64;
        ((self.time % (1 << 33)) / ((1 << 33) / qps)) as u32
    }

    /// What was picked is taken out of its source, if the one before has begun.
    fn take(&mut self) {
        let Some(pick) = self.pick.filter(|_| self.candidate.is_none()) else { return };
        let (source, kind, qpn) = match pick {
            Pick::Return => {
                let (tag, qpn) = self.tags.over.take().expect("it was picked");
                (0, Kind::Return(tag), qpn)
            }
            Pick::Said => {
                let said = self.said.expect("it was picked");
                let qpn = match said {
                    Said::Sent(sent) => sent.qpn,
                    Said::Rewind(rewind) => rewind.qpn,
                };
                (1, Kind::Said(said), qpn)
            }
            Pick::Control => {
                let (control, _) = *self.controls.front().expect("it was picked");
                let qpn = match control {
                    Kind::Update(update) => update.qpn,
                    Kind::Command(Command::Open(open)) => open.qpn,
                    Kind::Command(Command::Close(qpn)) => qpn,
                    _ => unreachable!("updates and commands alone are converted"),
                };
                (2, control, qpn)
            }
            Pick::Request => {
                let request = self.request.expect("it was picked");
                (3, Kind::Request(request), request.qpn)
            }
            Pick::Due { top, qpn } => {
                self.trees.held[top] = true;
                (4, Kind::Look { wake: true }, qpn)
            }
            Pick::Grant { class, qpn } => {
                self.lists[class].pop_front();
                self.shares.pick(class, &self.host);
                (5, Kind::Grant { class }, qpn)
            }
            Pick::Sweep => {
                let qpn = self.sweep;
                self.sweep = (qpn + 1) % self.qps.len() as u32;
                (6, Kind::Look { wake: false }, qpn)
            }
        };
        self.turn = source + 1;
        self.taken = Some(source);
        let may_grant = source == 5 || ([2, 4].contains(&source) && self.seen.spare);
        let tag = may_grant.then(|| {
            self.credits -= 1;
            self.tags.take()
        });
        self.candidate = Some(Op { kind, qpn, now: self.time, tag });
    }

    /// It begins, if no operation of its QP is under way, and all others go a stage on. Else all behind it wait too.
    fn last(&mut self) {
        self.shares.settle();
        if let Some(Flight { op: Op { kind: Kind::Grant { class }, .. }, .. }) = self.stages[10] {
            self.shares.ends(class);
        }
        if let Some(flight) = &self.stages[10] {
            self.charge(&flight.clone());
        }
        if let Some(mut flight) = self.stages[6].take() {
            let kept = self.qps[flight.op.qpn as usize].clone();
            flight.result = Some(self.work(&flight, kept));
            self.stages[6] = Some(flight);
        }
        let begins = self.candidate.take_if(|_| !self.blocked);
        let time = self.time;
        self.stages.rotate_right(1);
        self.stages[0] = begins.map(|op| Flight { op: Op { now: time, ..op }, hit: None, result: None });
        self.tags.over = self.tags.over.or(self.tags.scan_over);
        self.tags.scan_given = self.tags.given >> (self.tags.scan & SLOTS) & 1 == 1;
        self.tags.scan = (self.tags.scan + 1) & SLOTS;
    }

    /// The event, the offer and the grant.
    fn work(&self, flight: &Flight, mut kept: Kept) -> Done {
        let (mtu, host, op) = (self.host.mtu, &self.host, &flight.op);
        let mut counted = Counters::default();
        let (mut line, mut share) = (None, None);
        match op.kind {
            Kind::Return(tag) => {
                if let Some(word) = flight.hit {
                    counted.returned = 1;
                    kept.returned(tag, &word);
                }
            }
            Kind::Said(Said::Sent(sent)) => match flight.hit {
                None => counted.not_open = 1,
                Some(word) => {
                    let (sent_bytes, granted) = (sent.bytes.raw(), word.bytes);
                    counted.too_much = u64::from(sent_bytes > granted);
                    let ours = kept.qp.open && kept.qp.opening % 256 == word.opening % 256;
                    share = (ours && kept.live).then(|| (kept.qp.class, granted.saturating_sub(sent_bytes)));
                    line = Some((sent_bytes.abs_diff(granted), sent_bytes < granted));
                    counted.rewind_outside = u64::from(kept.sent(&sent, &word));
                }
            },
            _ if matches!(op.kind, Kind::Look { .. } | Kind::Grant { .. }) => {}
            Kind::Command(Command::Open(open)) => {
                counted.closed_in_flight = u64::from(kept.qp.open && kept.qp.in_flight(mtu) > 0);
                kept = Kept { qp: Qp::opened(&open, kept.qp.opening + 1, mtu), live: false, ..kept };
            }
            _ if !kept.qp.open => counted.closed = 1,
            Kind::Command(Command::Close(_)) => {
                counted.closed_in_flight = u64::from(kept.qp.in_flight(mtu) > 0);
                kept = Kept { qp: Qp { opening: kept.qp.opening, ..Qp::CLOSED }, live: false, ..kept };
            }
            Kind::Said(Said::Rewind(rewind)) => {
                counted.rewind_outside = u64::from(kept.rewind(&rewind, kept.qp.sent_packets() * mtu.raw()));
            }
            Kind::Update(update) => {
                counted.window_below = u64::from(kept.qp.update(&update, mtu));
            }
            Kind::Request(request) => kept.request(&request),
            Kind::Look { .. } | Kind::Grant { .. } => unreachable!("they say nothing of a QP"),
        }
        let mut offer = None;
        if let Some(tag) = op.tag {
            let free = self.paused >> kept.qp.class & 1 == 0;
            let in_turn = match op.kind {
                Kind::Grant { class } => kept.qp.class == class && !kept.behind,
                _ => !kept.queued,
            };
            if kept.qp.may_send(lsbs(op.now), mtu) && in_turn && free {
                let qp = &mut kept.qp;
                if !qp.turn {
                    (qp.turn, qp.deficit) = (true, qp.deficit + host.quantum.raw());
                }
                let given = qp.offer(mtu, host.quantum);
                qp.grant(&given, mtu, lsbs(op.now - host.burst.raw()));
                qp.newest = Some(tag);
                offer = Some(given);
            }
        }
        if let Kind::Grant { class } = op.kind {
            share = Some((class, host.quantum.raw() - offer.map_or(0, |given| given.bytes)));
        }
        Done { kept, offer, counted, share, line }
    }

    /// The line, by the cap.
    fn charge(&mut self, flight: &Flight) {
        let done = flight.result.as_ref().expect("stage 10 has a result");
        let now = lsbs(flight.op.now) as i64;
        let cost = |bytes| self.host.cap.cost(bytes).raw() as i64;
        if let Some(offer) = done.offer {
            let from = now - lsbs(self.host.burst.raw()) as i64;
            self.line = if self.line_was_old { from } else { self.line.max(from) } + cost(offer.bytes);
            self.line_old = false;
            return;
        }
        if let Some((bytes, back)) = done.line {
            if back && now - self.line < LONG {
                self.line -= cost(bytes);
            } else if !back && self.line - now <= LONG {
                self.line += cost(bytes);
            }
        }
    }
}

impl Wakes {
    fn new(qps: usize) -> Self {
        Self {
            live: vec![false; qps],
            waits: vec![false; qps],
            class: vec![0; qps],
            queue: VecDeque::new(),
            some: false,
            head: None,
            read: None,
            out: None,
            may_send: 0,
        }
    }

    /// An operation of the QP has ended: of a change the NIC is told, and of those that come until then at once.
    fn see(&mut self, qpn: u32, live: bool, class: usize) {
        let at = qpn as usize;
        if self.live[at] != live && !std::mem::replace(&mut self.waits[at], true) {
            self.queue.push_back(qpn);
        }
        (self.live[at], self.class[at]) = (live, class);
    }

    /// Nobody waits to be told of.
    fn rest(&self) -> bool {
        self.queue.is_empty() && self.head.is_none() && self.read.is_none() && self.out.is_none()
    }

    /// What `may_send` is a cycle later.
    fn may_send(&self, paused: u8) -> u64 {
        if self.live.len() > 64 {
            return 0;
        }
        let may = |at: &usize| self.live[*at] && paused >> self.class[*at] & 1 == 0;
        (0..self.live.len()).filter(may).fold(0, |bits, at| bits | 1 << at)
    }
}

fn grant_of(qpn: u32, tag: Tag, offer: &Offer) -> Grant {
    let (max_bytes, max_packets) = (U::wrap(offer.bytes), U::wrap(offer.packets));
    Grant { qpn, tag, max_bytes, max_packets, ecn_capable: offer.ecn_capable }
}

impl Tags {
    /// The tag of the next free slot, which is in use from now on.
    fn take(&mut self) -> Tag {
        let slot = self.next;
        self.used |= 1 << slot;
        self.next = (slot + 1) & SLOTS;
        Tag::wrap(u64::from(self.generations[slot as usize]) << 6 | u64::from(slot))
    }

    /// The grant that is answered or returned.
    fn look(&self, op: &Op, time: u64) -> Option<Word> {
        let (tag, answers) = match op.kind {
            Kind::Return(tag) => (tag, false),
            Kind::Said(Said::Sent(sent)) => (sent.tag, true),
            _ => return None,
        };
        let slot = tag.raw() as u8 & SLOTS;
        let word = self.words[slot as usize]?;
        let fits = if answers { word.tag == tag } else { word.deadline <= time };
        if self.given >> slot & 1 == 0 || word.qpn != op.qpn || !fits {
            return None;
        }
        Some(word)
    }

    /// It is no longer open.
    fn end(&mut self, tag: Tag) {
        let slot = tag.raw() as u8 & SLOTS;
        self.given &= !(1 << slot);
        self.used &= !(1 << slot);
    }
}

impl Kept {
    /// The grant is of this opening: it is no longer open. Whether it is, and whether it is the newest.
    fn ends(&mut self, tag: Tag, word: &Word) -> Option<bool> {
        let qp = &mut self.qp;
        if !qp.open || qp.opening % 256 != word.opening % 256 {
            return None;
        }
        // one of 256 openings ago takes no more than there is
        qp.open_bytes = qp.open_bytes.saturating_sub(word.bytes);
        qp.open_packets = qp.open_packets.saturating_sub(word.packets);
        let newest = qp.newest == Some(tag);
        if newest {
            qp.newest = None;
        }
        Some(newest)
    }

    fn returned(&mut self, tag: Tag, word: &Word) {
        let Some(newest) = self.ends(tag, word) else { return };
        let qp = &mut self.qp;
        if newest {
            qp.charged = 0;
        }
        qp.raise_level(word.bytes);
        qp.first = if word.first { qp.first.map(|left| (left + word.packets).min(Packets::MAX_RAW)) } else { qp.first };
    }

    /// Whether psn_next lies outside what is in flight.
    fn sent(&mut self, sent: &Sent, word: &Word) -> bool {
        let Some(newest) = self.ends(sent.tag, word) else { return false };
        let (bytes, live) = (sent.bytes.raw(), self.live);
        let (less, more) = (word.bytes.saturating_sub(bytes), bytes.saturating_sub(word.bytes));
        let qp = &mut self.qp;
        qp.charged = if newest { bytes } else { Level::sat((qp.charged + more).into()).raw() };
        if sent.empty && qp.is_last_word(word.number) {
            qp.level = 0;
        } else if !sent.empty {
            qp.raise_level(less);
            qp.to_end = if qp.to_end > 0 { Level::sat((qp.to_end + less).into()).raw() } else { 0 };
        }
        qp.lower_level(more);
        qp.to_end = qp.to_end.saturating_sub(more);
        let before = qp.snd_nxt;
        let outside = !qp.go_to(sent.psn_next);
        let packets = ahead(qp.snd_nxt.raw(), before.raw(), Psn::BITS).unwrap_or(0);
        qp.first = match qp.first {
            Some(left) if word.first => Some((left + word.packets.saturating_sub(packets)).min(Packets::MAX_RAW)),
            first => first,
        };
        if live {
            qp.deficit = (qp.deficit + less).min(MOST_DEFICIT).saturating_sub(more);
        }
        outside
    }

    /// Whether it lies outside what is in flight.
    fn rewind(&mut self, rewind: &Rewind, in_flight: u64) -> bool {
        let qp = &mut self.qp;
        let inside = qp.go_back_to(rewind.psn_next);
        let bytes = rewind.bytes.raw().min(in_flight);
        qp.raise_level(bytes);
        qp.asked();
        (qp.first, qp.to_end) = (None, 0);
        !inside || bytes < rewind.bytes.raw()
    }

    fn request(&mut self, request: &Request) {
        let (qp, class) = (&mut self.qp, request.class.raw() as usize);
        qp.raise_level(request.backlog.raw());
        qp.asked();
        if qp.to_end == 0 {
            qp.to_end = request.bytes_to_end.raw();
        }
        if qp.class != class {
            (self.live, qp.turn, qp.deficit, qp.class) = (false, false, 0, class);
        }
    }
}
