//! `topology.txt`.

use super::{Lines, ReadError, first_words, number, quoted, text};
use crate::topology::{Link, MAX_DELAY_NS, MAX_NODES, RATES_BPS, Topology};
use std::path::Path;

pub(crate) const RATES: [(&str, u64); 17] = [
    ("bps", 1),
    ("b/s", 1),
    ("kbps", 1000),
    ("Kbps", 1000),
    ("kb/s", 1000),
    ("Kb/s", 1000),
    ("Mbps", 1_000_000),
    ("Mb/s", 1_000_000),
    ("Gbps", 1_000_000_000),
    ("Gb/s", 1_000_000_000),
    ("Tbps", 1_000_000_000_000),
    ("Tb/s", 1_000_000_000_000),
    // without the bits and the second
    ("k", 1000),
    ("K", 1000),
    ("M", 1_000_000),
    ("G", 1_000_000_000),
    ("T", 1_000_000_000_000),
];
const DELAYS: [(&str, u64); 4] = [("ns", 1), ("us", 1000), ("ms", 1_000_000), ("s", 1_000_000_000)];
/// 2^63.
const TWO_63: f64 = 9_223_372_036_854_775_808.0;
/// Links a file has at most.
pub(crate) const MAX_LINKS: u64 = 1 << 20;

impl Topology {
    /// Reads `topology.txt` (FABRIC 8): nodes, switches, links; the switches' numbers; a line a link.
    pub fn read(file: &Path) -> Result<Self, ReadError> {
        Self::parse(file, &text(file)?)
    }

    /// Reads the text of a `topology.txt`; `file` is for messages.
    pub fn parse(file: &Path, text: &str) -> Result<Self, ReadError> {
        parse(file, text).map(|(topology, ..)| topology)
    }

    /// Reads a `topology.txt` that a network can be made of: 2 to `most` hosts, of one link each, and a way between any
    /// two nodes. Also how many lines stand behind the links, which are not read.
    pub fn read_connected(file: &Path, most: u64) -> Result<(Self, u64), ReadError> {
        let text = text(file)?;
        let (topology, lines, rest) = parse(file, &text)?;
        let wrong = |line: usize, expected: String, found: String| {
            Err(ReadError::Text { file: file.to_owned(), line, expected, found })
        };
        let head = first_words(&text).1;
        let hosts = (0..topology.nodes()).filter(|&node| !topology.is_switch(node)).count() as u64;
        if !(2..=most).contains(&hosts) {
            return wrong(head, format!("2 to {most} hosts"), hosts.to_string());
        }
        let mut linked = vec![false; topology.nodes() as usize];
        for (link, &line) in topology.links().iter().zip(&lines) {
            for node in link.ends.into_iter().filter(|&node| !topology.is_switch(node)) {
                if std::mem::replace(&mut linked[node as usize], true) {
                    return wrong(line, format!("one link of node {node}, as it is a host"), "a second".to_owned());
                }
            }
        }
        match topology.apart() {
            Some(node) => {
                let found = format!("none between nodes 0 and {node}");
                wrong(head, "links that connect all nodes".to_owned(), found)
            }
            None => Ok((topology, rest)),
        }
    }

    /// The line of a link in its file; 1 where there is none.
    pub(crate) fn line_of(file: &Path, link: usize) -> usize {
        let lines = text(file).and_then(|text| parse(file, &text)).map(|(_, lines, _)| lines);
        lines.ok().and_then(|lines| lines.get(link).copied()).unwrap_or(1)
    }
}

/// The topology, the line of each link, and how many lines stand behind them.
fn parse(file: &Path, text: &str) -> Result<(Topology, Vec<usize>, u64), ReadError> {
    let mut lines = Lines::new(file, text);
    let mut words = lines.expect("the numbers of nodes, switches and links")?;
    let nodes = words.number("the number of nodes", MAX_NODES as u64)? as u32;
    let switches = words.number("the number of switches", nodes.into())?;
    let links = words.number("the number of links", MAX_LINKS)?;
    words.end("the numbers of nodes, switches and links")?;
    let mut topology = Topology::new(nodes);
    let (mut found, mut found_in) = (0, Vec::new());
    while found < switches {
        let mut words = lines.expect("the switches' numbers")?;
        while let Some(word) = words.optional() {
            let node = number::whole(word).filter(|&n| n < nodes.into() && !topology.is_switch(n as u32));
            let (true, Some(node)) = (found < switches, node) else {
                let expected = format!("{switches} numbers of different nodes below {nodes}");
                return Err(words.error(expected, Some(quoted(word))));
            };
            topology.set_switch(node as u32);
            found += 1;
        }
    }
    for number in 1..=links {
        let mut words = lines.expect(&format!("link {number} of {links}: node, node, rate, delay, error rate"))?;
        let most = nodes.saturating_sub(1).into();
        let ends = [words.number("a node", most)? as u32, words.number("a node", most)? as u32];
        if ends[0] == ends[1] {
            return Err(words.error("two different nodes".to_owned(), Some(format!("`{} {}`", ends[0], ends[1]))));
        }
        let rate_bps = words.value("a rate from 1Kbps to 8000Gbps such as 100Gbps or 100G", |word| {
            number::with_unit(word, &RATES).filter(|rate| RATES_BPS.contains(rate))
        })?;
        let delay_ns = words.value("a delay of whole ns below 1s such as 0.001ms", |word| {
            number::with_unit(word, &DELAYS).filter(|&d| d <= MAX_DELAY_NS)
        })?;
        // in 2^-63
        let loss = words.value("an error rate from 0 to 1", |word| {
            let exact = number::scaled(word, 1 << 63).map(|(loss, _)| loss);
            // with an exponent: a real number
            let real = || number::real(word).filter(|&loss| loss <= 1.0).map(|loss| (loss * TWO_63) as u128);
            exact.or_else(real).filter(|&loss| loss <= 1 << 63)
        })?;
        found_in.push(words.line());
        words.end("node, node, rate, delay, error rate")?;
        topology.link(Link { ends, rate_bps, delay_ns, loss: loss as u64 });
    }
    Ok((topology, found_in, lines.rest()))
}
