//! Files of htsim (github.com/Broadcom/csg-htsim): connection matrices (`.cm`) and fat trees (`.topo`).

pub(crate) mod matrix;
pub(crate) mod tree;

pub use matrix::Matrix;

use super::{Lines, Words};
use std::path::Path;

/// What a file of htsim is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Htsim {
    Matrix,
    Tree,
}

impl Htsim {
    /// Told by the name's ending, or else by the first word that one of them alone has. `None`: it is neither.
    pub fn of(file: &Path, text: &str) -> Option<Self> {
        match file.extension().and_then(|end| end.to_str()) {
            Some("cm") => return Some(Self::Matrix),
            Some("topo") => return Some(Self::Tree),
            _ => {}
        }
        let mut nodes = false;
        for line in text.lines() {
            let Some(word) = line.split_whitespace().next().filter(|word| !word.starts_with('#')) else { continue };
            match word.to_ascii_lowercase().as_str() {
                "nodes" => nodes = true,
                "tiers" | "podsize" | "tier" => return Some(Self::Tree),
                "connections" | "triggers" | "failures" => return Some(Self::Matrix),
                _ => break,
            }
        }
        nodes.then_some(Self::Matrix)
    }
}

/// The next line that is no comment.
fn next<'a>(lines: &mut Lines<'a>) -> Option<Words<'a>> {
    std::iter::from_fn(|| lines.next()).find(|words| !words.begins_with('#'))
}
