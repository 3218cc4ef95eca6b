//! The invariant CRC of RoCEv2 (IBTA annex A17.3.3; the CRC itself in volume 1, section 7.8.1): step 8 of
//! `hdl/src/parser.md`.
//!
//! It covers eight bytes of ones, where InfiniBand has its LRH, and the packet from the IP header up to the ICRC, with
//! the fields that routers may change read as ones. Written bytewise from the definition; the RTL takes words and a
//! matrix.

use super::ip;
use layout::telemetry::AREA_BITS;
use layout::wire::{bth, icrc as wire, ipv4, ipv6, udp};

/// CRC-32 of IEEE 802.3 clause 3.2.9, bits in wire order (lowest first), so the polynomial is reflected.
const POLYNOMIAL: u32 = 0x04c1_1db7_u32.reverse_bits();

/// What one byte, XORed into the low end of the state, leaves behind after its eight shifts.
const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let mut state = i as u32;
        let mut bit = 0;
        while bit < 8 {
            state = if state & 1 == 1 { state >> 1 ^ POLYNOMIAL } else { state >> 1 };
            bit += 1;
        }
        table[i] = state;
        i += 1;
    }
    table
};

/// The CRC register after these bytes; start with all ones and invert the end for the CRC of IEEE 802.3.
pub fn update(state: u32, bytes: &[u8]) -> u32 {
    bytes.iter().fold(state, |s, &b| s >> 8 ^ TABLE[(s as u8 ^ b) as usize])
}

/// The headers up to BTH, the longest with 40 bytes of IPv4 options and the largest area for telemetry.
const MAX_MASKED_BYTES: usize = 60 + udp::HEADER_BYTES + MAX_AREA_BYTES + bth::BYTES;

/// The largest area between UDP header and BTH.
const MAX_AREA_BYTES: usize = 4 * ((1 << AREA_BITS) - 1);

/// The ICRC that belongs to a RoCEv2 packet with `area` bytes for telemetry before its BTH, as its four bytes stand on
/// the wire; `None` if the packet has no room for UDP header, area, BTH and ICRC.
///
/// # Panics
/// For an area of more than 252 bytes.
pub fn compute(ip: &ip::Packet, area: usize) -> Option<[u8; wire::BYTES]> {
    assert!(area <= MAX_AREA_BYTES, "an area of {area} bytes: expected at most {MAX_AREA_BYTES}");
    let bytes = ip.bytes();
    let (udp_at, area_at) = (ip.header_len(), ip.header_len() + udp::HEADER_BYTES);
    let bth_at = area_at + area;
    let masked_len = bth_at + bth::BYTES;
    let covered = bytes.len().checked_sub(wire::BYTES).filter(|&n| n >= masked_len)?;

    let mut buffer = [0; MAX_MASKED_BYTES];
    let headers = &mut buffer[..masked_len];
    headers.copy_from_slice(&bytes[..masked_len]);
    match ip {
        ip::Packet::V4(_) => {
            headers[ipv4::TOS] = 0xff;
            headers[ipv4::TTL] = 0xff;
            headers[ipv4::CHECKSUM..][..2].fill(0xff);
        }
        ip::Packet::V6(_) => {
            headers[ipv6::VERSION_CLASS_FLOW] |= 0x0f;
            headers[ipv6::VERSION_CLASS_FLOW + 1..][..3].fill(0xff);
            headers[ipv6::HOP_LIMIT] = 0xff;
        }
    }
    headers[udp_at + udp::CHECKSUM..][..2].fill(0xff);
    // switches write telemetry into it
    headers[area_at..bth_at].fill(0xff);
    headers[bth_at + bth::ECN] = 0xff;

    let state = update(!0, &[0xff; wire::PREFIX_BYTES]);
    let state = update(state, headers);
    Some((!update(state, &bytes[masked_len..covered])).to_le_bytes())
}

/// Whether the last four bytes of the packet are its ICRC.
pub fn is_valid(ip: &ip::Packet, area: usize) -> bool {
    compute(ip, area).is_some_and(|crc| ip.bytes().ends_with(&crc))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check value of CRC-32/ISO-HDLC, which is that of IEEE 802.3.
    #[test]
    fn the_crc_of_123456789_is_the_published_check_value() {
        assert_eq!(!update(!0, b"123456789"), 0xcbf4_3926);
    }

    /// Shifting the polynomial division bit by bit, as section 3.2.9 of IEEE 802.3 describes it.
    #[test]
    fn the_table_equals_the_bitwise_division() {
        let mut seed = 1u32;
        let bytes: Vec<u8> = std::iter::repeat_with(|| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 24) as u8
        })
        .take(300)
        .collect();
        let mut register = !0u32; // most significant bit first, not reflected
        for bit in bytes.iter().flat_map(|b| (0..8).map(move |i| u32::from(b >> i & 1))) {
            let feedback = register >> 31 ^ bit;
            register = register << 1 ^ if feedback == 1 { 0x04c1_1db7 } else { 0 };
        }
        assert_eq!(update(!0, &bytes), register.reverse_bits());
    }

    #[test]
    fn a_packet_without_room_has_no_icrc() {
        let mut bytes = [0u8; 43];
        bytes[..4].copy_from_slice(&[0x45, 0, 0, 43]);
        bytes[9] = 17;
        let packet = ip::Packet::new_checked(0x0800, &bytes).unwrap();
        assert_eq!(compute(&packet, 0), None);
        assert!(!is_valid(&packet, 0));
    }
}
