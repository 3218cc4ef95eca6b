//! A memory for a part of the QPs.

use super::clocking::{ClkRst, Watch};
use super::ecc::read_enable;
use crate::num::qpn::width;
use crate::num::Qpn;
use emit::leaf::Leaf;
use rust_hdl::prelude::*;

/// [`Ram`](super::Ram) with fewer words than there are QPs: the low bits of an address count.
#[derive(Clone, Debug, LogicBlock)]
pub struct RamLow<D: Synth> {
    pub clock: Signal<In, ClkRst>,
    pub raddr: Signal<In, Qpn>,
    pub rdata: Signal<Out, D>,
    pub we: Signal<In, Bit>,
    pub waddr: Signal<In, Qpn>,
    pub wdata: Signal<In, D>,
    pub re_opt: Vec<Signal<In, Bit>>,
    _array: Vec<D>,
    _read: D,
    _addr_bits: usize,
    _watch: Watch,
}

impl<D: Synth> RamLow<D> {
    /// With 2^`addr_bits` words.
    pub fn new(addr_bits: usize) -> Self {
        assert!((1..width::<Qpn>()).contains(&addr_bits), "2^{addr_bits} words: expected fewer than QPs, 2 at least");
        Self {
            clock: Default::default(),
            raddr: Default::default(),
            rdata: Default::default(),
            we: Default::default(),
            waddr: Default::default(),
            wdata: Default::default(),
            re_opt: read_enable(false),
            _array: vec![D::default(); 1 << addr_bits],
            _read: D::default(),
            _addr_bits: addr_bits,
            _watch: Watch::default(),
        }
    }
}

impl<D: Synth> Logic for RamLow<D> {
    fn update(&mut self) {
        let low = self._array.len() - 1;
        if self._watch.see(self.clock.val()).edge {
            self.rdata.next = self._read;
            self._read = self._array[self.raddr.val().index() & low];
            if self.we.val() {
                self._array[self.waddr.val().index() & low] = self.wdata.val();
            }
        }
    }

    fn connect(&mut self) {
        self.rdata.connect();
    }

    fn hdl(&self) -> Verilog {
        let shape = [("WIDTH", width::<D>()), ("PORT_BITS", width::<Qpn>()), ("ADDR_BITS", self._addr_bits)];
        Leaf::library("ackw_ram_low", &shape)
    }
}
