//! Products wider than one multiplier.

use crate::prelude::*;
use crate::prim::ecc::option;
use crate::prim::{counts, held, Watch};
use emit::leaf::Leaf;
use rust_hdl::prelude::Verilog;

/// `p` = `a`·`b`, A up to 54 bits, B up to 36, P = A + B. The factors are cut into unsigned slices of 18 bits, of which
/// the last is what is left, and the partial products are added in the stages behind:
///
/// | slices of `a` | of `b` | cycles |
/// |---|---|---|
/// | 1 | 2 | 2 |
/// | 3 | 1 | 2 |
/// | 2 | 2 | 3 |
/// | 3 | 2 | 4 |
///
/// There are no others. A stage is one multiplier or one addition of at most 55 bits, at 3 by 1 of three numbers; where
/// a slice has at most 4 bits, its products take no multiplier. The caller registers the factors, as for [`Mul`]. The
/// products of the slices have no reset; the sums behind them have one where the option `datapath_reset` gives it.
#[derive(Clone, Debug, LogicBlock)]
pub struct WideMul<const A: usize, const B: usize, const P: usize> {
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

impl<const A: usize, const B: usize, const P: usize> WideMul<A, B, P> {
    /// With a port more: where `en_opt` is 0, `a` and `b` do not count, and nothing of them is taken.
    pub fn enabled() -> Self {
        Self { en_opt: option(true), ..Self::default() }
    }

    /// Cycles from the factors to their product.
    pub const LATENCY: usize = match (A.div_ceil(18), B.div_ceil(18)) {
        (1, 2) | (3, 1) => 2,
        (2, 2) => 3,
        (3, 2) => 4,
        _ => panic!("WideMul<A, B, P>: 1 by 2, 3 by 1, 2 by 2 or 3 by 2 slices of 18 bits"),
    };
}

impl<const A: usize, const B: usize, const P: usize> Default for WideMul<A, B, P> {
    fn default() -> Self {
        const { assert!(P == A + B, "WideMul<A, B, P>: P must be A + B") };
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

impl<const A: usize, const B: usize, const P: usize> Logic for WideMul<A, B, P> {
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
            self._stages[1..].fill(U::default());
        }
        self.p.next = self._stages[Self::LATENCY - 1];
    }

    fn connect(&mut self) {
        self.p.connect();
    }

    fn hdl(&self) -> Verilog {
        let shape = [("A_BITS", A), ("B_BITS", B)];
        Leaf::library("ackw_mul_wide", &shape.into_iter().chain(held(&self.en_opt)).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prim::{Reset, ResetStyle};
    use crate::sim::Sim;

    #[test]
    fn a_product_comes_after_its_latency_and_a_reset_of_the_sums_leaves_that_of_the_slices() {
        let style = ResetStyle { reset: Reset::Sync, datapath: true };
        let mut sim = Sim::new(WideMul::<36, 36, 72>::default(), |m| &mut m.clock).with_style(style);
        let mut seen = vec![];
        for k in 0..8u64 {
            sim.set_rst_n(k != 4);
            (sim.uut.a.next, sim.uut.b.next) = ((k + 1).into(), (1u64 << 35).into());
            sim.step().unwrap();
            seen.push(sim.uut.p.val().raw() >> 35);
        }
        assert_eq!(seen[2..], [1, 2, 0, 0, 5, 6]);
    }
}
