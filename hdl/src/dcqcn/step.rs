//! The arithmetic of a period: a context and the counts of its period in, the next context and the flags out.

use super::stages::*;
use crate::prelude::*;
use crate::recip::Recip;

/// Stages that hold a [`Control`], s5 to s24.
const CONTROLS: usize = 20;

/// A period. Ports bear the stage of `dcqcn.md` at which they count.
#[derive(LogicBlock)]
pub struct Step {
    pub clock: Signal<In, ClkRst>,
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
    pub s2_set: Signal<In, U<4>>,
    pub s3: Signal<In, Period>,
    pub s24: Signal<Out, Context>,
    pub s24_flags: Signal<Out, U<10>>,

    rules: Table<Rules, 4>,
    gains: Table<U<15>, 4>,
    modes: Table<Modes, 4>,
    rais: Table<U<35>, 4>,
    lines: Table<U<35>, 4>,
    bounds: Table<Ends, 4>,
    ends: Table<Ends, 4>,
    lasts: Table<U<35>, 4>,
    s4: DReg<S4>,
    s4_tail: DReg<Tail>,
    s4_set: DReg<U<4>>,
    tail_16: Delay<Tail>,
    tail: Delay<Tail>,
    finished: Signal<Local, Tail>,
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
    rc_24: DReg<U<35>>,
    rt_24: DReg<U<35>>,
    flags_24: DReg<U<10>>,
    cp_late: Delay<U<27>>,
    over_late: Delay<Bit>,
    shape: Shape,
}

impl Default for Step {
    fn default() -> Self {
        Self {
            clock: Default::default(),
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
            s2_set: Default::default(),
            s3: Default::default(),
            s24: Default::default(),
            s24_flags: Default::default(),
            rules: Default::default(),
            gains: Default::default(),
            modes: Default::default(),
            rais: Default::default(),
            lines: Default::default(),
            bounds: Default::default(),
            ends: Default::default(),
            lasts: Default::default(),
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
            rc_24: Default::default(),
            rt_24: Default::default(),
            flags_24: Default::default(),
            cp_late: Delay::new(7),
            over_late: Delay::new(7),
            shape: Shape::of(&[("CONTROLS", CONTROLS)]),
        }
    }
}

impl Logic for Step {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module dcqcn_step");
        comment!("@doc One control period of a QP, 21 cycles from its context and counts to its next context. One a cycle, no reset, no valid.");
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
        comment!("@port s2_set parameter set of the context, a cycle ahead of the rest");
        comment!("@port s3_context_rc current rate, bytes per ns, U7.28");
        comment!("@port s3_context_rt target rate, bytes per ns, U7.28");
        comment!("@port s3_context_cp probability of congestion, U1.26");
        comment!("@port s3_context_stage increase steps since the last decrease");
        comment!("@port s3_context_sent packets since the last increase step");
        comment!("@port s3_context_quiet periods since the one of the last CNP");
        comment!("@port s3_context_idle periods in a row without a packet");
        comment!("@port s3_context_rest the last period was none; nothing reads it");
        comment!("@port s3_context_deterministic 1 dcqcn-d, 0 dcqcn-p");
        comment!("@port s3_context_set parameter set");
        comment!("@port s3_cnp CNPs of the period");
        comment!("@port s3_tx packets of the period");
        comment!("@port s24_rc the context behind the period: as s3_context_*");
        comment!("@port s24_rt likewise");
        comment!("@port s24_cp likewise");
        comment!("@port s24_stage likewise");
        comment!("@port s24_sent likewise");
        comment!("@port s24_quiet likewise");
        comment!("@port s24_idle likewise");
        comment!("@port s24_rest 1: there was no period (D10), and there is no update");
        comment!("@port s24_deterministic likewise");
        comment!("@port s24_set likewise");
        comment!("@port s24_flags of the update: see out_flags of the unit");
        clock!(self, clock, rules, gains, modes, rais, lines, bounds, ends, lasts, s4, s4_tail, s4_set, tail_16);
        clock!(self, clock, tail, rc_13, rt_15, cp_9, cp_3, s5, s6, recip, shift, s11_f, s11_shift, s12_f);
        clock!(
            self, clock, s13_diff, s13_cp, diff_low, diff_high, s14_base, s15_base, s15_sum, s16_cp, s17_cp, s17_over,
            s17_factor, s17_rc
        );
        clock!(
            self, clock, high_high, high_low, low_high, s18_sticky, s17_clamp, s18_clamp, s18_rc, s18_rai, s18_beyond,
            s19_low, s19_high, s19_sticky
        );
        clock!(
            self, clock, s19_rc, s19_base, s19_rai, s19_beyond, s20_half, s20_up, s20_rc, s20_rt, s20_beyond, s21_cut,
            s21_rc, s21_rt
        );
        clock!(
            self, clock, s21_over, s22_rc, s22_rt, s22_over, s23_rc, s23_rt, s23_over, s23_left, s23_floor, rc_24,
            rt_24, flags_24
        );
        clock!(self, clock, cp_late, over_late);
        for k in 0..20 {
            clock!(self, clock, control[k]);
        }

        comment!("parameter sets, each word read in the stage before the one that uses it");
        self.rules.we.next = self.set_we.val();
        self.rules.waddr.next = self.set_index.val();
        self.rules.wdata.next.line = self.set_line.val();
        self.rules.wdata.next.recovery = self.set_recovery.val();
        self.rules.wdata.next.doublings = self.set_doublings.val();
        self.rules.wdata.next.min_tx = self.set_min_tx.val();
        self.rules.wdata.next.incast_periods = self.set_incast_periods.val();
        self.rules.raddr.next = self.s2_set.val();
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
        self.c_lead.a.next = self.s3.val().cnp;
        self.t_lead.a.next = self.s3.val().tx;
        self.sent_sum.next = bits::<17>(self.s3.val().tx) + bits::<17>(self.s3.val().context.sent);
        self.s4.d.next.cut = self.s3.val().cnp.any();
        self.s4.d.next.none_sent = !self.s3.val().tx.any();
        self.s4.d.next.at_line = self.s3.val().context.rc >= self.rules.rdata.val().line;
        self.s4.d.next.no_cp = !self.s3.val().context.cp.any();
        self.s4.d.next.small_cp = !self.s3.val().context.cp.get_bits::<17>(10).any();
        self.s4.d.next.tired = self.s3.val().context.idle.get_bit(4);
        self.s4.d.next.one =
            self.s3.val().cnp.any() & (!self.s3.val().context.deterministic | (self.s3.val().cnp >= self.s3.val().tx));
        self.s4.d.next.cnp = self.s3.val().cnp;
        self.s4.d.next.tx = self.s3.val().tx;
        self.s4.d.next.c = self.c_lead.pos.val();
        self.s4.d.next.t = self.t_lead.pos.val();
        self.s4.d.next.sent = self.sent_sum.val().get_bits::<8>(0);
        if self.sent_sum.val().get_bits::<9>(8).any() {
            self.s4.d.next.sent = 255.into();
        }
        self.s4.d.next.enough = self.sent_sum.val().get_bits::<9>(8).any()
            | (self.sent_sum.val().get_bits::<8>(0) >= self.rules.rdata.val().min_tx);
        self.quiet_new.next = self.s3.val().context.quiet;
        if !self.s3.val().context.quiet.all() {
            self.quiet_new.next = self.s3.val().context.quiet + 1;
        }
        self.s4.d.next.calm =
            (self.quiet_new.val() > self.rules.rdata.val().incast_periods) | !self.quiet_new.val().get_bit(0);
        self.s4.d.next.quiet = self.quiet_new.val();
        if self.s3.val().cnp.any() {
            self.s4.d.next.quiet = 0.into();
        }
        self.actives.next = self.s3.val().context.stage - bits::<5>(self.rules.rdata.val().recovery);
        self.s4.d.next.active = self.s3.val().context.stage >= bits::<5>(self.rules.rdata.val().recovery);
        self.s4.d.next.doubled = self.actives.val().get_bits::<4>(0);
        if self.actives.val() > bits::<5>(self.rules.rdata.val().doublings) {
            self.s4.d.next.doubled = self.rules.rdata.val().doublings;
        }
        self.s4_set.d.next = self.s3.val().context.set;
        self.s4_tail.d.next.stage = self.s3.val().context.stage;
        self.s4_tail.d.next.sent = self.s3.val().context.sent;
        self.s4_tail.d.next.quiet = self.s3.val().context.quiet;
        self.s4_tail.d.next.idle = self.s3.val().context.idle;
        self.s4_tail.d.next.deterministic = self.s3.val().context.deterministic;
        self.rc_13.d.next = self.s3.val().context.rc;
        self.rt_15.d.next = self.s3.val().context.rt;
        self.cp_9.d.next = self.s3.val().context.cp;

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
        self.rc_24.d.next = self.rc_new.val();
        self.rt_24.d.next = self.s23_rt.q.val();
        self.flags_24.d.next = (bits::<10>(self.s23_floor.q.val()) << 1)
            | (bits::<10>(self.exceeds.val() | self.s23_over.q.val()) << 2)
            | (bits::<10>(self.control[18].q.val().cut) << 4)
            | (bits::<10>(self.control[18].q.val().steps & !self.control[18].q.val().active) << 5)
            | (bits::<10>(self.control[18].q.val().active) << 6)
            | (bits::<10>(
                !self.control[18].q.val().cut & !self.control[18].q.val().steps & !self.control[18].q.val().ignored,
            ) << 8)
            | (bits::<10>(self.snaps.val()) << 9);

        comment!("s24: the context and the flags; paced: the rate is not the line's");
        self.s24.next.rc = self.rc_24.q.val();
        self.s24.next.rt = self.rt_24.q.val();
        self.s24.next.cp = self.cp_late.q.val();
        self.s24.next.stage = self.tail.q.val().stage;
        self.s24.next.sent = self.tail.q.val().sent;
        self.s24.next.quiet = self.tail.q.val().quiet;
        self.s24.next.idle = self.tail.q.val().idle;
        self.s24.next.rest = self.control[19].q.val().ignored;
        self.s24.next.deterministic = self.tail.q.val().deterministic;
        self.s24.next.set = self.control[19].q.val().set;
        self.s24_flags.next = self.flags_24.q.val()
            | bits::<10>(self.rc_24.q.val() != self.lasts.rdata.val())
            | (bits::<10>(self.over_late.q.val()) << 2);
    }
}
