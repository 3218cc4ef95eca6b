//! The sources' formulas in exact rationals, written from their text and not from the blocks' pages: what the datapath
//! approximates. No rounding, no saturation (SEMANTICS L5), no speed.

pub mod hpcc;
pub mod ldcp;
pub mod tracker;

/// An exact fraction.
pub type Q = num_rational::BigRational;
