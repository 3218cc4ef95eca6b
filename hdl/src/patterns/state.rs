//! Patterns with registers.

use super::pattern;
use crate::prelude::*;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Mode {
    Idle,
    SlowStart,
    Hold,
}

logic_struct! {
    pub struct Stage { pub valid: Bit, pub a: U<16>, pub mode: Mode, pub never_read: U<9>, pub d: U<8> }
}

pattern! {
    Counter -> U<8> { count: Reg<U<8>> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_counter");
        clock!(self, clock, count);
        self.count.d.next = self.count.q.val() + 1;
        if self.s.val() == 0 {
            self.count.d.next = self.d.val();
        }
        self.y.next = self.count.q.val();
    }
}
pattern! {
    States -> U<5> { mode: Reg<Mode>, ticks: Reg<U<3>> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_states");
        clock!(self, clock, mode, ticks);
        self.mode.d.next = self.mode.q.val();
        self.ticks.d.next = self.ticks.q.val() + 1;
        match self.mode.q.val() {
            Mode::Idle => {
                if self.a.val().get_bit(0) {
                    self.mode.d.next = Mode::SlowStart;
                    self.ticks.d.next = 0.into();
                }
            }
            Mode::SlowStart => {
                if self.ticks.q.val() == 3 {
                    self.mode.d.next = Mode::Hold;
                }
            }
            Mode::Hold => {
                if self.d.val() > 128 {
                    self.mode.d.next = Mode::Idle;
                }
            }
        }
        self.y.next = bits::<5>(self.ticks.q.val()) << 2;
        if self.mode.q.val() == Mode::SlowStart {
            self.y.next = (bits::<5>(self.ticks.q.val()) << 2) | bits::<5>(1);
        } else if self.mode.q.val() == Mode::Hold {
            self.y.next = 2.into();
        }
    }
}
pattern! {
    /// Control and datapath registers under one condition: each goes to the block with its kind of reset.
    Hold -> U<17> { valid: Reg<Bit>, data: DReg<U<16>>, seen: Reg<Bit> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_hold");
        clock!(self, clock, valid, data, seen);
        self.valid.d.next = self.valid.q.val();
        self.data.d.next = self.data.q.val();
        self.seen.d.next = self.seen.q.val() | self.valid.q.val();
        if self.d.val().get_bit(0) || !self.valid.q.val() {
            self.valid.d.next = self.d.val().get_bit(1);
            self.data.d.next = self.a.val();
        }
        self.y.next = 0.into();
        if self.valid.q.val() {
            self.y.next = (bits::<17>(self.seen.q.val()) << 16) | bits::<17>(self.data.q.val());
        }
    }
}
pattern! {
    ShiftRegister -> U<16> { stage: [DReg<U<16>>; 4] }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_shift_register");
        for i in 0..4 {
            clock!(self, clock, stage[i]);
        }
        self.stage[0].d.next = self.a.val();
        for i in 1..4 {
            self.stage[i].d.next = self.stage[i - 1].q.val();
        }
        self.y.next = self.stage[3].q.val();
    }
}
pattern! {
    /// A register takes a local at a point where the local is not final: the register needs a signal of its own.
    NextWithCompany -> U<16> { x: Signal<Local, U<16>>, r: Reg<U<16>> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_next_with_company");
        clock!(self, clock, r);
        self.x.next = self.a.val();
        self.r.d.next = self.x.val() + 5;
        self.x.next = self.x.val() ^ self.b.val();
        if self.d.val().get_bit(0) {
            self.r.d.next = self.x.val();
        }
        self.y.next = self.r.q.val() - self.x.val();
    }
}
pattern! {
    StructRegister -> U<24> { s1: DReg<Stage>, s2: DReg<Stage> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_struct_register");
        clock!(self, clock, s1, s2);
        comment!("s0");
        self.s1.d.next.valid = self.d.val().get_bit(0);
        self.s1.d.next.a = self.a.val();
        self.s1.d.next.mode = Mode::Idle;
        if self.d.val().get_bit(2) {
            self.s1.d.next.mode = Mode::Hold;
        }
        self.s1.d.next.never_read = self.b.val().get_bits::<9>(0);
        self.s1.d.next.d = self.d.val();
        comment!("s1");
        self.s2.d.next = self.s1.q.val();
        if self.s1.q.val().mode == Mode::Hold {
            self.s2.d.next.a = self.s1.q.val().a + 1;
        }
        comment!("s2");
        self.y.next = bits::<24>(self.s2.q.val().a) << 8 | bits::<24>(self.s2.q.val().d);
        if self.s2.q.val().valid & (self.s2.q.val().mode == Mode::Hold) {
            self.y.next = 1.into();
        }
    }
}
pattern! {
    /// The reset read as a signal.
    Unreset -> U<16> { r: Reg<U<16>>, x: Signal<Local, Bit> }
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module p_unreset");
        clock!(self, clock, r);
        self.r.d.next = self.r.q.val() + self.a.val();
        self.x.next = self.clock.val().rst_n;
        self.y.next = self.r.q.val();
        if !self.x.val() {
            self.y.next = 0xffff.into();
        }
    }
}
