//! Products of a window with a mantissa of 18 bits, and R = W/T, feed-forward behind the loop of W.

use crate::prelude::*;

/// A window times a mantissa: 40 + 18 = 58 bits, exact, two cycles later.
#[derive(LogicBlock, Default)]
pub struct Product {
    pub clock: Signal<In, ClkRst>,
    pub a: Signal<In, U<40>>,
    pub b: Signal<In, U<18>>,
    pub p: Signal<Out, U<58>>,

    low: Mul<18, 18, 36>,
    mid: Mul<18, 18, 36>,
    high: Mul<4, 18, 22>,
    sum: DReg<U<58>>,
    outer: Signal<Local, U<40>>,
}

impl Logic for Product {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module window_product");
        comment!("@doc A window of 40 bits times a mantissa of 18 bits, exact, two cycles later. No reset, no valid.");
        comment!("@port a window");
        comment!("@port b mantissa");
        comment!("@port p product");
        clock!(self, clock, low, mid, high, sum);

        comment!("slices of 18 bits");
        self.low.a.next = self.a.val().get_bits::<18>(0);
        self.low.b.next = self.b.val();
        self.mid.a.next = self.a.val().get_bits::<18>(18);
        self.mid.b.next = self.b.val();
        self.high.a.next = self.a.val().get_bits::<4>(36);
        self.high.b.next = self.b.val();

        comment!("the outer two stand side by side, so 40 bits are added; the low 18 are done");
        self.outer.next = (bits::<40>(self.high.p.val()) << 18) | bits::<40>(self.low.p.val().get_bits::<18>(18));
        self.sum.d.next = (bits::<58>(self.outer.val() + bits::<40>(self.mid.p.val())) << 18)
            | bits::<58>(self.low.p.val().get_bits::<18>(0));
        self.p.next = self.sum.q.val();
    }
}

/// R = W/T, four cycles later.
#[derive(LogicBlock, Default)]
pub struct Rate {
    pub clock: Signal<In, ClkRst>,
    pub w: Signal<In, U<40>>,
    pub gain_m: Signal<In, U<18>>,
    pub gain_e: Signal<In, U<6>>,
    pub r: Signal<Out, U<40>>,
    pub sat: Signal<Out, Bit>,

    product: Product,
    s24_halves: DReg<U<50>>,
    s25_r: DReg<U<41>>,
    s25_high: DReg<Bit>,

    shift: Signal<Local, U<6>>,
    over: Signal<Local, Bit>,
}

impl Rate {
    pub fn new() -> Self {
        Self::default()
    }
}

impl Logic for Rate {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module window_rate");
        comment!("@doc R = W/T, rounded half up, saturating, four cycles later. No reset, no valid.");
        comment!("@port w W in stage s21, bytes, U28.12");
        comment!("@port gain_m mantissa of 1/T in s21, 1/ns");
        comment!("@port gain_e its exponent in s23: 1/T = m * 2^-e, 25 to 37");
        comment!("@port r R in s25, bytes/ns, U12.28");
        comment!("@port sat it saturated");
        clock!(self, clock, product, s24_halves, s25_r, s25_high);

        comment!("s21 to s23: 40 + 18 = 58 bits");
        self.product.a.next = self.w.val();
        self.product.b.next = self.gain_m.val();

        comment!("s23 to s24: to the right by e - 16, which is 9 to 21, but for the half bit (round half up): 8, and 0 to 12 more");
        self.shift.next = self.gain_e.val() - 25;
        self.s24_halves.d.next = self.product.p.val().get_bits::<50>(8) >> self.shift.val().get_bits::<4>(0);

        comment!("s24 to s25: round half up");
        self.s25_r.d.next =
            bits::<41>(self.s24_halves.q.val().get_bits::<40>(1)) + bits::<41>(self.s24_halves.q.val().get_bit(0));
        self.s25_high.d.next = self.s24_halves.q.val().get_bits::<9>(41).any();

        comment!("s25: sat");
        self.over.next = self.s25_high.q.val() | self.s25_r.q.val().get_bit(40);
        self.sat.next = self.over.val();
        self.r.next = self.s25_r.q.val().get_bits::<40>(0);
        if self.over.val() {
            self.r.next = bits::<40>(0xff_ffff_ffffu64);
        }
    }
}
