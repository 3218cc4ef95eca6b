//! Any text as lines of `replay`, of every algorithm, through the model: each line has an answer whose state can be
//! given to the next, up to the first of which one line says what is wrong.
#![no_main]

use clap::Parser;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

#[path = "../../../cli/algorithm.rs"]
#[allow(dead_code)]
mod algorithm;
#[path = "../../../cli/bounded.rs"]
#[allow(dead_code)]
mod bounded;
#[path = "../../../cli/config.rs"]
#[allow(dead_code)]
mod config;
#[path = "../../../cli/failure.rs"]
#[allow(dead_code)]
mod failure;
#[path = "../../../cli/replay/mod.rs"]
#[allow(dead_code)]
mod replay;

use failure::Failure;

#[derive(Parser)]
struct Command {
    #[command(flatten)]
    args: replay::Args,
}

/// The answers, and what is wrong with the line behind them.
fn answers(algorithm: &str, text: &str) -> (String, Result<(), Failure>) {
    let command = Command::parse_from(["replay", "--algorithm", algorithm]);
    let mut out = vec![];
    let done = replay::answers(&command.args, || Ok(replay::Input::new("input".into(), text.as_bytes())), &mut out);
    (String::from_utf8(out).expect("UTF-8"), done)
}

fuzz_target!(|bytes: &[u8]| {
    let Some((first, text)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let names: Vec<&str> = layout::algorithms::ALGORITHMS.iter().map(|row| row.name).collect();
    let name = names[usize::from(*first) % names.len()];
    let (out, done) = answers(name, text);
    let lines: Vec<(usize, &str)> = text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()).collect();
    let answered = out.lines().count();
    match done {
        Ok(()) => assert_eq!(answered, lines.len()),
        // all lines before it have their answers
        Err(Failure::Input(what)) => {
            assert!(what.starts_with(&format!("input:{}: ", lines[answered].0 + 1)), "{what}");
        }
        Err(other) => panic!("{other:?}"),
    }
    for (answer, (_, line)) in out.lines().zip(lines) {
        let answer: Value = serde_json::from_str(answer).expect("JSON");
        let line: Value = serde_json::from_str(line).expect("it was read");
        let next = serde_json::json!({"qpn": answer["qpn"], "state": answer["state"], "event": line["event"]});
        if let (_, Err(what)) = answers(name, &next.to_string()) {
            panic!("{answer} is refused as a state: {what:?}");
        }
    }
});
