//! `just mutants-rust`: bugs that cargo-mutants puts into the model and into the Verilog back end, each held against
//! the tests.
//!
//! A mutant meets quick tests first; only what they miss meets slow ones (`parts`). The sources of the repository are
//! never changed: mutants stand in a copy of them (`copy`), and cargo-mutants, pinned, is installed at first use
//! (`tool`). What a run found stays below the target folder, so that shards may run on several machines or days
//! (`outcomes`), and one table is made of all (`table`).

#![warn(clippy::unwrap_used, clippy::expect_used)]

mod copy;
mod error;
mod outcomes;
mod parts;
mod table;
mod tool;

use clap::Parser;
use error::Error;
use outcomes::Results;
use parts::{PARTS, Part};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tool::Tool;

/// Mutants of the model and of hdl/emit/src, held against their tests.
///
/// Exit codes: 0 every viable mutant is found; 1 a shortfall; 2 bad input; 3 a tool is missing.
#[derive(Parser)]
struct Args {
    /// Only this part
    #[arg(long = "part", value_name = "PART", value_parser = PARTS.map(|p| p.name))]
    parts: Vec<String>,
    /// Only every n-th mutant from the k-th on, counted from 0
    #[arg(long, value_name = "K/N", value_parser = shard, default_value = "0/1")]
    shard: (usize, usize),
    /// Only the first stages, so many; what they miss is a shortfall
    #[arg(long, value_name = "COUNT", default_value_t = usize::MAX, hide_default_value = true)]
    stages: usize,
    /// Run nothing: the table of what lies in the folder of results, all shards together
    #[arg(long)]
    table: bool,
    /// Where results are kept; `rust_mutants/results` below the target folder without it
    #[arg(long, value_name = "DIR")]
    results: Option<PathBuf>,
    /// Write the table between the markers of this page, with this date
    #[arg(long, num_args = 2, value_names = ["PAGE", "DATE"])]
    page: Vec<String>,
}

fn shard(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    numbers.filter(|(k, n)| k < n).ok_or_else(|| "expected k/n with k below n".into())
}

fn main() -> ExitCode {
    let args: Args = match args::parse_or_say("rust-mutants") {
        Ok(args) => args,
        Err(code) => return code,
    };
    match run(&args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(e) => {
            eprintln!("rust-mutants: {}", e.to_string().trim_end().replace('\n', " "));
            ExitCode::from(e.exit_code())
        }
    }
}

fn run(args: &Args) -> Result<bool, Error> {
    let root = copy::root()?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |dir| root.join(dir));
    let work = target.join("rust_mutants");
    let results = args.results.clone().unwrap_or_else(|| work.join("results"));
    let parts: Vec<&Part> =
        PARTS.iter().filter(|p| args.parts.is_empty() || args.parts.iter().any(|a| a == p.name)).collect();
    let mut shortfalls = vec![];
    if !args.table {
        let tool = Tool::find(&target, &work)?;
        shortfalls = tool.stale(&root)?;
        copy::sync(&root, &tool.tree)?;
        for part in &parts {
            measure(&tool, part, args, &results)?;
        }
    }
    let mut tables = vec![];
    for part in &parts {
        let found = Results::read(&results.join(part.name), part.stages)?;
        shortfalls.extend(found.shortfalls(part.name));
        if args.table {
            shortfalls.extend(found.absent(part.name));
        }
        tables.push((part.name, found));
    }
    print!("{}", table::plain(&tables));
    shortfalls.iter().for_each(|s| println!("{s}"));
    if let [page, date] = args.page.as_slice() {
        let page = Path::new(page);
        let text = std::fs::read_to_string(page).map_err(Error::io(page))?;
        let new = table::put(&text, &tables, &shortfalls, date)
            .ok_or_else(|| Error::Input(format!("{}: expected the markers of the table", page.display())))?;
        copy::write(page, new.as_bytes())?;
    }
    Ok(shortfalls.is_empty())
}

/// The stages of a part, one after the other: each sees what the one before it missed.
fn measure(tool: &Tool, part: &Part, args: &Args, results: &Path) -> Result<(), Error> {
    let shard = args.shard;
    let folder = results.join(part.name).join(format!("{}-of-{}", shard.0, shard.1));
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(Error::io(&folder))?;
    }
    std::fs::create_dir_all(&folder).map_err(Error::io(&folder))?;
    copy::write(&folder.join(outcomes::REVISION), copy::revision(&copy::root()?)?.as_bytes())?;
    let mut left: Option<Vec<String>> = None;
    for stage in part.stages.iter().take(args.stages) {
        if left.as_ref().is_some_and(Vec::is_empty) {
            break;
        }
        println!(
            "{}, {}: {}",
            part.name,
            stage.name,
            left.as_ref().map_or("all".into(), |l: &Vec<_>| l.len().to_string())
        );
        let out = folder.join(stage.name);
        tool.baseline(stage)?;
        tool.run(part, stage, shard, left.as_deref(), &out)?;
        let mut missed = outcomes::missed(&out)?;
        missed.retain(|name| left.as_ref().is_none_or(|asked| asked.contains(name)));
        left = Some(missed);
    }
    Ok(())
}
