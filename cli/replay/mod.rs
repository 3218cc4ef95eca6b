//! `ackwright replay`: JSON lines of events through the ideal, the model or the Verilated design.

mod answer;
#[cfg(not(fuzzing))]
mod dcqcn;
#[cfg(not(fuzzing))]
mod fcr;
mod hpcc;
mod input;
mod ldcp;
mod line;
mod plain;
mod rule;
#[cfg(not(fuzzing))]
mod socket;
#[cfg(all(test, not(fuzzing)))]
mod tests;

use crate::algorithm;
use crate::bounded;
use crate::failure::{Failure, Result};
use ::model::algorithms::Entry;
use ::model::params::Rounded;
use clap::ValueEnum;
use hpcc::Side;
pub use input::{Answers, Input};
use layout::algorithms::{Row, names};
use layout::config::{Config, Unit};
use layout::fcr::MAX_SOURCES;
use layout::record::Algorithm;
use line::Line;
use num_rational::BigRational;
use serde_json::Value;
use std::collections::HashMap;
use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Run JSON lines of events through the ideal, the model or the Verilated design
///
/// A line is {"event": {...}} with optional "state", "qpn" and "id". Numbers are the raw integers that `formats`
/// describes, and of one bit true and false too; the ideal answers with exact fractions, and takes them as states. A
/// "state" replaces the fields that it gives; the QP's others stay as its lines before left them.
///
/// ldcp, ldcp-pcc: {"ev": "ack"|"loss"|"rtt"|"cnp", "n": …, "ece": …}, or what came while one waited, as one step:
/// {"ev": "folded", "n0": …, "n1": …, "rtts": …, "cnps": …}
///
/// hpcc: {"seq": …, "snd_nxt": …, "path": …, "hops": [[speed, ts, txBytes, qLen], …]}; hpcc-rx: "now" in place of the
/// sequences. The state has the hops of the telemetry before: "L": {"path": …, "hops": [[ts, txBytes, qLen], …]}, or
/// null for none yet.
///
/// The others: event and state have the fields that `formats` lists; "ev" is the name of a kind.
///
/// --engine rtl runs the engine of a configuration; of dcqcn-p and dcqcn-d, where a line is a control period, the
/// module that ends one, and of fcr, which lies over the engine, the block of that name.
///
/// Lines are answered as they come, in their order, and none is kept: an answer is out before the next line is waited
/// for. The first line that is wrong ends the run with exit code 2; the answers before it are printed. A FILE without
/// an event is refused likewise; standard input without one has no answer, and is no error.
///
/// Exact fractions grow with every event. With --engine ideal a run of one QP without a "state" ends, in the same way,
/// where one has passed the bits that the message names: after tens to hundreds of events.
#[derive(clap::Args)]
pub struct Args {
    #[arg(long, help = format!("One of {}", names()))]
    algorithm: String,
    #[arg(long, default_value = "model")]
    engine: Engine,
    /// TOML with parameters: decimals or "num/den", rounded to nearest
    #[arg(long, value_name = "FILE")]
    params: Option<PathBuf>,
    /// With --engine ideal: parameters stay as they are written, eta = 0.95 a 19/20
    #[arg(long, requires = "params")]
    exact_params: bool,
    /// Configuration, for its QPs and hops; the reference configuration without it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// JSON lines; standard input for - or without a name
    #[arg(value_name = "FILE")]
    input: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Engine {
    Ideal,
    Model,
    #[cfg(not(fuzzing))]
    Rtl,
}

/// An algorithm with its parameters: how its lines read, and its engines.
trait Replay {
    /// The fields of the context that a line replaces.
    type State;
    type Event;
    /// Reads a line in the form that programs write; None where it is another, or wrong.
    fn plain(&self, text: &str) -> Option<LineOf<Self>>;
    /// Reads "event". The error names field and expectation, here and below.
    fn event(&self, event: &Value) -> Result<Self::Event, String>;
    /// Reads "state"; `exact` allows fractions.
    fn state(&self, state: &Value, exact: bool) -> Result<Self::State, String>;
    fn ideal(&self) -> Result<EngineOf<'_, Self>>;
    fn model(&self) -> EngineOf<'_, Self>;
    #[cfg(not(fuzzing))] // tests/fuzz has no simulator
    fn rtl(&self, config: &Config) -> Result<EngineOf<'_, Self>>;
}

type LineOf<R> = Line<<R as Replay>::State, <R as Replay>::Event>;
type EngineOf<'a, R> = Steps<'a, LineOf<R>>;
/// An engine with all that its QPs hold: takes a line, and writes its answer.
type Steps<'a, Line> = Box<dyn FnMut(&Line, &mut Vec<u8>) -> Result<(), Wrong> + 'a>;

/// The engine folds by itself, and is given single events.
#[cfg(not(fuzzing))]
const NOT_GIVEN: &str = "event.ev = folded: no event that the engine is given: expected --engine ideal or model";

/// Why a line has no answer.
enum Wrong {
    /// What is wrong with it.
    Line(String),
    #[cfg(not(fuzzing))]
    Run(Failure),
}

pub fn run(args: Args) -> Result {
    answers(&args, || Input::open(args.input.as_deref()), std::io::stdout().lock())
}

/// A line of answer for each line of an input, which is opened when all else is in order.
pub fn answers<'a>(args: &Args, input: impl FnOnce() -> Result<Input<'a>>, out: impl Write) -> Result {
    if args.exact_params && args.engine != Engine::Ideal {
        return Err(Failure::input("--exact-params: expected --engine ideal, for all others round their parameters"));
    }
    let row = algorithm::named(&args.algorithm)?;
    let config = config(args.config.as_deref(), row)?;
    match row.engine {
        Some((algorithm, Unit::Ldcp)) => {
            let (params, asked) = params(args, ::model::ldcp::Params::from_toml)?.unwrap_or_default();
            replay(args.engine, &config, input()?, out, &ldcp::Ldcp { algorithm, params, asked })
        }
        Some((algorithm, Unit::Hpcc)) => {
            let side = if algorithm == Algorithm::HpccRx { Side::Receiver } else { Side::Sender };
            let (params, asked) = params(args, hpcc::params)?.unwrap_or_default();
            let hpcc = hpcc::Hpcc { side, params, asked, hops: config.hpcc.hops as usize };
            replay(args.engine, &config, input()?, out, &hpcc)
        }
        _ => {
            let entry = Entry::of(row).expect("an algorithm without a reader of its own is a rule");
            let asked = |text: &str| rule::Numbers::asked(entry, text);
            let numbers = rule::Numbers::new(entry, params(args, asked)?)?;
            replay(args.engine, &config, input()?, out, &numbers)
        }
    }
}

fn replay<R: Replay>(engine: Engine, config: &Config, mut input: Input, out: impl Write, replay: &R) -> Result {
    let mut answers = Answers::new(out);
    let make = || match engine {
        Engine::Ideal => replay.ideal(),
        Engine::Model => Ok(replay.model()),
        #[cfg(not(fuzzing))]
        Engine::Rtl => replay.rtl(config),
    };
    // made for the first line that is in order: a design may have to be built
    let mut steps = None;
    let mut counter = Counter::default();
    let (exact, qps) = (engine == Engine::Ideal, config.engine.qps);
    let done = loop {
        let line = match input.next(&mut answers) {
            Ok(Some(text)) => line::read(replay, text, exact, qps),
            Ok(None) if counter.lines == 0 && !answers.is_unread() => break input.was_empty(),
            Ok(None) => break Ok(()),
            Err(failure) => break Err(failure),
        };
        let line = match line {
            Ok(line) => line,
            Err(what) => break Err(input.wrong(what)),
        };
        let step = match &mut steps {
            Some(step) => step,
            None => match make() {
                Ok(step) => steps.insert(step),
                Err(failure) => break Err(failure),
            },
        };
        match step(&line, &mut answers.bytes) {
            Ok(()) => {
                counter.one_more();
                answers.full()?;
            }
            Err(Wrong::Line(what)) => break Err(input.wrong(what)),
            #[cfg(not(fuzzing))]
            Err(Wrong::Run(failure)) => break Err(failure),
        }
    };
    answers.hand_on()?;
    done
}

/// Shows on a terminal that lines are answered.
#[derive(Default)]
struct Counter {
    lines: u64,
    #[cfg(not(fuzzing))]
    shown: Option<indicatif::ProgressBar>,
}

impl Counter {
    fn one_more(&mut self) {
        // to show each would take longer than to answer it
        #[cfg(not(fuzzing))]
        if self.lines.is_multiple_of(64) {
            let shown = self.shown.get_or_insert_with(|| crate::progress::count("lines answered"));
            shown.set_position(self.lines);
        }
        self.lines += 1;
    }
}

/// The configuration, which must have the algorithm's unit where the reader asks an engine; and as many places for
/// advices as a QP has here.
fn config(path: Option<&Path>, row: &Row) -> Result<Config> {
    let config = crate::config::read(path)?;
    match (path, row.engine) {
        (Some(path), Some((_, unit))) if !config.has(unit) => {
            let name = row.name;
            let told = format_args!("engine.units is without the unit of --algorithm {name}: expected it among them");
            Err(Failure::in_file(path, told))
        }
        (Some(path), _) if row.name == "fcr" && config.fcr.sources as usize != MAX_SOURCES => {
            let told =
                format_args!("fcr.sources = {}: replay keeps advices of {MAX_SOURCES} switches", config.fcr.sources);
            Err(Failure::in_file(path, format_args!("{told}: expected {MAX_SOURCES}, or no such key")))
        }
        _ => Ok(config),
    }
}

/// The engine of a configuration with this unit alone: the other one would only take time.
#[cfg(not(fuzzing))]
fn with_unit(config: &Config, unit: Unit) -> Config {
    let mut config = config.clone();
    config.engine.units = vec![unit];
    config
}

/// The parameters of a file, if there is one. Every rounding is told on stderr, or else handed on to be undone.
fn params<P, E: Display>(
    args: &Args,
    read: impl Fn(&str) -> Result<(P, Vec<Rounded>), E>,
) -> Result<Option<(P, Vec<Rounded>)>> {
    let Some(path) = args.params.as_deref() else { return Ok(None) };
    let text = bounded::text(path)?;
    let (params, rounded) = read(&text).map_err(|e| Failure::in_file(path, e))?;
    if args.exact_params {
        return Ok(Some((params, rounded)));
    }
    for r in rounded {
        eprintln!("ackwright: {}: {r}", path.display());
    }
    Ok(Some((params, Vec::new())))
}

/// An engine that runs the lines in order, each on what its QP holds: `new` before its first line.
fn in_order<'a, S, E, Held: 'a>(
    new: impl Fn() -> Held + 'a,
    mut step: impl FnMut(&mut Held, &Line<S, E>, &mut Vec<u8>) -> Result<(), String> + 'a,
) -> Steps<'a, Line<S, E>> {
    let mut held = HashMap::new();
    Box::new(move |line, out| step(held.entry(line.qpn).or_insert_with(&new), line, out).map_err(Wrong::Line))
}

/// Refuses a run whose exact numbers would fill the memory.
fn short_enough(name: &str, value: &BigRational, log2_bits: u32) -> Result<(), String> {
    if value.denom().bits() <= 1 << log2_bits {
        return Ok(());
    }
    Err(format!("the exact {name} has passed 2^{log2_bits} bits: expected \"state\" on this line or before"))
}
