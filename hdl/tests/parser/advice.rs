//! Revised CNPs (FCR): their advice wherever BTH stands, what is wrong with them, and that all else is as without.

use crate::bench::{Bench, Pace};
use crate::directed::cases;
use crate::frames::{Frame, Verdict, CNP};
use crate::{at_both_ends, at_every_width};
use hdl::parser::TelemetryCfg;
use layout::drop_reason::DropReason;

/// Version 1, kind 1, withdraw and flags without a meaning; each field of its own bytes, and bytes without a meaning.
const SAID: [u8; 16] = [0x11, 0xa5, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
/// Withdraw, number, rate, validity, switch.
const ADVICE: [u32; 5] = [1, 0x0203, 0x0405_0607, 0x0809, 0x0a0b];

fn saying(body: [u8; 16]) -> Frame {
    Frame { body: body.to_vec(), ..Frame::cnp() }
}

fn said(bytes: &[(usize, u8)]) -> [u8; 16] {
    let mut body = SAID;
    bytes.iter().for_each(|(at, byte)| body[*at] = *byte);
    body
}

/// Every number of tags, every header length and version, an area of 0 to 16 words: BTH in every lane, and its 16 bytes
/// in one beat, or two, or three.
#[test]
fn a_revised_cnp_gives_its_advice_wherever_bth_stands() {
    fn test<const W: usize, const K: usize, const L: usize>() {
        for area in 0..17 {
            let mut bench = Bench::<W, K, L>::with_fcr(true);
            let place = u64::from(area > 0);
            let cfg = TelemetryCfg { place: place.into(), offset: 0.into(), area: area.into(), profile: false };
            bench.sim.uut.cfg_telemetry.next = cfg;
            let mut frames = vec![];
            for (v6, ihl) in [(true, 5), (false, 5), (false, 8), (false, 15)] {
                for tags in [&[][..], &[0x8100], &[0x88a8, 0x8100]] {
                    let padding = frames.len();
                    let area = vec![0x5a; 4 * area as usize];
                    frames.push(Frame { v6, ihl, area, padding, ..saying(SAID) }.tagged(tags));
                }
            }
            let bytes: Vec<_> = frames.iter().map(Frame::bytes).collect();
            let verdicts = bench.frames(&bytes, Pace::Full);
            for ((frame, verdict), advice) in frames.iter().zip(&verdicts).zip(&bench.advices) {
                assert_eq!((verdict, advice), (&frame.event(CNP, false), &Some(ADVICE)), "{W} bits: {frame:x?}");
            }
            assert_eq!(bench.advices.len(), 12);
        }
    }
    at_every_width!(test);
}

#[test]
fn another_version_or_kind_is_dropped_by_name_and_what_fails_before_goes_first() {
    fn test<const W: usize, const K: usize, const L: usize>() {
        use DropReason::{BthPad, FcrKind, FcrVersion, Icrc, QpnUnknown};
        let mut cases: Vec<(Frame, DropReason)> = vec![];
        for nibble in (0..16).filter(|n| *n != 1) {
            cases.push((saying(said(&[(0, nibble << 4 | 1)])), FcrVersion));
            cases.push((saying(said(&[(0, nibble << 4 | 2)])), FcrVersion));
            cases.push((saying(said(&[(0, 1 << 4 | nibble)])), FcrKind));
        }
        let other = || saying(said(&[(0, 0x21)]));
        cases.push((Frame { icrc_error: 1, ..other() }, Icrc));
        cases.push((Frame { dest_qp: other().dest_qp ^ 0x100, ..other() }, QpnUnknown));
        cases.push((Frame { flags: 0x10, ..other() }, BthPad));
        cases.push((Frame { icrc_error: 1, ..saying(SAID) }, Icrc));
        cases.push((Frame { dest_qp: other().dest_qp ^ 0x100, ..saying(SAID) }, QpnUnknown));
        // one bit anywhere is enough to be no ordinary CNP
        for bit in 0..128 {
            let reason = if bit == 3 { FcrKind } else { FcrVersion };
            cases.push((saying((1u128 << (127 - bit)).to_be_bytes()), reason));
        }
        let mut bench = Bench::<W, K, L>::with_fcr(true);
        let bytes: Vec<_> = cases.iter().map(|(frame, _)| frame.bytes()).collect();
        let verdicts = bench.frames(&bytes, Pace::Full);
        for ((frame, reason), verdict) in cases.iter().zip(verdicts) {
            assert_eq!(verdict, Verdict::Drop(*reason), "{W} bits: {frame:x?}");
        }
        assert!(bench.advices.iter().all(Option::is_none));
    }
    at_both_ends!(test);
}

/// Rate 0, an advice of zeros, flags without a meaning: all are the block's to judge that takes them.
#[test]
fn an_advice_of_any_numbers_is_handed_over() {
    fn test<const W: usize, const K: usize, const L: usize>() {
        let mut zeros = [0; 16];
        zeros[0] = 0x11;
        let mut ones = [0xff; 16];
        ones[0] = 0x11;
        let mut flags = zeros;
        flags[1] = 0xfe;
        let cases = [(zeros, [0; 5]), (ones, [1, 0xffff, !0, 0xffff, 0xffff]), (flags, [0; 5])];
        let mut bench = Bench::<W, K, L>::with_fcr(true);
        bench.frames(&cases.map(|(body, _)| saying(body).bytes()), Pace::Full);
        assert_eq!(bench.advices, cases.map(|(_, advice)| Some(advice)));
    }
    at_both_ends!(test);
}

#[test]
fn of_all_else_a_parser_that_reads_revised_cnps_says_what_another_does() {
    fn test<const W: usize, const K: usize, const L: usize>() {
        let cases = cases();
        let frames: Vec<_> = cases.iter().map(|(frame, _)| frame.bytes()).collect();
        let mut bench = Bench::<W, K, L>::with_fcr(true);
        let verdicts = bench.frames(&frames, Pace::Full);
        let mut other = 0;
        for ((frame, expected), verdict) in cases.iter().zip(&verdicts) {
            let cnp = matches!(expected, Verdict::Event { kind: CNP, .. });
            if cnp && frame.body.iter().any(|byte| *byte != 0) {
                assert_eq!(verdict, &Verdict::Drop(DropReason::FcrVersion), "{W} bits: {frame:x?}");
                other += 1;
            } else {
                assert_eq!(verdict, expected, "{W} bits: {frame:x?}");
            }
        }
        assert!(other > 0 && cases.len() > 300 && bench.advices.iter().all(Option::is_none));
    }
    at_both_ends!(test);
}
