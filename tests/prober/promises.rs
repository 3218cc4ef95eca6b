//! What the prober promises over random traffic, held against a clock that never goes round: one probe open a QP, none
//! early, none late, none without data in flight, and each response counts once.

use super::{IDLE, echo, news, opened, policy};
use crate::support;
use layout::prober::{Kind, Now, Ns};
use model::prober::{How, In, Response};
use std::collections::VecDeque;

const TIMEOUT: u64 = 40_000;

struct Traffic {
    kind: Kind,
    /// ns a cycle, and a period, in cycles.
    tick: u64,
    period: u64,
    /// A packet, and an ACK, in one of so many cycles.
    packets_in: u64,
    acks_in: u64,
    /// `m_probe_ready` in one of so many cycles.
    ready_in: u64,
    /// Of three times so many responses one is lost, and one comes twice.
    lost_in: u64,
}

#[derive(Clone, Default)]
struct Qp {
    snd_nxt: u64,
    una: u64,
    /// What it told, with the cycle: the newest last.
    told: VecDeque<(u64, u64)>,
    /// The last probe's time, and whether its response came.
    last: Option<u64>,
    open: bool,
}

/// Gives how many probes left, responses counted, and responses came.
fn run(traffic: &Traffic, random: &mut support::Random) -> [u64; 3] {
    const QPS: u32 = 32;
    let Traffic { kind, tick, period, packets_in, acks_in, ready_in, lost_in } = *traffic;
    let timeout = TIMEOUT.max(tick * 60);
    let how = How { timeout: Ns::wrap(timeout), smooth: true, timed: true };
    let mut block = opened(QPS, kind, period * tick);
    assert_eq!(block.qp(0).policy, policy(kind, period * tick));
    let mut qps = vec![Qp { snd_nxt: 100, una: 99, ..Qp::default() }; QPS as usize];
    let mut under_way: VecDeque<(u64, u32, Response)> = VecDeque::new();
    let mut offered: VecDeque<(u32, Response)> = VecDeque::new();
    let [mut probes, mut counted, mut came] = [0; 3];
    // the clock goes round at least once
    let start = (1 << 32) - tick * 10_000;
    for cycle in 0..40_000 {
        let now = start + tick * cycle;
        let mut input = In { now: Now::wrap(now), how, ..IDLE };
        if random.chance(packets_in) {
            let qpn = random.below(QPS.into()) as u32;
            let qp = &mut qps[qpn as usize];
            qp.snd_nxt = (qp.snd_nxt + 1 + random.below(3)) & 0xff_ffff;
            qp.told.push_back((cycle, qp.snd_nxt));
            input.tx = news(qpn, qp.snd_nxt);
        }
        if random.chance(acks_in) {
            let qpn = random.below(QPS.into()) as u32;
            let qp = &mut qps[qpn as usize];
            qp.una = (qp.snd_nxt + 0xff_ffff) & 0xff_ffff;
            input.una = news(qpn, qp.una);
        }
        while under_way.front().is_some_and(|(at, ..)| *at <= cycle) {
            offered.extend(under_way.pop_front().map(|(_, qpn, response)| (qpn, response)));
        }
        input.response = offered.front().copied();
        input.probe_ready = random.chance(ready_in);
        let out = block.step(&input);
        if out.response_ready && offered.pop_front().is_some() {
            came += 1;
        }
        if let Some((qpn, probe)) = out.probe.filter(|_| input.probe_ready) {
            probes += 1;
            let qp = &mut qps[qpn as usize];
            // the time that it says, before now
            let age = Now::wrap(now.wrapping_sub(probe.time.raw())).raw();
            let time = now - age;
            if let Some(last) = qp.last {
                let apart = time - last;
                assert!(apart >= period * tick, "{apart} ns, a period is {} ns", period * tick);
                assert!(!qp.open || apart >= timeout, "one is open, and not given up");
            }
            // what it says was told by then, and nothing newer long before: it is the newest of that time
            let decided = (time - start) / tick + 1;
            let newest = qp.told.iter().rev().find(|(at, _)| at + 4 < decided).map(|(_, psn)| *psn);
            assert_eq!(newest, Some(probe.psn.raw()), "QP {qpn}, cycle {cycle}, decided in {decided}");
            (qp.last, qp.open) = (Some(time), true);
            let copies = match random.below(3 * lost_in) {
                0 => 0,
                1 => 2,
                _ => 1,
            };
            for _ in 0..copies {
                under_way.push_back((cycle + 20, qpn, echo(probe)));
            }
        }
        if let Some((qpn, rtt)) = out.rtt {
            counted += 1;
            assert!(rtt.measured.raw() < timeout && rtt.kind == kind);
            qps[qpn as usize].open = false;
        }
    }
    let counts = block.step(&IDLE).counts;
    assert_eq!([counts.probes, counts.responses].map(u64::from), [probes, counted]);
    assert!(u64::from(counts.unexpected) + counted <= came && came <= u64::from(counts.unexpected) + counted + 16);
    [probes, counted, came]
}

#[test]
fn one_is_open_a_qp_none_is_early_and_each_says_what_was_sent_by_then() {
    let mut random = support::seed("prober_promises");
    for kind in [Kind::Telemetry, Kind::Rtt] {
        for (tick, period) in [(5, 200), (5, 4_000), (100, 10), (1_000, 1), (1_000, 70), (200_000, 80)] {
            for (packets_in, acks_in, ready_in, lost_in) in [(1, 2, 1, 9), (20, 20, 1, 2), (300, 40, 3, 9)] {
                let traffic = Traffic { kind, tick, period, packets_in, acks_in, ready_in, lost_in };
                let [probes, counted, came] = run(&traffic, &mut random);
                assert!(probes > 50 && counted > 20 && came >= counted, "{probes} {counted} {came}");
            }
        }
    }
}
