#![doc = include_str!("README.md")]

mod clocking;
mod constant;
mod delay;
pub(crate) mod ecc;
mod fifo;
mod lzc;
mod mul;
mod mux4;
pub(crate) mod ports;
mod ram;
mod reg;
mod register;
mod rom;
mod shape;
mod skid;
mod structs;
mod table;

pub use clocking::ClkRst;
pub(crate) use clocking::Watch;
pub use constant::Constant;
pub use delay::Delay;
pub use ecc::{Ecc, Fault, ReadEcc, RomFault};
pub use emit::{Reset, ResetStyle};
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
pub use structs::{described, pack, Describes};
pub use table::Table;
