//! Telemetry of a path, of which one goes on from the last: what a sender compares.

use crate::Rng;
use layout::hpcc;

/// Telemetry that goes on from the last one: what a QP compares is then small steps, at times none, seldom a jump.
pub struct Paths {
    pub path: u64,
    pub n_hop: u64,
    /// One telemetry in so many comes by another path.
    steady: u64,
    /// Ticks from one to the next, at most.
    stride: u64,
    /// Speed, timestamp, txBytes and qLen of each hop.
    pub last: Vec<[u64; 4]>,
}

impl Paths {
    pub fn new(rng: &mut Rng, hops: usize) -> Self {
        Self {
            path: rng.edge(12) as u64,
            n_hop: rng.range(0, hops as u64),
            steady: *rng.pick(&[2u64, 16, 64, 1000]).unwrap_or(&16),
            stride: *rng.pick(&[10u64, 1000, 10_000, 100_000]).unwrap_or(&1000),
            last: (0..hops).map(|_| [0, rng.edge(24) as u64, rng.edge(20) as u64, 0]).collect(),
        }
    }

    /// The next one.
    pub fn step(&mut self, rng: &mut Rng) {
        if rng.chance(1, self.steady) {
            match rng.below(4) {
                0 => self.path = rng.edge(12) as u64,
                1 => self.path ^= 1 << rng.below(12),
                2 => self.n_hop = rng.range(0, self.last.len() as u64),
                _ => self.n_hop = rng.below(16), // often too many
            }
        }
        let still = rng.chance(1, 32);
        for hop in &mut self.last {
            let [_, ts, tx, q] = *hop;
            *hop = [
                if rng.chance(15, 16) { rng.below(8) } else { rng.below(16) },
                if still || rng.chance(1, 64) { ts } else { ts + rng.below(self.stride) } & hpcc::Ts::MAX_RAW,
                if still || rng.chance(1, 8) { tx } else { tx + rng.below(self.stride / 4 + 1) }
                    & hpcc::TxBytes::MAX_RAW,
                if rng.chance(1, 2) { 0 } else { q.wrapping_add(rng.below(7)).wrapping_sub(3) } & hpcc::QLen::MAX_RAW,
            ];
        }
    }
}
