//! The network: nodes, links, shortest ways, RTT and BDP (FABRIC 5, "Ways" and "RTT and BDP").

use crate::packet::NONE;
use std::ops::RangeInclusive;

/// The most nodes of a network.
pub const MAX_NODES: u32 = 4096;

/// Rates of a link, bit/s: at the least a packet takes 9 s; at the greatest 1000 B take 1 ns, so that no RTT is 0.
pub const RATES_BPS: RangeInclusive<u64> = 1000..=8_000_000_000_000;
/// The longest delay of a link, ns.
pub const MAX_DELAY_NS: u64 = 1 << 30;

/// A link between two nodes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The two nodes.
    pub ends: [u32; 2],
    /// Bit/s in each direction.
    pub rate_bps: u64,
    /// From one end to the other, ns.
    pub delay_ns: u64,
    /// The chance that a packet is lost on it, in 2^-63.
    pub loss: u64,
}

/// Nodes, of which some are switches, and links in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topology {
    switches: Vec<bool>,
    links: Vec<Link>,
}

impl Topology {
    /// So many nodes: hosts all, and no link.
    pub fn new(nodes: u32) -> Self {
        Self { switches: vec![false; nodes as usize], links: Vec::new() }
    }

    /// Makes a node a switch; there is such a node.
    pub fn set_switch(&mut self, node: u32) {
        self.switches[node as usize] = true;
    }

    /// Adds a link.
    pub fn link(&mut self, link: Link) {
        self.links.push(link);
    }

    /// Whether a node is a switch; there is such a node.
    pub fn is_switch(&self, node: u32) -> bool {
        self.switches[node as usize]
    }

    /// How many nodes there are: hosts and switches.
    pub fn nodes(&self) -> u32 {
        self.switches.len() as u32
    }

    /// A node that no links connect with node 0.
    pub(crate) fn apart(&self) -> Option<u32> {
        let mut near = vec![Vec::new(); self.switches.len()];
        for &Link { ends: [a, b], .. } in &self.links {
            near[a as usize].push(b);
            near[b as usize].push(a);
        }
        let mut reached = vec![false; self.switches.len()];
        let mut next = vec![0u32];
        while let Some(node) = next.pop() {
            if let Some(seen) = reached.get_mut(node as usize)
                && !std::mem::replace(seen, true)
            {
                next.extend(&near[node as usize]);
            }
        }
        reached.iter().position(|reached| !reached).map(|node| node as u32)
    }

    /// Rates of the links that a switch has, bit/s, in the order of the file: those that telemetry tells.
    pub(crate) fn told_rates(&self) -> impl Iterator<Item = u64> {
        let told = self.links.iter().filter(|link| link.ends.iter().any(|&node| self.is_switch(node)));
        told.map(|link| link.rate_bps)
    }

    /// The first link of the longest delay; 0 where there is none.
    pub(crate) fn longest_link(&self) -> usize {
        let longest = self.links.iter().map(|link| link.delay_ns).max();
        self.links.iter().position(|link| Some(link.delay_ns) == longest).unwrap_or(0)
    }

    /// The same with delays of at most so much.
    pub(crate) fn with_delays_of(mut self, most_ns: u64) -> Self {
        self.links.iter_mut().for_each(|link| link.delay_ns = link.delay_ns.min(most_ns));
        self
    }

    /// The links, in the order of the file.
    pub fn links(&self) -> &[Link] {
        &self.links
    }
}

/// One end of a link.
#[derive(Copy, Clone, Debug)]
pub(crate) struct End {
    pub node: u32,
    /// The port at the other end.
    pub peer: u32,
    pub rate_bps: u64,
    pub delay_ns: u64,
    pub loss: u64,
}

/// A network that cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    #[error("the network has {0} nodes: expected at most {MAX_NODES}")]
    Nodes(u32),
    #[error("link {link}: expected two different nodes, 1 kbit/s to 8 Tbit/s and a delay of at most {MAX_DELAY_NS} ns")]
    Link { link: usize },
    #[error("node {node}: expected one link, as it is a host, found {links}")]
    HostLinks { node: u32, links: usize },
    #[error("flow {flow}: expected two different hosts below node {nodes}, found {src} and {dst}")]
    Ends { flow: usize, src: u32, dst: u32, nodes: u32 },
    #[error("flow {flow}: no way leads from node {src} to node {dst}")]
    NoWay { flow: usize, src: u32, dst: u32 },
    #[error("flow {flow}: {what}")]
    Flow { flow: usize, what: String },
    #[error(
        "switch {node}: reserve and headroom of its ports are more than its {bytes} bytes of memory; give it more with `memory_bytes`"
    )]
    Memory { node: u32, bytes: u64 },
    #[error("the network has no two hosts that a way connects")]
    NoPair,
}

/// What a way between two hosts has.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// 2·Σ delay + Σ ⌊8·10^12/R⌋ over its links, ns.
    pub rtt_ns: u64,
    /// The least R, bit/s.
    pub least_bps: u64,
}

impl Way {
    /// ⌊RTT·least R/(8·10^9)⌋, bytes.
    pub fn bdp_bytes(&self) -> u64 {
        (self.rtt_ns as u128 * self.least_bps as u128 / 8_000_000_000) as u64
    }

    /// What a flow of `bytes` takes on an empty network, ns (FABRIC 7).
    pub fn ideal_ns(&self, bytes: u64) -> u64 {
        let wire = bytes as u128 + 48 * bytes.div_ceil(1000) as u128;
        self.rtt_ns + (wire * 8_000_000_000 / self.least_bps as u128) as u64
    }
}

/// Ports by number, and the shortest ways.
#[derive(Debug)]
pub(crate) struct Ways {
    /// All ports; those of a node stand together, in the order of links in the file.
    pub ends: Vec<End>,
    /// First port of a node; one more at the end.
    first: Vec<u32>,
    /// Node of a host by its index.
    pub hosts: Vec<u32>,
    /// Index of a host by its node; NONE: a switch.
    pub host_of: Vec<u32>,
    /// By node and then host: where its ports stand in `choices`, and how many.
    routes: Vec<(u32, u32)>,
    choices: Vec<u32>,
    /// The two ports of each link, in the order of the file.
    pub links: Vec<[u32; 2]>,
}

impl Ways {
    pub fn new(topology: &Topology) -> Result<Self, BuildError> {
        if topology.nodes() > MAX_NODES {
            return Err(BuildError::Nodes(topology.nodes()));
        }
        let nodes = topology.nodes() as usize;
        let wrong = |link: &Link| {
            let [a, b] = link.ends;
            let nodes = a != b && a.max(b) < topology.nodes();
            !nodes || !RATES_BPS.contains(&link.rate_bps) || link.delay_ns > MAX_DELAY_NS
        };
        if let Some(link) = topology.links.iter().position(wrong) {
            return Err(BuildError::Link { link });
        }
        let mut first = vec![0u32; nodes + 1];
        for node in topology.links.iter().flat_map(|l| l.ends) {
            first[node as usize + 1] += 1;
        }
        for node in 0..nodes {
            let links = first[node + 1] as usize;
            if !topology.switches[node] && links != 1 {
                return Err(BuildError::HostLinks { node: node as u32, links });
            }
            first[node + 1] += first[node];
        }
        let mut next = first.clone();
        let mut ends = vec![End { node: NONE, peer: NONE, rate_bps: 0, delay_ns: 0, loss: 0 }; first[nodes] as usize];
        let mut links = Vec::with_capacity(topology.links.len());
        for &Link { ends: [a, b], rate_bps, delay_ns, loss } in &topology.links {
            let [pa, pb] = [a, b].map(|node| {
                next[node as usize] += 1;
                next[node as usize] - 1
            });
            links.push([pa, pb]);
            for (node, port, peer) in [(a, pa, pb), (b, pb, pa)] {
                ends[port as usize] = End { node, peer, rate_bps, delay_ns, loss };
            }
        }
        let hosts: Vec<u32> = (0..nodes as u32).filter(|&n| !topology.is_switch(n)).collect();
        let mut host_of = vec![NONE; nodes];
        for (index, &node) in hosts.iter().enumerate() {
            host_of[node as usize] = index as u32;
        }
        let mut ways = Self { ends, first, hosts, host_of, routes: Vec::new(), choices: Vec::new(), links };
        ways.route(|_| false);
        Ok(ways)
    }

    /// Shortest in hops, by a breadth-first search from each host. No way takes a port that is `down`.
    pub fn route(&mut self, down: impl Fn(usize) -> bool) {
        self.choices.clear();
        let (nodes, hosts) = (self.host_of.len(), self.hosts.len());
        self.routes = vec![(0, 0); nodes * hosts];
        for (index, &host) in self.hosts.iter().enumerate() {
            let mut distance = vec![NONE; nodes];
            distance[host as usize] = 0;
            let mut order = vec![host];
            let mut at = 0;
            while at < order.len() {
                let node = order[at];
                at += 1;
                for port in self.ports(node).filter(|&port| !down(port)) {
                    let next = self.ends[self.ends[port].peer as usize].node;
                    if distance[next as usize] == NONE {
                        distance[next as usize] = distance[node as usize] + 1;
                        order.push(next);
                    }
                }
            }
            for &node in &order[1..] {
                let start = self.choices.len();
                let nearer = |port: &usize| {
                    let next = self.ends[self.ends[*port].peer as usize].node;
                    !down(*port) && distance[next as usize].saturating_add(1) == distance[node as usize]
                };
                self.choices.extend(self.ports(node).filter(nearer).map(|port| port as u32));
                let count = self.choices.len() - start;
                self.routes[node as usize * hosts + index] = (start as u32, count as u32);
            }
        }
    }

    /// The ports of a node.
    pub fn ports(&self, node: u32) -> std::ops::Range<usize> {
        self.first[node as usize] as usize..self.first[node as usize + 1] as usize
    }

    /// The ports of `node` that lead to a host by a shortest way, in the order of the file.
    #[inline]
    pub fn choices(&self, node: u32, host: u32) -> &[u32] {
        let (start, count) = self.routes[node as usize * self.hosts.len() + host as usize];
        &self.choices[start as usize..(start + count) as usize]
    }

    /// The way from one host to another, by indices; of several the first.
    pub fn way(&self, from: u32, to: u32) -> Option<Way> {
        let (mut node, end) = (self.hosts[from as usize], self.hosts[to as usize]);
        let (mut delay, mut packets, mut least_bps) = (0, 0, u64::MAX);
        while node != end {
            let port = self.ends[*self.choices(node, to).first()? as usize];
            delay += port.delay_ns;
            packets += 8_000_000_000_000 / port.rate_bps;
            least_bps = least_bps.min(port.rate_bps);
            node = self.ends[port.peer as usize].node;
        }
        Some(Way { rtt_ns: 2 * delay + packets, least_bps })
    }

    /// The greatest RTT and the greatest BDP of all pairs, in ns and bytes.
    pub fn greatest(&self) -> Result<(u64, u64), BuildError> {
        let hosts = 0..self.hosts.len() as u32;
        let pairs = hosts.clone().flat_map(|a| hosts.clone().filter(move |&b| a != b).map(move |b| (a, b)));
        pairs
            .filter_map(|(a, b)| self.way(a, b))
            .map(|way| (way.rtt_ns, way.bdp_bytes()))
            .reduce(|a, b| (a.0.max(b.0), a.1.max(b.1)))
            .ok_or(BuildError::NoPair)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn star(gbps: u64) -> Topology {
        let mut topology = Topology::new(4);
        topology.set_switch(0);
        for host in 1..4 {
            topology.link(Link { ends: [0, host], rate_bps: gbps * 1_000_000_000, delay_ns: 1000, loss: 0 });
        }
        topology
    }

    #[test]
    fn rtt_and_bdp_are_those_of_the_rules() {
        for (gbps, expected) in [(25, (4640, 14_500)), (100, (4160, 52_000)), (400, (4040, 202_000))] {
            let ways = Ways::new(&star(gbps)).expect("a network");
            assert_eq!(ways.greatest(), Ok(expected), "{gbps}G");
        }
    }

    #[test]
    fn the_dumbbell_has_the_figures_of_the_rules() {
        let mut topology = Topology::new(6);
        topology.set_switch(0);
        topology.set_switch(1);
        for (ends, gbps) in [([0, 1], 50), ([0, 2], 25), ([0, 3], 25), ([1, 4], 25), ([1, 5], 25)] {
            topology.link(Link { ends, rate_bps: gbps * 1_000_000_000, delay_ns: 1000, loss: 0 });
        }
        let ways = Ways::new(&topology).expect("a network");
        assert_eq!(ways.greatest(), Ok((6800, 21_250)));
        assert_eq!(ways.choices(0, 3), [0]);
    }

    #[test]
    fn of_several_ways_all_ports_are_there_in_the_order_of_the_file() {
        let mut topology = Topology::new(6);
        (0..4).for_each(|s| topology.set_switch(s));
        for ends in [[4, 0], [0, 2], [0, 1], [2, 3], [1, 3], [3, 5]] {
            topology.link(Link { ends, rate_bps: 1_000_000_000, delay_ns: 1, loss: 0 });
        }
        let ways = Ways::new(&topology).expect("a network");
        // switch 0 has the ports 0 (host 4), 1 (switch 2), 2 (switch 1)
        assert_eq!(ways.choices(0, 1), [1, 2]);
        assert_eq!(ways.choices(0, 0), [0]);
    }

    #[test]
    fn a_host_with_two_links_is_refused() {
        let mut topology = star(25);
        topology.link(Link { ends: [0, 1], rate_bps: 1_000_000_000, delay_ns: 1, loss: 0 });
        assert_eq!(Ways::new(&topology).map(|_| ()), Err(BuildError::HostLinks { node: 1, links: 2 }));
    }
}
