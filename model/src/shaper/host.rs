//! What the host sets: checked when it is made, so that the shaper need not check it.

use super::interval::Interval;
use layout::field::{Field, OutOfRange};
use layout::fixed::U;
use layout::shaper::*;

/// Parameters that do not go together, or one that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShaperParamError {
    #[error(transparent)]
    Range(#[from] OutOfRange),
    #[error("quantum = {quantum}: expected at least mtu = {mtu}")]
    Quantum { quantum: u64, mtu: u64 },
}

/// A set of legal parameters.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Host {
    pub(super) mtu: Mtu,
    pub(super) quantum: GrantBytes,
    /// Of the cap; [`Interval::NONE`] without one.
    pub(super) cap: Interval,
    pub(super) burst: Burst,
    pub(super) timeout: Clock,
    /// `None`: strict.
    pub(super) weights: Option<[Weight; CLASSES]>,
}

impl Default for Host {
    fn default() -> Self {
        Self::with(&[]).expect("the reset values go together")
    }
}

impl Host {
    /// From raw values in the order of [`PARAMS`], and the weight of each class.
    pub fn from_raw(raw: [u64; 6], weights: [u64; CLASSES]) -> Result<Self, ShaperParamError> {
        let [mtu, quantum, cap, burst, timeout, strict] = raw;
        let mut checked_weights = [Weight::ZERO; CLASSES];
        for (weight, raw) in checked_weights.iter_mut().zip(weights) {
            *weight = checked(WEIGHT, raw)?;
        }
        let cap: Rate = checked(CAP, cap)?;
        let host = Self {
            mtu: checked(MTU, mtu)?,
            quantum: checked(QUANTUM, quantum)?,
            cap: if cap == Rate::ZERO { Interval::NONE } else { Interval::of_rate(cap) },
            burst: checked(BURST, burst)?,
            timeout: checked(TIMEOUT, timeout)?,
            weights: (STRICT.check(strict)? == 0).then_some(checked_weights),
        };
        if quantum < mtu {
            return Err(ShaperParamError::Quantum { quantum, mtu });
        }
        Ok(host)
    }

    /// From registers that hold each its range, and the interval of the cap. Classes are strict.
    pub fn of_registers(mtu: u64, quantum: u64, cap: Interval, burst: u64, timeout: u64) -> Self {
        let (mtu, quantum) = (U::wrap(mtu), U::wrap(quantum));
        Self { mtu, quantum, cap, burst: U::wrap(burst), timeout: U::wrap(timeout), weights: None }
    }

    /// The same with weights between the classes.
    pub fn sharing(self, weights: Option<[u64; CLASSES]>) -> Self {
        Self { weights: weights.map(|weights| weights.map(U::wrap)), ..self }
    }

    /// The values of the registers: mtu, quantum, the cap's m and e, C, timeout.
    pub fn registers(&self) -> [u64; 6] {
        let Self { mtu, quantum, cap, burst, timeout, .. } = self;
        [mtu.raw(), quantum.raw(), cap.m.raw(), cap.e.raw(), burst.raw(), timeout.raw()]
    }

    /// The reset values with these changed.
    pub fn with(changes: &[(&str, u64)]) -> Result<Self, ShaperParamError> {
        Self::weighted(changes, [WEIGHT.reset; CLASSES])
    }

    /// The same, with these weights, which count where `strict` is 0.
    pub fn weighted(changes: &[(&str, u64)], weights: [u64; CLASSES]) -> Result<Self, ShaperParamError> {
        let mut raw = PARAMS.map(|field| field.reset);
        for (name, value) in changes {
            let at = PARAMS.iter().position(|field| field.name == *name).expect("a name of layout::shaper");
            raw[at] = *value;
        }
        Self::from_raw(raw, weights)
    }
}

fn checked<const I: u32, const F: u32>(field: Field, raw: u64) -> Result<U<I, F>, OutOfRange> {
    field.check(raw).map(U::wrap)
}
