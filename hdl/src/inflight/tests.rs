//! The block in simulation: the page's number, and which hop is chosen.

use super::*;
use crate::sim::Sim;

/// (speed, dts, tx, q)
type HopIn = (u64, u64, u64, u64);

/// T = 8000 ns in set 3, with the reset units; codes 0, 2, 4: 25, 100, 400 Gbit/s. All numbers by hand.
fn block(hops: usize, lanes: usize) -> Sim<Inflight> {
    let _width = QpBits::set(4);
    let mut sim = Sim::new(Inflight::new(hops, lanes), |b| &mut b.clock);
    sim.reset(2).unwrap();
    let u = &mut sim.uut;
    (u.cfg.next.tx_unit, u.cfg.next.q_unit) = (128.into(), 80.into());
    u.set_we.next = true;
    u.set_index.next = 3.into();
    u.set.next.t_ticks = 8000.into();
    (u.set.next.tau_gain_m, u.set.next.tau_gain_e) = (2_199_023_256.into(), 44.into()); // 2^44/8000
    (u.set.next.q_weight, u.set.next.tx_weight) = (1.into(), 12_800.into());
    // 8/gbps: 0.32 = m·2^-33, 0.08 = m·2^-35, 0.02 = m·2^-37
    for (code, gbps, e) in [(0u64, 25u64, 33u64), (2, 100, 35), (4, 400, 37)] {
        let u = &mut sim.uut;
        u.spd.next.we = true;
        u.spd.next.code = code.into();
        u.spd.next.gbps = gbps.into();
        (u.spd.next.inv_b_m, u.spd.next.inv_b_e) = (2_748_779_069.into(), e.into());
        sim.step().unwrap();
    }
    (sim.uut.set_we.next, sim.uut.spd.next.we) = (false, false);
    sim.uut.in_set.next = 3.into();
    sim
}

/// (flags, theta, addend) of each event, as fast as the block takes them.
fn run_in_lanes(hops: usize, lanes: usize, events: &[&[HopIn]]) -> Vec<(u64, u64, u64)> {
    let latency = inflight_latency(hops as u32, lanes as u32) as usize;
    let steps = hops.div_ceil(lanes);
    let mut sim = block(hops, lanes);
    let (mut out, mut k) = (vec![], 0);
    for cycle in 0..events.len() * steps + latency {
        sim.uut.in_valid.next = k < events.len();
        sim.uut.in_measure.next = true;
        for (i, port) in sim.uut.in_hop.iter_mut().enumerate() {
            let hop = events.get(k).and_then(|e| e.get(i));
            let (speed, dts, tx, q) = hop.copied().unwrap_or_default();
            port.next = Delta { used: hop.is_some(), speed: speed.into(), dts: dts.into(), tx: tx.into(), q: q.into() };
        }
        sim.settle().unwrap();
        let u = &sim.uut;
        let since = cycle.checked_sub(latency);
        assert_eq!(u.out_valid.val(), since.is_some_and(|c| c % steps == 0), "cycle {cycle}");
        if u.out_valid.val() {
            out.push((u.out_flags.val().raw() as u64, u.out_theta.val().raw() as u64, u.out_addend.val().raw() as u64));
        }
        assert_eq!(u.in_ready.val(), cycle >= events.len() * steps || cycle % steps == 0, "cycle {cycle}");
        k += usize::from(u.in_ready.val());
        sim.step().unwrap();
    }
    out
}

/// With a lane for each hop.
fn run(hops: usize, events: &[&[HopIn]]) -> Vec<(u64, u64, u64)> {
    run_in_lanes(hops, hops, events)
}

const FIRST: HopIn = (2, 4000, 300, 250);
const SECOND: HopIn = (4, 4000, 1250, 0);
const THIRD: HopIn = (0, 4000, 82, 25);
const RESULT: (u64, u64, u64) = (0, 34_359_738_375, 6_871_947_675 + 26_388_279_067);

/// The number on the block's page.
#[test]
fn the_worked_number_of_the_page() {
    for hops in [3, 5] {
        for lanes in 1..=hops {
            let found = run_in_lanes(hops, lanes, &[&[FIRST, SECOND, THIRD]]);
            assert_eq!(found, [RESULT], "built for {hops} hops, {lanes} lanes");
        }
    }
}

#[test]
fn the_hop_is_found_in_every_place_of_every_tree() {
    for hops in 1..=15 {
        let idle: HopIn = (4, 4000, 1, 0);
        let events: Vec<Vec<HopIn>> =
            (0..hops).map(|place| (0..hops).map(|i| if i == place { FIRST } else { idle }).collect()).collect();
        let events: Vec<&[HopIn]> = events.iter().map(Vec::as_slice).collect();
        for lanes in (1..=hops).filter(|lanes| *lanes <= 5 || *lanes == hops) {
            let found = run_in_lanes(hops, lanes, &events);
            assert_eq!(found, vec![RESULT; hops], "built for {hops} hops, {lanes} lanes");
        }
    }
}

#[test]
fn of_equal_hops_the_first_is_chosen() {
    // u' is 1/2 at either, of tx alone: at 100 Gbit/s 1250 ticks, 6.25 B a tick; twice the time with twice the bytes
    let (slow, fast): (HopIn, HopIn) = ((2, 2560, 125, 0), (2, 5120, 250, 0));
    for lanes in [1, 2] {
        let both = run_in_lanes(2, lanes, &[&[slow, fast], &[fast, slow]]);
        assert_eq!(both[0].1, run(2, &[&[slow]])[0].1);
        assert_eq!(both[1].1, run(2, &[&[fast]])[0].1);
        assert_ne!(both[0].1, both[1].1);
    }
}

#[test]
fn what_does_not_count_is_skipped_and_named() {
    let (unknown, still, idle): (HopIn, HopIn, HopIn) = ((9, 4000, 9999, 99), (2, 0, 9999, 99), (2, 4000, 0, 0));
    for lanes in [1, 2] {
        let events: &[&[HopIn]] =
            &[&[unknown, FIRST], &[FIRST, still], &[(9, 0, 1, 1)], &[idle], &[], &[unknown, still]];
        let found = run_in_lanes(2, lanes, events);
        let (speed, stands, none) = (8, 16, 32);
        assert_eq!(found[0], (speed, RESULT.1, RESULT.2));
        assert_eq!(found[1], (stands, RESULT.1, RESULT.2));
        let neither = (speed | stands | none, 0, 0);
        assert_eq!(found[2..], [neither, (none, 0, 0), (none, 0, 0), neither]);
    }
}

#[test]
fn from_t_on_theta_is_one() {
    let found = run(1, &[&[(2, 7999, 300, 250)], &[(2, 8000, 300, 250)], &[(2, 8001, 300, 250)]]);
    assert!(found[0].1 < 1 << 36);
    assert_eq!((found[1].1, found[2].1), (1 << 36, 1 << 36));
    // q·q_unit/(B·T) + tx·tx_unit/(B·dts) = 20000/100000 + 38400/(12.5·8000) = 0.584 and 0.583952…
    let near = |addend: u64, value: f64| (addend as f64 / 2f64.powi(36) - value).abs() < 1e-8;
    assert!(near(found[1].2, 0.584) && near(found[2].2, 0.2 + 38_400.0 / 12.5 / 8001.0), "{found:?}");
}

#[test]
fn it_is_emitted_for_any_number_of_hops_and_lanes() {
    let all =
        [(1, 1), (2, 2), (3, 3), (5, 5), (9, 9), (15, 15), (2, 1), (5, 1), (5, 2), (5, 3), (5, 4), (15, 5), (15, 1)];
    for (hops, lanes) in all {
        let _width = QpBits::set(4);
        let design = crate::emit::emit(&Inflight::new(hops, lanes), &Default::default());
        let design = design.unwrap_or_else(|e| panic!("{hops} hops, {lanes} lanes: {e}"));
        assert_eq!(design.top, "ackw_inflight");
        // a table a lane is one module, and so are all lanes
        assert_eq!(design.files.iter().filter(|(name, _)| name == "ackw_inflight_lane.v").count(), 1);
    }
}
