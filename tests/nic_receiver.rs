//! The NIC with its receiver (`nic.receiver`): a QP from its registers to its ACKs and CNPs, in rust-hdl's simulation
//! of the whole design.

use crate::support::nic::{Host, NicPins, Row, page_is};
use layout::config::{Config, Unit};

const QPN: u64 = 5;
const ACK: u64 = 0;
const CNP: u64 = 3;

fn config() -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.parser.data_bits) = (16, 64);
    config.engine.units = vec![Unit::Ldcp];
    (config.nic.receiver, config.nic.slverr) = (true, true);
    config.check().expect("legal");
    config
}

/// A transport that takes each answer: kind, PSN, ECE, count.
struct Nic {
    pins: NicPins,
    answers: Vec<[u64; 4]>,
}

impl Host for Nic {
    type Nic = NicPins;

    fn pins(&mut self) -> &mut NicPins {
        &mut self.pins
    }

    fn cycle(&mut self) {
        self.pins.clock(true);
        if self.out("m_answer_valid") == 1 {
            assert_eq!(self.out("m_answer_qpn"), QPN);
            let answer = ["kind", "psn", "ece", "count"].map(|name| self.out(&format!("m_answer_{name}")));
            self.answers.push(answer);
        }
    }
}

impl Nic {
    fn new() -> Nic {
        let mut nic = Nic { pins: NicPins::new(&config()), answers: vec![] };
        nic.set("m_answer_ready", 1);
        nic.cycles(40);
        assert_eq!((nic.out("init_done"), nic.read("rcv_status")), (1, 1));
        nic
    }

    /// Packets in a row from a PSN on, of which some are marked; behind them what is due at once has been taken.
    fn packets(&mut self, from: u64, marked: &[bool]) -> Vec<[u64; 4]> {
        self.set("rx_qpn", QPN);
        for (psn, ce) in (from..).zip(marked) {
            self.set("rx_valid", 1);
            self.set("rx_psn", psn);
            self.set("rx_ce", (*ce).into());
            self.cycle();
        }
        self.set("rx_valid", 0);
        self.cycles(30);
        std::mem::take(&mut self.answers)
    }
}

#[test]
fn a_qp_opened_by_registers_is_answered_by_its_policy() {
    let mut nic = Nic::new();
    assert_eq!(nic.packets(7, &[true]), [[ACK, 7, 1, 1]], "behind a reset each packet has its ACK, and no CNP");
    let policy = [("rcv_qpn", QPN), ("rcv_mode", 2), ("rcv_m", 4), ("rcv_cnp", 1), ("rcv_open", 1)];
    nic.all(&policy);
    assert_eq!(nic.packets(8, &[false; 3]), [[0; 4]; 0], "three of four packets wait");
    let of_marked = [[CNP, 0, 0, 0], [ACK, 10, 0, 3], [ACK, 11, 1, 1]];
    assert_eq!(nic.packets(11, &[true]), of_marked, "a mark begins an ACK of its own");
    // the next CNP may come 4 us later, which are 800 cycles
    assert_eq!(nic.packets(12, &[true, false, false, false, false]), [[ACK, 12, 1, 1], [ACK, 16, 0, 4]]);
    nic.cycles(900);
    assert_eq!(nic.packets(17, &[true])[0], [CNP, 0, 0, 0]);
    let counted = ["rcv_acks", "rcv_cnps", "rcv_merged", "rcv_cnps_merged"].map(|name| nic.read(name));
    assert_eq!(counted, [6, 2, 0, 0]);
}

#[test]
fn what_waits_has_its_ack_when_its_time_is_over_or_is_dropped_with_the_past() {
    let mut nic = Nic::new();
    let policy = [("rcv_qpn", QPN), ("rcv_mode", 1), ("rcv_m", 64), ("rcv_ack_timeout", 3), ("rcv_open", 0)];
    nic.all(&policy);
    assert_eq!(nic.packets(0, &[false; 2]), [[0; 4]; 0]);
    nic.cycles(1000);
    assert_eq!(std::mem::take(&mut nic.answers), [[ACK, 1, 0, 2]]);
    assert_eq!(nic.read("rcv_timeouts"), 1);
    assert_eq!(nic.packets(2, &[false; 2]), [[0; 4]; 0]);
    nic.all(&[("rcv_open", 1)]);
    nic.cycles(1000);
    assert_eq!((nic.answers.len(), nic.read("rcv_timeouts")), (0, 1), "the past of a QP that is opened is dropped");
}

#[test]
fn the_page_refuses_what_is_out_of_range_and_an_opening_before_the_initialisation_is_over() {
    let mut nic = Nic { pins: NicPins::new(&config()), answers: vec![] };
    assert!(!nic.write("rcv_open", 1), "the first of 16 cycles");
    let mut nic = Nic::new();
    for (name, value) in [("rcv_m", 0), ("rcv_m", 65), ("rcv_mode", 3), ("rcv_qpn", 16), ("rcv_ack_timeout", 1 << 16)] {
        assert!(!nic.write(name, value), "{name} takes no {value}");
    }
    assert_eq!([nic.read("rcv_m"), nic.read("rcv_mode"), nic.read("rcv_ack_timeout")], [1, 0, 20]);
    assert_eq!((nic.read("refused_count"), nic.read("refused_at")), (5, 0xa00));
    assert!(!nic.word(0xa20, 0) && !nic.word(0xa80, 0), "status and counters are the hardware's");
}

/// Typed from the page of `nic` and that of `receiver`.
const PAGE: [Row; 13] = [
    (0xa00, "rcv_ack_timeout", "Write", 16, 0, 0xffff, 20),
    (0xa04, "rcv_cnp_interval", "Write", 16, 0, 0xffff, 4),
    (0xa20, "rcv_status", "Read", 1, 0, 1, 0),
    (0xa40, "rcv_qpn", "Write", 4, 0, 15, 0),
    (0xa44, "rcv_mode", "Write", 2, 0, 2, 0),
    (0xa48, "rcv_m", "Write", 7, 1, 64, 1),
    (0xa4c, "rcv_cnp", "Write", 1, 0, 1, 0),
    (0xa50, "rcv_open", "Start", 1, 0, 1, 0),
    (0xa80, "rcv_acks", "Read", 32, 0, 0xffff_ffff, 0),
    (0xa84, "rcv_cnps", "Read", 32, 0, 0xffff_ffff, 0),
    (0xa88, "rcv_merged", "Read", 32, 0, 0xffff_ffff, 0),
    (0xa8c, "rcv_cnps_merged", "Read", 32, 0, 0xffff_ffff, 0),
    (0xa90, "rcv_timeouts", "Read", 32, 0, 0xffff_ffff, 0),
];

#[test]
fn the_page_has_its_registers_at_their_places_and_without_the_receiver_nothing_is_there() {
    let mut config = config();
    page_is(&config, 0x900..0x1000, &PAGE);
    config.nic.receiver = false;
    page_is(&config, 0x900..0x1000, &[]);
    (config.nic.receiver, config.rtl.ecc) = (true, true);
    let why = config.check().expect_err("there are no check bits").to_string();
    assert!(why.contains("nic.receiver"), "{why}");
}
