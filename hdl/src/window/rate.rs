//! R = W/T, feed-forward behind the loop of W.

use crate::prelude::*;
use crate::wide_mul::WideMul;

/// R = W/T, four cycles later.
#[derive(LogicBlock, Default)]
pub struct Rate {
    pub clock: Signal<In, ClkRst>,
    pub valid: Signal<In, U<4>>,
    pub w: Signal<In, ByteWindow>,
    pub gain_m: Signal<In, U<18>>,
    pub gain_e: Signal<In, U<6>>,
    pub r: Signal<Out, U<40>>,
    pub sat: Signal<Out, Bit>,

    product: WideMul<40, 18, 58>,
    s24_halves: DReg<U<50>>,
    s25_r: DReg<U<41>>,
    s25_high: DReg<Bit>,

    shift: Signal<Local, U<6>>,
    over: Signal<Local, Bit>,
    free: Constant<Bit>,
}

impl Rate {
    pub fn new() -> Self {
        Self { product: WideMul::enabled(), free: free(), ..Self::default() }
    }
}

impl Logic for Rate {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module window_rate");
        comment!("@doc R = W/T, rounded half up, saturating, four cycles later. No reset.");
        comment!("@port valid bit i: an event stands in s(21 + i)");
        comment!("@port w W in stage s21, bytes, U28.12");
        comment!("@port gain_m mantissa of 1/T in s21, 1/ns");
        comment!("@port gain_e its exponent in s23: 1/T = m * 2^-e, 25 to 37");
        comment!("@port r R in s25, bytes/ns, U12.28");
        comment!("@port sat it saturated");
        clock!(self, clock, product);
        dff_setup!(self, clock, s24_halves, s25_r, s25_high);

        comment!("s21 to s23: 40 + 18 = 58 bits");
        self.product.a.next = self.w.val();
        self.product.b.next = self.gain_m.val();
        self.product.en_opt[0].next = self.valid.val().get_bit(0) | self.free.val();

        comment!("s23 to s24: to the right by e - 16, which is 9 to 21, but for the half bit (round half up): 8, and 0 to 12 more");
        self.shift.next = self.gain_e.val() - 25;
        if self.valid.val().get_bit(2) | self.free.val() {
            self.s24_halves.d.next = self.product.p.val().get_bits::<50>(8) >> self.shift.val().get_bits::<4>(0);
        }

        comment!("s24 to s25: round half up");
        if self.valid.val().get_bit(3) | self.free.val() {
            self.s25_r.d.next =
                bits::<41>(self.s24_halves.q.val().get_bits::<40>(1)) + bits::<41>(self.s24_halves.q.val().get_bit(0));
            self.s25_high.d.next = self.s24_halves.q.val().get_bits::<9>(41).any();
        }

        comment!("s25: sat");
        self.over.next = self.s25_high.q.val() | self.s25_r.q.val().get_bit(40);
        self.sat.next = self.over.val();
        self.r.next = self.s25_r.q.val().get_bits::<40>(0);
        if self.over.val() {
            self.r.next = bits::<40>(0xff_ffff_ffffu64);
        }
    }
}
