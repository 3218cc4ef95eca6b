//! The NIC that answers a peer's probes (`nic.answers`): from the frame of a request to the frame of its response, in
//! rust-hdl's simulation of the whole design. The loop with the NIC that asks stands in `nic_requests`.

use crate::support;
use crate::support::frames::over_ipv4;
use crate::support::nic::{Host, NicPins, RESPONDER_HEADER, Row, page_is};
use layout::answers::{RTT_RESPONSE, TELEMETRY_RESPONSE};
use layout::config::{Config, Unit};
use layout::drop_reason::DropReason;
use layout::fixed::U;
use layout::hpcc::MAX_HOPS;
use layout::ldcp::Psn;
use layout::prober::Kind;
use layout::registers;
use layout::telemetry::{PROFILES, Place};
use layout::timing::{PARSER_LATENCY, RESPONDER_LATENCY};
use model::hpcc::Telemetry;
use model::packet::classify::{self, Opcodes, ParserConfig, Request, Response, TelemetryConfig};
use model::packet::frame::{Body, Repr};
use model::packet::telemetry::{Hop as WireHop, Repr as Header};
use model::packet::{bth, ethernet, ip, ipv4, udp};
use model::page::Access;
use model::receiver::{self, Ack};
use model::responder::{self, Answer, Reply};
use model::responder_page::{In, ResponderPage};
use model::top::Requested;

const QPN: u64 = 5;
const QPN_BASE: u32 = 0x100;

/// The half that answers.
fn config(unit: Unit) -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.parser.data_bits) = (16, 64);
    config.engine.units = vec![unit];
    (config.nic.receiver, config.nic.responder, config.nic.answers) = (true, true, true);
    config.nic.slverr = true;
    config.check().expect("legal");
    config
}

/// The response of an RTT request of PSN 0x123456 and time 0x89abcdef. Its ICRC is what zlib's CRC-32 gives.
const RTT: [u8; 66] = [
    0x02, 0x00, 0x00, 0x00, 0x00, 0x01, 0x02, 0x00, 0x00, 0x00, 0x00, 0x02, 0x08, 0x00, //
    0x45, 0x02, 0x00, 0x34, 0x00, 0x00, 0x40, 0x00, 0x40, 0x11, 0xb7, 0x48, 0xc0, 0xa8, 0x01, 0x0a, 0xc0, 0xa8, 0x01,
    0x14, //
    0xc0, 0x01, 0x12, 0xb7, 0x00, 0x20, 0x00, 0x00, //
    0xd3, 0x40, 0xff, 0xff, 0x00, 0x00, 0x00, 0x2a, 0x00, 0x12, 0x34, 0x56, //
    0x89, 0xab, 0xcd, 0xef, 0x00, 0x00, 0x00, 0x00, 0xa5, 0xf6, 0xd4, 0x3d, //
];

/// Of a telemetry request, with a hop at place 2, and DSCP 42.
const TELEMETRY: [u8; 74] = [
    0x02, 0x00, 0x00, 0x00, 0x00, 0x01, 0x02, 0x00, 0x00, 0x00, 0x00, 0x02, 0x08, 0x00, //
    0x45, 0xaa, 0x00, 0x3c, 0x00, 0x00, 0x40, 0x00, 0x40, 0x11, 0xb6, 0x98, 0xc0, 0xa8, 0x01, 0x0a, 0xc0, 0xa8, 0x01,
    0x14, //
    0xc0, 0x01, 0x12, 0xb7, 0x00, 0x28, 0x00, 0x00, //
    0xd5, 0x40, 0xff, 0xff, 0x00, 0x00, 0x00, 0x2a, 0x00, 0x12, 0x34, 0x56, //
    0x89, 0xab, 0xcd, 0xef, 0x17, 0x65, 0x00, 0x00, 0x41, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x03, 0x2f, 0xe0,
    0x5f, //
];

struct Nic {
    pins: NicPins,
    open: Vec<u8>,
    frames: Vec<Vec<u8>>,
    cycle: u64,
    /// Of the frame that came out last, and the cycle in which the last beat went in.
    first_beat: u64,
    last_in: u64,
}

impl Host for Nic {
    type Nic = NicPins;

    fn pins(&mut self) -> &mut NicPins {
        &mut self.pins
    }

    fn cycle(&mut self) {
        self.pins.clock(true);
        if self.pins.input("s_axis_tvalid") == 1 {
            self.last_in = self.cycle;
        }
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
        self.cycle += 1;
    }
}

impl Nic {
    fn at_first(config: &Config) -> Nic {
        Nic { pins: NicPins::new(config), open: vec![], frames: vec![], cycle: 0, first_beat: 0, last_in: 0 }
    }

    fn new(config: &Config) -> Nic {
        let mut nic = Nic::at_first(config);
        for name in ["m_axis_tready", "upd_ready"] {
            nic.set(name, 1);
        }
        nic.cycles(60);
        assert_eq!(nic.out("init_done"), 1);
        nic.all(&[("cfg_qpn_base", QPN_BASE.into()), ("cfg_telemetry_place", 2)]);
        nic
    }

    /// Of the half that answers: the QP has a header.
    fn answering(unit: Unit) -> Nic {
        let mut nic = Nic::new(&config(unit));
        nic.all(&[("ans_dscp", 42), ("rsp_qpn", QPN)]);
        nic.all(&RESPONDER_HEADER);
        nic.all(&[("rsp_write", 0)]);
        nic
    }

    /// The frames that come of one.
    fn answers(&mut self, bytes: &[u8]) -> Vec<Vec<u8>> {
        self.frame(bytes);
        self.cycles(80);
        std::mem::take(&mut self.frames)
    }

    fn counted(&mut self) -> [u64; 3] {
        ["ans_responses", "ans_closed", "ans_lost"].map(|name| self.read(name))
    }
}

fn request(opcode: u8, qpn: u64, psn: u64, body: &[u8]) -> Vec<u8> {
    over_ipv4(bth::Repr::new(opcode, QPN_BASE + qpn as u32, psn as u32), Body::Other(body.to_vec()))
}

fn rtt_request(qpn: u64, psn: u64, time: u64) -> Vec<u8> {
    request(0xd2, qpn, psn, &[&(time as u32).to_be_bytes()[..], &[0; 4]].concat())
}

fn hop() -> WireHop {
    WireHop { speed: 4, ts: 0x12_3456, tx_bytes: 0x7_89ab, q_len: 0xcdef }
}

fn said() -> Header {
    Header { profile: &PROFILES[0], n_hop: 1, path: 0x765, hops: vec![hop()] }
}

fn telemetry_request(qpn: u64, psn: u64, time: u64, header: &Header) -> Vec<u8> {
    request(0xd4, qpn, psn, &[&(time as u32).to_be_bytes()[..], &header.bytes()].concat())
}

/// Both responses, byte by byte, and when they begin: RESPONDER_LATENCY + 1 behind the parser's result.
#[test]
fn the_response_of_a_request_has_these_bytes_and_begins_26_cycles_behind_its_last_beat() {
    let latency = u64::from(PARSER_LATENCY + 1 + RESPONDER_LATENCY);
    assert_eq!(latency, 26);
    let mut nic = Nic::answering(Unit::Hpcc);
    assert_eq!(nic.answers(&rtt_request(QPN, 0x12_3456, 0x89ab_cdef)), [RTT.to_vec()]);
    assert_eq!(nic.first_beat - nic.last_in, latency);
    assert_eq!(nic.answers(&telemetry_request(QPN, 0x12_3456, 0x89ab_cdef, &said())), [TELEMETRY.to_vec()]);
    assert_eq!(nic.first_beat - nic.last_in, latency);
    assert_eq!(nic.counted(), [2, 0, 0]);
    assert_eq!(["rsp_acks", "rsp_naks", "rsp_cnps", "rsp_unwritten"].map(|name| nic.read(name)), [0; 4]);
    // opcodes are the registers'
    nic.all(&[("ans_rtt_request", 0xc1), ("ans_rtt_response", 0xc2)]);
    assert_eq!(nic.answers(&rtt_request(QPN, 1, 2)), Vec::<Vec<u8>>::new());
    let frames = nic.answers(&request(0xc1, QPN, 1, &[0; 8]));
    assert_eq!((frames.len(), frames[0][42]), (1, 0xc2));
}

/// What a forger tries: each is dropped by a name, or answered to the QP's peer, once.
#[test]
#[ignore = "a minute or so: just night"]
fn what_is_malformed_is_dropped_by_name_and_a_qp_without_a_header_answers_nothing() {
    let mut nic = Nic::answering(Unit::Hpcc);
    let none: Vec<Vec<u8>> = vec![];
    let word = 7u32.to_be_bytes();
    let padded = bth::Repr { pad_count: 1, ..bth::Repr::new(0xd2, QPN_BASE + QPN as u32, 0) };
    let mut version = rtt_request(QPN, 1, 2);
    version[43] |= 1;
    let mut broken = rtt_request(QPN, 1, 2);
    *broken.last_mut().expect("an ICRC") ^= 1;
    let cut = Header { n_hop: 2, ..said() };
    let wrong = [
        ("roce_length", request(0xd2, QPN, 1, &word)),
        ("roce_length", request(0xd2, QPN, 1, &[0; 12])),
        ("roce_length", request(0xd2, QPN, 1, &[0; 7])),
        ("roce_length", request(0xd2, QPN, 1, &[0; 9])),
        ("roce_length", request(0xd4, QPN, 1, &[0; 17])),
        ("roce_length", request(0xd4, QPN, 1, &[])),
        ("telemetry_length", telemetry_request(QPN, 1, 2, &cut)),
        ("bth_pad", over_ipv4(padded, Body::Other(vec![0; 8]))),
        ("bth_version", version),
        ("qpn_unknown", rtt_request(QPN + 16, 1, 2)),
        ("opcode_unknown", request(0xd6, QPN, 1, &[0; 8])),
        ("opcode_unknown", request(0xd3, QPN, 1, &[0; 8])),
        ("icrc", broken),
    ];
    for (reason, bytes) in &wrong {
        let before = nic.dropped(reason);
        assert_eq!(nic.answers(bytes), none, "{reason}");
        assert_eq!(nic.dropped(reason), before + 1, "{reason}");
    }
    assert_eq!(nic.counted(), [0; 3]);
    // another QP of ours, which is closed
    assert_eq!(nic.answers(&rtt_request(QPN ^ 1, 1, 2)), none);
    assert_eq!(nic.counted(), [0, 1, 0]);
    assert_eq!(nic.answers(&rtt_request(QPN, 1, 2)).len(), 1);
    nic.all(&[("rsp_valid", 0), ("rsp_write", 0)]);
    assert_eq!(nic.answers(&telemetry_request(QPN, 1, 2, &said())), none);
    assert_eq!((nic.counted(), nic.read("rsp_unwritten")), ([1, 2, 0], 0));
    // what the engine counts is as if they had not come
    let kinds = [26, 27, 28, 29].map(|place| nic.counter(place));
    assert_eq!(kinds, [0; 4]);
}

/// Telemetry of another layout is read as one's own: a number of hops by chance, and never a longer answer.
#[test]
#[ignore = "a minute or so: just night"]
fn telemetry_of_another_profile_gives_no_longer_answer() {
    let mut nic = Nic::answering(Unit::Hpcc);
    for profile in 0..2 {
        nic.all(&[("cfg_telemetry_profile", profile)]);
        for n_hop in 0..=5u16 {
            let other = &PROFILES[1 - profile as usize];
            let mut header = Header { profile: other, n_hop, path: 0xfff, hops: vec![hop(); n_hop.into()] }.bytes();
            header.resize(header.len().next_multiple_of(4), 0);
            let bytes = request(0xd4, QPN, 1, &[&[0; 4][..], &header].concat());
            let frames = nic.answers(&bytes);
            assert!(frames.len() <= 1 && frames.iter().all(|frame| frame.len() <= bytes.len()));
        }
    }
    assert_eq!(nic.answers(&rtt_request(QPN, 1, 2)).len(), 1, "and it goes on");
}

/// Nobody takes a frame: requests are lost and counted, packets are read all the same, and then all goes on.
#[test]
#[ignore = "a minute or so: just night"]
fn while_no_frame_is_taken_requests_are_lost_and_the_parser_reads_on() {
    let mut nic = Nic::answering(Unit::Ldcp);
    nic.set("m_axis_tready", 0);
    let sent = 60;
    for k in 0..sent {
        // `frame` holds that each beat is taken
        nic.frame(&rtt_request(QPN, k, k));
    }
    nic.cycles(60);
    let beat = nic.out("m_axis_tdata");
    nic.cycles(60);
    assert_eq!((nic.out("m_axis_tvalid"), nic.out("m_axis_tdata")), (1, beat), "what is valid stands");
    nic.set("m_axis_tready", 1);
    nic.cycles(600);
    let [responses, closed, lost] = nic.counted();
    assert!(closed == 0 && responses + lost == sent && lost > 30, "{responses} answered, {lost} lost");
    assert_eq!(nic.frames.len() as u64, responses, "one answer a request");
    let psns: Vec<_> = nic.frames.iter().map(|f| f[53]).collect();
    assert!(psns.is_sorted_by(|a, b| a < b), "{psns:?}");
}

/// A cycle of the responder's page in which nothing comes.
fn quiet(access: &Access) -> In<'_> {
    In {
        rst_n: true,
        packet: None,
        answer: None,
        nak: None,
        msn: None,
        request: None,
        probe: None,
        ready: true,
        ece_place: Default::default(),
        telemetry: TelemetryConfig::default(),
        access,
    }
}

/// The page of the responder in the model, whose equality with the RTL the bench holds, under a flood of a request in
/// each cycle: ACKs keep their half, and none waits for more than one response at the turn.
#[test]
fn a_flood_of_requests_takes_every_second_turn_at_most() {
    for unit in [Unit::Ldcp, Unit::Hpcc] {
        let mut config = config(unit);
        config.parser.data_bits = 512;
        let mut page = ResponderPage::new(&config);
        let access = Access::default();
        let idle = quiet(&access);
        (0..20).for_each(|_| _ = page.step(&idle));
        let map = registers::map(&config);
        let place = |name: &str| map.iter().find(|r| r.name() == name).expect("a register").offset / 4;
        for (name, value) in [("rsp_qpn", QPN as u32), ("rsp_valid", 1), ("rsp_write", 0)] {
            let access = Access { write: true, windex: place(name), wdata: value, ..Default::default() };
            assert!(page.step(&quiet(&access)).word.taken, "{name}");
            page.step(&idle);
        }
        let request = |k: u64| Requested {
            qpn: if k.is_multiple_of(3) { QPN as u32 } else { (k % 16) as u32 },
            psn: Psn::wrap(k),
            said: Request { kind: if k.is_multiple_of(2) { Kind::Rtt } else { Kind::Telemetry }, time: k as u32 },
            telemetry: None,
        };
        let ack = Ack { psn: Psn::wrap(7), ece: false, count: U::wrap(1) };
        let (mut acks, mut kinds, mut taken, mut without, mut longest) = (0, vec![], 0, 0, 0);
        let cycles = 4000;
        for k in 0..cycles {
            let answer = Some(receiver::Answer::Ack(QPN as u32, ack));
            let takes = page.answer_ready(false, false);
            taken += u64::from(takes);
            without = if takes { 0 } else { without + 1 };
            longest = longest.max(without);
            let out = page.step(&In { answer, request: Some(request(k)), ..idle });
            if let Some(beat) = out.beat.filter(|beat| beat.tdata[42] != 0) {
                // 62 bytes of an ACK are one beat, 66 of an RTT response two
                kinds.push(beat.tdata[42]);
                acks += u64::from(beat.tdata[42] == 0x11);
            }
        }
        assert!(taken > cycles / 4 && acks > cycles / 4, "{unit:?}: {taken} answers taken, {acks} ACKs");
        assert!(longest <= 24, "{unit:?}: none taken in {longest} cycles");
        let run = kinds[10..].split(|kind| *kind == 0x11).map(<[u8]>::len).max();
        assert_eq!(run, Some(1), "{unit:?}: one response between two ACKs");
        // nothing is there twice, and nothing unseen
        (0..100).for_each(|_| _ = page.step(&idle));
        let mut counts = [0; 3];
        for (count, name) in counts.iter_mut().zip(["ans_responses", "ans_closed", "ans_lost"]) {
            let access = Access { rindex: place(name), ..Default::default() };
            page.step(&quiet(&access));
            *count = u64::from(page.step(&quiet(&access)).word.rdata);
        }
        let [responses, closed, lost] = counts;
        assert_eq!(responses + closed + lost, cycles, "{unit:?}");
        assert!(responses > 300 && closed > 300 && lost > 1000, "{responses}, {closed}, {lost}");
    }
}

/// The model's frames of all requests that its parser takes: never longer, over the same headers.
#[test]
fn no_response_is_longer_than_its_request() {
    let mut random = support::seed("answers");
    let mut seen = [0; 2];
    for _ in 0..20_000 {
        let place = Place::ALL[random.below(3) as usize];
        let (offset, area) = (random.below(16) as u8, random.below(64) as u8);
        let telemetry = TelemetryConfig { place, offset, area, profile: random.below(2) as u8 };
        let is_rtt = random.chance(3);
        let words = if is_rtt { 2 } else { 1 + random.below(40) as usize };
        let plain = place != Place::Ack && !is_rtt;
        let body: Vec<u8> = (0..if plain { 4 } else { 4 * words }).map(|_| random.below(256) as u8).collect();
        let body = Body::Other(body);
        let mut repr = repr(if is_rtt { 0xd2 } else { 0xd4 }, body);
        repr.area = (0..telemetry.area_bytes()).map(|_| random.below(256) as u8).collect();
        let bytes = repr.emit();
        let cfg = ParserConfig {
            qp_bits: 4,
            qpn_base: QPN_BASE,
            telemetry,
            requests: Some(Opcodes { rtt: 0xd2, telemetry: 0xd4 }),
            ..ParserConfig::default()
        };
        let Ok(event) = classify::frame(&bytes, &cfg) else { continue };
        let asked = event.request.expect("a request");
        let kind = if asked.kind == Kind::Rtt { RTT_RESPONSE } else { TELEMETRY_RESPONSE };
        let reply = Some(Reply { rtt: 0xd3, telemetry: 0xd5, dscp: 0 });
        let header = responder::Header { valid: true, dest_qp: QPN_BASE, ..Default::default() };
        let answer =
            Answer { qpn: event.qpn, kind, psn: event.psn, ece: false, telemetry: event.telemetry, time: asked.time };
        let cfg = responder::Config { telemetry, reply, ..Default::default() };
        let made = responder::frame(&header, &answer, 0, &cfg).expect("a frame");
        assert!(made.len() <= bytes.len(), "{} for {} bytes", made.len(), bytes.len());
        // and the peer reads what it asked
        let peer = ParserConfig {
            qp_bits: 4,
            qpn_base: QPN_BASE,
            telemetry,
            responses: Some(Opcodes { rtt: 0xd3, telemetry: 0xd5 }),
            ..ParserConfig::default()
        };
        let back = classify::frame(&made, &peer).expect("a response");
        let told = |t: Option<Telemetry<MAX_HOPS>>| t.map(|t| (t.n_hop, t.hops));
        assert_eq!((back.psn, told(back.telemetry)), (event.psn, told(event.telemetry)));
        assert_eq!(back.response, Some(Response { kind: asked.kind, time: asked.time }));
        seen[usize::from(is_rtt)] += 1;
    }
    assert!(seen.iter().all(|n| *n > 1000), "{seen:?}");
}

fn repr(opcode: u8, body: Body) -> Repr {
    let ip = ipv4::Repr {
        tos: 2,
        ident: 0,
        dont_fragment: true,
        ttl: 64,
        src: [10, 0, 0, 1].into(),
        dst: [10, 0, 0, 2].into(),
        options: vec![],
    };
    Repr {
        ethernet: ethernet::Repr { dst: [2; 6], src: [4; 6], tags: vec![], ethertype: 0x0800 },
        ip: ip::Repr::V4(ip),
        udp: udp::Repr { src_port: 0xc000, checksum: 0 },
        area: vec![],
        bth: bth::Repr::new(opcode, QPN_BASE + QPN as u32, 9),
        body,
        padding: vec![],
    }
}

/// Without HPCC++ nobody reads telemetry, and no request for it is known; where a response's opcode is a request's too,
/// it is a response.
#[test]
fn which_opcodes_are_requests() {
    let mut nic = Nic::answering(Unit::Ldcp);
    assert_eq!(nic.answers(&telemetry_request(QPN, 1, 2, &said())), Vec::<Vec<u8>>::new());
    assert_eq!(nic.dropped("opcode_unknown"), 1);
    assert_eq!(nic.answers(&rtt_request(QPN, 1, 2)).len(), 1);
    // what this NIC answers with asks nothing: two that are set alike send no frame round and round
    nic.all(&[("ans_telemetry_response", 0xd2)]);
    assert_eq!((nic.answers(&rtt_request(QPN, 1, 2)).len(), nic.dropped("opcode_unknown")), (0, 2));
    let opcodes = |rtt, telemetry| Some(Opcodes { rtt, telemetry });
    let read = |responses, requests| {
        let cfg = ParserConfig { qp_bits: 4, qpn_base: QPN_BASE, responses, requests, ..ParserConfig::default() };
        classify::frame(&rtt_request(QPN, 1, 2), &cfg).map(|event| (event.response.is_some(), event.request.is_some()))
    };
    assert_eq!(read(None, opcodes(0xd2, 0xd2)), Ok((false, true)));
    assert_eq!(read(opcodes(0xd2, 0xd5), opcodes(0xd2, 0xd4)), Ok((true, false)));
    assert_eq!(read(opcodes(0xd3, 0xd5), None), Err(DropReason::OpcodeUnknown));
}

#[test]
fn the_page_refuses_opcodes_that_are_no_vendor_s() {
    let mut nic = Nic::new(&config(Unit::Hpcc));
    let opcodes = ["ans_rtt_request", "ans_rtt_response", "ans_telemetry_request", "ans_telemetry_response"];
    for name in opcodes {
        for value in [0, 0x11, 0xbf, 0x100] {
            assert!(!nic.write(name, value), "{name} takes no {value:#x}");
        }
    }
    assert!(!nic.write("ans_dscp", 64));
    assert_eq!(opcodes.map(|name| nic.read(name)), [0xd2, 0xd3, 0xd4, 0xd5]);
    assert!(!nic.word(0xd80, 0) && !nic.word(0xd20, 0), "counters are the hardware's, and nothing is beside them");
}

/// Typed from the page of `nic`.
const PAGE: [Row; 8] = [
    (0xd00, "ans_rtt_request", "Write", 8, 0xc0, 0xff, 0xd2),
    (0xd04, "ans_rtt_response", "Write", 8, 0xc0, 0xff, 0xd3),
    (0xd08, "ans_telemetry_request", "Write", 8, 0xc0, 0xff, 0xd4),
    (0xd0c, "ans_telemetry_response", "Write", 8, 0xc0, 0xff, 0xd5),
    (0xd10, "ans_dscp", "Write", 6, 0, 63, 0),
    (0xd80, "ans_responses", "Read", 32, 0, 0xffff_ffff, 0),
    (0xd84, "ans_closed", "Read", 32, 0, 0xffff_ffff, 0),
    (0xd88, "ans_lost", "Read", 32, 0, 0xffff_ffff, 0),
];

#[test]
fn the_page_has_its_registers_at_their_places_and_answers_stand_behind_a_responder_alone() {
    let mut config = config(Unit::Hpcc);
    page_is(&config, 0xc00..0x1000, &PAGE);
    config.nic.answers = false;
    page_is(&config, 0xc00..0x1000, &[]);
    (config.nic.answers, config.nic.responder) = (true, false);
    let why = config.check().expect_err("nobody makes frames").to_string();
    assert!(why.contains("nic.answers = true") && why.contains("nic.responder") && !why.contains('\n'), "{why}");
}
