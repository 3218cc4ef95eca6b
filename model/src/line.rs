//! A pipeline of fixed latency without stalls, of any length: what enters in cycle t leaves in cycle t + n. It holds
//! only what is under way, so a long one costs no more than a short one.

use std::collections::VecDeque;

/// `cycles` stages, at least one.
#[derive(Clone, Debug)]
pub struct Line<T> {
    cycles: u64,
    now: u64,
    /// What is under way, the oldest first, with the cycle in which it leaves.
    under_way: VecDeque<(u64, T)>,
}

impl<T> Line<T> {
    /// # Panics
    /// When there is no cycle to wait.
    pub fn new(cycles: u32) -> Self {
        assert!(cycles >= 1, "a line of {cycles} cycles: expected at least one");
        Self { cycles: cycles.into(), now: 0, under_way: VecDeque::with_capacity(cycles as usize) }
    }

    /// What enters in this cycle, once [`step`](Self::step) of this cycle was called without it.
    #[inline]
    pub fn enter(&mut self, entry: T) {
        self.under_way.push_back((self.now - 1 + self.cycles, entry));
    }

    /// One clock cycle: gives what leaves in it, which does not depend on what enters, and takes what enters.
    #[inline]
    pub fn step(&mut self, input: Option<T>) -> Option<T> {
        let leaves = self.under_way.front().is_some_and(|(due, _)| *due == self.now);
        let out = if leaves { self.under_way.pop_front() } else { None };
        if let Some(entry) = input {
            self.under_way.push_back((self.now + self.cycles, entry));
        }
        self.now += 1;
        out.map(|(_, entry)| entry)
    }

    /// Forgets what is under way.
    pub fn reset(&mut self) {
        self.under_way.clear();
    }

    /// For how many cycles from this one on nothing leaves, if nothing enters; `u64::MAX` if nothing is under way.
    #[inline]
    pub fn quiet_cycles(&self) -> u64 {
        self.under_way.front().map_or(u64::MAX, |(due, _)| due - self.now)
    }

    /// `cycles` steps without input; at most [`quiet_cycles`](Self::quiet_cycles) of them.
    pub fn skip(&mut self, cycles: u64) {
        debug_assert!(cycles <= self.quiet_cycles(), "a line may only skip while nothing leaves it");
        self.now += cycles;
    }
}
