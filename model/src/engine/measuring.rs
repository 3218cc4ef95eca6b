//! The way of an event through HPCC++'s measurement: through the L slice, then, with fewer lanes than hops, a queue
//! before the lanes, then the lanes and what follows them.

use super::Flight;
use crate::fifo::Fifo;
use crate::line::Line;
use layout::config::Config;
use layout::timing::{HOPS_LATENCY, MEASURE_QUEUE, MEASURE_ROOM};

/// What is under way.
#[derive(Clone)]
pub(super) struct Measuring {
    /// With fewer lanes than hops.
    stepped: Option<Stepped>,
    /// What follows the queue; all of the way where there is none.
    rest: Line<Flight>,
    /// Enough events wait for the lanes, as registered in the cycle before.
    pub crowded: bool,
}

#[derive(Clone)]
struct Stepped {
    hops: Line<Flight>,
    queue: Fifo<Flight, { MEASURE_QUEUE as usize }>,
    /// Cycles that an event with hops to compare takes.
    steps: u32,
    /// Cycles that the last one still takes.
    left: u32,
}

impl Measuring {
    /// `latency`: from end to end when nothing waits.
    pub fn new(config: &Config, latency: u32) -> Self {
        let steps = config.steps();
        let stepped =
            (steps > 1).then(|| Stepped { hops: Line::new(HOPS_LATENCY), queue: Fifo::default(), steps, left: 0 });
        let before = if stepped.is_some() { HOPS_LATENCY + 1 } else { 0 };
        Self { stepped, rest: Line::new(latency - before), crowded: false }
    }

    /// One clock cycle.
    #[inline]
    pub fn step(&mut self, input: Option<Flight>) -> Option<Flight> {
        let Some(Stepped { hops, queue, steps, left }) = &mut self.stepped else { return self.rest.step(input) };
        let there = hops.step(input);
        self.crowded = queue.len() >= MEASURE_ROOM as usize;
        let ready = *left == 0;
        let taken = queue.step(there, ready).filter(|_| ready);
        *left = match &taken {
            Some(flight) if flight.payload.measure => *steps - 1,
            _ => left.saturating_sub(1),
        };
        self.rest.step(taken)
    }

    /// Events wait for the lanes.
    pub fn waits(&self) -> bool {
        self.stepped.as_ref().is_some_and(|stepped| !stepped.queue.is_empty())
    }

    pub fn reset(&mut self) {
        if let Some(Stepped { hops, queue, left, .. }) = &mut self.stepped {
            hops.reset();
            queue.reset();
            *left = 0;
        }
        self.rest.reset();
        self.crowded = false;
    }

    /// For how many cycles nothing changes or leaves, if nothing enters.
    pub fn quiet_cycles(&self) -> u64 {
        let lanes = match &self.stepped {
            Some(Stepped { queue, left, .. }) if !queue.is_empty() || *left > 0 || self.crowded => 0,
            Some(Stepped { hops, .. }) => hops.quiet_cycles(),
            None => u64::MAX,
        };
        lanes.min(self.rest.quiet_cycles())
    }

    pub fn skip(&mut self, cycles: u64) {
        if let Some(Stepped { hops, .. }) = &mut self.stepped {
            hops.skip(cycles);
        }
        self.rest.skip(cycles);
    }
}
