//! `ackwright formats`: every field of parameters, state, event and update.

use crate::algorithm;
use crate::failure::{Failure, Result};
use crate::output;
use layout::algorithms::{ALGORITHMS, Row, names};
use layout::field::Field;
use serde_json::{Value, json};
use std::fmt::Write;

/// Show every field: width, fraction bits, unit, range, reset
#[derive(clap::Args)]
pub struct Args {
    #[arg(long, help = format!("Only this algorithm ({})", names()))]
    algorithm: Option<String>,
    /// JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// The four lists of an algorithm, in the order of the output.
fn lists(row: &Row) -> [(&'static str, Vec<Field>); 4] {
    let [state, event, update] = [row.state, row.event, row.update].map(<[_]>::to_vec);
    [("params", (row.params)()), ("state", state), ("event", event), ("update", update)]
}

pub fn run(args: Args) -> Result {
    let algorithms = match &args.algorithm {
        Some(name) => vec![algorithm::named(name)?],
        None => ALGORITHMS.to_vec(),
    };
    let text = if args.json {
        let all: Vec<Value> = algorithms.iter().map(|a| as_json(a)).collect();
        let text = serde_json::to_string_pretty(&all).map_err(Failure::input)?;
        text + "\n"
    } else {
        algorithms.iter().map(|a| as_table(a)).collect::<Vec<_>>().join("\n")
    };
    output::stdout(text.as_bytes())
}

fn as_json(row: &Row) -> Value {
    let mut object = json!({ "algorithm": row.name });
    for (name, fields) in lists(row) {
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

fn as_table(row: &Row) -> String {
    let lists = lists(row);
    let longest = |text: fn(&Field) -> usize| lists.iter().flat_map(|(_, fields)| fields).map(text).max().unwrap_or(0);
    let (name, unit) = (longest(|f| f.name.len()).max(10) + 1, longest(|f| f.unit.len()).max(8) + 1);
    let mut s = format!(
        "{}\n{:<8}{:<name$}{:<8}{:<unit$}{:>16}{:>16}{:>16}  meaning\n",
        row.name, "", "field", "format", "unit", "min", "max", "reset"
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
    s.push_str(row.note);
    let _ = writeln!(s, "flags   {}", row.flags.join(", "));
    s
}

/// A value in units, cut to what a column holds; `--json` has the raw value.
fn short(field: &Field, raw: u64) -> String {
    let text = field.format.decimal(raw);
    if text.len() > 14 { format!("{}…", &text[..13]) } else { text }
}
