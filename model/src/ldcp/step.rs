//! LDCP's per-ACK window adjustment as a pure function (hdl/src/pawa.md;
//! draft-dai-tsvwg-pfc-free-congestion-control-01, 2.2 and 3.2; SEMANTICS L1 to L6, L9, L11).

use super::Params;
use crate::event;
use crate::recip::{Divisor, Numerator, recip};
use crate::round::{leading_one, normalise, round_half_up, trunc};
use layout::ldcp::{CW, Cw, N, RTT, Rtt};
use layout::record::{Kind, flag};

/// What is kept of a QP.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Context {
    pub cw: Cw,
    pub rtt: Rtt,
}

impl Context {
    /// What the initialisation writes: cw = 1, rtt = 10,000 ns.
    pub const RESET: Context = Context { cw: Cw::wrap(CW.reset), rtt: Rtt::wrap(RTT.reset) };
}

/// An event of one QP.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// An ACK that confirms `n` packets.
    Ack { n: N, ece: bool },
    /// A NAK with code 0.
    Loss,
    /// An RTT response (draft 3.2).
    Rtt,
    /// A congestion notification packet (draft 3.2).
    Cnp,
    /// What came while one waited, as one step (SEMANTICS A2).
    Folded(Folded),
    /// The host replaces the context.
    HostWrite(Context),
    /// The host reads the context.
    HostRead,
}

/// Events of one QP that became one: sums, in which no mark is lost.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Folded {
    /// Packets that ACKs without ECN-Echo confirm.
    pub n0: N,
    /// Those of ACKs with it.
    pub n1: N,
    /// RTT responses.
    pub rtts: N,
    /// CNPs.
    pub cnps: N,
}

impl Event {
    /// By `ldcp` or, with `pcc`, by `ldcp-pcc`: how often the window is raised, and how often cut.
    #[inline]
    fn counts(self, pcc: bool) -> (N, N) {
        const ONE: N = N::wrap(1);
        match (pcc, self) {
            (false, Event::Ack { n, ece: false }) => (n, N::ZERO),
            (false, Event::Ack { n, ece: true }) => (N::ZERO, n),
            (false, Event::Folded(Folded { n0, n1, .. })) => (n0, n1),
            (true, Event::Rtt) => (ONE, N::ZERO),
            (true, Event::Cnp) => (N::ZERO, ONE),
            (true, Event::Folded(Folded { rtts, cnps, .. })) => (rtts, cnps),
            // a loss in the stable stage changes nothing (L9); nor does what the QP's algorithm does not use
            _ => (N::ZERO, N::ZERO),
        }
    }
}

/// 1.0 as a raw window.
pub(super) const ONE: u64 = 1 << Cw::FRAC;
/// From the gains' fraction bits (U1.16) to the window's (U14.28).
const GAIN_TO_CW: u32 = 28 - 16;

/// One event, by `ldcp` or, with `pcc`, by `ldcp-pcc`: the context after it, and the flags of its update.
#[inline(always)] // returned through memory, the padding of the pair costs the engine's loop a fifth of its speed
pub fn step(pcc: bool, context: Context, event: Event, params: &Params) -> (Context, u8) {
    match event {
        Event::HostWrite(new) => return (new, 0),
        Event::HostRead => return (context, 0),
        _ => {}
    }
    let cw = context.cw.raw() as i64;
    let (alpha, beta, gamma) = (params.alpha().raw(), params.beta().raw(), params.gamma().raw());
    let (cw, flags) = match event.counts(pcc) {
        // an ACK that confirms nothing is no delivery (pawa.md)
        (N::ZERO, N::ZERO) => (context.cw, flag::IGNORED),
        // 3.2: "Upon the arrival of an RTT response … the window should increase by alpha"; "window is decreased by
        // beta upon *every* CNP" (L11, A2)
        (rtts, cnps) if pcc => clamp(cw + up(rtts.raw() * alpha) - up(cnps.raw() * beta), params),
        // 2.2: "The corresponding cw updating rule is … where cw < 1"; one ACK is one step (L4, A2)
        (_, N::ZERO) if context.cw.raw() < ONE => clamp(cw + up(gamma), params),
        (_, _) if context.cw.raw() < ONE => {
            // U14.28 below one: 28 bits; times U0.16: 44 bits, exact
            clamp(round_half_up(context.cw.raw() * params.eta().raw(), 16) as i64, params)
        }
        // 2.2, eq. (2): "if ECN-Echo = 0, cw = cw + n * alpha/cw", cw >= 1 (L1)
        (n0, N::ZERO) => clamp(cw + increment(n0.raw() * alpha, context.cw) as i64, params),
        // 2.2, eq. (2): "if ECN-Echo = 1, cw = cw - n * beta", floored at gamma (L2)
        (N::ZERO, n1) => clamp(cw - up(n1.raw() * beta), params),
        // both at once (A2)
        (n0, n1) => clamp(cw + increment(n0.raw() * alpha, context.cw) as i64 - up(n1.raw() * beta), params),
    };
    (Context { cw, ..context }, flags | if cw.raw() < ONE { flag::PACED } else { 0 })
}

/// U·.16 to U·.28, exact.
#[inline]
const fn up(raw: u64) -> i64 {
    (raw << GAIN_TO_CW) as i64
}

/// n·alpha/cw in U14.28 for cw ≥ 1, with p = n·alpha in U14.16: round_half_up of a quotient whose operands are cut to
/// 18 and 24 bits. Off by at most 2^-17 + 2^-23 + 4e-6 of its value and half an LSB (`tests/pawa.rs`).
#[inline]
fn increment(p: u64, cw: Cw) -> u64 {
    let b = leading_one(p); // below 30, as n·alpha < 2^14·2^16
    let x = normalise(p, b, 17);
    let e = leading_one(trunc(cw.raw(), Cw::FRAC)); // at most 13
    let d = trunc(cw.raw(), e + 5) - (1 << 23);
    let q = recip(Numerator::wrap(x), Divisor::wrap(d)).raw();
    // n·alpha/cw = Q·2^(b − e − 52), in units of 2^-28: (q << 5)·2^(b − e − 29)
    round_half_up(q << 5, e + 29 - b)
}

/// `sat` to [gamma, cw_max], with the flag that says at which end.
#[inline]
pub(super) fn clamp(x: i64, params: &Params) -> (Cw, u8) {
    let floor = params.gamma().raw() << GAIN_TO_CW;
    if x < floor as i64 {
        (Cw::wrap(floor), flag::FLOOR)
    } else if x > params.cw_max().raw() as i64 {
        (params.cw_max(), flag::SAT)
    } else {
        (Cw::wrap(x as u64), 0)
    }
}

impl event::Event {
    /// The event without its QP, for [`step`].
    #[inline]
    pub fn of_qp(&self, host: Context) -> Event {
        match self.kind {
            Kind::Ack => Event::Ack { n: self.n, ece: self.ece },
            // what LDCP has no rule for changes nothing, as a loss
            Kind::Loss | Kind::Data | Kind::Timer => Event::Loss,
            Kind::Rtt => Event::Rtt,
            Kind::Cnp => Event::Cnp,
            Kind::HostWrite => Event::HostWrite(host),
            Kind::HostRead => Event::HostRead,
        }
    }
}

impl event::Issued {
    /// What issues, without its QP, for [`step`] by its algorithm: what counts is counted already.
    #[inline]
    pub fn of_qp(&self, host: Context) -> Event {
        let (n0, n1) = (self.n0, self.n1);
        match self.kind {
            Kind::HostWrite => Event::HostWrite(host),
            Kind::HostRead => Event::HostRead,
            _ => Event::Folded(Folded { n0, n1, rtts: n0, cnps: n1 }),
        }
    }
}
