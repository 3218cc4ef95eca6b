//! The command line: parses arguments, calls the crates, prints. One file a subcommand.
//!
//! # Why a library
//!
//! It is compiled for speed, which the package with the program, and with a thousand tests, is not.

mod algorithm;
mod bounded;
mod capture;
mod closed;
mod config;
mod corundum;
mod demo;
mod export;
mod failure;
mod folder;
mod formats;
mod interrupts;
mod output;
mod packets;
mod params;
mod parse;
mod progress;
mod replay;
mod simulate;
mod smoke;
mod verify;
mod vhdl;

use clap::{Parser, Subcommand};
use signal_hook::consts::SIGXFSZ;
use std::process::ExitCode;
use std::sync::Arc;

/// Congestion control for RDMA NICs: emits the Verilog, and proves it equal to its model.
///
/// Exit codes: 0 done, or all equal; 1 a mismatch was found, or nothing arrived in a simulation; 2 bad input or usage;
/// 3 a needed tool is missing.
#[derive(Parser)]
#[command(name = "ackwright", version, about, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Export(export::Args),
    Verify(verify::Args),
    Formats(formats::Args),
    Replay(replay::Args),
    Parse(parse::Args),
    Simulate(simulate::Args),
    Params(params::Args),
}

/// What the program does, from its arguments to its exit code.
pub fn main() -> ExitCode {
    // a write beyond the limit of a file's size (ulimit -f) is an error like any other: it gets its line
    if let Err(e) = signal_hook::flag::register(SIGXFSZ, Arc::default()) {
        return failure::Failure::input(format_args!("the limit of a file's size cannot be heard of: {e}")).report();
    }
    if let Err(failure) = closed::is_open() {
        return failure.report();
    }
    let cli: Cli = match args::parse() {
        Ok(cli) => cli,
        Err(args::Instead::Wrong(line)) => return failure::Failure::Input(line).report(),
        Err(args::Instead::Told(text)) => {
            return match output::stdout(text.as_bytes()) {
                Ok(()) => ExitCode::SUCCESS,
                Err(failure) => failure.report(),
            };
        }
    };
    let done = match cli.command {
        Command::Export(args) => export::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Formats(args) => formats::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Parse(args) => parse::run(args),
        Command::Simulate(args) => simulate::run(args),
        Command::Params(args) => params::run(args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
