//! A memory with one writer, as one reader sees it: with all that was written up to the last cycle.

use crate::prelude::*;
use crate::prim::ecc::read_enable;

/// Each reader of a memory has a copy of its own.
#[derive(LogicBlock)]
pub struct View<T: Synth> {
    pub clock: Signal<In, ClkRst>,
    pub we: Signal<In, Bit>,
    pub waddr: Signal<In, Qpn>,
    pub wdata: Signal<In, T>,
    pub p0_qpn: Signal<In, Qpn>,
    pub re_opt: Vec<Signal<In, Bit>>,
    pub p3: Signal<Out, T>,

    ram: Ram<T, QPN>,
    p1_qpn: DReg<Qpn>,
    p2_qpn: DReg<Qpn>,
    p1_hit: DReg<Bit>,
    p2_hit: DReg<Bit>,
    p1_met: DReg<T>,
    p2_met: DReg<T>,
    word: DReg<T>,
    /// The last cycle's write, on its way into the RAM.
    d1_valid: Reg<Bit>,
    d1_qpn: DReg<Qpn>,
    d1: DReg<T>,
    meets_p0: Signal<Local, Bit>,
    meets_p1: Signal<Local, Bit>,
    meets_p2: Signal<Local, Bit>,
    meets_now: Signal<Local, Bit>,
    shape: Shape,
}

impl<T: Synth> Default for View<T> {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            we: Default::default(),
            waddr: Default::default(),
            wdata: Default::default(),
            p0_qpn: Default::default(),
            re_opt: read_enable(false),
            p3: Default::default(),
            ram: Default::default(),
            p1_qpn: Default::default(),
            p2_qpn: Default::default(),
            p1_hit: Default::default(),
            p2_hit: Default::default(),
            p1_met: Default::default(),
            p2_met: Default::default(),
            word: Default::default(),
            d1_valid: Default::default(),
            d1_qpn: Default::default(),
            d1: Default::default(),
            meets_p0: Default::default(),
            meets_p1: Default::default(),
            meets_p2: Default::default(),
            meets_now: Default::default(),
            shape: Shape::of(&[("W", width::<T>())]),
        }
    }
}

impl<T: Synth> Logic for View<T> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module receiver_view");
        comment!("@doc A memory with a word of W bits a QP and one writer, as one reader sees it. In cycle t it gives the word of");
        comment!("@doc the QP that stood at p0_qpn in t - 3, with all writes up to t - 1.");
        comment!("@parameter W wdata p3 p1_met p2_met word d1 ram_rdata ram_wdata ram.WIDTH");
        comment!("@port we a word is written");
        comment!("@port waddr of which QP");
        comment!("@port wdata the word");
        comment!("@port p0_qpn the QP that is looked for");
        comment!("@port p3 its word, 3 cycles later");
        for _k in 0..self.re_opt.len() {
            comment!("@port re its word is needed");
        }
        clock!(self, clock, ram, p1_qpn, p2_qpn, p1_hit, p2_hit, p1_met, p2_met, word, d1_valid, d1_qpn, d1);

        comment!("a write goes into the RAM from registers, a cycle later");
        self.d1_valid.d.next = self.we.val();
        self.d1_qpn.d.next = self.waddr.val();
        self.d1.d.next = self.wdata.val();
        self.ram.we.next = self.d1_valid.q.val();
        self.ram.waddr.next = self.d1_qpn.q.val();
        self.ram.wdata.next = self.d1.q.val();
        self.ram.raddr.next = self.p0_qpn.val();
        for k in 0..self.ram.re_opt.len() {
            self.ram.re_opt[k].next = self.re_opt[k].val();
        }

        comment!("what was written in the cycle before that of the read, and later, goes past the RAM");
        self.meets_p0.next = self.d1_valid.q.val() & (self.d1_qpn.q.val() == self.p0_qpn.val());
        self.p1_qpn.d.next = self.p0_qpn.val();
        self.p1_hit.d.next = self.meets_p0.val();
        self.p1_met.d.next = self.d1.q.val();
        self.meets_p1.next = self.d1_valid.q.val() & (self.d1_qpn.q.val() == self.p1_qpn.q.val());
        self.p2_qpn.d.next = self.p1_qpn.q.val();
        self.p2_hit.d.next = self.p1_hit.q.val() | self.meets_p1.val();
        self.p2_met.d.next = self.p1_met.q.val();
        if self.meets_p1.val() {
            self.p2_met.d.next = self.d1.q.val();
        }
        self.meets_p2.next = self.d1_valid.q.val() & (self.d1_qpn.q.val() == self.p2_qpn.q.val());
        self.meets_now.next = self.we.val() & (self.waddr.val() == self.p2_qpn.q.val());
        self.word.d.next = self.ram.rdata.val();
        if self.p2_hit.q.val() {
            self.word.d.next = self.p2_met.q.val();
        }
        if self.meets_p2.val() {
            self.word.d.next = self.d1.q.val();
        }
        if self.meets_now.val() {
            self.word.d.next = self.wdata.val();
        }
        self.p3.next = self.word.q.val();
    }
}
