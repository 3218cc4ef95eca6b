//! Several runs side by side.

use super::figures::Figures;
use super::{html, pictures};
use crate::read::{ReadError, text, told};
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
    let (same_cc, same_scenario) =
        (all.iter().all(|f| f.cc == all[0].cc), all.iter().all(|f| f.scenario == all[0].scenario));
    let name = |f: &Figures| match (same_scenario, same_cc) {
        (true, false) => f.cc.clone(),
        (false, true) => f.scenario.clone(),
        (true, true) => format!("seed {}", f.seed),
        (false, false) => format!("{} {}", f.scenario, f.cc),
    };
    let mut named: Vec<(String, &Figures)> = all.iter().map(|f| (name(f), f)).collect();
    for n in 1..named.len() {
        if named[..n].iter().any(|(other, _)| *other == named[n].0) {
            named[n].0 += &format!(" ({})", n + 1);
        }
    }
    let pictures = pictures::of_several(&named);
    let title = match same_scenario {
        true => format!("{}: {} runs", all[0].scenario, all.len()),
        false => format!("{} runs", all.len()),
    };
    let html = html::page(&title, &refs, &pictures);
    Ok(Compared { table: table(&html::rows(&refs)), html, queue_svg: pictures[0].svg() })
}

fn table(rows: &[(&str, Vec<String>)]) -> String {
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
