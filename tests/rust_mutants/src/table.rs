//! The table: on the terminal, and between the markers of the page.

use crate::outcomes::{Fate, Results};
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

const BEGIN: &str = "<!-- rust mutants -->";
const END: &str = "<!-- end of rust mutants -->";
const HEAD: [&str; 7] = ["file", "mutants", "caught", "of these later", "hang", "do not compile", "missed"];

/// A file's mutants, by their fates.
fn rows(tables: &[(&str, Results)]) -> Vec<(String, [usize; 6])> {
    let mut rows: BTreeMap<&str, [usize; 6]> = BTreeMap::new();
    for mutant in tables.iter().flat_map(|(_, r)| r.mutants.values()) {
        for row in [mutant.file.as_str(), "~"] {
            let row = rows.entry(row).or_default();
            row[0] += 1;
            match mutant.fate {
                Fate::Caught => {
                    row[1] += 1;
                    row[2] += usize::from(mutant.stage > 0);
                }
                Fate::Timeout => row[3] += 1,
                Fate::Unviable => row[4] += 1,
                Fate::Missed | Fate::Failure | Fate::Success => row[5] += 1,
            }
        }
    }
    // ~ sorts behind all files
    rows.into_iter().map(|(file, row)| (if file == "~" { "all" } else { file }.into(), row)).collect()
}

/// For people at a terminal.
pub fn plain(tables: &[(&str, Results)]) -> String {
    let [file, numbers @ ..] = HEAD;
    let mut text = format!("{file:<32}{}\n", numbers.map(|n| format!("{n:>16}")).concat());
    for (file, row) in rows(tables) {
        text += &format!("{file:<32}{}\n", row.map(|n| format!("{n:>16}")).concat());
    }
    text
}

/// What made the table.
fn how(tables: &[(&str, Results)], date: &str) -> String {
    let rustc =
        Command::new("rustc").arg("--version").output().map(|o| String::from_utf8_lossy(&o.stdout).trim().to_owned());
    let versions: Vec<&str> = tables.iter().flat_map(|(_, r)| &r.versions).map(String::as_str).collect();
    let revisions: BTreeSet<&str> = tables.iter().flat_map(|(_, r)| &r.revisions).map(String::as_str).collect();
    let revisions: Vec<&str> = revisions.into_iter().collect();
    let part = |(name, r): &(&str, Results)| {
        format!("{name} {}", r.shards.iter().map(String::as_str).collect::<Vec<_>>().join(", "))
    };
    format!(
        "{date}, revision {}, cargo-mutants {}, {}; the shards that were run: {}.",
        if revisions.is_empty() { "unknown".into() } else { revisions.join(", ") },
        versions.first().unwrap_or(&"?"),
        rustc.unwrap_or_default(),
        tables.iter().map(part).collect::<Vec<_>>().join("; ")
    )
}

/// The page with the table in place of what stands between the markers. None if the page has no markers.
pub fn put(page: &str, tables: &[(&str, Results)], shortfalls: &[String], date: &str) -> Option<String> {
    let (before, rest) = page.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    let mut text = format!("{}\n\n| {} |\n|{}\n", how(tables, date), HEAD.join(" | "), "---|".repeat(HEAD.len()));
    for (file, row) in rows(tables) {
        let file = if file == "all" { file } else { format!("`{file}`") };
        text += &format!("| {file} | {} |\n", row.map(|n| n.to_string()).join(" | "));
    }
    if !shortfalls.is_empty() {
        text += &format!("\nWhat is left:\n```text\n{}\n```\n", shortfalls.join("\n"));
    }
    Some(format!("{before}{BEGIN}\n{text}{END}{after}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::outcomes::tests::results;

    #[test]
    fn the_page_has_the_table_and_what_is_left_and_keeps_its_text() {
        let fates = ["CaughtMutant", "Timeout", "Unviable", "MissedMutant", "MissedMutant"];
        let found = results(&fates, Some(&["CaughtMutant", "MissedMutant"]), Some("now"));
        let shortfalls = found.shortfalls("p");
        let tables = [("p", found)];
        let page = format!("head\n{BEGIN}\nold\n{END}\ntail\n");
        let new = put(&page, &tables, &shortfalls, "2026-01-02").unwrap();
        assert!(new.starts_with("head\n") && new.ends_with("\ntail\n") && !new.contains("old"));
        assert!(new.contains("| `src/x.rs` | 5 | 2 | 1 | 1 | 1 | 1 |") && new.contains("| all | 5 |"), "{new}");
        assert!(new.contains("p 0/4") && new.contains("\ne: missed by text, units, not run further\n"), "{new}");
        assert_eq!(put(&new, &tables, &shortfalls, "2026-01-02").unwrap(), new);
        assert!(put("no markers", &tables, &shortfalls, "").is_none());
        assert!(plain(&tables).lines().last().unwrap().starts_with("all"));
    }
}
