//! Runs emitted Verilog under Verilator, or rust-hdl's simulation, against a golden model, and compares every output in
//! every cycle.
//!
//! Outside `blocks`, this crate knows no block. A block is brought to it as a [`Design`] (Verilog texts and ports) and
//! a [`Block`] (how to stimulate it, and its [`Golden`]); [`run`] then builds the design, soaks it in random
//! transactions from a seed, and where model and design differ gives a [`Report`] with the failure shrunk and a VCD of
//! both.
//!
//! ```text
//!   tool, wheel ─► build ─► dut ──────────────┐
//!      cache ──────┘ shim    rung, rust-hdl ──┤
//!                                             ▼
//!   block, paced ─► plan ─► stimulus ─rows─► score ─► classify ─► shrink ─► report, trace, wave
//!                            (golden)                 └───────────── run ─────────────┘
//! ```

#![warn(clippy::unwrap_used, clippy::expect_used, clippy::todo)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

mod alone;
mod block;
pub mod blocks;
mod build;
mod cache;
mod classify;
pub mod coverage;
mod design;
mod dut;
mod error;
mod files;
pub mod netlist;
mod paced;
mod plan;
pub mod report;
pub mod rng;
mod run;
mod rung;
mod score;
mod shim;
pub mod shrink;
mod stimulus;
pub mod tool;
pub mod trace;
mod verdict;
mod wave;
pub mod wheel;
mod which;
pub mod yosys;

pub use alone::Alone;
pub use block::{Accept, BATCH, Block, Driver, Feed, Golden, Note, Stream};
pub use build::{Builder, Variant};
pub use cache::{Cache, hash};
pub use design::{Column, Design, Dir, MAX_WIDTH, Port, Reset, Side};
pub use dut::{Dut, Lib, Snapshot};
pub use error::Error;
pub use paced::{Beat, Paced};
pub use report::{Report, Revision};
pub use rng::Rng;
pub use run::{Options, Outcome, replay, run, run_with};
pub use rung::Rung;
pub use score::{Divergence, Failure};
pub use shrink::Budget;
pub use tool::Tool;
pub use verdict::Verdict;
pub use yosys::Yosys;
