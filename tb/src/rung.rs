//! What stands against the golden: the emitted Verilog in Verilator, or rust-hdl's own simulation of the block.
//!
//! A design that differs from its model in both is wrong in itself. One that differs in Verilog only was emitted
//! wrongly.

use std::sync::Arc;

use hdl::pins::Pins;

use crate::{Builder, Column, Design, Dut, Error, Lib, Snapshot, Variant};

/// A rung of the ladder of proof.
#[derive(Clone, Copy)]
pub enum Rung<'a> {
    /// The Verilog, built by these tools.
    Rtl(&'a Builder),
    /// rust-hdl's simulation: each call makes an instance.
    Sim(&'a (dyn Fn() -> Result<Pins, Error> + Sync)),
}

impl<'a> From<&'a Builder> for Rung<'a> {
    fn from(builder: &'a Builder) -> Self {
        Rung::Rtl(builder)
    }
}

/// A rung with the design on it, ready to be instantiated.
pub(crate) enum Ready<'a> {
    Rtl(&'a Builder, Arc<Lib>),
    Sim(&'a (dyn Fn() -> Result<Pins, Error> + Sync)),
}

impl<'a> Ready<'a> {
    pub fn new(rung: Rung<'a>, design: &Design, variant: Variant) -> Result<Self, Error> {
        match rung {
            Rung::Rtl(builder) => Ok(Ready::Rtl(builder, builder.load(design, variant)?)),
            Rung::Sim(_) if variant == Variant::Coverage => Err(Error::Unsupported("coverage")),
            Rung::Sim(make) => Ok(Ready::Sim(make)),
        }
    }

    pub fn simulator(&self) -> &str {
        match self {
            Ready::Rtl(_, lib) => lib.simulator(),
            Ready::Sim(_) => "rust-hdl",
        }
    }

    /// An instance before reset. The registers of Verilog start at values made from `seed`, rust-hdl's at zero.
    pub fn instance(&self, design: &Design, seed: u64) -> Result<Box<dyn Subject>, Error> {
        match self {
            Ready::Rtl(_, lib) => Ok(Box::new(Dut::new(lib, seed)?)),
            Ready::Sim(make) => Ok(Box::new(Sim::new(design, make()?)?)),
        }
    }
}

/// An instance of a design under test: takes rows of inputs, gives rows of outputs.
pub(crate) trait Subject {
    /// Runs a cycle a row; `out` becomes the outputs, sampled before the rising edge.
    fn run(&mut self, rows: &[u64], out: &mut Vec<u64>) -> Result<(), Error>;

    /// How many rows to give it at a time, at most: where cycles are dear, few are run past a difference.
    fn batch(&self) -> usize {
        8192
    }

    /// The state of all registers and memories, where it can be had.
    fn save(&self) -> Option<Snapshot> {
        None
    }

    fn restore(&mut self, _: &Snapshot) -> Result<(), Error> {
        Err(Error::Unsupported("restore"))
    }

    /// Writes what coverage counted.
    fn write_coverage(&self, _: &std::path::Path) -> Result<(), Error> {
        Err(Error::Unsupported("coverage"))
    }
}

impl Subject for Dut {
    fn run(&mut self, rows: &[u64], out: &mut Vec<u64>) -> Result<(), Error> {
        Dut::run(self, rows, out)
    }

    fn save(&self) -> Option<Snapshot> {
        Dut::save(self).ok() // a coverage build cannot
    }

    fn restore(&mut self, snapshot: &Snapshot) -> Result<(), Error> {
        Dut::restore(self, snapshot)
    }

    fn write_coverage(&self, path: &std::path::Path) -> Result<(), Error> {
        Dut::write_coverage(self, path)
    }
}

/// rust-hdl's simulation, its ports bound to the columns of a design's rows.
struct Sim {
    pins: Pins,
    /// For each input and output of the instance, in its order.
    inputs: Vec<Column>,
    outputs: Vec<Column>,
    /// The word of the reset, and its value when active.
    reset: Option<(usize, u64)>,
    in_words: usize,
    out_words: usize,
}

impl Sim {
    fn new(design: &Design, mut pins: Pins) -> Result<Sim, Error> {
        let reset = design.reset().and_then(|r| Some((r, design.inputs().column(&r.port)?)));
        let reset = reset.map(|(r, column)| (column.word, u64::from(!r.active_low)));
        let (mut inputs, mut outputs) = (vec![], vec![]);
        pins.inputs(&mut |name, pin| inputs.push((name.to_string(), pin.bits())));
        pins.outputs(&mut |name, pin| outputs.push((name.to_string(), pin.bits())));
        let side = |side: &crate::Side, ports: Vec<(String, usize)>, extra: usize| {
            let bind =
                |(name, bits): &(String, usize)| side.column(name).filter(|c| c.width as usize == *bits).cloned();
            let bound: Option<Vec<Column>> = ports.iter().map(bind).collect();
            bound.filter(|b| b.len() + extra == side.columns().len()).ok_or_else(|| Error::Design {
                top: design.top().into(),
                what: format!("rust-hdl's block has other ports than the Verilog: {ports:?}"),
            })
        };
        Ok(Sim {
            inputs: side(design.inputs(), inputs, reset.iter().len())?,
            outputs: side(design.outputs(), outputs, 0)?,
            pins,
            reset,
            in_words: design.inputs().words(),
            out_words: design.outputs().words(),
        })
    }
}

impl Subject for Sim {
    fn run(&mut self, rows: &[u64], out: &mut Vec<u64>) -> Result<(), Error> {
        let stopped = |e: hdl::sim::Unsettled| Error::Simulation { what: e.to_string() };
        out.clear();
        out.resize(rows.len() / self.in_words * self.out_words, 0);
        for (row, out) in rows.chunks_exact(self.in_words).zip(out.chunks_exact_mut(self.out_words)) {
            let mut columns = self.inputs.iter();
            self.pins.inputs(&mut |_, pin| columns.next().into_iter().for_each(|c| pin.set(c.slice(row))));
            let rst_n = self.reset.is_none_or(|(word, active)| row[word] != active);
            self.pins.low(rst_n).map_err(stopped)?;
            let mut columns = self.outputs.iter();
            self.pins.outputs(&mut |_, pin| {
                columns.next().into_iter().for_each(|c| pin.get(&mut out[c.word..c.word + c.words]));
            });
            self.pins.high(rst_n).map_err(stopped)?;
        }
        Ok(())
    }

    fn batch(&self) -> usize {
        64
    }
}
