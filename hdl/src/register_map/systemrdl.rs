//! The register map as SystemRDL 2.0, for register tools: each word is a `reg` of 32 bits. What the language cannot say
//! (which writes are refused) stands in properties of our own.

use super::{access, counters, doc, groups, words, Part, Word};
use layout::config::Config;
use layout::registers::Access;
use std::fmt::Write;

const PROPERTIES: &str = r#"
// constant: the reset value for ever. read: the hardware's. write: the host's. context: the host's, refused while
// its operation is under way: host_busy of status, of fcr_* busy of fcr_status, of snd_open_* busy of snd_status.
// start: writing the value starts something, refused until init_done.
property ackw_access { type = string; component = reg; };
// The register that the word belongs to: of two words it is the lower that is written first, then at once the upper.
property ackw_register { type = string; component = reg; };
// The least and the greatest value of the whole register; what lies outside is refused.
property ackw_min { type = longint unsigned; component = reg; };
property ackw_max { type = longint unsigned; component = reg; };
// Integer and fraction bits of the whole register, and its unit.
property ackw_format { type = string; component = reg; };
property ackw_unit { type = string; component = reg; };
"#;

/// The whole file.
pub fn text(config: &Config) -> String {
    let mut out = format!(
        "// The host's registers of Ackwright {}, configuration {}. Generated: do not edit.\n{PROPERTIES}\naddrmap ackw_registers {{\n",
        env!("CARGO_PKG_VERSION"),
        config.hash()
    );
    let answer = if config.nic.slverr { "SLVERR" } else { "OKAY" };
    let desc = format!(
        "AXI4-Lite slave of 4 KiB. Words of 32 bits only. A write that is refused is answered {answer}, has no effect and is \
         counted in refused_count; where nothing is, reads give 0 and {answer}."
    );
    let _ = writeln!(out, "    name = \"Ackwright\";\n    desc = {};", quoted(&desc));
    out += "    default regwidth = 32;\n    default accesswidth = 32;\n    littleendian;\n    lsb0;\n";
    for group in groups(config) {
        let _ = writeln!(out, "\n    // ---- {} ----", group.title);
        for word in group.registers.iter().flat_map(words) {
            register(&mut out, &word);
        }
    }
    out += "\n    // ---- Counters: a lower word that is read keeps the upper one for the next read of that ----\n";
    for (counter, (name, offset)) in counters(config).iter().flat_map(|c| c.words().map(|word| (c, word))) {
        let doc = quoted(counter.doc);
        let _ = writeln!(out, "\n    reg {{\n        desc = {doc};\n        ackw_access = \"read\";");
        let _ =
            writeln!(out, "        field {{ sw = r; hw = w; }} value[31:0] = 32'h0;\n    }} {name} @ {offset:#05x};");
    }
    out + "};\n"
}

fn register(out: &mut String, word: &Word) {
    let (register, field) = (&word.register, &word.register.field);
    let half = match (register.words(), word.lowest) {
        (1, _) => "",
        (_, 0) => "lower word: ",
        _ => "upper word: ",
    };
    let desc = quoted(&format!("{half}{}", doc(register)));
    let _ = writeln!(out, "\n    reg {{\n        desc = {desc};");
    let _ = writeln!(out, "        ackw_access = \"{}\";", access(register.access));
    let _ = writeln!(out, "        ackw_register = \"{}\";", register.name());
    let _ = writeln!(out, "        ackw_min = {:#x};\n        ackw_max = {:#x};", field.min, field.max);
    let _ = writeln!(out, "        ackw_format = \"{}\";\n        ackw_unit = {};", field.format, quoted(field.unit));
    for part in word.parts() {
        part_of(out, word, &part);
    }
    let _ = writeln!(out, "    }} {} @ {:#05x};", word.name, word.offset);
}

fn part_of(out: &mut String, word: &Word, part: &Part) {
    let does = match word.register.access {
        Access::Constant => "sw = r; hw = na;",
        Access::Read => "sw = r; hw = w;",
        Access::Start | Access::Clear => "sw = rw; hw = r; swmod;",
        Access::Write | Access::Context => "sw = rw; hw = r;",
    };
    let mut properties = does.to_owned();
    if !part.codes.is_empty() {
        let kind = format!("{}_e", word.name);
        let code = |(value, name): &(u64, String)| format!("{name} = {}'d{value};", part.bits);
        let _ =
            writeln!(out, "        enum {kind} {{ {} }};", part.codes.iter().map(code).collect::<Vec<_>>().join(" "));
        let _ = write!(properties, " encode = {kind};");
    }
    if part.name != "value" {
        let _ = write!(properties, " desc = {};", quoted(&part.doc));
    }
    let (msb, lsb, reset) = (part.lsb + part.bits - 1, part.lsb, part.of(word.reset()));
    let _ = writeln!(out, "        field {{ {properties} }} {}[{msb}:{lsb}] = {}'h{reset:x};", part.name, part.bits);
}

/// A string of the language.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
