//! `ackwright formats`: every field of parameters, state, event and update.

use crate::failure::{Failure, Result};
use crate::output;
use layout::field::Field;
use layout::record::{Algorithm, EVENT, UPDATE};
use layout::{ldcp, record};
use serde_json::{Value, json};
use std::fmt::Write;

/// Show every field: width, fraction bits, unit, range, reset
#[derive(clap::Args)]
pub struct Args {
    /// Only this algorithm (ldcp, ldcp-pcc)
    #[arg(long)]
    algorithm: Option<String>,
    /// JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// The four lists of an algorithm, in the order of the output.
fn lists() -> [(&'static str, Vec<Field>); 4] {
    [
        ("params", ldcp::PARAMS.to_vec()),
        ("state", ldcp::STATE.to_vec()),
        ("event", EVENT.to_vec()),
        ("update", UPDATE.to_vec()),
    ]
}

/// The algorithm of that name, or a line that names the known ones.
pub fn algorithm(name: &str) -> Result<Algorithm> {
    Algorithm::from_name(name).ok_or_else(|| {
        let known = Algorithm::ALL.map(Algorithm::name).join(", ");
        Failure::input(format_args!("--algorithm {name}: expected one of {known}"))
    })
}

pub fn run(args: Args) -> Result {
    let algorithms = match &args.algorithm {
        Some(name) => vec![algorithm(name)?],
        None => Algorithm::ALL.to_vec(),
    };
    let text = if args.json {
        let all: Vec<Value> = algorithms.iter().map(|a| as_json(*a)).collect();
        let text = serde_json::to_string_pretty(&all).map_err(Failure::input)?;
        text + "\n"
    } else {
        algorithms.iter().map(|a| as_table(*a)).collect::<Vec<_>>().join("\n")
    };
    output::stdout(text.as_bytes())
}

fn as_json(algorithm: Algorithm) -> Value {
    let mut object = json!({ "algorithm": algorithm.name() });
    for (name, fields) in lists() {
        object[name] = fields
            .iter()
            .map(|f| {
                json!({
                    "name": f.name, "bits": f.format.bits(), "frac": f.format.frac, "signed": false, "unit": f.unit,
                    "min": f.min, "max": f.max, "reset": f.reset,
                })
            })
            .collect();
    }
    object
}

fn as_table(algorithm: Algorithm) -> String {
    let mut s = format!(
        "{}\n{:<8}{:<11}{:<8}{:<9}{:>16}{:>16}{:>16}  meaning\n",
        algorithm.name(),
        "",
        "field",
        "format",
        "unit",
        "min",
        "max",
        "reset"
    );
    for (list, fields) in lists() {
        for f in fields {
            // writing to a String cannot fail
            let _ = writeln!(
                s,
                "{list:<8}{:<11}{:<8}{:<9}{:>16}{:>16}{:>16}  {}",
                f.name,
                f.format.to_string(),
                f.unit,
                short(f, f.min),
                short(f, f.max),
                short(f, f.reset),
                f.doc
            );
        }
    }
    let _ = writeln!(s, "flags   {}", record::flag::NAMES.join(", "));
    s
}

/// A value in units, cut to what a column holds; `--json` has the raw value.
fn short(field: Field, raw: u64) -> String {
    let text = field.format.decimal(raw);
    if text.len() > 14 { format!("{}…", &text[..13]) } else { text }
}
