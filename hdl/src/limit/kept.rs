//! What is kept of a QP, and the loop in which one event sees what the one ahead has left.

use super::records::Kept;
use crate::prelude::*;
use crate::prim::ecc::{option, read_enable};

/// A memory that is read in s0, and known and written in s3.
#[derive(LogicBlock, Default)]
pub struct KeptOf {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub s0_qpn: Signal<In, Qpn>,
    pub s3_valid: Signal<In, Bit>,
    pub s3_new: Signal<In, Kept>,
    pub s3_kept: Signal<Out, Kept>,
    pub re_opt: Vec<Signal<In, Bit>>,
    pub ecc_opt: Vec<Signal<In, Ecc>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,

    ram: Ram<Kept, QPN>,
    s1_qpn: DReg<Qpn>,
    s2_qpn: DReg<Qpn>,
    s3_qpn: DReg<Qpn>,
    s1_has: DReg<Bit>,
    s1_new: DReg<Kept>,
    s2_has: DReg<Bit>,
    s2_new: DReg<Kept>,
    s3: DReg<Kept>,
    s1_meets: DReg<Bit>,
    s2_meets: DReg<Bit>,
    ecc_in: Signal<Local, Ecc>,
    _ecc: usize,
}

impl KeptOf {
    /// With check bits, if so.
    pub fn with_ecc(ecc: bool) -> Self {
        Self {
            re_opt: read_enable(ecc),
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            ram: Ram::with_ecc(ecc),
            _ecc: ecc.into(),
            ..Self::default()
        }
    }
}

impl Logic for KeptOf {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module limit_kept");
        comment!("@doc What is kept of a QP: read in s0, known in s3, and written there. An event sees what those 1, 2 and 3 ahead");
        comment!("@doc have left.");
        comment!("@port init_we nothing is kept of the QP init_addr");
        comment!("@port init_addr index of the QP");
        comment!("@port s0_qpn index of the QP in s0");
        comment!("@port s3_valid there is an event in s3");
        comment!("@port s3_new what it leaves");
        comment!("@port s3_kept what it finds");
        for _k in 0..self.re_opt.len() {
            comment!("@port re s0: there is an event");
        }
        clock!(self, clock, ram, s1_qpn, s2_qpn, s3_qpn, s1_has, s1_new, s2_has, s2_new, s3, s1_meets, s2_meets);

        self.ram.raddr.next = self.s0_qpn.val();
        self.ram.we.next = self.init_we.val() | self.s3_valid.val();
        self.ram.waddr.next = self.s3_qpn.q.val();
        self.ram.wdata.next = self.s3_new.val();
        if self.init_we.val() {
            self.ram.waddr.next = self.init_addr.val();
            self.ram.wdata.next.said = false;
            self.ram.wdata.next.own.alg = 0.into();
            self.ram.wdata.next.owed = false;
            self.ram.wdata.next.queued = false;
        }
        self.s1_qpn.d.next = self.s0_qpn.val();
        self.s2_qpn.d.next = self.s1_qpn.q.val();
        self.s3_qpn.d.next = self.s2_qpn.q.val();

        comment!("whom s1 and s2 meet in s3 is known a cycle ahead; the newest comes last");
        self.s1_meets.d.next = self.s2_qpn.q.val() == self.s0_qpn.val();
        self.s2_meets.d.next = self.s2_qpn.q.val() == self.s1_qpn.q.val();
        self.s1_has.d.next = self.s3_valid.val() & (self.s3_qpn.q.val() == self.s0_qpn.val());
        self.s1_new.d.next = self.s3_new.val();
        self.s2_has.d.next = self.s1_has.q.val();
        self.s2_new.d.next = self.s1_new.q.val();
        if self.s3_valid.val() & self.s1_meets.q.val() {
            self.s2_has.d.next = true;
            self.s2_new.d.next = self.s3_new.val();
        }
        self.s3.d.next = self.ram.rdata.val();
        if self.s2_has.q.val() {
            self.s3.d.next = self.s2_new.q.val();
        }
        if self.s3_valid.val() & self.s2_meets.q.val() {
            self.s3.d.next = self.s3_new.val();
        }
        self.s3_kept.next = self.s3.q.val();
        for k in 0..self.ram.re_opt.len() {
            self.ram.re_opt[k].next = self.re_opt[k].val();
        }
        for k in 0..self._ecc {
            self.ecc_in.next = self.ecc_opt[k].val();
            self.ram.inject_opt[k].next = self.ecc_in.val().inject;
            self.fault_opt[k].next = self.ram.fault_opt[k].val();
        }
    }
}
