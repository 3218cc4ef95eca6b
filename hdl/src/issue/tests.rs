//! The block against a literal transcription of the page's rules, cycle by cycle, and its promises by hand.

use super::*;
use crate::sim::Sim;
use layout::timing::COUNTED;
use std::collections::VecDeque;

const UPDATE_QUEUE: u32 = COUNTED.updates;

/// What counts of an event, or of several.
#[derive(Copy, Clone, Debug, PartialEq, Default)]
struct Event {
    kind: u64,
    n0: u64,
    n1: u64,
    loss: bool,
    qpn: u64,
    alg: u64,
    set: u64,
}

const ACK: u64 = Kind::Ack as u64;
const LOSS: u64 = Kind::Loss as u64;
const MOST: u64 = (1 << 14) - 1;

fn ack(qpn: u64, n0: u64) -> Event {
    Event { kind: ACK, n0, qpn, alg: qpn % 4, set: qpn % 16, ..Event::default() }
}

/// What is seen of a cycle.
#[derive(Copy, Clone, Debug, PartialEq)]
struct Cycle {
    out: Option<Event>,
    out_slot: usize,
    accepted: bool,
    enter_we: bool,
    enter_slot: usize,
    in_slot: usize,
    saturates: bool,
}

/// The rules of `issue.md`, in their words: slots that move down, a list of the last 7 issues, a mark at each place.
struct Rules {
    slots: Vec<(Event, usize)>,
    capacity: usize,
    issued: VecDeque<Option<u64>>,
    credits: u32,
}

impl Rules {
    fn new(capacity: usize, credits: u32) -> Self {
        Rules { slots: vec![], capacity, issued: vec![None; 7].into(), credits }
    }

    /// One cycle.
    fn cycle(&mut self, input: Option<Event>, credit_return: bool) -> Cycle {
        let ready = |(e, _): &(Event, usize)| !self.issued.contains(&Some(e.qpn)) && self.credits > 0;
        let pick = self.slots.iter().position(ready);
        let accepted = self.slots.len() < self.capacity;
        // slots are vacant until the cycle behind the issue
        let vacant = (0..self.capacity).find(|place| self.slots.iter().all(|(_, taken)| taken != place));
        let out = pick.map(|i| self.slots.remove(i));
        let (mut enter_we, mut in_slot, mut saturates) = (false, vacant.unwrap_or(0), false);
        if let Some(e) = input.filter(|_| accepted) {
            match self.slots.iter_mut().find(|(s, _)| s.qpn == e.qpn) {
                Some((s, place)) => {
                    saturates = s.n0 + e.n0 > MOST || s.n1 + e.n1 > MOST;
                    (s.n0, s.n1) = ((s.n0 + e.n0).min(MOST), (s.n1 + e.n1).min(MOST));
                    s.loss |= e.loss;
                    s.kind = if e.kind == LOSS { LOSS } else { s.kind };
                    in_slot = *place;
                }
                None => {
                    self.slots.push((e, vacant.unwrap()));
                    enter_we = true;
                }
            }
        }
        self.issued.pop_back();
        self.issued.push_front(out.map(|(e, _)| e.qpn));
        self.credits += u32::from(credit_return);
        self.credits -= u32::from(out.is_some());
        Cycle {
            out: out.map(|(e, _)| e),
            out_slot: out.map_or(0, |(_, place)| place),
            accepted,
            enter_we,
            enter_slot: vacant.unwrap_or(0),
            in_slot,
            saturates,
        }
    }
}

/// One cycle of the block. What counts of an event is marked, or it is not.
fn turn<const W: usize>(sim: &mut Sim<Issue<W>>, input: Option<Event>, credit_return: bool) -> Cycle {
    let e = input.unwrap_or_default();
    let u = &mut sim.uut;
    u.in_valid.next = input.is_some();
    u.in_kind.next = e.kind.into();
    u.in_ece.next = e.n1 > 0;
    u.in_n.next = e.n0.max(e.n1).into();
    u.in_loss.next = e.loss;
    u.in_qpn.next = e.qpn.into();
    u.in_alg.next = e.alg.into();
    u.in_set.next = e.set.into();
    u.credit_return.next = credit_return;
    sim.settle().unwrap();
    let u = &sim.uut;
    let raw = |x: u128| x as u64;
    let out = Event {
        kind: raw(u.out_kind.val().raw()),
        n0: raw(u.out_n0.val().raw()),
        n1: raw(u.out_n1.val().raw()),
        loss: u.out_loss.val(),
        qpn: raw(u.out_qpn.val().raw()),
        alg: raw(u.out_alg.val().raw()),
        set: raw(u.out_set.val().raw()),
    };
    let valid = u.out_valid.val();
    assert!(valid || out == Event::default(), "fields are 0 without out_valid");
    let result = Cycle {
        out: valid.then_some(out),
        out_slot: u.out_slot.val().index(),
        accepted: u.in_ready.val(),
        enter_we: u.enter_we.val(),
        enter_slot: u.enter_slot.val().index(),
        in_slot: u.in_slot.val().index(),
        saturates: u.saturates.val(),
    };
    sim.step().unwrap();
    result
}

/// One cycle; what issues.
fn drive<const W: usize>(sim: &mut Sim<Issue<W>>, input: Option<Event>, credit_return: bool) -> Option<Event> {
    turn(sim, input, credit_return).out
}

/// xorshift64.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % n
    }
}

/// Random traffic over few QPs, with bursts, starved credits and large n; both sides agree in every cycle.
fn compare<const W: usize>(credits: u32, seed: u64) {
    let _width = QpBits::set(4);
    let mut sim = Sim::new(Issue::<W>::new(credits), |b| &mut b.clock);
    sim.reset(2).unwrap();
    let mut rules = Rules::new(W, credits);
    let mut random = Random(seed);
    let (mut issued, mut held, mut owed) = (0, None, 0);
    for cycle in 0..20_000 {
        let phase = cycle / 500;
        let (qps, rate, returns) = ([1, 2, 5, 16][phase % 4], [1, 2, 8][phase % 3], [1, 2, 30][phase % 5 % 3]);
        if held.is_none() && random.below(rate) == 0 {
            let kind = [ACK, ACK, ACK, ACK, 1, 2, 3, 6][random.below(8) as usize];
            let n = if random.below(3) == 0 { random.below(1 << 14) } else { random.below(3) };
            let (alg, set) = (random.below(4), random.below(16));
            let (n0, n1) = if random.below(3) == 0 { (0, n) } else { (n, 0) };
            let loss = random.below(4) == 0;
            held = Some(Event { kind, n0, n1, loss, qpn: random.below(qps), alg, set });
        }
        let credit_return = owed > 0 && random.below(returns) == 0;
        let got = turn(&mut sim, held, credit_return);
        let want = rules.cycle(held, credit_return);
        assert_eq!(got, want, "W {W}, seed {seed}, cycle {cycle}");
        owed -= u32::from(credit_return);
        owed += u32::from(want.out.is_some());
        if want.accepted {
            held = None;
        }
        issued += u32::from(want.out.is_some());
    }
    assert!(issued > 2000, "{issued}");
}

#[test]
fn every_cycle_is_as_the_rules_say() {
    compare::<4>(32, 1);
    compare::<8>(64, 2);
    compare::<9>(32, 3);
    compare::<16>(32, 4);
}

#[test]
fn one_qp_goes_every_eight_cycles_and_others_fill_the_gaps() {
    let _width = QpBits::set(4);
    let mut sim = Sim::new(Issue::<8>::new(UPDATE_QUEUE), |b| &mut b.clock);
    sim.reset(2).unwrap();
    let events = [ack(1, 1), ack(1, 2), ack(2, 3), ack(1, 4), ack(3, 5)];
    let out: Vec<_> = (0..20).map(|t| drive(&mut sim, events.get(t).copied(), false)).collect();
    let at: Vec<(usize, u64)> = out.iter().enumerate().filter_map(|(t, e)| e.map(|e| (t, e.n0))).collect();
    // 2 and 4 are one
    assert_eq!(at, [(1, 1), (3, 3), (5, 5), (9, 6)]);
}

#[test]
fn only_host_operations_go_without_credits() {
    let _width = QpBits::set(4);
    let mut sim = Sim::new(Issue::<4>::new(UPDATE_QUEUE), |b| &mut b.clock);
    sim.reset(2).unwrap();
    for k in 0..u64::from(UPDATE_QUEUE) + 1 {
        drive(&mut sim, Some(ack(k % 16, 1)), false);
    }
    for _ in 0..20 {
        assert_eq!(drive(&mut sim, None, false), None);
    }
    let read = Event { kind: Kind::HostRead as u64, qpn: 7, ..Event::default() };
    sim.uut.watch_qpn.next = 7.into();
    sim.uut.host_kind.next = read.kind.into();
    sim.uut.host_valid.next = true;
    assert_eq!(drive(&mut sim, None, true), Some(read));
    sim.uut.host_valid.next = false;
    assert_eq!(drive(&mut sim, None, false), Some(ack(0, 1)));
}

/// What waits is told in the cycle behind; the operation takes its cycle from all slots, and keeps its QP off for
/// eight.
#[test]
fn a_host_operation_waits_beside_the_slots_and_keeps_its_qp_off() {
    let _width = QpBits::set(4);
    let mut sim = Sim::new(Issue::<4>::new(UPDATE_QUEUE), |b| &mut b.clock);
    sim.reset(2).unwrap();
    sim.uut.watch_qpn.next = 7.into();
    let mut told = vec![];
    for event in [Some(ack(7, 1)), Some(ack(7, 2)), None, None, None, None, None, None, None, None, None, None] {
        drive(&mut sim, event, false);
        told.push(sim.uut.watch_waits.val());
    }
    // entered in 0 and 1, issued in 1 and 9
    assert_eq!(told.iter().map(|t| u8::from(*t)).collect::<Vec<_>>(), [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0]);
    drive(&mut sim, Some(ack(8, 1)), false);
    for _ in 0..6 {
        drive(&mut sim, None, false);
    }
    drive(&mut sim, Some(ack(9, 1)), false);
    sim.uut.host_valid.next = true;
    assert_eq!(drive(&mut sim, None, false).map(|e| e.qpn), Some(7), "before the event that is able to go");
    sim.uut.host_valid.next = false;
    assert_eq!(drive(&mut sim, None, false).map(|e| e.qpn), Some(9));
    let events = [Some(ack(7, 3)), None, None, None, None, None, None, None];
    let out: Vec<_> = events.map(|event| drive(&mut sim, event, false).is_some()).into();
    // the operation issued two cycles before this one entered
    assert_eq!(out.iter().position(|o| *o), Some(6));
}

#[test]
fn what_comes_while_one_waits_issues_as_one() {
    let _width = QpBits::set(4);
    let mut sim = Sim::new(Issue::<8>::new(UPDATE_QUEUE), |b| &mut b.clock);
    sim.reset(2).unwrap();
    let marked = Event { n0: 0, n1: 7, ..ack(1, 0) };
    let loss = Event { kind: LOSS, loss: true, ..ack(1, 0) };
    let events = [ack(1, 1), ack(1, 2), marked, ack(1, 3), loss, ack(1, 16_379), ack(1, 0)];
    let mut saturated = vec![];
    let mut out = vec![];
    for t in 0..40 {
        let seen = turn(&mut sim, events.get(t).copied(), false);
        out.extend(seen.out);
        if seen.saturates {
            saturated.push(t);
        }
    }
    // 2 + 3 + 16,379 is one too many
    let folded = Event { kind: LOSS, n0: MOST, n1: 7, loss: true, ..ack(1, 0) };
    assert_eq!((out, saturated), (vec![ack(1, 1), folded], vec![5]));
}

/// A table beside the block, written at `in_slot`, holds what the newest that joined has brought.
#[test]
fn slots_name_their_event_and_the_newest_that_joined() {
    let _width = QpBits::set(4);
    let mut sim = Sim::new(Issue::<4>::new(64), |b| &mut b.clock);
    sim.reset(2).unwrap();
    let offers = [ack(1, 1), ack(1, 2), ack(2, 3), ack(1, 4), ack(1, 5), ack(2, 6)];
    let mut table = [0; 4];
    let mut out = vec![];
    for t in 0..40 {
        let offer = offers.get(t).copied();
        let seen = turn(&mut sim, offer, false);
        out.extend(seen.out.map(|e| (e.n0, table[seen.out_slot])));
        if let Some(e) = offer {
            table[seen.in_slot] = e.n0;
        }
    }
    assert_eq!(out, [(1, 1), (3, 3), (11, 5), (6, 6)]);
}
