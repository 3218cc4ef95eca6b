//! The multiplier: one product register, and registers for the factors or not. Wider products are `WideMul`.

use super::clocking::{counts, held, ClkRst, Watch};
use super::ecc::option;
use crate::num::{bits, U};
use emit::leaf::Leaf;
use rust_hdl::prelude::*;

/// `p` is the exact product of `a` and `b` at the last rising edge; `P = A + B`. The caller registers the inputs, so
/// that an FPGA's multiplier block can take them in, and the product register is its output register. `Mul::enabled()`
/// has a port more: where `en_opt` is 0, `a` and `b` do not count, and the register holds.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct Mul<const A: usize, const B: usize, const P: usize> {
    pub clock: Signal<In, ClkRst>,
    pub a: Signal<In, U<A>>,
    pub b: Signal<In, U<B>>,
    pub p: Signal<Out, U<P>>,
    pub en_opt: Vec<Signal<In, Bit>>,
    _watch: Watch,
}

impl<const A: usize, const B: usize, const P: usize> Mul<A, B, P> {
    pub fn enabled() -> Self {
        Self { en_opt: option(true), ..Self::default() }
    }
}

impl<const A: usize, const B: usize, const P: usize> Logic for Mul<A, B, P> {
    fn update(&mut self) {
        const { assert!(P == A + B, "Mul<A, B, P>: P must be A + B") };
        if self._watch.see(self.clock.val()).edge && counts(&self.en_opt) {
            self.p.next = bits::<P>(self.a.val()) * bits::<P>(self.b.val());
        }
    }

    fn connect(&mut self) {
        self.p.connect();
    }

    fn hdl(&self) -> Verilog {
        let shape = [("A_BITS", A), ("B_BITS", B)];
        Leaf::library("ackw_mul", &shape.into_iter().chain(held(&self.en_opt)).collect::<Vec<_>>())
    }
}

/// The same two edges behind `a` and `b`: the multiplier block registers them itself, so they may come from anywhere on
/// the die.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct RegisteredMul<const A: usize, const B: usize, const P: usize> {
    pub clock: Signal<In, ClkRst>,
    pub a: Signal<In, U<A>>,
    pub b: Signal<In, U<B>>,
    pub p: Signal<Out, U<P>>,
    pub en_opt: Vec<Signal<In, Bit>>,
    /// Of the factors in their registers.
    _product: U<P>,
    _counts: Bit,
    _watch: Watch,
}

impl<const A: usize, const B: usize, const P: usize> RegisteredMul<A, B, P> {
    pub fn enabled() -> Self {
        Self { en_opt: option(true), ..Self::default() }
    }
}

impl<const A: usize, const B: usize, const P: usize> Logic for RegisteredMul<A, B, P> {
    fn update(&mut self) {
        const { assert!(P == A + B, "RegisteredMul<A, B, P>: P must be A + B") };
        if self._watch.see(self.clock.val()).edge {
            if self._counts {
                self.p.next = self._product;
            }
            self._counts = counts(&self.en_opt);
            if self._counts {
                self._product = bits::<P>(self.a.val()) * bits::<P>(self.b.val());
            }
        }
    }

    fn connect(&mut self) {
        self.p.connect();
    }

    fn hdl(&self) -> Verilog {
        let shape = [("A_BITS", A), ("B_BITS", B), ("INPUT_REGS", 1)];
        Leaf::library("ackw_mul", &shape.into_iter().chain(held(&self.en_opt)).collect::<Vec<_>>())
    }
}
