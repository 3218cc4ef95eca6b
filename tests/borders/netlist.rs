//! Ways across the borders of blocks that have logic on both sides, in a netlist that Yosys has written with its
//! hierarchy.
//!
//! A bit that leaves an instance comes from a register, from a memory that is read without one, or from logic. Where it
//! goes it ends in a register (its data, enable or reset), or has logic before it does. One that comes from logic or
//! such a memory and has logic behind it crosses the border with logic on both sides. Wires that go through an instance
//! are followed on both sides.

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

#[derive(Deserialize)]
pub struct Netlist {
    modules: BTreeMap<String, Module>,
}

#[derive(Deserialize)]
struct Module {
    ports: BTreeMap<String, Port>,
    cells: BTreeMap<String, Cell>,
}

#[derive(Deserialize)]
struct Port {
    direction: Direction,
    bits: Vec<Bit>,
}

#[derive(Deserialize, PartialEq, Eq, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Direction {
    Input,
    Output,
}

/// A net's number, or a constant's digit.
#[derive(Deserialize)]
#[serde(untagged)]
enum Bit {
    Net(u64),
    Constant(#[allow(dead_code)] String),
}

#[derive(Deserialize)]
struct Cell {
    #[serde(rename = "type")]
    kind: String,
    port_directions: BTreeMap<String, Direction>,
    connections: BTreeMap<String, Vec<Bit>>,
}

/// Whence a bit comes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum From<'a> {
    Register,
    Logic,
    Constant,
    /// Straight from this bit of an input.
    Input(&'a str, usize),
}

/// Where a bit goes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum To<'a> {
    Register,
    Logic,
    /// Straight to this bit of an output.
    Output(&'a str, usize),
}

/// What drives a net.
#[derive(Clone, Copy)]
enum Driver<'a> {
    Is(From<'a>),
    Instance(&'a Cell, &'a str, usize),
}

/// What takes it.
#[derive(Clone, Copy)]
enum Sink<'a> {
    Is(To<'a>),
    Instance { name: &'a str, cell: &'a Cell, port: &'a str, bit: usize },
}

/// A module's ports as its neighbours see them.
#[derive(Default)]
struct Ends<'a> {
    outputs: BTreeMap<&'a str, Vec<From<'a>>>,
    inputs: BTreeMap<&'a str, Vec<BTreeSet<To<'a>>>>,
}

/// The nets of a module.
struct Nets<'a> {
    drivers: HashMap<u64, Driver<'a>>,
    sinks: HashMap<u64, Vec<Sink<'a>>>,
}

const REGISTERS: [&str; 8] = ["$dff", "$dffe", "$adff", "$adffe", "$sdff", "$sdffe", "$sdffce", "$aldff"];

impl Netlist {
    pub fn read(json: &str) -> Netlist {
        serde_json::from_str(json).expect("a netlist of Yosys")
    }

    pub fn has(&self, module: &str) -> bool {
        self.modules.contains_key(module)
    }

    fn nets<'a>(&'a self, module: &'a Module) -> Nets<'a> {
        let mut nets = Nets { drivers: HashMap::new(), sinks: HashMap::new() };
        for (name, port) in &module.ports {
            for (bit, net) in port.bits.iter().enumerate().filter_map(|(bit, net)| Some((bit, net.net()?))) {
                if port.direction == Direction::Input {
                    nets.drivers.insert(net, Driver::Is(From::Input(name, bit)));
                } else {
                    nets.sinks.entry(net).or_default().push(Sink::Is(To::Output(name, bit)));
                }
            }
        }
        for (name, cell) in &module.cells {
            let instance = self.modules.contains_key(&cell.kind);
            let register = REGISTERS.contains(&cell.kind.as_str());
            let memory = cell.kind.starts_with("$mem");
            for (port, bits) in &cell.connections {
                for (bit, net) in bits.iter().enumerate().filter_map(|(bit, net)| Some((bit, net.net()?))) {
                    match cell.port_directions[port] {
                        Direction::Output if instance => {
                            nets.drivers.insert(net, Driver::Instance(cell, port, bit));
                        }
                        Direction::Output => {
                            let from = if register { From::Register } else { From::Logic };
                            nets.drivers.insert(net, Driver::Is(from));
                        }
                        Direction::Input => nets.sinks.entry(net).or_default().push(match (instance, register) {
                            (true, _) => Sink::Instance { name, cell, port, bit },
                            (false, true) => Sink::Is(To::Register),
                            // what is written ends there, what is read by an address without a register does not
                            (false, false) if memory && !port.starts_with("RD_ADDR") => Sink::Is(To::Register),
                            (false, false) => Sink::Is(To::Logic),
                        }),
                    }
                }
            }
        }
        nets
    }

    fn whence<'a>(&'a self, nets: &Nets<'a>, bit: &'a Bit, known: &mut Known<'a>) -> From<'a> {
        let driver = bit.net().and_then(|net| nets.drivers.get(&net).copied());
        match driver {
            None => From::Constant,
            Some(Driver::Is(from)) => from,
            Some(Driver::Instance(cell, port, bit)) => match self.ends(&cell.kind, known).outputs[port][bit] {
                From::Input(port, bit) => self.whence(nets, &cell.connections[port][bit], known),
                from => from,
            },
        }
    }

    fn whither<'a>(&'a self, nets: &Nets<'a>, bit: &'a Bit, known: &mut Known<'a>) -> BTreeSet<To<'a>> {
        let sinks = bit.net().and_then(|net| nets.sinks.get(&net)).cloned().unwrap_or_default();
        sinks.into_iter().flat_map(|sink| self.ends_of(nets, sink, known)).collect()
    }

    fn ends_of<'a>(&'a self, nets: &Nets<'a>, sink: Sink<'a>, known: &mut Known<'a>) -> BTreeSet<To<'a>> {
        match sink {
            Sink::Is(to) => BTreeSet::from([to]),
            Sink::Instance { cell, port, bit, .. } => {
                let inside = self.ends(&cell.kind, known).inputs[port][bit].clone();
                let through = |to| match to {
                    To::Output(port, bit) => self.whither(nets, &cell.connections[port][bit], known),
                    to => BTreeSet::from([to]),
                };
                inside.into_iter().flat_map(through).collect()
            }
        }
    }

    fn ends<'a>(&'a self, name: &str, known: &mut Known<'a>) -> Rc<Ends<'a>> {
        if let Some(ends) = known.get(name) {
            return ends.clone();
        }
        let (name, module) = self.modules.get_key_value(name).expect("a module");
        let nets = self.nets(module);
        let mut ends = Ends::default();
        for (port, of) in &module.ports {
            if of.direction == Direction::Output {
                ends.outputs.insert(port, of.bits.iter().map(|bit| self.whence(&nets, bit, known)).collect());
            } else {
                ends.inputs.insert(port, of.bits.iter().map(|bit| self.whither(&nets, bit, known)).collect());
            }
        }
        let ends = Rc::new(ends);
        known.insert(name, ends.clone());
        ends
    }

    /// The ways of `container`'s instances that have logic on both sides, as `from.port -> to.port`, or `-> logic`
    /// where the container's own is behind it, each with its bits; and how many bits leave instances at all.
    pub fn crossings(&self, container: &str) -> (BTreeMap<String, usize>, usize) {
        let (module, mut known) = (&self.modules[container], Known::new());
        let nets = self.nets(module);
        let (mut found, mut seen) = (BTreeMap::new(), 0);
        for (from, cell) in module.cells.iter().filter(|(_, cell)| self.modules.contains_key(&cell.kind)) {
            let ends = self.ends(&cell.kind, &mut known);
            for (port, of_bits) in &ends.outputs {
                for (bit, whence) in of_bits.iter().enumerate() {
                    let Some(net) = cell.connections[*port].get(bit).and_then(Bit::net) else { continue };
                    seen += 1;
                    if *whence != From::Logic {
                        continue;
                    }
                    for sink in nets.sinks.get(&net).into_iter().flatten() {
                        if !self.ends_of(&nets, *sink, &mut known).contains(&To::Logic) {
                            continue;
                        }
                        let to = match sink {
                            Sink::Instance { name, port, .. } => format!("{}.{port}", name.trim_start_matches("u_")),
                            Sink::Is(_) => "logic".to_owned(),
                        };
                        *found.entry(format!("{}.{port} -> {to}", from.trim_start_matches("u_"))).or_insert(0) += 1;
                    }
                }
            }
        }
        (found, seen)
    }
}

type Known<'a> = HashMap<&'a str, Rc<Ends<'a>>>;

impl Bit {
    fn net(&self) -> Option<u64> {
        match self {
            Bit::Net(net) => Some(*net),
            Bit::Constant(_) => None,
        }
    }
}
