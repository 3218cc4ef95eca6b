//! The results of a shard, a file of JSON lines: what was asked, then each run when it is done.
//!
//! A line is appended with one write when its run has ended, so a kill loses the runs under way and no more; what it
//! cut off is not counted. Nothing in a file depends on the host but `seconds`, the machine time of a run.

use super::bench::{Bench, Held};
use super::plan::{Plan, Shard};
use crate::bounded::Lines;
use crate::failure::{Failure, Result};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::SystemTime;
use tb::Verdict;

/// What was asked, of what: the same in every shard of a campaign but for `shard` and `simulator`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Version of this program.
    pub ackwright: String,
    /// That the program was built from.
    pub revision: String,
    /// What the program was built from had changes that no revision has.
    pub dirty: bool,
    /// Hash of the configuration.
    pub config: String,
    /// Hash of the Verilog.
    pub verilog: String,
    pub rung: String,
    pub fuzz: bool,
    pub seed: u64,
    /// For each block, over all shards.
    pub events: u64,
    pub blocks: Vec<String>,
    pub shard: Shard,
    pub simulator: String,
}

/// A run that ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    pub block: String,
    pub run: u64,
    pub seed: u64,
    pub events: u64,
    pub cycles: u64,
    pub compared: u64,
    pub verdict: Verdict,
    pub seconds: f64,
    /// What the block counted, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<(String, u64)>,
    /// The command that runs it again, if it was not equal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rerun: Option<String>,
}

impl Header {
    pub fn new(bench: &Bench, blocks: &[&str], shard: Shard) -> Header {
        let revision = bench.options.revision.clone();
        let texts = bench.files.iter().flat_map(|(name, text)| [name.as_bytes(), text.as_bytes()]);
        Header {
            ackwright: env!("CARGO_PKG_VERSION").into(),
            revision: revision.commit,
            dirty: revision.dirty,
            config: bench.config.hash(),
            verilog: tb::hash(texts)[..16].into(),
            rung: bench.rung().name().into(),
            fuzz: bench.options.fuzz,
            seed: bench.options.seed,
            events: bench.options.events,
            blocks: blocks.iter().map(|b| b.to_string()).collect(),
            shard,
            simulator: bench.simulator().into(),
        }
    }

    pub fn plan(&self) -> Plan {
        Plan::new(self.events, self.seed, Held::named(&self.rung))
    }

    /// The first thing in which another header differs, with both values; `shard` and `simulator` may.
    pub fn differs(&self, other: &Header) -> Option<String> {
        let dirty = |h: &Header| format!("{}{}", h.revision, if h.dirty { " (dirty)" } else { "" });
        let fields = |h: &Header| {
            [
                ("ackwright", h.ackwright.clone()),
                ("revision", dirty(h)),
                ("configuration", h.config.clone()),
                ("verilog", h.verilog.clone()),
                ("rung", h.rung.clone()),
                ("fuzz", h.fuzz.to_string()),
                ("seed", h.seed.to_string()),
                ("events", h.events.to_string()),
                ("blocks", h.blocks.join(",")),
            ]
        };
        let pairs = fields(self).into_iter().zip(fields(other));
        pairs.into_iter().find(|(a, b)| a != b).map(|((name, is), (_, was))| format!("{name} {is}: expected {was}"))
    }
}

/// A file of results with what is in it.
pub struct Loaded {
    pub path: PathBuf,
    pub header: Header,
    pub records: Vec<Record>,
}

/// Reads a file; every run must be one that its header asks for, once, as the plan has it.
pub fn load(path: &Path) -> Result<Loaded> {
    let file = File::open(path).map_err(|e| Failure::in_file(path, format_args!("cannot read: {e}")))?;
    match parse(path, &file)? {
        Some((header, records, _)) => Ok(Loaded { path: path.into(), header, records }),
        None => Err(Failure::in_file(path, "ends before its first line does: expected a header of results")),
    }
}

/// Header and records, and how many bytes they take: what stands behind the last whole line was cut off by a kill.
/// None: not even the header is whole.
fn parse(path: &Path, from: impl Read) -> Result<Option<(Header, Vec<Record>, u64)>> {
    let mut lines = Lines::new(path, from);
    let mut whole = 0;
    let Some(first) = lines.read()?.filter(|line| line.ends_with('\n')) else { return Ok(None) };
    whole += first.len() as u64;
    let header = serde_json::from_str(first);
    let header: Header = header.map_err(|e| lines.wrong(format_args!("expected a header of results: {e}")))?;
    let (plan, mut records, mut there) = (header.plan(), Vec::new(), HashSet::new());
    while let Some(line) = lines.read()?.filter(|line| line.ends_with('\n')) {
        whole += line.len() as u64;
        let record = serde_json::from_str(line);
        let record: Record = record.map_err(|e| lines.wrong(format_args!("expected the result of a run: {e}")))?;
        let name = format!("run {} of {}", record.run, record.block);
        let Shard { index, count } = header.shard;
        if !header.blocks.contains(&record.block) || record.run >= plan.runs || record.run % count != index {
            return Err(lines.wrong(format_args!("{name} is none of shard {}", header.shard)));
        }
        if !there.insert((record.block.clone(), record.run)) {
            return Err(lines.wrong(format_args!("{name} is there twice")));
        }
        let due = plan.run(record.run);
        let short = record.verdict.is_equal() && (record.events != due.events || record.compared == 0);
        if record.seed != due.seed || short {
            let Record { seed, events, compared, .. } = record;
            let expected = format!("expected seed {}, {} events", due.seed, due.events);
            let what = format_args!("{name} has seed {seed}, {events} events, {compared} compared: {expected}");
            return Err(lines.wrong(what));
        }
        records.push(record);
    }
    Ok(Some((header, records, whole)))
}

/// A revision with changes says nothing of what they were: results that are older than the program may be another
/// program's.
fn outdated(written: Option<SystemTime>, built: Option<SystemTime>) -> bool {
    !matches!((written, built), (Some(written), Some(built)) if built <= written)
}

/// Where a shard's results go.
pub struct Results {
    path: PathBuf,
    file: Mutex<File>,
    /// The runs that are done already.
    pub done: Vec<Record>,
}

impl Results {
    /// Opens the file of this shard in a folder. With `resume` it may be there already, of the same work; it goes on
    /// then.
    pub fn open(folder: &Path, header: &Header, resume: bool) -> Result<Results> {
        let Shard { index, count } = header.shard;
        let path = folder.join(format!("shard-{}-of-{count}.jsonl", index + 1));
        let fail = |e: std::io::Error| Failure::in_file(&path, format_args!("cannot write: {e}"));
        std::fs::create_dir_all(folder).map_err(fail)?;
        let file = OpenOptions::new().read(true).append(true).create(true).open(&path).map_err(fail)?;
        if file.try_lock().is_err() {
            return Err(Failure::in_file(&path, "another verify is at work on this shard"));
        }
        // a device has no length, and is no place for results
        if !file.metadata().map_err(fail)?.is_file() {
            return Err(Failure::in_file(&path, "is no file: expected a file, or a name that is free"));
        }
        if file.metadata().map_err(fail)?.len() > 0 && !resume {
            return Err(Failure::in_file(&path, "is there already: expected --resume, or another folder"));
        }
        let (done, whole) = match parse(&path, &file)? {
            None => (vec![], 0),
            Some((was, done, whole)) => {
                if let Some(what) = header.differs(&was) {
                    return Err(Failure::in_file(&path, format_args!("cannot go on with {what}")));
                }
                if was.shard != header.shard {
                    let what = format_args!("cannot go on with shard {}: expected {}", header.shard, was.shard);
                    return Err(Failure::in_file(&path, what));
                }
                let written = file.metadata().and_then(|m| m.modified()).ok();
                let built = std::env::current_exe().and_then(std::fs::metadata).and_then(|m| m.modified()).ok();
                if header.dirty && outdated(written, built) {
                    let what = "is of a changed tree, and this program was built after it: expected another folder";
                    return Err(Failure::in_file(&path, what));
                }
                (done, whole)
            }
        };
        file.set_len(whole).map_err(fail)?;
        let results = Results { path: path.clone(), file: Mutex::new(file), done };
        if whole == 0 {
            results.append(header)?;
        }
        Ok(results)
    }

    /// The record of a run that was done before.
    pub fn of(&self, block: &str, run: u64) -> Option<&Record> {
        self.done.iter().find(|r| r.block == block && r.run == run)
    }

    pub fn append(&self, what: &impl Serialize) -> Result {
        let fail = |e: std::io::Error| Failure::in_file(&self.path, format_args!("cannot write: {e}"));
        let line = serde_json::to_string(what).map_err(Failure::input)? + "\n";
        let mut file = self.file.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        file.write_all(line.as_bytes()).map_err(fail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn results_of_a_changed_tree_go_on_only_with_the_program_that_began_them() {
        let built = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000);
        let (before, after) = (built - Duration::from_secs(1), built + Duration::from_secs(1));
        assert!(outdated(Some(before), Some(built)) && outdated(None, Some(built)) && outdated(Some(after), None));
        assert!(!outdated(Some(built), Some(built)) && !outdated(Some(after), Some(built)));
    }
}
