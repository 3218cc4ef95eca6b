//! UDP to the RoCEv2 port (RFC 768; IBTA annex A17.3.1): step 6 of `hdl/src/parser.md`.

use super::{field, get, set};
use layout::drop_reason::DropReason;
use layout::wire::udp as wire;
use std::ops::Range;

mod bits {
    use super::{Range, field, wire};
    pub const SRC_PORT: Range<usize> = field(0, 0, 16);
    pub const DEST_PORT: Range<usize> = field(wire::DEST_PORT, 0, 16);
    pub const LENGTH: Range<usize> = field(wire::LENGTH, 0, 16);
    pub const CHECKSUM: Range<usize> = field(wire::CHECKSUM, 0, 16);
}

/// A UDP datagram to port 4791 that fills its IP packet.
#[derive(Copy, Clone, Debug)]
pub struct Packet<'a>(&'a [u8]);

impl<'a> Packet<'a> {
    /// Checks step 6 on an IP payload. The checksum is not checked; senders may leave it 0.
    pub fn new_checked(bytes: &'a [u8]) -> Result<Self, DropReason> {
        if bytes.len() < wire::HEADER_BYTES {
            return Err(DropReason::IpLength);
        }
        if get(bytes, bits::DEST_PORT) != wire::PORT_ROCEV2.into() {
            return Err(DropReason::NotRocev2);
        }
        if get(bytes, bits::LENGTH) as usize != bytes.len() {
            return Err(DropReason::UdpLength);
        }
        Ok(Self(bytes))
    }

    /// The source port, which senders use as entropy for path choice.
    pub fn src_port(&self) -> u16 {
        get(self.0, bits::SRC_PORT) as u16
    }

    pub fn checksum(&self) -> u16 {
        get(self.0, bits::CHECKSUM) as u16
    }

    pub fn payload(&self) -> &'a [u8] {
        &self.0[wire::HEADER_BYTES..]
    }
}

/// A UDP header to port 4791. The length follows from the buffer; the checksum is written as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repr {
    pub src_port: u16,
    pub checksum: u16,
}

impl Repr {
    pub fn parse(packet: &Packet) -> Self {
        Self { src_port: packet.src_port(), checksum: packet.checksum() }
    }

    /// Writes the header of `datagram`, whose length becomes the UDP length.
    ///
    /// # Panics
    /// If `datagram` is shorter than the header.
    pub fn emit(&self, datagram: &mut [u8]) {
        let len = datagram.len() as u32;
        set(datagram, bits::SRC_PORT, self.src_port.into());
        set(datagram, bits::DEST_PORT, wire::PORT_ROCEV2.into());
        set(datagram, bits::LENGTH, len);
        set(datagram, bits::CHECKSUM, self.checksum.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATAGRAM: [u8; 10] = [0xc0, 0x00, 0x12, 0xb7, 0x00, 0x0a, 0xbe, 0xef, 1, 2];

    #[test]
    fn a_header_reads_and_writes_as_rfc_768_draws_it() {
        let packet = Packet::new_checked(&DATAGRAM).unwrap();
        let repr = Repr { src_port: 0xc000, checksum: 0xbeef };
        assert_eq!((Repr::parse(&packet), packet.payload()), (repr.clone(), &[1, 2][..]));
        let mut bytes = DATAGRAM;
        bytes[..8].fill(0);
        repr.emit(&mut bytes);
        assert_eq!(bytes, DATAGRAM);
    }

    #[test]
    fn port_comes_before_length() {
        let mut bytes = DATAGRAM;
        bytes[5] = 9;
        assert_eq!(Packet::new_checked(&bytes).unwrap_err(), DropReason::UdpLength);
        bytes[3] = 0xb8;
        assert_eq!(Packet::new_checked(&bytes).unwrap_err(), DropReason::NotRocev2);
        assert_eq!(Packet::new_checked(&bytes[..7]).unwrap_err(), DropReason::IpLength);
    }
}
