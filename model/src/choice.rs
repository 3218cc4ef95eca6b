//! `choice`: which algorithm and which parameter set a QP has, as each event of it finds them (hdl/src/choice.md).

use crate::delay::Delay;
use layout::record::{Alg, Set};
use layout::timing::CHOICE_LATENCY;

/// Parameter sets of each unit.
pub const SETS: usize = 1 << Set::BITS;

/// What a QP has chosen.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    pub alg: Alg,
    pub set: Set,
}

impl Choice {
    /// What the initialisation writes.
    pub const RESET: Choice = Choice { alg: Alg::ZERO, set: Set::ZERO };
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    pub qpn: u32,
    /// A host write: it replaces the choice.
    pub store: bool,
}

/// The inputs of a cycle.
#[derive(Copy, Clone, Debug)]
pub struct In {
    /// Low: the valid bits are cleared. The choices keep what they hold; sweep them with `init`.
    pub rst_n: bool,
    /// Writes the reset choice at this address.
    pub init: Option<u32>,
    /// What a host write stores; held from the cycle after its event to its result.
    pub host: Choice,
    pub arrival: Option<Arrival>,
}

/// One event: the choice after it, which is also the one that it travels under.
#[inline]
pub fn step(choice: Choice, arrival: &Arrival, host: Choice) -> Choice {
    if arrival.store { host } else { choice }
}

/// The block: one event a cycle, [`CHOICE_LATENCY`] cycles to its result: the rules applied in order of arrival. That
/// happens, and `host` is read, in the last cycle of the latency.
#[derive(Clone)]
pub struct ChoiceSlice {
    choices: Vec<Choice>,
    arrivals: Delay<Arrival, 3>,
    result: Delay<Choice, { CHOICE_LATENCY as usize - 3 }>,
}

impl ChoiceSlice {
    pub fn new(qps: u32) -> Self {
        Self { choices: vec![Choice::RESET; qps as usize], arrivals: Delay::default(), result: Delay::default() }
    }

    /// One clock cycle.
    #[inline]
    pub fn step(&mut self, input: &In) -> Option<Choice> {
        if let Some(address) = input.init {
            self.choices[address as usize] = Choice::RESET;
        }
        let result = self.arrivals.step(input.arrival).map(|arrival| {
            let choice = &mut self.choices[arrival.qpn as usize];
            *choice = step(*choice, &arrival, input.host);
            *choice
        });
        let out = self.result.step(result);
        if !input.rst_n {
            self.arrivals.reset();
            self.result.reset();
        }
        out
    }

    /// The choice of a QP, for reports.
    pub fn choice(&self, qpn: u32) -> Choice {
        self.choices[qpn as usize]
    }
}
