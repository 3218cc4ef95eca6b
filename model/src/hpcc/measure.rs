//! MeasureInflight, lines 1 to 10 (page.md, "Choice of the hop" and "U").

use super::params::{Header, Params, Speed};
use super::{Hop, Record};
use crate::recip::{Divisor, Numerator, recip};
use crate::round::{leading_one, normalise, round_half_up, round_half_up_wide, trunc_wide};
use layout::hpcc::{QLen, Ts, TxBytes, Util, flag};

/// The hop that the comparison chose: its differences.
#[derive(Copy, Clone, Debug)]
pub struct Winner<'a> {
    /// min(ack.L\[i\].qlen, L\[i\].qlen) in units of q_unit: 16 bits.
    pub q: u64,
    /// Difference of txBytes in units of tx_unit: 20 bits.
    pub tx: u64,
    /// Difference of ts in ticks, at least 1: 24 bits.
    pub dts: u64,
    pub speed: &'a Speed,
}

/// Lines 2 to 7: the first hop with the greatest u', decided exactly. `None` where every u' is 0 (H7).
///
/// u' is `n/d` times a factor that all hops share: n = q_weight·q·dts + tx_weight·tx below 2^52 + 2^52: 53 bits;
/// d = gbps·dts: 36 bits.
#[inline]
pub fn choose<'a>(old: &[Record], new: &[Hop], header: &'a Header, p: &Params) -> (Option<Winner<'a>>, u16) {
    let (mut first, mut n_max, mut d_max, mut flags) = (None, 0, 1, 0);
    for (i, (old, new)) in old.iter().zip(new).enumerate() {
        let (q, tx, dts) = differences(old, new);
        let speed = header.speed(new.speed);
        let gbps = speed.map_or(0, |s| s.gbps.raw());
        flags |= if gbps == 0 { flag::SPEED } else { 0 } | if dts == 0 { flag::STILL } else { 0 };
        // 12 + 16 + 24 = 52 bits, 32 + 20 = 52 bits
        let n = p.q_weight.raw() * q * dts + p.tx_weight.raw() * tx;
        let d = gbps * dts; // 0 where the hop is skipped (H6, H10)
        // n/d > n_max/d_max (H14: strict); 53 + 36 = 89 bits, exact
        let wins = d != 0 && n as u128 * d_max as u128 > n_max as u128 * d as u128;
        (first, n_max, d_max) = if wins { (Some(i), n, d) } else { (first, n_max, d_max) };
    }
    let winner = first.and_then(|i| {
        let (q, tx, dts) = differences(&old[i], &new[i]);
        header.speed(new[i].speed).map(|speed| Winner { q, tx, dts, speed })
    });
    (winner, flags)
}

/// The lesser queue, and by how much txBytes and ts moved: H8, modular, `wrap`. 16, 20, 24 bits.
#[inline]
fn differences(old: &Record, new: &Hop) -> (u64, u64, u64) {
    let tx = TxBytes::wrap(new.tx_bytes.raw().wrapping_sub(old.tx_bytes.raw())).raw();
    let dts = Ts::wrap(new.ts.raw().wrapping_sub(old.ts.raw())).raw();
    (QLen::min(new.q_len, old.q_len).raw(), tx, dts)
}

/// What the chosen hop adds to U.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// tau/T, at most one: U1.36.
    pub theta: u64,
    /// The queue's share, in 2^-36.
    pub q_term: u128,
    /// The link's share, in 2^-36.
    pub tx_term: u128,
}

/// Lines 8 and 9: U = (1 - tau/T)·U + tau/T·u, and whether it saturated.
#[inline]
pub fn smooth(u: Util, winner: &Winner, header: &Header, p: &Params) -> (Util, bool) {
    let Terms { theta, q_term, tx_term } = terms(winner, header, p);
    // U's own share: 37 + 48 = 85 bits, to 2^-36
    let u_term = round_half_up_wide(((1 << 36) - theta) as u128 * u.raw() as u128, 36);
    let sum = u_term + q_term + tx_term;
    (Util::sat(sum), sum > Util::MAX_RAW as u128)
}

/// theta and the two shares of the hop.
///
/// With v = dts/T in ticks: tau/T = min(v, 1) = theta, and theta·u = theta·q·q_unit/(B·T) + tx·tx_unit/(B·T·max(v, 1)).
#[inline]
pub fn terms(winner: &Winner, header: &Header, p: &Params) -> Terms {
    let (b, g) = (winner.speed.inv_b, p.tau_gain);
    let short = winner.dts < p.t_ticks.raw(); // tau < T

    // theta: 24 + 32 = 56 bits, to U1.36; below one where `short`, as dts/T is and its error is 2^-32
    let theta = if short { shift_round_half_up(winner.dts * g.m.raw(), g.e.raw() as i32 - 36) } else { 1 << 36 };

    // bytes to ticks of the link: the count normalised, times the 32 bits of 1/B, cut to 36 bits
    let (q, tx) = (winner.q * header.q_unit().raw(), winner.tx * header.tx_unit().raw()); // 28, 32 bits
    let (q_exp, tx_exp) = (leading_one(q), leading_one(tx));
    let q_ticks = trunc_wide(normalise(q, q_exp, 27) as u128 * b.m.raw() as u128, 24); // 28 + 32 - 24 = 36 bits
    let tx_ticks = trunc_wide(normalise(tx, tx_exp, 31) as u128 * b.m.raw() as u128, 28); // 32 + 32 - 28 = 36 bits

    // the queue's share of u, q·q_unit/(B·T), weighted with theta, to 2^-36
    let y = trunc_wide(q_ticks as u128 * g.m.raw() as u128, 32); // 36 + 32 - 32 = 36 bits
    let q_term = round_half_up_wide(y as u128 * theta as u128, (b.e.raw() + g.e.raw()) as u32 - 29 - q_exp);

    // the link's share, tx·tx_unit/(B·max(dts, T)), to 2^-36
    let (m, e) = if short { (g.m.raw() << 4, g.e.raw() as u32 + 4) } else { inverse(winner.dts) }; // 36 bits
    let tx_term = round_half_up_wide(tx_ticks as u128 * m as u128, b.e.raw() as u32 + e - 33 - tx_exp);
    Terms { theta, q_term, tx_term }
}

/// 1/dts = m·2^-e with m of 36 bits: `recip` and one correction. Off by at most 2^-33 of its value, exact for a power
/// of two.
#[inline]
pub fn inverse(dts: u64) -> (u64, u32) {
    let exp = leading_one(dts);
    let d = normalise(dts, exp, 23); // exact: dts has 24 bits
    let q = recip(Numerator::wrap(1 << 17), Divisor::wrap(d - (1 << 23))).raw(); // ≈ 2^59/d
    if q == 1 << 36 {
        return (1 << 35, exp + 35); // dts = 2^exp
    }
    let r = q >> 12; // ≈ 2^47/d: 24 bits
    let error = (1i64 << 47) - (d * r) as i64; // |error| < 2^29: 30 bits, signed
    // r·2^12·(1 + error/2^47): 18 bits of r by 18 signed bits of error, both `trunc` (floor)
    let correction = ((r >> 6) as i64 * (error >> 12)) >> 17;
    (((r << 12) as i64 + correction) as u64, exp + 36) // below 2^36 for every mantissa (`tests/inflight.rs`)
}

/// `x / 2^shift`, rounded where `shift` is positive, exact where it is not.
#[inline]
fn shift_round_half_up(x: u64, shift: i32) -> u64 {
    if shift > 0 { round_half_up(x, shift as u32) } else { x << -shift }
}
