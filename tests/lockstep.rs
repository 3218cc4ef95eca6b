//! `simulate --nic rtl`: the Verilated engine in lockstep with the cycle model, in a network that closes the loop.
//! Where nothing is wrong both give the same bytes; bugs that change what senders do are seen.

mod bugs;
mod fcr;
mod sender;

use crate::bench::bugs::Bugs;
use crate::support;
use bugs::BUGS;
use fabric::nic::{Compared, Difference, Engines, Field, Twin};
use fabric::scenario::Scenario;
use fabric::{SimulateError, simulate_watched};
use layout::config::{Config, Unit};
use model::engine::{In, Out};
use model::{latest, limit, sender as sends, shaper};
use std::ops::ControlFlow;
use std::path::Path;
use support::cli::{ackwright, rejected, stdout};
use tb::blocks::lockstep::Lockstep;
use tb::{Builder, Variant};

/// LDCP and HPCC++ side by side, in networks in which windows do different things: they grow at a rate at which ACKs of
/// a QP come sooner than an engine takes them; they are cut, packets are lost and a host is idle until a timeout; they
/// fall below one packet.
const SCENARIOS: [(&str, &str); 3] = [
    (
        "join",
        "kind = \"join\"\ncc = \"rtl-ldcp\"\nsenders = 4\nrate_gbps = 400\ngap_us = 10\n\
         [[group]]\nflows = [1, 1]\ncc = \"rtl-hpcc\"\n[[group]]\nflows = [3, 3]\ncc = \"rtl-hpcc\"\n",
    ),
    (
        "incast",
        "kind = \"incast\"\ncc = \"rtl-ldcp\"\nsenders = 8\nbytes = 200_000\n\
         [[group]]\nflows = [4, 7]\ncc = \"rtl-hpcc\"\n\
         [[link]]\nends = [0, 9]\nat_us = 40\nuntil_us = 43\n\
         [[link]]\nends = [4, 9]\nat_us = 50\nuntil_us = 53\n",
    ),
    (
        "tiny-windows",
        "kind = \"tiny-windows\"\ncc = \"rtl-ldcp\"\nsenders = 4\nflows_per_sender = 12\nrate_gbps = 10\n\
         bytes = 20_000\ntimeout_rtts = 16\n[[group]]\nflows = [36, 47]\ncc = \"rtl-hpcc\"\n\
         [[link]]\nends = [1, 5]\nat_us = 100\nuntil_us = 110\n",
    ),
];

/// Both algorithms, and little else.
fn config() -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.engine.wait_slots, config.hpcc.hops, config.hpcc.lanes) = (16, 4, 1, 1);
    config
}

struct Engine(Lockstep);

impl Twin for Engine {
    fn step(&mut self, input: &In<'_>, out: &Out) -> Result<Vec<Field>, String> {
        let differing = self.0.step(input, out).map_err(|e| e.to_string())?;
        Ok(differing.into_iter().map(|d| Field { name: d.port, model: d.model, twin: d.rtl }).collect())
    }

    fn update(&self) -> Option<latest::Update> {
        self.0.update()
    }

    fn sender(&mut self, _: &shaper::Host, _: &sends::In, _: &sends::Out) -> Result<Vec<Field>, String> {
        Err("the host paces in these".to_owned())
    }

    fn limit(&mut self, _: &limit::In, _: &limit::Out) -> Result<Vec<Field>, String> {
        Err("no scenario of these has FCR".to_owned())
    }
}

/// Runs a scenario with this design of the engine.
fn run(builder: &Builder, config: &Config, design: &tb::Design, text: &str) -> Result<Compared, Difference> {
    let text = format!("pacing = \"host\"\n{text}");
    let scenario = Scenario::parse(Path::new("s.toml"), &text).expect("a scenario");
    let lib = builder.load(design, Variant::Quick).expect("builds");
    let twin = |config: &Config| {
        let lockstep = Lockstep::new(&lib, design, config, 1).map_err(|e| e.to_string())?;
        Ok(Box::new(Engine(lockstep)) as Box<dyn Twin>)
    };
    let engines = Engines { config: Some(config), twin: Some(&twin), every_cycle: false, unchecked: false };
    match simulate_watched(&scenario, engines, &mut |_| ControlFlow::Continue(())) {
        Ok(outcome) => {
            assert!(outcome.complete, "the scenario ends");
            Ok(outcome.compared)
        }
        Err(SimulateError::Differs(difference)) => Err(*difference),
        Err(e) => panic!("{e}"),
    }
}

#[test]
fn every_bug_that_changes_control_is_seen_in_a_network() {
    let config = config();
    let emitted = hdl::design::build(&config, "engine").expect("builds");
    let bugs = Bugs::new(&config, &emitted, &["engine"], BUGS);
    let design = |number: u64| bugs.design("engine").clone().hold("bug", number).expect("it is an input");
    let builder = Builder::from_env().expect("a simulator is there or fetched");
    for (name, text) in SCENARIOS {
        let equal = run(&builder, &config, &design(0), text).expect("equal without a bug");
        println!("{name}, no bug: {equal:?}");
        assert!(equal.updates > 400 && equal.skipped > 1000, "{equal:?}");
    }
    let mut missed = vec![];
    for (bug, number) in BUGS.iter().zip(1..) {
        let seen = |(name, text)| run(&builder, &config, &design(number), text).err().map(|found| (name, found));
        match SCENARIOS.into_iter().find_map(seen) {
            Some((name, found)) => println!("{}: {}: {name}: {found}", bug.file, bug.bug),
            None => missed.push((bug.file, bug.bug)),
        }
    }
    assert!(BUGS.len() >= 15 && missed.is_empty(), "{} of {}: {missed:#?}", missed.len(), BUGS.len());
}

/// What a network comes to where the RTL's own updates drive it: FCT by flow (0: it did not end), and the longest
/// queue.
fn driven(builder: &Builder, config: &Config, design: &tb::Design, text: &str) -> (Vec<u64>, u64) {
    let text = format!("pacing = \"host\"\nuntil_us = 3000\n{text}");
    let scenario = Scenario::parse(Path::new("s.toml"), &text).expect("a scenario");
    let lib = builder.load(design, Variant::Quick).expect("builds");
    let twin = |config: &Config| {
        let lockstep = Lockstep::new(&lib, design, config, 1).map_err(|e| e.to_string())?;
        Ok(Box::new(Engine(lockstep)) as Box<dyn Twin>)
    };
    let engines = Engines { config: Some(config), twin: Some(&twin), every_cycle: false, unchecked: true };
    let outcome = simulate_watched(&scenario, engines, &mut |_| ControlFlow::Continue(())).expect("a run");
    let fcts = outcome.flows.iter().map(|flow| flow.fct_ns.unwrap_or(0)).collect();
    (fcts, outcome.longest.0)
}

/// `simulate --nic rtl --unchecked`: the same bugs, by what they do to completion times and queues.
#[test]
#[ignore = "a minute or so: just night"]
fn every_bug_that_changes_control_is_seen_in_completion_times_or_queues() {
    let config = config();
    let emitted = hdl::design::build(&config, "engine").expect("builds");
    let bugs = Bugs::new(&config, &emitted, &["engine"], BUGS);
    let design = |number: u64| bugs.design("engine").clone().hold("bug", number).expect("it is an input");
    let builder = Builder::from_env().expect("a simulator is there or fetched");
    let good = SCENARIOS.map(|(_, text)| driven(&builder, &config, &design(0), text));
    assert!(good.iter().all(|(fcts, queue)| fcts.iter().all(|&fct| fct != 0) && *queue > 10_000), "{good:?}");
    let mut unseen = vec![];
    for (bug, number) in BUGS.iter().zip(1..) {
        let told = SCENARIOS.iter().zip(&good).find_map(|((name, text), good)| {
            let bad = driven(&builder, &config, &design(number), text);
            let makespan = |run: &(Vec<u64>, u64)| run.0.iter().max().copied().unwrap_or(0) / 1000;
            let late = bad.0.iter().zip(&good.0).filter(|(bad, good)| bad != good).count();
            let ends = bad.0.iter().filter(|&&fct| fct != 0).count();
            (bad != *good).then(|| {
                let (flows, [a, b], [p, q]) = (good.0.len(), [good, &bad].map(makespan), [good.1, bad.1]);
                format!("{name}: {late} of {flows} FCTs differ, {ends} end, the longest of these {a} to {b} us; queue {p} to {q} B")
            })
        });
        match told {
            Some(told) => println!("| `{}` | {} | {told} |", bug.file, bug.bug),
            None => unseen.push(bug.bug),
        }
    }
    // the README's table has all others: a bit at the end, a floor, what is kept behind a rewind
    let expected = [
        "the increment is rounded down",
        "the divisor loses the window's fraction",
        "the interval is rounded down",
        "R is rounded down",
        "W has no floor",
        "snd_max is not kept",
    ];
    assert!(BUGS.len() >= 15 + expected.len() && unseen == expected, "{unseen:#?}");
}

/// Without a bug the RTL drives a network to what the model does, and with one it does not.
#[test]
fn the_rtl_s_own_updates_drive_a_network() {
    let config = config();
    let emitted = hdl::design::build(&config, "engine").expect("builds");
    let bugs = Bugs::new(&config, &emitted, &["engine"], BUGS);
    let design = |number: u64| bugs.design("engine").clone().hold("bug", number).expect("it is an input");
    let builder = Builder::from_env().expect("a simulator is there or fetched");
    let (_, text) = SCENARIOS[0];
    let of_model =
        Scenario::parse(Path::new("s.toml"), &format!("pacing = \"host\"\n{text}").replace("rtl-", "cycle-"));
    let engines = Engines { config: Some(&config), ..Engines::default() };
    let of_model = simulate_watched(&of_model.expect("a scenario"), engines, &mut |_| ControlFlow::Continue(()));
    let of_model = of_model.expect("a run");
    let fcts: Vec<u64> = of_model.flows.iter().map(|flow| flow.fct_ns.expect("it ends")).collect();
    assert_eq!(driven(&builder, &config, &design(0), text), (fcts.clone(), of_model.longest.0));
    let window = BUGS.iter().position(|bug| bug.bug == "U is not smoothed").expect("a bug of the list");
    assert_ne!(driven(&builder, &config, &design(1 + window as u64), text).0, fcts);
}

/// Rates that come at the ends of periods: of two flows of dcqcn-p and two of dcqcn-d, cut and raised again, every
/// update is the model's. An engine with a timer is never at rest, so every cycle is compared.
#[test]
fn the_rtl_of_dcqcn_is_its_model_in_a_network() {
    let mut config = config();
    config.engine.units = vec![Unit::Dcqcn];
    let emitted = hdl::design::build(&config, "engine").expect("builds");
    let design = tb::blocks::design(&emitted, &config, "engine", emitted.files.clone()).expect("a design");
    let builder = Builder::from_env().expect("a simulator is there or fetched");
    let text = "kind = \"incast\"\ncc = \"rtl-dcqcn-p\"\nsenders = 4\nbytes = 350_000\nrate_gbps = 50\n\
                [[group]]\nflows = [2, 3]\ncc = \"rtl-dcqcn-d\"\n";
    let equal = run(&builder, &config, &design, text).expect("equal");
    println!("{equal:?}");
    assert!(equal.updates > 1_400 && equal.cycles > 300_000 && equal.skipped == 0, "{equal:?}");
}

/// Two senders at 100G, with the files of a run in a folder of its own.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().expect("a temporary folder"))
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("UTF-8").to_owned()
    }

    fn file(&self, name: &str, text: &str) -> String {
        std::fs::write(self.path(name), text).expect("written");
        self.path(name)
    }

    fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }
}

const SMALL: &str = "kind = \"incast\"\nsenders = 3\nbytes = 100_000\n";

/// Every update and every FCT: where the twin is not clocked while its model is at rest, and where it always is.
#[test]
fn the_rtl_gives_the_bytes_of_the_cycle_model_with_idle_cycles_skipped_and_without() {
    let place = Place::new();
    let small = place.file("small.toml", SMALL);
    let run = |nic: &str, out: &str, more: &[&str]| {
        let args = ["simulate", &small, "--cc", "ldcp,hpcc", "--nic", nic, "--out", &place.path(out)];
        stdout(&ackwright(&[&args[..], more].concat(), "")).to_owned()
    };
    run("cycle", "cycle", &[]);
    let skipped = |said: String| -> Vec<u64> {
        let lines = said.lines().filter_map(|line| line.strip_prefix("rtl = model: 300 updates in "));
        let numbers = lines.map(|line| line.split(' ').nth(2).and_then(|n| n.parse().ok()).expect("a number"));
        numbers.collect()
    };
    let with = skipped(run("rtl", "rtl", &[]));
    let without = skipped(run("rtl", "every", &["--every-cycle"]));
    assert!(with.len() == 2 && without.len() == 2, "{with:?} {without:?}");
    assert!(with.iter().zip(&without).all(|(with, without)| without < with), "{with:?} {without:?}");
    for file in ["fct.txt", "queue.csv", "qp.csv"] {
        for cc in ["ldcp", "hpcc"] {
            let cycle = place.read(&format!("cycle/cycle-{cc}/{file}"));
            for folder in ["rtl", "every"] {
                assert!(place.read(&format!("{folder}/rtl-{cc}/{file}")) == cycle, "{folder}, {cc}: {file}");
            }
        }
    }
}

#[test]
fn a_folder_that_was_edited_ends_the_run_with_one_report_of_the_first_difference() {
    let place = Place::new();
    let small = place.file("small.toml", SMALL);
    let nic = place.file("nic.toml", "[engine]\nqps = 16\nunits = [\"ldcp\"]\n");
    let [verilog, out] = ["verilog", "out"].map(|name| place.path(name));
    let export = ["export", "--config", &nic, "--prefix", "west", "--out", &verilog];
    stdout(&ackwright(&export, ""));
    let run = ["simulate", &small, "--nic", "rtl", "--verilog", &verilog, "--out", &out];
    // it has no sender half
    rejected(&run, "", &["west_", "; expected a folder that has the block sender too", " or --pacing host"]);
    let run = [&run[..], &["--pacing", "host"]].concat();
    assert!(stdout(&ackwright(&run, "")).contains("rtl = model: 300 updates in "));
    let (from, to) = ("addend_half = {3'd0, s11_addend}", "addend_half = {3'd0, s11_addend[42:1], 1'b0}");
    let text = String::from_utf8(place.read("verilog/west_pawa.v")).expect("a text");
    assert_eq!(text.matches(from).count(), 1);
    place.file("verilog/west_pawa.v", &text.replace(from, to));
    std::fs::remove_dir_all(&out).expect("there were results");
    let ran = ackwright(&run, "");
    let said = String::from_utf8_lossy(&ran.stdout);
    assert_eq!((ran.status.code(), ran.stderr.len()), (Some(1), 0), "{said}");
    let mut lines = said.lines();
    let first = lines.next().unwrap_or_default();
    let parts = ["small, rtl-ldcp, seed 1: the RTL differs from its model: host ", ", cycle ", " ns, QP 0, flow "];
    assert!(parts.iter().all(|part| first.contains(part)), "{said}");
    let field = lines.next().unwrap_or_default();
    assert!(field.starts_with("  upd_window  model 0x") && field.contains(" packets), rtl 0x"), "{said}");
    let rerun =
        format!("rerun: ackwright simulate {small} --nic rtl --cc ldcp --seed 1 --verilog {verilog} --pacing host");
    assert_eq!(lines.collect::<Vec<_>>(), [rerun], "{said}");
    assert!(!Path::new(&out).exists(), "no results of a run that was not equal");
    // other input of the same kind
    place.file("verilog/west_pawa.v", &text.replace("module", "modul"));
    rejected(&run, "", &["verilator rejects ackw_engine: "]);
    let reference = ["--config", "hdl/verilog/small/ackwright.toml"];
    rejected(&[&run[..], &reference].concat(), "", &[&verilog, "expected ", ", or --config"]);
    let hpcc = [&run[..], &["--cc", "hpcc"]].concat();
    rejected(&hpcc, "", &["ackwright.toml: ", "expected \"hpcc\" in engine.units"]);
    let tiny = ["simulate", "tiny-windows", "--nic", "rtl", "--pacing", "host", "--config", &nic, "--out", &out];
    rejected(&tiny, "", &["nic.toml: a host has 32 flows: expected engine.qps of at least so many, found 16"]);
    for flag in [&["--verilog", "x"][..], &["--every-cycle"]] {
        let told = format!("{}: no flow of the run has such an engine: expected --nic rtl", flag[0]);
        rejected(&[&["simulate", "incast", "--nic", "cycle"], flag].concat(), "", &[&told]);
    }
}
