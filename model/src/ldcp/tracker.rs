//! The ideal over millions of steps. An exact rational doubles its digits with every division by itself, so the tracker
//! keeps `cw` as an integer in units of 2^-256 together with a bound on its distance from the exact rational, and
//! refuses to choose a branch that this distance leaves open.

use super::ideal::Params;
use crate::number::Q;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// Fraction bits of the tracked window.
pub const FRACTION_BITS: u32 = 256;

/// An LDCP window (2.2) within [`Tracker::error`] of the exact one.
#[derive(Clone, Debug)]
pub struct Tracker {
    /// cw in 2^-256.
    cw: BigInt,
    /// |cw − exact cw| ≤ error, in 2^-256.
    error: BigInt,
    params: Scaled,
}

/// The parameters as fractions of small integers; they are dyadic, so `bits` fraction bits hold them exactly.
#[derive(Clone, Debug)]
struct Scaled {
    alpha: BigInt,
    beta: BigInt,
    gamma: BigInt,
    eta_num: BigInt,
    eta_den: BigInt,
}

/// The tracked error leaves open which rule the exact window takes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the exact window is too near to one or to gamma for the tracker's precision")]
pub struct Undecided;

impl Tracker {
    /// Starts at `cw`, exactly. `None` unless `cw`, alpha, beta and gamma are multiples of 2^-256.
    pub fn new(cw: &Q, p: &Params) -> Option<Self> {
        Some(Self {
            cw: scaled(cw)?,
            error: BigInt::zero(),
            params: Scaled {
                alpha: scaled(&p.alpha)?,
                beta: scaled(&p.beta)?,
                gamma: scaled(&p.gamma)?,
                eta_num: p.eta.numer().clone(),
                eta_den: p.eta.denom().clone(),
            },
        })
    }

    /// The window in units of 2^-256.
    pub fn scaled(&self) -> &BigInt {
        &self.cw
    }

    /// Bound on the distance from the exact window, in units of 2^-256.
    pub fn error(&self) -> &BigInt {
        &self.error
    }

    /// Is the exact window below one?
    pub fn below_one(&self) -> Result<bool, Undecided> {
        self.below(&self.cw, &(BigInt::one() << FRACTION_BITS))
    }

    /// Is the exact counterpart of `x`, which is within `error` of it, below `limit`?
    fn below(&self, x: &BigInt, limit: &BigInt) -> Result<bool, Undecided> {
        let distance = x - limit;
        if distance.abs() < self.error || (distance.is_negative() && -&distance == self.error) {
            return Err(Undecided);
        }
        Ok(distance.is_negative())
    }

    /// One ACK of LDCP. Each rule f changes the error to at most max|f'|·error, and each rounding adds one unit.
    pub fn ack(&mut self, n: u64, ece: bool) -> Result<(), Undecided> {
        if n == 0 {
            return Ok(());
        }
        let p = &self.params;
        match (self.below_one()?, ece) {
            (false, false) => {
                // f = x + a/x, f' = 1 − a/x², so |f'| ≤ max(1, a/x² − 1); at its greatest for the least x
                let a = &p.alpha * n;
                let least = (&self.cw - &self.error).max(BigInt::one() << FRACTION_BITS);
                // a ≤ x ≤ x² spares the division in all but the largest steps
                let flat = a <= least;
                let slope = if flat { BigInt::one() } else { (&a << FRACTION_BITS).div_ceil(&(&least * &least)) - 1 };
                let (increment, rest) = (a << FRACTION_BITS).div_rem(&self.cw);
                self.cw += increment;
                self.error = &self.error * slope.max(BigInt::one()) + i32::from(!rest.is_zero());
            }
            (false, true) => {
                let cw = &self.cw - &p.beta * n;
                self.floor(cw);
            }
            (true, false) => self.cw += &p.gamma,
            (true, true) => {
                // f = eta·x, |f'| = eta < 1
                let (cw, rest) = (&self.cw * &p.eta_num).div_rem(&p.eta_den);
                self.error += i32::from(!rest.is_zero());
                self.floor(cw);
            }
        }
        Ok(())
    }

    /// max(gamma, x): |f'| ≤ 1, and the result is exact where the exact x surely lies below.
    fn floor(&mut self, x: BigInt) {
        let decided = self.below(&x, &self.params.gamma);
        self.cw = x.max(self.params.gamma.clone());
        if decided == Ok(true) {
            self.error = BigInt::zero();
        }
    }

    /// An upper bound on |exact cw − raw·2^-fraction_bits| / exact cw, in units of 2^-40; `fraction_bits` is at
    /// most 64.
    pub fn relative_distance(&self, raw: u64, fraction_bits: u32) -> u64 {
        // both in 2^-64, whose cut-off bits and the tracked error cost one unit each
        let to_64 = |x: &BigInt| (x >> (FRACTION_BITS - 64)).to_u128().unwrap_or(u128::MAX >> 48);
        let error = to_64(&self.error) + 1;
        let cw = to_64(&self.cw);
        let distance = cw.abs_diff((raw as u128) << (64 - fraction_bits)) + 1 + error;
        u64::try_from((distance << 40).div_ceil(cw.saturating_sub(error).max(1))).unwrap_or(u64::MAX)
    }
}

/// In units of 2^-256, if it is a multiple.
fn scaled(q: &Q) -> Option<BigInt> {
    let (value, rest) = (q.numer() << FRACTION_BITS).div_rem(q.denom());
    rest.is_zero().then_some(value)
}
