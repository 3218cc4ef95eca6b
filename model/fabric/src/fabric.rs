//! The network: what it consists of, and its events.

use crate::advise::Advisers;
use crate::control::Changes;
use crate::feed::Feed;
use crate::flow::{Ecn, Flow, FlowSpec, Traits};
use crate::host::Host;
use crate::mark::Thresholds;
use crate::memory::{self, Memory};
use crate::nic::{Line, Nic, Speeds, Tuning};
use crate::options::{Options, Samples};
use crate::packet::{Kind, NONE, Packets, Queue};
use crate::random::{Random, mix};
use crate::results::{Completion, Counters, Queues};
use crate::time::ser;
use crate::topology::{BuildError, Topology, Ways};
use crate::trigger::Triggers;
use crate::wheel::Wheel;
use std::collections::BTreeMap;

/// What is scheduled. The order of variants means nothing: events of one ns run in the order of scheduling.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Event {
    /// A port has sent its packet.
    End {
        port: u32,
    },
    /// A packet is whole at a port.
    Arrival {
        port: u32,
        packet: u32,
    },
    /// A host's next packet is due. Of another `order` than the host's, it was replaced.
    Wake {
        host: u32,
        order: u32,
    },
    Start {
        flow: u32,
    },
    /// A NIC's update comes out.
    Update {
        host: u32,
    },
    Sample,
    /// It may be too late for an ACK.
    Timer {
        flow: u32,
    },
    /// A link changes, by the number of the change.
    Link {
        change: u32,
    },
    /// A flow's next message is there, or its first ping.
    Message {
        flow: u32,
    },
    /// T_fcr is over behind a switch port's advices.
    Advise {
        port: u32,
    },
    /// A late advice of a switch port goes.
    Late {
        port: u32,
    },
    /// A forged advice, by its number.
    Forged {
        number: u32,
    },
}

/// One end of a link.
pub(crate) struct Port {
    pub busy: bool,
    /// The peer has sent a PAUSE, and no RESUME.
    pub paused: bool,
    /// Since when, ns.
    pub paused_from: u64,
    /// How long it has been paused, ns, without the pause that lasts.
    pub paused_ns: u64,
    /// Its link has failed: what arrives here is lost.
    pub down: bool,
    /// Index of its host; NONE: a switch has it.
    pub host: u32,
    pub peer: u32,
    pub delay_ns: u64,
    pub rate: f64,
    pub rate_bps: u64,
    /// Bytes ever sent.
    pub tx: u64,
    /// Bytes in both queues.
    pub waiting: u64,
    /// Bytes in the queue of data and ACKs.
    pub class: u64,
    pub class_max: u64,
    pub queue: Queue,
    pub pauses: Queue,
    pub thresholds: Thresholds,
    pub random: Random,
    /// Chance of a loss on the link from the peer, in 2^-63.
    pub loss: u64,
    pub node: u32,
    /// Index of its switch, and its own there.
    pub switch: u32,
    pub index: u32,
}

pub(crate) struct Switch {
    pub node: u32,
    pub memory: Memory,
}

/// A network with its traffic. It runs once.
pub struct Fabric<N> {
    pub(crate) wheel: Wheel<Event>,
    pub(crate) packets: Packets,
    pub(crate) ports: Vec<Port>,
    pub(crate) switches: Vec<Switch>,
    pub(crate) hosts: Vec<Host>,
    pub(crate) nics: Vec<N>,
    pub(crate) flows: Vec<Flow>,
    pub(crate) specs: Vec<FlowSpec>,
    pub(crate) ways: Ways,
    pub(crate) options: Options,
    pub(crate) rtt_ns: u64,
    pub(crate) bdp_bytes: u64,
    pub(crate) completions: Vec<Completion>,
    pub(crate) counters: Counters,
    pub(crate) queues: Queues,
    pub(crate) changes: Changes,
    pub(crate) triggers: Triggers,
    /// Switches that advise.
    pub(crate) advisers: Option<Advisers>,
    /// Of flows that do not have all of their bytes at once.
    pub(crate) feeds: BTreeMap<u32, Feed>,
    /// ns of the last event that was no sample.
    pub(crate) last_ns: u64,
}

impl<N: Nic> Fabric<N> {
    /// A network with flows, and a NIC for each host.
    pub fn new(
        topology: &Topology,
        flows: &[FlowSpec],
        options: Options,
        mut nic: impl FnMut(Line) -> N,
    ) -> Result<Self, BuildError> {
        let ways = Ways::new(topology)?;
        let (rtt_ns, bdp_bytes) = ways.greatest()?;
        let mut ports: Vec<Port> = Vec::with_capacity(ways.ends.len());
        for (number, end) in ways.ends.iter().enumerate() {
            ports.push(Port {
                busy: false,
                paused: false,
                paused_from: 0,
                paused_ns: 0,
                down: false,
                host: ways.host_of[end.node as usize],
                peer: end.peer,
                delay_ns: end.delay_ns,
                rate: end.rate_bps as f64,
                rate_bps: end.rate_bps,
                tx: 0,
                waiting: 0,
                class: 0,
                class_max: 0,
                queue: Queue::EMPTY,
                pauses: Queue::EMPTY,
                thresholds: options.thresholds_of(end.rate_bps),
                random: Random::new(options.seed, number as u64),
                loss: end.loss,
                node: end.node,
                switch: NONE,
                index: 0,
            });
        }
        let hosts: Vec<Host> = ways.hosts.iter().map(|&node| Host::new(ways.ports(node).start as u32)).collect();
        let line_bps = |host: &Host| ports[host.port as usize].rate_bps;
        let speeds = Speeds::of(topology.told_rates());
        let line = |host| Line { line_bps: line_bps(host), rtt_ns, bdp_bytes, speeds, tuning: Tuning::RULE };
        let nics = hosts.iter().map(|host| nic(line(host))).collect();
        let host_bps = hosts.first().map_or(0, line_bps);
        let rule = memory::rule_bytes(topology.links().first().map_or(0, |link| link.rate_bps));
        let bytes = options.memory_bytes.unwrap_or(rule);
        let mut switches = Vec::new();
        for node in (0..topology.nodes()).filter(|&node| topology.is_switch(node)) {
            for (index, port) in ports[ways.ports(node)].iter_mut().enumerate() {
                (port.switch, port.index) = (switches.len() as u32, index as u32);
            }
            let shares = ports[ways.ports(node)].iter().map(|port| {
                (memory::headroom_bytes(port.rate_bps, port.delay_ns), memory::shift(port.rate_bps, host_bps))
            });
            let memory = match options.endless_memory {
                true => Memory::endless(shares.len()),
                false => Memory::new(bytes, shares).ok_or(BuildError::Memory { node, bytes })?,
            };
            switches.push(Switch { node, memory });
        }
        let queues = Queues::new(ports.len());
        let advisers = options.fcr.map(|fcr| Advisers::new(fcr, ports.len(), switches.len(), options.seed));
        let mut fabric = Self {
            wheel: Wheel::default(),
            packets: Packets::new(),
            ports,
            switches,
            hosts,
            nics,
            flows: Vec::new(),
            specs: flows.to_vec(),
            ways,
            options,
            rtt_ns,
            bdp_bytes,
            completions: Vec::new(),
            counters: Counters::default(),
            queues,
            changes: Changes::default(),
            triggers: Triggers::default(),
            advisers,
            feeds: BTreeMap::new(),
            last_ns: 0,
        };
        fabric.flows = flows.iter().enumerate().map(|(i, f)| fabric.flow(i, f)).collect::<Result<_, _>>()?;
        // in the order of the file, then the first sample (FABRIC 1)
        for (flow, spec) in flows.iter().enumerate() {
            if spec.start_ns != FlowSpec::LATER {
                fabric.wheel.schedule(spec.start_ns, Event::Start { flow: flow as u32 });
            }
        }
        if fabric.options.samples.count != 0 {
            fabric.wheel.schedule(fabric.options.samples.from_ns, Event::Sample);
        }
        Ok(fabric)
    }

    fn flow(&self, flow: usize, spec: &FlowSpec) -> Result<Flow, BuildError> {
        let &FlowSpec { src, dst, port, bytes, .. } = spec;
        let host = |node: u32| self.ways.host_of.get(node as usize).copied().filter(|&host| host != NONE);
        let (from, to) = match (host(src), host(dst)) {
            (Some(from), Some(to)) if from != to => (from, to),
            _ => return Err(BuildError::Ends { flow, src, dst, nodes: self.ways.host_of.len() as u32 }),
        };
        let way = self.ways.way(from, to).ok_or(BuildError::NoWay { flow, src, dst })?;
        if bytes == 0 {
            return Err(BuildError::Flow { flow, what: "expected at least 1 byte, found 0".to_owned() });
        }
        Ok(Flow {
            size: bytes,
            ready: bytes,
            una: 0,
            nxt: 0,
            window: 0,
            avail: 0,
            rate: 1,
            last_wire: 0,
            done: false,
            timed: false,
            deadline: 0,
            patience: 0,
            src: from,
            dst: to,
            traits: Traits {
                telemetry: self.options.telemetry,
                cnp_interval_ns: self.options.cnp_interval_ns,
                ecn: Ecn::Capable,
                ignores_updates: false,
                fcr: self.options.fcr.is_some(),
            },
            granted: false,
            unhurt: true,
            tells: false,
            ideal_ns: way.ideal_ns(bytes),
            qp: 0,
            key: mix(mix((src as u64) << 32 | dst as u64) ^ (flow as u64) << 16 ^ port as u64),
            expected: 0,
            cnp_from: 0,
            refused: u64::MAX,
        })
    }

    /// Runs until nothing is scheduled any more, or until `until_ns`.
    pub fn run(&mut self) {
        self.run_until(self.options.until_ns);
    }

    /// Runs what is scheduled up to `until_ns`, and not behind the time of the options. True: something is left.
    pub fn run_until(&mut self, until_ns: u64) -> bool {
        while self.run_to_sample(until_ns) != 0 {}
        self.next_ns().is_some_and(|next| next <= self.options.until_ns)
    }

    /// The same, but ends with a sample. How many samples that is: where nothing happens before the next ones, these
    /// are taken with it, as they are the same. 0: none was due by then.
    pub fn run_to_sample(&mut self, until_ns: u64) -> u64 {
        while let Some(event) = self.wheel.pop(until_ns.min(self.options.until_ns)) {
            if event == Event::Sample {
                return self.sample();
            }
            self.counters.events += 1;
            self.last_ns = self.wheel.now();
            match event {
                Event::End { port } => {
                    self.ports[port as usize].busy = false;
                    self.attempt(port);
                }
                Event::Arrival { port, packet } => self.arrives(port, packet),
                Event::Wake { host, order } => self.wakes(host, order),
                Event::Start { flow } => self.starts(flow),
                Event::Update { host } => self.comes_out(host),
                Event::Sample => {}
                Event::Timer { flow } => self.looks_at_timer(flow),
                Event::Link { change } => self.link_changes(change),
                Event::Message { flow } => self.message_comes(flow),
                Event::Advise { port } => self.looks_at_congestion(port),
                Event::Late { port } => self.says_late(port),
                Event::Forged { number } => self.forged_arrives(number),
            }
        }
        0
    }

    /// ns of the next event. `None`: nothing is scheduled any more.
    pub fn next_ns(&self) -> Option<u64> {
        self.wheel.next_time()
    }

    /// Sends a packet by a port that is idle (FABRIC 3).
    #[inline]
    pub(crate) fn send(&mut self, port: u32, packet: u32) {
        let at = &mut self.ports[port as usize];
        at.busy = true;
        let end = self.wheel.now() + ser(self.packets.at(packet).wire, at.rate);
        self.wheel.schedule(end, Event::End { port });
        self.wheel.schedule(end + at.delay_ns, Event::Arrival { port: at.peer, packet });
    }

    #[inline]
    pub(crate) fn attempt(&mut self, port: u32) {
        let at = &self.ports[port as usize];
        if at.busy {
            return;
        }
        if at.host == NONE { self.attempt_of_switch(port) } else { self.attempt_of_host(at.host) }
    }

    #[inline]
    fn arrives(&mut self, port: u32, packet: u32) {
        let at = &mut self.ports[port as usize];
        let kind = self.packets.at(packet).kind;
        if let Kind::Pause | Kind::Resume = kind {
            // never lost: a port that waits for a lost RESUME would wait for ever
            let paused = kind == Kind::Pause;
            let now = self.wheel.now();
            match (at.paused, paused) {
                (false, true) => at.paused_from = now,
                (true, false) => at.paused_ns += now - at.paused_from,
                _ => {}
            }
            at.paused = paused;
            let (node, at_host) = (at.node, at.host);
            self.changes.note_pause(now, node, port, paused);
            self.packets.release(packet);
            if at_host != NONE {
                self.paused_at_host(at_host, paused);
            }
            return self.attempt(port);
        }
        if at.down || at.loss != 0 && at.random.draw() >> 1 < at.loss {
            self.counters.lost.add(self.packets.at(packet).wire);
            return self.packets.release(packet);
        }
        let host = at.host;
        if host == NONE { self.arrives_at_switch(port, packet) } else { self.arrives_at_host(host, packet) }
    }

    /// Which of the ports that lead to a host a flow takes: the same at each switch for all its packets of a direction.
    #[inline]
    pub(crate) fn way_out(&self, node: u32, host: u32, flow: u32) -> Option<u32> {
        let choices = self.ways.choices(node, host);
        match choices {
            [port] => Some(*port),
            // all links that led there have failed
            [] => None,
            _ => Some(choices[(mix(self.flows[flow as usize].key ^ mix(node as u64)) % choices.len() as u64) as usize]),
        }
    }

    /// Takes a sample of every switch port's queue (FABRIC 7), and with it those that are due before anything happens.
    fn sample(&mut self) -> u64 {
        let (now, every_ns) = (self.wheel.now(), self.options.samples.every_ns);
        let (count, all) = (self.options.samples.count, self.options.samples.count == Samples::ALL);
        let left = count - self.queues.taken;
        // an event in the ns of a sample was scheduled before it
        let same = match self.wheel.next_time() {
            // the run may end here
            _ if all && self.completions.len() == self.flows.len() => 1,
            Some(next) => 1 + (next.min(self.options.until_ns.saturating_add(1)) - now).saturating_sub(1) / every_ns,
            None if all => 1,
            None => left,
        };
        let same = same.min(left).min(self.queues.at_once);
        self.add_samples(same);
        if same < left && !(all && self.wheel.next_time().is_none()) {
            self.wheel.schedule(now + same * every_ns, Event::Sample);
        }
        same
    }

    /// Counts the queues as they are now so many times.
    pub(crate) fn add_samples(&mut self, times: u64) {
        for switch in &self.switches {
            for port in self.ways.ports(switch.node) {
                self.queues.add(port, self.ports[port].class, times);
            }
        }
        self.queues.taken += times;
    }

    /// The greatest RTT of all pairs, ns, and the greatest BDP, bytes.
    pub fn rtt_and_bdp(&self) -> (u64, u64) {
        (self.rtt_ns, self.bdp_bytes)
    }

    /// Source ports: 10000, and up by one for each further flow of a pair (FABRIC 8).
    pub(crate) fn source_ports(&self) -> Vec<u64> {
        let mut pairs = BTreeMap::new();
        let mut next = |spec: &FlowSpec| {
            let port = pairs.entry((spec.src, spec.dst)).or_insert(10_000);
            *port += 1;
            *port - 1
        };
        self.specs.iter().map(&mut next).collect()
    }

    /// Bytes of payload that the receiver of a flow has, by the flow's place in the file.
    pub fn delivered(&self, flow: usize) -> u64 {
        self.flows[flow].expected
    }

    /// Tells the NICs that the run has ended.
    pub(crate) fn end_nics(&mut self) {
        let now_ns = self.wheel.now();
        self.nics.iter_mut().for_each(|nic| nic.end(now_ns));
    }

    /// Packets that are in a queue or on a wire.
    pub fn packets_under_way(&self) -> usize {
        self.packets.used()
    }
}
