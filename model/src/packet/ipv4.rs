//! IPv4 with options (RFC 791, section 3.1): step 5 of `hdl/src/parser.md`.

use super::{array, field, get, set};
use layout::drop_reason::DropReason;
use layout::wire::{ipv4 as wire, udp};
use std::net::Ipv4Addr;
use std::ops::Range;

mod bits {
    use super::{Range, field, wire};
    pub const VERSION: Range<usize> = field(wire::VERSION_IHL, 0, 4);
    pub const IHL: Range<usize> = field(wire::VERSION_IHL, 4, 4);
    pub const TOS: Range<usize> = field(wire::TOS, 0, 8);
    pub const TOTAL_LENGTH: Range<usize> = field(wire::TOTAL_LENGTH, 0, 16);
    pub const IDENT: Range<usize> = field(4, 0, 16);
    pub const FLAGS_FRAGMENT: Range<usize> = field(wire::FLAGS_FRAGMENT, 0, 16);
    pub const DF: Range<usize> = field(wire::FLAGS_FRAGMENT, 1, 1);
    pub const TTL: Range<usize> = field(wire::TTL, 0, 8);
    pub const PROTOCOL: Range<usize> = field(wire::PROTOCOL, 0, 8);
    pub const CHECKSUM: Range<usize> = field(wire::CHECKSUM, 0, 16);
}
const SRC: usize = 12;
const DST: usize = 16;

/// An unfragmented IPv4 packet that carries at least a UDP header, cut to its total length.
#[derive(Copy, Clone, Debug)]
pub struct Packet<'a>(&'a [u8]);

impl<'a> Packet<'a> {
    /// Checks step 5 in its order; bytes behind the total length are dropped. The header checksum is not checked: the
    /// ICRC covers what matters, and a NIC's MAC has done it.
    pub fn new_checked(bytes: &'a [u8]) -> Result<Self, DropReason> {
        if bytes.len() < wire::MIN_HEADER_BYTES {
            return Err(DropReason::Truncated);
        }
        if get(bytes, bits::VERSION) != 4 {
            return Err(DropReason::IpVersion);
        }
        if get(bytes, bits::IHL) < wire::MIN_IHL.into() {
            return Err(DropReason::IpHeader);
        }
        let packet = Self(bytes);
        if bytes.len() < packet.header_len() {
            return Err(DropReason::Truncated);
        }
        if get(bytes, bits::FLAGS_FRAGMENT) & u32::from(wire::FRAGMENT_MASK) != 0 {
            return Err(DropReason::IpFragment);
        }
        if get(bytes, bits::PROTOCOL) != udp::PROTOCOL.into() {
            return Err(DropReason::NotUdp);
        }
        let total = get(bytes, bits::TOTAL_LENGTH) as usize;
        if total < packet.header_len() + udp::HEADER_BYTES {
            return Err(DropReason::IpLength);
        }
        bytes.get(..total).map(Self).ok_or(DropReason::Truncated)
    }

    /// 20 to 60 bytes.
    pub fn header_len(&self) -> usize {
        get(self.0, bits::IHL) as usize * 4
    }

    /// DSCP (6 bits) and ECN (2 bits, RFC 3168).
    pub fn tos(&self) -> u8 {
        get(self.0, bits::TOS) as u8
    }

    pub fn ident(&self) -> u16 {
        get(self.0, bits::IDENT) as u16
    }

    pub fn dont_fragment(&self) -> bool {
        get(self.0, bits::DF) == 1
    }

    pub fn ttl(&self) -> u8 {
        get(self.0, bits::TTL) as u8
    }

    pub fn checksum(&self) -> u16 {
        get(self.0, bits::CHECKSUM) as u16
    }

    pub fn src(&self) -> Ipv4Addr {
        array(self.0, SRC).into()
    }

    pub fn dst(&self) -> Ipv4Addr {
        array(self.0, DST).into()
    }

    pub fn options(&self) -> &'a [u8] {
        &self.0[wire::MIN_HEADER_BYTES..self.header_len()]
    }

    /// The whole packet, without what lay behind its total length.
    pub fn bytes(&self) -> &'a [u8] {
        self.0
    }

    pub fn payload(&self) -> &'a [u8] {
        &self.0[self.header_len()..]
    }
}

/// An IPv4 header of a UDP packet. Lengths and checksum follow from the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repr {
    pub tos: u8,
    pub ident: u16,
    pub dont_fragment: bool,
    pub ttl: u8,
    pub src: Ipv4Addr,
    pub dst: Ipv4Addr,
    /// A multiple of 4 bytes, at most 40.
    pub options: Vec<u8>,
}

impl Repr {
    pub fn parse(packet: &Packet) -> Self {
        Self {
            tos: packet.tos(),
            ident: packet.ident(),
            dont_fragment: packet.dont_fragment(),
            ttl: packet.ttl(),
            src: packet.src(),
            dst: packet.dst(),
            options: packet.options().to_vec(),
        }
    }

    pub fn header_len(&self) -> usize {
        wire::MIN_HEADER_BYTES + self.options.len()
    }

    /// Writes the header of `packet`, whose length becomes the total length.
    ///
    /// # Panics
    /// If the options are no multiple of 4 bytes or more than 40, or the packet is shorter than the header.
    pub fn emit(&self, packet: &mut [u8]) {
        let len = self.options.len();
        assert!(len & 3 == 0 && len <= 40, "IPv4 options are words, at most ten: {len} bytes");
        let total = packet.len() as u32;
        let header = &mut packet[..self.header_len()];
        header.fill(0);
        set(header, bits::VERSION, 4);
        set(header, bits::IHL, (self.header_len() / 4) as u32);
        set(header, bits::TOS, self.tos.into());
        set(header, bits::TOTAL_LENGTH, total);
        set(header, bits::IDENT, self.ident.into());
        set(header, bits::DF, self.dont_fragment.into());
        set(header, bits::TTL, self.ttl.into());
        set(header, bits::PROTOCOL, udp::PROTOCOL.into());
        header[SRC..SRC + 4].copy_from_slice(&self.src.octets());
        header[DST..DST + 4].copy_from_slice(&self.dst.octets());
        header[wire::MIN_HEADER_BYTES..].copy_from_slice(&self.options);
        let sum = checksum(header);
        set(header, bits::CHECKSUM, sum.into());
    }
}

/// The internet checksum (RFC 1071) of a header whose checksum field is 0; over a correct header it gives 0.
pub fn checksum(header: &[u8]) -> u16 {
    let mut sum: u32 = header.chunks(2).map(|w| u32::from(w[0]) << 8 | u32::from(*w.get(1).unwrap_or(&0))).sum();
    while sum > 0xffff {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    !(sum as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 10.0.0.1 to 10.0.0.2, ECT(0), DF, one NOP NOP NOP EOL word of options, 8 bytes of payload.
    const PACKET: [u8; 32] = [
        0x46, 0x02, 0x00, 0x20, 0x12, 0x34, 0x40, 0x00, 0x40, 0x11, 0x11, 0x94, 10, 0, 0, 1, 10, 0, 0, 2, 1, 1, 1, 0,
        0, 0, 0, 0, 0, 0, 0, 0,
    ];

    fn repr() -> Repr {
        Repr {
            tos: 2,
            ident: 0x1234,
            dont_fragment: true,
            ttl: 64,
            src: [10, 0, 0, 1].into(),
            dst: [10, 0, 0, 2].into(),
            options: vec![1, 1, 1, 0],
        }
    }

    fn with(at: usize, value: u8) -> [u8; 32] {
        let mut bytes = PACKET;
        bytes[at] = value;
        bytes
    }

    #[test]
    fn a_header_with_options_reads_and_writes_as_rfc_791_draws_it() {
        let packet = Packet::new_checked(&PACKET).unwrap();
        assert_eq!(Repr::parse(&packet), repr());
        assert_eq!((packet.header_len(), packet.payload()), (24, &[0u8; 8][..]));
        let mut bytes = [0; 32];
        repr().emit(&mut bytes);
        assert_eq!(bytes, PACKET);
        assert_eq!(checksum(&bytes[..24]), 0);
    }

    #[test]
    fn the_first_failing_check_names_the_reason() {
        use DropReason::*;
        for (bytes, reason) in [
            (with(0, 0x66), IpVersion),
            (with(0, 0x44), IpHeader),
            (with(0, 0x4f), Truncated),
            (with(6, 0x60), IpFragment),
            (with(7, 0x01), IpFragment),
            (with(9, 6), NotUdp),
            (with(3, 31), IpLength),
            (with(3, 33), Truncated),
        ] {
            assert_eq!(Packet::new_checked(&bytes).unwrap_err(), reason);
        }
        assert_eq!(Packet::new_checked(&PACKET[..19]).unwrap_err(), Truncated);
        assert_eq!(Packet::new_checked(&PACKET[..23]).unwrap_err(), Truncated);
        assert_eq!(Packet::new_checked(&with(6, 0x60)[..23]).unwrap_err(), Truncated);
        assert_eq!(Packet::new_checked(&PACKET[..31]).unwrap_err(), Truncated);
    }

    #[test]
    fn reserved_flag_and_wrong_checksum_are_accepted_and_padding_is_cut() {
        let mut padded = with(6, 0xc0).to_vec();
        padded.extend([0xee; 18]);
        assert_eq!(Packet::new_checked(&padded).unwrap().bytes().len(), 32);
        assert_eq!(Packet::new_checked(&with(10, 0)).unwrap().checksum(), 0x0094);
    }
}
