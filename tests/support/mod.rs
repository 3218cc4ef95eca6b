//! What several tests need: seeds that are printed, random numbers, proptest's configuration.

pub mod broken;
pub mod cli;
pub mod frames;
pub mod nic;
pub mod tools;
pub mod whole_engine;

use proptest::test_runner::{Config, FileFailurePersistence, RngSeed};
use std::path::Path;

/// The folder that holds the workspace, whichever of its packages the test is built in.
pub fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().find(|p| p.join("Cargo.lock").is_file()).expect("a package of the workspace")
}

/// The seed of a random run: `ACKW_SEED`, or a fixed one. Prints it.
pub fn seed(test: &str) -> Random {
    let seed = match std::env::var("ACKW_SEED") {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("ACKW_SEED = {text}: expected a number")),
        Err(_) => 0x4143_4b57,
    };
    println!("{test}: ACKW_SEED={seed}");
    Random(seed)
}

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// 0 to `bound` - 1.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((self.next() as u128 * bound as u128) >> 64) as u64
    }

    /// `min` to `max`, each bit length as likely as any other: small numbers come as often as great ones.
    pub fn log_uniform(&mut self, min: u64, max: u64) -> u64 {
        let bits = self.below(65 - max.leading_zeros() as u64) as u32;
        let x = if bits == 0 { 0 } else { 1 << (bits - 1) | self.next() & ((1 << (bits - 1)) - 1) };
        x.clamp(min, max)
    }

    /// True once in `one_in` times.
    pub fn chance(&mut self, one_in: u64) -> bool {
        self.below(one_in) == 0
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

/// proptest with a fixed seed (`PROPTEST_RNG_SEED` takes another, `PROPTEST_CASES` another number of cases) that is
/// printed; failures land in `tests/crashers/<block>.txt`.
pub fn proptest(block: &'static str, cases: u32) -> Config {
    let path: &'static str = Box::leak(format!("tests/crashers/{block}.txt").into_boxed_str());
    let mut config =
        Config { failure_persistence: Some(Box::new(FileFailurePersistence::Direct(path))), ..Config::default() };
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(0x4143_4b57);
    }
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
    }
    println!("{block}: proptest seed {}, {} cases", config.rng_seed, config.cases);
    config
}
