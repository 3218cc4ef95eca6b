//! The one memory of the design: simple dual port, one clock, a read latency of two cycles.

use super::clocking::{ClkRst, Watch};
use super::ecc::{check_bits, option, read_enable, Fault};
use crate::num::qpn::{width, width_of};
use crate::num::U;
use emit::leaf::Leaf;
use rust_hdl::prelude::*;

/// `2^A` words of `D`, or one a QP where `A` is [`QPN`](crate::num::QPN): `rdata` is the word at `raddr` two rising
/// edges ago. A word that is read and written at the same edge is read as it was. The contents are undefined until
/// written (the simulation starts from zero).
///
/// Verilog: `ackw_ram`, with an inferred array or around the macro wrapper `ackw_sram_1r1w` (options `memory` and
/// `target`). Macros have a read enable, `re_opt`: the word at `raddr` is needed
/// ([`ReadEnables`](emit::enables::ReadEnables)). They may give anything for a word that is read and written at the
/// same edge, or where nothing is read: a block must not look at it.
///
/// [`Ram::with_ecc`] has check bits (`ackw_ram_ecc`), with `re_opt` in every target, and two ports more: `inject_opt`
/// spoils the word at `raddr` one edge ago, bit 0 in one bit, bit 1, which goes before it, in two check bits;
/// `fault_opt` says beside `rdata` what was wrong with it. A word that is read while it is written does not count.
#[derive(Clone, Debug, LogicBlock)]
pub struct Ram<D: Synth, const A: usize> {
    pub clock: Signal<In, ClkRst>,
    pub raddr: Signal<In, U<A>>,
    pub rdata: Signal<Out, D>,
    pub we: Signal<In, Bit>,
    pub waddr: Signal<In, U<A>>,
    pub wdata: Signal<In, D>,
    pub re_opt: Vec<Signal<In, Bit>>,
    pub inject_opt: Vec<Signal<In, U<2>>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,
    _array: Vec<D>,
    _read: D,
    _counts: bool,
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
            re_opt: read_enable(false),
            inject_opt: vec![],
            fault_opt: vec![],
            _array: vec![D::default(); 1 << width_of(A)],
            _read: D::default(),
            _counts: false,
            _watch: Watch::default(),
        }
    }
}

impl<D: Synth, const A: usize> Ram<D, A> {
    /// With check bits, if so.
    pub fn with_ecc(ecc: bool) -> Self {
        Self { re_opt: read_enable(ecc), inject_opt: option(ecc), fault_opt: option(ecc), ..Self::default() }
    }
}

impl<D: Synth, const A: usize> Logic for Ram<D, A> {
    fn update(&mut self) {
        let seen = self._watch.see(self.clock.val());
        if let ([re], [inject], [fault]) = (&self.re_opt[..], &self.inject_opt[..], &mut self.fault_opt[..]) {
            let inject = inject.val().raw();
            if seen.reset {
                (fault.next, self._counts) = (Fault::default(), false);
            } else if seen.edge {
                fault.next.corrected = self._counts && inject == 1;
                fault.next.uncorrectable = self._counts && inject >= 2;
                self._counts = re.val() && !(self.we.val() && self.waddr.val() == self.raddr.val());
            }
        }
        if seen.edge {
            self.rdata.next = self._read;
            self._read = self._array[self.raddr.val().index()];
            if self.we.val() {
                self._array[self.waddr.val().index()] = self.wdata.val();
            }
        }
    }

    fn connect(&mut self) {
        self.rdata.connect();
        self.fault_opt.iter_mut().for_each(|fault| fault.connect());
    }

    fn hdl(&self) -> Verilog {
        let shape = [("WIDTH", width::<D>()), ("ADDR_BITS", width_of(A))];
        if self.fault_opt.is_empty() {
            Leaf::library("ackw_ram", &shape)
        } else {
            Leaf::library("ackw_ram_ecc", &[&shape[..], &[("CHECK_BITS", check_bits(width::<D>()))]].concat())
        }
    }
}
