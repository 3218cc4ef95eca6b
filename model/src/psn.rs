//! `psn`: how many packets an ACK confirms, and which ACKs count (hdl/src/psn.md; draft 2.2, eq. 2; SEMANTICS L22, L23,
//! H12).

use crate::delay::Delay;
use crate::event::{Arrival, Event};
use layout::ldcp::{N, OPEN, PSN, Psn};
use layout::record::Kind;
use layout::timing::PSN_LATENCY;

/// What the block keeps of a QP.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// Last PSN acknowledged.
    pub psn: Psn,
    /// Events of a QP that is not open are dropped.
    pub open: bool,
}

impl Context {
    /// What the initialisation writes.
    pub const RESET: Context = Context { psn: Psn::wrap(PSN.reset), open: OPEN.reset == 1 };
}

/// By how much serial number `a` of `bits` bits is ahead of `b`; `None` if it is not: 0 < (a − b) mod 2^bits <
/// 2^(bits−1) is ahead, half the circle and more is behind.
#[inline]
pub const fn ahead(a: u64, b: u64, bits: u32) -> Option<u64> {
    let delta = a.wrapping_sub(b) & ((1 << bits) - 1);
    if delta > 0 && delta < 1 << (bits - 1) { Some(delta) } else { None }
}

/// Packets in flight, and so how far a PSN may be ahead or behind: fewer than this; a duplicate may be just as many
/// behind.
pub const WINDOW: u64 = 1 << 22;

/// What a PSN that an ACK confirms is to the last one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// So many packets ahead, all of which have been sent.
    Ahead(u64),
    /// The last one, or at most [`WINDOW`] behind it: a duplicate, or late.
    Behind,
    /// Of a packet that was not sent, or nowhere near.
    Nowhere,
}

/// Where `psn` is, as packets up to `snd_max` − 1 have been sent (L22).
#[inline]
pub const fn place(last: Psn, psn: Psn, snd_max: Psn) -> Place {
    const MASK: u64 = Psn::MAX_RAW;
    let delta = psn.raw().wrapping_sub(last.raw()) & MASK;
    let in_flight = snd_max.raw().wrapping_sub(1).wrapping_sub(last.raw()) & MASK;
    if delta > 0 && delta <= in_flight && in_flight < WINDOW {
        Place::Ahead(delta)
    } else if last.raw().wrapping_sub(psn.raw()) & MASK <= WINDOW {
        Place::Behind
    } else {
        Place::Nowhere
    }
}

/// Of an ACK with an LSN too: whether what its PSN confirms is new, or is the last one, and was sent.
#[inline]
pub const fn reaches(last: Psn, psn: Psn, snd_max: Psn) -> bool {
    let in_flight = snd_max.raw().wrapping_sub(1).wrapping_sub(last.raw()) & Psn::MAX_RAW;
    matches!(place(last, psn, snd_max), Place::Ahead(_)) || psn.raw() == last.raw() && in_flight < WINDOW
}

/// Why an event goes no further.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Dropped {
    /// Its PSN confirms what was not sent, or is nowhere near.
    Rejected,
    /// Its QP is closed.
    Closed,
}

/// So many packets, but at most `n_max`: a READ request makes the PSN jump by the packets of its responses (L24).
#[inline]
pub const fn counted(packets: u64, n_max: N) -> N {
    if packets < n_max.raw() { N::wrap(packets) } else { n_max }
}

/// One event: the context after it and n, or why it is dropped. `snd_max` is that of its QP; `host` what a host write
/// stores. An ACK's PSN counts for at most `n_max` packets.
#[inline]
pub fn step(
    context: Context,
    arrival: &Arrival,
    snd_max: Psn,
    host: Context,
    n_max: N,
) -> (Context, Result<N, Dropped>) {
    let confirms = |psn: Psn| place(context.psn, psn, snd_max);
    match arrival.kind {
        Kind::HostWrite => (host, Ok(N::ZERO)),
        Kind::HostRead => (context, Ok(N::ZERO)),
        _ if !context.open => (context, Err(Dropped::Closed)),
        Kind::Ack if arrival.use_psn => match confirms(arrival.psn) {
            Place::Ahead(delta) => (Context { psn: arrival.psn, ..context }, Ok(counted(delta, n_max))),
            Place::Behind => (context, Ok(N::ZERO)), // it confirms nothing
            Place::Nowhere => (context, Err(Dropped::Rejected)),
        },
        Kind::Ack => (context, Ok(arrival.n)),
        // a NAK confirms the packets before its own; the next ACK counts them
        Kind::Loss if arrival.use_psn => match confirms(Psn::wrap(arrival.psn.raw().wrapping_sub(1))) {
            Place::Ahead(_) | Place::Behind => (context, Ok(N::ZERO)),
            Place::Nowhere => (context, Err(Dropped::Rejected)),
        },
        Kind::Loss | Kind::Rtt | Kind::Cnp | Kind::Data | Kind::Timer => (context, Ok(N::ZERO)),
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
    /// Of the arrival's QP.
    pub snd_max: Psn,
}

/// An event with its n.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Out {
    /// Nothing else is said of an event that is dropped.
    pub event: Result<Event, Dropped>,
    /// The slice as it stood before this event.
    pub before: Context,
    /// The last PSN acknowledged after it.
    pub una: Psn,
    /// Its PSN counts: that of an ACK that has one, and [`reaches`] it.
    pub stores: bool,
}

/// The block: one event a cycle, [`PSN_LATENCY`] cycles to its result. The RTL's loop of one cycle with forwarding
/// equals application in order. It happens, and `host` is read, in the last cycle of the latency.
#[derive(Clone)]
pub struct PsnSlice {
    slices: Vec<Context>,
    n_max: N,
    arrivals: Delay<(Arrival, Psn), 3>,
    result: Delay<Out, { PSN_LATENCY as usize - 3 }>,
}

impl PsnSlice {
    /// Of an ACK's PSN at most `n_max` packets count.
    pub fn new(qps: u32, n_max: N) -> Self {
        let slices = vec![Context::RESET; qps as usize];
        Self { slices, n_max, arrivals: Delay::default(), result: Delay::default() }
    }

    /// One clock cycle.
    #[inline]
    pub fn step(&mut self, input: &In) -> Option<Out> {
        if let Some(address) = input.init {
            self.init(address, 1);
        }
        let arrival = self.arrivals.step(input.arrival.map(|arrival| (arrival, input.snd_max)));
        let result = arrival.map(|(arrival, snd_max)| self.apply(&arrival, snd_max, input.host));
        let out = self.result.step(result);
        if !input.rst_n {
            self.arrivals.reset();
            self.result.reset();
        }
        out
    }

    #[inline]
    fn apply(&mut self, arrival: &Arrival, snd_max: Psn, host: Context) -> Out {
        let slot = &mut self.slices[arrival.qpn as usize];
        let before = *slot;
        let (after, n) = step(before, arrival, snd_max, host, self.n_max);
        *slot = after;
        let event = n.map(|n| Event { kind: arrival.kind, ece: arrival.ece, n, qpn: arrival.qpn });
        let counts = arrival.kind == Kind::Ack && arrival.use_psn && before.open;
        let stores = counts && reaches(before.psn, arrival.psn, snd_max);
        Out { event, before, una: after.psn, stores }
    }

    /// Writes the reset slice at `count` addresses from `first` on.
    pub(crate) fn init(&mut self, first: u32, count: u32) {
        self.slices[first as usize..(first + count) as usize].fill(Context::RESET);
    }
}
