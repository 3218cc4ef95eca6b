//! Words as a beat of the stream: wires.

use crate::parser::lanes::Lanes;
use crate::prelude::*;
use emit::leaf::Leaf;
use rust_hdl::prelude::Verilog;
use std::fmt::Write as _;

/// The beat of `lead` and all words but the low half of the last one, the first byte in bits 7:0; combinational.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct BeatOf<const W: usize, const K: usize, const L: usize> {
    pub lead: Signal<In, U<16>>,
    pub word: Lanes<Signal<In, U<32>>, L>,
    pub last: Signal<In, Bit>,
    pub more: Signal<In, U<4>>,
    pub data: Signal<Out, Bus<W>>,
    pub keep: Signal<Out, U<K>>,
}

impl<const W: usize, const K: usize, const L: usize> Logic for BeatOf<W, K, L> {
    fn update(&mut self) {
        let mut bytes = vec![(self.lead.val().raw() >> 8) as u8, self.lead.val().raw() as u8];
        for j in 0..L {
            bytes.extend((self.word[j].val().raw() as u32).to_be_bytes());
        }
        self.data.next = Bus::from_le_bytes(&bytes[..K]);
        let kept = if self.last.val() { 4 * self.more.val().index() + 2 } else { K };
        self.keep.next = U::wrap(u128::MAX >> (128 - kept.min(K)));
    }

    fn connect(&mut self) {
        self.data.connect();
        self.keep.connect();
    }

    fn hdl(&self) -> Verilog {
        let module = "ackw_responder_beat";
        let mut ports = String::from(
            "  input  wire [15:0]  lead, // the two bytes ahead of word_0\n  input  wire         last,\n  \
             input  wire [3:0]   more, // words that are whole in the last beat\n",
        );
        // writing to a string does not fail
        for j in 0..L {
            let _ = writeln!(ports, "  input  wire [31:0]  word_{j},");
        }
        let range = |bits: usize| format!("{:7}", format!("[{}:0]", bits - 1));
        let _ = write!(ports, "  output wire {} data,\n  output wire {} keep\n", range(W), range(K));
        let mut bytes = vec![format!("word_{}[23:16]", L - 1), format!("word_{}[31:24]", L - 1)];
        for j in (0..L - 1).rev() {
            bytes.extend([(7, 0), (15, 8), (23, 16), (31, 24)].map(|(high, low)| format!("word_{j}[{high}:{low}]")));
        }
        bytes.extend(["lead[7:0]".into(), "lead[15:8]".into()]);
        let lines: Vec<_> = bytes.chunks(4).map(|bytes| format!("    {}", bytes.join(", "))).collect();
        let body = format!(
            "  assign data = {{\n{}\n  }};\n  assign keep = last ? ~({{{K}{{1'b1}}}} << {{more, 2'b10}}) : {{{K}{{1'b1}}}};\n\n  \
             // it goes into the next beat\n  wire unused = &{{1'b0, word_{}[15:0]}};",
            lines.join(",\n"),
            L - 1
        );
        let source = format!(
            "// Words as a beat of the stream, their first byte in the lowest bits. Combinational.\n\
             module {module} (\n{ports});\n\n{body}\n\nendmodule\n"
        );
        Leaf::Generated { module: module.into(), source, ecp5: None }.to_verilog()
    }
}
