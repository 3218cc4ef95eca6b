//! `interval`: RTT/cw against exact rationals, its corners, and the block's latency.

use crate::support;

use layout::ldcp::{Cw, Interval, Rtt};
use layout::record::{Kind, flag};
use model::event::{NewWindow, Update};
use model::ldcp::ideal as ldcp;
use model::ldcp::unit::interval::{self, IntervalTimer, interval};
use model::number::Q;
use model::number::exact;
use num_bigint::BigInt;
use num_traits::Signed;

const ONE: u64 = 1 << 28;

fn ns(rtt: u64, cw: u64) -> u64 {
    interval(Rtt::wrap(rtt), Cw::wrap(cw)).raw()
}

fn ratio(num: u64, den: u64) -> Q {
    Q::new(BigInt::from(num), BigInt::from(den))
}

/// |interval − RTT/cw| ≤ (2^-17 [unless rtt < 2^18] + 2^-23 + 4e-6)·RTT/cw + 1/2, or both at the format's end.
fn check(rtt: u64, cw: u64) {
    let ideal = ldcp::interval(&ratio(rtt, 1), &exact(cw, Cw::FORMAT)).expect("cw is not 0");
    let relative =
        ratio(4, 1_000_000) + ratio(1, 1 << 23) + if rtt < 1 << 18 { ratio(0, 1) } else { ratio(1, 1 << 17) };
    let bound = &ideal * relative + ratio(1, 2);
    let model = ns(rtt, cw);
    if model == Interval::MAX_RAW {
        assert!(&ideal + bound >= ratio(Interval::MAX_RAW, 1), "rtt {rtt}, cw {cw:#x}: saturates too early");
    } else {
        assert!((ratio(model, 1) - &ideal).abs() <= bound, "rtt {rtt}, cw {cw:#x}: {model} against {ideal}");
    }
}

#[test]
fn the_interval_is_within_its_bound_of_rtt_over_cw() {
    let mut random = support::seed("the_interval_is_within_its_bound_of_rtt_over_cw");
    let edges = |bits: u32| (0..bits).flat_map(|b| [(1u64 << b) - 1, 1 << b, (1 << b) + 1, 3 << b >> 1]);
    let mut compared = 0;
    for rtt in edges(24).chain([Rtt::MAX_RAW]).filter(|&rtt| rtt > 0) {
        for cw in edges(28).chain([ONE - 1]).filter(|&cw| cw > 0 && cw < ONE) {
            check(rtt, cw);
            compared += 1;
        }
    }
    for _ in 0..100_000 {
        check(random.log_uniform(1, Rtt::MAX_RAW), random.log_uniform(1, ONE - 1));
        compared += 1;
    }
    println!("{compared} intervals compared");
    assert!(compared > 100_000);
}

#[test]
fn the_corners() {
    assert_eq!(ns(10_000, 0), Interval::MAX_RAW, "cw = 0 is never sent");
    assert_eq!(ns(0, ONE / 2), 0, "rtt = 0");
    assert_eq!(ns(0, 0), Interval::MAX_RAW, "cw = 0 comes first");
    // the longest RTT at the smallest gamma fits: (2^18 − 1)·2^6·2^8, for X has 18 bits
    assert_eq!(ns(Rtt::MAX_RAW, ONE >> 8), (1 << 32) - (1 << 14));
    assert_eq!(ns(Rtt::MAX_RAW, ONE >> 9), Interval::MAX_RAW);
    assert_eq!(ns(1, 1), 1 << 28);
}

#[test]
fn only_paced_updates_have_an_interval() {
    let window = |flags| NewWindow { kind: Kind::Ack, qpn: 0, cw: Cw::wrap(ONE / 2), rtt: Rtt::wrap(10_000), flags };
    assert_eq!(interval::step(&window(0)).raw(), 0);
    assert_eq!(interval::step(&window(flag::IGNORED | flag::FLOOR)).raw(), 0);
    assert_eq!(interval::step(&window(flag::PACED)).raw(), 20_000);
}

/// The number on the block's page.
#[test]
fn the_worked_number_of_the_page() {
    // rtt = 10000: b = 13, X = 10000·2^4 = 160000. cw = 3/16: c = 25, D = 3·2^22, d = 0x400000
    // q = 160000·(87381 + 2^18) = 55924000000, s = 25 + 8 − 13 = 20: 53333.28, so 53333; exact 53333.33
    assert_eq!(ns(10_000, 3 * ONE / 16), 53_333);
}

#[test]
fn an_update_comes_ten_cycles_after_its_window_one_a_cycle() {
    let mut random = support::seed("an_update_comes_ten_cycles_after_its_window_one_a_cycle");
    let mut block = IntervalTimer::default();
    let mut windows = Vec::new();
    let mut compared = 0;
    for cycle in 0..10_000 {
        let cw = random.log_uniform(0, Cw::MAX_RAW);
        let flags = if cw < ONE { flag::PACED } else { 0 };
        windows.push((!random.chance(3)).then(|| NewWindow {
            kind: random.pick(&Kind::EVENTS),
            qpn: random.below(16) as u32,
            cw: Cw::wrap(cw),
            rtt: Rtt::wrap(random.next()),
            flags,
        }));
        let expected = windows.len().checked_sub(1 + 10).and_then(|i| windows[i]).map(|w| {
            let NewWindow { kind, qpn, cw, flags, .. } = w;
            Update { kind, qpn, cw, interval: interval::step(&w), flags }
        });
        assert_eq!(block.step(true, windows[cycle]), expected, "cycle {cycle}");
        compared += expected.is_some() as u32;
    }
    assert!(compared > 5_000);
    block.step(false, windows.iter().flatten().next().copied());
    assert!((0..10).all(|_| block.step(true, None).is_none()), "reset forgets what is under way");
}
