//! The NIC that makes the frames of its probes' requests (`nic.prober` with `nic.responder`), in rust-hdl's simulation
//! of the whole design, and the loop of two NICs, one that asks and one that answers (`nic.answers`): no frame of it is
//! made by the bench, and no software has a part in it.

use crate::support::nic::{Host, NicPins, RESPONDER_HEADER, Row, page_is};
use layout::config::{Config, Unit};
use layout::fixed::U;
use layout::ldcp::Psn;
use layout::prober::{Kind, Now};
use layout::record::Algorithm;
use layout::registers;
use layout::telemetry::PROFILES;
use layout::timing::{PROBER_LATENCY, RESPONDER_LATENCY};
use model::packet::telemetry::{Hop as WireHop, Repr as Header};
use model::packet::{icrc, ip};
use model::page::Access;
use model::prober::Probe;
use model::receiver::{self, Ack};
use model::responder_page::{In, ResponderPage};
use model::top::Requested;

const QPN: u64 = 5;
const FIRST: u64 = 0x12_3453;
/// One packet of LDCP's window.
const PACKET: u64 = 1 << 28;
const QPN_BASE: u64 = 0x100;

/// A NIC with all halves that frames need, which asks, and answers too where it says so.
fn config(unit: Unit, answers: bool) -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.parser.data_bits, config.hpcc.hops) = (16, 64, 2);
    config.engine.units = vec![unit];
    (config.nic.receiver, config.nic.responder) = (true, true);
    (config.nic.prober, config.nic.answers, config.nic.slverr) = (true, answers, true);
    config.check().expect("legal");
    config
}

/// An RTT request of PSN 0x123456 at 0x89abcdef ns. Its ICRC is what zlib's CRC-32 gives.
const RTT: [u8; 66] = [
    0x02, 0x00, 0x00, 0x00, 0x00, 0x01, 0x02, 0x00, 0x00, 0x00, 0x00, 0x02, 0x08, 0x00, //
    0x45, 0x02, 0x00, 0x34, 0x00, 0x00, 0x40, 0x00, 0x40, 0x11, 0xb7, 0x48, 0xc0, 0xa8, 0x01, 0x0a, 0xc0, 0xa8, 0x01,
    0x14, //
    0xc0, 0x01, 0x12, 0xb7, 0x00, 0x20, 0x00, 0x00, //
    0xd2, 0x40, 0xff, 0xff, 0x00, 0x00, 0x00, 0x2a, 0x00, 0x12, 0x34, 0x56, //
    0x89, 0xab, 0xcd, 0xef, 0x00, 0x00, 0x00, 0x00, 0xe3, 0xcd, 0xb3, 0x58, //
];

/// A telemetry request likewise, at place 2 with room for two hops, and DSCP 42.
const TELEMETRY: [u8; 82] = [
    0x02, 0x00, 0x00, 0x00, 0x00, 0x01, 0x02, 0x00, 0x00, 0x00, 0x00, 0x02, 0x08, 0x00, //
    0x45, 0xaa, 0x00, 0x44, 0x00, 0x00, 0x40, 0x00, 0x40, 0x11, 0xb6, 0x90, 0xc0, 0xa8, 0x01, 0x0a, 0xc0, 0xa8, 0x01,
    0x14, //
    0xc0, 0x01, 0x12, 0xb7, 0x00, 0x30, 0x00, 0x00, //
    0xd4, 0x40, 0xff, 0xff, 0x00, 0x00, 0x00, 0x2a, 0x00, 0x12, 0x34, 0x56, //
    0x89, 0xab, 0xcd, 0xef, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x2b, 0x2c, 0x16, 0x84, //
];

struct Nic {
    pins: NicPins,
    open: Vec<u8>,
    frames: Vec<Vec<u8>>,
    cycle: u64,
    /// Of the frame that came out last.
    first_beat: u64,
    /// Kind and measured.
    rtts: Vec<[u64; 2]>,
    windows: Vec<u64>,
}

impl Host for Nic {
    type Nic = NicPins;

    fn pins(&mut self) -> &mut NicPins {
        &mut self.pins
    }

    fn cycle(&mut self) {
        self.pins.clock(true);
        if self.out("m_axis_tvalid") == 1 && self.pins.input("m_axis_tready") == 1 {
            if self.open.is_empty() {
                self.first_beat = self.cycle;
            }
            let (data, kept) = (self.out("m_axis_tdata"), self.out("m_axis_tkeep").count_ones() as usize);
            self.open.extend(&data.to_le_bytes()[..kept]);
            if self.out("m_axis_tlast") == 1 {
                self.frames.push(std::mem::take(&mut self.open));
            }
        }
        if self.out("rtt_valid") == 1 {
            let rtt = ["kind", "measured"].map(|name| self.out(&format!("rtt_{name}")));
            self.rtts.push(rtt);
        }
        if self.out("upd_valid") == 1 && self.out("upd_limits") == 1 {
            let window = self.out("upd_window");
            self.windows.push(window);
        }
        self.cycle += 1;
    }
}

impl Nic {
    /// With telemetry at a place, and a header of the QP for this peer.
    fn new(config: &Config, place: u64, peer: u64) -> Nic {
        let pins = NicPins::new(config);
        let mut nic =
            Nic { pins, open: vec![], frames: vec![], cycle: 0, first_beat: 0, rtts: vec![], windows: vec![] };
        for name in ["m_axis_tready", "upd_ready"] {
            nic.set(name, 1);
        }
        nic.cycles(60);
        assert_eq!((nic.out("init_done"), nic.read("rsp_status"), nic.read("prb_status")), (1, 1, 1));
        nic.all(&[("cfg_qpn_base", QPN_BASE), ("cfg_telemetry_place", place), ("rsp_qpn", QPN)]);
        nic.all(&RESPONDER_HEADER);
        nic.all(&[("rsp_dest_qp", peer), ("rsp_write", 0), ("prb_dscp", 42), ("prb_timeout", 100_000)]);
        nic
    }

    /// The QP, in the engine with this algorithm, and at the prober.
    fn open(&mut self, config: &Config, algorithm: Algorithm, kind: u64) {
        let every = registers::every_part(config);
        self.all(&[("host_qpn", QPN), ("host_alg", algorithm as u64), ("host_parts", every)]);
        self.all(&[("host_psn", FIRST - 1), ("host_open", 1)]);
        if config.has(Unit::Ldcp) {
            self.all(&[("host_ldcp_cw", 2 * PACKET)]);
        }
        self.all(&[("host_start", 1)]);
        self.until("status", 2);
        self.all(&[("prb_qpn", QPN), ("prb_kind", kind), ("prb_period", 1000), ("prb_psn", FIRST), ("prb_start", 1)]);
        self.windows.clear();
    }

    /// The QP has sent up to before this PSN, in this cycle; then so many more.
    fn sends(&mut self, psn: u64, cycles: u32) -> u64 {
        for (name, value) in [("tx_valid", 1), ("tx_qpn", QPN), ("tx_psn", psn)] {
            self.set(name, value);
        }
        let at = self.cycle;
        self.cycle();
        self.set("tx_valid", 0);
        self.cycles(cycles);
        at
    }

    /// What comes of a frame within so many cycles.
    fn after(&mut self, bytes: &[u8]) -> Vec<Vec<u8>> {
        self.frame(bytes);
        self.cycles(100);
        std::mem::take(&mut self.frames)
    }

    fn counted(&mut self) -> [u64; 2] {
        ["prb_requests", "prb_unsent"].map(|name| self.read(name))
    }
}

/// Both requests, byte by byte, and when they begin.
#[test]
fn the_request_of_a_probe_has_these_bytes_and_begins_31_cycles_behind_its_packet() {
    for (unit, algorithm, kind, bytes) in
        [(Unit::Ldcp, Algorithm::LdcpPcc, 2, &RTT[..]), (Unit::Hpcc, Algorithm::Hpcc, 1, &TELEMETRY[..])]
    {
        let config = config(unit, false);
        let mut nic = Nic::new(&config, 2, 0x2a);
        nic.open(&config, algorithm, kind);
        // the clock that a probe has is that of 12 cycles behind its packet
        nic.pins.set_time(0x89ab_cdef - 12 * 5);
        let at = nic.sends(0x12_3456, 60);
        assert_eq!(nic.frames, [bytes.to_vec()]);
        assert_eq!(nic.first_beat - at, u64::from(PROBER_LATENCY + RESPONDER_LATENCY));
        assert_eq!(nic.first_beat - at, 31);
        assert_eq!((nic.counted(), nic.read("prb_probes")), ([1, 0], 1));
        assert_eq!(["rsp_acks", "rsp_naks", "rsp_cnps", "rsp_unwritten"].map(|name| nic.read(name)), [0; 4]);
    }
}

/// L25: A asks, B answers, A has its RTT, and its window is alpha larger. All frames are the NICs' own.
#[test]
fn an_rtt_request_comes_back_to_the_nic_that_asked() {
    let (asks, answers) = (config(Unit::Ldcp, false), config(Unit::Ldcp, true));
    let mut a = Nic::new(&asks, 2, QPN_BASE + QPN);
    a.open(&asks, Algorithm::LdcpPcc, 2);
    let mut b = Nic::new(&answers, 2, QPN_BASE + QPN);
    for (round, psn) in [FIRST + 3, FIRST + 7].into_iter().enumerate() {
        a.sends(psn, 250);
        let requests = std::mem::take(&mut a.frames);
        let [request] = &requests[..] else { panic!("{} requests", requests.len()) };
        let responses = b.after(request);
        let [response] = &responses[..] else { panic!("{} responses", responses.len()) };
        assert_eq!((request[42], response[42], response.len()), (0xd2, 0xd3, request.len()));
        assert_eq!(response[51..58], request[51..58], "PSN and time");
        a.frame(response);
        a.cycles(100);
        assert_eq!(a.windows, (0..=round as u64).map(|k| (3 + k) * PACKET).collect::<Vec<_>>());
        // the next request is there already: the period is over, and data is in flight
        assert_eq!(std::mem::take(&mut a.frames).len(), 1);
        a.rtts.iter().for_each(|[kind, measured]| assert!(*kind == 2 && *measured > 0));
        // it times out, so that the next packet asks anew
        a.all(&[("prb_qpn", QPN), ("prb_start", 1)]);
    }
    assert_eq!(["prb_responses", "prb_unexpected", "prb_lost", "prb_unsent"].map(|name| a.read(name)), [2, 0, 0, 0]);
}

fn said() -> Header {
    let hop = WireHop { speed: 4, ts: 0x12_3456, tx_bytes: 0x7_89ab, q_len: 0xcdef };
    Header { profile: &PROFILES[0], n_hop: 1, path: 0x765, hops: vec![hop] }
}

/// A switch writes its hop into the room that the request has; at place 2 it mends the ICRC.
fn switch(frame: &mut [u8], at: usize, mends: bool) {
    let header = said().bytes();
    assert!(frame[at..at + header.len()].iter().all(|byte| *byte == 0), "room");
    frame[at..at + header.len()].copy_from_slice(&header);
    if mends {
        let packet = ip::Packet::new_checked(0x0800, &frame[14..]).expect("a packet");
        let crc = icrc::compute(&packet, 0).expect("an ICRC");
        let end = frame.len() - 4;
        frame[end..].copy_from_slice(&crc);
    }
}

/// H28: a switch fills what the request has room for, and A's engine takes it as an ACK's of its probe's PSN. Without a
/// switch there are no hops.
#[test]
#[ignore = "a minute or so: just night"]
fn a_telemetry_request_comes_back_with_its_telemetry_to_the_nic_that_asked() {
    for (place, fills) in [(1, true), (2, true), (2, false)] {
        let (asks, answers) = (config(Unit::Hpcc, false), config(Unit::Hpcc, true));
        let mut a = Nic::new(&asks, place, QPN_BASE + QPN);
        a.open(&asks, Algorithm::Hpcc, 1);
        let mut b = Nic::new(&answers, place, QPN_BASE + QPN);
        for nic in [&mut a, &mut b] {
            nic.all(&[("cfg_telemetry_offset", 1), ("cfg_telemetry_area", 8)]);
        }
        a.all(&[("prb_timed", 1)]);
        a.sends(FIRST + 3, 250);
        let mut request = a.frames.pop().expect("a request");
        let bth = if place == 1 { 42 + 32 } else { 42 };
        // at place 2 a word before the header, and 20 bytes for two hops
        assert_eq!((request[bth], request.len()), (0xd4, if place == 1 { 42 + 32 + 20 } else { 42 + 20 + 24 }));
        if fills {
            switch(&mut request, if place == 1 { 42 + 4 } else { 42 + 16 + 4 }, place == 2);
        }
        let responses = b.after(&request);
        let [response] = &responses[..] else { panic!("{} responses", responses.len()) };
        assert!(response[bth] == 0xd5 && response.len() <= request.len());
        assert_eq!(b.read("ans_responses"), 1);
        a.frame(response);
        a.cycles(150);
        assert_eq!((a.rtts.len(), a.rtts[0][0], a.windows.len()), (1, 1, 1), "place {place}");
        a.all(&[("host_start", 0)]);
        a.until("status", 2);
        assert_eq!(a.read("found_hpcc_last_update"), FIRST + 3);
    }
}

/// A probe of a QP without a header is dropped and counted, its place is free once its timeout is over, and then it is
/// asked again.
#[test]
fn the_probe_of_a_qp_without_a_header_is_dropped_and_asked_again_behind_its_timeout() {
    let config = config(Unit::Ldcp, false);
    let mut nic = Nic::new(&config, 2, 0x2a);
    nic.all(&[("rsp_valid", 0), ("rsp_write", 0), ("prb_timeout", 1000)]);
    nic.open(&config, Algorithm::LdcpPcc, 2);
    nic.sends(FIRST + 3, 100);
    assert_eq!((nic.counted(), nic.read("prb_timeouts"), nic.frames.len()), ([0, 1], 0, 0));
    nic.cycles(400);
    let [requests, unsent] = nic.counted();
    let timeouts = nic.read("prb_timeouts");
    assert!(requests == 0 && unsent >= 2 && timeouts >= unsent - 1, "{unsent} dropped, {timeouts} timeouts");
    nic.all(&[("rsp_valid", 1), ("rsp_write", 0)]);
    nic.cycles(400);
    assert!(nic.counted()[0] >= 1 && !nic.frames.is_empty());
    assert_eq!(nic.read("rsp_unwritten"), 0, "that counts answers");
}

/// Where one opcode is that of request and response, in two NICs that are set alike, no frame goes round.
#[test]
#[ignore = "half a minute: just night"]
fn equal_opcodes_of_request_and_response_let_no_frame_circle() {
    let config = config(Unit::Ldcp, true);
    let mut nics = [0; 2].map(|_| Nic::new(&config, 2, QPN_BASE + QPN));
    let opcodes = ["prb_rtt_request", "prb_rtt_opcode", "ans_rtt_request", "ans_rtt_response"];
    for (equal, answers) in [(&opcodes[..], 0), (&opcodes[..2], 0), (&opcodes[2..], 0), (&[][..], 1)] {
        for nic in &mut nics {
            nic.all(&[("prb_rtt_request", 0xd2), ("prb_rtt_opcode", 0xd3)]);
            nic.all(&[("ans_rtt_request", 0xd2), ("ans_rtt_response", 0xd3)]);
            equal.iter().for_each(|name| nic.all(&[(name, 0xe0)]));
        }
        let [a, b] = &mut nics;
        a.open(&config, Algorithm::LdcpPcc, 2);
        a.all(&[("prb_period", 0xff_ffff), ("prb_start", 1)]);
        a.sends(FIRST + 3, 60);
        let mut going = std::mem::take(&mut a.frames);
        assert_eq!(going.len(), 1, "a request");
        let mut responses = 0;
        for _ in 0..3 {
            going = going.iter().flat_map(|frame| b.after(frame)).collect();
            responses += going.len();
            going = going.iter().flat_map(|frame| a.after(frame)).collect();
        }
        assert_eq!((responses, going.len()), (answers, 0), "{equal:?}");
    }
}

/// The page of the responder in the model, whose equality with the RTL the bench holds: a probe, a request of a peer
/// and an ACK wait in each cycle. ACKs have every second frame, and of the others either has its half.
#[test]
fn requests_and_responses_share_the_half_that_acks_leave() {
    for unit in [Unit::Ldcp, Unit::Hpcc] {
        let mut config = config(unit, true);
        config.parser.data_bits = 512;
        let mut page = ResponderPage::new(&config);
        let quiet = Access::default();
        let idle = In {
            rst_n: true,
            packet: None,
            answer: None,
            nak: None,
            msn: None,
            request: None,
            probe: None,
            ready: true,
            ece_place: Default::default(),
            telemetry: Default::default(),
            access: &quiet,
        };
        (0..20).for_each(|_| _ = page.step(&idle));
        let map = registers::map(&config);
        let place = |name: &str| map.iter().find(|r| r.name() == name).expect("a register").offset / 4;
        for (name, value) in [("rsp_qpn", QPN as u32), ("rsp_valid", 1), ("rsp_write", 0)] {
            let access = Access { write: true, windex: place(name), wdata: value, ..Default::default() };
            assert!(page.step(&In { access: &access, ..idle }).word.taken, "{name}");
            page.step(&idle);
        }
        let answer = Some(receiver::Answer::Ack(QPN as u32, Ack { psn: Psn::wrap(7), ece: false, count: U::wrap(1) }));
        let (mut kinds, mut taken) = (vec![], 0);
        for k in 0..2000u64 {
            let said = model::packet::classify::Request { kind: Kind::Rtt, time: k as u32 };
            let request = Some(Requested { qpn: QPN as u32, psn: Psn::wrap(k), said, telemetry: None });
            let probe = Some((QPN as u32, Probe { kind: Kind::Rtt, psn: Psn::wrap(k), time: Now::wrap(k) }));
            let out = page.step(&In { answer, request, probe, ..idle });
            taken += u64::from(out.probe_taken);
            kinds.extend(out.beat.map(|beat| beat.tdata[42]).filter(|opcode| [0x11, 0xd2, 0xd3].contains(opcode)));
        }
        let at_first = kinds.iter().position(|opcode| *opcode == 0x11).expect("an ACK") + 1;
        let of = |opcode: u8| kinds[at_first..].iter().filter(|k| **k == opcode).count();
        let [acks, requests, responses] = [0x11, 0xd2, 0xd3].map(of);
        assert!(acks > 300 && taken > 150, "{unit:?}: {acks} ACKs, {taken} probes");
        assert!(acks.abs_diff(requests + responses) <= 1 && requests.abs_diff(responses) <= 1);
        for three in kinds[at_first..].windows(4) {
            let probes: Vec<_> = three.iter().filter(|k| **k != 0x11).collect();
            assert!(probes.len() == 2 && probes[0] != probes[1], "{unit:?}: {three:x?}");
        }
    }
}

/// Typed from the page of `nic`: what the prober's page has more.
const PAGE: [Row; 5] = [
    (0xc14, "prb_rtt_request", "Write", 8, 0xc0, 0xff, 0xd2),
    (0xc18, "prb_telemetry_request", "Write", 8, 0xc0, 0xff, 0xd4),
    (0xc1c, "prb_dscp", "Write", 6, 0, 63, 0),
    (0xc94, "prb_requests", "Read", 32, 0, 0xffff_ffff, 0),
    (0xc98, "prb_unsent", "Read", 32, 0, 0xffff_ffff, 0),
];

#[test]
fn the_registers_of_requests_are_there_with_prober_and_responder_alone() {
    let mut config = config(Unit::Ldcp, false);
    page_is(&config, 0xc14..0xc20, &PAGE[..3]);
    page_is(&config, 0xc94..0xd00, &PAGE[3..]);
    config.nic.responder = false;
    page_is(&config, 0xc14..0xc20, &[]);
    page_is(&config, 0xc94..0xd00, &[]);
    (config.nic.responder, config.nic.prober) = (true, false);
    page_is(&config, 0xc00..0x1000, &[]);
}

#[test]
fn the_page_refuses_opcodes_that_are_no_vendor_s_and_a_wide_dscp() {
    let mut nic = Nic::new(&config(Unit::Ldcp, false), 0, 0x2a);
    for name in ["prb_rtt_request", "prb_telemetry_request"] {
        for value in [0, 0x11, 0xbf, 0x100] {
            assert!(!nic.write(name, value), "{name} takes no {value:#x}");
        }
    }
    assert!(!nic.write("prb_dscp", 64));
    let kept = ["prb_rtt_request", "prb_telemetry_request", "prb_dscp"];
    assert_eq!(kept.map(|name| nic.read(name)), [0xd2, 0xd4, 42]);
    assert!(!nic.word(0xc94, 0) && !nic.word(0xc98, 0), "counters are the hardware's");
}
