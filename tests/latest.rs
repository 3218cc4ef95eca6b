//! `latest`: its rules by hand, what the page says of cycles, and that nothing is lost, said in another way than the
//! model does it.

use crate::support;

use layout::fixed::U;
use layout::record::{Alg, Algorithm, Kind, flag, has_limits, has_una};
use layout::timing::{LATEST_DROPS_APART, LATEST_LATENCY};
use model::latest::{In, Latest, Limits, Out, Record, Update, Word};
use std::collections::VecDeque;

const IDLE: In = In { rst_n: true, init: None, drop: None, update: None, rate: 0, ready: true };

fn update(qpn: u32, kind: Kind, alg: Algorithm) -> Update {
    Update { qpn, kind: U::wrap(kind as u64), alg: Alg::wrap(alg as u64), ..Update::default() }
}

/// An update whose limits and una both say `id`.
fn both(qpn: u32, id: u64) -> Update {
    Update { window: id, pace: id, una_psn: U::wrap(id), ..update(qpn, Kind::Ack, Algorithm::Dctcp) }
}

fn id(word: &Word) -> u64 {
    let limits = word.record.limits.expect("limits").window;
    assert_eq!(word.record.una_psn.expect("an una").raw(), limits);
    limits
}

/// Cycles of which nobody looks at the outputs; gives the last one's.
fn pass(block: &mut Latest, cycles: u32, input: &In) -> Out {
    (0..cycles).fold(Out::default(), |_, _| block.step(input))
}

fn put(block: &mut Latest, update: Update) -> Out {
    block.step(&In { update: Some(update), ..IDLE })
}

#[test]
fn dcqcn_alone_has_updates_without_limits_and_timer_alone_has_none_of_what_is_acknowledged() {
    for (alg, kind) in (0..16).flat_map(|alg| (0..8).map(move |kind| (alg, kind))) {
        let timer = kind == Kind::Timer as u64;
        let dcqcn = alg == Algorithm::DcqcnP as u64 || alg == Algorithm::DcqcnD as u64;
        assert_eq!(has_limits(Alg::wrap(alg), U::wrap(kind)), timer || !dcqcn, "{alg}, {kind}");
        assert_eq!(has_una(U::wrap(kind)), !timer, "{alg}, {kind}");
    }
}

#[test]
fn the_newest_limits_and_the_newest_una_stand_and_sticky_flags_and_feedback_add_up() {
    let mut record = Record::EMPTY;
    assert!(record.is_empty());
    let timer = Update { pace: 500, flags: 0x8030, ..update(0, Kind::Timer, Algorithm::DcqcnD) };
    record.join(&timer, 0);
    let limits = Limits { alg: timer.alg, window: 0, pace: 500, flags: 0x8030, rate: 0 };
    assert_eq!(record, Record { limits: Some(limits), una_psn: None, feedback: false });
    let ignored = flag::IGNORED.into();
    let cnp = Update { flags: ignored, una_psn: U::wrap(9), ..update(0, Kind::Cnp, Algorithm::DcqcnD) };
    record.join(&Update { feedback: true, flags: ignored | 0x40, ..cnp }, 0);
    assert_eq!(record, Record { limits: Some(limits), una_psn: Some(U::wrap(9)), feedback: true }, "no flag of it");
    let ack = Update { window: 7, flags: 0x105, una_psn: U::wrap(8), ..update(0, Kind::Ack, Algorithm::Hpcc) };
    record.join(&ack, 0);
    let limits = Limits { alg: ack.alg, window: 7, pace: 0, flags: 0x8135, rate: 0 };
    assert_eq!(record, Record { limits: Some(limits), una_psn: Some(U::wrap(8)), feedback: true });
    record.join(&Update { flags: 0x2, ..timer }, 0);
    let limits = Limits { alg: timer.alg, window: 0, pace: 500, flags: 0x8132, rate: 0 };
    assert_eq!(record, Record { limits: Some(limits), una_psn: Some(U::wrap(8)), feedback: true });
}

/// The number on the block's page.
#[test]
fn the_worked_number_of_the_page() {
    let mut block = Latest::new(16);
    let updates = [
        Update { window: 40_960, flags: 0x10, una_psn: U::wrap(100), ..update(5, Kind::Ack, Algorithm::Dctcp) },
        Update { pace: 500, flags: 0x20, ..update(7, Kind::Timer, Algorithm::DcqcnP) },
        Update { window: 20_480, flags: 0x01, una_psn: U::wrap(101), ..update(5, Kind::Ack, Algorithm::Dctcp) },
        Update { flags: 0x08, una_psn: U::wrap(9), ..update(7, Kind::Cnp, Algorithm::DcqcnP) },
    ];
    let out: Vec<_> = (0..14).map(|t| block.step(&In { update: updates.get(t).copied(), ..IDLE })).collect();
    let word = |qpn, alg, window, pace, flags, una| {
        let limits = Some(Limits { alg: Alg::wrap(alg as u64), window, pace, flags, rate: 0 });
        Some(Word { qpn, record: Record { limits, una_psn: Some(U::wrap(una)), feedback: false } })
    };
    let mut expected = [None; 14];
    expected[11] = word(5, Algorithm::Dctcp, 20_480, 0, 0x11, 101);
    expected[12] = word(7, Algorithm::DcqcnP, 0, 500, 0x20, 9);
    assert_eq!(out.iter().map(|out| out.word).collect::<Vec<_>>(), expected);
    let waiting: Vec<_> = out.iter().map(|out| out.waiting).collect();
    assert_eq!(waiting, [0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 1, 0]);
    let joined: Vec<_> = out.iter().map(|out| out.joined).collect();
    assert_eq!(joined, [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2]);
}

#[test]
fn where_nothing_waits_an_update_is_on_the_port_11_cycles_later() {
    let mut block = Latest::new(16);
    assert_eq!(LATEST_LATENCY, 11);
    for k in 0..40 {
        put(&mut block, both(k % 16, k.into()));
        let first = (1..).find_map(|t| block.step(&IDLE).word.map(|word| (t, id(&word))));
        assert_eq!(first, Some((LATEST_LATENCY, k.into())));
        pass(&mut block, k, &IDLE);
    }
}

#[test]
fn one_qp_in_every_cycle_gives_a_word_of_the_newest_six_every_6_cycles() {
    let mut block = Latest::new(16);
    let words: Vec<_> = (0..6000u64).filter_map(|t| put(&mut block, both(3, t)).word.map(|w| (t, id(&w)))).collect();
    assert!(words.len() > 990);
    for pair in words.windows(2) {
        assert_eq!((pair[1].0 - pair[0].0, pair[1].1 - pair[0].1), (6, 6));
    }
    // put in cycle t, it is in its stage 3 in t + 4; the word left next to the port in the cycle before
    assert!(words.iter().all(|(t, id)| t - id == 6), "{words:?}");
}

#[test]
fn all_qps_in_turn_go_in_and_out_one_a_cycle_and_in_the_order_of_entry() {
    for qps in [16, 64, 256] {
        let mut block = Latest::new(qps);
        let out = (0..5000u32).map(|t| put(&mut block, both(t % qps, t.into())));
        let words: Vec<_> = out.skip(LATEST_LATENCY as usize).map(|out| id(&out.word.expect("a word"))).collect();
        assert!(words.iter().copied().eq(0..5000 - u64::from(LATEST_LATENCY)), "{qps} QPs: none waits so long");
    }
}

#[test]
fn the_engine_never_waits_and_a_full_queue_gives_each_qp_once_with_its_newest_in_the_order_of_entry() {
    let qps = 256;
    let mut block = Latest::new(qps);
    let stopped = In { ready: false, ..IDLE };
    let (rounds, mut last) = (9, Out::default());
    for t in 0..rounds * qps {
        last = block.step(&In { update: Some(both(t * 5 % qps, t.into())), ..stopped });
    }
    assert_eq!(last.word.map(|word| (word.qpn, id(&word))), Some((0, 0)), "it stays");
    last = pass(&mut block, 20, &stopped);
    assert_eq!((last.waiting, last.joined), (qps, (rounds - 1) * qps - 1));
    let words: Vec<_> = (0..qps + 40).filter_map(|_| block.step(&IDLE).word).collect();
    assert_eq!(words.len() as u32, qps + 1);
    assert_eq!(words[0], last.word.expect("a word"));
    // QP 0 entered anew, when its first word was on the port and all others had entered
    let order = (1..=qps).map(|k| k * 5 % qps);
    let newest = |qpn| (0..rounds * qps).rev().find(|t| t * 5 % qps == qpn).map(u64::from);
    for (word, qpn) in words[1..].iter().zip(order) {
        assert_eq!((word.qpn, Some(id(word))), (qpn, newest(qpn)));
    }
    assert_eq!(block.step(&IDLE).waiting, 0);
}

#[test]
fn words_go_out_in_every_cycle_once_a_queue_that_was_full_is_taken() {
    let mut block = Latest::new(64);
    for t in 0..64 {
        block.step(&In { update: Some(both(t, t.into())), ready: false, ..IDLE });
    }
    pass(&mut block, 40, &In { ready: false, ..IDLE });
    assert!((0..64).all(|t| block.step(&IDLE).word.map(|word| word.qpn) == Some(t)));
}

#[test]
fn next_to_the_port_a_record_is_joined_up_to_the_cycle_in_which_it_goes_there() {
    let stopped = In { ready: false, ..IDLE };
    for ahead in 0..12 {
        let mut block = Latest::new(16);
        block.step(&In { update: Some(both(1, 1)), ..stopped });
        block.step(&In { update: Some(both(2, 2)), ..stopped });
        pass(&mut block, 40, &stopped);
        // stage 3 is 4 cycles behind; the port is free at the end of the cycle in which its word is taken
        block.step(&In { update: Some(both(2, 3)), ..stopped });
        pass(&mut block, ahead, &stopped);
        let words: Vec<_> = (0..40).filter_map(|_| block.step(&IDLE).word.map(|word| id(&word))).collect();
        let joins = ahead + 1 >= 5;
        assert_eq!(words, if joins { vec![1, 3] } else { vec![1, 2, 3] }, "{ahead} cycles");
    }
}

#[test]
fn an_update_of_the_drops_cycle_stays_and_takes_the_place_that_was_left() {
    let stopped = In { ready: false, ..IDLE };
    let mut block = Latest::new(16);
    for qpn in 1..=9 {
        block.step(&In { update: Some(both(qpn, qpn.into())), ..stopped });
    }
    pass(&mut block, 40, &stopped);
    for (qpn, newer) in [(1, None), (2, None), (4, Some(40)), (8, Some(80)), (9, None)] {
        let update = newer.map(|id| both(qpn, id));
        block.step(&In { drop: Some(qpn), update, ..stopped });
        pass(&mut block, LATEST_DROPS_APART - 1, &stopped);
    }
    pass(&mut block, 20, &stopped);
    assert_eq!(block.step(&stopped).waiting, 6);
    let words: Vec<_> = (0..40).filter_map(|_| block.step(&IDLE).word.map(|w| (w.qpn, id(&w)))).collect();
    assert_eq!(words, [(1, 1), (3, 3), (4, 40), (5, 5), (6, 6), (7, 7), (8, 80)], "QP 1 stood on the port");
}

#[test]
fn a_reset_forgets_what_waits_and_init_what_is_kept() {
    let mut block = Latest::new(16);
    for t in 0..40 {
        block.step(&In { update: Some(both(t % 16, t.into())), ready: false, ..IDLE });
    }
    block.step(&In { rst_n: false, ..IDLE });
    for qpn in 0..16 {
        block.step(&In { init: Some(qpn), ..IDLE });
    }
    assert!((0..40).all(|_| block.step(&IDLE) == Out::default()));
    put(&mut block, both(3, 77));
    let words: Vec<_> = (0..40).filter_map(|_| block.step(&IDLE).word.map(|word| id(&word))).collect();
    assert_eq!(words, [77]);
}

/// For random traffic without drops: each word is what came of its QP since the last one up to some update, joined; at
/// the end nothing is left, and the counts match.
#[test]
fn nothing_is_lost_each_word_is_all_that_came_of_its_qp_since_the_last_one() {
    let mut random = support::seed("nothing_is_lost_each_word_is_all_that_came_of_its_qp_since_the_last_one");
    for qps in [16, 64] {
        let mut block = Latest::new(qps);
        let mut came = vec![VecDeque::new(); qps as usize];
        let (mut sent, mut words, mut last) = (0u64, 0u64, Out::default());
        let (mut many, mut busy, mut ready) = (1, 1, 1);
        for t in 0..200_000u64 {
            if t % 128 == 0 {
                many = random.pick(&[1, 2, 5, qps.into()]);
                (busy, ready) = (random.pick(&[0, 1, 2, 9]), random.pick(&[0, 1, 2, 9, 1000]));
            }
            let rests = t >= 199_000;
            let update = (!rests && (busy == 0 || !random.chance(busy + 1))).then(|| Update {
                kind: U::wrap(random.below(8)),
                qpn: random.below(many) as u32,
                alg: Alg::wrap(random.below(8)),
                window: random.below(1 << 42),
                pace: random.below(1 << 40),
                flags: random.below(16) as u16 | 1 << random.below(16),
                feedback: random.chance(4),
                una_psn: U::wrap(random.below(1 << 24)),
            });
            let taken = rests || ready == 0 || random.chance(ready);
            last = block.step(&In { update, ready: taken, ..IDLE });
            if let Some(word) = last.word.filter(|_| taken) {
                words += 1;
                let came = &mut came[word.qpn as usize];
                let mut record = Record::EMPTY;
                // each changes something: a number that is drawn does not come twice
                while record != word.record {
                    let update = came.pop_front().unwrap_or_else(|| panic!("cycle {t}: {word:?}"));
                    record.join(&update, 0);
                }
            }
            if let Some(update) = update {
                sent += 1;
                came[update.qpn as usize].push_back(update);
            }
        }
        assert!(came.iter().all(|came| came.is_empty()), "all has come");
        assert_eq!(last.waiting, 0);
        assert_eq!(u64::from(last.joined) + words, sent, "each update began a word, or joined one");
        assert!(words > 20_000 && last.joined > 20_000, "{words} words, {} joined", last.joined);
    }
}

/// With drops: what comes later than a drop of its QP has nothing of before it, but for the word that stood on the
/// port; and the newest comes if no drop was behind it.
#[test]
fn nothing_of_before_a_drop_comes_behind_it_but_the_word_that_stood_on_the_port() {
    let mut random = support::seed("nothing_of_before_a_drop_comes_behind_it_but_the_word_that_stood_on_the_port");
    let mut block = Latest::new(16);
    let (mut newest, mut dropped, mut came) = ([None; 16], [0u64; 16], [0u64; 16]);
    let (mut many, mut ready, mut drop_at, mut drops, mut stood) = (1, 1, 0, 0, 0);
    let mut port = None;
    for t in 1..400_000u64 {
        if t % 64 == 0 {
            (many, ready) = (random.pick(&[1, 2, 3, 5, 16]), random.pick(&[0, 0, 1, 2, 9]));
        }
        let rests = t >= 399_000;
        let update = (!rests && !random.chance(3)).then(|| both(random.below(many) as u32, t));
        let drop = (!rests && t >= drop_at && random.chance(6)).then(|| random.below(many) as u32);
        let taken = rests || ready == 0 || random.chance(ready);
        let out = block.step(&In { update, drop, ready: taken, ..IDLE });
        if let Some(word) = out.word {
            let qpn = word.qpn as usize;
            let stands = port == Some(word);
            let of_before = id(&word) < dropped[qpn];
            assert!(stands || !of_before, "cycle {t}: {word:?} is new on the port, dropped in {}", dropped[qpn]);
            stood += u64::from(stands && of_before && taken);
            came[qpn] = came[qpn].max(id(&word));
        }
        port = out.word.filter(|_| !taken);
        if let Some(qpn) = drop {
            (dropped[qpn as usize], newest[qpn as usize], drops) = (t, None, drops + 1);
            drop_at = t + u64::from(LATEST_DROPS_APART);
        }
        if let Some(update) = update {
            newest[update.qpn as usize] = Some(t);
        }
    }
    for (qpn, (newest, came)) in newest.into_iter().zip(came).enumerate() {
        assert!(newest.is_none_or(|id| came == id), "QP {qpn}: {newest:?}, {came}");
    }
    assert!(drops > 20_000 && stood > 100, "{drops} drops, {stood} stood on the port");
}
