//! Scenarios that are the public files unchanged.

use fabric::nic::{Algorithm, Engines, Mode};
use fabric::report;
use fabric::scenario::Scenario;
use fabric::{Fabric, FlowSpec, Moment, Options, Topology, simulate, simulate_watched};
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

/// The way a scenario is found, run and sampled changes nothing: each line of the public simulator's `fct.txt` and
/// `queue.txt`.
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
            assert_eq!(outcome.queue_text.as_ref(), Some(&queues), "{run} {}", mode.name());
            // the figures are those of the same samples, without the idle time
            assert_eq!(queues.lines().count(), 1 + outcome.queues.len());
            for (line, (node, port, queue)) in queues.lines().skip(1).zip(&outcome.queues) {
                assert!(line.starts_with(&format!("sw{node}port{port} ")), "{line}");
                assert!(line.ends_with(&format!(" {}", queue.max)), "{run} {}: {line}", mode.name());
                assert!(queue.samples <= 1900, "{queue:?}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 6);
}

/// FABRIC 7 with 1: a sample is an event in its turn, in the library's `queue_text` and in what the command runs.
#[test]
fn a_sample_is_taken_in_its_turn_and_not_behind_all_events_of_its_ns() {
    let mut compared = 0;
    for (senders, gbps, bytes) in [(1, 400, 50_000), (2, 100, 30_000), (4, 25, 20_000), (3, 400, 100_000)] {
        let links: String = (1..senders + 2).map(|host| format!("0 {host} {gbps}Gbps 0.001ms 0\n")).collect();
        let topology = format!("{} 1 {}\n0\n{links}", senders + 2, senders + 1);
        let flows: String = (1..senders + 1).map(|src| format!("{src} {} 3 100 {bytes} 2.0\n", senders + 1)).collect();
        let place = place(&[("topology.txt", &topology), ("flow.txt", &format!("{senders}\n{flows}"))]);
        for mode in Mode::ALL {
            let mut scenario = Scenario::of(&[place.path().to_owned()]).expect("a folder of files");
            (scenario.cc, scenario.samples) = (Algorithm::Reference(mode), Some(200));
            let outcome = simulate(&scenario).expect("a run");
            let read = |name: &str| place.path().join(name);
            let topology = Topology::read(&read("topology.txt")).expect("a topology");
            let specs = FlowSpec::read(&read("flow.txt")).expect("flows");
            let mut fabric =
                Fabric::new(&topology, &specs, Options::of(mode, 200), |line| mode.nic(line)).expect("a network");
            // the trace is of the same samples
            let mut waits = Vec::new();
            let (mut ns, port) = (2_000_000_000, outcome.ports.len() - 1);
            let mut row = Vec::new();
            while waits.len() < outcome.queue_trace.rows() {
                assert!(fabric.run_to_sample(ns) > 0, "one is due each us");
                fabric.queue_bytes(&mut row);
                waits.push(row[port]);
                ns += 1000;
            }
            assert!(outcome.queue_trace.column(port).eq(waits.iter().copied()), "{senders} {gbps} {}", mode.name());
            fabric.run();
            assert_eq!(outcome.queue_text, Some(fabric.queue_text()), "{senders} {gbps} {}", mode.name());
            compared += waits.len();
        }
    }
    assert!(compared > 100, "{compared}");
}

/// Samples begin at 2 s (FABRIC 7), or with the first flow where that is before; idle time counts.
#[test]
fn queue_txt_has_the_samples_that_were_asked_for_and_idle_time_before_and_behind() {
    let flows = |start: &str| format!("2\n1 3 3 100 50000 {start}\n2 3 3 100 50000 {start}\n");
    let of = |start: &str, samples: Option<u64>| {
        let place = place(&[("topology.txt", STAR), ("flow.txt", &flows(start))]);
        let mut scenario = Scenario::of(&[place.path().to_owned()]).expect("a folder of files");
        (scenario.cc, scenario.samples) = (Algorithm::Reference(Mode::Dctcp), samples);
        let outcome = simulate(&scenario).expect("a run");
        let text = outcome.queue_text.expect("public files have one");
        let line = text.lines().nth(1).map(|line| line.split(' ').map(str::to_owned).collect::<Vec<_>>());
        line.map(|words| (words[1].parse::<u64>().expect("a number"), words[2].clone(), words[6].clone()))
    };
    let (n, _, most) = of("2.0", None).expect("a queue");
    assert_eq!((n, most.as_str()), (3901, "50"), "FABRIC 7: 2:1 at 100G");
    // the same samples, 100 s later: the mean is that of so many more
    assert_eq!(of("102.0", None).expect("a queue"), (100_002_901, "0.000".to_owned(), most.clone()));
    assert_eq!(of("0.5", None), of("2.0", None), "before 2 s, with the first flow");
    assert_eq!(of("2.0", Some(3901)), of("2.0", None));
    assert_eq!(of("2.0", Some(1_000_000_000_000)).map(|q| q.0), Some(1_000_000_000_000));
    assert_eq!(of("2.0", Some(3)).map(|q| q.0), Some(3), "fewer than the run has");
    assert_eq!(of("102.0", Some(3)), None, "no flow has started by then");
    assert!(of_folder(&[("topology.txt", STAR), ("flow.txt", &flows("2.0"))]).expect("a run").1.complete);
    let toml = place(&[("s.toml", "kind = \"incast\"\nsamples = 3\n")]);
    let told = simulate(&Scenario::of(&[toml.path().join("s.toml")]).expect("TOML")).expect_err("no queue.txt");
    assert!(told.to_string().ends_with("s.toml:2: expected a key that kind = \"incast\" takes, found `samples`"));
}

/// A run of public files ends when all flows are complete or nothing is left to happen; 100 s after the last start it
/// is cut.
#[test]
fn a_run_of_public_files_goes_on_until_its_flows_are_complete() {
    let run = |flows: &str| of_folder(&[("topology.txt", STAR), ("flow.txt", flows)]).expect("a run").1;
    let apart = run("3\n1 3 3 100 10000 2.0\n2 3 3 100 10000 3.0\n2 3 3 100 10000 5000000.0\n");
    assert!(apart.complete && !apart.cut && apart.fct_text.lines().count() == 3, "{}", apart.fct_text);
    // 2,000 packets of 1048 B at 100 kbit/s are 168 s
    let slow = STAR.replace("0 3 100Gbps", "0 3 100Kbps");
    let files = [("topology.txt", &*slow), ("flow.txt", "1\n1 3 3 100 2000000 2.0\n")];
    let cut = of_folder(&files).expect("a run").1;
    assert!(!cut.complete && cut.cut && cut.limit_ns == 100_000_000_000 && cut.end_ns > 101_900_000_000);
    let place = place(&files);
    fs::write(place.path().join("s.toml"), "kind = \"files\"\nuntil_us = 2_000_000\n").expect("written");
    let outcome = simulate(&Scenario::of(&[place.path().join("s.toml")]).expect("a scenario")).expect("a run");
    assert!(outcome.cut && (1_900_000_000..=4_000_000_000).contains(&outcome.end_ns), "{}", outcome.end_ns);
    assert_eq!(report::figures(&Scenario::find("incast").expect("built in"), &outcome).makespan_over_bound(), None);
}

/// The completion times are those of an independent simulator of the rules.
#[test]
fn two_hosts_on_one_link_are_a_network() {
    let flows = "2\n0 1 3 100 1000001 2.0\n1 0 3 100 500000 2.0\n";
    for topology in ["2 0 1\n\n0 1 100Gbps 0.001ms 0\n", "2 0 1\n0 1 100Gbps 0.001ms 0\n"] {
        let place = place(&[("topology.txt", topology), ("flow.txt", flows)]);
        for (mode, expected) in
            [(Mode::Hp, [137_429, 4_193_023]), (Mode::Hp5, [137_429, 4_193_023]), (Mode::Dctcp, [45_496, 87_008])]
        {
            let mut scenario = Scenario::of(&[place.path().to_owned()]).expect("a folder of files");
            scenario.cc = Algorithm::Reference(mode);
            let outcome = simulate(&scenario).expect("a run");
            let fcts: Vec<u64> = outcome.flows.iter().rev().filter_map(|flow| flow.fct_ns).collect();
            assert_eq!(fcts, expected, "{}", mode.name());
            assert!(outcome.complete && outcome.makespan_ns >= outcome.bound_ns, "{}", outcome.bound_ns);
            assert_eq!(outcome.queue_text.as_deref(), Some("port samples mean p50 p95 p99 max\n"));
            let all = report::files(&scenario, &outcome);
            assert!(all.iter().any(|(name, text)| name == "report.html" && text.contains("<td>-</td>")));
        }
    }
}

/// Memory that the rule cannot lay out refuses no run of public files (FABRIC 5: endless memory gives the same).
#[test]
fn where_the_rule_has_too_little_memory_public_files_have_memory_without_end() {
    let flows = "2\n1 3 3 100 200000 2.0\n2 3 3 100 200000 2.0\n";
    let slow = STAR.replace("100Gbps", "1Gbps");
    let far = STAR.replace("0.001ms", "0.3ms");
    let long: String = (1..120).map(|node| format!("{} {node} 400Gbps 0.001ms 0\n", node - 1)).collect();
    let switches: String = (1..119).map(|node| format!("{node} ")).collect();
    let chain = format!("120 118 119\n{switches}\n{long}");
    let wide = STAR.replace("0 1 100Gbps", "0 1 8000Gbps");
    for (topology, flows, note) in [
        (&*slow, flows, "memory without end and without PFC, as switch 0 keeps "),
        (
            &far,
            flows,
            "memory without end and without PFC, as switch 0 keeps 33762288 bytes for its ports, \
             by the rule it has 33554432",
        ),
        (&chain, "1\n0 119 3 100 5000000 2.0\n", ""),
        (&wide, flows, ""),
    ] {
        let (mut scenario, outcome) = of_folder(&[("topology.txt", topology), ("flow.txt", flows)]).expect("a run");
        assert!(outcome.note.starts_with(note) && note.is_empty() == outcome.note.is_empty(), "{}", outcome.note);
        assert!(outcome.complete && outcome.counters.pauses == 0 && outcome.counters.dropped.packets == 0);
        scenario.cc = Algorithm::Reference(Mode::Hp);
        // a memory that was asked for is still a memory
        let place = place(&[("topology.txt", topology), ("flow.txt", flows)]);
        fs::write(place.path().join("s.toml"), "kind = \"files\"\nmemory_kib = 1\n").expect("written");
        let told = simulate(&Scenario::of(&[place.path().join("s.toml")]).expect("TOML")).expect_err("1 KiB");
        assert!(told.to_string().contains("s.toml:2: memory_kib: expected at least "), "{told}");
    }
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
            "2\n1 3 3 100 1 2\n".to_owned(),
            "flow.txt:3: expected flow 2 of 2: source, destination, class, port, bytes",
        ),
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
    let place = place(&[("topology.txt", STAR)]);
    fs::write(place.path().join("flow.txt"), b"1\n1 3 3 100 1 2 \xff\n").expect("written");
    let told = Scenario::of(&[place.path().to_owned()]).map(|s| simulate(&s).expect_err("not UTF-8").to_string());
    let told = told.unwrap_or_else(|e| e.to_string());
    assert!(told.ends_with("flow.txt:2: expected text in UTF-8, found the byte 0xff"), "{told}");
    // two of one kind, by names that say nothing
    let two = [("a.txt", STAR), ("b.txt", "1\n"), ("c.txt", "1\n")].map(|(name, text)| {
        fs::write(place.path().join(name), text).expect("written");
        place.path().join(name)
    });
    let told = Scenario::of(&two).expect_err("two files of flows").to_string();
    assert!(told.ends_with("c.txt: expected one file of flows, found a second"), "{told}");
    // files that do not go together
    for (files, message) in [
        (&[("flow.txt", "1\n")][..], "expected a topology.txt or a .topo in the folder, found none"),
        (&[("topology.txt", STAR)], "expected a flow.txt, or one CDF file, beside topology.txt, found 0"),
        (
            &[("topology.txt", STAR), ("a.txt", ""), ("b.txt", "")],
            "expected a flow.txt, or one CDF file, beside topology",
        ),
        (
            &[("topology.txt", STAR), ("a.txt", "1 2 3 4")],
            "a.txt:1: expected nodes, switches and links (a topology), a",
        ),
        (
            &[("topology.txt", STAR), ("flow.txt", "2 7\n")],
            "flow.txt:1: expected the end of the line, as it has the number",
        ),
        (&[("topology.txt", "4 1\n0\n"), ("flow.txt", "1\n")], "topology.txt:1: expected the number of links, a whole"),
        (&[("topology.txt", "\0\0"), ("flow.txt", "1\n")], "topology.txt:1: expected the number of nodes, a whole"),
        (&[("topology.txt", STAR), ("flow.txt", "\0")], "flow.txt:1: expected the number of flows, a whole"),
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

/// FABRIC 7: n by what the run is, as long as that is all of it.
#[test]
fn queue_txt_has_the_samples_of_the_rule() {
    let of = |hosts: u32, gbps: u64, flows: &[(u32, u64, &str)]| {
        let links: String = (1..=hosts).map(|host| format!("0 {host} {gbps}Gbps 0.001ms 0\n")).collect();
        let topology = format!("{} 1 {hosts}\n0\n{links}", hosts + 1);
        let line = |(src, bytes, start): &(u32, u64, &str)| format!("{src} {hosts} 3 100 {bytes} {start}\n");
        let flows = format!("{}\n{}", flows.len(), flows.iter().map(line).collect::<String>());
        let text = of_folder(&[("topology.txt", &topology), ("flow.txt", &flows)]).expect("a run").1.queue_text;
        let text = text.expect("public files have one");
        let line = text.lines().nth(1).and_then(|line| line.split(' ').nth(1)).expect("a queue");
        line.parse::<u64>().expect("a number")
    };
    let two = [(1, 500_000, "2.0"), (2, 500_000, "2.0")];
    assert_eq!([25, 100, 400].map(|gbps| of(3, gbps, &two)), [3901, 3901, 1901]);
    let join = [(1, 99_000, "2.0"), (2, 99_000, "2.000001"), (3, 99_000, "2.000002"), (4, 99_000, "2.000003")];
    assert_eq!((of(5, 100, &join), of(5, 100, &join[..3])), (4901, 2901));
    // a star that ends between 1 and 2 ms: "else 2901"
    let eight: Vec<_> = (1..9).map(|src| (src, 2_000_000, "2.0")).collect();
    assert_eq!((of(9, 100, &eight), of(9, 25, &eight)), (2901, 7901), "what is longer has all of it");
}

/// What is behind the cut is not run: no sample of it is in queue.txt.
#[test]
fn a_run_that_is_cut_has_no_queue_behind_the_cut() {
    let run = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/runs/8to1_100g");
    let place = place(&[("s.toml", "kind = \"files\"\ncc = \"hp\"\nuntil_us = 5\n")]);
    for name in ["topology.txt", "flow.txt"] {
        fs::copy(run.join(name), place.path().join(name)).expect("copied");
    }
    let outcome = simulate(&Scenario::of(&[place.path().join("s.toml")]).expect("a scenario")).expect("a run");
    assert!(outcome.cut && outcome.fct_text.is_empty() && outcome.stood_still == 0);
    let text = outcome.queue_text.expect("public files have one");
    let line: Vec<&str> = text.lines().nth(1).expect("a queue").split(' ').collect();
    assert_eq!(line[1], "6", "{text}");
    let most: u64 = line[6].parse().expect("a number");
    assert!(most > 0 && most <= outcome.longest.0 / 1000, "{text}{:?}", outcome.longest);
}

#[test]
fn what_is_behind_the_counted_lines_is_told() {
    let flows = "1\n1 3 3 100 5000 2.0\n2 3 3 100 5000 2.0\n\nFirst line: # of flows\n";
    let outcome = of_folder(&[("topology.txt", &format!("{STAR}a note\n")), ("flow.txt", flows)]).expect("a run").1;
    assert_eq!((outcome.flows.len(), outcome.complete), (1, true));
    let told: Vec<_> = outcome.unread.iter().filter_map(|line| line.split('/').next_back()).collect();
    let expected =
        ["topology.txt: 1 line behind the 3 links not read", "flow.txt: 2 lines behind the 1 flows not read"];
    assert_eq!(told, expected);
}

#[test]
fn two_files_of_one_name_are_two_files() {
    let flows = "1\n1 3 3 100 5000 2.0\n";
    let place = place(&[]);
    let file = |folder: &str, text: &str| {
        let folder = place.path().join(folder);
        fs::create_dir_all(&folder).expect("made");
        fs::write(folder.join("x.txt"), text).expect("written");
        folder.join("x.txt")
    };
    let given = [file("net", STAR), file("traffic", flows)];
    let outcome = simulate(&Scenario::of(&given).expect("two files")).expect("a run");
    assert!(outcome.complete && outcome.flows.len() == 1);
}

/// Packets that a memory has no room for come again: by timers from the first one on.
#[test]
fn flows_go_on_behind_drops_for_want_of_memory() {
    let small = "kind = \"incast\"\nbytes = 200_000\ndelay_ns = 100\nmemory_kib = 300\n";
    let run = |cc: &str, more: &str| {
        let text = format!("{small}cc = \"{cc}\"\n{more}");
        simulate(&Scenario::parse(Path::new("s.toml"), &text).expect("a scenario")).expect("a run")
    };
    for cc in ["dcqcn-p", "ldcp", "hpcc"] {
        let outcome = run(cc, "");
        assert!(outcome.complete && outcome.stood_still == 0, "{cc}: {:?}", outcome.counters);
    }
    let dropped = run("dcqcn-p", "");
    assert!(dropped.counters.dropped.packets > 0 && dropped.counters.timeouts > 0, "{:?}", dropped.counters);
    // where none are wanted, and under the reference senders, there are none
    let still = run("dcqcn-p", "timeout_rtts = 0\n");
    assert!(still.stood_still > 0 && !still.cut && still.counters.timeouts == 0, "{:?}", still.counters);
    assert_eq!(run("reference-dctcp", "").counters.timeouts, 0);
}

/// What an algorithm does not take of a network is told with the link.
#[test]
fn what_is_wrong_of_the_network_is_told_with_its_line() {
    let flows = "1\n1 3 3 100 5000 2.0\n";
    let told = |topology: &str, cc: &str| {
        let place = place(&[("topology.txt", topology), ("flow.txt", flows)]);
        let mut scenario = Scenario::of(&[place.path().to_owned()]).expect("a folder of files");
        scenario.cc = Algorithm::named(cc).expect("an algorithm");
        let told = simulate(&scenario).map(drop).expect_err("refused").to_string();
        told[told.find("topology.txt").unwrap_or(0)..].to_owned()
    };
    let far = STAR.replace("0 2 100Gbps 0.001ms", "0 2 100Gbps 1ms");
    let message = "topology.txt:4: expected a greatest round trip of 256 to 1048575 ns, as the algorithm takes, found ";
    assert!(told(&far, "hpcc").starts_with(message), "{}", told(&far, "hpcc"));
    let fast = told(&STAR.replace("100Gbps", "1600Gbps"), "dcqcn-p");
    assert!(fast.starts_with("topology.txt:3: expected hosts of at most ") && fast.ends_with("found 1600000000000"));
    let half = told(&STAR.replace("0 3 100Gbps", "0 3 2500Mbps"), "hpcc");
    assert!(half.starts_with("topology.txt:5: HPCC++'s speed table has no entry"), "{half}");
    let long = STAR.replace("0 3 100Gbps 0.001ms", "0 3 100Gbps 1000ms");
    let place = place(&[("topology.txt", &long), ("flow.txt", "1\n1 3 3 100 50000000000 2.0\n")]);
    let scenario = Scenario::of(&[place.path().to_owned()]).expect("a folder of files");
    let told = simulate(&scenario).map(drop).expect_err("too much").to_string();
    assert!(told.contains("topology.txt:5: expected a need of at most") && told.contains("1000000000 ns"), "{told}");
    // files that a scenario names
    for (key, name) in [("topology", "nope.txt"), ("cdf", "nope.cdf")] {
        fs::write(place.path().join("s.toml"), format!("kind = \"files\"\n{key} = \"{name}\"\n")).expect("written");
        let scenario = Scenario::of(&[place.path().join("s.toml")]).expect("TOML");
        let told = scenario.build().map(drop).expect_err("none").to_string();
        let message = format!("s.toml:2: {key}: expected a file beside this one, found no `{name}`");
        assert!(told.ends_with(&message), "{told}");
    }
    // a CDF that begins with a comment is no configuration
    fs::write(place.path().join("c.cdf"), "# sizes\n0 0\n10 100\n").expect("written");
    let given = [place.path().join("topology.txt"), place.path().join("c.cdf")];
    let told = Scenario::of(&given).and_then(|s| s.build().map(drop)).expect_err("a comment").to_string();
    assert!(told.contains("c.cdf:1: expected the bytes of a flow"), "{told}");
}
