//! The register map as a page to read: rules, tables by groups, bits, counters, sequences, a worked example. Prose that
//! does not depend on the table lies beside this file, in `page/`.

mod example;

use super::{access, counters, doc, groups, parts, words, Group, Part};
use layout::config::{Config, Engine, Unit};
use layout::fixed::Format;
use layout::registers::{self, Register, ADDRESS_BITS, COUNTERS, COUNTER_PLACES};
use std::fmt::Write;

/// The whole page.
pub fn text(config: &Config) -> String {
    let mut out = format!(
        "# Registers\n\nWhat a host sees behind the AXI4-Lite port: {} bytes, words of 32 bits, little endian. Places do not depend on\n\
         the configuration: what it leaves out leaves a hole, so that one driver serves all. This page is of Ackwright {},\n\
         configuration `{}`, and made of the same table as `ackw_registers.rdl` (SystemRDL), `ackw_registers.ipxact.xml`\n\
         (IP-XACT) and `ackw_registers.h` (C99, C++).\n\n| offsets | what | registers |\n|---|---|---|\n",
        1u32 << ADDRESS_BITS,
        env!("CARGO_PKG_VERSION"),
        config.hash(),
    );
    let groups = groups(config);
    for group in &groups {
        let _ = writeln!(
            out,
            "| {} | [{}](#{}) | {} |",
            span(group),
            group.title,
            anchor(&group.title),
            group.registers.len()
        );
    }
    let (first, last) = (COUNTERS, COUNTERS + 8 * COUNTER_PLACES - 4);
    let all = counters(config);
    let _ = writeln!(out, "| `{first:#05x}` to `{last:#05x}` | [Counters](#counters) | {} |\n", all.len());
    out += &filled(config, include_str!("page/rules.md"));
    groups.iter().for_each(|group| registers_of(&mut out, group));
    let _ = writeln!(
        out,
        "## Counters\n\nCounter i has 64 bits: its lower word is at `{COUNTERS:#05x}` + 8 · i, its upper word behind it. They count from 0 \
         at reset; where the window of {COUNTER_PLACES} has none, 0 is read; with `nic.slverr` as OKAY up to the last one, behind it as SLVERR. [How to read them](#sequences).\n"
    );
    out += "| offset | i | counter | counts |\n|---|---|---|---|\n";
    for counter in &all {
        let _ =
            writeln!(out, "| `{:#05x}` | {} | `{}` | {} |", counter.offset(), counter.index, counter.name, counter.doc);
    }
    out.push('\n');
    out += &filled(config, include_str!("page/sequences.md"));
    out + &example::text(config)
}

/// Of a write that is refused.
const ANSWERED_OKAY: &str = "still\nanswered OKAY: an error response to a posted write can take a host down";

/// From a group's first to its last word.
fn span(group: &Group) -> String {
    let words = || group.registers.iter().flat_map(words);
    let ends = words().next().zip(words().last()).expect("no group is empty");
    format!("`{:#05x}` to `{:#05x}`", ends.0.offset, ends.1.offset)
}

/// A heading's anchor, as Markdown's readers make it.
fn anchor(title: &str) -> String {
    let kept = title.to_lowercase().replace(' ', "-");
    kept.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect()
}

fn registers_of(out: &mut String, group: &Group) {
    let _ = writeln!(out, "## {}\n\n{}\n", group.title, group.about);
    *out += "| offset | register | access | format | range | reset | |\n|---|---|---|---|---|---|---|\n";
    for register in &group.registers {
        let access = access(register.access);
        let offsets: Vec<String> = words(register).iter().map(|w| format!("`{:#05x}`", w.offset)).collect();
        let _ = writeln!(
            out,
            "| {} | `{}` | {access} | {} | {} | {} | {} |",
            offsets.join(" "),
            register.name(),
            format_of(register),
            range(register),
            reset(register),
            doc(register)
        );
    }
    out.push('\n');
    let mut shown: Vec<Register> = Vec::new();
    for register in &group.registers {
        let bits = parts(register);
        // registers with the same bits share a table
        let same = |r: &&Register| names(&parts(r)) == names(&bits);
        if !bits.is_empty() && !shown.iter().any(|r| same(&r)) {
            let sharing: Vec<_> = group.registers.iter().filter(same).map(|r| format!("`{}`", r.name())).collect();
            bit_table(out, register, &bits, &sharing.join(", "));
            shown.push(*register);
        }
    }
}

fn names(parts: &[Part]) -> Vec<&str> {
    parts.iter().map(|part| part.name.as_str()).collect()
}

fn bit_table(out: &mut String, register: &Register, bits: &[Part], of: &str) {
    let constant = register.access == registers::Access::Constant;
    let (head, line) = if constant { (" here |", "---|") } else { ("", "") };
    let _ = writeln!(out, "Bits of {of}:\n\n| bits | name |{head} |\n|---|---|{line}---|");
    for part in bits {
        let top = part.lsb + part.bits - 1;
        let place = if part.bits == 1 { top.to_string() } else { format!("{top}:{}", part.lsb) };
        let here = if constant { format!(" {} |", part.of(register.field.reset as u32)) } else { String::new() };
        let _ = writeln!(out, "| {place} | `{}` |{here} {} |", part.name, part.doc);
    }
    out.push('\n');
}

/// `U14.28`, or how many bits an integer has.
fn number(format: Format) -> String {
    match (format.frac, format.bits()) {
        (0, 1) => "1 bit".into(),
        (0, bits) => format!("{bits} bits"),
        _ => format.to_string(),
    }
}

fn format_of(register: &Register) -> String {
    let (number, unit) = (number(register.field.format), register.field.unit);
    if matches!(unit, "1" | "flag" | "flags") {
        number
    } else {
        format!("{number}, {unit}")
    }
}

fn range(register: &Register) -> String {
    let field = &register.field;
    if let Some(codes) = register.only {
        return listed(codes);
    }
    match register.access {
        registers::Access::Constant => "".into(),
        _ if (field.min, field.max) == (0, field.format.max_raw()) => "any".into(),
        _ => format!("{} to {}", value(field.format, field.min), value(field.format, field.max)),
    }
}

/// The codes that have their bit.
fn listed(codes: u16) -> String {
    let all = (0..u16::BITS).filter(|code| codes >> code & 1 == 1);
    all.map(|code| code.to_string()).collect::<Vec<_>>().join(", ")
}

fn reset(register: &Register) -> String {
    let (field, digits) = (&register.field, register.bits().div_ceil(4) as usize);
    match register.access {
        registers::Access::Constant => format!("`{:#0width$x}`", field.reset, width = digits + 2),
        _ => value(field.format, field.reset),
    }
}

/// A raw value, and where it has fraction bits what it stands for.
fn value(format: Format, raw: u64) -> String {
    match format.frac {
        0 if raw < 1 << 24 => raw.to_string(),
        0 => format!("`{raw:#x}`"),
        _ if raw == 0 => "0".into(),
        frac if raw == format.max_raw() => format!("`{raw:#x}` = {} − 2^-{frac}", 1u64 << format.int),
        _ => format!("`{raw:#x}` = {}", format.decimal(raw)),
    }
}

/// The text without the paragraphs and items of lists that name a register which is not there.
fn built(config: &Config, text: &str) -> String {
    let names = |config| registers::map(config).into_iter().map(|r| r.name()).collect::<Vec<_>>();
    let most = Config { engine: Engine { units: Unit::ALL.to_vec(), ..Default::default() }, ..Default::default() };
    let (here, known) = (names(config), names(&most));
    let mut blocks: Vec<String> = vec![String::new()];
    for line in text.split_inclusive('\n') {
        let start = line.trim_start();
        let item = start.starts_with("- ") || start.starts_with(|c: char| c.is_ascii_digit());
        match blocks.last_mut() {
            Some(block) if !item && !block.ends_with("\n\n") => *block += line,
            _ => blocks.push(line.into()),
        }
    }
    let there = |block: &String| {
        let mut named = block.split('{').skip(1).filter_map(|rest| rest.split('}').next());
        named.all(|name| {
            assert!(known.contains(&name), "the page names {name}, which no configuration has");
            here.contains(&name)
        })
    };
    blocks.into_iter().filter(there).collect()
}

/// Puts values into a text: `{name}` is a register with its offset, `@word` a number of the configuration.
fn filled(config: &Config, text: &str) -> String {
    let mut text = built(config, text);
    for register in registers::map(config) {
        let place = format!("`{}` (`{:#05x}`)", register.name(), register.offset);
        text = text.replace(&format!("{{{}}}", register.name()), &place);
    }
    let reset = |name| registers::named(config, name).field.reset;
    let units = config.engine.units.iter().map(|unit| format!("{} ({})", unit.part(), unit.title()));
    let mut sets = Vec::new();
    for unit in &config.engine.units {
        let set = format!("`ackw_write_{}_set`", unit.name());
        if *unit == Unit::Hpcc {
            sets.push(format!("{set}, its derived values by `ackw_derive_hpcc`"));
            sets.push("speeds likewise by `ackw_derive_speed`, `ackw_write_speed`".into());
        } else {
            sets.push(set);
        }
    }
    let values = [
        ("@id", format!("{:#010x}", reset("id"))),
        ("@version", format!("{:#010x}", reset("version"))),
        ("@release", env!("CARGO_PKG_VERSION").into()),
        ("@hash", format!("{:#018x}", reset("config_hash"))),
        ("@qps", config.engine.qps.to_string()),
        ("@counters", format!("{COUNTERS:#05x}")),
        ("@answered", if config.nic.slverr { "answered SLVERR".into() } else { ANSWERED_OKAY.into() }),
        ("@nowhere", if config.nic.slverr { "gives 0, and SLVERR".into() } else { "gives 0".to_owned() }),
        ("@sets", sets.join("; ")),
        ("@parts", units.collect::<Vec<_>>().join(", ")),
        ("@every", registers::every_part(config).to_string()),
    ];
    values.iter().fold(text, |text, (word, value)| text.replace(word, value))
}
