#![doc = include_str!("../dcqcn.md")]
//!
//! # Why this file
//!
//! Counts of events, the list of active QPs and the arithmetic of a period meet here: what each of them writes, no
//! other writes.

pub mod list;
pub mod stages;
pub mod step;

use crate::prelude::*;
use list::List;
use stages::*;
use step::Step;

/// DCQCN-p and DCQCN-d of 2^Q queue pairs.
#[derive(LogicBlock)]
pub struct Dcqcn<const Q: usize> {
    pub clock: Signal<In, ClkRst>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, U<Q>>,
    pub set_we: Signal<In, Bit>,
    pub set_index: Signal<In, U<4>>,
    pub set_g: Signal<In, U<15>>,
    pub set_rai: Signal<In, U<35>>,
    pub set_line: Signal<In, U<35>>,
    pub set_rc_min: Signal<In, U<35>>,
    pub set_recovery: Signal<In, U<4>>,
    pub set_doublings: Signal<In, U<4>>,
    pub set_snap_mask: Signal<In, U<24>>,
    pub set_old_cp: Signal<In, Bit>,
    pub set_clamp_target: Signal<In, Bit>,
    pub set_min_tx: Signal<In, U<8>>,
    pub set_incast_periods: Signal<In, U<4>>,
    pub cfg_period: Signal<In, U<19>>,
    pub cfg_jitter_mask: Signal<In, U<12>>,
    pub cfg_seed: Signal<In, U<16>>,
    pub issued_valid: Signal<In, Bit>,
    pub issued_cnp: Signal<In, Bit>,
    pub issued_qpn: Signal<In, U<Q>>,
    pub host_valid: Signal<In, Bit>,
    pub host_write: Signal<In, Bit>,
    pub host_qpn: Signal<In, U<Q>>,
    pub host_rc: Signal<In, U<35>>,
    pub host_rt: Signal<In, U<35>>,
    pub host_cp: Signal<In, U<27>>,
    pub host_stage: Signal<In, U<5>>,
    pub host_deterministic: Signal<In, Bit>,
    pub host_set: Signal<In, U<4>>,
    pub host_ends: Signal<Out, Bit>,
    pub read_rc: Signal<Out, U<35>>,
    pub read_rt: Signal<Out, U<35>>,
    pub read_cp: Signal<Out, U<27>>,
    pub read_stage: Signal<Out, U<5>>,
    pub read_sent: Signal<Out, U<8>>,
    pub read_quiet: Signal<Out, U<4>>,
    pub read_idle: Signal<Out, U<5>>,
    pub read_deterministic: Signal<Out, Bit>,
    pub read_set: Signal<Out, U<4>>,
    pub out_valid: Signal<Out, Bit>,
    pub out_ready: Signal<In, Bit>,
    pub out_qpn: Signal<Out, U<Q>>,
    pub out_rate: Signal<Out, U<35>>,
    pub out_flags: Signal<Out, U<10>>,
    pub visits: Signal<Out, U<48>>,
    pub late_cycles: Signal<Out, U<48>>,
    pub late_worst: Signal<Out, U<19>>,

    // events
    counts: Ram<Count, Q>,
    marks: Ram<Mark, Q>,
    e0_valid: Reg<Bit>,
    e1_valid: Reg<Bit>,
    e2_valid: Reg<Bit>,
    e3_valid: Reg<Bit>,
    e4_valid: Reg<Bit>,
    e3_wakes: Reg<Bit>,
    e0: DReg<Event<Q>>,
    e1: DReg<Event<Q>>,
    e2: DReg<Event<Q>>,
    e3: DReg<Counted<Q>>,
    e4: DReg<Counted<Q>>,
    /// Bit k: the event k + 1 ahead is of this QP.
    e2_behind: DReg<U<2>>,
    /// Bit k: the visit that stands in s(k + 2) now is.
    e2_visited: DReg<U<3>>,
    newest: Signal<Local, Count>,
    mark: Signal<Local, Mark>,
    fresh: Signal<Local, Bit>,
    base: Signal<Local, Count>,
    counted: Signal<Local, Count>,
    count_we: Signal<Local, Bit>,
    count_addr: Signal<Local, U<Q>>,
    count_data: Signal<Local, Count>,
    mark_we: Signal<Local, Bit>,
    mark_addr: Signal<Local, U<Q>>,
    mark_data: Signal<Local, Mark>,
    ahead_1: Signal<Local, Bit>,
    ahead_2: Signal<Local, Bit>,
    at_s2: Signal<Local, Bit>,
    at_s3: Signal<Local, Bit>,
    at_s4: Signal<Local, Bit>,

    // time
    lfsr: Reg<U<16>>,
    now: Reg<U<20>>,
    /// The oldest is 2^18 cycles late or more: time stands still.
    frozen: Reg<Bit>,
    /// 30 ahead of it: with what a visit takes until its QP is in the list again, a period has 32 cycles more than
    /// cfg_period.
    ahead: Reg<U<20>>,
    jitter: DReg<U<12>>,
    length: DReg<U<20>>,
    due: DReg<U<20>>,

    // the list
    active: List<Q>,
    woken: List<Q>,
    late: Signal<Local, U<20>>,
    may_visit: Signal<Local, Bit>,
    visits_one: Signal<Local, Bit>,
    host_count: Reg<U<6>>,
    host_enters: Signal<Local, Bit>,
    late_valid: Reg<Bit>,
    late_now: DReg<U<19>>,
    visits_count: Reg<U<48>>,
    late_sum: Reg<U<48>>,
    late_most: Reg<U<19>>,

    // the visit
    contexts: Ram<Context, Q>,
    swept_counts: Ram<Count, Q>,
    swept_marks: Ram<Mark, Q>,
    s0_valid: Reg<Bit>,
    s1_valid: Reg<Bit>,
    s2_valid: Reg<Bit>,
    s0: DReg<Visit<Q>>,
    s1: DReg<Visit<Q>>,
    s2: DReg<Visit<Q>>,
    /// Bit k: the event in e(k + 3) now is of this QP.
    s2_events: DReg<U<2>>,
    s2_count: Signal<Local, Count>,
    s2_flips: Signal<Local, Bit>,
    s2_drops: Signal<Local, Bit>,
    s2_pushes: Signal<Local, Bit>,
    s2_mark: Signal<Local, Mark>,
    has_events: Signal<Local, Bit>,
    s1_flips: Signal<Local, Bit>,
    meets_e2: Signal<Local, Bit>,
    meets_e3: Signal<Local, Bit>,
    s3_flips: Reg<Bit>,
    s3_mark: DReg<Mark>,
    s4_mark: DReg<Mark>,
    held: DReg<Context>,

    // the step
    /// Bit k: stage s(k + 3) holds a step or an operation of the host.
    valid: Reg<U<22>>,
    s3_visit: DReg<Visit<Q>>,
    s3: DReg<Period>,
    /// The visit in s24.
    visit: Delay<Visit<Q>>,
    step: Step,
    ends_host: Signal<Local, Bit>,
    updates: Fifo<Update<Q>, 6>,
    reset_context: Constant<Context>,
}

impl<const Q: usize> Default for Dcqcn<Q> {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            init_we: Default::default(),
            init_addr: Default::default(),
            set_we: Default::default(),
            set_index: Default::default(),
            set_g: Default::default(),
            set_rai: Default::default(),
            set_line: Default::default(),
            set_rc_min: Default::default(),
            set_recovery: Default::default(),
            set_doublings: Default::default(),
            set_snap_mask: Default::default(),
            set_old_cp: Default::default(),
            set_clamp_target: Default::default(),
            set_min_tx: Default::default(),
            set_incast_periods: Default::default(),
            cfg_period: Default::default(),
            cfg_jitter_mask: Default::default(),
            cfg_seed: Default::default(),
            issued_valid: Default::default(),
            issued_cnp: Default::default(),
            issued_qpn: Default::default(),
            host_valid: Default::default(),
            host_write: Default::default(),
            host_qpn: Default::default(),
            host_rc: Default::default(),
            host_rt: Default::default(),
            host_cp: Default::default(),
            host_stage: Default::default(),
            host_deterministic: Default::default(),
            host_set: Default::default(),
            host_ends: Default::default(),
            read_rc: Default::default(),
            read_rt: Default::default(),
            read_cp: Default::default(),
            read_stage: Default::default(),
            read_sent: Default::default(),
            read_quiet: Default::default(),
            read_idle: Default::default(),
            read_deterministic: Default::default(),
            read_set: Default::default(),
            out_valid: Default::default(),
            out_ready: Default::default(),
            out_qpn: Default::default(),
            out_rate: Default::default(),
            out_flags: Default::default(),
            visits: Default::default(),
            late_cycles: Default::default(),
            late_worst: Default::default(),
            counts: Default::default(),
            marks: Default::default(),
            e0_valid: Default::default(),
            e1_valid: Default::default(),
            e2_valid: Default::default(),
            e3_valid: Default::default(),
            e4_valid: Default::default(),
            e3_wakes: Default::default(),
            e0: Default::default(),
            e1: Default::default(),
            e2: Default::default(),
            e3: Default::default(),
            e4: Default::default(),
            e2_behind: Default::default(),
            e2_visited: Default::default(),
            newest: Default::default(),
            mark: Default::default(),
            fresh: Default::default(),
            base: Default::default(),
            counted: Default::default(),
            count_we: Default::default(),
            count_addr: Default::default(),
            count_data: Default::default(),
            mark_we: Default::default(),
            mark_addr: Default::default(),
            mark_data: Default::default(),
            ahead_1: Default::default(),
            ahead_2: Default::default(),
            at_s2: Default::default(),
            at_s3: Default::default(),
            at_s4: Default::default(),
            lfsr: Default::default(),
            now: Default::default(),
            frozen: Default::default(),
            ahead: Reg::new(30.into()),
            jitter: Default::default(),
            length: Default::default(),
            due: Default::default(),
            active: Default::default(),
            woken: Default::default(),
            late: Default::default(),
            may_visit: Default::default(),
            visits_one: Default::default(),
            host_count: Default::default(),
            host_enters: Default::default(),
            late_valid: Default::default(),
            late_now: Default::default(),
            visits_count: Default::default(),
            late_sum: Default::default(),
            late_most: Default::default(),
            contexts: Default::default(),
            swept_counts: Default::default(),
            swept_marks: Default::default(),
            s0_valid: Default::default(),
            s1_valid: Default::default(),
            s2_valid: Default::default(),
            s0: Default::default(),
            s1: Default::default(),
            s2: Default::default(),
            s2_events: Default::default(),
            s2_count: Default::default(),
            s2_flips: Default::default(),
            s2_drops: Default::default(),
            s2_pushes: Default::default(),
            s2_mark: Default::default(),
            has_events: Default::default(),
            s1_flips: Default::default(),
            meets_e2: Default::default(),
            meets_e3: Default::default(),
            s3_flips: Default::default(),
            s3_mark: Default::default(),
            s4_mark: Default::default(),
            held: Default::default(),
            valid: Default::default(),
            s3_visit: Default::default(),
            s3: Default::default(),
            visit: Delay::new(21),
            step: Default::default(),
            ends_host: Default::default(),
            updates: Fifo::new(5),
            reset_context: Constant::new(Context::default()),
        }
    }
}

impl<const Q: usize> Dcqcn<Q> {
    pub fn new() -> Self {
        Self::default()
    }
}

impl<const Q: usize> Logic for Dcqcn<Q> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module dcqcn");
        comment!("@doc DCQCN-p and DCQCN-d: counts CNPs and packets of each QP, and gives each active QP its control period: a new rate.");
        comment!("@doc One event and one step a cycle, each with ports of its own to what it keeps.");
        comment!("@port init_we writes zeros at init_addr, while nothing is under way; clears nothing else");
        comment!("@port init_addr index of the QP that is reset");
        comment!("@port set_we writes a parameter set, while no step of that set is under way");
        comment!("@port set_index which of the 16");
        comment!("@port set_g weight of the newest period, U0.16, at most 1/4");
        comment!("@port set_rai first active increase, bytes per ns, U7.28");
        comment!("@port set_line line rate, bytes per ns, U7.28");
        comment!("@port set_rc_min least rate, bytes per ns, U7.28");
        comment!("@port set_recovery steps of fast recovery");
        comment!("@port set_doublings how often rai doubles at most");
        comment!("@port set_snap_mask 2^snap - 1");
        comment!("@port set_old_cp 1: RC falls by the CP before the period");
        comment!("@port set_clamp_target 0: of decreases in a row only the first sets RT");
        comment!("@port set_min_tx packets that an increase step needs");
        comment!("@port set_incast_periods periods behind a CNP in which every second one has a step");
        comment!("@port cfg_period cycles of a control period beyond 32, below 2^19 - 2^13");
        comment!("@port cfg_jitter_mask 2^jitter - 1: each period is longer by up to so many cycles");
        comment!("@port cfg_seed state of the LFSR behind an initialisation, not all ones");
        comment!("@port issued_valid an event; always taken");
        comment!("@port issued_cnp 1 a CNP came, 0 a packet was sent");
        comment!("@port issued_qpn index of the QP");
        comment!("@port host_valid the host reads or writes a context; all host_* are held until host_ends");
        comment!("@port host_write 1 a write, which also clears what was counted");
        comment!("@port host_qpn index of the QP");
        comment!("@port host_rc current rate, bytes per ns, U7.28");
        comment!("@port host_rt target rate, bytes per ns, U7.28");
        comment!("@port host_cp probability of congestion, U1.26");
        comment!("@port host_stage increase steps since the last decrease");
        comment!("@port host_deterministic 1 dcqcn-d, 0 dcqcn-p");
        comment!("@port host_set parameter set");
        comment!("@port host_ends the operation is done; of a read, read_* are valid");
        comment!("@port read_rc current rate, bytes per ns, U7.28");
        comment!("@port read_rt target rate, bytes per ns, U7.28");
        comment!("@port read_cp probability of congestion, U1.26");
        comment!("@port read_stage increase steps since the last decrease");
        comment!("@port read_sent packets since the last increase step");
        comment!("@port read_quiet periods since the one of the last CNP");
        comment!("@port read_idle periods in a row without a packet");
        comment!("@port read_deterministic 1 dcqcn-d, 0 dcqcn-p");
        comment!("@port read_set parameter set");
        comment!("@port out_valid a QP's new rate");
        comment!("@port out_ready it is taken");
        comment!("@port out_qpn index of the QP");
        comment!("@port out_rate current rate, bytes per ns, U7.28");
        comment!(
            "@port out_flags bit 0 paced, 1 floor, 2 sat, 4 cut, 5 recovery, 6 active, 8 held, 9 snap; 3 and 7 are 0"
        );
        comment!("@port visits control periods that the sweep has begun");
        comment!("@port late_cycles cycles by which they were late, together");
        comment!("@port late_worst cycles by which one was late, at most");
        clock!(
            self, clock, counts, marks, e0_valid, e1_valid, e2_valid, e3_valid, e4_valid, e3_wakes, e0, e1, e2, e3, e4
        );
        clock!(
            self, clock, e2_behind, e2_visited, lfsr, now, frozen, ahead, jitter, length, due, active, woken,
            host_count
        );
        clock!(
            self,
            clock,
            late_valid,
            late_now,
            visits_count,
            late_sum,
            late_most,
            contexts,
            swept_counts,
            swept_marks
        );
        clock!(self, clock, s0_valid, s1_valid, s2_valid, s0, s1, s2, s2_events, s3_flips, s3_mark, s4_mark, held);
        clock!(self, clock, valid, s3_visit, s3, visit, step, updates);

        comment!("s0 to s2: context, counts and mark are read");
        self.contexts.raddr.next = self.s0.q.val().qpn;
        self.swept_counts.raddr.next = self.s0.q.val().qpn;
        self.swept_marks.raddr.next = self.s0.q.val().qpn;
        self.s1_flips.next = self.s1_valid.q.val() & !(self.s1.q.val().host & !self.s1.q.val().write);
        self.s1_valid.d.next = self.s0_valid.q.val();
        self.s1.d.next = self.s0.q.val();
        self.meets_e2.next = self.e2_valid.q.val() & (self.e2.q.val().qpn == self.s1.q.val().qpn);
        self.meets_e3.next = self.e3_valid.q.val() & (self.e3.q.val().qpn == self.s1.q.val().qpn);
        self.s2_valid.d.next = self.s1_valid.q.val();
        self.s2.d.next = self.s1.q.val();
        self.s2_events.d.next = (bits::<2>(self.meets_e3.val()) << 1) | bits::<2>(self.meets_e2.val());

        comment!("s2: what was counted up to the visit is the period's. A QP at rest that nothing has happened to leaves the list; all others");
        comment!("enter it again, and a woken one in a cycle without these");
        self.s2_count.next = self.swept_counts.rdata.val();
        if self.s2_events.q.val().get_bit(1) {
            self.s2_count.next = self.e4.q.val().count;
        }
        if self.s2_events.q.val().get_bit(0) {
            self.s2_count.next = self.e3.q.val().count;
        }
        self.s2_flips.next = self.s2_valid.q.val() & !(self.s2.q.val().host & !self.s2.q.val().write);
        self.has_events.next = self.s2_count.val().epoch == self.swept_marks.rdata.val().epoch;
        self.s2_drops.next =
            self.s2_valid.q.val() & !self.s2.q.val().host & self.contexts.rdata.val().rest & !self.has_events.val();
        self.s2_mark.next.epoch = !self.s2_count.val().epoch;
        self.s2_mark.next.listed = self.swept_marks.rdata.val().listed ^ self.s2_drops.val();
        self.mark_we.next = self.s2_flips.val() | self.init_we.val();
        self.mark_addr.next = self.s2.q.val().qpn;
        self.mark_data.next = self.s2_mark.val();
        if self.init_we.val() {
            self.mark_addr.next = self.init_addr.val();
            self.mark_data.next.epoch = false;
            self.mark_data.next.listed = false;
        }
        self.marks.we.next = self.mark_we.val();
        self.marks.waddr.next = self.mark_addr.val();
        self.marks.wdata.next = self.mark_data.val();
        self.swept_marks.we.next = self.mark_we.val();
        self.swept_marks.waddr.next = self.mark_addr.val();
        self.swept_marks.wdata.next = self.mark_data.val();
        self.s2_pushes.next = self.s2_valid.q.val() & !self.s2.q.val().host & !self.s2_drops.val();
        self.active.in_valid.next = self.s2_pushes.val() | self.woken.out_valid.val();
        self.active.in_data.next.qpn = self.woken.out_data.val().qpn;
        if self.s2_pushes.val() {
            self.active.in_data.next.qpn = self.s2.q.val().qpn;
        }
        self.active.in_data.next.due = self.due.q.val();
        self.woken.out_ready.next = !self.s2_pushes.val();
        self.woken.in_valid.next = self.e3_wakes.q.val();
        self.woken.in_data.next.qpn = self.e3.q.val().qpn;
        self.woken.in_data.next.due = 0.into();
        self.s3_flips.d.next = self.s2_flips.val();
        self.s3_mark.d.next = self.s2_mark.val();
        self.s4_mark.d.next = self.s3_mark.q.val();
        self.valid.d.next = (self.valid.q.val() << 1) | bits::<22>(self.s2_valid.q.val() & !self.s2_drops.val());
        self.s3_visit.d.next = self.s2.q.val();
        self.s3.d.next.context = self.contexts.rdata.val();
        self.s3.d.next.cnp = self.s2_count.val().cnp;
        self.s3.d.next.tx = self.s2_count.val().tx;
        if !self.has_events.val() {
            self.s3.d.next.cnp = 0.into();
            self.s3.d.next.tx = 0.into();
        }

        comment!("e0 to e2: an event reads its QP's counts and mark. Which of the two ahead are of this QP, and which visits?");
        self.e0_valid.d.next = self.issued_valid.val();
        self.e0.d.next.qpn = self.issued_qpn.val();
        self.e0.d.next.cnp = self.issued_cnp.val();
        self.counts.raddr.next = self.e0.q.val().qpn;
        self.marks.raddr.next = self.e0.q.val().qpn;
        self.e1_valid.d.next = self.e0_valid.q.val();
        self.e1.d.next = self.e0.q.val();
        self.ahead_1.next = self.e2_valid.q.val() & (self.e2.q.val().qpn == self.e1.q.val().qpn);
        self.ahead_2.next = self.e3_valid.q.val() & (self.e3.q.val().qpn == self.e1.q.val().qpn);
        self.at_s2.next = self.s1_flips.val() & (self.s1.q.val().qpn == self.e1.q.val().qpn);
        self.at_s3.next = self.s2_flips.val() & (self.s2.q.val().qpn == self.e1.q.val().qpn);
        self.at_s4.next = self.s3_flips.q.val() & (self.s3_visit.q.val().qpn == self.e1.q.val().qpn);
        self.e2_valid.d.next = self.e1_valid.q.val();
        self.e2.d.next = self.e1.q.val();
        self.e2_behind.d.next = (bits::<2>(self.ahead_2.val()) << 1) | bits::<2>(self.ahead_1.val());
        self.e2_visited.d.next =
            (bits::<3>(self.at_s4.val()) << 2) | (bits::<3>(self.at_s3.val()) << 1) | bits::<3>(self.at_s2.val());

        comment!("e2: counts of an earlier period start anew; a QP that is not in the list enters it");
        self.newest.next = self.counts.rdata.val();
        if self.e2_behind.q.val().get_bit(1) {
            self.newest.next = self.e4.q.val().count;
        }
        if self.e2_behind.q.val().get_bit(0) {
            self.newest.next = self.e3.q.val().count;
        }
        self.mark.next = self.marks.rdata.val();
        if self.e2_visited.q.val().get_bit(2) {
            self.mark.next = self.s4_mark.q.val();
        }
        if self.e2_visited.q.val().get_bit(1) {
            self.mark.next = self.s3_mark.q.val();
        }
        if self.e2_visited.q.val().get_bit(0) {
            self.mark.next = self.s2_mark.val();
        }
        self.fresh.next = self.newest.val().epoch != self.mark.val().epoch;
        self.base.next.cnp = self.newest.val().cnp;
        self.base.next.tx = self.newest.val().tx;
        if self.fresh.val() {
            self.base.next.cnp = 0.into();
            self.base.next.tx = 0.into();
        }
        self.base.next.epoch = self.mark.val().epoch;
        self.base.next.listed = !self.mark.val().listed;
        self.counted.next = self.base.val();
        self.counted.next.cnp = self.base.val().cnp + (self.e2.q.val().cnp & !self.base.val().cnp.all());
        self.counted.next.tx = self.base.val().tx + (!self.e2.q.val().cnp & !self.base.val().tx.all());
        self.e3_valid.d.next = self.e2_valid.q.val();
        self.e3_wakes.d.next = self.e2_valid.q.val() & (self.newest.val().listed == self.mark.val().listed);
        self.e3.d.next.qpn = self.e2.q.val().qpn;
        self.e3.d.next.count = self.counted.val();
        self.e4_valid.d.next = self.e3_valid.q.val();
        self.e4.d.next = self.e3.q.val();
        self.count_we.next = self.e2_valid.q.val() | self.init_we.val();
        self.count_addr.next = self.e2.q.val().qpn;
        self.count_data.next = self.counted.val();
        if self.init_we.val() {
            self.count_addr.next = self.init_addr.val();
            self.count_data.next.epoch = true;
            self.count_data.next.listed = false;
        }
        self.counts.we.next = self.count_we.val();
        self.counts.waddr.next = self.count_addr.val();
        self.counts.wdata.next = self.count_data.val();
        self.swept_counts.we.next = self.count_we.val();
        self.swept_counts.waddr.next = self.count_addr.val();
        self.swept_counts.wdata.next = self.count_data.val();

        comment!("time: the LFSR x^16 + x^15 + x^13 + x^4 + 1, inverted, so that zero is one of its states; when a QP that enters the list is due");
        self.lfsr.d.next = (self.lfsr.q.val() << 1)
            | bits::<16>(
                !(self.lfsr.q.val().get_bit(15)
                    ^ self.lfsr.q.val().get_bit(14)
                    ^ self.lfsr.q.val().get_bit(12)
                    ^ self.lfsr.q.val().get_bit(3)),
            );
        if self.init_we.val() {
            self.lfsr.d.next = self.cfg_seed.val();
        }
        self.now.d.next = self.now.q.val() + !self.frozen.q.val();
        self.ahead.d.next = self.ahead.q.val() + !self.frozen.q.val();
        self.jitter.d.next = self.lfsr.q.val().get_bits::<12>(0) & self.cfg_jitter_mask.val();
        self.length.d.next = bits::<20>(self.cfg_period.val()) + bits::<20>(self.jitter.q.val());
        self.due.d.next = self.ahead.q.val() + self.length.q.val();

        comment!(
            "the host's operation waits until no step of its QP is under way, and keeps its QP in the list meanwhile"
        );
        self.ends_host.next = self.valid.q.val().get_bit(21) & self.visit.q.val().host;
        self.host_enters.next = self.host_valid.val() & (self.host_count.q.val() == 32);
        self.host_count.d.next = self.host_count.q.val();
        if !self.host_count.q.val().all() {
            self.host_count.d.next = self.host_count.q.val() + 1;
        }
        if !self.host_valid.val() | self.ends_host.val() {
            self.host_count.d.next = 0.into();
        }

        comment!("the oldest of the list is visited once it is due, and while there is room for its update; every eighth cycle is a woken one's");
        self.late.next = self.now.q.val() - self.active.out_data.val().due;
        self.frozen.d.next = self.active.out_valid.val() & (self.late.val().get_bits::<2>(18) == 1);
        self.may_visit.next = !self.updates.count.val().get_bits::<4>(2).any()
            & !self.host_enters.val()
            & !(self.host_valid.val()
                & self.host_count.q.val().get_bits::<3>(3).any()
                & (self.active.out_data.val().qpn == self.host_qpn.val()))
            & !(self.woken.out_valid.val() & self.now.q.val().get_bits::<3>(0).all());
        self.visits_one.next = self.active.out_valid.val() & !self.late.val().get_bit(19) & self.may_visit.val();
        self.active.out_ready.next = self.visits_one.val();
        self.late_valid.d.next = self.visits_one.val();
        self.late_now.d.next = self.late.val().get_bits::<19>(0);
        self.visits_count.d.next = self.visits_count.q.val() + self.late_valid.q.val();
        self.late_sum.d.next = self.late_sum.q.val();
        self.late_most.d.next = self.late_most.q.val();
        if self.late_valid.q.val() {
            self.late_sum.d.next = self.late_sum.q.val() + bits::<48>(self.late_now.q.val());
            if self.late_now.q.val() > self.late_most.q.val() {
                self.late_most.d.next = self.late_now.q.val();
            }
        }
        self.visits.next = self.visits_count.q.val();
        self.late_cycles.next = self.late_sum.q.val();
        self.late_worst.next = self.late_most.q.val();
        self.s0_valid.d.next = self.visits_one.val() | self.host_enters.val();
        self.s0.d.next.host = self.host_enters.val();
        self.s0.d.next.write = self.host_write.val();
        self.s0.d.next.qpn = self.active.out_data.val().qpn;
        if self.host_enters.val() {
            self.s0.d.next.qpn = self.host_qpn.val();
        }

        comment!("s2 to s24: the arithmetic. What the host reads is kept until its operation ends");
        self.step.set_we.next = self.set_we.val();
        self.step.set_index.next = self.set_index.val();
        self.step.set_g.next = self.set_g.val();
        self.step.set_rai.next = self.set_rai.val();
        self.step.set_line.next = self.set_line.val();
        self.step.set_rc_min.next = self.set_rc_min.val();
        self.step.set_recovery.next = self.set_recovery.val();
        self.step.set_doublings.next = self.set_doublings.val();
        self.step.set_snap_mask.next = self.set_snap_mask.val();
        self.step.set_old_cp.next = self.set_old_cp.val();
        self.step.set_clamp_target.next = self.set_clamp_target.val();
        self.step.set_min_tx.next = self.set_min_tx.val();
        self.step.set_incast_periods.next = self.set_incast_periods.val();
        self.step.s2_set.next = self.contexts.rdata.val().set;
        self.step.s3.next = self.s3.q.val();
        self.visit.d.next = self.s3_visit.q.val();
        self.held.d.next = self.held.q.val();
        if self.valid.q.val().get_bit(0) & self.s3_visit.q.val().host {
            self.held.d.next = self.s3.q.val().context;
        }

        comment!("s24: the context is written, and the update handed on");
        self.contexts.we.next = self.init_we.val()
            | (self.valid.q.val().get_bit(21) & (!self.visit.q.val().host | self.visit.q.val().write));
        self.contexts.waddr.next = self.visit.q.val().qpn;
        self.contexts.wdata.next = self.step.s24.val();
        if self.visit.q.val().host {
            self.contexts.wdata.next.rc = self.host_rc.val();
            self.contexts.wdata.next.rt = self.host_rt.val();
            self.contexts.wdata.next.cp = self.host_cp.val();
            self.contexts.wdata.next.stage = self.host_stage.val();
            self.contexts.wdata.next.sent = 0.into();
            self.contexts.wdata.next.quiet = 15.into();
            self.contexts.wdata.next.idle = 0.into();
            self.contexts.wdata.next.rest = false;
            self.contexts.wdata.next.deterministic = self.host_deterministic.val();
            self.contexts.wdata.next.set = self.host_set.val();
        }
        if self.init_we.val() {
            self.contexts.waddr.next = self.init_addr.val();
            self.contexts.wdata.next = self.reset_context.val();
        }
        self.host_ends.next = self.ends_host.val();
        self.read_rc.next = self.held.q.val().rc;
        self.read_rt.next = self.held.q.val().rt;
        self.read_cp.next = self.held.q.val().cp;
        self.read_stage.next = self.held.q.val().stage;
        self.read_sent.next = self.held.q.val().sent;
        self.read_quiet.next = self.held.q.val().quiet;
        self.read_idle.next = self.held.q.val().idle;
        self.read_deterministic.next = self.held.q.val().deterministic;
        self.read_set.next = self.held.q.val().set;
        self.updates.in_valid.next =
            self.valid.q.val().get_bit(21) & !self.visit.q.val().host & !self.step.s24.val().rest;
        self.updates.in_data.next.qpn = self.visit.q.val().qpn;
        self.updates.in_data.next.rate = self.step.s24.val().rc;
        self.updates.in_data.next.flags = self.step.s24_flags.val();
        self.out_valid.next = self.updates.out_valid.val();
        self.updates.out_ready.next = self.out_ready.val();
        self.out_qpn.next = self.updates.out_data.val().qpn;
        self.out_rate.next = self.updates.out_data.val().rate;
        self.out_flags.next = self.updates.out_data.val().flags;
    }
}
