//! `sent`: which writes an event sees, said in another way than the model does it.

use crate::support;

use layout::ldcp::Psn;
use model::sent::{Asks, Context, In, SentSlice, Tx};

const IDLE: In = In { rst_n: true, init: None, tx: None, event: None };

fn tx(qpn: u32, psn: u64) -> Option<Tx> {
    Some(Tx { qpn, psn: Psn::wrap(psn) })
}

fn asks(qpn: u32) -> Option<Asks> {
    Some(Asks { qpn, store: None })
}

fn sent(snd_nxt: u64, snd_max: u64) -> Context {
    Context { snd_nxt: Psn::wrap(snd_nxt), snd_max: Psn::wrap(snd_max) }
}

#[test]
fn an_event_sees_the_write_of_its_own_cycle_and_none_that_comes_later() {
    for write in 0..12 {
        let mut block = SentSlice::new(16);
        let out: Vec<_> = (0..17)
            .map(|cycle| {
                let event = asks(1).filter(|_| cycle < 12);
                block.step(&In { tx: if cycle == write { tx(1, 500) } else { tx(2, 9) }, event, ..IDLE })
            })
            .collect();
        for (event, seen) in out[5..].iter().enumerate() {
            let expected = if write <= event { sent(500, 500) } else { sent(0, 0) };
            assert_eq!(*seen, Some(expected), "{write} written, {event} read");
        }
    }
}

/// The number on the block's page.
#[test]
fn the_worked_number_of_the_page() {
    let mut block = SentSlice::new(16);
    let cycles =
        [(None, tx(3, 100)), (asks(3), tx(3, 101)), (asks(3), tx(4, 7)), (asks(4), tx(3, 99)), (asks(3), None)];
    let cycles = cycles.into_iter().chain(std::iter::repeat_n((None, None), 5));
    let out: Vec<_> = cycles.map(|(event, tx)| block.step(&In { tx, event, ..IDLE })).collect();
    assert_eq!(out[..6], [None; 6]);
    assert_eq!(out[6..], [sent(101, 101), sent(101, 101), sent(7, 7), sent(99, 101)].map(Some));
}

#[test]
fn a_rewind_lowers_snd_nxt_and_never_snd_max_and_what_is_opened_begins_anew() {
    let opened = Context::behind(Psn::wrap(0xff_ffff));
    assert_eq!(opened, sent(0, 0));
    let far = opened.sends(Psn::wrap(0x7f_ffff));
    assert_eq!(far, sent(0x7f_ffff, 0x7f_ffff));
    assert_eq!(far.sends(Psn::wrap(0x10)), sent(0x10, 0x7f_ffff));
    assert_eq!(far.sends(Psn::wrap(0xff_ffff)), sent(0xff_ffff, 0x7f_ffff), "half the circle is behind");
    assert_eq!(far.sends(Psn::wrap(0xff_fffe)), sent(0xff_fffe, 0xff_fffe));
    let mut block = SentSlice::new(16);
    for psn in [50, 20] {
        block.step(&In { tx: tx(3, psn), ..IDLE });
    }
    assert_eq!(block.context(3), sent(20, 50));
    block.step(&In { tx: tx(3, 70), event: Some(Asks { qpn: 3, store: Some(Psn::wrap(9)) }), ..IDLE });
    assert_eq!(block.context(3), sent(10, 10), "an event that stores goes before a report");
}

#[test]
fn an_event_sees_the_last_write_of_its_qp_in_the_log() {
    let mut random = support::seed("an_event_sees_the_last_write_of_its_qp_in_the_log");
    let mut block = SentSlice::new(16);
    // QP, PSN, and whether it begins anew
    let mut log: Vec<(u32, u64, bool)> = vec![];
    let mut expected: Vec<Option<Context>> = vec![];
    let mut compared = 0;
    for cycle in 0..8_000 {
        let few = if cycle & 64 == 0 { 2 } else { 16 };
        let mut input = IDLE;
        let store = random.chance(40).then(|| Psn::wrap(random.next()));
        input.event = (!random.chance(4)).then(|| Asks { qpn: random.below(few) as u32, store });
        let (qpn, psn) = (random.below(few) as u32, random.below(1 << 24));
        input.tx = tx(qpn, psn).filter(|_| !random.chance(3));
        input.init = random.chance(50).then(|| random.below(few) as u32);
        log.extend(match (input.init, input.event) {
            (Some(address), _) => Some((address, 0, true)),
            (None, Some(Asks { qpn, store: Some(last) })) => Some((qpn, (last.raw() + 1) & Psn::MAX_RAW, true)),
            _ => input.tx.map(|_| (qpn, psn, false)),
        });
        expected.push(input.event.map(|Asks { qpn, .. }| {
            let own: Vec<_> = log.iter().filter(|(q, ..)| *q == qpn).collect();
            let since = own.iter().rposition(|(.., anew)| *anew).unwrap_or(0);
            let first = own.get(since).map_or(0, |(_, psn, anew)| if *anew { *psn } else { 0 });
            let max = own[since..].iter().fold(first, |max, (_, psn, _)| {
                if psn.wrapping_sub(max) & Psn::MAX_RAW < 1 << 23 { *psn } else { max }
            });
            sent(own.last().map_or(0, |(_, psn, _)| *psn), max)
        }));
        let due = expected.len().checked_sub(1 + 5).and_then(|i| expected[i]);
        assert_eq!(block.step(&input), due, "cycle {cycle}");
        compared += due.is_some() as u32;
    }
    assert!(compared > 4_000);
}

#[test]
fn reset_forgets_the_events_and_writes_nothing() {
    let mut block = SentSlice::new(16);
    block.step(&In { tx: tx(1, 5), event: asks(1), ..IDLE });
    block.step(&In { rst_n: false, tx: tx(1, 6), ..IDLE });
    assert!((0..10).all(|_| block.step(&IDLE).is_none()));
    assert_eq!(block.context(1), sent(5, 5));
    block.step(&In { init: Some(1), tx: tx(1, 7), ..IDLE });
    assert_eq!(block.context(1), sent(0, 0));
}
