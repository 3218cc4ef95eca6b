//! The block against a literal transcription of the page's rules, cycle by cycle, and its promises by hand.

use super::*;
use crate::sim::Sim;
use layout::timing::COUNTED;
use std::collections::VecDeque;

const UPDATE_QUEUE: u32 = COUNTED.updates;

#[derive(Copy, Clone, Debug, PartialEq, Default)]
struct Event {
    kind: u64,
    ece: bool,
    n: u64,
    qpn: u64,
    alg: u64,
    set: u64,
}

const ACK: u64 = Kind::Ack as u64;

fn ack(qpn: u64, n: u64) -> Event {
    Event { kind: ACK, n, qpn, alg: qpn % 4, set: qpn % 16, ..Event::default() }
}

/// What is seen of a cycle.
#[derive(Copy, Clone, Debug, PartialEq)]
struct Cycle {
    out: Option<Event>,
    out_slot: usize,
    accepted: bool,
    enter_we: bool,
    enter_slot: usize,
}

/// The rules of `issue.md`, in their words: slots that move down, a list of the last 7 issues, a mark at each place.
struct Rules {
    slots: Vec<(Event, usize)>,
    capacity: usize,
    merge: bool,
    issued: VecDeque<Option<u64>>,
    credits: u32,
}

impl Rules {
    fn new(capacity: usize, merge: bool, credits: u32) -> Self {
        Rules { slots: vec![], capacity, merge, issued: vec![None; 7].into(), credits }
    }

    /// One cycle; `lone` belongs to the input.
    fn cycle(&mut self, input: Option<Event>, lone: bool, credit_return: bool) -> Cycle {
        let ready = |(i, (e, _)): (usize, &(Event, usize))| {
            !self.issued.contains(&Some(e.qpn))
                && !self.slots[..i].iter().any(|(older, _)| older.qpn == e.qpn)
                && self.credits > 0
        };
        let pick = self.slots.iter().enumerate().position(ready);
        let accepted = self.slots.len() < self.capacity;
        // slots are vacant until the cycle behind the issue
        let vacant = (0..self.capacity).find(|place| self.slots.iter().all(|(_, taken)| taken != place));
        let out = pick.map(|i| self.slots.remove(i));
        let mut enter_we = false;
        if let Some(e) = input.filter(|_| accepted) {
            // the youngest slot of its QP that does not issue; if the youngest one issues, no older one waits
            let predecessor = self.slots.iter_mut().rev().find(|(s, _)| s.qpn == e.qpn);
            match predecessor {
                Some((s, _))
                    if self.merge && !lone && (s.kind, e.kind, s.ece) == (ACK, ACK, e.ece) && s.n + e.n < 1 << 14 =>
                {
                    s.n += e.n;
                }
                _ => {
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
        }
    }
}

/// One cycle of the block, with `in_lone`.
fn turn<const W: usize>(sim: &mut Sim<Issue<W>>, input: Option<Event>, lone: bool, credit_return: bool) -> Cycle {
    let e = input.unwrap_or_default();
    let u = &mut sim.uut;
    u.in_valid.next = input.is_some();
    u.in_kind.next = e.kind.into();
    u.in_ece.next = e.ece;
    u.in_n.next = e.n.into();
    u.in_qpn.next = e.qpn.into();
    u.in_alg.next = e.alg.into();
    u.in_set.next = e.set.into();
    u.in_lone.next = lone;
    u.credit_return.next = credit_return;
    sim.settle().unwrap();
    let u = &sim.uut;
    let raw = |x: u128| x as u64;
    let out = Event {
        kind: raw(u.out_kind.val().raw()),
        ece: u.out_ece.val(),
        n: raw(u.out_n.val().raw()),
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
    };
    sim.step().unwrap();
    result
}

/// One cycle; what issues.
fn drive<const W: usize>(sim: &mut Sim<Issue<W>>, input: Option<Event>, credit_return: bool) -> Option<Event> {
    turn(sim, input, false, credit_return).out
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
fn compare<const W: usize>(merge: bool, credits: u32, seed: u64) {
    let _width = QpBits::set(4);
    let mut sim = Sim::new(Issue::<W>::new(merge, credits), |b| &mut b.clock);
    sim.reset(2).unwrap();
    let mut rules = Rules::new(W, merge, credits);
    let mut random = Random(seed);
    let (mut issued, mut held, mut lone, mut owed) = (0, None, false, 0);
    for cycle in 0..20_000 {
        let phase = cycle / 500;
        let (qps, rate, returns) = ([1, 2, 5, 16][phase % 4], [1, 2, 8][phase % 3], [1, 2, 30][phase % 5 % 3]);
        if held.is_none() && random.below(rate) == 0 {
            let kind = [ACK, ACK, ACK, ACK, 1, 2, 3, 6][random.below(8) as usize];
            let n = if random.below(3) == 0 { random.below(1 << 14) } else { random.below(3) };
            let (alg, set) = (random.below(4), random.below(16));
            held = Some(Event { kind, ece: random.below(3) == 0, n, qpn: random.below(qps), alg, set });
            lone = random.below(4) == 0;
        }
        let credit_return = owed > 0 && random.below(returns) == 0;
        let got = turn(&mut sim, held, lone, credit_return);
        let want = rules.cycle(held, lone, credit_return);
        assert_eq!(got, want, "W {W}, merge {merge}, seed {seed}, cycle {cycle}");
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
    for merge in [false, true] {
        compare::<4>(merge, 32, 1);
        compare::<8>(merge, 64, 2);
        compare::<16>(merge, 32, 3);
    }
}

#[test]
fn one_qp_goes_every_eight_cycles_and_others_fill_the_gaps() {
    let _width = QpBits::set(4);
    let mut sim = Sim::new(Issue::<8>::new(false, UPDATE_QUEUE), |b| &mut b.clock);
    sim.reset(2).unwrap();
    let events = [ack(1, 1), ack(1, 2), ack(2, 3), ack(1, 4), ack(3, 5)];
    let out: Vec<_> = (0..20).map(|t| drive(&mut sim, events.get(t).copied(), false)).collect();
    let at: Vec<(usize, u64)> = out.iter().enumerate().filter_map(|(t, e)| e.map(|e| (t, e.n))).collect();
    assert_eq!(at, [(1, 1), (3, 3), (5, 5), (9, 2), (17, 4)]);
}

#[test]
fn only_host_operations_go_without_credits() {
    let _width = QpBits::set(4);
    let mut sim = Sim::new(Issue::<4>::new(false, UPDATE_QUEUE), |b| &mut b.clock);
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
    let mut sim = Sim::new(Issue::<4>::new(false, UPDATE_QUEUE), |b| &mut b.clock);
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
fn merged_acks_issue_as_one() {
    let _width = QpBits::set(4);
    let mut sim = Sim::new(Issue::<8>::new(true, UPDATE_QUEUE), |b| &mut b.clock);
    sim.reset(2).unwrap();
    let marked = Event { ece: true, ..ack(1, 1) };
    let events = [ack(1, 1), ack(1, 2), ack(1, 3), ack(1, 16_379), marked, ack(1, 4), ack(1, 0)];
    let out: Vec<_> = (0..40).map(|t| drive(&mut sim, events.get(t).copied(), false)).collect();
    // 2 + 3 merge; 16379 would pass 2^14 − 1; behind the marked one a new ack is begun
    let all: Vec<Event> = out.into_iter().flatten().collect();
    assert_eq!(all, [ack(1, 1), ack(1, 5), ack(1, 16_379), marked, ack(1, 4)]);
}

/// The bit of the event that comes decides, not that of the one that waits; and a table beside the block finds what
/// came with it.
#[test]
fn a_lone_ack_joins_no_other_and_slots_name_their_event() {
    let _width = QpBits::set(4);
    let mut sim = Sim::new(Issue::<4>::new(true, 64), |b| &mut b.clock);
    sim.reset(2).unwrap();
    let offers = [(ack(1, 1), true), (ack(1, 2), false), (ack(1, 3), true), (ack(1, 4), true), (ack(1, 5), false)];
    let mut table = [0; 4];
    let (mut out, mut offered) = (vec![], offers.iter().peekable());
    for _ in 0..60 {
        let offer = offered.peek();
        let seen = turn(&mut sim, offer.map(|o| o.0), offer.is_some_and(|o| o.1), false);
        out.extend(seen.out.map(|e| (e.n, table[seen.out_slot])));
        if seen.enter_we {
            table[seen.enter_slot] = offer.unwrap().0.n;
        }
        if seen.accepted {
            offered.next();
        }
    }
    assert_eq!(out, [(1, 1), (2, 2), (3, 3), (9, 4)]);
}
