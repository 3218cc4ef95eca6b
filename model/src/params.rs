//! Reading the TOML of `--params`: decimals and fractions to the raw values of an algorithm's fields.

use crate::number::{self, Nearest, NumberError, Q};
use layout::field::{Field, OutOfRange};

pub(crate) fn unknown(name: &str, fields: &[Field]) -> ParamError {
    let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
    let (last, others) = names.split_last().expect("an algorithm has a parameter");
    let known = if others.is_empty() { (*last).to_owned() } else { format!("{} or {last}", others.join(", ")) };
    ParamError::Unknown { name: number::cut(name), known }
}

/// Reads the TOML of `--params` for these fields: each its raw value, checked against its range; what is missing keeps
/// its reset value. Also gives every value that is not exactly the one that was asked for.
pub fn read<const N: usize>(text: &str, fields: &[Field; N]) -> Result<([u64; N], Vec<Rounded>), ParamError> {
    let (raw, rounded) = read_list(text, fields)?;
    Ok((raw.try_into().expect("a value for each field"), rounded))
}

/// As [`read`], for a list.
pub fn read_list(text: &str, fields: &[Field]) -> Result<(Vec<u64>, Vec<Rounded>), ParamError> {
    let mut raw: Vec<u64> = fields.iter().map(|field| field.reset).collect();
    let mut rounded = Vec::new();
    each_value(text, &[], |line, name, asked| {
        let at = |source| ParamError::Line { line, source: Box::new(source) };
        let index = fields.iter().position(|f| f.name == name).ok_or_else(|| at(unknown(name, fields)))?;
        let field = fields[index];
        let nearest = nearest(&field, &asked).map_err(at)?;
        raw[index] =
            field.check(nearest.raw).map_err(|_| at(ParamError::Asked { field, asked: number::cut(&asked) }))?;
        if !nearest.exact {
            rounded.push(Rounded { line, field, asked, raw: nearest.raw });
        }
        Ok::<_, ParamError>(())
    })?;
    rounded.sort_by_key(|r| r.line);
    Ok((raw, rounded))
}

/// The raw value nearest to a decimal or `"num/den"`; the field's range is not checked.
pub(crate) fn nearest(field: &Field, text: &str) -> Result<Nearest, ParamError> {
    let of = |source| ParamError::Number { name: field.name, source };
    number::nearest(&number::parse(text).map_err(of)?, field.format).map_err(of)
}

/// Calls `take` with line, name and text of each value of the TOML of `--params`. Those of `tables`, which have so many
/// entries, may be a list of all or a table by index; `take` sees `name.index`.
pub(crate) fn each_value<E: From<ParamError>>(
    text: &str,
    tables: &[(&str, usize)],
    mut take: impl FnMut(usize, &str, String) -> Result<(), E>,
) -> Result<(), E> {
    use toml::de::{DeTable, DeValue};
    let line = |at: usize| text[..at.min(text.len())].matches('\n').count() + 1;
    let table = DeTable::parse(text).map_err(|e| ParamError::Toml {
        line: e.span().map_or(0, |s| line(s.start)),
        message: e.message().replace('\n', " "),
    })?;
    let mut one = |at: usize, name: &str, value: &DeValue| {
        let asked = match value {
            DeValue::String(s) => s.to_string(),
            DeValue::Float(f) => f.as_str().to_owned(),
            DeValue::Integer(i) if i.radix() == 10 => i.as_str().to_owned(),
            _ => return Err(E::from(ParamError::Type { line: at, name: name.to_owned() })),
        };
        take(at, name, asked)
    };
    for (key, value) in table.get_ref() {
        let (at, name) = (line(key.span().start), key.get_ref().as_ref());
        let entries = tables.iter().find(|(table, _)| *table == name).map(|(_, n)| *n);
        match (value.get_ref(), entries) {
            (DeValue::Array(list), Some(n)) if list.len() != n => {
                return Err(
                    ParamError::Entries { line: at, name: name.to_owned(), found: list.len(), expected: n }.into()
                );
            }
            (DeValue::Array(list), Some(_)) => {
                for (i, value) in list.iter().enumerate() {
                    one(line(value.span().start), &format!("{name}.{i}"), value.get_ref())?;
                }
            }
            (DeValue::Table(table), Some(_)) => {
                for (key, value) in table {
                    one(line(key.span().start), &format!("{name}.{}", key.get_ref()), value.get_ref())?;
                }
            }
            (_, Some(n)) => return Err(ParamError::Table { line: at, name: name.to_owned(), entries: n }.into()),
            (value, None) => one(at, name, value)?,
        }
    }
    Ok(())
}

/// A parameter that was rounded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rounded {
    pub line: usize,
    pub field: Field,
    pub asked: String,
    pub raw: u64,
}

impl Rounded {
    /// The number that was asked for.
    pub fn exact(&self) -> Q {
        number::parse(&self.asked).expect("it was read to be rounded")
    }
}

impl std::fmt::Display for Rounded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Rounded { line, field, asked, raw } = self;
        write!(
            f,
            "line {line}: {} = {asked} rounded to {} ({raw}, {})",
            field.name,
            field.format.decimal(*raw),
            field.format
        )
    }
}

/// Parameters that cannot be used: what, where and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParamError {
    #[error("unknown parameter `{name}`: expected {known}")]
    Unknown { name: String, known: String },
    #[error("{name}: {source}")]
    Number { name: &'static str, source: NumberError },
    #[error(transparent)]
    Range(#[from] OutOfRange),
    /// Out of range, as it was written.
    #[error(
        "{} = {asked}: expected {} to {} ({})",
        field.name, field.format.decimal(field.min), field.format.decimal(field.max), field.format
    )]
    Asked { field: Field, asked: String },
    /// Values that do not go together: a line that says so.
    #[error("{0}")]
    Together(String),
    #[error("line {line}: {message}")]
    Toml { line: usize, message: String },
    #[error("line {line}: {name}: expected a decimal or a \"num/den\" string")]
    Type { line: usize, name: String },
    #[error("line {line}: {name}: {found} values: expected {expected}")]
    Entries { line: usize, name: String, found: usize, expected: usize },
    #[error("line {line}: {name}: expected a list of {entries} or a table by code")]
    Table { line: usize, name: String, entries: usize },
    #[error("line {line}: {source}")]
    Line { line: usize, source: Box<ParamError> },
}
