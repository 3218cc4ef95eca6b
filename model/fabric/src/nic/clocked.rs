//! The function at the times of the cycle model: events enter at the edges of its clock, behind its parser, and updates
//! come out when the engine has done its cycles (`latency_ns = "cycle"`).
//!
//! What the cycle model has beside it is that events of a QP may wait for one another and join (SEMANTICS A1 to A5).

use super::cycle::{CYCLE_NS, Cycle};
use super::{Ack, Event, Function, Golden, Nic, Update};
use crate::packet::Hop;
use layout::timing::PARSER_LATENCY;
use std::collections::VecDeque;

/// From the edge at which an ACK comes until it enters the engine, ns. What is sent by then, it sees as sent.
const ENTRY_NS: u64 = PARSER_LATENCY as u64 * CYCLE_NS;

/// The function of an algorithm, with a clock.
#[derive(Clone, Debug)]
pub struct Clocked {
    function: Function,
    /// From an edge to the update, ns.
    latency_ns: u64,
    acks: VecDeque<Entering>,
    /// By QP: edges at which packets were sent, and the bytes sent by then.
    sent: Vec<VecDeque<(u64, u64)>>,
}

/// An ACK under way to its update.
#[derive(Clone, Debug)]
struct Entering {
    edge_ns: u64,
    qp: u32,
    ack: Ack<'static>,
    telemetry: Vec<Hop>,
}

impl Clocked {
    /// `function`, which has no latency of its own, at the times of `cycle`.
    pub fn new(function: Function, cycle: &Cycle) -> Self {
        Self::after(function, cycle.latency_ns())
    }

    /// The same of a latency by itself.
    pub(super) fn after(function: Function, latency_ns: u64) -> Self {
        Self { function, latency_ns, acks: VecDeque::new(), sent: Vec::new() }
    }
}

impl Nic for Clocked {
    fn ack(&mut self, time_ns: u64, qp: u32, event: Event<'_>) -> bool {
        let edge_ns = time_ns.next_multiple_of(CYCLE_NS);
        match event {
            Event::Ack(ack) => {
                let telemetry = ack.telemetry.to_vec();
                self.acks.push_back(Entering { edge_ns, qp, ack: Ack { telemetry: &[], ..ack }, telemetry });
                true
            }
            Event::Sent { nxt } => {
                self.sent[qp as usize].push_back((edge_ns, nxt));
                false
            }
            Event::Open { .. } => {
                self.sent.push(VecDeque::from([(0, 0)]));
                self.function.ack(time_ns, qp, event)
            }
            Event::Cnp | Event::Advice(_) => self.function.ack(time_ns, qp, event),
        }
    }

    fn next(&mut self, time_ns: u64) -> Option<Update> {
        let Entering { edge_ns, qp, ack, telemetry } =
            self.acks.pop_front_if(|entering| entering.edge_ns + self.latency_ns <= time_ns)?;
        let sent = &mut self.sent[qp as usize];
        while sent.get(1).is_some_and(|&(at, _)| at <= edge_ns + ENTRY_NS) {
            sent.pop_front();
        }
        let ack = Ack { nxt: sent[0].1, telemetry: &telemetry, ..ack };
        self.function.ack(time_ns, qp, Event::Ack(ack));
        self.function.next(time_ns)
    }

    fn due(&self) -> Option<u64> {
        self.acks.front().map(|entering| entering.edge_ns + self.latency_ns)
    }
}

/// From an event to its update in the cycle model of an engine with this algorithm alone, and whether events enter at
/// its edges; periods of DCQCN begin where they do in the function.
pub(super) fn times_of(golden: Golden) -> Result<(u64, bool), super::FunctionError> {
    let config = Cycle::config(golden, 1, None, false)?;
    Ok((Cycle::latency_of(golden, &config), !golden.periodic()))
}
