//! The register map as an IP-XACT component (IEEE 1685-2014), for tools that assemble a system. It has the memory map alone: the
//! ports and their bus interface belong to the integration.

use super::{counters, doc, groups, words, Part, Word};
use layout::config::Config;
use layout::registers::{Access, ADDRESS_BITS};
use std::fmt::Write;

/// The whole file.
pub fn text(config: &Config) -> String {
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <!-- The host's registers of Ackwright {version}, configuration {}. Generated: do not edit. -->\n\
         <ipxact:component xmlns:ipxact=\"http://www.accellera.org/XMLSchema/IPXACT/1685-2014\">\n\
         <ipxact:vendor>ackwright</ipxact:vendor>\n\
         <ipxact:library>ackwright</ipxact:library>\n\
         <ipxact:name>ackw_registers</ipxact:name>\n\
         <ipxact:version>{version}</ipxact:version>\n\
         <ipxact:memoryMaps>\n<ipxact:memoryMap>\n<ipxact:name>host</ipxact:name>\n",
        config.hash(),
        version = env!("CARGO_PKG_VERSION"),
    );
    out += "<ipxact:addressBlock>\n<ipxact:name>registers</ipxact:name>\n<ipxact:baseAddress>0</ipxact:baseAddress>\n";
    let _ = writeln!(out, "<ipxact:range>{}</ipxact:range>\n<ipxact:width>32</ipxact:width>", 1u32 << ADDRESS_BITS);
    out += "<ipxact:usage>register</ipxact:usage>\n";
    for word in groups(config).iter().flat_map(|group| &group.registers).flat_map(words) {
        let does = doc(&word.register);
        register(&mut out, &word.name, &does, word.offset, word.register.access);
        for part in word.parts() {
            field(&mut out, &word, &part);
        }
        out += "</ipxact:register>\n";
    }
    for counter in counters(config) {
        register(&mut out, &format!("count_{}", counter.name), counter.doc, counter.offset(), Access::Read);
        named(&mut out, "field", "value", counter.doc);
        bits(&mut out, 0, 32, 0);
        out += "</ipxact:field>\n</ipxact:register>\n";
    }
    out += "</ipxact:addressBlock>\n<ipxact:addressUnitBits>8</ipxact:addressUnitBits>\n";
    out += "</ipxact:memoryMap>\n</ipxact:memoryMaps>\n</ipxact:component>\n";
    indented(&out)
}

/// An element that spans lines indents what is in it.
fn indented(text: &str) -> String {
    let (mut out, mut depth) = (String::new(), 0);
    for line in text.lines() {
        let closes = line.starts_with("</");
        if closes {
            depth -= 2;
        }
        let _ = writeln!(out, "{:depth$}{line}", "");
        if !closes && line.starts_with("<ipxact:") && !line.contains("</") {
            depth += 2;
        }
    }
    out
}

fn element(out: &mut String, name: &str, value: impl std::fmt::Display) {
    let _ = writeln!(out, "<ipxact:{name}>{value}</ipxact:{name}>");
}

/// Opens an element that has a name.
fn named(out: &mut String, kind: &str, name: &str, description: &str) {
    let _ = writeln!(out, "<ipxact:{kind}>");
    element(out, "name", name);
    element(out, "description", escaped(description));
}

fn register(out: &mut String, name: &str, description: &str, offset: u32, access: Access) {
    named(out, "register", name, description);
    element(out, "addressOffset", format!("'h{offset:03x}"));
    element(out, "size", 32);
    element(out, "volatile", access == Access::Read);
    element(out, "access", if access.is_written() { "read-write" } else { "read-only" });
}

fn bits(out: &mut String, lsb: u32, bits: u32, reset: u32) {
    element(out, "bitOffset", lsb);
    out.push_str("<ipxact:resets>\n<ipxact:reset>\n");
    element(out, "value", format!("'h{reset:x}"));
    out.push_str("</ipxact:reset>\n</ipxact:resets>\n");
    element(out, "bitWidth", bits);
}

fn field(out: &mut String, word: &Word, part: &Part) {
    named(out, "field", &part.name, &part.doc);
    bits(out, part.lsb, part.bits, part.of(word.reset()));
    if !part.codes.is_empty() {
        out.push_str("<ipxact:enumeratedValues>\n");
        for (value, name) in &part.codes {
            out.push_str("<ipxact:enumeratedValue>\n");
            element(out, "name", name);
            element(out, "value", value);
            out.push_str("</ipxact:enumeratedValue>\n");
        }
        out.push_str("</ipxact:enumeratedValues>\n");
    }
    // of a register of two words a range says nothing about either
    let range = word.register.field;
    if word.register.access.is_written() && word.register.words() == 1 && part.name == "value" {
        out.push_str("<ipxact:writeValueConstraint>\n");
        element(out, "minimum", format!("'h{:x}", range.min));
        element(out, "maximum", format!("'h{:x}", range.max));
        out.push_str("</ipxact:writeValueConstraint>\n");
    }
    out.push_str("</ipxact:field>\n");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
