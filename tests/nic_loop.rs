//! The loop of our own blocks in Verilog: a NIC's sender, a link with a queue that marks and measures, its receiver,
//! its responder's frames, its parser, its engine, and its sender again. The queue stays bounded, the link carries what
//! each case asks for (97 % under LDCP, 80 and 62 % under HPCC++ and DCQCN-p, whose parameters nobody tuned), and a
//! broken line in any of the blocks, and in all modules of the shaper and the receiver but two, is found by that.
//!
//! It sees what stops or frees a flow, no more. Of the 91 bugs of `tests/mutants` in the shaper and the receiver
//! LDCP's loop saw seven, once, on 2026-11-27; the others were not tried with them. None of the three loops sees
//! an answer that corrects nothing, a lateness that is lost, a QP that goes ahead of its time in a list, a tag
//! that comes again at once, an ACK that is lost behind a CNP, nor any line of `ackw_shaper_line.v`, as no cap is
//! set, and of `ackw_receiver_walk.v`, as no packet is the last.

use crate::bench::bugs::{Bug, Bugs};
use crate::support::nic::{Host, Ports};
use layout::config::{Config, Unit};
use layout::record::Algorithm;
use layout::registers::{self, Register};
use layout::telemetry::Place;
use std::collections::{HashMap, VecDeque};
use tb::{Builder, Column, Design, Dut, Variant};

/// QPs that send, each all the time.
const FLOWS: u64 = 4;
const MTU: u64 = 1024;
/// Of a packet on the link.
const WIRE: u64 = MTU + 78;
const CYCLE_NS: u64 = 5;
/// 100 Gbit/s: 62.5 bytes in a cycle; in half bytes.
const HALF_BYTES: u64 = 125;
/// Cycles from a grant to the queue, from the queue to the receiver, and from the responder to the parser: with what
/// the blocks take 5 us are a round trip.
const WAYS: [u64; 3] = [300, 100, 300];
const QPN_BASE: u64 = 0x100;

fn config(unit: Unit) -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.parser.data_bits, config.hpcc.hops) = (16, 64, if unit == Unit::Hpcc { 1 } else { 5 });
    config.engine.units = vec![unit];
    (config.nic.sender, config.nic.receiver, config.nic.responder) = (true, true, true);
    config.check().expect("legal");
    config
}

/// The NIC under Verilator.
struct Verilated {
    dut: Dut,
    inputs: HashMap<String, Column>,
    outputs: HashMap<String, Column>,
    row: Vec<u64>,
    out: Vec<u64>,
    map: Vec<Register>,
}

impl Verilated {
    fn new(builder: &Builder, config: &Config, design: &Design) -> Verilated {
        let dut = Dut::new(&builder.load(design, Variant::Quick).expect("builds"), 1).expect("an instance");
        let named = |side: &tb::Side| side.columns().iter().map(|c| (c.name.clone(), c.clone())).collect();
        let (inputs, outputs) = (named(design.inputs()), named(design.outputs()));
        let (row, out) = (vec![0; design.inputs().words()], vec![0; design.outputs().words()]);
        Verilated { dut, inputs, outputs, row, out, map: registers::map(config) }
    }
}

impl Ports for Verilated {
    fn set(&mut self, name: &str, value: u64) {
        let column = self.inputs.get(name).unwrap_or_else(|| panic!("no input {name}"));
        self.row[column.word] = value;
    }

    fn out(&self, name: &str) -> u64 {
        let column = self.outputs.get(name).unwrap_or_else(|| panic!("no output {name}"));
        self.out[column.word]
    }

    fn map(&self) -> &[Register] {
        &self.map
    }
}

/// A packet on its way: when it comes, whose, and what the link has written into it.
#[derive(Clone, Copy, Default)]
struct Packet {
    at: u64,
    qpn: u64,
    psn: u64,
    ce: bool,
    /// ts, txBytes, qLen in the units of the header.
    telemetry: [u64; 3],
}

/// How the link marks: by probability between two lengths of the queue, or all above one.
#[derive(Clone, Copy)]
struct Marks {
    from: u64,
    to: u64,
    /// At `to`, in 2^16.
    most: u64,
}

/// What a run has shown, from its half on.
#[derive(Clone, Copy, Debug, Default)]
struct Figures {
    /// Bytes.
    longest_queue: u64,
    /// In percent of what the link can carry.
    carried: u64,
    /// Of the flow that got least, in percent of its share.
    least_share: u64,
}

struct Loop {
    nic: Verilated,
    cycle: u64,
    telemetry: bool,
    marks: Marks,
    /// PSN that each flow sends next.
    psn: [u64; FLOWS as usize],
    /// What is to be told to the engine, packet by packet, and the grant that is answered behind it.
    told: VecDeque<(u64, u64, Option<[u64; 2]>)>,
    to_queue: VecDeque<Packet>,
    queue: VecDeque<Packet>,
    /// Half bytes of the first one that have left.
    left: u64,
    sent_bytes: u64,
    to_receiver: VecDeque<Packet>,
    /// Beats of frames: when, data, keep, last.
    to_parser: VecDeque<(u64, [u64; 3])>,
    random: u64,
    /// It has been reset.
    runs: bool,
    /// From here on it counts.
    counts_from: u64,
    carried: [u64; FLOWS as usize],
    longest_queue: u64,
}

impl Host for Loop {
    type Nic = Verilated;

    fn pins(&mut self) -> &mut Verilated {
        &mut self.nic
    }

    fn cycle(&mut self) {
        let now = self.cycle;
        self.nic.set("time_now", (now * CYCLE_NS) & 0xffff_ffff);
        self.link();
        // what was sent is told
        let told = self.told.front().copied();
        self.nic.set("tx_valid", told.is_some().into());
        let answers = told.and_then(|(.., answers)| answers);
        self.nic.set("s_sent_valid", answers.is_some().into());
        if let Some((qpn, psn, _)) = told {
            self.nic.set("tx_qpn", qpn);
            self.nic.set("tx_psn", psn);
            self.nic.set("s_sent_qpn", qpn);
            self.nic.set("s_sent_psn_next", psn);
        }
        if let Some([tag, bytes]) = answers {
            self.nic.set("s_sent_tag", tag);
            self.nic.set("s_sent_bytes", bytes);
        }
        // packets come
        let comes = self.to_receiver.front().copied().filter(|packet| packet.at <= now);
        self.nic.set("rx_valid", comes.is_some().into());
        if let Some(packet) = comes {
            self.to_receiver.pop_front();
            self.nic.set("rx_qpn", packet.qpn);
            self.nic.set("rx_psn", packet.psn);
            self.nic.set("rx_ce", packet.ce.into());
            if self.telemetry {
                let [ts, tx, q] = packet.telemetry;
                let fields = [("speed", 2), ("ts", ts), ("tx", tx), ("q", q)];
                fields.into_iter().for_each(|(name, value)| self.nic.set(&format!("rx_echo_hop_0_{name}"), value));
            }
        }
        // frames come
        let beat = self.to_parser.front().copied().filter(|(at, _)| *at <= now);
        self.nic.set("s_axis_tvalid", beat.is_some().into());
        if let Some((_, [data, keep, last])) = beat {
            for (name, value) in [("tdata", data), ("tkeep", keep), ("tlast", last)] {
                self.nic.set(&format!("s_axis_{name}"), value);
            }
        }

        let Verilated { dut, row, out, .. } = &mut self.nic;
        dut.run(row, out).expect("it runs");

        if answers.is_none() || self.out("s_sent_ready") == 1 {
            self.told.pop_front();
        }
        if beat.is_some() && self.out("s_axis_tready") == 1 {
            self.to_parser.pop_front();
        }
        self.cycle += 1;
        if !self.runs {
            // before a reset outputs mean nothing
            return;
        }
        if self.out("m_axis_tvalid") == 1 {
            let beat = ["tdata", "tkeep", "tlast"].map(|name| self.nic.out(&format!("m_axis_{name}")));
            self.to_parser.push_back((now + WAYS[2], beat));
        }
        if self.out("m_grant_valid") == 1 {
            let (qpn, tag) = (self.out("m_grant_qpn"), self.out("m_grant_tag"));
            let packets = self.out("m_grant_max_packets").min(self.out("m_grant_max_bytes") / MTU);
            for k in 1..=packets {
                let psn = self.psn[qpn as usize];
                self.to_queue.push_back(Packet { at: now + WAYS[0], qpn, psn, ..Packet::default() });
                self.psn[qpn as usize] = (psn + 1) & 0xff_ffff;
                let answers = (k == packets).then_some([tag, packets * MTU]);
                self.told.push_back((qpn, self.psn[qpn as usize], answers));
            }
        }
    }
}

impl Loop {
    fn new(nic: Verilated, unit: Unit, marks: Marks) -> Loop {
        let mut this = Loop {
            nic,
            cycle: 0,
            telemetry: unit == Unit::Hpcc,
            marks,
            psn: [0; FLOWS as usize],
            told: VecDeque::new(),
            to_queue: VecDeque::new(),
            queue: VecDeque::new(),
            left: 0,
            sent_bytes: 0,
            to_receiver: VecDeque::new(),
            to_parser: VecDeque::new(),
            random: 1,
            runs: false,
            counts_from: u64::MAX,
            carried: [0; FLOWS as usize],
            longest_queue: 0,
        };
        this.set("rst_n", 0);
        this.cycles(4);
        this.runs = true;
        for (name, value) in [("rst_n", 1), ("s_axil_wstrb", 15), ("m_grant_ready", 1), ("m_axis_tready", 1)] {
            this.set(name, value);
        }
        if this.telemetry {
            this.set("rx_echo_telemetry", 1);
            this.set("rx_echo_n_hop", 1);
        }
        this.cycles(40);
        assert_eq!(this.out("init_done"), 1);
        this
    }

    /// The queue and the link behind it.
    fn link(&mut self) {
        while let Some(packet) = self.to_queue.front().copied().filter(|packet| packet.at <= self.cycle) {
            self.to_queue.pop_front();
            self.queue.push_back(packet);
        }
        let waiting = self.queue.len() as u64 * WIRE;
        let counts = self.cycle >= self.counts_from;
        if counts {
            self.longest_queue = self.longest_queue.max(waiting);
        }
        let Some(mut packet) = self.queue.front().copied() else {
            self.left = 0;
            return;
        };
        self.left += HALF_BYTES;
        if self.left < 2 * WIRE {
            return;
        }
        self.left -= 2 * WIRE;
        self.queue.pop_front();
        self.sent_bytes += WIRE;
        if counts {
            self.carried[packet.qpn as usize] += WIRE;
        }
        let waiting = waiting - WIRE;
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let Marks { from, to, most } = self.marks;
        packet.ce = waiting >= to || (waiting > from && (self.random >> 48) < most * (waiting - from) / (to - from));
        packet.telemetry = [
            (self.cycle * CYCLE_NS) & 0xff_ffff,
            (self.sent_bytes / layout::hpcc::TX_UNIT.reset) & 0xf_ffff,
            (waiting / layout::hpcc::Q_UNIT.reset).min(0xffff),
        ];
        packet.at = self.cycle + WAYS[1];
        self.to_receiver.push_back(packet);
    }

    /// A flow, in the engine, at the receiver, at the responder and at the sender, in this order; then it sends.
    fn open(&mut self, qpn: u64, algorithm: Algorithm, writes: &[(&'static str, u64)], sender: &[(&str, u64)]) {
        let every = registers::every_part(&config(algorithm.unit()));
        let engine =
            [("host_qpn", qpn), ("host_parts", every), ("host_alg", algorithm as u64), ("host_psn", 0xff_ffff)];
        self.all(&engine);
        self.all(writes);
        self.all(&[("host_open", 1), ("host_start", 1)]);
        self.until("status", 2);
        let header = [
            ("rsp_qpn", qpn),
            ("rsp_valid", 1),
            ("rsp_dst_mac", 0x0200_0000_0001),
            ("rsp_src_mac", 0x0200_0000_0002),
            ("rsp_dst_ip_low", 0xc0a8_0114),
            ("rsp_src_ip_low", 0xc0a8_010a),
            ("rsp_tos", 2),
            ("rsp_src_port", 0xc000 + qpn),
            ("rsp_dest_qp", QPN_BASE + qpn),
            ("rsp_pkey", 0xffff),
            ("rsp_write", 1),
        ];
        self.all(&header);
        self.all(&[("rcv_qpn", qpn), ("rcv_open", 1), ("snd_open_qpn", qpn), ("snd_open_first_psn", 0)]);
        self.all(sender);
        self.all(&[("snd_start", 1)]);
        self.until("snd_status", 2);
        for (name, value) in [("s_req_valid", 1), ("s_req_qpn", qpn), ("s_req_backlog", (1 << 28) - 1)] {
            self.set(name, value);
        }
        self.cycle();
        while self.out("s_req_ready") == 0 {
            self.cycle();
        }
        self.set("s_req_valid", 0);
    }

    /// So many cycles, of which the second half counts.
    fn run(&mut self, cycles: u32) -> Figures {
        self.counts_from = self.cycle + u64::from(cycles) / 2;
        self.cycles(cycles);
        let could = HALF_BYTES * (self.cycle - self.counts_from) / 2;
        let least = self.carried.iter().min().copied().unwrap_or(0);
        Figures {
            longest_queue: self.longest_queue,
            carried: 100 * self.carried.iter().sum::<u64>() / could,
            least_share: 100 * FLOWS * least / could,
        }
    }
}

/// An algorithm in the loop, and what it keeps there.
struct Case {
    algorithm: Algorithm,
    marks: Marks,
    /// Registers that are written before a QP is opened, with a QP's context, and for it at the sender.
    first: &'static [(&'static str, u64)],
    engine: &'static [(&'static str, u64)],
    sender: &'static [(&'static str, u64)],
    cycles: u32,
    /// Bytes; percent of the link, and of a flow's share.
    queue_up_to: u64,
    carries: u64,
    each_flow: u64,
}

/// A packet in LDCP's windows, a byte in HPCC++'s, a byte a ns in rates.
const PACKET: u64 = 1 << 28;
const BYTE: u64 = 1 << 12;
const BYTE_PER_NS: u64 = 1 << 28;

/// Marks above 50 kB.
const LDCP: Case = Case {
    algorithm: Algorithm::Ldcp,
    marks: Marks { from: 50_000, to: 50_000, most: 0 },
    first: &[("rcv_mode", 1), ("rcv_m", 2)],
    engine: &[("host_ldcp_cw", 16 * PACKET)],
    sender: &[("snd_open_unit", 0), ("snd_open_window", 16 * PACKET)],
    cycles: 120_000,
    queue_up_to: 90_000,
    carries: 97,
    each_flow: 50,
};

/// T = 5 us, eta = 0.95.
const HPCC: Case = Case {
    algorithm: Algorithm::Hpcc,
    marks: Marks { from: u64::MAX, to: u64::MAX, most: 0 },
    first: &[("rcv_mode", 0), ("cfg_telemetry_place", Place::Ack as u64)],
    engine: &[],
    sender: &[("snd_open_unit", 2), ("snd_open_window", 62_500 * BYTE), ("snd_open_pace", 25 * BYTE_PER_NS / 2)],
    cycles: 120_000,
    queue_up_to: 25_000,
    carries: 80,
    each_flow: 50,
};

/// Periods of 10.2 us, steps of 1.6 Gbit/s; 32 Gbit/s each at first.
const DCQCN: Case = Case {
    algorithm: Algorithm::DcqcnP,
    marks: Marks { from: 40_000, to: 200_000, most: 13_107 },
    first: &[
        ("rcv_mode", 0),
        ("rcv_cnp", 1),
        ("cfg_dcqcn_period", 2000),
        ("set_dcqcn_rai", BYTE_PER_NS / 5),
        ("set_dcqcn_write", 0),
    ],
    engine: &[("host_dcqcn_rc", 4 * BYTE_PER_NS), ("host_dcqcn_rt", 4 * BYTE_PER_NS)],
    sender: &[("snd_open_unit", 3), ("snd_open_pace", 4 * BYTE_PER_NS)],
    cycles: 400_000,
    queue_up_to: 400_000,
    carries: 62,
    each_flow: 40,
};

impl Case {
    fn config(&self) -> Config {
        config(self.algorithm.unit())
    }

    /// The queue is bounded, and the link is full.
    fn keeps(&self, f: &Figures) -> bool {
        f.longest_queue <= self.queue_up_to && f.carried >= self.carries && f.least_share >= self.each_flow
    }

    /// One run of the loop.
    fn figures(&self, nic: Verilated) -> Figures {
        let mut this = Loop::new(nic, self.algorithm.unit(), self.marks);
        // a grant and its answer take a QP 26 slots
        this.all(&[("cfg_qpn_base", QPN_BASE), ("snd_mtu", MTU), ("snd_quantum", 6 * MTU)]);
        this.all(self.first);
        this.until("status", 2);
        for qpn in 0..FLOWS {
            this.open(qpn, self.algorithm, self.engine, self.sender);
        }
        this.run(self.cycles)
    }

    /// Without a bug and with each: a bug is an input of the design.
    fn run(&self, bugs: &[Bug]) {
        let config = self.config();
        let emitted = hdl::design::build(&config, "nic").expect("builds");
        let built = Bugs::new(&config, &emitted, &["nic"], bugs);
        let builder = Builder::from_env().expect("a simulator is there or fetched");
        let numbers: Vec<u64> = (0..=bugs.len() as u64).collect();
        let runs = crate::bench::for_each(&numbers, |number| {
            let mut nic = Verilated::new(&builder, &config, built.design("nic"));
            nic.set("bug", *number);
            self.figures(nic)
        });
        let name = self.algorithm.name();
        println!("{name}: {:?}", runs[0]);
        assert!(self.keeps(&runs[0]), "{name}: {:?}", runs[0]);
        for (bug, figures) in bugs.iter().zip(&runs[1..]) {
            println!("{name}, {} in {}: {figures:?}", bug.bug, bug.file);
            assert!(!self.keeps(figures), "{name}, {} in {}: {figures:?}", bug.bug, bug.file);
        }
    }
}

#[test]
fn under_ldcp_the_queue_is_bounded_and_the_link_full_and_a_broken_line_is_found() {
    LDCP.run(crate::bugs! {
    "nic" "ackw_parser.v" { "no ECN-Echo is read": ".s8_event_ece       (roce_check_s8_event_ece)" => ".s8_event_ece       (1'b0)"; }
    "nic" "ackw_top.v" { "the engine is told of no ECN-Echo": ".pkt_ece            (parser_res_ece)" =>
        ".pkt_ece            (1'b0)"; }
    "nic" "ackw_nic_sender.v" { "windows are 0": ".s_upd_window          (upd_window)" => ".s_upd_window          (42'd0)"; }
    "nic" "ackw_nic_receiver.v" { "CE marks nothing": ".in_ce           (rx_ce)" => ".in_ce           (1'b0)"; }
    "nic" "ackw_nic_responder.v" { "ECN-Echo stands where nobody looks": ".cfg_ece_place        (cfg_ece_place)" =>
        ".cfg_ece_place        (2'd1)"; }
    "nic" "ackw_responder.v" { "the ICRC is another one": "b9_word_0 = icrc_b9_icrc" => "b9_word_0 = ~icrc_b9_icrc"; }
    "nic" "ackw_shaper.v" {
        "an operation begins while one of its QP is under way": "issues = last & candidate_valid & !blocked" =>
            "issues = last & candidate_valid";
        "a request overtakes its QP's opening": "req_may <= ready_next & !req_next & !openings_next" =>
            "req_may <= ready_next & !req_next";
        "a refused grant takes room": "end else if (pops | refused) begin" => "end else if (pops) begin";
    }
    "nic" "ackw_shaper_convert.v" { "no window counts": "made_windowed = !unit_10[0]" => "made_windowed = 1'b0"; }
    "nic" "ackw_shaper_event.v" { "no ACK counts": "found_acks = is_update & was_open & m1_op_acks & is_acked" =>
        "found_acks = 1'b0"; }
    "nic" "ackw_shaper_flight.v" { "what is not acknowledged is not in flight": "ahead <= snd_nxt - 24'd1 - una" =>
        "ahead <= 24'd0"; }
    "nic" "ackw_shaper_offer.v" { "no window limits": "limited = m3_qp_windowed & !m3_qp_bypass" => "limited = 1'b0"; }
    "nic" "ackw_shaper_settle.v" { "there is never room": "room <= {7'd0, m9_qp_window} > flying" => "room <= 1'b0"; }
    "nic" "ackw_shaper_place.v" { "a QP that was taken is thought to be there":
        "stays = m10_qp_queued & !m10_popped" => "stays = m10_qp_queued"; }
    "nic" "ackw_shaper_lists.v" { "nobody comes to a tail": "tails = push_tail | (push_head & empty)" =>
        "tails = push_head & empty"; }
    "nic" "ackw_shaper_pick.v" { "no list is picked": "sources = {sweep, grant, due, req, control, sent, over}" =>
        "sources = {sweep, 1'b0, due, req, control, sent, over}"; }
    "nic" "ackw_shaper_tags.v" { "no answer finds its grant": "hits = (phase == 2'd3) & hit" => "hits = 1'b0"; }
    "nic" "ackw_receiver.v" { "no mark is seen": "s0_marked <= in_ce | in_queue" => "s0_marked <= in_queue"; }
    "nic" "ackw_receiver_packet.v" { "no QP comes into the queue": "push = puts" => "push = 1'b0"; }
    "nic" "ackw_receiver_take.v" { "no ACK is taken": "takes_newer = (|waiting) & (came_due | asked_late) & !asked_host" =>
        "takes_newer = 1'b0"; }
    "nic" "ackw_receiver_queue.v" { "nobody is read": "reads = (read != write) & !(|ahead_count[3:2])" =>
        "reads = 1'b0"; }
    "nic" "ackw_receiver_answer.v" { "what was answered is not left": "waiting_out_ready = m_answer_ready & last" =>
        "waiting_out_ready = 1'b0"; }
    });
}

#[test]
fn under_hpcc_the_queue_is_bounded_and_the_link_full_and_a_broken_line_is_found() {
    HPCC.run(crate::bugs! {
    "nic" "ackw_top.v" { "the parser's bytes are not read": ".pkt_hop_0_tx       (parser_res_hop_0_tx)" =>
        ".pkt_hop_0_tx       (20'd0)"; }
    "nic" "ackw_inflight.v" { "no hop is chosen": "assign chosen = |winner_n" => "assign chosen = 1'b0"; }
    "nic" "ackw_nic_sender.v" { "windows are 0": ".s_upd_window          (upd_window)" => ".s_upd_window          (42'd0)"; }
    "nic" "ackw_nic_receiver.v" { "each packet has PSN 0": ".in_psn          (rx_psn)" => ".in_psn          (24'd0)"; }
    "nic" "ackw_nic_newest.v" { "timestamps stand still": "rx_echo_hop_0_tx, rx_echo_hop_0_ts," => "rx_echo_hop_0_tx, 24'd0,"; }
    "nic" "ackw_nic_responder.v" { "no telemetry is echoed": ".s_answer_telemetry   (newest_found_telemetry)" =>
        ".s_answer_telemetry   (1'b0)"; }
    "nic" "ackw_shaper_tree.v" { "nobody's time comes": "is_due = |come" => "is_due = 1'b0"; }
    "nic" "ackw_receiver_view.v" { "no word is read": "word <= ram_rdata" => "word <= word"; }
    });
}

#[test]
fn under_dcqcn_the_queue_is_bounded_and_the_link_full_and_a_broken_line_is_found() {
    DCQCN.run(crate::bugs! {
    "nic" "ackw_parser.v" { "a CNP is an ACK": ".s8_event_kind      (roce_check_s8_event_kind)" => ".s8_event_kind      (3'd0)"; }
    "nic" "ackw_dcqcn_unit.v" { "no CNP counts": ".issued_cnp        (cnp)" => ".issued_cnp        (1'b0)"; }
    "nic" "ackw_nic_sender.v" { "rates are the line's": ".s_upd_pace            (upd_pace)" =>
        ".s_upd_pace            (40'd3355443200)"; }
    "nic" "ackw_nic_receiver.v" { "no QP has CNPs": ".host_cnp        (page_policy_cnp)" => ".host_cnp        (1'b0)"; }
    "nic" "ackw_nic_responder.v" { "CNPs go to another QP": ".host_dest_qp         (page_header_dest_qp)" =>
        ".host_dest_qp         (page_header_dest_qp + 24'd4)"; }
    "nic" "ackw_shaper_convert.v" { "no rate counts": "made_paced = unit_10[0] | c10_any" => "made_paced = 1'b0"; }
    "nic" "ackw_shaper_cost.v" {
        "a cost is not scaled": "fine <= coarse >> e_low" => "fine <= coarse";
        "a cost is nothing": "rounded <= sum[44:0]" => "rounded <= 45'd0";
    }
    "nic" "ackw_shaper_offer.v" { "nobody is due": "in_time <= ({2'd0, m6_cost} <= m6_age)" => "in_time <= 1'b0"; }
    "nic" "ackw_shaper_lists.v" { "a list is always empty": "empty <= !held | (leaves & same)" => "empty <= 1'b1"; }
    "nic" "ackw_receiver_packet.v" { "no CNP is due": "wants_cnp = marked & policy_cnp & !(recent & !opens)" =>
        "wants_cnp = 1'b0"; }
    "nic" "ackw_receiver_take.v" { "no CNP is taken": "takes_cnp = (came_cnp ^ taken_cnp) & !asked_host" =>
        "takes_cnp = 1'b0"; }
    });
}
