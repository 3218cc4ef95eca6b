//! `ackwright replay`: JSON lines of events through the ideal, the model or the Verilated design.

mod ideal;
mod line;
mod model;
mod rtl;

use crate::failure::{Failure, Result};
use crate::formats::algorithm;
use crate::output;
use ::model::params::Params;
use clap::ValueEnum;
use layout::config::Config;
use layout::record::Algorithm;
use line::{Answer, Line};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Run JSON lines of events through the ideal, the model or the Verilated design
///
/// A line is {"event": {"ev": "ack"|"loss"|"rtt"|"cnp", "n": …, "ece": …}} with optional "state", "qpn" and "id". Numbers are the
/// raw integers that `formats` describes; the ideal answers with exact fractions, and takes them as states.
#[derive(clap::Args)]
pub struct Args {
    /// ldcp or ldcp-pcc
    #[arg(long)]
    algorithm: String,
    #[arg(long, default_value = "model")]
    engine: Engine,
    /// TOML with parameters: decimals or "num/den", rounded to nearest
    #[arg(long, value_name = "FILE")]
    params: Option<PathBuf>,
    /// JSON lines; standard input for - or without a name
    #[arg(value_name = "FILE")]
    input: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Engine {
    Ideal,
    Model,
    Rtl,
}

pub fn run(args: Args) -> Result {
    let algorithm = algorithm(&args.algorithm)?;
    let params = params(args.params.as_deref())?;
    let (name, text) = input(args.input.as_deref())?;
    let config = Config::default();
    // all lines are checked before the first is run, so that nothing half-written comes out
    let lines = lines(&name, &text, args.engine == Engine::Ideal, config.engine.qps)?;
    let answers = match args.engine {
        Engine::Ideal => {
            ideal::run(algorithm, &params, &lines).map_err(|e| Failure::input(format_args!("{name}:{e}")))?
        }
        Engine::Model => model::run(algorithm, &params, &lines),
        Engine::Rtl => rtl::run(algorithm, &params, &config, &lines)?,
    };
    let mut out = String::with_capacity(answers.len() * 160);
    for (line, answer) in lines.iter().zip(&answers) {
        out.push_str(&line::write(line, answer));
        out.push('\n');
    }
    output::stdout(out.as_bytes())
}

/// The parameters of a file; every rounding is told on stderr.
fn params(path: Option<&Path>) -> Result<Params> {
    let Some(path) = path else { return Ok(Params::default()) };
    let text = std::fs::read_to_string(path).map_err(|e| Failure::in_file(path, format_args!("cannot read: {e}")))?;
    let (params, rounded) = Params::from_toml(&text).map_err(|e| Failure::in_file(path, e))?;
    for r in rounded {
        eprintln!("ackwright: {}: {r}", path.display());
    }
    Ok(params)
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

fn lines(name: &str, text: &str, exact: bool, qps: u32) -> Result<Vec<Line>> {
    let numbered = text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty());
    numbered
        .map(|(i, l)| {
            line::read(i + 1, l, exact, qps).map_err(|e| Failure::input(format_args!("{name}:{}: {e}", i + 1)))
        })
        .collect()
}

/// A value that an engine keeps for each QP, made when the QP is first named.
fn per_qp<T>(map: &mut std::collections::HashMap<u32, T>, qpn: u32, new: impl FnOnce() -> T) -> &mut T {
    map.entry(qpn).or_insert_with(new)
}

/// What a QP holds before its first event.
fn reset_context(algorithm: Algorithm) -> ::model::event::HostContext {
    ::model::event::HostContext { alg: algorithm, ..::model::event::HostContext::RESET }
}
