//! From the ICRC's register to its word, in three steps. `parser::gf32` has the mathematics: the register R holds the
//! W-th root of the remainder S; behind the beat with the ICRC in lane e of L, S is `x^(32 (L - 1 - e))` times the
//! `M x^32` that is sought. So: first `R^W x^(-32 (L - 1))`, then times `x^(32 e)`, by two bits of e at a time; then
//! the polynomial as a word, inverted.

use crate::parser::gf32::{over_x, rows_of, square, times_x};
use crate::prelude::*;
use emit::leaf::Leaf;
use rust_hdl::prelude::Verilog;
use std::fmt::Write as _;

fn power(lanes: usize) -> impl Fn(u32) -> u32 {
    move |root| {
        let remainder = square(root, (32 * lanes).trailing_zeros());
        (0..32 * (lanes - 1)).fold(remainder, |a, _| over_x(a))
    }
}

fn shift(words: usize) -> impl Fn(u32) -> u32 {
    move |a| (0..32 * words).fold(a, |a, _| times_x(a))
}

/// Bits of a polynomial as they stand in a word: bytes in order, each from bit 0.
fn word_bit(i: usize) -> usize {
    8 * (i / 8) + 7 - i % 8
}

/// `R^W x^(-32 (L - 1))`; combinational, 16 inputs a bit on average.
#[derive(Clone, Debug, LogicBlock)]
pub struct IcrcPower {
    pub root: Signal<In, U<32>>,
    pub value: Signal<Out, U<32>>,
    _lanes: usize,
    _rows: [u32; 32],
}

impl IcrcPower {
    pub fn new(lanes: usize) -> Self {
        let rows = rows_of(power(lanes));
        Self { root: Default::default(), value: Default::default(), _lanes: lanes, _rows: rows }
    }
}

fn times(rows: &[u32; 32], a: u32) -> u64 {
    rows.iter().rev().fold(0, |value, row| value << 1 | u64::from((row & a).count_ones() & 1))
}

fn assigns(body: &mut String, name: &str, from: &str, rows: &[u32; 32]) {
    for (i, row) in rows.iter().enumerate() {
        // writing to a string does not fail
        let _ = writeln!(body, "  assign {name}[{i}] = ^({from} & 32'h{row:08x});");
    }
}

impl Logic for IcrcPower {
    fn update(&mut self) {
        self.value.next = times(&self._rows, self.root.val().raw() as u32).into();
    }

    fn connect(&mut self) {
        self.value.connect();
    }

    fn hdl(&self) -> Verilog {
        let module = "ackw_responder_power";
        let mut body = String::new();
        assigns(&mut body, "value", "root", &self._rows);
        let source = format!(
            "// The remainder of the ICRC from its root, back by {} words: a matrix over GF(2). Combinational.\n\
             module {module} (\n  input  wire [31:0] root,\n  output wire [31:0] value\n);\n\n{body}\nendmodule\n",
            self._lanes - 1
        );
        Leaf::Generated { module: module.into(), source, ecp5: None }.to_verilog()
    }
}

/// Times `x^(32 by)`, or, as the last step, `x^(128 by)`, and then as a word; combinational.
#[derive(Clone, Debug, LogicBlock)]
pub struct IcrcShift {
    pub value: Signal<In, U<32>>,
    pub by: Signal<In, U<2>>,
    pub shifted: Signal<Out, U<32>>,
    _last: bool,
    _rows: [[u32; 32]; 3],
}

impl IcrcShift {
    pub fn new(last: bool) -> Self {
        let words = if last { 4 } else { 1 };
        let rows = [1, 2, 3].map(|k| rows_of(shift(k * words)));
        Self {
            value: Default::default(),
            by: Default::default(),
            shifted: Default::default(),
            _last: last,
            _rows: rows,
        }
    }
}

impl Logic for IcrcShift {
    fn update(&mut self) {
        let value = self.value.val().raw() as u32;
        let shifted = match self.by.val().index() {
            0 => u64::from(value),
            by => times(&self._rows[by - 1], value),
        };
        let word = |bits: u64| (0..32).fold(0, |word, i| word | (!bits >> word_bit(i) & 1) << i);
        self.shifted.next = if self._last { word(shifted) } else { shifted }.into();
    }

    fn connect(&mut self) {
        self.shifted.connect();
    }

    fn hdl(&self) -> Verilog {
        let (module, what) = match self._last {
            false => ("ackw_responder_shift", "by 0 to 3 words"),
            true => ("ackw_responder_shift_last", "by 0, 4, 8 or 12 words; then the word that stands on the wire"),
        };
        let mut body = String::new();
        for (name, rows) in ["once", "twice", "thrice"].iter().zip(&self._rows) {
            // writing to a string does not fail
            let _ = writeln!(body, "  wire [31:0] {name};");
            assigns(&mut body, name, "value", rows);
        }
        let _ = writeln!(body, "\n  wire [31:0] chosen = by[1] ? (by[0] ? thrice : twice) : (by[0] ? once : value);");
        if self._last {
            let bits: Vec<_> = (0..32).rev().map(|i| format!("chosen[{}]", word_bit(i))).collect();
            let lines: Vec<_> = bits.chunks(8).map(|bits| format!("    {}", bits.join(", "))).collect();
            let _ = writeln!(body, "  assign shifted = ~{{\n{}\n  }};", lines.join(",\n"));
        } else {
            let _ = writeln!(body, "  assign shifted = chosen;");
        }
        let source = format!(
            "// The ICRC's remainder, forward {what}. Combinational.\n\
             module {module} (\n  input  wire [31:0] value,\n  input  wire [1:0]  by,\n  output wire [31:0] shifted\n);\n\n\
             {body}\nendmodule\n"
        );
        Leaf::Generated { module: module.into(), source, ecp5: None }.to_verilog()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parser::gf32::share;

    fn crc32(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(!0u32, |crc, byte| {
            (0..8).fold(crc ^ u32::from(*byte), |crc, _| crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 })
        })
    }

    /// Wherever the CRC's word stands, its bytes come out.
    #[test]
    fn three_steps_give_the_crc_of_what_went_before() {
        let message: Vec<u8> = (0..60u32).map(|i| (i * i * 31 + 7 * i + 1) as u8).collect();
        let expected = u32::from_be_bytes(crc32(&message).to_le_bytes());
        for lanes in [2usize, 4, 8, 16] {
            for lead in 0..lanes {
                let mut words = vec![0; lead];
                words.extend(message.chunks(4).map(|w| u32::from_be_bytes([w[0], w[1], w[2], w[3]])));
                words[lead] = !words[lead];
                let lane = words.len() % lanes;
                words.resize((words.len() + 1).next_multiple_of(lanes), 0);
                let root = words.chunks(lanes).fold(0, |r, beat| {
                    let shares = beat.iter().enumerate().map(|(lane, word)| share(*word, lane, lanes));
                    times_x(r) ^ shares.fold(0, |a, b| a ^ b)
                });
                let value = times(&IcrcPower::new(lanes)._rows, root) as u32;
                let step = |last: bool, by: usize, value: u32| match by {
                    0 => value,
                    by => times(&IcrcShift::new(last)._rows[by - 1], value) as u32,
                };
                let end = step(true, lane / 4, step(false, lane % 4, value));
                let word = (0..32).fold(0, |word, i| word | (!end >> word_bit(i) & 1) << i);
                assert_eq!(word, expected, "{lanes} lanes, {lead} words in front");
            }
        }
    }
}
