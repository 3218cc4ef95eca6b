//! Folds chains of names: a local that is nothing but another signal, and which is read once, for nothing but a third
//! signal, goes: `a = b; c = a` is `c = b`.
//!
//! A struct that is passed on whole makes them, one a field.

use super::ir::{walk, Expr, Kind, Module, NetId, NetKind, Statement};
use super::prune::written;
use std::collections::{HashMap, HashSet};

/// Names stay where their section has nothing else: its comment speaks of them.
pub(super) fn fold(module: &mut Module) {
    let sections = |module: &Module| module.program.iter().map(|step| step.section).collect::<HashSet<_>>();
    let before = module.program.clone();
    let all = sections(module);
    run(module, &HashSet::new());
    let left = sections(module);
    let empty = all.into_iter().filter(|section| !left.contains(section) && !module.sections[*section].is_empty());
    let empty: HashSet<usize> = empty.collect();
    if !empty.is_empty() {
        module.program = before;
        run(module, &empty);
    }
}

fn run(module: &mut Module, kept: &HashSet<usize>) {
    while let Some((at, name, source)) = next(module, kept) {
        module.program.remove(at);
        module.program.iter_mut().for_each(|step| step.statement.rename(name, source));
    }
}

/// The step of a name that can go, the name, and what it stands for.
fn next(module: &Module, kept: &HashSet<usize>) -> Option<(usize, NetId, NetId)> {
    let writes: Vec<HashSet<NetId>> = module.program.iter().map(|step| written(&step.statement)).collect();
    let mut writers: HashMap<NetId, Vec<usize>> = HashMap::new();
    for (at, nets) in writes.iter().enumerate() {
        nets.iter().for_each(|net| writers.entry(*net).or_default().push(at));
    }
    let mut readers: HashMap<NetId, Vec<usize>> = HashMap::new();
    for (at, step) in module.program.iter().enumerate() {
        reads(module, &step.statement, &mut |net| readers.entry(net).or_default().push(at));
    }
    module.program.iter().enumerate().find_map(|(at, step)| {
        let Statement::Assign { net, value } = &step.statement else { return None };
        let source = whole(module, value)?;
        if kept.contains(&step.section) || module.net(*net).kind != NetKind::Local || writers[net].len() != 1 {
            return None;
        }
        let [reader] = readers.get(net)?[..] else { return None };
        let passes_on = reader > at && passes(module, &module.program[reader].statement, *net);
        let same = |from: usize| !(at..=reader).contains(&from);
        let stays = writers.get(&source).is_none_or(|of| of.iter().all(|from| same(*from)));
        (passes_on && stays).then_some((at, *net, source))
    })
}

/// The net that an expression is all of.
fn whole(module: &Module, e: &Expr) -> Option<NetId> {
    match e.kind {
        Kind::Net { net, lo: 0 } if e.width == module.net(net).width => Some(net),
        _ => None,
    }
}

fn reads(module: &Module, statement: &Statement, read: &mut dyn FnMut(NetId)) {
    let mut values = vec![];
    walk(std::slice::from_ref(statement), &mut |test| values.push(test.clone()), &mut |_, _| {});
    walk(std::slice::from_ref(statement), &mut |_| {}, &mut |_, value| values.push(value.clone()));
    values.iter().for_each(|value| value.reads(&module.nets, &mut |net, _, _| read(net)));
}

/// Whether a statement gives the whole of `net`, and nothing with it, to a signal.
fn passes(module: &Module, statement: &Statement, net: NetId) -> bool {
    let mut found = false;
    walk(std::slice::from_ref(statement), &mut |_| {}, &mut |_, value| found |= whole(module, value) == Some(net));
    found
}
