//! What the folder's page says of the wrappers.

use super::{buses, has, AXIS, AXIS_ASYNC};
use crate::emit::Design;
use layout::config::{Config, Target};

/// The section, or nothing where the design has no wrappers. `models` are the files of the target's own cells, each
/// with a blank before it.
pub(crate) fn section(config: &Config, design: &Design, models: &str) -> String {
    if !has(design) {
        return String::new();
    }
    let mut text = format!(
        "\n## As buses\n\
         `wrappers/{AXIS}.v` has the ports of `ackw_nic` in buses, on one clock: packets, events, what was sent, and updates as AXI4-Stream,\n\
         the registers as AXI4-Lite, an interrupt. Vivado's block design takes it as a module reference and finds the buses by its attributes"
    );
    if config.rtl.target == Target::Generic {
        text += &format!(
            ";\nPlatform Designer takes `scripts/{AXIS}_hw.tcl`. Vendors' tools have not seen them: there are none where this is made.\n"
        );
    } else {
        text += ".\n";
    }
    text += &format!(
        "`wrappers/{AXIS_ASYNC}.v` is the same with a clock and a reset for each bus. Bind its crossings with\n\
         `constraints/{AXIS_ASYNC}.sdc`"
    );
    if config.rtl.target == Target::Generic {
        text += &format!(", or in Vivado `read_xdc -ref {AXIS_ASYNC} constraints/{AXIS_ASYNC}.xdc`");
    }
    text += ". Its header says what is\npromised of order and resets. `time_now` has a clock there as well; `init_done` is of `clk` in both";
    let plain: Vec<_> = buses::plain(design).iter().map(|(start, _)| format!("`{start}*`")).collect();
    text += &match plain[..] {
        [] => ".\n\n```sh\n".to_owned(),
        _ => format!(", as are {}, which have no bus.\n\n```sh\n", plain.join(", ")),
    };
    for name in [AXIS, AXIS_ASYNC] {
        text += &format!("verilator --lint-only -Wall --top-module {name} -f wrappers/{name}.f{models}\n");
    }
    text += "```\nFields lie in tdata in the order of the ports below, from bit 0 up, each at the beginning of a byte; bits between them are \
             not looked at,\nand 0 at the output.\n\n| bus | bytes | fields |\n|---|---|---|\n";
    for bus in buses::of(design, false) {
        let Some(packing) = &bus.packing else { continue };
        let fields: Vec<String> = packing.fields.iter().map(|f| format!("`{}{}`", f.port, f.bits())).collect();
        text += &format!("| `{}` | {} | {} |\n", bus.name, packing.bytes, fields.join(", "));
    }
    text
}
