//! The golden model in the loop: its pure steps as the NIC of each host.

use fabric::nic::{Event, Function, FunctionError, Golden, Line, Mode, Nic, Speeds, Tuning};
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

fn run(golden: Golden, gbps: u64, hosts: u32, bytes: u64, latency_ns: u64) -> Fabric<Function> {
    let (topology, flows) = (star(hosts, gbps), incast(hosts, bytes));
    let nic = |line| golden.nic(line, latency_ns).expect("parameters");
    let mut fabric = Fabric::new(&topology, &flows, Options::of_golden(golden, 0), nic).expect("a network");
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
        let line = Line { line_bps: 25_000_000_000, rtt_ns, bdp_bytes, speeds: Speeds::TABLE, tuning: Tuning::RULE };
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

/// CNPs are there, rates fall by them, and nobody starves: all flows of an incast end within three times what the link
/// needs. With CP0 = 1 and g = 1/256 the first cuts are halves, and CP takes 12 ms to fall.
#[test]
fn dcqcn_shares_the_link_by_its_periods() {
    for golden in [Golden::DcqcnP, Golden::DcqcnD, Golden::Dcqcn2015] {
        let (hosts, bytes) = (9, 10_000_000);
        let fabric = run(golden, 25, hosts, bytes, 500);
        let least = (hosts as u64 - 1) * bytes / 1000 * 335;
        let last = last(&fabric);
        assert!((least..3 * least).contains(&last), "{golden:?}: {last} of at least {least} ns");
        let counters = fabric.counters();
        assert!(counters.cnps > 100, "{golden:?}: {counters:?}");
        // without cuts, the memory would fill until the senders are told to pause
        assert_eq!(counters.pauses, 0, "{golden:?}");
    }
}

/// A flow alone is never marked: it keeps the line's rate.
#[test]
fn dcqcn_without_marks_keeps_line_rate() {
    for golden in [Golden::DcqcnP, Golden::DcqcnD, Golden::Dcqcn2015] {
        let fabric = run(golden, 25, 2, BYTES, 500);
        assert_eq!(last(&fabric), (BYTES / 1000) * 335 + 335 + 4000 + 2 * 19, "{golden:?}");
        assert_eq!(fabric.counters().cnps, 0);
    }
}

/// SEMANTICS D10, with the reset values: 16 periods without a packet end a QP's activity, and a packet resumes it.
#[test]
fn a_qp_has_periods_until_it_is_idle() {
    let line =
        Line { line_bps: 25_000_000_000, rtt_ns: 4640, bdp_bytes: 14_500, speeds: Speeds::TABLE, tuning: Tuning::RULE };
    let mut nic = Golden::DcqcnP.nic(line, 100).expect("parameters");
    nic.ack(0, 0, Event::Open { flow: 0 });
    let ends = |nic: &mut Function| {
        let mut ends = Vec::new();
        while let Some(due) = nic.due() {
            while let Some(update) = nic.next(due) {
                assert_eq!((update.qp, update.window_bytes, update.repace), (0, u64::MAX, false));
                ends.push((due, update.rate_bps));
            }
        }
        ends
    };
    assert_eq!(ends(&mut nic), [(100, 25_000_000_000)]);
    for event in [Event::Sent { nxt: 1000 }, Event::Cnp] {
        assert!(!nic.ack(1000, 0, event));
    }
    let first = ends(&mut nic);
    // that with the packet, and 16 without
    let times: Vec<u64> = (1..=17).map(|n| 1000 + n * 45_000 + 100).collect();
    assert_eq!(first.iter().map(|&(time, _)| time).collect::<Vec<_>>(), times);
    // CP0 = 1: the rate halves, and one step of fast recovery brings half of it back; no further one without packets
    assert_eq!(first[0].1, 12_500_000_000);
    assert!(first[1..].iter().all(|&(_, rate)| rate == 18_750_000_000), "{first:?}");
    nic.ack(2_000_000, 0, Event::Sent { nxt: 1000 });
    let second = ends(&mut nic);
    assert_eq!(second[0], (2_045_100, 21_875_000_000));
}
