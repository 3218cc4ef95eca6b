#![doc = include_str!("page.md")]

pub mod file;
pub mod ideal;
pub mod measure;
pub mod params;
pub(crate) mod rate;
pub(crate) mod socket;
pub mod unit;
pub mod window;

pub use params::{Header, HpccParamError, Params};

use crate::psn::ahead;
use layout::fixed::U;
use layout::hpcc::{Clock, NHop, PathId, QLen, Rate, Seq, SpeedCode, Stage, Ts, TxBytes, Util, Window, flag};

/// `replay` reads its events by a reader of its own.
pub(crate) const RULES: [crate::algorithms::Entry; 0] = [];

/// The telemetry of one hop, as the header has it: `ack.L[i]`.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Hop {
    pub speed: SpeedCode,
    pub ts: Ts,
    pub tx_bytes: TxBytes,
    pub q_len: QLen,
}

/// What is kept of a hop: `L[i]`.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    pub ts: Ts,
    pub tx_bytes: TxBytes,
    pub q_len: QLen,
}

/// What a telemetry header says, `ack.L` or `int.L`, in an engine for up to `HOPS` hops. Hops from `n_hop` on mean
/// nothing.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Telemetry<const HOPS: usize> {
    pub path: PathId,
    pub n_hop: NHop,
    pub hops: [Hop; HOPS],
}

/// `L`: the records of the last telemetry. Records from `n_hop` on mean nothing.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Records<const HOPS: usize> {
    /// False until telemetry has come.
    pub valid: bool,
    pub path: PathId,
    pub n_hop: NHop,
    pub hops: [Record; HOPS],
}

/// What is kept of a QP (`layout::hpcc::context_bits`).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Context<const HOPS: usize> {
    pub l: Records<HOPS>,
    pub u: Util,
    pub w: Window,
    pub wc: Window,
    pub inc_stage: Stage,
    /// lastUpdateSeq in the low 24 bits, or lastUpdateTime.
    pub last_update: Clock,
}

impl<const HOPS: usize> Context<HOPS> {
    /// H1: a new QP.
    pub fn new(p: &Params) -> Self {
        let l = Records { valid: false, path: U::ZERO, n_hop: U::ZERO, hops: [Record::default(); HOPS] };
        let (u, w) = (p.u_init, p.w_init);
        Self { l, u, w, wc: w, inc_stage: U::ZERO, last_update: U::ZERO }
    }
}

/// What brings telemetry.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// An ACK at the sender (line 21).
    Ack { seq: Seq, snd_nxt: Seq },
    /// A packet at the receiver (line 28).
    Int { now: Clock },
}

/// The result of an event: line 27's W and R, and `layout::hpcc::flag`. At the receiver, W is sent where FULL is set
/// (line 31).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Update {
    pub w: Window,
    pub r: Rate,
    pub flags: u16,
}

/// Lines 21 to 27 or 28 to 34: the context after one event, and its update.
#[inline]
pub fn step<const HOPS: usize>(
    context: &Context<HOPS>,
    arrival: Arrival,
    telemetry: &Telemetry<HOPS>,
    header: &Header,
    p: &Params,
) -> (Context<HOPS>, Update) {
    let mut next = *context;
    let n_hop = telemetry.n_hop.raw() as usize;
    let flags = if n_hop > HOPS {
        flag::HOPS // H13
    } else {
        next.l = record(telemetry); // line 27, H11
        if !context.l.valid {
            // H2, H11
            if let (Arrival::Ack { snd_nxt, .. }, true) = (arrival, p.sync_first) {
                next.last_update = Clock::wrap(snd_nxt.raw());
            }
            flag::FIRST
        } else if (context.l.path, context.l.n_hop) != (telemetry.path, telemetry.n_hop) {
            flag::PATH // H3
        } else {
            let (winner, skipped) = measure::choose(&context.l.hops[..n_hop], &telemetry.hops[..n_hop], header, p);
            let (u, measured) = match winner {
                None => (context.u, flag::IDLE), // H7
                Some(winner) => {
                    let (u, saturated) = measure::smooth(context.u, &winner, header, p);
                    (u, if saturated { flag::U_SAT } else { 0 })
                }
            };
            let (w, stage, window) = window::compute(u, context.wc, context.inc_stage, p);
            (next.u, next.w) = (u, w);
            let full = due(context.last_update, arrival, p);
            if let Some(mark) = full {
                (next.wc, next.inc_stage, next.last_update) = (w, stage, mark);
            }
            skipped | measured | window | if full.is_some() { flag::FULL } else { 0 }
        }
    };
    let (r, saturated) = window::rate(next.w, p);
    (next, Update { w: next.w, r, flags: flags | saturated })
}

/// Lines 22 and 29: the new lastUpdateSeq or lastUpdateTime if this is a full update.
#[inline]
fn due(last_update: Clock, arrival: Arrival, p: &Params) -> Option<Clock> {
    match arrival {
        // H12
        Arrival::Ack { seq, snd_nxt } => {
            ahead(seq.raw(), last_update.raw(), Seq::BITS).map(|_| Clock::wrap(snd_nxt.raw()))
        }
        // now - lastUpdateTime > T, the difference modular, `wrap`
        Arrival::Int { now } => {
            (Clock::wrap(now.raw().wrapping_sub(last_update.raw())).raw() > p.t.raw()).then_some(now)
        }
    }
}

/// The records that the next event of the QP compares with; the speeds are not kept.
#[inline]
pub(crate) fn record<const HOPS: usize>(t: &Telemetry<HOPS>) -> Records<HOPS> {
    let hops = t.hops.map(|Hop { ts, tx_bytes, q_len, .. }| Record { ts, tx_bytes, q_len });
    Records { valid: true, path: t.path, n_hop: t.n_hop, hops }
}
