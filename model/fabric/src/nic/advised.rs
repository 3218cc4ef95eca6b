//! FCR in a NIC: the golden model's limit, laid over what any algorithm holds of its QPs (`model::fcr`). The clock of 1
//! us is the network's, cut; an advice ends when it says so, not when a walk comes by.

use super::{AdviceCounts, FunctionError, Line};
use crate::advise::Body;
use layout::fcr::{Clock, LINE, flag};
use layout::fixed::U;
use layout::ldcp::Rtt;
use model::fcr::{self, Advice, Event, Own, Params, ideal};
use model::number::Q;
use model::packet::cnp::{Packet, Revised};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::collections::BTreeSet;
use std::fmt::Debug;

/// A packet of 1000 bytes counts as the MTU that is next to it.
const MTU: u64 = 1024;

/// The parameters at this line: any advice up to the line's rate, of any validity.
fn params(line: &Line) -> Result<Params, FunctionError> {
    let mbps = LINE.check(line.line_bps / 1_000_000)?;
    Ok(Params::from_raw([mbps, 1, mbps, u16::MAX.into(), MTU, 0])?)
}

/// What comes of an event.
#[derive(Clone, Debug)]
pub(super) struct Said<O> {
    /// What the algorithm holds from now on.
    pub own: O,
    /// What is sent at.
    pub send: O,
    /// An advice is live.
    pub capped: bool,
    pub flags: u16,
}

/// The arithmetic of the datapath, or that of the sources.
pub(super) trait Arithmetic: Sized {
    /// What an algorithm holds of a QP.
    type Own;
    /// What is kept of its advices.
    type State: Clone + Debug;

    /// At this line, and a QP without an advice.
    fn new(line: &Line) -> Result<(Self, Self::State), FunctionError>;
    fn step(&self, state: &mut Self::State, now: Clock, event: Event, own: &Self::Own) -> Said<Self::Own>;
    /// When its places fall free, modular.
    fn ends(state: &Self::State) -> impl Iterator<Item = u64>;
}

/// In the formats of the datapath.
#[derive(Clone, Debug)]
pub(super) struct Fixed {
    params: Params,
    rtt: Rtt,
}

impl Arithmetic for Fixed {
    type Own = Own;
    type State = fcr::Context;

    fn new(line: &Line) -> Result<(Self, Self::State), FunctionError> {
        let rtt = Rtt::wrap(layout::ldcp::RTT.check(line.rtt_ns)?);
        Ok((Self { params: params(line)?, rtt }, fcr::Context::default()))
    }

    fn step(&self, state: &mut Self::State, now: Clock, event: Event, own: &Own) -> Said<Own> {
        let (next, update) = fcr::step(state, now, self.rtt, event, own, &self.params);
        *state = next;
        Said { own: update.own, send: update.send, capped: update.cap.raw() != 0, flags: update.flags }
    }

    fn ends(state: &Self::State) -> impl Iterator<Item = u64> {
        state.sources.iter().filter(|source| source.valid).map(|source| source.expiry.raw())
    }
}

/// In exact fractions.
#[derive(Clone, Debug)]
pub(super) struct Exact {
    params: ideal::Params,
    rtt: Q,
}

impl Arithmetic for Exact {
    type Own = ideal::Own;
    type State = ideal::State;

    fn new(line: &Line) -> Result<(Self, Self::State), FunctionError> {
        let rtt = Q::from(BigInt::from(layout::ldcp::RTT.check(line.rtt_ns)?));
        Ok((Self { params: (&params(line)?).into(), rtt }, vec![None; layout::fcr::MAX_SOURCES]))
    }

    fn step(&self, state: &mut Self::State, now: Clock, event: Event, own: &ideal::Own) -> Said<ideal::Own> {
        let done = ideal::step(state, now.raw(), &self.rtt, event.into(), own, &self.params);
        *state = done.state;
        Said { own: done.own, send: done.send, capped: done.cap.is_some(), flags: done.flags }
    }

    fn ends(state: &Self::State) -> impl Iterator<Item = u64> {
        state.iter().flatten().map(|heard| heard.expiry)
    }
}

/// The advices of a host's QPs.
#[derive(Clone, Debug)]
pub(super) struct Advised<A: Arithmetic> {
    arithmetic: A,
    /// Of a QP that is opened.
    fresh: A::State,
    states: Vec<A::State>,
    /// When the first place of a QP falls free, ns.
    ends: Vec<Option<u64>>,
    /// The same, in order.
    due: BTreeSet<(u64, u32)>,
    counts: AdviceCounts,
}

impl<A: Arithmetic> Advised<A> {
    pub fn new(line: &Line) -> Result<Self, FunctionError> {
        let (arithmetic, fresh) = A::new(line)?;
        let (states, ends, due, counts) = (Vec::new(), Vec::new(), BTreeSet::new(), AdviceCounts::default());
        Ok(Self { arithmetic, fresh, states, ends, due, counts })
    }

    /// The next QP is opened.
    pub fn open(&mut self) {
        self.states.push(self.fresh.clone());
        self.ends.push(None);
    }

    /// An event of a QP that holds `own`.
    pub fn step(&mut self, time_ns: u64, qp: u32, event: Event, own: &A::Own) -> Said<A::Own> {
        let state = &mut self.states[qp as usize];
        let now_us = time_ns / 1000;
        let now = Clock::wrap(now_us);
        let said = self.arithmetic.step(state, now, event, own);
        let left = A::ends(state).map(|end| Clock::wrap(end.wrapping_sub(now.raw())).raw()).min();
        let end = left.map(|us| (now_us + us) * 1000);
        let before = std::mem::replace(&mut self.ends[qp as usize], end);
        if before != end {
            before.map(|ns| self.due.remove(&(ns, qp)));
            end.map(|ns| self.due.insert((ns, qp)));
        }
        let ignored = said.flags & flag::IGNORED != 0;
        match event {
            Event::Advice(_) if said.flags & flag::ALERT != 0 => self.counts.rejected += 1,
            Event::Advice(_) if ignored => self.counts.ignored += 1,
            Event::Advice(_) => self.counts.taken += 1,
            Event::Mark if ignored => self.counts.marks += 1,
            _ => {}
        }
        self.counts.lowered += u64::from(said.flags & flag::CLAMPED != 0);
        said
    }

    /// What a CNP says: a mark, an advice, or nothing that is known.
    pub fn read(&mut self, body: &Body) -> Option<Event> {
        let read = Packet::new_checked(body).as_ref().and_then(Revised::parse);
        let Some(advice) = read else { return Some(Event::Mark) };
        let Ok(Revised { withdraw, seq, rate, validity, switch }) = advice else {
            self.counts.unknown += 1;
            return None;
        };
        let (switch, seq) = (U::wrap(switch.into()), U::wrap(seq.into()));
        let (rate, validity) = (U::wrap(rate.into()), U::wrap(validity.into()));
        Some(Event::Advice(Advice { switch, seq, rate, validity, withdraw }))
    }

    /// A QP of which a place has fallen free by `time_ns`, and when.
    pub fn ended(&mut self, time_ns: u64) -> Option<(u64, u32)> {
        self.due.first().copied().filter(|&(end_ns, _)| end_ns <= time_ns)
    }

    /// When the next place falls free, ns.
    pub fn due(&self) -> Option<u64> {
        self.due.first().map(|&(end_ns, _)| end_ns)
    }

    pub fn counts(&self) -> AdviceCounts {
        self.counts
    }
}

/// A QP's own value as an exact one; what its algorithm does not have is 0.
pub(super) fn none() -> ideal::Own {
    let zero = || Q::from(BigInt::from(0));
    ideal::Own { rc: zero(), cw: zero(), w: zero(), wc: zero() }
}

/// Bytes a ns to whole bit/s.
pub(super) fn bps(rate: &Q) -> u64 {
    (rate * BigInt::from(8_000_000_000u64)).to_integer().to_u64().unwrap_or(u64::MAX)
}
