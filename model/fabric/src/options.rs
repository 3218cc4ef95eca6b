//! How a network runs.

use crate::advise::Fcr;
use crate::mark::{Marking, Thresholds};
use crate::nic::{Golden, Mode};
use crate::time::SECOND_NS;

/// What is not in the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Packets have telemetry (FABRIC 2).
    pub telemetry: bool,
    /// Thresholds of ECN marks.
    pub marking: Marking,
    /// Those of ports of these rates, bit/s, in their place.
    pub thresholds: Vec<(u64, Thresholds)>,
    /// Switches drop data that is not ECN-capable where the queue is above K_min before it (FABRIC 9, "LDCP's queue").
    pub drops_incapable: bool,
    /// Bytes of memory of a switch; `None`: what the rules say (FABRIC 5).
    pub memory_bytes: Option<u64>,
    /// Switches have room for all, and pause nobody.
    pub endless_memory: bool,
    /// Of marks and losses.
    pub seed: u64,
    /// When queues are looked at.
    pub samples: Samples,
    /// `None`: no timers, as in the reference senders.
    pub timeout: Option<Timeout>,
    /// Timers from the first packet on that a memory has no room for, where there are none before.
    pub timeout_behind_drop: Option<Timeout>,
    /// At the first marked packet of a flow, and then at most once in so many ns, its receiver sends a CNP (FABRIC 9,
    /// SEMANTICS R1). `None`: it sends none.
    pub cnp_interval_ns: Option<u64>,
    /// Switches advise their senders. `None`: they do not.
    pub fcr: Option<Fcr>,
    /// Events behind this time are not run, ns.
    pub until_ns: u64,
}

/// Samples of the queues (FABRIC 7).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Samples {
    /// When the first is taken, ns.
    pub from_ns: u64,
    /// From one to the next, ns.
    pub every_ns: u64,
    /// How many are taken. 0: none.
    pub count: u64,
}

impl Samples {
    /// As many as there are until nothing else is scheduled any more.
    pub const ALL: u64 = u64::MAX;
}

/// Go-back-N from `una` after a time without an ACK (FABRIC 9). With it, the receiver answers a packet that it has
/// already with an ACK: else the loss of the last ACK would never be mended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Timeout {
    /// The first, in RTTs.
    pub first_rtts: u64,
    /// Each doubles, up to so many RTTs.
    pub most_rtts: u64,
}

/// The longest time without an ACK, ns: 100 days.
const MAX_WAIT_NS: u64 = 100 * 86_400 * SECOND_NS;

impl Timeout {
    /// 4·RTT, doubling to 64·RTT.
    pub const RULE: Timeout = Timeout { first_rtts: 4, most_rtts: 64 };

    /// ns to the first, at least 1.
    pub(crate) fn first_ns(&self, rtt_ns: u64) -> u64 {
        self.first_rtts.saturating_mul(rtt_ns).clamp(1, MAX_WAIT_NS)
    }

    /// ns to the one after that of `before_ns`, at least 1.
    pub(crate) fn next_ns(&self, before_ns: u64, rtt_ns: u64) -> u64 {
        self.most_rtts.saturating_mul(rtt_ns).min(2 * before_ns).clamp(1, MAX_WAIT_NS)
    }
}

impl Options {
    /// The thresholds of a port.
    pub(crate) fn thresholds_of(&self, rate_bps: u64) -> Thresholds {
        let given = self.thresholds.iter().find(|(rate, _)| *rate == rate_bps);
        given.map_or_else(|| self.marking.of_port(rate_bps), |&(_, thresholds)| thresholds)
    }

    /// As a reference sender runs, with `count` samples from 2 s on.
    pub fn of(mode: Mode, count: u32) -> Self {
        Self::new(mode.telemetry(), mode.marking(), None, count)
    }

    /// As the golden model runs, with `count` samples from 2 s on.
    pub fn of_golden(golden: Golden, count: u32) -> Self {
        Self::new(golden.telemetry(), golden.marking(), golden.cnp_interval_ns(), count)
    }

    fn new(telemetry: bool, marking: Marking, cnp_interval_ns: Option<u64>, count: u32) -> Self {
        Self {
            telemetry,
            marking,
            thresholds: Vec::new(),
            drops_incapable: false,
            memory_bytes: None,
            endless_memory: false,
            seed: 1,
            samples: Samples { from_ns: 2 * SECOND_NS, every_ns: 1000, count: count.into() },
            timeout: None,
            timeout_behind_drop: None,
            cnp_interval_ns,
            fcr: None,
            until_ns: u64::MAX,
        }
    }
}
