//! The last steps of both terms: a product to 2^-36, with its half bit.

use crate::prelude::*;

/// Cycles of [`InflightShift`].
pub(super) const SHIFT: usize = 3;
/// And of what rounds and saturates behind it.
pub(super) const ROUND: usize = SHIFT + 1;

/// `y` = `x` >> `shift`, of which `above` says that it has more bits, three cycles later.
#[derive(LogicBlock)]
pub struct InflightShift {
    pub clock: Signal<In, ClkRst>,
    pub in_valid: Signal<In, Bit>,
    pub x: Signal<In, U<72>>,
    pub shift: Signal<In, U<7>>,
    pub y: Signal<Out, U<50>>,
    pub above: Signal<Out, Bit>,

    valid: Reg<U<2>>,
    s1_x: DReg<U<72>>,
    s1_shift: DReg<U<4>>,
    s2_x: DReg<U<72>>,
    s2_shift: DReg<U<2>>,
    ones: Signal<Local, U<72>>,
    s3_x: DReg<U<50>>,
    s3_above: DReg<Bit>,
    free: Constant<Bit>,
}

impl Default for InflightShift {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            in_valid: Default::default(),
            x: Default::default(),
            shift: Default::default(),
            y: Default::default(),
            above: Default::default(),
            valid: Default::default(),
            s1_x: Default::default(),
            s1_shift: Default::default(),
            s2_x: Default::default(),
            s2_shift: Default::default(),
            ones: Default::default(),
            s3_x: Default::default(),
            s3_above: Default::default(),
            free: free(),
        }
    }
}

impl Logic for InflightShift {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module inflight_shift");
        comment!("@doc x / 2^shift, floor: 49 bits and the half bit below them. 3 cycles.");
        comment!("@port in_valid x and shift count");
        comment!("@port x unsigned product");
        comment!("@port shift one less than the places: the half bit stays");
        comment!("@port y what is left of it");
        comment!("@port above it has more bits");
        clock!(self, clock, valid);
        dff_setup!(self, clock, s1_x, s1_shift, s2_x, s2_shift, s3_x, s3_above);

        comment!("to the right by sixteens, by fours, by ones");
        self.valid.d.next = (self.valid.q.val() << 1) | bits::<2>(self.in_valid.val());
        if self.in_valid.val() | self.free.val() {
            self.s1_x.d.next = self.x.val() >> (self.shift.val() & 0x70);
            self.s1_shift.d.next = self.shift.val().get_bits::<4>(0);
        }
        if self.valid.q.val().get_bit(0) | self.free.val() {
            self.s2_x.d.next = self.s1_x.q.val() >> (self.s1_shift.q.val() & 0xc);
            self.s2_shift.d.next = self.s1_shift.q.val().get_bits::<2>(0);
        }
        self.ones.next = self.s2_x.q.val() >> self.s2_shift.q.val();
        if self.valid.q.val().get_bit(1) | self.free.val() {
            self.s3_x.d.next = self.ones.val().get_bits::<50>(0);
            self.s3_above.d.next = self.ones.val().get_bits::<22>(50).any();
        }
        self.y.next = self.s3_x.q.val();
        self.above.next = self.s3_above.q.val();
    }
}
