//! The back end: from a block to the Verilog-2005 that we ship.
//!
//! rust-hdl's own generator is not what an ASIC team accepts, and its expressions differ from its simulation in
//! silence. This one walks the same syntax tree (`Logic::hdl`) and writes one module a block type, registers as
//! `always @(posedge clk)`, every width explicit, names and comments kept. The way of a module:
//!
//! | step | in |
//! |---|---|
//! | the hierarchy, by rust-hdl's probe | `tree` |
//! | widths, names, loops: to our own form, `ir` | `lower`, `build` |
//! | latches, reads before writes, missing drivers | `check` |
//! | what is assigned again before anything reads it goes | `overwritten` |
//! | what no output depends on goes | `prune` |
//! | a name between two names goes | `aliases` |
//! | the chain through the macros, where one is asked for | `chain` |
//! | which signals share an `always`; combinational loops | `split` |
//! | sections, instances, registers | `plan` |
//! | text | `render`, `print` |
//! | equal modules become one, names for variants | `classes` |

mod aliases;
mod build;
mod chain;
mod check;
mod classes;
mod docs;
pub mod enables;
mod error;
mod ir;
pub mod leaf;
mod library;
mod lower;
mod names;
mod overwritten;
mod plan;
mod print;
mod prune;
mod render;
mod split;
mod tree;
mod types;
pub mod width;

pub use error::EmitError;

use rust_hdl::prelude::Block;

/// The configuration's choices about the reset.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct ResetStyle {
    pub reset: Reset,
    /// Datapath registers have a reset to zero as well.
    pub datapath: bool,
}

/// When a reset takes effect. Seen right after a clock edge there is no difference.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Reset {
    /// At the clock's rising edge.
    #[default]
    Sync,
    /// At once.
    Async,
}

/// The form of the memories.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Memory {
    /// An array that synthesis maps to block RAM.
    #[default]
    Inferred,
    /// A macro in the wrapper `ackw_sram_1r1w`, which comes with a behavioural model.
    Macro,
}

/// What the primitives are made of.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// Plain Verilog, for every tool to infer from.
    #[default]
    Generic,
    /// Lattice ECP5: block RAM and multipliers are instances with their output registers; `memory` has no effect.
    Ecp5,
    /// Standard cells: RAMs, and what else is long and wide, are macros in the wrapper `ackw_sram_1r1w`, which comes
    /// with a behavioural model; all other storage is registers. `memory` has no effect.
    Asic,
}

/// How to write the Verilog.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub reset: Reset,
    /// Gives datapath registers a reset to zero as well.
    pub datapath_reset: bool,
    pub memory: Memory,
    pub target: Target,
    /// Bits each way of the chain through all macros, for their test and repair; 0: there is none.
    pub sram_test: usize,
    /// Macros that correct their words themselves: `ackw_sram_1r1w_ecc` in place of check bits of ours.
    pub sram_ecc: bool,
    /// Lines at the head of every file, such as the generator's version and the configuration's hash.
    pub header: Vec<String>,
    /// Words in comments of modules and ports that stand for what depends on the configuration, and what they stand
    /// for.
    pub words: Vec<(&'static str, String)>,
    /// What constants are of which a block says nothing: by their name in lower case, or by how it begins, up to an
    /// underscore.
    pub constants: Vec<(String, &'static str)>,
}

impl Options {
    /// What the simulation needs to know in order to be equal in reset as well.
    pub fn reset_style(&self) -> ResetStyle {
        ResetStyle { reset: self.reset, datapath: self.datapath_reset }
    }

    /// A comment of a block as it is in this configuration.
    fn worded(&self, text: &str) -> String {
        if !text.contains('@') {
            return text.into();
        }
        self.words.iter().fold(text.into(), |text: String, (word, meaning)| text.replace(word, meaning))
    }

    /// Memories are macros, which have a read enable: [`enables::ReadEnables`].
    pub fn has_macros(&self) -> bool {
        self.target == Target::Asic || self.memory == Memory::Macro
    }
}

/// The Verilog of a block and of all that is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// Name and text, leaf first, one module a file.
    pub files: Vec<(String, String)>,
    /// Name and text of what stands for the target's own cells in a simulation. Synthesis has them.
    pub models: Vec<(String, String)>,
    /// The name of the top module.
    pub top: String,
    /// The emitted blocks' interfaces, in the order of the files; the primitives' are not among them.
    pub modules: Vec<Module>,
    /// The macros of the top, in the order of the chain through them.
    pub srams: Vec<Sram>,
}

/// An instance of `ackw_sram_1r1w` or `ackw_sram_1r1w_ecc`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sram {
    /// From the top: `u_engine.u_psn.u_ram.u_sram`.
    pub path: String,
    pub module: &'static str,
    pub width: usize,
    pub words: usize,
}

/// A module's interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    pub name: String,
    pub ports: Vec<Port>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    pub name: String,
    pub width: usize,
    pub dir: Dir,
    /// What stands behind it in the Verilog: format and unit; empty where the block says nothing.
    pub doc: String,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Dir {
    Input,
    Output,
}

/// A value as Verilog. Only 0 stands for more than 32 bits.
fn literal(width: usize, value: u64) -> String {
    match width {
        1 => format!("1'b{value}"),
        2..=32 => format!("{width}'d{value}"),
        _ => format!("{{{width}{{1'b0}}}}"),
    }
}

impl Design {
    /// The files' names, a line each, in an order that every tool accepts: the content of a `.f` file.
    pub fn file_list(&self) -> String {
        self.files.iter().map(|(name, _)| format!("{name}\n")).collect()
    }

    /// All files in one text.
    pub fn text(&self) -> String {
        self.files.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("\n")
    }

    /// An instance of the top to paste: each input but clock and reset tied to 0, or to its value in `not_zero`, each
    /// output open, with direction and width.
    pub fn instance(&self, not_zero: &[(&str, u64)]) -> String {
        let ports = self.top_module().map_or(&[][..], |top| &top.ports);
        let longest = ports.iter().map(|port| port.name.len()).max().unwrap_or(0);
        let top = &self.top;
        let mut text = format!(
            "// {top}: every port. Inputs that you do not connect keep a value that is legal and harmless; those marked ! are not 0:\n\
             // change them to your network's.\n\
             {top} u_{top} (\n"
        );
        for (i, Port { name, width, dir, .. }) in ports.iter().enumerate() {
            let other = not_zero.iter().find(|(port, _)| port == name).map(|(_, value)| value);
            let (value, way) = match (dir, other) {
                (Dir::Input, _) if name == "clk" || name == "rst_n" => (name.clone(), "in"),
                (Dir::Input, Some(value)) => (literal(*width, *value), "in"),
                (Dir::Input, None) => (literal(*width, 0), "in"),
                (Dir::Output, _) => (String::new(), "out"),
            };
            let mark = if *dir == Dir::Input && other.is_some() { " !" } else { "" };
            let comma = if i + 1 < ports.len() { "," } else { "" };
            let pad = " ".repeat(longest - name.len());
            text += &format!("  .{name}{pad} ({value}){comma} // {way}, {width}{mark}\n");
        }
        text + ");\n"
    }

    /// The interface of the top module.
    pub fn top_module(&self) -> Option<&Module> {
        self.modules.iter().find(|module| module.name == self.top)
    }
}

/// Emits a block as the top of a design.
pub fn emit(top: &dyn Block, options: &Options) -> Result<Design, EmitError> {
    let unsupported = || EmitError::Unsupported { path: "top".into(), construct: "a top that is no block".into() };
    let tree = tree::collect(top).ok_or_else(unsupported)?;
    classes::design(&tree, options)
}
