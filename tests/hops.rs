//! `hops`: its rules one by one, its differences against the step function of HPCC++, the block against its rules in
//! order.

use crate::support;

use layout::fixed::U;
use layout::hpcc::{MAX_HOPS, flag};
use model::hops::{self, Action, HopSlice, In, Out, RESET, Slice};
use model::hpcc::{Arrival, Context, Header, Hop, Params, Telemetry};

const H: usize = 5;

fn telemetry(path: u64, n_hop: u64, list: &[(u64, u64, u64, u64)]) -> Telemetry<MAX_HOPS> {
    let mut hops = [Hop::default(); MAX_HOPS];
    for (hop, &(speed, ts, tx, q)) in hops.iter_mut().zip(list) {
        *hop = Hop { speed: U::wrap(speed), ts: U::wrap(ts), tx_bytes: U::wrap(tx), q_len: U::wrap(q) };
    }
    Telemetry { path: U::wrap(path), n_hop: U::wrap(n_hop), hops }
}

fn step(slice: &Slice, t: Telemetry<MAX_HOPS>) -> (Slice, Out) {
    hops::step(slice, &In { qpn: 3, action: Action::Telemetry(t) }, H)
}

/// What has been recorded after this telemetry.
fn recorded(t: Telemetry<MAX_HOPS>) -> Slice {
    step(&RESET, t).0
}

#[test]
fn the_first_telemetry_is_recorded_and_not_compared() {
    let t = telemetry(7, 2, &[(0, 1, 2, 3), (0, 4, 5, 6)]);
    let (slice, out) = step(&RESET, t);
    assert_eq!((out.flags, out.measure, out.hops), (flag::FIRST, false, [None; MAX_HOPS]));
    assert!(slice.valid);
    assert_eq!((slice.path, slice.n_hop, slice.hops[1].ts), (t.path, t.n_hop, U::wrap(4)));
}

#[test]
fn another_path_or_another_number_of_hops_replaces_the_slice() {
    let old = recorded(telemetry(7, 2, &[(0, 1, 2, 3)]));
    for t in [telemetry(8, 2, &[(0, 9, 9, 9)]), telemetry(7, 1, &[(0, 9, 9, 9)])] {
        let (slice, out) = step(&old, t);
        assert_eq!((out.flags, out.measure), (flag::PATH, false));
        assert_eq!(slice, recorded(t));
    }
}

#[test]
fn a_path_that_is_too_long_changes_nothing_even_where_nothing_is_valid() {
    for old in [RESET, recorded(telemetry(7, 2, &[]))] {
        for n_hop in H as u64 + 1..=15 {
            let (slice, out) = step(&old, telemetry(7, n_hop, &[(1, 1, 1, 1)]));
            assert_eq!((slice, out.flags, out.measure), (old, flag::HOPS, false));
        }
    }
}

#[test]
fn clearing_forgets_and_passing_keeps() {
    let old = recorded(telemetry(7, 2, &[(0, 1, 2, 3)]));
    let (slice, out) = hops::step(&old, &In { qpn: 3, action: Action::Pass }, H);
    assert_eq!((slice, out.flags, out.measure), (old, 0, false));
    let (slice, out) = hops::step(&old, &In { qpn: 3, action: Action::Clear }, H);
    assert_eq!((slice.valid, out.flags, out.measure), (false, 0, false));
    assert_eq!(step(&slice, telemetry(7, 2, &[])).1.flags, flag::FIRST);
}

#[test]
fn no_hops_is_a_path_too() {
    let t = telemetry(0, 0, &[]);
    let (_, out) = step(&recorded(t), t);
    assert_eq!((out.flags, out.measure, out.hops), (0, true, [None; MAX_HOPS]));
}

/// The number on the block's page.
#[test]
fn the_worked_number_of_the_page() {
    let last = telemetry(0xabc, 3, &[(2, 0xff_f060, 0xf_ff00, 300), (4, 1000, 0, 0), (0, 2000, 0xf_ffd0, 25)]);
    let now = telemetry(0xabc, 3, &[(2, 0, 0x2c, 250), (4, 5000, 1250, 99), (0, 6000, 0x22, 40)]);
    let (_, out) = step(&recorded(last), now);
    let raw = out.hops.map(|d| d.map(|d| [d.speed.raw(), d.dts.raw(), d.tx.raw(), d.q.raw()]));
    assert!(out.measure);
    assert_eq!(raw[..4], [Some([2, 4000, 300, 250]), Some([4, 4000, 1250, 0]), Some([0, 4000, 82, 25]), None]);
}

fn random_event(random: &mut support::Random, qpn: u32) -> In {
    let action = match random.below(16) {
        0 => Action::Clear,
        1 | 2 => Action::Pass,
        k => {
            let n_hop = if k < 13 { 2 } else { random.below(16) };
            let list: Vec<_> =
                (0..MAX_HOPS).map(|_| (random.next(), random.next(), random.next(), random.next())).collect();
            Action::Telemetry(telemetry(random.below(16) / 15, n_hop, &list))
        }
    };
    In { qpn, action }
}

/// `hops` and `model::hpcc::step`, which keeps its records in the context, say the same of the same telemetry.
#[test]
fn the_cases_and_records_are_those_of_the_step_function() {
    let mut random = support::seed("the_cases_and_records_are_those_of_the_step_function");
    let (header, params) = (Header::default(), Params::default());
    let mut context = Context::<MAX_HOPS>::new(&params);
    let mut slice = RESET;
    let mut seen = [0; 3];
    for _ in 0..20_000 {
        let event = random_event(&mut random, 0);
        let (after, out) = hops::step(&slice, &event, MAX_HOPS);
        match event.action {
            Action::Clear => context.l.valid = false,
            Action::Pass => {}
            Action::Telemetry(t) => {
                let arrival = Arrival::Int { now: U::ZERO };
                let (next, update) = model::hpcc::step(&context, arrival, &t, &header, &params);
                assert_eq!(update.flags & (flag::FIRST | flag::PATH), out.flags);
                seen[if out.measure { 2 } else { (out.flags >> flag::FOUND) as usize - 1 }] += 1;
                context = next;
                assert_eq!(after, context.l);
            }
        }
        slice = after;
    }
    assert!(seen.iter().all(|&n| n > 500), "{seen:?}");
}

#[test]
fn the_block_equals_its_rules_in_order_at_one_event_a_cycle_of_any_qp() {
    let mut random = support::seed("the_block_equals_its_rules_in_order_at_one_event_a_cycle_of_any_qp");
    let mut block = HopSlice::new(16, H);
    let mut slices = [RESET; 16];
    let mut expected: Vec<Option<Out>> = Vec::new();
    let mut compared = 0;
    for cycle in 0..50_000 {
        let qpn = if cycle & 64 == 0 { 5 } else { random.below(16) as u32 };
        let event = (!random.chance(4)).then(|| random_event(&mut random, qpn));
        expected.push(event.map(|e| {
            let (after, out) = hops::step(&slices[qpn as usize], &e, H);
            slices[qpn as usize] = after;
            out
        }));
        let due = expected.len().checked_sub(1 + 4).and_then(|i| expected[i]);
        assert_eq!(block.step(true, None, event), due, "cycle {cycle}");
        compared += due.is_some() as u32;
    }
    assert!(compared > 30_000);
}

#[test]
fn reset_in_flight_forgets_the_events_and_init_the_slice() {
    let mut block = HopSlice::new(16, H);
    let event = In { qpn: 3, action: Action::Telemetry(telemetry(1, 1, &[(0, 5, 5, 5)])) };
    let flags = |block: &mut HopSlice| {
        block.step(true, None, Some(event));
        (0..4).map(|_| block.step(true, None, None)).last().flatten().expect("out after four cycles").flags
    };
    assert_eq!((flags(&mut block), flags(&mut block)), (flag::FIRST, 0));
    block.step(true, None, Some(event));
    block.step(false, None, None);
    assert!((0..10).all(|_| block.step(true, None, None).is_none()));
    block.step(true, Some(3), None);
    assert_eq!(flags(&mut block), flag::FIRST);
}
