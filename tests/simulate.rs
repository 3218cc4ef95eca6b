//! `ackwright simulate` as its users see it: the same bytes from one seed, one line for bad input, and what an early
//! end leaves. The network itself is held to its rules by the tests of `model/fabric`.

use crate::support;

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use support::cli::{ackwright, rejected, stdout};
use tempfile::TempDir;

/// Two senders to one receiver at 100G.
const SMALL: &str = "kind = \"incast\"\nsenders = 2\nbytes = 100_000\n";
const STAR: &str = "4 1 3\n0\n0 1 100Gbps 0.001ms 0\n0 2 100Gbps 0.001ms 0\n0 3 100Gbps 0.001ms 0\n";
const RUNS: &str = "model/fabric/tests/runs";

/// A folder for files.
struct Place(TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().expect("a temporary folder"))
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("UTF-8").to_owned()
    }

    /// Writes a file, and gives its path.
    fn file(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        fs::create_dir_all(Path::new(&path).parent().expect("it is in a folder")).expect("made");
        fs::write(&path, text).expect("written");
        path
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    fn results(&self, folder: &str) -> Value {
        serde_json::from_str(&self.read(&format!("{folder}/results.json"))).expect("JSON")
    }

    /// All files of a folder.
    fn files(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(self.path(folder)).expect("lists").map(|entry| entry.expect("an entry"));
        let text = |entry: &fs::DirEntry| fs::read(entry.path()).expect("a file");
        entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), text(&entry))).collect()
    }
}

#[test]
fn one_seed_gives_the_same_bytes_and_another_one_another_run() {
    let place = Place::new();
    let load = place.file("load.toml", "kind = \"load\"\nhosts = 4\nduration_us = 50\ncc = \"dcqcn-d\"\n");
    let run = |out: &str, seed: &[&str]| {
        let out = place.path(out);
        stdout(&ackwright(&[&["simulate", &load, "--out", &out][..], seed].concat(), "")).to_owned()
    };
    let said = run("a", &["--seed", "7"]);
    assert!(said.starts_with("load, dcqcn-d, seed 7: ") && said.lines().count() == 1, "{said}");
    run("b", &["--seed", "7"]);
    run("c", &[]);
    let names = ["fct.txt", "manifest.json", "pfc.csv", "qp.csv", "queue.csv", "report.html", "results.json"];
    assert!(place.files("a").into_keys().eq(names));
    assert!(place.files("a") == place.files("b"), "one seed, one result");
    assert!(place.read("a/fct.txt") != place.read("c/fct.txt"), "another seed, another traffic");
    assert_eq!((&place.results("a")["complete"], &place.results("c")["seed"]), (&true.into(), &1.into()));
}

/// The comparison of a run with several algorithms is the one that `compare` makes of their folders.
#[test]
fn algorithms_are_laid_side_by_side() {
    let place = Place::new();
    let (small, out, again) = (place.file("small.toml", SMALL), place.path("out"), place.path("again"));
    let ran = ackwright(&["simulate", &small, "--cc", "ldcp,dcqcn-p,hpcc", "--out", &out], "");
    let said = stdout(&ran);
    for cc in ["ldcp", "dcqcn-p", "hpcc"] {
        assert!(said.contains(&format!("small, {cc}, seed 1: 2 of 2 flows, makespan / bound ")), "{said}");
        assert_eq!(place.results(&format!("out/{cc}"))["cc"], cc);
        assert!(place.read("out/queue.svg").contains(cc));
    }
    let folders = ["ldcp", "dcqcn-p", "hpcc/results.json"].map(|name| format!("{out}/{name}"));
    let compared = ackwright(&["simulate", "compare", &folders[0], &folders[1], &folders[2], "--out", &again], "");
    assert!(stdout(&compared).starts_with(&place.read("out/compare.txt")), "{}", stdout(&compared));
    for name in ["compare.html", "compare.txt", "queue.svg"] {
        assert!(place.read(&format!("out/{name}")) == place.read(&format!("again/{name}")), "{name}");
    }
    // nine of which eight have a curve
    let nine: Vec<String> = (0..9).map(|n| folders[n % 3].clone()).collect();
    let args = ["simulate", "compare"].into_iter().chain(nine.iter().map(String::as_str));
    let many = ackwright(&args.chain(["--out", &place.path("many")]).collect::<Vec<_>>(), "");
    let told =
        format!("{}: the pictures show the first 8 of 9 runs, and not hpcc (9)\n", place.path("many/compare.html"));
    assert_eq!(
        (many.status.code(), String::from_utf8_lossy(&many.stderr).into_owned()),
        (Some(0), format!("ackwright: {told}"))
    );
    // what is compared stays
    rejected(&["simulate", "compare", &folders[0], &folders[1], "--out", &folders[0]], "", &["is a folder that is"]);
    rejected(&["simulate", "compare", &folders[0], "--out", &again], "", &["expected results of at least two runs"]);
    let none = ["simulate", "compare", &out, &folders[0], "--out", &again];
    rejected(&none, "", &[&out, "has no results.json: expected a folder that one run was written to"]);
    let wrong = place.file("wrong/results.json", "{\n\"program\": 3}");
    let told = format!("{wrong}:2: expected a string, found invalid type: integer `3`");
    rejected(&["simulate", "compare", &wrong, &folders[0], "--out", &again], "", &[&told]);
}

/// Line by line what the public simulator's files have.
#[test]
fn the_public_files_and_senders_give_the_public_completion_times_and_queues() {
    let place = Place::new();
    let out = place.path("out");
    for run in ["2to1_25g", "2to1_100g", "8to1_100g"] {
        for cc in ["hp", "dctcp"] {
            let folder = format!("{RUNS}/{run}");
            stdout(&ackwright(&["simulate", &folder, "--nic", "reference", "--cc", cc, "--out", &out], ""));
            for file in ["fct.txt", "queue.txt"] {
                let expected = fs::read_to_string(support::root().join(&folder).join(cc).join(file));
                assert_eq!(place.read(&format!("out/{file}")), expected.expect("a committed result"), "{run} {cc}");
            }
            assert_eq!(place.results("out")["scenario"], run);
        }
    }
    // the simulator's own configuration of the same run; what changes nothing is told
    for name in ["topology.txt", "flow.txt"] {
        place.file(name, &fs::read_to_string(support::root().join(RUNS).join("2to1_100g").join(name)).expect("a file"));
    }
    let keys = "TOPOLOGY_FILE mix/topology.txt\nFLOW_FILE mix/flow.txt\nCC_MODE 3\nRATE_AI 40Mb/s\nRP_TIMER 900\n";
    let config = place.file("config.txt", keys);
    let ran = ackwright(&["simulate", &config, "--out", &out], "");
    assert_eq!(place.results("out")["cc"], "hp", "{}", stdout(&ran));
    let told = format!("ackwright: {config}: counts for nothing here: RP_TIMER\n");
    assert_eq!(String::from_utf8_lossy(&ran.stderr), told);
    let expected = fs::read_to_string(support::root().join(RUNS).join("2to1_100g/hp/fct.txt"));
    assert_eq!(place.read("out/fct.txt"), expected.expect("a committed result"));
    // files by themselves, and the golden model on them
    let [topology, flow] = ["topology.txt", "flow.txt"].map(|name| format!("{RUNS}/2to1_100g/{name}"));
    stdout(&ackwright(&["simulate", &flow, &topology, "--cc", "hpcc", "--nic", "function", "--out", &out], ""));
    assert_eq!((&place.results("out")["cc"], place.read("out/fct.txt").lines().count()), (&"hpcc".into(), 2));
}

/// At 400G, 1048 B take 20 ns: the 50th packet is whole at the switch at 2 s + 50·20 + 1000 ns, and leaves at once. Its
/// arrival is scheduled at 2 s + 980 ns, the sample of that ns by the one at 2 s + 1000 ns: so the sample comes behind
/// it. The 49th packet is on the wire until then, and its end is scheduled later than the sample: the 50th waits.
#[test]
fn a_sample_sees_the_queue_in_its_turn_among_the_events_of_its_ns() {
    let place = Place::new();
    place.file("net/topology.txt", "3 1 2\n0\n0 1 400Gbps 0.001ms 0\n0 2 400Gbps 0.001ms 0\n");
    place.file("net/flow.txt", "1\n1 2 3 100 50000 2.0\n");
    let (net, out) = (place.path("net"), place.path("out"));
    let run = ["simulate", &net, "--nic", "reference", "--cc", "dctcp", "--samples", "3", "--out", &out];
    stdout(&ackwright(&run, ""));
    assert_eq!(place.read("out/queue.txt"), "port samples mean p50 p95 p99 max\nsw0port2 3 0.333 0 0 0 1\n");
    let csv = place.read("out/queue.csv");
    let taken: Vec<&str> = csv.lines().take(4).collect();
    assert_eq!(taken, ["time_ns,sw0port2_bytes", "2000000000,0", "2000001000,0", "2000002000,1048"]);
    assert_eq!(place.results("out")["queue"]["ports"][0]["max_kb"], 1);
}

/// What is not as the rules have it is said in one line on standard error.
#[test]
fn what_a_run_of_public_files_leaves_out_is_said() {
    let place = Place::new();
    let (net, out) = (place.path("net"), place.path("out"));
    let run = |topology: &str, flows: &str| {
        place.file("net/topology.txt", topology);
        place.file("net/flow.txt", flows);
        let ran = ackwright(&["simulate", &net, "--nic", "reference", "--cc", "dctcp", "--out", &out], "");
        (stdout(&ran).to_owned(), String::from_utf8(ran.stderr).expect("UTF-8"))
    };
    let apart = "2\n1 3 3 100 10000 2.0\n2 3 3 100 10000 3600.0\n";
    let (said, told) = run(STAR, apart);
    assert!(said.starts_with("net, reference-dctcp, seed 1: 2 of 2 flows, makespan / bound 1, ") && told.is_empty());
    let (said, told) = run(&STAR.replace("0 3 100Gbps", "0 3 50Kbps"), "1\n1 3 3 100 1000000 2.0\n");
    assert!(said.starts_with("net, reference-dctcp, seed 1: 0 of 1 flows, not complete, longest queue "), "{said}");
    let line = "ackwright: net, reference-dctcp: cut 100000000 us after the first start, 0 of 1 flows are complete\n";
    assert_eq!(told, line);
    let (said, told) = run(&STAR.replace("100Gbps", "1Gbps"), "1\n1 3 3 100 10000 2.0\n");
    assert!(said.starts_with("net, reference-dctcp, seed 1: 1 of 1 flows, makespan / bound "), "{said}");
    let line =
        "memory without end and without PFC, as switch 0 keeps 13413 bytes for its ports, by the rule it has 0\n";
    assert_eq!(told, format!("ackwright: net, reference-dctcp: {line}"));
    // notes of the public files
    let (said, told) = run(&format!("{STAR}a note\n"), "1\n1 3 3 100 10000 2.0\n");
    assert!(said.starts_with("net, reference-dctcp, seed 1: 1 of 1 flows"), "{said}");
    assert_eq!(told, format!("ackwright: {net}/topology.txt: 1 line behind the 3 links not read\n"));
    // keys of a configuration
    let text =
        "CC_MODE 1\nTOPOLOGY_FILE topology.txt\nFLOW_FILE flow.txt\nTRACE_FILE x\nRATE_AI 40Mb/s\nRP_TIMER 300\n";
    let config = place.file("net/config.txt", text);
    let ran = ackwright(&["simulate", &config, "--cc", "dcqcn-p,ldcp", "--out", &place.path("by")], "");
    let told = String::from_utf8(ran.stderr).expect("UTF-8");
    let line =
        format!("ackwright: {config}:6: RP_TIMER counts for nothing here: dcqcn-p has one control period for all, ");
    assert!(told.starts_with(&line), "{told}");
    assert!(told.contains(&format!("ackwright: {config}: counts for nothing here: TRACE_FILE\n")), "{told}");
    fs::remove_file(&config).expect("removed");
    // packets are dropped for want of memory, and nothing would send them again
    let small = "kind = \"incast\"\ncc = \"dcqcn-p\"\nbytes = 200_000\ndelay_ns = 100\nmemory_kib = 300\n\
                 timeout_rtts = 0\n";
    let still = place.file("still.toml", small);
    let told = ackwright(&["simulate", &still, "--out", &place.path("still")], "");
    let told = String::from_utf8(told.stderr).expect("UTF-8");
    assert!(told.contains(" of 16 flows stood still, as nothing was left to happen: "), "{told}");
    assert!(told.ends_with(" 0 timeouts\n") && told.lines().count() == 1, "{told}");
    // no switch, and so no queue
    let (said, told) = run("2 0 1\n\n0 1 100Gbps 0.001ms 0\n", "1\n0 1 3 100 1000 2.0\n");
    assert!(said.starts_with("net, reference-dctcp, seed 1: 1 of 1 flows") && told.is_empty(), "{said}{told}");
    assert_eq!(place.read("out/queue.txt"), "port samples mean p50 p95 p99 max\n");
}

/// The function at the edges of the cycle model's clock has its update times, and so every FCT to the ns.
#[test]
fn the_cycle_model_and_the_function_at_its_latency_give_the_same_completion_times() {
    let place = Place::new();
    let text = "kind = \"incast\"\nsenders = 8\nbytes = 300_000\n";
    let (plain, late) =
        (place.file("cycle.toml", text), place.file("late.toml", &format!("{text}latency_ns = \"cycle\"\n")));
    for cc in ["ldcp", "hpcc", "dctcp"] {
        let [cycle, function] = [(&plain, "cycle"), (&late, "function")].map(|(file, nic)| {
            let pacing = if nic == "cycle" { &["--pacing", "host"][..] } else { &[] };
            let out = format!("{nic}-{cc}");
            let args = ["simulate", file, "--nic", nic, "--cc", cc, "--out", &place.path(&out)];
            stdout(&ackwright(&[&args[..], pacing].concat(), ""));
            (place.results(&out)["cc"].clone(), place.read(&format!("{out}/fct.txt")))
        });
        assert_eq!((cycle.0, function.0), (format!("cycle-{cc}").into(), cc.into()));
        assert!(cycle.1.lines().count() == 8 && cycle.1 == function.1, "{cc}:\n{}\n{}", cycle.1, function.1);
    }
}

/// What the fixed point of the datapath costs is little: the same flows end within 1 % of those of exact fractions.
#[test]
fn exact_fractions_give_nearly_the_completion_times_of_the_function() {
    let place = Place::new();
    let small = place.file("small.toml", SMALL);
    for nic in ["ideal", "function"] {
        let out = place.path(nic);
        stdout(&ackwright(&["simulate", &small, "--nic", nic, "--cc", "ldcp,hpcc,dctcp", "--out", &out], ""));
    }
    for cc in ["ldcp", "hpcc", "dctcp"] {
        let folders = [format!("ideal/ideal-{cc}"), format!("function/{cc}")];
        let [ideal, function] = folders.map(|folder| place.results(&folder));
        assert_eq!((&ideal["cc"], &ideal["complete"]), (&format!("ideal-{cc}").into(), &true.into()));
        let makespans = [&ideal, &function].map(|results| results["makespan_ns"].as_f64().expect("a number"));
        assert!((makespans[0] / makespans[1] - 1.0).abs() < 0.01, "{cc}: {makespans:?}");
    }
}

/// FCR's draft, 8.1, short: what 8 bytes take is said, with what became of the advices.
#[test]
fn switches_that_advise_are_in_the_results_and_in_their_comparison() {
    let place = Place::new();
    let text = "kind = \"many-to-one\"\ncc = \"dcqcn-p\"\nsenders = 4\nrate_gbps = 25\nload_percent = 80\n\
                duration_us = 3000\n";
    let (alone, advised) = (place.file("alone.toml", text), place.file("advised.toml", &format!("{text}[fcr]\n")));
    for (file, out) in [(&alone, "alone"), (&advised, "advised")] {
        let said = stdout(&ackwright(&["simulate", file, "--out", &place.path(out)], "")).to_owned();
        assert!(said.starts_with(&format!("{out}, dcqcn-p, seed 1: 4 of 4 flows")), "{said}");
        assert!(said.contains(", 8 bytes in "), "{said}");
    }
    let [alone, advised] = ["alone", "advised"].map(|out| place.results(out));
    assert!(alone["fcr"].is_null() && advised["fcr"]["taken"].as_u64() > Some(0), "{}", advised["fcr"]);
    assert!(alone["pings"]["count"].as_u64() > Some(100) && advised["messages"]["count"].as_u64() > Some(1));
    let both = ["alone", "advised"].map(|out| place.path(out));
    let compared = ackwright(&["simulate", "compare", &both[0], &both[1], "--out", &place.path("both")], "");
    assert!(stdout(&compared).contains("8 bytes, mean / 99 % / 99.9 % (us)"), "{}", stdout(&compared));
    assert!(place.read("both/compare.html").contains("Time of 8 bytes"));
    // who cannot obey is refused, and so is a key that is not there
    let file = place.file("advised.toml", &format!("{text}[fcr]\n"));
    let out = place.path("none");
    let told = "cc: expected another algorithm than those of --nic reference where switches advise (fcr), found hp";
    rejected(&["simulate", &file, "--nic", "reference", "--cc", "hp", "--out", &out], "", &[told]);
    let other = ["--nic", "cycle", "--cc", "ldcp", "--config", "hdl/verilog/small/ackwright.toml", "--out", &out];
    let told = "and the configuration's engine has no FCR: expected engine.fcr = true";
    rejected(&[&["simulate", &file][..], &other].concat(), "", &[told]);
    let wrong = place.file("wrong.toml", &format!("{text}[fcr]\nlate_us = 1000001\n"));
    rejected(&["simulate", &wrong, "--out", &out], "", &[&format!("{wrong}:8: late_us: expected 0 to 1000000, found")]);
}

#[test]
fn bad_input_is_one_line_with_file_line_and_what_was_expected() {
    let place = Place::new();
    let path = |name: &str| place.path(name);
    let out = path("out");
    let toml = |text: &str, part: &str| {
        let file = place.file("s.toml", text);
        rejected(&["simulate", &file, "--out", &out], "", &[&format!("{file}:{part}")]);
    };
    toml("kind = \"incast\"\nbytse = 3\n", "2: expected one of `kind`, `cc`, ");
    toml("kind = \"incast\"\nhosts = 3\n", "2: expected a key that kind = \"incast\" takes, found `hosts`");
    toml("kind = \"incast\"\nsenders = 1\nbytes = 0\n", "3: bytes: expected 1 to 1099511627776, found 0");
    toml(
        "kind = \"incast\"\nbytes = \"x\"\n",
        "2: expected a whole number from 0 on, found invalid type: string \"x\"",
    );
    let much = "kind = \"incast\"\ndelay_ns = 1000000\nrate_gbps = 1600\nbytes = 10000000000\n";
    toml(much, "1: kind: expected a need of at most 2147483648 bytes of memory, found about ");
    let files = |flow: &str, topology: &str, part: &str| {
        place.file("net/topology.txt", topology);
        place.file("net/flow.txt", flow);
        rejected(&["simulate", &path("net"), "--out", &out], "", &[&format!("{}/{part}", path("net"))]);
    };
    let halves = "4 2 2\n0 1\n0 2 1Gbps 1us 0\n1 3 1Gbps 1us 0\n";
    files(
        "1\n1 9 3 100 1000 2\n",
        STAR,
        "flow.txt:2: expected a destination that is a host of the topology, found `9`",
    );
    files("1\n1 3 3 100 0 2\n", STAR, "flow.txt:2: expected at least 1 byte, found `0`");
    files("2 7\n", STAR, "flow.txt:1: expected the end of the line, as it has the number of flows, found `7`");
    files("1\n", "4 1\n0\n", "topology.txt:1: expected the number of links, a whole number of at most");
    files("1\n", "\0\0\n", "topology.txt:1: expected the number of nodes, a whole number of at most 4096, found `");
    files("1\n2 3 3 100 1 2\n", halves, "topology.txt:1: expected links that connect all nodes, found none between");
    let cdf = place.file("cdf.txt", "0 0\n1000 60\n900 100\n");
    let both = [&place.file("topology.txt", STAR), &cdf];
    let told = format!("{cdf}:3: expected bytes and per cent not below those of the line before, found 900 bytes");
    rejected(&["simulate", both[0], both[1], "--out", &out], "", &[&told]);
    rejected(
        &["simulate", both[0], "--out", &out],
        "",
        &["expected flows (flow.txt, or htsim's .cm) or a CDF with it"],
    );
    let matrix = place.file("t.cm", "Nodes 4\nConnections 1\n0->1 id 1 trigger 1 size 1000\n");
    let told = format!("{matrix}:3: expected a trigger that has a line trigger id 1, found none for `1`");
    rejected(&["simulate", both[0], &matrix, "--out", &out], "", &[&told]);
    let tree = place.file("n.topo", "Nodes 4\nTiers 2\nPodsize 4\nTier 0\nQueue_up 9\n");
    let told = format!("{tree}:5: expected no Queue_up, as the ports of a switch share its memory here");
    rejected(&["simulate", &tree, &matrix, "--out", &out], "", &[&told]);
    for (args, part) in [
        (&["simulate"][..], "<SCENARIO>"),
        (
            &["simulate", "outcast"],
            "`outcast` is no scenario: expected a file, a folder with a topology.txt, or one of",
        ),
        (&["simulate", "/dev/zero"], "is no scenario"),
        (&["simulate", "compare", "/dev/zero", "/dev/zero", "--out", "x"], "/dev/zero: has more than"),
        (&["simulate", "incast", "--cc", "tcp"], "--cc tcp: expected one of ldcp, hpcc, dctcp, dcqcn-p, dcqcn-d"),
        (&["simulate", "incast", "--cc", "hp"], "dcqcn-d, or --nic reference with it"),
        (
            &["simulate", "incast", "--nic", "reference", "--cc", "ldcp"],
            "expected one of hp, hp5, dctcp, or --nic function",
        ),
        (&["simulate", "incast", "--nic", "reference"], "--nic reference: the scenario has flows of ldcp"),
        (&["simulate", "incast", "--cc", "ldcp,ldcp"], "--cc ldcp: expected each algorithm once"),
        (&["simulate", "incast", "--nic", "ideal", "--cc", "dcqcn-p"], "expected one of ldcp, hpcc, dctcp, or --nic"),
        (&["simulate", "incast", "--nic", "nic"], ": expected function, cycle, rtl, ideal or reference"),
        (&["simulate", "incast", "--nic", "cycle", "--pacing", "nic"], "expected host or shaper"),
        (
            &["simulate", "incast", "--pacing", "shaper"],
            "--pacing: no flow of the run has such an engine: expected --nic cycle or rtl",
        ),
        (&["simulate", "incast", "--seed", "-1"], "expected a whole number, 0 or more"),
        (
            &["simulate", "incast", "join"],
            "incast: expected one scenario, or several public files of one (topology.txt",
        ),
        (&["simulate", "tests", "Cargo.toml"], "tests: expected one scenario, or several public files of one"),
        (
            &["simulate", "incast", "--seed", "18446744073709551616"],
            "expected a whole number, 0 to 18446744073709551615",
        ),
        (&["simulate", "incast", "--samples", "0"], "expected a whole number, 1 to 1000000000000"),
        (&["simulate", "incast", "--samples", "9"], "--samples: expected topology.txt with flow.txt or a CDF"),
        (&["simulate", "incast", "--out", "Cargo.toml"], "Cargo.toml: is no folder"),
        (&["simulate", "incast", "--out", "Cargo.toml/x"], "Cargo.toml/x: is no folder"),
        (&["simulate", "incast", "--out", "tests"], "tests: has files but no manifest of earlier results"),
    ] {
        rejected(args, "", &[part]);
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/no/such/folder", path("link")).expect("a link");
        rejected(&["simulate", "incast", "--out", &path("link")], "", &["link: is no folder: expected a folder, or a"]);
    }
    assert!(!Path::new(&out).exists(), "nothing is left");
}

/// 16:1 with a memory of 4 GiB in an address space of 300 MB: one line, where it would have been an abort.
#[test]
#[cfg(target_os = "linux")]
fn a_scenario_that_needs_more_than_the_machine_has_is_refused() {
    let place = Place::new();
    let much = place.file("mem.toml", "kind = \"incast\"\nmemory_kib = 4194304\n");
    let under = |kib: u64, file: &str| {
        let program = env!("CARGO_BIN_EXE_ackwright");
        let run = format!("ulimit -v {kib}; exec {program} simulate {file} --out {}", place.path("out"));
        let ran = Command::new("sh").args(["-c", &run]).output().expect("a shell");
        (ran.status.code(), String::from_utf8_lossy(&ran.stderr).into_owned())
    };
    let (code, told) = under(300_000, &much);
    assert_eq!((code, told.lines().count()), (Some(2), 1), "{told}");
    let space = ", as the limit of the address space leaves, found about ";
    assert!(told.contains("mem.toml:1: kind: expected a need of at most ") && told.contains(space), "{told}");
    assert_eq!(under(300_000, &place.file("small.toml", SMALL)).0, Some(0));
}

#[test]
fn what_was_changed_since_is_replaced_only_by_force() {
    let place = Place::new();
    let (small, out) = (place.file("small.toml", SMALL), place.path("out"));
    let run = ["simulate", &small, "--out", &out];
    stdout(&ackwright(&run, ""));
    let (fct, mine) = (place.read("out/fct.txt"), place.file("out/notes.txt", "mine"));
    stdout(&ackwright(&run, ""));
    place.file("out/fct.txt", "mine");
    rejected(&run, "", &["fct.txt: is not as it was written: expected it moved away, or --force"]);
    stdout(&ackwright(&[&run[..], &["--force"]].concat(), ""));
    assert_eq!((place.read("out/fct.txt"), fs::read_to_string(mine).expect("it stays")), (fct, "mine".to_owned()));
    let other = place.file("other/fct.txt", "mine");
    let run = ["simulate", &small, "--out", &place.path("other")];
    rejected(&run, "", &["has files but no manifest of earlier results"]);
    stdout(&ackwright(&[&run[..], &["--force"]].concat(), ""));
    assert_ne!(fs::read_to_string(other).expect("a file"), "mine");
}

#[test]
fn a_run_in_which_nothing_arrives_fails_and_writes_nothing() {
    let place = Place::new();
    let text = "kind = \"incast\"\nsenders = 1\nuntil_us = 50\n[[link]]\nends = [0, 2]\nat_us = 0\n";
    let (file, out) = (place.file("broken.toml", text), place.path("out"));
    for cc in ["ldcp", "ldcp,hpcc"] {
        let ran = ackwright(&["simulate", &file, "--cc", cc, "--out", &out], "");
        let told = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(1), "{told}");
        assert!(told.contains("broken: nothing arrived") && told.lines().count() == 1, "{told}");
        assert!(ran.stdout.is_empty() && !Path::new(&out).exists());
    }
}

/// Ctrl-C is obeyed when what there is has been written; what comes behind is not begun.
#[test]
fn an_interrupted_run_leaves_what_it_has_and_says_that_it_is_not_complete() {
    use std::os::unix::process::ExitStatusExt;
    let place = Place::new();
    // minutes of it
    let text = "kind = \"incast\"\nbytes = 20_000_000_000\nuntil_us = 100_000_000\n";
    let (file, out) = (place.file("long.toml", text), place.path("out"));
    let mut long = Command::new(env!("CARGO_BIN_EXE_ackwright"));
    long.args(["simulate", &file, "--cc", "hpcc,ldcp", "--out", &out]);
    let child = long.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    std::thread::sleep(Duration::from_millis(700));
    let id = child.id().to_string();
    assert!(Command::new("sh").args(["-c", "kill -INT \"$0\"", &id]).status().expect("there is a sh").success());
    let ended = child.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&ended.stderr);
    assert_eq!((ended.status.signal(), &*told), (Some(2), ""), "as a shell expects it of Ctrl-C");
    let said = String::from_utf8_lossy(&ended.stdout);
    assert!(said.starts_with("long, hpcc, seed 1: 0 of 16 flows, not complete, "), "{said}");
    let results = place.results("out/hpcc");
    assert_eq!((&results["complete"], &results["completed"]), (&false.into(), &0.into()));
    assert!(place.read("out/hpcc/report.html").contains("not complete"));
    assert!(!Path::new(&place.path("out/ldcp")).exists());
}

#[test]
fn a_reader_that_goes_away_does_not_end_a_run() {
    let place = Place::new();
    let (small, out) = (place.file("small.toml", SMALL), place.path("out"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_ackwright"));
    child.args(["simulate", &small, "--out", &out]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = child.spawn().expect("it runs");
    drop(child.stdout.take());
    let ended = child.wait_with_output().expect("it ends");
    assert!(ended.status.success() && ended.stderr.is_empty(), "{}", String::from_utf8_lossy(&ended.stderr));
    assert_eq!(place.results("out")["complete"], true);
}

/// Simulated time, flows and rate on a terminal; in a pipe nothing, as the tests above see.
#[test]
fn a_run_on_a_terminal_shows_how_far_it_is() {
    let place = Place::new();
    let (file, out) = (place.file("some.toml", "kind = \"incast\"\nbytes = 30_000_000\n"), place.path("out"));
    let heard = Command::new("python3")
        .arg(support::root().join("tests/progress/terminal.py"))
        .args([env!("CARGO_BIN_EXE_ackwright"), "simulate", &file, "--out", &out])
        .env("TERM", "xterm")
        .output()
        .expect("tests need python3");
    let heard: Value = serde_json::from_slice(&heard.stdout).expect("a line of JSON");
    let text = heard["heard"].as_str().expect("a text");
    for part in ["some, ldcp", " ms, ", "/16 flows, ", " M packets/s"] {
        assert!(text.contains(part), "{heard} lacks {part:?}");
    }
    assert_eq!(heard["code"], 0, "{heard}");
    assert!(heard["stdout"].as_str().is_some_and(|said| said.starts_with("some, ldcp, seed 1: 16 of 16 flows")));
}
