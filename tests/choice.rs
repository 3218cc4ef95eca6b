//! `choice`: its rule, and the block against it in order of arrival.

use crate::support;

use layout::record::{Alg, Set};
use model::choice::{self, Arrival, Choice, ChoiceSlice, In};

fn pick(alg: u64, set: u64) -> Choice {
    Choice { alg: Alg::wrap(alg), set: Set::wrap(set) }
}

const IDLE: In = In { rst_n: true, init: None, host: Choice::RESET, arrival: None };

fn event(qpn: u32, store: bool) -> Option<Arrival> {
    Some(Arrival { qpn, store })
}

#[test]
fn a_host_write_travels_under_the_choice_that_it_sets() {
    for store in [false, true] {
        let after = choice::step(pick(1, 5), &Arrival { qpn: 0, store }, pick(3, 15));
        assert_eq!(after, if store { pick(3, 15) } else { pick(1, 5) });
    }
}

/// The number on the block's page.
#[test]
fn the_worked_number_of_the_page() {
    let mut block = ChoiceSlice::new(16);
    let arrivals = [event(5, false), event(5, true), event(5, false), event(6, false)];
    let out: Vec<_> = (0..8)
        .map(|cycle| {
            // held from the cycle after the write, in cycle 1, to its result
            let host = if (2..=5).contains(&cycle) { pick(2, 3) } else { pick(1, 9) };
            block.step(&In { host, arrival: arrivals.get(cycle).copied().flatten(), ..IDLE })
        })
        .collect();
    let expected = [None, None, None, None, Some(pick(0, 0)), Some(pick(2, 3)), Some(pick(2, 3)), Some(pick(0, 0))];
    assert_eq!(out, expected);
}

#[test]
fn every_later_event_sees_a_host_write_and_every_earlier_one_does_not_at_one_event_a_cycle_of_any_qp() {
    let name = "every_later_event_sees_a_host_write_and_every_earlier_one_does_not_at_one_event_a_cycle_of_any_qp";
    let mut random = support::seed(name);
    let mut block = ChoiceSlice::new(16);
    let mut choices = [Choice::RESET; 16];
    let mut expected: Vec<Option<Choice>> = Vec::new();
    let (mut host, mut held_until) = (Choice::RESET, 0);
    let (mut compared, mut stored) = (0, 0);
    for cycle in 0..200_000 {
        let qpn = if cycle & 64 == 0 { 5 } else { random.below(16) as u32 };
        let store = cycle >= held_until && random.chance(4);
        let arrival = (!random.chance(8)).then_some(Arrival { qpn, store });
        let input = In { arrival, host, ..IDLE };
        if arrival.is_some() && store {
            // from the next cycle on
            (host, held_until, stored) = (pick(random.below(4), random.below(16)), cycle + 8, stored + 1);
        }
        expected.push(arrival.map(|a| {
            if a.store {
                choices[a.qpn as usize] = host;
            }
            choices[a.qpn as usize]
        }));
        let due = expected.len().checked_sub(1 + 4).and_then(|i| expected[i]);
        assert_eq!(block.step(&input), due, "cycle {cycle}");
        compared += due.is_some() as u32;
    }
    assert!(compared > 100_000 && stored > 5000, "{compared}, {stored}");
}

#[test]
fn reset_in_flight_forgets_the_events_and_init_restores_the_choice() {
    let mut block = ChoiceSlice::new(16);
    let result = |block: &mut ChoiceSlice, store| {
        block.step(&In { arrival: event(3, store), ..IDLE });
        (0..4).map(|_| block.step(&In { host: pick(2, 7), ..IDLE })).last().flatten()
    };
    assert_eq!(result(&mut block, true), Some(pick(2, 7)));
    assert_eq!(block.choice(3), pick(2, 7));
    block.step(&In { arrival: event(3, false), ..IDLE });
    block.step(&In { rst_n: false, ..IDLE });
    assert!((0..10).all(|_| block.step(&IDLE).is_none()));
    block.step(&In { init: Some(3), ..IDLE });
    assert_eq!(result(&mut block, false), Some(Choice::RESET));
}
