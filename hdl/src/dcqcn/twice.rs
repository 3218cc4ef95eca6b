//! The product of a word that is wider than a multiplier: its upper part in one cycle, the rest in the next.

use crate::prelude::*;

/// N = T + L bits in two parts, each of 18 bits at most.
#[derive(LogicBlock)]
pub struct Twice<const N: usize, const T: usize, const L: usize> {
    pub clock: Signal<In, ClkRst>,
    pub first: Signal<In, Bit>,
    pub a: Signal<In, U<N>>,
    pub b: Signal<In, U<18>>,
    pub high: Signal<Out, U<36>>,
    pub low: Signal<Out, U<36>>,

    rest: DReg<U<L>>,
    part: DReg<U<18>>,
    factor: DReg<U<18>>,
    product: Mul<18, 18, 36>,
    upper: DReg<U<36>>,
    shape: Shape,
}

impl<const N: usize, const T: usize, const L: usize> Default for Twice<N, T, L> {
    fn default() -> Self {
        const { assert!(N == T + L && T <= 18 && L <= 18) };
        Self {
            clock: Default::default(),
            first: Default::default(),
            a: Default::default(),
            b: Default::default(),
            high: Default::default(),
            low: Default::default(),
            rest: Default::default(),
            part: Default::default(),
            factor: Default::default(),
            product: Default::default(),
            upper: Default::default(),
            shape: Shape::of(&[("T", T), ("L", L)]),
        }
    }
}

impl<const N: usize, const T: usize, const L: usize> Logic for Twice<N, T, L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module dcqcn_twice");
        comment!("@doc Both parts of a word, T bits and the L bits below them, times a factor, with one multiplier: three cycles from the word to");
        comment!("@doc both products, one word every second cycle. T and L are in the name.");
        comment!("@port first the word is there; never in two cycles in a row");
        comment!("@port a the word");
        comment!("@port b the factor");
        comment!("@port high product of the upper part, three cycles later");
        comment!("@port low product of the lower part, likewise");
        clock!(self, clock, rest, part, factor, product, upper);

        self.rest.d.next = self.a.val().get_bits::<L>(0);
        self.part.d.next = bits::<18>(self.rest.q.val());
        self.factor.d.next = self.factor.q.val();
        if self.first.val() {
            self.part.d.next = bits::<18>(self.a.val().get_bits::<T>(L));
            self.factor.d.next = self.b.val();
        }
        self.product.a.next = self.part.q.val();
        self.product.b.next = self.factor.q.val();
        self.upper.d.next = self.product.p.val();
        self.high.next = self.upper.q.val();
        self.low.next = self.product.p.val();
    }
}
