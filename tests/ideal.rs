//! The ideal itself, against numbers computed by hand from the draft; and the model's drift from it over a million
//! ACKs.

use crate::support;

use layout::ldcp::{Cw, N};
use layout::record::flag;
use model::ldcp;
use model::ldcp::ideal::interval;
use model::ldcp::ideal::{self, Event, Outcome, Params};
use model::ldcp::tracker::{FRACTION_BITS, Tracker};
use model::number::Q;
use num_bigint::BigInt;
use num_traits::{One, Signed};
use support::Random;

const LDCP: bool = false;
const PCC: bool = true;

fn q(text: &str) -> Q {
    model::number::parse(text).expect("the test's own number")
}

fn params(alpha: &str, beta: &str, gamma: &str, eta: &str) -> Params {
    Params { alpha: q(alpha), beta: q(beta), gamma: q(gamma), eta: q(eta) }
}

fn ack(n: u64, ece: bool) -> Event {
    Event::Ack { n, ece }
}

fn outcome(cw: &str, flags: u8) -> Outcome {
    Outcome { cw: q(cw), flags }
}

#[test]
fn the_formulas_of_2_2_by_hand() {
    let p = params("1/3", "1/2", "1/16", "1/2");
    let ldcp = |cw: &str, event| ideal::ldcp(&q(cw), event, &p);
    // (1), (2)
    assert_eq!(ldcp("5", ack(1, false)), outcome("76/15", 0)); // 5 + (1/3)/5
    assert_eq!(ldcp("5", ack(1, true)), outcome("9/2", 0));
    assert_eq!(ldcp("5", ack(6, false)), outcome("27/5", 0)); // 5 + 6·(1/3)/5
    assert_eq!(ldcp("5", ack(6, true)), outcome("2", 0));
    // L1, L2, L3
    assert_eq!(ldcp("1", ack(1, false)), outcome("4/3", 0));
    assert_eq!(ldcp("1", ack(1, true)), outcome("1/2", flag::PACED));
    assert_eq!(ldcp("1", ack(3, true)), outcome("1/16", flag::PACED | flag::FLOOR)); // 1 - 3/2, not 1/2 of one
    assert_eq!(ldcp("5", ack(10, true)), outcome("1/16", flag::PACED | flag::FLOOR));
    assert_eq!(ldcp("3/2", ack(2, true)), outcome("1/2", flag::PACED));
    // below one packet, L4
    assert_eq!(ldcp("2/3", ack(9, false)), outcome("35/48", flag::PACED)); // 2/3 + 1/16
    assert_eq!(ldcp("2/3", ack(9, true)), outcome("1/3", flag::PACED));
    assert_eq!(ldcp("1/10", ack(1, true)), outcome("1/16", flag::PACED | flag::FLOOR));
    assert_eq!(ldcp("1/8", ack(1, true)), outcome("1/16", flag::PACED));
    // L5: no upper bound; L9; an ACK of nothing
    assert_eq!(ldcp("100000", ack(1, false)).cw, q("30000000001/300000"));
    for event in [Event::Loss, Event::Rtt, Event::Cnp, ack(0, true), ack(0, false)] {
        assert_eq!(ldcp("1/2", event), outcome("1/2", flag::PACED | flag::IGNORED));
    }
}

#[test]
fn the_variant_of_3_2_by_hand() {
    let p = params("1/3", "1/2", "1/16", "1/2");
    let pcc = |cw: &str, event| ideal::step(PCC, &q(cw), event, &p);
    assert_eq!(pcc("5", Event::Rtt), outcome("16/3", 0));
    assert_eq!(pcc("1/2", Event::Rtt), outcome("5/6", flag::PACED));
    assert_eq!(pcc("5", Event::Cnp), outcome("9/2", 0));
    assert_eq!(pcc("1/2", Event::Cnp), outcome("1/16", flag::PACED | flag::FLOOR));
    assert_eq!(pcc("5", ack(1, true)), outcome("5", flag::IGNORED));
    assert_eq!(pcc("5", Event::Loss), outcome("5", flag::IGNORED));
}

#[test]
fn the_timer_by_hand() {
    assert_eq!(interval(&q("10000"), &q("3/16")), Some(q("160000/3")));
    assert_eq!(interval(&q("10000"), &q("0")), None);
}

#[test]
fn the_tracker_stays_within_its_own_bound_of_the_exact_rational() {
    let mut random = support::seed("the_tracker_stays_within_its_own_bound_of_the_exact_rational");
    let p = params("13/16", "3/8", "1/16", "21845/65536");
    let unit = Q::new(BigInt::one(), BigInt::one() << FRACTION_BITS);
    let mut compared = 0;
    for _ in 0..200 {
        let start = Q::new(BigInt::from(random.log_uniform(1 << 24, 1 << 34)), BigInt::one() << 28);
        let mut tracker = Tracker::new(&start, &p).expect("dyadic");
        let mut exact = start;
        // the exact fraction doubles its digits with each division: few steps
        for _ in 0..10 {
            let (n, ece) = (1 + random.below(6), random.chance(3));
            assert_eq!(tracker.below_one(), Ok(exact < Q::one()));
            tracker.ack(n, ece).expect("no exact window of this run is undecided");
            exact = ideal::ldcp(&exact, ack(n, ece), &p).cw;
            let distance = (Q::from(tracker.scaled().clone()) * &unit - &exact).abs();
            assert!(distance <= Q::from(tracker.error().clone()) * &unit, "at {exact}");
            compared += 1;
        }
    }
    assert_eq!(compared, 2000);
}

/// f = x + a/x has the slope 1 − a/x². 7 + 3/7 is rounded by one unit; there a = 60·3 makes a/x² − 1 = 2.26, and the
/// rounding adds one.
#[test]
fn the_tracked_error_grows_by_the_slope_of_the_step_and_one_rounding() {
    let mut tracker = Tracker::new(&q("7"), &params("3", "1/2", "1/16", "1/2")).expect("dyadic");
    tracker.ack(1, false).expect("far from one");
    assert_eq!(*tracker.error(), BigInt::one());
    tracker.ack(60, false).expect("far from one");
    assert_eq!(*tracker.error(), BigInt::from(3 + 1));
}

/// In 2^-40, rounded up: a half of 7 is 78,536,544,841.1.
#[test]
fn the_relative_distance_is_an_upper_bound_and_near() {
    let tracker = Tracker::new(&q("7"), &params("3", "1/2", "1/16", "1/2")).expect("dyadic");
    let distance = [7 << 28, (7 << 28) + (1 << 27), 13 << 27].map(|raw| tracker.relative_distance(raw, 28));
    assert_eq!(distance, [1, 78_536_544_842, 78_536_544_842]);
}

// ---- drift ----------------------------------------------------------------------------------------------------------

/// How ACKs are marked.
#[derive(Clone, Copy)]
enum Marks {
    Never,
    /// One in so many, at random.
    OneIn(u64),
    /// Every other one, at random, while the model's window is above this many packets: as a switch marks.
    Above(u64),
}

struct Drift {
    /// Greatest relative distance, in 2^-40.
    worst: u64,
    /// Flows that ended since model and ideal stood on different sides of one.
    parted: u64,
    least_raw: u64,
    greatest_raw: u64,
}

const STEPS: u64 = 1_000_000;
/// 1e-4 in 2^-40.
const BOUND: u64 = (1 << 40) / 10_000;

/// A million ACKs through model and ideal. The rule jumps at cw = 1, so where the two stand on different sides of it
/// they part for good: that flow is counted and ends there, and a new one begins at `start`. All parameters are raw
/// values, so both use the same numbers.
fn drift(raw: [u64; 5], start: u64, max_n: u64, marks: Marks, random: &mut Random) -> Drift {
    let p = model::ldcp::Params::from_raw(raw).expect("legal parameters");
    let (mut context, mut ideal) = fresh(start, &p);
    let mut drift = Drift { worst: 0, parted: 0, least_raw: start, greatest_raw: start };
    for _ in 0..STEPS {
        let ece = match marks {
            Marks::Never => false,
            Marks::OneIn(n) => random.chance(n),
            Marks::Above(packets) => context.cw.raw() > packets << 28 && random.chance(2),
        };
        let n = 1 + random.below(max_n);
        if parted(&context, &ideal) {
            drift.parted += 1;
            (context, ideal) = fresh(start, &p);
        }
        ideal.ack(n, ece).expect("the branch was decided above");
        let (after, flags) = ldcp::step(LDCP, context, ldcp::Event::Ack { n: N::wrap(n), ece }, &p);
        assert_eq!(flags & flag::SAT, 0, "a run that saturates says nothing about drift");
        context = after;
        drift.worst = drift.worst.max(ideal.relative_distance(context.cw.raw(), Cw::FRAC));
        drift.least_raw = drift.least_raw.min(context.cw.raw());
        drift.greatest_raw = drift.greatest_raw.max(context.cw.raw());
    }
    drift
}

/// A flow in the model and in the ideal.
fn fresh(start: u64, p: &model::ldcp::Params) -> (ldcp::Context, Tracker) {
    let ideal =
        Tracker::new(&model::number::exact(start, Cw::FORMAT), &Params::from(p)).expect("raw values are dyadic");
    (ldcp::Context { cw: Cw::wrap(start), ..ldcp::Context::RESET }, ideal)
}

/// Do model and ideal stand on different sides of one?
fn parted(context: &ldcp::Context, ideal: &Tracker) -> bool {
    ideal.below_one() != Ok(context.cw.raw() < 1 << 28)
}

/// Runs, prints and checks; gives the number of flows that parted.
fn check(what: &str, raw: [u64; 5], start: u64, max_n: u64, marks: Marks) -> u64 {
    let mut random = support::seed(what);
    let d = drift(raw, start, max_n, marks, &mut random);
    let packets = |raw: u64| raw as f64 / (1u64 << 28) as f64;
    println!(
        "{what}: worst drift {:.2e} in {STEPS} ACKs, windows {:.3} to {:.1}, {} flows parted at one",
        d.worst as f64 / (1u64 << 40) as f64,
        packets(d.least_raw),
        packets(d.greatest_raw),
        d.parted
    );
    assert!(d.worst <= BOUND, "{what}: drift {} / 2^40", d.worst);
    assert!(d.greatest_raw > d.least_raw, "{what}: a window that never moves proves nothing");
    d.parted
}

const ONE: u64 = 1 << 28;
const GAIN: u64 = 1 << 16;
const ALPHA_1: [u64; 5] = [GAIN, GAIN / 2, GAIN / 16, 1 << 15, Cw::MAX_RAW];
/// alpha = 2^-10, the smallest.
const SLOW: [u64; 5] = [GAIN >> 10, GAIN / 2, GAIN / 16, 1 << 15, Cw::MAX_RAW];
const SLOW_AND_GENTLE: [u64; 5] = [GAIN >> 10, GAIN >> 10, GAIN / 16, 1 << 15, Cw::MAX_RAW];

#[test]
fn drift_stays_below_1e_4_with_alpha_1() {
    let runs = [
        check("alpha 1, from gamma, never marked", ALPHA_1, ONE / 16, 1, Marks::Never),
        check("alpha 1, from 4096, never marked", ALPHA_1, 4096 * ONE, 1, Marks::Never),
        check("alpha 1, one in 64 marked", ALPHA_1, 4096 * ONE, 1, Marks::OneIn(64)),
        check("alpha 1, marked above 4096", ALPHA_1, 4090 * ONE, 1, Marks::Above(4096)),
        check("alpha 1, marked above 100", ALPHA_1, 4096 * ONE, 1, Marks::Above(100)),
        check("alpha 1, marked above 1000, n up to 8", ALPHA_1, 16 * ONE, 8, Marks::Above(1000)),
        check(
            "alpha 13/16 - 2^-16, marked above 8",
            [53247, 12345, 4096, 1 << 15, Cw::MAX_RAW],
            8 * ONE,
            1,
            Marks::Above(8),
        ),
    ];
    assert_eq!(runs, [0; 7], "these runs never come near one on two sides");
}

#[test]
fn drift_stays_below_1e_4_with_the_smallest_alpha() {
    let runs = [
        check("alpha 2^-10, from 1, never marked", SLOW, ONE, 1, Marks::Never),
        check("alpha 2^-10, from 31, never marked", SLOW, 31 * ONE + 12345, 1, Marks::Never),
        check("alpha 2^-10, from 4096, never marked", SLOW, 4096 * ONE, 1, Marks::Never),
        check("alpha 2^-10, one in 65536 marked", SLOW, 64 * ONE, 1, Marks::OneIn(65_536)),
        check("alpha and beta 2^-10, one in 31 marked", SLOW_AND_GENTLE, 31 * ONE, 1, Marks::OneIn(31)),
        check("alpha and beta 2^-10, one in 4096 marked", SLOW_AND_GENTLE, 4096 * ONE, 1, Marks::OneIn(4096)),
        check("alpha and beta 2^-10, marked above 3", SLOW_AND_GENTLE, 3 * ONE, 1, Marks::Above(3)),
    ];
    assert_eq!(runs, [0; 7], "these runs never come near one on two sides");
}

/// Where the window lives around one, every crossing is a chance to part.
#[test]
fn drift_stays_below_1e_4_around_one_where_flows_that_part_are_counted() {
    let default = model::ldcp::Params::default().raw();
    let thirds = [43_690, 21_845, 5461, 21_845, Cw::MAX_RAW];
    let runs = [
        check("default parameters, from gamma, one in 2 marked", default, ONE / 16, 1, Marks::OneIn(2)),
        check("default parameters, from 1, one in 4 marked", default, ONE, 1, Marks::OneIn(4)),
        check("default parameters, marked above 2", default, ONE, 1, Marks::Above(2)),
        check("parameters of thirds, from 1, one in 3 marked", thirds, ONE, 1, Marks::OneIn(3)),
        check("alpha 2^-10, one in 1024 marked", SLOW, 2 * ONE, 1, Marks::OneIn(1024)),
    ];
    println!("flows that parted: {runs:?} in {STEPS} ACKs each");
    assert!(runs.iter().sum::<u64>() <= 5, "flows that part are rare: {runs:?}");
}

// ---- at one, where windows start ------------------------------------------------------------------------------------

/// A new flow of the reset parameters stands at one, and comes back to it and to its neighbours by marks. A crossing is
/// no new start of the ideal: the flow is counted as parted.
#[test]
fn of_2_000_fresh_flows_at_most_5_part_from_the_ideal_at_one() {
    let mut random = support::seed("of_2_000_fresh_flows_at_most_5_part_from_the_ideal_at_one");
    let p = model::ldcp::Params::default();
    let (mut apart, mut crossings, mut compared) = (0, 0, 0);
    for _ in 0..2000 {
        let (mut context, mut ideal) = fresh(ONE, &p);
        let mut has_parted = false;
        for _ in 0..30 {
            let (ece, was_below) = (random.chance(2), context.cw.raw() < ONE);
            let event = ldcp::Event::Ack { n: N::wrap(1), ece };
            context = ldcp::step(LDCP, context, event, &p).0;
            crossings += u64::from(was_below != (context.cw.raw() < ONE));
            // one that has parted stays so, whatever comes: an ideal that cannot decide has parted too
            has_parted = has_parted || ideal.ack(1, ece).is_err() || parted(&context, &ideal);
            compared += 1;
        }
        apart += u64::from(has_parted);
    }
    println!("{apart} of 2000 flows of 30 ACKs parted, at {crossings} crossings of one");
    assert!(apart <= 5, "{apart} flows parted");
    assert!(compared == 60_000 && crossings > 1000);
}

// ---- where the drift's bound ends -----------------------------------------------------------------------------------

/// One ACK of 16,383 packets takes cw from 1.5 to 10,923.5, with the reciprocal's error of 9.5e-7 in it; the next,
/// marked, takes all but 2.2 packets of them away, and the error stays; the third multiplies both by thousands.
#[test]
fn three_acks_of_16_383_packets_from_a_window_of_1_5_are_off_by_5e_3() {
    let p = model::ldcp::Params::from_raw([GAIN, 43_688, GAIN / 16, 1 << 15, Cw::MAX_RAW]).expect("legal parameters");
    let (mut context, mut ideal) = fresh(3 * ONE / 2, &p);
    let relative = [false, true, false].map(|ece| {
        ideal.ack(16_383, ece).expect("far from one");
        context = ldcp::step(LDCP, context, ldcp::Event::Ack { n: N::wrap(16_383), ece }, &p).0;
        ideal.relative_distance(context.cw.raw(), Cw::FRAC) as f64 / (1u64 << 40) as f64
    });
    println!("{relative:?}");
    assert!(relative[0] < 1e-6 && (4e-3..6e-3).contains(&relative[1]) && (4e-3..6e-3).contains(&relative[2]));
}

/// While no ACK more than doubles the window (n·alpha ≤ cw²) the difference shrinks with each unmarked ACK and stays as
/// it is with a marked one: it is at most the worst relative error of an increment times the greatest window since the
/// flow began, and the roundings.
#[test]
fn where_no_ack_more_than_doubles_the_window_the_difference_stays_within_the_error_of_the_greatest_one() {
    let name = "where_no_ack_more_than_doubles_the_window_the_difference_stays_within_the_error_of_the_greatest_one";
    let mut random = support::seed(name);
    let (mut compared, mut worst, mut farthest) = (0, 0.0f64, 0.0f64);
    for _ in 0..400 {
        let raw = [random.log_uniform(64, GAIN), random.log_uniform(64, GAIN), 4096, 1 << 15, Cw::MAX_RAW];
        let p = model::ldcp::Params::from_raw(raw).expect("legal parameters");
        let start = random.log_uniform(2 * ONE, 4096 * ONE);
        let (mut context, mut ideal) = fresh(start, &p);
        let mut greatest = start;
        for step in 1..=500u64 {
            let cw = context.cw.raw() as f64 / ONE as f64;
            let most = (cw * cw * 0.999 * GAIN as f64 / raw[0] as f64).min(16_383.0) as u64;
            let (n, ece) = (1 + random.below(most.max(1)), random.chance(8));
            // neither across one nor to the format's end: the claim is not about these
            let down = (n * raw[1]) << 12;
            if most == 0 || cw > 8000.0 || ece && context.cw.raw() < down + ONE + (ONE >> 8) {
                continue;
            }
            ideal.ack(n, ece).expect("far from one");
            context = ldcp::step(LDCP, context, ldcp::Event::Ack { n: N::wrap(n), ece }, &p).0;
            greatest = greatest.max(context.cw.raw());
            let difference = ideal.relative_distance(context.cw.raw(), Cw::FRAC) as f64 / (1u64 << 40) as f64
                * context.cw.raw() as f64;
            // X is cut to 18 bits: 2^-17; D to 24: 2^-23; and the reciprocal. A rounding is half an LSB, the tracker's
            // one unit of 2^-40
            let increment = 2f64.powi(-17) + 2f64.powi(-23) + 1.92e-6;
            let bound = increment * greatest as f64 + 0.5 * step as f64 + 1e-12 * greatest as f64 + 1.0;
            assert!(difference <= bound, "{raw:?} from {start}, step {step}: {difference} LSB of {bound}");
            worst = worst.max(difference / bound);
            farthest = farthest.max(difference / context.cw.raw() as f64);
            compared += 1;
        }
    }
    println!("{compared} ACKs, worst {worst:.3} of the bound; relative to the window itself {farthest:.2e}");
    assert!(compared > 100_000);
}
