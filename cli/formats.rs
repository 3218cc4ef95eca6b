//! `ackwright formats`: every field of parameters, state, event and update.

use crate::algorithm::{Algorithm, Side};
use crate::failure::{Failure, Result};
use crate::output;
use layout::field::Field;
use layout::{hpcc, ldcp, record};
use serde_json::{Value, json};
use std::fmt::Write;

/// Show every field: width, fraction bits, unit, range, reset
#[derive(clap::Args)]
pub struct Args {
    /// Only this algorithm (ldcp, ldcp-pcc, hpcc, hpcc-rx)
    #[arg(long)]
    algorithm: Option<String>,
    /// JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// The four lists of an algorithm, in the order of the output.
fn lists(algorithm: Algorithm) -> [(&'static str, Vec<Field>); 4] {
    let [params, state, event, update] = match algorithm {
        Algorithm::Ldcp(_) => [&ldcp::PARAMS[..], &ldcp::STATE, &record::EVENT, &record::UPDATE].map(<[_]>::to_vec),
        Algorithm::Hpcc(side) => {
            let (state, event) = match side {
                Side::Sender => (hpcc::STATE, hpcc::record::EVENT.to_vec()),
                Side::Receiver => (hpcc::STATE_RX, hpcc::record::EVENT_RX.to_vec()),
            };
            [hpcc::record::registers().collect(), state.to_vec(), event, hpcc::record::UPDATE.to_vec()]
        }
    };
    [("params", params), ("state", state), ("event", event), ("update", update)]
}

/// What stands beside the numbers of the table.
fn footer(algorithm: Algorithm) -> String {
    match algorithm {
        Algorithm::Ldcp(_) => format!("flags   {}\n", record::flag::NAMES.join(", ")),
        Algorithm::Hpcc(_) => format!(
            "L       state too: {{\"path\", \"hops\": [[ts, txBytes, qLen], …]}} of the telemetry before; null: none yet\nwire    layouts of telemetry: hpcc, ns3 (the tables of layout::telemetry; `parse --profile`)\nflags   {}\n",
            hpcc::flag::NAMES.join(", ")
        ),
    }
}

pub fn run(args: Args) -> Result {
    let algorithms = match &args.algorithm {
        Some(name) => vec![Algorithm::from_name(name)?],
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
    for (name, fields) in lists(algorithm) {
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
    let lists = lists(algorithm);
    let longest = |text: fn(&Field) -> usize| lists.iter().flat_map(|(_, fields)| fields).map(text).max().unwrap_or(0);
    let (name, unit) = (longest(|f| f.name.len()).max(10) + 1, longest(|f| f.unit.len()).max(8) + 1);
    let mut s = format!(
        "{}\n{:<8}{:<name$}{:<8}{:<unit$}{:>16}{:>16}{:>16}  meaning\n",
        algorithm.name(),
        "",
        "field",
        "format",
        "unit",
        "min",
        "max",
        "reset"
    );
    for (list, fields) in &lists {
        for f in fields {
            // writing to a String cannot fail
            let _ = writeln!(
                s,
                "{list:<8}{:<name$}{:<8}{:<unit$}{:>16}{:>16}{:>16}  {}",
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
    s + &footer(algorithm)
}

/// A value in units, cut to what a column holds; `--json` has the raw value.
fn short(field: &Field, raw: u64) -> String {
    let text = field.format.decimal(raw);
    if text.len() > 14 { format!("{}…", &text[..13]) } else { text }
}
