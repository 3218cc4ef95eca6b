//! `sent`: the PSN that the NIC sends next, HPCC++'s snd_nxt (hdl/src/sent.md; draft lines 23 and 24).

use crate::delay::Delay;
use layout::hpcc::Seq;
use layout::timing::SENT_LATENCY;

/// The NIC has sent on a QP.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Tx {
    pub qpn: u32,
    /// The PSN that it sends next.
    pub psn: Seq,
}

/// The inputs of a cycle.
#[derive(Copy, Clone, Debug)]
pub struct In {
    /// Low: the valid bits are cleared and nothing is written. Sweep the memory with `init` after it.
    pub rst_n: bool,
    /// Writes 0 at this address, in place of `tx`.
    pub init: Option<u32>,
    pub tx: Option<Tx>,
    /// The QP of an event.
    pub event: Option<u32>,
}

/// The block: an event and a write a cycle, [`SENT_LATENCY`] cycles to the event's result.
#[derive(Clone)]
pub struct SentSlice {
    snd_nxt: Vec<Seq>,
    result: Delay<Seq, { SENT_LATENCY as usize }>,
}

impl SentSlice {
    pub fn new(qps: u32) -> Self {
        Self { snd_nxt: vec![Seq::ZERO; qps as usize], result: Delay::default() }
    }

    /// One clock cycle. An event sees the writes of all cycles up to its own.
    #[inline]
    pub fn step(&mut self, input: &In) -> Option<Seq> {
        if input.rst_n {
            match (input.init, input.tx) {
                (Some(address), _) => self.snd_nxt[address as usize] = Seq::ZERO,
                (None, Some(tx)) => self.snd_nxt[tx.qpn as usize] = tx.psn,
                (None, None) => {}
            }
        }
        let out = self.result.step(input.event.map(|qpn| self.snd_nxt(qpn)));
        if !input.rst_n {
            self.result.reset();
        }
        out
    }

    #[inline]
    pub fn snd_nxt(&self, qpn: u32) -> Seq {
        self.snd_nxt[qpn as usize]
    }
}
