//! The unit's timers, in the model with its cycles, which `verify --block dcqcn` holds against the RTL.

use super::case::{ONE, params};
use crate::support;
use layout::dcqcn::flag;
use layout::fixed::U;
use model::dcqcn::unit::{In, LEAST_PERIOD, Out, Qp, Unit};
use model::dcqcn::{Context, Mode};

const IDLE: In = In {
    rst_n: true,
    init: None,
    set: None,
    period: 0,
    jitter_mask: 0,
    seed: 1,
    hold: false,
    event: None,
    host: None,
    rewrite: None,
    lower: None,
    out_ready: true,
};
/// Cycles of an operation of the host.
const OPERATION: u64 = 91;
/// 45 us at 200 MHz.
const PERIOD: u64 = 9000;

/// A unit in which the host has opened some QPs of dcqcn-d, all with set 0.
fn opened(qps: u32, open: u32, idle: &In) -> Unit {
    let mut unit = Unit::new(qps);
    let p = params(&[]);
    unit.step(&In { set: Some((0, p)), ..*idle });
    for address in 0..qps {
        unit.step(&In { init: Some(address), ..*idle });
    }
    let qp = Qp { context: Context::new(&p), mode: Mode::D, set: 0 };
    for qpn in 0..open {
        while unit.step(&In { host: Some((qpn, Some(qp))), ..*idle }).host_ends.is_none() {}
    }
    unit
}

fn with_period(cycles: u64) -> In {
    In { period: (cycles - LEAST_PERIOD) as u32, ..IDLE }
}

/// The cycles in which a QP's updates come.
fn times(unit: &mut Unit, idle: &In, cycles: u64, event: impl Fn(u64) -> Option<(u32, u16)>) -> Vec<Vec<u64>> {
    let mut times = vec![vec![]; 1 << 16];
    for cycle in 0..cycles {
        let Out { update, .. } = unit.step(&In { event: event(cycle), ..*idle });
        if let Some(update) = update {
            times[update.qpn as usize].push(cycle);
        }
    }
    times
}

/// Catches a period that is a cycle too long or too short.
#[test]
fn a_qp_alone_has_a_period_of_exactly_its_cycles_and_no_more_after_16_without_a_packet() {
    for cycles in [40, 41, 1000, PERIOD] {
        let idle = with_period(cycles);
        let mut unit = opened(16, 16, &idle);
        let seen = times(&mut unit, &idle, 40 * cycles, |cycle| (cycle == 5).then_some((3, 0)));
        // the period of the packet, and 16 without
        assert_eq!(seen[3].len(), 17, "{cycles}");
        assert!(seen[3].windows(2).all(|w| w[1] - w[0] == cycles), "{cycles}: {:?}", seen[3]);
        assert!(seen.iter().enumerate().all(|(qpn, times)| qpn == 3 || times.is_empty()));
        // the next packet resumes it
        let seen = times(&mut unit, &idle, 3 * cycles, |cycle| (cycle == 5).then_some((3, 0)));
        assert!(!seen[3].is_empty());
    }
}

/// The worked number of hdl/src/dcqcn.md.
#[test]
fn the_first_update_of_a_qp_comes_88_cycles_after_its_packet_and_then_one_every_40() {
    let idle = with_period(40);
    let mut unit = opened(16, 16, &idle);
    let seen = times(&mut unit, &idle, 260, |cycle| (cycle == 0).then_some((3, 0)));
    assert_eq!(seen[3], [88, 128, 168, 208, 248]);
}

/// The promise: 4,096 active QPs at 200 MHz, never more than 1/8 late.
#[test]
fn of_4096_active_qps_none_is_ever_late_but_by_the_jitter() {
    for (jitter_mask, seed) in [(0, 1), (511, 1), (511, 77)] {
        let idle = In { jitter_mask, seed, ..with_period(PERIOD) };
        let mut unit = opened(4096, 4096, &idle);
        // all wake in a row, and go on with an event a cycle, of one in seven of them a CNP
        let at_random = |cycle: u64| {
            Some(((cycle.wrapping_mul(2_654_435_761) >> 7) as u32 & 4095, u16::from(cycle.is_multiple_of(7))))
        };
        let event = |cycle: u64| if cycle < 4096 { Some((cycle as u32, 0)) } else { at_random(cycle) };
        let seen = times(&mut unit, &idle, 12 * PERIOD, event);
        let (mut least, mut most, mut compared) = (u64::MAX, 0, 0);
        for gap in seen[..4096].iter().flat_map(|times| times.windows(2).map(|w| w[1] - w[0])) {
            (least, most, compared) = (least.min(gap), most.max(gap), compared + 1);
        }
        let out = unit.step(&idle);
        println!(
            "jitter {jitter_mask}: {compared} periods of {least} to {most} cycles, {} late at most",
            out.late_worst
        );
        assert!(compared > 9 * 4096 && least >= PERIOD && most <= PERIOD + u64::from(jitter_mask));
        assert!(u64::from(out.late_worst) <= u64::from(jitter_mask) && out.late_worst <= PERIOD as u32 / 8);
        assert!(jitter_mask == 0 || most > least);
    }
}

#[test]
fn with_more_qps_than_cycles_the_period_stretches_and_is_counted() {
    let idle = with_period(PERIOD);
    let mut unit = opened(16_384, 16_384, &idle);
    let seen = times(&mut unit, &idle, 12 * 16_384, |cycle| Some((cycle as u32 & 16_383, 0)));
    let gaps: Vec<u64> = seen.iter().flat_map(|times| times.windows(2).map(|w| w[1] - w[0])).collect();
    let out = unit.step(&idle);
    let longest = gaps.iter().max().expect("periods");
    println!("{} periods, the longest of {longest} cycles; {} late at most", gaps.len(), out.late_worst);
    // nobody starves: each has its turn, and from then on all of them in a row
    assert!(seen[..16_384].iter().all(|times| times.len() >= 3), "a QP is left out");
    // two cycles a QP
    assert!(gaps.iter().all(|gap| (PERIOD..=2 * 16_384 * 9 / 8).contains(gap)) && *longest >= 2 * 16_384);
    assert!(u64::from(out.late_worst) == longest - PERIOD && out.late_cycles / out.visits > 3000);
}

/// Every event counts in one period: packets of a QP that never has enough of them for a step add up in `sent`.
#[test]
fn no_event_is_lost_or_counted_twice_at_any_distance_from_a_visit() {
    for distance in 0..40 {
        let idle = with_period(40);
        let mut unit = opened(16, 16, &idle);
        let p = params(&[("min_tx", 255)]);
        unit.step(&In { set: Some((0, p)), ..idle });
        // 40 visits, each with two packets back to back around the same place
        let packet =
            |cycle: u64| (cycle < 1600 && (cycle % 40 == distance || (cycle + 39) % 40 == distance)).then_some((3, 0));
        let mut sent = (0..1600).filter(|cycle| packet(*cycle).is_some()).count() as u64;
        times(&mut unit, &idle, 1720, packet);
        let read = loop {
            if let Some(qp) = unit.step(&In { host: Some((3, None)), ..idle }).host_ends {
                break qp;
            }
        };
        sent = sent.min(255);
        assert_eq!(read.context.sent.raw(), sent, "packets {distance} cycles into the period");
    }
}

/// F of a period is that of its own events: CNPs of a quarter of the packets give CP = 1/4 in the end.
#[test]
fn counts_of_a_period_start_at_zero() {
    let idle = with_period(100);
    let mut unit = opened(16, 16, &idle);
    times(&mut unit, &idle, 400_000, |cycle| (cycle % 5 < 4).then_some((9, u16::from(cycle % 25 == 0))));
    let read = loop {
        if let Some(qp) = unit.step(&In { host: Some((9, None)), ..idle }).host_ends {
            break qp;
        }
    };
    // of 80 events of 100 cycles 4 are CNPs: F = 4/76
    let share = read.context.cp.raw() as f64 / ONE as f64;
    assert!((share - 4.0 / 76.0).abs() < 2e-3, "{share}");
}

#[test]
fn updates_that_nobody_takes_hold_the_sweep_back_and_none_is_lost() {
    let idle = with_period(64);
    let mut unit = opened(16, 16, &idle);
    let mut random = support::seed("updates_that_nobody_takes_hold_the_sweep_back_and_none_is_lost");
    let (mut updates, mut held) = (0u64, 0u64);
    for cycle in 0..200_000u64 {
        let ready = cycle / 3000 % 2 == 0 && random.chance(2);
        let out = unit.step(&In { event: Some((cycle as u32 & 15, 0)), out_ready: ready, ..idle });
        updates += u64::from(ready && out.update.is_some());
        held += u64::from(!ready && out.update.is_some());
        assert!(out.update.is_none_or(|u| u.flags & flag::IGNORED == 0));
    }
    // the rest of the events, then silence: every visit that was no rest has its update
    for _ in 0..64 * 400 {
        updates += u64::from(unit.step(&idle).update.is_some());
    }
    let out = unit.step(&idle);
    println!("{updates} updates of {} visits, held for {held} cycles, late by {}", out.visits, out.late_worst);
    assert!(held > 10_000 && out.late_worst > 2000 && updates > 1000);
    // two visits more end a QP's activity: one of rest, one that leaves the list
    assert!(out.visits - updates <= 16 * 2 * 4, "{} visits, {updates} updates", out.visits);
}

#[test]
fn a_write_of_the_host_drops_what_was_counted_and_a_read_does_not() {
    for write in [false, true] {
        let idle = with_period(3000);
        let mut unit = opened(16, 16, &idle);
        times(&mut unit, &idle, 50, |cycle| (cycle < 20).then_some((3, 1)));
        let p = params(&[]);
        let qp = Qp { context: Context { cp: U::ZERO, ..Context::new(&p) }, mode: Mode::D, set: 0 };
        while unit.step(&In { host: Some((3, write.then_some(qp))), ..idle }).host_ends.is_none() {}
        let mut flags = vec![];
        for _ in 0..4000 {
            flags.extend(unit.step(&idle).update.map(|u| u.flags & flag::CUT));
        }
        assert_eq!(flags, if write { vec![] } else { vec![flag::CUT] }, "write: {write}");
    }
}

/// A due time has 20 bits: behind a stall of half their range the oldest QP would be taken for one that is not due yet,
/// and all would wait with it.
#[test]
fn behind_a_stall_of_any_length_the_periods_go_on_at_once() {
    for stall in [1 << 17, 1 << 18, 1 << 19, (1 << 19) + 300_000, 1 << 20, (1 << 20) + 5000] {
        let idle = with_period(PERIOD);
        let mut unit = opened(16, 16, &idle);
        let event = |cycle: u64| Some((cycle as u32 & 15, 0));
        times(&mut unit, &idle, 3 * PERIOD, event);
        times(&mut unit, &In { out_ready: false, ..idle }, stall, event);
        let seen = times(&mut unit, &idle, PERIOD + 200, event);
        assert!(seen[..16].iter().all(|times| !times.is_empty()), "behind {stall} cycles: {:?}", &seen[..16]);
        // counted as late, up to where time stands still
        let out = unit.step(&idle);
        println!("stall of {stall} cycles: {} late at most", out.late_worst);
        // the first of the stall's periods go on: 32 updates wait before no visit begins
        assert!(u64::from(out.late_worst) >= stall.min(1 << 18) - 4 * PERIOD && out.late_worst <= (1 << 18) + 16);
    }
}

/// The host reads one QP without a pause: neither that QP nor any other loses its periods.
#[test]
fn a_host_that_polls_one_qp_holds_nobody_back_for_longer_than_an_operation() {
    let idle = In { host: Some((3, None)), ..with_period(1000) };
    let mut unit = opened(16, 16, &IDLE);
    let seen = times(&mut unit, &idle, 100_000, |cycle| Some((cycle as u32 & 15, 0)));
    for (qpn, times) in seen[..16].iter().enumerate() {
        let longest = times.windows(2).map(|w| w[1] - w[0]).max().unwrap_or(u64::MAX);
        assert!(
            times.len() > 90 && longest <= 1000 + OPERATION + 16,
            "QP {qpn}: {} periods, {longest} cycles",
            times.len()
        );
    }
}

/// With the published form a step takes ten cycles more, and so does all that waits for one.
#[test]
fn with_the_published_form_the_least_period_is_50_cycles_and_an_operation_takes_111() {
    let mut unit = Unit::of(16, false, true);
    let p = params(&[("published", 1), ("byte_packets", 1), ("recovery", 0)]);
    unit.step(&In { set: Some((0, p)), ..IDLE });
    for address in 0..16 {
        unit.step(&In { init: Some(address), ..IDLE });
    }
    let context = Context { rc: U::wrap(p.line().raw() / 2), ..Context::new(&p) };
    let open = In { host: Some((3, Some(Qp { context, mode: Mode::P, set: 0 }))), ..IDLE };
    let taken = 1 + (0..).take_while(|_| unit.step(&open).host_ends.is_none()).count();
    assert_eq!(taken as u64, OPERATION + 20);
    let mut told = vec![];
    let seen = times(&mut unit, &IDLE, 400, |cycle| (cycle % 50 == 0).then_some((3, 0)));
    assert_eq!(seen[3][0], 108, "88 cycles behind its packet, ten for the period and ten for the step");
    assert!(seen[3].windows(2).all(|w| w[1] - w[0] == 50), "{:?}", seen[3]);
    // the byte counter and the rate timer in each period
    for _ in 0..200 {
        told.extend(unit.step(&IDLE).update.map(|update| update.flags));
    }
    assert!(told.iter().any(|flags| flags & flag::HYPER != 0), "{told:x?}");
    let read = In { host: Some((3, None)), ..IDLE };
    let timers = (0..200).find_map(|_| unit.step(&read).host_ends).map(|qp| qp.context.published);
    assert!(timers.is_some_and(|t| t.byte_stage.raw() > 5), "{timers:?}");
}
