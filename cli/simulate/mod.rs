//! `ackwright simulate`: the golden model's algorithms, or the reference senders, in a network of hosts and switches.

mod compare;
mod nic;
mod watch;

use crate::failure::{Failure, Result};
use crate::interrupts::Interrupts;
use crate::output;
use fabric::SimulateError;
use fabric::nic::Algorithm;
use fabric::report::{self, Figures, FolderError, Others};
use fabric::scenario::{BUILT_IN, Scenario};
use nic::Nic;
use std::path::{Path, PathBuf};
use watch::Watch;

/// Run a scenario in a network of hosts and switches; writes completion times, queues, pictures, and what they come to
///
/// A folder of results has fct.txt, queue.csv, pfc.csv, qp.csv, results.json and report.html. Of several algorithms
/// each has a folder of its own in it, beside compare.html, compare.txt and queue.svg, which lay them side by side.
///
/// One seed gives the same bytes on every machine. Ctrl-C ends the run that is under way: what it has by then is
/// written, with "complete": false in results.json. A run in which nothing arrives ends with exit code 1.
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
}

#[derive(clap::Args)]
struct Flags {
    #[arg(value_name = "SCENARIO", required = true, help = scenarios())]
    scenario: Vec<PathBuf>,
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',', help = format!(
        "Algorithms to run one after the other: {}; with --nic cycle {}, with --nic reference {}. The scenario's own \
         without it", Nic::Function.names(), Nic::Cycle.names(), Nic::Reference.names()))]
    cc: Vec<String>,
    /// What makes windows and rates: function (the golden model's steps, the default), cycle (its engine, clock by
    /// clock at 200 MHz, behind the parser's latency), or reference (the senders that the public HPCC simulator has,
    /// only to compare)
    #[arg(long, value_name = "NIC", value_parser = nic::named)]
    nic: Option<Nic>,
    /// Seed of traffic, marks and losses; the scenario's without it
    #[arg(long, allow_hyphen_values = true, value_parser = args::whole::<u64>(0..=u64::MAX))]
    seed: Option<u64>,
    /// Where to write
    #[arg(long, value_name = "DIR", default_value = "ackwright_simulate")]
    out: PathBuf,
    /// Replace also what no simulation wrote, or what was changed since
    #[arg(long)]
    force: bool,
}

fn scenarios() -> String {
    let names = BUILT_IN.map(|(name, _)| name).join(", ");
    let folder = "a folder with topology.txt and flow.txt or a CDF of flow sizes, or such files themselves";
    format!("A TOML file, one that is built in ({names}), {folder}")
}

pub fn run(args: Args) -> Result {
    match args.command {
        Some(Command::Compare(args)) => compare::run(&args),
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
fn runs(args: &Flags) -> Result<Vec<Run>> {
    let mut scenario = Scenario::of(&args.scenario).map_err(Failure::input)?;
    scenario.seed = args.seed.unwrap_or(scenario.seed);
    let algorithms = nic::algorithms(args.nic, &args.cc, &scenario)?;
    report::check_folder(&args.out, others(args.force))?;
    let folder = |cc: Algorithm| if algorithms.len() > 1 { args.out.join(cc.name()) } else { args.out.clone() };
    let of = |&cc: &Algorithm| {
        let mut run = Run { scenario: scenario.clone(), folder: folder(cc) };
        run.scenario.cc = cc;
        report::check_folder(&run.folder, others(args.force))?;
        fabric::check(&run.scenario)?;
        Ok(run)
    };
    algorithms.iter().map(of).collect()
}

fn simulate(args: &Flags) -> Result {
    let runs = runs(args)?;
    let interrupts = Interrupts::hear().map_err(Failure::input)?;
    let done = all(args, &runs, &interrupts);
    interrupts.obey();
    done
}

fn all(args: &Flags, runs: &[Run], interrupts: &Interrupts) -> Result {
    let mut figures = Vec::new();
    for run in runs {
        if interrupts.came() {
            break;
        }
        let of = one(run, others(args.force), interrupts)?;
        if runs.len() > 1 && figures.is_empty() {
            // from here on it is ours, with folders in it
            report::write_folder(&args.out, &[], Others::Replaced)?;
        }
        figures.push(of);
    }
    if figures.len() > 1 { compare::write(&figures, &args.out, others(args.force)) } else { Ok(()) }
}

/// Runs, writes, and says what it came to.
fn one(run: &Run, others: Others, interrupts: &Interrupts) -> Result<Figures> {
    let mut watch = Watch::new(&run.scenario, interrupts);
    let outcome = fabric::simulate_watched(&run.scenario, &mut |moment| watch.look(moment))?;
    drop(watch);
    report::write_folder(&run.folder, &report::files(&run.scenario, &outcome), others)?;
    let figures = report::figures(&run.scenario, &outcome);
    output::line(line(&figures, &run.folder))?;
    Ok(figures)
}

fn line(figures: &Figures, folder: &Path) -> String {
    let (title, done, flows) = (figures.title(), figures.completed, figures.flows);
    let state = if figures.complete { String::new() } else { ", not complete".to_owned() };
    let (ratio, queue) = (figures.makespan_over_bound(), figures.queue.longest_bytes as f64 / 1000.0);
    let file = folder.join("report.html");
    format!(
        "{title}: {done} of {flows} flows{state}, makespan / bound {ratio}, longest queue {queue} kB, {}",
        file.display()
    )
}
