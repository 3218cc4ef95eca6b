//! ACKs with an LSN (LDCP draft, 3.1; the bits are ours): bytes typed by hand, and every way in which they are wrong.

use super::{DropReason, Kind, PacketEvent, ParserConfig, Verdict, classify};
use layout::fixed::U;
use layout::telemetry::Place;
use layout::wire::EcePlace;
use model::lsn::Said;
use model::packet::classify::{Opcodes, TelemetryConfig};

/// The ACK of hdl/src/parser.md with the opcode 0xD1: version 1, ECN-Echo, of READ responses, LSN 0xfffff000. Its ICRC
/// is what zlib's CRC-32 gives.
#[rustfmt::skip]
const ACK: [u8; 70] = [
    0x02, 0x00, 0x00, 0x00, 0x00, 0x01, 0x02, 0x00, 0x00, 0x00, 0x00, 0x02, 0x08, 0x00,
    0x45, 0x02, 0x00, 0x38, 0x12, 0x34, 0x40, 0x00, 0x40, 0x11, 0xa5, 0x10,
    0xc0, 0xa8, 0x01, 0x0a, 0xc0, 0xa8, 0x01, 0x14,
    0xc0, 0x01, 0x12, 0xb7, 0x00, 0x24, 0x00, 0x00,
    0xd1, 0x40, 0xff, 0xff, 0x00, 0x00, 0x00, 0x2a, 0x00, 0x12, 0x34, 0x56,
    0x1f, 0x00, 0x00, 0x07,
    0x13, 0x00, 0x00, 0x00, 0xff, 0xff, 0xf0, 0x00,
    0xf3, 0x98, 0x8a, 0xce,
];
const BTH: usize = 42;
const AETH: usize = 54;
const HEADER: usize = 58;

fn reading() -> ParserConfig {
    ParserConfig { lsn: Some(0xd1), ece_place: EcePlace::Becn, ..ParserConfig::default() }
}

fn event(kind: Kind, ece: bool, lsn: Option<(bool, u64)>) -> Verdict {
    let lsn = lsn.map(|(read, value)| Said { read, value: U::wrap(value) });
    let (advice, response, request) = (None, None, None);
    Ok(PacketEvent { kind, qpn: 42, psn: 0x12_3456, ece, telemetry: None, advice, response, request, lsn })
}

/// With these bytes in place of some, and the ICRC made right.
fn with(changes: &[(usize, u8)]) -> Vec<u8> {
    let mut bytes = ACK.to_vec();
    changes.iter().for_each(|(at, byte)| bytes[*at] = *byte);
    seal(&mut bytes);
    bytes
}

fn seal(bytes: &mut [u8]) {
    let end = bytes.len() - 4;
    let mut covered = vec![0xff; 8];
    covered.extend(&bytes[14..end]);
    for at in [1, 8, 10, 11, 26, 27, 32] {
        covered[8 + at] = 0xff;
    }
    let mut crc = !0u32;
    for byte in covered {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
        }
    }
    bytes[end..].copy_from_slice(&(!crc).to_le_bytes());
}

#[test]
fn an_ack_with_an_lsn_typed_by_hand_is_read() {
    let cfg = reading();
    assert_eq!(with(&[]), ACK);
    assert_eq!(classify::frame(&ACK, &cfg), event(Kind::Ack, true, Some((true, 0xffff_f000))));
    let of_requests = with(&[(HEADER, 0x10)]);
    assert_eq!(classify::frame(&of_requests, &cfg), event(Kind::Ack, false, Some((false, 0xffff_f000))));
    // its ECN-Echo has a place of its own
    let becn = with(&[(HEADER, 0x10), (BTH + 4, 0x40)]);
    assert_eq!(classify::frame(&becn, &cfg), event(Kind::Ack, false, Some((false, 0xffff_f000))));
    // a NAK's LSN is not looked at; behind AETH there is no telemetry
    assert_eq!(classify::frame(&with(&[(AETH, 0x60), (HEADER, 0x11)]), &cfg), event(Kind::Loss, false, None));
    let telemetry = TelemetryConfig { place: Place::Ack, ..TelemetryConfig::default() };
    assert_eq!(
        classify::frame(&ACK, &ParserConfig { telemetry, ..cfg }),
        event(Kind::Ack, true, Some((true, 0xffff_f000)))
    );
}

/// Each with its reason.
fn wrong() -> Vec<(Vec<u8>, DropReason)> {
    let mut long = ACK.to_vec();
    long.splice(66..66, [0; 4]);
    (long[17], long[39]) = (0x3c, 0x28);
    seal(&mut long);
    let mut short = ACK.to_vec();
    short.drain(62..66);
    (short[17], short[39]) = (0x34, 0x20);
    seal(&mut short);
    let mut flipped = ACK.to_vec();
    flipped[HEADER + 7] ^= 1;
    let mut all = vec![
        (long, DropReason::RoceLength),
        (short, DropReason::RoceLength),
        (flipped, DropReason::Icrc),
        (with(&[(BTH + 1, 0x10)]), DropReason::BthPad),
        (with(&[(BTH + 5, 1)]), DropReason::QpnUnknown),
        (with(&[(AETH, 0x20), (HEADER, 0)]), DropReason::RnrNak),
        (with(&[(AETH, 0x61), (HEADER, 0)]), DropReason::NakOther),
        // there is no NAK of READ responses
        (with(&[(AETH, 0x60)]), DropReason::NakOther),
    ];
    all.extend([0x03, 0x23, 0xf3].map(|byte| (with(&[(HEADER, byte)]), DropReason::LsnVersion)));
    all.extend([0x14, 0x18].map(|byte| (with(&[(HEADER, byte)]), DropReason::LsnReserved)));
    all.extend((1..4).map(|at| (with(&[(HEADER + at, 1)]), DropReason::LsnReserved)));
    // of one of another version nothing else is known
    all.push((with(&[(HEADER, 0x2f)]), DropReason::LsnVersion));
    all
}

#[test]
fn a_wrong_ack_with_an_lsn_is_dropped_by_its_reason() {
    for (bytes, reason) in wrong() {
        assert_eq!(classify::frame(&bytes, &reading()), Err(reason), "{bytes:x?}");
    }
}

#[test]
fn the_opcode_is_a_vendors_and_a_probes_goes_first() {
    let unknown = Err(DropReason::OpcodeUnknown);
    assert_eq!(classify::frame(&ACK, &ParserConfig { lsn: None, ..reading() }), unknown);
    assert_eq!(classify::frame(&ACK, &ParserConfig { lsn: Some(0xd2), ..reading() }), unknown);
    let below = with(&[(BTH, 0xbf)]);
    assert_eq!(classify::frame(&below, &ParserConfig { lsn: Some(0xbf), ..reading() }), unknown);
    let other = with(&[(BTH, 0xc0)]);
    assert!(classify::frame(&other, &ParserConfig { lsn: Some(0xc0), ..reading() }).is_ok());
    // an RTT request has 8 bytes, and this has 12
    let requests = Some(Opcodes { rtt: 0xd1, telemetry: 0xd4 });
    let asked = classify::frame(&ACK, &ParserConfig { requests, ..reading() });
    assert_eq!(asked, Err(DropReason::RoceLength));
}

/// What of these reasons frames reach.
pub(super) fn reasons() -> impl Iterator<Item = DropReason> {
    wrong().into_iter().filter_map(|(bytes, _)| classify::frame(&bytes, &reading()).err())
}
