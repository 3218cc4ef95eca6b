//! The register map as a C header, for C99 and C++: numbers of every register, and the sequences that a driver needs as
//! inline functions. What does not depend on the table is C, in `c/`.

use super::{counters, doc, groups, parts, words};
use layout::config::{Config, Unit};
use layout::fixed::Format;
use layout::registers::{self, Register, COUNTERS};
use layout::units::Measure;
use std::fmt::Write;

/// The whole file.
pub fn text(config: &Config) -> String {
    let mut out = format!(
        "/*\n * The host's registers of Ackwright {}, configuration {}: places, ranges and the usual sequences.\n * Generated: do \
         not edit. doc/registers.md is the page that explains them. C99 or C++.\n */\n#ifndef ACKW_REGISTERS_H\n#define \
         ACKW_REGISTERS_H\n\n#include <stdint.h>\n\n/* bytes of the registers */\n#define ACKW_SIZE {:#x}u\n/* QPs of this \
         configuration */\n#define ACKW_QPS {}u\n",
        env!("CARGO_PKG_VERSION"),
        config.hash(),
        1u32 << registers::ADDRESS_BITS,
        config.engine.qps
    );
    for group in groups(config) {
        let _ = writeln!(out, "\n/* ---- {} ---- */", group.title);
        group.registers.iter().for_each(|r| numbers(&mut out, r));
    }
    enumerations(&mut out, config);
    out += include_str!("c/access.h");
    sequences(&mut out, config);
    out + "\n#endif\n"
}

/// Offset, format, range and bits of a register.
fn numbers(out: &mut String, register: &Register) {
    let (field, name) = (&register.field, register.name().to_uppercase());
    let kind = format!("{:?}", register.access).to_lowercase();
    let unit = if field.format.frac > 0 { format!("{}, {}", field.format, field.unit) } else { field.unit.into() };
    let unit = if unit == "1" { "a number".into() } else { unit };
    let _ = writeln!(out, "\n/* {}: {} ({kind}; {unit}) */", register.name(), doc(register));
    for word in words(register) {
        let _ = writeln!(out, "#define ACKW_{}_OFFSET {:#05x}u", word.name.to_uppercase(), word.offset);
    }
    let _ = writeln!(out, "#define ACKW_{name}_BITS {}", field.format.bits());
    if field.format.frac > 0 {
        let _ = writeln!(out, "#define ACKW_{name}_FRAC {}", field.format.frac);
    }
    let all = Format::new(field.format.bits(), 0).max_raw();
    for (what, value) in [("MASK", all), ("MIN", field.min), ("MAX", field.max), ("RESET", field.reset)] {
        let suffix = if register.words() == 1 { "u" } else { "ull" };
        let _ = writeln!(out, "#define ACKW_{name}_{what} {value:#x}{suffix}");
    }
    for part in parts(register) {
        let (part_name, mask) = (part.name.to_uppercase(), part.of(u32::MAX) << part.lsb);
        if part.bits == 1 {
            let _ = writeln!(out, "#define ACKW_{name}_{part_name}_BIT {} /* {} */", part.lsb, part.doc);
        } else {
            let _ = writeln!(out, "#define ACKW_{name}_{part_name}_LSB {} /* {} */", part.lsb, part.doc);
        }
        let _ = writeln!(out, "#define ACKW_{name}_{part_name} {mask:#x}u");
    }
}

/// Counters, alerts, algorithms, and the parts of a context.
fn enumerations(out: &mut String, config: &Config) {
    let all = counters(config);
    let _ = writeln!(out, "\n/* ---- Counters ---- */\n\n#define ACKW_COUNTERS_OFFSET {COUNTERS:#05x}u");
    // what is not there leaves a hole
    let last = all.last().map_or(0, |counter| counter.index);
    let _ = writeln!(out, "#define ACKW_COUNTERS {}\n\nenum ackw_counter {{", last + 1);
    for counter in &all {
        let end = if counter.index == last { "" } else { "," };
        let (name, index, doc) = (counter.name.to_uppercase(), counter.index, counter.doc);
        let _ = writeln!(out, "    ACKW_COUNTER_{name} = {index}{end} /* {doc} */");
    }
    out.push_str("};\n\n/* The counter's name, for tables and logs. */\n");
    out.push_str("static inline const char *ackw_counter_name(enum ackw_counter counter)\n{\n    switch (counter) {\n");
    for counter in &all {
        let _ = writeln!(
            out,
            "    case ACKW_COUNTER_{}:\n        return \"{}\";",
            counter.name.to_uppercase(),
            counter.name
        );
    }
    out.push_str(
        "    }\n    return \"none\";\n}\n\n/* bits of irq_status, irq_enable and irq_clear */\nenum ackw_alert {\n",
    );
    let alerts = registers::alerts(config).enumerate().map(|(i, (name, doc))| (name, 1 << i, doc));
    list(out, "ALERT", alerts.collect::<Vec<_>>().as_slice());
    out.push_str("};\n\n/* bits of host_parts */\nenum ackw_part {\n");
    let parts = parts(&registers::named(config, "host_parts"));
    let parts: Vec<_> = parts.iter().map(|part| (part.name.as_str(), 1 << part.lsb, part.doc.as_str())).collect();
    list(out, "PART", &parts);
    out.push_str("};\n\n/* values of host_alg and found_alg */\nenum ackw_alg {\n");
    let codes = super::codes(&registers::named(config, "host_alg"));
    let codes: Vec<_> = codes.iter().map(|(value, name)| (name.as_str(), *value, "")).collect();
    list(out, "ALG", &codes);
    out.push_str("};\n");
}

fn list(out: &mut String, prefix: &str, members: &[(&str, u64, &str)]) {
    for (i, (name, value, doc)) in members.iter().enumerate() {
        let end = if i + 1 == members.len() { "" } else { "," };
        let comment = if doc.is_empty() { String::new() } else { format!(" /* {doc} */") };
        let _ = writeln!(out, "    ACKW_{prefix}_{} = {value}{end}{comment}", name.to_uppercase());
    }
}

/// A structure of registers that go together, with the function that writes them and starts their copy.
struct Set {
    name: String,
    prefix: String,
    start: String,
    /// What its index is called.
    index: &'static str,
    about: String,
    function: &'static str,
}

impl Set {
    /// A unit's parameter set.
    fn of(unit: Unit) -> Set {
        let (name, title) = (unit.name(), unit.title());
        Set {
            name: format!("{name}_set"),
            prefix: format!("set_{name}_"),
            start: format!("set_{name}_write"),
            index: "index",
            about: format!(
                "Writes a parameter set of {title}, in its turn among all events: each sees one set whole. After \
                 ackw_wait_init()."
            ),
            function: include_str!("c/set.h"),
        }
    }

    fn speed() -> Set {
        Set {
            name: "speed".into(),
            prefix: "spd_".into(),
            start: "spd_write".into(),
            index: "code",
            about: "Writes the speed of a code: only while no event of HPCC++ is under way, after ackw_wait_init()."
                .into(),
            function: include_str!("c/speed.h"),
        }
    }

    fn text(&self, map: &[Register]) -> String {
        let fields = map.iter().filter(|r| r.name().starts_with(&self.prefix) && r.name() != self.start);
        let fields: Vec<Register> = fields.copied().collect();
        let writes: Vec<String> = fields.iter().map(|r| write(r, "    ", &self.prefix, "from")).collect();
        let function = self.function.replace("@about", &self.about).replace("@name", &self.name);
        let function = function.replace("@index", self.index).replace("@fields", &writes.join("\n"));
        let start = format!("ACKW_{}_OFFSET", self.start.to_uppercase());
        let members = fields.iter().map(|r| (&r.name()[self.prefix.len()..], r.name()));
        structure(&self.name, &fields, &self.prefix) + &reset(&self.name, members) + &function.replace("@start", &start)
    }
}

/// Structures, and the functions that write and read many registers.
fn sequences(out: &mut String, config: &Config) {
    let map = registers::map(config);
    for unit in &config.engine.units {
        *out += &Set::of(*unit).text(&map);
        if *unit == Unit::Hpcc {
            *out += &Set::speed().text(&map);
            *out += include_str!("c/derive.h");
        }
    }
    *out += &context(&map);
}

/// A member for each register, named without the prefix.
fn structure(name: &str, fields: &[Register], prefix: &str) -> String {
    let mut out = format!("\nstruct ackw_{name} {{\n");
    for register in fields {
        let (field, member) = (&register.field, &register.name()[prefix.len()..]);
        let kind = if register.words() == 1 { "uint32_t" } else { "uint64_t" };
        let format = if field.format.frac > 0 { format!(", {}", field.format) } else { String::new() };
        let unit = if field.unit == "1" { String::new() } else { format!(", {}", field.unit) };
        let _ = writeln!(out, "    {kind} {member}; /* {}{format}{unit} */", doc(register));
    }
    out + "};\n"
}

/// Fills a structure with what registers hold at reset, each of its members with that of a register.
fn reset<'a>(name: &str, members: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut out = format!(
        "\n/* The values of the reset, each in its range: begin with them, and change what is to differ. */\nstatic inline \
         void ackw_reset_{name}(struct ackw_{name} *to)\n{{\n"
    );
    for (member, register) in members {
        let _ = writeln!(out, "    to->{member} = ACKW_{}_RESET;", register.to_uppercase());
    }
    out + "}\n"
}

/// Writes a register from the member of that name.
fn write(register: &Register, indent: &str, prefix: &str, from: &str) -> String {
    let (name, member) = (register.name().to_uppercase(), &register.name()[prefix.len()..]);
    match register.words() {
        1 => format!("{indent}ACKW_WRITE(device, ACKW_{name}_OFFSET, {from}->{member});"),
        _ => format!("{indent}ackw_write64(device, ACKW_{name}_LO_OFFSET, {from}->{member});"),
    }
}

fn read(register: &Register, prefix: &str) -> String {
    let (name, member) = (register.name().to_uppercase(), &register.name()[prefix.len()..]);
    match register.words() {
        1 => format!("    context->{member} = ACKW_READ(device, ACKW_{name}_OFFSET);"),
        _ => format!("    context->{member} = ackw_read64(device, ACKW_{name}_LO_OFFSET);"),
    }
}

/// Reads and writes the context of a QP: `found_*` shows what `host_*` of the same name sets.
fn context(map: &[Register]) -> String {
    let named = |prefix: &str| map.iter().filter(|r| r.name().starts_with(prefix)).copied().collect::<Vec<Register>>();
    let (found, host) = (named("found_"), named("host_"));
    let reads: Vec<String> = found.iter().map(|r| read(r, "found_")).collect();
    let mut writes = Vec::new();
    let all_parts = super::context_parts();
    for (part, _, prefixes, _) in &all_parts {
        let is_of = |r: &&Register| {
            let member = &r.name()["host_".len()..];
            found.iter().any(|f| &f.name()["found_".len()..] == member)
                && prefixes.iter().any(|p| member.starts_with(*p))
        };
        let fields: Vec<String> = host.iter().filter(is_of).map(|r| write(r, "        ", "host_", "context")).collect();
        if !fields.is_empty() {
            let part = part.to_uppercase();
            writes.push(format!("    if ((parts & ACKW_PART_{part}) != 0u) {{\n{}\n    }}", fields.join("\n")));
        }
    }
    let functions = include_str!("c/context.h").replace("@found", &reads.join("\n"));
    let is_built = |part: &str| ["choice", "psn"].contains(&part) || found.iter().any(|r| r.name().contains(part));
    let all = all_parts.iter().filter(|(part, ..)| is_built(part));
    let all: Vec<String> = all.map(|(part, ..)| format!("ACKW_PART_{}", part.to_uppercase())).collect();
    // what compares PSNs starts at the first
    let first = Unit::ALL
        .map(|unit| unit.row().first_psn)
        .into_iter()
        .filter(|member| found.iter().any(|r| r.name().strip_prefix("found_") == Some(*member)));
    let first: String = first.map(|member| format!("    context.{member} = first_psn & 0xffffffu;\n")).collect();
    let functions = functions.replace("@first", &first).replace("@all", &all.join(" | "));
    // what the host cannot write starts as it is found
    let members: Vec<(&str, String)> = found
        .iter()
        .map(|r| &r.name()["found_".len()..])
        .map(|member| {
            let writes = host.iter().any(|r| &r.name()["host_".len()..] == member);
            (member, format!("{}_{member}", if writes { "host" } else { "found" }))
        })
        .collect();
    structure("context", &found, "found_")
        + &reset("context", members.iter().map(|(member, register)| (*member, register.as_str())))
        + &functions.replace("@parts", &writes.join("\n"))
        + &include_str!("c/start.h").replace("@raises", &raises(&host))
}

/// Raises each member that says how much a QP sends to what a rate allows in a round trip.
fn raises(host: &[Register]) -> String {
    let all = Unit::ALL.iter().flat_map(|unit| unit.row().starts);
    let there = all.filter_map(|(member, measure)| {
        let register = host.iter().find(|r| r.name().strip_prefix("host_") == Some(*member))?;
        let frac = register.field.format.frac;
        let (least, what) = match measure {
            Measure::Packets => (format!("(bytes << {frac}) / mtu_bytes"), "packets"),
            Measure::Bytes if frac == 0 => ("bytes".into(), "bytes"),
            Measure::Bytes => (format!("bytes << {frac}"), "bytes"),
            Measure::Rate => ("rate".into(), "bytes a ns"),
        };
        let (cast, max) = (if register.words() == 1 { "(uint32_t)" } else { "" }, register.name().to_uppercase());
        Some(format!(
            "    least = {least}; /* {what}, {} */\n    least = least > ACKW_{max}_MAX ? ACKW_{max}_MAX : least;\n    if \
             (start->{member} < least) {{\n        start->{member} = {cast}least;\n    }}",
            register.field.format
        ))
    });
    there.collect::<Vec<_>>().join("\n")
}
