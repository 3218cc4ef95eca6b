#![doc = include_str!("../receiver.md")]
//!
//! # Why this file
//!
//! It joins the parts and has the ways of packets and of what is taken through them. What a packet does stands in
//! `packet`, what is taken in `take`, the time in `walk`, the two queues in `queue`, the way out in `answer`, and how
//! two writers and three readers share what is kept of a QP in `view`.

mod answer;
mod packet;
mod pins;
mod queue;
mod stages;
mod take;
#[cfg(test)]
mod unit;
mod view;
mod walk;

pub use answer::Answer;
pub use packet::Packet;
pub use queue::Queue;
pub use stages::*;
pub use take::Take;
pub use view::View;
pub use walk::Walk;

use crate::prelude::*;

/// What the receiver of each QP answers, and when.
#[derive(LogicBlock, Default)]
pub struct Receiver {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub tick: Signal<In, Bit>,
    pub cfg_ack_timeout: Signal<In, U<16>>,
    pub cfg_cnp_interval: Signal<In, U<16>>,
    pub host_we: Signal<In, Bit>,
    pub host_qpn: Signal<In, Qpn>,
    pub host: Signal<In, Policy>,
    pub in_valid: Signal<In, Bit>,
    pub in_qpn: Signal<In, Qpn>,
    pub in_psn: Signal<In, PsnWord>,
    pub in_ce: Signal<In, Bit>,
    pub in_queue: Signal<In, Bit>,
    pub in_ack_req: Signal<In, Bit>,
    pub in_last: Signal<In, Bit>,
    pub m_answer_valid: Signal<Out, Bit>,
    pub m_answer_ready: Signal<In, Bit>,
    pub m_answer_qpn: Signal<Out, Qpn>,
    pub m_answer_kind: Signal<Out, U<3>>,
    pub m_answer_psn: Signal<Out, U<24>>,
    pub m_answer_ece: Signal<Out, Bit>,
    pub m_answer_count: Signal<Out, U<14>>,
    pub acks: Signal<Out, U<32>>,
    pub cnps: Signal<Out, U<32>>,
    pub merged: Signal<Out, U<32>>,
    pub cnps_merged: Signal<Out, U<32>>,
    pub timeouts: Signal<Out, U<32>>,

    micros: Reg<U<18>>,

    // packets
    s0_valid: Reg<Bit>,
    s1_valid: Reg<Bit>,
    s2_valid: Reg<Bit>,
    s3_valid: Reg<Bit>,
    s0: DReg<Arrival>,
    s1: DReg<Arrival>,
    s2: DReg<Arrival>,
    s3: DReg<Arrival>,
    same: Signal<Local, Bit>,
    s3_turn: DReg<Bit>,
    s3_opens: DReg<Bit>,
    s3_came: View<Came>,
    s3_taken: View<Taken>,
    s3_free: View<Bit>,
    packet: Packet,
    came: Signal<Local, Came>,
    came_we: Signal<Local, Bit>,
    came_qpn: Signal<Local, Qpn>,
    waits: Signal<Local, Waits>,
    s4_push: Reg<Bit>,
    s4_qpn: DReg<Qpn>,
    s4_merged: Reg<Bit>,
    s4_cnp_merged: Reg<Bit>,

    // what is taken
    due: Queue,
    late: Queue,
    late_turn: Reg<Bit>,
    takes: Signal<Local, Bit>,
    from_late: Signal<Local, Bit>,
    x0_valid: Reg<Bit>,
    x1_valid: Reg<Bit>,
    x2_valid: Reg<Bit>,
    x3_valid: Reg<Bit>,
    x0: DReg<Op>,
    x1: DReg<Op>,
    x2: DReg<Op>,
    x3: DReg<Op>,
    x3_came: View<Came>,
    x3_taken: View<Taken>,
    x3_free: View<Bit>,
    take: Take,
    taken: Signal<Local, Taken>,
    taken_we: Signal<Local, Bit>,
    taken_qpn: Signal<Local, Qpn>,
    limits: Signal<Local, Limits>,
    x4_valid: Reg<Bit>,
    x4: DReg<Answers>,
    x4_timed: Reg<Bit>,

    walk: Walk,
    answer: Answer,
    merged_count: Reg<U<32>>,
    cnps_merged_count: Reg<U<32>>,
    timeouts_count: Reg<U<32>>,
}

impl Receiver {
    pub fn new() -> Self {
        Self::default()
    }
}

impl Logic for Receiver {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module receiver");
        comment!("@doc The half of a NIC that answers: a packet a cycle in, always taken; ACKs and CNPs that are due out, one a cycle, 15");
        comment!("@doc cycles later. While answers are not taken they become fewer and larger, and no mark is lost.");
        comment!("@port init_we resets the QP at init_addr: every QP once behind each reset; packets and host_we are ignored meanwhile");
        comment!("@port init_addr index of the QP; behind the last one the walk begins");
        comment!("@port tick a microsecond has gone by");
        comment!("@port cfg_ack_timeout a packet waits for its ACK so long at most, us; of packets that begin to wait while it stands here");
        comment!(
            "@port cfg_cnp_interval least time from a CNP of a QP to its next one, us; 0: each marked packet gives one"
        );
        comment!("@port host_we the QP is opened: what waits of it is dropped; always taken, ahead of the packet of its cycle");
        comment!("@port host_qpn index of the QP");
        comment!("@port in_valid a packet in its QP's order; always taken");
        comment!("@port in_qpn index of its QP");
        comment!("@port in_psn its PSN");
        comment!("@port in_ce it carries CE");
        comment!("@port in_queue the receiver's own queue is above its threshold: as CE");
        comment!("@port in_ack_req it asks for an ACK (BTH.A)");
        comment!("@port in_last the last packet of a message: it is acknowledged at once");
        comment!("@port m_answer_valid an answer is due");
        comment!("@port m_answer_ready it is taken");
        comment!("@port m_answer_qpn index of the QP");
        comment!("@port m_answer_kind 0 ack, 3 cnp");
        comment!("@port m_answer_psn of an ACK: the last PSN that it acknowledges; of a CNP 0");
        comment!("@port m_answer_ece of an ACK: ECN-Echo");
        comment!("@port m_answer_count of an ACK: packets that it confirms, at most 16,383");
        comment!("@port acks ACKs that were taken, modulo 2^32");
        comment!("@port cnps CNPs that were taken, modulo 2^32");
        comment!(
            "@port merged packets that the older of two ACKs that waited counts, whose mark they have, modulo 2^32"
        );
        comment!("@port cnps_merged marked packets whose CNP waited already, modulo 2^32");
        comment!(
            "@port timeouts ACKs that a turn of the walk's queue took before they were due otherwise, modulo 2^32"
        );
        clock!(self, clock, micros, s0_valid, s1_valid, s2_valid, s3_valid, s0, s1, s2, s3, s3_turn, s3_opens, s3_came);
        clock!(
            self,
            clock,
            s3_taken,
            s3_free,
            s4_push,
            s4_qpn,
            s4_merged,
            s4_cnp_merged,
            due,
            late,
            late_turn,
            x0_valid
        );
        clock!(self, clock, x1_valid, x2_valid, x3_valid, x0, x1, x2, x3, x3_came, x3_taken, x3_free, x4_valid, x4);
        clock!(self, clock, x4_timed, walk, answer, merged_count, cnps_merged_count, timeouts_count);
        self.micros.d.next = self.micros.q.val();
        if self.tick.val() {
            self.micros.d.next = self.micros.q.val() + 1;
        }

        comment!("s0: the packet; until s3 all is read that is kept of its QP");
        self.s0_valid.d.next = self.in_valid.val() & !self.init_we.val();
        self.s0.d.next.qpn = self.in_qpn.val();
        self.s0.d.next.psn = self.in_psn.val();
        self.s0.d.next.marked = self.in_ce.val() | self.in_queue.val();
        self.s0.d.next.asks = self.in_ack_req.val() | self.in_last.val();
        self.s1_valid.d.next = self.s0_valid.q.val();
        self.s1.d.next = self.s0.q.val();
        self.s2_valid.d.next = self.s1_valid.q.val();
        self.s2.d.next = self.s1.q.val();
        self.s3_valid.d.next = self.s2_valid.q.val();
        self.s3.d.next = self.s2.q.val();
        self.same.next = self.x2_valid.q.val() & (self.x2.q.val().qpn == self.s2.q.val().qpn);
        self.s3_turn.d.next = self.same.val() & !self.x2.q.val().host;
        self.s3_opens.d.next = self.same.val() & self.x2.q.val().host;

        comment!("x0: the host, or else the first QP of a queue, of both in turn, while there is room for its answers");
        self.takes.next =
            (self.due.out_valid.val() | self.late.out_valid.val()) & self.answer.room.val() & !self.host_we.val();
        self.from_late.next = self.late.out_valid.val() & (!self.due.out_valid.val() | self.late_turn.q.val());
        self.late_turn.d.next = self.late_turn.q.val();
        if self.takes.val() {
            self.late_turn.d.next = !self.from_late.val();
        }
        self.due.out_ready.next = self.takes.val() & !self.from_late.val();
        self.late.out_ready.next = self.takes.val() & self.from_late.val();
        self.x0_valid.d.next = self.takes.val() | (self.host_we.val() & !self.init_we.val());
        self.x0.d.next.qpn = self.due.out_qpn.val();
        if self.from_late.val() {
            self.x0.d.next.qpn = self.late.out_qpn.val();
        }
        if self.host_we.val() {
            self.x0.d.next.qpn = self.host_qpn.val();
        }
        self.x0.d.next.host = self.host_we.val();
        self.x0.d.next.late = self.from_late.val() & !self.host_we.val();
        self.x0.d.next.policy = self.host.val();
        comment!("kept is m - 1, and 0 for 0: what waits already is compared with it");
        self.x0.d.next.policy.m = self.host.val().m - bits::<7>(self.host.val().m.any());
        self.x1_valid.d.next = self.x0_valid.q.val();
        self.x1.d.next = self.x0.q.val();
        self.x2_valid.d.next = self.x1_valid.q.val();
        self.x2.d.next = self.x1.q.val();
        self.x3_valid.d.next = self.x2_valid.q.val();
        self.x3.d.next = self.x2.q.val();

        comment!("x3: what is taken; written at once");
        self.x3_came.p0_qpn.next = self.x0.q.val().qpn;
        self.x3_taken.p0_qpn.next = self.x0.q.val().qpn;
        self.x3_free.p0_qpn.next = self.x0.q.val().qpn;
        for k in 0..self.x3_came.re_opt.len() {
            self.x3_came.re_opt[k].next = self.x0_valid.q.val();
        }
        for k in 0..self.x3_taken.re_opt.len() {
            self.x3_taken.re_opt[k].next = self.x0_valid.q.val();
        }
        for k in 0..self.x3_free.re_opt.len() {
            self.x3_free.re_opt[k].next = self.x0_valid.q.val();
        }
        self.take.op.next = self.x3.q.val();
        self.take.came.next = self.x3_came.p3.val();
        self.take.taken.next = self.x3_taken.p3.val();
        self.take.free.next = self.x3_free.p3.val();
        self.take.micros.next = self.micros.q.val();
        self.take.interval.next = self.cfg_cnp_interval.val();
        self.taken.next = self.take.behind.val();
        self.taken_we.next = self.x3_valid.q.val() | self.init_we.val();
        self.taken_qpn.next = self.x3.q.val().qpn;
        if self.init_we.val() {
            self.taken_qpn.next = self.init_addr.val();
            self.taken.next.group = 0.into();
            self.taken.next.queued = false;
            self.taken.next.late = false;
            self.taken.next.cnp = false;
            self.taken.next.opened = false;
            self.taken.next.limited = false;
            self.taken.next.policy.mode = 0.into();
            self.taken.next.policy.m = 0.into();
            self.taken.next.policy.cnp = false;
        }
        self.x4_valid.d.next = self.x3_valid.q.val() & self.take.any.val();
        self.x4.d.next = self.take.answers.val();
        self.x4_timed.d.next = self.x3_valid.q.val() & self.take.timed.val();

        comment!("s3: the packet, behind what is taken in this cycle; written at once");
        self.s3_came.p0_qpn.next = self.s0.q.val().qpn;
        self.s3_taken.p0_qpn.next = self.s0.q.val().qpn;
        self.s3_free.p0_qpn.next = self.s0.q.val().qpn;
        for k in 0..self.s3_came.re_opt.len() {
            self.s3_came.re_opt[k].next = self.s0_valid.q.val();
        }
        for k in 0..self.s3_taken.re_opt.len() {
            self.s3_taken.re_opt[k].next = self.s0_valid.q.val();
        }
        for k in 0..self.s3_free.re_opt.len() {
            self.s3_free.re_opt[k].next = self.s0_valid.q.val();
        }
        self.packet.came.next = self.s3_came.p3.val();
        self.packet.taken.next = self.s3_taken.p3.val();
        self.packet.turn.next = self.s3_turn.q.val();
        self.packet.late.next = self.x3.q.val().late;
        self.packet.opens.next = self.s3_opens.q.val();
        self.packet.opened.next = self.x3.q.val().policy;
        self.packet.interval.next = self.cfg_cnp_interval.val();
        self.packet.free.next = self.s3_free.p3.val();
        self.packet.psn.next = self.s3.q.val().psn;
        self.packet.marked.next = self.s3.q.val().marked;
        self.packet.asks.next = self.s3.q.val().asks;
        self.packet.micros.next = self.micros.q.val();
        self.packet.timeout.next = self.cfg_ack_timeout.val();
        self.came.next = self.packet.behind.val();
        self.came_we.next = self.s3_valid.q.val() | self.init_we.val();
        self.came_qpn.next = self.s3.q.val().qpn;
        if self.init_we.val() {
            self.came_qpn.next = self.init_addr.val();
            self.came.next.group = 0.into();
            self.came.next.due = false;
            self.came.next.ece = false;
            self.came.next.queued = false;
            self.came.next.cnp = false;
            self.came.next.opened = false;
        }
        self.s4_push.d.next = self.s3_valid.q.val() & self.packet.push.val();
        self.s4_qpn.d.next = self.s3.q.val().qpn;
        self.s4_merged.d.next = self.s3_valid.q.val() & self.packet.merged.val();
        self.s4_cnp_merged.d.next = self.s3_valid.q.val() & self.packet.cnp_merged.val();

        comment!("every reader has a copy of what the two write, and of what the walk writes");
        self.s3_came.we.next = self.came_we.val();
        self.s3_came.waddr.next = self.came_qpn.val();
        self.s3_came.wdata.next = self.came.val();
        self.x3_came.we.next = self.came_we.val();
        self.x3_came.waddr.next = self.came_qpn.val();
        self.x3_came.wdata.next = self.came.val();
        self.waits.next.group = self.came.val().group;
        self.waits.next.due = self.came.val().due;
        self.waits.next.ends = self.came.val().ends;
        self.walk.waits_we.next = self.came_we.val();
        self.walk.waits_qpn.next = self.came_qpn.val();
        self.walk.waits.next = self.waits.val();
        self.s3_taken.we.next = self.taken_we.val();
        self.s3_taken.waddr.next = self.taken_qpn.val();
        self.s3_taken.wdata.next = self.taken.val();
        self.x3_taken.we.next = self.taken_we.val();
        self.x3_taken.waddr.next = self.taken_qpn.val();
        self.x3_taken.wdata.next = self.taken.val();
        self.limits.next.group = self.taken.val().group;
        self.limits.next.late = self.taken.val().late;
        self.limits.next.limited = self.taken.val().limited;
        self.limits.next.until = self.taken.val().until;
        self.walk.limits_we.next = self.taken_we.val();
        self.walk.limits_qpn.next = self.taken_qpn.val();
        self.walk.limits.next = self.limits.val();
        self.s3_free.we.next = self.walk.free_we.val();
        self.s3_free.waddr.next = self.walk.free_qpn.val();
        self.s3_free.wdata.next = self.walk.free.val();
        self.x3_free.we.next = self.walk.free_we.val();
        self.x3_free.waddr.next = self.walk.free_qpn.val();
        self.x3_free.wdata.next = self.walk.free.val();
        self.walk.init_we.next = self.init_we.val();
        self.walk.init_addr.next = self.init_addr.val();
        self.walk.micros.next = self.micros.q.val();
        self.walk.x2_valid.next = self.x2_valid.q.val();
        self.walk.x2_qpn.next = self.x2.q.val().qpn;
        self.walk.x2_ends.next = self.x2.q.val().host | self.x2.q.val().late;

        comment!("s4, w4: into the queues; x4: to the way out");
        self.due.in_valid.next = self.s4_push.q.val();
        self.due.in_qpn.next = self.s4_qpn.q.val();
        self.late.in_valid.next = self.walk.late_valid.val();
        self.late.in_qpn.next = self.walk.late_qpn.val();
        self.answer.in_valid.next = self.x4_valid.q.val();
        self.answer.taken.next = self.x4.q.val();
        self.answer.m_answer_ready.next = self.m_answer_ready.val();
        self.m_answer_valid.next = self.answer.m_answer_valid.val();
        self.m_answer_qpn.next = self.answer.m_answer_qpn.val();
        self.m_answer_kind.next = self.answer.m_answer_kind.val();
        self.m_answer_psn.next = self.answer.m_answer_psn.val();
        self.m_answer_ece.next = self.answer.m_answer_ece.val();
        self.m_answer_count.next = self.answer.m_answer_count.val();
        self.acks.next = self.answer.acks.val();
        self.cnps.next = self.answer.cnps.val();
        self.merged_count.d.next = self.merged_count.q.val();
        if self.s4_merged.q.val() {
            self.merged_count.d.next = self.merged_count.q.val() + 1;
        }
        self.cnps_merged_count.d.next = self.cnps_merged_count.q.val();
        if self.s4_cnp_merged.q.val() {
            self.cnps_merged_count.d.next = self.cnps_merged_count.q.val() + 1;
        }
        self.timeouts_count.d.next = self.timeouts_count.q.val();
        if self.x4_timed.q.val() {
            self.timeouts_count.d.next = self.timeouts_count.q.val() + 1;
        }
        self.merged.next = self.merged_count.q.val();
        self.cnps_merged.next = self.cnps_merged_count.q.val();
        self.timeouts.next = self.timeouts_count.q.val();
    }
}
