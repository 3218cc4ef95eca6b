//! Several runs side by side.

use super::figures::Figures;
use super::{html, pictures};
use crate::picture::CURVES;
use crate::read::{ReadError, text, told};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A `results.json` that cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error("{}:{line}: {what}", file.display())]
    Text { file: PathBuf, line: usize, what: String },
    #[error("expected results of at least two runs, found {0}")]
    Few(usize),
}

/// A comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// A table, columns apart by spaces.
    pub table: String,
    /// A page.
    pub html: String,
    /// The queues of all over time, as a picture of its own.
    pub queue_svg: String,
    /// Runs that pictures do not show, in one line; empty: they show all.
    pub left_out: String,
}

impl Figures {
    /// Reads a `results.json`.
    pub fn read(file: &Path) -> Result<Self, CompareError> {
        serde_json::from_str(&text(file)?).map_err(|e| {
            let all = e.to_string().replace('\n', " ");
            let what = told(all.split(" at line ").next().unwrap_or(&all), "JSON of a run");
            CompareError::Text { file: file.to_owned(), line: e.line(), what }
        })
    }
}

/// Several runs side by side: a table and a page.
pub fn compare(all: &[Figures]) -> Result<Compared, CompareError> {
    if all.len() < 2 {
        return Err(CompareError::Few(all.len()));
    }
    let refs: Vec<&Figures> = all.iter().collect();
    let same_scenario = all.iter().all(|f| f.scenario == all[0].scenario);
    let named: Vec<(String, &Figures)> = names(all).into_iter().zip(all).collect();
    let pictures = pictures::of_several(&named);
    let rest: Vec<&str> = named.iter().skip(CURVES).map(|(name, _)| name.as_str()).collect();
    let left_out = match rest.len() {
        0 => String::new(),
        n => format!("the pictures show the first {CURVES} of {} runs, and not {}", n + CURVES, rest.join(", ")),
    };
    let title = match same_scenario {
        true => format!("{}: {} runs", all[0].scenario, all.len()),
        false => format!("{} runs", all.len()),
    };
    let html = html::page(&title, &refs, &pictures, &left_out);
    let mut rows = html::rows(&refs);
    rows.extend(settings(&refs).into_iter().filter(|(_, values)| values.iter().any(|value| *value != values[0])));
    Ok(Compared { table: table(&rows), html, queue_svg: pictures[0].svg(), left_out })
}

/// What a run is called: scenario and algorithm where they differ, and of runs that are equal in these the settings
/// that do.
fn names(all: &[Figures]) -> Vec<String> {
    let same_cc = all.iter().all(|f| f.cc == all[0].cc);
    let same_scenario = all.iter().all(|f| f.scenario == all[0].scenario);
    let base = |f: &Figures| {
        let parts = [(same_scenario, &f.scenario), (same_cc, &f.cc)];
        parts.into_iter().filter(|(same, _)| !same).map(|(_, part)| part.clone()).collect::<Vec<_>>()
    };
    let name = |f: &Figures| {
        let alike: Vec<&Figures> = all.iter().filter(|other| base(other) == base(f)).collect();
        let mut parts = base(f);
        if alike.iter().any(|other| other.seed != f.seed) {
            parts.push(format!("seed {}", f.seed));
        }
        let (own, others) = (flat(f), alike.iter().map(|other| flat(other)).collect::<Vec<_>>());
        let differ: Vec<String> =
            keys(&others).into_iter().filter(|key| others.iter().any(|other| other.get(key) != own.get(key))).collect();
        let set: Vec<String> = differ.iter().filter_map(|key| Some(format!("{key}={}", own.get(key)?))).collect();
        match (&set[..], differ.first()) {
            ([], Some(key)) => parts.push(format!("no {key}")),
            _ => parts.extend(set),
        }
        if parts.is_empty() { format!("seed {}", f.seed) } else { parts.join(" ") }
    };
    let mut names: Vec<String> = all.iter().map(name).collect();
    for n in 1..names.len() {
        if names[..n].contains(&names[n]) {
            names[n] += &format!(" ({})", n + 1);
        }
    }
    names
}

/// Rows of what runs were set to, by keys: all that any of them has, but for algorithm and seed.
pub(super) fn settings(all: &[&Figures]) -> Vec<(String, Vec<String>)> {
    let of: Vec<_> = all.iter().map(|figures| flat(figures)).collect();
    let value = |of: &BTreeMap<String, String>, key: &String| of.get(key).map_or("-".to_owned(), String::clone);
    let row = |key: String| {
        let values = of.iter().map(|of| value(of, &key)).collect();
        (key, values)
    };
    keys(&of).into_iter().map(row).collect()
}

fn keys(all: &[BTreeMap<String, String>]) -> Vec<String> {
    let mut keys: Vec<String> = all.iter().flat_map(|of| of.keys().cloned()).collect();
    keys.sort();
    keys.dedup();
    keys
}

/// Settings by their keys, those of tables as `fcr.late_us`; algorithm and seed are figures of their own.
fn flat(figures: &Figures) -> BTreeMap<String, String> {
    fn into(all: &mut BTreeMap<String, String>, name: String, value: serde_json::Value) {
        match value {
            serde_json::Value::Object(keys) => {
                if !name.is_empty() && keys.is_empty() {
                    all.insert(name.clone(), "yes".to_owned());
                }
                let dot = if name.is_empty() { "" } else { "." };
                keys.into_iter().for_each(|(key, value)| into(all, format!("{name}{dot}{key}"), value));
            }
            serde_json::Value::Null => {}
            serde_json::Value::String(text) => _ = all.insert(name, text),
            other => _ = all.insert(name, other.to_string()),
        }
    }
    let mut all = BTreeMap::new();
    into(&mut all, String::new(), serde_json::to_value(&figures.settings).unwrap_or_default());
    all.retain(|key, _| !matches!(key.as_str(), "cc" | "seed"));
    all
}

fn table(rows: &[(String, Vec<String>)]) -> String {
    let first = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let columns = rows.first().map_or(0, |(_, values)| values.len());
    let width = |n: usize| rows.iter().map(|(_, values)| values[n].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for (name, values) in rows {
        text += &format!("{name:first$}");
        for (value, width) in values.iter().zip(&widths) {
            text += &format!("  {value:>width$}");
        }
        text.push('\n');
    }
    text
}
