//! The bench of a block run for each mutant: a few events find most, many events the rest or none.

use serde::{Deserialize, Serialize};
use tb::{Budget, Builder, Options, Rung, Variant, Verdict, blocks, rng::splitmix64};

use crate::Error;
use crate::block::Mutated;
use crate::choice::CONTROL;

/// How long a mutant is hunted: in as many passes as `verify` makes, with its seeds, so that what is found here,
/// `verify` finds; and with some other seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Effort {
    /// Events of all passes at the last.
    pub events: u64,
    pub seed: u64,
}

const PASSES: u64 = 4;
/// Events of a pass: few find most.
const LENGTHS: [u64; 3] = [500, 5_000, 50_000];
/// Other seeds than those of `verify`, at the most, and events of each.
const OTHERS: u64 = 40;
const OTHERS_LENGTH: u64 = 5_000;

impl Effort {
    /// Events of a pass, and its seed, in the order they are tried: each pass first in short; before the passes are
    /// long, as many other seeds as there is time for, for each draws parameters of its own.
    fn runs(self) -> Vec<(u64, u64)> {
        let most = (self.events / PASSES).max(1);
        let lengths = LENGTHS.into_iter().filter(|n| *n < most).chain([most]);
        let seed = |pass: u64| if pass == 0 { self.seed } else { splitmix64(self.seed ^ pass << 56) };
        let passes = lengths.flat_map(|n| (0..PASSES).map(move |pass| (n, seed(pass))));
        let mut runs: Vec<_> = passes.collect();
        let others = (PASSES..PASSES + self.others()).map(|pass| (OTHERS_LENGTH, seed(pass)));
        let long = runs.iter().position(|(n, _)| *n > OTHERS_LENGTH).unwrap_or(runs.len());
        runs.splice(long..long, others);
        runs
    }

    fn others(self) -> u64 {
        (self.events / 2 / OTHERS_LENGTH).min(OTHERS)
    }
}

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fate {
    pub mutant: String,
    /// The verdict of the bench, none if it was equal to the last.
    pub found: Option<String>,
    /// Events that the run which found it had taken by then.
    pub events: u64,
    /// Whether the shortest runs found it.
    pub quick: bool,
}

/// A hunt in one block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hunt {
    pub block: String,
    pub fates: Vec<Fate>,
    /// Events of a mutant that was not found.
    pub events: u64,
}

/// Hunts each mutant. `progress` is told after each.
pub fn hunt(builder: &Builder, mutated: &Mutated, effort: Effort, progress: &mut dyn FnMut()) -> Result<Hunt, Error> {
    hunt_some(builder, mutated, &|_| true, effort, progress)
}

/// Hunts those that are `wanted` by name.
pub fn hunt_some(
    builder: &Builder,
    mutated: &Mutated,
    wanted: &dyn Fn(&str) -> bool,
    effort: Effort,
    progress: &mut dyn FnMut(),
) -> Result<Hunt, Error> {
    // one build holds them all; as long as it is loaded, a run opens it for nothing
    let _loaded = builder.load(&mutated.design, Variant::Quick)?;
    let last = effort.runs().last().map_or(0, |(events, _)| *events);
    for (_, seed) in effort.runs().into_iter().filter(|(events, _)| *events == last) {
        if let (Some(what), events) = run(builder, mutated, 0, (last, seed))? {
            let block = &mutated.block;
            return Err(Error::Input(format!("{block} without a mutant: {what} after {events} events, seed {seed}")));
        }
    }
    let mut fates = vec![];
    for mutant in mutated.mutants.iter().filter(|m| wanted(&m.name)) {
        let mut fate = Fate { mutant: mutant.name.clone(), found: None, events: 0, quick: false };
        for work in effort.runs() {
            (fate.found, fate.events) = run(builder, mutated, mutant.number, work)?;
            if fate.found.is_some() {
                fate.quick = work.0 <= LENGTHS[0];
                break;
            }
        }
        fates.push(fate);
        progress();
    }
    Ok(Hunt { block: mutated.block.clone(), fates, events: effort.events })
}

/// The verdict of one run if it is not equal, and how many events it took.
fn run(
    builder: &Builder,
    mutated: &Mutated,
    mutant: u64,
    (events, seed): (u64, u64),
) -> Result<(Option<String>, u64), Error> {
    let design = mutated.design.clone().hold(CONTROL.0, mutant)?;
    let budget = Budget { runs: 0, cycles: 0 };
    let config = mutated.config.hash();
    let options = Options { budget, short: true, counted: mutated.counted, config, ..Options::new(events, seed) };
    match blocks::run(Rung::Rtl(builder), &mutated.block, &mutated.config, &design, &options, &mut |_| {}) {
        Ok(outcome) => {
            let found = (outcome.verdict != Verdict::Equal).then(|| outcome.verdict.to_string());
            Ok((found, outcome.events))
        }
        // a loop that a mutant closes and that does not settle
        Err(tb::Error::Simulation { what }) if mutant != 0 && what.contains("converge") => {
            Ok((Some("UNSETTLED".into()), 0))
        }
        Err(e) => Err(e.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pass_of_verify_is_run_at_every_length() {
        let runs = Effort { events: 40_000, seed: 1 }.runs();
        let others = [5_000; 4];
        assert_eq!(runs.iter().map(|r| r.0).collect::<Vec<_>>(), [[500; 4], [5_000; 4], others, [10_000; 4]].concat());
        let seeds: std::collections::HashSet<_> = runs[4..12].iter().map(|r| r.1).collect();
        assert_eq!(seeds.len(), 8);
        assert!(runs[0].1 == 1 && runs[4].1 == 1 && runs[1].1 == runs[5].1);
        assert_eq!(Effort { events: 1, seed: 7 }.runs().len(), 4);
    }
}
