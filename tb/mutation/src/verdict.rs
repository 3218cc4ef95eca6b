//! Whether the benches found enough: every mutant was found, or is proved to be none; what is listed is what there is.

use serde::Serialize;

use crate::explained::{Proof, Survivor};
use crate::hunt::Hunt;

/// So many mutants at least, over all blocks.
pub const LEAST: usize = 1_000;

/// A block's line of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    pub block: String,
    /// Events that a mutant was hunted with at the most.
    pub events: u64,
    pub mutants: usize,
    pub found: usize,
    /// Of these, within 2,000 events: four short runs.
    pub at_once: usize,
    pub proved: usize,
    /// Listed with a reason that no tool has shown.
    pub argued: usize,
    pub unexplained: usize,
}

/// All lines, and what is wrong, if anything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verdict {
    pub rows: Vec<Row>,
    pub shortfalls: Vec<String>,
}

/// Looks at the hunts. `proved` says of a survivor that is listed whether its proof holds; `least` mutants are expected
/// in all.
pub fn judge<E>(
    hunts: &[Hunt],
    listed: &[Survivor],
    least: usize,
    mut proved: impl FnMut(&Survivor) -> Result<bool, E>,
) -> Result<Verdict, E> {
    let mut verdict = Verdict::default();
    for hunt in hunts {
        let mut row = Row {
            block: hunt.block.clone(),
            events: hunt.events,
            mutants: hunt.fates.len(),
            found: hunt.fates.iter().filter(|f| f.found.is_some()).count(),
            at_once: hunt.fates.iter().filter(|f| f.found.is_some() && f.quick).count(),
            proved: 0,
            argued: 0,
            unexplained: 0,
        };
        for fate in hunt.fates.iter().filter(|f| f.found.is_none()) {
            match listed.iter().find(|s| s.block == hunt.block && s.mutant == fate.mutant) {
                Some(survivor) if survivor.proof == Proof::Argument => row.argued += 1,
                Some(survivor) if proved(survivor)? => row.proved += 1,
                Some(_) => {
                    row.unexplained += 1;
                    verdict.shortfalls.push(format!("{}: its proof does not hold: {}", hunt.block, fate.mutant));
                }
                None => {
                    row.unexplained += 1;
                    let events = hunt.events;
                    verdict.shortfalls.push(format!("{}: not found in {events} events: {}", hunt.block, fate.mutant));
                }
            }
        }
        for survivor in listed.iter().filter(|s| s.block == hunt.block) {
            match hunt.fates.iter().find(|f| f.mutant == survivor.mutant) {
                Some(fate) if fate.found.is_some() => {
                    verdict.shortfalls.push(format!("{}: listed, but it is found: {}", hunt.block, fate.mutant));
                }
                Some(_) => {}
                None => {
                    verdict.shortfalls.push(format!("{}: listed, but no mutant: {}", hunt.block, survivor.mutant));
                }
            }
        }
        verdict.rows.push(row);
    }
    let all: usize = verdict.rows.iter().map(|r| r.mutants).sum();
    if all < least || all == 0 {
        verdict.shortfalls.push(format!("{all} mutants, expected at least {}", least.max(1)));
    }
    Ok(verdict)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;
    use crate::hunt::Fate;

    fn hunts() -> Vec<Hunt> {
        let fate = |name: &str, found: bool| Fate {
            mutant: name.into(),
            found: found.then(|| "MISMATCH".into()),
            events: 9,
            quick: found,
        };
        vec![Hunt { block: "psn".into(), fates: vec![fate("a", true), fate("b", false)], events: 100 }]
    }

    fn listed(mutant: &str) -> Survivor {
        Survivor { block: "psn".into(), mutant: mutant.into(), proof: Proof::Module, reason: "r".into() }
    }

    fn shortfalls(listed: &[Survivor], least: usize, holds: bool) -> Vec<String> {
        judge::<()>(&hunts(), listed, least, |_| Ok(holds)).expect("judged").shortfalls
    }

    #[test]
    fn a_survivor_must_be_listed_and_its_proof_must_hold() {
        assert_eq!(shortfalls(&[listed("b")], 2, true), Vec::<String>::new());
        assert_eq!(shortfalls(&[], 2, true), ["psn: not found in 100 events: b"]);
        assert_eq!(shortfalls(&[listed("b")], 2, false), ["psn: its proof does not hold: b"]);
        let verdict = judge::<()>(&hunts(), &[listed("b")], 2, |_| Ok(true)).expect("judged");
        let Row { mutants, found, at_once, proved, unexplained, .. } = verdict.rows[0];
        assert_eq!((mutants, found, at_once, proved, unexplained), (2, 1, 1, 1, 0));
        // what is only argued is told apart, whatever a tool would say
        let argued = Survivor { proof: Proof::Argument, ..listed("b") };
        let verdict = judge::<()>(&hunts(), &[argued], 2, |_| Err(())).expect("judged");
        assert_eq!((verdict.rows[0].proved, verdict.rows[0].argued, verdict.shortfalls.len()), (0, 1, 0));
    }

    #[test]
    fn an_entry_of_a_mutant_that_is_found_or_that_is_none_is_a_shortfall() {
        assert_eq!(shortfalls(&[listed("b"), listed("a")], 2, true), ["psn: listed, but it is found: a"]);
        assert_eq!(shortfalls(&[listed("b"), listed("c")], 2, true), ["psn: listed, but no mutant: c"]);
    }

    #[test]
    fn too_few_mutants_are_a_shortfall_and_none_always() {
        assert_eq!(shortfalls(&[listed("b")], 3, true), ["2 mutants, expected at least 3"]);
        let none = judge::<()>(&[], &[], 0, |_| Ok(true)).expect("judged");
        assert_eq!(none.shortfalls, ["0 mutants, expected at least 1"]);
    }
}
