//! The counters of the published form: which of them ticks at the end of a period, and what each tick does.

use super::{Counted5, Form, Second, Ticked, Timers};
use crate::prelude::*;

logic_struct! {
    /// Parameters that are read in s5.
    pub struct TickRules {
        pub published: Bit,
        pub alpha_periods: U<8>,
        pub rate_periods: U<8>,
        pub byte_packets: U<24>,
        pub recovery: U<4>,
    }
    /// s6.
    pub struct Counting6 {
        pub published: Bit,
        pub cut: Bit,
        pub fresh: Bit,
        pub alpha_due: Bit,
        pub rate_tick: Bit,
        pub since_alpha: U<8>,
        pub since_rate: U<8>,
        pub packets: U<25>,
        pub byte_packets: U<24>,
        pub byte_stage: U<5>,
        /// Stages that have passed fast recovery: the timer's, the byte counter's, and that behind a tick of it.
        pub stage_past: Bit,
        pub byte_past: Bit,
        pub next_past: Bit,
    }
    /// s7.
    pub struct Counting7 {
        pub published: Bit,
        pub cut: Bit,
        pub fresh: Bit,
        pub alpha_due: Bit,
        pub rate_tick: Bit,
        pub byte_tick: Bit,
        pub since_alpha: U<8>,
        pub since_rate: U<8>,
        pub packets: U<25>,
        pub byte_stage: U<5>,
        pub raises: Bit,
        pub hyper: Bit,
        pub again_raises: Bit,
        pub again_hyper: Bit,
    }
    /// From s8 on: the counters behind the period, and what is still to be told.
    pub struct Waiting8 {
        pub timers: Timers,
        pub holds: Bit,
        pub hyper: Bit,
        pub second: Second,
    }
    /// From s24 on.
    pub struct Waiting24 { pub timers: Timers, pub second: Second }
}

/// The counters of a period.
#[derive(LogicBlock)]
pub struct Ticks {
    pub clock: Signal<In, ClkRst>,
    pub set_we: Signal<In, Bit>,
    pub set_index: Signal<In, SetIndex>,
    pub recovery: Signal<In, U<4>>,
    pub form: Signal<In, Form>,
    pub s4_set: Signal<In, SetIndex>,
    pub s5: Signal<In, Counted5>,
    pub s5_timers: Signal<In, Timers>,
    pub s7: Signal<Out, Ticked>,
    pub s8_published: Signal<Out, Bit>,
    pub s8_counts: Signal<Out, Bit>,
    pub s24_holds: Signal<Out, Bit>,
    pub s25_hyper: Signal<Out, Bit>,
    pub a0: Signal<Out, Second>,
    pub s39_timers: Signal<Out, Timers>,

    rules: Table<TickRules, 4>,
    published: Signal<Local, Bit>,
    more_alpha: Signal<Local, U<9>>,
    more_rate: Signal<Local, U<9>>,
    byte_next: Signal<Local, U<5>>,
    stage_past: Signal<Local, Bit>,
    byte_past: Signal<Local, Bit>,
    kept_6: DReg<Timers>,
    kept_7: DReg<Timers>,
    s6_next: DReg<Counting6>,
    s7_next: DReg<Counting7>,
    left: Signal<Local, U<26>>,
    byte_tick: Signal<Local, Bit>,
    ticked: Signal<Local, Ticked>,
    after: Signal<Local, Timers>,
    s8_form: DReg<Bit>,
    s8_timer: DReg<Bit>,
    s8_next: DReg<Waiting8>,
    next_8: Delay<Waiting8>,
    s25_hai: DReg<Bit>,
    next_24: Delay<Waiting24>,
    timers_a0: Delay<Timers>,
}

impl Default for Ticks {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            set_we: Default::default(),
            set_index: Default::default(),
            recovery: Default::default(),
            form: Default::default(),
            s4_set: Default::default(),
            s5: Default::default(),
            s5_timers: Default::default(),
            s7: Default::default(),
            s8_published: Default::default(),
            s8_counts: Default::default(),
            s24_holds: Default::default(),
            s25_hyper: Default::default(),
            a0: Default::default(),
            s39_timers: Default::default(),
            rules: Default::default(),
            published: Default::default(),
            more_alpha: Default::default(),
            more_rate: Default::default(),
            byte_next: Default::default(),
            stage_past: Default::default(),
            byte_past: Default::default(),
            kept_6: Default::default(),
            kept_7: Default::default(),
            s6_next: Default::default(),
            s7_next: Default::default(),
            left: Default::default(),
            byte_tick: Default::default(),
            ticked: Default::default(),
            after: Default::default(),
            s8_form: Default::default(),
            s8_timer: Default::default(),
            s8_next: Default::default(),
            next_8: Delay::new(16),
            s25_hai: Default::default(),
            next_24: Delay::new(15),
            timers_a0: Delay::new(10),
        }
    }
}

impl Logic for Ticks {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module dcqcn_ticks");
        comment!("@doc The counters of the published form: which of them ticks at the end of a period, and what each tick does. No reset.");
        comment!("@port set_we writes a parameter set, while no step of that set is under way");
        comment!("@port set_index which of the 16");
        comment!("@port recovery its steps of fast recovery");
        comment!("@port s4_set parameter set of the context, a cycle ahead of the rest");
        comment!("@port s8_published the period is of the published form: packets that were sent stay counted");
        comment!("@port s8_counts a step is one of the rate timer");
        comment!("@port s24_holds CP stays as it was");
        comment!("@port s25_hyper the first tick raises RT by hai in place of rai");
        clock!(self, clock, rules, kept_6, kept_7, s6_next, s7_next, s8_form, s8_timer, s8_next, next_8, s25_hai);
        clock!(self, clock, next_24, timers_a0);

        comment!("parameters");
        self.rules.we.next = self.set_we.val();
        self.rules.waddr.next = self.set_index.val();
        self.rules.wdata.next.published = self.form.val().published;
        self.rules.wdata.next.alpha_periods = self.form.val().alpha_periods;
        self.rules.wdata.next.rate_periods = self.form.val().rate_periods;
        self.rules.wdata.next.byte_packets = self.form.val().byte_packets;
        self.rules.wdata.next.recovery = self.recovery.val();
        self.rules.raddr.next = self.s4_set.val();

        comment!("s5 to s6: both timers and the packets count; which stages have passed fast recovery");
        self.published.next = self.rules.rdata.val().published & !self.s5.val().deterministic & !self.s5.val().fresh;
        self.more_alpha.next = bits::<9>(self.s5_timers.val().since_alpha) + 1;
        self.more_rate.next = bits::<9>(self.s5_timers.val().since_rate) + 1;
        self.byte_next.next = self.s5_timers.val().byte_stage + !self.s5_timers.val().byte_stage.all();
        self.stage_past.next = self.s5.val().stage >= bits::<5>(self.rules.rdata.val().recovery);
        self.byte_past.next = self.s5_timers.val().byte_stage >= bits::<5>(self.rules.rdata.val().recovery);
        self.s6_next.d.next.published = self.published.val();
        self.s6_next.d.next.cut = self.s5.val().cut;
        self.s6_next.d.next.fresh = self.s5.val().fresh;
        self.s6_next.d.next.alpha_due = self.more_alpha.val() >= bits::<9>(self.rules.rdata.val().alpha_periods);
        self.s6_next.d.next.rate_tick = self.more_rate.val() >= bits::<9>(self.rules.rdata.val().rate_periods);
        self.s6_next.d.next.since_alpha = self.more_alpha.val().get_bits::<8>(0);
        self.s6_next.d.next.since_rate = self.more_rate.val().get_bits::<8>(0);
        self.s6_next.d.next.packets = bits::<25>(self.s5_timers.val().packets) + bits::<25>(self.s5.val().tx);
        self.s6_next.d.next.byte_packets = self.rules.rdata.val().byte_packets;
        self.s6_next.d.next.byte_stage = self.byte_next.val();
        self.s6_next.d.next.stage_past = self.stage_past.val();
        self.s6_next.d.next.byte_past = self.byte_past.val();
        self.s6_next.d.next.next_past = self.byte_next.val() >= bits::<5>(self.rules.rdata.val().recovery);
        self.kept_6.d.next = self.s5_timers.val();

        comment!("s6 to s7: the byte counter's tick takes byte_packets off; its tick comes first, and the timer's sees its stage");
        self.left.next = bits::<26>(self.s6_next.q.val().packets) - bits::<26>(self.s6_next.q.val().byte_packets);
        self.byte_tick.next = self.s6_next.q.val().byte_packets.any() & !self.left.val().get_bit(25);
        self.s7_next.d.next.published = self.s6_next.q.val().published;
        self.s7_next.d.next.cut = self.s6_next.q.val().cut;
        self.s7_next.d.next.fresh = self.s6_next.q.val().fresh;
        self.s7_next.d.next.alpha_due = self.s6_next.q.val().alpha_due;
        self.s7_next.d.next.rate_tick = self.s6_next.q.val().rate_tick;
        self.s7_next.d.next.byte_tick = self.byte_tick.val();
        self.s7_next.d.next.since_alpha = self.s6_next.q.val().since_alpha;
        if self.s6_next.q.val().alpha_due {
            self.s7_next.d.next.since_alpha = 0.into();
        }
        self.s7_next.d.next.since_rate = self.s6_next.q.val().since_rate;
        if self.s6_next.q.val().rate_tick {
            self.s7_next.d.next.since_rate = 0.into();
        }
        self.s7_next.d.next.packets = self.s6_next.q.val().packets;
        self.s7_next.d.next.byte_stage = self.kept_6.q.val().byte_stage;
        if self.byte_tick.val() {
            self.s7_next.d.next.packets = self.left.val().get_bits::<25>(0);
            self.s7_next.d.next.byte_stage = self.s6_next.q.val().byte_stage;
        }
        self.s7_next.d.next.raises = self.s6_next.q.val().stage_past | self.s6_next.q.val().byte_past;
        self.s7_next.d.next.hyper = self.s6_next.q.val().stage_past & self.s6_next.q.val().byte_past;
        self.s7_next.d.next.again_raises = self.s6_next.q.val().stage_past | self.s6_next.q.val().next_past;
        self.s7_next.d.next.again_hyper = self.s6_next.q.val().stage_past & self.s6_next.q.val().next_past;
        self.kept_7.d.next = self.kept_6.q.val();
        self.ticked.next.published = self.s7_next.q.val().published;
        self.ticked.next.steps = self.s7_next.q.val().byte_tick | self.s7_next.q.val().rate_tick;
        self.ticked.next.raises = self.s7_next.q.val().raises;
        self.ticked.next.staged = self.kept_7.q.val().byte_stage.any();
        self.s7.next = self.ticked.val();

        comment!("s7 to s8: the counters behind the period; all 0 with a CNP, and where the host or the initialisation writes. Packets end at 2^24 - 1");
        self.after.next = self.kept_7.q.val();
        if self.s7_next.q.val().published {
            self.after.next.byte_stage = self.s7_next.q.val().byte_stage;
            self.after.next.packets = self.s7_next.q.val().packets.get_bits::<24>(0);
            if self.s7_next.q.val().packets.get_bit(24) {
                self.after.next.packets = 0xff_ffff.into();
            }
            self.after.next.since_alpha = self.s7_next.q.val().since_alpha;
            self.after.next.since_rate = self.s7_next.q.val().since_rate;
        }
        if self.s7_next.q.val().fresh | (self.s7_next.q.val().published & self.s7_next.q.val().cut) {
            self.after.next.byte_stage = 0.into();
            self.after.next.packets = 0.into();
            self.after.next.since_alpha = 0.into();
            self.after.next.since_rate = 0.into();
        }
        self.s8_form.d.next = self.s7_next.q.val().published;
        self.s8_timer.d.next = self.s7_next.q.val().rate_tick;
        self.s8_next.d.next.timers = self.after.val();
        self.s8_next.d.next.holds =
            self.s7_next.q.val().published & !self.s7_next.q.val().cut & !self.s7_next.q.val().alpha_due;
        self.s8_next.d.next.hyper = self.s7_next.q.val().published & self.s7_next.q.val().hyper;
        self.s8_next.d.next.second.again = self.s7_next.q.val().published
            & !self.s7_next.q.val().cut
            & self.s7_next.q.val().byte_tick
            & self.s7_next.q.val().rate_tick;
        self.s8_next.d.next.second.raises = self.s7_next.q.val().again_raises;
        self.s8_next.d.next.second.hyper = self.s7_next.q.val().again_hyper;
        self.s8_next.d.next.second.first_hyper = self.s7_next.q.val().published & self.s7_next.q.val().hyper;
        self.s8_published.next = self.s8_form.q.val();
        self.s8_counts.next = self.s8_timer.q.val();

        comment!("s8 to s39: they wait for the stages that ask");
        self.next_8.d.next = self.s8_next.q.val();
        self.s24_holds.next = self.next_8.q.val().holds;
        self.s25_hai.d.next = self.next_8.q.val().hyper;
        self.s25_hyper.next = self.s25_hai.q.val();
        self.next_24.d.next.timers = self.next_8.q.val().timers;
        self.next_24.d.next.second = self.next_8.q.val().second;
        self.a0.next = self.next_24.q.val().second;
        self.timers_a0.d.next = self.next_24.q.val().timers;
        self.s39_timers.next = self.timers_a0.q.val();
    }
}
