//! Telemetry: both profiles, both places, every offset, and what does not fit. Headers are built here bit by bit.

use crate::bench::{Bench, Pace};
use crate::frames::{Frame, Telemetry, Verdict, ACK, CNP, DATA, HOPS, LOSS};
use crate::{at_both_ends, at_every_width};
use hdl::parser::TelemetryCfg;
use layout::drop_reason::DropReason::*;

const UDP: u64 = 1;
const ACKS: u64 = 2;

fn cfg(place: u64, offset: usize, area: usize, ns3: bool) -> TelemetryCfg {
    TelemetryCfg { place: place.into(), offset: (offset as u64).into(), area: (area as u64).into(), profile: ns3 }
}

/// Fifteen hops, no two fields alike; queues of 17 bits in every third.
fn hop(i: usize) -> [u32; 4] {
    let i = i as u32;
    [(3 + i) % 8, 0xfe_dc00 + 0x111 * i, 0xf_f000 + 0x313 * i, if i % 3 == 2 { 0x1_0000 + i } else { 0x8001 + i }]
}

/// As Figure 4 of the draft has it.
fn draft(path: u32, n_hop: usize) -> Vec<u8> {
    let mut bytes = ((n_hop as u32) << 28 | path << 16 | 0xabcd).to_be_bytes().to_vec();
    for [speed, ts, tx, q] in (0..n_hop).map(hop) {
        let word = u64::from(speed) << 60 | u64::from(ts) << 36 | u64::from(tx) << 16 | u64::from(q & 0xffff);
        bytes.extend(word.to_be_bytes());
    }
    bytes
}

/// Five slots and a count, as the structs of ns-3 lie in memory; two bytes more to the end of the word.
fn ns3(n_hop: u16) -> Vec<u8> {
    let slot = |i| {
        let [rate, time, tx, q] = hop(i).map(u64::from);
        (rate | time << 3 | tx << 27 | q << 47).to_le_bytes()
    };
    (0..5).flat_map(slot).chain(n_hop.to_le_bytes()).chain([0xcc; 2]).collect()
}

fn expected(ns3: bool, path: u16, n_hop: usize) -> Telemetry {
    let mut hops = [[0; 4]; HOPS];
    for (i, out) in hops.iter_mut().enumerate().take(n_hop) {
        let [speed, ts, tx, q] = hop(i);
        *out = [speed, ts, tx, if ns3 { q.min(0xffff) } else { q & 0xffff }];
    }
    Telemetry { path: if ns3 { 0 } else { path }, n_hop: n_hop as u8, hops }
}

/// Bytes before the header, the header, and `behind` words.
fn stuffed(offset: usize, header: &[u8], behind: usize) -> Vec<u8> {
    [&vec![0x5a; 4 * offset], header, &vec![0xa5; 4 * behind]].concat()
}

/// An ACK, a NAK or data with this area; with the telemetry in the ACK if `area` is none.
fn carriers(bytes: &[u8], at_udp: bool) -> Vec<(Frame, u8)> {
    let frame = |frame: Frame| match at_udp {
        true => Frame { area: bytes.to_vec(), ..frame },
        false => Frame { body: [&frame.body[..], bytes].concat(), ..frame },
    };
    let mut all = vec![(frame(Frame::ack(0x12_3456)), ACK), (frame(Frame::nak(7, 0x60)).v6(), LOSS)];
    all.push((frame(Frame { ihl: 9, padding: 5, ..Frame::ack(3) }).tagged(&[0x88a8, 0x8100]), ACK));
    if at_udp {
        let data = |opcode, flags, bytes| Frame { opcode, flags, body: vec![0x77; bytes], ..Frame::ack(0xff_ffff) };
        all.push((frame(data(0x04, 0, 0)), DATA));
        all.push((frame(data(0x0b, 0x30, 200)).v6().tagged(&[0x8100]), DATA));
        all.push((frame(data(0x2a, 0x10, 1000)), DATA));
    }
    all
}

#[test]
fn headers_of_both_profiles_are_read_at_every_offset_in_both_places() {
    fn test<const W: usize, const K: usize, const L: usize>() {
        let mut bench = Bench::<W, K, L>::new();
        for (at_udp, offset) in [true, false].into_iter().flat_map(|u| (0..16).map(move |o| (u, o))) {
            // each number of hops at one offset, the most at the first ones too
            let of_draft = [offset, if offset < 2 { 15 } else { offset / 3 }].map(|n| (false, n, draft(0x5a3, n)));
            let of_ns3 = [(true, offset % 6, ns3(offset as u16 % 6))];
            for (is_ns3, n, header) in of_draft.into_iter().chain(of_ns3) {
                let bytes = stuffed(offset, &header, (offset + n) % 3);
                let place = if at_udp { UDP } else { ACKS };
                bench.sim.uut.cfg_telemetry.next = cfg(place, offset, bytes.len() / 4, is_ns3);
                let frames = carriers(&bytes, at_udp);
                let sent: Vec<_> = frames.iter().map(|(frame, _)| frame.bytes()).collect();
                let telemetry = expected(is_ns3, 0x5a3, n);
                for ((frame, kind), verdict) in frames.iter().zip(bench.frames(&sent, Pace::Full)) {
                    let expected = frame.telemetry(*kind, telemetry);
                    assert_eq!(verdict, expected, "{W} bits, offset {offset}, {n} hops: {frame:x?}");
                }
            }
        }
    }
    at_both_ends!(test);
}

/// An area or an ACK that is a word too short, whatever the header; and counts that ns-3's five slots cannot hold.
#[test]
fn a_header_that_does_not_fit_or_counts_too_many_hops_is_dropped() {
    fn test<const W: usize, const K: usize, const L: usize>() {
        let mut bench = Bench::<W, K, L>::new();
        for at_udp in [true, false] {
            let place = if at_udp { UDP } else { ACKS };
            let mut check = |bytes: Vec<u8>, offset, is_ns3, reason| {
                bench.sim.uut.cfg_telemetry.next = cfg(place, offset, bytes.len() / 4, is_ns3);
                let sent: Vec<_> = carriers(&bytes, at_udp).iter().map(|(frame, _)| frame.bytes()).collect();
                for verdict in bench.frames(&sent, Pace::Full) {
                    assert_eq!(verdict, Verdict::Drop(reason), "{W} bits, offset {offset}, {bytes:x?}");
                }
            };
            for offset in [0, 2, 15] {
                for n in [0, 1, 5, 15] {
                    let whole = stuffed(offset, &draft(1, n), 0);
                    if whole.len() > 4 {
                        check(whole[..whole.len() - 4].to_vec(), offset, false, TelemetryLength);
                    }
                }
                check(stuffed(offset, &ns3(2)[..40], 0), offset, true, TelemetryLength);
                check(stuffed(offset, &ns3(0x100)[..40], 0), offset, true, TelemetryLength);
                for count in [6, 15, 16, 0x100, 0xffff] {
                    check(stuffed(offset, &ns3(count), 1), offset, true, TelemetryHops);
                }
            }
        }
    }
    at_both_ends!(test);
}

#[test]
fn what_is_no_telemetry_stays_what_it_was() {
    fn test<const W: usize, const K: usize, const L: usize>() {
        let area = stuffed(1, &draft(1, 2), 0);
        let behind = [&[0x1f, 0, 0, 7], &area[..]].concat();
        let data = || Frame { opcode: 0x04, body: vec![1; 32], ..Frame::ack(1) };
        let with = |frame: Frame| Frame { area: area.clone(), ..frame };
        let telemetry = expected(false, 1, 2);
        let mut bench = Bench::<W, K, L>::new();
        for (place, frame, verdict) in [
            // place 0 and 3: as without telemetry
            (0, data(), Verdict::Drop(OpcodeIgnored)),
            (3, data(), Verdict::Drop(OpcodeIgnored)),
            (3, Frame { body: behind.clone(), ..Frame::ack(1) }, Verdict::Drop(RoceLength)),
            (0, Frame::ack(1), Frame::ack(1).event(ACK, false)),
            // an ACK with nothing behind its AETH, data, a CNP at place 2
            (ACKS, Frame::ack(1), Frame::ack(1).event(ACK, false)),
            (ACKS, Frame::cnp(), Frame::cnp().event(CNP, false)),
            (ACKS, data(), Verdict::Drop(OpcodeIgnored)),
            (ACKS, Frame { body: vec![], ..Frame::ack(1) }, Verdict::Drop(RoceLength)),
            (ACKS, Frame { body: [&behind[..], &[0; 2]].concat(), ..Frame::ack(1) }, Verdict::Drop(RoceLength)),
            (ACKS, Frame { body: vec![0; 20], ..Frame::cnp() }, Verdict::Drop(RoceLength)),
            (
                ACKS,
                Frame { body: [&behind[..], &[9; 400]].concat(), ..Frame::ack(1) },
                Frame::ack(1).telemetry(ACK, telemetry),
            ),
            (ACKS, Frame { flags: 0x50, body: behind.clone(), ..Frame::ack(1) }, Verdict::Drop(BthPad)),
            (ACKS, Frame { icrc_error: 4, body: behind.clone(), ..Frame::ack(1) }, Verdict::Drop(Icrc)),
            (ACKS, Frame { body: [&[0x20, 0, 0, 0], &area[..]].concat(), ..Frame::ack(1) }, Verdict::Drop(RnrNak)),
            // behind the UDP header: a CNP's is ignored, other opcodes stay ignored, lengths count the area
            (UDP, with(Frame::cnp()), Frame::cnp().event(CNP, false)),
            (UDP, with(Frame { opcode: 0x0c, body: vec![0; 16], ..Frame::ack(1) }), Verdict::Drop(OpcodeIgnored)),
            (UDP, with(Frame { opcode: 0x64, body: vec![0; 16], ..Frame::ack(1) }), Verdict::Drop(OpcodeIgnored)),
            (UDP, with(Frame { opcode: 0x15, ..Frame::ack(1) }), Verdict::Drop(OpcodeUnknown)),
            (UDP, with(Frame { body: vec![0; 8], ..Frame::ack(1) }), Verdict::Drop(RoceLength)),
            (UDP, with(Frame { body: vec![0; 3], opcode: 0x04, ..Frame::ack(1) }), Verdict::Drop(RoceLength)),
            (UDP, Frame::ack(1), Verdict::Drop(RoceLength)),
            (UDP, with(Frame { icrc_error: 1 << 31, ..data() }), Verdict::Drop(Icrc)),
            (UDP, with(Frame { dest_qp: 0, ..data() }), Verdict::Drop(QpnUnknown)),
            (UDP, with(Frame::nak(1, 0x61)), Verdict::Drop(NakOther)),
        ] {
            bench.sim.uut.cfg_telemetry.next = cfg(place, 1, area.len() / 4, false);
            assert_eq!(bench.frames(&[frame.bytes()], Pace::Full), [verdict], "{W} bits, place {place}: {frame:x?}");
        }
    }
    at_every_width!(test);
}

/// Every cut of a frame with telemetry is truncated, and nothing of it is left over in the next frame.
#[test]
fn every_cut_is_truncated_and_forgotten() {
    fn test<const W: usize, const K: usize, const L: usize>() {
        for at_udp in [true, false] {
            let bytes = stuffed(1, &draft(0x7ff, 5), 1);
            let (frame, kind) = carriers(&bytes, at_udp).remove(0);
            let whole = frame.bytes();
            let mut bench = Bench::<W, K, L>::new();
            bench.sim.uut.cfg_telemetry.next = cfg(if at_udp { UDP } else { ACKS }, 1, bytes.len() / 4, false);
            let mut sent: Vec<_> = (1..whole.len()).map(|n| whole[..n].to_vec()).collect();
            sent.push(whole);
            let verdicts = bench.frames(&sent, Pace::Full);
            let (last, cut) = verdicts.split_last().unwrap();
            assert!(cut.iter().all(|v| *v == Verdict::Drop(Truncated)), "{W} bits: {cut:?}");
            assert_eq!(*last, frame.telemetry(kind, expected(false, 0x7ff, 5)));
        }
    }
    at_every_width!(test);
}

/// Switches write into the area behind the UDP header, so the ICRC leaves it out; behind an AETH nobody does.
#[test]
fn the_icrc_covers_telemetry_in_an_ack_and_not_in_the_area() {
    fn test<const W: usize, const K: usize, const L: usize>() {
        for at_udp in [true, false] {
            let bytes = stuffed(0, &draft(0, 3), 0);
            let frame = carriers(&bytes, at_udp).remove(0).0;
            let from = if at_udp { 14 + 20 + 8 } else { 14 + 20 + 8 + 12 + 4 };
            let mut bench = Bench::<W, K, L>::new();
            bench.sim.uut.cfg_telemetry.next = cfg(if at_udp { UDP } else { ACKS }, 0, bytes.len() / 4, false);
            // not the four bits of nHop
            let flip = |bit: usize| {
                let mut sent = frame.bytes();
                sent[from + bit / 8] ^= 0x80 >> (bit % 8);
                sent
            };
            let sent: Vec<_> = (4..8 * bytes.len()).map(flip).collect();
            for verdict in bench.frames(&sent, Pace::Full) {
                assert_eq!(
                    matches!(verdict, Verdict::Event { telemetry: Some(_), .. }),
                    at_udp,
                    "{W} bits: {verdict:?}"
                );
                assert!(at_udp || verdict == Verdict::Drop(Icrc));
            }
        }
    }
    at_both_ends!(test);
}
