//! LDCP's run-time parameters: checked when they are made, so that the datapath need not check them.

use crate::number::Nearest;
use crate::params::{ParamError, Rounded, nearest, read, unknown};
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

    /// The registers `set_ldcp_*` with what a host writes into them.
    pub fn registers(&self) -> impl Iterator<Item = (String, u64)> + use<> {
        PARAMS.into_iter().zip(self.raw()).map(|(field, value)| (format!("set_ldcp_{}", field.port()), value))
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
            return Err(unknown(name, &PARAMS));
        };
        let field = PARAMS[index];
        let nearest = nearest(&field, text)?;
        let mut raw = self.raw();
        raw[index] = nearest.raw;
        *self = Self::from_raw(raw)?;
        Ok(nearest)
    }

    /// Reads the TOML of `--params`: a key a parameter, a decimal or a `"num/den"` string each; what is missing keeps
    /// its reset value. Also gives every value that is not exactly the one that was asked for.
    pub fn from_toml(text: &str) -> Result<(Self, Vec<Rounded>), ParamError> {
        let (raw, rounded) = read(text, &PARAMS)?;
        Ok((Self::from_raw(raw)?, rounded))
    }
}

fn checked<const I: u32, const F: u32>(field: Field, raw: u64) -> Result<U<I, F>, OutOfRange> {
    U::new(field.check(raw)?).ok_or(OutOfRange { field, raw })
}
