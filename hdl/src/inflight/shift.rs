//! The last steps of both terms: a product to 2^-36, with its half bit; rounded and saturated.

use crate::prelude::*;

/// Cycles of [`InflightShift`].
pub(super) const SHIFT: usize = 3;
/// Cycles of [`InflightRound`].
pub(super) const ROUND: usize = SHIFT + 1;

/// `y` = `x` >> `shift`, of which `above` says that it has more bits, three cycles later.
#[derive(LogicBlock, Default)]
pub struct InflightShift {
    pub clock: Signal<In, ClkRst>,
    pub x: Signal<In, U<72>>,
    pub shift: Signal<In, U<7>>,
    pub y: Signal<Out, U<50>>,
    pub above: Signal<Out, Bit>,

    s1_x: DReg<U<72>>,
    s1_shift: DReg<U<4>>,
    s2_x: DReg<U<72>>,
    s2_shift: DReg<U<2>>,
    ones: Signal<Local, U<72>>,
    s3_x: DReg<U<50>>,
    s3_above: DReg<Bit>,
}

impl Logic for InflightShift {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module inflight_shift");
        comment!("@doc x / 2^shift, floor: 49 bits and the half bit below them. 3 cycles.");
        comment!("@port x unsigned product");
        comment!("@port shift one less than the places: the half bit stays");
        comment!("@port y what is left of it");
        comment!("@port above it has more bits");
        clock!(self, clock, s1_x, s1_shift, s2_x, s2_shift, s3_x, s3_above);

        comment!("to the right by sixteens, by fours, by ones");
        self.s1_x.d.next = self.x.val() >> (self.shift.val() & 0x70);
        self.s1_shift.d.next = self.shift.val().get_bits::<4>(0);
        self.s2_x.d.next = self.s1_x.q.val() >> (self.s1_shift.q.val() & 0xc);
        self.s2_shift.d.next = self.s1_shift.q.val().get_bits::<2>(0);
        self.ones.next = self.s2_x.q.val() >> self.s2_shift.q.val();
        self.s3_x.d.next = self.ones.val().get_bits::<50>(0);
        self.s3_above.d.next = self.ones.val().get_bits::<22>(50).any();
        self.y.next = self.s3_x.q.val();
        self.above.next = self.s3_above.q.val();
    }
}

/// `y` = sat(rnd(`x`, `shift` + 1), 49), four cycles later.
#[derive(LogicBlock, Default)]
pub struct InflightRound {
    pub clock: Signal<In, ClkRst>,
    pub x: Signal<In, U<72>>,
    pub shift: Signal<In, U<7>>,
    pub y: Signal<Out, U<49>>,

    right: InflightShift,
    rounded: Signal<Local, U<50>>,
    s4: DReg<U<49>>,
    greatest: Constant<U<49>>,
}

impl InflightRound {
    pub fn new() -> Self {
        Self { greatest: Constant::new(U::max()), ..Self::default() }
    }
}

impl Logic for InflightRound {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module inflight_round");
        comment!("@doc x / 2^(shift + 1), round half up, sat at 49 bits. 4 cycles.");
        comment!("@port x unsigned product");
        comment!("@port shift one less than the places: the half bit stays until the end");
        comment!("@port y the rounded value, U13.36");
        clock!(self, clock, right, s4);
        self.right.x.next = self.x.val();
        self.right.shift.next = self.shift.val();

        comment!("add the half bit; 2^49 and more saturates");
        self.rounded.next =
            bits::<50>(self.right.y.val().get_bits::<49>(1)) + bits::<50>(self.right.y.val().get_bit(0));
        self.s4.d.next = self.rounded.val().get_bits::<49>(0);
        if self.right.above.val() | self.rounded.val().get_bit(49) {
            self.s4.d.next = self.greatest.val();
        }
        self.y.next = self.s4.q.val();
    }
}
