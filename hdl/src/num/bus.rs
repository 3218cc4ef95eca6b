//! [`Bus<N>`]: a vector of up to 1024 bits, for ports such as an AXI4-Stream's `tdata`. It has no arithmetic.

use super::U;
use rust_hdl::prelude::{Bits, Synth, TypeDescriptor, TypeKind, VCDValue, VerilogLiteral};
use std::fmt;

const WORDS: usize = 16;

/// A vector of exactly `N` bits, `1 <= N <= 1024`: copy, compare, slice.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Bus<const N: usize>([u64; WORDS]);

impl<const N: usize> Bus<N> {
    /// The number of 64-bit words that hold `N` bits.
    pub const WORDS: usize = {
        assert!(N >= 1 && N <= 64 * WORDS, "Bus<N> holds 1 to 1024 bits");
        N.div_ceil(64)
    };

    /// From 64-bit words, the least significant first. Bits past the width are dropped.
    pub fn from_words(words: &[u64]) -> Self {
        let mut bus = [0; WORDS];
        for (i, word) in words.iter().take(Self::WORDS).enumerate() {
            bus[i] = *word;
        }
        if !N.is_multiple_of(64) {
            bus[Self::WORDS - 1] &= u64::MAX >> (64 - N % 64);
        }
        Bus(bus)
    }

    /// From bytes, the first byte in bits 7:0. Bits past the width are dropped.
    pub fn from_le_bytes(bytes: &[u8]) -> Self {
        let mut words = [0u64; WORDS];
        for (i, byte) in bytes.iter().take(8 * WORDS).enumerate() {
            words[i / 8] |= u64::from(*byte) << (8 * (i % 8));
        }
        Self::from_words(&words)
    }

    /// As 64-bit words, the least significant first.
    pub fn words(&self) -> &[u64] {
        &self.0[..Self::WORDS]
    }

    /// Bit `i`; bits past the width read as zero.
    #[inline(always)]
    pub fn get_bit(self, i: usize) -> bool {
        i < 64 * WORDS && self.0[i / 64] >> (i % 64) & 1 != 0
    }

    /// The `M` bits from bit `lo` upwards; bits past the width read as zero.
    #[inline(always)]
    pub fn get_bits<const M: usize>(self, lo: usize) -> U<M> {
        let word = |i: usize| u128::from(self.0.get(i).copied().unwrap_or(0));
        let (at, by) = (lo / 64, lo % 64);
        let low = word(at) | word(at.saturating_add(1)) << 64;
        let high = word(at.saturating_add(2));
        let value = if by == 0 { low } else { low >> by | high << (128 - by) };
        U::wrap(value)
    }
}

impl<const N: usize> Default for Bus<N> {
    fn default() -> Self {
        Bus([0; WORDS])
    }
}

impl<const N: usize> From<U<N>> for Bus<N> {
    fn from(x: U<N>) -> Self {
        Self::from_words(&[x.raw() as u64, (x.raw() >> 64) as u64])
    }
}

impl<const N: usize> fmt::LowerHex for Bus<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, word) in self.words().iter().rev().enumerate() {
            let first = N - 64 * (Self::WORDS - 1);
            let digits = if i == 0 { first.div_ceil(4) } else { 16 };
            write!(f, "{word:0digits$x}")?;
        }
        Ok(())
    }
}

impl<const N: usize> fmt::Debug for Bus<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{N}'h{self:x}")
    }
}

impl<const N: usize> From<Bus<N>> for Bits<N> {
    fn from(x: Bus<N>) -> Bits<N> {
        let halves = x.words().iter().flat_map(|w| [*w as u32, (*w >> 32) as u32]);
        num_bigint::BigUint::new(halves.collect()).into()
    }
}

impl<const N: usize> Synth for Bus<N> {
    const BITS: usize = N;

    fn descriptor() -> TypeDescriptor {
        TypeDescriptor { name: format!("Bus<{N}>"), kind: TypeKind::Bits(N) }
    }

    fn vcd(self) -> VCDValue {
        Bits::<N>::from(self).vcd()
    }

    fn verilog(self) -> VerilogLiteral {
        Bits::<N>::from(self).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slice_equals_the_bits_it_covers() {
        let bytes: Vec<u8> = (0..128u32).map(|i| (i * 37 + 11) as u8).collect();
        let bus = Bus::<1000>::from_le_bytes(&bytes);
        for lo in 0..1040 {
            let slice = bus.get_bits::<128>(lo);
            for i in 0..128 {
                let at = lo + i;
                let want = at < 1000 && bytes[at / 8] >> (at % 8) & 1 == 1;
                assert_eq!((slice.get_bit(i), bus.get_bit(at)), (want, want), "bit {at} from {lo}");
            }
        }
    }

    #[test]
    fn text_has_a_digit_for_every_four_bits() {
        assert_eq!(format!("{:x}", Bus::<68>::from_words(&[0x1234, 0xf])), "f0000000000001234");
        assert_eq!(format!("{:?}", Bus::<5>::from_words(&[0xff])), "5'h1f");
    }
}
