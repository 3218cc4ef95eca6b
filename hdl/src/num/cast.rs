//! Changes of width, under names that `#[hdl_gen]` accepts: it recognises a call by its first letters, and those are
//! `bits`. A narrowing has its own name, because it loses something.

use super::qpn::{self, QPN, QPS};
use super::U;
use rust_hdl::prelude::{Bits, Synth};

/// What [`bits`] and [`bits_wrap`] accept: integers of the datapath, single bits, and literals.
pub trait Word {
    /// The width, or 0 for a literal, whose value is checked instead.
    const WIDTH: usize;
    /// The value.
    fn word(self) -> u128;
}

impl<const N: usize> Word for U<N> {
    const WIDTH: usize = if N == QPN || N == QPS { qpn::MOST + N - QPN } else { N };
    #[inline(always)]
    fn word(self) -> u128 {
        self.raw()
    }
}

impl Word for bool {
    const WIDTH: usize = bool::BITS;
    #[inline(always)]
    fn word(self) -> u128 {
        self.into()
    }
}

macro_rules! literal {
    ($($t:ty),*) => {$(
        impl Word for $t {
            const WIDTH: usize = 0;
            #[inline(always)]
            fn word(self) -> u128 {
                u128::try_from(self).unwrap_or(u128::MAX)
            }
        }
    )*};
}
literal!(i32, u32, u64, u128, usize);

/// `x` in `M` bits, extended with zeros; also the way to write a literal of a given width, `bits::<5>(23)`.
///
/// It never narrows: a wider `x` does not compile, and a literal that does not fit panics (and is refused by the
/// emitter).
#[inline(always)]
pub fn bits<const M: usize>(x: impl Word) -> U<M> {
    fn extend<const M: usize, W: Word>(x: W) -> U<M> {
        const { assert!(W::WIDTH <= M, "`bits` does not narrow: use `bits_wrap`, or `get_bits` for a slice") };
        let word = x.word();
        assert!(word <= U::<M>::mask(), "{word:#x} does not fit U<{}>", qpn::width_of(M));
        U::wrap(word)
    }
    extend(x)
}

/// The low `M` bits of `x`: what lies above is dropped, so the value wraps.
#[inline(always)]
pub fn bits_wrap<const M: usize>(x: impl Word) -> U<M> {
    U::wrap(x.word())
}

/// A type that an elaboration-time integer, such as the variable of a `for` loop, can become.
pub trait FromUsize {
    /// Panics when `x` does not fit: that is a mistake in the block's source.
    fn from_usize(x: usize) -> Self;
}

impl<const N: usize> FromUsize for U<N> {
    fn from_usize(x: usize) -> Self {
        (x as u64).into()
    }
}

/// For `#[derive(LogicState)]`, which speaks in rust-hdl's own type.
impl<const N: usize> FromUsize for Bits<N> {
    fn from_usize(x: usize) -> Self {
        (x as u64).into()
    }
}

/// `(15 - i).to_bits()` for a loop variable `i`: the counterpart of rust-hdl's trait of this name.
pub trait ToBits {
    /// The value at the width that the context asks for.
    fn to_bits<T: FromUsize>(self) -> T;
}

impl ToBits for usize {
    fn to_bits<T: FromUsize>(self) -> T {
        T::from_usize(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_extends_and_bits_wrap_keeps_the_low_bits() {
        assert_eq!(bits::<12>(U::<8>::max()), 0xff);
        assert_eq!(bits::<5>(23), 23);
        assert_eq!(bits::<3>(true), 1);
        assert_eq!(bits_wrap::<4>(U::<8>::wrap(0xa7)), 7);
    }

    #[test]
    #[should_panic(expected = "0x20 does not fit U<5>")]
    fn a_literal_that_does_not_fit_is_refused() {
        let _ = bits::<5>(32);
    }
}
