//! What only waits: a word that comes out some cycles later.

use super::clocking::{counts, held, ClkRst, Watch};
use super::ecc::option;
use crate::num::qpn::width;
use emit::leaf::Leaf;
use rust_hdl::prelude::*;

/// From this many cycles on, and this many bits, the word waits in distributed RAM: 4 bits of 16 words take two slices
/// and their write port, and 32 bits share an address counter; four words of 4 bits take two slices of registers.
const RING: (usize, usize) = (4, 8);

/// From this many bits on a register takes only words that count: with fewer its enables would be as many flops.
const HELD: usize = 8;

/// The longest one: the Verilog counts the places of a ring in at most 8 bits, and its last word is a register.
const LONGEST: usize = 257;

/// `q` is `d` some cycles ago, at least one. Registers where that is short or narrow, else a ring in distributed RAM.
/// No reset, but that the option `datapath_reset` gives one to the registers; in the first cycles after a reset `q`
/// means nothing. [`Delay::enabled`] has a port more: where `en_opt` is 0, `d` does not count, and `q` means nothing
/// that many cycles later; registers do not take it.
#[derive(Clone, Debug, LogicBlock)]
pub struct Delay<T: Synth> {
    pub clock: Signal<In, ClkRst>,
    pub d: Signal<In, T>,
    pub q: Signal<Out, T>,
    pub en_opt: Vec<Signal<In, Bit>>,
    _words: Vec<T>,
    _newest: usize,
    /// Of registers that are enabled: which of them take a word that counts.
    _counts: Vec<Bit>,
    _watch: Watch,
}

impl<T: Synth> Delay<T> {
    /// # Panics
    /// When there is no cycle to wait, or more than 257.
    pub fn new(cycles: usize) -> Self {
        assert!((1..=LONGEST).contains(&cycles), "a delay of {cycles} cycles: expected 1 to {LONGEST}");
        Self {
            clock: Default::default(),
            d: Default::default(),
            q: Default::default(),
            en_opt: vec![],
            _words: vec![T::default(); cycles],
            _newest: 0,
            _counts: vec![false; cycles],
            _watch: Watch::default(),
        }
    }

    /// # Panics
    /// As [`Delay::new`].
    pub fn enabled(cycles: usize) -> Self {
        Self { en_opt: option(true), ..Self::new(cycles) }
    }

    /// Do its registers take only words that count?
    fn is_held(&self) -> bool {
        !self.en_opt.is_empty() && width::<T>() >= HELD && !self.is_ring()
    }

    fn is_ring(&self) -> bool {
        self._words.len() >= RING.0 && width::<T>() >= RING.1
    }
}

impl<T: Synth> Logic for Delay<T> {
    fn update(&mut self) {
        let clock = self.clock.val();
        let seen = self._watch.see(clock);
        if seen.reset && clock.style.datapath && !self.is_ring() {
            self._words.fill(T::default());
            self.q.next = T::default();
        } else if seen.edge && self.is_held() {
            self._counts.rotate_right(1);
            self._counts[0] = counts(&self.en_opt);
            for k in (1..self._words.len()).rev().filter(|k| self._counts[*k]) {
                self._words[k] = self._words[k - 1];
            }
            if self._counts[0] {
                self._words[0] = self.d.val();
            }
            self.q.next = self._words[self._words.len() - 1];
        } else if seen.edge {
            self._words[self._newest] = self.d.val();
            self._newest = (self._newest + 1) % self._words.len();
            self.q.next = self._words[self._newest];
        }
    }

    fn connect(&mut self) {
        self.q.connect();
    }

    fn hdl(&self) -> Verilog {
        let shape = [("N", self._words.len()), ("WIDTH", width::<T>())];
        Leaf::library("ackw_delay", &shape.into_iter().chain(held(&self.en_opt)).collect::<Vec<_>>())
    }
}

/// A flag, `d` some cycles ago, at least one; 0 from a reset on.
#[derive(Clone, Debug, LogicBlock)]
pub struct ValidDelay {
    pub clock: Signal<In, ClkRst>,
    pub d: Signal<In, Bit>,
    pub q: Signal<Out, Bit>,
    _flags: Vec<Bit>,
    _newest: usize,
    _watch: Watch,
}

impl ValidDelay {
    /// # Panics
    /// When there is no cycle to wait.
    pub fn new(cycles: usize) -> Self {
        assert!(cycles > 0, "a delay of no cycle: expected one at least");
        Self {
            clock: Default::default(),
            d: Default::default(),
            q: Default::default(),
            _flags: vec![false; cycles],
            _newest: 0,
            _watch: Watch::default(),
        }
    }
}

impl Logic for ValidDelay {
    fn update(&mut self) {
        let seen = self._watch.see(self.clock.val());
        if seen.reset {
            self._flags.fill(false);
            self.q.next = false;
        } else if seen.edge {
            self._flags[self._newest] = self.d.val();
            self._newest = (self._newest + 1) % self._flags.len();
            self.q.next = self._flags[self._newest];
        }
    }

    fn connect(&mut self) {
        self.q.connect();
    }

    fn hdl(&self) -> Verilog {
        Leaf::library("ackw_valid_delay", &[("N", self._flags.len())])
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Reset, ResetStyle};
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
    fn a_flag_comes_out_after_its_cycles_and_none_of_before_a_reset() {
        for cycles in [1, 2, 7, 31] {
            let mut sim = Sim::new(ValidDelay::new(cycles), |d| &mut d.clock);
            let flag = |k: usize| k * k % 5 < 2;
            for _ in 0..2 {
                sim.reset(1).unwrap();
                for k in 0..3 * cycles + 5 {
                    sim.uut.d.next = flag(k);
                    sim.step().unwrap();
                    assert_eq!(sim.uut.q.val(), k + 1 >= cycles && flag(k + 1 - cycles), "{cycles} cycles, flag {k}");
                }
            }
        }
    }

    #[test]
    fn registers_that_are_enabled_take_only_words_that_count() {
        let mut sim = Sim::new(Delay::<U<8>>::enabled(2), |d| &mut d.clock);
        let mut seen = vec![];
        for (word, counts) in [(1u64, true), (2, false), (3, true), (4, false), (5, false), (6, true), (7, true)] {
            sim.uut.d.next = word.into();
            sim.uut.en_opt[0].next = counts;
            sim.step().unwrap();
            seen.push(sim.uut.q.val().raw());
        }
        assert_eq!(seen, [0, 1, 1, 3, 3, 3, 6]);
    }

    #[test]
    fn it_is_a_ring_where_that_is_smaller() {
        let ring = |d: &Delay<U<8>>| d.is_ring();
        assert!(ring(&Delay::new(RING.0)) && !ring(&Delay::new(RING.0 - 1)));
        assert!(!Delay::<U<7>>::new(100).is_ring());
    }

    #[test]
    fn the_words_of_registers_alone_have_a_reset_where_it_is_asked_for() {
        for (cycles, datapath, after) in [(3, false, 9), (3, true, 0), (4, false, 9), (4, true, 9)] {
            let style = ResetStyle { reset: Reset::Sync, datapath };
            let mut sim = Sim::new(Delay::<U<8>>::new(cycles), |d| &mut d.clock).with_style(style);
            sim.uut.d.next = 9.into();
            for _ in 0..cycles {
                sim.step().unwrap();
            }
            assert_eq!(sim.uut.q.val(), 9);
            sim.reset(1).unwrap();
            assert_eq!(sim.uut.q.val(), after, "{cycles} cycles, {datapath}");
        }
    }
}
