//! ACK extended transport header (IBTA volume 1, section 9.7.5.2.1, tables 44 to 46): step 10 of `hdl/src/parser.md`.

use super::{field, get, set};
use layout::wire::aeth as wire;
use std::ops::Range;

mod bits {
    use super::{Range, field, wire};
    pub const RESERVED: Range<usize> = field(wire::SYNDROME, 0, 1);
    pub const CODE: Range<usize> = field(wire::SYNDROME, 1, 2);
    pub const VALUE: Range<usize> = field(wire::SYNDROME, 3, 5);
    pub const MSN: Range<usize> = field(1, 0, 24);
}

/// The four bytes behind the BTH of an ACKNOWLEDGE.
#[derive(Copy, Clone, Debug)]
pub struct Packet<'a>(&'a [u8; wire::BYTES]);

impl<'a> Packet<'a> {
    /// A view on exactly four bytes, or `None`.
    pub fn new_checked(bytes: &'a [u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    /// The top bit of the syndrome, where `EcePlace::AethReserved` looks.
    pub fn reserved(&self) -> bool {
        get(self.0, bits::RESERVED) == 1
    }

    /// Syndrome bits 6:5: 0 ACK, 1 RNR NAK, 2 reserved, 3 NAK.
    pub fn code(&self) -> u8 {
        get(self.0, bits::CODE) as u8
    }

    /// Syndrome bits 4:0: credits, RNR timer or NAK code.
    pub fn value(&self) -> u8 {
        get(self.0, bits::VALUE) as u8
    }

    pub fn msn(&self) -> u32 {
        get(self.0, bits::MSN)
    }
}

/// An AETH.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repr {
    pub reserved: bool,
    /// 2 bits.
    pub code: u8,
    /// 5 bits.
    pub value: u8,
    /// 24 bits.
    pub msn: u32,
}

impl Repr {
    pub fn parse(packet: &Packet) -> Self {
        Self { reserved: packet.reserved(), code: packet.code(), value: packet.value(), msn: packet.msn() }
    }

    /// Writes the first four bytes of `bytes`, which must be there.
    pub fn emit(&self, bytes: &mut [u8]) {
        set(bytes, bits::RESERVED, self.reserved.into());
        set(bytes, bits::CODE, self.code.into());
        set(bytes, bits::VALUE, self.value.into());
        set(bytes, bits::MSN, self.msn);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn syndromes_of_tables_44_to_46_read_and_write() {
        for (byte, code, value) in
            [(0x00, 0, 0), (0x1f, 0, 31), (0x20, 1, 0), (0x3f, 1, 31), (0x60, 3, 0), (0x64, 3, 4)]
        {
            for reserved in [false, true] {
                let bytes = [byte | if reserved { 0x80 } else { 0 }, 0x00, 0x12, 0x34];
                let repr = Repr { reserved, code, value, msn: 0x1234 };
                assert_eq!(Repr::parse(&Packet::new_checked(&bytes).unwrap()), repr);
                let mut out = [0; 4];
                repr.emit(&mut out);
                assert_eq!(out, bytes);
            }
        }
        assert!(Packet::new_checked(&[0; 3]).is_none() && Packet::new_checked(&[0; 5]).is_none());
    }
}
