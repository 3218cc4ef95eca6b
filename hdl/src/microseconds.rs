//! A pulse a microsecond, from a clock in nanoseconds.

use crate::prelude::*;
use layout::limit::{JUMP_BIT, MICROSECOND};

/// Bits of the clock from which on it has jumped.
const LOW: usize = JUMP_BIT as usize;
const HIGH: usize = 32 - LOW;

/// As many pulses as microseconds go by. A clock that jumps makes none.
#[derive(LogicBlock)]
pub struct Microseconds {
    pub clock: Signal<In, ClkRst>,
    pub now: Signal<In, U<32>>,
    pub tick: Signal<Out, Bit>,

    now_1: DReg<U<32>>,
    /// Up to here pulses have been made.
    made: Reg<U<32>>,
    pulse: Reg<Bit>,
    ahead: Signal<Local, U<32>>,
    jumps: Signal<Local, Bit>,
    goes_by: Signal<Local, Bit>,
    microsecond: Constant<U<32>>,
    shape: Shape,
}

impl Default for Microseconds {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            now: Default::default(),
            tick: Default::default(),
            now_1: Default::default(),
            made: Default::default(),
            pulse: Default::default(),
            ahead: Default::default(),
            jumps: Default::default(),
            goes_by: Default::default(),
            microsecond: Constant::new(u64::from(MICROSECOND).into()),
            shape: Shape::of(&[("LOW", LOW), ("HIGH", HIGH)]),
        }
    }
}

impl Logic for Microseconds {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module microseconds");
        comment!("@doc A pulse for each microsecond that goes by on a clock in nanoseconds; a jump of 65.536 us or more, forward or");
        comment!("@doc back, makes none.");
        comment!("@port now ns, modulo 2^32");
        comment!("@port tick a microsecond has gone by");
        clock!(self, clock, now_1, made, pulse);
        self.now_1.d.next = self.now.val();
        self.ahead.next = self.now_1.q.val() - self.made.q.val();
        self.jumps.next = self.ahead.val().get_bits::<HIGH>(LOW).any();
        self.goes_by.next = !self.jumps.val() & (self.ahead.val() >= self.microsecond.val());
        self.made.d.next = self.made.q.val();
        if self.goes_by.val() {
            self.made.d.next = self.made.q.val() + self.microsecond.val();
        }
        if self.jumps.val() {
            self.made.d.next = self.now_1.q.val();
        }
        self.pulse.d.next = self.goes_by.val();
        self.tick.next = self.pulse.q.val();
    }
}
