//! Switches that advise (FABRIC 9), and senders that obey: rules by hand, every algorithm, and who attacks them.

#[path = "fcr/engine.rs"]
mod engine;

use fabric::nic::{Ack, AdviceCounts, Event, Golden, Line, Nic, Speeds, Tuning, Update};
use fabric::scenario::Scenario;
use fabric::{Body, Fabric, Fcr, FlowSpec, Link, Options, SimulateError, Timeout, Topology, Traits, report, simulate};
use model::packet::cnp::{Packet, Repr, Revised};
use proptest::prelude::*;
use std::path::Path;

const GOLDEN: [Golden; 5] =
    [Golden::Hpcc { max_stage: 5 }, Golden::Ldcp, Golden::Dctcp, Golden::DcqcnP, Golden::DcqcnD];

fn star(hosts: u32) -> Topology {
    let mut topology = Topology::new(hosts + 1);
    topology.set_switch(0);
    for host in 1..=hosts {
        topology.link(Link { ends: [0, host], rate_bps: 25_000_000_000, delay_ns: 1000, loss: 0 });
    }
    topology
}

fn flow(src: u32, dst: u32, bytes: u64) -> FlowSpec {
    FlowSpec { src, dst, port: 100, bytes, start_ns: 0 }
}

fn incast(senders: u32, bytes: u64) -> (Topology, Vec<FlowSpec>) {
    (star(senders + 1), (1..=senders).map(|src| flow(src, senders + 1, bytes)).collect())
}

fn read(body: &Body) -> Revised {
    Packet::new_checked(body).as_ref().and_then(Revised::parse).expect("an advice").expect("of our kind")
}

fn written(rate: u32, validity: u16, seq: u16, switch: u16) -> Body {
    Repr::from(Revised { withdraw: false, seq, rate, validity, switch }).reserved
}

/// A NIC that notes advices, and decides nothing.
#[derive(Debug, Default)]
struct Notes(Vec<(u64, Revised)>);

impl Nic for Notes {
    fn ack(&mut self, time_ns: u64, _: u32, event: Event<'_>) -> bool {
        if let Event::Advice(body) = event {
            self.0.push((time_ns, read(body)));
        }
        false
    }

    fn next(&mut self, _: u64) -> Option<Update> {
        None
    }

    fn due(&self) -> Option<u64> {
        None
    }
}

/// A network of 25G in which two flows send at the line's rate for 20 us, whatever they are told.
fn blind(fcr: Fcr, announced: [bool; 2]) -> Fabric<Notes> {
    let (topology, flows) = incast(2, 60_000);
    let options = Options { fcr: Some(fcr), ..Options::of_golden(Golden::Ldcp, 0) };
    let mut fabric = Fabric::new(&topology, &flows, options, |_| Notes::default()).expect("a network");
    for (flow, fcr) in announced.into_iter().enumerate() {
        fabric.set_traits(flow, Traits { ignores_updates: true, fcr, ..fabric.traits(flow) });
    }
    fabric.run();
    fabric
}

/// Every 335 ns brings a packet of 1048 B of each flow and takes one away; of pair k the second finds k before it, so
/// 24 packets, 25,152 B, are above K = 25,000 B with pair 23, at 1335 + 22·335 ns. The advice takes 20 ns and a link of
/// 1 us. T_fcr is 2·4640 ns: then the queue is above K still.
#[test]
fn a_congested_port_advises_each_sender_its_share_once_in_t_fcr() {
    let fabric = blind(Fcr::RULE, [true, true]);
    let first = 1335 + 22 * 335;
    for nic in &fabric.nics()[..2] {
        let times: Vec<u64> = nic.0.iter().map(|&(time, _)| time).collect();
        assert_eq!(times[..2], [first + 1020, first + 9280 + 1020], "{times:?}");
        assert!(times.windows(2).all(|pair| pair[1] - pair[0] >= 9260), "{times:?}");
        for (n, (_, advice)) in nic.0.iter().enumerate() {
            // 0.95·25,000/2 Mbit/s, 18.56 us cut upwards
            let seq = n as u16 + 1;
            assert_eq!(*advice, Revised { withdraw: false, seq, rate: 11_875, validity: 19, switch: 0 });
        }
    }
    assert!(fabric.nics()[2].0.is_empty(), "who only receives gets none");
    // all 120 packets are through by 1335 + 120·335 ns
    assert!(fabric.nics()[0].0.len() <= 5, "{:?}", fabric.nics()[0].0);
}

/// Who does not understand an advice gets none, and has its share of the rate all the same.
#[test]
fn a_sender_that_does_not_announce_fcr_gets_marks_alone() {
    let fabric = blind(Fcr::RULE, [true, false]);
    let [one, other, _] = fabric.nics() else { panic!("three hosts") };
    assert!(one.0.iter().all(|(_, advice)| advice.rate == 11_875) && one.0.len() > 1);
    assert!(other.0.is_empty());
}

/// Late, lost, or of another share: what the options say.
#[test]
fn advices_are_late_lost_or_less_as_the_options_say() {
    let late = blind(Fcr { late_ns: 3000, ..Fcr::RULE }, [true, true]);
    assert_eq!(late.nics()[0].0[0].0, 1335 + 22 * 335 + 3000 + 1020);
    let lost = blind(Fcr { lost_percent: 100, ..Fcr::RULE }, [true, true]);
    let c = lost.counters();
    assert!(lost.nics().iter().all(|nic| nic.0.is_empty()));
    assert!(c.advices.packets > 0 && c.lost.packets == c.advices.packets, "{c:?}");
    let half = blind(Fcr { share_percent: 50, validity_periods: 10, ..Fcr::RULE }, [true, true]);
    assert_eq!((half.nics()[0].0[0].1.rate, half.nics()[0].0[0].1.validity), (6_250, 93));
}

const LINE: Line =
    Line { line_bps: 25_000_000_000, rtt_ns: 4640, bdp_bytes: 14_500, speeds: Speeds::TABLE, tuning: Tuning::RULE };

/// A NIC with a QP, and the last update that has come out.
struct One<N>(N, Option<Update>);

impl<N: Nic> One<N> {
    fn new(nic: N) -> Self {
        let mut one = Self(nic, None);
        one.at(0, Event::Open { flow: 0 });
        one
    }

    /// What happens at `ns`, and what the QP sends at then.
    fn at(&mut self, ns: u64, event: Event<'_>) -> Update {
        self.0.ack(ns, 0, event);
        self.until(ns)
    }

    fn until(&mut self, ns: u64) -> Update {
        while let Some(due) = self.0.due().filter(|&due| due <= ns) {
            while let Some(update) = self.0.next(due) {
                self.1 = Some(update);
            }
        }
        let opened = Update { qp: 0, window_bytes: LINE.bdp_bytes, rate_bps: LINE.line_bps, repace: false };
        self.1.unwrap_or(opened)
    }
}

/// 4,000 Mbit/s: a window of 4,000·4,640/8,000 = 2,320 B, which are 2.265625 packets of 1,024 B and so 2,265 bytes of
/// ours; HPCC++'s is in bytes.
#[test]
fn every_algorithm_sends_at_most_at_the_advice_and_does_not_jump_when_it_ends() {
    let advice = written(4000, 20, 1, 7);
    for golden in GOLDEN {
        let nics = [golden.advised_nic(LINE, 0), golden.advised_ideal_nic(LINE, 0)];
        let mut run = 0;
        for nic in nics.into_iter().flatten() {
            let mut one = One::new(nic);
            let said = one.at(5_000, Event::Advice(&advice));
            let window = match golden {
                Golden::Hpcc { .. } => 2_320,
                Golden::Ldcp | Golden::Dctcp => 2_265,
                _ => u64::MAX,
            };
            assert_eq!(said.window_bytes, window, "{golden:?}");
            assert!((3_999_999_900..=4_000_000_000).contains(&said.rate_bps), "{golden:?} {said:?}");
            // the microsecond in which it came is counted: its end is at 25 us
            let last = one.until(24_999);
            assert_eq!((last.window_bytes, last.rate_bps), (said.window_bytes, said.rate_bps), "{golden:?}");
            let after = one.until(25_000);
            assert!(after.window_bytes <= window, "{golden:?} {after:?}");
            match golden {
                // the line paces a window
                Golden::Ldcp | Golden::Dctcp => assert_eq!(after.rate_bps, LINE.line_bps),
                // R = W/T is rounded
                _ => assert!(after.rate_bps <= 4_000_004_000, "{golden:?} {after:?}"),
            }
            let counts = one.0.advice_counts();
            assert_eq!((counts.taken, counts.lowered), (1, 1), "{golden:?}");
            run += 1;
        }
        assert_eq!(run, if matches!(golden, Golden::DcqcnP | Golden::DcqcnD) { 1 } else { 2 }, "{golden:?}");
    }
}

/// A marked ACK, or a CNP, while an advice is live: neither window nor rate of the algorithm's own falls.
#[test]
fn marks_are_not_seen_while_an_advice_is_live() {
    let advice = written(20_000, 200, 1, 7);
    for golden in GOLDEN {
        let of = |advised: bool| {
            let mut one = One::new(golden.advised_nic(LINE, 0).expect("a NIC"));
            if advised {
                one.at(1_000, Event::Advice(&advice));
            }
            for n in 1..=12 {
                let ack = Ack {
                    seq: 1000 * n,
                    nxt: 1000 * n + 12_000,
                    confirmed: 1000,
                    mark: true,
                    nack: false,
                    path: 0,
                    telemetry: &[],
                };
                one.at(1_000 + 1_000 * n, Event::Ack(ack));
                one.at(1_500 + 1_000 * n, Event::Cnp);
                one.at(1_600 + 1_000 * n, Event::Sent { nxt: ack.nxt });
            }
            one.until(60_000);
            (one.1, one.0.advice_counts().marks)
        };
        let ((with, ignored), (without, heard)) = (of(true), of(false));
        let (with, without) = (with.expect("an update"), without.expect("an update"));
        assert!(ignored >= 12 && heard == 0, "{golden:?} {ignored}");
        match golden {
            Golden::Hpcc { .. } => {}
            Golden::DcqcnP | Golden::DcqcnD => assert!(with.rate_bps > without.rate_bps, "{golden:?}"),
            _ => assert!(with.window_bytes > without.window_bytes, "{golden:?} {with:?} {without:?}"),
        }
    }
}

/// What a forger may say and what comes of it.
#[test]
fn forged_advices_are_rejected_dropped_or_hold_no_longer_than_they_say() {
    for golden in GOLDEN {
        let mut one = One::new(golden.advised_nic(LINE, 0).expect("a NIC"));
        let before = one.until(1_000);
        let mut version = written(4000, 20, 1, 7);
        version[0] = 0x21;
        let mut kind = written(4000, 20, 1, 7);
        kind[0] = 0x12;
        for body in [
            written(0, 20, 1, 7),
            written(25_001, 20, 1, 7),
            written(u32::MAX, 20, 1, 7),
            written(1, 0, 1, 7),
            version,
            kind,
        ] {
            assert_eq!(one.at(2_000, Event::Advice(&body)), before, "{golden:?} {body:?}");
        }
        // an old number and the same again do not prolong
        one.at(3_000, Event::Advice(&written(4000, 20, 5, 7)));
        one.at(10_000, Event::Advice(&written(5000, 60_000, 4, 7)));
        one.at(10_000, Event::Advice(&written(5000, 60_000, 5, 7)));
        let counts = one.0.advice_counts();
        let expected = AdviceCounts { taken: 1, rejected: 4, ignored: 2, unknown: 2, marks: 0, lowered: 0 };
        assert_eq!(counts, expected, "{golden:?}");
        one.until(23_000);
        assert_eq!(one.0.advice_counts().lowered, 1, "{golden:?}: it has ended at 23 us");
    }
}

fn run(network: &(Topology, Vec<FlowSpec>), golden: Golden, options: Options) -> Fabric<fabric::nic::Function> {
    let mut fabric = made(network, golden, options);
    fabric.run();
    fabric
}

fn made(
    (topology, flows): &(Topology, Vec<FlowSpec>),
    golden: Golden,
    options: Options,
) -> Fabric<fabric::nic::Function> {
    let nic = |line| match options.fcr {
        Some(_) => golden.advised_nic(line, 0).expect("a NIC"),
        None => golden.nic(line, 0).expect("a NIC"),
    };
    Fabric::new(topology, flows, options.clone(), nic).expect("a network")
}

fn options(golden: Golden, fcr: Option<Fcr>) -> Options {
    Options { fcr, until_ns: 10_000_000_000, ..Options::of_golden(golden, 0) }
}

/// FCR over an algorithm changes nothing while there is no advice: none is made, or all are lost.
#[test]
fn without_an_advice_every_completion_time_is_that_of_the_algorithm_alone() {
    let network = incast(5, 300_000);
    let never = Fcr { queue_bytes: 1 << 20, ..Fcr::RULE };
    let lost = Fcr { lost_percent: 100, ..Fcr::RULE };
    for golden in GOLDEN {
        let alone = run(&network, golden, options(golden, None)).fct_text();
        for fcr in [never, lost] {
            let fabric = run(&network, golden, options(golden, Some(fcr)));
            assert_eq!(fabric.fct_text(), alone, "{golden:?} {fcr:?}");
            assert_eq!(fabric.counters().advices.packets != 0, fcr.lost_percent == 100, "{golden:?}");
        }
    }
}

/// Without an end to DCQCN's queue but FCR's: it is far shorter, no byte is lost, and all ends.
#[test]
fn advices_keep_the_queue_of_an_incast_short() {
    let network = incast(6, 1_000_000);
    for golden in [Golden::DcqcnP, Golden::DcqcnD] {
        let of = |fcr| run(&network, golden, options(golden, fcr));
        let longest = |fabric: &Fabric<_>| fabric.longest_queue().expect("a switch").0;
        let (alone, advised) = (of(None), of(Some(Fcr::RULE)));
        assert_eq!((alone.completions().len(), advised.completions().len()), (6, 6));
        assert!(4 * longest(&advised) < longest(&alone), "{} {}", longest(&advised), longest(&alone));
    }
}

/// Forged advices of 1 Mbit/s again and again, of many switches, for QPs that there are and that there are not; of a
/// rate of 0, and above the line. The first end a flow's haste for as long as they say; then it goes on.
#[test]
fn who_forges_advices_slows_a_flow_and_stops_none() {
    let network = incast(4, 200_000);
    for golden in GOLDEN {
        let honest = run(&network, golden, options(golden, Some(Fcr::RULE)));
        let mut fabric = made(&network, golden, options(golden, Some(Fcr::RULE)));
        for n in 0..200u16 {
            let at = 1_000 + 500 * u64::from(n);
            let rate = [1, 0, 30_000, u32::MAX][usize::from(n) % 4];
            assert!(fabric.forge(at, 1, u32::from(n % 3), written(rate, 300, n, n % 7)));
        }
        assert!(!fabric.forge(0, 0, 0, [0; 16]) && !fabric.forge(0, 99, 0, [0; 16]), "a switch, and no node");
        fabric.run();
        let c = *fabric.counters();
        assert_eq!(fabric.completions().len(), 4, "{golden:?}");
        assert!((0..4).all(|flow| fabric.delivered(flow) == 200_000), "{golden:?}");
        assert_eq!(c.forged, 200, "{golden:?}");
        // QPs 1 and 2 are none of the host's
        assert_eq!(c.strays, 133, "{golden:?}");
        let of = |fabric: &Fabric<_>| fabric.completions().iter().find(|done| done.flow == 0).expect("it ended").fct_ns;
        assert!(of(&fabric) > of(&honest), "{golden:?}: held for a time");
        // 1 Mbit/s is a packet in 8.4 ms; the last such advice ends 0.4 ms behind the first
        assert!(of(&fabric) < of(&honest) + 20_000_000, "{golden:?}: {}", of(&fabric));
        assert!(fabric.nics()[0].advice_counts().rejected > 0, "{golden:?}");
        conserves(&fabric).expect("bytes");
    }
}

/// Advices that come long behind what they are about, that are lost by half, or whose switch looks again long behind
/// their end: all flows end, nothing is lost but advices, and a rate does not rise when an advice ends.
#[test]
fn late_and_lost_advices_and_slow_switches_stop_nobody_and_let_no_rate_jump() {
    let network = incast(5, 500_000);
    let late = Fcr { late_ns: 400_000, ..Fcr::RULE };
    let lossy = Fcr { lost_percent: 50, ..Fcr::RULE };
    let slow = Fcr { period_rtts: 40, validity_periods: 1, ..Fcr::RULE };
    for golden in GOLDEN {
        for fcr in [late, lossy, slow] {
            let mut fabric = made(&network, golden, options(golden, Some(fcr)));
            let mut ends = 0;
            let (mut at, mut before) = (0, AdviceCounts::default());
            let mut rate = fabric.window_and_rate(0);
            while fabric.run_until(at) {
                let (now, counts) = (fabric.window_and_rate(0), fabric.nics()[0].advice_counts());
                let advised = counts.lowered > before.lowered && counts.taken == before.taken;
                // the step in which an advice ended, and no period of DCQCN's; with a window, the line paces it
                if advised && matches!(golden, Golden::DcqcnP | Golden::DcqcnD) {
                    let period = at % 45_000 < 100;
                    assert!(now.1 <= rate.1 || period, "{golden:?} {fcr:?} {at}: {rate:?} to {now:?}");
                    ends += 1;
                } else if let (true, Some(window), Some(last)) = (advised, now.0, rate.0) {
                    assert!(window <= last + 1048, "{golden:?} {fcr:?}: {rate:?} to {now:?}");
                    ends += 1;
                }
                (before, rate) = (counts, now);
                at += 100;
            }
            assert!(ends > 0 || fcr == late || golden == GOLDEN[0], "{golden:?} {fcr:?}: no advice ended");
            assert_eq!(fabric.completions().len(), 5, "{golden:?} {fcr:?}");
            conserves(&fabric).expect("bytes");
        }
    }
}

/// Nothing is under way, and what hosts and switches made was received, dropped or lost.
fn conserves<N: Nic>(fabric: &Fabric<N>) -> Result<(), TestCaseError> {
    prop_assert_eq!(fabric.packets_under_way(), 0);
    let c = fabric.counters();
    let [made, gone] = [[c.data, c.acks, c.advices], [c.received, c.dropped, c.lost]]
        .map(|all| all.iter().fold((0, 0), |sum, count| (sum.0 + count.packets, sum.1 + count.bytes)));
    prop_assert_eq!(made, gone);
    prop_assert_eq!(c.pauses, c.resumes);
    for (bytes, shared, _) in fabric.memory() {
        prop_assert_eq!((bytes, shared), (0, 0));
    }
    Ok(())
}

/// Two leaves, two spines, hosts of 25G.
fn leaves(hosts_a_leaf: u32, loss: u64) -> Topology {
    let hosts = 2 * hosts_a_leaf;
    let mut topology = Topology::new(hosts + 4);
    (hosts..hosts + 4).for_each(|switch| topology.set_switch(switch));
    let delay_ns = 1000;
    for host in 0..hosts {
        let ends = [host, hosts + host / hosts_a_leaf];
        topology.link(Link { ends, rate_bps: 25_000_000_000, delay_ns, loss });
    }
    for (leaf, spine) in [(0, 2), (0, 3), (1, 2), (1, 3)] {
        let ends = [hosts + leaf, hosts + spine];
        topology.link(Link { ends, rate_bps: 25_000_000_000, delay_ns, loss });
    }
    topology
}

fn fcrs() -> impl Strategy<Value = Fcr> {
    (0u64..3000, 1u64..6, 1u64..=100, 1u64..5, 0u64..50_000, prop::sample::select(vec![0, 30, 100])).prop_map(
        |(queue_bytes, period_rtts, share_percent, validity_periods, late_ns, lost_percent)| Fcr {
            queue_bytes,
            period_rtts,
            // a share of a per cent holds a flow for milliseconds, which is only long
            share_percent: share_percent.max(20),
            validity_periods,
            late_ns,
            lost_percent,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// With advices, forged ones too, on networks of several switches: bytes are conserved, all is delivered, and one
    /// seed gives the same bytes.
    #[test]
    fn with_advices_bytes_are_conserved_all_is_delivered_and_one_seed_gives_the_same_bytes(
        hosts_a_leaf in 2u32..5,
        asks in prop::collection::vec((0u32..8, 0u32..8, 1u64..150_000, 0u64..20_000), 2..14),
        to_one: bool,
        golden in prop::sample::select(GOLDEN.to_vec()),
        fcr in fcrs(),
        lossy: bool,
        forged in prop::collection::vec((0u64..200_000, 0u32..8, 0u32..4, prop::array::uniform16(any::<u8>())), 0..20),
        seed: u64,
    ) {
        let hosts = 2 * hosts_a_leaf;
        let of = |&(src, dst, bytes, start_ns): &(u32, u32, u64, u64)| {
            let (src, dst) = (src % hosts, if to_one { 0 } else { dst % hosts });
            FlowSpec { src, dst: if dst == src { (dst + 1) % hosts } else { dst }, port: 100, bytes, start_ns }
        };
        let flows: Vec<FlowSpec> = asks.iter().map(of).collect();
        let network = (leaves(hosts_a_leaf, if lossy { (1 << 63) / 200 } else { 0 }), flows);
        let timeout = lossy.then_some(Timeout::RULE);
        let go = || {
            let mut fabric = made(&network, golden, Options { seed, timeout, ..options(golden, Some(fcr)) });
            for (ns, node, qp, body) in &forged {
                // a forged advice that anybody would take is of 1 Gbit/s at least, so that the run ends soon
                let mut body = *body;
                if body[0] & 1 == 1 {
                    let rate = 1000 + u32::from(body[1]) * 100;
                    body = written(rate, u16::from(body[2]) + 1, u16::from(body[3]), u16::from(body[4] % 6));
                }
                assert!(fabric.forge(*ns, node % hosts, *qp, body));
            }
            fabric.run();
            fabric
        };
        let fabric = go();
        conserves(&fabric)?;
        prop_assert_eq!(fabric.completions().len(), network.1.len());
        for (i, flow) in network.1.iter().enumerate() {
            prop_assert_eq!(fabric.delivered(i), flow.bytes);
        }
        let again = go();
        prop_assert_eq!(fabric.fct_text(), again.fct_text());
        prop_assert_eq!(fabric.counters(), again.counters());
    }
}

/// 8 bytes on an empty network: 56 B take 17 ns a link, the ACK 19, four links 1 us each. A message of 2,000 B is two
/// packets, the second 335 ns behind the first.
#[test]
fn pings_and_messages_are_timed_from_their_coming_to_their_ack() {
    let flows = [flow(1, 2, 8_000), flow(3, 2, 4_000)];
    let mut fabric = Fabric::new(&star(3), &flows, Options::of_golden(Golden::DcqcnP, 0), |line| {
        Golden::DcqcnP.nic(line, 0).expect("a NIC")
    })
    .expect("a network");
    assert!(fabric.ping(0, 50_000));
    assert!(!fabric.bring(1, &[(0, 2_000)]) && !fabric.bring(1, &[(200_000, 2_000), (100_000, 2_000)]));
    assert!(fabric.bring(1, &[(100_000, 2_000), (200_000, 2_000)]));
    fabric.run();
    // 13 are sent before 50 us, the last at 48,864
    assert_eq!(fabric.latencies_ns(0), [4_072; 13]);
    assert_eq!((fabric.bytes(0), fabric.delivered(0)), (13 * 8, 13 * 8));
    assert_eq!(fabric.latencies_ns(1), [4_000 + 335 + 2 * (335 + 19); 2]);
    assert_eq!(fabric.completions().len(), 2);
}

fn short(load: u64, fcr: bool) -> Scenario {
    let table = if fcr { "[fcr]\n" } else { "" };
    let text = format!(
        "kind = \"many-to-one\"\ncc = \"dcqcn-p\"\nsenders = 6\nrate_gbps = 25\nload_percent = {load}\n\
         duration_us = 20_000\n{table}"
    );
    Scenario::parse(Path::new("s.toml"), &text).expect("a scenario")
}

/// The draft's experiment (8.1), a tenth as long as that of RESULTS.md.
#[test]
fn the_tail_of_short_messages_is_halved_at_least_by_advices() {
    for load in [30, 50, 80, 100] {
        let [alone, advised] = [false, true].map(|fcr| {
            let scenario = short(load, fcr);
            let outcome = simulate(&scenario).expect("a run");
            assert!(outcome.complete, "{load}");
            report::figures(&scenario, &outcome)
        });
        let tail = |figures: &report::Figures| figures.pings.as_ref().expect("pings").p99_9_ns;
        assert!(2 * tail(&advised) <= tail(&alone), "{load}: {} {}", tail(&advised), tail(&alone));
        let fcr = advised.fcr.expect("advices");
        assert!(fcr.taken == fcr.advices && fcr.taken > 0 && fcr.rejected == 0, "{load}: {fcr:?}");
    }
}

/// Of 30 forged advices of 100 Mbit/s for 50 us each, 1 us apart, each newer one takes the place of the one before; 10
/// are above the line, 5 for a QP that the host does not have.
#[test]
fn a_scenario_has_forged_advices_and_says_what_became_of_them() {
    let honest = "kind = \"incast\"\ncc = \"dcqcn-p\"\nsenders = 2\nbytes = 100_000\n[fcr]\nlost_percent = 100\n";
    let one = |host: u32, qp: u32, rate_mbps: u32, times: u32| {
        format!(
            "[[fcr.forged]]\nhost = {host}\nqp = {qp}\nat_us = 1\nrate_mbps = {rate_mbps}\nvalidity_us = 50\n\
             switch = 9\ntimes = {times}\n"
        )
    };
    let forged = [one(0, 0, 100, 30), one(0, 0, 100_001, 10), one(1, 1, 100, 5)].concat();
    let of = |text: &str| {
        let scenario = Scenario::parse(Path::new("s.toml"), text).expect("a scenario");
        let outcome = simulate(&scenario).expect("a run");
        let fct = outcome.flows[0].fct_ns.expect("it ends");
        (fct, report::figures(&scenario, &outcome).fcr.expect("figures"))
    };
    let ((honest_ns, _), (forged_ns, fcr)) = (of(honest), of(&format!("{honest}{forged}")));
    assert_eq!((fcr.forged, fcr.strays, fcr.rejected, fcr.taken), (45, 5, 10, 30));
    // held for 79 us, and from 100 Mbit/s on it is DCQCN's to raise the rate
    assert!(forged_ns > honest_ns + 79_000, "{honest_ns} {forged_ns}");
}

#[test]
fn what_is_wrong_with_fcr_is_told_in_one_line() {
    let refused = |text: &str| match Scenario::parse(Path::new("s.toml"), text) {
        Err(e) => e.to_string(),
        Ok(scenario) => simulate(&scenario).err().as_ref().map_or("it ran".to_owned(), SimulateError::to_string),
    };
    for (text, message) in [
        ("kind = \"incast\"\n[fcr]\nqueue = 3", "s.toml:3: expected one of `queue_bytes`, `period_rtts`, "),
        (
            "kind = \"incast\"\n[fcr]\nqueue_bytes = 1048577",
            "s.toml:3: queue_bytes: expected 0 to 1048576, found 1048577",
        ),
        ("kind = \"incast\"\n[fcr]\nperiod_rtts = 0", "s.toml:3: period_rtts: expected 1 to 1048576, found 0"),
        ("kind = \"incast\"\n[fcr]\nshare_percent = 101", "s.toml:3: share_percent: expected 1 to 100, found 101"),
        (
            "kind = \"incast\"\n[fcr]\nvalidity_periods = 0",
            "s.toml:3: validity_periods: expected 1 to 1048576, found 0",
        ),
        ("kind = \"incast\"\n[fcr]\nlate_us = 1000001", "s.toml:3: late_us: expected 0 to 1000000, found 1000001"),
        ("kind = \"incast\"\n[fcr]\nlost_percent = 101", "s.toml:3: lost_percent: expected 0 to 100, found 101"),
        (
            "kind = \"incast\"\n[fcr]\n[[fcr.forged]]\nhost = 17\nqp = 0\nat_us = 1\nrate_mbps = 1\n\
             validity_us = 1\nswitch = 1",
            "s.toml:4: host: expected a node that is a host, found 17",
        ),
        ("kind = \"incast\"\n[fcr]\n[[fcr.forged]]\nhost = 1", "s.toml:3: expected a key `qp`, found none"),
        ("kind = \"incast\"\nmarks_percent = 0", "s.toml:2: marks_percent: expected 1 to 1000, found 0"),
        (
            "kind = \"incast\"\ncc = \"hp\"\n[fcr]",
            "s.toml:2: cc: expected another algorithm than those of --nic reference where switches advise (fcr), found hp",
        ),
        ("kind = \"many-to-one\"\nsenders = 1", "s.toml:2: senders: expected 2 to 1023, found 1"),
        ("kind = \"many-to-one\"\nload_percent = 101", "s.toml:2: load_percent: expected 1 to 100, found 101"),
        (
            "kind = \"many-to-one\"\nbytes = 1\nduration_us = 10000000",
            "s.toml:2: bytes: expected at most 1000000 messages",
        ),
        (
            "kind = \"many-to-one\"\nhosts = 7",
            "s.toml:2: expected a key that kind = \"many-to-one\" takes, found `hosts`",
        ),
    ] {
        let found = refused(text);
        assert!(found.starts_with(message) && !found.contains('\n'), "{text}: {found}");
    }
}
