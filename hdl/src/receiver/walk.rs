//! The walk: finds QPs of which packets have waited for too long, and ends the intervals between CNPs before the clock
//! goes round.

use super::stages::*;
use super::view::View;
use crate::prelude::*;

/// A QP a cycle, and nothing holds it up. Ports bear the stage of `receiver.md` at which they count.
#[derive(LogicBlock, Default)]
pub struct Walk {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub micros: Signal<In, U<18>>,
    pub waits_we: Signal<In, Bit>,
    pub waits_qpn: Signal<In, Qpn>,
    pub waits: Signal<In, Waits>,
    pub x2_valid: Signal<In, Bit>,
    pub x2_qpn: Signal<In, Qpn>,
    pub x2_ends: Signal<In, Bit>,
    pub limits_we: Signal<In, Bit>,
    pub limits_qpn: Signal<In, Qpn>,
    pub limits: Signal<In, Limits>,
    pub free_we: Signal<Out, Bit>,
    pub free_qpn: Signal<Out, Qpn>,
    pub free: Signal<Out, Bit>,
    pub late_valid: Signal<Out, Bit>,
    pub late_qpn: Signal<Out, Qpn>,

    came: View<Waits>,
    taken: View<Limits>,
    own: View<Found>,
    started: Reg<Bit>,
    at: Reg<Qpn>,
    w1_valid: Reg<Bit>,
    w2_valid: Reg<Bit>,
    w3_valid: Reg<Bit>,
    w1_qpn: DReg<Qpn>,
    w2_qpn: DReg<Qpn>,
    w3_qpn: DReg<Qpn>,
    w3_same: DReg<Bit>,
    w3_ends: DReg<Bit>,
    w4_valid: Reg<Bit>,
    w4_qpn: DReg<Qpn>,
    limit: Signal<Local, Limits>,
    waiting: Signal<Local, U<2>>,
    age: Signal<Local, U<18>>,
    is_late: Signal<Local, Bit>,
    rest: Signal<Local, U<18>>,
    is_free: Signal<Local, Bit>,
    we: Signal<Local, Bit>,
    addr: Signal<Local, Qpn>,
    word: Signal<Local, Found>,
    made: Signal<Local, Found>,
}

impl Logic for Walk {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module receiver_walk");
        comment!("@doc Visits a QP a cycle: finds those of which packets have waited for too long, and ends the intervals between CNPs.");
        comment!("@port init_we nothing is kept of the QP at init_addr; the walk begins behind the last address");
        comment!("@port init_addr index of the QP");
        comment!("@port micros the clock, us, modular");
        comment!("@port waits_we what came of a QP is written");
        comment!("@port waits_qpn of which");
        comment!("@port waits what came");
        comment!("@port x2_valid in the next cycle something may be taken");
        comment!("@port x2_qpn of this QP");
        comment!(
            "@port x2_ends and then nothing of it waits for the walk: the walk has found it, or the host opens it"
        );
        comment!("@port limits_we what was taken of a QP is written");
        comment!("@port limits_qpn of which");
        comment!("@port limits what was taken");
        comment!("@port free_we the walk writes");
        comment!("@port free_qpn of which QP");
        comment!("@port free equal to limits_limited: no CNP limits the next one");
        comment!("@port late_valid a QP enters the queue of what the walk has found");
        comment!("@port late_qpn index of the QP");
        clock!(self, clock, came, taken, own, started, at, w1_valid, w2_valid, w3_valid, w1_qpn, w2_qpn, w3_qpn);
        clock!(self, clock, w3_same, w3_ends, w4_valid, w4_qpn);

        comment!("w0: the next QP, in every cycle");
        self.started.d.next = self.started.q.val() | (self.init_we.val() & !(!self.init_addr.val()).any());
        self.at.d.next = self.at.q.val();
        if self.started.q.val() {
            self.at.d.next = self.at.q.val() + 1;
        }
        self.came.p0_qpn.next = self.at.q.val();
        self.came.we.next = self.waits_we.val();
        self.came.waddr.next = self.waits_qpn.val();
        self.came.wdata.next = self.waits.val();
        self.taken.p0_qpn.next = self.at.q.val();
        self.taken.we.next = self.limits_we.val();
        self.taken.waddr.next = self.limits_qpn.val();
        self.taken.wdata.next = self.limits.val();
        self.own.p0_qpn.next = self.at.q.val();
        for k in 0..self.came.re_opt.len() {
            self.came.re_opt[k].next = self.started.q.val();
        }
        for k in 0..self.taken.re_opt.len() {
            self.taken.re_opt[k].next = self.started.q.val();
        }
        for k in 0..self.own.re_opt.len() {
            self.own.re_opt[k].next = self.started.q.val();
        }
        self.w1_valid.d.next = self.started.q.val();
        self.w1_qpn.d.next = self.at.q.val();
        self.w2_valid.d.next = self.w1_valid.q.val();
        self.w2_qpn.d.next = self.w1_qpn.q.val();
        self.w3_valid.d.next = self.w2_valid.q.val();
        self.w3_qpn.d.next = self.w2_qpn.q.val();
        self.w3_same.d.next = self.x2_valid.val() & (self.x2_qpn.val() == self.w2_qpn.q.val());

        self.w3_ends.d.next = self.x2_valid.val() & self.x2_ends.val() & (self.x2_qpn.val() == self.w2_qpn.q.val());

        comment!("w3: what is taken in this cycle counts, and ends the interval itself; the packet of this cycle does not count");
        self.word.next = self.own.p3.val();
        self.limit.next = self.taken.p3.val();
        self.waiting.next = self.came.p3.val().group - self.limit.val().group;
        self.age.next = self.micros.val() - self.came.p3.val().ends;
        self.is_late.next = self.w3_valid.q.val()
            & self.waiting.val().any()
            & !self.came.p3.val().due
            & !self.w3_ends.q.val()
            & !self.age.val().get_bit(17)
            & !(self.limit.val().late ^ self.word.val().late);
        self.rest.next = self.micros.val() - self.limit.val().until;
        self.is_free.next = !self.rest.val().get_bit(17) & !self.w3_same.q.val();

        self.made.next = self.word.val();
        self.made.next.late = self.word.val().late ^ self.is_late.val();
        if self.is_free.val() {
            self.made.next.free = self.limit.val().limited;
        }
        self.we.next = self.w3_valid.q.val();
        self.addr.next = self.w3_qpn.q.val();
        if self.init_we.val() {
            self.we.next = true;
            self.addr.next = self.init_addr.val();
            self.made.next.late = false;
            self.made.next.free = false;
        }
        self.own.we.next = self.we.val();
        self.own.waddr.next = self.addr.val();
        self.own.wdata.next = self.made.val();
        self.free_we.next = self.we.val();
        self.free_qpn.next = self.addr.val();
        self.free.next = self.made.val().free;
        self.w4_valid.d.next = self.is_late.val();
        self.w4_qpn.d.next = self.w3_qpn.q.val();
        self.late_valid.next = self.w4_valid.q.val();
        self.late_qpn.next = self.w4_qpn.q.val();
    }
}
