//! `inflight`: the choice of the hop and what it adds to U (hdl/src/inflight.md; HPCC++ lines 2 to 9 but for U's own
//! share). The arithmetic is `hpcc::measure`'s.

use crate::choice::SETS;
use crate::hops::Delta;
use crate::hpcc::measure::{Terms, choose, terms};
use crate::hpcc::{Header, Hop, Params, Record};
use layout::fixed::U;
use layout::hpcc::{ByteUnit, Exponent, Gbps, MAX_HOPS, Mantissa, QLen, QWeight, SpeedCode, Time, TxWeight, flag};
use layout::timing::inflight_latency;
use std::collections::VecDeque;

pub use crate::hpcc::params::{Reciprocal, Speed};

/// U1.36.
pub type Theta = U<1, 36>;
/// What is added to (1 - theta)·U; from 2^12 on U saturates whatever its own share.
pub type Addend = U<13, 36>;

/// The registers of a parameter set that are read here.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SetWrite {
    pub index: usize,
    pub t_ticks: Time,
    pub tau_gain: (Mantissa, Exponent),
    pub q_weight: QWeight,
    pub tx_weight: TxWeight,
}

/// An entry of the speed table; gbps = 0: unknown.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SpeedWrite {
    pub code: SpeedCode,
    pub gbps: Gbps,
    pub inv_b: (Mantissa, Exponent),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct In {
    pub qpn: u32,
    /// There are hops to compare; without it none is used.
    pub measure: bool,
    /// Handed on.
    pub flags: u16,
    pub set: usize,
    pub hops: [Option<Delta>; MAX_HOPS],
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Out {
    pub qpn: u32,
    pub measure: bool,
    /// Those that came, and SPEED, STILL, IDLE.
    pub flags: u16,
    /// 0 where no hop is chosen, and so is the addend.
    pub theta: Theta,
    pub addend: Addend,
}

/// One event.
pub fn step(input: &In, header: &Header, p: &Params) -> Out {
    // what `choose` takes are records and telemetry: the differences against a record of zeros with a full queue
    let old = [Record { ts: U::ZERO, tx_bytes: U::ZERO, q_len: QLen::MAX }; MAX_HOPS];
    let (mut new, mut used) = ([Hop::default(); MAX_HOPS], 0);
    for delta in input.hops.iter().flatten() {
        new[used] = Hop { speed: delta.speed, ts: delta.dts, tx_bytes: delta.tx, q_len: delta.q };
        used += 1;
    }
    let (found, theta, addend) = between(&old[..used], &new[..used], input.measure, header, p);
    Out { qpn: input.qpn, measure: input.measure, flags: input.flags | found, theta, addend }
}

/// What comes of two telemetries: SPEED, STILL, IDLE, theta and the addend. Without `measure` there are no hops.
#[inline]
pub fn between(old: &[Record], new: &[Hop], measure: bool, header: &Header, p: &Params) -> (u16, Theta, Addend) {
    match choose(old, new, header, p) {
        (None, skipped) => (skipped | if measure { flag::IDLE } else { 0 }, Theta::ZERO, Addend::ZERO), // H7
        (Some(winner), skipped) => {
            let Terms { theta, q_term, tx_term } = terms(&winner, header, p);
            (skipped, Theta::wrap(theta), Addend::sat(q_term + tx_term))
        }
    }
}

/// The block: an event that measures takes as many cycles as its lanes need for all hops, any other one; each leaves
/// [`inflight_latency`] cycles after it was taken. Tables are written, and units change, while none is under way.
#[derive(Clone)]
pub struct Inflight {
    header: Header,
    sets: [Params; SETS],
    /// Cycles that an event with hops takes.
    steps: u32,
    /// Of them, those that the last one still needs.
    rest: u32,
    /// What entered in the last cycles, the oldest first.
    pipe: VecDeque<Option<Out>>,
}

impl Inflight {
    /// For paths of up to `hops` hops, of which `lanes` are compared at once.
    pub fn new(hops: usize, lanes: usize) -> Self {
        let (hops, lanes) = (hops as u32, lanes as u32);
        let pipe = std::iter::repeat_n(None, inflight_latency(hops, lanes) as usize).collect();
        let sets = std::array::from_fn(|_| Params::default());
        Self { header: Header::default(), sets, steps: hops.div_ceil(lanes), rest: 0, pipe }
    }

    /// It takes an event in this cycle.
    pub fn is_ready(&self) -> bool {
        self.rest == 0
    }

    /// The host's side of a cycle: tx_unit and q_unit, and what is written.
    pub fn configure(&mut self, units: [ByteUnit; 2], set: Option<SetWrite>, speed: Option<SpeedWrite>) {
        if let Some(SetWrite { index, t_ticks, tau_gain: (m, e), q_weight, tx_weight }) = set {
            self.sets[index].set_registers(t_ticks, Reciprocal { m, e }, q_weight, tx_weight);
        }
        let speed = speed.map(|SpeedWrite { code, gbps, inv_b: (m, e) }| {
            (code, (gbps != U::ZERO).then_some(Speed { gbps, inv_b: Reciprocal { m, e } }))
        });
        self.header.set_registers(units, speed);
    }

    /// One clock cycle. An event that comes while the block is not ready is not taken.
    pub fn step(&mut self, rst_n: bool, input: Option<In>) -> Option<Out> {
        let taken = input.filter(|_| self.is_ready());
        self.rest = match taken {
            Some(event) if event.measure => self.steps - 1,
            _ => self.rest.saturating_sub(1),
        };
        let result = taken.map(|input| step(&input, &self.header, &self.sets[input.set]));
        self.pipe.push_back(result);
        let out = self.pipe.pop_front().flatten();
        if !rst_n {
            self.rest = 0;
            self.pipe.iter_mut().for_each(|stage| *stage = None);
        }
        out
    }
}
