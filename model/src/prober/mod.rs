//! The prober: when a QP sends a probe, and what its response says. `qp` has the rules of a QP, from the sources;
//! `unit` the block with its cycles (hdl/src/prober.md).

mod qp;
mod unit;

pub use qp::{How, Policy, Probe, Qp, Response, Rtt, Visit};
pub use unit::{Counts, Host, In, News, Out, Prober};
