//! The work itself: the runs of a block, as many at a time as there are cores, a capture, or a saved trace.

use super::bench::Bench;
use super::plan::{Plan, Run, Shard};
use super::results::{Record, Results};
use super::table::Row;
use crate::failure::{Failure, Result};
use crate::{packets, progress};
use indicatif::ProgressBar;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;
use tb::blocks;
use tb::{Options, Outcome, Rung};

/// A run that ended, and the report of one that was not equal.
type Ended = (Record, Option<String>);

/// The runs of a shard of a block.
pub fn block(bench: &Bench, block: &str, shard: Shard, results: Option<&Results>) -> Result<Row> {
    let plan = Plan::new(bench.options.events, bench.options.seed, bench.rung());
    let runs: Vec<Run> = plan.of(shard).collect();
    if runs.iter().all(|run| results.is_some_and(|r| r.of(block, run.index).is_some())) {
        let mut row = Row::empty(block);
        for record in runs.iter().filter_map(|run| results?.of(block, run.index)) {
            row.add(record, before(record));
        }
        return Ok(row);
    }
    bench.on_rung(block, |rung, design| on(bench, block, &runs, rung, design, results))
}

/// What is left to say of a run that was done before.
fn before(record: &Record) -> Option<String> {
    let line = record.rerun.as_ref()?;
    Some(format!("{} in {}, found before\nrerun: {line}", record.verdict, record.block))
}

/// What it says does not depend on how many cores there are: the first run that fails, in their order, ends the block.
pub fn on(
    bench: &Bench,
    block: &str,
    runs: &[Run],
    rung: Rung,
    design: &tb::Design,
    results: Option<&Results>,
) -> Result<Row> {
    let bar = progress::bar(runs.iter().map(|r| r.events).sum(), block);
    let started = Instant::now();
    let (next, last) = (AtomicU64::new(0), AtomicU64::new(runs.len() as u64));
    // boxed: a run that has not ended yet takes two words
    let ended: Vec<OnceLock<Box<Result<Ended>>>> = runs.iter().map(|_| OnceLock::new()).collect();
    let fresh = AtomicU64::new(0);
    let worker = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= last.load(Ordering::Relaxed) {
                return;
            }
            let run = runs[at as usize];
            let end = match results.and_then(|r| r.of(block, run.index)) {
                Some(record) => {
                    bar.inc(run.events);
                    Ok((record.clone(), before(record)))
                }
                None => {
                    let end = one(bench, block, run, rung, design, &bar);
                    end.and_then(|(record, report)| {
                        results.map_or(Ok(()), |r| r.append(&record))?;
                        fresh.fetch_add(record.cycles, Ordering::Relaxed);
                        Ok((record, report))
                    })
                }
            };
            if !end.as_ref().is_ok_and(|(record, _)| record.verdict.is_equal()) {
                last.fetch_min(at, Ordering::Relaxed);
            }
            ended[at as usize].get_or_init(|| Box::new(end));
        }
    };
    let cores = thread::available_parallelism().map_or(1, |n| n.get()).min(runs.len());
    thread::scope(|s| (0..cores).for_each(|_| drop(s.spawn(worker))));
    bar.finish_and_clear();

    let mut row = Row::empty(block);
    for end in ended.into_iter().map_while(OnceLock::into_inner) {
        let (record, report) = (*end)?;
        if !row.add(&record, report) {
            break;
        }
    }
    row.rate = Some((started.elapsed(), fresh.into_inner()));
    Ok(row)
}

fn one(bench: &Bench, block: &str, run: Run, rung: Rung, design: &tb::Design, bar: &ProgressBar) -> Result<Ended> {
    let started = Instant::now();
    let rerun = format!(
        "ackwright verify --block {block} --events {} --seed {}{}",
        bench.options.events,
        run.seed,
        bench.flags()
    );
    let options = Options { events: run.events, seed: run.seed, rerun: Some(rerun.clone()), ..bench.options.clone() };
    let mut done = 0;
    let mut progress = |n| bar.inc(n - std::mem::replace(&mut done, n));
    let outcome = blocks::run(rung, block, &bench.config, design, &options, &mut progress)?;
    let report = outcome.report.as_ref().map(|r| r.to_string());
    let rerun = (!outcome.verdict.is_equal()).then_some(rerun);
    Ok((Record { run: run.index, rerun, ..record(block, run.seed, outcome, started) }, report))
}

/// A run by itself.
fn record(block: &str, seed: u64, outcome: Outcome, started: Instant) -> Record {
    let Outcome { verdict, events, cycles, compared, counts, .. } = outcome;
    let seconds = (started.elapsed().as_secs_f64() * 1e3).round() / 1e3;
    Record { block: block.into(), run: 0, seed, events, cycles, compared, verdict, seconds, counts, rerun: None }
}

/// A list of events that is run once, with what it is called in the table.
fn once(
    bench: &Bench,
    block: &str,
    name: &str,
    run: impl FnOnce(Rung, &tb::Design) -> Result<Outcome, tb::Error>,
) -> Result<Row> {
    bench.on_rung(block, |rung, design| {
        let _stage = progress::stage(format!("running {name}"));
        let started = Instant::now();
        let outcome = run(rung, design)?;
        let report = outcome.report.as_ref().map(|r| r.to_string());
        let mut row = Row::empty(name);
        row.add(&record(name, bench.options.seed, outcome, started), report);
        row.rate = Some((started.elapsed(), row.cycles));
        Ok(row)
    })
}

/// What the row of a capture is called.
pub fn of_capture(name: &str) -> String {
    format!("top, {name}")
}

/// What the row of a trace is called.
pub fn of_trace(block: &str, path: &Path) -> String {
    let name = path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into_owned());
    format!("{block}, {name}")
}

/// The frames of a capture, through the whole design.
pub fn capture(bench: &Bench, name: &str, frames: Vec<Vec<u8>>) -> Result<Row> {
    let rerun = format!("ackwright verify --capture {name} --seed {}{}", bench.options.seed, bench.flags());
    let options = Options { rerun: Some(rerun), ..bench.options.clone() };
    let qpn_base = packets::busiest_block(frames.iter().map(Vec::as_slice), &bench.config, Default::default()).base;
    once(bench, "top", &of_capture(name), |rung, design| {
        blocks::run_capture(rung, &bench.config, design, qpn_base, frames, &options)
    })
}

/// A saved trace: its block, its parameters, its actions.
pub fn trace(bench: &Bench, block: &str, path: &Path) -> Result<Row> {
    let rerun = format!("ackwright verify --trace {}{}", path.display(), bench.flags());
    let options = Options { rerun: Some(rerun), ..bench.options.clone() };
    once(bench, block, &of_trace(block, path), |rung, design| {
        blocks::rerun(rung, &bench.config, design, path, &options)
    })
}

/// More shards than runs: some would have nothing to do, and prove nothing.
pub fn enough(bench: &Bench, shard: Shard) -> Result {
    let Plan { events, runs, .. } = Plan::new(bench.options.events, bench.options.seed, bench.rung());
    if shard.count <= runs {
        return Ok(());
    }
    Err(Failure::input(format_args!(
        "--shard {shard}: {events} events are {runs} runs: expected at most {runs} shards"
    )))
}
