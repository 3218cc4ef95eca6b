//! `tb/static`, the bench that a user would write in a Rust project of their own, links the exported reference design
//! through the crate `verilated`, and finds a broken line.

use crate::support;

use std::path::Path;
use std::process::{Command, Output};
use support::broken::broken;
use support::tools::{self, said};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Builds and runs the example, in a target folder of its own.
fn run(verilog: Option<&Path>) -> Output {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root().join("tb/static")).args(["run", "--locked", "--quiet"]);
    cargo.env("CARGO_TARGET_DIR", root().join("target/static"));
    // what this workspace's cargo says is not for the other
    for name in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET", "VERILATOR_ROOT", "ACKW_VERILOG"] {
        cargo.env_remove(name);
    }
    if let Some(folder) = verilog {
        cargo.env("ACKW_VERILOG", folder);
    }
    cargo.output().expect("cargo runs")
}

#[test]
#[ignore = "builds a project of its own, minutes: just night"]
fn the_static_bench_passes_and_finds_a_broken_line() {
    for (tool, package) in [("verilator_bin", "verilator"), ("g++", "g++")] {
        if tools::on_path(tool).is_none() {
            return tools::left_out("the static bench through `verilated`", &format!("apt-get install {package}"));
        }
    }
    let good = run(None);
    let text = said(&good);
    assert!(good.status.success() && text.contains("PASS: 10000 updates are the golden model's"), "{text}");
    println!("{text}");

    // only what differs is built again
    let broken = broken(&root().join("hdl/verilog/reference"));
    let bad = run(Some(broken.path()));
    let text = said(&bad);
    assert!(bad.status.code() == Some(1) && text.contains("MISMATCH: cycle"), "{text}");
}
