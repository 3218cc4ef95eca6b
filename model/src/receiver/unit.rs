//! `receiver`: the block with its cycles (hdl/src/receiver.md).

use super::qp::{Ack, Packet, Policy, Qp, Taken};
use crate::delay::Delay;
use crate::fifo::Fifo;
use std::collections::VecDeque;

/// Cycles from a packet, or from what is to be taken, until it acts.
const ACTS: usize = 4;
/// Cycles from the walk's visit until it acts.
const VISITS: usize = 3;
/// With so many QPs' answers that wait none is taken any more.
const ROOM: usize = 8;
/// Of a queue, likewise.
const AHEAD: usize = 4;

/// The inputs of a cycle.
#[derive(Copy, Clone, Debug)]
pub struct In {
    /// Low: all but what is kept of the QPs is as it was at first.
    pub rst_n: bool,
    pub init: Option<u32>,
    /// A microsecond has gone by.
    pub tick: bool,
    /// us.
    pub ack_timeout: u64,
    pub cnp_interval: u64,
    /// The host opens a QP.
    pub host: Option<(u32, Policy)>,
    pub packet: Option<(u32, Packet)>,
    pub answer_ready: bool,
}

/// An answer that is due.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Ack(u32, Ack),
    Cnp(u32),
}

/// The outputs of a cycle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Out {
    pub answer: Option<Answer>,
    pub counts: Counts,
}

/// What is counted, each modulo 2^32.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub acks: u32,
    pub cnps: u32,
    pub merged: u32,
    pub cnps_merged: u32,
    pub timeouts: u32,
}

/// QPs that wait their turn: a ring, and the first few ahead of it.
#[derive(Clone, Default)]
pub(crate) struct Queue {
    comes: Option<u32>,
    ring: VecDeque<u32>,
    reads: Delay<u32, 2>,
    ahead: VecDeque<u32>,
}

impl Queue {
    /// The first, if it is there.
    pub fn head(&self) -> Option<u32> {
        self.ahead.front().copied()
    }

    /// One clock cycle: `push` was decided in it.
    pub fn step(&mut self, push: Option<u32>, pop: bool) {
        let read = if self.ahead.len() < AHEAD { self.ring.pop_front() } else { None };
        let landed = self.reads.step(read);
        if pop {
            self.ahead.pop_front();
        }
        self.ahead.extend(landed);
        self.ring.extend(std::mem::replace(&mut self.comes, push));
    }
}

/// What is to be taken.
#[derive(Copy, Clone)]
enum Op {
    Host(u32, Policy),
    Due(u32),
    Late(u32),
}

#[derive(Copy, Clone)]
struct Place {
    qp: Qp,
    /// It is in the queue of what is due; in that of what the walk has found.
    queued: bool,
    late: bool,
}

/// The block: a packet a cycle in, an answer a cycle out.
#[derive(Clone)]
pub struct Receiver {
    places: Vec<Place>,
    now: u64,
    packets: Delay<(u32, Packet), ACTS>,
    ops: Delay<Op, ACTS>,
    due: Queue,
    late: Queue,
    late_turn: bool,
    started: bool,
    at: u32,
    visits: Delay<u32, VISITS>,
    /// Of a QP, what was taken a cycle ago.
    out: Option<(u32, Taken)>,
    answers: Fifo<(u32, Taken), 16>,
    /// Of the first of them: the CNP, and the older ACK, have gone.
    gone: (bool, bool),
    /// What happened a cycle ago.
    happened: Happened,
    counts: Counts,
}

#[derive(Copy, Clone, Default)]
struct Happened {
    merged: bool,
    cnp_merged: bool,
    timed: bool,
}

impl Receiver {
    pub fn new(qps: u32) -> Self {
        Self {
            places: vec![Place { qp: Qp::RESET, queued: false, late: false }; qps as usize],
            now: 0,
            packets: Delay::default(),
            ops: Delay::default(),
            due: Queue::default(),
            late: Queue::default(),
            late_turn: false,
            started: false,
            at: 0,
            visits: Delay::default(),
            out: None,
            answers: Fifo::default(),
            gone: (false, false),
            happened: Happened::default(),
            counts: Counts::default(),
        }
    }

    pub fn reset(&mut self) {
        *self = Self { places: std::mem::take(&mut self.places), ..Self::new(0) };
    }

    pub fn qp(&self, qpn: u32) -> &Qp {
        &self.places[qpn as usize].qp
    }

    /// One clock cycle.
    pub fn step(&mut self, input: &In) -> Out {
        let (answer, last) = self.first();
        let out = Out { answer, counts: self.counts };
        let fires = answer.filter(|_| input.answer_ready);
        self.count(fires);
        let enters = self.choose(input);

        // what is taken acts first, then the walk, then the packet; the walk does not see the packet
        let mut happened = Happened::default();
        let taken = self.ops.step(enters).and_then(|op| self.take(op, input.cnp_interval));
        happened.timed = taken.is_some_and(|(_, taken)| taken.timed);
        let found = self.visit();
        let packet = self.packets.step(input.packet.filter(|_| input.init.is_none()));
        let pushed = packet.and_then(|(qpn, packet)| {
            let place = &mut self.places[qpn as usize];
            let did = place.qp.packet(&packet, self.now, input.ack_timeout);
            (happened.merged, happened.cnp_merged) = (did.merged, did.cnp_merged);
            let push = place.qp.is_due() && !place.queued;
            place.queued |= push;
            push.then_some(qpn)
        });
        if let Some(address) = input.init {
            self.places[address as usize] = Place { qp: Qp::RESET, queued: false, late: false };
            self.started |= address as usize + 1 == self.places.len();
        }

        let pop = |of_late: bool| matches!((of_late, enters), (true, Some(Op::Late(_))) | (false, Some(Op::Due(_))));
        self.due.step(pushed, pop(false));
        self.late.step(found, pop(true));
        self.answers.step(std::mem::replace(&mut self.out, taken), fires.is_some() && last);
        self.happened = happened;
        self.now += u64::from(input.tick);
        if !input.rst_n {
            self.reset();
        }
        out
    }

    /// The answer at the port, and whether it is the last of its QP.
    fn first(&self) -> (Option<Answer>, bool) {
        let Some((qpn, taken)) = self.answers.head() else { return (None, false) };
        let left = [
            (taken.cnp && !self.gone.0).then_some(Answer::Cnp(qpn)),
            taken.older.filter(|_| !self.gone.1).map(|ack| Answer::Ack(qpn, ack)),
            taken.newest.map(|ack| Answer::Ack(qpn, ack)),
        ];
        let mut left = left.into_iter().flatten();
        (left.next(), left.next().is_none())
    }

    fn count(&mut self, fires: Option<Answer>) {
        let (_, last) = self.first();
        let Happened { merged, cnp_merged, timed } = self.happened;
        let counts = &mut self.counts;
        counts.merged = counts.merged.wrapping_add(merged.into());
        counts.cnps_merged = counts.cnps_merged.wrapping_add(cnp_merged.into());
        counts.timeouts = counts.timeouts.wrapping_add(timed.into());
        match fires {
            Some(Answer::Cnp(_)) => {
                counts.cnps = counts.cnps.wrapping_add(1);
                self.gone.0 = true;
            }
            Some(Answer::Ack(..)) => {
                counts.acks = counts.acks.wrapping_add(1);
                self.gone.1 = true;
            }
            None => {}
        }
        if fires.is_some() && last {
            self.gone = (false, false);
        }
    }

    /// What is to be taken: the host's, or the first of a queue, of both in turn.
    fn choose(&mut self, input: &In) -> Option<Op> {
        if let Some((qpn, policy)) = input.host {
            return input.init.is_none().then_some(Op::Host(qpn, policy));
        }
        if self.answers.len() >= ROOM {
            return None;
        }
        let op = match (self.due.ahead.front(), self.late.ahead.front()) {
            (Some(_), Some(late)) if self.late_turn => Op::Late(*late),
            (Some(due), _) => Op::Due(*due),
            (None, Some(late)) => Op::Late(*late),
            (None, None) => return None,
        };
        self.late_turn = matches!(op, Op::Due(_));
        Some(op)
    }

    fn take(&mut self, op: Op, interval: u64) -> Option<(u32, Taken)> {
        let (qpn, late) = match op {
            Op::Host(qpn, policy) => {
                self.places[qpn as usize].qp = Qp::opened(policy);
                return None;
            }
            Op::Due(qpn) => (qpn, false),
            Op::Late(qpn) => (qpn, true),
        };
        let place = &mut self.places[qpn as usize];
        *(if late { &mut place.late } else { &mut place.queued }) = false;
        Some((qpn, place.qp.take(late, self.now, interval))).filter(|(_, taken)| taken.any())
    }

    /// The walk: a QP whose newest ACK has waited for too long.
    fn visit(&mut self) -> Option<u32> {
        let visited = self.visits.step(self.started.then_some(self.at));
        if self.started {
            self.at = (self.at + 1) % self.places.len() as u32;
        }
        let place = &mut self.places[visited? as usize];
        let waits = place.qp.newest.is_some() && !place.qp.due && self.now >= place.qp.ends;
        let finds = waits && !place.late;
        place.late |= finds;
        visited.filter(|_| finds)
    }
}
