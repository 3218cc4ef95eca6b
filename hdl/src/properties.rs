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
//! | `//: name?` | likewise, and 0 where the module of this configuration has no such signal; 1 with `?1` |
//! | `@ALL name_#@` | those of all wait slots, the last one first |
//! | `@SLOTS@`, `@HOPS@`, `@N_MAX@` | the configuration's |
//! | `@EVENTS@`, `@UPDATE@` | places in the event queue; cycles from a slot to the update queue |
//! | `@DCQCN_MORE@` | stages that DCQCN's published form has more |
//!
//! With `+define+ACKWRIGHT_ASSERT` a simulation checks the same texts ([`simulated`]); [`LIST`] names the files.
//!
//! What is emitted ends with the `bind` that puts an instance into the module. A module that is there in several
//! shapes, with the numbers in its name (`ackw_dcqcn_list_a6`), has one text, and each shape has it.

mod simulated;

use crate::emit::Design;
use crate::wrappers;
use layout::config::Config;
use layout::timing::Latency;
use std::fmt::Write as _;

/// Below the exported folder.
pub const FOLDER: &str = "formal";

/// The files that a simulation adds to the design's, in it, a line each: those that it can have.
pub const LIST: &str = "formal/assertions.f";

/// What a simulation defines.
pub const DEFINE: &str = "ACKWRIGHT_ASSERT";

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
    let (mut files, mut looked_at) = (vec![], vec![]);
    for (module, text) in PROPERTIES {
        for (shape, verilog) in of_module(design, module) {
            let bound = bound(config, shape, verilog, text)?;
            let path = format!("{FOLDER}/{shape}_properties.sv");
            if simulated::possible(text) {
                looked_at.push((shape, path.clone()));
            }
            files.push((path, head.to_owned() + &bound));
        }
    }
    if !files.is_empty() {
        let in_top = |module: &str| design.files.iter().any(|(name, _)| name.strip_suffix(".v") == Some(module));
        let list: String =
            looked_at.iter().filter(|(shape, _)| in_top(shape)).map(|(_, path)| format!("{path}\n")).collect();
        files.push((LIST.into(), format!("{FOLDER}/{}.sv\n{list}", LIBRARY.0)));
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
                let lacking = [("?", "1'b0"), ("?1", "1'b1")];
                let found = lacking.into_iter().find_map(|(mark, value)| Some((name.strip_suffix(mark)?, Some(value))));
                let (name, lacking) = found.unwrap_or((&name, None));
                let range = signals.iter().find(|(signal, _)| *signal == name).map(|(_, range)| *range);
                if let (Some(value), None) = (lacking, range) {
                    let _ = writeln!(absent, "  wire {name} = {value};");
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
    let possible = simulated::possible(&body);
    let body = match possible {
        true => simulated::body(body.trim_matches('\n'), &ports),
        false => format!("{}\n", body.trim_matches('\n')),
    };
    let body = lacks + &filled(config, &body);
    let (looks, end) = match body.contains("`ACKWRIGHT_LOOKS") {
        true => (simulated::head(&body), simulated::TAIL),
        false => (String::new(), ""),
    };
    // of what the module cannot see, a formal tool alone chooses it
    let (open, close) = match possible {
        true => (String::new(), ""),
        false => (format!("`ifndef {DEFINE}\n"), "`endif\n"),
    };
    Ok(format!(
        "{looks}`default_nettype none\n\n{}module {module}_properties {names}(\n{}\n);\n\n{body}\nendmodule\n\n\
         // Yosys' own reader knows no bind: there, the instance is put in front of the module's endmodule\n\
         `ifndef YOSYS\n{open}bind {module} {instance}\n{close}`endif\n\n`default_nettype wire\n{end}",
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
        .replace("@N_MAX@", &config.engine.n_max.to_string())
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
