//! The emitter's own form of a module: every expression has its width, every struct is flat, every loop is unrolled.

use super::Sram;
use num_bigint::BigUint;
use std::collections::HashMap;
use std::rc::Rc;

/// A flat signal of a module, an index into `Module::nets`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct NetId(pub(super) usize);

#[derive(Clone, Debug)]
pub(super) struct Net {
    pub(super) name: String,
    pub(super) width: usize,
    pub(super) kind: NetKind,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum NetKind {
    Input,
    Output,
    Local,
    /// A value that needed a name, because Verilog slices nothing else.
    Temporary,
    /// What a register takes at the next edge.
    RegisterIn,
    RegisterOut,
    /// Driven by the module, read by a child.
    ChildIn,
    ChildOut,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Expr {
    pub(super) width: usize,
    pub(super) kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Value(BigUint),
    /// A `localparam`.
    Named {
        name: Rc<str>,
        value: BigUint,
    },
    /// Bits `lo` and up of a net; all of it when the width is the net's.
    Net {
        net: NetId,
        lo: usize,
    },
    /// `net[index +: width]`, the index always in range.
    Part {
        net: NetId,
        index: Box<Expr>,
    },
    /// The most significant part first.
    Concat(Vec<Expr>),
    Not(Box<Expr>),
    Reduce(Reduce, Box<Expr>),
    /// Both operands and the result have one width.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// Both operands have one width; the result is one bit.
    Compare(Compare, Box<Expr>, Box<Expr>),
    ShiftBy(Shift, Box<Expr>, usize),
    /// By a signal of any width; what is shifted in is zero.
    Shift(Shift, Box<Expr>, Box<Expr>),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Reduce {
    All,
    Any,
    Xor,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    /// `&&` and `||`, on single bits.
    BothOf,
    EitherOf,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Shift {
    Left,
    Right,
}

impl Expr {
    /// Calls `f` with the net and the bits `lo, width` of every read; a read at a variable place reads all.
    pub(super) fn reads(&self, nets: &[Net], f: &mut dyn FnMut(NetId, usize, usize)) {
        match &self.kind {
            Kind::Value(_) | Kind::Named { .. } => {}
            Kind::Net { net, lo } => f(*net, *lo, self.width),
            Kind::Part { net, index } => {
                f(*net, 0, nets[net.0].width);
                index.reads(nets, f);
            }
            Kind::Concat(parts) => parts.iter().for_each(|part| part.reads(nets, f)),
            Kind::Not(e) | Kind::Reduce(_, e) | Kind::ShiftBy(_, e, _) => e.reads(nets, f),
            Kind::Binary(_, a, b) | Kind::Compare(_, a, b) | Kind::Shift(_, a, b) => {
                a.reads(nets, f);
                b.reads(nets, f);
            }
        }
    }

    /// Reads `to` instead of `from`.
    pub(super) fn rename(&mut self, from: NetId, to: NetId) {
        match &mut self.kind {
            Kind::Value(_) | Kind::Named { .. } => {}
            Kind::Net { net, .. } if *net == from => *net = to,
            Kind::Net { .. } => {}
            Kind::Part { net, index } => {
                if *net == from {
                    *net = to;
                }
                index.rename(from, to);
            }
            Kind::Concat(parts) => parts.iter_mut().for_each(|part| part.rename(from, to)),
            Kind::Not(e) | Kind::Reduce(_, e) | Kind::ShiftBy(_, e, _) => e.rename(from, to),
            Kind::Binary(_, a, b) | Kind::Compare(_, a, b) | Kind::Shift(_, a, b) => {
                a.rename(from, to);
                b.rename(from, to);
            }
        }
    }

    /// What an assignment of it to `target` changes, where all else of it is the target as it is: the lowest bit, and
    /// the new value from there on. `x = {x[7:4], b, x[2:0]}` is `x[3] = b`.
    pub(super) fn in_place(&self, nets: &[Net], target: NetId) -> Option<(usize, Expr)> {
        let Kind::Concat(parts) = &self.kind else { return None };
        let width = nets[target.0].width;
        let mut above = width;
        let stays: Vec<bool> = parts
            .iter()
            .map(|part| {
                above -= part.width;
                matches!(part.kind, Kind::Net { net, lo } if net == target && lo == above)
            })
            .collect();
        let first = stays.iter().position(|stays| !stays)?;
        let last = stays.iter().rposition(|stays| !stays)?;
        let new = Expr::concat(parts[first..=last].to_vec());
        let lo = parts[last + 1..].iter().map(|part| part.width).sum();
        (self.width == width && new.width < width).then_some((lo, new))
    }

    /// The names of the constants that it uses.
    pub(super) fn constants(&self, f: &mut dyn FnMut(&Rc<str>)) {
        match &self.kind {
            Kind::Named { name, .. } => f(name),
            Kind::Value(_) | Kind::Net { .. } => {}
            Kind::Part { index, .. } => index.constants(f),
            Kind::Concat(parts) => parts.iter().for_each(|part| part.constants(f)),
            Kind::Not(e) | Kind::Reduce(_, e) | Kind::ShiftBy(_, e, _) => e.constants(f),
            Kind::Binary(_, a, b) | Kind::Compare(_, a, b) | Kind::Shift(_, a, b) => {
                a.constants(f);
                b.constants(f);
            }
        }
    }
}

#[derive(Clone, Debug)]
pub(super) enum Statement {
    Assign { net: NetId, value: Expr },
    If { test: Expr, then: Vec<Statement>, otherwise: Vec<Statement> },
    Case { subject: Expr, arms: Vec<Arm> },
    Comment(String),
}

impl Statement {
    /// Reads `to` instead of `from`.
    pub(super) fn rename(&mut self, from: NetId, to: NetId) {
        let all = |body: &mut Vec<Statement>| body.iter_mut().for_each(|statement| statement.rename(from, to));
        match self {
            Statement::Assign { value, .. } => value.rename(from, to),
            Statement::If { test, then, otherwise } => {
                test.rename(from, to);
                all(then);
                all(otherwise);
            }
            Statement::Case { subject, arms } => {
                subject.rename(from, to);
                arms.iter_mut().for_each(|arm| all(&mut arm.body));
            }
            Statement::Comment(_) => {}
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Arm {
    /// `None` is the default, which is the last arm and which every case has.
    pub(super) label: Option<Expr>,
    /// What a default stands for, where the source named it.
    pub(super) comment: Option<String>,
    pub(super) body: Vec<Statement>,
}

/// A statement of the top level, with the section that it stands in.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) section: usize,
    pub(super) statement: Statement,
}

#[derive(Clone, Debug)]
pub(super) struct Register {
    pub(super) control: bool,
    pub(super) clk: NetId,
    pub(super) rst_n: NetId,
    pub(super) fields: Vec<RegisterField>,
}

#[derive(Clone, Debug)]
pub(super) struct RegisterField {
    pub(super) d: NetId,
    pub(super) q: NetId,
    pub(super) init: Expr,
}

/// An instance.
#[derive(Clone, Debug, Default)]
pub(super) struct Child {
    pub(super) name: String,
    pub(super) of: ChildOf,
    pub(super) ports: Vec<ChildPort>,
    /// For each output net, the input nets that it depends on without a register between.
    pub(super) paths: Vec<(NetId, Vec<NetId>)>,
    /// Of a class: what this instance gives its parameters.
    pub(super) parameters: Vec<(String, usize)>,
    /// Of a leaf: its parameters that are parameters of this module, and their names here.
    pub(super) handed_on: Vec<(String, Rc<str>)>,
    /// Of a class: the macros in this instance.
    pub(super) srams: Vec<Sram>,
}

#[derive(Clone, Debug)]
pub(super) enum ChildOf {
    /// An index into the emitter's list of module classes.
    Class(usize),
    /// A hand-written or generated module.
    Leaf { module: String, parameters: Vec<(String, usize)> },
}

impl Default for ChildOf {
    fn default() -> Self {
        ChildOf::Class(0)
    }
}

#[derive(Clone, Debug)]
pub(super) struct ChildPort {
    pub(super) name: String,
    pub(super) input: bool,
    /// The lowest first; several where a struct goes into a single vector.
    pub(super) nets: Vec<NetId>,
}

/// A block, lowered.
#[derive(Clone, Debug, Default)]
pub(super) struct Module {
    pub(super) path: String,
    /// The name from the `@module` directive.
    pub(super) name: String,
    pub(super) docs: Vec<String>,
    pub(super) port_docs: Vec<(String, String)>,
    /// Of constants: what `@constant` says, by the field's name.
    pub(super) constant_docs: Vec<(String, String)>,
    /// Of ports that are a struct's fields: what the struct says.
    pub(super) field_docs: Vec<(String, String)>,
    pub(super) shape: Vec<(String, u64)>,
    /// The parameters of the Verilog, and their values in this block: those of its shape that `@parameter` names.
    pub(super) parameters: Vec<(Rc<str>, usize)>,
    /// The nets whose width is a parameter.
    pub(super) sized: HashMap<NetId, Rc<str>>,
    pub(super) nets: Vec<Net>,
    pub(super) ports: Vec<NetId>,
    pub(super) constants: Vec<Constant>,
    pub(super) registers: Vec<Register>,
    pub(super) children: Vec<Child>,
    /// The comments that open the sections of the program; the first section has none.
    pub(super) sections: Vec<Vec<String>>,
    pub(super) program: Vec<Step>,
}

#[derive(Clone, Debug)]
pub(super) struct Constant {
    pub(super) name: Rc<str>,
    pub(super) width: usize,
    pub(super) value: BigUint,
}

impl Module {
    pub(super) fn net(&self, id: NetId) -> &Net {
        &self.nets[id.0]
    }

    /// The names of the ports that are of a parameter's width.
    pub(super) fn sized_ports(&self) -> Vec<String> {
        let sized = self.ports.iter().filter(|net| self.sized.contains_key(net));
        sized.map(|net| self.net(*net).name.clone()).collect()
    }
}

/// Walks statements in program order: `on_test` at every condition, `on_assign` at every assignment.
pub(super) fn walk(statements: &[Statement], on_test: &mut dyn FnMut(&Expr), on_assign: &mut dyn FnMut(NetId, &Expr)) {
    for statement in statements {
        match statement {
            Statement::Assign { net, value } => on_assign(*net, value),
            Statement::If { test, then, otherwise } => {
                on_test(test);
                walk(then, on_test, on_assign);
                walk(otherwise, on_test, on_assign);
            }
            Statement::Case { subject, arms } => {
                on_test(subject);
                arms.iter().for_each(|arm| walk(&arm.body, on_test, on_assign));
            }
            Statement::Comment(_) => {}
        }
    }
}
