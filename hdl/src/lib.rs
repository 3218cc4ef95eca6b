//! Ackwright's blocks in rust-hdl, their primitives, and the back end that writes them as Verilog-2005.

pub use emit;
pub mod num;
#[doc(hidden)]
pub mod patterns;
pub mod prelude;
pub mod prim;
pub mod sim;

/// For the macros of this crate.
#[doc(hidden)]
pub mod __private {
    pub use pastey::paste;
}

pub mod advices;
pub mod choice;
pub mod counters;
pub mod dcqcn;
pub mod dctcp;
pub mod delivery;
pub mod design;
pub mod dispatch;
pub mod engine;
pub mod fcr;
pub mod hops;
pub mod hpcc;
pub mod inflight;
pub mod inserter;
pub mod interval;
pub mod issue;
pub mod latest;
pub mod ldcp;
pub mod limit;
pub mod lsn;
pub mod measure;
pub mod microseconds;
pub mod nic;
pub mod nic_prober;
pub mod nic_receiver;
pub mod nic_responder;
pub mod nic_sender;
pub mod order;
pub mod parser;
pub mod pawa;
pub mod pins;
pub mod prober;
pub mod properties;
pub mod psn;
pub mod receiver;
pub mod recip;
pub mod records;
pub mod register_map;
pub mod registers;
pub mod responder;
pub mod rewrite;
pub mod scrub;
pub mod sender;
pub mod sent;
pub mod shaper;
pub mod stepped_mul;
pub mod top;
pub mod top_limit;
pub mod units;
pub mod wide_mul;
pub mod widths;
pub mod window;
pub mod wrappers;
