//! The properties of the modules as SystemVerilog that any formal tool takes: `formal/` of an exported folder.
//!
//! # Why this file
//!
//! A property stands beside the module that it speaks of (`ackw_<module>_properties.sv`), without widths: names, widths
//! and parameters of what it looks at are taken from the module's own Verilog when that is emitted, so none of them can
//! drift.
//!
//! | in such a text | becomes |
//! |---|---|
//! | `//: name …` | ports: signals of the module, inside ones too; `name_#` is one for each wait slot |
//! | `//: name?` | likewise, and 0 where the module of this configuration has no such signal |
//! | `@ALL name_#@` | those of all wait slots, the last one first |
//! | `@SLOTS@`, `@HOPS@` | the configuration's |
//! | `@EVENTS@`, `@UPDATE@` | places in the event queue; cycles from a slot to the update queue |
//! | `@DCQCN_MORE@` | stages that DCQCN's published form has more |
//!
//! What is emitted ends with the `bind` that puts an instance into the module. A module that is there in several
//! shapes, with the numbers in its name (`ackw_dcqcn_list_a6_w49`), has one text, and each shape has it.

use crate::emit::Design;
use crate::wrappers;
use layout::config::Config;
use layout::timing::Latency;
use std::fmt::Write as _;

/// Below the exported folder.
pub const FOLDER: &str = "formal";

/// What stands beside the modules, as (module, text), by name: `build.rs` finds them.
const PROPERTIES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/properties.rs"));

/// What the properties themselves are made of.
const LIBRARY: (&str, &str) = ("ackw_followed_word", include_str!("prim/ackw_followed_word.sv"));

/// A module lacks what its properties look at.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("properties of {module}: it has no signal {signal}")]
pub struct NoSignal {
    pub module: String,
    pub signal: String,
}

/// Whether a design has modules with properties.
pub fn has(design: &Design) -> bool {
    PROPERTIES.iter().any(|(module, _)| !of_module(design, module).is_empty())
}

/// Name and text of a module of the design, or of its wrappers, in all of its shapes.
fn of_module<'a>(design: &'a Design, module: &str) -> Vec<(&'a str, &'a str)> {
    let library = wrappers::LIBRARY.into_iter().filter(|_| wrappers::has(design));
    let files = design.files.iter().map(|(name, text)| (name.as_str(), text.as_str())).chain(library);
    let named = files.filter_map(|(name, text)| Some((name.strip_suffix(".v")?, text)));
    named.filter(|(name, _)| name.strip_prefix(module).is_some_and(is_shape)).collect()
}

/// What stands behind a module's name: nothing, or letters with a number each.
fn is_shape(rest: &str) -> bool {
    let numbered = |part: &str| {
        let number = part.trim_start_matches(|c: char| c.is_ascii_lowercase());
        number != part && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
    };
    rest.is_empty() || rest.strip_prefix('_').is_some_and(|parts| parts.split('_').all(numbered))
}

/// The files, as (path below the folder, text): those of the modules that the design has.
pub fn files(config: &Config, design: &Design, head: &str) -> Result<Vec<(String, String)>, NoSignal> {
    let mut files = vec![];
    for (module, text) in PROPERTIES {
        for (shape, verilog) in of_module(design, module) {
            let bound = bound(config, shape, verilog, text)?;
            files.push((format!("{FOLDER}/{shape}_properties.sv"), head.to_owned() + &bound));
        }
    }
    if !files.is_empty() {
        files.insert(0, (format!("{FOLDER}/{}.sv", LIBRARY.0), head.to_owned() + LIBRARY.1));
    }
    Ok(files)
}

/// The properties as a module with ports, and its `bind`.
fn bound(config: &Config, module: &str, verilog: &str, text: &str) -> Result<String, NoSignal> {
    let (parameters, signals) = (parameters(verilog), signals(verilog));
    let (mut about, mut body, mut absent, mut ports) = (String::new(), String::new(), String::new(), vec![]);
    for line in text.lines() {
        if let Some(names) = line.strip_prefix("//:") {
            for name in names.split_whitespace().flat_map(|name| of_slots(config, name)) {
                let (name, may_lack) = name.strip_suffix('?').map_or((name.as_str(), false), |name| (name, true));
                let range = signals.iter().find(|(signal, _)| *signal == name).map(|(_, range)| *range);
                if may_lack && range.is_none() {
                    let _ = writeln!(absent, "  wire {name} = 1'b0;");
                    continue;
                }
                let missing = || NoSignal { module: module.into(), signal: name.to_owned() };
                ports.push(format!("  input wire {}{name}", spaced(range.ok_or_else(missing)?)));
            }
        } else if ports.is_empty() {
            let _ = writeln!(about, "{line}");
        } else {
            let _ = writeln!(body, "{line}");
        }
    }
    let names: Vec<String> = parameters.iter().map(|name| format!("  parameter {name} = 1")).collect();
    let given: Vec<String> = parameters.iter().map(|name| format!(".{name}({name})")).collect();
    let (names, given) = match parameters.as_slice() {
        [] => (String::new(), String::new()),
        _ => (format!("#(\n{}\n) ", names.join(",\n")), format!("#({}) ", given.join(", "))),
    };
    let instance = format!("{module}_properties {given}u_properties (.*);");
    let lacks = if absent.is_empty() { absent } else { format!("  // what this configuration has not\n{absent}\n") };
    let body = lacks + &filled(config, body.trim_matches('\n'));
    Ok(format!(
        "`default_nettype none\n\n{}module {module}_properties {names}(\n{}\n);\n\n{body}\n\nendmodule\n\n\
         // Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule\n\
         `ifndef YOSYS\nbind {module} {instance}\n`endif\n\n`default_nettype wire\n",
        about.trim_start(),
        ports.join(",\n")
    ))
}

/// A range and the blank behind it.
fn spaced(range: &str) -> String {
    if range.is_empty() {
        String::new()
    } else {
        format!("{range} ")
    }
}

/// The parameters that an instance may give.
fn parameters(verilog: &str) -> Vec<&str> {
    verilog.lines().filter_map(|line| line.trim().strip_prefix("parameter ")?.split_whitespace().next()).collect()
}

/// Every signal that is declared, with its range as it is written. Memories are none.
fn signals(verilog: &str) -> Vec<(&str, &str)> {
    let mut found = vec![];
    for line in verilog.lines() {
        let code = line.split("//").next().unwrap_or_default().trim();
        let declared =
            ["input", "output", "reg", "wire"].iter().find_map(|word| code.strip_prefix(word)?.strip_prefix(' '));
        let Some(mut rest) = declared.map(str::trim_start) else { continue };
        for kind in ["wire ", "reg "] {
            rest = rest.strip_prefix(kind).unwrap_or(rest).trim_start();
        }
        let (range, rest) = match rest.strip_prefix('[').and_then(|r| r.find(']')) {
            Some(end) => rest.split_at(end + 2),
            None => ("", rest),
        };
        let rest = rest.trim_start();
        let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        if !name.is_empty() && !rest[name.len()..].trim_start().starts_with('[') {
            found.push((name, range));
        }
    }
    found
}

/// The name, or where it has a `#` one for each wait slot.
fn of_slots(config: &Config, name: &str) -> Vec<String> {
    let slots = if name.contains('#') { config.engine.wait_slots } else { 1 };
    (0..slots).map(|slot| name.replace('#', &slot.to_string())).collect()
}

/// The text with what the configuration says in its places.
fn filled(config: &Config, text: &str) -> String {
    let latency = Latency::of(config);
    let text =
        text.replace("@SLOTS@", &config.engine.wait_slots.to_string()).replace("@HOPS@", &config.hpcc.hops.to_string());
    let text = text
        .replace("@EVENTS@", &latency.queues.events.to_string())
        .replace("@UPDATE@", &latency.drained().to_string());
    let text = text.replace("@DCQCN_MORE@", &layout::dcqcn::more_cycles(config).to_string());
    let mut parts = text.split("@ALL ");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (names, rest) = part.split_once('@').unwrap_or((part, ""));
        let each: Vec<String> = of_slots(config, names).into_iter().rev().collect();
        out += &(each.join(", ") + rest);
    }
    out
}
