//! The NIC with its responder (`nic.responder`): a QP from its registers to the frames of its ACKs, NAKs and CNPs, in
//! rust-hdl's simulation of the whole design.

use crate::support::nic::{Host, NicPins, RESPONDER_HEADER, Row, page_is};
use layout::config::{Config, Unit};
use layout::fixed::U;
use layout::hpcc::MAX_HOPS;
use layout::record::Kind;
use layout::telemetry::Place;
use model::hpcc::{Hop, Telemetry};
use model::packet::classify::TelemetryConfig;
use model::responder::{self, Answer, Header};

const QPN: u64 = 5;

fn config(unit: Unit) -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.parser.data_bits) = (16, 64);
    config.engine.units = vec![unit];
    (config.nic.receiver, config.nic.responder, config.nic.slverr) = (true, true, true);
    config.check().expect("legal");
    config
}

/// The same for the model.
const AS_MODEL: Header = Header {
    valid: true,
    v6: false,
    tci: None,
    dst_mac: [2, 0, 0, 0, 0, 1],
    src_mac: [2, 0, 0, 0, 0, 2],
    dst_ip: 0xc0a8_0114,
    src_ip: 0xc0a8_010a,
    tos: 2,
    ttl: 64,
    flow: 0,
    src_port: 0xc001,
    dest_qp: 0x2a,
    pkey: 0xffff,
};

/// The frame of the responder's page: an ACK of PSN 0x123456 with ECN-Echo in BTH.BECN, and MSN 7.
const WORKED: [u8; 62] = [
    0x02, 0x00, 0x00, 0x00, 0x00, 0x01, 0x02, 0x00, 0x00, 0x00, 0x00, 0x02, 0x08, 0x00, 0x45, 0x02, 0x00, 0x30, 0x00,
    0x00, 0x40, 0x00, 0x40, 0x11, 0xb7, 0x4c, 0xc0, 0xa8, 0x01, 0x0a, 0xc0, 0xa8, 0x01, 0x14, 0xc0, 0x01, 0x12, 0xb7,
    0x00, 0x1c, 0x00, 0x00, 0x11, 0x40, 0xff, 0xff, 0x40, 0x00, 0x00, 0x2a, 0x00, 0x12, 0x34, 0x56, 0x1f, 0x00, 0x00,
    0x07, 0x33, 0xe1, 0xa9, 0x6c,
];

/// A transport that takes frames where `m_axis_tready` says so.
struct Nic {
    pins: NicPins,
    open: Vec<u8>,
    frames: Vec<Vec<u8>>,
    cycle: u64,
    /// The cycle of the first beat, and packets' events that were taken of NAKs.
    first_beat: Option<u64>,
    naks: u32,
}

impl Host for Nic {
    type Nic = NicPins;

    fn pins(&mut self) -> &mut NicPins {
        &mut self.pins
    }

    fn cycle(&mut self) {
        self.pins.clock(true);
        if self.out("m_axis_tvalid") == 1 {
            self.first_beat = self.first_beat.or(Some(self.cycle));
            if self.pins.input("m_axis_tready") == 1 {
                let (data, kept) = (self.out("m_axis_tdata"), self.out("m_axis_tkeep").count_ones() as usize);
                self.open.extend(&data.to_le_bytes()[..kept]);
                if self.out("m_axis_tlast") == 1 {
                    self.frames.push(std::mem::take(&mut self.open));
                }
            }
        }
        self.naks += (self.pins.input("s_nak_valid") & self.out("s_nak_ready")) as u32;
        self.cycle += 1;
    }
}

impl Nic {
    fn at_first(config: &Config) -> Nic {
        Nic { pins: NicPins::new(config), open: vec![], frames: vec![], cycle: 0, first_beat: None, naks: 0 }
    }

    fn new(unit: Unit) -> Nic {
        let mut nic = Nic::at_first(&config(unit));
        nic.set("m_axis_tready", 1);
        nic.cycles(40);
        assert_eq!((nic.out("init_done"), nic.read("rsp_status")), (1, 1));
        nic.all(&[("rsp_cnp_dscp", 48), ("rsp_qpn", QPN)]);
        nic
    }

    /// The header and a policy of one ACK a packet, with CNPs; MSN 7.
    fn open(&mut self, header: &[(&str, u64)]) {
        self.all(header);
        self.all(&[("rsp_write", 0), ("rcv_qpn", QPN), ("rcv_mode", 0), ("rcv_cnp", 1), ("rcv_open", 0)]);
        self.msn(7);
    }

    fn msn(&mut self, msn: u64) {
        self.set("msn_we", 1);
        self.set("msn_qpn", QPN);
        self.set("msn_value", msn);
        self.cycle();
        self.set("msn_we", 0);
    }

    /// A packet of the QP; the cycle in which it came.
    fn packet(&mut self, psn: u64, ce: bool) -> u64 {
        self.set("rx_valid", 1);
        self.set("rx_qpn", QPN);
        self.set("rx_psn", psn);
        self.set("rx_ce", ce.into());
        self.cycle();
        self.set("rx_valid", 0);
        self.cycle - 1
    }

    /// What has been sent, a good while later.
    fn sent(&mut self) -> Vec<Vec<u8>> {
        self.cycles(100);
        std::mem::take(&mut self.frames)
    }
}

/// By the model, whose frames are tested against bytes typed by hand.
fn frame(kind: Kind, psn: u32, ece: bool, telemetry: Option<(Telemetry<MAX_HOPS>, TelemetryConfig)>) -> Vec<u8> {
    let cfg = responder::Config {
        cnp_dscp: 48,
        telemetry: telemetry.map_or(TelemetryConfig::default(), |(_, cfg)| cfg),
        ..responder::Config::default()
    };
    let telemetry = telemetry.map(|(telemetry, _)| telemetry);
    let answer = Answer { qpn: QPN as u32, kind: kind as u8, psn, ece, telemetry, time: 0 };
    responder::frame(&AS_MODEL, &answer, 7, &cfg).expect("its QP has a header")
}

fn psn_of(frame: &[u8]) -> u64 {
    u64::from(frame[51]) << 16 | u64::from(frame[52]) << 8 | u64::from(frame[53])
}

#[test]
fn a_marked_packet_gives_the_cnp_and_the_ack_of_the_header_that_registers_wrote() {
    let mut nic = Nic::new(Unit::Ldcp);
    nic.open(&RESPONDER_HEADER);
    let came = nic.packet(0x12_3456, true);
    assert_eq!(nic.sent(), [frame(Kind::Cnp, 0, false, None), WORKED.to_vec()]);
    let latency = layout::timing::RECEIVER_LATENCY + layout::timing::RESPONDER_LATENCY;
    assert_eq!(nic.first_beat, Some(came + u64::from(latency)));
    assert_eq!(["rsp_acks", "rsp_cnps", "rsp_naks", "rsp_unwritten"].map(|name| nic.read(name)), [1, 1, 0, 0]);
    // the peer has moved
    let moved: Vec<_> = RESPONDER_HEADER
        .iter()
        .map(|&(n, v)| if n == "rsp_dst_mac" { (n, 0xabcd_ef01_2345) } else { (n, v) })
        .collect();
    nic.all(&moved);
    nic.packet(0x12_3457, true);
    assert_eq!(nic.sent()[0][..6], WORKED[..6], "until it is written whole nothing counts");
    nic.all(&[("rsp_write", 1)]);
    nic.packet(0x12_3458, true);
    assert_eq!(nic.sent()[0][..6], [0xab, 0xcd, 0xef, 0x01, 0x23, 0x45]);
}

#[test]
fn a_nak_of_the_transport_takes_turns_with_what_the_receiver_answers() {
    let mut nic = Nic::new(Unit::Ldcp);
    nic.open(&RESPONDER_HEADER);
    nic.set("s_nak_qpn", QPN);
    nic.set("s_nak_psn", 9);
    nic.set("s_nak_valid", 1);
    nic.cycle();
    nic.set("s_nak_valid", 0);
    assert_eq!((nic.naks, nic.sent()), (1, vec![frame(Kind::Loss, 9, false, None)]));
    // a NAK in every cycle, and packets that are 10 cycles apart: no ACK waits for long
    nic.set("s_nak_valid", 1);
    for psn in 10..30 {
        nic.packet(psn, false);
        nic.cycles(9);
    }
    nic.set("s_nak_valid", 0);
    nic.cycles(700);
    let frames = nic.sent();
    let acks: Vec<_> = frames.iter().filter(|f| f[54] == 0x1f).map(|f| psn_of(f)).collect();
    assert_eq!(acks, (10..30).collect::<Vec<_>>());
    assert_eq!(frames.len() as u32, nic.naks - 1 + 20);
    assert_eq!(nic.read("rsp_naks"), u64::from(nic.naks));
}

#[test]
fn while_no_frame_is_taken_packets_are_and_their_acks_become_fewer() {
    let mut nic = Nic::new(Unit::Ldcp);
    nic.open(&RESPONDER_HEADER);
    nic.set("m_axis_tready", 0);
    for psn in 0..400 {
        nic.packet(psn, psn == 399);
    }
    nic.cycles(100);
    let beat = nic.out("m_axis_tdata");
    assert_eq!((nic.out("m_axis_tvalid"), nic.frames.len()), (1, 0));
    nic.cycles(100);
    assert_eq!(nic.out("m_axis_tdata"), beat, "what is valid stands");
    nic.set("m_axis_tready", 1);
    nic.cycles(400);
    let frames = nic.sent();
    let is_ack = |frame: &&Vec<u8>| frame[42] == 0x11;
    let psns: Vec<_> = frames.iter().filter(is_ack).map(|f| psn_of(f)).collect();
    assert!(psns.is_sorted() && psns.len() < 60, "{psns:?}");
    assert_eq!(psns.last(), Some(&399));
    assert_eq!(frames.iter().filter(|f| f[42] == 0x81).count(), 1, "the mark is not lost");
    assert_eq!(frames[frames.len() - 1][46] & 0x40, 0x40, "nor its echo");
}

#[test]
fn without_a_header_answers_are_dropped_and_counted() {
    let mut nic = Nic::new(Unit::Ldcp);
    nic.packet(0, true);
    assert_eq!((nic.sent().len(), nic.read("rsp_unwritten")), (0, 1));
    nic.open(&RESPONDER_HEADER);
    nic.packet(1, true);
    assert_eq!(nic.sent().len(), 2);
    nic.all(&[("rsp_valid", 0), ("rsp_write", 0)]);
    nic.packet(2, false);
    assert_eq!((nic.sent().len(), nic.read("rsp_unwritten")), (0, 2));
}

fn telemetry(seed: u64) -> Telemetry<MAX_HOPS> {
    let hop = |i: u64| Hop {
        speed: U::wrap(i),
        ts: U::wrap(0x12_0000 + seed * 16 + i),
        tx_bytes: U::wrap(0x5_0000 + seed * 16 + i),
        q_len: U::wrap(0x100 * seed + i),
    };
    let hops = std::array::from_fn(|i| if i < 3 { hop(i as u64) } else { Hop::default() });
    Telemetry { path: U::wrap(0x765), n_hop: U::wrap(3), hops }
}

/// What packets bring from here on.
fn brings(nic: &mut Nic, brought: Option<Telemetry<MAX_HOPS>>) {
    nic.set("rx_echo_telemetry", brought.is_some().into());
    let Some(brought) = brought else { return };
    nic.set("rx_echo_path", brought.path.raw());
    nic.set("rx_echo_n_hop", brought.n_hop.raw());
    for (i, hop) in brought.hops.iter().enumerate().take(5) {
        let fields =
            [("speed", hop.speed.raw()), ("ts", hop.ts.raw()), ("tx", hop.tx_bytes.raw()), ("q", hop.q_len.raw())];
        fields.into_iter().for_each(|(name, value)| nic.set(&format!("rx_echo_hop_{i}_{name}"), value));
    }
}

#[test]
fn an_ack_echoes_the_telemetry_of_its_qp_s_newest_packet_and_nothing_else_does() {
    let mut nic = Nic::new(Unit::Hpcc);
    let cfg = TelemetryConfig { place: Place::Ack, ..TelemetryConfig::default() };
    nic.all(&[("cfg_telemetry_place", Place::Ack as u64)]);
    nic.open(&RESPONDER_HEADER);
    let echo = |psn, seed| frame(Kind::Ack, psn, false, Some((telemetry(seed), cfg)));
    brings(&mut nic, Some(telemetry(1)));
    let came = nic.packet(1, false);
    assert_eq!(nic.sent(), [echo(1, 1)]);
    let latency = layout::timing::RECEIVER_LATENCY + layout::timing::RESPONDER_LATENCY;
    assert_eq!(nic.first_beat, Some(came + u64::from(latency) + 4));
    // two that come while the first waits for its turn: the ACK of the older one echoes the newer one's too
    brings(&mut nic, Some(telemetry(2)));
    nic.packet(2, false);
    nic.cycles(16);
    brings(&mut nic, Some(telemetry(3)));
    nic.packet(3, false);
    assert_eq!(nic.sent(), [echo(2, 3), echo(3, 3)]);
    nic.set("s_nak_qpn", QPN);
    nic.set("s_nak_psn", 4);
    nic.set("s_nak_valid", 1);
    nic.cycle();
    nic.set("s_nak_valid", 0);
    assert_eq!(nic.sent(), [frame(Kind::Loss, 4, false, None)], "a NAK echoes none");
    brings(&mut nic, None);
    nic.packet(4, true);
    assert_eq!(nic.sent(), [frame(Kind::Cnp, 0, false, None), frame(Kind::Ack, 4, true, None)], "it brought none");
}

#[test]
fn the_page_refuses_what_is_out_of_range_and_a_header_before_the_initialisation_is_over() {
    let mut nic = Nic::at_first(&config(Unit::Ldcp));
    assert!(!nic.write("rsp_write", 1), "the first of 16 cycles");
    let mut nic = Nic::new(Unit::Ldcp);
    for (name, value) in [("rsp_qpn", 16), ("rsp_tos", 256), ("rsp_flow", 1 << 20), ("rsp_dst_mac", 1 << 48)] {
        assert!(!nic.write(name, value), "{name} takes no {value:#x}");
    }
    assert_eq!([nic.read("rsp_ttl"), nic.read("rsp_dst_mac")], [64, 0]);
    let upper = nic.register("rsp_dst_ip_low").offset + 4;
    assert!(!nic.word(upper, 0), "the upper word alone");
    assert!(!nic.word(0xb20, 0) && !nic.word(0xbc0, 0), "status and counters are the hardware's");
}

/// Typed from the page of `nic` and that of `responder`.
const PAGE: [Row; 24] = [
    (0xb00, "rsp_cnp_dscp", "Write", 6, 0, 63, 0),
    (0xb20, "rsp_status", "Read", 1, 0, 1, 0),
    (0xb40, "rsp_qpn", "Write", 4, 0, 15, 0),
    (0xb44, "rsp_valid", "Write", 1, 0, 1, 0),
    (0xb48, "rsp_v6", "Write", 1, 0, 1, 0),
    (0xb4c, "rsp_tagged", "Write", 1, 0, 1, 0),
    (0xb50, "rsp_tci", "Write", 16, 0, 0xffff, 0),
    (0xb54, "rsp_tos", "Write", 8, 0, 0xff, 0),
    (0xb58, "rsp_ttl", "Write", 8, 0, 0xff, 64),
    (0xb5c, "rsp_flow", "Write", 20, 0, 0xf_ffff, 0),
    (0xb60, "rsp_src_port", "Write", 16, 0, 0xffff, 0),
    (0xb64, "rsp_dest_qp", "Write", 24, 0, 0xff_ffff, 0),
    (0xb68, "rsp_pkey", "Write", 16, 0, 0xffff, 0),
    (0xb70, "rsp_dst_mac", "Write", 48, 0, 0xffff_ffff_ffff, 0),
    (0xb78, "rsp_src_mac", "Write", 48, 0, 0xffff_ffff_ffff, 0),
    (0xb80, "rsp_dst_ip_high", "Write", 64, 0, u64::MAX, 0),
    (0xb88, "rsp_dst_ip_low", "Write", 64, 0, u64::MAX, 0),
    (0xb90, "rsp_src_ip_high", "Write", 64, 0, u64::MAX, 0),
    (0xb98, "rsp_src_ip_low", "Write", 64, 0, u64::MAX, 0),
    (0xba0, "rsp_write", "Start", 1, 0, 1, 0),
    (0xbc0, "rsp_acks", "Read", 32, 0, 0xffff_ffff, 0),
    (0xbc4, "rsp_naks", "Read", 32, 0, 0xffff_ffff, 0),
    (0xbc8, "rsp_cnps", "Read", 32, 0, 0xffff_ffff, 0),
    (0xbcc, "rsp_unwritten", "Read", 32, 0, 0xffff_ffff, 0),
];

#[test]
fn the_page_has_its_registers_at_their_places_and_the_responder_stands_behind_a_receiver_alone() {
    let mut config = config(Unit::Ldcp);
    page_is(&config, 0xb00..0x1000, &PAGE);
    config.nic.responder = false;
    page_is(&config, 0xb00..0x1000, &[]);
    (config.nic.responder, config.nic.receiver) = (true, false);
    let why = config.check().expect_err("nothing is answered").to_string();
    assert!(why.contains("nic.responder") && why.contains("nic.receiver"), "{why}");
    (config.nic.receiver, config.rtl.ecc) = (true, true);
    assert!(config.check().is_err(), "there are no check bits");
}
