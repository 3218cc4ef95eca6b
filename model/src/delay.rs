//! A pipeline of fixed latency without stalls: what enters in cycle t leaves in cycle t + N. The cycle models of the
//! blocks compute a result at once and let a `Delay` carry it to the cycle in which the RTL has it.

/// `N` stages, 1 ≤ N ≤ 32.
#[derive(Clone, Debug)]
pub struct Delay<T, const N: usize> {
    /// A ring: `at` is the stage that leaves in this cycle, and which this cycle's input takes.
    stages: [Option<T>; N],
    at: usize,
    /// Bit i: what entered i + 1 cycles ago is there (the valid bits of `stages` in order of age).
    valid: u32,
}

impl<T: Copy, const N: usize> Default for Delay<T, N> {
    fn default() -> Self {
        const { assert!(N >= 1 && N <= 32) };
        Self { stages: [None; N], at: 0, valid: 0 }
    }
}

impl<T: Copy, const N: usize> Delay<T, N> {
    const LAST: u32 = 1 << (N - 1);

    /// One clock cycle: gives what leaves in it, which does not depend on what enters, and takes what enters.
    #[inline]
    pub fn step(&mut self, input: Option<T>) -> Option<T> {
        self.valid = (self.valid & (Self::LAST - 1)) << 1 | input.is_some() as u32;
        let out = std::mem::replace(&mut self.stages[self.at], input);
        self.at = if self.at + 1 == N { 0 } else { self.at + 1 };
        out
    }

    /// What leaves in this cycle.
    pub fn head(&self) -> Option<T> {
        self.stages[self.at]
    }

    /// What entered in the cycle before.
    pub fn newest(&self) -> Option<T> {
        self.stages[if self.at == 0 { N - 1 } else { self.at - 1 }]
    }

    /// Nothing is on its way.
    pub fn is_empty(&self) -> bool {
        self.valid == 0
    }

    /// Clears the valid bits.
    pub fn reset(&mut self) {
        self.stages = [None; N];
        self.valid = 0;
    }

    /// For how many cycles from this one on nothing leaves, if nothing enters; `u64::MAX` if the pipeline is empty.
    pub fn quiet_cycles(&self) -> u64 {
        if self.valid == 0 { u64::MAX } else { (self.valid.leading_zeros() - Self::LAST.leading_zeros()) as u64 }
    }

    /// `cycles` steps without input; at most [`quiet_cycles`](Self::quiet_cycles) of them.
    pub fn skip(&mut self, cycles: u64) {
        debug_assert!(cycles <= self.quiet_cycles(), "a delay may only skip while nothing leaves it");
        // the stages that are passed hold nothing, so only the place in the ring moves
        self.valid = if cycles < 32 { self.valid << cycles } else { 0 };
        self.at = ((self.at as u64 + cycles % N as u64) % N as u64) as usize;
    }
}
