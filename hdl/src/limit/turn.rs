//! Who enters in a cycle.

use crate::prelude::*;
use crate::prim::ecc::option;

/// An opened or moved QP first; updates and all else by turns.
#[derive(LogicBlock, Default)]
pub struct LimitTurn {
    pub clock: Signal<In, ClkRst>,
    pub free: Signal<In, Bit>,
    pub upd_valid: Signal<In, Bit>,
    pub settle_valid: Signal<In, Bit>,
    pub fetch_valid: Signal<In, Bit>,
    pub advice_valid: Signal<In, Bit>,
    pub due_valid: Signal<In, Bit>,
    pub upd_ready: Signal<Out, Bit>,
    pub settle_goes: Signal<Out, Bit>,
    pub fetch_goes: Signal<Out, Bit>,
    pub advice_goes: Signal<Out, Bit>,
    pub due_goes: Signal<Out, Bit>,
    pub scrub_valid_opt: Vec<Signal<In, Bit>>,
    pub scrub_goes_opt: Vec<Signal<Out, Bit>>,

    others_turn: Reg<Bit>,
    dues_turn: Reg<Bit>,
    other: Signal<Local, Bit>,
    may: Signal<Local, Bit>,
    other_goes: Signal<Local, Bit>,
    lesser: Signal<Local, Bit>,
    advice: Signal<Local, Bit>,
    due: Signal<Local, Bit>,
    _ecc: usize,
}

impl LimitTurn {
    /// With a scrubber, if so.
    pub fn with_ecc(ecc: bool) -> Self {
        Self { scrub_valid_opt: option(ecc), scrub_goes_opt: option(ecc), _ecc: ecc.into(), ..Self::default() }
    }
}

impl Logic for LimitTurn {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module limit_turn");
        comment!("@doc Who enters in a cycle: updates and all else by turns; of the others lowerings first, then advices and ends by turns.");
        comment!("@port free one may enter");
        comment!("@port upd_valid an update waits");
        comment!("@port settle_valid the engine has lowered a QP's own value");
        comment!("@port fetch_valid a QP's own value is to be lowered");
        comment!("@port advice_valid an advice waits");
        comment!("@port due_valid an advice has ended");
        comment!("@port upd_ready the update enters, if there is one; this does not depend on it");
        comment!("@port settle_goes that enters");
        comment!("@port fetch_goes that enters");
        comment!("@port advice_goes that enters");
        comment!("@port due_goes that enters");
        for _k in 0..self._ecc {
            comment!("@port scrub_valid a QP is to be scrubbed: of the others the first");
            comment!("@port scrub_goes that enters");
        }
        clock!(self, clock, others_turn, dues_turn);

        self.other.next =
            self.settle_valid.val() | self.fetch_valid.val() | self.advice_valid.val() | self.due_valid.val();
        for k in 0..self._ecc {
            self.other.next = self.other.val() | self.scrub_valid_opt[k].val();
        }
        self.may.next = self.free.val() & !(self.other.val() & self.others_turn.q.val());
        self.upd_ready.next = self.may.val();
        self.other_goes.next = self.free.val() & self.other.val() & (self.others_turn.q.val() | !self.upd_valid.val());
        self.others_turn.d.next =
            (self.others_turn.q.val() | (self.may.val() & self.upd_valid.val())) & !self.other_goes.val();

        for k in 0..self._ecc {
            self.scrub_goes_opt[k].next = self.other_goes.val() & self.scrub_valid_opt[k].val();
            self.other_goes.next = self.other_goes.val() & !self.scrub_valid_opt[k].val();
        }
        self.settle_goes.next = self.other_goes.val() & self.settle_valid.val();
        self.fetch_goes.next = self.other_goes.val() & !self.settle_valid.val() & self.fetch_valid.val();
        self.lesser.next = self.other_goes.val() & !self.settle_valid.val() & !self.fetch_valid.val();
        self.advice.next =
            self.lesser.val() & self.advice_valid.val() & !(self.due_valid.val() & self.dues_turn.q.val());
        self.due.next = self.lesser.val() & self.due_valid.val() & !self.advice.val();
        self.advice_goes.next = self.advice.val();
        self.due_goes.next = self.due.val();
        self.dues_turn.d.next = (self.dues_turn.q.val() | self.advice.val()) & !self.due.val();
    }
}
