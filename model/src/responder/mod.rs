//! The responder: the frames of what a receiver answers. `frame` has their bytes, from the formats; `unit` the block
//! with its cycles (hdl/src/responder.md).

mod frame;
mod unit;

pub use frame::{Answer, Ask, Config, Drop, Header, Reply, frame};
pub use unit::{Counts, In, Out, Responder};
