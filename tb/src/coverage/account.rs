//! Sums up for each block what was reached, what was not, and what need not be.

use std::{collections::HashMap, fmt};

use super::{Coverage, Waivers};

/// A block's toggles must be reached or waived to so many per cent; all else wholly.
pub const TOGGLE_PER_CENT: u64 = 99;

/// A block with the Verilog files that are its own, and its functional points with their counts.
pub struct Owner {
    pub block: String,
    /// Names and texts.
    pub files: Vec<(String, String)>,
    pub functional: Vec<(String, u64)>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Count {
    pub hit: u64,
    pub waived: u64,
    pub total: u64,
}

impl Count {
    fn add(&mut self, hit: bool, waived: bool) {
        self.total += 1;
        self.hit += u64::from(hit);
        self.waived += u64::from(waived);
    }

    fn reaches(&self, per_cent: u64) -> bool {
        self.total > 0 && 100 * (self.hit + self.waived) >= per_cent * self.total
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}/{}/{}", self.hit, self.total, self.waived))
    }
}

/// What a block's row counts, in its order.
const KINDS: [&str; 4] = ["line", "branch", "toggle", "functional"];

#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Row {
    pub block: String,
    /// Lines, branches, toggles, functional points.
    pub counts: [Count; 4],
}

#[derive(Default)]
pub struct Account {
    pub rows: Vec<Row>,
    /// What was neither reached nor waived, of every kind, each in a line.
    pub missed: Vec<String>,
    /// Why it is not enough; nothing if it is.
    pub shortfalls: Vec<String>,
}

/// Sums up a suite. The blocks' own files must not overlap; points of files that no block owns are not counted.
pub fn account(coverage: &Coverage, owners: &[Owner], mut waivers: Waivers) -> Account {
    let mut result = Account::default();
    let mut row_of = HashMap::new();
    for (i, owner) in owners.iter().enumerate() {
        row_of.extend(owner.files.iter().map(|(name, text)| (name.as_str(), (i, text))));
        result.rows.push(Row { block: owner.block.clone(), ..Row::default() });
    }
    for (point, count) in coverage.points() {
        let Some(kind) = KINDS.iter().position(|k| *k == point.kind) else { continue };
        let Some((row, text)) = row_of.get(point.file.as_str()) else { continue };
        let line = text.lines().nth(point.line.saturating_sub(1)).unwrap_or_default().trim();
        let at = if point.kind == "toggle" { point.what.clone() } else { format!("{} {line}", point.what) };
        let hit = count > 0;
        let waived = waivers.waives(&point.kind, point.module(), &at, hit);
        result.rows[*row].counts[kind].add(hit, waived);
        if !hit && !waived {
            let Row { block, .. } = &result.rows[*row];
            result.missed.push(format!("{block}: {} never reached: {}:{}: {at}", point.kind, point.file, point.line));
        }
    }
    for (row, owner) in result.rows.iter_mut().zip(owners) {
        for (name, count) in &owner.functional {
            let waived = waivers.waives("functional", &row.block, name, *count > 0);
            row.counts[3].add(*count > 0, waived);
            if *count == 0 && !waived {
                result.missed.push(format!("{}: functional point never reached: {name}", row.block));
            }
        }
    }
    for row in &result.rows {
        for (kind, count) in KINDS.iter().zip(&row.counts) {
            let wanted = if *kind == "toggle" { TOGGLE_PER_CENT } else { 100 };
            // a block that only connects has no statement of its own
            let none = count.total == 0 && matches!(*kind, "line" | "branch");
            if !none && !count.reaches(wanted) {
                let Count { hit, waived, total } = count;
                let got = format!("{hit} of {total} reached, {waived} waived");
                result.shortfalls.push(format!("{}: {kind}: {got}: expected {wanted} %", row.block));
            }
        }
    }
    if result.rows.iter().all(|row| row.counts[0].hit == 0) {
        result.shortfalls.push("no line was counted: the suite shows nothing".into());
    }
    result.shortfalls.extend(waivers.stale());
    result
}

impl Account {
    /// What all blocks have together.
    pub fn total(&self) -> Row {
        let mut total = Row { block: "all".into(), ..Row::default() };
        for row in &self.rows {
            for (sum, count) in total.counts.iter_mut().zip(&row.counts) {
                sum.hit += count.hit;
                sum.waived += count.waived;
                sum.total += count.total;
            }
        }
        total
    }

    /// The table in Markdown; each cell is reached/there are/waived.
    pub fn table(&self) -> String {
        let mut text = format!("| block | {} |\n|---|---|---|---|---|\n", KINDS.join(" | "));
        for row in self.rows.iter().chain([&self.total()]) {
            let cells = row.counts.map(|c| if c.total == 0 { "none".into() } else { c.to_string() });
            text += &format!("| {} | {} |\n", row.block, cells.join(" | "));
        }
        text
    }
}
