//! FCR: the rules by hand in the model and in the ideal, both side by side at random, its arithmetic exhausted, its
//! layout typed by hand.

mod arithmetic;
mod case;
mod formats;
mod params;
mod random;
mod replay;
mod rules;
mod unit;
