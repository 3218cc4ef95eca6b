//! `simulate --results DIR`: a run for each algorithm, load and seed, in shards, each with a results.json of its own.
//! `simulate merge DIR` lays them in one table.
//!
//! Which runs there are follows from the command line alone, so that shards on several machines are together the sweep
//! without shards, and what a kill left is gone on with. A run in which nothing arrived leaves its reason in place of
//! figures, and the others go on.

use super::{Bodies, Flags, Run, check};
use crate::failure::{Failure, Result};
use crate::interrupts::Interrupts;
use crate::output;
use crate::verify::Shard;
use fabric::SimulateError;
use fabric::nic::Algorithm;
use fabric::report::{self, Figures, Others};
use fabric::scenario::Scenario;
use layout::config::Config;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

const HEADER: &str = "sweep.json";
const RESULTS: &str = "results.json";
/// Of a run in which nothing arrived, in place of results.
const FAILED: &str = "failed.json";
/// Runs of a sweep, at the most.
const MOST_RUNS: u64 = 100_000;

/// What there is to run.
#[derive(clap::Args)]
#[group(id = "sweep")]
pub struct Args {
    /// Loads of the hosts' rate, 0.01 to 1, each of which is run; for scenarios with load_percent
    #[arg(long, value_name = "L,L", value_delimiter = ',', value_parser = percent, requires = "results")]
    #[arg(allow_hyphen_values = true)]
    loads: Vec<u64>,
    /// Seeds, each of which is run, the last included
    #[arg(long, value_name = "A..B", value_parser = seeds, requires = "results", conflicts_with = "seed")]
    #[arg(allow_hyphen_values = true)]
    seeds: Option<Seeds>,
    /// Do this part of the runs: 1/4 to 4/4, say, which together are the sweep
    #[arg(long, value_name = "I/N", requires = "results", allow_hyphen_values = true)]
    shard: Option<Shard>,
    /// Go on where the results in the folder end
    #[arg(long, requires = "results")]
    resume: bool,
    /// Run all algorithms, loads and seeds, and write a results.json of each run into this folder, for `simulate merge`
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "force"])]
    pub results: Option<PathBuf>,
}

impl Args {
    /// A flag of a sweep that was given without one: a parser of arguments forgets what a flag needs where another
    /// flag forbids it.
    fn without_results(&self) -> Option<&'static str> {
        let given = [
            ("--loads", !self.loads.is_empty()),
            ("--seeds", self.seeds.is_some()),
            ("--shard", self.shard.is_some()),
            ("--resume", self.resume),
        ];
        given.into_iter().find(|(_, given)| *given && self.results.is_none()).map(|(flag, _)| flag)
    }

    /// Says no to it.
    pub fn check(&self) -> Result {
        match self.without_results() {
            Some(flag) => {
                Err(Failure::input(format_args!("{flag}: expected --results DIR with it, in place of --out")))
            }
            None => Ok(()),
        }
    }
}

/// The first and the last of them.
#[derive(Clone, Copy)]
struct Seeds(u64, u64);

fn seeds(text: &str) -> std::result::Result<Seeds, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok(Seeds(first, last)),
        _ => Err("expected A..B, whole numbers with A <= B".into()),
    }
}

/// A share of two decimals, as per cent.
fn percent(text: &str) -> std::result::Result<u64, String> {
    let expected = || "expected 0.01 to 1 with at most two decimals".to_owned();
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() != 1 || !digits(whole) || !digits(decimals) || decimals.len() > 2 {
        return Err(expected());
    }
    let number: u64 = format!("{whole}{decimals:0<2}").parse().map_err(|_| expected())?;
    if (1..=100).contains(&number) { Ok(number) } else { Err(expected()) }
}

/// What all shards have in common.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    name: String,
    /// All keys of the scenario, without what the runs change.
    scenario: serde_json::Value,
    /// The files that it names: SHA-256 of each.
    inputs: BTreeMap<String, String>,
    /// Hash of the configuration that was given for the engines.
    configuration: Option<String>,
    /// That ran it, and what it was built from.
    program: String,
    algorithms: Vec<String>,
    /// Per cent; none: the scenario's.
    loads: Vec<u64>,
    seeds: [u64; 2],
}

fn program() -> String {
    format!("ackwright {}, revision {}", env!("CARGO_PKG_VERSION"), revision::text())
}

/// One of the runs: algorithm, load, seed.
type Point<'a> = (&'a str, Option<u64>, u64);

impl Header {
    fn count(&self) -> u64 {
        let [first, last] = self.seeds;
        let seeds = last.checked_sub(first).map_or(0, |more| more.saturating_add(1));
        seeds.saturating_mul((self.algorithms.len() * self.loads.len().max(1)) as u64)
    }

    /// In the order of the table, with the seeds innermost.
    fn points(&self) -> impl Iterator<Item = Point<'_>> {
        let loads = move || match self.loads.as_slice() {
            [] => vec![None],
            loads => loads.iter().copied().map(Some).collect(),
        };
        let of_load = move |load| (self.seeds[0]..=self.seeds[1]).map(move |seed| (load, seed));
        self.algorithms.iter().flat_map(move |cc| {
            loads().into_iter().flat_map(of_load).map(move |(load, seed)| (cc.as_str(), load, seed))
        })
    }
}

/// The folder of a run.
fn name((cc, load, seed): Point<'_>) -> String {
    let load = load.map_or_else(String::new, |load| format!("-load{load}"));
    format!("{cc}{load}-seed{seed}")
}

/// Runs the shard, and prints the table where it is the whole.
pub fn run(args: &Flags, folder: &Path, scenario: &Scenario, algorithms: &[Algorithm], bodies: &Bodies) -> Result {
    let sweep = &args.sweep;
    let Seeds(first, last) = sweep.seeds.unwrap_or(Seeds(scenario.seed, scenario.seed));
    let mut common = scenario.clone();
    (common.cc, common.seed) = (Algorithm::ALL[0].1, 0);
    if !sweep.loads.is_empty() {
        common.load_percent = None;
        let times = |load: &u64| sweep.loads.iter().filter(|other| *other == load).count();
        if let Some(twice) = sweep.loads.iter().find(|load| times(load) > 1) {
            return Err(Failure::input(format_args!("--loads: expected each load once, found {twice} % twice")));
        }
    }
    let header = Header {
        name: scenario.name(),
        scenario: serde_json::to_value(&common).map_err(Failure::input)?,
        inputs: scenario.inputs().map_err(Failure::input)?,
        configuration: bodies.config.as_ref().map(Config::hash),
        program: program(),
        algorithms: algorithms.iter().map(|cc| cc.name().to_owned()).collect(),
        loads: sweep.loads.clone(),
        seeds: [first, last],
    };
    let count = header.count();
    if count > MOST_RUNS {
        return Err(Failure::input(format_args!("--seeds: {count} runs: expected at most {MOST_RUNS}")));
    }
    let shard = sweep.shard.unwrap_or(Shard { index: 0, count: 1 });
    if shard.count > count {
        return Err(Failure::input(format_args!("--shard {shard}: {count} runs: expected at most so many shards")));
    }
    let of_point = |(cc, load, seed): Point<'_>| {
        let mut scenario = scenario.clone();
        scenario.cc = Algorithm::named(cc).unwrap_or(scenario.cc);
        (scenario.seed, scenario.load_percent) = (seed, load.or(scenario.load_percent));
        Run { scenario, folder: folder.join(name((cc, load, seed))) }
    };
    for point in header.points().filter(|(.., seed)| *seed == first) {
        check(args, &of_point(point), bodies)?;
    }
    let mine: Vec<Point<'_>> = header.points().skip(shard.index as usize).step_by(shard.count as usize).collect();
    let has = |point: &Point<'_>, file: &str| folder.join(name(*point)).join(file).is_file();
    let done = |point: &Point<'_>| has(point, RESULTS) || has(point, FAILED);
    open(folder, &header, sweep.resume, mine.iter().filter(|point| done(point)).count())?;
    let interrupts = Interrupts::hear().map_err(Failure::input)?;
    let ended = mine.iter().filter(|point| !done(point)).try_for_each(|point| {
        if interrupts.came() {
            return Ok(());
        }
        one(args, &of_point(*point), bodies, &interrupts)
    });
    interrupts.obey();
    ended?;
    if shard.count == 1 {
        return merge(folder);
    }
    let failed = mine.iter().filter(|point| has(point, FAILED)).map(|point| name(*point)).collect();
    some_failed(failed, mine.len())
}

/// Runs of a sweep in which nothing arrived: it fails, though the others are there.
fn some_failed(failed: Vec<String>, runs: usize) -> Result {
    match failed.first() {
        None => Ok(()),
        Some(first) => {
            let what = format!("{} of {runs} runs failed, as nothing arrived: {first} first", failed.len());
            Err(Failure::Nothing(what))
        }
    }
}

/// Why a run has no figures.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Failed {
    scenario: String,
    cc: String,
    seed: u64,
    reason: String,
}

/// The folder has runs of this sweep alone, and of this shard none that nobody wants to go on with.
fn open(folder: &Path, header: &Header, resume: bool, done: usize) -> Result {
    let path = folder.join(HEADER);
    let fail = |e: std::io::Error| Failure::in_file(&path, format_args!("cannot write: {e}"));
    if path.is_file() {
        if read(folder)? != *header {
            let what = "is of another sweep: expected the same scenario, files, configuration, algorithms, loads, seeds and \
                 program, or another folder";
            return Err(Failure::in_file(&path, what));
        }
        if done > 0 && !resume {
            let what = format_args!("has results of {done} of these runs: expected --resume, or another folder");
            return Err(Failure::in_file(folder, what));
        }
        return Ok(());
    }
    // another shard may just be writing the header
    let named = |entry: std::fs::DirEntry| !entry.file_name().as_encoded_bytes().starts_with(b".");
    if std::fs::read_dir(folder).is_ok_and(|mut entries| entries.any(|entry| entry.is_ok_and(named))) {
        return Err(Failure::in_file(folder, "has files, but no sweep.json: expected a new folder"));
    }
    std::fs::create_dir_all(folder).map_err(|e| Failure::in_file(folder, format_args!("cannot make: {e}")))?;
    let text = serde_json::to_string_pretty(header).map_err(Failure::input)? + "\n";
    let mut file = tempfile::Builder::new().prefix(".").tempfile_in(folder).map_err(fail)?;
    file.write_all(text.as_bytes()).map_err(fail)?;
    file.persist(&path).map(drop).map_err(|e| fail(e.error))
}

fn read(folder: &Path) -> Result<Header> {
    let path = folder.join(HEADER);
    if !path.is_file() {
        return Err(Failure::in_file(folder, "has no sweep.json: expected what simulate --results wrote"));
    }
    let wrong = |e| Failure::in_file(&path, format_args!("expected what simulate --results wrote: {e}"));
    let header: Header = serde_json::from_str(&crate::bounded::text(&path)?).map_err(wrong)?;
    match header.count() {
        1..=MOST_RUNS => Ok(header),
        count => {
            let what = format_args!("{count} runs: expected 1 to {MOST_RUNS}, as simulate --results wrote");
            Err(Failure::in_file(&path, what))
        }
    }
}

/// Runs one of them, and keeps its figures if it came to its end; or the reason, where nothing arrived.
fn one(args: &Flags, run: &Run, bodies: &Bodies, interrupts: &Interrupts) -> Result {
    let outcome = super::ran(args, run, bodies, interrupts)?;
    if interrupts.came() {
        return Ok(());
    }
    let outcome = match outcome {
        Err(e @ SimulateError::Nothing { .. }) => {
            let (scenario, reason) = (run.scenario.name(), e.to_string());
            let Scenario { cc, seed, .. } = run.scenario;
            let failed = Failed { scenario, cc: cc.name().to_owned(), seed, reason };
            let text = serde_json::to_string_pretty(&failed).map_err(Failure::input)? + "\n";
            report::write_folder(&run.folder, &[(FAILED.to_owned(), text)], Others::Replaced)?;
            let file = run.folder.join(FAILED);
            return output::line(format_args!("{}, {}", failed.line(), file.display()));
        }
        outcome => outcome?,
    };
    let figures = report::figures(&run.scenario, &outcome);
    report::write_folder(&run.folder, &[(RESULTS.to_owned(), figures.json())], Others::Replaced)?;
    output::line(super::line(&figures, &run.folder.join(RESULTS)))
}

/// Lay the results of all shards of a sweep in one table
#[derive(clap::Args)]
pub struct Merge {
    /// What --results named
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub fn merge_command(args: &Merge) -> Result {
    merge(&args.folder)
}

impl Failed {
    fn line(&self) -> String {
        let Failed { scenario, cc, seed, reason } = self;
        let reason = reason.strip_prefix(&format!("{scenario}: ")).unwrap_or(reason);
        format!("{scenario}, {cc}, seed {seed}: failed: {reason}")
    }

    fn read(file: &Path) -> Result<Failed> {
        let wrong = |e| Failure::in_file(file, format_args!("expected what simulate --results wrote: {e}"));
        serde_json::from_str(&crate::bounded::text(file)?).map_err(wrong)
    }
}

/// A row for each algorithm and load: means over the seeds, of the queue the longest. Runs that failed have a line each
/// below.
fn merge(folder: &Path) -> Result {
    let header = read(folder)?;
    let (mut rows, mut missing) = (BTreeMap::<(usize, Option<u64>), (Vec<Figures>, usize)>::new(), Vec::new());
    let (mut failed, mut reasons) = (Vec::new(), String::new());
    for point in header.points() {
        let [file, why] = [RESULTS, FAILED].map(|file| folder.join(name(point)).join(file));
        if !file.is_file() && !why.is_file() {
            missing.push(name(point));
            continue;
        }
        let place = header.algorithms.iter().position(|cc| cc == point.0).unwrap_or_default();
        // what was changed since is not what was run
        report::check_folder(&folder.join(name(point)), Others::Kept)?;
        let here = |file: &Path, scenario: &str, cc: &str, seed: u64| {
            if (scenario, cc, seed) == (&*header.name, point.0, point.2) {
                return Ok(());
            }
            let what = format_args!("is of {scenario}, {cc}, seed {seed}: expected the results of this run");
            Err(Failure::in_file(file, what))
        };
        let of_row = rows.entry((place, point.1)).or_default();
        if file.is_file() {
            let figures = Figures::read(&file).map_err(Failure::input)?;
            here(&file, &figures.scenario, &figures.cc, figures.seed)?;
            of_row.0.push(figures);
        } else {
            let of = Failed::read(&why)?;
            here(&why, &of.scenario, &of.cc, of.seed)?;
            of_row.1 += 1;
            let load = point.1.map_or_else(String::new, |load| format!(", load {:.2}", load as f64 / 100.0));
            reasons += &format!("{}{load}\n", of.line());
            failed.push(name(point));
        }
    }
    if let [first, ..] = missing.as_slice() {
        let what = format_args!("lacks {} runs, {first} first: expected the results of all shards", missing.len());
        return Err(Failure::in_file(folder, what));
    }
    let mut table = format!("{}, seeds {} to {}\n", header.name, header.seeds[0], header.seeds[1]);
    let titles = ["load", "runs", "failed", "complete", "p50", "p95", "p99", "makespan/bound", "longest queue, kB"];
    let _ = write!(table, "{:<16}", "algorithm");
    titles.iter().for_each(|title| _ = write!(table, "{title:>18}"));
    table.push('\n');
    for ((place, load), (runs, failures)) in &rows {
        let mean = |of: &dyn Fn(&Figures) -> Option<f64>| {
            let values: Vec<f64> = runs.iter().filter_map(of).collect();
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            if values.is_empty() { "-".to_owned() } else { format!("{mean:.3}") }
        };
        let complete = runs.iter().filter(|run| run.complete).count();
        let longest = runs.iter().map(|run| run.queue.longest_bytes).max();
        let longest = longest.map_or("-".to_owned(), |bytes| (bytes as f64 / 1000.0).to_string());
        let columns = [
            load.map_or_else(|| "-".to_owned(), |load| format!("{:.2}", load as f64 / 100.0)),
            (runs.len() + failures).to_string(),
            failures.to_string(),
            complete.to_string(),
            mean(&|run| Some(run.slowdown.as_ref()?.p50)),
            mean(&|run| Some(run.slowdown.as_ref()?.p95)),
            mean(&|run| Some(run.slowdown.as_ref()?.p99)),
            mean(&|run| run.makespan_over_bound()),
            longest,
        ];
        let _ = write!(table, "{:<16}", header.algorithms[*place]);
        columns.iter().for_each(|column| _ = write!(table, "{column:>18}"));
        table.push('\n');
    }
    output::stdout((table + &reasons).as_bytes())?;
    some_failed(failed, header.count() as usize)
}
