//! Random numbers that are the same on every machine: Vigna's SplitMix64, in integers only.

/// A stream of 64-bit numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

/// What SplitMix64 adds a step: 2^64 over the golden ratio.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Random {
    /// The stream of `part` (a port, a flow) under `seed`: the parts of one seed do not share numbers.
    pub fn new(seed: u64, part: u64) -> Self {
        Self(mix(seed ^ mix(part)))
    }

    /// The next number.
    #[inline]
    pub fn draw(&mut self) -> u64 {
        let out = mix(self.0);
        self.0 = self.0.wrapping_add(STEP);
        out
    }

    /// The next number below `bound`, which is not 0. Every one has the same chance, but for a 2^-64th.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        ((self.draw() as u128 * bound as u128) >> 64) as u64
    }
}

/// A hash of 64 bits: one step of SplitMix64.
#[inline]
pub fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(STEP);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A time of exponential distribution, by von Neumann's comparisons: in integers, the same on every machine. A draw of
/// falling numbers of odd length has the chance e^-(its first); each even one adds a mean.
pub(crate) fn exponential(random: &mut Random, mean_ns: u64) -> u64 {
    let mut whole = 0u64;
    loop {
        let first = random.draw();
        let (mut last, mut length) = (first, 1u32);
        loop {
            let next = random.draw();
            if next >= last {
                break;
            }
            (last, length) = (next, length + 1);
        }
        if length % 2 == 1 {
            let rest = ((first as u128 * mean_ns as u128) >> 64) as u64;
            return whole.saturating_mul(mean_ns).saturating_add(rest);
        }
        whole += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_that_of_splitmix64() {
        // the published test vector for the state 1234567
        let mut random = Random(1_234_567);
        let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!([random.draw(), random.draw(), random.draw()], expected);
    }

    #[test]
    fn below_stays_below_and_reaches_both_ends() {
        let mut random = Random::new(1, 0);
        let drawn: Vec<u64> = (0..1000).map(|_| random.below(5)).collect();
        assert!((0..5).all(|n| drawn.contains(&n)) && drawn.iter().all(|&n| n < 5));
    }

    #[test]
    fn times_between_flows_have_their_mean_and_their_tail() {
        let mut random = Random::new(1, 0);
        let times: Vec<u64> = (0..200_000).map(|_| exponential(&mut random, 1000)).collect();
        let mean = times.iter().sum::<u64>() / times.len() as u64;
        // e^-1 and e^-3 of all are longer than one and three means
        let longer = |ns| times.iter().filter(|&&time| time > ns).count();
        assert!((990..1010).contains(&mean), "{mean}");
        assert!((72_600..74_500).contains(&longer(1000)), "{}", longer(1000));
        assert!((9_500..10_400).contains(&longer(3000)), "{}", longer(3000));
    }
}
