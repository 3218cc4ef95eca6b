//! HPCC++: every rule by name, one step against the exact-rational ideal from given states, the example by hand in both, and
//! that no state poisons U.

#[path = "hpcc/case.rs"]
mod case;
#[path = "hpcc/params.rs"]
mod params;
#[path = "hpcc/random.rs"]
mod random;
#[path = "hpcc/rules.rs"]
mod rules;
#[path = "hpcc/steps.rs"]
mod steps;
mod support;
