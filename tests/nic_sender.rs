//! The NIC with its sender (`nic.sender`): a QP from its registers to its grants and back, in rust-hdl's simulation of
//! the whole design.

use crate::support::frames::over_ipv4;
use crate::support::nic::{Host, NicPins, Row, page_is};
use layout::config::{Config, Unit};
use layout::registers;
use model::packet::frame::Body;
use model::packet::{aeth, bth};

const QPN: u64 = 3;
const MTU: u64 = 1024;

fn config() -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.parser.data_bits) = (16, 64);
    config.engine.units = vec![Unit::Ldcp];
    (config.nic.sender, config.nic.slverr) = (true, true);
    config.check().expect("legal");
    config
}

/// An ACK of everything up to this PSN, to the QP.
fn ack(psn: u32) -> Vec<u8> {
    over_ipv4(
        bth::Repr::new(0x11, 0x100 + QPN as u32, psn),
        Body::Ack(aeth::Repr { reserved: false, code: 0, value: 31, msn: 0 }),
    )
}

/// A link that answers each grant in full, two cycles later.
struct Nic {
    pins: NicPins,
    /// The PSN that is sent next, and packets that were granted.
    psn: u64,
    granted: u64,
    answers: Vec<[u64; 3]>,
    updates: Vec<u64>,
}

impl Host for Nic {
    type Nic = NicPins;

    fn pins(&mut self) -> &mut NicPins {
        &mut self.pins
    }

    fn cycle(&mut self) {
        // an answer, and with it what was sent is told to the engine
        let answer = self.answers.first().copied();
        self.set("s_sent_valid", answer.is_some().into());
        self.set("tx_valid", answer.is_some().into());
        if let Some([tag, psn, bytes]) = answer {
            for (name, value) in
                [("s_sent_qpn", QPN), ("s_sent_tag", tag), ("s_sent_psn_next", psn), ("s_sent_bytes", bytes)]
            {
                self.set(name, value);
            }
            self.set("tx_qpn", QPN);
            self.set("tx_psn", psn);
        }
        self.pins.clock(true);
        if answer.is_some() && self.out("s_sent_ready") == 1 {
            self.answers.remove(0);
        }
        if self.out("m_grant_valid") == 1 {
            assert_eq!(self.out("m_grant_qpn"), QPN);
            let packets = self.out("m_grant_max_packets");
            assert_eq!(self.out("m_grant_max_bytes"), packets * MTU);
            self.psn += packets;
            self.granted += packets;
            let tag = self.out("m_grant_tag");
            self.answers.push([tag, self.psn, packets * MTU]);
        }
        if self.out("upd_valid") == 1 {
            assert_eq!(self.out("upd_qpn"), QPN);
            let window = self.out("upd_window");
            self.updates.push(window);
        }
    }
}

impl Nic {
    fn new() -> Nic {
        Self::of(&config())
    }

    fn of(config: &Config) -> Nic {
        let pins = NicPins::new(config);
        let mut nic = Nic { pins, psn: 0, granted: 0, answers: vec![], updates: vec![] };
        nic.set("m_grant_ready", 1);
        nic.cycles(40);
        assert_eq!(nic.out("init_done"), 1);
        nic
    }

    fn ring(&mut self) {
        for (name, value) in [("s_req_valid", 1), ("s_req_qpn", QPN), ("s_req_backlog", 1000 * MTU)] {
            self.set(name, value);
        }
        self.cycle();
        while self.out("s_req_ready") == 0 {
            self.cycle();
        }
        self.set("s_req_valid", 0);
    }

    /// The QP, in the engine and at the sender, with a window of two packets.
    fn open(&mut self) {
        let every = registers::every_part(&config());
        let engine = [
            ("cfg_qpn_base", 0x100),
            ("host_qpn", QPN),
            ("host_parts", every),
            ("host_psn", 0xff_ffff),
            ("host_open", 1),
            ("host_ldcp_cw", 2 << 28),
            ("host_start", 1),
        ];
        self.all(&engine);
        self.until("status", 2);
        let sender = [("snd_open_qpn", QPN), ("snd_open_first_psn", 0), ("snd_open_window", 2 << 28), ("snd_start", 1)];
        self.all(&sender);
        self.until("snd_status", 2);
        // the host's own write is an update too
        self.updates.clear();
    }
}

#[test]
fn a_qp_opened_by_registers_is_granted_its_window_and_with_the_ack_of_it_the_next() {
    let mut nic = Nic::new();
    nic.open();
    assert_eq!((nic.granted, nic.read("snd_status")), (0, 1));
    nic.ring();
    nic.cycles(300);
    assert_eq!((nic.granted, nic.psn), (2, 2), "the window, and no more");
    nic.frame(&ack(1));
    nic.cycles(600);
    let [window] = nic.updates[..] else { panic!("{:x?}: one update of one ACK", nic.updates) };
    let packets = window >> 28;
    assert!(packets >= 2, "an ACK without a mark opens the window: {window:#x}");
    assert_eq!(nic.granted, 2 + packets, "all is acknowledged, so the whole of it is free");
    for name in ["snd_count_closed", "snd_count_not_open", "snd_count_rewind_outside", "snd_waiting"] {
        assert_eq!(nic.read(name), 0, "{name}");
    }
    // what is in flight is counted when it is closed, and then it is no QP's
    nic.all(&[("snd_start", 0)]);
    nic.until("snd_status", 2);
    let granted = nic.granted;
    nic.ring();
    nic.cycles(300);
    assert_eq!((nic.granted, nic.read("snd_count_closed"), nic.read("snd_count_closed_in_flight")), (granted, 1, 1));
}

#[test]
fn the_page_refuses_what_is_out_of_range_and_a_start_without_room_for_a_packet() {
    let mut nic = Nic::new();
    for (name, value) in [("snd_mtu", 255), ("snd_quantum", (1 << 18) + 1), ("snd_timeout", 999), ("snd_open_class", 8)]
    {
        assert!(!nic.write(name, value), "{name} takes no {value}");
    }
    assert_eq!([nic.read("snd_mtu"), nic.read("snd_quantum"), nic.read("snd_open_class")], [1024, 4096, 0]);
    assert_eq!((nic.read("refused_count"), nic.read("refused_at")), (4, 0x944));
    let upper = nic.register("snd_open_window").offset + 4;
    assert!(!nic.word(upper, 0), "the upper word alone");
    nic.all(&[("snd_quantum", 1023)]);
    assert!(!nic.write("snd_start", 1));
    nic.all(&[("snd_quantum", 1024), ("snd_start", 1)]);
    assert!(!nic.word(0x920, 0) && !nic.word(0x980, 0), "status and counters are the hardware's");
}

/// Typed from the page of `nic` and that of `shaper`.
const PAGE: [Row; 27] = [
    (0x900, "snd_mtu", "Write", 14, 256, 9216, 1024),
    (0x904, "snd_inv_mtu", "Write", 29, 7_456_541, 268_435_457, 67_108_865),
    (0x908, "snd_quantum", "Write", 20, 256, 262_144, 4096),
    (0x90c, "snd_cap_m", "Write", 20, 0, 0xf_ffff, 0),
    (0x910, "snd_cap_e", "Write", 6, 0, 63, 0),
    (0x914, "snd_burst", "Write", 16, 0, 0xffff, 1000),
    (0x918, "snd_timeout", "Write", 32, 1000, 1 << 30, 1_000_000),
    (0x920, "snd_status", "Read", 2, 0, 3, 0),
    (0x940, "snd_open_qpn", "Context", 4, 0, 15, 0),
    (0x944, "snd_open_class", "Context", 3, 0, 7, 0),
    (0x948, "snd_open_first_psn", "Context", 24, 0, 0xff_ffff, 0),
    (0x94c, "snd_open_bypass", "Context", 1, 0, 1, 0),
    (0x950, "snd_open_iw", "Context", 14, 0, 0x3fff, 0),
    (0x954, "snd_open_unit", "Context", 2, 0, 3, 0),
    (0x958, "snd_open_window", "Context", 42, 0, (1 << 42) - 1, 0),
    (0x960, "snd_open_pace", "Context", 40, 0, (1 << 40) - 1, 0),
    (0x968, "snd_start", "Start", 1, 0, 1, 0),
    (0x980, "snd_waiting", "Read", 20, 0, 0xf_ffff, 0),
    (0x984, "snd_joined", "Read", 32, 0, 0xffff_ffff, 0),
    (0x988, "snd_count_closed", "Read", 32, 0, 0xffff_ffff, 0),
    (0x98c, "snd_count_returned", "Read", 32, 0, 0xffff_ffff, 0),
    (0x990, "snd_count_not_open", "Read", 32, 0, 0xffff_ffff, 0),
    (0x994, "snd_count_too_much", "Read", 32, 0, 0xffff_ffff, 0),
    (0x998, "snd_count_rewind_outside", "Read", 32, 0, 0xffff_ffff, 0),
    (0x99c, "snd_count_closed_in_flight", "Read", 32, 0, 0xffff_ffff, 0),
    (0x9a0, "snd_count_window_below", "Read", 32, 0, 0xffff_ffff, 0),
    (0x9a4, "snd_count_time_back", "Read", 32, 0, 0xffff_ffff, 0),
];

/// With `shaper.weights`.
#[test]
fn weights_have_a_register_a_class_which_takes_no_0() {
    let mut config = config();
    config.shaper.weights = true;
    let weights = (0..8).map(|k| (0x9e0 + 4 * k, layout::sender::WEIGHTS[k as usize], "Write", 8, 1, 255, 1));
    let shares = [(0x9c0, "snd_strict", "Write", 1, 0, 1, 1)].into_iter().chain(weights);
    page_is(&config, 0x900..0x1000, &PAGE.into_iter().chain(shares).collect::<Vec<_>>());
    let mut nic = Nic::of(&config);
    for name in layout::sender::WEIGHTS {
        assert!(!nic.write(name, 0) && !nic.write(name, 256) && nic.write(name, 255), "{name}");
        assert_eq!(nic.read(name), 255);
    }
    assert!(nic.write("snd_strict", 0) && !nic.write("snd_strict", 2));
    assert_eq!((nic.read("snd_strict"), nic.read("refused_count")), (0, 17));
}

#[test]
fn the_page_has_its_registers_at_their_places_and_without_the_sender_nothing_is_there() {
    let mut config = config();
    page_is(&config, 0x900..0x1000, &PAGE);
    config.nic.sender = false;
    page_is(&config, 0x900..0x1000, &[]);
    (config.nic.sender, config.rtl.ecc) = (true, true);
    let why = config.check().expect_err("there are no check bits").to_string();
    assert!(why.contains("nic.sender"), "{why}");
}
