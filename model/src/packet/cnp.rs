//! Congestion notification packet (IBTA annex A17.9.3): a BTH with opcode 0x81 and 16 reserved bytes.
//!
//! The annex sets BECN and writes the reserved bytes as 0, and a receiver ignores both, so there is nothing to check
//! but the length; the view exists to say so. [`Revised`] is what FCR writes there (`model/src/fcr/page.md`): a parser
//! that reads it hands its advice over.

use super::{field, get, set};
use layout::drop_reason::DropReason;
use layout::wire::cnp as wire;
use std::ops::Range;

mod bits {
    use super::{Range, field, wire};
    pub const VERSION: Range<usize> = field(wire::VERSION_KIND, 0, 4);
    pub const KIND: Range<usize> = field(wire::VERSION_KIND, 4, 4);
    pub const FLAGS: Range<usize> = field(wire::FLAGS, 0, 8);
    pub const SEQ: Range<usize> = field(wire::SEQ, 0, 16);
    pub const RATE: Range<usize> = field(wire::RATE, 0, 32);
    pub const VALIDITY: Range<usize> = field(wire::VALIDITY, 0, 16);
    pub const SWITCH: Range<usize> = field(wire::SWITCH, 0, 16);
}

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

    /// All 16 bytes are 0, as the annex writes them.
    pub fn is_ordinary(&self) -> bool {
        self.0.iter().all(|byte| *byte == 0)
    }

    /// 4 bits.
    pub fn version(&self) -> u8 {
        get(self.0, bits::VERSION) as u8
    }

    /// 4 bits.
    pub fn kind(&self) -> u8 {
        get(self.0, bits::KIND) as u8
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

/// A revised CNP: the advice of a switch. Flags without a meaning and the last four bytes are written as 0 and not
/// looked at.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Revised {
    /// The switch's advice ends.
    pub withdraw: bool,
    pub seq: u16,
    /// Mbit/s.
    pub rate: u32,
    /// us.
    pub validity: u16,
    pub switch: u16,
}

/// Why a revised CNP gives no advice.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoAdvice {
    /// Its version is another.
    Version,
    /// Its version is ours, its kind is another.
    Kind,
}

impl NoAdvice {
    pub const ALL: [NoAdvice; 2] = [NoAdvice::Version, NoAdvice::Kind];

    /// Why a parser that reads revised CNPs drops it.
    pub const fn reason(self) -> DropReason {
        match self {
            NoAdvice::Version => DropReason::FcrVersion,
            NoAdvice::Kind => DropReason::FcrKind,
        }
    }

    /// The drop reason's name.
    pub const fn name(self) -> &'static str {
        self.reason().name()
    }
}

impl Revised {
    /// `None`: an ordinary CNP.
    pub fn parse(packet: &Packet) -> Option<Result<Self, NoAdvice>> {
        if packet.is_ordinary() {
            return None;
        }
        let bytes = packet.0;
        Some(if packet.version() != wire::VERSION {
            Err(NoAdvice::Version)
        } else if packet.kind() != wire::KIND_ADVICE {
            Err(NoAdvice::Kind)
        } else {
            Ok(Self {
                withdraw: get(bytes, bits::FLAGS) as u8 & wire::FLAG_WITHDRAW != 0,
                seq: get(bytes, bits::SEQ) as u16,
                rate: get(bytes, bits::RATE),
                validity: get(bytes, bits::VALIDITY) as u16,
                switch: get(bytes, bits::SWITCH) as u16,
            })
        })
    }
}

impl From<Revised> for Repr {
    fn from(advice: Revised) -> Repr {
        let mut bytes = [0; wire::RESERVED_BYTES];
        set(&mut bytes, bits::VERSION, wire::VERSION.into());
        set(&mut bytes, bits::KIND, wire::KIND_ADVICE.into());
        set(&mut bytes, bits::FLAGS, if advice.withdraw { wire::FLAG_WITHDRAW.into() } else { 0 });
        set(&mut bytes, bits::SEQ, advice.seq.into());
        set(&mut bytes, bits::RATE, advice.rate);
        set(&mut bytes, bits::VALIDITY, advice.validity.into());
        set(&mut bytes, bits::SWITCH, advice.switch.into());
        Repr { reserved: bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Version 1, kind 1, withdraw, number 0xabcd, 400 Gbit/s = 400,000 = 0x61a80 Mbit/s, 500 us = 0x1f4, switch
    /// 0x1234.
    const ADVICE: [u8; 16] = [0x11, 0x01, 0xab, 0xcd, 0x00, 0x06, 0x1a, 0x80, 0x01, 0xf4, 0x12, 0x34, 0, 0, 0, 0];

    fn parse(bytes: &[u8; 16]) -> Option<Result<Revised, NoAdvice>> {
        Revised::parse(&Packet::new_checked(bytes).expect("16 bytes"))
    }

    fn with(at: usize, value: u8) -> [u8; 16] {
        let mut bytes = ADVICE;
        bytes[at] = value;
        bytes
    }

    #[test]
    fn an_advice_reads_and_writes_as_the_format_says() {
        let advice = Revised { withdraw: true, seq: 0xabcd, rate: 400_000, validity: 500, switch: 0x1234 };
        assert_eq!(parse(&ADVICE), Some(Ok(advice)));
        assert_eq!(Repr::from(advice).reserved, ADVICE);
        assert_eq!(parse(&[0; 16]), None);
        assert!(Packet::new_checked(&ADVICE[..15]).is_none());
    }

    #[test]
    fn another_version_or_kind_is_named_and_the_version_first() {
        for version in (0..16).filter(|v| *v != 1) {
            assert_eq!(parse(&with(0, version << 4 | 1)), Some(Err(NoAdvice::Version)), "{version}");
            assert_eq!(parse(&with(0, version << 4 | 2)), Some(Err(NoAdvice::Version)), "{version}");
        }
        for kind in (0..16).filter(|k| *k != 1) {
            assert_eq!(parse(&with(0, 1 << 4 | kind)), Some(Err(NoAdvice::Kind)), "{kind}");
        }
        // one bit anywhere is enough to be no ordinary CNP
        for bit in 0..128 {
            let mut bytes = [0; 16];
            bytes[bit / 8] |= 0x80 >> (bit % 8);
            assert_eq!(parse(&bytes), Some(Err(if bit == 3 { NoAdvice::Kind } else { NoAdvice::Version })), "{bit}");
        }
    }

    #[test]
    fn flags_without_a_meaning_and_the_last_bytes_change_nothing() {
        let plain = parse(&ADVICE);
        assert_eq!(parse(&with(1, 0xff)), plain);
        assert_eq!(parse(&with(1, 0xfe)).and_then(Result::ok).map(|a| a.withdraw), Some(false));
        for at in 12..16 {
            assert_eq!(parse(&with(at, 0xff)), plain);
        }
    }
}
