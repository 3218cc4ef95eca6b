//! Our own pseudo-random numbers, so that a seed printed today gives the same stimulus in ten years.
//!
//! The generator is xorshift64* (Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled",
//! 2016) and its seed is spread by splitmix64 (Steele, Lea, Flood 2014). No clock, no ambient randomness: everything is
//! a function of the seed, what is drawn, and the number of the batch.

/// One step of splitmix64: a bijection of u64 that turns neighbouring inputs into unrelated outputs.
pub fn splitmix64(x: u64) -> u64 {
    let mut z = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// xorshift64*: period 2^64 - 1, passes BigCrush but for the linear complexity of its lowest bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    state: u64,
}

impl Rng {
    pub fn new(seed: u64) -> Rng {
        // the all-zero state is the only one that xorshift never leaves
        Rng { state: splitmix64(seed).max(1) }
    }

    /// An independent stream for one batch of one purpose (0: a block's actions): what makes a batch in the middle
    /// reproducible by itself.
    pub fn stream(seed: u64, purpose: u64, batch: u64) -> Rng {
        Rng::new(splitmix64(splitmix64(seed) ^ purpose) ^ batch)
    }

    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        self.state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// Uniform in `0..n` by multiply and shift (bias below n / 2^64); 0 when `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.next_u64()) * u128::from(n)) >> 64) as u64
    }

    /// Uniform in `lo..=hi`; `lo` when the range is empty.
    #[inline]
    pub fn range(&mut self, lo: u64, hi: u64) -> u64 {
        if hi < lo {
            return lo;
        }
        match (hi - lo).checked_add(1) {
            Some(n) => lo + self.below(n),
            None => self.next_u64(),
        }
    }

    /// True with probability `num / den`.
    #[inline]
    pub fn chance(&mut self, num: u64, den: u64) -> bool {
        self.below(den) < num
    }

    /// Uniform over all values of `width` bits, at most 128.
    #[inline]
    pub fn bits(&mut self, width: u32) -> u128 {
        match width {
            0 => 0,
            1..=64 => u128::from(self.next_u64() >> (64 - width)),
            _ => (u128::from(self.next_u64()) << 64 | u128::from(self.next_u64())) >> (128 - width.min(128)),
        }
    }

    /// A value of `width` bits (at most 128) that likes corners: half of the time 0, 1, the largest, the half, a power
    /// of two or one below; else uniform, and half of these uniform in magnitude too.
    #[inline]
    pub fn edge(&mut self, width: u32) -> u128 {
        if width <= 64 { u128::from(self.edge_u64(width)) } else { self.edge_wide(width.min(128)) }
    }

    /// The same for at most 64 bits.
    #[inline]
    pub fn edge_u64(&mut self, width: u32) -> u64 {
        let width = width.min(64);
        if width == 0 {
            return 0;
        }
        let mask = u64::MAX >> (64 - width);
        let choice = self.next_u64();
        let power = || 1u64 << (((choice & 0xffff_ffff) * u64::from(width)) >> 32);
        match choice >> 60 {
            0 | 1 => 0,
            2 => 1,
            3 | 4 => mask,
            5 => mask >> 1,
            6 => power(),
            7 => power() - 1,
            8..=11 => self.next_u64() & (power() | (power() - 1)),
            _ => self.next_u64() & mask,
        }
    }

    fn edge_wide(&mut self, width: u32) -> u128 {
        let mask = u128::MAX >> (128 - width);
        let power = 1u128 << self.below(u64::from(width));
        match self.below(16) {
            0 | 1 => 0,
            2 => 1,
            3 | 4 => mask,
            5 => mask >> 1,
            6 => power,
            7 => power - 1,
            8..=11 => self.bits(128) & (power | (power - 1)),
            _ => self.bits(width),
        }
    }

    /// One of `items`; `None` when there is none.
    #[inline]
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let i = self.below(items.len() as u64) as usize;
        items.get(i)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix64_gives_the_published_sequence() {
        // first outputs for seed 1234567, from the reference implementation
        let golden = 0x9e37_79b9_7f4a_7c15u64;
        let got: Vec<u64> = (0..3).map(|k| splitmix64(1234567u64.wrapping_add(golden.wrapping_mul(k)))).collect();
        assert_eq!(got, [6457827717110365317, 3203168211198807973, 9817491932198370423]);
    }

    #[test]
    fn the_stream_never_changes() {
        let mut rng = Rng { state: 1 };
        assert_eq!(rng.next_u64(), 5180492295206395165, "xorshift64* from state 1");
        let mut a = Rng::stream(7, 0, 3);
        let mut b = Rng::stream(7, 0, 3);
        assert_eq!(a.next_u64(), b.next_u64());
        assert_ne!(Rng::stream(7, 1, 3), Rng::stream(7, 0, 3));
        assert_ne!(Rng::stream(7, 0, 4), Rng::stream(7, 0, 3));
    }

    #[test]
    fn values_stay_in_range_and_corners_are_reached() {
        let mut rng = Rng::new(0);
        for width in 1..=128u32 {
            let mask = u128::MAX >> (128 - width);
            let seen: Vec<u128> = (0..400).map(|_| rng.edge(width)).collect();
            assert!(seen.iter().all(|v| *v <= mask) && seen.contains(&0) && seen.contains(&mask), "width {width}");
            assert!(rng.bits(width) <= mask);
        }
        for _ in 0..1000 {
            assert!((3..=5).contains(&rng.range(3, 5)));
            assert!(rng.below(7) < 7);
        }
        assert_eq!((rng.below(0), rng.range(9, 2), rng.pick::<u8>(&[])), (0, 9, None));
        let heads = (0..10_000).filter(|_| rng.chance(1, 4)).count();
        assert!((2300..2700).contains(&heads), "{heads} of 10000 at one in four");
    }
}
