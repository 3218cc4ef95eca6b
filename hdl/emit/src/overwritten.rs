//! Drops assignments without effect: a struct is copied, and then one of its fields is assigned again.
//!
//! Only what is certain: the later assignment stands in the same run of statements, or in one around it, so that
//! nothing decides whether it happens, and nothing between the two reads the signal. A signal is a field here, so both
//! assign the same bits.

use super::ir::{walk, Arm, Expr, Module, Net, NetId, Statement, Step};
use super::prune::is_empty;
use std::collections::HashSet;

pub(super) fn drop_overwritten(module: &mut Module) {
    let mut overwritten = HashSet::new();
    let mut kept = vec![];
    for Step { section, statement } in std::mem::take(&mut module.program).into_iter().rev() {
        let left = effective(statement, &mut overwritten, &module.nets);
        kept.extend(left.map(|statement| Step { section, statement }));
    }
    kept.reverse();
    module.program = kept;
}

/// What is left of a statement. `overwritten` are the signals that are assigned behind it before they are read; when it
/// returns, those behind what stands before the statement.
fn effective(statement: Statement, overwritten: &mut HashSet<NetId>, nets: &[Net]) -> Option<Statement> {
    let left = match statement {
        Statement::Assign { net, .. } if !overwritten.insert(net) => return None,
        Statement::Assign { .. } | Statement::Comment(_) => statement,
        Statement::If { test, then, otherwise } => {
            let (then, otherwise) = (run(then, overwritten, nets), run(otherwise, overwritten, nets));
            if is_empty(&then) && is_empty(&otherwise) {
                return None;
            }
            Statement::If { test, then, otherwise }
        }
        Statement::Case { subject, arms } => {
            let of = |arm: Arm| Arm { body: run(arm.body, overwritten, nets), ..arm };
            let arms: Vec<Arm> = arms.into_iter().map(of).collect();
            if arms.iter().all(|arm| is_empty(&arm.body)) {
                return None;
            }
            Statement::Case { subject, arms }
        }
    };
    let mut reads = HashSet::new();
    let mut read = |e: &Expr| e.reads(nets, &mut |net, _, _| _ = reads.insert(net));
    walk(std::slice::from_ref(&left), &mut |test| read(test), &mut |_, _| {});
    walk(std::slice::from_ref(&left), &mut |_| {}, &mut |_, value| read(value));
    overwritten.retain(|net| !reads.contains(net));
    Some(left)
}

/// The same of a branch. What it assigns is not assigned where another is taken, so its caller learns of none of it.
fn run(statements: Vec<Statement>, overwritten: &HashSet<NetId>, nets: &[Net]) -> Vec<Statement> {
    let mut overwritten = overwritten.clone();
    let left = statements.into_iter().rev().filter_map(|statement| effective(statement, &mut overwritten, nets));
    let mut left: Vec<Statement> = left.collect();
    left.reverse();
    left
}

#[cfg(test)]
mod tests {
    use super::super::ir::NetKind;
    use super::*;

    const X: NetId = NetId(0);
    const Y: NetId = NetId(1);

    fn nets() -> Vec<Net> {
        ["x", "y", "a", "b", "go"]
            .map(|name| Net { name: name.into(), width: if name == "go" { 1 } else { 8 }, kind: NetKind::Local })
            .into()
    }

    fn value(net: usize) -> Expr {
        Expr::net(&nets(), NetId(net))
    }

    fn assign(net: NetId, from: usize) -> Statement {
        Statement::Assign { net, value: value(from) }
    }

    fn only_if(then: Vec<Statement>, otherwise: Vec<Statement>) -> Statement {
        Statement::If { test: value(4), then, otherwise }
    }

    fn case(bodies: Vec<Vec<Statement>>) -> Statement {
        let arm = |body| Arm { label: None, comment: None, body };
        Statement::Case { subject: value(4), arms: bodies.into_iter().map(arm).collect() }
    }

    /// What is left of the statements, as their debug form.
    fn left(program: Vec<Statement>) -> Vec<String> {
        let program = program.into_iter().map(|statement| Step { section: 0, statement }).collect();
        let mut module = Module { nets: nets(), program, ..Module::default() };
        drop_overwritten(&mut module);
        module.program.iter().map(|step| format!("{:?}", step.statement)).collect()
    }

    #[track_caller]
    fn leaves(program: Vec<Statement>, expected: Vec<Statement>) {
        let expected: Vec<String> = expected.iter().map(|statement| format!("{statement:?}")).collect();
        assert_eq!(left(program), expected);
    }

    #[track_caller]
    fn stays(program: Vec<Statement>) {
        leaves(program.clone(), program);
    }

    #[test]
    fn what_is_assigned_again_goes_and_other_signals_stay() {
        leaves(vec![assign(X, 2), assign(Y, 2), assign(X, 3)], vec![assign(Y, 2), assign(X, 3)]);
        // both earlier ones, and one that a condition would make
        let program = vec![assign(X, 2), only_if(vec![assign(X, 3)], vec![]), assign(X, 2), assign(X, 3)];
        leaves(program, vec![assign(X, 3)]);
        leaves(vec![case(vec![vec![assign(X, 2)], vec![]]), assign(X, 3)], vec![assign(X, 3)]);
    }

    #[test]
    fn what_is_read_in_between_stays() {
        stays(vec![assign(X, 2), assign(Y, 0), assign(X, 3)]);
        // by the later assignment itself, by a condition, by the value of a branch, by what a case looks at
        stays(vec![assign(X, 2), assign(X, 0)]);
        let test = Statement::If { test: value(0), then: vec![assign(Y, 2)], otherwise: vec![] };
        stays(vec![assign(X, 2), test, assign(X, 3)]);
        stays(vec![assign(X, 2), only_if(vec![], vec![assign(Y, 0)]), assign(X, 3)]);
        let subject = Statement::Case {
            subject: value(0),
            arms: vec![Arm { label: None, comment: None, body: vec![assign(Y, 2)] }],
        };
        stays(vec![assign(X, 2), subject, assign(X, 3)]);
    }

    #[test]
    fn a_reader_that_goes_itself_keeps_nothing() {
        let program = vec![assign(X, 2), assign(Y, 0), assign(X, 3), assign(Y, 2)];
        leaves(program, vec![assign(X, 3), assign(Y, 2)]);
    }

    #[test]
    fn what_a_condition_may_leave_stays() {
        stays(vec![assign(X, 2), only_if(vec![assign(X, 3)], vec![])]);
        stays(vec![assign(X, 2), only_if(vec![], vec![assign(X, 3)])]);
        stays(vec![assign(X, 2), case(vec![vec![assign(X, 3)], vec![]])]);
        // in both branches: it is a default then, and stays one
        stays(vec![assign(X, 2), only_if(vec![assign(X, 3)], vec![assign(X, 2)])]);
        // of two branches neither is behind the other
        stays(vec![only_if(vec![assign(X, 2)], vec![assign(X, 3)])]);
    }

    #[test]
    fn within_a_branch_the_later_of_two_stays() {
        let program = vec![assign(X, 3), only_if(vec![assign(X, 2), assign(X, 3)], vec![])];
        leaves(program, vec![assign(X, 3), only_if(vec![assign(X, 3)], vec![])]);
        let program = vec![only_if(vec![assign(X, 2), assign(Y, 0), assign(X, 3)], vec![])];
        stays(program);
    }
}
