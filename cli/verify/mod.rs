//! `ackwright verify`: emitted Verilog or rust-hdl's simulation against the model, every output in every cycle, block
//! by block.
//!
//! ```text
//!   plan: events ─► runs ─► shards          bench: configuration, texts, tools
//!                     └──────► work ◄─────────┘
//!                                │ a record a run
//!              results ◄─────────┴────────► table, JUnit
//!                 └────► merge ───────────────┘
//! ```

mod bench;
mod merge;
mod plan;
mod results;
mod table;
mod work;

use crate::algorithm;
use crate::capture;
use crate::failure::{Failure, Result};
use crate::output;
use crate::packets;
pub use bench::read as texts;
use bench::{Bench, Held};
use layout::algorithms::names;
use layout::config::Config;
use layout::record::Algorithm;
use plan::Plan;
pub use plan::Shard;
use results::{Header, Results};
use std::path::{Path, PathBuf};
use table::{About, Table};
use tb::Options;
use tb::blocks::{self, BLOCKS, blocks_in_nic};

/// Hold the emitted Verilog, or rust-hdl's simulation, against the model: every output, every cycle
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: Flags,
}

#[derive(clap::Subcommand)]
enum Command {
    Merge(merge::Args),
}

#[derive(clap::Args)]
struct Flags {
    /// Configuration; the reference configuration without it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Verify the Verilog in this folder, as `export` wrote it, in place of newly emitted text
    #[arg(long, value_name = "DIR")]
    verilog: Option<PathBuf>,
    #[arg(long, help = format!("Only this block: {}", hdl::design::BLOCKS.join(", ")))]
    block: Option<String>,
    #[arg(long, help = format!("Only what a NIC with this algorithm alone is made of: {}", names()))]
    #[arg(value_name = "NAME", conflicts_with_all = ["verilog", "capture", "trace", "fuzz"])]
    algorithm: Option<String>,
    /// Events for each block, at most 10^12 (8 * 10^9 with --rung sim); 1000000 without it, 2000 with --rung sim, 20000
    /// with --rung netlist
    #[arg(long, allow_hyphen_values = true, value_parser = args::whole::<u64>(1..=u64::MAX))]
    events: Option<u64>,
    /// Seed of events and parameters
    #[arg(long, default_value_t = 1, allow_hyphen_values = true, value_parser = args::whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Do this part of the work: 1/4 to 4/4, say, which together are the work without shards
    #[arg(long, value_name = "I/N", default_value = "1/1", allow_hyphen_values = true)]
    shard: Shard,
    /// What to hold against the model
    #[arg(long, value_enum, default_value_t = Held::Rtl)]
    rung: Held,
    /// Mutate good frames by their structure in place of the usual events, and fail if a drop reason is never reached;
    /// of parser
    #[arg(long, conflicts_with_all = ["capture", "trace"])]
    fuzz: bool,
    /// Run the packets of a capture through parser and engine instead of random events: whatever `parse` takes, but for
    /// packets that are cut by a snap length
    #[arg(long, value_name = "FILE", conflicts_with_all = ["events", "shard"])]
    capture: Option<PathBuf>,
    /// Run a saved trace, such as those in tests/crashers, in its own configuration unless --config says another
    #[arg(long, value_name = "FILE", conflicts_with_all = ["capture", "block", "events", "shard", "seed"])]
    trace: Option<PathBuf>,
    /// Write each run's result into a file of this shard in this folder, for `verify merge`
    #[arg(long, value_name = "DIR", conflicts_with_all = ["capture", "trace", "coverage"])]
    results: Option<PathBuf>,
    /// Go on where the results in the folder end
    #[arg(long)]
    resume: bool,
    /// Write a JUnit report
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Where the shrunk trace and the VCD of a mismatch go
    #[arg(long, value_name = "DIR", default_value = MISMATCH)]
    vcd_dir: PathBuf,
    /// Build with coverage (slow) and write the data here
    #[arg(long, value_name = "DIR")]
    coverage: Option<PathBuf>,
}

const MISMATCH: &str = "ackwright_mismatch";

/// The capture that `export --verify` runs: ACKs, NAKs, CNPs and spoilt frames, made by scapy (tests/vectors).
const CAPTURE: (&str, &[u8]) =
    ("tests/vectors/packets_mixed.pcapng", include_bytes!("../../tests/vectors/packets_mixed.pcapng"));

pub fn run(args: Args) -> Result {
    match args.command {
        Some(Command::Merge(args)) => merge::run(&args),
        None => verify(args.run),
    }
}

/// What there is to run.
enum Job {
    Blocks(Vec<&'static str>),
    Capture(String, Vec<Vec<u8>>),
    Trace(PathBuf, tb::trace::Header),
}

fn verify(args: Flags) -> Result {
    let job = job(&args)?;
    places(&args)?;
    let config = match (&job, &args.config) {
        (Job::Trace(path, header), None) => Config::parse(&header.configuration)
            .map_err(|e| Failure::in_file(path, format_args!("configuration: {e}")))?,
        (_, path) => alone(crate::config::read(path.as_deref())?, args.algorithm.as_deref())?,
    };
    let job = match job {
        // without --block the blocks of `nic`; with it, also those that the configuration leaves out of it
        Job::Blocks(blocks) if blocks.is_empty() => Job::Blocks(blocks_in_nic(&config)),
        job => job,
    };
    if let (Some(name), Job::Blocks(blocks)) = (&args.algorithm, &job)
        && let Some(other) = blocks.iter().find(|block| !blocks_in_nic(&config).contains(block) && *block != name)
    {
        let what = format_args!("--block {other}: a NIC with {name} alone has no such block: expected another one");
        return Err(Failure::input(what));
    }
    let largest = match &job {
        Job::Trace(_, header) => header.block.as_str(),
        _ => args.block.as_deref().unwrap_or("nic"),
    };
    let mut bench = Bench::new(config, largest, args.verilog.as_deref(), args.rung)?;
    let flag =
        |name, path: &Option<PathBuf>| path.as_ref().map_or(String::new(), |p| format!(" {name} {}", p.display()));
    let algorithm = args.algorithm.as_ref().map_or(String::new(), |name| format!(" --algorithm {name}"));
    bench.source = flag("--config", &args.config) + &flag("--verilog", &args.verilog) + &algorithm;
    let usual = Options::new(args.events.unwrap_or(bench.options.events), args.seed);
    bench.options = Options {
        events: usual.events,
        seed: usual.seed,
        short: usual.short,
        fuzz: args.fuzz,
        vcd_dir: Some(args.vcd_dir),
        coverage_dir: args.coverage,
        ..bench.options
    };
    match job {
        Job::Blocks(blocks) => {
            work::enough(&bench, args.shard)?;
            let header = Header::new(&bench, &blocks, args.shard);
            let open = |folder: &PathBuf| Results::open(folder, &header, args.resume);
            let results = args.results.as_ref().map(open).transpose()?;
            let mut table = Table::start(&bench, about(&bench, args.shard.count == 1), &blocks)?;
            for block in blocks {
                if !table.push(work::block(&bench, block, args.shard, results.as_ref())?)? {
                    break;
                }
            }
            table.finish(args.junit.as_deref())
        }
        Job::Capture(name, frames) => {
            let mut table = Table::start(&bench, about(&bench, true), &[&work::of_capture(&name)])?;
            table.push(work::capture(&bench, &name, frames)?)?;
            table.finish(args.junit.as_deref())
        }
        Job::Trace(path, header) => {
            bench.options.seed = header.seed;
            let row = work::of_trace(&header.block, &path);
            let mut table = Table::start(&bench, about(&bench, true), &[&row])?;
            table.push(work::trace(&bench, &header.block, &path)?)?;
            table.finish(args.junit.as_deref())
        }
    }
}

/// The configuration with the unit of one algorithm, or with FCR over the units that it has.
fn alone(mut config: Config, algorithm: Option<&str>) -> Result<Config> {
    let Some(name) = algorithm else { return Ok(config) };
    let row = algorithm::named(name)?;
    match Algorithm::from_name(row.name) {
        Some(algorithm) => config.engine.units = vec![algorithm.unit()],
        None => (config.engine.fcr, config.parser.fcr) = (true, true),
    }
    config.check().map_err(|e| Failure::input(format_args!("--algorithm {name}: {e}")))?;
    Ok(config)
}

/// Says no before the run where what comes of it could not be written.
fn places(args: &Flags) -> Result {
    args.junit.as_deref().map_or(Ok(()), output::can_be_written)?;
    // what nobody asked for by name is made when there is something for it
    let named = args.vcd_dir != Path::new(MISMATCH);
    for folder in args.coverage.iter().chain(named.then_some(&args.vcd_dir)) {
        output::folder(folder)?;
    }
    Ok(())
}

/// What is asked for, as far as it can be told without a configuration: no blocks are those of the configuration.
fn job(args: &Flags) -> Result<Job> {
    if let (Some(path), Some(_)) = (&args.capture, &args.block) {
        return Err(Failure::in_file(path, "--capture runs the whole design: expected no --block"));
    }
    if args.resume && args.results.is_none() {
        return Err(Failure::input("--resume goes on where results end: expected --results with it"));
    }
    let verilog_only = [("--verilog", args.verilog.is_some()), ("--coverage", args.coverage.is_some())];
    if let (Held::Sim, Some((flag, _))) = (args.rung, verilog_only.iter().find(|(_, given)| *given)) {
        return Err(Failure::input(format_args!("{flag} is about Verilog: expected no --rung sim")));
    }
    if args.rung == Held::Netlist && args.coverage.is_some() {
        return Err(Failure::input("--coverage is about the emitted Verilog: expected no --rung netlist"));
    }
    let most = Plan::most_events(args.rung);
    if let Some(events) = args.events.filter(|events| *events > most) {
        let rung = if args.rung == Held::Sim { " with --rung sim" } else { "" };
        return Err(Failure::input(format_args!("--events {events}: expected at most {most}{rung}")));
    }
    if let Some(path) = &args.capture {
        return Ok(Job::Capture(path.display().to_string(), captured(path)?));
    }
    if let Some(path) = &args.trace {
        return Ok(Job::Trace(path.clone(), blocks::traced(path)?));
    }
    let blocks: Vec<&str> = match (args.block.as_deref(), args.fuzz) {
        (None, false) => vec![],
        (None, true) => blocks::FUZZED.to_vec(),
        (Some(only), _) => BLOCKS.into_iter().filter(|b| *b == only).collect(),
    };
    if let (Some(block), []) = (&args.block, blocks.as_slice()) {
        let all = BLOCKS.join(", ");
        return Err(Failure::input(format_args!("--block {block}: expected one of {all}")));
    }
    if let (true, Some(block)) = (args.fuzz, blocks.iter().find(|b| !blocks::FUZZED.contains(b))) {
        let all = blocks::FUZZED.join(", ");
        return Err(Failure::input(format_args!("--fuzz --block {block}: expected one of {all}")));
    }
    Ok(Job::Blocks(blocks))
}

fn about(bench: &Bench, whole: bool) -> About {
    let properties = vec![("simulator", bench.simulator().to_owned())];
    About { seed: bench.options.seed, config: bench.config.hash(), properties, whole }
}

/// The run behind `export --verify`: all blocks and the committed capture, on what was written to `folder`.
pub fn exported(config: &Config, folder: &Path) -> Result {
    let mut bench = Bench::new(config.clone(), "nic", Some(folder), Held::Rtl)?;
    bench.options.vcd_dir = Some(folder.join("mismatch"));
    let toml = folder.join("ackwright.toml");
    bench.source = format!(" --config {} --verilog {}", toml.display(), folder.display());
    let (blocks, of_capture) = (blocks_in_nic(&bench.config), work::of_capture(CAPTURE.0));
    let rows: Vec<&str> = blocks.iter().copied().chain([&*of_capture]).collect();
    let mut table = Table::start(&bench, about(&bench, true), &rows)?;
    let all = Shard { index: 0, count: 1 };
    let mut equal = true;
    for block in blocks {
        equal = equal && table.push(work::block(&bench, block, all, None)?)?;
    }
    if equal {
        let (name, bytes) = CAPTURE;
        let packets = capture::parse(bytes).map_err(|e| Failure::in_file(Path::new(name), e))?;
        table.push(work::capture(&bench, name, frames(packets))?)?;
    }
    table.finish(None)
}

/// The packets of a file: at least one, or there is nothing to compare.
fn captured(path: &Path) -> Result<Vec<Vec<u8>>> {
    let fail = |what: std::fmt::Arguments| Failure::input(format_args!("{}: {what}", capture::name(path)));
    let mut packets = capture::read(path).map_err(Failure::input)?;
    let cut = packets::leave_out_cut(&mut packets);
    match (packets.len(), cut) {
        (0, 0) => return Err(fail(format_args!("no packets: expected at least one"))),
        (0, _) => return Err(fail(format_args!("all packets are cut by the snap length: expected a whole one"))),
        (_, 0) => {}
        (_, cut) => {
            eprintln!("ackwright: {}: packets left out, as they are cut by the snap length: {cut}", capture::name(path))
        }
    }
    Ok(frames(packets))
}

fn frames(packets: Vec<capture::Frame>) -> Vec<Vec<u8>> {
    packets.into_iter().map(|p| p.bytes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::ExitCode;
    use tb::Rung;

    fn config(wait_slots: u32) -> Config {
        let mut config =
            Config::parse(include_str!("../../hdl/verilog/small/ackwright.toml")).expect("a legal configuration");
        config.engine.wait_slots = wait_slots;
        config
    }

    /// The block has fewer slots than the model: a bug of the design, in the form of another configuration.
    #[test]
    fn a_design_that_is_wrong_under_simulation_is_found_shrunk_and_exits_with_1() {
        let bench = Bench::new(config(8), "issue", None, Held::Sim).expect("a bench");
        let wrong = || blocks::instance(&config(4), "issue");
        let runs = [Plan::new(bench.options.events, 1, Held::Sim).run(0)];
        let design = bench.design("issue").expect("a block");
        let row = work::on(&bench, "issue", &runs, Rung::Sim(&wrong), &design, None).expect("a run");
        assert!(!row.verdict.is_equal(), "{} events", row.events);
        let report = row.report.clone().expect("a report");
        for part in [
            "in issue: ",
            "simulator   rust-hdl",
            "shrunk to",
            "outputs:",
            "EventAction {",
            "rerun: ackwright verify --block issue --events 2000 --seed 1 --rung sim",
        ] {
            assert!(report.contains(part), "{report} lacks {part:?}");
        }
        let mut table = Table::start(&bench, about(&bench, true), &["issue"]).expect("written");
        assert!(!table.push(row).expect("written"));
        let failure = table.finish(None).expect_err("a mismatch");
        assert_eq!(format!("{:?}", failure.report()), format!("{:?}", ExitCode::from(1)));
    }
}
