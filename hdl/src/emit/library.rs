//! The hand-written Verilog, and the one thing about it that depends on the options: the style of the reset.

use super::{Memory, Options, Reset};

const RAM: &str = "ackw_ram";
const SRAM: &str = "ackw_sram_1r1w";

/// What stands in the sources' `always` headers, and is taken out of its comment for an asynchronous reset.
const MARKER: &str = " /* or negedge rst_n */";

/// The modules that a primitive's module needs, itself last, as (name, text).
pub(super) fn sources(module: &str, options: &Options) -> Option<Vec<(&'static str, String)>> {
    let plain: &[(&str, &str)] = match (module, options.memory) {
        (RAM, Memory::Inferred) => &[(RAM, include_str!("../prim/ackw_ram.v"))],
        (RAM, Memory::Macro) => {
            &[(SRAM, include_str!("../prim/ackw_sram_1r1w.v")), (RAM, include_str!("../prim/ackw_ram_macro.v"))]
        }
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
        "ackw_fifo" => ("ackw_fifo", include_str!("../prim/ackw_fifo.v")),
        "ackw_lzc" => ("ackw_lzc", include_str!("../prim/ackw_lzc.v")),
        "ackw_mul" => ("ackw_mul", include_str!("../prim/ackw_mul.v")),
        "ackw_skid" => ("ackw_skid", include_str!("../prim/ackw_skid.v")),
        _ => return None,
    })
}

/// Does the module have the port `rst_n`?
pub(super) fn has_reset(module: &str) -> bool {
    text(module).is_some_and(|(_, text)| text.contains("rst_n"))
}

/// Do its outputs depend on its inputs without a register between?
pub(super) fn is_combinational(module: &str) -> bool {
    module == "ackw_lzc"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reset_style_reaches_every_always_of_a_reset() {
        for module in ["ackw_fifo", "ackw_skid"] {
            let with = |reset| sources(module, &Options { reset, ..Options::default() }).unwrap().remove(0).1;
            assert!(has_reset(module));
            assert!(!with(Reset::Sync).contains("negedge"));
            assert!(with(Reset::Async).contains("always @(posedge clk or negedge rst_n) begin\n    if (!rst_n) begin"));
        }
    }
}
