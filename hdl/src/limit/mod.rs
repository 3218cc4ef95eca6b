#![doc = include_str!("../limit.md")]
//!
//! # Why these files
//!
//! `fcr` knows advices and no algorithm; an engine knows algorithms and no advice. Here is the way of an event from the
//! one to the other. What enters is `enter`'s, by whose turn `turn`'s; what it changes of its QP, in q0, is `change`'s,
//! the memory and its loop `kept`'s, the engine's operation `lowering`'s, the update to the NIC `result`'s, the check
//! bits' event `scrub`'s.

mod change;
mod construct;
mod enter;
mod kept;
mod lowering;
mod records;
mod result;
mod scrub;
mod turn;

use crate::fcr::Fcr;
use crate::order::Order;
use crate::prelude::*;
use crate::records::{Advice, EccControl};
use crate::scrub::Scrubs;
use change::LimitChange;
use enter::LimitEnter;
use kept::KeptOf;
use layout::timing::FCR_LATENCY;
use lowering::Lowering;
use records::{Asked, Changing, Entered, Fetched, Kept, Outcome, Said};
use result::LimitResult;
use scrub::LimitScrub;

/// Stages p0 to p4, in front of `fcr`, and q1 to q3, behind it.
const P: usize = 5;
const Q: usize = 3;
/// Stages from p0 to q0 that hold a valid bit.
const STAGES: usize = P + FCR_LATENCY as usize;
/// The bits of p4, q0 and q3.
const AT_P4: usize = P - 1;
const AT_Q0: usize = STAGES - 1;
const AT_Q3: usize = Q - 1;
/// Where what is kept of a QP is read.
const AT_KEPT: usize = AT_Q0 - 3;

/// Advices of switches, laid over the updates of an engine.
#[derive(LogicBlock)]
pub struct Limit {
    pub clock: Signal<In, ClkRst>,
    pub set_valid: Signal<In, Bit>,
    pub set_ready: Signal<Out, Bit>,
    pub set_index: Signal<In, SetIndex>,
    pub set_line: Signal<In, U<22>>,
    pub set_advice_min: Signal<In, U<22>>,
    pub set_advice_max: Signal<In, U<22>>,
    pub set_validity_max: Signal<In, U<16>>,
    pub set_mtu: Signal<In, U<13>>,
    pub set_rtt: Signal<In, U<24>>,
    pub tick: Signal<In, Bit>,
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
    pub m_upd_valid: Signal<Out, Bit>,
    pub m_upd_ready: Signal<In, Bit>,
    pub m_upd_kind: Signal<Out, KindCode>,
    pub m_upd_qpn: Signal<Out, Qpn>,
    pub m_upd_alg: Signal<Out, AlgCode>,
    pub m_upd_window: Signal<Out, WindowWord>,
    pub m_upd_pace: Signal<Out, PaceWord>,
    pub m_upd_rate: Signal<Out, SendRate>,
    pub m_upd_flags: Signal<Out, UpdateFlags>,
    pub m_upd_feedback: Signal<Out, Bit>,
    pub m_upd_una_psn: Signal<Out, PsnWord>,
    pub lower_valid: Signal<Out, Bit>,
    pub lower_ready: Signal<In, Bit>,
    pub lower_qpn: Signal<Out, Qpn>,
    pub lower_alg: Signal<Out, AlgCode>,
    pub lower_window: Signal<Out, WindowWord>,
    pub lower_rate: Signal<Out, SendRate>,
    pub lower_done: Signal<In, Bit>,
    pub ignore_we: Signal<Out, Bit>,
    pub ignore_qpn: Signal<Out, Qpn>,
    pub ignore_on: Signal<Out, Bit>,
    pub alert_valid: Signal<Out, Bit>,
    pub alert_qpn: Signal<Out, Qpn>,
    pub init_done: Signal<Out, Bit>,
    pub idle: Signal<Out, Bit>,
    pub lost: Signal<Out, U<48>>,
    pub rejected: Signal<Out, U<48>>,
    pub lowerings: Signal<Out, U<48>>,
    pub dues: Signal<Out, U<48>>,
    pub held: Signal<Out, U<48>>,
    pub late_worst: Signal<Out, U<16>>,
    pub ecc_opt: Vec<Signal<In, EccControl>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,
    pub rom_opt: Vec<Signal<Out, RomFault>>,

    init_at: Reg<Qpn>,
    ready: Reg<Bit>,
    open: Reg<Bit>,
    enter: LimitEnter,
    fcr: Fcr,
    sets: Ram<U<4>, QPN>,
    rtts: Table<U<24>, 4>,
    mtus: Table<U<5>, 4>,
    change: LimitChange,
    kept: KeptOf,
    order: Order,
    lowering: Lowering,
    result: LimitResult,
    out: Fifo<Said, 7>,
    scrub_opt: Vec<LimitScrub>,

    /// Bit k: stage pk holds an event; the last is q0.
    valid: Reg<U<STAGES>>,
    p0: DReg<Entered>,
    p4: Delay<Entered>,
    p4_advised: Delay<Asked>,
    p4_kind: Delay<KindCode>,
    p1_chosen: DReg<Bit>,
    p2_chosen: DReg<Bit>,
    p1_set: DReg<SetIndex>,
    p2_set: DReg<SetIndex>,
    p3_set: DReg<SetIndex>,
    p4_set: DReg<SetIndex>,
    beside_qpn: Delay<Qpn>,
    beside: Delay<Entered>,
    beside_mtu: Delay<U<5>>,

    /// Bit k: stage q(k + 1) sends an update.
    sends: Reg<U<Q>>,
    q1: DReg<Entered>,
    q1_kept: DReg<Kept>,
    q1_most: DReg<U<42>>,
    q1_rate: DReg<SendRate>,
    q1_byte: DReg<U<41>>,
    q1_mtu: DReg<U<5>>,
    q1_marks: Reg<Bit>,
    q1_alerts: Reg<Bit>,
    q1_outcome: DReg<Outcome>,
    pushes: Reg<Bit>,

    initialises: Signal<Local, Bit>,
    writes_set: Signal<Local, Bit>,
    q0_valid: Signal<Local, Bit>,
    q0: Signal<Local, Entered>,
    found: Signal<Local, Kept>,
    changing: Signal<Local, Changing>,
    fetched: Signal<Local, Fetched>,
    new: Signal<Local, Kept>,
    outcome: Signal<Local, Outcome>,
    said: Signal<Local, Said>,
    ecc_in: Signal<Local, EccControl>,
    inject: Signal<Local, Ecc>,
    scrubbed: Signal<Local, Scrubs>,
    q0_scrubs: Signal<Local, Bit>,
    of_fcr: Signal<Local, Fault>,
    of_sets: Signal<Local, Fault>,
    of_kept: Signal<Local, Fault>,
    of_order: Signal<Local, Fault>,
    all_fault: Signal<Local, Fault>,

    no_rate: Constant<U<35>>,
    all_42: Constant<U<42>>,
    all_40: Constant<U<40>>,
    open_below: Constant<U<7>>,
    fcr_read_opt: Vec<Constant<U<3>>>,
    shape: Shape,
    _ecc: usize,
}

impl Logic for Limit {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module limit");
        comment!("@doc Advices of switches (FCR), laid over the updates of an engine: what the NIC gets of a QP is at most what the lowest");
        comment!("@doc live advice allows. When that ends, the engine lowers the QP's own value to it, so that nothing jumps.");
        comment!("@port set_valid parameter set set_index is to be written: nothing but a choice enters meanwhile");
        comment!("@port set_ready it is written, if valid: nothing is under way");
        comment!("@port set_index which of the 16");
        comment!("@port set_line line rate, Mbit/s: an advice above it is rejected");
        comment!("@port set_advice_min lowest advice that is taken, Mbit/s");
        comment!("@port set_advice_max highest advice that is taken, at least the lowest");
        comment!("@port set_validity_max longest validity that is taken, us");
        comment!("@port set_mtu bytes of a packet: 256, 512, 1024, 2048 or 4096");
        comment!("@port set_rtt round-trip time of the set's paths, ns: a window is at most the advice times this");
        comment!("@port tick a microsecond has gone by");
        comment!("@port s_choice_valid a QP has been opened, closed or moved; always taken");
        comment!("@port s_choice_qpn index of the QP");
        comment!("@port s_choice_alg the engine's code of its algorithm");
        comment!("@port s_choice_set its parameter set");
        comment!("@port s_choice_opens it is opened: it has no advice");
        comment!("@port s_advice_valid a switch advises a QP; always taken, if there is room");
        comment!("@port s_advice_qpn index of the QP");
        comment!("@port s_advice_withdraw the switch's advice ends");
        comment!("@port s_advice_seq the advice's number");
        comment!("@port s_advice_rate Mbit/s");
        comment!("@port s_advice_validity us");
        comment!("@port s_advice_switch who advises");
        comment!("@port s_upd_valid an update of an engine, as upd_*");
        comment!("@port s_upd_ready it is taken");
        comment!("@port s_upd_kind 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data, 7 timer");
        comment!("@port s_upd_qpn index of the QP");
        comment!("@port s_upd_alg the algorithm of the update");
        comment!("@port s_upd_window new window, in the algorithm's format");
        comment!("@port s_upd_pace new pace or rate, in the algorithm's format");
        comment!("@port s_upd_flags bit 0 paced: LDCP's pace counts");
        comment!("@port s_upd_feedback it goes to the sender (hpcc-rx)");
        comment!("@port s_upd_una_psn last PSN acknowledged; of kind timer it means nothing");
        comment!("@port m_upd_valid an update, or kind timer: what a QP may send has changed by an advice");
        comment!("@port m_upd_ready it is taken");
        comment!("@port m_upd_kind as s_upd_kind; 7 also where no update has come");
        comment!("@port m_upd_qpn index of the QP");
        comment!("@port m_upd_alg the algorithm");
        comment!("@port m_upd_window at most what the advice allows");
        comment!("@port m_upd_pace likewise; of LDCP the time between packets is at least what the advice allows");
        comment!("@port m_upd_rate greatest rate, bytes/ns U7.28, whatever the algorithm; all ones: none");
        comment!("@port m_upd_flags of the update; of kind timer without one bits 3 to 0 of the last");
        comment!("@port m_upd_feedback of the update");
        comment!("@port m_upd_una_psn of the update; else 0");
        comment!("@port lower_valid a QP's own value is to be lowered");
        comment!("@port lower_ready the engine takes that");
        comment!("@port lower_qpn index of the QP");
        comment!("@port lower_alg the algorithm whose value it is");
        comment!("@port lower_window the window becomes at most this, in the algorithm's format");
        comment!("@port lower_rate the rate becomes at most this, bytes/ns U7.28");
        comment!("@port lower_done it is done: a pulse, behind which no older update comes");
        comment!("@port ignore_we writes whether a QP's marks are ignored");
        comment!("@port ignore_qpn index of the QP");
        comment!("@port ignore_on an advice is live, and limits the QP");
        comment!("@port alert_valid an advice out of its range was rejected: a pulse");
        comment!("@port alert_qpn index of the QP");
        comment!("@port init_done QPs have no advice; until then nothing is taken");
        comment!("@port idle nothing is under way but advices that are live");
        comment!("@port lost advices for which there was no room, modulo 2^48, as the next four");
        comment!("@port rejected advices that were rejected");
        comment!("@port lowerings operations that the engine has taken");
        comment!("@port dues how often the walk has found an advice that had ended");
        comment!("@port held ticks at which the clock stood still");
        comment!("@port late_worst time from an end until the walk found it, at most, us");
        for _k in 0..self._ecc {
            comment!("@port fault_corrected a pulse: a word had one wrong bit, or more words had, which was corrected");
            comment!("@port fault_uncorrectable a pulse: a word had two wrong bits");
            comment!("@port rom_parity a pulse: a word of the reciprocal's table had a wrong bit");
        }
        comment!("@constant no_rate all ones: nothing limits the rate");
        comment!("@constant all all ones: no window of the unit's own");
        comment!(
            "@constant open_below updates that wait, below which another may enter: what is under way has a place"
        );
        clock!(
            self, clock, init_at, ready, open, enter, fcr, sets, rtts, mtus, kept, order, lowering, result, out, valid
        );
        clock!(self, clock, p0, p4, p4_advised, p4_kind, p1_chosen, p2_chosen, p1_set, p2_set, p3_set, p4_set);
        clock!(self, clock, beside_qpn, beside, beside_mtu, sends, pushes);
        clock!(self, clock, q1, q1_kept, q1_most, q1_rate, q1_byte, q1_mtu, q1_marks, q1_alerts, q1_outcome);

        comment!("after reset nothing is kept of any QP, a cycle each");
        self.initialises.next = !self.ready.q.val();
        self.init_at.d.next = self.init_at.q.val();
        self.ready.d.next = self.ready.q.val();
        if self.initialises.val() {
            self.init_at.d.next = self.init_at.q.val() + 1;
            self.ready.d.next = self.init_at.q.val().all();
        }
        self.fcr.init_we.next = self.initialises.val();
        self.fcr.init_addr.next = self.init_at.q.val();
        self.kept.init_we.next = self.initialises.val();
        self.kept.init_addr.next = self.init_at.q.val();
        self.init_done.next = self.ready.q.val();

        comment!("parameter sets, between two events");
        self.set_ready.next = !self.valid.q.val().any();
        self.writes_set.next = self.set_valid.val() & !self.valid.q.val().any();
        self.fcr.set_we.next = self.writes_set.val();
        self.fcr.set_index.next = self.set_index.val();
        self.fcr.set_line.next = self.set_line.val();
        self.fcr.set_advice_min.next = self.set_advice_min.val();
        self.fcr.set_advice_max.next = self.set_advice_max.val();
        self.fcr.set_validity_max.next = self.set_validity_max.val();
        self.fcr.set_mtu.next = self.set_mtu.val();
        self.fcr.set_start_at_line.next = false;
        self.rtts.we.next = self.writes_set.val();
        self.rtts.waddr.next = self.set_index.val();
        self.rtts.wdata.next = self.set_rtt.val();
        self.mtus.we.next = self.writes_set.val();
        self.mtus.waddr.next = self.set_index.val();
        self.mtus.wdata.next = self.set_mtu.val().get_bits::<5>(8);
        self.fcr.tick.next = self.tick.val();

        comment!("what enters, if what is under way leaves a place at the port");
        self.open.d.next = self.ready.q.val() & (self.out.count.val() < self.open_below.val());
        self.enter.ready.next = self.ready.q.val();
        self.enter.open.next = self.open.q.val() & !self.set_valid.val();
        self.enter.s_choice_valid.next = self.s_choice_valid.val();
        self.enter.s_choice_qpn.next = self.s_choice_qpn.val();
        self.enter.s_choice_alg.next = self.s_choice_alg.val();
        self.enter.s_choice_set.next = self.s_choice_set.val();
        self.enter.s_choice_opens.next = self.s_choice_opens.val();
        self.enter.s_advice.next = self.s_advice.val();
        self.enter.s_upd_valid.next = self.s_upd_valid.val();
        self.enter.s_upd_kind.next = self.s_upd_kind.val();
        self.enter.s_upd_qpn.next = self.s_upd_qpn.val();
        self.enter.s_upd_alg.next = self.s_upd_alg.val();
        self.enter.s_upd_window.next = self.s_upd_window.val();
        self.enter.s_upd_pace.next = self.s_upd_pace.val();
        self.enter.s_upd_flags.next = self.s_upd_flags.val();
        self.enter.s_upd_feedback.next = self.s_upd_feedback.val();
        self.enter.s_upd_una_psn.next = self.s_upd_una_psn.val();
        self.s_upd_ready.next = self.enter.s_upd_ready.val();
        self.enter.settle_valid.next = self.lowering.settle_valid.val();
        self.enter.settle_qpn.next = self.lowering.lower_qpn.val();
        self.enter.fetch_valid.next = self.lowering.fetch_valid.val();
        self.enter.fetch_qpn.next = self.order.head_qpn.val();
        self.enter.due_valid.next = self.fcr.due_valid.val();
        self.enter.due_qpn.next = self.fcr.due_qpn.val();
        self.fcr.due_ready.next = self.enter.due_goes.val();
        self.order.pop.next = self.enter.fetch_goes.val();
        self.lost.next = self.enter.lost.val();

        comment!("p0 to p3: the QP's set is read. A choice writes it as it enters, so that what entered a cycle before has it too");
        self.valid.d.next = (self.valid.q.val() << 1) | bits::<STAGES>(self.enter.enters.val());
        self.p0.d.next = self.enter.entered.val();
        self.p4.d.next = self.p0.q.val();
        self.p4_advised.d.next = self.enter.advised.val();
        self.p4_kind.d.next = self.enter.asks.val();
        self.sets.raddr.next = self.p0.q.val().qpn;
        self.sets.we.next = self.initialises.val() | self.enter.chooses.val();
        self.sets.waddr.next = self.enter.chosen_qpn.val();
        self.sets.wdata.next = self.enter.chosen_set.val();
        if self.initialises.val() {
            self.sets.waddr.next = self.init_at.q.val();
            self.sets.wdata.next = 0.into();
        }
        self.p1_chosen.d.next = self.enter.chooses.val() & (self.enter.chosen_qpn.val() == self.p0.q.val().qpn);
        self.p1_set.d.next = self.enter.chosen_set.val();
        for k in 0..self.sets.re_opt.len() {
            self.sets.re_opt[k].next = self.valid.q.val().get_bit(0);
        }
        for k in 0..self._ecc {
            comment!("check bits: what the scrubber's event has read of the set is written back in p3");
            clock!(self, clock, scrub_opt[k]);
            self.ecc_in.next = self.ecc_opt[k].val();
            self.inject.next.inject = self.ecc_in.val().inject;
            self.scrub_opt[k].interval.next = self.ecc_in.val().scrub_interval;
            self.scrubbed.next = self.scrub_opt[k].asks.val();
            self.enter.scrub_opt[k].next = self.scrubbed.val();
            self.scrub_opt[k].goes.next = self.enter.scrub_taken_opt[k].val();
            self.scrub_opt[k].chooses.next = self.enter.chooses.val();
            if self.scrub_opt[k].p3_writes.val() {
                self.sets.we.next = true;
                self.sets.waddr.next = self.scrubbed.val().qpn;
                self.sets.wdata.next = self.p3_set.q.val();
                self.p1_chosen.d.next = self.scrubbed.val().qpn == self.p0.q.val().qpn;
                self.p1_set.d.next = self.p3_set.q.val();
            }
            self.sets.inject_opt[k].next = self.ecc_in.val().inject;
        }
        self.p2_chosen.d.next = self.p1_chosen.q.val();
        self.p2_set.d.next = self.p1_set.q.val();
        self.p3_set.d.next = self.sets.rdata.val();
        if self.p2_chosen.q.val() {
            self.p3_set.d.next = self.p2_set.q.val();
        }
        self.rtts.raddr.next = self.p3_set.q.val();
        self.mtus.raddr.next = self.p3_set.q.val();
        self.p4_set.d.next = self.p3_set.q.val();

        comment!("p4: to fcr, with own values that nothing limits: what comes back is what advices allow");
        self.fcr.in_valid.next = self.valid.q.val().get_bit(AT_P4) & !self.p4.q.val().passes & !self.p4.q.val().fetch;
        for k in 0..self._ecc {
            if self.p4_kind.q.val() == self.fcr_read_opt[k].val() {
                self.fcr.in_valid.next = self.valid.q.val().get_bit(AT_P4);
            }
        }
        self.fcr.in_kind.next = self.p4_kind.q.val();
        self.fcr.in_qpn.next = self.p4.q.val().qpn;
        self.fcr.in_set.next = self.p4_set.q.val();
        self.fcr.in_place.next = 0.into();
        self.fcr.in_switch.next = self.p4_advised.q.val().switch;
        self.fcr.in_seq.next = self.p4_advised.q.val().seq;
        self.fcr.in_rate.next = self.p4_advised.q.val().rate;
        self.fcr.in_validity.next = self.p4_advised.q.val().validity;
        self.fcr.in_withdraw.next = self.p4_advised.q.val().withdraw;
        self.fcr.in_alone.next = false;
        self.fcr.in_rtt.next = self.rtts.rdata.val();
        self.fcr.in_rc.next = self.no_rate.val();
        self.fcr.in_cw.next = self.all_42.val();
        self.fcr.in_w.next = self.all_40.val();
        self.fcr.in_wc.next = self.all_40.val();
        self.beside_qpn.d.next = self.p4.q.val().qpn;
        self.beside.d.next = self.p4.q.val();
        self.beside_mtu.d.next = self.mtus.rdata.val();
        self.dues.next = self.fcr.dues.val();
        self.held.next = self.fcr.held.val();
        self.late_worst.next = self.fcr.late_worst.val();
        self.rejected.next = self.fcr.rejected.val();

        comment!("q0: what fcr says, and what is kept of the QP, changes");
        self.kept.s0_qpn.next = self.beside_qpn.q.val();
        self.q0_valid.next = self.valid.q.val().get_bit(AT_Q0);
        self.q0.next = self.beside.q.val();
        self.found.next = self.kept.s3_kept.val();
        self.changing.next.update = self.q0.val().update;
        self.changing.next.passes = self.q0.val().passes;
        self.changing.next.choice = self.q0.val().choice;
        self.changing.next.opens = self.q0.val().opens;
        self.changing.next.fetch = self.q0.val().fetch;
        self.changing.next.settle = self.q0.val().settle;
        self.changing.next.alg = self.q0.val().alg;
        self.changing.next.window = self.q0.val().window;
        self.changing.next.pace = self.q0.val().pace;
        self.changing.next.flags = self.q0.val().flags.get_bits::<4>(0);
        self.change.event.next = self.changing.val();
        self.change.found.next = self.found.val();
        self.change.operation.next = self.lowering.lower.val();
        self.change.flags.next = self.fcr.out_flags.val();
        self.change.live.next = self.fcr.out_cap.val().any();
        self.change.last_rate.next = self.fcr.out_rc.val();
        self.change.last_cw.next = self.fcr.out_cw.val();
        self.change.last_w.next = self.fcr.out_w.val();
        self.change.cap_cw.next = self.fcr.out_send_cw.val();
        self.change.cap_w.next = self.fcr.out_send_w.val();
        self.new.next = self.change.new.val();
        self.outcome.next = self.change.outcome.val();
        for k in 0..self._ecc {
            comment!("the scrubber's event changes nothing");
            self.q0_scrubs.next = self.fcr.out_valid.val() & (self.fcr.out_kind.val() == self.fcr_read_opt[k].val());
            self.scrub_opt[k].ends.next = self.q0_scrubs.val();
            if self.q0_scrubs.val() {
                self.new.next = self.found.val();
            }
        }
        self.kept.s3_valid.next = self.q0_valid.val();
        self.kept.s3_new.next = self.new.val();

        comment!("a QP whose own value is to be lowered waits for the engine; one at a time");
        self.pushes.d.next = self.q0_valid.val() & self.new.val().queued & !self.found.val().queued;
        self.order.push.next = self.pushes.q.val();
        self.order.push_qpn.next = self.q1.q.val().qpn;
        self.lowering.waits.next = self.order.head_valid.val();
        self.lowering.fetch_goes.next = self.enter.fetch_goes.val();
        self.lowering.fetched.next = self.q0_valid.val() & self.q0.val().fetch;
        for _k in 0..self._ecc {
            self.lowering.fetched.next = self.q0_valid.val() & self.q0.val().fetch & !self.q0_scrubs.val();
        }
        self.lowering.fetched_qpn.next = self.q0.val().qpn;
        self.fetched.next.owed = self.found.val().owed;
        self.fetched.next.alg = self.found.val().own.alg;
        self.fetched.next.lower = self.found.val().lower;
        self.lowering.found.next = self.fetched.val();
        self.lowering.settle_goes.next = self.enter.settle_goes.val();
        self.lowering.settled.next = self.q0_valid.val() & self.q0.val().settle;
        self.lowering.moved.next = self.q0_valid.val() & self.change.moved.val();
        self.lowering.moved_qpn.next = self.q0.val().qpn;
        self.lowering.lower_ready.next = self.lower_ready.val();
        self.lowering.lower_done.next = self.lower_done.val();
        self.lower_valid.next = self.lowering.lower_valid.val();
        self.lower_qpn.next = self.lowering.lower_qpn.val();
        self.lower_alg.next = self.lowering.lower_alg.val();
        self.lower_window.next = self.lowering.lower.val().window;
        self.lower_rate.next = self.lowering.lower.val().rate;
        self.lowerings.next = self.lowering.count.val();

        comment!("q1: whether the engine ignores the QP's marks, an alert, and the update");
        self.q1.d.next = self.q0.val();
        self.q1_kept.d.next = self.new.val();
        self.q1_outcome.d.next = self.outcome.val();
        self.q1_marks.d.next = self.q0_valid.val() & self.outcome.val().marks;
        self.ignore_we.next = self.q1_marks.q.val();
        self.ignore_qpn.next = self.q1.q.val().qpn;
        self.ignore_on.next = self.q1_outcome.q.val().ignore;
        self.q1_alerts.d.next = self.q0_valid.val() & self.outcome.val().alert;
        self.alert_valid.next = self.q1_alerts.q.val();
        self.alert_qpn.next = self.q1.q.val().qpn;
        self.q1_most.d.next = self.change.cap_window.val();
        self.q1_rate.d.next = self.fcr.out_send_rate.val();
        if !self.fcr.out_cap.val().any() {
            self.q1_most.d.next = self.all_42.val();
            self.q1_rate.d.next = self.no_rate.val();
        }
        self.q1_byte.d.next = self.fcr.out_pace.val();
        self.q1_mtu.d.next = self.beside_mtu.q.val();
        self.sends.d.next = (self.sends.q.val() << 1) | bits::<Q>(self.q0_valid.val() & self.outcome.val().sends);
        self.said.next.qpn = self.q1.q.val().qpn;
        self.said.next.kind = self.q1.q.val().kind;
        self.said.next.alg = self.q1.q.val().alg;
        self.said.next.window = self.q1.q.val().window;
        self.said.next.pace = self.q1.q.val().pace;
        self.said.next.rate = self.no_rate.val();
        self.said.next.flags = self.q1.q.val().flags;
        if !self.q1.q.val().update {
            self.said.next.flags = bits::<16>(self.q1_kept.q.val().own.flags);
        }
        self.said.next.feedback = self.q1.q.val().feedback;
        self.said.next.una = self.q1.q.val().una;
        self.result.q1_said.next = self.said.val();
        self.result.q1_passes.next = self.q1_outcome.q.val().passes;
        self.result.q1_own.next = self.q1_kept.q.val().own;
        self.result.q1_cap.next.window = self.q1_most.q.val();
        self.result.q1_cap.next.rate = self.q1_rate.q.val();
        self.result.q1_owed.next = self.q1_kept.q.val().owed;
        self.result.q1_lower.next = self.q1_kept.q.val().lower;
        self.result.q1_byte.next = self.q1_byte.q.val();
        self.result.q1_mtu.next = self.q1_mtu.q.val();

        self.idle.next = !self.valid.q.val().any()
            & !self.sends.q.val().any()
            & !self.out.out_valid.val()
            & !self.enter.waits.val()
            & !self.order.head_valid.val()
            & self.lowering.idle.val();

        comment!("q3: to the port");
        self.out.in_valid.next = self.sends.q.val().get_bit(AT_Q3);
        self.out.in_data.next = self.result.q3_said.val();
        self.out.out_ready.next = self.m_upd_ready.val();
        self.m_upd_valid.next = self.out.out_valid.val();
        self.m_upd_kind.next = self.out.out_data.val().kind;
        self.m_upd_qpn.next = self.out.out_data.val().qpn;
        self.m_upd_alg.next = self.out.out_data.val().alg;
        self.m_upd_window.next = self.out.out_data.val().window;
        self.m_upd_pace.next = self.out.out_data.val().pace;
        self.m_upd_rate.next = self.out.out_data.val().rate;
        self.m_upd_flags.next = self.out.out_data.val().flags;
        self.m_upd_feedback.next = self.out.out_data.val().feedback;
        self.m_upd_una_psn.next = self.out.out_data.val().una;

        for k in 0..self.kept.re_opt.len() {
            self.kept.re_opt[k].next = self.valid.q.val().get_bit(AT_KEPT);
        }
        for k in 0..self._ecc {
            comment!("what was wrong in the memories and in the table");
            self.fcr.ecc_opt[k].next = self.inject.val();
            self.order.ecc_opt[k].next = self.inject.val();
            self.kept.ecc_opt[k].next = self.inject.val();
            self.of_fcr.next = self.fcr.fault_opt[k].val();
            self.of_sets.next = self.sets.fault_opt[k].val();
            self.of_kept.next = self.kept.fault_opt[k].val();
            self.of_order.next = self.order.fault_opt[k].val();
            self.all_fault.next.corrected = self.of_fcr.val().corrected
                | self.of_sets.val().corrected
                | self.of_kept.val().corrected
                | self.of_order.val().corrected;
            self.all_fault.next.uncorrectable = self.of_fcr.val().uncorrectable
                | self.of_sets.val().uncorrectable
                | self.of_kept.val().uncorrectable
                | self.of_order.val().uncorrectable;
            self.fault_opt[k].next = self.all_fault.val();
            self.rom_opt[k].next = self.fcr.rom_opt[k].val();
        }
    }
}
