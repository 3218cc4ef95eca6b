//! What cargo-mutants wrote of each mutant, over all stages and shards.

use crate::Error;
use crate::parts::Stage;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// `outcomes.json`, as far as it is read.
#[derive(Deserialize)]
struct Outcomes {
    outcomes: Vec<Outcome>,
    end_time: Option<String>,
    cargo_mutants_version: String,
}

#[derive(Deserialize)]
struct Outcome {
    scenario: Scenario,
    summary: Fate,
}

#[derive(Deserialize)]
enum Scenario {
    Baseline,
    Mutant { name: String, file: String },
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
pub enum Fate {
    #[serde(rename = "CaughtMutant")]
    Caught,
    #[serde(rename = "MissedMutant")]
    Missed,
    Timeout,
    /// Does not compile.
    Unviable,
    /// Cargo itself failed.
    Failure,
    Success,
}

/// A mutant's fate in the last stage that it met.
#[derive(Clone, Debug)]
pub struct Mutant {
    pub file: String,
    pub fate: Fate,
    /// That stage, counted from 0.
    pub stage: usize,
}

/// All that was found of a part.
#[derive(Debug, Default)]
pub struct Results {
    pub mutants: BTreeMap<String, Mutant>,
    /// The shards that were run, as `k/n`.
    pub shards: BTreeSet<String>,
    pub versions: BTreeSet<String>,
    /// Of the trees that were mutated.
    pub revisions: BTreeSet<String>,
    /// Stages that were not run to their end.
    incomplete: Vec<String>,
    stages: Vec<&'static str>,
}

/// The file of a shard that says of which revision it is.
pub const REVISION: &str = "revision";

/// The names of the mutants that a stage missed.
pub fn missed(out: &Path) -> Result<Vec<String>, Error> {
    let outcomes: Outcomes = json(&out.join("mutants.out/outcomes.json"))?;
    let missed = outcomes.outcomes.into_iter().filter(|o| o.summary == Fate::Missed);
    Ok(missed.filter_map(|o| if let Scenario::Mutant { name, .. } = o.scenario { Some(name) } else { None }).collect())
}

fn json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, Error> {
    let text = std::fs::read_to_string(path).map_err(Error::io(path))?;
    serde_json::from_str(&text).map_err(|e| Error::Input(format!("{}: {e}", path.display())))
}

impl Results {
    /// What lies in the folder of a part: a folder for each shard, in it one for each stage.
    pub fn read(folder: &Path, stages: &[Stage]) -> Result<Results, Error> {
        let mut results = Results { stages: stages.iter().map(|s| s.name).collect(), ..Results::default() };
        let entries = match std::fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(results),
            Err(e) => return Err(Error::io(folder)(e)),
        };
        let mut shards = vec![];
        for entry in entries {
            shards.push(entry.map_err(Error::io(folder))?.path());
        }
        shards.sort();
        for shard in shards {
            results.add(&shard)?;
        }
        Ok(results)
    }

    fn add(&mut self, shard: &Path) -> Result<(), Error> {
        let name = shard.file_name().unwrap_or_default().to_string_lossy().replace("-of-", "/");
        for (i, stage) in self.stages.clone().into_iter().enumerate() {
            let out = shard.join(stage).join("mutants.out");
            if !out.is_dir() {
                break;
            }
            let planned: Vec<serde_json::Value> = json(&out.join("mutants.json"))?;
            let read: Outcomes = json(&out.join("outcomes.json"))?;
            let mut done = 0;
            for outcome in read.outcomes {
                let Scenario::Mutant { name, file } = outcome.scenario else { continue };
                done += 1;
                // a later stage may have run more than it was asked for
                if i == 0 || self.mutants.get(&name).is_some_and(|m| m.fate == Fate::Missed) {
                    self.mutants.insert(name, Mutant { file, fate: outcome.summary, stage: i });
                }
            }
            if read.end_time.is_none() || done != planned.len() {
                self.incomplete.push(format!("{name}, {stage}: {done} of {} mutants", planned.len()));
            }
            self.versions.insert(read.cargo_mutants_version);
        }
        self.revisions.extend(std::fs::read_to_string(shard.join(REVISION)));
        self.shards.insert(name);
        Ok(())
    }

    /// Shards that were not run, if no number of shards has all of them.
    pub fn absent(&self, part: &str) -> Option<String> {
        let mut run: BTreeMap<usize, usize> = BTreeMap::new();
        for n in self.shards.iter().filter_map(|s| s.split_once('/')?.1.parse().ok()) {
            *run.entry(n).or_default() += 1;
        }
        let (n, run) = run.into_iter().max_by(|a, b| (a.1 * b.0).cmp(&(b.1 * a.0)))?;
        (run < n).then(|| format!("{part}: {run} of {n} shards were run"))
    }

    /// Why the part is not what it should be: nothing was run, not all of it, or mutants were missed.
    pub fn shortfalls(&self, part: &str) -> Vec<String> {
        let mut shortfalls: Vec<String> = self.incomplete.iter().map(|what| format!("{part} {what}")).collect();
        if self.mutants.values().all(|m| m.fate == Fate::Unviable) {
            shortfalls.push(format!("{part}: no mutant was run"));
        }
        for (name, mutant) in &self.mutants {
            match mutant.fate {
                Fate::Caught | Fate::Timeout | Fate::Unviable => {}
                Fate::Missed if mutant.stage + 1 < self.stages.len() => {
                    shortfalls.push(format!(
                        "{name}: missed by {}, not run further",
                        self.stages[..=mutant.stage].join(", ")
                    ));
                }
                Fate::Missed => shortfalls.push(format!("{name}: missed")),
                Fate::Failure | Fate::Success => shortfalls.push(format!("{name}: no verdict")),
            }
        }
        shortfalls
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
pub mod tests {
    use super::*;
    use crate::parts::PARTS;
    use serde_json::json;

    /// The results of a part whose first stage and second stage said this of mutants `a`, `b`, … of one file.
    pub fn results(first: &[&str], second: Option<&[&str]>, end: Option<&str>) -> Results {
        let part = &PARTS[0];
        let folder = tempfile::tempdir().unwrap();
        let write = |stage: usize, fates: &[&str], names: &[String]| {
            let out = folder.path().join("0-of-4").join(part.stages[stage].name).join("mutants.out");
            std::fs::create_dir_all(&out).unwrap();
            let mutant = |n: &String| json!({"name": n, "file": "src/x.rs", "genre": "FnValue"});
            let outcome = |(f, n): (&&str, &String)| json!({"scenario": {"Mutant": mutant(n)}, "summary": f});
            let baseline = json!({"scenario": "Baseline", "summary": "Success"});
            let outcomes: Vec<_> = [baseline].into_iter().chain(fates.iter().zip(names).map(outcome)).collect();
            let all = json!({"outcomes": outcomes, "end_time": end, "cargo_mutants_version": "27.0.0"});
            std::fs::write(out.join("outcomes.json"), all.to_string()).unwrap();
            let planned: Vec<_> = names.iter().map(mutant).collect();
            std::fs::write(out.join("mutants.json"), json!(planned).to_string()).unwrap();
        };
        let names: Vec<String> = ('a'..).take(first.len()).map(String::from).collect();
        write(0, first, &names);
        if let Some(second) = second {
            let left = first.iter().zip(&names).filter(|(f, _)| **f == "MissedMutant").map(|(_, n)| n.clone());
            let left: Vec<String> = left.chain(["a".into()]).collect(); // which nobody asked for
            write(1, &second.iter().copied().chain(["MissedMutant"]).collect::<Vec<_>>(), &left);
        }
        Results::read(folder.path(), part.stages).unwrap()
    }

    const NOW: Option<&str> = Some("now");

    #[test]
    fn what_is_found_in_any_stage_is_found() {
        let found = results(&["CaughtMutant", "Timeout", "Unviable", "MissedMutant"], Some(&["CaughtMutant"]), NOW);
        assert_eq!(found.shortfalls("p"), Vec::<String>::new());
        assert_eq!(found.mutants["d"].stage, 1);
        assert!(found.shards.contains("0/4"));
        assert_eq!(found.absent("p").as_deref(), Some("p: 1 of 4 shards were run"));
    }

    #[test]
    fn a_missed_mutant_an_early_end_and_a_run_of_nothing_are_shortfalls() {
        let missed = results(&["CaughtMutant", "MissedMutant"], Some(&["MissedMutant"]), NOW);
        assert!(missed.shortfalls("p")[0].starts_with("b: missed"));
        let further = results(&["MissedMutant"], None, NOW);
        assert!(further.shortfalls("p")[0].contains("not run further"));
        let killed = results(&["CaughtMutant"], None, None);
        assert_eq!(killed.shortfalls("p"), ["p 0/4, text: 1 of 1 mutants"]);
        let short = results(&["CaughtMutant", "MissedMutant", "MissedMutant"], Some(&["CaughtMutant"]), NOW);
        assert!(short.shortfalls("p")[0].contains("units: 2 of 3 mutants"), "{:?}", short.shortfalls("p"));
        let nothing = Results::read(Path::new("nowhere"), PARTS[0].stages).unwrap();
        assert_eq!(nothing.shortfalls("p"), ["p: no mutant was run"]);
        assert_eq!(results(&["Unviable"], None, NOW).shortfalls("p"), ["p: no mutant was run"]);
        assert!(results(&["Failure"], None, NOW).shortfalls("p")[0].contains("no verdict"));
    }
}
