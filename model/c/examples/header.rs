//! Writes include/ackwright.h anew from the crate's sources.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    match cbindgen::generate(here) {
        Ok(bindings) => {
            bindings.write_to_file(here.join("include/ackwright.h"));
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("header: {why}");
            ExitCode::from(2)
        }
    }
}
