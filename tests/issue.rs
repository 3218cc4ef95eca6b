//! `issue`: against a naive reference with an unbounded memory, and the claims of its page one by one.

use crate::support;

use layout::ldcp::N;
use layout::record::{Alg, Kind, Set};
use model::choice::Choice;
use model::event::Event;
use model::issue::{In, Issue, Issued, Offer, Operation, Out, Watch};
use proptest::prelude::*;
use std::collections::BTreeMap;

const HAZARD: u64 = 8;
const UPDATES: u32 = 32;

/// The rules of the page in their plainest form: a list, and every issue that ever was.
struct Naive {
    wait_slots: usize,
    merge: bool,
    /// With the slot that each is in.
    waiting: Vec<(Offer, u32)>,
    issues: Vec<(u64, u32)>,
    credits: u32,
    cycle: u64,
}

impl Naive {
    fn new(wait_slots: u32, merge: bool, credits: u32) -> Self {
        let wait_slots = wait_slots as usize;
        Self { wait_slots, merge, waiting: Vec::new(), issues: Vec::new(), credits, cycle: 0 }
    }

    fn ready(&self, i: usize) -> bool {
        let event = self.waiting[i].0.event;
        let recently = self.issues.iter().rev().any(|&(cycle, qpn)| qpn == event.qpn && self.cycle - cycle < HAZARD);
        let behind = self.waiting[..i].iter().any(|(older, _)| older.event.qpn == event.qpn);
        !recently && !behind && self.credits > 0
    }

    fn step(&mut self, input: &In) -> Out {
        let in_ready = self.waiting.len() < self.wait_slots;
        let occupied = !self.waiting.is_empty();
        let is_taken = |slot: &u32| self.waiting.iter().any(|(_, taken)| taken == slot);
        let vacant = (0..self.wait_slots as u32).find(|slot| !is_taken(slot));
        let issued = (0..self.waiting.len()).find(|&i| self.ready(i)).map(|i| self.waiting.remove(i));
        let waiting_before = self.waiting.len();
        let mut in_slot = vacant.unwrap_or(0);
        if let Some(offer) = input.event.filter(|_| in_ready) {
            let event = offer.event;
            // the slot that has issued is gone: no merge with it
            let youngest = self.waiting.iter_mut().rfind(|(w, _)| w.event.qpn == event.qpn);
            match youngest.map(|(w, slot)| (&mut w.event, *slot)) {
                Some((w, slot))
                    if self.merge
                        && !offer.lone
                        && (w.kind, event.kind, w.ece) == (Kind::Ack, Kind::Ack, event.ece)
                        && w.n.raw() + event.n.raw() < 1 << 14 =>
                {
                    w.n = N::new(w.n.raw() + event.n.raw()).expect("checked in the line above");
                    in_slot = slot;
                }
                _ => self.waiting.push((offer, vacant.expect("it is ready"))),
            }
        }
        let enters = self.waiting.len() > waiting_before;
        if let Some((offer, _)) = issued {
            self.issues.push((self.cycle, offer.event.qpn));
            self.credits -= 1;
        }
        self.credits += input.credit_return as u32;
        self.cycle += 1;
        let issued = issued.map(|(Offer { event, choice, .. }, slot)| Issued { event, choice, slot });
        Out { in_ready, issued, enters, enter_slot: vacant.unwrap_or(0), in_slot, waits: false, occupied }
    }
}

/// What the environment does in a cycle.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// Offered until it is accepted.
    event: Option<Offer>,
    /// An update leaves, if one is there.
    take: bool,
}

fn event() -> impl Strategy<Value = Offer> {
    let kind = prop_oneof![6 => Just(Kind::Ack), 1 => Just(Kind::Loss), 1 => Just(Kind::Cnp), 1 => Just(Kind::Data)];
    let n = prop_oneof![4 => 0u64..4, 1 => 0u64..=N::MAX_RAW];
    let qpn = prop_oneof![3 => 0u32..3, 1 => 0u32..64];
    let choice = (0u64..16, 0u64..16).prop_map(|(alg, set)| Choice { alg: Alg::wrap(alg), set: Set::wrap(set) });
    let lone = prop_oneof![3 => Just(false), 1 => Just(true)];
    (kind, any::<bool>(), n, qpn, choice, lone).prop_map(|(kind, ece, n, qpn, choice, lone)| Offer {
        event: Event { kind, ece, n: N::wrap(n), qpn },
        choice,
        lone,
    })
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    // how busy the source and how eager the sink is varies from run to run
    (1u32..=8, 0u32..=8).prop_flat_map(|(busy, eager)| {
        let step = (0u32..8, event(), 0u32..8)
            .prop_map(move |(i, event, t)| Step { event: (i < busy).then_some(event), take: t < eager });
        prop::collection::vec(step, 1..300)
    })
}

/// Runs of ACKs of one ECE, added up: what merging leaves as it is.
fn collapsed(events: &[Event]) -> BTreeMap<u32, Vec<(Kind, bool, u64)>> {
    let mut of_qp: BTreeMap<u32, Vec<(Kind, bool, u64)>> = BTreeMap::new();
    for event in events {
        let list = of_qp.entry(event.qpn).or_default();
        match list.last_mut() {
            Some((Kind::Ack, ece, n)) if event.kind == Kind::Ack && *ece == event.ece => *n += event.n.raw(),
            _ => list.push((event.kind, event.ece, event.n.raw())),
        }
    }
    of_qp
}

fn run(steps: &[Step], wait_slots: u32, merge: bool, credits: u32) -> Result<(), TestCaseError> {
    let (mut issue, mut naive) = (Issue::new(wait_slots, merge, credits), Naive::new(wait_slots, merge, credits));
    let (mut accepted, mut issued) = (Vec::new(), Vec::new());
    // what a table beside the block holds for each slot
    let mut table = [None; 16];
    let (mut pending, mut updates): (Option<Offer>, u32) = (None, 0);
    // then the sink takes everything until nothing waits
    let drain = std::iter::repeat_n(Step { event: None, take: true }, 16 * 8 + credits as usize + 1);
    for step in steps.iter().copied().chain(drain) {
        pending = pending.or(step.event);
        let credit_return = step.take && updates > 0;
        let input = In { event: pending, credit_return, ..In::IDLE };
        let out = issue.step(&input);
        prop_assert_eq!(out, naive.step(&input));
        if let Some(i) = out.issued {
            prop_assert_eq!(table[i.slot as usize], Some((i.event.kind, i.event.ece, i.event.qpn, i.choice)));
        }
        if out.enters {
            table[out.enter_slot as usize] = pending.map(|o| (o.event.kind, o.event.ece, o.event.qpn, o.choice));
        }
        if out.in_ready {
            accepted.extend(pending.take().map(|offer| offer.event));
        }
        issued.extend(out.issued.map(|i| i.event));
        updates += out.issued.is_some() as u32;
        updates -= credit_return as u32;
        prop_assert!(updates <= credits, "more updates under way than the queue holds");
    }
    prop_assert!(issue.is_empty(), "nothing waits for ever");
    prop_assert_eq!(issue.credits(), credits - updates);
    if merge {
        prop_assert_eq!(collapsed(&accepted), collapsed(&issued));
        prop_assert!(issued.len() <= accepted.len());
    } else {
        let of_qp = |events: &[Event], qpn| events.iter().filter(|e| e.qpn == qpn).copied().collect::<Vec<_>>();
        prop_assert_eq!(accepted.len(), issued.len());
        for qpn in 0..64 {
            prop_assert_eq!(of_qp(&accepted, qpn), of_qp(&issued, qpn));
        }
    }
    Ok(())
}

#[test]
fn events_are_neither_lost_nor_doubled_nor_reordered_within_a_qp() {
    let config = support::proptest("issue", 2000);
    let cases =
        (steps(), prop::sample::select(&[4u32, 8, 16][..]), any::<bool>(), prop::sample::select(&[32u32, 64][..]));
    proptest!(config, |((steps, wait_slots, merge, credits) in cases)| run(&steps, wait_slots, merge, credits)?);
}

// ---- claims ---------------------------------------------------------------------------------------------------------

fn ack(qpn: u32) -> Event {
    Event { kind: Kind::Ack, ece: false, n: N::wrap(1), qpn }
}

fn offer(event: Event) -> In {
    In { event: Some(event.into()), credit_return: true, ..In::IDLE }
}

const IDLE: In = In { credit_return: true, ..In::IDLE };
/// What issues, without its slot.
fn issued(issue: &mut Issue, input: &In) -> Option<Event> {
    issue.step(input).issued.map(|i| i.event)
}

/// A sink that keeps the number of credits where it is.
const HELD: In = In { credit_return: false, ..IDLE };

fn issue(wait_slots: u32) -> Issue {
    let mut issue = Issue::new(wait_slots, false, UPDATES);
    // the tests below return a credit in every cycle; take that many first
    for qpn in 100..100 + UPDATES {
        issue.step(&In { credit_return: false, ..offer(ack(qpn)) });
    }
    issue.step(&HELD);
    assert_eq!((issue.credits(), issue.is_empty()), (0, true));
    for _ in 0..16 {
        issue.step(&IDLE);
    }
    issue
}

#[test]
fn an_event_issues_in_the_cycle_after_it_was_accepted() {
    let mut issue = issue(8);
    assert_eq!(issued(&mut issue, &offer(ack(1))), None);
    assert_eq!(issued(&mut issue, &HELD), Some(ack(1)));
    assert_eq!(issued(&mut issue, &HELD), None);
}

#[test]
fn one_qp_issues_every_eight_cycles_and_others_fill_the_cycles_between() {
    let mut issue = Issue::new(4, false, UPDATES);
    let mut issued = Vec::new();
    let mut others = 0;
    for cycle in 0..100 {
        // one event in eight is of QP 7, the others never repeat
        let qpn = if cycle % 8 == 0 { 7 } else { 1000 + cycle };
        let out = issue.step(&In { credit_return: cycle > 0 && cycle <= 99, ..offer(ack(qpn)) });
        assert!(out.in_ready, "cycle {cycle}");
        if let Some(Issued { event, .. }) = out.issued {
            issued.push((cycle, event.qpn));
            others += (event.qpn != 7) as u32;
        }
    }
    assert_eq!(issued.len(), 99, "an event in every cycle but the first");
    let sevens: Vec<_> = issued.iter().filter(|(_, qpn)| *qpn == 7).map(|(cycle, _)| *cycle).collect();
    assert!(sevens.windows(2).all(|w| w[1] - w[0] == 8) && sevens.len() == 13, "{sevens:?}");
    assert_eq!(others, 86);
}

#[test]
fn waiting_events_of_one_qp_let_all_others_pass_while_a_slot_is_free() {
    for wait_slots in [4, 8, 16] {
        let mut issue = issue(wait_slots);
        // the first of QP 7 issues at once; the others fill all slots but two. (in_ready looks at the registered slots:
        // with one free slot the others pass in every second cycle only)
        for _ in 0..wait_slots - 1 {
            assert!(issue.step(&In { credit_return: false, ..offer(ack(7)) }).in_ready);
        }
        let mut passed = Vec::new();
        for other in 0..6 {
            let out = issue.step(&In { credit_return: false, ..offer(ack(500 + other)) });
            assert!(out.in_ready, "{wait_slots} slots, other {other}");
            passed.extend(out.issued.filter(|i| i.event.qpn >= 500));
        }
        // in those six cycles at most one of QP 7 came due, at a distance of 8 from the one before
        assert!(passed.len() >= 4, "{wait_slots} slots: {passed:?} passed");
    }
}

#[test]
fn without_credits_only_the_host_issues() {
    let mut issue = issue(8);
    while issue.credits() > 0 {
        let qpn = issue.credits();
        issue.step(&In { credit_return: false, ..offer(ack(qpn)) });
    }
    assert!((0..20).all(|_| issue.step(&HELD).issued.is_none()));
    let read = Event { kind: Kind::HostRead, n: N::ZERO, ..ack(200) };
    let host = Some(Operation { kind: read.kind, qpn: read.qpn });
    assert_eq!(issued(&mut issue, &In { host, ..HELD }), Some(read), "it waits for no credit");
    // a credit returned in one cycle counts from the next
    assert_eq!(issued(&mut issue, &IDLE), None);
    assert!(issue.step(&HELD).issued.is_some());
    assert!(issue.step(&HELD).issued.is_none());
}

/// What the host's operation waits for is told in the cycle behind, of one QP or of all.
#[test]
fn events_that_the_host_waits_for_are_told_of_a_cycle_later() {
    for (watch, told) in [(Watch::Qp(1), [0, 0, 1, 0]), (Watch::Qp(2), [0, 0, 0, 1]), (Watch::All, [0, 0, 1, 1])] {
        let mut issue = Issue::new(4, false, UPDATES);
        let offers = [Some(ack(1).into()), Some(ack(2).into()), None, None];
        let waits = offers.map(|event| issue.step(&In { event, watch: Some(watch), ..In::IDLE }).waits);
        assert_eq!(waits.map(u8::from), told, "{watch:?}");
    }
}

/// The number on the block's page.
#[test]
fn the_worked_number_of_the_page() {
    let mut issue = Issue::new(8, true, UPDATES);
    let (a, b) = (1, 2);
    let offers = [a, a, b, a].map(|qpn| In { credit_return: false, ..offer(ack(qpn)) });
    let cycles = offers.into_iter().chain(std::iter::repeat_n(HELD, 12)).enumerate();
    let issued: Vec<_> =
        cycles.filter_map(|(cycle, i)| issued(&mut issue, &i).map(|e| (cycle, e.qpn, e.n.raw()))).collect();
    assert_eq!(issued, [(1, a, 1), (3, b, 1), (9, a, 2)]);
}

#[test]
fn merging_adds_up_and_stops_at_the_greatest_n() {
    let mut issue = Issue::new(8, true, UPDATES);
    let offered = |n| In { credit_return: false, ..offer(Event { n: N::wrap(n), ..ack(3) }) };
    // the first issues in the second cycle, so the second does not merge with it; the next two merge with the second
    for n in [5, 10_000, 6000, 383] {
        issue.step(&offered(n));
    }
    issue.step(&offered(1)); // 16383 + 1 does not fit: its own slot
    let issued: Vec<_> = (0..30).filter_map(|_| issued(&mut issue, &HELD)).map(|e| e.n.raw()).collect();
    assert_eq!(issued, [16_383, 1]);
}

#[test]
fn acks_of_different_ece_never_merge() {
    let mut issue = Issue::new(8, true, UPDATES);
    for ece in [false, false, true, true, false] {
        issue.step(&In { credit_return: false, ..offer(Event { ece, ..ack(3) }) });
    }
    let issued: Vec<_> = (0..40).filter_map(|_| issued(&mut issue, &HELD)).map(|e| (e.ece, e.n.raw())).collect();
    assert_eq!(issued, [(false, 1), (true, 2), (false, 1)]);
}

#[test]
fn a_lone_ack_joins_no_other_and_others_may_join_it() {
    let mut issue = Issue::new(8, true, UPDATES);
    for (n, lone) in [(1, true), (2, false), (3, true), (4, true), (5, false)] {
        let event = Some(Offer { lone, ..Event { n: N::wrap(n), ..ack(3) }.into() });
        issue.step(&In { event, ..In::IDLE });
    }
    let issued: Vec<_> = (0..40).filter_map(|_| issued(&mut issue, &HELD)).map(|e| e.n.raw()).collect();
    assert_eq!(issued, [2, 3, 9], "the first issued while the others came");
}

#[test]
fn an_event_enters_the_lowest_slot_that_was_vacant_before_this_cycle() {
    let mut issue = Issue::new(4, false, 64);
    assert_eq!(issue.credits(), 64);
    // (QP, slot that it enters, slot that issues); QP 9 waits for its first issue all the time
    let cycles = [(9, 0, None), (9, 1, Some(0)), (7, 0, None), (8, 2, Some(0)), (5, 0, Some(2)), (6, 2, Some(0))];
    for (qpn, enters, issues) in cycles {
        let out = issue.step(&In { credit_return: false, ..offer(ack(qpn)) });
        assert_eq!((out.enters, out.enter_slot, out.issued.map(|i| i.slot)), (true, enters, issues), "QP {qpn}");
    }
}

#[test]
fn reset_empties_the_slots_and_restores_the_credits() {
    let mut issue = Issue::new(4, false, UPDATES);
    for _ in 0..4 {
        issue.step(&In { credit_return: false, ..offer(ack(1)) });
    }
    issue.step(&In { rst_n: false, event: Some(ack(2).into()), ..In::IDLE });
    assert_eq!((issue.is_empty(), issue.credits()), (true, UPDATES));
    issue.step(&In { credit_return: false, ..offer(ack(1)) });
    assert_eq!(issued(&mut issue, &HELD), Some(ack(1)), "the window of the last seven issues is empty too");
}
