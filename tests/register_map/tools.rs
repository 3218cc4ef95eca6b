//! SystemRDL and IP-XACT, as systemrdl-compiler and PeakRDL's importer understand them.

use super::{configurations, root, written};
use crate::support::tools::{left_out, on_path};
use hdl::emit::{Dir, Port};
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
                Access::Clear => ("rw", "r", "clear"),
            };
            let (min, max) = (register.field.min, register.field.max);
            let word = format!("{offset:03x} {name} {mask:x} {reset:x} {sw}");
            rdl.push(format!("rdl {word} {hw} {access} {min:x} {max:x} {}", register.name()));
            ipxact.push(format!("ipxact {word}"));
        }
        let flags =
            ["irq_enable", "irq_clear", "high_water_clear", "host_parts", "cfg_own_check"].contains(&register.name());
        if register.access.is_written() && register.words() == 1 && !flags {
            let field = register.field;
            ranges.push(format!("range {:03x} {:x} {:x}", register.offset, field.min, field.max));
        }
    }
    for (index, name) in counters(config) {
        for (half, more) in [("lo", 0), ("hi", 4)] {
            let word = format!("{:03x} count_{name}_{half} ffffffff 0 r", 0x200 + 8 * index + more);
            rdl.push(format!("rdl {word} w read - - -"));
            ipxact.push(format!("ipxact {word}"));
        }
    }
    // in the order of their offsets
    rdl.sort();
    ipxact.sort();
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
    if register.name() == "host_parts" {
        return register.field.max; // its upper bits are of units to come
    }
    register.field.format.max_raw() >> (32 * word) & 0xffff_ffff
}

fn counters(config: &Config) -> Vec<(usize, String)> {
    let usual = &DropReason::ALL[..26];
    let mut all: Vec<String> = usual.iter().map(|reason| format!("drop_{}", reason.name())).collect();
    all.extend(["event_ack", "event_loss", "event_cnp", "event_data"].map(String::from));
    all.extend(["hpcc_path", "hpcc_hops", "hpcc_speed", "hpcc_still", "hpcc_u_zero"].map(String::from));
    all.extend(["psn_rejected", "qp_closed", "saturated"].map(String::from));
    let mut all: Vec<_> = all.into_iter().enumerate().collect();
    if config.parser.fcr {
        all.extend((38..).zip(["drop_fcr_version", "drop_fcr_kind", "event_advice"].map(String::from)));
    }
    all.push((41, "folded".into()));
    let queues = ["events", "updates", "lanes", "measured", "qps"].map(|queue| format!("high_water_{queue}"));
    let marks = (42..).zip(queues).zip(registers::queues(config));
    all.extend(marks.filter(|(_, there)| *there).map(|(mark, _)| mark));
    if config.engine.lsn {
        all.extend((47..).zip(["drop_lsn_version", "drop_lsn_reserved"].map(String::from)));
    }
    all.retain(|(_, name)| config.has(Unit::Hpcc) || !name.starts_with("hpcc_"));
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
        let found: Vec<&str> = lines.take_while(|line| !line.starts_with("component ")).collect();
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

/// The lines of `check.py` behind the register map of a folder: those of a component.
fn component<'a>(part: &'a str, file: &str) -> (Vec<&'a str>, Vec<Vec<&'a str>>) {
    let start = part.split("component ").find(|text| text.starts_with(file)).expect("a component");
    let ports = start.lines().filter_map(|line| line.strip_prefix("port ")).collect();
    let buses = start.lines().filter(|line| line.starts_with("bus ") || line.starts_with("on "));
    (ports, buses.map(|line| line.split(' ').collect()).collect())
}

/// What a tool that assembles a system finds: every port of the design and of the wrapper on one clock, and which of
/// them are a bus.
#[test]
fn ip_xact_has_every_port_and_bus() {
    let Some(python) = on_path("python3") else {
        return left_out("ports and buses in IP-XACT", "get python3 with pip and venv");
    };
    let cases: Vec<_> = configurations().into_iter().map(|(name, config)| (name, written(&config), config)).collect();
    let mut run = Command::new(python);
    run.arg(root().join("hdl/src/register_map/check.py")).args(cases.iter().map(|(_, dir, _)| dir.path()));
    let output = run.output().expect("python runs");
    let complained = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.code() == Some(3) {
        return left_out("ports and buses in IP-XACT", complained.lines().last().unwrap_or("it did not say why"));
    }
    assert!(output.status.success(), "check.py: {complained}");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let parts: Vec<&str> = said.split("folder ").skip(1).collect();
    assert_eq!(parts.len(), cases.len());
    for ((name, _, config), part) in cases.iter().zip(parts) {
        let design = super::nic(config);
        let way = |dir| if dir == Dir::Input { "in" } else { "out" };
        let row = |port: &Port| format!("{} {} {}", port.name, way(port.dir), port.width);
        let top = design.top_module().expect("a top");
        let (ports, buses) = component(part, "ackw_registers.ipxact.xml ackw_nic");
        assert_eq!(ports, top.ports.iter().map(row).collect::<Vec<_>>(), "{name}");
        let heads: Vec<String> = buses.iter().filter(|line| line[0] == "bus").map(|line| line[1..].join(" ")).collect();
        let wanted = [
            "s_axil aximm slave map",
            "s_axis axis slave -",
            "clk clock slave -",
            "rst_n reset slave -",
            "irq interrupt master -",
        ];
        assert_eq!(heads, wanted, "{name}");
        // each port of a bus stands on the signal of its name
        let on: Vec<(&str, &str)> =
            buses.iter().filter(|line| line[0] == "on").map(|line| (line[1], line[2])).collect();
        for port in top.ports.iter().filter(|port| port.name.starts_with("s_axi")) {
            let signal = port.name.rsplit('_').next().expect("a signal").to_uppercase();
            assert!(on.contains(&(signal.as_str(), &port.name)), "{name}: {}", port.name);
        }
        assert_eq!(on.len(), 3 + top.ports.iter().filter(|port| port.name.starts_with("s_axi")).count(), "{name}");

        // in the wrapper every port is in a bus but two, and those that no bus has
        let (ports, buses) = component(part, "ackw_nic_axis.ipxact.xml ackw_nic_axis");
        let named = |line: &str| line.split(' ').next().expect("a name").to_owned();
        let mut all: Vec<String> = ports.iter().map(|line| named(line)).collect();
        let mut on: Vec<String> = buses.iter().filter(|line| line[0] == "on").map(|line| line[2].to_owned()).collect();
        on.extend(all.iter().filter(|port| ["time_now", "init_done"].contains(&port.as_str())).cloned());
        let plain = hdl::wrappers::buses::plain(&design).into_iter().flat_map(|(_, ports)| ports);
        on.extend(plain.map(|port| port.name));
        all.sort();
        on.sort();
        assert_eq!(all, on, "{name}");
        let streams = buses.iter().filter(|line| line[0] == "bus" && line[2] == "axis").count();
        let own = hdl::wrappers::buses::of(&design, false);
        assert_eq!(streams, own.len() - 1, "{name}");
        for bus in &own {
            for signal in &bus.signals {
                let row = format!("{}_{} {} {}", bus.name, signal.name, way(signal.dir), signal.width);
                assert!(ports.contains(&row.as_str()), "{name}: {row}");
            }
        }
    }
}
