#![doc = include_str!("../dcqcn.md")]
//!
//! # Why this file
//!
//! Counts of events, the list of active QPs and the arithmetic of a period meet here: what each of them writes, no
//! other writes.

pub mod list;
pub mod stages;

use crate::prelude::*;
use crate::recip::Recip;
use list::List;
use stages::*;

/// Stages that hold a [`Control`], s5 to s24.
const CONTROLS: usize = 20;

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
    rules: Table<Rules, 4>,
    gains: Table<U<15>, 4>,
    modes: Table<Modes, 4>,
    rais: Table<U<35>, 4>,
    lines: Table<U<35>, 4>,
    bounds: Table<Ends, 4>,
    ends: Table<Ends, 4>,
    lasts: Table<U<35>, 4>,
    /// Bit k: stage s(k + 3) holds a step or an operation of the host.
    valid: Reg<U<22>>,
    s3: DReg<S3<Q>>,
    s4: DReg<S4>,
    s4_tail: DReg<Tail<Q>>,
    s4_set: DReg<U<4>>,
    tail_16: Delay<Tail<Q>>,
    tail: Delay<Tail<Q>>,
    finished: Signal<Local, Tail<Q>>,
    rc_13: Delay<U<35>>,
    rt_15: Delay<U<35>>,
    cp_9: Delay<U<27>>,
    cp_3: Delay<U<27>>,
    /// `control[k]` stands in s(k + 5).
    control: [DReg<Control>; CONTROLS],
    c_lead: Lzc<16, 4>,
    t_lead: Lzc<16, 4>,
    sent_sum: Signal<Local, U<17>>,
    quiet_new: Signal<Local, U<4>>,
    quotient: Signal<Local, U<27>>,
    actives: Signal<Local, U<5>>,
    ignored: Signal<Local, Bit>,
    steps: Signal<Local, Bit>,
    cnp_4: Mux4<16>,
    cnp_1: Mux4<16>,
    tx_4: Mux4<16>,
    tx_1: Mux4<16>,
    f_4: Mux4<27>,
    f_1: Mux4<27>,
    rai_4: Mux4<35>,
    rai_1: Mux4<35>,
    s5: DReg<S5>,
    s6: DReg<S6>,
    recip: Recip,
    shift: Delay<Shift>,
    s11_f: DReg<U<27>>,
    s11_shift: DReg<Shift>,
    s12_f: DReg<U<27>>,
    s13_diff: DReg<U<28>>,
    s13_cp: DReg<U<27>>,
    diff_low: Mul<18, 15, 33>,
    diff_high: Mul<10, 15, 25>,
    s14_base: DReg<U<28>>,
    s15_base: DReg<U<28>>,
    s15_sum: DReg<U<27>>,
    weighed: Signal<Local, U<43>>,
    s16_cp: DReg<U<28>>,
    cp_over: Signal<Local, Bit>,
    cp_new: Signal<Local, U<27>>,
    s17_cp: DReg<U<27>>,
    s17_over: DReg<Bit>,
    s17_factor: DReg<U<27>>,
    s17_rc: DReg<U<35>>,
    high_high: Mul<18, 18, 36>,
    high_low: Mul<18, 9, 27>,
    low_high: Mul<17, 18, 35>,
    s18_sticky: DReg<Bit>,
    s17_clamp: DReg<Bit>,
    s18_clamp: DReg<Bit>,
    s18_rc: DReg<U<35>>,
    s18_rai: DReg<U<35>>,
    s18_beyond: DReg<Bit>,
    beyond_4: Signal<Local, Bit>,
    beyond_1: Signal<Local, Bit>,
    s19_low: DReg<U<36>>,
    s19_high: DReg<U<36>>,
    s19_sticky: DReg<Bit>,
    s19_rc: DReg<U<35>>,
    s19_base: DReg<U<35>>,
    s19_rai: DReg<U<35>>,
    s19_beyond: DReg<Bit>,
    s20_half: DReg<U<36>>,
    s20_up: DReg<Bit>,
    s20_rc: DReg<U<35>>,
    s20_rt: DReg<U<36>>,
    s20_beyond: DReg<Bit>,
    halves: Signal<Local, U<36>>,
    fall: Signal<Local, U<36>>,
    fallen: Signal<Local, U<36>>,
    room: Signal<Local, U<37>>,
    rt_over: Signal<Local, Bit>,
    s21_cut: DReg<U<35>>,
    s21_rc: DReg<U<35>>,
    s21_rt: DReg<U<35>>,
    s21_over: DReg<Bit>,
    mean: Signal<Local, U<37>>,
    s22_rc: DReg<U<35>>,
    s22_rt: DReg<U<35>>,
    s22_over: DReg<Bit>,
    to_line: Signal<Local, U<36>>,
    to_floor: Signal<Local, U<36>>,
    s23_rc: DReg<U<35>>,
    s23_rt: DReg<U<35>>,
    s23_over: DReg<Bit>,
    s23_left: DReg<U<36>>,
    s23_floor: DReg<Bit>,
    near: Signal<Local, Bit>,
    snaps: Signal<Local, Bit>,
    exceeds: Signal<Local, Bit>,
    rc_new: Signal<Local, U<35>>,
    s24_rc: DReg<U<35>>,
    s24_rt: DReg<U<35>>,
    s24_flags: DReg<U<10>>,
    cp_late: Delay<U<27>>,
    over_late: Delay<Bit>,
    ends_host: Signal<Local, Bit>,
    updates: Fifo<Update<Q>, 6>,
    reset_context: Constant<Context>,
    shape: Shape,
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
            rules: Default::default(),
            gains: Default::default(),
            modes: Default::default(),
            rais: Default::default(),
            lines: Default::default(),
            bounds: Default::default(),
            ends: Default::default(),
            lasts: Default::default(),
            valid: Default::default(),
            s3: Default::default(),
            s4: Default::default(),
            s4_tail: Default::default(),
            s4_set: Default::default(),
            tail_16: Delay::new(16),
            tail: Delay::new(4),
            finished: Default::default(),
            rc_13: Delay::new(13),
            rt_15: Delay::new(15),
            cp_9: Delay::new(9),
            cp_3: Delay::new(3),
            control: Default::default(),
            c_lead: Default::default(),
            t_lead: Default::default(),
            sent_sum: Default::default(),
            quiet_new: Default::default(),
            quotient: Default::default(),
            actives: Default::default(),
            ignored: Default::default(),
            steps: Default::default(),
            cnp_4: Default::default(),
            cnp_1: Default::default(),
            tx_4: Default::default(),
            tx_1: Default::default(),
            f_4: Default::default(),
            f_1: Default::default(),
            rai_4: Default::default(),
            rai_1: Default::default(),
            s5: Default::default(),
            s6: Default::default(),
            recip: Default::default(),
            shift: Delay::new(5),
            s11_f: Default::default(),
            s11_shift: Default::default(),
            s12_f: Default::default(),
            s13_diff: Default::default(),
            s13_cp: Default::default(),
            diff_low: Default::default(),
            diff_high: Default::default(),
            s14_base: Default::default(),
            s15_base: Default::default(),
            s15_sum: Default::default(),
            weighed: Default::default(),
            s16_cp: Default::default(),
            cp_over: Default::default(),
            cp_new: Default::default(),
            s17_cp: Default::default(),
            s17_over: Default::default(),
            s17_factor: Default::default(),
            s17_rc: Default::default(),
            high_high: Default::default(),
            high_low: Default::default(),
            low_high: Default::default(),
            s18_sticky: Default::default(),
            s17_clamp: Default::default(),
            s18_clamp: Default::default(),
            s18_rc: Default::default(),
            s18_rai: Default::default(),
            s18_beyond: Default::default(),
            beyond_4: Default::default(),
            beyond_1: Default::default(),
            s19_low: Default::default(),
            s19_high: Default::default(),
            s19_sticky: Default::default(),
            s19_rc: Default::default(),
            s19_base: Default::default(),
            s19_rai: Default::default(),
            s19_beyond: Default::default(),
            s20_half: Default::default(),
            s20_up: Default::default(),
            s20_rc: Default::default(),
            s20_rt: Default::default(),
            s20_beyond: Default::default(),
            halves: Default::default(),
            fall: Default::default(),
            fallen: Default::default(),
            room: Default::default(),
            rt_over: Default::default(),
            s21_cut: Default::default(),
            s21_rc: Default::default(),
            s21_rt: Default::default(),
            s21_over: Default::default(),
            mean: Default::default(),
            s22_rc: Default::default(),
            s22_rt: Default::default(),
            s22_over: Default::default(),
            to_line: Default::default(),
            to_floor: Default::default(),
            s23_rc: Default::default(),
            s23_rt: Default::default(),
            s23_over: Default::default(),
            s23_left: Default::default(),
            s23_floor: Default::default(),
            near: Default::default(),
            snaps: Default::default(),
            exceeds: Default::default(),
            rc_new: Default::default(),
            s24_rc: Default::default(),
            s24_rt: Default::default(),
            s24_flags: Default::default(),
            cp_late: Delay::new(7),
            over_late: Delay::new(7),
            ends_host: Default::default(),
            updates: Fifo::new(5),
            reset_context: Constant::new(Context::default()),
            shape: Shape::of(&[("CONTROLS", CONTROLS)]),
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
        clock!(self, clock, e2_behind, e2_visited, lfsr, now, ahead, jitter, length, due, active, woken, host_count);
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
        clock!(
            self, clock, rules, gains, modes, rais, lines, bounds, ends, lasts, valid, s3, s4, s4_tail, s4_set,
            tail_16, tail
        );
        clock!(self, clock, rc_13, rt_15, cp_9, cp_3, s5, s6, recip, shift, s11_f, s11_shift, s12_f, s13_diff, s13_cp);
        clock!(
            self, clock, diff_low, diff_high, s14_base, s15_base, s15_sum, s16_cp, s17_cp, s17_over, s17_factor, s17_rc
        );
        clock!(
            self, clock, high_high, high_low, low_high, s18_sticky, s17_clamp, s18_clamp, s18_rc, s18_rai, s18_beyond
        );
        clock!(
            self, clock, s19_low, s19_high, s19_sticky, s19_rc, s19_base, s19_rai, s19_beyond, s20_half, s20_up, s20_rc
        );
        clock!(
            self, clock, s20_rt, s20_beyond, s21_cut, s21_rc, s21_rt, s21_over, s22_rc, s22_rt, s22_over, s23_rc,
            s23_rt
        );
        clock!(self, clock, s23_over, s23_left, s23_floor, s24_rc, s24_rt, s24_flags, cp_late, over_late, updates);
        for k in 0..20 {
            clock!(self, clock, control[k]);
        }

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
        self.s3.d.next.visit = self.s2.q.val();
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
        self.at_s4.next = self.s3_flips.q.val() & (self.s3.q.val().visit.qpn == self.e1.q.val().qpn);
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
        self.now.d.next = self.now.q.val() + 1;
        self.ahead.d.next = self.ahead.q.val() + 1;
        self.jitter.d.next = self.lfsr.q.val().get_bits::<12>(0) & self.cfg_jitter_mask.val();
        self.length.d.next = bits::<20>(self.cfg_period.val()) + bits::<20>(self.jitter.q.val());
        self.due.d.next = self.ahead.q.val() + self.length.q.val();

        comment!(
            "the host's operation waits until no step of its QP is under way, and keeps its QP in the list meanwhile"
        );
        self.ends_host.next = self.valid.q.val().get_bit(21) & self.tail.q.val().visit.host;
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
        self.may_visit.next = !self.updates.count.val().get_bits::<4>(2).any()
            & !self.host_enters.val()
            & !(self.host_valid.val() & (self.active.out_data.val().qpn == self.host_qpn.val()))
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

        comment!("parameter sets, each word read in the stage before the one that uses it");
        self.rules.we.next = self.set_we.val();
        self.rules.waddr.next = self.set_index.val();
        self.rules.wdata.next.line = self.set_line.val();
        self.rules.wdata.next.recovery = self.set_recovery.val();
        self.rules.wdata.next.doublings = self.set_doublings.val();
        self.rules.wdata.next.min_tx = self.set_min_tx.val();
        self.rules.wdata.next.incast_periods = self.set_incast_periods.val();
        self.rules.raddr.next = self.contexts.rdata.val().set;
        self.gains.we.next = self.set_we.val();
        self.gains.waddr.next = self.set_index.val();
        self.gains.wdata.next = self.set_g.val();
        self.gains.raddr.next = self.control[7].q.val().set;
        self.modes.we.next = self.set_we.val();
        self.modes.waddr.next = self.set_index.val();
        self.modes.wdata.next.old_cp = self.set_old_cp.val();
        self.modes.wdata.next.clamp_target = self.set_clamp_target.val();
        self.modes.raddr.next = self.control[10].q.val().set;
        self.rais.we.next = self.set_we.val();
        self.rais.waddr.next = self.set_index.val();
        self.rais.wdata.next = self.set_rai.val();
        self.rais.raddr.next = self.control[11].q.val().set;
        self.lines.we.next = self.set_we.val();
        self.lines.waddr.next = self.set_index.val();
        self.lines.wdata.next = self.set_line.val();
        self.lines.raddr.next = self.control[14].q.val().set;
        self.bounds.we.next = self.set_we.val();
        self.bounds.waddr.next = self.set_index.val();
        self.bounds.wdata.next.line = self.set_line.val();
        self.bounds.wdata.next.rc_min = self.set_rc_min.val();
        self.bounds.wdata.next.snap_mask = 0.into();
        self.bounds.raddr.next = self.control[16].q.val().set;
        self.ends.we.next = self.set_we.val();
        self.ends.waddr.next = self.set_index.val();
        self.ends.wdata.next.line = self.set_line.val();
        self.ends.wdata.next.rc_min = self.set_rc_min.val();
        self.ends.wdata.next.snap_mask = self.set_snap_mask.val();
        self.ends.raddr.next = self.control[17].q.val().set;
        self.lasts.we.next = self.set_we.val();
        self.lasts.waddr.next = self.set_index.val();
        self.lasts.wdata.next = self.set_line.val();
        self.lasts.raddr.next = self.control[18].q.val().set;

        comment!("s3 to s4: leading ones; packets, periods and stage against their parameters");
        self.c_lead.a.next = self.s3.q.val().cnp;
        self.t_lead.a.next = self.s3.q.val().tx;
        self.sent_sum.next = bits::<17>(self.s3.q.val().tx) + bits::<17>(self.s3.q.val().context.sent);
        self.s4.d.next.cut = self.s3.q.val().cnp.any();
        self.s4.d.next.none_sent = !self.s3.q.val().tx.any();
        self.s4.d.next.at_line = self.s3.q.val().context.rc >= self.rules.rdata.val().line;
        self.s4.d.next.no_cp = !self.s3.q.val().context.cp.any();
        self.s4.d.next.small_cp = !self.s3.q.val().context.cp.get_bits::<17>(10).any();
        self.s4.d.next.tired = self.s3.q.val().context.idle.get_bit(4);
        self.s4.d.next.one = self.s3.q.val().cnp.any()
            & (!self.s3.q.val().context.deterministic | (self.s3.q.val().cnp >= self.s3.q.val().tx));
        self.s4.d.next.cnp = self.s3.q.val().cnp;
        self.s4.d.next.tx = self.s3.q.val().tx;
        self.s4.d.next.c = self.c_lead.pos.val();
        self.s4.d.next.t = self.t_lead.pos.val();
        self.s4.d.next.sent = self.sent_sum.val().get_bits::<8>(0);
        if self.sent_sum.val().get_bits::<9>(8).any() {
            self.s4.d.next.sent = 255.into();
        }
        self.s4.d.next.enough = self.sent_sum.val().get_bits::<9>(8).any()
            | (self.sent_sum.val().get_bits::<8>(0) >= self.rules.rdata.val().min_tx);
        self.quiet_new.next = self.s3.q.val().context.quiet;
        if !self.s3.q.val().context.quiet.all() {
            self.quiet_new.next = self.s3.q.val().context.quiet + 1;
        }
        self.s4.d.next.calm =
            (self.quiet_new.val() > self.rules.rdata.val().incast_periods) | !self.quiet_new.val().get_bit(0);
        self.s4.d.next.quiet = self.quiet_new.val();
        if self.s3.q.val().cnp.any() {
            self.s4.d.next.quiet = 0.into();
        }
        self.actives.next = self.s3.q.val().context.stage - bits::<5>(self.rules.rdata.val().recovery);
        self.s4.d.next.active = self.s3.q.val().context.stage >= bits::<5>(self.rules.rdata.val().recovery);
        self.s4.d.next.doubled = self.actives.val().get_bits::<4>(0);
        if self.actives.val() > bits::<5>(self.rules.rdata.val().doublings) {
            self.s4.d.next.doubled = self.rules.rdata.val().doublings;
        }
        self.s4_set.d.next = self.s3.q.val().context.set;
        self.s4_tail.d.next.visit = self.s3.q.val().visit;
        self.s4_tail.d.next.stage = self.s3.q.val().context.stage;
        self.s4_tail.d.next.sent = self.s3.q.val().context.sent;
        self.s4_tail.d.next.quiet = self.s3.q.val().context.quiet;
        self.s4_tail.d.next.idle = self.s3.q.val().context.idle;
        self.s4_tail.d.next.deterministic = self.s3.q.val().context.deterministic;
        self.rc_13.d.next = self.s3.q.val().context.rc;
        self.rt_15.d.next = self.s3.q.val().context.rt;
        self.cp_9.d.next = self.s3.q.val().context.cp;
        self.held.d.next = self.held.q.val();
        if self.valid.q.val().get_bit(0) & self.s3.q.val().visit.host {
            self.held.d.next = self.s3.q.val().context;
        }

        comment!("s4 to s5: is there a period, and a step? The counters of the context are finished, and wait for the write in s24");
        self.ignored.next = !self.s4.q.val().cut
            & ((self.s4.q.val().none_sent & self.s4.q.val().tired) | (self.s4.q.val().at_line & self.s4.q.val().no_cp));
        self.steps.next = !self.s4.q.val().cut & !self.ignored.val() & self.s4.q.val().enough & self.s4.q.val().calm;
        self.finished.next = self.s4_tail.q.val();
        if !self.s4.q.val().none_sent {
            self.finished.next.idle = 0.into();
        }
        if !self.ignored.val() {
            self.finished.next.sent = self.s4.q.val().sent;
            self.finished.next.quiet = self.s4.q.val().quiet;
            if self.s4.q.val().none_sent & !self.s4.q.val().tired {
                self.finished.next.idle = self.s4_tail.q.val().idle + 1;
            }
        }
        if self.steps.val() {
            self.finished.next.sent = 0.into();
            if !self.s4_tail.q.val().stage.all() {
                self.finished.next.stage = self.s4_tail.q.val().stage + 1;
            }
        }
        if self.s4.q.val().cut {
            self.finished.next.stage = 0.into();
        }
        self.tail_16.d.next = self.finished.val();
        self.tail.d.next = self.tail_16.q.val();
        self.control[0].d.next.cut = self.s4.q.val().cut;
        self.control[0].d.next.ignored = self.ignored.val();
        self.control[0].d.next.steps = self.steps.val();
        self.control[0].d.next.active = self.steps.val() & self.s4.q.val().active;
        self.control[0].d.next.floors = !self.s4.q.val().cut & self.s4.q.val().small_cp;
        self.control[0].d.next.doubled = self.s4.q.val().doubled;
        self.control[0].d.next.staged = self.s4_tail.q.val().stage.any();
        self.control[0].d.next.set = self.s4_set.q.val();
        for k in 1..20 {
            self.control[k].d.next = self.control[k - 1].q.val();
        }

        comment!("s4 to s6: both counts go left until their leading ones are bit 15; a share of one has no quotient");
        self.cnp_4.d0.next = self.s4.q.val().cnp << 12;
        self.cnp_4.d1.next = self.s4.q.val().cnp << 8;
        self.cnp_4.d2.next = self.s4.q.val().cnp << 4;
        self.cnp_4.d3.next = self.s4.q.val().cnp;
        self.cnp_4.sel.next = self.s4.q.val().c.get_bits::<2>(2);
        self.cnp_4.also.next = 0.into();
        self.tx_4.d0.next = self.s4.q.val().tx << 12;
        self.tx_4.d1.next = self.s4.q.val().tx << 8;
        self.tx_4.d2.next = self.s4.q.val().tx << 4;
        self.tx_4.d3.next = self.s4.q.val().tx;
        self.tx_4.sel.next = self.s4.q.val().t.get_bits::<2>(2);
        self.tx_4.also.next = 0.into();
        self.s5.d.next.cnp = self.cnp_4.q.val();
        self.s5.d.next.tx = self.tx_4.q.val();
        self.s5.d.next.one = self.s4.q.val().one;
        self.s5.d.next.c = self.s4.q.val().c;
        self.s5.d.next.t = self.s4.q.val().t;
        self.s5.d.next.shift = self.s4.q.val().t - self.s4.q.val().c;
        self.cnp_1.d0.next = self.s5.q.val().cnp << 3;
        self.cnp_1.d1.next = self.s5.q.val().cnp << 2;
        self.cnp_1.d2.next = self.s5.q.val().cnp << 1;
        self.cnp_1.d3.next = self.s5.q.val().cnp;
        self.cnp_1.sel.next = self.s5.q.val().c.get_bits::<2>(0);
        self.cnp_1.also.next = 0.into();
        self.tx_1.d0.next = self.s5.q.val().tx << 3;
        self.tx_1.d1.next = self.s5.q.val().tx << 2;
        self.tx_1.d2.next = self.s5.q.val().tx << 1;
        self.tx_1.d3.next = self.s5.q.val().tx;
        self.tx_1.sel.next = self.s5.q.val().t.get_bits::<2>(0);
        self.tx_1.also.next = 0.into();
        self.s6.d.next.x = bits::<18>(self.cnp_1.q.val()) << 2;
        if self.s5.q.val().one {
            self.s6.d.next.x = 0.into();
        }
        self.s6.d.next.d = bits::<23>(self.tx_1.q.val().get_bits::<15>(0)) << 8;
        self.recip.x.next = self.s6.q.val().x;
        self.recip.d.next = self.s6.q.val().d;
        self.shift.d.next.one = self.s5.q.val().one;
        self.shift.d.next.shift = self.s5.q.val().shift;

        comment!("s10 to s12: F is the quotient, right by 10 and by t - c (trunc); or one");
        self.quotient.next = self.recip.q.val().get_bits::<27>(10);
        self.f_4.d0.next = self.quotient.val();
        self.f_4.d1.next = self.quotient.val() >> 4;
        self.f_4.d2.next = self.quotient.val() >> 8;
        self.f_4.d3.next = self.quotient.val() >> 12;
        self.f_4.sel.next = self.shift.q.val().shift.get_bits::<2>(2);
        self.f_4.also.next = 0.into();
        self.s11_f.d.next = self.f_4.q.val();
        self.s11_shift.d.next = self.shift.q.val();
        self.f_1.d0.next = self.s11_f.q.val();
        self.f_1.d1.next = self.s11_f.q.val() >> 1;
        self.f_1.d2.next = self.s11_f.q.val() >> 2;
        self.f_1.d3.next = self.s11_f.q.val() >> 3;
        self.f_1.sel.next = self.s11_shift.q.val().shift.get_bits::<2>(0);
        self.f_1.also.next = bits::<27>(self.s11_shift.q.val().one) << 26;
        self.s12_f.d.next = self.f_1.q.val();

        comment!("s12 to s16: CP + g * (F - CP): F - CP + 2^27 is positive, and g * 2^27 / 2^16 leaves again; 28 + 15 = 43 bits, round half up");
        self.s13_diff.d.next = (bits::<28>(self.s12_f.q.val()) | (bits::<28>(1) << 27)) - bits::<28>(self.cp_9.q.val());
        self.s13_cp.d.next = self.cp_9.q.val();
        self.diff_low.a.next = self.s13_diff.q.val().get_bits::<18>(0);
        self.diff_low.b.next = self.gains.rdata.val();
        self.diff_high.a.next = self.s13_diff.q.val().get_bits::<10>(18);
        self.diff_high.b.next = self.gains.rdata.val();
        self.s14_base.d.next = bits::<28>(self.s13_cp.q.val()) - (bits::<28>(self.gains.rdata.val()) << 11);
        self.cp_3.d.next = self.s13_cp.q.val();
        self.weighed.next = bits::<43>(self.diff_low.p.val())
            + ((bits::<43>(self.diff_high.p.val()) << 18) | (bits::<43>(!self.control[9].q.val().floors) << 15));
        self.s15_sum.d.next = self.weighed.val().get_bits::<27>(16);
        self.s15_base.d.next = self.s14_base.q.val();
        self.s16_cp.d.next = self.s15_base.q.val() + bits::<28>(self.s15_sum.q.val());

        comment!("s16 to s17: at most one; the CP of the cut, 0 without one");
        self.cp_over.next = (self.s16_cp.q.val().get_bit(27)
            | (self.s16_cp.q.val().get_bit(26) & self.s16_cp.q.val().get_bits::<26>(0).any()))
            & !self.control[11].q.val().ignored;
        self.cp_new.next = self.s16_cp.q.val().get_bits::<27>(0);
        if self.control[11].q.val().ignored {
            self.cp_new.next = self.cp_3.q.val();
        }
        if self.cp_over.val() {
            self.cp_new.next = bits::<27>(1) << 26;
        }
        self.s17_cp.d.next = self.cp_new.val();
        self.s17_over.d.next = self.cp_over.val();
        self.s17_factor.d.next = self.cp_new.val();
        if self.modes.rdata.val().old_cp {
            self.s17_factor.d.next = self.cp_3.q.val();
        }
        if !self.control[11].q.val().cut {
            self.s17_factor.d.next = 0.into();
        }
        self.s17_rc.d.next = self.rc_13.q.val();
        self.s17_clamp.d.next = self.modes.rdata.val().clamp_target;
        self.cp_late.d.next = self.s17_cp.q.val();
        self.over_late.d.next = self.s17_over.q.val();

        comment!(
            "s17 to s21: RC * CP / 2 upwards, of three products; the fourth, of the low parts, counts as a last bit"
        );
        self.high_high.a.next = self.s17_rc.q.val().get_bits::<18>(17);
        self.high_high.b.next = self.s17_factor.q.val().get_bits::<18>(9);
        self.high_low.a.next = self.s17_rc.q.val().get_bits::<18>(17);
        self.high_low.b.next = self.s17_factor.q.val().get_bits::<9>(0);
        self.low_high.a.next = self.s17_rc.q.val().get_bits::<17>(0);
        self.low_high.b.next = self.s17_factor.q.val().get_bits::<18>(9);
        self.s18_sticky.d.next =
            self.s17_rc.q.val().get_bits::<17>(0).any() & self.s17_factor.q.val().get_bits::<9>(0).any();
        self.s18_rc.d.next = self.s17_rc.q.val();
        self.s19_low.d.next = (bits::<36>(self.high_low.p.val()) << 8) + bits::<36>(self.low_high.p.val());
        self.s19_high.d.next = self.high_high.p.val();
        self.s19_sticky.d.next = self.s18_sticky.q.val();
        self.s19_rc.d.next = self.s18_rc.q.val();
        self.halves.next = self.s19_high.q.val() + bits::<36>(self.s19_low.q.val().get_bits::<19>(17));
        self.s20_half.d.next = self.halves.val();
        self.s20_up.d.next =
            self.halves.val().get_bit(0) | self.s19_low.q.val().get_bits::<17>(0).any() | self.s19_sticky.q.val();
        self.s20_rc.d.next = self.s19_rc.q.val();
        self.fall.next = (bits::<36>(self.s20_half.q.val().get_bits::<35>(1)) << 1) | bits::<36>(self.s20_up.q.val());
        self.fallen.next = (bits::<36>(self.s20_rc.q.val()) << 1) - self.fall.val();
        self.s21_cut.d.next = self.fallen.val().get_bits::<35>(1);
        self.s21_rc.d.next = self.s20_rc.q.val();

        comment!("s17 to s19: rai goes left by 0 to 15; what would leave the format is beyond any line rate");
        self.rai_4.d0.next = self.rais.rdata.val();
        self.rai_4.d1.next = self.rais.rdata.val() << 4;
        self.rai_4.d2.next = self.rais.rdata.val() << 8;
        self.rai_4.d3.next = self.rais.rdata.val() << 12;
        self.rai_4.sel.next = self.control[12].q.val().doubled.get_bits::<2>(2);
        self.rai_4.also.next = 0.into();
        self.beyond_4.next = (self.control[12].q.val().doubled.get_bits::<2>(2).any()
            & self.rais.rdata.val().get_bits::<4>(31).any())
            | (self.control[12].q.val().doubled.get_bit(3) & self.rais.rdata.val().get_bits::<4>(27).any())
            | (self.control[12].q.val().doubled.get_bits::<2>(2).all() & self.rais.rdata.val().get_bits::<4>(23).any());
        self.s18_rai.d.next = self.rai_4.q.val();
        self.s18_beyond.d.next = self.beyond_4.val();
        self.rai_1.d0.next = self.s18_rai.q.val();
        self.rai_1.d1.next = self.s18_rai.q.val() << 1;
        self.rai_1.d2.next = self.s18_rai.q.val() << 2;
        self.rai_1.d3.next = self.s18_rai.q.val() << 3;
        self.rai_1.sel.next = self.control[13].q.val().doubled.get_bits::<2>(0);
        self.rai_1.also.next = 0.into();
        self.beyond_1.next = (self.control[13].q.val().doubled.get_bits::<2>(0).any()
            & self.s18_rai.q.val().get_bit(34))
            | (self.control[13].q.val().doubled.get_bit(1) & self.s18_rai.q.val().get_bit(33))
            | (self.control[13].q.val().doubled.get_bits::<2>(0).all() & self.s18_rai.q.val().get_bit(32));
        self.s19_rai.d.next = self.rai_1.q.val();
        self.s19_beyond.d.next = self.s18_beyond.q.val() | self.beyond_1.val();
        if !self.control[13].q.val().active {
            self.s19_rai.d.next = 0.into();
            self.s19_beyond.d.next = false;
        }

        comment!("s18 to s21: RT is RC on a cut, or what it was and rai; at most line");
        self.s18_clamp.d.next = self.s17_clamp.q.val();
        self.s19_base.d.next = self.rt_15.q.val();
        if self.control[13].q.val().cut & (self.s18_clamp.q.val() | self.control[13].q.val().staged) {
            self.s19_base.d.next = self.s18_rc.q.val();
        }
        self.s20_rt.d.next = bits::<36>(self.s19_base.q.val()) + bits::<36>(self.s19_rai.q.val());
        self.s20_beyond.d.next = self.s19_beyond.q.val();
        self.room.next = bits::<37>(self.lines.rdata.val()) - bits::<37>(self.s20_rt.q.val());
        self.rt_over.next = (self.room.val().get_bit(36) | self.s20_beyond.q.val()) & !self.control[15].q.val().ignored;
        self.s21_rt.d.next = self.s20_rt.q.val().get_bits::<35>(0);
        if self.rt_over.val() {
            self.s21_rt.d.next = self.lines.rdata.val();
        }
        self.s21_over.d.next = self.rt_over.val();

        comment!("s21 to s22: RC half the way to RT, a 1 below each for the carry (round half up); or cut; or, cut by 0, as it was");
        self.mean.next = ((bits::<37>(self.s21_rt.q.val()) << 1) | 1) + ((bits::<37>(self.s21_rc.q.val()) << 1) | 1);
        self.s22_rc.d.next = self.s21_cut.q.val();
        if self.control[16].q.val().steps {
            self.s22_rc.d.next = self.mean.val().get_bits::<35>(2);
        }
        self.s22_rt.d.next = self.s21_rt.q.val();
        self.s22_over.d.next = self.s21_over.q.val();

        comment!("s22 to s24: bounds, and the snap");
        self.to_line.next = bits::<36>(self.bounds.rdata.val().line) - bits::<36>(self.s22_rc.q.val());
        self.to_floor.next = bits::<36>(self.s22_rc.q.val()) - bits::<36>(self.bounds.rdata.val().rc_min);
        self.s23_rc.d.next = self.s22_rc.q.val();
        self.s23_rt.d.next = self.s22_rt.q.val();
        self.s23_over.d.next = self.s22_over.q.val();
        self.s23_left.d.next = self.to_line.val();
        self.s23_floor.d.next = self.to_floor.val().get_bit(35) & !self.control[17].q.val().ignored;
        self.exceeds.next = self.s23_left.q.val().get_bit(35) & !self.control[18].q.val().ignored;
        self.near.next = !self.s23_left.q.val().get_bits::<12>(24).any()
            & !(self.s23_left.q.val().get_bits::<24>(0) & !self.ends.rdata.val().snap_mask).any();
        self.snaps.next =
            self.control[18].q.val().steps & self.near.val() & !self.s23_floor.q.val() & self.s23_left.q.val().any();
        self.rc_new.next = self.s23_rc.q.val();
        if self.exceeds.val() | self.snaps.val() {
            self.rc_new.next = self.ends.rdata.val().line;
        }
        if self.s23_floor.q.val() {
            self.rc_new.next = self.ends.rdata.val().rc_min;
        }
        self.s24_rc.d.next = self.rc_new.val();
        self.s24_rt.d.next = self.s23_rt.q.val();
        self.s24_flags.d.next = (bits::<10>(self.s23_floor.q.val()) << 1)
            | (bits::<10>(self.exceeds.val() | self.s23_over.q.val()) << 2)
            | (bits::<10>(self.control[18].q.val().cut) << 4)
            | (bits::<10>(self.control[18].q.val().steps & !self.control[18].q.val().active) << 5)
            | (bits::<10>(self.control[18].q.val().active) << 6)
            | (bits::<10>(
                !self.control[18].q.val().cut & !self.control[18].q.val().steps & !self.control[18].q.val().ignored,
            ) << 8)
            | (bits::<10>(self.snaps.val()) << 9);

        comment!("s24: the context is written, and the update handed on");
        self.contexts.we.next = self.init_we.val()
            | (self.valid.q.val().get_bit(21) & (!self.tail.q.val().visit.host | self.tail.q.val().visit.write));
        self.contexts.waddr.next = self.tail.q.val().visit.qpn;
        self.contexts.wdata.next.rc = self.s24_rc.q.val();
        self.contexts.wdata.next.rt = self.s24_rt.q.val();
        self.contexts.wdata.next.cp = self.cp_late.q.val();
        self.contexts.wdata.next.stage = self.tail.q.val().stage;
        self.contexts.wdata.next.sent = self.tail.q.val().sent;
        self.contexts.wdata.next.quiet = self.tail.q.val().quiet;
        self.contexts.wdata.next.idle = self.tail.q.val().idle;
        self.contexts.wdata.next.rest = self.control[19].q.val().ignored;
        self.contexts.wdata.next.deterministic = self.tail.q.val().deterministic;
        self.contexts.wdata.next.set = self.control[19].q.val().set;
        if self.tail.q.val().visit.host {
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
            self.valid.q.val().get_bit(21) & !self.tail.q.val().visit.host & !self.control[19].q.val().ignored;
        self.updates.in_data.next.qpn = self.tail.q.val().visit.qpn;
        self.updates.in_data.next.rate = self.s24_rc.q.val();
        self.updates.in_data.next.flags = self.s24_flags.q.val()
            | bits::<10>(self.s24_rc.q.val() != self.lasts.rdata.val())
            | (bits::<10>(self.over_late.q.val()) << 2);
        self.out_valid.next = self.updates.out_valid.val();
        self.updates.out_ready.next = self.out_ready.val();
        self.out_qpn.next = self.updates.out_data.val().qpn;
        self.out_rate.next = self.updates.out_data.val().rate;
        self.out_flags.next = self.updates.out_data.val().flags;
    }
}
