//! `replay` as a stream: answers while input still comes, memory that does not grow, its speed, configurations, and
//! lines that are not what was meant.

use crate::support::cli::{ackwright, rejected, rejected_behind, stdout};

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

const LDCP: &str = r#"{"qpn":7,"event":{"ev":"ack","n":1,"ece":0}}"#;
const HPCC: &str = r#"{"qpn":7,"event":{"seq":1,"snd_nxt":2,"path":3,"hops":[[2,4,5,6]]}}"#;
const HPCC_RX: &str = r#"{"qpn":7,"event":{"now":1,"path":3,"hops":[[2,4,5,6]]}}"#;

/// A replay whose standard input stays open.
fn started(args: &[&str]) -> (Child, ChildStdin) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ackwright"))
        .arg("replay")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .expect("the binary runs");
    let stdin = child.stdin.take().expect("piped");
    (child, stdin)
}

#[test]
fn an_answer_comes_before_the_next_line_is_sent() {
    for (algorithm, line) in [("ldcp", LDCP), ("hpcc", HPCC), ("hpcc-rx", HPCC_RX)] {
        for engine in ["ideal", "model", "rtl"] {
            let (mut child, mut stdin) = started(&["--algorithm", algorithm, "--engine", engine]);
            let stdout = BufReader::new(child.stdout.take().expect("piped"));
            let (send, answers) = mpsc::channel();
            let reader = thread::spawn(move || stdout.lines().for_each(|line| drop(send.send(line.expect("UTF-8")))));
            for n in 1..=3 {
                // the end of a line comes late, as from a terminal
                write!(stdin, "{line}").and_then(|()| stdin.flush()).expect("it reads");
                stdin.write_all(b"\n").and_then(|()| stdin.flush()).expect("it reads");
                // a design may have to be built before the first
                let answer = answers.recv_timeout(Duration::from_secs(900));
                let answer = answer.unwrap_or_else(|e| panic!("{algorithm}, {engine}, line {n}: {e}"));
                assert!(answer.starts_with(r#"{"id":null,"qpn":7,"state":{"#), "{answer}");
            }
            drop(stdin);
            assert!(child.wait().expect("it ends").success());
            reader.join().expect("it ends");
        }
    }
}

/// Neither a simulator nor a compiler is on the way.
#[test]
fn a_first_line_that_is_wrong_is_told_before_a_design_is_built() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ackwright"))
        .args(["replay", "--algorithm", "ldcp", "--engine", "rtl"])
        .env("PATH", "")
        .env_remove("VERILATOR")
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    child.stdin.take().expect("piped").write_all(b"{}\n").expect("it reads");
    let out = child.wait_with_output().expect("it ends");
    assert_eq!(
        String::from_utf8_lossy(&out.stderr),
        "ackwright: standard input:1: event: missing, expected an object\n"
    );
    assert_eq!(out.status.code(), Some(2));
}

/// A line of the kind's random walk.
fn line(algorithm: &str, i: u64) -> String {
    let qpn = i * 7919 % 4096;
    match algorithm {
        "ldcp" => {
            format!(r#"{{"id":{i},"qpn":{qpn},"event":{{"ev":"ack","n":{},"ece":{}}}}}"#, i % 5, i / 3 % 2) + "\n"
        }
        _ => {
            let hop = |h: u64| format!("[2,{},{},{}]", i * 997 % (1 << 24), i * 89 % (1 << 20), (i + h) % 300);
            let hops = (0..5).map(hop).collect::<Vec<_>>().join(",");
            let (seq, next) = (i % (1 << 24), (i + 64) % (1 << 24));
            format!(r#"{{"id":{i},"qpn":{qpn},"event":{{"seq":{seq},"snd_nxt":{next},"path":3,"hops":[{hops}]}}}}"#)
                + "\n"
        }
    }
}

/// The most KiB that a process has held which has read `lines` lines and waits for more.
#[cfg(target_os = "linux")]
fn peak_kib(algorithm: &str, lines: u64) -> u64 {
    let (mut child, mut stdin) = started(&["--algorithm", algorithm, "-"]);
    let mut stdout = child.stdout.take().expect("piped");
    let kind = algorithm.to_owned();
    let writer = thread::spawn(move || {
        let mut block = String::new();
        for i in 0..lines {
            block += &line(&kind, i);
            if block.len() > 1 << 16 || i + 1 == lines {
                stdin.write_all(block.as_bytes()).expect("it reads");
                block.clear();
            }
        }
        stdin
    });
    let (mut block, mut answered) = (vec![0; 1 << 16], 0);
    while answered < lines {
        let n = stdout.read(&mut block).expect("it writes");
        assert!(n > 0, "{answered} of {lines} answers");
        answered += block[..n].iter().filter(|b| **b == b'\n').count() as u64;
    }
    let stdin = writer.join().expect("it ends");
    let of = |file: &str| std::fs::read_to_string(format!("/proc/{}/{file}", child.id())).expect("it waits");
    let status = of("status");
    let peak = status.lines().find_map(|l| l.strip_prefix("VmHWM:")).expect("a peak");
    let peak_kib = peak.trim().trim_end_matches(" kB").parse().expect("a number");
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
    peak_kib
}

#[test]
#[cfg(target_os = "linux")]
fn memory_does_not_grow_with_the_lines() {
    for (algorithm, many) in [("ldcp", 2_000_000), ("hpcc", 500_000)] {
        let [few, many] = [20_000, many].map(|lines| peak_kib(algorithm, lines));
        println!("{algorithm}: {few} KiB, {many} KiB");
        assert!(many < few + 2048, "{algorithm}: {few} KiB after 20,000 lines, {many} KiB after all");
    }
}

#[test]
fn a_reader_that_goes_away_ends_the_run() {
    let (mut child, mut stdin) = started(&["--algorithm", "ldcp"]);
    drop(child.stdout.take());
    let writer = thread::spawn(move || while writeln!(stdin, "{LDCP}").is_ok() {});
    assert!(child.wait().expect("it ends").success());
    writer.join().expect("it ends");
}

#[test]
fn blank_lines_are_passed_over_and_counted() {
    let input = format!("\n  \t\r\n{LDCP}\r\n\n{LDCP}\n[]");
    rejected_behind(2, &["replay", "--algorithm", "ldcp"], &input, &["standard input:6: the line: expected an object"]);
}

// ---- lines that are not what was meant ------------------------------------------------------------------------------

#[test]
fn a_key_that_stands_twice_is_refused_by_its_name() {
    let refuse = |algorithm: &str, line: &str, key: &str| {
        for engine in ["model", "ideal"] {
            let told = format!("ackwright: standard input:1: key \"{key}\" stands twice: expected once\n");
            let args = ["replay", "--algorithm", algorithm, "--engine", engine];
            rejected(&args, line, &[told.trim_end()]);
        }
    };
    refuse("ldcp", r#"{"event":{"ev":"ack","n":1,"ece":0,"n":2}}"#, "n");
    refuse("ldcp", r#"{"qpn":1,"event":{"ev":"loss"},"qpn":1}"#, "qpn");
    refuse("ldcp", r#"{"event":{"ev":"loss"},"state":{"cw":1,"c\u0077":2}}"#, "cw");
    refuse("ldcp", r#"{"event":{"ev":"loss"},"id":{"a":[{"b":1,"b":1}]}}"#, "b");
    refuse("hpcc", &HPCC.replace("\"path\"", "\"seq\":1,\"path\""), "seq");
    refuse("hpcc", &HPCC.replace("\"qpn\"", r#""state":{"L":{"path":1,"hops":[],"hops":[]}},"qpn""#), "hops");
}

#[test]
fn exact_numbers_past_4096_digits_are_refused_and_values_are_cut_at_80_characters() {
    let args = ["replay", "--algorithm", "ldcp", "--engine", "ideal"];
    let line = |cw: &str| format!("{{\"event\":{{\"ev\":\"ack\",\"n\":1,\"ece\":0}},\"state\":{{\"cw\":\"{cw}\"}}}}\n");
    let longest = "7".repeat(4096);
    assert!(stdout(&ackwright(&args, &line(&format!("{longest}/{longest}")))).contains("\"cw\":\"2/1\""));
    for (cw, digits) in [("7".repeat(4097), 4097), (format!("1/{}", "7".repeat(1_000_000)), 1_000_000)] {
        let told = format!("…: {digits} digits: expected at most 4096");
        rejected(&args, &line(&cw), &["standard input:1: state.cw = \"", &told]);
    }
    // a message repeats 80 characters of a value, of whatever kind
    let long = "ä".repeat(1_000_000);
    for line in [
        line(&long),
        format!("{{\"event\":{{\"ev\":\"{long}\"}}}}"),
        format!("{{\"event\":{{\"ev\":\"loss\",\"{long}\":1}}}}"),
        format!("{{\"event\":{{\"ev\":\"loss\",\"n\":[{}0]}}}}", "0,".repeat(100_000)),
        format!("{{\"event\":{{\"ev\":\"loss\"}},\"qpn\":\"{long}\"}}"),
        format!("{{\"event\":{{\"ev\":\"loss\"}},\"{long}\":1,\"{long}\":1}}"),
    ] {
        let out = ackwright(&args, &line);
        let told = String::from_utf8_lossy(&out.stderr);
        assert_eq!((out.status.code(), told.lines().count()), (Some(2), 1));
        assert!(told.chars().count() < 220 && told.contains('…'), "{told}");
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("p.toml");
    let name = file.to_str().expect("UTF-8");
    for text in [format!("beta = \"{}\"", "9".repeat(100_000)), format!("{} = 1", "b".repeat(100_000))] {
        std::fs::write(&file, text).expect("written");
        let out = ackwright(&[&args[..], &["--params", name]].concat(), "");
        let told = String::from_utf8_lossy(&out.stderr).replace(name, "p.toml");
        assert!(out.status.code() == Some(2) && told.chars().count() < 220 && told.contains('…'), "{told}");
    }
    let long = format!("{{\"id\":\"{}", "a".repeat(1 << 24));
    rejected(&args, &long, &["standard input:1: more than 16 MiB"]);
}

// ---- configurations -------------------------------------------------------------------------------------------------

#[test]
fn a_configuration_says_how_many_qps_and_hops_there_are() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.to_str().expect("UTF-8").to_owned()
    };
    let small = file("small.toml", "[engine]\nqps = 16\n[hpcc]\nhops = 2\nlanes = 1\n");
    let hpcc = ["replay", "--algorithm", "hpcc", "--config", &small];
    let hops = |n: usize| vec!["[2,4,5,6]"; n].join(",");
    let lines: String = [2, 3, 2, 0].map(|n| HPCC.replace("[2,4,5,6]", &hops(n)) + "\n").concat();
    let flags = |text: &str| -> Vec<Value> {
        text.lines().map(|l| serde_json::from_str::<Value>(l).expect("JSON")["flags"].take()).collect()
    };
    let [model, ideal, rtl] = ["model", "ideal", "rtl"]
        .map(|engine| stdout(&ackwright(&[&hpcc[..], &["--engine", engine]].concat(), &lines)).to_owned());
    assert_eq!(model, rtl);
    assert_eq!(flags(&model), flags(&ideal));
    assert_eq!(flags(&model)[..2], [serde_json::json!(["first"]), serde_json::json!(["hops"])]);
    assert_eq!(flags(stdout(&ackwright(&hpcc[..3], &lines)))[1], serde_json::json!(["path"]));
    rejected(&hpcc, &HPCC.replace("\"qpn\":7", "\"qpn\":16"), &["qpn = 16: expected 0 to 15"]);
    let kept = r#""state":{"L":{"path":1,"hops":[[0,0,0],[0,0,0],[0,0,0]]}},"qpn""#;
    rejected(&hpcc, &HPCC.replace("\"qpn\"", kept), &["state.L.hops: 3 hops: expected 0 to 2"]);
    // fifteen of them, and more QPs than the reference has
    let large = file("large.toml", "[engine]\nqps = 65536\n[hpcc]\nhops = 15\nlanes = 5\n");
    let line = HPCC.replace("[2,4,5,6]", &hops(15)).replace("\"qpn\":7", "\"qpn\":65535");
    let out = ackwright(&["replay", "--algorithm", "hpcc", "--config", &large], &format!("{line}\n{line}\n"));
    assert_eq!(flags(stdout(&out))[0], serde_json::json!(["first"]));
    let ldcp = file("ldcp.toml", "[engine]\nunits = [\"ldcp\"]\n");
    let told = [&*ldcp, "engine.units", "--algorithm hpcc"];
    rejected(&["replay", "--algorithm", "hpcc", "--config", &ldcp], &format!("{HPCC}\n"), &told);
    rejected(&["replay", "--algorithm", "ldcp", "--config", "no/such.toml"], "", &["no/such.toml: cannot read"]);
}

/// The draft's lastUpdateTime (line 32), in and out.
#[test]
fn the_time_of_a_receiver_is_called_time() {
    let line = HPCC_RX.replace("\"qpn\"", r#""state":{"lastUpdateTime":4294967295},"qpn""#);
    for (engine, shown) in [("model", "4294967295"), ("ideal", "\"4294967295/1\"")] {
        let out = ackwright(&["replay", "--algorithm", "hpcc-rx", "--engine", engine], &line);
        assert!(stdout(&out).contains(&format!("\"lastUpdateTime\":{shown},\"L\"")), "{}", stdout(&out));
    }
    let table = ackwright(&["formats", "--algorithm", "hpcc-rx"], "");
    let named: Vec<&str> = stdout(&table).lines().filter_map(|l| l.strip_prefix("state   lastUpdate")).collect();
    assert!(named.len() == 1 && named[0].starts_with("Time "), "{named:?}");
}
