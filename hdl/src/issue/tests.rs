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
    moves: bool,
    saturates: bool,
}

/// The rules of `issue.md`, in their words: slots that move down, a list of the last 7 picks, a mark at each place.
struct Rules {
    came: Option<Event>,
    slots: Vec<(Event, usize)>,
    capacity: usize,
    picked: Option<(Event, usize)>,
    picks: VecDeque<Option<u64>>,
    /// As they stood at the start of this cycle, and of those before.
    credits: VecDeque<u32>,
    saturated: bool,
}

impl Rules {
    fn new(capacity: usize, credits: u32) -> Self {
        let (came, picked, saturated) = (None, None, false);
        let picks = vec![None; 7].into();
        Rules { came, slots: vec![], capacity, picked, picks, credits: vec![credits; 3].into(), saturated }
    }

    /// One cycle.
    fn cycle(&mut self, input: Option<Event>, credit_return: bool) -> Cycle {
        let ready = |(e, _): &(Event, usize)| !self.picks.contains(&Some(e.qpn)) && self.credits[2] > 2;
        let pick = self.slots.iter().position(ready);
        let out = self.picked;
        // a slot is vacant from the cycle behind its issue on
        let in_use = |place| self.slots.iter().chain(&out).any(|(_, taken)| *taken == place);
        let vacant = (0..self.capacity).find(|place| !in_use(*place));
        let accepted = self.came.is_none() || vacant.is_some();
        let (mut enter_we, mut in_slot) = (false, vacant.unwrap_or(0));
        let (moves, told) = (self.came.filter(|_| vacant.is_some()), self.saturated);
        self.saturated = false;
        if let (Some(e), Some(vacant)) = (moves, vacant) {
            match self.slots.iter_mut().find(|(s, _)| s.qpn == e.qpn) {
                Some((s, place)) => {
                    self.saturated = s.n0 + e.n0 > MOST || s.n1 + e.n1 > MOST;
                    (s.n0, s.n1) = ((s.n0 + e.n0).min(MOST), (s.n1 + e.n1).min(MOST));
                    s.loss |= e.loss;
                    s.kind = if e.kind == LOSS { LOSS } else { s.kind };
                    in_slot = *place;
                }
                None => {
                    self.slots.push((e, vacant));
                    enter_we = true;
                }
            }
        }
        self.picked = pick.map(|i| self.slots.remove(i));
        if accepted {
            self.came = input;
        }
        self.picks.pop_back();
        self.picks.push_front(self.picked.map(|(e, _)| e.qpn));
        self.credits.pop_back();
        self.credits.push_front(self.credits[0] + u32::from(credit_return) - u32::from(self.picked.is_some()));
        Cycle {
            out: out.map(|(e, _)| e),
            out_slot: out.map_or(0, |(_, place)| place),
            accepted,
            enter_we,
            enter_slot: vacant.unwrap_or(0),
            in_slot,
            moves: moves.is_some(),
            saturates: told,
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
        moves: u.in_moves.val(),
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
    let events = [ack(1, 1), ack(2, 3), ack(1, 2), ack(1, 4), ack(3, 5)];
    let out: Vec<_> = (0..20).map(|t| drive(&mut sim, events.get(t).copied(), false)).collect();
    let at: Vec<(usize, u64)> = out.iter().enumerate().filter_map(|(t, e)| e.map(|e| (t, e.n0))).collect();
    // 2 and 4 are one
    assert_eq!(at, [(3, 1), (4, 3), (7, 5), (11, 6)]);
}

#[test]
fn only_host_operations_go_without_credits() {
    let _width = QpBits::set(4);
    let mut sim = Sim::new(Issue::<4>::new(UPDATE_QUEUE), |b| &mut b.clock);
    sim.reset(2).unwrap();
    let offers = (0..u64::from(UPDATE_QUEUE) + 1).map(|k| Some(ack(k % 16, 1)));
    let out: Vec<_> = offers.chain([None; 20]).map(|offer| drive(&mut sim, offer, false)).collect();
    assert_eq!(out.iter().flatten().count(), UPDATE_QUEUE as usize, "in a row they take the last too");
    assert!(out.iter().rev().take(10).all(|out| out.is_none()));
    let read = Event { kind: Kind::HostRead as u64, qpn: 7, ..Event::default() };
    sim.uut.watch_qpn.next = 7.into();
    sim.uut.host_kind.next = read.kind.into();
    sim.uut.next_is_host.next = true;
    assert_eq!(drive(&mut sim, None, false), None);
    (sim.uut.next_is_host.next, sim.uut.host_valid.next) = (false, true);
    assert_eq!(drive(&mut sim, None, true), None);
    sim.uut.host_valid.next = false;
    assert_eq!(drive(&mut sim, None, true), Some(read), "it issues a cycle later");
    // the third credit lets the last event go: it counts three cycles later, and that issues a cycle behind
    let out: Vec<_> = [true, false, false, false, false].map(|back| drive(&mut sim, None, back)).into();
    assert_eq!(out, [None, None, None, None, Some(ack(0, 1))]);
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
    for t in 0..14 {
        let event = [0, 2].contains(&t).then_some(ack(7, 1));
        drive(&mut sim, event, false);
        told.push(u8::from(sim.uut.watch_waits.val()));
    }
    // came in 0 and 2, entered a cycle later, picked in 2 and 10
    assert_eq!(told, [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0]);
    drive(&mut sim, Some(ack(8, 1)), false);
    for _ in 0..6 {
        drive(&mut sim, None, false);
    }
    drive(&mut sim, Some(ack(9, 1)), false);
    sim.uut.next_is_host.next = true;
    drive(&mut sim, None, false);
    (sim.uut.next_is_host.next, sim.uut.host_valid.next) = (false, true);
    drive(&mut sim, None, false);
    sim.uut.host_valid.next = false;
    assert_eq!(drive(&mut sim, None, false).map(|e| e.qpn), Some(7), "before the event that is able to go");
    let events = [Some(ack(7, 3)), None, None, None, None, None, None, None];
    let out: Vec<_> = events.map(|event| drive(&mut sim, event, false).map(|e| e.qpn)).into();
    // the operation issued a cycle before this one came
    assert_eq!((out[0], out.iter().position(|o| *o == Some(7))), (Some(9), Some(7)));
}

#[test]
fn what_comes_while_one_waits_issues_as_one() {
    let _width = QpBits::set(4);
    let mut sim = Sim::new(Issue::<8>::new(UPDATE_QUEUE), |b| &mut b.clock);
    sim.reset(2).unwrap();
    let marked = Event { n0: 0, n1: 7, ..ack(1, 0) };
    let loss = Event { kind: LOSS, loss: true, ..ack(1, 0) };
    let events = [ack(1, 1), ack(1, 0), ack(1, 2), marked, ack(1, 3), loss, ack(1, 16_379), ack(1, 0)];
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
    assert_eq!((out, saturated), (vec![ack(1, 1), folded], vec![8]));
}

/// A table beside the block, written at `in_slot`, holds what the newest that joined has brought.
#[test]
fn slots_name_their_event_and_the_newest_that_joined() {
    let _width = QpBits::set(4);
    let mut sim = Sim::new(Issue::<4>::new(64), |b| &mut b.clock);
    sim.reset(2).unwrap();
    let offers = [ack(1, 1), ack(1, 2), ack(2, 3), ack(1, 4), ack(1, 5), ack(2, 6)];
    let (mut table, mut came) = ([0; 4], None);
    let mut out = vec![];
    for t in 0..40 {
        let offer = offers.get(t).copied();
        let seen = turn(&mut sim, offer, false);
        out.extend(seen.out.map(|e| (e.n0, table[seen.out_slot])));
        if let (true, Some(e)) = (seen.moves, came) {
            let e: Event = e;
            table[seen.in_slot] = e.n0;
        }
        came = offer;
    }
    assert_eq!(out, [(3, 2), (3, 3), (9, 5), (6, 6)]);
}
