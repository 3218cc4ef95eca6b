//! What is mutated, and which tests a mutant meets.

/// Tests that take a mutant one after the other.
pub struct Stage {
    pub name: &'static str,
    /// The package whose tests they are.
    pub package: &'static str,
    /// Which of its tests are built.
    pub targets: &'static [&'static str],
    /// What their harness is told.
    pub harness: &'static [&'static str],
    pub profile: &'static str,
    /// Seconds after which a mutant counts as found, because it hangs.
    pub timeout: u32,
}

/// A package and its stages, the quickest first.
pub struct Part {
    pub name: &'static str,
    pub package: &'static str,
    pub stages: &'static [Stage],
}

const HERE: &str = env!("CARGO_PKG_NAME");
const TREE: &str = "ackwright";

/// Tests of seconds and minutes, by a part of their names. The second stage has them all.
const SLOW: &[&str] = &[
    "--skip=drift_stays",
    "--skip=good_acks_that_span",
    "--skip=of_the_ideal_at",
    "--skip=simulators_units",
    "--skip=power_of_two_exactly",
    "--skip=no_ack_more_than_doubles",
    "--skip=reference::",
    "--skip=advance_idle_equals",
    "--skip=growth_is_within",
    "--skip=events_are_neither",
    "--skip=rtt_over_cw",
    "--skip=closed_form_is",
    "--skip=33_for_every_interval",
    "--skip=derived_registers",
];

pub const PARTS: [Part; 2] = [
    Part {
        name: "emit",
        package: "ackwright-emit",
        stages: &[
            Stage {
                name: "text",
                package: HERE,
                targets: &["--test=emit"],
                harness: &[],
                profile: "mutants",
                timeout: 40,
            },
            Stage {
                name: "units",
                package: "ackwright-emit",
                targets: &["--lib"],
                harness: &[],
                profile: "mutants",
                timeout: 40,
            },
            Stage {
                name: "emission",
                package: "ackwright-hdl",
                targets: &["--test=emission"],
                harness: &[],
                profile: "mutants",
                timeout: 40,
            },
            Stage {
                name: "patterns",
                package: TREE,
                targets: &["--test=all"],
                harness: &["emit::"],
                profile: "release",
                timeout: 900,
            },
        ],
    },
    Part {
        name: "model",
        package: "ackwright-model",
        stages: &[
            Stage {
                name: "quick",
                package: HERE,
                targets: &["--test=model"],
                harness: SLOW,
                profile: "mutants",
                timeout: 40,
            },
            Stage {
                name: "units",
                package: "ackwright-model",
                targets: &["--lib"],
                harness: &[],
                profile: "mutants",
                timeout: 40,
            },
            Stage {
                name: "whole",
                package: HERE,
                targets: &["--test=model"],
                harness: &[],
                profile: "release",
                timeout: 600,
            },
            Stage {
                name: "rtl",
                package: TREE,
                targets: &["--test=model_equals_rtl"],
                harness: &[],
                profile: "release",
                timeout: 900,
            },
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_stage_has_a_name_of_its_own_in_its_part_and_builds_named_tests_alone() {
        for part in PARTS {
            let names: BTreeSet<_> = part.stages.iter().map(|s| s.name).collect();
            assert_eq!(names.len(), part.stages.len(), "{}", part.name);
            assert!(part.stages.iter().all(|s| !s.targets.is_empty()), "{}", part.name);
        }
    }
}
