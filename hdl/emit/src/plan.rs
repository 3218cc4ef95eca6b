//! Arranges a module as it will be printed: assignments, `always` blocks, instances, registers, section by section.

use super::ir::{walk, Child, Expr, Kind, Module, NetId, NetKind, Statement};
use super::prune::{filter, is_empty, written};
use super::split::Split;
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A module, ready to be printed.
pub(super) struct Plan {
    pub(super) items: Vec<Placed>,
    pub(super) clocked: Vec<Clocked>,
    /// The nets to declare, other than ports, and those among all nets that are `reg`.
    pub(super) declared: Vec<NetId>,
    pub(super) variables: BTreeSet<NetId>,
    /// Bits that nothing reads: net, lowest bit, width.
    pub(super) unused: Vec<(NetId, usize, usize)>,
    /// The `localparam`s in use.
    pub(super) constants: BTreeSet<String>,
}

pub(super) struct Placed {
    pub(super) section: usize,
    at: usize,
    pub(super) item: Item,
}

pub(super) enum Item {
    Assign(NetId, Expr),
    Always(Vec<Statement>),
    /// An instance, with what is connected to each port.
    Instance(usize, Vec<Expr>),
}

/// One `always @(posedge clk)`.
pub(super) struct Clocked {
    pub(super) control: bool,
    pub(super) clk: NetId,
    /// Present when the registers have a reset.
    pub(super) rst_n: Option<NetId>,
    pub(super) resets: Vec<(NetId, Expr)>,
    /// What is registered, a section at a time; the nets assigned are the register outputs.
    pub(super) body: Vec<(usize, Vec<Statement>)>,
}

pub(super) fn plan(module: &Module, split: &Split, datapath_reset: bool) -> Plan {
    let mut items = processes(module, split);
    let clocked = registers(module, split, datapath_reset);
    instances(module, &mut items);
    items.sort_by_key(|placed| (placed.section, placed.at));
    finish(module, items, clocked)
}

fn is_clocked(module: &Module, split: &Split, net: NetId) -> bool {
    module.net(net).kind == NetKind::RegisterIn && !split.next.contains(&net)
}

/// The combinational logic: one item for each group of signals.
fn processes(module: &Module, split: &Split) -> Vec<Placed> {
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, step) in module.program.iter().enumerate() {
        for net in written(&step.statement) {
            if !is_clocked(module, split, net) {
                let steps = groups.entry(split.process[net.0]).or_default();
                if steps.last() != Some(&at) {
                    steps.push(at);
                }
            }
        }
    }
    let place = |(root, steps): (usize, Vec<usize>)| {
        let keep = |net: NetId| split.process[net.0] == root && !is_clocked(module, split, net);
        let mut body: Vec<(usize, Statement)> = vec![];
        for at in steps {
            let kept = filter(std::slice::from_ref(&module.program[at].statement), &keep);
            body.extend(kept.into_iter().map(|statement| (at, statement)));
        }
        let at = body[0].0;
        let mut statements: Vec<Statement> = body.into_iter().map(|(_, statement)| statement).collect();
        let item = match statements.as_mut_slice() {
            [Statement::Assign { net, value }] => Item::Assign(*net, value.clone()),
            _ => Item::Always(statements),
        };
        Placed { section: module.program[at].section, at, item }
    };
    groups.into_iter().map(place).collect()
}

fn registers(module: &Module, split: &Split, datapath_reset: bool) -> Vec<Clocked> {
    let mut groups: BTreeMap<(bool, NetId, NetId), Vec<usize>> = BTreeMap::new();
    for (i, register) in module.registers.iter().enumerate() {
        if !register.fields.is_empty() {
            groups.entry((!register.control, register.clk, register.rst_n)).or_default().push(i);
        }
    }
    let mut last: HashMap<NetId, usize> = HashMap::new();
    for (at, step) in module.program.iter().enumerate() {
        last.extend(written(&step.statement).into_iter().map(|net| (net, at)));
    }
    let block = |((datapath, clk, rst_n), registers): ((bool, NetId, NetId), Vec<usize>)| {
        let fields: Vec<_> = registers.iter().flat_map(|i| &module.registers[*i].fields).collect();
        let outputs: HashMap<NetId, NetId> = fields.iter().map(|field| (field.d, field.q)).collect();
        let direct = |net: NetId| outputs.contains_key(&net) && !split.next.contains(&net);
        let mut body: Vec<(usize, Vec<Statement>)> = vec![];
        let mut add = |section: usize, statements: Vec<Statement>| match body.last_mut() {
            _ if is_empty(&statements) => {}
            Some((last, list)) if *last == section => list.extend(statements),
            _ => body.push((section, statements)),
        };
        let mut assigned: BTreeSet<NetId> = BTreeSet::new();
        for (at, step) in module.program.iter().enumerate() {
            let kept = filter(std::slice::from_ref(&step.statement), &direct);
            let mut kept: Vec<Statement> = kept.into_iter().map(|statement| retarget(statement, &outputs)).collect();
            // a register holds its value by itself
            kept.retain(|statement| held(module, statement).is_none_or(|q| assigned.contains(&q)));
            kept.iter().for_each(|statement| assigned.extend(written(statement)));
            add(step.section, kept);
            let mut done: Vec<NetId> = written(&step.statement).into_iter().collect();
            done.retain(|d| outputs.contains_key(d) && split.next.contains(d) && last[d] == at);
            done.sort();
            let take = |d: NetId| Statement::Assign { net: outputs[&d], value: Expr::net(&module.nets, d) };
            add(step.section, done.into_iter().map(take).collect());
        }
        let has_reset = !datapath || datapath_reset;
        let resets = fields.iter().map(|field| (field.q, field.init.clone())).collect();
        Clocked { control: !datapath, clk, rst_n: has_reset.then_some(rst_n), resets, body }
    };
    groups.into_iter().map(block).collect()
}

/// The register that a statement assigns to itself.
fn held(module: &Module, statement: &Statement) -> Option<NetId> {
    match statement {
        Statement::Assign { net, value } if *value == Expr::net(&module.nets, *net) => Some(*net),
        _ => None,
    }
}

/// The same statement, assigning the registers' outputs.
fn retarget(statement: Statement, outputs: &HashMap<NetId, NetId>) -> Statement {
    let all = |body: Vec<Statement>| body.into_iter().map(|statement| retarget(statement, outputs)).collect();
    match statement {
        Statement::Assign { net, value } => Statement::Assign { net: outputs.get(&net).copied().unwrap_or(net), value },
        Statement::If { test, then, otherwise } => Statement::If { test, then: all(then), otherwise: all(otherwise) },
        Statement::Case { subject, mut arms } => {
            for arm in &mut arms {
                arm.body = all(std::mem::take(&mut arm.body));
            }
            Statement::Case { subject, arms }
        }
        Statement::Comment(text) => Statement::Comment(text),
    }
}

/// Places the instances where their first input is assigned, and connects simple values and lone readers directly.
fn instances(module: &Module, items: &mut Vec<Placed>) {
    let mut assigned: HashMap<NetId, usize> = HashMap::new();
    for (at, step) in module.program.iter().enumerate() {
        for net in written(&step.statement) {
            assigned.entry(net).or_insert(at);
        }
    }
    for (i, child) in module.children.iter().enumerate() {
        let first = first_input(module, child, &assigned);
        let mut connections = vec![];
        for port in &child.ports {
            let whole: Vec<Expr> = port.nets.iter().rev().map(|net| connection(module, items, *net)).collect();
            connections.push(Expr::concat(whole));
        }
        let section = module.program.get(first).map_or(0, |step| step.section);
        items.push(Placed { section, at: first, item: Item::Instance(i, connections) });
    }
}

/// `assigned`: the step that assigns a net first.
fn first_input(module: &Module, child: &Child, assigned: &HashMap<NetId, usize>) -> usize {
    let inputs = child.ports.iter().filter(|port| port.input).flat_map(|port| &port.nets);
    let (clocks, others): (Vec<_>, Vec<_>) = inputs.partition(|net| {
        let name = &module.net(**net).name;
        name.ends_with("_clk") || name.ends_with("_rst_n")
    });
    let first = |nets: Vec<&NetId>| nets.into_iter().filter_map(|net| assigned.get(net).copied()).min();
    first(others).or_else(|| first(clocks)).unwrap_or(0)
}

/// What is connected to a child's port: its wire, or what the wire would be assigned from or to.
fn connection(module: &Module, items: &mut Vec<Placed>, net: NetId) -> Expr {
    let wire = Expr::net(&module.nets, net);
    let input = module.net(net).kind == NetKind::ChildIn;
    let alias = items.iter().position(|placed| match &placed.item {
        Item::Assign(target, value) if input => *target == net && is_simple(value),
        // a child's output that only becomes an output or a local of this module
        Item::Assign(target, value) => {
            *value == wire && matches!(module.net(*target).kind, NetKind::Output | NetKind::Local)
        }
        _ => false,
    });
    let Some(alias) = alias else { return wire };
    if !input && reads(module, net) != 1 {
        return wire;
    }
    match items.remove(alias).item {
        Item::Assign(_, value) if input => value,
        Item::Assign(target, _) => Expr::net(&module.nets, target),
        _ => wire,
    }
}

fn is_simple(e: &Expr) -> bool {
    match &e.kind {
        Kind::Value(_) | Kind::Named { .. } | Kind::Net { .. } => true,
        Kind::Not(inner) => matches!(inner.kind, Kind::Net { .. }),
        Kind::Concat(parts) => parts.len() <= 4 && parts.iter().all(is_simple),
        _ => false,
    }
}

/// How often the program reads a net.
fn reads(module: &Module, net: NetId) -> usize {
    let mut count = 0;
    let mut look = |e: &Expr| e.reads(&module.nets, &mut |read, _, _| count += usize::from(read == net));
    for step in &module.program {
        let mut values = vec![];
        walk(std::slice::from_ref(&step.statement), &mut |test| look(test), &mut |_, value| values.push(value.clone()));
        values.iter().for_each(&mut look);
    }
    count
}

/// Finds out what must be declared, and what nobody reads.
fn finish(module: &Module, items: Vec<Placed>, clocked: Vec<Clocked>) -> Plan {
    let mut used: BTreeMap<NetId, BigUint> = BTreeMap::new();
    let (mut present, mut variables, mut constants) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut read = |e: &Expr| {
        e.constants(&mut |name| {
            constants.insert(name.to_string());
        });
        e.reads(&module.nets, &mut |net, lo, width| {
            *used.entry(net).or_default() |= ((BigUint::from(1u8) << width) - 1u8) << lo;
        });
    };
    for placed in &items {
        match &placed.item {
            Item::Assign(net, value) => {
                present.insert(*net);
                read(value);
            }
            Item::Always(statements) => visit(module, statements, true, &mut read, &mut variables),
            Item::Instance(i, connections) => {
                for (port, value) in module.children[*i].ports.iter().zip(connections) {
                    if port.input {
                        read(value);
                    } else {
                        value.reads(&module.nets, &mut |net, _, _| {
                            present.insert(net);
                        });
                    }
                }
            }
        }
    }
    for block in &clocked {
        read(&Expr::net(&module.nets, block.clk));
        if let Some(rst_n) = block.rst_n {
            read(&Expr::net(&module.nets, rst_n));
        }
        block.resets.iter().for_each(|(_, init)| read(init));
        block.body.iter().for_each(|(_, statements)| visit(module, statements, false, &mut read, &mut variables));
    }
    present.extend(&variables);
    let ports = &module.ports;
    let declared: Vec<NetId> = present.iter().copied().filter(|net| !ports.contains(net)).collect();
    let readable = ports.iter().copied().filter(|net| module.net(*net).kind == NetKind::Input).chain(declared.clone());
    let unused = readable.flat_map(|net| {
        let mask = used.get(&net).cloned().unwrap_or_default();
        gaps(&mask, module.net(net).width).into_iter().map(move |(lo, width)| (net, lo, width))
    });
    Plan { unused: unused.collect(), items, clocked, declared, variables, constants }
}

/// `blocking`: bits are assigned in place.
fn visit(
    module: &Module,
    statements: &[Statement],
    blocking: bool,
    read: &mut dyn FnMut(&Expr),
    written: &mut BTreeSet<NetId>,
) {
    let mut values = vec![];
    walk(statements, &mut |test| values.push(test.clone()), &mut |_, _| {});
    walk(statements, &mut |_| {}, &mut |net, value| {
        let new = value.in_place(&module.nets, net).filter(|_| blocking).map(|(_, new)| new);
        values.push(new.unwrap_or_else(|| value.clone()));
        written.insert(net);
    });
    for arm in labels(statements) {
        values.push(arm);
    }
    values.iter().for_each(read);
}

fn labels(statements: &[Statement]) -> Vec<Expr> {
    statements
        .iter()
        .flat_map(|statement| match statement {
            Statement::If { then, otherwise, .. } => [labels(then), labels(otherwise)].concat(),
            Statement::Case { arms, .. } => {
                arms.iter().flat_map(|arm| arm.label.iter().cloned().chain(labels(&arm.body))).collect()
            }
            _ => vec![],
        })
        .collect()
}

/// The runs of zeros below bit `width`.
fn gaps(mask: &BigUint, width: usize) -> Vec<(usize, usize)> {
    let mut gaps: Vec<(usize, usize)> = vec![];
    for bit in (0..width).filter(|bit| !mask.bit(*bit as u64)) {
        match gaps.last_mut() {
            Some((lo, len)) if *lo + *len == bit => *len += 1,
            _ => gaps.push((bit, 1)),
        }
    }
    gaps
}
