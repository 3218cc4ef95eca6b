//! The way of what issues into HPCC++'s lanes: through the L slice, then, with fewer lanes than hops, a queue.

use super::{Judged, Outcome, Update};
use crate::ecc::Recent;
use crate::fifo::Fifo;
use crate::line::Line;
use layout::config::Config;
use layout::hpcc::flag;
use layout::timing::{HAZARD, HOPS_LATENCY, MEASURE_QUEUE, MEASURE_ROOM};

/// Its table by slots answers a cycle behind the issue.
const TO_LANES: u32 = 1 + HOPS_LATENCY;

/// What is under way.
#[derive(Clone)]
pub(super) struct Measuring {
    hops: Line<Judged>,
    /// With fewer lanes than hops.
    stepped: Option<Stepped>,
}

#[derive(Clone)]
struct Stepped {
    queue: Fifo<Judged, { MEASURE_QUEUE as usize }>,
    /// Cycles that an event with hops to compare takes.
    steps: u32,
    /// Cycles that the last one still takes.
    left: u32,
    /// The QPs that entered in the last cycles: the window takes no other event of them yet.
    entered: Recent<u32, NEAR>,
}

/// Cycles between two events of a QP at the window.
const NEAR: usize = HAZARD as usize - 1;

impl Measuring {
    pub fn new(config: &Config) -> Self {
        let steps = config.steps();
        let stepped =
            (steps > 1).then(|| Stepped { queue: Fifo::default(), steps, left: 0, entered: Recent::default() });
        Self { hops: Line::new(TO_LANES), stepped }
    }

    /// From issue into the lanes, when nothing waits.
    pub fn latency(&self) -> u32 {
        TO_LANES + u32::from(self.stepped.is_some())
    }

    /// One clock cycle: what enters the lanes.
    #[inline]
    pub fn step(&mut self, input: Option<Judged>) -> Option<Judged> {
        let there = self.hops.step(input);
        let Some(Stepped { queue, steps, left, entered }) = &mut self.stepped else { return there };
        let ready = *left == 0 && queue.head().is_none_or(|head| !entered.contains(qpn(&head)));
        let taken = queue.step(there, ready).filter(|_| ready);
        entered.step(true, taken.as_ref().map(qpn));
        *left = match &taken {
            Some(judged) if compares(judged) => *steps - 1,
            _ => left.saturating_sub(1),
        };
        taken
    }

    /// Events wait for the lanes.
    pub fn waits(&self) -> bool {
        self.stepped.as_ref().is_some_and(|stepped| !stepped.queue.is_empty())
    }

    /// So many do.
    pub fn waiting(&self) -> usize {
        self.stepped.as_ref().map_or(0, |stepped| stepped.queue.len())
    }

    /// Enough of them.
    pub fn crowded(&self) -> bool {
        self.stepped.as_ref().is_some_and(|stepped| stepped.queue.len() >= MEASURE_ROOM as usize)
    }

    pub fn reset(&mut self) {
        self.hops.reset();
        if let Some(Stepped { queue, left, entered, .. }) = &mut self.stepped {
            queue.reset();
            *left = 0;
            *entered = Recent::default();
        }
    }

    /// For how many cycles nothing changes or leaves, if nothing enters.
    pub fn quiet_cycles(&self) -> u64 {
        match &self.stepped {
            Some(Stepped { queue, left, entered, .. }) if !queue.is_empty() || *left > 0 || !entered.is_empty() => 0,
            _ => self.hops.quiet_cycles(),
        }
    }

    pub fn skip(&mut self, cycles: u64) {
        self.hops.skip(cycles);
    }
}

fn qpn(judged: &Judged) -> u32 {
    match judged {
        Judged::Event(update) => update.qpn,
        Judged::Host(_, qpn) => *qpn,
    }
}

/// It has hops to compare, which takes the lanes their time: telemetry that counts, of the path of the one before.
fn compares(judged: &Judged) -> bool {
    let new = flag::IGNORED | flag::FIRST | flag::PATH | flag::HOPS;
    matches!(judged, Judged::Event(Update { outcome: Outcome::Hpcc { flags, .. }, .. }) if flags & new == 0)
}
