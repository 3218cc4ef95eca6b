//! The engine's check bits: which reads of it count, when what they found comes out, and the scrubber's part of an
//! operation.

use super::pins::{HostOp, In};
use super::socket::Sockets;
use crate::ecc::{ChoiceReads, Chooses, Fault, InOrder, Recent, Scrub, Sends, SentReads, Watch, Windowed};
use crate::event::is_host;
use layout::config::{Config, Unit};
use layout::record::{Algorithm, Kind};
use layout::timing::SENT_LATENCY;

/// The bits whose marks are ignored.
#[derive(Clone, Debug, Default)]
struct IgnoreReads {
    entering: Recent<(u32, bool), { SENT_LATENCY as usize }>,
    /// Operations that read theirs one and two cycles ago, and one that waits to write it back.
    read: [Option<u32>; 2],
    waits: Option<u32>,
}

impl IgnoreReads {
    /// One clock cycle, with what enters the engine, whether it writes back, and whose bit is written. Whether the word
    /// of the event that reads in this cycle counts.
    fn step(&mut self, rst_n: bool, event: Option<(u32, bool)>, written: Option<u32>) -> bool {
        let reader = self.entering.step(rst_n, event);
        let back = self.waits.filter(|_| written.is_none());
        let counts = reader.is_some_and(|(qpn, _)| written.or(back) != Some(qpn));
        let newer = |qpn: &u32| written == Some(*qpn);
        let [first, second] = self.read;
        if back.is_some() || self.waits.as_ref().is_some_and(newer) {
            self.waits = None;
        }
        self.waits = second.filter(|qpn| !newer(qpn)).or(self.waits);
        self.read = [reader.filter(|(_, back)| *back).map(|(qpn, _)| qpn), first.filter(|qpn| !newer(qpn))];
        if !rst_n {
            (self.read, self.waits) = Default::default();
        }
        counts
    }
}

/// From the correction in a memory to the port: the memory's register, then the engine's.
const TO_PORT: usize = 2;

#[derive(Clone)]
pub(super) struct Protection {
    qps: u32,
    watch: Watch,
    slices: InOrder,
    choices: ChoiceReads,
    sent: SentReads,
    /// With FCR's ports.
    ignores: Option<IgnoreReads>,
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
    /// The QP of which is written whether its marks are ignored.
    pub ignores: Option<u32>,
    pub issued: Option<(u32, Kind, Algorithm)>,
    /// What enters HPCC++'s lanes.
    pub to_lanes: Option<Windowed>,
}

impl Protection {
    pub fn new(config: &Config) -> Self {
        Self {
            qps: config.engine.qps,
            watch: Watch::new(TO_PORT),
            slices: InOrder::default(),
            choices: ChoiceReads::default(),
            sent: SentReads::default(),
            ignores: config.engine.fcr.then(IgnoreReads::default),
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
        let reader = qpn.map(|qpn| (qpn, moves.op.is_some()));
        if self.ignores.as_mut().is_some_and(|ignores| ignores.step(rst_n, reader, moves.ignores)) {
            self.watch.read(1);
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
