//! The model's distance from the ideal over many periods of one flow. An exact rational doubles its digits with every
//! period, so the ideal's formulas run here in floating point: 53 bits, of which a million periods cost at most 20.
//! One period and a chain of some are held against the ideal itself.

use super::case::*;
use crate::support::{self, Random};
use layout::dcqcn::*;
use layout::fixed::U;
use model::dcqcn::{Context, Event, Mode, Params, ideal, step};
use model::number::Q;
use num_traits::ToPrimitive;
use proptest::prelude::*;
use std::cell::RefCell;

const PERIODS: u64 = 1_000_000;
const BOUND: f64 = 1e-4;

/// The state of the ideal, as far as packets are sent in every period.
#[derive(Clone, Copy, Debug)]
struct Flow {
    rc: f64,
    rt: f64,
    cp: f64,
    stage: u64,
    sent: u64,
    quiet: u64,
}

impl Flow {
    fn of(state: &ideal::State) -> Flow {
        let (rc, rt, cp) = (value(&state.rc), value(&state.rt), value(&state.cp));
        Flow { rc, rt, cp, stage: state.stage, sent: state.sent, quiet: state.quiet }
    }
}

/// The ideal's parameters as floating-point numbers.
struct Rule {
    exact: ideal::Params,
    g: f64,
    rai: f64,
    line: f64,
    rc_min: f64,
    snap: f64,
}

impl Rule {
    fn of(p: &Params) -> Rule {
        let exact = ideal::Params::from(p);
        let [g, rai, line, rc_min, snap] = [&exact.g, &exact.rai, &exact.line, &exact.rc_min, &exact.snap].map(value);
        Rule { exact, g, rai, line, rc_min, snap }
    }
}

fn value(q: &Q) -> f64 {
    q.to_f64().expect("a small number")
}

/// A period in which packets were sent, from the source's formulas.
fn period(mode: Mode, s: &mut Flow, cnp: u64, tx: u64, p: &Rule) {
    let f = match mode {
        Mode::P => f64::from(u8::from(cnp > 0)),
        Mode::D => (cnp as f64 / tx as f64).min(1.0),
    };
    let old_cp = s.cp;
    s.cp = (1.0 - p.g) * s.cp + f * p.g;
    s.sent += tx;
    s.quiet = if cnp > 0 { 0 } else { s.quiet + 1 };
    if cnp > 0 {
        if p.exact.clamp_target || s.stage > 0 {
            s.rt = s.rc;
        }
        let cp = if p.exact.old_cp { old_cp } else { s.cp };
        s.rc = (s.rc * (1.0 - cp / 2.0)).max(p.rc_min);
        s.stage = 0;
    } else if s.sent >= p.exact.min_tx && (s.quiet > p.exact.incast_periods || s.quiet.is_multiple_of(2)) {
        if s.stage >= p.exact.recovery {
            let doubled = (s.stage - p.exact.recovery).min(p.exact.doublings);
            s.rt = (s.rt + p.rai * (1u64 << doubled) as f64).min(p.line);
        }
        s.rc = (s.rt + s.rc) / 2.0;
        if p.line - s.rc < p.snap {
            s.rc = p.line;
        }
        s.stage += 1;
        s.sent = 0;
    }
}

/// Any of what the formulas above have.
fn rules(r: &mut Random) -> Params {
    let flags = [("old_cp", r.below(2)), ("clamp_target", r.below(2))];
    let waits = [("min_tx", r.log_uniform(0, 255)), ("incast_periods", r.below(15))];
    let steps = [("recovery", r.below(16)), ("doublings", r.below(16))];
    let rates = [("g", r.log_uniform(64, 1 << 14)), ("rai", r.log_uniform(1, BYTE)), ("snap", 0)];
    params(&[&flags[..], &waits, &steps, &rates].concat())
}

/// The floating-point formulas are the ideal's.
#[test]
fn a_period_in_floating_point_is_the_ideals() {
    let mut r = support::seed("a_period_in_floating_point_is_the_ideals");
    for _ in 0..20_000 {
        let p = rules(&mut r);
        let (line, rule) = (p.line().raw(), Rule::of(&p));
        let mode = r.pick(&[Mode::P, Mode::D]);
        let context = qp(r.log_uniform(MBPS, line), r.log_uniform(MBPS, line), r.below(ONE), r.below(31));
        let tx = 1 + r.below(1000);
        let cnp = r.below(2) * r.below(tx + 1);
        let mut state = ideal::State::from(&context);
        let mut flow = Flow::of(&state);
        ideal::step(mode == Mode::D, &mut state, cnp, tx, &rule.exact);
        period(mode, &mut flow, cnp, tx, &rule);
        for (a, b) in [(&state.rc, flow.rc), (&state.rt, flow.rt), (&state.cp, flow.cp)] {
            assert!((value(a) - b).abs() <= 1e-14 * b.abs(), "{context:?} {cnp} of {tx}: {flow:?}");
        }
        assert_eq!((state.stage, state.sent, state.quiet), (flow.stage, flow.sent, flow.quiet));
    }
}

/// Forty periods in a chain, in exact rationals: the formulas stay, and the datapath stays beside them.
#[test]
fn a_chain_of_periods_in_floating_point_is_the_ideals() {
    let mut r = support::seed("a_chain_of_periods_in_floating_point_is_the_ideals");
    let mut worst = 0.0f64;
    for _ in 0..200 {
        let stream = Stream::draw(&mut r);
        let rule = Rule::of(&stream.params);
        let mut context = Context::new(&stream.params);
        let mut state = ideal::State::from(&context);
        let mut flow = Flow::of(&state);
        let mut marks = Marks::default();
        for k in 0..40 {
            let (cnp, tx) = stream.counts(&mut r, &mut marks, k, flow.rc);
            context = step(stream.mode, &context, Event { cnp: U::wrap(cnp), tx: U::wrap(tx) }, &stream.params).0;
            ideal::step(stream.mode == Mode::D, &mut state, cnp, tx, &rule.exact);
            period(stream.mode, &mut flow, cnp, tx, &rule);
            let exact = value(&state.rc);
            let near_snap = rule.line - exact < 2.0 * rule.snap;
            assert!(near_snap || (exact - flow.rc).abs() <= 1e-12 * exact, "{stream:?}: {exact} and {flow:?}");
            worst = worst.max((rate(&context) - exact).abs() / exact);
        }
    }
    println!("worst distance from exact rationals {worst:.2e}");
    assert!(worst > 0.0 && worst <= BOUND);
}

/// How CNPs come.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// In one period of so many, at random.
    Random(u64),
    /// In every so-manieth period.
    Every(u64),
    /// In all periods of a burst, and in none for as long; so many at most.
    Bursts(u64),
}

/// A flow and what comes to it. Its packets are those that its rate sends in a period of 45 us.
#[derive(Debug)]
struct Stream {
    params: Params,
    mode: Mode,
    kind: Kind,
    packet_bytes: u64,
    /// Of the packets of a marked period one of so many is marked, at least; and at most.
    least_of: u64,
    most_of: u64,
}

#[derive(Default)]
struct Marks {
    marked: bool,
    left: u64,
}

impl Stream {
    /// What the promise holds for (model/src/dcqcn/page.md): rai of 2^13 LSB, 0.24 Mbit/s, and more; rc_min of 1
    /// Mbit/s, doubled with each step of fast recovery beyond three; shares of 1/128 and more.
    fn draw(r: &mut Random) -> Stream {
        let recovery = if r.chance(2) { 3 } else { r.below(16) };
        let least = MBPS << recovery.saturating_sub(3);
        let line = r.log_uniform((1000 * MBPS).max(2 * least), GBPS_800);
        let rc_min = if r.chance(2) { least } else { r.log_uniform(least, line / 2) };
        let g = if r.chance(4) { r.pick(&[64, 256, 1 << 14]) } else { r.log_uniform(64, 1 << 14) };
        let rai = if r.chance(3) { r.pick(&[1 << 13, RAI.reset]) } else { r.log_uniform(1 << 13, GBPS_800) };
        let doublings = if r.chance(2) { r.pick(&[0, 15]) } else { r.below(16) };
        let rates = [("g", g), ("rai", rai), ("line", line), ("rc_min", rc_min), ("snap", r.below(11))];
        let steps = [("recovery", recovery), ("doublings", doublings)];
        let flags = [("old_cp", r.below(2)), ("clamp_target", r.below(2))];
        // more than a packet a step, and it counts whether a QP at line rate has had periods at all (D10)
        let waits = [("min_tx", r.below(2)), ("incast_periods", r.below(2) * r.below(15))];
        let params = params(&[&rates[..], &steps, &flags, &waits].concat());
        let often = r.log_uniform(1, 2000);
        let kind = r.pick(&[Kind::Random(often), Kind::Every(often), Kind::Bursts(often)]);
        let least_of = 128;
        let most_of = if r.chance(3) { least_of } else { r.log_uniform(1, least_of) };
        let (mode, packet_bytes) = (r.pick(&[Mode::P, Mode::D]), r.pick(&[64, 256, 1000, 4096]));
        Stream { params, mode, kind, packet_bytes, least_of, most_of }
    }

    /// CNPs and packets of period `k`.
    fn counts(&self, r: &mut Random, marks: &mut Marks, k: u64, rate: f64) -> (u64, u64) {
        let marked = match self.kind {
            Kind::Random(often) => r.chance(often),
            Kind::Every(often) => k.is_multiple_of(often),
            Kind::Bursts(most) => {
                if marks.left == 0 {
                    *marks = Marks { marked: !marks.marked, left: 1 + r.below(2 * most) };
                }
                marks.left -= 1;
                marks.marked
            }
        };
        let tx = ((rate * 45_000.0) as u64 / self.packet_bytes).clamp(1, 65_535);
        let cnp = (1 + r.below(tx / self.most_of + 1)).max(tx.div_ceil(self.least_of)).min(tx);
        (u64::from(marked) * cnp, tx)
    }

    /// The worst relative distance of RC.
    fn drift(&self, r: &mut Random, periods: u64) -> f64 {
        let rule = Rule::of(&self.params);
        let mut context = Context::new(&self.params);
        let mut flow = Flow::of(&ideal::State::from(&context));
        let mut marks = Marks::default();
        let mut worst = 0.0f64;
        for k in 0..periods {
            let (cnp, tx) = self.counts(r, &mut marks, k, flow.rc);
            context = step(self.mode, &context, Event { cnp: U::wrap(cnp), tx: U::wrap(tx) }, &self.params).0;
            period(self.mode, &mut flow, cnp, tx, &rule);
            worst = worst.max((rate(&context) - flow.rc).abs() / flow.rc);
        }
        worst
    }
}

fn rate(c: &Context) -> f64 {
    c.fine().0.raw() as f64 / 2.0f64.powi(29)
}

/// Many kinds of streams, each for so many periods.
fn drift_of_many(streams: u32, periods: u64) {
    let seen = RefCell::new((0.0f64, 0u64, 0u64));
    proptest!(support::proptest("dcqcn", streams), |(seed in any::<u64>())| {
        let r = &mut Random(seed);
        let stream = Stream::draw(r);
        let drift = stream.drift(r, periods);
        let (worst, moved, streams) = &mut *seen.borrow_mut();
        (*worst, *streams) = (worst.max(drift), *streams + 1);
        *moved += u64::from(drift > 0.0);
        prop_assert!(drift <= BOUND, "seed {seed}: {drift:.2e} of {stream:?}");
    });
    let (worst, moved, streams) = seen.into_inner();
    println!("{streams} streams of {periods} periods, {moved} off the ideal, worst drift {worst:.2e}");
    assert!(moved > streams / 2, "streams that are never off say nothing");
}

#[test]
fn drift_of_many_kinds_of_streams_stays_below_1e_4() {
    drift_of_many(3000, 10_000);
}

#[test]
#[ignore = "a minute or so: just night"]
fn drift_over_a_million_periods_stays_below_1e_4() {
    drift_of_many(1000, PERIODS);
}

/// What the promise leaves out, and by how much: the page says so.
#[test]
fn drift_beyond_1e_4_is_where_the_page_says() {
    let mut r = support::seed("drift_beyond_1e_4_is_where_the_page_says");
    let worst = |r: &mut Random, mode, kind, packet_bytes, shares: (u64, u64), changes: &[(&str, u64)]| {
        let params = params(changes);
        let stream = Stream { params, mode, kind, packet_bytes, least_of: shares.0, most_of: shares.1 };
        stream.drift(r, 200_000)
    };
    // rai of two LSB, 1 Mbit/s
    let small = [("g", 92), ("rai", 1), ("recovery", 5), ("snap", 0)];
    let a = worst(&mut r, Mode::P, Kind::Every(8), 256, (1, 1), &small);
    // seven steps of recovery behind each cut, 1 Mbit/s
    let long = [("g", 1024), ("recovery", 14)];
    let b = worst(&mut r, Mode::P, Kind::Every(7), 256, (1, 1), &long);
    // one CNP of some ten thousand packets, always the same
    let c = worst(&mut r, Mode::D, Kind::Bursts(1800), 64, (65_536, 65_536), &[("g", 128), ("line", GBPS_800)]);
    println!("{a:.2e}, {b:.2e}, {c:.2e}");
    for drift in [a, b, c] {
        assert!(drift > BOUND && drift < 5e-3);
    }
}
