//! Interval and cost against exact integers.

use crate::support;

use layout::fixed::U;
use layout::ldcp;
use layout::shaper::{Due, Rate};
use model::shaper::Interval;
use num_bigint::BigInt;
use num_rational::BigRational;

/// The promised bound of 1/R in parts of 10^10: 3.1e-6.
const BOUND: u128 = 31_000;
const PARTS: u128 = 10_000_000_000;

/// |m·2^(13 − e)·R − 1| with R = raw·2^-28, in parts of 10^10, rounded up: |m·raw − 2^(15 + e)| over 2^(15 + e).
fn error(rate: u64) -> u128 {
    let Interval { m, e } = Interval::of_rate(Rate::wrap(rate));
    assert!(m.raw() >> 19 == 1, "rate {rate:#x}: the top bit of {m:?} is set");
    let one = 1u128 << (15 + e.raw());
    ((m.raw() as u128 * rate as u128).abs_diff(one) * PARTS).div_ceil(one)
}

#[test]
fn the_interval_of_every_mantissa_of_a_rate_is_within_3_1e_6() {
    let (worst, rate) = ((1u64 << 23)..1 << 24).map(|rate| (error(rate), rate)).max().expect("not empty");
    println!("worst of 2^23 divisors: {worst}e-10 at {rate:#x}");
    assert!(worst <= BOUND, "{worst}e-10 at {rate:#x}");
    // of all bits of a rate: below 24 they are exact, above `trunc` costs 2^-23
    let mut random = support::seed("the_interval_of_every_mantissa_of_a_rate_is_within_3_1e_6");
    let corners = (0..40).flat_map(|k| [1u64 << k, (1 << k) + 1, (2 << k) - 1]);
    let rates: Vec<u64> = corners.chain((0..4_000_000).map(|_| random.log_uniform(1, Rate::MAX_RAW))).collect();
    let (worst, rate) = rates.iter().map(|&rate| (error(rate), rate)).max().expect("not empty");
    println!("worst of {} rates: {worst}e-10 at {rate:#x}", rates.len());
    assert!(worst <= BOUND, "{worst}e-10 at {rate:#x}");
    assert!(rates.len() > 4_000_000);
}

#[test]
fn a_power_of_two_is_exact() {
    for k in 0..40 {
        let Interval { m, e } = Interval::of_rate(Rate::wrap(1 << k));
        assert_eq!((m.raw(), e.raw()), (1 << 19, k + 4), "2^{k}");
        // 2^(28 - k) ns a byte
        assert_eq!(Interval { m, e }.cost(1).raw(), 1 << (41 - k), "2^{k}");
    }
}

/// Every interval of LDCP's timer that 20 bits hold is exact; the others are within 2^-20.
#[test]
fn a_timer_is_within_half_an_lsb_of_its_mantissa() {
    let mut random = support::seed("a_timer_is_within_half_an_lsb_of_its_mantissa");
    let exact = |ns: u64| {
        let Interval { m, e } = Interval::of_timer(ldcp::Interval::wrap(ns));
        let value = BigRational::new(BigInt::from(m.raw()) << 13, BigInt::from(1) << e.raw());
        (m.raw(), value - BigRational::from(BigInt::from(ns)))
    };
    let zero = BigRational::from(BigInt::from(0));
    for ns in (1..1u64 << 20).step_by(7).chain((0..32).map(|k| 1 << k)) {
        let (m, error) = exact(ns);
        assert!(m >> 19 == 1 && error == zero, "{ns} ns");
    }
    let corners = [(1 << 32) - 1, (1 << 31) - 1, (1 << 20) + 1, (1 << 21) - 1];
    for ns in corners.into_iter().chain((0..200_000).map(|_| random.log_uniform(1 << 20, (1 << 32) - 1))) {
        let (_, error) = exact(ns);
        let bound = BigRational::new(BigInt::from(ns), BigInt::from(1u64 << 20));
        assert!(error <= bound && -error <= bound, "{ns} ns");
    }
    assert_eq!(Interval::of_timer(ldcp::Interval::ZERO), Interval::NONE);
}

/// A cost is n times the interval to the nearest LSB, halves up, and ends at 4.3 s.
#[test]
fn a_cost_is_rounded_once() {
    let mut random = support::seed("a_cost_is_rounded_once");
    let (mut compared, mut saturated) = (0, 0);
    for _ in 0..300_000 {
        let interval = Interval::of_rate(Rate::wrap(random.log_uniform(1, Rate::MAX_RAW)));
        let count = random.log_uniform(0, (1 << 28) - 1);
        let Interval { m, e } = interval;
        // in halves of an LSB: n·m·2^(13 − e)·2^14
        let halves = (BigInt::from(count * m.raw()) << 27) >> e.raw() as usize;
        let nearest: BigInt = (halves + 1) >> 1;
        let most = BigInt::from(Due::MAX_RAW);
        saturated += u32::from(nearest > most);
        assert_eq!(BigInt::from(interval.cost(count).raw()), nearest.min(most), "{count} of {interval:?}");
        compared += 1;
    }
    assert!(compared == 300_000 && saturated > 10_000, "{saturated} saturated");
    assert_eq!(Interval::of_rate(Rate::ZERO).cost(1), Due::MAX);
    assert_eq!(Interval::NONE.cost(1 << 27), U::ZERO);
}
