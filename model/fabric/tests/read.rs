//! Readers: what is wrong is told with file, line and what was expected, and nothing ends in a panic.

use fabric::nic::Mode;
use fabric::read::Cdf;
use fabric::{BuildError, Fabric, FlowSpec, Link, Options, Topology};
use proptest::prelude::*;
use std::path::Path;

fn topology(text: &str) -> Result<Topology, String> {
    Topology::parse(Path::new("topology.txt"), text).map_err(|e| e.to_string())
}

fn flows(text: &str) -> Result<Vec<FlowSpec>, String> {
    FlowSpec::parse(Path::new("flow.txt"), text).map_err(|e| e.to_string())
}

#[test]
fn a_topology_is_read_as_it_is_written() {
    let read = topology("3 1 2\n0\n0 1 100Gbps 0.001ms 0\n\n 0\t2 25000Mbps 1500ns 0.25\r\n").expect("a topology");
    let mut expected = Topology::new(3);
    expected.set_switch(0);
    expected.link(Link { ends: [0, 1], rate_bps: 100_000_000_000, delay_ns: 1000, loss: 0 });
    expected.link(Link { ends: [0, 2], rate_bps: 25_000_000_000, delay_ns: 1500, loss: 1 << 61 });
    assert_eq!(read, expected);
}

/// Public files have notes, and flows that do not count, behind what their first line counts.
#[test]
fn what_stands_behind_the_counted_lines_is_not_read() {
    let text = "2 1 1\n0\n0 1 1Gbps 1us 0\n";
    assert_eq!(topology(&format!("{text}0 1 1Gbps 1us 0\nFirst line: nodes\n")), topology(text));
    let text = "1\n0 1 3 100 1000 2\n";
    assert_eq!(flows(&format!("{text}0 1 3 100 1000 2\n\nFirst line: # of flows\n")), flows(text));
}

/// As ns-3 reads them.
#[test]
fn numbers_have_the_forms_of_the_public_simulator() {
    let read = |rate: &str, loss: &str| topology(&format!("2 1 1\n0\n0 1 {rate} 1us {loss}")).expect("a topology");
    for (rate, bps) in [
        ("25G", 25_000_000_000),
        ("1.6T", 1_600_000_000_000),
        ("500M", 500_000_000),
        ("64k", 64_000),
        ("25Gb/s", 25_000_000_000),
        ("0.5Mb/s", 500_000),
        ("64kbps", 64_000),
        ("64kb/s", 64_000),
    ] {
        assert_eq!(read(rate, "0").links()[0].rate_bps, bps, "{rate}");
    }
    let losses = ["1e-5", ".5", "1.", "2.5E-1"].map(|loss| read("1Gbps", loss).links()[0].loss);
    assert_eq!((losses[0] >> 30, &losses[1..]), (85_899, &[1 << 62, 1 << 63, 1 << 61][..]));
    let starts =
        [".5", "2.", "2e0"].map(|start| flows(&format!("1\n0 1 3 100 1000 {start}")).expect("one")[0].start_ns);
    assert_eq!(starts, [500_000_000, 2_000_000_000, 2_000_000_000]);
}

#[test]
fn what_is_wrong_in_a_topology_is_told_with_its_line() {
    let rate = "a rate from 1Kbps to 8000Gbps such as 100Gbps or 100G";
    let delay = "a delay of whole ns below 1s such as 0.001ms";
    let node = "a node, a whole number of at most 1";
    let cases = [
        ("", 1, "the numbers of nodes, switches and links", "the end of the file"),
        ("2 0", 1, "the number of links, a whole number of at most 1048576", "the end of the line"),
        ("2 3 1", 1, "the number of switches, a whole number of at most 2", "`3`"),
        ("9999 0 1", 1, "the number of nodes, a whole number of at most 4096", "`9999`"),
        ("2 1 1\n\n2", 3, "1 numbers of different nodes below 2", "`2`"),
        ("2 2 1\n0 0", 2, "2 numbers of different nodes below 2", "`0`"),
        ("2 1 1\n0 1", 2, "1 numbers of different nodes below 2", "`1`"),
        ("2 1 1", 2, "the switches' numbers", "the end of the file"),
        ("2 1 1\n0\n", 3, "link 1 of 1: node, node, rate, delay, error rate", "the end of the file"),
        ("2 1 1\n0\n0 -1 1Gbps 1us 0", 3, node, "`-1`"),
        ("2 1 1\n0\n0 0 1Gbps 1us 0", 3, "two different nodes", "`0 0`"),
        ("2 1 1\n0\n0 1 1 1us 0", 3, rate, "`1`"),
        ("2 1 1\n0\n0 1 0Gbps 1us 0", 3, rate, "`0Gbps`"),
        ("2 1 1\n0\n0 1 1GBps 1us 0", 3, rate, "`1GBps`"),
        ("2 1 1\n0\n0 1 1Gbps 0.5ns 0", 3, delay, "`0.5ns`"),
        ("2 1 1\n0\n0 1 1Gbps 2s 0", 3, delay, "`2s`"),
        ("2 1 1\n0\n0 1 1Gbps 1us", 3, "an error rate from 0 to 1", "the end of the line"),
        ("2 1 1\n0\n0 1 1Gbps 1us 1.5", 3, "an error rate from 0 to 1", "`1.5`"),
        ("2 1 1\n0\n0 1 1Gbps 1us nan", 3, "an error rate from 0 to 1", "`nan`"),
    ];
    for (text, line, expected, found) in cases {
        let message = format!("topology.txt:{line}: expected {expected}, found {found}");
        assert_eq!(topology(text), Err(message), "{text:?}");
    }
}

#[test]
fn what_is_wrong_in_flows_is_told_with_its_line() {
    let start = "the start in seconds, a decimal below 2^34";
    let bytes = "the bytes, a whole number of at most 1125899906842624";
    let cases = [
        ("x", 1, "the number of flows, a whole number of at most 16777216", "`x`"),
        ("1", 2, "flow 1 of 1: source, destination, class, port, bytes, start", "the end of the file"),
        ("1\n0 1 2 100 1000 2", 2, "the class 3", "`2`"),
        ("1\n0 1 3 65536 1000 2", 2, "the destination port, a whole number of at most 65535", "`65536`"),
        ("1\n0 1 3 100 9999999999999999 2", 2, bytes, "`9999999999999999`"),
        ("1\n0 1 3 100 1000 -2", 2, start, "`-2`"),
        ("1\n0 1 3 100 1000 2e", 2, start, "`2e`"),
        ("1\n0 1 3 100 1000", 2, start, "the end of the line"),
    ];
    for (text, line, expected, found) in cases {
        let message = format!("flow.txt:{line}: expected {expected}, found {found}");
        assert_eq!(flows(text), Err(message), "{text:?}");
    }
    let long = flows("1\n0 1 3 100 1000 2 \u{1b}[31m");
    let message = "flow.txt:2: expected the end of the line, as it has source, destination, class, port, bytes, start, \
                   found `\\u{1b}[31m`";
    assert_eq!(long, Err(message.to_owned()));
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let error = Topology::read(Path::new("no/such/topology.txt")).expect_err("there is none").to_string();
    assert!(error.starts_with("no/such/topology.txt: "), "{error}");
}

#[test]
fn a_network_that_cannot_run_is_refused() {
    let build = |text: &str, flow: &str| {
        let topology = topology(text).expect("a topology");
        let options = Options { memory_bytes: Some(1 << 20), ..Options::of(Mode::Hp, 0) };
        Fabric::new(&topology, &flows(flow).expect("flows"), options, |line| Mode::Hp.nic(line)).map(|_| ()).err()
    };
    let star = "3 1 2\n0\n0 1 1Gbps 1us 0\n0 2 1Gbps 1us 0";
    let ends = |src, dst| Some(BuildError::Ends { flow: 0, src, dst, nodes: 3 });
    assert_eq!(build(star, "1\n1 2 3 100 1 2"), None);
    assert_eq!(build(star, "1\n1 1 3 100 1 2"), ends(1, 1));
    assert_eq!(build(star, "1\n0 1 3 100 1 2"), ends(0, 1));
    assert_eq!(build(star, "1\n1 3 3 100 1 2"), ends(1, 3));
    assert!(matches!(build(star, "1\n1 2 3 100 0 2"), Some(BuildError::Flow { flow: 0, .. })));
    let halves = "6 2 4\n0 1\n0 2 1Gbps 1us 0\n0 3 1Gbps 1us 0\n1 4 1Gbps 1us 0\n1 5 1Gbps 1us 0";
    assert_eq!(build(halves, "1\n2 4 3 100 1 2"), Some(BuildError::NoWay { flow: 0, src: 2, dst: 4 }));
    assert_eq!(build("2 1 1\n0\n0 1 1Gbps 1us 0", "0"), Some(BuildError::NoPair));
    assert_eq!(build("2 1 0\n0\n", "0"), Some(BuildError::HostLinks { node: 1, links: 0 }));
    let long = "3 1 2\n0\n0 1 8000Gbps 1ms 0\n0 2 1Gbps 1us 0";
    assert_eq!(build(long, "0"), Some(BuildError::Memory { node: 0, bytes: 1 << 20 }));
}

#[test]
fn a_network_that_no_file_gives_is_refused_too() {
    let build = |nodes, link| {
        let mut topology = Topology::new(nodes);
        topology.link(link);
        Fabric::new(&topology, &[], Options::of(Mode::Hp, 0), |line| Mode::Hp.nic(line)).map(|_| ()).err()
    };
    let link = Link { ends: [0, 1], rate_bps: 1_000_000_000, delay_ns: 1000, loss: 0 };
    assert_eq!(build(2, link), None);
    assert_eq!(build(5000, link), Some(BuildError::Nodes(5000)));
    for link in [
        Link { ends: [0, 2], ..link },
        Link { ends: [1, 1], ..link },
        Link { rate_bps: 0, ..link },
        Link { rate_bps: u64::MAX, ..link },
        Link { delay_ns: u64::MAX, ..link },
    ] {
        assert_eq!(build(2, link), Some(BuildError::Link { link: 0 }), "{link:?}");
    }
}

/// Words that stand in these files, and some that do not.
fn words() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "0",
        "1",
        "2",
        "3",
        "4",
        "100",
        "1000",
        "2.0",
        "100Gbps",
        "1Gbps",
        "0.001ms",
        "1us",
        "0.5",
        "100",
        "\n",
        "\n",
        "\n",
        "-1",
        "1e9",
        "18446744073709551616",
        "Gbps",
        ".",
        "0.0000000000000000001",
        "99999999Gbps",
        "\u{feff}",
    ]);
    prop::collection::vec(word, 0..60).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn no_text_makes_a_reader_panic(text in prop_oneof![words(), any::<String>()]) {
        let _ = flows(&text);
        let _ = Cdf::parse(Path::new("cdf.txt"), &text);
        if let Ok(topology) = topology(&text) {
            let _ = Fabric::new(&topology, &[], Options::of(Mode::Hp, 0), |line| Mode::Hp.nic(line));
        }
    }
}
