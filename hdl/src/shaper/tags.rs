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
    pub m0_asks: Signal<In, Bit>,
    pub m0_slot: Signal<In, U<6>>,
    pub m1_answers: Signal<In, Bit>,
    pub m1_returns: Signal<In, Bit>,
    pub m1_tag: Signal<In, U<8>>,
    pub m1_qpn: Signal<In, Qpn>,
    pub m1_hit: Signal<Out, Bit>,
    pub m1_word: Signal<Out, Granted>,
    pub over_valid: Signal<Out, Bit>,
    pub over_taken: Signal<In, Bit>,
    pub over_tag: Signal<Out, U<8>>,
    pub over_qpn: Signal<Out, Qpn>,

    words: Ram<Granted, 6>,
    /// A tag that is in use, and one whose grant has been given.
    used: Reg<U<64>>,
    given: Reg<U<64>>,
    turn: Reg<U<6>>,
    /// The same, one bit for each slot.
    turn_one: Reg<U<64>>,
    /// How often each slot has had a grant, modulo 4: the low and the high bit.
    generation_low: Reg<U<64>>,
    generation_high: Reg<U<64>>,
    free_low: DReg<Bit>,
    free_high: DReg<Bit>,
    write_one: DReg<U<64>>,
    hit_one: DReg<U<64>>,
    scan: Reg<U<6>>,
    is_free: DReg<Bit>,
    m1_given: DReg<Bit>,
    deadline: DReg<U<34>>,
    /// The slots with the upper bits of the one that is asked for.
    m0_some: DReg<U<8>>,
    scan_some: DReg<U<8>>,
    scanned: DReg<U<6>>,
    read_at: DReg<U<6>>,
    reads: Reg<Bit>,
    past: DReg<Bit>,
    m1_fits: DReg<Bit>,
    m1_answer: DReg<Bit>,
    m1_return: DReg<Bit>,
    hit: Reg<Bit>,
    found: DReg<Granted>,
    scan_given: Reg<Bit>,
    scan_over: Reg<Bit>,
    over: Reg<Bit>,
    ended: Reg<U<64>>,
    to_give: Reg<U<64>>,
    tag_over: DReg<U<8>>,
    qpn_over: DReg<Qpn>,

    passed: Signal<Local, U<34>>,
    hits: Signal<Local, Bit>,
}

impl Tags {
    pub fn new() -> Self {
        Self { turn_one: Reg::new(1.into()), ..Self::default() }
    }
}

impl Logic for Tags {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module shaper_tags");
        comment!("@doc The open grants. Their slots go round; one that is in use is passed over. A tag is a slot and how often it has had");
        comment!("@doc a grant, modulo 4. A look a slot finds the grants whose time is over.");
        comment!("@port phase cycle of the slot");
        comment!("@port now ns");
        comment!("@port take the free tag is kept for an operation, in the first cycle of a slot");
        comment!("@port free_valid there is a free tag, in the third cycle");
        comment!("@port free which");
        comment!("@port write a grant is given, in the second cycle of a slot");
        comment!("@port refuse none is given, and the tag is free again");
        comment!("@port write_slot low bits of its tag");
        comment!("@port m0_asks an answer, or a return, in m0");
        comment!("@port m0_slot low bits of its tag");
        comment!("@port m1_answers an answer in m1");
        comment!("@port m1_returns a return in m1");
        comment!("@port m1_tag its tag");
        comment!("@port m1_qpn index of its QP");
        comment!(
            "@port m1_hit in the last cycle: the grant is open, and the QP's; of a return, its time is over. It is no"
        );
        comment!("@port m1_hit longer open from the next slot's second cycle on");
        comment!("@port m1_word the grant");
        comment!("@port over_valid a grant's time is over");
        comment!("@port over_taken it is returned");
        comment!("@port over_tag its tag");
        comment!("@port over_qpn its QP");
        clock!(self, clock, words, used, given, turn, turn_one, scan, is_free, m1_given, hit, found, scan_given, over);
        clock!(
            self, clock, write_one, hit_one, ended, to_give, deadline, m1_fits, m1_answer, m1_return, scan_over,
            tag_over, qpn_over
        );
        clock!(self, clock, m0_some, scan_some, scanned, read_at, reads, past);
        clock!(self, clock, generation_low, generation_high, free_low, free_high);

        self.write_one.d.next = bits::<64>(1) << self.write_slot.val();
        self.hit_one.d.next = bits::<64>(1) << self.m1_tag.val().get_bits::<6>(0);

        comment!("Free tags: looked at in the second cycle; one that is in use is passed over in the third");
        self.is_free.d.next = !(self.used.q.val() & self.turn_one.q.val()).any();
        self.turn.d.next = self.turn.q.val();
        self.turn_one.d.next = self.turn_one.q.val();
        if self.take.val() | ((self.phase.val() == 2) & !self.is_free.q.val()) {
            self.turn.d.next = self.turn.q.val() + 1;
            self.turn_one.d.next = (self.turn_one.q.val() << 1) | (self.turn_one.q.val() >> 63);
        }
        self.free_valid.next = self.is_free.q.val();
        self.free_low.d.next = (self.generation_low.q.val() & self.turn_one.q.val()).any();
        self.free_high.d.next = (self.generation_high.q.val() & self.turn_one.q.val()).any();
        self.free.next = (bits::<8>(self.free_high.q.val()) << 7)
            | (bits::<8>(self.free_low.q.val()) << 6)
            | bits::<8>(self.turn.q.val());

        comment!(
            "The memory: written in the second cycle; read for an operation in the third, for the look in the fourth"
        );
        self.words.we.next = self.write.val();
        self.words.waddr.next = self.write_slot.val();
        self.words.wdata.next = self.word.val();
        self.read_at.d.next = self.scan.q.val();
        if self.phase.val() == 1 {
            self.read_at.d.next = self.m0_slot.val();
        }
        self.reads.d.next = ((self.phase.val() == 1) & self.m0_asks.val()) | (self.phase.val() == 2);
        self.words.raddr.next = self.read_at.q.val();
        for k in 0..self.words.re_opt.len() {
            self.words.re_opt[k].next = self.reads.q.val();
        }

        comment!("An answer, or a return");
        self.m0_some.d.next =
            (self.given.q.val() >> (bits::<6>(self.m0_slot.val().get_bits::<3>(3)) << 3)).get_bits::<8>(0);
        self.deadline.d.next = self.words.rdata.val().deadline;
        self.passed.next = self.now.val() - self.deadline.q.val();
        self.m1_fits.d.next = self.m1_given.q.val() & (self.found.q.val().qpn == self.m1_qpn.val());
        self.m1_answer.d.next =
            self.m1_answers.val() & (self.found.q.val().generation == self.m1_tag.val().get_bits::<2>(6));
        self.m1_return.d.next = self.m1_returns.val();
        self.past.d.next = !self.passed.val().get_bit(33);
        self.found.d.next = self.found.q.val();
        self.m1_given.d.next = self.m1_given.q.val();
        if self.phase.val() == 0 {
            self.m1_given.d.next = self.m0_some.q.val().get_bit(self.m1_tag.val().get_bits::<3>(0).index());
            self.found.d.next = self.words.rdata.val();
        }
        self.hit.d.next = self.hit.q.val();
        if self.phase.val() == 2 {
            self.hit.d.next =
                self.m1_fits.q.val() & (self.m1_answer.q.val() | (self.m1_return.q.val() & self.past.q.val()));
        }
        self.m1_hit.next = self.hit.q.val();
        self.m1_word.next = self.found.q.val();

        comment!("The look: whose time is over");
        self.scanned.d.next = self.scanned.q.val();
        self.scan_some.d.next =
            (self.given.q.val() >> (bits::<6>(self.scan.q.val().get_bits::<3>(3)) << 3)).get_bits::<8>(0);
        self.scan.d.next = self.scan.q.val();
        self.scan_given.d.next = self.scan_given.q.val();
        if self.phase.val() == 3 {
            self.scan.d.next = self.scan.q.val() + 1;
            self.scanned.d.next = self.scan.q.val();
        }
        if self.phase.val() == 0 {
            self.scan_given.d.next = self.scan_some.q.val().get_bit(self.scanned.q.val().get_bits::<3>(0).index());
        }
        self.over.d.next = self.over.q.val() & !self.over_taken.val();
        self.tag_over.d.next = self.tag_over.q.val();
        self.qpn_over.d.next = self.qpn_over.q.val();
        self.scan_over.d.next = (self.phase.val() == 2) & !self.over.q.val() & self.scan_given.q.val();
        if self.scan_over.q.val() & self.past.q.val() {
            self.over.d.next = true;
        }
        if (self.phase.val() == 1) & !self.over.q.val() {
            self.tag_over.d.next =
                (bits::<8>(self.words.rdata.val().generation) << 6) | bits::<8>(self.scanned.q.val());
            self.qpn_over.d.next = self.words.rdata.val().qpn;
        }
        self.over_valid.next = self.over.q.val();
        self.over_tag.next = self.tag_over.q.val();
        self.over_qpn.next = self.qpn_over.q.val();

        comment!("What is open, a cycle later");
        self.hits.next = (self.phase.val() == 3) & self.hit.q.val();
        self.to_give.d.next = 0.into();
        self.ended.d.next = 0.into();
        if self.write.val() {
            self.to_give.d.next = self.write_one.q.val();
        }
        if self.refuse.val() {
            self.ended.d.next = self.write_one.q.val();
        }
        if self.hits.val() {
            self.ended.d.next = self.hit_one.q.val();
        }
        self.given.d.next = (self.given.q.val() | self.to_give.q.val()) & !self.ended.q.val();
        self.generation_low.d.next = self.generation_low.q.val() ^ self.to_give.q.val();
        self.generation_high.d.next =
            self.generation_high.q.val() ^ (self.generation_low.q.val() & self.to_give.q.val());
        self.used.d.next = self.used.q.val() & !self.ended.q.val();
        if self.take.val() {
            self.used.d.next = (self.used.q.val() | self.turn_one.q.val()) & !self.ended.q.val();
        }
    }
}
