//! The golden model for benches and simulators that are not written in Rust: pure functions of one event, and each
//! block cycle by cycle; without the feature `blocks` the functions alone. `include/ackwright.h` is made from this
//! crate; what holds for all its functions stands in `README.md`.
//!
//! No panic and no pointer that is null or misaligned becomes undefined behaviour: each function gives a status, and
//! says why.

#![warn(clippy::unwrap_used, clippy::expect_used, clippy::todo)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]
#![allow(non_camel_case_types, reason = "the names are those of the header")]

#[cfg(feature = "blocks")]
mod block;
#[cfg(feature = "blocks")]
pub mod checker;
mod dcqcn;
mod dctcp;
mod frame;
mod hpcc;
mod ldcp;
mod pointer;
mod recip;
mod status;
mod version;
mod within;

#[cfg(feature = "blocks")]
pub use block::*;
pub use dcqcn::*;
pub use dctcp::*;
pub use frame::*;
pub use hpcc::*;
pub use ldcp::*;
pub use recip::*;
pub use status::*;
pub use version::*;
