//! The engine's cycle model as a NIC against the pure function with the same latency.

use fabric::nic::{Ack, Algorithm, CYCLE_NS, Clocked, Cycle, Event, Golden, Line, Nic, Speeds, Tuning, Update};
use fabric::random::Random;
use fabric::scenario::Scenario;
use fabric::{Fabric, Hop, simulate};
use std::collections::BTreeSet;
use std::path::Path;

const LINE: Line =
    Line { line_bps: 100_000_000_000, rtt_ns: 4160, bdp_bytes: 52_000, speeds: Speeds::TABLE, tuning: Tuning::RULE };

fn cycle(qps: u32) -> Cycle {
    Cycle::new(Golden::Ldcp, LINE, qps).expect("its parameters hold the line's")
}

/// All updates by `end_ns`, with the time at which the NIC is asked because it said so.
fn updates(nic: &mut impl Nic, end_ns: u64) -> Vec<(u64, Update)> {
    let mut all = Vec::new();
    while let Some(due) = nic.due().filter(|&due| due <= end_ns) {
        while let Some(update) = nic.next(due) {
            all.push((due, update));
        }
    }
    all
}

fn ack(seq: u64, confirmed: u64, mark: bool) -> Event<'static> {
    Event::Ack(Ack { seq, nxt: seq, confirmed, mark, nack: false, path: 0, telemetry: &[] })
}

/// By hand: 1 us is cycle 200; the parser has an event for 9 cycles, the engine with LDCP alone for 39, and the update
/// stands on its port for one.
#[test]
fn an_update_comes_out_when_parser_and_engine_have_done_it() {
    let mut nic = cycle(1);
    assert_eq!((CYCLE_NS, nic.latency_ns()), (5, 49 * 5));
    nic.ack(0, 0, Event::Open { flow: 0 });
    nic.ack(0, 0, Event::Sent { nxt: 1000 });
    for (time_ns, seq) in [(1000, 1000), (2001, 2000), (3004, 3000)] {
        nic.ack(time_ns - 500, 0, Event::Sent { nxt: seq });
        assert!(nic.ack(time_ns, 0, ack(seq, 1000, false)));
        let came = updates(&mut nic, time_ns + 500);
        let times: Vec<u64> = came.iter().map(|&(time, _)| time).collect();
        assert_eq!(times, [time_ns.next_multiple_of(5) + 245]);
        // 52 packets and 1/52 more of each ACK
        assert!((52_000..52_060).contains(&came[0].1.window_bytes) && came[0].1.rate_bps == LINE.line_bps);
    }
    assert_eq!(nic.due(), None);
}

/// ACKs of 16 QPs, 5 to 45 ns apart, those of a QP at least 8 cycles, so that none joins another: the windows of each
/// QP are those of the function, in its order, with windows of some packets and below one.
#[test]
fn the_windows_of_a_qp_are_those_of_the_function() {
    const QPS: u32 = 16;
    let mut function = Golden::Ldcp.nic(LINE, 0).expect("its parameters hold the line's");
    let mut cycle = cycle(QPS);
    let (mut random, mut sent, mut of) =
        (Random::new(1, 0), [0u64; QPS as usize], [const { [Vec::new(), Vec::new()] }; QPS as usize]);
    (0..QPS).for_each(|flow| _ = function.ack(0, flow, Event::Open { flow }));
    let mut last = [None; QPS as usize];
    let (mut now, mut paced, mut late) = (1000, 0, 0);
    for round in 0..20_000u64 {
        let rests = |qp: &u32| last[*qp as usize].is_none_or(|at| now - at > 8 * CYCLE_NS);
        let qp = std::iter::repeat_with(|| random.below(QPS.into()) as u32).find(rests).expect("one of 16 rests");
        last[qp as usize] = Some(now);
        let bytes = 1000 * (1 + random.below(3));
        sent[qp as usize] += bytes;
        // marked for a while, then not, so that windows fall below a packet and rise again
        let event = ack(sent[qp as usize], bytes, round % 4000 < 3500 && random.below(8) != 0);
        cycle.ack(now, qp, Event::Sent { nxt: sent[qp as usize] });
        cycle.ack(now, qp, event);
        function.ack(now, qp, event);
        of[qp as usize][0].extend(std::iter::from_fn(|| function.next(now)));
        now += 5 + random.below(41);
        for (_, update) in updates(&mut cycle, now) {
            of[update.qp as usize][1].push(update);
        }
    }
    for (_, update) in updates(&mut cycle, now + 10_000) {
        of[update.qp as usize][1].push(update);
    }
    for [expected, found] in &of {
        assert!(expected.len() > 1000 && expected.len() == found.len(), "{} and {}", expected.len(), found.len());
        for (expected, found) in expected.iter().zip(found) {
            assert_eq!(expected.window_bytes, found.window_bytes);
            // the interval is in whole ns, and rounded as the hardware does
            let apart = expected.rate_bps.abs_diff(found.rate_bps) as f64 / expected.rate_bps as f64;
            assert!(apart < 1e-3, "{expected:?} {found:?}");
            paced += u32::from(found.window_bytes == u64::MAX);
            late += u32::from(found.window_bytes != u64::MAX);
        }
    }
    assert!(paced > 1000 && late > 1000, "{paced} below a packet, {late} above");
}

/// FCT of each flow, and the longest queue.
fn run<N: Nic>(text: &str, mut nic: impl FnMut(Line, u32) -> N) -> (Vec<u64>, u64) {
    let built = Scenario::parse(Path::new("s.toml"), text).and_then(|scenario| scenario.build()).expect("a scenario");
    let qps = built.qps();
    let fabric = Fabric::new(&built.topology, &built.flows, built.options.clone(), |line| nic(line, qps));
    let mut fabric = fabric.expect("a network");
    fabric.run();
    let mut fcts = vec![0; built.flows.len()];
    fabric.completions().iter().for_each(|done| fcts[done.flow] = done.fct_ns);
    assert!(fcts.iter().all(|&fct| fct != 0), "{text}: all end");
    (fcts, fabric.longest_queue().expect("there was one").0)
}

/// FCTs of the cycle model and of the function with the same latency; and how far the longest queues are apart.
fn compared(algorithm: Golden, text: &str) -> (Vec<(u64, u64)>, f64) {
    let text = format!("cc = \"{}\"\n{text}", Algorithm::Golden(algorithm).name());
    let cycle = run(&text, |line, qps| Cycle::new(algorithm, line, qps).expect("it holds"));
    let times = Cycle::new(algorithm, LINE, 1).expect("it holds");
    let function = run(&text, |line, _| {
        let function = algorithm.nic(line, 0).expect("it holds");
        Clocked::new(function, &times)
    });
    (cycle.0.into_iter().zip(function.0).collect(), cycle.1.abs_diff(function.1) as f64 / function.1 as f64)
}

const TEXTS: [&str; 3] = [
    "kind = \"incast\"\nsenders = 16\nbytes = 500_000\n",
    "kind = \"incast\"\nsenders = 16\nbytes = 2_000_000\nrate_gbps = 400\n",
    "kind = \"join\"\ngap_us = 50\n",
];

/// What comes for a QP while one of its ACKs waits joins it: fewer updates, the same sum of packets, and behind the
/// last there is nothing to wait for.
#[test]
fn acks_that_join_have_one_update_and_are_all_in_it() {
    let mut nic = cycle(1);
    nic.ack(0, 0, Event::Open { flow: 0 });
    nic.ack(0, 0, Event::Sent { nxt: 1_000_000 });
    for round in 1..=40 {
        // one in every cycle
        nic.ack(1000 + round * CYCLE_NS, 0, ack(round * 1000, 1000, false));
    }
    let came = updates(&mut nic, 4000);
    assert!((5..=8).contains(&came.len()), "{} updates of 40 ACKs", came.len());
    assert_eq!(nic.due(), None);
    // from 52 packets on 40 in 52, one after the other or eight at once
    let last = came.last().expect("an update").1.window_bytes;
    assert!((52_755..52_775).contains(&last), "{last}");
}

/// ACKs of a QP are eight cycles or more apart, or nearly: none joins another.
#[test]
fn where_nothing_is_held_up_every_flow_ends_in_the_same_ns() {
    let [slow, fast, joins] = TEXTS;
    let hpcc = Golden::Hpcc { max_stage: 5 };
    let all = [Golden::Ldcp, hpcc].into_iter().flat_map(|algorithm| [(algorithm, slow), (algorithm, joins)]);
    for (algorithm, text) in all.chain([(Golden::Ldcp, fast)]) {
        let (fcts, queue) = compared(algorithm, text);
        assert!(fcts.iter().all(|(cycle, function)| cycle == function) && queue == 0.0, "{text}: {fcts:?}");
    }
}

/// At 400 Gbit/s ACKs of a QP come four cycles apart, and some join. HPCC++ takes the newest telemetry of them, and the
/// others' share of U is lost (DIVERGENCE A3d): flows may change places.
#[test]
fn where_telemetry_is_passed_over_flows_end_within_one_per_cent_on_the_average() {
    let (fcts, queue) = compared(Golden::Hpcc { max_stage: 5 }, TEXTS[1]);
    let [cycle, function]: [u64; 2] =
        [fcts.iter().map(|fct| fct.0).sum::<u64>(), fcts.iter().map(|fct| fct.1).sum::<u64>()];
    let mean = cycle.abs_diff(function) as f64 / function as f64;
    let worst = fcts.iter().map(|&(a, b)| a.abs_diff(b) as f64 / b as f64).fold(0.0, f64::max);
    println!("mean {mean:.5}, queue {queue:.5}, worst flow {worst:.5}");
    assert!(mean < 0.01 && worst < 0.05, "{mean} {queue} {worst}");
}

/// Below one packet the interval is in whole ns, and 512 flows change places: some end up to 4 % sooner or later, all
/// together do not.
#[test]
fn windows_below_one_packet_end_within_one_per_cent_on_the_average() {
    let text = "kind = \"tiny-windows\"\nsenders = 16\nbytes = 200_000\n";
    let (fcts, queue) = compared(Golden::Ldcp, text);
    let apart = |a: u64, b: u64| a.abs_diff(b) as f64 / b as f64;
    let mean = apart(fcts.iter().map(|fct| fct.0).sum(), fcts.iter().map(|fct| fct.1).sum());
    let last = |of: fn(&(u64, u64)) -> u64| fcts.iter().map(of).max().unwrap_or(0);
    let makespan = apart(last(|fct| fct.0), last(|fct| fct.1));
    let worst = fcts.iter().map(|&(a, b)| apart(a, b)).fold(0.0, f64::max);
    println!("mean {mean:.5}, makespan {makespan:.5}, queue {queue:.5}, worst flow {worst:.5}");
    assert!(mean < 0.01 && makespan < 0.01 && queue < 0.02 && worst < 0.1, "{mean} {makespan} {queue} {worst}");
}

/// ACKs with telemetry of 16 QPs in turn: every window and rate of HPCC++ is the function's.
#[test]
fn the_windows_of_hpcc_are_those_of_the_function_too() {
    const QPS: usize = 16;
    let hpcc = Golden::Hpcc { max_stage: 5 };
    let mut function = hpcc.nic(LINE, 0).expect("its parameters hold the line's");
    let mut cycle = Cycle::new(hpcc, LINE, QPS as u32).expect("its parameters hold the line's");
    assert_eq!(cycle.latency_ns() % CYCLE_NS, 0);
    (0..QPS as u32).for_each(|flow| _ = function.ack(0, flow, Event::Open { flow }));
    let mut random = Random::new(1, 0);
    let mut hops = [[Hop { time_ns: 0, tx_bytes: 0, waiting_bytes: 0, rate_bps: LINE.line_bps }; 3]; QPS];
    let (mut sent, mut now) = ([0u64; QPS], 1000);
    let (mut expected, mut found) = (vec![Vec::new(); QPS], vec![Vec::new(); QPS]);
    for round in 0..20_000usize {
        let qp = round % QPS;
        for hop in &mut hops[qp] {
            let ns = 300 + random.below(3000);
            hop.time_ns += ns;
            // 12.5 bytes a ns are the whole link
            hop.tx_bytes += ns * (6 + random.below(7));
            hop.waiting_bytes = random.below(20_000) * random.below(2);
        }
        sent[qp] += 1000;
        // 8 packets are under way
        let (seq, nxt) = (sent[qp], sent[qp] + 8000);
        let ack =
            Event::Ack(Ack { seq, nxt, confirmed: 1000, mark: false, nack: false, path: 0, telemetry: &hops[qp] });
        let qp = qp as u32;
        cycle.ack(now, qp, Event::Sent { nxt });
        cycle.ack(now, qp, ack);
        function.ack(now, qp, ack);
        expected[qp as usize].extend(std::iter::from_fn(|| function.next(now)));
        now += 20 + random.below(41);
        updates(&mut cycle, now).into_iter().for_each(|(_, update)| found[update.qp as usize].push(update));
    }
    updates(&mut cycle, now + 10_000).into_iter().for_each(|(_, update)| found[update.qp as usize].push(update));
    assert!(expected == found, "windows and rates differ");
    let windows: BTreeSet<u64> = found.iter().flatten().map(|update| update.window_bytes).collect();
    assert!(found.iter().all(|updates| updates.len() == 20_000 / QPS) && windows.len() > 1000, "{}", windows.len());
}

/// DCQCN's rates come at the ends of periods, which begin with a packet or a CNP that wakes the QP: the function's, 55
/// cycles later.
#[test]
fn a_rate_of_dcqcn_comes_when_its_period_and_the_step_have_ended() {
    for golden in [Golden::DcqcnP, Golden::DcqcnD] {
        let cycle = Cycle::new(golden, LINE, 1).expect("its parameters hold the line's");
        assert_eq!(cycle.latency_ns(), 275);
        let function = golden.nic(LINE, 275).expect("its parameters hold the line's");
        let [found, expected] = [Box::new(cycle) as Box<dyn Nic>, Box::new(function)].map(|mut nic| {
            nic.ack(0, 0, Event::Open { flow: 0 });
            // all but what it says of the opening
            updates(&mut nic, 500);
            let mut all = Vec::new();
            for round in 0..8u64 {
                let now = 1000 + round * 40_000;
                all.extend(updates(&mut nic, now));
                assert!(!nic.ack(now, 0, Event::Sent { nxt: 1000 * (round + 1) }));
                nic.ack(now + 500, 0, Event::Cnp);
                assert!(!nic.ack(now + 900, 0, ack(1000 * round, 1000, true)));
            }
            all.extend(updates(&mut nic, 2_000_000));
            all
        });
        assert!(found.len() > 20 && found == expected, "{golden:?}: {found:?} {expected:?}");
    }
}

/// An incast, and flows that join and leave: every FCT within 1 % of the function's with the same latency, and so the
/// longest queue.
#[test]
fn under_dcqcn_the_cycle_model_gives_the_completion_times_of_the_function() {
    for golden in [Golden::DcqcnP, Golden::DcqcnD] {
        for text in ["kind = \"incast\"\nsenders = 4\nbytes = 2_000_000\n", "kind = \"join\"\ngap_us = 200\n"] {
            let text = format!("cc = \"{}\"\n{text}", Algorithm::Golden(golden).name());
            let cycle = run(&text, |line, qps| Cycle::new(golden, line, qps).expect("it holds"));
            let function = run(&text, |line, _| golden.nic(line, 275).expect("it holds"));
            let apart = |a: u64, b: u64| a.abs_diff(b) as f64 / b as f64;
            let worst = cycle.0.iter().zip(&function.0).map(|(&a, &b)| apart(a, b)).fold(0.0, f64::max);
            println!("{text}{worst:.6} {:.6} {:?}", apart(cycle.1, function.1), cycle.0);
            assert!(worst < 0.01 && apart(cycle.1, function.1) < 0.01, "{text}: {worst}");
        }
    }
}

/// An advice would lower RC by an operation, which nobody here does.
#[test]
fn dcqcn_of_the_cycle_model_is_refused_where_switches_advise() {
    let text = "kind = \"incast\"\ncc = \"cycle-dcqcn-p\"\n[fcr]\n";
    let scenario = Scenario::parse(Path::new("s.toml"), text).expect("a scenario");
    let told = simulate(&scenario).map(drop).expect_err("no FCR").to_string();
    let line =
        "s.toml:2: cc: the cycle model is run with ldcp, hpcc, dctcp, dcqcn-p or dcqcn-d only, where switches advise";
    assert!(told.starts_with(line), "{told}");
}
