//! The Verilated engine as something to talk to, one operation after the other: for `replay --engine rtl`.

use super::engine_ports::Ports;
pub use super::event::Telemetry;
use super::event::{EventAction, HOST_READ, HOST_WRITE, HostValues};
pub use super::params::Hpcc as HpccRegisters;
pub use super::window_events::HostContext as HpccContext;
use crate::{Builder, Design, Dut, Error, Variant};
use layout::config::Config;
use layout::record::Kind;
use model::choice::SETS;
use model::ldcp::Params;

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

/// The engine, reset and initialised.
pub struct Session {
    dut: Dut,
    ports: Ports,
    row: Vec<u64>,
    out: Vec<u64>,
    patience: u64,
    /// The receiver's clock.
    now: u64,
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
        let mut session = Session { dut: Dut::new(&lib, 1)?, ports, row, out: vec![], patience, now: 0 };
        for _ in 0..4 {
            session.rest();
            session.ports.set_reset(&mut session.row);
            session.cycle()?;
        }
        session.until(|s| s.ports.init_done(&s.out).then_some(()))?;
        for k in 0..session.ports.writes() {
            session.rest();
            session.ports.write(&mut session.row, k);
            session.cycle()?;
        }
        Ok(session)
    }

    /// The inputs of a cycle in which nothing is asked.
    fn rest(&mut self) {
        self.row.fill(0);
        self.ports.rest(&mut self.row);
        self.ports.now(&mut self.row, self.now);
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

    /// Replaces all of it, and opens the QP.
    pub fn host_write(&mut self, qpn: u32, context: Context) -> Result<(), Error> {
        self.offer(&EventAction {
            kind: HOST_WRITE,
            qpn: qpn.into(),
            host: HostValues { parts: 15, open: 1, ..context },
            ..EventAction::default()
        })?;
        self.until(|s| s.ports.host_done(&s.out).then_some(()))
    }

    /// Replaces algorithm and parameter set, and nothing else.
    pub fn choose(&mut self, qpn: u32, context: Context) -> Result<(), Error> {
        let host = HostValues { parts: 1, ..context };
        self.offer(&EventAction { kind: HOST_WRITE, qpn: qpn.into(), host, ..EventAction::default() })?;
        self.until(|s| s.ports.host_done(&s.out).then_some(()))
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

    pub fn host_read(&mut self, qpn: u32) -> Result<Context, Error> {
        self.offer(&EventAction { kind: HOST_READ, qpn: qpn.into(), ..EventAction::default() })?;
        self.until(|s| s.ports.host_done(&s.out).then(|| s.ports.context(&s.out)))
    }

    /// One event with n given, and its update.
    pub fn event(&mut self, qpn: u32, kind: Kind, n: u64, ece: bool) -> Result<Update, Error> {
        let (kind, ece, qpn) = (kind as u64, ece.into(), qpn.into());
        self.offer(&EventAction { kind, ece, n, qpn, ..EventAction::default() })?;
        self.answer()
    }
}
