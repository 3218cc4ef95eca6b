//! Points that need not be reached, each with its reason. A waiver holds as long as all that it names is there and
//! unreached: one that names nothing, or a point that a run reaches, is an error of its own.

use std::{fs, path::Path};

use regex::Regex;
use serde::Deserialize;

use crate::Error;

/// One entry of the file: patterns are regular expressions for the whole name.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Waiver {
    /// `line`, `branch`, `toggle`, `functional`.
    pub kind: String,
    /// The module, such as `ackw_mul_wide`; of a functional point the block.
    pub module: String,
    /// A toggle: `signal[bit]:0->1`; a line or a branch: the text of its line of Verilog, without spaces around it,
    /// behind `if`, `else` or what else it is; a functional point: its name. Each of the patterns must hold.
    pub at: Vec<String>,
    /// Why no run can reach it.
    pub reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    waiver: Vec<Waiver>,
}

/// One pattern of a waiver, and what it has met.
struct Held {
    kind: String,
    name: String,
    module: Regex,
    at: Regex,
    unreached: u64,
    reached: Vec<String>,
}

/// The waivers of a file.
#[derive(Default)]
pub struct Waivers {
    held: Vec<Held>,
    waivers: usize,
}

impl Waivers {
    pub fn read(path: &Path) -> Result<Waivers, Error> {
        let text = fs::read_to_string(path).map_err(Error::io(path))?;
        Waivers::parse(&text).map_err(|what| Error::Waiver { path: path.into(), what })
    }

    /// The error is half a sentence.
    pub fn parse(text: &str) -> Result<Waivers, String> {
        let file: File = toml::from_str(text).map_err(|e| e.to_string().trim().replace('\n', " "))?;
        let whole = |p: &str| Regex::new(&format!("^(?:{p})$")).map_err(|e| format!("`{p}`: {e}").replace('\n', " "));
        let (mut held, waivers) = (vec![], file.waiver.len());
        for Waiver { kind, module, at, reason } in file.waiver {
            if !["line", "branch", "toggle", "functional"].contains(&kind.as_str()) {
                return Err(format!("kind `{kind}`: expected line, branch, toggle or functional"));
            }
            if reason.trim().is_empty() || at.is_empty() {
                return Err(format!("{kind} {at:?} in `{module}` has no reason, or names nothing"));
            }
            for at in at {
                let name = format!("waiver of {kind} `{at}` in `{module}`");
                let (module, at) = (whole(&module)?, whole(&at)?);
                held.push(Held { kind: kind.clone(), name, module, at, unreached: 0, reached: vec![] });
            }
        }
        Ok(Waivers { held, waivers })
    }

    pub fn len(&self) -> usize {
        self.waivers
    }

    pub fn is_empty(&self) -> bool {
        self.waivers == 0
    }

    /// Whether a point is waived that was not reached. One that was is remembered against the waivers that name it.
    pub(super) fn waives(&mut self, kind: &str, module: &str, at: &str, reached: bool) -> bool {
        let mut waived = false;
        for held in &mut self.held {
            if held.kind != kind || !held.module.is_match(module) || !held.at.is_match(at) {
                continue;
            }
            waived = true;
            match reached {
                true => held.reached.push(format!("{module} {at}")),
                false => held.unreached += 1,
            }
        }
        waived && !reached
    }

    /// The waivers that do not hold, each in a line.
    pub(super) fn stale(&self) -> Vec<String> {
        let line = |held: &Held| {
            let name = &held.name;
            match held.reached.as_slice() {
                [first, rest @ ..] => Some(format!("{name} is stale: {first} was reached, and {} more", rest.len())),
                [] if held.unreached == 0 => Some(format!("{name} is stale: there is no such point")),
                [] => None,
            }
        };
        self.held.iter().filter_map(line).collect()
    }
}
