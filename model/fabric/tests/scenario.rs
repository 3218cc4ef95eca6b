//! Scenarios, what they leave, and what is refused. Figures are worked out by hand where that is said.

use fabric::nic::{Algorithm, Mode};
use fabric::report::{self, Figures, Others};
use fabric::scenario::{BUILT_IN, Scenario};
use fabric::{
    Ecn, Fabric, FlowSpec, Link, LinkState, Options, Samples, SimulateError, Timeout, Topology, Trigger, simulate,
};
use std::path::Path;

fn scenario(text: &str) -> Scenario {
    Scenario::parse(Path::new("s.toml"), text).expect("a scenario")
}

/// The message of a scenario that is refused.
fn refused(text: &str) -> String {
    let message = match Scenario::parse(Path::new("s.toml"), text) {
        Err(e) => e.to_string(),
        Ok(scenario) => simulate(&scenario).expect_err(text).to_string(),
    };
    assert!(!message.contains('\n'), "{message}");
    message
}

fn star(hosts: u32) -> Topology {
    let mut topology = Topology::new(hosts + 1);
    topology.set_switch(0);
    for host in 1..=hosts {
        topology.link(Link { ends: [0, host], rate_bps: 25_000_000_000, delay_ns: 1000, loss: 0 });
    }
    topology
}

fn flow(src: u32, dst: u32, bytes: u64, start_ns: u64) -> FlowSpec {
    FlowSpec { src, dst, port: 100, bytes, start_ns }
}

/// A network of 25G whose flows send at the line's rate, with the ECN of each.
fn blind(flows: &[FlowSpec], ecn: &[Ecn], options: Options) -> Fabric<fabric::nic::Reference> {
    let mut fabric = Fabric::new(&star(4), flows, options, |line| Mode::Dctcp.nic(line)).expect("a network");
    for (flow, &ecn) in ecn.iter().enumerate() {
        let traits = fabric::Traits { ecn, ignores_updates: ecn != Ecn::FastStart, ..fabric.traits(flow) };
        fabric.set_traits(flow, traits);
    }
    fabric
}

fn ldcp_queue() -> Options {
    Options { drops_incapable: true, ..Options::of(Mode::Dctcp, 0) }
}

/// FABRIC 9. Each 335 ns brings a packet of 1048 B of each flow, flow 0's first, and takes one away. Before packet k of
/// flow 1, k from 1, there are k + 1 packets in the queue. K is 75,000 B: 71 packets are below it, 72 above. So packet
/// 71 is the first that is dropped, and from then on the queue no longer grows: 71 come through, 29 are dropped.
#[test]
fn what_is_not_ecn_capable_is_dropped_above_k_and_the_others_are_not() {
    let flows = [flow(1, 3, 100_000, 0), flow(2, 3, 100_000, 0)];
    let mut fabric = blind(&flows, &[Ecn::Capable, Ecn::Incapable], ldcp_queue());
    fabric.run();
    let delivered = [fabric.delivered(0), fabric.delivered(1)];
    assert_eq!((delivered, fabric.counters().dropped_incapable.packets), ([100_000, 71_000], 29));
    // capable both, or a queue that does not drop: all come
    for (ecn, options) in [(Ecn::Capable, ldcp_queue()), (Ecn::Incapable, Options::of(Mode::Dctcp, 0))] {
        let mut fabric = blind(&flows, &[Ecn::Capable, ecn], options);
        fabric.run();
        assert_eq!((fabric.delivered(1), fabric.counters().dropped_incapable.packets), (100_000, 0));
    }
}

/// Two flows fill the queue beyond K within 72 packets, 25 us. A third starts at 30 us: of the 15 packets of its BDP of
/// 14,500 B the last is ECN-capable and brings the NACK for the 14 that are dropped; what comes again is capable.
#[test]
fn of_a_fast_start_the_last_packet_goes_through() {
    let flows = [flow(1, 3, 1_000_000, 0), flow(2, 3, 1_000_000, 0), flow(4, 3, 100_000, 30_000)];
    let mut fabric = blind(&flows, &[Ecn::Capable, Ecn::Capable, Ecn::FastStart], ldcp_queue());
    fabric.run();
    assert_eq!(fabric.completions().len(), 3);
    assert_eq!(fabric.counters().dropped_incapable.packets, 14);
}

/// One packet of 1048 B: 335 ns at 25G, 8383 ns at 1G, by the link to host 3 that is slow from 100 ns on; the ACK of
/// 60 B goes back at that rate too, in 479 ns. Both are 1 ns below the integers (FABRIC 1).
#[test]
fn a_link_that_slows_down_takes_the_time_of_its_rate() {
    for (slow, expected) in [(false, 4000 + 2 * (335 + 19)), (true, 4000 + 335 + 8383 + 479 + 19)] {
        let mut fabric = blind(&[flow(1, 3, 1000, 0)], &[Ecn::Capable], Options::of(Mode::Dctcp, 0));
        if slow {
            assert!(fabric.change_link(100, 2, LinkState::Up(1_000_000_000)));
        }
        assert!(!fabric.change_link(100, 4, LinkState::Down), "there is no fifth link");
        fabric.run();
        assert_eq!(fabric.completions()[0].fct_ns, expected);
    }
}

/// What is on a link that fails is lost; with timers, all comes when it is back.
#[test]
fn a_link_that_fails_loses_and_its_flow_ends_when_it_is_back() {
    let options = Options { timeout: Some(Timeout::RULE), ..Options::of(Mode::Dctcp, 0) };
    let mut fabric = blind(&[flow(1, 3, 100_000, 0)], &[Ecn::Capable], options);
    assert!(fabric.change_link(10_000, 2, LinkState::Down));
    assert!(fabric.change_link(200_000, 2, LinkState::Up(25_000_000_000)));
    assert!(fabric.run_until(199_999));
    assert!(fabric.completions().is_empty() && fabric.counters().lost.packets > 0);
    fabric.run();
    assert_eq!(fabric.completions().len(), 1);
    assert!(fabric.completions()[0].fct_ns > 200_000 && fabric.counters().timeouts > 0);
}

/// A flow that waits starts when the last byte of the other has come: 1000 + 335 + 1000 + 335 ns.
#[test]
fn a_flow_that_waits_for_another_starts_when_that_has_come() {
    let flows = [flow(1, 3, 1000, 0), flow(3, 2, 1000, FlowSpec::LATER)];
    let mut fabric = blind(&flows, &[Ecn::Capable; 2], Options::of(Mode::Dctcp, 0));
    assert!(fabric.trigger(Trigger::after(1, 0)) && !fabric.trigger(Trigger::after(1, 0)));
    assert!(!fabric.trigger(Trigger::after(0, 1)), "it has a start of its own");
    fabric.run();
    assert_eq!(fabric.completions().len(), 2);
    assert_eq!(fabric.start_ns(1), 2670);
}

/// As users of ns-3 and htsim write them, whatever the key's own unit; results have the number.
#[test]
fn a_rate_is_a_number_or_a_text_with_a_unit() {
    let of = |rate: &str| scenario(&format!("kind = \"incast\"\nrate_gbps = {rate}\n"));
    for rate in ["\"25G\"", "\"25Gbps\"", "\"25Gb/s\"", "\"25000M\"", "\"0.025T\""] {
        assert_eq!(
            (of(rate).rate_gbps, of(rate).build().expect(rate).topology),
            (Some(25), of("25").build().expect("25").topology)
        );
    }
    let many = "kind = \"load\"\nleaves = 2\nspine_gbps = \"1T\"\npods = 2\nspines = 2\ncore_gbps = \"2000Gbps\"\n\
                [[link]]\nends = [0, 32]\nat_us = 1\ngbps = \"40G\"\n[fcr]\n[[fcr.forged]]\nhost = 0\nqp = 0\nat_us = 1\n\
                rate_mbps = \"2.5G\"\nvalidity_us = 1\nswitch = 1\n";
    let read = scenario(many);
    assert_eq!((read.spine_gbps, read.core_gbps, read.link[0].gbps), (Some(1000), Some(2000), Some(40)));
    assert_eq!(read.fcr.expect("a table").forged[0].rate_mbps, 2500);
    let forms = "such as 25 or \"25G\" or \"25Gbps\"";
    for rate in ["\"25\"", "\"25 G\"", "\"0.5G\"", "\"25GB\"", "\"-1G\"", "-1", "2.5", "true"] {
        let told = refused(&format!("kind = \"incast\"\nrate_gbps = {rate}\n"));
        assert!(
            told.starts_with(&format!("s.toml:2: expected whole Gbit/s, {forms}, found invalid ")),
            "{rate}: {told}"
        );
    }
    let told = refused(&many.replace("2.5G", "5000000G"));
    assert!(told.starts_with(&format!("s.toml:16: expected whole Mbit/s below 2^32, {forms}, found ")), "{told}");
    assert_eq!(refused("kind = \"incast\"\nrate_gbps = \"2G\"\n"), "s.toml:2: rate_gbps: expected 4 to 1600, found 2");
}

/// Samples that look at a network do not change it.
#[test]
fn a_run_in_steps_is_the_run_in_one() {
    let flows: Vec<_> = (1..4).map(|src| flow(src, 4, 300_000, 0)).collect();
    let of = |step: u64| {
        let samples = Samples { from_ns: 0, every_ns: 1000, count: 500 };
        let mut fabric = blind(&flows, &[Ecn::Capable; 3], Options { samples, ..Options::of(Mode::Dctcp, 0) });
        let mut until = 0;
        while fabric.run_until(until) {
            until += step;
        }
        (fabric.fct_text(), fabric.longest_queue(), *fabric.counters(), fabric.queue_text())
    };
    assert_eq!(of(777), of(u64::MAX / 2));
}

#[test]
fn built_in_scenarios_complete_with_the_same_bytes_each_time() {
    let mut run = 0;
    // the trees of 320 hosts take a minute each: `just simulate-trees`
    for (name, _) in BUILT_IN.iter().filter(|(_, text)| !text.contains("hosts = 320")) {
        let scenario = Scenario::find(name).expect(name);
        let outcome = simulate(&scenario).expect(name);
        let figures = report::figures(&scenario, &outcome);
        assert!(figures.complete && figures.completed == figures.flows && figures.flows > 1, "{name}");
        assert!(figures.makespan_over_bound() >= Some(1.0), "{name}: {:?}", figures.makespan_over_bound());
        assert_eq!(outcome.fct_text.lines().count() as u64, figures.flows, "{name}");
        assert!(outcome.fct_text.lines().all(|line| line.split(' ').count() == 8), "{name}");
        let again = simulate(&scenario).expect(name);
        assert!(report::files(&scenario, &outcome) == report::files(&scenario, &again), "{name}: one seed, one result");
        run += 1;
    }
    assert_eq!(run, 13);
}

#[test]
fn every_algorithm_ends_an_incast_and_seeds_make_a_difference_where_chance_is() {
    // the RTL's body is brought from elsewhere (tests/twin.rs)
    for (name, cc) in Algorithm::ALL.into_iter().filter(|(_, cc)| !matches!(cc, Algorithm::Rtl(_))) {
        let mut scenario = scenario("kind = \"incast\"\nsenders = 4\nbytes = 200_000");
        scenario.cc = cc;
        let outcome = simulate(&scenario).expect(name);
        assert!(outcome.complete && outcome.makespan_ns >= outcome.bound_ns, "{name}");
        assert_eq!(outcome.rates.row(0).len(), 4, "{name}");
    }
    let of = |seed| {
        let mut load = Scenario::find("load").expect("built in");
        load.seed = seed;
        simulate(&load).expect("a run").fct_text
    };
    assert_ne!(of(1), of(2));
}

/// 2·(4 - 1) steps of four chunks; each step begins when the one before has come.
#[test]
fn a_ring_goes_step_by_step() {
    let outcome = simulate(&scenario("kind = \"ring\"\nhosts = 4\nbytes = 400_000")).expect("a run");
    assert_eq!((outcome.flows.len(), outcome.complete), (24, true));
    assert!(outcome.flows.iter().all(|flow| flow.spec.bytes == 100_000));
    for (n, flow) in outcome.flows.iter().enumerate().skip(4) {
        let before = &outcome.flows[n - 4 - n % 4 + (n + 3) % 4];
        assert_eq!(before.spec.dst, flow.spec.src);
        assert!(flow.spec.start_ns > before.spec.start_ns, "{n}");
    }
}

#[test]
fn a_qp_that_ignores_its_window_ends_before_the_others() {
    let outcome = simulate(&Scenario::find("no-window").expect("built in")).expect("a run");
    let fcts: Vec<u64> = outcome.flows.iter().filter_map(|flow| flow.fct_ns).collect();
    assert!(fcts[1..].iter().all(|&fct| fct > fcts[0]), "{fcts:?}");
}

#[test]
fn windows_of_thousands_of_flows_are_below_a_packet() {
    let outcome = simulate(&Scenario::find("tiny-windows").expect("built in")).expect("a run");
    // no window: the rate is below what one packet of 1000 B in an RTT makes
    let packet_bps = 8_000_000_000_000 / outcome.rtt_and_bdp.0;
    let below = |row: usize| {
        let each = outcome.rates.row(row).iter().zip(outcome.windows.row(row));
        each.filter(|&(&rate, &window)| window == u64::MAX && rate < packet_bps).count()
    };
    let most = (0..outcome.rates.rows()).map(below).max();
    assert_eq!((outcome.flows.len(), most), (2048, Some(64)));
}

/// Two pods of two leaves and two spines; four cores, of which each spine has two. A leaf sends 200 Gbit/s up, by two
/// spines; a spine as much, by two cores. From pod to pod a packet takes six links.
#[test]
fn a_fat_tree_has_its_pods_and_each_core_a_spine_of_every_pod() {
    let text = "kind = \"load\"\nhosts = 8\nleaves = 4\nspines = 4\npods = 2\ncores = 4\ndelay_ns = 500\n";
    let built = scenario(text).build().expect("a network");
    let of = |a: u32, b: u32| {
        let link = built.topology.links().iter().find(|link| link.ends == [a, b]);
        link.map(|link| link.rate_bps / 1_000_000_000)
    };
    assert_eq!((built.topology.nodes(), built.topology.links().len()), (8 + 4 + 4 + 4, 8 + 8 + 8));
    // hosts 0 to 7, leaves 8 to 11, spines 12 to 15, cores 16 to 19
    assert_eq!((of(8, 12), of(8, 13), of(8, 14), of(11, 15)), (Some(100), Some(100), None, Some(100)));
    assert_eq!((of(12, 16), of(12, 17), of(12, 18), of(13, 18)), (Some(100), Some(100), None, Some(100)));
    assert_eq!((of(14, 16), of(15, 19), of(15, 17)), (Some(100), Some(100), None));
    let fabric = Fabric::new(&built.topology, &[flow(0, 7, 1000, 0)], Options::of(Mode::Hp, 0), |l| Mode::Hp.nic(l));
    // 2·6·500 ns and 80 ns of 1000 B a link
    assert_eq!(fabric.expect("a network").rtt_and_bdp().0, 6 * (2 * 500 + 80));
}

/// The tree of HPCC's paper: 320 hosts at 100G, 20 leaves, 20 spines, 16 cores, all other links at 400G.
#[test]
fn the_built_in_trees_are_those_of_the_paper_and_their_sizes_have_their_deciles() {
    for (name, deciles) in [
        ("websearch", [6_666, 20_000, 30_000, 50_000, 73_076, 200_000, 1_000_000, 2_000_000, 5_000_000]),
        ("fb-hadoop", [325, 400, 500, 600, 700, 1_000, 7_000, 46_000, 120_000]),
    ] {
        let built = Scenario::find(name).expect("a scenario").build().expect("a network");
        assert_eq!((built.topology.nodes(), built.topology.links().len()), (320 + 56, 320 + 80 + 80));
        assert!(built.topology.links()[320..].iter().all(|link| link.rate_bps == 400_000_000_000));
        let mut sizes: Vec<u64> = built.flows.iter().map(|flow| flow.bytes).collect();
        sizes.sort_unstable();
        for (k, decile) in (1..).zip(deciles) {
            let below = sizes.iter().filter(|&&bytes| bytes <= decile).count() as f64 / sizes.len() as f64;
            assert!((below - k as f64 / 10.0).abs() < 0.01, "{name}: {below} of the flows have at most {decile} bytes");
        }
    }
}

#[test]
fn what_is_wrong_is_told_in_one_line_with_file_line_and_expectation() {
    let cases = [
        ("kind = \"incast\"\nbytse = 3", "s.toml:2: expected one of `kind`, `cc`, "),
        ("kind = \"outcast\"", "s.toml:1: expected one of `incast`, `join`, "),
        ("kind = \"incast\"\n\ncc = \"tcp\"", "s.toml:3: expected one of ldcp, hpcc"),
        ("kind = \"incast\"\nsenders = 5000", "s.toml:2: senders: expected 1 to 1023, found 5000"),
        ("kind = \"incast\"\nsenders =", "s.toml:2: expected literal string: string values must be quoted"),
        ("kind = \"incast\"\nhosts = 5", "s.toml:2: expected a key that kind = \"incast\" takes, found `hosts`"),
        ("kind = \"incast\"\nspines = 5", "s.toml:2: spines: expected `leaves` with it"),
        ("kind = \"ring\"\nhosts = 9\nleaves = 2", "s.toml:3: leaves: expected a divisor of 9 hosts, found 2"),
        ("kind = \"load\"\nleaves = 4\npods = 3", "s.toml:3: pods: expected a divisor of 4 leaves, found 3"),
        ("kind = \"load\"\nleaves = 4\ncores = 4", "s.toml:3: cores: expected `pods` with it"),
        (
            "kind = \"load\"\nleaves = 4\nspines = 4\npods = 2\ncores = 3",
            "s.toml:5: cores: expected a multiple of 2 spines a pod, found 3",
        ),
        ("kind = \"incast\"\n[[link]]\nends = [0, 1]\nat_us = 1", "s.toml:3: ends: expected two nodes that a link"),
        ("kind = \"incast\"\n[[group]]\nflows = [3, 16]", "s.toml:3: flows: expected flows = [first, last] below 16"),
        ("kind = \"incast\"\n[[group]]\nflows = [0, 1, 7]", "s.toml:3: expected two numbers, found 3"),
        ("kind = \"incast\"\n[[link]]\nends = [0]\nat_us = 1", "s.toml:3: expected two numbers, found 1"),
        (
            "kind = \"incast\"\n[[link]]\nends = [0, 17]\nat_us = 1\n[[link]]\nends = [0, 1]\nat_us = 1",
            "s.toml:6: ends: expected two nodes that a link",
        ),
        (
            "kind = \"incast\"\n[[group]]\nflows = [0, 3]\n\n[[group]]\ncc = \"hpcc\"\nflows = [3, 4]",
            "s.toml:7: flows: expected flows of no other group, found 3",
        ),
        ("kind = \"all-to-all\"\nhosts = 1000", "s.toml:1: kind: expected at most 65536 flows, found 999000"),
        ("kind = \"load\"\ncdf = \"no.txt\"", "s.toml:2: cdf: expected a file beside this one, found no `no.txt`"),
        ("senders = 3", "s.toml:1: expected a key `kind`, found none"),
        (
            "kind = \"incast\"\nmemory_kib = 1",
            "s.toml:2: memory_kib: expected at least 691 KiB, reserve and headroom of the ports of switch 17, found 1 KiB",
        ),
        (
            "bytes = 1\nkind = \"incast\"\nsenders = 1000",
            "s.toml:2: kind: expected memory_kib = 40662 at least, or fewer links at a switch: reserve and headroom of the \
             ports of switch 1001 take 40662 KiB, by the rule it has 32768 KiB",
        ),
        // a key is found however it is written
        ("kind = \"incast\"\n\"bytes\" = 0", "s.toml:2: bytes: expected 1 to "),
        ("kind = \"incast\"\nfcr.late_us = 5000000", "s.toml:2: late_us: expected 0 to 1000000, found 5000000"),
        ("kind = \"incast\"\n\nfcr = { late_us = 5000000 }", "s.toml:3: late_us: expected 0 to 1000000, found 5000000"),
        (
            "kind = \"incast\"\n\ngroup = [{ flows = [0, 99] }]",
            "s.toml:3: flows: expected flows = [first, last] below 16, found [0, 99]",
        ),
        ("kind = \"incast\"\nbytes = 1\nbytes = 2", "s.toml:3: expected each key once, found `bytes` again"),
        (
            "kind = \"incast\"\nbytes = -1",
            "s.toml:2: expected a whole number from 0 on, found invalid value: integer `-1`",
        ),
        (
            "kind = \"incast\"\nbytes = 1.5",
            "s.toml:2: expected a whole number from 0 on, found invalid type: floating point",
        ),
        (
            "kind = \"incast\"\nbytes = 99999999999999999999",
            "s.toml:2: expected a whole number from 0 on, found invalid type: integer `99999999999999999999`",
        ),
        (
            "kind = \"incast\"\n[[group]]\nflows = [0, 4294967296]",
            "s.toml:3: expected a whole number below 2^32, found invalid value: integer `4294967296`",
        ),
        (
            "kind = \"incast\"\nbytes = 99999999999999999999999999999999999999999",
            "s.toml:2: expected a number below 2^63, found one that is out of range",
        ),
        ("kind = 3", "s.toml:1: expected a name in quotes, found something else"),
        ("kind = \"incast\"\nfast_start = 3", "s.toml:2: expected true or false, found invalid type: integer `3`"),
        ("kind = \"incast\"\nfcr = 3", "s.toml:2: expected a table, found invalid type: integer `3`"),
        ("kind = \"load\"\ncdf = \".\"", "s.toml:2: cdf: expected a file beside this one, found the folder `.`"),
        (
            "kind = \"incast\"\nleaves = 17\nspines = 256\nmemory_kib = 4194304",
            "s.toml:1: kind: expected a need of at most 2147483648 bytes of memory, found about ",
        ),
        (
            "kind = \"incast\"\ndelay_ns = 1000000\nrate_gbps = 1600\nbytes = 10000000000",
            "s.toml:1: kind: expected a need of at most 2147483648 bytes of memory, found about ",
        ),
    ];
    for (text, message) in cases {
        let found = refused(text);
        assert!(found.starts_with(message), "{text}: {found}");
    }
    assert!(Scenario::find("nothing").expect_err("no file").to_string().contains("incast, join"));
}

#[test]
fn a_run_in_which_nothing_arrived_fails_and_one_that_ends_early_says_so() {
    let text = "kind = \"incast\"\nsenders = 1\n[[link]]\nends = [0, 2]\nat_us = 0";
    let nothing = simulate(&scenario(&format!("until_us = 50\n{text}"))).expect_err("nothing arrives");
    assert!(matches!(nothing, SimulateError::Nothing { ns: ..=50_000, .. }), "{nothing}");
    let early = scenario("kind = \"incast\"\nuntil_us = 50");
    let outcome = simulate(&early).expect("some bytes arrive");
    let figures = report::figures(&early, &outcome);
    assert!(!figures.complete && figures.completed == 0 && outcome.end_ns <= 50_000);
    let files = report::files(&early, &outcome);
    let of = |name: &str| &files.iter().find(|(other, _)| other == name).expect(name).1;
    assert!(of("results.json").contains("\"complete\": false") && of("report.html").contains("not complete"));
}

#[test]
fn a_folder_is_written_again_only_as_it_was_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("run");
    let files = |text: &str| vec![("a.txt".to_owned(), text.to_owned()), ("b.txt".to_owned(), "b".to_owned())];
    report::write_folder(&out, &files("1"), Others::Kept).expect("new");
    report::write_folder(&out, &files("2"), Others::Kept).expect("its own");
    assert_eq!(std::fs::read_to_string(out.join("a.txt")).expect("a file"), "2");
    std::fs::write(out.join("a.txt"), "mine").expect("a file");
    let changed = report::write_folder(&out, &files("3"), Others::Kept).expect_err("changed").to_string();
    assert!(changed.ends_with("a.txt: is not as it was written: expected it moved away, or --force"), "{changed}");
    assert_eq!(std::fs::read_to_string(out.join("a.txt")).expect("a file"), "mine");
    // a file of the user's that bears a name of ours
    std::fs::write(out.join("a.txt"), "2").expect("a file");
    std::fs::write(out.join("c.txt"), "mine").expect("a file");
    let more = [files("3"), vec![("c.txt".to_owned(), "c".to_owned())]].concat();
    assert!(
        report::write_folder(&out, &more, Others::Kept).is_err()
            && report::write_folder(&out, &files("3"), Others::Kept).is_ok()
    );
    // folders of others, and no folder
    let other = folder.path().join("other");
    std::fs::create_dir(&other).expect("a folder");
    report::check_folder(&other, Others::Kept).expect("empty");
    std::fs::write(other.join("x"), "").expect("a file");
    assert!(report::check_folder(&other, Others::Kept).expect_err("not ours").to_string().contains("no manifest"));
    assert!(
        report::check_folder(&other.join("x"), Others::Kept).expect_err("a file").to_string().contains("is no folder")
    );
}

#[test]
fn results_are_read_back_and_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut all = Vec::new();
    for cc in ["ldcp", "dcqcn-p", "hpcc"] {
        let cc_of = Algorithm::named(cc).expect(cc);
        let mut scenario = scenario("kind = \"incast\"\nsenders = 4\nbytes = 200_000");
        scenario.cc = cc_of;
        let outcome = simulate(&scenario).expect(cc);
        let out = folder.path().join(cc);
        report::write_folder(&out, &report::files(&scenario, &outcome), Others::Kept).expect("a folder");
        let read = Figures::read(&out.join("results.json")).expect("results");
        assert_eq!(read.json(), report::figures(&scenario, &outcome).json());
        all.push(read);
    }
    let compared = report::compare(&all).expect("three");
    for cc in ["ldcp", "dcqcn-p", "hpcc"] {
        assert!(compared.table.contains(cc) && compared.queue_svg.contains(cc), "{cc}");
    }
    assert_eq!(compared.html.matches("<svg").count(), 4);
    assert!(!compared.html.contains("paused by PFC") && compared.left_out.is_empty());
    assert!(report::compare(&all[..1]).is_err());
    let wrong = folder.path().join("wrong.json");
    std::fs::write(&wrong, "{\n\"program\": 3}").expect("a file");
    let message = Figures::read(&wrong).expect_err("wrong").to_string();
    assert!(
        message.contains("wrong.json:2: expected a string, found invalid type") && !message.contains('\n'),
        "{message}"
    );
}

/// A latency is ns or that of the cycle model.
#[test]
fn a_latency_is_a_number_or_the_cycle_model_s() {
    let told = |value: &str| refused(&format!("kind = \"incast\"\nlatency_ns = {value}\n"));
    assert_eq!(told("1_000_001"), "s.toml:2: latency_ns: expected 0 to 1000000, found 1000001");
    assert!(told("-1").starts_with("s.toml:2: expected whole ns, or \"cycle\", found"), "{}", told("-1"));
    assert!(told("\"engine\"").starts_with("s.toml:2: expected whole ns, or \"cycle\", found"));
    let fcr = told("\"cycle\"\n[fcr]");
    assert_eq!(fcr, "s.toml:2: latency_ns: expected a number of ns where switches advise (fcr), found \"cycle\"");
    let kept = scenario("kind = \"incast\"\nlatency_ns = \"cycle\"\n");
    let text = toml::to_string(&kept).expect("TOML");
    assert!(text.contains("latency_ns = \"cycle\"\n") && scenario(&text).latency == kept.latency, "{text}");
}

/// Without an additive stage HPCC++ takes each full update by U.
#[test]
fn a_max_stage_has_its_range_and_counts() {
    let told = refused("kind = \"incast\"\nmax_stage = 32\n");
    assert_eq!(told, "s.toml:2: max_stage: expected 0 to 31, found 32");
    let makespan = |more: &str| {
        let text = format!("kind = \"join\"\ncc = \"hpcc\"\n{more}");
        simulate(&scenario(&text)).expect("a run").makespan_ns
    };
    assert!(makespan("") == makespan("max_stage = 5\n") && makespan("") != makespan("max_stage = 0\n"));
}

fn file(files: &[(String, String)], name: &str) -> String {
    files.iter().find(|(other, _)| other == name).expect(name).1.clone()
}

/// The port that had the longest queue of the run is not the one that has it all the time.
#[test]
fn the_longest_queue_over_time_is_that_of_all_ports() {
    let load = scenario("kind = \"load\"\nhosts = 8\nleaves = 2\nduration_us = 200\n");
    let outcome = simulate(&load).expect("a run");
    let queue = report::figures(&load, &outcome).queue;
    let trace = &outcome.queue_trace;
    assert!(trace.rows() <= 1000, "one entry a row");
    let of_all: Vec<u64> = (0..trace.rows()).map(|row| *trace.row(row).iter().max().expect("ports")).collect();
    assert_eq!((&queue.all_longest_over_time, queue.interval_ns), (&of_all, 1000));
    let own = outcome.ports.iter().position(|&port| port == (queue.node, queue.port)).expect("a port");
    let of_port: Vec<u64> = trace.column(own).collect();
    let longer = of_all.iter().zip(&of_port).filter(|(all, port)| all > port).count();
    assert!(longer > 20 && of_all.iter().max() == of_port.iter().max(), "{longer} of {} samples", of_all.len());
    let page = file(&report::files(&load, &outcome), "report.html");
    let of_port = format!("Queue of sw{}port{}, which had the longest one", queue.node, queue.port);
    assert!(page.contains("Longest queue of all ports over time") && page.contains(&of_port));
    assert!(page.contains("what is below 1 kB, as 0 is, stands at 1"));
}

#[test]
fn the_distribution_of_few_fcts_has_each_of_them() {
    let join = scenario("kind = \"join\"\nsenders = 4\ngap_us = 50\n");
    let outcome = simulate(&join).expect("a run");
    let mut fcts: Vec<u64> = outcome.flows.iter().filter_map(|flow| flow.fct_ns).collect();
    fcts.sort_unstable();
    let expected: Vec<[u64; 2]> = fcts.into_iter().zip(1..).map(|(ns, n)| [ns, n]).collect();
    assert_eq!(report::figures(&join, &outcome).fct_cdf, expected);
}

#[test]
fn rows_and_pictures_of_flows_begin_with_their_start() {
    let join = scenario("kind = \"join\"\nsenders = 4\ngap_us = 50\ncc = \"hpcc\"\n");
    let outcome = simulate(&join).expect("a run");
    let table = file(&report::files(&join, &outcome), "qp.csv");
    let rows: Vec<Vec<u64>> =
        table.lines().skip(1).map(|line| line.split(',').map(|value| value.parse().expect(line)).collect()).collect();
    let mut delivered = [0; 4];
    for row in &rows {
        let flow = &outcome.flows[row[1] as usize].spec;
        assert!(row[0] >= flow.start_ns && row[2] >= 1000 && row[3] > 1_000_000_000, "{row:?}");
        delivered[row[1] as usize] += row[4];
    }
    let bytes: Vec<u64> = outcome.flows.iter().map(|flow| flow.spec.bytes).collect();
    assert_eq!(delivered[..], bytes);
    // of many flows those with the most bytes are traced
    let load = scenario("kind = \"load\"\nhosts = 8\nduration_us = 500\n");
    let outcome = simulate(&load).expect("a run");
    let bytes = |flow: &usize| outcome.flows[*flow].spec.bytes;
    let least = outcome.traced.iter().map(bytes).min();
    let others = (0..outcome.flows.len()).filter(|flow| !outcome.traced.contains(flow));
    assert!(outcome.traced.len() == 64 && others.map(|flow| bytes(&flow)).max() <= least);
    let files = report::files(&load, &outcome);
    let flows: std::collections::BTreeSet<_> =
        file(&files, "qp.csv").lines().skip(1).filter_map(|line| line.split(',').nth(1).map(str::to_owned)).collect();
    assert_eq!(flows.len(), 16);
    let page = file(&files, "report.html");
    let all = outcome.flows.len();
    assert!(page.contains(&format!("Rates at the receivers, 8 of {all} flows with the most bytes")));
    assert!(page.contains(&format!("Fairness over time, 64 of {all} flows")));
    assert!(page.contains("Jain&apos;s index of the rates") || page.contains("Jain's index of the rates"));
    assert!(page.contains("Jain's index of bytes / FCT"));
}

#[test]
fn a_window_below_one_packet_is_shown_as_rate_times_rtt() {
    let of = |senders: u32| {
        let text = format!("kind = \"tiny-windows\"\nsenders = {senders}\nflows_per_sender = 32\nbytes = 400_000\n");
        let outcome = simulate(&scenario(&text)).expect("a run");
        file(&report::files(&scenario(&text), &outcome), "report.html")
    };
    let title = "Window of a QP; below one packet, its rate times the RTT";
    let (many, few) = (of(16), of(1));
    assert!(many.contains(title) && many.contains("window (bytes)"), "16 senders");
    assert!(!few.contains(title) && few.contains("Window of a QP\n"), "one sender");
}

#[test]
fn pauses_have_pictures_of_one_run_and_of_several() {
    let text = "kind = \"incast\"\nsenders = 4\nbytes = 1_000_000\nmemory_kib = 2048\ncc = \"dcqcn-p\"\n";
    let (paused, free) = (scenario(text), scenario(&text.replace("dcqcn-p", "hpcc")));
    let outcome = simulate(&paused).expect("a run");
    let figures = report::figures(&paused, &outcome);
    let pfc = &figures.pfc;
    let over_time: u64 = pfc.paused_over_time_ns.iter().sum();
    assert!(pfc.paused_ns > 100_000 && over_time <= pfc.paused_ns && over_time + 4000 > pfc.paused_ns, "{pfc:?}");
    assert_eq!(pfc.ports.iter().map(|port| port.paused_ns).sum::<u64>(), pfc.paused_ns);
    assert!(pfc.paused_over_time_ns.iter().all(|&ns| ns <= 4 * pfc.interval_ns), "four hosts");
    let page = file(&report::files(&paused, &outcome), "report.html");
    for part in ["Ports paused by PFC over time", "Time that ports were paused", "host 0"] {
        assert!(page.contains(part), "{part}");
    }
    let without = simulate(&free).expect("a run");
    let other = report::figures(&free, &without);
    assert!(other.pfc.paused_over_time_ns.is_empty() && other.pfc.ports.is_empty());
    assert!(!file(&report::files(&free, &without), "report.html").contains("ports were paused"));
    assert!(report::compare(&[figures, other]).expect("two").html.contains("Ports paused by PFC over time"));
}

#[test]
fn runs_are_called_by_what_differs_and_those_without_a_curve_are_told() {
    let of = |more: &str| {
        let scenario = scenario(&format!("kind = \"incast\"\nsenders = 2\nbytes = 20_000\ncc = \"hpcc\"\n{more}"));
        report::figures(&scenario, &simulate(&scenario).expect("a run"))
    };
    let settings = ["", "latency_ns = 500", "max_stage = 0", "max_stage = 0\n[fcr]\nlate_us = 3"];
    let compared = report::compare(&settings.map(of)).expect("four");
    let names = ["latency_ns=500", "max_stage=0", "fcr.late_us=3"];
    for name in names {
        assert!(compared.queue_svg.contains(name), "{name}");
    }
    for row in ["<th>latency_ns</th><td>0</td><td>500</td><td>0</td><td>0</td>", "<th>bytes</th><td>20000</td>"] {
        assert!(compared.html.contains(row), "{row}");
    }
    assert!(compared.table.contains("\nlatency_ns ") && !compared.table.contains("\nbytes "), "{}", compared.table);
    let nine: Vec<Figures> = (1..=9).map(|ns| of(&format!("latency_ns = {ns}"))).collect();
    let compared = report::compare(&nine).expect("nine");
    assert_eq!(compared.left_out, "the pictures show the first 8 of 9 runs, and not latency_ns=9");
    assert!(
        compared.html.contains(&compared.left_out) && report::compare(&nine[..8]).expect("eight").left_out.is_empty()
    );
}
