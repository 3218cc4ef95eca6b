//! HPCC++'s unit of the engine, block by block, with its cycles.

pub mod inflight;
pub mod window;
