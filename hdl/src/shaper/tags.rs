//! The open grants.

use super::stages::Granted;
use crate::prelude::*;

/// Which tags are free, what is kept of those that are not, and whose time is over.
#[derive(LogicBlock, Default)]
pub struct Tags {
    pub clock: Signal<In, ClkRst>,
    pub phase: Signal<In, U<2>>,
    pub now: Signal<In, U<34>>,
    pub take: Signal<In, Bit>,
    pub free_valid: Signal<Out, Bit>,
    pub free: Signal<Out, U<8>>,
    pub write: Signal<In, Bit>,
    pub refuse: Signal<In, Bit>,
    pub write_slot: Signal<In, U<6>>,
    pub word: Signal<In, Granted>,
    pub tag: Signal<In, U<8>>,
    pub qpn: Signal<In, Qpn>,
    pub answers: Signal<In, Bit>,
    pub returns: Signal<In, Bit>,
    pub hit: Signal<Out, Bit>,
    pub found: Signal<Out, Granted>,
    pub over_valid: Signal<Out, Bit>,
    pub over_taken: Signal<In, Bit>,
    pub over_tag: Signal<Out, U<8>>,
    pub over_qpn: Signal<Out, Qpn>,

    words: Ram<Granted, 6>,
    /// A tag that is in use, and one whose grant has been given.
    used: Reg<U<64>>,
    given: Reg<U<64>>,
    turn: Reg<U<8>>,
    scan: Reg<U<6>>,
    over: Reg<Bit>,
    tag_over: DReg<U<8>>,
    qpn_over: DReg<Qpn>,

    first: Signal<Local, Bit>,
    last: Signal<Local, Bit>,
    is_free: Signal<Local, Bit>,
    take_one: Signal<Local, U<64>>,
    write_one: Signal<Local, U<64>>,
    hit_one: Signal<Local, U<64>>,
    scanned: Signal<Local, U<6>>,
    passed: Signal<Local, U<34>>,
    hits: Signal<Local, Bit>,
}

impl Logic for Tags {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module shaper_tags");
        comment!("@doc The open grants. Tags go round; one that is in use is passed over. A look a slot finds the grants whose time is over.");
        comment!("@port phase cycle of the slot");
        comment!("@port now ns");
        comment!("@port take the free tag is taken, in the last cycle of a slot");
        comment!("@port free_valid there is a free tag, from the second cycle on");
        comment!("@port free which");
        comment!("@port write a grant is given, in the first cycle of a slot");
        comment!("@port refuse it is not, and its tag is free again");
        comment!("@port write_slot low bits of its tag");
        comment!("@port tag of an answer, or of a return");
        comment!("@port qpn index of its QP");
        comment!("@port answers there is an answer");
        comment!("@port returns there is a return");
        comment!("@port hit in the last cycle: the grant is open, and the QP's; of a return, its time is over. From now on it is not open");
        comment!("@port found the grant");
        comment!("@port over_valid a grant's time is over");
        comment!("@port over_taken it is returned");
        comment!("@port over_tag its tag");
        comment!("@port over_qpn its QP");
        clock!(self, clock, words, used, given, turn, scan, over, tag_over, qpn_over);

        self.first.next = self.phase.val() == 0;
        self.last.next = self.phase.val() == 3;
        self.take_one.next = bits::<64>(1) << self.turn.q.val().get_bits::<6>(0);
        self.write_one.next = bits::<64>(1) << self.write_slot.val();
        self.hit_one.next = bits::<64>(1) << self.tag.val().get_bits::<6>(0);

        comment!("Free tags");
        self.is_free.next = !(self.used.q.val() & self.take_one.val()).any();
        self.turn.d.next = self.turn.q.val();
        if self.take.val() | (self.first.val() & !self.is_free.val()) {
            self.turn.d.next = self.turn.q.val() + 1;
        }
        self.free_valid.next = self.is_free.val();
        self.free.next = self.turn.q.val();

        comment!("The memory: written in the first cycle; read for an operation from the second on, for the look from the third on");
        self.words.we.next = self.write.val();
        self.words.waddr.next = self.write_slot.val();
        self.words.wdata.next = self.word.val();
        self.words.raddr.next = self.scan.q.val();
        if self.phase.val() == 1 {
            self.words.raddr.next = self.tag.val().get_bits::<6>(0);
        }
        for k in 0..self.words.re_opt.len() {
            self.words.re_opt[k].next = ((self.phase.val() == 1) & (self.answers.val() | self.returns.val()))
                | ((self.phase.val() == 2) & self.given.q.val().get_bit(self.scan.q.val().index()));
        }
        self.found.next = self.words.rdata.val();

        comment!("An answer, or a return");
        self.passed.next = self.now.val() - self.words.rdata.val().deadline;
        self.hits.next = self.last.val()
            & (self.given.q.val() & self.hit_one.val()).any()
            & (self.words.rdata.val().qpn == self.qpn.val())
            & ((self.answers.val() & (self.words.rdata.val().generation == self.tag.val().get_bits::<2>(6)))
                | (self.returns.val() & !self.passed.val().get_bit(33)));
        self.hit.next = self.hits.val();

        comment!("The look: whose time is over");
        self.scanned.next = self.scan.q.val() - 1;
        self.scan.d.next = self.scan.q.val();
        if self.last.val() {
            self.scan.d.next = self.scan.q.val() + 1;
        }
        self.over.d.next = self.over.q.val() & !self.over_taken.val();
        self.tag_over.d.next = self.tag_over.q.val();
        self.qpn_over.d.next = self.qpn_over.q.val();
        if self.first.val()
            & !self.over.q.val()
            & self.given.q.val().get_bit(self.scanned.val().index())
            & !self.passed.val().get_bit(33)
        {
            self.over.d.next = true;
            self.tag_over.d.next = (bits::<8>(self.words.rdata.val().generation) << 6) | bits::<8>(self.scanned.val());
            self.qpn_over.d.next = self.words.rdata.val().qpn;
        }
        self.over_valid.next = self.over.q.val();
        self.over_tag.next = self.tag_over.q.val();
        self.over_qpn.next = self.qpn_over.q.val();

        comment!("What is open");
        self.used.d.next = self.used.q.val();
        self.given.d.next = self.given.q.val();
        if self.write.val() {
            self.given.d.next = self.given.q.val() | self.write_one.val();
        }
        if self.refuse.val() {
            self.used.d.next = self.used.q.val() & !self.write_one.val();
        }
        if self.last.val() {
            self.used.d.next = self.used.q.val();
            if self.hits.val() {
                self.given.d.next = self.given.q.val() & !self.hit_one.val();
            }
            if self.hits.val() & self.take.val() {
                self.used.d.next = (self.used.q.val() & !self.hit_one.val()) | self.take_one.val();
            } else if self.hits.val() {
                self.used.d.next = self.used.q.val() & !self.hit_one.val();
            } else if self.take.val() {
                self.used.d.next = self.used.q.val() | self.take_one.val();
            }
        }
    }
}
