//! Writes the SystemVerilog checker of a block to stdout: checker CONFIGURATION BLOCK

use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let made = match arguments.as_slice() {
        [path, block] => std::fs::read_to_string(path)
            .map_err(|e| format!("{path}: cannot read: {e}"))
            .and_then(|toml| ackwright_c::checker::text(&toml, block).map_err(|e| format!("{path}: {e}"))),
        _ => Err("expected two arguments: a configuration and the name of a block".to_owned()),
    };
    let written =
        made.and_then(|text| std::io::stdout().write_all(text.as_bytes()).map_err(|e| format!("stdout: {e}")));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("checker: {why}");
            ExitCode::from(2)
        }
    }
}
