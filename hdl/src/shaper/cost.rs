//! What so many bytes or packets cost.

use crate::prelude::*;
use crate::wide_mul::WideMul;

/// `count·m·2^(26 − e)` LSBs of U32.13 ns, rounded half up, at most all ones.
#[derive(LogicBlock, Default)]
pub struct Cost {
    pub clock: Signal<In, ClkRst>,
    pub count: Signal<In, U<28>>,
    pub m: Signal<In, U<20>>,
    pub e_high: Signal<In, U<3>>,
    pub e_low: Signal<In, U<3>>,
    pub cost: Signal<Out, U<45>>,
    pub low: Signal<Out, U<45>>,
    pub cut: Signal<Out, Bit>,

    product: WideMul<28, 20, 48>,
    coarse: DReg<U<75>>,
    fine: DReg<U<75>>,
    sum: DReg<U<75>>,
    rounded: DReg<U<45>>,
    over: DReg<Bit>,
    far: Signal<Local, U<75>>,
    all: Constant<U<45>>,
}

impl Cost {
    pub fn new() -> Self {
        Self { all: Constant::new(U::max()), ..Self::default() }
    }
}

impl Logic for Cost {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module shaper_cost");
        comment!("@doc What so many bytes or packets cost, count * m * 2^(26 - e) LSBs of U32.13 ns: round half up, sat. All inputs");
        comment!(
            "@doc stand still for a slot. cost is there in the fourth cycle of the slot behind it, and in that alone."
        );
        comment!("@port count bytes or packets");
        comment!("@port m mantissa of the interval");
        comment!("@port e_high exponent of the interval, m * 2^(13 - e) ns: its upper bits");
        comment!("@port e_low its lower bits, in the slot behind");
        comment!("@port cost U32.13 ns");
        comment!("@port low in the cycle before, the cost if it is not cut");
        comment!("@port cut beside cost: it is all ones because it is more");
        comment!("@constant all all ones: more is this");
        clock!(self, clock, product, coarse, fine, sum, rounded, over);

        self.product.a.next = self.count.val();
        self.product.b.next = self.m.val();

        comment!("the product and 27 bits below it: those of 26 and the half bit; it goes right by e in two steps");
        self.far.next = bits::<75>(self.product.p.val()) << 27;
        self.coarse.d.next = self.far.val() >> (bits::<6>(self.e_high.val()) << 3);
        self.fine.d.next = self.coarse.q.val() >> self.e_low.val();

        comment!("round half up, sat");
        self.sum.d.next = bits::<75>(self.fine.q.val().get_bits::<74>(1)) + bits::<75>(self.fine.q.val().get_bit(0));
        self.rounded.d.next = self.sum.q.val().get_bits::<45>(0);
        if self.sum.q.val().get_bits::<30>(45).any() {
            self.rounded.d.next = self.all.val();
        }
        self.over.d.next = self.sum.q.val().get_bits::<30>(45).any();
        self.low.next = self.sum.q.val().get_bits::<45>(0);
        self.cut.next = self.over.q.val();
        self.cost.next = self.rounded.q.val();
    }
}
