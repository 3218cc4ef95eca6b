//! The design as an IP-XACT component (IEEE 1685-2014), for tools that assemble a system: ports, bus interfaces, files
//! and register map.
//!
//! The standard has no bus definitions of its own. Those named here are Xilinx', which many tools know: `aximm` with
//! `PROTOCOL` AXI4LITE, `axis`, `clock`, `reset`, `interrupt`.

use super::{counters, doc, groups, words, Part, Word};
use crate::emit::{Design, Dir, Port};
use crate::wrappers::{self, buses};
use layout::config::Config;
use layout::registers::{Access, ADDRESS_BITS};
use std::fmt::Write;

/// A bus interface: its definition, and what stands on each of its signals.
struct Bus {
    name: String,
    library: &'static str,
    kind: &'static str,
    /// It is asked, or takes what comes.
    slave: bool,
    /// Signal of the definition, and port.
    ports: Vec<(String, String)>,
    parameters: Vec<(&'static str, String)>,
}

const LITE: &str = "aximm";

impl Bus {
    /// A bus whose ports have its name before the signal's.
    fn of<'a>(name: &str, kind: &'static str, slave: bool, signals: impl Iterator<Item = &'a str>) -> Bus {
        let ports = signals.map(|signal| (signal.to_uppercase(), format!("{name}_{signal}"))).collect();
        let parameters = if kind == LITE { vec![("PROTOCOL", "AXI4LITE".to_owned())] } else { vec![] };
        Bus { name: name.into(), library: "interface", kind, slave, ports, parameters }
    }

    /// A port that is a bus alone.
    fn signal(
        name: &str,
        kind: &'static str,
        logical: &str,
        slave: bool,
        parameters: Vec<(&'static str, String)>,
    ) -> Bus {
        let ports = vec![(logical.into(), name.into())];
        Bus { name: name.into(), library: "signal", kind, slave, ports, parameters }
    }
}

/// Clock, reset and interrupt of a module, where it has them, and the buses that go by the clock.
fn with_signals(ports: &[Port], mut all: Vec<Bus>) -> Vec<Bus> {
    let has = |name: &str| ports.iter().any(|port| port.name == name);
    let names: Vec<&str> = all.iter().map(|bus| bus.name.as_str()).collect();
    let clock = vec![("ASSOCIATED_BUSIF", names.join(":")), ("ASSOCIATED_RESET", "rst_n".into())];
    all.push(Bus::signal("clk", "clock", "CLK", true, clock));
    all.push(Bus::signal("rst_n", "reset", "RST", true, vec![("POLARITY", "ACTIVE_LOW".into())]));
    if has("irq") {
        let level = vec![("SENSITIVITY", "LEVEL_HIGH".into())];
        all.push(Bus::signal("irq", "interrupt", "INTERRUPT", false, level));
    }
    all
}

/// The component of the design: `doc/ackw_registers.ipxact.xml`.
pub fn text(config: &Config, design: &Design) -> String {
    let ports = design.top_module().map_or(&[][..], |top| &top.ports);
    let signals =
        |prefix: &str| -> Vec<&str> { ports.iter().filter_map(|port| port.name.strip_prefix(prefix)).collect() };
    let of = |name: &str, kind| {
        let signals = signals(&format!("{name}_"));
        (!signals.is_empty()).then(|| Bus::of(name, kind, true, signals.into_iter()))
    };
    let all = [of("s_axil", LITE), of("s_axis", "axis")].into_iter().flatten().collect();
    let files: Vec<String> = design.files.iter().map(|(name, _)| format!("../{name}")).collect();
    component(config, &design.top, ports, &with_signals(ports, all), &files)
}

/// The component of the wrapper with every stream in a bus, where the design has it: `doc/ackw_nic_axis.ipxact.xml`.
pub fn wrapped(config: &Config, design: &Design) -> Option<String> {
    if !wrappers::has(design) {
        return None;
    }
    let inside = design.top_module().map_or(&[][..], |top| &top.ports);
    let (mut ports, mut all) = (vec![], vec![]);
    for bus in buses::of(design, false) {
        let kind = if bus.kind == buses::Kind::Lite { LITE } else { "axis" };
        all.push(Bus::of(bus.name, kind, bus.dir == Dir::Input, bus.signals.iter().map(|signal| signal.name.as_str())));
        ports.extend(
            bus.signals.iter().map(|signal| (format!("{}_{}", bus.name, signal.name), signal.dir, signal.width)),
        );
    }
    // what is no bus stays as it is
    let alone = ["clk", "rst_n", "irq", "time_now", "init_done"];
    let alone = inside.iter().filter(|port| alone.contains(&port.name.as_str()));
    let mut ports: Vec<Port> =
        ports.into_iter().map(|(name, dir, width)| Port { name, dir, width, doc: String::new() }).collect();
    ports.extend(alone.cloned());
    ports.extend(buses::plain(design).into_iter().flat_map(|(_, ports)| ports));
    let mut files: Vec<String> = design.files.iter().map(|(name, _)| format!("../{name}")).collect();
    files.push(format!("../wrappers/{}.v", wrappers::AXIS));
    Some(component(config, wrappers::AXIS, &ports, &with_signals(&ports, all), &files))
}

fn component(config: &Config, name: &str, ports: &[Port], all: &[Bus], files: &[String]) -> String {
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <!-- {name} of Ackwright {version}, configuration {}. Generated: do not edit. -->\n\
         <ipxact:component xmlns:ipxact=\"http://www.accellera.org/XMLSchema/IPXACT/1685-2014\">\n\
         <ipxact:vendor>ackwright</ipxact:vendor>\n\
         <ipxact:library>ackwright</ipxact:library>\n\
         <ipxact:name>{name}</ipxact:name>\n\
         <ipxact:version>{version}</ipxact:version>\n\
         <ipxact:busInterfaces>\n",
        config.hash(),
        version = env!("CARGO_PKG_VERSION"),
    );
    all.iter().for_each(|bus| interface(&mut out, bus));
    out += "</ipxact:busInterfaces>\n<ipxact:memoryMaps>\n<ipxact:memoryMap>\n<ipxact:name>host</ipxact:name>\n";
    memory_map(&mut out, config);
    out += "</ipxact:memoryMap>\n</ipxact:memoryMaps>\n<ipxact:model>\n<ipxact:views>\n<ipxact:view>\n";
    element(&mut out, "name", "rtl");
    element(&mut out, "componentInstantiationRef", "verilog");
    out += "</ipxact:view>\n</ipxact:views>\n<ipxact:instantiations>\n<ipxact:componentInstantiation>\n";
    element(&mut out, "name", "verilog");
    element(&mut out, "language", "verilog");
    element(&mut out, "moduleName", name);
    out += "<ipxact:fileSetRef>\n<ipxact:localName>rtl</ipxact:localName>\n</ipxact:fileSetRef>\n";
    out += "</ipxact:componentInstantiation>\n</ipxact:instantiations>\n<ipxact:ports>\n";
    ports.iter().for_each(|port| wire(&mut out, port));
    out += "</ipxact:ports>\n</ipxact:model>\n<ipxact:fileSets>\n<ipxact:fileSet>\n<ipxact:name>rtl</ipxact:name>\n";
    for file in files {
        out += "<ipxact:file>\n";
        element(&mut out, "name", file);
        element(&mut out, "fileType", "verilogSource");
        out += "</ipxact:file>\n";
    }
    out += "</ipxact:fileSet>\n</ipxact:fileSets>\n</ipxact:component>\n";
    indented(&out)
}

fn interface(out: &mut String, bus: &Bus) {
    let Bus { name, library, kind, .. } = bus;
    let named = |end: &str| format!("vendor=\"xilinx.com\" library=\"{library}\" name=\"{kind}{end}\" version=\"1.0\"");
    let _ = writeln!(out, "<ipxact:busInterface>\n<ipxact:name>{name}</ipxact:name>\n<ipxact:busType {}/>", named(""));
    *out += "<ipxact:abstractionTypes>\n<ipxact:abstractionType>\n";
    let _ = writeln!(out, "<ipxact:abstractionRef {}/>\n<ipxact:portMaps>", named("_rtl"));
    for (logical, physical) in &bus.ports {
        let _ = writeln!(
            out,
            "<ipxact:portMap>\n<ipxact:logicalPort>\n<ipxact:name>{logical}</ipxact:name>\n</ipxact:logicalPort>\n\
             <ipxact:physicalPort>\n<ipxact:name>{physical}</ipxact:name>\n</ipxact:physicalPort>\n</ipxact:portMap>"
        );
    }
    *out += "</ipxact:portMaps>\n</ipxact:abstractionType>\n</ipxact:abstractionTypes>\n";
    *out += match (bus.slave, *kind) {
        (true, LITE) => "<ipxact:slave>\n<ipxact:memoryMapRef memoryMapRef=\"host\"/>\n</ipxact:slave>\n",
        (true, _) => "<ipxact:slave/>\n",
        (false, _) => "<ipxact:master/>\n",
    };
    if !bus.parameters.is_empty() {
        *out += "<ipxact:parameters>\n";
        for (parameter, value) in &bus.parameters {
            let _ = writeln!(out, "<ipxact:parameter parameterId=\"{name}_{parameter}\">");
            element(out, "name", parameter);
            element(out, "value", value);
            *out += "</ipxact:parameter>\n";
        }
        *out += "</ipxact:parameters>\n";
    }
    *out += "</ipxact:busInterface>\n";
}

fn wire(out: &mut String, port: &Port) {
    *out += "<ipxact:port>\n";
    element(out, "name", &port.name);
    if !port.doc.is_empty() {
        element(out, "description", escaped(&port.doc));
    }
    *out += "<ipxact:wire>\n";
    element(out, "direction", if port.dir == Dir::Input { "in" } else { "out" });
    if port.width > 1 {
        let _ = writeln!(
            out,
            "<ipxact:vectors>\n<ipxact:vector>\n<ipxact:left>{}</ipxact:left>\n<ipxact:right>0</ipxact:right>\n\
             </ipxact:vector>\n</ipxact:vectors>",
            port.width - 1
        );
    }
    *out += "</ipxact:wire>\n</ipxact:port>\n";
}

fn memory_map(out: &mut String, config: &Config) {
    *out += "<ipxact:addressBlock>\n<ipxact:name>registers</ipxact:name>\n<ipxact:baseAddress>0</ipxact:baseAddress>\n";
    let _ = writeln!(out, "<ipxact:range>{}</ipxact:range>\n<ipxact:width>32</ipxact:width>", 1u32 << ADDRESS_BITS);
    *out += "<ipxact:usage>register</ipxact:usage>\n";
    for word in groups(config).iter().flat_map(|group| &group.registers).flat_map(words) {
        let does = doc(&word.register);
        register(out, &word.name, &does, word.offset, word.register.access);
        for part in word.parts() {
            field(out, &word, &part);
        }
        *out += "</ipxact:register>\n";
    }
    for (counter, (name, offset)) in counters(config).iter().flat_map(|c| c.words().map(|word| (c, word))) {
        register(out, &name, counter.doc, offset, Access::Read);
        named(out, "field", "value", counter.doc);
        bits(out, 0, 32, 0);
        *out += "</ipxact:field>\n</ipxact:register>\n";
    }
    *out += "</ipxact:addressBlock>\n<ipxact:addressUnitBits>8</ipxact:addressUnitBits>\n";
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
        if !closes && line.starts_with("<ipxact:") && !line.contains("</") && !line.ends_with("/>") {
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
    // a test that writes what it likes would begin operations, or clear what has happened
    if word.register.access.acts() {
        element(out, "testable", false);
    }
    out.push_str("</ipxact:field>\n");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
