//! What a simulator would not tell: latches, reads before writes, signals without a driver, combinational loops.

use super::error::EmitError;
use super::ir::{walk, Expr, Module, NetId, NetKind, Statement};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Checks that every signal is driven, on every path, before it is read.
pub(super) fn check(module: &Module) -> Result<(), EmitError> {
    let mut written = HashSet::new();
    let program: Vec<Statement> = module.program.iter().map(|step| step.statement.clone()).collect();
    walk(&program, &mut |_| {}, &mut |net, _| {
        written.insert(net);
    });
    let mut flow = Flow { module, written: &written, fault: None };
    // a register that is an output has its value before the program begins
    let registers = module.registers.iter().flat_map(|register| &register.fields).map(|field| field.q);
    let mut assigned: HashSet<NetId> = registers.collect();
    flow.block(&program, &mut assigned);
    if let Some(fault) = flow.fault {
        return Err(fault);
    }
    for (i, net) in module.nets.iter().enumerate() {
        let id = NetId(i);
        let (path, signal) = (module.path.clone(), net.name.clone());
        let must = matches!(net.kind, NetKind::Output | NetKind::RegisterIn | NetKind::ChildIn);
        if written.contains(&id) && !assigned.contains(&id) {
            return Err(EmitError::Latch { path, signal });
        } else if must && !written.contains(&id) && !assigned.contains(&id) && !is_replaced(module, id) {
            return Err(EmitError::Undriven { path, signal });
        }
    }
    Ok(())
}

/// A register's clock is not a net of the Verilog, and neither is the reset of a primitive that has none.
fn is_replaced(module: &Module, id: NetId) -> bool {
    let connected =
        |id: &NetId| module.children.iter().any(|child| child.ports.iter().any(|port| port.nets.contains(id)));
    module.net(id).kind == NetKind::ChildIn && !connected(&id)
}

/// Follows the program with the set of what is assigned for certain.
struct Flow<'a> {
    module: &'a Module,
    written: &'a HashSet<NetId>,
    fault: Option<EmitError>,
}

impl Flow<'_> {
    fn read(&mut self, e: &Expr, assigned: &HashSet<NetId>) {
        let module = self.module;
        e.reads(&module.nets, &mut |net, _, _| {
            let (path, signal) = (module.path.clone(), module.net(net).name.clone());
            let programmed = matches!(module.net(net).kind, NetKind::Local | NetKind::Output | NetKind::Temporary);
            if !programmed || assigned.contains(&net) || self.fault.is_some() {
            } else if self.written.contains(&net) {
                self.fault = Some(EmitError::ReadBeforeWrite { path, signal });
            } else {
                self.fault = Some(EmitError::Undriven { path, signal });
            }
        });
    }

    fn block(&mut self, statements: &[Statement], assigned: &mut HashSet<NetId>) {
        for statement in statements {
            match statement {
                Statement::Assign { net, value } => {
                    self.read(value, assigned);
                    assigned.insert(*net);
                }
                Statement::If { test, then, otherwise } => {
                    self.read(test, assigned);
                    self.branches([then, otherwise], assigned);
                }
                Statement::Case { subject, arms } => {
                    self.read(subject, assigned);
                    self.branches(arms.iter().map(|arm| &arm.body), assigned);
                }
                Statement::Comment(_) => {}
            }
        }
    }

    fn branches<'b>(&mut self, bodies: impl IntoIterator<Item = &'b Vec<Statement>>, assigned: &mut HashSet<NetId>) {
        let mut common: Option<HashSet<NetId>> = None;
        for body in bodies {
            let mut here = assigned.clone();
            self.block(body, &mut here);
            common = Some(match common {
                Some(common) => common.intersection(&here).copied().collect(),
                None => here,
            });
        }
        if let Some(common) = common {
            *assigned = common;
        }
    }
}

/// What depends on what without a register between: nodes are nets, or sets of nets that are computed together.
#[derive(Default)]
pub(super) struct Graph {
    /// For each node, the nodes that it reads.
    edges: BTreeMap<usize, BTreeSet<usize>>,
}

impl Graph {
    pub(super) fn edge(&mut self, reader: usize, read: usize) {
        if reader != read {
            self.edges.entry(reader).or_default().insert(read);
        }
    }

    /// A cycle, if there is one, in reading order.
    pub(super) fn cycle(&self) -> Option<Vec<usize>> {
        let mut done = HashSet::new();
        for start in self.edges.keys() {
            // the path from the start, each node with the neighbours not visited yet
            let mut path = vec![];
            let mut on_path = HashSet::new();
            let mut next = Some(*start);
            loop {
                match next {
                    Some(node) if on_path.contains(&node) => {
                        let nodes = path.iter().map(|(node, _): &(usize, _)| *node);
                        return Some(nodes.skip_while(|seen| *seen != node).collect());
                    }
                    Some(node) if done.insert(node) => {
                        on_path.insert(node);
                        path.push((node, self.edges.get(&node).into_iter().flatten()));
                    }
                    _ => {}
                }
                let Some((node, neighbours)) = path.last_mut() else { break };
                next = neighbours.next().copied();
                if next.is_none() {
                    on_path.remove(node);
                    path.pop();
                    if path.is_empty() {
                        break;
                    }
                }
            }
        }
        None
    }

    /// Everything that `node` reads, directly or not.
    pub(super) fn reach(&self, node: usize) -> BTreeSet<usize> {
        let (mut found, mut open) = (BTreeSet::new(), vec![node]);
        while let Some(node) = open.pop() {
            for next in self.edges.get(&node).into_iter().flatten() {
                if found.insert(*next) {
                    open.push(*next);
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_is_found_and_a_diamond_is_none() {
        let mut graph = Graph::default();
        for (reader, read) in [(1, 2), (1, 3), (2, 4), (3, 4)] {
            graph.edge(reader, read);
        }
        assert_eq!(graph.cycle(), None);
        assert_eq!(graph.reach(1), [2, 3, 4].into());
        graph.edge(4, 3);
        assert_eq!(graph.cycle(), Some(vec![4, 3]));
    }
}
