//! Whose marks FCR ignores: a bit a QP.

use super::ignore_back::IgnoreBack;
use crate::prelude::*;
use crate::prim::ecc::{option, read_enable};
use crate::records::Ignore;
use crate::rewrite::RewriteEcc;
use layout::timing::PSN_LATENCY;

/// Cycles from the reading of the memory to its word.
const READ: u32 = 2;

/// The bits of all queue pairs, each known with the PSN slice's result.
#[derive(LogicBlock)]
pub struct Ignores {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub set: Signal<In, Ignore>,
    pub in_qpn: Signal<In, Qpn>,
    pub out_on: Signal<Out, Bit>,
    pub in_valid_opt: Vec<Signal<In, Bit>>,
    pub ecc_opt: Vec<Signal<In, RewriteEcc>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,

    bits: Ram<U<1>, QPN>,
    /// The bit is written in the cycle in which it is read, and what is written.
    meets_1: DReg<Bit>,
    meets_2: DReg<Bit>,
    written_1: DReg<U<1>>,
    written_2: DReg<U<1>>,
    beside_psn: Delay<Bit>,
    choice_we: Signal<Local, Bit>,
    choice_at: Signal<Local, Qpn>,
    choice_on: Signal<Local, Bit>,
    we: Signal<Local, Bit>,
    at: Signal<Local, Qpn>,
    written: Signal<Local, U<1>>,
    found: Signal<Local, U<1>>,
    back_opt: Vec<IgnoreBack>,
    ecc_in: Signal<Local, RewriteEcc>,
    _ecc: usize,
}

impl Ignores {
    /// With check bits, if so.
    pub fn with_ecc(ecc: bool) -> Self {
        Self {
            clock: Default::default(),
            init_we: Default::default(),
            init_addr: Default::default(),
            set: Default::default(),
            in_qpn: Default::default(),
            out_on: Default::default(),
            in_valid_opt: read_enable(ecc),
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            bits: Ram::with_ecc(ecc),
            meets_1: Default::default(),
            meets_2: Default::default(),
            written_1: Default::default(),
            written_2: Default::default(),
            beside_psn: Delay::new((PSN_LATENCY - READ) as usize),
            choice_we: Default::default(),
            choice_at: Default::default(),
            choice_on: Default::default(),
            we: Default::default(),
            at: Default::default(),
            written: Default::default(),
            found: Default::default(),
            back_opt: option(ecc),
            ecc_in: Default::default(),
            _ecc: ecc.into(),
        }
    }
}

impl Logic for Ignores {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module ignores");
        comment!("@doc Whose marks and CNPs FCR ignores: a bit of each QP, read as an event enters the PSN slice.");
        comment!("@port init_we the contexts are being initialised: the bit of init_addr becomes 0; set_we is ignored");
        comment!("@port init_addr index of the QP whose bit is reset");
        comment!("@port in_qpn index of the QP of the event that enters the PSN slice");
        comment!("@port out_on its bit, four cycles later, as it was behind a write in the cycle of its entry");
        for _k in 0..self.in_valid_opt.len() {
            comment!("@port in_valid there is an event");
        }
        for _k in 0..self._ecc {
            comment!("@port ecc_rewrite with in_valid: its bit is written back as it was read");
        }
        clock!(self, clock, bits, meets_1, meets_2, written_1, written_2, beside_psn);
        self.choice_we.next = self.init_we.val() | self.set.val().we;
        self.choice_at.next = self.set.val().qpn;
        self.choice_on.next = self.set.val().on;
        if self.init_we.val() {
            self.choice_at.next = self.init_addr.val();
            self.choice_on.next = false;
        }
        self.we.next = self.choice_we.val();
        self.at.next = self.choice_at.val();
        self.written.next = bits::<1>(self.choice_on.val());
        for k in 0..self.bits.re_opt.len() {
            self.bits.re_opt[k].next = self.in_valid_opt[k].val();
        }
        for k in 0..self._ecc {
            comment!("check bits: what is written back gives way to all that is written");
            clock!(self, clock, back_opt[k]);
            self.ecc_in.next = self.ecc_opt[k].val();
            self.back_opt[k].reads.next = self.in_valid_opt[k].val() & self.ecc_in.val().rewrite;
            self.back_opt[k].qpn.next = self.in_qpn.val();
            self.back_opt[k].taken.next = self.choice_we.val();
            self.back_opt[k].taken_qpn.next = self.choice_at.val();
            if self.back_opt[k].writes.val() {
                self.we.next = true;
                self.at.next = self.back_opt[k].out_qpn.val();
                self.written.next = self.back_opt[k].word.val();
            }
            self.bits.inject_opt[k].next = self.ecc_in.val().inject;
            self.fault_opt[k].next = self.bits.fault_opt[k].val();
        }
        self.bits.we.next = self.we.val();
        self.bits.waddr.next = self.at.val();
        self.bits.wdata.next = self.written.val();
        self.bits.raddr.next = self.in_qpn.val();

        comment!("a bit that is read in the cycle of its write comes from beside the RAM");
        self.meets_1.d.next = self.we.val() & (self.at.val() == self.in_qpn.val());
        self.meets_2.d.next = self.meets_1.q.val();
        self.written_1.d.next = self.written.val();
        self.written_2.d.next = self.written_1.q.val();
        self.found.next = self.bits.rdata.val();
        if self.meets_2.q.val() {
            self.found.next = self.written_2.q.val();
        }
        for k in 0..self._ecc {
            self.back_opt[k].found.next = self.found.val();
        }
        self.beside_psn.d.next = self.found.val().get_bit(0);
        self.out_on.next = self.beside_psn.q.val();
    }
}
