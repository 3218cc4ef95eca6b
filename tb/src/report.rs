//! The mismatch report: all that is needed to look at a failure, and to see it again.

use std::{fmt, path::PathBuf};

use crate::{Block, Divergence, Note, Verdict, design::Column, plan::Plan};

/// What a failed run found. `Display` is the whole report, over many lines.
#[derive(Clone, Debug)]
pub struct Report {
    pub verdict: Verdict,
    /// What is the matter, in one line.
    pub what: String,
    pub block: String,
    pub config: String,
    pub revision: Revision,
    pub simulator: String,
    pub seed: u64,
    pub events: u64,
    /// The first divergent cycle of the run, and the last transaction begun by then, both counted from 0.
    pub found: Option<(u64, u64)>,
    /// What became of shrinking.
    pub shrunk: Option<ShrunkRun>,
    /// Values at the first divergent cycle: of the shrunk run if there is one, or of the run itself.
    pub values: Option<Values>,
    /// The last transactions, in the order they went in, up to the divergence.
    pub recent: Vec<String>,
    /// The command that runs the same again.
    pub rerun: String,
    pub trace: Option<PathBuf>,
    pub vcd: Option<PathBuf>,
    /// What else must be said, such as why there is no VCD.
    pub remarks: Vec<String>,
}

/// How many transactions a report lists: of a run as it came, and of one that was made small.
pub const RECENT: usize = 16;
pub const SHRUNK: usize = 128;

/// A run that was made small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShrunkRun {
    pub actions: usize,
    pub verdict: Verdict,
    pub what: String,
    /// Its first divergent cycle, and the last transaction begun by then.
    pub cycle: u64,
    pub transaction: u64,
    pub runs: u64,
    /// No single action can be left out or made simpler.
    pub minimal: bool,
}

/// Inputs, outputs and model state at the first divergent cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    pub inputs: Vec<Field>,
    pub outputs: Vec<Pair>,
    /// What the golden says of its state before that cycle.
    pub context: Vec<Note>,
    pub stages: Vec<Note>,
}

/// A port's value: raw hex, and in its unit if the block knows one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: String,
    pub width: u32,
    pub hex: String,
    pub unit: Option<String>,
}

/// An output of model and DUT.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    pub model: Field,
    pub dut: Field,
    /// It differs and counts in this cycle.
    pub differs: bool,
}

impl Values {
    pub(crate) fn new<B: Block>(
        block: &B,
        plan: &Plan,
        at: &Divergence,
        context: Vec<Note>,
        stages: Vec<Note>,
    ) -> Values {
        let field = |c: &Column, row: &[u64]| Field {
            name: c.name.clone(),
            width: c.width,
            hex: c.hex(row),
            unit: block.show(&c.name, c.slice(row)),
        };
        let pair = |(i, c): (usize, &Column)| Pair {
            model: field(c, &at.model),
            dut: field(c, &at.dut),
            differs: at.outputs.contains(&i),
        };
        Values {
            inputs: plan.design.inputs().columns().iter().map(|c| field(c, &at.input)).collect(),
            outputs: plan.design.outputs().columns().iter().enumerate().map(pair).collect(),
            context,
            stages,
        }
    }
}

/// What the program was built from: whoever knows it says it in [`Options`](crate::Options).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revision {
    pub commit: String,
    /// The sources had changes that no revision has.
    pub dirty: bool,
}

impl Default for Revision {
    fn default() -> Revision {
        Revision { commit: "unknown".into(), dirty: false }
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.commit, if self.dirty { " (dirty)" } else { "" })
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.unit {
            Some(unit) => f.pad(&format!("{} ({unit})", self.hex)),
            None => f.pad(&self.hex),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} in {}: {}", self.verdict, self.block, self.what)?;
        writeln!(f, "  config      {}", self.config)?;
        writeln!(f, "  revision    {}", self.revision)?;
        writeln!(f, "  simulator   {}", self.simulator)?;
        writeln!(f, "  seed        {}, {} events", self.seed, self.events)?;
        if let Some((cycle, transaction)) = self.found {
            writeln!(f, "  found at    cycle {cycle}, transaction {transaction}")?;
        }
        if let Some(s) = &self.shrunk {
            let minimal = if s.minimal { "minimal" } else { "not minimal: the budget ran out" };
            writeln!(f, "  shrunk to   {} transactions in {} runs, {minimal}", s.actions, s.runs)?;
            writeln!(f, "              {} at cycle {}, transaction {}: {}", s.verdict, s.cycle, s.transaction, s.what)?;
        }
        if let Some(v) = &self.values {
            let which = if self.shrunk.is_some() { "shrunk run, " } else { "" };
            values(f, v, which)?;
        }
        if !self.recent.is_empty() {
            writeln!(f, "last {} transactions, the latest at the bottom", self.recent.len())?;
            self.recent.iter().try_for_each(|r| writeln!(f, "  {r}"))?;
        }
        for r in &self.remarks {
            writeln!(f, "note: {r}")?;
        }
        writeln!(f, "rerun: {}", self.rerun)?;
        if let Some(p) = &self.trace {
            writeln!(f, "trace: {0} (ackwright verify --trace {0})", p.display())?;
            writeln!(
                f,
                "keep:  when it is mended, the trace goes into tests/crashers/ with what was wrong as its \"cause\""
            )?;
        }
        if let Some(p) = &self.vcd {
            writeln!(f, "vcd:   {}", p.display())?;
        }
        Ok(())
    }
}

fn values(f: &mut fmt::Formatter<'_>, v: &Values, which: &str) -> fmt::Result {
    let names = v.inputs.iter().map(|i| &i.name).chain(v.outputs.iter().map(|o| &o.model.name));
    let wide = names.map(|n| n.len()).max().unwrap_or(0);
    let notes = |f: &mut fmt::Formatter<'_>, title: &str, notes: &[Note]| {
        if notes.is_empty() {
            return Ok(());
        }
        writeln!(f, "{which}{title}")?;
        notes.iter().try_for_each(|n| writeln!(f, "  {:wide$}  {}", n.name, n.value))
    };
    writeln!(f, "{which}inputs in the divergent cycle")?;
    for i in &v.inputs {
        writeln!(f, "  {:wide$}  {:>4} bits  {i}", i.name, i.width)?;
    }
    notes(f, "context before it", &v.context)?;
    let column = v.outputs.iter().map(|o| o.model.to_string().len()).max().unwrap_or(0).clamp(5, 60);
    writeln!(
        f,
        "{which}outputs: {:>pad$}  {:column$}  dut",
        "",
        "model",
        pad = (wide + 14).saturating_sub(which.len() + 9)
    )?;
    for o in &v.outputs {
        let mark = if o.differs { '*' } else { ' ' };
        writeln!(f, "{mark} {:wide$}  {:>4} bits  {:column$}  {}", o.model.name, o.model.width, o.model, o.dut)?;
    }
    notes(f, "stages", &v.stages)
}
