//! The way of an event through HPCC++'s measurement: through the L slice, then, with fewer lanes than hops, a queue before the
//! lanes, then the lanes and what follows them.

use super::Flight;
use crate::fifo::Fifo;
use crate::line::Line;
use layout::config::Config;
use layout::timing::{HOPS_LATENCY, MEASURE_QUEUE, MEASURE_ROOM};

/// What is under way.
#[derive(Clone)]
pub(super) struct Measuring {
    hops: Line<Flight>,
    /// With fewer lanes than hops.
    stepped: Option<Stepped>,
    inflight: Line<Flight>,
    /// Enough events wait for the lanes, as registered in the cycle before.
    pub crowded: bool,
}

#[derive(Clone)]
struct Stepped {
    queue: Fifo<Flight, { MEASURE_QUEUE as usize }>,
    /// Cycles that an event with hops to compare takes.
    steps: u32,
    /// Cycles that the last one still takes.
    rest: u32,
}

impl Measuring {
    /// `latency`: from end to end when nothing waits.
    pub fn new(config: &Config, latency: u32) -> Self {
        let steps = config.steps();
        let stepped = (steps > 1).then(|| Stepped { queue: Fifo::default(), steps, rest: 0 });
        let inflight = latency - HOPS_LATENCY - u32::from(stepped.is_some());
        Self { hops: Line::new(HOPS_LATENCY), stepped, inflight: Line::new(inflight), crowded: false }
    }

    /// One clock cycle.
    #[inline]
    pub fn step(&mut self, input: Option<Flight>) -> Option<Flight> {
        let there = self.hops.step(input);
        let Some(Stepped { queue, steps, rest }) = &mut self.stepped else { return self.inflight.step(there) };
        self.crowded = queue.len() >= MEASURE_ROOM as usize;
        let ready = *rest == 0;
        let taken = queue.step(there, ready).filter(|_| ready);
        *rest = match &taken {
            Some(flight) if flight.payload.measure => *steps - 1,
            _ => rest.saturating_sub(1),
        };
        self.inflight.step(taken)
    }

    pub fn reset(&mut self) {
        self.hops.reset();
        if let Some(Stepped { queue, rest, .. }) = &mut self.stepped {
            queue.reset();
            *rest = 0;
        }
        self.inflight.reset();
        self.crowded = false;
    }

    /// For how many cycles nothing changes or leaves, if nothing enters.
    pub fn quiet_cycles(&self) -> u64 {
        let lanes = match &self.stepped {
            Some(Stepped { queue, rest, .. }) if !queue.is_empty() || *rest > 0 || self.crowded => 0,
            _ => u64::MAX,
        };
        lanes.min(self.hops.quiet_cycles()).min(self.inflight.quiet_cycles())
    }

    pub fn skip(&mut self, cycles: u64) {
        self.hops.skip(cycles);
        self.inflight.skip(cycles);
    }
}
