//! Walks a block with rust-hdl's probe and keeps what the emitter needs: the hierarchy, the signals, the syntax trees.

use crate::leaf::{literal_value, SHAPE};
use num_bigint::BigUint;
use rust_hdl::core::ast::Verilog;
use rust_hdl::core::atom::{Atom, AtomKind};
use rust_hdl::prelude::{Block, Probe, TypeDescriptor};

/// A block, with its children.
pub(super) struct Scope {
    /// The field's name in the parent; an array's element is `lane$0`.
    pub(super) name: String,
    /// What it is called in Verilog: the name, or behind an `@` one of its own (`unit$0@dctcp`).
    pub(super) label: String,
    /// From the top, for messages: `top.engine.lane[0]`.
    pub(super) path: String,
    pub(super) signals: Vec<Item>,
    pub(super) children: Vec<Scope>,
    pub(super) hdl: Verilog,
    /// The values of the block's `Shape`.
    pub(super) shape: Vec<(String, u64)>,
}

/// A signal or a constant.
pub(super) struct Item {
    pub(super) name: String,
    pub(super) kind: AtomKind,
    pub(super) descriptor: TypeDescriptor,
    /// The value of a constant.
    pub(super) value: BigUint,
}

/// The tree of `top`.
pub(super) fn collect(top: &dyn Block) -> Option<Scope> {
    let mut collector = Collector::default();
    top.accept("top", &mut collector);
    collector.done
}

#[derive(Default)]
struct Collector {
    open: Vec<Scope>,
    namespace: Vec<String>,
    done: Option<Scope>,
}

impl Probe for Collector {
    fn visit_start_scope(&mut self, name: &str, block: &dyn Block) {
        let (name, label) = name.split_once('@').unwrap_or((name, name));
        let own = readable(name);
        let path = self.open.last().map_or(own.clone(), |parent| format!("{}.{own}", parent.path));
        self.open.push(Scope {
            name: name.into(),
            label: label.into(),
            path,
            signals: vec![],
            children: vec![],
            hdl: block.hdl(),
            shape: vec![],
        });
    }

    fn visit_end_scope(&mut self, _name: &str, _block: &dyn Block) {
        let Some(scope) = self.open.pop() else { return };
        match self.open.last_mut() {
            Some(parent) => parent.children.push(scope),
            None => self.done = Some(scope),
        }
    }

    fn visit_start_namespace(&mut self, name: &str, _block: &dyn Block) {
        self.namespace.push(name.into());
    }

    fn visit_end_namespace(&mut self, _name: &str, _block: &dyn Block) {
        self.namespace.pop();
    }

    fn visit_atom(&mut self, name: &str, atom: &dyn Atom) {
        let Some(scope) = self.open.last_mut() else { return };
        let kind = atom.kind();
        let value = if kind == AtomKind::Constant { literal_value(&atom.verilog()) } else { BigUint::ZERO };
        if let Some(name) = name.strip_prefix(SHAPE) {
            scope.shape.push((name.into(), u64::try_from(value).unwrap_or(u64::MAX)));
            return;
        }
        let mut path = self.namespace.clone();
        path.push(name.into());
        scope.signals.push(Item { name: path.join("$"), kind, descriptor: atom.descriptor(), value });
    }
}

/// `lane$0` as the source has it: `lane[0]`.
fn readable(name: &str) -> String {
    name.split('$')
        .enumerate()
        .map(|(i, part)| match part.parse::<usize>() {
            Ok(index) if i > 0 => format!("[{index}]"),
            _ => part.to_string(),
        })
        .collect()
}
