//! What enters in a cycle: an update, a choice, an advice, the end of one, or a lowering's begin or end.

use super::records::{Advised, Asked, Entered};
use super::turn::LimitTurn;
use crate::prelude::*;
use crate::prim::ecc::option;
use crate::records::Advice;
use crate::scrub::Scrubs;
use layout::fcr::{Kind as FcrKind, HOST_READ};
use layout::record::{Algorithm, Kind};

/// Who waits, and what the one who goes asks of `fcr`.
#[derive(LogicBlock)]
pub struct LimitEnter {
    pub clock: Signal<In, ClkRst>,
    pub ready: Signal<In, Bit>,
    pub open: Signal<In, Bit>,
    pub s_choice_valid: Signal<In, Bit>,
    pub s_choice_qpn: Signal<In, Qpn>,
    pub s_choice_alg: Signal<In, AlgCode>,
    pub s_choice_set: Signal<In, U<4>>,
    pub s_choice_opens: Signal<In, Bit>,
    pub s_advice: Signal<In, Advice>,
    pub s_upd_valid: Signal<In, Bit>,
    pub s_upd_ready: Signal<Out, Bit>,
    pub s_upd_kind: Signal<In, KindCode>,
    pub s_upd_qpn: Signal<In, Qpn>,
    pub s_upd_alg: Signal<In, AlgCode>,
    pub s_upd_window: Signal<In, WindowWord>,
    pub s_upd_pace: Signal<In, PaceWord>,
    pub s_upd_flags: Signal<In, UpdateFlags>,
    pub s_upd_feedback: Signal<In, Bit>,
    pub s_upd_una_psn: Signal<In, PsnWord>,
    pub settle_valid: Signal<In, Bit>,
    pub settle_qpn: Signal<In, Qpn>,
    pub settle_goes: Signal<Out, Bit>,
    pub fetch_valid: Signal<In, Bit>,
    pub fetch_qpn: Signal<In, Qpn>,
    pub fetch_goes: Signal<Out, Bit>,
    pub due_valid: Signal<In, Bit>,
    pub due_qpn: Signal<In, Qpn>,
    pub due_goes: Signal<Out, Bit>,
    pub enters: Signal<Out, Bit>,
    pub entered: Signal<Out, Entered>,
    pub advised: Signal<Out, Asked>,
    pub asks: Signal<Out, U<3>>,
    pub chooses: Signal<Out, Bit>,
    pub chosen_qpn: Signal<Out, Qpn>,
    pub chosen_set: Signal<Out, U<4>>,
    pub waits: Signal<Out, Bit>,
    pub lost: Signal<Out, U<48>>,
    pub scrub_opt: Vec<Signal<In, Scrubs>>,
    pub scrub_taken_opt: Vec<Signal<Out, Bit>>,

    choice_valid: Reg<Bit>,
    choice_qpn: DReg<Qpn>,
    choice_alg: DReg<AlgCode>,
    choice_set: DReg<U<4>>,
    choice_opens: DReg<Bit>,
    advices: Fifo<Advised, 5>,
    turn: LimitTurn,
    lost_count: Reg<U<48>>,
    of_dcqcn: Signal<Local, Bit>,
    other: Signal<Local, Bit>,
    scrubs: Signal<Local, Scrubs>,
    scrub_goes: Signal<Local, Bit>,

    kind_timer: Constant<KindCode>,
    alg_receiver: Constant<AlgCode>,
    alg_p: Constant<AlgCode>,
    alg_d: Constant<AlgCode>,
    fcr_advice: Constant<U<3>>,
    fcr_time: Constant<U<3>>,
    fcr_open: Constant<U<3>>,
    fcr_read_opt: Vec<Constant<U<3>>>,
    _ecc: usize,
}

impl LimitEnter {
    /// With a scrubber, if so.
    pub fn with_ecc(ecc: bool) -> Self {
        let alg = |algorithm: Algorithm| Constant::new((algorithm as u64).into());
        let kind = |kind: FcrKind| Constant::new((kind as u64).into());
        Self {
            clock: Default::default(),
            ready: Default::default(),
            open: Default::default(),
            s_choice_valid: Default::default(),
            s_choice_qpn: Default::default(),
            s_choice_alg: Default::default(),
            s_choice_set: Default::default(),
            s_choice_opens: Default::default(),
            s_advice: Default::default(),
            s_upd_valid: Default::default(),
            s_upd_ready: Default::default(),
            s_upd_kind: Default::default(),
            s_upd_qpn: Default::default(),
            s_upd_alg: Default::default(),
            s_upd_window: Default::default(),
            s_upd_pace: Default::default(),
            s_upd_flags: Default::default(),
            s_upd_feedback: Default::default(),
            s_upd_una_psn: Default::default(),
            settle_valid: Default::default(),
            settle_qpn: Default::default(),
            settle_goes: Default::default(),
            fetch_valid: Default::default(),
            fetch_qpn: Default::default(),
            fetch_goes: Default::default(),
            due_valid: Default::default(),
            due_qpn: Default::default(),
            due_goes: Default::default(),
            enters: Default::default(),
            entered: Default::default(),
            advised: Default::default(),
            asks: Default::default(),
            chooses: Default::default(),
            chosen_qpn: Default::default(),
            chosen_set: Default::default(),
            waits: Default::default(),
            lost: Default::default(),
            scrub_opt: option(ecc),
            scrub_taken_opt: option(ecc),
            choice_valid: Default::default(),
            choice_qpn: Default::default(),
            choice_alg: Default::default(),
            choice_set: Default::default(),
            choice_opens: Default::default(),
            advices: Default::default(),
            turn: LimitTurn::with_ecc(ecc),
            lost_count: Default::default(),
            of_dcqcn: Default::default(),
            other: Default::default(),
            scrubs: Default::default(),
            scrub_goes: Default::default(),
            kind_timer: Constant::new((Kind::Timer as u64).into()),
            alg_receiver: alg(Algorithm::HpccRx),
            alg_p: alg(Algorithm::DcqcnP),
            alg_d: alg(Algorithm::DcqcnD),
            fcr_advice: kind(FcrKind::Advice),
            fcr_time: kind(FcrKind::Time),
            fcr_open: kind(FcrKind::Open),
            fcr_read_opt: (0..ecc.into()).map(|_| Constant::new(HOST_READ.into())).collect(),
            _ecc: ecc.into(),
        }
    }
}

impl Logic for LimitEnter {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module limit_enter");
        comment!("@doc What enters in a cycle, and what it asks of fcr: an update, a choice, an advice, the end of one, or a lowering's");
        comment!("@doc begin or end. A choice waits a cycle, advices wait in a queue.");
        comment!("@port ready choices and advices are taken");
        comment!("@port open there is room at the port for what enters; a choice needs none");
        comment!("@port s_choice_valid a QP has been opened, closed or moved");
        comment!("@port s_upd_ready the update enters, if valid");
        comment!("@port settle_valid a lowering is at its end");
        comment!("@port settle_goes that enters");
        comment!("@port fetch_valid a lowering may begin");
        comment!("@port fetch_goes that enters");
        comment!("@port due_valid an advice of due_qpn has ended");
        comment!("@port due_goes that enters");
        comment!("@port enters there is an event");
        comment!("@port entered the event; of what it does not have anything");
        comment!("@port advised the advice, if it is one");
        comment!("@port asks what it asks of fcr, if it does");
        comment!("@port chooses a choice enters: chosen_qpn has chosen_set from now on");
        comment!("@port waits an advice or a choice waits");
        comment!("@port lost advices without room, modulo 2^48");
        for _k in 0..self._ecc {
            comment!("@port scrub_due a QP is to be scrubbed");
            comment!("@port scrub_qpn index of that QP");
            comment!("@port scrub_taken that enters, and asks fcr as a host_read");
        }
        clock!(self, clock, choice_valid, choice_qpn, choice_alg, choice_set, choice_opens, advices, turn, lost_count);

        comment!("what waits");
        self.choice_valid.d.next = self.s_choice_valid.val() & self.ready.val();
        self.choice_qpn.d.next = self.s_choice_qpn.val();
        self.choice_alg.d.next = self.s_choice_alg.val();
        self.choice_set.d.next = self.s_choice_set.val();
        self.choice_opens.d.next = self.s_choice_opens.val();
        self.advices.in_valid.next = self.s_advice.val().valid & self.ready.val();
        self.advices.in_data.next.qpn = self.s_advice.val().qpn;
        self.advices.in_data.next.withdraw = self.s_advice.val().withdraw;
        self.advices.in_data.next.seq = self.s_advice.val().seq;
        self.advices.in_data.next.rate = self.s_advice.val().rate;
        self.advices.in_data.next.validity = self.s_advice.val().validity;
        self.advices.in_data.next.switch = self.s_advice.val().switch;
        self.advices.out_ready.next = self.turn.advice_goes.val();
        self.lost_count.d.next = self.lost_count.q.val();
        if self.s_advice.val().valid & self.ready.val() & !self.advices.in_ready.val() {
            self.lost_count.d.next = self.lost_count.q.val() + 1;
        }
        self.lost.next = self.lost_count.q.val();
        self.waits.next = self.choice_valid.q.val() | self.advices.out_valid.val();
        self.chooses.next = self.choice_valid.q.val();
        self.chosen_qpn.next = self.choice_qpn.q.val();
        self.chosen_set.next = self.choice_set.q.val();

        comment!("whose turn it is");
        self.turn.free.next = self.open.val() & !self.choice_valid.q.val();
        self.turn.upd_valid.next = self.s_upd_valid.val();
        self.turn.settle_valid.next = self.settle_valid.val();
        self.turn.fetch_valid.next = self.fetch_valid.val();
        self.turn.advice_valid.next = self.advices.out_valid.val();
        self.turn.due_valid.next = self.due_valid.val();
        self.s_upd_ready.next = self.turn.upd_ready.val();
        self.settle_goes.next = self.turn.settle_goes.val();
        self.fetch_goes.next = self.turn.fetch_goes.val();
        self.due_goes.next = self.turn.due_goes.val();
        self.other.next = self.turn.settle_goes.val()
            | self.turn.fetch_goes.val()
            | self.turn.advice_goes.val()
            | self.turn.due_goes.val();
        for k in 0..self._ecc {
            self.scrubs.next = self.scrub_opt[k].val();
            self.turn.scrub_valid_opt[k].next = self.scrubs.val().due;
            self.scrub_goes.next = self.turn.scrub_goes_opt[k].val();
            self.scrub_taken_opt[k].next = self.scrub_goes.val();
            self.other.next = self.other.val() | self.scrub_goes.val();
        }
        self.enters.next =
            self.choice_valid.q.val() | (self.turn.upd_ready.val() & self.s_upd_valid.val()) | self.other.val();

        comment!("an update; what a receiver says limits another sender, and DCQCN says a rate with kind timer alone");
        self.of_dcqcn.next = (self.s_upd_alg.val() == self.alg_p.val()) | (self.s_upd_alg.val() == self.alg_d.val());
        self.entered.next.update = true;
        self.entered.next.passes = (self.s_upd_alg.val() == self.alg_receiver.val())
            | (self.of_dcqcn.val() & (self.s_upd_kind.val() != self.kind_timer.val()));
        self.entered.next.choice = false;
        self.entered.next.opens = false;
        self.entered.next.fetch = false;
        self.entered.next.settle = false;
        self.entered.next.qpn = self.s_upd_qpn.val();
        self.entered.next.kind = self.s_upd_kind.val();
        self.entered.next.alg = self.s_upd_alg.val();
        self.entered.next.window = self.s_upd_window.val();
        self.entered.next.pace = self.s_upd_pace.val();
        self.entered.next.flags = self.s_upd_flags.val();
        self.entered.next.feedback = self.s_upd_feedback.val();
        self.entered.next.una = self.s_upd_una_psn.val();
        self.asks.next = self.fcr_time.val();

        comment!("or something else in its place");
        if self.choice_valid.q.val() | self.other.val() {
            self.entered.next.update = false;
            self.entered.next.passes = false;
            self.entered.next.kind = self.kind_timer.val();
            self.entered.next.feedback = false;
            self.entered.next.una = 0.into();
        }
        if self.choice_valid.q.val() {
            self.entered.next.choice = true;
            self.entered.next.opens = self.choice_opens.q.val();
            self.entered.next.qpn = self.choice_qpn.q.val();
            self.entered.next.alg = self.choice_alg.q.val();
            if self.choice_opens.q.val() {
                self.asks.next = self.fcr_open.val();
            }
        }
        if self.turn.settle_goes.val() {
            self.entered.next.settle = true;
            self.entered.next.qpn = self.settle_qpn.val();
        }
        if self.turn.fetch_goes.val() {
            self.entered.next.fetch = true;
            self.entered.next.qpn = self.fetch_qpn.val();
        }
        if self.turn.advice_goes.val() {
            self.entered.next.qpn = self.advices.out_data.val().qpn;
            self.asks.next = self.fcr_advice.val();
        }
        if self.turn.due_goes.val() {
            self.entered.next.qpn = self.due_qpn.val();
        }
        for k in 0..self._ecc {
            if self.scrub_goes.val() {
                self.entered.next.fetch = true;
                self.entered.next.qpn = self.scrubs.val().qpn;
                self.asks.next = self.fcr_read_opt[k].val();
            }
        }
        self.advised.next.withdraw = self.advices.out_data.val().withdraw;
        self.advised.next.seq = self.advices.out_data.val().seq;
        self.advised.next.rate = self.advices.out_data.val().rate;
        self.advised.next.validity = self.advices.out_data.val().validity;
        self.advised.next.switch = self.advices.out_data.val().switch;
    }
}
