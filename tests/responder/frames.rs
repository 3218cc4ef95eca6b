//! Frames: bytes typed by hand, and what the model's parser reads in random ones.

use super::{CFG, HEADER, LONGEST, WIDTHS, ack, cnp, ready, telemetry};
use crate::support;
use layout::drop_reason::DropReason;
use layout::fixed::U;
use layout::record::Kind;
use layout::telemetry::{PROFILES, Place};
use layout::wire::EcePlace;
use model::hpcc::{Hop, Telemetry};
use model::packet::classify::{self, ParserConfig, TelemetryConfig};
use model::packet::frame::{Body, Repr};
use model::packet::{icrc, ip, ipv4};
use model::responder::{Answer, Config, Drop, Header, In, frame};

/// The ACK of the page. Its ICRC is what zlib's CRC-32 gives for the bytes with the masked ones as ones.
#[rustfmt::skip]
const ACK: [u8; 62] = [
    0x02, 0x00, 0x00, 0x00, 0x00, 0x01, 0x02, 0x00, 0x00, 0x00, 0x00, 0x02, 0x08, 0x00,
    // version 4, IHL 5, ECT(0), 48 bytes, identification 0, DF, TTL 64, UDP, header checksum, addresses
    0x45, 0x02, 0x00, 0x30, 0x00, 0x00, 0x40, 0x00, 0x40, 0x11, 0xb7, 0x4c, 0xc0, 0xa8, 0x01, 0x0a,
    0xc0, 0xa8, 0x01, 0x14,
    // source port, port 4791, 28 bytes, no checksum
    0xc0, 0x01, 0x12, 0xb7, 0x00, 0x1c, 0x00, 0x00,
    // ACKNOWLEDGE, M, P_Key, BECN, DestQP 0x2a, PSN 0x123456
    0x11, 0x40, 0xff, 0xff, 0x40, 0x00, 0x00, 0x2a, 0x00, 0x12, 0x34, 0x56,
    // ACK without credits, MSN 7
    0x1f, 0x00, 0x00, 0x07,
    0x33, 0xe1, 0xa9, 0x6c,
];

/// A CNP over IPv6 with a tag: DSCP 48, no M, BECN, PSN 0, sixteen bytes of 0.
#[rustfmt::skip]
const CNP: [u8; 98] = [
    0x02, 0x00, 0x00, 0x00, 0x00, 0x01, 0x02, 0x00, 0x00, 0x00, 0x00, 0x02, 0x81, 0x00, 0x60, 0x64, 0x86, 0xdd,
    // version 6, class 0xc2, flow 0xc0ffe, 40 bytes, UDP, hop limit 64, fd00::1, fd00::2
    0x6c, 0x2c, 0x0f, 0xfe, 0x00, 0x28, 0x11, 0x40,
    0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2,
    0xc0, 0x01, 0x12, 0xb7, 0x00, 0x28, 0x00, 0x00,
    0x81, 0x00, 0xff, 0xff, 0x40, 0x00, 0x00, 0x2a, 0x00, 0x00, 0x00, 0x00,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0x59, 0x41, 0x4c, 0x44,
];

#[test]
fn the_worked_number_of_the_page() {
    let answer = Answer { ece: true, ..ack(5, 0x12_3456) };
    assert_eq!(frame(&HEADER, &answer, 7, &CFG), Ok(ACK.to_vec()));
}

#[test]
fn a_cnp_over_ipv6_with_a_tag_has_these_bytes() {
    let (dst_ip, src_ip) = (0xfd00_u128 << 112 | 2, 0xfd00_u128 << 112 | 1);
    let header = Header { dst_ip, src_ip, flow: 0xc_0ffe, ..LONGEST };
    // neither PSN nor ECE of a CNP counts, and its AETH is none
    let answer = Answer { psn: 9, ece: true, ..cnp(5) };
    assert_eq!(frame(&header, &answer, 7, &CFG), Ok(CNP.to_vec()));
}

#[test]
fn a_nak_says_that_a_psn_was_missed_and_no_ece() {
    let nak = Answer { kind: Kind::Loss as u8, ece: true, ..ack(5, 0x12_3456) };
    let bytes = frame(&HEADER, &nak, 7, &CFG).expect("a frame");
    assert_eq!((bytes[42], bytes[43], bytes[46]), (0x11, 0x40, 0x00));
    assert_eq!(bytes[54..58], [0x60, 0, 0, 7]);
}

#[test]
fn what_is_no_answer_and_a_qp_without_a_header_give_no_frame() {
    for kind in [2, 4, 5, 6, 7] {
        let answer = Answer { kind, ..ack(5, 0) };
        for header in [HEADER, Header::default()] {
            assert_eq!(frame(&header, &answer, 0, &CFG), Err(Drop::Unknown), "{kind}");
        }
    }
    for answer in [ack(5, 0), cnp(5)] {
        assert_eq!(frame(&Header { valid: false, ..HEADER }, &answer, 0, &CFG), Err(Drop::Unwritten));
    }
}

struct Draw(support::Random);

impl Draw {
    fn bits(&mut self, bits: u32) -> u64 {
        self.0.next() >> (64 - bits)
    }

    fn header(&mut self) -> Header {
        let wide = |d: &mut Self| u128::from(d.bits(64)) << 64 | u128::from(d.bits(64));
        let mac = |d: &mut Self| std::array::from_fn(|_| d.bits(8) as u8);
        Header {
            valid: true,
            v6: self.bits(1) == 1,
            tci: (self.bits(1) == 1).then(|| self.bits(16) as u16),
            dst_mac: mac(self),
            src_mac: mac(self),
            dst_ip: wide(self),
            src_ip: wide(self),
            // CE is for the echo
            tos: (self.bits(6) * 4 + self.bits(2) % 3) as u8,
            ttl: self.bits(8) as u8,
            flow: self.bits(20) as u32,
            src_port: self.bits(16) as u16,
            dest_qp: self.bits(24) as u32,
            pkey: self.bits(16) as u16,
        }
    }

    /// As a profile can say it.
    fn telemetry(&mut self, profile: usize) -> Telemetry<15> {
        let n_hop = if profile == 1 { self.bits(8) % 6 } else { self.bits(4) };
        let mut hops = [Hop::default(); 15];
        for hop in &mut hops[..n_hop as usize] {
            let speed = U::wrap(self.bits(if profile == 1 { 3 } else { 4 }));
            *hop = Hop {
                speed,
                ts: U::wrap(self.bits(24)),
                tx_bytes: U::wrap(self.bits(20)),
                q_len: U::wrap(self.bits(16)),
            };
        }
        Telemetry { path: U::wrap(if profile == 1 { 0 } else { self.bits(12) }), n_hop: U::wrap(n_hop), hops }
    }
}

#[test]
fn what_the_parser_reads_in_a_frame_is_what_was_asked() {
    let mut draw = Draw(support::seed("responder frames"));
    let mut seen = [0; 64];
    for round in 0..40_000u64 {
        let header = draw.header();
        let place = Place::ALL[round as usize % 3];
        let profile = draw.bits(1) as usize;
        let asked = (draw.bits(2) > 0).then(|| draw.telemetry(profile));
        let offset = draw.bits(4) as u8;
        // room for the longest header
        let area = offset + 31 + draw.bits(4) as u8;
        let telemetry = TelemetryConfig { place, offset, area, profile: profile as u8 };
        let ece_place = EcePlace::ALL[draw.bits(2) as usize];
        let cfg = Config { ece_place, cnp_dscp: draw.bits(6) as u8, telemetry, reply: None, ask: None };
        let kind = [Kind::Ack, Kind::Ack, Kind::Loss, Kind::Cnp][draw.bits(2) as usize];
        let answer =
            Answer { kind: kind as u8, ece: draw.bits(1) == 1, telemetry: asked, ..ack(0, draw.bits(24) as u32) };
        let bytes = frame(&header, &answer, draw.bits(24) as u32, &cfg).expect("a frame");
        assert!(bytes.len() >= 60, "Ethernet's least");

        let parser = ParserConfig { qp_bits: 12, qpn_base: header.dest_qp, ece_place, telemetry, ..Default::default() };
        let event = classify::frame(&bytes, &parser).unwrap_or_else(|e| panic!("round {round}: {e:?} {answer:?}"));
        assert_eq!((event.kind, event.qpn), (kind, header.dest_qp & 0xfff), "round {round}");
        assert_eq!(event.psn, if kind == Kind::Cnp { 0 } else { answer.psn });
        assert_eq!(event.ece, kind == Kind::Ack && answer.ece);
        let empty = Telemetry { path: U::wrap(0), n_hop: U::wrap(0), hops: [Hop::default(); 15] };
        let expected = match (kind, place) {
            (Kind::Cnp, _) | (_, Place::None) => None,
            (_, Place::Ack) => asked,
            (_, Place::Udp) => Some(asked.unwrap_or(empty)),
        };
        assert_eq!(event.telemetry, expected, "round {round}");

        let repr = Repr::parse_with_area(&bytes, telemetry.area_bytes()).expect("a frame with a right ICRC");
        assert_eq!((repr.ethernet.dst, repr.ethernet.src), (header.dst_mac, header.src_mac));
        assert_eq!(repr.ethernet.tags.first().map(|tag| tag.tci), header.tci);
        assert_eq!((repr.udp.src_port, repr.udp.checksum), (header.src_port, 0));
        assert_eq!((repr.bth.pkey, repr.padding.len()), (header.pkey, 0));
        let at = if header.tci.is_some() { 18 } else { 14 };
        match &repr.ip {
            ip::Repr::V4(v4) => {
                assert_eq!(ipv4::checksum(&bytes[at..at + 20]), 0, "round {round}");
                assert_eq!(u32::from(v4.dst), header.dst_ip as u32);
            }
            ip::Repr::V6(v6) => assert_eq!((u128::from(v6.src), v6.flow_label), (header.src_ip, header.flow)),
        }
        if let Body::Cnp(repr) = repr.body {
            assert_eq!(repr.reserved, [0; 16]);
        }
        let case = usize::from(header.v6) << 5 | usize::from(header.tci.is_some()) << 4 | (place as usize) << 2;
        seen[case | ece_place as usize] += 1;
    }
    // both versions, with a tag and without, at three places of telemetry, at four of the echo
    assert_eq!(seen.iter().filter(|n| **n > 50).count(), 2 * 2 * 3 * 4, "{seen:?}");
}

#[test]
fn telemetry_that_does_not_fit_into_the_area_is_cut_and_the_parser_says_so() {
    let telemetry_cfg = TelemetryConfig { place: Place::Udp, offset: 2, area: 6, profile: 0 };
    let cfg = Config { telemetry: telemetry_cfg, ..CFG };
    let parser = ParserConfig { telemetry: telemetry_cfg, ..Default::default() };
    for (n_hop, fits) in [(0, true), (1, true), (2, false)] {
        let answer = Answer { telemetry: Some(telemetry(0x5a3, n_hop)), ..ack(5, 1) };
        let bytes = frame(&HEADER, &answer, 0, &cfg).expect("a frame");
        assert_eq!(bytes.len(), 62 + 24);
        let read = classify::frame(&bytes, &parser).map(|event| event.telemetry);
        assert_eq!(read, if fits { Ok(answer.telemetry) } else { Err(DropReason::TelemetryLength) }, "{n_hop}");
    }
}

/// More hops than the block has ports for are still told, so that the sender's engine sees that it lacks some.
#[test]
fn hops_without_a_port_are_zero_and_still_told() {
    for profile in 0..PROFILES.len() as u8 {
        let telemetry_cfg = TelemetryConfig { place: Place::Ack, offset: 0, area: 0, profile };
        let cfg = Config { telemetry: telemetry_cfg, ..CFG };
        let mut block = ready(512, 2, HEADER);
        let asked = Telemetry { path: U::wrap(0), ..telemetry(0, 4) };
        let answer = Some(Answer { telemetry: Some(asked), ..ack(5, 1) });
        let mut frames = super::Frames::default();
        block.step(&In { answer, cfg, ..super::IDLE });
        for _ in 0..40 {
            if let Some(beat) = block.step(&In { cfg, ..super::IDLE }).beat {
                frames.take(&beat);
            }
        }
        let parser = ParserConfig { telemetry: telemetry_cfg, ..Default::default() };
        let event = classify::frame(&frames.done[0], &parser).expect("an event");
        let read = event.telemetry.expect("telemetry");
        assert_eq!((read.n_hop.raw(), read.hops[1]), (4, asked.hops[1]));
        assert_eq!(read.hops[2..], [Hop::default(); 13]);
    }
}

#[test]
fn every_width_gives_the_same_frames() {
    for header in [HEADER, LONGEST] {
        for answer in [ack(3, 7), cnp(3)] {
            let bytes = frame(&header, &answer, 0, &CFG).expect("a frame");
            for width in WIDTHS {
                let mut block = ready(width, 5, header);
                let mut frames = super::Frames::default();
                for cycle in 0..60 {
                    let answer = (cycle == 0).then_some(answer);
                    if let Some(beat) = block.step(&In { answer, ..super::IDLE }).beat {
                        frames.take(&beat);
                    }
                }
                assert_eq!(frames.done, std::slice::from_ref(&bytes), "{width}");
            }
        }
    }
}

#[test]
fn a_flipped_bit_that_the_icrc_covers_is_no_frame_any_more() {
    let bytes = frame(&HEADER, &ack(5, 0x12_3456), 7, &CFG).expect("a frame");
    for bit in 8 * 14..8 * bytes.len() {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 0x80 >> (bit % 8);
        let Ok(packet) = ip::Packet::new_checked(0x0800, &flipped[14..]) else { continue };
        let masked = [15, 22, 24, 25, 40, 41, 46].contains(&(bit / 8));
        assert_eq!(icrc::is_valid(&packet, 0), masked, "bit {bit}");
    }
}
