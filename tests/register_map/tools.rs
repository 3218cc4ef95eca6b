//! SystemRDL and IP-XACT, as systemrdl-compiler and PeakRDL's importer understand them.

use super::{configurations, root, written};
use crate::support::tools::{left_out, on_path};
use layout::config::{Config, Unit};
use layout::drop_reason::DropReason;
use layout::registers::{self, Access, FEATURES, Register};
use std::process::Command;

/// The lines that `check.py` must print of a configuration, from the table alone.
fn expected(config: &Config) -> Vec<String> {
    let (mut rdl, mut ipxact, mut ranges) = (Vec::new(), Vec::new(), Vec::new());
    for register in registers::map(config) {
        for word in 0..register.words() {
            let (offset, name) = (register.offset + 4 * word, word_name(&register, word));
            let (mask, reset) = (mask(&register, word), register.field.reset >> (32 * word) & 0xffff_ffff);
            let (sw, hw, access) = match register.access {
                Access::Constant => ("r", "na", "constant"),
                Access::Read => ("r", "w", "read"),
                Access::Write => ("rw", "r", "write"),
                Access::Context => ("rw", "r", "context"),
                Access::Start => ("rw", "r", "start"),
            };
            let (min, max) = (register.field.min, register.field.max);
            let word = format!("{offset:03x} {name} {mask:x} {reset:x} {sw}");
            rdl.push(format!("rdl {word} {hw} {access} {min:x} {max:x} {}", register.name()));
            ipxact.push(format!("ipxact {word}"));
        }
        let flags = ["irq_enable", "irq_clear", "host_parts", "cfg_own_check"].contains(&register.name());
        if register.access.is_written() && register.words() == 1 && !flags {
            let field = register.field;
            ranges.push(format!("range {:03x} {:x} {:x}", register.offset, field.min, field.max));
        }
    }
    for (index, name) in counters(config).into_iter().enumerate() {
        let word = format!("{:03x} count_{name} ffffffff 0 r", 0x300 + 4 * index);
        rdl.push(format!("rdl {word} w read - - -"));
        ipxact.push(format!("ipxact {word}"));
    }
    [rdl, ipxact, ranges].concat()
}

fn word_name(register: &Register, word: u32) -> String {
    let suffix = match (register.words(), word) {
        (1, _) => "",
        (_, 0) => "_lo",
        _ => "_hi",
    };
    format!("{}{suffix}", register.name())
}

/// The bits of a word that mean something.
fn mask(register: &Register, word: u32) -> u64 {
    if register.name() == "features" {
        return FEATURES.iter().fold(0, |mask, (_, lsb, bits)| mask | ((1 << bits) - 1) << lsb);
    }
    register.field.format.max_raw() >> (32 * word) & 0xffff_ffff
}

fn counters(config: &Config) -> Vec<String> {
    let mut all: Vec<String> = DropReason::ALL.iter().map(|reason| format!("drop_{}", reason.name())).collect();
    all.extend(["event_ack", "event_loss", "event_cnp", "event_data"].map(String::from));
    if config.has(Unit::Hpcc) {
        all.extend(["hpcc_path", "hpcc_hops", "hpcc_speed", "hpcc_still", "hpcc_u_zero"].map(String::from));
    }
    all
}

#[test]
fn register_tools_understand_systemrdl_and_ip_xact_as_the_table_means_them() {
    let Some(python) = on_path("python3") else {
        return left_out("the check of SystemRDL and IP-XACT", "get python3 with pip and venv");
    };
    let folders: Vec<_> = configurations().into_iter().map(|(name, config)| (name, written(&config), config)).collect();
    let mut run = Command::new(python);
    run.arg(root().join("hdl/src/register_map/check.py")).args(folders.iter().map(|(_, dir, _)| dir.path()));
    let output = run.output().expect("python runs");
    let (said, complained) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if output.status.code() == Some(3) {
        let how = complained.lines().last().unwrap_or("it did not say why").to_owned();
        return left_out("the check of SystemRDL and IP-XACT", &how);
    }
    assert!(output.status.success(), "check.py: {complained}");
    let complaints: Vec<&str> = complained.lines().filter(|l| *l != "check: installing the tools").collect();
    assert!(complaints.is_empty(), "the tools have something to say: {complained}");
    let mut parts = said.split("folder ").skip(1);
    for (name, dir, config) in &folders {
        let part = parts.next().expect("a part for each folder");
        let mut lines = part.lines();
        assert_eq!(lines.next(), Some(dir.path().to_string_lossy().as_ref()));
        let found: Vec<&str> = lines.collect();
        let expected = expected(config);
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found, expected, "{name}");
        }
        assert_eq!(found.len(), expected.len(), "{name}");
        let header = std::fs::read_to_string(dir.path().join("doc/peakrdl.h")).expect("PeakRDL made a header");
        assert!(header.contains("ackw_registers"), "{name}");
        if let Some(gcc) = on_path("gcc") {
            let mut run = Command::new(gcc);
            run.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"])
                .arg(dir.path().join("doc/peakrdl.h"));
            let output = run.output().expect("gcc runs");
            assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
}
