//! LDCP's stable stage, draft-dai-tsvwg-pfc-free-congestion-control-01, 2.2 and 3.2, with the readings of SEMANTICS L1
//! to L6, L9, L11 and L12. The text is quoted beside each rule.

use crate::number::Q;
use crate::number::exact;
use crate::params::Rounded;
use layout::ldcp::{Eta, Gain};
use layout::record::flag;
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// "alpha and beta are constants … (0 < alpha, beta <= 1)"; gamma "is the increase step when ACK is not marked ECE, and
/// is also the minimum window size"; "We choose eta = 1/2".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    pub alpha: Q,
    pub beta: Q,
    pub gamma: Q,
    pub eta: Q,
}

impl From<&super::Params> for Params {
    /// The values that the datapath's raw parameters stand for.
    fn from(p: &super::Params) -> Self {
        Self {
            alpha: exact(p.alpha().raw(), Gain::FORMAT),
            beta: exact(p.beta().raw(), Gain::FORMAT),
            gamma: exact(p.gamma().raw(), Gain::FORMAT),
            eta: exact(p.eta().raw(), Eta::FORMAT),
        }
    }
}

impl Params {
    /// Takes what was rounded as it was asked for; cw_max is not the ideal's (L5).
    pub fn exactly(&mut self, rounded: &[Rounded]) {
        for r in rounded {
            let parameter = match r.field.name {
                "alpha" => &mut self.alpha,
                "beta" => &mut self.beta,
                "gamma" => &mut self.gamma,
                "eta" => &mut self.eta,
                _ => continue,
            };
            *parameter = r.exact();
        }
    }
}

/// What arrives at the sender.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// "an ACK can confirm the delivery of multiple (denoted by n) packets"; `ece` is its ECN-Echo.
    Ack { n: u64, ece: bool },
    /// Packets were lost.
    Loss,
    /// An RTT response (3.2).
    Rtt,
    /// A congestion notification packet (3.2).
    Cnp,
    /// What came while one waited, as one step (A2): packets of ACKs without and with ECN-Echo, RTT responses, CNPs.
    Folded { n0: u64, n1: u64, rtts: u64, cnps: u64 },
}

/// The window after an event, and which rule limited or ignored it: the bits FLOOR, IGNORED and PACED of
/// `layout::record::flag`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub cw: Q,
    pub flags: u8,
}

/// One event by `ldcp` or, with `pcc`, by `ldcp-pcc`.
pub fn step(pcc: bool, cw: &Q, event: Event, p: &Params) -> Outcome {
    if pcc { ldcp_pcc(cw, event, p) } else { ldcp(cw, event, p) }
}

/// 2.2, per-ACK window adjustment.
pub fn ldcp(cw: &Q, event: Event, p: &Params) -> Outcome {
    let n = |n: u64| Q::from(BigInt::from(n));
    match event {
        // An ACK confirms "the delivery of … data packets"; one that confirms none is not an ACK of these rules.
        Event::Ack { n: 0, .. } => ignored(cw),
        // "if ECN-Echo = 0, cw = cw + gamma  if ECN-Echo = 1, cw = max{gamma,eta * cw}  where cw < 1" (L4: whatever n)
        Event::Ack { ece: false, .. } if *cw < Q::one() => floored(cw + &p.gamma, p),
        Event::Ack { ece: true, .. } if *cw < Q::one() => floored(&p.eta * cw, p),
        // (2) "if ECN-Echo = 0, cw = cw + n * alpha/cw", "cw >= 1" (L1; L3: one step; L6: all n count)
        Event::Ack { n: count, ece: false } => floored(cw + n(count) * &p.alpha / cw, p),
        // (2) "if ECN-Echo = 1, cw = cw - n * beta"; gamma "is also the minimum window size" (L2)
        Event::Ack { n: count, ece: true } => floored(cw - n(count) * &p.beta, p),
        // A2: (2) holds for each sum, with one floor; "the NIC coalesces ACKs as its load asks" (3.1)
        Event::Folded { n0: 0, n1: 0, .. } => ignored(cw),
        Event::Folded { n1: 0, .. } if *cw < Q::one() => floored(cw + &p.gamma, p),
        Event::Folded { .. } if *cw < Q::one() => floored(&p.eta * cw, p),
        Event::Folded { n0, n1, .. } => floored(cw + n(n0) * &p.alpha / cw - n(n1) * &p.beta, p),
        // L9: in the stable stage a loss leaves the window; 2.2 knows neither RTT responses nor CNPs
        Event::Loss | Event::Rtt | Event::Cnp => ignored(cw),
    }
}

/// 3.2, the variant on RTT responses and CNPs; one rule on both sides of one packet (L11).
pub fn ldcp_pcc(cw: &Q, event: Event, p: &Params) -> Outcome {
    match event {
        // "Upon the arrival of an RTT response, it is for sure that one RTT has elapsed and the window should increase
        // by alpha."
        Event::Rtt => floored(cw + &p.alpha, p),
        // "window is decreased by beta upon *every* CNP"
        Event::Cnp => floored(cw - &p.beta, p),
        // A2: each response and each CNP, with one floor
        Event::Folded { rtts: 0, cnps: 0, .. } | Event::Ack { .. } | Event::Loss => ignored(cw),
        Event::Folded { rtts, cnps, .. } => {
            let n = |n: u64| Q::from(BigInt::from(n));
            floored(cw + n(rtts) * &p.alpha - n(cnps) * &p.beta, p)
        }
    }
}

/// "A flow with a cw < 1 is ticked out by a timer, whose timeout is set as RTT/cw." `None` for cw = 0, which has none.
pub fn interval(rtt: &Q, cw: &Q) -> Option<Q> {
    if cw.is_zero() { None } else { Some(rtt / cw) }
}

fn floored(cw: Q, p: &Params) -> Outcome {
    let (cw, floor) = if cw < p.gamma { (p.gamma.clone(), flag::FLOOR) } else { (cw, 0) };
    let flags = floor | paced(&cw);
    Outcome { cw, flags }
}

fn ignored(cw: &Q) -> Outcome {
    Outcome { cw: cw.clone(), flags: flag::IGNORED | paced(cw) }
}

fn paced(cw: &Q) -> u8 {
    if *cw < Q::one() { flag::PACED } else { 0 }
}
