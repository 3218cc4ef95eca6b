//! What stands behind the AETH of an ACK with an LSN (LDCP draft, 3.1; the bits are ours): steps 7 and 10 of
//! `hdl/src/parser.md`.

use super::{field, get, set};
use layout::drop_reason::DropReason;
use layout::lsn::Lsn;
use layout::wire::lsn as wire;
use std::ops::Range;

mod bits {
    use super::{Range, field, wire};
    pub const VERSION: Range<usize> = field(wire::VERSION_FLAGS, 0, 4);
    pub const FLAGS: Range<usize> = field(wire::VERSION_FLAGS, 4, 4);
    pub const RESERVED: Range<usize> = field(wire::VERSION_FLAGS, 8, 24);
    pub const VALUE: Range<usize> = field(wire::VALUE, 0, 32);
}

/// The eight bytes.
#[derive(Copy, Clone, Debug)]
pub struct Packet<'a>(&'a [u8; wire::BYTES]);

impl<'a> Packet<'a> {
    /// A view on exactly eight bytes, or `None`.
    pub fn new_checked(bytes: &'a [u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    /// `lsn_version`, then `lsn_reserved`.
    pub fn check(&self) -> Result<(), DropReason> {
        if get(self.0, bits::VERSION) as u8 != wire::VERSION {
            return Err(DropReason::LsnVersion);
        }
        let unknown = self.flags() & !(wire::FLAG_ECE | wire::FLAG_READ);
        if unknown != 0 || get(self.0, bits::RESERVED) != 0 { Err(DropReason::LsnReserved) } else { Ok(()) }
    }

    fn flags(&self) -> u8 {
        get(self.0, bits::FLAGS) as u8
    }

    pub fn ece(&self) -> bool {
        self.flags() & wire::FLAG_ECE != 0
    }

    /// It acknowledges READ responses.
    pub fn read(&self) -> bool {
        self.flags() & wire::FLAG_READ != 0
    }

    pub fn value(&self) -> Lsn {
        Lsn::wrap(get(self.0, bits::VALUE).into())
    }
}

/// Such a header, with every field as it is to stand there.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Repr {
    /// 4 bits.
    pub version: u8,
    /// 4 bits.
    pub flags: u8,
    /// 24 bits.
    pub reserved: u32,
    pub value: u32,
}

impl Repr {
    pub fn emit(&self) -> [u8; wire::BYTES] {
        let mut bytes = [0; wire::BYTES];
        set(&mut bytes, bits::VERSION, self.version.into());
        set(&mut bytes, bits::FLAGS, self.flags.into());
        set(&mut bytes, bits::RESERVED, self.reserved);
        set(&mut bytes, bits::VALUE, self.value);
        bytes
    }
}
