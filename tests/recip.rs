//! `recip` against exact integers: every divisor mantissa, and the table against its formula.

use crate::support;

use layout::hpcc::{Eta, Util};
use layout::ldcp::{Cw, Interval, N, Rtt};
use layout::timing::RECIP_LATENCY;
use model::hpcc::measure::inverse;
use model::hpcc::window::growth;
use model::ldcp::Params;
use model::ldcp::unit::interval::interval;
use model::ldcp::{self, Context, Event};
use model::recip::{Divisor, Entry, Numerator, Recip, TABLE, recip};
use model::round::round_half_up;
use num_rational::BigRational;
use num_traits::ToPrimitive;

/// The promised bound, as a fraction: 4e-6.
const BOUND: (u64, u64) = (4, 1_000_000);
/// The worst over all mantissas at X = 2^17, in units of 2^-59.
const WORST: u64 = 1_099_771_519_091;

/// |q·D − X·2^42|: the relative error of q against X·2^42/D is this over X·2^42.
fn distance(x: u64, d: u64) -> u64 {
    let q = recip(Numerator::wrap(x), Divisor::wrap(d)).raw();
    (q * ((1 << 23) + d)).abs_diff(x << 42)
}

fn within(x: u64, distance: u64, (num, den): (u64, u64)) -> bool {
    distance as u128 * den as u128 <= ((x as u128) << 42) * num as u128
}

fn parts_per_billion(x: u64, distance: u64) -> u64 {
    (distance as u128 * 1_000_000_000 / ((x as u128) << 42)) as u64
}

/// The worst of every `step`th divisor mantissa, where it is, and how many there were.
fn worst(x: u64, step: usize) -> (u64, u64, u64) {
    let mut compared = 0;
    let (distance, d) = (0..1 << 23)
        .step_by(step)
        .inspect(|_| compared += 1)
        .map(|d| (distance(x, d), d))
        .max()
        .expect("the range is not empty");
    (distance, d, compared)
}

#[test]
fn recip_is_within_its_bound_for_every_mantissa() {
    let x = 1 << 17;
    let (distance, d, compared) = worst(x, 1);
    let ppb = parts_per_billion(x, distance);
    println!("worst of {compared} mantissas at X = 2^17: {distance}/2^59 = {ppb} ppb, at d = {d:#x}");
    assert_eq!(compared, 1 << 23);
    assert!(within(x, distance, BOUND), "{ppb} ppb at d = {d:#x}");
    assert_eq!((distance, d), (WORST, 0x79_3fff), "what the page says was measured");
}

#[test]
fn the_bound_holds_for_other_numerators() {
    let mut random = support::seed("the_bound_holds_for_other_numerators");
    let (mut compared, mut greatest) = (0, (0, 0, 0));
    let corners = [(1 << 17) + 1, (1 << 18) - 1, (1 << 18) - 2, 3 << 16, (3 << 16) - 1, 0x2aaaa, 0x35555];
    for x in corners.into_iter().chain((0..20).map(|_| 1 << 17 | random.below(1 << 17))) {
        let (distance, d, n) = worst(x, 41);
        compared += n;
        greatest = greatest.max((parts_per_billion(x, distance), x, d));
        assert!(within(x, distance, BOUND), "X = {x:#x}, d = {d:#x}");
    }
    for _ in 0..1_000_000 {
        let (x, d) = (1 << 17 | random.below(1 << 17), random.below(1 << 23));
        assert!(within(x, distance(x, d), BOUND), "X = {x:#x}, d = {d:#x}");
        greatest = greatest.max((parts_per_billion(x, distance(x, d)), x, d));
        compared += 1;
    }
    println!("worst of {compared}: {} ppb at X = {:#x}, d = {:#x}", greatest.0, greatest.1, greatest.2);
    assert!(compared > 1_000_000);
}

#[test]
fn zero_gives_zero_and_a_power_of_two_divides_every_numerator_exactly() {
    for d in (0..1 << 23).step_by(4099) {
        assert_eq!(recip(Numerator::ZERO, Divisor::wrap(d)).raw(), 0);
    }
    for x in 1 << 17..1 << 18 {
        assert_eq!(recip(Numerator::wrap(x), Divisor::ZERO).raw(), x << 19, "X = {x:#x}");
    }
}

/// Every exponent of cw that a window has, and each numerator that its 18 bits hold: n·alpha/2^k, rounded as it is
/// named.
#[test]
fn pawa_divides_by_every_power_of_two_exactly() {
    let one = 1u64 << Cw::FRAC;
    let mut compared = 0;
    for alpha in 64..=1u64 << 16 {
        let p = Params::from_raw([alpha, 1, 256, 1, Cw::MAX_RAW]).expect("legal");
        for k in 0..14 {
            for n in [1, 2, 3] {
                let context = Context { cw: Cw::wrap(one << k), ..Context::RESET };
                let (after, flags) = ldcp::step(false, context, Event::Ack { n: N::wrap(n), ece: false }, &p);
                // alpha has 16 fraction bits, cw 28
                let exact = round_half_up((n * alpha) << 12, k);
                assert_eq!((after.cw.raw(), flags), ((one << k) + exact, 0), "{n}·{alpha}/2^{k}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, (65_536 - 63) * 14 * 3);
}

/// Every window below one that is a power of two, and every RTT whose bits its numerator holds.
#[test]
fn interval_divides_by_every_power_of_two_exactly() {
    let mut compared = 0;
    for rtt in (1..1u64 << 18).chain((1 << 18..1 << 24).step_by(64)) {
        for c in 0..28 {
            let exact = (rtt << (28 - c)).min(Interval::MAX_RAW);
            assert_eq!(interval(Rtt::wrap(rtt), Cw::wrap(1 << c)).raw(), exact, "{rtt} / 2^{}", c as i64 - 28);
            compared += 1;
        }
    }
    assert!(compared > 14_000_000);
}

/// Every eta, and every U that is a power of two: eta/U = r·2^-shift.
#[test]
fn growth_divides_by_every_power_of_two_exactly() {
    let mut compared = 0;
    for eta in 1..=1u64 << 16 {
        for k in 0..48 {
            let (r, shift) = growth(Util::wrap(1 << k), Eta::wrap(eta));
            // (eta·2^-16)/(2^k·2^-36) = r·2^-shift
            assert_eq!((r as u128) << k, (eta as u128) << (20 + shift), "eta {eta}, U 2^{k}");
            compared += 1;
        }
    }
    assert_eq!(compared, 48 << 16);
}

#[test]
fn the_inverse_of_an_interval_that_is_a_power_of_two_is_exact() {
    for k in 0..24 {
        let (m, e) = inverse(1 << k);
        assert!(m == 1 << 35 && e == k + 35, "2^{k}: {m} * 2^-{e}");
    }
}

#[test]
fn the_table_equals_its_formula_and_fits_its_widths() {
    let ratio = |num: i64, den: i64| BigRational::new(num.into(), den.into());
    let round = |x: BigRational| (x + ratio(1, 2)).floor().to_integer().to_i64().expect("a table entry is small");
    assert_eq!(TABLE.len(), 512);
    for (i, &Entry { c0, c1 }) in TABLE.iter().enumerate() {
        let a = 512 + i as i64;
        // 2^19·(512/A − 64/A³) − 2^18 and 2^26·512/(A·(A+1))
        let line = (ratio(512, a) - ratio(64, a * a * a)) * ratio(1 << 19, 1) - ratio(1 << 18, 1);
        let fall = ratio(512, a * (a + 1)) * ratio(1 << 26, 1);
        assert_eq!(c0 as i64, round(line), "c0[{i}]");
        assert_eq!(c1 as i64, round(fall), "c1[{i}]");
        assert!((c0 < 1 << 18) != (i == 0) && c1 < 1 << 17, "entry {i} does not fit");
    }
    // by hand: 2^18 − 2^19·64/2^27 = 2^18 − 1/4 rounds to 2^18; 2^26/513 = 130816.499
    assert_eq!(TABLE[0], Entry { c0: 262_144, c1: 130_816 });
}

/// The page's arithmetic once more, in fractions and floors, down to the last bit.
#[test]
fn every_bit_follows_the_page() {
    let mut random = support::seed("every_bit_follows_the_page");
    let floor = |num: u128, den: u128| num / den;
    let corners = [0, 1, 0x3fff, 0x4000, 0x3f_ffff, 0x40_0000, 0x7f_c000, 0x7f_ffff];
    let mut compared = 0;
    let divisors: Vec<u64> = corners.into_iter().chain((0..100_000).map(|_| random.below(1 << 23))).collect();
    for (n, d) in divisors.into_iter().enumerate() {
        let x = [1 << 17 | random.below(1 << 17), 1 << 17, (1 << 18) - 1][n % 3];
        let Entry { c0, c1 } = TABLE[(d / 16_384) as usize];
        let t = floor(x as u128 * (d % 16_384) as u128, 16_384);
        let p1 = floor(t * c1 as u128, 128);
        let q = x as u128 * (c0 as u128 + 262_144) - p1;
        assert_eq!(recip(Numerator::wrap(x), Divisor::wrap(d)).raw() as u128, q, "X = {x:#x}, d = {d:#x}");
        compared += 1;
    }
    assert_eq!(compared, 100_008);
}

/// The number on the block's page.
#[test]
fn the_worked_number_of_the_page() {
    // D = 3·2^22: d = 0x400000, i = 256, f = 0, A = 768; c0 = round(349525.333 − 0.074) − 2^18 = 87381
    assert_eq!(TABLE[256], Entry { c0: 87_381, c1: 58_178 });
    // q = 2^17·(87381 + 2^18) = 45812940800; the exact quotient is 2^37/3 = 45812984490.67
    let q = recip(Numerator::wrap(1 << 17), Divisor::wrap(0x40_0000)).raw();
    assert_eq!(q, 45_812_940_800);
    assert_eq!(parts_per_billion(1 << 17, distance(1 << 17, 0x40_0000)), 953);
}

#[test]
fn a_result_comes_four_cycles_after_its_operands_one_a_cycle() {
    let mut random = support::seed("a_result_comes_four_cycles_after_its_operands_one_a_cycle");
    let operands: Vec<_> =
        (0..1000).map(|_| (Numerator::wrap(1 << 17 | random.below(1 << 17)), Divisor::wrap(random.next()))).collect();
    let mut block = Recip::default();
    for (cycle, &(x, d)) in operands.iter().enumerate() {
        let expected = cycle.checked_sub(4).map(|c| recip(operands[c].0, operands[c].1));
        assert_eq!(block.step(x, d), expected, "cycle {cycle}");
    }
    assert_eq!(RECIP_LATENCY, 4);
}
