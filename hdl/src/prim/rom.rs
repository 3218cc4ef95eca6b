//! A table in logic: a `case` of constants behind a register.

use super::clocking::{ClkRst, Watch};
use super::leaf::{literal_value, Leaf};
use crate::num::U;
use rust_hdl::prelude::*;
use std::fmt::Write as _;

/// `2^A` constants: `data` is the one at `addr` at the last rising edge. The Verilog is generated, under the given name.
#[derive(Clone, Debug, LogicBlock)]
pub struct Rom<D: Synth, const A: usize> {
    pub clock: Signal<In, ClkRst>,
    pub addr: Signal<In, U<A>>,
    pub data: Signal<Out, D>,
    _module: String,
    _table: Vec<D>,
    _watch: Watch,
}

impl<D: Synth, const A: usize> Rom<D, A> {
    /// `name` is the Verilog module's, without its prefix: `recip_rom` becomes `ackw_recip_rom`.
    ///
    /// # Panics
    /// When the table does not have `2^A` entries.
    pub fn new(name: &str, table: Vec<D>) -> Self {
        assert_eq!(table.len(), 1 << A, "{name}: a table of {A} address bits has 2^{A} entries");
        Self {
            clock: Default::default(),
            addr: Default::default(),
            data: Default::default(),
            _module: format!("ackw_{name}"),
            _table: table,
            _watch: Watch::default(),
        }
    }
}

impl<D: Synth, const A: usize> Logic for Rom<D, A> {
    fn update(&mut self) {
        if self._watch.see(self.clock.val()).edge {
            self.data.next = self._table[self.addr.val().index()];
        }
    }

    fn connect(&mut self) {
        self.data.connect();
    }

    fn hdl(&self) -> Verilog {
        let (module, data_bits) = (self._module.clone(), D::BITS);
        let digits = data_bits.div_ceil(4);
        let mut rows = String::new();
        for (i, word) in self._table.iter().enumerate() {
            let word = literal_value(&word.verilog());
            let last = i + 1 == self._table.len();
            let label = if last { "default".to_string() } else { format!("{A}'d{i}") };
            let comment = if last { format!(" // {i}") } else { String::new() };
            // writing to a string does not fail
            let _ = writeln!(rows, "      {label}: data <= {data_bits}'h{word:0digits$x};{comment}");
        }
        let source = format!(
            "// Constants in logic: `data` is the entry at `addr`, one cycle later.\n\
             module {module} (\n  \
               input  wire clk,\n  \
               input  wire [{}:0] addr,\n  \
               output reg  [{}:0] data\n\
             );\n\n  \
               always @(posedge clk) begin\n    \
                 case (addr)\n\
             {rows}    \
                 endcase\n  \
               end\n\n\
             endmodule\n",
            A - 1,
            data_bits - 1,
        );
        Leaf::Generated { module, source }.to_verilog()
    }
}
