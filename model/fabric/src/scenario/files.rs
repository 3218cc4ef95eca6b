//! Scenarios that are the public files unchanged: a topology, and flows or a distribution of their sizes.

use super::{Given, Kind, Scenario, ScenarioError, Source};
use crate::flow::FlowSpec;
use crate::read::{ReadError, first_words, text};
use crate::topology::Topology;
use std::path::{Path, PathBuf};

const TOPOLOGY: &str = "topology.txt";
const FLOWS: &str = "flow.txt";
const CONFIG: &str = "config.txt";

/// What a file of a public format is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Role {
    Topology,
    Flows,
    Cdf,
    Config,
}

impl Role {
    /// Told by the names `topology.txt` and `flow.txt`; else by the first line: nodes, switches and links; the number
    /// of flows; bytes and per cent; a key or a comment.
    fn of(file: &Path) -> Result<Role, ReadError> {
        match file.file_name() {
            Some(name) if name == TOPOLOGY => return Ok(Role::Topology),
            Some(name) if name == FLOWS => return Ok(Role::Flows),
            _ => {}
        }
        let text = text(file)?;
        // a configuration may begin with comments
        let first = text.lines().map(str::trim_start).find(|line| !line.is_empty() && !line.starts_with('#'));
        // both of htsim's begin so
        if first.is_some_and(|line| line.split_whitespace().next() == Some("Nodes")) {
            let line = text.lines().position(|line| line.trim_start().starts_with("Nodes")).map_or(1, |line| line + 1);
            return Err(ReadError::Text {
                file: file.to_owned(),
                line,
                expected: "a topology.txt, flow.txt, CDF or config.txt of the public HPCC simulator".to_owned(),
                found: "a connection matrix or topology of htsim, which are not read here".to_owned(),
            });
        }
        let comments_alone = first.is_none() && !text.trim().is_empty();
        if comments_alone || first.is_some_and(|line| line.starts_with(|c: char| c.is_ascii_uppercase())) {
            return Ok(Role::Config);
        }
        let (words, line) = first_words(&text);
        let words = first.map_or(words, |line| line.split_whitespace().count());
        match words {
            3 => Ok(Role::Topology),
            1 => Ok(Role::Flows),
            2 => Ok(Role::Cdf),
            _ => Err(ReadError::Text {
                file: file.to_owned(),
                line,
                expected:
                    "nodes, switches and links (a topology), a number of flows, bytes and per cent (a CDF), or a key"
                        .to_owned(),
                found: format!("{words} words"),
            }),
        }
    }
}

impl Scenario {
    /// A scenario by what a command line gives: the name of one that is built in, a TOML file, a folder with a
    /// `topology.txt`, or the public files themselves, in any order.
    pub fn of(given: &[PathBuf]) -> Result<Self, ScenarioError> {
        match given {
            [one] if one.is_dir() && !built_in(one) => Self::of_folder(one),
            [one] if built_in(one) || !one.is_file() || one.extension().is_some_and(|end| end == "toml") => {
                Self::find(&one.to_string_lossy())
            }
            files => Self::of_files(files),
        }
    }

    /// `config.txt` of a folder, or else its `topology.txt` with its `flow.txt`; where there is none, with the one
    /// other text file, a CDF.
    fn of_folder(folder: &Path) -> Result<Self, ScenarioError> {
        let io = |source| ReadError::Io { file: folder.to_owned(), source };
        let name = folder.canonicalize().map_err(io)?;
        let name = name.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let has = |file: &str| folder.join(file).is_file();
        let wrong = |what: &str| Err(ScenarioError::Files { at: folder.to_owned(), what: what.to_owned() });
        if has(CONFIG) {
            let mut scenario = Self::of_config(&folder.join(CONFIG))?;
            let Given { topology, flows, .. } = &scenario.source.given;
            for (key, own, named) in [("topology", TOPOLOGY, topology), ("flows", FLOWS, flows)] {
                let same = named
                    .as_ref()
                    .and_then(|named| Some(named.canonicalize().ok()? == folder.join(own).canonicalize().ok()?));
                if has(own) && same != Some(true) {
                    return Err(
                        scenario.wrong(key, format!("expected the {own} that is in the folder, found another file"))
                    );
                }
            }
            scenario.source.name = Some(name);
            return Ok(scenario);
        }
        if !has(TOPOLOGY) {
            return wrong("expected a topology.txt in the folder, found none");
        }
        let mut files = vec![folder.join(TOPOLOGY)];
        if has(FLOWS) {
            files.push(folder.join(FLOWS));
        } else {
            let entries = std::fs::read_dir(folder).map_err(io)?.filter_map(|entry| Some(entry.ok()?.path()));
            let text = |file: &PathBuf| file.extension().is_some_and(|end| end == "txt" || end == "cdf");
            let others: Vec<_> = entries.filter(|file| file.is_file() && text(file) && *file != files[0]).collect();
            match <[PathBuf; 1]>::try_from(others) {
                Ok(cdf) => files.extend(cdf),
                Err(others) => {
                    let found = others.len();
                    return wrong(&format!("expected a flow.txt, or one CDF file, beside topology.txt, found {found}"));
                }
            }
        }
        let mut scenario = Self::of_files(&files)?;
        scenario.source.name = Some(name);
        Ok(scenario)
    }

    fn of_files(files: &[PathBuf]) -> Result<Self, ScenarioError> {
        if let [file] = files
            && Role::of(file)? == Role::Config
        {
            return Self::of_config(file);
        }
        let (mut scenario, mut given) = (Self::empty(Kind::Files), Given::default());
        for file in files {
            let name = file.file_name().map(PathBuf::from).unwrap_or_default();
            let (place, whole, what) = match Role::of(file)? {
                Role::Topology => (&mut scenario.topology, &mut given.topology, "one topology"),
                Role::Flows => (&mut scenario.flows, &mut given.flows, "one file of flows"),
                Role::Cdf => (&mut scenario.cdf, &mut given.cdf, "one CDF"),
                Role::Config => {
                    let what = "expected a config.txt by itself, found other files with it".to_owned();
                    return Err(ScenarioError::Files { at: file.clone(), what });
                }
            };
            *whole = Some(file.clone());
            if place.replace(name).is_some() {
                let what = format!("expected {what}, found a second");
                return Err(ScenarioError::Files { at: file.clone(), what });
            }
        }
        let Scenario { topology, flows, cdf, .. } = &scenario;
        let at = files.first().cloned().unwrap_or_default();
        let wrong = |what: &str| Err(ScenarioError::Files { at, what: what.to_owned() });
        match (topology, flows, cdf) {
            (None, ..) => return wrong("expected a topology with it (topology.txt)"),
            (Some(_), None, None) => return wrong("expected flows (flow.txt) or a CDF with it"),
            (Some(_), Some(_), Some(_)) => return wrong("expected flows or a CDF beside the topology, found both"),
            _ => {}
        }
        // what the traffic is, for the name and for messages
        let file = given.flows.clone().or(given.cdf.clone()).unwrap_or_default();
        scenario.source = Source { file, text: String::new(), given, ..Source::default() };
        Ok(scenario)
    }

    /// The file of the network.
    pub(super) fn topology_file(&self) -> Result<PathBuf, ScenarioError> {
        self.beside("topology", self.topology.as_deref().unwrap_or(Path::new(TOPOLOGY)))
    }

    /// The network of kind `files`, and what of its file is not read.
    pub(super) fn topology_of_file(&self, hosts: u64) -> Result<(Topology, Option<String>), ScenarioError> {
        let file = self.topology_file()?;
        let (topology, rest) = Topology::read_connected(&file, hosts)?;
        let unread = unread(&file, rest, topology.links().len(), "links");
        Ok((topology, unread))
    }

    /// The flows of kind `files`, if they are not to be drawn, and what of their file is not read.
    pub(super) fn flows_of_file(
        &self,
        topology: &Topology,
        most: u64,
    ) -> Result<(Vec<FlowSpec>, Option<String>), ScenarioError> {
        let file = self.beside("flows", self.flows.as_deref().unwrap_or(Path::new(FLOWS)))?;
        let (flows, rest) = FlowSpec::read_on(&file, topology, most)?;
        let unread = unread(&file, rest, flows.len(), "flows");
        Ok((flows, unread))
    }
}

/// The lines of a file that stand behind those that its first line counts: public files have notes there.
fn unread(file: &Path, rest: u64, counted: usize, what: &str) -> Option<String> {
    let lines = if rest == 1 { "line" } else { "lines" };
    (rest != 0).then(|| format!("{}: {rest} {lines} behind the {counted} {what} not read", file.display()))
}

fn built_in(name: &Path) -> bool {
    super::BUILT_IN.iter().any(|(other, _)| Path::new(other) == name)
}
