//! The NIC's own addresses: who a frame is for, of both IP versions, in the model; frame as a whole and as a stream.

use super::{ACK, CNP, Verdict, WIDTHS, cfg, stream};
use layout::drop_reason::DropReason;
use layout::wire::EcePlace;
use model::packet::classify::{self, OwnAddresses, ParserConfig};
use model::parser::{Beat, Parser};
use std::net::Ipv6Addr;

const MAC: [u8; 6] = [0x02, 0, 0, 0, 0, 0x01];
const V6: Ipv6Addr = Ipv6Addr::new(0xfd00, 0, 0, 0, 0, 0, 0, 2);
/// Where the destination stands: of ACK behind no tag, of CNP behind one.
const V4_AT: usize = 14 + 16;
const V6_AT: usize = 14 + 4 + 24;

fn own(check: u8) -> OwnAddresses {
    OwnAddresses {
        mac: (check & 1 != 0).then_some(MAC),
        ipv4: (check & 2 != 0).then_some([10, 0, 0, 2].into()),
        ipv6: (check & 4 != 0).then_some(V6),
    }
}

/// The verdict under these checks, the same of the whole frame and at every width.
fn verdict(frame: &[u8], check: u8) -> Verdict {
    let cfg = ParserConfig { own: own(check), ..cfg(EcePlace::Becn) };
    let verdict = classify::frame(frame, &cfg);
    for width in WIDTHS {
        let beats = Beat::split(frame, width).collect();
        assert_eq!(stream(&mut Parser::new(width), &[beats], cfg, 1), [verdict], "{width} bits");
    }
    verdict
}

/// A frame with a byte of its destination changed.
fn with(frame: &[u8], at: usize, by: u8) -> Vec<u8> {
    let mut frame = frame.to_vec();
    frame[at] ^= by;
    frame
}

pub fn reasons() -> Vec<DropReason> {
    [(0, 1), (V4_AT, 2)].into_iter().filter_map(|(at, check)| verdict(&with(&ACK, at, 1), check).err()).collect()
}

#[test]
fn a_frame_to_another_address_is_dropped_where_it_is_compared_and_ours_never_is() {
    let mut compared = 0;
    for check in 0..8 {
        for (frame, at, bytes, bit) in [(&ACK[..], V4_AT, 4, 2), (&CNP[..], V6_AT, 16, 4)] {
            let event = verdict(frame, check);
            assert!(event.is_ok(), "check {check}: {event:?}");
            for byte in 0..6 {
                let expected = if check & 1 != 0 { Err(DropReason::NotOurMac) } else { event };
                assert_eq!(verdict(&with(frame, byte, 0x80), check), expected, "MAC byte {byte}, check {check}");
                compared += 1;
            }
            for byte in 0..bytes {
                // the address is under the ICRC, which comes behind
                let expected = if check & bit != 0 { DropReason::NotOurIp } else { DropReason::Icrc };
                let found = verdict(&with(frame, at + byte, 1), check);
                assert_eq!(found, Err(expected), "IP byte {byte}, check {check}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 8 * (6 + 4 + 6 + 16));
}

#[test]
fn frames_to_groups_and_to_all_are_not_ours_and_the_mac_comes_first() {
    for dst in [[0xff; 6], [0x01, 0, 0x5e, 0, 0, 2], [0x33, 0x33, 0, 0, 0, 2]] {
        let mut frame = ACK;
        frame[..6].copy_from_slice(&dst);
        frame[V4_AT] ^= 1;
        assert_eq!(verdict(&frame, 0b011), Err(DropReason::NotOurMac));
        assert_eq!(verdict(&frame, 0b010), Err(DropReason::NotOurIp));
    }
    // what fails before: a fragment; what fails behind: another UDP port
    assert_eq!(verdict(&with(&with(&ACK, 20, 0x20), 0, 4), 1), Err(DropReason::IpFragment));
    assert_eq!(verdict(&with(&with(&ACK, 37, 1), 0, 4), 1), Err(DropReason::NotOurMac));
}
