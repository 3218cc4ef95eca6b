//! `dctcp`: the unit with its cycles (hdl/src/dctcp.md).

use super::Params;
use super::step::{self, Context};
use crate::choice::SETS;
use crate::delay::Delay;
use layout::dctcp::{Cp, Cwnd, LATENCY};
use layout::record::Kind;

/// The event that enters in a cycle.
#[derive(Copy, Clone, Debug)]
pub struct Issued {
    /// What it is: the rule's event, or the host's operation.
    pub asks: Asks,
    /// As it stands on the port; it comes back with the result.
    pub kind: u8,
    pub qpn: u32,
    /// Index of the parameter set.
    pub set: usize,
}

/// What an event asks for.
#[derive(Copy, Clone, Debug)]
pub enum Asks {
    Step(step::Event),
    HostWrite,
    HostRead,
}

impl Asks {
    /// By the value of the port; `event` is what stands beside it.
    pub fn of(kind: u8, event: step::Event) -> Asks {
        match Kind::from_bits(kind) {
            Some(Kind::HostWrite) => Asks::HostWrite,
            Some(Kind::HostRead) => Asks::HostRead,
            _ => Asks::Step(event),
        }
    }
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
    pub kind: u8,
    pub qpn: u32,
    /// The context after the event.
    pub context: Context,
    pub flags: u16,
}

/// Contexts and parameter sets, and what an event does to them: reads, updates and writes back one context.
#[derive(Clone)]
pub struct Datapath {
    contexts: Vec<Context>,
    sets: [Params; SETS],
}

impl Datapath {
    pub fn new(qps: u32) -> Self {
        Self { contexts: vec![Context::RESET; qps as usize], sets: [Params::default(); SETS] }
    }

    /// Writes a parameter set.
    pub fn set(&mut self, index: usize, params: Params) {
        self.sets[index] = params;
    }

    /// Writes the reset contexts at `count` addresses from `first` on.
    pub fn init(&mut self, first: u32, count: u32) {
        self.contexts[first as usize..(first + count) as usize].fill(Context::RESET);
    }

    /// What a QP's context holds.
    pub fn context(&self, qpn: u32) -> &Context {
        &self.contexts[qpn as usize]
    }

    /// The window is this one at the most, raw.
    pub fn lower(&mut self, qpn: u32, cwnd: u64) {
        let slot = &mut self.contexts[qpn as usize];
        slot.cwnd = Cwnd::wrap(slot.cwnd.raw().min(cwnd));
    }

    /// `host` is what a host write stores.
    #[inline]
    pub fn step(&mut self, Issued { asks, kind, qpn, set }: Issued, host: Context) -> Out {
        let slot = &mut self.contexts[qpn as usize];
        let flags = match asks {
            Asks::Step(event) => {
                let (context, update) = step::step(slot, event, &self.sets[set]);
                *slot = context;
                update.flags
            }
            Asks::HostWrite => {
                *slot = stored(host);
                0
            }
            Asks::HostRead => 0,
        };
        Out { kind, qpn, context: *slot, flags }
    }
}

/// The block: one event a cycle, its result [`LATENCY`] cycles later.
///
/// The caller keeps two events of one QP at least `layout::timing::HAZARD` cycles apart, as `issue` does. Then the
/// hardware's loops give what this model gives by applying each event as it comes.
#[derive(Clone)]
pub struct Dctcp {
    datapath: Datapath,
    pipe: Delay<Out, { LATENCY as usize }>,
}

impl Dctcp {
    pub fn new(qps: u32) -> Self {
        Self { datapath: Datapath::new(qps), pipe: Delay::default() }
    }

    /// One clock cycle.
    #[inline]
    pub fn step(&mut self, input: &In) -> Option<Out> {
        if let Some((index, params)) = input.set {
            self.datapath.set(index, params);
        }
        if let Some(address) = input.init {
            self.datapath.init(address, 1);
        }
        let result = input.event.map(|event| self.datapath.step(event, input.host));
        let out = self.pipe.step(result);
        if !input.rst_n {
            self.pipe.reset();
        }
        out
    }
}

/// What a host write stores: a window of at least one packet, a CP of at most one.
fn stored(host: Context) -> Context {
    Context { cwnd: host.cwnd.max(Cwnd::wrap(1 << Cwnd::FRAC)), cp: host.cp.min(Cp::wrap(1 << Cp::FRAC)), ..host }
}
