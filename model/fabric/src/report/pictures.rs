//! The pictures of a run, and of several side by side.

use super::figures::{Figures, jain};
use crate::picture::{CURVES, Curve, Picture, Scale};
use crate::simulate::Outcome;

/// Intervals into which rates are put together.
const INTERVALS: usize = 150;

fn curve(name: impl Into<String>, points: Vec<(f64, f64)>) -> Curve {
    Curve { name: name.into(), points }
}

fn picture(title: &str, x: &str, y: &str, scale: Scale, curves: Vec<Curve>) -> Picture {
    let [title, x, y] = [title, x, y].map(str::to_owned);
    Picture { title, x, y, scale, log_y: false, marks: false, top: None, curves }
}

fn us(ns: u64) -> f64 {
    ns as f64 / 1000.0
}

/// Slowdown by size: median and tail.
fn by_size(figures: &Figures) -> Picture {
    let of = |value: fn(&super::Slowdown) -> f64| {
        figures.slowdown_by_size.iter().map(|s| (s.up_to_bytes as f64, value(s))).collect()
    };
    let curves = vec![curve("p50", of(|s| s.p50)), curve("p95", of(|s| s.p95)), curve("p99", of(|s| s.p99))];
    let x = "flow size up to (bytes)";
    Picture { marks: true, ..picture("Slowdown by flow size", x, "FCT / ideal", Scale::Log, curves) }
}

/// p95 of the slowdown by size of several runs; without sizes that differ it says little, but it is true.
fn by_size_of(all: &[(String, &Figures)]) -> Picture {
    let of = |figures: &Figures| figures.slowdown_by_size.iter().map(|s| (s.up_to_bytes as f64, s.p95)).collect();
    let curves = all.iter().map(|(name, figures)| curve(name, of(figures))).collect();
    let (x, y) = ("flow size up to (bytes)", "FCT / ideal, 95 %");
    Picture { marks: true, ..picture("Slowdown by flow size", x, y, Scale::Log, curves) }
}

fn fct_curve(name: &str, figures: &Figures) -> Curve {
    let points = figures.fct_percentiles_ns.iter().enumerate();
    curve(name, points.map(|(percent, &ns)| (us(ns), percent as f64)).collect())
}

fn fct(curves: Vec<Curve>) -> Picture {
    let y = "share of flows (%)";
    Picture { top: Some(100.0), ..picture("Flow completion times", "FCT (us)", y, Scale::Log, curves) }
}

/// How long 8 bytes took: percentiles, the last at 99.9 %.
fn ping_curve(name: &str, figures: &Figures) -> Option<Curve> {
    let pings = figures.pings.as_ref()?;
    let points = pings.percentiles_ns.iter().take(100).enumerate().map(|(p, &ns)| (us(ns), p as f64));
    Some(curve(name, points.chain([(us(pings.p99_9_ns), 99.9)]).collect()))
}

fn ping(curves: Vec<Curve>) -> Option<Picture> {
    let picture = picture("Time of 8 bytes, up to 99.9 %", "time (us)", "share (%)", Scale::Log, curves);
    (!picture.curves.is_empty()).then_some(Picture { top: Some(100.0), ..picture })
}

fn queue_cdf_curve(name: &str, figures: &Figures) -> Curve {
    let counts = &figures.queue.longest_by_kb;
    let all: u64 = counts.iter().sum();
    let mut below = 0u64;
    let points = counts.iter().enumerate().map(|(kb, &count)| {
        below += count;
        ((kb + 1) as f64, 100.0 * below as f64 / all.max(1) as f64)
    });
    curve(name, points.collect())
}

fn queue_cdf(curves: Vec<Curve>) -> Picture {
    let title = "Queue of the port with the longest one";
    let y = "share of samples (%)";
    Picture { top: Some(100.0), ..picture(title, "queue below (kB)", y, Scale::Linear, curves) }
}

fn queue_curve(name: &str, figures: &Figures) -> Curve {
    let queue = &figures.queue;
    let points = queue.longest_over_time.iter().enumerate();
    curve(name, points.map(|(n, &bytes)| (us(n as u64 * queue.interval_ns), bytes as f64 / 1000.0)).collect())
}

fn queue_over_time(curves: Vec<Curve>) -> Picture {
    picture("Longest queue over time", "time (us)", "queue (kB)", Scale::Linear, curves)
}

/// Bytes that came, put together so that there are at most [`INTERVALS`]: time in us, and each flow's bit/s.
fn rates(outcome: &Outcome) -> Vec<(f64, Vec<f64>)> {
    let trace = &outcome.delivered;
    let part = trace.rows().div_ceil(INTERVALS).max(1);
    let ns = (part as u64 * trace.interval_ns()) as f64;
    // the last part may be shorter, and would look slower
    let parts = 0..trace.rows() / part;
    let of = |n: usize| {
        let sum = |flow: usize| (n * part..(n + 1) * part).map(|row| trace.row(row)[flow]).sum::<u64>();
        let flows = outcome.flows.len().min(trace.row(0).len());
        ((n as f64 + 0.5) * ns / 1000.0, (0..flows).map(|flow| 8e9 * sum(flow) as f64 / ns).collect())
    };
    parts.map(of).collect()
}

/// Rates of the first flows, and the index of all whose windows are noted.
fn rates_and_fairness(outcome: &Outcome) -> [Picture; 2] {
    let rates = rates(outcome);
    let of = |flow: usize| rates.iter().map(|(time, rates)| (*time, rates[flow] / 1e9)).collect();
    let flows = rates.first().map_or(0, |(_, rates)| rates.len()).min(CURVES);
    let curves = (0..flows).map(|flow| curve(format!("flow {flow}"), of(flow))).collect();
    let active = |time: f64, rates: &[f64]| {
        let runs = |flow: usize| {
            let flow = &outcome.flows[flow];
            let start_ns = flow.spec.start_ns - outcome.from_ns;
            let (start, end) = (us(start_ns), flow.fct_ns.map(|fct| us(start_ns + fct)));
            start <= time && end.is_none_or(|end| time <= end)
        };
        let running: Vec<f64> = (0..rates.len()).filter(|&flow| runs(flow)).map(|flow| rates[flow]).collect();
        (running.len() > 1).then(|| (time, jain(&running)))
    };
    let index: Vec<_> = rates.iter().filter_map(|(time, rates)| active(*time, rates)).collect();
    let title = "Jain's index of the rates of flows that run, two at least";
    let fairness = picture(title, "time (us)", "Jain's index", Scale::Linear, vec![curve("Jain's index", index)]);
    let speeds = picture("Rates at the receivers", "time (us)", "payload (Gbit/s)", Scale::Linear, curves);
    [speeds, Picture { top: Some(1.05), ..fairness }]
}

/// Window and rate of flow 0.
fn of_a_qp(outcome: &Outcome) -> [Picture; 2] {
    let end = outcome.flows.first().and_then(|flow| Some(flow.spec.start_ns - outcome.from_ns + flow.fct_ns?));
    let end = end.unwrap_or(u64::MAX);
    let of = |trace: &crate::trace::Trace, unit: f64| {
        let all = trace.column(0).enumerate().map(|(row, value)| (row as u64 * trace.interval_ns(), value));
        let there = all.filter(|&(time, value)| value != u64::MAX && value != 0 && time <= end);
        there.map(|(time, value)| (us(time), value as f64 / unit)).collect()
    };
    let windows = vec![curve("flow 0", of(&outcome.windows, 1000.0))];
    let rates = vec![curve("flow 0", of(&outcome.rates, 1e9))];
    [
        picture("Window of a QP", "time (us)", "window (kB)", Scale::Linear, windows),
        picture("Rate of a QP, as its algorithm sets it", "time (us)", "rate (Gbit/s)", Scale::Linear, rates),
    ]
}

/// The pictures of a run. A flow that is fed rests between its messages: slowdowns and fairness would say nothing of
/// it.
pub fn of_run(figures: &Figures, outcome: &Outcome) -> Vec<Picture> {
    let fed = figures.pings.is_some();
    let mut all = if fed { vec![] } else { vec![by_size(figures)] };
    all.extend([
        fct(vec![fct_curve("flows", figures)]),
        queue_over_time(vec![queue_curve("longest queue", figures)]),
        queue_cdf(vec![queue_cdf_curve("longest queue", figures)]),
    ]);
    all.extend(ping(ping_curve("8 bytes", figures).into_iter().collect()));
    all.extend(rates_and_fairness(outcome).into_iter().take(if fed { 1 } else { 2 }));
    all.extend(of_a_qp(outcome));
    all
}

/// The pictures of several runs, by name.
pub fn of_several(all: &[(String, &Figures)]) -> Vec<Picture> {
    let of = |each: fn(&str, &Figures) -> Curve| all.iter().map(|(name, figures)| each(name, figures)).collect();
    let queues = Picture { log_y: true, ..queue_over_time(of(queue_curve)) };
    let pings: Vec<_> = all.iter().filter_map(|(name, figures)| ping_curve(name, figures)).collect();
    let mut pictures = vec![queues, queue_cdf(of(queue_cdf_curve)), fct(of(fct_curve))];
    if pings.is_empty() {
        pictures.push(by_size_of(all));
    }
    pictures.extend(ping(pings));
    pictures
}
