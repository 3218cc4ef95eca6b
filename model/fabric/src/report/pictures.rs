//! The pictures of a run, and of several side by side.

use super::figures::{Figures, jain};
use crate::picture::{CURVES, Curve, Picture, Scale};
use crate::simulate::{Outcome, most_bytes};

/// Intervals into which rates and pauses are put together.
const INTERVALS: usize = 150;
/// From one point of a queue's distribution to the next, times its queue at the least.
const QUEUE_STEP: f64 = 1.02;

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

/// Stairs: each FCT, and the share of flows that took at most so long. Results of an older program have percentiles
/// alone.
fn fct_curve(name: &str, figures: &Figures) -> Curve {
    let percentiles = figures.fct_percentiles_ns.iter().enumerate();
    let Some(&[_, all]) = figures.fct_cdf.last() else {
        return curve(name, percentiles.map(|(percent, &ns)| (us(ns), percent as f64)).collect());
    };
    let mut before = 0.0;
    let step = |&[ns, flows]: &[u64; 2]| {
        let share = 100.0 * flows as f64 / all as f64;
        [(us(ns), std::mem::replace(&mut before, share)), (us(ns), share)]
    };
    curve(name, figures.fct_cdf.iter().flat_map(step).collect())
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
    let (mut below, mut next) = (0u64, 1.0);
    let mut points = Vec::new();
    for (kb, &count) in counts.iter().enumerate() {
        below += count;
        let x = (kb + 1) as f64;
        if x >= next || kb + 1 == counts.len() {
            points.push((x, 100.0 * below as f64 / all.max(1) as f64));
            next = x * QUEUE_STEP;
        }
    }
    curve(name, points)
}

/// `of` says which port it is.
fn queue_cdf(of: &str, curves: Vec<Curve>) -> Picture {
    let (x, y) = ("queue below (kB); what is below 1 kB, as 0 is, stands at 1", "share of samples (%)");
    Picture { top: Some(100.0), ..picture(of, x, y, Scale::Log, curves) }
}

fn queue_curve(name: &str, figures: &Figures) -> Curve {
    let queue = &figures.queue;
    let points = queue.all_longest_over_time.iter().enumerate();
    curve(name, points.map(|(n, &bytes)| (us(n as u64 * queue.interval_ns), bytes as f64 / 1000.0)).collect())
}

fn queue_over_time(curves: Vec<Curve>) -> Picture {
    picture("Longest queue of all ports over time", "time (us)", "queue (kB)", Scale::Linear, curves)
}

/// How many ports were paused, on average of each interval.
fn paused_curve(name: &str, figures: &Figures) -> Curve {
    let (pfc, every_ns) = (&figures.pfc, figures.pfc.interval_ns);
    let points = pfc.paused_over_time_ns.iter().enumerate();
    let of = |(n, &ns): (usize, &u64)| (us(n as u64 * every_ns), ns as f64 / every_ns.max(1) as f64);
    curve(name, points.map(of).collect())
}

/// `None`: no port ever was.
fn paused_over_time(curves: Vec<Curve>) -> Option<Picture> {
    let some = curves.iter().any(|curve| !curve.points.is_empty());
    let y = "ports paused, mean";
    some.then(|| picture("Ports paused by PFC over time", "time (us)", y, Scale::Linear, curves))
}

/// Share of each interval for which a port was paused, of the ports that were so longest. Of frames that are not noted
/// nothing is known.
fn paused_ports(figures: &Figures, outcome: &Outcome) -> Option<Picture> {
    let mut ports = outcome.paused.clone();
    ports.sort_by_key(|&(node, port, ns)| (std::cmp::Reverse(ns), node, port));
    ports.truncate(CURVES);
    ports.sort_unstable();
    let all_noted = figures.pfc.not_noted == 0;
    let last_ns = outcome.pauses.last()?.time_ns;
    let end_ns = if all_noted { outcome.end_ns.max(last_ns) } else { last_ns } - outcome.from_ns;
    let part_ns = end_ns.div_ceil(INTERVALS as u64).max(1);
    let of = |&(node, port, _): &(u32, usize, u64)| {
        let mut shares = vec![0u64; end_ns.div_ceil(part_ns) as usize];
        let mut add = |from: u64, to: u64| {
            for n in from / part_ns..to.div_ceil(part_ns) {
                shares[n as usize] += to.min((n + 1) * part_ns) - from.max(n * part_ns);
            }
        };
        let mut since = None;
        for frame in outcome.pauses.iter().filter(|c| (c.node, c.port as usize) == (node, port)) {
            let at = frame.time_ns - outcome.from_ns;
            match (since, frame.paused) {
                (None, true) => since = Some(at),
                (Some(from), false) => {
                    add(from, at);
                    since = None;
                }
                _ => {}
            }
        }
        since.into_iter().for_each(|from| add(from, end_ns));
        let is_switch = outcome.ports.iter().any(|&(switch, _)| switch == node);
        let name = if is_switch { format!("sw{node}port{port}") } else { format!("host {node}") };
        let width = |n: usize| (end_ns - n as u64 * part_ns).min(part_ns) as f64;
        let points = shares.iter().enumerate();
        curve(name, points.map(|(n, &ns)| (us(n as u64 * part_ns), 100.0 * ns as f64 / width(n))).collect())
    };
    let curves: Vec<Curve> = ports.iter().map(of).collect();
    let which = match (outcome.paused.len(), all_noted) {
        (all, true) if all <= CURVES => String::new(),
        (all, true) => format!(", the {CURVES} longest of {all}"),
        (all, false) => format!(", {} of {all}, the first {} frames", curves.len(), outcome.pauses.len()),
    };
    let title = format!("Time that ports were paused{which}");
    let picture = picture(&title, "time (us)", "share of time (%)", Scale::Linear, curves);
    Some(Picture { top: Some(105.0), ..picture })
}

/// Bytes that came, put together so that there are at most [`INTERVALS`]: time in us, and each traced flow's bit/s.
fn rates(outcome: &Outcome) -> Vec<(f64, Vec<f64>)> {
    let trace = &outcome.delivered;
    let part = trace.rows().div_ceil(INTERVALS).max(1);
    let ns = (part as u64 * trace.interval_ns()) as f64;
    // the last part may be shorter, and would look slower
    let parts = 0..trace.rows() / part;
    let of = |n: usize| {
        let sum = |column: usize| (n * part..(n + 1) * part).map(|row| trace.row(row)[column]).sum::<u64>();
        let columns = 0..outcome.traced.len();
        ((n as f64 + 0.5) * ns / 1000.0, columns.map(|column| 8e9 * sum(column) as f64 / ns).collect())
    };
    parts.map(of).collect()
}

/// Columns of the traced flows with the most bytes.
fn columns(outcome: &Outcome, most: usize) -> Vec<usize> {
    let bytes: Vec<u64> = outcome.traced.iter().map(|&flow| outcome.flows[flow].spec.bytes).collect();
    most_bytes(&bytes, most)
}

/// Rates of the flows with the most bytes, and the index of all that are traced.
fn rates_and_fairness(outcome: &Outcome) -> [Picture; 2] {
    let rates = rates(outcome);
    let of = |column: usize| rates.iter().map(|(time, rates)| (*time, rates[column] / 1e9)).collect();
    let (flows, traced) = (outcome.flows.len(), outcome.traced.len());
    let shown = columns(outcome, CURVES);
    let curves = shown.iter().map(|&column| curve(format!("flow {}", outcome.traced[column]), of(column)));
    let active = |time: f64, rates: &[f64]| {
        let runs = |column: usize| {
            let flow = &outcome.flows[outcome.traced[column]];
            let start_ns = flow.spec.start_ns - outcome.from_ns;
            let (start, end) = (us(start_ns), flow.fct_ns.map(|fct| us(start_ns + fct)));
            start <= time && end.is_none_or(|end| time <= end)
        };
        let running: Vec<f64> = (0..rates.len()).filter(|&column| runs(column)).map(|column| rates[column]).collect();
        (running.len() > 1).then(|| (time, jain(&running)))
    };
    let index: Vec<_> = rates.iter().filter_map(|(time, rates)| active(*time, rates)).collect();
    let some = |shown: usize| match shown == flows {
        true => String::new(),
        false => format!(", {shown} of {flows} flows"),
    };
    let title = format!("Fairness over time{}", some(traced));
    let index = vec![curve("Jain's index", index)];
    let fairness = picture(&title, "time (us)", "Jain's index of the rates", Scale::Linear, index);
    let same = outcome.flows.iter().all(|flow| flow.spec.bytes == outcome.flows[0].spec.bytes);
    let largest = if shown.len() == flows || same { "" } else { " with the most bytes" };
    let title = format!("Rates at the receivers{}{largest}", some(shown.len()));
    let speeds = picture(&title, "time (us)", "payload (Gbit/s)", Scale::Linear, curves.collect());
    [speeds, Picture { top: Some(1.05), ..fairness }]
}

/// Window and rate of the flow with the most bytes. A flow that has windows, but none now, has less than a packet:
/// there the rate times the RTT is shown.
fn of_a_qp(figures: &Figures, outcome: &Outcome) -> Vec<Picture> {
    let Some(&column) = columns(outcome, 1).first() else { return Vec::new() };
    let (flow, every_ns) = (outcome.traced[column], outcome.rates.interval_ns());
    let of = &outcome.flows[flow];
    let end = of.fct_ns.map_or(u64::MAX, |fct_ns| of.spec.start_ns - outcome.from_ns + fct_ns);
    let values = outcome.windows.column(column).zip(outcome.rates.column(column)).enumerate();
    let values = values.map(|(row, (window, rate))| (row as u64 * every_ns, window, rate));
    let there: Vec<_> = values.filter(|&(time, _, rate)| rate != 0 && time <= end).collect();
    let has_windows = there.iter().any(|&(_, window, _)| window != u64::MAX);
    let below = has_windows && there.iter().any(|&(_, window, _)| window == u64::MAX);
    let share = |rate: u64| rate as f64 * figures.rtt_ns as f64 / 8e9;
    let (unit, y) = if below { (1.0, "window (bytes)") } else { (1000.0, "window (kB)") };
    let bytes = |window: u64, rate: u64| if window == u64::MAX { share(rate) } else { window as f64 };
    let windows = there.iter().map(|&(time, window, rate)| (us(time), bytes(window, rate) / unit));
    let windows = vec![curve(format!("flow {flow}"), windows.filter(|_| has_windows).collect())];
    let rates = there.iter().map(|&(time, _, rate)| (us(time), rate as f64 / 1e9)).collect();
    let title = if below { "Window of a QP; below one packet, its rate times the RTT" } else { "Window of a QP" };
    let windows = picture(title, "time (us)", y, Scale::Linear, windows);
    let rates = vec![curve(format!("flow {flow}"), rates)];
    let title = "Rate of a QP, as its algorithm sets it";
    vec![Picture { log_y: below, ..windows }, picture(title, "time (us)", "rate (Gbit/s)", Scale::Linear, rates)]
}

/// The pictures of a run. A flow that is fed rests between its messages: slowdowns and fairness would say nothing of
/// it.
pub fn of_run(figures: &Figures, outcome: &Outcome) -> Vec<Picture> {
    let fed = figures.pings.is_some();
    let port = format!("sw{}port{}", figures.queue.node, figures.queue.port);
    let of_port = format!("Queue of {port}, which had the longest one");
    let mut all = if fed { vec![] } else { vec![by_size(figures)] };
    all.extend([
        fct(vec![fct_curve("flows", figures)]),
        queue_over_time(vec![queue_curve("longest queue", figures)]),
        queue_cdf(&of_port, vec![queue_cdf_curve(&port, figures)]),
    ]);
    all.extend(paused_over_time(vec![paused_curve("all ports", figures)]));
    all.extend(paused_ports(figures, outcome));
    all.extend(ping(ping_curve("8 bytes", figures).into_iter().collect()));
    all.extend(rates_and_fairness(outcome).into_iter().take(if fed { 1 } else { 2 }));
    all.extend(of_a_qp(figures, outcome));
    all
}

/// The pictures of several runs, by name.
pub fn of_several(all: &[(String, &Figures)]) -> Vec<Picture> {
    let of = |each: fn(&str, &Figures) -> Curve| all.iter().map(|(name, figures)| each(name, figures)).collect();
    let queues = Picture { log_y: true, ..queue_over_time(of(queue_curve)) };
    let pings: Vec<_> = all.iter().filter_map(|(name, figures)| ping_curve(name, figures)).collect();
    let of_port = "Queue of the port that had the longest one of its run";
    let mut pictures = vec![queues, queue_cdf(of_port, of(queue_cdf_curve))];
    pictures.extend(paused_over_time(of(paused_curve)));
    pictures.push(fct(of(fct_curve)));
    if pings.is_empty() {
        pictures.push(by_size_of(all));
    }
    pictures.extend(ping(pings));
    pictures
}
