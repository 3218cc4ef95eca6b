//! The figures of a run: `results.json`.

use crate::control::MAX_PAUSES;
use crate::scenario::Scenario;
use crate::simulate::Outcome;
use serde::{Deserialize, Serialize};

/// What wrote it.
const PROGRAM: &str = concat!("ackwright-fabric ", env!("CARGO_PKG_VERSION"));
/// Points of the queue over time that go into the figures.
const QUEUE_POINTS: usize = 1000;
/// Points of the distribution of FCTs that go into the figures.
const FCT_POINTS: usize = 1000;

/// Slowdowns, FCT over ideal, of flows that are complete.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slowdown {
    /// The flows have so many bytes at the most, and more than those of the entry before.
    pub up_to_bytes: u64,
    /// How many flows.
    pub flows: u64,
    /// Percentile p: the sorted value ⌊p(n − 1)/100⌋, from 0.
    pub p50: f64,
    /// 95 %.
    pub p95: f64,
    /// 99 %.
    pub p99: f64,
    /// The greatest.
    pub max: f64,
}

/// The samples of one switch port, kB; mean in thousandths of a kB by the decimals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Port {
    /// Its switch.
    pub node: u32,
    /// From 1.
    pub port: usize,
    /// kB.
    pub mean_kb: f64,
    /// kB.
    pub p50_kb: u64,
    /// kB.
    pub p95_kb: u64,
    /// kB.
    pub p99_kb: u64,
    /// kB.
    pub max_kb: u64,
}

/// Queues of switch ports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QueueFigures {
    /// The most that was ever queued at a port.
    pub longest_bytes: u64,
    /// The switch of this port.
    pub node: u32,
    /// Its number from 1. 0: there is no switch.
    pub port: usize,
    /// ns between two samples.
    pub sample_ns: u64,
    /// Ports with a sample of at least 1 kB.
    pub ports: Vec<Port>,
    /// ns between two entries of `all_longest_over_time`.
    pub interval_ns: u64,
    /// The greatest bytes of each interval at any switch port.
    pub all_longest_over_time: Vec<u64>,
    /// Samples with 0, 1, 2, … whole kB at the port of the longest queue, `node` and `port`.
    pub longest_by_kb: Vec<u64>,
}

/// How long a port was paused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PausedPort {
    /// Its host or switch.
    pub node: u32,
    /// From 1.
    pub port: usize,
    /// ns.
    pub paused_ns: u64,
}

/// Pauses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pfc {
    /// PAUSE frames.
    pub pauses: u64,
    /// RESUME frames.
    pub resumes: u64,
    /// How long ports were paused, their times added, ns.
    pub paused_ns: u64,
    /// Frames that pfc.csv has no line for.
    pub not_noted: u64,
    /// Ports that were paused, of hosts and switches.
    #[serde(default)]
    pub ports: Vec<PausedPort>,
    /// ns between two entries of `paused_over_time_ns`.
    #[serde(default)]
    pub interval_ns: u64,
    /// How long ports were paused in each interval, their times added; empty: none ever was.
    #[serde(default)]
    pub paused_over_time_ns: Vec<u64>,
}

/// Times of messages, ns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Latency {
    /// How many.
    pub count: u64,
    /// Cut to whole ns.
    pub mean_ns: u64,
    /// Percentile p: the sorted value ⌊p(n − 1)/100⌋, from 0.
    pub p50_ns: u64,
    /// 99 %.
    pub p99_ns: u64,
    /// 99.9 %.
    pub p99_9_ns: u64,
    /// The greatest.
    pub max_ns: u64,
    /// At 0, 1, …, 100 %.
    pub percentiles_ns: Vec<u64>,
}

impl Latency {
    /// `None`: there are none.
    fn of(times: &[u64]) -> Option<Self> {
        let mut sorted = times.to_vec();
        sorted.sort_unstable();
        let count = sorted.len() as u64;
        let &max_ns = sorted.last()?;
        let at = |thousandths: usize| sorted[thousandths * (sorted.len() - 1) / 1000];
        let mean_ns = (sorted.iter().map(|&ns| ns as u128).sum::<u128>() / count as u128) as u64;
        let (p50_ns, p99_ns, p99_9_ns) = (at(500), at(990), at(999));
        let percentiles_ns = (0..=100).map(|p| at(10 * p)).collect();
        Some(Self { count, mean_ns, p50_ns, p99_ns, p99_9_ns, max_ns, percentiles_ns })
    }
}

/// Revised CNPs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FcrFigures {
    /// That switches made, and others.
    pub advices: u64,
    /// That senders took.
    pub taken: u64,
    /// That senders rejected, with an alert.
    pub rejected: u64,
    /// That were not newer, or one too many.
    pub ignored: u64,
    /// That somebody forged, of any kind.
    pub forged: u64,
    /// That were for a QP that its host did not have.
    pub strays: u64,
    /// Marks and CNPs that were ignored while one was live.
    pub marks: u64,
    /// Times that a sender's own value was lowered to what an advice had allowed, when it ended.
    pub lowered: u64,
}

/// All of `results.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    /// Name and version of this crate.
    pub program: String,
    /// The scenario's name.
    pub scenario: String,
    /// Its algorithm.
    pub cc: String,
    /// Its seed.
    pub seed: u64,
    /// All flows are complete; false: the run ended early.
    pub complete: bool,
    /// Flows.
    pub flows: u64,
    /// Flows that are complete.
    pub completed: u64,
    /// The last event, ns.
    pub end_ns: u64,
    /// From the first start to the last end of a flow that is complete, ns.
    pub makespan_ns: u64,
    /// No makespan is shorter: the packets of the busiest host, without telemetry, at its rate, and the delay of four
    /// links; of two without a switch.
    pub makespan_bound_ns: u64,
    /// Jain's index of bytes/FCT of the flows that are complete.
    pub jain: f64,
    /// Slowdowns of all flows that are complete.
    pub slowdown: Option<Slowdown>,
    /// By size.
    pub slowdown_by_size: Vec<Slowdown>,
    /// Of the twentieths of all flows that are complete, the smallest flows first.
    #[serde(default)]
    pub slowdown_by_twentieth: Vec<Slowdown>,
    /// Slowdown at 0, 1, …, 100 %.
    pub slowdown_percentiles: Vec<f64>,
    /// FCT at 0, 1, …, 100 %, ns.
    pub fct_percentiles_ns: Vec<u64>,
    /// The distribution of FCTs: ns, and how many flows took at most so long; of many flows, every so many.
    #[serde(default)]
    pub fct_cdf: Vec<[u64; 2]>,
    /// Queues.
    pub queue: QueueFigures,
    /// Pauses.
    pub pfc: Pfc,
    /// The greatest RTT of all pairs, ns.
    pub rtt_ns: u64,
    /// The greatest BDP of all pairs, bytes.
    pub bdp_bytes: u64,
    /// Events that were run.
    pub events: u64,
    /// Data packets that hosts sent.
    pub data_packets: u64,
    /// Packets that switches dropped for want of memory.
    pub dropped_packets: u64,
    /// Data packets that were dropped as not ECN-capable.
    pub dropped_incapable_packets: u64,
    /// Packets that links lost.
    pub lost_packets: u64,
    /// CNPs.
    pub cnps: u64,
    /// From a message's coming to the ACK of its last byte.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub messages: Option<Latency>,
    /// The same of 8 bytes at a time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pings: Option<Latency>,
    /// What switches advised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fcr: Option<FcrFigures>,
    /// Times that a flow went back for want of an ACK.
    pub timeouts: u64,
    /// What was run.
    pub settings: Scenario,
}

/// To thousandths.
fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

/// The place of percentile p among n, n at least 1.
fn place(p: usize, n: usize) -> usize {
    p * (n - 1) / 100
}

/// Jain's index: (Σx)²/(n·Σx²); 1: all are equal. 0 of nothing.
pub(super) fn jain(values: &[f64]) -> f64 {
    let (sum, squares) = values.iter().fold((0.0, 0.0), |(sum, squares), x| (sum + x, squares + x * x));
    if squares == 0.0 { 0.0 } else { sum * sum / (values.len() as f64 * squares) }
}

/// Of sorted values: each, and how many are not above it; of many values, every so many and the last.
fn distribution(sorted: &[u64]) -> Vec<[u64; 2]> {
    let part = sorted.len().div_ceil(FCT_POINTS).max(1);
    let mut points: Vec<[u64; 2]> = Vec::new();
    for (n, &value) in (1..).zip(sorted) {
        match points.last_mut() {
            Some(last) if last[0] == value => last[1] = n,
            _ if (n as usize).is_multiple_of(part) || n as usize == sorted.len() => points.push([value, n]),
            _ => {}
        }
    }
    points
}

/// The least power of ten, or three of them, that is not below the bytes.
fn size_class(bytes: u64) -> u64 {
    let mut bound = 100;
    while bound < bytes {
        bound = if bound.to_string().starts_with('3') { bound / 3 * 10 } else { bound * 3 };
    }
    bound
}

fn slowdown(up_to_bytes: u64, mut values: Vec<f64>) -> Option<Slowdown> {
    values.sort_by(f64::total_cmp);
    let n = values.len().checked_sub(1)? + 1;
    let at = |p| rounded(values[place(p, n)]);
    Some(Slowdown { up_to_bytes, flows: n as u64, p50: at(50), p95: at(95), p99: at(99), max: at(100) })
}

/// The figures of a run.
pub fn figures(scenario: &Scenario, outcome: &Outcome) -> Figures {
    let done: Vec<_> = outcome.flows.iter().filter_map(|flow| Some((flow, flow.fct_ns?))).collect();
    let slow: Vec<f64> = done.iter().map(|(flow, fct)| *fct as f64 / flow.ideal_ns.max(1) as f64).collect();
    let most = done.iter().map(|(flow, _)| flow.spec.bytes).max().unwrap_or(0);
    let mut classes: Vec<u64> = done.iter().map(|(flow, _)| size_class(flow.spec.bytes)).collect();
    classes.sort_unstable();
    classes.dedup();
    let of_class = |class: u64| {
        let values = done.iter().zip(&slow).filter(|((flow, _), _)| size_class(flow.spec.bytes) == class);
        slowdown(class, values.map(|(_, slow)| *slow).collect())
    };
    let mut by_size: Vec<(u64, f64)> =
        done.iter().zip(&slow).map(|((flow, _), slow)| (flow.spec.bytes, *slow)).collect();
    by_size.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let twentieth = |k: usize| {
        let part = &by_size[by_size.len() * k / 20..by_size.len() * (k + 1) / 20];
        slowdown(part.last()?.0, part.iter().map(|(_, slow)| *slow).collect())
    };
    let mut sorted = slow.clone();
    sorted.sort_by(f64::total_cmp);
    let mut fcts: Vec<u64> = done.iter().map(|(_, fct)| *fct).collect();
    fcts.sort_unstable();
    let each = if done.is_empty() { 0..0 } else { 0..101 };
    let goodputs: Vec<f64> = done.iter().map(|(flow, fct)| flow.spec.bytes as f64 / (*fct).max(1) as f64).collect();
    let (longest_bytes, node, port) = outcome.longest;
    let queues = &outcome.queue_trace;
    let longest = |row: usize| queues.row(row).iter().copied().max().unwrap_or(0);
    let values: Vec<u64> = (0..queues.rows()).map(longest).collect();
    let part = values.len().div_ceil(QUEUE_POINTS).max(1);
    let pauses = || outcome.pause_trace.column(0);
    let pauses: Vec<u64> = if outcome.paused.is_empty() { Vec::new() } else { pauses().collect() };
    let pause_part = pauses.len().div_ceil(QUEUE_POINTS).max(1);
    let c = &outcome.counters;
    Figures {
        program: PROGRAM.to_owned(),
        scenario: scenario.name(),
        // what nobody compared is not called as if somebody had
        cc: format!("{}{}", if outcome.unchecked { "unchecked-" } else { "" }, scenario.cc.name()),
        seed: scenario.seed,
        complete: outcome.complete,
        flows: outcome.flows.len() as u64,
        completed: done.len() as u64,
        end_ns: outcome.end_ns,
        makespan_ns: outcome.makespan_ns,
        makespan_bound_ns: outcome.bound_ns,
        jain: rounded(jain(&goodputs)),
        slowdown: slowdown(most, slow.clone()),
        slowdown_by_size: classes.into_iter().filter_map(of_class).collect(),
        slowdown_by_twentieth: (0..20).filter_map(twentieth).collect(),
        slowdown_percentiles: each.clone().map(|p| rounded(sorted[place(p, sorted.len())])).collect(),
        fct_percentiles_ns: each.map(|p| fcts[place(p, fcts.len())]).collect(),
        fct_cdf: distribution(&fcts),
        queue: QueueFigures {
            longest_bytes,
            node,
            port,
            sample_ns: scenario.sample_ns.unwrap_or(1000),
            ports: outcome
                .queues
                .iter()
                .map(|(node, port, q)| Port {
                    node: *node,
                    port: *port,
                    mean_kb: q.mean as f64 / 1000.0,
                    p50_kb: q.p50,
                    p95_kb: q.p95,
                    p99_kb: q.p99,
                    max_kb: q.max,
                })
                .collect(),
            interval_ns: queues.interval_ns() * part as u64,
            all_longest_over_time: values.chunks(part).map(|part| part.iter().copied().max().unwrap_or(0)).collect(),
            longest_by_kb: outcome.longest_counts.clone(),
        },
        pfc: Pfc {
            pauses: c.pauses,
            resumes: c.resumes,
            paused_ns: outcome.paused.iter().map(|&(.., ns)| ns).sum(),
            not_noted: (c.pauses + c.resumes).saturating_sub(MAX_PAUSES as u64),
            ports: outcome.paused.iter().map(|&(node, port, paused_ns)| PausedPort { node, port, paused_ns }).collect(),
            interval_ns: outcome.pause_trace.interval_ns() * pause_part as u64,
            paused_over_time_ns: pauses.chunks(pause_part).map(|part| part.iter().sum()).collect(),
        },
        rtt_ns: outcome.rtt_and_bdp.0,
        bdp_bytes: outcome.rtt_and_bdp.1,
        events: c.events,
        data_packets: c.data.packets,
        dropped_packets: c.dropped.packets,
        dropped_incapable_packets: c.dropped_incapable.packets,
        lost_packets: c.lost.packets,
        cnps: c.cnps,
        messages: Latency::of(&outcome.messages_ns),
        pings: Latency::of(&outcome.pings_ns),
        fcr: scenario.fcr.as_ref().map(|_| FcrFigures {
            advices: c.advices.packets,
            taken: outcome.advices.taken,
            rejected: outcome.advices.rejected,
            ignored: outcome.advices.ignored,
            forged: c.forged,
            strays: c.strays,
            marks: outcome.advices.marks,
            lowered: outcome.advices.lowered,
        }),
        timeouts: c.timeouts,
        settings: scenario.clone(),
    }
}

impl Figures {
    /// `results.json`.
    pub fn json(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("numbers, names and lists");
        text + "\n"
    }

    /// What is run, in words.
    pub fn title(&self) -> String {
        format!("{}, {}, seed {}", self.scenario, self.cc, self.seed)
    }

    /// The makespan over its bound. `None`: flows are left, so there is no makespan.
    pub fn makespan_over_bound(&self) -> Option<f64> {
        self.complete.then(|| rounded(self.makespan_ns as f64 / self.makespan_bound_ns.max(1) as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_go_into_classes_of_ones_and_threes() {
        assert_eq!(
            [1, 100, 101, 300, 301, 1000, 1_000_001].map(size_class),
            [100, 100, 300, 300, 1000, 1000, 3_000_000]
        );
    }

    #[test]
    fn jains_index_is_1_of_equals_and_1_over_n_of_one_alone() {
        assert_eq!(jain(&[3.0, 3.0, 3.0]), 1.0);
        assert_eq!(jain(&[5.0, 0.0, 0.0, 0.0]), 0.25);
        // (1 + 3)²/(2·10)
        assert_eq!(jain(&[1.0, 3.0]), 0.8);
        assert_eq!(jain(&[]), 0.0);
    }

    #[test]
    fn a_distribution_counts_each_value() {
        assert_eq!(distribution(&[7]), [[7, 1]]);
        assert_eq!(distribution(&[3, 5, 5, 9]), [[3, 1], [5, 3], [9, 4]]);
        let many: Vec<u64> = (1..=65_536).collect();
        let points = distribution(&many);
        assert!(points.len() <= FCT_POINTS + 1 && points.iter().all(|[value, n]| value == n), "{}", points.len());
        assert_eq!((points.last(), distribution(&[])), (Some(&[65_536; 2]), vec![]));
    }

    #[test]
    fn percentiles_are_those_of_the_rules() {
        let of = slowdown(9, (1..=11).map(f64::from).collect()).expect("values");
        assert_eq!((of.p50, of.p95, of.p99, of.max), (6.0, 10.0, 10.0, 11.0));
        assert_eq!(slowdown(9, Vec::new()), None);
    }
}
