//! Takes parts of a program: what concerns some signals only, and what any output needs at all.

use super::ir::{walk, Arm, Compare, Expr, Kind, Module, NetId, NetKind, Statement, Step};
use std::collections::{HashMap, HashSet};

/// The statements that assign signals for which `keep` holds, with the conditions around them.
pub(super) fn filter(statements: &[Statement], keep: &dyn Fn(NetId) -> bool) -> Vec<Statement> {
    let mut out = vec![];
    for statement in statements {
        match statement {
            Statement::Assign { net, .. } if !keep(*net) => {}
            Statement::If { test, then, otherwise } => {
                let (then, otherwise) = (filter(then, keep), filter(otherwise, keep));
                match (is_empty(&then), is_empty(&otherwise)) {
                    (true, true) => {}
                    (true, false) => {
                        out.push(Statement::If { test: inverse(test), then: otherwise, otherwise: vec![] });
                    }
                    (false, true) => out.push(Statement::If { test: test.clone(), then, otherwise: vec![] }),
                    (false, false) => out.push(Statement::If { test: test.clone(), then, otherwise }),
                }
            }
            Statement::Case { subject, arms } => {
                let arms: Vec<Arm> =
                    arms.iter().map(|arm| Arm { body: filter(&arm.body, keep), ..arm.clone() }).collect();
                if !arms.iter().all(|arm| is_empty(&arm.body)) {
                    out.push(Statement::Case { subject: subject.clone(), arms });
                }
            }
            Statement::Assign { .. } | Statement::Comment(_) => out.push(statement.clone()),
        }
    }
    out
}

/// Nothing but comments?
pub(super) fn is_empty(statements: &[Statement]) -> bool {
    statements.iter().all(|statement| matches!(statement, Statement::Comment(_)))
}

fn inverse(test: &Expr) -> Expr {
    let compare = |op, a: &Expr, b: &Expr| Expr::compare(op, a.clone(), b.clone());
    match &test.kind {
        Kind::Not(inner) => inner.as_ref().clone(),
        Kind::Compare(Compare::Eq, a, b) => compare(Compare::Ne, a, b),
        Kind::Compare(Compare::Ne, a, b) => compare(Compare::Eq, a, b),
        Kind::Compare(Compare::Lt, a, b) => compare(Compare::Ge, a, b),
        Kind::Compare(Compare::Ge, a, b) => compare(Compare::Lt, a, b),
        Kind::Compare(Compare::Gt, a, b) => compare(Compare::Le, a, b),
        Kind::Compare(Compare::Le, a, b) => compare(Compare::Gt, a, b),
        _ => test.clone().not(),
    }
}

/// An assignment, with everything that decides it.
pub(super) struct Leaf {
    pub(super) net: NetId,
    /// The position of the assignment in the program.
    pub(super) at: usize,
    /// What it reads, conditions around it included, and where.
    pub(super) reads: Vec<(NetId, usize)>,
}

/// The assignments of a program, in order. Positions count assignments and conditions.
pub(super) fn leaves(module: &Module) -> Vec<Leaf> {
    let mut walker = Walker { module, at: 0, guards: vec![], leaves: vec![] };
    for step in &module.program {
        walker.block(std::slice::from_ref(&step.statement));
    }
    walker.leaves
}

struct Walker<'a> {
    module: &'a Module,
    at: usize,
    guards: Vec<(NetId, usize)>,
    leaves: Vec<Leaf>,
}

impl Walker<'_> {
    fn reads(&mut self, e: &Expr) -> Vec<(NetId, usize)> {
        let mut reads = vec![];
        self.at += 1;
        e.reads(&self.module.nets, &mut |net, _, _| reads.push((net, self.at)));
        reads
    }

    fn block(&mut self, statements: &[Statement]) {
        for statement in statements {
            let outer = self.guards.len();
            match statement {
                Statement::Assign { net, value } => {
                    let mut reads = self.reads(value);
                    reads.extend_from_slice(&self.guards);
                    self.leaves.push(Leaf { net: *net, at: self.at, reads });
                }
                Statement::If { test, then, otherwise } => {
                    let reads = self.reads(test);
                    self.guards.extend(reads);
                    self.block(then);
                    self.block(otherwise);
                }
                Statement::Case { subject, arms } => {
                    let reads = self.reads(subject);
                    self.guards.extend(reads);
                    arms.iter().for_each(|arm| self.block(&arm.body));
                }
                Statement::Comment(_) => {}
            }
            self.guards.truncate(outer);
        }
    }
}

/// Removes what no output and no child depends on: fields of a struct that are carried along but never read.
pub(super) fn prune(module: &mut Module) {
    let mut reads: HashMap<NetId, Vec<NetId>> = HashMap::new();
    for leaf in leaves(module) {
        reads.entry(leaf.net).or_default().extend(leaf.reads.iter().map(|read| read.0));
    }
    let inputs: HashMap<NetId, NetId> =
        module.registers.iter().flat_map(|register| &register.fields).map(|field| (field.q, field.d)).collect();
    let ports = module.children.iter().flat_map(|child| &child.ports).filter(|port| port.input);
    let mut open: Vec<NetId> = ports.flat_map(|port| port.nets.clone()).collect();
    open.extend(module.ports.iter().filter(|net| module.net(**net).kind == NetKind::Output));
    let mut live: HashSet<NetId> = open.iter().copied().collect();
    while let Some(net) = open.pop() {
        for next in inputs.get(&net).into_iter().chain(reads.get(&net).into_iter().flatten()) {
            if live.insert(*next) {
                open.push(*next);
            }
        }
    }
    for register in &mut module.registers {
        register.fields.retain(|field| live.contains(&field.d));
    }
    let keep = |net: NetId| live.contains(&net);
    let kept = module.program.iter().flat_map(|step| {
        let kept = filter(std::slice::from_ref(&step.statement), &keep);
        kept.into_iter().map(|statement| Step { section: step.section, statement })
    });
    module.program = kept.collect();
}

/// The signals that a statement assigns.
pub(super) fn written(statement: &Statement) -> HashSet<NetId> {
    let mut nets = HashSet::new();
    walk(std::slice::from_ref(statement), &mut |_| {}, &mut |net, _| {
        nets.insert(net);
    });
    nets
}
