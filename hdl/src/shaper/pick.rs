//! Which source's operation is next.

use crate::prelude::*;

/// The sources that have an operation, and which of them is picked.
#[derive(LogicBlock, Default)]
pub struct Pick {
    pub clock: Signal<In, ClkRst>,
    pub last: Signal<In, Bit>,
    pub may: Signal<In, Bit>,
    pub over: Signal<In, Bit>,
    pub sent: Signal<In, Bit>,
    pub control: Signal<In, Bit>,
    pub req: Signal<In, Bit>,
    pub due: Signal<In, Bit>,
    pub grant: Signal<In, Bit>,
    pub sweep: Signal<In, Bit>,
    pub spare: Signal<In, Bit>,
    pub takes: Signal<Out, Bit>,
    pub picked: Signal<Out, U<7>>,
    pub may_grant: Signal<Out, Bit>,

    asks: DReg<U<7>>,
    asks_later: DReg<U<7>>,
    one: DReg<U<7>>,
    taking: Reg<Bit>,
    granting: Reg<Bit>,
    /// Those behind the one that was taken last.
    later: Reg<U<7>>,

    sources: Signal<Local, U<7>>,
    next: Signal<Local, U<7>>,
}

impl Logic for Pick {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module shaper_pick");
        comment!("@doc Seven sources of operations in turn: of those that ask in the third cycle of a slot one is picked in the fourth.");
        comment!("@port last the last cycle of a slot");
        comment!("@port may in the last cycle of a slot: what is picked is taken");
        comment!("@port over a grant's time is over");
        comment!("@port sent an answer or a rewind waits");
        comment!("@port control an update or an opening waits");
        comment!("@port req a request waits");
        comment!("@port due a due time has come");
        comment!("@port grant a class may send");
        comment!("@port sweep a QP's age is to be looked at");
        comment!("@port spare in the last cycle of a slot: an update or a due time may make a grant too");
        comment!(
            "@port takes in the first cycle of the next slot: it is taken, and the sources behind it are asked first"
        );
        comment!(
            "@port picked a bit for each source, in the order of the ports; from the first cycle of the next slot on"
        );
        comment!("@port may_grant with takes: what is taken may make a grant");
        clock!(self, clock, asks, asks_later, one, taking, granting, later);

        comment!("Third cycle: who asks, and who of those behind the one that was taken last");
        self.sources.next = bits::<7>(self.over.val())
            | (bits::<7>(self.sent.val()) << 1)
            | (bits::<7>(self.control.val()) << 2)
            | (bits::<7>(self.req.val()) << 3)
            | (bits::<7>(self.due.val()) << 4)
            | (bits::<7>(self.grant.val()) << 5)
            | (bits::<7>(self.sweep.val()) << 6);
        self.asks.d.next = self.sources.val();
        self.asks_later.d.next = self.sources.val() & self.later.q.val();

        comment!("Fourth: the first of these, or the first of all");
        self.next.next = self.asks.q.val() & (bits::<7>(0) - self.asks.q.val());
        if self.asks_later.q.val().any() {
            self.next.next = self.asks_later.q.val() & (bits::<7>(0) - self.asks_later.q.val());
        }
        self.one.d.next = self.one.q.val();
        if self.last.val() {
            self.one.d.next = self.next.val();
        }
        self.picked.next = self.one.q.val();
        self.taking.d.next = self.last.val() & self.may.val() & self.asks.q.val().any();
        self.takes.next = self.taking.q.val();
        self.granting.d.next = self.last.val()
            & self.may.val()
            & (self.next.val().get_bit(5)
                | (self.spare.val() & (self.next.val().get_bit(2) | self.next.val().get_bit(4))));
        self.may_grant.next = self.granting.q.val();

        self.later.d.next = self.later.q.val();
        if self.taking.q.val() {
            self.later.d.next = !(self.one.q.val() | (self.one.q.val() - 1));
        }
    }
}
