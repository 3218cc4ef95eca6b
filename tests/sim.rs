//! The rung between model and Verilog: rust-hdl's own simulation of every block equals the model, without a simulator
//! at hand.

use layout::config::Config;
use std::process::Command;
use tb::blocks::{self, BLOCKS};
use tb::{Options, Rung, Verdict};

const SEED: u64 = 20_261_121;
/// Synchronous reset, registers without one, no merging: what the small configuration is not.
const OTHER: &str = "[engine]\nqps = 32\nwait_slots = 4\n[parser]\ndata_bits = 128\n";

/// What `verify --rung sim` prints with no tool at hand, of the small configuration.
fn with_no_tool_on_the_path(more: &[&str]) -> String {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let out = Command::new(env!("CARGO_BIN_EXE_ackwright"))
        .args(["verify", "--rung", "sim", "--config", "hdl/verilog/small/ackwright.toml", "--events", "8"])
        .args(more)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PATH", dir.path())
        .env("ACKWRIGHT_CACHE", dir.path().join("cache"))
        .env_remove("VERILATOR")
        .output()
        .expect("the binary runs");
    let said = String::from_utf8_lossy(&out.stdout);
    assert_eq!(out.status.code(), Some(0), "{said}{}", String::from_utf8_lossy(&out.stderr));
    assert!(said.starts_with("model against rust-hdl simulation, "), "{said}");
    said.into_owned()
}

fn is_equal(block: &str, said: &str) {
    let row: Vec<_> = said.lines().find(|l| l.starts_with(block)).expect("a row").split_whitespace().collect();
    assert_eq!((row[1], row[5]), ("8", "EQUAL"), "{said}");
}

#[test]
fn every_block_of_the_engine_is_equal_with_no_tool_on_the_path() {
    for block in blocks::blocks_of(&Config::default()).into_iter().filter(|block| !["top", "nic"].contains(block)) {
        is_equal(block, &with_no_tool_on_the_path(&["--block", block]));
    }
}

#[test]
#[ignore = "a minute or so: just night"]
fn every_block_of_the_small_configuration_is_equal_with_no_tool_on_the_path() {
    let said = with_no_tool_on_the_path(&[]);
    for block in blocks::blocks_of(&Config::default()) {
        is_equal(block, &said);
    }
}

#[test]
#[ignore = "a minute or so: just night"]
fn blocks_that_the_reset_and_the_configuration_shape_are_equal_in_another_one() {
    println!("seed {SEED}");
    let config = Config::parse(OTHER).expect("a legal configuration");
    for block in BLOCKS.into_iter().filter(|block| !["recip", "top", "nic"].contains(block)) {
        let emitted = hdl::design::build(&config, block).expect("builds");
        let design = blocks::design(&emitted, &config, block, emitted.files.clone()).expect("a block");
        let make = || blocks::instance(&config, block);
        // of 30 the sender's NIC may have no grant
        let events = if block == "sender" { 150 } else { 30 };
        let outcome = blocks::run(Rung::Sim(&make), block, &config, &design, &Options::new(events, SEED), &mut |_| {})
            .expect("a run");
        let report = outcome.report.map(|r| r.to_string()).unwrap_or_default();
        assert_eq!((outcome.verdict, outcome.events), (Verdict::Equal, events), "{block}: {report}");
        assert!(outcome.compared > 0);
    }
}

#[test]
fn a_block_of_other_ports_is_an_error_and_no_mismatch() {
    let config = Config::parse(OTHER).expect("a legal configuration");
    let emitted = hdl::design::build(&config, "psn").expect("builds");
    let design = blocks::design(&emitted, &config, "psn", emitted.files.clone()).expect("a block");
    for (other, qps) in [("interval", 32), ("psn", 64)] {
        let wrong = Config { engine: layout::config::Engine { qps, ..config.engine.clone() }, ..config.clone() };
        let make = || blocks::instance(&wrong, other);
        let run = blocks::run(Rung::Sim(&make), "psn", &config, &design, &Options::new(10, SEED), &mut |_| {});
        let said = run.expect_err("it does not fit").to_string();
        assert!(said.contains("ackw_psn: rust-hdl's block has other ports"), "{said}");
    }
}
