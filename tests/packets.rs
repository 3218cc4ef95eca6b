//! Packets, from bytes to events: the model of the parser against bytes typed from the specifications, against scapy's
//! packets (`tests/vectors`), and against itself, whole frame and stream, over random packets, faults and gaps.

#[path = "../cli/capture/mod.rs"]
#[allow(dead_code)] // names that only the command line prints
mod capture;
mod lsn;
mod own;
mod random;
mod revised;
mod telemetry;

use layout::drop_reason::DropReason;
use layout::record::Kind;
use layout::timing::PARSER_LATENCY;
use layout::wire::EcePlace;
use model::packet::classify::{self, PacketEvent, ParserConfig};
use model::packet::{aeth, bth, cnp, ethernet, frame, ip, ipv4, ipv6, udp};
use model::parser::{Beat, In, Parser};
use std::collections::{BTreeSet, VecDeque};

const WIDTHS: [u32; 4] = [64, 128, 256, 512];

type Verdict = Result<PacketEvent, DropReason>;

fn event(kind: Kind, qpn: u32, psn: u32, ece: bool) -> Verdict {
    Ok(PacketEvent { kind, qpn, psn, ece, telemetry: None, advice: None, response: None, request: None, lsn: None })
}

// ---- typed by hand --------------------------------------------------------------------------------------------------

/// RC ACKNOWLEDGE over IPv4: IBTA volume 1, 9.2 and 9.7.5; annex A17.3. The ICRC is the one that scapy 2.8.0 computes.
#[rustfmt::skip]
const ACK: [u8; 62] = [
    0x02, 0x00, 0x00, 0x00, 0x00, 0x01, 0x02, 0x00, 0x00, 0x00, 0x00, 0x02, 0x08, 0x00,
    // version 4, IHL 5, ECT(0), 48 bytes, identification, DF, TTL 64, UDP, header checksum, addresses
    0x45, 0x02, 0x00, 0x30, 0x12, 0x34, 0x40, 0x00, 0x40, 0x11, 0x14, 0x85, 10, 0, 0, 1, 10, 0, 0, 2,
    // source port, port 4791, 28 bytes, no checksum
    0xc0, 0x00, 0x12, 0xb7, 0x00, 0x1c, 0x00, 0x00,
    // opcode, flags, P_Key, BECN, DestQP 0x012005, PSN 0xabcdef
    0x11, 0x00, 0xff, 0xff, 0x40, 0x01, 0x20, 0x05, 0x00, 0xab, 0xcd, 0xef,
    // ACK with invalid credit count, MSN 0x102
    0x1f, 0x00, 0x01, 0x02,
    0x1f, 0x81, 0x7c, 0x49,
];

/// CNP over IPv6 with a C-tag: annex A17.9.3. The ICRC is the one that scapy 2.8.0 computes.
#[rustfmt::skip]
const CNP: [u8; 98] = [
    0x02, 0x00, 0x00, 0x00, 0x00, 0x01, 0x02, 0x00, 0x00, 0x00, 0x00, 0x02, 0x81, 0x00, 0x60, 0x64, 0x86, 0xdd,
    // version 6, class 0x68, flow 0xc0ffe, 40 bytes, UDP, hop limit 64, fd00::1, fd00::2
    0x66, 0x8c, 0x0f, 0xfe, 0x00, 0x28, 0x11, 0x40,
    0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2,
    0xc0, 0x00, 0x12, 0xb7, 0x00, 0x28, 0x00, 0x00,
    // opcode 0x81, BECN, DestQP 0x012345, PSN 0, sixteen reserved bytes
    0x81, 0x00, 0xff, 0xff, 0x40, 0x01, 0x23, 0x45, 0x00, 0x00, 0x00, 0x00,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0xc1, 0x64, 0x7a, 0x8e,
];

/// The 1,024 QPs from 0x012000 on.
fn cfg(ece_place: EcePlace) -> ParserConfig {
    ParserConfig { qp_bits: 10, qpn_base: 0x01_2000, ece_place, max_frame_bytes: 1518, ..Default::default() }
}

fn ethernet(tags: &[ethernet::VlanTag], ethertype: u16) -> ethernet::Repr {
    ethernet::Repr { dst: [2, 0, 0, 0, 0, 1], src: [2, 0, 0, 0, 0, 2], tags: tags.to_vec(), ethertype }
}

fn ack() -> frame::Repr {
    frame::Repr {
        ethernet: ethernet(&[], 0x0800),
        ip: ip::Repr::V4(ipv4::Repr {
            tos: 2,
            ident: 0x1234,
            dont_fragment: true,
            ttl: 64,
            src: [10, 0, 0, 1].into(),
            dst: [10, 0, 0, 2].into(),
            options: vec![],
        }),
        udp: udp::Repr { src_port: 0xc000, checksum: 0 },
        area: vec![],
        bth: bth::Repr { becn: true, ..bth::Repr::new(0x11, 0x01_2005, 0xab_cdef) },
        body: frame::Body::Ack(aeth::Repr { reserved: false, code: 0, value: 31, msn: 0x102 }),
        padding: vec![],
    }
}

fn cnp() -> frame::Repr {
    frame::Repr {
        ethernet: ethernet(&[ethernet::VlanTag { tpid: 0x8100, tci: 0x6064 }], 0x86dd),
        ip: ip::Repr::V6(ipv6::Repr {
            traffic_class: 0x68,
            flow_label: 0xc0ffe,
            hop_limit: 64,
            src: "fd00::1".parse().unwrap(),
            dst: "fd00::2".parse().unwrap(),
        }),
        udp: udp::Repr { src_port: 0xc000, checksum: 0 },
        area: vec![],
        bth: bth::Repr { becn: true, ..bth::Repr::new(0x81, 0x01_2345, 0) },
        body: frame::Body::Cnp(cnp::Repr::default()),
        padding: vec![],
    }
}

#[test]
fn an_ack_and_a_cnp_typed_from_the_specification_read_and_write() {
    for (bytes, repr) in [(&ACK[..], ack()), (&CNP[..], cnp())] {
        assert_eq!(frame::Repr::parse(bytes).as_ref(), Ok(&repr));
        assert_eq!(repr.emit(), bytes);
    }
    assert_eq!(classify::frame(&ACK, &cfg(EcePlace::Becn)), event(Kind::Ack, 5, 0xab_cdef, true));
    assert_eq!(classify::frame(&ACK, &cfg(EcePlace::Fecn)), event(Kind::Ack, 5, 0xab_cdef, false));
    assert_eq!(classify::frame(&CNP, &cfg(EcePlace::Becn)), event(Kind::Cnp, 0x345, 0, false));
}

/// Annex A17.3.3 names the fields that routers change; all other bits of the packet are protected, and a CRC finds
/// every single wrong bit. Offsets are those of the IP packet: TOS, TTL, checksum / class, flow, hop limit; UDP
/// checksum; BTH byte 4.
#[test]
fn a_flipped_bit_is_accepted_in_the_mutable_fields_only() {
    let mutable4 = [1, 8, 10, 11, 26, 27, 32].map(|byte| (byte, 0xff));
    let mutable6 = [(0, 0x0f), (1, 0xff), (2, 0xff), (3, 0xff), (7, 0xff), (46, 0xff), (47, 0xff), (52, 0xff)];
    for (good, ip, mutable) in [(&ACK[..], 14, &mutable4[..]), (&CNP[..], 18, &mutable6[..])] {
        for bit in 0..(good.len() - ip) * 8 {
            let mut bytes = good.to_vec();
            bytes[ip + bit / 8] ^= 0x80 >> (bit % 8);
            let accepted = classify::frame(&bytes, &cfg(EcePlace::Becn)).is_ok();
            let is_mutable = mutable.iter().any(|&(at, mask)| at == bit / 8 && mask & (0x80 >> (bit % 8)) != 0);
            assert_eq!(accepted, is_mutable, "bit {bit} of the IP packet");
        }
    }
}

// ---- scapy's packets ------------------------------------------------------------------------------------------------

/// One packet of `tests/vectors` with what `packets.json` says of it.
struct Vector {
    name: String,
    frame: capture::Frame,
    expected: serde_json::Value,
}

impl Vector {
    fn verdict(&self, place: EcePlace) -> Verdict {
        if let Some(reason) = self.expected["drop"].as_str() {
            return Err(DropReason::ALL.into_iter().find(|r| r.name() == reason).expect("a drop reason's name"));
        }
        let number = |key: &str| self.expected[key].as_u64().expect("a number") as u32;
        let kind = Kind::EVENTS.into_iter().find(|k| Some(k.name()) == self.expected["kind"].as_str());
        let ece = self.expected["ece"][place.name()].as_bool().expect("a flag for every place");
        event(kind.expect("a kind's name"), number("qpn"), number("psn"), ece)
    }
}

/// All vectors, and the configuration for which their results hold.
fn vectors() -> (Vec<Vector>, ParserConfig) {
    let folder = crate::support::root().join("tests/vectors");
    let text = std::fs::read_to_string(folder.join("packets.json")).expect("packets.json is there");
    let json: serde_json::Value = serde_json::from_str(&text).expect("packets.json is JSON");
    let number = |key: &str| json[key].as_u64().expect("a number") as u32;
    let cfg = ParserConfig {
        qp_bits: number("qp_bits"),
        qpn_base: number("qpn_base"),
        ece_place: EcePlace::Becn,
        max_frame_bytes: number("max_frame_bytes") as u16,
        ..Default::default()
    };
    let mut vectors = Vec::new();
    for (file, expected) in json["files"].as_object().expect("files by name") {
        let frames = capture::read(&folder.join(file)).expect("a capture");
        let expected = expected.as_array().expect("a list of packets");
        assert_eq!(frames.len(), expected.len(), "{file}");
        vectors.extend(frames.into_iter().zip(expected).map(|(frame, e)| Vector {
            name: format!("{file} {}", e["name"].as_str().expect("a name")),
            frame,
            expected: e.clone(),
        }));
    }
    assert!(vectors.len() > 200, "compared nothing worth the name: {} packets", vectors.len());
    (vectors, cfg)
}

#[test]
fn every_packet_of_scapys_gets_the_verdict_written_beside_it() {
    let (vectors, cfg) = vectors();
    for place in EcePlace::ALL {
        let cfg = ParserConfig { ece_place: place, ..cfg };
        for v in &vectors {
            let verdict = classify::frame(&v.frame.bytes, &cfg);
            assert_eq!(verdict, v.verdict(place), "{} with ECE in {}", v.name, place.name());
        }
        for width in WIDTHS {
            let frames: Vec<_> = vectors.iter().map(|v| Beat::split(&v.frame.bytes, width).collect()).collect();
            let verdicts = stream(&mut Parser::new(width), &frames, cfg, width.into());
            for (v, verdict) in vectors.iter().zip(verdicts) {
                assert_eq!(verdict, v.verdict(place), "{} at {width} bits", v.name);
            }
        }
    }
}

/// The bytes are scapy's, the fields are typed beside them.
#[test]
fn every_revised_cnp_gives_the_advice_or_the_reason_written_beside_it() {
    let (mut advices, mut reasons) = (0, BTreeSet::new());
    for v in vectors().0.iter().filter(|v| v.expected.get("fcr").is_some()) {
        // between BTH and ICRC, with which these frames end
        let bytes = &v.frame.bytes[v.frame.bytes.len() - 20..v.frame.bytes.len() - 4];
        let said = cnp::Revised::parse(&cnp::Packet::new_checked(bytes).expect("16 bytes"));
        let expected = &v.expected["fcr"];
        let number = |key: &str| expected[key].as_u64().expect("a number");
        match said {
            None => assert!(expected.is_null(), "{}", v.name),
            Some(Err(reason)) => {
                assert_eq!(Some(reason.name()), expected["drop"].as_str(), "{}", v.name);
                reasons.insert(reason);
            }
            Some(Ok(a)) => {
                let fields: [u64; 5] =
                    [a.withdraw.into(), a.seq.into(), a.rate.into(), a.validity.into(), a.switch.into()];
                let typed = ["withdraw", "seq", "rate", "validity", "switch"].map(number);
                assert_eq!(fields, typed, "{}", v.name);
                // what is written again is read again; a flag or a byte without a meaning is not kept
                let again = cnp::Repr::from(a).reserved;
                assert_eq!(cnp::Revised::parse(&cnp::Packet::new_checked(&again).expect("16 bytes")), Some(Ok(a)));
                let plain = v.name.ends_with("advice_ipv4") || v.name.ends_with("withdraw");
                assert!(again == bytes || !plain, "{}", v.name);
                advices += 1;
            }
        }
    }
    assert!(advices == 9 && reasons == BTreeSet::from(cnp::NoAdvice::ALL), "{advices} {reasons:?}");
}

#[test]
fn the_capture_reader_gives_the_times_and_lengths_that_scapy_wrote() {
    for v in vectors().0 {
        assert_eq!(Some(v.frame.timestamp_ns), v.expected["time_ns"].as_u64(), "{}", v.name);
        let wire = v.expected["orig_len"].as_u64();
        assert_eq!(v.frame.is_cut(), wire.is_some(), "{}", v.name);
        assert_eq!(u64::from(v.frame.orig_len), wire.unwrap_or(v.frame.bytes.len() as u64), "{}", v.name);
    }
}

#[test]
fn what_scapy_wrote_is_written_again_to_the_byte() {
    let mut written = 0;
    for v in vectors().0 {
        // these two say something that a representation does not hold
        if v.name.ends_with(" reserved_ip_flag") || v.name.contains("checksum") {
            continue;
        }
        if let Ok(repr) = frame::Repr::parse(&v.frame.bytes) {
            let ttl_or_tos_changed = v.name.contains(" hop_changed");
            assert!(repr.emit() == v.frame.bytes || ttl_or_tos_changed, "{}", v.name);
            written += 1;
        }
    }
    assert!(written > 150, "only {written} packets were written");
}

#[test]
fn every_drop_reason_is_reached() {
    let (vectors, cfg) = vectors();
    let mut reached: BTreeSet<DropReason> = vectors.iter().filter_map(|v| v.verdict(EcePlace::Becn).err()).collect();
    // a file cannot say what the two reasons of the stream need
    for fault in [Beat { tuser: true, ..last(&ACK) }, Beat { tkeep: 0, ..last(&ACK) }] {
        let beats = Beat::split(&ACK, 512).map(|b| if b.tlast { fault } else { b }).collect();
        reached.extend(stream(&mut Parser::new(512), &[beats], cfg, 1).into_iter().filter_map(Result::err));
    }
    reached.extend(telemetry::reasons());
    reached.extend(own::reasons());
    reached.extend(revised::reasons());
    reached.extend(lsn::reasons());
    assert_eq!(reached, BTreeSet::from(DropReason::ALL));
}

// ---- the stream -----------------------------------------------------------------------------------------------------

fn last(frame: &[u8]) -> Beat {
    Beat::split(frame, 512).last().expect("a frame has a beat")
}

/// Numbers for gaps and back-pressure (xorshift64); a seed of 0 gives zeros, which means full rate.
struct Gaps(u64);

impl Gaps {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 40
    }
}

/// Sends frames and gives their verdicts; checks the handshake, that each verdict comes exactly when it must, and that
/// no other does. While nothing is valid, the stream carries the next beat upside down.
fn stream(parser: &mut Parser, frames: &[Vec<Beat>], cfg: ParserConfig, seed: u64) -> Vec<Verdict> {
    let mut gaps = Gaps(seed);
    let mut beats: VecDeque<Beat> = frames.iter().flatten().copied().collect();
    let mut due = VecDeque::new();
    let mut verdicts = Vec::new();
    for cycle in 0u64.. {
        let inputs = match beats.front() {
            None if due.is_empty() => break,
            Some(&beat) if gaps.next() % 4 != 3 => In { room: gaps.next() % 4 != 3, ..In::offer(beat, cfg) },
            Some(beat) => In { beat: Beat { tkeep: !beat.tkeep, tlast: !beat.tlast, ..*beat }, ..In::idle(cfg) },
            None => In::idle(cfg),
        };
        let out = parser.step(&inputs);
        assert_eq!(out.tready, inputs.room);
        assert_eq!(out.res_valid, due.front() == Some(&cycle), "cycle {cycle}");
        if let Some(verdict) = out.result() {
            due.pop_front();
            verdicts.push(verdict);
        }
        if inputs.tvalid && out.tready && beats.pop_front().is_some_and(|b| b.tlast) {
            due.push_back(cycle + u64::from(PARSER_LATENCY));
        }
    }
    verdicts
}

#[test]
fn one_beat_frames_back_to_back_give_a_verdict_every_cycle() {
    let cfg = cfg(EcePlace::Becn);
    let mut parser = Parser::new(512);
    let frames = [last(&ACK), last(&CNP[..64]), last(&ACK)];
    let mut verdicts = Vec::new();
    for cycle in 0..12 {
        let inputs = frames.get(cycle).map_or(In::idle(cfg), |&beat| In::offer(beat, cfg));
        let out = parser.step(&inputs);
        assert_eq!(out.res_valid, cycle >= 9, "cycle {cycle}");
        verdicts.extend(out.result());
    }
    let ack = event(Kind::Ack, 5, 0xab_cdef, true);
    assert_eq!(verdicts, [ack, Err(DropReason::Truncated), ack]);
}

#[test]
fn reset_in_mid_flight_leaves_nothing_behind() {
    let cfg = cfg(EcePlace::Becn);
    for width in WIDTHS {
        let beats: Vec<Beat> = Beat::split(&CNP, width).collect();
        // up to the cycle in which the result would be seen
        for before in 0..beats.len() + PARSER_LATENCY as usize {
            let mut parser = Parser::new(width);
            for cycle in 0..before {
                let out = parser.step(&beats.get(cycle).map_or(In::idle(cfg), |&b| In::offer(b, cfg)));
                assert!(!out.res_valid);
            }
            assert!(!parser.step(&In { rst_n: false, ..In::offer(last(&ACK), cfg) }).res_valid);
            let frames = [Beat::split(&ACK, width).collect()];
            assert_eq!(stream(&mut parser, &frames, cfg, 0), [event(Kind::Ack, 5, 0xab_cdef, true)]);
        }
    }
}
