//! How many data packets a second of processor time the fabric carries on one core: 32 hosts on four leaves and four
//! spines, each host at 100G with a flow to one host of every other leaf, `hp`. The median of five runs.

use cpu_time::ProcessTime;
use fabric::nic::Mode;
use fabric::{Fabric, FlowSpec, Link, Options, Topology};

const HOSTS: u32 = 32;
const LEAVES: u32 = 4;
const SPINES: u32 = 4;
const GBPS_100: u64 = 100_000_000_000;
const BYTES: u64 = 4_000_000;

fn clos() -> Topology {
    let mut topology = Topology::new(HOSTS + LEAVES + SPINES);
    (HOSTS..HOSTS + LEAVES + SPINES).for_each(|s| topology.set_switch(s));
    let mut link = |a, b, rate_bps| topology.link(Link { ends: [a, b], rate_bps, delay_ns: 1000, loss: 0 });
    (0..HOSTS).for_each(|host| link(host, HOSTS + host / (HOSTS / LEAVES), GBPS_100));
    for (leaf, spine) in (0..LEAVES).flat_map(|l| (0..SPINES).map(move |s| (l, s))) {
        link(HOSTS + leaf, HOSTS + LEAVES + spine, 2 * GBPS_100);
    }
    topology
}

fn main() -> Result<(), fabric::BuildError> {
    let topology = clos();
    // across the spines: three hosts of the other leaves
    let flows: Vec<FlowSpec> = (0..HOSTS)
        .flat_map(|src| (1..LEAVES).map(move |leaf| (src, (src + leaf * HOSTS / LEAVES) % HOSTS)))
        .map(|(src, dst)| FlowSpec { src, dst, port: 100, bytes: BYTES, start_ns: 0 })
        .collect();
    let mut rates = Vec::new();
    let mut last = None;
    for _ in 0..5 {
        let options = Options::of(Mode::Hp, 0);
        let mut fabric = Fabric::new(&topology, &flows, options, |line| Mode::Hp.nic(line))?;
        let start = ProcessTime::now();
        fabric.run();
        let seconds = start.elapsed().as_secs_f64();
        assert_eq!(fabric.completions().len(), flows.len(), "every flow completes");
        let counters = *fabric.counters();
        rates.push(counters.data.packets as f64 / seconds);
        assert!(last.is_none_or(|last| last == counters), "one seed, one result");
        last = Some(counters);
    }
    rates.sort_by(f64::total_cmp);
    let counters = last.unwrap_or_default();
    let (packets, events) = (counters.data.packets, counters.events);
    println!("{HOSTS} hosts, {packets} data packets, {events} events: {:.3} M data packets a second", rates[2] / 1e6);
    Ok(())
}
