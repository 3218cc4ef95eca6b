//! Scenarios that are the public files unchanged.

use fabric::nic::{Algorithm, Engines, Mode};
use fabric::report;
use fabric::scenario::Scenario;
use fabric::{Moment, simulate, simulate_watched};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

const STAR: &str = "4 1 3\n0\n0 1 100Gbps 0.001ms 0\n0 2 100Gbps 0.001ms 0\n0 3 100Gbps 0.001ms 0\n";

fn place(files: &[(&str, &str)]) -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        fs::write(place.path().join(name), text).expect("written");
    }
    place
}

fn of_folder(files: &[(&str, &str)]) -> Result<(Scenario, fabric::Outcome), String> {
    let place = place(files);
    let scenario = Scenario::of(&[place.path().to_owned()]).map_err(|e| e.to_string())?;
    let outcome = simulate(&scenario).map_err(|e| e.to_string())?;
    Ok((scenario, outcome))
}

/// The way a scenario is found, run and sampled changes nothing: each line of the public simulator's `fct.txt`, and the
/// greatest sample of each queue.
#[test]
fn the_public_runs_come_out_as_their_files_say() {
    let mut compared = 0;
    for run in ["2to1_25g", "2to1_100g", "8to1_100g"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/runs").join(run);
        for mode in [Mode::Hp, Mode::Dctcp] {
            let mut scenario = Scenario::of(std::slice::from_ref(&folder)).expect("a folder of files");
            assert_eq!(scenario.name(), run);
            scenario.cc = Algorithm::Reference(mode);
            let outcome = simulate(&scenario).expect(run);
            let expected = |file: &str| fs::read_to_string(folder.join(mode.name()).join(file)).expect("a result");
            assert_eq!(outcome.fct_text, expected("fct.txt"), "{run} {}", mode.name());
            let queues = expected("queue.txt");
            assert_eq!(queues.lines().count(), 1 + outcome.queues.len());
            for (line, (node, port, queue)) in queues.lines().skip(1).zip(&outcome.queues) {
                assert!(line.starts_with(&format!("sw{node}port{port} ")), "{line}");
                assert!(line.ends_with(&format!(" {}", queue.max)), "{run} {}: {line}", mode.name());
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 6);
}

#[test]
fn files_are_taken_in_any_order_and_by_a_toml_file_too() {
    let flows = "2\n1 3 3 100 50000 2.0\n2 3 3 101 50000 2.00001\n";
    let place = place(&[("net.txt", STAR), ("f.txt", flows), ("s.toml", "kind = \"files\"\ntopology = \"net.txt\"\n")]);
    let path = |name: &str| place.path().join(name);
    let results = |given: &[PathBuf]| {
        let scenario = Scenario::of(given).expect("a scenario");
        simulate(&scenario).expect("a run").fct_text
    };
    let one = results(&[path("net.txt"), path("f.txt")]);
    assert_eq!(one.lines().count(), 2);
    assert!(one.lines().all(|line| line.contains(" 50000 20000")), "{one}");
    assert_eq!(one, results(&[path("f.txt"), path("net.txt")]));
    fs::write(path("flow.txt"), flows).expect("written");
    assert_eq!(one, results(&[path("s.toml")]));
}

/// Times in traces are those of the file, from the first start on; links change so long after it.
#[test]
fn samples_begin_with_the_first_flow() {
    let files = [("topology.txt", STAR), ("flow.txt", "1\n1 3 3 100 50000 2.0\n")];
    let (scenario, outcome) = of_folder(&files).expect("a run");
    assert_eq!((outcome.from_ns, outcome.complete), (2_000_000_000, true));
    let all = report::files(&scenario, &outcome);
    let of = |name: &str| &all.iter().find(|(other, _)| other == name).expect(name).1;
    assert!(of("queue.csv").lines().nth(1).is_some_and(|line| line.starts_with("2000000000")), "{}", of("queue.csv"));
    assert!(of("results.json").contains("\"kind\": \"files\""));
    // the link to host 3 fails 5 us after the start
    let place = place(&files);
    let toml = "kind = \"files\"\nuntil_us = 100\n[[link]]\nends = [0, 3]\nat_us = 5\n";
    fs::write(place.path().join("s.toml"), toml).expect("written");
    let outcome = simulate(&Scenario::of(&[place.path().join("s.toml")]).expect("a scenario")).expect("a run");
    assert!(!outcome.complete && outcome.counters.lost.packets > 0 && outcome.end_ns <= 2_000_100_000);
}

#[test]
fn flows_are_drawn_from_a_cdf_file_where_there_are_none() {
    let files = [("topology.txt", STAR), ("sizes.cdf", "1000 0\n2000 50\n9000 100\n")];
    let (scenario, outcome) = of_folder(&files).expect("a run");
    assert!(outcome.complete && outcome.flows.len() > 50, "{}", outcome.flows.len());
    assert!(outcome.flows.iter().all(|flow| (1000..=9000).contains(&flow.spec.bytes) && flow.spec.src != 0));
    assert!(scenario.seed == 1 && of_folder(&files).is_ok_and(|(_, again)| again.fct_text == outcome.fct_text));
}

#[test]
fn what_is_wrong_in_the_files_is_told_with_file_line_and_expectation() {
    let flow = |line: &str| format!("1\n{line}\n");
    let halves = "6 2 4\n0 1\n0 2 1Gbps 1us 0\n0 3 1Gbps 1us 0\n1 4 1Gbps 1us 0\n1 5 1Gbps 1us 0\n";
    let twice = STAR.replace("4 1 3", "4 1 4") + "0 3 100Gbps 0.001ms 0\n";
    let rising = "0 0\n1000 60\n900 100\n";
    let cases = [
        (STAR, flow("1 9 3 100 1 2"), "flow.txt:2: expected a destination that is a host of the topology, found `9`"),
        (STAR, flow("0 3 3 100 1 2"), "flow.txt:2: expected a source that is a host of the topology, found `0`"),
        (STAR, flow("3 3 3 100 1 2"), "flow.txt:2: expected a destination that is not the source, found `3`"),
        (STAR, flow("1 3 3 100 0 2"), "flow.txt:2: expected at least 1 byte, found `0`"),
        (STAR, "0\n".to_owned(), "flow.txt:1: expected at least 1 flow, found `0`"),
        (
            STAR,
            "70000\n".to_owned(),
            "flow.txt:1: expected the number of flows, a whole number of at most 65536, found",
        ),
        (halves, flow("2 3 3 100 1 2"), "topology.txt:1: expected links that connect all nodes, found none between"),
        (&twice, flow("1 2 3 100 1 2"), "topology.txt:6: expected one link of node 3, as it is a host, found a second"),
        ("2 1 1\n0\n0 1 1Gbps 1us 0\n", flow("1 2 3 1 1 2"), "topology.txt:1: expected 2 to 1024 hosts, found 1"),
    ];
    for (topology, flows, message) in cases {
        let told = of_folder(&[("topology.txt", topology), ("flow.txt", &flows)]).map(|_| ()).expect_err(message);
        assert!(told.split('/').next_back().is_some_and(|told| told.starts_with(message)), "{told}");
        assert!(!told.contains('\n'), "{told}");
    }
    let told = of_folder(&[("topology.txt", STAR), ("cdf.txt", rising)]).map(|_| ()).expect_err("it falls");
    assert!(
        told.ends_with("cdf.txt:3: expected bytes and per cent not below those of the line before, found 900 bytes")
    );
    // files that do not go together
    for (files, message) in [
        (&[("flow.txt", "1\n")][..], "expected a topology.txt in the folder, found none"),
        (&[("topology.txt", STAR)], "expected a flow.txt, or one CDF file, beside topology.txt, found 0"),
        (
            &[("topology.txt", STAR), ("a.txt", ""), ("b.txt", "")],
            "expected a flow.txt, or one CDF file, beside topology",
        ),
        (
            &[("topology.txt", STAR), ("a.txt", "1 2 3 4")],
            "a.txt:1: expected nodes, switches and links (a topology), a",
        ),
        (&[("topology.txt", "3\n"), ("flow.txt", "3\n")], "flow.txt: expected one file of flows, found a second"),
    ] {
        let told = of_folder(files).map(|_| ()).expect_err(message);
        assert!(told.contains(message) && !told.contains('\n'), "{told}");
    }
}

/// What is looked at changes nothing, and a run that is ended leaves what it has.
#[test]
fn a_run_that_is_ended_has_results_that_are_not_complete() {
    let mut scenario = Scenario::find("incast").expect("built in");
    scenario.bytes = Some(300_000);
    let whole = simulate(&scenario).expect("a run");
    let mut last = Moment { ns: 0, completed: 0, flows: 0, packets: 0, of_packets: 0 };
    let mut watch = |moment: Moment| {
        assert!(moment.ns >= last.ns && moment.packets >= last.packets && moment.completed >= last.completed);
        last = moment;
        ControlFlow::Continue(())
    };
    let watched = simulate_watched(&scenario, Engines::default(), &mut watch).expect("a run");
    assert!(report::files(&scenario, &whole) == report::files(&scenario, &watched));
    assert_eq!((last.completed, last.flows, last.of_packets), (16, 16, 16 * 300));
    for end_ns in [0, 5_000] {
        let mut end =
            |moment: Moment| if moment.ns < end_ns { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        let ended = simulate_watched(&scenario, Engines::default(), &mut end).expect("what there is");
        assert!(!ended.complete && ended.end_ns <= end_ns);
        let files = report::files(&scenario, &ended);
        let (_, results) = files.iter().find(|(name, _)| name == "results.json").expect("results");
        assert!(results.contains("\"complete\": false"));
    }
}
