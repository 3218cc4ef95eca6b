//! The sender's algorithm in a NIC, as a host of the network sees it.

mod advised;
mod behind;
mod clocked;
mod cycle;
mod dcqcn;
mod dctcp;
mod function;
mod hp;
mod ideal;
mod laid;
mod mixed;
mod shaped;
mod speeds;
pub(crate) mod twin;

pub use clocked::Clocked;
pub use cycle::{CYCLE_NS, Cycle};
pub use dctcp::Dctcp;
pub use function::{Function, FunctionError, Golden};
pub use hp::Hp;
pub(crate) use mixed::Place;
pub use mixed::{Algorithm, Mixed};
pub use speeds::Speeds;
pub use twin::{Compared, Difference, Engines, Field, MakeTwin, Twin};

use crate::advise::Body;
use crate::mark::Marking;
use crate::packet::Hop;

/// What a NIC knows of its network.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// M, the rate of the host's port, bit/s.
    pub line_bps: u64,
    /// The greatest RTT of all pairs, ns.
    pub rtt_ns: u64,
    /// The greatest BDP of all pairs, bytes.
    pub bdp_bytes: u64,
    /// Speeds of links by the codes of HPCC++'s header.
    pub speeds: Speeds,
    /// Parameters that differ.
    pub tuning: Tuning,
}

/// Parameters of senders that are not those of the rules, as a `config.txt` sets them. What is `None` is as they say.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Tuning {
    /// A of `hp` and `hp5`, and what HPCC++'s W_ai is over an RTT, bit/s.
    pub hpcc_increase_bps: Option<u64>,
    /// HPCC++'s maxStage.
    pub hpcc_max_stage: Option<u64>,
    /// μ of `hp` and `hp5`.
    pub hpcc_multiple: Option<u64>,
    /// DCQCN's `rai`, bit/s.
    pub dcqcn_increase_bps: Option<u64>,
    /// Its `rc_min`, bit/s.
    pub dcqcn_least_bps: Option<u64>,
    /// Its `g`, in 2^-16.
    pub dcqcn_gain: Option<u64>,
    /// Its `recovery`.
    pub dcqcn_recovery: Option<u64>,
    /// Its `clamp_target`.
    pub dcqcn_clamp_target: Option<bool>,
}

impl Tuning {
    /// All as the rules say.
    pub const RULE: Tuning = Tuning {
        hpcc_increase_bps: None,
        hpcc_max_stage: None,
        hpcc_multiple: None,
        dcqcn_increase_bps: None,
        dcqcn_least_bps: None,
        dcqcn_gain: None,
        dcqcn_recovery: None,
        dcqcn_clamp_target: None,
    };

    /// A: 10 Mbit/s for each 25 Gbit/s of the line, or what is set.
    pub(crate) fn increase_bps(&self, line_bps: u64) -> u64 {
        let rule = (10_000_000 * line_bps as u128 / 25_000_000_000) as u64;
        self.hpcc_increase_bps.unwrap_or(rule)
    }
}

/// When the golden model's update of an event comes out.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum UpdateLatency {
    /// So many ns behind it.
    Ns(u64),
    /// When it would in the cycle model, if no other event held it up.
    Cycle,
}

/// An ACK or NACK at its sender.
#[derive(Copy, Clone, Debug)]
pub struct Ack<'a> {
    /// `seq` of the rules: bytes that the receiver has.
    pub seq: u64,
    /// `nxt` of the rules: bytes sent so far.
    pub nxt: u64,
    /// Bytes that this ACK is the first to confirm.
    pub confirmed: u64,
    /// The data packet was marked.
    pub mark: bool,
    /// It is a NACK: what the receiver wants next is missing.
    pub nack: bool,
    /// pathID: the numbers of the switches that wrote, by exclusive or.
    pub path: u16,
    /// What the switches wrote, in order of the path.
    pub telemetry: &'a [Hop],
}

/// What a NIC is told.
#[derive(Copy, Clone, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The QP is opened, with a window of the BDP at the line's rate (FABRIC 4).
    Open {
        /// Its flow, by the place in the file, from 0.
        flow: u32,
    },
    /// An ACK or NACK.
    Ack(Ack<'a>),
    /// A congestion notification packet.
    Cnp,
    /// A revised CNP, by the 16 bytes behind its BTH: an ordinary one to a NIC without FCR (DIVERGENCE FCR17).
    Advice(&'a Body),
    /// A data packet of the QP goes out.
    Sent {
        /// Bytes sent, this packet included; after a loss they begin again at what is confirmed.
        nxt: u64,
    },
}

/// What a host says of a QP that its NIC paces.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// It begins.
    Begin {
        /// It sends whatever windows and rates say.
        bypass: bool,
        /// Its first packets are not ECN-capable (SEMANTICS L13).
        fast_start: bool,
    },
    /// The doorbell: it has more to send.
    Ring {
        /// So many bytes.
        bytes: u64,
        /// Left of the message that they belong to.
        to_end: u64,
    },
    /// A grant has been used, or nothing is left to use it for.
    Answer {
        /// Of the grant.
        tag: u8,
        /// Bytes sent so far; after a loss they begin again at what is confirmed.
        nxt: u64,
        /// Sent on the grant.
        bytes: u64,
        /// The QP has no more to send.
        empty: bool,
    },
    /// It goes back.
    Rewind {
        /// To here.
        nxt: u64,
        /// So many bytes are sent again.
        bytes: u64,
    },
    /// It is over.
    End,
}

/// A QP may send.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// The QP, by its number at the host.
    pub qp: u32,
    /// It is answered by this.
    pub tag: u8,
    /// At most so many bytes of payload.
    pub bytes: u64,
    /// At most so many packets.
    pub packets: u64,
    /// Their ECN codepoint.
    pub ecn_capable: bool,
}

/// What a NIC decides.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Update {
    /// The QP, by its number at the host.
    pub qp: u32,
    /// Bytes that may be sent and not confirmed; `u64::MAX`: no window check.
    pub window_bytes: u64,
    /// Bit/s, not 0.
    pub rate_bps: u64,
    /// A new rate moves the next packet (`hp`); else it counts from the next packet on (`dctcp`).
    pub repace: bool,
}

/// What has become of advices.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct AdviceCounts {
    /// They hold, each until it ends.
    pub taken: u64,
    /// Out of range: rejected, with an alert.
    pub rejected: u64,
    /// Not newer than the switch's last one, or one too many.
    pub ignored: u64,
    /// Of another version or kind.
    pub unknown: u64,
    /// Marks and CNPs that were ignored while one was live.
    pub marks: u64,
    /// Own values that were lowered to what an advice had allowed when it ended.
    pub lowered: u64,
}

impl AdviceCounts {
    /// Both together.
    pub fn and(self, other: Self) -> Self {
        Self {
            taken: self.taken + other.taken,
            rejected: self.rejected + other.rejected,
            ignored: self.ignored + other.ignored,
            unknown: self.unknown + other.unknown,
            marks: self.marks + other.marks,
            lowered: self.lowered + other.lowered,
        }
    }
}

/// The NIC of one host. Its QPs are numbered from 0 in the order in which they are opened.
pub trait Nic {
    /// An event of a QP at `time_ns`. True: an update of this event comes out, now or later; the host looks at its port
    /// then, and not at an ACK before.
    fn ack(&mut self, time_ns: u64, qp: u32, event: Event<'_>) -> bool;

    /// The next update that has come out by `time_ns`, in the order of events. Called until there is none.
    fn next(&mut self, time_ns: u64) -> Option<Update>;

    /// When `next` is to be asked again, ns. `None`: not before a further event.
    fn due(&self) -> Option<u64>;

    /// It says by grants when this QP may send. Else the host does, by its window and rate (FABRIC 4).
    fn paces(&self, qp: u32) -> bool {
        let _ = qp;
        false
    }

    /// Of a QP that it paces.
    fn told(&mut self, time_ns: u64, qp: u32, word: Word) {
        let _ = (time_ns, qp, word);
    }

    /// The next grant that has come out by `time_ns`. Called until there is none.
    fn grant(&mut self, time_ns: u64) -> Option<Grant> {
        let _ = time_ns;
        None
    }

    /// A PAUSE or RESUME has come to the host's port.
    fn pause(&mut self, time_ns: u64, paused: bool) {
        let _ = (time_ns, paused);
    }

    /// What has become of advices.
    fn advice_counts(&self) -> AdviceCounts {
        AdviceCounts::default()
    }

    /// The run has ended.
    fn end(&mut self, time_ns: u64) {
        let _ = time_ns;
    }
}

impl<N: Nic + ?Sized> Nic for Box<N> {
    fn ack(&mut self, time_ns: u64, qp: u32, event: Event<'_>) -> bool {
        (**self).ack(time_ns, qp, event)
    }

    fn next(&mut self, time_ns: u64) -> Option<Update> {
        (**self).next(time_ns)
    }

    fn due(&self) -> Option<u64> {
        (**self).due()
    }

    fn paces(&self, qp: u32) -> bool {
        (**self).paces(qp)
    }

    fn told(&mut self, time_ns: u64, qp: u32, word: Word) {
        (**self).told(time_ns, qp, word);
    }

    fn grant(&mut self, time_ns: u64) -> Option<Grant> {
        (**self).grant(time_ns)
    }

    fn pause(&mut self, time_ns: u64, paused: bool) {
        (**self).pause(time_ns, paused);
    }

    fn advice_counts(&self) -> AdviceCounts {
        (**self).advice_counts()
    }

    fn end(&mut self, time_ns: u64) {
        (**self).end(time_ns);
    }
}

/// The reference senders (FABRIC 6), for exact comparison only.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// HPCC on rates, maxStage 0.
    Hp,
    /// HPCC on rates, maxStage 5.
    Hp5,
    /// DCTCP on rates.
    Dctcp,
}

impl Mode {
    /// All of them.
    pub const ALL: [Mode; 3] = [Mode::Hp, Mode::Hp5, Mode::Dctcp];

    /// Its name in the rules.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Hp => "hp",
            Mode::Hp5 => "hp5",
            Mode::Dctcp => "dctcp",
        }
    }

    /// Whether its packets have telemetry.
    pub fn telemetry(self) -> bool {
        self != Mode::Dctcp
    }

    /// How its switches mark.
    pub fn marking(self) -> Marking {
        if self == Mode::Dctcp { Marking::STEP } else { Marking::RAMP }
    }

    /// A NIC of it.
    pub fn nic(self, line: Line) -> Reference {
        match self {
            Mode::Hp => Reference::Hp(Hp::new(line, 0)),
            Mode::Hp5 => Reference::Hp(Hp::new(line, 5)),
            Mode::Dctcp => Reference::Dctcp(Dctcp::new(line)),
        }
    }
}

/// A NIC of a reference sender. Its updates come out at once.
#[derive(Clone, Debug)]
pub enum Reference {
    /// `hp` or `hp5`.
    Hp(Hp),
    /// `dctcp`.
    Dctcp(Dctcp),
}

impl Nic for Reference {
    #[inline]
    fn ack(&mut self, time_ns: u64, qp: u32, event: Event<'_>) -> bool {
        match self {
            Reference::Hp(nic) => nic.ack(time_ns, qp, event),
            Reference::Dctcp(nic) => nic.ack(time_ns, qp, event),
        }
    }

    #[inline]
    fn next(&mut self, time_ns: u64) -> Option<Update> {
        match self {
            Reference::Hp(nic) => nic.next(time_ns),
            Reference::Dctcp(nic) => nic.next(time_ns),
        }
    }

    #[inline]
    fn due(&self) -> Option<u64> {
        None
    }
}

/// The lowest rate of the reference senders, bit/s.
const LEAST_BPS: u64 = 1_000_000_000;

/// window = max(1, ⌊BDP·rate/M⌋).
#[inline]
fn window(line: &Line, rate_bps: u64) -> u64 {
    ((line.bdp_bytes as u128 * rate_bps as u128 / line.line_bps as u128) as u64).max(1)
}
