//! Products wider than one multiplier, with registers for the multipliers' factors.

use crate::prelude::*;
use crate::prim::ecc::option;
use crate::prim::{counts, held, Watch};
use emit::leaf::Leaf;
use rust_hdl::prelude::Verilog;

/// `p` = `a`·`b` as of [`crate::wide_mul::WideMul`], A up to 54 bits, B 19 to 36, but that each multiplier registers
/// its slices first, as of [`crate::prim::RegisteredMul`]: a cycle for the wire from where they were made.
///
/// | slices of `a` | of `b` | cycles |
/// |---|---|---|
/// | 1 | 2 | 3 |
/// | 2 | 2 | 4 |
/// | 3 | 2 | 4 |
///
/// There are no others. A stage is a wire, one multiplier, or one addition of at most 54 bits, at the end of 3 by 2 of
/// 72. The slices and their products have no reset; the registers behind them have one where the option
/// `datapath_reset` gives it.
#[derive(Clone, Debug, LogicBlock)]
pub struct SteppedMul<const A: usize, const B: usize, const P: usize> {
    pub clock: Signal<In, ClkRst>,
    pub a: Signal<In, U<A>>,
    pub b: Signal<In, U<B>>,
    pub p: Signal<Out, U<P>>,
    pub en_opt: Vec<Signal<In, Bit>>,
    /// What comes out, the last to come first.
    _stages: Vec<U<P>>,
    /// Which of them take a product that counts.
    _counts: Vec<Bit>,
    _watch: Watch,
}

impl<const A: usize, const B: usize, const P: usize> SteppedMul<A, B, P> {
    /// With a port more: where `en_opt` is 0, `a` and `b` do not count, and nothing of them is taken.
    pub fn enabled() -> Self {
        Self { en_opt: option(true), ..Self::default() }
    }

    /// Cycles from the factors to their product.
    pub const LATENCY: usize = match (A.div_ceil(18), B.div_ceil(18)) {
        (1, 2) => 3,
        (2, 2) | (3, 2) => 4,
        _ => panic!("SteppedMul<A, B, P>: 1 by 2, 2 by 2 or 3 by 2 slices of 18 bits"),
    };
}

impl<const A: usize, const B: usize, const P: usize> Default for SteppedMul<A, B, P> {
    fn default() -> Self {
        const { assert!(P == A + B, "SteppedMul<A, B, P>: P must be A + B") };
        Self {
            clock: Default::default(),
            a: Default::default(),
            b: Default::default(),
            p: Default::default(),
            en_opt: vec![],
            _stages: vec![U::default(); Self::LATENCY],
            _counts: vec![false; Self::LATENCY],
            _watch: Watch::default(),
        }
    }
}

impl<const A: usize, const B: usize, const P: usize> Logic for SteppedMul<A, B, P> {
    fn update(&mut self) {
        let clock = self.clock.val();
        let seen = self._watch.see(clock);
        if seen.edge {
            self._counts.rotate_right(1);
            self._counts[0] = counts(&self.en_opt);
            for stage in (1..Self::LATENCY).rev().filter(|stage| self._counts[*stage]) {
                self._stages[stage] = self._stages[stage - 1];
            }
            if self._counts[0] {
                self._stages[0] = bits::<P>(self.a.val()) * bits::<P>(self.b.val());
            }
        }
        if seen.reset && clock.style.datapath {
            self._stages[2..].fill(U::default());
        }
        self.p.next = self._stages[Self::LATENCY - 1];
    }

    fn connect(&mut self) {
        self.p.connect();
    }

    fn hdl(&self) -> Verilog {
        let shape = [("A_BITS", A), ("B_BITS", B), ("STEPPED", 1)];
        Leaf::library("ackw_mul_wide", &shape.into_iter().chain(held(&self.en_opt)).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prim::{Reset, ResetStyle};
    use crate::sim::Sim;

    #[test]
    fn a_product_comes_after_its_latency_and_a_reset_of_the_sums_leaves_the_slices_and_their_products() {
        let style = ResetStyle { reset: Reset::Sync, datapath: true };
        let mut sim = Sim::new(SteppedMul::<36, 36, 72>::default(), |m| &mut m.clock).with_style(style);
        let mut seen = vec![];
        for k in 0..9u64 {
            sim.set_rst_n(k != 5);
            (sim.uut.a.next, sim.uut.b.next) = ((k + 1).into(), (1u64 << 35).into());
            sim.step().unwrap();
            seen.push(sim.uut.p.val().raw() >> 35);
        }
        assert_eq!(seen[3..], [1, 2, 0, 0, 5, 6]);
    }

    #[test]
    fn what_does_not_count_is_not_taken() {
        let mut sim = Sim::new(SteppedMul::<16, 24, 40>::enabled(), |m| &mut m.clock);
        let mut seen = vec![];
        for k in 0..6u64 {
            (sim.uut.a.next, sim.uut.b.next) = ((k + 1).into(), 1u64.into());
            sim.uut.en_opt[0].next = k % 2 == 0;
            sim.step().unwrap();
            seen.push(sim.uut.p.val().raw());
        }
        assert_eq!(seen, [0, 0, 1, 1, 3, 3]);
    }
}
