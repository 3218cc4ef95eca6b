//! What runs came to, block by block: the rows of the table, the counts below it, and the JUnit report.

use super::bench::Bench;
use super::results::Record;
use crate::failure::{Failure, Result};
use crate::output;
use quick_junit::{NonSuccessKind, Report as Junit, TestCase, TestCaseStatus, TestSuite};
use std::path::Path;
use std::time::Duration;
use tb::Verdict;

/// A block's share of the table.
pub struct Row {
    pub block: String,
    pub events: u64,
    pub cycles: u64,
    pub compared: u64,
    /// Of all its runs, one after the other.
    pub machine: Duration,
    /// On the clock, for the runs that were not done before; nothing where all were.
    pub rate: Option<(Duration, u64)>,
    pub verdict: Verdict,
    pub report: Option<String>,
    pub counts: Vec<(String, u64)>,
    /// Runs that hung, and runs that differed in another way.
    hangs: u64,
    differed: u64,
}

impl Row {
    pub fn empty(block: &str) -> Row {
        let (events, cycles, compared, machine) = (0, 0, 0, Duration::ZERO);
        let (verdict, report, counts) = (Verdict::RanZero, None, vec![]);
        let (hangs, differed) = (0, 0);
        let block = block.into();
        Row { block, events, cycles, compared, machine, rate: None, verdict, report, counts, hangs, differed }
    }

    /// Adds a run; false if it was not equal.
    pub fn add(&mut self, run: &Record, report: Option<String>) -> bool {
        self.events += run.events;
        self.cycles += run.cycles;
        self.compared += run.compared;
        self.machine += Duration::from_secs_f64(run.seconds.max(0.0));
        self.verdict = run.verdict;
        self.hangs += u64::from(run.verdict == Verdict::Hang);
        self.differed += u64::from(!matches!(run.verdict, Verdict::Hang | Verdict::Equal));
        self.report = report;
        for (name, count) in &run.counts {
            match self.counts.iter_mut().find(|(n, _)| n == name) {
                Some((_, sum)) => *sum += count,
                None => self.counts.push((name.clone(), *count)),
            }
        }
        self.verdict.is_equal()
    }

    /// What never happened, though the stimulus aims at it.
    fn missed(&self) -> Vec<&str> {
        self.counts.iter().filter(|(_, n)| *n == 0).map(|(name, _)| name.as_str()).collect()
    }
}

/// What a table says of its runs' origin.
pub struct About {
    pub seed: u64,
    pub config: String,
    /// The simulators, and who else took part.
    pub properties: Vec<(&'static str, String)>,
    /// All of the work is there, so nothing that is counted may be 0.
    pub whole: bool,
}

/// What the first column takes.
fn width(names: &[impl AsRef<str>]) -> usize {
    names.iter().map(|name| name.as_ref().chars().count()).max().unwrap_or(0).max(12)
}

/// The table, printed row by row.
pub struct Table {
    pub rows: Vec<Row>,
    about: About,
    /// Cycles a second that the rate is counted in; none where machine time stands in place of a rate.
    unit: Option<f64>,
    /// Of the first column.
    width: usize,
}

impl Table {
    /// Of a run: with its rate. `names` are those of the rows that may come.
    pub fn start(bench: &Bench, about: About, names: &[&str]) -> Result<Table> {
        let against = match &bench.builder {
            Some(builder) => format!("{}, {}", bench.made(), builder.tool.version),
            None => "rust-hdl simulation".into(),
        };
        output::line(format_args!(
            "model against {against}, configuration {}, revision {}, seed {}",
            about.config, bench.options.revision, about.seed
        ))?;
        let (unit, rate) = if bench.builder.is_some() { (1e6, "Mcycles/s") } else { (1e3, "kcycles/s") };
        Table { rows: vec![], about, unit: Some(unit), width: width(names) }.head(rate)
    }

    /// Of results: with machine time.
    pub fn merged(about: About, names: &[String]) -> Result<Table> {
        Table { rows: vec![], about, unit: None, width: width(names) }.head("machine s")
    }

    fn head(self, last: &str) -> Result<Table> {
        output::line(format_args!(
            "{:<width$}{:>12}{:>14}{:>12}{:>12}  verdict",
            "block",
            "events",
            "cycles",
            "compared",
            last,
            width = self.width
        ))?;
        Ok(self)
    }

    /// Prints and keeps a row; false if it was not equal.
    pub fn push(&mut self, row: Row) -> Result<bool> {
        let last = match (self.unit, row.rate) {
            (None, _) => format!("{:.0}", row.machine.as_secs_f64()),
            (Some(unit), Some((time, cycles))) => {
                format!("{:.2}", cycles as f64 / time.as_secs_f64().max(1e-9) / unit)
            }
            (Some(_), None) => "done".into(),
        };
        output::line(format_args!(
            "{:<width$}{:>12}{:>14}{:>12}{:>12}  {}",
            row.block,
            row.events,
            row.cycles,
            row.compared,
            last,
            row.verdict,
            width = self.width
        ))?;
        let equal = row.verdict.is_equal();
        self.rows.push(row);
        Ok(equal)
    }

    /// Says what the rows came to. A report that cannot be written takes nothing of it, nor of the exit code of what
    /// was not equal.
    pub fn finish(self, junit: Option<&Path>) -> Result {
        let written = junit.map_or(Ok(()), |path| output::file(path, self.junit()?.as_bytes()));
        match (self.verdict(), written) {
            (Err(verdict), Err(lost)) => {
                lost.report();
                Err(verdict)
            }
            (verdict, written) => verdict.and(written),
        }
    }

    fn verdict(&self) -> Result {
        if self.rows.is_empty() {
            return Err(Failure::input("nothing was verified"));
        }
        self.counts()?;
        if let Some(row) = self.rows.iter().find(|r| !r.verdict.is_equal()) {
            output::line(format_args!("\n{}", row.report.as_deref().unwrap_or("no report")))?;
            return Err(Failure::Mismatch);
        }
        let events: u64 = self.rows.iter().map(|r| r.events).sum();
        let missed = self.shortfall();
        if !missed.is_empty() {
            output::line(format_args!("SHORTFALL: {} in {events} events", missed.join(", ")))?;
            return Err(Failure::Mismatch);
        }
        let cycles: u64 = self.rows.iter().map(|r| r.cycles).sum();
        output::line(format_args!("EQUAL: {events} events, every output in each of {cycles} cycles"))
    }

    /// What was to be counted and never was.
    fn shortfall(&self) -> Vec<String> {
        let missed =
            self.rows.iter().flat_map(|r| r.missed().into_iter().map(|name| format!("{}: no {name}", r.block)));
        missed.filter(|_| self.about.whole).collect()
    }

    /// What the blocks counted, three to a line.
    fn counts(&self) -> Result {
        for row in self.rows.iter().filter(|r| !r.counts.is_empty()) {
            output::line(format_args!("{}, counted:", row.block))?;
            let width = row.counts.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(24);
            for line in row.counts.chunks(3) {
                let cells: String = line.iter().map(|(name, n)| format!("  {name:<width$}{n:>12}")).collect();
                output::line(cells.trim_end())?;
            }
            output::line(format_args!("  {} hangs, {} disagreements", row.hangs, row.differed))?;
        }
        Ok(())
    }

    fn junit(&self) -> Result<String> {
        let mut suite = TestSuite::new(format!("verify {}", self.about.config));
        suite.add_property(("seed", self.about.seed.to_string().as_str()));
        for (name, value) in &self.about.properties {
            suite.add_property((*name, value.as_str()));
        }
        for row in &self.rows {
            let failed = |what: String, text: String| {
                let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                status.set_message(what);
                status.set_description(text);
                status
            };
            let missed = if self.about.whole { row.missed() } else { vec![] };
            let status = match () {
                () if !row.verdict.is_equal() => {
                    failed(row.verdict.to_string(), row.report.clone().unwrap_or_default())
                }
                () if !missed.is_empty() => failed("SHORTFALL".into(), format!("never counted: {}", missed.join(", "))),
                () => TestCaseStatus::success(),
            };
            let mut case = TestCase::new(row.block.clone(), status);
            case.set_time(row.machine);
            suite.add_test_case(case);
        }
        let mut report = Junit::new("ackwright");
        report.add_test_suite(suite);
        report.to_string().map_err(Failure::input)
    }
}
