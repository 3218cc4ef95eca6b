//! A memory with one writer, as one reader sees it: with all that was written up to the last cycle.

use crate::prelude::*;

/// Each reader of a memory has a copy of its own.
#[derive(LogicBlock)]
pub struct View<T: Synth> {
    pub clock: Signal<In, ClkRst>,
    pub we: Signal<In, Bit>,
    pub waddr: Signal<In, Qpn>,
    pub wdata: Signal<In, T>,
    pub p0_qpn: Signal<In, Qpn>,
    pub p3: Signal<Out, T>,

    ram: Ram<T, QPN>,
    p1_qpn: DReg<Qpn>,
    p2_qpn: DReg<Qpn>,
    p1_hit: DReg<Bit>,
    p2_hit: DReg<Bit>,
    p1_met: DReg<T>,
    p2_met: DReg<T>,
    word: DReg<T>,
    meets_p0: Signal<Local, Bit>,
    meets_p1: Signal<Local, Bit>,
    meets_p2: Signal<Local, Bit>,
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
            p3: Default::default(),
            ram: Default::default(),
            p1_qpn: Default::default(),
            p2_qpn: Default::default(),
            p1_hit: Default::default(),
            p2_hit: Default::default(),
            p1_met: Default::default(),
            p2_met: Default::default(),
            word: Default::default(),
            meets_p0: Default::default(),
            meets_p1: Default::default(),
            meets_p2: Default::default(),
            shape: Shape::of(&[("W", width::<T>())]),
        }
    }
}

impl<T: Synth> Logic for View<T> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module receiver_view");
        comment!("@doc A memory with a word a QP and one writer, as one reader sees it; the bits of a word, W, are in the name. In cycle");
        comment!("@doc t it gives the word of the QP that stood at p0_qpn in t - 3, with all writes up to t - 1.");
        comment!("@port we a word is written");
        comment!("@port waddr of which QP");
        comment!("@port wdata the word");
        comment!("@port p0_qpn the QP that is looked for");
        comment!("@port p3 its word, 3 cycles later");
        clock!(self, clock, ram, p1_qpn, p2_qpn, p1_hit, p2_hit, p1_met, p2_met, word);

        self.ram.raddr.next = self.p0_qpn.val();
        self.ram.we.next = self.we.val();
        self.ram.waddr.next = self.waddr.val();
        self.ram.wdata.next = self.wdata.val();

        comment!("what is written from the cycle of the read on goes past the RAM");
        self.meets_p0.next = self.we.val() & (self.waddr.val() == self.p0_qpn.val());
        self.p1_qpn.d.next = self.p0_qpn.val();
        self.p1_hit.d.next = self.meets_p0.val();
        self.p1_met.d.next = self.wdata.val();
        self.meets_p1.next = self.we.val() & (self.waddr.val() == self.p1_qpn.q.val());
        self.p2_qpn.d.next = self.p1_qpn.q.val();
        self.p2_hit.d.next = self.p1_hit.q.val() | self.meets_p1.val();
        self.p2_met.d.next = self.p1_met.q.val();
        if self.meets_p1.val() {
            self.p2_met.d.next = self.wdata.val();
        }
        self.meets_p2.next = self.we.val() & (self.waddr.val() == self.p2_qpn.q.val());
        self.word.d.next = self.ram.rdata.val();
        if self.p2_hit.q.val() {
            self.word.d.next = self.p2_met.q.val();
        }
        if self.meets_p2.val() {
            self.word.d.next = self.wdata.val();
        }
        self.p3.next = self.word.q.val();
    }
}
