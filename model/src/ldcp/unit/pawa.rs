//! The block `pawa` with its cycles (hdl/src/pawa.md).

use crate::choice::SETS;
use crate::delay::Delay;
use crate::event;
use crate::ldcp::fast_start::{self, Loss};
use crate::ldcp::{Context, Event, Params, step};
use layout::ldcp::N;
use layout::record::Kind;
use layout::timing::PAWA_LATENCY;

/// The event that enters in a cycle, and what its QP has chosen.
#[derive(Copy, Clone, Debug)]
pub struct Issued {
    pub event: event::Issued,
    /// ldcp-pcc, not ldcp.
    pub pcc: bool,
    /// Index of the parameter set.
    pub set: usize,
}

/// The inputs of a cycle.
#[derive(Copy, Clone, Debug)]
pub struct In {
    /// Low: the valid bits are cleared. The contexts keep what they hold; sweep them with `init`.
    pub rst_n: bool,
    /// Writes a parameter set, while no event of that set is under way.
    pub set: Option<(usize, Params)>,
    /// Writes the reset context at this address.
    pub init: Option<u32>,
    /// What a host write stores; held from its event to its result.
    pub host: Context,
    /// With the fast start: what a host write stores of it.
    pub host_iw: N,
    /// Likewise: packets that the loss of two cycles ago confirms beside its ACKs.
    pub confirms: N,
    pub event: Option<Issued>,
}

/// The result of an event.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Out {
    pub kind: Kind,
    pub qpn: u32,
    /// The context after the event.
    pub context: Context,
    /// What is left of the initial window.
    pub iw: N,
    pub flags: u8,
}

/// Cycles from an event to what its loss confirms.
const CONFIRMS: usize = 2;

/// The block: one event a cycle, its result [`PAWA_LATENCY`] cycles later.
///
/// The caller keeps two events of one QP at least `layout::timing::HAZARD` cycles apart, as `issue` does. Then the
/// hardware's loop gives what this model gives by applying each event as it comes; closer together, the hardware would
/// read a window that is not yet written, and the model says nothing about that.
#[derive(Clone)]
pub struct Pawa {
    contexts: Vec<Context>,
    iws: Vec<N>,
    sets: [Params; SETS],
    events: Delay<Issued, CONFIRMS>,
    pipe: Delay<Out, { PAWA_LATENCY as usize - CONFIRMS }>,
}

impl Pawa {
    pub fn new(qps: u32) -> Self {
        Self {
            contexts: vec![Context::RESET; qps as usize],
            iws: vec![N::ZERO; qps as usize],
            sets: [Params::default(); SETS],
            events: Delay::default(),
            pipe: Delay::default(),
        }
    }

    /// One clock cycle.
    #[inline]
    pub fn step(&mut self, input: &In) -> Option<Out> {
        if let Some((index, params)) = input.set {
            self.sets[index] = params;
        }
        if let Some(address) = input.init {
            self.init(address, 1);
        }
        let event = self.events.step(input.event);
        let result = event.map(|event| self.apply(event, input));
        let out = self.pipe.step(result);
        if !input.rst_n {
            self.events.reset();
            self.pipe.reset();
        }
        out
    }

    /// The datapath: reads, updates and writes back one context.
    #[inline]
    fn apply(&mut self, Issued { event, pcc, set }: Issued, input: &In) -> Out {
        let (slot, iw) = (&mut self.contexts[event.qpn as usize], &mut self.iws[event.qpn as usize]);
        let what = event.of_qp(input.host);
        let loss = Loss { lost: event.loss, confirms: input.confirms };
        let started = match what {
            Event::HostWrite(_) => {
                *iw = input.host_iw;
                None
            }
            Event::Folded(folded) if !pcc => fast_start::step(*iw, *slot, folded, loss, &self.sets[set]),
            _ => None,
        };
        let (context, flags) = match started {
            Some(started) => {
                *iw = started.iw;
                (started.context, started.flags)
            }
            None => step(pcc, *slot, what, &self.sets[set]),
        };
        *slot = context;
        Out { kind: event.kind, qpn: event.qpn, context, iw: *iw, flags }
    }

    /// Writes the reset context at `count` addresses from `first` on.
    pub(crate) fn init(&mut self, first: u32, count: u32) {
        let range = first as usize..(first + count) as usize;
        self.contexts[range.clone()].fill(Context::RESET);
        self.iws[range].fill(N::ZERO);
    }
}
