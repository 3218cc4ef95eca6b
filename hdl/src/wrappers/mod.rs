#![doc = include_str!("README.md")]
//!
//! # Why this module
//!
//! The wrappers are written from the design's own port list, so that they have the fields and widths that it has. What
//! does not depend on the configuration is Verilog beside this file.

pub mod buses;
mod constraints;
mod hw_tcl;
pub mod packing;
mod page;
mod verilog;

use crate::emit::Design;
use layout::config::{Config, Target};

pub(crate) use page::section;

/// The wrapper on one clock.
pub const AXIS: &str = "ackw_nic_axis";
/// The wrapper with a clock for each bus.
pub const AXIS_ASYNC: &str = "ackw_nic_axis_async";

/// The clock and the reset of `time_now` in that one.
const TIME: [&str; 2] = ["time_now_aclk", "time_now_aresetn"];

/// The module that is wrapped.
const INSIDE: &str = "ackw_nic";

/// What crosses clocks, from the inside out.
pub const LIBRARY: [(&str, &str); 6] = [
    ("ackw_sync.v", include_str!("ackw_sync.v")),
    ("ackw_async_link.v", include_str!("ackw_async_link.v")),
    ("ackw_async_fifo.v", include_str!("ackw_async_fifo.v")),
    ("ackw_async_call.v", include_str!("ackw_async_call.v")),
    ("ackw_async_value.v", include_str!("ackw_async_value.v")),
    ("ackw_axil_async.v", include_str!("ackw_axil_async.v")),
];

/// Begins a line that is there with `rtl.scan_mode`, and one that is there in place of the line before it.
const SCAN: [&str; 2] = ["/* scan_mode: ", "/* scan_mode, instead: "];

/// A text of [`LIBRARY`] with the bypass of synchronised resets, or without.
pub fn library(text: &str, scan_mode: bool) -> String {
    let mut lines: Vec<String> = vec![];
    for line in text.lines() {
        let (indent, code) = line.split_at(line.len() - line.trim_start().len());
        let marked = SCAN.map(|mark| code.strip_prefix(mark).and_then(|rest| rest.strip_suffix(" */")));
        match marked {
            [None, None] => lines.push(line.into()),
            _ if !scan_mode => {}
            [there, instead] => {
                if instead.is_some() {
                    lines.pop();
                }
                lines.extend(there.or(instead).map(|code| format!("{indent}{code}")));
            }
        }
    }
    // what stood between two blank lines has gone
    lines.dedup_by(|line, before| line.is_empty() && before.is_empty());
    lines.join("\n") + "\n"
}

/// A file of the folder.
pub struct File {
    pub path: String,
    pub text: String,
    pub about: &'static str,
}

/// Whether a design has wrappers: those whose top has the ports that they wrap.
pub fn has(design: &Design) -> bool {
    design.top == INSIDE
}

/// The Verilog of the wrappers, in an order that every tool accepts; none where the design has none.
pub fn verilog_files(design: &Design) -> impl Iterator<Item = String> {
    let names =
        LIBRARY.iter().map(|(name, _)| (*name).to_owned()).chain([format!("{AXIS}.v"), format!("{AXIS_ASYNC}.v")]);
    let names = if has(design) { Some(names) } else { None };
    names.into_iter().flatten().map(|name| format!("wrappers/{name}"))
}

/// The files of the wrappers; none where the design has none.
pub fn files(config: &Config, design: &Design) -> Vec<File> {
    if !has(design) {
        return vec![];
    }
    let head = |mark: &str| {
        format!(
            "{mark} Ackwright, configuration {}. Written by `ackwright export`.\n\
             {mark} SPDX-License-Identifier: MIT OR Apache-2.0\n",
            config.hash()
        )
    };
    let mut files = vec![];
    let mut add = |path: String, text: String, about| files.push(File { path, text, about });
    let (one, own) = (buses::of(design, false), buses::of(design, true));
    let plain: Vec<_> = buses::plain(design).into_iter().flat_map(|(_, ports)| ports).collect();
    let text = head("//") + &verilog::on_one_clock(config, &one, &plain);
    add(format!("wrappers/{AXIS}.v"), text, "the ports in buses, one clock");
    let text = head("//") + &verilog::on_own_clocks(&own, &plain, config.rtl.scan_mode);
    add(format!("wrappers/{AXIS_ASYNC}.v"), text, "the same with a clock for each bus");
    for (name, text) in LIBRARY {
        add(
            format!("wrappers/{name}"),
            head("//") + &library(text, config.rtl.scan_mode),
            "of the wrapper with a clock for each bus",
        );
    }
    let list = design.file_list();
    add(format!("wrappers/{AXIS}.f"), format!("{list}wrappers/{AXIS}.v\n"), "its files, from this folder");
    let library: String = LIBRARY.iter().map(|(name, _)| format!("wrappers/{name}\n")).collect();
    let text = format!("{list}{library}wrappers/{AXIS_ASYNC}.v\n");
    add(format!("wrappers/{AXIS_ASYNC}.f"), text, "its files, from this folder");
    let text = head("#") + &constraints::sdc(config, &own, &plain);
    add(format!("constraints/{AXIS_ASYNC}.sdc"), text, "its crossings, to fill in");
    if config.rtl.target == Target::Generic {
        let text = head("#") + &constraints::xdc(&own, &plain);
        add(format!("constraints/{AXIS_ASYNC}.xdc"), text, "its crossings, for Vivado");
        for (name, buses) in [(AXIS, &one), (AXIS_ASYNC, &own)] {
            let text = head("#") + &hw_tcl::text(name, design, buses, config.rtl.scan_mode);
            add(format!("scripts/{name}_hw.tcl"), text, "a component of Quartus' Platform Designer");
        }
    }
    files
}
