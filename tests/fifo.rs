//! What carries events between blocks: the first-word fall-through FIFO and the pipeline of fixed latency.

use crate::support;

use model::delay::Delay;
use model::fifo::Fifo;
use std::collections::VecDeque;

#[test]
fn a_fifo_keeps_order_and_count_under_any_pushes_and_pops() {
    let mut random = support::seed("a_fifo_keeps_order_and_count_under_any_pushes_and_pops");
    let mut fifo = Fifo::<u32, 4>::default();
    let mut reference = VecDeque::new();
    let mut lengths = [0; 5];
    for cycle in 0..100_000 {
        // long stretches in which it fills, then some in which it empties
        let push = (fifo.len() < 4 && random.below(8) < if cycle & 64 == 0 { 6 } else { 2 }).then_some(cycle);
        let pop = random.chance(2);
        lengths[reference.len()] += 1;
        assert_eq!((fifo.head(), fifo.len()), (reference.front().copied(), reference.len()));
        let head = fifo.step(push, pop);
        assert_eq!(head, reference.front().copied(), "what is pushed is not at the head in the same cycle");
        if pop {
            reference.pop_front();
        }
        reference.extend(push);
    }
    assert!(lengths.iter().all(|&n| n > 1000), "every filling occurs: {lengths:?}");
}

#[test]
fn what_is_pushed_into_an_empty_fifo_is_at_the_head_one_cycle_later() {
    let mut fifo = Fifo::<u8, 32>::default();
    assert_eq!(fifo.step(Some(7), true), None, "a pop of nothing is no pop");
    assert_eq!(fifo.step(None, false), Some(7));
    assert_eq!(fifo.step(Some(8), true), Some(7));
    assert_eq!(fifo.step(None, true), Some(8));
    assert!(fifo.is_empty());
    fifo.step(Some(9), false);
    fifo.reset();
    assert_eq!((fifo.head(), fifo.len()), (None, 0));
}

#[test]
#[should_panic(expected = "push into a full FIFO")]
fn a_push_into_a_full_fifo_is_a_broken_invariant() {
    let mut fifo = Fifo::<u8, 4>::default();
    (0..5).for_each(|i| {
        fifo.step(Some(i), false);
    });
}

/// Every pattern of twelve inputs, at every latency up to seven, ticked and with the quiet cycles skipped.
#[test]
fn a_delay_gives_each_item_n_cycles_later_and_skips_exactly() {
    fn exhaust<const N: usize>() -> u32 {
        let mut compared = 0;
        for pattern in 0u32..1 << 12 {
            let input = |cycle: usize| (pattern >> cycle & 1 == 1).then_some(cycle);
            let (mut ticking, mut skipping) = (Delay::<usize, N>::default(), Delay::<usize, N>::default());
            for cycle in 0..12usize {
                let expected = cycle.checked_sub(N).and_then(input);
                assert_eq!(ticking.step(input(cycle)), expected, "latency {N}, pattern {pattern:#b}, cycle {cycle}");
                skipping.step(input(cycle));
                compared += 1;
            }
            let mut cycle = 12;
            while skipping.quiet_cycles() != u64::MAX {
                let quiet = skipping.quiet_cycles();
                for _ in 0..quiet {
                    assert_eq!(ticking.step(None), None, "quiet_cycles promised it");
                }
                skipping.skip(quiet);
                cycle += quiet as usize;
                let out = skipping.step(None);
                assert_eq!((out, ticking.step(None)), (input(cycle - N), input(cycle - N)));
                assert!(out.is_some(), "something leaves after the quiet cycles");
                cycle += 1;
                compared += 1;
            }
            assert!((0..N).all(|_| ticking.step(None).is_none()));
        }
        compared
    }
    let compared = exhaust::<1>() + exhaust::<2>() + exhaust::<3>() + exhaust::<4>() + exhaust::<5>() + exhaust::<7>();
    println!("{compared} cycles compared");
    assert!(compared > 300_000);
}
