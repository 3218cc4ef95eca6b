//! Congestion notification packet (IBTA annex A17.9.3): a BTH with opcode 0x81 and 16 reserved bytes.
//!
//! The annex sets BECN and writes the reserved bytes as 0, and a receiver ignores both, so there is nothing to check
//! but the length; the view exists to say so.

use layout::wire::cnp as wire;

/// The 16 reserved bytes behind the BTH of a CNP.
#[derive(Copy, Clone, Debug)]
pub struct Packet<'a>(&'a [u8; wire::RESERVED_BYTES]);

impl<'a> Packet<'a> {
    /// A view on exactly 16 bytes, or `None`.
    pub fn new_checked(bytes: &'a [u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    pub fn reserved(&self) -> [u8; wire::RESERVED_BYTES] {
        *self.0
    }
}

/// What a CNP says beyond its BTH, which by the annex is nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repr {
    pub reserved: [u8; wire::RESERVED_BYTES],
}

impl Repr {
    pub fn parse(packet: &Packet) -> Self {
        Self { reserved: packet.reserved() }
    }

    /// Writes the first 16 bytes of `bytes`, which must be there.
    pub fn emit(&self, bytes: &mut [u8]) {
        bytes[..wire::RESERVED_BYTES].copy_from_slice(&self.reserved);
    }
}
