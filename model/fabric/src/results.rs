//! What comes out of a run: `fct.txt`, `queue.txt` and counts (FABRIC 7 and 8).

use crate::fabric::Fabric;
use crate::nic::Nic;
use std::fmt::Write;

/// A flow that is complete.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Its place in the file of flows, from 0.
    pub flow: usize,
    /// From its start to the ACK of its last byte, ns.
    pub fct_ns: u64,
}

/// Packets, and their bytes on the wire.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How many.
    pub packets: u64,
    /// Their bytes on the wire.
    pub bytes: u64,
}

impl Count {
    #[inline]
    pub(crate) fn add(&mut self, wire: u32) {
        self.packets += 1;
        self.bytes += wire as u64;
    }
}

/// What happened.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Events that were run; samples are none.
    pub events: u64,
    /// Data packets that hosts made.
    pub data: Count,
    /// ACKs, NACKs and CNPs that hosts made.
    pub acks: Count,
    /// What came to a host: data, ACKs, NACKs, CNPs, revised CNPs.
    pub received: Count,
    /// By switches, for want of memory.
    pub dropped: Count,
    /// By switches, data that is not ECN-capable, for the length of the queue.
    pub dropped_incapable: Count,
    /// On links, by their error rate or because they had failed; at a switch that no way leads on from; advices at
    /// their switch, if it loses some.
    pub lost: Count,
    /// Revised CNPs that switches made, or somebody else.
    pub advices: Count,
    /// Those of somebody else.
    pub forged: u64,
    /// Those for a QP that its host does not have: dropped.
    pub strays: u64,
    /// CNPs that receivers made.
    pub cnps: u64,
    /// PAUSE frames that switches made.
    pub pauses: u64,
    /// RESUME frames that switches made.
    pub resumes: u64,
    /// Times that a flow went back for want of an ACK.
    pub timeouts: u64,
}

/// Samples of queues: how many by kB, for each port.
pub(crate) struct Queues {
    pub taken: u64,
    /// The most that are taken with one event.
    pub at_once: u64,
    by_kb: Vec<Vec<u64>>,
}

impl Queues {
    pub fn new(ports: usize) -> Self {
        Self { taken: 0, at_once: u64::MAX, by_kb: vec![Vec::new(); ports] }
    }

    pub fn counts(&self, port: usize) -> &[u64] {
        &self.by_kb[port]
    }

    #[inline]
    pub fn add(&mut self, port: usize, class: u64, times: u64) {
        let kb = (class / 1000) as usize;
        let counts = &mut self.by_kb[port];
        if counts.len() <= kb {
            counts.resize(kb + 1, 0);
        }
        counts[kb] += times;
    }
}

/// The samples of one port, in kB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueueSummary {
    /// How many were taken.
    pub samples: u64,
    /// Thousandths of a kB, to nearest.
    pub mean: u64,
    /// Percentile p: the sorted sample ⌊p(n − 1)/100⌋, from 0; kB.
    pub p50: u64,
    /// kB.
    pub p95: u64,
    /// kB.
    pub p99: u64,
    /// kB.
    pub max: u64,
}

impl QueueSummary {
    fn of(counts: &[u64]) -> Self {
        let samples: u64 = counts.iter().sum();
        let sum: u128 = counts.iter().enumerate().map(|(kb, &c)| kb as u128 * c as u128).sum();
        let percentile = |p: u64| {
            let mut left = (p as u128 * (samples - 1) as u128 / 100) as u64;
            let at = counts.iter().position(|&c| {
                let here = left < c;
                left = left.saturating_sub(c);
                here
            });
            at.expect("the percentile is among the samples") as u64
        };
        Self {
            samples,
            mean: ((2000 * sum + samples as u128) / (2 * samples as u128)) as u64,
            p50: percentile(50),
            p95: percentile(95),
            p99: percentile(99),
            max: counts.len() as u64 - 1,
        }
    }
}

impl<N: Nic> Fabric<N> {
    /// Flows that are complete, in the order of completion.
    pub fn completions(&self) -> &[Completion] {
        &self.completions
    }

    /// The hosts' NICs, in the order of their nodes.
    pub fn nics(&self) -> &[N] {
        &self.nics
    }

    /// What happened up to now.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// `fct.txt`: source and destination address, source port, destination port, bytes, start, FCT, ideal; ns.
    pub fn fct_text(&self) -> String {
        let ports = self.source_ports();
        let mut text = String::new();
        for &Completion { flow, fct_ns } in &self.completions {
            let (spec, ideal) = (&self.specs[flow], self.flows[flow].ideal_ns);
            let [src, dst] = [spec.src, spec.dst].map(|node| 0x0b00_0001 + 256 * node);
            let (from, to, bytes, start) = (ports[flow], spec.port, spec.bytes, spec.start_ns);
            writeln!(text, "{src:08x} {dst:08x} {from} {to} {bytes} {start} {fct_ns} {ideal}").expect("to a string");
        }
        text
    }

    /// The samples of each switch port that has one above 0, by node and number of the port from 1.
    pub fn queue_summaries(&self) -> Vec<(u32, usize, QueueSummary)> {
        self.summaries_behind(0)
    }

    fn summaries_behind(&self, empty: u64) -> Vec<(u32, usize, QueueSummary)> {
        let mut all = Vec::new();
        for switch in &self.switches {
            for (index, port) in self.ways.ports(switch.node).enumerate() {
                let counts = &self.queues.by_kb[port];
                if counts.len() > 1 {
                    let counts: Vec<u64> =
                        counts.iter().enumerate().map(|(kb, n)| if kb == 0 { n + empty } else { *n }).collect();
                    all.push((switch.node, index + 1, QueueSummary::of(&counts)));
                }
            }
        }
        all
    }

    /// `queue.txt`: port, samples, mean, p50, p95, p99, max, in kB.
    pub fn queue_text(&self) -> String {
        self.queue_text_behind(0)
    }

    /// The same with so many samples of empty queues before those that were taken.
    pub(crate) fn queue_text_behind(&self, empty: u64) -> String {
        let mut text = "port samples mean p50 p95 p99 max\n".to_owned();
        for (node, port, q) in self.summaries_behind(empty) {
            let (samples, mean) = (q.samples, format!("{}.{:03}", q.mean / 1000, q.mean % 1000));
            let (p50, p95, p99, max) = (q.p50, q.p95, q.p99, q.max);
            writeln!(text, "sw{node}port{port} {samples} {mean} {p50} {p95} {p99} {max}").expect("to a string");
        }
        text
    }

    /// The most bytes that were ever queued at a switch port, ACKs too, and by it the port: node and number from 1. A
    /// packet counts from its arrival, also where it goes out at once.
    pub fn longest_queue(&self) -> Option<(u64, u32, usize)> {
        let ports = self.switches.iter().flat_map(|s| self.ways.ports(s.node).map(move |port| (s.node, port)));
        ports
            .map(|(node, port)| (self.ports[port].class_max, node, port - self.ways.ports(node).start + 1))
            .max_by_key(|&(bytes, node, port)| (bytes, std::cmp::Reverse((node, port))))
    }

    /// Bytes on the wire that each switch port has sent: node, number from 1, bytes.
    pub fn sent_bytes(&self) -> Vec<(u32, usize, u64)> {
        let of = |node| self.ways.ports(node).enumerate().map(move |(i, port)| (node, i + 1, self.ports[port].tx));
        self.switches.iter().flat_map(|switch| of(switch.node)).collect()
    }

    /// Bytes in the memory of each switch, and used and whole bytes of its shared pool.
    pub fn memory(&self) -> Vec<(u64, u64, u64)> {
        self.switches.iter().map(|s| (s.memory.used(), s.memory.pool().0, s.memory.pool().1)).collect()
    }
}
