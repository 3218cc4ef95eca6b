//! Every narrowing of the datapath has one of these names, so that a reader sees what happens to the bits that go.
//!
//! Raw values are `u64`; where a value counts in units of 2^-F, so does the result unless the line says otherwise.

/// `x / 2^shift`, what lies below is cut off.
#[inline]
pub const fn trunc(x: u64, shift: u32) -> u64 {
    x >> shift
}

/// `x / 2^shift` to the nearest integer, halves up. `x` is below 2^63, `shift` below 64.
#[inline]
pub const fn round_half_up(x: u64, shift: u32) -> u64 {
    ((x << 1 >> shift) + 1) >> 1
}

/// `x / 2^shift` to the next integer above. `x` is below 2^63, `shift` below 63.
#[inline]
pub const fn ceil(x: u64, shift: u32) -> u64 {
    (x + ((1 << shift) - 1)) >> shift
}

/// [`trunc`] of a product whose result fits 64 bits.
#[inline]
pub const fn trunc_wide(x: u128, shift: u32) -> u64 {
    (x >> shift) as u64
}

/// [`round_half_up`] of a product below 2^127, `shift` below 128.
#[inline]
pub const fn round_half_up_wide(x: u128, shift: u32) -> u128 {
    ((x << 1 >> shift) + 1) >> 1
}

/// The nearest of 0 to 2^bits - 1. `bits` is below 64.
#[inline]
pub const fn sat(x: u64, bits: u32) -> u64 {
    let max = (1 << bits) - 1;
    if x > max { max } else { x }
}

/// Position of the leading one; 0 for 0, as the hardware's priority encoder gives it.
#[inline]
pub const fn leading_one(x: u64) -> u32 {
    63 - (x | 1).leading_zeros()
}

/// Moves the leading one from position `from` to position `to`: exact upwards, `trunc` downwards.
#[inline]
pub const fn normalise(x: u64, from: u32, to: u32) -> u64 {
    if from <= to { x << (to - from) } else { trunc(x, from - to) }
}
