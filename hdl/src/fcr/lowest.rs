//! The lowest of four rates.

use super::stages::Rated;
use crate::prelude::*;

/// The lowest live rate, two cycles later.
#[derive(LogicBlock, Default)]
pub struct Lowest {
    pub clock: Signal<In, ClkRst>,
    pub a: Signal<In, Rated>,
    pub b: Signal<In, Rated>,
    pub c: Signal<In, Rated>,
    pub d: Signal<In, Rated>,
    pub q: Signal<Out, Rated>,

    low: DReg<Rated>,
    high: DReg<Rated>,
    both: DReg<Rated>,
    b_first: Signal<Local, Bit>,
    d_first: Signal<Local, Bit>,
    high_first: Signal<Local, Bit>,
}

impl Logic for Lowest {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module fcr_lowest");
        comment!("@doc The lowest of the live rates, two cycles later; none is live: its rate means nothing.");
        comment!("@port a a rate, Mbit/s, and whether it is live");
        comment!("@port b another");
        comment!("@port c another");
        comment!("@port d another");
        comment!("@port q the lowest");
        clock!(self, clock, low, high, both);
        self.b_first.next = self.b.val().live & (!self.a.val().live | (self.b.val().rate < self.a.val().rate));
        self.low.d.next = self.a.val();
        if self.b_first.val() {
            self.low.d.next = self.b.val();
        }
        self.d_first.next = self.d.val().live & (!self.c.val().live | (self.d.val().rate < self.c.val().rate));
        self.high.d.next = self.c.val();
        if self.d_first.val() {
            self.high.d.next = self.d.val();
        }
        self.high_first.next =
            self.high.q.val().live & (!self.low.q.val().live | (self.high.q.val().rate < self.low.q.val().rate));
        self.both.d.next = self.low.q.val();
        if self.high_first.val() {
            self.both.d.next = self.high.q.val();
        }
        self.q.next = self.both.q.val();
    }
}
