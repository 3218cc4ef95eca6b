//! The NIC's clock, and the sweep that finds the QPs of which an advice has ended. The clock is modulo 2^17 us, so it
//! stands still before an end could lie half a circle back.

use super::stages::{Ahead, Due, Soonest, Source};
use crate::prelude::*;
use crate::prim::ecc::option;

/// Ports bear the stage of `fcr.md` at which they count.
#[derive(LogicBlock, Default)]
pub struct Sweep {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub tick: Signal<In, Bit>,
    pub s5_valid: Signal<In, Bit>,
    pub s5_qpn: Signal<In, Qpn>,
    pub s5_now: Signal<In, U<17>>,
    pub s5_a: Signal<In, Source>,
    pub s5_b: Signal<In, Source>,
    pub s5_c: Signal<In, Source>,
    pub s5_d: Signal<In, Source>,
    pub now: Signal<Out, U<17>>,
    pub due_valid: Signal<Out, Bit>,
    pub due_ready: Signal<In, Bit>,
    pub due_qpn: Signal<Out, Qpn>,
    pub dues: Signal<Out, U<48>>,
    pub late_worst: Signal<Out, U<16>>,
    pub held: Signal<Out, U<48>>,
    pub ecc_opt: Vec<Signal<In, Ecc>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,

    // the first end of a QP's sources
    s6_valid: Reg<Bit>,
    s7_valid: Reg<Bit>,
    s8_valid: Reg<Bit>,
    s9_valid: Reg<Bit>,
    s6_qpn: DReg<Qpn>,
    s7_qpn: DReg<Qpn>,
    s8_qpn: DReg<Qpn>,
    s9_qpn: DReg<Qpn>,
    s6_now: DReg<U<17>>,
    s7_now: DReg<U<17>>,
    s8_now: DReg<U<17>>,
    s6_a: DReg<Ahead>,
    s6_b: DReg<Ahead>,
    s6_c: DReg<Ahead>,
    s6_d: DReg<Ahead>,
    s7_low: DReg<Ahead>,
    s7_high: DReg<Ahead>,
    s8: DReg<Ahead>,
    s9: DReg<Soonest>,
    b_first: Signal<Local, Bit>,
    d_first: Signal<Local, Bit>,
    high_first: Signal<Local, Bit>,
    flipped_a: Signal<Local, U<17>>,
    flipped_b: Signal<Local, U<17>>,
    flipped_c: Signal<Local, U<17>>,
    flipped_d: Signal<Local, U<17>>,
    flipped_low: Signal<Local, U<17>>,
    flipped_high: Signal<Local, U<17>>,

    // the visit
    ram: Ram<Soonest, QPN>,
    started: Reg<Bit>,
    at: Reg<Qpn>,
    w1_valid: Reg<Bit>,
    w2_valid: Reg<Bit>,
    w3_valid: Reg<Bit>,
    w1_qpn: DReg<Qpn>,
    w2_qpn: DReg<Qpn>,
    w3_qpn: DReg<Qpn>,
    w1_met: DReg<Bit>,
    w2_met: DReg<Bit>,
    w1_word: DReg<Soonest>,
    w2_word: DReg<Soonest>,
    w3_late: DReg<U<16>>,
    goes: Signal<Local, Bit>,
    we: Signal<Local, Bit>,
    word: Signal<Local, Soonest>,
    late: Signal<Local, U<17>>,
    found: Fifo<Due, 5>,

    // the clock
    micros: Reg<U<17>>,
    round: Reg<U<15>>,
    ends: Signal<Local, Bit>,
    overdue: Signal<Local, Bit>,
    seen: Reg<Bit>,
    was_seen: Reg<Bit>,
    holds: Signal<Local, Bit>,
    dues_count: Reg<U<48>>,
    worst: Reg<U<16>>,
    held_count: Reg<U<48>>,
    ecc_in: Signal<Local, Ecc>,
    _ecc: usize,
}

impl Sweep {
    /// With check bits, if so.
    pub fn with_ecc(ecc: bool) -> Self {
        Self {
            ecc_opt: option(ecc),
            fault_opt: option(ecc),
            ram: Ram::with_ecc(ecc),
            _ecc: ecc.into(),
            ..Self::default()
        }
    }
}

impl Logic for Sweep {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module fcr_sweep");
        comment!("@doc The NIC's clock, and a walk over all QPs that finds those of which an advice has ended: a QP a cycle.");
        comment!("@port init_we nothing is kept of the QP at init_addr; the walk begins behind the last address");
        comment!("@port init_addr index of the QP");
        comment!("@port tick a microsecond has gone by");
        comment!("@port s5_valid there is an event");
        comment!("@port s5_qpn index of its QP");
        comment!("@port s5_now its time, us, modular");
        comment!("@port s5_a a source of the QP behind the event");
        comment!("@port s5_b another");
        comment!("@port s5_c another");
        comment!("@port s5_d another");
        comment!("@port now the clock, us, modular");
        comment!("@port due_valid an advice of a QP has ended: it needs an event, of any kind but a host's");
        comment!("@port due_ready it is taken");
        comment!("@port due_qpn index of the QP");
        comment!("@port dues how often the walk has found one");
        comment!("@port late_worst time from an end until the walk found it, at most, us");
        comment!("@port held ticks at which the clock stood still");
        clock!(self, clock, s6_valid, s7_valid, s8_valid, s9_valid, s6_qpn, s7_qpn, s8_qpn, s9_qpn, s6_now, s7_now);
        clock!(self, clock, s8_now, s6_a, s6_b, s6_c, s6_d, s7_low, s7_high, s8, s9, ram, started, at, w1_valid);
        clock!(self, clock, w2_valid, w3_valid, w1_qpn, w2_qpn, w3_qpn, w1_met, w2_met, w1_word, w2_word, w3_late);
        clock!(self, clock, found, micros, round, seen, was_seen, dues_count, worst, held_count);

        comment!("s5 to s6: how far each end is ahead of the event's time, two's complement");
        self.s6_valid.d.next = self.s5_valid.val();
        self.s7_valid.d.next = self.s6_valid.q.val();
        self.s8_valid.d.next = self.s7_valid.q.val();
        self.s9_valid.d.next = self.s8_valid.q.val();
        self.s6_qpn.d.next = self.s5_qpn.val();
        self.s7_qpn.d.next = self.s6_qpn.q.val();
        self.s8_qpn.d.next = self.s7_qpn.q.val();
        self.s9_qpn.d.next = self.s8_qpn.q.val();
        self.s6_now.d.next = self.s5_now.val();
        self.s7_now.d.next = self.s6_now.q.val();
        self.s8_now.d.next = self.s7_now.q.val();
        self.s6_a.d.next.used = self.s5_a.val().used;
        self.s6_a.d.next.left = self.s5_a.val().expiry - self.s5_now.val();
        self.s6_b.d.next.used = self.s5_b.val().used;
        self.s6_b.d.next.left = self.s5_b.val().expiry - self.s5_now.val();
        self.s6_c.d.next.used = self.s5_c.val().used;
        self.s6_c.d.next.left = self.s5_c.val().expiry - self.s5_now.val();
        self.s6_d.d.next.used = self.s5_d.val().used;
        self.s6_d.d.next.left = self.s5_d.val().expiry - self.s5_now.val();

        comment!("s6 to s8: the first of them; with the sign bit flipped they compare as unsigned numbers");
        self.flipped_a.next = self.s6_a.q.val().left ^ 0x10000;
        self.flipped_b.next = self.s6_b.q.val().left ^ 0x10000;
        self.flipped_c.next = self.s6_c.q.val().left ^ 0x10000;
        self.flipped_d.next = self.s6_d.q.val().left ^ 0x10000;
        self.b_first.next =
            self.s6_b.q.val().used & (!self.s6_a.q.val().used | (self.flipped_b.val() < self.flipped_a.val()));
        self.s7_low.d.next = self.s6_a.q.val();
        if self.b_first.val() {
            self.s7_low.d.next = self.s6_b.q.val();
        }
        self.d_first.next =
            self.s6_d.q.val().used & (!self.s6_c.q.val().used | (self.flipped_d.val() < self.flipped_c.val()));
        self.s7_high.d.next = self.s6_c.q.val();
        if self.d_first.val() {
            self.s7_high.d.next = self.s6_d.q.val();
        }
        self.flipped_low.next = self.s7_low.q.val().left ^ 0x10000;
        self.flipped_high.next = self.s7_high.q.val().left ^ 0x10000;
        self.high_first.next = self.s7_high.q.val().used
            & (!self.s7_low.q.val().used | (self.flipped_high.val() < self.flipped_low.val()));
        self.s8.d.next = self.s7_low.q.val();
        if self.high_first.val() {
            self.s8.d.next = self.s7_high.q.val();
        }

        comment!("s8 to s9: as a time again; it is written");
        self.s9.d.next.used = self.s8.q.val().used;
        self.s9.d.next.expiry = self.s8.q.val().left + self.s8_now.q.val();
        self.we.next = self.init_we.val() | self.s9_valid.q.val();
        self.ram.we.next = self.we.val();
        self.ram.waddr.next = self.s9_qpn.q.val();
        self.ram.wdata.next = self.s9.q.val();
        if self.init_we.val() {
            self.ram.waddr.next = self.init_addr.val();
            self.ram.wdata.next.used = false;
        }

        comment!("w0: the next QP, unless what was found waits");
        self.started.d.next = self.started.q.val() | (self.init_we.val() & !(!self.init_addr.val()).any());
        self.goes.next = self.started.q.val() & !self.found.count.val().get_bits::<2>(3).any();
        self.at.d.next = self.at.q.val();
        if self.goes.val() {
            self.at.d.next = self.at.q.val() + 1;
        }
        self.ends.next = self.goes.val() & !(!self.at.q.val()).any();
        self.ram.raddr.next = self.at.q.val();
        self.w1_valid.d.next = self.goes.val();
        self.w1_qpn.d.next = self.at.q.val();
        self.w1_met.d.next = self.s9_valid.q.val() & (self.s9_qpn.q.val() == self.at.q.val());
        self.w1_word.d.next = self.s9.q.val();
        self.w2_valid.d.next = self.w1_valid.q.val();
        self.w2_qpn.d.next = self.w1_qpn.q.val();
        self.w2_met.d.next = self.w1_met.q.val();
        self.w2_word.d.next = self.w1_word.q.val();

        comment!("w2 to w3: has it ended, and when? What was written while it was read is taken from there");
        self.word.next = self.ram.rdata.val();
        if self.w2_met.q.val() {
            self.word.next = self.w2_word.q.val();
        }
        self.late.next = self.micros.q.val() - self.word.val().expiry;
        self.w3_valid.d.next = self.w2_valid.q.val() & self.word.val().used & !self.late.val().get_bit(16);
        self.w3_qpn.d.next = self.w2_qpn.q.val();
        self.w3_late.d.next = self.late.val().get_bits::<16>(0);

        comment!("w3: it waits to be taken; with 8 or more that wait the walk stands still, and 4 may be on their way");
        self.found.in_valid.next = self.w3_valid.q.val();
        self.found.in_data.next.qpn = self.w3_qpn.q.val();
        self.found.out_ready.next = self.due_ready.val();
        self.due_valid.next = self.found.out_valid.val();
        self.due_qpn.next = self.found.out_data.val().qpn;
        self.dues_count.d.next = self.dues_count.q.val();
        self.worst.d.next = self.worst.q.val();
        if self.w3_valid.q.val() {
            self.dues_count.d.next = self.dues_count.q.val() + 1;
        }
        if self.w3_valid.q.val() & (self.w3_late.q.val() > self.worst.q.val()) {
            self.worst.d.next = self.w3_late.q.val();
        }
        self.dues.next = self.dues_count.q.val();
        self.late_worst.next = self.worst.q.val();

        comment!("the clock stands still while a walk is longer than 2^14 us, and from an advice that has ended so long ago until a");
        comment!("whole walk without one");
        self.overdue.next = self.w3_valid.q.val() & self.w3_late.q.val().get_bits::<2>(14).any();
        self.seen.d.next = self.seen.q.val() | self.overdue.val();
        self.was_seen.d.next = self.was_seen.q.val();
        if self.ends.val() {
            self.seen.d.next = self.overdue.val();
            self.was_seen.d.next = self.seen.q.val();
        }
        self.holds.next = self.round.q.val().get_bit(14) | self.seen.q.val() | self.was_seen.q.val();
        self.micros.d.next = self.micros.q.val();
        self.round.d.next = self.round.q.val();
        self.held_count.d.next = self.held_count.q.val();
        if self.tick.val() & !self.holds.val() {
            self.micros.d.next = self.micros.q.val() + 1;
            if self.started.q.val() {
                self.round.d.next = self.round.q.val() + 1;
            }
        }
        if self.ends.val() {
            self.round.d.next = 0.into();
        }
        if self.tick.val() & self.holds.val() {
            self.held_count.d.next = self.held_count.q.val() + 1;
        }
        self.now.next = self.micros.q.val();
        self.held.next = self.held_count.q.val();
        for k in 0..self.ram.re_opt.len() {
            self.ram.re_opt[k].next = self.goes.val();
        }
        for k in 0..self._ecc {
            self.ecc_in.next = self.ecc_opt[k].val();
            self.ram.inject_opt[k].next = self.ecc_in.val().inject;
            self.fault_opt[k].next = self.ram.fault_opt[k].val();
        }
    }
}
