//! `registers` against its model: accesses of every register with values in and out of range, halves in and out of
//! turn, everything that may happen beside them, in any cycle.

use super::unit_bus;
use crate::{Block, Column, Design, Driver, Error, Feed, Golden, Note, Rng, Stream};
use layout::config::Config;
use layout::registers::{self, Access, COUNTERS, Register};
use model::ecc::Fault;
use model::page::Answer;
use model::registers::{Happens, In, Registers as Model};
use serde::{Deserialize, Serialize};

super::words::words!(Inputs {
    rst_n,
    s_axil_awaddr,
    s_axil_awprot,
    s_axil_awvalid,
    s_axil_wdata,
    s_axil_wstrb,
    s_axil_wvalid,
    s_axil_bready,
    s_axil_araddr,
    s_axil_arprot,
    s_axil_arvalid,
    s_axil_rready,
    frame_dropped,
    alert_telemetry,
    alert_psn,
    alert_advice,
    packet_stall,
    event_stall,
    update_stall,
    update_taken,
    idle,
    queue_overflow,
    host_ready,
    host_done,
    init_done,
    cnt_value,
});
super::words::words!(Outputs {
    s_axil_awready,
    s_axil_wready,
    s_axil_bresp,
    s_axil_bvalid,
    s_axil_arready,
    s_axil_rdata,
    s_axil_rresp,
    s_axil_rvalid,
    irq,
    host_valid,
    cnt_sel,
    high_water_clear,
});

/// So many are named above.
const OUTPUTS: usize = 12;
/// Byte offset of `irq_status`.
const IRQ_STATUS: u64 = 0x020;

/// An output that shows a register: its word in a row, and the register's place in the map.
type Shown = (usize, usize);

/// The block's ports.
#[derive(Clone)]
struct Ports {
    i: Inputs,
    o: Outputs,
    /// `found_*`, in the order of the map.
    found: Vec<Column>,
    shown: Vec<Shown>,
    /// `fault_corrected`, `fault_uncorrectable`, `rom_parity`, with check bits.
    faults: [Option<usize>; 3],
    /// To the units' pages.
    unit: unit_bus::Ports,
    /// Numbers of `unit_bus_wdata` and `unit_bus_last_data`.
    data: [Option<usize>; 2],
}

pub struct Registers {
    ports: Ports,
    map: Vec<Register>,
    config: Config,
    /// What the counters start at.
    counted: u64,
}

impl Registers {
    pub fn new(design: &Design, config: &Config) -> Result<Registers, Error> {
        let name = "registers";
        let (inputs, outputs) = (design.inputs(), design.outputs());
        // the units have theirs themselves
        let own = registers::outside_units(config);
        let found = own.iter().filter(|r| r.name().starts_with("found_")).map(|r| {
            let missing = || Error::Block { block: name.into(), what: format!("the design has no port {}", r.name()) };
            inputs.column(r.name()).cloned().ok_or_else(missing)
        });
        let port = |r: &Register| match r.name() {
            "host_start" => "host_write",
            name => name,
        };
        // that one is a pulse
        let shows = |r: &Register| r.access.is_written() && r.name() != "high_water_clear";
        let places = own.iter().enumerate().filter(|(_, r)| shows(r));
        let shown: Vec<Shown> = places.filter_map(|(k, r)| Some((outputs.column(port(r))?.word, k))).collect();
        let ports = Ports {
            i: Inputs::of(name, inputs)?,
            o: Outputs::of(name, outputs)?,
            found: found.collect::<Result<_, Error>>()?,
            shown,
            faults: ["fault_corrected", "fault_uncorrectable", "rom_parity"].map(|p| inputs.column(p).map(|c| c.word)),
            unit: unit_bus::Ports::of(name, config, outputs, inputs)?,
            data: ["unit_bus_wdata", "unit_bus_last_data"].map(|port| outputs.index(port)),
        };
        let known = OUTPUTS + ports.shown.len() + unit_bus::Ports::BUS;
        if known != outputs.columns().len() {
            let what = format!("{known} outputs are known to the bench, the design has {}", outputs.columns().len());
            return Err(Error::Block { block: name.into(), what });
        }
        Ok(Registers { ports, map: registers::map(config), config: config.clone(), counted: 0 })
    }

    pub fn counted(self, counted: u64) -> Registers {
        Registers { counted, ..self }
    }
}

/// One cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cycle {
    /// Byte address.
    pub aw: Option<u64>,
    /// Data, strobes.
    pub w: Option<(u64, u64)>,
    pub ar: Option<u64>,
    /// `bready`, `rready`, `init_done`, `host_ready`, `host_done`.
    pub b: bool,
    pub r: bool,
    pub init: bool,
    pub host: [bool; 2],
    /// What else happens: bits in the order of the ports.
    pub happens: u64,
    /// Makes `found_*` and `cnt_value`.
    pub salt: u64,
    /// In its place: this many cycles of reset.
    pub reset: u32,
}

pub(super) struct Reference {
    model: Model,
    ports: Ports,
}

impl Reference {
    /// The outputs of this cycle. None but one depends on its inputs: `found_now`, on `host_done`.
    pub fn show(&self, host_done: bool, output: &mut [u64]) {
        let o = self.ports.o;
        let out = self.model.out();
        for (port, place) in &self.ports.shown {
            output[*port] = self.model.values()[*place];
        }
        output[o.s_axil_awready] = out.awready.into();
        output[o.s_axil_wready] = out.wready.into();
        output[o.s_axil_bvalid] = out.bvalid.into();
        output[o.s_axil_arready] = out.arready.into();
        (output[o.s_axil_rvalid], output[o.s_axil_rdata]) = (out.r.is_some().into(), out.r.unwrap_or(0).into());
        (output[o.s_axil_bresp], output[o.s_axil_rresp]) = (out.bresp, out.rresp);
        output[o.irq] = out.irq.into();
        output[o.host_valid] = out.host_valid.into();
        output[o.cnt_sel] = out.cnt_sel.into();
        output[o.high_water_clear] = out.high_water_clear;
        self.ports.unit.put_access(&out.unit, output);
        self.ports.unit.put_found_now(self.model.found_now(host_done), output);
    }
}

impl Golden for Reference {
    fn reset(&mut self) {
        self.model.edge(&In::default());
    }

    fn step(&mut self, row: &[u64], output: &mut [u64]) {
        let i = self.ports.i;
        let is = |port: usize| row[port] == 1;
        self.show(is(i.host_done), output);
        let [corrected, uncorrectable, rom_parity] = self.ports.faults.map(|port| port.is_some_and(is));
        self.model.edge(&In {
            rst_n: is(i.rst_n),
            aw: is(i.s_axil_awvalid).then(|| row[i.s_axil_awaddr] as u32),
            w: is(i.s_axil_wvalid).then(|| (row[i.s_axil_wdata] as u32, row[i.s_axil_wstrb] as u8)),
            bready: is(i.s_axil_bready),
            ar: is(i.s_axil_arvalid).then(|| row[i.s_axil_araddr] as u32),
            rready: is(i.s_axil_rready),
            happens: Happens {
                frame_dropped: is(i.frame_dropped),
                alert_telemetry: is(i.alert_telemetry),
                alert_psn: is(i.alert_psn),
                alert_advice: is(i.alert_advice),
                packet_stall: is(i.packet_stall),
                event_stall: is(i.event_stall),
                update_stall: is(i.update_stall),
                update_taken: is(i.update_taken),
                queue_overflow: is(i.queue_overflow),
                fault: Fault { corrected, uncorrectable },
                rom_parity,
            },
            host_ready: is(i.host_ready),
            host_done: is(i.host_done),
            found: self.ports.found.iter().map(|c| row[c.word]).collect(),
            init_done: is(i.init_done),
            idle: is(i.idle),
            cnt_value: row[i.cnt_value],
            unit: self.ports.unit.answer(row),
        });
    }

    fn context(&self) -> Vec<Note> {
        let named = self.model.map().iter().zip(self.model.values());
        named.map(|(r, value)| Note::new(r.name(), format!("{value:#x}"))).collect()
    }
}

struct Pins {
    ports: Ports,
    reset_left: u32,
    /// The units whose pages may say that a parameter set is to be written: those written to in the cycle before.
    starts: u8,
}

impl Driver<Cycle> for Pins {
    fn drive(&mut self, feed: &mut Feed<'_, Cycle>, row: &mut [u64]) {
        let i = self.ports.i;
        if self.reset_left > 0 {
            self.reset_left -= 1;
            row[i.rst_n] = 0;
            return;
        }
        let Some(cycle) = feed.take() else { return };
        if cycle.reset > 0 {
            self.reset_left = cycle.reset - 1;
            row[i.rst_n] = 0;
        }
        let mut rng = Rng::new(cycle.salt);
        // bits that nobody looks at
        (row[i.s_axil_awprot], row[i.s_axil_arprot]) = (rng.bits(3) as u64, rng.bits(3) as u64);
        row[i.s_axil_awvalid] = cycle.aw.is_some().into();
        row[i.s_axil_awaddr] = cycle.aw.unwrap_or(rng.bits(12) as u64);
        row[i.s_axil_wvalid] = cycle.w.is_some().into();
        (row[i.s_axil_wdata], row[i.s_axil_wstrb]) = cycle.w.unwrap_or((rng.bits(32) as u64, rng.bits(4) as u64));
        row[i.s_axil_arvalid] = cycle.ar.is_some().into();
        row[i.s_axil_araddr] = cycle.ar.unwrap_or(rng.bits(12) as u64);
        (row[i.s_axil_bready], row[i.s_axil_rready]) = (cycle.b.into(), cycle.r.into());
        (row[i.init_done], row[i.host_ready], row[i.host_done]) =
            (cycle.init.into(), cycle.host[0].into(), cycle.host[1].into());
        let happens = [
            i.frame_dropped,
            i.alert_telemetry,
            i.alert_psn,
            i.alert_advice,
            i.packet_stall,
            i.event_stall,
            i.update_stall,
            i.update_taken,
            i.queue_overflow,
        ];
        let faults = self.ports.faults.into_iter().flatten();
        happens.into_iter().chain(faults).enumerate().for_each(|(bit, port)| row[port] = cycle.happens >> bit & 1);
        row[i.cnt_value] = rng.bits(64) as u64;
        row[i.idle] = rng.below(2);
        for column in &self.ports.found {
            row[column.word] = rng.bits(column.width) as u64;
        }
        let starts = if rng.chance(1, 3) { self.starts } else { 0 };
        let answer = Answer { taken: rng.chance(1, 2), rdata: rng.bits(32) as u32, starts };
        self.ports.unit.put_answer(&answer, row);
    }

    fn observe(&mut self, row: &[u64], output: &[u64]) {
        let runs = row[self.ports.i.rst_n] == 1;
        self.starts = if runs { self.ports.unit.taken_by(row, output) } else { 0 };
    }

    fn is_idle(&self) -> bool {
        self.reset_left == 0
    }
}

impl Registers {
    pub(super) fn reference(&self) -> Reference {
        Reference { model: Model::new(&self.config).counted(self.counted), ports: self.ports.clone() }
    }

    /// A value to write to a register: mostly one that it takes, often the last that it takes or the first that it does
    /// not.
    pub(super) fn value(rng: &mut Rng, register: &Register) -> u64 {
        let f = &register.field;
        let bits = 32 * register.words();
        let mask = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
        let within = |rng: &mut Rng| f.min + rng.bits(64) as u64 % (f.max - f.min).saturating_add(1);
        let value = match rng.below(10) {
            0 => f.min,
            1 => f.max,
            2 => f.min.wrapping_sub(1),
            3 => f.max.wrapping_add(1),
            4 => rng.bits(bits) as u64,
            5 => 1 << rng.below(bits.into()),
            6 => within(rng) ^ 1 << rng.below(bits.into()),
            _ => within(rng),
        };
        value & mask
    }

    /// A place, or now and then one whose address differs in one bit.
    pub(super) fn nearly(rng: &mut Rng, at: u64, one_in: u64) -> u64 {
        if rng.chance(1, one_in) { at ^ 4 << rng.below(10) } else { at }
    }

    /// A register, or a place where none is.
    fn offset(&self, rng: &mut Rng) -> u64 {
        match rng.below(13) {
            0 => rng.bits(12) as u64,
            // what has happened, and was or was not cleared
            3 => IRQ_STATUS,
            1 => u64::from(COUNTERS) + 4 * rng.below(130),
            // an upper word behind its lower one
            2 => u64::from(COUNTERS) + 4 * rng.below(4),
            _ => {
                let register = &self.map[rng.below(self.map.len() as u64) as usize];
                u64::from(register.offset) + 4 * rng.below(register.words().into())
            }
        }
    }
}

impl Block for Registers {
    type Action = Cycle;

    fn name(&self) -> &str {
        "registers"
    }

    fn generate(&self, rng: &mut Rng, n: usize, out: &mut Vec<Cycle>) {
        let written: Vec<Register> = self.map.iter().filter(|r| r.access.is_written()).copied().collect();
        let starts: Vec<Register> = written.iter().filter(|r| r.access == Access::Start).copied().collect();
        let init = !rng.chance(1, 8);
        let (patient, busy) = (rng.chance(1, 3), rng.range(0, 3));
        let end = out.len() + n;
        while out.len() < end {
            let mut words: Vec<(u64, u64)> = vec![];
            match rng.below(8) {
                0 => words.push((self.offset(rng), rng.bits(32) as u64)),
                k => {
                    let of = if k == 1 { &starts } else { &written };
                    let register = of[rng.below(of.len() as u64) as usize];
                    let (at, value) = (u64::from(register.offset), Self::value(rng, &register));
                    words.push((at, value & 0xffff_ffff));
                    if register.words() == 2 {
                        words.push((at + 4, value >> 32));
                        words[0].0 = Self::nearly(rng, at, 8);
                        if rng.chance(1, 8) {
                            words.swap(0, 1);
                        }
                        if rng.chance(1, 16) {
                            words.insert(1, (self.offset(rng), rng.bits(32) as u64));
                        }
                    }
                }
            }
            for (at, data) in words {
                let strobes = if rng.chance(1, 40) { rng.bits(4) as u64 } else { 15 };
                let mut cycles = vec![Cycle::default(); rng.range(4, 6) as usize];
                // address and data together, or one of them first
                let late = rng.below(3) as usize;
                cycles[late / 2].aw = Some(Self::nearly(rng, at, 24));
                cycles[late % 2].w = Some((data, strobes));
                if rng.chance(2, 3) {
                    let read = self.offset(rng);
                    cycles[rng.below(3) as usize].ar = Some(Self::nearly(rng, read, 6));
                }
                if rng.chance(1, 30) {
                    // an access that meets a slave that does not take it
                    let k = rng.below(4) as usize;
                    (cycles[k].aw, cycles[k].w) = (Some(self.offset(rng)), Some((rng.bits(32) as u64, 15)));
                }
                for mut cycle in cycles {
                    cycle.init = init;
                    (cycle.b, cycle.r) = (patient || rng.chance(3, 4), patient || rng.chance(1, 2));
                    cycle.host = [rng.chance(1, 2), rng.chance(1, 12)];
                    cycle.happens = if rng.chance(busy, 12) { rng.bits(12) as u64 } else { 0 };
                    cycle.salt = rng.bits(64) as u64;
                    cycle.reset = if rng.chance(1, 20_000) { rng.range(1, 3) as u32 } else { 0 };
                    out.push(cycle);
                }
            }
        }
        out.truncate(end);
    }

    fn golden(&self) -> Box<dyn Golden> {
        Box::new(self.reference())
    }

    fn driver(&self) -> Box<dyn Driver<Cycle>> {
        Box::new(Pins { ports: self.ports.clone(), reset_left: 0, starts: 0 })
    }

    fn streams(&self) -> Vec<Stream> {
        vec![
            Stream::new("s_axil_rvalid", Some("s_axil_rready"), &["s_axil_rdata", "s_axil_rresp"]),
            Stream::new("s_axil_bvalid", Some("s_axil_bready"), &["s_axil_bresp"]),
        ]
    }

    /// In a cycle of reset the outputs mean nothing: with a synchronous reset they are still those of the old state.
    /// Data registers hold anything until they are written, and the data of a write that was refused is nobody's.
    fn cares(&self, input: &[u64], output: &[u64], index: usize) -> bool {
        let [wdata, last_data] = self.ports.data.map(|data| data == Some(index));
        let access = self.ports.unit.access(output);
        let known = !(wdata && !access.write && access.wdata == 0 || last_data && access.last.0 == 0);
        input[self.ports.i.rst_n] == 1 && known
    }

    fn simpler(&self, a: &Cycle) -> Vec<Cycle> {
        let mut tries = vec![
            Cycle { reset: 0, ..a.clone() },
            Cycle { aw: None, w: None, ..a.clone() },
            Cycle { ar: None, ..a.clone() },
            Cycle { happens: 0, ..a.clone() },
            Cycle { host: [false; 2], ..a.clone() },
            Cycle { salt: 0, ..a.clone() },
            Cycle { w: a.w.map(|(data, strobes)| (data.min(1), strobes)), ..a.clone() },
        ];
        tries.retain(|t| t != a);
        tries
    }
}
