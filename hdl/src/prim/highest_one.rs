//! The leading-one detector, for normalisation.

use crate::num::U;
use emit::leaf::Leaf;
use rust_hdl::prelude::*;

/// Combinational: `pos` is the position of the most significant one of `a`, and zero when `a` is zero, which `any`
/// tells. `P` bits must be enough for the positions 0 to N-1 and no more.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct HighestOne<const N: usize, const P: usize> {
    pub a: Signal<In, U<N>>,
    pub pos: Signal<Out, U<P>>,
    pub any: Signal<Out, Bit>,
}

impl<const N: usize, const P: usize> Logic for HighestOne<N, P> {
    fn update(&mut self) {
        const { assert!(N >= 2 && P == clog2(N), "HighestOne<N, P>: P must be the bits of N-1") };
        let a = self.a.val().raw();
        self.pos.next = U::wrap(a.checked_ilog2().unwrap_or(0).into());
        self.any.next = a != 0;
    }

    fn connect(&mut self) {
        self.pos.connect();
        self.any.connect();
    }

    fn hdl(&self) -> Verilog {
        Leaf::library("ackw_highest_one", &[("WIDTH", N), ("POS_BITS", P)])
    }
}
