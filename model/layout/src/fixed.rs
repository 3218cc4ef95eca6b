//! Fixed-point numbers whose format is their type: `U<I, F>` has `I` integer and `F` fraction bits and prints `U14.28`.

use std::fmt;

/// An unsigned fixed-point number of `I + F` bits (at most 64) with value `raw / 2^F`.
///
/// A `U` never holds a raw value beyond its width: construct it with [`U::new`] (checked) or, where the caller has
/// just masked or clamped, with [`U::wrap`] or [`U::sat`], whose names say what happens to the excess.
#[derive(Copy, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct U<const I: u32, const F: u32>(u64);

impl<const I: u32, const F: u32> U<I, F> {
    /// Width in bits.
    pub const BITS: u32 = {
        assert!(I + F >= 1 && I + F <= 64);
        I + F
    };
    /// Bits after the binary point.
    pub const FRAC: u32 = F;
    /// The greatest raw value, and the mask of the width.
    pub const MAX_RAW: u64 = if Self::BITS == 64 { u64::MAX } else { (1 << Self::BITS) - 1 };
    pub const MAX: Self = Self(Self::MAX_RAW);
    pub const ZERO: Self = Self(0);
    pub const FORMAT: Format = Format { int: I, frac: F };

    /// The number with this raw value, or `None` where it does not fit.
    pub const fn new(raw: u64) -> Option<Self> {
        if raw <= Self::MAX_RAW { Some(Self(raw)) } else { None }
    }

    /// The low bits of `raw`; what lies above is dropped.
    pub const fn wrap(raw: u64) -> Self {
        Self(raw & Self::MAX_RAW)
    }

    /// The nearest representable raw value: everything above the maximum becomes the maximum.
    pub const fn sat(raw: u128) -> Self {
        if raw > Self::MAX_RAW as u128 { Self::MAX } else { Self(raw as u64) }
    }

    pub const fn raw(self) -> u64 {
        self.0
    }
}

impl<const I: u32, const F: u32> fmt::Debug for U<I, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "U{I}.{F}({:#x} = {})", self.0, Self::FORMAT.decimal(self.0))
    }
}

/// A format as a value, for tables and messages.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Format {
    pub int: u32,
    pub frac: u32,
}

impl Format {
    pub const fn new(int: u32, frac: u32) -> Self {
        Self { int, frac }
    }

    pub const fn bits(self) -> u32 {
        self.int + self.frac
    }

    pub const fn max_raw(self) -> u64 {
        if self.bits() == 64 { u64::MAX } else { (1 << self.bits()) - 1 }
    }

    /// The exact decimal of a raw value; every binary fraction has one, so nothing is rounded.
    pub fn decimal(self, raw: u64) -> String {
        let whole = if self.frac == 64 { 0 } else { raw >> self.frac };
        let mut rest = (raw as u128) & ((1u128 << self.frac) - 1);
        let mut s = whole.to_string();
        if rest != 0 {
            s.push('.');
        }
        while rest != 0 {
            rest *= 10;
            s.push(char::from(b'0' + (rest >> self.frac) as u8));
            rest &= (1u128 << self.frac) - 1;
        }
        s
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "U{}.{}", self.int, self.frac)
    }
}
