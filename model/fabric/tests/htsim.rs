//! Files of htsim: connection matrices with triggers, and fat trees. Figures are worked out by hand: at 25G a packet of
//! 1000 bytes takes 335 ns a link and its ACK 19, and each of a star's two links 1000 ns more.

use fabric::nic::{Algorithm, Mode};
use fabric::random::Random;
use fabric::read::Matrix;
use fabric::scenario::Scenario;
use fabric::{Done, FlowSpec, Outcome, Topology, Trigger, TriggerKind, simulate};
use std::fs;
use std::path::{Path, PathBuf};

/// Two pods of two switches of three hosts each, two switches above each, and two above all, by two links each.
const TREE: &str = "# three tiers\nNodes 12\nTiers 3\nPodsize 6\n\nTier 0\nDownlink_speed_Gbps 100\nRadix_Down 3\n\
                    Radix_Up 2\nDownlink_Latency_ns 500\nSwitch_Latency_ns 0\n\nTier 1\nOversubscribed 1\n\
                    downlink_speed_gbps 150\nRadix_Down 2\nRadix_Up 2\nDownlink_Latency_ns 1000\n\nTier 2\n\
                    Downlink_speed_Gbps 150\nRadix_Down 4\nDownlink_Latency_ns 2000\nBundle 2\n";
/// Two tiers: two switches of four hosts, one above them.
const FLAT: &str = "Nodes 8\nTiers 2\nPodsize 8\nTier 0\nDownlink_speed_Gbps 25\nRadix_Down 4\nRadix_Up 1\n\
                    Downlink_Latency_ns 1000\nOversubscribed 4\nTier 1\nDownlink_speed_Gbps 25\nRadix_Down 2\n\
                    Downlink_Latency_ns 1000\n";
/// Its parts by themselves come out even, but three switches do not fill four ports.
const WIDE: &str = "Nodes 12\nTiers 2\nPodsize 12\nTier 0\nDownlink_speed_Gbps 25\nRadix_Down 4\nRadix_Up 3\n\
                    Downlink_Latency_ns 1000\nTier 1\nDownlink_speed_Gbps 25\nRadix_Down 4\nDownlink_Latency_ns 1\n";
/// All that a matrix has.
const MATRIX: &str = "# all of it\nNodes 8\nConnections 6\nTriggers 3\nFailures 0\n\
                      0->1 id 1 start 0 size 1000 recv_done_trigger 1 send_done_trigger 3\n\
                      1->2 id 2 trigger 1 size 1000 send_done_trigger 2\n\
                      2->3 id 3 trigger 2 size 2000 send_done_trigger 2\n\
                      3->4 id 4 trigger 2 size 3000\n\
                      7->0 start 1500 size 1000 send_done_trigger 3\n\
                      4->5 id 5 trigger 3 size 500\n\
                      trigger id 1 oneshot\ntrigger id 2 multishot\ntrigger id 3 barrier count 2\n";

fn matrix(text: &str) -> Result<Matrix, String> {
    Matrix::parse(Path::new("t.cm"), text, 100).map_err(|e| e.to_string())
}

fn tree(text: &str) -> Result<Topology, String> {
    Topology::parse_tree(Path::new("n.topo"), text, 1024).map_err(|e| e.to_string())
}

fn place(files: &[(&str, &str)]) -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a folder");
    files.iter().for_each(|(name, text)| fs::write(place.path().join(name), text).expect("written"));
    place
}

fn run(given: &[PathBuf]) -> Result<Outcome, String> {
    let mut scenario = Scenario::of(given).map_err(|e| e.to_string())?;
    scenario.cc = Algorithm::Reference(Mode::Dctcp);
    simulate(&scenario).map_err(|e| e.to_string())
}

fn starts(outcome: &Outcome) -> Vec<u64> {
    assert!(outcome.complete);
    outcome.flows.iter().map(|flow| flow.spec.start_ns).collect()
}

#[test]
fn a_matrix_is_read_as_it_is_written() {
    let read = matrix(MATRIX).expect("a matrix");
    let flow = |src, dst, bytes, start_ns| FlowSpec { src, dst, port: 100, bytes, start_ns };
    let later = FlowSpec::LATER;
    let flows = [
        flow(0, 1, 1000, 0),
        flow(1, 2, 1000, later),
        flow(2, 3, 2000, later),
        flow(3, 4, 3000, later),
        flow(7, 0, 1000, 1),
        flow(4, 5, 500, later),
    ];
    assert_eq!((read.nodes, &read.flows[..]), ((8, 2), &flows[..]));
    let trigger = |kind, by: &[(usize, Done)], starts: &[usize]| Trigger { kind, by: by.into(), starts: starts.into() };
    let expected = [
        trigger(TriggerKind::Oneshot, &[(0, Done::Received)], &[1]),
        trigger(TriggerKind::Multishot, &[(1, Done::Sent), (2, Done::Sent)], &[2, 3]),
        trigger(TriggerKind::Barrier(2), &[(0, Done::Sent), (4, Done::Sent)], &[5]),
    ];
    assert_eq!(read.triggers, expected);
    // the ends of lines of another system, tabs, a definition before its use, a byte order mark
    let lines: Vec<&str> = MATRIX.lines().collect();
    let turned = [&lines[..5], &lines[11..], &lines[5..11]].concat().join("\r\n");
    assert_eq!(matrix(&turned.replace(" size ", "\tsize ")).expect("a matrix"), read);
    let of = |start: &str| matrix(&format!("Nodes 2\nConnections 1\n0->1 start {start} size 1")).map(|m| m.flows[0]);
    for (start, ns) in
        [("999", 0), ("1e6", 1000), ("2500.9", 2), ("0.000000", 0), ("9223372036854775807", 9_223_372_036_854_775)]
    {
        assert_eq!(of(start).map(|flow| flow.start_ns), Ok(ns), "{start}");
    }
}

/// A star at 25G of as many hosts as the matrix has nodes: 2,670 ns until a packet has come, 2,038 more until its ACK
/// has.
#[test]
fn flows_start_when_others_are_done_to_the_ns() {
    let toml = "kind = \"matrix\"\nflows = \"t.cm\"\nrate_gbps = 25\n";
    let place = place(&[("s.toml", toml), ("t.cm", MATRIX)]);
    let outcome = run(&[place.path().join("s.toml")]).expect("a run");
    let ack = 2670 + 2038;
    // host 1 first sends the ACK of what it has; of flow 2 there are two packets, 335 ns apart
    let second = 2670 + 19 + ack;
    let expected = [0, 2670, second, second + 335 + ack, 1, ack + 1];
    assert_eq!(starts(&outcome), expected);
    assert_eq!(outcome.queue_text, None, "that is of public files");
    assert_eq!(outcome.fct_text.lines().count(), 6);
}

/// Each time that a multishot trigger is set off starts one flow, and what is left over nothing.
#[test]
fn a_trigger_that_is_set_off_more_often_than_it_has_flows_starts_them_once() {
    let text = "Nodes 4\nConnections 4\nTriggers 2\n0->3 start 0 size 1000 send_done_trigger 1 recv_done_trigger 1\n\
                1->3 start 9e6 size 1000 send_done_trigger 1 recv_done_trigger 2\n2->3 id 1 trigger 1 size 1000\n\
                2->0 id 2 trigger 1 size 1000\ntrigger id 1 multishot\ntrigger id 2 oneshot\n";
    let place = place(&[("s.toml", "kind = \"matrix\"\nflows = \"t.cm\"\nrate_gbps = 25\n"), ("t.cm", text)]);
    assert_eq!(starts(&run(&[place.path().join("s.toml")]).expect("a run")), [0, 9000, 2670, 4708]);
}

#[test]
fn a_tree_has_the_switches_and_links_that_its_numbers_come_to() {
    let topology = tree(TREE).expect("a tree");
    assert_eq!((topology.nodes(), topology.links().len()), (12 + 4 + 4 + 2, 12 + 8 + 8));
    assert!((0..22).all(|node| topology.is_switch(node) == (node >= 12)));
    let of = |range: std::ops::Range<usize>| {
        let links = &topology.links()[range];
        assert!(links.iter().all(|link| (link.rate_bps, link.delay_ns) == (links[0].rate_bps, links[0].delay_ns)));
        (links[0].rate_bps / 1_000_000_000, links[0].delay_ns, links.iter().map(|link| link.ends).collect::<Vec<_>>())
    };
    let (gbps, delay_ns, ends) = of(0..12);
    assert_eq!((gbps, delay_ns, &ends[2..4]), (100, 500, &[[2, 12], [3, 13]][..]));
    let each = [[12, 16], [12, 17], [13, 16], [13, 17], [14, 18], [14, 19], [15, 18], [15, 19]];
    assert_eq!(of(12..20), (150, 1000, each.to_vec()));
    let each = [[16, 20], [17, 21], [18, 20], [19, 21]];
    assert_eq!(of(20..28), (150, 2000, each.into_iter().flat_map(|ends| [ends; 2]).collect()));
    assert_eq!(tree(&TREE.replace('\n', "\r\n")), Ok(topology));
    assert_eq!(tree(FLAT).map(|flat| (flat.nodes(), flat.links().len())), Ok((11, 10)));
    // the greatest that there may be
    let big = "Nodes 1024\nTiers 3\nPodsize 64\nTier 0\nDownlink_speed_Gbps 400\nRadix_Down 8\nRadix_Up 8\n\
               Downlink_Latency_ns 9\nTier 1\nDownlink_speed_Gbps 400\nRadix_Down 8\nRadix_Up 8\nDownlink_Latency_ns 9\n\
               Tier 2\nDownlink_speed_Gbps 400\nRadix_Down 16\nDownlink_Latency_ns 9\n";
    assert_eq!(tree(big).map(|big| big.nodes()), Ok(1024 + 128 + 128 + 64));
}

/// In any order, of a folder, by TOML, and with files of the other simulator; the same flows each time.
#[test]
fn a_matrix_runs_on_a_tree_and_both_with_other_files() {
    let net = "11 3 10\n8 9 10\n0 8 25Gbps 1us 0\n1 8 25Gbps 1us 0\n2 8 25Gbps 1us 0\n3 8 25Gbps 1us 0\n\
               4 9 25Gbps 1us 0\n5 9 25Gbps 1us 0\n6 9 25Gbps 1us 0\n7 9 25Gbps 1us 0\n8 10 25Gbps 1us 0\n\
               9 10 25Gbps 1us 0\n";
    let toml = "kind = \"files\"\ntopology = \"n.topo\"\nflows = \"t.cm\"\n";
    let built = "kind = \"matrix\"\nflows = \"t.cm\"\nrate_gbps = 25\nleaves = 2\nspines = 1\nspine_gbps = 25\n";
    let place = place(&[("n.topo", FLAT), ("t.cm", MATRIX)]);
    let at = |name: &str| place.path().join(name);
    let first = run(&[place.path().to_owned()]).expect("a folder");
    assert!(first.complete && first.queue_text.is_some());
    for (name, text) in [("net.txt", net), ("s.toml", toml), ("b.toml", built)] {
        fs::write(at(name), text).expect("written");
    }
    let given: [&[PathBuf]; 4] =
        [&[at("t.cm"), at("n.topo")], &[at("net.txt"), at("t.cm")], &[at("s.toml")], &[at("b.toml")]];
    for given in given {
        assert_eq!(run(given).expect("a run").fct_text, first.fct_text, "{given:?}");
    }
    fs::write(at("flow.txt"), "1\n0 7 3 100 1000 2.0\n").expect("written");
    assert!(run(&[at("n.topo"), at("flow.txt")]).expect("a run").complete);
    // by what they have, whatever they are called
    fs::rename(at("t.cm"), at("a")).and_then(|()| fs::rename(at("n.topo"), at("b"))).expect("renamed");
    assert_eq!(run(&[at("a"), at("b")]).expect("a run").fct_text, first.fct_text);
    let told = run(&[at("a")]).expect_err("no network");
    assert!(told.contains("a: expected a topology with it (topology.txt, or htsim's .topo), or kind = "), "{told}");
    fs::write(at("c"), TREE).expect("written");
    let told = run(&[at("a"), at("c")]).expect_err("12 hosts");
    assert!(told.ends_with("a:2: expected Nodes 12, as the network has hosts, found `8`"), "{told}");
    fs::write(at("b.toml"), "kind = \"matrix\"\nhosts = 8\n").expect("written");
    assert!(
        run(&[at("b.toml")]).expect_err("no key").contains("b.toml:2: expected a key that kind = \"matrix\" takes")
    );
    fs::write(at("b.toml"), "kind = \"matrix\"\n").expect("written");
    assert!(run(&[at("b.toml")]).expect_err("no matrix").contains("b.toml:1: kind: expected a key flows"));
}

/// What an algorithm cannot take of a tree is told with the line of the tier.
#[test]
fn a_rate_of_a_tier_that_an_algorithm_lacks_has_its_line() {
    let place = place(&[("n.topo", &FLAT.replace("Gbps 25", "Gbps 5000")), ("t.cm", MATRIX)]);
    let mut scenario = Scenario::of(&[place.path().to_owned()]).expect("a folder");
    scenario.cc = Algorithm::named("hpcc").expect("a name");
    let told = simulate(&scenario).expect_err("too fast").to_string();
    assert!(told.contains("n.topo:4: "), "{told}");
}

#[test]
fn what_is_wrong_in_a_matrix_is_told_with_its_line() {
    let two = |lines: &str| format!("Nodes 4\nConnections 2\nTriggers 1\n{lines}\n");
    let one = |line: &str| format!("Nodes 4\nConnections 1\n{line}\n");
    let cases = [
        ("".to_owned(), "1: expected a line Nodes with a number, found the end of the file"),
        ("Nodes 4\n".to_owned(), "2: expected a line Connections with a number, found the end of the file"),
        ("Nodes\n".to_owned(), "1: expected the number of Nodes, at most 4294967295, found the end of the line"),
        ("Nodes 4\nNodes 4\n".to_owned(), "2: expected each of Nodes, Connections, Triggers and Failures once, before all connections, found `Nodes`"),
        ("Nodes 4\nConnections 101\n".to_owned(), "2: expected the number of Connections, at most 100, found `101`"),
        ("Nodes 4\nConnections 0\n".to_owned(), "2: expected at least 1 connection, found `0`"),
        ("Nodes 4\n0->1 start 0 size 1\n".to_owned(), "2: expected Nodes and Connections with their numbers before all connections and triggers, found `0->1`"),
        ("Nodes 4\nFailures 1\n".to_owned(), "2: expected Failures 0: a link that fails is a [[link]] of a TOML scenario, found `1`"),
        (one("failure switch_type AGG switch_id 0 link_id 0"), "3: expected no failure: a link that fails is a [[link]] of a TOML scenario, found `failure`"),
        (one("0->1 start 0 size 1\nConnections 1"), "4: expected each of Nodes, Connections, Triggers and Failures once, before all connections, found `Connections`"),
        (one("0->1 start 0 size 1\n0->2 start 0 size 1"), "4: expected 1 connections, as Connections says, found one more"),
        ("Nodes 4\nConnections 2\n0->1 start 0 size 1\n".to_owned(), "2: expected 1 connections, as the file has, found `2`"),
        (two("0->1 start 0 size 1\n0->2 start 0 size 1"), "3: expected 0 triggers, as the file has, found `1`"),
        (one("0->1 start 0 size 1\ntrigger id 1 oneshot"), "4: expected 0 triggers, as Triggers says, found one more"),
        (one("0->4 start 0 size 1"), "3: expected a host below 4, as Nodes says, found `4`"),
        (one("0-> 1 start 0 size 1"), "3: expected a host below 4, as Nodes says, found ``"),
        (one("2->2 start 0 size 1"), "3: expected a destination that is not the source, found `2`"),
        (one("0 1 start 0 size 1"), "3: expected a connection such as 0->1 start 0 size 1000, or a trigger such as trigger id 1 oneshot, found `0`"),
        (one("0->1 start 0 size 0"), "3: expected a size in bytes, 1 to 1125899906842624, without a unit, found `0`"),
        (one("0->1 start 0 size 2MB"), "3: expected a size in bytes, 1 to 1125899906842624, without a unit, found `2MB`"),
        (one("0->1 start 5us size 1"), "3: expected a start in ps below 2^63, a decimal without a unit, found `5us`"),
        (one("0->1 start -1 size 1"), "3: expected a start in ps below 2^63, a decimal without a unit, found `-1`"),
        (one("0->1 start 0"), "3: expected a size, found the end of the line"),
        (one("0->1 size 1"), "3: expected a start or a trigger, found the end of the line"),
        (one("0->1 id 1 start 0 trigger 1 size 1"), "3: expected a start or a trigger, found both"),
        (one("0->1 id 0 start 0 size 1"), "3: expected a whole number from 1 to 4294967295, found `0`"),
        (one("0->1 start 0 start 0 size 1"), "3: expected start once, found a second"),
        (one("0->1 start 0 size 1 prio 3"), "3: expected no prio, as all flows are of one class here, found `prio`"),
        (one("0->1 start 0 size 1 addon"), "3: expected no addon, as a trigger starts a flow here, and adds nothing to one, found `addon`"),
        (one("0->1 start 0 size 1 color red"), "3: expected id, start, size, trigger, send_done_trigger or recv_done_trigger, found `color`"),
        (one("0->1 trigger 1 size 1"), "3: expected an id, as a trigger starts it, found the end of the line"),
        (one("0->1 id 1 trigger 7 size 1"), "3: expected a trigger that has a line trigger id 7, found none for `7`"),
        (two("0->1 id 1 start 0 size 1\n0->2 id 1 start 0 size 1\ntrigger id 1 oneshot"), "5: expected an id of its own, as line 4 has this one, found `1`"),
        (two("trigger id 1 oneshot\ntrigger id 1 oneshot"), "5: expected an id of its own, as the trigger of line 4 has this one, found `1`"),
        (two("trigger id 1"), "4: expected oneshot, multishot or barrier, found the end of the line"),
        (two("trigger oneshot"), "4: expected an id, found the end of the line"),
        (two("trigger id 1 oneshot barrier"), "4: expected one of oneshot, multishot and barrier once, found a second"),
        (two("trigger id 1 oneshot count 2"), "4: expected a count of a barrier alone, found `count 2`"),
        (two("trigger id 1 barrier"), "4: expected a count of the barrier, found the end of the line"),
        (two("trigger id 1 twice"), "4: expected id, oneshot, multishot or barrier, or count, found `twice`"),
        (two("0->1 start 0 size 1 send_done_trigger 1\n1->2 start 0 size 1 send_done_trigger 1\ntrigger id 1 oneshot"),
         "5: expected one flow that sets off the oneshot trigger 1, that of line 4, found a second"),
        (two("0->1 start 0 size 1 send_done_trigger 1\n1->2 id 2 trigger 1 size 1\ntrigger id 1 barrier count 2"),
         "6: expected count 1 of barrier 1, as flows set it off so many times, found `2`"),
        (two("0->1 start 0 size 1\n1->2 id 2 trigger 1 size 1\ntrigger id 1 oneshot"),
         "5: expected a flow that can start, found trigger 1, which no flow sets off"),
        (two("0->1 id 3 trigger 1 size 1 send_done_trigger 1\n1->2 start 0 size 1\ntrigger id 1 oneshot"),
         "4: expected a flow that can start, found trigger 1, which waits for this flow itself"),
        ("Nodes 4\nConnections 3\nTriggers 1\n0->1 start 0 size 1 send_done_trigger 1\n1->2 id 1 trigger 1 size 1\n1->3 id 2 trigger 1 size 1\ntrigger id 1 multishot\n".to_owned(),
         "6: expected a flow that can start, found trigger 1, set off 1 times, with 1 flows that start before it"),
        // the first waits for a ring of two others
        ("Nodes 4\nConnections 4\nTriggers 3\n0->1 id 9 trigger 3 size 1\n0->1 id 1 trigger 1 size 1 send_done_trigger 2\n1->2 id 2 trigger 2 size 1 send_done_trigger 1 recv_done_trigger 3\n1->3 start 0 size 1\ntrigger id 1 oneshot\ntrigger id 2 oneshot\ntrigger id 3 oneshot\n".to_owned(),
         "6: expected a flow that can start, found trigger 2, which waits for this flow itself"),
    ];
    for (text, told) in cases {
        assert_eq!(matrix(&text), Err(format!("t.cm:{told}")), "{text}");
    }
}

#[test]
fn what_is_wrong_in_a_tree_is_told_with_its_line() {
    let cases = [
        (TREE, "Nodes 12", "Nodes 1", "2: expected 2 to 1024 for Nodes, without a unit, found `1`"),
        (TREE, "Nodes 12", "Nodes 2000", "2: expected 2 to 1024 for Nodes, without a unit, found `2000`"),
        (TREE, "Nodes 12", "Nodes 13", "2: expected a multiple of 6, the Podsize, found `13`"),
        (TREE, "Nodes 12\n", "", "24: expected a line Nodes with a number, found none"),
        (TREE, "Tiers 3", "Tiers 4", "3: expected 2 to 3 for Tiers, without a unit, found `4`"),
        (TREE, "Tiers 3", "Tiers 2", "20: expected 0 to 1 for Tier, without a unit, found `2`"),
        (TREE, "Podsize 6", "Podsize 4", "4: expected a multiple of 3, the Radix_Down of tier 0, found `4`"),
        (TREE, "Tier 1", "Tier 0", "13: expected each tier once, as line 6 has this one, found `0`"),
        (
            TREE,
            "Gbps 100",
            "Gbps 100Gbps",
            "7: expected 1 to 8000 for Downlink_speed_Gbps, without a unit, found `100Gbps`",
        ),
        (TREE, "Gbps 100", "Gbps 0", "7: expected 1 to 8000 for Downlink_speed_Gbps, without a unit, found `0`"),
        (
            TREE,
            "Gbps 100",
            "Gbps 90",
            "15: expected Downlink_speed_Gbps by which 1080 Gbit/s go up, 1 to 1, found `150`",
        ),
        (
            TREE,
            "Radix_Up 2\nDownlink_Latency_ns 500",
            "Radix_Up 4\nDownlink_Latency_ns 500",
            "9: expected Radix_Up of at most Radix_Down, which is 3, found `4`",
        ),
        (
            TREE,
            "Radix_Up 2\nDownlink_Latency_ns 500",
            "Radix_Up 3\nDownlink_Latency_ns 500",
            "9: expected Radix_Up 2, 2 switches a pod above it times their Bundle, found `3`",
        ),
        (
            TREE,
            "Oversubscribed 1",
            "Oversubscribed 7",
            "21: expected Downlink_speed_Gbps by which 1200 Gbit/s go up, 7 to 1, found `150`",
        ),
        (
            TREE,
            "Switch_Latency_ns 0",
            "Switch_Latency_ns 300",
            "11: expected Switch_Latency_ns 0, as switches take no time here: it may stand in Downlink_Latency_ns, found `300`",
        ),
        (
            TREE,
            "Switch_Latency_ns 0",
            "Queue_Up 9000",
            "11: expected no Queue_Up, as the ports of a switch share its memory here (memory_kib of a TOML scenario), found `Queue_Up`",
        ),
        (TREE, "Switch_Latency_ns 0", "Radix_Down 3", "11: expected Radix_Down once, as line 8 has it, found a second"),
        (
            TREE,
            "Switch_Latency_ns 0",
            "Oversubscribed 2",
            "11: expected Oversubscribed 1, as Radix_Down is to Radix_Up, found `2`",
        ),
        (TREE, "Switch_Latency_ns 0", "Bundle 3", "11: expected Bundle 1, as a host has one link, found `3`"),
        (
            TREE,
            "Switch_Latency_ns 0",
            "Colour 3",
            "11: expected Downlink_speed_Gbps, Downlink_Latency_ns, Radix_Up, Radix_Down, Oversubscribed, Bundle or Switch_Latency_ns, found `Colour`",
        ),
        (TREE, "Tier 0\n", "", "6: expected Nodes, Tiers, Podsize or Tier, found `Downlink_speed_Gbps`"),
        (TREE, "Radix_Down 2\n", "", "13: expected a line Radix_Down in this tier with a number, found none"),
        (
            TREE,
            "Radix_Down 2",
            "Radix_Down 4",
            "9: expected Radix_Up 1, 1 switches a pod above it times their Bundle, found `2`",
        ),
        (TREE, "Bundle 2", "Radix_Up 2", "24: expected no Radix_Up in tier 2, as it is the top one, found one"),
        (TREE, "Bundle 2", "Podsize 6", "24: expected Nodes, Tiers and Podsize before the first Tier, found `Podsize`"),
        (TREE, "Bundle 2", "Bundle 3", "17: expected a multiple of 3, the Bundle of the tier above, found `2`"),
        (TREE, "Bundle 2", "Bundle 1", "17: expected Radix_Up 1, 1 switches above it times their Bundle, found `2`"),
        (TREE, "Radix_Down 4", "Radix_Down 8", "22: expected a multiple of 2, the switches a pod of tier 1, found `1`"),
        (WIDE, "Tier 1", "Tier 1", "11: expected Radix_Down 3, 3 switches a pod below it times its Bundle, found `4`"),
        (FLAT, "Podsize 8", "Podsize 4", "3: expected Podsize 8, all Nodes, as there are two tiers, found `4`"),
        (FLAT, "Tiers 2", "Tiers 3", "14: expected a line Tier 2 with a number, found none"),
    ];
    for (text, part, other, told) in cases {
        assert!(text.contains(part), "{part}");
        assert_eq!(tree(&text.replacen(part, other, 1)), Err(format!("n.topo:{told}")), "{part} to {other}");
    }
}

/// A text with a few words, lines or bytes that are others, twice there, gone, or moved.
fn broken(text: &str, random: &mut Random) -> String {
    let odd = [
        "0",
        "1",
        "-1",
        "18446744073709551616",
        "4294967295",
        "->",
        "0->1",
        "trigger",
        "id",
        "Nodes",
        "Tier",
        "1e99",
        "\u{e9}",
        "#",
        "100G",
        ".",
        "nan",
        "65536",
        "\0",
    ];
    let mut text = text.to_owned();
    for _ in 0..=random.below(4) {
        let mut lines: Vec<Vec<String>> =
            text.split('\n').map(|line| line.split(' ').map(str::to_owned).collect()).collect();
        let line = random.below(lines.len() as u64) as usize;
        let word = random.below(lines[line].len() as u64) as usize;
        match random.below(7) {
            0 => lines[line][word] = odd[random.below(odd.len() as u64) as usize].to_owned(),
            1 => drop(lines[line].remove(word)),
            2 => lines[line].insert(word, odd[random.below(odd.len() as u64) as usize].to_owned()),
            3 => drop(lines.remove(line)),
            4 => lines.insert(line, lines[line].clone()),
            5 => {
                let other = random.below(lines.len() as u64) as usize;
                lines.swap(line, other);
            }
            // a number that may yet be one
            _ => lines[line][word] = random.below(13).to_string(),
        }
        text = lines.iter().map(|line| line.join(" ")).collect::<Vec<_>>().join("\n");
        if random.below(8) == 0 {
            let cut = random.below(text.len() as u64 + 1) as usize;
            text.truncate((0..=cut).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0));
        }
    }
    text
}

/// A reader takes a text or says where it is wrong; what it takes is a network and flows that end.
#[test]
fn no_broken_text_makes_a_reader_panic_and_what_it_takes_runs() {
    let seed = 18;
    println!("seed {seed}");
    let mut random = Random::new(seed, 0);
    let told = |name: &str, message: &str, text: &str| {
        let rest = message.strip_prefix(name).and_then(|rest| rest.strip_prefix(':'));
        let (line, rest) = rest.and_then(|rest| rest.split_once(": ")).unwrap_or_default();
        let lines = text.split('\n').count();
        let line = line.parse().unwrap_or(0);
        assert!(
            (1..=lines + 1).contains(&line) && rest.contains("expected ") && rest.contains("found "),
            "{message}\n{text}"
        );
        assert!(!message.contains(['\n', '\0']), "{message:?}");
    };
    let (mut taken, mut refused, mut ran) = ([0; 2], [0; 2], 0);
    let dir = place(&[]);
    let at = |name: &str| dir.path().join(name);
    for _ in 0..4000 {
        let text = broken(MATRIX, &mut random);
        match matrix(&text) {
            Ok(read) => {
                taken[0] += 1;
                if ran < 60
                    && read.nodes.0 == 8
                    && read.flows.iter().all(|f| f.bytes < 1 << 20 && f.start_ns + 1 < 1 << 40)
                {
                    fs::write(at("t.cm"), &text).and_then(|()| fs::write(at("n.topo"), FLAT)).expect("written");
                    let outcome = run(&[at("t.cm"), at("n.topo")]).expect(&text);
                    assert!(outcome.complete, "{text}");
                    ran += 1;
                }
            }
            Err(message) => {
                refused[0] += 1;
                told("t.cm", &message, &text);
            }
        }
        let text = broken(TREE, &mut random);
        match tree(&text) {
            Ok(topology) => {
                taken[1] += 1;
                assert!((4..=4096).contains(&topology.nodes()), "{text}");
            }
            Err(message) => {
                refused[1] += 1;
                told("n.topo", &message, &text);
            }
        }
    }
    println!("taken {taken:?}, refused {refused:?}, ran {ran}");
    assert!(taken.iter().chain(&refused).all(|&count| count > 100) && ran > 20);
}
