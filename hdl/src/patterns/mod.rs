//! Expression and statement patterns on which a generator can go wrong. The emitter's equivalence test
//! (`tests/emit.rs`) runs them in simulation and in Verilog on the same stimulus. They are no part of the engine.
//!
//! Every pattern is a block with the same inputs and one output `y`; [`Patterns`] holds them all side by side, so that
//! a single design covers them. The first 22 are those on which rust-hdl's own generator was tried, and failed in
//! eight.

// odd ways of saying things are what this is about
#![allow(clippy::precedence, clippy::nonminimal_bool, clippy::single_match, clippy::match_bool)]

mod control;
mod expressions;
mod primitives;
mod random;
mod state;
mod stimulus;
mod wide;

pub use random::RandomPatterns;
pub use stimulus::{stimuli, Stimulus};

use crate::num::{Bus, U};
use crate::prelude::*;

/// A pattern: the common inputs, an output, further fields, and `update()` with its `#[hdl_gen]`.
macro_rules! pattern {
    ($(#[$meta:meta])* $name:ident -> $y:ty { $($field:ident: $type:ty),* $(,)? } $($update:tt)*) => {
        $(#[$meta])*
        #[derive(LogicBlock, Default)]
        pub struct $name {
            pub clock: Signal<In, ClkRst>,
            pub a: Signal<In, U<16>>,
            pub b: Signal<In, U<16>>,
            pub c: Signal<In, U<16>>,
            pub d: Signal<In, U<8>>,
            pub s: Signal<In, U<4>>,
            pub w: Signal<In, Bus<512>>,
            pub y: Signal<Out, $y>,
            $($field: $type,)*
        }

        impl Logic for $name {
            $($update)*
        }
    };
}
pub(crate) use pattern;

/// An output's value, whatever its type.
pub trait Raw {
    fn raw_value(self) -> u128;
}

impl<const N: usize> Raw for U<N> {
    fn raw_value(self) -> u128 {
        self.raw()
    }
}

impl Raw for bool {
    fn raw_value(self) -> u128 {
        self.into()
    }
}

macro_rules! patterns {
    ($($field:ident: $type:path => $y:ty),+ $(,)?) => { crate::__private::paste! {
        /// All patterns, side by side: outputs `y_<pattern>`.
        #[derive(LogicBlock, Default)]
        pub struct Patterns {
            pub clock: Signal<In, ClkRst>,
            pub a: Signal<In, U<16>>,
            pub b: Signal<In, U<16>>,
            pub c: Signal<In, U<16>>,
            pub d: Signal<In, U<8>>,
            pub s: Signal<In, U<4>>,
            pub w: Signal<In, Bus<512>>,
            $(pub [<y_ $field>]: Signal<Out, $y>,)+
            $($field: $type,)+
        }

        impl Logic for Patterns {
            #[hdl_gen]
            fn update(&mut self) {
                comment!("@module patterns");
                $(
                    clock!(self, clock, $field);
                    self.$field.a.next = self.a.val();
                    self.$field.b.next = self.b.val();
                    self.$field.c.next = self.c.val();
                    self.$field.d.next = self.d.val();
                    self.$field.s.next = self.s.val();
                    self.$field.w.next = self.w.val();
                    self.[<y_ $field>].next = self.$field.y.val();
                )+
            }
        }

        impl Patterns {
            /// The names of the patterns.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($field)),+];

            /// The values of the outputs, in the order of the names.
            pub fn outputs(&self) -> Vec<u128> {
                vec![$(self.[<y_ $field>].val().raw_value()),+]
            }
        }
    } };
}

patterns! {
    and_before_equal: expressions::AndBeforeEqual => Bit,
    add_literal_equal: expressions::AddLiteralEqual => Bit,
    sub_literal_shift: expressions::SubLiteralShift => U<16>,
    carry_shifted: expressions::CarryShifted => U<16>,
    sum_compared: expressions::SumCompared => Bit,
    product_high: expressions::ProductHigh => U<16>,
    product_full: expressions::ProductFull => U<32>,
    not_widened: expressions::NotWidened => U<16>,
    difference_widened: expressions::DifferenceWidened => U<32>,
    narrow_sum_shifted: expressions::NarrowSumShifted => U<8>,
    shift_by_signal: expressions::ShiftBySignal => U<16>,
    shift_compared: expressions::ShiftCompared => Bit,
    product_through_local: expressions::ProductThroughLocal => U<16>,
    difference_through_local: expressions::DifferenceThroughLocal => U<32>,
    replace_at_signal: expressions::ReplaceAtSignal => U<16>,
    carry_in: expressions::CarryIn => U<16>,
    leading_zeros: expressions::LeadingZeros => U<16>,
    bit_at_signal: expressions::BitAtSignal => Bit,
    concatenation: expressions::Concatenation => U<16>,
    not_and: expressions::NotAnd => Bit,
    xor_of_bits: expressions::XorOfBits => Bit,
    shift_widened: expressions::ShiftWidened => U<32>,
    shift_by_wide: expressions::ShiftByWide => U<16>,
    shift_right_by_signal: expressions::ShiftRightBySignal => U<8>,
    comparisons: expressions::Comparisons => U<6>,
    reductions: expressions::Reductions => U<6>,
    slice_of_shift: expressions::SliceOfShift => U<5>,
    slice_past_the_end: expressions::SlicePastTheEnd => U<16>,
    bit_past_the_end: expressions::BitPastTheEnd => Bit,
    replace_at_constant: expressions::ReplaceAtConstant => U<16>,
    borrow_in: expressions::BorrowIn => U<8>,
    wrapped_literals: expressions::WrappedLiterals => U<16>,
    reduced_complement: expressions::ReducedComplement => U<4>,
    mixed_operators: expressions::MixedOperators => U<16>,
    odd_product: wide::OddProduct => U<57>,
    full_width: wide::FullWidth => U<128>,
    bus_slice: wide::BusSlice => U<100>,
    bus_slice_at_signal: wide::BusSliceAtSignal => U<32>,
    bus_bit_at_signal: wide::BusBitAtSignal => Bit,
    bus_compare: wide::BusCompare => U<2>,
    bus_moved: wide::BusMoved => U<128>,
    saturate: wide::Saturate => U<42>,
    round_half_up: wide::RoundHalfUp => U<12>,
    nested_if: control::NestedIf => U<16>,
    case_of_integer: control::CaseOfInteger => U<16>,
    struct_fields: control::StructFields => U<30>,
    array_of_locals: control::ArrayOfLocals => U<16>,
    accumulate: control::Accumulate => U<12>,
    read_between_writes: control::ReadBetweenWrites => U<16>,
    temporary_in_branch: control::TemporaryInBranch => U<5>,
    shared_if: control::SharedIf => U<16>,
    constant_branch: control::ConstantBranch => U<8>,
    constants: control::Constants => U<16>,
    counter: state::Counter => U<8>,
    states: state::States => U<5>,
    hold: state::Hold => U<17>,
    shift_register: state::ShiftRegister => U<16>,
    next_with_company: state::NextWithCompany => U<16>,
    struct_register: state::StructRegister => U<24>,
    unreset: state::Unreset => U<16>,
    ram: primitives::RamPattern => U<25>,
    table: primitives::TablePattern => U<25>,
    rom: primitives::RomPattern => U<20>,
    mul: primitives::MulPattern => U<24>,
    wide_mul: primitives::WideMulPattern => U<90>,
    stepped_mul: primitives::SteppedMulPattern => U<90>,
    highest_one: primitives::HighestOnePattern => U<13>,
    mux4: primitives::Mux4Pattern => U<16>,
    skid: primitives::SkidPattern => U<19>,
    fifo: primitives::FifoPattern => U<22>,
    queue: primitives::QueuePattern => U<72>,
    wait: primitives::WaitPattern => U<70>,
    pick: primitives::PickPattern => U<34>,
    share: primitives::SharePattern => U<128>,
    variants: primitives::Variants => U<20>,
}
