//! What makes windows and rates, and the algorithms that it has.

use crate::failure::{Failure, Result};
use fabric::nic::Algorithm;
use fabric::scenario::Scenario;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nic {
    /// The golden model's pure steps.
    Function,
    /// The engine's cycle model.
    Cycle,
    /// The Verilated engine in lockstep with it.
    Rtl,
    /// Exact fractions.
    Ideal,
    /// The reference senders.
    Reference,
}

/// A NIC by its name.
pub fn named(text: &str) -> std::result::Result<Nic, String> {
    let expected = "expected function, cycle, rtl, ideal or reference";
    match text {
        "function" => Ok(Nic::Function),
        "cycle" => Ok(Nic::Cycle),
        "rtl" => Ok(Nic::Rtl),
        "reference" => Ok(Nic::Reference),
        "ideal" => Ok(Nic::Ideal),
        _ => Err(expected.to_owned()),
    }
}

impl Nic {
    const ALL: [Nic; 5] = [Nic::Function, Nic::Cycle, Nic::Rtl, Nic::Ideal, Nic::Reference];

    fn name(self) -> &'static str {
        match self {
            Nic::Function => "function",
            Nic::Cycle => "cycle",
            Nic::Rtl => "rtl",
            Nic::Ideal => "ideal",
            Nic::Reference => "reference",
        }
    }

    fn of(algorithm: Algorithm) -> Nic {
        match algorithm {
            Algorithm::Golden(_) => Nic::Function,
            Algorithm::Cycle(_) => Nic::Cycle,
            Algorithm::Rtl(_) => Nic::Rtl,
            Algorithm::Ideal(_) => Nic::Ideal,
            Algorithm::Reference(_) => Nic::Reference,
        }
    }

    /// Its algorithms with their names here; in results NICs are side by side, so there all names differ.
    fn algorithms(self) -> impl Iterator<Item = (&'static str, Algorithm)> {
        let all = Algorithm::ALL.into_iter().filter(move |&(_, algorithm)| Nic::of(algorithm) == self);
        all.map(|(name, algorithm)| match algorithm {
            Algorithm::Golden(_) => (name, algorithm),
            Algorithm::Cycle(golden) | Algorithm::Rtl(golden) | Algorithm::Ideal(golden) => {
                (Algorithm::Golden(golden).name(), algorithm)
            }
            Algorithm::Reference(mode) => (mode.name(), algorithm),
        })
    }

    /// The names in a row.
    pub fn names(self) -> String {
        self.algorithms().map(|(name, _)| name).collect::<Vec<_>>().join(", ")
    }
}

/// An algorithm's name, whatever NIC it is of.
pub fn name_of(algorithm: Algorithm) -> &'static str {
    Nic::of(algorithm).algorithms().find(|(_, other)| *other == algorithm).map_or("", |(name, _)| name)
}

/// Groups of an algorithm without a NIC are of this one.
pub fn groups(nic: Option<Nic>, scenario: &mut Scenario) {
    let Some(nic) = nic else { return };
    for cc in scenario.group.iter_mut().filter_map(|group| group.cc.as_mut()) {
        let same = nic.algorithms().find(|(name, _)| Nic::of(*cc) == Nic::Function && *name == name_of(*cc));
        *cc = same.map_or(*cc, |(_, algorithm)| algorithm);
    }
}

/// The algorithms to run: those that were asked for by name, or the scenario's.
pub fn algorithms(nic: Option<Nic>, names: &[String], scenario: &Scenario) -> Result<Vec<Algorithm>> {
    let mut all = Vec::new();
    for name in names {
        let of = nic.unwrap_or(Nic::Function);
        let Some((_, algorithm)) = of.algorithms().find(|(other, _)| other == name) else {
            let elsewhere = Nic::ALL.into_iter().find(|nic| nic.algorithms().any(|(other, _)| other == name));
            let hint = elsewhere.map_or(String::new(), |nic| format!(", or --nic {} with it", nic.name()));
            let name = name.escape_debug();
            return Err(Failure::input(format_args!("--cc {name}: expected one of {}{hint}", of.names())));
        };
        if all.contains(&algorithm) {
            return Err(Failure::input(format_args!("--cc {name}: expected each algorithm once")));
        }
        all.push(algorithm);
    }
    if all.is_empty() {
        // the same algorithm of that NIC, if it has it
        let same = nic.and_then(|nic| nic.algorithms().find(|(name, _)| *name == name_of(scenario.cc)));
        all.push(same.map_or(scenario.cc, |(_, algorithm)| algorithm));
    }
    if let Some(nic) = nic {
        let groups = scenario.group.iter().filter_map(|group| group.cc);
        if let Some(other) = all.iter().copied().chain(groups).find(|&algorithm| Nic::of(algorithm) != nic) {
            let (nic, names, other) = (nic.name(), nic.names(), other.name());
            let what = format!("the scenario has flows of {other}, which it does not have: expected all of {names}");
            return Err(Failure::input(format_args!("--nic {nic}: {what}")));
        }
    }
    Ok(all)
}
