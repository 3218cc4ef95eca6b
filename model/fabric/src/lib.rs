#![doc = include_str!("../README.md")]

mod advise;
mod control;
mod fabric;
mod feed;
mod flow;
mod host;
mod machine;
pub mod mark;
pub mod memory;
pub mod nic;
mod options;
mod packet;
pub mod picture;
pub mod random;
pub mod read;
pub mod report;
mod results;
pub mod scenario;
mod simulate;
mod switch;
pub mod time;
mod topology;
pub mod trace;
mod trigger;
mod wheel;

pub use advise::{Body, Fcr};
pub use control::{LinkState, PauseChange};
pub use fabric::Fabric;
pub use feed::PING_BYTES;
pub use flow::{Ecn, FlowSpec, Traits};
pub use options::{Options, Samples, Timeout};
pub use packet::{Hop, MAX_HOPS};
pub use results::{Completion, Count, Counters, QueueSummary};
pub use simulate::{Moment, Outcome, SimulateError, check, simulate, simulate_watched};
pub use topology::{BuildError, Link, Topology, Way};
pub use trigger::{Done, Trigger, TriggerKind};
