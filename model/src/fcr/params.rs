//! FCR's run-time parameters: checked when they are made, so that the datapath need not check them.

use crate::params::{ParamError, Rounded, each_value, read};
use layout::fcr::{ADVICE_MAX, ADVICE_MIN, LINE, MTU, Mbps, Mtu, PARAMS, START_AT_LINE, VALIDITY_MAX, Validity};
use layout::field::{Field, OutOfRange};
use layout::fixed::U;

/// A set of legal parameters (ranges of `layout::fcr`).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Params {
    pub(super) line: Mbps,
    pub(super) advice_min: Mbps,
    pub(super) advice_max: Mbps,
    pub(super) validity_max: Validity,
    pub(super) mtu: Mtu,
    pub(super) start_at_line: bool,
}

impl Default for Params {
    fn default() -> Self {
        Self::from_raw(PARAMS.map(|f| f.reset)).expect("the reset values are legal together")
    }
}

impl Params {
    /// From raw values in the order of [`PARAMS`].
    pub fn from_raw(raw: [u64; 6]) -> Result<Self, FcrParamError> {
        let [line, advice_min, advice_max, validity_max, mtu, start_at_line] = raw;
        let params = Self {
            line: checked(LINE, line)?,
            advice_min: checked(ADVICE_MIN, advice_min)?,
            advice_max: checked(ADVICE_MAX, advice_max)?,
            validity_max: checked(VALIDITY_MAX, validity_max)?,
            mtu: checked(MTU, mtu)?,
            start_at_line: START_AT_LINE.check(start_at_line)? == 1,
        };
        if advice_min > advice_max {
            return Err(FcrParamError::AdviceBounds { min: advice_min, max: advice_max });
        }
        if !mtu.is_power_of_two() {
            return Err(FcrParamError::Mtu(mtu));
        }
        Ok(params)
    }

    /// Bytes of a packet.
    pub fn mtu(&self) -> u64 {
        self.mtu.raw()
    }

    /// Raw values in the order of [`PARAMS`].
    pub fn raw(&self) -> [u64; 6] {
        let Self { line, advice_min, advice_max, validity_max, mtu, start_at_line } = self;
        [line.raw(), advice_min.raw(), advice_max.raw(), validity_max.raw(), mtu.raw(), u64::from(*start_at_line)]
    }

    /// Reads the TOML of `--params`: a key a parameter; what is missing keeps its reset value. Also gives every value
    /// that is not exactly the one that was asked for.
    pub fn from_toml(text: &str) -> Result<(Self, Vec<Rounded>), ParamError> {
        let (raw, rounded) = read(text, &PARAMS)?;
        let params = Self::from_raw(raw).map_err(|source| {
            let names: &[&str] = match source {
                FcrParamError::AdviceBounds { .. } => &[ADVICE_MIN.name, ADVICE_MAX.name],
                FcrParamError::Mtu(_) => &[MTU.name],
                FcrParamError::Range(ref e) => &[e.field.name],
            };
            // the last line of those that do not go together
            let mut last = 0;
            let found = each_value(text, &[], |line, name, _| {
                last = if names.contains(&name) { last.max(line) } else { last };
                Ok::<_, ParamError>(())
            });
            found.err().unwrap_or_else(|| ParamError::Together(format!("line {last}: {source}")))
        })?;
        Ok((params, rounded))
    }
}

/// Parameters that cannot be used.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FcrParamError {
    #[error(transparent)]
    Range(#[from] OutOfRange),
    #[error("advice_min = {min} is above advice_max = {max}: expected at most that")]
    AdviceBounds { min: u64, max: u64 },
    #[error("mtu = {0}: expected 256, 512, 1024, 2048 or 4096")]
    Mtu(u64),
}

fn checked<const I: u32, const F: u32>(field: Field, raw: u64) -> Result<U<I, F>, OutOfRange> {
    U::new(field.check(raw)?).ok_or(OutOfRange { field, raw })
}
