//! A unit's updates wait for those of a slower one, so that all come in the order of issue.

use crate::prelude::*;
use crate::records::Update;

/// An update comes out so many cycles later, at least one.
#[derive(LogicBlock)]
pub struct Waits {
    pub clock: Signal<In, ClkRst>,
    pub in_valid: Signal<In, Bit>,
    pub in_update: Signal<In, Update>,
    pub out_valid: Signal<Out, Bit>,
    pub out_update: Signal<Out, Update>,

    valid: ValidDelay,
    update: Delay<Update>,
    shape: Shape,
}

impl Waits {
    /// # Panics
    /// When there is no cycle to wait.
    pub fn new(cycles: usize) -> Self {
        assert!(cycles > 0, "a unit that does not wait needs no place to");
        Self {
            clock: Default::default(),
            in_valid: Default::default(),
            in_update: Default::default(),
            out_valid: Default::default(),
            out_update: Default::default(),
            valid: ValidDelay::new(cycles),
            update: Delay::new(cycles),
            shape: Shape::of(&[("CYCLES", cycles)]),
        }
    }
}

impl Logic for Waits {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module waits");
        comment!("@doc A unit's updates wait for those of a slower one, so that all come in the order of issue.");
        comment!("@parameter CYCLES valid.N update.N");
        comment!("@port in_valid an update of the unit");
        comment!("@port out_valid the same, CYCLES later");
        clock!(self, clock, valid, update);
        self.valid.d.next = self.in_valid.val();
        self.out_valid.next = self.valid.q.val();
        self.update.d.next = self.in_update.val();
        self.out_update.next = self.update.q.val();
    }
}
