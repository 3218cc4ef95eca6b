//! Any text as lines of `replay`, of every algorithm, through the model: either one line says what is wrong, or each line has an answer whose
//! state can be given to the next.
#![no_main]

use clap::Parser;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

#[path = "../../../cli/algorithm.rs"]
#[allow(dead_code)]
mod algorithm;
#[path = "../../../cli/failure.rs"]
#[allow(dead_code)]
mod failure;
#[path = "../../../cli/output.rs"]
#[allow(dead_code)]
mod output;
#[path = "../../../cli/replay/mod.rs"]
#[allow(dead_code)]
mod replay;

use failure::Failure;

#[derive(Parser)]
struct Command {
    #[command(flatten)]
    args: replay::Args,
}

fn answers(algorithm: &str, text: &str) -> Result<String, Failure> {
    let command = Command::parse_from(["replay", "--algorithm", algorithm]);
    replay::answers(&command.args, || Ok(("input".into(), text.into())))
}

fuzz_target!(|bytes: &[u8]| {
    let Some((first, text)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let names: Vec<&str> = algorithm::Algorithm::ALL.iter().map(|a| a.name()).collect();
    let name = names[usize::from(*first) % names.len()];
    let out = match answers(name, text) {
        Ok(out) => out,
        Err(Failure::Input(what)) => return assert!(what.starts_with("input:"), "{what}"),
        Err(other) => panic!("{other:?}"),
    };
    let lines: Vec<&str> = text.lines().filter(|l| !l.trim().is_empty()).collect();
    assert_eq!(out.lines().count(), lines.len());
    for (answer, line) in out.lines().zip(lines) {
        let answer: Value = serde_json::from_str(answer).expect("JSON");
        let line: Value = serde_json::from_str(line).expect("it was read");
        let next = serde_json::json!({"qpn": answer["qpn"], "state": answer["state"], "event": line["event"]});
        if let Err(what) = answers(name, &next.to_string()) {
            panic!("{answer} is refused as a state: {what:?}");
        }
    }
});
