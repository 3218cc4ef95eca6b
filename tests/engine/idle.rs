//! Skipping is ticking: `advance_idle` against `step`.

use super::*;
use model::engine::Out;
use proptest::prelude::*;

/// A stretch of traffic, then one of idleness.
#[derive(Clone, Debug)]
struct Stretch {
    events: Vec<(u32, u64, bool, bool)>,
    host: Option<u32>,
    sink_takes: bool,
    idle_cycles: u64,
    idle_sink_takes: bool,
}

fn stretch() -> impl Strategy<Value = Stretch> {
    let events = prop::collection::vec((0u32..16, 0u64..4, any::<bool>(), any::<bool>()), 0..60);
    let idle_cycles = prop_oneof![0u64..40, 40u64..2000];
    (events, prop::option::of(0u32..16), any::<bool>(), idle_cycles, any::<bool>()).prop_map(
        |(events, host, sink_takes, idle_cycles, idle_sink_takes)| Stretch {
            events,
            host,
            sink_takes,
            idle_cycles,
            idle_sink_takes,
        },
    )
}

fn run(stretches: &[Stretch], config: &config::Engine) -> Result<u64, TestCaseError> {
    let (mut ticking, mut skipping) = (Engine::new(config), Engine::new(config));
    let mut seen_in_all = 0;
    for stretch in stretches {
        let host = stretch.host.map(|qpn| HostOp::Write { qpn, context: context(3 * ONE) });
        for &(qpn, n, ece, offered) in &stretch.events {
            let s_event = offered.then(|| ack(qpn, n, ece));
            let input = In { s_event, host, upd_ready: stretch.sink_takes, ..idle() };
            prop_assert_eq!(ticking.step(&input), skipping.step(&input));
        }
        let input = In { upd_ready: stretch.idle_sink_takes, ..idle() };
        let (mut ticked, mut skipped) = (Vec::<(u64, Out)>::new(), Vec::new());
        for cycle in 0..stretch.idle_cycles {
            let out = ticking.step(&input);
            if out.host_done.is_some() || (out.upd.is_some() && input.upd_ready) {
                ticked.push((cycle, out));
            }
        }
        skipping.advance_idle(stretch.idle_cycles, &input, |cycle, out| skipped.push((cycle, *out)));
        prop_assert_eq!(&ticked, &skipped);
        seen_in_all += skipped.len() as u64;
    }
    for _ in 0..200 {
        prop_assert_eq!(ticking.step(&idle()), skipping.step(&idle()));
    }
    Ok(seen_in_all)
}

#[test]
fn advance_idle_equals_ticking() {
    let mut proptest = proptest::test_runner::TestRunner::new(support::proptest("engine_idle", 500));
    let cases = (prop::collection::vec(stretch(), 1..8), prop::sample::select(&[4u32, 8, 16][..]), any::<bool>());
    let seen = std::cell::Cell::new(0);
    let result = proptest.run(&cases, |(stretches, wait_slots, merge)| {
        seen.set(seen.get() + run(&stretches, &config(16, wait_slots, merge))?);
        Ok(())
    });
    result.unwrap_or_else(|failure| panic!("{failure}"));
    println!("{} updates and host operations seen in idle stretches", seen.get());
    assert!(seen.get() > 1000);
}

#[test]
fn a_quiet_engine_skips_any_number_of_cycles_at_once() {
    let mut engine = ready(&config(16, 8, false));
    engine.step(&event(ack(3, 1, false)));
    let mut at = Vec::new();
    engine.advance_idle(u64::MAX / 2, &idle(), |cycle, out| at.push((cycle, out.upd.is_some())));
    assert_eq!(at, [(24, true)], "25 cycles after the event");
}
