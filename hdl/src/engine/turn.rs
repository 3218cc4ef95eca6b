//! The host's turn: beside the event queue its operation waits for the older events of its QP, and the write of a
//! parameter set for all that are older.

use crate::prelude::*;
use layout::timing::{Latency, HAZARD};

/// Cycles without an event of its QP in a slot, as `quiet` counts them, after which an operation may go.
const QUIET: u32 = HAZARD - 3;

/// When the operation of the host goes, of all queue pairs.
#[derive(LogicBlock)]
pub struct Turn {
    pub clock: Signal<In, ClkRst>,
    pub busy: Signal<In, Bit>,
    pub qpn: Signal<In, Qpn>,
    pub all: Signal<In, Bit>,
    pub arrives: Signal<In, Bit>,
    pub push: Signal<In, Bit>,
    pub push_qpn: Signal<In, Qpn>,
    pub pop: Signal<In, Bit>,
    /// Events in the queue.
    pub count: Signal<In, U<8>>,
    /// An event that it waits for was in a slot in the last cycle.
    pub waits: Signal<In, Bit>,
    pub fence: Signal<Out, Bit>,
    pub issues_next: Signal<Out, Bit>,
    pub issues: Signal<Out, Bit>,
    pub writes_set: Signal<Out, Bit>,

    pending: Reg<Bit>,
    /// It goes in this cycle: of a context, of a set.
    goes: Reg<Bit>,
    issuing: Reg<Bit>,
    writing: Reg<Bit>,
    fenced: Reg<Bit>,
    passed: Reg<Bit>,
    fresh: Reg<Bit>,
    fresher: Reg<Bit>,
    quiet: Reg<U<7>>,
    /// `quiet` is as much as the operation needs.
    settled: Reg<Bit>,
    /// Older events in the queue.
    left: DReg<U<8>>,
    /// The event that is looked at: the youngest of them is the first; it is of the operation's QP, which is known in
    /// the cycle with `decides`.
    at: DReg<U<8>>,
    same: DReg<Bit>,
    decides: DReg<Bit>,
    found: DReg<Bit>,
    /// Its place, or already that of the next one; its QP is known. While there is no operation, the youngest's.
    place: DReg<U<5>>,
    looks: DReg<Bit>,
    /// Where the next event goes.
    write: Reg<U<5>>,
    waiting: Table<Qpn, 5>,

    stays: Signal<Local, Bit>,
    left_over: Signal<Local, Bit>,
    count_over: Signal<Local, Bit>,
    remaining: Signal<Local, U<8>>,
    gone: Signal<Local, Bit>,
    enough: Signal<Local, U<7>>,
    may_go: Signal<Local, Bit>,

    /// What `quiet` is in the cycle before it is as much as an operation needs: of a context, of a set.
    quiet_enough: Constant<U<7>>,
    drained: Constant<U<7>>,
}

impl Turn {
    pub fn new(latency: &Latency) -> Self {
        Self {
            clock: Default::default(),
            busy: Default::default(),
            qpn: Default::default(),
            all: Default::default(),
            arrives: Default::default(),
            push: Default::default(),
            push_qpn: Default::default(),
            pop: Default::default(),
            count: Default::default(),
            waits: Default::default(),
            fence: Default::default(),
            issues_next: Default::default(),
            issues: Default::default(),
            writes_set: Default::default(),
            pending: Default::default(),
            goes: Default::default(),
            issuing: Default::default(),
            writing: Default::default(),
            fenced: Default::default(),
            passed: Default::default(),
            fresh: Default::default(),
            fresher: Default::default(),
            quiet: Default::default(),
            settled: Default::default(),
            left: Default::default(),
            at: Default::default(),
            place: Default::default(),
            looks: Default::default(),
            same: Default::default(),
            decides: Default::default(),
            found: Default::default(),
            write: Default::default(),
            waiting: Default::default(),
            stays: Default::default(),
            left_over: Default::default(),
            count_over: Default::default(),
            remaining: Default::default(),
            gone: Default::default(),
            enough: Default::default(),
            may_go: Default::default(),
            quiet_enough: Constant::new(u64::from(QUIET - 1).into()),
            drained: Constant::new(u64::from(latency.drained() - 1).into()),
        }
    }
}

impl Logic for Turn {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module turn");
        comment!("@doc The host's turn: beside the event queue its operation waits for the older events of its QP, not for those of others.");
        comment!("@doc The write of a parameter set waits for all that are older, until they have read their sets. Younger events wait behind it.");
        comment!("@port busy an operation is under way");
        comment!("@port qpn index of its QP");
        comment!("@port all it is the write of a parameter set");
        comment!("@port arrives it is at the event queue");
        comment!("@port push an event goes into the event queue");
        comment!("@port push_qpn index of its QP");
        comment!("@port pop an event leaves it for a slot");
        comment!("@port count events in it");
        comment!(
            "@port waits an event that the operation waits for was in a slot in the last cycle, or had come to one"
        );
        comment!("@port fence the head of the queue is younger than the operation: it has to wait");
        comment!("@port issues_next the operation issues in the next cycle");
        comment!("@port issues the operation issues in this cycle");
        comment!("@port writes_set the parameter set is written in this cycle");
        comment!("@constant quiet_enough cycles without the operation's QP in a slot, after which it may go");
        comment!("@constant drained cycles without an event in a slot: all that left one have read their set");
        clock!(
            self, clock, pending, goes, issuing, writing, fenced, passed, fresh, fresher, quiet, settled, left, at,
            place, looks, same, decides, found, write, waiting
        );

        comment!("the older events in the queue, counted from the youngest.");
        comment!("The fence stands behind the last of them, and for a cycle behind the operation, until the slots know of it");
        self.stays.next = self.pending.q.val() & !self.goes.q.val();
        self.pending.d.next = self.stays.val() | self.arrives.val();
        self.remaining.next = self.left.q.val();
        if self.pop.val() & self.left.q.val().any() {
            self.remaining.next = self.left.q.val() - 1;
        }
        if self.arrives.val() {
            self.remaining.next = self.count.val();
            if self.pop.val() & self.count.val().any() {
                self.remaining.next = self.count.val() - 1;
            }
        }
        self.left.d.next = self.remaining.val();
        self.left_over.next =
            !self.left.q.val().get_bits::<7>(1).any() & (!self.left.q.val().get_bit(0) | self.pop.val());
        self.count_over.next =
            !self.count.val().get_bits::<7>(1).any() & (!self.count.val().get_bit(0) | self.pop.val());
        self.fenced.d.next = (self.stays.val() & self.left_over.val()) | self.goes.q.val();
        if self.arrives.val() {
            self.fenced.d.next = self.count_over.val() | self.goes.q.val();
        }

        comment!("the QPNs in the queue, one every second cycle, from the youngest on: until one is the operation's, or all have been seen.");
        comment!("A QPN is compared in the cycle behind its read, and what follows from that is a cycle later still: so the youngest is");
        comment!("read before there is an operation");
        self.waiting.we.next = self.push.val();
        self.waiting.waddr.next = self.write.q.val();
        self.waiting.wdata.next = self.push_qpn.val();
        self.waiting.raddr.next = self.place.q.val();
        self.write.d.next = self.write.q.val();
        if self.push.val() {
            self.write.d.next = self.write.q.val() + 1;
        }
        self.gone.next = self.pending.q.val() & (self.at.q.val() > self.left.q.val());
        self.looks.d.next = !self.looks.q.val();
        self.place.d.next = self.place.q.val();
        if self.looks.q.val() {
            self.place.d.next = self.place.q.val() - 1;
        }
        if !self.pending.q.val() {
            self.place.d.next = self.write.q.val() - 1;
            if self.push.val() {
                self.place.d.next = self.write.q.val();
            }
        }
        self.same.d.next = self.waiting.rdata.val() == self.qpn.val();
        self.decides.d.next = self.looks.q.val();
        self.at.d.next = self.at.q.val();
        self.found.d.next = self.found.q.val();
        if self.decides.q.val() & !self.found.q.val() & !self.passed.q.val() {
            if self.same.q.val() {
                self.found.d.next = true;
            } else {
                self.at.d.next = self.at.q.val() + 1;
            }
        }
        if self.arrives.val() {
            self.at.d.next = 1.into();
            self.looks.d.next = true;
            self.decides.d.next = false;
            self.found.d.next = self.all.val();
        }

        comment!("it goes when the last that it waits for has left the queue, and the slots for long enough");
        self.passed.d.next = self.gone.val() & !self.goes.q.val();
        self.fresher.d.next = !self.busy.val();
        self.fresh.d.next = !self.busy.val() | self.fresher.q.val();
        self.quiet.d.next = self.quiet.q.val();
        if !self.quiet.q.val().all() {
            self.quiet.d.next = self.quiet.q.val() + 1;
        }
        self.enough.next = self.quiet_enough.val();
        if self.all.val() {
            self.enough.next = self.drained.val();
        }
        self.settled.d.next = self.quiet.q.val() >= self.enough.val();
        if !self.busy.val() | self.fresh.q.val() | self.waits.val() {
            self.quiet.d.next = 0.into();
            self.settled.d.next = false;
        }
        self.may_go.next = self.stays.val() & self.passed.q.val() & !self.waits.val() & self.settled.q.val();
        self.goes.d.next = self.may_go.val();
        self.issuing.d.next = self.may_go.val() & !self.all.val();
        self.writing.d.next = self.may_go.val() & self.all.val();
        self.fence.next = self.fenced.q.val();
        self.issues_next.next = self.may_go.val() & !self.all.val();
        self.issues.next = self.issuing.q.val();
        self.writes_set.next = self.writing.q.val();
    }
}
