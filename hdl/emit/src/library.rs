//! The hand-written Verilog, and what of it depends on the options: the style of the reset, and the primitives' forms.

use super::{Options, Reset, Target};

const RAM: &str = "ackw_ram";
const RAM_ECC: &str = "ackw_ram_ecc";
const RAM_LOW: &str = "ackw_ram_low";
const ARRAY: &str = "ackw_array";
const MUL: &str = "ackw_mul";
const MUL_WIDE: &str = "ackw_mul_wide";
const MUX4: &str = "ackw_mux4";
const FIFO: &str = "ackw_fifo";
const DELAY: &str = "ackw_delay";
const SRAM: (&str, &str) = ("ackw_sram_1r1w", include_str!("../../src/prim/ackw_sram_1r1w.v"));
const SRAM_ECC: (&str, &str) = ("ackw_sram_1r1w_ecc", include_str!("../../src/prim/ackw_sram_1r1w_ecc.v"));
const ECC: (&str, &str) = ("ackw_ecc", include_str!("../../src/prim/ackw_ecc.v"));
const ECC_RAM: (&str, &str) = (RAM_ECC, include_str!("../../src/prim/ackw_ram_ecc.v"));
const GENERIC_MUL: (&str, &str) = (MUL, include_str!("../../src/prim/ackw_mul.v"));
const ECP5_MUL: (&str, &str) = (MUL, include_str!("../../src/prim/ackw_mul_ecp5.v"));
const WIDE_MUL: (&str, &str) = (MUL_WIDE, include_str!("../../src/prim/ackw_mul_wide.v"));

/// Stands in the `always` headers of what has a reset, and is taken out of its comment where that is asynchronous.
const EDGE: &str = " /* or negedge rst_n */";

/// The same of datapath registers, which have a reset only where the option gives them one.
const DATAPATH_EDGE: &str = " /* datapath: or negedge rst_n */";

/// Begins a line that is there where a chain for test and repair goes through the macros, and one that is there where
/// none does; in the former, the chain's width.
const SRAM_TEST: &str = "/* sram_test: ";
const NO_SRAM_TEST: &str = "/* no_sram_test: ";
const CHAIN: &str = "@SRAM_TEST";

/// Begins a line of theirs that is there with that reset only, and then stands without the comment around it.
const DATAPATH: &str = "/* datapath: ";

/// The modules that a primitive's module needs, itself last, as (name, text).
pub(super) fn sources(module: &str, options: &Options) -> Option<Vec<(&'static str, String)>> {
    if module == RAM_LOW {
        let macros = (RAM_LOW, include_str!("../../src/prim/ackw_ram_low_macro.v"));
        let (name, low) = if options.has_macros() { macros } else { text(module)? };
        return Some([sources(RAM, options)?, vec![(name, chosen(low, options))]].concat());
    }
    let plain: &[(&str, &str)] = match (options.target, module) {
        (Target::Ecp5, RAM) => &[(RAM, include_str!("../../src/prim/ackw_ram_ecp5.v"))],
        (Target::Ecp5, MUL) => &[ECP5_MUL],
        (Target::Ecp5, MUL_WIDE) => &[ECP5_MUL, WIDE_MUL],
        (Target::Ecp5, MUX4) => &[(MUX4, include_str!("../../src/prim/ackw_mux4_ecp5.v"))],
        (Target::Asic, FIFO) => &[SRAM, (FIFO, include_str!("../../src/prim/ackw_fifo_asic.v"))],
        (Target::Asic, DELAY) => &[SRAM, (DELAY, include_str!("../../src/prim/ackw_delay_asic.v"))],
        (_, RAM) if options.has_macros() => &[SRAM, (RAM, include_str!("../../src/prim/ackw_ram_macro.v"))],
        (_, RAM_ECC) if options.sram_ecc => {
            &[ECC, SRAM_ECC, (RAM_ECC, include_str!("../../src/prim/ackw_ram_ecc_sram.v"))]
        }
        (_, RAM_ECC) if options.has_macros() => {
            &[SRAM, (ARRAY, include_str!("../../src/prim/ackw_array_macro.v")), ECC, ECC_RAM]
        }
        // the tools infer block RAM; on ECP5 its output register would stand before the correction
        (_, RAM_ECC) => &[(ARRAY, include_str!("../../src/prim/ackw_array.v")), ECC, ECC_RAM],
        (_, MUL_WIDE) => &[GENERIC_MUL, WIDE_MUL],
        _ => &[text(module)?],
    };
    Some(plain.iter().map(|(name, text)| (*name, chosen(text, options))).collect())
}

/// The text with the lines that the options ask for.
fn chosen(text: &str, options: &Options) -> String {
    let mut lines = String::new();
    for line in text.lines() {
        let (indent, code) = line.split_at(line.len() - line.trim_start().len());
        let marked = |mark: &str| code.strip_prefix(mark).and_then(|rest| rest.strip_suffix(" */"));
        match (marked(SRAM_TEST), marked(NO_SRAM_TEST)) {
            (Some(_), _) if options.sram_test == 0 => continue,
            (_, Some(_)) if options.sram_test > 0 => continue,
            (Some(there), _) | (_, Some(there)) => {
                lines += indent;
                lines += &there.replace(CHAIN, &options.sram_test.to_string());
            }
            _ => lines += line,
        }
        lines.push('\n');
    }
    with_resets(&lines, options)
}

/// The text with the resets that the options ask for.
fn with_resets(text: &str, options: &Options) -> String {
    let edge = match options.reset {
        Reset::Sync => "",
        Reset::Async => " or negedge rst_n",
    };
    let text = text.replace(EDGE, edge).replace(DATAPATH_EDGE, if options.datapath_reset { edge } else { "" });
    let (mut lines, mut indent) = (String::new(), "");
    for line in text.lines() {
        match line.trim_start().strip_prefix(DATAPATH).and_then(|rest| rest.strip_suffix(" */")) {
            Some(_) if !options.datapath_reset => continue,
            Some(reset) => {
                lines += &line[..line.len() - line.trim_start().len()];
                lines += reset;
                // what is assigned without the reset stands between two such lines
                indent = if reset.ends_with("else begin") { "  " } else { "" };
            }
            None if line.is_empty() => {}
            None => {
                lines += indent;
                lines += line;
            }
        }
        lines.push('\n');
    }
    lines
}

fn text(module: &str) -> Option<(&'static str, &'static str)> {
    Some(match module {
        DELAY => (DELAY, include_str!("../../src/prim/ackw_delay.v")),
        FIFO => (FIFO, include_str!("../../src/prim/ackw_fifo.v")),
        "ackw_inserter_beat_of" => ("ackw_inserter_beat_of", include_str!("../../src/prim/ackw_inserter_beat_of.v")),
        "ackw_inserter_lanes_of" => ("ackw_inserter_lanes_of", include_str!("../../src/prim/ackw_inserter_lanes_of.v")),
        "ackw_responder_beat" => ("ackw_responder_beat", include_str!("../../src/prim/ackw_responder_beat.v")),
        "ackw_valid_delay" => ("ackw_valid_delay", include_str!("../../src/prim/ackw_valid_delay.v")),
        "ackw_icrc_share" => ("ackw_icrc_share", include_str!("../../src/prim/ackw_icrc_share.v")),
        "ackw_lane_pick" => ("ackw_lane_pick", include_str!("../../src/prim/ackw_lane_pick.v")),
        "ackw_highest_one" => ("ackw_highest_one", include_str!("../../src/prim/ackw_highest_one.v")),
        MUL => GENERIC_MUL,
        MUL_WIDE => WIDE_MUL,
        MUX4 => (MUX4, include_str!("../../src/prim/ackw_mux4.v")),
        RAM => (RAM, include_str!("../../src/prim/ackw_ram.v")),
        RAM_ECC => ECC_RAM,
        RAM_LOW => (RAM_LOW, include_str!("../../src/prim/ackw_ram_low.v")),
        "ackw_register" => ("ackw_register", include_str!("../../src/prim/ackw_register.v")),
        "ackw_register_wide" => ("ackw_register_wide", include_str!("../../src/prim/ackw_register_wide.v")),
        "ackw_skid" => ("ackw_skid", include_str!("../../src/prim/ackw_skid.v")),
        "ackw_status" => ("ackw_status", include_str!("../../src/prim/ackw_status.v")),
        "ackw_table" => ("ackw_table", include_str!("../../src/prim/ackw_table.v")),
        _ => return None,
    })
}

/// The macro in a primitive's instance, if there is one: its path from the instance, module, width and words.
pub(super) fn sram(
    module: &str,
    parameter: &dyn Fn(&str) -> usize,
    options: &Options,
) -> Option<(&'static str, &'static str, usize, usize)> {
    let (width, addr_bits) = (parameter("WIDTH"), parameter("ADDR_BITS"));
    let (asic, macros) = (options.target == Target::Asic, options.has_macros());
    match module {
        RAM if macros => Some(("u_sram", SRAM.0, width, 1 << addr_bits)),
        RAM_LOW if macros => Some(("u_ram.u_sram", SRAM.0, width, 1 << addr_bits)),
        RAM_ECC if options.sram_ecc => Some(("u_sram", SRAM_ECC.0, width, 1 << addr_bits)),
        RAM_ECC if macros => Some(("u_array.u_sram", SRAM.0, width + parameter("CHECK_BITS"), 1 << addr_bits)),
        FIFO if asic && addr_bits >= 5 && width << addr_bits >= 2048 => {
            Some(("memory.u_sram", SRAM.0, width, 1 << addr_bits))
        }
        DELAY if asic && parameter("N") >= 33 && width * (parameter("N") - 1) >= 2048 => {
            Some(("g_memory.u_sram", SRAM.0, width, parameter("N") - 1))
        }
        _ => None,
    }
}

/// Does the chain through the macros go through a primitive, with a macro in it or not?
pub(super) fn is_in_chain(module: &str, options: &Options) -> bool {
    match module {
        RAM | RAM_LOW | RAM_ECC => options.has_macros(),
        FIFO | DELAY => options.target == Target::Asic,
        _ => false,
    }
}

/// Models of the target's own cells, as (name, text).
pub(super) fn models(target: Target) -> Vec<(String, String)> {
    let ecp5: [(&str, &str); 4] = [
        ("DP16KD.v", include_str!("../../src/prim/ecp5/DP16KD.v")),
        ("LUT4.v", include_str!("../../src/prim/ecp5/LUT4.v")),
        ("MULT18X18D.v", include_str!("../../src/prim/ecp5/MULT18X18D.v")),
        ("PFUMX.v", include_str!("../../src/prim/ecp5/PFUMX.v")),
    ];
    let of_target: &[(&str, &str)] = match target {
        Target::Generic | Target::Asic => &[],
        Target::Ecp5 => &ecp5,
    };
    of_target.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect()
}

/// Does the module have the port `rst_n`?
pub(super) fn has_reset(module: &str) -> bool {
    text(module).is_some_and(|(_, text)| text.contains("rst_n"))
}

/// Does the module have the port `en`?
pub(super) fn has_enable(module: &str) -> bool {
    text(module).is_some_and(|(_, text)| text.contains(" en,"))
}

/// Do its outputs depend on its inputs without a register between?
pub(super) fn is_combinational(module: &str) -> bool {
    let all = [
        "ackw_icrc_share",
        "ackw_inserter_beat_of",
        "ackw_inserter_lanes_of",
        "ackw_highest_one",
        MUX4,
        "ackw_register",
        "ackw_register_wide",
        "ackw_responder_beat",
        "ackw_status",
    ];
    all.contains(&module)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Memory;

    /// Ports and parameters are the primitive's, whatever the target: the instances do not know it, but for the read
    /// enable of macros.
    #[test]
    fn a_primitive_has_one_interface_in_every_target() {
        let head = |text: &str| {
            let code: String = text.lines().map(|l| l.split("//").next().unwrap_or_default()).collect();
            let head = code.split("module ").nth(1).and_then(|m| m.split(");").next()).expect("a module").to_owned();
            head.replace("output reg", "output").replace("output wire", "output").split_whitespace().collect::<String>()
        };
        for module in
            [RAM, RAM_ECC, MUL, DELAY, FIFO, "ackw_lane_pick", "ackw_highest_one", MUL_WIDE, "ackw_skid", "ackw_table"]
        {
            let of = |target, memory| {
                sources(module, &Options { target, memory, ..Options::default() }).unwrap().pop().unwrap()
            };
            for (target, memory) in [(Target::Ecp5, Memory::Inferred), (Target::Asic, Memory::Macro)] {
                let ((same, text), (name, generic)) = (of(target, memory), of(Target::Generic, memory));
                assert_eq!((same, head(&text)), (name, head(&generic)), "{target:?}");
            }
        }
    }

    #[test]
    fn the_reset_style_reaches_every_always_of_a_reset() {
        for module in ["ackw_fifo", "ackw_skid", RAM_ECC] {
            let with = |reset| sources(module, &Options { reset, ..Options::default() }).unwrap().pop().unwrap().1;
            assert!(has_reset(module));
            assert!(!with(Reset::Sync).contains("negedge"));
            assert!(with(Reset::Async).contains("always @(posedge clk or negedge rst_n) begin\n    if (!rst_n) begin"));
        }
        let asic = Options { target: Target::Asic, reset: Reset::Async, ..Options::default() };
        for module in [DELAY, FIFO] {
            let text = sources(module, &asic).unwrap().pop().unwrap().1;
            assert!(text.contains("always @(posedge clk or negedge rst_n) begin"), "{module}");
        }
    }

    #[test]
    fn datapath_registers_have_a_reset_where_it_is_asked_for_and_nothing_of_it_else() {
        let with = |reset, datapath_reset| {
            let options = Options { reset, datapath_reset, ..Options::default() };
            let text = sources(DELAY, &options).unwrap().pop().unwrap().1;
            assert!(!text.contains("/*"), "{text}");
            text.split_once("g_word\n").unwrap().1.split_once("\n      end\n").unwrap().0.to_owned()
        };
        let words = "words[WIDTH*k +: WIDTH] <= moved[WIDTH*k +: WIDTH];";
        let plain = format!("        always @(posedge clk) begin\n          if (on[k]) {words}\n        end");
        assert_eq!(with(Reset::Sync, false), plain);
        assert_eq!(with(Reset::Async, false), plain);
        let reset = format!(
            "\n          if (!rst_n) begin\n            words[WIDTH*k +: WIDTH] <= {{WIDTH{{1'b0}}}};\n          end else begin\n            \
             if (on[k]) {words}\n          end\n        end"
        );
        assert_eq!(with(Reset::Sync, true), format!("        always @(posedge clk) begin{reset}"));
        assert_eq!(with(Reset::Async, true), format!("        always @(posedge clk or negedge rst_n) begin{reset}"));
    }
}
