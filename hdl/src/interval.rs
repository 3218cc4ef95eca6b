#![doc = include_str!("interval.md")]
//!
//! # Why this file
//!
//! RTT/cw is needed behind the loop only, so it has its own reciprocal and cannot slow the window down.

use crate::prelude::*;
use crate::prim::ecc::option;
use crate::recip::Recip;

logic_struct! {
    /// The operands, and in which of their bytes the leading one is.
    pub struct I1 {
        pub kind: KindCode,
        pub qpn: Qpn,
        pub cw: Cw,
        pub flags: U<4>,
        pub rtt: RttNs,
        pub rtt_byte: U<2>,
        pub rtt_zero: Bit,
        pub cw_byte: U<2>,
        pub cw_zero: Bit,
    }
    /// What stands beside the operands while they are shifted.
    pub struct I2 {
        pub kind: KindCode,
        pub qpn: Qpn,
        pub cw: Cw,
        pub flags: U<4>,
        pub rtt_byte: U<2>,
        pub rtt_zero: Bit,
        pub cw_byte: U<2>,
        pub cw_zero: Bit,
    }
    /// What stands beside the operands and the quotient.
    pub struct Beside {
        pub kind: KindCode,
        pub qpn: Qpn,
        pub cw: Cw,
        pub flags: U<4>,
        /// The interval is 0: not paced, or no RTT.
        pub zero: Bit,
        /// The interval is all ones: cw = 0, or the quotient is far too large.
        pub sat: Bit,
        /// s − 4, where not `sat`.
        pub shift: U<5>,
    }
    /// The quotient before its rounding.
    pub struct Quotient {
        pub kind: KindCode,
        pub qpn: Qpn,
        pub cw: Cw,
        pub flags: U<4>,
        pub sat: Bit,
        pub whole: U<32>,
        pub half: Bit,
    }
}

/// RTT/cw for windows below one packet.
#[derive(LogicBlock, Default)]
pub struct Interval {
    pub clock: Signal<In, ClkRst>,
    pub in_valid: Signal<In, Bit>,
    pub in_kind: Signal<In, KindCode>,
    pub in_qpn: Signal<In, Qpn>,
    pub in_cw: Signal<In, Cw>,
    pub in_rtt: Signal<In, RttNs>,
    pub in_flags: Signal<In, U<4>>,
    pub out_valid: Signal<Out, Bit>,
    pub out_kind: Signal<Out, KindCode>,
    pub out_qpn: Signal<Out, Qpn>,
    pub out_cw: Signal<Out, Cw>,
    pub out_interval: Signal<Out, U<32>>,
    pub out_flags: Signal<Out, U<4>>,
    pub rom_opt: Vec<Signal<Out, RomFault>>,

    recip: Recip,
    i1_valid: Reg<Bit>,
    i2_valid: Reg<Bit>,
    i3_valid: Reg<Bit>,
    i4_valid: Reg<Bit>,
    i5_valid: Reg<Bit>,
    i6_valid: Reg<Bit>,
    i7_valid: Reg<Bit>,
    i8_valid: Reg<Bit>,
    i9_valid: Reg<Bit>,
    i10_valid: Reg<Bit>,
    i1: DReg<I1>,
    i2: DReg<I2>,
    /// The operands, shifted by all but the low three bits of their shifts; those bits.
    i2_dividend: DReg<U<32>>,
    i2_divisor: DReg<U<32>>,
    i2_dividend_by: DReg<U<3>>,
    i2_divisor_by: DReg<U<3>>,
    i3: DReg<Beside>,
    i3_x: DReg<U<18>>,
    i3_d: DReg<U<23>>,
    i4: DReg<Beside>,
    i5: DReg<Beside>,
    i6: DReg<Beside>,
    i7: DReg<Beside>,
    i8: DReg<Beside>,
    /// The quotient, shifted by all but the low three bits of its shift.
    i8_q: DReg<U<34>>,
    i9: DReg<Quotient>,
    i10_kind: DReg<KindCode>,
    i10_qpn: DReg<Qpn>,
    i10_cw: DReg<Cw>,
    i10_interval: DReg<U<32>>,
    i10_flags: DReg<U<4>>,

    rtt_highest: HighestOne<3, 2>,
    cw_highest: HighestOne<4, 2>,
    rtt_lead: HighestOne<8, 3>,
    cw_lead: HighestOne<8, 3>,
    /// The bytes with a one.
    rtt_some: Signal<Local, U<3>>,
    cw_some: Signal<Local, U<4>>,
    /// The highest of them.
    rtt_high: Signal<Local, U<8>>,
    cw_high: Signal<Local, U<8>>,
    rtt_left: Signal<Local, U<32>>,
    cw_left: Signal<Local, U<32>>,
    rtt_by: Signal<Local, U<5>>,
    cw_by: Signal<Local, U<5>>,
    b: Signal<Local, U<7>>,
    c: Signal<Local, U<7>>,
    shift: Signal<Local, U<7>>,
    q_by: Signal<Local, U<5>>,
    quotient: Signal<Local, U<34>>,
    rounded: Signal<Local, U<33>>,
    _checked: usize,
    free: Constant<Bit>,
}

impl Interval {
    pub fn new() -> Self {
        Self::default()
    }

    /// With parity of the table, if so.
    pub fn checked(parity: bool) -> Self {
        Self {
            rom_opt: option(parity),
            recip: Recip::checked(parity),
            _checked: parity.into(),
            free: free(),
            ..Self::default()
        }
    }
}

impl Logic for Interval {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module interval");
        comment!("@doc RTT/cw, the time between packets of a QP whose window is below one packet; 0 for the others. 10 cycles.");
        comment!("@port in_valid a new window, of an event other than the host's");
        comment!("@port in_kind 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data");
        comment!("@port in_qpn index of the QP");
        comment!("@port in_cw window, packets, U14.28");
        comment!("@port in_rtt round-trip time, ns");
        comment!("@port in_flags bit 0 paced, 1 floor, 2 sat, 3 ignored");
        comment!("@port out_valid the update, 10 cycles later");
        comment!("@port out_kind as in_kind");
        comment!("@port out_qpn index of the QP");
        comment!("@port out_cw as in_cw");
        comment!("@port out_interval time from packet to packet, ns");
        comment!("@port out_flags as in_flags");
        for _k in 0..self._checked {
            comment!("@port rom_parity a word of the table had a wrong bit");
        }
        clock!(self, clock, recip, i1_valid, i2_valid, i3_valid, i4_valid, i5_valid, i6_valid, i7_valid);
        clock!(self, clock, i8_valid, i9_valid, i10_valid);
        dff_setup!(self, clock, i1, i2, i2_dividend, i2_divisor, i2_dividend_by, i2_divisor_by, i3, i3_x, i3_d, i4, i5);
        dff_setup!(self, clock, i6, i7, i8, i8_q, i9, i10_kind, i10_qpn, i10_cw, i10_interval, i10_flags);

        comment!("i0 to i1: the highest byte with a one; a paced window has no integer part");
        self.rtt_some.next = 0.into();
        self.cw_some.next = bits::<4>(self.in_cw.val().get_bits::<4>(24).any()) << 3;
        for k in 0..3 {
            self.rtt_some.next = self.rtt_some.val().replace_bit(k, self.in_rtt.val().get_bits::<8>(8 * k).any());
            self.cw_some.next = self.cw_some.val().replace_bit(k, self.in_cw.val().get_bits::<8>(8 * k).any());
        }
        self.rtt_highest.a.next = self.rtt_some.val();
        self.cw_highest.a.next = self.cw_some.val();
        self.i1_valid.d.next = self.in_valid.val();
        if self.in_valid.val() | self.free.val() {
            self.i1.d.next.kind = self.in_kind.val();
            self.i1.d.next.qpn = self.in_qpn.val();
            self.i1.d.next.cw = self.in_cw.val();
            self.i1.d.next.flags = self.in_flags.val();
            self.i1.d.next.rtt = self.in_rtt.val();
            self.i1.d.next.rtt_byte = self.rtt_highest.pos.val();
            self.i1.d.next.rtt_zero = !self.rtt_highest.any.val();
            self.i1.d.next.cw_byte = self.cw_highest.pos.val();
            self.i1.d.next.cw_zero = !self.cw_highest.any.val();
        }

        comment!("i1 to i3: normalise both (trunc): X has its leading one in bit 17, D in bit 23, which is dropped. First by eights, while the");
        comment!("leading one is looked for in its byte; then by the rest");
        self.rtt_by.next = bits::<5>(!self.i1.q.val().rtt_byte) << 3;
        self.cw_by.next = bits::<5>(!self.i1.q.val().cw_byte) << 3;
        if self.i1_valid.q.val() | self.free.val() {
            self.i2_dividend.d.next = bits::<32>(self.i1.q.val().rtt) << self.rtt_by.val();
            self.i2_divisor.d.next = bits::<32>(self.i1.q.val().cw.get_bits::<28>(0)) << self.cw_by.val();
        }
        self.rtt_high.next = self.i1.q.val().rtt.get_bits::<8>(0);
        if self.i1.q.val().rtt_byte.get_bit(0) {
            self.rtt_high.next = self.i1.q.val().rtt.get_bits::<8>(8);
        }
        if self.i1.q.val().rtt_byte.get_bit(1) {
            self.rtt_high.next = self.i1.q.val().rtt.get_bits::<8>(16);
        }
        self.cw_high.next = self.i1.q.val().cw.get_bits::<8>(0);
        if self.i1.q.val().cw_byte.get_bit(0) {
            self.cw_high.next = self.i1.q.val().cw.get_bits::<8>(8);
        }
        if self.i1.q.val().cw_byte.get_bit(1) {
            self.cw_high.next = self.i1.q.val().cw.get_bits::<8>(16);
            if self.i1.q.val().cw_byte.get_bit(0) {
                self.cw_high.next = bits::<8>(self.i1.q.val().cw.get_bits::<4>(24));
            }
        }
        self.rtt_lead.a.next = self.rtt_high.val();
        self.cw_lead.a.next = self.cw_high.val();
        if self.i1_valid.q.val() | self.free.val() {
            self.i2_dividend_by.d.next = !self.rtt_lead.pos.val();
            self.i2_divisor_by.d.next = !self.cw_lead.pos.val();
        }
        self.i2_valid.d.next = self.i1_valid.q.val();
        if self.i1_valid.q.val() | self.free.val() {
            self.i2.d.next.kind = self.i1.q.val().kind;
            self.i2.d.next.qpn = self.i1.q.val().qpn;
            self.i2.d.next.cw = self.i1.q.val().cw;
            self.i2.d.next.flags = self.i1.q.val().flags;
            self.i2.d.next.rtt_byte = self.i1.q.val().rtt_byte;
            self.i2.d.next.rtt_zero = self.i1.q.val().rtt_zero;
            self.i2.d.next.cw_byte = self.i1.q.val().cw_byte;
            self.i2.d.next.cw_zero = self.i1.q.val().cw_zero;
        }
        self.rtt_left.next = self.i2_dividend.q.val() << self.i2_dividend_by.q.val();
        self.cw_left.next = self.i2_divisor.q.val() << self.i2_divisor_by.q.val();
        comment!("the shift of the quotient, s - 4 = c + 4 - b, is -19 to 31 in two's complement; below 0 the quotient is 2^32 or more");
        self.b.next = (bits::<7>(self.i2.q.val().rtt_byte) << 3) | bits::<7>(!self.i2_dividend_by.q.val());
        self.c.next = (bits::<7>(self.i2.q.val().cw_byte) << 3) | bits::<7>(!self.i2_divisor_by.q.val());
        self.shift.next = self.c.val() + 4 - self.b.val();
        self.i3_valid.d.next = self.i2_valid.q.val();
        if self.i2_valid.q.val() | self.free.val() {
            self.i3.d.next.kind = self.i2.q.val().kind;
            self.i3.d.next.qpn = self.i2.q.val().qpn;
            self.i3.d.next.cw = self.i2.q.val().cw;
            self.i3.d.next.flags = self.i2.q.val().flags;
            self.i3.d.next.zero =
                !self.i2.q.val().flags.get_bit(0) | (self.i2.q.val().rtt_zero & !self.i2.q.val().cw_zero);
            self.i3.d.next.sat = self.i2.q.val().flags.get_bit(0)
                & (self.i2.q.val().cw_zero | (self.shift.val().get_bit(6) & !self.i2.q.val().rtt_zero));
            self.i3.d.next.shift = self.shift.val().get_bits::<5>(0);
            self.i3_x.d.next = self.rtt_left.val().get_bits::<18>(14);
            self.i3_d.d.next = self.cw_left.val().get_bits::<23>(8);
        }

        comment!("i3 to i7: the reciprocal, with i3 as its r0 and i7 as its r4");
        self.recip.x.next = self.i3_x.q.val();
        self.recip.d.next = self.i3_d.q.val();
        self.i4_valid.d.next = self.i3_valid.q.val();
        self.i5_valid.d.next = self.i4_valid.q.val();
        self.i6_valid.d.next = self.i5_valid.q.val();
        self.i7_valid.d.next = self.i6_valid.q.val();
        if self.i3_valid.q.val() | self.free.val() {
            self.i4.d.next = self.i3.q.val();
        }
        if self.i4_valid.q.val() | self.free.val() {
            self.i5.d.next = self.i4.q.val();
        }
        if self.i5_valid.q.val() | self.free.val() {
            self.i6.d.next = self.i5.q.val();
        }
        if self.i6_valid.q.val() | self.free.val() {
            self.i7.d.next = self.i6.q.val();
        }

        comment!("i7 to i9: q / 2^s, 33 bits of it, with the half bit below: by eights, then by the rest. The 33rd bit saturates");
        self.q_by.next = self.i7.q.val().shift & 24;
        self.i8_valid.d.next = self.i7_valid.q.val();
        if self.i7_valid.q.val() | self.free.val() {
            self.i8.d.next = self.i7.q.val();
            self.i8_q.d.next = self.recip.q.val().get_bits::<34>(3) >> self.q_by.val();
        }
        self.quotient.next = self.i8_q.q.val() >> self.i8.q.val().shift.get_bits::<3>(0);
        self.i9_valid.d.next = self.i8_valid.q.val();
        if self.i8_valid.q.val() | self.free.val() {
            self.i9.d.next.kind = self.i8.q.val().kind;
            self.i9.d.next.qpn = self.i8.q.val().qpn;
            self.i9.d.next.cw = self.i8.q.val().cw;
            self.i9.d.next.flags = self.i8.q.val().flags;
            self.i9.d.next.sat = self.i8.q.val().sat | (self.quotient.val().get_bit(33) & !self.i8.q.val().zero);
            self.i9.d.next.whole = self.quotient.val().get_bits::<32>(1);
            self.i9.d.next.half = self.quotient.val().get_bit(0);
            if self.i8.q.val().zero {
                self.i9.d.next.whole = 0.into();
                self.i9.d.next.half = false;
            }
        }

        comment!("i9 to i10: round half up, sat");
        self.rounded.next = bits::<33>(self.i9.q.val().whole) + bits::<33>(self.i9.q.val().half);
        self.i10_valid.d.next = self.i9_valid.q.val();
        if self.i9_valid.q.val() | self.free.val() {
            self.i10_kind.d.next = self.i9.q.val().kind;
            self.i10_qpn.d.next = self.i9.q.val().qpn;
            self.i10_cw.d.next = self.i9.q.val().cw;
            self.i10_flags.d.next = self.i9.q.val().flags;
            self.i10_interval.d.next = self.rounded.val().get_bits::<32>(0);
            if self.i9.q.val().sat | self.rounded.val().get_bit(32) {
                self.i10_interval.d.next = bits::<32>(0xffff_ffffu64);
            }
        }
        self.out_valid.next = self.i10_valid.q.val();
        self.out_kind.next = self.i10_kind.q.val();
        self.out_qpn.next = self.i10_qpn.q.val();
        self.out_cw.next = self.i10_cw.q.val();
        self.out_interval.next = self.i10_interval.q.val();
        self.out_flags.next = self.i10_flags.q.val();
        for k in 0..self._checked {
            self.rom_opt[k].next = self.recip.rom_opt[k].val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Sim;
    use layout::record::flag;
    use layout::timing::INTERVAL_LATENCY;

    const MAX: u64 = 0xffff_ffff;

    /// Feeds one window a cycle: (cw, rtt, flags). Checks the latency and returns the intervals.
    fn run(inputs: &[(u64, u64, u8)]) -> Vec<u64> {
        let _width = QpBits::set(4);
        let mut sim = Sim::new(Interval::new(), |b| &mut b.clock);
        sim.reset(2).unwrap();
        let mut out = vec![];
        for k in 0..inputs.len() + INTERVAL_LATENCY as usize {
            let input = inputs.get(k).copied();
            let (cw, rtt, flags) = input.unwrap_or_default();
            sim.uut.in_valid.next = input.is_some();
            sim.uut.in_cw.next = cw.into();
            sim.uut.in_rtt.next = rtt.into();
            sim.uut.in_flags.next = u64::from(flags).into();
            sim.settle().unwrap();
            assert_eq!(sim.uut.out_valid.val(), k >= INTERVAL_LATENCY as usize);
            if sim.uut.out_valid.val() {
                out.push(sim.uut.out_interval.val().raw() as u64);
            }
            sim.step().unwrap();
        }
        out
    }

    #[test]
    fn intervals_are_rtt_over_window() {
        const ONE: u64 = 1 << 28;
        let paced = |cw, rtt| (cw, rtt, flag::PACED);
        let inputs = [
            paced(ONE / 2, 10_000),
            paced(ONE / 256, 10_000),
            paced(ONE / 4 * 3, 1),
            paced(ONE / 16 * 9, 9),
            (ONE / 2, 10_000, 0),
            paced(1, 1),
            paced(1, (1 << 24) - 1),
        ];
        // a power of two divides exactly; 4/3, 16 are rounded
        assert_eq!(run(&inputs), [20_000, 2_560_000, 1, 16, 0, 1 << 28, MAX]);
    }

    #[test]
    fn corners_saturate_or_give_zero() {
        let paced = |cw, rtt| (cw, rtt, flag::PACED);
        assert_eq!(run(&[paced(0, 5), paced(0, 0), paced(5, 0), (0, 5, 0)]), [MAX, MAX, 0, 0]);
        // 16/2^-28 is 2^32
        assert_eq!(run(&[paced(1, 16), paced(1, 15)]), [MAX, 15 << 28]);
    }
}
