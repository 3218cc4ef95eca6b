//! Asks git once, and again when HEAD or a source of the programs changes.

mod found;

use std::path::Path;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let found::Found { commit, dirty, watched } = found::at(&root);
    println!("cargo::rustc-env=ACKWRIGHT_COMMIT={commit}");
    println!("cargo::rustc-env=ACKWRIGHT_DIRTY={dirty}");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=found.rs");
    for path in watched {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}
