//! `ackwright verify`: emitted Verilog or rust-hdl's simulation against the model, every output in every cycle, block by block.

use crate::capture;
use crate::export;
use crate::failure::{Failure, Result};
use crate::output;
use crate::parse;
use indicatif::{ProgressBar, ProgressStyle};
use layout::config::Config;
use quick_junit::{NonSuccessKind, Report as Junit, TestCase, TestCaseStatus, TestSuite};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tb::blocks::{self, BLOCKS, blocks_of};
use tb::{Budget, Builder, Options, Outcome, Rung, Shard, Verdict};

/// Hold the emitted Verilog, or rust-hdl's simulation, against the model: every output, every cycle
#[derive(clap::Args)]
pub struct Args {
    /// Configuration; the reference configuration without it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Verify the Verilog in this folder, as `export` wrote it, in place of newly emitted text
    #[arg(long, value_name = "DIR")]
    verilog: Option<PathBuf>,
    #[arg(long, help = format!("Only this block: {}", hdl::design::BLOCKS.join(", ")))]
    block: Option<String>,
    /// Events for each block; 1000000 without it, 2000 with --rung sim
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    events: Option<u64>,
    /// Seed of events and parameters
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Do this part of the work: 1/4 to 4/4, say
    #[arg(long, value_name = "I/N", value_parser = shard, default_value = "1/1")]
    shard: Shard,
    /// What to hold against the model
    #[arg(long, value_enum, default_value_t = Held::Rtl)]
    rung: Held,
    /// Run the packets of a pcap or pcapng through parser and engine instead of random events
    #[arg(long, value_name = "FILE")]
    capture: Option<PathBuf>,
    /// Write a JUnit report
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Where the shrunk trace and the VCD of a mismatch go
    #[arg(long, value_name = "DIR", default_value = "ackwright_out/mismatch")]
    vcd_dir: PathBuf,
    /// Build with coverage (slow) and write the data here
    #[arg(long, value_name = "DIR")]
    coverage: Option<PathBuf>,
}

/// A rung of the ladder of proof.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Held {
    /// rust-hdl's own simulation, slow and without a simulator: if it is equal and rtl is not, emission is at fault
    Sim,
    /// The emitted Verilog in Verilator
    Rtl,
}

/// What `export --verify` and `verify` run by default.
const EVENTS: u64 = 1_000_000;
/// The same on the rung `sim`, which is a thousand times as slow.
const SIM_EVENTS: u64 = 2_000;
/// What shrinking may cost there: about a minute for the largest block.
const SIM_BUDGET: Budget = Budget { runs: 2_000, cycles: 100_000 };
/// A block's events are split into so many runs, each with parameters of its own.
const PASSES: u64 = 4;
/// On the rung `sim` they are one run: the initialisation of many QPs alone takes seconds there.
const SIM_PASSES: u64 = 1;

/// The capture that `export --verify` runs: ACKs, NAKs, CNPs and spoilt frames, made by scapy (tests/vectors).
const CAPTURE: (&str, &[u8]) =
    ("tests/vectors/packets_mixed.pcapng", include_bytes!("../tests/vectors/packets_mixed.pcapng"));

fn shard(text: &str) -> std::result::Result<Shard, String> {
    let number = |s: &str| s.parse::<u64>().ok();
    let parsed = text.split_once('/').and_then(|(i, n)| Some((number(i)?, number(n)?)));
    match parsed {
        Some((i, n)) if 1 <= i && i <= n => Ok(Shard { index: i - 1, count: n }),
        _ => Err("expected I/N with 1 <= I <= N".into()),
    }
}

/// What all runs of a command have in common.
struct Bench {
    config: Config,
    emitted: hdl::emit::Design,
    files: Vec<(String, String)>,
    /// None on the rung `sim`, which needs no tools.
    builder: Option<Builder>,
    options: Options,
    /// The flags that chose configuration and text.
    source: String,
}

impl Bench {
    /// `block` is the largest block that will be asked for.
    fn new(config: Config, block: &str, folder: Option<&Path>, rung: Held) -> Result<Bench> {
        let emitted = hdl::design::build(&config, block).map_err(Failure::input)?;
        let files = match folder {
            Some(folder) => read(&emitted, folder)?,
            None => emitted.files.clone(),
        };
        let mut options = Options { config: config.hash(), ..Options::new(EVENTS, 1) };
        let builder = match rung {
            Held::Rtl => Some(Builder::from_env().map_err(from_tb)?),
            Held::Sim => {
                (options.events, options.budget) = (SIM_EVENTS, SIM_BUDGET);
                None
            }
        };
        Ok(Bench { config, emitted, files, builder, options, source: String::new() })
    }

    fn design(&self, block: &str) -> Result<tb::Design> {
        blocks::design(&self.emitted, &self.config, block, self.files.clone()).map_err(from_tb)
    }

    /// Runs one block on its rung. Verilog is built before the clock starts: the table's rate is the run's.
    fn on_rung(&self, block: &str, run: impl FnOnce(Rung, &tb::Design) -> Result<Row>) -> Result<Row> {
        let design = self.design(block)?;
        match &self.builder {
            Some(builder) => {
                builder.build(&design, self.options.variant()).map_err(from_tb)?;
                run(Rung::Rtl(builder), &design)
            }
            None => run(Rung::Sim(&|| blocks::instance(&self.config, block)), &design),
        }
    }

    /// What a command line needs to run the same design on the same rung.
    fn flags(&self) -> String {
        format!("{}{}", self.source, if self.builder.is_some() { "" } else { " --rung sim" })
    }

    fn simulator(&self) -> &str {
        self.builder.as_ref().map_or("rust-hdl", |b| &b.tool.version)
    }
}

/// The texts of an exported folder. The emitted design says which files there must be.
fn read(emitted: &hdl::emit::Design, folder: &Path) -> Result<Vec<(String, String)>> {
    let one = |(name, _): &(String, String)| {
        let path = folder.join(name);
        let text = std::fs::read_to_string(&path);
        text.map(|t| (name.clone(), t)).map_err(|e| Failure::in_file(&path, format_args!("cannot read: {e}")))
    };
    emitted.files.iter().map(one).collect()
}

/// A block's share of the table.
struct Row {
    block: String,
    events: u64,
    cycles: u64,
    compared: u64,
    time: Duration,
    verdict: Verdict,
    report: Option<String>,
}

pub fn run(args: Args) -> Result {
    let config = export::config(args.config.as_deref())?;
    let frames = args
        .capture
        .as_deref()
        .map(|p| Ok((p.display().to_string(), frames(capture::read(p).map_err(Failure::input)?))))
        .transpose()?;
    // without --block the blocks of `top`; with it, also those that the configuration leaves out of it
    let blocks: Vec<&str> = match args.block.as_deref() {
        None => blocks_of(&config),
        Some(only) => BLOCKS.into_iter().filter(|b| *b == only).collect(),
    };
    if let (Some(block), []) = (&args.block, blocks.as_slice()) {
        let all = BLOCKS.join(", ");
        return Err(Failure::input(format_args!("--block {block}: expected one of {all}")));
    }
    if let (Some(path), Some(_)) = (&args.capture, &args.block) {
        return Err(Failure::in_file(path, "--capture runs the whole design: expected no --block"));
    }
    let verilog_only = [("--verilog", args.verilog.is_some()), ("--coverage", args.coverage.is_some())];
    if let (Held::Sim, Some((flag, _))) = (args.rung, verilog_only.iter().find(|(_, given)| *given)) {
        return Err(Failure::input(format_args!("{flag} is about Verilog: expected no --rung sim")));
    }
    let mut bench = Bench::new(config, args.block.as_deref().unwrap_or("nic"), args.verilog.as_deref(), args.rung)?;
    let flag =
        |name, path: &Option<PathBuf>| path.as_ref().map_or(String::new(), |p| format!(" {name} {}", p.display()));
    bench.source = flag("--config", &args.config) + &flag("--verilog", &args.verilog);
    bench.options = Options {
        shard: args.shard,
        vcd_dir: Some(args.vcd_dir),
        coverage_dir: args.coverage,
        config: bench.options.config,
        budget: bench.options.budget,
        ..Options::new(args.events.unwrap_or(bench.options.events), args.seed)
    };
    let mut table = Table::start(&bench)?;
    match frames {
        Some((name, frames)) => {
            table.push(capture_row(&bench, &name, frames)?)?;
        }
        None => {
            for block in blocks {
                if !table.push(block_row(&bench, block)?)? {
                    break;
                }
            }
        }
    }
    table.finish(&bench, args.junit.as_deref())
}

/// The run behind `export --verify`: all blocks and the committed capture, on what was written to `folder`.
pub fn exported(config: &Config, folder: &Path) -> Result {
    let mut bench = Bench::new(config.clone(), "nic", Some(folder), Held::Rtl)?;
    bench.options.vcd_dir = Some(folder.join("mismatch"));
    let toml = folder.join("ackwright.toml");
    bench.source = format!(" --config {} --verilog {}", toml.display(), folder.display());
    let mut table = Table::start(&bench)?;
    if blocks_of(&bench.config)
        .into_iter()
        .try_fold(true, |go, block| Ok(go && table.push(block_row(&bench, block)?)?))?
    {
        let (name, bytes) = CAPTURE;
        let packets = capture::parse(bytes).map_err(|e| Failure::in_file(Path::new(name), e))?;
        table.push(capture_row(&bench, name, frames(packets))?)?;
    }
    table.finish(&bench, None)
}

fn frames(packets: Vec<capture::Frame>) -> Vec<Vec<u8>> {
    packets.into_iter().map(|p| p.bytes).collect()
}

fn block_row(bench: &Bench, block: &str) -> Result<Row> {
    bench.on_rung(block, |rung, design| passes(bench, block, rung, design))
}

/// The passes of a block, as many at a time as there are cores. What it says does not depend on how many there are: the first
/// pass that fails, in their order, ends the block.
fn passes(bench: &Bench, block: &str, rung: Rung, design: &tb::Design) -> Result<Row> {
    let bar = bar(bench.options.shard.share(bench.options.events), block);
    let started = Instant::now();
    let passes = if bench.builder.is_some() { PASSES } else { SIM_PASSES }.min(bench.options.events);
    let run = |pass| {
        let events = bench.options.events / passes + u64::from(pass < bench.options.events % passes);
        // pass 0 has the seed that was given, so that the rerun line of a report begins with the pass that failed
        let seed = if pass == 0 { bench.options.seed } else { tb::rng::splitmix64(bench.options.seed ^ pass << 56) };
        let rerun = format!(
            "ackwright verify --block {block} --events {} --seed {seed} --shard {}/{}{}",
            bench.options.events,
            bench.options.shard.index + 1,
            bench.options.shard.count,
            bench.flags()
        );
        let options = Options { events, seed, rerun: Some(rerun), ..bench.options.clone() };
        let mut done = 0;
        let mut progress = |n| bar.inc(n - std::mem::replace(&mut done, n));
        blocks::run(rung, block, &bench.config, design, &options, &mut progress)
    };
    let (next, last) = (AtomicU64::new(0), AtomicU64::new(passes));
    let outcomes: Vec<OnceLock<_>> = (0..passes).map(|_| OnceLock::new()).collect();
    let worker = || {
        loop {
            let pass = next.fetch_add(1, Ordering::Relaxed);
            if pass >= last.load(Ordering::Relaxed) {
                return;
            }
            let outcome = run(pass);
            if !outcome.as_ref().is_ok_and(|o| o.verdict.is_equal()) {
                last.fetch_min(pass, Ordering::Relaxed);
            }
            outcomes[pass as usize].get_or_init(|| outcome);
        }
    };
    let cores = thread::available_parallelism().map_or(1, |n| n.get()).min(passes as usize);
    thread::scope(|s| (0..cores).for_each(|_| drop(s.spawn(worker))));
    bar.finish_and_clear();

    let mut row = Row::empty(block);
    for outcome in outcomes.into_iter().map_while(OnceLock::into_inner) {
        if !row.add(outcome.map_err(from_tb)?) {
            break;
        }
    }
    row.time = started.elapsed();
    Ok(row)
}

fn capture_row(bench: &Bench, name: &str, frames: Vec<Vec<u8>>) -> Result<Row> {
    let mut row = Row::empty(&format!("top, {name}"));
    let rerun = format!("ackwright verify --capture {name} --seed {}{}", bench.options.seed, bench.flags());
    let options = Options { rerun: Some(rerun), ..bench.options.clone() };
    let qpn_base = parse::busiest_block(frames.iter().map(Vec::as_slice), &bench.config, Default::default());
    bench.on_rung("top", |rung, design| {
        let started = Instant::now();
        let outcome = blocks::run_capture(rung, &bench.config, design, qpn_base, frames, &options);
        row.add(outcome.map_err(from_tb)?);
        row.time = started.elapsed();
        Ok(row)
    })
}

impl Row {
    fn empty(block: &str) -> Row {
        let (events, cycles, compared, time) = (0, 0, 0, Duration::ZERO);
        Row { block: block.into(), events, cycles, compared, time, verdict: Verdict::RanZero, report: None }
    }

    /// Adds a run; false if it was not equal.
    fn add(&mut self, outcome: Outcome) -> bool {
        self.events += outcome.events;
        self.cycles += outcome.cycles;
        self.compared += outcome.compared;
        self.verdict = outcome.verdict;
        self.report = outcome.report.map(|r| r.to_string());
        self.verdict.is_equal()
    }
}

fn bar(events: u64, block: &str) -> ProgressBar {
    // indicatif draws nothing where stderr is no terminal
    let bar = ProgressBar::new(events).with_message(block.to_owned());
    match ProgressStyle::with_template("{msg:10} {wide_bar} {human_pos}/{human_len} {eta}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// The table, printed row by row.
struct Table {
    rows: Vec<Row>,
    /// Cycles a second that the rate is counted in.
    unit: f64,
}

impl Table {
    fn start(bench: &Bench) -> Result<Table> {
        let against = match &bench.builder {
            Some(builder) => format!("Verilog, {}", builder.tool.version),
            None => "rust-hdl simulation".into(),
        };
        let (hash, seed) = (bench.config.hash(), bench.options.seed);
        output::line(format_args!("model against {against}, configuration {hash}, seed {seed}"))?;
        let (unit, rate) = if bench.builder.is_some() { (1e6, "Mcycles/s") } else { (1e3, "kcycles/s") };
        output::line(format_args!(
            "{:<12}{:>12}{:>14}{:>12}{:>12}  verdict",
            "block", "events", "cycles", "compared", rate
        ))?;
        Ok(Table { rows: vec![], unit })
    }

    /// Prints and keeps a row; false if it was not equal.
    fn push(&mut self, row: Row) -> Result<bool> {
        let rate = row.cycles as f64 / row.time.as_secs_f64().max(1e-9) / self.unit;
        output::line(format_args!(
            "{:<12}{:>12}{:>14}{:>12}{:>12.2}  {}",
            row.block, row.events, row.cycles, row.compared, rate, row.verdict
        ))?;
        let equal = row.verdict.is_equal();
        self.rows.push(row);
        Ok(equal)
    }

    fn finish(self, bench: &Bench, junit: Option<&Path>) -> Result {
        if let Some(path) = junit {
            output::file(path, self.junit(bench)?.as_bytes())?;
        }
        match self.rows.iter().find(|r| !r.verdict.is_equal()) {
            None if self.rows.is_empty() => Err(Failure::input("nothing was verified")),
            None => {
                let events: u64 = self.rows.iter().map(|r| r.events).sum();
                let cycles: u64 = self.rows.iter().map(|r| r.cycles).sum();
                output::line(format_args!("EQUAL: {events} events, every output in each of {cycles} cycles"))
            }
            Some(row) => {
                output::line(format_args!("\n{}", row.report.as_deref().unwrap_or("no report")))?;
                Err(Failure::Mismatch)
            }
        }
    }

    fn junit(&self, bench: &Bench) -> Result<String> {
        let mut suite = TestSuite::new(format!("verify {}", bench.config.hash()));
        suite.add_property(("seed", bench.options.seed.to_string().as_str()));
        suite.add_property(("simulator", bench.simulator()));
        for row in &self.rows {
            let status = if row.verdict.is_equal() {
                TestCaseStatus::success()
            } else {
                let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                status.set_message(row.verdict.to_string());
                status.set_description(row.report.clone().unwrap_or_default());
                status
            };
            let mut case = TestCase::new(row.block.clone(), status);
            case.set_time(row.time);
            suite.add_test_case(case);
        }
        let mut report = Junit::new("ackwright");
        report.add_test_suite(suite);
        report.to_string().map_err(Failure::input)
    }
}

/// An error of the bench with the exit code that it asks for.
pub fn from_tb(e: tb::Error) -> Failure {
    if e.exit_code() == 3 { Failure::tool(e) } else { Failure::input(e) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::ExitCode;

    fn config(merge: bool) -> Config {
        let mut config =
            Config::parse(include_str!("../hdl/verilog/small/ackwright.toml")).expect("a legal configuration");
        config.engine.merge = merge;
        config
    }

    /// The block merges waiting ACKs, the model does not: a bug of the design, in the form of another configuration.
    #[test]
    fn a_design_that_is_wrong_under_simulation_is_found_shrunk_and_exits_with_1() {
        let bench = Bench::new(config(false), "issue", None, Held::Sim).expect("a bench");
        let wrong = || blocks::instance(&config(true), "issue");
        let row = passes(&bench, "issue", Rung::Sim(&wrong), &bench.design("issue").expect("a block")).expect("a run");
        assert!(!row.verdict.is_equal(), "{} events", row.events);
        let report = row.report.clone().expect("a report");
        for part in [
            "in issue: ",
            "simulator   rust-hdl",
            "shrunk to",
            "outputs:",
            "EventAction {",
            "rerun: ackwright verify --block issue --events 2000 --seed 1 --shard 1/1 --rung sim",
        ] {
            assert!(report.contains(part), "{report} lacks {part:?}");
        }
        let mut table = Table::start(&bench).expect("written");
        assert!(!table.push(row).expect("written"));
        let failure = table.finish(&bench, None).expect_err("a mismatch");
        assert_eq!(format!("{:?}", failure.report()), format!("{:?}", ExitCode::from(1)));
    }
}
