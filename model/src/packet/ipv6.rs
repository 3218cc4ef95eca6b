//! IPv6 without extension headers (RFC 8200, section 3): step 5 of `hdl/src/parser.md`.

use super::{array, field, get, set};
use layout::drop_reason::DropReason;
use layout::wire::{ipv6 as wire, udp};
use std::net::Ipv6Addr;
use std::ops::Range;

mod bits {
    use super::{Range, field, wire};
    pub const VERSION: Range<usize> = field(wire::VERSION_CLASS_FLOW, 0, 4);
    pub const TRAFFIC_CLASS: Range<usize> = field(wire::VERSION_CLASS_FLOW, 4, 8);
    pub const FLOW_LABEL: Range<usize> = field(wire::VERSION_CLASS_FLOW + 1, 4, 20);
    pub const PAYLOAD_LENGTH: Range<usize> = field(wire::PAYLOAD_LENGTH, 0, 16);
    pub const NEXT_HEADER: Range<usize> = field(wire::NEXT_HEADER, 0, 8);
    pub const HOP_LIMIT: Range<usize> = field(wire::HOP_LIMIT, 0, 8);
}
const SRC: usize = 8;
const DST: usize = 24;

/// An IPv6 packet whose payload starts with a UDP header, cut to its payload length.
#[derive(Copy, Clone, Debug)]
pub struct Packet<'a>(&'a [u8]);

impl<'a> Packet<'a> {
    /// Checks step 5 in its order; bytes behind the payload are dropped.
    pub fn new_checked(bytes: &'a [u8]) -> Result<Self, DropReason> {
        if bytes.len() < wire::HEADER_BYTES {
            return Err(DropReason::Truncated);
        }
        if get(bytes, bits::VERSION) != 6 {
            return Err(DropReason::IpVersion);
        }
        if get(bytes, bits::NEXT_HEADER) != udp::PROTOCOL.into() {
            return Err(DropReason::NotUdp);
        }
        let payload = get(bytes, bits::PAYLOAD_LENGTH) as usize;
        if payload < udp::HEADER_BYTES {
            return Err(DropReason::IpLength);
        }
        bytes.get(..wire::HEADER_BYTES + payload).map(Self).ok_or(DropReason::Truncated)
    }

    /// DSCP (6 bits) and ECN (2 bits, RFC 3168).
    pub fn traffic_class(&self) -> u8 {
        get(self.0, bits::TRAFFIC_CLASS) as u8
    }

    pub fn flow_label(&self) -> u32 {
        get(self.0, bits::FLOW_LABEL)
    }

    pub fn hop_limit(&self) -> u8 {
        get(self.0, bits::HOP_LIMIT) as u8
    }

    pub fn src(&self) -> Ipv6Addr {
        array::<16>(self.0, SRC).into()
    }

    pub fn dst(&self) -> Ipv6Addr {
        array::<16>(self.0, DST).into()
    }

    /// The whole packet, without what lay behind its payload.
    pub fn bytes(&self) -> &'a [u8] {
        self.0
    }

    pub fn payload(&self) -> &'a [u8] {
        &self.0[wire::HEADER_BYTES..]
    }
}

/// An IPv6 header of a UDP packet. The payload length follows from the buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repr {
    pub traffic_class: u8,
    /// 20 bits.
    pub flow_label: u32,
    pub hop_limit: u8,
    pub src: Ipv6Addr,
    pub dst: Ipv6Addr,
}

impl Repr {
    pub fn parse(packet: &Packet) -> Self {
        Self {
            traffic_class: packet.traffic_class(),
            flow_label: packet.flow_label(),
            hop_limit: packet.hop_limit(),
            src: packet.src(),
            dst: packet.dst(),
        }
    }

    /// Writes the header of `packet`; what follows it is the payload.
    ///
    /// # Panics
    /// If `packet` is shorter than the header.
    pub fn emit(&self, packet: &mut [u8]) {
        let payload = (packet.len() - wire::HEADER_BYTES) as u32;
        set(packet, bits::VERSION, 6);
        set(packet, bits::TRAFFIC_CLASS, self.traffic_class.into());
        set(packet, bits::FLOW_LABEL, self.flow_label);
        set(packet, bits::PAYLOAD_LENGTH, payload);
        set(packet, bits::NEXT_HEADER, udp::PROTOCOL.into());
        set(packet, bits::HOP_LIMIT, self.hop_limit.into());
        packet[SRC..SRC + 16].copy_from_slice(&self.src.octets());
        packet[DST..DST + 16].copy_from_slice(&self.dst.octets());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// fd00::1 to fd00::2, traffic class 0xb7, flow label 0xc0ffe, hop limit 63, 8 bytes of payload.
    const PACKET: [u8; 48] = [
        0x6b, 0x7c, 0x0f, 0xfe, 0x00, 0x08, 0x11, 0x3f, 0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0xfd, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0,
    ];

    fn with(at: usize, value: u8) -> [u8; 48] {
        let mut bytes = PACKET;
        bytes[at] = value;
        bytes
    }

    #[test]
    fn a_header_reads_and_writes_as_rfc_8200_draws_it() {
        let packet = Packet::new_checked(&PACKET).unwrap();
        let repr = Repr {
            traffic_class: 0xb7,
            flow_label: 0xc0ffe,
            hop_limit: 63,
            src: "fd00::1".parse().unwrap(),
            dst: "fd00::2".parse().unwrap(),
        };
        assert_eq!(Repr::parse(&packet), repr);
        let mut bytes = [0; 48];
        repr.emit(&mut bytes);
        assert_eq!(bytes, PACKET);
    }

    #[test]
    fn the_first_failing_check_names_the_reason() {
        use DropReason::*;
        for (bytes, reason) in
            [(with(0, 0x4b), IpVersion), (with(6, 0), NotUdp), (with(5, 7), IpLength), (with(5, 9), Truncated)]
        {
            assert_eq!(Packet::new_checked(&bytes).unwrap_err(), reason);
        }
        for len in 0..48 {
            assert_eq!(Packet::new_checked(&PACKET[..len]).unwrap_err(), Truncated, "{len} bytes");
        }
    }
}
