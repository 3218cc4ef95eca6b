//! From the hop that was chosen to theta and the addend: lines 8 and 9 but for U's own share.

use super::lane::Choice;
use super::shift::{InflightRound, ROUND};
use crate::prelude::*;
use crate::prim::ecc::option;
use crate::recip::Recip;
use crate::records::Units;
use crate::wide_mul::WideMul;
use layout::hpcc;

/// Cycles of [`InflightTerms`].
pub(super) const TERMS: usize = 23;

logic_struct! {
    /// What a parameter set says.
    pub struct TauGain {
        pub t_ticks = hpcc::T_TICKS,
        pub m = hpcc::TAU_GAIN_M => "its top bit set",
        pub e = hpcc::TAU_GAIN_E => "32 to 51",
    }
    /// What a speed code says: 1/(B·ts_unit).
    pub struct InverseB {
        pub m = hpcc::INV_B_M => "its top bit set",
        pub e = hpcc::INV_B_E => "28 to 48",
    }
}

/// theta, and the addend of U's sum.
#[derive(LogicBlock)]
pub struct InflightTerms {
    pub clock: Signal<In, ClkRst>,
    pub cfg: Signal<In, Units>,
    pub set_we: Signal<In, Bit>,
    pub set_index: Signal<In, U<4>>,
    pub set_gain: Signal<In, TauGain>,
    pub spd_we: Signal<In, Bit>,
    pub spd_code: Signal<In, U<4>>,
    pub spd_inv_b: Signal<In, InverseB>,
    pub in_hop: Signal<In, Choice>,
    pub in_chosen: Signal<In, Bit>,
    pub in_set: Signal<In, U<4>>,
    pub out_theta: Signal<Out, U<37>>,
    pub out_addend: Signal<Out, U<49>>,
    pub rom_opt: Vec<Signal<Out, RomFault>>,

    gains: Table<TauGain, 4>,
    inverses: Table<InverseB, 4>,

    // tau and T
    w1_dts: DReg<U<24>>,
    w2_short: DReg<Bit>,
    w6_short: Delay<Bit>,
    w14_short: Delay<Bit>,
    w2_gain_e: DReg<U<6>>,
    w4_gain_e: Delay<U<6>>,
    w8_gain_m: Delay<U<32>>,
    w14_gain_m: Delay<U<32>>,
    w2_b_e: DReg<U<6>>,
    w3_b_e: DReg<U<6>>,
    w5_b_m: Delay<U<32>>,

    // theta
    dts_gain: WideMul<24, 32, 56>,
    w5_theta: DReg<U<41>>,
    w5_theta_shift: DReg<U<2>>,
    w6_theta: DReg<U<38>>,
    w7_theta: DReg<U<37>>,
    w11_theta: Delay<U<37>>,
    w22_theta: Delay<U<37>>,
    theta_fours: Signal<Local, U<61>>,
    theta_ones: Signal<Local, U<41>>,

    // the queue's share
    q_bytes: Mul<16, 12, 28>,
    // a leading one's place is counted so that the top place is 31: how far it is from there is the complement
    q_lead: Lzc<32, 5>,
    w2_q: DReg<U<28>>,
    w3_q: DReg<U<28>>,
    w3_q_lead: DReg<U<5>>,
    w4_q: DReg<U<28>>,
    w4_q_left: DReg<U<3>>,
    w5_q: DReg<U<28>>,
    q_ticks: WideMul<28, 32, 60>,
    q_share: WideMul<36, 32, 68>,
    q_weighted: WideMul<36, 36, 72>,
    w14_y: Delay<U<36>>,
    w15_q: DReg<U<72>>,
    w2_e_sum: DReg<U<7>>,
    w3_e_sum: DReg<U<7>>,
    w4_q_shift: DReg<U<7>>,
    w15_q_shift: Delay<U<7>>,
    q_round: InflightRound,
    w22_q_term: Delay<U<49>>,

    // 1/dts
    dts_lead: Lzc<32, 5>,
    w2_dts: DReg<U<24>>,
    w2_dts_lead: DReg<U<5>>,
    w3_dts: DReg<U<24>>,
    w3_dts_left: DReg<U<3>>,
    w4_dts: DReg<U<24>>,
    w8_dts: Delay<U<24>>,
    recip: Recip,
    r: Signal<Local, U<24>>,
    dts_r: WideMul<24, 24, 48>,
    error: Signal<Local, U<30>>,
    w12_error: DReg<U<18>>,
    w12_r: Delay<U<24>>,
    corrects: Mul<18, 18, 36>,
    w13_r: DReg<U<24>>,
    w13_negative: DReg<Bit>,
    corr_high: Signal<Local, U<18>>,
    w14_r: DReg<U<24>>,
    w14_power: Delay<Bit>,
    w14_corr: DReg<U<19>>,
    corr_sign: Signal<Local, U<36>>,
    inverse: Signal<Local, U<36>>,
    w15_m: DReg<U<36>>,

    // the link's share
    tx_bytes: WideMul<12, 20, 32>,
    tx_lead: Lzc<32, 5>,
    w3_tx: DReg<U<32>>,
    w3_tx_lead: DReg<U<5>>,
    w4_tx: DReg<U<32>>,
    w4_tx_left: DReg<U<3>>,
    w5_tx: DReg<U<32>>,
    tx_ticks: WideMul<32, 32, 64>,
    w15_tx: Delay<U<36>>,
    tx_share: WideMul<36, 36, 72>,
    w3_e: DReg<U<6>>,
    w4_tx_shift: DReg<U<7>>,
    w14_tx_shift: Delay<U<7>>,
    w15_tx_shift: DReg<U<7>>,
    w18_tx_shift: Delay<U<7>>,
    tx_round: InflightRound,

    w22_chosen: Delay<Bit>,
    sum: Signal<Local, U<50>>,
    w23_theta: DReg<U<37>>,
    w23_addend: DReg<U<49>>,

    one: Constant<U<37>>,
    greatest_addend: Constant<U<49>>,
    _checked: usize,
}

impl InflightTerms {
    /// With parity of the table, if so.
    pub fn checked(parity: bool) -> Self {
        Self {
            clock: Default::default(),
            cfg: Default::default(),
            set_we: Default::default(),
            set_index: Default::default(),
            set_gain: Default::default(),
            spd_we: Default::default(),
            spd_code: Default::default(),
            spd_inv_b: Default::default(),
            in_hop: Default::default(),
            in_chosen: Default::default(),
            in_set: Default::default(),
            out_theta: Default::default(),
            out_addend: Default::default(),
            gains: Default::default(),
            inverses: Default::default(),
            w1_dts: Default::default(),
            w2_short: Default::default(),
            w6_short: Delay::new(6 - 2),
            w14_short: Delay::new(14 - 6),
            w2_gain_e: Default::default(),
            w4_gain_e: Delay::new(4 - 2),
            w8_gain_m: Delay::new(8 - 1),
            w14_gain_m: Delay::new(14 - 8),
            w2_b_e: Default::default(),
            w3_b_e: Default::default(),
            w5_b_m: Delay::new(5 - 1),
            dts_gain: Default::default(),
            w5_theta: Default::default(),
            w5_theta_shift: Default::default(),
            w6_theta: Default::default(),
            w7_theta: Default::default(),
            w11_theta: Delay::new(11 - 7),
            w22_theta: Delay::new(22 - 11),
            theta_fours: Default::default(),
            theta_ones: Default::default(),
            q_bytes: Default::default(),
            q_lead: Default::default(),
            w2_q: Default::default(),
            w3_q: Default::default(),
            w3_q_lead: Default::default(),
            w4_q: Default::default(),
            w4_q_left: Default::default(),
            w5_q: Default::default(),
            q_ticks: Default::default(),
            q_share: Default::default(),
            q_weighted: Default::default(),
            w14_y: Delay::new(14 - 11),
            w15_q: Default::default(),
            w2_e_sum: Default::default(),
            w3_e_sum: Default::default(),
            w4_q_shift: Default::default(),
            w15_q_shift: Delay::new(15 - 4),
            q_round: InflightRound::new(),
            w22_q_term: Delay::new(22 - 15 - ROUND),
            dts_lead: Default::default(),
            w2_dts: Default::default(),
            w2_dts_lead: Default::default(),
            w3_dts: Default::default(),
            w3_dts_left: Default::default(),
            w4_dts: Default::default(),
            w8_dts: Delay::new(8 - 4),
            recip: Recip::checked(parity),
            rom_opt: option(parity),
            r: Default::default(),
            dts_r: Default::default(),
            error: Default::default(),
            w12_error: Default::default(),
            w12_r: Delay::new(12 - 8),
            corrects: Default::default(),
            w13_r: Default::default(),
            w13_negative: Default::default(),
            corr_high: Default::default(),
            w14_r: Default::default(),
            w14_power: Delay::new(14 - 8),
            w14_corr: Default::default(),
            corr_sign: Default::default(),
            inverse: Default::default(),
            w15_m: Default::default(),
            tx_bytes: Default::default(),
            tx_lead: Default::default(),
            w3_tx: Default::default(),
            w3_tx_lead: Default::default(),
            w4_tx: Default::default(),
            w4_tx_left: Default::default(),
            w5_tx: Default::default(),
            tx_ticks: Default::default(),
            w15_tx: Delay::new(15 - 8),
            tx_share: Default::default(),
            w3_e: Default::default(),
            w4_tx_shift: Default::default(),
            w14_tx_shift: Delay::new(14 - 4),
            w15_tx_shift: Default::default(),
            w18_tx_shift: Delay::new(18 - 15),
            tx_round: InflightRound::new(),
            w22_chosen: Delay::new(22),
            sum: Default::default(),
            w23_theta: Default::default(),
            w23_addend: Default::default(),
            one: Constant::new((1 << 36).into()),
            greatest_addend: Constant::new(U::max()),
            _checked: parity.into(),
        }
    }
}

impl Logic for InflightTerms {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module inflight_terms");
        comment!("@doc From the chosen hop to theta = min(dts / T, 1) and the addend of U's sum. 23 cycles.");
        comment!("@port set_we writes parameter set set_index, while no event of that set is under way");
        comment!("@port spd_we writes the speed of a code");
        comment!("@port in_hop the hop that was chosen: dts in ticks, tx in units of tx_unit, q in units of q_unit");
        comment!("@port in_chosen there is one; without, theta and addend are 0");
        comment!("@port in_set index of the parameter set");
        comment!("@port out_theta share of the new U, U1.36");
        comment!("@port out_addend what is added to (1 - theta) * U, U13.36, saturated");
        clock!(self, clock, gains, inverses, w1_dts, w2_short, w6_short, w14_short, w2_gain_e, w4_gain_e);
        clock!(self, clock, w8_gain_m, w14_gain_m, w2_b_e, w3_b_e, w5_b_m);
        clock!(self, clock, dts_gain, w5_theta, w5_theta_shift, w6_theta, w7_theta, w11_theta, w22_theta);
        clock!(self, clock, q_bytes, w2_q, w3_q, w3_q_lead, w4_q, w4_q_left, w5_q, q_ticks, q_share, q_weighted);
        clock!(self, clock, w14_y, w15_q, w2_e_sum, w3_e_sum, w4_q_shift, w15_q_shift, q_round, w22_q_term);
        clock!(self, clock, w2_dts, w2_dts_lead, w3_dts, w3_dts_left, w4_dts, w8_dts, recip, dts_r);
        clock!(self, clock, w12_error, w12_r, corrects, w13_r, w13_negative, w14_r, w14_power, w14_corr, w15_m);
        clock!(self, clock, tx_bytes, w3_tx, w3_tx_lead, w4_tx, w4_tx_left, w5_tx, tx_ticks, w15_tx);
        clock!(self, clock, tx_share, w3_e, w4_tx_shift, w14_tx_shift, w15_tx_shift, w18_tx_shift, tx_round);
        clock!(self, clock, w22_chosen, w23_theta, w23_addend);

        comment!("w0 to w1: the tables");
        self.gains.we.next = self.set_we.val();
        self.gains.waddr.next = self.set_index.val();
        self.gains.wdata.next = self.set_gain.val();
        self.gains.raddr.next = self.in_set.val();
        self.inverses.we.next = self.spd_we.val();
        self.inverses.waddr.next = self.spd_code.val();
        self.inverses.wdata.next = self.spd_inv_b.val();
        self.inverses.raddr.next = self.in_hop.val().speed;
        self.w1_dts.d.next = self.in_hop.val().dts;

        comment!("w1 to w2: is tau below T? What is needed later waits");
        self.w2_short.d.next = self.w1_dts.q.val() < bits::<24>(self.gains.rdata.val().t_ticks);
        self.w6_short.d.next = self.w2_short.q.val();
        self.w14_short.d.next = self.w6_short.q.val();
        self.w2_gain_e.d.next = self.gains.rdata.val().e;
        self.w4_gain_e.d.next = self.w2_gain_e.q.val();
        self.w8_gain_m.d.next = self.gains.rdata.val().m;
        self.w14_gain_m.d.next = self.w8_gain_m.q.val();
        self.w2_b_e.d.next = self.inverses.rdata.val().e;
        self.w3_b_e.d.next = self.w2_b_e.q.val();
        self.w5_b_m.d.next = self.inverses.rdata.val().m;

        comment!("w1 to w7: theta = rnd(dts * m, e - 36), 56 bits shifted; e is 32 to 51, so it is the product, 5 places to the left for");
        comment!("4 places and the half bit, to the right by the low 5 bits of e; by fours, by ones, then the half. 2^36 from T on");
        self.dts_gain.a.next = self.w1_dts.q.val();
        self.dts_gain.b.next = self.gains.rdata.val().m;
        self.theta_fours.next =
            (bits::<61>(self.dts_gain.p.val()) << 5) >> (bits::<5>(self.w4_gain_e.q.val().get_bits::<3>(2)) << 2);
        self.w5_theta.d.next = self.theta_fours.val().get_bits::<41>(0);
        self.w5_theta_shift.d.next = self.w4_gain_e.q.val().get_bits::<2>(0);
        self.theta_ones.next = self.w5_theta.q.val() >> self.w5_theta_shift.q.val();
        self.w6_theta.d.next = self.theta_ones.val().get_bits::<38>(0);
        self.w7_theta.d.next = self.one.val();
        if self.w6_short.q.val() {
            self.w7_theta.d.next =
                self.w6_theta.q.val().get_bits::<37>(1) + bits::<37>(self.w6_theta.q.val().get_bit(0));
        }
        self.w11_theta.d.next = self.w7_theta.q.val();
        self.w22_theta.d.next = self.w11_theta.q.val();

        comment!("w0 to w5: Q = q * q_unit, 16 + 12 = 28 bits, its leading one to bit 27");
        self.q_bytes.a.next = self.in_hop.val().q;
        self.q_bytes.b.next = self.cfg.val().q_unit;
        self.q_lead.a.next = bits::<32>(self.w2_q.q.val()) << 4;
        self.w2_q.d.next = self.q_bytes.p.val();
        self.w3_q.d.next = self.w2_q.q.val();
        self.w3_q_lead.d.next = self.q_lead.pos.val();
        self.w4_q.d.next = self.w3_q.q.val() << (!self.w3_q_lead.q.val() & 0x18);
        self.w4_q_left.d.next = (!self.w3_q_lead.q.val()).get_bits::<3>(0);
        self.w5_q.d.next = self.w4_q.q.val() << self.w4_q_left.q.val();

        comment!("w5 to w8: bytes to ticks of the link, 28 + 32 - 24 = 36 bits (trunc)");
        self.q_ticks.a.next = self.w5_q.q.val();
        self.q_ticks.b.next = self.w5_b_m.q.val();

        comment!("w8 to w11: y, the share of T, 36 + 32 - 32 = 36 bits (trunc)");
        self.q_share.a.next = self.q_ticks.p.val().get_bits::<36>(24);
        self.q_share.b.next = self.w8_gain_m.q.val();

        comment!("w11 to w15: y * theta, 36 + 36 = 72 bits, and y * 2^36 where theta is one");
        self.q_weighted.a.next = self.q_share.p.val().get_bits::<36>(32);
        self.q_weighted.b.next = self.w11_theta.q.val().get_bits::<36>(0);
        self.w14_y.d.next = self.q_share.p.val().get_bits::<36>(32);
        self.w15_q.d.next = bits::<72>(self.w14_y.q.val()) << 36;
        if self.w14_short.q.val() {
            self.w15_q.d.next = self.q_weighted.p.val();
        }

        comment!("w15 to w19: to 2^-36: by b_e + e - 29 - lead, 11 to 70 places, less one for the half bit");
        self.w2_e_sum.d.next = bits::<7>(self.inverses.rdata.val().e) + bits::<7>(self.gains.rdata.val().e);
        self.w3_e_sum.d.next = self.w2_e_sum.q.val();
        self.w4_q_shift.d.next = self.w3_e_sum.q.val() - 26 - bits::<7>(self.w3_q_lead.q.val());
        self.w15_q_shift.d.next = self.w4_q_shift.q.val();
        self.q_round.x.next = self.w15_q.q.val();
        self.q_round.shift.next = self.w15_q_shift.q.val();
        self.w22_q_term.d.next = self.q_round.y.val();

        comment!("w1 to w8: 1 / dts: D, its leading one at bit 23, and r = 2^47 / D, 24 bits, off by 4e-6 of it; of a power of two it");
        comment!("would be 2^24, and is half of that, for which a place is taken from the shift");
        self.dts_lead.a.next = bits::<32>(self.w1_dts.q.val()) << 8;
        self.w2_dts.d.next = self.w1_dts.q.val();
        self.w2_dts_lead.d.next = self.dts_lead.pos.val();
        self.w3_dts.d.next = self.w2_dts.q.val() << (!self.w2_dts_lead.q.val() & 0x18);
        self.w3_dts_left.d.next = (!self.w2_dts_lead.q.val()).get_bits::<3>(0);
        self.w4_dts.d.next = self.w3_dts.q.val() << self.w3_dts_left.q.val();
        self.w8_dts.d.next = self.w4_dts.q.val();
        for k in 0..self._checked {
            self.rom_opt[k].next = self.recip.rom_opt[k].val();
        }
        self.recip.x.next = bits::<18>(0x20000);
        self.recip.d.next = self.w4_dts.q.val().get_bits::<23>(0);
        self.r.next = self.recip.q.val().get_bits::<24>(12) | (bits::<24>(self.recip.q.val().get_bit(36)) << 23);
        self.w14_power.d.next = self.recip.q.val().get_bit(36);

        comment!("w8 to w12: how far D * r is from 2^47: below 2^29, so 30 bits in two's complement hold it, 18 of which count");
        self.dts_r.a.next = self.w8_dts.q.val();
        self.dts_r.b.next = self.r.val();
        self.error.next = bits::<30>(0) - self.dts_r.p.val().get_bits::<30>(0);
        self.w12_error.d.next = self.error.val().get_bits::<18>(12);
        self.w12_r.d.next = self.r.val();

        comment!("w12 to w14: the correction, 18 by 18 bits, floor: the product unsigned, less r where the error is negative");
        self.corrects.a.next = self.w12_r.q.val().get_bits::<18>(6);
        self.corrects.b.next = self.w12_error.q.val();
        self.w13_r.d.next = self.w12_r.q.val();
        self.w13_negative.d.next = self.w12_error.q.val().get_bit(17);
        self.corr_high.next = self.corrects.p.val().get_bits::<18>(18);
        if self.w13_negative.q.val() {
            self.corr_high.next = self.corrects.p.val().get_bits::<18>(18) - self.w13_r.q.val().get_bits::<18>(6);
        }
        self.w14_r.d.next = self.w13_r.q.val();
        self.w14_corr.d.next = (bits::<19>(self.corr_high.val()) << 1) | bits::<19>(self.corrects.p.val().get_bit(17));

        comment!(
            "w14 to w15: the factor of the link's share: 1 / dts, 36 bits for every dts, or 1 / T where tau is below T"
        );
        self.corr_sign.next = 0.into();
        if self.w14_corr.q.val().get_bit(18) {
            self.corr_sign.next = bits::<36>(0xf_fff8_0000_u64);
        }
        self.inverse.next =
            (bits::<36>(self.w14_r.q.val()) << 12) + (self.corr_sign.val() | bits::<36>(self.w14_corr.q.val()));
        self.w15_m.d.next = self.inverse.val();
        if self.w14_short.q.val() {
            self.w15_m.d.next = bits::<36>(self.w14_gain_m.q.val()) << 4;
        }

        comment!("w0 to w5: X = tx * tx_unit, 20 + 12 = 32 bits, its leading one to bit 31");
        self.tx_bytes.a.next = self.cfg.val().tx_unit;
        self.tx_bytes.b.next = self.in_hop.val().tx;
        self.tx_lead.a.next = self.tx_bytes.p.val();
        self.w3_tx.d.next = self.tx_bytes.p.val();
        self.w3_tx_lead.d.next = self.tx_lead.pos.val();
        self.w4_tx.d.next = self.w3_tx.q.val() << (!self.w3_tx_lead.q.val() & 0x18);
        self.w4_tx_left.d.next = (!self.w3_tx_lead.q.val()).get_bits::<3>(0);
        self.w5_tx.d.next = self.w4_tx.q.val() << self.w4_tx_left.q.val();

        comment!("w5 to w8: bytes to ticks of the link, 32 + 32 - 28 = 36 bits (trunc)");
        self.tx_ticks.a.next = self.w5_tx.q.val();
        self.tx_ticks.b.next = self.w5_b_m.q.val();
        self.w15_tx.d.next = self.tx_ticks.p.val().get_bits::<36>(28);

        comment!("w15 to w22: times the factor, 36 + 36 = 72 bits, to 2^-36: by b_e + e' - 33 - lead, 7 to 74 places, less one; e' is e + 4");
        comment!("where tau is below T, else the leading one of dts + 36, and one less for a power of two");
        self.tx_share.a.next = self.w15_tx.q.val();
        self.tx_share.b.next = self.w15_m.q.val();
        self.w3_e.d.next = bits::<6>(self.w2_dts_lead.q.val()) + 28;
        if self.w2_short.q.val() {
            self.w3_e.d.next = self.w2_gain_e.q.val() + 4;
        }
        self.w4_tx_shift.d.next =
            bits::<7>(self.w3_b_e.q.val()) + bits::<7>(self.w3_e.q.val()) - 34 - bits::<7>(self.w3_tx_lead.q.val());
        self.w14_tx_shift.d.next = self.w4_tx_shift.q.val();
        self.w15_tx_shift.d.next = self.w14_tx_shift.q.val();
        if self.w14_power.q.val() & !self.w14_short.q.val() {
            self.w15_tx_shift.d.next = self.w14_tx_shift.q.val() - 1;
        }
        self.w18_tx_shift.d.next = self.w15_tx_shift.q.val();
        self.tx_round.x.next = self.tx_share.p.val();
        self.tx_round.shift.next = self.w18_tx_shift.q.val();

        comment!("w22 to w23: the sum (sat); without a hop nothing is added and U stays");
        self.w22_chosen.d.next = self.in_chosen.val();
        self.sum.next = bits::<50>(self.w22_q_term.q.val()) + bits::<50>(self.tx_round.y.val());
        self.w23_theta.d.next = 0.into();
        self.w23_addend.d.next = 0.into();
        if self.w22_chosen.q.val() {
            self.w23_theta.d.next = self.w22_theta.q.val();
            self.w23_addend.d.next = self.sum.val().get_bits::<49>(0);
            if self.sum.val().get_bit(49) {
                self.w23_addend.d.next = self.greatest_addend.val();
            }
        }
        self.out_theta.next = self.w23_theta.q.val();
        self.out_addend.next = self.w23_addend.q.val();
    }
}
