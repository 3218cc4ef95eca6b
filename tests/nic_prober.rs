//! The NIC with its prober (`nic.prober`): a QP from its registers to its probes, their responses and what these tell
//! the engine, in rust-hdl's simulation of the whole design.

use crate::support::frames::over_ipv4;
use crate::support::nic::{Host, NicPins, Row, page_is};
use layout::config::{Config, Unit, Updates};
use layout::ldcp::Psn;
use layout::prober::{Kind, Now};
use layout::record::Algorithm;
use layout::registers;
use layout::telemetry::PROFILES;
use layout::timing::{PARSER_LATENCY, PROBER_RTT_LATENCY};
use model::packet::classify::Response;
use model::packet::frame::Body;
use model::packet::telemetry::{Hop as WireHop, Repr as Header};
use model::packet::{aeth, bth};
use model::page::Access;
use model::prober_page::{In, ProberPage, Update};
use model::top::Responded;

const QPN: u64 = 5;
const TELEMETRY: u64 = 1;
const RTT: u64 = 2;
const FIRST: u64 = 100;
/// One packet of LDCP's window.
const PACKET: u64 = 1 << 28;

fn config(unit: Unit) -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.parser.data_bits) = (16, 64);
    config.engine.units = vec![unit];
    (config.nic.prober, config.nic.slverr) = (true, true);
    config.check().expect("legal");
    config
}

/// A probe: kind, PSN, time.
type Probe = [u64; 3];

/// A transport that takes each probe and each update.
struct Nic {
    pins: NicPins,
    probes: Vec<Probe>,
    /// Kind, measured, kept.
    rtts: Vec<[u64; 3]>,
    windows: Vec<u64>,
    own_events: u32,
    /// Updates handed over, and cycles in which one stood and was not taken.
    handed: [u64; 2],
    newest: bool,
}

impl Host for Nic {
    type Nic = NicPins;

    fn pins(&mut self) -> &mut NicPins {
        &mut self.pins
    }

    fn cycle(&mut self) {
        self.pins.clock(true);
        if self.out("m_probe_valid") == 1 {
            assert_eq!(self.out("m_probe_qpn"), QPN);
            let probe = ["kind", "psn", "time"].map(|name| self.out(&format!("m_probe_{name}")));
            self.probes.push(probe);
        }
        if self.out("rtt_valid") == 1 {
            assert_eq!(self.out("rtt_qpn"), QPN);
            let rtt = ["kind", "measured", "smoothed"].map(|name| self.out(&format!("rtt_{name}")));
            self.rtts.push(rtt);
        }
        if self.out("upd_valid") == 1 && (!self.newest || self.out("upd_limits") == 1) {
            assert_eq!(self.out("upd_qpn"), QPN);
            let window = self.out("upd_window");
            self.windows.push(window);
        }
        if self.out("upd_valid") == 1 {
            self.handed[usize::from(self.pins.input("upd_ready") == 0)] += 1;
        }
        self.own_events += (self.pins.input("s_event_valid") & self.out("s_event_ready")) as u32;
    }
}

/// The word behind BTH that echoes a time, in the fields of an AETH.
fn word(time: u64) -> aeth::Repr {
    let [reserved, code, value] = [time >> 31 & 1, time >> 29 & 3, time >> 24 & 31];
    aeth::Repr { reserved: reserved == 1, code: code as u8, value: value as u8, msn: (time & 0xff_ffff) as u32 }
}

fn frame(opcode: u8, qpn: u64, psn: u64, body: Body) -> Vec<u8> {
    over_ipv4(bth::Repr::new(opcode, 0x100 + qpn as u32, psn as u32), body)
}

/// The response of an RTT request.
fn rtt_response(qpn: u64, time: u64) -> Vec<u8> {
    frame(0xd3, qpn, 0, Body::AckWith(word(time), vec![0; 4]))
}

/// The response of a telemetry request, with a hop at this time of its own.
fn telemetry_response(qpn: u64, psn: u64, time: u64, ts: u32) -> Vec<u8> {
    let hops = vec![WireHop { speed: 4, ts, tx_bytes: 1000 + ts, q_len: 0 }];
    let header = Header { profile: &PROFILES[0], n_hop: 1, path: 7, hops };
    frame(0xd5, qpn, psn, Body::AckWith(word(time), header.bytes()))
}

impl Nic {
    fn at_first(config: &Config) -> Nic {
        let (pins, newest) = (NicPins::new(config), config.keeps_newest());
        Nic { pins, probes: vec![], rtts: vec![], windows: vec![], own_events: 0, handed: [0, 0], newest }
    }

    fn new(config: &Config) -> Nic {
        let mut nic = Nic::at_first(config);
        nic.set("m_probe_ready", 1);
        nic.set("upd_ready", 1);
        nic.cycles(60);
        assert_eq!((nic.out("init_done"), nic.read("prb_status")), (1, 1));
        nic.all(&[("cfg_qpn_base", 0x100), ("cfg_telemetry_place", 2), ("prb_timeout", 20_000)]);
        nic
    }

    /// The QP, in the engine with this algorithm, and at the prober.
    fn open(config: &Config, algorithm: Algorithm, kind: u64) -> Nic {
        let mut nic = Nic::new(config);
        let every = registers::every_part(config);
        nic.all(&[("host_qpn", QPN), ("host_alg", algorithm as u64), ("host_parts", every)]);
        nic.all(&[("host_psn", FIRST - 1), ("host_open", 1)]);
        if config.has(Unit::Ldcp) {
            nic.all(&[("host_ldcp_cw", 2 * PACKET)]);
        }
        nic.all(&[("host_start", 1)]);
        nic.until("status", 2);
        nic.probe(QPN, kind);
        nic.windows.clear();
        nic
    }

    fn probe(&mut self, qpn: u64, kind: u64) {
        self.all(&[("prb_qpn", qpn), ("prb_kind", kind), ("prb_period", 1000), ("prb_psn", FIRST), ("prb_start", 1)]);
    }

    /// The QP has sent up to before this PSN. Gives the probe that comes of it.
    fn sends(&mut self, psn: u64) -> Option<Probe> {
        for (name, value) in [("tx_valid", 1), ("tx_qpn", QPN), ("tx_psn", psn)] {
            self.set(name, value);
        }
        self.cycle();
        self.set("tx_valid", 0);
        self.cycles(250);
        self.probes.pop()
    }

    /// Behind a frame.
    fn after(&mut self, bytes: &[u8]) -> (Vec<[u64; 3]>, Vec<u64>) {
        self.frame(bytes);
        self.cycles(150);
        (std::mem::take(&mut self.rtts), std::mem::take(&mut self.windows))
    }

    fn counted(&mut self) -> [u64; 5] {
        ["prb_probes", "prb_responses", "prb_unexpected", "prb_timeouts", "prb_lost"].map(|name| self.read(name))
    }
}

/// LDCP's variant with RTT probes (3.2): each response that is waited for adds alpha, here one packet. No software.
#[test]
fn the_loop_of_ldcp_pcc_closes_in_the_nic() {
    let mut nic = Nic::open(&config(Unit::Ldcp), Algorithm::LdcpPcc, RTT);
    let [kind, psn, time] = nic.sends(FIRST + 3).expect("data is in flight");
    assert_eq!((kind, psn), (RTT, FIRST + 3));
    let begun = nic.pins.input("time_now");
    let (rtts, windows) = nic.after(&rtt_response(QPN, time));
    let [[RTT, measured, kept]] = rtts[..] else { panic!("{rtts:?}") };
    assert!((begun - time..begun - time + 300).contains(&measured) && measured == kept, "{measured} ns, {kept} ns");
    assert_eq!(windows, [3 * PACKET]);
    assert_eq!(nic.after(&rtt_response(QPN, time)), (vec![], vec![]), "an RTT response counts once");
    // the period is over, and data is in flight yet: the next one is there
    let [_, _, second] = nic.probes.pop().expect("a probe");
    assert_eq!(nic.after(&rtt_response(QPN, second)).1, [4 * PACKET]);
    assert_eq!(nic.counted(), [3, 2, 1, 0, 0], "and a third has left");
    // with all acknowledged no more come, once the open one has its answer
    nic.after(&frame(0x11, QPN, FIRST + 2, Body::Ack(aeth::Repr { reserved: false, code: 0, value: 31, msn: 0 })));
    nic.cycles(300);
    while let Some([_, _, time]) = nic.probes.pop() {
        nic.after(&rtt_response(QPN, time));
    }
    nic.cycles(600);
    assert_eq!(nic.probes.len(), 0, "nothing is in flight");
}

/// RTTs are kept smoothed where the host says so.
#[test]
fn what_is_kept_of_an_rtt_goes_out_with_it() {
    let mut nic = Nic::open(&config(Unit::Ldcp), Algorithm::LdcpPcc, RTT);
    nic.all(&[("prb_smooth", 1)]);
    let [_, _, time] = nic.sends(FIRST + 1).expect("a probe");
    let first = nic.after(&rtt_response(QPN, time)).0[0];
    nic.cycles(400);
    let [_, _, time] = nic.probes.pop().expect("a probe");
    nic.cycles(500);
    let second = nic.after(&rtt_response(QPN, time)).0[0];
    assert!(second[1] > first[1] + 1000 && first[1] == first[2]);
    // an eighth of it: s - trunc(s/8) + r, over 8, with s = 8 * first
    assert_eq!(second[2], (8 * first[2] - first[2] + second[1]) / 8);
}

#[test]
#[ignore = "a minute or so: just night"]
fn nobody_else_s_response_tells_the_engine_anything() {
    let mut nic = Nic::open(&config(Unit::Ldcp), Algorithm::LdcpPcc, RTT);
    let [_, psn, time] = nic.sends(FIRST + 3).expect("data is in flight");
    let none = (vec![], vec![]);
    for (what, bytes) in [
        ("another time", rtt_response(QPN, time ^ 1)),
        ("another QP", rtt_response(QPN ^ 1, time)),
        ("the answer of another request", telemetry_response(QPN, psn, time, 1)),
    ] {
        assert_eq!(nic.after(&bytes), none, "{what}");
    }
    assert_eq!(nic.counted(), [1, 0, 3, 0, 0]);
    // dropped by a named reason: too short, padded, another version, another's QPN; and requests are unknown
    let mut padded = bth::Repr::new(0xd3, 0x100 + QPN as u32, 0);
    padded.pad_count = 1;
    let wrong = [
        ("roce_length", frame(0xd3, QPN, 0, Body::Ack(word(time)))),
        ("roce_length", frame(0xd3, QPN, 0, Body::AckWith(word(time), vec![0; 8]))),
        ("bth_pad", over_ipv4(padded, Body::AckWith(word(time), vec![0; 4]))),
        ("qpn_unknown", rtt_response(QPN + 16, time)),
        ("opcode_unknown", frame(0xd2, QPN, 0, Body::AckWith(word(time), vec![0; 4]))),
        ("opcode_unknown", frame(0xd4, QPN, psn, Body::Ack(word(time)))),
    ];
    for (reason, bytes) in &wrong {
        let before = nic.dropped(reason);
        assert_eq!(nic.after(bytes), none, "{reason}");
        assert_eq!(nic.dropped(reason), before + 1, "{reason}");
    }
    let mut broken = rtt_response(QPN, time);
    *broken.last_mut().expect("an ICRC") ^= 1;
    assert_eq!((nic.after(&broken), nic.dropped("icrc")), (none.clone(), 1));
    nic.cycles(4000);
    assert_eq!(nic.after(&rtt_response(QPN, time)), none, "too late");
    let [_, _, next] = nic.probes.pop().expect("another probe since");
    assert_eq!(nic.after(&rtt_response(QPN, next)).0.len(), 1);
    nic.probe(QPN, 0);
    assert_eq!(nic.after(&rtt_response(QPN, next)), none, "closed");
    let [probes, responses, unexpected, timeouts, lost] = nic.counted();
    assert_eq!((responses, unexpected, lost), (1, 5, 0));
    assert!(timeouts >= 1 && probes > timeouts, "{probes} probes, {timeouts} timeouts");
}

/// HPCC++'s probes (6.2.1): the response is an event with telemetry, of the PSN that its probe had (H28).
#[test]
#[ignore = "half a minute: just night"]
fn a_telemetry_response_is_an_ack_with_telemetry_of_its_probe_s_psn() {
    let config = config(Unit::Hpcc);
    let mut nic = Nic::open(&config, Algorithm::Hpcc, TELEMETRY);
    nic.all(&[("prb_timed", 1)]);
    let [kind, psn, time] = nic.sends(FIRST + 3).expect("data is in flight");
    assert_eq!((kind, psn), (TELEMETRY, FIRST + 3));
    let (rtts, windows) = nic.after(&telemetry_response(QPN, psn, time ^ 0x100, 1));
    assert_eq!((rtts.len(), windows.len()), (0, 0), "another time, with prb_timed");
    let (rtts, windows) = nic.after(&telemetry_response(QPN, psn, time, 1));
    assert_eq!((rtts.len(), rtts[0][0], windows.len()), (1, TELEMETRY, 1));
    // the first notes what was sent by then (H2). The second's probe was sent by then too, so its update is no full
    // one; the third's was not
    let second = nic.sends(FIRST + 9);
    nic.probes.extend(second);
    for (seq, noted, ts) in [(FIRST + 3, FIRST + 3, 5000), (FIRST + 9, FIRST + 9, 9000)] {
        let [_, psn, time] = nic.probes.pop().expect("the next");
        let (rtts, windows) = nic.after(&telemetry_response(QPN, seq, time, ts));
        assert_eq!((rtts.len(), windows.len(), psn), (1, 1, seq));
        nic.all(&[("host_start", 0)]);
        nic.until("status", 2);
        assert_eq!(nic.read("found_hpcc_last_update"), noted, "seq {seq}");
        assert_eq!(nic.read("found_psn"), FIRST - 1, "it acknowledges nothing");
        nic.cycles(250);
    }
}

/// What a write of the host and an ACK say at once both counts: no ACK is lost, or the QP would be probed for ever.
#[test]
#[ignore = "a minute or so: just night"]
fn an_ack_beside_a_write_of_the_host_is_not_lost() {
    let mut config = config(Unit::Ldcp);
    for updates in [Updates::Latest, Updates::Every] {
        config.engine.updates = Some(updates);
        let mut nic = Nic::open(&config, Algorithm::Ldcp, RTT);
        nic.all(&[("prb_qpn", QPN ^ 1), ("prb_kind", 0)]);
        let write = nic.register("prb_start").offset;
        for gap in 0..8 {
            let psn = FIRST + gap;
            let [_, _, time] = nic.sends(psn + 1).expect("a probe");
            nic.frame(&rtt_response(QPN, time));
            nic.frame(&frame(0x11, QPN, psn, Body::Ack(aeth::Repr { reserved: false, code: 0, value: 31, msn: 0 })));
            // the update comes 48 or 59 cycles behind the frame
            let least = if updates == Updates::Every { 40 } else { 51 };
            nic.set("upd_ready", gap & 1);
            nic.cycles(least + gap as u32);
            assert!(nic.word(write, 1));
            nic.cycles(20);
            nic.set("upd_ready", 1);
            nic.cycles(230);
            if let Some([_, _, time]) = nic.probes.pop() {
                nic.frame(&rtt_response(QPN, time));
            }
            nic.cycles(260);
            assert_eq!(nic.probes.len(), 0, "{updates:?}, {gap}: all is acknowledged");
            // behind registers.md's 56 counters and what was refused
            let handed = nic.handed;
            assert_eq!([nic.counter(57), nic.counter(58)], handed, "{updates:?}, {gap}: an update counts once");
        }
    }
}

/// A response beside a write of the host counts once; of the QP itself it is the past's, or the write comes behind it.
#[test]
#[ignore = "a minute or so: just night"]
fn a_response_beside_a_write_of_the_host_counts_once() {
    let config = config(Unit::Ldcp);
    for of in [QPN, QPN ^ 1] {
        let (mut seen, mut nic) = ([0, 0], Nic::open(&config, Algorithm::LdcpPcc, RTT));
        let write = nic.register("prb_start").offset;
        let mut before = nic.counted();
        for gap in 4..18 {
            nic.probe(QPN, RTT);
            let [_, _, time] = nic.sends(FIRST + 1).expect("a probe");
            nic.all(&[("prb_qpn", of)]);
            nic.windows.clear();
            nic.frame(&rtt_response(QPN, time));
            nic.cycles(gap);
            assert!(nic.word(write, 1));
            nic.cycles(90);
            let now = nic.counted();
            let [_, responses, unexpected, timeouts, lost] = std::array::from_fn(|k| now[k] - before[k]);
            before = now;
            assert_eq!((responses + unexpected, timeouts, lost), (1, 0, 0), "{gap}");
            assert_eq!(nic.windows.len() as u64, responses, "{gap}");
            seen[responses as usize] += 1;
        }
        // of the QP that is opened anew either happens, of another it is never lost
        assert!(if of == QPN { seen[0] > 0 && seen[1] > 0 } else { seen == [0, 14] }, "{seen:?}");
    }
}

/// Events that the NIC offers in every cycle and those of responses take turns.
#[test]
fn a_response_s_event_waits_for_one_of_the_nic_s_own_at_most() {
    let behind_the_frame = |beside: bool| {
        let mut nic = Nic::open(&config(Unit::Ldcp), Algorithm::LdcpPcc, RTT);
        let [_, _, time] = nic.sends(FIRST + 1).expect("a probe");
        for (name, value) in [("s_event_valid", beside.into()), ("s_event_kind", 3), ("s_event_qpn", QPN)] {
            nic.set(name, value);
        }
        nic.cycles(40);
        nic.frame(&rtt_response(QPN, time));
        let before = nic.own_events;
        let mut cycles = 0;
        while nic.rtts.is_empty() {
            assert!(cycles < 200, "it starves");
            nic.cycle();
            cycles += 1;
        }
        assert_eq!(nic.own_events > before, beside, "the NIC's own go on");
        cycles
    };
    // the page's latency, and one cycle more at most
    let alone = behind_the_frame(false);
    assert_eq!(alone, PARSER_LATENCY + 1 + PROBER_RTT_LATENCY);
    assert!(behind_the_frame(true) <= alone + 1);
}

/// A flood of responses: what has no room is lost and counted, and neither the NIC's own events nor a response that was
/// waited for stand still.
#[test]
fn a_flood_of_responses_is_lost_and_holds_nothing_back() {
    let mut config = config(Unit::Ldcp);
    config.engine.qps = 16;
    let mut page = ProberPage::new(&config);
    let access = Default::default();
    let idle = In {
        rst_n: true,
        now: Now::wrap(0),
        tx: None,
        update: None,
        own_event: false,
        event_ready: true,
        response: None,
        probe_ready: true,
        access: &access,
    };
    (0..20).for_each(|_| _ = page.step(&idle));
    let write = |page: &mut ProberPage, name: &str, value: u64| {
        let map = registers::map(&config);
        let register = map.iter().find(|r| r.name() == name).expect("a register");
        let access = Access { write: true, windex: register.offset / 4, wdata: value as u32, ..Default::default() };
        assert!(page.step(&In { access: &access, ..idle }).word.taken, "{name}");
        page.step(&idle);
    };
    for (name, value) in [("prb_qpn", QPN), ("prb_kind", RTT), ("prb_psn", FIRST), ("prb_start", 1)] {
        write(&mut page, name, value);
    }
    let said = |time: u64| Responded {
        qpn: QPN as u32,
        psn: Psn::wrap(0),
        said: Response { kind: Kind::Rtt, time: time as u32 },
        telemetry: None,
    };
    let (mut own, mut answered, mut offered, mut probe) = (0, 0, 0, None);
    let (mut without, mut longest) = (0, 0);
    let cycles = 4000;
    for cycle in 0..cycles {
        // the right one at every 50th place of the flood
        let time = probe.filter(|_| cycle % 50 == 0).unwrap_or(u64::from(u32::MAX));
        let tx = (cycle == 0).then(|| (QPN as u32, Psn::wrap(FIRST + 1)));
        let own_event = true;
        let takes_own = page.own_event_ready(true) && page.event(own_event).is_none();
        own += u64::from(takes_own);
        without = if takes_own { 0 } else { without + 1 };
        longest = longest.max(without);
        let response = (cycle > 100).then(|| said(time));
        offered += u64::from(response.is_some());
        let update = Some(Update { ready: true, una: None });
        let out = page.step(&In { now: Now::wrap(5 * cycle), tx, own_event, response, update, ..idle });
        answered += u64::from(out.rtt.is_some());
        if let Some((_, leaves)) = out.probe {
            probe = Some(leaves.time.raw());
        }
    }
    assert!(own >= cycles / 2 && longest <= 1, "{own} of {cycles} cycles took one of the NIC's own, {longest} not");
    let mut read = |name: &str| {
        let map = registers::map(&config);
        let register = map.iter().find(|r| r.name() == name).expect("a register");
        let access = Access { rindex: register.offset / 4, ..Default::default() };
        page.step(&In { access: &access, ..idle });
        u64::from(page.step(&In { access: &access, ..idle }).word.rdata)
    };
    let [responses, unexpected, lost] = ["prb_responses", "prb_unexpected", "prb_lost"].map(&mut read);
    assert!(answered >= 1 && responses >= answered && unexpected > 0 && lost > offered / 2, "{lost} of {offered} lost");
    // eight wait, and one is looked at
    let inside = offered - responses - unexpected - lost;
    assert!(inside <= 9, "{inside} are neither counted nor there");
}

#[test]
fn the_page_refuses_what_is_out_of_range_and_a_start_before_the_initialisation_is_over() {
    let config = config(Unit::Ldcp);
    let mut nic = Nic::at_first(&config);
    assert!(!nic.write("prb_start", 1), "the first of 16 cycles");
    let mut nic = Nic::new(&config);
    let wrong = [
        ("prb_timeout", 999),
        ("prb_timeout", 1 << 24),
        ("prb_rtt_opcode", 0xbf),
        ("prb_telemetry_opcode", 0x11),
        ("prb_rtt_opcode", 0x100),
        ("prb_qpn", 16),
        ("prb_kind", 3),
        ("prb_period", 999),
        ("prb_psn", 1 << 24),
        ("prb_start", 2),
    ];
    for (name, value) in wrong {
        assert!(!nic.write(name, value), "{name} takes no {value:#x}");
    }
    let kept = ["prb_timeout", "prb_rtt_opcode", "prb_telemetry_opcode", "prb_kind", "prb_period"];
    assert_eq!(kept.map(|name| nic.read(name)), [20_000, 0xd3, 0xd5, 0, 10_000]);
    assert!(!nic.word(0xc20, 0) && !nic.word(0xc80, 0), "status and counters are the hardware's");
}

/// Typed from the page of `nic` and that of `prober`.
const PAGE: [Row; 16] = [
    (0xc00, "prb_timeout", "Write", 24, 1000, 0xff_ffff, 1_000_000),
    (0xc04, "prb_smooth", "Write", 1, 0, 1, 0),
    (0xc08, "prb_timed", "Write", 1, 0, 1, 0),
    (0xc0c, "prb_rtt_opcode", "Write", 8, 0xc0, 0xff, 0xd3),
    (0xc10, "prb_telemetry_opcode", "Write", 8, 0xc0, 0xff, 0xd5),
    (0xc20, "prb_status", "Read", 1, 0, 1, 0),
    (0xc40, "prb_qpn", "Write", 4, 0, 15, 0),
    (0xc44, "prb_kind", "Write", 2, 0, 2, 0),
    (0xc48, "prb_period", "Write", 24, 1000, 0xff_ffff, 10_000),
    (0xc4c, "prb_psn", "Write", 24, 0, 0xff_ffff, 0),
    (0xc50, "prb_start", "Start", 1, 0, 1, 0),
    (0xc80, "prb_probes", "Read", 32, 0, 0xffff_ffff, 0),
    (0xc84, "prb_responses", "Read", 32, 0, 0xffff_ffff, 0),
    (0xc88, "prb_unexpected", "Read", 32, 0, 0xffff_ffff, 0),
    (0xc8c, "prb_timeouts", "Read", 32, 0, 0xffff_ffff, 0),
    (0xc90, "prb_lost", "Read", 32, 0, 0xffff_ffff, 0),
];

#[test]
fn the_page_has_its_registers_at_their_places_and_without_the_prober_nothing_is_there() {
    let mut config = config(Unit::Ldcp);
    page_is(&config, 0x900..0x1000, &PAGE);
    config.nic.prober = false;
    page_is(&config, 0x900..0x1000, &[]);
    config.nic.prober = true;
    for units in [vec![Unit::Dcqcn], vec![Unit::Dctcp], vec![Unit::Dcqcn, Unit::Dctcp]] {
        config.engine.units = units;
        let why = config.check().expect_err("nobody has probes").to_string();
        assert!(why.contains("nic.prober = true") && why.contains("engine.units"), "{why}");
        assert!(!why.contains('\n'));
    }
    (config.engine.units, config.rtl.ecc) = (vec![Unit::Ldcp], true);
    let why = config.check().expect_err("there are no check bits").to_string();
    assert!(why.contains("nic.prober"), "{why}");
}
