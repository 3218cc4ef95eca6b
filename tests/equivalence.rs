//! Every block of the emitted Verilog equals its model in every cycle, in configurations that differ in every
//! parameter. `verify` runs the reference configuration at length; these runs are short and wide.

use crate::bench;

use layout::config::{Config, Memory, Reset, Target, Unit, Updates};
use tb::Verdict;
use tb::blocks::blocks_of;

/// What only HPCC++ needs.
const HPCC: [&str; 5] = ["choice", "sent", "hops", "inflight", "window"];

const SEED: u64 = 20_261_121;

/// Runs all blocks of a configuration; `top` as it stands in `nic`.
fn all_equal(config: &Config, events: u64) {
    let blocks: Vec<&str> = blocks_of(config).into_iter().filter(|block| *block != "top").collect();
    equal(config, "nic", &blocks, events);
}

/// Runs these blocks, as they stand in that one.
fn equal(config: &Config, within: &str, blocks: &[&str], events: u64) {
    println!("seed {SEED}");
    let emitted = hdl::design::build(config, within).expect("a legal configuration builds");
    for block in blocks {
        let outcome = bench::run(config, &emitted, emitted.files.clone(), block, events, SEED);
        let report = outcome.report.as_ref().map(|r| r.to_string()).unwrap_or_default();
        assert_eq!(outcome.verdict, Verdict::Equal, "{block}: {report}");
        assert!(outcome.events >= events && outcome.compared > 0, "{block}: {} events", outcome.events);
    }
}

fn small() -> Config {
    let mut c = Config::default();
    c.engine.qps = 16;
    c
}

#[test]
fn few_qps_a_narrow_stream_merging_and_every_register_reset() {
    let mut c = small();
    (c.engine.wait_slots, c.parser.data_bits, c.hpcc.hops) = (8, 64, 2);
    (c.rtl.reset, c.rtl.datapath_reset, c.rtl.memory) = (Reset::Async, true, Memory::Macro);
    all_equal(&c, 30_000);
}

#[test]
#[ignore = "a minute or so: just night"]
fn four_thousand_qps_four_wait_slots_and_a_stream_of_128_bits() {
    let mut c = small();
    (c.engine.qps, c.engine.wait_slots, c.parser.data_bits, c.hpcc.lanes) = (4096, 4, 128, 2);
    equal(&c, "nic", &["nic"], 30_000);
}

#[test]
#[ignore = "a minute or so: just night"]
fn merging_in_sixteen_wait_slots_and_a_stream_of_256_bits() {
    let mut c = small();
    (c.engine.wait_slots, c.parser.data_bits, c.hpcc.hops) = (16, 256, 1);
    equal(&c, "top", &["top"], 30_000);
}

#[test]
fn each_unit_alone() {
    for (unit, slots) in [(Unit::Ldcp, 9), (Unit::Hpcc, 8), (Unit::Dctcp, 4)] {
        let mut c = small();
        (c.engine.units, c.engine.wait_slots, c.hpcc.hops) = (vec![unit], slots, 3);
        equal(&c, "nic", &["registers", "nic"], 30_000);
    }
}

/// Its four words in one beat, or in up to three.
#[test]
fn a_parser_that_reads_revised_cnps() {
    let mut c = small();
    c.parser.fcr = true;
    for data_bits in [64, 128, 256, 512] {
        c.parser.data_bits = data_bits;
        equal(&c, "parser", &["parser"], 20_000);
    }
    (c.engine.units, c.rtl.reset, c.rtl.datapath_reset) = (vec![Unit::Ldcp], Reset::Async, true);
    equal(&c, "nic", &["registers", "nic"], 20_000);
}

#[test]
fn a_unit_in_a_socket_beside_the_others() {
    // `each_unit_alone` has it without them
    for others in [&[Unit::Ldcp][..], &[Unit::Ldcp, Unit::Hpcc]] {
        let mut c = small();
        c.engine.units = [others, &[Unit::Dctcp]].concat();
        c.hpcc.hops = 1;
        equal(&c, "engine", &["engine"], 20_000);
    }
}

/// Registers of data that load in every cycle where a target would give them an enable, and the other way round.
#[test]
fn enables_of_data_against_the_targets_custom() {
    let mut c = small();
    for (target, enables) in [(Target::Generic, false), (Target::Ecp5, true)] {
        (c.rtl.target, c.rtl.enables) = (target, Some(enables));
        equal(&c, "engine", &["pawa", "interval", "hops", "inflight", "window", "engine"], 10_000);
    }
}

/// Alone, where it is also what a QP has that chooses nothing, and with all others.
#[test]
fn a_unit_with_a_timer() {
    let mut c = small();
    (c.engine.units, c.rtl.reset, c.rtl.datapath_reset) = (vec![Unit::Dcqcn], Reset::Async, true);
    equal(&c, "nic", &["registers", "nic"], 30_000);
    (c.engine.units, c.hpcc.hops) = (Unit::ALL.to_vec(), 2);
    (c.rtl.target, c.rtl.memory, c.rtl.reset) = (Target::Asic, Memory::Macro, Reset::Sync);
    equal(&c, "engine", &["engine"], 30_000);
}

/// DCQCN as published: its counters, and both increases of a period; alone, with check bits, and in an engine.
#[test]
#[ignore = "a minute or so: just night"]
fn the_published_form() {
    let mut c = small();
    (c.engine.units, c.dcqcn.published, c.parser.data_bits) = (vec![Unit::Dcqcn], true, 64);
    equal(&c, "nic", &["dcqcn", "registers", "nic"], 20_000);
    (c.rtl.ecc, c.rtl.reset, c.rtl.datapath_reset) = (true, Reset::Async, true);
    equal(&c, "engine", &["dcqcn", "engine"], 20_000);
    (c.rtl.ecc, c.engine.fcr, c.parser.fcr) = (false, true, true);
    (c.engine.units, c.rtl.target, c.rtl.memory) = (vec![Unit::Ldcp, Unit::Dcqcn], Target::Asic, Memory::Macro);
    equal(&c, "engine", &["dcqcn", "engine"], 20_000);
}

/// LDCP's fast start in its block.
#[test]
fn the_fast_start() {
    let mut c = small();
    (c.engine.units, c.ldcp.fast_start) = (vec![Unit::Ldcp], true);
    equal(&c, "pawa", &["pawa"], 60_000);
}

/// With its registers, with check bits, beside FCR and beside units that sense PSNs and hops.
#[test]
#[ignore = "a minute or so: just night"]
fn the_fast_start_in_an_engine() {
    let mut c = small();
    (c.engine.units, c.ldcp.fast_start, c.parser.data_bits) = (vec![Unit::Ldcp], true, 64);
    equal(&c, "nic", &["registers", "nic"], 20_000);
    (c.rtl.ecc, c.rtl.reset, c.rtl.datapath_reset) = (true, Reset::Async, true);
    equal(&c, "engine", &["pawa", "engine"], 20_000);
    (c.rtl.ecc, c.engine.fcr, c.parser.fcr) = (false, true, true);
    (c.engine.units, c.rtl.target, c.rtl.memory) =
        (vec![Unit::Ldcp, Unit::Hpcc, Unit::Dctcp], Target::Asic, Memory::Macro);
    equal(&c, "engine", &["engine"], 20_000);
}

/// Of LDCP alone, and of units in two streams and with a timer.
#[test]
fn the_trace_of_updates() {
    let mut c = small();
    (c.engine.units, c.rtl.trace, c.parser.data_bits) = (vec![Unit::Ldcp], true, 64);
    equal(&c, "engine", &["engine"], 20_000);
    (c.engine.units, c.hpcc.hops) = (Unit::ALL.to_vec(), 2);
    equal(&c, "engine", &["engine"], 20_000);
}

/// Of each unit, with the fast start and check bits, beside FCR and with each update in its turn.
#[test]
#[ignore = "a minute or so: just night"]
fn the_trace_of_updates_through_a_nic() {
    for unit in Unit::ALL {
        let mut c = small();
        (c.engine.units, c.rtl.trace, c.hpcc.hops) = (vec![unit], true, 1);
        equal(&c, "engine", &["engine"], 20_000);
    }
    let mut c = small();
    (c.engine.units, c.rtl.trace, c.parser.data_bits, c.hpcc.hops) = (Unit::ALL.to_vec(), true, 64, 2);
    equal(&c, "nic", &["top", "nic"], 5_000);
    c.engine.updates = Some(Updates::Every);
    equal(&c, "nic", &["top", "nic"], 5_000);
    (c.engine.fcr, c.parser.fcr) = (true, true);
    equal(&c, "nic", &["engine", "top", "nic"], 5_000);
    (c.rtl.ecc, c.ldcp.fast_start) = (true, true);
    equal(&c, "engine", &["engine"], 5_000);
}

#[test]
#[ignore = "a minute or so: just night"]
fn both_units_for_one_hop_and_for_fifteen() {
    for hops in [1, 15] {
        let mut c = small();
        (c.hpcc.hops, c.engine.wait_slots) = (hops, 4);
        equal(&c, "engine", &["engine"], 20_000);
    }
}

/// Every shape that the target's block RAM has: words of 18 bits to 1, and banks.
#[test]
#[ignore = "a minute or so: just night"]
fn the_ecp5_target_at_every_shape_of_its_block_ram() {
    let mut c = small();
    c.rtl.target = Target::Ecp5;
    equal(&c, "nic", &["recip", "pawa", "hops", "nic"], 20_000);
    for bits in [11, 12, 13, 14, 16] {
        c.engine.qps = 1 << bits;
        equal(&c, "psn", &["psn"], 20_000);
    }
}

/// Standard cells: small blocks that have memories or products, and the whole; then the queues and delays that become
/// memories, in both styles of reset.
#[test]
fn the_asic_target() {
    let mut c = small();
    (c.rtl.target, c.rtl.memory) = (Target::Asic, Memory::Macro);
    equal(&c, "nic", &["recip", "psn", "pawa", "hops", "nic"], 20_000);
    (c.hpcc.lanes, c.rtl.reset, c.rtl.datapath_reset) = (2, Reset::Async, true);
    equal(&c, "engine", &["engine"], 20_000);
}

/// Texts in which a macro gives the complement of a word that is read while it is written, and of one that nobody asks
/// for; and in which the output register holds nothing back. With check bits of its own it is the complement of these
/// too: what it then says of the word is not looked at either.
fn unasked(emitted: &hdl::emit::Design) -> bench::Files {
    let wrong = "re && !(we && waddr == raddr) ? words[raddr] : ~words[raddr];";
    let of_macros = [
        ("ackw_sram_1r1w.v", "if (re) rdata <= words[raddr];", format!("rdata <= {wrong}")),
        ("ackw_sram_1r1w_ecc.v", "if (re) read <= words[raddr];", format!("read <= {wrong}")),
    ];
    let holds = "if (is_read) rdata <= read;";
    let of_registers = ["ackw_ram.v", "ackw_ram_ecc.v"].map(|name| (name, holds, "rdata <= read;".to_owned()));
    let mut files = emitted.files.clone();
    let mut changed = vec![];
    for (name, was, becomes) in of_macros.into_iter().chain(of_registers) {
        let Some((_, text)) = files.iter_mut().find(|(file, _)| file == name) else { continue };
        // the register behind the correction holds nothing back
        if name == "ackw_ram_ecc.v" && text.contains("rdata <= data;") {
            continue;
        }
        assert_eq!(text.matches(was).count(), 1, "{was:?} in {name}");
        *text = text.replace(was, &becomes);
        changed.push(name);
    }
    assert!(changed.iter().any(|name| name.starts_with("ackw_sram_1r1w")), "a design with macros has one");
    files
}

fn equal_with_words_unasked(c: &Config, blocks: &[&str], events: u64) {
    for block in blocks {
        let emitted = hdl::design::build(c, block).expect("a legal configuration builds");
        let outcome = bench::run(c, &emitted, unasked(&emitted), block, events, SEED);
        let report = outcome.report.as_ref().map(|r| r.to_string()).unwrap_or_default();
        assert_eq!(outcome.verdict, Verdict::Equal, "{block}, {:?}: {report}", c.engine.units);
    }
}

/// The wrapper of the macros may give anything for a word that is read while it is written, or without its read enable:
/// here the complement. With 16 QPs they often meet.
#[test]
fn no_output_depends_on_a_word_that_is_read_while_it_is_written_or_that_nobody_asked_for() {
    let mut c = small();
    (c.rtl.target, c.rtl.memory) = (Target::Asic, Memory::Macro);
    equal_with_words_unasked(&c, &["engine", "latest"], 30_000);
}

/// What is written back beside the traffic is read while it is written, too: with check bits around the macros, and
/// with macros that have their own.
#[test]
fn nor_on_a_word_that_is_written_back_while_it_is_read() {
    let mut c = small();
    (c.rtl.target, c.rtl.memory, c.rtl.ecc, c.hpcc.hops) = (Target::Asic, Memory::Macro, true, 2);
    equal_with_words_unasked(&c, &["choice", "sent", "hops", "engine"], 30_000);
    // where it does, that is seen
    for (block, file, was, becomes) in [
        ("choice", "ackw_choice.v", "if (p2_meets) begin", "if (1'b0) begin"),
        ("hops", "ackw_hops.v", "p4_store <= 1'b1;", "p4_store <= p3_store;"),
        ("hops", "ackw_hops_lane.v", "p4_ts <= p3_old_ts;", "p4_ts <= stored_ts;"),
    ] {
        let emitted = hdl::design::build(&c, block).expect("a legal configuration builds");
        let mut files = unasked(&emitted);
        let (_, text) = files.iter_mut().find(|(name, _)| name == file).expect("the block's file");
        assert_eq!(text.matches(was).count(), 1, "{was:?} in {file}");
        *text = text.replace(was, becomes);
        let outcome = bench::run(&c, &emitted, files, block, 30_000, SEED);
        assert_ne!(outcome.verdict, Verdict::Equal, "{file}: {becomes}");
    }
    c.rtl.sram_ecc = true;
    equal_with_words_unasked(&c, &["choice", "hops", "psn"], 30_000);
}

#[test]
#[ignore = "a minute or so: just night"]
fn nor_in_any_other_block_with_check_bits() {
    let mut c = small();
    (c.rtl.target, c.rtl.memory, c.rtl.ecc, c.hpcc.hops) = (Target::Asic, Memory::Macro, true, 2);
    for sram_ecc in [false, true] {
        (c.engine.units, c.engine.fcr, c.rtl.sram_ecc) = (Unit::ALL.to_vec(), false, sram_ecc);
        equal_with_words_unasked(&c, &["pawa", "window", "dctcp", "dcqcn", "engine"], 20_000);
        c.engine.fcr = true;
        equal_with_words_unasked(&c, &["fcr", "limit", "engine"], 20_000);
    }
}

#[test]
#[ignore = "a minute or so: just night"]
fn no_output_of_the_other_blocks_does_either() {
    let mut c = small();
    (c.rtl.target, c.rtl.memory) = (Target::Asic, Memory::Macro);
    c.shaper.wake = true;
    equal_with_words_unasked(&c, &["shaper"], 20_000);
    c.shaper.wake = false;
    equal_with_words_unasked(&c, &["shaper", "receiver", "responder", "inserter", "prober"], 20_000);
    (c.engine.units, c.engine.fcr) = (vec![Unit::Ldcp, Unit::Dcqcn, Unit::Dctcp], true);
    equal_with_words_unasked(&c, &["engine", "limit", "sender"], 20_000);
    (c.dcqcn.published, c.engine.fcr) = (true, false);
    equal_with_words_unasked(&c, &["engine"], 20_000);
}

/// Macros that correct their words themselves, with a chain through all of them.
#[test]
fn macros_with_check_bits_of_their_own() {
    let mut c = small();
    (c.rtl.target, c.rtl.memory, c.rtl.ecc) = (Target::Asic, Memory::Macro, true);
    (c.rtl.sram_ecc, c.rtl.sram_test) = (true, 5);
    equal(&c, "nic", &["psn", "pawa", "hops", "nic"], 20_000);
}

/// Each wrapper adds one to what it is given, so what leaves the top says how many the chain goes through.
#[test]
fn the_chain_for_test_and_repair_goes_once_through_each_macro() {
    for (ecc, asic) in [(false, true), (true, true), (false, false)] {
        let mut c = small();
        (c.rtl.memory, c.rtl.ecc, c.rtl.sram_ecc, c.rtl.sram_test) = (Memory::Macro, ecc, ecc, 16);
        if asic {
            c.rtl.target = Target::Asic;
        }
        let emitted = hdl::design::build(&c, "engine").expect("a legal configuration builds");
        let mut files = emitted.files.clone();
        let mut wrappers = 0;
        for (_, text) in files.iter_mut().filter(|(name, _)| name.starts_with("ackw_sram_1r1w")) {
            assert_eq!(text.matches("assign sram_test_out = sram_test_in;").count(), 1);
            *text = text.replace("= sram_test_in;", "= sram_test_in + 16'd1;");
            wrappers += 1;
        }
        assert!(wrappers >= 1);
        let module = emitted.top_module().expect("a top");
        let port = |p: &hdl::emit::Port| tb::Port {
            name: p.name.clone(),
            width: p.width as u32,
            dir: if p.dir == hdl::emit::Dir::Input { tb::Dir::In } else { tb::Dir::Out },
        };
        let ports: Vec<tb::Port> = module.ports.iter().map(port).collect();
        let reset = tb::Reset { port: "rst_n".into(), active_low: true, asynchronous: false };
        let design = tb::Design::new(&emitted.top, Some("clk"), Some(reset), files, &ports).expect("legal ports");
        let library = tb::Builder::from_env().expect("a simulator").load(&design, tb::Variant::Quick).expect("builds");
        let mut row = vec![0; design.inputs().words()];
        design.inputs().column("sram_test_in").expect("the port").put(&mut row, 1000);
        let mut out = vec![];
        tb::Dut::new(&library, SEED).expect("an instance").run(&row, &mut out).expect("a cycle runs");
        let seen = design.outputs().column("sram_test_out").expect("the port").get(&out);
        assert_eq!(seen, 1000 + emitted.srams.len() as u128, "{:?}", emitted.srams);
        let paths: std::collections::BTreeSet<_> = emitted.srams.iter().map(|sram| &sram.path).collect();
        assert!(paths.len() == emitted.srams.len() && paths.len() >= 10, "{paths:?}");
    }
}

/// The whole of it, and what stands without registers; `export --verify` runs each block, ten times as long.
#[test]
#[ignore = "a minute or so: just night"]
fn the_reference_configuration() {
    equal(&Config::default(), "nic", &["nic", "top"], 20_000);
}

/// The sender behind the updates: of windows, of bytes and rates, and of a timer that says rates beside the events.
#[test]
#[ignore = "a minute or so: just night"]
fn the_sender_in_a_nic() {
    for units in [&[Unit::Ldcp, Unit::Hpcc][..], &[Unit::Dcqcn]] {
        let mut c = small();
        (c.engine.units, c.engine.qps, c.nic.sender) = (units.to_vec(), 64, true);
        c.shaper.weights = units.len() == 1;
        equal(&c, "nic", &["nic"], 3_000);
    }
}

/// The receiver beside the engine: its clock driven by the bench alone, by telemetry's, and by the sender's.
#[test]
#[ignore = "a minute or so: just night"]
fn the_receiver_in_a_nic() {
    for (units, sender) in [(&[Unit::Hpcc][..], false), (&[Unit::Dcqcn, Unit::Dctcp], true)] {
        let mut c = small();
        (c.engine.units, c.engine.qps, c.nic.sender, c.nic.receiver) = (units.to_vec(), 64, sender, true);
        equal(&c, "nic", &["nic"], 3_000);
    }
}

/// The prober beside the engine, alone and with all others: RTT responses, and telemetry's.
#[test]
#[ignore = "a minute or so: just night"]
fn the_prober_in_a_nic() {
    for (units, halves) in [(&[Unit::Ldcp][..], false), (&[Unit::Ldcp, Unit::Hpcc], true)] {
        let mut c = small();
        (c.engine.units, c.engine.qps, c.parser.data_bits) = (units.to_vec(), 64, 256);
        (c.nic.sender, c.nic.receiver, c.nic.responder, c.nic.prober) = (halves, halves, halves, true);
        equal(&c, "nic", &["nic"], 3_000);
    }
    // beside a timer and advices, with both kinds of updates
    for updates in [Updates::Latest, Updates::Every] {
        let mut c = small();
        (c.engine.units, c.nic.prober) = (vec![Unit::Ldcp, Unit::Dcqcn], true);
        (c.engine.fcr, c.parser.fcr, c.engine.updates) = (true, true, Some(updates));
        equal(&c, "nic", &["nic"], 3_000);
    }
}

/// ACKs with an LSN: with telemetry and two streams, with the other units and the fast start, and beside answers.
#[test]
#[ignore = "a minute or so: just night"]
fn acks_with_an_lsn() {
    for (units, data_bits, all) in [
        (&[Unit::Ldcp, Unit::Hpcc][..], 64, false),
        (&[Unit::Ldcp, Unit::Dcqcn, Unit::Dctcp], 128, true),
        (&[Unit::Hpcc], 512, false),
    ] {
        let mut c = small();
        (c.engine.units, c.engine.qps, c.parser.data_bits, c.engine.lsn) = (units.to_vec(), 16, data_bits, true);
        (c.nic.receiver, c.nic.responder, c.nic.answers) = (all, all, all);
        c.ldcp.fast_start = all;
        equal(&c, "nic", &["parser", "psn", "engine", "top", "nic"], 3_000);
    }
}

/// Requests of the own probes, of RTTs alone and of telemetry.
#[test]
#[ignore = "a minute or so: just night"]
fn the_requests_of_probes_in_a_nic() {
    for (units, data_bits) in [(&[Unit::Ldcp][..], 512), (&[Unit::Hpcc], 64)] {
        let mut c = small();
        (c.engine.units, c.engine.qps, c.parser.data_bits) = (units.to_vec(), 16, data_bits);
        (c.nic.receiver, c.nic.responder, c.nic.prober) = (true, true, true);
        equal(&c, "nic", &["responder", "nic"], 3_000);
    }
}

/// Answers to a peer's probes: RTT requests alone, and telemetry's, beside the prober and all others.
#[test]
#[ignore = "a minute or so: just night"]
fn the_answers_in_a_nic() {
    for (units, data_bits, all) in
        [(&[Unit::Ldcp][..], 512, false), (&[Unit::Hpcc], 64, false), (&[Unit::Ldcp, Unit::Hpcc], 256, true)]
    {
        let mut c = small();
        (c.engine.units, c.engine.qps, c.parser.data_bits) = (units.to_vec(), 16, data_bits);
        (c.nic.receiver, c.nic.responder, c.nic.answers) = (true, true, true);
        (c.nic.sender, c.nic.prober) = (all, all);
        equal(&c, "nic", &["parser", "responder", "nic"], 3_000);
    }
}

/// The responder behind it.
fn equal_with_responder(units: &[Unit], data_bits: u32, sender: bool) {
    let mut c = small();
    (c.engine.units, c.engine.qps, c.parser.data_bits) = (units.to_vec(), 64, data_bits);
    (c.nic.sender, c.nic.receiver, c.nic.responder) = (sender, true, true);
    equal(&c, "nic", &["nic"], 3_000);
}

/// All three parts of a NIC, with telemetry to echo.
#[test]
fn the_sender_the_receiver_and_the_responder_in_a_nic() {
    equal_with_responder(&[Unit::Ldcp, Unit::Hpcc], 256, true);
}

/// At the other widths of its stream, with telemetry to echo and without.
#[test]
#[ignore = "a minute or so: just night"]
fn the_responder_in_a_nic() {
    equal_with_responder(&[Unit::Ldcp], 512, false);
    equal_with_responder(&[Unit::Hpcc], 64, false);
    equal_with_responder(&[Unit::Dcqcn, Unit::Dctcp], 128, true);
}

/// What the block `shaper` has by its options: with bits for each QP and without, and both options together.
#[test]
fn the_shaper_tells_who_may_send_and_has_weights() {
    let mut c = small();
    c.shaper.wake = true;
    equal(&c, "shaper", &["shaper"], 20_000);
    (c.engine.qps, c.shaper.weights) = (256, true);
    equal(&c, "shaper", &["shaper"], 20_000);
    c.shaper.wake = false;
    equal(&c, "sender", &["sender"], 20_000);
}

/// Advices of switches over the updates of these units, behind them a sender if so.
fn equal_with_advices(units: &[Unit], sources: u32, sender: bool) {
    let mut c = small();
    (c.engine.units, c.engine.fcr, c.parser.fcr) = (units.to_vec(), true, true);
    (c.fcr.sources, c.nic.sender) = (sources, sender);
    equal(&c, "nic", &["nic"], 3_000);
}

#[test]
fn advices_of_switches_in_a_nic_with_a_sender() {
    equal_with_advices(&[Unit::Ldcp], 2, true);
    // its events at every distance from a lowering
    let mut c = small();
    (c.engine.units, c.engine.fcr) = (vec![Unit::Dcqcn], true);
    equal(&c, "dcqcn", &["dcqcn"], 40_000);
    equal(&c, "sender", &["sender"], 20_000);
}

#[test]
#[ignore = "a minute or so: just night"]
fn advices_of_switches_over_every_units_updates() {
    equal_with_advices(&[Unit::Ldcp, Unit::Dctcp], 4, false);
    equal_with_advices(&[Unit::Hpcc, Unit::Dcqcn], 1, false);
}

/// Faults are injected under the traffic, words are written back beside it, and a scrubber walks through the contexts.
#[test]
fn check_bits_and_a_scrubber() {
    let mut c = small();
    (c.rtl.ecc, c.hpcc.hops, c.hpcc.lanes, c.parser.data_bits) = (true, 2, 1, 64);
    (c.engine.units, c.nic.slverr) = (Unit::ALL.to_vec(), true);
    let changed = ["recip", "psn", "choice", "sent", "pawa", "interval", "hops", "window", "dcqcn", "dctcp"];
    equal(&c, "nic", &[&changed[..], &["registers", "nic"]].concat(), 20_000);
    for (target, memory, reset) in
        [(Target::Asic, Memory::Macro, Reset::Async), (Target::Ecp5, Memory::Inferred, Reset::Sync)]
    {
        (c.rtl.target, c.rtl.memory, c.rtl.reset) = (target, memory, reset);
        for block in ["psn", "hops", "dcqcn"] {
            equal(&c, block, &[block], 20_000);
        }
    }
}

#[test]
#[ignore = "a minute or so: just night"]
fn sixty_five_thousand_qps() {
    let mut c = Config::default();
    c.engine.qps = 65_536;
    equal(&c, "engine", &["psn", "engine"], 30_000);
}

#[test]
#[ignore = "minutes: just night"]
fn sixty_five_thousand_qps_of_every_algorithm() {
    let mut c = Config::default();
    (c.engine.qps, c.engine.units, c.hpcc.lanes) = (65_536, Unit::ALL.to_vec(), 5);
    (c.engine.fcr, c.parser.fcr) = (true, true);
    equal(&c, "top", &["limit", "engine", "top"], 30_000);
    for block in ["dcqcn", "dctcp", "fcr"] {
        equal(&c, block, &[block], 30_000);
    }
}

#[test]
fn hpcc_blocks_for_five_hops_and_sixteen_qps() {
    equal(&small(), "engine", &HPCC, 20_000);
}

#[test]
#[ignore = "a minute or so: just night"]
fn the_records_of_fifteen_hops_for_the_reference_qps() {
    let mut c = Config::default();
    c.hpcc.hops = 15;
    equal(&c, "hops", &["hops"], 20_000);
}

/// One step and many, full steps and a last one with fewer hops than lanes, in both targets.
#[test]
#[ignore = "a minute or so: just night"]
fn inflight_with_fewer_lanes_than_hops() {
    for (hops, lanes, target) in [
        (5, 1, Target::Ecp5),
        (5, 2, Target::Generic),
        (5, 3, Target::Ecp5),
        (5, 5, Target::Ecp5),
        (15, 5, Target::Generic),
        (15, 4, Target::Ecp5),
        (2, 1, Target::Generic),
    ] {
        let mut c = small();
        (c.hpcc.hops, c.hpcc.lanes, c.rtl.target) = (hops, lanes, target);
        equal(&c, "inflight", &["inflight"], 30_000);
    }
}

/// Registers without reset start at random: if an output depended on one, some seed would show it.
#[test]
fn no_output_depends_on_a_register_that_was_never_written() {
    let mut few_lanes = small();
    few_lanes.hpcc.lanes = 2;
    let all = ["issue", "parser", "engine"].into_iter().chain(HPCC);
    for (config, within, blocks) in [(small(), "top", all.collect()), (few_lanes, "inflight", vec!["inflight"])] {
        let emitted = hdl::design::build(&config, within).expect("a legal configuration builds");
        for (block, seed) in blocks.iter().flat_map(|block| (1..=8).map(move |seed| (block, seed))) {
            let outcome = bench::run(&config, &emitted, emitted.files.clone(), block, 2_000, seed);
            assert_eq!(outcome.verdict, Verdict::Equal, "{block}, initial values of seed {seed}");
            assert!(outcome.events >= 2_000 && outcome.compared > 0, "{block}: {} events", outcome.events);
        }
    }
}
