//! Every crossing of clocks in the emitted netlist, found in it by Yosys and not from a list, and whether the
//! constraints name it.
//!
//! A crossing is a register, a memory or an output port of one clock that something of another has a way to, through
//! its data, its enable or its reset. Of a cell that is no register, each output is taken to depend on each input.

use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Something of clock `to` that something of clock `from` has a way to. Its names are those of the register in the
/// instance that it stands in, as Vivado's would be: `u_packet/u_wr_gray/first_reg[3]`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Crossing {
    pub from: String,
    pub to: String,
    pub names: BTreeSet<String>,
    /// Of one that has more than a bit.
    pub wide: bool,
    /// It has `ASYNC_REG`.
    pub marked: bool,
}

/// Of the netlist that Yosys' `write_json` has written of a flat design. `clock_of` says which clock a port of the
/// design is of.
pub fn find(json: &str, top: &str, clock_of: impl Fn(&str) -> String) -> Vec<Crossing> {
    let all: serde_json::Value = serde_json::from_str(json).expect("JSON");
    Netlist::read(&all["modules"][top], clock_of).crossings()
}

type Bit = u64;

enum Cell {
    /// Output bits with what each depends on beside `shared`, the clock of the output, if it is a register, and its
    /// instance.
    Register {
        clock: Bit,
        data: Vec<(Bit, Bit)>,
        shared: Vec<Bit>,
        instance: String,
    },
    Memory {
        name: String,
        write_clocks: Vec<Bit>,
        written: Vec<Bit>,
        reads: Vec<(Option<Bit>, Vec<Bit>)>,
    },
    Logic {
        inputs: Vec<Bit>,
    },
}

struct Netlist {
    cells: Vec<Cell>,
    /// What drives a bit.
    driver: HashMap<Bit, usize>,
    /// Clock ports by their bit, and the clock of each input's bits.
    clocks: Vec<String>,
    inputs: HashMap<Bit, u32>,
    clock_bits: HashMap<Bit, u32>,
    /// Output ports: name, clock, bits.
    outputs: Vec<(String, u32, Vec<Bit>)>,
    names: HashMap<Bit, Vec<(String, Option<usize>, bool)>>,
}

fn bits(of: &serde_json::Value) -> Vec<Bit> {
    of.as_array().map_or(vec![], |bits| bits.iter().filter_map(serde_json::Value::as_u64).collect())
}

/// The instance that a cell of a flat netlist came from, as names begin there.
fn instance(cell: &str) -> String {
    cell.strip_prefix("$flatten\\")
        .and_then(|path| path.rsplit_once(".$"))
        .map_or(String::new(), |(path, _)| path.replace('\\', "") + ".")
}

impl Netlist {
    fn read(module: &serde_json::Value, clock_of: impl Fn(&str) -> String) -> Netlist {
        let mut net = Netlist {
            cells: vec![],
            driver: HashMap::new(),
            clocks: vec![],
            inputs: HashMap::new(),
            clock_bits: HashMap::new(),
            outputs: vec![],
            names: HashMap::new(),
        };
        let ports = module["ports"].as_object().expect("ports");
        for (name, port) in ports {
            let clock = clock_of(name);
            let known = net.clocks.iter().position(|other| *other == clock);
            let clock = known.unwrap_or_else(|| {
                net.clocks.push(clock.clone());
                net.clocks.len() - 1
            });
            let of_port = bits(&port["bits"]);
            if port["direction"] == "output" {
                net.outputs.push((name.clone(), clock as u32, of_port));
            } else {
                net.inputs.extend(of_port.iter().map(|bit| (*bit, clock as u32)));
                if *name == net.clocks[clock] {
                    net.clock_bits.insert(of_port[0], clock as u32);
                }
            }
        }
        for (name, wire) in module["netnames"].as_object().expect("netnames") {
            let marked = wire["attributes"].get("ASYNC_REG").is_some();
            let of_wire = bits(&wire["bits"]);
            let wide = wire["bits"].as_array().is_some_and(|bits| bits.len() > 1);
            for (k, bit) in of_wire.iter().enumerate() {
                net.names.entry(*bit).or_default().push((name.clone(), wide.then_some(k), marked));
            }
        }
        for (name, cell) in module["cells"].as_object().expect("cells") {
            net.add(name, cell);
        }
        net
    }

    fn add(&mut self, name: &str, cell: &serde_json::Value) {
        let directions = cell["port_directions"].as_object().expect("directions");
        let connections = cell["connections"].as_object().expect("connections");
        let of = |direction: &str, not: &[&str]| -> Vec<Bit> {
            let ports = connections.iter().filter(|(port, _)| directions[*port] == direction);
            ports.filter(|(port, _)| !not.contains(&port.as_str())).flat_map(|(_, of)| bits(of)).collect()
        };
        let kind = cell["type"].as_str().expect("a type");
        let place = self.cells.len();
        let made = if connections.contains_key("CLK") {
            let (d, q) = (&cell["connections"]["D"], &cell["connections"]["Q"]);
            let (d, q) = (d.as_array().expect("D"), q.as_array().expect("Q"));
            // what is constant depends on nothing
            let data = q.iter().zip(d).filter_map(|(q, d)| Some((q.as_u64()?, d.as_u64().unwrap_or(0)))).collect();
            let clock = bits(&cell["connections"]["CLK"]).first().copied().unwrap_or(0);
            Cell::Register { clock, data, shared: of("input", &["CLK", "D"]), instance: instance(name) }
        } else if kind.starts_with("$mem") {
            let parameter = |name: &str| cell["parameters"][name].as_str().expect("a parameter").to_owned();
            let number = |name: &str| usize::from_str_radix(&parameter(name), 2).expect("binary");
            let (ports, width) = (number("RD_PORTS"), number("WIDTH"));
            let clocked: Vec<char> = parameter("RD_CLK_ENABLE").chars().rev().collect();
            let raw = |port: &str| cell["connections"][port].as_array().expect("a port").clone();
            let (clk, addr, en) = (raw("RD_CLK"), raw("RD_ADDR"), raw("RD_EN"));
            let share = |all: &[serde_json::Value], k: usize| -> Vec<Bit> {
                let each = all.len() / ports;
                all[k * each..(k + 1) * each].iter().filter_map(serde_json::Value::as_u64).collect()
            };
            let reads = (0..ports).map(|k| {
                let clock = (clocked[k] == '1').then(|| share(&clk, k)[0]);
                (clock, [share(&addr, k), share(&en, k)].concat())
            });
            let reads: Vec<(Option<Bit>, Vec<Bit>)> = reads.collect();
            for (k, bit) in raw("RD_DATA").iter().enumerate() {
                if let Some(bit) = bit.as_u64() {
                    // a port's data is found by its place
                    self.driver.insert(bit, place);
                    self.names.entry(bit).or_default().push((format!("$read {}", k / width), None, false));
                }
            }
            let connected = &cell["connections"];
            Cell::Memory {
                name: parameter("MEMID").replace('\\', ""),
                write_clocks: bits(&connected["WR_CLK"]),
                written: ["WR_ADDR", "WR_DATA", "WR_EN"].iter().flat_map(|port| bits(&connected[*port])).collect(),
                reads,
            }
        } else {
            Cell::Logic { inputs: of("input", &[]) }
        };
        for bit in of("output", &[]) {
            self.driver.insert(bit, place);
        }
        self.cells.push(made);
    }

    fn clock(&self, bit: Bit) -> u32 {
        *self.clock_bits.get(&bit).unwrap_or_else(|| panic!("the clock {:?} is no port", self.names.get(&bit)))
    }

    /// The clocks of what a bit depends on, a bit each.
    fn sources(&self, bit: Bit, known: &mut HashMap<Bit, u32>) -> u32 {
        // depth first without recursion: a bit is looked at again when what it depends on is known
        let mut open = vec![bit];
        while let Some(&bit) = open.last() {
            if known.contains_key(&bit) {
                open.pop();
                continue;
            }
            let (mut mask, inputs): (u32, &[Bit]) = match self.driver.get(&bit).map(|cell| &self.cells[*cell]) {
                None => (self.inputs.get(&bit).map_or(0, |clock| 1 << clock), &[]),
                Some(Cell::Register { clock, .. }) => (1 << self.clock(*clock), &[]),
                Some(Cell::Logic { inputs }) => (0, inputs),
                Some(Cell::Memory { write_clocks, reads, .. }) => {
                    let place = self.names[&bit].iter().find_map(|(name, ..)| name.strip_prefix("$read "));
                    let (clock, inputs) = &reads[place.expect("a port").parse::<usize>().expect("a number")];
                    match clock {
                        Some(clock) => (1 << self.clock(*clock), &[]),
                        None => (write_clocks.iter().fold(0, |m, c| m | 1 << self.clock(*c)), inputs),
                    }
                }
            };
            let before = open.len();
            for input in inputs {
                match known.get(input) {
                    Some(of) => mask |= of,
                    None => open.push(*input),
                }
            }
            if open.len() == before {
                known.insert(bit, mask);
                open.pop();
            } else {
                assert!(open.len() < 10_000_000, "a loop of logic");
            }
        }
        known[&bit]
    }

    fn crossings(&self) -> Vec<Crossing> {
        let mut known = HashMap::from([(0, 0)]);
        let mut found = vec![];
        let mut tell = |mask: u32, to: u32, names: BTreeSet<String>, wide: bool, marked: bool| {
            for from in (0..self.clocks.len() as u32).filter(|from| mask >> from & 1 == 1 && *from != to) {
                let (from, to) = (self.clocks[from as usize].clone(), self.clocks[to as usize].clone());
                found.push(Crossing { from, to, names: names.clone(), wide, marked });
            }
        };
        for cell in &self.cells {
            match cell {
                Cell::Logic { .. } => {}
                Cell::Register { clock, data, shared, instance } => {
                    let to = self.clock(*clock);
                    let shared = shared.iter().fold(0, |mask, bit| mask | self.sources(*bit, &mut known));
                    for (q, d) in data {
                        let mask = shared | self.sources(*d, &mut known);
                        if mask & !(1 << to) == 0 {
                            continue;
                        }
                        let own = |name: &&(String, Option<usize>, bool)| {
                            name.0.strip_prefix(instance.as_str()).is_some_and(|rest| !rest.contains('.'))
                        };
                        let of: Vec<_> = self.names[q].iter().filter(own).collect();
                        let path = |(name, bit, _): &&(String, Option<usize>, bool)| {
                            let bit = bit.map_or(String::new(), |bit| format!("[{bit}]"));
                            format!("{}_reg{bit}", name.replace('.', "/"))
                        };
                        let wide = data.len() > 1;
                        tell(mask, to, of.iter().map(path).collect(), wide, of.iter().any(|name| name.2));
                    }
                }
                Cell::Memory { name, write_clocks, written, reads } => {
                    let named = || BTreeSet::from([format!("the memory {name}")]);
                    for clock in write_clocks.iter().collect::<BTreeSet<_>>() {
                        let mask = written.iter().fold(0, |mask, bit| mask | self.sources(*bit, &mut known));
                        tell(mask, self.clock(*clock), named(), true, false);
                    }
                    for (clock, inputs) in reads.iter().filter_map(|(clock, inputs)| Some((clock.as_ref()?, inputs))) {
                        let held = write_clocks.iter().fold(0, |mask, clock| mask | 1 << self.clock(*clock));
                        let mask = inputs.iter().fold(held, |mask, bit| mask | self.sources(*bit, &mut known));
                        tell(mask, self.clock(*clock), named(), true, false);
                    }
                }
            }
        }
        for (name, to, bits) in &self.outputs {
            let mask = bits.iter().fold(0, |mask, bit| mask | self.sources(*bit, &mut known));
            tell(mask, *to, BTreeSet::from([format!("the port {name}")]), bits.len() > 1, false);
        }
        found
    }
}

/// What the XDC says of registers.
#[derive(Default)]
pub struct Xdc {
    /// From a clock to registers: `set_max_delay -datapath_only`.
    ways: Vec<(String, Vec<String>)>,
    /// To registers: `set_bus_skew`.
    skews: Vec<String>,
}

/// A word in brackets or braces behind `mark`.
fn between<'a>(line: &'a str, mark: &str, end: &str) -> &'a str {
    let Some((_, rest)) = line.split_once(mark) else { return "" };
    rest.split_once(end).map_or(rest, |(word, _)| word)
}

impl Xdc {
    pub fn read(text: &str) -> Xdc {
        let (mut xdc, mut clocks) = (Xdc::default(), BTreeMap::new());
        for line in text.lines() {
            if line.starts_with("set ") && line.contains("[get_clocks ") {
                clocks.insert(between(line, "set ", " "), between(line, "[get_ports ", "]"));
            } else if line.starts_with("set_max_delay ") {
                assert!(line.contains("-datapath_only") && line.contains("_bound"), "{line}");
                let cells = between(line, "-to [get_cells {", "}").split(' ').map(str::to_owned).collect();
                xdc.ways.push((clocks[between(line, "-from $", " ")].to_owned(), cells));
            } else if line.starts_with("set_bus_skew ") {
                xdc.skews.push(between(line, "-to [get_cells {", "}").to_owned());
            }
        }
        xdc
    }
}

/// Whether a name of a register is one that a pattern says. Vivado's name of a vector's bit ends in its place.
fn says(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix("[*]") {
        // a vector of one bit that a parameter gave its width
        Some(start) => name == start || name.strip_prefix(start).is_some_and(|rest| rest.starts_with('[')),
        None => name == pattern,
    }
}

/// The pairs of clocks that an SDC binds, and those of which it takes the hold check away.
pub fn sdc_pairs(text: &str) -> [BTreeSet<(String, String)>; 2] {
    let (mut bound, mut hold, mut clocks) = (BTreeSet::new(), BTreeSet::new(), BTreeMap::new());
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        if let ["set", name, clock] = words[..] {
            clocks.insert(name, clock);
        }
        let clock = |mark: &str| clocks[between(line, mark, "]")].to_owned();
        if line.starts_with("set_max_delay $bound ") {
            bound.insert((clock("-from [get_clocks $"), clock("-to [get_clocks $")));
        } else if line.starts_with("set_false_path -hold ") {
            hold.insert((clock("-from [get_clocks $"), clock("-to [get_clocks $")));
        }
    }
    [bound, hold]
}

/// Held until a bit behind two flip-flops has told of them, so that they need no such attribute.
const HELD: [&str; 3] = ["/out_data_reg", "/serve_data_reg", "/answer_data_reg"];

/// What the constraints and attributes do not say of these crossings.
pub fn unsaid(crossings: &[Crossing], xdc: &Xdc, sdc: &str) -> Vec<String> {
    let mut missing = BTreeSet::new();
    let [bound, hold] = sdc_pairs(sdc);
    for crossing in crossings {
        let Crossing { from, to, names, .. } = crossing;
        let pair = (from.clone(), to.clone());
        for (what, pairs) in [("maximum delay", &bound), ("hold", &hold)] {
            if !pairs.contains(&pair) {
                missing.insert(format!("the SDC says no {what} from {from} to {to}"));
            }
        }
        let held = names.iter().any(|name| HELD.iter().any(|held| name.contains(held)));
        if !held && !crossing.marked {
            missing.insert(format!("no ASYNC_REG: {names:?}, of {to}, from {from}"));
        }
        let named = |cells: &[String]| cells.iter().any(|cell| names.iter().any(|name| says(cell, name)));
        if !xdc.ways.iter().any(|(clock, cells)| clock == from && named(cells)) {
            missing.insert(format!("the XDC does not name {names:?}, of {to}, from {from}"));
        }
        if crossing.wide && crossing.marked && !named(&xdc.skews) {
            missing.insert(format!("the XDC says no skew of {names:?}"));
        }
    }
    missing.into_iter().collect()
}

/// What the XDC names that is no crossing.
pub fn superfluous(crossings: &[Crossing], xdc: &Xdc) -> Vec<String> {
    let there = |clock: &str, cell: &str| {
        crossings.iter().any(|c| c.from == clock && c.names.iter().any(|name| says(cell, name)))
    };
    let ways = xdc.ways.iter().flat_map(|(clock, cells)| cells.iter().map(move |cell| (clock, cell)));
    ways.filter(|(clock, cell)| !there(clock, cell)).map(|(clock, cell)| format!("{cell} from {clock}")).collect()
}
