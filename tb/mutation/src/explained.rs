//! `survivors.toml`: the mutants that no stimulus can find, each with the reason and the proof that there is nothing to
//! find.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::prove::Scope;

/// By what it is known that there is nothing to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Proof {
    /// abc, of the module that has the mutant.
    Module,
    /// abc, of the whole block.
    Block,
    /// The reason alone: no tool has shown it.
    Argument,
}

impl Proof {
    /// What is proved by a tool.
    pub fn scope(self) -> Option<Scope> {
        match self {
            Proof::Module => Some(Scope::Module),
            Proof::Block => Some(Scope::Block),
            Proof::Argument => None,
        }
    }
}

impl From<Scope> for Proof {
    fn from(scope: Scope) -> Proof {
        match scope {
            Scope::Module => Proof::Module,
            Scope::Block => Proof::Block,
        }
    }
}

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Survivor {
    pub block: String,
    /// Its name, as `mutation` prints it.
    pub mutant: String,
    /// A proof is made again on every run.
    pub proof: Proof,
    /// Why it is no bug, in words.
    pub reason: String,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    survivor: Vec<Survivor>,
}

pub fn parse(text: &str) -> Result<Vec<Survivor>, String> {
    let file: File = toml::from_str(text).map_err(|e| e.message().to_owned())?;
    // where the words are all there is, a few are not enough
    let least = |s: &Survivor| if s.proof == Proof::Argument { 80 } else { 1 };
    if let Some(survivor) = file.survivor.iter().find(|s| s.reason.trim().len() < least(s)) {
        return Err(format!("{}: {}: expected a reason", survivor.block, survivor.mutant));
    }
    for (i, survivor) in file.survivor.iter().enumerate() {
        if file.survivor[..i].iter().any(|s| s.block == survivor.block && s.mutant == survivor.mutant) {
            return Err(format!("{}: {}: it is listed twice", survivor.block, survivor.mutant));
        }
    }
    Ok(file.survivor)
}

pub fn read(path: &Path) -> Result<Vec<Survivor>, Error> {
    let text = std::fs::read_to_string(path).map_err(Error::io(path))?;
    parse(&text).map_err(|what| Error::Input(format!("{}: {what}", path.display())))
}

/// The text of some entries, to be put behind those that are there.
pub fn text(survivors: &[Survivor]) -> String {
    toml::to_string(&File { survivor: survivors.to_vec() }).unwrap_or_default()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_an_entry_needs_a_reason_and_a_proof() {
        let one = Survivor {
            block: "psn".into(),
            mutant: "a.v:1.2-1.3 sub.Y[0]: inv".into(),
            proof: Proof::Block,
            reason: "masked".into(),
        };
        assert_eq!(parse(&text(std::slice::from_ref(&one))), Ok(vec![one.clone()]));
        let blank = Survivor { reason: " ".into(), ..one.clone() };
        let bare = Survivor { proof: Proof::Argument, ..one.clone() };
        for short in [blank, bare] {
            assert!(parse(&text(&[short])).expect_err("no reason").contains("expected a reason"));
        }
        assert!(parse(&text(&[one.clone(), one])).expect_err("twice").contains("twice"));
        assert!(parse("[[survivor]]\nblock = \"psn\"\nmutant = \"m\"\nreason = \"r\"\n").is_err());
    }
}
