//! What the tests that run Verilog share: a block of a configuration, as emitted or with other text.

pub mod bugs;

use layout::config::Config;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use tb::{Builder, Options, Outcome, Rung, blocks};

/// Name and text of each.
pub type Files = Vec<(String, String)>;

/// Runs a block with these texts in place of the emitted ones.
pub fn run(config: &Config, emitted: &hdl::emit::Design, files: Files, block: &str, events: u64, seed: u64) -> Outcome {
    let design = blocks::design(emitted, config, block, files).expect("the block is in the design");
    let builder = Builder::from_env().expect("a simulator is there or fetched");
    let options = Options { config: config.hash(), ..Options::new(events, seed) };
    blocks::run(Rung::Rtl(&builder), block, config, &design, &options, &mut |_| {}).expect("the bench runs")
}

/// The emitted texts with one place of one file replaced.
pub fn with_bug(emitted: &hdl::emit::Design, file: &str, from: &str, to: &str) -> Files {
    let mut files = emitted.files.clone();
    let (_, text) = files.iter_mut().find(|(name, _)| name == file).expect("the file is in the design");
    assert_eq!(text.matches(from).count(), 1, "{from:?} in {file}");
    *text = text.replacen(from, to, 1);
    files
}

/// What `f` gives for each item, two at a time: the builds are the price, and Verilator's own part of one runs on a
/// single core.
pub fn for_each<T: Sync, R: Send + Sync>(items: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Vec<OnceLock<R>> = items.iter().map(|_| OnceLock::new()).collect();
    let worker = || {
        while let Some((item, result)) = items.iter().zip(&results).nth(next.fetch_add(1, Ordering::Relaxed)) {
            result.get_or_init(|| f(item));
        }
    };
    std::thread::scope(|s| (0..2).for_each(|_| drop(s.spawn(worker))));
    results.into_iter().map(|r| r.into_inner().expect("each item has its worker")).collect()
}
