//! Whose marks FCR ignores (hdl/src/engine.md, "Ignored marks").

use super::Flight;
use layout::ldcp::N;
use layout::record::Kind;
use layout::timing::PSN_LATENCY;

/// A bit a QP, and the writes that events behind the PSN slice do not see yet.
#[derive(Clone)]
pub(super) struct Ignores {
    bits: Vec<bool>,
    /// Those of the last cycles, the newest first.
    written: [Option<(u32, bool)>; PSN_LATENCY as usize],
}

impl Ignores {
    pub fn new(qps: u32) -> Self {
        Self { bits: vec![false; qps as usize], written: Default::default() }
    }

    /// One clock cycle, with the PSN slice's result and what is written: what goes on of the event, and whether
    /// something of it is ignored. The slice's event was read when it entered it, behind that cycle's write.
    pub fn step(&mut self, event: Option<Flight>, write: Option<(u32, bool)>) -> (Option<Flight>, bool) {
        let [.., oldest] = self.written;
        if let Some((qpn, on)) = oldest {
            self.bits[qpn as usize] = on;
        }
        self.written.rotate_right(1);
        self.written[0] = write;
        let Some(mut flight) = event else { return (None, false) };
        if flight.dropped.is_some() || !self.bits[flight.event.qpn as usize] {
            return (Some(flight), false);
        }
        match flight.event.kind {
            Kind::Cnp => (None, true),
            Kind::Ack if flight.event.ece => {
                (flight.event.ece, flight.event.n) = (false, N::ZERO);
                (Some(flight), true)
            }
            _ => (Some(flight), false),
        }
    }

    /// The initialisation.
    pub fn init(&mut self, range: std::ops::Range<usize>) {
        self.bits[range].fill(false);
    }

    pub fn reset(&mut self) {
        self.written = Default::default();
    }

    /// Nothing that is written is still to be seen.
    pub fn are_still(&self) -> bool {
        self.written.iter().all(Option::is_none)
    }
}
