//! Which bit of `ignores` is written back: with check bits an operation of the host or the scrubber writes it as it was
//! read, when the port is free.

use crate::prelude::*;

/// Beside `ignores`, whose word comes two cycles behind its read.
#[derive(Default, LogicBlock)]
pub struct IgnoreBack {
    pub clock: Signal<In, ClkRst>,
    pub reads: Signal<In, Bit>,
    pub qpn: Signal<In, Qpn>,
    pub found: Signal<In, U<1>>,
    pub taken: Signal<In, Bit>,
    pub taken_qpn: Signal<In, Qpn>,
    pub writes: Signal<Out, Bit>,
    pub out_qpn: Signal<Out, Qpn>,
    pub word: Signal<Out, U<1>>,

    s1_valid: Reg<Bit>,
    s2_valid: Reg<Bit>,
    s1_qpn: DReg<Qpn>,
    s2_qpn: DReg<Qpn>,
    waits: Reg<Bit>,
    waits_qpn: DReg<Qpn>,
    waits_word: DReg<U<1>>,
}

impl Logic for IgnoreBack {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module ignore_back");
        comment!("@doc Which bit of ackw_ignores is written back as it was read, when nothing else is written.");
        comment!("@port reads an operation of the host or the scrubber reads its QP's bit");
        comment!("@port qpn index of that QP");
        comment!("@port found the bit that was read two cycles ago");
        comment!("@port taken something else is written in this cycle: what it writes is newer");
        comment!("@port taken_qpn index of its QP");
        comment!("@port writes a bit is written back");
        comment!("@port out_qpn index of its QP");
        comment!("@port word that bit");
        clock!(self, clock, s1_valid, s2_valid, s1_qpn, s2_qpn, waits, waits_qpn, waits_word);

        self.s1_valid.d.next = self.reads.val();
        self.s1_qpn.d.next = self.qpn.val();
        self.s2_valid.d.next =
            self.s1_valid.q.val() & !(self.taken.val() & (self.taken_qpn.val() == self.s1_qpn.q.val()));
        self.s2_qpn.d.next = self.s1_qpn.q.val();

        self.writes.next = self.waits.q.val() & !self.taken.val();
        self.out_qpn.next = self.waits_qpn.q.val();
        self.word.next = self.waits_word.q.val();
        self.waits.d.next = self.waits.q.val() & self.taken.val() & (self.taken_qpn.val() != self.waits_qpn.q.val());
        self.waits_qpn.d.next = self.waits_qpn.q.val();
        self.waits_word.d.next = self.waits_word.q.val();
        if self.s2_valid.q.val() & !(self.taken.val() & (self.taken_qpn.val() == self.s2_qpn.q.val())) {
            self.waits.d.next = true;
            self.waits_qpn.d.next = self.s2_qpn.q.val();
            self.waits_word.d.next = self.found.val();
        }
    }
}
