//! Campaigns: shards whose union is the unsharded run, results that merge only if they are of one piece and whole, work
//! that goes on after a kill, and mutated frames that find a bug of the parser. On the shortest block, in the smallest
//! configuration.

use crate::bench;
use crate::mutants::small;
use crate::support;

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use support::cli::{ackwright, rejected, stdout};
use tb::{Budget, Options};

const SMALL: &str = "hdl/verilog/small/ackwright.toml";

/// `verify` on the shortest block, with its results in a folder.
fn verify(folder: &Path, events: &str, more: &[&str]) -> std::process::Output {
    let folder = folder.to_str().expect("UTF-8");
    let args =
        ["verify", "--config", SMALL, "--block", "interval", "--events", events, "--seed", "5", "--results", folder];
    ackwright(&[&args[..], more].concat(), "")
}

fn read(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).expect("results");
    text.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect()
}

fn write(path: &Path, lines: &[Value]) {
    let text: String = lines.iter().map(|l| format!("{l}\n")).collect();
    std::fs::write(path, text).expect("written");
}

/// The runs of a file without the one thing that depends on the host.
fn runs(path: &Path) -> Vec<Value> {
    let mut lines = read(path).split_off(1);
    lines.iter_mut().for_each(|l| drop(l.as_object_mut().expect("an object").remove("seconds").expect("a time")));
    lines.sort_by_key(|l| l["run"].as_u64());
    lines
}

fn merge(folder: &Path) -> std::process::Output {
    ackwright(&["verify", "merge", folder.to_str().expect("UTF-8")], "")
}

/// The row of the block, without what depends on the host.
fn row(out: &std::process::Output) -> Vec<String> {
    let line = stdout(out).lines().find(|l| l.starts_with("interval ")).expect("a row");
    let words: Vec<String> = line.split_whitespace().map(Into::into).collect();
    [&words[..4], &words[5..]].concat()
}

#[test]
fn the_union_of_the_shards_is_the_unsharded_run_and_merges_to_its_row() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let (whole, parts) = (dir.path().join("whole"), dir.path().join("parts"));
    let events = "1250003"; // six runs
    let alone = verify(&whole, events, &[]);
    let all = runs(&whole.join("shard-1-of-1.jsonl"));
    assert_eq!(all.len(), 6);
    assert_eq!(all.iter().filter_map(|r| r["events"].as_u64()).sum::<u64>(), 1_250_003);

    let mut union = vec![];
    for i in 1..=4 {
        let shard = format!("{i}/4");
        stdout(&verify(&parts, events, &["--shard", &shard]));
        union.extend(runs(&parts.join(format!("shard-{i}-of-4.jsonl"))));
    }
    union.sort_by_key(|l| l["run"].as_u64());
    assert_eq!(union, all);
    // a shard is reproducible by itself
    let again = dir.path().join("again");
    stdout(&verify(&again, events, &["--shard", "3/4"]));
    assert_eq!(runs(&again.join("shard-3-of-4.jsonl")), runs(&parts.join("shard-3-of-4.jsonl")));

    let merged = merge(&parts);
    assert_eq!(row(&merged), row(&alone));
    assert_eq!(row(&merge(&whole)), row(&alone));
    assert!(stdout(&merged).contains("EQUAL: 1250003 events") && stdout(&merged).contains("4 shards, seed 5"));

    let junit = dir.path().join("junit.xml");
    let folder = parts.to_str().expect("UTF-8");
    stdout(&ackwright(&["verify", "merge", folder, "--junit", junit.to_str().expect("UTF-8")], ""));
    let xml = std::fs::read_to_string(&junit).expect("a report");
    assert!(xml.contains("interval") && xml.contains("tests=\"1\"") && xml.contains("revision"), "{xml}");

    refusals(&parts);
}

/// Each way in which results are not whole or not of one piece is one line and exit 2; what was not equal, or never
/// happened, is exit 1.
fn refusals(parts: &Path) {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let files: Vec<PathBuf> = (1..=4).map(|i| dir.path().join(format!("shard-{i}-of-4.jsonl"))).collect();
    let fresh = || {
        for file in &files {
            std::fs::copy(parts.join(file.file_name().expect("a name")), file).expect("copied");
        }
    };
    let folder = dir.path().to_str().expect("UTF-8");
    let refused = |parts: &[&str]| rejected(&["verify", "merge", folder], "", parts);

    fresh();
    std::fs::remove_file(&files[2]).expect("removed");
    refused(&["shard 3/4 is missing", "3 of 4"]);

    fresh();
    std::fs::copy(&files[1], dir.path().join("twice.jsonl")).expect("copied");
    refused(&["shard 2/4 is in", "twice.jsonl"]);
    std::fs::remove_file(dir.path().join("twice.jsonl")).expect("removed");

    for (key, value, part) in [
        ("revision", json!("0000000"), "revision 0000000"),
        ("dirty", json!(read(&files[1])[0]["dirty"] != json!(true)), "revision"),
        ("config", json!("feed"), "configuration feed"),
        ("verilog", json!("feed"), "verilog feed"),
        ("seed", json!(6), "expected seed"),
        ("events", json!(1_250_004), "expected seed"),
        ("ackwright", json!("9.9"), "ackwright 9.9"),
        ("fuzz", json!(true), "fuzz true"),
        ("blocks", json!(["interval", "psn"]), "blocks interval,psn"),
        ("shard", json!("2/5"), "is none of shard 2/5"),
        ("shard", json!("1/4"), "is none of shard 1/4"),
    ] {
        fresh();
        let mut lines = read(&files[1]);
        lines[0][key] = value;
        write(&files[1], &lines);
        refused(&["shard-2-of-4.jsonl", part]);
    }
    for (key, value, part) in [
        ("run", json!(0), "run 0 of interval is none of shard 2/4"),
        ("block", json!("psn"), "run 1 of psn"),
        ("seed", json!(1), "has seed 1"),
        ("events", json!(1), "1 events"),
        ("compared", json!(0), "0 compared"),
        ("verdict", json!("FINE"), "the result of a run"),
        ("extra", json!(1), "extra"),
    ] {
        fresh();
        let mut lines = read(&files[1]);
        assert_eq!(lines.len(), 3, "runs 1 and 5");
        let at = 1 + usize::from(lines[1]["run"] != 1);
        lines[at][key] = value;
        write(&files[1], &lines);
        refused(&["shard-2-of-4.jsonl:", part]);
    }
    fresh();
    let mut lines = read(&files[1]);
    lines.push(lines[1].clone());
    write(&files[1], &lines);
    refused(&["shard-2-of-4.jsonl:4", "is there twice"]);
    lines.pop();
    let lost = lines.pop().expect("a run")["run"].clone();
    write(&files[1], &lines);
    refused(&["shard-2-of-4.jsonl", &format!("run {lost} of interval is missing"), "--resume"]);
    for text in ["", "{\"ackwright", "no JSON\n"] {
        std::fs::write(&files[1], text).expect("written");
        refused(&["shard-2-of-4.jsonl", "header of results"]);
    }

    let failed = |change: &dyn Fn(&mut Value), part: &str| {
        fresh();
        let mut lines = read(&files[1]);
        change(&mut lines[1]);
        write(&files[1], &lines);
        let out = ackwright(&["verify", "merge", folder], "");
        let said = String::from_utf8_lossy(&out.stdout);
        assert!(out.status.code() == Some(1) && said.contains(part) && !said.contains("EQUAL: "), "{said}");
    };
    failed(&|run| run["verdict"] = json!("HANG"), "HANG");
    failed(&|run| run["counts"] = json!([["drop icrc", 0]]), "SHORTFALL: interval: no drop icrc");
    rejected(&["verify", "merge", SMALL], "", &["header of results"]);
    rejected(&["verify", "merge", "tests/campaign"], "", &["tests/campaign", "no results"]);
}

/// A kill -9 in the middle costs the runs under way: what was done stays as it was, to the byte, and is not done again.
#[test]
fn after_a_kill_the_campaign_goes_on_where_it_was() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let file = dir.path().join("shard-1-of-1.jsonl");
    let events = "3000000"; // 12 runs
    let args = ["verify", "--config", SMALL, "--block", "interval", "--events", events, "--seed", "5", "--results"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_ackwright"))
        .args(args)
        .arg(dir.path())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::null())
        .spawn()
        .expect("it runs");
    let lines = || std::fs::read_to_string(&file).map_or(0, |t| t.lines().count());
    let patience = Instant::now();
    while lines() < 4 {
        assert!(patience.elapsed() < Duration::from_secs(300), "no results");
        std::thread::sleep(Duration::from_millis(5));
    }
    // it is held, so that it does not end before it is killed; somebody else cannot write the same shard meanwhile
    let held = Command::new("kill").args(["-STOP", &child.id().to_string()]).status().expect("kill runs");
    assert!(held.success());
    let second = verify(dir.path(), events, &["--resume"]);
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(second.status.code() == Some(2) && said.contains("another verify"), "{said}");
    child.kill().expect("SIGKILL");
    child.wait().expect("it is dead");
    let before = std::fs::read_to_string(&file).expect("results");
    let whole = before[..before.rfind('\n').expect("lines") + 1].to_owned();
    let done = whole.lines().count() - 1;
    assert!((3..12).contains(&done), "{done} runs were done");

    let not_so = |parts: &[&str], events: &str, more: &[&str]| {
        let out = verify(dir.path(), events, more);
        let said = String::from_utf8_lossy(&out.stderr);
        assert!(out.status.code() == Some(2) && said.lines().count() == 1, "{said}");
        parts.iter().for_each(|p| assert!(said.contains(p), "{said:?} lacks {p:?}"));
    };
    not_so(&["is there already", "--resume"], events, &[]);
    not_so(&["cannot go on with events 2500000: expected 3000000"], "2500000", &["--resume"]);
    rejected(&["verify", "merge", dir.path().to_str().expect("UTF-8")], "", &["is missing", "--resume"]);

    // a line that the kill cut off is none
    std::fs::write(&file, format!("{whole}{{\"block\":\"inter")).expect("written");
    let out = verify(dir.path(), events, &["--resume"]);
    assert!(stdout(&out).contains("EQUAL: 3000000 events"));
    let after = std::fs::read_to_string(&file).expect("results");
    assert!(after.starts_with(&whole), "what was done was not touched");
    assert_eq!(runs(&file).len(), 12);

    // nothing is left to do, and the row is the same
    let idle = verify(dir.path(), events, &["--resume"]);
    assert_eq!(row(&idle), row(&out));
    assert!(stdout(&idle).contains(" done "), "{}", stdout(&idle));
    assert_eq!(std::fs::read_to_string(&file).expect("results"), after);
}

/// A file of another shard under this one's name.
#[test]
fn a_shard_does_not_go_on_in_the_file_of_another_one() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let folder = dir.path().to_str().expect("UTF-8");
    let args = ["verify", "--config", SMALL, "--block", "recip", "--rung", "sim", "--events", "4000"];
    let shard = |shard| [&args[..], &["--results", folder, "--resume", "--shard", shard]].concat();
    stdout(&ackwright(&shard("2/2"), ""));
    let [first, second] = [1, 2].map(|i| dir.path().join(format!("shard-{i}-of-2.jsonl")));
    std::fs::copy(&second, &first).expect("copied");
    let told = ["shard-1-of-2.jsonl: cannot go on with shard 1/2: expected 2/2"];
    rejected(&shard("1/2"), "", &told);
    assert_eq!(read(&first), read(&second), "nothing is appended");
    std::fs::remove_file(&first).expect("removed");
    stdout(&ackwright(&shard("1/2"), ""));
    assert!(stdout(&merge(dir.path())).contains("EQUAL: 4000 events"));
    let file = second.to_str().expect("UTF-8");
    for twice in [[folder, folder], [file, file], [folder, file]] {
        rejected(&[&["verify", "merge"], &twice[..]].concat(), "", &["is named twice"]);
    }
}

#[test]
fn the_scripts_do_all_shards_and_merge() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let root = env!("CARGO_MANIFEST_DIR");
    let flags = ["--config", SMALL, "--block", "interval", "--events", "1000"];
    let script = |name: &str, args: &[&str], task: Option<&str>| {
        let mut command = Command::new(format!("{root}/tests/campaign/{name}"));
        command.args(args).args(flags).current_dir(root).env("ACKWRIGHT", env!("CARGO_BIN_EXE_ackwright"));
        command.env_remove("SLURM_ARRAY_TASK_ID");
        if let Some(task) = task {
            command.env("SLURM_ARRAY_TASK_ID", task).env("SLURM_ARRAY_TASK_COUNT", "2");
        }
        command.output().expect("a script")
    };
    let (slurm, local) = (dir.path().join("slurm"), dir.path().join("local"));
    let folder = slurm.to_str().expect("UTF-8");
    assert_eq!(script("slurm.sh", &[folder], None).status.code(), Some(2), "no array");
    for task in ["1", "2"] {
        stdout(&script("slurm.sh", &[folder], Some(task)));
    }
    let table = row(&merge(&slurm));
    for _ in 0..2 {
        assert_eq!(row(&script("local.sh", &["2", local.to_str().expect("UTF-8")], None)), table);
    }
    let bad = script("local.sh", &["5", dir.path().join("bad").to_str().expect("UTF-8")], None);
    assert_eq!(bad.status.code(), Some(2), "more shards than runs");
}

/// Mutated frames find each of the parser's bugs by hand.
#[test]
#[ignore = "a minute or so: just night"]
fn mutated_frames_find_bugs_of_the_parser() {
    let config = small::config();
    let emitted = hdl::design::build(&config, "nic").expect("builds");
    // the build of `mutants.rs`
    let bugs = bench::bugs::Bugs::new(&config, &emitted, &["parser"], small::BUGS);
    let budget = Budget { runs: 0, cycles: 0 };
    let options = Options { fuzz: true, budget, ..Options::new(60_000, 1) };
    let list: Vec<_> = small::BUGS.iter().enumerate().filter(|(_, bug)| bug.block == "parser").collect();
    let verdicts = bench::for_each(&list, |(index, _)| bugs.run("parser", Some(*index), options.clone()).verdict);
    let missed: Vec<_> =
        list.iter().zip(&verdicts).filter(|(_, v)| v.is_equal()).map(|((_, bug), _)| bug.bug).collect();
    assert!(list.len() >= 20 && missed.is_empty(), "{} bugs, not found: {missed:?}", list.len());

    let right = bugs.run("parser", None, options);
    assert!(right.verdict.is_equal(), "{}", right.report.map(|r| r.to_string()).unwrap_or_default());
    let never: Vec<_> = right.counts.iter().filter(|(_, n)| *n == 0).collect();
    assert!(right.counts.len() > 30 && never.is_empty(), "{never:?}");
}
