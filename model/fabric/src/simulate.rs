//! Runs a scenario, and notes what the files and pictures show.

use crate::control::{LinkState, PauseChange};
use crate::fabric::Fabric;
use crate::flow::FlowSpec;
use crate::machine;
use crate::nic::twin::Ledger;
use crate::nic::{
    AdviceCounts, Compared, Difference, Engines, Field, FunctionError, Line, Mixed, Nic, Place, Speeds, Twin,
};
use crate::packet::{PAYLOAD_BYTES, data_wire};
use crate::results::{Counters, QueueSummary};
use crate::scenario::{Built, Feed, Kind, MAX_BYTES, Scenario, ScenarioError, kept_bytes, rates_bps};
use crate::time::ser;
use crate::topology::{BuildError, Topology};
use crate::trace::{Merge, Trace};
use layout::config::Config;
use layout::field::OutOfRange;
use model::dcqcn::DcqcnParamError;
use model::engine::{In, Out};
use model::hpcc::HpccParamError;
use model::{limit, sender, shaper};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::rc::Rc;

/// Flows whose windows and rates are noted: those with the most bytes.
pub const TRACED_FLOWS: usize = 64;
/// Rows of a trace, at most.
const ROWS: usize = 4096;
/// Values of a trace, at most.
const VALUES: usize = 4 << 20;

/// A scenario that came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum SimulateError {
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    #[error("{name}: nothing arrived: no byte of any flow came to its receiver within {ns} ns")]
    Nothing { name: String, ns: u64 },
    /// The configuration of the engines does not do.
    #[error("{0}")]
    Engines(FunctionError),
    /// The twin's updates cannot drive it.
    #[error("unchecked engines: expected hosts that pace, and no switches that advise (fcr)")]
    Unchecked,
    /// What runs beside the cycle model is not equal to it, or cannot go on.
    #[error("{0}")]
    Differs(Box<Difference>),
}

/// A flow, and what became of it.
#[derive(Clone, Debug)]
pub struct FlowOutcome {
    /// As it was asked for; with the time of its start, where that came later. `FlowSpec::LATER`: it never started.
    pub spec: FlowSpec,
    /// From its start to its end, ns. `None`: it is not complete.
    pub fct_ns: Option<u64>,
    /// What it takes on an empty network, ns.
    pub ideal_ns: u64,
}

/// What a run brought.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// All flows, in their order.
    pub flows: Vec<FlowOutcome>,
    /// All flows are complete.
    pub complete: bool,
    /// They are not, as the time was over while there were events left.
    pub cut: bool,
    /// Simulated ns at the most, from the first start on.
    pub limit_ns: u64,
    /// A twin's own updates drove it, and were compared with nothing.
    pub unchecked: bool,
    /// What is not as the rules say, in one line; empty: all is.
    pub note: String,
    /// What of its files is not read, a line each.
    pub unread: Vec<String>,
    /// Flows that are not complete though nothing is left to happen.
    pub stood_still: usize,
    /// When the traces begin, ns: the last sample that is not after the first start.
    pub from_ns: u64,
    /// The last event, ns.
    pub end_ns: u64,
    /// From the first start to the last end, ns; 0: no flow is complete.
    pub makespan_ns: u64,
    /// No makespan can be shorter, ns: the packets of the busiest host (without telemetry) at its rate, and the
    /// delay of four links; of two without a switch.
    pub bound_ns: u64,
    /// What happened.
    pub counters: Counters,
    /// `fct.txt`.
    pub fct_text: String,
    /// `queue.txt` of public files.
    pub queue_text: Option<String>,
    /// Switch ports with a queue above 0 in a sample: node, port, summary.
    pub queues: Vec<(u32, usize, QueueSummary)>,
    /// The most bytes that were ever queued, and where: node and port.
    pub longest: (u64, u32, usize),
    /// Samples at the port of the longest queue, by kB.
    pub longest_counts: Vec<u64>,
    /// Bytes queued at each of `ports`, the greatest of an interval.
    pub queue_trace: Trace,
    /// The switch ports: node, port.
    pub ports: Vec<(u32, usize)>,
    /// Flows that are traced, a column each: all, or [`most_bytes`] of them.
    pub traced: Vec<usize>,
    /// Their windows in bytes at the end of an interval; `u64::MAX`: none.
    pub windows: Trace,
    /// Their rates, bit/s; 0: the flow has not started.
    pub rates: Trace,
    /// Bytes that came to their receivers in an interval.
    pub delivered: Trace,
    /// How long all ports together were paused in an interval, ns.
    pub pause_trace: Trace,
    /// How long ports were paused: node, port, ns.
    pub paused: Vec<(u32, usize, u64)>,
    /// PAUSE and RESUME frames that came to ports, the first 100,000.
    pub pauses: Vec<PauseChange>,
    /// The greatest RTT of all pairs, ns, and the greatest BDP, bytes.
    pub rtt_and_bdp: (u64, u64),
    /// What ran in lockstep with the cycle model.
    pub compared: Compared,
    /// How long each message took, ns; none where a flow has all its bytes at once.
    pub messages_ns: Vec<u64>,
    /// The same of 8 bytes at a time.
    pub pings_ns: Vec<u64>,
    /// What has become of advices at the senders.
    pub advices: AdviceCounts,
}

/// So many of the flows with these bytes at the most, in their order: those with the most bytes; of equal ones, some
/// that are evenly apart.
pub fn most_bytes(bytes: &[u64], most: usize) -> Vec<usize> {
    if bytes.len() <= most || most == 0 {
        return (0..bytes.len().min(most)).collect();
    }
    let mut sorted = bytes.to_vec();
    sorted.sort_unstable_by_key(|&bytes| std::cmp::Reverse(bytes));
    let least = sorted[most - 1];
    let of = |is: &dyn Fn(u64) -> bool| (0..bytes.len()).filter(|&flow| is(bytes[flow])).collect::<Vec<_>>();
    let (mut chosen, equal) = (of(&|bytes| bytes > least), of(&|bytes| bytes == least));
    let left = most - chosen.len();
    chosen.extend((0..left).map(|n| equal[n * equal.len() / left]));
    chosen.sort_unstable();
    chosen
}

/// How far a run is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Simulated ns, from the first start on.
    pub ns: u64,
    /// Flows that are complete.
    pub completed: usize,
    /// All flows.
    pub flows: usize,
    /// Data packets that hosts have made, the ones that they make again included.
    pub packets: u64,
    /// Data packets that all flows have.
    pub of_packets: u64,
}

/// Runs a scenario.
pub fn simulate(scenario: &Scenario) -> Result<Outcome, SimulateError> {
    simulate_watched(scenario, Engines::default(), &mut |_| ControlFlow::Continue(()))
}

/// Runs a scenario, and shows how far it is after each us at the most. `Break` ends it: what there is by then is the
/// outcome, which is not complete.
pub fn simulate_watched(
    scenario: &Scenario,
    engines: Engines<'_>,
    watch: &mut dyn FnMut(Moment) -> ControlFlow<()>,
) -> Result<Outcome, SimulateError> {
    let ledger = Rc::new(Ledger::default());
    let (built, mut fabric) = ready(scenario, engines, &ledger)?;
    for (flow, &traits) in built.traits.iter().enumerate() {
        fabric.set_traits(flow, traits);
    }
    for (flow, feed) in &built.feeds {
        let fed = match feed {
            Feed::Messages(messages) => fabric.bring(*flow, messages),
            Feed::Pings(until_ns) => fabric.ping(*flow, *until_ns),
        };
        assert!(fed, "a flow has the bytes of all that feeds it");
    }
    for &(time_ns, host, qp, body) in &built.forged {
        assert!(fabric.forge(time_ns, host, qp, body), "the scenario's hosts were looked up");
    }
    for trigger in &built.triggers {
        assert!(fabric.trigger(trigger.clone()), "a flow of a scenario waits for one trigger");
    }
    for &(time_ns, link, state) in &built.changes {
        assert!(fabric.change_link(time_ns, link, state), "the scenario's links were looked up");
    }
    let unchecked = engines.unchecked && built.algorithms.iter().any(|cc| matches!(cc, crate::nic::Algorithm::Rtl(_)));
    let outcome = run(&built, fabric, &ledger, watch).map(|outcome| Outcome { unchecked, ..outcome });
    match ledger.difference() {
        Some(difference) => Err(SimulateError::Differs(Box::new(difference.clone()))),
        None => outcome.map_err(|ns| SimulateError::Nothing { name: scenario.name(), ns }),
    }
}

/// Says no where [`simulate_watched`] would before it runs. No twin is made.
pub fn check(scenario: &Scenario, engines: Engines<'_>) -> Result<(), SimulateError> {
    let blind = |_: &Config| Ok(Box::new(Blind) as Box<dyn Twin>);
    ready(scenario, Engines { twin: Some(&blind), ..engines }, &Rc::default()).map(drop)
}

/// A twin that is whatever the model is.
struct Blind;

impl Twin for Blind {
    fn step(&mut self, _: &In<'_>, _: &Out) -> Result<Vec<Field>, String> {
        Ok(Vec::new())
    }

    fn update(&self) -> Option<model::latest::Update> {
        None
    }

    fn sender(&mut self, _: &shaper::Host, _: &sender::In, _: &sender::Out) -> Result<Vec<Field>, String> {
        Ok(Vec::new())
    }

    fn limit(&mut self, _: &limit::In, _: &limit::Out) -> Result<Vec<Field>, String> {
        Ok(Vec::new())
    }
}

fn ready(
    scenario: &Scenario,
    engines: Engines<'_>,
    ledger: &Rc<Ledger>,
) -> Result<(Built, Fabric<Mixed>), SimulateError> {
    let built = scenario.build()?;
    if engines.unchecked && (built.shaper.is_some() || built.options.fcr.is_some()) {
        return Err(SimulateError::Unchecked);
    }
    let needed = built.bytes_needed();
    let (most, why) = machine::room(MAX_BYTES, trace_bytes(&built));
    if needed > most {
        let expected = format!("expected a need of at most {most} bytes of memory{why}");
        let what = format!("{expected}, found about {needed}");
        let topology = &built.topology;
        // with short links it would be less
        if scenario.kind == Kind::Files && built.with_delays_of(1000).bytes_needed() <= most {
            let link = topology.longest_link();
            let delay_ns = topology.links()[link].delay_ns;
            let what = format!("{what}: take a shorter delay than {delay_ns} ns");
            return Err(scenario.wrong_link(link, "delay_ns", what).into());
        }
        return Err(scenario.wrong("kind", format!("{what}: take fewer flows or hosts")).into());
    }
    let (mut failed, qps) = (None, built.qps());
    let later = built.changes.iter().filter_map(|(.., state)| match state {
        LinkState::Up(bps) => Some(*bps),
        LinkState::Down => None,
    });
    let speeds = Speeds::of(built.topology.told_rates().chain(later));
    let mut nodes = (0..built.topology.nodes()).filter(|&node| !built.topology.is_switch(node));
    let fabric = Fabric::new(&built.topology, &built.flows, built.options.clone(), |line| {
        let (node, fcr) = (nodes.next().unwrap_or_default(), built.options.fcr.is_some());
        let shaper = built.shaper;
        let place = Place { node, engines, ledger: ledger.clone(), fcr, shaper };
        if failed.is_some() {
            return Mixed::none();
        }
        let line = Line { speeds, tuning: built.tuning, ..line };
        Mixed::at(line, qps, built.algorithms.clone(), built.latency, &place).unwrap_or_else(|e| {
            failed = Some((e, line));
            Mixed::none()
        })
    });
    match (fabric, failed) {
        (_, Some((e @ (FunctionError::NoUnit { .. } | FunctionError::NoFcr | FunctionError::FewQps { .. }), _))) => {
            Err(SimulateError::Engines(e))
        }
        (_, Some((e, line))) => Err(of_network(scenario, &built.topology, e, &line).into()),
        (Ok(fabric), None) => Ok((built, fabric)),
        (Err(BuildError::Memory { node, bytes }), None) => {
            let least = kept_bytes(&built.topology, node).div_ceil(1024);
            let of = format!("reserve and headroom of the ports of switch {node}");
            Err(match scenario.memory_kib {
                Some(kib) => {
                    scenario.wrong("memory_kib", format!("expected at least {least} KiB, {of}, found {kib} KiB"))
                }
                None => {
                    let rule = format!("take {least} KiB, by the rule it has {} KiB", bytes / 1024);
                    let expected = format!("expected memory_kib = {least} at least, or fewer links at a switch");
                    scenario.wrong("kind", format!("{expected}: {of} {rule}"))
                }
            }
            .into())
        }
        (Err(e), None) => Err(scenario.wrong("kind", e).into()),
    }
}

/// Bytes of the traces of a run, at the most; they grow by doubling.
fn trace_bytes(built: &Built) -> u64 {
    let is_switch = |node: &u32| built.topology.is_switch(*node);
    let ports = built.topology.links().iter().flat_map(|link| link.ends).filter(is_switch).count();
    let values = (ROWS * ports).min(VALUES) + 3 * ROWS * built.flows.len().min(TRACED_FLOWS);
    2 * 8 * values as u64
}

/// What of a network an algorithm does not take, in units of the network and with the line of a link.
fn of_network(scenario: &Scenario, topology: &Topology, e: FunctionError, line: &Line) -> ScenarioError {
    let of_rate = |bps: u64| topology.links().iter().position(|link| link.rate_bps == bps);
    let range = match &e {
        FunctionError::Range(range)
        | FunctionError::Hpcc(HpccParamError::Range(range))
        | FunctionError::Dcqcn(DcqcnParamError::Range(range)) => Some(*range),
        _ => None,
    };
    match (&e, range) {
        (FunctionError::Speed { bps }, _) => match of_rate(*bps) {
            Some(link) => scenario.wrong_link(link, "cc", e.to_string()),
            None => scenario.wrong("gbps", e),
        },
        (_, Some(OutOfRange { field, .. })) if field == layout::hpcc::T || field == layout::ldcp::RTT => {
            let (min, max, rtt) = (field.min, field.max, line.rtt_ns);
            let what =
                format!("expected a greatest round trip of {min} to {max} ns, as the algorithm takes, found {rtt}");
            scenario.wrong_link(topology.longest_link(), "cc", what)
        }
        (_, Some(OutOfRange { field, .. })) if field == layout::dcqcn::LINE => {
            let max = (u128::from(field.max) * 8_000_000_000) >> layout::dcqcn::Rate::FRAC;
            let what =
                format!("expected hosts of at most {max} bit/s, as the algorithm takes, found {}", line.line_bps);
            scenario.wrong_link(of_rate(line.line_bps).unwrap_or(0), "cc", what)
        }
        _ => scenario.wrong("cc", e),
    }
}

/// Between two looks of the watch, simulated ns.
const LOOK_NS: u64 = 1000;

/// What a step of a run came to.
enum Step {
    /// So many samples, all of the queues as they are.
    Samples(u64),
    /// Nothing is left that is due.
    Over,
    /// The watch ended it.
    Ended,
}

/// Runs from `at_ns` on up to the next sample, with a look after each us in which something happens.
fn step(
    fabric: &mut Fabric<Mixed>,
    at_ns: &mut u64,
    look: &mut dyn FnMut(&Fabric<Mixed>, u64) -> ControlFlow<()>,
) -> Step {
    loop {
        let Some(next_ns) = fabric.next_ns().filter(|&next| next <= fabric.options.until_ns) else {
            return Step::Over;
        };
        *at_ns = next_ns.max(at_ns.saturating_add(LOOK_NS).min(fabric.options.until_ns));
        let samples = fabric.run_to_sample(*at_ns);
        if samples != 0 {
            *at_ns = fabric.wheel.now();
        }
        if look(fabric, *at_ns).is_break() {
            return Step::Ended;
        }
        if samples != 0 {
            return Step::Samples(samples);
        }
    }
}

/// The outcome; else the ns in which nothing arrived.
fn run(
    built: &Built,
    mut fabric: Fabric<Mixed>,
    ledger: &Ledger,
    watch: &mut dyn FnMut(Moment) -> ControlFlow<()>,
) -> Result<Outcome, u64> {
    let (ports, flows) = (fabric.switch_ports(), built.flows.len());
    let of_flow: Vec<usize> = most_bytes(&built.flows.iter().map(|flow| flow.bytes).collect::<Vec<_>>(), TRACED_FLOWS);
    let traced = of_flow.len();
    let every_ns = built.options.samples.every_ns;
    let rows = (VALUES / ports.len().max(1)).min(ROWS) & !1;
    let mut queue_trace = Trace::new(ports.len(), Merge::Max, rows.max(2), every_ns);
    let of_flows = |merge| Trace::new(traced, merge, ROWS, every_ns);
    let (mut windows, mut rates, mut delivered) = (of_flows(Merge::Last), of_flows(Merge::Last), of_flows(Merge::Sum));
    let (mut row, mut before) = (Vec::new(), vec![0; traced]);
    let (mut pause_trace, mut paused_before) = (Trace::new(1, Merge::Sum, ROWS, every_ns), 0);
    let of_packets = built.flows.iter().map(|flow| flow.bytes.div_ceil(PAYLOAD_BYTES)).sum();
    let mut look = |fabric: &Fabric<Mixed>, at_ns: u64| {
        let (completed, packets) = (fabric.completions().len(), fabric.counters().data.packets);
        if ledger.difference().is_some() {
            return ControlFlow::Break(());
        }
        watch(Moment { ns: at_ns.saturating_sub(built.from_ns), completed, flows, packets, of_packets })
    };
    let mut queue_text = (built.samples == Some(0)).then(|| fabric.queue_text());
    let mut at_ns = built.options.samples.from_ns;
    let ended = loop {
        // queue.txt may have fewer samples than the run
        fabric.queues.at_once = match built.samples.map(|n| n.saturating_sub(fabric.queues.taken)) {
            None | Some(0) => u64::MAX,
            Some(left) => left,
        };
        let samples = match step(&mut fabric, &mut at_ns, &mut look) {
            Step::Over => break false,
            Step::Ended => break true,
            Step::Samples(samples) => samples,
        };
        fabric.queue_bytes(&mut row);
        queue_trace.push_all(&row, samples);
        let (paused, ports_paused) = fabric.paused_in_all();
        pause_trace.push(&[paused - paused_before]);
        pause_trace.push_all(&[ports_paused * every_ns], samples - 1);
        paused_before = paused + ports_paused * every_ns * (samples - 1);
        let of = |value: &dyn Fn(usize) -> u64| of_flow.iter().map(|&flow| value(flow)).collect::<Vec<_>>();
        // a flow that has not started has neither
        let state = |flow| if fabric.has_started(flow) { fabric.window_and_rate(flow) } else { (None, 0) };
        windows.push_all(&of(&|flow| state(flow).0.unwrap_or(u64::MAX)), samples);
        rates.push_all(&of(&|flow| state(flow).1), samples);
        let now = of(&|flow| fabric.delivered(flow));
        delivered.push(&now.iter().zip(&before).map(|(now, before)| now - before).collect::<Vec<_>>());
        delivered.push_all(&vec![0; traced], samples - 1);
        before = now;
        if built.samples == Some(fabric.queues.taken) {
            queue_text = Some(fabric.queue_text_behind(built.idle_samples));
        }
        if fabric.completions().len() == flows {
            break false;
        }
    };
    let end_ns = fabric.now_ns();
    fabric.end_nics();
    if !ended && (0..flows).all(|flow| fabric.delivered(flow) == 0) {
        // what is left is behind the limit, or nothing is
        let until_ns = if fabric.next_ns().is_some() { built.options.until_ns } else { end_ns };
        return Err(until_ns.saturating_sub(built.from_ns));
    }
    let mut outcomes: Vec<FlowOutcome> = built
        .flows
        .iter()
        .enumerate()
        .map(|(n, spec)| FlowOutcome {
            spec: FlowSpec { start_ns: fabric.start_ns(n), bytes: fabric.bytes(n), ..*spec },
            fct_ns: None,
            ideal_ns: fabric.ideal_ns(n),
        })
        .collect();
    for done in fabric.completions() {
        outcomes[done.flow].fct_ns = Some(done.fct_ns);
    }
    let first = outcomes.iter().map(|flow| flow.spec.start_ns).min().unwrap_or(0);
    let last = outcomes.iter().filter_map(|flow| Some(flow.spec.start_ns + flow.fct_ns?)).max().unwrap_or(first);
    let (bytes, node, port) = fabric.longest_queue().unwrap_or_default();
    let complete = fabric.completions().len() == flows;
    let fed = |is: &dyn Fn(&Feed) -> bool| -> Vec<u64> {
        let flows = built.feeds.iter().filter(|(_, feed)| is(feed));
        flows.flat_map(|&(flow, _)| fabric.latencies_ns(flow).to_vec()).collect()
    };
    let mut outcome = Outcome {
        complete,
        cut: !complete && !ended && fabric.next_ns().is_some(),
        limit_ns: built.options.until_ns - built.from_ns,
        unchecked: false,
        note: built.note.clone(),
        unread: built.unread.clone(),
        stood_still: if ended || fabric.next_ns().is_some() { 0 } else { flows - fabric.completions().len() },
        from_ns: built.options.samples.from_ns,
        end_ns,
        makespan_ns: last - first,
        bound_ns: bound_ns(built, &outcomes),
        counters: *fabric.counters(),
        fct_text: fabric.fct_text(),
        queue_text: None,
        queues: fabric.queue_summaries(),
        longest: (bytes, node, port),
        longest_counts: if port == 0 { Vec::new() } else { fabric.queue_counts(node, port).to_vec() },
        queue_trace,
        ports,
        traced: of_flow,
        windows,
        rates,
        delivered,
        pause_trace,
        paused: fabric.paused(),
        pauses: fabric.pause_changes(),
        rtt_and_bdp: fabric.rtt_and_bdp(),
        compared: ledger.compared(),
        messages_ns: fed(&|feed| matches!(feed, Feed::Messages(_))),
        pings_ns: fed(&|feed| matches!(feed, Feed::Pings(_))),
        advices: fabric.nics().iter().fold(AdviceCounts::default(), |sum, nic| sum.and(nic.advice_counts())),
        flows: outcomes,
    };
    if built.public && queue_text.is_none() {
        // nothing is known of the time behind a cut
        let samples = built.samples.unwrap_or_else(|| built.samples_of_run(if complete { last } else { end_ns }));
        if !ended && !outcome.cut {
            fabric.options.until_ns = u64::MAX;
            idle(&mut fabric, samples, &mut at_ns, &mut look);
        }
        queue_text = Some(fabric.queue_text_behind(built.idle_samples));
    }
    outcome.queue_text = queue_text.filter(|_| built.public);
    Ok(outcome)
}

/// The samples of the time behind the flows, until there are so many in all.
fn idle(
    fabric: &mut Fabric<Mixed>,
    samples: u64,
    at_ns: &mut u64,
    look: &mut dyn FnMut(&Fabric<Mixed>, u64) -> ControlFlow<()>,
) {
    fabric.options.samples.count = samples;
    while fabric.queues.taken < samples {
        fabric.queues.at_once = samples - fabric.queues.taken;
        match step(fabric, at_ns, look) {
            Step::Samples(_) => {}
            // nothing is left that could change a queue
            Step::Over => fabric.add_samples(fabric.queues.at_once),
            Step::Ended => return,
        }
    }
}

/// For each host and direction: its first start, its packets without telemetry at its rate, and the shortest way there
/// and back.
fn bound_ns(built: &Built, flows: &[FlowOutcome]) -> u64 {
    let links = built.topology.links();
    let rates = rates_bps(&built.topology);
    let wire_ns = |bytes: u64, host: u32| {
        let rate = rates[&host] as f64;
        let ns = |payload: u64| if payload == 0 { 0 } else { ser(data_wire(payload as u32, false), rate) };
        bytes / PAYLOAD_BYTES * ns(PAYLOAD_BYTES) + ns(bytes % PAYLOAD_BYTES)
    };
    let mut sums = BTreeMap::<(u32, bool), (u64, u64)>::new();
    for flow in flows {
        let FlowSpec { src, dst, bytes, start_ns, .. } = flow.spec;
        for (host, receives) in [(src, false), (dst, true)] {
            let (start, sum) = sums.entry((host, receives)).or_insert((u64::MAX, 0));
            *start = (*start).min(start_ns);
            *sum += wire_ns(bytes, host);
        }
    }
    let first = flows.iter().map(|flow| flow.spec.start_ns).min().unwrap_or(0);
    let busiest = sums.values().map(|(start, sum)| (start - first).saturating_add(*sum)).max();
    // from a host to a switch and on, or straight to the other host; and back
    let delay = links.iter().map(|link| link.delay_ns).min().unwrap_or(0);
    let switches = (0..built.topology.nodes()).any(|node| built.topology.is_switch(node));
    busiest.unwrap_or(0).saturating_add(if switches { 4 } else { 2 } * delay)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flows_are_chosen_by_their_bytes_and_equal_ones_evenly() {
        assert_eq!(most_bytes(&[5, 9, 5, 7, 5, 5], 4), [0, 1, 3, 4]);
        assert_eq!(most_bytes(&[1; 16], 4), [0, 4, 8, 12]);
        assert_eq!(
            (most_bytes(&[1, 2], 4), most_bytes(&[1, 2], 1), most_bytes(&[1], 0)),
            (vec![0, 1], vec![1], vec![])
        );
    }
}
