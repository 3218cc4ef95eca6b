//! What one of the two sides knows of its QP.

use super::records::{Known, Put, Taken};
use crate::prelude::*;
use crate::prim::ecc::read_enable;

/// Both memories, read for one side: with what was written between the read and stage 3.
#[derive(LogicBlock, Default)]
pub struct Reader {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub s0_qpn: Signal<In, Qpn>,
    pub s1_qpn: Signal<In, Qpn>,
    pub re_opt: Vec<Signal<In, Bit>>,
    pub puts: Signal<In, Bit>,
    pub put_qpn: Signal<In, Qpn>,
    pub put_new: Signal<In, Put>,
    pub put_next_qpn: Signal<In, Qpn>,
    pub takes: Signal<In, Bit>,
    pub take_qpn: Signal<In, Qpn>,
    pub take_new: Signal<In, Taken>,
    pub take_next_qpn: Signal<In, Qpn>,
    pub s2_same: Signal<Out, Bit>,
    pub s3_put: Signal<Out, Put>,
    pub s3_taken: Signal<Out, Taken>,

    put: Ram<Put, QPN>,
    taken: Ram<Taken, QPN>,
    s1: DReg<Known>,
    s2: DReg<Known>,
    s3: DReg<Known>,
    s1_meets_put: DReg<Bit>,
    s2_meets_put: DReg<Bit>,
    s1_meets_take: DReg<Bit>,
    s2_meets_take: DReg<Bit>,
}

impl Reader {
    pub fn new() -> Self {
        Self { re_opt: read_enable(false), ..Self::default() }
    }
}

impl Logic for Reader {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module latest_reader");
        comment!("@doc What is kept of a QP: read in stage 0, known in stage 3, with what both sides wrote in the three cycles between.");
        comment!("@port init_we nothing waits of the QP init_addr");
        comment!("@port s0_qpn the QP in stage 0");
        comment!("@port s1_qpn the QP in stage 1");
        comment!("@port puts an update writes put_new");
        comment!("@port put_qpn its QP");
        comment!("@port put_next_qpn the QP of the update that may write in the next cycle");
        comment!("@port takes what is taken or dropped writes take_new");
        comment!("@port take_qpn its QP");
        comment!("@port take_next_qpn the QP of what may write so in the next cycle");
        comment!("@port s2_same the QP in stage 2 is take_qpn");
        comment!("@port s3_put what updates have written of the QP in stage 3");
        comment!("@port s3_taken what taking and dropping has");
        for _k in 0..self.re_opt.len() {
            comment!("@port re there is something in stage 0");
        }
        clock!(self, clock, put, taken, s1, s2, s3, s1_meets_put, s2_meets_put, s1_meets_take, s2_meets_take);

        comment!("both memories");
        self.put.raddr.next = self.s0_qpn.val();
        for k in 0..self.put.re_opt.len() {
            self.put.re_opt[k].next = self.re_opt[k].val();
        }
        for k in 0..self.taken.re_opt.len() {
            self.taken.re_opt[k].next = self.re_opt[k].val();
        }
        self.put.we.next = self.init_we.val() | self.puts.val();
        self.put.waddr.next = self.put_qpn.val();
        self.put.wdata.next = self.put_new.val();
        self.taken.raddr.next = self.s0_qpn.val();
        self.taken.we.next = self.init_we.val() | self.takes.val();
        self.taken.waddr.next = self.take_qpn.val();
        self.taken.wdata.next = self.take_new.val();
        if self.init_we.val() {
            self.put.waddr.next = self.init_addr.val();
            self.put.wdata.next.place = false;
            self.put.wdata.next.turn = false;
            self.taken.waddr.next = self.init_addr.val();
            self.taken.wdata.next.place = false;
            self.taken.wdata.next.turn = false;
        }

        comment!("all stages go on in every cycle, so whom stages 1 and 2 meet next is known a cycle ahead");
        self.s1_meets_put.d.next = self.put_next_qpn.val() == self.s0_qpn.val();
        self.s2_meets_put.d.next = self.put_next_qpn.val() == self.s1_qpn.val();
        self.s1_meets_take.d.next = self.take_next_qpn.val() == self.s0_qpn.val();
        self.s2_meets_take.d.next = self.take_next_qpn.val() == self.s1_qpn.val();
        self.s2_same.next = self.s2_meets_take.q.val();

        comment!("what the read does not give, the newest last");
        self.s1.d.next.of_put = self.puts.val() & (self.put_qpn.val() == self.s0_qpn.val());
        self.s1.d.next.put = self.put_new.val();
        self.s1.d.next.of_taken = self.takes.val() & (self.take_qpn.val() == self.s0_qpn.val());
        self.s1.d.next.taken = self.take_new.val();
        self.s2.d.next = self.s1.q.val();
        if self.puts.val() & self.s1_meets_put.q.val() {
            self.s2.d.next.of_put = true;
            self.s2.d.next.put = self.put_new.val();
        }
        if self.takes.val() & self.s1_meets_take.q.val() {
            self.s2.d.next.of_taken = true;
            self.s2.d.next.taken = self.take_new.val();
        }
        self.s3.d.next = self.s2.q.val();
        if !self.s2.q.val().of_put {
            self.s3.d.next.put = self.put.rdata.val();
        }
        if self.puts.val() & self.s2_meets_put.q.val() {
            self.s3.d.next.put = self.put_new.val();
        }
        if !self.s2.q.val().of_taken {
            self.s3.d.next.taken = self.taken.rdata.val();
        }
        if self.takes.val() & self.s2_meets_take.q.val() {
            self.s3.d.next.taken = self.take_new.val();
        }
        self.s3_put.next = self.s3.q.val().put;
        self.s3_taken.next = self.s3.q.val().taken;
    }
}
