//! `issue`: against a naive reference with an unbounded memory, and the claims of its page one by one.

use crate::support;

use layout::ldcp::N;
use layout::record::{Alg, Kind, Set};
use model::choice::Choice;
use model::event::{Event, Issued as Record};
use model::issue::{In, Issue, Issued, Offer, Operation, Out};
use proptest::prelude::*;
use std::collections::BTreeMap;

const HAZARD: u64 = 8;
const UPDATES: u32 = 32;

/// The rules of the page in their plainest form: a list, and every pick that ever was.
struct Naive {
    wait_slots: usize,
    /// The event that came, and has not joined or entered.
    came: Option<Offer>,
    /// With the slot that each is in.
    waiting: Vec<(Record, Choice, u32)>,
    picks: Vec<(u64, u32)>,
    /// What was picked in the last cycle, and issues in this one.
    picked: Option<Issued>,
    /// Cycles in which credits have returned.
    returns: Vec<u64>,
    credits: u32,
    saturated: bool,
    cycle: u64,
}

/// What counts of an offer.
fn record(Offer { event, loss, .. }: Offer) -> Record {
    let Event { kind, ece, n, qpn } = event;
    let none = Record { kind, n0: N::ZERO, n1: N::ZERO, loss, qpn };
    if ece { Record { n1: n, ..none } } else { Record { n0: n, ..none } }
}

impl Naive {
    fn new(wait_slots: u32, credits: u32) -> Self {
        Self {
            wait_slots: wait_slots as usize,
            came: None,
            waiting: Vec::new(),
            picks: Vec::new(),
            picked: None,
            returns: Vec::new(),
            credits,
            saturated: false,
            cycle: 0,
        }
    }

    /// Rule 5: what was picked and returned up to three cycles ago counts, and two credits stay.
    fn has_credit(&self) -> bool {
        let old = |cycle: &u64| cycle + 3 <= self.cycle;
        let returned = self.returns.iter().filter(|cycle| old(cycle)).count();
        let taken = self.picks.iter().filter(|(cycle, _)| old(cycle)).count();
        self.credits as usize + returned - taken > 2
    }

    fn ready(&self, i: usize) -> bool {
        let own = self.waiting[i].0.qpn;
        !self.picks.iter().rev().any(|&(cycle, qpn)| qpn == own && self.cycle - cycle < HAZARD)
    }

    fn step(&mut self, input: &In) -> Out {
        let occupied = !self.waiting.is_empty() || self.came.is_some() || self.picked.is_some();
        let is_taken = |slot: &u32| {
            self.waiting.iter().any(|(_, _, taken)| taken == slot) || self.picked.is_some_and(|of| of.slot == *slot)
        };
        let vacant = (0..self.wait_slots as u32).find(|slot| !is_taken(slot));
        let picks = (0..self.waiting.len()).find(|&i| self.has_credit() && self.ready(i));
        let (mut in_slot, mut enters, mut saturates) = (vacant.unwrap_or(0), false, false);
        let place = |offer: &Offer| self.waiting.iter().position(|(waits, _, _)| waits.qpn == offer.event.qpn);
        let joins = self.came.as_ref().filter(|_| vacant.is_some()).and_then(place);
        let in_ready = self.came.is_none() || vacant.is_some();
        let moves = self.came.is_some() && vacant.is_some();
        if let Some(i) = joins {
            in_slot = self.waiting[i].2;
        }
        if let (Some(offer), Some(vacant)) = (self.came, vacant) {
            let new = record(offer);
            match joins.map(|i| &mut self.waiting[i]) {
                Some((waits, _, _)) => {
                    let sum = |a: N, b: N| a.raw() + b.raw();
                    let [n0, n1] = [sum(waits.n0, new.n0), sum(waits.n1, new.n1)];
                    saturates = n0.max(n1) > N::MAX_RAW;
                    (waits.n0, waits.n1) = (N::wrap(n0.min(N::MAX_RAW)), N::wrap(n1.min(N::MAX_RAW)));
                    waits.loss |= new.loss;
                    if new.kind == Kind::Loss {
                        waits.kind = Kind::Loss;
                    }
                }
                None => {
                    self.waiting.push((new, offer.choice, vacant));
                    enters = true;
                }
            }
        }
        let out = Out {
            in_ready,
            issued: self.picked,
            moves,
            enters,
            enter_slot: vacant.unwrap_or(0),
            in_slot,
            waits: false,
            occupied,
            saturates: self.saturated,
        };
        self.picked = picks.map(|i| self.waiting.remove(i)).map(|(event, choice, slot)| Issued { event, choice, slot });
        self.picks.extend(self.picked.map(|of| (self.cycle, of.event.qpn)));
        if in_ready {
            self.came = input.event;
        }
        self.saturated = saturates;
        if input.credit_return {
            self.returns.push(self.cycle);
        }
        self.cycle += 1;
        out
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
    let loss = prop_oneof![3 => Just(false), 1 => Just(true)];
    (kind, any::<bool>(), n, qpn, choice, loss).prop_map(|(kind, ece, n, qpn, choice, loss)| Offer {
        event: Event { kind, ece, n: N::wrap(n), qpn },
        choice,
        loss,
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

/// What of each QP has come, or gone: sums, and losses if there was one; and how many.
fn sums(records: &[Record]) -> BTreeMap<u32, (u64, u64, bool)> {
    let mut of_qp: BTreeMap<u32, (u64, u64, bool)> = BTreeMap::new();
    for record in records {
        let (n0, n1, loss) = of_qp.entry(record.qpn).or_default();
        (*n0, *n1, *loss) = (*n0 + record.n0.raw(), *n1 + record.n1.raw(), *loss | record.loss);
    }
    of_qp
}

fn run(steps: &[Step], wait_slots: u32, credits: u32) -> Result<(), TestCaseError> {
    let (mut issue, mut naive) = (Issue::new(wait_slots, credits), Naive::new(wait_slots, credits));
    let (mut accepted, mut issued, mut saturated) = (Vec::new(), Vec::new(), false);
    // what a table beside the block holds for each slot
    let mut table = [None; 16];
    let (mut pending, mut came, mut updates): (Option<Offer>, Option<Offer>, u32) = (None, None, 0);
    // then the sink takes everything until nothing waits
    let drain = std::iter::repeat_n(Step { event: None, take: true }, 16 * 8 + credits as usize + 1);
    for step in steps.iter().copied().chain(drain) {
        pending = pending.or(step.event);
        let credit_return = step.take && updates > 0;
        let input = In { event: pending, credit_return, ..In::IDLE };
        let out = issue.step(&input);
        let mut wanted = naive.step(&input);
        // QP 0 is watched for where nothing else is said; the page's rule has a test of its own
        wanted.waits = out.waits;
        prop_assert_eq!(out, wanted);
        saturated |= out.saturates;
        if let Some(i) = out.issued {
            prop_assert_eq!(table[i.slot as usize], Some((i.event.qpn, i.choice)));
        }
        if out.enters {
            table[out.enter_slot as usize] = came.map(|o| (o.event.qpn, o.choice));
        }
        if out.in_ready {
            came = pending.take();
            accepted.extend(came.map(record));
        }
        issued.extend(out.issued.map(|i| i.event));
        updates += out.issued.is_some() as u32;
        updates -= credit_return as u32;
        prop_assert!(updates <= credits, "more updates under way than the queue holds");
    }
    prop_assert!(issue.is_empty(), "nothing waits for ever");
    prop_assert_eq!(issue.credits(), credits - updates);
    prop_assert!(issued.len() <= accepted.len());
    if !saturated {
        prop_assert_eq!(sums(&accepted), sums(&issued), "what counts is neither lost nor counted twice");
    }
    Ok(())
}

#[test]
fn what_counts_of_events_is_neither_lost_nor_doubled_whatever_joins() {
    let config = support::proptest("issue", 2000);
    let cases = (steps(), prop::sample::select(&[4u32, 8, 9, 16][..]), prop::sample::select(&[32u32, 64][..]));
    proptest!(config, |((steps, wait_slots, credits) in cases)| run(&steps, wait_slots, credits)?);
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
fn issued(issue: &mut Issue, input: &In) -> Option<Record> {
    issue.step(input).issued.map(|i| i.event)
}

/// A sink that keeps the number of credits where it is.
const HELD: In = In { credit_return: false, ..IDLE };
/// With so many credits, as they stood two cycles before, no event is picked.
const KEPT: u32 = 2;

fn issue(wait_slots: u32) -> Issue {
    let mut issue = Issue::new(wait_slots, UPDATES);
    // the tests below return a credit in every cycle; take that many first
    for qpn in 100..100 + UPDATES - KEPT {
        issue.step(&In { credit_return: false, ..offer(ack(qpn)) });
    }
    for _ in 0..8 {
        issue.step(&HELD);
    }
    assert_eq!((issue.credits(), issue.is_empty()), (KEPT, true));
    for _ in 0..16 {
        issue.step(&IDLE);
    }
    issue
}

#[test]
fn an_event_issues_three_cycles_after_it_was_accepted() {
    let mut issue = issue(8);
    assert_eq!(issued(&mut issue, &offer(ack(1))), None);
    assert_eq!(issued(&mut issue, &HELD), None, "it is compared, and enters");
    assert_eq!(issued(&mut issue, &HELD), None, "it is picked");
    assert_eq!(issued(&mut issue, &HELD), Some(ack(1).into()));
    assert_eq!(issued(&mut issue, &HELD), None);
}

#[test]
fn one_qp_issues_every_eight_cycles_and_others_fill_the_cycles_between() {
    let mut issue = Issue::new(4, UPDATES);
    let mut issued = Vec::new();
    let mut others = 0;
    for cycle in 0..100 {
        // one event in eight is of QP 7, the others never repeat
        let qpn = if cycle % 8 == 0 { 7 } else { 1000 + cycle };
        let out = issue.step(&In { credit_return: cycle > 2, ..offer(ack(qpn)) });
        assert!(out.in_ready, "cycle {cycle}");
        if let Some(Issued { event, .. }) = out.issued {
            issued.push((cycle, event.qpn));
            others += (event.qpn != 7) as u32;
        }
    }
    assert_eq!(issued.len(), 97, "an event in every cycle but the first three");
    let sevens: Vec<_> = issued.iter().filter(|(_, qpn)| *qpn == 7).map(|(cycle, _)| *cycle).collect();
    assert!(sevens.windows(2).all(|w| w[1] - w[0] == 8) && sevens.len() == 13, "{sevens:?}");
    assert_eq!(others, 84);
}

/// Whatever comes, one event a cycle: with nine slots and credits there is always a vacant one.
#[test]
fn with_nine_slots_an_event_is_taken_in_every_cycle_whatever_the_mix() {
    let mut random = support::seed("with_nine_slots_an_event_is_taken_in_every_cycle_whatever_the_mix");
    for (hot, few) in [(100, 1), (50, 1), (20, 1), (0, 2), (0, 7), (0, 8), (0, 9), (0, 12), (0, 64), (0, 4096)] {
        for wait_slots in [8, 9] {
            let mut issue = Issue::new(wait_slots, 64);
            let mut events = support::seed("the mix");
            let (mut stalls, mut under_way) = (0, 0);
            for _ in 0..50_000 {
                let qpn = if events.below(100) < hot { 5000 } else { events.below(few) as u32 };
                // an update leaves at once
                let out = issue.step(&In { credit_return: under_way > 0, ..offer(ack(qpn)) });
                under_way = u32::from(out.issued.is_some());
                stalls += u32::from(!out.in_ready);
            }
            assert!(wait_slots < 9 || stalls == 0, "{hot} % of one QP, others of {few}: {stalls} stalls");
        }
    }
    // by the worst that may come: seven QPs that come again as they issue, and another one where none can go
    for wait_slots in [8, 9] {
        let mut issue = Issue::new(wait_slots, 64);
        let (mut stalls, mut under_way, mut next, mut last) = (0, 0, 0, None);
        for _ in 0..2000 {
            // what is picked in this cycle issues in the next
            let mut ahead = issue.clone();
            ahead.step(&In::IDLE);
            let goes = ahead.step(&In::IDLE).issued.map(|i| i.event.qpn);
            // the one that is picked comes again; where none does, a new one, or now and then any
            let qpn = goes.unwrap_or_else(|| {
                next = (next + 1) % 512;
                if random.chance(8) { last.unwrap_or(0) } else { 100 + next }
            });
            last = Some(qpn);
            let out = issue.step(&In { credit_return: under_way > 0, ..offer(ack(qpn)) });
            under_way = u32::from(out.issued.is_some());
            stalls += u32::from(!out.in_ready);
        }
        assert_eq!(stalls > 0, wait_slots == 8, "{wait_slots} slots: {stalls} cycles without room");
    }
}

#[test]
fn one_qp_alone_is_taken_in_every_cycle_and_issues_in_every_eighth() {
    let mut issue = Issue::new(4, 64);
    let (mut issued, mut packets) = (Vec::new(), 0);
    for cycle in 0..800 {
        let out = issue.step(&In { credit_return: false, ..offer(ack(7)) });
        assert!(out.in_ready, "cycle {cycle}");
        if let Some(Issued { event, .. }) = out.issued {
            issued.push(cycle);
            packets += event.n0.raw();
            if issued.len() == 60 {
                break;
            }
        }
    }
    assert!(issued.windows(2).all(|w| w[1] - w[0] == 8), "{issued:?}");
    assert_eq!(packets, issued[59] - 1, "every packet that came two cycles before the last issue");
}

#[test]
fn without_credits_only_the_host_issues() {
    let mut issue = issue(8);
    for qpn in 0..UPDATES {
        issue.step(&In { credit_return: false, ..offer(ack(qpn)) });
    }
    assert!((0..20).filter(|_| issue.step(&HELD).issued.is_some()).count() < 20);
    assert!((0..20).all(|_| issue.step(&HELD).issued.is_none()));
    assert_eq!(issue.credits(), 0, "in a row they take the last too");
    let read = Event { kind: Kind::HostRead, n: N::ZERO, ..ack(200) };
    let host = Some(Operation { kind: read.kind, qpn: read.qpn });
    issue.step(&In { host, ..HELD });
    assert_eq!(issued(&mut issue, &HELD), Some(read.into()), "it waits for no credit");
    // the third credit counts three cycles after its return, and what is picked then issues in the cycle behind
    let inputs = [IDLE, IDLE, IDLE].into_iter().chain(std::iter::repeat_n(HELD, 12));
    let at: Vec<_> =
        inputs.enumerate().filter(|(_, input)| issue.step(input).issued.is_some()).map(|(t, _)| t).collect();
    assert_eq!(at, [6, 7, 8], "and in a row they take all three");
}

/// What the host's operation waits for is told in the cycle behind, from when it has come to when it is picked; of one
/// QP or of all.
#[test]
fn events_that_the_host_waits_for_are_told_of_a_cycle_later() {
    for (watch_qpn, watch_all, told) in
        [(1, false, [0, 0, 1, 1, 0, 0]), (2, false, [0, 0, 0, 1, 1, 0]), (9, true, [0, 0, 1, 1, 1, 0])]
    {
        let mut issue = Issue::new(4, UPDATES);
        let offers = [Some(ack(1).into()), Some(ack(2).into()), None, None, None, None];
        let waits = offers.map(|event| issue.step(&In { event, watch_qpn, watch_all, ..In::IDLE }).waits);
        assert_eq!(waits.map(u8::from), told, "{watch_qpn}, {watch_all}");
    }
}

/// The number on the block's page.
#[test]
fn the_worked_number_of_the_page() {
    let mut issue = Issue::new(8, UPDATES);
    let (a, b) = (1, 2);
    let offers = [a, a, b, a].map(|qpn| In { credit_return: false, ..offer(ack(qpn)) });
    let cycles = offers.into_iter().chain(std::iter::repeat_n(HELD, 12)).enumerate();
    let issued: Vec<_> =
        cycles.filter_map(|(cycle, i)| issued(&mut issue, &i).map(|e| (cycle, e.qpn, e.n0.raw()))).collect();
    assert_eq!(issued, [(3, a, 2), (5, b, 1), (11, a, 1)]);
}

#[test]
fn sums_stop_at_the_greatest_n_and_say_so() {
    let mut issue = Issue::new(8, UPDATES);
    let offered = |ece, n| In { credit_return: false, ..offer(Event { ece, n: N::wrap(n), ..ack(3) }) };
    // the first is picked in the third cycle, and the second joins it there; the others join the third
    let events = [(false, 4), (false, 1), (false, 10_000), (true, 6000), (false, 6383), (true, 10_383)];
    let beyond = [(false, 1), (true, 16_383)];
    let mut out = vec![];
    let offers = events.into_iter().chain(beyond).map(|(ece, n)| offered(ece, n));
    for input in offers.chain(std::iter::repeat_n(HELD, 30)) {
        out.push(issue.step(&input));
    }
    let told: Vec<_> = (0..out.len()).filter(|cycle| out[*cycle].saturates).collect();
    assert_eq!(told, [events.len() + 2, events.len() + 3]);
    let issued: Vec<_> =
        out.iter().filter_map(|out| out.issued).map(|i| (i.event.n0.raw(), i.event.n1.raw())).collect();
    assert_eq!(issued, [(5, 0), (16_383, 16_383)]);
}

#[test]
fn any_kind_joins_any_other_and_a_loss_stays() {
    let mut issue = Issue::new(8, UPDATES);
    let of = |kind, ece, n| Event { kind, ece, n: N::wrap(n), qpn: 3 };
    let events = [of(Kind::Ack, false, 1), of(Kind::Data, false, 0), of(Kind::Cnp, true, 1), of(Kind::Ack, false, 2)];
    let last = [of(Kind::Loss, false, 0), of(Kind::Data, false, 0), of(Kind::Ack, true, 4)];
    let offers = events.into_iter().chain(last).map(|event| In { credit_return: false, ..offer(event) });
    let issued: Vec<_> =
        offers.chain(std::iter::repeat_n(HELD, 40)).filter_map(|input| issued(&mut issue, &input)).collect();
    let folded = Record { kind: Kind::Loss, n0: N::wrap(2), n1: N::wrap(5), loss: true, qpn: 3 };
    assert_eq!(issued, [ack(3).into(), folded], "the second joins the first as that is picked");
}

#[test]
fn an_event_enters_the_lowest_slot_that_was_vacant_before_this_cycle() {
    let mut issue = Issue::new(4, 64);
    assert_eq!(issue.credits(), 64);
    // (QP that comes, slot that the one before it enters, slot that issues); a slot is vacant behind its issue
    let cycles = [
        (9, None, None),
        (7, Some(0), None),
        (8, Some(1), None),
        (5, Some(2), Some(0)),
        (6, Some(0), Some(1)),
        (4, Some(1), Some(2)),
    ];
    for (qpn, enters, issues) in cycles {
        let out = issue.step(&In { credit_return: false, ..offer(ack(qpn)) });
        let entered = out.enters.then_some(out.enter_slot);
        assert_eq!((entered, out.issued.map(|i| i.slot)), (enters, issues), "QP {qpn}");
    }
}

#[test]
fn reset_empties_the_slots_and_restores_the_credits() {
    let mut issue = Issue::new(4, UPDATES);
    for _ in 0..4 {
        issue.step(&In { credit_return: false, ..offer(ack(1)) });
    }
    issue.step(&In { rst_n: false, event: Some(ack(2).into()), ..In::IDLE });
    assert_eq!((issue.is_empty(), issue.credits()), (true, UPDATES));
    issue.step(&In { credit_return: false, ..offer(ack(1)) });
    assert!((0..2).all(|_| issue.step(&HELD).issued.is_none()));
    assert_eq!(issued(&mut issue, &HELD), Some(ack(1).into()), "the window of the last seven issues is empty too");
}
