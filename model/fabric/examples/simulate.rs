//! Runs scenarios and compares results.
//!
//! ```text
//! simulate SCENARIO [--cc NAME,NAME,…] [--seed N] --out FOLDER    several algorithms are compared in FOLDER
//! simulate compare RESULTS.json RESULTS.json … --out FOLDER
//! ```
//!
//! SCENARIO is a TOML file or the name of one that is built in. Exit codes: 1 nothing was delivered, 2 bad input.

use fabric::SimulateError;
use fabric::nic::Algorithm;
use fabric::report::{self, Figures};
use fabric::scenario::Scenario;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

type Done = Result<(), Box<dyn std::error::Error>>;

const USAGE: &str = "expected SCENARIO [--cc NAME,…] [--seed N] --out FOLDER, or compare RESULTS.json … --out FOLDER";

#[derive(Default)]
struct Words {
    names: Vec<String>,
    cc: Vec<Algorithm>,
    seed: Option<u64>,
    out: Option<PathBuf>,
}

fn words() -> Result<Words, String> {
    let mut words = Words::default();
    let mut given = std::env::args().skip(1);
    while let Some(word) = given.next() {
        if !word.starts_with("--") {
            words.names.push(word);
            continue;
        }
        let value = given.next().ok_or_else(|| format!("{word}: expected a value"))?;
        match word.as_str() {
            "--out" => words.out = Some(value.into()),
            "--seed" => {
                words.seed = Some(value.parse().map_err(|_| format!("--seed: expected a number, found {value}"))?)
            }
            "--cc" => {
                for name in value.split(',') {
                    let names = Algorithm::ALL.map(|(name, _)| name).join(", ");
                    let found = Algorithm::named(name);
                    words.cc.push(found.ok_or_else(|| format!("--cc: expected one of {names}, found {name}"))?);
                }
            }
            _ => return Err(USAGE.to_owned()),
        }
    }
    Ok(words)
}

fn compare(all: &[Figures], out: &Path) -> Done {
    let compared = report::compare(all)?;
    let files =
        [("compare.txt", &compared.table), ("compare.html", &compared.html), ("queue.svg", &compared.queue_svg)];
    report::write_folder(out, &files.map(|(name, text)| (name.to_owned(), text.clone())))?;
    print!("{}", compared.table);
    Ok(())
}

fn run() -> Done {
    let words = words()?;
    let out = words.out.ok_or(USAGE)?;
    let (first, rest) = words.names.split_first().ok_or(USAGE)?;
    if first == "compare" {
        let all = rest.iter().map(|name| Figures::read(Path::new(name))).collect::<Result<Vec<_>, _>>()?;
        return compare(&all, &out);
    }
    if !rest.is_empty() {
        return Err(USAGE.into());
    }
    let mut scenario = Scenario::find(first)?;
    scenario.seed = words.seed.unwrap_or(scenario.seed);
    let algorithms = if words.cc.is_empty() { vec![scenario.cc] } else { words.cc };
    let several = algorithms.len() > 1;
    // where it cannot be written, nothing is run
    report::check_folder(&out)?;
    if several {
        // from here on it is ours, with folders in it
        report::write_folder(&out, &[])?;
    }
    let mut all = Vec::new();
    for cc in algorithms {
        scenario.cc = cc;
        let folder = if several { out.join(cc.name()) } else { out.clone() };
        report::check_folder(&folder)?;
        let outcome = fabric::simulate(&scenario)?;
        report::write_folder(&folder, &report::files(&scenario, &outcome))?;
        let figures = report::figures(&scenario, &outcome);
        let (done, flows, ratio) = (figures.completed, figures.flows, figures.makespan_over_bound());
        let file = folder.join("report.html");
        println!("{}: {done} of {flows} flows, makespan / bound {ratio}, {}", figures.title(), file.display());
        all.push(figures);
    }
    if several { compare(&all, &out) } else { Ok(()) }
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("simulate: {e}");
            // a run that delivered nothing is a failure; all else is bad input
            let nothing = matches!(e.downcast_ref(), Some(SimulateError::Nothing { .. }));
            ExitCode::from(if nothing { 1 } else { 2 })
        }
    }
}
