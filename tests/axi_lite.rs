//! The AXI4-Lite slave with another's master at it: cocotbext-axi drives the emitted `ackw_registers` in Icarus
//! (tests/axi_lite/registers_test.py).

use crate::support;

use layout::config::{Config, Unit};
use layout::registers;
use serde_json::json;
use std::path::Path;
use std::process::Command;
use support::tools;

/// The block's registers as the Python side reads them; the units' pages are in the units.
fn map(config: &Config) -> String {
    let row = |r: registers::Register| {
        json!({
            "name": r.name(),
            "offset": r.offset,
            "access": format!("{:?}", r.access).to_lowercase(),
            "bits": r.bits(),
            "min": r.field.min,
            "max": r.field.max,
            "reset": r.field.reset,
        })
    };
    json!(registers::outside_units(config).into_iter().map(row).collect::<Vec<_>>()).to_string()
}

#[test]
fn cocotbext_axi_finds_no_fault_in_any_set_of_units() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/axi_lite");
    if tools::on_path("iverilog").is_none() {
        return tools::left_out("cocotbext-axi at the AXI4-Lite slave", "apt-get install iverilog");
    }
    let bin = match tools::pinned("axi-tools", &here.join("requirements.txt"), true) {
        Ok(bin) => bin,
        Err(why) => return tools::left_out("cocotbext-axi at the AXI4-Lite slave", &why),
    };
    for units in [&[Unit::Ldcp, Unit::Hpcc][..], &[Unit::Ldcp], &[Unit::Hpcc]] {
        let mut config = Config::default();
        config.engine.units = units.to_vec();
        let design = hdl::design::build(&config, "registers").expect("builds");
        let dir = tempfile::tempdir().expect("a temporary folder");
        for (name, text) in &design.files {
            std::fs::write(dir.path().join(name), text).expect("a file is written");
        }
        let out = Command::new(bin.join("python3"))
            .arg(here.join("run.py"))
            .args([dir.path(), &dir.path().join("build")])
            .env("ACKW_MAP", map(&config))
            .env("PATH", tools::path_with([bin.clone()]))
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .output()
            .expect("python runs");
        let said = String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
        assert!(out.status.success(), "{units:?}: {said}");
        // a run without tests must not pass
        let total = said.lines().find(|line| line.contains("TESTS=")).expect("cocotb tells what it ran").to_owned();
        assert!(total.contains("TESTS=6 PASS=6 FAIL=0 SKIP=0"), "{units:?}: {total}");
        println!("{units:?}:{total}");
    }
}
