//! DCTCP in exact fractions, from the texts: "Introduction to Congestion Control for RoCE" (the source), RFC 8257, 3.3
//! to 3.5, which has its steps, RFC 5681, 3.1, for growth and RFC 3168, 6.1.2, for marked ACKs; read as SEMANTICS T1 to
//! T3 and `model/DIVERGENCE.md` say. The text is quoted beside each rule. Packets stand in the place of bytes.

use super::params;
use crate::number::{Q, exact};
use crate::params::Rounded;
use layout::dctcp::{Cp, Cwnd, Gain, flag};
use num_bigint::BigInt;
use num_traits::{One, Zero};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    /// "g is the estimation gain, a real number between 0 and 1".
    pub g: Q,
    /// CP of a new QP (T2); DCTCP.Alpha "is initialized to 1".
    pub cp0: Q,
    /// T2; the source: "When the transmit window is at its minimum, one segment … is sent per network round-trip-time".
    pub cwnd_min: Q,
}

impl From<&params::Params> for Params {
    /// The values that the datapath's raw parameters stand for.
    fn from(p: &params::Params) -> Self {
        Self {
            g: exact(p.g().raw(), Gain::FORMAT),
            cp0: exact(p.cp0().raw(), Cp::FORMAT),
            cwnd_min: exact(p.cwnd_min().raw(), Cwnd::FORMAT),
        }
    }
}

impl Params {
    /// Takes what was rounded as it was asked for; cwnd_max is the datapath's alone.
    pub fn exactly(&mut self, rounded: &[Rounded]) {
        for r in rounded {
            let parameter = match r.field.name {
                "g" => &mut self.g,
                "CP0" => &mut self.cp0,
                "cwnd_min" => &mut self.cwnd_min,
                _ => continue,
            };
            *parameter = r.exact();
        }
    }
}

/// What is kept of a flow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub cwnd: Q,
    pub ssthresh: Q,
    /// The source's CP, "the probability congestion experienced"; DCTCP.Alpha.
    pub cp: Q,
    /// DCTCP.WindowEnd, "the TCP sequence number threshold when one observation window ends and another is to begin": a
    /// PSN.
    pub window_end: u32,
    /// DCTCP.BytesAcked, "the number of sent bytes acknowledged during the current observation window".
    pub acked: Q,
    /// DCTCP.BytesMarked, "the number of bytes sent during the current observation window that encountered congestion".
    pub marked: Q,
    /// This window has been cut.
    pub cut: bool,
}

/// What arrives at the sender.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// An ACK of the PSN `seq` that confirms `n` packets; `ece` is its ECN-Echo; 24-bit sequence numbers.
    Ack { n: u64, ece: bool, seq: u32, snd_nxt: u32 },
    /// Packets were lost.
    Loss,
    /// What came while one waited, as one step (A3): packets of ACKs without and with ECN-Echo, whether one was lost,
    /// and the numbers of the newest ACK.
    Folded { n0: u64, n1: u64, loss: bool, seq: u32, snd_nxt: u32 },
}

/// The state after an event, and which rules acted: the bits of `layout::dctcp::flag` but SAT and COUNT_SAT, for
/// nothing saturates here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub state: State,
    pub flags: u16,
}

pub fn step(state: &State, event: Event, p: &Params) -> Outcome {
    let mut next = state.clone();
    let (n0, n1, loss, seq, snd_nxt) = match event {
        Event::Ack { n, ece: false, seq, snd_nxt } => (n, 0, false, seq, snd_nxt),
        Event::Ack { n, ece: true, seq, snd_nxt } => (0, n, false, seq, snd_nxt),
        Event::Loss => (0, 0, true, 0, 0),
        Event::Folded { n0, n1, loss, seq, snd_nxt } => (n0, n1, loss, seq, snd_nxt),
    };
    let mut flags = 0;
    // "acceptable ACKs": one that confirms nothing is none
    if n0 + n1 > 0 {
        let [n0, n1] = [n0, n1].map(|n| Q::from(BigInt::from(n)));
        // 2. "DCTCP.BytesAcked += BytesAcked"
        next.acked += &n0 + &n1;
        // 3. "If the ECE flag is set … DCTCP.BytesMarked += BytesAcked" (T2: all n of the ACK)
        next.marked += n1;
        // 4. "If the acknowledgment number is less than or equal to DCTCP.WindowEnd, stop processing."
        if !before(seq, state.window_end) {
            // 5. "M = DCTCP.BytesMarked / DCTCP.BytesAcked"
            let m = (&next.marked / &next.acked).min(Q::one());
            // 6. "DCTCP.Alpha = DCTCP.Alpha * (1 - g) + g * M"
            next.cp = probability(&state.cp) * (Q::one() - &p.g) + &p.g * m;
            // 7. "DCTCP.WindowEnd = SND.NXT"
            next.window_end = snd_nxt;
            // 8. "DCTCP.BytesAcked = DCTCP.BytesMarked = 0"
            (next.acked, next.marked) = (Q::zero(), Q::zero());
            next.cut = false;
            flags |= flag::CLOSE;
        }
    }
    flags |= match (loss, n1 > 0) {
        // T3: "loss halves"; the source: "cut in half when all packets experience congestion, as in TCP"; "a DCTCP
        // sender will only reduce the cwnd once per window of data across all loss signals"
        (true, _) if !next.cut => {
            let half = window(&next) / BigInt::from(2);
            reduce(&mut next, half, p)
        }
        // "DCTCP does not react to congestion indications more than once for every window of data"
        (_, true) if !next.cut => cut(&mut next, p),
        // RFC 3168: "The sending TCP SHOULD NOT increase the congestion window in response to the receipt of an
        // ECN-Echo ACK packet": those without it count
        _ if n0 > 0 => grow(&mut next, &Q::from(BigInt::from(n0)), p),
        _ if n1 > 0 => 0,
        _ => flag::IGNORED,
    };
    Outcome { state: next, flags }
}

/// T1: at the first ECE of a window. 9. "cwnd = cwnd * (1 - DCTCP.Alpha / 2)"; the source: "reduce transmit window size
/// by (1 - CP / 2)".
fn cut(next: &mut State, p: &Params) -> u16 {
    let factor = Q::one() - probability(&next.cp) / BigInt::from(2);
    let reduced = window(next) * factor;
    reduce(next, reduced, p)
}

/// The smaller window, which is ssthresh too: RFC 3168 "halves the congestion window "cwnd" and reduces the slow start
/// threshold "ssthresh"".
fn reduce(next: &mut State, cwnd: Q, p: &Params) -> u16 {
    let flags = floored(next, cwnd, p);
    next.ssthresh = next.cwnd.clone();
    next.cut = true;
    flags | flag::CUT
}

/// The source: "DCTCP senders increase transmit window size in the same way as TCP (slow-start and additive increase)".
fn grow(next: &mut State, n: &Q, p: &Params) -> u16 {
    let cwnd = window(next);
    // RFC 5681: "The slow start algorithm is used when cwnd < ssthresh"; T3: "cwnd + n below ssthresh"
    if cwnd < next.ssthresh {
        floored(next, cwnd + n, p) | flag::SLOW_START
    } else {
        // RFC 5681, (3): "cwnd += SMSS*SMSS/cwnd"; T3: "+ n/cwnd above"
        let increment = n / &cwnd;
        floored(next, cwnd + increment, p)
    }
}

/// H12, for these PSNs too; half the circle away is before, not after.
fn before(a: u32, b: u32) -> bool {
    let distance = b.wrapping_sub(a) % (1 << 24);
    0 < distance && distance <= 1 << 23
}

/// A probability above one is one.
fn probability(cp: &Q) -> Q {
    cp.clone().min(Q::one())
}

/// A window below one packet counts as one.
fn window(state: &State) -> Q {
    state.cwnd.clone().max(Q::one())
}

fn floored(next: &mut State, cwnd: Q, p: &Params) -> u16 {
    let floor = cwnd < p.cwnd_min;
    next.cwnd = if floor { p.cwnd_min.clone() } else { cwnd };
    if floor { flag::FLOOR } else { 0 }
}
