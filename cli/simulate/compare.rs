//! `ackwright simulate compare`: results that are there, side by side.

use super::others;
use crate::failure::{Failure, Result};
use crate::output;
use fabric::report::{self, Figures, Others};
use std::path::{Path, PathBuf};

/// Lay results of several runs side by side: compare.html, compare.txt, queue.svg
#[derive(clap::Args)]
pub struct Args {
    /// Two or more folders that `simulate` wrote, or their results.json
    #[arg(value_name = "DIR", required = true)]
    runs: Vec<PathBuf>,
    /// Where to write
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Replace also what no simulation wrote, or what was changed since
    #[arg(long)]
    force: bool,
}

const RESULTS: &str = "results.json";

pub fn run(args: &Args) -> Result {
    let files: Vec<PathBuf> = args.runs.iter().map(|run| results(run)).collect::<Result<_>>()?;
    let same = |file: &PathBuf| Some(file.parent()?.canonicalize().ok()? == args.out.canonicalize().ok()?);
    if files.iter().any(|file| same(file) == Some(true)) {
        let what = "is a folder that is compared: expected --out of its own, or its results would go";
        return Err(Failure::in_file(&args.out, what));
    }
    report::check_folder(&args.out, others(args.force))?;
    let all: Vec<Figures> =
        files.iter().map(|file| Figures::read(file).map_err(Failure::input)).collect::<Result<_>>()?;
    write(&all, &args.out, others(args.force))
}

/// The results of a run, in its folder or by themselves.
fn results(run: &Path) -> Result<PathBuf> {
    match run.is_dir() {
        false => Ok(run.to_owned()),
        true if run.join(RESULTS).is_file() => Ok(run.join(RESULTS)),
        true => Err(Failure::in_file(run, "has no results.json: expected a folder that one run was written to")),
    }
}

/// Compares, writes, and prints the table.
pub fn write(all: &[Figures], out: &Path, others: Others) -> Result {
    let compared = report::compare(all).map_err(Failure::input)?;
    let files =
        [("compare.txt", &compared.table), ("compare.html", &compared.html), ("queue.svg", &compared.queue_svg)];
    if !compared.left_out.is_empty() {
        eprintln!("ackwright: {}: {}", out.join("compare.html").display(), compared.left_out);
    }
    report::write_folder(out, &files.map(|(name, text)| (name.to_owned(), text.clone())), others)?;
    output::stdout(compared.table.as_bytes())?;
    output::line(format_args!("side by side: {}", out.join("compare.html").display()))
}
