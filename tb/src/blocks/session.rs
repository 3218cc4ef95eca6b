//! The Verilated engine as something to talk to, one operation after the other: for `replay --engine rtl`.

use super::engine_ports::Ports;
pub use super::event::Telemetry;
use super::event::{EventAction, HOST_READ, HOST_SET, HOST_WRITE, HostValues};
pub use super::params::Hpcc as HpccRegisters;
use super::unit_bus;
pub use super::window_events::HostContext as HpccContext;
use crate::{Builder, Design, Dut, Error, Variant};
use layout::config::{Config, Unit};
use layout::ldcp::PSN;
use layout::record::{Algorithm, Kind};
use layout::registers::{self, Register};
use model::choice::SETS;
use model::ldcp::Params;
use model::page::Access;

/// A context as the host port gives it, raw.
pub type Context = HostValues;

/// An update, raw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Update {
    pub window: u64,
    pub pace: u64,
    pub flags: u64,
}

/// An event that carries telemetry, with what the NIC knows when it comes.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    pub kind: Kind,
    pub psn: u64,
    /// The PSN that the NIC sends next on this QP.
    pub snd_nxt: u64,
    /// The receiver's clock, ns.
    pub now: u64,
    pub telemetry: Telemetry,
}

/// An event of a unit that senses PSNs, with what the NIC knows when it comes.
#[derive(Clone, Copy, Debug)]
pub struct Sensed {
    pub kind: Kind,
    pub n: u64,
    pub ece: bool,
    /// The PSN that it confirms, and the one that the NIC sends next on this QP.
    pub seq: u64,
    pub snd_nxt: u64,
}

/// The engine, reset and initialised.
pub struct Session {
    dut: Dut,
    ports: Ports,
    row: Vec<u64>,
    out: Vec<u64>,
    patience: u64,
    /// The receiver's clock.
    now: u64,
    /// The host's operation that is under way.
    under_way: Option<EventAction>,
    /// The write before on the bus to the units: which word, and what.
    last: (u32, u32),
}

impl Session {
    /// With these parameters of LDCP in every set.
    pub fn new(builder: &Builder, config: &Config, design: &Design, params: Params) -> Result<Session, Error> {
        Self::start(builder, config, design, params, HpccRegisters::reset())
    }

    /// With these parameters of HPCC++.
    pub fn with_hpcc(
        builder: &Builder,
        config: &Config,
        design: &Design,
        registers: HpccRegisters,
    ) -> Result<Session, Error> {
        Self::start(builder, config, design, Params::default(), registers)
    }

    /// With these values of a unit's `set_*` registers in every parameter set.
    pub fn with_unit(
        builder: &Builder,
        config: &Config,
        design: &Design,
        unit: Unit,
        values: &[(String, u64)],
    ) -> Result<Session, Error> {
        let mut session = Self::start(builder, config, design, Params::default(), HpccRegisters::reset())?;
        for register in unit_bus::registers(config, unit) {
            let value = values.iter().find(|(name, _)| name == register.name());
            session.write_register(&register, value.map_or(register.field.reset, |(_, value)| *value))?;
        }
        for (register, index) in unit_bus::start(config, unit).into_iter().flat_map(|r| (0..SETS).map(move |k| (r, k)))
        {
            session.write_register(&register, index as u64)?;
            session.operate(&EventAction { kind: HOST_SET, alg: 1 << unit.place(), ..EventAction::default() })?;
        }
        Ok(session)
    }

    fn start(
        builder: &Builder,
        config: &Config,
        design: &Design,
        params: Params,
        hpcc: HpccRegisters,
    ) -> Result<Session, Error> {
        let lib = builder.load(design, Variant::Fast)?;
        let ports = Ports::of("engine", design, config, [params; SETS], hpcc)?;
        let row = vec![0; design.inputs().words()];
        let patience = u64::from(config.engine.qps) + 1000;
        let (dut, under_way, last) = (Dut::new(&lib, 1)?, None, (0, 0));
        let mut session = Session { dut, ports, row, out: vec![], patience, now: 0, under_way, last };
        for _ in 0..4 {
            session.rest();
            session.ports.set_reset(&mut session.row);
            session.cycle()?;
        }
        session.until(|s| s.ports.init_done(&s.out).then_some(()))?;
        let (words, sets) = session.ports.setup();
        session.write_words(words)?;
        for set in &sets {
            session.operate(set)?;
        }
        Ok(session)
    }

    /// The inputs of a cycle in which nothing is asked.
    fn rest(&mut self) {
        self.row.fill(0);
        self.ports.rest(&mut self.row);
        self.ports.now(&mut self.row, self.now);
        if let Some(action) = &self.under_way {
            self.ports.set_busy(&mut self.row);
            if action.kind == HOST_SET {
                self.ports.hold(&mut self.row, action);
            }
        }
    }

    fn cycle(&mut self) -> Result<(), Error> {
        self.dut.run(&self.row, &mut self.out)
    }

    /// Idle cycles until there is an answer.
    fn until<T>(&mut self, answer: impl Fn(&Session) -> Option<T>) -> Result<T, Error> {
        for _ in 0..self.patience {
            self.rest();
            self.cycle()?;
            if let Some(found) = answer(self) {
                return Ok(found);
            }
        }
        Err(Error::Simulation { what: format!("the engine gave no answer in {} cycles", self.patience) })
    }

    /// Offers one action until it is accepted.
    fn offer(&mut self, action: &EventAction) -> Result<(), Error> {
        for _ in 0..self.patience {
            self.rest();
            self.ports.offer(&mut self.row, action);
            if let Some((qpn, psn)) = action.tx {
                self.ports.sent(&mut self.row, qpn, psn);
            }
            self.cycle()?;
            if self.ports.taken(&self.row, &self.out).contains(&true) {
                return Ok(());
            }
        }
        Err(Error::Simulation { what: format!("the engine accepted nothing in {} cycles", self.patience) })
    }

    /// One operation of the host, to its end, behind the values that it brings; of a read what it has found is on the
    /// pages then.
    fn operate(&mut self, action: &EventAction) -> Result<(), Error> {
        self.write_words(self.ports.words(action))?;
        self.offer(action)?;
        self.under_way = Some(*action);
        self.until(|s| s.ports.host_done(&s.out).then_some(()))?;
        self.under_way = None;
        Ok(())
    }

    /// A read of a QP's context: what stands on the host port. What it has found is on the pages then.
    fn read(&mut self, qpn: u32) -> Result<Context, Error> {
        self.operate(&EventAction { kind: HOST_READ, qpn: qpn.into(), ..EventAction::default() })?;
        let context = self.ports.context(&self.out);
        self.bus_cycle(Access { found_now: true, ..Access::default() })?;
        Ok(context)
    }

    fn write(&mut self, qpn: u32, parts: u64, context: Context) -> Result<(), Error> {
        let host = HostValues { parts, ..context };
        self.operate(&EventAction { kind: HOST_WRITE, qpn: qpn.into(), host, ..EventAction::default() })
    }

    /// Replaces all of it that is no unit's but LDCP's and HPCC++'s, and opens the QP.
    pub fn host_write(&mut self, qpn: u32, context: Context) -> Result<(), Error> {
        let parts = 3 | Unit::Ldcp.part() | Unit::Hpcc.part();
        self.write(qpn, parts, HostValues { open: 1, ..context })
    }

    /// Replaces algorithm and parameter set, and nothing else.
    pub fn choose(&mut self, qpn: u32, context: Context) -> Result<(), Error> {
        self.write(qpn, 1, context)
    }

    /// Gives a QP to the algorithm of a unit, and replaces that unit's part of its context: values in the
    /// order of the page's `host_*`.
    pub fn unit_write(&mut self, qpn: u32, algorithm: Algorithm, part: &[u64]) -> Result<(), Error> {
        let unit = algorithm.unit();
        let registers = context(&self.ports.map, unit, registers::Access::Context);
        for (register, value) in registers.into_iter().zip(part) {
            self.write_register(&register, *value)?;
        }
        self.write(qpn, 1 | unit.part(), HostValues { alg: algorithm as u64, ..HostValues::default() })
    }

    /// That part, in the order of `found_*`.
    pub fn unit_read(&mut self, qpn: u32, unit: Unit) -> Result<Vec<u64>, Error> {
        self.read(qpn)?;
        let registers = context(&self.ports.map, unit, registers::Access::Read);
        registers.iter().map(|register| self.read_register(register)).collect()
    }

    /// One event of a unit that senses PSNs, and its update: as a NIC that counts the packets itself tells it, so that
    /// the PSN that it confirms is its own. That `snd_nxt` is the furthest that was to be sent next is written before.
    pub fn sensed(&mut self, qpn: u32, event: &Sensed) -> Result<Update, Error> {
        let Sensed { kind, n, ece, seq, snd_nxt } = *event;
        let last = snd_nxt.wrapping_sub(1) & PSN.max;
        self.write(qpn, 2, HostValues { psn: last, open: 1, ..HostValues::default() })?;
        let (kind, ece, qpn) = (kind as u64, ece.into(), qpn.into());
        self.offer(&EventAction { kind, ece, n, qpn, psn: seq, ..EventAction::default() })?;
        self.answer()
    }

    /// A cycle with an access of the pages and nothing else.
    fn bus_cycle(&mut self, access: Access) -> Result<(), Error> {
        self.rest();
        self.ports.unit.put_access(&Access { last: self.last, ..access }, &mut self.row);
        self.cycle()
    }

    fn write_register(&mut self, register: &Register, value: u64) -> Result<(), Error> {
        for word in 0..register.words() {
            let [windex, wdata] = [register.index() + word, (value >> (32 * word)) as u32];
            let taken = self.write_word(windex, wdata)?;
            if !taken {
                return Err(Error::Simulation { what: format!("{} = {value} is refused", register.name()) });
            }
        }
        Ok(())
    }

    /// Words with their data.
    fn write_words(&mut self, words: Vec<[u64; 2]>) -> Result<(), Error> {
        for [index, data] in words {
            if !self.write_word(index as u32, data as u32)? {
                return Err(Error::Simulation { what: format!("{data:#x} is refused at {:#x}", 4 * index) });
            }
        }
        Ok(())
    }

    /// Whether it was taken.
    fn write_word(&mut self, windex: u32, wdata: u32) -> Result<bool, Error> {
        // what is to be written stands on the bus a cycle before it counts
        for write in [false, true] {
            self.bus_cycle(Access { write, windex, wdata, ..Access::default() })?;
        }
        let taken = self.ports.unit.answer(&self.out).taken;
        self.last = (if taken { windex } else { 0 }, wdata);
        Ok(taken)
    }

    fn read_register(&mut self, register: &Register) -> Result<u64, Error> {
        let mut value = 0;
        for word in 0..register.words() {
            // the word comes in the cycle behind
            for _ in 0..2 {
                self.bus_cycle(Access { rindex: register.index() + word, ..Access::default() })?;
            }
            value |= u64::from(self.ports.unit.answer(&self.out).rdata) << (32 * word);
        }
        Ok(value)
    }

    /// One event with telemetry, and its update. Its PSN is not checked against what was sent.
    pub fn measured(&mut self, qpn: u32, event: &Measured) -> Result<Update, Error> {
        let Measured { kind, psn, snd_nxt, now, telemetry } = *event;
        self.now = now;
        self.offer(&EventAction {
            kind: kind as u64,
            qpn: qpn.into(),
            psn,
            tx: Some((qpn.into(), snd_nxt)),
            telemetry: Some(telemetry),
            ..EventAction::default()
        })?;
        self.answer()
    }

    fn answer(&mut self) -> Result<Update, Error> {
        self.until(|s| s.ports.update(&s.out).map(|(window, pace, flags)| Update { window, pace, flags }))
    }

    /// A QP's whole context but for the parts of units other than LDCP and HPCC++.
    pub fn host_read(&mut self, qpn: u32) -> Result<Context, Error> {
        let mut values = self.read(qpn)?;
        for unit in self.ports.unit.sockets.units() {
            let found = context(&self.ports.map, unit, registers::Access::Read);
            let found = found.iter().map(|register| self.read_register(register)).collect::<Result<Vec<_>, _>>()?;
            match (unit, &found[..]) {
                (Unit::Ldcp, &[cw, rtt]) => (values.cw, values.rtt) = (cw, rtt),
                (Unit::Hpcc, &[u, w, wc, inc_stage, last_update]) => {
                    values.hpcc = HpccContext { u, w, wc, inc_stage, last_update };
                }
                _ => {}
            }
        }
        Ok(values)
    }

    /// One event with n given, and its update.
    pub fn event(&mut self, qpn: u32, kind: Kind, n: u64, ece: bool) -> Result<Update, Error> {
        let (kind, ece, qpn) = (kind as u64, ece.into(), qpn.into());
        self.offer(&EventAction { kind, ece, n, qpn, ..EventAction::default() })?;
        self.answer()
    }
}

/// The registers of a unit's page that hold its part of a context: what is written, or what was found.
fn context(map: &[Register], unit: Unit, access: registers::Access) -> Vec<Register> {
    let place = registers::page(unit) / registers::PAGE;
    map.iter().filter(|r| r.access == access && r.offset / registers::PAGE == place).copied().collect()
}
