//! `flow.txt`.

use super::{Lines, ReadError, Words, number, text};
use crate::flow::FlowSpec;
use crate::time::cut;
use crate::topology::Topology;
use std::path::Path;

/// The most bytes of a flow: what a host counts stays far below 2^64.
pub(crate) const MAX_FLOW_BYTES: u64 = 1 << 50;
const MAX_FLOWS: u64 = 1 << 24;
/// The one class that there is.
const CLASS: u64 = 3;

impl FlowSpec {
    /// Reads `flow.txt` (FABRIC 8): count; a line a flow: source, destination, 3 (class), destination port, bytes,
    /// start in seconds.
    pub fn read(file: &Path) -> Result<Vec<Self>, ReadError> {
        Self::parse(file, &text(file)?)
    }

    /// Reads the text of a `flow.txt`; `file` is for messages.
    pub fn parse(file: &Path, text: &str) -> Result<Vec<Self>, ReadError> {
        parse(file, text, MAX_FLOWS, |_, _| Ok(())).map(|(flows, _)| flows)
    }

    /// Reads a `flow.txt` whose flows run on a network: 1 to `most` of them, of at least a byte each, from one of its
    /// hosts to another one. Also how many lines stand behind them, which are not read.
    pub fn read_on(file: &Path, topology: &Topology, most: u64) -> Result<(Vec<Self>, u64), ReadError> {
        let host = |node: u32| node < topology.nodes() && !topology.is_switch(node);
        let (flows, rest) = parse(file, &text(file)?, most, |flow, words| {
            let wrong = |expected: &str, found: u64| Err(words.error(expected.to_owned(), Some(format!("`{found}`"))));
            match flow {
                Self { src, .. } if !host(*src) => wrong("a source that is a host of the topology", (*src).into()),
                Self { dst, .. } if !host(*dst) => wrong("a destination that is a host of the topology", (*dst).into()),
                Self { src, dst, .. } if src == dst => wrong("a destination that is not the source", (*dst).into()),
                Self { bytes: 0, .. } => wrong("at least 1 byte", 0),
                _ => Ok(()),
            }
        })?;
        if flows.is_empty() {
            let (expected, found) = ("at least 1 flow".to_owned(), "`0`".to_owned());
            return Err(ReadError::Text { file: file.to_owned(), line: 1, expected, found });
        }
        Ok((flows, rest))
    }
}

fn parse(
    file: &Path,
    text: &str,
    most: u64,
    check: impl Fn(&FlowSpec, &Words<'_>) -> Result<(), ReadError>,
) -> Result<(Vec<FlowSpec>, u64), ReadError> {
    let mut lines = Lines::new(file, text);
    let mut words = lines.expect("the number of flows")?;
    let count = words.number("the number of flows", most)?;
    words.end("the number of flows")?;
    let mut flows = Vec::new();
    for number in 1..=count {
        let expected = format!("flow {number} of {count}: source, destination, class, port, bytes, start");
        let mut words = lines.expect(&expected)?;
        let node = u32::MAX.into();
        let (src, dst) = (words.number("the source", node)? as u32, words.number("the destination", node)? as u32);
        words.value("the class 3", |word| number::whole(word).filter(|&class| class == CLASS))?;
        let port = words.number("the destination port", u16::MAX.into())? as u16;
        let bytes = words.number("the bytes", MAX_FLOW_BYTES)?;
        let start_ns = cut(words.value("the start in seconds, a decimal below 2^34", number::seconds)?);
        let flow = FlowSpec { src, dst, port, bytes, start_ns };
        check(&flow, &words)?;
        words.end("source, destination, class, port, bytes, start")?;
        flows.push(flow);
    }
    Ok((flows, lines.rest()))
}
