//! Flows: as they are asked for, and as they stand.

use crate::time::ser;

/// A flow from one host to another.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct FlowSpec {
    /// The sending host's node.
    pub src: u32,
    /// The receiving host's node.
    pub dst: u32,
    /// Destination port.
    pub port: u16,
    /// Bytes to send, at least 1.
    pub bytes: u64,
    /// When it starts, ns.
    pub start_ns: u64,
}

/// Which of a flow's data packets are ECN-capable.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Ecn {
    /// All.
    #[default]
    Capable,
    /// All but those of LDCP's fast start (draft, 2.3): what is sent within the first BDP before a loss is known,
    /// except the last packet of it.
    FastStart,
    /// None.
    Incapable,
}

/// What a flow has of its own. By default it is what the options of the network say.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Traits {
    /// Its packets have telemetry (FABRIC 2).
    pub telemetry: bool,
    /// The least time between CNPs of its receiver, ns; `None`: it sends none.
    pub cnp_interval_ns: Option<u64>,
    /// Which of its packets are ECN-capable.
    pub ecn: Ecn,
    /// It sends at the line's rate, whatever window and rate it is given.
    pub ignores_updates: bool,
    /// Its sender understands a revised CNP, and says so (FORMATS, "Ours"): switches advise it.
    pub fcr: bool,
}

impl FlowSpec {
    /// A start that no time brings, but the end of other flows (`Fabric::trigger`).
    pub const LATER: u64 = u64::MAX;
}

/// A flow on its way (FABRIC 4), without what is needed once only.
#[derive(Clone, Debug)]
pub(crate) struct Flow {
    pub size: u64,
    /// Bytes that it has to send up to now; all, but for messages and pings.
    pub ready: u64,
    /// Bytes confirmed.
    pub una: u64,
    /// Bytes sent.
    pub nxt: u64,
    pub window: u64,
    /// Earliest time of the next packet, ns.
    pub avail: u64,
    pub rate: u64,
    /// Bytes on the wire of the last packet; 0 before the first.
    pub last_wire: u32,
    pub done: bool,
    /// A timer is scheduled.
    pub timed: bool,
    /// When it is too late for an ACK, ns.
    pub deadline: u64,
    /// From an ACK to then, ns.
    pub patience: u64,
    /// Index of the sending and of the receiving host.
    pub src: u32,
    pub dst: u32,
    /// What is its own.
    pub traits: Traits,
    /// The NIC says by grants when it may send.
    pub granted: bool,
    /// Nothing of it has been lost, as far as the sender knows.
    pub unhurt: bool,
    /// Triggers wait for it.
    pub tells: bool,
    /// What it takes on an empty network, ns.
    pub ideal_ns: u64,
    /// The sender's QP.
    pub qp: u32,
    /// For the choice of ways.
    pub key: u64,
    /// The receiver's: bytes that it has.
    pub expected: u64,
    /// The receiver's: from when on a marked packet brings a CNP, ns.
    pub cnp_from: u64,
    /// The receiver's: `expected` of the last NACK; `u64::MAX`: there was none.
    pub refused: u64,
}

impl Flow {
    /// It may send, apart from the time of its next packet.
    #[inline]
    pub fn is_open(&self) -> bool {
        // u64::MAX: no window check
        self.nxt < self.ready && self.nxt - self.una < self.window
    }

    /// The receiver has confirmed all.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.una >= self.size
    }

    /// A new rate; with `repace`, the next packet comes as if the last had been sent at it.
    #[inline]
    pub fn set_rate(&mut self, rate: u64, repace: bool) -> bool {
        if rate == self.rate {
            return false;
        }
        if repace && self.last_wire != 0 {
            let time = |rate: u64| ser(self.last_wire, rate as f64);
            self.avail = (self.avail + time(rate)).saturating_sub(time(self.rate));
        }
        self.rate = rate;
        repace
    }
}
