//! `just mutants`: hunts the mutants of every block, and says what was not found.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use indicatif::ProgressBar;
use layout::config::Config;
use mutation::explained::Survivor;
use mutation::hunt::Effort;
use mutation::lab::{self, Lab};
use mutation::prove::{SECONDS, Scope};
use mutation::{Error, explained, page, verdict};

/// Hunts mutants of the emitted Verilog with the bench of each block.
///
/// Exit codes: 0 every mutant is found or proved to be none; 1 a shortfall; 2 bad input; 3 a tool is missing.
#[derive(Parser)]
struct Args {
    /// Only these blocks; then too few mutants are no shortfall
    #[arg(long = "block", value_name = "BLOCK")]
    blocks: Vec<String>,
    /// Events that a mutant is hunted with at the most
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    events: u64,
    /// Seed of the choice of mutants and of the events
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The survivors that are explained
    #[arg(long, value_name = "FILE", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/survivors.toml"))]
    survivors: PathBuf,
    /// Try to prove what was not found, and add what is proved to the list, for you to say why
    #[arg(long)]
    propose: bool,
    /// Of --propose only what can be said of a module: that is soon tried
    #[arg(long)]
    narrow: bool,
    /// Seconds for each proof of --propose
    #[arg(long, default_value_t = SECONDS, value_parser = clap::value_parser!(u32).range(1..))]
    seconds: u32,
    /// Write the table between the markers of this page, with this date
    #[arg(long, num_args = 2, value_names = ["PAGE", "DATE"])]
    page: Vec<String>,
}

fn main() -> ExitCode {
    let args: Args = match args::parse_or_say("mutation") {
        Ok(args) => args,
        Err(code) => return code,
    };
    match run(&args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(e) => {
            eprintln!("mutation: {}", e.to_string().trim_end().replace('\n', " "));
            ExitCode::from(e.exit_code())
        }
    }
}

/// Puts an entry behind those of the list.
fn add(list: &Path, entry: &Survivor) -> Result<(), Error> {
    let old = std::fs::read_to_string(list).map_err(Error::io(list))?;
    let new = format!("{}\n\n{}", old.trim_end(), explained::text(std::slice::from_ref(entry)));
    lab::write(list, new.as_bytes())
}

fn run(args: &Args) -> Result<bool, Error> {
    let mut listed = explained::read(&args.survivors)?;
    let lab = Lab::new(Config::default(), Effort { events: args.events, seed: args.seed })?;
    if let Some(block) = args.blocks.iter().find(|b| !lab.blocks().contains(&b.as_str())) {
        return Err(Error::Input(format!("--block {block}: expected one of {}", lab.blocks().join(", "))));
    }
    let made = format!("revision {}, {}, {}", revision::text(), lab.simulator(), tb::yosys::WHEEL.replace("==", " "));
    println!("seed {}, {} events a mutant at most, {made}", args.seed, args.events);
    let whole = args.blocks.is_empty();
    let blocks = lab.blocks().into_iter().filter(|b| whole || args.blocks.iter().any(|a| a == b));
    let mut hunts = vec![];
    for block in blocks {
        // indicatif draws nothing where stderr is no terminal
        let bar = ProgressBar::new(lab.mutants(block)? as u64).with_message(block);
        let mut hunt = lab.hunt(block, &mut || bar.inc(1))?;
        bar.finish_and_clear();
        if args.propose {
            // the narrow statement of all first: that is soon tried
            for scope in [Scope::Module, Scope::Block].into_iter().filter(|s| *s == Scope::Module || !args.narrow) {
                for fate in hunt.fates.iter().filter(|f| f.found.is_none()) {
                    if listed.iter().any(|s| s.block == block && s.mutant == fate.mutant) {
                        continue;
                    }
                    let entry = match lab.propose(block, &fate.mutant, scope, args.seconds) {
                        // Yosys gives up on some: then on to the next
                        Err(Error::Tool(what)) => {
                            bar.suspend(|| eprintln!("{block}: {}: no proof was tried: {what}", fate.mutant));
                            None
                        }
                        tried => tried?,
                    };
                    if let Some(entry) = entry {
                        add(&args.survivors, &entry)?;
                        listed.push(entry);
                    }
                }
            }
        }
        lab.hunt_late(block, &listed, &mut hunt)?;
        hunts.push(hunt);
    }
    let least = if whole { verdict::LEAST } else { 1 };
    let verdict = verdict::judge(&hunts, &listed, least, |survivor| lab.proved(survivor))?;
    print!("{}", page::plain(&verdict));
    verdict.shortfalls.iter().for_each(|s| println!("{s}"));
    let json = serde_json::to_vec_pretty(&(&verdict, &hunts)).unwrap_or_default();
    lab::write(&lab.folder().join("results.json"), &json)?;
    if let [path, date] = args.page.as_slice() {
        let path = PathBuf::from(path);
        let text = std::fs::read_to_string(&path).map_err(Error::io(&path))?;
        let how = format!("{date}, `just mutants --events {} --seed {}`, {made}:", args.events, args.seed);
        let new = page::put(&text, &verdict, &how)
            .ok_or_else(|| Error::Input(format!("{}: expected the markers of the table", path.display())))?;
        lab::write(&path, new.as_bytes())?;
    }
    Ok(verdict.shortfalls.is_empty())
}
