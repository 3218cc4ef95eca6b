//! `ackwright simulate --results`: shards together are the sweep, what a kill left is gone on with, and bad input is
//! one line.

use crate::support::cli::{ackwright, rejected, stdout};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Four hosts for 30 us.
const LOAD: &str = "kind = \"load\"\nhosts = 4\nduration_us = 30\n";
const SWEEP: [&str; 6] = ["--cc", "ldcp,hpcc", "--loads", "0.3,0.5", "--seeds", "1..3"];

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().expect("a temporary folder"));
        fs::write(place.path("load.toml"), LOAD).expect("written");
        place
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("UTF-8").to_owned()
    }

    /// Runs the sweep with more flags; what it says.
    fn sweep(&self, folder: &str, more: &[&str]) -> String {
        stdout(&ackwright(&self.args(folder, more).iter().map(String::as_str).collect::<Vec<_>>(), "")).to_owned()
    }

    fn args(&self, folder: &str, more: &[&str]) -> Vec<String> {
        let [load, folder] = ["load.toml", folder].map(|name| self.path(name));
        let head = ["simulate", &load, "--results", &folder];
        [&head[..], &SWEEP, more].concat().into_iter().map(str::to_owned).collect()
    }

    fn refused(&self, folder: &str, more: &[&str], part: &str) {
        let args = self.args(folder, more);
        rejected(&args.iter().map(String::as_str).collect::<Vec<_>>(), "", &[part]);
    }
}

/// The runs' names and their results.
fn results(folder: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("lists").map(|entry| entry.expect("an entry").path());
    let runs = entries.filter(|path| path.is_dir());
    let of = |path: PathBuf| {
        (path.file_name().map(PathBuf::from).unwrap_or_default(), fs::read(path.join("results.json")).expect("results"))
    };
    let mut all: Vec<_> = runs.map(of).collect();
    all.sort();
    all
}

#[test]
fn shards_of_a_sweep_are_together_the_sweep() {
    let place = Place::new();
    let said = place.sweep("whole", &[]);
    assert_eq!(said.lines().count(), 12 + 2 + 4, "runs, title, head, rows: {said}");
    let table: String = said.lines().skip(12).map(|line| format!("{line}\n")).collect();
    assert!(table.starts_with("load, seeds 1 to 3\nalgorithm ") && table.contains("\nhpcc "), "{table}");
    assert_eq!(table.lines().filter(|line| line.contains(" 0.30 ")).count(), 2, "{table}");
    for shard in ["1/3", "2/3", "3/3"] {
        let merged = ackwright(&["simulate", "merge", &place.path("parts")], "");
        assert_eq!(merged.status.code(), Some(2), "not all of it is there before {shard}");
        assert_eq!(place.sweep("parts", &["--shard", shard]).lines().count(), 4);
    }
    assert_eq!(stdout(&ackwright(&["simulate", "merge", &place.path("parts")], "")), table);
    let (whole, parts) = (results(&place.path("whole")), results(&place.path("parts")));
    assert!(whole.len() == 12 && whole == parts, "{} and {} runs", whole.len(), parts.len());
    assert!(whole.iter().any(|(name, _)| name == Path::new("ldcp-load50-seed2")));
}

#[test]
fn a_sweep_goes_on_where_it_was_left_and_only_if_it_is_the_same() {
    let place = Place::new();
    let said = place.sweep("s", &[]);
    place.refused("s", &[], "has results of 12 of these runs: expected --resume, or another folder");
    for name in ["hpcc-load30-seed2", "ldcp-load50-seed3"] {
        fs::remove_dir_all(place.path("s").to_owned() + "/" + name).expect("it was there");
    }
    let merge = ["simulate", "merge", &place.path("s")];
    rejected(&merge, "", &["lacks 2 runs, ldcp-load50-seed3 first: expected the results of all shards"]);
    let again = place.sweep("s", &["--resume"]);
    assert_eq!(again.lines().count(), 2 + 2 + 4, "{again}");
    assert!(said.ends_with(&again.lines().skip(2).map(|line| format!("{line}\n")).collect::<String>()), "{again}");
    fs::write(place.path("load.toml"), LOAD.replace("30", "40")).expect("written");
    place.refused("s", &["--resume"], "sweep.json: is of another sweep: expected the same scenario");
}

/// Until 4 us nothing arrives under two of four seeds: these have failed, the others are there, and all are done.
#[test]
fn runs_in_which_nothing_arrives_fail_alone() {
    let place = Place::new();
    let (few, results, parts) = (place.path("few.toml"), place.path("few"), place.path("parts"));
    fs::write(&few, LOAD.to_owned() + "until_us = 4\n").expect("written");
    let run = |folder: &str, more: &[&str]| {
        let args = ["simulate", &few, "--cc", "ldcp,hpcc", "--seeds", "1..4", "--results", folder];
        let ran = ackwright(&[&args[..], more].concat(), "");
        let [said, told] = [ran.stdout, ran.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
        assert_eq!((ran.status.code(), told.lines().count()), (Some(1), 1), "{said}{told}");
        (said, told)
    };
    let why = "few, hpcc, seed 2: failed: nothing arrived: no byte of any flow came to its receiver within 4000 ns";
    let (said, told) = run(&results, &[]);
    assert!(told.contains("4 of 8 runs failed, as nothing arrived: ldcp-seed1 first"), "{told}");
    assert_eq!((said.lines().count(), said.matches(why).count()), (8 + 2 + 2 + 4, 2), "{said}");
    let table: String = said.lines().skip(8).map(|line| format!("{line}\n")).collect();
    assert_eq!(run(&results, &["--resume"]).0, table, "none of them is run again");
    for shard in ["1/2", "2/2"] {
        assert_eq!(run(&parts, &["--shard", shard]).0.lines().count(), 4, "{shard}");
    }
    let merged = ackwright(&["simulate", "merge", &parts], "");
    assert_eq!((merged.status.code(), String::from_utf8_lossy(&merged.stdout).into_owned()), (Some(1), table.clone()));
    let root = env!("CARGO_MANIFEST_DIR");
    let script = Command::new(format!("{root}/tests/campaign/sweep.sh"))
        .args(["2", &place.path("script"), &few, "--cc", "ldcp,hpcc", "--seeds", "1..4"])
        .env("ACKWRIGHT", env!("CARGO_BIN_EXE_ackwright"))
        .current_dir(root)
        .output()
        .expect("a script");
    assert_eq!((script.status.code(), String::from_utf8_lossy(&script.stdout).into_owned()), (Some(1), table));
}

/// What a scenario names is part of it, and so is the engines' configuration; results are those of their folder.
#[test]
fn shards_of_other_files_or_engines_are_of_another_sweep_and_foreign_results_do_not_merge() {
    let place = Place::new();
    let (scenario, results) = (place.path("cdf.toml"), place.path("cdf"));
    fs::write(&scenario, format!("{LOAD}cdf = \"a.cdf\"\n")).expect("written");
    let shard = |n: &'static str| {
        ["simulate", &scenario, "--seeds", "1..4", "--shard", n, "--results", &results].map(str::to_owned)
    };
    fs::write(place.path("a.cdf"), "1000 0\n20000 100\n").expect("written");
    stdout(&ackwright(&shard("1/2").each_ref().map(String::as_str), ""));
    fs::write(place.path("a.cdf"), "1000 0\n200000 100\n").expect("written");
    let other = "sweep.json: is of another sweep: expected the same scenario, files, configuration";
    rejected(&shard("2/2").each_ref().map(String::as_str), "", &[other]);

    let (load, engines) = (place.path("load.toml"), place.path("engines"));
    for (n, slots) in [("1/2", 9), ("2/2", 4)] {
        let config = place.path("engine.toml");
        fs::write(&config, format!("[engine]\nqps = 1024\nwait_slots = {slots}\n")).expect("written");
        let args = ["simulate", &load, "--nic", "cycle", "--seeds", "1..2", "--shard", n, "--config", &config];
        let args = [&args[..], &["--results", &engines]].concat();
        if slots == 9 {
            stdout(&ackwright(&args, ""));
        } else {
            rejected(&args, "", &[other]);
        }
    }

    place.sweep("s", &[]);
    let of = |run: &str| place.path("s") + "/" + run;
    fs::copy(of("ldcp-load30-seed1/results.json"), of("ldcp-load30-seed2/results.json")).expect("copied");
    let merge = ["simulate", "merge", &place.path("s")];
    rejected(&merge, "", &["ldcp-load30-seed2", "is not as it was written"]);
    fs::copy(of("ldcp-load30-seed1/manifest.json"), of("ldcp-load30-seed2/manifest.json")).expect("copied");
    rejected(&merge, "", &["ldcp-load30-seed2", "is of load, ldcp, seed 1: expected the results of this run"]);
}

/// Each script's table is that of the sweep without shards; a second call has nothing left to run.
#[test]
fn the_scripts_do_all_shards_of_a_sweep_and_merge() {
    let place = Place::new();
    let root = env!("CARGO_MANIFEST_DIR");
    let load = place.path("load.toml");
    let script = |name: &str, args: &[&str], task: Option<&str>| {
        let mut command = Command::new(format!("{root}/tests/campaign/{name}"));
        command.args(args).arg(&load).args(SWEEP).current_dir(root);
        command.env("ACKWRIGHT", env!("CARGO_BIN_EXE_ackwright")).env_remove("SLURM_ARRAY_TASK_ID");
        if let Some(task) = task {
            command.env("SLURM_ARRAY_TASK_ID", task).env("SLURM_ARRAY_TASK_COUNT", "2");
        }
        command.output().expect("a script")
    };
    let whole = place.sweep("whole", &[]);
    let table: String = whole.lines().skip(12).map(|line| format!("{line}\n")).collect();
    let (slurm, local) = (place.path("slurm"), place.path("local"));
    assert_eq!(script("sweep_slurm.sh", &[&slurm], None).status.code(), Some(2), "no array");
    for task in ["1", "2"] {
        stdout(&script("sweep_slurm.sh", &[&slurm], Some(task)));
    }
    assert_eq!(stdout(&ackwright(&["simulate", "merge", &slurm], "")), table);
    for _ in 0..2 {
        assert_eq!(stdout(&script("sweep.sh", &["3", &local], None)), table);
    }
    assert_eq!(script("sweep.sh", &["13", &place.path("bad")], None).status.code(), Some(2), "more shards than runs");
}

#[test]
fn bad_input_of_a_sweep_is_one_line() {
    let place = Place::new();
    place.refused("s", &["--shard", "3/13"], "--shard 3/13: 12 runs: expected at most so many shards");
    place.refused("s", &["--shard", "0/2"], "expected I/N with 1 <= I <= N");
    place.refused("s", &["--seed", "3"], "--seed");
    let s = place.path("s");
    for (flags, part) in [
        (&["--seeds", "3..1"][..], "expected A..B, whole numbers with A <= B"),
        (&["--seeds", "1..200000"], "200000 runs: expected at most 100000"),
        (&["--loads", "-1"], "expected 0.01 to 1 with at most two decimals"),
        (&["--seeds", "-1..2"], "expected A..B, whole numbers with A <= B"),
        (&["--loads", "0"], "expected 0.01 to 1 with at most two decimals"),
        (&["--loads", "1.01"], "expected 0.01 to 1 with at most two decimals"),
        (&["--loads", "0.3,0.30"], "--loads: expected each load once, found 30 % twice"),
        (&["--loads", "0.3"], "load_percent"),
    ] {
        rejected(&[&["simulate", "incast", "--results", &s], flags].concat(), "", &[part]);
    }
    rejected(&["simulate", "incast", "--seeds", "1..2"], "", &["--results"]);
    // beside --out, too
    for flags in [&["--seeds", "1..2"][..], &["--loads", "0.3"], &["--shard", "1/2"], &["--resume"]] {
        let args = [&["simulate", "incast", "--out", &s], flags].concat();
        rejected(&args, "", &[flags[0], "expected --results DIR with it, in place of --out"]);
    }
    rejected(
        &["simulate", "merge", "tests"],
        "",
        &["tests: has no sweep.json: expected what simulate --results wrote"],
    );
    rejected(&["simulate", "incast", "--results", "tests"], "", &["tests: has files, but no sweep.json"]);
    // a header that somebody has changed
    let changed = tempfile::tempdir().expect("a temporary folder");
    let folder = changed.path().to_str().expect("UTF-8");
    for (algorithms, seeds, runs) in [
        ("\"ldcp\"", "0, 18446744073709551615", "18446744073709551615 runs"),
        ("\"ldcp\", \"hpcc\"", "1, 50001", "100002 runs"),
        ("\"ldcp\"", "3, 1", "0 runs"),
        ("", "1, 3", "0 runs"),
    ] {
        let (keys, loads) =
            ("\"name\": \"load\", \"scenario\": {}, \"inputs\": {}, \"program\": \"\"", "\"loads\": []");
        let text = format!("{{{keys}, \"algorithms\": [{algorithms}], {loads}, \"seeds\": [{seeds}]}}");
        fs::write(changed.path().join("sweep.json"), text).expect("written");
        rejected(&["simulate", "merge", folder], "", &["sweep.json", runs, "expected 1 to 100000"]);
    }
    assert!(!Path::new(&s).exists(), "nothing is left");
}
