//! A board's demonstration: the texts of `fpga/board`, filled with what the golden model computed for the
//! configuration.
//!
//! The generator of events exists twice, in `fpga/board/ackw_demo.v` and in `run` beside the model; the signature
//! covers all fields of all updates, the cycles in which they come, and the counters.

mod frames;
mod run;

use crate::failure::{Failure, Result};
use hdl::delivery::Extra;
use layout::config::{Config, Reset, Unit, Updates};
use model::parser::Beat;
use run::Verdict;

/// A board with a demonstration.
#[derive(Copy, Clone, Debug, clap::ValueEnum)]
pub enum Board {
    /// An LFE5U-85F with an oscillator of 25 MHz
    Ulx3s,
}

/// Events on the board, and in a simulator, which has less time.
const EVENTS: u32 = 1 << 20;
const SIMULATED: u32 = 1 << 9;
/// Beats that `place` of the list can tell apart.
const PLACES: usize = 1 << 10;

const TOP: &str = include_str!("../../fpga/board/ackw_ulx3s.v");
const BENCH: &str = include_str!("../../fpga/board/ackw_ulx3s_tb.v");
const SCRIPT: &str = include_str!("../../fpga/board/build.sh");
/// What is the same for all configurations.
const FIXED: [(&str, &str, &str); 4] = [
    (
        "ackw_demo.v",
        include_str!("../../fpga/board/ackw_demo.v"),
        "the generator of events, the signature, the verdict",
    ),
    ("ackw_demo_uart.v", include_str!("../../fpga/board/ackw_demo_uart.v"), "the verdict on a serial port"),
    ("ackw_ulx3s.lpf", include_str!("../../fpga/board/ackw_ulx3s.lpf"), "its pins and clock"),
    ("README.md", include_str!("../../fpga/board/README.md"), "what the lights say, and how it is built"),
];

/// Refuses a configuration of which there is no demonstration, before anything is built. What it does not say is as the
/// demonstration needs it.
pub fn settle(config: &mut Config) -> Result<()> {
    if config.engine.units != [Unit::Ldcp] {
        return Err(Failure::input("--board ulx3s: the demonstration is of LDCP: expected engine.units = [\"ldcp\"]"));
    }
    if config.rtl.ecc {
        let ports = "the demonstration does not connect the ports of check bits";
        return Err(Failure::input(format_args!("--board ulx3s: {ports}: expected rtl.ecc = false")));
    }
    if *config.engine.updates.get_or_insert(Updates::Every) == Updates::Latest {
        let every = "the demonstration looks at each update";
        return Err(Failure::input(format_args!("--board ulx3s: {every}: expected engine.updates = \"every\"")));
    }
    Ok(())
}

/// The files of `board/`, of a configuration that was checked. `design` are those of `ackw_top`, `models` those of the
/// target's own cells for a simulator.
pub fn files(config: &Config, design: &[String], models: &[String]) -> Vec<Extra> {
    let beats = frames::beats(config);
    assert!(beats.len() <= PLACES, "a list of frames that the demonstration can hold");
    let (board, simulated) = (run::verdict(config, &beats, EVENTS), run::verdict(config, &beats, SIMULATED));
    let head = format!("Ackwright, configuration {}. Written by `ackwright export`.", config.hash());
    let head = |mark: &str| format!("{mark} {head}\n{mark} SPDX-License-Identifier: MIT OR Apache-2.0\n");
    let numbers = |text: &str, of: &Verdict, events: u32| {
        text.replace("@HEAD@", &head("//"))
            .replace("@EVENTS@", &events.to_string())
            .replace("@UPDATES@", &of.updates.to_string())
            .replace("@SIGNATURE@", &format!("{:032x}", of.signature))
            .replace("@QP_BITS@", &config.qp_bits().to_string())
            .replace("@DATA_BITS@", &config.parser.data_bits.to_string())
    };
    let add =
        |name: &str, text: String, about: &str| Extra { path: format!("board/{name}"), text, about: about.into() };
    let own =
        ["ackw_demo_frames.v", "ackw_demo_uart.v", "ackw_demo.v", "ackw_ulx3s.v"].map(|name| format!("board/{name}"));
    let list = |files: &[&[String]]| files.concat().iter().map(|name| format!("{name}\n")).collect::<String>();
    let mut files = vec![
        add("ackw_ulx3s.v", numbers(TOP, &board, EVENTS), "the top of a demonstration on a ULX3S, which checks itself"),
        add("ackw_demo_frames.v", frames::module(&head("//"), &beats, config), "the frames that it sends"),
        add("ackw_ulx3s.f", list(&[design, &own]), "the files of the demonstration"),
        add("ackw_ulx3s_tb.v", numbers(BENCH, &simulated, SIMULATED), "the demonstration in a simulator, shorter"),
        add(
            "ackw_ulx3s_tb.f",
            list(&[design, models, &own, &["board/ackw_ulx3s_tb.v".to_owned()]]),
            "what a simulator reads",
        ),
        add("build.sh", SCRIPT.replace("@HEAD@", &head("#")), "makes the bitstream, with the open tools"),
    ];
    files.extend(FIXED.map(|(name, text, about)| add(name, with_reset(config, text), about)));
    files
}

/// The text with the configuration's reset, as the primitives have it: their comment is the only template.
pub fn with_reset(config: &Config, text: &str) -> String {
    match config.rtl.reset {
        Reset::Sync => text.into(),
        Reset::Async => text.replace("/* or negedge rst_n */", "or negedge rst_n"),
    }
}

/// A beat and whether it is the last of the list, as `ackw_demo_frames` gives them.
type Listed = (Beat, bool);
