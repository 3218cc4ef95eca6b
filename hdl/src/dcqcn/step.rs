//! The arithmetic of a period: a context and the counts of its period in, the next context and the flags out. A step
//! begins every second cycle at most, so that what is wider than a multiplier goes through it in two parts.

use super::published::again::Again;
use super::published::ticks::Ticks;
use super::published::{Counted5, Form, Ticked, Timers};
use super::stages::*;
use super::twice::Twice;
use crate::prelude::*;
use crate::prim::ecc::option;
use crate::recip::Recip;

/// A period. Ports bear the stage of `dcqcn.md` at which they count.
#[derive(LogicBlock)]
pub struct Step {
    pub clock: Signal<In, ClkRst>,
    pub set_we: Signal<In, Bit>,
    pub set_index: Signal<In, SetIndex>,
    pub set: Signal<In, DcqcnSet>,
    pub s4_set: Signal<In, SetIndex>,
    pub s5: Signal<In, Period>,
    pub host: Signal<In, DcqcnStored>,
    pub s39: Signal<Out, Context>,
    pub s39_rest: Signal<Out, Rest>,
    pub s38_steps: Signal<Out, Bit>,
    pub s38_none: Signal<Out, Bit>,
    pub s38_stores: Signal<Out, Bit>,
    pub s39_flags: Signal<Out, U<10>>,
    pub rom_opt: Vec<Signal<Out, RomFault>>,
    pub form_opt: Vec<Signal<In, Form>>,
    pub s5_timers_opt: Vec<Signal<In, Timers>>,
    pub s39_timers_opt: Vec<Signal<Out, Timers>>,

    rules: Table<Rules, 4>,
    gains: Table<U<15>, 4>,
    modes: Table<Modes, 4>,
    rais: Table<U<35>, 4>,
    lines: Table<U<35>, 4>,
    mins: Table<U<35>, 4>,
    ends: Table<Ends, 4>,
    /// Bit k: a step is in s(k + 6).
    at: DReg<U<20>>,
    s6: DReg<S6>,
    s6_sum: DReg<U<17>>,
    s6_min: DReg<U<8>>,
    s7_step: DReg<S6>,
    s8_step: DReg<S6>,
    s6_actives: DReg<U<5>>,
    s6_doublings: DReg<U<4>>,
    s7_doubled: DReg<U<4>>,
    s7_sent: DReg<U<8>>,
    s8_sent: DReg<U<8>>,
    s7_enough: DReg<Bit>,
    s9_tail: DReg<Tail>,
    s38_tail: Delay<Tail>,
    // what goes along with a step: bit k is that of the step in s(k + 8)
    host_from_s8: DReg<U<31>>,
    init_from_s8: DReg<U<31>>,
    stores_from_s8: DReg<U<31>>,
    cut_from_s8: DReg<U<30>>,
    ignored_from_s8: DReg<U<31>>,
    steps_from_s8: DReg<U<30>>,
    active_from_s8: DReg<U<30>>,
    floors_from_s8: DReg<U<14>>,
    one_from_s8: DReg<U<10>>,
    staged_from_s8: DReg<U<20>>,
    s17_set: Delay<SetIndex>,
    s23_set: Delay<SetIndex>,
    s24_set: DReg<SetIndex>,
    s30_set: Delay<SetIndex>,
    s34_set: Delay<SetIndex>,
    s35_set: DReg<SetIndex>,
    s38_set: Delay<SetIndex>,
    s24_doubled: Delay<U<4>>,
    is_active: Signal<Local, Bit>,
    is_staged: Signal<Local, Bit>,
    quiet_new: Signal<Local, U<4>>,
    actives: Signal<Local, U<5>>,
    ignored: Signal<Local, Bit>,
    steps: Signal<Local, Bit>,
    s6_tx: DReg<U<16>>,
    s6_word: DReg<U<16>>,
    s7: DReg<Shifted>,
    s8: DReg<Shifted>,
    s9: DReg<Shifted>,
    by_2: Signal<Local, U<16>>,
    by_1: Signal<Local, U<16>>,
    upper: Signal<Local, Bit>,
    s10_x: DReg<U<16>>,
    s10_place: DReg<U<4>>,
    recip: Recip,
    s11_shift: DReg<U<4>>,
    s12_shift: DReg<U<4>>,
    s13_shift: DReg<U<4>>,
    s14_place: DReg<U<18>>,
    quotient: Twice,
    share: Signal<Local, U<29>>,
    s8_cp: Delay<U<29>>,
    s11_cp: Delay<U<29>>,
    s14_cp: Delay<U<29>>,
    s17_cp: Delay<U<29>>,
    s18_diff: DReg<U<30>>,
    s18_cp: DReg<U<29>>,
    change: Twice,
    s21_cp: Delay<U<29>>,
    s24_old_cp: Delay<U<29>>,
    s19_base: DReg<U<30>>,
    s22_base: Delay<U<30>>,
    weighed: Signal<Local, U<45>>,
    s22_sum: DReg<U<29>>,
    s23_cp: DReg<U<30>>,
    cp_over: Signal<Local, Bit>,
    s24_cp: DReg<U<29>>,
    s24_over: DReg<Bit>,
    s25_factor: DReg<U<29>>,
    /// Rates from s5 on, and what is s9_tail from s9 on.
    waits: Delay<Waiting>,
    s25_rates: Delay<Rates>,
    fall: Twice,
    fall_low: Twice,
    s29_high: DReg<U<36>>,
    s29_middle: DReg<U<29>>,
    s29_low: DReg<U<36>>,
    s30_high: DReg<U<36>>,
    s30_low: DReg<U<37>>,
    rounded: Signal<Local, U<37>>,
    s31_fall: DReg<U<36>>,
    /// Something is below the fall's last bit.
    s31_below: DReg<Bit>,
    s32_fall: DReg<U<36>>,
    /// The fall would vanish.
    s32_least: DReg<Bit>,
    fallen: Signal<Local, U<37>>,
    s27_rc: Delay<U<36>>,
    s30_rc: Delay<U<36>>,
    s31_rc: DReg<U<36>>,
    s32_rc: DReg<U<36>>,
    s33_rc: DReg<U<36>>,
    s32_rt: DReg<U<36>>,
    s32_line: DReg<SendRate>,
    s32_over: DReg<Bit>,
    s33_cut: DReg<U<36>>,
    s34_cut: DReg<U<36>>,
    s25_rungs: DReg<U<18>>,
    increment: Signal<Local, U<35>>,
    raise: Twice,
    s25_clamp: DReg<Bit>,
    s27_clamp: Delay<Bit>,
    takes_rc: Signal<Local, Bit>,
    s27_rt: Delay<U<36>>,
    s28_rt: DReg<U<36>>,
    s28_rc: DReg<U<36>>,
    s29_base: DReg<U<37>>,
    s29_raise: DReg<U<36>>,
    s29_rise: DReg<U<18>>,
    s30_rise: DReg<U<18>>,
    s29_beyond: DReg<Bit>,
    s30_beyond: DReg<Bit>,
    s31_beyond: DReg<Bit>,
    s30_rt: DReg<U<37>>,
    s31_rt: DReg<U<37>>,
    s32_host: DReg<U<35>>,
    room: Signal<Local, U<38>>,
    s33_rt: DReg<U<36>>,
    s33_over: DReg<Bit>,
    s33_cp_over: Delay<Bit>,
    s37_over: Delay<Bit>,
    tie_up: Signal<Local, Bit>,
    mean: Signal<Local, U<38>>,
    s34_mean: DReg<U<36>>,
    s35_rc: DReg<U<36>>,
    s35_line: Delay<SendRate>,
    s36_line: DReg<SendRate>,
    s37_line: DReg<SendRate>,
    to_line: Signal<Local, U<37>>,
    past_line: Signal<Local, U<37>>,
    to_floor: Signal<Local, U<37>>,
    s36_left: DReg<U<37>>,
    s36_below: DReg<Bit>,
    s36_floor: DReg<Bit>,
    s37_floor: DReg<Bit>,
    s36_rc: DReg<U<36>>,
    s37_rc: DReg<U<36>>,
    s36_min: DReg<U<35>>,
    s37_min: DReg<U<35>>,
    s37_near: DReg<Bit>,
    s37_below: DReg<Bit>,
    s37_above: DReg<Bit>,
    s37_min_below: DReg<Bit>,
    /// Negative: further from the line rate than the snap reaches.
    past_snap: Signal<Local, U<37>>,
    snaps: Signal<Local, Bit>,
    s38_own: DReg<U<36>>,
    s38_line: DReg<SendRate>,
    s38_min: DReg<U<35>>,
    s38_host: DReg<U<35>>,
    s38_flags: DReg<U<10>>,
    s39_said: DReg<U<10>>,
    s39_fine_rc: DReg<U<36>>,
    s36_rt: Delay<U<36>>,
    s38_rt: Delay<U<36>>,
    s39_fine_rt: DReg<U<36>>,
    s38_cp: Delay<U<29>>,
    s39_fine_cp: DReg<U<29>>,
    s39_tail: DReg<Tail>,
    s39_set_index: DReg<SetIndex>,
    s39_none: DReg<Bit>,

    // the published form: the stages a0 to a9 are between s38 and s39
    ticks_opt: Vec<Ticks>,
    again_opt: Vec<Again>,
    hais_opt: Vec<Table<U<35>, 4>>,
    given: Signal<Local, Form>,
    ticked: Signal<Local, Ticked>,
    counted: Signal<Local, Counted5>,
    first: Signal<Local, Context>,
    first_rest: Signal<Local, Rest>,
    _ecc: usize,
    _published: usize,
}

impl Default for Step {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            set_we: Default::default(),
            set_index: Default::default(),
            set: Default::default(),
            s4_set: Default::default(),
            s5: Default::default(),
            host: Default::default(),
            s39: Default::default(),
            s39_rest: Default::default(),
            s38_steps: Default::default(),
            s38_none: Default::default(),
            s38_stores: Default::default(),
            s39_flags: Default::default(),
            rom_opt: vec![],
            form_opt: vec![],
            s5_timers_opt: vec![],
            s39_timers_opt: vec![],
            rules: Default::default(),
            gains: Default::default(),
            modes: Default::default(),
            rais: Default::default(),
            lines: Default::default(),
            mins: Default::default(),
            ends: Default::default(),
            at: Default::default(),
            s6: Default::default(),
            s6_sum: Default::default(),
            s6_min: Default::default(),
            s7_step: Default::default(),
            s8_step: Default::default(),
            s6_actives: Default::default(),
            s6_doublings: Default::default(),
            s7_doubled: Default::default(),
            s7_sent: Default::default(),
            s8_sent: Default::default(),
            s7_enough: Default::default(),
            s9_tail: Default::default(),
            s38_tail: Delay::new(12),
            host_from_s8: Default::default(),
            init_from_s8: Default::default(),
            stores_from_s8: Default::default(),
            cut_from_s8: Default::default(),
            ignored_from_s8: Default::default(),
            steps_from_s8: Default::default(),
            active_from_s8: Default::default(),
            floors_from_s8: Default::default(),
            one_from_s8: Default::default(),
            staged_from_s8: Default::default(),
            s17_set: Delay::new(10),
            s23_set: Delay::new(6),
            s24_set: Default::default(),
            s30_set: Delay::new(6),
            s34_set: Delay::new(4),
            s35_set: Default::default(),
            s38_set: Delay::new(3),
            s24_doubled: Delay::new(17),
            is_active: Default::default(),
            is_staged: Default::default(),
            quiet_new: Default::default(),
            actives: Default::default(),
            ignored: Default::default(),
            steps: Default::default(),
            s6_tx: Default::default(),
            s6_word: Default::default(),
            s7: Default::default(),
            s8: Default::default(),
            s9: Default::default(),
            by_2: Default::default(),
            by_1: Default::default(),
            upper: Default::default(),
            s10_x: Default::default(),
            s10_place: Default::default(),
            recip: Default::default(),
            s11_shift: Default::default(),
            s12_shift: Default::default(),
            s13_shift: Default::default(),
            s14_place: Default::default(),
            quotient: Default::default(),
            share: Default::default(),
            s8_cp: Delay::new(3),
            s11_cp: Delay::new(3),
            s14_cp: Delay::new(3),
            s17_cp: Delay::new(3),
            s18_diff: Default::default(),
            s18_cp: Default::default(),
            change: Default::default(),
            s21_cp: Delay::new(3),
            s24_old_cp: Delay::new(3),
            s19_base: Default::default(),
            s22_base: Delay::new(3),
            weighed: Default::default(),
            s22_sum: Default::default(),
            s23_cp: Default::default(),
            cp_over: Default::default(),
            s24_cp: Default::default(),
            s24_over: Default::default(),
            s25_factor: Default::default(),
            waits: Delay::new(17),
            s25_rates: Delay::new(3),
            fall: Default::default(),
            fall_low: Default::default(),
            s29_high: Default::default(),
            s29_middle: Default::default(),
            s29_low: Default::default(),
            s30_high: Default::default(),
            s30_low: Default::default(),
            rounded: Default::default(),
            s31_fall: Default::default(),
            s31_below: Default::default(),
            s32_fall: Default::default(),
            s32_least: Default::default(),
            fallen: Default::default(),
            s27_rc: Delay::new(2),
            s30_rc: Delay::new(3),
            s31_rc: Default::default(),
            s32_rc: Default::default(),
            s33_rc: Default::default(),
            s32_rt: Default::default(),
            s32_line: Default::default(),
            s32_over: Default::default(),
            s33_cut: Default::default(),
            s34_cut: Default::default(),
            s25_rungs: Default::default(),
            increment: Default::default(),
            raise: Default::default(),
            s25_clamp: Default::default(),
            s27_clamp: Delay::new(2),
            takes_rc: Default::default(),
            s27_rt: Delay::new(2),
            s28_rt: Default::default(),
            s28_rc: Default::default(),
            s29_base: Default::default(),
            s29_raise: Default::default(),
            s29_rise: Default::default(),
            s30_rise: Default::default(),
            s29_beyond: Default::default(),
            s30_beyond: Default::default(),
            s31_beyond: Default::default(),
            s30_rt: Default::default(),
            s31_rt: Default::default(),
            s32_host: Default::default(),
            room: Default::default(),
            s33_rt: Default::default(),
            s33_over: Default::default(),
            s33_cp_over: Delay::new(9),
            s37_over: Delay::new(4),
            tie_up: Default::default(),
            mean: Default::default(),
            s34_mean: Default::default(),
            s35_rc: Default::default(),
            s35_line: Delay::new(3),
            s36_line: Default::default(),
            s37_line: Default::default(),
            past_line: Default::default(),
            to_line: Default::default(),
            to_floor: Default::default(),
            s36_left: Default::default(),
            s36_below: Default::default(),
            s36_floor: Default::default(),
            s37_floor: Default::default(),
            s36_rc: Default::default(),
            s37_rc: Default::default(),
            s36_min: Default::default(),
            s37_min: Default::default(),
            s37_near: Default::default(),
            s37_below: Default::default(),
            s37_above: Default::default(),
            s37_min_below: Default::default(),
            past_snap: Default::default(),
            snaps: Default::default(),
            s38_own: Default::default(),
            s38_line: Default::default(),
            s38_min: Default::default(),
            s38_host: Default::default(),
            s38_flags: Default::default(),
            s39_said: Default::default(),
            s39_fine_rc: Default::default(),
            s36_rt: Delay::new(3),
            s38_rt: Delay::new(2),
            s39_fine_rt: Default::default(),
            s38_cp: Delay::new(14),
            s39_fine_cp: Default::default(),
            s39_tail: Default::default(),
            s39_set_index: Default::default(),
            s39_none: Default::default(),
            ticks_opt: vec![],
            again_opt: vec![],
            hais_opt: vec![],
            given: Default::default(),
            ticked: Default::default(),
            counted: Default::default(),
            first: Default::default(),
            first_rest: Default::default(),
            _ecc: 0,
            _published: 0,
        }
    }
}

impl Step {
    /// With parity of the reciprocal's table, and for the published form, if so.
    pub fn of(ecc: bool, published: bool) -> Self {
        Self {
            rom_opt: option(ecc),
            recip: Recip::checked(ecc),
            _ecc: ecc.into(),
            form_opt: option(published),
            s5_timers_opt: option(published),
            s39_timers_opt: option(published),
            ticks_opt: option(published),
            again_opt: option(published),
            hais_opt: option(published),
            _published: published.into(),
            ..Self::default()
        }
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
        comment!("@port s4_set parameter set of the context, a cycle ahead of the rest");
        comment!("@port s38_steps a step, of neither the host nor the initialisation");
        comment!("@port s38_stores a write of the host, or an initialisation");
        comment!("@port s38_none there was no period: only the idle count is to be written");
        comment!("@port s39_flags of the update: see out_flags of the unit");
        for _k in 0..self._ecc {
            comment!("@port rom_parity a word of the reciprocal's table had a wrong bit");
        }
        clock!(
            self,
            clock,
            s6_sum,
            s6_min,
            s6_actives,
            s6_doublings,
            s7_step,
            s7_doubled,
            s7_sent,
            s7_enough,
            s32_rt,
            s32_line,
            s32_over
        );
        clock!(
            self, clock, rules, gains, modes, rais, lines, mins, ends, at, s6, s9_tail, s8_step, s8_sent, s38_tail,
            s6_tx, s6_word, s7
        );
        clock!(
            self, clock, s8, s9, s10_x, s10_place, recip, s11_shift, s12_shift, s13_shift, s14_place, quotient, s8_cp,
            s11_cp, s14_cp, s24_old_cp
        );
        clock!(
            self, clock, s17_cp, s18_diff, s18_cp, change, s21_cp, s19_base, s22_base, s22_sum, s23_cp, s24_cp,
            s24_over
        );
        clock!(
            self, clock, s25_factor, waits, s25_rates, fall, fall_low, s29_high, s29_middle, s29_low, s30_high, s30_low
        );
        clock!(
            self, clock, s31_fall, s31_below, s32_fall, s32_least, s27_rc, s30_rc, s31_rc, s32_rc, s33_rc, s33_cut,
            s34_cut, s25_rungs, raise, s25_clamp
        );
        clock!(
            self, clock, s27_clamp, s27_rt, s28_rt, s28_rc, s29_base, s29_raise, s29_rise, s30_rise, s29_beyond,
            s30_beyond
        );
        clock!(
            self,
            clock,
            s31_beyond,
            s30_rt,
            s31_rt,
            s32_host,
            s33_rt,
            s33_over,
            s33_cp_over,
            s37_over,
            s34_mean,
            s35_rc
        );
        clock!(self, clock, s35_line, s36_line, s37_line, s36_left, s36_below, s36_floor, s37_floor, s36_rc);
        clock!(self, clock, s37_rc, s36_min, s37_min, s37_near, s37_below, s37_above, s37_min_below, s38_own, s38_line);
        clock!(
            self,
            clock,
            s38_min,
            s38_host,
            s38_flags,
            s39_said,
            s39_fine_rc,
            s36_rt,
            s38_rt,
            s39_fine_rt,
            s38_cp,
            s39_fine_cp,
            s39_tail
        );
        clock!(self, clock, s39_set_index, s39_none);
        clock!(
            self,
            clock,
            host_from_s8,
            init_from_s8,
            stores_from_s8,
            cut_from_s8,
            ignored_from_s8,
            steps_from_s8,
            active_from_s8,
            floors_from_s8,
            one_from_s8,
            staged_from_s8
        );
        clock!(self, clock, s17_set, s23_set, s24_set, s30_set, s34_set, s35_set, s38_set, s24_doubled);
        for _k in 0..self._published {
            comment!("@doc With the published form it is 43 cycles: ten stages, a0 to a9, stand between what is called s38 and s39 here.");
        }

        comment!("parameter sets, each word read in the stage before the one that uses it");
        self.rules.we.next = self.set_we.val();
        self.rules.waddr.next = self.set_index.val();
        self.rules.wdata.next.line = self.set.val().line;
        self.rules.wdata.next.recovery = self.set.val().recovery;
        self.rules.wdata.next.doublings = self.set.val().doublings;
        self.rules.wdata.next.min_tx = self.set.val().min_tx;
        self.rules.wdata.next.incast_periods = self.set.val().incast_periods;
        self.rules.raddr.next = self.s4_set.val();
        self.gains.we.next = self.set_we.val();
        self.gains.waddr.next = self.set_index.val();
        self.gains.wdata.next = self.set.val().g;
        self.gains.raddr.next = self.s17_set.q.val();
        self.modes.we.next = self.set_we.val();
        self.modes.waddr.next = self.set_index.val();
        self.modes.wdata.next.old_cp = self.set.val().old_cp;
        self.modes.wdata.next.clamp_target = self.set.val().clamp_target;
        self.modes.raddr.next = self.s23_set.q.val();
        self.rais.we.next = self.set_we.val();
        self.rais.waddr.next = self.set_index.val();
        self.rais.wdata.next = self.set.val().rai;
        self.rais.raddr.next = self.s24_set.q.val();
        self.lines.we.next = self.set_we.val();
        self.lines.waddr.next = self.set_index.val();
        self.lines.wdata.next = self.set.val().line;
        self.lines.raddr.next = self.s30_set.q.val();
        self.mins.we.next = self.set_we.val();
        self.mins.waddr.next = self.set_index.val();
        self.mins.wdata.next = self.set.val().rc_min;
        self.mins.raddr.next = self.s34_set.q.val();
        self.ends.we.next = self.set_we.val();
        self.ends.waddr.next = self.set_index.val();
        self.ends.wdata.next.snap_mask = self.set.val().snap_mask;
        self.ends.wdata.next.min_below = self.set.val().rc_min < self.set.val().line;
        self.ends.raddr.next = self.s35_set.q.val();

        comment!("s5 to s6: packets, periods and stage against their parameters");
        self.at.d.next = (self.at.q.val() << 1) | bits::<20>(self.s5.val().begins);
        self.s6_sum.d.next = bits::<17>(self.s5.val().tx) + bits::<17>(self.s5.val().context.sent);
        self.s6_min.d.next = self.rules.rdata.val().min_tx;
        self.s6.d.next.host = self.s5.val().host;
        self.s6.d.next.init = self.s5.val().init;
        self.s6.d.next.stores = self.s5.val().stores;
        self.s6.d.next.cut = self.s5.val().cnp.any();
        self.s6.d.next.none_sent = !self.s5.val().tx.any();
        self.s6.d.next.at_line = self.s5.val().context.rc >= self.rules.rdata.val().line;
        self.s6.d.next.no_cp =
            !self.s5.val().context.cp.get_bits::<8>(0).any() & !self.s5.val().context.guard.get_bits::<2>(0).any();
        self.s6.d.next.small_cp = !self.s5.val().context.cp.get_bits::<19>(8).any();
        self.s6.d.next.tired = self.s5.val().rest.idle.get_bit(4);
        self.s6.d.next.one = !self.s5.val().context.deterministic | (self.s5.val().cnp >= self.s5.val().tx);
        self.quiet_new.next = self.s5.val().context.quiet + !self.s5.val().context.quiet.all();
        self.s6.d.next.calm =
            (self.quiet_new.val() > self.rules.rdata.val().incast_periods) | !self.quiet_new.val().get_bit(0);
        self.s6.d.next.quiet = self.quiet_new.val();
        if self.s5.val().cnp.any() {
            self.s6.d.next.quiet = 0.into();
        }
        self.actives.next = self.s5.val().context.stage - bits::<5>(self.rules.rdata.val().recovery);
        self.s6.d.next.active = self.s5.val().context.stage >= bits::<5>(self.rules.rdata.val().recovery);
        self.s6_actives.d.next = self.actives.val();
        self.s6_doublings.d.next = self.rules.rdata.val().doublings;
        self.s6.d.next.stage = self.s5.val().context.stage;
        self.s6.d.next.idle = self.s5.val().rest.idle;
        self.s6.d.next.deterministic = self.s5.val().context.deterministic;
        self.s6.d.next.set = self.s5.val().context.set;
        self.s8_cp.d.next =
            (bits::<29>(self.s5.val().context.cp) << 2) | bits::<29>(self.s5.val().context.guard.get_bits::<2>(0));
        self.waits.d.next.rates.rc =
            (bits::<36>(self.s5.val().context.rc) << 1) | bits::<36>(self.s5.val().context.guard.get_bit(3));
        self.waits.d.next.rates.rt =
            (bits::<36>(self.s5.val().context.rt) << 1) | bits::<36>(self.s5.val().context.guard.get_bit(2));

        comment!("s6 to s7: packets since the last increase step, at most 255; are they enough?");
        self.s7_step.d.next = self.s6.q.val();
        self.s7_step.d.next.no_cp = self.s6.q.val().small_cp & self.s6.q.val().no_cp;
        self.s7_step.d.next.one = self.s6.q.val().cut & self.s6.q.val().one;
        self.s7_doubled.d.next = self.s6_actives.q.val().get_bits::<4>(0);
        if self.s6_actives.q.val() > bits::<5>(self.s6_doublings.q.val()) {
            self.s7_doubled.d.next = self.s6_doublings.q.val();
        }
        self.s7_sent.d.next = self.s6_sum.q.val().get_bits::<8>(0);
        if self.s6_sum.q.val().get_bits::<9>(8).any() {
            self.s7_sent.d.next = 255.into();
        }
        self.s7_enough.d.next = self.s6_sum.q.val() >= bits::<17>(self.s6_min.q.val());

        comment!("s7 to s8: is there a period, and a step?");
        self.ignored.next = !self.s7_step.q.val().cut
            & ((self.s7_step.q.val().none_sent & self.s7_step.q.val().tired)
                | (self.s7_step.q.val().at_line & self.s7_step.q.val().no_cp));
        self.steps.next =
            !self.s7_step.q.val().cut & !self.ignored.val() & self.s7_enough.q.val() & self.s7_step.q.val().calm;
        for k in 0..self._published {
            comment!("the published form: its counters and their ticks in place of the one step, and no doubling");
            clock!(self, clock, ticks_opt[k], again_opt[k], hais_opt[k]);
            self.given.next = self.form_opt[k].val();
            self.hais_opt[k].we.next = self.set_we.val();
            self.hais_opt[k].waddr.next = self.set_index.val();
            self.hais_opt[k].wdata.next = self.given.val().hai;
            self.hais_opt[k].raddr.next = self.s24_set.q.val();
            self.ticks_opt[k].set_we.next = self.set_we.val();
            self.ticks_opt[k].set_index.next = self.set_index.val();
            self.ticks_opt[k].recovery.next = self.set.val().recovery;
            self.ticks_opt[k].form.next = self.form_opt[k].val();
            self.ticks_opt[k].s4_set.next = self.s4_set.val();
            self.counted.next.cut = self.s5.val().cnp.any();
            self.counted.next.fresh = self.s5.val().host | self.s5.val().init;
            self.counted.next.deterministic = self.s5.val().context.deterministic;
            self.counted.next.stage = self.s5.val().context.stage;
            self.counted.next.tx = self.s5.val().tx;
            self.ticks_opt[k].s5.next = self.counted.val();
            self.ticks_opt[k].s5_timers.next = self.s5_timers_opt[k].val();
            self.ticked.next = self.ticks_opt[k].s7.val();
            if self.ticked.val().published {
                self.steps.next = !self.s7_step.q.val().cut & !self.ignored.val() & self.ticked.val().steps;
            }
        }
        self.is_active.next = self.steps.val() & self.s7_step.q.val().active;
        self.is_staged.next = self.s7_step.q.val().stage.any();
        self.s24_doubled.d.next = self.s7_doubled.q.val();
        for _k in 0..self._published {
            if self.ticked.val().published {
                self.is_active.next = self.steps.val() & self.ticked.val().raises;
                self.s24_doubled.d.next = 0.into();
            }
            if self.ticked.val().staged {
                self.is_staged.next = true;
            }
        }

        comment!("what goes along from s8 on: bit k of x_from_s8 is the x of the step in s(k + 8); its parameter set by taps");
        self.host_from_s8.d.next = (self.host_from_s8.q.val() << 1) | bits::<31>(self.s7_step.q.val().host);
        self.init_from_s8.d.next = (self.init_from_s8.q.val() << 1) | bits::<31>(self.s7_step.q.val().init);
        self.stores_from_s8.d.next = (self.stores_from_s8.q.val() << 1) | bits::<31>(self.s7_step.q.val().stores);
        self.cut_from_s8.d.next = (self.cut_from_s8.q.val() << 1) | bits::<30>(self.s7_step.q.val().cut);
        self.ignored_from_s8.d.next = (self.ignored_from_s8.q.val() << 1) | bits::<31>(self.ignored.val());
        self.steps_from_s8.d.next = (self.steps_from_s8.q.val() << 1) | bits::<30>(self.steps.val());
        self.active_from_s8.d.next = (self.active_from_s8.q.val() << 1) | bits::<30>(self.is_active.val());
        self.floors_from_s8.d.next =
            (self.floors_from_s8.q.val() << 1) | bits::<14>(!self.s7_step.q.val().cut & self.s7_step.q.val().small_cp);
        self.one_from_s8.d.next = (self.one_from_s8.q.val() << 1) | bits::<10>(self.s7_step.q.val().one);
        self.staged_from_s8.d.next = (self.staged_from_s8.q.val() << 1) | bits::<20>(self.is_staged.val());
        self.s17_set.d.next = self.s7_step.q.val().set;
        self.s23_set.d.next = self.s17_set.q.val();
        self.s24_set.d.next = self.s23_set.q.val();
        self.s30_set.d.next = self.s24_set.q.val();
        self.s34_set.d.next = self.s30_set.q.val();
        self.s35_set.d.next = self.s34_set.q.val();
        self.s38_set.d.next = self.s35_set.q.val();

        comment!("s7 to s9: the counters of the context are s9_tail, and wait for the write; of a period that is none idle alone is written");
        self.s8_step.d.next = self.s7_step.q.val();
        self.s8_sent.d.next = self.s7_sent.q.val();
        self.s9_tail.d.next.stage =
            self.s8_step.q.val().stage + (self.steps_from_s8.q.val().get_bit(0) & !self.s8_step.q.val().stage.all());
        for k in 0..self._published {
            if self.ticks_opt[k].s8_published.val() & !self.ticks_opt[k].s8_counts.val() {
                self.s9_tail.d.next.stage = self.s8_step.q.val().stage;
            }
        }
        if self.s8_step.q.val().cut {
            self.s9_tail.d.next.stage = 0.into();
        }
        self.s9_tail.d.next.sent = self.s8_sent.q.val();
        if self.steps_from_s8.q.val().get_bit(0) {
            self.s9_tail.d.next.sent = 0.into();
        }
        for k in 0..self._published {
            if self.ticks_opt[k].s8_published.val() {
                self.s9_tail.d.next.sent = self.s8_sent.q.val();
            }
        }
        self.s9_tail.d.next.quiet = self.s8_step.q.val().quiet;
        self.s9_tail.d.next.idle =
            self.s8_step.q.val().idle + (!self.ignored_from_s8.q.val().get_bit(0) & !self.s8_step.q.val().tired);
        if !self.s8_step.q.val().none_sent {
            self.s9_tail.d.next.idle = 0.into();
        }
        self.s9_tail.d.next.deterministic = self.s8_step.q.val().deterministic;
        self.waits.d.next.tail = self.s9_tail.q.val();
        self.s38_tail.d.next = self.waits.q.val().tail;

        comment!("s5 to s10: CNPs and, a cycle behind them, packets go left until their leading one is bit 15, by 8, 4, 2 and 1");
        self.s6_tx.d.next = self.s5.val().tx;
        self.s6_word.d.next = self.s6_tx.q.val();
        if self.s5.val().begins {
            self.s6_word.d.next = self.s5.val().cnp;
        }
        self.s7.d.next.word = self.s6_word.q.val() << 8;
        self.s7.d.next.place = 0.into();
        if self.s6_word.q.val().get_bits::<8>(8).any() {
            self.s7.d.next.word = self.s6_word.q.val();
            self.s7.d.next.place = 8.into();
        }
        self.s8.d.next.word = self.s7.q.val().word << 4;
        self.s8.d.next.place = self.s7.q.val().place;
        if self.s7.q.val().word.get_bits::<4>(12).any() {
            self.s8.d.next.word = self.s7.q.val().word;
            self.s8.d.next.place = self.s7.q.val().place | 4;
        }
        self.upper.next = self.s8.q.val().word.get_bits::<2>(14).any();
        self.by_2.next = self.s8.q.val().word << 2;
        if self.upper.val() {
            self.by_2.next = self.s8.q.val().word;
        }
        self.by_1.next = self.by_2.val() << 1;
        if self.by_2.val().get_bit(15) {
            self.by_1.next = self.by_2.val();
        }
        self.s9.d.next.word = self.by_1.val();
        self.s9.d.next.place =
            self.s8.q.val().place | (bits::<4>(self.upper.val()) << 1) | bits::<4>(self.by_2.val().get_bit(15));

        comment!("s9 to s14: the quotient; none of a share of one");
        self.s10_x.d.next = self.s9.q.val().word;
        if self.one_from_s8.q.val().get_bit(1) {
            self.s10_x.d.next = 0.into();
        }
        self.s10_place.d.next = self.s9.q.val().place;
        self.recip.x.next = bits::<18>(self.s10_x.q.val()) << 2;
        self.recip.d.next = bits::<23>(self.s9.q.val().word.get_bits::<15>(0)) << 8;
        self.s11_shift.d.next = self.s9.q.val().place - self.s10_place.q.val();
        self.s12_shift.d.next = self.s11_shift.q.val();
        self.s13_shift.d.next = self.s12_shift.q.val();

        comment!("s13 to s18: F is the quotient, right by 8 and by t - c (trunc): left by 15 - (t - c) and right by 15, both parts; or one");
        self.s14_place.d.next = (bits::<18>(1) << 15) >> self.s13_shift.q.val();
        self.quotient.first.next = self.at.q.val().get_bit(8);
        self.quotient.upper.next = self.recip.q.val().get_bits::<18>(19);
        self.quotient.lower.next = bits::<18>(self.recip.q.val().get_bits::<11>(8));
        self.quotient.b.next = self.s14_place.q.val();
        self.share.next = self.quotient.high.val().get_bits::<29>(4)
            | bits::<29>(self.quotient.low.val().get_bits::<11>(15))
            | (bits::<29>(self.one_from_s8.q.val().get_bit(9)) << 28);

        comment!("s17 to s23: CP + g * (F - CP): F - CP + 2^29 is positive, and g * 2^29 / 2^16 leaves again; 30 + 15 = 45 bits, round half up");
        comment!("the CP of the context waits in registers: 3 cycles at a time, as a ring takes 4");
        self.s11_cp.d.next = self.s8_cp.q.val();
        self.s14_cp.d.next = self.s11_cp.q.val();
        self.s17_cp.d.next = self.s14_cp.q.val();
        self.s18_diff.d.next = (bits::<30>(self.share.val()) | (bits::<30>(1) << 29)) - bits::<30>(self.s17_cp.q.val());
        self.s18_cp.d.next = self.s17_cp.q.val();
        self.change.first.next = self.at.q.val().get_bit(12);
        self.change.upper.next = self.s18_diff.q.val().get_bits::<18>(18);
        self.change.lower.next = self.s18_diff.q.val().get_bits::<18>(0);
        self.change.b.next = bits::<18>(self.gains.rdata.val());
        self.s19_base.d.next = bits::<30>(self.s18_cp.q.val()) - (bits::<30>(self.gains.rdata.val()) << 13);
        self.s22_base.d.next = self.s19_base.q.val();
        self.s21_cp.d.next = self.s18_cp.q.val();
        self.s24_old_cp.d.next = self.s21_cp.q.val();
        self.weighed.next = bits::<45>(self.change.low.val().get_bits::<33>(0))
            + ((bits::<45>(self.change.high.val().get_bits::<27>(0)) << 18)
                | (bits::<45>(!self.floors_from_s8.q.val().get_bit(13)) << 15));
        self.s22_sum.d.next = self.weighed.val().get_bits::<29>(16);
        self.s23_cp.d.next = self.s22_base.q.val() + bits::<30>(self.s22_sum.q.val());

        comment!("s23 to s25: at most one; the CP of the cut, 0 without one");
        self.cp_over.next = self.s23_cp.q.val().get_bit(29)
            | (self.s23_cp.q.val().get_bit(28) & self.s23_cp.q.val().get_bits::<28>(0).any());
        self.s24_cp.d.next = self.s23_cp.q.val().get_bits::<29>(0);
        if self.cp_over.val() {
            self.s24_cp.d.next = bits::<29>(1) << 28;
        }
        self.s24_over.d.next = self.cp_over.val();
        self.s25_factor.d.next = self.s24_cp.q.val();
        if self.modes.rdata.val().old_cp {
            self.s25_factor.d.next = self.s24_old_cp.q.val();
        }
        if !self.cut_from_s8.q.val().get_bit(16) {
            self.s25_factor.d.next = 0.into();
        }
        self.s38_cp.d.next = self.s24_cp.q.val();
        self.s33_cp_over.d.next = self.s24_over.q.val();
        for k in 0..self._published {
            comment!("CP is updated at its own pace");
            if self.ticks_opt[k].s24_holds.val() {
                self.s38_cp.d.next = self.s24_old_cp.q.val();
                self.s33_cp_over.d.next = false;
            }
        }

        comment!("s25 to s33: RC * CP / 2 in four products, RC in 18 and 18 bits, CP in 18 and 11; what is below 2^-18 of an LSB leaves (trunc); to");
        comment!(
            "nearest, halves up: the half is the carry. At least one LSB where anything is left; and RC less that"
        );
        self.s25_rates.d.next = self.waits.q.val().rates;
        self.fall.first.next = self.at.q.val().get_bit(19);
        self.fall.upper.next = self.s25_factor.q.val().get_bits::<18>(11);
        self.fall.lower.next = bits::<18>(self.s25_factor.q.val().get_bits::<11>(0));
        self.fall.b.next = self.s25_rates.q.val().rc.get_bits::<18>(18);
        self.fall_low.first.next = self.at.q.val().get_bit(19);
        self.fall_low.upper.next = self.s25_factor.q.val().get_bits::<18>(11);
        self.fall_low.lower.next = bits::<18>(self.s25_factor.q.val().get_bits::<11>(0));
        self.fall_low.b.next = self.s25_rates.q.val().rc.get_bits::<18>(0);
        self.s29_high.d.next = self.fall.high.val();
        self.s29_middle.d.next = self.fall.low.val().get_bits::<29>(0);
        self.s29_low.d.next = self.fall_low.high.val() + bits::<36>(self.fall_low.low.val().get_bits::<18>(11));
        self.s30_high.d.next = self.s29_high.q.val();
        self.s30_low.d.next = bits::<37>(self.s29_low.q.val()) + (bits::<37>(self.s29_middle.q.val()) << 7);
        self.rounded.next =
            ((bits::<37>(self.s30_high.q.val()) << 1) | 1) + bits::<37>(self.s30_low.q.val().get_bits::<20>(17));
        self.s31_fall.d.next = self.rounded.val().get_bits::<36>(1);
        self.s31_below.d.next = self.s30_low.q.val().get_bits::<17>(0).any();
        self.s32_fall.d.next = self.s31_fall.q.val();
        self.s32_least.d.next = self.s31_below.q.val() & !self.s31_fall.q.val().any();
        self.s27_rc.d.next = self.s25_rates.q.val().rc;
        self.s30_rc.d.next = self.s27_rc.q.val();
        self.s31_rc.d.next = self.s30_rc.q.val();
        self.s32_rc.d.next = self.s31_rc.q.val();
        self.s33_rc.d.next = self.s32_rc.q.val();
        self.fallen.next = (bits::<37>(self.s32_rc.q.val()) << 1)
            - ((bits::<37>(self.s32_fall.q.val()) << 1) | bits::<37>(self.s32_least.q.val()));
        self.s33_cut.d.next = self.fallen.val().get_bits::<36>(1);

        comment!("s24 to s28: rai goes left by 0 to 15, both parts; none without an active increase");
        self.s25_rungs.d.next = bits::<18>(1) << self.s24_doubled.q.val();
        if !self.active_from_s8.q.val().get_bit(16) | self.host_from_s8.q.val().get_bit(16) {
            self.s25_rungs.d.next = 0.into();
        }
        self.raise.first.next = self.at.q.val().get_bit(19);
        self.increment.next = self.rais.rdata.val();
        self.raise.b.next = self.s25_rungs.q.val();
        for k in 0..self._published {
            if self.ticks_opt[k].s25_hyper.val() {
                self.increment.next = self.hais_opt[k].rdata.val();
            }
        }
        self.raise.upper.next = self.increment.val().get_bits::<18>(18);
        self.raise.lower.next = self.increment.val().get_bits::<18>(0);

        comment!("s27 to s33: RT is what it was, or RC on a cut: one of both, the other is 0; and rai, where 2^35 and more is beyond any line rate; at most");
        comment!("line. Or the host's");
        self.s25_clamp.d.next = self.modes.rdata.val().clamp_target;
        self.s27_clamp.d.next = self.s25_clamp.q.val();
        self.takes_rc.next =
            self.cut_from_s8.q.val().get_bit(19) & (self.s27_clamp.q.val() | self.staged_from_s8.q.val().get_bit(19));
        self.s27_rt.d.next = self.s25_rates.q.val().rt;
        self.s28_rt.d.next = self.s27_rt.q.val();
        if self.takes_rc.val() | self.host_from_s8.q.val().get_bit(19) {
            self.s28_rt.d.next = 0.into();
        }
        self.s28_rc.d.next = 0.into();
        if self.takes_rc.val() & !self.host_from_s8.q.val().get_bit(19) {
            self.s28_rc.d.next = self.s27_rc.q.val();
        }
        self.s29_base.d.next = bits::<37>(self.s28_rt.q.val()) + bits::<37>(self.s28_rc.q.val());
        self.s29_raise.d.next = self.raise.low.val();
        self.s29_rise.d.next = self.raise.high.val().get_bits::<18>(0);
        self.s29_beyond.d.next = self.raise.high.val().get_bits::<16>(17).any();
        self.s30_rt.d.next = self.s29_base.q.val() + (bits::<37>(self.s29_raise.q.val()) << 1);
        self.s30_rise.d.next = self.s29_rise.q.val();
        self.s30_beyond.d.next = self.s29_beyond.q.val();
        self.s31_rt.d.next = self.s30_rt.q.val() + (bits::<37>(self.s30_rise.q.val().get_bits::<17>(0)) << 19);
        self.s31_beyond.d.next = self.s30_beyond.q.val();
        self.room.next = (bits::<38>(self.lines.rdata.val()) << 1) - bits::<38>(self.s31_rt.q.val());
        self.s32_over.d.next = self.room.val().get_bit(37) | self.s31_beyond.q.val();
        self.s32_rt.d.next = self.s31_rt.q.val().get_bits::<36>(0);
        self.s32_line.d.next = self.lines.rdata.val();
        self.s32_host.d.next = self.host.val().rt;
        if !self.host_from_s8.q.val().get_bit(23) {
            self.s32_host.d.next = 0.into();
        }
        self.s33_rt.d.next = self.s32_rt.q.val() | (bits::<36>(self.s32_host.q.val()) << 1);
        if self.s32_over.q.val() {
            self.s33_rt.d.next = bits::<36>(self.s32_line.q.val()) << 1;
        }
        self.s33_over.d.next = self.s32_over.q.val();

        comment!("s33 to s35: RC half the way to RT, of halves the odd number of LSBs (round half odd): 2 bits of each tell by a carry; or cut; or, cut by 0,");
        comment!("as it was: one of both, the other is 0");
        self.tie_up.next =
            self.s33_rt.q.val().get_bit(1) ^ self.s33_rc.q.val().get_bit(1) ^ self.s33_rt.q.val().get_bit(0);
        self.mean.next = ((bits::<38>(self.s33_rt.q.val()) << 1) | 1)
            + ((bits::<38>(self.s33_rc.q.val()) << 1) | bits::<38>(self.tie_up.val()));
        self.s34_mean.d.next = 0.into();
        self.s34_cut.d.next = self.s33_cut.q.val();
        if self.steps_from_s8.q.val().get_bit(25) {
            self.s34_mean.d.next = self.mean.val().get_bits::<36>(2);
            self.s34_cut.d.next = 0.into();
        }
        self.s35_rc.d.next = self.s34_mean.q.val() + self.s34_cut.q.val();

        comment!("s35 to s38: bounds, and the snap");
        self.s35_line.d.next = self.s32_line.q.val();
        self.to_line.next = (bits::<37>(self.s35_line.q.val()) << 1) - bits::<37>(self.s35_rc.q.val());
        self.to_floor.next = bits::<37>(self.s35_rc.q.val()) - (bits::<37>(self.mins.rdata.val()) << 1);
        self.s36_left.d.next = self.to_line.val();
        self.past_line.next = bits::<37>(self.s35_rc.q.val()) - (bits::<37>(self.s35_line.q.val()) << 1);
        self.s36_below.d.next = self.past_line.val().get_bit(36);
        self.s36_floor.d.next = self.to_floor.val().get_bit(36);
        self.s36_rc.d.next = self.s35_rc.q.val();
        self.s36_line.d.next = self.s35_line.q.val();
        self.s36_min.d.next = self.mins.rdata.val();
        self.past_snap.next =
            bits::<37>(self.ends.rdata.val().snap_mask) - bits::<37>(self.s36_left.q.val().get_bits::<36>(1));
        self.s37_near.d.next = !self.past_snap.val().get_bit(36);
        self.s37_above.d.next = self.s36_left.q.val().get_bit(36);
        self.s37_below.d.next = self.s36_below.q.val();
        self.s37_floor.d.next = self.s36_floor.q.val();
        self.s37_min_below.d.next = self.ends.rdata.val().min_below;
        self.s37_rc.d.next = self.s36_rc.q.val();
        self.s37_line.d.next = self.s36_line.q.val();
        self.s37_min.d.next = self.s36_min.q.val();
        self.snaps.next = self.steps_from_s8.q.val().get_bit(29)
            & self.s37_near.q.val()
            & !self.s37_floor.q.val()
            & self.s37_below.q.val();

        comment!("s37 to s39: the step's rate, the line's, the least or the host's: of the four all but one are 0");
        self.s38_own.d.next = self.s37_rc.q.val();
        if self.snaps.val() | self.s37_above.q.val() | self.s37_floor.q.val() | self.host_from_s8.q.val().get_bit(29) {
            self.s38_own.d.next = 0.into();
        }
        self.s38_line.d.next = 0.into();
        if (self.snaps.val() | self.s37_above.q.val())
            & !self.s37_floor.q.val()
            & !self.host_from_s8.q.val().get_bit(29)
        {
            self.s38_line.d.next = self.s37_line.q.val();
        }
        self.s38_min.d.next = 0.into();
        if self.s37_floor.q.val() & !self.host_from_s8.q.val().get_bit(29) {
            self.s38_min.d.next = self.s37_min.q.val();
        }
        self.s38_host.d.next = 0.into();
        if self.host_from_s8.q.val().get_bit(29) {
            self.s38_host.d.next = self.host.val().rc;
        }
        self.s39_fine_rc.d.next = self.s38_own.q.val()
            | (bits::<36>(self.s38_line.q.val() | self.s38_min.q.val() | self.s38_host.q.val()) << 1);
        self.s37_over.d.next = self.s33_cp_over.q.val() | self.s33_over.q.val();
        self.s38_flags.d.next = bits::<10>(
            (self.s37_floor.q.val() & self.s37_min_below.q.val())
                | (!self.s37_floor.q.val() & self.s37_below.q.val() & !self.snaps.val()),
        ) | (bits::<10>(self.s37_floor.q.val()) << 1)
            | (bits::<10>(self.s37_above.q.val() | self.s37_over.q.val()) << 2)
            | (bits::<10>(self.cut_from_s8.q.val().get_bit(29)) << 4)
            | (bits::<10>(self.steps_from_s8.q.val().get_bit(29) & !self.active_from_s8.q.val().get_bit(29)) << 5)
            | (bits::<10>(self.active_from_s8.q.val().get_bit(29)) << 6)
            | (bits::<10>(!self.cut_from_s8.q.val().get_bit(29) & !self.steps_from_s8.q.val().get_bit(29)) << 8)
            | (bits::<10>(self.snaps.val()) << 9);
        self.s39_said.d.next = self.s38_flags.q.val();

        comment!("s38 to s39: the rest of the context: the step's, the host's, or zeros");
        self.s36_rt.d.next = self.s33_rt.q.val();
        self.s38_rt.d.next = self.s36_rt.q.val();
        self.s39_fine_rt.d.next = self.s38_rt.q.val();
        self.s39_fine_cp.d.next = self.s38_cp.q.val();
        self.s39_tail.d.next = self.s38_tail.q.val();
        self.s39_set_index.d.next = self.s38_set.q.val();
        self.s39_none.d.next = self.ignored_from_s8.q.val().get_bit(30);
        self.s38_steps.next = !self.host_from_s8.q.val().get_bit(30) & !self.init_from_s8.q.val().get_bit(30);
        self.s38_stores.next = self.stores_from_s8.q.val().get_bit(30);
        self.s38_none.next = self.ignored_from_s8.q.val().get_bit(30);
        if self.host_from_s8.q.val().get_bit(30) {
            self.s39_fine_cp.d.next = bits::<29>(self.host.val().cp) << 2;
            self.s39_tail.d.next.stage = self.host.val().stage;
            self.s39_tail.d.next.sent = 0.into();
            self.s39_tail.d.next.quiet = 15.into();
            self.s39_tail.d.next.idle = 0.into();
            self.s39_tail.d.next.deterministic = self.host.val().deterministic;
            self.s39_set_index.d.next = self.host.val().set;
            self.s39_none.d.next = false;
        }
        if self.init_from_s8.q.val().get_bit(30) {
            self.s39_fine_rc.d.next = 0.into();
            self.s39_fine_rt.d.next = 0.into();
            self.s39_fine_cp.d.next = 0.into();
            self.s39_tail.d.next.stage = 0.into();
            self.s39_tail.d.next.sent = 0.into();
            self.s39_tail.d.next.quiet = 0.into();
            self.s39_tail.d.next.idle = 0.into();
            self.s39_tail.d.next.deterministic = false;
            self.s39_set_index.d.next = 0.into();
            self.s39_none.d.next = false;
        }
        self.s39.next.rc = self.s39_fine_rc.q.val().get_bits::<35>(1);
        self.s39.next.rt = self.s39_fine_rt.q.val().get_bits::<35>(1);
        self.s39.next.cp = self.s39_fine_cp.q.val().get_bits::<27>(2);
        self.s39.next.guard = (bits::<4>(self.s39_fine_rc.q.val().get_bit(0)) << 3)
            | (bits::<4>(self.s39_fine_rt.q.val().get_bit(0)) << 2)
            | bits::<4>(self.s39_fine_cp.q.val().get_bits::<2>(0));
        self.s39.next.stage = self.s39_tail.q.val().stage;
        self.s39.next.sent = self.s39_tail.q.val().sent;
        self.s39.next.quiet = self.s39_tail.q.val().quiet;
        self.s39.next.deterministic = self.s39_tail.q.val().deterministic;
        self.s39.next.set = self.s39_set_index.q.val();
        self.s39_rest.next.idle = self.s39_tail.q.val().idle;
        self.s39_rest.next.none = self.s39_none.q.val();
        self.s39_flags.next = self.s39_said.q.val();
        for k in 0..self._published {
            comment!("the published form: what stands here is in a0, and ten stages behind it in s39, with the second increase");
            self.first.next.rc = self.s39_fine_rc.q.val().get_bits::<35>(1);
            self.first.next.rt = self.s39_fine_rt.q.val().get_bits::<35>(1);
            self.first.next.cp = self.s39_fine_cp.q.val().get_bits::<27>(2);
            self.first.next.guard = (bits::<4>(self.s39_fine_rc.q.val().get_bit(0)) << 3)
                | (bits::<4>(self.s39_fine_rt.q.val().get_bit(0)) << 2)
                | bits::<4>(self.s39_fine_cp.q.val().get_bits::<2>(0));
            self.first.next.stage = self.s39_tail.q.val().stage;
            self.first.next.sent = self.s39_tail.q.val().sent;
            self.first.next.quiet = self.s39_tail.q.val().quiet;
            self.first.next.deterministic = self.s39_tail.q.val().deterministic;
            self.first.next.set = self.s39_set_index.q.val();
            self.again_opt[k].set_we.next = self.set_we.val();
            self.again_opt[k].set_index.next = self.set_index.val();
            self.again_opt[k].rai.next = self.set.val().rai;
            self.again_opt[k].hai.next = self.given.val().hai;
            self.again_opt[k].line.next = self.set.val().line;
            self.again_opt[k].rc_min.next = self.set.val().rc_min;
            self.again_opt[k].snap_mask.next = self.set.val().snap_mask;
            self.again_opt[k].first_steps.next =
                !self.host_from_s8.q.val().get_bit(30) & !self.init_from_s8.q.val().get_bit(30);
            self.again_opt[k].first_none.next = self.ignored_from_s8.q.val().get_bit(30);
            self.again_opt[k].first_stores.next = self.stores_from_s8.q.val().get_bit(30);
            self.again_opt[k].a0.next = self.first.val();
            self.first_rest.next.idle = self.s39_tail.q.val().idle;
            self.first_rest.next.none = self.s39_none.q.val();
            self.again_opt[k].a0_rest.next = self.first_rest.val();
            self.again_opt[k].a0_flags.next = self.s39_said.q.val();
            self.again_opt[k].a0_second.next = self.ticks_opt[k].a0.val();
            self.s38_steps.next = self.again_opt[k].s38_steps.val();
            self.s38_none.next = self.again_opt[k].s38_none.val();
            self.s38_stores.next = self.again_opt[k].s38_stores.val();
            self.s39.next = self.again_opt[k].s39.val();
            self.s39_rest.next = self.again_opt[k].s39_rest.val();
            self.s39_flags.next = self.again_opt[k].s39_flags.val();
            self.s39_timers_opt[k].next = self.ticks_opt[k].s39_timers.val();
        }
        for k in 0..self._ecc {
            self.rom_opt[k].next = self.recip.rom_opt[k].val();
        }
    }
}
