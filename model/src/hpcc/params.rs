//! HPCC++'s run-time parameters, and the registers that the host derives from them: checked when they are made, so that
//! the datapath need not check them.

use super::ideal;
use crate::number::{Nearest, Q, exact};
use crate::params::{ParamError, nearest};
use layout::field::{Field, OutOfRange};
use layout::fixed::U;
use layout::hpcc::*;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Pow, ToPrimitive};

/// Parameters that do not go together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HpccParamError {
    #[error(transparent)]
    Range(#[from] OutOfRange),
    #[error("W_min = {w_min}: expected at most W_max = {w_max} (raw), which is W_init where it is not given")]
    WindowBounds { w_min: u64, w_max: u64 },
    /// A reciprocal that does not match its value.
    #[error("{} = {found}: expected {expected}, which follows from the parameters and units", field.name)]
    Derived { field: Field, found: u64, expected: u64 },
    #[error("q_unit·ts_unit reduced by tx_unit·T is {0}: expected at most {max}; take a T or units with a common factor", max = QWeight::MAX_RAW)]
    Weight(u64),
}

/// `1/x = m·2^-e`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Reciprocal<const BITS: u32> {
    /// Top bit set.
    pub m: U<BITS, 0>,
    pub e: Exponent,
}

impl<const BITS: u32> Reciprocal<BITS> {
    /// num/den, its mantissa to nearest, halves up: off by at most 2^-BITS of its value. num, den > 0.
    pub fn of(num: u64, den: u64) -> Self {
        let value = Q::new(num.into(), den.into());
        let two = |e: i32| Q::from(BigInt::from(2)).pow(e);
        let half = Q::new(BigInt::one(), BigInt::from(2));
        let mut e = BITS as i32 + den.ilog2() as i32 - num.ilog2() as i32;
        // the first guess gives num/den·2^e in (2^(BITS-1), 2^(BITS+1))
        if &value * two(e) >= two(BITS as i32) {
            e -= 1;
        }
        let m = (value * two(e) + half).floor().to_integer().to_u64().expect("at most 2^BITS");
        let (m, e) = if m == 1 << BITS { (m / 2, e - 1) } else { (m, e) };
        let e = u64::try_from(e).expect("the ranges of the parameters give exponents above 0");
        Self { m: U::new(m).expect("normalised"), e: Exponent::new(e).expect("the ranges of the parameters bound it") }
    }
}

/// An entry of the speed table that has a speed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Speed {
    pub gbps: Gbps,
    /// 1/(B·ts_unit) in ticks a byte.
    pub inv_b: Reciprocal<32>,
}

/// What the header's integers stand for: units and the speed table, one set for the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    ts_unit: TsUnit,
    tx_unit: ByteUnit,
    q_unit: ByteUnit,
    speeds: [Option<Speed>; SPEEDS],
}

impl Default for Header {
    fn default() -> Self {
        Self::from_raw(UNITS.map(|f| f.reset), SPEED_TABLE).expect("the reset values lie in their ranges")
    }
}

impl Header {
    /// From raw values: ts_unit, tx_unit, q_unit, and Gbit/s by speed code (0: unknown).
    pub fn from_raw([ts_unit, tx_unit, q_unit]: [u64; 3], gbps: [u64; SPEEDS]) -> Result<Self, OutOfRange> {
        let ts_unit: TsUnit = checked(TS_UNIT, ts_unit)?;
        let mut speeds = [None; SPEEDS];
        for (speed, raw) in speeds.iter_mut().zip(gbps) {
            let gbps: Gbps = checked(SPEED, raw)?;
            // B = gbps/8 bytes a ns
            *speed = (raw != 0).then(|| Speed { gbps, inv_b: Reciprocal::of(8, raw * ts_unit.raw()) });
        }
        Ok(Self { ts_unit, tx_unit: checked(TX_UNIT, tx_unit)?, q_unit: checked(Q_UNIT, q_unit)?, speeds })
    }

    /// A speed table and units as registers hold them: `ts_unit` is in the reciprocals already.
    pub(crate) fn set_registers(
        &mut self,
        [tx_unit, q_unit]: [ByteUnit; 2],
        speed: Option<(SpeedCode, Option<Speed>)>,
    ) {
        (self.tx_unit, self.q_unit) = (tx_unit, q_unit);
        if let Some((code, speed)) = speed {
            self.speeds[code.raw() as usize] = speed;
        }
    }

    #[inline]
    pub fn tx_unit(&self) -> ByteUnit {
        self.tx_unit
    }

    #[inline]
    pub fn q_unit(&self) -> ByteUnit {
        self.q_unit
    }

    #[inline]
    pub fn ts_unit(&self) -> TsUnit {
        self.ts_unit
    }

    /// Raw mantissas and exponents of 1/B by speed code, 0 where the code is unknown.
    pub fn inv_b(&self) -> [[u64; SPEEDS]; 2] {
        let of = |part: fn(&Reciprocal<32>) -> u64| self.speeds.map(|s| s.map_or(0, |s| part(&s.inv_b)));
        [of(|r| r.m.raw()), of(|r| r.e.raw())]
    }

    #[inline]
    pub fn speed(&self, code: SpeedCode) -> Option<&Speed> {
        self.speeds[code.raw() as usize].as_ref()
    }
}

impl From<&Header> for ideal::Header {
    fn from(h: &Header) -> Self {
        let unit = |raw: u64| Q::from(BigInt::from(raw));
        Self {
            ts_unit: unit(h.ts_unit.raw()),
            tx_unit: unit(h.tx_unit.raw()),
            q_unit: unit(h.q_unit.raw()),
            speed: h.speeds.map(|s| s.map(|s| Q::new(s.gbps.raw().into(), 8.into()))),
        }
    }
}

/// A parameter set and what follows from it and the units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    pub(super) t: Time,
    pub(super) eta: Eta,
    pub(super) max_stage: Stage,
    pub(super) w_ai: Increment,
    pub(super) w_init: Window,
    pub(super) w_min: Window,
    pub(super) w_max: Window,
    pub(super) u_init: Util,
    pub(super) sync_first: bool,
    /// ceil(T/ts_unit)
    pub(super) t_ticks: Time,
    /// ts_unit/T in 1/ticks
    pub(super) tau_gain: Reciprocal<32>,
    /// 1/T in 1/ns
    pub(super) rate_gain: Reciprocal<18>,
    pub(super) q_weight: QWeight,
    pub(super) tx_weight: TxWeight,
}

impl Default for Params {
    fn default() -> Self {
        Self::from_raw(PARAMS.map(|f| f.reset), &Header::default()).expect("the reset values go together")
    }
}

impl Params {
    /// From raw values in the order of [`PARAMS`].
    pub fn from_raw(raw: [u64; 9], header: &Header) -> Result<Self, HpccParamError> {
        let t: Time = checked(T, raw[0])?;
        let ts_unit = header.ts_unit.raw();
        // u' = q·q_unit/(B·T) + tx·tx_unit/(B·dts·ts_unit) = (q·dts·q_unit·ts_unit + tx·tx_unit·T) / (B·dts) ·
        // 1/(T·ts_unit), and the last factor is the same for all hops
        let (q, tx) = (header.q_unit.raw() * ts_unit, header.tx_unit.raw() * t.raw());
        let common = q.gcd(&tx);
        let (tau, rate) = (Reciprocal::<32>::of(ts_unit, t.raw()), Reciprocal::<18>::of(1, t.raw()));
        let (tau, rate) = ([tau.m.raw(), tau.e.raw()], [rate.m.raw(), rate.e.raw()]);
        let t_ticks = t.raw().div_ceil(ts_unit);
        // 4,095 · (2^20 - 1) fits 32 bits
        let derived = [t_ticks, tau[0], tau[1], rate[0], rate[1], q / common, tx / common];
        let params = Self::from_registers(raw, derived)?;
        QWeight::new(q / common).map(|_| params).ok_or(HpccParamError::Weight(q / common))
    }

    /// What the registers hold, raw values in the order of [`PARAMS`] and [`DERIVED`]: as the hardware, it takes the
    /// derived ones as they are. Bits past a register's width are dropped.
    pub fn from_registers(raw: [u64; 9], derived: [u64; 7]) -> Result<Self, HpccParamError> {
        let [t, eta, max_stage, w_ai, w_init, w_min, w_max, u_init, sync_first] = raw;
        let [t_ticks, tau_m, tau_e, rate_m, rate_e, q_weight, tx_weight] = derived;
        let t: Time = checked(T, t)?;
        let (w_min, w_max): (Window, Window) = (checked(W_MIN, w_min)?, checked(W_MAX, w_max)?);
        if w_min > w_max {
            return Err(HpccParamError::WindowBounds { w_min: w_min.raw(), w_max: w_max.raw() });
        }
        Ok(Self {
            t,
            eta: checked(ETA, eta)?,
            max_stage: checked(MAX_STAGE, max_stage)?,
            w_ai: checked(W_AI, w_ai)?,
            w_init: checked(W_INIT, w_init)?,
            w_min,
            w_max,
            u_init: checked(U_INIT, u_init)?,
            sync_first: SYNC_FIRST.check(sync_first)? == 1,
            t_ticks: Time::wrap(t_ticks),
            tau_gain: Reciprocal { m: U::wrap(tau_m), e: U::wrap(tau_e) },
            rate_gain: Reciprocal { m: U::wrap(rate_m), e: U::wrap(rate_e) },
            q_weight: QWeight::wrap(q_weight),
            tx_weight: TxWeight::wrap(tx_weight),
        })
    }

    /// From raw values and the registers that a host wrote beside them: they must be what the model computes.
    pub fn with_derived(raw: [u64; 9], derived: [u64; 7], header: &Header) -> Result<Self, HpccParamError> {
        let params = Self::from_raw(raw, header)?;
        for ((field, found), expected) in DERIVED.into_iter().zip(derived).zip(params.derived()) {
            if found != expected {
                return Err(HpccParamError::Derived { field, found, expected });
            }
        }
        Ok(params)
    }

    /// The registers of the measurement.
    pub(crate) fn set_registers(
        &mut self,
        t_ticks: Time,
        tau_gain: Reciprocal<32>,
        q_weight: QWeight,
        tx_weight: TxWeight,
    ) {
        (self.t_ticks, self.tau_gain, self.q_weight, self.tx_weight) = (t_ticks, tau_gain, q_weight, tx_weight);
    }

    #[inline]
    pub fn t(&self) -> Time {
        self.t
    }

    #[inline]
    pub fn eta(&self) -> Eta {
        self.eta
    }

    /// Raw values in the order of [`PARAMS`].
    pub fn raw(&self) -> [u64; 9] {
        let (windows, flag) = ([self.w_init, self.w_min, self.w_max].map(U::raw), self.sync_first as u64);
        let [w_init, w_min, w_max] = windows;
        let (stage, w_ai) = (self.max_stage.raw(), self.w_ai.raw());
        [self.t.raw(), self.eta.raw(), stage, w_ai, w_init, w_min, w_max, self.u_init.raw(), flag]
    }

    /// Raw values in the order of [`DERIVED`]: what the host writes into the registers beside the set.
    pub fn derived(&self) -> [u64; 7] {
        let (tau, rate) = (self.tau_gain, self.rate_gain);
        let (q, tx) = (self.q_weight.raw(), self.tx_weight.raw());
        [self.t_ticks.raw(), tau.m.raw(), tau.e.raw(), rate.m.raw(), rate.e.raw(), q, tx]
    }

    /// The registers `set_hpcc_*` with what a host writes into them.
    pub fn registers(&self) -> impl Iterator<Item = (String, u64)> + use<> {
        let of_set = PARAMS.into_iter().zip(self.raw()).filter(|(field, _)| ![U_INIT, W_INIT].contains(field));
        let all = of_set.chain(DERIVED.into_iter().zip(self.derived()));
        all.map(|(field, value)| (format!("set_hpcc_{}", field.port()), value))
    }

    /// The set with one parameter at the value nearest to a decimal or `"num/den"`.
    pub fn set(&self, name: &str, text: &str, header: &Header) -> Result<(Self, Nearest), SetError> {
        let Some(index) = PARAMS.iter().position(|field| field.name == name) else {
            return Err(SetError::Unknown(name.to_owned()));
        };
        let field = PARAMS[index];
        let nearest = nearest(&field, text)?;
        let mut raw = self.raw();
        raw[index] = nearest.raw;
        Ok((Self::from_raw(raw, header)?, nearest))
    }
}

/// A parameter that cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetError {
    #[error("unknown parameter `{0}`: expected T, eta, maxStage, W_ai, W_init, W_min, W_max, U_init or sync_first")]
    Unknown(String),
    #[error(transparent)]
    Param(#[from] ParamError),
    #[error(transparent)]
    Hpcc(#[from] HpccParamError),
}

impl From<&Params> for ideal::Params {
    fn from(p: &Params) -> Self {
        let window = |w: Window| exact(w.raw(), Window::FORMAT);
        Self {
            t: exact(p.t.raw(), Time::FORMAT),
            eta: exact(p.eta.raw(), Eta::FORMAT),
            max_stage: p.max_stage.raw(),
            w_ai: exact(p.w_ai.raw(), Increment::FORMAT),
            w_init: window(p.w_init),
            w_min: window(p.w_min),
            w_max: window(p.w_max),
            u_init: exact(p.u_init.raw(), Util::FORMAT),
            sync_first: p.sync_first,
        }
    }
}

fn checked<const I: u32, const F: u32>(field: Field, raw: u64) -> Result<U<I, F>, OutOfRange> {
    U::new(field.check(raw)?).ok_or(OutOfRange { field, raw })
}
