//! The multiplier: one product register. And what wider products are made of.

use super::clocking::{ClkRst, Watch};
use super::leaf::Leaf;
use crate::num::{bits, U};
use rust_hdl::prelude::*;

/// `p` is the exact product of `a` and `b` at the last rising edge; `P = A + B`. The caller registers the inputs, so
/// that an FPGA's multiplier block can take them in, and the product register is its output register.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct Mul<const A: usize, const B: usize, const P: usize> {
    pub clock: Signal<In, ClkRst>,
    pub a: Signal<In, U<A>>,
    pub b: Signal<In, U<B>>,
    pub p: Signal<Out, U<P>>,
    _watch: Watch,
}

impl<const A: usize, const B: usize, const P: usize> Logic for Mul<A, B, P> {
    fn update(&mut self) {
        const { assert!(P == A + B, "Mul<A, B, P>: P must be A + B") };
        if self._watch.see(self.clock.val()).edge {
            self.p.next = bits::<P>(self.a.val()) * bits::<P>(self.b.val());
        }
    }

    fn connect(&mut self) {
        self.p.connect();
    }

    fn hdl(&self) -> Verilog {
        Leaf::library("ackw_mul", &[("A_BITS", A), ("B_BITS", B)])
    }
}

/// Up to this many bits a slice is multiplied in logic, a row a bit: a multiplier block would be mostly empty. With 6,
/// `inflight` for 5 hops would need 17 blocks less, but a third addition in one cycle takes 6.6 ns where two take 5
/// (ECP5, grade 8).
const SLIVER: usize = 4;

/// The product of slice I of a factor of A bits and slice J of one of B, one rising edge later: slices of 18 bits, of
/// which the topmost may be narrower, and what lies past it is zero. Where both fill a multiplier block well it is a
/// [`Mul`], else logic.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct Slice<const A: usize, const B: usize, const I: usize, const J: usize> {
    pub clock: Signal<In, ClkRst>,
    pub a: Signal<In, U<18>>,
    pub b: Signal<In, U<18>>,
    pub p: Signal<Out, U<36>>,
    _watch: Watch,
}

impl<const A: usize, const B: usize, const I: usize, const J: usize> Slice<A, B, I, J> {
    /// Bits of slice `index` of a factor.
    const fn bits_of(factor: usize, index: usize) -> usize {
        assert!(factor > 18 * index, "a factor that has no such slice");
        let rest = factor - 18 * index;
        if rest < 18 {
            rest
        } else {
            18
        }
    }

    const WIDTHS: (usize, usize) = (Self::bits_of(A, I), Self::bits_of(B, J));
}

impl<const A: usize, const B: usize, const I: usize, const J: usize> Logic for Slice<A, B, I, J> {
    fn update(&mut self) {
        let (a, b) = (self.a.val(), self.b.val());
        if self._watch.see(self.clock.val()).edge {
            assert!(
                a.raw() >> Self::WIDTHS.0 == 0 && b.raw() >> Self::WIDTHS.1 == 0,
                "{a:?}, {b:?}: more than the slice"
            );
            self.p.next = bits::<36>(a) * bits::<36>(b);
        }
    }

    fn connect(&mut self) {
        self.p.connect();
    }

    fn hdl(&self) -> Verilog {
        let (a_bits, b_bits) = Self::WIDTHS;
        if a_bits.min(b_bits) <= SLIVER {
            Leaf::library("ackw_mul_rows", &[("A_BITS", a_bits), ("B_BITS", b_bits)])
        } else {
            Leaf::library("ackw_mul", &[("A_BITS", 18), ("B_BITS", 18)])
        }
    }
}
