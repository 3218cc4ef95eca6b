//! Frames that are cut, flipped or noise. Whatever they are, the next good frame is parsed.

use crate::bench::{beats, Beat, Bench, Pace, Random};
use crate::frames::{Frame, Verdict, ACK, CNP};
use crate::{at_both_ends, at_every_width};
use layout::drop_reason::DropReason::*;

#[test]
fn every_cut_frame_is_truncated() {
    fn test<const W: usize, const K: usize, const L: usize>() {
        let mut bench = Bench::<W, K, L>::new();
        let mut random = Random::new(7);
        let tags: [&[u16]; 3] = [&[], &[0x8100], &[0x88a8, 0x8100]];
        for (v6, ihl, tags) in [false, true].into_iter().flat_map(|v6| {
            let options = if v6 { 5..=5 } else { 5..=6 };
            options.flat_map(move |ihl| tags.map(|tags| (v6, ihl, tags)))
        }) {
            let whole = Frame { v6, ihl, ..Frame::ack(3) }.tagged(tags).bytes();
            let mut cut: Vec<_> = (1..whole.len()).map(|length| whole[..length].to_vec()).collect();
            // from long to short and back: what is missing may be left over from a longer frame
            cut.extend((1..whole.len()).rev().map(|length| whole[..length].to_vec()));
            cut.extend((0..100).map(|_| whole[..1 + random.below(whole.len() as u64 - 1) as usize].to_vec()));
            cut.push(whole);
            let verdicts = bench.frames(&cut, Pace::Full);
            let (last, rest) = verdicts.split_last().unwrap();
            assert!(matches!(last, Verdict::Event { kind: ACK, .. }));
            assert!(rest.iter().all(|verdict| *verdict == Verdict::Drop(Truncated)), "{W} {v6} {tags:x?}: {rest:?}");
        }
    }
    at_both_ends!(test);
}

/// The ICRC finds a flip of any bit that no earlier check looks at, and none where routers may write.
#[test]
fn every_flipped_bit_is_found_or_may_change() {
    fn test<const W: usize, const K: usize, const L: usize>() {
        let mut bench = Bench::<W, K, L>::new();
        for (kind, frame) in [(ACK, Frame::ack(0xabcdef)), (CNP, Frame::cnp().v6()), (ACK, Frame::ack(1).v6())] {
            let (ip, whole) = (frame.ip_at(), frame.bytes());
            let l4 = ip + if frame.v6 { 40 } else { 20 };
            let frames: Vec<_> = (0..8 * whole.len())
                .map(|bit| {
                    let mut flipped = whole.clone();
                    flipped[bit / 8] ^= 1 << (bit % 8);
                    flipped
                })
                .collect();
            let verdicts = bench.frames(&frames, Pace::Full);
            let good = frame.event(kind, false);
            let mut found = 0;
            for (bit, verdict) in verdicts.iter().enumerate() {
                let at = bit / 8;
                let of_router = if frame.v6 {
                    [ip + 1, ip + 2, ip + 3, ip + 7].contains(&at) || (at == ip && bit % 8 < 4)
                } else {
                    [ip + 1, ip + 8, ip + 10, ip + 11].contains(&at)
                } || [l4 + 6, l4 + 7].contains(&at);
                if at < 12 || of_router {
                    assert_eq!(*verdict, good, "{W}: byte {at} may change");
                } else if at == l4 + 12 {
                    // BTH byte 4: BECN is bit 6, the ECN-Echo of an ACK
                    let ece = kind == ACK && bit % 8 == 6;
                    assert_eq!(*verdict, frame.event(kind, ece));
                } else {
                    assert!(matches!(verdict, Verdict::Drop(_)), "{W}: byte {at}, bit {}: {verdict:?}", bit % 8);
                    found += usize::from(*verdict == Verdict::Drop(Icrc));
                }
            }
            assert!(found > 200, "{found} flips were found by the ICRC");
        }
    }
    at_both_ends!(test);
}

/// Noise that keeps enough structure to get far, with any tkeep, tlast and tuser.
fn noise(random: &mut Random, width: usize) -> Vec<Beat> {
    let ihl = 5 + random.below(3) as u8;
    let mut frame = Frame { v6: random.below(2) == 0, ihl, ..Frame::ack(random.next() as u32) };
    frame.tags = (0..random.below(4)).map(|_| 0x8100).collect();
    let mut bytes = frame.bytes();
    for _ in 0..random.below(6) {
        let at = random.below(bytes.len() as u64) as usize;
        bytes[at] = random.next() as u8;
    }
    bytes.truncate(1 + random.below(bytes.len() as u64) as usize);
    if random.below(4) == 0 {
        bytes = (0..1 + random.below(300)).map(|_| random.next() as u8).collect();
    }
    let mut beats = beats(&bytes, width);
    if random.below(2) == 0 {
        let at = random.below(beats.len() as u64) as usize;
        beats[at].keep = random.next() & u64::MAX >> (64 - width);
        beats[at].user = random.below(2) == 0;
    }
    beats
}

#[test]
fn after_any_noise_the_next_frame_is_parsed() {
    fn test<const W: usize, const K: usize, const L: usize>() {
        let mut random = Random::new(1000 + W as u64);
        let mut bench = Bench::<W, K, L>::new();
        let mut parsed = 0;
        for _ in 0..150 {
            let psn = random.next() as u32 & 0xff_ffff;
            let good = match random.below(4) {
                0 => Frame::cnp(),
                1 => Frame::ack(psn).v6(),
                2 => Frame { ihl: 8, ..Frame::ack(psn) }.tagged(&[0x8100]),
                _ => Frame::ack(psn),
            };
            let kind = if good.opcode == 0x81 { CNP } else { ACK };
            let mut stream = noise(&mut random, K);
            stream.extend(beats(&good.bytes(), K));
            let verdicts = bench.run(&stream, Pace::Full);
            assert_eq!(verdicts.last(), Some(&good.event(kind, false)), "{W}: after {stream:x?}");
            parsed += 1;
        }
        assert_eq!(parsed, 150);
    }
    at_both_ends!(test);
}

#[test]
fn reset_in_mid_flight_forgets_the_frame() {
    fn test<const W: usize, const K: usize, const L: usize>() {
        let frame = Frame::ack(4).tagged(&[0x8100]);
        let stream = beats(&frame.bytes(), K);
        for cut in 0..stream.len() {
            let mut bench = Bench::<W, K, L>::new();
            bench.run(&stream[..cut], Pace::Full);
            bench.sim.reset(1).unwrap();
            assert_eq!(bench.run(&stream, Pace::Full), [frame.event(ACK, false)], "reset behind beat {cut}");
        }
        // results that are on their way vanish
        let mut bench = Bench::<W, K, L>::new();
        for beat in &stream {
            bench.offer(beat);
        }
        bench.sim.reset(1).unwrap();
        bench.forget();
        assert_eq!(bench.run(&stream, Pace::Full), [frame.event(ACK, false)]);
    }
    at_every_width!(test);
}
