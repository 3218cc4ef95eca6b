//! The block in simulation: forwarding at every distance, the cases, and the page's number.

use super::*;
use crate::sim::Sim;
use layout::timing::HOPS_LATENCY;

/// (qpn, path, n_hop, [(speed, ts, tx, q)]); hops that are not given are zero.
type Telemetry = (u64, u64, u64, Vec<(u64, u64, u64, u64)>);

#[derive(Clone)]
enum Ev {
    Gap,
    /// An event without telemetry.
    Plain(u64),
    Clear(u64),
    Int(Telemetry),
}

/// (measure, flags, [(used, speed, dts, tx, q)])
type Result = (bool, u64, Vec<(bool, u64, u64, u64, u64)>);

/// Feeds an event a cycle and returns the result of each.
fn run(hops: usize, events: &[Ev]) -> Vec<Result> {
    let _width = QpBits::set(4);
    let mut sim = Sim::new(Hops::new(hops), |b| &mut b.clock);
    sim.reset(2).unwrap();
    sim.uut.init_we.next = true;
    for addr in 0..16 {
        sim.uut.init_addr.next = addr.into();
        sim.step().unwrap();
    }
    sim.uut.init_we.next = false;
    let (mut out, mut valid) = (vec![], vec![]);
    for k in 0..events.len() + HOPS_LATENCY as usize {
        let event = events.get(k).cloned().unwrap_or(Ev::Gap);
        let u = &mut sim.uut;
        u.in_valid.next = !matches!(event, Ev::Gap);
        u.in_telemetry.next = matches!(event, Ev::Int(_));
        u.in_clear.next = matches!(event, Ev::Clear(_));
        match event {
            Ev::Gap => {}
            Ev::Plain(qpn) | Ev::Clear(qpn) => u.in_qpn.next = qpn.into(),
            Ev::Int((qpn, path, n_hop, list)) => {
                u.in_qpn.next = qpn.into();
                u.in_path.next = path.into();
                u.in_n_hop.next = n_hop.into();
                for (i, port) in u.in_hop.iter_mut().enumerate() {
                    let (speed, ts, tx, q) = list.get(i).copied().unwrap_or_default();
                    port.next = Hop { speed: speed.into(), ts: ts.into(), tx: tx.into(), q: q.into() };
                }
            }
        }
        sim.settle().unwrap();
        let u = &sim.uut;
        valid.push(u.out_valid.val());
        if u.out_valid.val() {
            let raw =
                |d: Delta| (d.used, d.speed.raw() as u64, d.dts.raw() as u64, d.tx.raw() as u64, d.q.raw() as u64);
            let lanes = u.out_hop.iter().map(|o| raw(o.val())).collect();
            out.push((u.out_measure.val(), u.out_flags.val().raw() as u64, lanes));
        }
        sim.step().unwrap();
    }
    let expected = events.iter().map(|e| !matches!(e, Ev::Gap));
    assert!(valid.into_iter().skip(HOPS_LATENCY as usize).eq(expected), "each leaves after {HOPS_LATENCY} cycles");
    out
}

const NONE: (bool, u64, u64, u64, u64) = (false, 0, 0, 0, 0);

fn int(ts: u64) -> Ev {
    Ev::Int((1, 7, 1, vec![(2, ts, 3 * ts, 9)]))
}

#[test]
fn telemetry_of_one_qp_meets_the_last_at_every_distance() {
    for gap in 0..6 {
        let events: Vec<Ev> = [10, 14, 15, 40]
            .into_iter()
            .flat_map(|ts| std::iter::once(int(ts)).chain((0..gap).map(|_| Ev::Gap)))
            .collect();
        let used = |dts| (true, 0, vec![(true, 2, dts, 3 * dts, 9), NONE]);
        assert_eq!(run(2, &events), [(false, 1, vec![NONE; 2]), used(4), used(1), used(25)], "{gap} gaps");
    }
}

#[test]
fn what_stores_nothing_lies_between_at_every_distance_too() {
    for between in 0..6 {
        let mut events = vec![int(10)];
        events.extend((0..between).map(|k| if k % 2 == 0 { Ev::Plain(1) } else { Ev::Int((1, 7, 3, vec![])) }));
        events.push(int(30));
        let out = run(2, &events);
        assert_eq!(out[between + 1], (true, 0, vec![(true, 2, 20, 60, 9), NONE]), "{between} between");
        for (k, case) in out[1..=between].iter().enumerate() {
            assert_eq!(*case, (false, if k % 2 == 0 { 0 } else { 4 }, vec![NONE; 2]));
        }
    }
}

#[test]
fn a_cleared_slice_and_another_path_are_recorded_and_not_compared() {
    let other_path = Ev::Int((1, 8, 1, vec![(2, 50, 0, 9)]));
    let other_hops = Ev::Int((1, 8, 2, vec![(2, 60, 0, 9)]));
    let again = Ev::Int((1, 8, 2, vec![(2, 61, 0, 9), (3, 5, 6, 7)]));
    let events = [int(10), Ev::Clear(1), int(20), other_path, other_hops, again];
    let flags: Vec<(bool, u64)> = run(2, &events).into_iter().map(|(measure, flags, _)| (measure, flags)).collect();
    assert_eq!(flags, [(false, 1), (false, 0), (false, 1), (false, 2), (false, 2), (true, 0)]);
}

/// The number on the block's page.
#[test]
fn the_worked_number_of_the_page() {
    let last = vec![(2, 0xff_f060, 0xf_ff00, 300), (4, 1000, 0, 0), (0, 2000, 0xf_ffd0, 25)];
    let now = vec![(2, 0x00_0000, 0x0_002c, 250), (4, 5000, 1250, 99), (0, 6000, 0x0_0022, 40)];
    let out = run(5, &[Ev::Int((3, 0xabc, 3, last)), Ev::Int((3, 0xabc, 3, now))]);
    let lanes = vec![(true, 2, 4000, 300, 250), (true, 4, 4000, 1250, 0), (true, 0, 4000, 82, 25), NONE, NONE];
    assert_eq!(out[1], (true, 0, lanes));
}
