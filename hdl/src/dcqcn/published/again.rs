//! The second increase of a period: the rate timer's, where the byte counter has ticked too.

use super::super::stages::{Context, Ends, Rest};
use super::Second;
use crate::prelude::*;

/// Stages that hold a [`Turn`], a1 to a8.
const TURNS: usize = 8;

logic_struct! {
    /// rai and hai.
    pub struct Adds { pub rai: U<35>, pub hai: U<35> }
    /// Both rates, bytes per ns, U7.29: with their guard bits.
    pub struct Fine { pub rc: U<36>, pub rt: U<36> }
    /// a1 to a8: what is to be done.
    pub struct Turn { pub again: Bit, pub raises: Bit, pub hyper: Bit, pub set: U<4> }
    /// What the first increase said, from a0 to a8.
    pub struct Said { pub flags: U<10>, pub hyper: Bit }
    /// What only waits for the write, from a0 on; and what the last stage but one says of it, from s38 on.
    pub struct AgainTail {
        pub cp: U<27>,
        /// Of cp.
        pub guard: U<2>,
        pub stage: U<5>,
        pub sent: U<8>,
        pub quiet: U<4>,
        pub deterministic: Bit,
        pub set: SetIndex,
        pub rest: Rest,
        pub steps: Bit,
        pub none: Bit,
        pub stores: Bit,
    }
}

/// The second increase, ten stages behind the first: without one all passes.
#[derive(LogicBlock)]
pub struct Again {
    pub clock: Signal<In, ClkRst>,
    pub set_we: Signal<In, Bit>,
    pub set_index: Signal<In, SetIndex>,
    pub rai: Signal<In, SendRate>,
    pub hai: Signal<In, U<35>>,
    pub line: Signal<In, SendRate>,
    pub rc_min: Signal<In, SendRate>,
    pub snap_mask: Signal<In, U<24>>,
    pub first_steps: Signal<In, Bit>,
    pub first_none: Signal<In, Bit>,
    pub first_stores: Signal<In, Bit>,
    pub a0: Signal<In, Context>,
    pub a0_rest: Signal<In, Rest>,
    pub a0_flags: Signal<In, U<10>>,
    pub a0_second: Signal<In, Second>,
    pub s38_steps: Signal<Out, Bit>,
    pub s38_none: Signal<Out, Bit>,
    pub s38_stores: Signal<Out, Bit>,
    pub s39: Signal<Out, Context>,
    pub s39_rest: Signal<Out, Rest>,
    pub s39_flags: Signal<Out, U<10>>,

    adds: Table<Adds, 4>,
    lines: Table<U<35>, 4>,
    mins: Table<U<35>, 4>,
    ends: Table<Ends, 4>,
    /// `turn[k]` stands in a(k + 1).
    turn: [DReg<Turn>; TURNS],
    rates_a0: Delay<Fine>,
    a2_by: DReg<U<35>>,
    a3_rt: DReg<U<37>>,
    room: Signal<Local, U<38>>,
    a4_over: DReg<Bit>,
    a4_rt: DReg<U<36>>,
    a4_line: DReg<SendRate>,
    a5_line: DReg<SendRate>,
    a6_line: DReg<SendRate>,
    a5_over: DReg<Bit>,
    a5_rt: DReg<U<36>>,
    over_5: Delay<Bit>,
    rc_2: Delay<U<36>>,
    tie_up: Signal<Local, Bit>,
    mean: Signal<Local, U<38>>,
    a6_rc: DReg<U<36>>,
    to_line: Signal<Local, U<37>>,
    past_line: Signal<Local, U<37>>,
    to_floor: Signal<Local, U<37>>,
    a7_left: DReg<U<36>>,
    a7_below: DReg<Bit>,
    a7_floor: DReg<Bit>,
    a7_rc: DReg<U<36>>,
    a7_line: DReg<SendRate>,
    a7_min: DReg<U<35>>,
    /// Negative: further from the line rate than the snap reaches.
    past_snap: Signal<Local, U<37>>,
    a8_near: DReg<Bit>,
    a8_below: DReg<Bit>,
    a8_floor: DReg<Bit>,
    a8_min_below: DReg<Bit>,
    a8_rc: DReg<U<36>>,
    a8_line: DReg<SendRate>,
    a8_min: DReg<U<35>>,
    snaps: Signal<Local, Bit>,
    a9_own: DReg<U<36>>,
    a9_line: DReg<SendRate>,
    a9_min: DReg<U<35>>,
    said_a0: Delay<Said>,
    said: Signal<Local, U<10>>,
    own: Signal<Local, U<10>>,
    a9_flags: DReg<U<10>>,
    s39_flag: DReg<U<10>>,
    rc_39: DReg<U<36>>,
    rt_5: Delay<U<36>>,
    tail_a0: Delay<AgainTail>,
    shape: Shape,
}

impl Default for Again {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            set_we: Default::default(),
            set_index: Default::default(),
            rai: Default::default(),
            hai: Default::default(),
            line: Default::default(),
            rc_min: Default::default(),
            snap_mask: Default::default(),
            first_steps: Default::default(),
            first_none: Default::default(),
            first_stores: Default::default(),
            a0: Default::default(),
            a0_rest: Default::default(),
            a0_flags: Default::default(),
            a0_second: Default::default(),
            s38_steps: Default::default(),
            s38_none: Default::default(),
            s38_stores: Default::default(),
            s39: Default::default(),
            s39_rest: Default::default(),
            s39_flags: Default::default(),
            adds: Default::default(),
            lines: Default::default(),
            mins: Default::default(),
            ends: Default::default(),
            turn: Default::default(),
            rates_a0: Delay::new(2),
            a2_by: Default::default(),
            a3_rt: Default::default(),
            room: Default::default(),
            a4_over: Default::default(),
            a4_rt: Default::default(),
            a4_line: Default::default(),
            a5_line: Default::default(),
            a6_line: Default::default(),
            a5_over: Default::default(),
            a5_rt: Default::default(),
            over_5: Delay::new(3),
            rc_2: Delay::new(3),
            tie_up: Default::default(),
            mean: Default::default(),
            a6_rc: Default::default(),
            to_line: Default::default(),
            past_line: Default::default(),
            to_floor: Default::default(),
            a7_left: Default::default(),
            a7_below: Default::default(),
            a7_floor: Default::default(),
            a7_rc: Default::default(),
            a7_line: Default::default(),
            a7_min: Default::default(),
            past_snap: Default::default(),
            a8_near: Default::default(),
            a8_below: Default::default(),
            a8_floor: Default::default(),
            a8_min_below: Default::default(),
            a8_rc: Default::default(),
            a8_line: Default::default(),
            a8_min: Default::default(),
            snaps: Default::default(),
            a9_own: Default::default(),
            a9_line: Default::default(),
            a9_min: Default::default(),
            said_a0: Delay::new(8),
            said: Default::default(),
            own: Default::default(),
            a9_flags: Default::default(),
            s39_flag: Default::default(),
            rc_39: Default::default(),
            rt_5: Delay::new(5),
            tail_a0: Delay::new(10),
            shape: Shape::of(&[("TURNS", TURNS)]),
        }
    }
}

impl Logic for Again {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module dcqcn_again");
        comment!("@doc The second increase of a period of the published form, ten stages behind the first; what has none passes as it is. No reset.");
        comment!("@port set_we writes a parameter set, while no step of that set is under way");
        comment!("@port set_index which of the 16");
        comment!("@port rai active increase, bytes per ns, U7.28");
        comment!("@port hai hyper-active increase, likewise");
        comment!("@port line line rate, likewise");
        comment!("@port rc_min least rate, likewise");
        comment!("@port snap_mask 2^snap - 1");
        comment!("@port first_steps a step, of neither the host nor the initialisation, a cycle ahead of a0");
        comment!("@port first_none there was no period, likewise");
        comment!("@port first_stores a write of the host, or an initialisation, likewise");
        comment!("@port a0_flags of the first increase");
        comment!("@port s38_steps first_steps, ten cycles later");
        comment!("@port s38_none first_none, likewise");
        comment!("@port s38_stores first_stores, likewise");
        comment!("@port s39_flags of both");
        clock!(self, clock, adds, lines, mins, ends, rates_a0, a2_by, a3_rt, a4_over, a4_rt, a4_line, a5_line, a6_line);
        clock!(self, clock, a5_over, a5_rt, over_5, rc_2, a6_rc, a7_left, a7_below, a7_floor, a7_rc, a7_line, a7_min);
        clock!(self, clock, a8_near, a8_below, a8_floor, a8_min_below, a8_rc, a8_line, a8_min, a9_own, a9_line, a9_min);
        clock!(self, clock, said_a0, a9_flags, s39_flag, rc_39, rt_5, tail_a0);
        for k in 0..8 {
            clock!(self, clock, turn[k]);
        }

        comment!("parameter sets, each word read in the stage before the one that uses it");
        self.adds.we.next = self.set_we.val();
        self.adds.waddr.next = self.set_index.val();
        self.adds.wdata.next.rai = self.rai.val();
        self.adds.wdata.next.hai = self.hai.val();
        self.adds.raddr.next = self.a0.val().set;
        self.lines.we.next = self.set_we.val();
        self.lines.waddr.next = self.set_index.val();
        self.lines.wdata.next = self.line.val();
        self.lines.raddr.next = self.turn[1].q.val().set;
        self.mins.we.next = self.set_we.val();
        self.mins.waddr.next = self.set_index.val();
        self.mins.wdata.next = self.rc_min.val();
        self.mins.raddr.next = self.turn[4].q.val().set;
        self.ends.we.next = self.set_we.val();
        self.ends.waddr.next = self.set_index.val();
        self.ends.wdata.next.snap_mask = self.snap_mask.val();
        self.ends.wdata.next.min_below = self.rc_min.val() < self.line.val();
        self.ends.raddr.next = self.turn[5].q.val().set;
        self.turn[0].d.next.again = self.a0_second.val().again;
        self.turn[0].d.next.raises = self.a0_second.val().again & self.a0_second.val().raises;
        self.turn[0].d.next.hyper = self.a0_second.val().again & self.a0_second.val().hyper;
        self.turn[0].d.next.set = self.a0.val().set;
        for k in 1..8 {
            self.turn[k].d.next = self.turn[k - 1].q.val();
        }

        comment!("a0 to a5: RT and what it is raised by, at most line");
        self.rates_a0.d.next.rc = (bits::<36>(self.a0.val().rc) << 1) | bits::<36>(self.a0.val().guard.get_bit(3));
        self.rates_a0.d.next.rt = (bits::<36>(self.a0.val().rt) << 1) | bits::<36>(self.a0.val().guard.get_bit(2));
        self.a2_by.d.next = self.adds.rdata.val().rai;
        if self.turn[0].q.val().hyper {
            self.a2_by.d.next = self.adds.rdata.val().hai;
        }
        if !self.turn[0].q.val().raises {
            self.a2_by.d.next = 0.into();
        }
        self.a3_rt.d.next = bits::<37>(self.rates_a0.q.val().rt) + (bits::<37>(self.a2_by.q.val()) << 1);
        self.room.next = (bits::<38>(self.lines.rdata.val()) << 1) - bits::<38>(self.a3_rt.q.val());
        self.a4_over.d.next = self.room.val().get_bit(37) & self.turn[2].q.val().again;
        self.a4_rt.d.next = self.a3_rt.q.val().get_bits::<36>(0);
        self.a4_line.d.next = self.lines.rdata.val();
        self.a5_line.d.next = self.a4_line.q.val();
        self.a6_line.d.next = self.a5_line.q.val();
        self.a5_rt.d.next = self.a4_rt.q.val();
        if self.a4_over.q.val() {
            self.a5_rt.d.next = bits::<36>(self.a4_line.q.val()) << 1;
        }
        self.a5_over.d.next = self.a4_over.q.val();

        comment!("a5 to a6: RC half the way to RT, of halves the odd number of LSBs (round half odd); or as it was");
        self.rc_2.d.next = self.rates_a0.q.val().rc;
        self.tie_up.next = self.a5_rt.q.val().get_bit(1) ^ self.rc_2.q.val().get_bit(1) ^ self.a5_rt.q.val().get_bit(0);
        self.mean.next = ((bits::<38>(self.a5_rt.q.val()) << 1) | 1)
            + ((bits::<38>(self.rc_2.q.val()) << 1) | bits::<38>(self.tie_up.val()));
        self.a6_rc.d.next = self.rc_2.q.val();
        if self.turn[4].q.val().again {
            self.a6_rc.d.next = self.mean.val().get_bits::<36>(2);
        }

        comment!("a6 to s39: the least rate and the snap; RC is at most line by now, and so is RT");
        self.to_line.next = (bits::<37>(self.a6_line.q.val()) << 1) - bits::<37>(self.a6_rc.q.val());
        self.past_line.next = bits::<37>(self.a6_rc.q.val()) - (bits::<37>(self.a6_line.q.val()) << 1);
        self.to_floor.next = bits::<37>(self.a6_rc.q.val()) - (bits::<37>(self.mins.rdata.val()) << 1);
        self.a7_left.d.next = self.to_line.val().get_bits::<36>(0);
        self.a7_below.d.next = self.past_line.val().get_bit(36);
        self.a7_floor.d.next = self.to_floor.val().get_bit(36) & self.turn[5].q.val().again;
        self.a7_rc.d.next = self.a6_rc.q.val();
        self.a7_line.d.next = self.a6_line.q.val();
        self.a7_min.d.next = self.mins.rdata.val();
        self.past_snap.next =
            bits::<37>(self.ends.rdata.val().snap_mask) - bits::<37>(self.a7_left.q.val().get_bits::<35>(1));
        self.a8_near.d.next = !self.past_snap.val().get_bit(36);
        self.a8_below.d.next = self.a7_below.q.val();
        self.a8_floor.d.next = self.a7_floor.q.val();
        self.a8_min_below.d.next = self.ends.rdata.val().min_below;
        self.a8_rc.d.next = self.a7_rc.q.val();
        self.a8_line.d.next = self.a7_line.q.val();
        self.a8_min.d.next = self.a7_min.q.val();
        self.snaps.next =
            self.turn[7].q.val().again & self.a8_near.q.val() & !self.a8_floor.q.val() & self.a8_below.q.val();
        self.a9_own.d.next = self.a8_rc.q.val();
        if self.snaps.val() | self.a8_floor.q.val() {
            self.a9_own.d.next = 0.into();
        }
        self.a9_line.d.next = 0.into();
        if self.snaps.val() {
            self.a9_line.d.next = self.a8_line.q.val();
        }
        self.a9_min.d.next = 0.into();
        if self.a8_floor.q.val() {
            self.a9_min.d.next = self.a8_min.q.val();
        }
        self.rc_39.d.next = self.a9_own.q.val() | (bits::<36>(self.a9_line.q.val() | self.a9_min.q.val()) << 1);

        comment!("a8 to s39: the flags of both, but whether the QP is paced, which is the last's; the first's bit 6 is bit 7 where it was hyper-active");
        self.over_5.d.next = self.a5_over.q.val();
        self.said_a0.d.next.flags = self.a0_flags.val();
        self.said_a0.d.next.hyper = self.a0_second.val().first_hyper;
        self.said.next = self.said_a0.q.val().flags;
        if self.said_a0.q.val().hyper & self.said_a0.q.val().flags.get_bit(6) {
            self.said.next = (self.said_a0.q.val().flags & 0x3bf) | 0x80;
        }
        self.own.next = bits::<10>(
            (self.a8_floor.q.val() & self.a8_min_below.q.val())
                | (!self.a8_floor.q.val() & self.a8_below.q.val() & !self.snaps.val()),
        ) | (bits::<10>(self.a8_floor.q.val()) << 1)
            | (bits::<10>(self.over_5.q.val()) << 2)
            | (bits::<10>(!self.turn[7].q.val().raises) << 5)
            | (bits::<10>(self.turn[7].q.val().raises & !self.turn[7].q.val().hyper) << 6)
            | (bits::<10>(self.turn[7].q.val().hyper) << 7)
            | (bits::<10>(self.snaps.val()) << 9);
        self.a9_flags.d.next = self.said.val();
        if self.turn[7].q.val().again {
            self.a9_flags.d.next = (self.said.val() & 0x3fe) | self.own.val();
        }
        self.s39_flag.d.next = self.a9_flags.q.val();
        self.s39_flags.next = self.s39_flag.q.val();

        comment!("the rest of the context waits");
        self.rt_5.d.next = self.a5_rt.q.val();
        self.tail_a0.d.next.cp = self.a0.val().cp;
        self.tail_a0.d.next.guard = self.a0.val().guard.get_bits::<2>(0);
        self.tail_a0.d.next.stage = self.a0.val().stage;
        self.tail_a0.d.next.sent = self.a0.val().sent;
        self.tail_a0.d.next.quiet = self.a0.val().quiet;
        self.tail_a0.d.next.deterministic = self.a0.val().deterministic;
        self.tail_a0.d.next.set = self.a0.val().set;
        self.tail_a0.d.next.rest = self.a0_rest.val();
        self.tail_a0.d.next.steps = self.first_steps.val();
        self.tail_a0.d.next.none = self.first_none.val();
        self.tail_a0.d.next.stores = self.first_stores.val();
        self.s39.next.rc = self.rc_39.q.val().get_bits::<35>(1);
        self.s39.next.rt = self.rt_5.q.val().get_bits::<35>(1);
        self.s39.next.cp = self.tail_a0.q.val().cp;
        self.s39.next.guard = (bits::<4>(self.rc_39.q.val().get_bit(0)) << 3)
            | (bits::<4>(self.rt_5.q.val().get_bit(0)) << 2)
            | bits::<4>(self.tail_a0.q.val().guard);
        self.s39.next.stage = self.tail_a0.q.val().stage;
        self.s39.next.sent = self.tail_a0.q.val().sent;
        self.s39.next.quiet = self.tail_a0.q.val().quiet;
        self.s39.next.deterministic = self.tail_a0.q.val().deterministic;
        self.s39.next.set = self.tail_a0.q.val().set;
        self.s39_rest.next = self.tail_a0.q.val().rest;
        self.s38_steps.next = self.tail_a0.q.val().steps;
        self.s38_none.next = self.tail_a0.q.val().none;
        self.s38_stores.next = self.tail_a0.q.val().stores;
    }
}
