//! ComputeWind, lines 11 to 20, and R = W/T of line 27 (page.md, "W" and "R").

use super::params::Params;
use crate::recip::{Divisor, Numerator, recip};
use crate::round::{leading_one, normalise, round_half_up, round_half_up_wide, trunc};
use layout::hpcc::{Eta, Rate, Stage, Util, Window, flag};

/// W, incStage if this is a full update, and the flags MULT, U_ZERO, FLOOR, SAT.
#[inline]
pub fn compute(u: Util, wc: Window, inc_stage: Stage, p: &Params) -> (Window, Stage, u16) {
    // line 12, H15; eta from U1.16 to 2^-36: exact
    let multiplicative = u.raw() >= p.eta.raw() << (Util::FRAC - Eta::FRAC) || inc_stage >= p.max_stage;
    if !multiplicative {
        // lines 17, 19; incStage < maxStage <= 31, so nothing wraps
        let (w, flags) = clamp(wc.raw() + p.w_ai.raw(), p);
        return (w, Stage::wrap(inc_stage.raw() + 1), flags);
    }
    if u == Util::ZERO {
        return (p.w_max, Stage::ZERO, flag::MULT | flag::U_ZERO); // H5
    }
    let (r, shift) = growth(u, p.eta);
    // line 13: 40 + 18 = 58 bits; shifted right by up to 45 or left by up to 19: 77 bits
    let product = wc.raw() as u128 * r as u128;
    let scaled = if shift >= 0 { round_half_up_wide(product, shift as u32) } else { product << -shift };
    let (w, flags) = clamp(scaled.min(1 << 41) as u64 + p.w_ai.raw(), p); // sat: above every W_max
    (w, Stage::ZERO, flags | flag::MULT)
}

/// eta/U = r·2^-shift with r of 18 bits; off by at most 2^-18 + 2^-23 + 2e-6 of its value. U > 0.
#[inline]
pub fn growth(u: Util, eta: Eta) -> (u64, i32) {
    let eta_exp = leading_one(eta.raw()); // at most 16
    let x = normalise(eta.raw(), eta_exp, 17); // exact
    let u_exp = leading_one(u.raw()); // at most 47
    let d = normalise(u.raw(), u_exp, 23) - (1 << 23); // trunc
    let q = recip(Numerator::wrap(x), Divisor::wrap(d)).raw(); // eta/U = q·2^(eta_exp - u_exp - 16)
    let drop = if q >> 36 != 0 { 19 } else { 18 };
    let r = round_half_up(q, drop).min((1 << 18) - 1); // sat: the carry out of 18 ones
    (r, 16 + u_exp as i32 - eta_exp as i32 - drop as i32)
}

/// H4: `sat` to [W_min, W_max].
#[inline]
fn clamp(w: u64, p: &Params) -> (Window, u16) {
    if w < p.w_min.raw() {
        (p.w_min, flag::FLOOR)
    } else if w > p.w_max.raw() {
        (p.w_max, flag::SAT)
    } else {
        (Window::wrap(w), 0)
    }
}

/// R = W/T: 40 + 18 = 58 bits, U28.12 to U12.28, `round_half_up`, `sat`.
#[inline]
pub fn rate(w: Window, p: &Params) -> (Rate, u16) {
    // W·m·2^-(12 + e) in 2^-28: a right shift by e - 16, which is 9 to 21
    let r = round_half_up(w.raw() * p.rate_gain.m.raw(), p.rate_gain.e.raw() as u32 - (Rate::FRAC - Window::FRAC));
    let flags = if trunc(r, Rate::BITS) != 0 { flag::R_SAT } else { 0 };
    (Rate::sat(r as u128), flags)
}
