//! The QPs of each class that may send, in the order of their turns.

use crate::prelude::*;

/// Eight lists in one memory.
#[derive(LogicBlock, Default)]
pub struct Lists {
    pub clock: Signal<In, ClkRst>,
    pub push_head: Signal<In, Bit>,
    pub push_tail: Signal<In, Bit>,
    pub push_class: Signal<In, U<3>>,
    pub push_qpn: Signal<In, Qpn>,
    pub pop: Signal<In, Bit>,
    pub look_class: Signal<In, U<3>>,
    pub get_class: Signal<In, U<3>>,
    pub get_qpn: Signal<Out, Qpn>,
    pub filled: Signal<Out, U<8>>,

    links: Ram<Qpn, QPN>,
    holds: Reg<U<8>>,
    head: [DReg<Qpn>; 8],
    tail: [DReg<Qpn>; 8],

    pushes: Signal<Local, Bit>,
    one: Signal<Local, U<8>>,
    pop_one: Signal<Local, U<8>>,
    empty: Signal<Local, Bit>,
    old_head: Signal<Local, Qpn>,
    old_tail: Signal<Local, Qpn>,
    read: Signal<Local, Qpn>,
    got: Signal<Local, Qpn>,
    got_tail: Signal<Local, Qpn>,
}

impl Logic for Lists {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module shaper_lists");
        comment!("@doc The QPs of each class that may send, in the order of their turns: eight linked lists in one memory. A QP is in one");
        comment!("@doc of them at most. What comes is there a cycle later; the next one of a list is known two cycles after look_class was set.");
        comment!("@port push_head a QP comes ahead of all others of its class");
        comment!("@port push_tail a QP comes behind them; not both");
        comment!("@port push_class its class");
        comment!("@port push_qpn its index");
        comment!("@port pop the first of get_class leaves");
        comment!("@port look_class whose next one is read");
        comment!("@port get_class a class; at pop that which look_class was two cycles ago");
        comment!("@port get_qpn its first QP");
        comment!("@port filled bit n: class n has QPs");
        clock!(self, clock, links, holds);
        for i in 0..8 {
            clock!(self, clock, head[i], tail[i]);
        }

        self.pushes.next = self.push_head.val() | self.push_tail.val();
        self.one.next = bits::<8>(1) << self.push_class.val();
        self.pop_one.next = bits::<8>(1) << self.get_class.val();
        self.empty.next = !(self.holds.q.val() & self.one.val()).any();
        self.old_head.next = 0.into();
        self.old_tail.next = 0.into();
        self.read.next = 0.into();
        self.got.next = 0.into();
        self.got_tail.next = 0.into();
        for i in 0..8 {
            if self.push_class.val() == i.to_bits::<U<3>>() {
                self.old_head.next = self.head[i].q.val();
                self.old_tail.next = self.tail[i].q.val();
            }
            if self.look_class.val() == i.to_bits::<U<3>>() {
                self.read.next = self.head[i].q.val();
            }
            if self.get_class.val() == i.to_bits::<U<3>>() {
                self.got.next = self.head[i].q.val();
                self.got_tail.next = self.tail[i].q.val();
            }
        }

        comment!("behind the last one stands the new one, or behind the new one the first");
        self.links.we.next = self.pushes.val() & !self.empty.val();
        self.links.waddr.next = self.old_tail.val();
        self.links.wdata.next = self.push_qpn.val();
        if self.push_head.val() {
            self.links.waddr.next = self.push_qpn.val();
            self.links.wdata.next = self.old_head.val();
        }
        self.links.raddr.next = self.read.val();
        for k in 0..self.links.re_opt.len() {
            self.links.re_opt[k].next = self.holds.q.val().any();
        }

        self.holds.d.next = self.holds.q.val();
        if self.pushes.val() {
            self.holds.d.next = self.holds.q.val() | self.one.val();
        }
        if self.pop.val() & (self.got.val() == self.got_tail.val()) {
            self.holds.d.next = self.holds.q.val() & !self.pop_one.val();
        }
        for i in 0..8 {
            self.head[i].d.next = self.head[i].q.val();
            self.tail[i].d.next = self.tail[i].q.val();
            if self.pushes.val() & self.one.val().get_bit(i) {
                if self.push_head.val() | self.empty.val() {
                    self.head[i].d.next = self.push_qpn.val();
                }
                if self.push_tail.val() | self.empty.val() {
                    self.tail[i].d.next = self.push_qpn.val();
                }
            }
            if self.pop.val() & self.pop_one.val().get_bit(i) {
                self.head[i].d.next = self.links.rdata.val();
            }
        }
        self.get_qpn.next = self.got.val();
        self.filled.next = self.holds.q.val();
    }
}
