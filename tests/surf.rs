//! `fpga/surf` in a loop: an engine that sends frames of four QPs in one stream, the adapter in the place of surf's
//! token bucket, a MAC of 10 Gbit/s, a bottleneck that marks, and a peer whose answers come back. Of each the Verilog
//! alone, and the VHDL around it as GHDL translates it, with records of ours in the place of surf's packages.

mod bugs;
mod design;
mod link;

use crate::support;
use bugs::{BUGS, VHDL};
use design::*;
use link::*;

use layout::config::Config;
use layout::registers;
use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::tools::{left_out, on_path, said};
use tb::{Builder, Column, Design, Dut, Port, Variant};

const QUEUES: u32 = 4;
const ALL: u64 = (1 << QUEUES) - 1;
/// The PSN that each QP begins with.
const FIRST: [u32; QUEUES as usize] = [0xff_fff0, 0xff_fff1, 0xff_fff2, 0xff_fff3];
/// QPNs of QP 0, here and at the peer.
const LOCAL: u32 = 0x500;
const REMOTE: u64 = 0xa00;
/// Bytes of a frame of 1 KB on the link, and of its UDP datagram.
const WIRE: u64 = 1106;
const DATAGRAM: u64 = 1048;
const WRITE_MIDDLE: u64 = 0x07;
/// Bytes a cycle of 6.4 ns of a bottleneck of 5 Gbit/s.
const BOTTLENECK: u64 = 4;
/// Cycles from the MAC to the bottleneck's queue, and from there by way of the peer to the adapter.
const WAYS: [u64; 2] = [200, 400];
/// Packets in the queue from which on it marks.
const MARKS: usize = 12;
/// Cycles between two CNPs of a QP at least: 50 us.
const CNP_GAP: u64 = 7_812;
/// What stays 0 whenever nothing went wrong.
const WRONG: [&str; 5] =
    ["snd_count_returned", "snd_count_not_open", "snd_count_too_much", "snd_count_rewind_outside", "refused_count"];

/// A part of the suite that wants a design of LDCP, or of DCQCN.
type Part = fn(&Design);

/// With LDCP, from what takes least to what takes most.
const PARTS: [Part; 9] = [
    frames_of_no_qp_pass_by,
    only_what_a_peer_answers_counts,
    a_qp_that_is_not_there_is_nobody,
    a_reset_begins_anew,
    what_is_held_up_is_not_lost,
    closed_and_opened,
    a_host_that_polls_waits,
    rates_are_kept,
    the_queue_stays_short,
];

/// A window of two packets holds what a known QP sends, and nothing else; what leaves is what came.
fn frames_of_no_qp_pass_by(design: &Design) {
    let mut it = Loop::new(design);
    it.silent = true;
    it.begin();
    for n in 0..6 {
        it.sends(&frame(WRITE_MIDDLE, 0, FIRST[0] + n, 65), 0x0fff);
    }
    it.cycles(3_000);
    let held = |it: &Loop| it.sent[0].len();
    assert_eq!(held(&it), 2, "the window of a QP that nobody answers");
    for (what, frame, keep) in [
        ("an ACK", frame(0x11, 0, 5, 1), 0xffff),
        ("a READ response", frame(0x0d, 0, 6, 20), 0xffff),
        ("the last of them", frame(0x10, 0, 7, 3), 0x0001),
        ("an atomic ACK", frame(0x12, 0, 7, 2), 0x00ff),
        ("a CNP", frame(0x81, 0, 0, 2), 0x0fff),
        ("UC", frame(0x27, 0, 8, 65), 0x0fff),
        ("UD", frame(0x64, 0, 8, 65), 0x0fff),
        ("a QPN of nobody", frame(WRITE_MIDDLE, 9, 9, 65), 0x0fff),
        ("8 bytes", frame(WRITE_MIDDLE, 0, 10, 1), 0x00ff),
        ("11 bytes", frame(WRITE_MIDDLE, 0, 10, 1), 0x07ff),
        ("no byte", frame(WRITE_MIDDLE, 0, 10, 1), 0),
    ] {
        let (before, sums) = (it.all.len(), sum(&frame, keep));
        it.sends(&frame, keep);
        it.cycles(300);
        let came: Vec<Left> = it.all[before..].to_vec();
        assert!(came.len() == 1 && came[0].sum == sums && came[0].beats == frame.len() as u64, "{what}: {came:?}");
    }
    // 8 and 11 bytes and none are written as of QP 0, whose own are still held
    assert_eq!(held(&it), 5, "what is no frame of QP 0");
    // a datagram of 1,052 bytes is the longest: 12 of them are not here; surf may add a beat of no byte
    for (psn, beats, keep, leaves) in [
        (FIRST[1], 65, 0xffff, true),
        (0, 66, 0x0001, false),
        (0, 67, 0x0000, false),
        (0, 4_120, 0xffff, false), // 2^16 bytes and some
        (FIRST[1] + 1, 66, 0x0000, true),
    ] {
        let (before, frame) = (it.all.len(), frame(WRITE_MIDDLE, 1, psn, beats));
        it.sends(&frame, keep);
        it.cycles(1_500);
        let came: Vec<u64> = it.all[before..].iter().map(|left| left.sum).collect();
        assert_eq!(came, if leaves { vec![sum(&frame, keep)] } else { vec![] }, "{beats} beats, {keep:x}");
    }
    assert_eq!(it.out("too_long"), 3);
    it.registers_have_nothing_wrong();
}

/// An ACK whose PSN nobody sent is counted where it is one: so it shows what the adapter hands on.
fn only_what_a_peer_answers_counts(design: &Design) {
    let mut it = Loop::new(design);
    it.silent = true;
    it.full();
    it.cycles(2_000);
    let far = 0x40_0000;
    let answer = |opcode: u64, queue: u32, syndrome: u64| {
        let [lo, hi] = words(opcode, false, LOCAL + queue, far);
        [lo, hi | syndrome << 32]
    };
    let one = |words| vec![Comes::whole(0, words)];
    let version = |bits: u64| {
        let [lo, hi] = answer(0x11, 0, 0);
        one([lo | bits << 8, hi])
    };
    let two = |first| vec![Comes { last: false, ..Comes::whole(0, first) }, Comes::whole(0, answer(0x11, 0, 0))];
    let cut = |keep| vec![Comes { keep, ..Comes::whole(0, answer(0x11, 0, 0)) }];
    for (what, beats, counts) in [
        ("an ACK", one(answer(0x11, 0, 0x00)), 1),
        ("an ACK with credits", one(answer(0x11, 3, 0x1f)), 1),
        ("a NAK of the sequence", one(answer(0x11, 1, 0x60)), 1),
        ("with solicited event and migration", version(0xc0), 1),
        ("a NAK of a fault", one(answer(0x11, 1, 0x61)), 0),
        ("RNR", one(answer(0x11, 1, 0x20)), 0),
        ("a code of nobody", one(answer(0x11, 1, 0x40)), 0),
        ("a READ response", one(answer(0x10, 0, 0)), 0),
        ("an atomic ACK", one(answer(0x12, 0, 0)), 0),
        ("a WRITE", one(answer(0x0a, 0, 0)), 0),
        ("an ACK of UC", one(answer(0x31, 0, 0)), 0),
        ("a QPN of nobody", one(answer(0x11, 4, 0)), 0),
        ("a QPN of the peer's", one(answer(0x11, (REMOTE as u32) - LOCAL, 0)), 0),
        ("version 1", version(0x01), 0),
        ("pad", version(0x10), 0),
        ("12 bytes", cut(0x0fff), 0),
        ("15 bytes", cut(0x7fff), 0),
        ("the second beat", two(answer(0x0a, 0, 0)), 0),
        ("behind it", one(answer(0x11, 2, 0)), 1),
        ("the first of two", two(answer(0x11, 2, 0)), 1),
    ] {
        let before = it.read("psn_rejected");
        it.to_adapter.extend(beats);
        it.cycles(300);
        assert_eq!(it.read("psn_rejected") - before, counts, "{what}");
    }
    // as many as there are cycles
    let before = it.read("psn_rejected");
    it.to_adapter.extend((0..2_000).map(|n| Comes::whole(0, answer(0x11, n % QUEUES, 0))));
    it.cycles(6_000);
    assert_eq!(it.read("psn_rejected") - before + it.out("lost"), 2_000);
    // of a QP that has ended
    it.set("has", ALL & !1);
    it.says(0, false, 0);
    it.cycles(2_000);
    let before = it.read("psn_rejected");
    it.to_adapter.push_back(Comes::whole(0, answer(0x11, 0, 0)));
    it.cycles(300);
    assert_eq!((it.read("psn_rejected"), it.read("qp_closed")), (before, 0));
    it.registers_have_nothing_wrong();
}

/// Indices of QPs that the adapter has no queue for.
fn a_qp_that_is_not_there_is_nobody(design: &Design) {
    let mut it = Loop::new(design);
    it.full();
    it.cycles(1_000);
    for opens in [true, false] {
        for index in QUEUES..16 {
            it.says(index, opens, 7);
            it.cycles(50);
            assert_eq!(it.out("qp_runs"), ALL, "{index}");
        }
    }
    it.cycles(10_000);
    it.nothing_went_wrong();
    assert!(it.sent.iter().all(|sent| sent.len() > 10), "{:?}", it.sent.each_ref().map(Vec::len));
}

/// Wherever the frames stand: what comes behind a reset is whole, in order and from the new PSN on.
fn a_reset_begins_anew(design: &Design) {
    let mut it = Loop::new(design);
    for cycles in [431, 1_777, 5_003, 12_345] {
        it.full();
        it.cycles(cycles);
        it.set("has", 0);
        it.reset();
        assert_eq!(it.out("qp_runs"), 0);
        assert_eq!(it.all, [], "nothing leaves behind a reset");
    }
    it.full();
    it.cycles(20_000);
    it.nothing_went_wrong();
    assert!(it.sent.iter().all(|sent| sent.len() > 10), "{:?}", it.sent.each_ref().map(Vec::len));
}

/// A MAC that takes nothing, for less and for more than the time of a grant, here 100 us; an engine that looks at no
/// `room`.
fn what_is_held_up_is_not_lost(design: &Design) {
    for (careful, stalls) in [(1, 5_000), (0, 5_000), (1, 25_000)] {
        let mut it = Loop::new(design);
        it.set("careful", careful);
        it.begin();
        it.write(offset("snd_timeout"), 100_000);
        it.set("has", ALL);
        it.cycles(5_000);
        it.set("stall", 1);
        it.cycles(stalls);
        let (left, ready) = (it.all.len(), it.out("raw_tready"));
        it.cycles(100);
        assert_eq!(it.all.len(), left);
        // without a look at `room` it is the stream that waits
        assert_eq!(ready, careful, "stalled for {stalls}");
        it.set("stall", 0);
        it.cycles(20_000);
        let late = it.read("snd_count_returned");
        assert_eq!(late > 0, stalls > 15_625, "{late} grants returned, stalled for {stalls}");
        if late == 0 {
            it.registers_have_nothing_wrong();
        }
        assert_eq!((it.out("bad"), it.out("too_long"), it.out("lost")), (0, 0, 0));
        it.in_order(FIRST);
        let sent = it.sent.each_ref().map(Vec::len);
        println!("careful {careful}, stalled for {stalls}: {sent:?}, {late} grants returned");
        assert!(it.all.len() > left + 40 && sent.iter().all(|sent| *sent > 10), "{sent:?}");
    }
}

/// A QP ends and begins with another PSN, while the others send.
fn closed_and_opened(design: &Design) {
    let mut it = Loop::new(design);
    it.full();
    it.cycles(15_000);
    it.set("has", ALL & !4);
    // what it still has goes first
    it.cycles(10_000);
    it.says(2, false, 0);
    it.cycles(2_000);
    assert_eq!(it.out("qp_runs"), ALL & !4);
    it.in_order(FIRST);
    it.sent[2].clear();
    it.says(2, true, 0x12_3456);
    let until = it.cycle + 20_000;
    while it.out("qp_runs") != ALL {
        assert!(it.cycle < until, "QPs that open: {:04b}", it.out("qp_runs"));
        it.cycle();
    }
    it.set("has", ALL);
    it.cycles(30_000);
    it.registers_have_nothing_wrong();
    it.in_order([FIRST[0], FIRST[1], 0x12_3456, FIRST[3]]);
    assert!(it.sent.iter().all(|sent| sent.len() > 10), "{:?}", it.sent.each_ref().map(Vec::len));
    assert_eq!(it.out("bad"), 0);
}

/// A host that reads and writes without a pause holds no opening up, and gets its answers.
fn a_host_that_polls_waits(design: &Design) {
    let mut it = Loop::new(design);
    for (name, value) in [
        ("s_axil_araddr", offset("id").into()),
        ("s_axil_awaddr", offset("scratch").into()),
        ("s_axil_wdata", 0x5a5a_a5a5),
        ("s_axil_arvalid", 1),
        ("s_axil_awvalid", 1),
        ("s_axil_wvalid", 1),
    ] {
        it.set(name, value);
    }
    it.full();
    let (mut reads, mut writes) = (0, 0);
    for _ in 0..10_000 {
        it.cycle();
        writes += it.out("s_axil_bvalid");
        if it.out("s_axil_rvalid") == 1 {
            reads += 1;
            assert_eq!(it.out("s_axil_rdata"), 0x4143_4b57, "read {reads}");
        }
    }
    for name in ["s_axil_arvalid", "s_axil_awvalid", "s_axil_wvalid"] {
        it.set(name, 0);
    }
    it.cycles(20);
    assert!(reads > 500 && writes > 500, "{reads} reads, {writes} writes");
    assert_eq!(it.read("scratch"), 0x5a5a_a5a5);
    it.nothing_went_wrong();
}

/// Datagram bytes of each QP in a run, and what its rate is of them, in parts of 10,000.
fn kept(design: &Design, rates: [u64; QUEUES as usize], careful: u64, cycles: u64) -> [u64; QUEUES as usize] {
    let mut it = Loop::new(design);
    it.set("careful", careful);
    it.silent = true;
    it.begin();
    for (queue, rate) in (0..).zip(rates) {
        it.paced(queue, FIRST[queue as usize], rate);
    }
    it.set("has", ALL);
    it.cycles(20_000);
    let before = it.sent.each_ref().map(Vec::len);
    it.cycles(cycles);
    it.nothing_went_wrong();
    // a rate of 1 Mbit/s is 0.0008 bytes a cycle of 6.4 ns
    std::array::from_fn(|i| {
        let bytes = (it.sent[i].len() - before[i]) as u64 * DATAGRAM;
        bytes * 10_000 * 10_000 / (rates[i] * cycles * 8)
    })
}

const RATES: [u64; QUEUES as usize] = [1_000, 1_500, 2_000, 4_000];

fn rates_are_kept(design: &Design) {
    let got = kept(design, RATES, 1, 220_000);
    println!("{got:?} of 10,000");
    assert!(got.iter().all(|share| share.abs_diff(10_000) <= 100), "{got:?}");
}

/// LDCP, by ECN-Echo: the figures with the adapter, and without.
fn with_and_without(design: &Design, cycles: u64) -> [Figures; 2] {
    [1, 0].map(|enable| {
        let mut it = Loop::new(design);
        it.set("enable", enable);
        it.full();
        let figures = it.run(cycles);
        it.nothing_went_wrong();
        figures
    })
}

fn the_queue_stays_short(design: &Design) {
    let [gated, free] = with_and_without(design, 120_000);
    println!("with {gated:?}\nwithout {free:?}");
    assert!(gated.longest <= 24 && gated.carried >= 97 && gated.least >= 10, "{gated:?}");
    assert!(free.longest > 300 && free.carried >= 99 && free.mean > 20.0 * gated.mean, "{free:?}");
}

/// DCQCN, by CNPs: all begin at the line's rate, and come down. 50 us pass between two CNPs of a QP.
fn the_queue_stays_short_by_cnps(design: &Design) {
    let mut it = Loop::new(design);
    it.cnps = true;
    it.full();
    it.counts = true;
    it.cycles(60_000);
    let (first, sent) = (it.longest, it.sent.each_ref().map(Vec::len));
    it.longest = 0;
    it.cycles(180_000);
    it.nothing_went_wrong();
    let (then, at_last) = (it.sent.each_ref().map(Vec::len), it.queue.len());
    println!("at first {first} {sent:?}, then {} {then:?}, at last {at_last}", it.longest);
    assert!((50..200).contains(&first) && it.longest < first && at_last < 20, "{first}, {}, {at_last}", it.longest);
    assert!((0..4).all(|i| then[i] > sent[i]), "{sent:?} {then:?}");
}

/// GHDL's Verilog around it changes nothing: the same frames leave in the same cycles.
#[test]
fn in_vhdl_it_is_the_same_cycle_for_cycle() {
    let [alone, vhdl] = ways().try_into().unwrap_or([By::Verilog, By::Verilog]);
    let mut its = [alone, vhdl].map(|by| Loop::new(&attached(by, false)));
    for it in &mut its {
        it.full();
    }
    for _ in 0..200 {
        its.iter_mut().for_each(|it| it.cycles(200));
        let [one, other] = &its;
        // what is said of a frame that has left has no value before the first one
        if one.all.is_empty() && other.all.is_empty() {
            continue;
        }
        assert_eq!(one.out, other.out, "cycle {}", one.cycle);
    }
    let [one, other] = &mut its;
    assert!(one.all.len() > 150 && one.all == other.all, "{} and {} frames", one.all.len(), other.all.len());
    other.nothing_went_wrong();
}

#[test]
fn with_the_adapter_the_bottlenecks_queue_stays_short_and_without_it_grows() {
    the_queue_stays_short(&attached(By::Verilog, false));
}

#[test]
fn with_cnps_and_dcqcn_the_queue_is_bounded() {
    the_queue_stays_short_by_cnps(&attached(By::Verilog, true));
}

#[test]
fn each_qp_keeps_its_rate_within_a_percent() {
    rates_are_kept(&attached(By::Verilog, false));
}

#[test]
#[ignore = "half a minute: just night"]
fn frames_of_no_qp_and_runts_pass_by_and_what_is_too_long_is_left_out() {
    ways().into_iter().for_each(|by| frames_of_no_qp_pass_by(&attached(by, false)));
}

#[test]
fn what_is_no_answer_of_a_qp_that_runs_is_none() {
    only_what_a_peer_answers_counts(&attached(By::Verilog, false));
}

#[test]
fn an_index_out_of_range_opens_and_closes_nothing() {
    a_qp_that_is_not_there_is_nobody(&attached(By::Verilog, false));
}

#[test]
fn behind_a_reset_in_a_frame_all_begins_anew() {
    a_reset_begins_anew(&attached(By::Verilog, false));
}

#[test]
fn a_mac_that_takes_nothing_loses_nothing() {
    what_is_held_up_is_not_lost(&attached(By::Verilog, false));
}

#[test]
fn a_qp_that_is_closed_and_opened_begins_with_its_new_psn() {
    closed_and_opened(&attached(By::Verilog, false));
}

#[test]
fn a_host_that_polls_does_not_keep_a_qp_from_being_opened() {
    a_host_that_polls_waits(&attached(By::Verilog, false));
}

/// What the opening writes beyond `fpga/rocev2lite` stands where the register map has it.
#[test]
fn the_offsets_of_setup_and_context_are_those_of_the_register_map() {
    let text = text(&here().join("fpga/surf/ackw_surf.v")).1;
    let names = [
        "cfg_dcqcn_period",
        "set_dcqcn_line",
        "set_dcqcn_write",
        "set_ldcp_gamma",
        "set_ldcp_write",
        "host_dcqcn_rc",
        "host_dcqcn_rt",
        "host_ldcp_cw",
        "host_ldcp_rtt",
    ];
    let known: Vec<u32> = names.iter().map(|name| registers::named(&config(), name).offset).collect();
    let mut seen = std::collections::BTreeSet::new();
    for word in text.split("12'h").skip(1) {
        let digits: String = word.chars().take_while(char::is_ascii_hexdigit).collect();
        let at = u32::from_str_radix(&digits, 16).expect("an offset");
        // the upper word of one of two words stands behind it
        let word = known.iter().find(|o| **o == at || (**o + 4 == at && !known.contains(&at)));
        seen.insert(*word.unwrap_or_else(|| panic!("no register {at:x}")));
    }
    assert_eq!(seen.len(), names.len());
}

#[test]
fn no_linter_has_a_word_to_say_of_it_and_a_parameter_out_of_range_names_itself() {
    let emitted = hdl::design::build(&config(), "nic").expect("builds");
    let dir = tempfile::tempdir().expect("a temporary folder");
    let mut names = vec![];
    for (name, text) in emitted.files.into_iter().chain(ours().iter().map(|path| text(path))) {
        std::fs::write(dir.path().join(&name), text).expect("written");
        names.push(name);
    }
    let verilator = "verilator --lint-only -Wall --top-module ackw_surf";
    let icarus = "iverilog -g2005 -Wall -t null -s ackw_surf";
    for (tool, line, says) in [
        ("verilator", format!("{verilator} -GQUEUES=1"), ""),
        ("verilator", format!("{verilator} -GQUEUES=3 -GDCQCN=1"), ""),
        ("verilator", format!("{verilator} -GQUEUES=16 -GBEAT_BITS=11"), ""),
        ("iverilog", icarus.into(), ""),
        ("iverilog", format!("{icarus} -Packw_surf.QUEUES=17"), "QUEUES_is_not_1_to_16"),
        ("iverilog", format!("{icarus} -Packw_surf.QUEUES=0"), "QUEUES_is_not_1_to_16"),
        ("iverilog", format!("{icarus} -Packw_surf.PERIOD_PS=999"), "PERIOD_PS_is_not_1000_to_100000"),
        ("iverilog", format!("{icarus} -Packw_surf.MTU=255"), "MTU_is_not_256_to_9216"),
        ("iverilog", format!("{icarus} -Packw_surf.QUANTUM=4139"), "QUANTUM_is_not_MTU_to_262144"),
        ("iverilog", format!("{icarus} -Packw_surf.BEAT_BITS=9"), "BEAT_BITS_has_no_place_for_two_frames"),
        ("iverilog", format!("{icarus} -Packw_surf.LINE_MBIT=128000"), "LINE_MBIT_is_not_1000_to_127999"),
    ] {
        if on_path(tool).is_none() {
            left_out(&line, &format!("apt-get install {tool}"));
            continue;
        }
        let mut words = line.split(' ');
        let mut command = Command::new(words.next().unwrap_or_default());
        let out = said(&command.args(words).args(&names).current_dir(&dir).output().expect("it runs"));
        if says.is_empty() {
            let findings = out.lines().filter(|l| !l.starts_with("- ") && !l.trim().is_empty()).count();
            assert_eq!(findings, 0, "{line}: {out}");
        } else {
            assert!(out.contains(says), "{line}: {out}");
        }
    }
}

/// What VHDL refuses: a generic out of its range, and two that do not fit each other.
#[test]
fn a_generic_out_of_range_is_refused() {
    if on_path("ghdl").is_none() {
        return left_out("surf's adapter in VHDL", "apt-get install ghdl-mcode");
    }
    let ghdl = Ghdl::new(&["--work=surf"]);
    for file in ["tests/surf/stand_in.vhd", "fpga/surf/AckwSurf.vhd"] {
        ghdl.analyse("surf", &here().join(file));
    }
    for (generics, says) in [
        (&["-gQUEUES_G=17"][..], "\"queues_g\" is out of bounds"),
        (&["-gLINE_MBIT_G=128000"], "\"line_mbit_g\" is out of bounds"),
        (&["-gQUANTUM_G=4139"], "QUANTUM_G is below MTU_G"),
        (&["-gBEAT_BITS_G=9"], "BEAT_BITS_G: a queue has no place for two frames of MTU_G"),
        (&["-gQUEUES_G=16", "-gBEAT_BITS_G=11", "-gMTU_G=9216"], ""),
    ] {
        let words: Vec<&str> = ["--out=verilog"].iter().chain(generics).chain(&["AckwSurf"]).copied().collect();
        let out = ghdl.run("--synth", &words);
        assert_eq!(out.status.success(), says.is_empty(), "{generics:?}: {}", said(&out));
        assert!(said(&out).contains(says), "{generics:?}: {}", said(&out));
    }
}

/// Of each bug, what of the suite says so first.
#[test]
#[ignore = "some minutes: just night"]
fn each_bug_put_into_it_is_found() {
    let only = std::env::var("ACKW_SURF_BUG").ok();
    let mut missed = vec![];
    for bug in BUGS.iter().filter(|bug| only.as_ref().is_none_or(|only| bug.what.contains(only))) {
        let by = if bug.file == VHDL { By::Vhdl } else { By::Verilog };
        if by == By::Vhdl && on_path("ghdl").is_none() {
            left_out(bug.what, "apt-get install ghdl-mcode");
            continue;
        }
        let found = |dcqcn: bool, parts: &[Part]| {
            let design = with(by, dcqcn, Some(*bug));
            parts.iter().position(|part| {
                let part = std::panic::AssertUnwindSafe(|| part(&design));
                std::panic::catch_unwind(part).is_err()
            })
        };
        let at = found(false, &PARTS).map(|at| at.to_string());
        let at = at.or_else(|| found(true, &[the_queue_stays_short_by_cnps]).map(|_| "by CNPs".into()));
        println!("{}: {}", bug.what, at.as_deref().unwrap_or("not found"));
        if at.is_none() {
            missed.push(bug.what);
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}

fn row(what: &str, figures: &Figures) {
    let Figures { mean, longest, carried, least, jain } = figures;
    println!("| {what} | {mean:.1} | {longest} | {carried} % | {least} % | {jain:.3} |");
}

/// The figures of fpga/surf/README.md.
#[test]
#[ignore = "a minute or so: just night"]
fn figures_of_the_page() {
    let design = attached(By::Verilog, false);
    println!("| | queue, mean | longest | carried | least | Jain |");
    let [with, without] = with_and_without(&design, 400_000);
    row("LDCP, marks from 12 on", &with);
    row("off", &without);
    for marks in [16, 24, 32, 48] {
        let mut it = Loop::new(&design);
        it.marks = marks;
        it.full();
        row(&format!("LDCP, marks from {marks} on"), &it.run(400_000));
        it.nothing_went_wrong();
    }
    let mut it = Loop::new(&attached(By::Verilog, true));
    it.cnps = true;
    it.full();
    row("DCQCN, 4,000,000 cycles", &it.run(4_000_000));
    it.nothing_went_wrong();
    println!("rates {RATES:?} Mbit/s, in parts of 10,000: {:?}", kept(&design, RATES, 1, 1_000_000));
    println!("and of an engine that looks at no room: {:?}", kept(&design, RATES, 0, 1_000_000));
}

/// `just surf CHECKOUT=path`: surf's own files around the adapter, from the checkout in ACKW_SURF.
#[test]
#[ignore = "needs a checkout of surf: just surf CHECKOUT=path"]
fn surfs_own_files_take_the_adapter_and_the_loop_runs_in_them() {
    let checkout = std::env::var_os("ACKW_SURF").expect("ACKW_SURF: expected a checkout of surf");
    let checkout = Path::new(&checkout).canonicalize().expect("ACKW_SURF: expected a folder that is there");
    let mut attach = Command::new("python3");
    let attach = attach.arg("-B").arg(here().join("fpga/attach.py")).arg("surf").arg(&checkout).output();
    let attach = attach.expect("python3 runs");
    assert!(attach.status.success(), "{}", said(&attach));
    // all as it is in the tree, but for the two that change
    let ghdl = Ghdl::new(&OF_SURF);
    packages(&ghdl, &checkout, false);
    ghdl.analyse("surf", &here().join("fpga/surf/AckwSurf.vhd"));
    ghdl.analyse("surf", &changed("ethernet/RoCEv2/rtl/RoceEngineWrapper.vhd"));
    for file in [
        "base/general/rtl/ArbiterPkg.vhd",
        "ethernet/EthMacCore/rtl/EthMacPkg.vhd",
        "axi/axi-stream/rtl/AxiStreamMux.vhd",
        "axi/axi-stream/rtl/AxiStreamDeMux.vhd",
    ] {
        ghdl.analyse("surf", &checkout.join(file));
    }
    ghdl.analyse("surf", &changed("ethernet/IpV4Engine/rtl/IpV4EngineTx.vhd"));
    ghdl.analyse("work", &here().join("tests/surf/ecn.vhd"));
    ghdl.passes("-e", &["ecn"]);
    let ecn = ghdl.run("-r", &["ecn", "--stop-time=2us", "--ieee-asserts=disable"]);
    let seen: Vec<String> = said(&ecn).lines().filter_map(|l| Some(l.split_once("ECN ")?.1.into())).collect();
    println!("ECN of a frame of UDP, and of ICMP: {seen:?}");
    assert_eq!(seen, ["10", "00"], "{}", said(&ecn));
    println!("| | queue, mean | longest | carried | least | Jain |");
    for cycles in [120_000, 400_000] {
        let [with, without] = with_and_without(&attached(By::Tree(&checkout), false), cycles);
        row(&format!("in surf, {cycles} cycles"), &with);
        row("the same, off", &without);
        assert!(with.longest <= 24 && with.carried >= 97 && with.least >= 10, "{with:?}");
        assert!(without.longest > 300 && without.carried >= 99, "{without:?}");
    }
    let design = attached(By::Tree(&checkout), false);
    println!("rates {RATES:?} Mbit/s, in parts of 10,000: {:?}", kept(&design, RATES, 1, 1_000_000));
    rates_are_kept(&design);
    closed_and_opened(&design);
    a_reset_begins_anew(&design);
    the_queue_stays_short_by_cnps(&attached(By::Tree(&checkout), true));
}
