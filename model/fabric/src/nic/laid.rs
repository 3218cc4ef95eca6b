//! FCR laid over the algorithms that go by ACKs (`model::fcr`, DIVERGENCE FCR18 to FCR24): what they hold, what of it
//! is lowered when an advice ends, and what is sent.

use super::advised::{Advised, Exact, Fixed, Said};
use super::function::{Acks, BPS, PACKET, States, hpcc_rate, least_window};
use super::{Ack, Update};
use crate::advise::Body;
use layout::dctcp::Cwnd;
use layout::fcr::{Rate, flag};
use layout::hpcc::Rate as HpccRate;
use layout::ldcp::Cw;
use model::fcr::{Event, Own};
use model::hpcc;

/// FCR, in the arithmetic of what it is laid over.
#[derive(Clone, Debug)]
pub(super) enum Laid {
    Fixed(Advised<Fixed>),
    Exact(Advised<Exact>),
}

/// From the formats of DCTCP's window to that of LDCP's.
const CWND_TO_CW: u32 = Cw::FRAC - Cwnd::FRAC;

/// The window in bytes, the rate in bit/s, and whether the rate moves the next packet.
type Limits = (u64, u64, bool);

impl States {
    /// What the algorithm holds of a QP. A rate is what it does not have, and so is never the limit.
    fn own(&self, qp: usize) -> Own {
        let rc = Rate::MAX;
        match self {
            States::Hpcc { contexts, .. } => Own { rc, w: contexts[qp].w, wc: contexts[qp].wc, ..Own::default() },
            States::Ldcp { contexts, .. } => Own { rc, cw: contexts[qp].cw, ..Own::default() },
            States::Dctcp { contexts, .. } => {
                Own { rc, cw: Cw::wrap(contexts[qp].cwnd.raw() << CWND_TO_CW), ..Own::default() }
            }
            States::Ideal(_) => Own::default(),
        }
    }

    /// It holds at most this (FCR19).
    fn lower(&mut self, qp: usize, own: &Own) {
        match self {
            States::Hpcc { contexts, .. } => (contexts[qp].w, contexts[qp].wc) = (own.w, own.wc),
            States::Ldcp { contexts, .. } => contexts[qp].cw = own.cw,
            States::Dctcp { contexts, .. } => {
                let cwnd = (own.cw.raw() >> CWND_TO_CW).max(1 << Cwnd::FRAC);
                contexts[qp].cwnd = contexts[qp].cwnd.min(Cwnd::wrap(cwnd));
            }
            States::Ideal(_) => {}
        }
    }

    /// What a QP sends at that holds `own` and may send `send`.
    fn limits(&self, line_bps: u64, rtt_ns: u64, own: &Own, said: &Said<Own>) -> Limits {
        let most_bps = if said.capped { ((said.send.rc.raw() as u128 * BPS) >> Rate::FRAC) as u64 } else { u64::MAX };
        let least = |rate: u64| rate.min(most_bps).max(1);
        match self {
            States::Hpcc { params, .. } => {
                let (r, _) = hpcc::window::rate(own.w, params);
                let rate = hpcc_rate(((r.raw() as u128 * BPS) >> HpccRate::FRAC) as u64, line_bps);
                (least_window(said.send.w.raw() >> layout::hpcc::Window::FRAC), least(rate), true)
            }
            States::Ldcp { .. } if own.cw.raw() < 1 << Cw::FRAC => {
                let rate = (own.cw.raw() as u128 * 8_000_000_000_000 / rtt_ns as u128) >> Cw::FRAC;
                (u64::MAX, least(rate as u64), false)
            }
            _ => (least_window((PACKET * said.send.cw.raw()) >> Cw::FRAC), least(line_bps), false),
        }
    }
}

impl Acks {
    /// An event of FCR's: its flags, and what the QP sends at from now on.
    fn hears(&mut self, time_ns: u64, qp: u32, event: Event) -> (u16, Limits) {
        let (line, at) = (self.line, qp as usize);
        match (&mut self.states, &mut self.laid) {
            (States::Ideal(ideal), Some(Laid::Exact(advised))) => {
                let said = advised.step(time_ns, qp, event, &ideal.own(at));
                if said.flags & flag::CLAMPED != 0 {
                    ideal.lower(at, &said.own);
                }
                (said.flags, ideal.limits(at, &said))
            }
            (states, Some(Laid::Fixed(advised))) => {
                let said = advised.step(time_ns, qp, event, &states.own(at));
                if said.flags & flag::CLAMPED != 0 {
                    states.lower(at, &said.own);
                }
                (said.flags, states.limits(line.line_bps, line.rtt_ns, &states.own(at), &said))
            }
            _ => (0, (u64::MAX, line.line_bps, false)),
        }
    }

    /// An ACK of a QP that may have an advice: with a live one a mark is not seen, and what such an ACK confirms moves
    /// nothing (FCR22).
    pub(super) fn advised_step(&mut self, time_ns: u64, qp: u32, mut ack: Ack<'_>) {
        let event = if ack.mark { Event::Mark } else { Event::Time };
        let (flags, _) = self.hears(time_ns, qp, event);
        if flags & flag::IGNORED != 0 {
            (ack.mark, ack.confirmed) = (false, 0);
        }
        self.step(qp as usize, &ack);
        let (_, limits) = self.hears(time_ns, qp, Event::Time);
        self.says(time_ns, qp, limits);
    }

    /// A revised CNP. One that is not taken changes nothing.
    pub(super) fn reads(&mut self, time_ns: u64, qp: u32, body: &Body) {
        let event = match &mut self.laid {
            None => None,
            Some(Laid::Fixed(advised)) => advised.read(body),
            Some(Laid::Exact(advised)) => advised.read(body),
        };
        let Some(event) = event else { return };
        let (flags, limits) = self.hears(time_ns, qp, event);
        if flags & flag::ALERT == 0 {
            self.says(time_ns, qp, limits);
        }
    }

    /// Advices that have ended by `time_ns`.
    pub(super) fn ends(&mut self, time_ns: u64) {
        loop {
            let ended = match &mut self.laid {
                None => None,
                Some(Laid::Fixed(advised)) => advised.ended(time_ns),
                Some(Laid::Exact(advised)) => advised.ended(time_ns),
            };
            let Some((end_ns, qp)) = ended else { return };
            let (_, limits) = self.hears(end_ns, qp, Event::Time);
            self.says(end_ns, qp, limits);
        }
    }

    pub(super) fn says(&mut self, time_ns: u64, qp: u32, (window_bytes, rate_bps, repace): Limits) {
        let update = Update { qp, window_bytes, rate_bps, repace };
        self.out.push_back((time_ns + self.latency_ns, update));
    }
}
