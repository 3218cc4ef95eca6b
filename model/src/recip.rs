//! `recip`: X / D by one table look-up and one correction step. The only divider of the datapath (hdl/src/recip.md).

use crate::delay::Delay;
use crate::round::trunc;
use layout::fixed::U;
use layout::timing::RECIP_LATENCY;

/// Numerator mantissa X: bit 17 set, or 0.
pub type Numerator = U<18, 0>;
/// Divisor mantissa without its leading one: D = 2^23 + d.
pub type Divisor = U<23, 0>;
/// Q ≈ X · (2^23 / D) · 2^19.
pub type Quotient = U<37, 0>;

/// One interval of the table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The line's value at the interval's start, minus one half, in 2^-19: 18 bits, and 2^18 in the first interval
    /// alone.
    pub c0: u32,
    /// The line's fall over the interval, in 2^-26: 17 bits.
    pub c1: u32,
}

/// The ROM: 512 intervals of the divisor's mantissa (recip.md, "Arithmetic").
pub static TABLE: [Entry; 512] = {
    let mut table = [Entry { c0: 0, c1: 0 }; 512];
    let mut i = 0;
    while i < 512 {
        table[i] = entry(i as u64);
        i += 1;
    }
    table
};

const fn entry(i: u64) -> Entry {
    let a = 512 + i;
    // round(2^19·(512/A − 64/A³) − 2^18); the numerator over A³ is below 2^48, twice that below 2^49
    let c0 = round_div((1 << 19) * (512 * a * a - 64), a * a * a) - (1 << 18);
    // round(2^26·512 / (A·(A+1)))
    let c1 = round_div(512 << 26, a * (a + 1));
    Entry { c0: c0 as u32, c1: c1 as u32 }
}

/// num / den to the nearest integer, halves up.
const fn round_div(num: u64, den: u64) -> u64 {
    (2 * num + den) / (2 * den)
}

/// Q ≈ X · (2^23 / D) · 2^19 with D = 2^23 + d; exact where d = 0.
#[inline]
pub fn recip(x: Numerator, d: Divisor) -> Quotient {
    let (x, d) = (x.raw(), d.raw());
    let Entry { c0, c1 } = TABLE[(d >> 14) as usize];
    let f = d & 0x3fff;
    let t = trunc(x * f, 14); // 18 + 14 - 14 = 18 bits
    let p0 = x * c0 as u64 + (x << 18); // below 2^18 · 2^19: 37 bits, exact; X · 2^19 where c0 = 2^18
    let p1 = trunc(t * c1 as u64, 7); // 18 + 17 - 7 = 28 bits
    Quotient::wrap(p0 - p1) // p1 < p0, so nothing wraps
}

/// The block: one result a cycle, [`RECIP_LATENCY`] cycles after its operands. A datapath without reset.
#[derive(Clone, Default)]
pub struct Recip {
    pipe: Delay<Quotient, { RECIP_LATENCY as usize }>,
}

impl Recip {
    /// One clock cycle. `None` while the operands of this result are older than the simulation.
    pub fn step(&mut self, x: Numerator, d: Divisor) -> Option<Quotient> {
        self.pipe.step(Some(recip(x, d)))
    }
}
