//! `ackwright replay`: JSON lines of events through the ideal, the model or the Verilated design.

mod hpcc;
mod ldcp;
mod line;

use crate::algorithm::Algorithm;
use crate::failure::{Failure, Result};
use crate::output;
use ::model::params::Rounded;
use clap::ValueEnum;
use layout::config::Config;
#[cfg(not(fuzzing))]
use layout::config::Unit;
use line::{Answer, Line};
use num_rational::BigRational;
use serde_json::Value;
use std::collections::HashMap;
use std::fmt::Display;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Run JSON lines of events through the ideal, the model or the Verilated design
///
/// A line is {"event": {...}} with optional "state", "qpn" and "id". Numbers are the raw integers that `formats` describes; the ideal
/// answers with exact fractions, and takes them as states.
///
/// ldcp, ldcp-pcc: {"ev": "ack"|"loss"|"rtt"|"cnp", "n": …, "ece": …}
///
/// hpcc: {"seq": …, "snd_nxt": …, "path": …, "hops": [[speed, ts, txBytes, qLen], …]}; hpcc-rx: "now" in place of the sequences. The
/// state has the hops of the telemetry before: "L": {"path": …, "hops": [[ts, txBytes, qLen], …]}, or null for none yet.
#[derive(clap::Args)]
pub struct Args {
    /// ldcp, ldcp-pcc, hpcc or hpcc-rx
    #[arg(long)]
    algorithm: String,
    #[arg(long, default_value = "model")]
    engine: Engine,
    /// TOML with parameters: decimals or "num/den", rounded to nearest
    #[arg(long, value_name = "FILE")]
    params: Option<PathBuf>,
    /// With --engine ideal: parameters stay as they are written, eta = 0.95 a 19/20
    #[arg(long, requires = "params")]
    exact_params: bool,
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
    /// Reads "event". The error names field and expectation, here and below.
    fn event(&self, event: &Value) -> Result<Self::Event, String>;
    /// Reads "state"; `exact` allows fractions.
    fn state(&self, state: &Value, exact: bool) -> Result<Self::State, String>;
    /// The error begins with the number of its line.
    fn ideal(&self, lines: &[LineOf<Self>]) -> Result<Vec<Answer>, String>;
    fn model(&self, lines: &[LineOf<Self>]) -> Vec<Answer>;
    #[cfg(not(fuzzing))] // tests/fuzz has no simulator
    fn rtl(&self, config: &Config, lines: &[LineOf<Self>]) -> Result<Vec<Answer>>;
}

type LineOf<R> = Line<<R as Replay>::State, <R as Replay>::Event>;

pub fn run(args: Args) -> Result {
    output::stdout(answers(&args, || input(args.input.as_deref()))?.as_bytes())
}

/// A line of answer for each line of an input, which comes with its name when all else is in order.
pub fn answers(args: &Args, input: impl FnOnce() -> Result<(String, String)>) -> Result<String> {
    if args.exact_params && args.engine != Engine::Ideal {
        return Err(Failure::input("--exact-params: expected --engine ideal, for all others round their parameters"));
    }
    match Algorithm::from_name(&args.algorithm)? {
        Algorithm::Ldcp(algorithm) => {
            let (params, asked) = params(args, ::model::params::Params::from_toml)?.unwrap_or_default();
            replay(args.engine, input()?, &ldcp::Ldcp { algorithm, params, asked })
        }
        Algorithm::Hpcc(side) => {
            let (params, asked) = params(args, hpcc::params)?.unwrap_or_default();
            replay(args.engine, input()?, &hpcc::Hpcc { side, params, asked })
        }
    }
}

fn replay<R: Replay>(engine: Engine, (name, text): (String, String), replay: &R) -> Result<String> {
    let config = Config::default();
    // all lines are checked before the first is run, so that nothing half-written comes out
    let lines = lines(replay, &name, &text, engine == Engine::Ideal, config.engine.qps)?;
    let answers = match engine {
        Engine::Ideal => replay.ideal(&lines).map_err(|e| Failure::input(format_args!("{name}:{e}")))?,
        Engine::Model => replay.model(&lines),
        #[cfg(not(fuzzing))]
        Engine::Rtl => replay.rtl(&config, &lines)?,
    };
    let mut out = String::with_capacity(answers.len() * 160);
    for (line, answer) in lines.iter().zip(answers) {
        out.push_str(&line::write(line, answer));
        out.push('\n');
    }
    Ok(out)
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
    let text = std::fs::read_to_string(path).map_err(|e| Failure::in_file(path, format_args!("cannot read: {e}")))?;
    let (params, rounded) = read(&text).map_err(|e| Failure::in_file(path, e))?;
    if args.exact_params {
        return Ok(Some((params, rounded)));
    }
    for r in rounded {
        eprintln!("ackwright: {}: {r}", path.display());
    }
    Ok(Some((params, Vec::new())))
}

/// The name and the text of the input.
fn input(path: Option<&Path>) -> Result<(String, String)> {
    match path {
        Some(p) if p != Path::new("-") => {
            let text = std::fs::read_to_string(p).map_err(|e| Failure::in_file(p, format_args!("cannot read: {e}")))?;
            Ok((p.display().to_string(), text))
        }
        _ => {
            let mut text = String::new();
            let read = std::io::stdin().lock().read_to_string(&mut text);
            read.map_err(|e| Failure::input(format_args!("standard input: {e}")))?;
            Ok(("standard input".into(), text))
        }
    }
}

fn lines<R: Replay>(replay: &R, name: &str, text: &str, exact: bool, qps: u32) -> Result<Vec<LineOf<R>>> {
    let numbered = text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty());
    numbered
        .map(|(i, l)| {
            line::read(replay, i + 1, l, exact, qps).map_err(|e| Failure::input(format_args!("{name}:{}: {e}", i + 1)))
        })
        .collect()
}

/// Runs the lines in order, each on what its QP holds: `new` before its first line.
fn in_order<S, E, Held, Out>(
    lines: &[Line<S, E>],
    new: impl Fn() -> Held,
    mut step: impl FnMut(&mut Held, &Line<S, E>) -> Out,
) -> impl Iterator<Item = Out> {
    let mut held = HashMap::new();
    lines.iter().map(move |line| step(held.entry(line.qpn).or_insert_with(&new), line))
}

/// An exact number as it is printed.
fn text(value: &BigRational) -> Value {
    ::model::number::fraction(value).into()
}

/// Refuses a run whose exact numbers would fill the memory.
fn short_enough<S, E>(line: &Line<S, E>, name: &str, value: &BigRational, log2_bits: u32) -> Result<(), String> {
    if value.denom().bits() <= 1 << log2_bits {
        return Ok(());
    }
    Err(format!(
        "{}: the exact {name} has passed 2^{log2_bits} bits: expected \"state\" on this line or before",
        line.number
    ))
}
