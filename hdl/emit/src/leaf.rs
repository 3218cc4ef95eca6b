//! How a primitive tells the emitter what it is: the content of its `Verilog::Custom`.
//!
//! rust-hdl lets a leaf hand over text only, so the description is written as text here and read back here.

use num_bigint::BigUint;
use rust_hdl::prelude::{Verilog, VerilogLiteral};

/// The prefix by which a shape's values are known among a block's constants.
pub const SHAPE: &str = "@shape:";

/// Stands in a field's name before what its port's comment says of it.
pub const TEXT: &str = "//";

const TAG: &str = "//ackw:";

/// Stands between the forms of a generated module.
const ECP5: &str = "//ackw:ecp5\n";

/// What a primitive becomes in Verilog.
#[derive(Clone, Debug, PartialEq)]
pub enum Leaf {
    /// Inlined into its parent: `q <= d`.
    Register { class: RegisterClass, init: BigUint },
    /// An instance of a module of the library (`library()`), with its parameters.
    Library { module: String, parameters: Vec<(String, usize)> },
    /// An instance of a module whose text was generated, such as a ROM. It has no parameters. `ecp5` is its form on
    /// that target, where it has one of its own.
    Generated { module: String, source: String, ecp5: Option<String> },
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum RegisterClass {
    /// Control: has a reset.
    Control,
    /// Datapath: has a reset only where the configuration asks for one.
    Datapath,
}

impl Leaf {
    pub fn library(module: &str, parameters: &[(&str, usize)]) -> Verilog {
        let parameters = parameters.iter().map(|(n, v)| (n.to_string(), *v)).collect();
        Leaf::Library { module: module.into(), parameters }.to_verilog()
    }

    pub fn to_verilog(&self) -> Verilog {
        Verilog::Custom(match self {
            Leaf::Register { class: RegisterClass::Control, init } => format!("{TAG}control {init}"),
            Leaf::Register { class: RegisterClass::Datapath, init } => format!("{TAG}datapath {init}"),
            Leaf::Library { module, parameters } => {
                let list: String = parameters.iter().map(|(n, v)| format!(" {n}={v}")).collect();
                format!("{TAG}library {module}{list}")
            }
            Leaf::Generated { module, source, ecp5: None } => format!("{TAG}generated {module}\n{source}"),
            Leaf::Generated { module, source, ecp5: Some(ecp5) } => {
                format!("{TAG}generated {module}\n{source}{ECP5}{ecp5}")
            }
        })
    }

    /// `None` when the text is not ours.
    pub fn parse(custom: &str) -> Option<Leaf> {
        let (line, source) = custom.split_once('\n').unwrap_or((custom, ""));
        let mut words = line.strip_prefix(TAG)?.split(' ');
        let kind = words.next()?;
        let first = words.next()?;
        Some(match kind {
            "control" => Leaf::Register { class: RegisterClass::Control, init: first.parse().ok()? },
            "datapath" => Leaf::Register { class: RegisterClass::Datapath, init: first.parse().ok()? },
            "library" => {
                let parameters = words.map(|word| {
                    let (name, value) = word.split_once('=')?;
                    Some((name.to_string(), value.parse().ok()?))
                });
                Leaf::Library { module: first.into(), parameters: parameters.collect::<Option<_>>()? }
            }
            "generated" => {
                let (source, ecp5) = source.split_once(ECP5).map_or((source, None), |(s, e)| (s, Some(e.into())));
                Leaf::Generated { module: first.into(), source: source.into(), ecp5 }
            }
            _ => return None,
        })
    }
}

/// The value of a rust-hdl literal, whose fields are private: read from its text, such as `5'b101` or `16'hab`.
pub fn literal_value(literal: &VerilogLiteral) -> BigUint {
    let text = literal.to_string();
    let (base, digits) = match text.split_once('\'') {
        Some((_, rest)) if rest.starts_with('b') => (2, &rest[1..]),
        Some((_, rest)) if rest.starts_with('h') => (16, &rest[1..]),
        _ => (10, text.as_str()),
    };
    BigUint::parse_bytes(digits.as_bytes(), base).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_survives_the_round_trip() {
        let leaves = [
            Leaf::Register { class: RegisterClass::Control, init: BigUint::from(u128::MAX) },
            Leaf::Register { class: RegisterClass::Datapath, init: BigUint::ZERO },
            Leaf::Library {
                module: "ackw_ram".into(),
                parameters: vec![("WIDTH".into(), 40), ("ADDR_BITS".into(), 10)],
            },
            Leaf::Generated { module: "ackw_x".into(), source: "module ackw_x;\nendmodule\n".into(), ecp5: None },
            Leaf::Generated { module: "ackw_y".into(), source: "a\n".into(), ecp5: Some("b\nc\n".into()) },
        ];
        for leaf in leaves {
            let Verilog::Custom(text) = leaf.to_verilog() else { panic!("not custom") };
            assert_eq!(Leaf::parse(&text), Some(leaf));
        }
        assert_eq!(Leaf::parse("always @(posedge clk) q <= d;"), None);
    }

    #[test]
    fn literals_are_read_back() {
        for value in [0u128, 1, 5, 255, 1 << 70] {
            assert_eq!(literal_value(&value.into()), BigUint::from(value));
        }
        assert_eq!(literal_value(&true.into()), BigUint::from(1u8));
    }
}
