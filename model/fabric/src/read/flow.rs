//! `flow.txt`.

use super::{Lines, ReadError, number, text};
use crate::flow::FlowSpec;
use crate::time::cut;
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
        let mut lines = Lines::new(file, text);
        let mut words = lines.expect("the number of flows")?;
        let count = words.number("the number of flows", MAX_FLOWS)?;
        words.end("the number of flows")?;
        let mut flows = Vec::new();
        for _ in 0..count {
            let mut words = lines.expect("a flow: source, destination, class, port, bytes, start")?;
            let node = u32::MAX.into();
            let (src, dst) = (words.number("the source", node)? as u32, words.number("the destination", node)? as u32);
            words.value("the class 3", |word| number::whole(word).filter(|&class| class == CLASS))?;
            let port = words.number("the destination port", u16::MAX.into())? as u16;
            let bytes = words.number("the bytes", MAX_FLOW_BYTES)?;
            let start_ns = cut(words.value("the start in seconds, a decimal below 2^34", number::seconds)?);
            words.end("source, destination, class, port, bytes, start")?;
            flows.push(Self { src, dst, port, bytes, start_ns });
        }
        lines.end(&format!("the first line says {count} flows"))?;
        Ok(flows)
    }
}
