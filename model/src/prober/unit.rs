//! `prober`: the block with its cycles (hdl/src/prober.md).

use super::qp::{How, Policy, Probe, Qp, Response, Rtt};
use crate::delay::Delay;
use crate::fifo::Fifo;
use crate::receiver::Queue;
use layout::ldcp::Psn;
use layout::prober::{Kind, Now, Ns, PERIOD, TIMEOUT};

/// Cycles from news, or from what has a turn, until it acts.
const ACTS: usize = 4;
/// While so many wait on a way out nothing more begins that may go there.
const ROOM: usize = 2;

/// News of a QP: snd_nxt, or the last PSN that is acknowledged.
pub type News = (u32, Psn);

/// The host's write.
#[derive(Copy, Clone, Debug)]
pub struct Host {
    pub qpn: u32,
    /// With its kind, as on the port, and its first PSN. None: the period alone is written.
    pub opens: Option<(u64, Psn)>,
    pub period: Ns,
}

/// The inputs of a cycle.
#[derive(Copy, Clone, Debug)]
pub struct In {
    /// Low: all but what is kept of the QPs is as it was at first.
    pub rst_n: bool,
    pub init: Option<u32>,
    pub now: Now,
    pub how: How,
    pub host: Option<Host>,
    pub tx: Option<News>,
    pub una: Option<News>,
    pub response: Option<(u32, Response)>,
    pub probe_ready: bool,
    pub rtt_ready: bool,
}

/// The outputs of a cycle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Out {
    pub una_ready: bool,
    pub response_ready: bool,
    pub probe: Option<(u32, Probe)>,
    pub rtt: Option<(u32, Rtt)>,
    pub counts: Counts,
}

/// What is counted, each modulo 2^32.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub probes: u32,
    pub responses: u32,
    pub unexpected: u32,
    pub timeouts: u32,
    pub refused: u32,
    pub clamped: u32,
}

/// What has a turn.
#[derive(Copy, Clone, Debug)]
enum Op {
    Opens(u32, Policy, Psn),
    Period(u32, Ns),
    Response(u32, Response),
    /// From the queue of those that came, or of those that come again.
    Fresh(u32),
    Again(u32),
}

impl Op {
    fn qpn(&self) -> u32 {
        let (Op::Opens(qpn, ..) | Op::Period(qpn, _) | Op::Response(qpn, _) | Op::Fresh(qpn) | Op::Again(qpn)) = *self;
        qpn
    }
}

#[derive(Copy, Clone)]
struct Place {
    qp: Qp,
    /// It is in the list.
    listed: bool,
}

/// What an operation gave a cycle ago.
#[derive(Copy, Clone, Default)]
struct Gave {
    probe: Option<(u32, Probe)>,
    rtt: Option<(u32, Rtt)>,
    unexpected: bool,
    gave_up: bool,
    /// The QP stays in the list.
    stays: Option<u32>,
}

/// The block: news of a packet and of an ACK a cycle in; a probe and an RTT out.
#[derive(Clone)]
pub struct Prober {
    places: Vec<Place>,
    /// Of the cycle before.
    now: Now,
    how: How,
    tx: Delay<News, ACTS>,
    una: Delay<News, ACTS>,
    ops: Delay<Op, ACTS>,
    fresh: Queue,
    again: Queue,
    answer_turn: bool,
    again_turn: bool,
    gave: Gave,
    leaving: Fifo<(u32, Probe), 8>,
    measured: Fifo<(u32, Rtt), 8>,
    counts: Counts,
}

impl Prober {
    pub fn new(qps: u32) -> Self {
        Self {
            places: vec![Place { qp: Qp::RESET, listed: false }; qps as usize],
            now: Now::wrap(0),
            how: How { timeout: Ns::wrap(0), smooth: false, timed: false },
            tx: Delay::default(),
            una: Delay::default(),
            ops: Delay::default(),
            fresh: Queue::default(),
            again: Queue::default(),
            answer_turn: false,
            again_turn: false,
            gave: Gave::default(),
            leaving: Fifo::default(),
            measured: Fifo::default(),
            counts: Counts::default(),
        }
    }

    pub fn reset(&mut self) {
        *self = Self { places: std::mem::take(&mut self.places), ..Self::new(0) };
    }

    pub fn qp(&self, qpn: u32) -> &Qp {
        &self.places[qpn as usize].qp
    }

    /// Likewise on `m_probe`.
    pub fn probe(&self) -> Option<(u32, Probe)> {
        self.leaving.head()
    }

    /// What stands on `m_rtt` in this cycle, which does not depend on its inputs.
    pub fn rtt(&self) -> Option<(u32, Rtt)> {
        self.measured.head()
    }

    /// One clock cycle.
    pub fn step(&mut self, input: &In) -> Out {
        let works = input.init.is_none();
        let idle = works && input.host.is_none();
        let rtt_room = self.measured.len() < ROOM;
        let visit = self.next_visit();
        let response_ready = idle && rtt_room && (visit.is_none() || self.answer_turn);
        let out = Out {
            una_ready: idle,
            response_ready,
            probe: self.leaving.head(),
            rtt: self.measured.head(),
            counts: self.counts,
        };
        let [probe_goes, rtt_goes] = [out.probe.is_some() && input.probe_ready, out.rtt.is_some() && input.rtt_ready];
        let Gave { unexpected, gave_up, .. } = self.gave;
        let counts = &mut self.counts;
        for (count, more) in [
            (&mut counts.probes, probe_goes),
            (&mut counts.responses, rtt_goes),
            (&mut counts.unexpected, unexpected),
            (&mut counts.timeouts, gave_up),
        ] {
            *count = count.wrapping_add(more.into());
        }

        let response = input.response.filter(|_| response_ready);
        let begins = match (input.host.filter(|_| works), response) {
            (Some(host), _) => self.write(&host),
            (None, Some((qpn, response))) => Some(Op::Response(qpn, response)),
            (None, None) => visit.filter(|_| idle),
        };
        match begins {
            Some(Op::Response(..)) => self.answer_turn = false,
            Some(op @ (Op::Fresh(_) | Op::Again(_))) => {
                (self.answer_turn, self.again_turn) = (true, matches!(op, Op::Fresh(_)));
            }
            _ => {}
        }

        let acts = self.ops.step(begins);
        let tx = self.tx.step(input.tx.filter(|_| works));
        let una = self.una.step(input.una.filter(|_| idle));
        let (gave, comes) = self.act(acts, tx, una);
        if let Some(address) = input.init {
            self.places[address as usize] = Place { qp: Qp::RESET, listed: false };
        }

        self.fresh.step(comes, matches!(begins, Some(Op::Fresh(_))));
        self.again.step(gave.stays, matches!(begins, Some(Op::Again(_))));
        self.leaving.step(self.gave.probe, probe_goes);
        self.measured.step(self.gave.rtt, rtt_goes);
        self.gave = gave;
        let timeout = Ns::wrap(input.how.timeout.raw().max(TIMEOUT.min));
        (self.now, self.how) = (input.now, How { timeout, ..input.how });
        if !input.rst_n {
            self.reset();
        }
        out
    }

    /// The QP that would be visited: of both queues in turn, while there is room for its probe.
    fn next_visit(&self) -> Option<Op> {
        if self.leaving.len() >= ROOM {
            return None;
        }
        match (self.fresh.head(), self.again.head()) {
            (Some(_), Some(again)) if self.again_turn => Some(Op::Again(again)),
            (Some(fresh), _) => Some(Op::Fresh(fresh)),
            (None, again) => again.map(Op::Again),
        }
    }

    /// The host's write: refused, or with a period that is not too short.
    fn write(&mut self, host: &Host) -> Option<Op> {
        let kind = match host.opens {
            None => None,
            Some((kind, first)) => match Kind::from_bits(kind) {
                Some(kind) => Some((kind, first)),
                None => {
                    self.counts.refused = self.counts.refused.wrapping_add(1);
                    return None;
                }
            },
        };
        let period = Ns::wrap(host.period.raw().max(PERIOD.min));
        let closes = kind.is_some_and(|(kind, _)| kind == Kind::None);
        self.counts.clamped = self.counts.clamped.wrapping_add((!closes && period != host.period).into());
        Some(match kind {
            Some((kind, first)) => Op::Opens(host.qpn, Policy { kind, period }, first),
            None => Op::Period(host.qpn, period),
        })
    }

    /// What acts in a cycle: an operation, which does not see the news of its cycle, and news. A packet that an opening
    /// meets is past. Gives the QP that enters the list, too.
    fn act(&mut self, op: Option<Op>, tx: Option<News>, una: Option<News>) -> (Gave, Option<u32>) {
        let mut gave = Gave::default();
        let met = tx.is_some_and(|(qpn, _)| op.is_some_and(|op| op.qpn() == qpn));
        let comes = tx.map(|(qpn, _)| qpn).filter(|qpn| {
            let place = &self.places[*qpn as usize];
            place.qp.policy.kind != Kind::None && !place.listed
        });
        let (now, how) = (self.now, self.how);
        let place = op.map(|op| &mut self.places[op.qpn() as usize]);
        match (op, place) {
            (Some(Op::Opens(_, policy, first)), Some(place)) => place.qp = Qp::opened(policy, first),
            (Some(Op::Period(_, period)), Some(place)) => place.qp.policy.period = period,
            (Some(Op::Response(qpn, response)), Some(place)) => {
                gave.rtt = place.qp.response(&response, now, &how).map(|rtt| (qpn, rtt));
                gave.unexpected = gave.rtt.is_none();
            }
            (Some(Op::Fresh(qpn) | Op::Again(qpn)), Some(place)) => {
                let visit = place.qp.visit(now, how.timeout);
                let probes = place.qp.policy.kind != Kind::None;
                place.listed = visit.stays || probes && met;
                (gave.probe, gave.gave_up) = (visit.probe.map(|probe| (qpn, probe)), visit.gave_up);
                gave.stays = place.listed.then_some(qpn);
            }
            _ => {}
        }
        if let Some((qpn, psn)) = una {
            self.places[qpn as usize].qp.una = psn;
        }
        if let Some((qpn, psn)) = tx {
            let place = &mut self.places[qpn as usize];
            place.listed |= comes.is_some();
            if !(met && matches!(op, Some(Op::Opens(..)))) {
                place.qp.snd_nxt = Some(psn);
            }
        }
        (gave, comes)
    }
}
