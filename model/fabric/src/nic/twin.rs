//! A second body of the engine, such as the Verilated RTL, in lockstep with the cycle model: in each cycle both have
//! the same inputs, and what they answer must be equal. Where it comes from this crate does not know.

use layout::config::Config;
use model::engine::{In, Out};
use model::{latest, limit, sender, shaper};
use std::cell::{Cell, OnceCell};
use std::fmt;
use std::rc::Rc;

/// An output that differs, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// What the model says.
    pub model: String,
    /// What the twin says.
    pub twin: String,
}

/// The other body. It comes out of reset, as the model does.
pub trait Twin {
    /// One clock cycle with these inputs, in which the model answered `out`: the outputs that differ. `Err`: it cannot
    /// go on, and why.
    fn step(&mut self, input: &In<'_>, out: &Out) -> Result<Vec<Field>, String>;

    /// What stood on its update port in the last cycle, for runs in which it drives the network.
    fn update(&self) -> Option<latest::Update>;

    /// Where the sender half paces: the same of `sender`, which has what `host` sets.
    fn sender(&mut self, host: &shaper::Host, input: &sender::In, out: &sender::Out) -> Result<Vec<Field>, String>;

    /// With `engine.fcr`: the same of the block `limit` behind the engine.
    fn limit(&mut self, input: &limit::In, out: &limit::Out) -> Result<Vec<Field>, String>;
}

/// Makes a twin for the engine of a configuration.
pub type MakeTwin<'a> = dyn Fn(&Config) -> Result<Box<dyn Twin>, String> + 'a;

/// What the engines of a run are.
#[derive(Clone, Copy, Default)]
pub struct Engines<'a> {
    /// Their configuration, in place of the reference configuration with the algorithm's unit alone and as many QPs as
    /// are needed.
    pub config: Option<&'a Config>,
    /// What runs beside the cycle model of the algorithms `rtl-*`.
    pub twin: Option<&'a MakeTwin<'a>>,
    /// The twin is clocked in every cycle from the first event of its host on; else not where nothing is under way in
    /// the model and nothing comes in.
    pub every_cycle: bool,
    /// The twin's updates drive the network, whatever the model says, and nothing is compared: shows what a difference
    /// does. For engines that neither pace nor obey advices.
    pub unchecked: bool,
}

/// The first difference of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The host, by its node.
    pub node: u32,
    /// From reset on, with those that were skipped.
    pub cycle: u64,
    /// Simulated time, ns. `None`: while the engine was prepared, before time ran.
    pub time_ns: Option<u64>,
    /// The QP of the update, by its number in the engine; where there is no update, of the event that came in.
    pub qp: Option<u32>,
    /// Its flow, by its place in the file.
    pub flow: Option<u32>,
    /// What differs; nothing where the twin cannot go on.
    pub fields: Vec<Field>,
    /// Why it cannot go on.
    pub stopped: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "host {}, cycle {} from reset", self.node, self.cycle)?;
        match self.time_ns {
            Some(ns) => write!(f, ", at {ns} ns")?,
            None => write!(f, ", before time runs")?,
        }
        if let Some(qp) = self.qp {
            write!(f, ", QP {qp}")?;
        }
        if let Some(flow) = self.flow {
            write!(f, ", flow {flow}")?;
        }
        if let Some(why) = &self.stopped {
            write!(f, ": {why}")?;
        }
        let wide = self.fields.iter().map(|field| field.name.len()).max().unwrap_or(0);
        for Field { name, model, twin } in &self.fields {
            write!(f, "\n  {name:wide$}  model {model}, rtl {twin}")?;
        }
        Ok(())
    }
}

/// What all twins of a run have come to.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    compared: Cell<u64>,
    skipped: Cell<u64>,
    updates: Cell<u64>,
    grants: Cell<u64>,
    sender: Cell<u64>,
    difference: OnceCell<Box<Difference>>,
}

/// What was held in lockstep, over all hosts.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// Cycles in which every output was compared.
    pub cycles: u64,
    /// Cycles in which nothing was under way, and which the twin was not clocked for.
    pub skipped: u64,
    /// Updates among what was compared.
    pub updates: u64,
    /// Where the sender half paces: cycles of it in which every output was compared.
    pub sender: u64,
    /// Grants among what was compared.
    pub grants: u64,
}

impl Ledger {
    pub fn difference(&self) -> Option<&Difference> {
        self.difference.get().map(|boxed| &**boxed)
    }

    pub fn compared(&self) -> Compared {
        let (cycles, skipped, updates) = (self.compared.get(), self.skipped.get(), self.updates.get());
        Compared { cycles, skipped, updates, sender: self.sender.get(), grants: self.grants.get() }
    }
}

/// A twin with its engine's place in the run.
pub(super) struct Lock {
    twin: Box<dyn Twin>,
    ledger: Rc<Ledger>,
    node: u32,
    every_cycle: bool,
    unchecked: bool,
    /// Cycles from reset on.
    cycle: u64,
    /// The host has told an event. Nothing was in the cycles of the run before.
    pub begun: bool,
    /// Flows by QP.
    flows: Vec<u32>,
}

impl Lock {
    pub fn new(twin: Box<dyn Twin>, ledger: Rc<Ledger>, node: u32, engines: &Engines<'_>) -> Self {
        let Engines { unchecked, .. } = *engines;
        // a twin that may do anything is never known to be at rest
        let every_cycle = engines.every_cycle || unchecked;
        Self { twin, ledger, node, every_cycle, unchecked, cycle: 0, begun: false, flows: Vec::new() }
    }

    pub fn opens(&mut self, flow: u32) {
        self.flows.push(flow);
    }

    /// Of so many cycles in which nothing happens in the model, those in which the twin need not be clocked: those at
    /// rest, and none of which the model only knows that what is under way comes out later.
    pub fn may_skip(&self, quiet: u64) -> u64 {
        if quiet == u64::MAX && !(self.every_cycle && self.begun) { quiet } else { 0 }
    }

    pub fn skip(&mut self, cycles: u64) {
        self.cycle += cycles;
        self.ledger.skipped.set(self.ledger.skipped.get() + cycles);
    }

    pub fn failed(&self) -> bool {
        self.ledger.difference().is_some()
    }

    /// The cycle that the model has just run; `time_ns` if time runs. Gives the update that counts: the model's, or the
    /// twin's where that drives, if it is of a QP that there is.
    pub fn step(&mut self, time_ns: Option<u64>, input: &In<'_>, out: &Out) -> Option<latest::Update> {
        let of_model = out.upd.map(|update| update.on_port());
        if self.failed() {
            return of_model;
        }
        let cycle = self.cycle;
        self.cycle += 1;
        let answer = self.twin.step(input, out);
        if self.unchecked && answer.is_ok() {
            return self.twin.update().filter(|update| (update.qpn as usize) < self.flows.len());
        }
        self.compare(cycle, time_ns, input, out, answer);
        of_model
    }

    fn compare(
        &mut self,
        cycle: u64,
        time_ns: Option<u64>,
        input: &In<'_>,
        out: &Out,
        answer: Result<Vec<Field>, String>,
    ) {
        if answer.as_ref().is_ok_and(Vec::is_empty) {
            self.ledger.compared.set(self.ledger.compared.get() + 1);
            let handed = u64::from(out.upd.is_some() && input.upd_ready);
            self.ledger.updates.set(self.ledger.updates.get() + handed);
            return;
        }
        let qp = out.upd.map(|update| update.qpn).or(input.pkt.map(|pkt| pkt.qpn));
        self.differs(cycle, time_ns, qp, answer);
    }

    /// The cycle of `limit` behind it, `apart` cycles behind the last that was told of the engine.
    pub fn limit(&mut self, time_ns: Option<u64>, apart: u64, input: &limit::In, out: &limit::Out) {
        if self.failed() {
            return;
        }
        let answer = self.twin.limit(input, out);
        if answer.as_ref().is_ok_and(Vec::is_empty) {
            return;
        }
        let update = out.update.map(|said| said.update).or(input.update).map(|update| update.qpn);
        let qp = update.or(input.advice.map(|(qp, _)| qp));
        self.differs(self.cycle + apart, time_ns, qp, answer);
    }

    /// A cycle of the sender half, its number from reset on.
    pub fn grants(
        &mut self,
        time_ns: Option<u64>,
        cycle: u64,
        host: &shaper::Host,
        input: &sender::In,
        out: &sender::Out,
    ) {
        if self.failed() {
            return;
        }
        let answer = self.twin.sender(host, input, out);
        if answer.as_ref().is_ok_and(Vec::is_empty) {
            self.ledger.sender.set(self.ledger.sender.get() + 1);
            let handed = u64::from(out.grant.is_some() && input.grant_ready);
            self.ledger.grants.set(self.ledger.grants.get() + handed);
            return;
        }
        let qp = out.grant.map(|grant| grant.qpn).or(input.update.map(|update| update.qpn));
        self.differs(cycle, time_ns, qp, answer);
    }

    fn differs(&self, cycle: u64, time_ns: Option<u64>, qp: Option<u32>, answer: Result<Vec<Field>, String>) {
        let (fields, stopped) = match answer {
            Ok(fields) => (fields, None),
            Err(why) => (Vec::new(), Some(why)),
        };
        let flow = qp.and_then(|qp| self.flows.get(qp as usize).copied());
        let node = self.node;
        let difference = Difference { node, cycle, time_ns, qp, flow, fields, stopped };
        // no other is there: the twins of a run that differs are not clocked any more
        let _ = self.ledger.difference.set(Box::new(difference));
    }
}
