//! What the tests that run Verilog share: a block of a configuration, as emitted or with other text.

use layout::config::Config;
use tb::{Builder, Options, Outcome, Rung, blocks};

/// Runs a block of a configuration as it is emitted.
#[allow(dead_code)] // each test binary uses its part
pub fn run(config: &Config, block: &str, events: u64, seed: u64) -> Outcome {
    let emitted = hdl::design::build(config, block).expect("a legal configuration builds");
    let files = emitted.files.clone();
    run_files(config, &emitted, files, block, events, seed)
}

/// Runs a block with these texts in place of the emitted ones.
pub fn run_files(
    config: &Config,
    emitted: &hdl::emit::Design,
    files: Vec<(String, String)>,
    block: &str,
    events: u64,
    seed: u64,
) -> Outcome {
    let design = blocks::design(emitted, config, block, files).expect("the block is in the design");
    let builder = Builder::from_env().expect("a simulator is there or fetched");
    let options = Options { config: config.hash(), ..Options::new(events, seed) };
    blocks::run(Rung::Rtl(&builder), block, config, &design, &options, &mut |_| {}).expect("the bench runs")
}
