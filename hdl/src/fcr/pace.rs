//! The least time a byte takes at a rate: never less than 8000/rate.

use crate::prelude::*;
use crate::prim::ecc::option;
use crate::recip::Recip;

/// Ports bear the cycle behind `p0_rate` at which they count.
#[derive(LogicBlock, Default)]
pub struct Pace {
    pub clock: Signal<In, ClkRst>,
    pub p0_rate: Signal<In, U<22>>,
    pub p10_pace: Signal<Out, U<41>>,
    pub rom_opt: Vec<Signal<Out, RomFault>>,

    lead: HighestOne<22, 5>,
    p1_rate: DReg<U<22>>,
    p2_d: DReg<U<23>>,
    /// The position of the rate's leading one: `b[k]` stands in p(k + 1).
    b: [DReg<U<5>>; 7],
    /// `margin[k]` in p(k + 3).
    margin: [DReg<Bit>; 4],
    recip: Recip,
    p7_q: DReg<U<37>>,
    p8: DReg<U<41>>,
    p8_more: DReg<Bit>,
    p8_fine: DReg<U<3>>,
    p9: DReg<U<41>>,
    p9_more: DReg<Bit>,
    p10: DReg<U<41>>,

    far: Signal<Local, U<5>>,
    normal: Signal<Local, U<22>>,
    wide: Signal<Local, U<41>>,
    kept: Signal<Local, U<7>>,
    x: Constant<U<18>>,
    _checked: usize,
}

impl Pace {
    /// With parity in the reciprocal's table, if so.
    pub fn checked(parity: bool) -> Self {
        Self {
            rom_opt: option(parity),
            recip: Recip::checked(parity),
            x: Constant::new((8000u64 << 5).into()),
            _checked: parity.into(),
            ..Self::default()
        }
    }
}

impl Logic for Pace {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module fcr_pace");
        comment!("@doc Least time a byte takes at a rate, 10 cycles later: 8000 / rate, cut upwards. One a cycle, no reset, no valid.");
        comment!("@port p0_rate Mbit/s, 1 or more where the result counts");
        comment!("@port p10_pace ns a byte, U13.28");
        comment!("@constant x a byte takes 8000 ns at 1 Mbit/s; by 2^5");
        clock!(self, clock, p1_rate, p2_d, recip, p7_q, p8, p8_more, p8_fine, p9, p9_more, p10);
        for i in 0..7 {
            clock!(self, clock, b[i]);
        }
        for i in 0..4 {
            clock!(self, clock, margin[i]);
        }

        comment!("p0 to p1: b, the position of the leading one");
        self.lead.a.next = self.p0_rate.val();
        self.p1_rate.d.next = self.p0_rate.val();
        self.b[0].d.next = self.lead.pos.val();
        for i in 1..7 {
            self.b[i].d.next = self.b[i - 1].q.val();
        }

        comment!("p1 to p2: (rate << (23 - b)) - 2^23, exact");
        self.far.next = bits::<5>(21) - self.b[0].q.val();
        self.normal.next = self.p1_rate.q.val() << self.far.val();
        self.p2_d.d.next = bits::<23>(self.normal.val().get_bits::<21>(0)) << 2;

        comment!("p2 to p6: the reciprocal");
        self.recip.x.next = self.x.val();
        self.recip.d.next = self.p2_d.q.val();
        self.margin[0].d.next = self.p2_d.q.val().any();
        for i in 1..4 {
            self.margin[i].d.next = self.margin[i - 1].q.val();
        }

        comment!("p6 to p7: more by what it may be too small: q / 2^18 + 1; none where it is exact");
        self.p7_q.d.next = self.recip.q.val();
        if self.margin[3].q.val() {
            self.p7_q.d.next = self.recip.q.val() + bits::<37>(self.recip.q.val().get_bits::<19>(18)) + 1;
        }

        comment!("p7 to p9: q * 2^4 / 2^b, by a multiple of 8 and by the rest; were any of the bits that go ones?");
        self.wide.next = bits::<41>(self.p7_q.q.val()) << 4;
        self.p8.d.next = self.wide.val();
        self.p8_more.d.next = false;
        if self.b[6].q.val().get_bit(3) {
            self.p8.d.next = self.wide.val() >> 8;
            self.p8_more.d.next = self.wide.val().get_bits::<8>(0).any();
        }
        if self.b[6].q.val().get_bit(4) {
            self.p8.d.next = self.wide.val() >> 16;
            self.p8_more.d.next = self.wide.val().get_bits::<16>(0).any();
        }
        self.p8_fine.d.next = self.b[6].q.val().get_bits::<3>(0);
        self.kept.next = bits::<7>(0x7f) << self.p8_fine.q.val();
        self.p9.d.next = self.p8.q.val() >> self.p8_fine.q.val();
        self.p9_more.d.next = self.p8_more.q.val() | (self.p8.q.val().get_bits::<7>(0) & !self.kept.val()).any();

        comment!("p9 to p10: ceil");
        self.p10.d.next = self.p9.q.val() + bits::<41>(self.p9_more.q.val());
        self.p10_pace.next = self.p10.q.val();
        for k in 0..self._checked {
            self.rom_opt[k].next = self.recip.rom_opt[k].val();
        }
    }
}
