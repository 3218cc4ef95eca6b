//! The clock and the reset, as one port. Every block has `pub clock: Signal<In, ClkRst>`; in Verilog it is `clk` and
//! `rst_n`.
//!
//! One port instead of two, because then rust-hdl's `clock!` connects a whole row of registers and blocks in one line.

use super::constant::Constant;
use emit::enables::DataEnables;
use emit::{Reset, ResetStyle};
use rust_hdl::prelude::{Bit, In, Signal, Synth, TypeDescriptor, TypeField, TypeKind, VCDValue, VerilogLiteral};

/// The clock, whose rising edge counts, and the reset, low.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct ClkRst {
    pub clk: Bit,
    pub rst_n: Bit,
    /// How the reset acts in simulation. It travels with the clock to every register, and is no part of the hardware.
    pub style: ResetStyle,
}

#[doc(hidden)] // `#[hdl_gen]` asks for a field's place by these names
impl ClkRst {
    pub fn get_my_width_clk(&self) -> usize {
        1
    }

    pub fn get_my_offset_clk(&self) -> usize {
        0
    }

    pub fn get_my_width_rst_n(&self) -> usize {
        1
    }

    pub fn get_my_offset_rst_n(&self) -> usize {
        1
    }
}

impl Synth for ClkRst {
    const BITS: usize = 2;

    fn descriptor() -> TypeDescriptor {
        let field = |name: &str| Box::new(TypeField { fieldname: name.into(), kind: Bit::descriptor() });
        TypeDescriptor { name: "ClkRst".into(), kind: TypeKind::Composite(vec![field("clk"), field("rst_n")]) }
    }

    fn vcd(self) -> VCDValue {
        VCDValue::Composite(vec![Box::new(self.clk.vcd()), Box::new(self.rst_n.vcd())])
    }

    fn verilog(self) -> VerilogLiteral {
        super::pack(&[(1, self.clk.verilog()), (1, self.rst_n.verilog())])
    }
}

/// Watches a clock in a primitive's `update()`, which rust-hdl calls many times for each edge.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watch {
    last: bool,
}

/// What a primitive has to do now.
pub(crate) struct Seen {
    /// It is the rising edge.
    pub(crate) edge: bool,
    /// The reset takes effect, for what has one.
    pub(crate) reset: bool,
}

impl Watch {
    pub(crate) fn see(&mut self, clock: ClkRst) -> Seen {
        let edge = clock.clk && !self.last;
        self.last = clock.clk;
        Seen { edge, reset: !clock.rst_n && (edge || clock.style.reset == Reset::Async) }
    }
}

/// What an enable is ORed with: 1 where registers of data load in every cycle, whether what they take counts or not
/// (option `enables`).
pub(crate) fn free() -> Constant<Bit> {
    Constant::new(!DataEnables::now())
}

/// Does what enters a primitive count? It does where nobody says so.
pub(crate) fn counts(en: &[Signal<In, Bit>]) -> bool {
    en.iter().all(|en| en.val())
}

/// The parameter of a primitive's Verilog that gives it an enable.
pub(crate) fn held(en: &[Signal<In, Bit>]) -> Option<(&'static str, usize)> {
    (!en.is_empty() && DataEnables::now()).then_some(("HELD", 1))
}

/// As `clock!`, of registers that hold where nothing is assigned to them: an `if` around the assignments of a stage is
/// their enable.
#[macro_export]
macro_rules! dff_setup {
    ($self:ident, $clock:ident, $($child:ident $([$index:expr])*),+ $(,)?) => {
        $(
            $self.$child $([$index])* .clock.next = $self.$clock.val();
            $self.$child $([$index])* .d.next = $self.$child $([$index])* .q.val();
        )+
    };
}

/// Connects the clock and the reset of registers, primitives and child blocks: `clock!(self, clock, s1, s2, lane[i])`.
#[macro_export]
macro_rules! clock {
    ($self:ident, $clock:ident, $($child:ident $([$index:expr])*),+ $(,)?) => {
        $($self.$child $([$index])* .clock.next = $self.$clock.val();)+
    };
}

/// A comment that the emitter keeps, or a directive to it: `comment!("@module pawa")`,
/// `comment!("@port cw the window")`.
#[macro_export]
macro_rules! comment {
    ($text:literal) => {};
}
