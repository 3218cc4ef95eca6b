//! The accounting of coverage: what was not reached is named, waivers that do not hold are told, and a run that counted
//! nothing is no success.

mod common;

use std::path::Path;
use tb::blocks::{self, cover};
use tb::coverage::{Account, Coverage, Owner, Waivers, account};
use tb::{Options, run};

/// Points as Verilator writes them: kind, line, what, count.
fn counted(points: &[(&str, usize, &str, u64)]) -> Coverage {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = dir.path().join("x.dat");
    let line = |(kind, line, what, n): &(&str, usize, &str, u64)| {
        let fields = [
            ("f", "verilog/a.v".to_string()),
            ("l", line.to_string()),
            ("n", "3".into()),
            ("page", format!("v_{kind}/a__W4")),
            ("o", what.to_string()),
            ("h", "TOP.a".into()),
        ];
        let key: String = fields.iter().map(|(k, v)| format!("\x01{k}\x02{v}")).collect();
        format!("C '{key}' {n}\n")
    };
    std::fs::write(&path, points.iter().map(line).collect::<String>()).expect("written");
    let mut coverage = Coverage::default();
    coverage.add(&path).expect("read");
    coverage
}

const TEXT: &str = "module a;\n  x <= 1;\n  if (y) begin\nendmodule\n";

fn sum(coverage: &Coverage, functional: &[(&str, u64)], waivers: &str) -> Account {
    let functional = functional.iter().map(|(name, n)| (name.to_string(), *n)).collect();
    let owner = Owner { block: "a".into(), files: vec![("a.v".into(), TEXT.into())], functional };
    account(coverage, &[owner], Waivers::parse(waivers).expect("legal waivers"))
}

fn waiver(kind: &str, at: &str) -> String {
    format!("[[waiver]]\nkind = '{kind}'\nmodule = 'a'\nat = ['{at}']\nreason = 'a test'\n")
}

/// All reached but what is named.
fn points(branch: u64, toggle: u64) -> Coverage {
    counted(&[
        ("line", 2, "block", 5),
        ("branch", 3, "if", branch),
        ("branch", 3, "else", 1),
        ("toggle", 1, "y:0->1", toggle),
    ])
}

#[test]
fn what_is_all_reached_has_no_shortfall() {
    let result = sum(&points(1, 1), &[("wraps", 3)], "");
    assert!(result.shortfalls.is_empty() && result.missed.is_empty(), "{:?}", result.shortfalls);
    assert!(result.table().contains("| a | 1/1/0 | 2/2/0 | 1/1/0 | 1/1/0 |"), "{}", result.table());
}

#[test]
fn each_kind_of_point_that_is_missed_is_named() {
    for (coverage, functional, part) in [
        (points(0, 1), 1, "branch never reached: a.v:3: if if (y) begin"),
        (points(1, 0), 1, "toggle never reached: a.v:1: y:0->1"),
        (points(1, 1), 0, "functional point never reached: wraps"),
    ] {
        let result = sum(&coverage, &[("wraps", functional)], "");
        assert!(result.missed.len() == 1 && result.missed[0].contains(part), "{:?}", result.missed);
        assert_eq!(result.shortfalls.len(), 1, "{:?}", result.shortfalls);
    }
}

#[test]
fn a_waiver_waives_what_it_names_and_is_counted() {
    let waivers = waiver("branch", "if if \\(y\\).*") + &waiver("functional", "wraps");
    let result = sum(&points(0, 1), &[("wraps", 0)], &waivers);
    assert!(result.shortfalls.is_empty() && result.missed.is_empty(), "{:?}", result.shortfalls);
    assert!(result.table().contains("| a | 1/1/0 | 1/2/1 | 1/1/0 | 0/1/1 |"), "{}", result.table());
}

#[test]
fn a_waiver_that_does_not_hold_is_told() {
    for (at, part) in
        [("if if \\(y\\).*", "was reached"), ("if if \\(z\\).*", "there is no such point"), (".*", "was reached")]
    {
        let result = sum(&points(1, 1), &[("wraps", 1)], &waiver("branch", at));
        let told = result.shortfalls.iter().filter(|s| s.contains("stale") && s.contains(part)).count();
        assert_eq!((told, result.shortfalls.len()), (1, 1), "{at}: {:?}", result.shortfalls);
    }
}

#[test]
fn a_suite_that_counted_nothing_fails() {
    for coverage in [Coverage::default(), counted(&[("line", 2, "block", 0)])] {
        let result = sum(&coverage, &[], "");
        assert!(result.shortfalls.iter().any(|s| s.contains("no line was counted")), "{:?}", result.shortfalls);
    }
}

#[test]
fn waivers_without_sense_are_refused() {
    for (text, part) in [
        ("[[waiver]]\nkind = 'branch'\nmodule = 'a'\nat = ['x']", "reason"),
        (&waiver("expression", "x"), "expected line, branch"),
        (&waiver("line", "("), "`(`"),
        (&waiver("line", "x").replace("a test", " "), "has no reason"),
        ("[[waver]]", "waver"),
    ] {
        let e = Waivers::parse(text).err().expect(part);
        assert!(e.contains(part) && !e.contains('\n'), "{e}");
    }
    let e = Waivers::read(Path::new("nowhere.toml")).err().expect("no file").to_string();
    assert!(e.contains("nowhere.toml"), "{e}");
}

#[test]
fn a_branch_that_no_run_takes_is_named() {
    let dead = "known <= 256'd0; if (in_key == 8'd3 && in_a == 32'd77 && in_b == 32'd78) known[1] <= 1'b0;";
    let design = common::mutant(&[("known <= 256'd0;", dead)]);
    let dir = tempfile::tempdir().expect("a temporary directory");
    let options = Options { coverage_dir: Some(dir.path().into()), ..Options::new(500, 1) };
    let outcome = run(&common::Mac::default(), &design, &options, |_| {}).expect("it runs");
    assert!(outcome.verdict.is_equal(), "{:?}", outcome.report);
    let mut coverage = Coverage::default();
    coverage.add(&dir.path().join("mac-seed1.dat")).expect("read");
    let owner = Owner { block: "mac".into(), files: design.files().to_vec(), functional: vec![("any".into(), 1)] };
    let result = account(&coverage, &[owner], Waivers::default());
    let named = result.missed.iter().filter(|m| m.contains("branch") && m.contains("in_a == 32'd77")).count();
    assert_eq!(named, 1, "{:?}", result.missed);
    assert!(result.shortfalls.iter().any(|s| s.starts_with("mac: branch:")), "{:?}", result.shortfalls);
}

#[test]
fn functional_points_are_counted_and_few_events_do_not_reach_them_all() {
    let config = layout::config::Config::default();
    let emitted = hdl::design::build(&config, "recip").expect("it is emitted");
    let design = blocks::design(&emitted, &config, "recip", emitted.files.clone()).expect("a design");
    let missed = |events| {
        let mut sheet = cover::sheet("recip", &config, &design).expect("it has points");
        cover::observe(&mut sheet, &config, &design, &Options::new(events, 1)).expect("observed");
        let points = sheet.counts();
        assert!(points.len() >= 10, "{points:?}");
        points.into_iter().filter(|p| p.1 == 0).map(|p| p.0).collect::<Vec<_>>()
    };
    assert!(missed(100).contains(&"every word of the table".to_string()));
    assert_eq!(missed(50_000), [""; 0]);
}

/// Blocks, each with points that it has at least, and events of a run.
fn reach_every_point(blocks: &[(&str, usize, u64)]) {
    let mut config = layout::config::Config::default();
    (config.engine.qps, config.engine.units) = (16, layout::config::Unit::ALL.to_vec());
    for (block, least, events) in blocks.iter().copied() {
        let emitted = hdl::design::build(&config, block).expect("it is emitted");
        let design = blocks::design(&emitted, &config, block, emitted.files.clone()).expect("a design");
        let mut sheet = cover::sheet(block, &config, &design).expect("it has points");
        let mut runs = 0;
        for seed in 1..=24 {
            cover::observe(&mut sheet, &config, &design, &Options::new(events, seed)).expect("observed");
            runs = seed;
            if sheet.counts().iter().all(|(_, met)| *met > 0) {
                break;
            }
        }
        let points = sheet.counts();
        println!("{block}, {runs} runs: {points:?}");
        assert!(points.len() >= least, "{block}: {} points", points.len());
        let missed: Vec<_> = points.into_iter().filter(|(_, met)| *met == 0).map(|(name, _)| name).collect();
        assert_eq!(missed, [""; 0], "{block}");
    }
}

/// Of the runs of `just coverage`, or fewer.
#[test]
fn the_runs_of_the_units_and_of_fcr_reach_every_point() {
    reach_every_point(&[("dctcp", 20, 10_000), ("dcqcn", 28, 40_000), ("fcr", 28, 40_000)]);
}

#[test]
fn the_runs_of_limit_reach_every_point() {
    reach_every_point(&[("limit", 91, 10_000)]);
}

#[test]
fn the_runs_of_latest_reach_every_point() {
    reach_every_point(&[("latest", 60, 50_000)]);
}

#[test]
fn the_runs_of_shaper_reach_every_point() {
    reach_every_point(&[("shaper", 68, 5_000)]);
}

#[test]
fn the_runs_of_sender_reach_every_point() {
    reach_every_point(&[("sender", 100, 5_000)]);
}

#[test]
fn the_runs_of_receiver_reach_every_point() {
    reach_every_point(&[("receiver", 106, 10_000)]);
}

#[test]
fn the_runs_of_responder_reach_every_point() {
    reach_every_point(&[("responder", 107, 5_000)]);
}

#[test]
fn the_runs_of_inserter_reach_every_point() {
    reach_every_point(&[("inserter", 172, 4_000)]);
}

#[test]
fn the_runs_of_prober_reach_every_point() {
    reach_every_point(&[("prober", 151, 10_000)]);
}
