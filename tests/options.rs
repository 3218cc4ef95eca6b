//! Every option of every subcommand and every key of a configuration has an effect, or is refused by its name.

use crate::support;

use hdl::delivery::{self, Extras};
use layout::config::{
    ANSWERS, Config, FAST_START, KEYS, LSN, MOST_COUNTED, PROBER, PUBLISHED, RECEIVER, RESPONDER, REVISED, SCAN_MODE,
    SENDER, SRAM_ECC, SRAM_TEST, TRACE_PORT, UPDATES,
};
use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Stdio};
use support::cli::{ackwright, rejected, rejected_behind, stdout};

/// A command line in which the option would have no effect. None of them comes to a run.
type Idle = &'static [&'static str];
/// The options of a subcommand.
type Options = &'static [(&'static str, &'static [Idle])];

const CAPTURE: &str = "tests/vectors/packets_mixed.pcapng";
const TRACE: &str = "tests/crashers/top-ready_in_reset.jsonl";

/// Every option with the command lines in which it would change nothing; one with none has an effect wherever it may
/// stand. Options that are listed and not there are of a version to come.
const OPTIONS: [(&str, Options); 8] = [
    (
        "export",
        &[
            ("--config", &[]),
            ("--out", &[]),
            ("--block", &[]),
            ("--board", &[&["--board", "ulx3s", "--block", "recip", "--config", "fpga/board/ackwright.toml"]]),
            ("--verify", &[&["--verify", "--block", "psn"], &["--verify", "--dry-run"]]),
            ("--force", &[]),
            ("--dry-run", &[&["--dry-run", "--verify"]]),
            ("--prefix", &[]),
        ],
    ),
    (
        "verify",
        &[
            ("--config", &[]),
            ("--verilog", &[&["--verilog", "hdl/verilog/small", "--rung", "sim"]]),
            ("--block", &[&["--block", "psn", "--capture", CAPTURE], &["--block", "psn", "--trace", TRACE]]),
            (
                "--algorithm",
                &[
                    &["--algorithm", "dctcp", "--capture", CAPTURE],
                    &["--algorithm", "dctcp", "--trace", TRACE],
                    &["--algorithm", "dctcp", "--fuzz"],
                    &["--algorithm", "dctcp", "--verilog", "hdl/verilog/small"],
                ],
            ),
            ("--events", &[&["--events", "5", "--capture", CAPTURE], &["--events", "5", "--trace", TRACE]]),
            ("--seed", &[&["--seed", "5", "--trace", TRACE]]),
            ("--shard", &[&["--shard", "1/2", "--capture", CAPTURE], &["--shard", "1/2", "--trace", TRACE]]),
            ("--rung", &[]),
            (
                "--fuzz",
                &[&["--fuzz", "--capture", CAPTURE], &["--fuzz", "--trace", TRACE], &["--fuzz", "--block", "psn"]],
            ),
            ("--capture", &[]),
            ("--trace", &[&["--trace", TRACE, "--capture", CAPTURE]]),
            ("--results", &[&["--results", "x", "--capture", CAPTURE], &["--results", "x", "--trace", TRACE]]),
            ("--resume", &[&["--resume"]]),
            ("--junit", &[]),
            ("--vcd-dir", &[]),
            ("--coverage", &[&["--coverage", "x", "--rung", "sim"], &["--coverage", "x", "--rung", "netlist"]]),
            ("--qpn-base", &[]),
            ("--qpn", &[]),
        ],
    ),
    ("verify merge", &[("--junit", &[])]),
    ("formats", &[("--algorithm", &[]), ("--json", &[])]),
    (
        "replay",
        &[("--algorithm", &[]), ("--engine", &[]), ("--params", &[]), ("--config", &[]), ("--exact-params", &[])],
    ),
    (
        "parse",
        &[
            ("--profile", &[]),
            ("--telemetry-place", &[&[CAPTURE, "--telemetry-place", "ack"], &[CAPTURE, "--telemetry-place", "udp"]]),
            ("--telemetry-offset", &[&[CAPTURE, "--telemetry-offset", "0"]]),
            (
                "--telemetry-area",
                &[
                    &[CAPTURE, "--telemetry-area", "9"],
                    &[CAPTURE, "--telemetry-area", "9", "--profile", "rocev2"],
                    &[CAPTURE, "--telemetry-area", "9", "--profile", "ns3", "--telemetry-place", "ack"],
                ],
            ),
            ("--engine", &[]),
            ("--config", &[]),
            ("--qpn-base", &[]),
            ("--qpn", &[]),
            ("--ece-place", &[]),
        ],
    ),
    (
        "simulate",
        &[
            ("--cc", &[]),
            ("--nic", &[&["incast", "--nic", "reference"]]),
            ("--config", &[&["incast", "--config", "hdl/verilog/ldcp/ackwright.toml"]]),
            ("--verilog", &[&["incast", "--verilog", "hdl/verilog/ldcp"]]),
            ("--pacing", &[&["incast", "--pacing", "host"]]),
            ("--every-cycle", &[&["incast", "--every-cycle"], &["incast", "--nic", "cycle", "--every-cycle"]]),
            ("--unchecked", &[&["incast", "--unchecked"], &["incast", "--nic", "rtl", "--unchecked"]]),
            ("--seed", &[]),
            ("--samples", &[&["incast", "--samples", "10"]]),
            ("--out", &[]),
            ("--force", &[]),
            // the refusal names what is missing: the folder of a sweep
            ("--results", &[&["incast", "--loads", "0.3"], &["incast", "--seeds", "1..2"], &["incast", "--resume"]]),
            ("--loads", &[]),
            ("--seeds", &[]),
            ("--shard", &[]),
            ("--resume", &[]),
        ],
    ),
    ("simulate compare", &[("--out", &[]), ("--force", &[])]),
];

#[test]
fn an_option_without_effect_is_refused_by_name() {
    let mut refused = 0;
    for (command, options) in OPTIONS {
        let words: Vec<&str> = command.split(' ').collect();
        let out = ackwright(&[&words[..], &["--help"]].concat(), "");
        // an option's line begins with it
        let lines = stdout(&out).lines().map(|l| l.trim_start().trim_start_matches("-h, ").trim_start_matches("-V, "));
        let there: BTreeSet<&str> =
            lines.filter(|l| l.starts_with("--")).filter_map(|l| l.split([' ', '[', '=']).next()).collect();
        let known: BTreeSet<&str> = options.iter().map(|(name, _)| *name).chain(["--help"]).collect();
        let unknown: Vec<_> = there.difference(&known).collect();
        assert!(unknown.is_empty(), "{command}: {unknown:?}: say here when they have no effect");
        assert!(there.len() > 1, "{command}: {there:?}");
        for (name, idle) in options.iter().filter(|(name, _)| there.contains(name)) {
            for args in *idle {
                rejected(&[&words[..], args].concat(), "", &[name]);
                refused += 1;
            }
        }
    }
    assert!(refused >= 25, "{refused} refused");
}

/// A value of each key that is not the default, and not the one of the base below.
const VALUES: [(&str, &str); 29] = [
    ("ldcp.fast_start", "true"),
    ("dcqcn.published", "true"),
    ("engine.qps", "32"),
    ("engine.wait_slots", "16"),
    ("engine.units", "[\"ldcp\", \"hpcc\"]"),
    ("engine.n_max", "300"),
    ("engine.updates", "\"every\""),
    ("parser.data_bits", "128"),
    ("parser.fcr", "true"),
    ("hpcc.hops", "3"),
    ("hpcc.lanes", "2"),
    ("rtl.reset", "\"async\""),
    ("rtl.datapath_reset", "true"),
    ("rtl.memory", "\"macro\""),
    ("rtl.target", "\"asic\""),
    ("rtl.clock_mhz", "322.265625"),
    ("rtl.ecc", "true"),
    ("rtl.sram_test", "4"),
    ("rtl.sram_ecc", "true"),
    ("rtl.scan_mode", "true"),
    ("rtl.trace", "true"),
    ("rtl.enables", "false"),
    ("nic.slverr", "true"),
    ("nic.sender", "true"),
    ("nic.receiver", "true"),
    ("nic.responder", "true"),
    ("nic.prober", "true"),
    ("nic.answers", "true"),
    ("engine.lsn", "true"),
];

/// The files of a design without the hash of their configuration, and without the texts that repeat it.
fn files(config: &Config) -> BTreeMap<String, String> {
    let design = hdl::design::build(config, "nic").expect("it is emitted");
    let files = delivery::files(config, &design, &Extras::default()).expect("a folder");
    let hash = config.hash();
    let plain = |text: String| {
        let number = hash.trim_start_matches('0'); // as the constant in the register map is written
        text.replace(&hash, "").replace(number, "").replace(&hash[..8], "").replace(&hash[8..], "")
    };
    let said = ["README.md", "ackwright.toml"];
    files.into_iter().filter(|(n, _)| !said.contains(&&**n)).map(|(name, text)| (name, plain(text))).collect()
}

#[test]
fn a_key_changes_what_is_exported_or_is_refused_by_name() {
    let (ldcp, hpcc, dcqcn) = ("[\"ldcp\"]", "[\"hpcc\"]", "[\"dcqcn\"]");
    let base = |units: &str| format!("engine.units = {units}\nengine.qps = 16\nparser.data_bits = 64\n");
    let (mut changed, mut refused) = (0, vec![]);
    let hidden = [
        REVISED,
        LSN,
        SENDER,
        RECEIVER,
        RESPONDER,
        PROBER,
        ANSWERS,
        MOST_COUNTED,
        UPDATES,
        FAST_START,
        PUBLISHED,
        SRAM_TEST,
        SRAM_ECC,
        SCAN_MODE,
        TRACE_PORT,
    ];
    for (units, keys) in [
        (ldcp, &KEYS[..]),
        (ldcp, &hidden[..]),
        (hpcc, &[FAST_START][..]),
        (hpcc, &KEYS[..2]),
        (dcqcn, &[PUBLISHED][..]),
    ] {
        let before = files(&Config::parse(&base(units)).expect("legal"));
        for (key, _) in keys {
            let found = VALUES.iter().find(|(name, _)| name == key);
            let (_, value) = found.unwrap_or_else(|| panic!("{key}: give a value of it here"));
            let line =
                base(units).lines().filter(|l| !l.starts_with(key)).map(|l| format!("{l}\n")).collect::<String>();
            match Config::parse(&format!("{line}{key} = {value}\n")) {
                Err(e) => {
                    assert!(e.to_string().starts_with(&format!("{key} = ")), "{key}: {e}");
                    refused.push((units, *key));
                }
                Ok(config) => {
                    let after = files(&config);
                    assert!(after != before, "{key} = {value} with {units} changes nothing");
                    if *key == "rtl.clock_mhz" {
                        // the logic does not depend on it; and what stands here of the hash is all there is
                        let same = |name: &&String| name.ends_with(".v") && !name.contains('/');
                        assert!(before.keys().filter(same).all(|name| before[name] == after[name]));
                        assert!(after["constraints/ackw_nic.sdc"].contains("-period 3.103030 "));
                        assert!(after["constraints/ackw_nic.lpf"].contains(" 322.265625 MHZ"));
                        assert!(after["wrappers/ackw_nic_axis.v"].contains("FREQ_HZ 322265625,"));
                    }
                    changed += 1;
                }
            }
        }
    }
    assert_eq!(
        refused,
        [
            (ldcp, "hpcc.hops"),
            (ldcp, "hpcc.lanes"),
            (ldcp, "nic.responder"),
            (ldcp, "nic.answers"),
            (ldcp, "dcqcn.published"),
            (ldcp, "rtl.sram_test"),
            (ldcp, "rtl.sram_ecc"),
            (hpcc, "ldcp.fast_start")
        ]
    );
    assert!(changed >= 12, "{changed} keys");
}

#[test]
fn a_negative_number_is_told_what_was_expected() {
    for (args, expected) in [
        (&["verify", "--events", "-1"][..], "expected a whole number, 1 or more"),
        (&["verify", "--events", "0"], "expected a whole number, 1 or more"),
        (&["verify", "--seed", "-1"], "expected a whole number, 0 or more"),
        (&["verify", "--shard", "-1/2"], "expected I/N with 1 <= I <= N"),
        (&["parse", CAPTURE, "--profile", "ns3", "--telemetry-area", "-1"], "expected a whole number, 0 to 63"),
        (&["parse", CAPTURE, "--profile", "ns3", "--telemetry-offset", "x"], "expected a whole number, 0 to 15"),
    ] {
        rejected(args, "", &[args[args.len() - 2], args[args.len() - 1], expected]);
    }
}

#[test]
fn a_place_that_cannot_be_written_is_told_before_the_run() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| dir.path().join(name).to_str().expect("UTF-8").to_owned();
    std::fs::write(path("file"), "mine").expect("written");
    let below = path("file/x");
    // had it run first, this would take hours, and the table's head would be on standard output
    let long = ["verify", "--block", "recip", "--events", "99999999999"];
    for (flag, value, part) in [
        ("--junit", dir.path().to_str().expect("UTF-8"), "is a folder: expected a file"),
        ("--junit", &below, "cannot write"),
        ("--vcd-dir", &path("file"), "is a file: expected a folder"),
        ("--vcd-dir", &below, "cannot write"),
        ("--coverage", &path("file"), "is a file: expected a folder"),
    ] {
        rejected(&[&long[..], &[flag, value]].concat(), "", &[value, part]);
    }
    rejected(&["verify", "merge", &path("file"), "--junit", &path("")], "", &["is a folder"]);
    assert_eq!(std::fs::read_dir(dir.path()).expect("lists").count(), 1, "nothing is left");
}

/// Whatever the name leads to stays what it is.
#[test]
fn a_report_goes_where_its_name_leads() {
    let (one, other) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let path = |dir: &tempfile::TempDir, name: &str| dir.path().join(name).to_str().expect("UTF-8").to_owned();
    let results = path(&one, "results");
    let config = "hdl/verilog/small/ackwright.toml";
    let block = ["verify", "--config", config, "--block", "interval", "--rung", "sim", "--events", "100"];
    stdout(&ackwright(&[&block[..], &["--results", &results]].concat(), ""));
    let merge = |junit: &str| stdout(&ackwright(&["verify", "merge", &results, "--junit", junit], "")).to_owned();
    let is_report = |path: &str| std::fs::read_to_string(path).is_ok_and(|text| text.contains("<testsuites"));

    // a link to a file, and one to a name that is free, by a relative one
    std::fs::write(path(&other, "there"), "old").expect("written");
    std::os::unix::fs::symlink(path(&other, "there"), path(&one, "link")).expect("a link");
    std::os::unix::fs::symlink("free", path(&other, "second")).expect("a link");
    std::os::unix::fs::symlink(path(&other, "second"), path(&one, "first")).expect("a link");
    for (link, target) in [("link", "there"), ("first", "free")] {
        merge(&path(&one, link));
        assert!(is_report(&path(&other, target)), "{target}");
        assert!(std::fs::symlink_metadata(path(&one, link)).expect("it is there").is_symlink(), "{link}");
    }
    // a link to itself
    std::os::unix::fs::symlink("round", path(&one, "round")).expect("a link");
    rejected(&["verify", "merge", &results, "--junit", &path(&one, "round")], "", &["round", "cannot write"]);

    // a pipe, as a device, is written to and stays; the lines of it are the report's
    let pipe = path(&one, "pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || std::fs::read_to_string(pipe).expect("a text"))
    };
    merge(&pipe);
    use std::os::unix::fs::FileTypeExt;
    assert!(std::fs::symlink_metadata(&pipe).expect("it is there").file_type().is_fifo());
    assert!(reader.join().expect("it ends").contains("<testsuites"));
    if std::fs::metadata("/dev/full").is_ok() {
        rejected_behind(4, &["verify", "merge", &results, "--junit", "/dev/full"], "", &["/dev/full: cannot write"]);
    }
    let before = std::fs::read_dir(one.path()).expect("lists").count();
    assert_eq!(before, 5, "results, links and the pipe, and nothing beside them");
}

/// What was found stands before what could not be kept.
#[test]
fn a_report_that_cannot_be_written_hides_no_mismatch() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let results = dir.path().join("results");
    let config = "hdl/verilog/small/ackwright.toml";
    let block = ["verify", "--config", config, "--block", "interval", "--rung", "sim", "--events", "100"];
    let folder = results.to_str().expect("UTF-8");
    stdout(&ackwright(&[&block[..], &["--results", folder]].concat(), ""));
    let file = results.join("shard-1-of-1.jsonl");
    let text = std::fs::read_to_string(&file).expect("results").replace("\"EQUAL\"", "\"HANG\"");
    let text = text.replace("\"seconds\"", "\"rerun\":\"ackwright verify this\",\"seconds\"");
    std::fs::write(&file, text).expect("written");
    let out = ackwright(&["verify", "merge", folder, "--junit", "/dev/full"], "");
    let (said, told) = (String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    assert_eq!(out.status.code(), Some(1), "{said}{told}");
    assert!(said.contains("HANG in interval") && said.contains("rerun: ackwright verify this"), "{said}");
    assert!(told.contains("/dev/full: cannot write") && told.lines().count() == 1, "{told}");
}

#[test]
fn a_pipe_that_nobody_writes_to_is_no_configuration_and_one_with_a_text_is() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| dir.path().join(name).to_str().expect("UTF-8").to_owned();
    let pipe = path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let export = ["export", "--block", "recip", "--out", &path("out"), "--config", &pipe];
    rejected(&export, "", &[&pipe, "a pipe that nobody writes to"]);
    // one that comes late and pauses
    let writer = {
        let pipe = pipe.clone();
        std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(100));
            let mut pipe = std::fs::OpenOptions::new().write(true).open(pipe).expect("a reader");
            for part in ["[engine]\nqps = 17\n", "# and more\n"] {
                std::io::Write::write_all(&mut pipe, part.as_bytes()).expect("written");
                std::thread::sleep(std::time::Duration::from_millis(100));
            }
        })
    };
    rejected(&export, "", &["engine.qps = 17: expected a power of two"]);
    writer.join().expect("it ends");
}

#[test]
fn a_replay_of_a_file_without_events_is_refused_and_an_empty_filter_is_not() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| dir.path().join(name).to_str().expect("UTF-8").to_owned();
    for (name, text) in [("empty", ""), ("blank", "\n  \n\n")] {
        std::fs::write(path(name), text).expect("written");
        for algorithm in ["ldcp", "hpcc", "dctcp"] {
            let line = format!("{}: no events: expected at least one line", path(name));
            rejected(&["replay", "--algorithm", algorithm, &path(name)], "", &[&line]);
        }
        assert_eq!(stdout(&ackwright(&["replay", "--algorithm", "ldcp"], text)), "");
        assert_eq!(stdout(&ackwright(&["replay", "--algorithm", "ldcp", "-"], text)), "");
    }
}

#[test]
fn standard_output_that_is_closed_at_the_start_is_bad_usage() {
    let out = tempfile::tempdir().expect("a temporary folder");
    let folder = out.path().join("rtl");
    for line in ["--version", "formats", "export --block recip --out \"$1\""] {
        let mut sh = Command::new("sh");
        sh.args(["-c", &format!("exec \"$0\" {line} >&-"), env!("CARGO_BIN_EXE_ackwright")]).arg(&folder);
        let ended = sh.stdin(Stdio::null()).output().expect("there is a sh");
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains("standard output is closed") && said.lines().count() == 1, "{line}: {said}");
    }
    assert!(!folder.exists());
    // /dev/null is a place like any other, open for reading too
    let null = || std::fs::OpenOptions::new().read(true).write(true).open("/dev/null").expect("there is one");
    let mut formats = Command::new(env!("CARGO_BIN_EXE_ackwright"));
    assert!(formats.arg("formats").stdout(null()).status().expect("it runs").success());
}

#[test]
fn a_table_with_a_long_name_is_aligned() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let long = dir.path().join("a_capture_with_a_name_that_takes_more_than_any_column_of_the_table.pcapng");
    std::fs::copy(support::root().join(CAPTURE), &long).expect("copied");
    let (config, long) = ("hdl/verilog/small/ackwright.toml", long.to_str().expect("UTF-8"));
    let out = ackwright(&["verify", "--config", config, "--capture", long], "");
    let lines: Vec<&str> = stdout(&out).lines().collect();
    let head = lines.iter().position(|l| l.starts_with("block")).expect("a head");
    let row = lines[head + 1];
    assert!(row.contains(long), "{row}");
    // numbers end below the end of their words, and the verdict begins below its own
    for (word, cell) in [("events", 0), ("cycles", 1), ("compared", 2), ("Mcycles/s", 3)] {
        let end = lines[head].find(word).expect("a column") + word.len();
        assert!(row.len() > end && row[..end].ends_with(|c: char| c.is_ascii_digit()), "{cell}: {row}");
        assert!(row[end..].starts_with(' '), "{word}: {row}");
    }
    assert_eq!(lines[head].find("verdict"), row.find("EQUAL"), "{row}");
}

#[test]
fn more_events_than_there_is_room_for_are_refused() {
    for (events, rung, most) in [
        ("18446744073709551615", "rtl", "expected at most 1000000000000"),
        ("1000000000000001", "netlist", "expected at most 1000000000000"),
        ("1000000000001", "rtl", "expected at most 1000000000000"),
        ("8000000001", "sim", "expected at most 8000000000 with --rung sim"),
    ] {
        for shard in ["1/1", "2/1000000"] {
            let args = ["verify", "--events", events, "--rung", rung, "--shard", shard];
            rejected(&args, "", &[&format!("--events {events}: {most}")]);
        }
    }
}

/// A device has no end: what is read of it has.
#[test]
fn what_has_no_end_is_read_to_a_bound() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| dir.path().join(name).to_str().expect("UTF-8").to_owned();
    for (name, target) in [("shard-1-of-1.jsonl", "/dev/full"), ("manifest.json", "/dev/zero")] {
        std::os::unix::fs::symlink(target, path(name)).expect("a link");
    }
    let (folder, results) = (path(""), path("shard-1-of-1.jsonl"));
    let (whole, line) = ("/dev/zero: more than 16 MiB", "/dev/zero:1: more than 1 MiB");
    for (args, part) in [
        (&["export", "--config", "/dev/zero"][..], whole),
        (&["replay", "--algorithm", "ldcp", "--config", "/dev/zero"], whole),
        (&["replay", "--algorithm", "ldcp", "--params", "/dev/zero"], whole),
        (&["replay", "--algorithm", "hpcc", "--params", "/dev/zero"], whole),
        (&["params", "--from-hns", "/dev/zero"], whole),
        (&["verify", "--trace", "/dev/zero"], line),
        (&["verify", "merge", "/dev/zero"], line),
        (&["verify", "merge", &folder], "shard-1-of-1.jsonl:1: more than 1 MiB"),
        (
            &["verify", "--rung", "sim", "--block", "psn", "--results", &folder, "--resume"],
            &format!("{results}: is no file"),
        ),
        (&["verify", "--block", "psn", "--verilog", &folder], "has no manifest.json"),
        (&["export", "--block", "recip", "--out", &folder], "no manifest of export's"),
        (&["parse", "/dev/zero"], "starts with 0x00000000"),
        (&["verify", "--capture", "/dev/zero"], "starts with 0x00000000"),
    ] {
        // it fails before it takes all memory there is
        let mut sh = Command::new("sh");
        sh.args(["-c", "ulimit -v 4000000; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_ackwright")]).args(args);
        let out = sh.stdin(Stdio::null()).output().expect("there is a sh");
        let said = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains(part) && said.lines().count() == 1, "{args:?}: {said}");
    }
}

#[test]
fn a_long_value_is_cut_in_a_message() {
    let out = ackwright(&["export", "--prefix", &"x".repeat(300)], "");
    let said = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(2), "{said}");
    assert!(said.contains("xxx…") && !said.contains(&"x".repeat(81)) && said.lines().count() == 1, "{said}");
}

/// The shaper alone has the ports.
#[test]
fn wakes_of_the_shaper_are_refused_where_nobody_is_told() {
    let config = Config::parse("engine.qps = 16\nshaper.wake = true").expect("legal");
    assert!(config.canonical().contains("[shaper]\nwake = true"));
    assert!(hdl::design::build(&config, "shaper").is_ok());
    for block in ["nic", "sender", "psn"] {
        let error = hdl::design::build(&config, block).map(|_| ()).expect_err("it has no effect").to_string();
        assert_eq!(
            error,
            format!("shaper.wake = true: block {block} tells nobody: expected no such key, or block shaper")
        );
    }
    let usual = Config::parse("engine.qps = 16\nshaper.wake = false").expect("legal");
    assert!(!usual.canonical().contains("shaper"), "what was built before it has no such key");
    let told = Config::parse("shaper.wake = 1").expect_err("illegal").to_string();
    assert_eq!(told, "line 1: shaper.wake = 1: expected true or false");
}

/// What grants has the ports, and a NIC with it the registers.
#[test]
fn weights_of_the_shaper_are_refused_where_nothing_is_granted() {
    let mut config = Config::parse("engine.qps = 16\nengine.units = [\"ldcp\"]\nshaper.weights = true").expect("legal");
    for block in ["shaper", "sender"] {
        assert!(hdl::design::build(&config, block).is_ok(), "{block}");
    }
    for block in ["nic", "psn"] {
        let error = hdl::design::build(&config, block).map(|_| ()).expect_err("it has no effect").to_string();
        let expected = "expected no such key, block shaper or sender, or nic.sender = true";
        assert_eq!(error, format!("shaper.weights = true: block {block} grants nothing: {expected}"));
    }
    config.nic.sender = true;
    for block in ["nic", "psn"] {
        assert!(hdl::design::build(&config, block).is_ok(), "{block}");
    }
}

/// Only one block has sources.
#[test]
fn sources_of_fcr_are_refused_where_no_block_has_them() {
    let config = Config::parse("engine.qps = 16\nfcr.sources = 2").expect("legal");
    assert!(hdl::design::build(&config, "fcr").is_ok());
    for block in ["nic", "psn"] {
        let error = hdl::design::build(&config, block).map(|_| ()).expect_err("it has no effect").to_string();
        assert_eq!(
            error,
            format!(
                "fcr.sources = 2: block {block} keeps no advices: expected no such key, block fcr or limit, or engine.fcr = true"
            )
        );
    }
}
