//! DCQCN's run-time parameters: checked when they are made, so that the datapath need not check them.

use crate::number::exact;
use crate::params::{self, ParamError, Rounded};
use layout::dcqcn::*;
use layout::field::{Field, OutOfRange};
use layout::fixed::U;

/// Parameters that do not go together, or one that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DcqcnParamError {
    #[error(transparent)]
    Range(#[from] OutOfRange),
    #[error("rc_min = {rc_min}: expected at most line = {line} (raw)")]
    Floor { rc_min: u64, line: u64 },
}

/// A set of legal parameters.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Params {
    pub(super) g: Gain,
    pub(super) rai: Rate,
    pub(super) line: Rate,
    pub(super) rc_min: Rate,
    pub(super) cp0: Prob,
    pub(super) recovery: Steps,
    pub(super) doublings: Doublings,
    pub(super) snap: Snap,
    pub(super) old_cp: bool,
    pub(super) clamp_target: bool,
    pub(super) min_tx: Sent,
    pub(super) incast_periods: Quiet,
    pub(super) period: Period,
    pub(super) jitter: Jitter,
    pub(super) published: Option<Published>,
    /// What `published` is made of, while it is off.
    unpublished: [u64; 4],
}

/// The published form (SEMANTICS D11).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Published {
    pub alpha_periods: Periods,
    pub rate_periods: Periods,
    pub byte_packets: Packets,
    pub hai: Rate,
}

impl Default for Params {
    fn default() -> Self {
        Self::from_raw(PARAMS.map(|f| f.reset)).expect("the reset values go together")
    }
}

impl Params {
    /// From raw values in the order of [`PARAMS`]; without the published form.
    pub fn from_raw(raw: [u64; 14]) -> Result<Self, DcqcnParamError> {
        let mut all = PARAMS_P.map(|f| f.reset);
        all[..14].copy_from_slice(&raw);
        Self::from_raw_p(all)
    }

    /// From raw values in the order of [`PARAMS_P`].
    pub fn from_raw_p(raw: [u64; 19]) -> Result<Self, DcqcnParamError> {
        let [g, rai, line, rc_min, cp0, recovery, doublings, snap, old_cp, clamp_target, ..] = raw;
        let [.., min_tx, incast, period, jitter, published, alpha_periods, rate_periods, byte_packets, hai] = raw;
        let (line_rate, floor, rai_rate): (Rate, Rate, Rate) =
            (checked(LINE, line)?, checked(RC_MIN, rc_min)?, checked(RAI, rai)?);
        if rc_min > line {
            return Err(DcqcnParamError::Floor { rc_min, line });
        }
        let form = Published {
            alpha_periods: checked(ALPHA_PERIODS, alpha_periods)?,
            rate_periods: checked(RATE_PERIODS, rate_periods)?,
            byte_packets: checked(BYTE_PACKETS, byte_packets)?,
            hai: checked(HAI, hai)?,
        };
        let published = PUBLISHED.check(published)? == 1;
        Ok(Self {
            g: checked(G, g)?,
            rai: rai_rate,
            line: line_rate,
            rc_min: floor,
            cp0: checked(CP0, cp0)?,
            recovery: checked(RECOVERY, recovery)?,
            doublings: checked(DOUBLINGS, doublings)?,
            snap: checked(SNAP, snap)?,
            old_cp: OLD_CP.check(old_cp)? == 1,
            clamp_target: CLAMP_TARGET.check(clamp_target)? == 1,
            min_tx: checked(MIN_TX, min_tx)?,
            incast_periods: checked(INCAST_PERIODS, incast)?,
            period: checked(PERIOD, period)?,
            jitter: checked(JITTER, jitter)?,
            published: published.then_some(form),
            unpublished: [alpha_periods, rate_periods, byte_packets, hai],
        })
    }

    /// Raw values in the order of [`PARAMS_P`].
    pub fn raw(&self) -> [u64; 19] {
        let [alpha_periods, rate_periods, byte_packets, hai] = self.unpublished;
        [
            self.g.raw(),
            self.rai.raw(),
            self.line.raw(),
            self.rc_min.raw(),
            self.cp0.raw(),
            self.recovery.raw(),
            self.doublings.raw(),
            self.snap.raw(),
            self.old_cp.into(),
            self.clamp_target.into(),
            self.min_tx.raw(),
            self.incast_periods.raw(),
            self.period.raw(),
            self.jitter.raw(),
            self.published.is_some().into(),
            alpha_periods,
            rate_periods,
            byte_packets,
            hai,
        ]
    }

    /// The reset values with these changed.
    pub fn with(changes: &[(&str, u64)]) -> Result<Self, DcqcnParamError> {
        let mut raw = PARAMS_P.map(|f| f.reset);
        for (name, value) in changes {
            let at = PARAMS_P.iter().position(|f| f.name == *name).expect("a name of layout::dcqcn");
            raw[at] = *value;
        }
        Self::from_raw_p(raw)
    }

    /// The published form (`layout::dcqcn::DCQCN_2015`).
    pub fn dcqcn_2015() -> Self {
        Self::with(&DCQCN_2015).expect("the set goes together")
    }

    /// The line rate, at which a QP starts.
    pub fn line(&self) -> Rate {
        self.line
    }

    /// CP of a new QP.
    pub fn cp0(&self) -> Prob {
        self.cp0
    }

    /// Reads the TOML of `--params` for dcqcn-p: a decimal or a `"num/den"` string a key; what is missing keeps its
    /// reset value.
    pub fn from_toml_p(text: &str) -> Result<(Self, Vec<Rounded>), ParamError> {
        let (raw, rounded) = params::read(text, &PARAMS_P)?;
        Ok((Self::from_raw_p(raw)?, rounded))
    }

    /// The same for dcqcn-d.
    pub fn from_toml_d(text: &str) -> Result<(Self, Vec<Rounded>), ParamError> {
        let (raw, rounded) = params::read(text, &PARAMS)?;
        Ok((Self::from_raw(raw)?, rounded))
    }
}

impl From<DcqcnParamError> for ParamError {
    fn from(error: DcqcnParamError) -> Self {
        match error {
            DcqcnParamError::Range(range) => ParamError::Range(range),
            together => ParamError::Together(together.to_string()),
        }
    }
}

impl From<&Params> for super::ideal::Params {
    /// The values that the datapath's raw parameters stand for.
    fn from(p: &Params) -> Self {
        let rate = |r: Rate| exact(r.raw(), Rate::FORMAT);
        Self {
            g: exact(p.g.raw(), Gain::FORMAT),
            rai: rate(p.rai),
            line: rate(p.line),
            cp0: exact(p.cp0.raw(), Prob::FORMAT),
            rc_min: rate(p.rc_min),
            recovery: p.recovery.raw(),
            doublings: p.doublings.raw(),
            snap: exact(1 << p.snap.raw(), Rate::FORMAT),
            old_cp: p.old_cp,
            clamp_target: p.clamp_target,
            min_tx: p.min_tx.raw(),
            incast_periods: p.incast_periods.raw(),
            published: p.published.map(|f| super::ideal::Published {
                alpha_periods: f.alpha_periods.raw(),
                rate_periods: f.rate_periods.raw(),
                byte_packets: f.byte_packets.raw(),
                hai: rate(f.hai),
            }),
        }
    }
}

fn checked<const I: u32, const F: u32>(field: Field, raw: u64) -> Result<U<I, F>, OutOfRange> {
    U::new(field.check(raw)?).ok_or(OutOfRange { field, raw })
}
