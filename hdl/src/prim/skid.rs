//! A skid buffer: cuts the path of `ready` and loses no throughput.

use super::clocking::{ClkRst, Watch};
use crate::num::qpn::width;
use emit::leaf::Leaf;
use rust_hdl::prelude::*;

/// A valid/ready stage whose outputs, `in_ready` included, all come from registers; one word a cycle, two words deep.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct Skid<T: Synth> {
    pub clock: Signal<In, ClkRst>,
    pub in_valid: Signal<In, Bit>,
    pub in_ready: Signal<Out, Bit>,
    pub in_data: Signal<In, T>,
    pub out_valid: Signal<Out, Bit>,
    pub out_ready: Signal<In, Bit>,
    pub out_data: Signal<Out, T>,
    _out: Option<T>,
    _skid: Option<T>,
    _out_data: T,
    _watch: Watch,
}

impl<T: Synth> Logic for Skid<T> {
    fn update(&mut self) {
        let seen = self._watch.see(self.clock.val());
        let advance = self._out.is_none() || self.out_ready.val();
        let input = self.in_valid.val().then(|| self.in_data.val());
        if seen.edge && advance {
            self._out_data = self._skid.unwrap_or(self.in_data.val());
        }
        if seen.reset {
            (self._out, self._skid) = (None, None);
        } else if seen.edge && advance {
            self._out = self._skid.take().or(input);
        } else if seen.edge {
            self._skid = self._skid.or(input);
        }
        self.in_ready.next = self._skid.is_none();
        self.out_valid.next = self._out.is_some();
        self.out_data.next = self._out_data;
    }

    fn connect(&mut self) {
        self.in_ready.connect();
        self.out_valid.connect();
        self.out_data.connect();
    }

    fn hdl(&self) -> Verilog {
        Leaf::library("ackw_skid", &[("WIDTH", width::<T>())])
    }
}
