//! The wrappers: no linter has a word to say, the FIFO between two clocks keeps what it promises and its bench can tell
//! when it does not, both wrappers give the model's updates behind buses of others, and what the vendors are told names
//! what is there.

mod crossings;
mod scan;
mod stimulus;
use crate::support;

use hdl::delivery::{Extras, files};
use hdl::emit::Design;
use hdl::wrappers::{AXIS, AXIS_ASYNC, LIBRARY};
use layout::config::Config;
use layout::registers;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use support::tools::{left_out, on_path, path_with, pinned, said};
use tb::tool::Env;
use tb::{Cache, Tool};

const BOTH: &str = "[engine]\nqps = 256\nupdates = \"every\"\n[parser]\ndata_bits = 64\n[hpcc]\nhops = 2\n";
/// The units, and the widths of everything that a configuration gives a width.
const CONFIGURATIONS: [(&str, &str); 4] = [
    ("both", BOTH),
    (
        "ldcp",
        "[engine]\nqps = 32\nunits = [\"ldcp\"]\n[parser]\ndata_bits = 256\n[rtl]\nreset = \"async\"\ntrace = true\n",
    ),
    (
        "hpcc",
        "[engine]\nqps = 512\nunits = [\"hpcc\"]\n[parser]\ndata_bits = 128\nfcr = true\n[hpcc]\nhops = 1\n[nic]\nslverr = true\n",
    ),
    ("wide", "[engine]\nqps = 4096\n[hpcc]\nhops = 5\n"),
];

fn here() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/axi_stream"))
}

/// The folder of a configuration, as `export` writes it but for the smoke test and the register map.
fn folder(toml: &str) -> (tempfile::TempDir, Config, Design) {
    static BUILT: Mutex<BTreeMap<String, Design>> = Mutex::new(BTreeMap::new());
    let config = Config::parse(toml).expect("legal");
    // a design takes seconds to build, and several tests look at the same ones
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    let make = || hdl::design::build(&config, "nic").expect("builds");
    let design = built.entry(toml.to_owned()).or_insert_with(make).clone();
    drop(built);
    let dir = tempfile::tempdir().expect("a temporary folder");
    for (path, text) in files(&config, &design, &Extras::default()).expect("a folder") {
        let path = dir.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    }
    (dir, config, design)
}

fn read(dir: &tempfile::TempDir, path: &str) -> String {
    std::fs::read_to_string(dir.path().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

#[test]
fn no_linter_has_a_word_to_say_of_a_wrapper() {
    no_linter_has_a_word(&CONFIGURATIONS[..1]);
}

#[test]
#[ignore = "half a minute: just night"]
fn nor_of_one_in_the_other_configurations() {
    no_linter_has_a_word(&CONFIGURATIONS[1..]);
}

fn no_linter_has_a_word(configurations: &[(&str, &str)]) {
    let tool = Tool::find_in(&Env::current(), &Cache::from_env()).expect("a Verilator is found or fetched");
    for &(name, toml) in configurations {
        let (dir, ..) = folder(toml);
        for wrapper in [AXIS, AXIS_ASYNC] {
            let silent = |what: &str, run: &mut Command| {
                let out = run.current_dir(&dir).output().unwrap_or_else(|e| panic!("{what}: {e}"));
                let said = said(&out);
                let findings = said.lines().filter(|l| !l.starts_with("- ") && !l.trim().is_empty()).count();
                assert!(out.status.success() && findings == 0, "{what}: {name}: {wrapper}\n{said}");
            };
            let list = format!("wrappers/{wrapper}.f");
            let mut verilator = tool.verilator();
            silent("verilator", verilator.args(["--lint-only", "-Wall", "--top-module", wrapper, "-f", &list]));
            match on_path("iverilog") {
                Some(icarus) => silent(
                    "iverilog",
                    Command::new(icarus).args(["-g2005", "-Wall", "-t", "null", "-s", wrapper, "-f", &list]),
                ),
                None => left_out("lint of the wrappers by iverilog", "apt-get install iverilog"),
            }
            // it takes a minute for the widest
            match on_path("yosys").filter(|_| name != "wide") {
                Some(yosys) => {
                    let files = read(&dir, &list).replace('\n', " ");
                    let script = format!(
                        "read_verilog {files}; hierarchy -check -top {wrapper}; proc; check -assert; select -assert-none t:$dlatch"
                    );
                    silent("yosys", Command::new(yosys).args(["-q", "-p", &script]));
                }
                None if name != "wide" => left_out("structure of the wrappers by yosys", "apt-get install yosys"),
                None => {}
            }
        }
        // nothing is waived, and the page names what is there
        for (file, text) in LIBRARY.iter().map(|(file, text)| (*file, (*text).to_owned())).chain([
            (AXIS, read(&dir, &format!("wrappers/{AXIS}.v"))),
            (AXIS_ASYNC, read(&dir, &format!("wrappers/{AXIS_ASYNC}.v"))),
        ]) {
            assert!(!text.contains("lint_off") && text.lines().all(|l| l.trim_end() == l), "{name}: {file}");
        }
        let page = read(&dir, "README.md");
        assert!(page.contains("## As buses") && page.contains("| `m_axis_update` |"), "{name}");
        assert!(page.contains("`s_axis_sent`"), "{name}");
    }
}

/// Compiles the bench around a FIFO of this text.
fn fifo_bench(dir: &Path, icarus: &Path, fifo: &str, link: &str, addr_bits: u32) {
    std::fs::write(dir.join("ackw_async_fifo.v"), fifo).expect("written");
    std::fs::write(dir.join("ackw_async_link.v"), link).expect("written");
    let mut run = Command::new(icarus);
    run.current_dir(dir).args(["-g2005", "-s", "tb", "-o", "tb.vvp", &format!("-Ptb.ADDR_BITS={addr_bits}")]);
    run.args([&here().join("fifo_tb.v"), &here().join("ackw_sync.v")]).args(["ackw_async_link.v", "ackw_async_fifo.v"]);
    let out = run.output().expect("iverilog runs");
    assert!(out.status.success(), "{}", said(&out));
}

/// Periods of the two clocks, in ps, and the phase of the second.
const CLOCKS: [(u32, u32, u32); 6] =
    [(4000, 4000, 1230), (4000, 4000, 0), (3000, 7000, 0), (7000, 3000, 0), (700, 7000, 0), (7000, 700, 0)];

/// The last line of a run.
fn fifo_run(dir: &Path, clocks: (u32, u32, u32), words: u32, resets: u32, seed: u64) -> String {
    let (wr, rd, phase) = clocks;
    let values = [("wr_ps", wr), ("rd_ps", rd), ("phase_ps", phase), ("words", words), ("resets", resets)];
    let mut run = Command::new(on_path("vvp").expect("Icarus' simulator"));
    run.current_dir(dir).args(["-n", "tb.vvp"]).args(values.map(|(name, value)| format!("+{name}={value}")));
    let out = run.arg(format!("+seed={}", seed & 0x7fff_ffff)).output().expect("vvp runs");
    said(&out).lines().rfind(|line| line.starts_with("PASS") || line.starts_with("FAIL")).unwrap_or("").to_owned()
}

fn library(name: &str) -> &'static str {
    LIBRARY.iter().find(|(file, _)| *file == name).expect("a file of the library").1
}

#[test]
fn the_fifo_between_two_clocks_loses_repeats_and_tears_nothing() {
    let Some(icarus) = on_path("iverilog") else {
        return left_out("the FIFO between clocks", "apt-get install iverilog");
    };
    let dir = tempfile::tempdir().expect("a temporary folder");
    let mut random = support::seed("the FIFO between clocks");
    let (fifo, link) = (library("ackw_async_fifo.v"), library("ackw_async_link.v"));
    for (addr_bits, resets) in [(4, 0), (4, 200), (5, 60)] {
        fifo_bench(dir.path(), &icarus, fifo, link, addr_bits);
        for clocks in CLOCKS {
            let line = fifo_run(dir.path(), clocks, 3000, resets, random.next());
            println!("{clocks:?}, {} words: {line}", 1 << addr_bits);
            // filled to the last word and emptied, twice; every reset happened; three or four edges from end to end
            let wanted = format!(" fills=2 empties=2 resets={resets} latency=");
            let edges: Vec<u32> = line.rsplit('=').next().unwrap_or("").split("..").flat_map(str::parse).collect();
            let in_time = edges.len() == 2 && edges.iter().all(|edges| (3..=4).contains(edges));
            assert!(line.starts_with("PASS") && line.contains(&wanted) && in_time, "{clocks:?}: {line}");
        }
    }
}

/// Bugs made by hand: file, what stands there, what stands in its place. With every one the bench must fail in one of
/// its runs.
const BUGS: [(&str, &str, &str, &str); 10] = [
    (
        "the pointer that crosses is binary",
        "ackw_async_fifo.v",
        "wr_gray <= wr_next ^ (wr_next >> 1);",
        "wr_gray <= wr_next;",
    ),
    (
        "full only when the address is the same and nothing else",
        "ackw_async_fifo.v",
        "(ONE << ADDR_BITS) | (ONE << (ADDR_BITS - 1))",
        "(ONE << ADDR_BITS)",
    ),
    ("full is never told", "ackw_async_fifo.v", "wr_open & !full", "wr_open"),
    ("full one word early", "ackw_async_fifo.v", "wire full = wr_gray ==", "wire full = (wr_next ^ (wr_next >> 1)) =="),
    ("the output is not held", "ackw_async_fifo.v", "!empty & (!out_valid | rd_ready)", "!empty"),
    (
        "empty one word early",
        "ackw_async_fifo.v",
        "wire empty = rd_gray ==",
        "wire empty = (rd_next ^ (rd_next >> 1)) ==",
    ),
    (
        "full looks like empty",
        "ackw_async_fifo.v",
        "wire empty = rd_gray == wr_gray_seen;",
        "wire empty = rd_gray[ADDR_BITS-2:0] == wr_gray_seen[ADDR_BITS-2:0];",
    ),
    (
        "a side stays open when the other is reset",
        "ackw_async_link.v",
        "peer_cleared & was_cleared",
        "open | (peer_cleared & was_cleared)",
    ),
    ("a side opens without the other", "ackw_async_link.v", "peer_cleared & was_cleared", "was_cleared"),
    (
        "a short reset is missed by the other side",
        "ackw_async_fifo.v",
        ".any_rst_n        (any_rst_n),\n    .peer_was_closed  (wr_",
        ".any_rst_n        (rd_up),\n    .peer_was_closed  (wr_",
    ),
];

#[test]
#[ignore = "a minute or so: just night"]
fn every_bug_made_in_the_fifo_is_found() {
    let Some(icarus) = on_path("iverilog") else { return left_out("bugs in the FIFO", "apt-get install iverilog") };
    let dir = tempfile::tempdir().expect("a temporary folder");
    let mut random = support::seed("bugs in the FIFO");
    for (bug, file, from, to) in BUGS {
        let changed = |name: &str| {
            let text = library(name);
            if name == file {
                assert!(text.contains(from), "{bug}: {name} has no {from}");
                text.replacen(from, to, 1)
            } else {
                text.to_owned()
            }
        };
        fifo_bench(dir.path(), &icarus, &changed("ackw_async_fifo.v"), &changed("ackw_async_link.v"), 4);
        let found = CLOCKS.into_iter().find_map(|clocks| {
            let line = fifo_run(dir.path(), clocks, 3000, 100, random.next());
            line.starts_with("FAIL").then(|| format!("{clocks:?}: {line}"))
        });
        println!("{bug}: {}", found.as_deref().unwrap_or("not found"));
        assert!(found.is_some(), "{bug}: not found");
    }
}

/// The register map as the Python side reads it.
fn map(config: &Config) -> serde_json::Value {
    let row = |r: registers::Register| json!({ "name": r.name(), "offset": r.offset, "bits": r.bits(), "reset": r.field.reset });
    json!(registers::map(config).into_iter().map(row).collect::<Vec<_>>())
}

fn behind_buses(toml: &str, wrapper: &str) {
    let what = "the wrappers behind cocotbext-axi";
    if on_path("iverilog").is_none() {
        return left_out(what, "apt-get install iverilog");
    }
    let requirements = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/axi_lite/requirements.txt");
    let bin = match pinned("axi-tools", &requirements, true) {
        Ok(bin) => bin,
        Err(why) => return left_out(what, &why),
    };
    let (dir, config, design) = folder(toml);
    let mut random = support::seed(what);
    let seed = random.next() & 0x7fff_ffff;
    let run = dir.path().join("run.json");
    let stimulus = stimulus::run(&config, &design, map(&config), random);
    let updates: usize = stimulus["rounds"]
        .as_array()
        .expect("rounds")
        .iter()
        .flat_map(|round| round["updates"].as_object().expect("by QP").values())
        .map(|updates| updates.as_array().expect("a list").len())
        .sum();
    std::fs::write(&run, stimulus.to_string()).expect("written");
    let out = Command::new(bin.join("python3"))
        .arg(here().join("run.py"))
        .args([dir.path(), Path::new(wrapper), &dir.path().join("build")])
        .env("ACKW_RUN", &run)
        .env("ACKW_SEED", seed.to_string())
        .env("PATH", path_with([bin.clone()]))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("python runs");
    let said = said(&out);
    assert!(out.status.success(), "{wrapper}: {said}");
    // a run without tests must not pass, nor one that compared nothing
    assert!(said.contains("TESTS=6 PASS=6 FAIL=0 SKIP=0"), "{wrapper}: {said}");
    let compared = said.lines().filter(|line| line.contains(&format!(" {updates} updates, cycles held back"))).count();
    assert_eq!(compared, 2, "{wrapper}: {updates} updates: {said}");
    let told = ["held back", "a read takes", "without an answer", "ps old"];
    for line in said.lines().filter(|line| told.iter().any(|what| line.contains(what))) {
        println!("{wrapper}: {}", line.trim());
    }
}

/// On every push the other wrapper, which has all of this one's buses.
#[test]
#[ignore = "a minute or so: just night"]
fn on_one_clock_every_update_is_the_models() {
    behind_buses(BOTH, AXIS);
}

#[test]
#[ignore = "85 s of one core: just night"]
fn on_unrelated_clocks_every_update_is_the_models() {
    behind_buses(BOTH, AXIS_ASYNC);
}

#[test]
fn on_unrelated_clocks_every_update_of_ldcp_alone_is_the_models() {
    behind_buses(
        "[engine]\nqps = 256\nupdates = \"every\"\nunits = [\"ldcp\"]\n[parser]\ndata_bits = 128\n",
        AXIS_ASYNC,
    );
}

/// The ports of a module of ours, as its text has them.
fn ports(text: &str) -> BTreeSet<String> {
    let line = |line: &str| {
        let line = line.trim();
        let rest = line.strip_prefix("input  wire ").or_else(|| line.strip_prefix("output wire "))?;
        let name = rest.split("//").next()?.trim().trim_end_matches(',').rsplit(' ').next()?;
        Some(name.to_owned())
    };
    text.lines().filter_map(line).collect()
}

#[test]
fn the_components_are_legal_tcl_and_name_every_port_and_file() {
    let Some(tclsh) = on_path("tclsh") else { return left_out("components in Tcl", "apt-get install tcl") };
    for (name, toml) in CONFIGURATIONS {
        let (dir, ..) = folder(toml);
        for wrapper in [AXIS, AXIS_ASYNC] {
            let script = format!("scripts/{wrapper}_hw.tcl");
            let mut run = Command::new(&tclsh);
            run.arg(here().join("../support/run_tcl.tcl")).env("SCRIPT", dir.path().join(&script));
            let out = run.output().expect("tclsh runs");
            let told = said(&out);
            assert!(out.status.success(), "{name}: {script}: {told}");
            let words: Vec<Vec<&str>> = told.lines().map(|line| line.split(' ').collect()).collect();
            let named = words.iter().filter(|w| w[0] == "add_interface_port").map(|w| w[2].to_owned());
            let wrapped = read(&dir, &format!("wrappers/{wrapper}.v"));
            let listed: Vec<String> = named.collect();
            assert_eq!(listed.len(), ports(&wrapped).len(), "{name}: {script}: a port twice, or missing");
            assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), ports(&wrapped), "{name}: {script}");
            let mut files = 0;
            for line in words.iter().filter(|w| w[0] == "add_fileset_file") {
                assert!(dir.path().join("scripts").join(line[4]).is_file(), "{name}: {line:?}");
                files += 1;
            }
            assert_eq!(files, 2 * read(&dir, &format!("wrappers/{wrapper}.f")).lines().count(), "{name}: {script}");
            // each bus names a clock and a reset that are interfaces
            let interfaces: BTreeSet<&str> = words.iter().filter(|w| w[0] == "add_interface").map(|w| w[1]).collect();
            for line in words.iter().filter(|w| w[0] == "set_interface_property" && w[2].starts_with("associated")) {
                assert!(interfaces.contains(line[1]) && interfaces.contains(line[3]), "{name}: {line:?}");
            }
        }
    }
}

/// Every port but time_now, init_done, advice_* and trace_* is in an interface by an attribute, and every clock names
/// the buses that are on it.
#[test]
fn vivado_is_told_of_every_port() {
    for (name, toml) in CONFIGURATIONS {
        let (dir, ..) = folder(toml);
        for wrapper in [AXIS, AXIS_ASYNC] {
            let text = read(&dir, &format!("wrappers/{wrapper}.v"));
            let told = text.lines().filter(|line| line.contains("X_INTERFACE_INFO = ")).count();
            let in_no_bus = |port: &str| {
                let plain = port.starts_with("advice_") || port.starts_with("trace_");
                plain || ["time_now", "init_done"].contains(&port)
            };
            let free = ports(&text).iter().filter(|port| in_no_bus(port)).count();
            assert_eq!(told + free, ports(&text).len(), "{name}: {wrapper}");
            let mut on_clocks = BTreeSet::new();
            for list in text.lines().filter_map(|line| line.split("ASSOCIATED_BUSIF ").nth(1)?.split(',').next()) {
                for bus in list.split(':') {
                    assert!(on_clocks.insert(bus.to_owned()), "{name}: {wrapper}: {bus} on two clocks");
                }
            }
            let buses = text.lines().filter_map(|line| line.split(":interface:").nth(1)?.split(' ').nth(1));
            assert_eq!(on_clocks, buses.map(str::to_owned).collect(), "{name}: {wrapper}");
        }
    }
}

/// The XDC is Tcl, and each register that it binds is one of the module that its path leads to.
#[test]
fn the_crossings_constraints_name_registers_that_are_there() {
    let Some(tclsh) = on_path("tclsh") else { return left_out("the crossings' XDC", "apt-get install tcl") };
    let (dir, ..) = folder(BOTH);
    let mut run = Command::new(tclsh);
    let xdc = format!("constraints/{AXIS_ASYNC}.xdc");
    // Vivado's answers that the file calculates with
    let script = "proc unknown args { puts [join $args { }]; if {[lindex $args 0] eq {get_property}} {return 5.0}; return [lrange $args 1 end] }; source $env(SCRIPT)";
    std::fs::write(dir.path().join("run.tcl"), script).expect("written");
    let out = run.arg(dir.path().join("run.tcl")).env("SCRIPT", dir.path().join(&xdc)).output().expect("tclsh runs");
    let told = said(&out);
    assert!(out.status.success(), "{told}");
    let module_of = |text: &str, instance: &str| -> String {
        let at = text.find(&format!(" {instance} (")).unwrap_or_else(|| panic!("no {instance}"));
        let before: Vec<&str> = text[..at].split_whitespace().collect();
        let module = before.iter().rev().find(|word| word.starts_with("ackw_")).expect("a module");
        (*module).to_owned()
    };
    let mut registers = BTreeSet::new();
    for path in told.lines().filter_map(|line| line.strip_prefix("get_cells ")).flat_map(|cells| cells.split(' ')) {
        let (instances, register) = path.rsplit_once('/').expect("an instance before a register");
        let mut text = read(&dir, &format!("wrappers/{AXIS_ASYNC}.v"));
        for instance in instances.split('/') {
            text = read(&dir, &format!("wrappers/{}.v", module_of(&text, instance)));
        }
        let register = register.trim_end_matches("[*]").strip_suffix("_reg").expect("a register of Vivado's naming");
        let declared = text
            .lines()
            .filter(|line| line.contains("reg "))
            .any(|line| line.split("//").next().unwrap_or("").split([' ', ',', ';']).any(|word| word == register));
        assert!(declared, "{path}: no register {register}");
        registers.insert(path.to_owned());
    }
    // four streams of 17 registers or groups, two calls of 16, the interrupt
    assert!(registers.len() > 90, "{}: {registers:?}", registers.len());
}

/// The clock of a port of the wrapper with a clock for each bus.
fn clock_of(port: &str) -> String {
    let buses = ["s_axis_packet", "s_axis_event", "s_axis_sent", "m_axis_update", "s_axil", "time_now"];
    let bus = buses.into_iter().find(|bus| port.starts_with(bus));
    match port {
        "irq" => "s_axil_aclk".into(),
        _ => bus.map_or("clk".into(), |bus| format!("{bus}_aclk")),
    }
}

#[test]
fn every_crossing_of_the_emitted_netlist_is_constrained() {
    let Some(yosys) = on_path("yosys") else {
        return left_out("crossings of the netlist by yosys", "apt-get install yosys");
    };
    for (name, toml) in [CONFIGURATIONS[0], CONFIGURATIONS[1]] {
        let (dir, config, _) = folder(toml);
        let hpcc = config.has(layout::config::Unit::Hpcc);
        let files = read(&dir, &format!("wrappers/{AXIS_ASYNC}.f")).replace('\n', " ");
        let script = format!(
            "read_verilog {files}; hierarchy -check -top {AXIS_ASYNC}; proc; flatten; memory_collect; opt_clean; write_json netlist.json"
        );
        let out = Command::new(&yosys).current_dir(&dir).args(["-q", "-p", &script]).output().expect("yosys runs");
        assert!(out.status.success(), "{name}: {}", said(&out));
        let found = crossings::find(&read(&dir, "netlist.json"), AXIS_ASYNC, clock_of);
        let clocks: BTreeSet<&str> = found.iter().flat_map(|c| [c.from.as_str(), c.to.as_str()]).collect();
        println!("{name}: {} crossings between {clocks:?}", found.len());
        assert_eq!(clocks.len(), if hpcc { 7 } else { 6 }, "{name}: {clocks:?}");
        assert!(found.len() > 500, "{name}: {}", found.len());
        assert!(found.iter().all(|c| c.from == "clk" || c.to == "clk"), "{name}");
        let sdc = read(&dir, &format!("constraints/{AXIS_ASYNC}.sdc"));
        let xdc = read(&dir, &format!("constraints/{AXIS_ASYNC}.xdc"));
        let said_of = |xdc: &str, sdc: &str| crossings::unsaid(&found, &crossings::Xdc::read(xdc), sdc);
        let unsaid = said_of(&xdc, &sdc);
        assert!(unsaid.is_empty(), "{name}: {} crossings: {unsaid:#?}", unsaid.len());
        let without = |text: &str, line: &str| text.replacen(&format!("{line}\n"), "", 1);
        let mut removed = 0;
        for line in sdc.lines().filter(|line| line.starts_with("set_max_delay") || line.starts_with("set_false_path")) {
            assert!(!said_of(&xdc, &without(&sdc, line)).is_empty(), "{name}: nobody needs {line}");
            removed += 1;
        }
        let more = crossings::superfluous(&found, &crossings::Xdc::read(&xdc));
        assert!(more.is_empty(), "{name}: the XDC names what does not cross: {more:#?}");
        for line in xdc.lines().filter(|line| line.starts_with("set_max_delay") || line.starts_with("set_bus_skew")) {
            assert!(!said_of(&without(&xdc, line), &sdc).is_empty(), "{name}: nobody needs {line}");
            removed += 1;
        }
        println!("{name}: {removed} lines, each of which is missed");
        assert!(removed >= if hpcc { 60 } else { 40 }, "{name}: {removed}");
    }
}

#[test]
fn opensta_binds_every_crossing_both_ways() {
    let Some(sta) = on_path("sta") else { return left_out("the crossings' SDC in OpenSTA", "apt-get install opensta") };
    for (name, toml) in CONFIGURATIONS {
        let (dir, ..) = folder(toml);
        let text = read(&dir, &format!("wrappers/{AXIS_ASYNC}.v"));
        let clocks: Vec<String> =
            ports(&text).into_iter().filter(|port| port == "clk" || port.ends_with("_aclk")).collect();
        let inputs: String = clocks.iter().map(|clock| format!("  input {clock};\n")).collect();
        let shell = format!("module shell ({});\n{inputs}endmodule\n", clocks.join(", "));
        std::fs::write(dir.path().join("shell.v"), shell).expect("written");
        let make: String =
            clocks.iter().map(|c| format!("create_clock -name {c} -period 5 [get_ports {c}]\n")).collect();
        let script = format!(
            "read_verilog shell.v\nlink_design shell\n{make}source constraints/{AXIS_ASYNC}.sdc\nwrite_sdc back.sdc\nexit\n"
        );
        std::fs::write(dir.path().join("run.tcl"), script).expect("written");
        let out =
            Command::new(&sta).current_dir(&dir).args(["-no_splash", "-exit", "run.tcl"]).output().expect("sta runs");
        let said = said(&out);
        assert!(!said.contains("Warning") && !said.contains("Error"), "{name}: {said}");
        let back = read(&dir, "back.sdc");
        // it writes several pairs in one command: each clock but `clk` once a way, for the bound and for hold
        assert!(back.contains("set_max_delay") && back.contains("set_false_path -hold"), "{name}: {back}");
        for clock in clocks.iter().filter(|clock| *clock != "clk") {
            assert_eq!(back.matches(&format!("[get_clocks {{{clock}}}]")).count(), 4, "{name}: {clock}: {back}");
        }
    }
}
