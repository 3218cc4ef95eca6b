//! The rules of a QP by hand.

use super::{HOW, echo, policy, sender, times};
use layout::ldcp::Psn;
use layout::prober::{Kind, Now, Ns};
use model::prober::{How, Probe, Qp, Visit};

fn at(now: u64) -> Now {
    Now::wrap(now)
}

/// A visit at this time: its probe's PSN, and the rest.
fn visit(qp: &mut Qp, now: u64) -> (Option<u64>, bool, bool) {
    let Visit { probe, gave_up, stays } = qp.visit(at(now), HOW.timeout);
    assert!(probe.is_none_or(|probe| probe.time == at(now) && probe.kind == qp.policy.kind));
    (probe.map(|probe| probe.psn.raw()), gave_up, stays)
}

fn probe(qp: &mut Qp, now: u64) -> Probe {
    qp.visit(at(now), HOW.timeout).probe.expect("it is due")
}

#[test]
fn a_flow_s_first_packet_is_followed_by_a_probe_and_the_next_comes_when_the_response_has_and_the_period_is_over() {
    for kind in [Kind::Telemetry, Kind::Rtt] {
        let mut qp = sender(kind, 10_000, 1);
        let first = probe(&mut qp, 5_000);
        assert_eq!((first.psn.raw(), first.kind), (101, kind));
        // one open a QP, however long the period is over
        qp.snd_nxt = Some(Psn::wrap(107));
        assert_eq!(visit(&mut qp, 15_000), (None, false, true));
        assert_eq!(visit(&mut qp, 54_999), (None, false, true));
        let rtt = qp.response(&echo(first), at(54_999), &HOW).expect("it is waited for");
        assert_eq!((rtt.kind, rtt.psn.raw(), times(rtt)), (kind, 101, (49_999, 49_999)));
        assert_eq!(visit(&mut qp, 55_000), (Some(107), false, true));
        // the response is there, the period is not over
        let second = qp.open.expect("it waits");
        assert!(qp.response(&echo(second), at(58_000), &HOW).is_some());
        assert_eq!(visit(&mut qp, 64_999), (None, false, true));
        assert_eq!(visit(&mut qp, 65_000), (Some(107), false, true));
    }
}

#[test]
fn nothing_is_sent_while_nothing_is_in_flight() {
    let mut qp = Qp::opened(policy(Kind::Rtt, 1_000), Psn::wrap(100));
    assert_eq!(visit(&mut qp, 0), (None, false, false), "nothing was sent");
    qp.snd_nxt = Some(Psn::wrap(100));
    assert_eq!(visit(&mut qp, 1), (None, false, false), "what is sent next is the first");
    qp.snd_nxt = Some(Psn::wrap(103));
    qp.una = Psn::wrap(102);
    assert_eq!(visit(&mut qp, 2), (None, false, false), "all is acknowledged");
    qp.una = Psn::wrap(101);
    assert_eq!(visit(&mut qp, 3), (Some(103), false, true));
}

#[test]
fn in_flight_is_known_where_the_psn_wraps() {
    let mut qp = Qp::opened(policy(Kind::Rtt, 1_000), Psn::wrap(0));
    assert_eq!(qp.una, Psn::wrap(0xff_ffff));
    qp.snd_nxt = Some(Psn::wrap(0));
    assert!(!qp.flies());
    qp.una = Psn::wrap(0xff_fffe);
    assert!(qp.flies());
    qp.snd_nxt = Some(Psn::wrap(0xff_ffff));
    assert!(!qp.flies());
    qp.una = Psn::wrap(0xff_fff0);
    assert_eq!(visit(&mut qp, 0), (Some(0xff_ffff), false, true));
}

#[test]
fn a_timeout_is_counted_and_the_next_probe_goes_at_once() {
    let mut qp = sender(Kind::Rtt, 10_000, 1);
    let lost = probe(&mut qp, 0);
    assert_eq!(visit(&mut qp, 49_999), (None, false, true));
    assert_eq!(visit(&mut qp, 50_000), (Some(101), true, true));
    // what was lost comes late
    assert_eq!(qp.response(&echo(lost), at(50_001), &HOW), None);
    // with nothing in flight it is given up too, and nothing is sent
    qp.una = Psn::wrap(100);
    assert_eq!(visit(&mut qp, 99_999), (None, false, true));
    assert_eq!(visit(&mut qp, 100_000), (None, true, false));
    assert_eq!(visit(&mut qp, 100_001), (None, false, false));
}

#[test]
fn a_response_that_is_as_old_as_the_timeout_comes_too_late_even_before_it_is_given_up() {
    let mut qp = sender(Kind::Telemetry, 10_000, 1);
    let sent = probe(&mut qp, 0);
    assert_eq!(qp.response(&echo(sent), at(50_000), &HOW), None);
    assert_eq!(qp.open, Some(sent));
    assert_eq!(visit(&mut qp, 50_001), (Some(101), true, true));
}

#[test]
fn who_begins_again_probes_at_once_if_its_period_is_over_however_long_it_rested() {
    for rest in [10_000, 1 << 31, (1 << 32) + 500, 3 << 32] {
        let mut qp = sender(Kind::Rtt, 10_000, 1);
        let first = probe(&mut qp, 7);
        assert!(qp.response(&echo(first), at(1_000), &HOW).is_some());
        qp.una = Psn::wrap(100);
        assert_eq!(visit(&mut qp, 10_006), (None, false, true), "its period runs");
        assert_eq!(visit(&mut qp, 10_007), (None, false, false), "nothing to come back for");
        qp.snd_nxt = Some(Psn::wrap(102));
        assert_eq!(visit(&mut qp, 10_007 + rest), (Some(102), false, true));
    }
    let mut qp = sender(Kind::Rtt, 10_000, 1);
    let first = probe(&mut qp, 7);
    assert!(qp.response(&echo(first), at(1_000), &HOW).is_some());
    qp.snd_nxt = Some(Psn::wrap(102));
    assert_eq!(visit(&mut qp, 10_006), (None, false, true), "its period is not over");
}

#[test]
fn a_period_that_the_host_writes_counts_for_the_one_that_runs() {
    let mut qp = sender(Kind::Rtt, 10_000, 1);
    let first = probe(&mut qp, 0);
    assert!(qp.response(&echo(first), at(1_000), &HOW).is_some());
    qp.policy.period = Ns::wrap(2_000);
    assert_eq!(visit(&mut qp, 1_999), (None, false, true));
    assert_eq!(visit(&mut qp, 2_000), (Some(101), false, true));
    let second = qp.open.expect("it waits");
    assert!(qp.response(&echo(second), at(2_500), &HOW).is_some());
    qp.policy.period = Ns::wrap(1 << 23);
    assert_eq!(visit(&mut qp, 12_000), (None, false, true));
    assert_eq!(visit(&mut qp, 2_000 + (1 << 23)), (Some(101), false, true));
}

#[test]
fn the_clock_goes_round_within_an_rtt_and_within_a_period() {
    for before in 0..40 {
        let mut qp = sender(Kind::Rtt, 1_000, 1);
        let then = (1 << 32) - before;
        let first = probe(&mut qp, then);
        let rtt = qp.response(&echo(first), at(then + 20), &HOW).expect("it is waited for");
        assert_eq!(times(rtt), (20, 20));
        assert_eq!(visit(&mut qp, then + 999), (None, false, true));
        assert_eq!(visit(&mut qp, then + 1_000), (Some(101), false, true));
    }
}

/// Measures these one after the other; gives what is kept after each.
fn smoothed(rtts: &[u64], smooth: bool) -> Vec<u64> {
    let (mut qp, mut now, mut kept) = (sender(Kind::Rtt, 1_000, 1), 0, vec![]);
    let how = How { timeout: Ns::wrap(Ns::MAX_RAW), smooth, timed: false };
    for rtt in rtts {
        let sent = probe(&mut qp, now);
        let said = qp.response(&echo(sent), at(now + rtt), &how).expect("it is waited for");
        assert_eq!(said.measured.raw(), *rtt);
        kept.push(said.smoothed.raw());
        now += rtt.max(&1_000);
    }
    kept
}

#[test]
fn the_first_rtt_is_kept_and_each_later_one_counts_for_an_eighth() {
    assert_eq!(smoothed(&[8_000, 16_000, 0, 0], true), [8_000, 9_000, 7_875, 6_890]);
    assert_eq!(smoothed(&[8_000, 16_000, 0, 5], false), [8_000, 16_000, 0, 5]);
    let most = Ns::MAX_RAW - 1;
    assert_eq!(smoothed(&[most, most, most], true), [most, most, most]);
}

/// In 1/8 ns: s - trunc(s / 8) + r, where the eighth is cut to whole ns.
#[test]
fn an_increment_never_vanishes() {
    for from in [0, 1, 7, 8, 100, 5_000, 900_000, Ns::MAX_RAW - 400] {
        for by in [1i64, -1, 3, -3, 200, -200] {
            let Some(to) = from.checked_add_signed(by) else { continue };
            let kept = smoothed(&[&[from][..], &[to; 120]].concat(), true);
            let near = kept.windows(2).all(|w| w[1].abs_diff(to) <= w[0].abs_diff(to));
            assert!(near && kept.last() == Some(&to), "{from} to {to}: {kept:?}");
        }
    }
}

#[test]
fn what_is_cut_off_makes_the_kept_rtt_less_than_one_ns_too_long() {
    let mut random = crate::support::Random(9);
    let rtts: Vec<u64> = (0..5_000).map(|_| random.below(40_000)).collect();
    let mut exact = rtts[0] as f64;
    for (k, kept) in smoothed(&rtts, true).into_iter().enumerate().skip(1) {
        exact += (rtts[k] as f64 - exact) / 8.0;
        let error = kept as f64 - exact;
        assert!(error > -1.0 && error < 0.875 + 1e-6, "{error} ns after {k}");
    }
}
