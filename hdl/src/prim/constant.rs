//! Constants with a name in Verilog. rust-hdl's own type has no `Default`, which every block's constructor wants.

use crate::num::qpn::width;
use rust_hdl::core::atom::{Atom, AtomKind};
use rust_hdl::core::constraint::PinConstraint;
use rust_hdl::prelude::*;

/// A value fixed at elaboration: a `localparam` in Verilog. `Constant::default()` is zero.
#[derive(Clone, Debug, Default)]
pub struct Constant<T: Synth> {
    value: T,
}

impl<T: Synth> Constant<T> {
    pub const fn new(value: T) -> Self {
        Self { value }
    }

    pub fn val(&self) -> T {
        self.value
    }
}

impl<T: Synth> Logic for Constant<T> {
    fn update(&mut self) {}
}

impl<T: Synth> Block for Constant<T> {
    fn connect_all(&mut self) {}

    fn update_all(&mut self) {}

    fn has_changed(&self) -> bool {
        false
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_atom(name, self);
    }
}

impl<T: Synth> Atom for Constant<T> {
    fn bits(&self) -> usize {
        width::<T>()
    }

    fn connected(&self) -> bool {
        true
    }

    fn changed(&self) -> bool {
        false
    }

    fn kind(&self) -> AtomKind {
        AtomKind::Constant
    }

    fn descriptor(&self) -> TypeDescriptor {
        T::descriptor()
    }

    fn vcd(&self) -> VCDValue {
        self.value.vcd()
    }

    fn id(&self) -> usize {
        0 // rust-hdl numbers what can change
    }

    fn verilog(&self) -> VerilogLiteral {
        self.value.verilog()
    }

    fn constraints(&self) -> Vec<PinConstraint> {
        vec![]
    }
}
