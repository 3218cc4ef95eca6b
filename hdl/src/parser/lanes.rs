//! An array with one element a lane. It is an array in every respect, but one that has a `Default` for a generic
//! length, which spares every block a constructor that lists all its fields.

use crate::prelude::{probe, Block, Logic};
use std::ops::{Index, IndexMut};

/// `[B; L]` with `Default`.
#[derive(Clone, Debug)]
pub struct Lanes<B, const L: usize>([B; L]);

impl<B: Default, const L: usize> Default for Lanes<B, L> {
    fn default() -> Self {
        Self(std::array::from_fn(|_| B::default()))
    }
}

impl<B, const L: usize> From<[B; L]> for Lanes<B, L> {
    fn from(array: [B; L]) -> Self {
        Self(array)
    }
}

impl<B, const L: usize> Index<usize> for Lanes<B, L> {
    type Output = B;

    fn index(&self, lane: usize) -> &B {
        &self.0[lane]
    }
}

impl<B, const L: usize> IndexMut<usize> for Lanes<B, L> {
    fn index_mut(&mut self, lane: usize) -> &mut B {
        &mut self.0[lane]
    }
}

impl<B: Logic, const L: usize> Logic for Lanes<B, L> {
    fn update(&mut self) {}
}

impl<B: Block, const L: usize> Block for Lanes<B, L> {
    fn connect_all(&mut self) {
        self.0.connect_all();
    }

    fn update_all(&mut self) {
        self.0.update_all();
    }

    fn has_changed(&self) -> bool {
        self.0.has_changed()
    }

    fn accept(&self, name: &str, probe: &mut dyn probe::Probe) {
        self.0.accept(name, probe);
    }
}
