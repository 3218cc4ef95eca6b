//! The queue: synchronous, first word falls through.

use super::clocking::{ClkRst, Watch};
use crate::num::qpn::width;
use crate::num::U;
use emit::leaf::Leaf;
use rust_hdl::prelude::*;

/// A power of two of words of `T` in registers or LUT RAM, less than `2^C` of them. `out_data` is the head while
/// `out_valid`; `in_ready` is low only when full, even if the head leaves in the same cycle. A word is visible the
/// cycle after its push.
#[derive(Clone, Debug, LogicBlock)]
pub struct Fifo<T: Synth, const C: usize> {
    pub clock: Signal<In, ClkRst>,
    pub in_valid: Signal<In, Bit>,
    pub in_ready: Signal<Out, Bit>,
    pub in_data: Signal<In, T>,
    pub out_valid: Signal<Out, Bit>,
    pub out_ready: Signal<In, Bit>,
    pub out_data: Signal<Out, T>,
    pub count: Signal<Out, U<C>>,
    _addr_bits: usize,
    _words: Vec<T>,
    _read: usize,
    _count: usize,
    _watch: Watch,
}

impl<T: Synth, const C: usize> Default for Fifo<T, C> {
    /// 2^(C − 1) words, the most that can be counted.
    fn default() -> Self {
        Self::new(C - 1)
    }
}

impl<T: Synth, const C: usize> Fifo<T, C> {
    /// 2^`addr_bits` words.
    ///
    /// # Panics
    /// When these are fewer than two, or more than `count` can say.
    pub fn new(addr_bits: usize) -> Self {
        assert!((1..C).contains(&addr_bits), "a queue of 2^{addr_bits} words: expected 1 to {} address bits", C - 1);
        Self {
            clock: Default::default(),
            in_valid: Default::default(),
            in_ready: Default::default(),
            in_data: Default::default(),
            out_valid: Default::default(),
            out_ready: Default::default(),
            out_data: Default::default(),
            count: Default::default(),
            _addr_bits: addr_bits,
            _words: vec![T::default(); 1 << addr_bits],
            _read: 0,
            _count: 0,
            _watch: Watch::default(),
        }
    }
}

impl<T: Synth, const C: usize> Logic for Fifo<T, C> {
    fn update(&mut self) {
        let depth = self._words.len();
        let seen = self._watch.see(self.clock.val());
        let push = self.in_valid.val() && self._count < depth;
        let pop = self.out_ready.val() && self._count > 0;
        if seen.edge && push {
            self._words[(self._read + self._count) % depth] = self.in_data.val();
        }
        if seen.reset {
            (self._read, self._count) = (0, 0);
        } else if seen.edge {
            self._read = (self._read + usize::from(pop)) % depth;
            self._count = self._count + usize::from(push) - usize::from(pop);
        }
        self.in_ready.next = self._count < depth;
        self.out_valid.next = self._count > 0;
        self.out_data.next = self._words[self._read];
        self.count.next = (self._count as u64).into();
    }

    fn connect(&mut self) {
        self.in_ready.connect();
        self.out_valid.connect();
        self.out_data.connect();
        self.count.connect();
    }

    fn hdl(&self) -> Verilog {
        Leaf::library("ackw_fifo", &[("WIDTH", width::<T>()), ("ADDR_BITS", self._addr_bits), ("COUNT_BITS", C)])
    }
}
