//! eta/U as a mantissa of 18 bits and a shift: all that line 13 needs of U, feed-forward between the loops.

use crate::prelude::*;
use crate::prim::ecc::option;
use crate::recip::Recip;

/// eta/U, and whether U is at least eta. Eight cycles, one result a cycle, no reset, no valid.
#[derive(LogicBlock, Default)]
pub struct Growth {
    pub clock: Signal<In, ClkRst>,
    pub valid: Signal<In, U<8>>,
    pub u: Signal<In, Util>,
    pub eta: Signal<In, U<17>>,
    pub r: Signal<Out, U<18>>,
    pub n: Signal<Out, U<7>>,
    pub above: Signal<Out, Bit>,
    pub zero: Signal<Out, Bit>,
    pub rom_opt: Vec<Signal<Out, RomFault>>,

    g1_u: DReg<U<39>>,
    g1_group: DReg<U<2>>,
    g1_eta: DReg<U<17>>,
    g1_le: DReg<U<5>>,
    g2_u: DReg<U<27>>,
    g2_group: DReg<U<2>>,
    g2_nibble: DReg<U<2>>,
    g2_x: DReg<U<18>>,
    g2_le: DReg<U<5>>,
    g3_lu: DReg<U<6>>,
    g3_le: DReg<U<5>>,
    recip: Recip,
    g4_n: DReg<U<7>>,
    g5_n: DReg<U<7>>,
    g6_n: DReg<U<7>>,
    g7_n: DReg<U<7>>,
    g8_r: DReg<U<18>>,
    g8_n: DReg<U<7>>,
    /// Bit k: of the operands that stand in g(k+1).
    above_line: DReg<U<8>>,
    zero_line: DReg<U<8>>,

    high: Signal<Local, Bit>,
    mid: Signal<Local, Bit>,
    eta_lead: HighestOne<17, 5>,
    eta_left: Signal<Local, U<32>>,
    n3: Signal<Local, Bit>,
    n2: Signal<Local, Bit>,
    n1: Signal<Local, Bit>,
    lead: Signal<Local, U<2>>,
    d: Signal<Local, U<23>>,
    halves: Signal<Local, U<19>>,
    rounded: Signal<Local, U<20>>,
    free: Constant<Bit>,
    _checked: usize,
}

impl Growth {
    pub fn new() -> Self {
        Self::checked(false)
    }

    /// With parity of the table, if so.
    pub fn checked(parity: bool) -> Self {
        Self {
            rom_opt: option(parity),
            recip: Recip::stepped(parity),
            free: free(),
            _checked: parity.into(),
            ..Self::default()
        }
    }
}

impl Logic for Growth {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module window_growth");
        comment!("@doc eta/U = r * 2^(19 - n), r to 18 bits, eight cycles later, and whether U is at least eta, or 0.");
        comment!("@port valid bit i: an event stands in gi");
        comment!("@port u U, U12.36");
        comment!("@port eta target utilisation, U1.16");
        comment!("@port r mantissa; nothing where U is 0");
        comment!("@port n shift of a product with r to the right, plus 19: 0 to 64");
        comment!("@port above U is at least eta");
        comment!("@port zero U is 0");
        for _k in 0..self._checked {}
        clock!(self, clock, recip, above_line, zero_line);
        dff_setup!(self, clock, g1_u, g1_group, g1_eta, g1_le, g2_u, g2_group, g2_nibble, g2_x, g2_le, g3_lu);
        dff_setup!(self, clock, g3_le, g4_n, g5_n, g6_n, g7_n, g8_r, g8_n);

        comment!("g0 to g1: U against eta in 2^-16; U's topmost 16 bits that are not 0 come to bits 23 to 38; eta's leading one");
        self.high.next = self.u.val().get_bits::<16>(32).any();
        self.mid.next = self.u.val().get_bits::<16>(16).any();
        if self.valid.val().get_bit(0) | self.free.val() {
            self.g1_u.d.next = bits::<39>(self.u.val().get_bits::<16>(0)) << 23;
            self.g1_group.d.next = 0.into();
            if self.mid.val() {
                self.g1_u.d.next = bits::<39>(self.u.val().get_bits::<32>(0)) << 7;
                self.g1_group.d.next = 1.into();
            }
            if self.high.val() {
                self.g1_u.d.next = self.u.val().get_bits::<39>(9);
                self.g1_group.d.next = 2.into();
            }
        }
        self.above_line.d.next =
            (self.above_line.q.val() << 1) | bits::<8>(self.u.val().get_bits::<28>(20) >= bits::<28>(self.eta.val()));
        self.zero_line.d.next = (self.zero_line.q.val() << 1)
            | bits::<8>(!self.high.val() & !self.mid.val() & !self.u.val().get_bits::<16>(0).any());
        self.eta_lead.a.next = self.eta.val();
        if self.valid.val().get_bit(0) | self.free.val() {
            self.g1_eta.d.next = self.eta.val();
            self.g1_le.d.next = self.eta_lead.pos.val();
        }

        comment!(
            "g1 to g2: the topmost 4 bits that are not 0 come to bits 23 to 26; x: eta with its leading one in bit 17"
        );
        self.n3.next = self.g1_u.q.val().get_bits::<4>(35).any();
        self.n2.next = self.g1_u.q.val().get_bits::<4>(31).any();
        self.n1.next = self.g1_u.q.val().get_bits::<4>(27).any();
        if self.valid.val().get_bit(1) | self.free.val() {
            self.g2_u.d.next = self.g1_u.q.val().get_bits::<27>(0);
            self.g2_nibble.d.next = 0.into();
            if self.n1.val() {
                self.g2_u.d.next = self.g1_u.q.val().get_bits::<27>(4);
                self.g2_nibble.d.next = 1.into();
            }
            if self.n2.val() {
                self.g2_u.d.next = self.g1_u.q.val().get_bits::<27>(8);
                self.g2_nibble.d.next = 2.into();
            }
            if self.n3.val() {
                self.g2_u.d.next = self.g1_u.q.val().get_bits::<27>(12);
                self.g2_nibble.d.next = 3.into();
            }
            self.g2_group.d.next = self.g1_group.q.val();
        }
        self.eta_left.next = bits::<32>(self.g1_eta.q.val()) << !self.g1_le.q.val();
        if self.valid.val().get_bit(1) | self.free.val() {
            self.g2_x.d.next = self.eta_left.val().get_bits::<18>(14);
            self.g2_le.d.next = self.g1_le.q.val();
        }

        comment!("g2 to g3: U's leading one, at lu, comes to bit 23 and goes (trunc below): d, which is the reciprocal's at once");
        self.lead.next = 0.into();
        self.d.next = self.g2_u.q.val().get_bits::<23>(0);
        if self.g2_u.q.val().get_bit(24) {
            self.lead.next = 1.into();
            self.d.next = self.g2_u.q.val().get_bits::<23>(1);
        }
        if self.g2_u.q.val().get_bit(25) {
            self.lead.next = 2.into();
            self.d.next = self.g2_u.q.val().get_bits::<23>(2);
        }
        if self.g2_u.q.val().get_bit(26) {
            self.lead.next = 3.into();
            self.d.next = self.g2_u.q.val().get_bits::<23>(3);
        }
        if self.valid.val().get_bit(2) | self.free.val() {
            self.g3_lu.d.next = (bits::<6>(self.g2_group.q.val()) << 4)
                | (bits::<6>(self.g2_nibble.q.val()) << 2)
                | bits::<6>(self.lead.val());
            self.g3_le.d.next = self.g2_le.q.val();
        }

        comment!("g2 to g7: the reciprocal, with a step between its table and its multipliers. 16 + lu - le - drop + 19 is n, and drop at");
        comment!("least 18");
        self.recip.x.next = self.g2_x.q.val();
        self.recip.d.next = self.d.val();
        for k in 0..self._checked {
            self.rom_opt[k].next = self.recip.rom_opt[k].val();
        }
        if self.valid.val().get_bit(3) | self.free.val() {
            self.g4_n.d.next = bits::<7>(self.g3_lu.q.val()) + 17 - bits::<7>(self.g3_le.q.val());
        }
        if self.valid.val().get_bit(4) | self.free.val() {
            self.g5_n.d.next = self.g4_n.q.val();
        }
        if self.valid.val().get_bit(5) | self.free.val() {
            self.g6_n.d.next = self.g5_n.q.val();
        }
        if self.valid.val().get_bit(6) | self.free.val() {
            self.g7_n.d.next = self.g6_n.q.val();
        }

        comment!("g7 to g8: r: 18 bits (round half up), or 19 where that gives 2^18 (sat); drop is 19 where the quotient is 2^36 or more");
        self.halves.next = self.recip.q.val().get_bits::<19>(17);
        if self.recip.q.val().get_bit(36) {
            self.halves.next = self.recip.q.val().get_bits::<19>(18);
        }
        self.rounded.next = bits::<20>(self.halves.val()) + 1;
        if self.valid.val().get_bit(7) | self.free.val() {
            self.g8_r.d.next = self.rounded.val().get_bits::<18>(1);
            if self.rounded.val().get_bit(19) {
                self.g8_r.d.next = bits::<18>(0x3ffff);
            }
            self.g8_n.d.next = self.g7_n.q.val() - bits::<7>(self.recip.q.val().get_bit(36));
        }

        comment!("g8: the result");
        self.r.next = self.g8_r.q.val();
        self.n.next = self.g8_n.q.val();
        self.above.next = self.above_line.q.val().get_bit(7);
        self.zero.next = self.zero_line.q.val().get_bit(7);
    }
}
