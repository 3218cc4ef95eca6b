//! HPCC++: every rule by name, one step against the exact-rational ideal from given states, the example by hand in
//! both, and that no state poisons U.

pub mod case;
mod params;
pub mod random;
mod rules;
mod steps;
