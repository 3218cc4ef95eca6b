#![doc = include_str!("interval.md")]
//!
//! # Why this file
//!
//! RTT/cw is needed behind the loop only, so it has its own reciprocal and cannot slow the window down.

use crate::prelude::*;
use crate::prim::ecc::option;
use crate::recip::Recip;

logic_struct! {
    /// The operands with their leading ones.
    pub struct I1 {
        pub kind: U<3>,
        pub qpn: Qpn,
        pub cw: U<42>,
        pub flags: U<4>,
        pub rtt: U<24>,
        /// Position of rtt's leading one.
        pub b: U<5>,
        pub rtt_zero: Bit,
        /// Position of cw's leading one.
        pub c: U<5>,
        pub cw_zero: Bit,
    }
    /// What the reciprocal does not carry.
    pub struct I2 {
        pub kind: U<3>,
        pub qpn: Qpn,
        pub cw: U<42>,
        pub flags: U<4>,
        /// The interval is 0: not paced, or no RTT.
        pub zero: Bit,
        /// The interval is all ones: cw = 0, or the quotient is far too large.
        pub sat: Bit,
        /// s − 4, where not `sat`.
        pub shift: U<5>,
    }
    /// The quotient before its rounding.
    pub struct I7 {
        pub kind: U<3>,
        pub qpn: Qpn,
        pub cw: U<42>,
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
    pub in_kind: Signal<In, U<3>>,
    pub in_qpn: Signal<In, Qpn>,
    pub in_cw: Signal<In, U<42>>,
    pub in_rtt: Signal<In, U<24>>,
    pub in_flags: Signal<In, U<4>>,
    pub out_valid: Signal<Out, Bit>,
    pub out_kind: Signal<Out, U<3>>,
    pub out_qpn: Signal<Out, Qpn>,
    pub out_cw: Signal<Out, U<42>>,
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
    i1: DReg<I1>,
    i2: DReg<I2>,
    i2_x: DReg<U<18>>,
    i2_d: DReg<U<23>>,
    i3: DReg<I2>,
    i4: DReg<I2>,
    i5: DReg<I2>,
    i6: DReg<I2>,
    i7: DReg<I7>,

    rtt_lead: Lzc<24, 5>,
    cw_lead: Lzc<28, 5>,
    rtt_left: Signal<Local, U<32>>,
    cw_left: Signal<Local, U<32>>,
    shift: Signal<Local, U<7>>,
    quotient: Signal<Local, U<34>>,
    rounded: Signal<Local, U<33>>,
    _checked: usize,
}

impl Interval {
    pub fn new() -> Self {
        Self::default()
    }

    /// With parity of the table, if so.
    pub fn checked(parity: bool) -> Self {
        Self { rom_opt: option(parity), recip: Recip::checked(parity), _checked: parity.into(), ..Self::default() }
    }
}

impl Logic for Interval {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module interval");
        comment!("@doc RTT/cw, the time between packets of a QP whose window is below one packet; 0 for the others. 7 cycles.");
        comment!("@port in_valid a new window, of an event other than the host's");
        comment!("@port in_kind 0 ack, 1 loss, 2 rtt, 3 cnp, 6 data");
        comment!("@port in_qpn index of the QP");
        comment!("@port in_cw window, packets, U14.28");
        comment!("@port in_rtt round-trip time, ns");
        comment!("@port in_flags bit 0 paced, 1 floor, 2 sat, 3 ignored");
        comment!("@port out_valid the update, 7 cycles later");
        comment!("@port out_kind as in_kind");
        comment!("@port out_qpn index of the QP");
        comment!("@port out_cw as in_cw");
        comment!("@port out_interval time from packet to packet, ns");
        comment!("@port out_flags as in_flags");
        for _k in 0..self._checked {
            comment!("@port rom_parity a word of the table had a wrong bit");
        }
        clock!(self, clock, recip, i1_valid, i2_valid, i3_valid, i4_valid, i5_valid, i6_valid, i7_valid);
        clock!(self, clock, i1, i2, i2_x, i2_d, i3, i4, i5, i6, i7);

        comment!("i0 to i1: leading ones; a paced window has no integer part");
        self.rtt_lead.a.next = self.in_rtt.val();
        self.cw_lead.a.next = self.in_cw.val().get_bits::<28>(0);
        self.i1_valid.d.next = self.in_valid.val();
        self.i1.d.next.kind = self.in_kind.val();
        self.i1.d.next.qpn = self.in_qpn.val();
        self.i1.d.next.cw = self.in_cw.val();
        self.i1.d.next.flags = self.in_flags.val();
        self.i1.d.next.rtt = self.in_rtt.val();
        self.i1.d.next.b = self.rtt_lead.pos.val();
        self.i1.d.next.rtt_zero = !self.rtt_lead.any.val();
        self.i1.d.next.c = self.cw_lead.pos.val();
        self.i1.d.next.cw_zero = !self.cw_lead.any.val();

        comment!("i1 to i2: normalise both (trunc): X has its leading one in bit 17, D in bit 23, which is dropped. The shift of the");
        comment!("quotient, s - 4 = c + 4 - b, is -19 to 31 in two's complement; below 0 the quotient is 2^32 or more");
        self.rtt_left.next = bits::<32>(self.i1.q.val().rtt) << !self.i1.q.val().b;
        self.cw_left.next = bits::<32>(self.i1.q.val().cw.get_bits::<28>(0)) << !self.i1.q.val().c;
        self.shift.next = bits::<7>(self.i1.q.val().c) + 4 - bits::<7>(self.i1.q.val().b);
        self.i2_valid.d.next = self.i1_valid.q.val();
        self.i2.d.next.kind = self.i1.q.val().kind;
        self.i2.d.next.qpn = self.i1.q.val().qpn;
        self.i2.d.next.cw = self.i1.q.val().cw;
        self.i2.d.next.flags = self.i1.q.val().flags;
        self.i2.d.next.zero = !self.i1.q.val().flags.get_bit(0) | (self.i1.q.val().rtt_zero & !self.i1.q.val().cw_zero);
        self.i2.d.next.sat = self.i1.q.val().flags.get_bit(0)
            & (self.i1.q.val().cw_zero | (self.shift.val().get_bit(6) & !self.i1.q.val().rtt_zero));
        self.i2.d.next.shift = self.shift.val().get_bits::<5>(0);
        self.i2_x.d.next = self.rtt_left.val().get_bits::<18>(14);
        self.i2_d.d.next = self.cw_left.val().get_bits::<23>(8);

        comment!("i2 to i6: the reciprocal, with i2 as its r0 and i6 as its r4");
        self.recip.x.next = self.i2_x.q.val();
        self.recip.d.next = self.i2_d.q.val();
        self.i3_valid.d.next = self.i2_valid.q.val();
        self.i4_valid.d.next = self.i3_valid.q.val();
        self.i5_valid.d.next = self.i4_valid.q.val();
        self.i6_valid.d.next = self.i5_valid.q.val();
        self.i3.d.next = self.i2.q.val();
        self.i4.d.next = self.i3.q.val();
        self.i5.d.next = self.i4.q.val();
        self.i6.d.next = self.i5.q.val();

        comment!("i6 to i7: q / 2^s, 33 bits of it, with the half bit below; the 33rd bit saturates");
        self.quotient.next = self.recip.q.val().get_bits::<34>(3) >> self.i6.q.val().shift;
        self.i7_valid.d.next = self.i6_valid.q.val();
        self.i7.d.next.kind = self.i6.q.val().kind;
        self.i7.d.next.qpn = self.i6.q.val().qpn;
        self.i7.d.next.cw = self.i6.q.val().cw;
        self.i7.d.next.flags = self.i6.q.val().flags;
        self.i7.d.next.sat = self.i6.q.val().sat | (self.quotient.val().get_bit(33) & !self.i6.q.val().zero);
        self.i7.d.next.whole = self.quotient.val().get_bits::<32>(1);
        self.i7.d.next.half = self.quotient.val().get_bit(0);
        if self.i6.q.val().zero {
            self.i7.d.next.whole = 0.into();
            self.i7.d.next.half = false;
        }

        comment!("i7: round half up, sat");
        self.rounded.next = bits::<33>(self.i7.q.val().whole) + bits::<33>(self.i7.q.val().half);
        self.out_valid.next = self.i7_valid.q.val();
        self.out_kind.next = self.i7.q.val().kind;
        self.out_qpn.next = self.i7.q.val().qpn;
        self.out_cw.next = self.i7.q.val().cw;
        self.out_flags.next = self.i7.q.val().flags;
        self.out_interval.next = self.rounded.val().get_bits::<32>(0);
        if self.i7.q.val().sat | self.rounded.val().get_bit(32) {
            self.out_interval.next = bits::<32>(0xffff_ffffu64);
        }
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
