//! The engine's LDCP side: contexts and parameter sets.

use super::pins::Outcome;
use crate::choice::SETS;
use crate::event::{Event, NewWindow};
use crate::ldcp::unit::interval;
use crate::ldcp::{Context, Params, step};
use layout::record::Algorithm;

#[derive(Clone)]
pub(super) struct Ldcp {
    pub sets: [Params; SETS],
    /// The set that is being written.
    next: Option<(usize, Params)>,
    contexts: Vec<Context>,
}

impl Ldcp {
    pub fn new(qps: u32) -> Self {
        Self { sets: [Params::default(); SETS], next: None, contexts: vec![Context::RESET; qps as usize] }
    }

    /// The initialisation: contexts at `count` addresses from `first` on, and sets by the low bits of the address.
    pub fn init(&mut self, first: u32, count: u32) {
        let range = first as usize..(first + count) as usize;
        self.contexts[range.clone()].fill(Context::RESET);
        for address in range.take(SETS) {
            self.sets[address % SETS] = Params::default();
        }
    }

    /// The write of a parameter set waits for its turn.
    pub fn write_later(&mut self, set: Option<(usize, Params)>) {
        self.next = set;
    }

    /// It passes the slots.
    pub fn write_set(&mut self) {
        if let Some((index, params)) = self.next.take() {
            self.sets[index] = params;
        }
    }

    /// A reset comes between.
    pub fn forget_write(&mut self) {
        self.next = None;
    }

    pub fn context(&mut self, qpn: u32) -> &mut Context {
        &mut self.contexts[qpn as usize]
    }

    #[inline]
    pub fn update(&mut self, event: &Event, alg: Algorithm, set: usize) -> Outcome {
        let Event { kind, qpn, .. } = *event;
        let slot = &mut self.contexts[qpn as usize];
        let (after, flags) = step(alg == Algorithm::LdcpPcc, *slot, event.of_qp(*slot), &self.sets[set]);
        *slot = after;
        let window = NewWindow { kind, qpn, cw: after.cw, rtt: after.rtt, flags };
        Outcome::Ldcp { cw: after.cw, interval: interval::step(&window), flags }
    }
}
