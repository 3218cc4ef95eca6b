//! The SystemVerilog module that holds a block of a bench against its model through DPI-C: bound to the block, it sees
//! all its ports.

use layout::config::Config;
use std::fmt::Write;
use tb::{Column, Side};

/// `ackw_BLOCK_checker` for a configuration, given as the text of its file. The error is a line.
pub fn text(toml: &str, block: &str) -> Result<String, String> {
    let config = Config::parse(toml).map_err(|e| e.to_string())?;
    let alone = tb::blocks::alone(&config, block).map_err(|e| e.to_string())?;
    let (inputs, outputs) = (alone.inputs(), alone.outputs());
    let literal = config.canonical().replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    let fills = [
        ("MODULE", format!("ackw_{block}")),
        ("BLOCK", block.to_owned()),
        ("HASH", config.hash()),
        ("TOML", literal),
        ("ABI", crate::ACKW_ABI.to_string()),
        ("PORTS", ports(inputs, outputs)),
        ("IN_WORDS", words(inputs).to_string()),
        ("OUT_WORDS", words(outputs).to_string()),
        ("INPUT", row(inputs)),
        ("OUTPUT", row(outputs)),
        ("SAY", say(outputs)),
    ];
    let mut text = include_str!("checker.sv").to_owned();
    for (name, value) in fills {
        text = text.replace(&format!("@{name}@"), &value);
    }
    Ok(text)
}

/// 32-bit words that a port takes.
fn size(column: &Column) -> u32 {
    column.width.div_ceil(32)
}

fn words(side: &Side) -> u32 {
    side.columns().iter().map(size).sum()
}

fn ports(inputs: &Side, outputs: &Side) -> String {
    let port = |c: &Column| match c.width {
        1 => format!("  input wire {}", c.name),
        w => format!("  input wire [{}:0] {}", w - 1, c.name),
    };
    let all: Vec<String> = inputs.columns().iter().chain(outputs.columns()).map(port).collect();
    all.join(",\n")
}

/// The ports as one vector: each padded to whole words, the first lowest.
fn row(side: &Side) -> String {
    let part = |c: &Column| match 32 * size(c) - c.width {
        0 => c.name.clone(),
        pad => format!("{pad}'d0, {}", c.name),
    };
    let all: Vec<String> = side.columns().iter().rev().map(part).collect();
    all.join(",\n    ")
}

/// Says which outputs differ.
fn say(outputs: &Side) -> String {
    let (mut text, mut word) = (String::new(), 0);
    for c in outputs.columns() {
        let at = format!("{}+:{}", 32 * word, c.width);
        let name = &c.name;
        let _ = writeln!(
            text,
            "      if (differs[{at}] !== 0) $display(\"  {name} is %h, expected %h\", seen[{at}], expected[{at}]);"
        );
        word += size(c);
    }
    text.trim_end().to_owned()
}
