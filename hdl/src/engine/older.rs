//! Which updates of a stream are older than FCR's lowering: they leave in the order in which they came, so those are
//! counted.

use crate::prelude::*;

/// From the moment on until none of them is left.
#[derive(Default, LogicBlock)]
pub struct Older {
    pub clock: Signal<In, ClkRst>,
    pub now: Signal<In, Bit>,
    pub there: Signal<In, U<8>>,
    pub taken: Signal<In, Bit>,
    pub none: Signal<Out, Bit>,

    older: Reg<U<8>>,
}

impl Logic for Older {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module older");
        comment!("@doc Which updates of a stream are older than a moment: they leave in the order in which they came.");
        comment!("@port now this is the moment: what is there, and does not leave in this cycle, is older");
        comment!("@port there updates of the stream, this cycle's leaving one among them");
        comment!("@port taken one leaves");
        comment!("@port none no older one is left");
        clock!(self, clock, older);
        self.older.d.next = self.older.q.val();
        if self.taken.val() & self.older.q.val().any() {
            self.older.d.next = self.older.q.val() - 1;
        }
        if self.now.val() {
            self.older.d.next = self.there.val() - bits::<8>(self.taken.val());
        }
        self.none.next = !self.older.q.val().any();
    }
}
