//! The chain for test and repair of the macros: through each, in the order in which they stand, and through every
//! module that has any.
//!
//! # Why this file
//!
//! No block knows of it, so none has ports for it: they are put in here, into blocks that are lowered already.

use super::ir::{Child, ChildOf, ChildPort, Expr, Module, Net, NetId, NetKind, Statement, Step};
use super::{library, Options, Sram};

const IN: &str = "sram_test_in";
const OUT: &str = "sram_test_out";

/// Whether the chain goes through an instance.
fn has(child: &Child, options: &Options, class: &dyn Fn(usize) -> bool) -> bool {
    match &child.of {
        ChildOf::Class(at) => class(*at),
        ChildOf::Leaf { module, .. } => library::is_in_chain(module, options),
    }
}

/// Does the chain go through this module?
pub(super) fn is_in(module: &Module) -> bool {
    module.ports.iter().any(|net| module.net(*net).name == IN)
}

/// Puts the chain into a module with a macro in it; `class` says which modules have it already.
pub(super) fn put(module: &mut Module, options: &Options, class: &dyn Fn(usize) -> bool) {
    let through: Vec<usize> =
        (0..module.children.len()).filter(|at| has(&module.children[*at], options, class)).collect();
    if options.sram_test == 0 || through.is_empty() {
        return;
    }
    let net = |module: &mut Module, name: String, kind: NetKind| {
        module.nets.push(Net { name, width: options.sram_test, kind });
        NetId(module.nets.len() - 1)
    };
    let enters = net(module, IN.into(), NetKind::Input);
    let leaves = net(module, OUT.into(), NetKind::Output);
    module.ports.extend([enters, leaves]);
    let doc = |port: &str, text: &str| (port.to_owned(), text.to_owned());
    module.port_docs.push(doc(IN, "into the chain through the memories' wrappers, for their test and repair"));
    module.port_docs.push(doc(OUT, "out of it"));
    module.sections.push(vec!["the memories' test and repair: from one to the next".into()]);
    let section = module.sections.len() - 1;
    let assign = |module: &mut Module, net: NetId, from: NetId| {
        let value = Expr::net(&module.nets, from);
        module.program.push(Step { section, statement: Statement::Assign { net, value } });
    };
    let mut from = enters;
    for at in through {
        let name = module.children[at].name.clone();
        let into = net(module, format!("{name}_{IN}"), NetKind::ChildIn);
        let out = net(module, format!("{name}_{OUT}"), NetKind::ChildOut);
        assign(module, into, from);
        let child = &mut module.children[at];
        child.ports.push(ChildPort { name: IN.into(), input: true, nets: vec![into] });
        child.ports.push(ChildPort { name: OUT.into(), input: false, nets: vec![out] });
        child.paths.push((out, vec![into]));
        from = out;
    }
    assign(module, leaves, from);
}

/// The macros of a block, in the order of the chain.
pub(super) fn srams(module: &Module, options: &Options) -> Vec<Sram> {
    let of = |child: &Child| match &child.of {
        ChildOf::Class(_) => {
            let below = |sram: &Sram| Sram { path: format!("u_{}.{}", child.name, sram.path), ..sram.clone() };
            child.srams.iter().map(below).collect()
        }
        ChildOf::Leaf { module, parameters } => {
            let value = |name: &str| parameters.iter().find(|(known, _)| known == name).map_or(0, |(_, value)| *value);
            let found = library::sram(module, &value, options);
            let sram = |(path, module, width, words): (&str, &'static str, usize, usize)| {
                vec![Sram { path: format!("u_{}.{path}", child.name), module, width, words }]
            };
            found.map(sram).unwrap_or_default()
        }
    };
    module.children.iter().flat_map(of).collect()
}
