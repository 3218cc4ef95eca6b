//! One VCD with model and DUT side by side: the DUT's scopes as Verilator dumps them, a scope `model` with the golden's
//! outputs, and in it a bit `mismatch`.
//!
//! Cycle c is at time 2c (inputs settled, outputs as they are compared) and 2c + 1 (after the clock edge); cycle 0 is
//! the first after reset.

use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Write},
    path::Path,
    sync::Arc,
};

use vcd::{Command, Header, IdCode, Parser, ReferenceIndex, Scope, ScopeItem, ScopeType, Value, Var, VarType, Writer};

use crate::{
    Block, Column, Dut, Error, Lib, files,
    plan::Plan,
    stimulus::{Chunk, Stimulus},
};

/// How many cycles before and after the difference are shown.
const BEFORE: u64 = 40;
const AFTER: u64 = 24;

/// What the golden said in one cycle.
struct Row {
    time: u64,
    model: Vec<u64>,
    mismatch: bool,
}

/// Runs `stimulus` on the tracing build and writes the cycles around `at` to `path`. False: the tracing build does not
/// differ in that cycle (its random initial values are others); the VCD is written all the same.
pub(crate) fn write<B: Block>(
    block: &B,
    plan: &Plan,
    lib: &Arc<Lib>,
    dut_seed: u64,
    mut stimulus: Stimulus<B>,
    at: u64,
    path: &Path,
) -> Result<bool, Error> {
    let mut dut = Dut::new(lib, dut_seed)?;
    let (mut out, mut chunk) = (vec![], Chunk::default());
    dut.run(&plan.boot, &mut out)?;
    let first = at.saturating_sub(BEFORE);
    let mut cycle = 0;
    while cycle < first && !chunk.last {
        stimulus.fill(&mut chunk, (first - cycle).min(4096) as usize);
        dut.run(&chunk.input, &mut out)?;
        cycle += chunk.cycles as u64;
    }

    let raw = tempfile::NamedTempFile::new().map_err(Error::io(path))?;
    dut.trace_open(raw.path(), first)?;
    stimulus.fill(&mut chunk, (at - first + AFTER) as usize);
    dut.run(&chunk.input, &mut out)?;
    dut.trace_close();

    let rows = chunk.input.chunks_exact(plan.in_words).zip(chunk.model.chunks_exact(plan.out_words));
    let rows = rows.zip(out.chunks_exact(plan.out_words)).enumerate();
    let rows: Vec<Row> = rows
        .map(|(i, ((input, model), dut))| Row {
            time: 2 * (first + i as u64),
            model: model.to_vec(),
            mismatch: !plan.differing(block, input, model, dut).is_empty(),
        })
        .collect();
    let columns = plan.design.outputs().columns();
    let dumped = File::open(raw.path()).map_err(Error::io(raw.path()))?;
    files::write(path, |to| merge(BufReader::new(dumped), to, columns, &rows, at))?;
    Ok(rows.iter().any(|r| r.time == 2 * at && r.mismatch))
}

/// Copies a VCD and weaves the model's rows into it.
fn merge(dumped: impl io::BufRead, to: &mut dyn Write, columns: &[Column], rows: &[Row], at: u64) -> io::Result<()> {
    let mut parser = Parser::new(dumped);
    let mut header = parser.parse_header()?;
    let mut model = Model::declare(&mut header, columns, at);
    let mut writer = Writer::new(BufWriter::new(to));
    writer.header(&header)?;
    let mut rows = rows.iter().peekable();
    for command in parser {
        let command = command?;
        let Command::Timestamp(time) = command else {
            writer.command(&command)?;
            continue;
        };
        while let Some(row) = rows.next_if(|r| r.time < time) {
            writer.timestamp(row.time)?;
            model.change(&mut writer, row)?;
        }
        writer.timestamp(time)?;
        if let Some(row) = rows.next_if(|r| r.time == time) {
            model.change(&mut writer, row)?;
        }
    }
    for row in rows {
        writer.timestamp(row.time)?;
        model.change(&mut writer, row)?;
    }
    writer.flush()
}

/// The signals of the scope `model` and the values they have.
struct Model<'a> {
    signals: Vec<(&'a Column, IdCode)>,
    mismatch: IdCode,
    now: Option<(Vec<u64>, bool)>,
}

impl<'a> Model<'a> {
    fn declare(header: &mut Header, columns: &'a [Column], at: u64) -> Model<'a> {
        let mut id = largest(&header.items);
        let mut fresh = || {
            id = id.next();
            id
        };
        let mut scope = Scope::new(ScopeType::Module, "model".into());
        let mut declare = |name: &str, width: u32| {
            let id = fresh();
            let index = (width > 1).then_some(ReferenceIndex::Range(width as i32 - 1, 0));
            scope.items.push(ScopeItem::Var(Var::new(VarType::Wire, width, id, name.into(), index)));
            id
        };
        let signals = columns.iter().map(|c| (c, declare(&c.name, c.width))).collect();
        let mismatch = declare("mismatch", 1);
        header.items.push(ScopeItem::Scope(scope));
        let text = format!("cycle c is at time 2c and 2c+1; model and DUT first differ in cycle {at}");
        header.items.insert(0, ScopeItem::Comment(text));
        Model { signals, mismatch, now: None }
    }

    fn change<W: Write>(&mut self, writer: &mut Writer<W>, row: &Row) -> io::Result<()> {
        for (column, id) in &self.signals {
            let new = column.slice(&row.model);
            if self.now.as_ref().is_some_and(|(old, _)| column.slice(old) == new) {
                continue;
            }
            let bit = |b: u32| Value::from(new[b as usize / 64] >> (b % 64) & 1 == 1);
            match column.width {
                1 => writer.change_scalar(*id, bit(0))?,
                width => writer.change_vector(*id, (0..width).rev().map(bit))?,
            }
        }
        if self.now.as_ref().is_none_or(|(_, old)| *old != row.mismatch) {
            writer.change_scalar(self.mismatch, row.mismatch)?;
        }
        self.now = Some((row.model.clone(), row.mismatch));
        Ok(())
    }
}

fn largest(items: &[ScopeItem]) -> IdCode {
    let of = |item: &ScopeItem| match item {
        ScopeItem::Var(v) => v.code,
        ScopeItem::Scope(s) => largest(&s.items),
        _ => IdCode::FIRST,
    };
    items.iter().map(of).max().unwrap_or(IdCode::FIRST)
}
