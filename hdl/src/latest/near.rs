//! Next to the port: four records in registers, so that a word can go out in every cycle and still be the newest.

use super::records::{Record, Update};
use crate::prelude::*;

/// One of the four.
#[derive(LogicBlock, Default)]
pub struct Slot {
    pub clock: Signal<In, ClkRst>,
    pub load: Signal<In, Bit>,
    pub load_record: Signal<In, Record>,
    pub clear: Signal<In, Bit>,
    pub joins: Signal<In, Bit>,
    pub put: Signal<In, Update>,
    pub load_rate_opt: Vec<Signal<In, U<35>>>,
    pub put_rate_opt: Vec<Signal<In, U<35>>>,
    pub rate_opt: Vec<Signal<Out, U<35>>>,
    pub filled: Signal<Out, Bit>,
    pub qpn: Signal<Out, Qpn>,
    pub record: Signal<Out, Record>,

    kept: DReg<Record>,
    kept_rate_opt: Vec<DReg<U<35>>>,
    found: Signal<Local, Record>,
    result: Signal<Local, Record>,
    _rates: usize,
}

/// None or one.
fn option<T: Default>(rate: bool) -> Vec<T> {
    (0..rate.into()).map(|_| T::default()).collect()
}

impl Slot {
    fn with_rate(rate: bool) -> Self {
        Self {
            load_rate_opt: option(rate),
            put_rate_opt: option(rate),
            rate_opt: option(rate),
            kept_rate_opt: option(rate),
            _rates: rate.into(),
            ..Self::default()
        }
    }
}

impl Logic for Slot {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module latest_slot");
        comment!("@doc The record of a QP next to the port: the newest update joins it.");
        comment!("@port load load_record comes in place of what was there");
        comment!("@port clear what waits is forgotten; not with load");
        comment!("@port joins put joins what is there, or what comes");
        comment!("@port filled something waits");
        comment!("@port qpn index of the QP");
        clock!(self, clock, kept);

        self.found.next = self.kept.q.val();
        if self.clear.val() {
            self.found.next.limits = false;
            self.found.next.acks = false;
            self.found.next.sticky = 0.into();
            self.found.next.feedback = false;
        }
        if self.load.val() {
            self.found.next = self.load_record.val();
        }
        self.result.next = self.found.val();
        if self.joins.val() {
            self.result.next.limits = self.found.val().limits | self.put.val().limits;
            self.result.next.acks = self.found.val().acks | self.put.val().acks;
            self.result.next.feedback = self.found.val().feedback | self.put.val().feedback;
            if self.put.val().limits {
                self.result.next.alg = self.put.val().alg;
                self.result.next.window = self.put.val().window;
                self.result.next.pace = self.put.val().pace;
                self.result.next.own = self.put.val().own;
                self.result.next.sticky = self.found.val().sticky | self.put.val().sticky;
            }
            if self.put.val().acks {
                self.result.next.una = self.put.val().una;
            }
        }
        self.kept.d.next = self.result.val();
        self.filled.next = self.kept.q.val().limits | self.kept.q.val().acks;
        self.qpn.next = self.kept.q.val().qpn;
        self.record.next = self.kept.q.val();
        for k in 0..self._rates {
            clock!(self, clock, kept_rate_opt[k]);
            self.kept_rate_opt[k].d.next = self.kept_rate_opt[k].q.val();
            if self.load.val() {
                self.kept_rate_opt[k].d.next = self.load_rate_opt[k].val();
            }
            if self.joins.val() & self.put.val().limits {
                self.kept_rate_opt[k].d.next = self.put_rate_opt[k].val();
            }
            self.rate_opt[k].next = self.kept_rate_opt[k].q.val();
        }
    }
}

/// The four, and the port.
#[derive(LogicBlock, Default)]
pub struct Near {
    pub clock: Signal<In, ClkRst>,
    pub load: Signal<In, Bit>,
    pub load_record: Signal<In, Record>,
    pub load_rate_opt: Vec<Signal<In, U<35>>>,
    pub put_rate_opt: Vec<Signal<In, U<35>>>,
    pub m_upd_rate_opt: Vec<Signal<Out, U<35>>>,
    pub p2_qpn: Signal<In, Qpn>,
    pub p2_same: Signal<In, Bit>,
    pub put_valid: Signal<In, Bit>,
    pub put_same: Signal<In, Bit>,
    pub put: Signal<In, Update>,
    pub t2_qpn: Signal<In, Qpn>,
    pub t2_same: Signal<In, Bit>,
    pub clear: Signal<In, Bit>,
    pub drop_valid: Signal<In, Bit>,
    pub held: Signal<In, Bit>,
    pub next_held_qpn: Signal<In, Qpn>,
    pub takes: Signal<Out, Bit>,
    pub takes_filled: Signal<Out, Bit>,
    pub clears_filled: Signal<Out, Bit>,
    pub leaves: Signal<Out, Bit>,
    pub moves: Signal<Out, Bit>,
    pub m_upd_valid: Signal<Out, Bit>,
    pub m_upd_ready: Signal<In, Bit>,
    pub m_upd: Signal<Out, Record>,

    slot: [Slot; 4],
    valid: Reg<U<4>>,
    /// One bit each: the first of the four, and the next one that is loaded.
    first: Reg<U<4>>,
    last: Reg<U<4>>,
    /// One bit each: of this QP is the update, the drop, and the drop that is under way.
    match_put: DReg<U<4>>,
    match_clear: DReg<U<4>>,
    match_held: DReg<U<4>>,
    word_valid: Reg<Bit>,
    word: DReg<Record>,
    word_rate_opt: Vec<DReg<U<35>>>,

    is_filled: Signal<Local, U<4>>,
    same_put: Signal<Local, U<4>>,
    same_clear: Signal<Local, U<4>>,
    same_held: Signal<Local, U<4>>,
    head: Signal<Local, Record>,
    head_rate: Signal<Local, U<35>>,
    first_valid: Signal<Local, U<4>>,
    waits: Signal<Local, U<4>>,
    goes: Signal<Local, Bit>,
    gone: Signal<Local, Bit>,
    stays: Signal<Local, U<4>>,
    clears: Signal<Local, U<4>>,
    joins: Signal<Local, U<4>>,
    load_held: Signal<Local, Bit>,
    load_joins: Signal<Local, Bit>,
    load_filled: Signal<Local, Bit>,
    _rates: usize,
}

impl Near {
    pub fn with_rate(rate: bool) -> Self {
        Self {
            load_rate_opt: option(rate),
            put_rate_opt: option(rate),
            m_upd_rate_opt: option(rate),
            word_rate_opt: option(rate),
            slot: std::array::from_fn(|_| Slot::with_rate(rate)),
            first: Reg::new(1.into()),
            last: Reg::new(1.into()),
            _rates: rate.into(),
            ..Self::default()
        }
    }
}

impl Logic for Near {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module latest_near");
        comment!("@doc Four records next to the port, in the order in which they came, and the port. An update of a QP that stands here joins its record until that goes to the port. A record from which everything was dropped leaves without a word.");
        comment!("@port load load_record comes behind the others; there is room for it");
        comment!("@port p2_qpn the QP of the update that is put in the next cycle");
        comment!("@port p2_same it is that of load_record");
        comment!("@port put_valid put comes; it joins, if its QP stands here or is loaded");
        comment!("@port put_same its QP is that of load_record");
        comment!("@port t2_qpn the QP that clear is for in the next cycle");
        comment!("@port t2_same it is that of load_record");
        comment!("@port clear what waits of the QP that was t2_qpn is forgotten, if it stands here; not with load");
        comment!("@port drop_valid no word goes to the port in this cycle");
        comment!("@port held none of the QP that was next_held_qpn does");
        comment!("@port next_held_qpn the QP that held is for in the next cycle");
        comment!("@port takes put joins here, if it is valid");
        comment!("@port takes_filled something waited there");
        comment!("@port clears_filled clear forgets something");
        comment!("@port leaves the first record leaves");
        comment!("@port moves it goes to the port");
        comment!("@port m_upd_valid a word stands on the port");
        comment!("@port m_upd_ready it is taken");
        clock!(self, clock, valid, first, last, match_put, match_clear, match_held, word_valid, word);

        comment!("the first: to the port if that is free and no drop of its QP is under way; without a word if nothing waits");
        self.head.next = self.slot[0].record.val();
        self.is_filled.next = 0.into();
        for i in 0..4 {
            clock!(self, clock, slot[i]);
            if self.first.q.val().get_bit(i) {
                self.head.next = self.slot[i].record.val();
            }
            self.is_filled.next = self.is_filled.val().replace_bit(i, self.slot[i].filled.val());
        }
        self.first_valid.next = self.valid.q.val() & self.first.q.val();
        self.waits.next = 0.into();
        if self.held.val() {
            self.waits.next = self.match_held.q.val();
        }
        self.goes.next = (self.first_valid.val() & self.is_filled.val() & !self.waits.val()).any()
            & !self.drop_valid.val()
            & (!self.word_valid.q.val() | self.m_upd_ready.val());
        self.gone.next = self.goes.val() | (self.first_valid.val() & !self.is_filled.val()).any();
        self.first.d.next = self.first.q.val();
        self.stays.next = self.valid.q.val();
        if self.gone.val() {
            self.first.d.next = (self.first.q.val() << 1) | (self.first.q.val() >> 3);
            self.stays.next = self.valid.q.val() & !self.first.q.val();
        }
        self.last.d.next = self.last.q.val();
        self.valid.d.next = self.stays.val();
        if self.load.val() {
            self.last.d.next = (self.last.q.val() << 1) | (self.last.q.val() >> 3);
            self.valid.d.next = self.stays.val() | self.last.q.val();
        }

        comment!("the port: a field is 0 where the record has none");
        self.word_valid.d.next = self.goes.val() | (self.word_valid.q.val() & !self.m_upd_ready.val());
        self.word.d.next = self.word.q.val();
        if self.goes.val() {
            self.word.d.next = self.head.val();
            if !self.head.val().limits {
                self.word.d.next.alg = 0.into();
                self.word.d.next.window = 0.into();
                self.word.d.next.pace = 0.into();
                self.word.d.next.own = 0.into();
            }
            if !self.head.val().acks {
                self.word.d.next.una = 0.into();
            }
        }
        self.m_upd_valid.next = self.word_valid.q.val();
        self.m_upd.next = self.word.q.val();

        for k in 0..self._rates {
            clock!(self, clock, word_rate_opt[k]);
            self.head_rate.next = self.slot[0].rate_opt[k].val();
            for i in 0..4 {
                self.slot[i].load_rate_opt[k].next = self.load_rate_opt[k].val();
                self.slot[i].put_rate_opt[k].next = self.put_rate_opt[k].val();
                if self.first.q.val().get_bit(i) {
                    self.head_rate.next = self.slot[i].rate_opt[k].val();
                }
            }
            self.word_rate_opt[k].d.next = self.word_rate_opt[k].q.val();
            if self.goes.val() {
                self.word_rate_opt[k].d.next = self.head_rate.val();
                if !self.head.val().limits {
                    self.word_rate_opt[k].d.next = 0.into();
                }
            }
            self.m_upd_rate_opt[k].next = self.word_rate_opt[k].q.val();
        }

        comment!("which of the four an update or a drop meets is known a cycle ahead");
        self.load_held.next = self.load_record.val().qpn == self.next_held_qpn.val();
        self.same_put.next = 0.into();
        self.same_clear.next = 0.into();
        self.same_held.next = 0.into();
        for i in 0..4 {
            self.same_put.next = self.same_put.val().replace_bit(i, self.slot[i].qpn.val() == self.p2_qpn.val());
            self.same_clear.next = self.same_clear.val().replace_bit(i, self.slot[i].qpn.val() == self.t2_qpn.val());
            self.same_held.next =
                self.same_held.val().replace_bit(i, self.slot[i].qpn.val() == self.next_held_qpn.val());
            if self.load.val() & self.last.q.val().get_bit(i) {
                self.same_put.next = self.same_put.val().replace_bit(i, self.p2_same.val());
                self.same_clear.next = self.same_clear.val().replace_bit(i, self.t2_same.val());
                self.same_held.next = self.same_held.val().replace_bit(i, self.load_held.val());
            }
        }
        self.match_put.d.next = self.same_put.val();
        self.match_clear.d.next = self.same_clear.val();
        self.match_held.d.next = self.same_held.val();

        comment!("a drop, then the update. What leaves in this cycle is beyond both: what becomes of its place does not count");
        self.clears.next = 0.into();
        if self.clear.val() {
            self.clears.next = self.match_clear.q.val() & self.valid.q.val();
        }
        self.joins.next = self.match_put.q.val() & self.valid.q.val();
        self.load_joins.next = self.load.val() & self.put_same.val();
        for i in 0..4 {
            self.slot[i].load.next = self.load.val() & self.last.q.val().get_bit(i);
            self.slot[i].load_record.next = self.load_record.val();
            self.slot[i].clear.next = self.clears.val().get_bit(i);
            self.slot[i].joins.next = self.put_valid.val()
                & (self.joins.val().get_bit(i) | (self.load_joins.val() & self.last.q.val().get_bit(i)));
            self.slot[i].put.next = self.put.val();
        }
        self.load_filled.next = self.load_joins.val() & (self.load_record.val().limits | self.load_record.val().acks);
        self.takes.next = self.load_joins.val()
            | (self.joins.val().any() & !(self.gone.val() & (self.joins.val() & self.first.q.val()).any()));
        self.takes_filled.next =
            (self.joins.val() & self.is_filled.val() & !self.clears.val()).any() | self.load_filled.val();
        self.clears_filled.next = (self.clears.val() & self.is_filled.val()).any();
        self.leaves.next = self.gone.val();
        self.moves.next = self.goes.val();
    }
}
