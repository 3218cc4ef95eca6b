//! The golden model in the loop: its pure steps as the NIC of each host.

use fabric::nic::{Function, FunctionError, Golden, Line, Mode, Nic};
use fabric::{Fabric, FlowSpec, Link, Options, Topology};

fn star(hosts: u32, gbps: u64) -> Topology {
    let mut topology = Topology::new(hosts + 1);
    topology.set_switch(0);
    for host in 1..=hosts {
        topology.link(Link { ends: [0, host], rate_bps: gbps * 1_000_000_000, delay_ns: 1000, loss: 0 });
    }
    topology
}

fn incast(hosts: u32, bytes: u64) -> Vec<FlowSpec> {
    (1..hosts).map(|src| FlowSpec { src, dst: hosts, port: 100, bytes, start_ns: 0 }).collect()
}

fn options(golden: Golden) -> Options {
    Options { telemetry: golden.telemetry(), marking: golden.marking(), ..Options::of(Mode::Hp, 0) }
}

fn run(golden: Golden, gbps: u64, hosts: u32, bytes: u64, latency_ns: u64) -> Fabric<Function> {
    let (topology, flows) = (star(hosts, gbps), incast(hosts, bytes));
    let nic = |line| golden.nic(line, latency_ns).expect("parameters");
    let mut fabric = Fabric::new(&topology, &flows, options(golden), nic).expect("a network");
    fabric.run();
    assert_eq!(fabric.completions().len(), flows.len(), "{golden:?}");
    fabric
}

/// When the last flow is complete, ns.
fn last<N: Nic>(fabric: &Fabric<N>) -> u64 {
    fabric.completions().last().map_or(0, |c| c.fct_ns)
}

const BYTES: u64 = 2_000_000;

/// The draft's arithmetic in fixed point and the public simulator's in rates take the same turns: the last flow ends
/// within 3 %, and the longest queue, that of the start, is the same.
#[test]
fn hpcc_ends_where_the_reference_sender_ends() {
    let mut compared = 0;
    for (gbps, hosts) in [(25, 3), (25, 9), (100, 3), (100, 9), (400, 3), (400, 9)] {
        for (mode, max_stage) in [(Mode::Hp, 0), (Mode::Hp5, 5)] {
            let golden = run(Golden::Hpcc { max_stage }, gbps, hosts, BYTES, 0);
            let (topology, flows) = (star(hosts, gbps), incast(hosts, BYTES));
            let mut reference =
                Fabric::new(&topology, &flows, Options::of(mode, 0), |line| mode.nic(line)).expect("a network");
            reference.run();
            let (ours, theirs) = (last(&golden), last(&reference));
            assert!(ours.abs_diff(theirs) * 1000 <= theirs * 30, "{gbps}G, {hosts}, {mode:?}: {ours} and {theirs} ns");
            assert_eq!(golden.longest_queue(), reference.longest_queue(), "{gbps}G, {hosts}, {mode:?}");
            compared += 1;
        }
    }
    assert_eq!(compared, 12);
}

/// What LDCP and DCTCP are for: the link is never idle, and the queue stays near the threshold of its marks.
#[test]
fn ldcp_and_dctcp_keep_the_link_busy_and_the_queue_at_the_threshold() {
    let (packets, threshold) = (2 * BYTES / 1000, 75_000);
    // a packet in 335 ns, behind the first one's way there and back
    let bound = 1000 + 335 * packets + 1000 + 2 * 19 + 2000 + 335;
    for golden in [Golden::Ldcp, Golden::Dctcp] {
        let fabric = run(golden, 25, 3, BYTES, 0);
        assert_eq!(last(&fabric), bound, "{golden:?}");
        let (longest, node, port) = fabric.longest_queue().expect("a switch has ports");
        assert_eq!((node, port), (0, 3));
        assert!((threshold..threshold + 20_000).contains(&longest), "{golden:?}: {longest} B");
    }
}

#[test]
fn the_time_an_update_takes_shows_in_the_loop() {
    for golden in [Golden::Hpcc { max_stage: 5 }, Golden::Ldcp, Golden::Dctcp] {
        let of = |latency_ns| run(golden, 25, 3, BYTES, latency_ns).fct_text();
        let texts = [0, 100, 1000].map(of);
        assert_eq!(texts, [0, 100, 1000].map(of), "{golden:?}: one configuration, one result");
        assert!(texts[0] != texts[1] && texts[1] != texts[2], "{golden:?}: {texts:?}");
    }
}

#[test]
fn figures_beyond_the_parameters_are_refused() {
    let nic = |rtt_ns, bdp_bytes| {
        let line = Line { line_bps: 25_000_000_000, rtt_ns, bdp_bytes };
        Golden::Hpcc { max_stage: 0 }.nic(line, 0).map(|_| ())
    };
    assert_eq!(nic(4640, 14_500), Ok(()));
    // T from 256 ns to 1.05 ms, W below 2^28 bytes and not below its floor
    assert!(matches!(nic(200, 14_500), Err(FunctionError::Hpcc(_))));
    assert!(matches!(nic(2_000_000, 14_500), Err(FunctionError::Hpcc(_))));
    assert!(matches!(nic(4640, 1 << 28), Err(FunctionError::Hpcc(_))));
    assert!(matches!(nic(4640, 100), Err(FunctionError::Hpcc(_))));
    assert!(matches!(nic(u64::MAX, 14_500), Err(FunctionError::Range(_))));
}
