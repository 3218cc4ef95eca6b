//! `m_wake` and `may_send`: what the NIC was told last of a QP is what the golden model says of it, however long it
//! does not listen.

use super::case::*;
use super::cycles::Bench;
use layout::fixed::U;
use model::shaper::cycles::Said;
use model::shaper::{Sent, Una, Update};

/// Cycles from an operation's end until it stands at the port, when nothing else waits.
const ALONE: u64 = 12;

/// Answers the grants that there are, and says what is acknowledged.
struct Traffic {
    rng: tb::Rng,
    psn: [u64; 64],
}

impl Traffic {
    fn step(&mut self, bench: &mut Bench) {
        if bench.input.said.is_none()
            && let Some((_, grant)) = bench.grants.pop_front()
        {
            let at = grant.qpn as usize;
            self.psn[at] = (self.psn[at] + grant.max_packets.raw()) & 0xff_ffff;
            let (psn_next, bytes) = (U::wrap(self.psn[at]), U::wrap(grant.max_bytes.raw()));
            bench.input.said = Some(Said::Sent(Sent { qpn: grant.qpn, tag: grant.tag, psn_next, bytes, empty: false }));
        }
        if bench.input.update.is_none() && self.rng.chance(1, 12) {
            let qpn = self.rng.below(16) as u32;
            let una = Una::by_psn(U::wrap(self.psn[qpn as usize].wrapping_sub(1 + self.rng.below(3))));
            let control = self.rng.chance(1, 4).then(|| packets(self.rng.range(1, 8)));
            bench.input.update = Some(Update { qpn, control, una: Some(una) });
        }
        bench.step();
    }
}

fn opened(qps: u32) -> (Bench, Traffic) {
    let mut bench = Bench::telling(qps, host(&[("quantum", 1024), ("timeout", 1 << 30)]));
    for qpn in 0..16 {
        let control = if qpn % 2 == 0 { packets(3) } else { paced(mbps(2000)) };
        bench.open(qpn, u64::from(qpn) % 8, control);
        // behind its opening, for the golden model's class is said
        bench.idle(40);
        bench.ring(qpn, FULL);
    }
    (bench, Traffic { rng: tb::Rng::stream(u64::from(qps), 0x74_6f, 0), psn: [0; 64] })
}

/// A NIC that listens sometimes: while it does what it knows is never old for long, and while it does not nothing else
/// waits.
#[test]
fn what_a_nic_was_told_is_who_may_send_soon_after_it_listens() {
    for qps in [16, 64, 128] {
        let (mut bench, mut traffic) = opened(qps);
        let (mut old, mut worst, mut ended) = ([0u64; 16], 0, [0, 0]);
        for round in 0..400 {
            let listens = round % 4 != 3;
            let before = bench.ended;
            for _ in 0..200 {
                bench.input.wake_ready = listens;
                traffic.step(&mut bench);
                for (qpn, old) in old.iter_mut().enumerate() {
                    let known = bench.told[qpn] == bench.block.is_live(qpn as u32) || !listens;
                    *old = if known { 0 } else { *old + 1 };
                    worst = worst.max(*old);
                }
            }
            ended[usize::from(listens)] += bench.ended - before;
        }
        println!("{qps} QPs: {} tellings, {worst} cycles at the most, {ended:?} operations", bench.tellings);
        assert!(30 * ended[0] > 9 * ended[1], "a quarter of the time the NIC does not listen");
        // 16 that wait, a slot each, and each may be held for two slots by an operation on it
        assert!(bench.tellings > 1_000 && worst <= ALONE + 16 * 4 + 8, "{worst} cycles");
    }
}

/// Alone: the cycles from the end of the operation.
#[test]
fn a_wake_stands_at_its_port_12_cycles_behind_its_operation() {
    let mut bench = Bench::telling(16, host(&[]));
    bench.open(5, 0, packets(1));
    bench.ring(5, FULL);
    while !bench.block.is_live(5) {
        bench.step();
    }
    let from = bench.cycle;
    let mut out = bench.step();
    while out.wake.is_none() {
        out = bench.step();
    }
    assert_eq!((bench.cycle - from, out.wake.map(|wake| (wake.qpn, wake.enable))), (ALONE, Some((5, true))));
}

/// Of a QP that changes often while nobody listens the newest comes, once, behind what stands at the port.
#[test]
fn of_what_changes_while_nobody_listens_the_newest_comes_once() {
    let mut bench = Bench::telling(16, host(&[("quantum", 1024)]));
    bench.input.wake_ready = false;
    bench.open(5, 0, packets(1));
    bench.ring(5, FULL);
    for psn in 1..=20 {
        let (_, grant) = bench.grant(400);
        let (psn_next, bytes) = (U::wrap(psn), U::wrap(grant.max_bytes.raw()));
        bench.input.said = Some(Said::Sent(Sent { qpn: 5, tag: grant.tag, psn_next, bytes, empty: false }));
        bench.idle(100);
        bench.update(5, packets(1), psn - 1);
    }
    // its window is full now, and stays so
    bench.grant(400);
    bench.idle(200);
    assert!(!bench.block.is_live(5) && bench.tellings == 0);
    bench.input.wake_ready = true;
    bench.idle(100);
    assert!(!bench.told[5] && bench.tellings == 2, "{} tellings", bench.tellings);
}

/// A cycle behind it: who may send, of classes that are not paused.
#[test]
fn a_bit_says_who_may_send_and_falls_with_its_class() {
    let (mut bench, mut traffic) = opened(64);
    let (mut ones, mut paused) = (0, 0);
    for cycle in 0..20_000 {
        let paused_is = |qpn: u32| bench.input.pause >> bench.golden.class(qpn).raw() & 1 == 1;
        let live = |qpn: &u32| bench.block.is_live(*qpn) && !paused_is(*qpn);
        let may = (0..16).filter(live).fold(0, |bits, qpn| bits | 1u64 << qpn);
        paused += u64::from(bench.input.pause > 0);
        if cycle % 100 == 0 {
            bench.input.pause = if traffic.rng.chance(1, 2) { 0 } else { traffic.rng.below(256) as u8 };
            bench.step();
            continue;
        }
        traffic.step(&mut bench);
        assert_eq!(bench.block.outputs().may_send, may, "cycle {cycle}");
        ones += may.count_ones();
    }
    println!("{ones} bits, {paused} cycles with a pause");
    assert!(ones > 1000 && paused > 1000);
}
