//! The program: all of it is in the library beside it, which is compiled for speed where this package's tests are not.

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
