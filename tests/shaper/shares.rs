//! Weights between the classes, in the block's cycle model: the shares, and that nobody starves.

use super::case::*;
use super::cycles::Bench;
use layout::fixed::U;
use layout::shaper::CLASSES;
use model::shaper::cycles::Said;
use model::shaper::{Control, Host, Sent};

const QUANTUM: u64 = 4096;

/// Bytes that each class was granted, from when all of them may send.
struct Line {
    bench: Bench,
    psn: Vec<u64>,
    bytes: [u64; CLASSES],
    grants: [u64; CLASSES],
    /// Classes whose grants are answered with nothing.
    idle: u8,
}

impl Line {
    /// `qps` QPs in each of these classes, limited so.
    fn of(changes: &[(&str, u64)], weights: [u64; CLASSES], qps: u32, classes: &[(u64, Control)]) -> Line {
        let changes = [&[("strict", 0), ("quantum", QUANTUM), ("timeout", 1 << 30)], changes].concat();
        let mut bench = Bench::new(Host::weighted(&changes, weights).expect("legal"));
        bench.input.pause = 255;
        let mut qpn = 0;
        for (class, control) in classes {
            for _ in 0..qps {
                bench.open(qpn, *class, *control);
                // behind its opening, for the golden model's class is said
                bench.idle(40);
                bench.ring(qpn, FULL);
                qpn += 1;
            }
        }
        bench.idle(200);
        bench.input.pause = 0;
        let mut line = Line { bench, psn: vec![0; qpn as usize], bytes: [0; CLASSES], grants: [0; CLASSES], idle: 0 };
        // until the NIC has as many grants as it takes
        (0..4_000).for_each(|_| line.step());
        (line.bytes, line.grants) = ([0; CLASSES], [0; CLASSES]);
        line
    }

    /// A cycle; the NIC answers a grant when it can.
    fn step(&mut self) {
        if self.bench.input.said.is_none()
            && let Some((_, grant)) = self.bench.grants.pop_front()
        {
            let (at, sends) = (grant.qpn as usize, self.idle >> self.class(grant.qpn) & 1 == 0);
            let bytes = if sends { grant.max_bytes.raw() } else { 0 };
            self.psn[at] = (self.psn[at] + bytes.div_ceil(1024)) & 0xff_ffff;
            let (psn_next, bytes) = (U::wrap(self.psn[at]), U::wrap(bytes));
            let (qpn, tag) = (grant.qpn, grant.tag);
            self.bench.input.said = Some(Said::Sent(Sent { qpn, tag, psn_next, bytes, empty: false }));
        }
        let waiting = self.bench.grants.len();
        self.bench.step();
        if let Some((_, grant)) = self.bench.grants.get(waiting) {
            let class = self.class(grant.qpn) as usize;
            self.grants[class] += 1;
            self.bytes[class] += grant.max_bytes.raw();
        }
    }

    fn class(&self, qpn: u32) -> u64 {
        self.bench.golden.class(qpn).raw()
    }

    /// Quanta of its weight that the class that is most ahead has sent more than the one that is most behind, at any
    /// time of these cycles.
    fn apart(&mut self, cycles: u64, weights: [u64; CLASSES], classes: &[(u64, Control)]) -> f64 {
        let mut worst = 0f64;
        for _ in 0..cycles {
            self.step();
            let turns = |(class, _): &(u64, Control)| {
                self.bytes[*class as usize] as f64 / (weights[*class as usize] * QUANTUM) as f64
            };
            let (most, least) = classes.iter().map(turns).fold((0f64, f64::MAX), |(a, b), x| (a.max(x), b.min(x)));
            worst = worst.max(most - least);
        }
        worst
    }
}

const WEIGHTS: [u64; CLASSES] = [1, 2, 4, 1, 1, 1, 1, 1];
fn wide() -> Control {
    packets(WIDE)
}

/// 1 : 2 : 4, with as many grants as the block makes: at no time is a class more than two rounds ahead of another.
#[test]
fn classes_share_by_their_weights_at_every_time() {
    let classes = [(0, wide()), (1, wide()), (2, wide())];
    let mut line = Line::of(&[], WEIGHTS, 5, &classes);
    let worst = line.apart(200_000, WEIGHTS, &classes);
    let total: u64 = line.bytes.iter().sum();
    println!("{:?} bytes, {worst} rounds apart", line.bytes);
    assert!(worst <= 2.0, "{worst} rounds");
    for (class, of_seven) in [(0, 1), (1, 2), (2, 4)] {
        let percent = 700.0 * line.bytes[class] as f64 / (of_seven * total) as f64;
        assert!((percent - 100.0).abs() < 0.5, "class {class}: {percent} % of its share");
    }
}

/// A class whose grants are a quarter of the others' has as many bytes.
#[test]
fn a_share_is_of_bytes_however_large_the_grants_are() {
    let (weights, classes) = ([1; CLASSES], [(3, timer(0)), (6, wide())]);
    let mut line = Line::of(&[], weights, 7, &classes);
    let worst = line.apart(200_000, weights, &classes);
    println!("{:?} bytes, {:?} grants, {worst} rounds apart", line.bytes, line.grants);
    let percent = 100.0 * line.bytes[3] as f64 / line.bytes[6] as f64;
    assert!(line.grants[3] > 3 * line.grants[6] && (percent - 100.0).abs() < 1.0, "{percent} %");
}

/// Under a cap one grant is under way, and a QP a class is enough.
#[test]
fn a_capped_line_is_shared_by_one_qp_of_each_class() {
    let weights = [1, 2, 3, 4, 5, 6, 7, 8];
    let classes: Vec<_> = (0..8).map(|class| (class, wide())).collect();
    let mut line = Line::of(&[("cap", mbps(80_000).raw())], weights, 1, &classes);
    let worst = line.apart(400_000, weights, &classes);
    println!("{:?} bytes, {worst} rounds apart", line.bytes);
    assert!(worst <= 2.0, "{worst} rounds");
}

/// A class of weight 1 beside seven of 255, and beside one whose grants are all answered with nothing.
#[test]
fn no_class_starves_by_weights() {
    let mut weights = [255; CLASSES];
    weights[0] = 1;
    let all: Vec<_> = (0..8).map(|class| (class, wide())).collect();
    for (idle, qps, classes) in [(0, 2, &all[..]), (1 << 7, 8, &[all[0], all[7]])] {
        let mut line = Line::of(&[], weights, qps, classes);
        line.idle = idle;
        let (mut since, mut worst) = (0, 0);
        while line.grants.iter().sum::<u64>() < 20_000 {
            let (before, mine) = (line.grants, line.grants[0]);
            line.step();
            since += line.grants.iter().sum::<u64>() - before.iter().sum::<u64>();
            if line.grants[0] > mine {
                (worst, since) = (worst.max(since), 0);
            }
        }
        println!("idle {idle}: {:?} grants, {worst} at the most between two of class 0", line.grants);
        assert!((3..200).contains(&line.grants[0]) && worst.max(since) <= 4096 + 64, "{worst}, then {since}");
    }
}

/// What a class did not send while it was paused it does not make good.
#[test]
fn a_paused_class_keeps_nothing() {
    let classes = [(0, wide()), (1, wide()), (2, wide())];
    let mut line = Line::of(&[], WEIGHTS, 5, &classes);
    for _ in 0..20 {
        line.bench.input.pause = 1 << 2;
        (0..2_000).for_each(|_| line.step());
        line.bench.input.pause = 0;
        line.bytes = [0; CLASSES];
        let worst = line.apart(4_000, WEIGHTS, &classes);
        assert!(worst <= 3.0, "{worst} rounds");
    }
}
