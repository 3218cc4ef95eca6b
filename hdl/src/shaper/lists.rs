//! The QPs of each class that may send, in the order of their turns.

use crate::prelude::*;
use crate::prim::ecc::option;

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
    pub next_class_pushed: Signal<In, U<3>>,
    pub push_class: Signal<In, U<3>>,
    pub push_qpn: Signal<In, Qpn>,
    pub pop: Signal<In, Bit>,
    pub next_valid: Signal<Out, Bit>,
    pub next_class: Signal<Out, U<3>>,
    pub next_qpn: Signal<Out, Qpn>,
    /// There with weights: `ready` are the classes that may, `chosen` those of which one is next.
    pub ready_opt: Vec<Signal<Out, U<8>>>,
    pub chosen_opt: Vec<Signal<In, U<8>>>,

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
    popped: Reg<U<8>>,
    /// It is of the class that a QP goes to.
    popped_same: DReg<Bit>,
    got_final: DReg<Bit>,
    head_half: [DReg<Qpn>; 2],
    tail_half: [DReg<Qpn>; 2],
    held: DReg<Bit>,
    same: DReg<Bit>,
    empty: DReg<Bit>,
    link_we: Reg<Bit>,
    link_at: DReg<Qpn>,
    link: DReg<Qpn>,

    pushes: Signal<Local, Bit>,
    best_one: Signal<Local, U<8>>,
    next_one: Signal<Local, U<8>>,
    leaves: Signal<Local, Bit>,
    heads: Signal<Local, Bit>,
    tails: Signal<Local, Bit>,
    best_first: [Signal<Local, Qpn>; 4],
    best_final: [Signal<Local, Qpn>; 4],
    half_first: [Signal<Local, Qpn>; 2],
    half_final: [Signal<Local, Qpn>; 2],
    push_first: [Signal<Local, Qpn>; 4],
    push_final: [Signal<Local, Qpn>; 4],
    may: Signal<Local, U<8>>,
}

impl Lists {
    /// Which class is next is said beside it, if so.
    pub fn choosing(weights: bool) -> Self {
        Self { ready_opt: option(weights), chosen_opt: option(weights), ..Self::default() }
    }
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
        comment!("@port next_class_pushed push_class, a slot ahead");
        comment!("@port push_class its class, from the first cycle on");
        comment!("@port push_qpn its index");
        comment!("@port pop the first QP of next_class leaves");
        comment!(
            "@port next_valid in the third cycle: there is a QP that may send, of those that were there in the second"
        );
        comment!("@port next_class from the third cycle on: the highest class that has one");
        for _k in 0..self.chosen_opt.len() {
            comment!("@port ready in the second cycle: a bit for each class that has one and is not paused");
            comment!("@port chosen in the second cycle: the highest of these is next_class");
        }
        comment!("@port next_qpn from the fourth cycle on: its first QP");
        clock!(self, clock, links, holds, best_any, best, got, got_tail, one, old_head, old_tail, popped, got_final);
        clock!(self, clock, popped_same, held, same, empty, link_we, link_at, link);
        for i in 0..2 {
            clock!(self, clock, head_half[i], tail_half[i]);
        }
        for i in 0..8 {
            clock!(self, clock, head[i], tail[i]);
        }

        comment!("Second cycle: the highest class that may");
        self.may.next = self.holds.q.val() & !self.paused.val();
        for k in 0..self.chosen_opt.len() {
            self.ready_opt[k].next = self.holds.q.val() & !self.paused.val();
            self.may.next = self.chosen_opt[k].val();
        }
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
        for i in 0..4 {
            self.best_first[i].next = self.head[2 * i].q.val();
            self.best_final[i].next = self.tail[2 * i].q.val();
            if self.best.q.val().get_bit(0) {
                self.best_first[i].next = self.head[2 * i + 1].q.val();
                self.best_final[i].next = self.tail[2 * i + 1].q.val();
            }
            self.push_first[i].next = self.head[2 * i].q.val();
            self.push_final[i].next = self.tail[2 * i].q.val();
            if self.next_class_pushed.val().get_bit(0) {
                self.push_first[i].next = self.head[2 * i + 1].q.val();
                self.push_final[i].next = self.tail[2 * i + 1].q.val();
            }
        }
        for i in 0..2 {
            self.half_first[i].next = self.best_first[2 * i].val();
            self.half_final[i].next = self.best_final[2 * i].val();
            if self.best.q.val().get_bit(1) {
                self.half_first[i].next = self.best_first[2 * i + 1].val();
                self.half_final[i].next = self.best_final[2 * i + 1].val();
            }
        }
        self.got.d.next = self.got.q.val();
        self.got_tail.d.next = self.got_tail.q.val();
        if self.third.val() {
            self.got.d.next = self.half_first[0].val();
            self.got_tail.d.next = self.half_final[0].val();
            if self.best.q.val().get_bit(2) {
                self.got.d.next = self.half_first[1].val();
                self.got_tail.d.next = self.half_final[1].val();
            }
        }
        self.next_qpn.next = self.got.q.val();
        self.links.raddr.next = self.got.q.val();
        for k in 0..self.links.re_opt.len() {
            self.links.re_opt[k].next = self.last.val();
        }

        comment!(
            "Fourth: what stands in the class that the next slot's QP may go to. First: is it empty behind the pop?"
        );
        for i in 0..2 {
            self.head_half[i].d.next = self.push_first[2 * i].val();
            self.tail_half[i].d.next = self.push_final[2 * i].val();
            if self.next_class_pushed.val().get_bit(1) {
                self.head_half[i].d.next = self.push_first[2 * i + 1].val();
                self.tail_half[i].d.next = self.push_final[2 * i + 1].val();
            }
        }
        self.old_head.d.next = self.head_half[0].q.val();
        self.old_tail.d.next = self.tail_half[0].q.val();
        if self.push_class.val().get_bit(2) {
            self.old_head.d.next = self.head_half[1].q.val();
            self.old_tail.d.next = self.tail_half[1].q.val();
        }
        self.best_one.next = bits::<8>(1) << self.best.q.val();
        self.next_one.next = bits::<8>(1) << self.next_class_pushed.val();
        self.held.d.next = (self.holds.q.val() & self.next_one.val()).any();
        self.same.d.next = self.best.q.val() == self.next_class_pushed.val();
        self.got_final.d.next = self.got.q.val() == self.got_tail.q.val();
        self.leaves.next = self.pop.val() & self.got_final.q.val();
        self.empty.d.next = !self.held.q.val() | (self.leaves.val() & self.same.q.val());
        self.one.d.next = bits::<8>(1) << self.push_class.val();
        self.popped.d.next = 0.into();
        if self.pop.val() & !self.got_final.q.val() {
            self.popped.d.next = self.best_one.val();
        }
        self.popped_same.d.next = self.pop.val() & !self.got_final.q.val() & self.same.q.val();

        comment!("Second: behind the last one stands the new one, or behind the new one the first; it is written in the third");
        self.pushes.next = self.push_head.val() | self.push_tail.val();
        self.link_we.d.next = self.pushes.val() & !self.empty.q.val();
        self.link_at.d.next = self.old_tail.q.val();
        self.link.d.next = self.push_qpn.val();
        if self.push_head.val() {
            self.link_at.d.next = self.push_qpn.val();
            self.link.d.next = self.old_head.q.val();
            if self.popped_same.q.val() {
                self.link.d.next = self.links.rdata.val();
            }
        }
        self.links.we.next = self.link_we.q.val();
        self.links.waddr.next = self.link_at.q.val();
        self.links.wdata.next = self.link.q.val();

        self.holds.d.next = self.holds.q.val();
        if self.pushes.val() {
            self.holds.d.next = self.holds.q.val() | self.one.q.val();
        }
        if self.leaves.val() {
            self.holds.d.next = self.holds.q.val() & !self.best_one.val();
        }
        self.heads.next = self.push_head.val() | (self.push_tail.val() & self.empty.q.val());
        self.tails.next = self.push_tail.val() | (self.push_head.val() & self.empty.q.val());
        for i in 0..8 {
            self.head[i].d.next = self.head[i].q.val();
            self.tail[i].d.next = self.tail[i].q.val();
            if self.popped.q.val().get_bit(i) {
                self.head[i].d.next = self.links.rdata.val();
            }
            if self.heads.val() & self.one.q.val().get_bit(i) {
                self.head[i].d.next = self.push_qpn.val();
            }
            if self.tails.val() & self.one.q.val().get_bit(i) {
                self.tail[i].d.next = self.push_qpn.val();
            }
        }
    }
}
