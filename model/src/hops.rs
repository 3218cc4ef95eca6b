//! `hops`: what each hop did since the last telemetry (hdl/src/hops.md; HPCC++ lines 2 to 7 and 27; SEMANTICS H2, H3,
//! H8, H11, H13).

use crate::delay::Delay;
use crate::hpcc::{Hop, Record, Records, Telemetry};
use layout::fixed::U;
use layout::hpcc::{MAX_HOPS, QLen, SpeedCode, Ts, TxBytes, flag};
use layout::timing::HOPS_LATENCY;

/// The slice of a QP. An engine for fewer hops uses the first of them.
pub type Slice = Records<MAX_HOPS>;

/// What the initialisation writes.
pub const RESET: Slice = Records {
    valid: false,
    path: U::ZERO,
    n_hop: U::ZERO,
    hops: [Record { ts: U::ZERO, tx_bytes: U::ZERO, q_len: U::ZERO }; MAX_HOPS],
};

/// What an event does with the slice.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "it moves through a pipeline by copy, and nearly always it is telemetry")]
pub enum Action {
    /// It becomes not valid.
    Clear,
    /// Nothing: the event has no telemetry.
    Pass,
    Telemetry(Telemetry<MAX_HOPS>),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct In {
    pub qpn: u32,
    pub action: Action,
}

/// A hop's differences.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Delta {
    pub speed: SpeedCode,
    pub dts: Ts,
    pub tx: TxBytes,
    pub q: QLen,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Out {
    pub qpn: u32,
    /// FIRST, PATH, HOPS of [`flag`].
    pub flags: u16,
    /// The telemetry is comparable: the hops below nHop have their differences.
    pub measure: bool,
    pub hops: [Option<Delta>; MAX_HOPS],
}

/// FIRST, PATH or HOPS of [`flag`]; or none, and the telemetry is comparable with the slice's. In an engine for `hops`
/// hops.
#[inline]
pub fn compare(slice: &Slice, telemetry: &Telemetry<MAX_HOPS>, hops: usize) -> (u16, bool) {
    if telemetry.n_hop.raw() as usize > hops {
        (flag::HOPS, false) // H13
    } else if !slice.valid {
        (flag::FIRST, false) // H2, H11
    } else if (slice.path, slice.n_hop) != (telemetry.path, telemetry.n_hop) {
        (flag::PATH, false) // H3
    } else {
        (0, true)
    }
}

/// The slice after telemetry of at most as many hops as the engine has; the records from nHop on stay, and mean
/// nothing.
#[inline]
pub fn record(slice: &mut Slice, telemetry: &Telemetry<MAX_HOPS>) {
    (slice.valid, slice.path, slice.n_hop) = (true, telemetry.path, telemetry.n_hop);
    for (old, new) in slice.hops.iter_mut().zip(&telemetry.hops).take(telemetry.n_hop.raw() as usize) {
        *old = Record { ts: new.ts, tx_bytes: new.tx_bytes, q_len: new.q_len };
    }
}

/// One event in an engine for `hops` hops: the slice after it, and what the hops did.
pub fn step(slice: &Slice, input: &In, hops: usize) -> (Slice, Out) {
    let mut out = Out { qpn: input.qpn, flags: 0, measure: false, hops: [None; MAX_HOPS] };
    let telemetry = match &input.action {
        Action::Clear => return (Slice { valid: false, ..*slice }, out),
        Action::Pass => return (*slice, out),
        Action::Telemetry(telemetry) => telemetry,
    };
    (out.flags, out.measure) = compare(slice, telemetry, hops);
    if out.flags & flag::HOPS != 0 {
        return (*slice, out);
    }
    if out.measure {
        let n_hop = telemetry.n_hop.raw() as usize;
        for ((delta, old), new) in out.hops.iter_mut().zip(&slice.hops).zip(&telemetry.hops).take(n_hop) {
            *delta = Some(difference(old, new));
        }
    }
    (crate::hpcc::record(telemetry), out)
}

/// H8: modular, `wrap`.
pub fn difference(old: &Record, new: &Hop) -> Delta {
    Delta {
        speed: new.speed,
        dts: Ts::wrap(new.ts.raw().wrapping_sub(old.ts.raw())),
        tx: TxBytes::wrap(new.tx_bytes.raw().wrapping_sub(old.tx_bytes.raw())),
        q: QLen::min(new.q_len, old.q_len),
    }
}

/// The block: one event a cycle, [`HOPS_LATENCY`] cycles each. The RTL's loop of one cycle with forwarding equals
/// application in order; it happens in the last cycle of the latency.
#[derive(Clone)]
pub struct HopSlice {
    slices: Vec<Slice>,
    hops: usize,
    events: Delay<In, 3>,
    result: Delay<Out, { HOPS_LATENCY as usize - 3 }>,
}

impl HopSlice {
    /// For paths of up to `hops` hops, at most [`MAX_HOPS`].
    pub fn new(qps: u32, hops: usize) -> Self {
        assert!((1..=MAX_HOPS).contains(&hops), "hops = {hops}: expected 1 to {MAX_HOPS}");
        Self { slices: vec![RESET; qps as usize], hops, events: Delay::default(), result: Delay::default() }
    }

    /// One clock cycle; `init` writes the reset slice at that address.
    pub fn step(&mut self, rst_n: bool, init: Option<u32>, input: Option<In>) -> Option<Out> {
        if let Some(address) = init {
            self.slices[address as usize] = RESET;
        }
        let event = self.events.step(input);
        let result = event.map(|event| {
            let slot = &mut self.slices[event.qpn as usize];
            let (after, out) = step(slot, &event, self.hops);
            *slot = after;
            out
        });
        let out = self.result.step(result);
        if !rst_n {
            self.events.reset();
            self.result.reset();
        }
        out
    }

    /// The slice of a QP, for reports.
    pub fn slice(&self, qpn: u32) -> &Slice {
        &self.slices[qpn as usize]
    }
}
