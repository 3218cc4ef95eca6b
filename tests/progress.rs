//! On a terminal nothing is silent for more than two seconds; in a pipe there is not a byte more.

use crate::support;

use serde_json::Value;
use std::path::Path;
use std::process::Command;
use support::tools;

/// What was heard of a command whose stderr is a terminal.
fn heard(args: &[&str], cache: &Path) -> Value {
    heard_of(&[&[env!("CARGO_BIN_EXE_ackwright")], args].concat(), cache)
}

/// The same of any command.
fn heard_of(args: &[&str], cache: &Path) -> Value {
    let out = Command::new("python3")
        .arg(support::root().join("tests/progress/terminal.py"))
        .args(args)
        .current_dir(support::root())
        .env("ACKWRIGHT_CACHE", cache)
        .env("TERM", "xterm")
        .output()
        .expect("tests need python3");
    let said = String::from_utf8_lossy(&out.stderr);
    serde_json::from_slice(&out.stdout).unwrap_or_else(|e| panic!("{args:?}: {e}: {said}"))
}

/// Says something within two seconds and after every two, and all of `parts`.
fn never_silent(args: &[&str], cache: &Path, parts: &[&str]) -> Value {
    let heard = heard(args, cache);
    let seconds = |name: &str| heard[name].as_f64().expect("a number");
    let text = heard["heard"].as_str().expect("a text");
    println!(
        "{args:?}: {:.1} s, first word after {:.2}, longest silence {:.2}",
        seconds("seconds"),
        seconds("first"),
        seconds("gap")
    );
    assert_eq!(heard["code"], 0, "{args:?}: {text}");
    assert!(seconds("first") < 2.0 && seconds("gap") < 2.0, "{args:?}: {heard}");
    for part in parts {
        assert!(text.contains(part), "{args:?}: {text:?} lacks {part:?}");
    }
    heard
}

#[test]
fn nothing_is_silent_for_two_seconds_on_a_terminal() {
    // nothing is built yet
    let cache = tempfile::tempdir().expect("a temporary folder");
    let out = tempfile::tempdir().expect("a temporary folder");
    let lines = out.path().join("lines.jsonl");
    std::fs::write(&lines, "{\"event\": {\"ev\": \"ack\", \"n\": 1, \"ece\": 0}}\n".repeat(3000)).expect("written");
    let lines = lines.to_str().expect("UTF-8");
    let path = |name: &str| out.path().join(name).to_str().expect("UTF-8").to_owned();
    let (nic, board) = (path("nic"), path("board"));
    let (small, capture) = ("hdl/verilog/small/ackwright.toml", "tests/vectors/packets_mixed.pcapng");
    let longest = [
        (&["export", "--out", &nic][..], &["emitting ackw_nic"][..]),
        (
            &["export", "--board", "ulx3s", "--config", "fpga/board/ackwright.toml", "--out", &board],
            &["emitting ackw_nic"],
        ),
        (&["verify", "--block", "recip", "--events", "200000"], &["building ackw_recip", "recip", "200,000"]),
        (&["verify", "--rung", "sim", "--block", "psn", "--config", small, "--events", "600"], &["psn", "600"]),
        (&["replay", "--algorithm", "ldcp", "--engine", "rtl", lines], &["building ackw_engine", "lines answered"]),
        (&["parse", "--engine", "rtl", "--config", small, capture], &["building ackw_parser"]),
    ];
    let mut seconds = 0.0f64;
    for (args, parts) in longest {
        seconds = seconds.max(never_silent(args, cache.path(), parts)["seconds"].as_f64().expect("a number"));
    }
    assert!(seconds > 2.0, "nothing took long enough to show anything");
    match tb::Yosys::find(&tb::Cache::from_env()) {
        Ok(_) => {
            let args = ["verify", "--rung", "netlist", "--block", "recip", "--events", "100"];
            let netlist = tb::Cache::from_env();
            never_silent(&args, netlist.root(), &["ackw_recip"]);
        }
        Err(e) => tools::left_out("the netlist on a terminal", &e.to_string()),
    }
}

/// Packets that come late, with standard output on the terminal too and in a pipe.
#[test]
fn a_capture_that_pauses_does_not_silence_parse() {
    let cache = tb::Cache::from_env();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let capture = folder.path().join("packets.txt");
    std::fs::write(&capture, "020000000001 020000000002 0806 0001\n".repeat(3)).expect("written");
    let capture = capture.to_str().expect("UTF-8");
    for (to, args) in [(">&2", "--qpn any"), (">&2", ""), ("", "--qpn any"), ("", "")] {
        let line = format!("(cat $1; sleep 5; cat $1) | $0 parse {args} - {to}");
        let heard = heard_of(&["sh", "-c", &line, env!("CARGO_BIN_EXE_ackwright"), capture], cache.root());
        let seconds = |name: &str| heard[name].as_f64().expect("a number");
        assert!(seconds("first") < 2.0 && seconds("gap") < 2.0 && seconds("seconds") > 5.0, "{line}: {heard}");
        assert_eq!(heard["code"], 0, "{line}: {heard}");
        let lines =
            [&heard["stdout"], &heard["heard"]].map(|said| said.as_str().map_or(0, |s| s.matches("not_ip\"").count()));
        assert_eq!(lines, if to.is_empty() { [6, 0] } else { [0, 6] }, "{line}: {heard}");
    }
}

#[test]
fn what_a_pipe_gets_does_not_depend_on_a_terminal_and_stderr_stays_empty() {
    let cache = tb::Cache::from_env();
    let out = tempfile::tempdir().expect("a temporary folder");
    let folder = |name: &str| out.path().join(name).to_str().expect("UTF-8").to_owned();
    let (one, two) = (folder("rtl"), folder("rtl"));
    for (args, again) in [
        (&["export", "--block", "psn", "--out", &one][..], &["export", "--block", "psn", "--out", &two][..]),
        (&["verify", "merge", "--help"], &["verify", "merge", "--help"]),
        (&["formats"], &["formats"]),
    ] {
        let seen = heard(args, cache.root());
        let piped = support::cli::ackwright(again, "");
        assert_eq!(seen["stdout"].as_str(), Some(support::cli::stdout(&piped)), "{args:?}");
        assert!(piped.stderr.is_empty(), "{args:?}: {}", String::from_utf8_lossy(&piped.stderr));
    }
    let verify = ["verify", "--block", "recip", "--events", "20000"];
    let piped = support::cli::ackwright(&verify, "");
    assert!(piped.status.success() && piped.stderr.is_empty(), "{}", String::from_utf8_lossy(&piped.stderr));
}
