//! The QPs of each class that may send, in the order of their turns.

use crate::prelude::*;

/// Eight lists in one memory.
#[derive(LogicBlock, Default)]
pub struct Lists {
    pub clock: Signal<In, ClkRst>,
    pub second: Signal<In, Bit>,
    pub third: Signal<In, Bit>,
    pub last: Signal<In, Bit>,
    pub paused: Signal<In, U<8>>,
    pub push_head: Signal<In, Bit>,
    pub push_tail: Signal<In, Bit>,
    pub push_class: Signal<In, U<3>>,
    pub push_qpn: Signal<In, Qpn>,
    pub pop: Signal<In, Bit>,
    pub next_valid: Signal<Out, Bit>,
    pub next_class: Signal<Out, U<3>>,
    pub next_qpn: Signal<Out, Qpn>,

    links: Ram<Qpn, QPN>,
    holds: Reg<U<8>>,
    head: [DReg<Qpn>; 8],
    tail: [DReg<Qpn>; 8],
    best_any: DReg<Bit>,
    best: DReg<U<3>>,
    got: DReg<Qpn>,
    got_tail: DReg<Qpn>,
    one: DReg<U<8>>,
    old_head: DReg<Qpn>,
    old_tail: DReg<Qpn>,

    /// What stands behind the one that was popped comes to the head.
    popped: Reg<Bit>,
    got_final: DReg<Bit>,

    pushes: Signal<Local, Bit>,
    best_one: Signal<Local, U<8>>,
    empty: Signal<Local, Bit>,
    first: Signal<Local, Qpn>,
    final_one: Signal<Local, Qpn>,
    may: Signal<Local, U<8>>,
}

impl Logic for Lists {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module shaper_lists");
        comment!("@doc The QPs of each class that may send, in the order of their turns: eight linked lists in one memory. A QP is in one");
        comment!("@doc of them at most. A slot has one push, in its second cycle, and one pop, in its first.");
        comment!("@port second the second cycle of a slot");
        comment!("@port third the third cycle of a slot");
        comment!("@port last the last cycle of a slot");
        comment!("@port paused bit n: class n is not looked at");
        comment!("@port push_head a QP comes ahead of all others of its class");
        comment!("@port push_tail a QP comes behind them; not both");
        comment!("@port push_class its class, from the first cycle on");
        comment!("@port push_qpn its index");
        comment!("@port pop the first QP of next_class leaves");
        comment!(
            "@port next_valid in the third cycle: there is a QP that may send, of those that were there in the second"
        );
        comment!("@port next_class from the third cycle on: the highest class that has one");
        comment!("@port next_qpn from the fourth cycle on: its first QP");
        clock!(self, clock, links, holds, best_any, best, got, got_tail, one, old_head, old_tail, popped, got_final);
        for i in 0..8 {
            clock!(self, clock, head[i], tail[i]);
        }

        comment!("Second cycle: the highest class that may");
        self.may.next = self.holds.q.val() & !self.paused.val();
        self.best_any.d.next = self.may.val().any();
        self.best.d.next = self.best.q.val();
        if self.second.val() {
            self.best.d.next = 0.into();
            for i in 0..8 {
                if self.may.val().get_bit(i) {
                    self.best.d.next = i.to_bits::<U<3>>();
                }
            }
        }
        self.next_valid.next = self.best_any.q.val();
        self.next_class.next = self.best.q.val();

        comment!("Third: its first QP. Fourth: what stands behind that is read; it is there in the second cycle");
        self.pushes.next = self.push_head.val() | self.push_tail.val();
        self.one.d.next = bits::<8>(1) << self.push_class.val();
        self.best_one.next = bits::<8>(1) << self.best.q.val();
        self.empty.next = !(self.holds.q.val() & self.one.q.val()).any();
        self.old_head.d.next = 0.into();
        self.old_tail.d.next = 0.into();
        self.first.next = 0.into();
        self.final_one.next = 0.into();
        for i in 0..8 {
            if self.push_class.val() == i.to_bits::<U<3>>() {
                self.old_head.d.next = self.head[i].q.val();
                self.old_tail.d.next = self.tail[i].q.val();
            }
            if self.best.q.val() == i.to_bits::<U<3>>() {
                self.first.next = self.head[i].q.val();
                self.final_one.next = self.tail[i].q.val();
            }
        }
        self.got.d.next = self.got.q.val();
        self.got_tail.d.next = self.got_tail.q.val();
        if self.third.val() {
            self.got.d.next = self.first.val();
            self.got_tail.d.next = self.final_one.val();
        }
        self.next_qpn.next = self.got.q.val();
        self.links.raddr.next = self.got.q.val();
        for k in 0..self.links.re_opt.len() {
            self.links.re_opt[k].next = self.last.val();
        }

        comment!("Behind the last one stands the new one, or behind the new one the first");
        self.links.we.next = self.pushes.val() & !self.empty.val();
        self.links.waddr.next = self.old_tail.q.val();
        self.links.wdata.next = self.push_qpn.val();
        if self.push_head.val() {
            self.links.waddr.next = self.push_qpn.val();
            self.links.wdata.next = self.old_head.q.val();
            if self.popped.q.val() & (self.one.q.val() & self.best_one.val()).any() {
                self.links.wdata.next = self.links.rdata.val();
            }
        }

        self.holds.d.next = self.holds.q.val();
        if self.pushes.val() {
            self.holds.d.next = self.holds.q.val() | self.one.q.val();
        }
        self.got_final.d.next = self.got.q.val() == self.got_tail.q.val();
        self.popped.d.next = self.pop.val() & !self.got_final.q.val();
        if self.pop.val() & self.got_final.q.val() {
            self.holds.d.next = self.holds.q.val() & !self.best_one.val();
        }
        for i in 0..8 {
            self.head[i].d.next = self.head[i].q.val();
            self.tail[i].d.next = self.tail[i].q.val();
            if self.popped.q.val() & self.best_one.val().get_bit(i) {
                self.head[i].d.next = self.links.rdata.val();
            }
            if self.pushes.val() & self.one.q.val().get_bit(i) {
                if self.push_head.val() | self.empty.val() {
                    self.head[i].d.next = self.push_qpn.val();
                }
                if self.push_tail.val() | self.empty.val() {
                    self.tail[i].d.next = self.push_qpn.val();
                }
            }
        }
    }
}
