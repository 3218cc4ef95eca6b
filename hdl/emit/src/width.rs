//! A width that is known when a design is elaborated, not when its source is compiled: that of a QP's index, which
//! configurations choose.
//!
//! # Why this file
//!
//! As a const generic that width made every block thirteen types, and these were most of what the blocks took to
//! compile. Here a type says [`QPN`], which is the width of nothing else; wherever a width counts, [`width`] puts that
//! of the configuration in its place. It holds for this thread, from [`QpBits::set`] to the end of what that gives
//! back.

use rust_hdl::prelude::Synth;
use std::cell::Cell;

/// Stands for the width of a QP's index where Rust wants a constant. A struct of `k` of them and `n` other bits has
/// `BITS = k·QPN + n`, from which [`width`] tells both apart.
pub const QPN: usize = 1 << 16;

/// Likewise for the width of a number of QPs, from 0 to all of them.
pub const QPS: usize = QPN + 1;

/// The most that it has: 65,536 QPs.
pub const MOST: usize = 16;
/// The least: 16.
pub const LEAST: usize = 4;

thread_local! {
    static BITS: Cell<usize> = const { Cell::new(MOST) };
}

/// The width of a QP's index, on this thread, as long as this lives.
#[must_use = "the width holds as long as this lives"]
#[derive(Debug)]
pub struct QpBits {
    before: usize,
}

impl QpBits {
    /// # Panics
    /// When a design cannot have so many.
    pub fn set(bits: usize) -> Self {
        assert!((LEAST..=MOST).contains(&bits), "{bits} bits of a QP's index: expected {LEAST} to {MOST}");
        Self { before: BITS.replace(bits) }
    }

    /// What it is now; 16 where nobody has set it.
    pub fn now() -> usize {
        BITS.get()
    }
}

impl Drop for QpBits {
    fn drop(&mut self) {
        BITS.set(self.before);
    }
}

/// A number of bits in which [`QPN`] may stand, with its own width for each.
#[inline(always)]
pub fn width_of(bits: usize) -> usize {
    if bits < QPN {
        bits
    } else {
        bits % QPN + bits / QPN * QpBits::now()
    }
}

/// The bits of a type as emitted.
#[inline(always)]
pub fn width<T: Synth>() -> usize {
    width_of(T::BITS)
}
