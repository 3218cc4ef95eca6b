//! `window`: HPCC++'s U, W and R of one event whose hop is chosen and measured, and the block with its cycles
//! (hdl/src/window.md; draft-miao-rtgwg-hpccplus-00, lines 8 to 34; page.md, "U", "W", "R", "Rules of one event").

use crate::choice::SETS;
use crate::delay::Delay;
use crate::hpcc::{Arrival, Params, window};
use layout::hpcc::{
    Clock, INC_STAGE, LAST_UPDATE, Rate, STATE_U, STATE_W, STATE_WC, Seq, Stage, Util, Window as Bytes, flag,
};
use layout::record::Kind;
use layout::timing::WINDOW_LATENCY;

/// What the block keeps of a QP.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Context {
    pub u: Util,
    pub w: Bytes,
    pub wc: Bytes,
    pub inc_stage: Stage,
    /// lastUpdateSeq in the low 24 bits, or lastUpdateTime.
    pub last_update: Clock,
}

impl Context {
    /// What the initialisation writes.
    pub const RESET: Context = Context {
        u: Util::wrap(STATE_U.reset),
        w: Bytes::wrap(STATE_W.reset),
        wc: Bytes::wrap(STATE_WC.reset),
        inc_stage: Stage::wrap(INC_STAGE.reset),
        last_update: Clock::wrap(LAST_UPDATE.reset),
    };
}

/// What the blocks before this one found in an event's telemetry.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    /// FIRST, PATH, HOPS, SPEED, STILL, IDLE; IGNORED.
    pub flags: u16,
    /// min(tau, T)/T, U1.36: 2^16 to 2^36.
    pub theta: u64,
    /// q_term + tx_term, U13.36.
    pub addend: u64,
    pub arrival: Arrival,
}

/// An event of one QP.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Update(Measured),
    /// The host replaces the context.
    HostWrite(Context),
    /// The host reads the context.
    HostRead,
}

/// One event: the context after it, R, and the flags of its update.
#[inline]
pub fn step(context: Context, event: Event, p: &Params) -> (Context, Rate, u16) {
    let (next, flags) = match event {
        Event::HostWrite(new) => return (new, window::rate(new.w, p).0, 0),
        Event::HostRead => return (context, window::rate(context.w, p).0, 0),
        Event::Update(m) => update(context, &m, p),
    };
    let (r, saturated) = window::rate(next.w, p);
    (next, r, flags | saturated)
}

#[inline]
fn update(context: Context, m: &Measured, p: &Params) -> (Context, u16) {
    let mut next = context;
    if m.flags & flag::IGNORED != 0 {
        return (next, m.flags);
    }
    if m.flags & (flag::FIRST | flag::PATH | flag::HOPS) != 0 {
        if let (Arrival::Ack { snd_nxt, .. }, true) = (m.arrival, m.flags & flag::FIRST != 0 && p.sync_first) {
            next.last_update = Clock::wrap(snd_nxt.raw()); // H2
        }
        return (next, m.flags);
    }
    let mut flags = m.flags;
    if m.flags & flag::IDLE == 0 {
        let (u, saturated) = smooth(context.u, m.theta, m.addend);
        next.u = u;
        flags |= if saturated { flag::U_SAT } else { 0 };
    }
    let (w, stage, window) = window::compute(next.u, context.wc, context.inc_stage, p);
    next.w = w;
    flags |= window;
    if let Some(mark) = full(context.last_update, m.arrival, p) {
        (next.wc, next.inc_stage, next.last_update) = (w, stage, mark);
        flags |= flag::FULL;
    }
    (next, flags)
}

/// Lines 8 and 9: U = (1 - theta)·U + addend, and whether it saturated.
#[inline]
pub fn smooth(u: Util, theta: u64, addend: u64) -> (Util, bool) {
    let sum = decay(u, theta) as u128 + addend as u128;
    (Util::sat(sum), sum > Util::MAX_RAW as u128)
}

/// (1 - theta)·U: 36 + 48 = 84 bits, to 2^-36, round_half_up.
///
/// Theta is 2^-20 to 1 where the derived registers match their parameters. Of others, which a host may write too, 1 -
/// theta keeps its 36 fraction bits, as the hardware has no more.
#[inline]
pub fn decay(u: Util, theta: u64) -> u64 {
    let rest = (1u64 << 36).wrapping_sub(theta) & ((1 << 36) - 1);
    let product = rest as u128 * u.raw() as u128;
    ((product + (1 << 35)) >> 36) as u64
}

/// The new lastUpdateSeq or lastUpdateTime if the update is full (lines 22 and 29).
#[inline]
fn full(last_update: Clock, arrival: Arrival, p: &Params) -> Option<Clock> {
    match arrival {
        // H12: the sequence number is ahead, in serial arithmetic of 24 bits
        Arrival::Ack { seq, snd_nxt } => {
            let delta = Seq::wrap(seq.raw().wrapping_sub(last_update.raw())).raw();
            (1..1 << 23).contains(&delta).then_some(Clock::wrap(snd_nxt.raw()))
        }
        Arrival::Int { now } => {
            let elapsed = Clock::wrap(now.raw().wrapping_sub(last_update.raw())).raw();
            (elapsed > p.t.raw()).then_some(now)
        }
    }
}

/// The event that enters in a cycle.
#[derive(Copy, Clone, Debug)]
pub struct Issued {
    /// A host kind, or any other for an update.
    pub kind: Kind,
    pub qpn: u32,
    /// Index of the parameter set.
    pub set: usize,
    /// Means nothing for a host kind.
    pub measured: Measured,
}

/// The inputs of a cycle.
#[derive(Clone, Debug)]
pub struct In {
    /// Low: the valid bits are cleared. Contexts and sets keep what they hold.
    pub rst_n: bool,
    /// Writes a parameter set, while no event is under way.
    pub set: Option<(usize, Params)>,
    /// Writes the reset context at this address.
    pub init: Option<u32>,
    /// What a host write stores; held from its event to its result.
    pub host: Context,
    pub event: Option<Issued>,
}

/// The result of an event.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Out {
    pub kind: Kind,
    pub qpn: u32,
    pub r: Rate,
    pub flags: u16,
    /// A receiver's full update: W goes to the sender now (line 31).
    pub feedback: bool,
    /// The context after the event: its W, and what a host read shows.
    pub context: Context,
}

/// The block: one event a cycle, its result [`WINDOW_LATENCY`] cycles later.
///
/// The caller keeps two events of one QP at least `layout::timing::HAZARD` cycles apart, as `issue` does; the model
/// applies each event as it comes.
#[derive(Clone)]
pub struct Window {
    contexts: Vec<Context>,
    sets: Vec<Params>,
    pipe: Delay<Out, { WINDOW_LATENCY as usize }>,
}

impl Window {
    pub fn new(qps: u32) -> Self {
        Self {
            contexts: vec![Context::RESET; qps as usize],
            sets: vec![Params::default(); SETS],
            pipe: Delay::default(),
        }
    }

    /// One clock cycle.
    #[inline]
    pub fn step(&mut self, input: &In) -> Option<Out> {
        if let Some((index, params)) = &input.set {
            self.sets[*index] = params.clone();
        }
        if let Some(address) = input.init {
            self.contexts[address as usize] = Context::RESET;
        }
        let result = input.event.map(|event| self.apply(event, input.host));
        let out = self.pipe.step(result);
        if !input.rst_n {
            self.pipe.reset();
        }
        out
    }

    /// The result of the event that came in the cycle before.
    pub fn entered(&self) -> Option<Out> {
        self.pipe.newest()
    }

    /// The datapath: reads, updates and writes back one context.
    #[inline]
    fn apply(&mut self, event: Issued, host: Context) -> Out {
        let Issued { kind, qpn, set, measured } = event;
        let slot = &mut self.contexts[qpn as usize];
        let event = match kind {
            Kind::HostWrite => Event::HostWrite(host),
            Kind::HostRead => Event::HostRead,
            _ => Event::Update(measured),
        };
        let (context, r, flags) = step(*slot, event, &self.sets[set]);
        *slot = context;
        let receiver = matches!(measured.arrival, Arrival::Int { .. });
        Out { kind, qpn, r, flags, feedback: receiver && flags & flag::FULL != 0, context }
    }
}
