//! The table: on the terminal, and between the markers of the page.

use crate::verdict::{Row, Verdict};

const BEGIN: &str = "<!-- mutants -->";
const END: &str = "<!-- end of mutants -->";

fn sum(rows: &[Row]) -> Row {
    let of = |get: fn(&Row) -> usize| rows.iter().map(get).sum();
    Row {
        block: "all".into(),
        events: rows.iter().map(|r| r.events).min().unwrap_or(0),
        mutants: of(|r| r.mutants),
        found: of(|r| r.found),
        at_once: of(|r| r.at_once),
        proved: of(|r| r.proved),
        argued: of(|r| r.argued),
        unexplained: of(|r| r.unexplained),
    }
}

/// For people at a terminal.
pub fn plain(verdict: &Verdict) -> String {
    let mut text = format!(
        "{:<12}{:>9}{:>8}{:>8}{:>14}{:>8}{:>8}{:>13}\n",
        "block", "events", "mutants", "found", "in 2k events", "proved", "argued", "unexplained"
    );
    for r in verdict.rows.iter().chain([&sum(&verdict.rows)]) {
        let Row { block, events, mutants, found, at_once, proved, argued, unexplained: left } = r;
        text += &format!("{block:<12}{events:>9}{mutants:>8}{found:>8}{at_once:>14}{proved:>8}{argued:>8}{left:>13}\n");
    }
    text
}

/// The page with the table in place of what stands between the markers. `how` says when and by which command it was
/// made. None if the page has no markers.
pub fn put(page: &str, verdict: &Verdict, how: &str) -> Option<String> {
    let (before, rest) = page.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    let mut table = format!(
        "{how}\n\n| block | events at most | mutants | found | of these in 2,000 events | proved to be none | argued to be none | unexplained |\n"
    );
    table += "|---|---|---|---|---|---|---|---|\n";
    for r in verdict.rows.iter().chain([&sum(&verdict.rows)]) {
        let Row { block, events, mutants, found, at_once, proved, argued, unexplained: left } = r;
        table += &format!("| {block} | {events} | {mutants} | {found} | {at_once} | {proved} | {argued} | {left} |\n");
    }
    if !verdict.shortfalls.is_empty() {
        table += "\nWhat is left:\n```text\n";
        verdict.shortfalls.iter().for_each(|s| table += &format!("{s}\n"));
        table += "```\n";
    }
    Some(format!("{before}{BEGIN}\n{table}{END}{after}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_the_table_and_what_is_left_and_keeps_its_text() {
        let row = Row {
            block: "psn".into(),
            events: 100,
            mutants: 5,
            found: 3,
            at_once: 2,
            proved: 1,
            argued: 0,
            unexplained: 1,
        };
        let verdict = Verdict { rows: vec![row], shortfalls: vec!["psn: not found: x".into()] };
        let page = format!("head\n{BEGIN}\nold\n{END}\ntail\n");
        let new = put(&page, &verdict, "Today:").expect("markers");
        assert!(new.starts_with("head\n") && new.ends_with("\ntail\n") && !new.contains("old"));
        assert!(new.contains("| all | 100 | 5 | 3 | 2 | 1 | 0 | 1 |") && new.contains("psn: not found: x"));
        assert_eq!(put(&new, &verdict, "Today:").as_deref(), Some(new.as_str()));
        assert!(put("no markers", &verdict, "").is_none());
        assert!(plain(&verdict).lines().last().is_some_and(|l| l.starts_with("all")));
    }
}
