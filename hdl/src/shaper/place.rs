//! Where a QP belongs behind an operation.

use super::stages::Qp;
use crate::prelude::*;

/// Of the QP that an operation leaves: its place in a list, and in the tree.
#[derive(LogicBlock, Default)]
pub struct Place {
    pub clock: Signal<In, ClkRst>,
    pub ends: Signal<In, Bit>,
    pub m10_qp: Signal<In, Qp>,
    pub m10_asks: Signal<In, Bit>,
    pub m10_due: Signal<In, Bit>,
    pub m10_short: Signal<In, Bit>,
    pub m10_popped: Signal<In, Bit>,
    pub m10_keeps: Signal<In, Bit>,
    pub m10_time: Signal<In, U<47>>,
    pub head: Signal<Out, Bit>,
    pub tail: Signal<Out, Bit>,
    pub qp: Signal<Out, Qp>,
    pub waits: Signal<Out, Bit>,
    pub key: Signal<Out, U<29>>,

    to_head: Reg<Bit>,
    to_tail: Reg<Bit>,
    queued: DReg<Bit>,
    live: DReg<Bit>,
    behind: DReg<Bit>,
    turn: DReg<Bit>,
    to_wait: DReg<Bit>,
    due_up: DReg<U<47>>,

    may: Signal<Local, Bit>,
    stays: Signal<Local, Bit>,
    ended: Signal<Local, Bit>,
    left: Signal<Local, Qp>,

    key_up: Constant<U<47>>,
}

impl Place {
    pub fn new() -> Self {
        Self { key_up: Constant::new(((1 << 18) - 1).into()), ..Self::default() }
    }
}

impl Logic for Place {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module shaper_place");
        comment!("@doc Where a QP belongs behind an operation: in the list of its class, in the tree until its due time, or nowhere. Its");
        comment!("@doc inputs stand still for a slot; the outputs are there from the second cycle on.");
        comment!("@port ends in the first cycle of the slot: an operation ends");
        comment!("@port m10_qp the QP");
        comment!("@port m10_asks it has something to send, and room in its window");
        comment!("@port m10_due its due time has come");
        comment!("@port m10_short its turn is over");
        comment!("@port m10_popped the operation has taken it out of a list");
        comment!("@port m10_keeps it was taken out of its own place, and its turn lasts");
        comment!("@port m10_time its due time, U34.13 ns");
        comment!("@port head in the second cycle: it goes to the head of its class");
        comment!("@port tail in the second cycle: it goes to the tail of its class");
        comment!("@port qp what is written of it");
        comment!("@port waits it waits for its due time");
        comment!("@port key its due time, 32 ns, cut upwards, modulo 2^29");
        comment!("@constant key_up all ones below 32 ns: rounds up");
        clock!(self, clock, to_head, to_tail, queued, live, behind, turn, to_wait, due_up);

        self.may.next = self.m10_asks.val() & self.m10_due.val();
        self.stays.next = self.m10_qp.val().queued & !self.m10_popped.val();
        self.ended.next = self.m10_qp.val().turn & self.m10_short.val();
        self.to_head.d.next = self.ends.val() & self.may.val() & !self.stays.val() & self.m10_keeps.val();
        self.to_tail.d.next = self.ends.val() & self.may.val() & !self.stays.val() & !self.m10_keeps.val();
        self.to_wait.d.next = self.m10_asks.val() & !self.m10_due.val();
        self.due_up.d.next = self.m10_time.val() + self.key_up.val();
        self.queued.d.next = self.stays.val() | self.may.val();
        self.live.d.next = self.may.val();
        self.turn.d.next = self.may.val() & self.m10_qp.val().turn & !self.m10_short.val();
        self.behind.d.next = self.m10_qp.val().behind;
        if self.may.val() {
            self.behind.d.next =
                self.stays.val() & (self.m10_qp.val().behind | !self.m10_qp.val().live | self.ended.val());
        }
        self.left.next = self.m10_qp.val();
        self.left.next.queued = self.queued.q.val();
        self.left.next.live = self.live.q.val();
        self.left.next.turn = self.turn.q.val();
        self.left.next.behind = self.behind.q.val();
        if !self.live.q.val() {
            self.left.next.deficit = 0.into();
        }
        self.head.next = self.to_head.q.val();
        self.tail.next = self.to_tail.q.val();
        self.qp.next = self.left.val();
        self.waits.next = self.to_wait.q.val();
        self.key.next = self.due_up.q.val().get_bits::<29>(18);
    }
}
