//! From the hop that was chosen to theta and the addend: lines 8 and 9 but for U's own share.

use super::inverse::{InflightInverse, INVERSE, INVERSE_GAIN};
use super::lane::Choice;
use super::shift::{InflightShift, ROUND};
use crate::prelude::*;
use crate::prim::ecc::option;
use crate::records::Units;
use crate::stepped_mul::SteppedMul;
use layout::hpcc;

/// Cycles of [`InflightTerms`].
pub(super) const TERMS: usize = 20;
/// The stage of the product of the link's share, and that of the queue's.
const TX: usize = INVERSE + SteppedMul::<36, 36, 72>::LATENCY;
const Q: usize = 14;

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
    pub set_index: Signal<In, SetIndex>,
    pub set_gain: Signal<In, TauGain>,
    pub spd_we: Signal<In, Bit>,
    pub spd_code: Signal<In, U<4>>,
    pub spd_inv_b: Signal<In, InverseB>,
    pub in_valid: Signal<In, Bit>,
    pub in_hop: Signal<In, Choice>,
    pub in_chosen: Signal<In, Bit>,
    pub in_set: Signal<In, SetIndex>,
    pub out_theta: Signal<Out, U<37>>,
    pub out_addend: Signal<Out, U<49>>,
    pub rom_opt: Vec<Signal<Out, RomFault>>,

    /// Of the stages w1 to w19.
    valid: Reg<U<19>>,
    gains: Table<TauGain, 4>,
    inverses: Table<InverseB, 4>,

    // tau and T
    w1_dts: DReg<U<24>>,
    w1_mantissa: DReg<U<24>>,
    w1_left: DReg<U<5>>,
    w2_dts: DReg<U<24>>,
    w2_gain: DReg<TauGain>,
    w3_short: DReg<Bit>,
    w7_short: Delay<Bit>,
    w10_short: Delay<Bit>,
    w6_gain_m: Delay<U<32>>,
    w10_gain_m: Delay<U<32>>,
    w2_b_m: DReg<U<32>>,
    w6_b_m: Delay<U<32>>,

    // theta
    dts_gain: SteppedMul<24, 32, 56>,
    w2_left: DReg<U<5>>,
    w3_theta_shift: DReg<U<6>>,
    w5_theta_shift: Delay<U<6>>,
    w6_theta: DReg<U<45>>,
    w6_theta_shift: DReg<U<3>>,
    w7_theta: DReg<U<38>>,
    w8_theta: DReg<U<37>>,
    w9_factor: DReg<U<36>>,
    w10_factor: DReg<U<36>>,
    w19_theta: Delay<U<37>>,
    theta_eights: Signal<Local, U<61>>,
    theta_ones: Signal<Local, U<45>>,

    // the queue's share
    // a leading one's place is counted so that the top place is all ones: how far it is from there is the complement
    unit_lead: HighestOne<16, 4>,
    unit_left: DReg<U<4>>,
    unit: DReg<U<12>>,
    q_bytes: RegisteredMul<16, 12, 28>,
    w1_q_left: DReg<U<5>>,
    w2_q_left: DReg<U<5>>,
    q_full: Signal<Local, Bit>,
    q_norm: Signal<Local, U<28>>,
    w3_q_full: DReg<Bit>,
    q_ticks: SteppedMul<28, 32, 60>,
    q_share: SteppedMul<36, 32, 68>,
    q_weighted: SteppedMul<36, 36, 72>,
    w2_e_sum: DReg<U<7>>,
    w3_q_shift: DReg<U<7>>,
    w4_q_shift: DReg<U<7>>,
    w14_q_shift: Delay<U<7>>,
    q_right: InflightShift,
    q_rounded: Signal<Local, U<50>>,
    w18_q_term: DReg<U<49>>,
    w19_q_term: Delay<U<49>>,

    // the link's share
    tx_bytes: SteppedMul<12, 20, 32>,
    tx_lead: HighestOne<32, 5>,
    w4_tx: DReg<U<32>>,
    w4_tx_lead: DReg<U<5>>,
    w5_tx: DReg<U<32>>,
    w5_tx_left: DReg<U<3>>,
    w6_tx: DReg<U<32>>,
    tx_ticks: SteppedMul<32, 32, 64>,
    w12_tx: Delay<U<36>>,
    inverse: InflightInverse,
    tx_share: SteppedMul<36, 36, 72>,
    w3_left: DReg<U<5>>,
    w3_gain_e: DReg<U<6>>,
    w2_b_e: DReg<U<6>>,
    w4_b_e: Delay<U<6>>,
    w4_e: DReg<U<6>>,
    w5_tx_shift: DReg<U<7>>,
    w5_short: Delay<Bit>,
    w6_tx_shift: DReg<U<7>>,
    w16_tx_shift: Delay<U<7>>,
    tx_shift: InflightShift,

    w19_chosen: Delay<Bit>,
    sum: Signal<Local, U<51>>,
    w20_theta: DReg<U<37>>,
    w20_addend: DReg<U<49>>,

    one: Constant<U<37>>,
    greatest_addend: Constant<U<49>>,
    free: Constant<Bit>,
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
            in_valid: Default::default(),
            in_hop: Default::default(),
            in_chosen: Default::default(),
            in_set: Default::default(),
            out_theta: Default::default(),
            out_addend: Default::default(),
            rom_opt: option(parity),
            valid: Default::default(),
            gains: Default::default(),
            inverses: Default::default(),
            w1_dts: Default::default(),
            w1_mantissa: Default::default(),
            w1_left: Default::default(),
            w2_dts: Default::default(),
            w2_gain: Default::default(),
            w3_short: Default::default(),
            w7_short: Delay::new(7 - 3),
            w10_short: Delay::new(INVERSE_GAIN - 7),
            w6_gain_m: Delay::enabled(6 - 2),
            w10_gain_m: Delay::enabled(INVERSE_GAIN - 6),
            w2_b_m: Default::default(),
            w6_b_m: Delay::enabled(6 - 2),
            dts_gain: SteppedMul::enabled(),
            w2_left: Default::default(),
            w3_theta_shift: Default::default(),
            w5_theta_shift: Delay::new(5 - 3),
            w6_theta: Default::default(),
            w6_theta_shift: Default::default(),
            w7_theta: Default::default(),
            w8_theta: Default::default(),
            w9_factor: Default::default(),
            w10_factor: Default::default(),
            w19_theta: Delay::enabled(TERMS - 1 - 8),
            theta_eights: Default::default(),
            theta_ones: Default::default(),
            unit_lead: Default::default(),
            unit_left: Default::default(),
            unit: Default::default(),
            q_bytes: RegisteredMul::enabled(),
            w1_q_left: Default::default(),
            w2_q_left: Default::default(),
            q_full: Default::default(),
            q_norm: Default::default(),
            w3_q_full: Default::default(),
            q_ticks: SteppedMul::enabled(),
            q_share: SteppedMul::enabled(),
            q_weighted: SteppedMul::enabled(),
            w2_e_sum: Default::default(),
            w3_q_shift: Default::default(),
            w4_q_shift: Default::default(),
            w14_q_shift: Delay::new(Q - 4),
            q_right: Default::default(),
            q_rounded: Default::default(),
            w18_q_term: Default::default(),
            w19_q_term: Delay::enabled(TERMS - 1 - Q - ROUND),
            tx_bytes: SteppedMul::enabled(),
            tx_lead: Default::default(),
            w4_tx: Default::default(),
            w4_tx_lead: Default::default(),
            w5_tx: Default::default(),
            w5_tx_left: Default::default(),
            w6_tx: Default::default(),
            tx_ticks: SteppedMul::enabled(),
            w12_tx: Delay::enabled(INVERSE - 10),
            inverse: InflightInverse::checked(parity),
            tx_share: SteppedMul::enabled(),
            w3_left: Default::default(),
            w3_gain_e: Default::default(),
            w2_b_e: Default::default(),
            w4_b_e: Delay::new(4 - 2),
            w4_e: Default::default(),
            w5_tx_shift: Default::default(),
            w5_short: Delay::new(5 - 3),
            w6_tx_shift: Default::default(),
            w16_tx_shift: Delay::new(TX - 6),
            tx_shift: Default::default(),
            w19_chosen: Delay::new(TERMS - 1),
            sum: Default::default(),
            w20_theta: Default::default(),
            w20_addend: Default::default(),
            one: Constant::new((1 << 36).into()),
            greatest_addend: Constant::new(U::max()),
            free: free(),
            _checked: parity.into(),
        }
    }
}

impl Logic for InflightTerms {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module inflight_terms");
        comment!("@doc From the chosen hop to theta = min(dts / T, 1) and the addend of U's sum. 20 cycles.");
        comment!("@port set_we writes parameter set set_index, while no event of that set is under way");
        comment!("@port spd_we writes the speed of a code");
        comment!("@port in_valid an event enters");
        comment!("@port in_hop the hop that was chosen: dts in ticks, q in units of q_unit, both with their leading ones at the top and how far they were shifted, tx in units of tx_unit");
        comment!("@port in_chosen there is one; without, theta and addend are 0");
        comment!("@port in_set index of the parameter set");
        comment!("@port out_theta share of the new U, U1.36");
        comment!("@port out_addend what is added to (1 - theta) * U, U13.36, saturated");
        comment!("@constant one 1, U1.36");
        comment!("@constant greatest_addend all ones: the addend saturates");
        clock!(
            self, clock, valid, gains, inverses, w7_short, w10_short, w6_gain_m, w10_gain_m, w6_b_m, w4_b_e, w5_short
        );
        clock!(self, clock, dts_gain, w5_theta_shift, w19_theta, q_bytes, q_ticks, q_share, q_weighted, w14_q_shift);
        clock!(self, clock, q_right, w19_q_term, tx_bytes, tx_ticks, w12_tx, inverse, tx_share, w16_tx_shift, tx_shift);
        clock!(self, clock, w19_chosen, unit_left, unit);
        dff_setup!(self, clock, w1_dts, w1_mantissa, w1_left, w2_dts, w2_gain, w3_short, w2_b_m, w2_left, w3_left);
        dff_setup!(self, clock, w3_gain_e, w2_b_e, w3_theta_shift, w6_theta, w6_theta_shift, w7_theta, w8_theta);
        dff_setup!(
            self, clock, w9_factor, w10_factor, w1_q_left, w2_q_left, w3_q_full, w2_e_sum, w3_q_shift, w4_q_shift
        );
        dff_setup!(
            self,
            clock,
            w18_q_term,
            w4_tx,
            w4_tx_lead,
            w5_tx,
            w5_tx_left,
            w6_tx,
            w4_e,
            w5_tx_shift,
            w6_tx_shift
        );
        dff_setup!(self, clock, w20_theta, w20_addend);
        self.valid.d.next = (self.valid.q.val() << 1) | bits::<19>(self.in_valid.val());

        comment!("w0 to w2: the tables, and dts as it was: to the right by eights, by ones");
        self.gains.we.next = self.set_we.val();
        self.gains.waddr.next = self.set_index.val();
        self.gains.wdata.next = self.set_gain.val();
        self.gains.raddr.next = self.in_set.val();
        self.inverses.we.next = self.spd_we.val();
        self.inverses.waddr.next = self.spd_code.val();
        self.inverses.wdata.next = self.spd_inv_b.val();
        self.inverses.raddr.next = self.in_hop.val().speed;
        if self.in_valid.val() | self.free.val() {
            self.w1_dts.d.next = self.in_hop.val().dts >> (self.in_hop.val().left_dts & 0x18);
            self.w1_mantissa.d.next = self.in_hop.val().dts;
            self.w1_left.d.next = self.in_hop.val().left_dts;
        }
        if self.valid.q.val().get_bit(0) | self.free.val() {
            self.w2_dts.d.next = self.w1_dts.q.val() >> self.w1_left.q.val().get_bits::<3>(0);
            self.w2_gain.d.next = self.gains.rdata.val();
            self.w2_left.d.next = self.w1_left.q.val();
            self.w2_b_m.d.next = self.inverses.rdata.val().m;
            self.w2_b_e.d.next = self.inverses.rdata.val().e;
        }

        comment!("w2 to w3: is tau below T? What is needed later waits");
        if self.valid.q.val().get_bit(1) | self.free.val() {
            self.w3_short.d.next = self.w2_dts.q.val() < bits::<24>(self.w2_gain.q.val().t_ticks);
        }
        self.w5_short.d.next = self.w3_short.q.val();
        self.w7_short.d.next = self.w3_short.q.val();
        self.w10_short.d.next = self.w7_short.q.val();
        self.w6_gain_m.d.next = self.w2_gain.q.val().m;
        self.w6_gain_m.en_opt[0].next = self.valid.q.val().get_bit(1) | self.free.val();
        self.w10_gain_m.d.next = self.w6_gain_m.q.val();
        self.w10_gain_m.en_opt[0].next = self.valid.q.val().get_bit(5) | self.free.val();
        self.w6_b_m.d.next = self.w2_b_m.q.val();
        self.w6_b_m.en_opt[0].next = self.valid.q.val().get_bit(1) | self.free.val();
        self.w4_b_e.d.next = self.w2_b_e.q.val();

        comment!("w1 to w8: theta = rnd(dts * m, e - 36), 56 bits shifted; e is 32 to 51, so it is the product, 5 places to the left for");
        comment!("4 places and the half bit, to the right by the low 5 bits of e and what dts was shifted to the left; by eights, by");
        comment!("ones, then the half. 2^36 from T on");
        self.dts_gain.a.next = self.w1_mantissa.q.val();
        self.dts_gain.b.next = self.gains.rdata.val().m;
        self.dts_gain.en_opt[0].next = self.valid.q.val().get_bit(0) | self.free.val();
        if self.valid.q.val().get_bit(1) | self.free.val() {
            self.w3_theta_shift.d.next =
                bits::<6>(self.w2_gain.q.val().e.get_bits::<5>(0)) + bits::<6>(self.w2_left.q.val());
        }
        self.w5_theta_shift.d.next = self.w3_theta_shift.q.val();
        self.theta_eights.next = (bits::<61>(self.dts_gain.p.val()) << 5) >> (self.w5_theta_shift.q.val() & 0x38);
        if self.valid.q.val().get_bit(4) | self.free.val() {
            self.w6_theta.d.next = self.theta_eights.val().get_bits::<45>(0);
            self.w6_theta_shift.d.next = self.w5_theta_shift.q.val().get_bits::<3>(0);
        }
        self.theta_ones.next = self.w6_theta.q.val() >> self.w6_theta_shift.q.val();
        if self.valid.q.val().get_bit(5) | self.free.val() {
            self.w7_theta.d.next = self.theta_ones.val().get_bits::<38>(0);
        }
        if self.valid.q.val().get_bit(6) | self.free.val() {
            self.w8_theta.d.next = self.one.val();
            if self.w7_short.q.val() {
                self.w8_theta.d.next =
                    self.w7_theta.q.val().get_bits::<37>(1) + bits::<37>(self.w7_theta.q.val().get_bit(0));
            }
        }
        self.w19_theta.d.next = self.w8_theta.q.val();
        self.w19_theta.en_opt[0].next = self.valid.q.val().get_bit(7) | self.free.val();

        comment!("as a factor it is half where it is one, for which a place is taken from the shift");
        if self.valid.q.val().get_bit(7) | self.free.val() {
            self.w9_factor.d.next =
                self.w8_theta.q.val().get_bits::<36>(0) | (bits::<36>(self.w8_theta.q.val().get_bit(36)) << 35);
        }
        if self.valid.q.val().get_bit(8) | self.free.val() {
            self.w10_factor.d.next = self.w9_factor.q.val();
        }

        comment!("w0 to w2: Q = q * q_unit, 16 + 12 = 28 bits, its leading one to bit 27: of both factors it stands at the top, so it");
        comment!("stands at bit 26 or there");
        self.unit_lead.a.next = bits::<16>(self.cfg.val().q_unit) << 4;
        self.unit_left.d.next = !self.unit_lead.pos.val();
        self.unit.d.next = self.cfg.val().q_unit << self.unit_left.q.val();
        self.q_bytes.a.next = self.in_hop.val().q;
        self.q_bytes.b.next = self.unit.q.val();
        self.q_bytes.en_opt[0].next = self.in_valid.val() | self.free.val();
        if self.in_valid.val() | self.free.val() {
            self.w1_q_left.d.next = bits::<5>(self.in_hop.val().left_q) + bits::<5>(self.unit_left.q.val());
        }
        if self.valid.q.val().get_bit(0) | self.free.val() {
            self.w2_q_left.d.next = self.w1_q_left.q.val();
        }
        self.q_full.next = self.q_bytes.p.val().get_bit(27);
        self.q_norm.next = self.q_bytes.p.val() << 1;
        if self.q_full.val() {
            self.q_norm.next = self.q_bytes.p.val();
        }
        if self.valid.q.val().get_bit(1) | self.free.val() {
            self.w3_q_full.d.next = self.q_full.val();
        }

        comment!("w2 to w6: bytes to ticks of the link, 28 + 32 - 24 = 36 bits (trunc)");
        self.q_ticks.a.next = self.q_norm.val();
        self.q_ticks.b.next = self.w2_b_m.q.val();
        self.q_ticks.en_opt[0].next = self.valid.q.val().get_bit(1) | self.free.val();

        comment!("w6 to w10: y, the share of T, 36 + 32 - 32 = 36 bits (trunc)");
        self.q_share.a.next = self.q_ticks.p.val().get_bits::<36>(24);
        self.q_share.b.next = self.w6_gain_m.q.val();
        self.q_share.en_opt[0].next = self.valid.q.val().get_bit(5) | self.free.val();

        comment!("w10 to w14: y * theta, 36 + 36 = 72 bits");
        self.q_weighted.a.next = self.q_share.p.val().get_bits::<36>(32);
        self.q_weighted.b.next = self.w10_factor.q.val();
        self.q_weighted.en_opt[0].next = self.valid.q.val().get_bit(9) | self.free.val();

        comment!("w14 to w18: to 2^-36: by b_e + e - 29 - lead, 11 to 70 places, less one for the half bit, and one where theta is one;");
        comment!("the lead is 27 less what q and q_unit were shifted, and one less where their product was");
        if self.valid.q.val().get_bit(0) | self.free.val() {
            self.w2_e_sum.d.next = bits::<7>(self.inverses.rdata.val().e) + bits::<7>(self.gains.rdata.val().e);
        }
        if self.valid.q.val().get_bit(1) | self.free.val() {
            self.w3_q_shift.d.next = self.w2_e_sum.q.val() + bits::<7>(self.w2_q_left.q.val());
        }
        if self.valid.q.val().get_bit(2) | self.free.val() {
            self.w4_q_shift.d.next = self.w3_q_shift.q.val() - 58 + bits::<7>(!self.w3_q_full.q.val());
            if self.w3_short.q.val() {
                self.w4_q_shift.d.next = self.w3_q_shift.q.val() - 57 + bits::<7>(!self.w3_q_full.q.val());
            }
        }
        self.w14_q_shift.d.next = self.w4_q_shift.q.val();
        self.q_right.in_valid.next = self.valid.q.val().get_bit(13);
        self.q_right.x.next = self.q_weighted.p.val();
        self.q_right.shift.next = self.w14_q_shift.q.val();
        self.q_rounded.next =
            bits::<50>(self.q_right.y.val().get_bits::<49>(1)) + bits::<50>(self.q_right.y.val().get_bit(0));
        if self.valid.q.val().get_bit(16) | self.free.val() {
            self.w18_q_term.d.next = self.q_rounded.val().get_bits::<49>(0);
            if self.q_right.above.val() | self.q_rounded.val().get_bit(49) {
                self.w18_q_term.d.next = self.greatest_addend.val();
            }
        }
        self.w19_q_term.d.next = self.w18_q_term.q.val();
        self.w19_q_term.en_opt[0].next = self.valid.q.val().get_bit(17) | self.free.val();

        comment!(
            "w0 to w12: the factor of the link's share: 1 / dts, 36 bits for every dts, or 1 / T where tau is below T"
        );
        self.inverse.in_valid.next = self.in_valid.val();
        self.inverse.dts.next = self.in_hop.val().dts;
        self.inverse.short.next = self.w10_short.q.val();
        self.inverse.gain_m.next = self.w10_gain_m.q.val();
        for k in 0..self._checked {
            self.rom_opt[k].next = self.inverse.rom_opt[k].val();
        }

        comment!("w0 to w6: X = tx * tx_unit, 20 + 12 = 32 bits, its leading one to bit 31");
        self.tx_bytes.a.next = self.cfg.val().tx_unit;
        self.tx_bytes.b.next = self.in_hop.val().tx;
        self.tx_bytes.en_opt[0].next = self.in_valid.val() | self.free.val();
        self.tx_lead.a.next = self.tx_bytes.p.val();
        if self.valid.q.val().get_bit(2) | self.free.val() {
            self.w4_tx.d.next = self.tx_bytes.p.val();
            self.w4_tx_lead.d.next = self.tx_lead.pos.val();
        }
        if self.valid.q.val().get_bit(3) | self.free.val() {
            self.w5_tx.d.next = self.w4_tx.q.val() << (!self.w4_tx_lead.q.val() & 0x18);
            self.w5_tx_left.d.next = (!self.w4_tx_lead.q.val()).get_bits::<3>(0);
        }
        if self.valid.q.val().get_bit(4) | self.free.val() {
            self.w6_tx.d.next = self.w5_tx.q.val() << self.w5_tx_left.q.val();
        }

        comment!("w6 to w10: bytes to ticks of the link, 32 + 32 - 28 = 36 bits (trunc)");
        self.tx_ticks.a.next = self.w6_tx.q.val();
        self.tx_ticks.b.next = self.w6_b_m.q.val();
        self.tx_ticks.en_opt[0].next = self.valid.q.val().get_bit(5) | self.free.val();
        self.w12_tx.d.next = self.tx_ticks.p.val().get_bits::<36>(28);
        self.w12_tx.en_opt[0].next = self.valid.q.val().get_bit(9) | self.free.val();

        comment!("w12 to w19: times the factor, 36 + 36 = 72 bits, to 2^-36: by b_e + e' - 33 - lead, 7 to 74 places, less one; e' is e + 4");
        comment!("where tau is below T, else the leading one of dts + 36, and one less for a power of two");
        self.tx_share.a.next = self.w12_tx.q.val();
        self.tx_share.b.next = self.inverse.m.val();
        self.tx_share.en_opt[0].next = self.valid.q.val().get_bit(11) | self.free.val();
        if self.valid.q.val().get_bit(1) | self.free.val() {
            self.w3_left.d.next = self.w2_left.q.val();
            self.w3_gain_e.d.next = self.w2_gain.q.val().e;
        }
        if self.valid.q.val().get_bit(2) | self.free.val() {
            self.w4_e.d.next = bits::<6>(59) - bits::<6>(self.w3_left.q.val());
            if self.w3_short.q.val() {
                self.w4_e.d.next = self.w3_gain_e.q.val() + 4;
            }
        }
        if self.valid.q.val().get_bit(3) | self.free.val() {
            self.w5_tx_shift.d.next =
                bits::<7>(self.w4_b_e.q.val()) + bits::<7>(self.w4_e.q.val()) - 34 - bits::<7>(self.w4_tx_lead.q.val());
        }
        if self.valid.q.val().get_bit(4) | self.free.val() {
            self.w6_tx_shift.d.next = self.w5_tx_shift.q.val();
            if self.inverse.power.val() & !self.w5_short.q.val() {
                self.w6_tx_shift.d.next = self.w5_tx_shift.q.val() - 1;
            }
        }
        self.w16_tx_shift.d.next = self.w6_tx_shift.q.val();
        self.tx_shift.in_valid.next = self.valid.q.val().get_bit(15);
        self.tx_shift.x.next = self.tx_share.p.val();
        self.tx_shift.shift.next = self.w16_tx_shift.q.val();

        comment!("w19 to w20: the sum, the half bit as its carry (sat); without a hop nothing is added and U stays");
        self.w19_chosen.d.next = self.in_chosen.val();
        self.sum.next = ((bits::<51>(self.tx_shift.y.val().get_bits::<49>(1)) << 1) | 1)
            + ((bits::<51>(self.w19_q_term.q.val()) << 1) | bits::<51>(self.tx_shift.y.val().get_bit(0)));
        if self.valid.q.val().get_bit(18) | self.free.val() {
            self.w20_theta.d.next = 0.into();
            self.w20_addend.d.next = 0.into();
            if self.w19_chosen.q.val() {
                self.w20_theta.d.next = self.w19_theta.q.val();
                self.w20_addend.d.next = self.sum.val().get_bits::<49>(1);
                if self.tx_shift.above.val() | self.sum.val().get_bit(50) {
                    self.w20_addend.d.next = self.greatest_addend.val();
                }
            }
        }
        self.out_theta.next = self.w20_theta.q.val();
        self.out_addend.next = self.w20_addend.q.val();
    }
}
