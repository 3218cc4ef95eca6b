#![doc = include_str!("hns.md")]

use crate::number::cut;
use crate::params::{ParamError, nearest};
use layout::algorithms::Row;
use layout::field::OutOfRange;

/// A parameter of the driver.
#[derive(Debug)]
pub struct Param {
    pub name: &'static str,
    /// Greatest value that the driver takes; the least is 0.
    pub max: u64,
    pub ours: Ours,
}

/// What a parameter is to us.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Ours {
    /// A parameter of ours, and how the value is read.
    As(&'static str, Reading),
    /// Nothing, and why.
    Nothing(&'static str),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// n.
    Whole,
    /// n/256.
    Of256,
    /// 2^-n.
    Shift,
    /// n Mbit/s, of which 8,000 are a byte a ns.
    Mbps,
}

impl Reading {
    /// As TOML of `--params` has it.
    fn value(self, n: u64) -> String {
        match self {
            Reading::Whole => n.to_string(),
            Reading::Of256 => format!("\"{n}/256\""),
            Reading::Shift => format!("\"1/{}\"", 1u64 << n),
            Reading::Mbps => format!("\"{n}/8000\""),
        }
    }

    const fn doc(self) -> &'static str {
        match self {
            Reading::Whole => "as it is",
            Reading::Of256 => "in 1/256",
            Reading::Shift => "as a shift",
            Reading::Mbps => "in Mbit/s",
        }
    }
}

/// An algorithm of the driver that is one of ours.
#[derive(Debug)]
pub struct Algorithm {
    /// The driver's folder.
    pub folder: &'static str,
    /// The name of ours.
    pub ours: &'static str,
    pub params: &'static [Param],
}

const fn to(name: &'static str, max: u64, ours: &'static str, reading: Reading) -> Param {
    Param { name, max, ours: Ours::As(ours, reading) }
}

const fn none(name: &'static str, max: u64, why: &'static str) -> Param {
    Param { name, max, ours: Ours::Nothing(why) }
}

const U8: u64 = 0xff;
const U16: u64 = 0xffff;
const U32: u64 = 0xffff_ffff;
const LIFESPAN: Param = none("lifespan", 1000, "of the driver alone");

/// The driver's algorithms that are ours.
pub static ALGORITHMS: [Algorithm; 2] = [
    Algorithm {
        folder: "ldcp_cc_param",
        ours: "ldcp",
        params: &[
            none("cwd0", U32, "a QP is opened with its window"),
            to("alpha", U8, "alpha", Reading::Of256),
            to("gamma", 7, "gamma", Reading::Shift),
            to("beta", 7, "beta", Reading::Shift),
            to("eta", 7, "eta", Reading::Shift),
            LIFESPAN,
        ],
    },
    Algorithm {
        folder: "dcqcn_cc_param",
        ours: "dcqcn-p",
        params: &[
            to("ai", U16, "rai", Reading::Mbps),
            to("f", U8, "recovery", Reading::Whole),
            none("tkp", 10, "its unit is not published"),
            none("tmp", 15, "its unit is not published"),
            none("alp", U16, "its meaning is not published"),
            to("max_speed", U32, "line", Reading::Mbps),
            to("g", 15, "g", Reading::Shift),
            none("al", U8, "our CP falls to 0"),
            none("cnp_time", U8, "of the receiver"),
            none("ashift", 15, "its unit is not published"),
            LIFESPAN,
        ],
    },
];
/// Its others.
const OTHERS: [&str; 2] = ["dip_cc_param", "hc3_cc_param"];

/// A value as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where: a line, or a file.
    pub at: String,
    /// The driver's folder, where it is known.
    pub folder: Option<String>,
    pub name: String,
    pub value: String,
}

/// Reads lines: `name value`, `name = value`, `name: value`, or what `grep . …/ldcp_cc_param/*` prints. Blank lines and
/// what stands behind # are left out.
pub fn entries(text: &str) -> Result<Vec<Entry>, HnsError> {
    let mut all = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let at = format!("line {}", i + 1);
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        // the value stands last, and a path may have colons
        let parts = line.rfind(|c: char| c.is_whitespace() || c == '=' || c == ':').map(|at| line.split_at(at + 1));
        let (before, value) = parts.unwrap_or(("", line));
        let before = before.trim_end();
        let name = before.strip_suffix(['=', ':']).unwrap_or(before).trim_end();
        if name.is_empty() || value.is_empty() || name.contains(|c: char| c.is_whitespace() || c == '=') {
            return Err(HnsError::Line { at, line: cut(line) });
        }
        all.push(entry(at, name, value));
    }
    Ok(all)
}

/// A value that stands under a path, of which only the last two parts count.
pub fn entry(at: String, path: &str, value: &str) -> Entry {
    let mut parts = path.rsplit('/');
    let name = parts.next().unwrap_or_default().to_owned();
    let folder = parts.next().filter(|part| part.ends_with("_cc_param")).map(str::to_owned);
    Entry { at, folder, name, value: value.trim().to_owned() }
}

/// The parameters of one algorithm, checked against the driver's limits and ours.
#[derive(Clone, Debug)]
pub struct Set {
    pub algorithm: &'static Algorithm,
    /// In the order in which they were found.
    values: Vec<(&'static Param, u64)>,
}

impl Set {
    pub fn of(entries: &[Entry]) -> Result<Set, HnsError> {
        let mut found: Option<&'static Algorithm> = None;
        let mut values: Vec<(&'static Param, u64)> = Vec::new();
        for Entry { at, folder, name, value } in entries {
            let at = || at.clone();
            // the folder says which algorithm it is; else a name that only one of them has
            let is = match folder {
                Some(folder) => Some(named(folder).ok_or_else(|| HnsError::Folder { at: at(), folder: cut(folder) })?),
                None => only_of(name),
            };
            let algorithm = match (found, is) {
                (Some(one), Some(other)) if one.folder != other.folder => {
                    return Err(HnsError::Mixed { at: at(), name: cut(name), is: other.ours, found: one.ours });
                }
                (found, is) => found.or(is),
            };
            found = algorithm;
            let known = ALGORITHMS.iter().filter(|a| algorithm.is_none_or(|one| one.folder == a.folder));
            let Some(param) = known.clone().flat_map(|a| a.params).find(|p| p.name == name) else {
                let names = known.map(|a| a.params.iter().map(|p| p.name).collect::<Vec<_>>().join(", "));
                let names = names.collect::<Vec<_>>().join("; or ");
                return Err(HnsError::Unknown { at: at(), name: cut(name), names });
            };
            if values.iter().any(|(earlier, _)| earlier.name == param.name) {
                return Err(HnsError::Twice { at: at(), name: param.name });
            }
            let number = match value.strip_prefix("0x").or_else(|| value.strip_prefix("0X")) {
                Some(digits) if digits.bytes().all(|b| b.is_ascii_hexdigit()) => u64::from_str_radix(digits, 16).ok(),
                None if value.bytes().all(|b| b.is_ascii_digit()) => value.parse().ok(),
                _ => None,
            };
            let limits = || HnsError::Value { at: at(), name: param.name, value: cut(value), max: param.max };
            let number = number.filter(|n| *n <= param.max).ok_or_else(limits)?;
            values.push((param, number));
        }
        let algorithm = found.ok_or(HnsError::Empty)?;
        let set = Set { algorithm, values };
        set.check(entries)?;
        Ok(set)
    }

    /// Every value that has a parameter of ours must be one of its values.
    fn check(&self, entries: &[Entry]) -> Result<(), HnsError> {
        let row = Row::named(self.algorithm.ours).expect("the table names algorithms of the list");
        let fields = (row.params)();
        for ((param, n), entry) in self.values.iter().zip(entries) {
            let Ours::As(name, reading) = param.ours else { continue };
            let at =
                |source| HnsError::Ours { at: entry.at.clone(), name: param.name, value: *n, source: Box::new(source) };
            let field = fields.iter().find(|f| f.name == name).expect("the table names their parameters");
            let near = nearest(field, reading.value(*n).trim_matches('"')).map_err(at)?;
            field.check(near.raw).map_err(|e: OutOfRange| at(e.into()))?;
        }
        Ok(())
    }

    /// TOML that `replay --params` takes.
    pub fn toml(&self) -> String {
        let head = format!("# {}, of the hns driver's {}\n", self.algorithm.ours, self.algorithm.folder);
        let line = |(param, n): &(&Param, u64)| match param.ours {
            Ours::As(name, reading) => {
                Some(format!("{name} = {} # {} {n}, {}\n", reading.value(*n), param.name, reading.doc()))
            }
            Ours::Nothing(_) => None,
        };
        head + &self.values.iter().filter_map(line).collect::<String>()
    }

    /// What has no counterpart, each with why.
    pub fn left_out(&self) -> Vec<String> {
        let one = |(param, _): &(&Param, u64)| match param.ours {
            Ours::As(..) => None,
            Ours::Nothing(why) => Some(format!("{} ({why})", param.name)),
        };
        self.values.iter().filter_map(one).collect()
    }
}

fn named(folder: &str) -> Option<&'static Algorithm> {
    ALGORITHMS.iter().find(|a| a.folder == folder)
}

/// The algorithm that alone has a parameter of that name.
fn only_of(name: &str) -> Option<&'static Algorithm> {
    let mut with = ALGORITHMS.iter().filter(|a| a.params.iter().any(|p| p.name == name));
    let first = with.next()?;
    if with.next().is_none() { Some(first) } else { None }
}

/// A file that is no parameter set: where, what, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HnsError {
    #[error("{at}: `{line}`: expected a name and a value")]
    Line { at: String, line: String },
    #[error("{at}: `{folder}`: expected {} ({} have no counterpart)", folders(), OTHERS.join(" and "))]
    Folder { at: String, folder: String },
    #[error("{at}: `{name}` is of {is}, and what stands before it of {found}: expected one algorithm")]
    Mixed { at: String, name: String, is: &'static str, found: &'static str },
    #[error("{at}: unknown parameter `{name}`: expected {names}")]
    Unknown { at: String, name: String, names: String },
    #[error("{at}: `{name}` stands twice: expected it once")]
    Twice { at: String, name: &'static str },
    #[error("{at}: {name} = {value}: expected 0 to {max}, as the driver does")]
    Value { at: String, name: &'static str, value: String, max: u64 },
    #[error("{at}: {name} = {value} is no value of ours: {source}")]
    Ours { at: String, name: &'static str, value: u64, source: Box<ParamError> },
    #[error("no parameter of one algorithm: expected lines such as `alpha 128`, or a folder {}", folders())]
    Empty,
}

fn folders() -> String {
    ALGORITHMS.iter().map(|a| a.folder).collect::<Vec<_>>().join(" or ")
}
