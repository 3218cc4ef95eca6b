//! Bugs put into the emitted Verilog by hand are each found by `verify`, which names the block and prints the shrunk events.
//! A bench that passes correct text proves little; this shows what it rejects.

mod bench;
#[path = "mutants/list.rs"]
mod list;

use bench::Files;
use layout::config::Config;
use list::{MUTANTS, Mutant};
use std::process::{Command, Output};
use tb::blocks::{self, BLOCKS};
use tb::{Report, Verdict};

const SEED: u64 = 1;
/// A block's events, in passes with parameters of their own: as `verify` does it, but fewer.
const EVENTS: u64 = 60_000;
const PASSES: u64 = 4;
/// No list of shrunk events is longer: where a queue must run over, it takes what fits in it (64 updates, or 62 events before the room ends).
const SHORT: usize = 100;

/// The configuration of hdl/verilog/small.
const SMALL: &str = "hdl/verilog/small/ackwright.toml";

fn small() -> (Config, hdl::emit::Design) {
    let config = Config::parse(include_str!("../hdl/verilog/small/ackwright.toml")).expect("a legal configuration");
    let emitted = hdl::design::build(&config, "nic").expect("builds");
    (config, emitted)
}

impl Mutant {
    /// A text of the file with the bug.
    fn broken(&self, text: &str) -> String {
        assert_eq!(text.matches(self.from).count(), 1, "{}: {:?} in {}", self.bug, self.from, self.file);
        text.replacen(self.from, self.to, 1)
    }

    /// The design's files with the bug.
    fn files(&self, emitted: &hdl::emit::Design) -> Files {
        bench::with_bug(emitted, self.file, self.from, self.to)
    }
}

/// What `verify` finds: the report, and how many events of the block it took.
struct Found {
    report: Box<Report>,
    events: u64,
}

/// Runs the blocks in the order of `verify` up to the first that fails. Of these, only the ones that contain `file`: the others
/// have the text that `without_a_bug_every_block_is_equal` runs.
fn verify(config: &Config, emitted: &hdl::emit::Design, files: &Files, file: Option<&str>) -> Option<Found> {
    for block in BLOCKS {
        let design = blocks::design(emitted, config, block, files.clone()).expect("the block is in the design");
        if file.is_some_and(|file| !design.files().iter().any(|(name, _)| name == file)) {
            continue;
        }
        for pass in 0..PASSES {
            let seed = if pass == 0 { SEED } else { tb::rng::splitmix64(SEED ^ pass << 56) };
            let events = EVENTS / PASSES;
            let outcome = bench::run_files(config, emitted, files.clone(), block, events, seed);
            if outcome.verdict != Verdict::Equal {
                let report = outcome.report.expect("a failure has a report");
                let last = report.found.map_or(0, |(_, transaction)| transaction + 1);
                return Some(Found { report, events: pass * events + last });
            }
            assert!(outcome.events >= events && outcome.compared > 0, "{block}: {} events", outcome.events);
        }
    }
    None
}

/// What is wrong with what was found, if anything.
fn complaint(mutant: &Mutant, found: Option<&Found>) -> Option<String> {
    let Some(Found { report, .. }) = found else { return Some("not found".into()) };
    if report.block != mutant.block || matches!(report.verdict, Verdict::Equal | Verdict::RanZero) {
        return Some(format!("{} in {}, not in {}", report.verdict, report.block, mutant.block));
    }
    let Some(shrunk) = &report.shrunk else { return Some("not shrunk".into()) };
    // a bug of the initialisation shows before the first event
    let least = usize::from(report.found.is_some_and(|(_, transaction)| transaction > 0));
    if !(least..=SHORT).contains(&shrunk.actions) || !shrunk.minimal {
        return Some(format!("{} shrunk events, minimal: {}", shrunk.actions, shrunk.minimal));
    }
    let text = report.to_string();
    let head = format!("{} in {}: ", report.verdict, mutant.block);
    let begun = (shrunk.transaction + 1).min(shrunk.actions as u64);
    let listed = report.recent.len() as u64 == begun && report.recent.iter().all(|e| text.contains(e));
    (!text.starts_with(&head) || !listed).then(|| format!("the report does not say it all:\n{text}"))
}

fn row(mutant: &Mutant, found: Option<&Found>) -> String {
    let verdict = found.map_or(Verdict::Equal, |f| f.report.verdict);
    let events = found.map_or(EVENTS, |f| f.events);
    let shrunk = found.and_then(|f| f.report.shrunk.as_ref()).map_or("-".into(), |s| s.actions.to_string());
    format!("{:<10}{verdict:<10}{events:>6}{shrunk:>8}  {}: {}", mutant.block, mutant.file, mutant.bug)
}

#[test]
fn every_bug_is_found_and_its_block_named_with_a_short_list_of_events() {
    println!("seed {SEED}, {EVENTS} events a block");
    let (config, emitted) = small();
    let found = bench::for_each(MUTANTS, |m| verify(&config, &emitted, &m.files(&emitted), Some(m.file)));
    println!("{:<10}{:<10}{:>6}{:>8}  bug", "block", "verdict", "events", "shrunk");
    let mut complaints = vec![];
    for (mutant, found) in MUTANTS.iter().zip(&found) {
        let found = found.as_ref();
        println!("{}", row(mutant, found));
        complaints.extend(complaint(mutant, found).map(|what| format!("{}, {}: {what}", mutant.block, mutant.bug)));
    }
    assert!(complaints.is_empty(), "{} of {}:\n{}", complaints.len(), MUTANTS.len(), complaints.join("\n"));
}

/// Before the long test, and of all of them: a text that the emitter no longer writes.
#[test]
fn every_text_that_a_bug_replaces_stands_once_in_its_file() {
    let (_, emitted) = small();
    let count =
        |m: &Mutant| emitted.files.iter().find(|(n, _)| n == m.file).map_or(0, |(_, t)| t.matches(m.from).count());
    let wrong: Vec<_> = MUTANTS.iter().filter(|m| count(m) != 1).map(|m| (m.file, m.bug, count(m))).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_list_has_bugs_in_every_block() {
    assert!(MUTANTS.len() >= 20, "{} bugs", MUTANTS.len());
    // those of the others are in hpcc_mutants.rs
    for block in ["recip", "psn", "issue", "pawa", "interval", "parser", "engine", "top"] {
        assert!(MUTANTS.iter().any(|m| m.block == block), "no bug in {block}");
    }
}

#[test]
fn without_a_bug_every_block_is_equal() {
    println!("seed {SEED}, {EVENTS} events a block");
    let (config, emitted) = small();
    let found = verify(&config, &emitted, &emitted.files, None);
    assert!(found.is_none(), "{}", found.map(|f| f.report.to_string()).unwrap_or_default());
}

fn ackwright(args: &[&str]) -> Output {
    let root = env!("CARGO_MANIFEST_DIR");
    Command::new(env!("CARGO_BIN_EXE_ackwright")).args(args).current_dir(root).output().expect("the binary runs")
}

/// The same through the command: `export`, a slip of the hand, `verify`.
#[test]
fn the_command_names_the_block_prints_the_shrunk_events_and_exits_with_1() {
    for block in ["psn", "issue"] {
        let mutant = MUTANTS.iter().find(|m| m.block == block).expect("every block has bugs");
        let dir = tempfile::tempdir().expect("a temporary folder");
        let out = dir.path().to_str().expect("UTF-8");
        assert!(ackwright(&["export", "--config", SMALL, "--out", out]).status.success());
        let file = dir.path().join(mutant.file);
        let text = std::fs::read_to_string(&file).expect("exported");
        std::fs::write(&file, mutant.broken(&text)).expect("written");

        let vcd = dir.path().join("mismatch");
        let args =
            ["--config", SMALL, "--verilog", out, "--events", "20000", "--vcd-dir", vcd.to_str().expect("UTF-8")];
        let output = ackwright(&[&["verify"][..], &args].concat());
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{}: {said}", mutant.bug);
        let verdict = |block: &str| said.lines().find(|l| l.starts_with(block)).and_then(|l| l.split(' ').next_back());
        let faulty = BLOCKS.iter().position(|b| *b == block).expect("a block");
        assert!(BLOCKS[..faulty].iter().all(|b| verdict(b) == Some("EQUAL")), "{said}");
        assert!(verdict(block).is_some_and(|v| said.contains(&format!("{v} in {block}: "))), "{said}");
        assert_eq!(verdict(BLOCKS[faulty + 1]), None, "{said}");
        for part in [
            "shrunk to",
            "EventAction {",
            "rerun: ackwright verify",
            "--config hdl/verilog/small/ackwright.toml",
            "trace: ",
            "vcd: ",
        ] {
            assert!(said.contains(part), "{said} lacks {part:?}");
        }
        let written = std::fs::read_dir(&vcd).expect("a folder").count();
        assert!(written >= 3, "trace, VCD and report: {written} files");
    }
}
