//! The header is the one of these sources, and C and C++ take it as it is.

use std::path::Path;
use std::process::Command;

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_committed_header_is_what_the_sources_say() {
    let mut now = vec![];
    cbindgen::generate(here()).expect("the sources parse").write(&mut now);
    let committed = std::fs::read_to_string(here().join("include/ackwright.h")).expect("a file");
    let now = String::from_utf8(now).expect("a text");
    assert!(now == committed, "include/ackwright.h is old: cargo run -p ackwright-c --example header");
    // a header without functions would be current as well
    let names =
        ["ackw_block_step", "ackw_ldcp_step", "ackw_hpcc_step", "ackw_parse_frame", "ackw_recip", "ackw_config_hash"];
    for name in names {
        assert!(committed.contains(&format!(" {name}(")), "include/ackwright.h has no {name}");
    }
}

#[test]
fn c_and_cpp_compile_the_header_without_a_warning() {
    for (compiler, standard, language) in [("gcc", "-std=c99", "c"), ("g++", "-std=c++11", "c++")] {
        let mut run = Command::new(compiler);
        run.args([standard, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-x", language]);
        let out = run.arg(here().join("include/ackwright.h")).output();
        let out = out.unwrap_or_else(|e| panic!("{compiler}: {e}: apt-get install g++"));
        // GCC warns of a pragma in a main file, and of nothing else: there is none
        assert!(out.status.success(), "{compiler}: {}", String::from_utf8_lossy(&out.stderr));
    }
}
