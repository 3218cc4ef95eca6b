//! How a command ends when it does not succeed: one line on stderr and an exit code that says whose turn it is.

use std::fmt::Display;
use std::process::ExitCode;

/// 1: a mismatch, or nothing arrived; 2: bad input or usage; 3: a tool is missing.
#[derive(Debug)]
pub enum Failure {
    /// The report has been printed already.
    Mismatch,
    /// What ran came to nothing.
    Nothing(String),
    Input(String),
    Tool(String),
}

pub type Result<T = (), E = Failure> = std::result::Result<T, E>;

impl Failure {
    /// Bad input: what, where, what was expected.
    pub fn input(text: impl Display) -> Failure {
        Failure::Input(text.to_string())
    }

    /// Bad input in a file that has a name.
    pub fn in_file(path: &std::path::Path, text: impl Display) -> Failure {
        Failure::Input(format!("{}: {text}", path.display()))
    }

    pub fn tool(text: impl Display) -> Failure {
        Failure::Tool(text.to_string())
    }

    /// Prints the line, if one is due, and gives the exit code.
    pub fn report(self) -> ExitCode {
        let (code, text) = match self {
            Failure::Mismatch => return ExitCode::from(1),
            Failure::Nothing(text) => (1, text),
            Failure::Input(text) => (2, text),
            Failure::Tool(text) => (3, text),
        };
        eprintln!("ackwright: {}", text.trim_end().replace('\n', " "));
        ExitCode::from(code)
    }
}

/// An error of the bench, with the exit code that it asks for.
#[cfg(not(fuzzing))] // tests/fuzz has no bench
impl From<tb::Error> for Failure {
    fn from(e: tb::Error) -> Failure {
        if e.exit_code() == 3 { Failure::tool(e) } else { Failure::input(e) }
    }
}
