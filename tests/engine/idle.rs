//! Skipping is ticking: `advance_idle` against `step`.

use super::*;
use proptest::prelude::*;

#[derive(Clone, Copy, Debug)]
struct Offer {
    qpn: u32,
    n: u64,
    ece: bool,
    kind: Kind,
    offered: bool,
    telemetry: bool,
    tx: bool,
}

/// A stretch of traffic, then one of idleness.
#[derive(Clone, Debug)]
struct Stretch {
    events: Vec<Offer>,
    host: Option<(u32, usize, u64)>,
    sink_takes: bool,
    idle_cycles: u64,
    idle_sink_takes: bool,
}

fn stretch() -> impl Strategy<Value = Stretch> {
    let kind = prop::sample::select(&[Kind::Ack, Kind::Ack, Kind::Data, Kind::Loss, Kind::Cnp][..]);
    let event = (0u32..16, 0u64..4, any::<bool>(), kind, any::<bool>(), any::<bool>(), any::<bool>())
        .prop_map(|(qpn, n, ece, kind, offered, telemetry, tx)| Offer { qpn, n, ece, kind, offered, telemetry, tx });
    let events = prop::collection::vec(event, 0..60);
    let host = prop::option::of((0u32..16, 0usize..Algorithm::ALL.len(), 0u64..64));
    let idle_cycles = prop_oneof![0u64..40, 40u64..2000];
    (events, host, any::<bool>(), idle_cycles, any::<bool>()).prop_map(
        |(events, host, sink_takes, idle_cycles, idle_sink_takes)| Stretch {
            events,
            host,
            sink_takes,
            idle_cycles,
            idle_sink_takes,
        },
    )
}

/// How many idle cycles had something to see, of each unit, of the host and of a timer.
type Seen = [u64; 5];

fn run(stretches: &[Stretch], config: &Config, total: &mut Seen) -> Result<(), TestCaseError> {
    let (mut ticking, mut skipping) = (Engine::new(config), Engine::new(config));
    let jitters = stretches[0].sink_takes;
    if config.engine.units.contains(&Unit::Dcqcn) {
        // periods of some hundred cycles, so that stretches have several
        for engine in [&mut ticking, &mut skipping] {
            engine.preset("cfg_dcqcn_period", 300);
            engine.preset("cfg_dcqcn_jitter_mask", if jitters { 63 } else { 0 });
        }
    }
    // most runs begin in the midst of the initialisation; here and there one with algorithms of all kinds
    if stretches[0].idle_sink_takes {
        ticking = ready(config);
        if config.engine.units.contains(&Unit::Dcqcn) {
            ticking.preset("cfg_dcqcn_period", 300);
            ticking.preset("cfg_dcqcn_jitter_mask", if jitters { 63 } else { 0 });
        }
        choose(&mut ticking, 16, &algorithms(&config.engine.units));
        skipping = ticking.clone();
    }
    let mut cycles = 0;
    for stretch in stretches {
        let host = stretch.host.map(|(qpn, alg, parts)| {
            let context = HostContext { alg: Algorithm::ALL[alg], ..context(3 * ONE) };
            HostOp::Write { qpn, parts: Parts::from_bits(parts), context }
        });
        for offer in &stretch.events {
            cycles += 1;
            let telemetry = telemetry(1, 3, cycles * 300, cycles * 10, offer.n);
            let s_event = Arrival { kind: offer.kind, ..ack(offer.qpn, offer.n, offer.ece) };
            let input = In {
                s_event: offer.offered.then_some(s_event),
                s_event_telemetry: offer.telemetry.then_some(&telemetry),
                tx: offer.tx.then_some((offer.qpn, Psn::wrap(cycles))),
                host,
                upd_ready: stretch.sink_takes,
                ..idle()
            };
            prop_assert_eq!(ticking.step(&input), skipping.step(&input));
        }
        let input = In { upd_ready: stretch.idle_sink_takes, ..idle() };
        let (mut ticked, mut skipped) = (Vec::<(u64, Out)>::new(), Vec::new());
        // a timer's update is never sooner than was said
        let mut claim = 0;
        for cycle in 0..stretch.idle_cycles {
            let soonest = ticking.soonest_timer();
            claim = claim.max(soonest.map_or(0, |cycles| cycle + cycles));
            let out = ticking.step(&input);
            if out.upd.is_some_and(|update| update.kind == Kind::Timer) {
                prop_assert!(soonest.is_some() && cycle >= claim, "{soonest:?}, in cycle {cycle}, not before {claim}");
                claim = 0;
            }
            if out.host_done.is_some() || (out.upd.is_some() && input.upd_ready) {
                ticked.push((cycle, out));
            }
        }
        skipping.advance_idle(stretch.idle_cycles, &input, |cycle, out| skipped.push((cycle, *out)));
        prop_assert_eq!(&ticked, &skipped);
        for (_, out) in &skipped {
            total[3] += u64::from(out.host_done.is_some());
            total[4] += u64::from(out.upd.is_some_and(|update| input.upd_ready && update.kind == Kind::Timer));
            match out.upd.filter(|_| input.upd_ready).map(|update| update.outcome) {
                Some(Outcome::Ldcp { .. }) => total[0] += 1,
                Some(Outcome::Hpcc { .. }) => total[1] += 1,
                Some(Outcome::Socket { .. }) => total[2] += 1,
                None => {}
            }
        }
        cycles += stretch.idle_cycles;
    }
    for _ in 0..300 {
        prop_assert_eq!(ticking.step(&idle()), skipping.step(&idle()));
    }
    Ok(())
}

#[test]
fn advance_idle_equals_ticking() {
    let timed: [&[Unit]; 2] = [&[Unit::Dcqcn], &[Unit::Ldcp, Unit::Hpcc, Unit::Dcqcn]];
    for units in [LDCP, HPCC, BOTH, THREE].into_iter().chain(timed) {
        // a cycle of a timer's unit takes longer
        let cases = if timed.contains(&units) { 120 } else { 500 };
        let mut proptest = proptest::test_runner::TestRunner::new(support::proptest("engine_idle", cases));
        let least = u64::from(cases) * 4 / 5;
        let cases = (prop::collection::vec(stretch(), 1..8), prop::sample::select(&[4u32, 8, 9, 16][..]));
        let seen = std::cell::Cell::new([0; 5]);
        let result = proptest.run(&cases, |(stretches, wait_slots)| {
            let mut total = seen.get();
            run(&stretches, &with(units, 16, wait_slots), &mut total)?;
            seen.set(total);
            Ok(())
        });
        result.unwrap_or_else(|failure| panic!("{failure}"));
        let [ldcp, hpcc, others, host, timers] = seen.get();
        println!(
            "{units:?}: {ldcp} updates of LDCP, {hpcc} of HPCC++, {others} of others, {timers} of a timer, {host} host \
             operations seen in idle stretches"
        );
        assert!(host > least);
        let built = [&[Unit::Ldcp][..], &[Unit::Hpcc], &[Unit::Dctcp, Unit::Dcqcn], &[Unit::Dcqcn]];
        let built = built.map(|of| of.iter().any(|unit| units.contains(unit)));
        assert_eq!([ldcp, hpcc, others, timers].map(|n| n > least), built);
    }
}

#[test]
fn a_quiet_engine_skips_any_number_of_cycles_at_once() {
    for units in [LDCP, HPCC, BOTH, THREE] {
        let config = with(units, 16, 8);
        let mut engine = ready(&config);
        engine.step(&event(ack(3, 1, false)));
        let mut at = Vec::new();
        engine.advance_idle(u64::MAX / 2, &idle(), |cycle, out| at.push((cycle, out.upd.is_some())));
        let latency = layout::timing::Latency::of(&config).event(units[0]);
        assert_eq!(at, [(u64::from(latency) - 1, true)], "{latency} cycles after the event");
    }
}
