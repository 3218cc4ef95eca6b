//! `sent`: what the NIC has sent of each QP: snd_nxt, the PSN that it sends next, and snd_max, the furthest that this
//! has been since the QP was opened (hdl/src/sent.md; SEMANTICS L22; HPCC++'s draft, lines 23 and 24).

use crate::delay::Delay;
use crate::psn::ahead;
use layout::ldcp::Psn;
use layout::timing::SENT_LATENCY;

/// The NIC has sent on a QP.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Tx {
    pub qpn: u32,
    /// The PSN that it sends next.
    pub psn: Psn,
}

/// An event, as far as it matters here.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Asks {
    pub qpn: u32,
    /// The last PSN acknowledged, as a host operation writes it: the QP begins behind it.
    pub store: Option<Psn>,
}

/// The inputs of a cycle.
#[derive(Copy, Clone, Debug)]
pub struct In {
    /// Low: the valid bits are cleared and nothing is written. Sweep the memory with `init` after it.
    pub rst_n: bool,
    /// Writes 0 at this address, in place of `tx`.
    pub init: Option<u32>,
    /// Ignored in a cycle in which an event stores.
    pub tx: Option<Tx>,
    pub event: Option<Asks>,
}

/// What is kept of a QP.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Context {
    pub snd_nxt: Psn,
    pub snd_max: Psn,
}

impl Context {
    /// What the initialisation writes.
    pub const RESET: Context = Context { snd_nxt: Psn::ZERO, snd_max: Psn::ZERO };

    /// Of a QP whose last PSN acknowledged is this one, and that has sent nothing behind it.
    #[inline]
    pub const fn behind(last: Psn) -> Context {
        let first = Psn::wrap(last.raw() + 1);
        Context { snd_nxt: first, snd_max: first }
    }

    /// The NIC sends this PSN next. A rewind lowers snd_nxt alone.
    #[inline]
    pub const fn sends(self, next: Psn) -> Context {
        let further = ahead(next.raw(), self.snd_max.raw(), Psn::BITS).is_some();
        Context { snd_nxt: next, snd_max: if further { next } else { self.snd_max } }
    }
}

/// The block: an event and a write a cycle, [`SENT_LATENCY`] cycles to the event's result.
#[derive(Clone)]
pub struct SentSlice {
    contexts: Vec<Context>,
    result: Delay<Context, { SENT_LATENCY as usize }>,
}

impl SentSlice {
    pub fn new(qps: u32) -> Self {
        Self { contexts: vec![Context::RESET; qps as usize], result: Delay::default() }
    }

    /// One clock cycle. An event sees the writes of all cycles up to its own.
    #[inline]
    pub fn step(&mut self, input: &In) -> Option<Context> {
        if input.rst_n {
            let store = input.event.and_then(|asks| Some((asks.qpn, asks.store?)));
            match (input.init, store, input.tx) {
                (Some(address), ..) => self.contexts[address as usize] = Context::RESET,
                (None, Some((qpn, last)), _) => self.contexts[qpn as usize] = Context::behind(last),
                (None, None, Some(tx)) => {
                    let context = &mut self.contexts[tx.qpn as usize];
                    *context = context.sends(tx.psn);
                }
                (None, None, None) => {}
            }
        }
        let out = self.result.step(input.event.map(|asks| self.context(asks.qpn)));
        if !input.rst_n {
            self.result.reset();
        }
        out
    }

    #[inline]
    pub fn context(&self, qpn: u32) -> Context {
        self.contexts[qpn as usize]
    }
}
