//! The properties of `formal/` in a simulation: the smoke test of an exported folder passes with all of them in their
//! places, and a broken line of the design trips one.

use crate::support;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::tools::{left_out, on_path};

const CONFIGURATION: &str =
    "[engine]\nqps = 16\nunits = [\"ldcp\"]\n[parser]\ndata_bits = 64\n[rtl]\nmemory = \"macro\"\n";

fn said(out: &Output) -> String {
    String::from_utf8_lossy(&[&out.stdout[..], &out.stderr[..]].concat()).into_owned()
}

/// Verilator with what its own `--binary` needs.
fn verilator() -> Option<PathBuf> {
    let found = on_path("verilator").filter(|_| on_path("make").is_some());
    if found.is_none() {
        left_out("assertions in a simulation", "apt-get install verilator make");
    }
    found
}

/// An exported folder.
fn exported(dir: &tempfile::TempDir) -> PathBuf {
    std::fs::write(dir.path().join("nic.toml"), CONFIGURATION).expect("written");
    let mut export = Command::new(env!("CARGO_BIN_EXE_ackwright"));
    let out = export.current_dir(dir).args(["export", "--config", "nic.toml", "--out", "rtl"]).output().expect("runs");
    assert!(out.status.success(), "{}", said(&out));
    dir.path().join("rtl")
}

/// A bench with the assertions in it, compiled and run in the folder.
fn simulated(verilator: &Path, folder: &Path, top: &str, files: &[&str]) -> Output {
    let mut build = Command::new(verilator);
    build.current_dir(folder).args(["--binary", "--timing", "--assert", "+define+ACKWRIGHT_ASSERT"]);
    build.args(["-Wno-fatal", "-Wno-lint", "-CFLAGS", "-O0", "-j", "2", "--top-module", top, "-Mdir", "sim/obj"]);
    let out = build.args(files).output().expect("verilator runs");
    assert!(out.status.success(), "{}", said(&out));
    let program = folder.join("sim/obj").join(format!("V{top}"));
    Command::new(program).current_dir(folder).output().expect("the simulation runs")
}

#[test]
fn a_broken_line_trips_an_assertion_in_a_simulation() {
    let Some(verilator) = verilator() else { return };
    let dir = tempfile::tempdir().expect("a temporary folder");
    let folder = exported(&dir);
    let list = std::fs::read_to_string(folder.join("formal/assertions.f")).expect("the list");
    assert!(list.lines().count() >= 9 && list.lines().all(|file| folder.join(file).exists()), "{list}");
    std::fs::write(folder.join("fifo_tb.sv"), include_str!("assertions/fifo_tb.sv")).expect("written");
    let run = || {
        let files = ["fifo_tb.sv", "ackw_fifo.v", "formal/ackw_fifo_properties.sv"];
        simulated(&verilator, &folder, "fifo_tb", &files)
    };
    let out = run();
    assert!(out.status.success() && said(&out).contains("PASS"), "{}", said(&out));
    let text = std::fs::read_to_string(folder.join("ackw_fifo.v")).expect("the queue");
    let (was, becomes) = ("assign out_valid = filled;", "assign out_valid = filled & !(out_ready & count[1]);");
    assert_eq!(text.matches(was).count(), 1);
    std::fs::write(folder.join("ackw_fifo.v"), text.replace(was, becomes)).expect("written");
    let out = run();
    let told = said(&out);
    assert!(told.contains("ackw_fifo_properties.sv") && told.contains("Assertion failed"), "{told}");
    assert!(!out.status.success() && !told.contains("PASS"), "{told}");
}

#[test]
#[ignore = "a minute or so: just night"]
fn the_smoke_test_passes_with_all_assertions() {
    let Some(verilator) = verilator() else { return };
    let dir = tempfile::tempdir().expect("a temporary folder");
    let folder = exported(&dir);
    let files = ["-f", "sim/tb_ackw_nic.f", "-f", "formal/assertions.f"];
    let out = simulated(&verilator, &folder, "tb_ackw_nic", &files);
    assert!(out.status.success() && said(&out).contains("PASS"), "{}", said(&out));
}
