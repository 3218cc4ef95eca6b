//! Fills the C++ template `shim.cpp` with the ports of one design.

use std::fmt::Write;

use crate::{Design, design::Column};

const TEMPLATE: &str = include_str!("shim.cpp");

/// The C++ text of the shim for this design.
pub(crate) fn text(design: &Design) -> String {
    let (mut apply, mut sample) = (String::new(), String::new());
    for c in design.inputs().columns() {
        set(c, &mut apply);
    }
    for c in design.outputs().columns() {
        get(c, &mut sample);
    }
    let (low, edge) = match design.clock() {
        Some(clk) => (format!("top.{0} = 0;", member(clk)), format!("top.{0} = 1; top.eval();", member(clk))),
        None => Default::default(),
    };
    TEMPLATE
        .replace("@IN_WORDS@", &design.inputs().words().to_string())
        .replace("@OUT_WORDS@", &design.outputs().words().to_string())
        .replace("@CLOCK_LOW@", &low)
        .replace("@CLOCK_EDGE@", &edge)
        .replace("@APPLY@", &apply)
        .replace("@SAMPLE@", &sample)
}

/// Verilator's name of a port: it writes the second of two underscores as `_05F` with two more before it.
fn member(name: &str) -> String {
    name.replace("__", "___05F")
}

/// Up to 64 bits a port is an integer; above, an array of 32-bit words. Bits beyond the width must be clear.
fn set(c: &Column, to: &mut String) {
    let m = member(&c.name);
    if c.width <= 64 {
        let mask = u64::MAX >> (64 - c.width);
        let _ = write!(to, "top.{m} = in[{}] & 0x{mask:x}ull; ", c.word);
        return;
    }
    for i in 0..c.width.div_ceil(32) {
        let bits = (c.width - 32 * i).min(32);
        let mask = u32::MAX >> (32 - bits);
        let (word, shift) = (c.word + i as usize / 2, 32 * (i % 2));
        let _ = write!(to, "top.{m}[{i}] = (uint32_t)(in[{word}] >> {shift}) & 0x{mask:x}u; ");
    }
}

fn get(c: &Column, to: &mut String) {
    let m = member(&c.name);
    if c.width <= 64 {
        let _ = write!(to, "out[{}] = top.{m}; ", c.word);
        return;
    }
    for i in 0..c.width.div_ceil(32) {
        let (word, shift, op) = (c.word + i as usize / 2, 32 * (i % 2), if i % 2 == 0 { "=" } else { "|=" });
        let _ = write!(to, "out[{word}] {op} (uint64_t)top.{m}[{i}] << {shift}; ");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Port;

    #[test]
    fn ports_are_masked_and_names_are_verilators() {
        let ports = [Port::input("a__b", 10), Port::input("w", 65), Port::output("y", 96)];
        let design = Design::new("t", Some("clk"), None, vec![("t.v".into(), String::new())], &ports).expect("legal");
        let t = text(&design);
        for part in [
            "IN_WORDS = 3, OUT_WORDS = 2;",
            "top.a___05Fb = in[0] & 0x3ffull;",
            "top.w[2] = (uint32_t)(in[2] >> 0) & 0x1u;",
            "out[0] |= (uint64_t)top.y[1] << 32; out[1] = (uint64_t)top.y[2] << 0;",
            "top.clk = 1; top.eval();",
        ] {
            assert!(t.contains(part), "{part} not in\n{t}");
        }
        let code = t.lines().filter(|l| !l.trim_start().starts_with("//"));
        assert!(code.clone().all(|l| !l.contains('@')), "a marker was left in {:?}", code.collect::<Vec<_>>());
    }
}
