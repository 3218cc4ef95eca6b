//! The scrubber of what is kept of a QP: an event that changes nothing, one at a time.

use crate::prelude::*;
use crate::scrub::{Scrub, Scrubs};

/// Beside the stages: `fcr` and `kept` write back what every event has read; a QP's set is written back from p3.
#[derive(Default, LogicBlock)]
pub struct LimitScrub {
    pub clock: Signal<In, ClkRst>,
    pub interval: Signal<In, U<24>>,
    pub goes: Signal<In, Bit>,
    pub chooses: Signal<In, Bit>,
    pub ends: Signal<In, Bit>,
    pub asks: Signal<Out, Scrubs>,
    pub p3_writes: Signal<Out, Bit>,

    scrub: Scrub,
    /// Bit k: it stands in pk.
    at: Reg<U<4>>,
    under_way: Reg<Bit>,
    spoilt: Reg<Bit>,
    spoils: Signal<Local, Bit>,
    wanted: Signal<Local, Scrubs>,
}

impl Logic for LimitScrub {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module limit_scrub");
        comment!("@doc The scrubber's event: one QP after another, one at a time. It changes nothing, and so writes back what it has read.");
        comment!("@port interval cycles from one QP to the next; 0: none");
        comment!("@port goes it enters");
        comment!("@port chooses a choice enters, which writes its QP's set");
        comment!("@port ends it is in q0");
        comment!("@port asks_due a QP is to be scrubbed");
        comment!("@port asks_qpn index of that QP, which stays until its event has ended");
        comment!("@port p3_writes the set that the event in p3 has read is written back");
        clock!(self, clock, scrub, at, under_way, spoilt);

        self.scrub.interval.next = self.interval.val();
        self.wanted.next = self.scrub.asks.val();
        self.asks.next.due = self.wanted.val().due & !self.under_way.q.val();
        self.asks.next.qpn = self.wanted.val().qpn;
        self.under_way.d.next = (self.under_way.q.val() & !self.ends.val()) | self.goes.val();

        comment!("a choice may write the set meanwhile, or wants the port: then nothing is written back, and the QP comes again");
        self.at.d.next = (self.at.q.val() << 1) | bits::<4>(self.goes.val());
        self.spoils.next = self.chooses.val() & self.at.q.val().get_bits::<3>(1).any();
        self.spoilt.d.next = (self.spoilt.q.val() | self.spoils.val()) & !self.goes.val();
        self.p3_writes.next = self.at.q.val().get_bit(3) & !self.spoilt.q.val() & !self.chooses.val();
        self.scrub.taken.next = self.ends.val() & !self.spoilt.q.val();
    }
}
