#![doc = include_str!("../README.md")]

mod fabric;
mod flow;
mod host;
pub mod mark;
pub mod memory;
pub mod nic;
mod options;
mod packet;
pub mod random;
pub mod read;
mod results;
mod switch;
pub mod time;
mod topology;
mod wheel;

pub use fabric::Fabric;
pub use flow::FlowSpec;
pub use options::{Options, Samples, Timeout};
pub use packet::{Hop, MAX_HOPS};
pub use results::{Completion, Count, Counters, QueueSummary};
pub use topology::{BuildError, Link, Topology, Way};
