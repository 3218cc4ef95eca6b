//! ECN marks (FABRIC 5, "Mark").

use crate::random::Random;

/// Thresholds for each Gbit/s of a port.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Marking {
    /// K_min, bytes for each Gbit/s.
    pub min_bytes: u64,
    /// K_max, bytes for each Gbit/s.
    pub max_bytes: u64,
    /// P_max in millionths.
    pub p_max_ppm: u64,
}

impl Marking {
    /// `dctcp`, `ldcp`: one threshold, no chance.
    pub const STEP: Marking = Marking { min_bytes: 3000, max_bytes: 3000, p_max_ppm: 0 };
    /// `hp`, `hpcc`.
    pub const RAMP: Marking = Marking { min_bytes: 4000, max_bytes: 16_000, p_max_ppm: 200_000 };

    /// The same thresholds, of which so many per cent.
    pub fn scaled(&self, percent: u64) -> Self {
        let of = |bytes: u64| bytes * percent / 100;
        Self { min_bytes: of(self.min_bytes), max_bytes: of(self.max_bytes), ..*self }
    }

    /// The thresholds of a port.
    pub fn of_port(&self, rate_bps: u64) -> Thresholds {
        let of = |bytes: u64| (bytes as u128 * rate_bps as u128 / 1_000_000_000) as u64;
        Thresholds { min: of(self.min_bytes), max: of(self.max_bytes), p_max_ppm: self.p_max_ppm }
    }
}

/// K_min and K_max of a port, bytes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// K_min, bytes.
    pub min: u64,
    /// K_max, bytes.
    pub max: u64,
    /// P_max in millionths.
    pub p_max_ppm: u64,
}

impl Thresholds {
    /// Whether a packet is marked, with `class` bytes behind it. A number is drawn only between K_min and K_max.
    #[inline]
    pub fn marks(&self, class: u64, random: &mut Random) -> bool {
        if class > self.max {
            return true;
        }
        if class <= self.min {
            return false;
        }
        // one draw of class of it: P_max·(class - K_min)/(K_max - K_min), in integers
        let drawn = random.below(1_000_000 * (self.max - self.min));
        drawn < self.p_max_ppm * (class - self.min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_threshold_marks_what_is_above_it() {
        let k = Marking::STEP.of_port(100_000_000_000);
        assert_eq!((k.min, k.max), (300_000, 300_000));
        let mut random = Random::new(0, 0);
        assert!(!k.marks(300_000, &mut random) && k.marks(300_001, &mut random));
    }

    #[test]
    fn between_two_thresholds_the_share_rises_to_p_max() {
        let k = Marking::RAMP.of_port(25_000_000_000);
        assert_eq!((k.min, k.max), (100_000, 400_000));
        let mut random = Random::new(1, 0);
        let mut share = |class| (0..100_000).filter(|_| k.marks(class, &mut random)).count();
        let (none, half, most, all) = (share(100_000), share(250_000), share(400_000), share(400_001));
        assert_eq!((none, all), (0, 100_000));
        assert!((9_500..10_500).contains(&half) && (19_500..20_500).contains(&most), "{half} {most}");
    }
}
