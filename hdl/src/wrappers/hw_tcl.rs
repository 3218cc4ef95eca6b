//! The wrappers as components of Quartus' Platform Designer.

use super::buses::{Bus, Kind};
use super::{AXIS, LIBRARY, TIME};
use crate::emit::{Design, Dir};

fn way(dir: Dir) -> &'static str {
    if dir == Dir::Input {
        "Input"
    } else {
        "Output"
    }
}

/// `<wrapper>_hw.tcl`. Its paths begin at the folder that it stands in, `scripts/`.
pub(super) fn text(name: &str, design: &Design, buses: &[Bus], scan_mode: bool) -> String {
    let mut text = format!(
        "#\n# Never run by Quartus. What is checked is that every command is legal Tcl, every file is there and every\n\
         # port of the wrapper is named once. Add the folder of this file to the IP search path.\n\
         package require qsys 14.0\n\n\
         set_module_property NAME {name}\n\
         set_module_property VERSION {}\n\
         set_module_property DISPLAY_NAME {{Ackwright: congestion control for an RDMA NIC ({name})}}\n\
         set_module_property DESCRIPTION {{RoCEv2 packets in, congestion windows out}}\n\
         set_module_property GROUP {{Ackwright}}\n\
         set_module_property EDITABLE false\n\n",
        env!("CARGO_PKG_VERSION")
    );
    let mut files: Vec<String> = design.files.iter().map(|(name, _)| format!("../{name}")).collect();
    if name != AXIS {
        files.extend(LIBRARY.iter().map(|(name, _)| format!("../wrappers/{name}")));
    }
    for (set, kind) in [("synthesis", "QUARTUS_SYNTH"), ("simulation", "SIM_VERILOG")] {
        text += &format!("add_fileset {set} {kind} \"\" \"\"\nset_fileset_property {set} TOP_LEVEL {name}\n");
        for path in &files {
            let file = path.rsplit('/').next().unwrap_or(path);
            text += &format!("add_fileset_file {file} VERILOG PATH {path}\n");
        }
        text += &format!("add_fileset_file {name}.v VERILOG PATH ../wrappers/{name}.v TOP_LEVEL_FILE\n\n");
    }
    let mut clocks = vec![("clk", "rst_n")];
    for bus in buses {
        if !clocks.contains(&(&bus.clock, &bus.reset)) {
            clocks.push((&bus.clock, &bus.reset));
        }
    }
    let ports = design.top_module().map_or(&[][..], |top| &top.ports);
    let own_time = name != AXIS && ports.iter().any(|port| port.name == "time_now");
    if own_time {
        clocks.push((TIME[0], TIME[1]));
    }
    for (clock, reset) in clocks {
        text += &format!(
            "add_interface {clock} clock end\nset_interface_property {clock} clockRate 0\nadd_interface_port {clock} {clock} clk Input 1\n\
             add_interface {reset} reset end\nset_interface_property {reset} associatedClock {clock}\n\
             set_interface_property {reset} synchronousEdges DEASSERT\nadd_interface_port {reset} {reset} reset_n Input 1\n\n"
        );
    }
    for bus in buses {
        let Bus { name, clock, reset, .. } = bus;
        let kind = if bus.kind == Kind::Lite { "axi4lite" } else { "axi4stream" };
        let end = if bus.dir == Dir::Input { "end" } else { "start" };
        text += &format!(
            "add_interface {name} {kind} {end}\nset_interface_property {name} associatedClock {clock}\n\
             set_interface_property {name} associatedReset {reset}\n"
        );
        for signal in &bus.signals {
            let (port, role) = (&signal.name, &signal.name);
            text += &format!("add_interface_port {name} {name}_{port} {role} {} {}\n", way(signal.dir), signal.width);
        }
        text += "\n";
    }
    if let Some(lite) = buses.iter().find(|bus| bus.kind == Kind::Lite) {
        text += &format!(
            "add_interface irq interrupt end\nset_interface_property irq associatedAddressablePoint {}\n\
             set_interface_property irq associatedClock {}\nset_interface_property irq associatedReset {}\n\
             add_interface_port irq irq irq Output 1\n\n",
            lite.name, lite.clock, lite.reset
        );
    }
    for port in ports.iter().filter(|port| ["time_now", "init_done"].contains(&port.name.as_str())) {
        let name = &port.name;
        let [clock, reset] = if own_time && name == "time_now" { TIME } else { ["clk", "rst_n"] };
        text += &format!(
            "add_interface {name} conduit end\nset_interface_property {name} associatedClock {clock}\n\
             set_interface_property {name} associatedReset {reset}\n\
             add_interface_port {name} {name} {name} {} {}\n",
            way(port.dir),
            port.width
        );
    }
    if scan_mode && name != AXIS {
        text += "add_interface scan_mode conduit end\nadd_interface_port scan_mode scan_mode scan_mode Input 1\n";
    }
    for (start, ports) in super::buses::plain(design) {
        let name = start.trim_end_matches('_');
        text += &format!(
            "add_interface {name} conduit end\nset_interface_property {name} associatedClock clk\n\
             set_interface_property {name} associatedReset rst_n\n"
        );
        for port in &ports {
            let role = port.name.trim_start_matches(start);
            text += &format!("add_interface_port {name} {} {role} {} {}\n", port.name, way(port.dir), port.width);
        }
    }
    text
}
