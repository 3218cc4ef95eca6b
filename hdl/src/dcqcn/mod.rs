#![doc = include_str!("../dcqcn.md")]
//!
//! # Why this file
//!
//! Counts of events, the list of active QPs and the arithmetic of a period meet here: what each of them writes, no
//! other writes.

mod construct;
pub mod list;
mod page;
pub mod published;
pub mod stages;
pub mod step;
pub mod twice;
pub(crate) mod unit;

pub use page::DcqcnPage;
pub use unit::DcqcnUnit;

use crate::design::{boxed, Block};
use crate::prelude::*;
use crate::records::LowerRate;
use crate::rewrite::RewriteEcc;
use list::{Entry, List};
use published::{Form, Timers};
use stages::*;
use step::Step;

/// To be built alone.
pub(crate) const BLOCKS: [Block; 1] =
    [("dcqcn", |c| Ok(boxed(|| Dcqcn::checked(c.rtl.ecc, c.engine.fcr, c.dcqcn.published))))];

/// DCQCN-p and DCQCN-d of all queue pairs.
#[derive(LogicBlock)]
pub struct Dcqcn {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub set_we: Signal<In, Bit>,
    pub set_index: Signal<In, SetIndex>,
    pub set: Signal<In, DcqcnSet>,
    pub cfg_period: Signal<In, U<19>>,
    pub cfg_jitter_mask: Signal<In, U<12>>,
    pub cfg_seed: Signal<In, U<16>>,
    pub hold: Signal<In, Bit>,
    pub issued_valid: Signal<In, Bit>,
    pub issued_cnp: Signal<In, Bit>,
    pub issued_cnps: Signal<In, U<14>>,
    pub issued_qpn: Signal<In, Qpn>,
    pub host_valid: Signal<In, Bit>,
    pub host_write: Signal<In, Bit>,
    pub host_qpn: Signal<In, Qpn>,
    pub host: Signal<In, DcqcnStored>,
    pub host_ends: Signal<Out, Bit>,
    pub read: Signal<Out, DcqcnRead>,
    pub out_valid: Signal<Out, Bit>,
    pub out_ready: Signal<In, Bit>,
    pub out_qpn: Signal<Out, Qpn>,
    pub out_rate: Signal<Out, SendRate>,
    pub out_flags: Signal<Out, U<10>>,
    pub visits: Signal<Out, U<48>>,
    pub late_cycles: Signal<Out, U<48>>,
    pub late_worst: Signal<Out, U<19>>,
    pub lower_opt: Vec<Signal<In, LowerRate>>,
    pub ecc_opt: Vec<Signal<In, RewriteEcc>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,
    pub rom_opt: Vec<Signal<Out, RomFault>>,
    pub form_opt: Vec<Signal<In, Form>>,
    pub read_timers_opt: Vec<Signal<Out, Timers>>,

    // events
    counts: Ram<Count, QPN>,
    marks: Ram<Mark, QPN>,
    e0_valid: Reg<Bit>,
    e1_valid: Reg<Bit>,
    e2_valid: Reg<Bit>,
    e3_valid: Reg<Bit>,
    e4_valid: Reg<Bit>,
    e3_wakes: Reg<Bit>,
    e0: DReg<Event>,
    e1: DReg<Event>,
    e2: DReg<Event>,
    e3: DReg<Counting>,
    e4: DReg<Counted>,
    e5: DReg<Count>,
    /// Whether the event one, two, three or four ahead is of its QP.
    e1_ahead_1: DReg<Bit>,
    e1_ahead_2: DReg<Bit>,
    e1_ahead_3: DReg<Bit>,
    e1_ahead_4: DReg<Bit>,
    /// e2: epoch and `listed` of the newest of the events two, three and four ahead.
    e2_older: DReg<Mark>,
    /// The sums of the event three ahead, or else four, if it is of its QP; 0 otherwise, and behind one just ahead.
    e2_third: DReg<Sums>,
    e2_fourth: DReg<Sums>,
    /// Which count is the newest: the RAM's, or that of the event four or three, two or one ahead.
    e2_from: DReg<U<2>>,
    e2_ahead_1: DReg<Bit>,
    e2_ahead_2: DReg<Bit>,
    /// A visit of its QP is in s1, or it is an initialisation; in s2; in s3.
    e2_at_s1: DReg<Bit>,
    e2_at_s2: DReg<Bit>,
    e2_at_s3: DReg<Bit>,
    /// In s4 or s5; in s6: it has its mark, which the RAM has not.
    e2_marked: DReg<Bit>,
    e2_at_s6: DReg<Bit>,
    /// The event just ahead is of its QP and the first of a period: what it adds is the count, and all that `chosen`
    /// leaves is 0.
    follows_fresh: Signal<Local, Bit>,
    chosen: Signal<Local, U<2>>,
    cnp_from: Mux4<17>,
    tx_from: Mux4<17>,
    newest: Signal<Local, Mark>,
    mark: Signal<Local, Mark>,
    /// The first of its QP behind a visit.
    begins: Signal<Local, Bit>,
    follows: Signal<Local, Bit>,
    fresh: Signal<Local, Bit>,
    clears: Signal<Local, Bit>,
    cnp_all: Signal<Local, U<17>>,
    first_cnps: Signal<Local, U<14>>,
    tx_sum: Signal<Local, U<16>>,
    cnp_full: Signal<Local, Bit>,
    tx_full: Signal<Local, Bit>,
    counted: Signal<Local, Count>,
    ahead_1: Signal<Local, Bit>,
    ahead_2: Signal<Local, Bit>,
    ahead_3: Signal<Local, Bit>,
    ahead_4: Signal<Local, Bit>,
    is_va: Signal<Local, Bit>,
    is_vb: Signal<Local, Bit>,
    is_vc: Signal<Local, Bit>,
    at_s0: Signal<Local, Bit>,
    at_s1: Signal<Local, Bit>,
    at_s2: Signal<Local, Bit>,
    at_s3: Signal<Local, Bit>,
    at_s4: Signal<Local, Bit>,
    at_s5: Signal<Local, Bit>,

    // time
    lfsr: Reg<U<16>>,
    now: Reg<U<20>>,
    /// The oldest is 2^18 cycles late or more: time stands still.
    frozen: Reg<Bit>,
    /// It a cycle ago.
    now_1: Reg<U<20>>,
    /// 33 ahead of it: with what a visit takes until its QP is in the list again, a period has 40 cycles more than
    /// cfg_period.
    ahead: Reg<U<20>>,
    jitter: DReg<U<12>>,
    length: DReg<U<20>>,
    due: DReg<U<20>>,

    // the lists
    active: List<Entry, QPN>,
    woken: List<Qpn, QPN>,
    late: Signal<Local, U<20>>,
    second_late: Signal<Local, U<20>>,
    late_1: Signal<Local, U<20>>,
    /// A cycle ago the oldest, or the second, was not due; and the second became the oldest.
    head_early: DReg<Bit>,
    second_early: DReg<Bit>,
    comes: DReg<Bit>,
    early: Signal<Local, Bit>,
    kept: Signal<Local, Bit>,
    /// The oldest of the list is due, and its QP is not kept for the host.
    ripe: Reg<Bit>,
    /// Fewer than 32 updates waited a cycle ago.
    has_room: Reg<Bit>,
    ripe_late: DReg<U<19>>,
    visits_one: Signal<Local, Bit>,
    host_count: Reg<U<6>>,
    host_enters: Signal<Local, Bit>,
    /// Negative: none was as late as this one.
    less_late: Signal<Local, U<20>>,
    visits_count: Reg<U<48>>,
    late_sum: Reg<U<48>>,
    late_most: Reg<U<19>>,

    // the visit
    contexts: Ram<Context, QPN>,
    rests: Ram<Rest, QPN>,
    e0_reads: Signal<Local, Bit>,
    swept_counts: Ram<Count, QPN>,
    swept_marks: Ram<Mark, QPN>,
    s0_valid: Reg<Bit>,
    s1_valid: Reg<Bit>,
    s2_valid: Reg<Bit>,
    s3_valid: Reg<Bit>,
    s4_valid: Reg<Bit>,
    s5_valid: Reg<Bit>,
    /// s2, or an initialisation.
    s2_init: Reg<Bit>,
    va: DReg<Visit>,
    /// The QP whose context is read.
    s2_qpn: DReg<Qpn>,
    vb: DReg<Visit>,
    vc: DReg<Visit>,
    s4_read: DReg<Seen>,
    s3_drops: Signal<Local, Bit>,
    s4_mark: Signal<Local, Mark>,
    s6_mark: DReg<Mark>,
    meets: Signal<Local, Bit>,
    s1_meets: DReg<Bit>,
    s2_meets: DReg<Bit>,
    s2_met: DReg<Bit>,
    s3_meets: DReg<Bit>,
    /// s3: the count of the event in e3, or else in e4, while the visit was in s1; 0 if it is not of its QP.
    s3_newest: DReg<Count>,
    s3_newer: DReg<Count>,
    s2_came: DReg<Bit>,
    s3_came: DReg<Bit>,
    s3_count: Signal<Local, Count>,
    s3_flips: Signal<Local, Bit>,
    s4_rest: DReg<Rest>,
    s4_cnp: DReg<U<16>>,
    s4_tx: DReg<U<16>>,
    s5_pushes: Reg<Bit>,
    s4_marks: Reg<Bit>,
    has_events: Signal<Local, Bit>,
    held: DReg<DcqcnRead>,

    // the step
    /// Bit k: stage s(k + 5) holds a step, an operation of the host or an initialisation.
    valid: Reg<U<35>>,
    s5: DReg<Period>,
    visits_4: Delay<Visits>,
    /// The visit in s39.
    visit: DReg<Visit>,
    step: Step,
    steps_end: Signal<Local, Bit>,
    ends_host: Signal<Local, Bit>,
    stores: Signal<Local, Bit>,
    s39_updates: Reg<Bit>,
    s39_writes: Reg<Bit>,
    s39_rests: Reg<Bit>,
    updates: List<Update, 6>,

    // FCR's lowering: a read of the host that lowers RC
    given: Signal<Local, LowerRate>,
    /// An event of its QP is in e2 while it is in s1, s2, s3; one was by s2, s3, s4.
    l1_event_opt: Vec<DReg<Bit>>,
    l2_event_opt: Vec<DReg<Bit>>,
    l3_event_opt: Vec<DReg<Bit>>,
    l2_came_opt: Vec<DReg<Bit>>,
    l3_came_opt: Vec<DReg<Bit>>,
    l4_came_opt: Vec<DReg<Bit>>,
    /// s4: its QP was in no list.
    l4_out_opt: Vec<DReg<Bit>>,
    /// s5: it has entered it.
    l5_woke_opt: Vec<DReg<Bit>>,
    /// Its RC was above, and the context that is left.
    l5_opt: Vec<DReg<Lowered>>,
    is_lowering: Signal<Local, Bit>,
    at_va: Signal<Local, Bit>,
    at_vb: Signal<Local, Bit>,
    at_vc: Signal<Local, Bit>,
    fine: Signal<Local, U<36>>,
    is_above: Signal<Local, Bit>,
    wakes: Signal<Local, Bit>,
    to_lower: Signal<Local, Lowered>,
    /// Where `host_count` is this, the host's operation enters: no period of its QP is under way any more.
    host_at: Constant<U<6>>,
    /// Half of it: in the two cycles ahead of that no visit begins.
    before_host: Constant<U<5>>,
    lowered: Signal<Local, Lowered>,

    // check bits: an event that counts nothing, and writes its QP's counts back
    e0_keeps_opt: Vec<Reg<Bit>>,
    e1_keeps_opt: Vec<Reg<Bit>>,
    e2_keeps_opt: Vec<Reg<Bit>>,
    e3_keeps_opt: Vec<Reg<Bit>>,
    /// What a read of the host has found beside `held`.
    found_rest_opt: Vec<DReg<FoundRest>>,
    ecc_in: Signal<Local, RewriteEcc>,
    of_lists: Signal<Local, Fault>,
    of_woken: Signal<Local, Fault>,
    of_events: Signal<Local, Fault>,
    of_event_marks: Signal<Local, Fault>,
    of_contexts: Signal<Local, Fault>,
    of_timers: Signal<Local, Fault>,
    of_rests: Signal<Local, Fault>,
    of_counts: Signal<Local, Fault>,
    of_marks: Signal<Local, Fault>,
    all_fault: Signal<Local, Fault>,
    to_keep: Signal<Local, FoundRest>,
    rest_back: Signal<Local, FoundRest>,

    // the published form: what a context has more, and ten stages more
    timers_opt: Vec<Ram<Timers, QPN>>,
    s5_timers_opt: Vec<DReg<Timers>>,
    held_timers_opt: Vec<DReg<Timers>>,
    /// Bit k: stage ak holds something; bit 10: s39.
    later_opt: Vec<Reg<U<11>>>,
    visit_a_opt: Vec<Delay<Visit>>,
    _fcr: usize,
    _ecc: usize,
    _published: usize,
    /// With check bits too.
    _kept: usize,
    /// The timers' memory, where it has a read enable.
    _timer_reads: usize,
}

// `!=` in place of `!(==)` takes ten LUT4 more of an ECP5, by the order in which synthesis sees it
#[allow(clippy::nonminimal_bool)]
impl Logic for Dcqcn {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module dcqcn");
        comment!("@doc DCQCN-p and DCQCN-d: counts CNPs and packets of each QP, and gives each active QP its control period: a new rate.");
        comment!("@doc One event a cycle and one step every second, each with ports of its own to what it keeps.");
        comment!("@port init_we writes zeros at init_addr, while nothing is under way; clears nothing else");
        comment!("@port init_addr index of the QP that is reset");
        comment!("@port set_we writes a parameter set, while no step of that set is under way");
        comment!("@port set_index which of the 16");
        comment!("@port cfg_period cycles of a control period beyond @stretch, below 2^19 - 2^13");
        comment!("@port cfg_jitter_mask 2^jitter - 1: each period is longer by up to so many cycles");
        comment!(
            "@port cfg_seed state of the LFSR behind an initialisation, and while cfg_jitter_mask is 0; not all ones"
        );
        comment!("@port hold no period begins in the next cycle");
        comment!("@port issued_valid an event; always taken");
        comment!("@port issued_cnp 1 CNPs came, 0 a packet was sent");
        comment!("@port issued_cnps with issued_cnp: how many, one at least");
        comment!("@port issued_qpn index of the QP");
        comment!("@port host_valid the host reads or writes a context; all host_* are held until host_ends");
        comment!("@port host_write a write, which also clears what was counted");
        comment!("@port host_qpn index of the QP");
        comment!("@port host_ends the operation is done; of a read, read_* are valid");
        comment!("@port out_valid a QP's new rate");
        comment!("@port out_ready it is taken");
        comment!("@port out_qpn index of the QP");
        comment!("@port out_rate current rate, bytes per ns, U7.28");
        comment!("@port out_flags bit 0 paced, 1 floor, 2 sat, 4 cut, 5 recovery, 6 active, @tick_flags");
        comment!("@port visits control periods that the sweep has begun");
        comment!("@port late_cycles cycles by which they were late, together");
        comment!("@port late_worst cycles by which one was late, at most");
        for _k in 0..self._published {
            comment!(
                "@doc Ten stages more, for the published form: what is called s38 and s39 here is ten cycles later."
            );
        }
        for _k in 0..self._ecc {
            comment!("@port ecc_rewrite with issued_valid: the event counts nothing, and its QP's counts are written back as they are");
            comment!("@port fault_corrected a word had one wrong bit, which was corrected: 3 cycles behind its event or s1, or as it leaves a list");
            comment!("@port rom_parity a word of the reciprocal's table had a wrong bit");
        }
        comment!(
            "@constant host_at cycles from a request of the host to its operation: the last step of its QP has ended"
        );
        comment!(
            "@constant before_host HOST_AT / 2 - 1: host_count without its lowest bit, in the two cycles ahead of it"
        );
        clock!(self, clock, counts, marks, e0_valid, e1_valid, e2_valid, e3_valid, e4_valid, e3_wakes, e0, e1, e2, e3);
        clock!(
            self, clock, e4, e5, e1_ahead_1, e1_ahead_2, e1_ahead_3, e1_ahead_4, e2_older, e2_third, e2_fourth,
            e2_from, e2_ahead_1, e2_ahead_2, e2_at_s1, e2_at_s2, e2_at_s3, e2_marked, e2_at_s6, s5_valid, s6_mark,
            s4_marks, lfsr, now, frozen, has_room, ahead, jitter, length
        );
        clock!(self, clock, due, active, woken, ripe, ripe_late, host_count, visits_count, late_sum, late_most);
        clock!(
            self,
            clock,
            contexts,
            rests,
            swept_counts,
            swept_marks,
            s0_valid,
            s1_valid,
            s2_valid,
            s3_valid,
            s4_valid,
            s5_pushes
        );
        clock!(self, clock, s2_init, va, vb, vc, s4_read, s1_meets, s2_meets, s2_met, s3_meets, s2_came, s3_came);
        clock!(self, clock, s3_newest, s3_newer, held, valid, s5, visits_4, visit, step, updates);
        clock!(
            self,
            clock,
            s2_qpn,
            now_1,
            head_early,
            second_early,
            comes,
            s4_rest,
            s4_cnp,
            s4_tx,
            s39_updates,
            s39_writes,
            s39_rests
        );

        comment!("s0 to s3: a visit stands in va for two cycles and then in vb; in s1 counts and mark are read, in s2 the context. An initialisation comes to vb");
        self.contexts.raddr.next = self.s2_qpn.q.val();
        self.s2_qpn.d.next = self.va.q.val().qpn;
        self.rests.raddr.next = self.va.q.val().qpn;
        self.swept_counts.raddr.next = self.va.q.val().qpn;
        self.swept_marks.raddr.next = self.va.q.val().qpn;
        self.s1_valid.d.next = self.s0_valid.q.val();
        self.s2_valid.d.next = self.s1_valid.q.val();
        self.s3_valid.d.next = self.s2_valid.q.val();
        self.s4_valid.d.next = self.s3_valid.q.val() | self.s2_init.q.val();
        self.s5_valid.d.next = self.s4_valid.q.val();
        self.s2_init.d.next = self.init_we.val();
        self.vb.d.next = self.vb.q.val();
        if self.s1_valid.q.val() {
            self.vb.d.next = self.va.q.val();
        }
        if self.init_we.val() {
            self.vb.d.next.host = false;
            self.vb.d.next.write = false;
            self.vb.d.next.init = true;
            self.vb.d.next.qpn = self.init_addr.val();
        }
        self.vc.d.next = self.vc.q.val();
        if self.s3_valid.q.val() | self.s2_init.q.val() {
            self.vc.d.next = self.vb.q.val();
        }

        comment!("e0 and e1: is it of the QP of an event ahead, or of a visit?");
        self.e0_valid.d.next = self.issued_valid.val() | self.init_we.val();
        self.e0.d.next.qpn = self.issued_qpn.val();
        if self.init_we.val() {
            self.e0.d.next.qpn = self.init_addr.val();
        }
        self.e0.d.next.cnp = self.issued_cnp.val() & !self.init_we.val();
        self.e0.d.next.cnps = self.issued_cnps.val();
        self.e0.d.next.tx = !self.issued_cnp.val() & !self.init_we.val();
        self.counts.raddr.next = self.e0.q.val().qpn;
        self.marks.raddr.next = self.e0.q.val().qpn;
        self.e1_valid.d.next = self.e0_valid.q.val();
        self.e1.d.next = self.e0.q.val();
        self.ahead_1.next = self.e1_valid.q.val() & (self.e1.q.val().qpn == self.e0.q.val().qpn);
        self.ahead_2.next = self.e2_valid.q.val() & (self.e2.q.val().qpn == self.e0.q.val().qpn);
        self.ahead_3.next = self.e3_valid.q.val() & (self.e3.q.val().qpn == self.e0.q.val().qpn);
        self.ahead_4.next = self.e4_valid.q.val() & (self.e4.q.val().qpn == self.e0.q.val().qpn);
        self.e1_ahead_1.d.next = self.ahead_1.val();
        self.e1_ahead_2.d.next = self.ahead_2.val();
        self.e1_ahead_3.d.next = self.ahead_3.val();
        self.e1_ahead_4.d.next = self.ahead_4.val();
        self.at_va.next = self.e1_valid.q.val() & (self.va.q.val().qpn == self.e1.q.val().qpn);
        self.is_va.next = self.at_va.val() & !(self.va.q.val().host & !self.va.q.val().write);
        self.at_vb.next = self.e1_valid.q.val() & (self.vb.q.val().qpn == self.e1.q.val().qpn);
        self.is_vb.next = self.at_vb.val() & !(self.vb.q.val().host & !self.vb.q.val().write);
        self.at_s0.next = self.s0_valid.q.val() & self.is_va.val();
        self.at_s1.next = self.s1_valid.q.val() & self.is_va.val();
        self.at_s2.next = self.s2_valid.q.val() & self.is_vb.val();
        self.at_s3.next = self.s3_valid.q.val() & self.is_vb.val();
        self.at_vc.next = self.e1_valid.q.val() & (self.vc.q.val().qpn == self.e1.q.val().qpn);
        self.is_vc.next = self.at_vc.val() & !(self.vc.q.val().host & !self.vc.q.val().write);
        self.at_s4.next = self.s4_valid.q.val() & self.is_vc.val();
        self.at_s5.next = self.s5_valid.q.val() & self.is_vc.val();
        for k in 0..self._fcr {
            comment!(
                "FCR's lowering ends no period, but writes its mark: which events have come by then, and which see it"
            );
            clock!(self, clock, l1_event_opt[k], l2_event_opt[k], l3_event_opt[k], l2_came_opt[k], l3_came_opt[k]);
            clock!(self, clock, l4_came_opt[k], l4_out_opt[k], l5_woke_opt[k], l5_opt[k]);
            self.given.next = self.lower_opt[k].val();
            self.is_lowering.next = self.given.val().on & self.host_valid.val() & !self.host_write.val();
            self.l1_event_opt[k].d.next = self.s0_valid.q.val() & self.at_va.val();
            self.l2_event_opt[k].d.next = self.s1_valid.q.val() & self.at_va.val();
            self.l3_event_opt[k].d.next = self.s2_valid.q.val() & self.at_vb.val();
            self.l2_came_opt[k].d.next = self.l1_event_opt[k].q.val();
            self.l3_came_opt[k].d.next = self.l2_came_opt[k].q.val() | self.l2_event_opt[k].q.val();
            self.l4_came_opt[k].d.next = self.l3_came_opt[k].q.val() | self.l3_event_opt[k].q.val();
            if self.is_lowering.val() {
                self.at_s3.next = self.s3_valid.q.val() & self.at_vb.val();
                self.at_s4.next = self.s4_valid.q.val() & self.at_vc.val();
                self.at_s5.next = self.s5_valid.q.val() & self.at_vc.val();
            }
        }
        for k in 0..self._ecc {
            comment!("an event that counts nothing is none to those around it, and to the visits; a read of the host writes its mark back in s4");
            clock!(self, clock, e0_keeps_opt[k], e1_keeps_opt[k], e2_keeps_opt[k], e3_keeps_opt[k], found_rest_opt[k]);
            self.ecc_in.next = self.ecc_opt[k].val();
            self.e0_keeps_opt[k].d.next = self.issued_valid.val() & self.ecc_in.val().rewrite & !self.init_we.val();
            if self.issued_valid.val() & self.ecc_in.val().rewrite {
                self.e0.d.next.cnp = false;
                self.e0.d.next.tx = false;
            }
            self.e1_keeps_opt[k].d.next = self.e0_keeps_opt[k].q.val();
            self.e2_keeps_opt[k].d.next = self.e1_keeps_opt[k].q.val();
            self.e3_keeps_opt[k].d.next = self.e2_keeps_opt[k].q.val();
            for j in 0..self._fcr {
                self.l1_event_opt[j].d.next = self.s0_valid.q.val() & self.at_va.val() & !self.e1_keeps_opt[k].q.val();
                self.l2_event_opt[j].d.next = self.s1_valid.q.val() & self.at_va.val() & !self.e1_keeps_opt[k].q.val();
                self.l3_event_opt[j].d.next = self.s2_valid.q.val() & self.at_vb.val() & !self.e1_keeps_opt[k].q.val();
            }
            if self.vc.q.val().host & !self.vc.q.val().write {
                self.at_s5.next = self.s5_valid.q.val() & self.at_vc.val();
            }
        }
        self.e2_valid.d.next = self.e1_valid.q.val();
        self.e2.d.next = self.e1.q.val();
        self.e2_from.d.next = (bits::<2>(self.e1_ahead_1.q.val() | self.e1_ahead_2.q.val()) << 1)
            | bits::<2>(
                self.e1_ahead_1.q.val()
                    | (!self.e1_ahead_2.q.val() & (self.e1_ahead_3.q.val() | self.e1_ahead_4.q.val())),
            );
        self.e2_older.d.next.epoch = self.e5.q.val().epoch;
        self.e2_older.d.next.listed = self.e5.q.val().listed;
        if self.e1_ahead_3.q.val() {
            self.e2_older.d.next.epoch = self.e4.q.val().count.epoch;
            self.e2_older.d.next.listed = self.e4.q.val().count.listed;
        }
        if self.e1_ahead_2.q.val() {
            self.e2_older.d.next.epoch = self.e3.q.val().epoch;
            self.e2_older.d.next.listed = self.e3.q.val().listed;
        }
        self.e2_third.d.next.cnp = self.e4.q.val().count.cnp;
        self.e2_third.d.next.tx = self.e4.q.val().count.tx;
        if self.e1_ahead_1.q.val() | !self.e1_ahead_3.q.val() {
            self.e2_third.d.next.cnp = 0.into();
            self.e2_third.d.next.tx = 0.into();
        }
        self.e2_fourth.d.next.cnp = self.e5.q.val().cnp;
        self.e2_fourth.d.next.tx = self.e5.q.val().tx;
        if self.e1_ahead_1.q.val() | self.e1_ahead_2.q.val() | self.e1_ahead_3.q.val() | !self.e1_ahead_4.q.val() {
            self.e2_fourth.d.next.cnp = 0.into();
            self.e2_fourth.d.next.tx = 0.into();
        }
        self.e2_ahead_1.d.next = self.e1_ahead_1.q.val();
        self.e2_ahead_2.d.next = self.e1_ahead_2.q.val();
        self.e2_at_s1.d.next = self.at_s0.val() | (!self.e1.q.val().cnp & !self.e1.q.val().tx);
        self.e2_at_s2.d.next = self.at_s1.val();
        self.e2_at_s3.d.next = self.at_s2.val();
        self.e2_marked.d.next = self.at_s3.val() | self.at_s4.val();
        self.e2_at_s6.d.next = self.at_s5.val();
        for k in 0..self._ecc {
            self.e2_ahead_1.d.next = self.e1_ahead_1.q.val() & !self.e2_keeps_opt[k].q.val();
            self.e2_ahead_2.d.next = self.e1_ahead_2.q.val() & !self.e3_keeps_opt[k].q.val();
            if self.e1_keeps_opt[k].q.val() {
                self.e2_at_s1.d.next = false;
                self.e2_at_s2.d.next = false;
                self.e2_at_s3.d.next = false;
            }
        }

        comment!("s4: the mark that is written, from a register");
        self.s4_mark.next.epoch = self.s4_read.q.val().epoch;
        self.s4_mark.next.listed = self.s4_read.q.val().listed;
        for k in 0..self._fcr {
            comment!("FCR's lowering: a QP that is not in the list enters it, if its RC was above, to the last bit. In s5 its mark is still that");
            self.fine.next = (bits::<36>(self.contexts.rdata.val().rc) << 1)
                | bits::<36>(self.contexts.rdata.val().guard.get_bit(3));
            self.is_above.next = self.is_lowering.val()
                & self.s4_valid.q.val()
                & self.vc.q.val().host
                & (self.fine.val() > (bits::<36>(self.given.val().rate) << 1));
            self.wakes.next = self.is_above.val() & self.l4_out_opt[k].q.val() & !self.l4_came_opt[k].q.val();
            self.l5_woke_opt[k].d.next = self.wakes.val();
            self.s4_mark.next.listed = self.s4_read.q.val().listed ^ (self.wakes.val() | self.l5_woke_opt[k].q.val());
            self.to_lower.next = self.l5_opt[k].q.val();
            if self.s4_valid.q.val() & self.vc.q.val().host {
                self.to_lower.next.above = self.is_above.val();
                self.to_lower.next.rt = self.contexts.rdata.val().rt;
                self.to_lower.next.cp = self.contexts.rdata.val().cp;
                self.to_lower.next.stage = self.contexts.rdata.val().stage;
                self.to_lower.next.sent = self.contexts.rdata.val().sent;
                self.to_lower.next.quiet = self.contexts.rdata.val().quiet;
                self.to_lower.next.guard = self.contexts.rdata.val().guard.get_bits::<3>(0);
                self.to_lower.next.deterministic = self.contexts.rdata.val().deterministic;
                self.to_lower.next.set = self.contexts.rdata.val().set;
            }
            self.l5_opt[k].d.next = self.to_lower.val();
        }

        comment!("e2: the newest count of its QP, or none: with an initialisation, behind a visit, or where it is of an earlier period. A QP that is not in");
        comment!("the list enters it");
        self.newest.next.epoch = self.counts.rdata.val().epoch;
        self.newest.next.listed = self.counts.rdata.val().listed;
        if self.e2_from.q.val().any() {
            self.newest.next.epoch = self.e2_older.q.val().epoch;
            self.newest.next.listed = self.e2_older.q.val().listed;
        }
        if self.e2_from.q.val() == 3 {
            self.newest.next.epoch = self.e3.q.val().epoch;
            self.newest.next.listed = self.e3.q.val().listed;
        }
        self.mark.next = self.marks.rdata.val();
        if self.e2_marked.q.val() {
            self.mark.next = self.s4_mark.val();
        }
        if self.e2_at_s6.q.val() {
            self.mark.next = self.s6_mark.q.val();
        }
        self.begins.next = self.e2_at_s1.q.val()
            | (!self.e2_ahead_1.q.val() & (self.e2_at_s2.q.val() | (self.e2_at_s3.q.val() & !self.e2_ahead_2.q.val())));
        self.follows.next = self.e2_at_s1.q.val() | self.e2_at_s2.q.val() | self.e2_at_s3.q.val();
        self.fresh.next =
            self.begins.val() | (!self.follows.val() & (self.newest.val().epoch != self.mark.val().epoch));
        self.clears.next = !self.e2.q.val().cnp & !self.e2.q.val().tx;
        for k in 0..self._ecc {
            if self.e2_keeps_opt[k].q.val() {
                self.fresh.next = false;
                self.clears.next = false;
            }
        }
        self.cnp_all.next = bits::<17>(self.e3.q.val().cnp.get_bits::<16>(0)) + bits::<17>(self.e3.q.val().adds_cnp);
        self.cnp_full.next = self.e3.q.val().cnp.get_bit(16) | self.cnp_all.val().get_bit(16);
        self.tx_sum.next =
            self.e3.q.val().tx.get_bits::<16>(0) + (self.e3.q.val().adds_tx & !self.e3.q.val().tx.get_bit(16));
        self.tx_full.next =
            self.e3.q.val().tx.get_bits::<15>(1).all() & (self.e3.q.val().tx.get_bit(0) | self.e3.q.val().adds_tx);
        self.counted.next.epoch = self.e3.q.val().epoch;
        self.counted.next.listed = self.e3.q.val().listed;
        self.counted.next.cnp =
            bits::<17>(self.cnp_all.val().get_bits::<16>(0)) | (bits::<17>(self.cnp_full.val()) << 16);
        self.counted.next.tx = bits::<17>(self.tx_sum.val()) | (bits::<17>(self.tx_full.val()) << 16);
        self.follows_fresh.next = self.e2_ahead_1.q.val() & self.e3.q.val().fresh;
        self.chosen.next = self.e2_from.q.val();
        if self.follows_fresh.val() {
            self.chosen.next = 1.into();
        }
        self.first_cnps.next = 0.into();
        if self.follows_fresh.val() {
            self.first_cnps.next = self.e3.q.val().adds_cnp;
        }
        self.cnp_from.d0.next = self.counts.rdata.val().cnp;
        self.cnp_from.d1.next = self.e2_third.q.val().cnp;
        self.cnp_from.d2.next = self.e4.q.val().count.cnp;
        self.cnp_from.d3.next = self.counted.val().cnp;
        self.cnp_from.sel.next = self.chosen.val();
        self.cnp_from.also.next = self.e2_fourth.q.val().cnp | bits::<17>(self.first_cnps.val());
        self.tx_from.d0.next = self.counts.rdata.val().tx;
        self.tx_from.d1.next = self.e2_third.q.val().tx;
        self.tx_from.d2.next = self.e4.q.val().count.tx;
        self.tx_from.d3.next = self.counted.val().tx;
        self.tx_from.sel.next = self.chosen.val();
        self.tx_from.also.next =
            self.e2_fourth.q.val().tx | bits::<17>(self.follows_fresh.val() & self.e3.q.val().adds_tx);
        self.e3_valid.d.next = self.e2_valid.q.val();
        self.e3_wakes.d.next =
            self.e2_valid.q.val() & !self.clears.val() & (self.newest.val().listed == self.mark.val().listed);
        self.e3.d.next.qpn = self.e2.q.val().qpn;
        self.e3.d.next.adds_cnp = 0.into();
        if self.e2.q.val().cnp {
            self.e3.d.next.adds_cnp = self.e2.q.val().cnps;
        }
        self.e3.d.next.adds_tx = self.e2.q.val().tx;
        self.e3.d.next.epoch = self.mark.val().epoch;
        if self.follows.val() {
            self.e3.d.next.epoch = self.newest.val().epoch ^ self.begins.val();
        }
        if self.clears.val() {
            self.e3.d.next.epoch = true;
        }
        self.e3.d.next.listed = !self.mark.val().listed & !self.clears.val();
        self.e3.d.next.fresh = self.fresh.val();
        self.e3.d.next.cnp = self.cnp_from.q.val();
        self.e3.d.next.tx = self.tx_from.q.val();
        for k in 0..self._ecc {
            if self.e2_keeps_opt[k].q.val() {
                self.e3_wakes.d.next = false;
                self.e3.d.next.epoch = self.newest.val().epoch ^ self.fresh.val();
                self.e3.d.next.listed = self.newest.val().listed;
            }
        }

        comment!(
            "e3: it counts, up to 2^16 - 1 and no further: bit 16 says so; to the event behind the others may go on. In e4 it is written"
        );
        self.e4_valid.d.next = self.e3_valid.q.val();
        self.e4.d.next.qpn = self.e3.q.val().qpn;
        self.e4.d.next.count = self.counted.val();
        if self.cnp_full.val() {
            self.e4.d.next.count.cnp = 0x1_ffff.into();
        }
        if self.e3.q.val().fresh {
            self.e4.d.next.count.cnp = bits::<17>(self.e3.q.val().adds_cnp);
            self.e4.d.next.count.tx = bits::<17>(self.e3.q.val().adds_tx);
        }
        self.counts.we.next = self.e4_valid.q.val();
        self.counts.waddr.next = self.e4.q.val().qpn;
        self.counts.wdata.next = self.e4.q.val().count;
        self.swept_counts.we.next = self.e4_valid.q.val();
        self.swept_counts.waddr.next = self.e4.q.val().qpn;
        self.swept_counts.wdata.next = self.e4.q.val().count;
        self.e5.d.next = self.e4.q.val().count;

        comment!("s3: what was counted up to s1 is the period's, the events in e3 and e4 then too, which the RAM gives no more. In s5 the QP enters the list");
        comment!("again, and a woken one in a cycle without these");
        self.meets.next = self.e3_valid.q.val() & (self.e3.q.val().qpn == self.va.q.val().qpn);
        self.s1_meets.d.next = self.meets.val();
        self.s2_meets.d.next = self.meets.val();
        self.s2_met.d.next = self.s1_meets.q.val();
        self.s3_meets.d.next = self.s2_meets.q.val() | self.s2_met.q.val();
        self.s3_newest.d.next = self.e4.q.val().count;
        if !self.s2_meets.q.val() {
            self.s3_newest.d.next.epoch = false;
            self.s3_newest.d.next.listed = false;
            self.s3_newest.d.next.cnp = 0.into();
            self.s3_newest.d.next.tx = 0.into();
        }
        self.s3_newer.d.next = self.e5.q.val();
        if self.s2_meets.q.val() | !self.s2_met.q.val() {
            self.s3_newer.d.next.epoch = false;
            self.s3_newer.d.next.listed = false;
            self.s3_newer.d.next.cnp = 0.into();
            self.s3_newer.d.next.tx = 0.into();
        }
        self.s2_came.d.next = self.e2_at_s1.q.val();
        self.s3_came.d.next = self.s2_came.q.val() | self.e2_at_s2.q.val();
        self.s3_count.next = self.swept_counts.rdata.val();
        if self.s3_meets.q.val() {
            self.s3_count.next.epoch = self.s3_newest.q.val().epoch | self.s3_newer.q.val().epoch;
            self.s3_count.next.listed = self.s3_newest.q.val().listed | self.s3_newer.q.val().listed;
            self.s3_count.next.cnp = self.s3_newest.q.val().cnp | self.s3_newer.q.val().cnp;
            self.s3_count.next.tx = self.s3_newest.q.val().tx | self.s3_newer.q.val().tx;
        }
        self.s3_flips.next = self.s3_valid.q.val() & !(self.vb.q.val().host & !self.vb.q.val().write);
        self.has_events.next = self.s3_count.val().epoch == self.swept_marks.rdata.val().epoch;
        comment!("a QP at rest to which nothing has happened leaves the list");
        self.s3_drops.next = self.rests.rdata.val().none
            & !self.vb.q.val().host
            & !self.s3_came.q.val()
            & !self.e2_at_s3.q.val()
            & !self.has_events.val();
        self.s4_marks.d.next = self.s3_flips.val() | self.s2_init.q.val();
        self.s4_read.d.next = self.s4_read.q.val();
        if self.s3_valid.q.val() {
            self.s4_read.d.next.epoch = !self.s3_count.val().epoch;
            self.s4_read.d.next.listed = self.swept_marks.rdata.val().listed ^ self.s3_drops.val();
            self.s4_read.d.next.drops = self.s3_drops.val();
            self.s4_read.d.next.events = self.has_events.val();
        }
        for k in 0..self._fcr {
            self.l4_out_opt[k].d.next = self.s3_count.val().listed == self.swept_marks.rdata.val().listed;
            if self.is_lowering.val() & self.s3_valid.q.val() & self.vb.q.val().host {
                self.s4_read.d.next.epoch = self.swept_marks.rdata.val().epoch;
                self.s4_marks.d.next = true;
            }
        }
        for k in 0..self._ecc {
            if self.s3_valid.q.val() & self.vb.q.val().host & !self.vb.q.val().write {
                self.s4_read.d.next.epoch = self.swept_marks.rdata.val().epoch;
                self.s4_marks.d.next = true;
            }
            self.to_keep.next = self.found_rest_opt[k].q.val();
            if self.s5_valid.q.val() & self.vc.q.val().host {
                self.to_keep.next.guard = self.s5.q.val().context.guard;
                self.to_keep.next.none = self.s5.q.val().rest.none;
            }
            self.found_rest_opt[k].d.next = self.to_keep.val();
        }
        if self.s2_init.q.val() {
            self.s4_read.d.next.epoch = false;
            self.s4_read.d.next.listed = false;
            self.s4_read.d.next.drops = false;
        }
        self.s6_mark.d.next = self.s4_mark.val();
        self.marks.we.next = self.s4_marks.q.val();
        self.marks.waddr.next = self.vc.q.val().qpn;
        self.marks.wdata.next = self.s4_mark.val();
        self.swept_marks.we.next = self.s4_marks.q.val();
        self.swept_marks.waddr.next = self.vc.q.val().qpn;
        self.swept_marks.wdata.next = self.s4_mark.val();
        self.s5_pushes.d.next =
            self.s4_valid.q.val() & !self.vc.q.val().host & !self.vc.q.val().init & !self.s4_read.q.val().drops;
        for _k in 0..self._fcr {
            self.s5_pushes.d.next =
                (self.s4_valid.q.val() & !self.vc.q.val().host & !self.vc.q.val().init & !self.s4_read.q.val().drops)
                    | self.wakes.val();
        }
        self.active.in_valid.next = self.s5_pushes.q.val() | self.woken.out_valid.val();
        self.active.in_data.next.qpn = self.woken.out_data.val();
        if self.s5_pushes.q.val() {
            self.active.in_data.next.qpn = self.vc.q.val().qpn;
        }
        self.active.in_data.next.due = self.due.q.val();
        self.woken.out_ready.next = !self.s5_pushes.q.val();
        self.woken.in_valid.next = self.e3_wakes.q.val();
        self.woken.in_data.next = self.e3.q.val().qpn;
        self.valid.d.next = (self.valid.q.val() << 1) | bits::<35>(self.s4_valid.q.val() & !self.s4_read.q.val().drops);

        comment!("s3 to s5: the counts are none unless they are of the period that ends. The context is read a cycle later, in s2");
        self.s4_rest.d.next = self.rests.rdata.val();
        self.s4_cnp.d.next = self.s3_count.val().cnp.get_bits::<16>(0);
        self.s4_tx.d.next = self.s3_count.val().tx.get_bits::<16>(0);
        self.s5.d.next.begins = self.s4_valid.q.val() & !self.vc.q.val().init;
        self.s5.d.next.host = self.vc.q.val().host;
        self.s5.d.next.init = self.vc.q.val().init;
        self.s5.d.next.stores = self.vc.q.val().init | (self.vc.q.val().host & self.vc.q.val().write);
        self.s5.d.next.context = self.contexts.rdata.val();
        self.s5.d.next.rest = self.s4_rest.q.val();
        self.s5.d.next.cnp = self.s4_cnp.q.val();
        self.s5.d.next.tx = self.s4_tx.q.val();
        if !self.s4_read.q.val().events {
            self.s5.d.next.cnp = 0.into();
            self.s5.d.next.tx = 0.into();
        }

        comment!("time: the LFSR x^16 + x^15 + x^13 + x^4 + 1, inverted, so that zero is one of its states; when a QP that enters the list is due");
        self.lfsr.d.next = (self.lfsr.q.val() << 1)
            | bits::<16>(
                !(self.lfsr.q.val().get_bit(15)
                    ^ self.lfsr.q.val().get_bit(14)
                    ^ self.lfsr.q.val().get_bit(12)
                    ^ self.lfsr.q.val().get_bit(3)),
            );
        if self.init_we.val() | !self.cfg_jitter_mask.val().any() {
            self.lfsr.d.next = self.cfg_seed.val();
        }
        self.now.d.next = self.now.q.val() + !self.frozen.q.val();
        self.ahead.d.next = self.ahead.q.val() + !self.frozen.q.val();
        self.jitter.d.next = self.lfsr.q.val().get_bits::<12>(0) & self.cfg_jitter_mask.val();
        self.length.d.next = bits::<20>(self.cfg_period.val()) + bits::<20>(self.jitter.q.val());
        self.due.d.next = self.ahead.q.val() + self.length.q.val();

        comment!("the host's operation waits until no step of its QP is under way, and keeps its QP in the list meanwhile; no visit begins in the cycle");
        comment!("ahead of it");
        self.steps_end.next = self.valid.q.val().get_bit(33) & self.step.s38_steps.val();
        self.ends_host.next = self.valid.q.val().get_bit(34) & self.visit.q.val().host;
        self.host_enters.next = self.host_valid.val() & (self.host_count.q.val() == self.host_at.val());
        for k in 0..self._published {
            comment!("the published form: s38 and s39 are ten cycles later, and so is the host's operation");
            clock!(self, clock, timers_opt[k], s5_timers_opt[k], held_timers_opt[k], later_opt[k], visit_a_opt[k]);
            self.later_opt[k].d.next = (self.later_opt[k].q.val() << 1) | bits::<11>(self.valid.q.val().get_bit(33));
            self.visit_a_opt[k].d.next = self.visits_4.q.val().s21;
            self.steps_end.next = self.later_opt[k].q.val().get_bit(9) & self.step.s38_steps.val();
            self.ends_host.next = self.later_opt[k].q.val().get_bit(10) & self.visit.q.val().host;
        }
        self.host_count.d.next = self.host_count.q.val();
        if !self.host_count.q.val().all() {
            self.host_count.d.next = self.host_count.q.val() + 1;
        }
        if !self.host_valid.val() | self.ends_host.val() {
            self.host_count.d.next = 0.into();
        }

        comment!("the oldest of the list is visited two cycles after it is due, for which its time is one less, not in a row, and while there was room for its");
        comment!(
            "update a cycle ago. Whether it is due is known a cycle later, by then of the one that was the second"
        );
        self.now_1.d.next = self.now.q.val();
        self.late.next = self.now.q.val() - self.active.out_data.val().due;
        self.second_late.next = self.now.q.val() - self.active.out_second.val().due;
        self.late_1.next = self.now_1.q.val() - self.active.out_data.val().due;
        self.head_early.d.next = self.late.val().get_bit(19);
        self.second_early.d.next = self.second_late.val().get_bit(19);
        self.comes.d.next = self.active.out_moves.val();
        self.early.next = self.head_early.q.val();
        if self.comes.q.val() {
            self.early.next = self.second_early.q.val();
        }
        self.frozen.d.next = self.active.out_valid.val() & (self.late.val().get_bits::<2>(18) == 1);
        self.kept.next = self.host_valid.val()
            & self.host_count.q.val().get_bits::<3>(3).any()
            & (self.active.out_data.val().qpn == self.host_qpn.val());
        self.visits_one.next = self.ripe.q.val();
        self.has_room.d.next = !self.updates.count.val().get_bit(5);
        self.ripe.d.next = self.active.out_valid.val()
            & !self.early.val()
            & !self.kept.val()
            & self.has_room.q.val()
            & !self.visits_one.val()
            & !self.hold.val()
            & !self.host_enters.val()
            & !(self.host_count.q.val().get_bits::<5>(1) == self.before_host.val());
        self.ripe_late.d.next = self.late_1.val().get_bits::<19>(0);
        self.active.out_ready.next = self.visits_one.val();
        self.less_late.next = bits::<20>(self.late_most.q.val()) - bits::<20>(self.ripe_late.q.val());
        self.visits_count.d.next = self.visits_count.q.val() + self.visits_one.val();
        self.late_sum.d.next = self.late_sum.q.val();
        self.late_most.d.next = self.late_most.q.val();
        if self.visits_one.val() {
            self.late_sum.d.next = self.late_sum.q.val() + bits::<48>(self.ripe_late.q.val());
            if self.less_late.val().get_bit(19) {
                self.late_most.d.next = self.ripe_late.q.val();
            }
        }
        self.visits.next = self.visits_count.q.val();
        self.late_cycles.next = self.late_sum.q.val();
        self.late_worst.next = self.late_most.q.val();
        self.s0_valid.d.next = self.visits_one.val() | self.host_enters.val();
        self.va.d.next = self.va.q.val();
        if self.visits_one.val() | self.host_enters.val() {
            self.va.d.next.host = self.host_enters.val();
            self.va.d.next.write = self.host_write.val();
            self.va.d.next.init = false;
            self.va.d.next.qpn = self.active.out_data.val().qpn;
            if self.host_enters.val() {
                self.va.d.next.qpn = self.host_qpn.val();
            }
        }

        comment!("s4 to s39: the arithmetic. What the host reads is kept until its operation ends");
        self.step.set_we.next = self.set_we.val();
        self.step.set_index.next = self.set_index.val();
        self.step.set.next = self.set.val();
        self.step.s4_set.next = self.contexts.rdata.val().set;
        self.step.s5.next = self.s5.q.val();
        self.step.host.next = self.host.val();
        self.visits_4.d.next.s4 = self.vc.q.val();
        self.visits_4.d.next.s21 = self.visits_4.q.val().s4;
        self.visit.d.next = self.visits_4.q.val().s21;
        for k in 0..self._published {
            self.visit.d.next = self.visit_a_opt[k].q.val();
            self.step.form_opt[k].next = self.form_opt[k].val();
            self.step.s5_timers_opt[k].next = self.s5_timers_opt[k].q.val();
            self.timers_opt[k].raddr.next = self.s2_qpn.q.val();
            self.s5_timers_opt[k].d.next = self.timers_opt[k].rdata.val();
            self.held_timers_opt[k].d.next = self.held_timers_opt[k].q.val();
            if self.s5_valid.q.val() & self.vc.q.val().host {
                self.held_timers_opt[k].d.next = self.s5_timers_opt[k].q.val();
            }
            self.read_timers_opt[k].next = self.held_timers_opt[k].q.val();
        }
        self.held.d.next = self.held.q.val();
        if self.s5_valid.q.val() & self.vc.q.val().host {
            self.held.d.next.rc = self.s5.q.val().context.rc;
            self.held.d.next.rt = self.s5.q.val().context.rt;
            self.held.d.next.cp = self.s5.q.val().context.cp;
            self.held.d.next.stage = self.s5.q.val().context.stage;
            self.held.d.next.sent = self.s5.q.val().context.sent;
            self.held.d.next.quiet = self.s5.q.val().context.quiet;
            self.held.d.next.idle = self.s5.q.val().rest.idle;
            self.held.d.next.deterministic = self.s5.q.val().context.deterministic;
            self.held.d.next.set = self.s5.q.val().context.set;
        }
        self.host_ends.next = self.ends_host.val();
        self.read.next = self.held.q.val();

        comment!("s38 and s39: the context is written, idle alone where there was no period, and the update handed on");
        self.stores.next = self.valid.q.val().get_bit(33) & self.step.s38_stores.val();
        for k in 0..self._published {
            self.stores.next = self.later_opt[k].q.val().get_bit(9) & self.step.s38_stores.val();
            self.timers_opt[k].we.next = self.s39_writes.q.val();
            self.timers_opt[k].waddr.next = self.visit.q.val().qpn;
            self.timers_opt[k].wdata.next = self.step.s39_timers_opt[k].val();
        }
        self.s39_updates.d.next = self.steps_end.val() & !self.step.s38_none.val();
        self.s39_writes.d.next = self.stores.val() | (self.steps_end.val() & !self.step.s38_none.val());
        self.s39_rests.d.next = self.stores.val() | self.steps_end.val();
        self.contexts.we.next = self.s39_writes.q.val();
        self.contexts.waddr.next = self.visit.q.val().qpn;
        self.contexts.wdata.next = self.step.s39.val();
        self.rests.we.next = self.s39_rests.q.val();
        self.rests.waddr.next = self.visit.q.val().qpn;
        self.rests.wdata.next = self.step.s39_rest.val();
        comment!("words that count: of an event, its mark, and its counts unless an event ahead has them; of a visit or an operation of the host, what is read in s1");
        self.e0_reads.next = self.e0_valid.q.val() & (self.e0.q.val().cnp | self.e0.q.val().tx);
        for k in 0..self._ecc {
            self.e0_reads.next =
                self.e0_valid.q.val() & (self.e0.q.val().cnp | self.e0.q.val().tx | self.e0_keeps_opt[k].q.val());
        }
        for k in 0..self.counts.re_opt.len() {
            self.counts.re_opt[k].next = self.e0_reads.val()
                & !(self.ahead_1.val() | self.ahead_2.val() | self.ahead_3.val() | self.ahead_4.val());
        }
        for k in 0..self.marks.re_opt.len() {
            self.marks.re_opt[k].next = self.e0_reads.val();
        }
        for k in 0..self.contexts.re_opt.len() {
            self.contexts.re_opt[k].next = self.s2_valid.q.val();
        }
        for k in 0..self.rests.re_opt.len() {
            self.rests.re_opt[k].next = self.s1_valid.q.val();
        }
        for k in 0..self.swept_counts.re_opt.len() {
            self.swept_counts.re_opt[k].next = self.s1_valid.q.val();
        }
        for k in 0..self.swept_marks.re_opt.len() {
            self.swept_marks.re_opt[k].next = self.s1_valid.q.val();
        }
        for k in 0..self._ecc {
            comment!("what a read of the host has found is written back");
            self.rest_back.next = self.found_rest_opt[k].q.val();
            if self.ends_host.val() & !self.visit.q.val().write {
                self.contexts.we.next = true;
                self.contexts.wdata.next.rc = self.held.q.val().rc;
                self.contexts.wdata.next.rt = self.held.q.val().rt;
                self.contexts.wdata.next.cp = self.held.q.val().cp;
                self.contexts.wdata.next.stage = self.held.q.val().stage;
                self.contexts.wdata.next.sent = self.held.q.val().sent;
                self.contexts.wdata.next.quiet = self.held.q.val().quiet;
                self.contexts.wdata.next.guard = self.rest_back.val().guard;
                self.contexts.wdata.next.deterministic = self.held.q.val().deterministic;
                self.contexts.wdata.next.set = self.held.q.val().set;
                self.rests.we.next = true;
                self.rests.wdata.next.idle = self.held.q.val().idle;
                self.rests.wdata.next.none = self.rest_back.val().none;
            }
            self.counts.inject_opt[k].next = self.ecc_in.val().inject;
            self.marks.inject_opt[k].next = self.ecc_in.val().inject;
            self.contexts.inject_opt[k].next = self.ecc_in.val().inject;
            self.rests.inject_opt[k].next = self.ecc_in.val().inject;
            self.swept_counts.inject_opt[k].next = self.ecc_in.val().inject;
            self.swept_marks.inject_opt[k].next = self.ecc_in.val().inject;
            self.active.inject_opt[k].next = self.ecc_in.val().inject;
            self.woken.inject_opt[k].next = self.ecc_in.val().inject;
            self.of_events.next = self.counts.fault_opt[k].val();
            self.of_event_marks.next = self.marks.fault_opt[k].val();
            self.of_contexts.next = self.contexts.fault_opt[k].val();
            self.of_rests.next = self.rests.fault_opt[k].val();
            self.of_counts.next = self.swept_counts.fault_opt[k].val();
            self.of_marks.next = self.swept_marks.fault_opt[k].val();
            self.of_lists.next = self.active.fault_opt[k].val();
            self.of_woken.next = self.woken.fault_opt[k].val();
            self.all_fault.next.corrected = self.of_events.val().corrected
                | self.of_event_marks.val().corrected
                | self.of_contexts.val().corrected
                | self.of_rests.val().corrected
                | self.of_counts.val().corrected
                | self.of_marks.val().corrected
                | self.of_lists.val().corrected
                | self.of_woken.val().corrected;
            self.all_fault.next.uncorrectable = self.of_events.val().uncorrectable
                | self.of_event_marks.val().uncorrectable
                | self.of_contexts.val().uncorrectable
                | self.of_rests.val().uncorrectable
                | self.of_counts.val().uncorrectable
                | self.of_marks.val().uncorrectable
                | self.of_lists.val().uncorrectable
                | self.of_woken.val().uncorrectable;
            self.fault_opt[k].next = self.all_fault.val();
            self.rom_opt[k].next = self.step.rom_opt[k].val();
        }
        for k in 0..self._timer_reads {
            self.timers_opt[k].re_opt[k].next = self.s2_valid.q.val();
        }
        for k in 0..self._kept {
            if self.ends_host.val() & !self.visit.q.val().write {
                self.timers_opt[k].we.next = true;
                self.timers_opt[k].wdata.next = self.held_timers_opt[k].q.val();
            }
            self.timers_opt[k].inject_opt[k].next = self.ecc_in.val().inject;
            self.of_timers.next = self.timers_opt[k].fault_opt[k].val();
            self.all_fault.next.corrected = self.of_events.val().corrected
                | self.of_event_marks.val().corrected
                | self.of_contexts.val().corrected
                | self.of_timers.val().corrected
                | self.of_rests.val().corrected
                | self.of_counts.val().corrected
                | self.of_marks.val().corrected
                | self.of_lists.val().corrected
                | self.of_woken.val().corrected;
            self.all_fault.next.uncorrectable = self.of_events.val().uncorrectable
                | self.of_event_marks.val().uncorrectable
                | self.of_contexts.val().uncorrectable
                | self.of_timers.val().uncorrectable
                | self.of_rests.val().uncorrectable
                | self.of_counts.val().uncorrectable
                | self.of_marks.val().uncorrectable
                | self.of_lists.val().uncorrectable
                | self.of_woken.val().uncorrectable;
        }
        for k in 0..self._fcr {
            comment!("FCR's lowering leaves all but RC, and a QP that is not at rest");
            self.lowered.next = self.l5_opt[k].q.val();
            if self.is_lowering.val() & self.ends_host.val() & self.lowered.val().above {
                self.contexts.we.next = true;
                self.contexts.wdata.next.rc = self.given.val().rate;
                self.contexts.wdata.next.rt = self.lowered.val().rt;
                self.contexts.wdata.next.cp = self.lowered.val().cp;
                self.contexts.wdata.next.stage = self.lowered.val().stage;
                self.contexts.wdata.next.sent = self.lowered.val().sent;
                self.contexts.wdata.next.quiet = self.lowered.val().quiet;
                self.contexts.wdata.next.guard = bits::<4>(self.lowered.val().guard);
                self.contexts.wdata.next.deterministic = self.lowered.val().deterministic;
                self.contexts.wdata.next.set = self.lowered.val().set;
                self.rests.we.next = true;
                self.rests.wdata.next.idle = 0.into();
                self.rests.wdata.next.none = false;
            }
        }
        self.updates.in_valid.next = self.s39_updates.q.val();
        self.updates.in_data.next.qpn = self.visit.q.val().qpn;
        self.updates.in_data.next.rate = self.step.s39.val().rc;
        self.updates.in_data.next.flags = self.step.s39_flags.val();
        self.out_valid.next = self.updates.out_valid.val();
        self.updates.out_ready.next = self.out_ready.val();
        self.out_qpn.next = self.updates.out_data.val().qpn;
        self.out_rate.next = self.updates.out_data.val().rate;
        self.out_flags.next = self.updates.out_data.val().flags;
    }
}
