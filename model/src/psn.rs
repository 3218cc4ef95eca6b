//! `psn`: how many packets an ACK confirms (hdl/src/psn.md; draft 2.2, eq. 2; serial comparison as SEMANTICS H12).

use crate::delay::Delay;
use crate::event::{Arrival, Event};
use crate::round::sat;
use layout::ldcp::{N, PSN, PSN_VALID, Psn};
use layout::record::Kind;
use layout::timing::PSN_LATENCY;

/// What the block keeps of a QP.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// Last PSN acknowledged.
    pub psn: Psn,
    /// False until an ACK has come: `psn` says nothing then.
    pub valid: bool,
}

impl Context {
    /// What the initialisation writes.
    pub const RESET: Context = Context { psn: Psn::wrap(PSN.reset), valid: PSN_VALID.reset == 1 };
}

/// By how much serial number `a` of `bits` bits is ahead of `b`; `None` if it is not: 0 < (a − b) mod 2^bits < 2^(bits−1)
/// is ahead, half the circle and more is behind.
#[inline]
pub const fn ahead(a: u64, b: u64, bits: u32) -> Option<u64> {
    let delta = a.wrapping_sub(b) & ((1 << bits) - 1);
    if delta > 0 && delta < 1 << (bits - 1) { Some(delta) } else { None }
}

/// One ACK with a PSN: the context after it and n.
#[inline]
pub const fn acknowledge(context: Context, psn: Psn) -> (Context, N) {
    let stored = Context { psn, valid: true };
    if !context.valid {
        return (stored, N::wrap(1));
    }
    match ahead(psn.raw(), context.psn.raw(), Psn::BITS) {
        Some(delta) => (stored, N::wrap(sat(delta, N::BITS))),
        None => (context, N::ZERO), // old or a duplicate: it confirms nothing
    }
}

/// One event: the context after it and n. `host` is what a host write stores.
#[inline]
pub fn step(context: Context, arrival: &Arrival, host: Context) -> (Context, N) {
    match arrival.kind {
        Kind::Ack if arrival.use_psn => acknowledge(context, arrival.psn),
        Kind::Ack => (context, arrival.n),
        Kind::HostWrite => (host, N::ZERO),
        // what a loss confirms is counted by the next ACK
        Kind::Loss | Kind::Rtt | Kind::Cnp | Kind::HostRead | Kind::Data => (context, N::ZERO),
    }
}

/// The inputs of a cycle.
#[derive(Copy, Clone, Debug)]
pub struct In {
    /// Low: the valid bits are cleared. The slices keep what they hold; sweep them with `init`.
    pub rst_n: bool,
    /// Writes the reset slice at this address.
    pub init: Option<u32>,
    /// What a host write stores; held from the cycle after its event to its result.
    pub host: Context,
    pub arrival: Option<Arrival>,
}

/// An event with its n.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Out {
    pub event: Event,
    /// The slice as it stood before this event.
    pub before: Context,
}

/// The block: one event a cycle, [`PSN_LATENCY`] cycles to its result. The RTL's loop of one cycle with forwarding equals
/// application in order. It happens, and `host` is read, in the last cycle of the latency.
#[derive(Clone)]
pub struct PsnSlice {
    slices: Vec<Context>,
    arrivals: Delay<Arrival, 3>,
    result: Delay<Out, { PSN_LATENCY as usize - 3 }>,
}

impl PsnSlice {
    pub fn new(qps: u32) -> Self {
        Self { slices: vec![Context::RESET; qps as usize], arrivals: Delay::default(), result: Delay::default() }
    }

    /// One clock cycle.
    #[inline]
    pub fn step(&mut self, input: &In) -> Option<Out> {
        if let Some(address) = input.init {
            self.init(address, 1);
        }
        let arrival = self.arrivals.step(input.arrival);
        let result = arrival.map(|arrival| self.apply(&arrival, input.host));
        let out = self.result.step(result);
        if !input.rst_n {
            self.arrivals.reset();
            self.result.reset();
        }
        out
    }

    #[inline]
    fn apply(&mut self, arrival: &Arrival, host: Context) -> Out {
        let slot = &mut self.slices[arrival.qpn as usize];
        let before = *slot;
        let (after, n) = step(before, arrival, host);
        *slot = after;
        Out { event: Event { kind: arrival.kind, ece: arrival.ece, n, qpn: arrival.qpn }, before }
    }

    /// Writes the reset slice at `count` addresses from `first` on.
    pub(crate) fn init(&mut self, first: u32, count: u32) {
        self.slices[first as usize..(first + count) as usize].fill(Context::RESET);
    }
}
