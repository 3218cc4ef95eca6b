//! The cycles of the page, one claim each.

use super::*;
use model::engine::HostDone;

/// In which cycle, counted from this one, an update is first valid.
fn cycles_to_update(engine: &mut Engine) -> (u64, Update) {
    (0..).find_map(|cycle| engine.step(&idle()).upd.map(|update| (cycle, update))).expect("the engine answers")
}

#[test]
fn initialisation_takes_a_cycle_a_qp_and_nothing_is_taken_before() {
    for qps in [16, 64] {
        let mut engine = Engine::new(&config(qps, 8, false));
        let offer = In { host: Some(HostOp::Read { qpn: 0 }), ..event(ack(1, 1, false)) };
        for cycle in 0..qps {
            let out = engine.step(&offer);
            assert!(!out.init_done && !out.room && !out.s_event_ready && !out.host_ready, "cycle {cycle}");
        }
        let out = engine.step(&offer);
        assert!(out.init_done && !out.room, "room is a register behind init_done");
        let out = engine.step(&offer);
        assert!(out.room && out.host_ready && !out.s_event_ready);
    }
}

#[test]
fn an_event_is_an_update_25_cycles_later_when_nothing_waits() {
    let mut engine = ready(&config(16, 8, false));
    assert!(engine.step(&event(ack(3, 2, true))).s_event_ready);
    let (cycle, update) = cycles_to_update(&mut engine);
    // cw = 1, beta = 1/2, n = 2: to gamma = 1/16, at 10 us
    assert_eq!(cycle + 1, 25);
    assert_eq!((update.kind, update.qpn, update.cw.raw()), (Kind::Ack, 3, ONE / 16));
    assert_eq!((update.flags, update.interval.raw()), (0b11, 160_000));
    // a packet takes the same way: the first ACK confirms one packet
    assert!(!engine.step(&packet(Kind::Ack, 77, 4)).s_event_ready);
    let (cycle, update) = cycles_to_update(&mut engine);
    assert_eq!((cycle + 1, update.cw.raw()), (25, 2 * ONE - (1 << 9)));
}

#[test]
fn a_host_operation_is_done_17_cycles_later_and_the_next_is_taken_after_it() {
    let mut engine = ready(&config(16, 8, false));
    let written = context(5 * ONE);
    assert!(engine.step(&host(HostOp::Write { qpn: 2, context: written })).host_ready);
    let read = host(HostOp::Read { qpn: 2 });
    let (mut done, mut taken) = (None, None);
    for cycle in 1..60 {
        let out = engine.step(&if taken.is_none() { read } else { idle() });
        if out.host_ready && taken.is_none() {
            taken = Some(cycle);
        }
        if out.host_done.is_some() {
            assert!(!out.host_ready, "busy falls in the cycle after");
            done = done.or(Some((cycle, out.host_done)));
            if cycle > 17 {
                assert_eq!((cycle, out.host_done), (35, Some(HostDone::Read(written))));
            }
        }
    }
    assert_eq!((done, taken), (Some((17, Some(HostDone::Write))), Some(18)));
    // the write has made the slice valid: PSN 12 confirms 3 packets
    engine.step(&packet(Kind::Ack, 12, 2));
    let (_, update) = cycles_to_update(&mut engine);
    assert_eq!(update.cw.raw(), 5 * ONE + 161_061_120, "5 + 3/5, less 9.5e-7 of it");
}

#[test]
fn packets_come_before_the_host_and_the_host_before_events() {
    let mut engine = ready(&config(16, 8, false));
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

#[test]
fn an_event_of_a_kind_that_only_the_host_has_is_taken_as_a_loss() {
    for kind in [Kind::HostWrite, Kind::HostRead, Kind::Loss] {
        let mut engine = ready(&config(16, 8, false));
        assert!(engine.step(&event(Arrival { kind, ..ack(3, 7, true) })).s_event_ready);
        let (_, update) = cycles_to_update(&mut engine);
        assert_eq!((update.kind, update.cw.raw(), update.flags), (Kind::Loss, ONE, 0b1000));
    }
    assert_eq!(
        [3, 4, 5, 6, 7].map(model::event::external_kind),
        [Kind::Cnp, Kind::Loss, Kind::Loss, Kind::Loss, Kind::Loss]
    );
}

#[test]
fn eight_qps_in_turn_keep_an_event_a_cycle() {
    for qps in [8, 9, 16] {
        let mut engine = ready(&config(16, 4, false));
        let mut updates = 0;
        for cycle in 0..2000 {
            let out = engine.step(&event(ack(cycle % qps, 1, cycle % 5 == 0)));
            assert!(out.s_event_ready, "cycle {cycle}");
            assert_eq!(out.upd.is_some(), cycle >= 25, "cycle {cycle}");
            updates += out.upd.is_some() as u32;
        }
        assert_eq!(updates, 1975);
    }
}

#[test]
fn one_qp_alone_has_an_event_every_eight_cycles() {
    let mut engine = ready(&config(16, 8, false));
    let mut at = Vec::new();
    for cycle in 0..1000 {
        at.extend(engine.step(&event(ack(3, 1, false))).upd.map(|_| cycle));
    }
    assert!(at.len() > 100 && at.windows(2).all(|w| w[1] - w[0] == 8), "{at:?}");
}

#[test]
fn a_sink_that_stops_stops_the_source_and_loses_nothing() {
    let mut engine = ready(&config(64, 8, false));
    let mut accepted = Vec::new();
    for cycle in 0..500 {
        let arrival = ack(cycle % 64, 1, false);
        let out = engine.step(&In { upd_ready: false, ..event(arrival) });
        if out.s_event_ready {
            accepted.push(arrival.qpn);
        }
    }
    // 32 updates, 8 slots, 16 in the queue, and what came while the sixteenth went through psn (4) and room fell (1)
    assert_eq!(accepted.len(), 32 + 8 + 16 + 4 + 1);
    let mut updates = Vec::new();
    drain(&mut engine, &mut updates);
    assert_eq!(updates.iter().map(|u| u.qpn).collect::<Vec<_>>(), accepted);
}

#[test]
fn the_event_queue_takes_what_the_parser_still_holds_when_room_falls() {
    // the worst source: a frame in every cycle with room, its event 8 cycles later, and a sink that takes nothing.
    // A FIFO that overflows panics
    let mut engine = ready(&config(64, 4, false));
    let mut pipe = [true; 8];
    let mut sent = 0;
    for cycle in 0..500 {
        let launched = std::mem::replace(&mut pipe[cycle as usize % 8], engine.room());
        let input = if launched { packet(Kind::Cnp, 0, cycle % 64) } else { idle() };
        engine.step(&In { upd_ready: false, ..input });
        sent += launched as usize;
    }
    assert!(!engine.room());
    let mut updates = Vec::new();
    drain(&mut engine, &mut updates);
    assert_eq!(updates.len(), sent);
}

#[test]
fn reset_in_flight_forgets_everything_and_starts_anew() {
    let mut random = support::seed("reset_in_flight_forgets_everything_and_starts_anew");
    for length in 1..60 {
        let mut engine = ready(&config(16, 4, true));
        for _ in 0..length {
            let arrival = ack(random.below(16) as u32, 1 + random.below(3), random.chance(2));
            let op = HostOp::Write { qpn: random.below(16) as u32, context: context(7 * ONE) };
            let host = random.chance(9).then_some(op);
            engine.step(&In { upd_ready: random.chance(3), host, ..event(arrival) });
        }
        engine.step(&In { rst_n: false, ..event(ack(1, 1, false)) });
        let mut fresh = Engine::new(&config(16, 4, true));
        for cycle in 0..300 {
            let arrival = ack(random.below(16) as u32, 1 + random.below(3), random.chance(2));
            let op = HostOp::Read { qpn: random.below(16) as u32 };
            let input = In { upd_ready: random.chance(2), host: random.chance(9).then_some(op), ..event(arrival) };
            assert_eq!(engine.step(&input), fresh.step(&input), "{length} cycles, then reset, then cycle {cycle}");
        }
    }
}
