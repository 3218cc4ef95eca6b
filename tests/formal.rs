//! The proofs of `hdl/formal`: four hold on every push, the short ones at night, and their bugs by hand make them fail;
//! the properties fit every configuration, and a tool that knows `bind` takes them.

use crate::support;

use layout::config::{Config, Memory, Reset, Target, Unit};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::tools::left_out;
use tb::tool::Env;
use tb::{Cache, Tool};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn prove(arguments: &[&str]) -> Output {
    let mut run = Command::new("python3");
    run.arg("-B").arg(root().join("hdl/formal/run.py")).args(arguments);
    run.args(["--generator", env!("CARGO_BIN_EXE_ackwright")]);
    run.output().expect("python3 runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// `None` where a tool cannot be had, which in CI is a failure.
fn proved(arguments: &[&str]) -> Option<(Option<i32>, String, String)> {
    let output = prove(arguments);
    let said = text(&output.stderr);
    if output.status.code() == Some(3) {
        left_out("formal proofs", said.lines().last().unwrap_or_default());
        return None;
    }
    Some((output.status.code(), text(&output.stdout), said))
}

/// What a neighbour does to the host: events that shut it out, an operation that is lost or overtakes, reads before
/// writes, words that a queue loses.
const AT_THE_BORDERS: [&str; 4] = ["entry", "turn", "axi_lite", "fifo"];

#[test]
fn the_proofs_of_what_a_neighbour_can_do_hold_and_their_bugs_make_them_fail() {
    hold(&AT_THE_BORDERS, AT_THE_BORDERS.len());
}

#[test]
#[ignore = "a minute or so: just night"]
fn the_quick_proofs_hold_and_their_bugs_make_them_fail() {
    hold(&["--quick"], 26);
}

fn hold(arguments: &[&str], least: usize) {
    let Some((code, printed, said)) = proved(arguments) else { return };
    assert_eq!(code, Some(0), "{printed}\n{said}");
    let rows: Vec<&str> = printed.lines().filter(|line| line.ends_with("| PASS |")).collect();
    assert!(rows.len() >= least, "{printed}");
    let all_found = |row: &&str| (1..20).any(|bugs| row.contains(&format!("| yes | {bugs} of {bugs} |")));
    assert!(rows.iter().all(all_found), "{printed}");
}

/// A list with one proof of the committed ones, changed.
fn changed(was: &str, becomes: &str) -> (tempfile::TempDir, PathBuf) {
    let list = std::fs::read_to_string(root().join("hdl/formal/proofs.toml")).expect("the list");
    let mut parts = list.split("[[proof]]\n");
    let head = parts.next().expect("a head");
    let proof = parts.find(|part| part.starts_with("name = \"highest_one\"")).expect("the proof");
    assert!(proof.contains(was), "{proof}");
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("proofs.toml");
    let head = head.split("least_unbounded").next().expect("a comment");
    let text = format!("{head}least_unbounded = 1\n[[proof]]\n{}", proof.replace(was, becomes));
    std::fs::write(&path, text).expect("a file is written");
    (dir, path)
}

/// A run fails if a bug is not found, if a cover point is not reached, and if the proof is of too few cycles to be one.
#[test]
fn a_shortfall_is_told_and_ends_with_exit_code_1() {
    let bug = "becomes = \"node_any[n] = node_any[2*n + 2] | (node_any[2*n + 1] & (n != 5));\"";
    let harmless = "becomes = \"node_any[n] = node_any[2*n + 1] | node_any[2*n + 2];\"";
    for (was, becomes, expected) in [
        (bug, harmless, "highest_one: with bug 1 it is PASS: expected FAIL"),
        ("POS_BITS = 6", "POS_BITS = 5", "highest_one: it is FAIL: expected PASS"),
        ("depth = 1", "kind = \"bounded\"\ndepth = 1", "0 unbounded proofs: expected at least 1"),
    ] {
        let (_dir, path) = changed(was, becomes);
        let Some((code, printed, said)) = proved(&["--proofs", path.to_str().expect("UTF-8")]) else { return };
        assert_eq!(code, Some(1), "{becomes}: {printed}\n{said}");
        assert!(said.contains(expected), "{becomes}: {said}");
    }
}

#[test]
fn bad_input_is_one_line_and_exit_code_2() {
    let (_dir, no_bug) = changed("[[proof.bug]]", "[[proof.else]]");
    let (_dir_2, no_depth) = changed("depth = 1\n", "");
    let (_dir_3, nothing_seen) = changed("quick = true\n", "other = \"small\"\n");
    for (arguments, part) in [
        (&["nothing"][..], "no proof 'nothing': expected some of psn"),
        (&["--jobs", "0"][..], "--jobs 0: expected 1 or more"),
        (&["--proofs", "missing.toml"][..], "missing.toml"),
        (&["--proofs", no_bug.to_str().expect("UTF-8")][..], "highest_one: expected a bug that makes it fail"),
        (&["--proofs", no_depth.to_str().expect("UTF-8")][..], "highest_one: expected a depth"),
        (&["--proofs", nothing_seen.to_str().expect("UTF-8")][..], "highest_one: expected an output that is seen"),
    ] {
        let output = prove(arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.lines().count() == 1 && said.contains(part), "{arguments:?}: {said}");
    }
}

fn configurations() -> Vec<(&'static str, Config)> {
    let make = |units: &[Unit], slots, bits, ecc| {
        let mut c = Config::default();
        c.engine.units = units.to_vec();
        (c.engine.wait_slots, c.parser.data_bits, c.rtl.ecc) = (slots, bits, ecc);
        c
    };
    let with = |mut c: Config, target, memory, reset| {
        (c.rtl.target, c.rtl.memory, c.rtl.reset) = (target, memory, reset);
        c.check().expect("a legal configuration");
        c
    };
    let both = [Unit::Ldcp, Unit::Hpcc];
    let mut advised = make(&[Unit::Ldcp, Unit::Dcqcn], 9, 512, false);
    (advised.engine.qps, advised.engine.fcr, advised.parser.fcr) = (16, true, true);
    vec![
        ("reference", Config::default()),
        ("least", with(make(&[Unit::Hpcc], 4, 64, false), Target::Generic, Memory::Macro, Reset::Async)),
        ("ecc", with(make(&both, 16, 128, true), Target::Generic, Memory::Inferred, Reset::Sync)),
        ("fcr", with(advised, Target::Generic, Memory::Inferred, Reset::Sync)),
        ("timer", with(make(&[Unit::Dcqcn], 4, 128, true), Target::Generic, Memory::Inferred, Reset::Async)),
        ("asic", with(make(&[Unit::Ldcp], 8, 256, true), Target::Asic, Memory::Macro, Reset::Async)),
    ]
}

/// Their signals are there, whatever is configured, and Verilator finds the place of each.
#[test]
fn the_properties_fit_the_configurations_and_are_bound() {
    fit_and_are_bound(&["reference", "fcr"]);
}

#[test]
#[ignore = "half a minute: just night"]
fn they_fit_the_others_too() {
    fit_and_are_bound(&["least", "ecc", "timer", "asic"]);
}

fn fit_and_are_bound(names: &[&str]) {
    let tool = Tool::find_in(&Env::current(), &Cache::from_env()).expect("a Verilator is found or fetched");
    let configurations: Vec<_> = configurations().into_iter().filter(|(name, _)| names.contains(name)).collect();
    assert_eq!(configurations.len(), names.len());
    for (name, config) in configurations {
        let design = hdl::design::build(&config, "nic").expect("a legal configuration builds");
        let files = hdl::properties::files(&config, &design, "").unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(files.len() >= 9, "{name}: {} files", files.len());
        let dir = tempfile::tempdir().expect("a temporary folder");
        std::fs::create_dir(dir.path().join(hdl::properties::FOLDER)).expect("a folder is made");
        for (path, text) in &files {
            let left = ["//:", "@SLOTS@", "@HOPS@", "@ALL "].into_iter().find(|place| text.contains(place));
            assert_eq!(left, None, "{name}: {path}: a place that is not filled");
        }
        std::fs::create_dir(dir.path().join("wrappers")).expect("a folder is made");
        let wrappers = hdl::wrappers::files(&config, &design).into_iter().filter(|file| file.path.ends_with(".v"));
        let beside = design.models.iter().cloned().chain(wrappers.map(|file| (file.path, file.text)));
        let all: Vec<(String, String)> = design.files.iter().cloned().chain(beside).chain(files).collect();
        for (path, text) in &all {
            std::fs::write(dir.path().join(path), text).expect("a file is written");
        }
        let mut run = tool.verilator();
        run.current_dir(&dir).args([
            "--lint-only",
            "--assert",
            "-Wno-fatal",
            "-Wno-lint",
            "--top-module",
            hdl::wrappers::AXIS_ASYNC,
        ]);
        run.args(all.iter().map(|(path, _)| path.as_str()).filter(|path| !path.ends_with(".f")));
        let output = run.output().expect("verilator runs");
        let said = text(&output.stderr);
        assert!(output.status.success() && !said.contains("%Error"), "{name}: {said}");
    }
}
