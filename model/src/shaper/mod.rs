#![doc = include_str!("page.md")]

pub mod cycles;
pub mod event;
pub mod fast_start;
pub mod host;
pub mod interval;
mod offer;
mod qp;
mod round;
mod shares;
mod tags;
pub mod unit;

pub use event::{Control, Counters, Grant, Open, Request, Rewind, Sent, Una, Update};
pub use fast_start::FastStart;
pub use host::{Host, ShaperParamError};
pub use interval::Interval;
pub use unit::Shaper;
