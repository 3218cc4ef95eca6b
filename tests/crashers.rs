//! Mismatches that a bench found in what was committed stand in `tests/crashers/`, each as a list of actions, and are
//! run again here: in the emitted Verilog and in rust-hdl's simulation. What the folder asks of a file is on its page.

use crate::bench;
use crate::mutants::small;
use crate::support;

use layout::config::Config;
use std::path::{Path, PathBuf};
use support::cli::{ackwright, rejected};
use tb::blocks::BLOCKS;
use tb::trace::{self, Header};

const FOLDER: &str = "tests/crashers";

/// The traces of a folder. Beside them there may be its page, and the seeds that proptest keeps, which their own tests
/// run.
fn traces(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut traces = vec![];
    for entry in std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))? {
        let path = entry.map_err(|e| e.to_string())?.path();
        match path.extension().and_then(|e| e.to_str()) {
            Some("jsonl") => traces.push(path),
            Some("md" | "txt") => {}
            _ => return Err(format!("{}: expected a trace, <block>-<what>.jsonl", path.display())),
        }
    }
    traces.sort();
    if traces.is_empty() { Err(format!("{}: no traces", folder.display())) } else { Ok(traces) }
}

/// What a trace must say beside its actions.
fn check(path: &Path) -> Result<(), String> {
    let (header, actions) = trace::load::<serde_json::Value>(path).map_err(|e| e.to_string())?;
    let Header { block, configuration, revision, verdict, what, rerun, cause, .. } = &header;
    let name = path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let verdicts = ["MISMATCH", "MISSING", "EXTRA", "LATE", "HANG"];
    let hex =
        revision.len() >= 7 && revision.split(' ').next().is_some_and(|r| r.bytes().all(|b| b.is_ascii_hexdigit()));
    let complaint = match () {
        () if !BLOCKS.contains(&block.as_str()) => format!("block {block}: expected one of {}", BLOCKS.join(", ")),
        () if !name.starts_with(&format!("{block}-")) => format!("expected the name {block}-<what>.jsonl"),
        () if actions.is_empty() => "no actions".into(),
        () if !hex => format!("revision {revision:?}: expected a commit"),
        () if !verdicts.contains(&verdict.as_str()) => {
            format!("verdict {verdict:?}: expected one of {}", verdicts.join(", "))
        }
        () if !rerun.starts_with("ackwright verify ") => format!("rerun {rerun:?}: expected the command that found it"),
        () if what.trim().is_empty() || cause.trim().is_empty() => {
            "\"what\" and \"cause\": expected what differed and why".into()
        }
        () => return Config::parse(configuration).map(|_| ()).map_err(|e| format!("{}: {e}", path.display())),
    };
    Err(format!("{}: {complaint}", path.display()))
}

#[test]
fn every_trace_says_where_it_comes_from_and_what_was_wrong() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER);
    let faults: Vec<_> = traces(&folder).expect("a folder of traces").iter().filter_map(|p| check(p).err()).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Each in Verilator, and in rust-hdl's simulator, in which a whole NIC takes more than a minute.
#[test]
fn no_mismatch_that_was_ever_found_is_back() {
    none_is_back(|path, rung| rung == "rtl" || !of_a_nic(path));
}

#[test]
#[ignore = "two minutes: just night"]
fn no_mismatch_of_a_nic_is_back_in_rust_hdl_either() {
    none_is_back(|path, rung| rung == "sim" && of_a_nic(path));
}

fn of_a_nic(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("nic-"))
}

fn none_is_back(wanted: impl Fn(&Path, &str) -> bool) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER);
    let runs: Vec<_> = traces(&folder)
        .expect("a folder of traces")
        .into_iter()
        .flat_map(|path| ["rtl", "sim"].map(|rung| (path.clone(), rung)))
        .filter(|(path, rung)| wanted(path, rung))
        .collect();
    assert!(!runs.is_empty(), "nothing to run");
    let back = bench::for_each(&runs, |(path, rung)| {
        let out = ackwright(&["verify", "--trace", path.to_str().expect("UTF-8"), "--rung", rung], "");
        let said = String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
        let equal = out.status.success() && said.contains("EQUAL: ");
        (!equal).then(|| format!("{}, {rung}: {said}", path.display()))
    });
    let back: Vec<_> = back.into_iter().flatten().collect();
    assert!(back.is_empty(), "{}", back.join("\n"));
}

/// The way of a mismatch: what `verify` leaves runs by itself, is wrong on the wrong text and right on the right one,
/// and with its cause goes into the folder as it is.
#[test]
fn the_trace_that_a_mismatch_leaves_is_a_crasher() {
    let mutant = small::BUGS.iter().find(|m| m.block == "psn").expect("psn has bugs");
    let dir = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| dir.path().join(name).to_str().expect("UTF-8").to_owned();
    let small = "hdl/verilog/small/ackwright.toml";
    assert!(ackwright(&["export", "--config", small, "--out", &at("rtl")], "").status.success());
    let file = dir.path().join("rtl").join(mutant.file);
    let text = std::fs::read_to_string(&file).expect("exported");
    assert_eq!(text.matches(mutant.from).count(), 1, "{}", mutant.bug);
    std::fs::write(&file, text.replacen(mutant.from, mutant.to, 1)).expect("written");

    let args = ["verify", "--config", small, "--verilog", &at("rtl"), "--block", "psn", "--events", "20000"];
    let out = ackwright(&[&args[..], &["--vcd-dir", &at("mismatch")]].concat(), "");
    let said = String::from_utf8_lossy(&out.stdout);
    assert_eq!(out.status.code(), Some(1), "{said}");
    let left = traces(&dir.path().join("mismatch/")).expect_err("a VCD and a report are there too");
    assert!(left.contains("expected a trace"), "{left}");
    let line = said.lines().find_map(|l| l.strip_prefix("trace: ")).expect("the report names its trace");
    let (path, command) = line.split_once(' ').expect("and how to run it");
    assert_eq!(command, format!("(ackwright verify --trace {path})"));
    assert!(said.contains("tests/crashers/"), "{said}");

    let again =
        |more: &[&str]| ackwright(&[&["verify", "--trace", path, "--vcd-dir", &at("again")], more].concat(), "");
    let (right, wrong) = (again(&[]), again(&["--verilog", &at("rtl")]));
    let text = |o: &std::process::Output| String::from_utf8_lossy(&o.stdout).into_owned();
    assert!(right.status.success() && text(&right).contains("EQUAL: "), "{}", text(&right));
    assert!(wrong.status.code() == Some(1) && text(&wrong).contains(" in psn: "), "{}", text(&wrong));

    let kept = dir.path().join("psn-a_bug.jsonl");
    std::fs::copy(path, &kept).expect("copied");
    assert!(check(&kept).expect_err("no cause yet").contains("\"cause\""));
    let with_cause =
        std::fs::read_to_string(&kept).expect("read").replacen("\"cause\":\"\"", "\"cause\":\"a slip\"", 1);
    std::fs::write(&kept, with_cause).expect("written");
    check(&kept).expect("it has all that the folder asks for");
}

#[test]
fn an_empty_folder_a_stray_file_and_a_malformed_trace_are_named() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    assert!(traces(dir.path()).expect_err("empty").contains("no traces"));
    let good = serde_json::json!({
        "block": "psn", "config": "c", "configuration": "[engine]\nqps = 16\n", "revision": "0123abc", "seed": 1, "dut_seed": 1,
        "verdict": "LATE", "what": "w", "rerun": "ackwright verify --block psn", "cause": "c",
    });
    let path = dir.path().join("psn-x.jsonl");
    let with = |key: &str, value: &str| {
        let mut header = good.clone();
        header[key] = value.into();
        std::fs::write(&path, format!("{header}\n{{}}\n")).expect("written");
        check(&path)
    };
    assert_eq!(with("cause", "c"), Ok(()));
    for (key, value, part) in [
        ("block", "alu", "block alu"),
        ("block", "pawa", "pawa-<what>"),
        ("revision", "", "a commit"),
        ("verdict", "EQUAL", "verdict"),
        ("rerun", "by hand", "rerun"),
        ("cause", " ", "cause"),
        ("configuration", "[engine]\nqps = 3\n", "engine.qps"),
    ] {
        let fault = with(key, value).expect_err(key);
        assert!(fault.contains(part) && fault.contains("psn-x.jsonl"), "{fault}");
    }
    for (text, part) in [(format!("{good}\n"), "no actions"), (format!("{good}\nx\n"), ":2:"), (String::new(), ":1:")] {
        std::fs::write(&path, text).expect("written");
        let fault = check(&path).expect_err(part);
        assert!(fault.contains(part), "{fault}");
        if part != "no actions" {
            rejected(&["verify", "--trace", path.to_str().expect("UTF-8")], "", &["psn-x.jsonl"]);
        }
    }
    std::fs::write(dir.path().join("stray.vcd"), "").expect("written");
    assert!(traces(dir.path()).expect_err("a stray file").contains("stray.vcd"));
}
