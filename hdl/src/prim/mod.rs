#![doc = include_str!("README.md")]

mod clocking;
mod constant;
mod delay;
pub(crate) mod ecc;
mod fifo;
pub(crate) mod leaf;
mod lzc;
mod mul;
mod mux4;
mod ram;
mod reg;
mod register;
mod rom;
pub(crate) mod shape;
mod skid;
mod structs;
mod table;

pub(crate) use clocking::Watch;
pub use clocking::{ClkRst, Reset, ResetStyle};
pub use constant::Constant;
pub use delay::Delay;
pub use ecc::{Ecc, Fault, ReadEcc, RomFault};
pub use fifo::Fifo;
pub use lzc::Lzc;
pub use mul::Mul;
pub use mux4::Mux4;
pub use ram::Ram;
pub use reg::{DReg, Reg};
pub use register::{Register, RegisterBus, Status, WideRegister};
pub use rom::Rom;
pub use shape::Shape;
pub use skid::Skid;
#[doc(hidden)]
pub(crate) use structs::TEXT;
pub use structs::{described, pack, Describes};
pub use table::Table;
