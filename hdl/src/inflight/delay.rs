//! What only waits: a word that comes out some cycles later.

use crate::prelude::*;

/// `q` is `d` some cycles ago, at least one. No reset.
#[derive(LogicBlock)]
pub struct Delay<T: Synth> {
    pub clock: Signal<In, ClkRst>,
    pub d: Signal<In, T>,
    pub q: Signal<Out, T>,

    stage: Vec<DReg<T>>,
    shape: Shape,
    _cycles: usize,
    _last: usize,
}

impl<T: Synth> Delay<T> {
    /// # Panics
    /// When there is no cycle to wait.
    pub fn new(cycles: usize) -> Self {
        assert!(cycles >= 1, "a delay of {cycles} cycles: expected at least one");
        Self {
            clock: Default::default(),
            d: Default::default(),
            q: Default::default(),
            stage: (0..cycles).map(|_| Default::default()).collect(),
            shape: Shape::of(&[("N", cycles), ("W", T::BITS)]),
            _cycles: cycles,
            _last: cycles - 1,
        }
    }
}

impl<T: Synth> Logic for Delay<T> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module delay");
        comment!("@doc A word that comes out some cycles later. No reset.");
        clock!(self, clock, stage[0]);
        self.stage[0].d.next = self.d.val();
        for i in 1..self._cycles {
            clock!(self, clock, stage[i]);
            self.stage[i].d.next = self.stage[i - 1].q.val();
        }
        for i in self._last..self._cycles {
            self.q.next = self.stage[i].q.val();
        }
    }
}
