//! LDCP's byte sequence (`engine.lsn`): from the frame of an ACK to its update, in rust-hdl's simulation of the whole
//! design. Its frames are in tests/packets/lsn.rs, byte by byte.

use crate::support::frames::over_ipv4;
use crate::support::nic::{Host, NicPins};
use layout::config::{Config, Unit};
use layout::registers;
use model::packet::frame::Body;
use model::packet::{aeth, bth, lsn};

const QPN: u64 = 5;
const FIRST: u64 = 100;
const QPN_BASE: u32 = 0x100;

fn config() -> Config {
    let mut config = Config::default();
    (config.engine.qps, config.parser.data_bits, config.engine.lsn) = (16, 64, true);
    config.engine.units = vec![Unit::Ldcp];
    config.nic.slverr = true;
    config.check().expect("legal");
    config
}

struct Nic {
    pins: NicPins,
    /// Of each update una_psn, una_lsn and cw in packets.
    updates: Vec<[u64; 3]>,
}

impl Host for Nic {
    type Nic = NicPins;

    fn pins(&mut self) -> &mut NicPins {
        &mut self.pins
    }

    fn cycle(&mut self) {
        self.pins.clock(true);
        if self.out("upd_valid") == 1 {
            let update = ["upd_una_psn", "upd_una_lsn", "upd_window"].map(|name| self.out(name));
            self.updates.push([update[0], update[1], update[2] >> 28]);
        }
    }
}

impl Nic {
    /// The QP is open, its window is one packet, and the NIC has sent 1,000.
    fn open() -> Nic {
        let mut nic = Nic { pins: NicPins::new(&config()), updates: vec![] };
        nic.set("upd_ready", 1);
        nic.cycles(60);
        nic.all(&[("cfg_qpn_base", QPN_BASE.into())]);
        nic.reopen();
        nic
    }

    fn reopen(&mut self) {
        let every = registers::every_part(&config());
        self.all(&[("host_qpn", QPN), ("host_parts", every), ("host_psn", FIRST - 1), ("host_open", 1)]);
        self.all(&[("host_ldcp_cw", 1 << 28), ("host_start", 1)]);
        self.until("status", 2);
        for (name, value) in [("tx_valid", 1), ("tx_qpn", QPN), ("tx_psn", FIRST + 1000)] {
            self.set(name, value);
        }
        self.cycle();
        self.set("tx_valid", 0);
        self.updates.clear();
    }

    /// The updates that come of an ACK with an LSN.
    fn ack(&mut self, psn: u64, flags: u8, value: u64) -> Vec<[u64; 2]> {
        let ack = aeth::Repr { reserved: false, code: 0, value: 31, msn: 0 };
        let header = lsn::Repr { version: 1, flags, reserved: 0, value: value as u32 };
        let bth = bth::Repr::new(0xd1, QPN_BASE + QPN as u32, psn as u32);
        self.frame(&over_ipv4(bth, Body::AckWith(ack, header.emit().to_vec())));
        self.cycles(120);
        let told = std::mem::take(&mut self.updates);
        told.into_iter().map(|[psn, lsn, _]| [psn, lsn]).collect()
    }

    fn rejected(&mut self) -> u64 {
        self.counter(35)
    }
}

const READ: u8 = 2;

/// The worked number of hdl/src/lsn/README.md, and what is nowhere near.
#[test]
fn an_ack_counts_by_its_lsn() {
    let mut nic = Nic::open();
    assert_eq!(nic.ack(0, READ, 500), [[FIRST - 1, 500]]);
    assert_eq!(nic.ack(FIRST + 6, 0, 3000), [[FIRST + 6, 3500]]);
    assert_eq!(nic.ack(0x7f_0000, READ, 3000), [[FIRST + 6, 6000]], "its PSN is not looked at");
    assert_eq!(nic.ack(FIRST + 6, 0, 3000), [[FIRST + 6, 6000]], "a duplicate");
    assert_eq!(nic.rejected(), 0);
    // 16,383 packets of 1,024 bytes are as many as n holds
    let most = 16_383 * 1024;
    assert_eq!(nic.ack(0, READ, 3000 + most + 1), Vec::<[u64; 2]>::new());
    assert_eq!(nic.rejected(), 1);
    assert_eq!(nic.ack(FIRST + 8, 0, 3000 + most + 1), [[FIRST + 8, 6000]], "its PSN counts all the same");
    assert_eq!(nic.rejected(), 2);
    assert_eq!(nic.ack(0, READ, 3000 + most), [[FIRST + 8, 6000 + most]]);
    // of what was not sent neither counts
    assert_eq!(nic.ack(FIRST + 1000, 0, 3001), Vec::<[u64; 2]>::new());
    assert_eq!(nic.rejected(), 3);
    // and opening begins anew
    nic.reopen();
    assert_eq!(nic.ack(FIRST, 0, 10), [[FIRST, 10]]);
}

#[test]
fn packets_are_counted_by_the_register_of_the_mtu() {
    // cw = 1 + n·alpha/cw with alpha = 1: so it says n
    for (code, n) in [(1, 16), (3, 4), (5, 1)] {
        let mut nic = Nic::open();
        nic.all(&[("lsn_mtu", code)]);
        nic.frame(&over_ipv4(
            bth::Repr::new(0xd1, QPN_BASE + QPN as u32, FIRST as u32),
            Body::AckWith(
                aeth::Repr { reserved: false, code: 0, value: 31, msn: 0 },
                lsn::Repr { version: 1, flags: 0, reserved: 0, value: 4096 }.emit().to_vec(),
            ),
        ));
        nic.cycles(120);
        assert_eq!(nic.updates, [[FIRST, 4096, 1 + n]], "MTU {code}");
    }
}

#[test]
fn a_register_out_of_its_range_is_refused_and_a_dropped_frame_counted_by_its_reason() {
    let mut nic = Nic::open();
    for (name, wrong, right) in [("lsn_opcode", [0xbf, 0x100], 0xc5), ("lsn_mtu", [0, 6], 5)] {
        let offset = nic.register(name).offset;
        assert!(wrong.into_iter().all(|value| !nic.word(offset, value)), "{name}");
        assert!(nic.word(offset, right), "{name}");
        assert_eq!(nic.read(name), right);
    }
    nic.all(&[("lsn_opcode", 0xd1)]);
    let ack = || aeth::Repr { reserved: false, code: 0, value: 31, msn: 0 };
    for (version, reserved, counts) in [(2, 0, [1, 0]), (1, 1, [1, 1]), (0, 7, [2, 1])] {
        let header = lsn::Repr { version, flags: 0, reserved, value: 1 };
        let bth = bth::Repr::new(0xd1, QPN_BASE + QPN as u32, FIRST as u32);
        nic.frame(&over_ipv4(bth, Body::AckWith(ack(), header.emit().to_vec())));
        nic.cycles(120);
        assert_eq!(["lsn_version", "lsn_reserved"].map(|reason| nic.dropped(reason)), counts);
    }
    assert!(nic.updates.is_empty());
    assert_eq!([26, 28].map(|place| nic.counter(place)), [0, 0], "none of them is an event");
}

#[test]
fn what_has_no_lsn_yet_is_refused_with_it() {
    for (text, told) in [
        ("rtl.ecc = true", "engine.lsn = true with rtl.ecc = true: expected false, for what is kept"),
        ("engine.fcr = true\nparser.fcr = true", "engine.lsn = true with engine.fcr = true: expected false, for limit"),
        ("nic.sender = true", "engine.lsn = true with nic.sender = true: expected false, for sender"),
        ("nic.prober = true", "engine.lsn = true with nic.prober = true: expected false, for events"),
        ("engine.updates = \"latest\"", "engine.updates = \"latest\" with engine.lsn = true: expected \"every\""),
    ] {
        let error = Config::parse(&format!("engine.lsn = true\n{text}")).expect_err("illegal").to_string();
        assert!(error.starts_with(told), "{error}");
    }
    let config = Config::parse("engine.lsn = true").expect("legal");
    assert!(!config.keeps_newest() && config.canonical().contains("lsn = true\n"));
    assert!(!Config::default().canonical().contains("lsn"));
}
