//! One lane's XOR matrix of the ICRC: generated logic, with the same matrix as its behaviour.

use super::gf32::share_rows;
use crate::prelude::*;
use crate::prim::leaf::Leaf;
use rust_hdl::prelude::Verilog;
use std::fmt::Write as _;

/// `share` is what `word` adds to the ICRC's register from its lane; combinational, 16 inputs a bit on average.
#[derive(Clone, Debug, LogicBlock)]
pub struct IcrcShare {
    pub word: Signal<In, U<32>>,
    pub share: Signal<Out, U<32>>,
    _module: String,
    _rows: [u32; 32],
}

impl IcrcShare {
    /// For lane `lane` of `lanes`.
    pub fn new(lane: usize, lanes: usize) -> Self {
        Self {
            word: Default::default(),
            share: Default::default(),
            _module: format!("ackw_icrc_share_{lane}_of_{lanes}"),
            _rows: share_rows(lane, lanes),
        }
    }
}

impl Logic for IcrcShare {
    fn update(&mut self) {
        let word = self.word.val().raw() as u32;
        let parity = |row: &u32| u64::from((row & word).count_ones() & 1);
        let share = self._rows.iter().rev().fold(0u64, |share, row| share << 1 | parity(row));
        self.share.next = share.into();
    }

    fn connect(&mut self) {
        self.share.connect();
    }

    fn hdl(&self) -> Verilog {
        let module = self._module.clone();
        let mut equations = String::new();
        for (i, row) in self._rows.iter().enumerate() {
            let inputs: Vec<_> = (0..32).filter(|j| row >> j & 1 == 1).map(|j| format!("word[{j}]")).collect();
            // by fours: a LUT takes a group, and the tree is shallow without the tool's help
            let groups: Vec<_> = inputs.chunks(4).map(|group| format!("({})", group.join(" ^ "))).collect();
            // writing to a string does not fail
            let _ = writeln!(equations, "  assign share[{i}] = {};", groups.join("\n    ^ "));
        }
        let source = format!(
            "// What a word adds to the register of the ICRC from its lane: a matrix over GF(2).\n\
             module {module} (\n  \
               input  wire [31:0] word,\n  \
               output wire [31:0] share\n\
             );\n\n\
             {equations}\n\
             endmodule\n"
        );
        Leaf::Generated { module, source, ecp5: None }.to_verilog()
    }
}
