//! What is left of an event that takes several steps: its greatest fraction, found step after step.
//!
//! A step follows the last one in one cycle, and a comparison takes eight; so it is no register with the best so far,
//! but a tree over time: level k (0, 1, …) compares a step's fraction with that of 2^k steps before. Behind the last
//! level, the last step's fraction is the greatest of all. For that, level k has to compare in one step of 2^(k + 1)
//! only, so its multiplier does one product after the other.

use super::lane::Candidate;
use crate::prelude::*;
use crate::stepped_mul::SteppedMul;

/// Cycles of [`InflightFold`].
pub(super) const FOLD: usize = 8;

/// The greater of a fraction and the one some cycles before, the earlier of equals.
#[derive(LogicBlock)]
pub struct InflightFold {
    pub clock: Signal<In, ClkRst>,
    pub in_valid: Signal<In, Bit>,
    pub d: Signal<In, Candidate>,
    pub compare: Signal<In, Bit>,
    pub q: Signal<Out, Candidate>,

    valid: Reg<U<7>>,
    before: Delay<Candidate>,
    s1_a: DReg<Candidate>,
    s1_b: DReg<Candidate>,
    s1_n: DReg<U<53>>,
    s1_d: DReg<U<36>>,
    product: SteppedMul<53, 36, 89>,
    s6_left: DReg<U<89>>,
    s7_compare: Delay<Bit>,
    s7_a: Delay<Candidate>,
    s7_b: Delay<Candidate>,
    s7_high_above: DReg<Bit>,
    s7_high_below: DReg<Bit>,
    s7_low_above: DReg<Bit>,
    s8: DReg<Candidate>,
    free: Constant<Bit>,
    shape: Shape,
}

impl InflightFold {
    /// Compares with what entered `back` cycles before.
    pub fn new(back: usize) -> Self {
        Self {
            clock: Default::default(),
            in_valid: Default::default(),
            d: Default::default(),
            compare: Default::default(),
            q: Default::default(),
            valid: Default::default(),
            before: Delay::enabled(back),
            s1_a: Default::default(),
            s1_b: Default::default(),
            s1_n: Default::default(),
            s1_d: Default::default(),
            product: SteppedMul::enabled(),
            s6_left: Default::default(),
            s7_compare: Delay::new(7),
            s7_a: Delay::enabled(6),
            s7_b: Delay::enabled(6),
            s7_high_above: Default::default(),
            s7_high_below: Default::default(),
            s7_low_above: Default::default(),
            s8: Default::default(),
            free: free(),
            shape: Shape::of(&[("BACK", back)]),
        }
    }
}

impl Logic for InflightFold {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module inflight_fold");
        comment!(
            "@doc The greater of a fraction and the one some cycles before; the earlier of equals. Exact, 8 cycles."
        );
        comment!("@port in_valid a step enters");
        comment!("@port d a fraction and its hop");
        comment!("@port compare it is compared, not in two cycles in a row; else it goes through");
        comment!("@port q the one picked");
        clock!(self, clock, valid, before, product, s7_compare, s7_a, s7_b);
        dff_setup!(self, clock, s1_a, s1_b, s1_n, s1_d, s6_left, s7_high_above, s7_high_below, s7_low_above, s8);
        self.valid.d.next = (self.valid.q.val() << 1) | bits::<7>(self.in_valid.val());

        comment!("s0 to s1: the factors: n of the later by d of the earlier, and in the next cycle the other two");
        self.before.en_opt[0].next = self.in_valid.val() | self.free.val();
        self.before.d.next = self.d.val();
        if self.in_valid.val() | self.free.val() {
            self.s1_a.d.next = self.before.q.val();
            self.s1_b.d.next = self.d.val();
        }
        if self.in_valid.val() | self.valid.q.val().get_bit(0) | self.free.val() {
            self.s1_n.d.next = self.s1_a.q.val().n;
            self.s1_d.d.next = self.s1_b.q.val().d;
            if self.compare.val() {
                self.s1_n.d.next = self.d.val().n;
                self.s1_d.d.next = self.before.q.val().d;
            }
        }

        comment!("s1 to s6: their products, 53 + 36 = 89 bits");
        self.product.a.next = self.s1_n.q.val();
        self.product.b.next = self.s1_d.q.val();
        self.product.en_opt[0].next = self.valid.q.val().get_bit(0) | self.valid.q.val().get_bit(1) | self.free.val();
        if self.valid.q.val().get_bit(4) | self.free.val() {
            self.s6_left.d.next = self.product.p.val();
        }
        self.s7_compare.d.next = self.compare.val();
        self.s7_a.d.next = self.s1_a.q.val();
        self.s7_a.en_opt[0].next = self.valid.q.val().get_bit(0) | self.free.val();
        self.s7_b.d.next = self.s1_b.q.val();
        self.s7_b.en_opt[0].next = self.valid.q.val().get_bit(0) | self.free.val();

        comment!("s6 to s7: compare, in halves; `<` is a carry, equality would be a tree behind it");
        if self.valid.q.val().get_bit(5) | self.free.val() {
            self.s7_high_above.d.next =
                self.product.p.val().get_bits::<45>(44) < self.s6_left.q.val().get_bits::<45>(44);
            self.s7_high_below.d.next =
                self.s6_left.q.val().get_bits::<45>(44) < self.product.p.val().get_bits::<45>(44);
            self.s7_low_above.d.next = self.product.p.val().get_bits::<44>(0) < self.s6_left.q.val().get_bits::<44>(0);
        }

        comment!("s7 to s8: pick");
        if self.valid.q.val().get_bit(6) | self.free.val() {
            self.s8.d.next = self.s7_a.q.val();
            if !self.s7_compare.q.val()
                | self.s7_high_above.q.val()
                | (!self.s7_high_below.q.val() & self.s7_low_above.q.val())
            {
                self.s8.d.next = self.s7_b.q.val();
            }
        }
        self.q.next = self.s8.q.val();
    }
}
