//! What can be wrong with a block, found when it is emitted.

use thiserror::Error;

/// Why a design has no Verilog. `path` is the block's place in the hierarchy, from the top.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EmitError {
    #[error("{path}: {construct} is not supported")]
    Unsupported { path: String, construct: String },

    #[error("{path}: `{name}` is unknown here; a const generic or a constant must be named in the block's `Shape`")]
    UnknownName { path: String, name: String },

    #[error(
        "{path}: the index `{index}` is not a sum or product of literals, loop variables and names of the `Shape`"
    )]
    Index { path: String, index: String },

    #[error("{path}: {what} has {found} bits where {expected} are expected")]
    Width { path: String, what: String, found: usize, expected: usize },

    #[error("{path}: the literal {value} does not fit {width} bits")]
    Literal { path: String, value: String, width: usize },

    #[error("{path}: the literal {value} has no width here: write `bits::<N>({value})`")]
    NoWidth { path: String, value: String },

    #[error("{path}: `{signal}` is not assigned on every path: it would be a latch")]
    Latch { path: String, signal: String },

    #[error("{path}: `{signal}` is read before it is assigned")]
    ReadBeforeWrite { path: String, signal: String },

    #[error("{path}: `{signal}` has no driver")]
    Undriven { path: String, signal: String },

    #[error("{path}: `{signal}` may not be written: {reason}")]
    NotWritable { path: String, signal: String, reason: &'static str },

    #[error("{path}: `{signal}` may not be read: {reason}")]
    NotReadable { path: String, signal: String, reason: &'static str },

    #[error("{path}: combinational loop through {}", signals.join(", "))]
    Loop { path: String, signals: Vec<String> },

    #[error("{path}: the register's clock is not a clock port of its block")]
    NoClock { path: String },

    #[error("{path}: the block has no module name: begin its `update()` with `comment!(\"@module name\")`")]
    NoModuleName { path: String },

    #[error("{path}: `{directive}` is not a directive: there are @module, @doc, @port, @constant and @parameter")]
    BadDirective { path: String, directive: String },

    #[error("{path}: `{name}` cannot be a name in Verilog: {reason}")]
    BadName { path: String, name: String, reason: &'static str },

    #[error("{path}: the name `{name}` is taken twice")]
    DuplicateName { path: String, name: String },

    #[error("module `{name}`: its variants differ in neither their `Shape` nor the width of a port; name them apart")]
    VariantNames { name: String },

    #[error("{path}: the documentation of port `{port}` belongs to no port")]
    NoSuchPort { path: String, port: String },
}
