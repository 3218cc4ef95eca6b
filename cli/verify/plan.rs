//! How a block's events are split into runs, and runs into shards.
//!
//! A run starts from reset, with parameters and events of its own seed, and does not know of the others: so it is what
//! a shard is made of, what is done again after a kill, and what a campaign adds up. Which runs there are follows from
//! events and seed alone. The shards of a campaign are therefore the campaign without shards, run by run.

use super::bench::Held;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A run has no more events than this: seconds of the largest block.
const MOST: u64 = 250_000;
/// A block has at least so many runs, each with parameters of its own.
const LEAST_RUNS: u64 = 4;
/// On the rung `netlist` synthesis and compilation take longer than such a run.
const NETLIST_EVENTS: u64 = 20_000;
/// On the rung `sim`, which is a thousand times as slow, the initialisation of many QPs alone takes seconds: one run.
const SIM_MOST: u64 = 2_000;

/// A block has at most so many runs: there is a place in memory for each.
const MOST_RUNS: u64 = 4_000_000;

/// The work on one block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    pub events: u64,
    pub seed: u64,
    pub runs: u64,
}

/// A part of it that is done in one go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    pub index: u64,
    pub events: u64,
    pub seed: u64,
}

impl Plan {
    pub fn new(events: u64, seed: u64, rung: Held) -> Plan {
        let runs = match rung {
            Held::Rtl | Held::Netlist => events.div_ceil(MOST).max(LEAST_RUNS),
            Held::Sim => events.div_ceil(SIM_MOST),
        };
        Plan { events, seed, runs: runs.min(events) }
    }

    /// The most events of a block.
    pub fn most_events(rung: Held) -> u64 {
        MOST_RUNS
            * match rung {
                Held::Rtl | Held::Netlist => MOST,
                Held::Sim => SIM_MOST,
            }
    }

    /// The events of each block where nobody says how many.
    pub fn default_events(rung: Held) -> u64 {
        match rung {
            Held::Rtl => LEAST_RUNS * MOST,
            Held::Sim => SIM_MOST,
            Held::Netlist => NETLIST_EVENTS,
        }
    }

    pub fn run(&self, index: u64) -> Run {
        let events = self.events / self.runs + u64::from(index < self.events % self.runs);
        Run { index, events, seed: self.seed_of(index) }
    }

    /// Run 0 has the seed that was given, so that the rerun line of a report begins with the run that failed.
    fn seed_of(&self, index: u64) -> u64 {
        let spread = tb::rng::splitmix64(self.seed ^ index << 56);
        match index {
            0 => self.seed,
            1..256 => spread,
            _ => tb::rng::splitmix64(spread ^ index >> 8),
        }
    }

    /// The runs of a shard: every n-th.
    pub fn of(self, shard: Shard) -> impl Iterator<Item = Run> {
        (shard.index..self.runs).step_by(shard.count as usize).map(move |index| self.run(index))
    }
}

/// Which part of the work is done: 1/4 to 4/4, say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Shard {
    /// From 0.
    pub index: u64,
    pub count: u64,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let number = |s: &str| s.parse::<u64>().ok();
        let parsed = text.split_once('/').and_then(|(i, n)| Some((number(i)?, number(n)?)));
        match parsed {
            Some((i, n)) if 1 <= i && i <= n => Ok(Shard { index: i - 1, count: n }),
            _ => Err("expected I/N with 1 <= I <= N".into()),
        }
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Shard, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn shards_are_the_plan_and_runs_are_its_events() {
        for (events, rung, runs) in [
            (1, Held::Rtl, 1),
            (3, Held::Rtl, 3),
            (1_000_000, Held::Rtl, 4),
            (1_000_001, Held::Rtl, 5),
            (100_000_000, Held::Rtl, 400),
            (2_000, Held::Sim, 1),
            (2_001, Held::Sim, 2),
        ] {
            let plan = Plan::new(events, 7, rung);
            assert_eq!(plan.runs, runs, "{events} events");
            let all: Vec<Run> = plan.of(Shard { index: 0, count: 1 }).collect();
            assert_eq!(all.iter().map(|r| r.events).sum::<u64>(), events);
            assert!(all.iter().all(|r| r.events <= MOST));
            for count in [1, 2, 3, runs, runs + 1] {
                let mut parts: Vec<Run> = (0..count).flat_map(|index| plan.of(Shard { index, count })).collect();
                parts.sort_by_key(|r| r.index);
                assert_eq!(parts, all, "{events} events in {count} shards");
            }
        }
    }

    #[test]
    fn no_two_runs_have_a_seed_in_common() {
        let seeds: HashSet<u64> = (1..4)
            .flat_map(|seed| Plan::new(1_000_000_000, seed, Held::Rtl).of(Shard { index: 0, count: 1 }))
            .map(|r| r.seed)
            .collect();
        assert_eq!(seeds.len(), 3 * 4_000);
    }

    #[test]
    fn a_shard_is_read_as_it_is_printed() {
        assert_eq!("2/5".parse::<Shard>(), Ok(Shard { index: 1, count: 5 }));
        assert_eq!(Shard { index: 1, count: 5 }.to_string(), "2/5");
        for bad in ["", "0/1", "3/2", "1/", "a/b", "1/2/3", "-1/2"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad:?}");
        }
    }
}
