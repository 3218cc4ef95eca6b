//! `interval`: RTT/cw, the time between packets of a QP whose window is below one packet (hdl/src/interval.md; draft
//! 2.2: "A flow with a cw < 1 is ticked out by a timer, whose timeout is set as RTT/cw"; SEMANTICS L12).

use crate::delay::Delay;
use crate::event::{NewWindow, Update};
use crate::recip::{Divisor, Numerator, recip};
use crate::round::{leading_one, normalise, round_half_up, sat};
use layout::ldcp::{Cw, Interval, Rtt};
use layout::record::flag;
use layout::timing::INTERVAL_LATENCY;

/// RTT/cw in ns, round_half_up, saturating; `cw` is below one. Off by at most 2^-17 (0 while rtt < 2^18) + 2^-23 + 4e-6
/// of its value and half a ns (`tests/interval.rs`).
#[inline]
pub fn interval(rtt: Rtt, cw: Cw) -> Interval {
    let (rtt, cw) = (rtt.raw(), cw.raw());
    if cw == 0 {
        return Interval::MAX;
    }
    if rtt == 0 {
        return Interval::ZERO;
    }
    let b = leading_one(rtt); // at most 23
    let x = normalise(rtt, b, 17);
    let c = leading_one(cw); // at most 27
    let d = normalise(cw, c, 23) - (1 << 23);
    let q = recip(Numerator::wrap(x), Divisor::wrap(d)).raw();
    // RTT/cw = Q·2^(b − c − 8); Q is 2^35 or more, so below a shift of 4 it is 2^32 or more
    match (c + 8).checked_sub(b) {
        Some(s @ 4..) => Interval::wrap(sat(round_half_up(q, s), Interval::BITS)),
        _ => Interval::MAX,
    }
}

/// The interval of an update: 0 unless it is paced.
#[inline]
pub fn step(window: &NewWindow) -> Interval {
    if window.flags & flag::PACED != 0 { interval(window.rtt, window.cw) } else { Interval::ZERO }
}

/// The block: one update a cycle, [`INTERVAL_LATENCY`] cycles each.
#[derive(Clone, Default)]
pub struct IntervalTimer {
    pipe: Delay<Update, { INTERVAL_LATENCY as usize }>,
}

impl IntervalTimer {
    /// One clock cycle.
    #[inline]
    pub fn step(&mut self, rst_n: bool, input: Option<NewWindow>) -> Option<Update> {
        let update = input.map(|window| {
            let NewWindow { kind, qpn, cw, flags, .. } = window;
            Update { kind, qpn, cw, interval: step(&window), flags }
        });
        let out = self.pipe.step(update);
        if !rst_n {
            self.pipe.reset();
        }
        out
    }
}
