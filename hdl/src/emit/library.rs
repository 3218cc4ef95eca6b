//! The hand-written Verilog, and what of it depends on the options: the style of the reset, and the primitives' forms.

use super::{Memory, Options, Reset, Target};

const RAM: &str = "ackw_ram";
const RAM_ECC: &str = "ackw_ram_ecc";
const ARRAY: &str = "ackw_array";
const MUL: &str = "ackw_mul";
const MUX4: &str = "ackw_mux4";
const FIFO: &str = "ackw_fifo";
const RING: &str = "ackw_ring";
const SRAM: (&str, &str) = ("ackw_sram_1r1w", include_str!("../prim/ackw_sram_1r1w.v"));
const ECC: (&str, &str) = ("ackw_ecc", include_str!("../prim/ackw_ecc.v"));
const ECC_RAM: (&str, &str) = (RAM_ECC, include_str!("../prim/ackw_ram_ecc.v"));

/// What stands in the sources' `always` headers, and is taken out of its comment for an asynchronous reset.
const MARKER: &str = " /* or negedge rst_n */";

/// The modules that a primitive's module needs, itself last, as (name, text).
pub(super) fn sources(module: &str, options: &Options) -> Option<Vec<(&'static str, String)>> {
    let plain: &[(&str, &str)] = match (options.target, module) {
        (Target::Ecp5, RAM) => &[(RAM, include_str!("../prim/ackw_ram_ecp5.v"))],
        (Target::Ecp5, MUL) => &[(MUL, include_str!("../prim/ackw_mul_ecp5.v"))],
        (Target::Ecp5, MUX4) => &[(MUX4, include_str!("../prim/ackw_mux4_ecp5.v"))],
        (Target::Asic, FIFO) => &[SRAM, (FIFO, include_str!("../prim/ackw_fifo_asic.v"))],
        (Target::Asic, RING) => &[SRAM, (RING, include_str!("../prim/ackw_ring_asic.v"))],
        (target, RAM) if target == Target::Asic || options.memory == Memory::Macro => {
            &[SRAM, (RAM, include_str!("../prim/ackw_ram_macro.v"))]
        }
        (target, RAM_ECC) if target == Target::Asic || options.memory == Memory::Macro => {
            &[SRAM, (ARRAY, include_str!("../prim/ackw_array_macro.v")), ECC, ECC_RAM]
        }
        // the tools infer block RAM; on ECP5 its output register would stand before the correction
        (_, RAM_ECC) => &[(ARRAY, include_str!("../prim/ackw_array.v")), ECC, ECC_RAM],
        _ => &[text(module)?],
    };
    let style = |(name, text): &(&'static str, &str)| {
        let marker = match options.reset {
            Reset::Sync => "",
            Reset::Async => " or negedge rst_n",
        };
        (*name, text.replace(MARKER, marker))
    };
    Some(plain.iter().map(style).collect())
}

fn text(module: &str) -> Option<(&'static str, &'static str)> {
    Some(match module {
        FIFO => (FIFO, include_str!("../prim/ackw_fifo.v")),
        "ackw_lzc" => ("ackw_lzc", include_str!("../prim/ackw_lzc.v")),
        MUL => (MUL, include_str!("../prim/ackw_mul.v")),
        MUX4 => (MUX4, include_str!("../prim/ackw_mux4.v")),
        "ackw_mul_rows" => ("ackw_mul_rows", include_str!("../prim/ackw_mul_rows.v")),
        RAM => (RAM, include_str!("../prim/ackw_ram.v")),
        RAM_ECC => ECC_RAM,
        "ackw_register" => ("ackw_register", include_str!("../prim/ackw_register.v")),
        "ackw_register_wide" => ("ackw_register_wide", include_str!("../prim/ackw_register_wide.v")),
        RING => (RING, include_str!("../prim/ackw_ring.v")),
        "ackw_skid" => ("ackw_skid", include_str!("../prim/ackw_skid.v")),
        "ackw_status" => ("ackw_status", include_str!("../prim/ackw_status.v")),
        "ackw_status_wide" => ("ackw_status_wide", include_str!("../prim/ackw_status_wide.v")),
        "ackw_table" => ("ackw_table", include_str!("../prim/ackw_table.v")),
        _ => return None,
    })
}

/// Models of the target's own cells, as (name, text).
pub(super) fn models(target: Target) -> Vec<(String, String)> {
    let ecp5: [(&str, &str); 4] = [
        ("DP16KD.v", include_str!("../prim/ecp5/DP16KD.v")),
        ("LUT4.v", include_str!("../prim/ecp5/LUT4.v")),
        ("MULT18X18D.v", include_str!("../prim/ecp5/MULT18X18D.v")),
        ("PFUMX.v", include_str!("../prim/ecp5/PFUMX.v")),
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

/// Do its outputs depend on its inputs without a register between?
pub(super) fn is_combinational(module: &str) -> bool {
    matches!(module, "ackw_lzc" | MUX4 | "ackw_register" | "ackw_register_wide" | "ackw_status" | "ackw_status_wide")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ports and parameters are the primitive's, whatever the target: the instances do not know it.
    #[test]
    fn a_primitive_has_one_interface_in_every_target() {
        let head = |text: &str| {
            let code: String = text.lines().map(|l| l.split("//").next().unwrap_or_default()).collect();
            let head = code.split("module ").nth(1).and_then(|m| m.split(");").next()).expect("a module").to_owned();
            head.replace("output reg", "output").replace("output wire", "output").split_whitespace().collect::<String>()
        };
        for module in [RAM, RAM_ECC, MUL, FIFO, RING, "ackw_lzc", "ackw_mul_rows", "ackw_skid", "ackw_table"] {
            let of = |target| sources(module, &Options { target, ..Options::default() }).unwrap().pop().unwrap();
            let (name, generic) = of(Target::Generic);
            for target in [Target::Ecp5, Target::Asic] {
                let (same, text) = of(target);
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
        for module in [FIFO, RING] {
            let text = sources(module, &asic).unwrap().pop().unwrap().1;
            assert!(text.contains("always @(posedge clk or negedge rst_n) begin"), "{module}");
        }
    }
}
