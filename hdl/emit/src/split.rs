//! Decides which signals are computed together, in one `always`, and which can stand alone.
//!
//! The source is one program in which a signal may be assigned several times. Two signals must stay together when one
//! reads the other *before* its last assignment; all others may be separated, because each then reads a final value.
//! What this joins may close a circle with a third signal; then that one joins as well. Signals that one `if` or
//! `match` assigns are kept together for the reader's sake, unless that closes a circle between processes.

use super::check::Graph;
use super::error::EmitError;
use super::ir::{Module, NetId, NetKind, Statement};
use super::prune::{leaves, written, Leaf};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The division of a module's signals.
pub(super) struct Split {
    /// For each signal, a representative of the signals that it is computed with.
    pub(super) process: Vec<usize>,
    /// Register inputs that are computed with other signals and so need a signal of their own, `<register>_next`.
    pub(super) next: HashSet<NetId>,
    /// For each output port, the input ports that it depends on without a register between; indices into the ports.
    pub(super) paths: Vec<(usize, Vec<usize>)>,
}

pub(super) fn split(module: &Module) -> Result<Split, EmitError> {
    let leaves = leaves(module);
    let mut last: HashMap<NetId, usize> = HashMap::new();
    for leaf in &leaves {
        last.insert(leaf.net, leaf.at);
    }
    let early = |read: &(NetId, usize)| last.get(&read.0).is_some_and(|last| *last > read.1);

    let values = values(module, &leaves);
    if let Some(cycle) = values.cycle() {
        let net = |node: usize| match node.checked_sub(module.nets.len()) {
            Some(leaf) => leaves[leaf].net,
            None => NetId(node),
        };
        let signals = cycle.into_iter().map(|node| module.net(net(node)).name.clone()).collect();
        return Err(EmitError::Loop { path: module.path.clone(), signals });
    }

    let mut together = Union::new(module.nets.len());
    for leaf in &leaves {
        for read in leaf.reads.iter().filter(|read| early(read)) {
            together.join(leaf.net.0, read.0 .0);
        }
    }
    while let Some(cycle) = dependencies(module, &leaves, &together).cycle() {
        cycle.windows(2).for_each(|pair| together.join(pair[0], pair[1]));
    }

    let next = registers_with_company(module, &together);
    let mut apart: BTreeSet<usize> = BTreeSet::new();
    loop {
        let process = for_the_reader(module, &together, &next, &apart);
        let Some(cycle) = dependencies(module, &leaves, &process).cycle() else {
            return Ok(Split { process: process.into_roots(), next, paths: paths(module, &leaves, &values) });
        };
        let before = apart.len();
        apart.extend((0..module.nets.len()).filter(|net| cycle.contains(&process.root(*net))));
        if apart.len() == before {
            // cannot be: what must stay together has no cycle
            return Err(EmitError::Loop { path: module.path.clone(), signals: vec![] });
        }
    }
}

/// Which value depends on which without a register between. A value is a net that the program does not assign, or
/// (numbered after the nets) one assignment: it reads the assignments before it.
fn values(module: &Module, leaves: &[Leaf]) -> Graph {
    let mut assignments: HashMap<NetId, Vec<usize>> = HashMap::new();
    for (i, leaf) in leaves.iter().enumerate() {
        assignments.entry(leaf.net).or_default().push(i);
    }
    let node = |leaf: usize| module.nets.len() + leaf;
    let mut graph = Graph::default();
    for (i, leaf) in leaves.iter().enumerate() {
        for (read, at) in &leaf.reads {
            match assignments.get(read) {
                Some(of) => of.iter().filter(|j| leaves[**j].at < *at).for_each(|j| graph.edge(node(i), node(*j))),
                None => graph.edge(node(i), read.0),
            }
        }
    }
    for (out, ins) in module.children.iter().flat_map(|child| &child.paths) {
        for leaf in ins.iter().filter_map(|input| assignments.get(input)).flatten() {
            graph.edge(out.0, node(*leaf));
        }
    }
    graph
}

/// Which group of signals reads which, register outputs excepted.
fn dependencies(module: &Module, leaves: &[Leaf], groups: &Union) -> Graph {
    let mut graph = Graph::default();
    for leaf in leaves {
        for (read, _) in &leaf.reads {
            graph.edge(groups.root(leaf.net.0), groups.root(read.0));
        }
    }
    for (out, ins) in module.children.iter().flat_map(|child| &child.paths) {
        for read in ins {
            graph.edge(groups.root(out.0), groups.root(read.0));
        }
    }
    graph
}

/// Register inputs that must be computed together with signals that are no register inputs.
fn registers_with_company(module: &Module, together: &Union) -> HashSet<NetId> {
    let is_input = |net: usize| module.nets[net].kind == NetKind::RegisterIn;
    let mut company: BTreeMap<usize, bool> = BTreeMap::new();
    for net in 0..module.nets.len() {
        *company.entry(together.root(net)).or_default() |= !is_input(net);
    }
    (0..module.nets.len()).filter(|net| is_input(*net) && company[&together.root(*net)]).map(NetId).collect()
}

/// `together`, and besides what one statement assigns, except for the signals in `apart`.
fn for_the_reader(module: &Module, together: &Union, next: &HashSet<NetId>, apart: &BTreeSet<usize>) -> Union {
    let mut process = together.clone();
    for step in &module.program {
        if matches!(step.statement, Statement::Assign { .. } | Statement::Comment(_)) {
            continue;
        }
        let clocked = |net: &NetId| module.net(*net).kind == NetKind::RegisterIn && !next.contains(net);
        let mut nets: Vec<NetId> = written(&step.statement).into_iter().collect();
        nets.retain(|net| !clocked(net) && !apart.contains(&net.0));
        for pair in nets.windows(2) {
            process.join(pair[0].0, pair[1].0);
        }
    }
    process
}

fn paths(module: &Module, leaves: &[Leaf], values: &Graph) -> Vec<(usize, Vec<usize>)> {
    let ports = |kind: NetKind| module.ports.iter().enumerate().filter(move |(_, net)| module.net(**net).kind == kind);
    ports(NetKind::Output)
        .map(|(output, net)| {
            let assignments = leaves.iter().enumerate().filter(|(_, leaf)| leaf.net == *net);
            let reach: BTreeSet<usize> = assignments.flat_map(|(i, _)| values.reach(module.nets.len() + i)).collect();
            let inputs = ports(NetKind::Input).filter(|(_, net)| reach.contains(&net.0));
            (output, inputs.map(|(input, _)| input).collect())
        })
        .collect()
}

/// Disjoint sets; the root is the smallest member, so that the result does not depend on the order of joining.
#[derive(Clone)]
struct Union {
    parent: Vec<usize>,
}

impl Union {
    fn new(len: usize) -> Self {
        Self { parent: (0..len).collect() }
    }

    fn root(&self, mut node: usize) -> usize {
        while self.parent[node] != node {
            node = self.parent[node];
        }
        node
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b)] = a.min(b);
    }

    fn into_roots(self) -> Vec<usize> {
        (0..self.parent.len()).map(|node| self.root(node)).collect()
    }
}
