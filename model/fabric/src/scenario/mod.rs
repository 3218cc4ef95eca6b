//! Scenarios: what is run, as a TOML file says it or as it is built in.

mod build;
mod built_in;
mod config;
mod fcr;
mod files;
mod latency;
mod place;
mod rate;

pub use build::{Built, MAX_BYTES, MAX_FLOWS, MAX_HOSTS, MAX_SAMPLES};
pub(crate) use build::{kept_bytes, rates_bps};
pub use built_in::{BUILT_IN, CDFS};
pub use fcr::{Feed, Forged, ForgedAdvice, Keys as FcrKeys};

use crate::nic::{Algorithm, UpdateLatency};
use crate::read::{ReadError, quoted, text, told};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// The traffic.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Senders to one receiver, all at once.
    Incast,
    /// Senders to one receiver that join one after the other, and leave one after the other.
    Join,
    /// Each host to another one, each host from another one.
    Permutation,
    /// Each host to every other.
    AllToAll,
    /// The all-reduce of a ring: 2·(hosts - 1) steps, each when the one before has come in.
    Ring,
    /// Flows that come by chance, with sizes from a distribution.
    Load,
    /// Flows of many QPs a sender to one receiver: windows below one packet.
    TinyWindows,
    /// Senders of long messages to one receiver, and one of 8 bytes at a time (FCR's draft, 8.1).
    ManyToOne,
    /// The public files: a topology, and flows or a distribution of their sizes. Times count from the first flow's
    /// start.
    Files,
    /// A connection matrix of htsim on a network that is built. Times count from the first flow's start.
    Matrix,
}

impl Kind {
    /// Its name in a file.
    fn name(self) -> String {
        serde_json::to_string(&self).unwrap_or_default()
    }
}

/// Thresholds of ECN marks.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Marks {
    /// Of `dctcp` and `ldcp`.
    Step,
    /// Of `hp` and `hpcc`.
    Ramp,
}

/// Who says when a flow may send.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pacing {
    /// The host, by FABRIC 4.
    Host,
    /// The sender half behind the engine (hdl/src/sender.md).
    Shaper,
}

impl Pacing {
    /// By its name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Host, Self::Shaper].into_iter().find(|pacing| pacing.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Host => "host",
            Self::Shaper => "shaper",
        }
    }
}

/// A link that changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkChange {
    /// The nodes at its ends. Hosts come first, then leaves, then spines.
    #[serde(deserialize_with = "pair")]
    pub ends: [u32; 2],
    /// When, us.
    pub at_us: u64,
    /// Its rate from then on, Gbit/s. Without it, it fails.
    #[serde(default, deserialize_with = "rate::gbps")]
    pub gbps: Option<u64>,
    /// When it is as before, us. Without it, never.
    pub until_us: Option<u64>,
}

/// Flows that differ from the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// The first and the last of them, from 0. No flow is of two groups.
    #[serde(deserialize_with = "pair")]
    pub flows: [u32; 2],
    /// Their algorithm.
    #[serde(default, with = "optional_name", skip_serializing_if = "Option::is_none")]
    pub cc: Option<Algorithm>,
    /// They send at the line's rate, whatever they are told.
    #[serde(default)]
    pub ignores_window: bool,
    /// Their packets are ECN-capable.
    #[serde(default = "yes")]
    pub ecn_capable: bool,
    /// Their senders understand revised CNPs, and say so; else `fcr` has marks alone for them.
    #[serde(default = "yes")]
    pub fcr: bool,
}

/// Two numbers, and no third: TOML's reader stops behind the second.
fn pair<'a, D: Deserializer<'a>>(from: D) -> Result<[u32; 2], D::Error> {
    let all = Vec::<u32>::deserialize(from)?;
    let found = all.len();
    all.try_into().map_err(|_| D::Error::custom(format!("expected two numbers, found {found}")))
}

fn yes() -> bool {
    true
}

fn ldcp() -> Algorithm {
    Algorithm::ALL[0].1
}

fn one() -> u64 {
    1
}

/// A scenario. What is `None` has a default by its kind. A rate is a number in the unit of its key, or a text such as
/// `"25G"` or `"25Gbps"`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The traffic.
    pub kind: Kind,
    /// The algorithm of all flows that no group has.
    #[serde(default = "ldcp", with = "name")]
    pub cc: Algorithm,
    /// Of marks, losses, and of all that the traffic draws.
    #[serde(default = "one")]
    pub seed: u64,
    /// Rate of a host's link, Gbit/s.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "rate::gbps")]
    pub rate_gbps: Option<u64>,
    /// Of every link, ns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay_ns: Option<u64>,
    /// `incast`, `join`, `tiny-windows`, `many-to-one`: hosts that send; of `many-to-one` the last sends 8 bytes at a
    /// time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub senders: Option<u64>,
    /// `permutation`, `all-to-all`, `ring`, `load`: hosts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hosts: Option<u64>,
    /// Bytes of a flow; of `ring`, of what is reduced; of `many-to-one`, of a message; not of `join` and `load`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// `join`: from one joining or leaving to the next, us.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap_us: Option<u64>,
    /// `tiny-windows`: flows of a sender.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flows_per_sender: Option<u64>,
    /// `files`: the network, a file beside the scenario's, also htsim's `.topo`; `topology.txt` without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub topology: Option<PathBuf>,
    /// `files`: the flows, a file beside the scenario's, also htsim's `.cm`; `flow.txt` without it. With `cdf` they are
    /// drawn, as in `load`. `matrix`: a `.cm`, whose `Nodes` are the hosts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flows: Option<PathBuf>,
    /// `load`: share of the hosts' rate that data packets take on average, per cent; `many-to-one`: share of the
    /// receiver's rate that those of the messages do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load_percent: Option<u64>,
    /// `load`: flows come for so long, us; `many-to-one`: messages come, and 8 bytes are sent again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_us: Option<u64>,
    /// `load`, `files`: file with the distribution of sizes, beside the scenario's; or `websearch` or `fb-hadoop`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cdf: Option<PathBuf>,
    /// Leaf switches. 0: one switch has all hosts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaves: Option<u64>,
    /// Spine switches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spines: Option<u64>,
    /// Rate of a link from leaf to spine, Gbit/s. Without it: what the hosts of a leaf send, rounded up.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "rate::gbps")]
    pub spine_gbps: Option<u64>,
    /// Parts of a fat tree: leaves and spines are shared out among them in turn, and a leaf is linked to the spines of
    /// its pod alone. With it there are cores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pods: Option<u64>,
    /// Core switches: the first spine of each pod is linked to the first of them, and so on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cores: Option<u64>,
    /// Rate of a link from spine to core, Gbit/s. Without it: what comes up to a spine, rounded up.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "rate::gbps")]
    pub core_gbps: Option<u64>,
    /// Memory of a switch, KiB. Without it: that of FABRIC 5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_kib: Option<u64>,
    /// Thresholds of marks. Without it: those of `cc`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<Marks>,
    /// These thresholds, per cent. Without it: 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks_percent: Option<u64>,
    /// Flows of `ldcp` send the packets of their fast start as not ECN-capable.
    #[serde(default)]
    pub fast_start: bool,
    /// ns from an event to the golden model's update, or `"cycle"`: the cycle model's, whose clock it then has.
    #[serde(rename = "latency_ns", default = "latency::none", with = "latency")]
    pub latency: UpdateLatency,
    /// HPCC++'s maxStage. Without it: 5, or `MI_THRESH` of a `config.txt`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_stage: Option<u64>,
    /// Who paces flows of `cycle-*` and `rtl-*`. Without it: the shaper. All others the host does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pacing: Option<Pacing>,
    /// The shaper's quantum in packets of 1000 bytes. Without it: 4, or what the host's link sends in 1,040 ns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quantum_packets: Option<u64>,
    /// ns between two samples.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample_ns: Option<u64>,
    /// `files`: samples that `queue.txt` has, from its first on. Without it: until 1.9 ms behind the whole ms, from the
    /// first sample on, in which the run ends; so the public runs have theirs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub samples: Option<u64>,
    /// The run ends here, us, complete or not; without it, `files` and `matrix` end 100 s after their last start that
    /// no trigger brings, others after 1 s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_us: Option<u64>,
    /// RTTs without an ACK until a flow goes back, at first; 0: never. Without it: 4 where packets can be lost, else 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_rtts: Option<u64>,
    /// Switches advise their senders (FCR). Without it, they do not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fcr: Option<FcrKeys>,
    /// Links that change.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub link: Vec<LinkChange>,
    /// Flows that differ.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub group: Vec<Group>,
    /// Where it stands.
    #[serde(skip)]
    source: Source,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Source {
    file: PathBuf,
    text: String,
    /// What it is called, if not as the file.
    name: Option<String>,
    /// Files that were given with it, wherever they lie.
    given: Given,
    /// What a `config.txt` says beside.
    public: config::Public,
}

/// Public files by what they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Given {
    topology: Option<PathBuf>,
    flows: Option<PathBuf>,
    cdf: Option<PathBuf>,
}

/// A scenario that cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum ScenarioError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error("{}:{line}: {what}", file.display())]
    Text { file: PathBuf, line: usize, what: String },
    #[error("`{name}` is no scenario: expected a file, a folder with a topology.txt, or one of {}", built_in_names())]
    Name { name: String },
    #[error("{}: {what}", at.display())]
    Files { at: PathBuf, what: String },
}

fn built_in_names() -> String {
    BUILT_IN.map(|(name, _)| name).join(", ")
}

impl Scenario {
    /// A built-in scenario by its name, or else a file.
    pub fn find(name: &str) -> Result<Self, ScenarioError> {
        match BUILT_IN.iter().find(|(other, _)| *other == name) {
            Some((name, text)) => Self::parse(Path::new(&format!("{name}.toml")), text),
            None if Path::new(name).is_file() => Self::read(Path::new(name)),
            None => Err(ScenarioError::Name { name: name.escape_debug().to_string() }),
        }
    }

    /// Reads a file.
    pub fn read(file: &Path) -> Result<Self, ScenarioError> {
        Self::parse(file, &text(file)?)
    }

    /// Reads the text of a file; `file` is for messages, and a CDF file lies beside it.
    pub fn parse(file: &Path, text: &str) -> Result<Self, ScenarioError> {
        let mut scenario: Self = toml::from_str(text).map_err(|e| {
            let at = e.span().map_or(0, |span| span.start).min(text.len());
            let what = match e.span().and_then(|span| text.get(span)) {
                Some(key) if e.message().trim() == "duplicate key" => {
                    format!("expected each key once, found {} again", quoted(key.trim()))
                }
                _ => told(e.message(), "TOML"),
            };
            ScenarioError::Text { file: file.to_owned(), line: place::line_at(text, at), what }
        })?;
        scenario.source = Source { file: file.to_owned(), text: text.to_owned(), ..Source::default() };
        Ok(scenario)
    }

    /// One of a kind, with every key at its default.
    fn empty(kind: Kind) -> Self {
        Self {
            kind,
            cc: ldcp(),
            seed: one(),
            rate_gbps: None,
            delay_ns: None,
            senders: None,
            hosts: None,
            bytes: None,
            gap_us: None,
            flows_per_sender: None,
            topology: None,
            flows: None,
            load_percent: None,
            duration_us: None,
            cdf: None,
            leaves: None,
            spines: None,
            spine_gbps: None,
            pods: None,
            cores: None,
            core_gbps: None,
            memory_kib: None,
            marks: None,
            marks_percent: None,
            fast_start: false,
            latency: latency::none(),
            max_stage: None,
            pacing: None,
            quantum_packets: None,
            sample_ns: None,
            samples: None,
            until_us: None,
            timeout_rtts: None,
            fcr: None,
            link: Vec::new(),
            group: Vec::new(),
            source: Source::default(),
        }
    }

    /// What is wrong with a key, told with the line that it stands in.
    pub(crate) fn wrong(&self, key: &str, what: impl Display) -> ScenarioError {
        if let Some(&(_, name, line)) = self.source.public.keys.iter().find(|(of, ..)| *of == key) {
            return ScenarioError::Text { file: self.source.file.clone(), line, what: format!("{name}: {what}") };
        }
        // public files have no keys
        let named = if self.source.text.is_empty() { what.to_string() } else { format!("{key}: {what}") };
        self.wrong_at(key, named)
    }

    /// The same where the text names the key itself.
    fn wrong_at(&self, key: &str, what: String) -> ScenarioError {
        let Source { file, text, .. } = &self.source;
        let line = place::line(text, key).unwrap_or(1);
        ScenarioError::Text { file: file.clone(), line, what }
    }

    /// What is wrong with a key of the n-th table of a list, from 0, told with the line that it stands in there.
    fn in_table(&self, table: &str, n: usize, wrong: ScenarioError) -> ScenarioError {
        let ScenarioError::Text { file, line, what } = wrong else { return wrong };
        let key = what.split(':').next().unwrap_or_default();
        ScenarioError::Text { file, line: place::line_in(&self.source.text, table, n, key).unwrap_or(line), what }
    }

    /// The file that the scenario names by a key.
    fn beside(&self, key: &str, name: &Path) -> Result<PathBuf, ScenarioError> {
        let Given { topology, flows, cdf } = &self.source.given;
        let given = match key {
            "topology" => topology,
            "flows" => flows,
            _ => cdf,
        };
        let file = || self.source.file.parent().unwrap_or(Path::new("")).join(name);
        match given {
            Some(given) => Ok(given.clone()),
            None if !self.source.text.is_empty() && file().is_dir() => {
                let name = quoted(&name.to_string_lossy());
                Err(self.wrong(key, format!("expected a file beside this one, found the folder {name}")))
            }
            None if self.source.text.is_empty() || file().exists() => Ok(file()),
            None => {
                let name = quoted(&name.to_string_lossy());
                Err(self.wrong(key, format!("expected a file beside this one, found no {name}")))
            }
        }
    }

    /// What is wrong with a link of the network: told with its line in the topology, or else with a key.
    pub(crate) fn wrong_link(&self, link: usize, key: &str, what: String) -> ScenarioError {
        if self.kind != Kind::Files {
            return self.wrong(key, what);
        }
        match self.topology_file() {
            Ok(file) => ScenarioError::Text { line: self.line_of_link(&file, link), file, what },
            Err(e) => e,
        }
    }

    /// SHA-256 of each file beside its own that it is made of, by the file's name: two runs of the same keys are of the
    /// same scenario only if these are the same too.
    pub fn inputs(&self) -> Result<BTreeMap<String, String>, ScenarioError> {
        let mut files = Vec::new();
        let cdf = self.cdf.as_ref().filter(|name| !CDFS.iter().any(|(built_in, _)| *name == Path::new(built_in)));
        if let Some(name) = cdf {
            files.push(self.beside("cdf", name)?);
        }
        if self.kind == Kind::Files {
            files.push(self.topology_file()?);
        }
        if self.kind == Kind::Matrix || self.kind == Kind::Files && self.cdf.is_none() {
            files.push(self.flows_file()?);
        }
        let public = self.source.text.is_empty() && !files.contains(&self.source.file);
        files.extend((public && self.source.file.is_file()).then(|| self.source.file.clone()));
        let one = |file: PathBuf| {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            Ok((name, crate::report::sha256(text(&file)?.as_bytes())))
        };
        files.into_iter().map(one).collect()
    }

    /// The algorithms of its flows, that of all flows first.
    pub fn algorithms(&self) -> impl Iterator<Item = Algorithm> {
        std::iter::once(self.cc).chain(self.group.iter().filter_map(|group| group.cc))
    }

    /// What it is called: the name of its file without the ending, or of its folder.
    pub fn name(&self) -> String {
        if let Some(name) = &self.source.name {
            return name.clone();
        }
        self.source.file.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }
}

/// An algorithm by its name.
fn algorithm<E: Error>(name: &str) -> Result<Algorithm, E> {
    let names = || Algorithm::ALL.map(|(name, _)| name).join(", ");
    Algorithm::named(name).ok_or_else(|| E::custom(format!("expected one of {}, found {}", names(), quoted(name))))
}

mod name {
    use super::*;

    pub fn serialize<S: Serializer>(of: &Algorithm, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(of.name())
    }

    pub fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Algorithm, D::Error> {
        algorithm(&String::deserialize(from)?)
    }
}

mod optional_name {
    use super::*;

    pub fn serialize<S: Serializer>(of: &Option<Algorithm>, to: S) -> Result<S::Ok, S::Error> {
        of.map(Algorithm::name).serialize(to)
    }

    pub fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Option<Algorithm>, D::Error> {
        algorithm(&String::deserialize(from)?).map(Some)
    }
}
