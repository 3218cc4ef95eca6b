//! The block with its cycles in the model, which `verify --block prober` holds against the RTL.

use super::{HOW, IDLE, echo, news, opened, opens, ready, times};
use layout::ldcp::Psn;
use layout::prober::{Kind, Now, Ns};
use layout::timing::{PROBER_LATENCY, PROBER_RTT_LATENCY};
use model::prober::{Host, How, In, Probe, Prober};
use std::collections::VecDeque;

/// A clock of 5 ns a cycle.
fn at(cycle: u64) -> Now {
    Now::wrap(5 * cycle)
}

/// Runs these cycles; `each` says what comes in one. Gives each probe that was taken with its cycle.
fn run(block: &mut Prober, cycles: std::ops::Range<u64>, each: impl Fn(u64) -> In) -> Vec<(u64, u32, Probe)> {
    let mut probes = vec![];
    for cycle in cycles {
        let input = each(cycle);
        let out = block.step(&In { now: at(cycle), ..input });
        probes.extend(out.probe.filter(|_| input.probe_ready).map(|(qpn, probe)| (cycle, qpn, probe)));
    }
    probes
}

/// The number on the block's page.
#[test]
fn the_worked_number_of_the_page() {
    let mut block = opened(16, Kind::Rtt, 10_000);
    let mut said = vec![];
    for cycle in 0..60 {
        let mut input = In { now: at(cycle), ..IDLE };
        if cycle == 0 {
            input.tx = news(5, 101);
        }
        if cycle == 40 {
            input.response = Some((5, echo(Probe { kind: Kind::Rtt, psn: Psn::wrap(0), time: Now::wrap(60) })));
        }
        let out = block.step(&input);
        said.extend(out.probe.map(|(qpn, probe)| (cycle, qpn, probe.psn.raw(), probe.time.raw())));
        said.extend(out.rtt.map(|(qpn, rtt)| (cycle, qpn, rtt.psn.raw(), rtt.measured.raw())));
    }
    assert_eq!(said, [(15, 5, 101, 60), (46, 5, 101, 155)]);
}

#[test]
fn a_probe_is_out_15_cycles_behind_its_packet_where_nothing_waits_and_an_rtt_6_behind_its_response() {
    for qpn in [0, 7, 63] {
        let mut block = opened(64, Kind::Telemetry, 10_000);
        let probes = run(&mut block, 0..60, |cycle| In { tx: news(qpn, 101).filter(|_| cycle == 0), ..IDLE });
        let [(15, of, probe)] = probes[..] else { panic!("{probes:?}") };
        assert_eq!((of, probe.psn.raw(), PROBER_LATENCY), (qpn, 101, 15));
        let mut rtts = vec![];
        for cycle in 60..80 {
            let response = (cycle == 60).then_some((qpn, echo(probe)));
            let out = block.step(&In { now: at(cycle), response, ..IDLE });
            assert!(out.response_ready || cycle != 60);
            rtts.extend(out.rtt.map(|(of, rtt)| (cycle, of, rtt.psn.raw())));
        }
        assert_eq!((&rtts[..], PROBER_RTT_LATENCY), (&[(66, qpn, 101)][..], 6));
    }
}

#[test]
fn a_packet_of_another_qp_in_each_cycle_gives_a_probe_in_each_cycle() {
    let mut block = opened(4096, Kind::Rtt, 1_000_000);
    let tx = |cycle: u64| news(cycle as u32, 100 + cycle + 1).filter(|_| cycle < 4096);
    // half of the turns go to those that come again
    let probes = run(&mut block, 0..10_000, |cycle| In { tx: tx(cycle), ..IDLE });
    assert_eq!(probes.len(), 4096);
    let mut seen: Vec<u32> = probes.iter().map(|(_, qpn, _)| *qpn).collect();
    seen.sort_unstable();
    assert!(seen.iter().copied().eq(0..4096), "each one once");
    for (cycle, qpn, probe) in probes {
        assert_eq!(probe.psn.raw(), u64::from(qpn) + 101);
        assert!(cycle <= 2 * u64::from(qpn) + 40, "QP {qpn} in cycle {cycle}");
    }
}

#[test]
fn a_probe_is_at_most_two_turns_of_the_list_and_12_cycles_late() {
    for many in [1, 8, 200] {
        let mut block = opened(256, Kind::Rtt, 20_000);
        // all are in flight, and each probe is answered at once: in 4,000 cycles of a period come 200 responses
        let (mut answers, mut last, mut worst) = (VecDeque::new(), [None; 256], 0);
        for cycle in 0..60_000 {
            let tx = news(cycle as u32, 101).filter(|_| cycle < many);
            let out = block.step(&In { now: at(cycle), tx, response: answers.front().copied(), ..IDLE });
            if out.response_ready {
                answers.pop_front();
            }
            if let Some((qpn, probe)) = out.probe {
                answers.push_back((qpn, echo(probe)));
                let then = last[qpn as usize].replace(probe.time.raw());
                worst = worst.max(then.map_or(0, |then| probe.time.raw() - then - 20_000));
            }
        }
        println!("{many} QPs: {worst} ns late");
        assert!(last.iter().flatten().count() as u64 == many);
        assert!(worst <= 5 * (2 * many + 12), "{many} QPs: {worst} ns");
    }
}

#[test]
fn without_ready_7_probes_wait_at_most_and_none_is_lost_or_doubled() {
    let mut block = opened(64, Kind::Rtt, 1_000_000);
    let held = run(&mut block, 0..400, |cycle| In {
        tx: news(cycle as u32, 101).filter(|_| cycle < 64),
        probe_ready: false,
        ..IDLE
    });
    assert_eq!(held, []);
    let probes = run(&mut block, 400..800, |_| IDLE);
    let mut qpns: Vec<_> = probes.iter().map(|(_, qpn, _)| *qpn).collect();
    qpns.sort_unstable();
    assert!(qpns.iter().copied().eq(0..64), "{qpns:?}");
    // what waited was decided long ago, the others have the time at which they leave
    let waited = probes.iter().filter(|(_, _, probe)| probe.time.raw() < 5 * 400).count();
    assert_eq!(waited, 7);
    assert!(probes.iter().skip(waited).all(|(cycle, _, probe)| 5 * cycle - probe.time.raw() <= 5 * 8));
}

#[test]
fn without_ready_7_rtts_wait_at_most_and_responses_are_held_up() {
    let mut block = opened(64, Kind::Telemetry, 1_000_000);
    let probes = run(&mut block, 0..400, |cycle| In { tx: news(cycle as u32, 101).filter(|_| cycle < 64), ..IDLE });
    let mut left: Vec<_> = probes.into_iter().map(|(_, qpn, probe)| (qpn, echo(probe))).collect();
    let (mut taken, mut rtts) = (0, vec![]);
    for cycle in 400..1400 {
        let rtt_ready = cycle >= 900;
        let out = block.step(&In { now: at(cycle), response: left.last().copied(), rtt_ready, ..IDLE });
        if out.response_ready && left.pop().is_some() {
            taken += 1;
        }
        if cycle == 899 {
            assert!((2..=7).contains(&taken), "{taken}");
        }
        rtts.extend(out.rtt.filter(|_| rtt_ready).map(|(qpn, _)| qpn));
    }
    rtts.sort_unstable();
    assert!(rtts.iter().copied().eq(0..64), "{rtts:?}");
}

#[test]
fn news_in_the_cycle_of_a_visit_that_takes_its_qp_off_the_list_is_not_forgotten() {
    // its period is over in cycle 213, and it has nothing in flight: one of these packets meets that visit
    for late in 0..60 {
        let mut block = opened(16, Kind::Rtt, 1_000);
        let first = run(&mut block, 0..40, |cycle| In { tx: news(3, 101).filter(|_| cycle == 0), ..IDLE });
        let [(_, 3, probe)] = first[..] else { panic!("{first:?}") };
        let next = run(&mut block, 40..400, |cycle| In {
            response: (cycle < 60).then_some((3, echo(probe))),
            una: news(3, 100).filter(|_| cycle == 100),
            tx: news(3, 102).filter(|_| cycle == 190 + late),
            ..IDLE
        });
        let [(cycle, 3, probe)] = next[..] else { panic!("packet in cycle {}: {next:?}", 190 + late) };
        assert_eq!(probe.psn.raw(), 102);
        assert!(cycle <= 230.max(190 + late + 25), "packet in cycle {}, probe in {cycle}", 190 + late);
    }
}

#[test]
fn an_opening_makes_the_packet_of_its_cycle_and_all_before_it_past() {
    for late in 0..12 {
        let mut block = opened(16, Kind::Rtt, 1_000);
        let anew = Some(opens(3, Kind::Telemetry, 1_000, 500));
        let probes = run(&mut block, 0..100, |cycle| In {
            host: anew.filter(|_| cycle == 12),
            tx: news(3, 101).filter(|_| cycle <= 12 && cycle >= late),
            ..IDLE
        });
        // a visit up to the opening's cycle sends one of the old kind
        assert!(probes.iter().all(|(cycle, _, probe)| *cycle <= 18 && probe.kind == Kind::Rtt), "{probes:?}");
        let probes = run(&mut block, 100..200, |cycle| In { tx: news(3, 501).filter(|_| cycle == 100), ..IDLE });
        let [(115, 3, probe)] = probes[..] else { panic!("{probes:?}") };
        assert_eq!((probe.psn.raw(), probe.kind), (501, Kind::Telemetry));
    }
}

#[test]
fn the_packet_of_the_cycle_behind_an_opening_is_the_first_of_it() {
    let mut block = ready(16);
    let probes = run(&mut block, 0..60, |cycle| In {
        host: Some(opens(3, Kind::Rtt, 1_000, 500)).filter(|_| cycle == 10),
        tx: news(3, 501).filter(|_| cycle == 11),
        ..IDLE
    });
    let [(26, 3, probe)] = probes[..] else { panic!("{probes:?}") };
    assert_eq!(probe.psn.raw(), 501);
}

#[test]
fn a_write_is_refused_with_kind_3_and_a_short_period_becomes_the_least_and_both_are_counted() {
    let mut block = ready(16);
    let bad = Host { qpn: 3, opens: Some((3, Psn::wrap(9))), period: Ns::wrap(5) };
    block.step(&In { host: Some(bad), ..IDLE });
    block.step(&In { host: Some(opens(4, Kind::Rtt, 999, 100)), ..IDLE });
    block.step(&In { host: Some(opens(5, Kind::Rtt, 1000, 100)), ..IDLE });
    block.step(&In { host: Some(opens(6, Kind::None, 0, 100)), ..IDLE });
    block.step(&In { host: Some(Host { opens: None, ..opens(5, Kind::None, 0, 0) }), ..IDLE });
    for _ in 0..8 {
        block.step(&IDLE);
    }
    let counts = block.step(&IDLE).counts;
    assert_eq!((counts.refused, counts.clamped), (1, 2));
    assert_eq!([3, 4, 5, 6].map(|qpn| block.qp(qpn).policy.kind), [Kind::None, Kind::Rtt, Kind::Rtt, Kind::None]);
    assert_eq!([4, 5].map(|qpn| block.qp(qpn).policy.period.raw()), [1000, 1000]);
    // closed, and refused: neither has probes
    let tx = |cycle: u64| news(if cycle == 0 { 3 } else { 6 }, 500).filter(|_| cycle < 2);
    assert_eq!(run(&mut block, 0..100, |cycle| In { tx: tx(cycle), ..IDLE }), []);
}

#[test]
fn a_timeout_that_is_too_short_is_as_the_least() {
    let mut block = opened(16, Kind::Rtt, 1_000);
    let short = In { how: How { timeout: Ns::wrap(3), ..HOW }, ..IDLE };
    let probes = run(&mut block, 0..1_000, |cycle| In { tx: news(3, 101).filter(|_| cycle == 0), ..short });
    let times: Vec<_> = probes.iter().map(|(_, _, probe)| probe.time.raw()).collect();
    assert!(times.len() >= 4 && times.windows(2).all(|w| (1_000..1_060).contains(&(w[1] - w[0]))), "{times:?}");
    assert_eq!(u64::from(block.step(&short).counts.timeouts), times.len() as u64 - 1);
}

#[test]
fn counters_count_what_is_taken() {
    let mut block = opened(16, Kind::Rtt, 1_000_000);
    let probes = run(&mut block, 0..40, |cycle| In { tx: news(3, 101).filter(|_| cycle == 0), ..IDLE });
    let response = Some((3, echo(probes[0].2)));
    let mut rtts = vec![];
    for cycle in 40..80 {
        let out = block.step(&In { now: at(cycle), response: response.filter(|_| cycle < 50), ..IDLE });
        rtts.extend(out.rtt.map(|(_, rtt)| times(rtt)));
    }
    let counts = block.step(&IDLE).counts;
    assert_eq!((counts.probes, counts.responses), (1, 1));
    assert!(rtts.len() == 1 && counts.unexpected >= 4, "{rtts:?} {counts:?}");
}
