//! The product of a word that is wider than a multiplier: its upper part in one cycle, the rest in the next.

use crate::prelude::*;

/// Two parts of 18 bits.
#[derive(LogicBlock, Default)]
pub struct Twice {
    pub clock: Signal<In, ClkRst>,
    pub first: Signal<In, Bit>,
    pub upper: Signal<In, U<18>>,
    pub lower: Signal<In, U<18>>,
    pub b: Signal<In, U<18>>,
    pub high: Signal<Out, U<36>>,
    pub low: Signal<Out, U<36>>,

    rest: DReg<U<18>>,
    part: DReg<U<18>>,
    factor: DReg<U<18>>,
    product: Mul<18, 18, 36>,
    s2_high: DReg<U<36>>,
}

impl Logic for Twice {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module dcqcn_twice");
        comment!("@doc Both parts of a word times a factor, with one multiplier: three cycles from the word to both products, one word every");
        comment!("@doc second cycle.");
        comment!("@port first the word is there; never in two cycles in a row");
        comment!("@port upper the word's upper part, zeros above it");
        comment!("@port lower the bits below that, likewise");
        comment!("@port b the factor");
        comment!("@port high product of the upper part, three cycles later");
        comment!("@port low product of the lower part, likewise");
        clock!(self, clock, rest, part, factor, product, s2_high);

        self.rest.d.next = self.lower.val();
        self.part.d.next = self.rest.q.val();
        self.factor.d.next = self.factor.q.val();
        if self.first.val() {
            self.part.d.next = self.upper.val();
            self.factor.d.next = self.b.val();
        }
        self.product.a.next = self.part.q.val();
        self.product.b.next = self.factor.q.val();
        self.s2_high.d.next = self.product.p.val();
        self.high.next = self.s2_high.q.val();
        self.low.next = self.product.p.val();
    }
}
