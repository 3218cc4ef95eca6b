//! g·marked/acked, between the loop of the counts and that of CP: it needs neither.

use super::{All, Gain};
use crate::prelude::*;
use crate::prim::ecc::option;
use crate::recip::Recip;

/// The share of a window in CP. Ports bear the stage of `dctcp.md` at which they count.
#[derive(LogicBlock, Default)]
pub struct Share {
    pub clock: Signal<In, ClkRst>,
    pub s4_a: Signal<In, U<14>>,
    pub s4_k: Signal<In, U<14>>,
    pub s5_g: Signal<In, U<17>>,
    pub s17_share: Signal<Out, U<41>>,
    pub rom_opt: Vec<Signal<Out, RomFault>>,

    s5_a: DReg<U<14>>,
    s5_k: DReg<U<14>>,
    product: Mul<14, 17, 31>,
    s6_a: DReg<U<14>>,
    s7_p: DReg<Gain>,
    s8_p: DReg<Gain>,
    s9_p: DReg<Gain>,
    s7_a: DReg<All>,
    s8_a: DReg<All>,
    s9_a: DReg<All>,
    s10_x: DReg<U<18>>,
    s10_d: DReg<U<23>>,
    s10_p_left: DReg<U<5>>,
    s10_a_left: DReg<U<5>>,
    s11_s: DReg<U<5>>,
    s12_s: DReg<U<5>>,
    s13_s: DReg<U<5>>,
    s14_s: DReg<U<5>>,
    recip: Recip,
    right_8: Mux4<42>,
    s15_halves: DReg<U<42>>,
    s15_fine: DReg<U<3>>,
    s16_halves: DReg<U<42>>,
    share: DReg<U<41>>,

    whole: Signal<Local, Bit>,
    by_2: Signal<Local, Bit>,
    twos: Signal<Local, U<31>>,
    unshifted: Signal<Local, U<42>>,
    _checked: usize,
}

impl Share {
    /// With parity of the reciprocal's table, if so.
    pub fn checked(parity: bool) -> Self {
        Self { rom_opt: option(parity), recip: Recip::checked(parity), _checked: parity.into(), ..Self::default() }
    }
}

impl Logic for Share {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module dctcp_share");
        comment!("@doc g * marked / acked of a window, U1.40, 13 cycles later. One a cycle, no reset, no valid.");
        comment!("@port s4_a packets of the window, 1 or more where the result counts");
        comment!("@port s4_k marked ones of them");
        comment!("@port s5_g weight of the window, U1.16, a cycle behind the counts");
        comment!("@port s17_share U1.40");
        clock!(self, clock, s5_a, s5_k, product, s6_a, s7_p, s8_p, s9_p, s7_a, s8_a, s9_a, s10_x, s10_d);
        clock!(self, clock, s10_p_left, s10_a_left, s11_s, s12_s, s13_s, s14_s, recip);
        clock!(self, clock, s15_halves, s15_fine, s16_halves, share);

        comment!("s4 to s5: where all is marked the share is g: one packet of one, and a division by one is exact");
        self.whole.next = self.s4_k.val() >= self.s4_a.val();
        self.s5_a.d.next = self.s4_a.val();
        self.s5_k.d.next = self.s4_k.val();
        if self.whole.val() {
            self.s5_a.d.next = 1.into();
            self.s5_k.d.next = 1.into();
        }

        comment!("s5 to s6: p = g * k, 17 + 14 = 31 bits");
        self.product.a.next = self.s5_k.q.val();
        self.product.b.next = self.s5_g.val();
        self.s6_a.d.next = self.s5_a.q.val();

        comment!("s6 to s10: p goes left until its leading one is bit 30, a until its is bit 13");
        self.s7_p.d.next.p = self.product.p.val();
        self.s7_p.d.next.left = 0.into();
        if !self.product.p.val().get_bits::<16>(15).any() {
            self.s7_p.d.next.p = self.product.p.val() << 16;
            self.s7_p.d.next.left = 16.into();
        }
        self.s7_a.d.next.a = self.s6_a.q.val();
        self.s7_a.d.next.left = 0.into();
        if !self.s6_a.q.val().get_bits::<8>(6).any() {
            self.s7_a.d.next.a = self.s6_a.q.val() << 8;
            self.s7_a.d.next.left = 8.into();
        }
        self.s8_p.d.next = self.s7_p.q.val();
        if !self.s7_p.q.val().p.get_bits::<8>(23).any() {
            self.s8_p.d.next.p = self.s7_p.q.val().p << 8;
            self.s8_p.d.next.left = self.s7_p.q.val().left | 8;
        }
        self.s8_a.d.next = self.s7_a.q.val();
        if !self.s7_a.q.val().a.get_bits::<4>(10).any() {
            self.s8_a.d.next.a = self.s7_a.q.val().a << 4;
            self.s8_a.d.next.left = self.s7_a.q.val().left | 4;
        }
        self.s9_p.d.next = self.s8_p.q.val();
        if !self.s8_p.q.val().p.get_bits::<4>(27).any() {
            self.s9_p.d.next.p = self.s8_p.q.val().p << 4;
            self.s9_p.d.next.left = self.s8_p.q.val().left | 4;
        }
        self.s9_a.d.next = self.s8_a.q.val();
        if !self.s8_a.q.val().a.get_bits::<2>(12).any() {
            self.s9_a.d.next.a = self.s8_a.q.val().a << 2;
            self.s9_a.d.next.left = self.s8_a.q.val().left | 2;
        }
        self.by_2.next = !self.s9_p.q.val().p.get_bits::<2>(29).any();
        self.twos.next = self.s9_p.q.val().p;
        if self.by_2.val() {
            self.twos.next = self.s9_p.q.val().p << 2;
        }
        self.s10_x.d.next = self.twos.val().get_bits::<18>(13);
        if !self.twos.val().get_bit(30) {
            self.s10_x.d.next = self.twos.val().get_bits::<18>(12);
        }
        self.s10_p_left.d.next =
            self.s9_p.q.val().left | (bits::<5>(self.by_2.val()) << 1) | bits::<5>(!self.twos.val().get_bit(30));
        self.s10_d.d.next = bits::<23>(self.s9_a.q.val().a.get_bits::<13>(0)) << 10;
        if !self.s9_a.q.val().a.get_bit(13) {
            self.s10_d.d.next = bits::<23>(self.s9_a.q.val().a.get_bits::<12>(0)) << 11;
        }
        self.s10_a_left.d.next = bits::<5>(self.s9_a.q.val().left) | bits::<5>(!self.s9_a.q.val().a.get_bit(13));

        comment!("s10 to s14: the reciprocal; the quotient's shift 16 + e - b, from b = 30 - left of p and e = 13 -");
        comment!("left of a");
        self.recip.x.next = self.s10_x.q.val();
        self.recip.d.next = self.s10_d.q.val();
        for k in 0..self._checked {
            self.rom_opt[k].next = self.recip.rom_opt[k].val();
        }
        self.s11_s.d.next = self.s10_p_left.q.val() - self.s10_a_left.q.val() - 1;
        self.s12_s.d.next = self.s11_s.q.val();
        self.s13_s.d.next = self.s12_s.q.val();
        self.s14_s.d.next = self.s13_s.q.val();

        comment!("s14 to s16: q * 2^4 / 2^s with its half bit below: by a multiple of 8, and by the rest");
        self.unshifted.next = bits::<42>(self.recip.q.val()) << 5;
        self.right_8.d0.next = self.unshifted.val();
        self.right_8.d1.next = self.unshifted.val() >> 8;
        self.right_8.d2.next = self.unshifted.val() >> 16;
        self.right_8.d3.next = self.unshifted.val() >> 24;
        self.right_8.sel.next = self.s14_s.q.val().get_bits::<2>(3);
        self.right_8.also.next = 0.into();
        self.s15_halves.d.next = self.right_8.q.val();
        self.s15_fine.d.next = self.s14_s.q.val().get_bits::<3>(0);
        self.s16_halves.d.next = self.s15_halves.q.val() >> self.s15_fine.q.val();

        comment!("s16 to s17: round half up");
        self.share.d.next = self.s16_halves.q.val().get_bits::<41>(1) + bits::<41>(self.s16_halves.q.val().get_bit(0));
        self.s17_share.next = self.share.q.val();
    }
}
