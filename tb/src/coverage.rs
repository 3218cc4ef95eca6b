//! Reads what a coverage build counted: Verilator's `coverage.dat`.
//!
//! A line is `C '\x01key\x02value…' count`. The text between the quotes names a point; counts of several runs add up.

use std::{collections::BTreeMap, fs, path::Path};

use crate::Error;

/// How many points of one kind there are, and how many of them were reached.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Reached {
    pub hit: u64,
    pub total: u64,
}

/// Coverage points and their counts, summed over files.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Coverage {
    points: BTreeMap<String, u64>,
}

impl Coverage {
    /// Adds the counts of one file.
    pub fn add(&mut self, path: &Path) -> Result<(), Error> {
        let text = fs::read_to_string(path).map_err(Error::io(path))?;
        for (i, line) in text.lines().enumerate() {
            let Some(rest) = line.strip_prefix("C '") else { continue };
            let parsed = rest.rsplit_once("' ").and_then(|(key, n)| Some((key, n.trim().parse::<u64>().ok()?)));
            let (key, n) = parsed.ok_or_else(|| Error::Trace {
                path: path.into(),
                line: i + 1,
                what: "expected a coverage point and its count".into(),
            })?;
            *self.points.entry(key.into()).or_default() += n;
        }
        Ok(())
    }

    /// Points reached of each kind: `line`, `branch`, `toggle`, …
    pub fn summary(&self) -> BTreeMap<String, Reached> {
        let mut kinds: BTreeMap<String, Reached> = BTreeMap::new();
        for (key, count) in &self.points {
            let entry = kinds.entry(kind(key).into()).or_default();
            entry.total += 1;
            entry.hit += u64::from(*count > 0);
        }
        kinds
    }

    /// Points of a kind never reached, as `file:line what module`.
    pub fn missed(&self, of_kind: &str) -> Vec<String> {
        let missed = self.points.iter().filter(|(k, n)| **n == 0 && kind(k) == of_kind);
        let part = |k, name| field(k, name).unwrap_or("");
        missed.map(|(k, _)| format!("{}:{} {} {}", part(k, "f"), part(k, "l"), part(k, "o"), part(k, "h"))).collect()
    }
}

/// The page of a point is `v_line/module`, `v_toggle/module` and so on.
fn kind(key: &str) -> &str {
    let page = field(key, "page").unwrap_or("v_unknown");
    page.split('/').next().unwrap_or(page).trim_start_matches("v_")
}

fn field<'a>(key: &'a str, name: &str) -> Option<&'a str> {
    key.split('\x01').filter_map(|f| f.split_once('\x02')).find(|(n, _)| *n == name).map(|(_, v)| v)
}
