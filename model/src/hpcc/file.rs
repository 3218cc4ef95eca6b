//! The TOML of `--params` for HPCC++: the parameter set, units and speed table, and, where a host's registers are to be
//! checked, what follows from them.

use super::params::{Header, HpccParamError, Params};
use crate::params::{ParamError, Rounded, each_value, nearest};
use layout::field::{Field, OutOfRange};
use layout::hpcc::record::registers;
use layout::hpcc::{DERIVED, PARAMS, SPEEDS, UNITS, W_INIT, W_MAX, W_MAX_FACTOR};

/// What a file says, with all that it leaves out at its reset value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub header: Header,
    pub params: Params,
    /// Every value that is not exactly the one that was asked for.
    pub rounded: Vec<Rounded>,
}

/// A file that cannot be used: what, where and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// Names its line itself.
    #[error(transparent)]
    Value(#[from] ParamError),
    #[error("line {line}: unknown parameter `{name}`: expected one of {}", known())]
    Unknown { line: usize, name: String },
    #[error("line {line}: `W_max` is given too: expected it or `W_max_factor`")]
    Both { line: usize },
    #[error("line {line}: {source}")]
    Range { line: usize, source: OutOfRange },
    /// The line is the last one's of the values that do not go together.
    #[error("line {line}: {source}")]
    Together { line: usize, source: HpccParamError },
}

/// The values that may be a list or a table by speed code.
const TABLES: [(&str, usize); 3] = [("speeds", SPEEDS), ("inv_B_m", SPEEDS), ("inv_B_e", SPEEDS)];

fn known() -> String {
    let single = PARAMS.iter().chain([&W_MAX_FACTOR]).chain(&UNITS).chain(&DERIVED).map(|f| f.name.to_owned());
    single.chain(TABLES.map(|(name, n)| format!("{name}.0 to {name}.{}", n - 1))).collect::<Vec<_>>().join(", ")
}

/// A register as the file leaves it; `line` is 0 where the file does not name it.
struct Register {
    field: Field,
    raw: u64,
    line: usize,
}

/// Reads the file. A derived register that stands there must be what the others give.
pub fn from_toml(text: &str) -> Result<File, FileError> {
    let mut all: Vec<Register> = registers().map(|field| Register { field, raw: field.reset, line: 0 }).collect();
    let mut rounded = Vec::new();
    let mut factor = Register { field: W_MAX_FACTOR, raw: W_MAX_FACTOR.reset, line: 0 };
    each_value(text, &TABLES, |line, name, asked| {
        let Some(register) = all.iter_mut().chain([&mut factor]).find(|r| r.field.name == name) else {
            return Err(FileError::Unknown { line, name: crate::number::cut(name) });
        };
        let field = register.field;
        let near = nearest(&field, &asked).map_err(|e| ParamError::Line { line, source: Box::new(e) })?;
        if !near.exact {
            rounded.push(Rounded { line, field, asked, raw: near.raw });
        }
        (register.raw, register.line) = (near.raw, line);
        Ok(())
    })?;
    rounded.sort_by_key(|r| r.line);
    factor.field.check(factor.raw).map_err(|source| FileError::Range { line: factor.line, source })?;
    let w_init = all.iter().find(|r| r.field.name == W_INIT.name).map_or(0, |r| r.raw);
    match all.iter_mut().find(|r| r.field.name == W_MAX.name) {
        Some(w_max) if w_max.line == 0 => {
            let product = (u128::from(w_init) * u128::from(factor.raw)) >> W_MAX_FACTOR.format.frac;
            w_max.raw = product.min(W_MAX.max.into()) as u64;
        }
        _ if factor.line != 0 => return Err(FileError::Both { line: factor.line }),
        _ => {}
    }

    let (set, rest) = all.split_at(PARAMS.len());
    let (derived, rest) = rest.split_at(DERIVED.len());
    let (units, rest) = rest.split_at(UNITS.len());
    let (speeds, inv_b) = rest.split_at(SPEEDS);
    // a derived register has one legal value, which says more than its range
    for r in set.iter().chain(units).chain(speeds) {
        r.field.check(r.raw).map_err(|source| FileError::Range { line: r.line, source })?;
    }
    let header = Header::from_raw(raw(units), raw(speeds)).expect("every value has just been checked");
    let together = |source| {
        let names: &[&str] = match source {
            HpccParamError::WindowBounds { .. } => &["W_init", "W_min", "W_max"],
            _ => &["T", "ts_unit", "tx_unit", "q_unit"],
        };
        let line = all.iter().filter(|r| names.contains(&r.field.name)).map(|r| r.line).max().unwrap_or(0);
        FileError::Together { line, source }
    };
    let params = Params::from_raw(raw(set), &header).map_err(together)?;
    let [inv_b_m, inv_b_e] = header.inv_b();
    let expected = params.derived().into_iter().chain(inv_b_m).chain(inv_b_e);
    for (r, expected) in derived.iter().chain(inv_b).zip(expected) {
        if r.line != 0 && r.raw != expected {
            let source = HpccParamError::Derived { field: r.field, found: r.raw, expected };
            return Err(FileError::Together { line: r.line, source });
        }
    }
    Ok(File { header, params, rounded })
}

fn raw<const N: usize>(registers: &[Register]) -> [u64; N] {
    std::array::from_fn(|i| registers[i].raw)
}
