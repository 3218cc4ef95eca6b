//! What stands on the engine's ports in a cycle (hdl/src/engine.md).

use crate::choice::Choice;
use crate::ecc::Fault;
use crate::event::{Arrival, Issued};
use crate::hpcc::Telemetry;
use crate::latest;
use crate::lsn::Said;
use crate::page;
use layout::config::Unit;
use layout::fixed::U;
use layout::hpcc::{Clock, MAX_HOPS, Rate, Window, flag};
use layout::ldcp::{Cw, Interval, N, Psn};
use layout::lsn::{self, Lsn};
use layout::record::{Algorithm, Kind};

/// An event from the parser (`pkt_*`): an ack, a loss, a cnp, or data with telemetry.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Packet {
    pub kind: Kind,
    pub ece: bool,
    pub psn: Psn,
    pub qpn: u32,
}

impl Packet {
    #[inline]
    pub(super) fn arrival(&self) -> Arrival {
        Arrival { kind: self.kind, ece: self.ece, use_psn: true, n: N::ZERO, psn: self.psn, qpn: self.qpn }
    }
}

/// Which parts of a context a host write replaces; the others stay. Parts of a unit that is not built have no effect.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Algorithm and parameter set.
    pub choice: bool,
    /// Opens or closes the QP: the last PSN acknowledged, and with it what was sent, snd_nxt = snd_max = that + 1.
    pub psn: bool,
    /// Bits [`Unit::part`]: each writes what stands in the `host_*` of its page. Of HPCC++ L becomes not valid too.
    pub units: u64,
}

/// Bits of `host_parts` of all units, whether built or not.
const UNITS: u64 = {
    let (mut bits, mut i) = (0, 0);
    while i < Unit::ALL.len() {
        bits |= Unit::ALL[i].part();
        i += 1;
    }
    bits
};

impl Parts {
    pub const ALL: Parts = Parts { choice: true, psn: true, units: UNITS };
    pub const NONE: Parts = Parts { choice: false, psn: false, units: 0 };

    /// From `host_parts`.
    pub const fn from_bits(bits: u64) -> Parts {
        Parts { choice: bits & 1 != 0, psn: bits & 2 != 0, units: bits & UNITS }
    }

    /// For `host_parts`.
    pub const fn bits(self) -> u64 {
        self.choice as u64 | (self.psn as u64) << 1 | self.units
    }
}

/// What of a QP's context belongs to no unit, as the host reads and writes it. The units' parts are on their pages.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct HostContext {
    pub alg: Algorithm,
    /// Index of the parameter set.
    pub set: usize,
    /// The last PSN acknowledged.
    pub psn: Psn,
    pub open: bool,
}

impl HostContext {
    /// What the initialisation writes.
    pub const RESET: HostContext = {
        let crate::psn::Context { psn, open } = crate::psn::Context::RESET;
        HostContext { alg: Algorithm::Ldcp, set: 0, psn, open }
    };
}

/// An operation of the host port.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum HostOp {
    Read {
        qpn: u32,
    },
    Write {
        qpn: u32,
        parts: Parts,
        context: HostContext,
    },
    /// The write of the parameter sets of the units that `In::unit.sets` names in the cycle in which it is taken; of
    /// the QP it reads what nobody sees.
    Set {
        qpn: u32,
    },
}

/// What is counted of HPCC++'s updates, in the order of `seen_*`.
pub const SEEN: [u16; 5] = [flag::PATH, flag::HOPS, flag::SPEED, flag::STILL, flag::U_ZERO];

impl HostOp {
    pub(super) fn qpn(&self) -> u32 {
        match *self {
            HostOp::Read { qpn } | HostOp::Write { qpn, .. } | HostOp::Set { qpn } => qpn,
        }
    }

    pub(super) fn kind(&self) -> Kind {
        if let HostOp::Write { .. } = self { Kind::HostWrite } else { Kind::HostRead }
    }

    pub(super) fn arrival(&self) -> Arrival {
        let (kind, qpn) = (self.kind(), self.qpn());
        Arrival { kind, ece: false, use_psn: false, n: N::ZERO, psn: Psn::ZERO, qpn }
    }
}

/// What comes with `host_done`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum HostDone {
    /// The context that was read; of the units' parts [`super::Engine::found`] tells.
    Read(HostContext),
    /// Of a context or of a parameter set.
    Write,
}

/// FCR lowers a QP's own value: what the unit of `alg` keeps becomes the least of itself and this.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Lower {
    pub qpn: u32,
    /// The algorithm's code. One that is not built has no value.
    pub alg: u8,
    /// As on `upd_window`.
    pub window: u64,
    /// U7.28 bytes/ns.
    pub rate: u64,
}

/// The input pins of a cycle. An `Option` is a `valid` with its fields.
#[derive(Copy, Clone, Debug)]
pub struct In<'a> {
    pub rst_n: bool,
    /// The receiver's clock, `time_now`.
    pub now: Clock,
    /// The NIC has sent: snd_nxt of a QP.
    pub tx: Option<(u32, Psn)>,
    /// Cannot be held back: the sender has watched `room`.
    pub pkt: Option<Packet>,
    pub pkt_telemetry: Option<&'a Telemetry<MAX_HOPS>>,
    /// With `engine.lsn`: what an ACK says beside; and the code of the MTU, which stays.
    pub pkt_lsn: Option<Said>,
    pub s_event_lsn: Option<Said>,
    pub lsn_mtu: u8,
    /// The kinds of the host are taken as a loss.
    pub s_event: Option<Arrival>,
    pub s_event_telemetry: Option<&'a Telemetry<MAX_HOPS>>,
    /// Waits for a cycle without `tx`.
    pub host: Option<HostOp>,
    /// A host's access to the units' pages (`unit_bus_*`). While an operation is offered or under way
    /// `host_busy` is 1, so that what it writes stays.
    pub unit: page::Access,
    pub upd_ready: bool,
    /// With FCR's ports: a lowering, and a write of the bit of a QP whose marks are ignored.
    pub lower: Option<Lower>,
    pub ignore: Option<(u32, bool)>,
    /// With check bits: what is injected, and the cycles from one scrubbed context to the next.
    pub ecc_inject: u8,
    pub ecc_scrub_interval: u32,
}

impl In<'_> {
    /// Nothing comes in; updates are taken.
    pub fn idle() -> Self {
        Self {
            rst_n: true,
            now: Clock::ZERO,
            tx: None,
            pkt: None,
            pkt_telemetry: None,
            pkt_lsn: None,
            s_event_lsn: None,
            lsn_mtu: lsn::MTU.reset as u8,
            s_event: None,
            s_event_telemetry: None,
            host: None,
            unit: page::Access::default(),
            upd_ready: true,
            lower: None,
            ignore: None,
            ecc_inject: 0,
            ecc_scrub_interval: 0,
        }
    }
}

/// What the engine tells the NIC.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Update {
    pub kind: Kind,
    pub qpn: u32,
    /// For which the event was issued.
    pub alg: Algorithm,
    /// The last PSN acknowledged after the event.
    pub una: Psn,
    /// With `engine.lsn`: the bytes of both spaces; 0 of a timer's.
    pub una_lsn: Lsn,
    pub outcome: Outcome,
}

impl Update {
    /// As it stands on `upd_*`.
    pub fn on_port(&self) -> latest::Update {
        let (window, pace, flags, feedback) = match self.outcome {
            Outcome::Ldcp { cw, interval, flags } => (cw.raw(), interval.raw(), flags.into(), false),
            Outcome::Hpcc { w, r, flags, feedback } => (w.raw(), r.raw(), flags, feedback),
            Outcome::Socket { window, pace, flags, feedback } => (window, pace, flags, feedback),
        };
        let (kind, alg) = (U::wrap(self.kind as u64), U::wrap(self.alg as u64));
        latest::Update { kind, qpn: self.qpn, alg, window, pace, flags, feedback, una_psn: self.una }
    }
}

/// By which unit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Ldcp {
        cw: Cw,
        interval: Interval,
        /// Bits of `layout::record::flag`.
        flags: u8,
    },
    Hpcc {
        w: Window,
        r: Rate,
        /// Bits of `layout::hpcc::flag`.
        flags: u16,
        /// The receiver sends W to the sender now (line 31).
        feedback: bool,
    },
    /// By another unit: its algorithm says what the numbers mean.
    Socket {
        /// As on `upd_window`: of an algorithm with windows in packets, U14.28.
        window: u64,
        /// As on `upd_pace`.
        pace: u64,
        /// The lowest four are those of `layout::record::flag`.
        flags: u16,
        feedback: bool,
    },
}

/// An update with the event that it is of (`trace_*`).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    pub update: Update,
    /// Of an event as it issued, with its parameter set; nothing of a timer's.
    pub event: Option<(Issued, usize)>,
    /// What the event found, of a unit that says so.
    pub before: Option<Before>,
}

/// A QP's context before an event, in words of all units that show theirs; what one has not is 0.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// HPCC++: U.
    pub u: u64,
    /// LDCP: cw; HPCC++: W.
    pub window: u64,
    /// HPCC++: Wc.
    pub wc: u64,
    /// LDCP: rtt; HPCC++: lastUpdateSeq or lastUpdateTime.
    pub last: u64,
    /// HPCC++: incStage.
    pub stage: u64,
}

/// How much waits in the engine's queues; 0 in one that there is not.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Waiting {
    pub events: u32,
    pub updates: u32,
    /// For the lanes of HPCC++'s measurement.
    pub lanes: u32,
    /// In HPCC++'s own stream of updates.
    pub measured: u32,
}

/// The output pins of a cycle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Out {
    pub room: bool,
    pub s_event_ready: bool,
    pub host_ready: bool,
    pub host_done: Option<HostDone>,
    /// What an operation has found (`found_*`), in the cycle of `host_done`; and of its choice what it leaves.
    pub found: HostContext,
    /// `upd_valid` and its fields; it leaves if `upd_ready`.
    pub upd: Option<Update>,
    /// The flags of an update of HPCC++ that goes into the update queue in this cycle, as far as they are counted
    /// (`seen_*`).
    pub seen: u16,
    /// An ACK or NAK was rejected (`seen_rejected`), an event was of a closed QP (`seen_closed`).
    pub rejected: bool,
    pub closed: bool,
    /// An event joins one of its QP that waits: it has no update of its own (`seen_folded`).
    pub joined: bool,
    /// What waits in its queues (`waiting_*`).
    pub waiting: Waiting,
    /// An event joined one that waits, and a sum saturated (`seen_saturated`).
    pub saturated: bool,
    pub init_done: bool,
    /// Nothing is under way, since so many cycles as an event takes.
    pub idle: bool,
    /// A queue was given more than it holds.
    pub queue_overflow: bool,
    /// With FCR's ports: a lowering is taken, if there is one; one has ended; a mark or a CNP was ignored.
    pub lower_ready: bool,
    pub lower_done: bool,
    pub ignored: bool,
    /// With them: every update older than the host's operation has been taken, and the choice that it leaves.
    pub host_passed: Option<Choice>,
    /// With a trace: the update that was taken in the cycle before.
    pub trace: Option<Shown>,
    /// What was wrong in the contexts; nothing without check bits.
    pub fault: Fault,
    /// What the units' pages say (`unit_answer_*`).
    pub unit: page::Answer,
}
