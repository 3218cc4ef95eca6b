//! What the random runs of all blocks reach: lines, branches and toggles of the emitted Verilog, and functional points.
//! `cargo run --release -p ackwright-tb --example coverage`, or `just coverage`.
//!
//! Every block runs on the seeds 1, 2, … against its model in a build that counts, under the pinned Verilator: another
//! one has other points. The table says of each block what is reached, what there is, and what is waived; it fails on a
//! shortfall, on a waiver that does not hold, and on a run that is not equal.

mod runs;

use std::{error::Error, fs, path::PathBuf, process::ExitCode};

use clap::Parser;
use tb::coverage::{Account, Waivers, account};

#[derive(Parser)]
struct Args {
    /// Configuration to emit
    #[arg(long, value_name = "FILE", default_value = "hdl/verilog/small/ackwright.toml")]
    config: PathBuf,
    /// What need not be reached, and why
    #[arg(long, value_name = "FILE", default_value = "tests/coverage/waivers.toml")]
    waivers: PathBuf,
    /// Only these blocks: a look at them, which fails on nothing
    #[arg(long, value_name = "BLOCK")]
    block: Vec<String>,
    /// So many times the runs of each block
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    scale: u64,
    /// A page with the markers between which the table goes
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// The date that the page bears
    #[arg(long, requires = "page", default_value = "undated")]
    date: String,
    /// Where all that was not reached is listed
    #[arg(long, value_name = "FILE", default_value = "target/coverage/missed.txt")]
    missed: PathBuf,
}

fn main() -> ExitCode {
    let args: Args = match args::parse_or_say("coverage") {
        Ok(args) => args,
        Err(code) => return code,
    };
    match run(&args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(e) => {
            eprintln!("coverage: {}", e.to_string().replace('\n', " "));
            let not_equal = e.is::<runs::NotEqual>().then_some(1);
            ExitCode::from(not_equal.or(e.downcast_ref::<tb::Error>().map(|e| e.exit_code() as u8)).unwrap_or(2))
        }
    }
}

fn run(args: &Args) -> Result<bool, Box<dyn Error>> {
    let text = fs::read_to_string(&args.config).map_err(|e| format!("{}: {e}", args.config.display()))?;
    let config = layout::config::Config::parse(&text).map_err(|e| format!("{}: {e}", args.config.display()))?;
    let waivers = Waivers::read(&args.waivers)?;
    let page = args.page.as_deref().map(|p| fs::read_to_string(p).map_err(|e| format!("{}: {e}", p.display())));
    let page = page.transpose()?;
    let (held, whole) = (waivers.len(), args.block.is_empty());
    let revision = revision::text();
    let suite = runs::suite(&config, &args.block, args.scale)?;
    let result = account(&suite.coverage, &suite.owners, waivers);
    let head = format!(
        "{}, revision {revision}, configuration {}, {} events in {} cycles, {held} waivers; reached/there are/waived:",
        suite.simulator,
        config.hash(),
        suite.events,
        suite.cycles
    );
    println!("{head}\n{}", result.table());
    if let Some(folder) = args.missed.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(&args.missed, result.missed.join("\n") + "\n")?;
    println!("{} points neither reached nor waived, see {}", result.missed.len(), args.missed.display());
    if !whole {
        return Ok(true);
    }
    if let (Some(path), Some(page)) = (&args.page, page) {
        let table = format!("{}, `just coverage`. {head}\n\n{}", args.date, result.table());
        replace(path, &page, &table)?;
    }
    Ok(say(&result))
}

/// Says what is missing; true if nothing is.
fn say(result: &Account) -> bool {
    let hard = result.missed.iter().filter(|m| !m.contains(": toggle "));
    hard.chain(&result.shortfalls).for_each(|line| eprintln!("{line}"));
    result.shortfalls.is_empty()
}

/// Puts the table between the page's markers.
fn replace(path: &std::path::Path, page: &str, table: &str) -> Result<(), Box<dyn Error>> {
    let (begin, end) = ("<!-- coverage -->\n", "<!-- end of coverage -->");
    let parts = page.split_once(begin).and_then(|(head, rest)| Some((head, rest.split_once(end)?.1)));
    let (head, tail) = parts.ok_or_else(|| format!("{}: expected {} and {end}", path.display(), begin.trim()))?;
    let beside = path.with_extension("md.new");
    fs::write(&beside, format!("{head}{begin}{table}{end}{tail}"))?;
    fs::rename(&beside, path)?;
    Ok(())
}
