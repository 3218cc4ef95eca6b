//! `ackwright verify merge`: the results of all shards of a campaign become one table, if they are all there and of one
//! piece.

use super::plan::Shard;
use super::results::{self, Header, Loaded};
use super::table::{About, Row, Table};
use crate::failure::{Failure, Result};
use crate::output;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Add up the results of all shards of a campaign
///
/// Every shard must be there once, of the same revision, configuration, seed and events, with every run done.
#[derive(clap::Args)]
pub struct Args {
    /// Files that `verify --results` wrote, or folders of them
    #[arg(required = true, value_name = "RESULTS")]
    results: Vec<PathBuf>,
    /// Write a JUnit report
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result {
    args.junit.as_deref().map_or(Ok(()), output::can_be_written)?;
    let (mut shards, mut seen) = (vec![], HashSet::new());
    for path in &args.results {
        for file in files(path)? {
            if !seen.insert(file.canonicalize().unwrap_or_else(|_| file.clone())) {
                return Err(Failure::in_file(&file, "is named twice: expected each file or folder of results once"));
            }
            shards.push(results::load(&file)?);
        }
    }
    shards.sort_by_key(|s| s.header.shard);
    let header = one_piece(&shards)?;
    let rows = rows(&header, &shards)?;
    let mut simulators: Vec<&str> = shards.iter().map(|s| s.header.simulator.as_str()).collect();
    simulators.sort_unstable();
    simulators.dedup();
    let (count, simulators) = (shards.len(), simulators.join(", "));
    let revision = format!("{}{}", header.revision, if header.dirty { " (dirty)" } else { "" });
    output::line(format_args!(
        "{count} shards, seed {}, configuration {}, revision {revision}, ackwright {}, {simulators}",
        header.seed, header.config, header.ackwright
    ))?;
    let properties = vec![("simulator", simulators), ("revision", revision), ("ackwright", header.ackwright.clone())];
    let about = About { seed: header.seed, config: header.config.clone(), properties, whole: true };
    let mut table = Table::merged(about, &header.blocks)?;
    for row in rows {
        table.push(row)?;
    }
    table.finish(args.junit.as_deref())
}

/// The files of results at a path.
fn files(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.into()]);
    }
    let fail = |e: std::io::Error| Failure::in_file(path, format_args!("cannot read: {e}"));
    let mut files = vec![];
    for entry in std::fs::read_dir(path).map_err(fail)? {
        let file = entry.map_err(fail)?.path();
        if file.extension().is_some_and(|e| e == "jsonl") {
            files.push(file);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(Failure::in_file(path, "no results: expected shard-I-of-N.jsonl"));
    }
    Ok(files)
}

/// What all shards were asked; they are sorted.
fn one_piece(shards: &[Loaded]) -> Result<Header> {
    let Some(first) = shards.first() else { return Err(Failure::input("no results")) };
    let count = first.header.shard.count;
    for (before, shard) in std::iter::once(first).chain(shards).zip(shards) {
        if let Some(what) = shard.header.differs(&first.header) {
            return Err(Failure::in_file(&shard.path, format_args!("{what}, as in {}", first.path.display())));
        }
        if shard.header.shard.count != count {
            let what =
                format_args!("shard {}: expected one of {count}, as in {}", shard.header.shard, first.path.display());
            return Err(Failure::in_file(&shard.path, what));
        }
        if before.path != shard.path && before.header.shard == shard.header.shard {
            let what = format_args!("shard {} is in {} too", shard.header.shard, before.path.display());
            return Err(Failure::in_file(&shard.path, what));
        }
    }
    let missing = (0..count).find(|index| !shards.iter().any(|s| s.header.shard.index == *index));
    match missing {
        Some(index) => {
            let shard = Shard { index, count };
            Err(Failure::input(format_args!("shard {shard} is missing: {} of {count} are there", shards.len())))
        }
        None => Ok(first.header.clone()),
    }
}

/// The sum of each block. A run that is missing is an error unless another failed: then its shard stopped there.
fn rows(header: &Header, shards: &[Loaded]) -> Result<Vec<Row>> {
    let plan = header.plan();
    let failed = shards.iter().flat_map(|s| &s.records).any(|r| !r.verdict.is_equal());
    let mut rows = vec![];
    for block in &header.blocks {
        let mut row = Row::empty(block);
        for run in 0..plan.runs {
            // sorted and complete: shard i of n stands at place i
            let shard = &shards[(run % header.shard.count) as usize];
            match shard.records.iter().find(|r| r.block == *block && r.run == run) {
                Some(record) => {
                    let report =
                        record.rerun.as_ref().map(|line| format!("{} in {block}\nrerun: {line}", record.verdict));
                    if !row.add(record, report) {
                        break;
                    }
                }
                None if failed => {}
                None => {
                    let what = format_args!("run {run} of {block} is missing: expected all {} runs", plan.runs);
                    return Err(Failure::in_file(&shard.path, format_args!("{what}; --resume does what is left")));
                }
            }
        }
        if row.events > 0 || !failed {
            rows.push(row);
        }
    }
    Ok(rows)
}
