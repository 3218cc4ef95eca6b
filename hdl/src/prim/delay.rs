//! What only waits: a word that comes out some cycles later.

use super::clocking::{ClkRst, Watch};
use super::leaf::Leaf;
use super::{DReg, Shape};
use crate::{clock, comment};
use rust_hdl::prelude::*;

/// From this many cycles on, and this many bits, the word waits in distributed RAM: 4 bits of 16 words take two slices
/// and their write port, and 32 bits share an address counter; four words of 4 bits take two slices of registers.
const RING: (usize, usize) = (4, 8);

/// `q` is `d` at the rising edge `cycles` − 1 edges before the last, cycles at least 4: a ring in distributed RAM and
/// an output register. The words have no reset, the place in the ring has one. In the first cycles after a reset `q`
/// means nothing.
#[derive(Clone, Debug, LogicBlock)]
pub struct Ring<T: Synth> {
    pub clock: Signal<In, ClkRst>,
    pub d: Signal<In, T>,
    pub q: Signal<Out, T>,
    _words: Vec<T>,
    _place: usize,
    _watch: Watch,
}

impl<T: Synth> Ring<T> {
    fn new(cycles: usize) -> Self {
        Self {
            clock: Default::default(),
            d: Default::default(),
            q: Default::default(),
            _words: vec![T::default(); cycles - 1],
            _place: 0,
            _watch: Watch::default(),
        }
    }
}

impl<T: Synth> Logic for Ring<T> {
    fn update(&mut self) {
        let seen = self._watch.see(self.clock.val());
        if seen.edge {
            self.q.next = self._words[self._place];
            self._words[self._place] = self.d.val();
            self._place = (self._place + 1) % self._words.len();
        }
        if seen.reset {
            self._place = 0;
        }
    }

    fn connect(&mut self) {
        self.q.connect();
    }

    fn hdl(&self) -> Verilog {
        let words = self._words.len();
        Leaf::library("ackw_ring", &[("WIDTH", T::BITS), ("WORDS", words), ("ADDR_BITS", clog2(words))])
    }
}

/// `q` is `d` some cycles ago, at least one. No reset. Registers where that is short or narrow, else a [`Ring`].
#[derive(Clone, Debug, LogicBlock)]
pub struct Delay<T: Synth> {
    pub clock: Signal<In, ClkRst>,
    pub d: Signal<In, T>,
    pub q: Signal<Out, T>,

    stage: Vec<DReg<T>>,
    ring: Vec<Ring<T>>,
    shape: Shape,
    _stages: usize,
    _last: usize,
    _rings: usize,
}

impl<T: Synth> Delay<T> {
    /// # Panics
    /// When there is no cycle to wait.
    pub fn new(cycles: usize) -> Self {
        assert!(cycles >= 1, "a delay of {cycles} cycles: expected at least one");
        let rings = usize::from(cycles >= RING.0 && T::BITS >= RING.1);
        let stages = cycles * (1 - rings);
        Self {
            clock: Default::default(),
            d: Default::default(),
            q: Default::default(),
            stage: (0..stages).map(|_| Default::default()).collect(),
            ring: (0..rings).map(|_| Ring::new(cycles)).collect(),
            shape: Shape::of(&[("N", cycles), ("W", T::BITS)]),
            _stages: stages,
            _last: stages.saturating_sub(1),
            _rings: rings,
        }
    }
}

impl<T: Synth> Logic for Delay<T> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module delay");
        comment!("@doc A word that comes out N cycles later, N as in the name; W its bits. In the first N cycles after a reset it means nothing.");
        comment!("@port d the word");
        comment!("@port q the word of N cycles ago");
        for i in 0..self._stages {
            clock!(self, clock, stage[i]);
        }
        for i in self._rings..1 {
            self.stage[i].d.next = self.d.val();
        }
        for i in 1..self._stages {
            self.stage[i].d.next = self.stage[i - 1].q.val();
        }
        for i in self._last..self._stages {
            self.q.next = self.stage[i].q.val();
        }
        for i in 0..self._rings {
            clock!(self, clock, ring[i]);
            self.ring[i].d.next = self.d.val();
            self.q.next = self.ring[i].q.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::U;
    use crate::sim::Sim;

    /// Numbered words come out in order, `cycles` later, after a reset in mid-flight too.
    fn check<const N: usize>(cycles: usize) {
        let mut sim = Sim::new(Delay::<U<N>>::new(cycles), |d| &mut d.clock);
        let mask = (1u128 << N) - 1;
        let word = |k: usize| U::<N>::wrap((k as u128 * 0x9e37_79b9) & mask);
        for _ in 0..2 {
            sim.reset(1 + cycles % 3).unwrap();
            for k in 0..3 * cycles + 5 {
                sim.uut.d.next = word(k);
                sim.step().unwrap();
                if k + 1 >= cycles {
                    assert_eq!(sim.uut.q.val(), word(k + 1 - cycles), "{N} bits, {cycles} cycles, word {k}");
                }
            }
        }
    }

    #[test]
    fn a_word_comes_out_after_its_cycles() {
        for cycles in (1..=20).chain([33, 34, 47, 70]) {
            check::<1>(cycles);
            check::<8>(cycles);
            check::<65>(cycles);
        }
    }

    #[test]
    fn it_is_a_ring_where_that_is_smaller() {
        let ring = |d: &Delay<U<8>>| d._rings == 1;
        assert!(ring(&Delay::new(RING.0)) && !ring(&Delay::new(RING.0 - 1)));
        assert_eq!(Delay::<U<7>>::new(100)._rings, 0);
    }
}
