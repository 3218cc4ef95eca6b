//! The shaper's golden model: its arithmetic exhausted, its rules by hand, rates, fairness and the promise of every
//! interval, bad input, and random interleavings in which no wake-up may be lost.

mod bad_input;
mod bound;
mod case;
mod cycles;
mod fairness;
mod fast_start;
mod interval;
mod layout_facts;
mod load;
mod measured;
mod pictures;
mod rate;
mod rules;
mod shares;
mod told;
mod wake;
