//! A beat as lanes and lanes as a beat: wires, and an AND a byte. A lane is four bytes of the beat, the first on top,
//! with a bit of `tkeep` for each of them above.

use crate::parser::lanes::Lanes;
use crate::prelude::*;
use emit::leaf::Leaf;
use rust_hdl::prelude::Verilog;
use std::fmt::Write as _;

/// The lanes of a beat; bytes that are not kept are 0. Combinational.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct LanesOf<const W: usize, const K: usize, const L: usize> {
    pub data: Signal<In, Bus<W>>,
    pub keep: Signal<In, U<K>>,
    pub lane: Lanes<Signal<Out, U<36>>, L>,
}

impl<const W: usize, const K: usize, const L: usize> Logic for LanesOf<W, K, L> {
    fn update(&mut self) {
        for j in 0..L {
            let keep = (self.keep.val().raw() >> (4 * j)) as u64 & 15;
            let byte = |i: usize| match keep >> i & 1 {
                1 => self.data.val().get_bits::<8>(32 * j + 8 * i).raw() as u64,
                _ => 0,
            };
            let bytes = (0..4).fold(0, |lane, i| lane << 8 | byte(i));
            self.lane[j].next = (keep << 32 | bytes).into();
        }
    }

    fn connect(&mut self) {
        for j in 0..L {
            self.lane[j].connect();
        }
    }

    fn hdl(&self) -> Verilog {
        let module = "ackw_inserter_lanes_of";
        let range = |bits: usize| format!("{:7}", format!("[{}:0]", bits - 1));
        let mut ports = format!("  input  wire {} data,\n  input  wire {} keep", range(W), range(K));
        let mut body = String::new();
        for j in 0..L {
            // writing to a string does not fail
            let _ = write!(ports, ",\n  output wire [35:0]  lane_{j}");
            let byte = |i: usize| {
                let low = 32 * j + 8 * i;
                format!("data[{}:{low}] & {{8{{keep[{}]}}}}", low + 7, 4 * j + i)
            };
            let _ = writeln!(
                body,
                "  assign lane_{j} = {{\n    keep[{}:{}],\n    {},\n    {},\n    {},\n    {}\n  }};",
                4 * j + 3,
                4 * j,
                byte(0),
                byte(1),
                byte(2),
                byte(3)
            );
        }
        let source = format!(
            "// The lanes of a beat: four bytes, the first on top, and above them their bits of keep. A byte that is not kept is 0.\n\
             module {module} (\n{ports}\n);\n\n{body}\nendmodule\n"
        );
        Leaf::Generated { module: module.into(), source, ecp5: None }.to_verilog()
    }
}

/// The other way round.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct BeatOf<const W: usize, const K: usize, const L: usize> {
    pub lane: Lanes<Signal<In, U<36>>, L>,
    pub data: Signal<Out, Bus<W>>,
    pub keep: Signal<Out, U<K>>,
}

impl<const W: usize, const K: usize, const L: usize> Logic for BeatOf<W, K, L> {
    fn update(&mut self) {
        let (mut bytes, mut keep) = (vec![], 0u128);
        for j in 0..L {
            let lane = self.lane[j].val().raw();
            bytes.extend((lane as u32).to_be_bytes());
            keep |= (lane >> 32) << (4 * j);
        }
        self.data.next = Bus::from_le_bytes(&bytes);
        self.keep.next = U::wrap(keep);
    }

    fn connect(&mut self) {
        self.data.connect();
        self.keep.connect();
    }

    fn hdl(&self) -> Verilog {
        let module = "ackw_inserter_beat_of";
        let range = |bits: usize| format!("{:7}", format!("[{}:0]", bits - 1));
        let mut ports = String::new();
        // writing to a string does not fail
        for j in 0..L {
            let _ = writeln!(ports, "  input  wire [35:0]  lane_{j},");
        }
        let _ = write!(ports, "  output wire {} data,\n  output wire {} keep\n", range(W), range(K));
        let bytes =
            |j: usize| [(7, 0), (15, 8), (23, 16), (31, 24)].map(|(a, b)| format!("lane_{j}[{a}:{b}]")).join(", ");
        let data: Vec<_> = (0..L).rev().map(|j| format!("    {}", bytes(j))).collect();
        let keep: Vec<_> = (0..L).rev().map(|j| format!("    lane_{j}[35:32]")).collect();
        let source = format!(
            "// Lanes as a beat of the stream, their first byte in the lowest bits. Combinational.\n\
             module {module} (\n{ports});\n\n  assign data = {{\n{}\n  }};\n  assign keep = {{\n{}\n  }};\n\nendmodule\n",
            data.join(",\n"),
            keep.join(",\n")
        );
        Leaf::Generated { module: module.into(), source, ecp5: None }.to_verilog()
    }
}
