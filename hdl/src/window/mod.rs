#![doc = include_str!("../window.md")]
//!
//! # Why this file
//!
//! It joins the three loops: `Due` at the head, `Smooth` for U, and the one of Wc, which is here. Between two loops all
//! is feed-forward. Those of U and Wc write in the cycle in which the nearest event of the QP reads, so that their RAM
//! has a register behind it, in front of the multipliers: only that event's word is forwarded, and by then it stands
//! still.

mod construct;
mod due;
mod growth;
mod rate;
mod smooth;
mod stages;
#[cfg(test)]
mod tests;

pub use due::Due;
pub use growth::Growth;
pub use rate::Rate;
pub use smooth::Smooth;
pub use stages::*;

use crate::prelude::*;
use crate::records::{Before, HpccContext, LowerWindow, WindowParams};
use crate::wide_mul::WideMul;

/// Stages s0 to s25.
const STAGES: usize = layout::timing::WINDOW_LATENCY as usize;
/// Stages from the one that addresses a RAM to the one that writes it.
const LOOP: u32 = 8;
const _: () = assert!(layout::timing::HAZARD == LOOP, "an event reads no sooner than the one before it writes");

/// HPCC++'s windows and rates of all queue pairs.
#[derive(LogicBlock, Default)]
pub struct Window {
    pub clock: Signal<In, ClkRst>,
    pub set_we: Signal<In, Bit>,
    pub set_index: Signal<In, SetIndex>,
    pub set: Signal<In, WindowParams>,
    pub init_we: Signal<In, Bit>,
    pub init_addr: Signal<In, Qpn>,
    pub host: Signal<In, HpccContext>,
    pub in_valid: Signal<In, Bit>,
    pub in_kind: Signal<In, KindCode>,
    pub in_qpn: Signal<In, Qpn>,
    pub in_set: Signal<In, SetIndex>,
    pub in_flags: Signal<In, U<6>>,
    pub in_ignored: Signal<In, Bit>,
    pub in_theta: Signal<In, U<37>>,
    pub in_addend: Signal<In, U<49>>,
    pub in_receiver: Signal<In, Bit>,
    pub in_seq: Signal<In, PsnWord>,
    pub in_mark: Signal<In, U<32>>,
    pub out_valid: Signal<Out, Bit>,
    pub out_kind: Signal<Out, KindCode>,
    pub out_qpn: Signal<Out, Qpn>,
    pub out_w: Signal<Out, ByteWindow>,
    pub out_r: Signal<Out, U<40>>,
    pub out_flags: Signal<Out, U<15>>,
    pub out_feedback: Signal<Out, Bit>,
    pub out_u: Signal<Out, Util>,
    pub out_wc: Signal<Out, ByteWindow>,
    pub out_inc_stage: Signal<Out, U<5>>,
    pub out_last_update: Signal<Out, U<32>>,
    pub ecc_opt: Vec<Signal<In, Ecc>>,
    pub fault_opt: Vec<Signal<Out, Fault>>,
    pub rom_opt: Vec<Signal<Out, RomFault>>,
    pub lower_opt: Vec<Signal<In, LowerWindow>>,
    /// With a trace: what the event found.
    pub out_before_opt: Vec<Signal<Out, Before>>,

    /// Bit k: stage sk holds an event.
    valid: Reg<U<STAGES>>,
    /// The event in stage sk.
    s: [DReg<Tag>; STAGES],

    due: Due,
    smooth: Smooth,
    growth: Growth,
    reference_ram: Ram<Reference, QPN>,
    w_ram: Ram<U<40>, QPN>,
    product: WideMul<40, 18, 58>,
    free: Constant<Bit>,
    rate: Rate,

    due_sets: Table<DueSet, 4>,
    eta_sets: Table<U<17>, 4>,
    max_stage_sets: Table<U<5>, 4>,
    sum_sets: Table<SumSet, 4>,
    bounds_sets: Table<Bounds, 4>,
    gain_m_sets: Table<U<18>, 4>,
    gain_e_sets: Table<U<6>, 4>,
    sum_set_we: Reg<Bit>,
    sum_set_index: DReg<U<4>>,
    sum_set: DReg<SumSet>,

    /// Bit k: the event in stage s(5 + k) is a full update.
    full_line: DReg<U<16>>,
    /// Bit k: U of the event in stage s(8 + k) saturated.
    u_sat_line: DReg<U<13>>,
    /// Bit k: U of the event in stage s(16 + k) is 0.
    zero_line: DReg<U<5>>,

    read_u: DReg<Util>,
    read_last: DReg<U<32>>,
    read_reference: DReg<Reference>,

    /// The event 8 ahead is of this QP.
    s1_near: DReg<Bit>,
    s13_near: DReg<Bit>,
    s14_near: DReg<Bit>,
    /// The same, and it has written Wc and incStage.
    s14_takes: DReg<Bit>,
    s15_reference: DReg<Reference>,
    s15_w: DReg<ByteWindow>,
    /// The event wrote Wc and incStage in s20, and what it wrote.
    s21_stores: DReg<Bit>,
    s21_stored: DReg<Reference>,
    s22_stored: DReg<Reference>,
    s16_mult: DReg<Bit>,
    s16_n: DReg<U<7>>,
    s16_base: DReg<U<40>>,
    s16_inc: DReg<U<5>>,
    s17_mult: DReg<Bit>,
    s17_coarse: DReg<Coarse>,
    s17_fine: DReg<U<4>>,
    s17_base: DReg<U<40>>,
    s17_inc: DReg<U<5>>,
    s18_mult: DReg<Bit>,
    s18_shifted: DReg<U<58>>,
    s18_over: DReg<Bit>,
    s18_fine: DReg<U<4>>,
    s18_inc: DReg<U<5>>,
    s19_mult: DReg<Bit>,
    s19_halves: DReg<U<42>>,
    s19_high: DReg<U<16>>,
    s19_over: DReg<Bit>,
    s19_inc: DReg<U<5>>,
    s20_mult: DReg<Bit>,
    s20_sum: DReg<U<40>>,
    s20_floor: DReg<Bit>,
    s20_sat: DReg<Bit>,
    /// W becomes W_max.
    s20_max: DReg<Bit>,
    s20_inc: DReg<U<5>>,
    s21_w: DReg<ByteWindow>,
    s22_w: DReg<ByteWindow>,
    s23_w: DReg<ByteWindow>,
    s24_w: DReg<ByteWindow>,
    s25_w: DReg<ByteWindow>,
    s21_flags: DReg<U<12>>,
    s22_flags: DReg<U<12>>,
    s23_flags: DReg<U<12>>,
    s24_flags: DReg<U<12>>,
    s25_flags: DReg<U<12>>,

    loads: Signal<Local, Bit>,
    reads: Signal<Local, Bit>,
    adjusts: Signal<Local, Bit>,
    scales: Signal<Local, Bit>,
    from_product: Signal<Local, U<58>>,
    shifted: Signal<Local, U<58>>,
    clamps: Signal<Local, Bit>,
    beyond: Signal<Local, Bit>,
    addend: Signal<Local, U<41>>,
    sum: Signal<Local, U<41>>,
    over_min: Signal<Local, U<44>>,
    under_max: Signal<Local, U<44>>,
    above: Signal<Local, Bit>,
    new_w: Signal<Local, ByteWindow>,
    ecc_in: Signal<Local, Ecc>,
    of_due: Signal<Local, Fault>,
    of_smooth: Signal<Local, Fault>,
    of_reference: Signal<Local, Fault>,
    of_w: Signal<Local, Fault>,
    all_fault: Signal<Local, Fault>,
    given: Signal<Local, LowerWindow>,
    lower_w: Signal<Local, U<40>>,
    /// Wc that a lowering leaves.
    lowered_wc_opt: Vec<DReg<U<40>>>,
    to_write: Signal<Local, Reference>,
    near: Signal<Local, Bit>,
    stores: Signal<Local, Bit>,
    stored: Signal<Local, Reference>,

    /// Until s25: U and lastUpdate from s2 on, W, Wc and incStage from s15 on.
    kept_u_opt: Vec<Delay<U<48>>>,
    kept_last_opt: Vec<Delay<U<32>>>,
    kept_w_opt: Vec<Delay<U<40>>>,
    kept_reference_opt: Vec<Delay<Reference>>,
    found_w: Signal<Local, ByteWindow>,
    found_reference: Signal<Local, Reference>,
    before: Signal<Local, Before>,

    kind_host_write: Constant<KindCode>,
    kind_host_read: Constant<KindCode>,
    reset_w: Constant<U<40>>,
    reset_inc: Constant<U<5>>,
    shape: Shape,
    _ecc: usize,
    _fcr: usize,
}

impl Logic for Window {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module window");
        comment!("@doc HPCC++'s window and rate: one event in and one window out each cycle, 26 cycles later.");
        comment!("@doc A QP's events must come 8 cycles apart or more: then each sees the context that the one before it left.");
        comment!("@port set_we writes parameter set set_index, while no event of that set is under way");
        comment!("@port set_index which of the 16");
        comment!("@port init_we writes the reset context at init_addr");
        comment!("@port init_addr index of the QP whose context is reset");
        comment!("@port host_u what a host_write stores, stable while it is under way; U12.36");
        comment!("@port in_valid an event is issued in this cycle");
        comment!("@port in_kind 4 host_write, 5 host_read, else an update");
        comment!("@port in_qpn index of the QP");
        comment!("@port in_set index of its parameter set");
        comment!("@port in_flags bit 0 first telemetry, 1 path changed, 2 too many hops, 3 unknown speed, 4 dts = 0, 5 no hop counts");
        comment!("@port in_ignored by rule the event changes nothing");
        comment!("@port in_theta min(tau, T) / T, U1.36, 2^-20 to 1; 0 where no hop was chosen, and then U stays");
        comment!("@port in_addend what is added to the old U's share, U13.36");
        comment!("@port in_receiver 1: the QP is a receiver's (hpcc-rx), in_mark is its clock and an update is full when more than T has passed; 0: a sender's, in_mark is snd_nxt and an update is full once a round trip");
        comment!("@port in_seq sequence number that the ACK confirms");
        comment!("@port in_mark snd_nxt, below 2^24, or now in ns");
        comment!("@port out_valid a result, 26 cycles after its event");
        comment!("@port out_kind as in_kind");
        comment!("@port out_qpn index of the QP");
        comment!("@port out_w W, bytes, U28.12");
        comment!("@port out_r R = W/T, bytes/ns, U12.28");
        comment!("@port out_flags bit 1 W at w_min, 2 W at w_max, 3 ignored, 9 to 4 as in_flags, 10 U saturated, 11 multiplicative, 12 full update, 13 U = 0, 14 rate saturated");
        comment!("@port out_feedback a receiver's full update: W goes to the sender now");
        comment!("@port out_u of a host_read: U, U12.36");
        comment!("@port out_wc of a host_read: Wc, bytes, U28.12");
        comment!("@port out_inc_stage of a host_read: incStage");
        comment!("@port out_last_update of a host_read: lastUpdateSeq, or lastUpdateTime in ns");
        for _k in 0..self._ecc {
            comment!(
                "@port fault_corrected a word had one wrong bit, which was corrected: 2 or 3 cycles after its event, or 15"
            );
        }
        comment!("@constant reset_w 62,500 bytes, U28.12");
        comment!("@constant reset_inc incStage");
        clock!(self, clock, valid, due, smooth, growth, reference_ram, w_ram, product, rate);
        clock!(self, clock, due_sets, eta_sets, max_stage_sets, sum_sets, bounds_sets, gain_m_sets, gain_e_sets);
        clock!(self, clock, sum_set_we, full_line, u_sat_line, zero_line);
        clock!(self, clock, s1_near, s13_near, s14_near, s14_takes, s21_stores);
        dff_setup!(self, clock, sum_set_index, sum_set, read_u, read_last, read_reference);
        dff_setup!(self, clock, s16_mult, s16_n, s16_base, s16_inc, s17_mult, s17_coarse, s17_fine, s17_base, s17_inc);
        dff_setup!(self, clock, s18_mult, s18_shifted, s18_over, s18_fine, s18_inc);
        dff_setup!(self, clock, s19_mult, s19_halves, s19_high, s19_over, s19_inc);
        dff_setup!(self, clock, s20_mult, s20_sum, s20_floor, s20_sat, s20_max, s20_inc);
        dff_setup!(self, clock, s15_reference, s15_w, s21_stored, s22_stored);
        dff_setup!(self, clock, s21_w, s22_w, s23_w, s24_w, s25_w);
        dff_setup!(self, clock, s21_flags, s22_flags, s23_flags, s24_flags, s25_flags);
        for i in 0..STAGES {
            dff_setup!(self, clock, s[i]);
        }

        comment!("the parameter sets, each part near the stage that reads it");
        self.due_sets.we.next = self.set_we.val();
        self.due_sets.waddr.next = self.set_index.val();
        self.due_sets.wdata.next.t = self.set.val().t;
        self.due_sets.wdata.next.sync_first = self.set.val().sync_first;
        self.eta_sets.we.next = self.set_we.val();
        self.eta_sets.waddr.next = self.set_index.val();
        self.eta_sets.wdata.next = self.set.val().eta;
        self.max_stage_sets.we.next = self.set_we.val();
        self.max_stage_sets.waddr.next = self.set_index.val();
        self.max_stage_sets.wdata.next = self.set.val().max_stage;
        self.bounds_sets.we.next = self.set_we.val();
        self.bounds_sets.waddr.next = self.set_index.val();
        self.bounds_sets.wdata.next.w_min = self.set.val().w_min;
        self.bounds_sets.wdata.next.w_max = self.set.val().w_max;
        self.gain_m_sets.we.next = self.set_we.val();
        self.gain_m_sets.waddr.next = self.set_index.val();
        self.gain_m_sets.wdata.next = self.set.val().rate_gain_m;
        self.gain_e_sets.we.next = self.set_we.val();
        self.gain_e_sets.waddr.next = self.set_index.val();
        self.gain_e_sets.wdata.next = self.set.val().rate_gain_e;

        comment!("the distances of W_ai from the clamps, in two's complement, exact");
        self.sum_set_we.d.next = self.set_we.val();
        if self.set_we.val() | self.free.val() {
            self.sum_set_index.d.next = self.set_index.val();
            self.sum_set.d.next.w_ai = self.set.val().w_ai;
            self.sum_set.d.next.above_min = bits::<43>(self.set.val().w_ai) - bits::<43>(self.set.val().w_min);
            self.sum_set.d.next.below_max = bits::<43>(self.set.val().w_max) - bits::<43>(self.set.val().w_ai);
        }
        self.sum_sets.we.next = self.sum_set_we.q.val();
        self.sum_sets.waddr.next = self.sum_set_index.q.val();
        self.sum_sets.wdata.next = self.sum_set.q.val();

        comment!("s0: the event, and what it does; then it goes from stage to stage");
        self.loads.next = self.in_kind.val() == self.kind_host_write.val();
        self.reads.next = self.in_kind.val() == self.kind_host_read.val();
        self.adjusts.next = !self.loads.val()
            & !self.reads.val()
            & !self.in_ignored.val()
            & !self.in_flags.val().get_bits::<3>(0).any();
        self.valid.d.next = (self.valid.q.val() << 1) | bits::<STAGES>(self.in_valid.val());
        if self.in_valid.val() | self.free.val() {
            self.s[0].d.next.kind = self.in_kind.val();
            self.s[0].d.next.qpn = self.in_qpn.val();
            self.s[0].d.next.set = self.in_set.val();
            self.s[0].d.next.receiver = self.in_receiver.val();
            self.s[0].d.next.is_host = self.loads.val() | self.reads.val();
            self.s[0].d.next.loads = self.loads.val();
            self.s[0].d.next.reads = self.reads.val();
            self.s[0].d.next.adjusts = self.adjusts.val();
            self.s[0].d.next.moves = self.adjusts.val() & !self.in_flags.val().get_bit(5);
            self.s[0].d.next.first = self.in_flags.val().get_bit(0)
                & !self.in_ignored.val()
                & !self.in_receiver.val()
                & !self.loads.val()
                & !self.reads.val();
            self.s[0].d.next.asked = self.in_flags.val();
            self.s[0].d.next.ignored = self.in_ignored.val();
            if self.loads.val() | self.reads.val() {
                self.s[0].d.next.asked = 0.into();
                self.s[0].d.next.ignored = false;
            }
        }
        for i in 1..STAGES {
            if self.valid.q.val().get_bit(i - 1) | self.free.val() {
                self.s[i].d.next = self.s[i - 1].q.val();
            }
        }

        comment!("s0 to s4: is the update full? What a host read finds is kept until the next one");
        self.due.init_we.next = self.init_we.val();
        self.due.init_addr.next = self.init_addr.val();
        self.due.host_last_update.next = self.host.val().last_update;
        self.due.in_valid.next = self.in_valid.val();
        self.due.valid.next = self.valid.q.val().get_bits::<4>(0);
        self.due.in_receiver.next = self.in_receiver.val();
        self.due.in_seq.next = self.in_seq.val();
        self.due.in_mark.next = self.in_mark.val();
        self.due_sets.raddr.next = self.s[2].q.val().set;
        self.due.s0_qpn.next = self.s[0].q.val().qpn;
        self.due.s3_receiver.next = self.s[3].q.val().receiver;
        self.due.s3_adjusts.next = self.s[3].q.val().adjusts;
        self.due.s3_first.next = self.s[3].q.val().first;
        self.due.s3_loads.next = self.s[3].q.val().loads;
        self.due.s3_t.next = self.due_sets.rdata.val().t;
        self.due.s3_sync_first.next = self.due_sets.rdata.val().sync_first;
        self.due.s4_valid.next = self.valid.q.val().get_bit(4);
        self.due.s4_qpn.next = self.s[4].q.val().qpn;
        self.full_line.d.next = (self.full_line.q.val() << 1) | bits::<16>(self.due.s4_full.val());
        if self.valid.q.val().get_bit(2) & self.s[2].q.val().reads {
            self.read_last.d.next = self.due.s2_last.val();
        }

        comment!("to s7: the loop of U, which reads with the event. The event 8 ahead, then in s7, is in s8 when this one is in s0");
        self.smooth.init_we.next = self.init_we.val();
        self.smooth.init_addr.next = self.init_addr.val();
        self.smooth.host_u.next = self.host.val().u;
        self.smooth.in_valid.next = self.in_valid.val();
        self.smooth.valid.next = self.valid.q.val().get_bits::<9>(0);
        self.smooth.in_theta.next = self.in_theta.val();
        self.smooth.in_addend.next = self.in_addend.val();
        self.smooth.in_qpn.next = self.in_qpn.val();
        self.s1_near.d.next = self.valid.q.val().get_bit(8) & (self.s[8].q.val().qpn == self.s[0].q.val().qpn);
        self.smooth.s1_near.next = self.s1_near.q.val();
        self.smooth.s1_moves.next = self.s[1].q.val().moves;
        self.smooth.s2_moves.next = self.s[2].q.val().moves;
        self.smooth.s2_loads.next = self.s[2].q.val().loads;
        self.smooth.s7_valid.next = self.valid.q.val().get_bit(7);
        self.smooth.s7_qpn.next = self.s[7].q.val().qpn;
        self.u_sat_line.d.next = (self.u_sat_line.q.val() << 1) | bits::<13>(self.smooth.s7_sat.val());
        if self.valid.q.val().get_bit(2) & self.s[2].q.val().reads {
            self.read_u.d.next = self.smooth.s2_u.val();
        }

        comment!("s7 to s15: eta/U, between the loops");
        self.eta_sets.raddr.next = self.s[6].q.val().set;
        self.growth.valid.next = self.valid.q.val().get_bits::<8>(7);
        self.growth.u.next = self.smooth.s7_u.val();
        self.growth.eta.next = self.eta_sets.rdata.val();

        comment!("s12 to s15: the loop of Wc begins: the slice is read. If the event 8 ahead, in s20, writes it in that cycle, what it wrote");
        comment!("is taken from s22");
        self.reference_ram.raddr.next = self.s[12].q.val().qpn;
        self.w_ram.raddr.next = self.s[12].q.val().qpn;
        self.near.next = self.valid.q.val().get_bit(20) & (self.s[20].q.val().qpn == self.s[12].q.val().qpn);
        self.s13_near.d.next = self.near.val();
        self.s14_near.d.next = self.s13_near.q.val();
        self.s14_takes.d.next = self.s13_near.q.val() & self.s21_stores.q.val();
        if self.valid.q.val().get_bit(14) | self.free.val() {
            self.s15_reference.d.next = self.reference_ram.rdata.val();
            if self.s14_takes.q.val() {
                self.s15_reference.d.next = self.s22_stored.q.val();
            }
        }
        if self.valid.q.val().get_bit(14) | self.free.val() {
            self.s15_w.d.next = self.w_ram.rdata.val();
            if self.s14_near.q.val() {
                self.s15_w.d.next = self.s22_w.q.val();
            }
        }

        comment!("s15 to s16: Wc times r; the branch. What is not scaled is the base");
        self.max_stage_sets.raddr.next = self.s[14].q.val().set;
        if self.valid.q.val().get_bit(15) & self.s[15].q.val().reads {
            self.read_reference.d.next = self.s15_reference.q.val();
        }
        self.product.a.next = self.s15_reference.q.val().wc;
        self.product.b.next = self.growth.r.val();
        self.product.en_opt[0].next = self.valid.q.val().get_bit(15) | self.free.val();
        if self.valid.q.val().get_bit(15) | self.free.val() {
            self.s16_n.d.next = self.growth.n.val();
        }
        self.zero_line.d.next = (self.zero_line.q.val() << 1) | bits::<5>(self.growth.zero.val());
        if self.valid.q.val().get_bit(15) | self.free.val() {
            self.s16_mult.d.next = self.s[15].q.val().adjusts
                & (self.growth.above.val() | (self.s15_reference.q.val().inc_stage >= self.max_stage_sets.rdata.val()));
            self.s16_inc.d.next = self.s15_reference.q.val().inc_stage + 1;
            self.s16_base.d.next = self.s15_w.q.val();
            if self.s[15].q.val().adjusts {
                self.s16_base.d.next = self.s15_reference.q.val().wc;
            }
            if self.s[15].q.val().loads {
                self.s16_base.d.next = self.host.val().w;
            }
        }

        comment!("s16 to s17: the product is summed, 58 bits; how far it goes to the right: by n, once it has gone 20 to the left,");
        comment!("which leaves the half bit below");
        self.scales.next = self.s16_mult.q.val() & !self.zero_line.q.val().get_bit(0);
        if self.valid.q.val().get_bit(16) | self.free.val() {
            self.s17_coarse.d.next.by_0 = self.scales.val() & (self.s16_n.q.val().get_bits::<3>(4) == 0);
            self.s17_coarse.d.next.by_16 = self.scales.val() & (self.s16_n.q.val().get_bits::<3>(4) == 1);
            self.s17_coarse.d.next.by_32 = self.scales.val() & (self.s16_n.q.val().get_bits::<3>(4) == 2);
            self.s17_coarse.d.next.by_48 = self.scales.val() & (self.s16_n.q.val().get_bits::<3>(4) == 3);
            self.s17_coarse.d.next.by_64 = self.scales.val() & self.s16_n.q.val().get_bit(6);
            self.s17_coarse.d.next.plain = !self.scales.val();
            self.s17_fine.d.next = 0.into();
            if self.scales.val() {
                self.s17_fine.d.next = self.s16_n.q.val().get_bits::<4>(0);
            }
            self.s17_base.d.next = self.s16_base.q.val();
        }
        for k in 0..self._fcr {
            comment!("FCR's lowering: a read, that leaves W and Wc lowered");
            clock!(self, clock, lowered_wc_opt[k]);
            self.given.next = self.lower_opt[k].val();
            self.lower_w.next = self.given.val().window.get_bits::<40>(0);
            if self.given.val().on
                & self.valid.q.val().get_bit(16)
                & self.s[16].q.val().reads
                & (self.s16_base.q.val() > self.lower_w.val())
            {
                self.s17_base.d.next = self.lower_w.val();
            }
            self.lowered_wc_opt[k].d.next = self.read_reference.q.val().wc;
            if self.read_reference.q.val().wc > self.lower_w.val() {
                self.lowered_wc_opt[k].d.next = self.lower_w.val();
            }
        }
        if self.valid.q.val().get_bit(16) | self.free.val() {
            self.s17_mult.d.next = self.s16_mult.q.val();
            self.s17_inc.d.next = self.s16_inc.q.val();
            if self.s16_mult.q.val() {
                self.s17_inc.d.next = 0.into();
            }
        }

        comment!("s17 to s18: to the right by a multiple of 16; 58 bits of it, for with a bit above them W is beyond every W_max");
        self.from_product.next = 0.into();
        if self.s17_coarse.q.val().by_0 {
            self.from_product.next = self.product.p.val() << 20;
        }
        if self.s17_coarse.q.val().by_16 {
            self.from_product.next = self.from_product.val() | (self.product.p.val() << 4);
        }
        if self.s17_coarse.q.val().by_32 {
            self.from_product.next = self.from_product.val() | (self.product.p.val() >> 12);
        }
        if self.s17_coarse.q.val().by_48 {
            self.from_product.next = self.from_product.val() | (self.product.p.val() >> 28);
        }
        if self.s17_coarse.q.val().by_64 {
            self.from_product.next = self.from_product.val() | (self.product.p.val() >> 44);
        }
        if self.s17_coarse.q.val().plain {
            self.from_product.next = self.from_product.val() | (bits::<58>(self.s17_base.q.val()) << 1);
        }
        if self.valid.q.val().get_bit(17) | self.free.val() {
            self.s18_shifted.d.next = self.from_product.val();
            self.s18_over.d.next = (self.s17_coarse.q.val().by_0 & self.product.p.val().get_bits::<20>(38).any())
                | (self.s17_coarse.q.val().by_16 & self.product.p.val().get_bits::<4>(54).any());
            self.s18_fine.d.next = self.s17_fine.q.val();
            self.s18_mult.d.next = self.s17_mult.q.val();
            self.s18_inc.d.next = self.s17_inc.q.val();
        }

        comment!(
            "s18 to s19: by the rest, 0 to 15: the half bit, 41 bits of W before W_ai, and those that are too many"
        );
        self.shifted.next = self.s18_shifted.q.val() >> self.s18_fine.q.val();
        if self.valid.q.val().get_bit(18) | self.free.val() {
            self.s19_halves.d.next = self.shifted.val().get_bits::<42>(0);
            self.s19_high.d.next = self.shifted.val().get_bits::<16>(42);
            self.s19_over.d.next = self.s18_over.q.val();
            self.s19_mult.d.next = self.s18_mult.q.val();
            self.s19_inc.d.next = self.s18_inc.q.val();
        }
        self.sum_sets.raddr.next = self.s[18].q.val().set;

        comment!("s19 to s20: W_ai is added (round half up: the half bit meets a 1 and carries, or borrows), and beside it the distances");
        comment!("from the clamps, within 2^43, so the top bit is the sign. U = 0 and what is kept or loaded are not clamped");
        self.clamps.next = self.s[19].q.val().adjusts & !(self.s19_mult.q.val() & self.zero_line.q.val().get_bit(3));
        self.addend.next = 1.into();
        if self.clamps.val() {
            self.addend.next = (bits::<41>(self.sum_sets.rdata.val().w_ai) << 1) | 1;
        }
        self.sum.next = self.s19_halves.q.val().get_bits::<41>(0) + self.addend.val();
        self.over_min.next =
            ((bits::<44>(self.sum_sets.rdata.val().above_min) << 1) | 1) + bits::<44>(self.s19_halves.q.val());
        self.under_max.next =
            (bits::<44>(self.sum_sets.rdata.val().below_max) << 1) - bits::<44>(self.s19_halves.q.val());
        self.beyond.next = self.s19_over.q.val() | self.s19_high.q.val().any();
        self.above.next = self.clamps.val() & (self.under_max.val().get_bit(43) | self.beyond.val());
        if self.valid.q.val().get_bit(19) | self.free.val() {
            self.s20_sum.d.next = self.sum.val().get_bits::<40>(1);
            self.s20_floor.d.next = self.clamps.val() & self.over_min.val().get_bit(43) & !self.beyond.val();
            self.s20_sat.d.next = self.above.val();
            self.s20_max.d.next = self.above.val() | (self.s19_mult.q.val() & self.zero_line.q.val().get_bit(3));
            self.s20_mult.d.next = self.s19_mult.q.val();
            self.s20_inc.d.next = self.s19_inc.q.val();
        }
        self.bounds_sets.raddr.next = self.s[19].q.val().set;

        comment!("s20: clamp, and write back: W always, Wc and incStage by a full update");
        self.new_w.next = self.s20_sum.q.val();
        if self.s20_floor.q.val() {
            self.new_w.next = self.bounds_sets.rdata.val().w_min;
        }
        if self.s20_max.q.val() {
            self.new_w.next = self.bounds_sets.rdata.val().w_max;
        }
        self.w_ram.we.next = self.init_we.val() | self.valid.q.val().get_bit(20);
        self.w_ram.waddr.next = self.s[20].q.val().qpn;
        self.w_ram.wdata.next = self.new_w.val();
        self.stores.next = self.init_we.val()
            | (self.valid.q.val().get_bit(20) & (self.s[20].q.val().loads | self.full_line.q.val().get_bit(15)));
        self.reference_ram.waddr.next = self.s[20].q.val().qpn;
        self.stored.next.wc = self.new_w.val();
        self.stored.next.inc_stage = self.s20_inc.q.val();
        if self.s[20].q.val().loads {
            self.stored.next.wc = self.host.val().wc;
            self.stored.next.inc_stage = self.host.val().inc_stage;
        }
        if self.init_we.val() {
            self.w_ram.waddr.next = self.init_addr.val();
            self.w_ram.wdata.next = self.reset_w.val();
            self.reference_ram.waddr.next = self.init_addr.val();
            self.stored.next.wc = self.reset_w.val();
            self.stored.next.inc_stage = self.reset_inc.val();
        }

        for _k in 0..self._ecc {
            comment!("check bits: Wc and incStage are written back by a host_read, all else by every event");
            if self.valid.q.val().get_bit(20) & self.s[20].q.val().reads {
                self.stores.next = true;
                self.stored.next = self.read_reference.q.val();
            }
        }
        for k in 0..self._fcr {
            self.to_write.next = self.read_reference.q.val();
            self.to_write.next.wc = self.lowered_wc_opt[k].q.val();
            if self.given.val().on & self.valid.q.val().get_bit(20) & self.s[20].q.val().reads {
                self.stores.next = true;
                self.stored.next = self.to_write.val();
            }
        }

        self.reference_ram.we.next = self.stores.val();
        self.reference_ram.wdata.next = self.stored.val();
        self.s21_stores.d.next = self.stores.val();
        if self.valid.q.val().get_bit(20) | self.free.val() {
            self.s21_stored.d.next = self.stored.val();
        }
        if self.valid.q.val().get_bit(21) | self.free.val() {
            self.s22_stored.d.next = self.s21_stored.q.val();
        }

        for k in 0..self.due.re_opt.len() {
            self.due.re_opt[k].next = self.valid.q.val().get_bit(0);
        }
        for k in 0..self.smooth.re_opt.len() {
            self.smooth.re_opt[k].next = self.in_valid.val();
        }
        for k in 0..self.reference_ram.re_opt.len() {
            self.reference_ram.re_opt[k].next = self.valid.q.val().get_bit(12);
        }
        for k in 0..self.w_ram.re_opt.len() {
            self.w_ram.re_opt[k].next = self.valid.q.val().get_bit(12);
        }
        for k in 0..self._ecc {
            self.ecc_in.next = self.ecc_opt[k].val();
            self.due.ecc_opt[k].next = self.ecc_in.val();
            self.smooth.ecc_opt[k].next = self.ecc_in.val();
            self.reference_ram.inject_opt[k].next = self.ecc_in.val().inject;
            self.w_ram.inject_opt[k].next = self.ecc_in.val().inject;
            self.of_due.next = self.due.fault_opt[k].val();
            self.of_smooth.next = self.smooth.fault_opt[k].val();
            self.of_reference.next = self.reference_ram.fault_opt[k].val();
            self.of_w.next = self.w_ram.fault_opt[k].val();
            self.all_fault.next.corrected = self.of_due.val().corrected
                | self.of_smooth.val().corrected
                | self.of_reference.val().corrected
                | self.of_w.val().corrected;
            self.all_fault.next.uncorrectable = self.of_due.val().uncorrectable
                | self.of_smooth.val().uncorrectable
                | self.of_reference.val().uncorrectable
                | self.of_w.val().uncorrectable;
            self.fault_opt[k].next = self.all_fault.val();
            self.rom_opt[k].next = self.growth.rom_opt[k].val();
        }

        comment!("s20 to s25: the rate");
        self.gain_m_sets.raddr.next = self.s[20].q.val().set;
        self.gain_e_sets.raddr.next = self.s[22].q.val().set;
        self.rate.valid.next = self.valid.q.val().get_bits::<4>(21);
        self.rate.w.next = self.s21_w.q.val();
        self.rate.gain_m.next = self.gain_m_sets.rdata.val();
        self.rate.gain_e.next = self.gain_e_sets.rdata.val();
        if self.valid.q.val().get_bit(20) | self.free.val() {
            self.s21_w.d.next = self.new_w.val();
        }
        if self.valid.q.val().get_bit(21) | self.free.val() {
            self.s22_w.d.next = self.s21_w.q.val();
        }
        if self.valid.q.val().get_bit(22) | self.free.val() {
            self.s23_w.d.next = self.s22_w.q.val();
        }
        if self.valid.q.val().get_bit(23) | self.free.val() {
            self.s24_w.d.next = self.s23_w.q.val();
        }
        if self.valid.q.val().get_bit(24) | self.free.val() {
            self.s25_w.d.next = self.s24_w.q.val();
        }
        if self.valid.q.val().get_bit(20) | self.free.val() {
            self.s21_flags.d.next = bits::<12>(self.s20_floor.q.val())
                | (bits::<12>(self.s20_sat.q.val()) << 1)
                | (bits::<12>(self.s[20].q.val().asked) << 2)
                | (bits::<12>(self.u_sat_line.q.val().get_bit(12)) << 8)
                | (bits::<12>(self.s20_mult.q.val()) << 9)
                | (bits::<12>(self.full_line.q.val().get_bit(15)) << 10)
                | (bits::<12>(self.s20_mult.q.val() & self.zero_line.q.val().get_bit(4)) << 11);
        }
        if self.valid.q.val().get_bit(21) | self.free.val() {
            self.s22_flags.d.next = self.s21_flags.q.val();
        }
        if self.valid.q.val().get_bit(22) | self.free.val() {
            self.s23_flags.d.next = self.s22_flags.q.val();
        }
        if self.valid.q.val().get_bit(23) | self.free.val() {
            self.s24_flags.d.next = self.s23_flags.q.val();
        }
        if self.valid.q.val().get_bit(24) | self.free.val() {
            self.s25_flags.d.next = self.s24_flags.q.val();
        }

        comment!("s25: the result");
        self.out_valid.next = self.valid.q.val().get_bit(25);
        self.out_kind.next = self.s[25].q.val().kind;
        self.out_qpn.next = self.s[25].q.val().qpn;
        self.out_w.next = self.s25_w.q.val();
        self.out_r.next = self.rate.r.val();
        self.out_flags.next = (bits::<15>(self.s25_flags.q.val().get_bits::<2>(0)) << 1)
            | (bits::<15>(self.s[25].q.val().ignored) << 3)
            | (bits::<15>(self.s25_flags.q.val().get_bits::<10>(2)) << 4)
            | (bits::<15>(self.rate.sat.val() & !self.s[25].q.val().is_host) << 14);
        self.out_feedback.next = self.s[25].q.val().receiver & self.s25_flags.q.val().get_bit(10);
        self.out_u.next = self.read_u.q.val();
        self.out_wc.next = self.read_reference.q.val().wc;
        self.out_inc_stage.next = self.read_reference.q.val().inc_stage;
        self.out_last_update.next = self.read_last.q.val();
        for k in 0..self.out_before_opt.len() {
            comment!("and what its event found");
            clock!(self, clock, kept_u_opt[k], kept_last_opt[k], kept_w_opt[k], kept_reference_opt[k]);
            self.kept_u_opt[k].d.next = self.smooth.s2_u.val();
            self.kept_last_opt[k].d.next = self.due.s2_last.val();
            self.kept_w_opt[k].d.next = self.s15_w.q.val();
            self.kept_reference_opt[k].d.next = self.s15_reference.q.val();
            self.found_w.next = self.kept_w_opt[k].q.val();
            self.found_reference.next = self.kept_reference_opt[k].q.val();
            self.before.next.known = true;
            self.before.next.u = self.kept_u_opt[k].q.val();
            self.before.next.window = bits::<42>(self.found_w.val());
            self.before.next.wc = self.found_reference.val().wc;
            self.before.next.last = self.kept_last_opt[k].q.val();
            self.before.next.stage = self.found_reference.val().inc_stage;
            self.out_before_opt[k].next = self.before.val();
        }
    }
}
