//! The cycles of the page, one claim each.

use super::*;
use layout::timing::{ARRIVAL_LATENCY, FAST_ROOM, Latency, PARSER_LATENCY};
use std::collections::VecDeque;

/// In which cycle, counted from this one, an update is first valid.
fn cycles_to_update(engine: &mut Engine) -> (u32, Update) {
    (0..).find_map(|cycle| engine.step(&idle()).upd.map(|update| (cycle, update))).expect("the engine answers")
}

#[test]
fn initialisation_takes_a_cycle_a_qp_and_nothing_is_taken_before() {
    for (qps, units) in [(16, LDCP), (64, LDCP), (16, HPCC), (64, BOTH)] {
        let mut engine = Engine::new(&with(units, qps, 8));
        let offer = In { host: Some(HostOp::Read { qpn: 0 }), ..event(ack(1, 1, false)) };
        for cycle in 0..qps {
            let out = engine.step(&offer);
            assert!(!out.init_done && !out.room && !out.s_event_ready && !out.host_ready, "cycle {cycle}");
        }
        let out = engine.step(&offer);
        assert!(out.init_done && !out.room, "room is a register behind init_done");
        assert!(out.host_ready && !out.s_event_ready, "an operation needs no room");
        let out = engine.step(&offer);
        assert!(out.room && !out.host_ready && out.s_event_ready);
    }
}

#[test]
fn an_event_is_an_update_39_cycles_later_when_nothing_waits() {
    let mut engine = ready(&config(16, 8));
    assert!(engine.step(&event(ack(3, 2, true))).s_event_ready);
    let (cycle, update) = cycles_to_update(&mut engine);
    // cw = 1, beta = 1/2, n = 2: to gamma = 1/16, at 10 us
    assert_eq!(cycle + 1, 39);
    assert_eq!((update.kind, update.qpn, ldcp(&update)), (Kind::Ack, 3, (ONE / 16, 160_000, 0b11)));
    // a packet takes the same way, and what was sent in its own cycle counts
    assert!(!engine.step(&In { tx: Some((4, Psn::wrap(2))), ..packet(Kind::Ack, 1, 4) }).s_event_ready);
    let (cycle, update) = cycles_to_update(&mut engine);
    assert_eq!((cycle + 1, cw(&update), update.una), (39, 2 * ONE, Psn::wrap(1)));
}

/// Whether there is telemetry or not; those of other units do not wait for HPCC++'s measurement.
#[test]
fn with_hpcc_every_event_is_an_update_after_the_latency_of_its_stream() {
    for (units, hops, lanes, cycles) in
        [(BOTH, 1, 1, 73), (BOTH, 3, 3, 85), (HPCC, 5, 5, 91), (BOTH, 5, 3, 95), (BOTH, 5, 5, 91), (BOTH, 15, 5, 110)]
    {
        let mut config = with(units, 16, 8);
        (config.hpcc.hops, config.hpcc.lanes) = (hops, lanes);
        let latency = Latency::of(&config);
        assert_eq!(latency.event(Unit::Hpcc), cycles);
        let mut engine = ready(&config);
        let algs = algorithms(units);
        choose(&mut engine, 16, &algs);
        for qpn in 0..algs.len() {
            engine.step(&In { tx: Some((qpn as u32, Psn::wrap(10))), ..idle() });
        }
        for round in 0..4 {
            for (qpn, alg) in algs.iter().enumerate() {
                let kind = if *alg == Algorithm::HpccRx { Kind::Data } else { Kind::Ack };
                let telemetry = telemetry(1, hops as usize, round * 1000, round * 100, 5);
                let carried = (round != 2).then_some(&telemetry);
                let arrival = Arrival { kind, use_psn: true, psn: Psn::wrap(round), ..ack(qpn as u32, 0, false) };
                let out = if round & 1 == 0 {
                    let out = engine.step(&In { s_event_telemetry: carried, ..event(arrival) });
                    assert!(out.s_event_ready);
                    out
                } else {
                    engine.step(&In { pkt_telemetry: carried, ..packet(kind, round, qpn as u32) })
                };
                assert_eq!(out.upd, None);
                let (cycle, update) = cycles_to_update(&mut engine);
                assert_eq!(
                    (cycle + 1, update.kind, update.qpn),
                    (if alg.is_hpcc() { cycles } else { 39 }, kind, qpn as u32),
                    "{units:?} {hops} {alg:?}"
                );
                match update.outcome {
                    Outcome::Ldcp { .. } | Outcome::Socket { .. } => assert!(!alg.is_hpcc()),
                    Outcome::Hpcc { flags, .. } => {
                        use layout::hpcc::flag::{FIRST, FULL, IDLE, IGNORED};
                        let expected = [FIRST, 0, IGNORED, 0][round as usize];
                        assert_eq!(flags & (FIRST | IGNORED | IDLE), expected, "{alg:?}, round {round}");
                        assert!(alg.is_hpcc() && (expected == 0 || flags & FULL == 0));
                    }
                }
            }
        }
    }
}

#[test]
fn a_host_operation_is_done_29_cycles_later_and_the_next_is_taken_with_it() {
    let mut engine = ready(&config(16, 8));
    let written = context(5 * ONE);
    assert!(engine.step(&host(write(2, written))).host_ready);
    let read = host(HostOp::Read { qpn: 2 });
    let (mut done, mut taken) = (vec![], None);
    for cycle in 1..70 {
        let out = engine.step(&if taken.is_none() { read } else { idle() });
        if out.host_ready && taken.is_none() {
            taken = Some(cycle);
        }
        done.extend(out.host_done.map(|found| (cycle, found)));
    }
    assert_eq!((done, taken), (vec![(29, HostDone::Write), (58, HostDone::Read(written))], Some(29)));
    // the write has opened the QP behind PSN 9: PSN 12 confirms 3 packets
    engine.step(&In { tx: Some((2, Psn::wrap(13))), ..packet(Kind::Ack, 12, 2) });
    let (_, update) = cycles_to_update(&mut engine);
    assert_eq!(cw(&update), 5 * ONE + 161_061_120, "5 + 3/5, less 9.5e-7 of it");
}

#[test]
fn with_hpcc_a_host_operation_is_done_two_cycles_after_an_update_would_be_in_its_queue() {
    for (units, hops, lanes, cycles) in [(BOTH, 1, 1, 73), (BOTH, 5, 3, 95), (BOTH, 5, 5, 91), (HPCC, 15, 5, 110)] {
        let mut config = with(units, 16, 8);
        (config.hpcc.hops, config.hpcc.lanes) = (hops, lanes);
        let latency = Latency::of(&config);
        assert_eq!(ARRIVAL_LATENCY + 1 + 3 + latency.host, cycles);
        let mut engine = ready(&config);
        for op in [write(2, context(5 * ONE)), HostOp::Read { qpn: 2 }, HostOp::Read { qpn: 3 }] {
            assert!(engine.step(&host(op)).host_ready);
            for cycle in 1..cycles {
                let out = engine.step(&idle());
                assert!(out.host_done.is_none() && !out.host_ready, "cycle {cycle}");
            }
            let out = engine.step(&idle());
            assert!(out.host_done.is_some() && out.host_ready && out.upd.is_none());
        }
    }
}

#[test]
fn packets_come_before_the_host_and_the_host_before_events() {
    for units in [LDCP, HPCC, BOTH] {
        let mut engine = ready(&with(units, 16, 8));
        let all = In { host: Some(HostOp::Read { qpn: 5 }), s_event: Some(ack(6, 1, true)), ..packet(Kind::Cnp, 0, 4) };
        let out = engine.step(&all);
        assert!(!out.host_ready && !out.s_event_ready);
        let out = engine.step(&In { pkt: None, ..all });
        assert!(out.host_ready && !out.s_event_ready);
        let out = engine.step(&In { pkt: None, ..all });
        assert!(!out.host_ready && out.s_event_ready, "the host is busy, so it holds nothing back");
        let mut updates = Vec::new();
        drain(&mut engine, &mut updates);
        assert_eq!(updates.iter().map(|u| (u.qpn, u.kind)).collect::<Vec<_>>(), [(4, Kind::Cnp), (6, Kind::Ack)]);
    }
}

#[test]
fn an_event_of_a_kind_that_only_the_host_has_is_taken_as_a_loss() {
    for kind in [Kind::HostWrite, Kind::HostRead, Kind::Loss] {
        let mut engine = ready(&config(16, 8));
        assert!(engine.step(&event(Arrival { kind, ..ack(3, 7, true) })).s_event_ready);
        let (_, update) = cycles_to_update(&mut engine);
        assert_eq!((update.kind, ldcp(&update)), (Kind::Loss, (ONE, 0, 0b1000)));
    }
    assert_eq!(
        [3, 4, 5, 6, 7].map(model::event::external_kind),
        [Kind::Cnp, Kind::Loss, Kind::Loss, Kind::Data, Kind::Loss]
    );
}

/// Data is an event of its own kind; LDCP has no rule for it.
#[test]
fn data_changes_nothing_of_ldcp() {
    for units in [LDCP, BOTH] {
        let mut engine = ready(&with(units, 16, 8));
        engine.step(&event(Arrival { kind: Kind::Data, ..ack(3, 7, true) }));
        let (_, update) = cycles_to_update(&mut engine);
        assert_eq!((update.kind, ldcp(&update)), (Kind::Data, (ONE, 0, 0b1000)));
    }
}

#[test]
fn eight_qps_in_turn_keep_an_event_a_cycle_whatever_their_algorithms() {
    for (units, qps) in [(LDCP, 8), (LDCP, 9), (LDCP, 16), (HPCC, 8), (BOTH, 8), (BOTH, 9), (BOTH, 16)] {
        let config = with(units, 16, 4);
        let latency = Latency::of(&config);
        let slowest = latency.event(*units.last().expect("there are units"));
        let mut engine = ready(&config);
        let algs = algorithms(units);
        choose(&mut engine, 16, &algs);
        // in the order of arrival those of each stream
        let mut offered = [VecDeque::new(), VecDeque::new()];
        let mut updates = [0; 2];
        for cycle in 0..2000u32 {
            let data = cycle / qps % 2 == 1; // each kind for each QP
            let kind = if data { Kind::Data } else { Kind::Ack };
            let telemetry = telemetry(1, 3, u64::from(cycle) * 10, u64::from(cycle), 3);
            let arrival = Arrival { kind, ..ack(cycle % qps, 1, cycle % 5 == 0) };
            let out = engine.step(&In { s_event_telemetry: Some(&telemetry), ..event(arrival) });
            assert!(out.s_event_ready, "cycle {cycle}");
            let stream = |qpn: u32| usize::from(algs[qpn as usize % algs.len()].is_hpcc());
            offered[stream(cycle % qps)].push_back((cycle, cycle % qps));
            if let Some(update) = out.upd {
                let stream = stream(update.qpn);
                let (at, qpn) = offered[stream].pop_front().expect("an event");
                assert_eq!(update.qpn, qpn, "cycle {cycle}");
                let least = if stream == 1 { slowest } else { 39 };
                let waited = cycle - at - least;
                assert!(waited == 0 || units == BOTH && waited < 16, "{units:?}, {qps} QPs: {waited} at the port");
                updates[stream] += 1;
            }
        }
        assert!((2000 - slowest..=2000 - 39).contains(&updates.iter().sum::<u32>()), "{updates:?}");
        assert!(updates.iter().filter(|n| **n > 700).count() == units.len(), "{units:?}: {updates:?}");
    }
}

/// All units in one engine: whatever the mix of algorithms, kinds and QPs, one QP's share 0, 20, 50 or all of it, and
/// while periods of DCQCN end, an event is taken in each cycle.
#[test]
fn every_algorithm_in_one_engine_takes_an_event_a_cycle_in_any_mix() {
    const QPS: u32 = 64;
    let seed = 20_261_127;
    println!("seed {seed}");
    for hot in [0, 20, 50, 100] {
        let mut config = with(&Unit::ALL, QPS, 9);
        (config.hpcc.lanes, config.rtl.ecc) = (config.hpcc.hops, false);
        let mut engine = ready(&config);
        let algs = algorithms(&Unit::ALL);
        choose(&mut engine, QPS, &algs);
        let mut rng = tb::Rng::stream(seed, hot, 0);
        let (mut updates, mut timers) = (vec![0u32; algs.len()], 0u32);
        let mut count = |update: Option<Update>| {
            if let Some(update) = update {
                updates[algs.iter().position(|alg| *alg == update.alg).expect("one of them")] += 1;
                timers += u32::from(update.kind == Kind::Timer);
            }
        };
        let mut of_hot = 0u32;
        for cycle in 0..20_000u64 {
            let qpn = if rng.below(100) < hot { 7 } else { rng.below(u64::from(QPS)) as u32 };
            of_hot += u32::from(qpn == 7);
            let kind = *rng.pick(&[Kind::Ack, Kind::Ack, Kind::Ack, Kind::Cnp, Kind::Rtt, Kind::Data]).expect("some");
            let telemetry = telemetry(1, 3, cycle * 10, cycle, 3);
            let arrival = Arrival { kind, ..ack(qpn, 1 + rng.below(4), rng.chance(1, 4)) };
            let out = engine.step(&In {
                s_event_telemetry: Some(&telemetry),
                tx: Some((rng.below(u64::from(QPS)) as u32, Psn::wrap(cycle))),
                ..event(arrival)
            });
            assert!(out.s_event_ready, "{hot} %: cycle {cycle}");
            count(out.upd);
        }
        for _ in 0..2_000 {
            count(engine.step(&idle()).upd);
        }
        println!("{hot} %: {of_hot} of 20000 of one QP, updates {updates:?}, of them {timers} of timers");
        assert!(updates.iter().filter(|n| **n > 200).count() >= if hot == 100 { 1 } else { algs.len() }, "{updates:?}");
        assert!(timers > 30, "{timers}");
    }
}

#[test]
fn one_qp_alone_has_an_event_every_eight_cycles() {
    for (units, alg, kind) in [
        (LDCP, Algorithm::Ldcp, Kind::Ack),
        (BOTH, Algorithm::Ldcp, Kind::Ack),
        (BOTH, Algorithm::Hpcc, Kind::Ack),
        (HPCC, Algorithm::HpccRx, Kind::Data),
    ] {
        let mut engine = ready(&with(units, 16, 8));
        choose(&mut engine, 16, &[alg]);
        let mut at = Vec::new();
        for cycle in 0..1000u64 {
            let telemetry = telemetry(1, 3, cycle * 100, cycle * 50, 3);
            let input = In { s_event_telemetry: Some(&telemetry), ..event(Arrival { kind, ..ack(3, 1, false) }) };
            at.extend(engine.step(&input).upd.map(|_| cycle));
        }
        assert!(at.len() > 100 && at.windows(2).all(|w| w[1] - w[0] == 8), "{at:?}");
    }
}

/// One QP alone, an event a cycle: each is taken, and an update every eight cycles stands for those between.
#[test]
fn one_qp_alone_holds_nothing_back_whatever_its_algorithm() {
    for alg in algorithms(THREE) {
        let mut engine = ready(&with(THREE, 16, 9));
        choose(&mut engine, 16, &[alg]);
        let kind = if alg == Algorithm::HpccRx { Kind::Data } else { Kind::Ack };
        let (mut updates, mut newest) = (vec![], vec![]);
        for cycle in 0..400u64 {
            let telemetry = telemetry(1, 3, cycle * 100, cycle * 50, 3);
            let psn = Psn::wrap(10 + cycle);
            let input = event(Arrival { kind, psn, ..ack(3, 1, false) });
            let out = engine.step(&In { s_event_telemetry: Some(&telemetry), ..input });
            assert!(out.s_event_ready, "{alg:?}, cycle {cycle}");
            updates.extend(out.upd.map(|update| (cycle, update)));
        }
        assert!(updates.windows(2).all(|w| w[1].0 - w[0].0 == 8) && updates.len() > 35, "{alg:?}: {}", updates.len());
        for (_, update) in updates {
            if let Outcome::Hpcc { flags, .. } = update.outcome {
                newest.push(flags & layout::hpcc::flag::IGNORED == 0);
            }
        }
        assert!(newest.iter().all(|counts| *counts), "{alg:?}: the newest telemetry stands");
    }
}

/// A QP whose algorithm changes from HPCC++'s to LDCP's in the midst of its ACKs: its updates keep the order of its
/// events, though LDCP's come 58 cycles sooner, while nobody takes them and while the port is free. Others pass it.
#[test]
fn updates_of_a_qp_keep_their_order_over_a_change_of_its_algorithm() {
    for stall in [0, 40, 300] {
        let mut engine = ready(&with(BOTH, 16, 9));
        choose(&mut engine, 16, &[Algorithm::Hpcc]);
        operate(&mut engine, write(5, HostContext { alg: Algorithm::Ldcp, ..context(ONE) }));
        let (mut seen, mut host_done) = (vec![], 0);
        let mut changes = [Algorithm::Ldcp, Algorithm::Hpcc, Algorithm::Ldcp].into_iter();
        let mut op = None;
        for cycle in 0..1500u64 {
            if cycle % 200 == 50 {
                op = changes.next().map(|alg| write(3, HostContext { alg, ..context(ONE) }));
            }
            // the events of QP 3 are told apart by their PSN, and beside them QP 5 goes on
            let (qpn, psn) = if cycle % 2 == 0 { (3, 10 + cycle) } else { (5, cycle) };
            let offers = op.is_none() && cycle < 1000;
            let arrival = Arrival { use_psn: false, psn: Psn::wrap(psn), ..ack(qpn, 1, false) };
            let input = if offers { event(arrival) } else { idle() };
            let upd_ready = !(100..100 + stall).contains(&cycle);
            let out = engine.step(&In { host: op, upd_ready, ..input });
            if out.host_ready {
                op = None;
            }
            host_done += usize::from(out.host_done.is_some());
            if let Some(update) = out.upd.filter(|_| upd_ready && out.upd.is_some()) {
                seen.push((cycle, update));
            }
        }
        assert_eq!(host_done, 3, "operations end whatever waits");
        let algs: Vec<_> = seen.iter().filter(|(_, update)| update.qpn == 3).map(|(_, update)| update.alg).collect();
        let mut turns = algs.clone();
        turns.dedup();
        use Algorithm::{Hpcc, Ldcp};
        assert_eq!(turns, [Hpcc, Ldcp, Hpcc, Ldcp], "stalled for {stall} cycles: none is behind a younger one");
        assert!(seen.iter().filter(|(_, update)| update.qpn == 5).count() > 100);
    }
}

/// H27: of what is folded txBytes and ts are cumulative, so U is of all the time between two updates. The same traffic
/// as one ACK for each update and as eight gives the same windows.
#[test]
fn what_is_folded_is_measured_from_update_to_update() {
    let run = |dense: bool| {
        let mut engine = ready(&with(HPCC, 16, 9));
        let mut updates = vec![];
        for cycle in 0..800u64 {
            // an update takes what has come by then, the event behind the first too: a round ends with the same
            // telemetry
            let telemetry = telemetry(1, 3, cycle * 100, cycle * 800, 40 + cycle % 3);
            let comes = dense || cycle % 8 == 1;
            let input = if comes { event(ack(3, 0, false)) } else { idle() };
            let out = engine.step(&In { s_event_telemetry: Some(&telemetry), ..input });
            updates.extend(out.upd);
        }
        updates
    };
    let (alone, folded) = (run(false), run(true));
    assert!(alone.len() > 85 && folded.len() > 85, "{} and {} updates", alone.len(), folded.len());
    assert!(alone.iter().zip(&folded).skip(1).all(|(a, b)| a.outcome == b.outcome), "{alone:?}\n{folded:?}");
}

/// Events of units without a measurement that issue while nobody takes updates: as many as there are credits, or,
/// beside HPCC++, until their queue holds them back: what has issued by then is under way.
fn held(latency: &Latency) -> u32 {
    if latency.two_streams() { FAST_ROOM + latency.counted + 2 } else { latency.queues.updates }
}

#[test]
fn a_sink_that_stops_stops_the_source_and_loses_nothing() {
    for (units, hops) in [(LDCP, 5), (BOTH, 5), (BOTH, 15), (HPCC, 1)] {
        let mut config = with(units, 64, 8);
        config.hpcc.hops = hops;
        let latency = Latency::of(&config);
        let mut engine = ready(&config);
        let mut accepted = Vec::new();
        for cycle in 0..500 {
            let arrival = ack(cycle % 64, 1, false);
            let out = engine.step(&In { upd_ready: false, ..event(arrival) });
            if out.s_event_ready {
                accepted.push(arrival.qpn);
            }
        }
        // updates, 8 slots and what has come to them, 11 in the queue, and what came while the last went through sent
        // and psn and the register behind them (10) and room fell (1)
        let expected = held(&latency) as usize + 8 + 1 + 11 + 10 + 1;
        assert_eq!(accepted.len(), expected, "{units:?}, {hops} hops");
        let mut updates = Vec::new();
        drain(&mut engine, &mut updates);
        assert_eq!(updates.iter().map(|u| u.qpn).collect::<Vec<_>>(), accepted);
    }
}

/// The worst source: a frame in every cycle with room, its event 9 cycles later, and a sink that takes nothing. A FIFO
/// that overflows panics. How full the queue gets at its fullest is the sum on the page.
#[test]
fn the_event_queue_takes_what_the_parser_still_holds_when_room_falls() {
    for (units, hops) in [(LDCP, 5), (BOTH, 5), (BOTH, 15), (HPCC, 15)] {
        let mut config = with(units, 64, 4);
        config.hpcc.hops = hops;
        let latency = Latency::of(&config);
        let mut engine = ready(&config);
        let mut pipe = [false; PARSER_LATENCY as usize];
        let mut sent = 0;
        for cycle in 0..600 {
            let launched = std::mem::replace(&mut pipe[cycle as usize % pipe.len()], engine.room());
            let input = if launched { packet(Kind::Cnp, 0, cycle % 64) } else { idle() };
            engine.step(&In { upd_ready: false, ..input });
            sent += launched as u32;
        }
        assert!(!engine.room());
        // beside the updates, the slots and what has come to them, all wait in the queue: those that closed room, and
        // what was between it and the wire
        let waiting = sent - held(&latency) - 4 - 1;
        let queues = latency.queues;
        assert_eq!(waiting, queues.room + ARRIVAL_LATENCY + PARSER_LATENCY + 1, "{units:?}, {hops} hops");
        assert!(waiting <= queues.events);
        let mut updates = Vec::new();
        drain(&mut engine, &mut updates);
        assert_eq!(updates.len(), sent as usize);
    }
}

#[test]
fn reset_in_flight_forgets_everything_and_starts_anew() {
    for (units, lengths) in [(LDCP, 60), (BOTH, 160), (HPCC, 120)] {
        reset_in_flight(units, lengths);
    }
}

fn reset_in_flight(units: &[Unit], lengths: u32) {
    let mut random = support::seed("reset_in_flight_forgets_everything_and_starts_anew");
    let config = with(units, 16, 4);
    let kinds = [Kind::Ack, Kind::Ack, Kind::Loss, Kind::Data];
    let algs = algorithms(units);
    for length in 1..lengths {
        let mut engine = ready(&config);
        choose(&mut engine, 16, &algs);
        let mut drive = |engines: &mut [&mut Engine], cycle: u32, what: &dyn Fn(&mut support::Random) -> HostOp| {
            let arrival = Arrival {
                kind: random.pick(&kinds),
                ..ack(random.below(16) as u32, 1 + random.below(3), random.chance(2))
            };
            let telemetry =
                telemetry(1 + random.below(30) / 29, 3, u64::from(cycle) * 300, u64::from(cycle), random.below(9));
            let host = random.chance(9).then(|| what(&mut random));
            let tx = random.chance(3).then(|| (random.below(16) as u32, Psn::wrap(random.next())));
            let input =
                In { upd_ready: random.chance(2), host, tx, s_event_telemetry: Some(&telemetry), ..event(arrival) };
            let outs: Vec<_> = engines.iter_mut().map(|engine| engine.step(&input)).collect();
            assert!(
                outs.windows(2).all(|w| w[0] == w[1]),
                "{length} cycles, then reset, then cycle {cycle}: {outs:#?}"
            );
        };
        for cycle in 0..length {
            drive(&mut [&mut engine], cycle, &|random| write(random.below(16) as u32, context(7 * ONE)));
        }
        engine.step(&In { rst_n: false, ..event(ack(1, 1, false)) });
        let mut fresh = Engine::new(&config);
        // reads, and choices of new algorithms
        for cycle in 0..300 {
            drive(&mut [&mut engine, &mut fresh], cycle, &|random| {
                let (qpn, alg) = (random.below(16) as u32, random.pick(&Algorithm::ALL));
                let read = HostOp::Read { qpn };
                if random.chance(2) { read } else { write(qpn, HostContext { alg, ..context(ONE) }) }
            });
        }
    }
}
