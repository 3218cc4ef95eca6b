//! The pictures of the block's page (hdl/src/shaper.md), of its cycle model: rates that change, gaps, lateness. They
//! are drawn anew by `just shaper-pictures`; at night it is told where they differ.

use super::case::{mbps, paced};
use super::load::Load;
use super::measured::lateness;
use fabric::picture::{Curve, Picture, Scale};

fn curve(name: impl Into<String>, points: Vec<(f64, f64)>) -> Curve {
    Curve { name: name.into(), points }
}

fn picture(title: &str, x: &str, y: &str, curves: Vec<Curve>) -> Picture {
    let (title, x, y) = (title.into(), x.into(), y.into());
    Picture { title, x, y, scale: Scale::Linear, log_y: false, marks: false, top: None, curves }
}

/// Gbit/s of eight QPs, each for 500 us.
const RATES: [[u64; 8]; 4] =
    [[2, 4, 6, 8, 10, 12, 14, 16], [16, 14, 12, 10, 8, 6, 4, 2], [5; 8], [40, 2, 2, 2, 2, 4, 8, 20]];
const PHASE_NS: u64 = 500_000;
/// Grants over which a rate is taken.
const MEAN: u64 = 4;

/// Of each QP what it is granted, with the reset values of quantum and C.
fn changes() -> Vec<Curve> {
    let mut load = Load::new(16, &[("C", 1000)]);
    for (qpn, rate) in (0..).zip(RATES[0]) {
        load.open(qpn, paced(mbps(1000 * rate)));
    }
    while !load.is_open() {
        load.step();
    }
    let from = load.now();
    let (mut seen, mut phase) = (vec![(0u64, 0u64); 8], 0);
    let mut curves: Vec<_> = (0..8).map(|qpn| curve(format!("QP {qpn}"), vec![])).collect();
    loop {
        let granted = load.step();
        let at = load.now() - from;
        if at / PHASE_NS >= RATES.len() as u64 {
            return curves;
        }
        if at / PHASE_NS > phase {
            phase = at / PHASE_NS;
            for (qpn, rate) in (0..).zip(RATES[phase as usize]) {
                load.update(qpn, paced(mbps(1000 * rate)));
            }
        }
        let Some(granted) = granted else { continue };
        let qpn = granted.grant.qpn as usize;
        let (grants, since) = &mut seen[qpn];
        if grants.is_multiple_of(MEAN) {
            if *grants > 0 {
                let gbps = (8 * MEAN * granted.grant.max_bytes.raw()) as f64 / (at - *since) as f64;
                curves[qpn].points.extend([(*since as f64 / 1000.0, gbps), (at as f64 / 1000.0, gbps)]);
            }
            *since = at;
        }
        *grants += 1;
    }
}

/// How far apart the grants of a QP of 10 Gbit/s are, of 1,024 bytes each: 819.2 ns by its rate. Percent in each 20 ns.
fn gaps(others: u32, others_mbps: u64) -> Vec<(f64, f64)> {
    const COUNT: usize = 40_000;
    const BIN: u64 = 20;
    let mut load = Load::new((others + 1).next_power_of_two().max(16), &[("C", 1000), ("quantum", 1024)]);
    load.open(0, paced(mbps(10_000)));
    for qpn in 1..=others {
        // none in step with another
        load.open(qpn, paced(mbps(others_mbps + u64::from(qpn))));
    }
    while !load.is_open() {
        load.step();
    }
    let (mut last, mut bins, mut count) = (None, vec![0usize; 100], 0);
    while count < COUNT {
        let granted = load.next();
        if granted.grant.qpn == 0
            && let Some(last) = last.replace(granted.at)
        {
            let bin = ((granted.at - last) / BIN) as usize;
            let end = bins.len() - 1;
            bins[bin.min(end)] += 1;
            count += 1;
        }
    }
    // stairs
    let step = |(bin, n): (usize, &usize)| {
        let share = 100.0 * *n as f64 / COUNT as f64;
        [((bin as u64 * BIN) as f64, share), (((bin as u64 + 1) * BIN) as f64, share)]
    };
    bins.iter().enumerate().skip(10).take(60).flat_map(step).collect()
}

const SIZES: [u32; 2] = [64, 16_384];

/// ns: half, 99 and 99.99 of 100 grants are late by no more.
fn late() -> Vec<Curve> {
    let mut curves = vec![];
    for qps in SIZES {
        let at: Vec<_> = (1..=10).map(|k| lateness(qps, 10 * k, 100_000)).collect();
        for (name, parts) in [("50 %", 5000), ("99 %", 9900), ("99.99 %", 9999)] {
            let points = at.iter().map(|late| (late.carried, late.of(parts) as f64)).collect();
            curves.push(curve(format!("{qps} QPs: {name}"), points));
        }
    }
    curves
}

/// Each picture's file, beside the page.
fn pictures() -> Vec<(&'static str, Picture)> {
    let share = "share of the gaps, % in 20 ns";
    let gap = "from a grant of the QP to its next, ns";
    let gaps = vec![
        curve("alone", gaps(0, 0)),
        curve("7 others: a quarter", gaps(7, 3_600)),
        curve("63 others: half", gaps(63, 940)),
        curve("63 others: 80 %", gaps(63, 1_590)),
    ];
    let loaded = "grants, % of one each 12 cycles";
    let late = Picture {
        log_y: true,
        marks: true,
        ..picture("Lateness against load", loaded, "ns behind the due time", late())
    };
    vec![
        ("shaper_rates.svg", picture("Rates of 8 QPs, with updates each 500 us", "us", "Gbit/s", changes())),
        ("shaper_gaps.svg", picture("Gaps of a QP of 10 Gbit/s", gap, share, gaps)),
        ("shaper_late.svg", late),
    ]
}

/// `just shaper-pictures`, with ACKW_PICTURES=write, writes them.
#[test]
#[ignore = "some minutes: just night"]
fn the_pictures_of_the_page_are_of_todays_model() {
    let write = std::env::var("ACKW_PICTURES").is_ok_and(|what| what == "write");
    let mut differ = vec![];
    for (name, picture) in pictures() {
        for curve in &picture.curves {
            println!("{name}, {}: {:?}", curve.name, curve.points);
        }
        let (svg, path) = (picture.svg(), std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("hdl/src").join(name));
        assert!(!svg.is_empty(), "{name} has no point");
        if write {
            std::fs::write(&path, svg).expect("written");
        } else if std::fs::read_to_string(&path).ok() != Some(svg) {
            differ.push(name);
        }
    }
    assert!(differ.is_empty(), "{differ:?}: not of today's model: just shaper-pictures");
}
