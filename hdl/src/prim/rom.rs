//! A table of constants: a `case` behind two registers, or block RAM that is never written.

use super::clocking::{counts, ClkRst, Watch};
use super::ecc::option;
use crate::num::U;
use emit::leaf::{literal_value, Leaf};
use num_bigint::BigUint;
use rust_hdl::prelude::*;
use std::fmt::Write as _;

/// `2^A` constants: `data` is the one at `addr` two rising edges ago. The Verilog is generated, under the given name.
/// The second register is the output register of a block RAM, which synthesis leaves empty on ECP5: there the blocks
/// are instances.
///
/// [`Rom::checked`] has a parity bit beside each word, and a port more: `wrong_opt` says a cycle after `data` that its
/// parity was wrong.
///
/// [`Rom::enabled`] has one too: where `en_opt` is 0, `addr` does not count, and the registers hold; with parity they
/// do not, for a word is reported once.
#[derive(Clone, Debug, LogicBlock)]
pub struct Rom<D: Synth, const A: usize> {
    pub clock: Signal<In, ClkRst>,
    pub addr: Signal<In, U<A>>,
    pub data: Signal<Out, D>,
    pub wrong_opt: Vec<Signal<Out, Bit>>,
    pub en_opt: Vec<Signal<In, Bit>>,
    _module: String,
    _what: &'static str,
    _table: Vec<D>,
    _read: D,
    _counts: Bit,
    _watch: Watch,
}

impl<D: Synth, const A: usize> Rom<D, A> {
    /// `name` is the Verilog module's, without its prefix: `recip_rom` becomes `ackw_recip_rom`. `what` says what an
    /// entry is.
    ///
    /// # Panics
    /// When the table does not have `2^A` entries.
    pub fn new(name: &str, what: &'static str, table: Vec<D>) -> Self {
        assert_eq!(table.len(), 1 << A, "{name}: a table of {A} address bits has 2^{A} entries");
        Self {
            clock: Default::default(),
            addr: Default::default(),
            data: Default::default(),
            wrong_opt: vec![],
            en_opt: vec![],
            _module: format!("ackw_{name}"),
            _what: what,
            _table: table,
            _read: D::default(),
            _counts: false,
            _watch: Watch::default(),
        }
    }

    /// With parity, if so.
    ///
    /// # Panics
    /// As [`Rom::new`].
    pub fn checked(name: &str, what: &'static str, table: Vec<D>, parity: bool) -> Self {
        Self { wrong_opt: option(parity), ..Self::new(name, what, table) }
    }

    /// With an enable.
    #[must_use]
    pub fn enabled(self) -> Self {
        Self { en_opt: option(true), ..self }
    }
}

impl<D: Synth, const A: usize> Logic for Rom<D, A> {
    fn update(&mut self) {
        if self._watch.see(self.clock.val()).edge {
            let always = !self.wrong_opt.is_empty();
            if self._counts || always {
                self.data.next = self._read;
            }
            self._counts = counts(&self.en_opt);
            if self._counts || always {
                self._read = self._table[self.addr.val().index()];
            }
        }
        // the table is as it was made
        self.wrong_opt.iter_mut().for_each(|wrong| wrong.next = false);
    }

    fn connect(&mut self) {
        self.data.connect();
        self.wrong_opt.iter_mut().for_each(|wrong| wrong.connect());
    }

    fn hdl(&self) -> Verilog {
        let module = self._module.clone();
        let parity = !self.wrong_opt.is_empty();
        let word = |word: &D| {
            let word = literal_value(&word.verilog());
            // the bit above the word makes the number of ones even
            if parity && word.count_ones() % 2 == 1 {
                word + (BigUint::from(1u8) << D::BITS)
            } else {
                word
            }
        };
        let words: Vec<_> = self._table.iter().map(word).collect();
        let shape = Shape { what: self._what, addr_bits: A, data_bits: D::BITS, parity };
        let source = generic(&module, shape, &words);
        // a block of the shape used has 2^10 words
        let ecp5 = (A <= 10).then(|| blocks(&module, shape, &words));
        Leaf::Generated { module, source, ecp5 }.to_verilog()
    }
}

#[derive(Copy, Clone)]
struct Shape {
    what: &'static str,
    addr_bits: usize,
    /// Of a word without its parity bit.
    data_bits: usize,
    parity: bool,
}

impl Shape {
    /// Of a word with its parity bit.
    fn stored_bits(self) -> usize {
        self.data_bits + usize::from(self.parity)
    }
}

/// The module's head: what it is, and its ports.
fn head(module: &str, what: &str, shape: Shape, data: &str) -> String {
    let (says, wrong) = if shape.parity {
        ("\n// The bit above each word makes its ones even: `wrong` says of the entry three cycles ago that they were not.", ",\n  output reg  wrong")
    } else {
        ("", "")
    };
    format!(
        "// Constants{what}: `data` is the entry at `addr`, two cycles later. Where `en` is 0, `addr` does not count.\n// {}{says}\n\
         module {module} (\n  \
           input  wire clk,\n  \
           input  wire en,\n  \
           input  wire [{}:0] addr,\n  \
           output {data} [{}:0] data{wrong}\n\
         );\n\n",
        shape.what,
        shape.addr_bits - 1,
        shape.data_bits - 1,
    )
}

fn generic(module: &str, shape: Shape, words: &[BigUint]) -> String {
    let (addr_bits, data_bits) = (shape.addr_bits, shape.stored_bits());
    let digits = data_bits.div_ceil(4);
    let mut rows = String::new();
    for (i, word) in words.iter().enumerate() {
        let last = i + 1 == words.len();
        let label = if last { "default".to_string() } else { format!("{addr_bits}'d{i}") };
        let comment = if last { format!(" // {i}") } else { String::new() };
        // writing to a string does not fail
        let _ = writeln!(rows, "      {label}: word <= {data_bits}'h{word:0digits$x};{comment}");
    }
    let (registers, begin, end, then) = if shape.parity {
        ("  reg parity;\n", "", "", "    {parity, data} <= word;\n    wrong <= ^{parity, data};\n".to_string())
    } else {
        (
            "  reg counts;\n",
            "    if (en) begin\n",
            "    end\n",
            "    counts <= en;\n    if (counts) data <= word;\n".to_string(),
        )
    };
    let unused = if shape.parity { "\n  wire unused = &{1'b0, en};\n" } else { "" };
    let rows = rows.lines().fold(String::new(), |text, row| text + if shape.parity { "" } else { "  " } + row + "\n");
    let inner = if shape.parity { "" } else { "  " };
    format!(
        "{}{registers}  \
           reg [{}:0] word;\n\n  \
           always @(posedge clk) begin\n\
         {begin}{inner}    case (addr)\n\
         {rows}{inner}    endcase\n\
         {end}{then}  \
           end\n{unused}\n\
         endmodule\n",
        head(module, " in logic", shape, "reg "),
        data_bits - 1,
    )
}

/// Of DP16KD: 18 bits of each word in a block. What is not used of it is left open, and so are the words past the
/// table.
fn blocks(module: &str, shape: Shape, words: &[BigUint]) -> String {
    let (addr_bits, data_bits) = (shape.addr_bits, shape.stored_bits());
    const BITS: usize = 18;
    const WORDS_A_ROW: usize = 16;
    let lanes = data_bits.div_ceil(BITS);
    let mask = BigUint::from((1u32 << BITS) - 1);
    let mut text = head(module, " in block RAM", shape, "wire");
    let wide = lanes * BITS;
    let above = if addr_bits < 10 { format!("{}'d0, ", 10 - addr_bits) } else { String::new() };
    let _ = write!(text, "  wire [13:0] from = {{{above}addr, 4'd0}};\n  wire [{}:0] out;\n", wide - 1);
    for lane in 0..lanes {
        let mut rows = String::new();
        for (k, row) in words.chunks(WORDS_A_ROW).enumerate() {
            // a word takes 20 bits of the parameter, the first one the lowest
            let value = row.iter().rev().fold(String::new(), |mut digits, word| {
                let _ = write!(digits, "{:05x}", (word >> (lane * BITS)) & &mask);
                digits
            });
            let _ = write!(rows, ",\n    .INITVAL_{k:02X}(320'h{value})");
        }
        let pins = |name: &str, pins: std::ops::Range<usize>, value: &dyn Fn(usize) -> String| -> String {
            pins.map(|i| format!(".{name}{i}({})", value(i))).collect::<Vec<_>>().join(", ")
        };
        let zero = |_: usize| "1'b0".to_string();
        let _ = write!(
            text,
            "\n  DP16KD #(\n    .DATA_WIDTH_A(18), .DATA_WIDTH_B(18), .REGMODE_A(\"NOREG\"), .REGMODE_B(\"OUTREG\"), \
             .RESETMODE(\"SYNC\"),\n    .WRITEMODE_A(\"NORMAL\"), .WRITEMODE_B(\"NORMAL\"), .CSDECODE_A(\"0b000\"), \
             .CSDECODE_B(\"0b000\"), .GSR(\"DISABLED\"){rows}\n  ) u_block_{lane} (\n    \
             .CLKA(clk), .CEA(1'b0), .OCEA(1'b0), .WEA(1'b0), .RSTA(1'b0), .CSA0(1'b0), .CSA1(1'b0), .CSA2(1'b0),\n    \
             {},\n    {},\n    \
             .CLKB(clk), .CEB(1'b1), .OCEB(1'b1), .WEB(1'b0), .RSTB(1'b0), .CSB0(1'b0), .CSB1(1'b0), .CSB2(1'b0),\n    \
             {},\n    {},\n    {}\n  );\n",
            pins("ADA", 0..14, &zero),
            pins("DIA", 0..18, &zero),
            pins("ADB", 0..14, &|i| format!("from[{i}]")),
            pins("DIB", 0..18, &zero),
            pins("DOB", 0..18, &|i| format!("out[{}]", lane * BITS + i)),
        );
    }
    let _ = write!(text, "\n  assign data = out[{}:0];\n", shape.data_bits - 1);
    if shape.parity {
        let _ = write!(text, "\n  always @(posedge clk) begin\n    wrong <= ^out[{}:0];\n  end\n", data_bits - 1);
    }
    let above = if wide > data_bits { format!(", out[{}:{data_bits}]", wide - 1) } else { String::new() };
    let _ = write!(text, "\n  wire unused = &{{1'b0, en{above}}};\n");
    text + "\nendmodule\n"
}
