//! What was taken waits here, and leaves one answer a cycle.

use super::stages::*;
use crate::prelude::*;

/// 16 places.
#[derive(LogicBlock)]
pub struct Answer {
    pub clock: Signal<In, ClkRst>,
    pub in_valid: Signal<In, Bit>,
    pub taken: Signal<In, Answers>,
    pub room: Signal<Out, Bit>,
    pub m_answer_valid: Signal<Out, Bit>,
    pub m_answer_ready: Signal<In, Bit>,
    pub m_answer_qpn: Signal<Out, Qpn>,
    pub m_answer_kind: Signal<Out, U<3>>,
    pub m_answer_psn: Signal<Out, U<24>>,
    pub m_answer_ece: Signal<Out, Bit>,
    pub m_answer_count: Signal<Out, U<14>>,
    pub acks: Signal<Out, U<32>>,
    pub cnps: Signal<Out, U<32>>,

    waiting: Fifo<Answers, 5>,
    cnp_gone: Reg<Bit>,
    older_gone: Reg<Bit>,
    acks_count: Reg<U<32>>,
    cnps_count: Reg<U<32>>,
    first: Signal<Local, Answers>,
    is_cnp: Signal<Local, Bit>,
    is_older: Signal<Local, Bit>,
    last: Signal<Local, Bit>,
    fires: Signal<Local, Bit>,
    kind_ack: Constant<KindCode>,
    kind_cnp: Constant<KindCode>,
}

impl Default for Answer {
    fn default() -> Self {
        use layout::record::Kind;
        Self {
            clock: Default::default(),
            in_valid: Default::default(),
            taken: Default::default(),
            room: Default::default(),
            m_answer_valid: Default::default(),
            m_answer_ready: Default::default(),
            m_answer_qpn: Default::default(),
            m_answer_kind: Default::default(),
            m_answer_psn: Default::default(),
            m_answer_ece: Default::default(),
            m_answer_count: Default::default(),
            acks: Default::default(),
            cnps: Default::default(),
            waiting: Default::default(),
            cnp_gone: Default::default(),
            older_gone: Default::default(),
            acks_count: Default::default(),
            cnps_count: Default::default(),
            first: Default::default(),
            is_cnp: Default::default(),
            is_older: Default::default(),
            last: Default::default(),
            fires: Default::default(),
            kind_ack: Constant::new((Kind::Ack as u64).into()),
            kind_cnp: Constant::new((Kind::Cnp as u64).into()),
        }
    }
}

impl Logic for Answer {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module receiver_answer");
        comment!("@doc What was taken waits here, 16 QPs' at most, and leaves one answer a cycle: CNP, ACK of the older group, ACK of the newest.");
        comment!("@port in_valid a QP's answers come; the cycle after at m_answer, at the earliest");
        comment!("@port taken what goes out");
        comment!("@port room fewer than 8 wait");
        comment!("@port m_answer_valid an answer is due");
        comment!("@port m_answer_ready it is taken");
        comment!("@port m_answer_qpn index of the QP");
        comment!("@port m_answer_kind 0 ack, 3 cnp");
        comment!("@port m_answer_psn of an ACK: the last PSN that it acknowledges; of a CNP 0");
        comment!("@port m_answer_ece of an ACK: ECN-Echo");
        comment!("@port m_answer_count of an ACK: packets that it confirms, at most 16,383");
        comment!("@port acks ACKs that were taken, modulo 2^32");
        comment!("@port cnps CNPs that were taken, modulo 2^32");
        clock!(self, clock, waiting, cnp_gone, older_gone, acks_count, cnps_count);

        self.waiting.in_valid.next = self.in_valid.val();
        self.waiting.in_data.next = self.taken.val();
        self.room.next = !self.waiting.count.val().get_bits::<2>(3).any();

        comment!("which of the first QP's answers it is, and whether it is the last");
        self.first.next = self.waiting.out_data.val();
        self.is_cnp.next = self.first.val().cnp & !self.cnp_gone.q.val();
        self.is_older.next = self.first.val().older & !self.is_cnp.val() & !self.older_gone.q.val();
        self.last.next = true;
        if self.is_older.val() {
            self.last.next = !self.first.val().newer;
        }
        if self.is_cnp.val() {
            self.last.next = !self.first.val().older & !self.first.val().newer;
        }
        self.fires.next = self.waiting.out_valid.val() & self.m_answer_ready.val();
        self.waiting.out_ready.next = self.m_answer_ready.val() & self.last.val();
        self.cnp_gone.d.next =
            (self.cnp_gone.q.val() | (self.fires.val() & self.is_cnp.val())) & !(self.fires.val() & self.last.val());
        self.older_gone.d.next = (self.older_gone.q.val() | (self.fires.val() & self.is_older.val()))
            & !(self.fires.val() & self.last.val());

        self.m_answer_valid.next = self.waiting.out_valid.val();
        self.m_answer_qpn.next = self.first.val().qpn;
        self.m_answer_kind.next = self.kind_ack.val();
        self.m_answer_psn.next = self.first.val().psn;
        self.m_answer_ece.next = self.first.val().ece;
        self.m_answer_count.next = self.first.val().count;
        if self.is_older.val() {
            self.m_answer_psn.next = self.first.val().old_psn;
            self.m_answer_ece.next = self.first.val().old_ece;
            self.m_answer_count.next = self.first.val().old_count;
        }
        if self.is_cnp.val() {
            self.m_answer_kind.next = self.kind_cnp.val();
            self.m_answer_psn.next = 0.into();
            self.m_answer_ece.next = false;
            self.m_answer_count.next = 0.into();
        }

        self.acks_count.d.next = self.acks_count.q.val();
        self.cnps_count.d.next = self.cnps_count.q.val();
        if self.fires.val() & !self.is_cnp.val() {
            self.acks_count.d.next = self.acks_count.q.val() + 1;
        }
        if self.fires.val() & self.is_cnp.val() {
            self.cnps_count.d.next = self.cnps_count.q.val() + 1;
        }
        self.acks.next = self.acks_count.q.val();
        self.cnps.next = self.cnps_count.q.val();
    }
}
