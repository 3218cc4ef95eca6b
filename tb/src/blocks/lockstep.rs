//! The Verilated engine beside a cycle model that somebody else steps: cycle by cycle the same inputs, and every output
//! compared, as in a run of the block `engine`. For `simulate --nic rtl`.

use super::engine::Engine;
use super::params::Hpcc;
use crate::plan::Plan;
use crate::rng::splitmix64;
use crate::{Design, Dut, Error, Lib};
use layout::config::Config;
use layout::hpcc::{Rate, Window};
use layout::ldcp::Cw;
use model::choice::SETS;
use model::engine::{In, Out, Outcome, Update};
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
    plan: Plan,
    dut: Dut,
    row: Vec<u64>,
    model: Vec<u64>,
    rtl: Vec<u64>,
}

impl Lockstep {
    /// `lib` is a build of `design`, the block `engine` of this configuration. Its registers start at values of `seed`.
    pub fn new(lib: &Arc<Lib>, design: &Design, config: &Config, seed: u64) -> Result<Lockstep, Error> {
        let block = Engine::new(design, config, [Default::default(); SETS], Hpcc::reset())?;
        let plan = Plan::new(&block, design)?;
        let mut dut = Dut::new(lib, splitmix64(seed))?;
        let mut rtl = vec![];
        dut.run(&plan.boot, &mut rtl)?;
        Ok(Lockstep { row: plan.rest.clone(), model: vec![0; plan.out_words], block, plan, dut, rtl })
    }

    /// A cycle with these inputs, in which the model answered `out`: the outputs in which the RTL answers otherwise.
    pub fn step(&mut self, input: &In, out: &Out) -> Result<Vec<Differing>, Error> {
        self.row.copy_from_slice(&self.plan.rest);
        self.block.drive(input, &mut self.row);
        self.model.fill(0);
        self.block.put(out, &mut self.model);
        self.dut.run(&self.row, &mut self.rtl)?;
        if self.model == self.rtl || !self.plan.may_differ(&self.model, &self.rtl) {
            return Ok(vec![]);
        }
        let outputs = self.plan.differing(&self.block, &self.row, &self.model, &self.rtl);
        Ok(outputs.into_iter().map(|output| self.show(output, out.upd.as_ref())).collect())
    }

    fn show(&self, output: usize, update: Option<&Update>) -> Differing {
        let column = &self.plan.design.outputs().columns()[output];
        let value = |row: &[u64]| {
            let unit = update.and_then(|update| in_unit(&column.name, row[column.word], update));
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
