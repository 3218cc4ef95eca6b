//! Telemetry in packets: frames typed by hand, and random headers at every place.

use super::*;
use layout::telemetry::{PROFILES, Place};
use model::hpcc::Telemetry;
use model::packet::classify::TelemetryConfig;
use model::packet::telemetry::{Hop, Repr, header_bytes};
use proptest::prelude::*;

/// Three hops behind a word of something else: nHop 3, pathID 0x5a3; speed, ts, txBytes, qLen.
#[rustfmt::skip]
const HEADER: [u8; 32] = [
    0x00, 0x00, 0x00, 0x00, 0x35, 0xa3, 0x00, 0x00,
    0x20, 0x12, 0x3f, 0x00, 0x4e, 0x20, 0x00, 0x00, // 2, 0x0123f0, 0x04e20, 0
    0x3f, 0xff, 0xe1, 0x0f, 0xff, 0xf0, 0x01, 0x23, // 3, 0xfffe10, 0xffff0, 0x0123
    0x00, 0x00, 0x40, 0x00, 0x00, 0x01, 0xff, 0xff, // 0, 0x000400, 0x00001, 0xffff
];
const HOPS: [(u64, u64, u64, u64); 3] =
    [(2, 0x01_23f0, 0x0_4e20, 0), (3, 0xff_fe10, 0xf_fff0, 0x0123), (0, 0x400, 1, 0xffff)];

/// The worked frame of `parser.md`: an ACK with telemetry behind its AETH. The ICRC is the one that scapy 2 computes.
fn ack_frame() -> Vec<u8> {
    [
        &[0x02, 0, 0, 0, 0, 1, 0x02, 0, 0, 0, 0, 2, 0x08, 0x00][..],
        &[0x45, 0x02, 0x00, 0x50, 0x12, 0x34, 0x40, 0, 0x40, 0x11, 0xa4, 0xf8, 192, 168, 1, 10, 192, 168, 1, 20],
        &[0xc0, 0x01, 0x12, 0xb7, 0x00, 0x3c, 0x00, 0x00],
        &[0x11, 0x40, 0xff, 0xff, 0x40, 0x00, 0x00, 0x2a, 0x00, 0x12, 0x34, 0x56, 0x1f, 0x00, 0x00, 0x07],
        &HEADER,
        &[0x79, 0xb7, 0x35, 0x78],
    ]
    .concat()
}

/// RDMA WRITE ONLY with six bytes and two of padding; the same telemetry in an area of nine words. The ICRC is that of
/// zlib over the packet with the area and the other mutable fields as ones.
fn data_frame() -> Vec<u8> {
    [
        &[0x02, 0, 0, 0, 0, 1, 0x02, 0, 0, 0, 0, 2, 0x08, 0x00][..],
        &[0x45, 0x02, 0x00, 0x68, 0x12, 0x34, 0x40, 0, 0x40, 0x11, 0xa4, 0xe0, 192, 168, 1, 10, 192, 168, 1, 20],
        &[0xc0, 0x01, 0x12, 0xb7, 0x00, 0x54, 0x00, 0x00],
        &HEADER,
        &[0xee; 4],
        &[0x0a, 0x60, 0xff, 0xff, 0x00, 0x00, 0x00, 0x2a, 0x80, 0x12, 0x34, 0x56],
        &[0, 0, 0, 0, 0, 0, 0x10, 0x00, 0, 0, 0, 0x77, 0, 0, 0, 6], // RETH
        &[1, 2, 3, 4, 5, 6, 0, 0],
        &[0x3c, 0xad, 0x36, 0xd0],
    ]
    .concat()
}

fn at(place: Place, offset: u8, area: u8, profile: u8) -> ParserConfig {
    ParserConfig { telemetry: TelemetryConfig { place, offset, area, profile }, ..ParserConfig::default() }
}

fn is_the_header(telemetry: &Telemetry<15>) {
    assert_eq!((telemetry.path.raw(), telemetry.n_hop.raw()), (0x5a3, 3));
    let hops = telemetry.hops.map(|h| (h.speed.raw(), h.ts.raw(), h.tx_bytes.raw(), h.q_len.raw()));
    assert_eq!((&hops[..3], &hops[3..]), (&HOPS[..], &[(0, 0, 0, 0); 12][..]));
}

#[test]
fn an_ack_and_data_typed_by_hand_give_the_hops_that_were_typed() {
    for (bytes, cfg, kind, ece) in [
        (ack_frame(), at(Place::Ack, 1, 0, 0), Kind::Ack, true),
        (data_frame(), at(Place::Udp, 1, 9, 0), Kind::Data, false),
    ] {
        let event = classify::frame(&bytes, &cfg).expect("a good frame");
        assert_eq!((event.kind, event.qpn, event.psn, event.ece), (kind, 42, 0x12_3456, ece));
        is_the_header(&event.telemetry.expect("telemetry"));
        let repr = frame::Repr::parse_with_area(&bytes, cfg.telemetry.area_bytes()).expect("a good frame");
        assert_eq!(repr.emit(), bytes);
    }
}

/// Steps 7 and 11: what each length and count does, with the ICRC made right again.
#[test]
fn telemetry_that_does_not_fit_names_its_reason() {
    let ack = |words: usize, profile, n_hop: u16| {
        let mut repr = frame::Repr::parse(&ack_frame()).expect("a good frame");
        let mut behind = vec![0; 4 * words];
        if profile == 1 {
            behind.resize(behind.len().max(44), 0);
            behind[40..42].copy_from_slice(&n_hop.to_le_bytes());
            behind.truncate(4 * words);
        } else {
            behind[0] = (n_hop << 4) as u8;
        }
        let frame::Body::AckWith(aeth, _) = repr.body else { panic!("an ACK with something behind it") };
        repr.body = frame::Body::AckWith(aeth, behind);
        classify::frame(&repr.emit(), &at(Place::Ack, 0, 0, profile)).map(|e| e.telemetry.map(|t| t.n_hop.raw()))
    };
    let length = Err(DropReason::TelemetryLength);
    for n_hop in 0..=15u16 {
        let words = 1 + 2 * usize::from(n_hop);
        assert_eq!(ack(words, 0, n_hop), Ok(Some(n_hop.into())));
        assert_eq!(ack(words + 3, 0, n_hop), Ok(Some(n_hop.into())));
        if n_hop > 0 {
            assert_eq!(ack(words - 1, 0, n_hop), length);
        }
    }
    for n_hop in 0..=5 {
        assert_eq!(ack(11, 1, n_hop), Ok(Some(n_hop.into())));
        assert_eq!(ack(10, 1, n_hop), length);
    }
    for n_hop in [6, 15, 16, 0x100, 0xffff] {
        assert_eq!(ack(11, 1, n_hop), Err(DropReason::TelemetryHops));
    }
}

/// Every bit of the area is the switches' to change; in an ACK none is.
#[test]
fn the_icrc_leaves_the_area_out_and_nothing_else_of_telemetry() {
    for (good, cfg, from, mutable) in
        [(ack_frame(), at(Place::Ack, 1, 0, 0), 58, false), (data_frame(), at(Place::Udp, 1, 9, 0), 42, true)]
    {
        for bit in 0..8 * HEADER.len() {
            let mut bytes = good.clone();
            bytes[from + bit / 8] ^= 0x80 >> (bit % 8);
            let verdict = classify::frame(&bytes, &cfg);
            let longer = bit / 8 == 4 && bit % 8 < 4;
            match verdict {
                Ok(_) => assert!(mutable),
                Err(reason) => assert_eq!(reason, if mutable { DropReason::TelemetryLength } else { DropReason::Icrc }),
            }
            assert!(mutable != verdict.is_err() || longer, "bit {bit}");
        }
    }
}

/// The two reasons that a file of packets without telemetry cannot have.
pub fn reasons() -> Vec<DropReason> {
    let mut ns3 = frame::Repr::parse_with_area(&data_frame(), 36).expect("a good frame");
    ns3.area = vec![0xff; 44];
    let frames = [(data_frame(), at(Place::Udp, 3, 9, 0)), (ns3.emit(), at(Place::Udp, 0, 11, 1))];
    frames.iter().filter_map(|(bytes, cfg)| classify::frame(bytes, cfg).err()).collect()
}

prop_compose! {
    fn header()(
        profile in 0..PROFILES.len(),
        n_hop in 0..=15u16,
        path in 0..1u16 << 12,
        fields in prop::collection::vec((0..16u8, 0..1u32 << 24, 0..1u32 << 20, 0..1u32 << 17), 15),
    ) -> Repr {
        let n_hop = n_hop.min(PROFILES[profile].slots.unwrap_or(15) as u16);
        let narrow = profile == 1;
        let hop = |(speed, ts, tx_bytes, q_len): (u8, u32, u32, u32)| match narrow {
            true => Hop { speed: speed & 7, ts, tx_bytes, q_len },
            false => Hop { speed, ts, tx_bytes, q_len: q_len & 0xffff },
        };
        let hops = fields.into_iter().take(n_hop.into()).map(hop).collect();
        Repr { profile: &PROFILES[profile], n_hop, path: if narrow { 0 } else { path }, hops }
    }
}

proptest! {
    #![proptest_config(random::config())]

    #[test]
    fn a_random_header_survives_the_wire_at_any_place(
        header in header(),
        repr in random::packet(),
        (offset, spare, in_area) in (0..16u8, 0..4usize, any::<bool>()),
        noise in any::<u8>(),
    ) {
        let profile = PROFILES.iter().position(|p| p == header.profile).unwrap() as u8;
        let words = usize::from(offset) + header_bytes(header.profile, header.n_hop).div_ceil(4) + spare;
        let mut bytes = vec![noise; 4 * words];
        header.emit(&mut bytes[4 * usize::from(offset)..]);
        let (place, repr) = match repr.body {
            frame::Body::Ack(aeth) if !in_area => {
                (Place::Ack, frame::Repr { body: frame::Body::AckWith(aeth, bytes), ..repr })
            }
            _ => (Place::Udp, frame::Repr { area: bytes, ..repr }),
        };
        let telemetry = TelemetryConfig { place, offset, area: words as u8, profile };
        let cfg = ParserConfig { telemetry, ..cfg(EcePlace::Becn) };
        let wire = repr.emit();
        prop_assert_eq!(frame::Repr::parse_with_area(&wire, telemetry.area_bytes()), Ok(repr.clone()));
        match classify::frame(&wire, &cfg) {
            Ok(event) if event.kind == Kind::Cnp => prop_assert_eq!(event.telemetry, None),
            Ok(event) => {
                let value = event.telemetry.expect("telemetry");
                prop_assert_eq!((value.n_hop.raw(), value.path.raw()), (header.n_hop.into(), header.path.into()));
                for (hop, sent) in value.hops.iter().zip(&header.hops) {
                    let got = (hop.speed.raw(), hop.ts.raw(), hop.tx_bytes.raw(), hop.q_len.raw());
                    let q = u64::from(sent.q_len.min(0xffff));
                    prop_assert_eq!(got, (sent.speed.into(), sent.ts.into(), sent.tx_bytes.into(), q));
                }
            }
            Err(reason) => prop_assert!(
                !matches!(reason, DropReason::TelemetryLength | DropReason::TelemetryHops | DropReason::Icrc)
            ),
        }
    }
}
