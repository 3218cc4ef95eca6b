//! What the prober keeps of a QP, and the rules. The clock has 32 bits and goes round (FORMATS.md has it so in an RTT
//! request).
//!
//! - HPCC++ draft, 6.2.1: "End-hosts can generate probe packets less frequently and we recommend once per round trip
//!   time. In addition, the end-host issues probe packets only when it has data packet in the flight."
//! - LDCP draft, 3.2: "at the beginning of a flow, an RTT request is sent out, and the next RTT request is sent after
//!   the RTT response of the previous request is received (or a timeout is experienced)", and "the sender compares the
//!   timestamp difference to calculate the RTT".
//! - SEMANTICS L25, H28: one open a QP; seq of a telemetry response is snd_nxt when the probe left, kept per QP.

use layout::ldcp::Psn;
use layout::prober::{Kept, Kind, Now, Ns};

/// How a QP is probed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// None for a QP that is closed.
    pub kind: Kind,
    pub period: Ns,
}

/// What counts for all QPs.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct How {
    /// How long a response is waited for.
    pub timeout: Ns,
    /// A measured RTT counts for an eighth.
    pub smooth: bool,
    /// A telemetry response echoes the time, too.
    pub timed: bool,
}

/// A probe as it leaves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    pub kind: Kind,
    pub psn: Psn,
    pub time: Now,
}

/// A response as it comes, of any peer.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// 1 telemetry, 2 RTT; anything else is no kind.
    pub kind: u64,
    pub psn: Psn,
    pub time: Now,
}

/// What a response that was waited for says.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Rtt {
    pub kind: Kind,
    pub psn: Psn,
    pub measured: Ns,
    pub smoothed: Ns,
}

/// What came of looking at a QP.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Visit {
    pub probe: Option<Probe>,
    /// A response was waited for too long.
    pub gave_up: bool,
    /// There is something to come back for.
    pub stays: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Qp {
    pub policy: Policy,
    /// The last PSN that is acknowledged.
    pub una: Psn,
    /// None: nothing was sent since the QP was opened.
    pub snd_nxt: Option<Psn>,
    /// The probe whose response is waited for.
    pub open: Option<Probe>,
    /// When the last probe left, while its period runs.
    pub runs: Option<Now>,
    pub rtt: Option<Kept>,
}

/// From then to now, round the clock.
fn since(then: Now, now: Now) -> u64 {
    Now::wrap(now.raw().wrapping_sub(then.raw())).raw()
}

impl Qp {
    /// What the initialisation writes.
    pub const RESET: Qp = Qp {
        policy: Policy { kind: Kind::None, period: Ns::wrap(0) },
        una: Psn::wrap(0),
        snd_nxt: None,
        open: None,
        runs: None,
        rtt: None,
    };

    /// A QP that the host has just opened, or closed.
    pub fn opened(policy: Policy, first: Psn) -> Qp {
        Qp { policy, una: Psn::wrap(first.raw().wrapping_sub(1)), ..Qp::RESET }
    }

    /// Data is in flight.
    pub fn flies(&self) -> bool {
        self.snd_nxt.is_some_and(|snd_nxt| snd_nxt != Psn::wrap(self.una.raw() + 1))
    }

    fn rests(&mut self, now: Now) {
        self.runs = self.runs.filter(|then| since(*then, now) < self.policy.period.raw());
    }

    /// Looks whether a probe is due.
    pub fn visit(&mut self, now: Now, timeout: Ns) -> Visit {
        let mut visit = Visit::default();
        if self.policy.kind == Kind::None {
            return visit;
        }
        visit.gave_up = self.open.is_some_and(|probe| since(probe.time, now) >= timeout.raw());
        if visit.gave_up {
            self.open = None;
        }
        self.rests(now);
        if let (Some(psn), true, None, None) = (self.snd_nxt, self.flies(), self.open, self.runs) {
            visit.probe = Some(Probe { kind: self.policy.kind, psn, time: now });
            (self.open, self.runs) = (visit.probe, Some(now));
        }
        visit.stays = self.flies() || self.open.is_some() || self.runs.is_some();
        visit
    }

    /// A response comes; None if nobody waits for it.
    pub fn response(&mut self, response: &Response, now: Now, how: &How) -> Option<Rtt> {
        let probe = self.open?;
        let measured = since(probe.time, now);
        let echoes = match probe.kind {
            Kind::Rtt => response.time == probe.time,
            _ if how.timed => (response.psn, response.time) == (probe.psn, probe.time),
            _ => response.psn == probe.psn,
        };
        if response.kind != probe.kind as u64 || !echoes || measured >= how.timeout.raw() {
            return None;
        }
        self.open = None;
        self.rests(now);
        // in 1/8 ns: an eighth of what is kept goes, in whole ns, and the measured one's comes
        let rtt = match self.rtt.filter(|_| how.smooth) {
            Some(kept) => kept.raw() - kept.raw() / 8 + measured,
            None => 8 * measured,
        };
        self.rtt = Some(Kept::wrap(rtt));
        let [measured, smoothed] = [measured, rtt / 8].map(Ns::wrap);
        Some(Rtt { kind: probe.kind, psn: probe.psn, measured, smoothed })
    }
}
