//! The numbers of the datapath: [`U<N>`], an unsigned integer of exactly `N` bits.
//!
//! rust-hdl's own `Bits<N>` multiplies only 16 x 16 and stores wide values on the heap. `U<N>` is a drop-in for it
//! inside `#[hdl_gen]`: it keeps its value in a `u128`, works at every width from 1 to 128 and simulates several times
//! faster. Arithmetic is width-exact: both operands and the result have `N` bits, and what does not fit wraps. The
//! emitter (`crate::emit`) gives the Verilog the same widths, so that the two cannot differ.
//!
//! Wider vectors, such as a 512-bit AXI4-Stream bus, are [`Bus<N>`]: they can be moved, sliced and compared, no more.

mod bus;
mod cast;
pub mod qpn;

pub use bus::Bus;
pub use cast::{bits, bits_wrap, FromUsize, ToBits, Word};
pub use qpn::{QpBits, Qpn, QPN, QPS};

use qpn::width_of;
use rust_hdl::prelude::{Bits, Synth, TypeDescriptor, TypeKind, VCDValue, VerilogLiteral};
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Not, Shl, Shr, Sub};

/// An unsigned integer of exactly `N` bits, `1 <= N <= 128`; or the index of a QP, [`Qpn`]; or a number of QPs.
#[derive(Copy, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct U<const N: usize>(u128);

impl<const N: usize> U<N> {
    const MASK: u128 = {
        let of_qps = N == QPN || N == QPS;
        assert!(N >= 1 && (N <= 128 || of_qps), "U<N> holds 1 to 128 bits, or the index or a number of QPs");
        if of_qps {
            u128::MAX
        } else {
            u128::MAX >> (128 - N)
        }
    };

    /// The largest value, which is also the mask of the valid bits.
    #[inline(always)]
    pub fn mask() -> u128 {
        if N == QPN || N == QPS {
            (1 << width_of(N)) - 1
        } else {
            Self::MASK
        }
    }

    /// The largest value.
    pub fn max() -> Self {
        U(Self::mask())
    }

    /// The low `N` bits of `x`.
    #[inline(always)]
    pub fn wrap(x: u128) -> Self {
        U(x & Self::mask())
    }

    /// `x`, or `None` when it does not fit.
    pub fn new(x: u128) -> Option<Self> {
        if x <= Self::mask() {
            Some(U(x))
        } else {
            None
        }
    }

    /// The value as a plain integer. Not for use inside `#[hdl_gen]`.
    #[inline(always)]
    pub const fn raw(self) -> u128 {
        self.0
    }

    /// Bit `i`; bits past the width read as zero.
    #[inline(always)]
    pub fn get_bit(self, i: usize) -> bool {
        i < 128 && self.0 >> i & 1 != 0
    }

    /// The `M` bits from bit `lo` upwards; bits past the width read as zero.
    #[inline(always)]
    pub fn get_bits<const M: usize>(self, lo: usize) -> U<M> {
        if lo < 128 {
            U::<M>::wrap(self.0 >> lo)
        } else {
            U(0)
        }
    }

    /// A copy with bit `i` replaced; past the width nothing changes.
    #[inline(always)]
    pub fn replace_bit(self, i: usize, value: bool) -> Self {
        if i < 128 {
            U::wrap(self.0 & !(1 << i) | u128::from(value) << i)
        } else {
            self
        }
    }

    /// Is any bit set?
    #[inline(always)]
    pub fn any(self) -> bool {
        self.0 != 0
    }

    /// Are all bits set?
    #[inline(always)]
    pub fn all(self) -> bool {
        self.0 == Self::mask()
    }

    /// The parity: is the number of set bits odd?
    #[inline(always)]
    pub fn xor(self) -> bool {
        self.0.count_ones() & 1 == 1
    }

    /// The value as an index for `get_bit`, `get_bits` and `replace_bit`. It saturates where `usize` is too small.
    #[inline(always)]
    pub fn index(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

/// Binary operators: both operands and the result have `N` bits. A `u64` operand is how literals arrive; the emitter
/// refuses a literal that does not fit.
macro_rules! operator {
    ($trait:ident, $method:ident, $apply:expr) => {
        impl<const N: usize> $trait for U<N> {
            type Output = U<N>;
            #[inline(always)]
            fn $method(self, rhs: U<N>) -> U<N> {
                let apply: fn(u128, u128) -> u128 = $apply;
                U::wrap(apply(self.0, rhs.0))
            }
        }
        impl<const N: usize> $trait<u64> for U<N> {
            type Output = U<N>;
            #[inline(always)]
            fn $method(self, rhs: u64) -> U<N> {
                self.$method(U::<N>::wrap(rhs.into()))
            }
        }
    };
}
operator!(Add, add, u128::wrapping_add);
operator!(Sub, sub, u128::wrapping_sub);
operator!(Mul, mul, u128::wrapping_mul);
operator!(BitAnd, bitand, |a, b| a & b);
operator!(BitOr, bitor, |a, b| a | b);
operator!(BitXor, bitxor, |a, b| a ^ b);

impl<const N: usize> Add<bool> for U<N> {
    type Output = U<N>;
    #[inline(always)]
    fn add(self, rhs: bool) -> U<N> {
        self + U(rhs.into())
    }
}

impl<const N: usize> Sub<bool> for U<N> {
    type Output = U<N>;
    #[inline(always)]
    fn sub(self, rhs: bool) -> U<N> {
        self - U(rhs.into())
    }
}

impl<const N: usize> Not for U<N> {
    type Output = U<N>;
    #[inline(always)]
    fn not(self) -> U<N> {
        U::wrap(!self.0)
    }
}

impl<const N: usize> Shl<u64> for U<N> {
    type Output = U<N>;
    #[inline(always)]
    fn shl(self, by: u64) -> U<N> {
        if by < 128 {
            U::wrap(self.0 << by)
        } else {
            U(0)
        }
    }
}

impl<const N: usize> Shr<u64> for U<N> {
    type Output = U<N>;
    #[inline(always)]
    fn shr(self, by: u64) -> U<N> {
        if by < 128 {
            U(self.0 >> by)
        } else {
            U(0)
        }
    }
}

impl<const N: usize, const M: usize> Shl<U<M>> for U<N> {
    type Output = U<N>;
    #[inline(always)]
    fn shl(self, by: U<M>) -> U<N> {
        self << u64::try_from(by.0).unwrap_or(u64::MAX)
    }
}

impl<const N: usize, const M: usize> Shr<U<M>> for U<N> {
    type Output = U<N>;
    #[inline(always)]
    fn shr(self, by: U<M>) -> U<N> {
        self >> u64::try_from(by.0).unwrap_or(u64::MAX)
    }
}

/// How literals become values: `self.x.next = 3.into()`. It panics when the literal does not fit, which is a mistake in
/// the block's source; the emitter reports the same mistake as an error.
impl<const N: usize> From<u64> for U<N> {
    #[inline(always)]
    fn from(x: u64) -> Self {
        assert!(u128::from(x) <= Self::mask(), "{x:#x} does not fit U<{}>", width_of(N));
        U(x.into())
    }
}

impl<const N: usize> PartialEq<u64> for U<N> {
    #[inline(always)]
    fn eq(&self, other: &u64) -> bool {
        self.0 == u128::from(*other)
    }
}

impl<const N: usize> PartialOrd<u64> for U<N> {
    #[inline(always)]
    fn partial_cmp(&self, other: &u64) -> Option<Ordering> {
        self.0.partial_cmp(&u128::from(*other))
    }
}

impl<const N: usize> fmt::Debug for U<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}'h{:x}", width_of(N), self.0)
    }
}

impl<const N: usize> fmt::Display for U<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl<const N: usize> fmt::LowerHex for U<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.0, f)
    }
}

/// Needed by `#[derive(LogicStruct)]`, and by rust-hdl's waveforms.
impl<const N: usize> From<U<N>> for Bits<N> {
    fn from(x: U<N>) -> Bits<N> {
        num_bigint::BigUint::from(x.0).into()
    }
}

impl<const N: usize> Synth for U<N> {
    const BITS: usize = N;

    fn descriptor() -> TypeDescriptor {
        let bits = width_of(N);
        TypeDescriptor { name: format!("U<{bits}>"), kind: TypeKind::Bits(bits) }
    }

    fn vcd(self) -> VCDValue {
        Bits::<N>::from(self).vcd()
    }

    /// The emitter takes the width from the signal, not from here.
    fn verilog(self) -> VerilogLiteral {
        self.0.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operator at every width up to 5 bits, on all operands, against `u32` arithmetic.
    #[test]
    fn operators_wrap_at_their_width() {
        fn check<const N: usize>() -> usize {
            let (modulus, mut compared) = (1u32 << N, 0);
            for a in 0..modulus {
                for b in 0..modulus {
                    let (x, y) = (U::<N>::wrap(a.into()), U::<N>::wrap(b.into()));
                    let expect =
                        |got: U<N>, want: u32| assert_eq!(got.raw(), u128::from(want % modulus), "{N} {a} {b}");
                    expect(x + y, a + b);
                    expect(x - y, a + modulus - b);
                    expect(x * y, a * b);
                    expect(x & y, a & b);
                    expect(x | y, a | b);
                    expect(x ^ y, a ^ b);
                    expect(!x, modulus - 1 - a);
                    expect(x << y, if b < 32 { a << b.min(26) } else { 0 });
                    expect(x >> y, if b < 32 { a >> b } else { 0 });
                    assert_eq!((x < y, x == y), (a < b, a == b));
                    compared += 1;
                }
            }
            compared
        }
        assert_eq!(check::<1>() + check::<2>() + check::<3>() + check::<4>() + check::<5>(), 4 + 16 + 64 + 256 + 1024);
    }

    #[test]
    fn slices_past_the_width_read_zero() {
        let x = U::<12>::wrap(0xabc);
        assert_eq!(x.get_bits::<8>(8), 0xa);
        assert_eq!(x.get_bits::<4>(12), 0);
        assert_eq!(x.get_bits::<4>(500), 0);
        assert!(!x.get_bit(12) && x.get_bit(11));
        assert_eq!(x.replace_bit(12, true), x);
        assert_eq!(x.replace_bit(0, true), 0xabd);
    }

    #[test]
    fn the_widest_value_multiplies_and_shifts() {
        let x = U::<128>::max();
        assert_eq!((x * x).raw(), 1);
        assert_eq!((x << 127).raw(), 1 << 127);
        assert_eq!((x >> U::<8>::wrap(200)).raw(), 0);
    }
}
