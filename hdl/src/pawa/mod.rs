#![doc = include_str!("../pawa.md")]
//!
//! # Why this file
//!
//! It is the loop that bounds how often one QP may have an event. All that does not need the newest window lies before
//! stage s5 or beside the loop; rounding is deferred into the final adder's carry, both clamps are compared beside it
//! and applied in the stage after, and the window is kept with what its normalisation needs first.

mod construct;
mod fast_start;
mod stages;
#[cfg(test)]
mod tests;

pub use fast_start::Started;
pub use stages::*;

use crate::prelude::*;
use crate::recip::Recip;
use crate::records::{LdcpContext, LdcpParams, LowerWindow};
use fast_start::FastStart;

/// The window update pipeline for all queue pairs.
#[derive(LogicBlock, Default)]
pub struct Pawa {
    pub clock: Signal<In, ClkRst>,
    pub set_we: Signal<In, Bit>,
    pub set_index: Signal<In, SetIndex>,
    pub set: Signal<In, LdcpParams>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub host: Signal<In, LdcpContext>,
    pub in_valid: Signal<In, Bit>,
    pub in_kind: Signal<In, KindCode>,
    pub in_n0: Signal<In, PacketCount>,
    pub in_n1: Signal<In, PacketCount>,
    pub in_qpn: Signal<In, Qpn>,
    pub in_pcc: Signal<In, Bit>,
    pub in_set: Signal<In, SetIndex>,
    pub out_valid: Signal<Out, Bit>,
    pub out_kind: Signal<Out, KindCode>,
    pub out_qpn: Signal<Out, Qpn>,
    pub out_cw: Signal<Out, Cw>,
    /// Of the event in s5, with a trace.
    pub s5_cw_opt: Vec<Signal<Out, U<42>>>,
    pub out_rtt: Signal<Out, RttNs>,
    pub out_flags: Signal<Out, U<4>>,
    pub ecc_opt: Vec<Signal<In, Ecc>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,
    pub rom_opt: Vec<Signal<Out, RomFault>>,
    pub lower_opt: Vec<Signal<In, LowerWindow>>,
    /// With the fast start.
    pub in_loss_opt: Vec<Signal<In, Bit>>,
    pub in_confirms_opt: Vec<Signal<In, U<14>>>,
    pub host_iw_opt: Vec<Signal<In, U<14>>>,
    pub out_iw_opt: Vec<Signal<Out, U<14>>>,

    windows: Ram<Window, QPN>,
    rtt_ram: Ram<U<24>, QPN>,
    gains: Table<Gains, 4>,
    scales: Table<Scales, 4>,
    limits: Table<Limits, 4>,
    raised: Mul<14, 17, 31>,
    cut: Mul<14, 17, 31>,
    p_left_4: Mux4<31>,
    newest_4: Mux4<26>,
    newest_1: Mux4<23>,
    last_4: Mux4<26>,
    last_1: Mux4<23>,
    own_4: Mux4<26>,
    own_1: Mux4<23>,
    chosen_cw: Mux4<42>,
    chosen_e: Mux4<4>,
    recip: Recip,
    eta_low: Mul<18, 16, 34>,
    eta_high: Mul<10, 16, 26>,
    quotient_16: Mux4<43>,
    quotient_4: Mux4<43>,
    quotient_1: Mux4<43>,
    start_opt: Vec<FastStart>,
    s0_loss_opt: Vec<DReg<Bit>>,

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
    s12_valid: Reg<Bit>,
    s13_valid: Reg<Bit>,
    s14_valid: Reg<Bit>,
    s0: DReg<S0>,
    s1: DReg<S1>,
    s2_rule: DReg<Rule>,
    s3_rule: DReg<Rule>,
    s4_rule: DReg<Rule>,
    s5_rule: DReg<Rule>,
    s6_rule: DReg<Rule>,
    s7_rule: DReg<Rule>,
    s8_rule: DReg<Rule>,
    s9_rule: DReg<Rule>,
    s10_rule: DReg<Rule>,
    s11_rule: DReg<Rule>,
    s12_rule: DReg<Rule>,
    s3_part: DReg<Part>,
    s4_part: DReg<Part>,
    s5_part: DReg<Part>,
    s3_plus: DReg<U<30>>,
    s3_minus: DReg<U<30>>,
    s4_term: DReg<U<32>>,
    s5_term: DReg<U<32>>,
    s6_term: DReg<U<32>>,
    s7_term: DReg<U<32>>,
    s8_term: DReg<U<32>>,
    s2_hits: DReg<Hits>,
    s3_source: DReg<Source>,
    s4_source: DReg<Source>,
    s3_stored: DReg<Window>,
    s3_caught: DReg<Window>,
    s4_window: DReg<Window>,
    s5_own: DReg<Normal>,
    s6: DReg<S6>,
    s6_writes_rtt: Reg<Bit>,
    s6_rtt: DReg<RttWrite>,
    s7: DReg<S7>,
    s8: DReg<S8>,
    s9: DReg<S9>,
    s10: DReg<S10>,
    s11: DReg<S11>,
    s12: DReg<S12>,
    s13: DReg<S13>,
    s13_writes: Reg<Bit>,
    s13_window: DReg<Window>,
    s13_forward: DReg<Window>,
    s14_qpn: DReg<Qpn>,
    s14_window: DReg<Window>,
    s14_forward: DReg<Normal>,
    s15_window: DReg<Window>,

    loads: Signal<Local, Bit>,
    reads: Signal<Local, Bit>,
    moves: Signal<Local, Bit>,
    lead_0: Signal<Local, Bit>,
    lead_4: Signal<Local, Bit>,
    lead_8: Signal<Local, Bit>,
    by_4: Signal<Local, U<2>>,
    by_2: Signal<Local, Bit>,
    twos: Signal<Local, U<31>>,
    window: Signal<Local, Window>,
    caught: Signal<Local, Bit>,
    newest_fives: Signal<Local, U<36>>,
    last_fives: Signal<Local, U<36>>,
    own_fives: Signal<Local, U<36>>,
    unshifted: Signal<Local, U<43>>,
    floor_cw: Signal<Local, U<44>>,
    max_cw: Signal<Local, U<44>>,
    addend_half: Signal<Local, U<46>>,
    sum: Signal<Local, U<46>>,
    over_floor: Signal<Local, U<46>>,
    under_max: Signal<Local, U<46>>,
    clamped: Signal<Local, U<42>>,
    clamped_e: Signal<Local, U<4>>,
    sum_e_high: Signal<Local, U<2>>,
    sum_e_low: Signal<Local, U<2>>,
    max_e_high: Signal<Local, U<2>>,
    max_e_low: Signal<Local, U<2>>,
    is_host: Signal<Local, Bit>,
    paced: Signal<Local, Bit>,
    ecc_in: Signal<Local, Ecc>,
    of_window: Signal<Local, Fault>,
    of_rtt: Signal<Local, Fault>,
    all_fault: Signal<Local, Fault>,
    given: Signal<Local, LowerWindow>,
    given_early: Signal<Local, LowerWindow>,
    started: Signal<Local, Started>,
    of_start: Signal<Local, Fault>,

    kind_host_write: Constant<KindCode>,
    kind_host_read: Constant<KindCode>,
    reset_cw: Constant<U<42>>,
    reset_rtt: Constant<U<24>>,
    free: Constant<Bit>,
    _ecc: usize,
    _fcr: usize,
    _start: usize,
}

impl Logic for Pawa {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module pawa");
        comment!("@doc LDCP's window update, one event in and one window out each cycle, 14 cycles later.");
        comment!("@doc A QP's events must come 8 cycles apart or more: then each sees the window of the one before.");
        comment!("@port set_we writes parameter set set_index, while no event of that set is under way");
        comment!("@port init_we writes the reset context at init_addr, while no event is under way");
        comment!("@port init_addr index of the QP whose context is reset");
        comment!("@port host_cw what a host_write stores, stable while it is under way; packets, U14.28");
        comment!("@port in_valid an event is issued in this cycle");
        comment!("@port in_kind 4 host_write, 5 host_read; of all others in_n0 and in_n1 say what they do");
        comment!("@port in_n0 packets that ACKs without ECN-Echo confirm; of ldcp-pcc RTT responses");
        comment!("@port in_n1 packets that ACKs with ECN-Echo confirm; of ldcp-pcc CNPs");
        comment!("@port in_qpn index of the QP");
        comment!("@port in_pcc the QP's algorithm: 0 ldcp, 1 ldcp-pcc");
        comment!("@port in_set the QP's parameter set");
        comment!("@port out_valid a result, 14 cycles after its event");
        comment!("@port out_kind as in_kind");
        comment!("@port out_qpn index of the QP");
        comment!("@port out_cw the new window, packets, U14.28");
        for _k in 0..self.s5_cw_opt.len() {
            comment!("@port s5_cw the window that the event in s5 finds, packets, U14.28");
        }
        comment!("@port out_rtt round-trip time, ns");
        comment!("@port out_flags bit 0 paced, 1 floor, 2 sat, 3 ignored");
        for _k in 0..self._ecc {
            comment!(
                "@port fault_corrected a word had one wrong bit, which was corrected: 3 cycles after its event, or 13"
            );
            comment!("@port rom_parity a word of the reciprocal's table had a wrong bit");
        }
        for _k in 0..self._start {
            comment!("@port in_loss a packet was lost");
            comment!("@port in_confirms packets that the loss confirms beside the ACKs, two cycles behind its event");
            comment!("@port host_iw what a host_write stores of the initial window, stable while it is under way");
            comment!("@port out_iw what is left of it behind the event; 0: the stable stage");
        }
        clock!(self, clock, windows, rtt_ram, gains, scales, limits, raised, cut, recip, eta_low, eta_high);
        clock!(self, clock, s0_valid, s1_valid, s2_valid, s3_valid, s4_valid, s5_valid, s6_valid);
        clock!(self, clock, s7_valid, s8_valid, s9_valid, s10_valid, s11_valid, s12_valid, s13_valid, s14_valid);
        clock!(self, clock, s2_hits, s3_source, s4_source, s6_writes_rtt, s13_writes, s13_forward, s14_forward);
        dff_setup!(
            self, clock, s0, s1, s2_rule, s3_rule, s4_rule, s5_rule, s6_rule, s7_rule, s8_rule, s9_rule, s10_rule
        );
        dff_setup!(self, clock, s11_rule, s12_rule, s3_part, s4_part, s5_part, s3_stored, s3_caught, s4_window, s5_own);
        dff_setup!(self, clock, s3_plus, s3_minus, s4_term, s5_term, s6_term, s7_term, s8_term, s6_rtt, s6, s7, s8, s9);
        dff_setup!(self, clock, s10, s11, s12, s13, s13_window, s14_qpn, s14_window, s15_window);

        comment!("parameter sets, each word read in the stage before the one that uses it");
        self.gains.we.next = self.set_we.val();
        self.gains.waddr.next = self.set_index.val();
        self.gains.wdata.next.alpha = self.set.val().alpha;
        self.gains.wdata.next.beta = self.set.val().beta;
        self.gains.raddr.next = self.s0.q.val().set;
        self.scales.we.next = self.set_we.val();
        self.scales.waddr.next = self.set_index.val();
        self.scales.wdata.next.gamma = self.set.val().gamma;
        self.scales.wdata.next.eta = self.set.val().eta;
        self.scales.raddr.next = self.s5_rule.q.val().set;
        self.limits.we.next = self.set_we.val();
        self.limits.waddr.next = self.set_index.val();
        self.limits.wdata.next.gamma = self.set.val().gamma;
        self.limits.wdata.next.cw_max = self.set.val().cw_max;
        self.limits.raddr.next = self.s9_rule.q.val().set;

        comment!("s0: the event");
        self.s0_valid.d.next = self.in_valid.val();
        if self.in_valid.val() | self.free.val() {
            self.s0.d.next.kind = self.in_kind.val();
            self.s0.d.next.n0 = self.in_n0.val();
            self.s0.d.next.n1 = self.in_n1.val();
            self.s0.d.next.qpn = self.in_qpn.val();
            self.s0.d.next.pcc = self.in_pcc.val();
            self.s0.d.next.set = self.in_set.val();
        }

        comment!("s0 to s1: whether there is something to multiply; alpha and beta are read");
        self.s1_valid.d.next = self.s0_valid.q.val();
        if self.s0_valid.q.val() | self.free.val() {
            self.s1.d.next.kind = self.s0.q.val().kind;
            self.s1.d.next.n0 = self.s0.q.val().n0;
            self.s1.d.next.n1 = self.s0.q.val().n1;
            self.s1.d.next.some0 = self.s0.q.val().n0.any();
            self.s1.d.next.some1 = self.s0.q.val().n1.any();
            self.s1.d.next.qpn = self.s0.q.val().qpn;
            self.s1.d.next.pcc = self.s0.q.val().pcc;
            self.s1.d.next.set = self.s0.q.val().set;
        }

        comment!("s1 to s2: both products, 14 + 17 = 31 bits; what the event does");
        self.raised.a.next = self.s1.q.val().n0;
        self.raised.b.next = self.gains.rdata.val().alpha;
        self.cut.a.next = self.s1.q.val().n1;
        self.cut.b.next = self.gains.rdata.val().beta;
        self.raised.en_opt[0].next = self.s1_valid.q.val() | self.free.val();
        self.cut.en_opt[0].next = self.s1_valid.q.val() | self.free.val();
        self.loads.next = self.s1.q.val().kind == self.kind_host_write.val();
        self.reads.next = self.s1.q.val().kind == self.kind_host_read.val();
        self.moves.next = (self.s1.q.val().some0 | self.s1.q.val().some1) & !self.loads.val() & !self.reads.val();
        self.s2_valid.d.next = self.s1_valid.q.val();
        if self.s1_valid.q.val() | self.free.val() {
            self.s2_rule.d.next.kind = self.s1.q.val().kind;
            self.s2_rule.d.next.qpn = self.s1.q.val().qpn;
            self.s2_rule.d.next.set = self.s1.q.val().set;
            self.s2_rule.d.next.by_window = self.moves.val() & !self.s1.q.val().pcc;
            self.s2_rule.d.next.marked = self.s1.q.val().some1;
            self.s2_rule.d.next.adds = self.moves.val() & self.s1.q.val().pcc;
            self.s2_rule.d.next.load = self.loads.val();
            self.s2_rule.d.next.exact = !self.moves.val();
            self.s2_rule.d.next.ignored = !self.moves.val() & !self.loads.val() & !self.reads.val();
        }

        comment!("s3 to s4, s5, s6: p = n0 * alpha goes left until its leading one is bit 30: by 16, by 4 to 12, by 2 and 1. Beside it");
        comment!(
            "what is added and subtracted as it is, 30 bits, for a gain is one at most: a term of the sum in S16.16, exact. Of a host's event nothing"
        );
        self.s3_valid.d.next = self.s2_valid.q.val();
        if self.s2_valid.q.val() | self.free.val() {
            self.s3_rule.d.next = self.s2_rule.q.val();
            self.s3_part.d.next.p = self.raised.p.val();
            self.s3_part.d.next.left = 0.into();
            self.s3_plus.d.next = 0.into();
            if self.s2_rule.q.val().adds {
                self.s3_plus.d.next = self.raised.p.val().get_bits::<30>(0);
            }
            self.s3_minus.d.next = self.cut.p.val().get_bits::<30>(0);
            if self.s2_rule.q.val().exact {
                self.s3_minus.d.next = 0.into();
            }
        }
        self.s4_valid.d.next = self.s3_valid.q.val();
        if self.s3_valid.q.val() | self.free.val() {
            self.s4_rule.d.next = self.s3_rule.q.val();
            self.s4_term.d.next = bits::<32>(self.s3_plus.q.val()) - bits::<32>(self.s3_minus.q.val());
            self.s4_part.d.next = self.s3_part.q.val();
            if !self.s3_part.q.val().p.get_bits::<16>(15).any() {
                self.s4_part.d.next.p = self.s3_part.q.val().p << 16;
                self.s4_part.d.next.left = 16.into();
            }
        }
        self.s5_valid.d.next = self.s4_valid.q.val();
        if self.s4_valid.q.val() | self.free.val() {
            self.s5_rule.d.next = self.s4_rule.q.val();
            self.s5_term.d.next = self.s4_term.q.val();
        }
        self.lead_0.next = self.s4_part.q.val().p.get_bits::<4>(27).any();
        self.lead_4.next = self.s4_part.q.val().p.get_bits::<4>(23).any();
        self.lead_8.next = self.s4_part.q.val().p.get_bits::<4>(19).any();
        self.by_4.next = (bits::<2>(!self.lead_0.val() & !self.lead_4.val()) << 1)
            | bits::<2>(!self.lead_0.val() & (self.lead_4.val() | !self.lead_8.val()));
        self.p_left_4.d0.next = self.s4_part.q.val().p;
        self.p_left_4.d1.next = self.s4_part.q.val().p << 4;
        self.p_left_4.d2.next = self.s4_part.q.val().p << 8;
        self.p_left_4.d3.next = self.s4_part.q.val().p << 12;
        self.p_left_4.sel.next = self.by_4.val();
        self.p_left_4.also.next = 0.into();
        if self.s4_valid.q.val() | self.free.val() {
            self.s5_part.d.next.p = self.p_left_4.q.val();
            self.s5_part.d.next.left = self.s4_part.q.val().left | (bits::<5>(self.by_4.val()) << 2);
        }
        self.by_2.next = !self.s5_part.q.val().p.get_bits::<2>(29).any();
        self.twos.next = self.s5_part.q.val().p;
        if self.by_2.val() {
            self.twos.next = self.s5_part.q.val().p << 2;
        }
        self.recip.x.next = self.twos.val().get_bits::<18>(13);
        if !self.twos.val().get_bit(30) {
            self.recip.x.next = self.twos.val().get_bits::<18>(12);
        }
        if self.s5_valid.q.val() | self.free.val() {
            self.s6.d.next.left =
                self.s5_part.q.val().left | (bits::<5>(self.by_2.val()) << 1) | bits::<5>(!self.twos.val().get_bit(30));
            self.s6_term.d.next = self.s5_term.q.val();
        }

        comment!("s0: the context is read. Which of the events ahead are of this QP? Those 8 to 13 ahead write too late for the RAM to give");
        comment!("what they wrote");
        self.windows.raddr.next = self.s0.q.val().qpn;
        self.s2_hits.d.next.at_8 = self.s9_valid.q.val() & (self.s9_rule.q.val().qpn == self.s1.q.val().qpn);
        self.s2_hits.d.next.at_9 = self.s10_valid.q.val() & (self.s10_rule.q.val().qpn == self.s1.q.val().qpn);
        self.s2_hits.d.next.at_10 = self.s11_valid.q.val() & (self.s11_rule.q.val().qpn == self.s1.q.val().qpn);
        self.s2_hits.d.next.at_11 = self.s12_valid.q.val() & (self.s12_rule.q.val().qpn == self.s1.q.val().qpn);
        self.s2_hits.d.next.at_12 = self.s13_valid.q.val() & (self.s13.q.val().qpn == self.s1.q.val().qpn);
        self.s2_hits.d.next.at_13 = self.s14_valid.q.val() & (self.s14_qpn.q.val() == self.s1.q.val().qpn);

        comment!("s2 to s3: the RAM's word, and what those 12 and 13 ahead wrote; s3 to s4: or those 10 and 11 ahead. 0 where it is the window");
        comment!("of the event 8 or 9 ahead, which comes later");
        if self.s2_valid.q.val() | self.free.val() {
            self.s3_stored.d.next = self.windows.rdata.val();
            self.s3_caught.d.next = self.s14_window.q.val();
            if self.s2_hits.q.val().at_13 {
                self.s3_caught.d.next = self.s15_window.q.val();
            }
        }
        self.caught.next = self.s2_hits.q.val().at_12 | self.s2_hits.q.val().at_13;
        self.s3_source.d.next.at_8 = self.s2_hits.q.val().at_8;
        self.s3_source.d.next.at_9 = self.s2_hits.q.val().at_9;
        self.s3_source.d.next.from = (bits::<2>(self.s2_hits.q.val().at_10 | self.s2_hits.q.val().at_11) << 1)
            | bits::<2>(self.s2_hits.q.val().at_11 | self.caught.val());
        self.chosen_cw.d0.next = self.s3_stored.q.val().cw;
        self.chosen_cw.d1.next = self.s3_caught.q.val().cw;
        self.chosen_cw.d2.next = self.s13_window.q.val().cw;
        self.chosen_cw.d3.next = self.s14_window.q.val().cw;
        self.chosen_cw.sel.next = self.s3_source.q.val().from;
        self.chosen_cw.also.next = 0.into();
        self.chosen_e.d0.next = self.s3_stored.q.val().e;
        self.chosen_e.d1.next = self.s3_caught.q.val().e;
        self.chosen_e.d2.next = self.s13_window.q.val().e;
        self.chosen_e.d3.next = self.s14_window.q.val().e;
        self.chosen_e.sel.next = self.s3_source.q.val().from;
        self.chosen_e.also.next = 0.into();
        self.s4_source.d.next = self.s3_source.q.val();
        if self.s3_valid.q.val() | self.free.val() {
            self.s4_window.d.next.cw = self.chosen_cw.q.val();
            self.s4_window.d.next.e = self.chosen_e.q.val();
            if self.s3_source.q.val().at_8 | self.s3_source.q.val().at_9 {
                self.s4_window.d.next.cw = 0.into();
                self.s4_window.d.next.e = 0.into();
            }
        }

        comment!("s4 to s5: the divisor: cw goes right by 5, by 4 * the high part of e and by its low part; its leading one is bit 23");
        self.own_fives.next = self.s4_window.q.val().cw.get_bits::<36>(5);
        self.own_4.d0.next = self.own_fives.val().get_bits::<26>(0);
        self.own_4.d1.next = self.own_fives.val().get_bits::<26>(4);
        self.own_4.d2.next = self.own_fives.val().get_bits::<26>(8);
        self.own_4.d3.next = bits::<26>(self.own_fives.val().get_bits::<24>(12));
        self.own_4.sel.next = self.s4_window.q.val().e.get_bits::<2>(2);
        self.own_4.also.next = 0.into();
        self.own_1.d0.next = self.own_4.q.val().get_bits::<23>(0);
        self.own_1.d1.next = self.own_4.q.val().get_bits::<23>(1);
        self.own_1.d2.next = self.own_4.q.val().get_bits::<23>(2);
        self.own_1.d3.next = self.own_4.q.val().get_bits::<23>(3);
        self.own_1.sel.next = self.s4_window.q.val().e.get_bits::<2>(0);
        self.own_1.also.next = 0.into();
        if self.s4_valid.q.val() | self.free.val() {
            self.s5_own.d.next.cw = self.s4_window.q.val().cw;
            self.s5_own.d.next.e = self.s4_window.q.val().e;
            self.s5_own.d.next.d = self.own_1.q.val();
        }

        comment!("s13 to s14: the same of the last result, if the event 9 behind is of its QP; else 0");
        self.last_fives.next = self.s13_window.q.val().cw.get_bits::<36>(5);
        self.last_4.d0.next = self.last_fives.val().get_bits::<26>(0);
        self.last_4.d1.next = self.last_fives.val().get_bits::<26>(4);
        self.last_4.d2.next = self.last_fives.val().get_bits::<26>(8);
        self.last_4.d3.next = bits::<26>(self.last_fives.val().get_bits::<24>(12));
        self.last_4.sel.next = self.s13_window.q.val().e.get_bits::<2>(2);
        self.last_4.also.next = 0.into();
        self.last_1.d0.next = self.last_4.q.val().get_bits::<23>(0);
        self.last_1.d1.next = self.last_4.q.val().get_bits::<23>(1);
        self.last_1.d2.next = self.last_4.q.val().get_bits::<23>(2);
        self.last_1.d3.next = self.last_4.q.val().get_bits::<23>(3);
        self.last_1.sel.next = self.s13_window.q.val().e.get_bits::<2>(0);
        self.last_1.also.next = 0.into();
        self.s14_forward.d.next.cw = self.s13_window.q.val().cw;
        self.s14_forward.d.next.e = self.s13_window.q.val().e;
        self.s14_forward.d.next.d = self.last_1.q.val();
        if !self.s4_source.q.val().at_9 {
            self.s14_forward.d.next.cw = 0.into();
            self.s14_forward.d.next.e = 0.into();
            self.s14_forward.d.next.d = 0.into();
        }

        comment!("s5 to s6: the newest window: of the three sources all but one are 0. The divisor of the newest result is made in this step;");
        comment!("both operands go into the reciprocal, whose r1 is s6");
        self.window.next.cw = self.s13_forward.q.val().cw | self.s14_forward.q.val().cw | self.s5_own.q.val().cw;
        self.window.next.e = self.s13_forward.q.val().e | self.s14_forward.q.val().e | self.s5_own.q.val().e;
        for k in 0..self.s5_cw_opt.len() {
            self.s5_cw_opt[k].next = self.window.val().cw;
        }
        self.newest_fives.next = self.s13_forward.q.val().cw.get_bits::<36>(5);
        self.newest_4.d0.next = self.newest_fives.val().get_bits::<26>(0);
        self.newest_4.d1.next = self.newest_fives.val().get_bits::<26>(4);
        self.newest_4.d2.next = self.newest_fives.val().get_bits::<26>(8);
        self.newest_4.d3.next = bits::<26>(self.newest_fives.val().get_bits::<24>(12));
        self.newest_4.sel.next = self.s13_forward.q.val().e.get_bits::<2>(2);
        self.newest_4.also.next = 0.into();
        self.newest_1.d0.next = self.newest_4.q.val().get_bits::<23>(0);
        self.newest_1.d1.next = self.newest_4.q.val().get_bits::<23>(1);
        self.newest_1.d2.next = self.newest_4.q.val().get_bits::<23>(2);
        self.newest_1.d3.next = self.newest_4.q.val().get_bits::<23>(3);
        self.newest_1.sel.next = self.s13_forward.q.val().e.get_bits::<2>(0);
        self.newest_1.also.next = self.s14_forward.q.val().d | self.s5_own.q.val().d;
        self.recip.d.next = self.newest_1.q.val();
        self.s6_valid.d.next = self.s5_valid.q.val();
        if self.s5_valid.q.val() | self.free.val() {
            self.s6_rule.d.next = self.s5_rule.q.val();
            self.s6.d.next.cw = self.window.val().cw;
            self.s6.d.next.e = self.window.val().e;
        }

        for k in 0..self._start {
            comment!("a QP in its fast start: beside the window, what is left of the initial one; until that is acknowledged the window stays,");
            comment!("and on a loss it becomes what has been, by a term of the sum");
            clock!(self, clock, start_opt[k], s0_loss_opt[k]);
            self.s0_loss_opt[k].d.next = self.in_loss_opt[k].val();
            self.start_opt[k].init_we.next = self.init_we.val();
            self.start_opt[k].init_addr.next = self.init_addr.val();
            self.start_opt[k].host_iw.next = self.host_iw_opt[k].val();
            self.start_opt[k].s0_valid.next = self.s0_valid.q.val();
            self.start_opt[k].s0_qpn.next = self.s0.q.val().qpn;
            self.start_opt[k].s0_n0.next = self.s0.q.val().n0;
            self.start_opt[k].s0_n1.next = self.s0.q.val().n1;
            self.start_opt[k].s0_loss.next = self.s0_loss_opt[k].q.val();
            self.start_opt[k].s1_confirms.next = self.in_confirms_opt[k].val();
            self.start_opt[k].s1_acts.next = !self.loads.val() & !self.reads.val() & !self.s1.q.val().pcc;
            self.start_opt[k].s1_loads.next = self.loads.val();
            self.start_opt[k].s4_valid.next = self.s4_valid.q.val();
            self.start_opt[k].s4_qpn.next = self.s4_rule.q.val().qpn;
            self.start_opt[k].s4_clears.next = false;
            for j in 0..self._fcr {
                comment!("FCR's lowering ends it: an advice has said more than the first packets would");
                self.given_early.next = self.lower_opt[j].val();
                self.start_opt[k].s4_clears.next =
                    self.given_early.val().on & (self.s4_rule.q.val().kind == self.kind_host_read.val());
            }
            self.out_iw_opt[k].next = self.start_opt[k].s13_iw.val();
            self.started.next = self.start_opt[k].started.val();
            if self.started.val().on & (self.s5_valid.q.val() | self.free.val()) {
                self.s6_rule.d.next.by_window = false;
                self.s6_rule.d.next.exact = !self.started.val().cuts;
                self.s6_rule.d.next.ignored = !self.started.val().cuts;
                self.s6_term.d.next = bits::<32>(self.started.val().less) << 16;
            }
        }

        comment!("s6 to s7: which rule?");
        self.s7_valid.d.next = self.s6_valid.q.val();
        if self.s6_valid.q.val() | self.free.val() {
            self.s7_rule.d.next = self.s6_rule.q.val();
            self.s7_term.d.next = self.s6_term.q.val();
            self.s7.d.next.cw = self.s6.q.val().cw;
            self.s7.d.next.low = self.s6_rule.q.val().by_window & !self.s6.q.val().cw.get_bits::<14>(28).any();
            self.s7.d.next.e = self.s6.q.val().e;
            self.s7.d.next.left = bits::<6>(self.s6.q.val().left) - 1;
            self.s7.d.next.gamma = self.scales.rdata.val().gamma;
        }

        comment!("s6 to s8: eta * cw for cw below one: 28 + 16 = 44 bits from two products");
        self.eta_low.a.next = self.s6.q.val().cw.get_bits::<18>(0);
        self.eta_low.b.next = self.scales.rdata.val().eta;
        self.eta_high.a.next = self.s6.q.val().cw.get_bits::<10>(18);
        self.eta_high.b.next = self.scales.rdata.val().eta;
        self.eta_low.en_opt[0].next = self.s6_valid.q.val() | self.free.val();
        self.eta_high.en_opt[0].next = self.s6_valid.q.val() | self.free.val();

        comment!("s7 to s8: the base of the sum; what may be added to it below one packet; and the quotient's shift s = e + 29 - b. It is 0");
        comment!("to 36 where it is used, for there p is not 0 and b at least 6");
        self.s8_valid.d.next = self.s7_valid.q.val();
        if self.s7_valid.q.val() | self.free.val() {
            self.s8_rule.d.next = self.s7_rule.q.val();
            self.s8_term.d.next = self.s7_term.q.val();
            self.s8.d.next.base = self.s7.q.val().cw;
            if self.s7_rule.q.val().load {
                self.s8.d.next.base = self.host.val().cw;
            }
            if self.s7.q.val().low & self.s7_rule.q.val().marked {
                self.s8.d.next.base = 0.into();
            }
            self.s8.d.next.low = self.s7.q.val().low;
            self.s8.d.next.grows = self.s7_rule.q.val().by_window & !self.s7.q.val().low;
            self.s8.d.next.s = self.s7.q.val().left + bits::<6>(self.s7.q.val().e);
            self.s8.d.next.gamma = self.s7.q.val().gamma;
            if self.s7_rule.q.val().marked {
                self.s8.d.next.gamma = 0.into();
            }
            self.s8.d.next.eta_cw = bits::<44>(self.eta_low.p.val()) + (bits::<44>(self.eta_high.p.val()) << 18);
            if !self.s7_rule.q.val().marked {
                self.s8.d.next.eta_cw = 0.into();
            }
        }

        comment!(
            "s8 to s9: the term in S16.28, exact; eta * cw: its half bit goes into the sum's carry (round half up)"
        );
        self.s9_valid.d.next = self.s8_valid.q.val();
        if self.s8_valid.q.val() | self.free.val() {
            self.s9_rule.d.next = self.s8_rule.q.val();
            self.s9.d.next.base = self.s8.q.val().base;
            self.s9.d.next.other = bits::<44>(self.s8_term.q.val()) << 12;
            self.s9.d.next.half = false;
            if self.s8.q.val().low {
                self.s9.d.next.other =
                    (bits::<44>(self.s8.q.val().gamma) << 12) | bits::<44>(self.s8.q.val().eta_cw.get_bits::<28>(16));
                self.s9.d.next.half = self.s8.q.val().eta_cw.get_bit(15);
            }
            self.s9.d.next.s_low = self.s8.q.val().s.get_bits::<4>(0);
            self.s9.d.next.s_high = 3.into();
            if self.s8.q.val().grows {
                self.s9.d.next.s_high = self.s8.q.val().s.get_bits::<2>(4);
            }
        }

        comment!("s9 to s10: all but the quotient, which is not there yet, in S16.28");
        self.s10_valid.d.next = self.s9_valid.q.val();
        if self.s9_valid.q.val() | self.free.val() {
            self.s10_rule.d.next = self.s9_rule.q.val();
            self.s10.d.next.base = bits::<44>(self.s9.q.val().base) + self.s9.q.val().other;
            self.s10.d.next.half = self.s9.q.val().half;
            self.s10.d.next.s_low = self.s9.q.val().s_low;
            self.s10.d.next.s_high = self.s9.q.val().s_high;
        }

        comment!("s10 to s11: the increment q * 2^5 / 2^s with its half bit below (round half up), or eta * cw's. How far the base is from");
        comment!("the clamps, in S16.28");
        self.unshifted.next = bits::<43>(self.recip.q.val()) << 6;
        self.quotient_16.d0.next = self.unshifted.val();
        self.quotient_16.d1.next = self.unshifted.val() >> 16;
        self.quotient_16.d2.next = self.unshifted.val() >> 32;
        self.quotient_16.d3.next = 0.into();
        self.quotient_16.sel.next = self.s10.q.val().s_high;
        self.quotient_16.also.next = 0.into();
        self.quotient_4.d0.next = self.quotient_16.q.val();
        self.quotient_4.d1.next = self.quotient_16.q.val() >> 4;
        self.quotient_4.d2.next = self.quotient_16.q.val() >> 8;
        self.quotient_4.d3.next = self.quotient_16.q.val() >> 12;
        self.quotient_4.sel.next = self.s10.q.val().s_low.get_bits::<2>(2);
        self.quotient_4.also.next = 0.into();
        self.quotient_1.d0.next = self.quotient_4.q.val();
        self.quotient_1.d1.next = self.quotient_4.q.val() >> 1;
        self.quotient_1.d2.next = self.quotient_4.q.val() >> 2;
        self.quotient_1.d3.next = self.quotient_4.q.val() >> 3;
        self.quotient_1.sel.next = self.s10.q.val().s_low.get_bits::<2>(0);
        self.quotient_1.also.next = bits::<43>(self.s10.q.val().half);
        self.floor_cw.next = bits::<44>(self.limits.rdata.val().gamma) << 12;
        self.max_cw.next = bits::<44>(self.limits.rdata.val().cw_max);
        self.s11_valid.d.next = self.s10_valid.q.val();
        if self.s10_valid.q.val() | self.free.val() {
            self.s11_rule.d.next = self.s10_rule.q.val();
            self.s11.d.next.base = self.s10.q.val().base;
            self.s11.d.next.above_floor = self.s10.q.val().base - self.floor_cw.val();
            self.s11.d.next.below_max = self.max_cw.val() - self.s10.q.val().base;
            if self.s10_rule.q.val().exact {
                self.s11.d.next.above_floor = 0.into();
                self.s11.d.next.below_max = 0.into();
            }
            self.s11.d.next.gamma = self.limits.rdata.val().gamma;
            self.s11.d.next.cw_max = self.limits.rdata.val().cw_max;
            self.s11.d.next.addend = self.quotient_1.q.val();
        }
        for k in 0..self._fcr {
            comment!("FCR's lowering: a read, whose window has a greatest of its own");
            self.given.next = self.lower_opt[k].val();
            if self.given.val().on
                & (self.s10_rule.q.val().kind == self.kind_host_read.val())
                & (self.s10_valid.q.val() | self.free.val())
            {
                self.s11.d.next.below_max = bits::<44>(self.given.val().window) - self.s10.q.val().base;
                self.s11.d.next.cw_max = self.given.val().window;
            }
        }

        comment!("s11 to s12: the sum and its distances from the clamps, side by side, a carry chain each. One bit below the LSB, the half bit");
        comment!("meets a 1 and carries; borrows it, where it is subtracted. The top bit is the sign, whatever the quotient is");
        self.addend_half.next = bits::<46>(self.s11.q.val().addend);
        self.sum.next = ((bits::<46>(self.s11.q.val().base) << 1) | 1) + self.addend_half.val();
        self.over_floor.next = ((bits::<46>(self.s11.q.val().above_floor) << 1)
            | (bits::<46>(self.s11.q.val().above_floor.get_bit(43)) << 45)
            | 1)
            + self.addend_half.val();
        self.under_max.next = ((bits::<46>(self.s11.q.val().below_max) << 1)
            | (bits::<46>(self.s11.q.val().below_max.get_bit(43)) << 45))
            - self.addend_half.val();
        self.s12_valid.d.next = self.s11_valid.q.val();
        if self.s11_valid.q.val() | self.free.val() {
            self.s12_rule.d.next = self.s11_rule.q.val();
            self.s12.d.next.sum = self.sum.val().get_bits::<42>(1);
            self.s12.d.next.floor = self.over_floor.val().get_bit(45);
            self.s12.d.next.sat = self.under_max.val().get_bit(45);
            self.s12.d.next.gamma = self.s11.q.val().gamma;
            self.s12.d.next.cw_max = self.s11.q.val().cw_max;
        }
        self.max_e_high.next = (bits::<2>(self.s11.q.val().cw_max.get_bits::<6>(36).any()) << 1)
            | bits::<2>(
                self.s11.q.val().cw_max.get_bits::<2>(40).any()
                    | (self.s11.q.val().cw_max.get_bits::<4>(32).any()
                        & !self.s11.q.val().cw_max.get_bits::<4>(36).any()),
            );
        self.max_e_low.next = (bits::<2>(self.s11.q.val().cw_max.get_bits::<2>(30).any()) << 1)
            | bits::<2>(
                self.s11.q.val().cw_max.get_bit(31)
                    | (self.s11.q.val().cw_max.get_bit(29) & !self.s11.q.val().cw_max.get_bit(30)),
            );
        if self.s11.q.val().cw_max.get_bits::<4>(32).any() {
            self.max_e_low.next = (bits::<2>(self.s11.q.val().cw_max.get_bits::<2>(34).any()) << 1)
                | bits::<2>(
                    self.s11.q.val().cw_max.get_bit(35)
                        | (self.s11.q.val().cw_max.get_bit(33) & !self.s11.q.val().cw_max.get_bit(34)),
                );
        }
        if self.s11.q.val().cw_max.get_bits::<4>(36).any() {
            self.max_e_low.next = (bits::<2>(self.s11.q.val().cw_max.get_bits::<2>(38).any()) << 1)
                | bits::<2>(
                    self.s11.q.val().cw_max.get_bit(39)
                        | (self.s11.q.val().cw_max.get_bit(37) & !self.s11.q.val().cw_max.get_bit(38)),
                );
        }
        if self.s11.q.val().cw_max.get_bits::<2>(40).any() {
            self.max_e_low.next = bits::<2>(self.s11.q.val().cw_max.get_bit(41));
        }
        if self.s11_valid.q.val() | self.free.val() {
            self.s12.d.next.max_e = (bits::<4>(self.max_e_high.val()) << 2) | bits::<4>(self.max_e_low.val());
        }

        comment!("s12 to s13: clamp; to the RAM, and to the event 8 behind if it is of this QP. Initialisation comes in here");
        self.clamped.next = self.s12.q.val().sum;
        if self.s12.q.val().floor {
            self.clamped.next = bits::<42>(self.s12.q.val().gamma) << 12;
        }
        if self.s12.q.val().sat {
            self.clamped.next = self.s12.q.val().cw_max;
        }
        self.sum_e_high.next = (bits::<2>(self.s12.q.val().sum.get_bits::<6>(36).any()) << 1)
            | bits::<2>(
                self.s12.q.val().sum.get_bits::<2>(40).any()
                    | (self.s12.q.val().sum.get_bits::<4>(32).any() & !self.s12.q.val().sum.get_bits::<4>(36).any()),
            );
        self.sum_e_low.next = (bits::<2>(self.s12.q.val().sum.get_bits::<2>(30).any()) << 1)
            | bits::<2>(
                self.s12.q.val().sum.get_bit(31)
                    | (self.s12.q.val().sum.get_bit(29) & !self.s12.q.val().sum.get_bit(30)),
            );
        if self.s12.q.val().sum.get_bits::<4>(32).any() {
            self.sum_e_low.next = (bits::<2>(self.s12.q.val().sum.get_bits::<2>(34).any()) << 1)
                | bits::<2>(
                    self.s12.q.val().sum.get_bit(35)
                        | (self.s12.q.val().sum.get_bit(33) & !self.s12.q.val().sum.get_bit(34)),
                );
        }
        if self.s12.q.val().sum.get_bits::<4>(36).any() {
            self.sum_e_low.next = (bits::<2>(self.s12.q.val().sum.get_bits::<2>(38).any()) << 1)
                | bits::<2>(
                    self.s12.q.val().sum.get_bit(39)
                        | (self.s12.q.val().sum.get_bit(37) & !self.s12.q.val().sum.get_bit(38)),
                );
        }
        if self.s12.q.val().sum.get_bits::<2>(40).any() {
            self.sum_e_low.next = bits::<2>(self.s12.q.val().sum.get_bit(41));
        }
        self.clamped_e.next = (bits::<4>(self.sum_e_high.val()) << 2) | bits::<4>(self.sum_e_low.val());
        if self.s12.q.val().floor {
            self.clamped_e.next = 0.into();
        }
        if self.s12.q.val().sat {
            self.clamped_e.next = self.s12.q.val().max_e;
        }
        self.s13_valid.d.next = self.s12_valid.q.val();
        self.s13_writes.d.next = self.s12_valid.q.val() | self.init_we.val();
        if self.s12_valid.q.val() | self.init_we.val() | self.free.val() {
            self.s13.d.next.kind = self.s12_rule.q.val().kind;
            self.s13.d.next.qpn = self.s12_rule.q.val().qpn;
            self.s13.d.next.rtt = self.rtt_ram.rdata.val();
            self.s13.d.next.ignored = self.s12_rule.q.val().ignored;
            self.s13.d.next.floor = self.s12.q.val().floor;
            self.s13.d.next.sat = self.s12.q.val().sat;
            self.s13_window.d.next.cw = self.clamped.val();
            self.s13_window.d.next.e = self.clamped_e.val();
            if self.init_we.val() {
                self.s13.d.next.qpn = self.init_addr.val();
                self.s13_window.d.next.cw = self.reset_cw.val();
                self.s13_window.d.next.e = 0.into();
            }
        }
        self.s13_forward.d.next.cw = self.clamped.val();
        self.s13_forward.d.next.e = self.clamped_e.val();
        if !self.s4_source.q.val().at_8 {
            self.s13_forward.d.next.cw = 0.into();
            self.s13_forward.d.next.e = 0.into();
        }

        comment!("s13: write back, and hand on");
        self.windows.we.next = self.s13_writes.q.val();
        self.windows.waddr.next = self.s13.q.val().qpn;
        self.windows.wdata.next = self.s13_window.q.val();
        self.s14_valid.d.next = self.s13_valid.q.val();
        if self.s13_valid.q.val() | self.free.val() {
            self.s14_qpn.d.next = self.s13.q.val().qpn;
            self.s14_window.d.next = self.s13_window.q.val();
        }
        if self.s14_valid.q.val() | self.free.val() {
            self.s15_window.d.next = self.s14_window.q.val();
        }
        self.is_host.next = (self.s13.q.val().kind == self.kind_host_write.val())
            | (self.s13.q.val().kind == self.kind_host_read.val());
        self.paced.next = !self.s13_window.q.val().cw.get_bits::<14>(28).any() & !self.is_host.val();
        self.out_valid.next = self.s13_valid.q.val();
        self.out_kind.next = self.s13.q.val().kind;
        self.out_qpn.next = self.s13.q.val().qpn;
        self.out_cw.next = self.s13_window.q.val().cw;
        self.out_rtt.next = self.s13.q.val().rtt;
        self.out_flags.next = bits::<4>(self.paced.val())
            | (bits::<4>(self.s13.q.val().floor) << 1)
            | (bits::<4>(self.s13.q.val().sat) << 2)
            | (bits::<4>(self.s13.q.val().ignored) << 3);

        comment!("the slice that only the host writes: from s6, and so before the host's own result reads it in s10, and long after the");
        comment!("events ahead of it did");
        self.s6_writes_rtt.d.next = self.init_we.val() | (self.s5_valid.q.val() & self.s5_rule.q.val().load);
        if self.s5_valid.q.val() | self.init_we.val() | self.free.val() {
            self.s6_rtt.d.next.qpn = self.s5_rule.q.val().qpn;
            self.s6_rtt.d.next.rtt = self.host.val().rtt;
            if self.init_we.val() {
                self.s6_rtt.d.next.qpn = self.init_addr.val();
                self.s6_rtt.d.next.rtt = self.reset_rtt.val();
            }
        }
        self.rtt_ram.we.next = self.s6_writes_rtt.q.val();
        self.rtt_ram.waddr.next = self.s6_rtt.q.val().qpn;
        self.rtt_ram.wdata.next = self.s6_rtt.q.val().rtt;
        self.rtt_ram.raddr.next = self.s10_rule.q.val().qpn;

        for k in 0..self.windows.re_opt.len() {
            self.windows.re_opt[k].next = self.s0_valid.q.val();
        }
        for k in 0..self.rtt_ram.re_opt.len() {
            self.rtt_ram.re_opt[k].next = self.s10_valid.q.val();
        }
        for k in 0..self._ecc {
            comment!("check bits: a window is written back by every event, the round-trip time by a host_read");
            if self.s13_valid.q.val() & (self.s13.q.val().kind == self.kind_host_read.val()) {
                self.rtt_ram.we.next = true;
                self.rtt_ram.waddr.next = self.s13.q.val().qpn;
                self.rtt_ram.wdata.next = self.s13.q.val().rtt;
            }
            self.ecc_in.next = self.ecc_opt[k].val();
            self.windows.inject_opt[k].next = self.ecc_in.val().inject;
            self.rtt_ram.inject_opt[k].next = self.ecc_in.val().inject;
            self.of_window.next = self.windows.fault_opt[k].val();
            self.of_rtt.next = self.rtt_ram.fault_opt[k].val();
            self.all_fault.next.corrected = self.of_window.val().corrected | self.of_rtt.val().corrected;
            self.all_fault.next.uncorrectable = self.of_window.val().uncorrectable | self.of_rtt.val().uncorrectable;
            for j in 0..self._start {
                self.start_opt[j].ecc_opt[k].next = self.ecc_opt[k].val();
                self.of_start.next = self.start_opt[j].fault_opt[k].val();
                self.all_fault.next.corrected =
                    self.of_window.val().corrected | self.of_rtt.val().corrected | self.of_start.val().corrected;
                self.all_fault.next.uncorrectable = self.of_window.val().uncorrectable
                    | self.of_rtt.val().uncorrectable
                    | self.of_start.val().uncorrectable;
            }
            self.fault_opt[k].next = self.all_fault.val();
            self.rom_opt[k].next = self.recip.rom_opt[k].val();
        }
    }
}
