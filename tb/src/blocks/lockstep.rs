//! The Verilated engine, with FCR `limit` behind it, and `sender` where it paces, beside cycle models that somebody
//! else steps: cycle by cycle the same inputs, and every output compared, as in a run of the block. For `simulate --nic
//! rtl`.

use super::engine::Engine;
use super::limit::Limit;
use super::params::Hpcc;
use super::sender::Sender;
use crate::plan::Plan;
use crate::rng::splitmix64;
use crate::{Block, Design, Dut, Error, Lib};
use layout::config::Config;
use layout::fixed::U;
use layout::hpcc::{Rate, Window};
use layout::ldcp::Cw;
use model::choice::SETS;
use model::engine::{In, Out, Outcome, Update};
use model::{latest, limit, sender, shaper};
use std::sync::Arc;

/// An output that differs, as text: its raw value, and in its unit where it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differing {
    pub port: String,
    pub model: String,
    pub rtl: String,
}

/// A Verilated engine out of reset.
pub struct Lockstep {
    block: Engine,
    beside: Beside,
}

impl Lockstep {
    /// `lib` is a build of `design`, the block `engine` of this configuration. Its registers start at values of `seed`.
    pub fn new(lib: &Arc<Lib>, design: &Design, config: &Config, seed: u64) -> Result<Lockstep, Error> {
        let block = Engine::new(design, config, [Default::default(); SETS], Hpcc::reset())?;
        Ok(Lockstep { beside: Beside::new(&block, lib, design, seed)?, block })
    }

    /// A cycle with these inputs, in which the model answered `out`: the outputs in which the RTL answers otherwise.
    pub fn step(&mut self, input: &In, out: &Out) -> Result<Vec<Differing>, Error> {
        let Lockstep { block, beside } = self;
        let outputs = beside.step(block, |row| block.drive(input, row), |row| block.put(out, row))?;
        Ok(outputs
            .into_iter()
            .map(|output| beside.show(output, |port, raw| in_unit(port, raw, out.upd.as_ref()?)))
            .collect())
    }

    /// What stood on the RTL's update port in the last cycle.
    pub fn update(&self) -> Option<latest::Update> {
        let of = |port: &str| self.beside.output(&format!("upd_{port}"));
        (of("valid") != 0).then(|| latest::Update {
            kind: U::wrap(of("kind")),
            qpn: of("qpn") as u32,
            alg: U::wrap(of("alg")),
            window: of("window"),
            pace: of("pace"),
            flags: of("flags") as u16,
            feedback: of("feedback") != 0,
            una_psn: U::wrap(of("una_psn")),
        })
    }
}

/// A Verilated `limit` out of reset.
pub struct LimitLockstep {
    block: Limit,
    beside: Beside,
}

impl LimitLockstep {
    /// `lib` is a build of `design`, the block `limit` of this configuration.
    pub fn new(lib: &Arc<Lib>, design: &Design, config: &Config, seed: u64) -> Result<LimitLockstep, Error> {
        let block = Limit::new(design, config.engine.qps, config.fcr.sources, seed)?;
        Ok(LimitLockstep { beside: Beside::new(&block, lib, design, seed)?, block })
    }

    /// A cycle with these inputs, in which the model answered `out`: the outputs in which the RTL answers otherwise.
    pub fn step(&mut self, input: &limit::In, out: &limit::Out) -> Result<Vec<Differing>, Error> {
        let LimitLockstep { block, beside } = self;
        let outputs = beside.step(block, |row| block.drive(input, row), |row| block.put(out, row))?;
        Ok(outputs.into_iter().map(|output| beside.show(output, |port, raw| block.show(port, &[raw]))).collect())
    }
}

/// A Verilated `sender` out of reset.
pub struct SenderLockstep {
    block: Sender,
    beside: Beside,
}

impl SenderLockstep {
    /// `lib` is a build of `design`, the block `sender` of this configuration.
    pub fn new(lib: &Arc<Lib>, design: &Design, config: &Config, seed: u64) -> Result<SenderLockstep, Error> {
        let block = Sender::new(design, config, seed)?;
        Ok(SenderLockstep { beside: Beside::new(&block, lib, design, seed)?, block })
    }

    /// A cycle with these inputs, in which the model, with what `host` sets, answered `out`: the outputs in which the
    /// RTL answers otherwise.
    pub fn step(
        &mut self,
        host: &shaper::Host,
        input: &sender::In,
        out: &sender::Out,
    ) -> Result<Vec<Differing>, Error> {
        let SenderLockstep { block, beside } = self;
        let outputs = beside.step(block, |row| block.drive(host, input, row), |row| block.put(out, row))?;
        Ok(outputs.into_iter().map(|output| beside.show(output, |port, raw| block.show(port, &[raw]))).collect())
    }
}

/// A Verilated block, and the rows of a cycle.
struct Beside {
    plan: Plan,
    dut: Dut,
    row: Vec<u64>,
    model: Vec<u64>,
    rtl: Vec<u64>,
}

impl Beside {
    fn new(block: &impl Block, lib: &Arc<Lib>, design: &Design, seed: u64) -> Result<Beside, Error> {
        let plan = Plan::new(block, design)?;
        let mut dut = Dut::new(lib, splitmix64(seed))?;
        let mut rtl = vec![];
        dut.run(&plan.boot, &mut rtl)?;
        Ok(Beside { row: plan.rest.clone(), model: vec![0; plan.out_words], plan, dut, rtl })
    }

    /// The numbers of the outputs that differ.
    fn step(
        &mut self,
        block: &impl Block,
        drive: impl FnOnce(&mut [u64]),
        put: impl FnOnce(&mut [u64]),
    ) -> Result<Vec<usize>, Error> {
        self.row.copy_from_slice(&self.plan.rest);
        drive(&mut self.row);
        self.model.fill(0);
        put(&mut self.model);
        self.dut.run(&self.row, &mut self.rtl)?;
        if self.model == self.rtl || !self.plan.may_differ(&self.model, &self.rtl) {
            return Ok(vec![]);
        }
        Ok(self.plan.differing(block, &self.row, &self.model, &self.rtl))
    }

    /// An output of at most 64 bits in the last cycle; 0: there is none of that name.
    fn output(&self, name: &str) -> u64 {
        self.plan.design.outputs().column(name).map_or(0, |column| column.get(&self.rtl) as u64)
    }

    fn show(&self, output: usize, unit: impl Fn(&str, u64) -> Option<String>) -> Differing {
        let column = &self.plan.design.outputs().columns()[output];
        let value = |row: &[u64]| {
            let unit = unit(&column.name, row[column.word]);
            unit.map_or(column.hex(row), |unit| format!("{} ({unit})", column.hex(row)))
        };
        Differing { port: column.name.clone(), model: value(&self.model), rtl: value(&self.rtl) }
    }
}

/// What an update's numbers mean depends on its algorithm.
fn in_unit(port: &str, raw: u64, update: &Update) -> Option<String> {
    Some(match (port, &update.outcome) {
        ("upd_window", Outcome::Ldcp { .. }) => format!("{} packets", Cw::FORMAT.decimal(raw)),
        ("upd_window", Outcome::Hpcc { .. }) => format!("{} B", Window::FORMAT.decimal(raw)),
        ("upd_pace", Outcome::Ldcp { .. }) => format!("{raw} ns"),
        ("upd_pace", Outcome::Hpcc { .. }) => format!("{} B/ns", Rate::FORMAT.decimal(raw)),
        ("upd_qpn", _) => raw.to_string(),
        _ => return None,
    })
}
