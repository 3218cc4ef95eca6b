//! The gate of `fpga/rocev2lite` in a loop: packets of four queues through it and an arbiter, over a bottleneck that
//! marks, to a peer that answers, and its frames back to the engine. The queue in front of the bottleneck stays short
//! with the gate and grows without; a header that the arbiter has seen is never withdrawn.

use crate::support;

use layout::config::Config;
use layout::registers;
use model::packet::frame::Body;
use model::packet::{aeth, bth};
use model::parser::Beat;
use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::process::Command;
use support::frames::over_ipv4;
use support::tools::{left_out, on_path};
use tb::{Builder, Column, Design, Dut, Port, Variant};

const QUEUES: u32 = 4;
const BASE_QPN: u32 = 256;
/// Of a packet of 1 KB on the link.
const WIRE: u64 = 1102;
/// 25 Gbit/s, in half bytes a cycle of 4 ns.
const HALF_BYTES: u64 = 25;
/// Cycles from the arbiter to the queue, and from the queue by way of the peer to the parser.
const WAYS: [u64; 2] = [200, 400];
/// Packets in the queue from which on it marks.
const MARKS: usize = 12;
const OPEN: u64 = 1;
const CLOSE: u64 = 4;
/// What stays 0 whenever nothing went wrong.
const WRONG: [&str; 5] =
    ["snd_count_returned", "snd_count_not_open", "snd_count_too_much", "snd_count_rewind_outside", "refused_count"];

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The Verilog of the attachment, in the order of their use.
fn ours() -> Vec<PathBuf> {
    let names = ["queue", "gate", "open"].map(|name| format!("fpga/rocev2lite/ackw_rocev2lite_{name}.v"));
    let names = names
        .into_iter()
        .chain(["fpga/corundum/ackw_corundum_copy.v", "fpga/rocev2lite/ackw_rocev2lite.v"].map(str::to_owned));
    names.map(|name| here().join(name)).collect()
}

fn config(data_bits: u32) -> Config {
    let text = std::fs::read_to_string(here().join("fpga/rocev2lite/ackwright.toml")).expect("it is there");
    let mut config = Config::parse(&text).expect("legal");
    config.parser.data_bits = data_bits;
    config
}

fn text(path: &Path) -> (String, String) {
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    (name, std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display())))
}

/// `attached` with the engine, and an arbiter of ours.
fn attached() -> Design {
    attached_to(&[here().join("tests/rocev2lite/generic_arb_mux.v")])
}

/// `attached` with the engine and this arbiter.
fn attached_to(arbiter: &[PathBuf]) -> Design {
    let emitted = hdl::design::build(&config(64), "nic").expect("builds");
    let bench = here().join("tests/rocev2lite/attached.v");
    let mut files = emitted.files;
    files.extend(ours().iter().chain([&bench]).chain(arbiter).map(|path| text(path)));
    // Verilator wants directives on lines of their own
    let apart = |text: &str| {
        text.replacen("`resetall `timescale 1ns / 1ps `default", "`resetall\n`timescale 1ns / 1ps\n`default", 1)
    };
    files.iter_mut().for_each(|(_, text)| *text = apart(text));
    let inputs = [
        ("clk", 1),
        ("rst", 1),
        ("enable", 1),
        ("has", QUEUES),
        ("rx_tdata", 64),
        ("rx_tkeep", 8),
        ("rx_tvalid", 1),
        ("rx_tlast", 1),
        ("cm_qp_valid", 1),
        ("cm_qp_req_type", 3),
        ("cm_qp_loc_qpn", 24),
        ("cm_qp_rem_psn", 24),
        ("s_axil_araddr", 12),
        ("s_axil_arvalid", 1),
        ("s_axil_awaddr", 12),
        ("s_axil_wdata", 32),
        ("s_axil_awvalid", 1),
    ];
    let outputs = [
        ("s_axil_arready", 1),
        ("s_axil_rvalid", 1),
        ("s_axil_rdata", 32),
        ("s_axil_awready", 1),
        ("s_axil_bvalid", 1),
        ("left", 1),
        ("left_hdr", 32),
        ("header", 1),
        ("withdrawn", 1),
    ];
    let inputs = inputs.map(|(name, width)| Port::input(name, width));
    let outputs = outputs.map(|(name, width)| Port::output(name, width));
    let ports: Vec<Port> = inputs.into_iter().chain(outputs).collect();
    Design::new("attached", Some("clk"), None, files, &ports).expect("a design")
}

#[derive(Clone, Copy)]
struct Packet {
    at: u64,
    queue: u32,
    psn: u32,
}

/// What a run has shown from its half on.
#[derive(Debug, Clone, Copy, Default)]
struct Figures {
    /// Packets in front of the bottleneck.
    mean: f64,
    longest: usize,
    /// Percent of what the bottleneck can carry.
    carried: u64,
    /// Of the queue that got least, in percent of its share.
    least: u64,
}

struct Loop {
    dut: Dut,
    inputs: HashMap<String, Column>,
    outputs: HashMap<String, Column>,
    row: Vec<u64>,
    out: Vec<u64>,
    cycle: u64,
    header: VecDeque<u32>,
    to_queue: VecDeque<Packet>,
    queue: VecDeque<Packet>,
    left: u64,
    to_parser: VecDeque<(u64, Beat)>,
    /// PSNs that have left each queue, in order.
    sent: [Vec<u32>; QUEUES as usize],
    counts: bool,
    sum: u64,
    longest: usize,
    counted: u64,
    carried: [u64; QUEUES as usize],
}

impl Loop {
    fn new(design: &Design) -> Loop {
        let builder = Builder::from_env().expect("a simulator is there or fetched");
        let dut = Dut::new(&builder.load(design, Variant::Quick).expect("builds"), 1).expect("an instance");
        let named = |side: &tb::Side| side.columns().iter().map(|c| (c.name.clone(), c.clone())).collect();
        let mut this = Loop {
            dut,
            inputs: named(design.inputs()),
            outputs: named(design.outputs()),
            row: vec![0; design.inputs().words()],
            out: vec![0; design.outputs().words()],
            cycle: 0,
            header: VecDeque::new(),
            to_queue: VecDeque::new(),
            queue: VecDeque::new(),
            left: 0,
            to_parser: VecDeque::new(),
            sent: Default::default(),
            counts: false,
            sum: 0,
            longest: 0,
            counted: 0,
            carried: [0; QUEUES as usize],
        };
        this.set("rst", 1);
        this.cycles(4);
        this.header.clear();
        this.to_queue.clear();
        this.set("rst", 0);
        this.set("enable", 1);
        this.cycles(200);
        this
    }

    fn set(&mut self, name: &str, value: u64) {
        let word = self.inputs.get(name).unwrap_or_else(|| panic!("no input {name}")).word;
        self.row[word] = value;
    }

    fn out(&self, name: &str) -> u64 {
        self.out[self.outputs.get(name).unwrap_or_else(|| panic!("no output {name}")).word]
    }

    fn cycles(&mut self, n: u64) {
        (0..n).for_each(|_| self.cycle());
    }

    fn cycle(&mut self) {
        self.link();
        let beat = self.to_parser.front().filter(|(at, _)| *at <= self.cycle).map(|(_, beat)| *beat);
        self.set("rx_tvalid", beat.is_some().into());
        if let Some(beat) = beat {
            self.to_parser.pop_front();
            let mut word = [0; 8];
            word.copy_from_slice(&beat.tdata[..8]);
            self.set("rx_tdata", u64::from_le_bytes(word));
            self.set("rx_tkeep", beat.tkeep);
            self.set("rx_tlast", beat.tlast.into());
        }
        self.dut.run(&self.row, &mut self.out).expect("it runs");
        self.cycle += 1;
        if self.out("header") == 1 {
            self.header.push_back(self.out("left_hdr") as u32);
        }
        if self.out("left") == 1 {
            let header = self.header.pop_front().expect("a header before the end of its payload");
            let (queue, psn) = (header >> 24, header & 0xff_ffff);
            self.sent[queue as usize].push(psn);
            self.to_queue.push_back(Packet { at: self.cycle + WAYS[0], queue, psn });
        }
    }

    fn link(&mut self) {
        while let Some(packet) = self.to_queue.front().copied().filter(|packet| packet.at <= self.cycle) {
            self.to_queue.pop_front();
            self.queue.push_back(packet);
        }
        if self.counts {
            self.sum += self.queue.len() as u64;
            self.longest = self.longest.max(self.queue.len());
            self.counted += 1;
        }
        let Some(packet) = self.queue.front().copied() else {
            self.left = 0;
            return;
        };
        self.left += HALF_BYTES;
        if self.left < 2 * WIRE {
            return;
        }
        self.left -= 2 * WIRE;
        self.queue.pop_front();
        if self.counts {
            self.carried[packet.queue as usize] += WIRE;
        }
        let ce = self.queue.len() >= MARKS;
        let qpn = BASE_QPN + packet.queue;
        let bth = bth::Repr { becn: ce, ..bth::Repr::new(layout::wire::bth::OPCODE_ACK, qpn, packet.psn) };
        let ack = over_ipv4(bth, Body::Ack(aeth::Repr { reserved: false, code: 0, value: 0, msn: 0 }));
        let at = self.cycle + WAYS[1];
        self.to_parser.extend(Beat::split(&ack, 64).map(|beat| (at, beat)));
    }

    /// What the connection manager says.
    fn says(&mut self, queue: u32, request: u64, psn: u32) {
        let qpn = BASE_QPN + queue;
        for (name, value) in [("cm_qp_req_type", request), ("cm_qp_loc_qpn", qpn.into()), ("cm_qp_rem_psn", psn.into())]
        {
            self.set(name, value);
        }
        self.set("cm_qp_valid", 1);
        self.cycle();
        self.set("cm_qp_valid", 0);
    }

    fn read(&mut self, name: &str) -> u64 {
        let map = registers::map(&config(64));
        let register = map.iter().find(|r| r.name() == name).unwrap_or_else(|| panic!("no register {name}"));
        self.set("s_axil_araddr", register.offset.into());
        self.set("s_axil_arvalid", 1);
        self.cycle();
        while self.out("s_axil_arready") == 0 {
            self.cycle();
        }
        self.set("s_axil_arvalid", 0);
        while self.out("s_axil_rvalid") == 0 {
            self.cycle();
        }
        self.out("s_axil_rdata")
    }

    /// So many cycles, of which the second half counts.
    fn run(&mut self, cycles: u64) -> Figures {
        self.cycles(cycles / 2);
        self.counts = true;
        self.cycles(cycles / 2);
        self.counts = false;
        let could = HALF_BYTES * self.counted / 2;
        let least = self.carried.iter().min().copied().unwrap_or(0);
        Figures {
            mean: self.sum as f64 / self.counted as f64,
            longest: self.longest,
            carried: 100 * self.carried.iter().sum::<u64>() / could,
            least: 100 * u64::from(QUEUES) * least / could,
        }
    }

    /// All queues open and full.
    fn all(&mut self) {
        for queue in 0..QUEUES {
            self.says(queue, OPEN, 0xff_fff0 + queue);
        }
        self.set("has", (1 << QUEUES) - 1);
    }

    /// Packets that have left each queue.
    fn count(&self) -> [u64; QUEUES as usize] {
        std::array::from_fn(|queue| self.sent[queue].len() as u64)
    }

    fn nothing_went_wrong(&mut self) {
        for name in WRONG {
            assert_eq!(self.read(name), 0, "{name}");
        }
        assert_eq!(self.out("withdrawn"), 0);
    }

    /// Each queue's packets left in order, and none was lost.
    fn in_order(&self) {
        for (queue, sent) in self.sent.iter().enumerate() {
            assert!(sent.windows(2).all(|two| two[1] == (two[0] + 1) & 0xff_ffff), "queue {queue}");
        }
    }
}

#[test]
fn with_the_gate_the_bottlenecks_queue_stays_short_and_without_it_grows() {
    gated_and_free(&attached());
}

fn gated_and_free(design: &Design) {
    let mut with = Loop::new(design);
    with.all();
    let gated = with.run(200_000);
    with.in_order();
    let mut without = Loop::new(design);
    without.set("enable", 0);
    without.all();
    let free = without.run(200_000);
    without.in_order();
    println!("with {gated:?}\nwithout {free:?}");
    assert!(gated.longest <= 24 && gated.carried >= 97 && gated.least >= 50, "{gated:?}");
    assert!(free.longest > 2_800 && free.carried >= 99 && free.mean > 100.0 * gated.mean, "{free:?}");
    assert_eq!(with.read("snd_count_closed"), 0);
    with.nothing_went_wrong();
}

/// What each queue has sent behind the reopening of one of them.
#[derive(Debug)]
struct Reopened {
    /// Packets in the first 20,000 cycles.
    soon: [u64; QUEUES as usize],
    /// Percent of its share in the cycles 100,000 to 200,000.
    later: [u64; QUEUES as usize],
}

fn reopened(design: &Design, run: u64, gap: u64) -> Reopened {
    let (queue, psn) = ((run % u64::from(QUEUES)) as u32, 0x12_3456 + 0x10_0000 * run as u32);
    let mut it = Loop::new(design);
    it.all();
    it.cycles(30_000 + 1_777 * run);
    let all = (1 << QUEUES) - 1;
    // the host ends it before it closes it, and begins behind the opening
    it.set("has", all & !(1 << queue));
    it.says(queue, CLOSE, 0);
    it.cycles(gap);
    it.in_order();
    it.sent[queue as usize].clear();
    it.says(queue, OPEN, psn);
    it.set("has", all);
    let start = it.count();
    it.cycles(20_000);
    let soon = it.count();
    it.cycles(80_000);
    let early = it.count();
    it.cycles(100_000);
    let late = it.count();
    it.in_order();
    assert_eq!(it.sent[queue as usize].first(), Some(&psn), "queue {queue} begins with its new PSN");
    it.nothing_went_wrong();
    let share = 100_000 * HALF_BYTES / 2 / WIRE / u64::from(QUEUES);
    let of = |a: [u64; QUEUES as usize], b: [u64; QUEUES as usize]| std::array::from_fn(|i| b[i] - a[i]);
    Reopened { soon: of(start, soon), later: of(early, late).map(|n| 100 * n / share) }
}

/// A QP that begins anew, and those beside it, do not stay in LDCP's lower window (hdl/src/pawa.md, Limits).
#[test]
fn behind_a_close_and_a_reopening_every_qp_sends_its_part() {
    reopened_all(&attached());
}

fn reopened_all(design: &Design) {
    // with gamma = 1/16 a QP of runs 2 and 5 gets 2 % of its share
    for (run, gap) in [(0, 100), (1, 500), (2, 2_000), (5, 2_000)] {
        let got = reopened(design, run, gap);
        println!("run {run}, gap {gap}: {got:?}");
        assert!(got.soon.iter().all(|n| *n > 0), "run {run}, gap {gap}: {got:?}");
        assert!(got.later.iter().all(|n| *n >= 25), "run {run}, gap {gap}: {got:?}");
    }
}

/// `just rocev2lite CHECKOUT=path`: the same with the arbiter of the checkout in ACKW_ROCEV2LITE.
#[test]
#[ignore = "needs a checkout of 100G-verilog-RoCEv2-lite: just rocev2lite CHECKOUT=path"]
fn the_trees_own_arbiter_takes_the_gate() {
    let checkout = std::env::var_os("ACKW_ROCEV2LITE").expect("ACKW_ROCEV2LITE: expected a checkout of the tree");
    let checkout = Path::new(&checkout).canonicalize().expect("ACKW_ROCEV2LITE: expected a folder that is there");
    let files =
        ["rtl/utils/generic_arb_mux.v", "lib/eth/lib/axis/rtl/arbiter.v", "lib/eth/lib/axis/rtl/priority_encoder.v"];
    let design = attached_to(&files.map(|file| checkout.join(file)));
    gated_and_free(&design);
    reopened_all(&design);
}

/// A host that reads and writes without a pause holds no opening up, and gets its answers.
#[test]
fn a_host_that_polls_does_not_keep_a_qp_from_being_opened() {
    let mut it = Loop::new(&attached());
    let map = registers::map(&config(64));
    let register = |name: &str| map.iter().find(|r| r.name() == name).expect("a register").offset;
    for (name, value) in [
        ("s_axil_araddr", register("id").into()),
        ("s_axil_awaddr", register("scratch").into()),
        ("s_axil_wdata", 0x5a5a_a5a5),
        ("s_axil_arvalid", 1),
        ("s_axil_awvalid", 1),
    ] {
        it.set(name, value);
    }
    it.all();
    let (mut reads, mut writes) = (0, 0);
    for _ in 0..20_000 {
        it.cycle();
        writes += it.out("s_axil_bvalid");
        if it.out("s_axil_rvalid") == 1 {
            reads += 1;
            assert_eq!(it.out("s_axil_rdata"), 0x4143_4b57, "read {reads}");
        }
    }
    it.set("s_axil_arvalid", 0);
    it.set("s_axil_awvalid", 0);
    it.cycles(20);
    let sent = it.count();
    println!("{reads} reads, {writes} writes, sent {sent:?}");
    assert!(sent.iter().all(|n| *n > 20), "{sent:?}");
    assert!(reads > 1_000 && writes > 1_000, "{reads} reads, {writes} writes");
    assert_eq!(it.read("scratch"), 0x5a5a_a5a5);
    it.nothing_went_wrong();
}

/// What `ackw_rocev2lite_open` writes stands where the register map has it.
#[test]
fn the_offsets_of_the_opening_are_those_of_the_register_map() {
    let text = std::fs::read_to_string(here().join("fpga/rocev2lite/ackw_rocev2lite_open.v")).expect("it is there");
    let map = registers::map(&config(512));
    let mut seen = 0;
    for word in text.split(['\n', ',', ';']) {
        let Some((name, offset)) = word.trim().trim_start_matches("localparam [11:0] ").split_once(" = 12'h") else {
            continue;
        };
        let name = match name {
            "QPN_BASE" => "cfg_qpn_base".into(),
            name => name.to_lowercase(),
        };
        let register = map.iter().find(|r| r.name() == name).unwrap_or_else(|| panic!("no register {name}"));
        assert_eq!(u32::from_str_radix(offset, 16), Ok(register.offset), "{name}");
        seen += 1;
    }
    assert_eq!(seen, 21);
}

#[test]
fn no_linter_has_a_word_to_say_of_it() {
    let emitted = hdl::design::build(&config(512), "nic").expect("builds");
    let dir = tempfile::tempdir().expect("a temporary folder");
    let mut names = vec![];
    for (name, text) in emitted.files.into_iter().chain(ours().iter().map(|path| text(path))) {
        std::fs::write(dir.path().join(&name), text).expect("written");
        names.push(name);
    }
    for (tool, line) in [
        ("verilator", "verilator --lint-only -Wall --top-module ackw_rocev2lite -GQUEUES=3"),
        ("verilator", "verilator --lint-only -Wall --top-module ackw_rocev2lite -GQUEUES=16"),
        ("iverilog", "iverilog -g2005 -Wall -t null -s ackw_rocev2lite"),
    ] {
        if on_path(tool).is_none() {
            left_out(line, &format!("apt-get install {tool}"));
            continue;
        }
        let mut words = line.split(' ');
        let mut command = Command::new(words.next().unwrap_or_default());
        let out = command.args(words).args(&names).current_dir(&dir).output().expect("it runs");
        let said = String::from_utf8_lossy(&[&out.stdout[..], &out.stderr[..]].concat()).into_owned();
        let findings = said.lines().filter(|l| !l.starts_with("- ") && !l.trim().is_empty()).count();
        assert!(out.status.success() && findings == 0, "{line}: {said}");
    }
}
