//! One event of a QP, bit by bit, as the page says.

use super::Params;
use crate::recip::{Divisor, Numerator, recip};
use crate::round::{leading_one, normalise, round_half_up, sat, trunc};
use layout::dctcp::{ACKED, CP, CUT, CWND, Count, Cp, Cwnd, Gain, MARKED, SSTHRESH, STATE, Ssthresh, WINDOW_END, flag};
use layout::ldcp::{N, Psn};

/// What is kept of a QP.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Context {
    pub cwnd: Cwnd,
    pub ssthresh: Ssthresh,
    pub cp: Cp,
    pub window_end: Psn,
    pub acked: Count,
    pub marked: Count,
    pub cut: bool,
}

impl Context {
    /// What the initialisation writes.
    pub const RESET: Context = Context {
        cwnd: Cwnd::wrap(CWND.reset),
        ssthresh: Ssthresh::wrap(SSTHRESH.reset),
        cp: Cp::wrap(CP.reset),
        window_end: Psn::wrap(WINDOW_END.reset),
        acked: Count::wrap(ACKED.reset),
        marked: Count::wrap(MARKED.reset),
        cut: CUT.reset == 1,
    };

    /// A QP that is opened: CP0, and what else the reset has.
    pub fn new(p: &Params) -> Self {
        Self { cp: p.cp0(), ..Self::RESET }
    }

    /// From raw values in the order of [`STATE`]; bits past a field's width are dropped.
    pub fn from_raw([cwnd, ssthresh, cp, window_end, acked, marked, cut]: [u64; STATE.len()]) -> Self {
        Self {
            cwnd: Cwnd::wrap(cwnd),
            ssthresh: Ssthresh::wrap(ssthresh),
            cp: Cp::wrap(cp),
            window_end: Psn::wrap(window_end),
            acked: Count::wrap(acked),
            marked: Count::wrap(marked),
            cut: cut & 1 == 1,
        }
    }

    /// Raw values in the order of [`STATE`].
    pub fn raw(&self) -> [u64; STATE.len()] {
        let Self { cwnd, ssthresh, cp, window_end, acked, marked, cut } = self;
        [cwnd.raw(), ssthresh.raw(), cp.raw(), window_end.raw(), acked.raw(), marked.raw(), u64::from(*cut)]
    }
}

/// An event of one QP.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// An ACK of the PSN `seq` that confirms `n` packets.
    Ack { n: N, ece: bool, seq: Psn, snd_nxt: Psn },
    /// A packet was lost.
    Loss,
    /// What came while one waited, as one step (SEMANTICS A3).
    Folded(Folded),
}

/// Events of one QP that became one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Folded {
    /// Packets that ACKs without ECN-Echo confirm.
    pub n0: N,
    /// Those of ACKs with it.
    pub n1: N,
    /// A packet was lost.
    pub loss: bool,
    /// Of the newest ACK among them.
    pub seq: Psn,
    pub snd_nxt: Psn,
}

impl Event {
    /// The same, where one event is the sum of itself.
    #[inline]
    fn folded(self) -> Folded {
        let none = Folded { n0: N::ZERO, n1: N::ZERO, loss: false, seq: Psn::ZERO, snd_nxt: Psn::ZERO };
        match self {
            Event::Ack { n, ece: false, seq, snd_nxt } => Folded { n0: n, seq, snd_nxt, ..none },
            Event::Ack { n, ece: true, seq, snd_nxt } => Folded { n1: n, seq, snd_nxt, ..none },
            Event::Loss => Folded { loss: true, ..none },
            Event::Folded(folded) => folded,
        }
    }
}

/// The result of an event: the window, and `layout::dctcp::flag`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Update {
    pub cwnd: Cwnd,
    pub flags: u16,
}

/// 1.0 as a raw CP.
const ONE: u64 = 1 << Cp::FRAC;
/// One packet as a raw window.
const PACKET: u64 = 1 << Cwnd::FRAC;
/// Fraction bits of CP before it is narrowed.
const WIDE: u32 = 40;
/// From CP's fraction bits to those.
const CP_TO_WIDE: u32 = WIDE - Cp::FRAC;

/// One event: the context after it, and its update.
#[inline]
pub fn step(context: &Context, event: Event, p: &Params) -> (Context, Update) {
    let mut next = *context;
    let Folded { n0, n1, loss, seq, snd_nxt } = event.folded();
    let flags = match (n0, n1) {
        (N::ZERO, N::ZERO) if !loss || context.cut => flag::IGNORED,
        // half: as where every packet is marked
        (N::ZERO, N::ZERO) => cut(&mut next, 1 << WIDE, p),
        (n0, n1) => {
            let (acked, marked) = (context.acked.raw() + n0.raw() + n1.raw(), context.marked.raw() + n1.raw());
            let counted = if acked.max(marked) > Count::MAX_RAW { flag::COUNT_SAT } else { 0 };
            let (acked, marked) = (sat(acked, Count::BITS), sat(marked, Count::BITS));
            let old = context.cp.raw().min(ONE);
            // RFC 8257, 3.3, step 4: the acknowledgment number, seq + 1, is greater than WindowEnd; serial
            let close = seq.raw().wrapping_sub(context.window_end.raw()) % (1 << Psn::BITS) < 1 << (Psn::BITS - 1);
            let wide = if close {
                let wide = probability(old, p.g(), acked, marked);
                // a window without marks takes at least one LSB off
                next.cp = Cp::wrap(if marked == 0 { trunc(wide, CP_TO_WIDE) } else { round_half_up(wide, CP_TO_WIDE) });
                next.window_end = snd_nxt;
                (next.acked, next.marked, next.cut) = (Count::ZERO, Count::ZERO, false);
                wide
            } else {
                (next.acked, next.marked) = (Count::wrap(acked), Count::wrap(marked));
                old << CP_TO_WIDE
            };
            // a loss or a mark goes before growth, and a loss before a mark
            let window = match (loss, n1) {
                (true, _) if !next.cut => cut(&mut next, 1 << WIDE, p),
                (_, n1) if n1 != N::ZERO && !next.cut => cut(&mut next, wide, p),
                _ if n0 != N::ZERO => grow(&mut next, n0, p),
                _ => 0,
            };
            window | counted | if close { flag::CLOSE } else { 0 }
        }
    };
    (next, Update { cwnd: next.cwnd, flags })
}

/// (1 − g)·CP + g·marked/acked in U1.40, at most 2^40: 17 + 22 bits and 37 fraction bits, exact in the left term.
#[inline]
fn probability(cp: u64, g: Gain, acked: u64, marked: u64) -> u64 {
    let kept = ((1 << Gain::FRAC) - g.raw()) * cp;
    (kept << (WIDE - Cp::FRAC - Gain::FRAC)) + share(g, acked, marked)
}

/// g·marked/acked in U1.40: exact where no packet was marked or all were, or `acked` is a power of two and g·marked has
/// at most 18 bits from its leading one; otherwise off by at most 2^-17 + 4e-6 of its value and half an LSB.
#[inline]
fn share(g: Gain, acked: u64, marked: u64) -> u64 {
    if marked >= acked {
        return g.raw() << (WIDE - Gain::FRAC);
    }
    let p = g.raw() * marked; // 17 + 14 = 31 bits
    let b = leading_one(p);
    let x = normalise(p, b, 17);
    let e = leading_one(acked);
    let d = normalise(acked, e, 23) - (1 << 23);
    let q = recip(Numerator::wrap(x), Divisor::wrap(d)).raw();
    // g·marked/acked = Q·2^(b − e − 52), in units of 2^-40: (q << 4)·2^(b − e − 16). As it is below g, b − e is at most
    // 16; no mark, p = 0 and b = 0, gives 0
    round_half_up(q << 4, 16 + e - b)
}

/// cwnd·(1 − CP/2) with CP in U1.40, of which 18 bits from the leading one count: the cut is off by at most 2^-17 of
/// its value and half an LSB.
#[inline]
fn cut(next: &mut Context, cp: u64, p: &Params) -> u16 {
    let s = leading_one(cp);
    let m = normalise(cp, s, 17);
    let cwnd = next.cwnd.raw().max(PACKET);
    // 40 + 18 = 58 bits
    let amount = round_half_up(cwnd * m, WIDE + 1 + 17 - s);
    let clamped = clamp(next, cwnd - amount, p);
    next.ssthresh = Ssthresh::wrap(trunc(next.cwnd.raw(), Cwnd::FRAC));
    next.cut = true;
    clamped | flag::CUT
}

/// cwnd + n below ssthresh, else cwnd + n/cwnd.
#[inline]
fn grow(next: &mut Context, n: N, p: &Params) -> u16 {
    let cwnd = next.cwnd.raw().max(PACKET);
    if cwnd < next.ssthresh.raw() << Cwnd::FRAC {
        // U14.0 as U14.27: the sum has 42 bits
        clamp(next, cwnd + (n.raw() << Cwnd::FRAC), p) | flag::SLOW_START
    } else {
        clamp(next, cwnd + increment(n, cwnd), p)
    }
}

/// n/cwnd in U14.27 for cwnd ≥ 1: round_half_up of a quotient whose divisor is cut to 24 bits. Off by at most 2^-23 +
/// 4e-6 of its value and half an LSB; exact where cwnd is a power of two.
#[inline]
fn increment(n: N, cwnd: u64) -> u64 {
    let b = leading_one(n.raw()); // at most 13
    let x = normalise(n.raw(), b, 17); // exact
    let e = leading_one(trunc(cwnd, Cwnd::FRAC)); // at most 12
    let d = trunc(cwnd, e + 4) - (1 << 23);
    let q = recip(Numerator::wrap(x), Divisor::wrap(d)).raw();
    // n/cwnd = Q·2^(b − e − 36), in units of 2^-27: (q << 4)·2^(b − e − 13)
    round_half_up(q << 4, 13 + e - b)
}

/// `sat` to [cwnd_min, cwnd_max], with the flag that says at which end.
#[inline]
fn clamp(next: &mut Context, cwnd: u64, p: &Params) -> u16 {
    let (cwnd, flags) = if cwnd < p.cwnd_min().raw() {
        (p.cwnd_min(), flag::FLOOR)
    } else if cwnd > p.cwnd_max().raw() {
        (p.cwnd_max(), flag::SAT)
    } else {
        (Cwnd::wrap(cwnd), 0)
    };
    next.cwnd = cwnd;
    flags
}
