//! From a scenario to a network and its flows.

use super::fcr::{Feed, ForgedAdvice};
use super::{Kind, Marks, Pacing, Scenario, ScenarioError};
use crate::control::LinkState;
use crate::flow::{Ecn, FlowSpec, Traits};
use crate::mark::Marking;
use crate::memory;
use crate::nic::{Algorithm, Tuning, UpdateLatency};
use crate::options::{Options, Samples, Timeout};
use crate::random::{Random, exponential};
use crate::read::{Cdf, Point, WHOLE};
use crate::time::SECOND_NS;
use crate::topology::{Link, Topology, Ways};
use crate::trigger::Trigger;
use layout::shaper::QUANTUM;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

/// The most flows of a scenario.
pub const MAX_FLOWS: u64 = 65_536;
/// The most hosts of a scenario.
pub const MAX_HOSTS: u64 = 1024;
/// The most memory of this machine that a scenario may need, as [`Built::bytes_needed`] counts it.
pub const MAX_BYTES: u64 = 2 << 30;
/// The longest time of a run, us: 100 s; of public files, from their last start on.
const MAX_US: u64 = 100_000_000;
const MS_NS: u64 = 1_000_000;
/// Idle time that a `queue.txt` has in the end.
const IDLE_NS: u64 = 1_900_000;
/// The most samples of a `queue.txt`.
pub const MAX_SAMPLES: u64 = 1_000_000_000_000;
/// What a flow takes here: its state, that of its QP and what is noted of it.
const FLOW_BYTES: u64 = 1024;
/// What a packet takes here.
const PACKET_BYTES: u64 = size_of::<crate::packet::Packet>() as u64;
/// What a QP takes in the cycle model of an engine, and of the sender half.
const QP_BYTES: u64 = 1024;
/// The most packets of a quantum of the shaper.
const MAX_QUANTUM: u64 = QUANTUM.max / 1000;
/// Bytes of a distribution that comes from no measurement: many short flows, few long ones that bring most bytes.
const SIZES: &str = "1000 0\n1000 30\n10000 60\n100000 85\n1000000 97\n5000000 100\n";

/// A network that is ready to run.
#[derive(Clone, Debug)]
pub struct Built {
    /// Of a scenario that is built, hosts from 0 on, then switches.
    pub topology: Topology,
    /// The flows.
    pub flows: Vec<FlowSpec>,
    /// What starts flows that have no time of their own.
    pub triggers: Vec<Trigger>,
    /// How it runs.
    pub options: Options,
    /// Each flow's algorithm.
    pub algorithms: Rc<[Algorithm]>,
    /// Each flow's traits.
    pub traits: Vec<Traits>,
    /// Flows whose bytes come one after the other.
    pub feeds: Vec<(usize, Feed)>,
    /// Advices that are forged.
    pub forged: Vec<ForgedAdvice>,
    /// Changes of links: ns, link, state.
    pub changes: Vec<(u64, usize, LinkState)>,
    /// What times of a scenario count from, ns: the start of the first flow that a file has; else 0.
    pub from_ns: u64,
    /// Its files are the public ones: it has a `queue.txt`.
    pub public: bool,
    /// Samples of `queue.txt` that are before those that are taken: no flow has started there.
    pub idle_samples: u64,
    /// Samples of `queue.txt` that are to be taken, if that was said.
    pub samples: Option<u64>,
    /// What is not as the rules say, in one line; empty: all is.
    pub note: String,
    /// What of its files is not read, a line each.
    pub unread: Vec<String>,
    /// ns from an event to an update.
    pub latency: UpdateLatency,
    /// Parameters of senders that are not those of the rules.
    pub tuning: Tuning,
    /// The sender half paces flows of engines, with a quantum of so many packets, or one that suits the line.
    pub shaper: Option<Option<u64>>,
}

impl Built {
    /// Samples of `queue.txt` that are to be taken where the run ends at `end_ns`: n of FABRIC 7. Where that is not
    /// all of the run, until 1.9 ms behind the whole ms, from the first sample of `queue.txt` on, in which it ends.
    pub fn samples_of_run(&self, end_ns: u64) -> u64 {
        let Samples { from_ns, every_ns, .. } = self.options.samples;
        let first_ns = from_ns - self.idle_samples * every_ns;
        let by_rule = self.samples_by_rule();
        if every_ns == 1000 && end_ns <= first_ns + (by_rule - 1) * every_ns {
            return by_rule.saturating_sub(self.idle_samples);
        }
        let last_ns = (end_ns.max(first_ns) - first_ns).div_ceil(MS_NS) * MS_NS + IDLE_NS;
        (last_ns / every_ns + 1).saturating_sub(self.idle_samples)
    }

    /// n of FABRIC 7: of two flows to one host in a star of one rate, 2:1; of four to one host that do not start all at
    /// once, `join4`.
    fn samples_by_rule(&self) -> u64 {
        let to_one = self.flows.windows(2).all(|pair| pair[0].dst == pair[1].dst && pair[0].src != pair[1].src);
        let starts = |flows: &[FlowSpec]| flows.iter().any(|flow| flow.start_ns != flows[0].start_ns);
        let switches = (0..self.topology.nodes()).filter(|&node| self.topology.is_switch(node)).count();
        let links = self.topology.links();
        let all_at = |gbps: u64| links.iter().all(|link| link.rate_bps == gbps * 1_000_000_000);
        match self.flows.len() {
            2 if to_one && switches == 1 && (all_at(25) || all_at(100)) => 3901,
            2 if to_one && switches == 1 && all_at(400) => 1901,
            4 if to_one && starts(&self.flows) => 4901,
            _ => 2901,
        }
    }

    /// The same with delays of at most so much.
    pub(crate) fn with_delays_of(&self, most_ns: u64) -> Self {
        let topology = self.topology.clone().with_delays_of(most_ns);
        let endless_memory = self.options.endless_memory && without_room(&topology).is_some();
        Self { topology, options: Options { endless_memory, ..self.options.clone() }, ..self.clone() }
    }

    /// The most flows that a host sends.
    pub fn qps(&self) -> u32 {
        let mut of_host = BTreeMap::<u32, u32>::new();
        self.flows.iter().for_each(|flow| *of_host.entry(flow.src).or_default() += 1);
        of_host.into_values().max().unwrap_or(0)
    }

    /// Bytes of memory that a run needs at the most, roughly: routes, flows, packets in windows and in switches. A
    /// window counts as twice the BDP of four links, and as 1 MiB at least; of public files also as the greatest BDP.
    pub fn bytes_needed(&self) -> u64 {
        let nodes = self.topology.nodes() as u64;
        let switches = (0..self.topology.nodes()).filter(|&node| self.topology.is_switch(node)).count() as u64;
        let hosts = nodes - switches;
        let first = self.topology.links().first().map_or(0, |link| link.rate_bps);
        let longest = self.topology.links().iter().map(|link| link.delay_ns).max().unwrap_or(0);
        let window = (first as u128 * (8 * longest as u128 + 20_000) / 4_000_000_000).max(1 << 20) as u64;
        let bdp = || Ways::new(&self.topology).and_then(|ways| ways.greatest()).map_or(0, |(_, bdp)| bdp);
        let window = if self.public { window.max(bdp()) } else { window };
        let memory = self.options.memory_bytes.unwrap_or_else(|| memory::rule_bytes(first));
        let windows: u64 = self.flows.iter().map(|f| f.bytes.min(window).div_ceil(1000)).sum();
        // no switch holds more than there is: packets, and an ACK of each; the reference senders keep to their windows
        let reference = self.algorithms.iter().all(|algorithm| matches!(algorithm, Algorithm::Reference(_)));
        let all = self.flows.iter().map(|f| f.bytes.div_ceil(1000)).fold(0, u64::saturating_add);
        let most = 2u64.saturating_mul(if reference { windows } else { all });
        let rule = if self.options.endless_memory { u64::MAX } else { switches.saturating_mul(memory / 1000) };
        let held = if self.public { rule.min(most) } else { rule };
        let routes = nodes * hosts * 8 + self.topology.links().len() as u64 * hosts * 8;
        let packets = windows.saturating_add(held).saturating_mul(PACKET_BYTES);
        let has_engine = |algorithm: &Algorithm| matches!(algorithm, Algorithm::Cycle(_) | Algorithm::Rtl(_));
        let has_engine = self.algorithms.iter().any(has_engine);
        let engines = if has_engine { hosts * self.qps() as u64 * QP_BYTES } else { 0 };
        packets.saturating_add(engines).saturating_add(routes).saturating_add(self.flows.len() as u64 * FLOW_BYTES)
    }
}

/// Flows, what starts some of them, and those whose bytes come one after the other.
struct Traffic {
    flows: Vec<FlowSpec>,
    triggers: Vec<Trigger>,
    feeds: Vec<(usize, Feed)>,
    unread: Option<String>,
}

impl Scenario {
    /// The network and its flows.
    pub fn build(&self) -> Result<Built, ScenarioError> {
        self.unused()?;
        let (hosts, topology, unread) = self.network()?;
        self.has_thresholds(&topology)?;
        let Traffic { mut flows, triggers, feeds, unread: behind } = self.traffic(hosts as u32, &topology)?;
        if flows.len() as u64 > MAX_FLOWS || flows.is_empty() {
            return Err(self.wrong("kind", format!("expected 1 to {MAX_FLOWS} flows, found {}", flows.len())));
        }
        let of_file = self.kind == Kind::Files && self.cdf.is_none() || self.kind == Kind::Matrix;
        if !of_file {
            flows.iter_mut().enumerate().for_each(|(n, flow)| flow.port = 100 + (n % 1000) as u16);
        }
        let from_ns = if of_file { flows.iter().map(|flow| flow.start_ns).min().unwrap_or(0) } else { 0 };
        let mut algorithms = vec![self.cc; flows.len()];
        let mut marks = vec![(true, false, true); flows.len()];
        let mut grouped = vec![false; flows.len()];
        for (n, group) in self.group.iter().enumerate() {
            let wrong = |what: String| self.in_table("group", n, self.wrong("flows", what));
            let [first, last] = group.flows.map(|n| n as usize);
            if first > last || last >= flows.len() {
                let expected = format!("expected flows = [first, last] below {}", flows.len());
                return Err(wrong(format!("{expected}, found [{first}, {last}]")));
            }
            for flow in first..=last {
                if std::mem::replace(&mut grouped[flow], true) {
                    return Err(wrong(format!("expected flows of no other group, found {flow}")));
                }
                algorithms[flow] = group.cc.unwrap_or(algorithms[flow]);
                marks[flow] = (group.ecn_capable, group.ignores_window, group.fcr);
            }
        }
        let traits: Vec<Traits> = algorithms
            .iter()
            .zip(&marks)
            .map(|(&algorithm, &(capable, ignores_updates, fcr))| Traits {
                telemetry: algorithm.telemetry(),
                cnp_interval_ns: algorithm.cnp_interval_ns(),
                ecn: match capable {
                    false => Ecn::Incapable,
                    true if self.fast_start && algorithm.is_ldcp() => Ecn::FastStart,
                    true => Ecn::Capable,
                },
                ignores_updates,
                fcr: fcr && self.fcr.is_some(),
            })
            .collect();
        let changes = self.changes(&topology, from_ns)?;
        let forged = self.forged(&topology, from_ns)?;
        let drops_incapable = algorithms.iter().any(|algorithm| algorithm.is_ldcp());
        let lossy = topology.links().iter().any(|link| link.loss != 0)
            || changes.iter().any(|(.., state)| *state == LinkState::Down)
            || drops_incapable && traits.iter().any(|t| t.ecn != Ecn::Capable);
        let marking = match self.marks {
            None => self.cc.marking(),
            Some(Marks::Step) => Marking::STEP,
            Some(Marks::Ramp) => Marking::RAMP,
        };
        let percent = self.value("marks_percent", self.marks_percent, 100, 1, 1000)?;
        let marking = marking.scaled(percent);
        let timeout = match self.value("timeout_rtts", self.timeout_rtts, if lossy { 4 } else { 0 }, 0, 1 << 20)? {
            0 => None,
            first => Some(Timeout { first_rtts: first, most_rtts: 16 * first }),
        };
        // the reference senders have none, whatever happens (FABRIC 4)
        let reference = algorithms.iter().any(|algorithm| matches!(algorithm, Algorithm::Reference(_)));
        let behind_drop = (self.timeout_rtts.is_none() && timeout.is_none() && !reference).then_some(Timeout::RULE);
        let sample_ns = self.value("sample_ns", self.sample_ns, 1000, 100, 1_000_000)?;
        let until_us = self.value("until_us", self.until_us, 1_000_000, 1, MAX_US)?;
        let starts = flows.iter().map(|flow| flow.start_ns).filter(|&start_ns| start_ns != FlowSpec::LATER);
        let last_ns = starts.max().unwrap_or(0);
        let until_ns = match (self.kind, self.until_us) {
            (Kind::Files | Kind::Matrix, None) => last_ns + 1000 * MAX_US,
            _ => from_ns + 1000 * until_us,
        };
        let until_ns = match self.source.public.stop {
            Some((stop_ns, line)) if stop_ns <= from_ns => {
                let what = format!("SIMULATOR_STOP_TIME: expected more than {from_ns} ns, when the first flow starts");
                return Err(ScenarioError::Text { file: self.source.file.clone(), line, what });
            }
            Some((stop_ns, _)) => stop_ns.min(from_ns + 1000 * MAX_US),
            None => until_ns,
        };
        // from 2 s on (FABRIC 7), or from the first start on if that is before; what comes before a start is not run
        let idle_samples = from_ns.saturating_sub(2 * SECOND_NS) / sample_ns;
        let first_ns = if from_ns < 2 * SECOND_NS { from_ns } else { 2 * SECOND_NS + idle_samples * sample_ns };
        let samples = Samples { from_ns: first_ns, every_ns: sample_ns, count: Samples::ALL };
        if let UpdateLatency::Ns(ns) = self.latency {
            self.value("latency_ns", Some(ns), 0, 0, 1_000_000)?;
        } else if self.fcr.is_some() {
            return Err(
                self.wrong("latency_ns", "expected a number of ns where switches advise (fcr), found \"cycle\"")
            );
        }
        let most_stage = layout::hpcc::MAX_STAGE.max;
        let max_stage =
            self.max_stage.map(|given| self.value("max_stage", Some(given), 0, 0, most_stage)).transpose()?;
        let tuning = self.source.public.tuning;
        let tuning = Tuning { hpcc_max_stage: max_stage.or(tuning.hpcc_max_stage), ..tuning };
        let quantum = self.value("quantum_packets", self.quantum_packets, 1, 1, MAX_QUANTUM)?;
        let shaped = self.pacing != Some(Pacing::Host);
        let shaper = shaped.then_some(self.quantum_packets.map(|_| quantum));
        let kib = self.value("memory_kib", self.memory_kib, 0, 1, 1 << 22)?;
        let missing = match (self.kind, self.memory_kib) {
            (Kind::Files, None) => without_room(&topology),
            _ => None,
        };
        let options = Options {
            telemetry: self.cc.telemetry(),
            marking,
            thresholds: self.source.public.thresholds.clone(),
            drops_incapable,
            memory_bytes: self.memory_kib.map(|_| kib << 10),
            endless_memory: missing.is_some(),
            seed: self.seed,
            samples,
            timeout,
            timeout_behind_drop: behind_drop,
            cnp_interval_ns: self.cc.cnp_interval_ns(),
            fcr: self.fcr()?,
            until_ns,
        };
        let algorithms = algorithms.into();
        let samples = match self.samples {
            None => None,
            given => Some(self.value("samples", given, 0, 1, MAX_SAMPLES)?.saturating_sub(idle_samples)),
        };
        let public = self.kind == Kind::Files;
        let note = missing.map_or(String::new(), |(node, rule, needed)| {
            let why = format!("switch {node} keeps {needed} bytes for its ports, by the rule it has {rule}");
            format!("memory without end and without PFC, as {why}")
        });
        Ok(Built {
            topology,
            flows,
            triggers,
            options,
            algorithms,
            traits,
            feeds,
            forged,
            changes,
            from_ns,
            public,
            idle_samples,
            samples,
            note,
            unread: unread.into_iter().chain(behind).collect(),
            latency: self.latency,
            tuning,
            shaper,
        })
    }

    /// A number within its bounds, or its default.
    pub(super) fn value(
        &self,
        key: &str,
        value: Option<u64>,
        default: u64,
        least: u64,
        most: u64,
    ) -> Result<u64, ScenarioError> {
        match value {
            None => Ok(default),
            Some(value) if (least..=most).contains(&value) => Ok(value),
            Some(value) => Err(self.wrong(key, format!("expected {least} to {most}, found {value}"))),
        }
    }

    /// A key that the kind has no use for is refused.
    fn unused(&self) -> Result<(), ScenarioError> {
        use Kind::*;
        let k = self.kind;
        let to_one = matches!(k, Incast | Join | TinyWindows | ManyToOne);
        let drawn = k == Load || k == Files && self.cdf.is_some();
        let loads = drawn || k == ManyToOne;
        let keys = [
            ("senders", self.senders.is_some(), to_one),
            ("hosts", self.hosts.is_some(), !to_one && !matches!(k, Files | Matrix)),
            ("rate_gbps", self.rate_gbps.is_some(), k != Files),
            ("delay_ns", self.delay_ns.is_some(), k != Files),
            ("leaves", self.leaves.is_some(), k != Files),
            ("bytes", self.bytes.is_some(), !matches!(k, Join | Load | Files | Matrix)),
            ("gap_us", self.gap_us.is_some(), k == Join),
            ("flows_per_sender", self.flows_per_sender.is_some(), k == TinyWindows),
            ("load_percent", self.load_percent.is_some(), loads),
            ("duration_us", self.duration_us.is_some(), loads),
            ("cdf", self.cdf.is_some(), drawn),
            ("topology", self.topology.is_some(), k == Files),
            ("flows", self.flows.is_some(), k == Files && self.cdf.is_none() || k == Matrix),
            ("samples", self.samples.is_some(), k == Files),
            ("spines", self.spines.is_some(), self.leaves.unwrap_or(0) > 0),
            ("spine_gbps", self.spine_gbps.is_some(), self.leaves.unwrap_or(0) > 0),
            ("pods", self.pods.is_some(), self.leaves.unwrap_or(0) > 0),
            ("cores", self.cores.is_some(), self.pods.is_some()),
            ("core_gbps", self.core_gbps.is_some(), self.pods.is_some()),
        ];
        match keys.iter().find(|(_, given, used)| *given && !used) {
            Some((key @ ("spines" | "spine_gbps" | "pods"), ..)) => Err(self.wrong(key, "expected `leaves` with it")),
            Some((key @ ("cores" | "core_gbps"), ..)) => Err(self.wrong(key, "expected `pods` with it")),
            Some((key, ..)) => {
                Err(self.wrong_at(key, format!("expected a key that kind = {} takes, found `{key}`", k.name())))
            }
            None => Ok(()),
        }
    }

    pub(super) fn rate_gbps(&self) -> Result<u64, ScenarioError> {
        self.value("rate_gbps", self.rate_gbps, 100, 4, 1600)
    }

    /// How many hosts there are, their network, and what of its file is not read.
    fn network(&self) -> Result<(u64, Topology, Option<String>), ScenarioError> {
        if self.kind == Kind::Files {
            let (topology, unread) = self.topology_of_file(MAX_HOSTS)?;
            return Ok((hosts_of(&topology).count() as u64, topology, unread));
        }
        let hosts = match self.kind {
            Kind::Incast => 1 + self.value("senders", self.senders, 16, 1, MAX_HOSTS - 1)?,
            Kind::Join => 1 + self.value("senders", self.senders, 4, 2, 64)?,
            Kind::TinyWindows => 1 + self.value("senders", self.senders, 64, 1, MAX_HOSTS - 1)?,
            Kind::ManyToOne => 1 + self.value("senders", self.senders, 6, 2, MAX_HOSTS - 1)?,
            Kind::Load => self.value("hosts", self.hosts, 32, 2, MAX_HOSTS)?,
            Kind::Matrix => self.hosts_of_matrix(MAX_HOSTS)?,
            _ => self.value("hosts", self.hosts, 16, 2, MAX_HOSTS)?,
        };
        let gbps = self.rate_gbps()?;
        let delay_ns = self.value("delay_ns", self.delay_ns, 1000, 1, 1_000_000)?;
        let leaves = self.value("leaves", self.leaves, 0, 0, 256)?;
        let spines = self.value("spines", self.spines, leaves.min(4), 1, 256)?;
        let link = |a: u64, b: u64, gbps: u64| {
            let ends = [a as u32, b as u32];
            Link { ends, rate_bps: gbps * 1_000_000_000, delay_ns, loss: 0 }
        };
        if leaves == 0 {
            let mut topology = Topology::new(hosts as u32 + 1);
            topology.set_switch(hosts as u32);
            (0..hosts).for_each(|host| topology.link(link(host, hosts, gbps)));
            return Ok((hosts, topology, None));
        }
        let divides = |key: &str, what: &str, of: u64, by: u64| match of % by {
            0 => Ok(of / by),
            _ => Err(self.wrong(key, format!("expected a divisor of {of} {what}, found {by}"))),
        };
        let pods = self.value("pods", self.pods, 1, 1, 256)?;
        let each = divides("leaves", "hosts", hosts, leaves)?;
        let (near_leaves, near_spines) =
            (divides("pods", "leaves", leaves, pods)?, divides("pods", "spines", spines, pods)?);
        let cores = match self.pods {
            Some(_) => self.value("cores", self.cores, near_spines, 1, 256)?,
            None => 0,
        };
        if cores % near_spines != 0 {
            return Err(
                self.wrong("cores", format!("expected a multiple of {near_spines} spines a pod, found {cores}"))
            );
        }
        let mut topology = Topology::new((hosts + leaves + spines + cores) as u32);
        (hosts..hosts + leaves + spines + cores).for_each(|node| topology.set_switch(node as u32));
        (0..hosts).for_each(|host| topology.link(link(host, hosts + host / each, gbps)));
        let default = (each * gbps).div_ceil(near_spines);
        let spine_gbps = self.value("spine_gbps", self.spine_gbps, default.min(8000), 1, 8000)?;
        for (leaf, spine) in (0..leaves).flat_map(|leaf| (0..near_spines).map(move |spine| (leaf, spine))) {
            let spine = leaf / near_leaves * near_spines + spine;
            topology.link(link(hosts + leaf, hosts + leaves + spine, spine_gbps));
        }
        let up = cores / near_spines; // links from a spine to cores
        let default = (near_leaves * spine_gbps).div_ceil(up.max(1));
        let core_gbps = self.value("core_gbps", self.core_gbps, default.min(8000), 1, 8000)?;
        for (spine, core) in (0..spines).flat_map(|spine| (0..up).map(move |core| (spine, core))) {
            let core = spine % near_spines * up + core;
            topology.link(link(hosts + leaves + spine, hosts + leaves + spines + core, core_gbps));
        }
        Ok((hosts, topology, None))
    }

    /// A `config.txt` with thresholds has them for every rate of a switch's ports.
    fn has_thresholds(&self, topology: &Topology) -> Result<(), ScenarioError> {
        let super::config::Public { thresholds, maps_line, .. } = &self.source.public;
        let has = |bps: &u64| thresholds.is_empty() || thresholds.iter().any(|(rate, _)| rate == bps);
        match topology.told_rates().find(|bps| !has(bps)) {
            None => Ok(()),
            Some(bps) => {
                let what =
                    format!("KMAX_MAP, KMIN_MAP and PMAX_MAP: expected the rate {bps}, as a link has it, found none");
                Err(ScenarioError::Text { file: self.source.file.clone(), line: *maps_line, what })
            }
        }
    }

    fn traffic(&self, hosts: u32, topology: &Topology) -> Result<Traffic, ScenarioError> {
        let flow = |src: u32, dst: u32, bytes: u64, start_ns: u64| FlowSpec { src, dst, port: 100, bytes, start_ns };
        let bytes = |default| self.value("bytes", self.bytes, default, 1, 1 << 40);
        let mut random = Random::new(self.seed, TRAFFIC);
        let (mut triggers, mut feeds, mut unread) = (Vec::new(), Vec::new(), None);
        let flows = match self.kind {
            Kind::Incast => {
                let bytes = bytes(10_000_000)?;
                (0..hosts - 1).map(|src| flow(src, hosts - 1, bytes, 0)).collect()
            }
            Kind::TinyWindows => {
                let bytes = bytes(200_000)?;
                let each = self.value("flows_per_sender", self.flows_per_sender, 32, 1, MAX_FLOWS)?;
                self.few(each * (hosts as u64 - 1))?;
                (0..each).flat_map(|_| (0..hosts - 1).map(|src| flow(src, hosts - 1, bytes, 0))).collect()
            }
            Kind::Join => {
                let gap_ns = 1000 * self.value("gap_us", self.gap_us, 500, 1, 1_000_000)?;
                let sizes = joined(hosts as u64 - 1, gap_ns, self.rate_gbps()?);
                let each = sizes.into_iter().zip(0..);
                each.map(|(bytes, src)| flow(src, hosts - 1, bytes, u64::from(src) * gap_ns)).collect()
            }
            Kind::Permutation => {
                let bytes = bytes(4_000_000)?;
                let to = derangement(hosts, &mut random);
                to.into_iter().zip(0..).map(|(dst, src)| flow(src, dst, bytes, 0)).collect()
            }
            Kind::AllToAll => {
                let bytes = bytes(250_000)?;
                self.few(hosts as u64 * (hosts as u64 - 1))?;
                let pairs = (1..hosts).flat_map(|step| (0..hosts).map(move |src| (src, (src + step) % hosts)));
                pairs.map(|(src, dst)| flow(src, dst, bytes, 0)).collect()
            }
            Kind::Ring => {
                let chunk = bytes(16_000_000)?.div_ceil(hosts.into());
                let steps = 2 * (hosts as usize - 1);
                self.few(steps as u64 * hosts as u64)?;
                let n = hosts as usize;
                for step in 1..steps {
                    // what a host sends is what has come from the one before it
                    let after = |src| Trigger::after(step * n + src, (step - 1) * n + (src + n - 1) % n);
                    triggers.extend((0..n).map(after));
                }
                let start = |step: usize| if step == 0 { 0 } else { FlowSpec::LATER };
                let each = (0..steps).flat_map(|step| (0..hosts).map(move |src| (step, src)));
                each.map(|(step, src)| flow(src, (src + 1) % hosts, chunk, start(step))).collect()
            }
            Kind::ManyToOne => self.many_to_one(hosts, &mut feeds)?,
            Kind::Load => self.load(topology)?,
            Kind::Files if self.cdf.is_some() => self.load(topology)?,
            Kind::Files | Kind::Matrix => {
                let flows;
                (flows, triggers, unread) = self.flows_of_file(topology, MAX_FLOWS)?;
                flows
            }
        };
        Ok(Traffic { flows, triggers, feeds, unread })
    }

    fn few(&self, flows: u64) -> Result<(), ScenarioError> {
        if flows > MAX_FLOWS {
            return Err(self.wrong("kind", format!("expected at most {MAX_FLOWS} flows, found {flows}")));
        }
        Ok(())
    }

    /// Each host's flows come by chance (Poisson), to another host.
    fn load(&self, topology: &Topology) -> Result<Vec<FlowSpec>, ScenarioError> {
        let hosts: Vec<u32> = hosts_of(topology).collect();
        let cdf = match &self.cdf {
            Some(name) => match super::CDFS.iter().find(|(built_in, _)| name == Path::new(built_in)) {
                Some((_, text)) => Cdf::parse(name, text)?,
                None => Cdf::read(&self.beside("cdf", name)?)?,
            },
            None => Cdf::parse(Path::new("built-in"), SIZES)?,
        };
        let percent = self.value("load_percent", self.load_percent, 50, 1, 100)?;
        let duration_ns = 1000 * self.value("duration_us", self.duration_us, 1000, 1, MAX_US)?;
        // ns between two flows of a host: wire bits over the share of its rate
        let wire = mean_bytes(&cdf).max(1) as u128 * 1048 / 1000 * 8 * 100 * 1_000_000_000;
        let rates = rates_bps(topology);
        // no run is as long as a tenth of what 64 bits of ns are
        let longest = u128::from(u64::MAX / 64);
        let gap = |host| (wire / (percent as u128 * rates[host] as u128)).clamp(1, longest) as u64;
        let gaps: Vec<u64> = hosts.iter().map(gap).collect();
        self.few(gaps.iter().map(|gap_ns| duration_ns / gap_ns).sum())?;
        let mut flows = Vec::new();
        for ((n, &src), gap_ns) in hosts.iter().enumerate().zip(gaps) {
            let mut random = Random::new(self.seed, TRAFFIC + 1 + n as u64);
            let mut start_ns = exponential(&mut random, gap_ns);
            while start_ns < duration_ns {
                let dst = hosts[(n + 1 + random.below(hosts.len() as u64 - 1) as usize) % hosts.len()];
                flows.push(FlowSpec { src, dst, port: 100, bytes: cdf.draw(&mut random), start_ns });
                start_ns = start_ns.saturating_add(exponential(&mut random, gap_ns));
            }
        }
        flows.sort_by_key(|flow| (flow.start_ns, flow.src));
        Ok(flows)
    }

    fn changes(&self, topology: &Topology, from_ns: u64) -> Result<Vec<(u64, usize, LinkState)>, ScenarioError> {
        let mut changes = Vec::new();
        if let Some((time_ns, ends, line)) = self.source.public.down {
            let wrong = |what| ScenarioError::Text { file: self.source.file.clone(), line, what };
            changes.push((time_ns, link_between(topology, ends).map_err(wrong)?, LinkState::Down));
        }
        for (n, change) in self.link.iter().enumerate() {
            let here = |wrong| self.in_table("link", n, wrong);
            let link = link_between(topology, change.ends).map_err(|what| here(self.wrong("ends", what)))?;
            let gbps = self.value("gbps", change.gbps, 0, 1, 8000).map_err(here)?;
            let at = self.value("at_us", Some(change.at_us), 0, 0, MAX_US).map_err(here)?;
            let state = change.gbps.map_or(LinkState::Down, |_| LinkState::Up(gbps * 1_000_000_000));
            changes.push((from_ns + 1000 * at, link, state));
            if let Some(until) = change.until_us {
                let until = self.value("until_us", Some(until), 0, at + 1, MAX_US + 1).map_err(here)?;
                changes.push((from_ns + 1000 * until, link, LinkState::Up(topology.links()[link].rate_bps)));
            }
        }
        Ok(changes)
    }
}

/// The link that connects two nodes; else what was expected.
fn link_between(topology: &Topology, [a, b]: [u32; 2]) -> Result<usize, String> {
    let is_it = |link: &Link| link.ends == [a, b] || link.ends == [b, a];
    let place = topology.links().iter().position(is_it);
    place.ok_or_else(|| format!("expected two nodes that a link connects, found [{a}, {b}]"))
}

/// The first switch whose ports' reserves and headrooms are more than the memory of the rule (FABRIC 5), with the bytes
/// of both.
fn without_room(topology: &Topology) -> Option<(u32, u64, u64)> {
    let rule = memory::rule_bytes(topology.links().first().map_or(0, |link| link.rate_bps));
    let mut kept = vec![0u64; topology.nodes() as usize];
    for link in topology.links() {
        link.ends.iter().for_each(|&node| kept[node as usize] += kept_of(link));
    }
    let mut switches = (0..topology.nodes()).filter(|&node| topology.is_switch(node));
    switches.find(|&node| kept[node as usize] > rule).map(|node| (node, rule, kept[node as usize]))
}

/// Bytes that a switch keeps for its port to a link: reserve and headroom.
fn kept_of(link: &Link) -> u64 {
    memory::RESERVE_BYTES + memory::headroom_bytes(link.rate_bps, link.delay_ns)
}

/// Bytes that a switch keeps for its ports.
pub(crate) fn kept_bytes(topology: &Topology, node: u32) -> u64 {
    topology.links().iter().filter(|link| link.ends.contains(&node)).map(kept_of).sum()
}

/// The nodes of a network that are hosts.
fn hosts_of(topology: &Topology) -> impl Iterator<Item = u32> {
    (0..topology.nodes()).filter(|&node| !topology.is_switch(node))
}

/// The rate of each host's link, bit/s.
pub(crate) fn rates_bps(topology: &Topology) -> BTreeMap<u32, u64> {
    let ends = topology.links().iter().flat_map(|link| link.ends.map(|node| (node, link.rate_bps)));
    ends.filter(|&(node, _)| !topology.is_switch(node)).collect()
}

/// Stream of random numbers for the traffic: no port has this number.
pub(super) const TRAFFIC: u64 = 1 << 32;

/// Payload bytes of flows that join `gap_ns` apart and, at equal shares of the link, leave so in the same order: each
/// phase brings 1/n of what the link carries to each of its n flows.
fn joined(flows: u64, gap_ns: u64, gbps: u64) -> Vec<u64> {
    let phase = gap_ns as u128 * gbps as u128 / 8 * 1000 / 1048;
    let bytes = |flow: u64| {
        let with = (flow..flows).map(|last| last + 1).chain((0..flow).map(|gone| flows - 1 - gone));
        with.map(|n| phase / n as u128).sum::<u128>().max(1) as u64
    };
    (0..flows).map(bytes).collect()
}

/// Where each host sends to: every one is sent to once, none sends to itself.
fn derangement(hosts: u32, random: &mut Random) -> Vec<u32> {
    // Sattolo: one cycle through all
    let mut to: Vec<u32> = (0..hosts).collect();
    for last in (1..hosts as usize).rev() {
        to.swap(last, random.below(last as u64) as usize);
    }
    to
}

/// The mean of a distribution, straight between its points.
fn mean_bytes(cdf: &Cdf) -> u64 {
    let mut last = Point { bytes: 0, share: 0 };
    let mut twice = 0u128;
    for &point in cdf.points() {
        twice += (point.share - last.share) as u128 * (point.bytes as u128 + last.bytes as u128);
        last = point;
    }
    (twice / (2 * WHOLE as u128)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_derangement_sends_to_every_host_once_and_never_to_itself() {
        for seed in 0..50 {
            let mut to = derangement(9, &mut Random::new(seed, 0));
            assert!(to.iter().zip(0..).all(|(&to, from)| to != from));
            to.sort();
            assert!(to.into_iter().eq(0..9));
        }
    }

    #[test]
    fn joining_flows_bring_what_their_phases_do() {
        // 100 us at 8 Gbit/s are 100,000 B on the wire, 95,419 of payload; two flows: one alone, both at half
        assert_eq!(joined(2, 100_000, 8), [95_419 + 47_709, 47_709 + 95_419]);
    }

    #[test]
    fn the_mean_of_a_distribution_is_that_of_its_straight_parts() {
        let cdf = Cdf::parse(Path::new("c"), "0 0\n1000 50\n11000 100\n").expect("a distribution");
        // half 500, half 6000
        assert_eq!(mean_bytes(&cdf), 3250);
    }
}
