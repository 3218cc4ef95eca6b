//! The shaper: events in, grants out. One event after the other; behind each of them every QP is where it belongs, so
//! no wake-up can be lost by the order of events (rule 7).

use super::event::{Counters, Grant, Open, Request, Rewind, Sent, Update};
use super::host::Host;
use super::interval::Interval;
use super::qp::{Place, Qp, lsbs};
use super::round::Rounds;
use super::tags::{self, Tags};
use crate::psn::ahead;
use layout::fixed::U;
use layout::ldcp::Psn;
use layout::shaper::{Bytes, Class, Clock, GrantBytes, Level};
use std::collections::BTreeSet;

/// When the block begins, in LSBs of `Due`: late enough for `now - C`.
const BEGIN: u64 = lsbs(1 << Clock::BITS);

/// Deficit that `sent` may give back: with a quantum more it fits its bits.
const MOST_DEFICIT: u64 = 1 << (GrantBytes::BITS - 1);

/// The block.
#[derive(Clone, Debug)]
pub struct Shaper {
    host: Host,
    clock: Clock,
    /// The same in LSBs of `Due`, without end: 26 days in 64 bits.
    now: u64,
    qps: Vec<Qp>,
    /// Due times that are to come: a sorted set of exact times, and no wheel.
    timed: BTreeSet<(u64, u32)>,
    rounds: Rounds,
    tags: Tags,
    /// When the line is free, by the cap.
    line: u64,
    counters: Counters,
}

impl Shaper {
    /// All QPs are closed; the clock stands at `clock`.
    pub fn new(qps: u32, host: Host, clock: Clock) -> Self {
        Self {
            host,
            clock,
            now: BEGIN,
            qps: vec![Qp::CLOSED; qps as usize],
            timed: BTreeSet::new(),
            rounds: Rounds::new(host.weights, host.quantum.raw()),
            tags: Tags::default(),
            line: 0,
            counters: Counters::default(),
        }
    }

    /// `now`. Less than half of its 4.3 s may lie between two calls; what lies before the last one is refused.
    pub fn time(&mut self, now: Clock) {
        let passed = now.raw().wrapping_sub(self.clock.raw()) & Clock::MAX_RAW;
        if passed >= 1 << (Clock::BITS - 1) {
            self.counters.time_back += 1;
            return;
        }
        self.clock = now;
        self.now += lsbs(passed);
        while let Some((tag, open)) = self.tags.expired(self.now) {
            self.counters.returned += 1;
            let Some(qp) = of(&mut self.qps, &open) else { continue };
            if qp.newest == Some(tag) {
                (qp.charged, qp.newest) = (0, None);
            }
            qp.raise_level(open.bytes);
            qp.first = if open.first { qp.first.map(|left| left + open.packets) } else { qp.first };
            self.place(open.qpn);
        }
        while let Some(&(due, qpn)) = self.timed.first()
            && due <= self.now
        {
            self.place(qpn);
        }
    }

    /// Bit n pauses class n.
    pub fn pause(&mut self, mask: u8) {
        self.rounds.pause(mask);
    }

    /// A QP begins anew; one that was open is closed first.
    pub fn open(&mut self, open: &Open) {
        let Some(old) = self.qps.get(open.qpn as usize) else {
            self.counters.closed += 1;
            return;
        };
        if old.open {
            self.close(open.qpn);
        }
        let qp = &mut self.qps[open.qpn as usize];
        *qp = Qp::opened(open, qp.opening + 1, self.host.mtu);
    }

    /// A QP ends. What was granted and is not answered is nobody's: its answer frees the tag and says no more.
    pub fn close(&mut self, qpn: u32) {
        let mtu = self.host.mtu;
        let Some(qp) = self.opened(qpn) else { return };
        if qp.in_flight(mtu) > 0 || qp.open_bytes > 0 {
            self.counters.closed_in_flight += 1;
        }
        self.leave(qpn);
        let qp = &mut self.qps[qpn as usize];
        *qp = Qp { opening: qp.opening, ..Qp::CLOSED };
    }

    /// A doorbell.
    pub fn request(&mut self, request: &Request) {
        let Some(qp) = self.opened(request.qpn) else { return };
        qp.raise_level(request.backlog.raw());
        qp.asked();
        // of a message that lies behind another one nothing can be kept
        if qp.to_end == 0 {
            qp.to_end = request.bytes_to_end.raw();
        }
        if qp.class != request.class.raw() as usize {
            self.leave(request.qpn);
            self.qps[request.qpn as usize].class = request.class.raw() as usize;
        }
        self.place(request.qpn);
    }

    /// Window, pace, and up to where all is acknowledged.
    pub fn update(&mut self, update: &Update) {
        let mtu = self.host.mtu;
        let Some(qp) = self.opened(update.qpn) else { return };
        let below = qp.update(update, mtu);
        self.counters.window_below += u64::from(below);
        self.place(update.qpn);
    }

    /// The answer to a grant.
    pub fn sent(&mut self, sent: &Sent) {
        let Some(open) = self.tags.take(sent.tag, sent.qpn) else {
            self.counters.not_open += 1;
            return;
        };
        let bytes = sent.bytes.raw();
        self.counters.too_much += u64::from(bytes > open.bytes);
        let (less, more) = (open.bytes.saturating_sub(bytes), bytes.saturating_sub(open.bytes));
        self.line = (self.line + self.host.cap.cost(more).raw()).saturating_sub(self.host.cap.cost(less).raw());
        let Some(qp) = of(&mut self.qps, &open) else { return };
        let newest = qp.newest == Some(sent.tag);
        if newest {
            // rule 3; an older grant's time has passed when a younger one was given, so nothing of it is left to give
            (qp.charged, qp.newest) = (bytes, None);
        } else {
            qp.charged += more;
        }
        if sent.empty && qp.is_last_word(open.number) {
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
            Some(left) if open.first => Some(left + open.packets.saturating_sub(packets)),
            first => first,
        };
        qp.sent_lsn = U::wrap(qp.sent_lsn.raw() + bytes);
        if let Place::Round { class, .. } = qp.place {
            // a turn is by bytes sent, whenever that is known
            qp.deficit = (qp.deficit + less).min(MOST_DEFICIT).saturating_sub(more);
            self.rounds.give_back(class, less);
        }
        self.counters.rewind_outside += u64::from(outside);
        self.place(sent.qpn);
    }

    /// Go-back-N: what is to be sent again is no longer in flight.
    pub fn rewind(&mut self, rewind: &Rewind) {
        let mtu = self.host.mtu;
        let Some(qp) = self.opened(rewind.qpn) else { return };
        let in_flight = if qp.by_lsn { qp.in_flight(mtu) - qp.open_bytes } else { qp.sent_packets() * mtu.raw() };
        let inside = qp.go_back_to(rewind.psn_next);
        let bytes = rewind.bytes.raw().min(in_flight);
        let outside = !inside || bytes < rewind.bytes.raw();
        if qp.by_lsn {
            qp.sent_lsn = U::wrap(qp.sent_lsn.raw().wrapping_sub(bytes));
        }
        qp.raise_level(bytes);
        qp.asked();
        (qp.first, qp.to_end) = (None, 0);
        self.counters.rewind_outside += u64::from(outside);
        self.place(rewind.qpn);
    }

    /// The next grant, if the line is free and a QP may send.
    pub fn grant(&mut self) -> Option<Grant> {
        if self.line > self.now || !self.tags.any_free() {
            return None;
        }
        let (class, qpn) = self.rounds.pick()?;
        Some(self.grant_in_turn(class, qpn))
    }

    /// The same for a QP that a design has chosen, of at most `turn` bytes: a design has its own turns.
    pub fn grant_to(&mut self, qpn: u32, turn: GrantBytes) -> Option<Grant> {
        let free = self.line <= self.now && self.tags.any_free();
        if !free || !self.may_send(qpn) {
            return None;
        }
        let qp = &mut self.qps[qpn as usize];
        (qp.turn, qp.deficit) = (true, turn.raw());
        let class = qp.class;
        Some(self.grant_in_turn(class, qpn))
    }

    fn grant_in_turn(&mut self, class: usize, qpn: u32) -> Grant {
        let Host { mtu, quantum, burst, timeout, cap, .. } = self.host;
        let burst = self.now - lsbs(burst.raw());
        let qp = &mut self.qps[qpn as usize];
        if !qp.turn {
            (qp.turn, qp.deficit) = (true, qp.deficit + quantum.raw());
        }
        let offer = qp.offer(mtu, quantum);
        let (opening, number) = (qp.opening, qp.grants);
        qp.grant(&offer, mtu, burst);
        let (bytes, packets, first) = (offer.bytes, offer.packets, offer.first);
        let deadline = self.now + lsbs(timeout.raw());
        let tag = self.tags.open(tags::Open { qpn, opening, number, bytes, packets, first, deadline });
        let qp = &mut self.qps[qpn as usize];
        qp.newest = Some(tag);
        self.rounds.charge(class, bytes);
        if cap != Interval::NONE {
            self.line = self.line.max(burst) + cap.cost(bytes).raw();
        }
        self.place(qpn);
        let (max_bytes, max_packets) = (U::wrap(bytes), U::wrap(packets));
        Grant { qpn, tag, max_bytes, max_packets, ecn_capable: offer.ecn_capable }
    }

    /// `may_send`: a grant of this QP needs only its turn, a free line and a free tag. As the shaper keeps it, in its
    /// place; [`Shaper::eligible`] is the rule.
    pub fn may_send(&self, qpn: u32) -> bool {
        matches!(self.qps[qpn as usize].place, Place::Round { class, .. } if !self.rounds.is_paused(class))
    }

    /// Rule 1, anew from the QP's context.
    pub fn eligible(&self, qpn: u32) -> bool {
        let qp = &self.qps[qpn as usize];
        qp.may_send(self.now, self.host.mtu) && !self.rounds.is_paused(qp.class)
    }

    /// Grants are not held back by the cap, nor by a want of tags.
    pub fn line_is_free(&self) -> bool {
        self.line <= self.now && self.tags.any_free()
    }

    /// In how many ns time alone brings something: the next due time, a free line, the return of a grant.
    pub fn next_ns(&self) -> Option<u64> {
        let line = (self.line > self.now && self.rounds.any()).then_some(self.line);
        let due = self.timed.first().map(|(due, _)| *due);
        let next = [line, due, self.tags.deadline()].into_iter().flatten().min()?;
        Some((next - self.now).div_ceil(lsbs(1)))
    }

    /// Bytes in flight and bytes granted.
    pub fn in_flight(&self, qpn: u32) -> u64 {
        self.qps[qpn as usize].in_flight(self.host.mtu)
    }

    /// In how many LSBs of `Due` a QP's due time comes; 0: it has come.
    pub fn due_in(&self, qpn: u32) -> u64 {
        self.qps[qpn as usize].due(self.host.mtu).saturating_sub(self.now)
    }

    /// Bytes that a QP has to send and that are not granted.
    pub fn level(&self, qpn: u32) -> Level {
        Level::wrap(self.qps[qpn as usize].level)
    }

    /// The class of a QP.
    pub fn class(&self, qpn: u32) -> Class {
        Class::wrap(self.qps[qpn as usize].class as u64)
    }

    /// Bytes of a QP's open grants.
    pub fn open_bytes(&self, qpn: u32) -> Bytes {
        let qp = &self.qps[qpn as usize];
        let ours = |open: &&tags::Open| qp.open && open.qpn == qpn && open.opening == qp.opening;
        Bytes::wrap(self.tags.iter().filter(ours).map(|open| open.bytes).sum())
    }

    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// The context of a QP that is open; else the event is counted.
    fn opened(&mut self, qpn: u32) -> Option<&mut Qp> {
        let qp = self.qps.get_mut(qpn as usize).filter(|qp| qp.open);
        self.counters.closed += u64::from(qp.is_none());
        qp
    }

    /// Takes a QP from where it was and puts it where it belongs. In its class's round it keeps its place until its
    /// turn ends: by a grant, or by a request or `sent` of more than was granted.
    fn place(&mut self, qpn: u32) {
        let mtu = self.host.mtu;
        let qp = &self.qps[qpn as usize];
        let due = qp.due(mtu);
        match (qp.place, qp.asks(mtu)) {
            (Place::Round { .. }, true) if due <= self.now => {
                if qp.turn && qp.deficit < mtu.raw().min(qp.level) {
                    self.move_to_tail(qpn);
                }
                return;
            }
            (Place::Timed { due: old }, true) if old == due && due > self.now => return,
            (Place::Nowhere, false) => return,
            _ => {}
        }
        let (asks, class) = (qp.asks(mtu), qp.class);
        self.leave(qpn);
        let place = if !asks {
            Place::Nowhere
        } else if due > self.now {
            self.timed.insert((due, qpn));
            Place::Timed { due }
        } else {
            Place::Round { class, place: self.rounds.join(class, qpn) }
        };
        self.qps[qpn as usize].place = place;
    }

    /// Takes a QP from where it is. What was left of its turn is lost.
    fn leave(&mut self, qpn: u32) {
        let qp = &mut self.qps[qpn as usize];
        match qp.place {
            Place::Nowhere => {}
            Place::Timed { due } => {
                let left = self.timed.remove(&(due, qpn));
                assert!(left, "a QP whose due time is to come is in the set");
            }
            Place::Round { class, place } => self.rounds.leave(class, place),
        }
        (qp.place, qp.turn, qp.deficit) = (Place::Nowhere, false, 0);
    }

    /// Its turn is over: behind all others, with what is left of the turn.
    fn move_to_tail(&mut self, qpn: u32) {
        let qp = &mut self.qps[qpn as usize];
        if let Place::Round { class, place } = qp.place {
            self.rounds.leave(class, place);
            qp.turn = false;
            qp.place = Place::Round { class, place: self.rounds.join(class, qpn) };
        }
    }
}

/// The QP of a grant that was open until now, if it has not been closed since. There it is no longer open either.
fn of<'a>(qps: &'a mut [Qp], open: &tags::Open) -> Option<&'a mut Qp> {
    let qp = qps.get_mut(open.qpn as usize).filter(|qp| qp.open && qp.opening == open.opening)?;
    qp.open_bytes -= open.bytes;
    qp.open_packets -= open.packets;
    Some(qp)
}
