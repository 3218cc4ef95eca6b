//! The block `pawa` with its cycles (hdl/src/pawa.md).

use crate::choice::SETS;
use crate::delay::Delay;
use crate::event;
use crate::ldcp::{Context, Params, step};
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
    pub event: Option<Issued>,
}

/// The result of an event.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Out {
    pub kind: Kind,
    pub qpn: u32,
    /// The context after the event.
    pub context: Context,
    pub flags: u8,
}

/// The block: one event a cycle, its result [`PAWA_LATENCY`] cycles later.
///
/// The caller keeps two events of one QP at least `layout::timing::HAZARD` cycles apart, as `issue` does. Then the
/// hardware's loop gives what this model gives by applying each event as it comes; closer together, the hardware would
/// read a window that is not yet written, and the model says nothing about that.
#[derive(Clone)]
pub struct Pawa {
    contexts: Vec<Context>,
    sets: [Params; SETS],
    pipe: Delay<Out, { PAWA_LATENCY as usize }>,
}

impl Pawa {
    pub fn new(qps: u32) -> Self {
        Self { contexts: vec![Context::RESET; qps as usize], sets: [Params::default(); SETS], pipe: Delay::default() }
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
        let result = input.event.map(|event| self.apply(event, input.host));
        let out = self.pipe.step(result);
        if !input.rst_n {
            self.pipe.reset();
        }
        out
    }

    /// The datapath: reads, updates and writes back one context.
    #[inline]
    fn apply(&mut self, Issued { event, pcc, set }: Issued, host: Context) -> Out {
        let slot = &mut self.contexts[event.qpn as usize];
        let (context, flags) = step(pcc, *slot, event.of_qp(host), &self.sets[set]);
        *slot = context;
        Out { kind: event.kind, qpn: event.qpn, context, flags }
    }

    /// Writes the reset context at `count` addresses from `first` on.
    pub(crate) fn init(&mut self, first: u32, count: u32) {
        self.contexts[first as usize..(first + count) as usize].fill(Context::RESET);
    }
}
