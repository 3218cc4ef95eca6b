//! Intervals, ns a byte or a packet, of what an update says; and what a grant costs by them (page.md, "Interval").

use crate::recip::{Divisor, Numerator, recip};
use crate::round::{leading_one, normalise, round_half_up, round_half_up_wide};
use layout::ldcp;
use layout::shaper::{Due, Exponent, Mantissa, Rate};

/// Bits of a mantissa.
const BITS: u32 = Mantissa::BITS;

/// `m·2^(13 − e)` ns. The top bit of `m` is set, or `m` is 0.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Interval {
    pub m: Mantissa,
    pub e: Exponent,
}

impl Interval {
    /// Nothing costs anything.
    pub const NONE: Interval = Interval { m: Mantissa::ZERO, e: Exponent::ZERO };
    /// Of a rate of 0: whatever is sent costs as much as `Due` holds.
    pub const SLOWEST: Interval = Interval { m: Mantissa::MAX, e: Exponent::ZERO };

    /// 1/R in ns a byte. Off by at most 3.1e-6 of its value: 1.91e-6 of `recip` at a numerator of 2^17, 2^-23 of the
    /// divisor's `trunc` and 2^-20 of the mantissa's `round_half_up` (`tests/shaper/interval.rs`, all divisors).
    pub fn of_rate(rate: Rate) -> Interval {
        let rate = rate.raw();
        if rate == 0 {
            return Interval::SLOWEST;
        }
        let lo = leading_one(rate); // at most 39
        let d = normalise(rate, lo, 23) - (1 << 23);
        // R = (1 + d/2^23)·2^(lo − 28), so 1/R = q·2^(−8 − lo); 2^35 < q <= 2^36
        let q = recip(Numerator::wrap(1 << 17), Divisor::wrap(d)).raw();
        // q in 20 bits: 2^36 alone drops 17; the carry out of 20 ones too
        let m = round_half_up(q, 16);
        let carry = (m >> BITS) as u32;
        Interval { m: Mantissa::wrap(m >> carry), e: Exponent::wrap((5 + lo - carry) as u64) }
    }

    /// RTT/cw in ns a packet. Off by at most 2^-20 of its value.
    pub fn of_timer(interval: ldcp::Interval) -> Interval {
        let ns = interval.raw();
        if ns == 0 {
            return Interval::NONE;
        }
        let lo = leading_one(ns); // at most 31
        let m = if lo < BITS { ns << (BITS - 1 - lo) } else { round_half_up(ns, lo + 1 - BITS) };
        let carry = (m >> BITS) as u32;
        // ns = m·2^(lo − 19) = m·2^(13 − e)
        Interval { m: Mantissa::wrap(m >> carry), e: Exponent::wrap((32 - lo - carry) as u64) }
    }

    /// What so many bytes or packets cost, **U32.13** ns: `round_half_up`, `sat`. `count` is below 2^28.
    pub fn cost(self, count: u64) -> Due {
        let product = (count * self.m.raw()) as u128; // 28 + 20 bits
        // m·2^(13 − e) ns are m·2^(26 − e) LSBs; to the left by 26 at most: 74 bits
        Due::sat(match (self.e.raw() as u32).checked_sub(26) {
            None => product << (26 - self.e.raw()),
            Some(shift) => round_half_up_wide(product, shift),
        })
    }
}
