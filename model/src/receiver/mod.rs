//! The receiver: when an ACK and when a CNP is due. `qp` has the rules of a QP, from the sources; `unit` the block with
//! its cycles (hdl/src/receiver.md).

mod qp;
mod unit;

pub use qp::{Ack, Packet, Policy, Qp, Taken};
pub(crate) use unit::Queue;
pub use unit::{Answer, Counts, In, Out, Receiver};
