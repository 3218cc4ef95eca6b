//! Registers. They are never modules in Verilog: the emitter writes them as nonblocking assignments of their parent.

use super::clocking::{ClkRst, Watch};
use emit::leaf::{literal_value, Leaf, RegisterClass};
use rust_hdl::prelude::*;

/// A control register: takes `d` at the clock's rising edge, and its reset value while in reset.
#[derive(Clone, Debug, LogicBlock)]
pub struct Reg<T: Synth> {
    pub clock: Signal<In, ClkRst>,
    pub d: Signal<In, T>,
    pub q: Signal<Out, T>,
    _init: T,
    _watch: Watch,
}

impl<T: Synth> Reg<T> {
    /// A register that is `init` after reset; `Reg::default()` is zero after reset.
    pub fn new(init: T) -> Self {
        Self {
            clock: Default::default(),
            d: Default::default(),
            q: Signal::new_with_default(init),
            _init: init,
            _watch: Watch::default(),
        }
    }
}

impl<T: Synth> Default for Reg<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T: Synth> Logic for Reg<T> {
    fn update(&mut self) {
        let seen = self._watch.see(self.clock.val());
        if seen.reset {
            self.q.next = self._init;
        } else if seen.edge {
            self.q.next = self.d.val();
        }
    }

    fn connect(&mut self) {
        self.q.connect();
    }

    fn hdl(&self) -> Verilog {
        let init = literal_value(&self._init.verilog());
        Leaf::Register { class: RegisterClass::Control, init }.to_verilog()
    }
}

/// A datapath register: takes `d` at every rising edge. It has no reset, because the valid bit beside it has one; the
/// configuration can give it one (to zero) all the same, which changes nothing but values that nobody may look at.
#[derive(Clone, Debug, LogicBlock)]
pub struct DReg<T: Synth> {
    pub clock: Signal<In, ClkRst>,
    pub d: Signal<In, T>,
    pub q: Signal<Out, T>,
    _watch: Watch,
}

impl<T: Synth> Default for DReg<T> {
    fn default() -> Self {
        Self { clock: Default::default(), d: Default::default(), q: Default::default(), _watch: Watch::default() }
    }
}

impl<T: Synth> Logic for DReg<T> {
    fn update(&mut self) {
        let clock = self.clock.val();
        let seen = self._watch.see(clock);
        if seen.reset && clock.style.datapath {
            self.q.next = T::default();
        } else if seen.edge {
            self.q.next = self.d.val();
        }
    }

    fn connect(&mut self) {
        self.q.connect();
    }

    fn hdl(&self) -> Verilog {
        let init = literal_value(&T::default().verilog());
        Leaf::Register { class: RegisterClass::Datapath, init }.to_verilog()
    }
}
