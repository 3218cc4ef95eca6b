//! Frames with a known answer.

use crate::bench::{beats, Bench, Pace, Random};
use crate::frames::{Frame, Telemetry, Verdict, ACK, CNP, LOSS, QPN_BASE};
use crate::{at_both_ends, at_every_width};
use hdl::num::QpBits;
use hdl::parser::{OwnCfg, TelemetryCfg};
use layout::drop_reason::DropReason::*;
use layout::wire::bth;

/// Every drop reason and every kind of event, with all ways to reach them that the page names.
pub fn cases() -> Vec<(Frame, Verdict)> {
    let ack = || Frame::ack(0x12_3456);
    let mut cases = vec![];
    for v6 in [false, true] {
        for tags in [&[][..], &[0x8100], &[0x88a8, 0x8100]] {
            let base = |frame: Frame| Frame { v6, ..frame }.tagged(tags);
            let mut good = |frame: Frame, kind, ece| {
                let frame = base(frame);
                let verdict = frame.event(kind, ece);
                cases.push((frame, verdict));
            };
            good(ack(), ACK, false);
            good(Frame { padding: 23, ..ack() }, ACK, false);
            good(Frame { padding: 700, ..ack() }, ACK, false);
            good(Frame { bth_ecn: 0x40, ..ack() }, ACK, true);
            good(Frame { bth_ecn: 0x80, tos: 3, psn: 0xff_ffff, ..ack() }, ACK, false);
            good(Frame { flags: 0xc0, psn: 0x80ab_cdef, dest_qp: QPN_BASE & !0xff, ..ack() }, ACK, false);
            good(Frame { udp_checksum: 0x1234, ttl: 1, tos: 0xff, ..ack() }, ACK, false);
            good(Frame { flags_fragment: 0x8000, ..ack() }, ACK, false);
            good(Frame::nak(0x654321, 0x60), LOSS, false);
            good(Frame::nak(0x654321, 0xe0), LOSS, false);
            good(Frame { bth_ecn: 0xff, ..Frame::nak(3, 0x60) }, LOSS, false);
            good(Frame::cnp(), CNP, false);
            good(Frame { psn: 77, body: (1..17).collect(), padding: 3, ..Frame::cnp() }, CNP, false);
            for ihl in 6..=15 {
                good(Frame { ihl, ..ack() }, ACK, false);
                good(Frame { ihl, ..Frame::cnp() }, CNP, false);
            }
            let mut bad = |frame: Frame, reason| cases.push((base(frame), Verdict::Drop(reason)));
            bad(Frame { padding: 1500, ..ack() }, Oversized);
            bad(Frame { ethertype: Some(0x0806), ..ack() }, NotIp);
            bad(Frame { version: Some(5), ..ack() }, IpVersion);
            bad(Frame { version: Some(if v6 { 4 } else { 6 }), ..ack() }, IpVersion);
            if !v6 {
                bad(Frame { ihl: 4, ..ack() }, IpHeader);
                bad(Frame { ihl: 0, ..ack() }, IpHeader);
                bad(Frame { flags_fragment: 0x2000, ..ack() }, IpFragment);
                bad(Frame { flags_fragment: 0x0001, ..ack() }, IpFragment);
                bad(Frame { flags_fragment: 0x5000, protocol: 6, ..ack() }, IpFragment);
                bad(Frame { ip_length_error: -48, ..ack() }, IpLength);
            }
            bad(Frame { protocol: 6, ..ack() }, NotUdp);
            bad(Frame { ip_length_error: -21, ..ack() }, IpLength);
            bad(Frame { ip_length_error: 1, ..ack() }, Truncated);
            bad(Frame { ip_length_error: 0x7000, padding: 200, ..ack() }, Truncated);
            bad(Frame { udp_port: 4790, ..ack() }, NotRocev2);
            bad(Frame { udp_length_error: 1, ..ack() }, UdpLength);
            bad(Frame { udp_length_error: 0x100, ..ack() }, UdpLength);
            bad(Frame { ip_length_error: -20, udp_port: 53, ..ack() }, NotRocev2);
            bad(Frame { ip_length_error: -20, udp_length_error: -20, ..ack() }, RoceLength);
            bad(Frame { ip_length_error: -5, udp_length_error: -5, ..ack() }, RoceLength);
            bad(Frame { flags: 0x41, ..ack() }, BthVersion);
            bad(Frame { opcode: 0x15, ..ack() }, OpcodeUnknown);
            bad(Frame { opcode: 0xff, ..ack() }, OpcodeUnknown);
            bad(Frame { opcode: 0x04, body: vec![9; 1024], ..ack() }, OpcodeIgnored);
            bad(Frame { opcode: 0x12, body: vec![9; 12], ..ack() }, OpcodeIgnored);
            bad(Frame { body: vec![], ..ack() }, RoceLength);
            bad(Frame { body: vec![0; 16], ..ack() }, RoceLength);
            bad(Frame { body: vec![0; 4], ..Frame::cnp() }, RoceLength);
            bad(Frame { body: vec![0; 20], ..Frame::cnp() }, RoceLength);
            bad(Frame { flags: 0x50, ..ack() }, BthPad);
            bad(Frame { flags: 0x20, ..Frame::cnp() }, BthPad);
            bad(Frame { icrc_error: 1, ..ack() }, Icrc);
            bad(Frame { icrc_error: 0x8000_0000, padding: 60, ..Frame::cnp() }, Icrc);
            bad(Frame { icrc_error: 0x100, dest_qp: 0, ..ack() }, Icrc);
            bad(Frame { dest_qp: QPN_BASE ^ 0x100, ..ack() }, QpnUnknown);
            bad(Frame { dest_qp: QPN_BASE ^ 0x80_0000, ..Frame::cnp() }, QpnUnknown);
            bad(Frame { dest_qp: 0, ..Frame::nak(1, 0x20) }, QpnUnknown);
            bad(Frame::nak(1, 0x20), RnrNak);
            bad(Frame::nak(1, 0x3f), RnrNak);
            bad(Frame::nak(1, 0x61), NakOther);
            bad(Frame::nak(1, 0x70), NakOther);
            bad(Frame::nak(1, 0x40), NakOther);
        }
    }
    cases.push((ack().tagged(&[0x8100, 0x8100, 0x8100]), Verdict::Drop(VlanDepth)));
    cases.push((ack().v6().tagged(&[0x88a8, 0x88a8, 0x88a8]), Verdict::Drop(VlanDepth)));
    cases.push((ack().tagged(&[0x8100, 0x0800]), Verdict::Drop(IpVersion)));
    cases
}

fn check<const W: usize, const K: usize, const L: usize>(pace: Pace) {
    let cases = cases();
    let frames: Vec<_> = cases.iter().map(|(frame, _)| frame.bytes()).collect();
    let verdicts = Bench::<W, K, L>::new().frames(&frames, pace);
    assert_eq!(verdicts.len(), cases.len());
    for ((frame, expected), verdict) in cases.iter().zip(&verdicts) {
        assert_eq!(verdict, expected, "{W} bits: {frame:x?}");
    }
}

#[test]
fn frames_back_to_back_give_their_results_after_9_cycles() {
    fn test<const W: usize, const K: usize, const L: usize>() {
        check::<W, K, L>(Pace::Full);
    }
    at_every_width!(test);
}

/// The bytes of a frame that the page shows under a heading.
fn dump(heading: &str) -> Vec<u8> {
    let page = include_str!("../../src/parser.md");
    let (_, rest) = page.split_once(heading).unwrap();
    let (dump, _) = rest.split_once("```").unwrap();
    let hex = |line: &str| line.get(..50).unwrap_or(line).to_string();
    let bytes = |line: String| line.split_whitespace().map(|b| u8::from_str_radix(b, 16).unwrap()).collect::<Vec<_>>();
    dump.lines().flat_map(|line| bytes(hex(line))).collect()
}

#[test]
fn the_worked_telemetry_of_the_page() {
    fn test<const W: usize, const K: usize, const L: usize>() {
        let frame = dump("worked telemetry\n");
        assert_eq!(frame.len(), 94);
        let mut bench = Bench::<W, K, L>::new();
        bench.sim.uut.cfg_qpn_base.next = 0.into();
        let cfg = TelemetryCfg { place: 2.into(), offset: 1.into(), area: 0.into(), profile: false };
        bench.sim.uut.cfg_telemetry.next = cfg;
        let hops =
            [[2, 0x01_23f0, 0x0_4e20, 0], [3, 0xff_fe10, 0xf_fff0, 0x0123], [0, 0x400, 1, 0xffff], [0; 4], [0; 4]];
        let telemetry = Some(Telemetry { path: 0x5a3, n_hop: 3, hops });
        let event = Verdict::Event { kind: ACK, qpn: 42, psn: 0x12_3456, ece: true, telemetry };
        assert_eq!(bench.frames(&[frame], Pace::Full), [event]);
    }
    at_every_width!(test);
}

/// The page's frame, read from the page, gives the page's result.
#[test]
fn the_worked_frame_of_the_page() {
    fn test<const W: usize, const K: usize, const L: usize>() {
        let frame = dump("worked frame\n");
        assert_eq!(frame.len(), 62);
        let mut bench = Bench::<W, K, L>::new();
        bench.sim.uut.cfg_qpn_base.next = 0.into();
        let event = Verdict::Event { kind: ACK, qpn: 42, psn: 0x12_3456, ece: true, telemetry: None };
        assert_eq!(bench.frames(&[frame], Pace::Full), [event]);
    }
    at_every_width!(test);
}

#[test]
fn gaps_and_back_pressure_change_no_result() {
    fn test<const W: usize, const K: usize, const L: usize>() {
        check::<W, K, L>(Pace::Gaps(&mut Random::new(W as u64)));
    }
    at_both_ends!(test);
}

/// A result may not depend on what an earlier frame left in the registers.
#[test]
fn the_order_of_frames_changes_no_result() {
    fn test<const W: usize, const K: usize, const L: usize>() {
        let cases = cases();
        let mut random = Random::new(31 * W as u64);
        let mut bench = Bench::<W, K, L>::new();
        for _ in 0..2 {
            let mut order: Vec<usize> = (0..cases.len()).collect();
            for i in (1..order.len()).rev() {
                order.swap(i, random.below(i as u64 + 1) as usize);
            }
            let frames: Vec<_> = order.iter().map(|i| cases[*i].0.bytes()).collect();
            let verdicts = bench.frames(&frames, Pace::Full);
            for (i, verdict) in order.iter().zip(&verdicts) {
                assert_eq!(*verdict, cases[*i].1, "{W} bits: {:x?}", cases[*i].0);
            }
        }
    }
    at_both_ends!(test);
}

#[test]
fn every_known_opcode_but_ack_and_cnp_is_ignored() {
    fn test<const W: usize, const K: usize, const L: usize>() {
        let frame = |opcode| Frame { opcode, ..Frame::ack(1) }.bytes();
        let frames: Vec<_> = (0..=u8::MAX).map(frame).collect();
        let verdicts = Bench::<W, K, L>::new().frames(&frames, Pace::Full);
        for (opcode, verdict) in (0..=u8::MAX).zip(verdicts) {
            let expected = match opcode {
                0x11 => Frame::ack(1).event(ACK, false),
                0x81 => Verdict::Drop(RoceLength),
                _ if bth::is_known(opcode) => Verdict::Drop(OpcodeIgnored),
                _ => Verdict::Drop(OpcodeUnknown),
            };
            assert_eq!(verdict, expected, "opcode {opcode:#x}");
        }
    }
    at_every_width!(test);
}

#[test]
fn ecn_echo_comes_from_the_configured_place() {
    fn test<const W: usize, const K: usize, const L: usize>() {
        let ack = || Frame::ack(5);
        for place in 0..4u64 {
            let mut bench = Bench::<W, K, L>::new();
            bench.sim.uut.cfg_ece_place.next = place.into();
            for v6 in [false, true] {
                let frames = [
                    Frame { v6, bth_ecn: 0x40, tos: 0x02, ..ack() },
                    Frame { v6, bth_ecn: 0x80, tos: 0xfd, ..ack() },
                    Frame { v6, tos: 0x03, ..ack() },
                    Frame { v6, tos: 0x00, body: vec![0x9f, 0, 0, 0], ..ack() },
                ];
                let bytes: Vec<_> = frames.iter().map(Frame::bytes).collect();
                for (i, verdict) in bench.frames(&bytes, Pace::Full).into_iter().enumerate() {
                    assert_eq!(verdict, frames[i].event(ACK, i as u64 == place), "place {place}, frame {i}");
                }
            }
        }
    }
    at_every_width!(test);
}

#[test]
fn stream_faults_come_first() {
    fn test<const W: usize, const K: usize, const L: usize>() {
        let good = || beats(&Frame::ack(9).bytes(), K);
        let last = good().len() - 1;
        let mut frames = vec![];
        for keep in [0u64, 0b10, 0b101, 1 << (K - 1), !1, u64::MAX ^ 1 << (K / 2), u64::MAX >> 1 ^ 2] {
            let mut frame = good();
            frame[last].keep = keep & u64::MAX >> (64 - K);
            frame[last].user = true;
            frames.push((frame, AxisKeep));
        }
        for at in 0..last {
            for keep in [0, 1, u64::MAX >> (65 - K), u64::MAX << 1, u64::MAX ^ 16] {
                let mut frame = good();
                frame[at].keep = keep & u64::MAX >> (64 - K);
                frames.push((frame, AxisKeep));
            }
        }
        let mut frame = good();
        frame[last].user = true;
        frames.push((frame, FrameError));
        let mut long = beats(&Frame { padding: 2000, ..Frame::ack(9) }.bytes(), K);
        let end = long.len() - 1;
        long[0].user = true;
        frames.push((long.clone(), Oversized));
        long[end].user = true;
        frames.push((long, FrameError));
        let mut bench = Bench::<W, K, L>::new();
        let all: Vec<_> = frames.iter().flat_map(|(frame, _)| frame.clone()).chain(good()).collect();
        let verdicts = bench.run(&all, Pace::Full);
        for (i, ((frame, reason), verdict)) in frames.iter().zip(&verdicts).enumerate() {
            assert_eq!(*verdict, Verdict::Drop(*reason), "{i}: {frame:x?}");
        }
        assert_eq!(verdicts.last(), Some(&Frame::ack(9).event(ACK, false)));
        // tuser counts on the last beat only
        let mut frame = good();
        frame[..last].iter_mut().for_each(|beat| beat.user = true);
        assert_eq!(bench.run(&frame, Pace::Full), [Frame::ack(9).event(ACK, false)]);
    }
    at_every_width!(test);
}

#[test]
fn the_length_limit_is_exact_and_saturates() {
    fn test<const W: usize, const K: usize, const L: usize>() {
        let sized = |bytes: usize| {
            let frame = Frame::ack(1);
            Frame { padding: bytes - frame.bytes().len(), ..frame }.bytes()
        };
        let good = Frame::ack(1).event(ACK, false);
        for limit in [100usize, 127, 128, 129, 1000] {
            let mut bench = Bench::<W, K, L>::new();
            bench.sim.uut.cfg_max_frame_bytes.next = (limit as u64).into();
            let verdicts = bench.frames(&[sized(limit), sized(limit + 1), sized(limit - 1)], Pace::Full);
            assert_eq!(verdicts, [good, Verdict::Drop(Oversized), good], "limit {limit}");
        }
        let mut bench = Bench::<W, K, L>::new();
        bench.sim.uut.cfg_max_frame_bytes.next = 16_382.into();
        let long = |bytes: &[usize]| -> Vec<_> { bytes.iter().map(|n| sized(*n)).collect() };
        assert_eq!(bench.frames(&long(&[16_382, 16_383]), Pace::Full), [good, Verdict::Drop(Oversized)]);
        bench.sim.uut.cfg_max_frame_bytes.next = 16_383.into();
        assert_eq!(bench.frames(&long(&[16_384, 33_000]), Pace::Full), [good; 2]);
        // the IP packet ends at byte 16,383 of a frame that counts as 16,383 bytes, or one byte behind it
        let whole = |payload: usize| {
            let frame = Frame { opcode: 0x04, body: vec![1; payload - 24], padding: 5000, ..Frame::ack(1) };
            frame.bytes()
        };
        let payload = 16_383 - 14 - 20;
        let verdicts = bench.frames(&[whole(payload), whole(payload + 1), whole(payload + 2)], Pace::Full);
        let cut = Verdict::Drop(Truncated);
        assert_eq!(verdicts, [Verdict::Drop(OpcodeIgnored), cut, cut]);
    }
    at_both_ends!(test);
}

/// The addresses to which `Frame` goes.
fn own(check: u64) -> OwnCfg {
    OwnCfg {
        check: check.into(),
        mac: 0x0200_0000_0001.into(),
        ipv4: 0xc0a8_0114.into(),
        ipv6_high: 0x3031_3233_3435_3637.into(),
        ipv6_low: 0x3839_3a3b_3c3d_3e3f.into(),
    }
}

#[test]
fn what_goes_to_another_address_is_dropped_where_it_is_compared() {
    fn test<const W: usize, const K: usize, const L: usize>() {
        let (mut bench, mut compared) = (Bench::<W, K, L>::new(), 0);
        for check in [0, 1, 2, 4, 7] {
            bench.sim.uut.cfg_own.next = own(check);
            let mut frames = vec![];
            for v6 in [false, true] {
                for tags in [&[][..], &[0x8100], &[0x88a8, 0x8100]] {
                    for ihl in [5, 15].into_iter().take(if v6 { 1 } else { 2 }) {
                        let frame = Frame { v6, ihl, ..Frame::ack(7) }.tagged(tags);
                        let good = frame.event(ACK, false);
                        frames.push((frame.bytes(), good));
                        let (at, bytes, bit) =
                            if v6 { (frame.ip_at() + 24, 16, 4) } else { (frame.ip_at() + 16, 4, 2) };
                        for byte in [0, 1, 2, 5, at, at + bytes / 2, at + bytes - 1] {
                            let mut other = frame.bytes();
                            other[byte] ^= 1 << (byte % 8);
                            // the IP address is under the ICRC
                            let verdict = match byte < 6 {
                                true if check & 1 != 0 => Verdict::Drop(NotOurMac),
                                true => good,
                                false if check & bit != 0 => Verdict::Drop(NotOurIp),
                                false => Verdict::Drop(Icrc),
                            };
                            frames.push((other, verdict));
                        }
                        // shorter than its address: another reason, whatever an earlier frame left
                        frames.push((frame.bytes()[..at + 3].to_vec(), Verdict::Drop(Truncated)));
                        // to all, and to another IP address too: the MAC address comes first
                        let mut all = frame.bytes();
                        all[..6].fill(0xff);
                        all[at] ^= 1;
                        let reason = match (check & 1, check & bit) {
                            (0, 0) => Icrc,
                            (0, _) => NotOurIp,
                            _ => NotOurMac,
                        };
                        frames.push((all, Verdict::Drop(reason)));
                        // what the last frame left must not count
                        frames.push((frame.bytes(), good));
                    }
                }
            }
            let bytes: Vec<_> = frames.iter().map(|(bytes, _)| bytes.clone()).collect();
            for (i, (verdict, (_, expected))) in bench.frames(&bytes, Pace::Full).iter().zip(&frames).enumerate() {
                assert_eq!(verdict, expected, "check {check}, frame {i}");
                compared += 1;
            }
        }
        assert_eq!(compared, 5 * 3 * (2 + 1) * (1 + 7 + 3));
    }
    at_both_ends!(test);
}

#[test]
fn the_index_has_the_configured_width() {
    for bits in [4, 9, 16] {
        let _width = QpBits::set(bits);
        let index = (1 << bits) - 1;
        let inside = Frame { dest_qp: QPN_BASE & !index | 0x5a_5a5a & index, ..Frame::ack(2) };
        let outside = Frame { dest_qp: inside.dest_qp ^ 1 << bits, ..Frame::ack(2) };
        let verdicts = Bench::<64, 8, 2>::new().frames(&[inside.bytes(), outside.bytes()], Pace::Full);
        assert_eq!(verdicts, [inside.event(ACK, false), Verdict::Drop(QpnUnknown)]);
    }
}
