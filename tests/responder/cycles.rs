//! The block with its cycles in the model, which `verify --block responder` holds against the RTL.

use super::{CFG, Frames, HEADER, IDLE, LONGEST, WIDTHS, ack, cnp, ready};
use crate::support;
use layout::record::Kind;
use layout::timing::RESPONDER_LATENCY;
use model::responder::{Answer, Header, In, Responder, frame};

/// Offers the answers one after the other, each until it is taken; gives the frames, and each beat's cycle.
fn run(block: &mut Responder, answers: &[Answer], cycles: u32, mut each: impl FnMut(u32) -> In) -> (Frames, Vec<u32>) {
    let (mut frames, mut at, mut offered) = (Frames::default(), vec![], 0);
    for cycle in 0..cycles {
        let input = In { answer: answers.get(offered).copied(), ..each(cycle) };
        let out = block.step(&input);
        offered += usize::from(out.answer_ready && input.answer.is_some());
        if let Some(beat) = out.beat.filter(|_| input.ready) {
            frames.take(&beat);
            at.push(cycle);
        }
    }
    assert!(offered == answers.len(), "{offered} of {} answers were taken", answers.len());
    (frames, at)
}

fn alone(header: &Header, answer: &Answer, msn: u32) -> Vec<u8> {
    frame(header, answer, msn, &CFG).expect("a frame")
}

#[test]
fn a_frame_begins_16_cycles_behind_its_answer_where_nothing_waits_and_has_no_gaps() {
    for width in WIDTHS {
        for header in [HEADER, LONGEST] {
            for answer in [ack(0, 10), cnp(15)] {
                let (frames, at) = run(&mut ready(width, 5, header), &[answer], 80, |_| IDLE);
                let bytes = alone(&header, &answer, 0);
                let beats = bytes.len().div_ceil(width as usize / 8) as u32;
                let expected: Vec<_> = (RESPONDER_LATENCY..RESPONDER_LATENCY + beats).collect();
                assert_eq!((frames.done, at), (vec![bytes], expected), "{width}");
            }
        }
    }
}

/// The longest CNP, IPv6 with a tag on the narrowest stream, has gone altogether.
#[test]
fn a_cnp_is_out_40_cycles_behind_its_answer_at_every_width() {
    for width in WIDTHS {
        let (_, at) = run(&mut ready(width, 5, LONGEST), &[cnp(3)], 80, |_| IDLE);
        assert!(at.last().is_some_and(|last| *last <= 40), "{width}: {at:?}");
    }
}

#[test]
fn answers_in_each_cycle_give_a_beat_in_each_cycle() {
    for width in WIDTHS {
        for header in [HEADER, LONGEST] {
            let answers: Vec<_> = (0..300).map(|k| if k % 3 == 2 { cnp(k % 16) } else { ack(k % 16, k) }).collect();
            let (frames, at) = run(&mut ready(width, 5, header), &answers, 6000, |_| IDLE);
            let bytes: Vec<_> = answers.iter().map(|answer| alone(&header, answer, 0)).collect();
            assert_eq!(frames.done, bytes);
            let beats: usize = bytes.iter().map(|frame| frame.len().div_ceil(width as usize / 8)).sum();
            let expected: Vec<_> = (RESPONDER_LATENCY..RESPONDER_LATENCY + beats as u32).collect();
            assert_eq!(at, expected, "{width}");
        }
    }
}

/// A MAC that has begun a frame must not wait for its next beat.
#[test]
fn within_a_frame_there_is_always_a_beat() {
    let mut random = support::seed("responder beats");
    for width in WIDTHS {
        let mut block = ready(width, 5, LONGEST);
        let (mut open, mut taken) = (false, 0);
        for cycle in 0..30_000u32 {
            let rate = [16, 16, 8, 1, 15][cycle as usize / 1000 % 5];
            let input = In {
                answer: random.chance(1 + u64::from(cycle / 5000)).then(|| ack(cycle % 16, cycle & 0xff_ffff)),
                host: random.chance(9).then_some((cycle % 16, LONGEST)),
                ready: random.below(16) < rate,
                ..IDLE
            };
            let out = block.step(&input);
            assert!(!open || out.beat.is_some(), "{width}: no beat in cycle {cycle}");
            if let Some(beat) = out.beat.filter(|_| input.ready) {
                (open, taken) = (!beat.tlast, taken + 1);
            }
        }
        assert!(taken > 10_000, "{taken}");
    }
}

#[test]
fn while_no_beat_is_taken_answers_wait_and_then_all_go() {
    for width in WIDTHS {
        let mut block = ready(width, 5, HEADER);
        let answers: Vec<_> = (0..200).map(|k| ack(k % 16, k)).collect();
        let (frames, _) = run(&mut block, &answers, 4000, |cycle| In { ready: cycle >= 500, ..IDLE });
        assert_eq!(frames.done, answers.iter().map(|a| alone(&HEADER, a, 0)).collect::<Vec<_>>());
    }
}

/// One header or the other, whole, and once the new one is there no frame has the old one any more.
#[test]
fn a_frame_has_one_header_whole_whenever_it_is_rewritten() {
    let old = HEADER;
    let new = Header { dst_ip: u128::MAX, src_mac: [9; 6], dest_qp: 0x77, ..LONGEST };
    for width in WIDTHS {
        for written in 0..40 {
            let mut block = ready(width, 5, old);
            let answers: Vec<_> = (0..30).map(|k| ack(3, k)).collect();
            let each = |cycle| In { host: (cycle == written).then_some((3, new)), ..IDLE };
            let (frames, _) = run(&mut block, &answers, 1000, each);
            let is_new: Vec<_> =
                frames.done.iter().zip(&answers).map(|(bytes, a)| *bytes == alone(&new, a, 0)).collect();
            for ((bytes, answer), is_new) in frames.done.iter().zip(&answers).zip(&is_new) {
                assert!(*is_new || *bytes == alone(&old, answer, 0), "a frame of neither header");
            }
            assert!(is_new.is_sorted(), "{is_new:?}");
            assert_eq!(is_new.len(), 30);
        }
    }
}

/// The page's rule: an answer that comes in the cycle of the write, or later, has the new header.
#[test]
fn an_answer_of_the_write_s_cycle_has_what_was_written() {
    for (written, is_new) in [(0, true), (1, false), (2, false)] {
        let new = Header { ttl: 9, ..HEADER };
        let each = |cycle| In { host: (cycle == written).then_some((3, new)), ..IDLE };
        let (frames, _) = run(&mut ready(512, 5, HEADER), &[ack(3, 1)], 60, each);
        assert_eq!(frames.done, [alone(if is_new { &new } else { &HEADER }, &ack(3, 1), 0)], "{written}");
    }
}

#[test]
fn an_ack_has_the_msn_that_was_written_up_to_three_cycles_behind_it() {
    for (written, has) in [(0, true), (3, true), (4, false), (9, false)] {
        let each = |cycle| In { msn: (cycle == written).then_some((3, 0xabcdef)), ..IDLE };
        let (frames, _) = run(&mut ready(512, 5, HEADER), &[ack(3, 1)], 60, each);
        assert_eq!(frames.done, [alone(&HEADER, &ack(3, 1), if has { 0xabcdef } else { 0 })], "{written}");
    }
}

#[test]
fn a_qp_without_a_header_is_counted_and_delays_the_next_answer_by_a_cycle() {
    let mut block = ready(512, 5, HEADER);
    block.step(&In { host: Some((3, Header { valid: false, ..HEADER })), ..IDLE });
    block.step(&IDLE);
    let unknown = Answer { kind: Kind::Data as u8, ..ack(4, 2) };
    let nak = Answer { kind: Kind::Loss as u8, ..ack(4, 2) };
    let answers = [ack(3, 1), cnp(3), unknown, ack(4, 2), nak, cnp(4)];
    let (frames, at) = run(&mut block, &answers, 80, |_| IDLE);
    let expected: Vec<_> = answers[3..].iter().map(|answer| alone(&HEADER, answer, 0)).collect();
    assert_eq!((frames.done, at), (expected, vec![19, 20, 21, 22]));
    let counts = block.step(&IDLE).counts;
    let told = (counts.acks, counts.naks, counts.cnps, counts.unwritten, counts.unknown);
    assert_eq!(told, (1, 1, 1, 2, 1));
}

/// Initialised again, its headers and MSNs are gone; behind a reset they are what they were.
#[test]
fn the_initialisation_forgets_headers_and_msns_and_a_reset_does_not() {
    let mut block = ready(512, 5, HEADER);
    block.step(&In { msn: Some((3, 5)), ..IDLE });
    block.step(&In { answer: Some(ack(3, 1)), ..IDLE });
    block.step(&In { rst_n: false, ..IDLE });
    let (frames, _) = run(&mut block, &[ack(3, 2)], 60, |_| IDLE);
    assert_eq!(frames.done, [alone(&HEADER, &ack(3, 2), 5)]);
    block.step(&In { init: Some(3), host: Some((4, Header::default())), msn: Some((4, 9)), ..IDLE });
    let (frames, _) = run(&mut block, &[ack(3, 2), ack(4, 2)], 60, |_| IDLE);
    assert_eq!(frames.done, [alone(&HEADER, &ack(4, 2), 0)], "writes of the cycle do not count");
}
