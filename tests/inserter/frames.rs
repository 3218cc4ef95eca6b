//! Frames: bytes typed by hand, and frames that were made with an area.

use super::{CAME, CFG, WENT, WIDTHS, beats_of, data, ready, run};
use crate::support;
use layout::wire::bth;
use model::inserter::{Config, Verdict, frame};
use model::packet::ipv4;
use model::parser::Beat;

#[test]
fn the_worked_number_of_the_page() {
    assert_eq!(frame(&CAME, true, &CFG), (Verdict::Inserted, WENT.to_vec()));
    assert_eq!(frame(&CAME, false, &CFG), (Verdict::Passed, CAME.to_vec()));
    for width in WIDTHS {
        let (frames, _) = run(&mut ready(width, 1), &beats_of([&CAME[..]], width), |_| super::IDLE);
        assert_eq!(frames.done, [(WENT.to_vec(), false)], "{width}");
    }
}

/// `Repr` puts a frame together from its parts: with an area and without, it makes what comes and what must go.
#[test]
fn a_frame_is_the_one_that_would_have_been_made_with_an_area() {
    let mut random = support::seed("inserter frames");
    let mut seen = [0; 6];
    for round in 0..20_000 {
        let repr = data(&mut random);
        let cfg = Config { area: 1 + random.below(63) as u8, ..CFG };
        let expected = model::packet::frame::Repr { area: vec![0; cfg.area_bytes()], ..repr.clone() }.emit();
        assert_eq!(frame(&repr.emit(), true, &cfg), (Verdict::Inserted, expected), "round {round}: {repr:?}");
        let v6 = usize::from(matches!(repr.ip, model::packet::ip::Repr::V6(_)));
        seen[3 * v6 + repr.ethernet.tags.len()] += 1;
    }
    assert!(seen.iter().all(|n| *n > 500), "{seen:?}");
}

#[test]
fn a_udp_checksum_becomes_0_and_a_wrong_ipv4_checksum_stays_as_wrong_as_it_was() {
    let mut came = CAME;
    came[40..42].copy_from_slice(&[0x12, 0x34]);
    assert_eq!(frame(&came, true, &CFG), (Verdict::Inserted, WENT.to_vec()), "the ICRC covers none of it");
    let wrong = u16::from_be_bytes([CAME[24], CAME[25]]) ^ 0x0110;
    came[24..26].copy_from_slice(&wrong.to_be_bytes());
    let (_, went) = frame(&came, true, &CFG);
    assert_eq!(ipv4::checksum(&went[14..34]), ipv4::checksum(&came[14..34]));
    assert_ne!(ipv4::checksum(&went[14..34]), 0);
}

#[test]
fn what_is_no_data_packet_goes_as_it_came() {
    let set = |at: usize, value: u8| {
        let mut bytes = CAME.to_vec();
        bytes[at] = value;
        bytes
    };
    let mut others = vec![
        ("no IP", set(13, 6)),
        ("version 5", set(14, 0x55)),
        ("options", set(14, 0x46)),
        ("a first fragment", set(20, 0x60)),
        ("a last fragment", set(21, 0x01)),
        ("TCP", set(23, 6)),
        ("another port", set(37, 0xb8)),
        ("another UDP length", set(39, 0x20)),
        ("TVer 1", set(43, 0x41)),
        ("nothing", vec![0]),
        ("Ethernet alone", CAME[..14].to_vec()),
        ("no whole BTH word", CAME[..45].to_vec()),
    ];
    let mut tagged = CAME.to_vec();
    tagged.splice(12..12, [0x81, 0, 0, 7, 0x88, 0xa8, 0, 7, 0x81, 0, 0, 7]);
    others.push(("three tags", tagged));
    let mut long = CAME.to_vec();
    (long[17], long[39]) = (0x32, 0x1e);
    others.push(("a length of no words", long));
    let mut short = CAME.to_vec();
    (short[17], short[39]) = (0x28, 0x14);
    others.push(("no room for an ICRC", short));
    let mut tiny = CAME.to_vec();
    (tiny[17], tiny[38], tiny[39]) = (0x10, 0xff, 0xfc);
    others.push(("less than an IP header", tiny));
    others.extend((0..=255).filter(|op| !bth::is_data(*op)).map(|op| ("no opcode of data", set(42, op))));
    for (what, bytes) in &others {
        assert_eq!(frame(bytes, true, &CFG), (Verdict::NotData, bytes.clone()), "{what}");
    }
    for width in WIDTHS {
        let mut block = ready(width, 1);
        let (frames, _) =
            run(&mut block, &beats_of(others.iter().map(|(_, bytes)| &bytes[..]), width), |_| super::IDLE);
        let went: Vec<_> = frames.done.into_iter().map(|(bytes, broken)| (bytes, !broken)).collect();
        assert_eq!(went, others.iter().map(|(_, bytes)| (bytes.clone(), true)).collect::<Vec<_>>());
        assert_eq!(block.step(&super::IDLE).counts.not_data, others.len() as u32);
    }
    for op in (0..=255).filter(|op| bth::is_data(*op)) {
        assert_eq!(frame(&set(42, op), true, &CFG).0, Verdict::Inserted, "{op:#x}");
    }
}

/// The limit is one of frames: what Ethernet pads behind the packet does not count.
#[test]
fn a_packet_that_would_become_too_long_goes_without() {
    for (max_frame_bytes, verdict) in [(74, Verdict::Inserted), (73, Verdict::TooLong), (0, Verdict::TooLong)] {
        let cfg = Config { max_frame_bytes, ..CFG };
        assert_eq!(frame(&CAME, true, &cfg).0, verdict);
        assert_eq!(frame(&[&CAME[..], &[0; 9]].concat(), true, &cfg).0, verdict);
    }
    assert_eq!(frame(&CAME, true, &Config { area: 0, ..CFG }), (Verdict::Passed, CAME.to_vec()));
}

/// A frame of any bytes, cut anywhere, with any `tkeep`: the next one is whole.
#[test]
fn whatever_came_the_next_frame_is_whole() {
    let mut random = support::seed("inserter spoilt");
    let mut seen = [0; 2];
    for round in 0..3000 {
        let width = WIDTHS[round % 4];
        let mut bytes = data(&mut random).emit();
        match random.below(3) {
            0 => bytes.truncate(1 + random.below(bytes.len() as u64) as usize),
            1 => (0..4).for_each(|_| bytes[random.below(60) as usize] = random.next() as u8),
            _ => {}
        }
        let mut beats: Vec<Beat> = Beat::split(&bytes, width).collect();
        if random.chance(2) {
            let at = random.below(beats.len() as u64) as usize;
            beats[at].tkeep = random.next() & u64::MAX >> (64 - width / 8);
        }
        beats.extend(Beat::split(&CAME, width));
        let mut block = ready(width, 1);
        let beats: Vec<_> = beats.into_iter().map(|beat| (5, beat)).collect();
        let (frames, _) = run(&mut block, &beats, |_| super::IDLE);
        assert_eq!(frames.done.len(), 2, "round {round}");
        assert_eq!(frames.done[1], (WENT.to_vec(), false), "round {round}");
        seen[usize::from(frames.done[0].1)] += 1;
        let counts = block.step(&super::IDLE).counts;
        assert_eq!(counts.inserted + counts.not_data + counts.too_long + counts.passed, 2);
        assert_eq!(counts.broken, u32::from(frames.done[0].1));
    }
    assert!(seen.iter().all(|n| *n > 500), "{seen:?}");
}

/// It cannot be called back, as its first beats have gone: the MAC is told to spoil it.
#[test]
fn a_packet_that_ends_ahead_of_its_icrc_goes_with_its_area_and_is_told_to_be_broken() {
    for cut in 46..CAME.len() {
        let mut expected = WENT[..cut + 12].to_vec();
        let (verdict, went) = frame(&CAME[..cut], true, &CFG);
        assert_eq!(verdict, Verdict::Inserted);
        if cut + 12 > 70 {
            // of the ICRC the bytes that are there may be anything
            expected.truncate(70);
        }
        assert_eq!(went[..expected.len()], expected, "{cut}");
        for width in WIDTHS {
            let (frames, _) = run(&mut ready(width, 1), &beats_of([&CAME[..cut]], width), |_| super::IDLE);
            let (bytes, broken) = &frames.done[0];
            assert!(*broken && bytes.len() == cut + 12 && bytes[..expected.len()] == expected, "{width}, {cut}");
        }
    }
}
