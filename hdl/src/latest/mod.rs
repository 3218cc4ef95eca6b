#![doc = include_str!("../latest.md")]
//!
//! # Why these files
//!
//! Two sides change what waits of a QP, each once a cycle: updates, which bring, and the port, which takes. A memory
//! has one port that writes. So each side has memories that only it writes, and what waits is where the two differ.
//! Here are both sides; `reader` has their memories and the forwarding, `order` the queue, `near` what stands next to
//! the port. What ends in `_opt` is there where updates have a rate beside them, `limit`'s.

mod near;
mod reader;
mod records;

use crate::order::Order;
use crate::prelude::*;
use crate::prim::ecc::read_enable;
use layout::record::{Algorithm, Kind};
use near::Near;
use reader::Reader;
use records::{Limits, Put, Taken, Update};

/// The newest update of each QP, once.
#[derive(LogicBlock, Default)]
pub struct Latest {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub drop_valid: Signal<In, Bit>,
    pub drop_qpn: Signal<In, Qpn>,
    pub s_upd_valid: Signal<In, Bit>,
    pub s_upd_kind: Signal<In, KindCode>,
    pub s_upd_qpn: Signal<In, Qpn>,
    pub s_upd_alg: Signal<In, AlgCode>,
    pub s_upd_window: Signal<In, WindowWord>,
    pub s_upd_pace: Signal<In, PaceWord>,
    pub s_upd_flags: Signal<In, UpdateFlags>,
    pub s_upd_feedback: Signal<In, Bit>,
    pub s_upd_una_psn: Signal<In, PsnWord>,
    pub s_upd_rate_opt: Vec<Signal<In, U<35>>>,
    pub m_upd_valid: Signal<Out, Bit>,
    pub m_upd_ready: Signal<In, Bit>,
    pub m_upd_qpn: Signal<Out, Qpn>,
    pub m_upd_limits: Signal<Out, Bit>,
    pub m_upd_acks: Signal<Out, Bit>,
    pub m_upd_alg: Signal<Out, AlgCode>,
    pub m_upd_window: Signal<Out, WindowWord>,
    pub m_upd_pace: Signal<Out, PaceWord>,
    pub m_upd_flags: Signal<Out, UpdateFlags>,
    pub m_upd_feedback: Signal<Out, Bit>,
    pub m_upd_una_psn: Signal<Out, PsnWord>,
    pub m_upd_rate_opt: Vec<Signal<Out, U<35>>>,
    pub waiting: Signal<Out, U<QPS>>,
    pub joined: Signal<Out, U<32>>,

    /// What is kept of a QP, as updates find it, and what takes.
    of_put: Reader,
    of_take: Reader,
    /// What nobody reads but what takes.
    limits: Ram<Limits, QPN>,
    una: Ram<U<24>, QPN>,
    rates_opt: Vec<Ram<U<35>, QPN>>,
    order: Order,
    near: Near,

    p0_valid: Reg<Bit>,
    p1_valid: Reg<Bit>,
    p2_valid: Reg<Bit>,
    p3_valid: Reg<Bit>,
    p0: DReg<Update>,
    p1: DReg<Update>,
    p2: DReg<Update>,
    p3: DReg<Update>,
    p0_rate_opt: Vec<DReg<U<35>>>,
    p1_rate_opt: Vec<DReg<U<35>>>,
    p2_rate_opt: Vec<DReg<U<35>>>,
    p3_rate_opt: Vec<DReg<U<35>>>,
    /// What stands in t3 is of the same QP.
    p3_same: DReg<Bit>,

    t0_drop: Reg<Bit>,
    /// It stays until the next drop.
    t0_drop_qpn: DReg<Qpn>,
    t1_valid: Reg<Bit>,
    t2_valid: Reg<Bit>,
    t3_valid: Reg<Bit>,
    t1_drop: Reg<Bit>,
    t2_drop: Reg<Bit>,
    t3_drop: Reg<Bit>,
    t1_qpn: DReg<Qpn>,
    t2_qpn: DReg<Qpn>,
    t3_qpn: DReg<Qpn>,
    /// The update just ahead is of this QP, and writes as this reads.
    t1_meets: DReg<Bit>,
    t2_meets: DReg<Bit>,
    t3_limits: DReg<Limits>,
    t3_una: DReg<PsnWord>,
    t3_rate_opt: Vec<DReg<U<35>>>,
    /// Places next to the port that are taken, by what is on its way too.
    used: Reg<U<3>>,
    enters: Reg<Bit>,
    enters_qpn: DReg<Qpn>,
    /// Counted in the next cycle.
    has_begun: Reg<Bit>,
    has_joined: Reg<Bit>,
    has_moved: Reg<Bit>,
    has_forgotten: Reg<Bit>,
    waiting_count: Reg<U<QPS>>,
    joined_count: Reg<U<32>>,

    is_timer: Signal<Local, Bit>,
    is_dcqcn: Signal<Local, Bit>,
    t0_qpn: Signal<Local, Qpn>,
    takes: Signal<Local, Bit>,
    taken_new: Signal<Local, Taken>,
    t3_filled: Signal<Local, Bit>,
    t3_loads: Signal<Local, Bit>,
    t3_drops: Signal<Local, Bit>,
    meets: Signal<Local, Bit>,
    next_drop_qpn: Signal<Local, Qpn>,
    seen: Signal<Local, Taken>,
    filled: Signal<Local, Bit>,
    queued: Signal<Local, Bit>,
    put_new: Signal<Local, Put>,
    puts: Signal<Local, Bit>,
    begins: Signal<Local, Bit>,
    forgets: Signal<Local, Bit>,

    timer: Constant<U<3>>,
    dcqcn_p: Constant<U<4>>,
    dcqcn_d: Constant<U<4>>,
    places: Constant<U<3>>,
    _rates: usize,
    /// Their memory, where it has a read enable.
    _rate_reads: usize,
}

impl Latest {
    pub fn new() -> Self {
        Self::with_rate(false)
    }

    /// With a rate beside each update, which counts where its limits do.
    pub fn with_rate(rate: bool) -> Self {
        /// None or one.
        fn option<T: Default>(rate: bool) -> Vec<T> {
            (0..rate.into()).map(|_| T::default()).collect()
        }
        Self {
            s_upd_rate_opt: option(rate),
            m_upd_rate_opt: option(rate),
            rates_opt: option(rate),
            p0_rate_opt: option(rate),
            p1_rate_opt: option(rate),
            p2_rate_opt: option(rate),
            p3_rate_opt: option(rate),
            t3_rate_opt: option(rate),
            _rates: rate.into(),
            _rate_reads: if rate { read_enable(false).len() } else { 0 },
            of_put: Reader::new(),
            of_take: Reader::new(),
            order: Order::new(),
            near: Near::with_rate(rate),
            timer: Constant::new((Kind::Timer as u64).into()),
            dcqcn_p: Constant::new((Algorithm::DcqcnP as u64).into()),
            dcqcn_d: Constant::new((Algorithm::DcqcnD as u64).into()),
            places: Constant::new(4.into()),
            ..Self::default()
        }
    }
}

impl Logic for Latest {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module latest");
        comment!("@doc The newest update of each QP, once, for one that takes them slowly: what it did not take is joined with what comes.");
        comment!("@doc One in and one out a cycle, any mix of QPs; 11 cycles from s_upd to m_upd where nothing waits.");
        comment!("@port init_we nothing waits of the QP init_addr: each once behind a reset, while nothing comes");
        comment!("@port init_addr index of the QP");
        comment!("@port drop_valid what waits of a QP is forgotten; at most one in 4 cycles. An update of the same cycle stays");
        comment!("@port drop_qpn its index");
        comment!("@port s_upd_valid an update of the engine; always taken");
        comment!("@port s_upd_kind 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data@timer_kind");
        comment!("@port s_upd_qpn index of the QP");
        comment!("@port s_upd_alg the algorithm of the update");
        comment!("@port s_upd_window new window, in the algorithm's format");
        comment!("@port s_upd_pace new pace or rate, in the algorithm's format");
        comment!("@port s_upd_flags bits 3 to 0 of this update alone, 15 to 4 sticky");
        comment!("@port s_upd_feedback it goes to the sender (hpcc-rx)");
        comment!("@port s_upd_una_psn last PSN acknowledged@timer_una");
        comment!("@port m_upd_valid what waited of a QP; it stays until it is taken");
        comment!("@port m_upd_ready it is taken");
        comment!("@port m_upd_qpn index of the QP");
        comment!("@port m_upd_limits there are alg, window, pace and flags; else these are 0");
        comment!("@port m_upd_acks there is una_psn; else it is 0");
        comment!("@port m_upd_alg of the newest update with limits");
        comment!("@port m_upd_window likewise");
        comment!("@port m_upd_pace likewise");
        comment!(
            "@port m_upd_flags bits 3 to 0 likewise; 15 to 4 of any update with limits since the last word of this QP"
        );
        comment!("@port m_upd_feedback of any update since the last word of this QP");
        comment!("@port m_upd_una_psn of the newest update that has one");
        for _k in 0..self._rates {
            comment!("@port s_upd_rate greatest rate that advices allow; it counts where the limits do");
            comment!("@port m_upd_rate likewise");
        }
        comment!("@port waiting QPs of which something waits; what stands on the port waits no more");
        comment!("@port joined updates that found something of their QP waiting, modulo 2^32");
        comment!("@constant places slots beside the memory");
        comment!("@constant timer kind of an update that a timer has");
        comment!("@constant dcqcn codes of algorithms");
        clock!(self, clock, of_put, of_take, limits, una, order, near, p0_valid, p1_valid, p2_valid, p3_valid);
        clock!(self, clock, p0, p1, p2, p3, p3_same, t0_drop, t0_drop_qpn, t1_valid, t2_valid, t3_valid);
        clock!(self, clock, t1_drop, t2_drop, t3_drop, t1_qpn, t2_qpn, t3_qpn, t1_meets, t2_meets, t3_limits, t3_una);
        clock!(self, clock, used, enters, enters_qpn, has_begun, has_joined, has_moved, has_forgotten);
        clock!(self, clock, waiting_count, joined_count);

        comment!(
            "p0: the update. DCQCN says a rate with kind timer alone, and timer says nothing of what is acknowledged"
        );
        self.is_timer.next = self.s_upd_kind.val() == self.timer.val();
        self.is_dcqcn.next =
            (self.s_upd_alg.val() == self.dcqcn_p.val()) | (self.s_upd_alg.val() == self.dcqcn_d.val());
        self.p0_valid.d.next = self.s_upd_valid.val();
        self.p0.d.next.qpn = self.s_upd_qpn.val();
        self.p0.d.next.limits = self.is_timer.val() | !self.is_dcqcn.val();
        self.p0.d.next.acks = !self.is_timer.val();
        self.p0.d.next.alg = self.s_upd_alg.val();
        self.p0.d.next.window = self.s_upd_window.val();
        self.p0.d.next.pace = self.s_upd_pace.val();
        self.p0.d.next.own = self.s_upd_flags.val().get_bits::<4>(0);
        self.p0.d.next.sticky = self.s_upd_flags.val().get_bits::<12>(4);
        self.p0.d.next.feedback = self.s_upd_feedback.val();
        self.p0.d.next.una = self.s_upd_una_psn.val();

        comment!("t0: a drop, else the queue's head, if there will be a place for it next to the port");
        self.t0_drop.d.next = self.drop_valid.val();
        self.next_drop_qpn.next = self.t0_drop_qpn.q.val();
        if self.drop_valid.val() {
            self.next_drop_qpn.next = self.drop_qpn.val();
        }
        self.t0_drop_qpn.d.next = self.next_drop_qpn.val();
        self.t0_qpn.next = self.order.head_qpn.val();
        if self.t0_drop.q.val() {
            self.t0_qpn.next = self.t0_drop_qpn.q.val();
        }
        self.takes.next = self.order.head_valid.val()
            & !self.t0_drop.q.val()
            & ((self.used.q.val() != self.places.val()) | self.near.leaves.val());
        self.order.pop.next = self.takes.val();
        self.used.d.next = self.used.q.val() + bits::<3>(self.takes.val()) - bits::<3>(self.near.leaves.val());

        comment!("t3: what is taken goes next to the port; of what is dropped its place in the queue stays");
        self.t3_filled.next = self.of_take.s3_put.val().turn ^ self.of_take.s3_taken.val().turn;
        self.t3_loads.next = self.t3_valid.q.val() & !self.t3_drop.q.val();
        self.t3_drops.next = self.t3_valid.q.val() & self.t3_drop.q.val();
        self.taken_new.next.turn = self.of_take.s3_put.val().turn;
        self.taken_new.next.place = self.of_take.s3_put.val().place;
        if self.t3_drop.q.val() {
            self.taken_new.next.place = self.of_take.s3_taken.val().place;
        }
        self.near.load.next = self.t3_loads.val();
        self.near.load_record.next.qpn = self.t3_qpn.q.val();
        self.near.load_record.next.limits = self.t3_filled.val() & self.of_take.s3_put.val().limits;
        self.near.load_record.next.acks = self.t3_filled.val() & self.of_take.s3_put.val().acks;
        self.near.load_record.next.feedback = self.t3_filled.val() & self.of_take.s3_put.val().feedback;
        self.near.load_record.next.sticky = 0.into();
        if self.t3_filled.val() {
            self.near.load_record.next.sticky = self.of_take.s3_put.val().sticky;
        }
        self.near.load_record.next.alg = self.t3_limits.q.val().alg;
        self.near.load_record.next.window = self.t3_limits.q.val().window;
        self.near.load_record.next.pace = self.t3_limits.q.val().pace;
        self.near.load_record.next.own = self.t3_limits.q.val().own;
        self.near.load_record.next.una = self.t3_una.q.val();
        self.near.clear.next = self.t3_drops.val();

        comment!("p3: the update, behind what stands in t3. It joins what is next to the port, or else what waits in the memories");
        self.near.put_valid.next = self.p3_valid.q.val();
        self.near.put_same.next = self.p3_same.q.val();
        self.near.put.next = self.p3.q.val();
        self.seen.next = self.of_put.s3_taken.val();
        if self.t3_valid.q.val() & self.p3_same.q.val() {
            self.seen.next = self.taken_new.val();
        }
        self.filled.next = self.of_put.s3_put.val().turn ^ self.seen.val().turn;
        self.queued.next = self.of_put.s3_put.val().place ^ self.seen.val().place;
        self.put_new.next.place = !self.seen.val().place;
        self.put_new.next.turn = !self.seen.val().turn;
        self.put_new.next.limits = self.p3.q.val().limits;
        self.put_new.next.acks = self.p3.q.val().acks;
        self.put_new.next.feedback = self.p3.q.val().feedback;
        self.put_new.next.sticky = 0.into();
        if self.p3.q.val().limits {
            self.put_new.next.sticky = self.p3.q.val().sticky;
        }
        if self.filled.val() {
            self.put_new.next.limits = self.p3.q.val().limits | self.of_put.s3_put.val().limits;
            self.put_new.next.acks = self.p3.q.val().acks | self.of_put.s3_put.val().acks;
            self.put_new.next.feedback = self.p3.q.val().feedback | self.of_put.s3_put.val().feedback;
            self.put_new.next.sticky = self.of_put.s3_put.val().sticky;
            if self.p3.q.val().limits {
                self.put_new.next.sticky = self.p3.q.val().sticky | self.of_put.s3_put.val().sticky;
            }
        }
        self.puts.next = self.p3_valid.q.val() & !self.near.takes.val();
        self.enters.d.next = self.puts.val() & !self.queued.val();
        self.enters_qpn.d.next = self.p3.q.val().qpn;
        self.order.push.next = self.enters.q.val();
        self.order.push_qpn.next = self.enters_qpn.q.val();

        comment!("p0 to p3, t0 to t3: what is kept of the QP is read");
        self.of_put.init_we.next = self.init_we.val();
        self.of_put.init_addr.next = self.init_addr.val();
        self.of_put.s0_qpn.next = self.p0.q.val().qpn;
        self.of_put.s1_qpn.next = self.p1.q.val().qpn;
        for k in 0..self.of_put.re_opt.len() {
            self.of_put.re_opt[k].next = self.p0_valid.q.val();
        }
        self.of_put.puts.next = self.puts.val();
        self.of_put.put_qpn.next = self.p3.q.val().qpn;
        self.of_put.put_new.next = self.put_new.val();
        self.of_put.put_next_qpn.next = self.p2.q.val().qpn;
        self.of_put.takes.next = self.t3_valid.q.val();
        self.of_put.take_qpn.next = self.t3_qpn.q.val();
        self.of_put.take_new.next = self.taken_new.val();
        self.of_put.take_next_qpn.next = self.t2_qpn.q.val();
        self.of_take.init_we.next = self.init_we.val();
        self.of_take.init_addr.next = self.init_addr.val();
        self.of_take.s0_qpn.next = self.t0_qpn.val();
        self.of_take.s1_qpn.next = self.t1_qpn.q.val();
        for k in 0..self.of_take.re_opt.len() {
            self.of_take.re_opt[k].next = self.t0_drop.q.val() | self.takes.val();
        }
        self.of_take.puts.next = self.puts.val();
        self.of_take.put_qpn.next = self.p3.q.val().qpn;
        self.of_take.put_new.next = self.put_new.val();
        self.of_take.put_next_qpn.next = self.p2.q.val().qpn;
        self.of_take.takes.next = self.t3_valid.q.val();
        self.of_take.take_qpn.next = self.t3_qpn.q.val();
        self.of_take.take_new.next = self.taken_new.val();
        self.of_take.take_next_qpn.next = self.t2_qpn.q.val();
        self.p1_valid.d.next = self.p0_valid.q.val();
        self.p1.d.next = self.p0.q.val();
        self.p2_valid.d.next = self.p1_valid.q.val();
        self.p2.d.next = self.p1.q.val();
        self.p3_valid.d.next = self.p2_valid.q.val();
        self.p3.d.next = self.p2.q.val();
        self.p3_same.d.next = self.t2_qpn.q.val() == self.p2.q.val().qpn;
        self.t1_valid.d.next = self.t0_drop.q.val() | self.takes.val();
        self.t1_drop.d.next = self.t0_drop.q.val();
        self.t1_qpn.d.next = self.t0_qpn.val();
        self.t2_valid.d.next = self.t1_valid.q.val();
        self.t2_drop.d.next = self.t1_drop.q.val();
        self.t2_qpn.d.next = self.t1_qpn.q.val();
        self.t3_valid.d.next = self.t2_valid.q.val();
        self.t3_drop.d.next = self.t2_drop.q.val();
        self.t3_qpn.d.next = self.t2_qpn.q.val();
        self.near.p2_qpn.next = self.p2.q.val().qpn;
        self.near.p2_same.next = self.of_put.s2_same.val();
        self.near.t2_qpn.next = self.t2_qpn.q.val();
        self.near.t2_same.next = self.of_take.s2_same.val();

        comment!("p1: limits and una are written at once, for an update replaces them. What takes reads those of the update just");
        comment!("ahead an edge too early: that one brings them along");
        self.limits.we.next = self.p1_valid.q.val() & self.p1.q.val().limits;
        self.limits.waddr.next = self.p1.q.val().qpn;
        self.limits.wdata.next.alg = self.p1.q.val().alg;
        self.limits.wdata.next.window = self.p1.q.val().window;
        self.limits.wdata.next.pace = self.p1.q.val().pace;
        self.limits.wdata.next.own = self.p1.q.val().own;
        self.una.we.next = self.p1_valid.q.val() & self.p1.q.val().acks;
        self.una.waddr.next = self.p1.q.val().qpn;
        self.una.wdata.next = self.p1.q.val().una;
        self.meets.next = self.p1_valid.q.val() & (self.p1.q.val().qpn == self.t0_qpn.val());
        self.t1_meets.d.next = self.meets.val();
        self.t2_meets.d.next = self.t1_meets.q.val();
        self.limits.raddr.next = self.t0_qpn.val();
        self.una.raddr.next = self.t0_qpn.val();
        for k in 0..self.limits.re_opt.len() {
            self.limits.re_opt[k].next = self.t0_drop.q.val() | self.takes.val();
        }
        for k in 0..self.una.re_opt.len() {
            self.una.re_opt[k].next = self.t0_drop.q.val() | self.takes.val();
        }
        self.t3_limits.d.next = self.limits.rdata.val();
        if self.t2_meets.q.val() & self.p3.q.val().limits {
            self.t3_limits.d.next.alg = self.p3.q.val().alg;
            self.t3_limits.d.next.window = self.p3.q.val().window;
            self.t3_limits.d.next.pace = self.p3.q.val().pace;
            self.t3_limits.d.next.own = self.p3.q.val().own;
        }
        self.t3_una.d.next = self.una.rdata.val();
        if self.t2_meets.q.val() & self.p3.q.val().acks {
            self.t3_una.d.next = self.p3.q.val().una;
        }

        comment!("the port, and what is counted");
        self.near.drop_valid.next = self.drop_valid.val();
        self.near.held.next = self.t0_drop.q.val() | self.t1_drop.q.val() | self.t2_drop.q.val() | self.t3_drop.q.val();
        self.near.next_held_qpn.next = self.next_drop_qpn.val();
        self.near.m_upd_ready.next = self.m_upd_ready.val();
        self.m_upd_valid.next = self.near.m_upd_valid.val();
        self.m_upd_qpn.next = self.near.m_upd.val().qpn;
        self.m_upd_limits.next = self.near.m_upd.val().limits;
        self.m_upd_acks.next = self.near.m_upd.val().acks;
        self.m_upd_alg.next = self.near.m_upd.val().alg;
        self.m_upd_window.next = self.near.m_upd.val().window;
        self.m_upd_pace.next = self.near.m_upd.val().pace;
        self.m_upd_flags.next = (bits::<16>(self.near.m_upd.val().sticky) << 4) | bits::<16>(self.near.m_upd.val().own);
        self.m_upd_feedback.next = self.near.m_upd.val().feedback;
        self.m_upd_una_psn.next = self.near.m_upd.val().una;
        self.begins.next = (self.puts.val() & !self.filled.val())
            | (self.p3_valid.q.val() & self.near.takes.val() & !self.near.takes_filled.val());
        self.forgets.next = self.t3_drops.val() & (self.t3_filled.val() | self.near.clears_filled.val());
        self.has_begun.d.next = self.begins.val();
        self.has_joined.d.next = self.p3_valid.q.val() & !self.begins.val();
        self.has_moved.d.next = self.near.moves.val();
        self.has_forgotten.d.next = self.forgets.val();
        self.waiting_count.d.next = self.waiting_count.q.val() + bits::<QPS>(self.has_begun.q.val())
            - bits::<QPS>(self.has_moved.q.val())
            - bits::<QPS>(self.has_forgotten.q.val());
        self.joined_count.d.next = self.joined_count.q.val() + bits::<32>(self.has_joined.q.val());
        self.waiting.next = self.waiting_count.q.val();
        self.joined.next = self.joined_count.q.val();

        for k in 0..self._rate_reads {
            self.rates_opt[k].re_opt[k].next = self.t0_drop.q.val() | self.takes.val();
        }
        for k in 0..self._rates {
            comment!("the rate beside the limits, as they");
            clock!(self, clock, rates_opt[k], p0_rate_opt[k], p1_rate_opt[k], p2_rate_opt[k], p3_rate_opt[k]);
            clock!(self, clock, t3_rate_opt[k]);
            self.p0_rate_opt[k].d.next = self.s_upd_rate_opt[k].val();
            self.p1_rate_opt[k].d.next = self.p0_rate_opt[k].q.val();
            self.p2_rate_opt[k].d.next = self.p1_rate_opt[k].q.val();
            self.p3_rate_opt[k].d.next = self.p2_rate_opt[k].q.val();
            self.rates_opt[k].we.next = self.p1_valid.q.val() & self.p1.q.val().limits;
            self.rates_opt[k].waddr.next = self.p1.q.val().qpn;
            self.rates_opt[k].wdata.next = self.p1_rate_opt[k].q.val();
            self.rates_opt[k].raddr.next = self.t0_qpn.val();
            self.t3_rate_opt[k].d.next = self.rates_opt[k].rdata.val();
            if self.t2_meets.q.val() & self.p3.q.val().limits {
                self.t3_rate_opt[k].d.next = self.p3_rate_opt[k].q.val();
            }
            self.near.load_rate_opt[k].next = self.t3_rate_opt[k].q.val();
            self.near.put_rate_opt[k].next = self.p3_rate_opt[k].q.val();
            self.m_upd_rate_opt[k].next = self.near.m_upd_rate_opt[k].val();
        }
    }
}
