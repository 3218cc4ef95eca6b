//! Scenarios that are the public files unchanged: a topology, and flows or a distribution of their sizes.

use super::{Given, Kind, Scenario, ScenarioError, Source};
use crate::flow::FlowSpec;
use crate::read::htsim::Htsim;
use crate::read::{Matrix, ReadError, first_words, text};
use crate::topology::Topology;
use crate::trigger::Trigger;
use std::path::{Path, PathBuf};

const TOPOLOGY: &str = "topology.txt";
const FLOWS: &str = "flow.txt";
const CONFIG: &str = "config.txt";

/// What a file of a public format is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Role {
    Topology,
    /// htsim's.
    Tree,
    Flows,
    /// htsim's.
    Matrix,
    Cdf,
    Config,
}

/// Flows of a file, what starts those that have no time, and what of the file is not read.
type OfFile = (Vec<FlowSpec>, Vec<Trigger>, Option<String>);

impl Role {
    /// Told by the names `topology.txt` and `flow.txt`, and the endings `.topo` and `.cm`; else by the first line:
    /// `Nodes`, as both of htsim have; nodes, switches and links; the number of flows; bytes and per cent; a key or a
    /// comment.
    fn of(file: &Path) -> Result<Role, ReadError> {
        match file.file_name() {
            Some(name) if name == TOPOLOGY => return Ok(Role::Topology),
            Some(name) if name == FLOWS => return Ok(Role::Flows),
            _ => {}
        }
        let text = text(file)?;
        // a configuration may begin with comments
        let first = text.lines().map(str::trim_start).find(|line| !line.is_empty() && !line.starts_with('#'));
        match Htsim::of(file, &text) {
            Some(Htsim::Tree) => return Ok(Role::Tree),
            Some(Htsim::Matrix) => return Ok(Role::Matrix),
            None => {}
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
            files => match files.iter().find(|one| is_whole(one)) {
                Some(whole) => {
                    let what = "expected one scenario, or several public files of one (topology.txt, flow.txt, a CDF)";
                    let what = format!("{what}, found this and {} more", files.len() - 1);
                    Err(ScenarioError::Files { at: whole.clone(), what })
                }
                None => Self::of_files(files),
            },
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
            let of = |end: &str| {
                let entries = std::fs::read_dir(folder).map_err(io)?.filter_map(|entry| Some(entry.ok()?.path()));
                let files = entries.filter(|file| file.is_file() && file.extension().is_some_and(|other| other == end));
                Ok::<Vec<PathBuf>, ReadError>(files.collect())
            };
            let (trees, matrices) = (of("topo")?, of("cm")?);
            let files = match (&trees[..], &matrices[..]) {
                ([], _) => return wrong("expected a topology.txt or a .topo in the folder, found none"),
                ([tree], [matrix]) => [tree.clone(), matrix.clone()],
                _ => {
                    let (trees, matrices) = (trees.len(), matrices.len());
                    return wrong(&format!("expected one .topo and one .cm, found {trees} and {matrices}"));
                }
            };
            let mut scenario = Self::of_files(&files)?;
            scenario.source.name = Some(name);
            return Ok(scenario);
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
                Role::Topology | Role::Tree => (&mut scenario.topology, &mut given.topology, "one topology"),
                Role::Flows | Role::Matrix => (&mut scenario.flows, &mut given.flows, "one file of flows"),
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
            (None, ..) => {
                let what = "expected a topology with it (topology.txt, or htsim's .topo), or kind = \"matrix\" in a TOML \
                            scenario that names it";
                return wrong(if flows.is_some() { what } else { "expected a topology with it (topology.txt)" });
            }
            (Some(_), None, None) => return wrong("expected flows (flow.txt, or htsim's .cm) or a CDF with it"),
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
        if Role::of(&file).is_ok_and(|role| role == Role::Tree) {
            return Ok((Topology::read_tree(&file, hosts)?, None));
        }
        let (topology, rest) = Topology::read_connected(&file, hosts)?;
        let unread = unread(&file, rest, topology.links().len(), "links");
        Ok((topology, unread))
    }

    /// The line of a link in a file of the network; 1 where there is none.
    pub(super) fn line_of_link(&self, file: &Path, link: usize) -> usize {
        match Role::of(file) {
            Ok(Role::Tree) => Topology::line_in_tree(file, link),
            _ => Topology::line_of(file, link),
        }
    }

    /// The flows of kind `files`, if they are not to be drawn, what starts those that have no time, and what of their
    /// file is not read.
    pub(super) fn flows_of_file(&self, topology: &Topology, most: u64) -> Result<OfFile, ScenarioError> {
        let file = self.flows_file()?;
        if self.kind == Kind::Matrix || Role::of(&file).is_ok_and(|role| role == Role::Matrix) {
            let mut matrix = Matrix::read(&file, most)?;
            let hosts: Vec<u32> = (0..topology.nodes()).filter(|&node| !topology.is_switch(node)).collect();
            let (nodes, line) = matrix.nodes;
            if nodes != hosts.len() as u64 {
                let what = format!("expected Nodes {}, as the network has hosts, found `{nodes}`", hosts.len());
                return Err(ScenarioError::Text { file, line, what });
            }
            for flow in &mut matrix.flows {
                (flow.src, flow.dst) = (hosts[flow.src as usize], hosts[flow.dst as usize]);
            }
            return Ok((matrix.flows, matrix.triggers, None));
        }
        let (flows, rest) = FlowSpec::read_on(&file, topology, most)?;
        let unread = unread(&file, rest, flows.len(), "flows");
        Ok((flows, Vec::new(), unread))
    }

    /// The file of the flows.
    pub(super) fn flows_file(&self) -> Result<PathBuf, ScenarioError> {
        match (&self.flows, self.kind) {
            (None, Kind::Matrix) => Err(self.wrong("kind", "expected a key flows, the file of the matrix, with it")),
            (flows, _) => self.beside("flows", flows.as_deref().unwrap_or(Path::new(FLOWS))),
        }
    }

    /// Hosts of kind `matrix`.
    pub(super) fn hosts_of_matrix(&self, most: u64) -> Result<u64, ScenarioError> {
        let file = self.flows_file()?;
        let (nodes, line) = Matrix::read(&file, super::MAX_FLOWS)?.nodes;
        if !(2..=most).contains(&nodes) {
            let what = format!("expected 2 to {most} hosts, found `{nodes}`");
            return Err(ScenarioError::Text { file, line, what });
        }
        Ok(nodes)
    }
}

/// The lines of a file that stand behind those that its first line counts: public files have notes there.
fn unread(file: &Path, rest: u64, counted: usize, what: &str) -> Option<String> {
    let lines = if rest == 1 { "line" } else { "lines" };
    (rest != 0).then(|| format!("{}: {rest} {lines} behind the {counted} {what} not read", file.display()))
}

/// It is a scenario by itself.
fn is_whole(name: &Path) -> bool {
    built_in(name) || name.is_dir() || name.extension().is_some_and(|end| end == "toml")
}

fn built_in(name: &Path) -> bool {
    super::BUILT_IN.iter().any(|(other, _)| Path::new(other) == name)
}
