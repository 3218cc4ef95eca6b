//! `ackwright simulate`: the golden model's algorithms, or the reference senders, in a network of hosts and switches.

mod compare;
mod nic;
mod rtl;
mod sweep;
mod watch;

use crate::failure::{Failure, Result};
use crate::interrupts::Interrupts;
use crate::output;
use fabric::nic::{Algorithm, Compared, Engines, MakeTwin};
use fabric::report::{self, Figures, FolderError, Others};
use fabric::scenario::{BUILT_IN, Kind, MAX_SAMPLES, Pacing, Scenario};
use fabric::{Counters, Outcome, SimulateError};
use layout::config::Config;
use nic::Nic;
use rtl::Rtl;
use std::path::{Path, PathBuf};
use watch::Watch;

/// Run a scenario in a network of hosts and switches; writes completion times, queues, pictures, and what they come to
///
/// A folder of results has fct.txt, queue.csv, pfc.csv, qp.csv, results.json and report.html, and queue.txt of public
/// files. Of several algorithms
/// each has a folder of its own in it, beside compare.html, compare.txt and queue.svg, which lay them side by side.
///
/// With a table [fcr] in the scenario switches advise their senders (FCR), which all but --nic reference obey: the
/// scenario `fcr` is `many-to-one` with it. Its keys are queue_bytes, period_rtts, share_percent, validity_periods,
/// late_us, lost_percent and forged.
///
/// One seed gives the same bytes on every machine. Ctrl-C ends the run that is under way: what it has by then is
/// written, with "complete": false in results.json, and the exit code is 130. A run in which nothing arrives
/// ends with exit code 1.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: Flags,
}

#[derive(clap::Subcommand)]
enum Command {
    Compare(compare::Args),
    Merge(sweep::Merge),
}

#[derive(clap::Args)]
struct Flags {
    #[arg(value_name = "SCENARIO", required = true, help = scenarios())]
    scenario: Vec<PathBuf>,
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',', help = format!(
        "Algorithms to run one after the other: {}; with --nic cycle or rtl {}, with --nic ideal {}, with --nic \
         reference {}. The scenario's own without it", Nic::Function.names(), Nic::Cycle.names(), Nic::Ideal.names(),
         Nic::Reference.names()))]
    cc: Vec<String>,
    /// What makes windows and rates: function (the golden model's steps, the default), cycle (its engine, clock by
    /// clock at 200 MHz, behind the parser's latency), rtl (the same, with the Verilated engine in lockstep: every
    /// output is compared in every cycle), ideal (the same rules in exact fractions), or reference (the senders that
    /// the public HPCC simulator has, only to compare)
    #[arg(long, value_name = "NIC", value_parser = nic::named)]
    nic: Option<Nic>,
    /// Configuration of the engines of cycle and rtl; without it that of --verilog, or the reference configuration
    /// with the algorithm alone
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// With --nic rtl: the Verilog in this folder, as `export` wrote it or as it was changed since, in place of newly
    /// emitted text; with [fcr] one that has limit, such as of the block top
    #[arg(long, value_name = "DIR")]
    verilog: Option<PathBuf>,
    /// Who says when a flow of cycle or rtl may send: shaper (the block sender behind the engine, by grants; with rtl
    /// the Verilated one beside its model) or host (the rules of the network's hosts, as for all others). The
    /// scenario's own without it, which is shaper where it says nothing
    #[arg(long, value_name = "PACING", value_parser = pacing)]
    pacing: Option<Pacing>,
    /// With --nic rtl: clock the Verilog in every cycle, also where nothing is under way in its model
    #[arg(long)]
    every_cycle: bool,
    /// With --nic rtl and --pacing host: the Verilog's updates drive the network, whatever its model says, and nothing
    /// is compared. Shows what a changed line does to completion times and queues
    #[arg(long)]
    unchecked: bool,
    /// Seed of traffic, marks and losses; the scenario's without it
    #[arg(long, allow_hyphen_values = true, value_parser = args::whole::<u64>(0..=u64::MAX))]
    seed: Option<u64>,
    /// Samples that queue.txt of public files has, 1 us apart from 2 s on; without it until 1.9 ms behind the whole ms
    /// in which the run ends
    #[arg(long, value_name = "N", conflicts_with = "results", allow_hyphen_values = true)]
    #[arg(value_parser = args::whole::<u64>(1..=MAX_SAMPLES))]
    samples: Option<u64>,
    /// Where to write
    #[arg(long, value_name = "DIR", default_value = "ackwright_simulate")]
    out: PathBuf,
    /// Replace also what no simulation wrote, or what was changed since
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    sweep: sweep::Args,
}

impl Flags {
    /// The configuration of the engines: without one, that of the exported folder.
    fn config(&self) -> Option<PathBuf> {
        let own = || Some(self.verilog.as_ref()?.join("ackwright.toml")).filter(|file| file.is_file());
        self.config.clone().or_else(own)
    }
}

fn pacing(text: &str) -> std::result::Result<Pacing, String> {
    Pacing::named(text).ok_or_else(|| "expected host or shaper".to_owned())
}

fn scenarios() -> String {
    let names = BUILT_IN.map(|(name, _)| name).join(", ");
    let folder = "a folder with topology.txt and flow.txt or a CDF of flow sizes, such files themselves, a \
                  config.txt of the public HPCC simulator, or htsim's .topo and .cm";
    format!("A TOML file, one that is built in ({names}), {folder}")
}

pub fn run(args: Args) -> Result {
    match args.command {
        Some(Command::Compare(args)) => compare::run(&args),
        Some(Command::Merge(args)) => sweep::merge_command(&args),
        None => simulate(&args.run),
    }
}

impl From<FolderError> for Failure {
    fn from(e: FolderError) -> Failure {
        Failure::input(e)
    }
}

impl From<SimulateError> for Failure {
    fn from(e: SimulateError) -> Failure {
        match e {
            SimulateError::Nothing { .. } => Failure::Nothing(e.to_string()),
            SimulateError::Scenario(e) => Failure::input(e),
            SimulateError::Engines(e) => Failure::input(e),
            e @ SimulateError::Unchecked => Failure::input(e),
            // its report is printed before
            SimulateError::Differs(_) => Failure::Mismatch,
        }
    }
}

fn others(force: bool) -> Others {
    if force { Others::Replaced } else { Others::Kept }
}

/// A scenario under one algorithm, and where its results go.
struct Run {
    scenario: Scenario,
    folder: PathBuf,
}

/// All that is to be run, each of it such as can be run and written.
fn runs(args: &Flags, scenario: &Scenario, algorithms: &[Algorithm], bodies: &Bodies) -> Result<Vec<Run>> {
    report::check_folder(&args.out, others(args.force))?;
    let folder = |cc: Algorithm| if algorithms.len() > 1 { args.out.join(cc.name()) } else { args.out.clone() };
    let of = |&cc: &Algorithm| {
        let mut run = Run { scenario: scenario.clone(), folder: folder(cc) };
        run.scenario.cc = cc;
        report::check_folder(&run.folder, others(args.force))?;
        check(args, &run, bodies)?;
        Ok(run)
    };
    algorithms.iter().map(of).collect()
}

/// Says no where the run would.
fn check(args: &Flags, run: &Run, bodies: &Bodies) -> Result {
    match fabric::check(&run.scenario, Engines { config: bodies.config.as_ref(), ..Engines::default() }) {
        Err(SimulateError::Engines(e)) => Err(Failure::in_file(&args.config().unwrap_or_default(), e)),
        checked => Ok(checked?),
    }
}

/// Flags of engines are for runs that have some.
fn fit(args: &Flags, scenario: &Scenario, algorithms: &[Algorithm]) -> Result {
    let all = || scenario.algorithms().skip(1).chain(algorithms.iter().copied());
    let engine = || all().any(|cc| matches!(cc, Algorithm::Cycle(_) | Algorithm::Rtl(_)));
    let flags = [
        ("--config", args.config.is_some(), engine()),
        ("--pacing", args.pacing.is_some(), engine()),
        ("--verilog", args.verilog.is_some(), all().any(|cc| matches!(cc, Algorithm::Rtl(_)))),
        ("--every-cycle", args.every_cycle, all().any(|cc| matches!(cc, Algorithm::Rtl(_)))),
        ("--unchecked", args.unchecked, all().any(|cc| matches!(cc, Algorithm::Rtl(_)))),
    ];
    match flags.into_iter().find(|(_, given, used)| *given && !used) {
        None if args.unchecked && (scenario.pacing != Some(Pacing::Host) || scenario.fcr.is_some()) => {
            Err(Failure::input("--unchecked: expected --pacing host, and no switches that advise (fcr), with it"))
        }
        None if args.unchecked && args.sweep.results.is_some() => {
            Err(Failure::input("--unchecked: expected no --results with it, as a sweep's runs are compared"))
        }
        Some((flag, ..)) => {
            let or = if matches!(flag, "--config" | "--pacing") { "cycle or rtl" } else { "rtl" };
            Err(Failure::input(format_args!("{flag}: no flow of the run has such an engine: expected --nic {or}")))
        }
        None => Ok(()),
    }
}

fn simulate(args: &Flags) -> Result {
    args.sweep.check()?;
    let config = args.config().map(|path| crate::config::read(Some(&path))).transpose()?;
    let mut scenario = Scenario::of(&args.scenario).map_err(Failure::input)?;
    scenario.seed = args.seed.unwrap_or(scenario.seed);
    if args.samples.is_some() && scenario.kind != Kind::Files {
        let expected = "expected topology.txt with flow.txt or a CDF, as nothing else has a queue.txt";
        return Err(Failure::input(format_args!("--samples: {expected}")));
    }
    scenario.samples = args.samples.or(scenario.samples);
    scenario.pacing = args.pacing.or(scenario.pacing);
    nic::groups(args.nic, &mut scenario);
    let algorithms = nic::algorithms(args.nic, &args.cc, &scenario)?;
    fit(args, &scenario, &algorithms)?;
    let mut all_algorithms = scenario.algorithms().skip(1).chain(algorithms.iter().copied());
    let mut bodies = Bodies { config, rtl: None };
    let has_rtl = all_algorithms.any(|cc| matches!(cc, Algorithm::Rtl(_)));
    let make = || has_rtl.then(|| Rtl::new(args.verilog.clone(), scenario.pacing != Some(Pacing::Host))).transpose();
    if let Some(folder) = &args.sweep.results {
        bodies.rtl = make()?;
        tell_unused(args, &scenario, &algorithms);
        return sweep::run(args, folder, &scenario, &algorithms, &bodies);
    }
    let runs = runs(args, &scenario, &algorithms, &bodies)?;
    bodies.rtl = make()?;
    tell_unused(args, &scenario, &algorithms);
    let interrupts = Interrupts::hear().map_err(Failure::input)?;
    let done = all(args, &runs, &bodies, &interrupts);
    interrupts.obey();
    done
}

/// Keys of a config.txt that change nothing, on stderr: those of a sender a line each, the others in one.
fn tell_unused(args: &Flags, scenario: &Scenario, algorithms: &[Algorithm]) {
    scenario.lacking_keys().iter().for_each(|line| eprintln!("ackwright: {line}"));
    let keys = scenario.unused_keys(algorithms).join(", ");
    if !keys.is_empty() {
        eprintln!("ackwright: {}: counts for nothing here: {keys}", args.scenario[0].display());
    }
}

/// What engines are made of.
struct Bodies {
    config: Option<Config>,
    rtl: Option<Rtl>,
}

fn all(args: &Flags, runs: &[Run], bodies: &Bodies, interrupts: &Interrupts) -> Result {
    let mut figures = Vec::new();
    for run in runs {
        if interrupts.came() {
            break;
        }
        let of = one(args, run, bodies, interrupts)?;
        if runs.len() > 1 && figures.is_empty() {
            // from here on it is ours, with folders in it
            report::write_folder(&args.out, &[], Others::Replaced)?;
        }
        figures.push(of);
    }
    tell_older(args, runs);
    if figures.len() > 1 { compare::write(&figures, &args.out, others(args.force)) } else { Ok(()) }
}

/// Results of algorithms that this call has not run stay beside its own: said on stderr.
fn tell_older(args: &Flags, runs: &[Run]) {
    let folders = Algorithm::ALL.iter().map(|(name, _)| args.out.join(name));
    let older = folders.filter(|folder| folder.is_dir() && runs.iter().all(|run| run.folder != *folder));
    older.for_each(|folder| eprintln!("ackwright: {}: of an earlier call, and left as it is", folder.display()));
}

/// Runs; a difference of the RTL has its report.
fn outcome(args: &Flags, run: &Run, bodies: &Bodies, interrupts: &Interrupts) -> Result<Outcome> {
    Ok(ran(args, run, bodies, interrupts)??)
}

/// The same, with what the run came to.
fn ran(
    args: &Flags,
    run: &Run,
    bodies: &Bodies,
    interrupts: &Interrupts,
) -> Result<std::result::Result<Outcome, SimulateError>> {
    let twin = bodies.rtl.as_ref().map(|rtl| |config: &Config| rtl.twin(config));
    let engines = Engines {
        config: bodies.config.as_ref(),
        twin: twin.as_ref().map(|twin| twin as &MakeTwin<'_>),
        every_cycle: args.every_cycle,
        unchecked: args.unchecked,
    };
    let mut watch = Watch::new(&run.scenario, interrupts);
    let outcome = fabric::simulate_watched(&run.scenario, engines, &mut |moment| watch.look(moment));
    drop(watch);
    if let Some(failure) = bodies.rtl.as_ref().and_then(|rtl| rtl.failure.take()) {
        return Err(failure);
    }
    let Scenario { cc, seed, .. } = run.scenario;
    if let Err(SimulateError::Differs(difference)) = &outcome {
        let title = format!("{}, {}, seed {seed}", run.scenario.name(), cc.name());
        rtl::report(&title, difference, args, nic::name_of(cc), seed)?;
    }
    Ok(outcome)
}

/// Runs, writes, and says what it came to.
fn one(args: &Flags, run: &Run, bodies: &Bodies, interrupts: &Interrupts) -> Result<Figures> {
    let outcome = outcome(args, run, bodies, interrupts)?;
    say(&run.scenario, &outcome);
    report::write_folder(&run.folder, &report::files(&run.scenario, &outcome), others(args.force))?;
    let figures = report::figures(&run.scenario, &outcome);
    output::line(line(&figures, &run.folder.join("report.html")))?;
    if bodies.rtl.is_some() && args.unchecked {
        output::line("rtl drove the network, and was compared with nothing")?;
    } else if bodies.rtl.is_some() {
        let Compared { cycles, skipped, updates, sender, grants } = outcome.compared;
        let granted = match sender {
            0 => String::new(),
            _ => format!("; {grants} grants in {sender} cycles of the sender half"),
        };
        output::line(format_args!(
            "rtl = model: {updates} updates in {cycles} cycles; {skipped} at rest were skipped{granted}"
        ))?;
    }
    Ok(figures)
}

/// What a user has to know of the results, on standard error.
fn say(scenario: &Scenario, outcome: &Outcome) {
    let name = format!("{}, {}", scenario.name(), scenario.cc.name());
    if !outcome.note.is_empty() {
        eprintln!("ackwright: {name}: {}", outcome.note);
    }
    outcome.unread.iter().for_each(|line| eprintln!("ackwright: {line}"));
    if outcome.stood_still != 0 {
        let (still, flows) = (outcome.stood_still, outcome.flows.len());
        let Counters { dropped, lost, timeouts, .. } = outcome.counters;
        let (dropped, lost) = (dropped.packets, lost.packets);
        eprintln!(
            "ackwright: {name}: {still} of {flows} flows stood still, as nothing was left to happen: {dropped} packets \
             were dropped for want of memory, {lost} lost on links, {timeouts} timeouts"
        );
    }
    if outcome.cut {
        let (us, done) = (outcome.limit_ns / 1000, outcome.flows.iter().filter(|flow| flow.fct_ns.is_some()).count());
        let flows = outcome.flows.len();
        eprintln!("ackwright: {name}: cut {us} us after the first start, {done} of {flows} flows are complete");
    }
}

fn line(figures: &Figures, file: &Path) -> String {
    let (title, done, flows) = (figures.title(), figures.completed, figures.flows);
    let state = if figures.complete { String::new() } else { ", not complete".to_owned() };
    let ratio = figures.makespan_over_bound().map_or(String::new(), |ratio| format!(", makespan / bound {ratio}"));
    let queue = figures.queue.longest_bytes as f64 / 1000.0;
    let pings = figures.pings.as_ref();
    let tail = pings.map_or(String::new(), |p| format!(", 8 bytes in {} us (99.9 %)", p.p99_9_ns as f64 / 1000.0));
    format!("{title}: {done} of {flows} flows{state}{ratio}, longest queue {queue} kB{tail}, {}", file.display())
}
