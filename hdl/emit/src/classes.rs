//! From the tree to the files: each block lowered once, equal blocks merged, variants named apart.

use super::error::EmitError;
use super::ir::{self, NetKind};
use super::lower::{lower, ChildClass};
use super::plan::{plan, Plan};
use super::print::Lines;
use super::tree::Scope;
use super::{aliases, chain, check, docs, library, overwritten, prune, render, split};
use super::{Design, Dir, Module, Options, Port, Target};
use crate::leaf::Leaf;
use rust_hdl::core::ast::Verilog;
use std::collections::{BTreeMap, BTreeSet};

const PREFIX: &str = "ackw_";

/// Blocks of one type with one body.
struct Class {
    module: ir::Module,
    plan: Plan,
    /// The text with the children's classes as numbers: what makes two blocks equal.
    key: String,
    paths: Vec<(usize, Vec<usize>)>,
}

#[derive(Default)]
struct Emitter {
    classes: Vec<Class>,
    /// Hand-written and generated modules, leaf first.
    leaves: Vec<(String, String)>,
}

pub(super) fn design(tree: &Scope, options: &Options) -> Result<Design, EmitError> {
    let mut emitter = Emitter::default();
    let top = emitter.block(tree, options)?;
    let names = emitter.names()?;
    let mut files: Vec<(String, String)> = vec![];
    let header: String = options.header.iter().map(|line| format!("// {line}\n")).collect();
    let file = |name: &str, text: &str| {
        let text = format!("{header}`default_nettype none\n\n{text}\n`default_nettype wire\n");
        (format!("{name}.v"), text)
    };
    for (name, text) in &emitter.leaves {
        files.push(file(name, text));
    }
    let mut modules = vec![];
    for (class, name) in emitter.classes.iter().zip(&names) {
        let body = render::body(&class.module, &class.plan, options, &|child| names[child].clone())?;
        let mut docs = Lines::new(0);
        docs.comments(&class.module.docs.iter().map(|text| options.worded(text)).collect::<Vec<_>>());
        let parameters = render::parameters(&class.module);
        files.push(file(name, &format!("{}module {name}{parameters}{body}", docs.finish())));
        modules.push(Module { name: name.clone(), ports: interface(&class.module, options)? });
    }
    let (models, srams) = (library::models(options.target), top.srams);
    Ok(Design { files, models, top: names[top.class].clone(), modules, srams })
}

impl Emitter {
    /// A block, with its class; its children's first.
    fn block(&mut self, scope: &Scope, options: &Options) -> Result<ChildClass, EmitError> {
        let mut children = vec![];
        for child in &scope.children {
            let leaf = match &child.hdl {
                Verilog::Custom(text) => Leaf::parse(text),
                _ => None,
            };
            children.push(match leaf {
                Some(leaf) => {
                    self.leaf(child, leaf, options)?;
                    None
                }
                None => Some(self.block(child, options)?),
            });
        }
        let mut module = lower(scope, &children)?;
        check::check(&module)?;
        overwritten::drop_overwritten(&mut module);
        prune::prune(&mut module);
        let blocks_own = module.ports.len();
        chain::put(&mut module, options, &|class| chain::is_in(&self.classes[class].module));
        docs::inherit(&mut module, options, |class| docs::of_ports(&self.classes[class].module, options))?;
        aliases::fold(&mut module);
        let split = split::split(&module)?;
        let plan = plan(&module, &split, options.datapath_reset);
        let mut names = BTreeSet::new();
        for net in plan.declared.iter().chain(&module.ports) {
            let name = &module.net(*net).name;
            if !names.insert(name) {
                return Err(EmitError::DuplicateName { path: scope.path.clone(), name: name.clone() });
            }
        }
        let key = render::body(&module, &plan, options, &|class| format!("class {class}"))?;
        let srams = chain::srams(&module, options);
        let parameters = module.parameters.iter().map(|(name, value)| (name.to_string(), *value)).collect();
        let known = self.classes.iter().position(|class| class.module.name == module.name && class.key == key);
        let class = known.unwrap_or_else(|| {
            let paths = split.paths.into_iter().filter(|(out, _)| *out < blocks_own).collect();
            self.classes.push(Class { module, plan, key, paths });
            self.classes.len() - 1
        });
        let Class { module, paths, .. } = &self.classes[class];
        Ok(ChildClass { class, paths: paths.clone(), parameters, sized_ports: module.sized_ports(), srams })
    }

    fn leaf(&mut self, scope: &Scope, leaf: Leaf, options: &Options) -> Result<(), EmitError> {
        let path = scope.path.clone();
        let sources = match leaf {
            Leaf::Register { .. } => vec![],
            Leaf::Library { module, .. } => match library::sources(&module, options) {
                Some(sources) => sources.into_iter().map(|(name, text)| (name.to_string(), text)).collect(),
                None => return Err(EmitError::Unsupported { path, construct: format!("the primitive `{module}`") }),
            },
            Leaf::Generated { module, source, ecp5 } => {
                vec![(module, ecp5.filter(|_| options.target == Target::Ecp5).unwrap_or(source))]
            }
        };
        for (name, text) in sources {
            match self.leaves.iter().find(|(known, _)| *known == name) {
                Some((_, known)) if *known == text => {}
                Some(_) => return Err(EmitError::DuplicateName { path, name }),
                None => self.leaves.push((name, text)),
            }
        }
        Ok(())
    }

    /// The Verilog names of the classes.
    fn names(&self) -> Result<Vec<String>, EmitError> {
        let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (i, class) in self.classes.iter().enumerate() {
            groups.entry(&class.module.name).or_default().push(i);
        }
        let mut names = vec![String::new(); self.classes.len()];
        for (name, group) in groups {
            for (class, suffix) in group.iter().zip(self.suffixes(name, &group)?) {
                names[*class] = format!("{PREFIX}{name}{suffix}");
            }
        }
        let mut taken: BTreeSet<&str> = self.leaves.iter().map(|(name, _)| name.as_str()).collect();
        for (name, class) in names.iter().zip(&self.classes) {
            if !taken.insert(name) {
                return Err(EmitError::DuplicateName { path: class.module.path.clone(), name: name.clone() });
            }
        }
        Ok(names)
    }

    /// What tells the variants of one block apart: values of its `Shape`, or the width of a port.
    fn suffixes(&self, name: &str, group: &[usize]) -> Result<Vec<String>, EmitError> {
        let modules: Vec<&ir::Module> = group.iter().map(|class| &self.classes[*class].module).collect();
        let distinct = |suffixes: &[String]| suffixes.iter().collect::<BTreeSet<_>>().len() == suffixes.len();
        if modules.len() == 1 {
            return Ok(vec![String::new()]);
        }
        let varies = |key: &str| {
            let values: BTreeSet<_> = modules.iter().map(|m| m.shape.iter().find(|(k, _)| k == key)).collect();
            values.len() > 1
        };
        // of a parameter's values a name says nothing, unless nothing else tells two modules apart
        for of_all in [false, true] {
            let by_shape = |module: &&ir::Module| {
                let is_parameter = |key: &str| module.parameters.iter().any(|(name, _)| **name == *key);
                let varying = module.shape.iter().filter(|(key, _)| varies(key) && (of_all || !is_parameter(key)));
                varying.map(|(key, value)| format!("_{}{value}", key.to_lowercase())).collect::<String>()
            };
            let suffixes: Vec<String> = modules.iter().map(by_shape).collect();
            if distinct(&suffixes) {
                return Ok(suffixes);
            }
        }
        for port in &modules[0].ports {
            let port = &modules[0].net(*port).name;
            let width = |module: &&ir::Module| {
                let net = module.ports.iter().map(|net| module.net(*net)).find(|net| net.name == *port)?;
                Some(format!("_w{}", net.width))
            };
            if let Some(suffixes) = modules.iter().map(width).collect::<Option<Vec<_>>>() {
                if distinct(&suffixes) {
                    return Ok(suffixes);
                }
            }
        }
        Err(EmitError::VariantNames { name: name.into() })
    }
}

fn interface(module: &ir::Module, options: &Options) -> Result<Vec<Port>, EmitError> {
    let docs = docs::of_ports(module, options)?;
    let port = |net: &ir::NetId| {
        let net = module.net(*net);
        let dir = if net.kind == NetKind::Input { Dir::Input } else { Dir::Output };
        let doc = docs.get(net.name.as_str()).cloned().unwrap_or_default();
        Port { name: net.name.clone(), width: net.width, dir, doc }
    };
    Ok(module.ports.iter().map(port).collect())
}
