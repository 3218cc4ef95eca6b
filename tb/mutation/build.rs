//! A fingerprint of what a hunt depends on besides the Verilog: bench, models and the hunt itself. A hunt is made again
//! when one of them changes, not when the page's layout does.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::Hasher;
use std::path::{Path, PathBuf};

const SOURCES: [&str; 5] = ["../src", "../../model/src", "../../model/layout", "src/hunt.rs", "src/choice.rs"];

fn files(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_file() {
        found.push(path.to_owned());
        return;
    }
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        files(&entry.path(), found);
    }
}

fn main() {
    let mut found = vec![];
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
        files(Path::new(source), &mut found);
    }
    found.sort();
    let mut hash = DefaultHasher::new();
    for file in found {
        hash.write(file.to_string_lossy().as_bytes());
        hash.write(&fs::read(&file).unwrap_or_default());
    }
    println!("cargo::rustc-env=BENCH={:016x}", hash.finish());
}
