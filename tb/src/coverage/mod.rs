//! What the runs of a suite reached: lines, branches and toggles that Verilator counted in the emitted text (its
//! `coverage.dat`), and the functional points that the stimulus counted. [`account`] sums them up for each block,
//! with waivers.
//!
//! A point belongs to a module's text, not to an instance: counts of several instances, runs and blocks add up. Nor
//! does it belong to a set of parameters: of a primitive that is there in many widths, a bit counts once.

mod account;
mod waivers;

pub use account::{Account, Count, Owner, Row, TOGGLE_PER_CENT, account};
pub use waivers::{Waiver, Waivers};

use std::{collections::BTreeMap, fs, path::Path};

use crate::Error;

/// A place in a module that a run may reach.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Point {
    /// `line`, `branch`, `toggle`.
    pub kind: String,
    /// The name of the Verilog file, without folders; it bears the module's name.
    pub file: String,
    pub line: usize,
    column: usize,
    /// `in_n[3]:0->1`, `if`, `else`, `block`, …
    pub what: String,
}

impl Point {
    pub fn module(&self) -> &str {
        self.file.strip_suffix(".v").unwrap_or(&self.file)
    }
}

impl std::fmt::Display for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{} {}", self.file, self.line, self.what)
    }
}

/// How many points of one kind there are, and how many of them were reached.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Reached {
    pub hit: u64,
    pub total: u64,
}

/// Points and their counts, summed over files.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Coverage {
    points: BTreeMap<Point, u64>,
}

impl Coverage {
    /// Adds the counts of one file. A line is `C '\x01key\x02value…' count`.
    pub fn add(&mut self, path: &Path) -> Result<(), Error> {
        let text = fs::read_to_string(path).map_err(Error::io(path))?;
        for (i, line) in text.lines().enumerate() {
            let Some(rest) = line.strip_prefix("C '") else { continue };
            let parsed = rest.rsplit_once("' ").and_then(|(key, n)| Some((point(key)?, n.trim().parse::<u64>().ok()?)));
            let (point, n) = parsed.ok_or_else(|| Error::Trace {
                path: path.into(),
                line: i + 1,
                what: "expected a coverage point and its count".into(),
            })?;
            *self.points.entry(point).or_default() += n;
        }
        Ok(())
    }

    /// Every point and how often it was reached.
    pub fn points(&self) -> impl Iterator<Item = (&Point, u64)> {
        self.points.iter().map(|(point, n)| (point, *n))
    }

    /// Points reached of each kind: `line`, `branch`, `toggle`, …
    pub fn summary(&self) -> BTreeMap<String, Reached> {
        let mut kinds: BTreeMap<String, Reached> = BTreeMap::new();
        for (point, count) in self.points() {
            let entry = kinds.entry(point.kind.clone()).or_default();
            entry.total += 1;
            entry.hit += u64::from(count > 0);
        }
        kinds
    }

    /// Points of a kind never reached.
    pub fn missed(&self, of_kind: &str) -> Vec<String> {
        self.points().filter(|(p, n)| *n == 0 && p.kind == of_kind).map(|(p, _)| p.to_string()).collect()
    }
}

/// The point that a key names. Its page is `v_line/module`, `v_toggle/module` and so on; where it stands in the
/// hierarchy (`h`) is left out.
fn point(key: &str) -> Option<Point> {
    let field = |name| key.split('\x01').filter_map(|f| f.split_once('\x02')).find(|(n, _)| *n == name).map(|(_, v)| v);
    let (kind, _) = field("page")?.split_once('/')?;
    let file = field("f").unwrap_or_default();
    Some(Point {
        kind: kind.trim_start_matches("v_").into(),
        file: file.rsplit('/').next().unwrap_or(file).into(),
        line: field("l")?.parse().ok()?,
        column: field("n").unwrap_or("0").parse().ok()?,
        what: field("o").unwrap_or_default().into(),
    })
}
