//! Products wider than one multiplier: factors cut into unsigned slices of 18 bits, partial products added in the
//! stages behind. A factor's last slice is what is left of it; where that is a few bits, its products take no
//! multiplier ([`Slice`]).
//!
//! A stage is one multiplier or one addition of at most 55 bits. The caller registers the factors, as for [`Mul`].

use crate::prelude::*;
use rust_hdl::prelude::Probe;

/// The factors' widths, which tell the variants apart: a [`Shape`] that has a default.
#[derive(Clone, Debug)]
struct Widths<const A: usize, const B: usize>(Shape);

impl<const A: usize, const B: usize> Default for Widths<A, B> {
    fn default() -> Self {
        Self(Shape::of(&[("A", A), ("B", B)]))
    }
}

impl<const A: usize, const B: usize> Logic for Widths<A, B> {
    fn update(&mut self) {}
}

impl<const A: usize, const B: usize> Block for Widths<A, B> {
    fn connect_all(&mut self) {}

    fn update_all(&mut self) {}

    fn has_changed(&self) -> bool {
        false
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        self.0.accept(name, probe);
    }
}

/// `p` = `a`·`b`, two cycles later: A up to 18 bits, B up to 36, P = A + B.
#[derive(LogicBlock, Default)]
pub struct Mul1x2<const A: usize, const B: usize, const P: usize> {
    pub clock: Signal<In, ClkRst>,
    pub a: Signal<In, U<A>>,
    pub b: Signal<In, U<B>>,
    pub p: Signal<Out, U<P>>,

    low: Slice<A, B, 0, 0>,
    high: Slice<A, B, 0, 1>,
    upper: Signal<Local, U<36>>,
    whole: Signal<Local, U<54>>,
    s2: DReg<U<P>>,
    widths: Widths<A, B>,
}

impl<const A: usize, const B: usize, const P: usize> Logic for Mul1x2<A, B, P> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module mul_1x2");
        comment!(
            "@doc Exact product of unsigned factors, of one and two slices of 18 bits, two cycles later. No reset."
        );
        clock!(self, clock, low, high, s2);

        comment!("products of the slices");
        self.low.a.next = self.a.val().get_bits::<18>(0);
        self.low.b.next = self.b.val().get_bits::<18>(0);
        self.high.a.next = self.a.val().get_bits::<18>(0);
        self.high.b.next = self.b.val().get_bits::<18>(18);

        comment!("their sum");
        self.upper.next = self.high.p.val() + bits::<36>(self.low.p.val().get_bits::<18>(18));
        self.whole.next = (bits::<54>(self.upper.val()) << 18) | bits::<54>(self.low.p.val().get_bits::<18>(0));
        self.s2.d.next = self.whole.val().get_bits::<P>(0);
        self.p.next = self.s2.q.val();
    }
}

/// `p` = `a`·`b`, two cycles later: A up to 54 bits, B up to 18, P = A + B.
#[derive(LogicBlock, Default)]
pub struct Mul3x1<const A: usize, const B: usize, const P: usize> {
    pub clock: Signal<In, ClkRst>,
    pub a: Signal<In, U<A>>,
    pub b: Signal<In, U<B>>,
    pub p: Signal<Out, U<P>>,

    low: Slice<A, B, 0, 0>,
    mid: Slice<A, B, 1, 0>,
    high: Slice<A, B, 2, 0>,
    outer: Signal<Local, U<54>>,
    whole: Signal<Local, U<72>>,
    s2: DReg<U<P>>,
    widths: Widths<A, B>,
}

impl<const A: usize, const B: usize, const P: usize> Logic for Mul3x1<A, B, P> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module mul_3x1");
        comment!(
            "@doc Exact product of unsigned factors, of three and one slices of 18 bits, two cycles later. No reset."
        );
        clock!(self, clock, low, mid, high, s2);

        comment!("products of the slices");
        self.low.a.next = self.a.val().get_bits::<18>(0);
        self.low.b.next = self.b.val().get_bits::<18>(0);
        self.mid.a.next = self.a.val().get_bits::<18>(18);
        self.mid.b.next = self.b.val().get_bits::<18>(0);
        self.high.a.next = self.a.val().get_bits::<18>(36);
        self.high.b.next = self.b.val().get_bits::<18>(0);

        comment!("the outer two stand side by side, so one addition does; the low 18 bits are there");
        self.outer.next = (bits::<54>(self.high.p.val()) << 18) | bits::<54>(self.low.p.val().get_bits::<18>(18));
        self.whole.next = (bits::<72>(self.outer.val() + bits::<54>(self.mid.p.val())) << 18)
            | bits::<72>(self.low.p.val().get_bits::<18>(0));
        self.s2.d.next = self.whole.val().get_bits::<P>(0);
        self.p.next = self.s2.q.val();
    }
}

/// `p` = `a`·`b`, three cycles later: A and B up to 36 bits, P = A + B.
#[derive(LogicBlock, Default)]
pub struct Mul2x2<const A: usize, const B: usize, const P: usize> {
    pub clock: Signal<In, ClkRst>,
    pub a: Signal<In, U<A>>,
    pub b: Signal<In, U<B>>,
    pub p: Signal<Out, U<P>>,

    p00: Slice<A, B, 0, 0>,
    p01: Slice<A, B, 0, 1>,
    p10: Slice<A, B, 1, 0>,
    p11: Slice<A, B, 1, 1>,
    s2_low: DReg<U<36>>,
    s2_mid: DReg<U<37>>,
    s2_high: DReg<U<36>>,
    upper: Signal<Local, U<54>>,
    whole: Signal<Local, U<72>>,
    s3: DReg<U<P>>,
    widths: Widths<A, B>,
}

impl<const A: usize, const B: usize, const P: usize> Logic for Mul2x2<A, B, P> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module mul_2x2");
        comment!("@doc Exact product of unsigned factors of two slices of 18 bits each, three cycles later. No reset.");
        clock!(self, clock, p00, p01, p10, p11, s2_low, s2_mid, s2_high, s3);

        comment!("products of the slices");
        self.p00.a.next = self.a.val().get_bits::<18>(0);
        self.p00.b.next = self.b.val().get_bits::<18>(0);
        self.p01.a.next = self.a.val().get_bits::<18>(0);
        self.p01.b.next = self.b.val().get_bits::<18>(18);
        self.p10.a.next = self.a.val().get_bits::<18>(18);
        self.p10.b.next = self.b.val().get_bits::<18>(0);
        self.p11.a.next = self.a.val().get_bits::<18>(18);
        self.p11.b.next = self.b.val().get_bits::<18>(18);

        comment!("the two of weight 2^18: 36 + 36 = 37 bits");
        self.s2_low.d.next = self.p00.p.val();
        self.s2_mid.d.next = bits::<37>(self.p01.p.val()) + bits::<37>(self.p10.p.val());
        self.s2_high.d.next = self.p11.p.val();

        comment!("the sum, of which the low 18 bits are there");
        self.upper.next = ((bits::<54>(self.s2_high.q.val()) << 18)
            | bits::<54>(self.s2_low.q.val().get_bits::<18>(18)))
            + bits::<54>(self.s2_mid.q.val());
        self.whole.next = (bits::<72>(self.upper.val()) << 18) | bits::<72>(self.s2_low.q.val().get_bits::<18>(0));
        self.s3.d.next = self.whole.val().get_bits::<P>(0);
        self.p.next = self.s3.q.val();
    }
}

/// `p` = `a`·`b`, four cycles later: A up to 54 bits, B up to 36, P = A + B.
#[derive(LogicBlock, Default)]
pub struct Mul3x2<const A: usize, const B: usize, const P: usize> {
    pub clock: Signal<In, ClkRst>,
    pub a: Signal<In, U<A>>,
    pub b: Signal<In, U<B>>,
    pub p: Signal<Out, U<P>>,

    p00: Slice<A, B, 0, 0>,
    p01: Slice<A, B, 0, 1>,
    p10: Slice<A, B, 1, 0>,
    p11: Slice<A, B, 1, 1>,
    p20: Slice<A, B, 2, 0>,
    p21: Slice<A, B, 2, 1>,
    s2_low: DReg<U<36>>,
    s2_mid: DReg<U<37>>,
    s2_high: DReg<U<37>>,
    s2_top: DReg<U<36>>,
    s3_low: DReg<U<18>>,
    s3_upper: DReg<U<55>>,
    s3_top: DReg<U<36>>,
    top: Signal<Local, U<36>>,
    whole: Signal<Local, U<90>>,
    s4: DReg<U<P>>,
    widths: Widths<A, B>,
}

impl<const A: usize, const B: usize, const P: usize> Logic for Mul3x2<A, B, P> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module mul_3x2");
        comment!(
            "@doc Exact product of unsigned factors of three and two slices of 18 bits, four cycles later. No reset."
        );
        clock!(self, clock, p00, p01, p10, p11, p20, p21, s2_low, s2_mid, s2_high, s2_top);
        clock!(self, clock, s3_low, s3_upper, s3_top, s4);

        comment!("products of the slices");
        self.p00.a.next = self.a.val().get_bits::<18>(0);
        self.p00.b.next = self.b.val().get_bits::<18>(0);
        self.p01.a.next = self.a.val().get_bits::<18>(0);
        self.p01.b.next = self.b.val().get_bits::<18>(18);
        self.p10.a.next = self.a.val().get_bits::<18>(18);
        self.p10.b.next = self.b.val().get_bits::<18>(0);
        self.p11.a.next = self.a.val().get_bits::<18>(18);
        self.p11.b.next = self.b.val().get_bits::<18>(18);
        self.p20.a.next = self.a.val().get_bits::<18>(36);
        self.p20.b.next = self.b.val().get_bits::<18>(0);
        self.p21.a.next = self.a.val().get_bits::<18>(36);
        self.p21.b.next = self.b.val().get_bits::<18>(18);

        comment!("those of one weight, 2^18 and 2^36: 36 + 36 = 37 bits");
        self.s2_low.d.next = self.p00.p.val();
        self.s2_mid.d.next = bits::<37>(self.p01.p.val()) + bits::<37>(self.p10.p.val());
        self.s2_high.d.next = bits::<37>(self.p11.p.val()) + bits::<37>(self.p20.p.val());
        self.s2_top.d.next = self.p21.p.val();

        comment!("from 2^18 up to 2^72: high * 2^18 + mid and the carry stay below 2^55");
        self.s3_low.d.next = self.s2_low.q.val().get_bits::<18>(0);
        self.s3_upper.d.next = ((bits::<55>(self.s2_high.q.val()) << 18)
            | bits::<55>(self.s2_low.q.val().get_bits::<18>(18)))
            + bits::<55>(self.s2_mid.q.val());
        self.s3_top.d.next = self.s2_top.q.val();

        comment!("from 2^54 up");
        self.top.next = self.s3_top.q.val() + bits::<36>(self.s3_upper.q.val().get_bits::<19>(36));
        self.whole.next = (bits::<90>(self.top.val()) << 54)
            | (bits::<90>(self.s3_upper.q.val().get_bits::<36>(0)) << 18)
            | bits::<90>(self.s3_low.q.val());
        self.s4.d.next = self.whole.val().get_bits::<P>(0);
        self.p.next = self.s4.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Sim;

    /// Numbers of up to `bits` bits: the ends, single slices, and a few in between.
    fn numbers(bits: u32) -> Vec<u128> {
        let max = (1u128 << bits) - 1;
        let mut some = vec![0, 1, max, max - 1, max & 0x3_ffff, max >> 18 << 18, 0x5555_5555_5555_5555 & max];
        some.extend((0..6u128).map(|k| (0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835u128 >> (7 * k)) & max));
        some
    }

    /// All pairs through the block, one a cycle.
    macro_rules! check {
        ($name:ident, $a:literal, $b:literal, $latency:literal) => {{
            let mut sim = Sim::new($name::<$a, $b, { $a + $b }>::default(), |m| &mut m.clock);
            let pairs: Vec<_> =
                numbers($a).into_iter().flat_map(|a| numbers($b).into_iter().map(move |b| (a, b))).collect();
            for k in 0..pairs.len() + $latency - 1 {
                let (a, b) = pairs[k.min(pairs.len() - 1)];
                (sim.uut.a.next, sim.uut.b.next) = (U::wrap(a), U::wrap(b));
                sim.step().unwrap();
                if k + 1 >= $latency {
                    let (a, b) = pairs[k + 1 - $latency];
                    assert_eq!(sim.uut.p.val().raw(), a * b, "{a:#x} * {b:#x}");
                }
            }
        }};
    }

    #[test]
    fn products_are_exact_after_their_latency() {
        check!(Mul1x2, 12, 24, 2);
        check!(Mul1x2, 8, 20, 2);
        check!(Mul1x2, 18, 36, 2);
        check!(Mul3x1, 40, 18, 2);
        check!(Mul3x1, 54, 12, 2);
        check!(Mul2x2, 19, 30, 3);
        check!(Mul2x2, 24, 24, 3);
        check!(Mul2x2, 28, 20, 3);
        check!(Mul2x2, 36, 36, 3);
        check!(Mul3x2, 53, 36, 4);
        check!(Mul3x2, 54, 36, 4);
    }
}
