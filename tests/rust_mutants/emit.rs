//! The emitter writes what is committed: every module of every folder of `hdl/verilog`, byte by byte. All folders
//! together are `tests/verilog.rs`' business; this needs only the crate that a mutant has changed.

use layout::config::Config;
use std::path::Path;

/// The modules of a committed folder, as the emitter writes them now.
fn as_committed(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../hdl/verilog").join(name);
    let read = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap_or_else(|e| panic!("{name}/{file}: {e}"));
    let config = Config::parse(&read("ackwright.toml")).expect("a committed configuration is legal");
    let design = hdl::design::build(&config, "nic").expect("a legal configuration builds");
    for (file, text) in &design.files {
        assert!(*text == read(file), "{name}/{file} is not what is committed");
    }
    assert!(design.files.len() > 20, "{name}: {} files", design.files.len());
}

/// The smallest first: most mutants show there.
#[test]
fn every_committed_module_is_what_the_emitter_writes() {
    for name in ["small", "ldcp", "reference"] {
        as_committed(name);
    }
}
