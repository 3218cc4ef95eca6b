//! What `just mutants-rust` makes of results that lie there: it fails on any that is short.

use serde_json::json;
use std::path::Path;
use std::process::{Command, Output};

fn run(args: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rust-mutants"));
    command.args(args).env("CARGO_TARGET_DIR", folder).output().expect("the program runs")
}

/// The table of this shard, of two mutants, of which the second has this fate in the first stage.
fn table(shard: &str, fate: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("rust_mutants/results/emit").join(shard).join("text/mutants.out");
    std::fs::create_dir_all(&out).expect("a folder");
    let mutant = |name: &str| json!({"name": name, "file": "hdl/emit/src/print.rs"});
    let outcome = |name: &str, fate: &str| json!({"scenario": {"Mutant": mutant(name)}, "summary": fate});
    let outcomes = [outcome("a", "CaughtMutant"), outcome("b", fate)];
    let all = json!({"outcomes": outcomes, "end_time": "now", "cargo_mutants_version": "27.0.0"});
    std::fs::write(out.join("outcomes.json"), all.to_string()).expect("a file");
    std::fs::write(out.join("mutants.json"), json!([mutant("a"), mutant("b")]).to_string()).expect("a file");
    let done = run(&["--table", "--part", "emit"], folder.path());
    (done.status.code(), String::from_utf8_lossy(&done.stdout).into_owned())
}

#[test]
fn a_missed_mutant_fails_the_run_and_is_named() {
    let (code, said) = table("0-of-1", "CaughtMutant");
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = table("0-of-1", "MissedMutant");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.lines().any(|line| line.starts_with("b: missed by text")), "{said}");
}

#[test]
fn a_table_without_all_shards_fails() {
    let (code, said) = table("0-of-2", "CaughtMutant");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.lines().any(|line| line == "emit: 1 of 2 shards were run"), "{said}");
}

#[test]
fn a_run_of_nothing_bad_input_and_a_missing_tool_fail() {
    let empty = tempfile::tempdir().expect("a temporary folder");
    let nothing = run(&["--table"], empty.path());
    assert_eq!(nothing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&nothing.stdout).contains("no mutant was run"));
    let wrong = run(&["--shard", "4/4"], empty.path());
    assert_eq!((wrong.status.code(), String::from_utf8_lossy(&wrong.stderr).lines().count()), (Some(2), 1));
    let mut alone = Command::new(env!("CARGO_BIN_EXE_rust-mutants"));
    let missing = alone.env("PATH", empty.path()).env("CARGO_TARGET_DIR", empty.path()).output().expect("runs");
    let said = String::from_utf8_lossy(&missing.stderr);
    assert_eq!(missing.status.code(), Some(3), "{said}");
    assert!(said.lines().last().is_some_and(|line| line.contains("no cargo-mutants")), "{said}");
}
