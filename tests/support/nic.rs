//! A NIC in rust-hdl's simulation of the whole design, its ports by name, and a host at its registers.

use hdl::design;
use hdl::pins::Pins;
use layout::config::Config;
use layout::drop_reason::DropReason;
use layout::registers::{self, COUNTERS, Register};
use std::collections::BTreeMap;

/// The design. What is not set is 0, but for the strobes of writes.
pub struct NicPins {
    pins: Pins,
    map: Vec<Register>,
    inputs: BTreeMap<String, u64>,
    outputs: BTreeMap<String, u64>,
    /// ns: 5 a cycle.
    now: u64,
}

impl NicPins {
    /// Behind two cycles of reset.
    pub fn new(config: &Config) -> NicPins {
        let mut nic = NicPins {
            pins: design::instance(config, "nic").expect("builds"),
            map: registers::map(config),
            inputs: [("s_axil_wstrb".to_owned(), 15)].into(),
            outputs: BTreeMap::new(),
            now: 0,
        };
        for _ in 0..2 {
            nic.clock(false);
        }
        nic
    }

    /// The next cycle's `time_now`; it goes on from there.
    pub fn set_time(&mut self, now: u64) {
        self.now = now.wrapping_sub(5);
    }

    /// What it has been set to.
    pub fn input(&self, name: &str) -> u64 {
        self.inputs.get(name).copied().unwrap_or(0)
    }

    pub fn clock(&mut self, rst_n: bool) {
        self.now = self.now.wrapping_add(5);
        self.inputs.insert("time_now".into(), self.now & 0xffff_ffff);
        let inputs = &self.inputs;
        self.pins.inputs(&mut |name, pin| {
            let words = pin.bits().div_ceil(64);
            let mut value = vec![0; words];
            value[0] = inputs.get(&name.to_string()).copied().unwrap_or(0);
            pin.set(&value);
        });
        self.pins.low(rst_n).expect("settles");
        let outputs = &mut self.outputs;
        self.pins.outputs(&mut |name, pin| {
            let mut value = vec![0; pin.bits().div_ceil(64)];
            pin.get(&mut value);
            outputs.insert(name.to_string(), value[0]);
        });
        self.pins.high(rst_n).expect("settles");
    }
}

/// A NIC's ports by name, of those that are no wider than a word.
pub trait Ports {
    fn set(&mut self, name: &str, value: u64);
    /// As it was in the last cycle.
    fn out(&self, name: &str) -> u64;
    fn map(&self) -> &[Register];
}

impl Ports for NicPins {
    fn set(&mut self, name: &str, value: u64) {
        self.inputs.insert(name.into(), value);
    }

    fn out(&self, name: &str) -> u64 {
        *self.outputs.get(name).unwrap_or_else(|| panic!("no output {name}"))
    }

    fn map(&self) -> &[Register] {
        &self.map
    }
}

/// Who drives the NIC, and writes and reads its registers meanwhile.
pub trait Host {
    type Nic: Ports;

    fn pins(&mut self) -> &mut Self::Nic;

    /// One cycle, with all that goes on in it.
    fn cycle(&mut self);

    fn set(&mut self, name: &str, value: u64) {
        self.pins().set(name, value);
    }

    fn out(&mut self, name: &str) -> u64 {
        self.pins().out(name)
    }

    fn cycles(&mut self, n: u32) {
        (0..n).for_each(|_| self.cycle());
    }

    fn register(&mut self, name: &str) -> Register {
        *self.pins().map().iter().find(|r| r.name() == name).unwrap_or_else(|| panic!("no register {name}"))
    }

    /// Whether it was taken.
    fn word(&mut self, offset: u32, data: u64) -> bool {
        for (name, value) in [("s_axil_awaddr", offset.into()), ("s_axil_wdata", data)] {
            self.set(name, value);
        }
        self.set("s_axil_awvalid", 1);
        self.set("s_axil_wvalid", 1);
        self.set("s_axil_bready", 1);
        self.cycle();
        assert_eq!((self.out("s_axil_awready"), self.out("s_axil_wready")), (1, 1));
        self.set("s_axil_awvalid", 0);
        self.set("s_axil_wvalid", 0);
        while self.out("s_axil_bvalid") == 0 {
            self.cycle();
        }
        let answer = self.out("s_axil_bresp");
        self.cycle();
        answer == 0
    }

    /// Whether all its words were taken.
    fn write(&mut self, name: &str, value: u64) -> bool {
        let register = self.register(name);
        (0..register.words()).all(|word| self.word(register.offset + 4 * word, value >> (32 * word) & 0xffff_ffff))
    }

    /// The lower word.
    fn read(&mut self, name: &str) -> u64 {
        let offset = self.register(name).offset;
        self.read_at(offset)
    }

    fn read_at(&mut self, offset: u32) -> u64 {
        self.set("s_axil_araddr", offset.into());
        self.set("s_axil_arvalid", 1);
        self.set("s_axil_rready", 1);
        self.cycle();
        self.set("s_axil_arvalid", 0);
        while self.out("s_axil_rvalid") == 0 {
            self.cycle();
        }
        let word = self.out("s_axil_rdata");
        self.cycle();
        word
    }

    /// The lower word of a counter.
    fn counter(&mut self, place: u32) -> u64 {
        self.read_at(COUNTERS + 8 * place)
    }

    /// Frames that were dropped for this reason.
    fn dropped(&mut self, reason: &str) -> u64 {
        let reason = DropReason::ALL.into_iter().find(|r| r.name() == reason).expect("a reason");
        self.counter(reason.counter())
    }

    /// A frame on a stream of 64 bits, which never waits.
    fn frame(&mut self, bytes: &[u8]) {
        let beats = bytes.chunks(8).count();
        for (k, chunk) in bytes.chunks(8).enumerate() {
            let data = chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
            self.set("s_axis_tdata", data);
            self.set("s_axis_tkeep", (1 << chunk.len()) - 1);
            self.set("s_axis_tvalid", 1);
            self.set("s_axis_tlast", u64::from(k + 1 == beats));
            self.cycle();
            assert_eq!(self.out("s_axis_tready"), 1, "the parser waits for nothing here");
        }
        self.set("s_axis_tvalid", 0);
    }

    fn until(&mut self, name: &str, mask: u64) {
        for _ in 0..100 {
            if self.read(name) & mask == 0 {
                return;
            }
        }
        panic!("{name} & {mask:#x} stays 1");
    }

    fn all(&mut self, writes: &[(&str, u64)]) {
        for (name, value) in writes {
            assert!(self.write(name, *value), "{name} takes {value:#x}");
        }
    }
}

/// A header of the responder's page, as registers; its peer's QP is 0x2a.
pub const RESPONDER_HEADER: [(&str, u64); 16] = [
    ("rsp_valid", 1),
    ("rsp_v6", 0),
    ("rsp_tagged", 0),
    ("rsp_tci", 0),
    ("rsp_dst_mac", 0x0200_0000_0001),
    ("rsp_src_mac", 0x0200_0000_0002),
    ("rsp_dst_ip_high", 0),
    ("rsp_dst_ip_low", 0xc0a8_0114),
    ("rsp_src_ip_high", 0),
    ("rsp_src_ip_low", 0xc0a8_010a),
    ("rsp_tos", 2),
    ("rsp_ttl", 64),
    ("rsp_flow", 0),
    ("rsp_src_port", 0xc001),
    ("rsp_dest_qp", 0x2a),
    ("rsp_pkey", 0xffff),
];

/// Place, name, access, bits, least, greatest, at reset.
pub type Row = (u32, &'static str, &'static str, u32, u64, u64, u64);

/// The registers of a map from a place on, before another, are these.
pub fn page_is(config: &Config, places: std::ops::Range<u32>, rows: &[Row]) {
    let map: Vec<_> = registers::map(config).into_iter().filter(|r| places.contains(&r.offset)).collect();
    assert_eq!(map.len(), rows.len());
    for (register, row) in map.iter().zip(rows) {
        let field = &register.field;
        let access = format!("{:?}", register.access);
        let found = (register.offset, register.name(), &*access, register.bits(), field.min, field.max, field.reset);
        assert_eq!(found, *row);
    }
    assert!(registers::outside_units(config).iter().all(|r| r.offset < 0x400));
}
