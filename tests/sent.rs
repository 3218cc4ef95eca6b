//! `sent`: which writes an event sees, said in another way than the model does it.

use crate::support;

use layout::hpcc::Seq;
use model::sent::{In, SentSlice, Tx};

const IDLE: In = In { rst_n: true, init: None, tx: None, event: None };

fn tx(qpn: u32, psn: u64) -> Option<Tx> {
    Some(Tx { qpn, psn: Seq::wrap(psn) })
}

#[test]
fn an_event_sees_the_write_of_its_own_cycle_and_none_that_comes_later() {
    for write in 0..12 {
        let mut block = SentSlice::new(16);
        let out: Vec<_> = (0..16)
            .map(|cycle| {
                let event = (cycle < 12).then_some(1);
                block.step(&In { tx: if cycle == write { tx(1, 500) } else { tx(2, 9) }, event, ..IDLE })
            })
            .collect();
        for (event, seen) in out[4..].iter().enumerate() {
            assert_eq!(*seen, Some(Seq::wrap(if write <= event { 500 } else { 0 })), "{write} written, {event} read");
        }
    }
}

/// The number on the block's page.
#[test]
fn the_worked_number_of_the_page() {
    let mut block = SentSlice::new(16);
    let cycles = [(None, tx(3, 100)), (Some(3), tx(3, 101)), (Some(3), tx(4, 7)), (Some(4), tx(3, 102))];
    let cycles = cycles.into_iter().chain(std::iter::repeat_n((None, None), 4));
    let out: Vec<_> = cycles.map(|(event, tx)| block.step(&In { tx, event, ..IDLE })).collect();
    assert_eq!(out[..5], [None; 5]);
    assert_eq!(out[5..], [101, 101, 7].map(|psn| Some(Seq::wrap(psn))));
}

#[test]
fn an_event_sees_the_last_write_of_its_qp_in_the_log() {
    let mut random = support::seed("an_event_sees_the_last_write_of_its_qp_in_the_log");
    let mut block = SentSlice::new(16);
    let (mut log, mut expected): (Vec<(u32, u64)>, Vec<Option<u64>>) = Default::default();
    let mut compared = 0;
    for cycle in 0..50_000 {
        let few = if cycle & 64 == 0 { 2 } else { 16 };
        let mut input = IDLE;
        if !random.chance(3) {
            let (qpn, psn) = (random.below(few) as u32, random.below(1 << 24));
            (input.tx, input.event) = (tx(qpn, psn), None);
            log.push((qpn, psn));
        }
        if random.chance(50) {
            // in place of the write of this cycle
            let address = random.below(few) as u32;
            if input.tx.is_some() {
                log.pop();
            }
            input.init = Some(address);
            log.push((address, 0));
        }
        input.event = (!random.chance(4)).then(|| random.below(few) as u32);
        expected.push(input.event.map(|qpn| log.iter().rev().find(|(q, _)| *q == qpn).map_or(0, |(_, psn)| *psn)));
        let due = expected.len().checked_sub(1 + 4).and_then(|i| expected[i]);
        assert_eq!(block.step(&input).map(Seq::raw), due, "cycle {cycle}");
        compared += due.is_some() as u32;
    }
    assert!(compared > 30_000);
}

#[test]
fn reset_forgets_the_events_and_writes_nothing() {
    let mut block = SentSlice::new(16);
    block.step(&In { tx: tx(1, 5), event: Some(1), ..IDLE });
    block.step(&In { rst_n: false, tx: tx(1, 6), ..IDLE });
    assert!((0..10).all(|_| block.step(&IDLE).is_none()));
    assert_eq!(block.snd_nxt(1), Seq::wrap(5));
    block.step(&In { init: Some(1), tx: tx(1, 7), ..IDLE });
    assert_eq!(block.snd_nxt(1), Seq::ZERO);
}
