//! `inflight`: the page's number, its rules, its result against the step function of HPCC++, and the block's latency.

use crate::support;

use layout::fixed::U;
use layout::hpcc::{MAX_HOPS, PARAMS, Util, flag};
use layout::timing::inflight_latency;
use model::hops::{self, Action, Delta, RESET};
use model::hpcc::unit::inflight::{self, Addend, In, Inflight, Out, Theta};
use model::hpcc::{Arrival, Context, Header, Hop, Params, Telemetry};

fn delta((speed, dts, tx, q): (u64, u64, u64, u64)) -> Delta {
    Delta { speed: U::wrap(speed), dts: U::wrap(dts), tx: U::wrap(tx), q: U::wrap(q) }
}

fn input(list: &[(u64, u64, u64, u64)]) -> In {
    let mut hops = [None; MAX_HOPS];
    list.iter().zip(&mut hops).for_each(|(hop, slot)| *slot = Some(delta(*hop)));
    In { qpn: 3, measure: true, flags: 0, set: 0, hops }
}

/// The reset parameters but for T.
fn params(t: u64, header: &Header) -> Params {
    let mut raw = PARAMS.map(|f| f.reset);
    raw[0] = t;
    Params::from_raw(raw, header).expect("legal")
}

fn measure(list: &[(u64, u64, u64, u64)]) -> (u16, u64, u64) {
    let header = Header::default();
    let Out { flags, theta, addend, .. } = inflight::step(&input(list), &header, &params(8000, &header));
    (flags, theta.raw(), addend.raw())
}

const FIRST: (u64, u64, u64, u64) = (2, 4000, 300, 250);

/// The number on the block's page.
#[test]
fn the_worked_number_of_the_page() {
    let found = measure(&[FIRST, (4, 4000, 1250, 0), (0, 4000, 82, 25)]);
    assert_eq!(found, (0, 34_359_738_375, 6_871_947_675 + 26_388_279_067));
}

#[test]
fn what_does_not_count_is_skipped_and_named() {
    let alone = measure(&[FIRST]);
    let (unknown, still) = ((9, 4000, 9999, 99), (2, 0, 9999, 99));
    assert_eq!(measure(&[unknown, FIRST]), (flag::SPEED, alone.1, alone.2));
    assert_eq!(measure(&[FIRST, still]), (flag::STILL, alone.1, alone.2));
    assert_eq!(measure(&[(9, 0, 1, 1)]), (flag::SPEED | flag::STILL | flag::IDLE, 0, 0));
    assert_eq!(measure(&[(2, 4000, 0, 0)]), (flag::IDLE, 0, 0));
    assert_eq!(measure(&[]), (flag::IDLE, 0, 0));
    let none = In { measure: false, flags: flag::FIRST, ..input(&[]) };
    let out = inflight::step(&none, &Header::default(), &Params::default());
    assert_eq!((out.flags, out.theta, out.addend), (flag::FIRST, Theta::ZERO, Addend::ZERO));
}

#[test]
fn of_equal_hops_the_first_is_chosen() {
    let (slow, fast) = ((2, 2560, 125, 7), (2, 5120, 250, 7));
    assert_eq!(measure(&[slow, fast]), measure(&[slow]));
    assert_eq!(measure(&[fast, slow]), measure(&[fast]));
    assert_ne!(measure(&[fast]), measure(&[slow]));
}

#[test]
fn theta_is_one_from_t_on() {
    let theta = |dts| measure(&[(2, dts, 300, 250)]).1;
    assert!(theta(7999) < 1 << 36 && theta(1) > 0);
    assert_eq!((theta(8000), theta(8001), theta((1 << 24) - 1)), (1 << 36, 1 << 36, 1 << 36));
}

/// U' = sat(rnd((2^36 − theta)·U, 36) + addend), and the flags are those of `model::hpcc::step`, wherever the addend
/// saturates.
#[test]
fn with_its_own_share_u_is_that_of_the_step_function() {
    let mut random = support::seed("with_its_own_share_u_is_that_of_the_step_function");
    let (mut saturated, mut idle, mut compared) = (0, 0, 0);
    for _ in 0..200 {
        let mut gbps = [0; 16];
        gbps.iter_mut().for_each(|g| *g = if random.chance(4) { 0 } else { random.log_uniform(1, 4095) });
        let units = [random.log_uniform(1, 4), random.log_uniform(1, 255), random.log_uniform(1, 63)];
        let header = Header::from_raw(units, gbps).expect("legal");
        let p = params(random.log_uniform(256, (1 << 20) - 1), &header);
        let mut context = Context::<MAX_HOPS>::new(&p);
        let mut slice = RESET;
        for _ in 0..200 {
            let hops = std::array::from_fn(|_| Hop {
                speed: U::wrap(random.next()),
                ts: U::wrap(random.log_uniform(0, (1 << 24) - 1)),
                tx_bytes: U::wrap(if random.chance(4) { 0 } else { random.log_uniform(0, (1 << 20) - 1) }),
                q_len: U::wrap(random.log_uniform(0, (1 << 16) - 1)),
            });
            let n_hop = if random.chance(8) { 0 } else { 3 };
            let telemetry = Telemetry { path: U::ZERO, n_hop: U::wrap(n_hop), hops };
            let event = hops::In { qpn: 0, action: Action::Telemetry(telemetry) };
            let (after, deltas) = hops::step(&slice, &event, MAX_HOPS);
            let event = In { qpn: 0, measure: deltas.measure, flags: deltas.flags, set: 0, hops: deltas.hops };
            let out = inflight::step(&event, &header, &p);
            let (next, update) = model::hpcc::step(&context, Arrival::Int { now: U::ZERO }, &telemetry, &header, &p);

            let own = ((1 << 36) - out.theta.raw()) as u128 * context.u.raw() as u128;
            let sum = (((own >> 35) + 1) >> 1) + out.addend.raw() as u128;
            assert_eq!(Util::sat(sum), next.u, "{event:?}");
            let found = ((1 << flag::FOUND_BITS) - 1) << flag::FOUND;
            assert_eq!(out.flags, update.flags & found);
            saturated += u32::from(update.flags & flag::U_SAT != 0);
            idle += u32::from(update.flags & flag::IDLE != 0);
            compared += 1;
            (context, slice) = (next, after);
        }
    }
    println!("{compared} steps, {saturated} saturated, {idle} idle");
    assert!(saturated > 100 && idle > 100 && compared == 40_000);
}

#[test]
fn a_result_comes_after_the_latency_of_its_trees_and_in_order() {
    let of_hops: Vec<u32> = [1, 2, 3, 4, 5, 8, 9, 15].map(|hops| inflight_latency(hops, hops)).into();
    assert_eq!(of_hops, [27, 33, 39, 39, 45, 45, 51, 51]);
    let of_lanes: Vec<u32> = (1..=5).map(|lanes| inflight_latency(5, lanes)).collect();
    assert_eq!(of_lanes, [55, 51, 48, 48, 45]);
    assert_eq!([(15, 5), (15, 4), (15, 1)].map(|(hops, lanes)| inflight_latency(hops, lanes)), [63, 58, 73]);
    for (hops, lanes) in [(1, 1), (5, 5), (5, 2), (15, 4), (15, 1)] {
        let (latency, steps) = (inflight_latency(hops, lanes) as usize, hops.div_ceil(lanes) as usize);
        let mut block = Inflight::new(hops as usize, lanes as usize);
        let (mut taken, mut free) = (vec![], 0);
        for cycle in 0..300 {
            // every third event measures nothing: it takes a cycle
            let measure = taken.len() % 3 != 2;
            assert_eq!(block.is_ready(), cycle >= free, "{hops} hops, {lanes} lanes, cycle {cycle}");
            let is_ready = block.is_ready();
            let out = block.step(true, Some(In { qpn: cycle, measure, ..input(&[FIRST]) }));
            if is_ready {
                taken.push(cycle);
                free = cycle + if measure { steps as u32 } else { 1 };
            }
            let due = cycle.checked_sub(latency as u32).filter(|at| taken.contains(at));
            assert_eq!(out.map(|o| o.qpn), due, "{hops} hops, {lanes} lanes");
        }
        block.step(false, Some(input(&[FIRST])));
        assert!(block.is_ready());
        assert!((0..100).all(|_| block.step(true, None).is_none()), "reset forgets what is under way");
    }
}

#[test]
fn the_inverse_has_36_bits_for_every_mantissa() {
    // (r << 12) + corr of hdl/src/inflight.md, which has no clamp; a power of two, d = 0, takes no correction
    let mut greatest = 0;
    for d in 1..1_u64 << 23 {
        let r = (model::recip::recip(U::wrap(1 << 17), U::wrap(d)).raw() >> 12) as i64;
        let error = (1_i64 << 47) - ((1 << 23) + d as i64) * r;
        greatest = greatest.max((r << 12) + (((r >> 6) * (error >> 12)) >> 17));
    }
    assert!(greatest < 1 << 36 && greatest > (1 << 36) - (1 << 14), "{greatest:#x}");
}
