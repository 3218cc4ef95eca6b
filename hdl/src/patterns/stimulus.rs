//! The inputs on which the patterns are compared: corner values and random ones, from a seed.

use super::Patterns;
use crate::num::Bus;

/// The inputs of one cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stimulus {
    pub rst_n: bool,
    pub a: u16,
    pub b: u16,
    pub c: u16,
    pub d: u8,
    pub s: u8,
    pub w: [u64; 8],
}

impl Stimulus {
    /// Drives the inputs of the patterns, the reset excepted.
    pub fn drive(&self, patterns: &mut Patterns) {
        patterns.a.next = u64::from(self.a).into();
        patterns.b.next = u64::from(self.b).into();
        patterns.c.next = u64::from(self.c).into();
        patterns.d.next = u64::from(self.d).into();
        patterns.s.next = u64::from(self.s).into();
        patterns.w.next = Bus::from_words(&self.w);
    }
}

/// `cycles` inputs: the first four in reset, and one in 64 later ones as well.
pub fn stimuli(seed: u64, cycles: usize) -> Vec<Stimulus> {
    let mut random = Random(seed | 1);
    (0..cycles).map(|cycle| next(&mut random, cycle)).collect()
}

fn next(random: &mut Random, cycle: usize) -> Stimulus {
    let mut word = |corners: &[u64]| match random.next() % 4 {
        0 => corners[random.next() as usize % corners.len()],
        _ => random.next(),
    };
    let a = word(&[0, 1, 0x7fff, 0x8000, 0xfffe, 0xffff]) as u16;
    let b = word(&[0, 1, a.into(), a.wrapping_add(1).into(), 0x8000, 0xffff]) as u16;
    let c = word(&[0, (a & b).into(), a.into(), b.into(), 3, 0xffff]) as u16;
    let d = word(&[0, 1, 2, 3, 7, 8, 127, 128, 200, 255]) as u8;
    let s = word(&[0, 3, 14, 15]) as u8 & 15;
    let mut w = [0; 8];
    for lane in &mut w {
        *lane = word(&[0, u64::MAX, 1, 1 << 63]);
    }
    let rst_n = cycle >= 4 && !random.next().is_multiple_of(64);
    Stimulus { rst_n, a, b, c, d, s, w }
}

/// xorshift64: reproducible, and good enough here.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}
