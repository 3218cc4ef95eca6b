//! What a block imports: `use crate::prelude::*;`. The first group is what rust-hdl's macros expect to find in scope.

pub use crate::num::qpn::{width, width_of};
/// Bits of what has one bit a unit.
pub const UNIT_PLACES: usize = layout::units::Unit::PLACES as usize;
pub use crate::num::{bits, bits_wrap, Bus, FromUsize, QpBits, Qpn, ToBits, QPN, QPS, U};
pub(crate) use crate::prim::free;
pub use crate::prim::{
    ClkRst, Constant, DReg, Delay, Fifo, HighestOne, Mul, Mux4, Ram, Reg, RegisteredMul, Rom, Shape, Skid, Table,
    ValidDelay,
};
pub use crate::prim::{Ecc, Fault, RomFault};
pub use crate::prim::{Register, RegisterBus, Status, WideRegister};
pub use crate::widths::*;
pub use crate::{clock, comment, dff_setup, logic_struct};
pub use rust_hdl::prelude::{
    ast, block, clog2, hdl_gen, logic, probe, synth, type_descriptor, Bit, Bits, Block, In, Local, Logic, LogicBlock,
    LogicState, Out, Signal, Synth, TypeDescriptor, TypeField, TypeKind, VCDValue, VerilogLiteral,
};
