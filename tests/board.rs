//! The board's demonstration in a simulator: it passes on the design as it is, and fails on a design, a generator or an
//! expectation that was changed. `fpga/tests/test_board.py` has the flow's own errors.

use crate::support;

use std::path::Path;
use std::process::Command;
use support::cli::{ackwright, rejected, stdout};
use support::tools::{left_out, on_path};

const CONFIG: &str = "fpga/board/ackwright.toml";
/// Smaller, and with the generic primitives and an asynchronous reset.
const SMALL: &str = "[engine]\nqps = 16\nunits = [\"ldcp\"]\n[parser]\ndata_bits = 256\n[rtl]\nreset = \"async\"\n";

fn export(config: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let out = dir.path().to_str().expect("UTF-8");
    stdout(&ackwright(&["export", "--config", config, "--board", "ulx3s", "--out", out], ""));
    dir
}

fn small() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let config = dir.path().join("small.toml");
    std::fs::write(&config, SMALL).expect("written");
    export(config.to_str().expect("UTF-8"))
}

/// A line of a shell in the folder: what it said, and whether it ended well.
fn sh(folder: &Path, line: &str) -> (bool, String) {
    let out = Command::new("sh").current_dir(folder).args(["-c", line]).output().expect("sh runs");
    (out.status.success(), String::from_utf8_lossy(&[&out.stdout[..], &out.stderr[..]].concat()).into_owned())
}

/// The line with the verdict. A bench that ends without one is a fault of the test.
fn simulate(folder: &Path, options: &str) -> (bool, String) {
    let (built, said) = sh(folder, "iverilog -g2005 -s ackw_ulx3s_tb -o tb.vvp -f board/ackw_ulx3s_tb.f");
    assert!(built, "{said}");
    let (passed, said) = sh(folder, &format!("vvp -n tb.vvp {options}"));
    let verdict = said.lines().find(|line| line.starts_with("PASS") || line.starts_with("FAIL"));
    (passed, verdict.unwrap_or_else(|| panic!("no verdict: {said}")).to_owned())
}

/// Changes a file, where it has `from` once.
fn edit(folder: &Path, name: &str, from: &str, to: &str) {
    let path = folder.join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(text.matches(from).count(), 1, "{name}: {from}");
    std::fs::write(path, text.replace(from, to)).expect("written");
}

fn simulator() -> bool {
    let there = on_path("iverilog").is_some();
    if !there {
        left_out("the board's demonstration", "apt-get install iverilog");
    }
    there
}

/// What stands behind a name in a text.
fn behind<'a>(text: &'a str, name: &str) -> &'a str {
    let rest = text.split(name).nth(1).unwrap_or_else(|| panic!("{name} in {text}"));
    rest.split([')', ',', '\n']).next().expect("a value").trim()
}

#[test]
fn the_demonstration_passes_with_the_models_numbers_on_its_serial_port() {
    if !simulator() {
        return;
    }
    for dir in [export(CONFIG), small()] {
        let bench = std::fs::read_to_string(dir.path().join("board/ackw_ulx3s_tb.v")).expect("a bench");
        let updates: u32 = behind(&bench, ".UPDATES(32'd").parse().expect("a number");
        let signature = behind(&bench, ".SIGNATURE(128'h").to_owned();
        let (passed, said) = simulate(dir.path(), "");
        assert!(passed, "{said}");
        assert_eq!(said, format!("PASS: PASS {updates:08x} {signature}"));
        assert!(updates > 350, "{said}");
        let (passed, said) = simulate(dir.path(), "+fault");
        assert!(!passed && said.starts_with("FAIL: lights 100, FAIL "), "{said}");
    }
}

#[test]
#[ignore = "a minute or so: just night"]
fn no_linter_has_a_word_to_say_of_the_demonstration() {
    for (name, dir) in [("ecp5", export(CONFIG)), ("generic", small())] {
        let models = if name == "ecp5" { "sim/DP16KD.v sim/MULT18X18D.v sim/LUT4.v sim/PFUMX.v" } else { "" };
        for (tool, line) in [
            ("iverilog", format!("iverilog -g2005 -Wall -t null -s ackw_ulx3s -f board/ackw_ulx3s.f {models}")),
            (
                "verilator",
                format!("verilator --lint-only -Wall --top-module ackw_ulx3s -f board/ackw_ulx3s.f {models}"),
            ),
            (
                "yosys",
                format!(
                    "yosys -q -p \"read_verilog $(tr '\\n' ' ' < board/ackw_ulx3s.f) {models}; hierarchy -check -top ackw_ulx3s; proc; check -assert\" 2>&1"
                ),
            ),
        ] {
            if on_path(tool).is_none() {
                left_out(&format!("{name}: {line}"), &format!("apt-get install {tool}"));
                continue;
            }
            let (clean, said) = sh(dir.path(), &line);
            let findings: Vec<&str> = said.lines().filter(|l| !l.starts_with("- ") && !l.trim().is_empty()).collect();
            assert!(clean && findings.is_empty(), "{tool} on {name}: {said}");
        }
    }
}

/// (file, line, what it becomes): faults of the design, of its parser and of the demonstration itself.
const FAULTS: [(&str, &str, &str); 8] = [
    ("ackw_pawa.v", "s3_minus <= cut_p[29:0];", "s3_minus <= 30'd0;"),
    // ACKs of one QP at every distance that is a hazard
    ("ackw_psn.v", "p2_hit <= p1_match_1 | p1_match_2 | p1_match_3;", "p2_hit <= p1_match_1 | p1_match_2;"),
    ("ackw_psn.v", "p2_hit <= p1_match_1 | p1_match_2 | p1_match_3;", "p2_hit <= p1_match_1 | p1_match_3;"),
    ("ackw_psn.v", "p2_hit <= p1_match_1 | p1_match_2 | p1_match_3;", "p2_hit <= p1_match_2 | p1_match_3;"),
    ("ackw_counters.v", "if (res_kind == KIND_LOSS) begin", "if (res_kind == KIND_CNP) begin"),
    // an update a cycle late is a fault, even with the same fields
    ("board/ackw_demo.v", "if (state != INIT) cycle <=", "if (state != INIT && events != 32'd0) cycle <="),
    ("board/ackw_demo.v", "4'd12:   kind = 3'd3; // cnp", "4'd12:   kind = 3'd1; // cnp"),
    ("board/ackw_demo_frames.v", "{1'b1, 1'b1, 1'b1,", "{1'b1, 1'b0, 1'b1,"),
];

#[test]
#[ignore = "a minute or so: just night"]
fn a_fault_anywhere_is_seen() {
    if !simulator() {
        return;
    }
    let dir = small();
    for (file, from, to) in FAULTS {
        let path = dir.path().join(file);
        let before = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{file}: {e}"));
        edit(dir.path(), file, from, to);
        let (passed, said) = simulate(dir.path(), "");
        assert!(!passed && said.starts_with("FAIL"), "{file}: {to}: {said}");
        std::fs::write(path, before).expect("written");
    }
}

#[test]
fn another_signature_or_number_of_updates_fails() {
    if !simulator() {
        return;
    }
    let dir = small();
    let bench = std::fs::read_to_string(dir.path().join("board/ackw_ulx3s_tb.v")).expect("a bench");
    for name in [".UPDATES(32'd", ".SIGNATURE(128'h"] {
        let value = behind(&bench, name);
        let last = if value.ends_with('1') { '2' } else { '1' };
        let other = format!("{}{last}", &value[..value.len() - 1]);
        edit(dir.path(), "board/ackw_ulx3s_tb.v", &format!("{name}{value}"), &format!("{name}{other}"));
        let (passed, said) = simulate(dir.path(), "");
        assert!(!passed && said.starts_with("FAIL: lights 100, FAIL "), "{name}: {said}");
        std::fs::write(dir.path().join("board/ackw_ulx3s_tb.v"), &bench).expect("written");
    }
}

/// The most stubborn fault: nothing comes out, and that is what was expected.
#[test]
fn a_run_without_updates_fails_even_if_none_is_expected() {
    if !simulator() {
        return;
    }
    let dir = small();
    edit(dir.path(), "board/ackw_demo.v", ".upd_valid(upd_valid),", ".upd_valid(),");
    edit(
        dir.path(),
        "board/ackw_demo.v",
        "  wire                   upd_valid, upd_feedback;",
        "  wire upd_valid = 1'b0;\n  wire upd_feedback;",
    );
    let (passed, said) = simulate(dir.path(), "");
    assert!(!passed, "{said}");
    let [_, updates, signature] = said
        .rsplitn(3, ' ')
        .collect::<Vec<_>>()
        .try_into()
        .map(|mut v: [&str; 3]| {
            v.reverse();
            v
        })
        .expect("three words");
    assert_eq!(updates, "00000000", "{said}");
    // now exactly this is expected
    let bench = std::fs::read_to_string(dir.path().join("board/ackw_ulx3s_tb.v")).expect("a bench");
    for (name, value) in [(".UPDATES(32'd", "0"), (".SIGNATURE(128'h", signature)] {
        edit(
            dir.path(),
            "board/ackw_ulx3s_tb.v",
            &format!("{name}{}", behind(&bench, name)),
            &format!("{name}{value}"),
        );
    }
    let (passed, said) = simulate(dir.path(), "");
    assert!(!passed && said == format!("FAIL: lights 100, FAIL 00000000 {signature}"), "{said}");
}

#[test]
fn a_board_needs_the_whole_design_with_ldcp_alone() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let out = dir.path().join("out");
    let out = out.to_str().expect("UTF-8");
    let export =
        |more: &[&str], parts: &[&str]| rejected(&[&["export", "--out", out, "--board"], more].concat(), "", parts);
    export(&["ulx3s"], &["--board ulx3s", "expected engine.units = [\"ldcp\"]"]);
    let config = dir.path().join("config.toml");
    let other = ["[\"hpcc\"]", "[\"dctcp\"]", "[\"ldcp\", \"dctcp\"]"].map(|units| format!("engine.units = {units}\n"));
    let other = other.map(|text| (text, "expected engine.units = [\"ldcp\"]"));
    let ecc = ("engine.units = [\"ldcp\"]\nrtl.ecc = true\n".to_owned(), "expected rtl.ecc = false");
    for (text, expected) in other.into_iter().chain([ecc]) {
        std::fs::write(&config, format!("engine.qps = 16\n{text}")).expect("written");
        let config = config.to_str().expect("UTF-8");
        export(&["ulx3s", "--config", config], &["--board ulx3s", expected]);
    }
    export(
        &["ulx3s", "--config", CONFIG, "--block", "pawa"],
        &["--board: ackw_pawa has no ackw_top", "expected --block nic or top"],
    );
    export(&["arty"], &["arty"]);
    assert!(!Path::new(out).exists(), "nothing is written");
}
