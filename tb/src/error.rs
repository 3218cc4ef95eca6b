//! The one error type of the crate, and what each kind means to the command line.
//!
//! A mismatch between model and RTL is *not* an error: it is an [`Outcome`](crate::Outcome). An error says that the
//! comparison could not be made at all.

use std::path::{Path, PathBuf};

/// Why a comparison could not be made. Its `Display` is one line.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Verilator or a C++ compiler is not to be had; the text names what is missing and how to get it.
    #[error("{0}")]
    MissingTool(String),
    /// The description of the design makes no sense.
    #[error("design {top}: {what}")]
    Design { top: String, what: String },
    /// A block's adapter does not fit its design.
    #[error("block {block}: {what}")]
    Block { block: String, what: String },
    /// Verilator rejected the Verilog. `stderr` is all it said.
    #[error("verilator rejects {top}: {}", first_error(stderr))]
    Verilator { top: String, stderr: String },
    /// Yosys did not synthesise the design. `stderr` is all it said.
    #[error("yosys: {}", first_error(stderr))]
    Yosys { stderr: String },
    /// The C++ compiler rejected what Verilator wrote. `stderr` is all it said.
    #[error("the C++ compiler rejects {file}: {}", first_error(stderr))]
    Compiler { file: String, stderr: String },
    /// The compiled design cannot be loaded.
    #[error("cannot load {}: {what}", path.display())]
    Load { path: PathBuf, what: String },
    /// The simulation cannot go on: a combinational loop does not settle, or the like.
    #[error("the simulation stopped: {what}")]
    Simulation { what: String },
    /// A line of a trace file is not what was expected.
    #[error("{}:{line}: {what}", path.display())]
    Trace { path: PathBuf, line: usize, what: String },
    /// A file of coverage waivers is not what was expected.
    #[error("{}: {what}", path.display())]
    Waiver { path: PathBuf, what: String },
    /// The variant of the design cannot do this, such as tracing on the fast build.
    #[error("this build of the design has no {0}")]
    Unsupported(&'static str),
    /// A file could not be read or written.
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: std::io::Error },
}

impl Error {
    /// The exit code of the command line: 3 when a tool is missing, 2 for everything else that is not a mismatch.
    pub fn exit_code(&self) -> i32 {
        match self {
            Error::MissingTool(_) => 3,
            _ => 2,
        }
    }

    /// For `map_err` on file operations.
    pub(crate) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> Error + '_ {
        move |source| Error::Io { path: path.to_path_buf(), source }
    }
}

/// The first line of a tool's complaint that names an error, or its first line, or a stand-in.
fn first_error(stderr: &str) -> &str {
    let mut lines = stderr.lines().map(str::trim).filter(|l| !l.is_empty());
    let first = lines.clone().next().unwrap_or("(it said nothing)");
    lines.find(|l| l.starts_with("%Error") || l.contains("error:")).unwrap_or(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_is_one_line_and_prefers_the_error_over_warnings() {
        let e = Error::Verilator { top: "t".into(), stderr: "%Warning-X: a\n   | code\n%Error: t.v:1: bad\n".into() };
        assert_eq!(e.to_string(), "verilator rejects t: %Error: t.v:1: bad");
        assert_eq!(e.exit_code(), 2);
        assert_eq!(Error::MissingTool("m".into()).exit_code(), 3);
    }
}
