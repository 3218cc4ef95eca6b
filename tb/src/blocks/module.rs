//! A module of the Verilog as something to talk to, port by port: for `replay --engine rtl` of what no engine answers.

use crate::{Builder, Design, Dut, Error, Variant};
use layout::config::Config;

/// A module, reset.
pub struct Module {
    design: Design,
    dut: Dut,
    row: Vec<u64>,
    out: Vec<u64>,
}

impl Module {
    /// `ackw_` and `name`, of what `block` of a configuration is made of.
    pub fn new(builder: &Builder, config: &Config, block: &str, name: &str) -> Result<Module, Error> {
        let emitted =
            hdl::design::build(config, block).map_err(|e| Error::Block { block: block.into(), what: e.to_string() })?;
        let design = super::design(&emitted, config, name, emitted.files.clone())?;
        let dut = Dut::new(&builder.load(&design, Variant::Fast)?, 1)?;
        let row = vec![0; design.inputs().words()];
        let mut module = Module { design, dut, row, out: vec![] };
        module.run(4)?;
        module.put(&[("rst_n", 1)])?;
        Ok(module)
    }

    /// Sets inputs, of at most 64 bits, from the next cycle on.
    pub fn put(&mut self, inputs: &[(&str, u64)]) -> Result<(), Error> {
        for (name, value) in inputs {
            let column = self.design.inputs().column(name).ok_or_else(|| self.lacks(name))?;
            column.put(&mut self.row, (*value).into());
        }
        Ok(())
    }

    /// So many cycles, at least one.
    pub fn run(&mut self, cycles: usize) -> Result<(), Error> {
        self.dut.run(&self.row.repeat(cycles), &mut self.out)
    }

    /// An output of at most 64 bits in the last cycle.
    pub fn get(&self, name: &str) -> Result<u64, Error> {
        let (outputs, words) = (self.design.outputs(), self.design.outputs().words());
        let column = outputs.column(name).ok_or_else(|| self.lacks(name))?;
        let row = self.out.rchunks(words).next().unwrap_or_default();
        Ok(row.get(column.word).copied().unwrap_or_default())
    }

    fn lacks(&self, name: &str) -> Error {
        Error::Design { top: self.design.top().into(), what: format!("there is no port {name}") }
    }
}
