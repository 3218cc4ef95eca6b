//! Scenarios that are the public files unchanged: a topology, and flows or a distribution of their sizes.

use super::{Kind, Scenario, ScenarioError, Source};
use crate::flow::FlowSpec;
use crate::read::{ReadError, first_words, text};
use crate::topology::Topology;
use std::path::{Path, PathBuf};

const TOPOLOGY: &str = "topology.txt";
const FLOWS: &str = "flow.txt";

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
        if text.trim_start().starts_with(|c: char| c.is_ascii_uppercase() || c == '#') {
            return Ok(Role::Config);
        }
        let (words, line) = first_words(&text);
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

    /// `topology.txt` of a folder with its `flow.txt`; where there is none, with the one other text file, a CDF.
    fn of_folder(folder: &Path) -> Result<Self, ScenarioError> {
        let io = |source| ReadError::Io { file: folder.to_owned(), source };
        let name = folder.canonicalize().map_err(io)?;
        let name = name.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let has = |file: &str| folder.join(file).is_file();
        let wrong = |what: &str| Err(ScenarioError::Files { at: folder.to_owned(), what: what.to_owned() });
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
        let mut scenario = Self::empty(Kind::Files);
        for file in files {
            let name = file.file_name().map(PathBuf::from).unwrap_or_default();
            let (place, what) = match Role::of(file)? {
                Role::Topology => (&mut scenario.topology, "one topology"),
                Role::Flows => (&mut scenario.flows, "one file of flows"),
                Role::Cdf => (&mut scenario.cdf, "one CDF"),
                Role::Config => {
                    let what = "expected a config.txt by itself, found other files with it".to_owned();
                    return Err(ScenarioError::Files { at: file.clone(), what });
                }
            };
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
        let of = scenario.flows.as_ref().or(scenario.cdf.as_ref());
        let file = files.iter().find(|file| file.file_name() == of.and_then(|name| name.file_name()));
        let file = file.cloned().unwrap_or_default();
        scenario.source = Source { file, text: String::new(), given: files.to_vec(), ..Source::default() };
        Ok(scenario)
    }

    /// The network of kind `files`.
    pub(super) fn topology_of_file(&self, hosts: u64) -> Result<Topology, ScenarioError> {
        let name = self.topology.as_deref().unwrap_or(Path::new(TOPOLOGY));
        Ok(Topology::read_connected(&self.beside(name), hosts)?)
    }

    /// The flows of kind `files`, if they are not to be drawn.
    pub(super) fn flows_of_file(&self, topology: &Topology, most: u64) -> Result<Vec<FlowSpec>, ScenarioError> {
        let name = self.flows.as_deref().unwrap_or(Path::new(FLOWS));
        Ok(FlowSpec::read_on(&self.beside(name), topology, most)?)
    }
}

fn built_in(name: &Path) -> bool {
    super::BUILT_IN.iter().any(|(other, _)| Path::new(other) == name)
}
