//! Bugs put into the emitted Verilog by hand are each found by `verify`, which names the block and prints the shrunk
//! events. A bench that passes correct text proves little; this shows what it rejects.

use crate::bench;
mod advices;
mod dcqcn;
mod dctcp;
pub mod ecc;
mod engine;
mod fast_start;
mod fcr;
mod hpcc;
mod inserter;
mod latest;
mod limit;
mod lowering;
mod lsn;
mod nic_answers;
mod nic_prober;
mod nic_receiver;
mod nic_requests;
mod nic_responder;
mod nic_sender;
mod prober;
mod published;
mod receiver;
mod registers;
mod responder;
mod sender;
mod shaper;
mod shaper_options;
pub mod small;
mod sockets;
mod top_latest;
mod top_limit;
mod trace;

use bench::bugs::{Bug, Bugs};
use layout::config::Config;
use std::process::{Command, Output};
use tb::blocks::BLOCKS;
use tb::{Budget, Options, Report, Verdict};

const SEED: u64 = 1;
/// A block's events, in passes with parameters of their own: as `verify` does it, but fewer.
const EVENTS: u64 = 60_000;
const PASSES: u64 = 6;
/// No list of shrunk events is longer: where a queue must run over, it takes what fits in it (64 updates of QPs of
/// which no two join), and what moves it.
const SHORT: usize = 128;

/// The configuration of hdl/verilog/small.
const SMALL: &str = "hdl/verilog/small/ackwright.toml";

fn seed(pass: u64) -> u64 {
    if pass == 0 { SEED } else { tb::rng::splitmix64(SEED ^ pass << 56) }
}

/// What `verify` finds: the report, and how many events of the block it took.
struct Found {
    report: Box<Report>,
    events: u64,
}

/// Runs the blocks in the order of `verify` up to the first that fails. Of these, only the ones that contain the bug's
/// file: the others have the text that they have without it.
fn verify(bugs: &Bugs, bug: Option<(usize, &Bug)>) -> Option<Found> {
    for block in bugs.blocks().filter(|block| bug.is_none_or(|(_, bug)| bugs.has(block, bug.file))) {
        for pass in 0..PASSES {
            let events = EVENTS / PASSES;
            let outcome = bugs.run(block, bug.map(|(index, _)| index), Options::new(events, seed(pass)));
            if outcome.verdict != Verdict::Equal {
                let report = outcome.report.expect("a failure has a report");
                let last = report.found.map_or(0, |(_, transaction)| transaction + 1);
                return Some(Found { report, events: pass * events + last });
            }
            assert!(outcome.events >= events && outcome.compared > 0, "{block}: {} events", outcome.events);
        }
    }
    None
}

/// What is wrong with what was found, if anything.
fn complaint(bug: &Bug, found: Option<&Found>) -> Option<String> {
    let Some(Found { report, .. }) = found else { return Some("not found".into()) };
    if report.block != bug.block || matches!(report.verdict, Verdict::Equal | Verdict::RanZero) {
        return Some(format!("{} in {}, not in {}", report.verdict, report.block, bug.block));
    }
    let Some(shrunk) = &report.shrunk else { return Some("not shrunk".into()) };
    // a bug of the initialisation shows before the first event
    let least = usize::from(report.found.is_some_and(|(_, transaction)| transaction > 0));
    if !(least..=SHORT).contains(&shrunk.actions) || !shrunk.minimal {
        return Some(format!("{} shrunk events, minimal: {}", shrunk.actions, shrunk.minimal));
    }
    let text = report.to_string();
    let head = format!("{} in {}: ", report.verdict, bug.block);
    let begun = (shrunk.transaction + 1).min(shrunk.actions as u64);
    let listed = report.recent.len() as u64 == begun && report.recent.iter().all(|e| text.contains(e));
    (!text.starts_with(&head) || !listed).then(|| format!("the report does not say it all:\n{text}"))
}

fn row(bug: &Bug, found: Option<&Found>) -> String {
    let verdict = found.map_or(Verdict::Equal, |f| f.report.verdict);
    let events = found.map_or(EVENTS, |f| f.events);
    let shrunk = found.and_then(|f| f.report.shrunk.as_ref()).map_or("-".into(), |s| s.actions.to_string());
    format!("{:<10}{verdict:<10}{events:>6}{shrunk:>8}  {}: {}", bug.block, bug.file, bug.bug)
}

#[test]
fn every_bug_is_found_and_its_block_named_with_a_short_list_of_events() {
    println!("seed {SEED}, {EVENTS} events a block");
    let config = small::config();
    let emitted = hdl::design::build(&config, "nic").expect("builds");
    let bugs = Bugs::new(&config, &emitted, &tb::blocks::blocks_of(&config), small::BUGS);
    let none = verify(&bugs, None);
    assert!(none.is_none(), "without a bug: {}", none.map(|f| f.report.to_string()).unwrap_or_default());
    let numbered: Vec<_> = small::BUGS.iter().enumerate().collect();
    let found = bench::for_each(&numbered, |bug| verify(&bugs, Some(*bug)));
    println!("{:<10}{:<10}{:>6}{:>8}  bug", "block", "verdict", "events", "shrunk");
    let mut complaints = vec![];
    for (bug, found) in small::BUGS.iter().zip(&found) {
        let found = found.as_ref();
        println!("{}", row(bug, found));
        complaints.extend(complaint(bug, found).map(|what| format!("{}, {}: {what}", bug.block, bug.bug)));
    }
    assert!(complaints.is_empty(), "{} of {}:\n{}", complaints.len(), small::BUGS.len(), complaints.join("\n"));
}

/// Each is found by the bench of its block, which shrinks nothing, in one of the passes; without a bug each block is
/// equal.
fn all_are_found(config: &Config, list: &[Bug], top: &str, events: u64) {
    let emitted = hdl::design::build(config, top).expect("builds");
    let blocks: Vec<_> = BLOCKS.into_iter().filter(|block| list.iter().any(|bug| bug.block == *block)).collect();
    let bugs = Bugs::new(config, &emitted, &blocks, list);
    let run = |block: &str, bug, pass| {
        let budget = Budget { runs: 0, cycles: 0 };
        bugs.run(block, bug, Options { budget, ..Options::new(events, seed(pass)) })
    };
    for block in &blocks {
        let outcome = run(block, None, 0);
        assert!(
            outcome.verdict == Verdict::Equal && outcome.compared > 0,
            "{block} without a bug: {}",
            outcome.verdict
        );
    }
    let numbered: Vec<_> = list.iter().enumerate().collect();
    let missed = bench::for_each(&numbered, |(index, bug)| {
        assert!(bugs.has(bug.block, bug.file), "{} has no {}", bug.block, bug.file);
        let found = (0..PASSES).find(|pass| run(bug.block, Some(*index), *pass).verdict != Verdict::Equal);
        let how = found.map_or("not found".into(), |pass| format!("found in pass {pass}"));
        println!("{}: {}: {}: {how}", bug.block, bug.file, bug.bug);
        found.is_none().then_some(bug.bug)
    });
    let missed: Vec<_> = missed.into_iter().flatten().collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn every_bug_between_the_engine_s_units_is_found() {
    all_are_found(&engine::config(), engine::BUGS, "engine", 60_000);
}

#[test]
fn every_bug_around_the_sender_in_a_nic_is_found() {
    all_are_found(&nic_sender::config(), nic_sender::BUGS, "nic", 4_000);
}

#[test]
#[ignore = "a minute or so: just night"]
fn every_bug_around_the_receiver_in_a_nic_is_found() {
    all_are_found(&nic_receiver::config(), nic_receiver::BUGS, "nic", 16_000);
}

#[test]
#[ignore = "a minute or so: just night"]
fn every_bug_around_the_responder_in_a_nic_is_found() {
    all_are_found(&nic_responder::config(), nic_responder::BUGS, "nic", 12_000);
}

#[test]
#[ignore = "a minute or so: just night"]
fn every_bug_around_the_prober_in_a_nic_is_found() {
    all_are_found(&nic_prober::config(), nic_prober::BUGS, "nic", 12_000);
}

#[test]
#[ignore = "a minute or so: just night"]
fn every_bug_in_the_answers_to_probes_is_found() {
    all_are_found(&nic_answers::config(), nic_answers::BUGS, "nic", 12_000);
    all_are_found(&nic_answers::both(), nic_answers::OF_BOTH, "parser", 12_000);
}

#[test]
#[ignore = "a minute or so: just night"]
fn every_bug_in_the_byte_sequence_is_found() {
    all_are_found(&lsn::config(), lsn::OF_PARSER, "parser", 24_000);
    all_are_found(&lsn::both(), lsn::OF_BOTH, "parser", 24_000);
    all_are_found(&lsn::config(), lsn::OF_ENGINE, "engine", 24_000);
    all_are_found(&lsn::config(), lsn::OF_TOP, "top", 24_000);
}

#[test]
#[ignore = "a minute or so: just night"]
fn every_bug_in_the_requests_of_probes_is_found() {
    all_are_found(&nic_requests::config(), nic_requests::BUGS, "nic", 12_000);
}

#[test]
#[ignore = "a minute or so: just night"]
fn every_bug_around_latest_in_a_top_is_found() {
    all_are_found(&top_latest::config(), top_latest::BUGS, "top", 24_000);
}

#[test]
#[ignore = "a minute or so: just night"]
fn every_bug_around_fcr_in_a_top_is_found() {
    all_are_found(&top_limit::config(), top_limit::BUGS, "top", 40_000);
}

#[test]
#[ignore = "a minute or so: just night"]
fn a_rejected_advice_that_raises_nothing_is_found() {
    all_are_found(&top_limit::config(), top_limit::IN_NIC, "nic", 40_000);
}

#[test]
fn every_bug_around_a_unit_in_a_socket_is_found() {
    all_are_found(&sockets::config(), sockets::BUGS, "nic", 60_000);
}

#[test]
fn every_bug_around_a_unit_with_a_timer_is_found() {
    all_are_found(&sockets::timed(), sockets::TIMED, "engine", 40_000);
}

#[test]
fn every_bug_in_a_block_of_hpcc_is_found() {
    all_are_found(&hpcc::config(), hpcc::BUGS, "engine", 20_000);
}

#[test]
fn every_bug_in_the_trace_is_found() {
    all_are_found(&trace::config(), trace::BUGS, "engine", 10_000);
    all_are_found(&trace::timed(), trace::TIMED, "engine", 20_000);
}

#[test]
fn every_bug_in_the_unit_of_dctcp_is_found() {
    all_are_found(&small::config(), dctcp::BUGS, "dctcp", 20_000);
}

#[test]
fn every_bug_in_the_block_of_fcr_is_found() {
    all_are_found(&small::config(), fcr::BUGS, "fcr", 20_000);
}

#[test]
fn every_bug_in_limit_is_found() {
    all_are_found(&small::config(), limit::BUGS, "limit", 20_000);
}

#[test]
#[ignore = "a minute or so: just night"]
fn every_bug_in_fcr_s_part_of_the_engine_is_found() {
    all_are_found(&lowering::config(), lowering::BUGS, "engine", 40_000);
}

#[test]
fn every_bug_in_latest_is_found() {
    all_are_found(&small::config(), latest::BUGS, "latest", 20_000);
}

#[test]
fn every_bug_in_the_sender_is_found() {
    all_are_found(&small::config(), sender::BUGS, "sender", 20_000);
    all_are_found(&lowering::config(), sender::ADVISED, "sender", 20_000);
}

#[test]
#[ignore = "a minute or so: just night"]
fn every_bug_in_what_reads_revised_cnps_is_found() {
    all_are_found(&advices::config(), advices::BUGS, "top", 20_000);
}

#[test]
#[ignore = "half a minute: just night"]
fn every_bug_in_the_shaper_is_found() {
    all_are_found(&small::config(), shaper::BUGS, "shaper", 20_000);
}

#[test]
#[ignore = "half a minute: just night"]
fn every_bug_in_the_options_of_the_shaper_is_found() {
    all_are_found(&shaper_options::telling(), shaper_options::TELLING, "shaper", 20_000);
    all_are_found(&shaper_options::weighted(), shaper_options::WEIGHTED, "shaper", 20_000);
    all_are_found(&shaper_options::in_nic(), shaper_options::IN_NIC, "nic", 3_000);
}

#[test]
fn every_bug_in_the_receiver_is_found() {
    all_are_found(&small::config(), receiver::BUGS, "receiver", 20_000);
}

#[test]
fn every_bug_in_the_responder_is_found() {
    all_are_found(&small::config(), responder::BUGS, "responder", 20_000);
}

#[test]
fn every_bug_in_the_inserter_is_found() {
    all_are_found(&small::config(), inserter::BUGS, "inserter", 6_000);
}

#[test]
fn every_bug_in_the_prober_is_found() {
    all_are_found(&small::config(), prober::BUGS, "prober", 20_000);
}

#[test]
fn every_bug_in_the_steps_of_inflight_is_found() {
    all_are_found(&hpcc::in_steps(), hpcc::IN_STEPS, "inflight", 20_000);
}

#[test]
#[ignore = "half a minute: just night"]
fn every_bug_in_check_bits_and_in_what_is_written_back_is_found() {
    all_are_found(&ecc::config(), ecc::BUGS, "engine", 20_000);
}

#[test]
#[ignore = "a minute or so: just night"]
fn every_bug_in_check_bits_of_fcr_s_part_is_found() {
    all_are_found(&ecc::advised(), ecc::ADVISED, "top", 20_000);
}

/// DCQCN's unit takes longest to build: on every push one bug of each file.
#[test]
fn a_bug_in_each_file_of_dcqcn_is_found() {
    let mut firsts: Vec<Bug> = vec![];
    for bug in dcqcn::BUGS {
        if firsts.iter().all(|first| first.file != bug.file) {
            firsts.push(*bug);
        }
    }
    assert!(firsts.len() >= 4, "{} files", firsts.len());
    all_are_found(&small::config(), &firsts, "dcqcn", 20_000);
}

#[test]
#[ignore = "a minute or so: just night"]
fn every_bug_in_dcqcn_is_found() {
    all_are_found(&small::config(), dcqcn::BUGS, "dcqcn", 20_000);
}

#[test]
#[ignore = "minutes: just night"]
fn every_bug_in_large_counts_of_dcqcn_is_found() {
    all_are_found(&small::config(), dcqcn::LONG, "dcqcn", 400_000);
}

/// On every push one of each of its own files.
#[test]
fn a_bug_in_the_published_form_s_files_is_found() {
    let of = |file: &str| published::BUGS.iter().filter(|bug| bug.file == file).copied().take(2).collect::<Vec<Bug>>();
    let firsts = [of("ackw_dcqcn_ticks.v"), of("ackw_dcqcn_again.v")].concat();
    assert_eq!(firsts.len(), 4);
    all_are_found(&published::config(), &firsts, "dcqcn", 20_000);
}

#[test]
#[ignore = "a minute or so: just night"]
fn every_bug_in_the_published_form_is_found() {
    all_are_found(&published::config(), published::BUGS, "dcqcn", 60_000);
}

#[test]
fn every_bug_in_the_fast_start_s_block_is_found() {
    all_are_found(&fast_start::config(), fast_start::BUGS, "pawa", 60_000);
}

#[test]
fn every_bug_on_a_loss_s_way_to_the_fast_start_is_found() {
    all_are_found(&fast_start::config(), fast_start::IN_ENGINE, "engine", 60_000);
}

#[test]
fn every_bug_on_the_host_s_side_is_found() {
    all_are_found(&registers::config(), registers::BUGS, "nic", 20_000);
}

/// A list that runs by night alone does not wait until then to say that a text has changed.
#[test]
fn every_bug_s_text_is_in_its_file_once() {
    let lists: [(Config, &str, &[&[Bug]]); 45] = [
        (small::config(), "nic", &[small::BUGS]),
        (engine::config(), "engine", &[engine::BUGS]),
        (nic_sender::config(), "nic", &[nic_sender::BUGS]),
        (nic_receiver::config(), "nic", &[nic_receiver::BUGS]),
        (nic_responder::config(), "nic", &[nic_responder::BUGS]),
        (nic_prober::config(), "nic", &[nic_prober::BUGS]),
        (nic_answers::config(), "nic", &[nic_answers::BUGS]),
        (nic_answers::both(), "parser", &[nic_answers::OF_BOTH]),
        (lsn::config(), "parser", &[lsn::OF_PARSER]),
        (lsn::both(), "parser", &[lsn::OF_BOTH]),
        (lsn::config(), "engine", &[lsn::OF_ENGINE]),
        (lsn::config(), "top", &[lsn::OF_TOP]),
        (nic_requests::config(), "nic", &[nic_requests::BUGS]),
        (top_latest::config(), "top", &[top_latest::BUGS]),
        (top_limit::config(), "top", &[top_limit::BUGS]),
        (top_limit::config(), "nic", &[top_limit::IN_NIC]),
        (sockets::config(), "nic", &[sockets::BUGS]),
        (sockets::timed(), "engine", &[sockets::TIMED]),
        (hpcc::config(), "engine", &[hpcc::BUGS]),
        (small::config(), "dctcp", &[dctcp::BUGS]),
        (small::config(), "fcr", &[fcr::BUGS]),
        (small::config(), "limit", &[limit::BUGS]),
        (lowering::config(), "engine", &[lowering::BUGS]),
        (small::config(), "latest", &[latest::BUGS]),
        (small::config(), "sender", &[sender::BUGS]),
        (lowering::config(), "sender", &[sender::ADVISED]),
        (advices::config(), "top", &[advices::BUGS]),
        (small::config(), "shaper", &[shaper::BUGS]),
        (shaper_options::telling(), "shaper", &[shaper_options::TELLING]),
        (shaper_options::weighted(), "shaper", &[shaper_options::WEIGHTED]),
        (shaper_options::in_nic(), "nic", &[shaper_options::IN_NIC]),
        (small::config(), "receiver", &[receiver::BUGS]),
        (small::config(), "responder", &[responder::BUGS]),
        (small::config(), "inserter", &[inserter::BUGS]),
        (small::config(), "prober", &[prober::BUGS]),
        (hpcc::in_steps(), "inflight", &[hpcc::IN_STEPS]),
        (ecc::config(), "engine", &[ecc::BUGS]),
        (ecc::advised(), "top", &[ecc::ADVISED]),
        (small::config(), "dcqcn", &[dcqcn::BUGS, dcqcn::LONG]),
        (published::config(), "dcqcn", &[published::BUGS]),
        (fast_start::config(), "pawa", &[fast_start::BUGS]),
        (fast_start::config(), "engine", &[fast_start::IN_ENGINE]),
        (registers::config(), "nic", &[registers::BUGS]),
        (trace::config(), "engine", &[trace::BUGS]),
        (trace::timed(), "engine", &[trace::TIMED]),
    ];
    for (config, block, lists) in lists {
        let emitted = hdl::design::build(&config, block).expect("builds");
        lists.iter().for_each(|list| bench::bugs::are_quoted(&emitted.files, list));
    }
}

#[test]
fn the_lists_have_bugs_in_every_block() {
    let of_units = [hpcc::BUGS, dcqcn::BUGS, dctcp::BUGS, fcr::BUGS];
    let sends = [advices::BUGS, limit::BUGS, latest::BUGS, shaper::BUGS, sender::BUGS, inserter::BUGS, prober::BUGS];
    let halves = [&sends[..], &[receiver::BUGS, responder::BUGS]].concat();
    let lists = [&[small::BUGS, engine::BUGS, registers::BUGS, sockets::BUGS][..], &of_units, &halves].concat();
    let all = || lists.iter().copied().flatten();
    assert!(all().count() >= 100, "{} bugs", all().count());
    // of window there is what engine finds
    for block in BLOCKS.into_iter().filter(|block| *block != "window") {
        assert!(all().any(|bug| bug.block == block), "no bug in {block}");
    }
}

fn ackwright(args: &[&str]) -> Output {
    let root = env!("CARGO_MANIFEST_DIR");
    Command::new(env!("CARGO_BIN_EXE_ackwright")).args(args).current_dir(root).output().expect("the binary runs")
}

/// The same through the command: `export`, a slip of the hand, `verify`.
#[test]
fn the_command_names_the_block_prints_the_shrunk_events_and_exits_with_1() {
    for block in ["psn", "issue"] {
        let mutant = small::BUGS.iter().find(|m| m.block == block).expect("every block has bugs");
        let dir = tempfile::tempdir().expect("a temporary folder");
        let out = dir.path().to_str().expect("UTF-8");
        assert!(ackwright(&["export", "--config", SMALL, "--out", out]).status.success());
        let file = dir.path().join(mutant.file);
        let text = std::fs::read_to_string(&file).expect("exported");
        assert_eq!(text.matches(mutant.from).count(), 1, "{}", mutant.bug);
        std::fs::write(&file, text.replacen(mutant.from, mutant.to, 1)).expect("written");

        let vcd = dir.path().join("mismatch");
        let args =
            ["--config", SMALL, "--verilog", out, "--events", "20000", "--vcd-dir", vcd.to_str().expect("UTF-8")];
        let output = ackwright(&[&["verify"][..], &args].concat());
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{}: {said}", mutant.bug);
        let verdict = |block: &str| said.lines().find(|l| l.starts_with(block)).and_then(|l| l.split(' ').next_back());
        let faulty = BLOCKS.iter().position(|b| *b == block).expect("a block");
        assert!(BLOCKS[..faulty].iter().all(|b| verdict(b) == Some("EQUAL")), "{said}");
        assert!(verdict(block).is_some_and(|v| said.contains(&format!("{v} in {block}: "))), "{said}");
        assert_eq!(verdict(BLOCKS[faulty + 1]), None, "{said}");
        for part in [
            "shrunk to",
            "EventAction {",
            "rerun: ackwright verify",
            "--config hdl/verilog/small/ackwright.toml",
            "trace: ",
            "vcd: ",
        ] {
            assert!(said.contains(part), "{said} lacks {part:?}");
        }
        let written = std::fs::read_dir(&vcd).expect("a folder").count();
        assert!(written >= 3, "trace, VCD and report: {written} files");
    }
}
