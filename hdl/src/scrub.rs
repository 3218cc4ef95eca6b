//! When a context is scrubbed, and which: a walk over all of them, one context each so many cycles. Of the engine and
//! of `limit`.

use crate::prelude::*;

logic_struct! {
    /// What the scrubber asks for.
    pub struct Scrubs {
        /// A context is to be read, and written back.
        pub due: Bit,
        pub qpn: Qpn,
    }
}

/// The scrubber of all queue pairs.
#[derive(LogicBlock, Default)]
pub struct Scrub {
    pub clock: Signal<In, ClkRst>,
    pub interval: Signal<In, U<24>>,
    pub taken: Signal<In, Bit>,
    pub asks: Signal<Out, Scrubs>,

    count: Reg<U<24>>,
    due: Reg<Bit>,
    qpn: Reg<Qpn>,
    next: Signal<Local, U<24>>,
}

impl Logic for Scrub {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module scrub");
        comment!("@doc Asks for one context after another, each so many cycles.");
        comment!("@port interval cycles from one context to the next; 0: none");
        comment!("@port taken the context is being read; what was asked for is done");
        comment!("@port asks_due a context is to be read, and written back");
        comment!("@port asks_qpn index of its QP");
        clock!(self, clock, count, due, qpn);

        self.next.next = self.count.q.val() + 1;
        self.count.d.next = self.next.val();
        self.due.d.next = self.due.q.val() & !self.taken.val();
        if self.next.val() >= self.interval.val() {
            self.count.d.next = 0.into();
            self.due.d.next = true;
        }
        if !self.interval.val().any() {
            self.count.d.next = 0.into();
            self.due.d.next = false;
        }
        self.qpn.d.next = self.qpn.q.val();
        if self.taken.val() {
            self.qpn.d.next = self.qpn.q.val() + 1;
        }
        self.asks.next.due = self.due.q.val();
        self.asks.next.qpn = self.qpn.q.val();
    }
}
