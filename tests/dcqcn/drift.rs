//! The model's distance from the ideal over a million periods of one flow. An exact rational doubles its digits with
//! every period, so the ideal's formulas run here in floating point: 53 bits, of which a million periods cost at
//! most 20.

use super::case::*;
use crate::support;
use layout::dcqcn::*;
use layout::fixed::U;
use model::dcqcn::{Context, Event, Mode, Params, ideal, step};
use model::number::Q;
use num_traits::ToPrimitive;

const PERIODS: u64 = 1_000_000;
const BOUND: f64 = 1e-4;

/// RC, RT, CP and the steps since the last decrease.
#[derive(Clone, Copy, Debug)]
struct Flow {
    rc: f64,
    rt: f64,
    cp: f64,
    stage: u64,
}

fn value(q: &Q) -> f64 {
    q.to_f64().expect("a small number")
}

/// A period in which packets were sent, from the source's formulas.
fn period(mode: Mode, s: &mut Flow, cnp: u64, tx: u64, p: &ideal::Params) {
    let (g, line) = (value(&p.g), value(&p.line));
    let f = match mode {
        Mode::P => f64::from(u8::from(cnp > 0)),
        Mode::D => (cnp as f64 / tx as f64).min(1.0),
    };
    s.cp = (1.0 - g) * s.cp + f * g;
    if cnp > 0 {
        s.rt = s.rc;
        s.rc = (s.rc * (1.0 - s.cp / 2.0)).max(value(&p.rc_min));
        s.stage = 0;
    } else {
        if s.stage >= p.recovery {
            let doubled = (s.stage - p.recovery).min(p.doublings);
            s.rt = (s.rt + value(&p.rai) * (1u64 << doubled) as f64).min(line);
        }
        s.rc = (s.rt + s.rc) / 2.0;
        if line - s.rc < value(&p.snap) {
            s.rc = line;
        }
        s.stage += 1;
    }
}

/// The floating-point formulas are the ideal's.
#[test]
fn a_period_in_floating_point_is_the_ideals() {
    let mut r = support::seed("a_period_in_floating_point_is_the_ideals");
    for _ in 0..20_000 {
        let p = params(&[("g", 64 + r.below(1 << 14) / 2), ("rai", r.log_uniform(1, BYTE)), ("snap", 0)]);
        let (line, exact) = (p.line().raw(), ideal::Params::from(&p));
        let mode = r.pick(&[Mode::P, Mode::D]);
        let context = qp(r.log_uniform(MBPS, line), r.log_uniform(MBPS, line), r.below(ONE), r.below(31));
        let tx = 1 + r.below(1000);
        let cnp = r.below(2) * r.below(tx + 1);
        let mut state = ideal::State::from(&context);
        let mut flow = Flow { rc: value(&state.rc), rt: value(&state.rt), cp: value(&state.cp), stage: state.stage };
        ideal::step(mode == Mode::D, &mut state, cnp, tx, &exact);
        period(mode, &mut flow, cnp, tx, &exact);
        for (a, b) in [(&state.rc, flow.rc), (&state.rt, flow.rt), (&state.cp, flow.cp)] {
            assert!((value(a) - b).abs() <= 1e-14 * b.abs(), "{context:?} {cnp} of {tx}: {flow:?}");
        }
    }
}

/// The worst relative distance of RC over a million periods; a period is marked once in `marks`, and one in `share`
/// packets then.
fn drift(what: &str, mode: Mode, p: &Params, marks: u64, share: u64) -> f64 {
    let mut r = support::seed(what);
    let exact = ideal::Params::from(p);
    let mut c = Context::new(p);
    let mut flow = Flow { rc: rate(c.rc), rt: rate(c.rt), cp: c.cp.raw() as f64 / ONE as f64, stage: 0 };
    let (mut worst, mut least, mut cuts) = (0.0f64, f64::MAX, 0u64);
    for _ in 0..PERIODS {
        // as many packets as the rate sends: 45 us, 1,000 bytes
        let tx = ((rate(c.rc) * 45.0) as u64).clamp(1, 65_535);
        let cnp = if r.chance(marks) { 1 + r.below(tx / share + 1) } else { 0 };
        c = step(mode, &c, Event { cnp: U::wrap(cnp), tx: U::wrap(tx) }, p).0;
        period(mode, &mut flow, cnp, tx, &exact);
        worst = worst.max((rate(c.rc) - flow.rc).abs() / flow.rc);
        least = least.min(rate(c.rc));
        cuts += u64::from(cnp > 0);
    }
    println!("{what}: worst drift {worst:.2e}, {cuts} cuts, least rate {:.1} Mbit/s", least * 8000.0);
    assert!(worst > 0.0 && cuts > 1000, "a run without cuts says nothing");
    worst
}

fn rate(r: Rate) -> f64 {
    r.raw() as f64 / BYTE as f64
}

#[test]
#[ignore = "a minute or so: just night"]
fn drift_over_a_million_periods_stays_below_1e_4() {
    let mut worst = 0.0f64;
    for (g, name) in [(64, "2^-10"), (256, "2^-8"), (1019, "0.0155"), (4096, "1/16"), (1 << 14, "1/4")] {
        for (mode, marks, share) in
            [(Mode::P, 2, 1), (Mode::P, 10, 1), (Mode::P, 100, 1), (Mode::D, 1, 8), (Mode::D, 3, 2), (Mode::D, 30, 30)]
        {
            for line in [GBPS_800, 25 * BYTE / 2, 10 * BYTE / 8] {
                let p = params(&[("g", g), ("line", line)]);
                let what =
                    format!("{mode:?}, g = {name}, a period of {marks} marked, one packet of {share}, line {line}");
                worst = worst.max(drift(&what, mode, &p, marks, share));
            }
        }
    }
    println!("worst of all {worst:.2e}");
    assert!(worst <= BOUND);
}
