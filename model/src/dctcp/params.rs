//! DCTCP's run-time parameters: checked when they are made, so that the datapath need not check them.

use layout::dctcp::{CP0, CWND_MAX, CWND_MIN, Cp, Cwnd, G, Gain, PARAMS};
use layout::field::{Field, OutOfRange};
use layout::fixed::U;

/// A set of legal parameters (ranges of `layout::dctcp`).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Params {
    g: Gain,
    cp0: Cp,
    cwnd_min: Cwnd,
    cwnd_max: Cwnd,
}

impl Default for Params {
    fn default() -> Self {
        let reset = PARAMS.map(|field| field.reset);
        Self::from_raw(reset).expect("the reset value of every parameter lies in its range")
    }
}

impl Params {
    /// From raw values in the order of [`PARAMS`]: g, CP0, cwnd_min, cwnd_max.
    pub fn from_raw([g, cp0, cwnd_min, cwnd_max]: [u64; 4]) -> Result<Self, OutOfRange> {
        Ok(Self {
            g: checked(G, g)?,
            cp0: checked(CP0, cp0)?,
            cwnd_min: checked(CWND_MIN, cwnd_min)?,
            cwnd_max: checked(CWND_MAX, cwnd_max)?,
        })
    }

    /// Raw values in the order of [`PARAMS`].
    pub fn raw(&self) -> [u64; 4] {
        [self.g.raw(), self.cp0.raw(), self.cwnd_min.raw(), self.cwnd_max.raw()]
    }

    #[inline]
    pub fn g(&self) -> Gain {
        self.g
    }

    #[inline]
    pub fn cp0(&self) -> Cp {
        self.cp0
    }

    #[inline]
    pub fn cwnd_min(&self) -> Cwnd {
        self.cwnd_min
    }

    #[inline]
    pub fn cwnd_max(&self) -> Cwnd {
        self.cwnd_max
    }
}

fn checked<const I: u32, const F: u32>(field: Field, raw: u64) -> Result<U<I, F>, OutOfRange> {
    U::new(field.check(raw)?).ok_or(OutOfRange { field, raw })
}
