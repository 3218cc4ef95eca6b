//! The engine's check bits: which reads of it count, when what they found comes out, and the scrubber's part of an
//! operation.

use super::pins::{HostOp, In};
use super::socket::Sockets;
use crate::ecc::{ChoiceReads, Chooses, Fault, InOrder, Scrub, Sends, SentReads, Watch};
use crate::event::is_host;
use layout::config::{Config, Unit};
use layout::record::{Algorithm, Kind};
use layout::timing::SENT_LATENCY;

/// From the correction in a memory to the port: the memory's register, then the engine's.
const TO_PORT: usize = 2;

#[derive(Clone)]
pub(super) struct Protection {
    qps: u32,
    watch: Watch,
    slices: InOrder,
    choices: ChoiceReads,
    sent: SentReads,
    pub scrub: Scrub,
    /// The operation under way is the scrubber's.
    pub scrubs: bool,
}

/// What happens in a cycle.
pub(super) struct Moves {
    /// The QP of what enters.
    pub entered: Option<u32>,
    /// An operation enters, the host's or the scrubber's.
    pub op: Option<HostOp>,
    pub scrub: bool,
    /// An operation has ended.
    pub ended: bool,
    /// The QP of which the NIC tells that it has sent.
    pub sent: Option<u32>,
    pub issued: Option<(u32, Kind, Algorithm)>,
    /// Something enters HPCC++'s lanes.
    pub to_lanes: bool,
}

impl Protection {
    pub fn new(config: &Config) -> Self {
        Self {
            qps: config.engine.qps,
            watch: Watch::new(TO_PORT),
            slices: InOrder::default(),
            choices: ChoiceReads::default(),
            sent: SentReads::default(),
            scrub: Scrub::default(),
            scrubs: false,
        }
    }

    /// One clock cycle.
    pub fn step(&mut self, input: &In, moves: &Moves, sockets: &mut Sockets) -> Fault {
        let rst_n = input.rst_n;
        // the PSN slice and the choice behind `sent`
        let qpn = moves.entered;
        if self.slices.step(rst_n, qpn) {
            self.watch.read(SENT_LATENCY + 2);
        }
        let chooses = matches!(moves.op, Some(HostOp::Write { parts, .. }) if parts.choice);
        let event = qpn.map(|qpn| Chooses { qpn, store: chooses, rewrite: moves.op.is_some() });
        if self.choices.step(rst_n, event) {
            self.watch.read(SENT_LATENCY + 2);
        }
        let stores = matches!(moves.op, Some(HostOp::Write { parts, .. }) if parts.psn);
        let write = match (moves.sent, qpn.filter(|_| moves.op.is_some())) {
            (Some(qpn), _) => Some(Sends { qpn, reads: true }),
            (None, Some(qpn)) => Some(Sends { qpn, reads: !stores }),
            (None, None) => None,
        };
        for counts in self.sent.step(rst_n, qpn, write) {
            if counts {
                self.watch.read(2);
            }
        }
        // an event goes to its algorithm's unit, an operation to all
        let of = |unit: Unit| {
            let mine = moves.issued.filter(|(_, kind, alg)| is_host(*kind) || alg.unit() == unit);
            mine.map(|(qpn, ..)| qpn)
        };
        sockets.reads(rst_n, of, moves.to_lanes, &mut self.watch);
        let fault = self.watch.step(rst_n, input.ecc_inject);
        self.scrub.edge(self.qps, input.ecc_scrub_interval, moves.scrub);
        self.scrubs = moves.scrub || (self.scrubs && !moves.ended);
        if !rst_n {
            (self.scrub, self.scrubs) = (Scrub::default(), false);
        }
        fault
    }
}
