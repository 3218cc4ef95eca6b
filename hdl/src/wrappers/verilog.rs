//! The text of the two wrappers.

use super::buses::{Bus, Kind, Signal};
use super::packing::Packing;
use super::{AXIS, AXIS_ASYNC, INSIDE, TIME};
use crate::emit::{Dir, Port};
use layout::config::{Config, Mhz};

fn range(width: usize) -> String {
    if width == 1 {
        String::new()
    } else {
        format!("[{}:0] ", width - 1)
    }
}

fn way(dir: Dir) -> &'static str {
    if dir == Dir::Input {
        "input "
    } else {
        "output"
    }
}

/// The header: what it is, and where the fields lie.
fn about(what: &str, buses: &[Bus]) -> String {
    let mut text = format!(
        "{what}//\n\
         // Fields lie in tdata in the order of the ports of {INSIDE}, where their meanings stand, from bit 0 up,\n\
         // each at the beginning of a byte. Bits between them are not looked at, and 0 at the output.\n"
    );
    for bus in buses {
        let Some(packing) = &bus.packing else { continue };
        text += &format!("//\n//   {}_tdata, {} bytes\n", bus.name, packing.bytes);
        for field in &packing.fields {
            text += &format!("//     {:<9} {}\n", field.bits(), field.port);
        }
    }
    text
}

/// The port list, each port with what Vivado reads of it.
fn ports(buses: &[Bus], plain: &[Port], mhz: Option<Mhz>, time_now: Option<usize>) -> String {
    let mut lines: Vec<(String, String)> = vec![];
    let mut clocks = vec![("clk", "rst_n")];
    for bus in buses {
        if !clocks.contains(&(&bus.clock, &bus.reset)) {
            clocks.push((&bus.clock, &bus.reset));
        }
    }
    // one clock, or one for each bus and for the time
    let own_time = clocks.len() > 1 && time_now.is_some();
    if own_time {
        clocks.push((TIME[0], TIME[1]));
    }
    for (clock, reset) in clocks {
        let on: Vec<&str> = buses.iter().filter(|bus| bus.clock == clock).map(|bus| bus.name).collect();
        let busif = if on.is_empty() { String::new() } else { format!("ASSOCIATED_BUSIF {}, ", on.join(":")) };
        let hz = match mhz.filter(|_| clock == "clk") {
            Some(mhz) => format!(", FREQ_HZ {}, FREQ_TOLERANCE_HZ -1", mhz.hz()),
            None => String::new(),
        };
        let mut add = |kind: &str, role: &str, port: &str, parameters: String, doc: &str| {
            let text = format!(
                "  (* X_INTERFACE_INFO = \"xilinx.com:signal:{kind}:1.0 {port} {role}\" *)\n  \
                 (* X_INTERFACE_PARAMETER = \"XIL_INTERFACENAME {port}, {parameters}\" *)\n  input  wire {port}"
            );
            lines.push((text, doc.to_owned()));
        };
        add("clock", "CLK", clock, format!("{busif}ASSOCIATED_RESET {reset}{hz}"), "");
        add("reset", "RST", reset, "POLARITY ACTIVE_LOW".into(), "");
    }
    for bus in buses {
        let vlnv = if bus.kind == Kind::Lite { "aximm:1.0" } else { "axis:1.0" };
        for (i, Signal { name, dir, width, doc }) in bus.signals.iter().enumerate() {
            let logical = name.to_uppercase();
            let mut text =
                format!("  (* X_INTERFACE_INFO = \"xilinx.com:interface:{vlnv} {} {logical}\" *)\n", bus.name);
            if bus.kind == Kind::Lite && i == 0 {
                text += &format!(
                    "  (* X_INTERFACE_PARAMETER = \"XIL_INTERFACENAME {}, PROTOCOL AXI4LITE, ADDR_WIDTH {width}, DATA_WIDTH 32\" *)\n",
                    bus.name
                );
            }
            text += &format!("  {} wire {}{}_{name}", way(*dir), range(*width), bus.name);
            lines.push((text, doc.clone()));
        }
    }
    let irq = "  (* X_INTERFACE_INFO = \"xilinx.com:signal:interrupt:1.0 irq INTERRUPT\" *)\n  \
               (* X_INTERFACE_PARAMETER = \"XIL_INTERFACENAME irq, SENSITIVITY LEVEL_HIGH\" *)\n  output wire irq";
    let crosses = buses.iter().any(|bus| bus.kind == Kind::Lite && bus.clock != "clk");
    lines.push((irq.into(), if crosses { "of s_axil's clock" } else { "of clk" }.into()));
    if let Some(width) = time_now {
        let clock = if own_time { TIME[0] } else { "clk" };
        lines.push((format!("  input  wire {}time_now", range(width)), format!("of {clock}")));
    }
    lines.push(("  output wire init_done".into(), "of clk".into()));
    for Port { name, dir, width, doc } in plain {
        let doc = if doc.is_empty() { "of clk".to_owned() } else { format!("of clk: {doc}") };
        lines.push((format!("  {} wire {}{name}", way(*dir), range(*width)), doc));
    }
    let last = lines.len() - 1;
    let line = |(i, (text, doc)): (usize, &(String, String))| {
        let comma = if i == last { "" } else { "," };
        let doc = if doc.is_empty() { String::new() } else { format!(" // {doc}") };
        format!("{text}{comma}{doc}\n")
    };
    lines.iter().enumerate().map(line).collect()
}

/// Connections of an instance, a line each.
fn connect(pairs: &[(String, String)]) -> String {
    let longest = pairs.iter().map(|(port, _)| port.len()).max().unwrap_or(0);
    let line = |(port, to): &(String, String)| format!("    .{port}{} ({to})", " ".repeat(longest - port.len()));
    pairs.iter().map(line).collect::<Vec<_>>().join(",\n")
}

/// What an input does not use of its bits, so that no tool has to say so.
fn unused(buses: &[Bus], more: &[&str]) -> String {
    let mut names = vec!["1'b0".to_owned()];
    for bus in buses.iter().filter(|bus| bus.dir == Dir::Input) {
        for (at, width) in bus.packing.iter().flat_map(Packing::gaps) {
            let bits = if width == 1 { format!("[{at}]") } else { format!("[{}:{at}]", at + width - 1) };
            names.push(format!("{}_tdata{bits}", bus.name));
        }
    }
    names.extend(more.iter().map(|name| (*name).to_owned()));
    if names.len() == 1 {
        return String::new();
    }
    format!("\n  wire unused = &{{\n    {}\n  }};\n", names.join(",\n    "))
}

/// The fields of an output, with zeros between them, the highest first.
fn together(packing: &Packing) -> String {
    let gaps = packing.gaps();
    let mut parts = vec![];
    for field in packing.fields.iter().rev() {
        if let Some((_, width)) = gaps.iter().find(|(at, _)| *at == field.at + field.width) {
            parts.push(format!("{width}'d0"));
        }
        parts.push(field.port.clone());
    }
    parts.join(",\n    ")
}

/// Its width, where the design has it.
pub(super) fn time_now(buses: &[Bus], plain: &[Port]) -> Option<usize> {
    // with HPCC++, as the telemetry of events, and with the sender or the receiver
    let sends = plain.iter().any(|port| ["s_req_valid", "rx_valid"].contains(&port.name.as_str()));
    let of_telemetry = |bus: &Bus| bus.packing.iter().flat_map(|p| &p.fields).any(|f| f.port == "s_event_telemetry");
    (sends || buses.iter().any(of_telemetry)).then_some(32)
}

/// Every port of the design with the wire of the same name, but for what stands in `other`.
fn inside(buses: &[Bus], plain: &[Port], other: impl Fn(&str) -> Option<String>) -> String {
    let mut names = vec!["clk".to_owned(), "rst_n".into(), "irq".into(), "init_done".into()];
    if time_now(buses, plain).is_some() {
        names.push("time_now".into());
    }
    names.extend(plain.iter().map(|port| port.name.clone()));
    for bus in buses {
        match &bus.packing {
            None => names.extend(bus.signals.iter().map(|signal| format!("{}{}", bus.prefix(), signal.name))),
            Some(packing) => {
                names.push(format!("{}valid", bus.prefix()));
                if bus.name != "s_axis_sent" {
                    names.push(format!("{}ready", bus.prefix()));
                }
                names.extend(packing.fields.iter().map(|field| field.port.clone()));
            }
        }
    }
    let pairs: Vec<_> = names.into_iter().map(|name| (name.clone(), other(&name).unwrap_or(name))).collect();
    format!("  {INSIDE} u_nic (\n{}\n  );\n", connect(&pairs))
}

/// `ackw_nic_axis`: names only.
pub(super) fn on_one_clock(config: &Config, buses: &[Bus], plain: &[Port]) -> String {
    let what = format!(
        "`default_nettype none\n\n// {INSIDE} with packets, events, what was sent, updates and registers as buses that Vivado's block design and\n\
         // Quartus' Platform Designer know; what else there is stands beside them. All on clk.\n\
         // s_axis_sent is taken from init_done on; the design itself always takes it.\n"
    );
    let mut text = about(&what, buses);
    text +=
        &format!("module {AXIS} (\n{});\n", ports(buses, plain, Some(config.rtl.clock_mhz), time_now(buses, plain)));
    for bus in buses.iter().filter(|bus| bus.dir == Dir::Output) {
        let packing = bus.packing.as_ref().into_iter().flat_map(|packing| &packing.fields);
        text += "\n";
        text += &packing.map(|field| format!("  wire {}{};\n", range(field.width), field.port)).collect::<String>();
    }
    let other = |name: &str| {
        buses.iter().find_map(|bus| {
            let end = name.strip_prefix(bus.prefix())?;
            match &bus.packing {
                None if bus.kind == Kind::Lite => None,
                None => Some(format!("{}_{end}", bus.name)),
                Some(_) if end == "valid" || end == "ready" => Some(format!("{}_t{end}", bus.name)),
                Some(_) if bus.dir == Dir::Output => None,
                Some(packing) => {
                    let field = packing.fields.iter().find(|field| field.port == name)?;
                    Some(format!("{}_tdata{}", bus.name, field.bits()))
                }
            }
        })
    };
    text += &format!("\n{}", inside(buses, plain, other));
    for bus in buses.iter().filter(|bus| bus.dir == Dir::Output) {
        if let Some(packing) = &bus.packing {
            text += &format!("\n  assign {}_tdata = {{\n    {}\n  }};\n", bus.name, together(packing));
        }
    }
    if buses.iter().any(|bus| bus.name == "s_axis_sent") {
        text += "\n  assign s_axis_sent_tready = init_done;\n";
    }
    text + &unused(buses, &[]) + "\nendmodule\n\n`default_nettype wire\n"
}

/// `ackw_nic_axis_async`: a FIFO for each stream, a call and an answer for AXI4-Lite.
pub(super) fn on_own_clocks(buses: &[Bus], plain: &[Port], scan_mode: bool) -> String {
    let what = format!(
        "`default_nettype none\n\n// {INSIDE} as {AXIS}, with a clock and a reset for each bus; the engine runs on clk. The crossings are\n\
         // ackw_async_fifo and ackw_axil_async, which say what is promised of order and resets. Streams cross\n\
         // independently: what goes in on two of them arrives in no promised order. time_now has a clock too\n\
         // (ackw_async_value: the engine sees it whole, at most 10 cycles of clk and 6 of its own old); init_done is\n\
         // of clk, as is all that stands in no bus. All resets are active low, may be asserted at any time, and are\n\
         // released inside, in step with their clocks.\n"
    )
    .replace("AXIS", AXIS);
    let mut text = about(&what, buses);
    text += &format!(
        "module {AXIS_ASYNC} #(\n  parameter PACKET_ADDR_BITS = 5, // the FIFO of the packets holds 2^5 beats, the others as many words\n  \
         parameter EVENT_ADDR_BITS  = 4,\n"
    );
    let updates = buses.iter().any(|bus| bus.dir == Dir::Output);
    text += "  parameter SENT_ADDR_BITS   = 4";
    text += if updates { ",\n  parameter UPDATE_ADDR_BITS = 4\n" } else { "\n" };
    let scan = if scan_mode {
        "  input  wire scan_mode, // of a tester: the resets of the ports in place of those in step with a clock\n"
    } else {
        ""
    };
    text += &format!(") (\n{scan}{});\n\n", ports(buses, plain, None, time_now(buses, plain)));
    for bus in buses {
        let wires: Vec<(String, usize)> = match &bus.packing {
            None => bus.signals.iter().map(|s| (format!("{}{}", inner(bus), s.name), s.width)).collect(),
            Some(packing) => {
                let ends = ["valid", "ready"].map(|end| (format!("{}{end}", bus.prefix()), 1));
                ends.into_iter().chain(packing.fields.iter().map(|f| (f.port.clone(), f.width))).collect()
            }
        };
        let not_needed = |name: &str| bus.kind == Kind::Lite && name.ends_with("prot");
        for (name, width) in wires.iter().filter(|(name, _)| !not_needed(name)) {
            text += &format!("  wire {}{name};\n", range(*width));
        }
    }
    text += "  wire engine_irq;\n  wire engine_rst_n;\n";
    if let Some(width) = time_now(buses, plain) {
        text += &format!("  wire {}engine_time;\n", range(width));
    }
    let in_step = if scan_mode { "rst_n_in_step" } else { "engine_rst_n" };
    if scan_mode {
        text += "  wire rst_n_in_step;\n\n  assign engine_rst_n = scan_mode ? rst_n : rst_n_in_step;\n";
    }
    text += "\n";
    text +=
        &instance("ackw_sync", "u_reset", &[], &[("clk", "clk"), ("rst_n", "rst_n"), ("d", "1'b1"), ("q", in_step)]);
    for bus in buses {
        text += &if bus.kind == Kind::Lite { lite(bus, scan_mode) } else { fifo(bus, scan_mode) };
    }
    let lite_clock =
        buses.iter().find(|bus| bus.kind == Kind::Lite).map_or(("clk", "rst_n"), |bus| (&bus.clock, &bus.reset));
    let irq = [("clk", lite_clock.0), ("rst_n", lite_clock.1), ("d", "engine_irq"), ("q", "irq")];
    text += &instance("ackw_sync", "u_irq", &[], &irq);
    if let Some(width) = time_now(buses, plain) {
        let ports = [
            ("a_clk", TIME[0]),
            ("a_rst_n", TIME[1]),
            ("a_value", "time_now"),
            ("b_clk", "clk"),
            ("b_rst_n", "rst_n"),
            ("b_value", "engine_time"),
        ];
        let ports = [&ports[..], scanned(scan_mode)].concat();
        text += &instance("ackw_async_value", "u_time", &[("WIDTH", width.to_string())], &ports);
    }
    let other = |name: &str| match name {
        "rst_n" => Some("engine_rst_n".to_owned()),
        "irq" => Some("engine_irq".into()),
        "time_now" => Some("engine_time".into()),
        name if name.ends_with("prot") => Some("3'd0".into()),
        name => buses
            .iter()
            .find(|bus| bus.packing.is_none() && name.starts_with(bus.prefix()))
            .map(|bus| format!("{}{}", inner(bus), name.strip_prefix(bus.prefix()).unwrap_or(name))),
    };
    text += &inside(buses, plain, other);
    text += "\n  assign tx_ready = init_done;\n";
    text + &unused(buses, &["s_axil_awprot", "s_axil_arprot"]) + "\nendmodule\n\n`default_nettype wire\n"
}

/// The port of what crosses, where there is one.
fn scanned(scan_mode: bool) -> &'static [(&'static str, &'static str)] {
    if scan_mode {
        &[("scan_mode", "scan_mode")]
    } else {
        &[]
    }
}

/// How the wires on the engine's side begin.
fn inner(bus: &Bus) -> &'static str {
    if bus.kind == Kind::Lite {
        "engine_axil_"
    } else {
        "packet_"
    }
}

fn instance(module: &str, name: &str, parameters: &[(&str, String)], ports: &[(&str, &str)]) -> String {
    let owned = |pairs: &[(&str, &str)]| pairs.iter().map(|(a, b)| ((*a).into(), (*b).into())).collect::<Vec<_>>();
    let parameters: Vec<(&str, &str)> = parameters.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let with =
        if parameters.is_empty() { String::new() } else { format!(" #(\n{}\n  )", connect(&owned(&parameters))) };
    format!("  {module}{with} {name} (\n{}\n  );\n\n", connect(&owned(ports)))
}

/// The FIFO of a stream. Only the fields cross.
fn fifo(bus: &Bus, scan_mode: bool) -> String {
    let (outside, name) = (bus.name, bus.instance());
    let parameter = format!("{}_ADDR_BITS", name[2..].to_uppercase());
    // the first in the lowest bits; a line for each where there are many
    let list = |parts: Vec<String>| {
        let between = if parts.len() > 4 { ",\n      " } else { ", " };
        let parts = parts.into_iter().rev().collect::<Vec<_>>().join(between);
        if between == ", " {
            format!("{{{parts}}}")
        } else {
            format!("{{\n      {parts}\n    }}")
        }
    };
    // the same fields on the two sides
    let (width, out, within, handshake) = match &bus.packing {
        None => {
            let data: Vec<&Signal> = bus.signals.iter().filter(|s| !["tvalid", "tready"].contains(&&*s.name)).collect();
            let names = |start: &str| list(data.iter().map(|s| format!("{start}{}", s.name)).collect());
            let width = data.iter().map(|s| s.width).sum();
            (
                width,
                names(&format!("{outside}_")),
                names(inner(bus)),
                [inner(bus).to_owned() + "tvalid", inner(bus).to_owned() + "tready"],
            )
        }
        Some(packing) => {
            let out = packing.fields.iter().map(|f| format!("{outside}_tdata{}", f.bits())).collect();
            let within = packing.fields.iter().map(|f| f.port.clone()).collect();
            let handshake = ["valid", "ready"].map(|end| format!("{}{end}", bus.prefix()));
            (packing.used(), list(out), list(within), handshake)
        }
    };
    let [valid, ready] = handshake;
    let (tvalid, tready) = (format!("{outside}_tvalid"), format!("{outside}_tready"));
    let ends = [
        (bus.clock.as_str(), bus.reset.as_str(), tvalid.as_str(), tready.as_str(), out.as_str()),
        ("clk", "rst_n", &valid, &ready, &within),
    ];
    let [wr, rd] = if bus.dir == Dir::Input { ends } else { [ends[1], ends[0]] };
    let spread;
    let rd_data = match (&bus.packing, bus.dir) {
        // zeros between the fields
        (Some(packing), Dir::Output) => {
            spread = format!("  wire [{}:0] {}_fields;\n", width - 1, &name[2..]) + &outward(bus, packing);
            format!("{}_fields", &name[2..])
        }
        _ => {
            spread = String::new();
            rd.4.to_owned()
        }
    };
    let ports = [
        ("wr_clk", wr.0),
        ("wr_rst_n", wr.1),
        ("wr_valid", wr.2),
        ("wr_ready", wr.3),
        ("wr_data", wr.4),
        ("rd_clk", rd.0),
        ("rd_rst_n", rd.1),
        ("rd_valid", rd.2),
        ("rd_ready", rd.3),
        ("rd_data", &rd_data),
    ];
    let ports = [&ports[..], scanned(scan_mode)].concat();
    let parameters = [("WIDTH", width.to_string()), ("ADDR_BITS", parameter)];
    spread + &instance("ackw_async_fifo", &name, &parameters, &ports)
}

/// The fields that came over, where they belong in tdata.
fn outward(bus: &Bus, packing: &Packing) -> String {
    let gaps = packing.gaps();
    let mut parts = vec![];
    let mut end = packing.used();
    for field in packing.fields.iter().rev() {
        if let Some((_, width)) = gaps.iter().find(|(at, _)| *at == field.at + field.width) {
            parts.push(format!("{width}'d0"));
        }
        let start = end - field.width;
        let bits = if field.width == 1 { format!("[{start}]") } else { format!("[{}:{start}]", end - 1) };
        parts.push(format!("{}_fields{bits}", &bus.instance()[2..]));
        end = start;
    }
    format!("  assign {}_tdata = {{\n    {}\n  }};\n\n", bus.name, parts.join(",\n    "))
}

/// AXI4-Lite.
fn lite(bus: &Bus, scan_mode: bool) -> String {
    let mut ports = vec![("s_aclk".to_owned(), bus.clock.clone()), ("s_aresetn".into(), bus.reset.clone())];
    let crossing = || bus.signals.iter().filter(|signal| !signal.name.ends_with("prot"));
    ports.extend(crossing().map(|s| (format!("s_{}", s.name), format!("{}_{}", bus.name, s.name))));
    ports.extend([("m_aclk".into(), "clk".into()), ("m_aresetn".into(), "rst_n".into())]);
    ports.extend(crossing().map(|s| (format!("m_{}", s.name), format!("{}{}", inner(bus), s.name))));
    let width = bus.signal("awaddr").map_or(12, |signal| signal.width);
    let mut ports: Vec<(&str, &str)> = ports.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    ports.extend(scanned(scan_mode));
    instance("ackw_axil_async", &bus.instance(), &[("ADDR_WIDTH", width.to_string())], &ports)
}
