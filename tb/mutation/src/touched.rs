//! Makes a proof small: what the mutant cannot touch is there once, not twice.
//!
//! Of one netlist, in which an input chooses the mutant, two sides are made: the design, and the mutant. All registers
//! start equal. A register stays equal if both its next values are the same expression of inputs and of registers that
//! stay equal: that is found by assuming it of all, and taking out those of which it is not so until no more are taken
//! out. This is induction over time, and needs no solver. What is left of the mutant's side is what it touches; if no
//! output is among it, that is the proof.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use crate::Error;

/// An edge of the graph: a node, and in the lowest bit whether it is inverted. Node 0 is the constant 0.
type Edge = u32;

const FALSE: Edge = 0;
const TRUE: Edge = 1;

/// What drives a name of the netlist.
enum Driver {
    Leaf,
    Constant(bool),
    /// One of an input, or both of two, each inverted or not; then the whole.
    Gate {
        inputs: Vec<(usize, bool)>,
        inverted: bool,
    },
}

struct Register {
    next: usize,
    output: usize,
}

/// A netlist of gates of two inputs at the most, and registers that start at 0.
#[derive(Default)]
struct Netlist {
    names: HashMap<String, usize>,
    drivers: Vec<Option<Driver>>,
    /// Gates behind what drives them.
    order: Vec<usize>,
    registers: Vec<Register>,
}

/// A graph in which equal expressions are one node.
struct Graph {
    /// The inputs of each node; none of a leaf and of the constant.
    nodes: Vec<Option<(Edge, Edge)>>,
    known: HashMap<(Edge, Edge), Edge>,
}

impl Graph {
    fn new() -> Graph {
        Graph { nodes: vec![None], known: HashMap::new() }
    }

    fn leaf(&mut self) -> Edge {
        self.nodes.push(None);
        (self.nodes.len() as Edge - 1) << 1
    }

    fn and(&mut self, a: Edge, b: Edge) -> Edge {
        let (a, b) = (a.min(b), a.max(b));
        match (a, b) {
            (FALSE, _) => FALSE,
            (TRUE, b) => b,
            _ if a == b => a,
            _ if a ^ 1 == b => FALSE,
            _ => *self.known.entry((a, b)).or_insert_with(|| {
                self.nodes.push(Some((a, b)));
                (self.nodes.len() as Edge - 1) << 1
            }),
        }
    }

    fn exclusive_or(&mut self, a: Edge, b: Edge) -> Edge {
        let (one, other) = (self.and(a, b ^ 1), self.and(a ^ 1, b));
        self.and(one ^ 1, other ^ 1) ^ 1
    }
}

impl Netlist {
    fn at(&mut self, name: &str) -> usize {
        if let Some(at) = self.names.get(name) {
            return *at;
        }
        self.drivers.push(None);
        self.names.insert(name.to_owned(), self.drivers.len() - 1);
        self.drivers.len() - 1
    }

    /// Reads what abc writes of a network of ANDs: `.names` of two inputs at the most, with one line of cover.
    fn parse(blif: &str) -> Result<Netlist, Error> {
        let mut netlist = Netlist::default();
        let joined = blif.replace("\\\n", " ");
        let mut lines = joined.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')).peekable();
        while let Some(line) = lines.next() {
            let bad = || {
                Error::Tool(format!(
                    "abc writes `{line}`, expected a gate of two inputs or a register that starts at 0"
                ))
            };
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                [".inputs", names @ ..] => {
                    for name in names {
                        let at = netlist.at(name);
                        netlist.drivers[at] = Some(Driver::Leaf);
                    }
                }
                [".latch", next, output, .., "0"] => {
                    let (next, output) = (netlist.at(next), netlist.at(output));
                    netlist.drivers[output] = Some(Driver::Leaf);
                    netlist.registers.push(Register { next, output });
                }
                [".names", inputs @ .., output] if inputs.len() <= 2 => {
                    let cover = lines.next_if(|l| !l.starts_with('.'));
                    let driver = match (cover.and_then(|c| c.rsplit_once(' ')), cover) {
                        (None, None) => Driver::Constant(false),
                        (None, Some(constant)) if inputs.is_empty() => Driver::Constant(constant == "1"),
                        (Some((literals, value)), _) if literals.len() == inputs.len() && !literals.contains('-') => {
                            let at = inputs.iter().map(|name| netlist.at(name));
                            let inputs = at.zip(literals.chars().map(|c| c == '0')).collect();
                            Driver::Gate { inputs, inverted: value == "0" }
                        }
                        _ => return Err(bad()),
                    };
                    let output = netlist.at(output);
                    netlist.drivers[output] = Some(driver);
                }
                [".model" | ".outputs" | ".end", ..] => {}
                _ => return Err(bad()),
            }
            if lines.peek().is_some_and(|l| !l.starts_with('.')) {
                return Err(bad());
            }
        }
        netlist.sort()?;
        Ok(netlist)
    }

    /// Puts each gate behind those that drive it.
    fn sort(&mut self) -> Result<(), Error> {
        // 0 not seen, 1 under way, 2 done
        let mut state = vec![0u8; self.drivers.len()];
        for from in 0..self.drivers.len() {
            let mut stack = vec![from];
            while let Some(at) = stack.last().copied() {
                let inputs: &[(usize, bool)] = match &self.drivers[at] {
                    Some(Driver::Gate { inputs, .. }) => inputs,
                    Some(_) => &[],
                    None => return Err(Error::Tool("abc writes a name that nothing drives".into())),
                };
                let open: Vec<usize> = inputs.iter().map(|i| i.0).filter(|i| state[*i] != 2).collect();
                if state[at] == 2 {
                    stack.pop();
                } else if open.is_empty() {
                    state[at] = 2;
                    self.order.push(at);
                    stack.pop();
                } else if state[at] == 1 && open.iter().any(|i| state[*i] == 1) {
                    return Err(Error::Tool("abc writes a loop of gates".into()));
                } else {
                    state[at] = 1;
                    stack.extend(open);
                }
            }
        }
        Ok(())
    }

    /// The edge of every name, given those of the leaves.
    fn edges(&self, graph: &mut Graph, leaves: &HashMap<usize, Edge>) -> Vec<Edge> {
        let mut edges = vec![FALSE; self.drivers.len()];
        for &at in &self.order {
            edges[at] = match &self.drivers[at] {
                Some(Driver::Constant(value)) => Edge::from(*value),
                Some(Driver::Gate { inputs, inverted }) => {
                    let mut all = inputs.iter().map(|(i, not)| edges[*i] ^ Edge::from(*not));
                    let (first, second) = (all.next().unwrap_or(TRUE), all.next().unwrap_or(TRUE));
                    graph.and(first, second) ^ Edge::from(*inverted)
                }
                _ => leaves.get(&at).copied().unwrap_or(FALSE),
            };
        }
        edges
    }
}

/// What is to be shown of a design beside its mutant.
#[derive(Debug, PartialEq, Eq)]
pub enum Left {
    /// Nothing: no output is touched.
    Nothing,
    /// A netlist whose one output must stay 0.
    Netlist(String),
}

/// An output of one bit, and the one that says when it counts, if not always.
pub type Counted = (String, Option<String>);

/// Cycles of reset that come first.
const RESET: usize = 8;

/// The design beside its mutant: `chosen` gives the inputs that choose, on the side of the design and on that of the
/// mutant. `reset`, active low, is on in the first eight cycles, in which nothing counts.
pub fn left(
    blif: &str,
    reset: &str,
    chosen: impl Fn(&str) -> Option<[bool; 2]>,
    outputs: &[Counted],
) -> Result<Left, Error> {
    let netlist = Netlist::parse(blif)?;
    let mut graph = Graph::new();
    // 1 from the ninth cycle on
    let age: Vec<Edge> = (0..RESET).map(|_| graph.leaf()).collect();
    let on = age[RESET - 1];
    let is_register: HashSet<usize> = netlist.registers.iter().map(|r| r.output).collect();
    let mut names: Vec<(&str, usize)> = netlist.names.iter().map(|(name, at)| (name.as_str(), *at)).collect();
    names.sort_unstable_by_key(|(_, at)| *at);
    let (mut design, mut mutant) = (HashMap::new(), HashMap::new());
    for (name, at) in names.into_iter().filter(|(_, at)| matches!(netlist.drivers[*at], Some(Driver::Leaf))) {
        let [one, other] = match chosen(name).filter(|_| !is_register.contains(&at)) {
            Some(values) => values.map(Edge::from),
            None => {
                let leaf = graph.leaf();
                [if name == reset { graph.and(leaf, on) } else { leaf }; 2]
            }
        };
        design.insert(at, one);
        mutant.insert(at, other);
    }
    let first = netlist.edges(&mut graph, &design);
    let mut touched = vec![false; netlist.registers.len()];
    let second = loop {
        let edges = netlist.edges(&mut graph, &mutant);
        let differs = |(k, r): (usize, &Register)| (!touched[k] && edges[r.next] != first[r.next]).then_some(k);
        let more: Vec<usize> = netlist.registers.iter().enumerate().filter_map(differs).collect();
        if more.is_empty() {
            break edges;
        }
        for k in more {
            touched[k] = true;
            mutant.insert(netlist.registers[k].output, graph.leaf());
        }
    };
    let edge = |edges: &[Edge], name: &str| {
        let at = netlist.names.get(name).copied();
        at.map(|at| edges[at]).ok_or_else(|| Error::Tool(format!("abc writes no {name}")))
    };
    let mut bad = FALSE;
    for (name, enable) in outputs {
        let (a, b) = (edge(&first, name)?, edge(&second, name)?);
        let differ = graph.exclusive_or(a, b);
        let counts = enable.as_deref().map_or(Ok(TRUE), |enable| edge(&first, enable))?;
        let differ = graph.and(differ, counts);
        bad = graph.and(bad ^ 1, differ ^ 1) ^ 1;
    }
    let bad = graph.and(bad, on);
    if bad == FALSE {
        return Ok(Left::Nothing);
    }
    let mut registers: HashMap<u32, Edge> = HashMap::new();
    registers.extend(age.iter().enumerate().map(|(k, q)| (q >> 1, if k == 0 { TRUE } else { age[k - 1] })));
    for (k, r) in netlist.registers.iter().enumerate() {
        registers.insert(first[r.output] >> 1, first[r.next]);
        if touched[k] {
            registers.insert(second[r.output] >> 1, second[r.next]);
        }
    }
    Ok(Left::Netlist(print(&graph, &registers, bad)))
}

/// What drives `bad`, as BLIF.
fn print(graph: &Graph, registers: &HashMap<u32, Edge>, bad: Edge) -> String {
    let mut seen = vec![false; graph.nodes.len()];
    let mut open = vec![bad >> 1];
    while let Some(node) = open.pop() {
        if std::mem::replace(&mut seen[node as usize], true) {
            continue;
        }
        match (graph.nodes[node as usize], registers.get(&node)) {
            (Some((a, b)), _) => open.extend([a >> 1, b >> 1]),
            (None, Some(next)) => open.push(next >> 1),
            _ => {}
        }
    }
    let used = || (1..graph.nodes.len() as u32).filter(|n| seen[*n as usize]);
    let mut text = ".model proof\n.inputs".to_owned();
    for node in used().filter(|n| graph.nodes[*n as usize].is_none() && !registers.contains_key(n)) {
        let _ = write!(text, " n{node}");
    }
    text += "\n.outputs bad\n.names n0\n";
    for node in used() {
        if let Some((a, b)) = graph.nodes[node as usize] {
            let _ = writeln!(text, ".names n{} n{} n{node}\n{}{} 1", a >> 1, b >> 1, 1 - (a & 1), 1 - (b & 1));
        } else if let Some(next) = registers.get(&node) {
            let _ = writeln!(text, ".names n{} d{node}\n{} 1\n.latch d{node} n{node} 0", next >> 1, 1 - (next & 1));
        }
    }
    let _ = writeln!(text, ".names n{} bad\n{} 1\n.end", bad >> 1, 1 - (bad & 1));
    text
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    /// A pipeline of two registers, of which the second is the output, and a third beside it that nothing reads;
    /// `mutant` inverts what this gate gives.
    fn pipeline(mutated: &str) -> String {
        let text = "\
            .model m\n.inputs x y \\\n mutant\n.outputs valid out\n\
            .names x y d0\n11 1\n.latch d0 q0 0\n.names q0 d1\n1 1\n.latch d1 q1 0\n.names q0 q2 d2\n00 0\n.latch d2 q2 0\n\
            .names q1 out\n1 1\n.names x valid\n1 1\n";
        // an exclusive or with the mutant, as ANDs
        let flip =
            format!(".names old mutant e0\n10 1\n.names old mutant e1\n01 1\n.names e0 e1 {mutated}\n00 0\n.end\n");
        let driver = format!(" {mutated}\n");
        assert_eq!(text.matches(&driver).count(), 1);
        text.replacen(&driver, " old\n", 1) + &flip
    }

    fn of(mutated: &str, on: bool) -> Left {
        let chosen = |name: &str| (name == "mutant").then_some([false, on]);
        let outputs = [("out".to_owned(), Some("valid".to_owned())), ("valid".to_owned(), None)];
        left(&pipeline(mutated), "rst_n", chosen, &outputs).expect("a netlist")
    }

    #[test]
    fn what_reaches_no_output_is_proved_without_a_solver() {
        assert_eq!(of("d2", true), Left::Nothing);
        assert_eq!(of("d0", false), Left::Nothing);
    }

    #[test]
    fn what_reaches_an_output_is_left_and_only_that_is_there_twice() {
        for (mutated, registers) in [("d0", 4), ("d1", 3), ("valid", 0)] {
            let Left::Netlist(text) = of(mutated, true) else { panic!("a bug is proved to be none") };
            let there = text.lines().filter(|l| l.starts_with(".latch")).count();
            assert_eq!(there, RESET + registers, "{mutated}: {text}");
            // it reads back
            assert_eq!(Netlist::parse(&text).expect("a netlist").registers.len(), there);
        }
    }

    #[test]
    fn what_is_no_netlist_of_gates_is_refused() {
        for text in
            [".names a b c d\n111 1\n", ".latch a b 1\n", ".names a b c\n1- 1\n", ".names\n", ".names a b\n1 1\n"]
        {
            let said = left(text, "", |_| None, &[]).expect_err("it is refused").to_string();
            assert!(said.starts_with("abc writes "), "{said}");
        }
        let said = left(".inputs a\n", "", |_| None, &[("b".into(), None)]).expect_err("it is refused").to_string();
        assert_eq!(said, "abc writes no b");
    }
}
