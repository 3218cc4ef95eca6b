//! The small memory: a parameter table of a few words, in distributed RAM.

use super::clocking::{ClkRst, Watch};
use crate::num::qpn::width;
use crate::num::U;
use emit::leaf::Leaf;
use rust_hdl::prelude::*;

/// `2^A` words of `D`: `rdata` is the word at `raddr` at the last rising edge. A word that is read and written at the
/// same edge is read as it was. The contents are undefined until written (the simulation starts from zero).
#[derive(Clone, Debug, LogicBlock)]
pub struct Table<D: Synth, const A: usize> {
    pub clock: Signal<In, ClkRst>,
    pub raddr: Signal<In, U<A>>,
    pub rdata: Signal<Out, D>,
    pub we: Signal<In, Bit>,
    pub waddr: Signal<In, U<A>>,
    pub wdata: Signal<In, D>,
    _array: Vec<D>,
    _watch: Watch,
}

impl<D: Synth, const A: usize> Default for Table<D, A> {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            raddr: Default::default(),
            rdata: Default::default(),
            we: Default::default(),
            waddr: Default::default(),
            wdata: Default::default(),
            _array: vec![D::default(); 1 << A],
            _watch: Watch::default(),
        }
    }
}

impl<D: Synth, const A: usize> Logic for Table<D, A> {
    fn update(&mut self) {
        if self._watch.see(self.clock.val()).edge {
            self.rdata.next = self._array[self.raddr.val().index()];
            if self.we.val() {
                self._array[self.waddr.val().index()] = self.wdata.val();
            }
        }
    }

    fn connect(&mut self) {
        self.rdata.connect();
    }

    fn hdl(&self) -> Verilog {
        Leaf::library("ackw_table", &[("WIDTH", width::<D>()), ("ADDR_BITS", A)])
    }
}
