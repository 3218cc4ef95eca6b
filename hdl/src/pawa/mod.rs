#![doc = include_str!("../pawa.md")]
//!
//! # Why this file
//!
//! It is the loop that bounds how often one QP may have an event. All that does not need the newest window lies before
//! stage s2 or beside the loop; rounding is deferred into the final adder's carry, and both clamps are compared beside it.

mod stages;
#[cfg(test)]
mod tests;

pub use stages::*;

use crate::prelude::*;
use crate::recip::Recip;
use layout::ldcp;
use layout::record::Kind;

/// The window update pipeline for 2^Q queue pairs.
#[derive(LogicBlock, Default)]
pub struct Pawa<const Q: usize> {
    pub clock: Signal<In, ClkRst>,
    pub set_we: Signal<In, Bit>,
    pub set_index: Signal<In, U<4>>,
    pub set_alpha: Signal<In, U<17>>,
    pub set_beta: Signal<In, U<17>>,
    pub set_gamma: Signal<In, U<17>>,
    pub set_eta: Signal<In, U<16>>,
    pub set_cw_max: Signal<In, U<42>>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, U<Q>>,
    pub host_cw: Signal<In, U<42>>,
    pub host_rtt: Signal<In, U<24>>,
    pub in_valid: Signal<In, Bit>,
    pub in_kind: Signal<In, U<3>>,
    pub in_ece: Signal<In, Bit>,
    pub in_n: Signal<In, U<14>>,
    pub in_qpn: Signal<In, U<Q>>,
    pub in_pcc: Signal<In, Bit>,
    pub in_set: Signal<In, U<4>>,
    pub out_valid: Signal<Out, Bit>,
    pub out_kind: Signal<Out, U<3>>,
    pub out_qpn: Signal<Out, U<Q>>,
    pub out_cw: Signal<Out, U<42>>,
    pub out_rtt: Signal<Out, U<24>>,
    pub out_flags: Signal<Out, U<4>>,

    cw_ram: Ram<U<42>, Q>,
    rtt_ram: Ram<U<24>, Q>,
    gains: Table<Gains, 4>,
    scales: Table<Scales, 4>,
    limits: Table<Limits, 4>,
    product: Mul<14, 17, 31>,
    recip: Recip,
    eta_low: Mul<18, 16, 34>,
    eta_high: Mul<10, 16, 26>,

    s0_valid: Reg<Bit>,
    s1_valid: Reg<Bit>,
    s2_valid: Reg<Bit>,
    s3_valid: Reg<Bit>,
    s4_valid: Reg<Bit>,
    s5_valid: Reg<Bit>,
    s6_valid: Reg<Bit>,
    s7_valid: Reg<Bit>,
    s8_valid: Reg<Bit>,
    s9_valid: Reg<Bit>,
    s10_valid: Reg<Bit>,
    s11_valid: Reg<Bit>,
    s0: DReg<S0<Q>>,
    s1: DReg<S1<Q>>,
    s2: DReg<S2<Q>>,
    s3: DReg<S3<Q>>,
    s4: DReg<S4<Q>>,
    s5: DReg<S5<Q>>,
    s6: DReg<S5<Q>>,
    s6_eta_cw: DReg<U<44>>,
    s7: DReg<S7<Q>>,
    s8: DReg<S7<Q>>,
    s9: DReg<S9<Q>>,
    s10: DReg<S10<Q>>,
    s11: DReg<S11<Q>>,

    is_ack: Signal<Local, Bit>,
    old_hit_9: Signal<Local, Bit>,
    old_hit_10: Signal<Local, Bit>,
    n_lead: Lzc<14, 4>,
    alpha_lead: Lzc<17, 5>,
    beta_lead: Lzc<17, 5>,
    cw: Signal<Local, U<42>>,
    whole: Signal<Local, U<14>>,
    cw_fours: Signal<Local, U<27>>,
    e_low: Signal<Local, U<2>>,
    p_left: Signal<Local, U<32>>,
    cw_right: Signal<Local, U<27>>,
    op: Signal<Local, Op>,
    unshifted: Signal<Local, U<43>>,
    sixteens: Signal<Local, U<43>>,
    quotient: Signal<Local, U<43>>,
    floor_cw: Signal<Local, U<44>>,
    max_cw: Signal<Local, U<44>>,
    addend_half: Signal<Local, U<45>>,
    sum: Signal<Local, U<45>>,
    over_floor: Signal<Local, U<45>>,
    under_max: Signal<Local, U<45>>,
    is_host: Signal<Local, Bit>,
    paced: Signal<Local, Bit>,

    kind_ack: Constant<U<3>>,
    kind_rtt: Constant<U<3>>,
    kind_cnp: Constant<U<3>>,
    kind_host_write: Constant<U<3>>,
    kind_host_read: Constant<U<3>>,
    reset_cw: Constant<U<42>>,
    reset_rtt: Constant<U<24>>,
}

impl<const Q: usize> Pawa<Q> {
    pub fn new() -> Self {
        let kind = |k: Kind| Constant::new((k as u64).into());
        Self {
            kind_ack: kind(Kind::Ack),
            kind_rtt: kind(Kind::Rtt),
            kind_cnp: kind(Kind::Cnp),
            kind_host_write: kind(Kind::HostWrite),
            kind_host_read: kind(Kind::HostRead),
            reset_cw: Constant::new(ldcp::CW.reset.into()),
            reset_rtt: Constant::new(ldcp::RTT.reset.into()),
            ..Self::default()
        }
    }
}

impl<const Q: usize> Logic for Pawa<Q> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module pawa");
        comment!("@doc LDCP's window update, one event in and one window out each cycle, 11 cycles later.");
        comment!("@doc A QP's events must come 8 cycles apart or more: then each sees the window of the one before.");
        comment!("@port set_we writes parameter set set_index, while no event of that set is under way");
        comment!("@port set_alpha additive increase, packets, U1.16");
        comment!("@port set_beta decrease per marked packet, packets, U1.16");
        comment!("@port set_gamma step below one packet, and the smallest window, packets, U1.16");
        comment!("@port set_eta decrease factor below one packet, U0.16");
        comment!("@port set_cw_max largest window, packets, U14.28");
        comment!("@port init_we writes the reset context at init_addr");
        comment!("@port init_addr index of the QP whose context is reset");
        comment!("@port host_cw what a host_write stores, stable while it is under way; packets, U14.28");
        comment!("@port host_rtt round-trip time, ns");
        comment!("@port in_valid an event is issued in this cycle");
        comment!("@port in_kind 0 ack, 1 loss, 2 rtt, 3 cnp, 4 host_write, 5 host_read, 6 data");
        comment!("@port in_ece ECN-Echo of an ack");
        comment!("@port in_n packets that the ack confirms");
        comment!("@port in_qpn index of the QP");
        comment!("@port in_pcc the QP's algorithm: 0 ldcp, 1 ldcp-pcc");
        comment!("@port in_set the QP's parameter set");
        comment!("@port out_valid a result, 11 cycles after its event");
        comment!("@port out_kind as in_kind");
        comment!("@port out_qpn index of the QP");
        comment!("@port out_cw the new window, packets, U14.28");
        comment!("@port out_rtt round-trip time, ns");
        comment!("@port out_flags bit 0 paced, 1 floor, 2 sat, 3 ignored");
        clock!(self, clock, cw_ram, rtt_ram, gains, scales, limits, product, recip, eta_low, eta_high);
        clock!(self, clock, s0_valid, s1_valid, s2_valid, s3_valid, s4_valid, s5_valid);
        clock!(self, clock, s6_valid, s7_valid, s8_valid, s9_valid, s10_valid, s11_valid);
        clock!(self, clock, s0, s1, s2, s3, s4, s5, s6, s6_eta_cw, s7, s8, s9, s10, s11);

        comment!("parameter sets, each word read in the stage before the one that uses it");
        self.gains.we.next = self.set_we.val();
        self.gains.waddr.next = self.set_index.val();
        self.gains.wdata.next.alpha = self.set_alpha.val();
        self.gains.wdata.next.beta = self.set_beta.val();
        self.gains.raddr.next = self.in_set.val();
        self.scales.we.next = self.set_we.val();
        self.scales.waddr.next = self.set_index.val();
        self.scales.wdata.next.gamma = self.set_gamma.val();
        self.scales.wdata.next.eta = self.set_eta.val();
        self.scales.raddr.next = self.s3.q.val().set;
        self.limits.we.next = self.set_we.val();
        self.limits.waddr.next = self.set_index.val();
        self.limits.wdata.next.gamma = self.set_gamma.val();
        self.limits.wdata.next.cw_max = self.set_cw_max.val();
        self.limits.raddr.next = self.s7.q.val().set;

        comment!("s0: the event");
        self.s0_valid.d.next = self.in_valid.val();
        self.s0.d.next.kind = self.in_kind.val();
        self.s0.d.next.ece = self.in_ece.val();
        self.s0.d.next.n = self.in_n.val();
        self.s0.d.next.qpn = self.in_qpn.val();
        self.s0.d.next.pcc = self.in_pcc.val();
        self.s0.d.next.set = self.in_set.val();

        comment!("s0 to s1: the factors of p = n1 * coef, and their leading ones; the context is read");
        self.cw_ram.raddr.next = self.s0.q.val().qpn;
        self.rtt_ram.raddr.next = self.s0.q.val().qpn;
        self.is_ack.next = self.s0.q.val().kind == self.kind_ack.val();
        self.s1_valid.d.next = self.s0_valid.q.val();
        self.s1.d.next.kind = self.s0.q.val().kind;
        self.s1.d.next.ece = self.s0.q.val().ece;
        self.s1.d.next.n_zero = !self.s0.q.val().n.any();
        self.s1.d.next.qpn = self.s0.q.val().qpn;
        self.s1.d.next.pcc = self.s0.q.val().pcc;
        self.s1.d.next.set = self.s0.q.val().set;
        self.n_lead.a.next = self.s0.q.val().n;
        self.alpha_lead.a.next = self.gains.rdata.val().alpha;
        self.beta_lead.a.next = self.gains.rdata.val().beta;
        self.s1.d.next.n1 = 1.into();
        self.s1.d.next.n1_lead = 0.into();
        if self.is_ack.val() {
            self.s1.d.next.n1 = self.s0.q.val().n;
            self.s1.d.next.n1_lead = self.n_lead.pos.val();
        }
        self.s1.d.next.coef = self.gains.rdata.val().alpha;
        self.s1.d.next.coef_lead = self.alpha_lead.pos.val();
        if (self.is_ack.val() & self.s0.q.val().ece) | (self.s0.q.val().kind == self.kind_cnp.val()) {
            self.s1.d.next.coef = self.gains.rdata.val().beta;
            self.s1.d.next.coef_lead = self.beta_lead.pos.val();
        }

        comment!("s1 to s2: p = n1 * coef, 14 + 17 = 31 bits. Its leading one is at the sum of the factors', or one above: to the left");
        comment!("by `left` it comes to bit 30 or 31. Which of the events ahead are of this QP? In the next cycle the one in s9 now");
        comment!("stands in s10 (8 ahead); those in s10 and s11 (9 and 10 ahead) the RAM gives too late");
        self.product.a.next = self.s1.q.val().n1;
        self.product.b.next = self.s1.q.val().coef;
        self.s2_valid.d.next = self.s1_valid.q.val();
        self.s2.d.next.kind = self.s1.q.val().kind;
        self.s2.d.next.ece = self.s1.q.val().ece;
        self.s2.d.next.n_zero = self.s1.q.val().n_zero;
        self.s2.d.next.qpn = self.s1.q.val().qpn;
        self.s2.d.next.pcc = self.s1.q.val().pcc;
        self.s2.d.next.set = self.s1.q.val().set;
        self.s2.d.next.left = bits::<5>(30) - bits::<5>(self.s1.q.val().n1_lead) - self.s1.q.val().coef_lead;
        self.s2.d.next.hit_8 = self.s9_valid.q.val() & (self.s9.q.val().qpn == self.s1.q.val().qpn);
        self.old_hit_9.next = self.s10_valid.q.val() & (self.s10.q.val().qpn == self.s1.q.val().qpn);
        self.old_hit_10.next = self.s11_valid.q.val() & (self.s11.q.val().qpn == self.s1.q.val().qpn);
        self.s2.d.next.hit_late = self.old_hit_9.val() | self.old_hit_10.val();
        self.s2.d.next.late_cw = self.s11.q.val().cw;
        if self.old_hit_9.val() {
            self.s2.d.next.late_cw = self.s10.q.val().cw;
        }

        comment!("s2 to s3: the newest window, and the high bits of e, the position of its integer part's leading one; p goes left, by fours");
        self.cw.next = self.cw_ram.rdata.val();
        if self.s2.q.val().hit_late {
            self.cw.next = self.s2.q.val().late_cw;
        }
        if self.s2.q.val().hit_8 {
            self.cw.next = self.s10.q.val().cw;
        }
        self.whole.next = self.cw.val().get_bits::<14>(28);
        self.s3_valid.d.next = self.s2_valid.q.val();
        self.s3.d.next.kind = self.s2.q.val().kind;
        self.s3.d.next.ece = self.s2.q.val().ece;
        self.s3.d.next.n_zero = self.s2.q.val().n_zero;
        self.s3.d.next.qpn = self.s2.q.val().qpn;
        self.s3.d.next.pcc = self.s2.q.val().pcc;
        self.s3.d.next.set = self.s2.q.val().set;
        self.s3.d.next.p = self.product.p.val();
        self.s3.d.next.p_left = bits::<32>(self.product.p.val()) << (self.s2.q.val().left & 0x1c);
        self.s3.d.next.left = self.s2.q.val().left;
        self.s3.d.next.cw = self.cw.val();
        self.s3.d.next.below = !self.whole.val().any();
        self.s3.d.next.e_high = (bits::<2>(self.whole.val().get_bits::<6>(8).any()) << 1)
            | bits::<2>(
                self.whole.val().get_bits::<2>(12).any()
                    | (self.whole.val().get_bits::<4>(4).any() & !self.whole.val().get_bits::<4>(8).any()),
            );
        self.s3.d.next.rtt = self.rtt_ram.rdata.val();
        if self.s2.q.val().kind == self.kind_host_write.val() {
            self.s3.d.next.rtt = self.host_rtt.val();
        }

        comment!("the slice that only the host writes: from s2, and so before any event behind it reads");
        self.rtt_ram.we.next =
            self.init_we.val() | (self.s2_valid.q.val() & (self.s2.q.val().kind == self.kind_host_write.val()));
        self.rtt_ram.waddr.next = self.s2.q.val().qpn;
        self.rtt_ram.wdata.next = self.host_rtt.val();
        if self.init_we.val() {
            self.rtt_ram.waddr.next = self.init_addr.val();
            self.rtt_ram.wdata.next = self.reset_rtt.val();
        }

        comment!("s3 to s4: normalise (trunc) p, whose leading one was at b = 30 - left or one above, and cw, to the right by e + 5;");
        comment!("decide");
        self.p_left.next = self.s3.q.val().p_left << self.s3.q.val().left.get_bits::<2>(0);
        self.cw_fours.next =
            bits_wrap::<27>(self.s3.q.val().cw.get_bits::<37>(5) >> (bits::<4>(self.s3.q.val().e_high) << 2));
        self.e_low.next = (bits::<2>(self.cw_fours.val().get_bits::<2>(25).any()) << 1)
            | bits::<2>(
                self.cw_fours.val().get_bit(26) | (self.cw_fours.val().get_bit(24) & !self.cw_fours.val().get_bit(25)),
            );
        self.cw_right.next = self.cw_fours.val() >> self.e_low.val();
        self.op.next = Op::Hold;
        if self.s3.q.val().kind == self.kind_host_write.val() {
            self.op.next = Op::Load;
        } else if self.s3.q.val().pcc {
            if self.s3.q.val().kind == self.kind_rtt.val() {
                self.op.next = Op::Raise;
            }
            if self.s3.q.val().kind == self.kind_cnp.val() {
                self.op.next = Op::Shrink;
            }
        } else if (self.s3.q.val().kind == self.kind_ack.val()) & !self.s3.q.val().n_zero {
            if self.s3.q.val().below {
                self.op.next = Op::Step;
                if self.s3.q.val().ece {
                    self.op.next = Op::Scale;
                }
            } else {
                self.op.next = Op::Grow;
                if self.s3.q.val().ece {
                    self.op.next = Op::Shrink;
                }
            }
        }
        self.s4_valid.d.next = self.s3_valid.q.val();
        self.s4.d.next.op = self.op.val();
        self.s4.d.next.kind = self.s3.q.val().kind;
        self.s4.d.next.qpn = self.s3.q.val().qpn;
        self.s4.d.next.rtt = self.s3.q.val().rtt;
        self.s4.d.next.set = self.s3.q.val().set;
        self.s4.d.next.cw = self.s3.q.val().cw;
        self.s4.d.next.p = self.s3.q.val().p;
        self.s4.d.next.x = self.p_left.val().get_bits::<18>(13);
        if self.p_left.val().get_bit(31) {
            self.s4.d.next.x = self.p_left.val().get_bits::<18>(14);
        }
        self.s4.d.next.b_above = self.p_left.val().get_bit(31);
        self.s4.d.next.d = self.cw_right.val().get_bits::<23>(0);
        self.s4.d.next.s = ((bits::<6>(self.s3.q.val().e_high) << 2) | bits::<6>(self.e_low.val()))
            + bits::<6>(self.s3.q.val().left)
            - 1;

        comment!("s4 to s8: the reciprocal, with s4 as its r0 and s8 as its r4");
        self.recip.x.next = self.s4.q.val().x;
        self.recip.d.next = self.s4.q.val().d;

        comment!("s4 to s6: eta * cw for cw below one: 28 + 16 = 44 bits from two products");
        self.eta_low.a.next = self.s4.q.val().cw.get_bits::<18>(0);
        self.eta_low.b.next = self.scales.rdata.val().eta;
        self.eta_high.a.next = self.s4.q.val().cw.get_bits::<10>(18);
        self.eta_high.b.next = self.scales.rdata.val().eta;
        self.s6_eta_cw.d.next = bits::<44>(self.eta_low.p.val()) + (bits::<44>(self.eta_high.p.val()) << 18);

        comment!("s4 to s5: the base of the sum, and the term that needs no reciprocal. The quotient's shift s = e + 29 - b is 0 to 36");
        comment!("where it is used, for there p is not 0 and b at least 6; elsewhere it shifts the whole quotient out");
        self.s5_valid.d.next = self.s4_valid.q.val();
        self.s5.d.next.kind = self.s4.q.val().kind;
        self.s5.d.next.qpn = self.s4.q.val().qpn;
        self.s5.d.next.rtt = self.s4.q.val().rtt;
        self.s5.d.next.set = self.s4.q.val().set;
        self.s5.d.next.ignored = (self.s4.q.val().op == Op::Hold) & (self.s4.q.val().kind != self.kind_host_read.val());
        self.s5.d.next.exact = (self.s4.q.val().op == Op::Hold) | (self.s4.q.val().op == Op::Load);
        self.s5.d.next.scale = self.s4.q.val().op == Op::Scale;
        self.s5.d.next.base = self.s4.q.val().cw;
        self.s5.d.next.term = 0.into();
        self.s5.d.next.s = 63.into();
        match self.s4.q.val().op {
            Op::Load => self.s5.d.next.base = self.host_cw.val(),
            Op::Grow => self.s5.d.next.s = self.s4.q.val().s - bits::<6>(self.s4.q.val().b_above),
            Op::Shrink => self.s5.d.next.term = bits::<32>(0) - bits::<32>(self.s4.q.val().p),
            Op::Step => self.s5.d.next.term = bits::<32>(self.scales.rdata.val().gamma),
            Op::Scale => self.s5.d.next.base = 0.into(),
            Op::Raise => self.s5.d.next.term = bits::<32>(self.s4.q.val().p),
            _ => {}
        }

        comment!("s5 to s6");
        self.s6_valid.d.next = self.s5_valid.q.val();
        self.s6.d.next = self.s5.q.val();

        comment!(
            "s6 to s7: the term in S16.28: exact; eta * cw: its half bit goes into the sum's carry (round half up)"
        );
        self.s7_valid.d.next = self.s6_valid.q.val();
        self.s7.d.next.kind = self.s6.q.val().kind;
        self.s7.d.next.qpn = self.s6.q.val().qpn;
        self.s7.d.next.rtt = self.s6.q.val().rtt;
        self.s7.d.next.set = self.s6.q.val().set;
        self.s7.d.next.ignored = self.s6.q.val().ignored;
        self.s7.d.next.exact = self.s6.q.val().exact;
        self.s7.d.next.base = self.s6.q.val().base;
        self.s7.d.next.s_low = self.s6.q.val().s.get_bits::<4>(0);
        self.s7.d.next.by_0 = self.s6.q.val().s.get_bits::<2>(4) == 0;
        self.s7.d.next.by_16 = self.s6.q.val().s.get_bits::<2>(4) == 1;
        self.s7.d.next.by_32 = self.s6.q.val().s.get_bits::<2>(4) == 2;
        self.s7.d.next.other = bits::<44>(self.s6.q.val().term) << 12;
        self.s7.d.next.half = false;
        if self.s6.q.val().scale {
            self.s7.d.next.other = bits::<44>(self.s6_eta_cw.q.val().get_bits::<28>(16));
            self.s7.d.next.half = self.s6_eta_cw.q.val().get_bit(15);
        }

        comment!("s7 to s8");
        self.s8_valid.d.next = self.s7_valid.q.val();
        self.s8.d.next = self.s7.q.val();

        comment!("s8 to s9: the increment q * 2^5 / 2^s with its half bit below (round half up); one of quotient and other is 0.");
        comment!("How far the base is from the clamps, in S16.28; 0 where the window is exact, for then nothing is added either");
        self.unshifted.next = bits::<43>(self.recip.q.val()) << 6;
        self.sixteens.next = 0.into();
        if self.s8.q.val().by_0 {
            self.sixteens.next = self.unshifted.val();
        }
        if self.s8.q.val().by_16 {
            self.sixteens.next = self.sixteens.val() | (self.unshifted.val() >> 16);
        }
        if self.s8.q.val().by_32 {
            self.sixteens.next = self.sixteens.val() | (self.unshifted.val() >> 32);
        }
        self.quotient.next = self.sixteens.val() >> self.s8.q.val().s_low;
        self.floor_cw.next = bits::<44>(self.limits.rdata.val().gamma) << 12;
        self.max_cw.next = bits::<44>(self.limits.rdata.val().cw_max);
        self.s9_valid.d.next = self.s8_valid.q.val();
        self.s9.d.next.kind = self.s8.q.val().kind;
        self.s9.d.next.qpn = self.s8.q.val().qpn;
        self.s9.d.next.rtt = self.s8.q.val().rtt;
        self.s9.d.next.ignored = self.s8.q.val().ignored;
        self.s9.d.next.base = bits::<44>(self.s8.q.val().base);
        self.s9.d.next.above_floor = bits::<44>(self.s8.q.val().base) - self.floor_cw.val();
        self.s9.d.next.below_max = self.max_cw.val() - bits::<44>(self.s8.q.val().base);
        if self.s8.q.val().exact {
            self.s9.d.next.above_floor = 0.into();
            self.s9.d.next.below_max = 0.into();
        }
        self.s9.d.next.gamma = self.limits.rdata.val().gamma;
        self.s9.d.next.cw_max = self.limits.rdata.val().cw_max;
        self.s9.d.next.addend = self.s8.q.val().other | bits::<44>(self.quotient.val().get_bits::<42>(1));
        self.s9.d.next.half = self.s8.q.val().half | self.quotient.val().get_bit(0);

        comment!("s9 to s10: the sum and its distances from the clamps, side by side, a carry chain each. One bit below the LSB, the");
        comment!("half bit meets a 1 and carries; borrows it, where it is subtracted. All are within 2^43, so the top bit is the sign");
        self.addend_half.next = (bits::<45>(self.s9.q.val().addend) << 1) | bits::<45>(self.s9.q.val().half);
        self.sum.next = ((bits::<45>(self.s9.q.val().base) << 1) | 1) + self.addend_half.val();
        self.over_floor.next = ((bits::<45>(self.s9.q.val().above_floor) << 1) | 1) + self.addend_half.val();
        self.under_max.next = (bits::<45>(self.s9.q.val().below_max) << 1) - self.addend_half.val();
        self.s10_valid.d.next = self.s9_valid.q.val();
        self.s10.d.next.kind = self.s9.q.val().kind;
        self.s10.d.next.qpn = self.s9.q.val().qpn;
        self.s10.d.next.rtt = self.s9.q.val().rtt;
        self.s10.d.next.ignored = self.s9.q.val().ignored;
        self.s10.d.next.floor = self.over_floor.val().get_bit(44);
        self.s10.d.next.sat = self.under_max.val().get_bit(44);
        self.s10.d.next.cw = self.sum.val().get_bits::<42>(1);
        if self.over_floor.val().get_bit(44) {
            self.s10.d.next.cw = bits::<42>(self.s9.q.val().gamma) << 12;
        }
        if self.under_max.val().get_bit(44) {
            self.s10.d.next.cw = self.s9.q.val().cw_max;
        }

        comment!("s10: write back, and hand on");
        self.cw_ram.we.next = self.init_we.val() | self.s10_valid.q.val();
        self.cw_ram.waddr.next = self.s10.q.val().qpn;
        self.cw_ram.wdata.next = self.s10.q.val().cw;
        if self.init_we.val() {
            self.cw_ram.waddr.next = self.init_addr.val();
            self.cw_ram.wdata.next = self.reset_cw.val();
        }
        self.s11_valid.d.next = self.s10_valid.q.val();
        self.s11.d.next.qpn = self.s10.q.val().qpn;
        self.s11.d.next.cw = self.s10.q.val().cw;
        self.is_host.next = (self.s10.q.val().kind == self.kind_host_write.val())
            | (self.s10.q.val().kind == self.kind_host_read.val());
        self.paced.next = !self.s10.q.val().cw.get_bits::<14>(28).any() & !self.is_host.val();
        self.out_valid.next = self.s10_valid.q.val();
        self.out_kind.next = self.s10.q.val().kind;
        self.out_qpn.next = self.s10.q.val().qpn;
        self.out_cw.next = self.s10.q.val().cw;
        self.out_rtt.next = self.s10.q.val().rtt;
        self.out_flags.next = bits::<4>(self.paced.val())
            | (bits::<4>(self.s10.q.val().floor) << 1)
            | (bits::<4>(self.s10.q.val().sat) << 2)
            | (bits::<4>(self.s10.q.val().ignored) << 3);
    }
}
