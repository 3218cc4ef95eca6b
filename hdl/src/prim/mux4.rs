//! The choice of one of four words: two steps of a shifter in one level of logic.

use crate::num::U;
use emit::leaf::Leaf;
use rust_hdl::prelude::*;

/// Combinational: `q` is the word that `sel` names, ORed with `also`. A shifter by 0 to 3 and one by 0, 4, 8 or 12 are
/// a `Mux4` each.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct Mux4<const N: usize> {
    pub d0: Signal<In, U<N>>,
    pub d1: Signal<In, U<N>>,
    pub d2: Signal<In, U<N>>,
    pub d3: Signal<In, U<N>>,
    pub sel: Signal<In, U<2>>,
    pub also: Signal<In, U<N>>,
    pub q: Signal<Out, U<N>>,
}

impl<const N: usize> Logic for Mux4<N> {
    fn update(&mut self) {
        let word = match self.sel.val().index() {
            0 => self.d0.val(),
            1 => self.d1.val(),
            2 => self.d2.val(),
            _ => self.d3.val(),
        };
        self.q.next = word | self.also.val();
    }

    fn connect(&mut self) {
        self.q.connect();
    }

    fn hdl(&self) -> Verilog {
        Leaf::library("ackw_mux4", &[("WIDTH", N)])
    }
}
