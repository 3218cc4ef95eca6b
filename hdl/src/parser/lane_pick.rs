//! A field of a header, caught as the lane with its word passes.

use super::lanes::Lanes;
use crate::prelude::*;
use crate::prim::Watch;
use emit::leaf::Leaf;
use rust_hdl::prelude::Verilog;

/// Holds the bits of the lane whose flag was set, from then to the end of the frame; before, it is zero. A frame sets
/// one flag at most once, so all is joined by OR: there is no chain of priorities and no enable with a large fan-out.
/// No reset, but where the option `datapath_reset` gives one.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct LanePick<const N: usize, const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub fresh: Signal<In, Bit>,
    pub here: Lanes<Signal<In, Bit>, L>,
    pub lane: Lanes<Signal<In, U<N>>, L>,
    pub held: Signal<Out, U<N>>,
    _watch: Watch,
}

impl<const N: usize, const L: usize> Logic for LanePick<N, L> {
    fn update(&mut self) {
        let clock = self.clock.val();
        let seen = self._watch.see(clock);
        if seen.reset && clock.style.datapath {
            self.held.next = 0.into();
        } else if seen.edge {
            let before = if self.fresh.val() { 0.into() } else { self.held.val() };
            let here = (0..L).filter(|j| self.here[*j].val());
            self.held.next = here.fold(before, |held, j| held | self.lane[j].val());
        }
    }

    fn connect(&mut self) {
        self.held.connect();
    }

    fn hdl(&self) -> Verilog {
        Leaf::library("ackw_lane_pick", &[("LANES", L), ("WIDTH", N)])
    }
}
