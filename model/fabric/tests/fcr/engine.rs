//! Senders whose windows come from the engine's cycles, with `limit` behind it, under advices.

use super::{LINE, One, written};
use fabric::nic::{Ack, Cycle, Event, Golden, Nic};
use fabric::scenario::Scenario;
use fabric::simulate;
use std::path::Path;

/// The engine's cycles, with `limit` behind it, and the function at their latency: the function obeys an advice at
/// once, the engine 39 cycles later and not before a QP's first update (DIVERGENCE FCR26). K_fcr is such that a switch
/// advises behind it; still it may see in one what it does not see in the other, and LDCP then has a round more.
#[test]
fn the_engine_s_cycles_with_fcr_are_near_the_function_s() {
    let of = |cc: &str, latency_ns: u64| {
        let text = format!(
            "kind = \"incast\"\ncc = \"{cc}\"\nsenders = 4\nbytes = 300_000\nrate_gbps = 25\nlatency_ns = {latency_ns}\n\
             pacing = \"host\"\n[fcr]\nqueue_bytes = 1_000\n"
        );
        let scenario = Scenario::parse(Path::new("s.toml"), &text).expect("a scenario");
        let outcome = simulate(&scenario).expect("a run");
        assert!(outcome.complete, "{cc}");
        (outcome.makespan_ns as f64, outcome.longest.0 as f64, outcome.advices)
    };
    for (cc, latency_ns) in [("ldcp", 395), ("hpcc", 655)] {
        let (function, queue, taken) = of(cc, latency_ns);
        let (cycle, queue_of_cycle, by_cycle) = of(&format!("cycle-{cc}"), 0);
        println!("{cc}: {function} {cycle} {queue} {queue_of_cycle} {taken:?} {by_cycle:?}");
        assert!((function / cycle - 1.0).abs() < 0.05, "{cc}: {function} {cycle}");
        assert!((queue / queue_of_cycle - 1.0).abs() < 0.2, "{cc}: {queue} {queue_of_cycle}");
        assert!(by_cycle.taken > 0 && by_cycle.rejected == 0, "{cc}: {by_cycle:?}");
    }
}

/// Messages with pauses between them, so that advices end while nothing is under way: what is under way is waited for.
#[test]
fn the_engine_s_cycles_finish_what_pauses_and_goes_on() {
    let text = "kind = \"many-to-one\"\ncc = \"cycle-ldcp\"\nsenders = 4\nrate_gbps = 25\nbytes = 100_000\n\
                load_percent = 60\nduration_us = 1000\n[fcr]\n";
    let outcome = simulate(&Scenario::parse(Path::new("s.toml"), text).expect("a scenario")).expect("a run");
    assert!(outcome.complete && outcome.advices.taken > 10 && outcome.advices.lowered > 5, "{:?}", outcome.advices);
}

/// An advice acts with the QP's first update, holds as long as it says and up to a walk longer, and does not jump.
#[test]
fn the_engine_s_cycles_obey_an_advice_and_do_not_jump_when_it_ends() {
    let ack = |n: u64| {
        let (seq, nxt) = (1000 * n, 1000 * n + 12_000);
        Event::Ack(Ack { seq, nxt, confirmed: 1000, mark: false, nack: false, path: 0, telemetry: &[] })
    };
    for (golden, window) in [(Golden::Ldcp, 2_265), (Golden::Hpcc { max_stage: 5 }, 2_320)] {
        let mut one = One::new(Cycle::advised(golden, LINE, 4).expect("an engine"));
        one.at(500, Event::Sent { nxt: 14_000 });
        one.at(1_000, ack(1));
        let before = one.until(3_000);
        assert!(before.window_bytes >= 14_000, "{golden:?} {before:?}");
        one.at(5_000, Event::Advice(&written(4000, 20, 1, 7)));
        let said = one.until(6_000);
        assert_eq!(said.window_bytes, window, "{golden:?}");
        assert!((3_999_999_900..=4_000_000_000).contains(&said.rate_bps), "{golden:?} {said:?}");
        assert_eq!(one.until(23_900), said, "{golden:?}");
        let after = one.until(40_000);
        assert!(after.window_bytes <= window + 1, "{golden:?} {after:?}");
        // out of range, and of another version
        one.at(41_000, Event::Advice(&written(25_001, 20, 2, 7)));
        one.at(41_000, Event::Advice(&[0x21; 16]));
        one.until(50_000);
        let counts = one.0.advice_counts();
        assert_eq!((counts.taken, counts.rejected, counts.unknown, counts.lowered), (1, 1, 1, 1), "{golden:?}");
        // from here on it is the algorithm's: LDCP's window grows by an ACK, HPCC++'s falls to 95 % at a U of 1
        one.at(51_000, ack(2));
        let next = one.until(53_000).window_bytes;
        let expected = if golden == Golden::Ldcp { 2_707 } else { 2_209 };
        assert_eq!(next, expected, "{golden:?} {after:?}");
    }
}
