//! LDCP's fast start as the datapath has it (hdl/src/pawa.md; draft 2.3, 3.1; SEMANTICS L7 to L10). The host opens a QP
//! with cw = iw; what is kept beside the window is how many of these first packets are not acknowledged. So nothing is
//! computed at the end but a difference, and [`step`](super::step) is what it is without.

use super::step::{Context, ONE, clamp};
use super::{Folded, Params};
use layout::ldcp::{Cw, N};
use layout::record::flag;

/// What a loss says beside what has come with it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Loss {
    /// A packet was lost.
    pub lost: bool,
    /// Packets that a NAK confirms: those before its own, up to which no ACK has come.
    pub confirms: N,
}

/// What comes of an event of a QP in its fast start.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Started {
    /// What is left of the initial window; 0: the stable stage has begun, from the next event on.
    pub iw: N,
    pub context: Context,
    pub flags: u8,
}

/// One event of `ldcp`, with marks or without (L8). `None`: there is no fast start, and the event is
/// [`step`](super::step)'s.
#[inline]
pub fn step(iw: N, context: Context, folded: Folded, loss: Loss, params: &Params) -> Option<Started> {
    if iw == N::ZERO {
        return None;
    }
    let confirmed = folded.n0.raw() + folded.n1.raw() + loss.confirms.raw(); // 16 bits
    let cw = context.cw;
    let paced = |cw: Cw| if cw.raw() < ONE { flag::PACED } else { 0 };
    Some(match iw.raw().checked_sub(confirmed).map(N::wrap) {
        // 3.1: "When a full IW of packets have all been acknowledged ... cw is set to BDP", which it is; what a delayed
        // ACK confirms beyond is ignored (L10)
        None | Some(N::ZERO) => Started { iw: N::ZERO, context, flags: flag::IGNORED | paced(cw) },
        // "cw in stable stage is set to the number of packets that are accumulatively acknowledged before packet loss":
        // the window less what is left of it; none: gamma (L9), by the clamp
        Some(left) if loss.lost => {
            let (cw, flags) = clamp(cw.raw() as i64 - (left.raw() << Cw::FRAC) as i64, params);
            Started { iw: N::ZERO, context: Context { cw, ..context }, flags: flags | paced(cw) }
        }
        Some(left) => Started { iw: left, context, flags: flag::IGNORED | paced(cw) },
    })
}
