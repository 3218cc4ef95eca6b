//! The arithmetic of a period: a context and the counts of its period in, the next context and the flags out. A step
//! begins every second cycle at most, so that what is wider than a multiplier goes through it in two parts.

use super::stages::*;
use super::twice::Twice;
use crate::prelude::*;
use crate::prim::ecc::option;
use crate::recip::Recip;

/// Stages that hold a [`Control`], s7 to s37.
const CONTROLS: usize = 31;

/// A period. Ports bear the stage of `dcqcn.md` at which they count.
#[derive(LogicBlock)]
pub struct Step {
    pub clock: Signal<In, ClkRst>,
    pub set_we: Signal<In, Bit>,
    pub set_index: Signal<In, U<4>>,
    pub set: Signal<In, DcqcnSet>,
    pub s3_set: Signal<In, U<4>>,
    pub s4: Signal<In, Period>,
    pub host: Signal<In, DcqcnStored>,
    pub s38: Signal<Out, Context>,
    pub s38_rest: Signal<Out, Rest>,
    pub s37_steps: Signal<Out, Bit>,
    pub s37_none: Signal<Out, Bit>,
    pub s37_stores: Signal<Out, Bit>,
    pub s38_flags: Signal<Out, U<10>>,
    pub rom_opt: Vec<Signal<Out, RomFault>>,

    rules: Table<Rules, 4>,
    gains: Table<U<15>, 4>,
    modes: Table<Modes, 4>,
    rais: Table<U<35>, 4>,
    lines: Table<U<35>, 4>,
    mins: Table<U<35>, 4>,
    ends: Table<Ends, 4>,
    /// Bit k: a step is in s(k + 5).
    at: DReg<U<20>>,
    s5: DReg<S5>,
    s5_sum: DReg<U<17>>,
    s5_min: DReg<U<8>>,
    s6_step: DReg<S5>,
    s5_actives: DReg<U<5>>,
    s5_doublings: DReg<U<4>>,
    s6_doubled: DReg<U<4>>,
    s6_sent: DReg<U<8>>,
    s6_enough: DReg<Bit>,
    finished: DReg<Tail>,
    tail_7: Delay<Tail>,
    tail_24: Delay<Tail>,
    /// `control[k]` stands in s(k + 7).
    control: [DReg<Control>; CONTROLS],
    quiet_new: Signal<Local, U<4>>,
    actives: Signal<Local, U<5>>,
    ignored: Signal<Local, Bit>,
    steps: Signal<Local, Bit>,
    tx_5: DReg<U<16>>,
    s5_word: DReg<U<16>>,
    s6: DReg<Shifted>,
    s7: DReg<Shifted>,
    s8: DReg<Shifted>,
    by_2: Signal<Local, U<16>>,
    by_1: Signal<Local, U<16>>,
    upper: Signal<Local, Bit>,
    s9_x: DReg<U<16>>,
    s9_place: DReg<U<4>>,
    recip: Recip,
    s10_shift: DReg<U<4>>,
    s11_shift: DReg<U<4>>,
    s12_shift: DReg<U<4>>,
    s13_place: DReg<U<18>>,
    quotient: Twice<29, 18, 11>,
    share: Signal<Local, U<29>>,
    cp_4: Delay<U<29>>,
    cp_13: Delay<U<29>>,
    s17_diff: DReg<U<30>>,
    s17_cp: DReg<U<29>>,
    change: Twice<30, 12, 18>,
    cp_17: Delay<U<29>>,
    s18_base: DReg<U<30>>,
    base_18: Delay<U<30>>,
    weighed: Signal<Local, U<45>>,
    s21_sum: DReg<U<29>>,
    s22_cp: DReg<U<30>>,
    cp_over: Signal<Local, Bit>,
    s23_cp: DReg<U<29>>,
    s23_over: DReg<Bit>,
    s24_factor: DReg<U<29>>,
    rates_4: Delay<Rates>,
    rates_21: Delay<Rates>,
    fall: Twice<29, 18, 11>,
    fall_low: Twice<29, 18, 11>,
    s28_high: DReg<U<36>>,
    s28_middle: DReg<U<29>>,
    s28_low: DReg<U<36>>,
    s29_high: DReg<U<36>>,
    s29_low: DReg<U<37>>,
    rounded: Signal<Local, U<37>>,
    s30_fall: DReg<U<36>>,
    /// Something is below the fall's last bit.
    s30_below: DReg<Bit>,
    s31_fall: DReg<U<36>>,
    /// The fall would vanish.
    s31_least: DReg<Bit>,
    fallen: Signal<Local, U<37>>,
    rc_24: Delay<U<36>>,
    rc_26: Delay<U<36>>,
    rc_30: DReg<U<36>>,
    rc_31: DReg<U<36>>,
    rc_32: DReg<U<36>>,
    s31_rt: DReg<U<36>>,
    s31_line: DReg<U<35>>,
    s31_over: DReg<Bit>,
    s32_cut: DReg<U<36>>,
    s33_cut: DReg<U<36>>,
    s24_rungs: DReg<U<18>>,
    raise: Twice<35, 17, 18>,
    s24_clamp: DReg<Bit>,
    clamp_24: Delay<Bit>,
    takes_rc: Signal<Local, Bit>,
    rt_24: Delay<U<36>>,
    s27_rt: DReg<U<36>>,
    s27_rc: DReg<U<36>>,
    s28_base: DReg<U<37>>,
    s28_raise: DReg<U<36>>,
    s28_rise: DReg<U<18>>,
    s29_rise: DReg<U<18>>,
    s28_beyond: DReg<Bit>,
    s29_beyond: DReg<Bit>,
    s30_beyond: DReg<Bit>,
    s29_rt: DReg<U<37>>,
    s30_rt: DReg<U<37>>,
    s31_host: DReg<U<35>>,
    room: Signal<Local, U<38>>,
    s32_rt: DReg<U<36>>,
    s32_over: DReg<Bit>,
    over_23: Delay<Bit>,
    over_32: Delay<Bit>,
    tie_up: Signal<Local, Bit>,
    mean: Signal<Local, U<38>>,
    s33_mean: DReg<U<36>>,
    s34_rc: DReg<U<36>>,
    line_31: Delay<U<35>>,
    s35_line: DReg<U<35>>,
    s36_line: DReg<U<35>>,
    to_line: Signal<Local, U<37>>,
    past_line: Signal<Local, U<37>>,
    to_floor: Signal<Local, U<37>>,
    s35_left: DReg<U<37>>,
    s35_below: DReg<Bit>,
    s35_floor: DReg<Bit>,
    s36_floor: DReg<Bit>,
    s35_rc: DReg<U<36>>,
    s36_rc: DReg<U<36>>,
    s35_min: DReg<U<35>>,
    s36_min: DReg<U<35>>,
    s36_near: DReg<Bit>,
    s36_below: DReg<Bit>,
    s36_above: DReg<Bit>,
    s36_min_below: DReg<Bit>,
    /// Negative: further from the line rate than the snap reaches.
    past_snap: Signal<Local, U<37>>,
    snaps: Signal<Local, Bit>,
    s37_own: DReg<U<36>>,
    s37_line: DReg<U<35>>,
    s37_min: DReg<U<35>>,
    s37_host: DReg<U<35>>,
    s37_flags: DReg<U<10>>,
    s38_flag: DReg<U<10>>,
    rc_38: DReg<U<36>>,
    rt_32: Delay<U<36>>,
    rt_35: Delay<U<36>>,
    rt_38: DReg<U<36>>,
    cp_23: Delay<U<29>>,
    cp_38: DReg<U<29>>,
    tail_38: DReg<Tail>,
    set_38: DReg<U<4>>,
    none_38: DReg<Bit>,
    shape: Shape,
    _ecc: usize,
}

impl Default for Step {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            set_we: Default::default(),
            set_index: Default::default(),
            set: Default::default(),
            s3_set: Default::default(),
            s4: Default::default(),
            host: Default::default(),
            s38: Default::default(),
            s38_rest: Default::default(),
            s37_steps: Default::default(),
            s37_none: Default::default(),
            s37_stores: Default::default(),
            s38_flags: Default::default(),
            rom_opt: vec![],
            rules: Default::default(),
            gains: Default::default(),
            modes: Default::default(),
            rais: Default::default(),
            lines: Default::default(),
            mins: Default::default(),
            ends: Default::default(),
            at: Default::default(),
            s5: Default::default(),
            s5_sum: Default::default(),
            s5_min: Default::default(),
            s6_step: Default::default(),
            s5_actives: Default::default(),
            s5_doublings: Default::default(),
            s6_doubled: Default::default(),
            s6_sent: Default::default(),
            s6_enough: Default::default(),
            finished: Default::default(),
            tail_7: Delay::new(17),
            tail_24: Delay::new(13),
            control: Default::default(),
            quiet_new: Default::default(),
            actives: Default::default(),
            ignored: Default::default(),
            steps: Default::default(),
            tx_5: Default::default(),
            s5_word: Default::default(),
            s6: Default::default(),
            s7: Default::default(),
            s8: Default::default(),
            by_2: Default::default(),
            by_1: Default::default(),
            upper: Default::default(),
            s9_x: Default::default(),
            s9_place: Default::default(),
            recip: Default::default(),
            s10_shift: Default::default(),
            s11_shift: Default::default(),
            s12_shift: Default::default(),
            s13_place: Default::default(),
            quotient: Default::default(),
            share: Default::default(),
            cp_4: Delay::new(9),
            cp_13: Delay::new(3),
            s17_diff: Default::default(),
            s17_cp: Default::default(),
            change: Default::default(),
            cp_17: Delay::new(6),
            s18_base: Default::default(),
            base_18: Delay::new(3),
            weighed: Default::default(),
            s21_sum: Default::default(),
            s22_cp: Default::default(),
            cp_over: Default::default(),
            s23_cp: Default::default(),
            s23_over: Default::default(),
            s24_factor: Default::default(),
            rates_4: Delay::new(17),
            rates_21: Delay::new(3),
            fall: Default::default(),
            fall_low: Default::default(),
            s28_high: Default::default(),
            s28_middle: Default::default(),
            s28_low: Default::default(),
            s29_high: Default::default(),
            s29_low: Default::default(),
            rounded: Default::default(),
            s30_fall: Default::default(),
            s30_below: Default::default(),
            s31_fall: Default::default(),
            s31_least: Default::default(),
            fallen: Default::default(),
            rc_24: Delay::new(2),
            rc_26: Delay::new(3),
            rc_30: Default::default(),
            rc_31: Default::default(),
            rc_32: Default::default(),
            s31_rt: Default::default(),
            s31_line: Default::default(),
            s31_over: Default::default(),
            s32_cut: Default::default(),
            s33_cut: Default::default(),
            s24_rungs: Default::default(),
            raise: Default::default(),
            s24_clamp: Default::default(),
            clamp_24: Delay::new(2),
            takes_rc: Default::default(),
            rt_24: Delay::new(2),
            s27_rt: Default::default(),
            s27_rc: Default::default(),
            s28_base: Default::default(),
            s28_raise: Default::default(),
            s28_rise: Default::default(),
            s29_rise: Default::default(),
            s28_beyond: Default::default(),
            s29_beyond: Default::default(),
            s30_beyond: Default::default(),
            s29_rt: Default::default(),
            s30_rt: Default::default(),
            s31_host: Default::default(),
            room: Default::default(),
            s32_rt: Default::default(),
            s32_over: Default::default(),
            over_23: Delay::new(9),
            over_32: Delay::new(4),
            tie_up: Default::default(),
            mean: Default::default(),
            s33_mean: Default::default(),
            s34_rc: Default::default(),
            line_31: Delay::new(3),
            s35_line: Default::default(),
            s36_line: Default::default(),
            past_line: Default::default(),
            to_line: Default::default(),
            to_floor: Default::default(),
            s35_left: Default::default(),
            s35_below: Default::default(),
            s35_floor: Default::default(),
            s36_floor: Default::default(),
            s35_rc: Default::default(),
            s36_rc: Default::default(),
            s35_min: Default::default(),
            s36_min: Default::default(),
            s36_near: Default::default(),
            s36_below: Default::default(),
            s36_above: Default::default(),
            s36_min_below: Default::default(),
            past_snap: Default::default(),
            snaps: Default::default(),
            s37_own: Default::default(),
            s37_line: Default::default(),
            s37_min: Default::default(),
            s37_host: Default::default(),
            s37_flags: Default::default(),
            s38_flag: Default::default(),
            rc_38: Default::default(),
            rt_32: Delay::new(3),
            rt_35: Delay::new(2),
            rt_38: Default::default(),
            cp_23: Delay::new(14),
            cp_38: Default::default(),
            tail_38: Default::default(),
            set_38: Default::default(),
            none_38: Default::default(),
            shape: Shape::of(&[("CONTROLS", CONTROLS)]),
            _ecc: 0,
        }
    }
}

impl Step {
    /// With parity of the reciprocal's table, if so.
    pub fn checked(ecc: bool) -> Self {
        Self { rom_opt: option(ecc), recip: Recip::checked(ecc), _ecc: ecc.into(), ..Self::default() }
    }
}

impl Logic for Step {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module dcqcn_step");
        comment!("@doc One control period of a QP, 33 cycles from its context and counts to its next context; or what the host stores in place of it. One");
        comment!("@doc every second cycle, no reset.");
        comment!("@port set_we writes a parameter set, while no step of that set is under way");
        comment!("@port set_index which of the 16");
        comment!("@port s3_set parameter set of the context, a cycle ahead of the rest");
        comment!("@port s37_steps a step, of neither the host nor the initialisation");
        comment!("@port s37_stores a write of the host, or an initialisation");
        comment!("@port s37_none there was no period: only the idle count is to be written");
        comment!("@port s38_flags of the update: see out_flags of the unit");
        for _k in 0..self._ecc {
            comment!("@port rom_parity a word of the reciprocal's table had a wrong bit");
        }
        clock!(
            self,
            clock,
            s5_sum,
            s5_min,
            s5_actives,
            s5_doublings,
            s6_step,
            s6_doubled,
            s6_sent,
            s6_enough,
            s31_rt,
            s31_line,
            s31_over
        );
        clock!(
            self, clock, rules, gains, modes, rais, lines, mins, ends, at, s5, finished, tail_7, tail_24, tx_5,
            s5_word, s6
        );
        clock!(self, clock, s7, s8, s9_x, s9_place, recip, s10_shift, s11_shift, s12_shift, s13_place, quotient, cp_4);
        clock!(
            self, clock, cp_13, s17_diff, s17_cp, change, cp_17, s18_base, base_18, s21_sum, s22_cp, s23_cp, s23_over
        );
        clock!(
            self, clock, s24_factor, rates_4, rates_21, fall, fall_low, s28_high, s28_middle, s28_low, s29_high,
            s29_low
        );
        clock!(
            self, clock, s30_fall, s30_below, s31_fall, s31_least, rc_24, rc_26, rc_30, rc_31, rc_32, s32_cut, s33_cut,
            s24_rungs, raise, s24_clamp
        );
        clock!(
            self, clock, clamp_24, rt_24, s27_rt, s27_rc, s28_base, s28_raise, s28_rise, s29_rise, s28_beyond,
            s29_beyond
        );
        clock!(self, clock, s30_beyond, s29_rt, s30_rt, s31_host, s32_rt, s32_over, over_23, over_32, s33_mean, s34_rc);
        clock!(self, clock, line_31, s35_line, s36_line, s35_left, s35_below, s35_floor, s36_floor, s35_rc);
        clock!(self, clock, s36_rc, s35_min, s36_min, s36_near, s36_below, s36_above, s36_min_below, s37_own, s37_line);
        clock!(self, clock, s37_min, s37_host, s37_flags, s38_flag, rc_38, rt_32, rt_35, rt_38, cp_23, cp_38, tail_38);
        clock!(self, clock, set_38, none_38);
        for k in 0..31 {
            clock!(self, clock, control[k]);
        }

        comment!("parameter sets, each word read in the stage before the one that uses it");
        self.rules.we.next = self.set_we.val();
        self.rules.waddr.next = self.set_index.val();
        self.rules.wdata.next.line = self.set.val().line;
        self.rules.wdata.next.recovery = self.set.val().recovery;
        self.rules.wdata.next.doublings = self.set.val().doublings;
        self.rules.wdata.next.min_tx = self.set.val().min_tx;
        self.rules.wdata.next.incast_periods = self.set.val().incast_periods;
        self.rules.raddr.next = self.s3_set.val();
        self.gains.we.next = self.set_we.val();
        self.gains.waddr.next = self.set_index.val();
        self.gains.wdata.next = self.set.val().g;
        self.gains.raddr.next = self.control[9].q.val().set;
        self.modes.we.next = self.set_we.val();
        self.modes.waddr.next = self.set_index.val();
        self.modes.wdata.next.old_cp = self.set.val().old_cp;
        self.modes.wdata.next.clamp_target = self.set.val().clamp_target;
        self.modes.raddr.next = self.control[15].q.val().set;
        self.rais.we.next = self.set_we.val();
        self.rais.waddr.next = self.set_index.val();
        self.rais.wdata.next = self.set.val().rai;
        self.rais.raddr.next = self.control[16].q.val().set;
        self.lines.we.next = self.set_we.val();
        self.lines.waddr.next = self.set_index.val();
        self.lines.wdata.next = self.set.val().line;
        self.lines.raddr.next = self.control[22].q.val().set;
        self.mins.we.next = self.set_we.val();
        self.mins.waddr.next = self.set_index.val();
        self.mins.wdata.next = self.set.val().rc_min;
        self.mins.raddr.next = self.control[26].q.val().set;
        self.ends.we.next = self.set_we.val();
        self.ends.waddr.next = self.set_index.val();
        self.ends.wdata.next.snap_mask = self.set.val().snap_mask;
        self.ends.wdata.next.min_below = self.set.val().rc_min < self.set.val().line;
        self.ends.raddr.next = self.control[27].q.val().set;

        comment!("s4 to s5: packets, periods and stage against their parameters");
        self.at.d.next = (self.at.q.val() << 1) | bits::<20>(self.s4.val().begins);
        self.s5_sum.d.next = bits::<17>(self.s4.val().tx) + bits::<17>(self.s4.val().context.sent);
        self.s5_min.d.next = self.rules.rdata.val().min_tx;
        self.s5.d.next.host = self.s4.val().host;
        self.s5.d.next.init = self.s4.val().init;
        self.s5.d.next.stores = self.s4.val().stores;
        self.s5.d.next.cut = self.s4.val().cnp.any();
        self.s5.d.next.none_sent = !self.s4.val().tx.any();
        self.s5.d.next.at_line = self.s4.val().context.rc >= self.rules.rdata.val().line;
        self.s5.d.next.no_cp = !self.s4.val().context.cp.any() & !self.s4.val().context.guard.get_bits::<2>(0).any();
        self.s5.d.next.small_cp = !self.s4.val().context.cp.get_bits::<19>(8).any();
        self.s5.d.next.tired = self.s4.val().rest.idle.get_bit(4);
        self.s5.d.next.one =
            self.s4.val().cnp.any() & (!self.s4.val().context.deterministic | (self.s4.val().cnp >= self.s4.val().tx));
        self.quiet_new.next = self.s4.val().context.quiet + !self.s4.val().context.quiet.all();
        self.s5.d.next.calm =
            (self.quiet_new.val() > self.rules.rdata.val().incast_periods) | !self.quiet_new.val().get_bit(0);
        self.s5.d.next.quiet = self.quiet_new.val();
        if self.s4.val().cnp.any() {
            self.s5.d.next.quiet = 0.into();
        }
        self.actives.next = self.s4.val().context.stage - bits::<5>(self.rules.rdata.val().recovery);
        self.s5.d.next.active = self.s4.val().context.stage >= bits::<5>(self.rules.rdata.val().recovery);
        self.s5_actives.d.next = self.actives.val();
        self.s5_doublings.d.next = self.rules.rdata.val().doublings;
        self.s5.d.next.stage = self.s4.val().context.stage;
        self.s5.d.next.idle = self.s4.val().rest.idle;
        self.s5.d.next.deterministic = self.s4.val().context.deterministic;
        self.s5.d.next.set = self.s4.val().context.set;
        self.cp_4.d.next =
            (bits::<29>(self.s4.val().context.cp) << 2) | bits::<29>(self.s4.val().context.guard.get_bits::<2>(0));
        self.rates_4.d.next.rc =
            (bits::<36>(self.s4.val().context.rc) << 1) | bits::<36>(self.s4.val().context.guard.get_bit(3));
        self.rates_4.d.next.rt =
            (bits::<36>(self.s4.val().context.rt) << 1) | bits::<36>(self.s4.val().context.guard.get_bit(2));

        comment!("s5 to s6: packets since the last increase step, at most 255; are they enough?");
        self.s6_step.d.next = self.s5.q.val();
        self.s6_doubled.d.next = self.s5_actives.q.val().get_bits::<4>(0);
        if self.s5_actives.q.val() > bits::<5>(self.s5_doublings.q.val()) {
            self.s6_doubled.d.next = self.s5_doublings.q.val();
        }
        self.s6_sent.d.next = self.s5_sum.q.val().get_bits::<8>(0);
        if self.s5_sum.q.val().get_bits::<9>(8).any() {
            self.s6_sent.d.next = 255.into();
        }
        self.s6_enough.d.next = self.s5_sum.q.val() >= bits::<17>(self.s5_min.q.val());

        comment!("s6 to s7: is there a period, and a step? The counters of the context are finished, and wait for the write; of a period that is none");
        comment!("idle alone is written");
        self.ignored.next = !self.s6_step.q.val().cut
            & ((self.s6_step.q.val().none_sent & self.s6_step.q.val().tired)
                | (self.s6_step.q.val().at_line & self.s6_step.q.val().no_cp));
        self.steps.next =
            !self.s6_step.q.val().cut & !self.ignored.val() & self.s6_enough.q.val() & self.s6_step.q.val().calm;
        self.finished.d.next.stage =
            self.s6_step.q.val().stage + (self.steps.val() & !self.s6_step.q.val().stage.all());
        if self.s6_step.q.val().cut {
            self.finished.d.next.stage = 0.into();
        }
        self.finished.d.next.sent = self.s6_sent.q.val();
        if self.steps.val() {
            self.finished.d.next.sent = 0.into();
        }
        self.finished.d.next.quiet = self.s6_step.q.val().quiet;
        self.finished.d.next.idle = self.s6_step.q.val().idle + (!self.ignored.val() & !self.s6_step.q.val().tired);
        if !self.s6_step.q.val().none_sent {
            self.finished.d.next.idle = 0.into();
        }
        self.finished.d.next.deterministic = self.s6_step.q.val().deterministic;
        self.tail_7.d.next = self.finished.q.val();
        self.tail_24.d.next = self.tail_7.q.val();
        self.control[0].d.next.host = self.s6_step.q.val().host;
        self.control[0].d.next.init = self.s6_step.q.val().init;
        self.control[0].d.next.stores = self.s6_step.q.val().stores;
        self.control[0].d.next.cut = self.s6_step.q.val().cut;
        self.control[0].d.next.ignored = self.ignored.val();
        self.control[0].d.next.steps = self.steps.val();
        self.control[0].d.next.active = self.steps.val() & self.s6_step.q.val().active;
        self.control[0].d.next.floors = !self.s6_step.q.val().cut & self.s6_step.q.val().small_cp;
        self.control[0].d.next.one = self.s6_step.q.val().one;
        self.control[0].d.next.doubled = self.s6_doubled.q.val();
        self.control[0].d.next.staged = self.s6_step.q.val().stage.any();
        self.control[0].d.next.set = self.s6_step.q.val().set;
        for k in 1..31 {
            self.control[k].d.next = self.control[k - 1].q.val();
        }

        comment!("s4 to s9: CNPs and, a cycle behind them, packets go left until their leading one is bit 15, by 8, 4, 2 and 1");
        self.tx_5.d.next = self.s4.val().tx;
        self.s5_word.d.next = self.tx_5.q.val();
        if self.s4.val().begins {
            self.s5_word.d.next = self.s4.val().cnp;
        }
        self.s6.d.next.word = self.s5_word.q.val() << 8;
        self.s6.d.next.place = 0.into();
        if self.s5_word.q.val().get_bits::<8>(8).any() {
            self.s6.d.next.word = self.s5_word.q.val();
            self.s6.d.next.place = 8.into();
        }
        self.s7.d.next.word = self.s6.q.val().word << 4;
        self.s7.d.next.place = self.s6.q.val().place;
        if self.s6.q.val().word.get_bits::<4>(12).any() {
            self.s7.d.next.word = self.s6.q.val().word;
            self.s7.d.next.place = self.s6.q.val().place | 4;
        }
        self.upper.next = self.s7.q.val().word.get_bits::<2>(14).any();
        self.by_2.next = self.s7.q.val().word << 2;
        if self.upper.val() {
            self.by_2.next = self.s7.q.val().word;
        }
        self.by_1.next = self.by_2.val() << 1;
        if self.by_2.val().get_bit(15) {
            self.by_1.next = self.by_2.val();
        }
        self.s8.d.next.word = self.by_1.val();
        self.s8.d.next.place =
            self.s7.q.val().place | (bits::<4>(self.upper.val()) << 1) | bits::<4>(self.by_2.val().get_bit(15));

        comment!("s8 to s13: the quotient; none of a share of one");
        self.s9_x.d.next = self.s8.q.val().word;
        if self.control[1].q.val().one {
            self.s9_x.d.next = 0.into();
        }
        self.s9_place.d.next = self.s8.q.val().place;
        self.recip.x.next = bits::<18>(self.s9_x.q.val()) << 2;
        self.recip.d.next = bits::<23>(self.s8.q.val().word.get_bits::<15>(0)) << 8;
        self.s10_shift.d.next = self.s8.q.val().place - self.s9_place.q.val();
        self.s11_shift.d.next = self.s10_shift.q.val();
        self.s12_shift.d.next = self.s11_shift.q.val();

        comment!("s12 to s17: F is the quotient, right by 8 and by t - c (trunc): left by 15 - (t - c) and right by 15, both parts; or one");
        self.s13_place.d.next = (bits::<18>(1) << 15) >> self.s12_shift.q.val();
        self.quotient.first.next = self.at.q.val().get_bit(8);
        self.quotient.a.next = self.recip.q.val().get_bits::<29>(8);
        self.quotient.b.next = self.s13_place.q.val();
        self.share.next = self.quotient.high.val().get_bits::<29>(4)
            | bits::<29>(self.quotient.low.val().get_bits::<11>(15))
            | (bits::<29>(self.control[9].q.val().one) << 28);

        comment!("s16 to s22: CP + g * (F - CP): F - CP + 2^29 is positive, and g * 2^29 / 2^16 leaves again; 30 + 15 = 45 bits, round half up");
        self.cp_13.d.next = self.cp_4.q.val();
        self.s17_diff.d.next = (bits::<30>(self.share.val()) | (bits::<30>(1) << 29)) - bits::<30>(self.cp_13.q.val());
        self.s17_cp.d.next = self.cp_13.q.val();
        self.change.first.next = self.at.q.val().get_bit(12);
        self.change.a.next = self.s17_diff.q.val();
        self.change.b.next = bits::<18>(self.gains.rdata.val());
        self.s18_base.d.next = bits::<30>(self.s17_cp.q.val()) - (bits::<30>(self.gains.rdata.val()) << 13);
        self.base_18.d.next = self.s18_base.q.val();
        self.cp_17.d.next = self.s17_cp.q.val();
        self.weighed.next = bits::<45>(self.change.low.val().get_bits::<33>(0))
            + ((bits::<45>(self.change.high.val().get_bits::<27>(0)) << 18)
                | (bits::<45>(!self.control[13].q.val().floors) << 15));
        self.s21_sum.d.next = self.weighed.val().get_bits::<29>(16);
        self.s22_cp.d.next = self.base_18.q.val() + bits::<30>(self.s21_sum.q.val());

        comment!("s22 to s24: at most one; the CP of the cut, 0 without one");
        self.cp_over.next = self.s22_cp.q.val().get_bit(29)
            | (self.s22_cp.q.val().get_bit(28) & self.s22_cp.q.val().get_bits::<28>(0).any());
        self.s23_cp.d.next = self.s22_cp.q.val().get_bits::<29>(0);
        if self.cp_over.val() {
            self.s23_cp.d.next = bits::<29>(1) << 28;
        }
        self.s23_over.d.next = self.cp_over.val();
        self.s24_factor.d.next = self.s23_cp.q.val();
        if self.modes.rdata.val().old_cp {
            self.s24_factor.d.next = self.cp_17.q.val();
        }
        if !self.control[16].q.val().cut {
            self.s24_factor.d.next = 0.into();
        }
        self.cp_23.d.next = self.s23_cp.q.val();
        self.over_23.d.next = self.s23_over.q.val();

        comment!("s24 to s32: RC * CP / 2 in four products, RC in 18 and 18 bits, CP in 18 and 11; what is below 2^-18 of an LSB leaves (trunc); to");
        comment!(
            "nearest, halves up: the half is the carry. At least one LSB where anything is left; and RC less that"
        );
        self.rates_21.d.next = self.rates_4.q.val();
        self.fall.first.next = self.at.q.val().get_bit(19);
        self.fall.a.next = self.s24_factor.q.val();
        self.fall.b.next = self.rates_21.q.val().rc.get_bits::<18>(18);
        self.fall_low.first.next = self.at.q.val().get_bit(19);
        self.fall_low.a.next = self.s24_factor.q.val();
        self.fall_low.b.next = self.rates_21.q.val().rc.get_bits::<18>(0);
        self.s28_high.d.next = self.fall.high.val();
        self.s28_middle.d.next = self.fall.low.val().get_bits::<29>(0);
        self.s28_low.d.next = self.fall_low.high.val() + bits::<36>(self.fall_low.low.val().get_bits::<18>(11));
        self.s29_high.d.next = self.s28_high.q.val();
        self.s29_low.d.next = bits::<37>(self.s28_low.q.val()) + (bits::<37>(self.s28_middle.q.val()) << 7);
        self.rounded.next =
            ((bits::<37>(self.s29_high.q.val()) << 1) | 1) + bits::<37>(self.s29_low.q.val().get_bits::<20>(17));
        self.s30_fall.d.next = self.rounded.val().get_bits::<36>(1);
        self.s30_below.d.next = self.s29_low.q.val().get_bits::<17>(0).any();
        self.s31_fall.d.next = self.s30_fall.q.val();
        self.s31_least.d.next = self.s30_below.q.val() & !self.s30_fall.q.val().any();
        self.rc_24.d.next = self.rates_21.q.val().rc;
        self.rc_26.d.next = self.rc_24.q.val();
        self.rc_30.d.next = self.rc_26.q.val();
        self.rc_31.d.next = self.rc_30.q.val();
        self.rc_32.d.next = self.rc_31.q.val();
        self.fallen.next = (bits::<37>(self.rc_31.q.val()) << 1)
            - ((bits::<37>(self.s31_fall.q.val()) << 1) | bits::<37>(self.s31_least.q.val()));
        self.s32_cut.d.next = self.fallen.val().get_bits::<36>(1);

        comment!("s23 to s27: rai goes left by 0 to 15, both parts; none without an active increase");
        self.s24_rungs.d.next = bits::<18>(1) << self.control[16].q.val().doubled;
        if !self.control[16].q.val().active | self.control[16].q.val().host {
            self.s24_rungs.d.next = 0.into();
        }
        self.raise.first.next = self.at.q.val().get_bit(19);
        self.raise.a.next = self.rais.rdata.val();
        self.raise.b.next = self.s24_rungs.q.val();

        comment!("s26 to s32: RT is what it was, or RC on a cut: one of both, the other is 0; and rai, where 2^35 and more is beyond any line rate; at most");
        comment!("line. Or the host's");
        self.s24_clamp.d.next = self.modes.rdata.val().clamp_target;
        self.clamp_24.d.next = self.s24_clamp.q.val();
        self.takes_rc.next = self.control[19].q.val().cut & (self.clamp_24.q.val() | self.control[19].q.val().staged);
        self.rt_24.d.next = self.rates_21.q.val().rt;
        self.s27_rt.d.next = self.rt_24.q.val();
        if self.takes_rc.val() | self.control[19].q.val().host {
            self.s27_rt.d.next = 0.into();
        }
        self.s27_rc.d.next = 0.into();
        if self.takes_rc.val() & !self.control[19].q.val().host {
            self.s27_rc.d.next = self.rc_24.q.val();
        }
        self.s28_base.d.next = bits::<37>(self.s27_rt.q.val()) + bits::<37>(self.s27_rc.q.val());
        self.s28_raise.d.next = self.raise.low.val();
        self.s28_rise.d.next = self.raise.high.val().get_bits::<18>(0);
        self.s28_beyond.d.next = self.raise.high.val().get_bits::<16>(17).any();
        self.s29_rt.d.next = self.s28_base.q.val() + (bits::<37>(self.s28_raise.q.val()) << 1);
        self.s29_rise.d.next = self.s28_rise.q.val();
        self.s29_beyond.d.next = self.s28_beyond.q.val();
        self.s30_rt.d.next = self.s29_rt.q.val() + (bits::<37>(self.s29_rise.q.val().get_bits::<17>(0)) << 19);
        self.s30_beyond.d.next = self.s29_beyond.q.val();
        self.room.next = (bits::<38>(self.lines.rdata.val()) << 1) - bits::<38>(self.s30_rt.q.val());
        self.s31_over.d.next = self.room.val().get_bit(37) | self.s30_beyond.q.val();
        self.s31_rt.d.next = self.s30_rt.q.val().get_bits::<36>(0);
        self.s31_line.d.next = self.lines.rdata.val();
        self.s31_host.d.next = self.host.val().rt;
        if !self.control[23].q.val().host {
            self.s31_host.d.next = 0.into();
        }
        self.s32_rt.d.next = self.s31_rt.q.val() | (bits::<36>(self.s31_host.q.val()) << 1);
        if self.s31_over.q.val() {
            self.s32_rt.d.next = bits::<36>(self.s31_line.q.val()) << 1;
        }
        self.s32_over.d.next = self.s31_over.q.val();

        comment!("s32 to s34: RC half the way to RT, of halves the odd number of LSBs (round half odd): 2 bits of each tell by a carry; or cut; or, cut by 0,");
        comment!("as it was: one of both, the other is 0");
        self.tie_up.next =
            self.s32_rt.q.val().get_bit(1) ^ self.rc_32.q.val().get_bit(1) ^ self.s32_rt.q.val().get_bit(0);
        self.mean.next = ((bits::<38>(self.s32_rt.q.val()) << 1) | 1)
            + ((bits::<38>(self.rc_32.q.val()) << 1) | bits::<38>(self.tie_up.val()));
        self.s33_mean.d.next = 0.into();
        self.s33_cut.d.next = self.s32_cut.q.val();
        if self.control[25].q.val().steps {
            self.s33_mean.d.next = self.mean.val().get_bits::<36>(2);
            self.s33_cut.d.next = 0.into();
        }
        self.s34_rc.d.next = self.s33_mean.q.val() + self.s33_cut.q.val();

        comment!("s34 to s37: bounds, and the snap");
        self.line_31.d.next = self.s31_line.q.val();
        self.to_line.next = (bits::<37>(self.line_31.q.val()) << 1) - bits::<37>(self.s34_rc.q.val());
        self.to_floor.next = bits::<37>(self.s34_rc.q.val()) - (bits::<37>(self.mins.rdata.val()) << 1);
        self.s35_left.d.next = self.to_line.val();
        self.past_line.next = bits::<37>(self.s34_rc.q.val()) - (bits::<37>(self.line_31.q.val()) << 1);
        self.s35_below.d.next = self.past_line.val().get_bit(36);
        self.s35_floor.d.next = self.to_floor.val().get_bit(36);
        self.s35_rc.d.next = self.s34_rc.q.val();
        self.s35_line.d.next = self.line_31.q.val();
        self.s35_min.d.next = self.mins.rdata.val();
        self.past_snap.next =
            bits::<37>(self.ends.rdata.val().snap_mask) - bits::<37>(self.s35_left.q.val().get_bits::<36>(1));
        self.s36_near.d.next = !self.past_snap.val().get_bit(36);
        self.s36_above.d.next = self.s35_left.q.val().get_bit(36);
        self.s36_below.d.next = self.s35_below.q.val();
        self.s36_floor.d.next = self.s35_floor.q.val();
        self.s36_min_below.d.next = self.ends.rdata.val().min_below;
        self.s36_rc.d.next = self.s35_rc.q.val();
        self.s36_line.d.next = self.s35_line.q.val();
        self.s36_min.d.next = self.s35_min.q.val();
        self.snaps.next =
            self.control[29].q.val().steps & self.s36_near.q.val() & !self.s36_floor.q.val() & self.s36_below.q.val();

        comment!("s36 to s38: the step's rate, the line's, the least or the host's: of the four all but one are 0");
        self.s37_own.d.next = self.s36_rc.q.val();
        if self.snaps.val() | self.s36_above.q.val() | self.s36_floor.q.val() | self.control[29].q.val().host {
            self.s37_own.d.next = 0.into();
        }
        self.s37_line.d.next = 0.into();
        if (self.snaps.val() | self.s36_above.q.val()) & !self.s36_floor.q.val() & !self.control[29].q.val().host {
            self.s37_line.d.next = self.s36_line.q.val();
        }
        self.s37_min.d.next = 0.into();
        if self.s36_floor.q.val() & !self.control[29].q.val().host {
            self.s37_min.d.next = self.s36_min.q.val();
        }
        self.s37_host.d.next = 0.into();
        if self.control[29].q.val().host {
            self.s37_host.d.next = self.host.val().rc;
        }
        self.rc_38.d.next = self.s37_own.q.val()
            | (bits::<36>(self.s37_line.q.val() | self.s37_min.q.val() | self.s37_host.q.val()) << 1);
        self.over_32.d.next = self.over_23.q.val() | self.s32_over.q.val();
        self.s37_flags.d.next = bits::<10>(
            (self.s36_floor.q.val() & self.s36_min_below.q.val())
                | (!self.s36_floor.q.val() & self.s36_below.q.val() & !self.snaps.val()),
        ) | (bits::<10>(self.s36_floor.q.val()) << 1)
            | (bits::<10>(self.s36_above.q.val() | self.over_32.q.val()) << 2)
            | (bits::<10>(self.control[29].q.val().cut) << 4)
            | (bits::<10>(self.control[29].q.val().steps & !self.control[29].q.val().active) << 5)
            | (bits::<10>(self.control[29].q.val().active) << 6)
            | (bits::<10>(!self.control[29].q.val().cut & !self.control[29].q.val().steps) << 8)
            | (bits::<10>(self.snaps.val()) << 9);
        self.s38_flag.d.next = self.s37_flags.q.val();

        comment!("s37 to s38: the rest of the context: the step's, the host's, or zeros");
        self.rt_32.d.next = self.s32_rt.q.val();
        self.rt_35.d.next = self.rt_32.q.val();
        self.rt_38.d.next = self.rt_35.q.val();
        self.cp_38.d.next = self.cp_23.q.val();
        self.tail_38.d.next = self.tail_24.q.val();
        self.set_38.d.next = self.control[30].q.val().set;
        self.none_38.d.next = self.control[30].q.val().ignored;
        self.s37_steps.next = !self.control[30].q.val().host & !self.control[30].q.val().init;
        self.s37_stores.next = self.control[30].q.val().stores;
        self.s37_none.next = self.control[30].q.val().ignored;
        if self.control[30].q.val().host {
            self.cp_38.d.next = bits::<29>(self.host.val().cp) << 2;
            self.tail_38.d.next.stage = self.host.val().stage;
            self.tail_38.d.next.sent = 0.into();
            self.tail_38.d.next.quiet = 15.into();
            self.tail_38.d.next.idle = 0.into();
            self.tail_38.d.next.deterministic = self.host.val().deterministic;
            self.set_38.d.next = self.host.val().set;
            self.none_38.d.next = false;
        }
        if self.control[30].q.val().init {
            self.rc_38.d.next = 0.into();
            self.rt_38.d.next = 0.into();
            self.cp_38.d.next = 0.into();
            self.tail_38.d.next.stage = 0.into();
            self.tail_38.d.next.sent = 0.into();
            self.tail_38.d.next.quiet = 0.into();
            self.tail_38.d.next.idle = 0.into();
            self.tail_38.d.next.deterministic = false;
            self.set_38.d.next = 0.into();
            self.none_38.d.next = false;
        }
        self.s38.next.rc = self.rc_38.q.val().get_bits::<35>(1);
        self.s38.next.rt = self.rt_38.q.val().get_bits::<35>(1);
        self.s38.next.cp = self.cp_38.q.val().get_bits::<27>(2);
        self.s38.next.guard = (bits::<4>(self.rc_38.q.val().get_bit(0)) << 3)
            | (bits::<4>(self.rt_38.q.val().get_bit(0)) << 2)
            | bits::<4>(self.cp_38.q.val().get_bits::<2>(0));
        self.s38.next.stage = self.tail_38.q.val().stage;
        self.s38.next.sent = self.tail_38.q.val().sent;
        self.s38.next.quiet = self.tail_38.q.val().quiet;
        self.s38.next.deterministic = self.tail_38.q.val().deterministic;
        self.s38.next.set = self.set_38.q.val();
        self.s38_rest.next.idle = self.tail_38.q.val().idle;
        self.s38_rest.next.none = self.none_38.q.val();
        self.s38_flags.next = self.s38_flag.q.val();
        for k in 0..self._ecc {
            self.rom_opt[k].next = self.recip.rom_opt[k].val();
        }
    }
}
