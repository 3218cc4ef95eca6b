//! One step against the ideal at random, at corners and at its worst; and that no state poisons U.

use super::case::*;
use super::random::{case_under, random_case};
use crate::support::{self, Random};
use layout::fixed::U;
use layout::hpcc::*;
use model::hpcc::ideal;
use model::hpcc::measure::inverse;
use model::hpcc::window::growth;
use model::hpcc::{Context, Header, Params, Records, step};
use model::number::Q;
use model::number::exact;
use num_traits::{Signed, Zero};
use proptest::prelude::*;
use std::cell::RefCell;

#[test]
fn a_step_is_within_its_bound_of_the_ideal_at_random() {
    let worst = RefCell::new(Worst::default());
    // the case is a function of its seed: proptest repeats it from tests/crashers
    proptest!(support::proptest("hpcc", 60_000), |(seed in any::<u64>())| {
        compare(&random_case(&mut Random(seed)), &mut worst.borrow_mut());
    });
    let worst = worst.into_inner();
    worst.print("random");
    assert!(
        worst.compared > 50_000
            && worst.full > 10_000
            && worst.multiplicative > 10_000
            && worst.compared - worst.multiplicative > 5_000
            && worst.saturated > 50
    );
}

#[test]
fn a_step_is_within_its_bound_of_the_ideal_at_corners() {
    let mut worst = Worst::default();
    let header = Header::default();
    let counts = [0, 1, 2, 3, 0x7fff, 0xffff, 0x10_0000 - 2, 0xf_ffff];
    let queues = [0, 1, 0x8000, 0xffff];
    let states = [0, 1, ONE >> 6, ONE - 1, ONE, 3 * ONE + 12_345, Util::MAX_RAW];
    for (i, t) in [256, 257, 4095, 4096, 5000, 65_535, Time::MAX_RAW].into_iter().enumerate() {
        let eta = [1, 62_259, 1 << 16][i % 3];
        let p = Params::from_raw([t, eta, 1, 0, BYTE, 1, Window::MAX_RAW, ONE, 0], &header).expect("legal");
        for dts in [1, 2, t / 2, t - 1, t, t + 1, 3 * t + 1, (1 << 23) - 1, 1 << 23, 0xff_ffff] {
            for tx in counts {
                for queue in queues {
                    // u', the other hop and the rest of the state follow a count through their corners
                    let n = worst.compared as usize;
                    let code = [5, 7, 0, 2][n % 4];
                    let old = telemetry(1, &[[code, 0, 0, queue], [1, 0, 0, 0xffff]]);
                    let new =
                        telemetry(1, &[[code, dts, tx, 0xffff], [1, [0, dts, t][n % 3], [0, 1, 700][n / 3 % 3], 0]]);
                    for u in states {
                        let wc = [0, 1, BYTE, 62_500 * BYTE + 1, Window::MAX_RAW][worst.compared as usize % 5];
                        let context = Context { wc: U::wrap(wc), ..flow(u, 1, n as u64 % 3, &old) };
                        let arrival = ack(n as u64 % 2, 9);
                        compare(
                            &Case { header: header.clone(), p: p.clone(), context, arrival, telemetry: new },
                            &mut worst,
                        );
                    }
                }
            }
        }
    }
    worst.print("corners");
    assert!(worst.compared >= 10_000);
}

#[test]
fn the_corrected_reciprocal_is_within_2_to_the_minus_33_for_every_interval() {
    let (mut worst, mut compared) = ((0u128, 0), 0);
    for dts in 1..1u64 << 24 {
        let (m, e) = inverse(dts);
        // |m·dts - 2^e| / 2^e, in 2^-60
        let error = (((m as u128 * dts as u128).abs_diff(1 << e)) << 60) >> e;
        worst = worst.max((error, dts));
        compared += 1;
    }
    println!("{compared} intervals: worst 2^{:.2} at {}", (worst.0 as f64).log2() - 60.0, worst.1);
    assert!(worst.0 <= 1 << 27 && compared == (1 << 24) - 1);
}

/// The public simulator's units: 512 and 320 bytes at 100 Gbit/s, 2,048 and 1,280 at 400; and the greatest.
#[test]
fn a_step_with_the_simulators_units_is_within_its_bound_of_the_ideal() {
    let mut random = support::seed("a_step_with_the_simulators_units_is_within_its_bound_of_the_ideal");
    for (units, gbps) in [([1, 512, 320], 100), ([1, 2048, 1280], 400), ([1, 4095, 4095], 100), ([1, 4095, 4094], 400)]
    {
        let mut worst = Worst::default();
        let header = Header::from_raw(units, [gbps; SPEEDS]).expect("legal");
        for _ in 0..10_000 {
            let mut raw = PARAMS.map(|f| f.reset);
            raw[0] = 1000 + random.below(50_000);
            let p = Params::from_raw(raw, &header).expect("a tick of a ns takes all units");
            compare(&case_under(&mut random, header.clone(), p), &mut worst);
        }
        worst.print(&format!("units {units:?}, {gbps} Gbit/s"));
        // paths of more hops than the model is built for are dropped
        assert!(worst.compared > 9_000 && worst.full > 1000 && worst.multiplicative > 1000);
    }
}

/// Where the closed form is greatest: the longest queue in the least B·T, weighted with a theta whose rounding is half
/// an LSB.
#[test]
fn u_is_within_its_bound_where_the_closed_form_is_greatest() {
    let mut worst = Worst::default();
    let header = Header::from_raw([1, 128, 4095], [1; SPEEDS]).expect("legal");
    for t in (256..400).chain([511, 513, 1023, 1025]) {
        let raw = [t, 62_259, 5, 0, BYTE, 1, Window::MAX_RAW, ONE, 0];
        let Ok(p) = Params::from_raw(raw, &header) else { continue };
        for dts in (1..4).chain([t / 2, t - 1, t, t + 1]) {
            // the longest queue whose share of U just fits, and the longest of all
            let fits = (u128::from(t * t) * 4095 / (8 * 4095 * u128::from(dts))).min(0xffff) as u64;
            for queue in [fits, fits / 2 + 1, 0xffff] {
                for (u, tx) in [(0, 0), (ONE, 1), (Util::MAX_RAW, 0)] {
                    let (old, new) = (telemetry(1, &[[0, 0, 0, queue]]), telemetry(1, &[[0, dts, tx, queue]]));
                    let (context, header) = (flow(u, 9000, 0, &old), header.clone());
                    compare(&Case { header, p: p.clone(), context, arrival: ack(1, 2), telemetry: new }, &mut worst);
                }
            }
        }
    }
    worst.print("worst of U");
    assert!(worst.compared > 1000 && worst.saturated < worst.compared * 2 / 3);
}

/// eta/U for every mantissa of U, with all bits below it zero and one: the whole error of a multiplicative step but for
/// W's rounding.
#[test]
fn growth_is_within_2_to_the_minus_17_for_every_mantissa_of_u() {
    let (mut worst, mut compared) = ((0u128, 0, 0), 0u64);
    for eta in [62_259u64, 1 << 15] {
        for d in 1u64 << 23..1 << 24 {
            for u in [d << 13, (d << 13) + 0x1fff] {
                let (r, shift) = growth(Util::wrap(u), Eta::wrap(eta));
                // r·2^-shift against (eta·2^-16)/(u·2^-36): |r·u - eta·2^(shift + 20)| over the latter
                let (got, exact) = (r as u128 * u as u128, (eta as u128) << (shift + 20));
                worst = worst.max(((got.abs_diff(exact) << 60) / exact, eta, u));
                compared += 1;
            }
        }
    }
    println!("{compared} pairs: worst 2^{:.3} at eta {}, U {:#x}", (worst.0 as f64).log2() - 60.0, worst.1, worst.2);
    assert!(worst.0 <= 1 << 43 && compared == 1 << 25);
}

// ---- no state poisons U ---------------------------------------------------------------------------------------------

#[test]
fn good_acks_that_span_32_t_bring_u_back_from_any_state() {
    let mut random = support::seed("good_acks_that_span_32_t_bring_u_back_from_any_state");
    let (mut worst, mut compared) = (Q::zero(), 0);
    for run in 0..40 {
        let t = [1000, 5000, 40_000, 1_000_000][run % 4];
        let (header, p) = (Header::default(), params(&[("T", &t.to_string())]));
        // ACKs T/2, T/4, T/8 apart, or T and beyond; two hops with loads of their own
        let part = [2, 4, 8, 1][run / 4 % 4];
        let mut now = [random.next(), random.next()];
        let mut sent = [random.next(), random.next()];
        let mut hops = |random: &mut Random| {
            let raw = [2, 0].map(|code: usize| {
                let dts = t / part + random.below(t / part / 4 + 1);
                now[code / 2] = now[code / 2].wrapping_add(dts);
                let full = dts * [25, 0, 100][code] / 8 / 128;
                sent[code / 2] = sent[code / 2].wrapping_add(random.below(full + 1));
                [code as u64, now[code / 2], sent[code / 2], random.below(200)]
            });
            telemetry(6, &raw)
        };
        let start = hops(&mut random);
        let mut good = ideal_state(&Context { l: records(&start), ..Context::new(&p) });
        // the model: anything at all, sometimes with L of this path
        let garbage =
            telemetry(random.below(2) * 6, &[[0; 4]; 2].map(|_| [0, random.next(), random.next(), random.next()]));
        let mut context = Context {
            l: Records { valid: random.chance(2), ..records(&garbage) },
            u: U::wrap(random.pick(&[0, 1, Util::MAX_RAW, random.0])),
            w: U::wrap(random.next()),
            wc: U::wrap(random.next()),
            inc_stage: U::wrap(random.next()),
            last_update: U::wrap(random.next()),
        };
        let (ideal_header, ideal_p) = ((&header).into(), (&p).into());
        let steps = 32 * part + 2; // the first may only record, the second may see garbage in L
        for i in 0..steps {
            let new = hops(&mut random);
            let arrival = ack(i, i + 10);
            let links = ideal_links(new.path, new.n_hop, new.hops.into_iter());
            good =
                ideal::step(&good, ideal_arrival(arrival), &links, &ideal_header, &ideal_p, N).expect("two hops").state;
            context = step(&context, arrival, &new, &header, &p).0;
        }
        let error = (exact(context.u.raw(), Util::FORMAT) - &good.u).abs();
        assert!(error <= pow2(-16), "run {run}: 2^{:.2}", log2(&error));
        assert!(good.u > Q::zero());
        worst = worst.max(error);
        compared += 1;
    }
    println!("{compared} states: worst 2^{:.2}", log2(&worst));
    assert_eq!(compared, 40);
}
