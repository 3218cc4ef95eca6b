//! The model against the Verilated RTL, every block in few events: what a mutant of the model meets last. The
//! simulators do not depend on the model, so they are built once. `tests/equivalence.rs` runs more configurations for
//! longer.

#[allow(dead_code)] // other tests use the rest
#[path = "../bench/mod.rs"]
mod bench;

use layout::config::Config;
use tb::Verdict;
use tb::blocks::blocks_of;

const SEED: u64 = 20_261_122;
const EVENTS: u64 = 5_000;

fn all_equal(config: &Config) {
    println!("seed {SEED}");
    let emitted = hdl::design::build(config, "nic").expect("a legal configuration builds");
    for block in blocks_of(config) {
        let outcome = bench::run(config, &emitted, emitted.files.clone(), block, EVENTS, SEED);
        assert_eq!(outcome.verdict, Verdict::Equal, "{block}");
        assert!(outcome.events >= EVENTS && outcome.compared > 0, "{block}: {} events", outcome.events);
    }
}

#[test]
fn the_reference_configuration() {
    all_equal(&Config::default());
}

/// With what the reference configuration leaves out: check bits, a scrubber and merging.
#[test]
fn check_bits_a_scrubber_and_merging() {
    let mut c = Config::default();
    (c.engine.qps, c.parser.data_bits) = (16, 64);
    (c.rtl.ecc, c.hpcc.hops, c.hpcc.lanes) = (true, 2, 1);
    all_equal(&c);
}
