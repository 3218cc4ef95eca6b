//! Random packets and random harm, with proptest. The seed is fixed; `PROPTEST_RNG_SEED` takes another,
//! `PROPTEST_CASES` more cases. A failing case lands in `tests/crashers/packets.txt`.

use super::*;
use proptest::prelude::*;
use proptest::test_runner::{FileFailurePersistence, RngSeed};
use std::io::Write;

pub fn config() -> ProptestConfig {
    let mut config = ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct("tests/crashers/packets.txt"))),
        ..ProptestConfig::default()
    };
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(0x4143_4b57);
    }
    println!("proptest seed {}, {} cases", config.rng_seed, config.cases);
    config
}

fn width() -> impl Strategy<Value = u32> {
    prop::sample::select(&WIDTHS[..])
}

fn place() -> impl Strategy<Value = EcePlace> {
    prop::sample::select(&EcePlace::ALL[..])
}

prop_compose! {
    fn ipv4_header()(
        (tos, ident, dont_fragment, ttl) in any::<(u8, u16, bool, u8)>(),
        (src, dst) in any::<([u8; 4], [u8; 4])>(),
        options in prop::collection::vec(any::<[u8; 4]>(), 0..=10),
    ) -> ip::Repr {
        let options = options.concat();
        ip::Repr::V4(ipv4::Repr { tos, ident, dont_fragment, ttl, src: src.into(), dst: dst.into(), options })
    }
}

prop_compose! {
    fn ipv6_header()(
        (traffic_class, hop_limit) in any::<(u8, u8)>(),
        flow_label in 0..1u32 << 20,
        (src, dst) in any::<([u8; 16], [u8; 16])>(),
    ) -> ip::Repr {
        ip::Repr::V6(ipv6::Repr { traffic_class, flow_label, hop_limit, src: src.into(), dst: dst.into() })
    }
}

/// An opcode and what follows its BTH: ACKs and CNPs more often than data.
fn body() -> impl Strategy<Value = (u8, frame::Body)> {
    let ack = (any::<bool>(), 0..4u8, 0..32u8, 0..1u32 << 24)
        .prop_map(|(reserved, code, value, msn)| (0x11, frame::Body::Ack(aeth::Repr { reserved, code, value, msn })));
    let nak = Just((0x11, frame::Body::Ack(aeth::Repr { reserved: false, code: 3, value: 0, msn: 1 })));
    let cnp = any::<[u8; 16]>().prop_map(|reserved| (0x81, frame::Body::Cnp(cnp::Repr { reserved })));
    let data =
        (prop::sample::select(&[0x00, 0x04, 0x0a, 0x10, 0x12, 0x17, 0x2b, 0x64][..]), any::<[u8; 64]>(), 0..64usize)
            .prop_map(|(opcode, bytes, len)| (opcode, frame::Body::Other(bytes[..len].to_vec())));
    prop_oneof![4 => ack, 1 => nak, 2 => cnp, 2 => data]
}

prop_compose! {
    fn bth_header()(
        (solicited, migreq, fecn, becn, ack_req) in any::<(bool, bool, bool, bool, bool)>(),
        (pkey, pad) in any::<(u16, u8)>(),
        (reserved6, reserved7) in (0..64u8, 0..128u8),
        // mostly one of our QPs
        dest_qp in prop_oneof![9 => 0x01_2000..0x01_2400u32, 1 => 0..1u32 << 24],
        psn in 0..1u32 << 24,
    ) -> bth::Repr {
        let pad_count = if pad < 240 { 0 } else { pad % 4 };
        bth::Repr {
            opcode: 0, solicited, migreq, pad_count, pkey, fecn, becn, reserved6, dest_qp, ack_req, reserved7, psn,
        }
    }
}

prop_compose! {
    pub fn packet()(
        ip in prop_oneof![ipv4_header(), ipv6_header()],
        tags in prop::collection::vec((prop::sample::select(&[0x8100, 0x88a8][..]), any::<u16>()), 0..=2),
        (dst, src, src_port, checksum) in any::<([u8; 6], [u8; 6], u16, u16)>(),
        bth in bth_header(),
        (opcode, body) in body(),
        padding in prop::collection::vec(any::<u8>(), 0..20),
    ) -> frame::Repr {
        let tags = tags.into_iter().map(|(tpid, tci)| ethernet::VlanTag { tpid, tci }).collect();
        let ethernet = ethernet::Repr { dst, src, tags, ethertype: ip.ethertype() };
        let bth = bth::Repr { opcode, ..bth };
        frame::Repr { ethernet, ip, udp: udp::Repr { src_port, checksum }, area: vec![], bth, body, padding }
    }
}

/// What steps 7 to 10 say of a packet without a fault in its form, from its meaning instead of its bytes.
fn verdict(repr: &frame::Repr, place: EcePlace) -> Verdict {
    let bth = &repr.bth;
    let ecn = match &repr.ip {
        ip::Repr::V4(header) => header.tos & 3,
        ip::Repr::V6(header) => header.traffic_class & 3,
    };
    let qpn = bth.dest_qp.wrapping_sub(0x01_2000);
    match &repr.body {
        frame::Body::Other(_) => Err(DropReason::OpcodeIgnored),
        frame::Body::AckWith(..) => Err(DropReason::RoceLength),
        _ if bth.pad_count != 0 => Err(DropReason::BthPad),
        _ if qpn >= 1024 => Err(DropReason::QpnUnknown),
        frame::Body::Cnp(_) => event(Kind::Cnp, qpn, 0, false),
        frame::Body::Ack(aeth) => match (aeth.code, aeth.value) {
            (0, _) => {
                let ece = match place {
                    EcePlace::Becn => bth.becn,
                    EcePlace::Fecn => bth.fecn,
                    EcePlace::IpCe => ecn == 3,
                    EcePlace::AethReserved => aeth.reserved,
                };
                event(Kind::Ack, qpn, bth.psn, ece)
            }
            (3, 0) => event(Kind::Loss, qpn, bth.psn, false),
            (1, _) => Err(DropReason::RnrNak),
            _ => Err(DropReason::NakOther),
        },
    }
}

/// Harm to a frame's bytes.
#[derive(Clone, Debug)]
enum Harm {
    Flip(prop::sample::Index, u8),
    Set(prop::sample::Index, u8),
    Cut(prop::sample::Index),
    Remove(prop::sample::Index),
    Insert(prop::sample::Index, u8),
    Extend(Vec<u8>),
}

fn harm() -> impl Strategy<Value = Harm> {
    let index = any::<prop::sample::Index>;
    // values that mean something in some header
    let value = prop_oneof![any::<u8>(), prop::sample::select(&[0x00, 0x11, 0x45, 0x60, 0x81, 0x88, 0xff][..])];
    prop_oneof![
        3 => (index(), 0..8u8).prop_map(|(at, bit)| Harm::Flip(at, 1 << bit)),
        3 => (index(), value).prop_map(|(at, to)| Harm::Set(at, to)),
        1 => index().prop_map(Harm::Cut),
        1 => index().prop_map(Harm::Remove),
        1 => (index(), any::<u8>()).prop_map(|(at, byte)| Harm::Insert(at, byte)),
        1 => prop::collection::vec(any::<u8>(), 1..100).prop_map(Harm::Extend),
    ]
}

fn harmed(mut bytes: Vec<u8>, harms: &[Harm]) -> Vec<u8> {
    for harm in harms {
        let len = bytes.len();
        match harm {
            Harm::Extend(more) => bytes.extend(more),
            Harm::Insert(at, byte) => bytes.insert(at.index(len + 1), *byte),
            _ if len == 0 => {}
            Harm::Flip(at, mask) => bytes[at.index(len)] ^= mask,
            Harm::Set(at, to) => bytes[at.index(len)] = *to,
            Harm::Cut(at) => bytes.truncate(at.index(len)),
            Harm::Remove(at) => drop(bytes.remove(at.index(len))),
        }
    }
    bytes
}

/// Step 1 in the words of the specification: full beats, then a beat whose `tkeep` is 1, 3, 7, 15, ...
fn keep_is_legal(beats: &[Beat], width: u32) -> bool {
    let runs: Vec<u64> = (1..=width / 8).map(|n| u64::MAX >> (64 - n)).collect();
    let full = runs[runs.len() - 1];
    beats.iter().all(|b| if b.tlast { runs.contains(&(b.tkeep & full)) } else { b.tkeep & full == full })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_random_packet_survives_the_wire_and_gets_the_verdict_of_its_meaning(repr in packet(), place in place()) {
        let bytes = repr.emit();
        prop_assert_eq!(frame::Repr::parse(&bytes), Ok(repr.clone()));
        prop_assert_eq!(classify::frame(&bytes, &cfg(place)), verdict(&repr, place));
    }

    #[test]
    fn the_stream_agrees_with_the_frame_whatever_the_gaps(
        packets in prop::collection::vec((packet(), prop::collection::vec(harm(), 0..4)), 1..12),
        (width, place, seed) in (width(), place(), any::<u64>()),
    ) {
        let frames: Vec<_> = packets.iter().map(|(repr, harms)| harmed(repr.emit(), harms)).collect();
        let beats: Vec<_> = frames.iter().map(|f| Beat::split(f, width).collect()).collect();
        let verdicts = stream(&mut Parser::new(width), &beats, cfg(place), seed);
        let expected = frames.iter().map(|f| match f.len() {
            0 => Err(DropReason::AxisKeep),
            _ => classify::frame(f, &cfg(place)),
        });
        prop_assert_eq!(verdicts, expected.collect::<Vec<_>>());
    }

    #[test]
    fn a_random_byte_sequence_with_any_keep_leaves_the_parser_able_to_take_the_next_frame(
        bytes in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..200),
            (packet(), prop::collection::vec(harm(), 0..4)).prop_map(|(repr, harms)| harmed(repr.emit(), &harms)),
        ],
        repr in packet(),
        keeps in prop::collection::vec((any::<prop::sample::Index>(), any::<u64>()), 0..4),
        (tuser, seed) in any::<(bool, u64)>(),
    ) {
        for width in WIDTHS {
            let mut bad: Vec<Beat> = Beat::split(&bytes, width).collect();
            for (at, tkeep) in &keeps {
                let at = at.index(bad.len());
                bad[at].tkeep = *tkeep;
                bad[at].tuser = tuser;
            }
            let end = bad[bad.len() - 1];
            let verdicts =
                stream(&mut Parser::new(width), &[bad.clone(), Beat::split(&repr.emit(), width).collect()],
                       cfg(EcePlace::Becn), seed);
            match verdicts[0] {
                Err(DropReason::AxisKeep) => prop_assert!(!keep_is_legal(&bad, width)),
                Err(DropReason::FrameError) => prop_assert!(keep_is_legal(&bad, width) && end.tuser),
                _ => prop_assert!(keep_is_legal(&bad, width) && !end.tuser),
            }
            prop_assert_eq!(verdicts[1], classify::frame(&repr.emit(), &cfg(EcePlace::Becn)));
        }
    }

    #[test]
    fn no_harm_to_a_capture_makes_its_reader_panic(
        file in prop::sample::select(&["packets_feedback.pcap", "packets_mixed.pcapng"][..]),
        // mostly the headers: the first packets suffice
        len in 0..600usize,
        harms in prop::collection::vec(harm(), 1..6),
        form in 0..4,
    ) {
        let path = crate::support::root().join("tests/vectors").join(file);
        let bytes = std::fs::read(path).expect("a vector file");
        let bytes = &bytes[..len.min(bytes.len())];
        let digits = |bytes: &[u8]| bytes.iter().map(|b| format!("{b:02x} ")).collect::<String>();
        let file = match form {
            0 => bytes.to_vec(),
            1 => {
                let mut file = flate2::write::GzEncoder::new(vec![], Default::default());
                file.write_all(bytes).and_then(|()| file.finish()).expect("in memory")
            }
            2 => (0..4).map(|_| digits(bytes) + "\n").collect::<String>().into(),
            _ => bytes.chunks(16).enumerate().map(|(i, b)| format!("{:04x}  {}\n", 16 * i, digits(b))).collect::<String>().into(),
        };
        let result = capture::parse(&harmed(file, &harms));
        if let Err(fault) = result {
            prop_assert!(!fault.to_string().contains('\n'));
        }
    }
}
