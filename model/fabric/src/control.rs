//! What a scenario changes in a network, and what it looks at while the network runs.

use crate::fabric::{Event, Fabric};
use crate::flow::Traits;
use crate::nic::Nic;
use crate::topology::RATES_BPS;

/// What becomes of a link.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum LinkState {
    /// It carries packets at so many bit/s.
    Up(u64),
    /// What is sent on it is lost, but for PAUSE and RESUME. Ways that take it are no longer chosen.
    Down,
}

/// A PAUSE or RESUME that has come to a port.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct PauseChange {
    /// When, ns.
    pub time_ns: u64,
    /// The port's node.
    pub node: u32,
    /// Number of the port at its node, from 1.
    pub port: u32,
    /// PAUSE; else RESUME.
    pub paused: bool,
}

/// The most PAUSE and RESUME frames that are noted.
pub(crate) const MAX_PAUSES: usize = 100_000;

#[derive(Debug, Default)]
pub(crate) struct Changes {
    links: Vec<(usize, LinkState)>,
    pauses: Vec<PauseChange>,
}

impl Changes {
    /// `port` by its number in the network.
    pub fn note_pause(&mut self, time_ns: u64, node: u32, port: u32, paused: bool) {
        if self.pauses.len() < MAX_PAUSES {
            self.pauses.push(PauseChange { time_ns, node, port, paused });
        }
    }
}

impl<N: Nic> Fabric<N> {
    /// Gives a flow traits of its own, before it starts.
    pub fn set_traits(&mut self, flow: usize, traits: Traits) {
        self.flows[flow].traits = traits;
    }

    /// A flow's traits.
    pub fn traits(&self, flow: usize) -> Traits {
        self.flows[flow].traits
    }

    /// A link, by its place in the topology, changes at `time_ns`. A packet under way at a new rate keeps the old one;
    /// thresholds, memory, RTT and BDP stay. False: there is no such link or rate.
    pub fn change_link(&mut self, time_ns: u64, link: usize, state: LinkState) -> bool {
        let rate = !matches!(state, LinkState::Up(rate) if !RATES_BPS.contains(&rate));
        let can_be = rate && link < self.ways.links.len();
        if can_be {
            self.wheel.schedule(time_ns, Event::Link { change: self.changes.links.len() as u32 });
            self.changes.links.push((link, state));
        }
        can_be
    }

    #[cold]
    pub(crate) fn link_changes(&mut self, change: u32) {
        let (link, state) = self.changes.links[change as usize];
        let mut moved = false;
        for port in self.ways.links[link] {
            let at = &mut self.ports[port as usize];
            let down = state == LinkState::Down;
            moved |= down != at.down;
            at.down = down;
            if let LinkState::Up(rate_bps) = state {
                (at.rate_bps, at.rate) = (rate_bps, rate_bps as f64);
            }
        }
        if moved {
            let ports = &self.ports;
            self.ways.route(|port| ports[port].down);
        }
    }

    /// ns of the last event that was run; samples are none.
    pub fn now_ns(&self) -> u64 {
        self.last_ns
    }

    /// When a flow started or is to start, ns.
    pub fn start_ns(&self, flow: usize) -> u64 {
        self.specs[flow].start_ns
    }

    /// What a flow takes on an empty network, ns (FABRIC 7).
    pub fn ideal_ns(&self, flow: usize) -> u64 {
        self.flows[flow].ideal_ns
    }

    /// A flow has started.
    pub fn has_started(&self, flow: usize) -> bool {
        self.flows[flow].window != 0
    }

    /// How long all ports together have been paused up to now, ns, and how many of them are.
    pub(crate) fn paused_in_all(&self) -> (u64, u64) {
        if self.counters.pauses == 0 {
            return (0, 0);
        }
        let now = self.wheel.now();
        let of = |port: &crate::fabric::Port| port.paused_ns + if port.paused { now - port.paused_from } else { 0 };
        (self.ports.iter().map(of).sum(), self.ports.iter().filter(|port| port.paused).count() as u64)
    }

    /// A flow's window in bytes, `None` where it has none, and its rate in bit/s.
    pub fn window_and_rate(&self, flow: usize) -> (Option<u64>, u64) {
        let flow = &self.flows[flow];
        (Some(flow.window).filter(|&window| window != u64::MAX), flow.rate)
    }

    /// The switch ports: node, and number from 1.
    pub fn switch_ports(&self) -> Vec<(u32, usize)> {
        let of = |node| (1..=self.ways.ports(node).len()).map(move |port| (node, port));
        self.switches.iter().flat_map(|switch| of(switch.node)).collect()
    }

    /// Bytes of data and ACKs that wait at each of the switch ports.
    pub fn queue_bytes(&self, out: &mut Vec<u64>) {
        out.clear();
        for switch in &self.switches {
            out.extend(self.ways.ports(switch.node).map(|port| self.ports[port].class));
        }
    }

    /// How many of the samples had so many whole kB at a switch port, by kB.
    pub fn queue_counts(&self, node: u32, port: usize) -> &[u64] {
        self.queues.counts(self.ways.ports(node).start + port - 1)
    }

    /// How long ports have been paused up to now: node, number from 1, ns. Ports that never were are left out.
    pub fn paused(&self) -> Vec<(u32, usize, u64)> {
        let now = self.wheel.now();
        let ports = self.ports.iter().enumerate().filter_map(|(number, port)| {
            let lasting = if port.paused { now - port.paused_from } else { 0 };
            let ns = port.paused_ns + lasting;
            (ns != 0).then(|| (port.node, number - self.ways.ports(port.node).start + 1, ns))
        });
        ports.collect()
    }

    /// The first 100,000 PAUSE and RESUME frames that came to a port.
    pub fn pause_changes(&self) -> Vec<PauseChange> {
        let number = |c: &PauseChange| c.port - self.ways.ports(c.node).start as u32 + 1;
        self.changes.pauses.iter().map(|c| PauseChange { port: number(c), ..*c }).collect()
    }
}
