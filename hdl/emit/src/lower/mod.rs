//! From rust-hdl's syntax tree to the emitter's own form (`ir`).

mod expr;
mod resolve;
mod statement;

use super::error::EmitError;
use super::ir::{
    Child, ChildOf, ChildPort, Constant, Expr, Kind, Module, Net, NetId, NetKind, Register, RegisterField, Statement,
    Step,
};
use super::library;
use super::names::{array, identifier};
use super::prune::written;
use super::tree::{Item, Scope};
use super::types::{flatten, Field, States};
use super::Sram;
use crate::leaf::{Leaf, RegisterClass};
use num_bigint::{BigInt, BigUint};
use rust_hdl::core::ast::{Verilog, VerilogBlock};
use rust_hdl::core::atom::AtomKind;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// What a parent needs to know of a child block that has been lowered before it.
#[derive(Clone, Debug)]
pub(super) struct ChildClass {
    pub(super) class: usize,
    /// For each output port, the input ports that it depends on without a register between; indices into the ports.
    pub(super) paths: Vec<(usize, Vec<usize>)>,
    /// What its parameters are.
    pub(super) parameters: Vec<(String, usize)>,
    /// Ports that are one vector, of a parameter's width, whatever the type.
    pub(super) sized_ports: Vec<String>,
    pub(super) srams: Vec<Sram>,
}

/// Which ports the module of an instance has.
struct Has {
    reset: bool,
    /// An enable, which is 1 where the block does not drive it.
    enable: bool,
}

/// Lowers a block; `children` are the classes of its child blocks, in their order, `None` for primitives.
pub(super) fn lower(scope: &Scope, children: &[Option<ChildClass>]) -> Result<Module, EmitError> {
    let Verilog::Combinatorial(program) = &scope.hdl else {
        return Err(EmitError::Unsupported {
            path: scope.path.clone(),
            construct: "a block without `#[hdl_gen]`, other than this crate's primitives,".into(),
        });
    };
    let mut lower = Lower::new(scope);
    lower.parameters(program)?;
    lower.own_signals(scope)?;
    for (child, class) in scope.children.iter().zip(children) {
        lower.child(child, class.as_ref())?;
    }
    lower.program(program)?;
    lower.finish()
}

/// A signal as the syntax tree names it.
#[derive(Clone, Debug)]
enum Symbol {
    /// Its fields, the lowest first.
    Nets(Vec<(Field, NetId)>),
    Constant(Expr),
}

struct Lower {
    module: Module,
    /// By rust-hdl's path: `s1$q`, `lane$0$valid`.
    symbols: HashMap<String, Symbol>,
    /// By type and variant: `Mode$Idle`.
    states: HashMap<String, (Rc<States>, usize)>,
    /// Enables of primitives that have none in their block: they take all that comes.
    enabled: Vec<NetId>,
    /// Registers whose clock has not been seen yet.
    clocks: HashMap<NetId, usize>,
    /// The variables of the loops being unrolled, innermost last.
    loops: Vec<(String, BigInt)>,
    /// What a temporary is named after.
    hint: String,
    /// Temporaries that the current top-level statement needs before it, and before the current inner statement.
    before_step: Vec<(NetId, Expr)>,
    before_here: Vec<(NetId, Expr)>,
    /// What the current top-level statement has assigned so far.
    assigned: HashSet<NetId>,
    names: HashSet<String>,
    /// Outputs and registers of one name: the register is the output.
    registered: Vec<(NetId, NetId)>,
    /// What is of a parameter's width, and which parameter.
    of_parameters: Vec<(String, Rc<str>)>,
}

impl Lower {
    fn new(scope: &Scope) -> Self {
        let module = Module {
            path: scope.path.clone(),
            shape: scope.shape.clone(),
            sections: vec![vec![]],
            ..Default::default()
        };
        Self {
            module,
            symbols: HashMap::new(),
            states: HashMap::new(),
            enabled: vec![],
            clocks: HashMap::new(),
            loops: vec![],
            hint: String::new(),
            before_step: vec![],
            before_here: vec![],
            assigned: HashSet::new(),
            names: HashSet::new(),
            registered: vec![],
            of_parameters: vec![],
        }
    }

    fn path(&self) -> String {
        self.module.path.clone()
    }

    fn unsupported(&self, construct: impl Into<String>) -> EmitError {
        EmitError::Unsupported { path: self.path(), construct: construct.into() }
    }

    /// Takes a name, once.
    fn reserve(&mut self, name: String) -> Result<(), EmitError> {
        if let Some(reason) = super::names::fault(&name) {
            return Err(EmitError::BadName { path: self.path(), name, reason });
        }
        if !self.names.insert(name.clone()) {
            return Err(EmitError::DuplicateName { path: self.path(), name });
        }
        Ok(())
    }

    fn net(&mut self, name: String, width: usize, kind: NetKind) -> Result<NetId, EmitError> {
        let next = NetId(self.module.nets.len());
        let output = self.module.ports.iter().copied().find(|port| {
            let port = self.module.net(*port);
            kind == NetKind::RegisterOut && port.kind == NetKind::Output && port.name == name
        });
        match output {
            Some(output) => self.registered.push((output, next)),
            // a register's input has a name in Verilog only where it cannot be written in place: see `Plan`
            None if kind == NetKind::RegisterIn => {}
            None => self.reserve(name.clone())?,
        }
        self.module.nets.push(Net { name, width, kind });
        Ok(next)
    }

    /// The fields of a signal, and the states of its enums made known.
    fn fields(&mut self, item: &Item) -> Result<Vec<Field>, EmitError> {
        let fields = flatten(&item.descriptor).map_err(|construct| self.unsupported(construct))?;
        for states in fields.iter().filter_map(|field| field.states.as_ref()) {
            for (i, variant) in states.variants.iter().enumerate() {
                self.states.insert(format!("{}${variant}", states.name), (states.clone(), i));
            }
        }
        Ok(fields)
    }

    /// The parameter that is the width of what has this name: a signal, a register, a leaf's port.
    fn parameter_of(&self, name: &str) -> Option<(Rc<str>, usize)> {
        let (_, parameter) = self.of_parameters.iter().find(|(of, _)| of == name)?;
        self.module.parameters.iter().find(|(known, _)| known == parameter).cloned()
    }

    /// The fields of what has this name: one, where a parameter is its width.
    fn fields_of(&mut self, name: &str, item: &Item) -> Result<Vec<Field>, EmitError> {
        let fields = self.fields(item)?;
        let Some((_, expected)) = self.parameter_of(name) else { return Ok(fields) };
        let width = fields.iter().map(|field| field.width).sum();
        if width != expected {
            return Err(EmitError::Width { path: self.path(), what: format!("`{name}`"), found: width, expected });
        }
        Ok(vec![Field { suffix: String::new(), offset: 0, width, states: None, doc: None }])
    }

    /// A net of what has this name.
    fn net_of(&mut self, name: &str, net: String, width: usize, kind: NetKind) -> Result<NetId, EmitError> {
        let net = self.net(net, width, kind)?;
        if let Some((parameter, _)) = self.parameter_of(name) {
            self.module.sized.insert(net, parameter);
        }
        Ok(net)
    }

    /// Ports, locals and constants.
    fn own_signals(&mut self, scope: &Scope) -> Result<(), EmitError> {
        for item in &scope.signals {
            let kind = match item.kind {
                AtomKind::InputParameter => NetKind::Input,
                AtomKind::OutputParameter => NetKind::Output,
                AtomKind::LocalSignal => NetKind::Local,
                AtomKind::Constant => {
                    self.constant(item)?;
                    continue;
                }
                _ => return Err(self.unsupported(format!("the direction of `{}`", item.name))),
            };
            let mut nets = vec![];
            let name = identifier(&item.name);
            for field in self.fields_of(&name, item)? {
                let net = self.net_of(&name, flat_name(item, &field), field.width, kind)?;
                if kind != NetKind::Local {
                    self.module.ports.push(net);
                    let name = self.module.net(net).name.clone();
                    self.module.field_docs.extend(field.doc.clone().map(|doc| (name, doc)));
                }
                nets.push((field, net));
            }
            self.symbols.insert(item.name.clone(), Symbol::Nets(nets));
        }
        Ok(())
    }

    fn constant(&mut self, item: &Item) -> Result<(), EmitError> {
        let fields = self.fields(item)?;
        let value = match fields.as_slice() {
            [field] => self.named(identifier(&item.name).to_uppercase(), field.width, item.value.clone())?,
            _ => Expr::value(fields.iter().map(|field| field.width).sum(), item.value.clone()),
        };
        self.symbols.insert(item.name.clone(), Symbol::Constant(value));
        Ok(())
    }

    /// A `localparam`, made on first use.
    fn named(&mut self, name: String, width: usize, value: BigUint) -> Result<Expr, EmitError> {
        let known = self.module.constants.iter().find(|constant| *constant.name == *name);
        let name: Rc<str> = match known {
            Some(constant) if constant.width == width && constant.value == value => constant.name.clone(),
            Some(_) => return Err(EmitError::DuplicateName { path: self.path(), name }),
            None => {
                self.reserve(name.clone())?;
                let name: Rc<str> = name.into();
                self.module.constants.push(Constant { name: name.clone(), width, value: value.clone() });
                name
            }
        };
        Ok(Expr { width, kind: Kind::Named { name, value } })
    }

    /// A value of a field: a state's name, or the number.
    fn field_value(&mut self, field: &Field, value: BigUint) -> Result<Expr, EmitError> {
        match (&field.states, usize::try_from(&value)) {
            (Some(states), Ok(i)) if i < states.variants.len() => self.named(states.constant(i), field.width, value),
            _ => Ok(Expr::value(field.width, value)),
        }
    }

    fn child(&mut self, scope: &Scope, class: Option<&ChildClass>) -> Result<(), EmitError> {
        let leaf = match &scope.hdl {
            Verilog::Custom(text) => Leaf::parse(text),
            _ => None,
        };
        match (leaf, class) {
            (Some(Leaf::Register { class, init }), _) => self.register(scope, class == RegisterClass::Control, &init),
            (Some(Leaf::Library { module, parameters }), _) => {
                let combinational = library::is_combinational(&module);
                let has = Has { reset: library::has_reset(&module), enable: library::has_enable(&module) };
                self.instance(scope, ChildOf::Leaf { module, parameters }, has, &[])?;
                if combinational {
                    self.connect_through();
                }
                Ok(())
            }
            (Some(Leaf::Generated { module, source, .. }), _) => {
                let has = Has { reset: false, enable: source.contains(" en,") };
                self.instance(scope, ChildOf::Leaf { module, parameters: vec![] }, has, &[])
            }
            (None, Some(class)) => {
                let has = Has { reset: true, enable: false };
                self.instance(scope, ChildOf::Class(class.class), has, &class.sized_ports)?;
                self.set_paths(&class.paths);
                if let Some(child) = self.module.children.last_mut() {
                    child.parameters.clone_from(&class.parameters);
                    child.srams.clone_from(&class.srams);
                }
                Ok(())
            }
            (None, None) => Err(EmitError::Unsupported { path: scope.path.clone(), construct: "this block".into() }),
        }
    }

    fn register(&mut self, scope: &Scope, control: bool, init: &BigUint) -> Result<(), EmitError> {
        let own = identifier(&scope.label);
        let mut register = Register { control, clk: NetId(0), rst_n: NetId(0), fields: vec![] };
        let (mut ins, mut outs) = (vec![], vec![]);
        for item in &scope.signals {
            let of = if ["d", "q"].contains(&item.name.as_str()) { own.as_str() } else { "" };
            let fields = self.fields_of(of, item)?;
            let mut nets = vec![];
            for field in fields {
                let (name, kind) = match item.name.as_str() {
                    "d" => (format!("{own}{}_next", field.suffix), NetKind::RegisterIn),
                    "q" => (format!("{own}{}", field.suffix), NetKind::RegisterOut),
                    _ => (format!("{own}_clock{}", field.suffix), NetKind::ChildIn),
                };
                let net = self.net_of(of, name, field.width, kind)?;
                match item.name.as_str() {
                    "d" => ins.push(net),
                    "q" => outs.push((field.clone(), net)),
                    _ if field.suffix == "_clk" => register.clk = net,
                    _ => register.rst_n = net,
                }
                nets.push((field, net));
            }
            self.symbols.insert(format!("{}${}", scope.name, item.name), Symbol::Nets(nets));
        }
        for (d, (field, q)) in ins.into_iter().zip(outs) {
            let mask = (BigUint::from(1u8) << field.width) - 1u8;
            let init = self.field_value(&field, (init >> field.offset) & mask)?;
            register.fields.push(RegisterField { d, q, init });
        }
        self.clocks.insert(register.clk, self.module.registers.len());
        self.clocks.insert(register.rst_n, self.module.registers.len());
        self.module.registers.push(register);
        Ok(())
    }

    /// A child in Verilog too. A leaf takes a struct as one vector, unless it is a bus, and where it has parameters an
    /// array as well, the first element lowest; a block has a port for each field of each element, but for those in
    /// `sized`.
    fn instance(&mut self, scope: &Scope, of: ChildOf, has: Has, sized: &[String]) -> Result<(), EmitError> {
        let own = identifier(&scope.label);
        self.reserve(format!("u_{own}"))?;
        let leaf = matches!(of, ChildOf::Leaf { .. });
        let port_of = match &of {
            ChildOf::Leaf { parameters, .. } if !parameters.is_empty() => array,
            _ => identifier,
        };
        let mut ports: Vec<ChildPort> = vec![];
        for item in scope.signals.iter().filter(|item| item.kind.is_parameter()) {
            let input = item.kind == AtomKind::InputParameter;
            let kind = if input { NetKind::ChildIn } else { NetKind::ChildOut };
            let whole = (leaf && !is_clock(item) && item.descriptor.name != "RegisterBus")
                || sized.contains(&identifier(&item.name));
            let mut nets = vec![];
            let name = format!("{own}_{}", identifier(&item.name));
            for field in self.fields_of(&name, item)? {
                let port = flat_name(item, &field);
                let net = self.net_of(&name, format!("{own}_{port}"), field.width, kind)?;
                match ports.last_mut() {
                    Some(last) if whole && last.name == port_of(&item.name) => last.nets.push(net),
                    _ if whole => ports.push(ChildPort { name: port_of(&item.name), input, nets: vec![net] }),
                    _ if has.reset || port != "rst_n" => ports.push(ChildPort { name: port, input, nets: vec![net] }),
                    _ => {}
                }
                nets.push((field, net));
            }
            self.symbols.insert(format!("{}${}", scope.name, item.name), Symbol::Nets(nets));
        }
        if has.enable && ports.iter().all(|port| port.name != "en") {
            let net = self.net(format!("{own}_en"), 1, NetKind::ChildIn)?;
            ports.push(ChildPort { name: "en".into(), input: true, nets: vec![net] });
            self.enabled.push(net);
        }
        let mut handed_on = vec![];
        if let ChildOf::Leaf { parameters, .. } = &of {
            for (parameter, value) in parameters {
                let what = format!("{own}.{parameter}");
                let Some((name, expected)) = self.parameter_of(&what) else { continue };
                if *value != expected {
                    return Err(EmitError::Width { path: self.path(), what, found: *value, expected });
                }
                handed_on.push((parameter.clone(), name));
            }
        }
        let child = Child { name: own, of, ports, handed_on, ..Child::default() };
        self.module.children.push(child);
        Ok(())
    }

    /// Makes every output of the last child depend on every input.
    fn connect_through(&mut self) {
        let Some(child) = self.module.children.last_mut() else { return };
        let nets = |input: bool| -> Vec<NetId> {
            child.ports.iter().filter(|port| port.input == input).flat_map(|port| port.nets.clone()).collect()
        };
        let (ins, outs) = (nets(true), nets(false));
        child.paths = outs.into_iter().map(|out| (out, ins.clone())).collect();
    }

    /// The paths through the last child, from its ports' indices.
    fn set_paths(&mut self, paths: &[(usize, Vec<usize>)]) {
        let Some(child) = self.module.children.last_mut() else { return };
        let nets = |port: &usize| child.ports[*port].nets.clone();
        let of = |(out, ins): &(usize, Vec<usize>)| {
            let ins: Vec<NetId> = ins.iter().flat_map(nets).collect();
            nets(out).into_iter().map(|out| (out, ins.clone())).collect::<Vec<_>>()
        };
        child.paths = paths.iter().flat_map(of).collect();
    }

    fn program(&mut self, program: &VerilogBlock) -> Result<(), EmitError> {
        self.steps(program, true)
    }

    /// An output that a register of the same name drives becomes the register.
    fn merge_registered(&mut self) -> Result<(), EmitError> {
        for (output, q) in std::mem::take(&mut self.registered) {
            let whole = Expr::net(&self.module.nets, q);
            let drives = |step: &Step| matches!(&step.statement, Statement::Assign { net, value } if *net == output && *value == whole);
            let assigns = |step: &&Step| written(&step.statement).contains(&output);
            let only = self.module.program.iter().filter(assigns).count() == 1;
            let Some(at) = self.module.program.iter().position(drives).filter(|_| only) else {
                return Err(EmitError::DuplicateName { path: self.path(), name: self.module.net(output).name.clone() });
            };
            self.module.program.remove(at);
            self.module.program.iter_mut().for_each(|step| step.statement.rename(q, output));
            let fields = self.module.registers.iter_mut().flat_map(|register| &mut register.fields);
            fields.filter(|field| field.q == q).for_each(|field| field.q = output);
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Module, EmitError> {
        self.merge_registered()?;
        let section = self.module.sections.len() - 1;
        let always = |net| Step { section, statement: Statement::Assign { net, value: Expr::value(1, 1u8.into()) } };
        self.module.program.extend(std::mem::take(&mut self.enabled).into_iter().map(always));
        let module = self.module;
        if module.name.is_empty() {
            return Err(EmitError::NoModuleName { path: module.path });
        }
        if let Some(net) = self.clocks.keys().min() {
            let signal = module.net(*net).name.clone();
            return Err(EmitError::Undriven { path: module.path, signal });
        }
        Ok(module)
    }
}

/// Is it the port of type `ClkRst` that every block has?
fn is_clock(item: &Item) -> bool {
    item.name == "clock" && item.descriptor.name == "ClkRst"
}

/// The name in Verilog of a field of a port or local.
fn flat_name(item: &Item, field: &Field) -> String {
    if is_clock(item) {
        field.suffix.trim_start_matches('_').to_string()
    } else {
        format!("{}{}", identifier(&item.name), field.suffix)
    }
}
