//! The one memory of the design: simple dual port, one clock, a read latency of two cycles.

use super::clocking::{ClkRst, Watch};
use super::leaf::Leaf;
use crate::num::U;
use rust_hdl::prelude::*;

/// `2^A` words of `D`: `rdata` is the word at `raddr` two rising edges ago. A word that is read and written at the same
/// edge is read as it was. The contents are undefined until written (the simulation starts from zero).
///
/// Verilog: `ackw_ram`, with an inferred array or around the macro wrapper `ackw_sram_1r1w` (options `memory` and `target`), which
/// may give anything for a word that is read and written at the same edge: a block must not look at it.
#[derive(Clone, Debug, LogicBlock)]
pub struct Ram<D: Synth, const A: usize> {
    pub clock: Signal<In, ClkRst>,
    pub raddr: Signal<In, U<A>>,
    pub rdata: Signal<Out, D>,
    pub we: Signal<In, Bit>,
    pub waddr: Signal<In, U<A>>,
    pub wdata: Signal<In, D>,
    _array: Vec<D>,
    _read: D,
    _watch: Watch,
}

impl<D: Synth, const A: usize> Default for Ram<D, A> {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            raddr: Default::default(),
            rdata: Default::default(),
            we: Default::default(),
            waddr: Default::default(),
            wdata: Default::default(),
            _array: vec![D::default(); 1 << A],
            _read: D::default(),
            _watch: Watch::default(),
        }
    }
}

impl<D: Synth, const A: usize> Logic for Ram<D, A> {
    fn update(&mut self) {
        if self._watch.see(self.clock.val()).edge {
            self.rdata.next = self._read;
            self._read = self._array[self.raddr.val().index()];
            if self.we.val() {
                self._array[self.waddr.val().index()] = self.wdata.val();
            }
        }
    }

    fn connect(&mut self) {
        self.rdata.connect();
    }

    fn hdl(&self) -> Verilog {
        Leaf::library("ackw_ram", &[("WIDTH", D::BITS), ("ADDR_BITS", A)])
    }
}
