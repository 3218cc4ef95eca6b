//! What the receiver keeps of a QP, and the rules. Times are in us since reset and never go round.
//!
//! - LDCP draft, 2.2: "generate an ACK for at most m data packets if they all are not marked, but would generate an ACK
//!   with ECE flag immediately once a CE marked packet is received."
//! - DCTCP: at a change of mark first an ACK of what waits, with the old mark; the new packet is counted, and where it
//!   is marked, at once (SEMANTICS R3).
//! - SEMANTICS R1: a CNP at the first marked packet of a QP, and then at most one in an interval.

use layout::ldcp::Psn;
use layout::receiver::{Count, Mode};

/// How a QP is answered.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    pub mode: Mode,
    /// Most packets of an ACK; 0 is as 1.
    pub m: u32,
    pub cnp: bool,
}

impl Policy {
    /// What the initialisation writes.
    pub const RESET: Policy = Policy { mode: Mode::Each, m: 0, cnp: false };
}

/// A packet in its QP's order.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Packet {
    pub psn: Psn,
    /// By a switch, or by the receiver's own queue.
    pub marked: bool,
    /// It asks for an ACK, or is the last of its message.
    pub asks: bool,
}

/// An ACK: of the packets up to `psn` that no earlier one confirmed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Ack {
    pub psn: Psn,
    pub ece: bool,
    pub count: Count,
}

impl Ack {
    /// With a packet more, up to this PSN.
    fn with(self, psn: Psn, marked: bool) -> Ack {
        Ack { psn, ece: self.ece | marked, count: Count::sat(u128::from(self.count.raw() + 1)) }
    }
}

/// What of a QP waits to be answered.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Qp {
    pub policy: Policy,
    /// Due, of packets before the last change of mark.
    pub older: Option<Ack>,
    /// Grows.
    pub newest: Option<Ack>,
    pub due: bool,
    /// When the newest one is due at the latest.
    pub ends: u64,
    /// The mark of the newest ACK, taken or not: DCTCP's state.
    pub ce: bool,
    pub cnp: bool,
    /// From when on a marked packet gives a CNP.
    pub next_cnp: u64,
}

/// What a packet did.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Did {
    /// The older of two ACKs counts it, whose mark it has.
    pub merged: bool,
    /// It gives no CNP beside the one that waits.
    pub cnp_merged: bool,
}

/// What was taken at once, in the order in which it leaves.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    pub cnp: bool,
    pub older: Option<Ack>,
    pub newest: Option<Ack>,
    /// The newest was not due, but for its time.
    pub timed: bool,
}

impl Taken {
    pub fn any(&self) -> bool {
        self.cnp || self.older.is_some() || self.newest.is_some()
    }
}

impl Qp {
    pub const RESET: Qp = Qp::opened(Policy::RESET);

    /// A QP that the host has just opened.
    pub const fn opened(policy: Policy) -> Qp {
        let (older, newest, due, ends, ce) = (None, None, false, 0, false);
        Qp { policy, older, newest, due, ends, ce, cnp: false, next_cnp: 0 }
    }

    /// Something is due.
    pub fn is_due(&self) -> bool {
        self.older.is_some() || self.due || self.cnp
    }

    /// A packet comes.
    pub fn packet(&mut self, packet: &Packet, now: u64, timeout: u64) -> Did {
        let mut did = Did::default();
        let exact = self.policy.mode != Mode::Ldcp;
        let changes = exact && packet.marked != self.ce;
        let mut begins = false;
        self.newest = Some(match (self.newest, &mut self.older) {
            // it is counted where its mark is; PSN by PSN the older ACK confirms what the newest confirmed
            (Some(newest), Some(older)) if changes => {
                did.merged = true;
                *older = older.with(Psn::wrap(older.psn.raw() + 1), packet.marked);
                Ack { psn: packet.psn, ..newest }
            }
            (Some(newest), _) if !changes => newest.with(packet.psn, packet.marked),
            (before, older) => {
                if before.is_some() {
                    *older = before;
                }
                begins = true;
                (self.due, self.ends, self.ce) = (false, now + timeout, packet.marked);
                Ack { psn: packet.psn, ece: packet.marked, count: Count::wrap(1) }
            }
        });
        let full = self.newest.is_some_and(|newest| newest.count.raw() >= u64::from(self.policy.m));
        self.due |= packet.asks
            || match self.policy.mode {
                Mode::Each => true,
                Mode::Ldcp => packet.marked || full,
                Mode::Exact => (packet.marked && changes && begins) || full,
            };
        if packet.marked && self.policy.cnp && now >= self.next_cnp {
            did.cnp_merged = self.cnp;
            self.cnp = true;
        }
        did
    }

    /// What is due leaves; in `late`, the QP's time is over, what is not due too.
    pub fn take(&mut self, late: bool, now: u64, interval: u64) -> Taken {
        let mut taken = Taken { cnp: self.cnp, older: self.older.take(), newest: None, timed: false };
        if self.due || late {
            taken.newest = self.newest.take();
            taken.timed = taken.newest.is_some() && !self.due;
            self.due = false;
        }
        if taken.cnp {
            self.cnp = false;
            self.next_cnp = now + interval;
        }
        taken
    }
}
