//! LDCP's unit of the engine, block by block, with its cycles.

pub mod interval;
pub mod pawa;
