//! Mutants of the emitted Verilog: how many bugs of one bit does the bench of a block find?
//!
//! Yosys `mutate` chooses them from a seed and puts all of a block into one netlist, each switched on by one value of
//! an input: so a block is built once. The bench of the block then runs for each value. What it does not find must be
//! explained in `survivors.toml`, with a proof that is made again on every run.
//!
//! ```text
//!   emitted files ─► choice ─► netlist ─► hunt ─► survivors ─► prove ─► verdict ─► page
//!                   (yosys)    (yosys)    (tb)                 (abc)   ▲
//!                                                         explained ───┘
//! ```

#![warn(clippy::unwrap_used, clippy::expect_used, clippy::todo)]

pub mod block;
pub mod choice;
mod error;
pub mod explained;
pub mod hunt;
pub mod lab;
pub mod page;
pub mod prove;
mod touched;
pub mod verdict;
mod yosys;

pub use error::Error;
pub use yosys::Yosys;
