//! What peers send that nobody waits for: counted, and nothing else changes.

use super::{HOW, IDLE, echo, news, opened, opens};
use layout::ldcp::Psn;
use layout::prober::{Kind, Now};
use model::prober::{How, In, Probe, Prober, Response};

/// QP 3 has sent a probe; it is open.
fn waits(kind: Kind) -> (Prober, Probe) {
    let mut block = opened(16, kind, 10_000);
    let mut probe = None;
    for cycle in 0..60 {
        let tx = news(3, 101).filter(|_| cycle == 0);
        probe = probe.or(block.step(&In { now: Now::wrap(5 * cycle), tx, ..IDLE }).probe);
    }
    let (3, probe) = probe.expect("it is due") else { panic!("{probe:?}") };
    (block, probe)
}

/// Offers a response; what it gives.
fn offer(block: &mut Prober, qpn: u32, response: Response) -> Option<(u32, u64)> {
    offer_to(block, qpn, response, false)
}

fn offer_to(block: &mut Prober, qpn: u32, response: Response, timed: bool) -> Option<(u32, u64)> {
    let (mut offered, mut said) = (Some((qpn, response)), None);
    for cycle in 60..80 {
        let out = block.step(&In { now: Now::wrap(5 * cycle), response: offered, how: How { timed, ..HOW }, ..IDLE });
        if out.response_ready {
            offered = None;
        }
        said = said.or(out.rtt.map(|(qpn, rtt)| (qpn, rtt.psn.raw())));
    }
    assert_eq!(offered, None);
    said
}

#[test]
fn a_response_with_another_key_or_kind_or_qp_changes_nothing_and_is_counted() {
    for kind in [Kind::Telemetry, Kind::Rtt] {
        let (block, probe) = waits(kind);
        let right = echo(probe);
        let mut wrong = vec![];
        for bit in 0..32 {
            wrong.push((3, Response { time: Now::wrap(right.time.raw() ^ 1 << bit), ..right }));
        }
        for bit in 0..24 {
            wrong.push((3, Response { psn: Psn::wrap(right.psn.raw() ^ 1 << bit), ..right }));
        }
        wrong.extend([0, 1, 2, 3].map(|code| (3, Response { kind: code, ..right })));
        wrong.extend((0..16).filter(|qpn| *qpn != 3).map(|qpn| (qpn, right)));
        let (mut refused, mut taken) = (0, 0);
        for (qpn, response) in wrong {
            let mut block = block.clone();
            let before: Vec<_> = (0..16).map(|qpn| *block.qp(qpn)).collect();
            // an RTT request is known by its time, a telemetry request by its PSN
            let is_right = qpn == 3
                && response.kind == right.kind
                && if kind == Kind::Rtt { response.time == right.time } else { response.psn == right.psn };
            let said = offer(&mut block, qpn, response);
            assert_eq!(said, is_right.then_some((3, 101)), "{kind:?} {qpn} {response:?}");
            assert_eq!(u64::from(block.step(&IDLE).counts.unexpected), u64::from(!is_right));
            if is_right {
                taken += 1;
            } else {
                refused += 1;
                assert!((0..16).all(|qpn| *block.qp(qpn) == before[qpn as usize]));
                assert_eq!(offer(&mut block, 3, right), Some((3, 101)), "the right one is still waited for");
            }
        }
        assert!(refused > 40 && taken > 20, "{refused} {taken}");
    }
}

#[test]
fn a_telemetry_response_that_echoes_the_time_is_known_by_it_too() {
    let (block, probe) = waits(Kind::Telemetry);
    for bit in 0..32 {
        let mut block = block.clone();
        let right = echo(probe);
        let wrong = Response { time: Now::wrap(right.time.raw() ^ 1 << bit), ..right };
        assert_eq!(offer_to(&mut block, 3, wrong, true), None);
        let wrong = Response { psn: Psn::wrap(right.psn.raw() ^ 1 << (bit % 24)), ..right };
        assert_eq!(offer_to(&mut block, 3, wrong, true), None);
        assert_eq!(block.step(&IDLE).counts.unexpected, 2);
        assert_eq!(offer_to(&mut block, 3, right, true), Some((3, 101)));
    }
}

#[test]
fn a_response_counts_once() {
    for kind in [Kind::Telemetry, Kind::Rtt] {
        let (mut block, probe) = waits(kind);
        assert_eq!(offer(&mut block, 3, echo(probe)), Some((3, 101)));
        for times in 1..5 {
            assert_eq!(offer(&mut block, 3, echo(probe)), None);
            assert_eq!(block.step(&IDLE).counts.unexpected, times);
        }
    }
}

#[test]
fn a_response_to_a_qp_that_was_closed_or_opened_anew_changes_nothing() {
    for kind in [Kind::Telemetry, Kind::Rtt] {
        for anew in [Kind::None, Kind::Telemetry, Kind::Rtt] {
            let (mut block, probe) = waits(kind);
            block.step(&In { host: Some(opens(3, anew, 10_000, 100)), now: Now::wrap(300), ..IDLE });
            assert_eq!(offer(&mut block, 3, echo(probe)), None);
            assert_eq!(block.step(&IDLE).counts.unexpected, 1);
            // the first probe of the new opening goes at once
            let mut probes = vec![];
            for cycle in 0..40 {
                let tx = news(3, 101).filter(|_| cycle == 0);
                probes.extend(block.step(&In { now: Now::wrap(1_000 + 5 * cycle), tx, ..IDLE }).probe);
            }
            assert_eq!(probes.len(), usize::from(anew != Kind::None));
            // and the response to the one before its opening is not its own
            if anew == Kind::Rtt {
                assert_eq!(offer(&mut block, 3, echo(probe)), None);
            }
        }
    }
}

#[test]
fn a_flood_of_responses_leaves_every_second_turn_to_visits() {
    let mut block = opened(256, Kind::Rtt, 1_000_000);
    let nobody = Response { kind: 2, psn: Psn::wrap(0), time: Now::wrap(77) };
    let (mut probes, mut taken) = (0, 0);
    for cycle in 0..2000u32 {
        let tx = news(cycle, 101).filter(|_| cycle < 256);
        let out = block.step(&In { now: Now::wrap(5 * u64::from(cycle)), tx, response: Some((9, nobody)), ..IDLE });
        taken += u32::from(out.response_ready);
        if out.probe.is_some() {
            probes += 1;
            // a turn in two, of which a half goes to those that come again
            assert!(cycle <= 4 * probes + 60, "probe {probes} in cycle {cycle}");
        }
    }
    assert_eq!(probes, 256);
    assert!((950..1100).contains(&taken), "{taken}");
}
