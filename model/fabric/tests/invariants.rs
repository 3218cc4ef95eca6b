//! What holds on every network with every traffic: random small ones, under every algorithm.
//!
//! Ways go up and down again, so pauses wait for one another in no circle, and nothing may stand still: that all is
//! delivered says it. A ring of switches has such circles, and PFC may lock it up by itself; what then stands still a
//! run says (`stood_still`).

use fabric::nic::{Algorithm, Golden, Mixed, Mode, UpdateLatency};
use fabric::{Fabric, FlowSpec, Link, Options, Timeout, Topology};
use proptest::prelude::*;

/// A network of leaves and spines in pods; every leaf is linked to every spine of its pod, and these to two cores, if
/// there are two pods.
#[derive(Clone, Debug)]
struct Network {
    pods: u32,
    /// Of a pod.
    leaves: u32,
    spines: u32,
    hosts_a_leaf: u32,
    host_gbps: u64,
    spine_gbps: u64,
    delay_ns: u64,
    /// Chance of a loss on each link, in 2^-63.
    loss: u64,
}

impl Network {
    fn hosts(&self) -> u32 {
        self.pods * self.leaves * self.hosts_a_leaf
    }

    fn cores(&self) -> u32 {
        if self.pods > 1 { 2 } else { 0 }
    }

    /// Hosts have the first numbers.
    fn topology(&self) -> Topology {
        let hosts = self.hosts();
        let (leaves, spines) = (self.pods * self.leaves, self.pods * self.spines);
        let nodes = hosts + leaves + spines + self.cores();
        let mut topology = Topology::new(nodes);
        (hosts..nodes).for_each(|s| topology.set_switch(s));
        let (delay_ns, loss) = (self.delay_ns, self.loss);
        for host in 0..hosts {
            let ends = [host, hosts + host / self.hosts_a_leaf];
            topology.link(Link { ends, rate_bps: self.host_gbps * 1_000_000_000, delay_ns, loss });
        }
        let mut up = |a, b| {
            topology.link(Link { ends: [a, b], rate_bps: self.spine_gbps * 1_000_000_000, delay_ns, loss });
        };
        for (leaf, spine) in (0..leaves).flat_map(|l| (0..self.spines).map(move |s| (l, s))) {
            up(hosts + leaf, hosts + leaves + leaf / self.leaves * self.spines + spine);
        }
        for (spine, core) in (0..spines).flat_map(|s| (0..self.cores()).map(move |c| (s, c))) {
            up(hosts + leaves + spine, hosts + leaves + spines + core);
        }
        topology
    }
}

fn networks() -> impl Strategy<Value = Network> {
    let rates = prop::sample::select(vec![(25, 25), (25, 100), (100, 100), (100, 50), (100, 400)]);
    (1u32..3, 1u32..4, 1u32..4, 2u32..5, rates, 1000u64..3000).prop_map(
        |(pods, leaves, spines, hosts_a_leaf, (host_gbps, spine_gbps), delay_ns)| Network {
            pods,
            leaves,
            spines,
            hosts_a_leaf,
            host_gbps,
            spine_gbps,
            delay_ns,
            loss: 0,
        },
    )
}

/// Source, destination, bytes, start in ns; hosts are taken modulo how many there are.
type Ask = (u32, u32, u64, u64);

/// Some to any host, some all to one.
fn traffic(most_bytes: u64) -> impl Strategy<Value = Vec<Ask>> {
    let mixed = prop::collection::vec((0u32..16, 0u32..16, 1..most_bytes, 0u64..20_000), 1..12);
    let incast = prop::collection::vec((1u32..16, Just(0u32), 1..most_bytes, 0u64..2_000), 4..16);
    prop_oneof![mixed, incast]
}

fn flows(network: &Network, asks: &[Ask]) -> Vec<FlowSpec> {
    let hosts = network.hosts();
    let of = |&(src, dst, bytes, start_ns): &Ask| {
        let (src, dst) = (src % hosts, dst % hosts);
        FlowSpec { src, dst: if dst == src { (dst + 1) % hosts } else { dst }, port: 100, bytes, start_ns }
    };
    asks.iter().map(of).collect()
}

/// The senders of the public simulator, and the golden model's.
fn algorithms() -> impl Strategy<Value = Algorithm> {
    let golden = [Golden::Ldcp, Golden::Hpcc { max_stage: 5 }, Golden::Dctcp, Golden::DcqcnP, Golden::DcqcnD];
    let reference = Mode::ALL.into_iter().map(Algorithm::Reference);
    prop::sample::select(golden.map(Algorithm::Golden).into_iter().chain(reference).collect::<Vec<_>>())
}

fn options(algorithm: Algorithm) -> Options {
    let options = match algorithm {
        Algorithm::Reference(mode) => Options::of(mode, 0),
        other => Options::of_golden(other.golden().expect("the golden model's"), 0),
    };
    Options { until_ns: 3_000_000_000, ..options }
}

type Run = Fabric<Mixed>;

fn run(network: &Network, flows: &[FlowSpec], algorithm: Algorithm, options: Options) -> Run {
    let nic = |line| {
        let of_flow = vec![algorithm; flows.len()].into();
        Mixed::new(line, flows.len() as u32, of_flow, UpdateLatency::Ns(0)).expect("its parameters hold the line's")
    };
    let mut fabric = Fabric::new(&network.topology(), flows, options, nic).expect("a network");
    fabric.run();
    fabric
}

/// Nothing is under way, and what hosts made was received, dropped or lost.
fn conserves(fabric: &Run) -> Result<(), TestCaseError> {
    prop_assert_eq!(fabric.packets_under_way(), 0);
    let c = fabric.counters();
    prop_assert_eq!(c.data.bytes + c.acks.bytes, c.received.bytes + c.dropped.bytes + c.lost.bytes);
    prop_assert_eq!(c.data.packets + c.acks.packets, c.received.packets + c.dropped.packets + c.lost.packets);
    prop_assert_eq!(c.pauses, c.resumes);
    for (bytes, shared, _) in fabric.memory() {
        prop_assert_eq!((bytes, shared), (0, 0));
    }
    Ok(())
}

fn delivers_all(fabric: &Run, flows: &[FlowSpec]) -> Result<(), TestCaseError> {
    prop_assert_eq!(fabric.completions().len(), flows.len());
    for (i, flow) in flows.iter().enumerate() {
        prop_assert_eq!(fabric.delivered(i), flow.bytes);
    }
    Ok(())
}

/// Reserve and headroom of the switch that needs most, and a pool of `pool` bytes.
fn memory(network: &Network, pool: u64) -> u64 {
    let headroom = |gbps: u64| 3 * (gbps * network.delay_ns / 8) + 4096;
    let up = headroom(network.spine_gbps);
    let leaf = network.hosts_a_leaf as u64 * headroom(network.host_gbps) + network.spines as u64 * up;
    let spine = (network.leaves + network.cores()) as u64 * up;
    leaf.max(spine).max((network.pods * network.spines) as u64 * up) + pool
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn with_headroom_nothing_is_dropped_however_small_the_pool(
        network in networks(),
        asks in traffic(300_000),
        algorithm in algorithms(),
        pool in 0u64..60_000,
    ) {
        let flows = flows(&network, &asks);
        let bytes = memory(&network, pool);
        let fabric = run(&network, &flows, algorithm, Options { memory_bytes: Some(bytes), ..options(algorithm) });
        prop_assert_eq!(fabric.counters().dropped.packets, 0);
        conserves(&fabric)?;
        delivers_all(&fabric, &flows)?;
        let longest = fabric.longest_queue().map_or(0, |(bytes, ..)| bytes);
        prop_assert!(longest <= bytes, "a queue of {} in a memory of {}", longest, bytes);
    }

    #[test]
    fn go_back_n_delivers_all_under_losses_of_one_per_cent(
        network in networks(),
        asks in traffic(200_000),
        algorithm in algorithms(),
        seed: u64,
    ) {
        let network = Network { loss: (1 << 63) / 100, ..network };
        let flows = flows(&network, &asks);
        let fabric = run(&network, &flows, algorithm, Options { timeout: Some(Timeout::RULE), seed, ..options(algorithm) });
        conserves(&fabric)?;
        delivers_all(&fabric, &flows)?;
    }

    #[test]
    fn one_seed_gives_the_same_bytes(network in networks(), asks in traffic(100_000), seed: u64) {
        let network = Network { loss: (1 << 63) / 200, ..network };
        let flows = flows(&network, &asks);
        let of = |seed| {
            let hp = Algorithm::Reference(Mode::Hp);
            let options = Options { timeout: Some(Timeout::RULE), seed, ..Options::of(Mode::Hp, 50) };
            let fabric = run(&network, &flows, hp, Options { until_ns: 3_000_000_000, ..options });
            (fabric.fct_text(), fabric.queue_text(), *fabric.counters())
        };
        prop_assert_eq!(of(seed), of(seed));
    }
}

/// The properties above would hold on networks where nothing is lost, dropped or paused, too.
#[test]
fn the_properties_meet_pauses_losses_timeouts_and_drops() {
    let network = Network {
        pods: 1,
        leaves: 1,
        spines: 1,
        hosts_a_leaf: 8,
        host_gbps: 100,
        spine_gbps: 100,
        delay_ns: 1000,
        loss: 0,
    };
    let asks: Vec<Ask> = (1..8).map(|src| (src, 0, 200_000, 0)).collect();
    let flows = flows(&network, &asks);
    let [dctcp, hp] = [Mode::Dctcp, Mode::Hp].map(Algorithm::Reference);
    let small = Options { memory_bytes: Some(memory(&network, 20_000)), ..options(dctcp) };
    let paused = run(&network, &flows, dctcp, small);
    assert!(paused.counters().pauses > 0 && paused.counters().dropped.packets == 0, "{:?}", paused.counters());
    let lossy = Network { loss: (1 << 63) / 100, ..network };
    let options = Options { timeout: Some(Timeout::RULE), ..options(hp) };
    let lossy = run(&lossy, &flows, hp, options);
    assert!(lossy.counters().lost.packets > 10 && lossy.counters().timeouts > 0, "{:?}", lossy.counters());
}
