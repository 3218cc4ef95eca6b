//! Scenarios by the public simulator's `config.txt`: lines of a key and its value. What this fabric has a meaning for
//! is taken; what it does in one way only must say that way; what is left is named, so that nobody thinks it counts.

use super::{Given, Kind, Pacing, Scenario, ScenarioError, Source};
use crate::mark::Thresholds;
use crate::nic::{Algorithm, Golden, Mode, Tuning, UpdateLatency};
use crate::read::topology::RATES;
use crate::read::{Lines, ReadError, Words, number, quoted, text};
use layout::dcqcn::G;
use std::path::{Path, PathBuf};

/// Keys that change nothing here: what the simulator writes, and parameters of its senders.
const UNUSED: &[&str] = &[
    "TRACE_FILE",
    "TRACE_OUTPUT_FILE",
    "FCT_OUTPUT_FILE",
    "PFC_OUTPUT_FILE",
    "QLEN_MON_FILE",
    "QLEN_MON_START",
    "QLEN_MON_END",
    "ENABLE_TRACE",
    "L2_CHUNK_SIZE",
    "PINT_LOG_BASE",
    "PINT_PROB",
];

/// Keys of the simulator's DCQCN (CC_MODE 1) that this fabric's lacks, and why.
const LACKING: &[(&str, &str)] = &[
    ("ALPHA_RESUME_INTERVAL", ONE_PERIOD),
    ("RATE_DECREASE_INTERVAL", ONE_PERIOD),
    ("RP_TIMER", ONE_PERIOD),
    ("RATE_HAI", "dcqcn-p doubles RATE_AI with each step"),
];
const ONE_PERIOD: &str = "dcqcn-p has one control period for all, of 45 us";

/// Keys that set a parameter of this fabric's senders of a CC_MODE, and what they take.
const TUNED: &[(&str, u64, &str, Tune)] = &[
    ("RATE_AI", 3, RATE, |tuning, word| rate_bps(word).map(|value| tuning.hpcc_increase_bps = Some(value))),
    ("INT_MULTI", 3, "1 to 256", |tuning, word| within(word, 1, 256).map(|value| tuning.hpcc_multiple = Some(value))),
    ("RATE_AI", 1, RATE, |tuning, word| rate_bps(word).map(|value| tuning.dcqcn_increase_bps = Some(value))),
    ("MIN_RATE", 1, RATE, |tuning, word| rate_bps(word).map(|value| tuning.dcqcn_least_bps = Some(value))),
    ("EWMA_GAIN", 1, "a weight from 2^-10 to 1/4", |tuning, word| {
        gain(word).map(|value| tuning.dcqcn_gain = Some(value))
    }),
    ("FAST_RECOVERY_TIMES", 1, "0 to 15", |tuning, word| {
        within(word, 0, 15).map(|value| tuning.dcqcn_recovery = Some(value))
    }),
    ("CLAMP_TARGET_RATE", 1, "0 or 1", |tuning, word| {
        within(word, 0, 1).map(|value| tuning.dcqcn_clamp_target = Some(value == 1))
    }),
];
const RATE: &str = "a rate from 1Mb/s to 800Gb/s such as 40Mb/s";

/// Sets a parameter as a word says. `None`: it is not what the key takes.
type Tune = fn(&mut Tuning, &str) -> Option<()>;

fn rate_bps(word: &str) -> Option<u64> {
    number::with_unit(word, &RATES).filter(|bps| (1_000_000..=800_000_000_000).contains(bps))
}

fn within(word: &str, least: u64, most: u64) -> Option<u64> {
    number::whole(word).filter(|n| (least..=most).contains(n))
}

/// In 2^-16, to nearest.
fn gain(word: &str) -> Option<u64> {
    let raw = (number::scaled(word, 1 << 17)?.0 + 1) >> 1;
    u64::try_from(raw).ok().filter(|&raw| G.check(raw).is_ok())
}

/// Keys that say what this fabric does in one way, and the value that says so: under CC_MODE 1, 3 and 8. Without one,
/// the key counts for nothing there.
const FIXED: &[(&str, [&str; 3])] = &[
    ("ENABLE_QCN", ["1"; 3]),
    ("USE_DYNAMIC_PFC_THRESHOLD", ["1"; 3]),
    ("PACKET_PAYLOAD_SIZE", ["1000"; 3]),
    ("L2_ACK_INTERVAL", ["1"; 3]),
    ("L2_BACK_TO_ZERO", ["0"; 3]),
    ("ERROR_RATE_PER_LINK", ["0"; 3]),
    ("ACK_HIGH_PRIO", ["0"; 3]),
    ("GLOBAL_T", ["1"; 3]),
    ("RATE_BOUND", ["1"; 3]),
    ("HAS_WIN", ["0", "1", "1"]),
    ("VAR_WIN", ["0", "1", "1"]),
    ("FAST_REACT", ["", "1", ""]),
    ("MULTI_RATE", ["", "0", ""]),
    ("SAMPLE_FEEDBACK", ["", "0", ""]),
    ("U_TARGET", ["", "0.95", ""]),
    ("MIN_RATE", ["", "1000Mb/s", "1000Mb/s"]),
    ("EWMA_GAIN", ["", "", "0.0625"]),
    ("DCTCP_RATE_AI", ["", "", "615Mb/s"]),
];

/// When links go down counts from here, ns.
const LINK_DOWN_FROM_NS: u64 = 2_000_000_000;

/// What a `config.txt` says that a scenario has no key for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Public {
    /// The end of the run, ns, and its line.
    pub stop: Option<(u64, usize)>,
    /// A link that fails, ns, the nodes at its ends, and its line.
    pub down: Option<(u64, [u32; 2], usize)>,
    /// By rates of ports, bit/s.
    pub thresholds: Vec<(u64, Thresholds)>,
    /// Where the thresholds stand, and the lower ones.
    pub maps_line: usize,
    pub min_line: usize,
    /// Keys that count for nothing.
    pub unused: Vec<String>,
    /// Keys of the simulator's sender that this fabric's lacks: a line each, with its number and why.
    pub lacking: Vec<String>,
    /// Keys that set a parameter of the CC_MODE's senders, and that CC_MODE.
    pub tuned: (Vec<&'static str>, u64),
    /// What they set.
    pub tuning: Tuning,
    /// Keys of a scenario, by what they are called here, with their lines.
    pub keys: Vec<(&'static str, &'static str, usize)>,
}

/// A line of the file by its words behind the key.
struct Entry<'a> {
    key: &'a str,
    words: Words<'a>,
}

impl<'a> Entry<'a> {
    fn wrong(&self, expected: &str, found: &str) -> ReadError {
        self.words.error(format!("{expected} for {}", self.key), Some(quoted(found)))
    }

    fn word(&mut self, expected: &str) -> Result<&'a str, ReadError> {
        self.words.word(&format!("{expected} for {}", self.key))
    }

    fn value<T>(&mut self, expected: &str, read: impl FnOnce(&str) -> Option<T>) -> Result<T, ReadError> {
        let word = self.word(expected)?;
        read(word).ok_or_else(|| self.wrong(expected, word))
    }

    /// Pairs of a rate in bit/s and what `read` takes, behind their number.
    fn map<T>(&mut self, expected: &str, read: impl Fn(&str) -> Option<T>) -> Result<Vec<(u64, T)>, ReadError> {
        let count =
            self.value("the number of pairs, 1 to 64", |w| number::whole(w).filter(|n| (1..=64).contains(n)))?;
        let rate = |w: &str| number::whole(w).or_else(|| number::with_unit(w, &RATES)).filter(|&rate| rate != 0);
        let mut map: Vec<(u64, T)> = Vec::new();
        for _ in 0..count {
            let word = self.word("a rate in bit/s, or such as 100G or 100Gbps,")?;
            let bps = rate(word).ok_or_else(|| self.wrong("a rate in bit/s, or such as 100G or 100Gbps,", word))?;
            if map.iter().any(|&(other, _)| other == bps) {
                return Err(self.wrong("each rate once", word));
            }
            map.push((bps, self.value(expected, &read)?));
        }
        Ok(map)
    }
}

/// `KMAX_MAP`, `KMIN_MAP` and `PMAX_MAP`, each with its line.
#[derive(Default)]
struct Maps {
    max: Vec<(u64, u64)>,
    min: Vec<(u64, u64)>,
    p_max_ppm: Vec<(u64, u64)>,
}

impl Maps {
    /// `None`: a rate of one is missing in another.
    fn thresholds(&self) -> Option<Vec<(u64, Thresholds)>> {
        let of = |map: &[(u64, u64)], rate| map.iter().find(|(other, _)| *other == rate).map(|&(_, value)| value);
        let all = [&self.max, &self.min, &self.p_max_ppm];
        let rates = all.into_iter().flatten().map(|&(rate, _)| rate);
        let mut rates: Vec<u64> = rates.collect();
        rates.sort_unstable();
        rates.dedup();
        let one = |rate| {
            let (min, max) = (of(&self.min, rate)?, of(&self.max, rate)?);
            let thresholds = Thresholds { min, max, p_max_ppm: of(&self.p_max_ppm, rate)? };
            Some((rate, thresholds))
        };
        rates.into_iter().map(one).collect()
    }

    /// A rate at which the lower threshold is above the upper one.
    fn crossed(thresholds: &[(u64, Thresholds)]) -> Option<u64> {
        thresholds.iter().find(|(_, at)| at.min > at.max).map(|&(rate, _)| rate)
    }
}

impl Scenario {
    /// Reads a `config.txt`. The files that it names are looked for from its own folder, by their whole path and by
    /// their name alone.
    pub(super) fn of_config(file: &Path) -> Result<Self, ScenarioError> {
        let text = text(file)?;
        let mut scenario = Self::empty(Kind::Files);
        let (mut given, mut public, mut maps) = (Given::default(), Public::default(), Maps::default());
        let (mut mode, mut stages, mut fixed, mut keys) = (None, None, Vec::new(), Vec::new());
        let (mut tuned, mut lacking) = (Vec::new(), Vec::new());
        let mut lines = Lines::new(file, &text);
        while let Some(mut words) = lines.next() {
            let key = words.word("a key")?;
            if key.starts_with('#') {
                continue;
            }
            if keys.contains(&key) {
                return Err(words.error("each key once".to_owned(), Some(quoted(key))).into());
            }
            keys.push(key);
            let line = words.line();
            let mut entry = Entry { key, words };
            let named_by = [("topology", "TOPOLOGY_FILE"), ("flows", "FLOW_FILE"), ("memory_kib", "BUFFER_SIZE")];
            public.keys.extend(named_by.iter().filter(|(_, name)| *name == key).map(|&(of, name)| (of, name, line)));
            if key.ends_with("_MAP") {
                public.maps_line = line;
            }
            if key == "KMIN_MAP" {
                public.min_line = line;
            }
            match key {
                "TOPOLOGY_FILE" => scenario.topology = Some(named(file, &mut entry, &mut given.topology)?),
                "FLOW_FILE" => scenario.flows = Some(named(file, &mut entry, &mut given.flows)?),
                "CC_MODE" => {
                    let expected = "1 (DCQCN), 3 (HPCC) or 8 (DCTCP)";
                    mode = Some(entry.value(expected, |w| number::whole(w).filter(|n| [1, 3, 8].contains(n)))?);
                }
                "MI_THRESH" => {
                    stages = Some(entry.value("0 or 5", |w| number::whole(w).filter(|n| [0, 5].contains(n)))?);
                }
                "SIMULATOR_STOP_TIME" => {
                    let ns = |w: &str| number::seconds(w).map(crate::time::cut).filter(|&ns| ns != 0);
                    let stop_ns = entry.value("seconds, a decimal above 0 and below 2^34", ns)?;
                    public.stop = Some((stop_ns, entry.words.line()));
                }
                "BUFFER_SIZE" => {
                    let mib = |w: &str| number::whole(w).filter(|n| (1..=4096).contains(n));
                    scenario.memory_kib = Some(1024 * entry.value("MiB of a switch, 1 to 4096", mib)?);
                }
                "LINK_DOWN" => {
                    let us =
                        entry.value("us behind 2 s, a whole number", |w| number::whole(w).filter(|&n| n < 1 << 32))?;
                    let node = |w: &str| number::whole(w)?.try_into().ok();
                    let ends = [entry.value("a node", node)?, entry.value("a node", node)?];
                    // 0: none does
                    public.down = (us != 0).then_some((LINK_DOWN_FROM_NS + 1000 * us, ends, entry.words.line()));
                }
                "KMAX_MAP" => maps.max = entry.map("kB", kilobytes)?,
                "KMIN_MAP" => maps.min = entry.map("kB", kilobytes)?,
                "PMAX_MAP" => maps.p_max_ppm = entry.map("a probability, 0 to 1", probability_ppm)?,
                _ if UNUSED.contains(&key) => {
                    public.unused.push(key.to_owned());
                    while entry.words.optional().is_some() {}
                }
                _ => {
                    let only = FIXED.iter().find(|(name, ..)| *name == key);
                    let tunes: Vec<_> = TUNED.iter().filter(|(name, ..)| *name == key).collect();
                    let lacks = LACKING.iter().find(|(name, _)| *name == key);
                    if only.is_none() && tunes.is_empty() && lacks.is_none() {
                        let expected = "a key of the public simulator's config.txt".to_owned();
                        return Err(entry.words.error(expected, Some(quoted(key))).into());
                    }
                    let word = entry.word("a value")?;
                    if let Some((key, why)) = lacks {
                        lacking.push((*key, line, *why));
                    }
                    for (key, mode, expected, tune) in tunes {
                        tuned.push((*key, *mode, word, tune, entry.wrong(expected, word)));
                    }
                    if let Some(&(key, only)) = only {
                        let wrong = only.map(|only| entry.wrong(&format!("{only}, as this fabric has it"), word));
                        fixed.push((key, word, only, wrong));
                    }
                }
            }
            entry.words.end(&format!("{key} and its value"))?;
        }
        let missing = |key: &str| ReadError::Text {
            file: file.to_owned(),
            line: text.lines().count().max(1),
            expected: format!("a line {key}"),
            found: "none".to_owned(),
        };
        for (key, place) in [("TOPOLOGY_FILE", &scenario.topology), ("FLOW_FILE", &scenario.flows)] {
            place.as_ref().ok_or_else(|| missing(key))?;
        }
        let mode = mode.ok_or_else(|| missing("CC_MODE"))?;
        scenario.cc = match (mode, stages) {
            (1, _) => Algorithm::Golden(Golden::DcqcnP),
            (8, _) => Algorithm::Reference(Mode::Dctcp),
            (_, Some(5)) => Algorithm::Reference(Mode::Hp5),
            _ => Algorithm::Reference(Mode::Hp),
        };
        let place = [1, 3, 8].iter().position(|&other| other == mode).unwrap_or_default();
        for (key, word, only, wrong) in fixed {
            if only[place].is_empty() {
                let tunes = TUNED.iter().any(|&(name, of, ..)| name == key && of == mode);
                public.unused.extend((!tunes).then(|| key.to_owned()));
            } else if !same(word, only[place]) {
                return Err(wrong.into_iter().nth(place).expect("one for each mode").into());
            }
        }
        for (key, line, why) in lacking {
            match mode {
                1 => public.lacking.push(format!("{}:{line}: {key} counts for nothing here: {why}", file.display())),
                _ => public.unused.push(key.to_owned()),
            }
        }
        public.tuned.1 = mode;
        for (key, of, word, tune, wrong) in tuned {
            if of == mode {
                tune(&mut public.tuning, word).ok_or(wrong)?;
                public.tuned.0.push(key);
            } else if !TUNED.iter().any(|&(name, of, ..)| name == key && of == mode)
                && !FIXED.iter().any(|&(name, _)| name == key)
                && !public.unused.iter().any(|other| other == key)
            {
                public.unused.push(key.to_owned());
            }
        }
        if mode == 3 {
            public.tuning.hpcc_max_stage = stages;
        } else if stages.is_some() {
            public.unused.push("MI_THRESH".to_owned());
        }
        public.thresholds =
            maps.thresholds().ok_or_else(|| missing("of KMAX_MAP, KMIN_MAP and PMAX_MAP each with the same rates"))?;
        if let Some(rate) = Maps::crossed(&public.thresholds) {
            let what =
                format!("KMIN_MAP: expected thresholds that are not above those of KMAX_MAP, found one at {rate}");
            return Err(ScenarioError::Text { file: file.to_owned(), line: public.min_line, what });
        }
        scenario.source = Source { file: file.to_owned(), given, public, ..Source::default() };
        Ok(scenario)
    }

    /// The keys of a `config.txt`, or of a scenario's senders, that count for nothing here under these algorithms.
    pub fn unused_keys(&self, algorithms: &[Algorithm]) -> Vec<String> {
        let steps = |of: &Algorithm| matches!(of, Algorithm::Golden(_) | Algorithm::Ideal(_));
        let engine = |of: &Algorithm| matches!(of, Algorithm::Cycle(_) | Algorithm::Rtl(_));
        let hpcc = |of: &Algorithm| matches!(of.golden(), Some(Golden::Hpcc { .. }));
        let all: Vec<_> = self.algorithms().skip(1).chain(algorithms.iter().copied()).collect();
        let keys = [
            ("latency_ns", self.latency != UpdateLatency::Ns(0), all.iter().any(steps)),
            ("max_stage", self.max_stage.is_some(), all.iter().any(hpcc)),
            ("pacing", self.pacing.is_some(), all.iter().any(engine)),
            (
                "quantum_packets",
                self.quantum_packets.is_some(),
                all.iter().any(engine) && self.pacing != Some(Pacing::Host),
            ),
        ];
        let own = keys.into_iter().filter(|(_, given, used)| *given && !used).map(|(key, ..)| key.to_owned());
        let Public { unused, tuned: (tuned, mode), .. } = &self.source.public;
        let takes = |key: &str, algorithm: &Algorithm| match (algorithm, algorithm.golden()) {
            (Algorithm::Reference(sender), _) => *mode == 3 && *sender != Mode::Dctcp,
            (_, Some(Golden::Hpcc { .. })) => *mode == 3 && key == "RATE_AI",
            (_, Some(Golden::DcqcnP | Golden::DcqcnD | Golden::Dcqcn2015)) => *mode == 1,
            _ => false,
        };
        let other = |key: &&&str| !algorithms.iter().any(|algorithm| takes(key, algorithm));
        own.chain(unused.iter().cloned()).chain(tuned.iter().filter(other).map(|key| (*key).to_owned())).collect()
    }

    /// The keys of a `config.txt` that the simulator's sender has and this fabric's lacks: a line each, with its number
    /// and why.
    pub fn lacking_keys(&self) -> &[String] {
        &self.source.public.lacking
    }
}

/// The same number, however it is written: `0.0000` is 0.
fn same(word: &str, only: &str) -> bool {
    let parts = |text: &str| number::scaled(text, 1_000_000_000);
    let rate = |text: &str| number::with_unit(text, &RATES);
    parts(word).is_some() && parts(word) == parts(only) || rate(word).is_some() && rate(word) == rate(only)
}

fn kilobytes(word: &str) -> Option<u64> {
    number::whole(word).filter(|&kb| kb < 1 << 32).map(|kb| 1000 * kb)
}

fn probability_ppm(word: &str) -> Option<u64> {
    number::scaled(word, 1_000_000).filter(|&(ppm, exact)| exact && ppm <= 1_000_000).map(|(ppm, _)| ppm as u64)
}

/// A file that the configuration names: its name, by which it is found among the given ones.
fn named(config: &Path, entry: &mut Entry<'_>, given: &mut Option<PathBuf>) -> Result<PathBuf, ReadError> {
    let word = entry.word("a file")?;
    let folder = config.parent().unwrap_or(Path::new(""));
    let name = Path::new(word).file_name().map(PathBuf::from).unwrap_or_default();
    let places = [folder.join(word), folder.join(&name)];
    let Some(found) = places.into_iter().find(|place| place.is_file()) else {
        return Err(entry.wrong("a file beside this one", word));
    };
    *given = Some(found);
    Ok(name)
}
