//! LDCP's run-time parameters: checked when they are made, so that the datapath need not check them.

use crate::number::{self, Nearest, NumberError};
use layout::field::{Field, OutOfRange};
use layout::fixed::U;
use layout::ldcp::{ALPHA, BETA, CW_MAX, Cw, ETA, Eta, GAMMA, Gain, PARAMS};

/// A set of legal parameters (draft 2.2; ranges of `layout::ldcp`).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Params {
    alpha: Gain,
    beta: Gain,
    gamma: Gain,
    eta: Eta,
    cw_max: Cw,
}

impl Default for Params {
    fn default() -> Self {
        let reset = PARAMS.map(|field| field.reset);
        Self::from_raw(reset).expect("the reset value of every parameter lies in its range")
    }
}

impl Params {
    /// From raw values in the order of [`PARAMS`]: alpha, beta, gamma, eta, cw_max.
    pub fn from_raw([alpha, beta, gamma, eta, cw_max]: [u64; 5]) -> Result<Self, OutOfRange> {
        Ok(Self {
            alpha: checked(ALPHA, alpha)?,
            beta: checked(BETA, beta)?,
            gamma: checked(GAMMA, gamma)?,
            eta: checked(ETA, eta)?,
            cw_max: checked(CW_MAX, cw_max)?,
        })
    }

    /// Raw values in the order of [`PARAMS`].
    pub fn raw(&self) -> [u64; 5] {
        [self.alpha.raw(), self.beta.raw(), self.gamma.raw(), self.eta.raw(), self.cw_max.raw()]
    }

    #[inline]
    pub fn alpha(&self) -> Gain {
        self.alpha
    }

    #[inline]
    pub fn beta(&self) -> Gain {
        self.beta
    }

    #[inline]
    pub fn gamma(&self) -> Gain {
        self.gamma
    }

    #[inline]
    pub fn eta(&self) -> Eta {
        self.eta
    }

    #[inline]
    pub fn cw_max(&self) -> Cw {
        self.cw_max
    }

    /// Sets one parameter to the value nearest to a decimal or `"num/den"`.
    pub fn set(&mut self, name: &str, text: &str) -> Result<Nearest, ParamError> {
        let Some(index) = PARAMS.iter().position(|field| field.name == name) else {
            return Err(ParamError::Unknown(name.to_owned()));
        };
        let field = PARAMS[index];
        let value = number::parse(text).map_err(|source| ParamError::Number { name: field.name, source })?;
        let nearest =
            number::nearest(&value, field.format).map_err(|source| ParamError::Number { name: field.name, source })?;
        let mut raw = self.raw();
        raw[index] = nearest.raw;
        *self = Self::from_raw(raw)?;
        Ok(nearest)
    }

    /// Reads the TOML of `--params`: a key a parameter, a decimal or a `"num/den"` string each; what is missing keeps its
    /// reset value. Also gives every value that is not exactly the one that was asked for.
    pub fn from_toml(text: &str) -> Result<(Self, Vec<Rounded>), ParamError> {
        use toml::de::{DeTable, DeValue};
        let line = |at: usize| text[..at.min(text.len())].matches('\n').count() + 1;
        let table = DeTable::parse(text).map_err(|e| ParamError::Toml {
            line: e.span().map_or(0, |s| line(s.start)),
            message: e.message().replace('\n', " "),
        })?;
        let (mut params, mut rounded) = (Self::default(), Vec::new());
        for (key, value) in table.get_ref() {
            let at = line(key.span().start);
            let asked = match value.get_ref() {
                DeValue::String(s) => s.to_string(),
                DeValue::Float(f) => f.as_str().to_owned(),
                DeValue::Integer(i) if i.radix() == 10 => i.as_str().to_owned(),
                _ => return Err(ParamError::Type { line: at, name: key.get_ref().to_string() }),
            };
            let name = key.get_ref().as_ref();
            let nearest =
                params.set(name, &asked).map_err(|source| ParamError::Line { line: at, source: Box::new(source) })?;
            if let Some(field) = PARAMS.iter().find(|field| field.name == name && !nearest.exact) {
                rounded.push(Rounded { line: at, field: *field, asked, raw: nearest.raw });
            }
        }
        rounded.sort_by_key(|r| r.line);
        Ok((params, rounded))
    }
}

fn checked<const I: u32, const F: u32>(field: Field, raw: u64) -> Result<U<I, F>, OutOfRange> {
    U::new(field.check(raw)?).ok_or(OutOfRange { field, raw })
}

/// A parameter that was rounded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rounded {
    pub line: usize,
    pub field: Field,
    pub asked: String,
    pub raw: u64,
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
    #[error("unknown parameter `{0}`: expected alpha, beta, gamma, eta or cw_max")]
    Unknown(String),
    #[error("{name}: {source}")]
    Number { name: &'static str, source: NumberError },
    #[error(transparent)]
    Range(#[from] OutOfRange),
    #[error("line {line}: {message}")]
    Toml { line: usize, message: String },
    #[error("line {line}: {name}: expected a decimal or a \"num/den\" string")]
    Type { line: usize, name: String },
    #[error("line {line}: {source}")]
    Line { line: usize, source: Box<ParamError> },
}
