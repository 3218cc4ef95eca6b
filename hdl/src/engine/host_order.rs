//! When the host's operation has passed: all updates of events that issued before it have been taken.

use crate::prelude::*;
use crate::records::HostPassed;

/// Updates come in the order of issue, so that those before an operation are counted.
#[derive(Default, LogicBlock)]
pub struct HostOrder {
    pub clock: Signal<In, ClkRst>,
    pub host_enters: Signal<In, Bit>,
    pub event_issues: Signal<In, Bit>,
    pub event_taken: Signal<In, Bit>,
    pub host_issues: Signal<In, Bit>,
    pub alg: Signal<In, U<4>>,
    pub set: Signal<In, U<4>>,
    pub passed: Signal<Out, HostPassed>,

    /// Events whose update has not been taken; those of them that are older than the operation.
    under_way: Reg<U<7>>,
    older: Reg<U<7>>,
    waits: Reg<Bit>,
    kept_alg: DReg<U<4>>,
    kept_set: DReg<U<4>>,
    last: Signal<Local, Bit>,
    passes: Signal<Local, Bit>,
}

impl Logic for HostOrder {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module host_order");
        comment!("@doc When the host's operation has passed: in the cycle in which the last update of an event that issued before it is");
        comment!("@doc taken, or behind its issue, if none is left.");
        comment!("@port host_enters the host's next operation enters: the one before it is no longer waited for");
        comment!("@port event_issues an event issues, which makes an update");
        comment!("@port event_taken an event's update is taken");
        comment!("@port host_issues the host's operation issues, in place of an event");
        comment!("@port alg the algorithm that it leaves to its QP, as alg");
        comment!("@port set the parameter set, likewise");
        clock!(self, clock, under_way, older, waits, kept_alg, kept_set);
        self.under_way.d.next =
            self.under_way.q.val() + bits::<7>(self.event_issues.val()) - bits::<7>(self.event_taken.val());
        self.last.next = (self.older.q.val() == 1) & self.event_taken.val();
        self.passes.next = self.waits.q.val() & (!self.older.q.val().any() | self.last.val());
        self.waits.d.next =
            (self.waits.q.val() & !self.passes.val() & !self.host_enters.val()) | self.host_issues.val();
        self.older.d.next = self.older.q.val();
        if self.event_taken.val() & self.older.q.val().any() {
            self.older.d.next = self.older.q.val() - 1;
        }
        self.kept_alg.d.next = self.kept_alg.q.val();
        self.kept_set.d.next = self.kept_set.q.val();
        if self.host_issues.val() {
            self.older.d.next = self.under_way.q.val() - bits::<7>(self.event_taken.val());
            self.kept_alg.d.next = self.alg.val();
            self.kept_set.d.next = self.set.val();
        }
        self.passed.next.valid = self.passes.val();
        self.passed.next.alg = self.kept_alg.q.val();
        self.passed.next.set = self.kept_set.q.val();
    }
}
