//! Links whose rates HPCC++'s table after reset does not have, and paths that change under it.

use fabric::nic::{Ack, Cycle, Event, Golden, Line, Nic, Speeds, Tuning};
use fabric::scenario::Scenario;
use fabric::{Hop, Outcome, simulate};
use std::fs;
use std::path::Path;

const LINE: Line =
    Line { line_bps: 100_000_000_000, rtt_ns: 4160, bdp_bytes: 52_000, speeds: Speeds::TABLE, tuning: Tuning::RULE };
const HPCC: Golden = Golden::Hpcc { max_stage: 5 };

fn files(cc: &str, rates: [&str; 3], bytes: u64) -> Result<Outcome, String> {
    let place = tempfile::tempdir().expect("a folder");
    let links: String = rates.iter().zip(1..).map(|(rate, host)| format!("0 {host} {rate} 0.001ms 0\n")).collect();
    let all = [
        ("topology.txt", format!("4 1 3\n0\n{links}")),
        ("flow.txt", format!("2\n1 3 3 100 {bytes} 2.0\n2 3 3 100 {bytes} 2.0\n")),
        ("s.toml", format!("kind = \"files\"\ncc = \"{cc}\"\npacing = \"host\"\n")),
    ];
    all.iter().for_each(|(name, text)| fs::write(place.path().join(name), text).expect("written"));
    let scenario = Scenario::of(&[place.path().join("s.toml")]).expect("a scenario");
    simulate(&scenario).map_err(|e| e.to_string())
}

fn built(text: &str) -> Result<Outcome, String> {
    let scenario = Scenario::parse(Path::new("s.toml"), text).map_err(|e| e.to_string())?;
    simulate(&scenario).map_err(|e| e.to_string())
}

/// Rates beside the table's are in its spare entries, in every body.
#[test]
fn hpcc_controls_links_of_any_whole_rate() {
    for (cc, bytes) in [("hpcc", 3_000_000), ("cycle-hpcc", 1_000_000), ("ideal-hpcc", 300_000)] {
        let run = files(cc, ["100Gbps", "100Gbps", "30Gbps"], bytes).expect("a run");
        let (makespan, bound) = (run.makespan_ns, run.bound_ns);
        assert!(run.complete && 10 * makespan < 13 * bound, "{cc}: {makespan} of {bound}");
        // the last sample's windows are two parts of the link's BDP, no longer those at the start
        let windows: Vec<u64> = (0..2).map(|flow| run.windows.column(flow).min().unwrap_or(0)).collect();
        assert!(windows.iter().all(|&window| window < 20_000), "{cc}: {windows:?}");
    }
    let hp = files("hp", ["100Gbps", "100Gbps", "30Gbps"], 3_000_000).expect("a run");
    let hpcc = files("hpcc", ["100Gbps", "100Gbps", "30Gbps"], 3_000_000).expect("a run");
    let ratio = hpcc.makespan_ns as f64 / hp.makespan_ns as f64;
    assert!((0.9..1.1).contains(&ratio), "{ratio}");
}

/// A rate of a link that changes later has an entry too.
#[test]
fn hpcc_controls_a_link_that_becomes_one_of_another_rate() {
    let text = "kind = \"incast\"\ncc = \"hpcc\"\nsenders = 2\nbytes = 3_000_000\nuntil_us = 5000\n";
    let slow = built(&format!("{text}[[link]]\nends = [2, 3]\nat_us = 50\ngbps = 30\n")).expect("a run");
    let last = |flow| slow.windows.column(flow).skip(200).take(100).max().unwrap_or(0);
    assert!(slow.complete && last(0) < 25_000 && last(1) < 25_000, "{} {}", last(0), last(1));
}

#[test]
fn rates_that_the_table_does_not_hold_are_refused() {
    let told = files("hpcc", ["100Gbps", "100Gbps", "2500Mbps"], 1000).map(drop).expect_err("half a Gbit/s");
    assert!(told.contains("no entry for a link of 2500000000 bit/s: expected whole Gbit/s, at most 4095"), "{told}");
    let told = files("hpcc", ["100Gbps", "100Gbps", "5000Gbps"], 1000).map(drop).expect_err("5 Tbit/s");
    assert!(told.contains("no entry for a link of 5000000000000 bit/s") && !told.contains('\n'), "{told}");
    // others than HPCC++ have no table
    for cc in ["ldcp", "hp"] {
        assert!(files(cc, ["100Gbps", "100Gbps", "2500Mbps"], 1000).expect("a run").complete);
    }
    let changes: String = (1..10).map(|n| format!("[[link]]\nends = [2, 3]\nat_us = {n}\ngbps = {n}\n")).collect();
    let told = built(&format!("kind = \"incast\"\nsenders = 2\ncc = \"hpcc\"\n{changes}")).map(drop);
    assert!(told.as_ref().is_err_and(|told| told.contains("a link of 9000000000 bit/s")), "{told:?}");
}

/// Telemetry of another path replaces what is kept, and changes no window (SEMANTICS H3).
#[test]
fn a_change_of_path_changes_no_window() {
    let window_of = |mut nic: Box<dyn Nic>, path: u16| {
        nic.ack(0, 0, Event::Open { flow: 0 });
        let mut last = 0;
        for (n, path, tx_bytes) in [(1, 5, 100_000), (2, 5, 101_000), (3, path, 9_000_000), (4, path, 9_001_000)] {
            let time_ns = 5000 + 3000 * n;
            let hop = Hop { time_ns, tx_bytes, waiting_bytes: 0, rate_bps: LINE.line_bps };
            let seq = 1000 * n;
            let telemetry = &[hop];
            let nxt = seq + 9000;
            nic.ack(time_ns - 50, 0, Event::Sent { nxt });
            let ack = Ack { seq, nxt, confirmed: 1000, mark: false, nack: false, path, telemetry };
            nic.ack(time_ns, 0, Event::Ack(ack));
            while let Some(update) = nic.next(time_ns + 2900) {
                last = update.window_bytes;
            }
        }
        last
    };
    type Make = dyn Fn() -> Box<dyn Nic>;
    let bodies: [&Make; 3] = [
        &|| Box::new(HPCC.nic(LINE, 0).expect("a NIC")),
        &|| Box::new(HPCC.ideal_nic(LINE, 0).expect("a NIC")),
        &|| Box::new(Cycle::new(HPCC, LINE, 1).expect("a NIC")),
    ];
    for (body, make) in bodies.into_iter().enumerate() {
        let (same, other) = (window_of(make(), 5), window_of(make(), 6));
        assert!(same < 20_000 && other > 40_000, "body {body}: {same} on one path, {other} on two");
    }
}

/// A link fails, flows take other ways, and their windows stay.
#[test]
fn windows_stay_where_a_link_fails() {
    let text = "kind = \"permutation\"\nhosts = 4\nleaves = 2\nspines = 2\ncc = \"hpcc\"\nbytes = 4_000_000\nseed = 3\n\
                spine_gbps = 400\nuntil_us = 3000\n";
    let mut seen = 0;
    for spine in [6, 7] {
        let run = built(&format!("{text}[[link]]\nends = [4, {spine}]\nat_us = 100\n")).expect("a run");
        // what fails meanwhile is no window: nothing is congested on these ways, so each stays at the BDP or nearly so
        for flow in 0..4 {
            let windows: Vec<u64> = run.windows.column(flow).skip(60).take(200).collect();
            let least = windows.iter().copied().min().unwrap_or(0);
            assert!(least > 20_000, "flow {flow}, link to {spine}: {least}");
            seen += windows.len();
        }
    }
    assert!(seen > 400, "{seen}");
}
