//! Whose turn it is: one in k of a QP's data packets carries the area.

use super::records::{Found, Plan};
use crate::prelude::*;
use crate::receiver::View;

/// What the host writes of a QP, and how many of its packets went since one carried the area. A frame a cycle.
#[derive(LogicBlock, Default)]
pub struct Policy {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub host_we: Signal<In, Bit>,
    pub host_qpn: Signal<In, Qpn>,
    pub host_every: Signal<In, U<8>>,
    pub has_area: Signal<In, Bit>,
    pub d0_valid: Signal<In, Bit>,
    pub d0_qpn: Signal<In, Qpn>,
    pub d3: Signal<In, Found>,
    pub d3_over: Signal<In, Bit>,
    pub d3_valid: Signal<Out, Bit>,
    pub d3_plan: Signal<Out, Plan>,

    every: View<U<8>>,
    since: View<U<8>>,
    d1_valid: Reg<Bit>,
    d2_valid: Reg<Bit>,
    valid: Reg<Bit>,
    d1_qpn: DReg<Qpn>,
    d2_qpn: DReg<Qpn>,
    d3_qpn: DReg<Qpn>,
    due: Signal<Local, Bit>,
    more: Signal<Local, U<9>>,
    count: Signal<Local, U<8>>,
    plan: Signal<Local, Plan>,
}

impl Logic for Policy {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module inserter_policy");
        comment!("@doc What the host writes of a QP, and whose turn it is: of every so many of its data packets the first carries the area.");
        comment!("@port init_we the QP at init_addr has no policy, and a count of 0; host_we is ignored meanwhile");
        comment!("@port init_addr index of the QP");
        comment!("@port host_we the QP's policy is written; always taken");
        comment!("@port host_qpn index of the QP");
        comment!("@port host_every 0: none of its data packets carries the area; k: one in k");
        comment!("@port has_area the area has words");
        comment!("@port d0_valid a frame of which all is there that is looked at");
        comment!("@port d0_qpn index of its QP");
        comment!("@port d3 what its headers say");
        comment!("@port d3_over with the area it were too long");
        comment!("@port d3_valid a frame in stage 3");
        comment!("@port d3_plan what is done with it");
        clock!(self, clock, every, since, d1_valid, d2_valid, valid, d1_qpn, d2_qpn, d3_qpn);

        comment!("d0: two memories are asked, and answer in d3");
        self.every.p0_qpn.next = self.d0_qpn.val();
        self.since.p0_qpn.next = self.d0_qpn.val();
        for k in 0..self.every.re_opt.len() {
            self.every.re_opt[k].next = self.d0_valid.val();
        }
        for k in 0..self.since.re_opt.len() {
            self.since.re_opt[k].next = self.d0_valid.val();
        }
        self.d1_valid.d.next = self.d0_valid.val();
        self.d2_valid.d.next = self.d1_valid.q.val();
        self.valid.d.next = self.d2_valid.q.val();
        self.d3_valid.next = self.valid.q.val();
        self.d1_qpn.d.next = self.d0_qpn.val();
        self.d2_qpn.d.next = self.d1_qpn.q.val();
        self.d3_qpn.d.next = self.d2_qpn.q.val();

        comment!("the host's writes");
        self.every.we.next = self.init_we.val() | self.host_we.val();
        self.every.waddr.next = self.host_qpn.val();
        self.every.wdata.next = self.host_every.val();
        if self.init_we.val() {
            self.every.waddr.next = self.init_addr.val();
            self.every.wdata.next = 0.into();
        }

        comment!("d3: the turn of a packet that would be too long goes to the next one");
        self.due.next = self.has_area.val() & self.every.p3.val().any() & !self.since.p3.val().any();
        self.plan.next.found = self.d3.val();
        self.plan.next.inserts = self.d3.val().data & self.due.val() & !self.d3_over.val();
        self.plan.next.passes = self.d3.val().data & !self.due.val();
        self.plan.next.too_long = self.d3.val().data & self.due.val() & self.d3_over.val();
        self.d3_plan.next = self.plan.val();
        self.more.next = bits::<9>(self.since.p3.val()) + 1;
        self.count.next = self.more.val().get_bits::<8>(0);
        if (self.more.val() >= bits::<9>(self.every.p3.val())) | (self.due.val() & self.d3_over.val()) {
            self.count.next = 0.into();
        }
        self.since.we.next = self.init_we.val() | (self.valid.q.val() & self.d3.val().data);
        self.since.waddr.next = self.d3_qpn.q.val();
        self.since.wdata.next = self.count.val();
        if self.init_we.val() {
            self.since.waddr.next = self.init_addr.val();
            self.since.wdata.next = 0.into();
        }
    }
}
