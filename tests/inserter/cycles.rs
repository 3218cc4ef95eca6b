//! The block with its cycles in the model, which `verify --block inserter` holds against the RTL.

use super::{CAME, CFG, IDLE, WENT, WIDTHS, beats_of, data, ready, run};
use crate::support;
use layout::timing::INSERTER_LATENCY;
use model::inserter::{Config, In, frame};
use model::parser::Beat;

/// Beats that are looked at before it is known what becomes of a frame.
fn looks(width: u32) -> u32 {
    4 * 18 * 8 / width + 1
}

#[test]
fn a_frame_begins_to_go_16_cycles_behind_the_beat_that_decides_and_has_no_gaps() {
    let long = support::frames::over_ipv4(
        model::packet::bth::Repr::new(4, 0x2a, 1),
        model::packet::frame::Body::Other(vec![7; 1024]),
    );
    for width in WIDTHS {
        for bytes in [&CAME[..], &long] {
            for every in [0, 1] {
                let beats = beats_of([bytes], width);
                let (frames, at) = run(&mut ready(width, every), &beats, |_| IDLE);
                let decides = looks(width).min(beats.len() as u32) - 1;
                let (_, went) = frame(bytes, every == 1, &CFG);
                let many = went.len().div_ceil(width as usize / 8) as u32;
                let first = decides + INSERTER_LATENCY;
                assert_eq!(at, (first..first + many).collect::<Vec<_>>(), "{width}, {every}");
                assert_eq!(frames.done, [(went, false)]);
            }
        }
    }
}

/// A beat a cycle in, where nothing is added; and a beat a cycle out, whatever is.
#[test]
fn beats_in_each_cycle_give_a_beat_in_each_cycle() {
    for width in WIDTHS {
        for (every, cfg) in [(0, CFG), (1, CFG), (1, Config { area: 63, ..CFG }), (3, Config { area: 16, ..CFG })] {
            let frames: Vec<&[u8]> = vec![&CAME[..]; 300];
            let beats = beats_of(frames, width);
            let (frames, at) = run(&mut ready(width, every), &beats, |_| In { cfg, ..IDLE });
            let went: Vec<_> = (0..300)
                .map(|k| (frame(&CAME, every > 0 && k % u32::from(every.max(1)) == 0, &cfg).1, false))
                .collect();
            assert_eq!(frames.done, went);
            let many: usize = went.iter().map(|(bytes, _)| bytes.len().div_ceil(width as usize / 8)).sum();
            let (first, last) = (at[0], at[at.len() - 1]);
            assert_eq!(last - first + 1, many as u32, "{width}, {every}");
        }
    }
}

/// A MAC that has begun a frame must not wait for its next beat, if the frame came so.
#[test]
fn where_a_frame_has_come_without_gaps_it_goes_without() {
    let mut random = support::seed("inserter beats");
    for width in WIDTHS {
        let mut block = ready(width, 2);
        let cfg = Config { area: 1 + random.below(63) as u8, ..CFG };
        let (mut beats, mut offered, mut open, mut taken) = (vec![], 0, false, 0);
        for cycle in 0..20_000u32 {
            if offered == beats.len() && random.chance(1 + u64::from(cycle / 4000) * 3) {
                (beats, offered) = (Beat::split(&data(&mut random).emit(), width).collect(), 0);
            }
            let ready = random.below(16) < [16, 16, 8, 1, 15][cycle as usize / 1000 % 5];
            let input = In { beat: beats.get(offered).copied(), qpn: cycle % 16, ready, cfg, ..IDLE };
            let out = block.step(&input);
            offered += usize::from(out.ready && input.beat.is_some());
            assert!(!open || out.beat.is_some(), "{width}: no beat in cycle {cycle}");
            if let Some(beat) = out.beat.filter(|_| ready) {
                (open, taken) = (!beat.tlast, taken + 1);
            }
        }
        assert!(taken > 5000, "{taken}");
    }
}

#[test]
fn while_no_beat_is_taken_beats_wait_and_then_all_go() {
    for width in WIDTHS {
        let beats = beats_of(vec![&CAME[..]; 100], width);
        let (frames, _) = run(&mut ready(width, 1), &beats, |cycle| In { ready: cycle >= 500, ..IDLE });
        assert_eq!(frames.done, vec![(WENT.to_vec(), false); 100]);
    }
}

/// Of k packets of a QP the first carries the area, whatever others do; packets of no data do not count.
#[test]
fn one_in_k_of_each_qp_carries_the_area() {
    let mut ack = CAME;
    ack[42] = 0x11;
    for width in WIDTHS {
        let mut block = ready(width, 0);
        for qpn in 0..16u32 {
            block.step(&In { host: Some((qpn, qpn as u8)), ..IDLE });
        }
        let mut random = support::seed("inserter turns");
        let (mut sent, mut beats, mut expected) = ([0u32; 16], vec![], vec![]);
        for _ in 0..600 {
            let qpn = random.below(16) as u32;
            let bytes = if random.chance(4) { &ack } else { &CAME };
            let is_due = bytes == &CAME && qpn > 0 && sent[qpn as usize].is_multiple_of(qpn);
            sent[qpn as usize] += u32::from(bytes == &CAME);
            beats.extend(Beat::split(bytes, width).map(|beat| (qpn, beat)));
            expected.push((if is_due { WENT.to_vec() } else { bytes.to_vec() }, false));
        }
        let (frames, _) = run(&mut block, &beats, |_| IDLE);
        assert_eq!(frames.done, expected);
        let counts = block.step(&IDLE).counts;
        let sums = [counts.inserted, counts.passed, counts.not_data];
        assert_eq!((sums.iter().sum::<u32>(), counts.too_long, counts.broken), (600, 0, 0));
        assert!(sums.iter().all(|n| *n > 50), "{sums:?}");
    }
}

#[test]
fn the_turn_of_a_packet_that_would_be_too_long_goes_to_the_next() {
    let long = support::frames::over_ipv4(
        model::packet::bth::Repr::new(4, 0x2a, 1),
        model::packet::frame::Body::Other(vec![7; 60]),
    );
    let cfg = Config { max_frame_bytes: 100, ..CFG };
    let mut block = ready(512, 2);
    let beats = beats_of([&long[..], &long, &CAME, &CAME, &CAME], 512);
    let (frames, _) = run(&mut block, &beats, |_| In { cfg, ..IDLE });
    let went = [long.clone(), long, WENT.to_vec(), CAME.to_vec(), WENT.to_vec()];
    assert_eq!(frames.done, went.map(|bytes| (bytes, false)));
    let counts = block.step(&IDLE).counts;
    assert_eq!((counts.inserted, counts.passed, counts.too_long, counts.not_data), (2, 1, 2, 0));
}

/// The page's rule: it counts for packets that are decided up to 3 cycles before.
#[test]
fn a_policy_counts_from_three_cycles_before_its_write() {
    for (written, counts) in [(0, true), (3, true), (4, false), (9, false)] {
        let each = |cycle| In { host: (cycle == written).then_some((5, 1)), ..IDLE };
        let (frames, _) = run(&mut ready(512, 0), &beats_of([&CAME[..]], 512), each);
        let went = if counts { &WENT[..] } else { &CAME };
        assert_eq!(frames.done, [(went.to_vec(), false)], "{written}");
    }
}

#[test]
fn a_lower_number_counts_at_once_and_none_begins_anew() {
    let mut block = ready(512, 200);
    let mut send = |every: Option<u8>| {
        if let Some(every) = every {
            block.step(&In { host: Some((5, every)), ..IDLE });
        }
        let (frames, _) = run(&mut block, &beats_of([&CAME[..]], 512), |_| IDLE);
        frames.done[0].0 == WENT
    };
    let turns = [None, None, None, Some(2), None, None, Some(0), None, Some(9), None].map(&mut send);
    assert_eq!(turns, [true, false, false, false, true, false, false, false, true, false]);
}

#[test]
fn the_initialisation_forgets_policies_and_takes_no_beat_and_a_reset_forgets_frames() {
    for width in WIDTHS {
        let mut block = ready(width, 1);
        let beats = beats_of([&CAME[..]], width);
        // half a frame, and none of it goes
        let (frames, _) = run(&mut block, &beats[..beats.len() / 2], |_| IDLE);
        assert!(frames.done.is_empty());
        block.step(&In { rst_n: false, ..IDLE });
        let (frames, _) = run(&mut block, &beats, |_| IDLE);
        assert_eq!(frames.done, [(WENT.to_vec(), false)]);
        for qpn in 0..16 {
            assert!(!block.step(&In { init: Some(qpn), beat: Some(beats[0].1), host: Some((qpn, 1)), ..IDLE }).ready);
        }
        let (frames, _) = run(&mut block, &beats, |_| IDLE);
        assert_eq!(frames.done, [(CAME.to_vec(), false)], "writes of these cycles do not count");
    }
}
